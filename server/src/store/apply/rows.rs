//! Many rows a statement: one round trip to the database for hundreds of rows, the text of it prepared once.
use crate::store::StoreError;
use sqlx::AssertSqlSafe;
use sqlx::query::Query;
use sqlx::sqlite::{Sqlite, SqliteArguments, SqliteConnection};

/// A statement that is being filled.
pub(super) type Filled = Query<'static, Sqlite, SqliteArguments>;

/// Values bound at once; SQLite takes 32,766.
const MOST_VALUES: usize = 6_000;

/// Runs `head values (…), (…) tail` for all `rows`, in parts; `fill` binds the `columns` values of one row, in order.
pub(super) async fn insert<T>(
    tx: &mut SqliteConnection,
    head: &str,
    columns: usize,
    tail: &str,
    rows: &[T],
    mut fill: impl FnMut(Filled, &T) -> Filled,
) -> Result<(), StoreError> {
    let one = format!("({})", vec!["?"; columns].join(","));
    let statement = |count: usize| {
        format!(
            "{head} values {} {tail}",
            vec![one.as_str(); count].join(",")
        )
    };
    let size = (MOST_VALUES / columns).max(1);
    let full = (rows.len() >= size).then(|| statement(size));
    for part in rows.chunks(size) {
        let text = match &full {
            Some(full) if part.len() == size => full.clone(),
            _ => statement(part.len()),
        };
        // A part of another length comes once: its text is not worth keeping.
        let is_usual = part.len() == size;
        let mut query = sqlx::query(AssertSqlSafe(text)).persistent(is_usual);
        for row in part {
            query = fill(query, row);
        }
        query.execute(&mut *tx).await?;
    }
    Ok(())
}

/// Numbers as one JSON array, for `json_each`.
pub(super) fn list(numbers: impl Iterator<Item = i64>) -> String {
    let mut text = String::from("[");
    for (at, number) in numbers.enumerate() {
        if at > 0 {
            text.push(',');
        }
        text.push_str(&number.to_string());
    }
    text.push(']');
    text
}
