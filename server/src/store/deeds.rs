//! What people did: sign-ins, invitations, roles, passwords; beside the revisions of the catalogue, newest first.
use super::StoreError;
use chrono::{DateTime, Utc};
use domain::people::Deed;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

/// Something to write down.
#[derive(Clone, Copy, Debug)]
pub struct NewDeed<'a> {
    /// What.
    pub deed: Deed,
    /// Who did it; `None` = nobody who is known, or the command line.
    pub by: Option<&'a str>,
    /// Whom it concerns.
    pub of: Option<&'a str>,
    /// A role, or whom an invitation is for; never a secret.
    pub detail: &'a str,
}

impl<'a> NewDeed<'a> {
    /// What somebody did to their own account.
    pub fn own(deed: Deed, name: &'a str) -> Self {
        Self {
            deed,
            by: Some(name),
            of: Some(name),
            detail: "",
        }
    }
}

/// A line of the list.
#[derive(Clone, Debug)]
pub struct Line {
    /// RFC 3339, UTC.
    pub made_at: String,
    /// What.
    pub what: What,
    /// Who did it.
    pub by: Option<String>,
    /// Whom it concerns.
    pub of: Option<String>,
    /// A few words more.
    pub detail: String,
    /// How often.
    pub count: i64,
}

/// What was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// Something about people.
    Deed(Deed),
    /// A revision of the catalogue: its number and kind.
    Revision(i64, String),
}

/// Writes one down. Failures to sign in of one name and day are counted in one line.
pub async fn add(
    connection: &mut SqliteConnection,
    new: &NewDeed<'_>,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query(
        "insert into deed (made_at, kind, editor, subject, detail) values ($1, $2, $3, $4, $5)
         on conflict (coalesce(subject, ''), substr(made_at, 1, 10)) where kind = 'sign_in_failed'
         do update set count = count + 1, made_at = excluded.made_at",
    )
    .bind(now.to_rfc3339())
    .bind(new.deed.word())
    .bind(new.by)
    .bind(new.of)
    .bind(new.detail)
    .execute(connection)
    .await?;
    Ok(())
}

/// Lines of deeds and revisions together, newest first; of one person where `person` is given.
pub async fn list(
    connection: &mut SqliteConnection,
    person: Option<&str>,
    offset: i64,
    limit: i64,
) -> Result<Vec<Line>, StoreError> {
    let rows = sqlx::query(
        "select made_at, kind, editor, subject, detail, count, id, 0 as is_revision from deed
           where $1 is null or editor = $1 or subject = $1
         union all
         select made_at, kind, author, null, summary, 1, id, 1 from revision where $1 is null or author = $1
         order by made_at desc, is_revision, id desc limit $2 offset $3",
    )
    .bind(person)
    .bind(limit)
    .bind(offset)
    .fetch_all(connection)
    .await?;
    rows.iter().map(line).collect()
}

/// How many lines there are.
pub async fn count(
    connection: &mut SqliteConnection,
    person: Option<&str>,
) -> Result<i64, StoreError> {
    let row = sqlx::query(
        "select (select count(*) from deed where $1 is null or editor = $1 or subject = $1)
              + (select count(*) from revision where $1 is null or author = $1) as lines",
    )
    .bind(person)
    .fetch_one(connection)
    .await?;
    Ok(row.try_get("lines")?)
}

/// Everybody who is named, by name; also those who are no editors any more.
pub async fn people(connection: &mut SqliteConnection) -> Result<Vec<String>, StoreError> {
    let rows = sqlx::query(
        "select name from editor union select editor from deed where editor is not null
         union select subject from deed where subject is not null union select author from revision order by 1",
    )
    .fetch_all(connection)
    .await?;
    rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
}

fn line(row: &SqliteRow) -> Result<Line, StoreError> {
    let (id, kind): (i64, String) = (row.try_get("id")?, row.try_get("kind")?);
    let what = if row.try_get::<i64, _>("is_revision")? == 1 {
        What::Revision(id, kind)
    } else {
        let deed = Deed::from_word(&kind).ok_or_else(|| StoreError::Row {
            table: "deed",
            id: id.to_string(),
            what: format!("`{kind}` is no deed"),
        })?;
        What::Deed(deed)
    };
    Ok(Line {
        made_at: row.try_get("made_at")?,
        what,
        by: row.try_get("editor")?,
        of: row.try_get("subject")?,
        detail: row.try_get("detail")?,
        count: row.try_get("count")?,
    })
}
