//! A card by hand: one transaction, one revision, one audit row; where each figure was read is kept beside it.
use super::{StoreError, apply, audit, catalog};
use chrono::{DateTime, NaiveDate, Utc};
use domain::catalog::card_edit::{CardEdit, CardTyped, Proof};
use domain::catalog::revision::Change;
use domain::catalog::{Gpu, Observed, Precision};
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{Connection, Row};

/// What the audit calls a card.
pub fn subject(slug: &str) -> String {
    format!("card:{slug}")
}

/// Stands for all values of a card's form.
pub fn fingerprint(gpu: &Gpu, proofs: &[Proof]) -> String {
    let text = CardTyped::of_card(gpu, proofs).fingerprint_text();
    blake3::hash(text.as_bytes()).to_hex()[..24].to_owned()
}

/// Where the card's figures were read, the present ones.
pub async fn proofs(
    connection: &mut SqliteConnection,
    slug: &str,
) -> Result<Vec<Proof>, StoreError> {
    let rows = sqlx::query(
        "select id, figure, value, source_url, observed_at, observed_precision from card_figure
         where gpu = $1 and until_revision is null order by id",
    )
    .bind(slug)
    .fetch_all(connection)
    .await?;
    rows.iter()
        .map(|row| {
            let id: i64 = row.try_get("id")?;
            let bad = |what: &str| StoreError::Row {
                table: "card_figure",
                id: id.to_string(),
                what: what.to_owned(),
            };
            let text = |column: &str| row.try_get::<String, _>(column);
            let date: NaiveDate = text("observed_at")?
                .parse()
                .map_err(|_| bad("observed_at"))?;
            let precision = Precision::from_word(&text("observed_precision")?)
                .ok_or_else(|| bad("observed_precision"))?;
            Ok(Proof {
                figure: text("figure")?,
                value: text("value")?,
                source_url: text("source_url")?,
                observed: Observed { date, precision },
            })
        })
        .collect()
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
    let known = proofs(&mut tx, slug).await?;
    if fingerprint(&stored, &known) != seen {
        return Err(StoreError::Conflict);
    }
    let fields: Vec<&str> = edit.changes.iter().map(|c| c.field.as_str()).collect();
    let named: String = fields.join(", ").chars().take(200).collect();
    let summary = format!("card {slug}: {named}");
    let revision = apply::new_revision(&mut tx, "edit", editor, &summary, now).await?;
    update(&mut tx, &edit.gpu).await?;
    for proof in &edit.proofs {
        sqlx::query(
            "update card_figure set until_revision = $3 where gpu = $1 and figure = $2 and until_revision is null",
        )
        .bind(slug)
        .bind(&proof.figure)
        .bind(revision)
        .execute(&mut *tx)
        .await?;
        sqlx::query(
            "insert into card_figure (gpu, figure, value, source_url, observed_at, observed_precision, since_revision)
             values ($1, $2, $3, $4, $5, $6, $7)",
        )
        .bind(slug)
        .bind(&proof.figure)
        .bind(&proof.value)
        .bind(&proof.source_url)
        .bind(proof.observed.date.to_string())
        .bind(proof.observed.precision.word())
        .bind(revision)
        .execute(&mut *tx)
        .await?;
    }
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
