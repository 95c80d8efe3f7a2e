//! Offers: price plans with their offering and a price.
use super::platforms::Overrides;
use super::{StoreError, bad, observed};
use domain::catalog::{Exclusivity, Gpu, Offer, Platform, PriceKind};
use domain::units::{Currency, Money};
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, Row};
use std::collections::HashMap;

/// What [`offer`] reads of a price plan `p`, its offering `o` and a price `c`.
pub(super) const COLUMNS: &str = "select p.id, o.id as offering, o.version, o.platform, o.region, o.gpu, o.gpu_count,
   o.gpu_fraction, o.vcpus, o.ram_gb, o.disk_gb, o.disk_type, o.network_mbps, o.instance_type, o.exclusivity,
   p.price_kind, p.period_hours, p.currency, p.source, c.hour_nanos, c.period_nanos, c.observed_at,
   c.observed_precision, c.source_url, c.note
   from price_plan p join offering o on o.id = p.offering";

/// All offers on the list, by number.
pub async fn offers(
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
    let sql = format!(
        "{COLUMNS} join price c on c.plan = p.id and c.until_revision is null
         where p.active = 1 and o.active = 1 and p.id > $1 and (o.private = 0 or $3)
         order by p.id limit $2"
    );
    let rows = sqlx::query(AssertSqlSafe(sql))
        .bind(after)
        .bind(OFFERS_A_PART as i64)
        .bind(with_private)
        .fetch_all(connection)
        .await?;
    Ok(rows)
}

/// One row of plan, offering and price as an offer.
pub(super) fn offer(
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
