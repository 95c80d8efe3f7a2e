//! Platforms and their facts as the store has them.
use super::{StoreError, bad, observed};
use domain::catalog::{Fact, FactKey, FactSource, Facts, Learnt, Platform};
use sqlx::Row;
use sqlx::sqlite::SqliteConnection;
use std::collections::HashMap;

/// One platform with its facts, inside a transaction; `None` when there is none of that name.
pub async fn platform(
    tx: &mut SqliteConnection,
    slug: &str,
) -> Result<Option<Platform>, StoreError> {
    let (platforms, _) = platforms(tx).await?;
    Ok(platforms.into_iter().find(|platform| platform.slug == slug))
}

/// Facts of single offerings, by number.
pub type Overrides = HashMap<i64, Facts>;

/// All platforms in force, and those that an offer in force still has.
pub async fn platforms(
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
