//! Where figures of cards and models were read: what one revision wrote down or took back of it.
use crate::store::StoreError;
use domain::catalog::revision::{Change, Subject, Touched};
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;

/// Figures whose source a revision touched, of both tables: table, card or model, figure.
pub(super) const PROOFS: &str = "select 'card_figure' as tbl, gpu as owner, figure from card_figure
     where since_revision = $1 or until_revision = $1
   union select 'model_figure', model, figure from model_figure where since_revision = $1 or until_revision = $1";

/// At most `limit` of them, from the place `from` on.
pub(super) async fn proofs(
    tx: &mut SqliteConnection,
    revision: i64,
    from: i64,
    limit: i64,
) -> Result<Vec<Touched>, StoreError> {
    let side = |when: &str| {
        format!(
            "select 'card_figure' as tbl, gpu as owner, figure, value, source_url, observed_at from card_figure where {when}
             union all select 'model_figure', model, figure, value, source_url, observed_at from model_figure where {when}"
        )
    };
    let sql = format!(
        "select t.tbl, t.owner, t.figure, b.value as b_value, a.value as a_value, b.source_url as b_url,
           a.source_url as a_url, b.observed_at as b_day, a.observed_at as a_day
         from ({PROOFS} order by 1, 2, 3 limit $2 offset $3) t
         left join ({}) b on b.tbl = t.tbl and b.owner = t.owner and b.figure = t.figure
         left join ({}) a on a.tbl = t.tbl and a.owner = t.owner and a.figure = t.figure
         order by t.tbl, t.owner, t.figure",
        side("until_revision = $1 and since_revision < $1"),
        side("since_revision = $1 and until_revision is not $1"),
    );
    let found = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(revision)
        .bind(limit)
        .bind(from)
        .fetch_all(tx)
        .await?;
    let mut all = Vec::new();
    for row in &found {
        let (owner, figure): (String, String) = (row.try_get("owner")?, row.try_get("figure")?);
        let before: Option<String> = row.try_get("b_value")?;
        let mut changes = Vec::new();
        for (field, was, is) in [
            (figure.as_str(), "b_value", "a_value"),
            ("source_url", "b_url", "a_url"),
            ("source_date", "b_day", "a_day"),
        ] {
            let (was, is): (Option<String>, Option<String>) = (row.try_get(was)?, row.try_get(is)?);
            if was != is {
                changes.push(Change {
                    field: field.to_owned(),
                    before: was,
                    after: is,
                });
            }
        }
        all.push(Touched {
            subject: Subject::Row {
                table: row.try_get("tbl")?,
                key: owner,
            },
            is_new: before.is_none(),
            changes,
        });
    }
    Ok(all)
}
