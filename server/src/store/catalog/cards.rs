//! Cards as the store has them.
use super::StoreError;
use domain::catalog::Gpu;
use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

/// One card, inside a transaction; `None` when there is none of that name.
pub async fn card(tx: &mut SqliteConnection, slug: &str) -> Result<Option<Gpu>, StoreError> {
    let cards = gpus(tx).await?;
    Ok(cards.into_iter().find(|gpu| gpu.slug == slug))
}

/// All cards in force, and those that an offer in force still has.
pub async fn gpus(connection: &mut SqliteConnection) -> Result<Vec<Gpu>, StoreError> {
    let rows = sqlx::query(
        "select slug, name, vendor, architecture, compute_capability, vram_gb, memory_type, bandwidth_gbps, fp32_tflops,
           fp16_dense_tflops, fp16_dense_derived_tflops, bf16_dense_tflops, fp8_dense_tflops, int8_dense_tops, tdp_w,
           interconnect, interconnect_gbps, form_factor, release_year, min_cuda, source_url, note
         from gpu g where until_revision is null
           or exists (select 1 from offering o where o.gpu = g.slug and o.active = 1)
         order by position",
    )
    .fetch_all(connection)
    .await?;
    let gpu = |row: SqliteRow| -> Result<Gpu, sqlx::Error> {
        Ok(Gpu {
            slug: row.try_get("slug")?,
            name: row.try_get("name")?,
            vendor: row.try_get("vendor")?,
            architecture: row.try_get("architecture")?,
            compute_capability: row.try_get("compute_capability")?,
            vram_gb: row.try_get("vram_gb")?,
            memory_type: row.try_get("memory_type")?,
            bandwidth_gbps: row.try_get("bandwidth_gbps")?,
            fp32_tflops: row.try_get("fp32_tflops")?,
            fp16_dense_tflops: row.try_get("fp16_dense_tflops")?,
            fp16_dense_derived_tflops: row.try_get("fp16_dense_derived_tflops")?,
            bf16_dense_tflops: row.try_get("bf16_dense_tflops")?,
            fp8_dense_tflops: row.try_get("fp8_dense_tflops")?,
            int8_dense_tops: row.try_get("int8_dense_tops")?,
            tdp_w: row.try_get("tdp_w")?,
            interconnect: row.try_get("interconnect")?,
            interconnect_gbps: row.try_get("interconnect_gbps")?,
            form_factor: row.try_get("form_factor")?,
            release_year: row.try_get("release_year")?,
            min_cuda: row.try_get("min_cuda")?,
            source_url: row.try_get("source_url")?,
            note: row.try_get("note")?,
        })
    };
    rows.into_iter()
        .map(|row| gpu(row).map_err(StoreError::from))
        .collect()
}
