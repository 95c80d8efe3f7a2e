//! `zuka user`: editors. A password is asked for or read from stdin, never taken from an argument.
use super::Failed;
use crate::auth::password;
use crate::config::Config;
use crate::store::deeds::{self, NewDeed};
use crate::store::people::{self, Act, Outcome};
use crate::store::{self, StoreError, editors};
use chrono::{DateTime, Utc};
use clap::Subcommand;
use domain::people::{Deed, LONGEST_BYTES, LONGEST_NAME, Role, SHORTEST, check_password};
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{Sqlite, SqliteConnection, SqlitePool};
use std::io::{BufRead, IsTerminal};

/// What to do with editors.
#[derive(Subcommand)]
pub enum UserCommand {
    /// Add an editor; the first one becomes an admin.
    Add {
        /// Name to sign in with.
        name: String,
        /// `editor` or `admin`; without it an admin when there is none, else an editor.
        #[arg(long, value_parser = role)]
        role: Option<Role>,
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
    /// Give an editor another role; ends their sessions.
    Role {
        /// Name.
        name: String,
        /// `editor` or `admin`.
        #[arg(value_parser = role)]
        role: Role,
    },
    /// Turn off an editor's two-step sign-in, when phone and recovery codes are lost; ends their sessions.
    ResetSecondFactor {
        /// Name.
        name: String,
    },
    /// List the editors: name, role, access, two-step sign-in, day they were added.
    List,
}

/// Runs it.
pub async fn user(config: &Config, command: UserCommand) -> Result<u8, Failed> {
    if let UserCommand::Add { name, .. } = &command {
        check_name(name)?;
    }
    let pool = store::open(&config.database_url)
        .await
        .map_err(|error| failed(&error))?;
    let done = run(&pool, command, config.now()).await;
    pool.close().await;
    done.map(|()| 0)
}

async fn run(pool: &SqlitePool, command: UserCommand, now: DateTime<Utc>) -> Result<(), Failed> {
    match command {
        UserCommand::Add { name, role } => add(pool, &name, role, now).await,
        UserCommand::Passwd { name } => {
            let connection = &mut *acquire(pool).await?;
            find(connection, &name).await?;
            let hash = hash(&read_password()?)?;
            editors::set_password(connection, &name, &hash)
                .await
                .map_err(|error| failed(&error))?;
            write_down(connection, Deed::PasswordChanged, &name, "", now).await?;
            println!("{name} has a new password; their sessions have ended");
            Ok(())
        }
        UserCommand::Remove { name } => {
            let connection = &mut *acquire(pool).await?;
            if !editors::remove(connection, &name)
                .await
                .map_err(|error| failed(&error))?
            {
                return Err(unknown(&name));
            }
            write_down(connection, Deed::Removed, &name, "", now).await?;
            println!("{name} can no longer sign in");
            Ok(())
        }
        UserCommand::Role { name, role } => {
            change(pool, &name, Act::SetRole(role), now).await?;
            println!("{name} is now {}", role.word());
            Ok(())
        }
        UserCommand::ResetSecondFactor { name } => {
            change(pool, &name, Act::ResetSecondFactor, now).await?;
            println!("{name} signs in with the password alone");
            Ok(())
        }
        UserCommand::List => {
            let connection = &mut *acquire(pool).await?;
            let all = editors::list(connection).await;
            for editor in all.map_err(|error| failed(&error))? {
                let access = if editor.is_active {
                    "active"
                } else {
                    "inactive"
                };
                let factor = editor.totp_secret.map_or("password", |_| "two steps");
                let role = editor.role.word();
                println!(
                    "{}\t{role}\t{access}\t{factor}\t{}",
                    editor.name, editor.created_at
                );
            }
            Ok(())
        }
    }
}

async fn add(
    pool: &SqlitePool,
    name: &str,
    role: Option<Role>,
    now: DateTime<Utc>,
) -> Result<(), Failed> {
    let connection = &mut *acquire(pool).await?;
    let is_taken = editors::is_taken(connection, name).await;
    if is_taken.map_err(|error| failed(&error))? {
        return Err(taken(name));
    }
    let admins = editors::other_admins(connection, "").await;
    let first = admins.map_err(|error| failed(&error))? == 0;
    let role = role.unwrap_or(if first { Role::Admin } else { Role::Editor });
    let password = read_password()?;
    if !check_password(name, &password, &password).is_empty() {
        return Err(bad_password());
    }
    let hash = hash(&password)?;
    if !editors::add_as(connection, name, &hash, role, now)
        .await
        .map_err(|error| failed(&error))?
    {
        return Err(taken(name));
    }
    write_down(connection, Deed::Joined, name, role.word(), now).await?;
    println!("{name} can sign in at /login; role: {}", role.word());
    Ok(())
}

async fn change(
    pool: &SqlitePool,
    name: &str,
    what: Act,
    now: DateTime<Utc>,
) -> Result<(), Failed> {
    match people::act(pool, name, what, None, now).await {
        Ok(Outcome::Done | Outcome::AsBefore) => Ok(()),
        Ok(Outcome::Unknown) => Err(unknown(name)),
        Ok(Outcome::LastAdmin) => Err(Failed::input(
            "last_admin",
            format!("{name} is the last admin; nothing was changed"),
        )
        .hint("zuka user role NAME admin makes another one first")),
        Err(error) => Err(failed(&error)),
    }
}

async fn acquire(pool: &SqlitePool) -> Result<PoolConnection<Sqlite>, Failed> {
    let connection = pool.acquire().await;
    connection.map_err(|error| failed(&error.into()))
}

async fn find(connection: &mut SqliteConnection, name: &str) -> Result<(), Failed> {
    let found = editors::find(connection, name).await;
    match found.map_err(|error| failed(&error))? {
        Some(_) => Ok(()),
        None => Err(unknown(name)),
    }
}

async fn write_down(
    connection: &mut SqliteConnection,
    deed: Deed,
    of: &str,
    detail: &str,
    now: DateTime<Utc>,
) -> Result<(), Failed> {
    let new = NewDeed {
        deed,
        by: None,
        of: Some(of),
        detail,
    };
    let added = deeds::add(connection, &new, now).await;
    added.map_err(|error| failed(&error))
}

fn role(word: &str) -> Result<Role, String> {
    Role::from_word(word).ok_or_else(|| format!("`{word}` is no role: editor or admin"))
}

fn unknown(name: &str) -> Failed {
    Failed::input("no_such_editor", format!("no editor is named `{name}`")).hint("zuka user list")
}

fn failed(error: &StoreError) -> Failed {
    Failed::input("database_failed", error.to_string()).hint("check ZUKA_DATABASE_URL")
}

fn taken(name: &str) -> Failed {
    Failed::input("name_taken", format!("an editor named `{name}` exists"))
        .hint("zuka user passwd changes a password")
}

fn check_name(name: &str) -> Result<(), Failed> {
    domain::people::check_name(name).map_err(|_| {
        Failed::input(
            "bad_name",
            format!("a name has 1 to {LONGEST_NAME} characters that can be seen and no blanks at its ends"),
        )
    })
}

fn bad_password() -> Failed {
    let text = format!(
        "a password has at least {SHORTEST} characters and at most {LONGEST_BYTES} bytes, and is not the name; nothing was changed"
    );
    Failed::input("bad_password", text)
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
        return Err(bad_password());
    }
    Ok(password)
}
