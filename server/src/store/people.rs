//! Changes to people: each one transaction, with its line in the list of deeds.
use super::deeds::{self, NewDeed};
use super::{StoreError, editors, invites, second_factor};
use chrono::{DateTime, Utc};
use domain::people::{Deed, Role};
use sqlx::Connection;
use sqlx::sqlite::SqlitePool;

/// What an admin does to somebody.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Gives them a role.
    SetRole(Role),
    /// Keeps them from signing in.
    Deactivate,
    /// Lets them sign in again.
    Reactivate,
    /// Turns their second factor off.
    ResetSecondFactor,
}

/// What came of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is so now.
    Done,
    /// It was so before; nothing was written.
    AsBefore,
    /// Nobody has the name.
    Unknown,
    /// They are the last admin who can sign in; nothing was changed.
    LastAdmin,
}

/// Does it, and ends the sessions of whom it concerns.
pub async fn act(
    pool: &SqlitePool,
    name: &str,
    act: Act,
    by: Option<&str>,
    now: DateTime<Utc>,
) -> Result<Outcome, StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    let Some(stored) = editors::find(&mut tx, name).await? else {
        return Ok(Outcome::Unknown);
    };
    let as_before = match act {
        Act::SetRole(role) => stored.role == role,
        Act::Deactivate => !stored.is_active,
        Act::Reactivate => stored.is_active,
        Act::ResetSecondFactor => stored.totp_secret.is_none(),
    };
    if as_before {
        return Ok(Outcome::AsBefore);
    }
    let takes_an_admin = matches!(act, Act::SetRole(Role::Editor) | Act::Deactivate);
    if takes_an_admin
        && stored.role == Role::Admin
        && stored.is_active
        && editors::other_admins(&mut tx, name).await? == 0
    {
        return Ok(Outcome::LastAdmin);
    }
    if takes_an_admin {
        // Or they could come back by a link of their own.
        invites::withdraw_all_of(&mut tx, name, now).await?;
    }
    let (deed, detail) = match act {
        Act::SetRole(role) => {
            editors::set_role(&mut tx, name, role).await?;
            (Deed::RoleChanged, role.word())
        }
        Act::Deactivate => {
            editors::set_active(&mut tx, name, 0).await?;
            (Deed::Deactivated, "")
        }
        Act::Reactivate => {
            editors::set_active(&mut tx, name, 1).await?;
            (Deed::Reactivated, "")
        }
        Act::ResetSecondFactor => {
            second_factor::turn_off(&mut tx, name).await?;
            (Deed::SecondFactorReset, "")
        }
    };
    let new = NewDeed {
        deed,
        by,
        of: Some(name),
        detail,
    };
    deeds::add(&mut tx, &new, now).await?;
    tx.commit().await?;
    Ok(Outcome::Done)
}

/// What came of joining.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Joined {
    /// They are in.
    Yes,
    /// The invitation was used, taken back or ran out meanwhile.
    TooLate,
    /// Somebody has the name.
    NameTaken,
}

/// Makes an editor of who was invited; the invitation is worth nothing afterwards.
pub async fn join(
    pool: &SqlitePool,
    invite: &invites::Invite,
    name: &str,
    hash: &str,
    now: DateTime<Utc>,
) -> Result<Joined, StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    if editors::is_taken(&mut tx, name).await? {
        return Ok(Joined::NameTaken);
    }
    if !invites::take(&mut tx, invite.id, name, now).await? {
        return Ok(Joined::TooLate);
    }
    editors::add_as(&mut tx, name, hash, invite.role, now).await?;
    let new = NewDeed {
        deed: Deed::Joined,
        by: Some(&invite.made_by),
        of: Some(name),
        detail: invite.role.word(),
    };
    deeds::add(&mut tx, &new, now).await?;
    tx.commit().await?;
    Ok(Joined::Yes)
}

/// Replaces one's own password, which ends every session that was opened with the old one.
pub async fn change_password(
    pool: &SqlitePool,
    name: &str,
    hash: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    editors::set_password(&mut tx, name, hash).await?;
    deeds::add(&mut tx, &NewDeed::own(Deed::PasswordChanged, name), now).await?;
    tx.commit().await?;
    Ok(())
}

/// Ends all of one's own sessions.
pub async fn sign_out_everywhere(
    pool: &SqlitePool,
    name: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    editors::end_sessions(&mut tx, name).await?;
    deeds::add(&mut tx, &NewDeed::own(Deed::SignOutEverywhere, name), now).await?;
    tx.commit().await?;
    Ok(())
}

/// A change to one's own second factor.
#[derive(Clone, Copy, Debug)]
pub enum OwnFactor<'a> {
    /// On, with the secret, the step of the code that proved it, and the hashes of its recovery codes.
    On(&'a str, i64, &'a [String]),
    /// Off.
    Off,
    /// New recovery codes, by their hashes.
    NewCodes(&'a [String]),
}

/// Makes it; turning it on or off ends all sessions.
pub async fn change_second_factor(
    pool: &SqlitePool,
    name: &str,
    change: OwnFactor<'_>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    let deed = match change {
        OwnFactor::On(secret, step, hashes) => {
            second_factor::turn_on(&mut tx, name, secret, step).await?;
            second_factor::set_codes(&mut tx, name, hashes).await?;
            Deed::SecondFactorOn
        }
        OwnFactor::Off => {
            second_factor::turn_off(&mut tx, name).await?;
            Deed::SecondFactorOff
        }
        OwnFactor::NewCodes(hashes) => {
            second_factor::set_codes(&mut tx, name, hashes).await?;
            Deed::RecoveryCodesMade
        }
    };
    deeds::add(&mut tx, &NewDeed::own(deed, name), now).await?;
    tx.commit().await?;
    Ok(())
}

/// Writes down that somebody signed in.
pub async fn signed_in(
    pool: &SqlitePool,
    name: &str,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    editors::signed_in(&mut tx, name, now).await?;
    deeds::add(&mut tx, &NewDeed::own(Deed::SignIn, name), now).await?;
    tx.commit().await?;
    Ok(())
}
