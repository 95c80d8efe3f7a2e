//! `zuka backup`, `zuka restore`, `zuka export`, and the export over HTTP: the real binary on real files.

use crate::site::{PASSWORD, Site, Visitor, filled, post, some_offer};
use serde_json::Value;
use server::store;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, Connection};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use tempfile::TempDir;

fn zuka(database: &Path, arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_zuka"))
        .args(arguments)
        .current_dir(database.parent().unwrap())
        .env(
            "ZUKA_DATABASE_URL",
            format!("sqlite://{}", database.display()),
        )
        .env("ZUKA_NOW", "2026-11-30T09:00:00Z")
        .output()
        .unwrap()
}

/// Status, and what was said on stdout and stderr.
fn said(output: &Output) -> (Option<i32>, String) {
    let text = [output.stdout.clone(), output.stderr.clone()].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

async fn open(file: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new()
        .filename(file)
        .create_if_missing(true);
    SqliteConnection::connect_with(&options).await.unwrap()
}

async fn run(file: &Path, sql: &str) {
    let mut connection = open(file).await;
    sqlx::raw_sql(AssertSqlSafe(sql.to_owned()))
        .execute(&mut connection)
        .await
        .unwrap();
    connection.close().await.unwrap();
}

async fn number(file: &Path, sql: &str) -> i64 {
    let mut connection = open(file).await;
    let found = sqlx::query_scalar(AssertSqlSafe(sql.to_owned()))
        .fetch_one(&mut connection)
        .await;
    connection.close().await.unwrap();
    found.unwrap()
}

/// The database of a site in its folder.
fn database(site: &Site) -> PathBuf {
    store::backup::file_of(&site.state.config.database_url)
        .unwrap()
        .unwrap()
}

/// A backup of a site with an editor, a session, an open invitation and an edit: made while it is open.
async fn backed_up(folder: &TempDir) -> (Site, Visitor, PathBuf) {
    let (site, mut visitor) = Site::with_editor().await;
    let (_, path) = some_offer(&site);
    let changes = [("price", "4.5"), ("confirm_far_from_median", "1")];
    let edit = filled(&site, &mut visitor, &path, &changes).await;
    assert_eq!(
        post(&site, &mut visitor, &path, &edit)
            .await
            .status
            .as_u16(),
        303
    );
    let invite = "insert into invite (token_hash, role, remark, made_by, made_at, expires_at)
                  values ('x', 'admin', '', 'lin', '2026-11-30', 9999999999)";
    sqlx::query(invite).execute(&site.state.pool).await.unwrap();
    let file = folder.path().join("zuka.backup");
    let done = said(&zuka(&database(&site), &["backup", file.to_str().unwrap()]));
    assert_eq!(done.0, Some(0), "{}", done.1);
    assert!(done.1.starts_with("revision 2 with "), "{}", done.1);
    (site, visitor, file)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_backup_of_a_running_server_is_whole_private_and_overwrites_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (site, _, file) = backed_up(&folder).await;
    assert_eq!(number(&file, "select count(*) from revision").await, 2);
    assert_eq!(
        number(&file, "select count(*) from editor where name = 'lin'").await,
        1
    );
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(&file).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let before = std::fs::read(&file).unwrap();
    let again = said(&zuka(&database(&site), &["backup", file.to_str().unwrap()]));
    assert!(
        again.0 == Some(2) && again.1.contains("exists; nothing was written"),
        "{}",
        again.1
    );
    assert!(std::fs::read(&file).unwrap() == before);
    let names = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(names, 1, "nothing is left behind");
    let nothing = folder.path().join("no/such/zuka.db");
    std::fs::create_dir_all(nothing.parent().unwrap()).unwrap();
    let none = said(&zuka(&nothing, &["backup", "x"]));
    assert!(
        none.0 == Some(2) && none.1.contains("there is no database"),
        "{}",
        none.1
    );
    assert!(!nothing.exists() && !nothing.with_file_name("x").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_restore_brings_everything_back_but_sessions_and_invitations_and_keeps_the_former() {
    let folder = tempfile::tempdir().unwrap();
    let (_site, _, file) = backed_up(&folder).await;
    let target = folder.path().join("zuka.db");
    let done = said(&zuka(&target, &["restore", file.to_str().unwrap()]));
    assert_eq!(done.0, Some(0), "{}", done.1);
    assert!(
        done.1.contains("everybody has to sign in again"),
        "{}",
        done.1
    );
    assert_eq!(number(&target, "select max(id) from revision").await, 2);
    assert_eq!(number(&target, "select count(*) from session").await, 0);
    assert_eq!(
        number(
            &target,
            "select count(*) from invite where withdrawn_at is null"
        )
        .await,
        0
    );
    // Over what is there: the former database stands beside it, and a second one too.
    run(&target, "delete from editor").await;
    for kept in [
        "zuka.db.before-restore-2026-11-30",
        "zuka.db.before-restore-2026-11-30-2",
    ] {
        let done = said(&zuka(&target, &["restore", file.to_str().unwrap()]));
        assert_eq!(done.0, Some(0), "{}", done.1);
        assert!(done.1.contains(kept), "{}", done.1);
        assert!(folder.path().join(kept).exists());
        assert_eq!(number(&target, "select count(*) from editor").await, 1);
    }
    let first = folder.path().join("zuka.db.before-restore-2026-11-30");
    assert_eq!(number(&first, "select count(*) from editor").await, 0);
    // The restored database serves.
    let list = said(&zuka(&target, &["user", "list"]));
    assert!(list.1.starts_with("lin\teditor\t"), "{}", list.1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_in_use_is_not_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let (site, mut visitor, file) = backed_up(&folder).await;
    let target = database(&site);
    let refused = said(&zuka(&target, &["restore", file.to_str().unwrap()]));
    assert_eq!(refused.0, Some(2), "{}", refused.1);
    assert!(
        refused
            .1
            .contains("the database is in use; nothing was changed"),
        "{}",
        refused.1
    );
    assert!(refused.1.contains("stop the server"), "{}", refused.1);
    // It goes on, and so does the session.
    assert_eq!(visitor.get(&site, "/admin").await.status.as_u16(), 200);
    let (_, path) = some_offer(&site);
    let changes = [("price", "4.6"), ("confirm_far_from_median", "1")];
    let edit = filled(&site, &mut visitor, &path, &changes).await;
    assert_eq!(
        post(&site, &mut visitor, &path, &edit)
            .await
            .status
            .as_u16(),
        303
    );
    assert!(!store::backup::beside(&target, ".restoring").exists());
    site.state.pool.close().await;
    let done = said(&zuka(&target, &["restore", file.to_str().unwrap()]));
    assert_eq!(done.0, Some(0), "{}", done.1);
    assert_eq!(number(&target, "select max(id) from revision").await, 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_sound_backup_is_refused_by_name_with_status_1_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (_site, _, file) = backed_up(&folder).await;
    let target = folder.path().join("zuka.db");
    let done = said(&zuka(&target, &["restore", file.to_str().unwrap()]));
    assert_eq!(done.0, Some(0), "{}", done.1);
    let before = std::fs::read(&target).unwrap();

    let bad = |name: &str| {
        let path = folder.path().join(name);
        std::fs::copy(&file, &path).unwrap();
        path
    };
    let text = folder.path().join("text");
    std::fs::write(&text, "not a database, but longer than sixteen bytes").unwrap();
    let empty = folder.path().join("empty");
    std::fs::write(&empty, "").unwrap();
    let damaged = bad("damaged");
    let mut bytes = std::fs::read(&damaged).unwrap();
    let half = bytes.len() / 2;
    bytes[half..half + 60_000].fill(0xff);
    std::fs::write(&damaged, &bytes).unwrap();
    let cut = bad("cut");
    std::fs::write(&cut, &std::fs::read(&file).unwrap()[..half]).unwrap();
    let other = folder.path().join("other");
    run(&other, "create table something (a)").await;
    let newer = bad("newer");
    run(&newer, "insert into _sqlx_migrations select 9999, description, installed_on, success, checksum, execution_time from _sqlx_migrations where version = 1").await;
    let changed = bad("changed");
    run(
        &changed,
        "update _sqlx_migrations set checksum = x'00' where version = 3",
    )
    .await;
    let dangling = bad("dangling");
    run(
        &dangling,
        "pragma foreign_keys = off; update price_plan set offering = 999999 where id = 1",
    )
    .await;
    let unreadable = bad("unreadable");
    run(
        &unreadable,
        "update offering set exclusivity = null; update price_plan set currency = '???'",
    )
    .await;
    for (path, says) in [
        (&text, "it is no SQLite database"),
        (&empty, "it is no SQLite database"),
        (&damaged, "it is damaged"),
        (&cut, "it is damaged"),
        (&other, "it is no database of Zuka"),
        (
            &newer,
            "migration 9999 is not known to this version of Zuka",
        ),
        (&changed, "migration 3 is not the one"),
        (&dangling, "name something that does not exist"),
        (&unreadable, "its catalogue cannot be read"),
    ] {
        let refused = said(&zuka(&target, &["restore", path.to_str().unwrap()]));
        assert_eq!(refused.0, Some(1), "{says}: {}", refused.1);
        assert!(refused.1.contains(says), "{says}: {}", refused.1);
        assert!(std::fs::read(&target).unwrap() == before, "{says}");
        assert!(
            !store::backup::beside(&target, ".restoring").exists(),
            "{says}"
        );
    }
    let missing = said(&zuka(&target, &["restore", "nothing-here"]));
    assert_eq!(missing.0, Some(2), "{}", missing.1);
    let itself = said(&zuka(&target, &["restore", target.to_str().unwrap()]));
    assert_eq!(itself.0, Some(2), "{}", itself.1);
    // A file with a log beside it is no backup: what the log holds would be lost.
    let with_log = bad("with-log");
    std::fs::write(store::backup::beside(&with_log, "-wal"), "x").unwrap();
    let refused = said(&zuka(&target, &["restore", with_log.to_str().unwrap()]));
    assert!(
        refused.0 == Some(1) && refused.1.contains("zuka backup"),
        "{}",
        refused.1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_export_has_the_public_catalogue_and_nothing_of_people_or_private_offers() {
    let folder = tempfile::tempdir().unwrap();
    let (site, mut visitor, _) = backed_up(&folder).await;
    let (offer, _) = some_offer(&site);
    sqlx::query("update offering set private = 1 where id = (select offering from price_plan where id = $1)")
        .bind(offer.id)
        .execute(&site.state.pool)
        .await
        .unwrap();
    let plans: i64 = sqlx::query_scalar(
        "select count(*) from price_plan p join offering o on o.id = p.offering where p.active = 1 and o.active = 1 and o.private = 0",
    )
    .fetch_one(&site.state.pool)
    .await
    .unwrap();
    let target = database(&site);
    let (csv, json, sqlite) = (
        folder.path().join("csv"),
        folder.path().join("a.json"),
        folder.path().join("a.sqlite"),
    );
    for (form, out) in [("csv", &csv), ("json", &json), ("sqlite", &sqlite)] {
        let arguments = ["export", form, out.to_str().unwrap()];
        assert_eq!(said(&zuka(&target, &arguments)).0, Some(0), "{form}");
        let again = said(&zuka(&target, &arguments));
        assert!(
            again.0 == Some(2) && again.1.contains("exists"),
            "{form}: {}",
            again.1
        );
    }
    let document: Value = serde_json::from_slice(&std::fs::read(&json).unwrap()).unwrap();
    let rows = |table: &str| document["tables"][table].as_array().unwrap().clone();
    let tables: Vec<&String> = document["tables"].as_object().unwrap().keys().collect();
    for closed in [
        "editor",
        "session",
        "invite",
        "recovery_code",
        "deed",
        "audit",
        "proposal",
        "share",
    ] {
        assert!(!tables.iter().any(|table| *table == closed), "{closed}");
        let there = format!("select count(*) from sqlite_master where name = '{closed}'");
        assert_eq!(number(&sqlite, &there).await, 0, "{closed}");
        assert!(!csv.join(format!("{closed}.csv")).exists(), "{closed}");
    }
    assert_eq!(rows("price_plan").len(), usize::try_from(plans).unwrap());
    assert_eq!(
        number(&sqlite, "select count(*) from price_plan").await,
        plans
    );
    let lines = std::fs::read_to_string(csv.join("price_plan.csv"))
        .unwrap()
        .lines()
        .count();
    assert_eq!(lines, usize::try_from(plans).unwrap() + 1);
    assert!(rows("price_plan").iter().all(|plan| plan["id"] != offer.id));
    assert!(rows("price").iter().all(|price| price["plan"] != offer.id));
    // Money is decimal text, as everywhere outside; who made a revision is not told.
    let nanos: i64 = sqlx::query_scalar("select hour_nanos from price where id = 1")
        .fetch_one(&site.state.pool)
        .await
        .unwrap();
    let text = rows("price")[0]["price_per_hour"]
        .as_str()
        .unwrap()
        .to_owned();
    let (whole, part) = text.split_once('.').unwrap_or((&text, ""));
    assert_eq!(
        format!("{whole}{part:0<9}").parse::<i64>().unwrap(),
        nanos,
        "{text}"
    );
    assert!(rows("revision")[1].get("author").is_none() && rows("revision").len() == 2);
    for file in [
        std::fs::read(&json).unwrap(),
        std::fs::read(&sqlite).unwrap(),
    ] {
        let text = String::from_utf8_lossy(&file);
        assert!(!text.contains("argon2id") && !text.contains(PASSWORD));
    }

    // The same over HTTP, with a tag of the revision.
    for (path, kind, magic) in [
        (
            "/api/v1/export.csv.zip",
            "application/zip",
            b"PK\x03\x04".as_slice(),
        ),
        (
            "/api/v1/export.sqlite",
            "application/vnd.sqlite3",
            b"SQLite format 3\0".as_slice(),
        ),
    ] {
        let (head, bytes) = site.bytes(path, None).await;
        assert_eq!(head.status().as_u16(), 200, "{path}");
        assert_eq!(head.headers()["content-type"], kind);
        assert!(
            bytes.starts_with(magic) && !bytes.windows(8).any(|part| part == b"argon2id"),
            "{path}"
        );
        let tag = head.headers()["etag"].to_str().unwrap().to_owned();
        let (again, nothing) = site.bytes(path, Some(&tag)).await;
        assert_eq!((again.status().as_u16(), nothing.len()), (304, 0), "{path}");
    }
    let (_, bytes) = site.bytes("/api/v1/export.sqlite", None).await;
    let fetched = folder.path().join("fetched.sqlite");
    std::fs::write(&fetched, bytes).unwrap();
    assert_eq!(
        number(&fetched, "select count(*) from price_plan").await,
        plans
    );
    let status = visitor.get(&site, "/readyz").await.status.as_u16();
    assert_eq!(status, 200);
}
