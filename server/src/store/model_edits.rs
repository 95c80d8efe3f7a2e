//! A model by hand: one transaction, one revision, one audit row; where each figure was read is kept beside it.
use super::figures::OF_MODELS;
use super::{StoreError, apply, audit, catalog, figures, fingerprint_of, named, reference};
use crate::import;
use chrono::{DateTime, Utc};
use domain::catalog::model_edit::{ModelEdit, fields_of};
use domain::catalog::proof::Proof;
use domain::sizing::Model;
use sqlx::Connection;
use sqlx::sqlite::SqlitePool;

/// What the audit calls a model.
pub fn subject(id: &str) -> String {
    format!("model:{id}")
}

/// Stands for all values of a model's form; empty for a new one.
pub fn fingerprint(model: Option<&Model>, proofs: &[Proof]) -> String {
    let text = model.map(|model| fields_of(Some(model), proofs).fingerprint_text());
    text.map(|text| fingerprint_of(&text)).unwrap_or_default()
}

/// Stores a model whose form showed `seen`; a new one when that is empty. A model keeps its name.
///
/// Errors: `Conflict` when it moved on since, or when a new one has the name of another.
/// The caller holds the state's writing lock until it has read the catalogue anew.
pub async fn save(
    pool: &SqlitePool,
    edit: &ModelEdit,
    seen: &str,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    let id = &edit.model.id;
    let stored = catalog::model(&mut tx, id).await?;
    let known = figures::proofs(&mut tx, OF_MODELS, id).await?;
    if fingerprint(stored.as_ref(), &known) != seen {
        return Err(StoreError::Conflict);
    }
    let summary = match stored {
        Some(_) => format!("model {id}: {}", named(&edit.changes)),
        None => format!("new model {id}"),
    };
    let revision = apply::new_revision(&mut tx, "edit", editor, &summary, now).await?;
    reference::upsert_model(&mut tx, &row(&edit.model)).await?;
    figures::write(&mut tx, OF_MODELS, id, &edit.proofs, revision).await?;
    audit::write(&mut tx, revision, editor, &subject(id), &edit.changes, now).await?;
    tx.commit().await?;
    Ok(revision)
}

/// The model as its table has it.
fn row(model: &Model) -> import::Model {
    let count = |value: u64| i64::try_from(value).unwrap_or(i64::MAX);
    // Two bytes each of a key and a value.
    let kv_bytes =
        4 * u64::from(model.layers) * u64::from(model.kv_heads) * u64::from(model.head_dim);
    import::Model {
        id: model.id.clone(),
        family: model.family.clone(),
        hf_repo: model.hf_repo.clone(),
        kind: if model.experts > 0 { "moe" } else { "dense" }.to_owned(),
        layers: model.layers.into(),
        hidden: model.hidden.into(),
        heads: model.heads.into(),
        kv_heads: model.kv_heads.into(),
        head_dim: model.head_dim.into(),
        intermediate: model.intermediate.into(),
        experts: model.experts.into(),
        experts_active: model.experts_active.into(),
        vocab: model.vocab.into(),
        tied_embeddings: model.is_tied.into(),
        context: model.context.map_or(0, i64::from),
        sliding_window: model.sliding_window.map(i64::from),
        sliding_layers: Some(model.sliding_layers.into()),
        params: count(model.params),
        params_active: count(model.params_active),
        params_linear: count(model.params_linear),
        params_embed: count(model.params_embed),
        kv_bytes_per_token_16bit: Some(count(kv_bytes)),
        source: model.source.clone(),
        note: model.note.clone(),
    }
}
