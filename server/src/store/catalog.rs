//! Reads the catalogue of the current revision into memory.
use super::StoreError;
use chrono::NaiveDate;
use domain::catalog::{
    CatalogSnapshot, Exclusivity, Fact, FactKey, FactSource, Facts, FreshnessLimits, Gpu, Learnt,
    Observed, Offer, Persistence, Platform, Precision, PriceKind,
};
use domain::units::{Currency, FxRate, FxTable, Money};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection, Row};
use std::collections::HashMap;
use std::sync::Arc;

/// The current revision, 0 for an empty database.
pub async fn revision(connection: &mut SqliteConnection) -> Result<i64, StoreError> {
    let row = sqlx::query("select coalesce(max(id), 0) as revision from revision")
        .fetch_one(connection)
        .await?;
    Ok(row.try_get("revision")?)
}

/// The catalogue as visitors see it and as editors do, of one revision.
#[derive(Clone)]
pub struct Catalogues {
    /// Without negotiated offers: everything that leaves the house is made of this one.
    pub public: Arc<CatalogSnapshot>,
    /// With them; the same one where there are none.
    pub editors: Arc<CatalogSnapshot>,
}

/// The whole catalogue, read in one transaction so that it is of one revision.
pub async fn load(
    connection: &mut SqliteConnection,
    limits: FreshnessLimits,
) -> Result<Catalogues, StoreError> {
    let mut tx = connection.begin().await?;
    let mut public = read(&mut tx, false).await?;
    public.limits = limits;
    let public = Arc::new(public);
    let hidden = sqlx::query("select 1 from offering where private = 1 and active = 1 limit 1")
        .fetch_optional(&mut *tx)
        .await?;
    let editors = match hidden {
        None => public.clone(),
        Some(_) => {
            let mut all = read(&mut tx, true).await?;
            all.limits = limits;
            Arc::new(all)
        }
    };
    tx.commit().await?;
    Ok(Catalogues { public, editors })
}

/// One card, inside a transaction; `None` when there is none of that name.
pub(super) async fn card(tx: &mut SqliteConnection, slug: &str) -> Result<Option<Gpu>, StoreError> {
    let cards = gpus(tx).await?;
    Ok(cards.into_iter().find(|gpu| gpu.slug == slug))
}

/// One platform with its facts, inside a transaction; `None` when there is none of that name.
pub(super) async fn platform(
    tx: &mut SqliteConnection,
    slug: &str,
) -> Result<Option<Platform>, StoreError> {
    let (platforms, _) = platforms(tx).await?;
    Ok(platforms.into_iter().find(|platform| platform.slug == slug))
}

async fn read(
    tx: &mut SqliteConnection,
    with_private: bool,
) -> Result<CatalogSnapshot, StoreError> {
    let revision = revision(tx).await?;
    let gpus = gpus(tx).await?;
    let (mut platforms, overrides) = platforms(tx).await?;
    platforms.sort_by_key(|p| p.name.to_lowercase());
    let offers = offers(tx, &gpus, &platforms, overrides, with_private).await?;
    let persistence = disks(tx).await?;
    let fx = FxTable::new(fx(tx).await?);
    Ok(CatalogSnapshot::new(
        revision,
        gpus,
        platforms,
        offers,
        persistence,
        fx,
    ))
}

fn bad(table: &'static str, id: impl ToString, what: impl ToString) -> StoreError {
    StoreError::Row {
        table,
        id: id.to_string(),
        what: what.to_string(),
    }
}

fn observed(date: &str, precision: &str) -> Option<Observed> {
    Some(Observed {
        date: date.parse::<NaiveDate>().ok()?,
        precision: Precision::from_word(precision)?,
    })
}

