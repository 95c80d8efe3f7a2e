//! A card by hand: one transaction, one revision, one audit row; where each figure was read is kept beside it.
use super::figures::OF_CARDS;
use super::{StoreError, apply, audit, catalog, figures, fingerprint_of, named};
use chrono::{DateTime, Utc};
use domain::catalog::Gpu;
use domain::catalog::card_edit::{CardEdit, fields_of};
use domain::catalog::proof::Proof;
use domain::catalog::revision::Change;
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

/// What the audit calls a card.
pub fn subject(slug: &str) -> String {
    format!("card:{slug}")
}

/// Stands for all values of a card's form.
pub fn fingerprint(gpu: &Gpu, proofs: &[Proof]) -> String {
    fingerprint_of(&fields_of(gpu, proofs).fingerprint_text())
}

/// Stores an edit of a card whose form showed `seen`. Errors: `Conflict` when it moved on since.
///
/// The caller holds the state's writing lock until it has read the catalogue anew.
pub async fn save(
    pool: &SqlitePool,
    edit: &CardEdit,
    confirmed: &[Change],
    seen: &str,
    editor: &str,
    now: DateTime<Utc>,
) -> Result<i64, StoreError> {
    let mut connection = pool.acquire().await?;
    let mut tx = connection.begin_with("begin immediate").await?;
    let slug = &edit.gpu.slug;
    let stored = catalog::card(&mut tx, slug)
        .await?
        .ok_or(StoreError::Conflict)?;
    let known = figures::proofs(&mut tx, OF_CARDS, slug).await?;
    if fingerprint(&stored, &known) != seen {
        return Err(StoreError::Conflict);
    }
    let summary = format!("card {slug}: {}", named(&edit.changes));
    let revision = apply::new_revision(&mut tx, "edit", editor, &summary, now).await?;
    update(&mut tx, &edit.gpu).await?;
    figures::write(&mut tx, OF_CARDS, slug, &edit.proofs, revision).await?;
    let mut changes = edit.changes.clone();
    changes.extend(confirmed.iter().cloned());
    audit::write(&mut tx, revision, editor, &subject(slug), &changes, now).await?;
    tx.commit().await?;
    Ok(revision)
}

async fn update(tx: &mut SqliteConnection, gpu: &Gpu) -> Result<(), StoreError> {
    sqlx::query(
        "update gpu set name = $2, note = $3, vram_gb = $4, memory_type = $5, bandwidth_gbps = $6,
           fp16_dense_tflops = $7, bf16_dense_tflops = $8, fp8_dense_tflops = $9, int8_dense_tops = $10,
           fp32_tflops = $11, tdp_w = $12, interconnect = $13, interconnect_gbps = $14, form_factor = $15,
           compute_capability = $16, min_cuda = $17, release_year = $18
         where slug = $1",
    )
    .bind(&gpu.slug)
    .bind(&gpu.name)
    .bind(&gpu.note)
    .bind(gpu.vram_gb)
    .bind(&gpu.memory_type)
    .bind(gpu.bandwidth_gbps)
    .bind(gpu.fp16_dense_tflops)
    .bind(gpu.bf16_dense_tflops)
    .bind(gpu.fp8_dense_tflops)
    .bind(gpu.int8_dense_tops)
    .bind(gpu.fp32_tflops)
    .bind(gpu.tdp_w)
    .bind(&gpu.interconnect)
    .bind(gpu.interconnect_gbps)
    .bind(&gpu.form_factor)
    .bind(&gpu.compute_capability)
    .bind(&gpu.min_cuda)
    .bind(gpu.release_year)
    .execute(tx)
    .await?;
    Ok(())
}
