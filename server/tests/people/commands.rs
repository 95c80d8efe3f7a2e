//! `zuka user`: the first one is an admin, and the way back when an admin is locked out.
use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn user(folder: &Path, arguments: &[&str], input: &str) -> Output {
    let database = format!("sqlite://{}", folder.join("zuka.db").display());
    let mut child = Command::new(env!("CARGO_BIN_EXE_zuka"))
        .arg("user")
        .args(arguments)
        .current_dir(folder)
        .env("ZUKA_DATABASE_URL", database)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A call that is refused may end before it reads.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn says(output: &Output) -> (Option<i32>, String) {
    let text = [output.stdout.clone(), output.stderr.clone()].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[test]
fn the_first_editor_is_an_admin_and_roles_are_given_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let run = |arguments: &[&str]| says(&user(folder.path(), arguments, "a password for tests\n"));
    assert_eq!(
        run(&["add", "lin"]),
        (Some(0), "lin can sign in at /login; role: admin\n".into())
    );
    assert_eq!(
        run(&["add", "wei"]),
        (Some(0), "wei can sign in at /login; role: editor\n".into())
    );
    assert!(
        run(&["add", "zoe", "--role", "admin"])
            .1
            .contains("role: admin")
    );
    assert_eq!(run(&["add", "LIN"]).0, Some(2));
    assert_eq!(run(&["add", " lin"]).0, Some(2));
    assert_eq!(run(&["add", "new", "--role", "king"]).0, Some(2));
    let (status, list) = run(&["list"]);
    assert_eq!(status, Some(0));
    assert!(list.starts_with("lin\tadmin\tactive\tpassword\t"), "{list}");
    assert!(list.contains("\nwei\teditor\tactive\tpassword\t"), "{list}");

    assert_eq!(run(&["role", "zoe", "editor"]).0, Some(0));
    let (status, last) = run(&["role", "lin", "editor"]);
    assert!(
        status == Some(2) && last.contains("lin is the last admin"),
        "{last}"
    );
    assert_eq!(run(&["reset-second-factor", "wei"]).0, Some(0));
    assert_eq!(run(&["reset-second-factor", "nobody"]).0, Some(2));
    let short = says(&user(folder.path(), &["add", "short"], "short\n"));
    assert!(
        short.0 == Some(2) && short.1.contains("at least 10 characters"),
        "{}",
        short.1
    );
}

#[tokio::test]
async fn a_database_from_before_roles_keeps_its_editors_and_the_first_one_is_an_admin() {
    let folder = tempfile::tempdir().unwrap();
    let migrations = folder.path().join("migrations");
    std::fs::create_dir(&migrations).unwrap();
    let all = Path::new(env!("CARGO_MANIFEST_DIR")).join("../migrations/sqlite");
    for file in std::fs::read_dir(all).unwrap().map(Result::unwrap) {
        if file.file_name().to_str().unwrap() < "0007" {
            std::fs::copy(file.path(), migrations.join(file.file_name())).unwrap();
        }
    }
    let url = format!(
        "sqlite://{}?mode=rwc",
        folder.path().join("zuka.db").display()
    );
    let old = sqlx::SqlitePool::connect(&url).await.unwrap();
    let before = sqlx::migrate::Migrator::new(migrations).await.unwrap();
    before.run(&old).await.unwrap();
    sqlx::query("insert into editor (name, password_hash, created_at) values ('wei', 'x', '2026'), ('lin', 'x', '2026')")
        .execute(&old)
        .await
        .unwrap();
    old.close().await;
    let pool = server::store::open(&url).await.unwrap();
    let mut connection = pool.acquire().await.unwrap();
    let editors = server::store::editors::list(&mut connection).await.unwrap();
    let of: Vec<_> = editors
        .iter()
        .map(|editor| (editor.name.as_str(), editor.role.word(), editor.is_active))
        .collect();
    assert_eq!(of, [("lin", "editor", true), ("wei", "admin", true)]);
}