async fn gpus(connection: &mut SqliteConnection) -> Result<Vec<Gpu>, StoreError> {
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

type Overrides = HashMap<i64, Facts>;

async fn platforms(
    connection: &mut SqliteConnection,
) -> Result<(Vec<Platform>, Overrides), StoreError> {
    let rows = sqlx::query(
        "select slug, name, name_zh, homepage, country, currency, docs_url, note from platform p
         where until_revision is null or exists (select 1 from offering o where o.platform = p.slug and o.active = 1)",
    )
    .fetch_all(&mut *connection)
    .await?;
    let mut platforms = Vec::with_capacity(rows.len());
    for row in rows {
        let slug: String = row.try_get("slug")?;
        let currency: Option<String> = row.try_get("currency")?;
        let currency = currency
            .map(|c| c.parse().map_err(|e| bad("platform", &slug, e)))
            .transpose()?;
        platforms.push(Platform {
            name: row.try_get("name")?,
            name_zh: row.try_get("name_zh")?,
            homepage: row.try_get("homepage")?,
            country: row.try_get("country")?,
            currency,
            docs_url: row.try_get("docs_url")?,
            note: row.try_get("note")?,
            facts: Facts::default(),
            slug,
        });
    }
    let mut sources: HashMap<i64, Vec<FactSource>> = HashMap::new();
    let rows = sqlx::query(
        "select s.fact, s.url, s.exact from fact_source s
         join platform_fact f on f.id = s.fact where f.until_revision is null",
    )
    .fetch_all(&mut *connection)
    .await?;
    for row in rows {
        let source = FactSource {
            url: row.try_get("url")?,
            exact: row.try_get::<i64, _>("exact")? == 1,
        };
        sources
            .entry(row.try_get("fact")?)
            .or_default()
            .push(source);
    }
    let rows = sqlx::query(
        "select id, platform, offering, fact, value, quote, observed_at, observed_precision, learnt
         from platform_fact where until_revision is null",
    )
    .fetch_all(connection)
    .await?;
    let place: HashMap<String, usize> = platforms
        .iter()
        .enumerate()
        .map(|(i, p)| (p.slug.clone(), i))
        .collect();
    let mut overrides = Overrides::new();
    for row in rows {
        let id: i64 = row.try_get("id")?;
        let word: String = row.try_get("fact")?;
        let key = FactKey::from_word(&word)
            .ok_or_else(|| bad("platform_fact", id, format!("no fact is named {word}")))?;
        let (date, precision): (Option<String>, Option<String>) = (
            row.try_get("observed_at")?,
            row.try_get("observed_precision")?,
        );
        let fact = Fact {
            value: row.try_get("value")?,
            observed: date.zip(precision).and_then(|(d, p)| observed(&d, &p)),
            quote: row.try_get("quote")?,
            sources: sources.remove(&id).unwrap_or_default(),
            learnt: row
                .try_get::<Option<&str>, _>("learnt")?
                .and_then(Learnt::from_word),
        };
        let platform: String = row.try_get("platform")?;
        match row.try_get::<Option<i64>, _>("offering")? {
            Some(offering) => {
                overrides.entry(offering).or_default().0.insert(key, fact);
            }
            None => {
                let index = *place
                    .get(&platform)
                    .ok_or_else(|| bad("platform_fact", id, "unknown platform"))?;
                platforms[index].facts.0.insert(key, fact);
            }
        }
    }
    Ok((platforms, overrides))
}

async fn offers(
    connection: &mut SqliteConnection,
    gpus: &[Gpu],
    platforms: &[Platform],
    overrides: Overrides,
    with_private: bool,
) -> Result<Vec<Offer>, StoreError> {
    let gpu_place: HashMap<&str, usize> = gpus
        .iter()
        .enumerate()
        .map(|(i, g)| (g.slug.as_str(), i))
        .collect();
    let platform_place: HashMap<&str, usize> = platforms
        .iter()
        .enumerate()
        .map(|(i, p)| (p.slug.as_str(), i))
        .collect();
    let gpu = |slug: &str| gpu_place.get(slug).copied();
    let platform = |slug: &str| platform_place.get(slug).copied();
    let mut offers = Vec::new();
    let mut last = i64::MIN;
    loop {
        // In parts: rows of a database take several times the memory of the offers that are made of them.
        let rows = part_of_offers(connection, last, with_private).await?;
        let is_last = rows.len() < OFFERS_A_PART;
        for row in rows {
            let offer = offer(&row, &gpu, &platform, &overrides)?;
            last = offer.id;
            offers.push(offer);
        }
        if is_last {
            offers.shrink_to_fit();
            return Ok(offers);
        }
    }
}

/// Rows read at once.
const OFFERS_A_PART: usize = 2000;

async fn part_of_offers(
    connection: &mut SqliteConnection,
    after: i64,
    with_private: bool,
) -> Result<Vec<SqliteRow>, StoreError> {
    let rows = sqlx::query(
        "select p.id, o.id as offering, o.version, o.platform, o.region, o.gpu, o.gpu_count, o.gpu_fraction, o.vcpus,
           o.ram_gb, o.disk_gb, o.disk_type, o.network_mbps, o.instance_type, o.exclusivity, p.price_kind, p.period_hours,
           p.currency, p.source, c.hour_nanos, c.period_nanos, c.observed_at, c.observed_precision, c.source_url, c.note
         from price_plan p
         join offering o on o.id = p.offering
         join price c on c.plan = p.id and c.until_revision is null
         where p.active = 1 and o.active = 1 and p.id > $1 and (o.private = 0 or $3)
         order by p.id limit $2",
    )
    .bind(after)
    .bind(OFFERS_A_PART as i64)
    .bind(with_private)
    .fetch_all(connection)
    .await?;
    Ok(rows)
}

/// One row of plan, offering and price as an offer.
fn offer(
    row: &SqliteRow,
    gpu: &dyn Fn(&str) -> Option<usize>,
    platform: &dyn Fn(&str) -> Option<usize>,
    overrides: &Overrides,
) -> Result<Offer, StoreError> {
    let id: i64 = row.try_get("id")?;
    let offering_id: i64 = row.try_get("offering")?;
    let text = |column| row.try_get::<&str, _>(column);
    let currency: Currency = text("currency")?
        .parse()
        .map_err(|e| bad("price_plan", id, e))?;
    let kind = PriceKind::from_word(text("price_kind")?)
        .ok_or_else(|| bad("price_plan", id, "price_kind"))?;
    let exclusivity: Option<&str> = row.try_get("exclusivity")?;
    let period: Option<i64> = row.try_get("period_nanos")?;
    Ok(Offer {
        id,
        offering_id,
        version: row.try_get("version")?,
        platform: platform(text("platform")?)
            .ok_or_else(|| bad("offering", offering_id, "platform"))?,
        gpu: gpu(text("gpu")?).ok_or_else(|| bad("offering", offering_id, "gpu"))?,
        region: row.try_get("region")?,
        gpu_count: row.try_get("gpu_count")?,
        gpu_fraction: row.try_get("gpu_fraction")?,
        vcpus: row.try_get("vcpus")?,
        ram_gb: row.try_get("ram_gb")?,
        disk_gb: row.try_get("disk_gb")?,
        disk_type: row.try_get("disk_type")?,
        network_mbps: row.try_get("network_mbps")?,
        instance_type: row.try_get("instance_type")?,
        exclusivity: exclusivity.and_then(Exclusivity::from_word),
        kind,
        period_hours: row.try_get("period_hours")?,
        price_per_period: period.map(|nanos| Money { nanos, currency }),
        price_per_hour: Money {
            nanos: row.try_get("hour_nanos")?,
            currency,
        },
        observed: observed(text("observed_at")?, text("observed_precision")?)
            .ok_or_else(|| bad("price", id, "observed_at"))?,
        source_url: text("source_url")?.to_owned(),
        source: text("source")?.to_owned(),
        note: text("note")?.to_owned(),
        // Several price plans share an offering and its facts.
        overrides: overrides.get(&offering_id).cloned().unwrap_or_default(),
    })
}

/// A price plan that is no longer in the catalogue, with its last price; `None` when no plan ever had the number.
/// A negotiated one is found for editors only.
pub async fn withdrawn(
    connection: &mut SqliteConnection,
    id: i64,
    snapshot: &CatalogSnapshot,
    with_private: bool,
) -> Result<Option<Offer>, StoreError> {
    let row = sqlx::query(
        "select p.id, o.id as offering, o.version, o.platform, o.region, o.gpu, o.gpu_count, o.gpu_fraction, o.vcpus,
           o.ram_gb, o.disk_gb, o.disk_type, o.network_mbps, o.instance_type, o.exclusivity, p.price_kind, p.period_hours,
           p.currency, p.source, c.hour_nanos, c.period_nanos, c.observed_at, c.observed_precision, c.source_url, c.note
         from price_plan p
         join offering o on o.id = p.offering
         join price c on c.plan = p.id
         where p.id = $1 and (p.active = 0 or o.active = 0) and (o.private = 0 or $2)
         order by c.id desc limit 1",
    )
    .bind(id)
    .bind(with_private)
    .fetch_optional(connection)
    .await?;
    let gpu = |slug: &str| snapshot.gpu_by_slug(slug);
    let platform = |slug: &str| snapshot.platform_by_slug(slug);
    let overrides = Overrides::new();
    row.map(|row| offer(&row, &gpu, &platform, &overrides))
        .transpose()
}

/// Most offers that a list of those off the list shows.
const MOST_OFF_LIST: i64 = 500;

/// Offers that are off the list, the last taken off first, for editors.
pub async fn off_list(
    connection: &mut SqliteConnection,
    snapshot: &CatalogSnapshot,
) -> Result<Vec<Offer>, StoreError> {
    let rows = sqlx::query(
        "select p.id, o.id as offering, o.version, o.platform, o.region, o.gpu, o.gpu_count, o.gpu_fraction, o.vcpus,
           o.ram_gb, o.disk_gb, o.disk_type, o.network_mbps, o.instance_type, o.exclusivity, p.price_kind, p.period_hours,
           p.currency, p.source, c.hour_nanos, c.period_nanos, c.observed_at, c.observed_precision, c.source_url, c.note
         from price_plan p
         join offering o on o.id = p.offering
         join price c on c.id = (select max(id) from price where plan = p.id)
         where p.active = 0 or o.active = 0
         order by c.id desc limit $1",
    )
    .bind(MOST_OFF_LIST)
    .fetch_all(connection)
    .await?;
    let gpu = |slug: &str| snapshot.gpu_by_slug(slug);
    let platform = |slug: &str| snapshot.platform_by_slug(slug);
    let overrides = Overrides::new();
    rows.iter()
        .map(|row| offer(row, &gpu, &platform, &overrides))
        .collect()
}

/// What survives on each disk, of all platforms.
pub(super) async fn disks(
    connection: &mut SqliteConnection,
) -> Result<Vec<Persistence>, StoreError> {
    let rows = sqlx::query(
        "select platform, volume, survives_stop, survives_image_save, survives_migration, survives_release,
           cast(deleted_after_days as integer) as deleted_after_days, billed_while_stopped, source_url, as_of, note
         from persistence where until_revision is null order by id",
    )
    .fetch_all(connection)
    .await?;
    let persistence = |row: SqliteRow| -> Result<Persistence, sqlx::Error> {
        let as_of: Option<String> = row.try_get("as_of")?;
        Ok(Persistence {
            platform: row.try_get("platform")?,
            volume: row.try_get("volume")?,
            survives: [
                row.try_get("survives_stop")?,
                row.try_get("survives_image_save")?,
                row.try_get("survives_migration")?,
                row.try_get("survives_release")?,
            ],
            deleted_after_days: row.try_get("deleted_after_days")?,
            billed_while_stopped: row.try_get("billed_while_stopped")?,
            source_url: row.try_get("source_url")?,
            as_of: as_of.and_then(|text| Observed::parse(&text)),
            note: row.try_get("note")?,
        })
    };
    rows.into_iter()
        .map(|row| persistence(row).map_err(StoreError::from))
        .collect()
}

async fn fx(connection: &mut SqliteConnection) -> Result<Vec<FxRate>, StoreError> {
    let rows =
        sqlx::query("select id, base, quote, rate, date, source, note from fx_rate where until_revision is null order by id")
            .fetch_all(connection)
            .await?;
    let mut rates = Vec::with_capacity(rows.len());
    for row in rows {
        let id: i64 = row.try_get("id")?;
        let text = |column: &str| row.try_get::<String, _>(column);
        rates.push(FxRate {
            base: text("base")?.parse().map_err(|e| bad("fx_rate", id, e))?,
            quote: text("quote")?.parse().map_err(|e| bad("fx_rate", id, e))?,
            rate: text("rate")?.parse().map_err(|e| bad("fx_rate", id, e))?,
            date: text("date")?.parse().map_err(|e| bad("fx_rate", id, e))?,
            source: text("source")?,
            note: text("note")?,
            hops: 1,
        });
    }
    Ok(rates)
}
