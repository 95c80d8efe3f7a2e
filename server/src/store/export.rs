//! The public catalogue as plain tables. What is public is named here, column by column: a new table or column stays
//! inside until it is.
use super::StoreError;
use serde_json::Value;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Column, Connection, Row, TypeInfo, ValueRef};
use std::path::Path;

/// A table of the export: its name and what it holds.
struct Public {
    name: &'static str,
    select: &'static str,
}

/// Decimal text of nano-units, exact, as everywhere outside the database.
macro_rules! decimal {
    ($column:literal) => {
        concat!(
            "rtrim(rtrim(printf('%d.%09d', ",
            $column,
            " / 1000000000, ",
            $column,
            " % 1000000000), '0'), '.')"
        )
    };
}

/// Offers that everybody may see.
macro_rules! offerings {
    () => {
        "(select id from offering where private = 0 and active = 1)"
    };
}

macro_rules! plans {
    () => {
        concat!(
            "(select id from price_plan where active = 1 and offering in ",
            offerings!(),
            ")"
        )
    };
}

macro_rules! facts {
    () => {
        concat!(
            "until_revision is null and (offering is null or offering in ",
            offerings!(),
            ")"
        )
    };
}

const TABLES: [Public; 12] = [
    Public {
        name: "revision",
        select: "select id, made_at, kind from revision order by id",
    },
    Public {
        name: "gpu",
        select: "select slug, name, vendor, architecture, compute_capability, vram_gb, memory_type, bandwidth_gbps,
                   fp32_tflops, fp16_dense_tflops, fp16_dense_derived_tflops, bf16_dense_tflops, fp8_dense_tflops,
                   int8_dense_tops, tdp_w, interconnect, interconnect_gbps, form_factor, release_year, min_cuda,
                   source_url, note from gpu order by position",
    },
    Public {
        name: "platform",
        select: "select slug, name, name_zh, homepage, country, currency, docs_url, note from platform order by slug",
    },
    Public {
        name: "offering",
        select: "select id, platform, region, gpu, gpu_count, gpu_fraction, vcpus, ram_gb, disk_gb, disk_type,
                   network_mbps, instance_type, exclusivity from offering where private = 0 and active = 1 order by id",
    },
    Public {
        name: "price_plan",
        select: concat!(
            "select id, offering, price_kind, period_hours, currency, source from price_plan where id in ",
            plans!(),
            " order by id"
        ),
    },
    Public {
        name: "price",
        select: concat!(
            "select id, plan, ",
            decimal!("hour_nanos"),
            " as price_per_hour, case when period_nanos is null then null else ",
            decimal!("period_nanos"),
            " end as price_per_period, observed_at, observed_precision, source_url, note, since_revision, until_revision
             from price where plan in ",
            plans!(),
            " order by id"
        ),
    },
    Public {
        name: "price_history",
        select: concat!(
            "select platform, gpu, gpu_count, price_kind, observed_at, ",
            decimal!("hour_nanos"),
            " as price_per_hour, currency, source, source_url, note from price_history where until_revision is null order by id"
        ),
    },
    Public {
        name: "platform_fact",
        select: concat!(
            "select id, platform, offering, fact, value, unit, evidence, learnt, quote, observed_at, observed_precision,
               since_revision from platform_fact where ",
            facts!(),
            " order by id"
        ),
    },
    Public {
        name: "fact_source",
        select: concat!(
            "select fact, url, exact from fact_source where fact in (select id from platform_fact where ",
            facts!(),
            ") order by fact, url"
        ),
    },
    Public {
        name: "persistence",
        select: "select platform, volume, survives_stop, survives_image_save, survives_migration, survives_release,
                   deleted_after_days, billed_while_stopped, source_url, as_of, note from persistence where until_revision is null order by id",
    },
    Public {
        name: "fx_rate",
        select: "select base, quote, rate, date, source, note from fx_rate where until_revision is null order by id",
    },
    Public {
        name: "model",
        select: "select id, family, hf_repo, kind, layers, hidden, heads, kv_heads, head_dim, intermediate, experts,
                   experts_active, vocab, tied_embeddings, context, sliding_window, sliding_layers, params,
                   params_active, params_linear, params_embed, kv_bytes_per_token_16bit, source, note
                 from model where until_revision is null order by id",
    },
];

/// A table, read.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Its name.
    pub name: &'static str,
    /// Names of its columns.
    pub columns: Vec<String>,
    /// Its rows; unknown is `null`.
    pub rows: Vec<Vec<Value>>,
}

/// Reads all tables as of one instant.
pub async fn read(connection: &mut SqliteConnection) -> Result<Vec<Table>, StoreError> {
    let mut tx = connection.begin().await?;
    let mut tables = Vec::new();
    for Public { name, select } in &TABLES {
        let rows = sqlx::query(AssertSqlSafe(*select))
            .fetch_all(&mut *tx)
            .await?;
        let columns = rows.first().map(|row| {
            let names = row.columns().iter().map(|column| column.name().to_owned());
            names.collect()
        });
        tables.push(Table {
            name,
            columns: columns.unwrap_or_default(),
            rows: rows.iter().map(values).collect::<Result<_, _>>()?,
        });
    }
    tx.commit().await?;
    Ok(tables)
}

fn values(row: &SqliteRow) -> Result<Vec<Value>, StoreError> {
    (0..row.len())
        .map(|index| {
            let raw = row.try_get_raw(index)?;
            if raw.is_null() {
                return Ok(Value::Null);
            }
            let kind = raw.type_info().name().to_owned();
            Ok(match kind.as_str() {
                "INTEGER" => Value::from(row.try_get::<i64, _>(index)?),
                "REAL" => Value::from(row.try_get::<f64, _>(index)?),
                _ => Value::from(row.try_get::<String, _>(index)?),
            })
        })
        .collect()
}

/// Writes all tables as of one instant into a new SQLite file at `to`, which is empty or does not exist.
pub async fn copy(from: &SqliteConnectOptions, to: &Path) -> Result<(), StoreError> {
    // A connection of its own: the attached file would stay with one of the pool.
    let mut connection = SqliteConnection::connect_with(from).await?;
    let done = fill(&mut connection, to).await;
    connection.close().await?;
    done
}

async fn fill(connection: &mut SqliteConnection, to: &Path) -> Result<(), StoreError> {
    sqlx::query("attach $1 as public")
        .bind(to.to_string_lossy().into_owned())
        .execute(&mut *connection)
        .await?;
    let mut tx = connection.begin().await?;
    for Public { name, select } in &TABLES {
        let sql = format!("create table public.{name} as {select}");
        sqlx::query(AssertSqlSafe(sql)).execute(&mut *tx).await?;
    }
    tx.commit().await?;
    sqlx::query("detach public").execute(connection).await?;
    Ok(())
}
