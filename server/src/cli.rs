//! The command line. Exit status: 0 done, 1 the answer is a failure that was asked about, 2 the call is wrong.
mod backup;
mod compat;
mod documents;
mod export;
mod file;
mod files;
mod import;
mod inspect;
mod price;
pub use price::answer as answer_price;
mod restore;
mod serve;
mod size;
pub use size::answer as answer_size;
pub mod sync;
mod user;

use crate::config::Config;
use clap::{Parser, Subcommand};
use serde_json::json;
use std::io::Write as _;
use std::process::ExitCode;

/// Compare GPU rental prices, bill a week by each platform's own rules.
#[derive(Parser)]
#[command(name = "zuka", version, about)]
pub struct Cli {
    #[command(flatten)]
    config: Config,
    /// Errors as one JSON object on stderr instead of a line.
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Serve the site (the default).
    Serve,
    /// Price documents of the billing cases: one object or an array, from a file or stdin.
    Price {
        /// File; `-` or nothing = stdin.
        file: Option<std::path::PathBuf>,
    },
    /// Size workloads: memory, cards and times for sizing documents, one object or an array, from a file or stdin.
    Size {
        /// File; `-` or nothing = stdin.
        file: Option<std::path::PathBuf>,
    },
    /// Will a stack run on a card: compatibility documents, one object or an array, from a file or stdin.
    Compat {
        /// File; `-` or nothing = stdin.
        file: Option<std::path::PathBuf>,
    },
    /// Check a rented machine: what `check.sh` printed there against an offer or a card, from a file or stdin.
    Inspect(inspect::InspectArgs),
    /// Show what a file of prices would change; with `--apply` change it, in one transaction.
    Import(import::ImportArgs),
    /// Copy the whole database into a file that does not exist yet, while the server goes on.
    Backup {
        /// The new file; it holds password hashes and second factors, so keep it to yourself.
        file: std::path::PathBuf,
    },
    /// Put a backup in the database's place, after looking at it; the former one is kept beside it.
    Restore {
        /// File made by `zuka backup`.
        file: std::path::PathBuf,
    },
    /// Write the public catalogue: no editors, no reports, no private offers.
    Export(export::ExportArgs),
    /// Ask live sources for their prices and show what would change; with `--apply` change it.
    Sync(sync::SyncArgs),
    /// Editors: who may change offers.
    User {
        #[command(subcommand)]
        command: user::UserCommand,
    },
}

/// An error on its way to the terminal.
pub struct Failed {
    /// 1 or 2.
    pub status: u8,
    /// A stable word.
    pub code: &'static str,
    /// One line for a person.
    pub message: String,
    /// The field or argument at fault.
    pub field: Option<String>,
    /// What to do.
    pub hint: Option<String>,
}

impl Failed {
    /// Wrong input or call.
    pub fn input(code: &'static str, message: impl Into<String>) -> Self {
        Self {
            status: 2,
            code,
            message: message.into(),
            field: None,
            hint: None,
        }
    }

    /// Adds what to do next.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

async fn command(cli: Cli) -> Result<u8, Failed> {
    match cli.command.unwrap_or(Command::Serve) {
        Command::Serve => serve::serve(cli.config).await,
        Command::Price { file } => price::price(file),
        Command::Size { file } => size::size(file),
        Command::Compat { file } => compat::compat(file),
        Command::Inspect(args) => inspect::inspect(&cli.config, args).await,
        Command::Import(args) => import::import(cli.config, args).await,
        Command::Backup { file } => backup::backup(&cli.config, file).await,
        Command::Restore { file } => restore::restore(&cli.config, file).await,
        Command::Export(args) => export::export(&cli.config, args).await,
        Command::Sync(args) => sync::sync(cli.config, args).await,
        Command::User { command } => user::user(&cli.config, command).await,
    }
}

/// Runs the command line; errors go to stderr.
pub async fn run() -> ExitCode {
    let (as_json, done) = match file::parse(std::path::Path::new("zuka.toml")) {
        Ok(cli) => (cli.json, command(cli).await),
        Err(failed) => (false, Err(failed)),
    };
    // What was said must have left the house before the process ends: who reads it takes silence for an answer.
    let done = done.and_then(|status| {
        let said = std::io::stdout().flush();
        said.map(|()| status)
            .map_err(|error| Failed::input("cannot_write", format!("standard output: {error}")))
    });
    match done {
        Ok(status) => ExitCode::from(status),
        Err(failed) => {
            if as_json {
                let mut error = json!({ "code": failed.code, "message": failed.message });
                if let Some(field) = failed.field {
                    error["field"] = field.into();
                }
                if let Some(hint) = failed.hint {
                    error["hint"] = hint.into();
                }
                eprintln!("{}", json!({ "error": error }));
            } else {
                let hint = failed
                    .hint
                    .map(|hint| format!(" ({hint})"))
                    .unwrap_or_default();
                eprintln!("zuka: {}{hint}", failed.message);
            }
            ExitCode::from(failed.status)
        }
    }
}
