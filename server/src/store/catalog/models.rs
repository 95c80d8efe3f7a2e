//! Language models as the store has them.
use super::{StoreError, bad};
use crate::sizer;
use domain::catalog::model_edit::FIGURES;
use domain::sizing::{Library, Model};
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use std::sync::Arc;

const WORDS: [&str; 5] = ["id", "family", "hf_repo", "source", "note"];

/// All models in force, in the order in which they came.
pub async fn models(connection: &mut SqliteConnection) -> Result<Vec<Model>, StoreError> {
    let rows = sqlx::query("select * from model where until_revision is null order by rowid")
        .fetch_all(connection)
        .await?;
    rows.iter().map(model).collect()
}

/// One model, inside a transaction; `None` when there is none of that name.
pub async fn one(tx: &mut SqliteConnection, id: &str) -> Result<Option<Model>, StoreError> {
    let row = sqlx::query("select * from model where id = $1 and until_revision is null")
        .bind(id)
        .fetch_optional(tx)
        .await?;
    row.as_ref().map(model).transpose()
}

fn model(row: &SqliteRow) -> Result<Model, StoreError> {
    let mut columns = Vec::with_capacity(WORDS.len() + FIGURES.len());
    for name in WORDS {
        columns.push((name, row.try_get::<String, _>(name)?));
    }
    for name in FIGURES {
        let number: Option<i64> = row.try_get(name)?;
        let text = match (number, name) {
            (Some(number), _) => number.to_string(),
            // Not stated is none.
            (None, "sliding_layers") => "0".to_owned(),
            (None, _) => String::new(),
        };
        columns.push((name, text));
    }
    let id = columns[0].1.clone();
    Model::of_columns(columns).map_err(|error| bad("model", id, error))
}

/// What the sizer works from: these models over the measured runs in the binary.
///
/// The binary's own library where they are the same ones, so that it is prepared once, and where the store has none: a
/// catalogue that was loaded without a file of models still sizes those that are known.
pub fn library(models: Vec<Model>) -> Arc<Library> {
    let own = sizer::library();
    if models.is_empty() || models == own.models.llms {
        return own;
    }
    sizer::library_of(models)
}
