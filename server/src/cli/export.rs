//! `zuka export`: the public catalogue as a folder of CSV, as JSON, or as SQLite.
use super::Failed;
use super::backup::{database, failed};
use super::files::{Unfinished, create_new, sync, sync_folder_of, unwritten};
use crate::config::Config;
use crate::export::{csv, json};
use crate::store::{self, StoreError, export as tables};
use clap::{Args, ValueEnum};
use sqlx::SqlitePool;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Its form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// A folder with one file a table.
    Csv,
    /// One document.
    Json,
    /// One SQLite file.
    Sqlite,
}

/// The call.
#[derive(Args)]
pub struct ExportArgs {
    /// The form.
    form: Form,
    /// Where to: a folder for `csv`, else a file; without it `zuka-export`, stdout, `zuka-export.sqlite`.
    out: Option<PathBuf>,
}

/// Writes it; nothing that exists is overwritten.
pub async fn export(config: &Config, args: ExportArgs) -> Result<u8, Failed> {
    let file = database(config)?;
    if !file.exists() {
        let message = format!("there is no database at {}", file.display());
        return Err(Failed::input("no_database", message).hint("check ZUKA_DATABASE_URL"));
    }
    let pool = store::open(&config.database_url)
        .await
        .map_err(|error| failed(&error))?;
    let done = match args.form {
        Form::Csv => folder(&pool, &args.out.unwrap_or_else(|| "zuka-export".into())).await,
        Form::Json => document(&pool, args.out.as_deref()).await,
        Form::Sqlite => {
            let out = args.out.unwrap_or_else(|| "zuka-export.sqlite".into());
            sqlite(&pool, &out).await
        }
    };
    pool.close().await;
    done.map(|()| 0)
}

async fn read(pool: &SqlitePool) -> Result<Vec<tables::Table>, Failed> {
    let read = async { tables::read(&mut *pool.acquire().await.map_err(StoreError::from)?).await };
    read.await.map_err(|error| failed(&error))
}

async fn folder(pool: &SqlitePool, out: &Path) -> Result<(), Failed> {
    let all = read(pool).await?;
    std::fs::create_dir_all(out).map_err(|error| unwritten(out, &error))?;
    for table in &all {
        let bytes = csv(table).map_err(|error| failed(&error))?;
        write(&out.join(format!("{}.csv", table.name)), &bytes)?;
    }
    println!("{} tables are in {}", all.len(), out.display());
    Ok(())
}

async fn document(pool: &SqlitePool, out: Option<&Path>) -> Result<(), Failed> {
    let text = json(&read(pool).await?).to_string();
    match out.filter(|out| *out != Path::new("-")) {
        Some(out) => write(out, text.as_bytes()),
        None => {
            let written = writeln!(std::io::stdout(), "{text}");
            written.map_err(|error| unwritten(Path::new("stdout"), &error))
        }
    }
}

async fn sqlite(pool: &SqlitePool, out: &Path) -> Result<(), Failed> {
    create_new(out)?;
    let unfinished = Unfinished::new(out);
    tables::copy(&pool.connect_options(), out)
        .await
        .map_err(|error| failed(&error))?;
    sync(out)?;
    sync_folder_of(out)?;
    unfinished.keep();
    println!("the public catalogue is in {}", out.display());
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Failed> {
    let mut file = create_new(path)?;
    let unfinished = Unfinished::new(path);
    let written = file.write_all(bytes).and_then(|()| file.sync_all());
    written.map_err(|error| unwritten(path, &error))?;
    unfinished.keep();
    Ok(())
}
