//! `zuka user`: editors. A password is asked for or read from stdin, never taken from an argument.
use super::Failed;
use crate::auth::password::{self, LONGEST_BYTES, SHORTEST};
use crate::config::Config;
use crate::store::{self, StoreError, editors};
use clap::Subcommand;
use std::io::{BufRead, IsTerminal};

/// What to do with editors.
#[derive(Subcommand)]
pub enum UserCommand {
    /// Add an editor.
    Add {
        /// Name to sign in with.
        name: String,
    },
    /// Change an editor's password; ends their sessions.
    Passwd {
        /// Name.
        name: String,
    },
    /// Remove an editor; ends their sessions.
    Remove {
        /// Name.
        name: String,
    },
    /// List the editors.
    List,
}

/// Runs it.
pub async fn user(config: &Config, command: UserCommand) -> Result<u8, Failed> {
    if let UserCommand::Add { name } = &command {
        check_name(name)?;
    }
    let pool = store::open(&config.database_url)
        .await
        .map_err(|error| failed(&error))?;
    let mut connection = pool
        .acquire()
        .await
        .map_err(|error| failed(&error.into()))?;
    let unknown = |name: &str| {
        Failed::input("no_such_editor", format!("no editor is named `{name}`"))
            .hint("zuka user list")
    };
    match command {
        UserCommand::Add { name } => {
            if editors::find(&mut connection, &name)
                .await
                .map_err(|error| failed(&error))?
                .is_some()
            {
                return Err(taken(&name));
            }
            let hash = hash(&read_password()?)?;
            if !editors::add(&mut connection, &name, &hash, config.now())
                .await
                .map_err(|error| failed(&error))?
            {
                return Err(taken(&name));
            }
            println!("{name} can sign in at /login");
        }
        UserCommand::Passwd { name } => {
            if editors::find(&mut connection, &name)
                .await
                .map_err(|error| failed(&error))?
                .is_none()
            {
                return Err(unknown(&name));
            }
            let hash = hash(&read_password()?)?;
            editors::set_password(&mut connection, &name, &hash)
                .await
                .map_err(|error| failed(&error))?;
            println!("{name} has a new password; their sessions have ended");
        }
        UserCommand::Remove { name } => {
            if !editors::remove(&mut connection, &name)
                .await
                .map_err(|error| failed(&error))?
            {
                return Err(unknown(&name));
            }
            println!("{name} can no longer sign in");
        }
        UserCommand::List => {
            for editor in editors::list(&mut connection)
                .await
                .map_err(|error| failed(&error))?
            {
                println!("{}\t{}", editor.name, editor.created_at);
            }
        }
    }
    Ok(0)
}

fn failed(error: &StoreError) -> Failed {
    Failed::input("database_failed", error.to_string()).hint("check ZUKA_DATABASE_URL")
}

fn taken(name: &str) -> Failed {
    Failed::input("name_taken", format!("an editor named `{name}` exists"))
        .hint("zuka user passwd changes a password")
}

fn check_name(name: &str) -> Result<(), Failed> {
    let fine = !name.is_empty()
        && name.chars().count() <= 60
        && name.trim() == name
        && !name.contains(char::is_control);
    if fine {
        return Ok(());
    }
    Err(Failed::input(
        "bad_name",
        "a name has 1 to 60 characters and no blanks at its ends",
    ))
}

fn hash(password: &str) -> Result<String, Failed> {
    password::hash(password).map_err(|error| Failed::input("hash_failed", error.to_string()))
}

/// From a prompt, twice; or the first line of stdin.
fn read_password() -> Result<String, Failed> {
    let unread = |error: std::io::Error| {
        Failed::input("no_password", format!("no password could be read: {error}"))
    };
    let stdin = std::io::stdin();
    let password = if stdin.is_terminal() {
        let first = rpassword::prompt_password("Password: ").map_err(unread)?;
        if rpassword::prompt_password("Again: ").map_err(unread)? != first {
            return Err(Failed::input(
                "passwords_differ",
                "the two passwords differ; nothing was changed",
            ));
        }
        first
    } else {
        let mut line = String::new();
        stdin.lock().read_line(&mut line).map_err(unread)?;
        line.trim_end_matches(['\r', '\n']).to_owned()
    };
    if password.chars().count() < SHORTEST || password.len() > LONGEST_BYTES {
        let text = format!(
            "a password has at least {SHORTEST} characters and at most {LONGEST_BYTES} bytes; nothing was changed"
        );
        return Err(Failed::input("bad_password", text));
    }
    Ok(password)
}
