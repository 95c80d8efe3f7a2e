//! What a report speaks of, and what the pages show of it.
use crate::components::facts::fact_name;
use crate::components::{card_name, kind_word, platform_name, tier};
use crate::format;
use crate::text::{Locale, td_string};
use domain::catalog::proposal::{About, Target};
use domain::catalog::{CatalogSnapshot, FactKey, Offer};

/// What is reported, and what the pages show of it.
#[derive(Clone, Debug)]
pub struct Subject {
    /// Price plan, or platform and fact.
    pub target: Target,
    /// Its name: "RTX 4090 · AutoDL".
    pub name: String,
    /// What the page shows, line by line: name and value.
    pub shown: Vec<(String, String)>,
    /// Path of the page that shows it.
    pub page: String,
    /// What it is most likely about.
    pub about: About,
    /// Unit of an amount, such as `CNY`.
    pub unit: String,
    /// Hours that the price pays for at once, where a sum is stated.
    pub term_hours: Option<u32>,
}

impl Subject {
    /// What the page shows, as one line to keep.
    pub fn line(&self) -> String {
        let parts: Vec<String> = self
            .shown
            .iter()
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        format!("{}. {}", self.name, parts.join("; "))
    }

    /// An offer, current or withdrawn.
    pub fn of_offer(locale: Locale, snapshot: &CatalogSnapshot, offer: &Offer) -> Self {
        let platform = &snapshot.platforms[offer.platform];
        let card = card_name(&snapshot.gpus[offer.gpu]);
        let price = offer.price_per_hour;
        let amount = format!("{} {}", format::decimal(price.amount()), price.currency);
        let mut shown = vec![
            (
                td_string!(locale, report.row).to_owned(),
                format!(
                    "{} × {card} {} {}",
                    offer.gpu_count,
                    kind_word(locale, offer.kind),
                    tier(locale, offer)
                )
                .trim()
                .to_owned(),
            ),
            (td_string!(locale, report.value_now).to_owned(), amount),
            (
                td_string!(locale, offer.seen).to_owned(),
                offer.observed.text(),
            ),
            (
                td_string!(locale, common.source).to_owned(),
                offer.source_url.clone(),
            ),
        ];
        if let Some(sum) = offer.price_per_period {
            let sum = format!("{} {}", format::decimal(sum.amount()), sum.currency);
            shown.insert(2, (td_string!(locale, offer.paid_at_once).to_owned(), sum));
        }
        Self {
            target: Target::Offer(offer.id),
            name: format!("{card} · {}", platform_name(locale, platform)),
            shown,
            page: format!("/offerings/{}", offer.id),
            about: About::Price,
            unit: price.currency.code().to_owned(),
            term_hours: offer.price_per_period.map(|_| offer.period_hours),
        }
    }

    /// A platform, or one fact of it.
    pub fn of_platform(
        locale: Locale,
        snapshot: &CatalogSnapshot,
        place: usize,
        key: Option<FactKey>,
    ) -> Self {
        let platform = &snapshot.platforms[place];
        let shown = key.map(|key| {
            let known = platform.facts.get(key);
            let value = known.and_then(|fact| fact.value.clone());
            let unit = match key.unit() {
                unit if unit.starts_with('/') => {
                    let currency = platform.currency.map(|c| c.code().to_owned());
                    format!(" {}{unit}", currency.unwrap_or_default())
                }
                "" => String::new(),
                unit => format!(" {unit}"),
            };
            let value = match value {
                Some(value) => format!("{value}{unit}"),
                None => td_string!(locale, common.unknown).to_owned(),
            };
            let day = known.and_then(|fact| fact.observed).map_or_else(
                || td_string!(locale, platforms.date_unknown).to_owned(),
                |day| day.text(),
            );
            vec![
                (fact_name(locale, key).to_owned(), value),
                (td_string!(locale, offer.seen).to_owned(), day),
            ]
        });
        let anchor = key.map(|key| format!("#fact-{}", key.word()));
        Self {
            target: Target::Platform {
                slug: platform.slug.clone(),
                fact: key.map(|key| key.word().to_owned()),
            },
            name: platform_name(locale, platform),
            shown: shown.unwrap_or_default(),
            page: format!("/platforms/{}{}", platform.slug, anchor.unwrap_or_default()),
            about: About::Rules,
            unit: String::new(),
            term_hours: None,
        }
    }
}
