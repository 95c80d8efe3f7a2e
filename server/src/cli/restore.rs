//! `zuka restore`: a backup takes the database's place, after it was looked at, and the former one is kept.
use super::Failed;
use super::backup::database;
use super::files::{Progress, Unfinished, create_new, sync, sync_folder_of, unwritten};
use crate::config::Config;
use crate::store::backup::{self, CheckError, TakeError, beside};
use chrono::NaiveDate;
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

/// Bytes copied at once.
const CHUNK: usize = 1 << 20;

/// Looks at the backup, makes a copy ready, and swaps it in. What fails before the swap changes nothing.
pub async fn restore(config: &Config, backup: PathBuf) -> Result<u8, Failed> {
    let target = database(config)?;
    let cannot_read = |error: &dyn std::fmt::Display| {
        Failed::input(
            "cannot_read",
            format!("cannot read {}: {error}", backup.display()),
        )
    };
    let real = backup.canonicalize().map_err(|error| cannot_read(&error))?;
    if target.canonicalize().is_ok_and(|target| target == real) {
        return Err(Failed::input(
            "same_file",
            "the backup is the database itself",
        ));
    }
    let log = beside(&backup, "-wal");
    if std::fs::metadata(&log).is_ok_and(|log| log.len() > 0) {
        let message = format!("{} belongs to it and would be lost", log.display());
        let refused = refused(&format!("{} is no backup: {message}", backup.display()));
        return Err(refused.hint("make it with zuka backup"));
    }
    let copy = beside(&target, ".restoring");
    let progress = Progress::new();
    let mut file = create_new(&copy)
        .map_err(|error| error.hint("an interrupted restore left it; remove it"))?;
    let unfinished = Unfinished::new(&copy);
    let copied = copy_bytes(&real, &mut file, &progress);
    copied.map_err(|error| cannot_read(&error))?;
    progress.say("looking at the copy");
    let found = backup::prepare(&copy).await;
    progress.end();
    let found = found.map_err(|error| {
        let text = format!("{} cannot be restored: {error}", backup.display());
        match error {
            CheckError::Newer(_) => refused(&text).hint("update Zuka first"),
            _ => refused(&text).hint("nothing was changed"),
        }
    })?;
    sync(&copy)?;
    let taken = backup::take(&target)
        .await
        .map_err(|error| in_the_way(&target, &error))?;
    let aside = swap(&copy, &target, config.now().date_naive());
    taken.release().await;
    let aside = aside?;
    unfinished.keep();
    sync_folder_of(&target)?;
    println!(
        "revision {} with {} offers is in {}; everybody has to sign in again",
        found.revision,
        found.offers,
        target.display()
    );
    if let Some(aside) = aside {
        println!("the former database is in {}", aside.display());
    }
    Ok(0)
}

fn refused(text: &str) -> Failed {
    Failed {
        status: 1,
        ..Failed::input("restore_check_failed", text)
    }
}

fn in_the_way(target: &Path, error: &TakeError) -> Failed {
    let text = format!("{}: {error}; nothing was changed", target.display());
    match error {
        TakeError::InUse => {
            Failed::input("database_in_use", text).hint("stop the server and other commands first")
        }
        TakeError::Leftover(_) => {
            Failed::input("leftover_log", text).hint("if it is not needed, move it away")
        }
        TakeError::Sql(_) => Failed::input("database_failed", text),
    }
}

fn copy_bytes(from: &Path, to: &mut impl Write, progress: &Progress) -> std::io::Result<()> {
    let mut from = std::fs::File::open(from)?;
    let all = from.metadata()?.len();
    let (mut buffer, mut done) = (vec![0; CHUNK], 0);
    loop {
        let read = from.read(&mut buffer)?;
        if read == 0 {
            return to.flush();
        }
        to.write_all(&buffer[..read])?;
        done += read as u64;
        progress.part("copying", done, all);
    }
}

/// Puts `copy` in the place of `target`; the name under which the former file is kept.
fn swap(copy: &Path, target: &Path, today: NaiveDate) -> Result<Option<PathBuf>, Failed> {
    let fails = |path: &Path| {
        let path = path.to_owned();
        move |error: std::io::Error| unwritten(&path, &error)
    };
    if !target.exists() {
        // A link, because it fails if a server made the database meanwhile.
        std::fs::hard_link(copy, target).map_err(fails(target))?;
        std::fs::remove_file(copy).map_err(fails(copy))?;
        return Ok(None);
    }
    let aside = aside(target, today);
    // With a second name for the former file there is a database at every moment; not every file system has them.
    if std::fs::hard_link(target, &aside).is_err() {
        std::fs::rename(target, &aside).map_err(fails(&aside))?;
    }
    std::fs::rename(copy, target).map_err(fails(target))?;
    Ok(Some(aside))
}

/// `NAME.before-restore-DATE`, with a number where that is taken.
fn aside(target: &Path, today: NaiveDate) -> PathBuf {
    let first = beside(target, &format!(".before-restore-{today}"));
    let more = (2..).map(|number: u32| beside(&first, &format!("-{number}")));
    std::iter::once(first.clone())
        .chain(more)
        .find(|name| !name.exists())
        .unwrap_or(first)
}
