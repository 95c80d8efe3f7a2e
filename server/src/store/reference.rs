//! The tables that an import replaces row by row: cards, disks, rates, models.
use super::StoreError;
use crate::import::{Import, Model};
use domain::catalog::{Gpu, Observed, Persistence};
use sqlx::sqlite::SqliteConnection;

pub(super) async fn upsert_gpu(tx: &mut SqliteConnection, gpu: &Gpu) -> Result<(), StoreError> {
    sqlx::query(
        "insert into gpu (slug, position, name, vendor, architecture, compute_capability, vram_gb, memory_type,
           bandwidth_gbps, fp32_tflops, fp16_dense_tflops, fp16_dense_derived_tflops, bf16_dense_tflops, fp8_dense_tflops,
           int8_dense_tops, tdp_w, interconnect, interconnect_gbps, form_factor, release_year, min_cuda, source_url, note)
         values ($1, (select coalesce(max(position), 0) + 1 from gpu), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,
           $14, $15, $16, $17, $18, $19, $20, $21, $22)
         on conflict (slug) do update set name = excluded.name, vendor = excluded.vendor,
           architecture = excluded.architecture, compute_capability = excluded.compute_capability,
           vram_gb = excluded.vram_gb, memory_type = excluded.memory_type, bandwidth_gbps = excluded.bandwidth_gbps,
           fp32_tflops = excluded.fp32_tflops, fp16_dense_tflops = excluded.fp16_dense_tflops,
           fp16_dense_derived_tflops = excluded.fp16_dense_derived_tflops, bf16_dense_tflops = excluded.bf16_dense_tflops,
           fp8_dense_tflops = excluded.fp8_dense_tflops, int8_dense_tops = excluded.int8_dense_tops,
           tdp_w = excluded.tdp_w, interconnect = excluded.interconnect, interconnect_gbps = excluded.interconnect_gbps,
           form_factor = excluded.form_factor, release_year = excluded.release_year, min_cuda = excluded.min_cuda,
           source_url = excluded.source_url, note = excluded.note, until_revision = null",
    )
    .bind(&gpu.slug)
    .bind(&gpu.name)
    .bind(&gpu.vendor)
    .bind(&gpu.architecture)
    .bind(&gpu.compute_capability)
    .bind(gpu.vram_gb)
    .bind(&gpu.memory_type)
    .bind(gpu.bandwidth_gbps)
    .bind(gpu.fp32_tflops)
    .bind(gpu.fp16_dense_tflops)
    .bind(gpu.fp16_dense_derived_tflops)
    .bind(gpu.bf16_dense_tflops)
    .bind(gpu.fp8_dense_tflops)
    .bind(gpu.int8_dense_tops)
    .bind(gpu.tdp_w)
    .bind(&gpu.interconnect)
    .bind(gpu.interconnect_gbps)
    .bind(&gpu.form_factor)
    .bind(gpu.release_year)
    .bind(&gpu.min_cuda)
    .bind(&gpu.source_url)
    .bind(&gpu.note)
    .execute(tx)
    .await?;
    Ok(())
}

pub(super) async fn persistence(
    tx: &mut SqliteConnection,
    import: &Import,
) -> Result<(), StoreError> {
    for row in &import.persistence {
        disk(tx, row).await?;
    }
    Ok(())
}

/// Stores what survives on a disk; one of the same platform and name is replaced.
pub(super) async fn disk(tx: &mut SqliteConnection, row: &Persistence) -> Result<(), StoreError> {
    let [stop, image, migration, release] = &row.survives;
    sqlx::query(
        "insert into persistence (platform, volume, survives_stop, survives_image_save, survives_migration,
           survives_release, deleted_after_days, billed_while_stopped, source_url, as_of, note)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
         on conflict (platform, volume) do update set survives_stop = excluded.survives_stop,
           survives_image_save = excluded.survives_image_save, survives_migration = excluded.survives_migration,
           survives_release = excluded.survives_release, deleted_after_days = excluded.deleted_after_days,
           billed_while_stopped = excluded.billed_while_stopped, source_url = excluded.source_url,
           as_of = excluded.as_of, note = excluded.note, until_revision = null",
    )
    .bind(&row.platform)
    .bind(&row.volume)
    .bind(stop)
    .bind(image)
    .bind(migration)
    .bind(release)
    .bind(row.deleted_after_days.map(f64::from))
    .bind(&row.billed_while_stopped)
    .bind(&row.source_url)
    .bind(row.as_of.map(Observed::text))
    .bind(&row.note)
    .execute(&mut *tx)
    .await?;
    Ok(())
}

pub(super) async fn fx(
    tx: &mut SqliteConnection,
    import: &Import,
    revision: i64,
) -> Result<(), StoreError> {
    for rate in &import.fx {
        sqlx::query(
            "insert into fx_rate (base, quote, rate, date, source, note, since_revision) values ($1, $2, $3, $4, $5, $6, $7)
             on conflict (base, quote, date, source) do update set rate = excluded.rate, note = excluded.note,
               until_revision = null",
        )
        .bind(rate.base.code())
        .bind(rate.quote.code())
        .bind(rate.rate.to_string())
        .bind(rate.date.to_string())
        .bind(&rate.source)
        .bind(&rate.note)
        .bind(revision)
        .execute(&mut *tx)
        .await?;
    }
    Ok(())
}

pub(super) async fn upsert_model(
    tx: &mut SqliteConnection,
    model: &Model,
) -> Result<(), StoreError> {
    sqlx::query(
        "insert into model (id, family, hf_repo, kind, layers, hidden, heads, kv_heads, head_dim, intermediate,
           experts, experts_active, vocab, tied_embeddings, context, sliding_window, sliding_layers, params, params_active,
           params_linear, params_embed, kv_bytes_per_token_16bit, source, note)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, $23, $24)
         on conflict (id) do update set family = excluded.family, hf_repo = excluded.hf_repo, kind = excluded.kind,
           layers = excluded.layers, hidden = excluded.hidden, heads = excluded.heads,
           kv_heads = excluded.kv_heads, head_dim = excluded.head_dim, intermediate = excluded.intermediate,
           experts = excluded.experts, experts_active = excluded.experts_active, vocab = excluded.vocab,
           tied_embeddings = excluded.tied_embeddings, context = excluded.context,
           sliding_window = excluded.sliding_window, sliding_layers = excluded.sliding_layers,
           params = excluded.params, params_active = excluded.params_active,
           params_linear = excluded.params_linear, params_embed = excluded.params_embed,
           kv_bytes_per_token_16bit = excluded.kv_bytes_per_token_16bit, source = excluded.source,
           note = excluded.note, until_revision = null",
    )
    .bind(&model.id)
    .bind(&model.family)
    .bind(&model.hf_repo)
    .bind(&model.kind)
    .bind(model.layers)
    .bind(model.hidden)
    .bind(model.heads)
    .bind(model.kv_heads)
    .bind(model.head_dim)
    .bind(model.intermediate)
    .bind(model.experts)
    .bind(model.experts_active)
    .bind(model.vocab)
    .bind(model.tied_embeddings)
    .bind(model.context)
    .bind(model.sliding_window)
    .bind(model.sliding_layers)
    .bind(model.params)
    .bind(model.params_active)
    .bind(model.params_linear)
    .bind(model.params_embed)
    .bind(model.kv_bytes_per_token_16bit)
    .bind(&model.source)
    .bind(&model.note)
    .execute(tx)
    .await?;
    Ok(())
}
