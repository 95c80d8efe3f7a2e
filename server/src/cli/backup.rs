//! `zuka backup`: the whole database in one file, while the server goes on.
use super::Failed;
use super::files::{Progress, Unfinished, create_new, size, sync, sync_folder_of, unwritten};
use crate::config::Config;
use crate::store::StoreError;
use crate::store::backup::{self, beside, file_of};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How often progress is shown.
const TICK: Duration = Duration::from_millis(200);

/// The file behind the configured database, which must exist.
pub(super) fn database(config: &Config) -> Result<PathBuf, Failed> {
    let file = file_of(&config.database_url).map_err(|error| failed(&error))?;
    file.ok_or_else(|| {
        Failed::input(
            "no_database_file",
            "the database is in memory: there is no file",
        )
        .hint("check ZUKA_DATABASE_URL")
    })
}

pub(super) fn failed(error: &StoreError) -> Failed {
    Failed::input("database_failed", error.to_string()).hint("check ZUKA_DATABASE_URL")
}

/// Copies, looks at the copy, and puts it where it was asked for.
pub async fn backup(config: &Config, to: PathBuf) -> Result<u8, Failed> {
    let from = database(config)?;
    if !from.exists() {
        let message = format!("there is no database at {}", from.display());
        return Err(Failed::input("no_database", message).hint("check ZUKA_DATABASE_URL"));
    }
    // The name is taken first, so that nobody's file is overwritten at the end.
    create_new(&to)?;
    let reserved = Unfinished::new(&to);
    let partial = beside(&to, ".partial");
    create_new(&partial).map_err(|error| error.hint("an interrupted backup left it; remove it"))?;
    let unfinished = Unfinished::new(&partial);
    let progress = Progress::new();
    copy(&from, &partial, &progress).await?;
    progress.say("looking at the copy");
    let found = backup::inspect(&partial).await;
    progress.end();
    let found = found.map_err(|error| Failed {
        status: 1,
        ..Failed::input(
            "backup_check_failed",
            format!("no backup was made: {error}"),
        )
    })?;
    sync(&partial)?;
    std::fs::rename(&partial, &to).map_err(|error| unwritten(&to, &error))?;
    unfinished.keep();
    reserved.keep();
    sync_folder_of(&to)?;
    let bytes = std::fs::metadata(&to).map_or(0, |file| file.len());
    println!(
        "revision {} with {} offers is in {} ({})",
        found.revision,
        found.offers,
        to.display(),
        size(bytes)
    );
    Ok(0)
}

async fn copy(from: &Path, to: &Path, progress: &Progress) -> Result<(), Failed> {
    let all = backup::size(from).await.map_err(|error| failed(&error))?;
    let work = backup::copy(from, to);
    tokio::pin!(work);
    let mut tick = tokio::time::interval(TICK);
    loop {
        tokio::select! {
            done = &mut work => return done.map_err(|error| failed(&error)),
            _ = tick.tick() => {
                let done = std::fs::metadata(to).map_or(0, |file| file.len());
                progress.part("copying", done.min(all), all);
            }
        }
    }
}
