//! The catalogue as one visitor sees it: with the quotes in front of them and their own discounts.
//!
//! A quote becomes an offer like any other, so that every question is answered by the same code; its number is below
//! zero and its source [`OWN_SOURCE`]. Nothing of it is ever stored with the catalogue.
use crate::catalog::{
    CatalogSnapshot, Fact, FactKey, Facts, Observed, Offer, Platform, Precision, PriceKind,
};
use crate::scenario::own::{OTHER, OwnQuote, TERM_DAYS};
use crate::scenario::{CardChoice, Scenario};
use crate::units::{Decimal, Money};
use chrono::NaiveDate;
use std::borrow::Cow;

/// The source of an offer that the visitor typed.
pub const OWN_SOURCE: &str = "own:";

/// The snapshot with the scenario's own quotes and discounts; the same one where there are none.
///
/// A quote is for the scenario's card and count, so it takes no part where any card will do. What it does not say is
/// as its platform's facts, else unknown.
pub fn with_own<'a>(
    snapshot: &'a CatalogSnapshot,
    scenario: &Scenario,
    today: NaiveDate,
) -> Cow<'a, CatalogSnapshot> {
    let card = match &scenario.gpu {
        CardChoice::Model(slug) => snapshot.gpu_by_slug(slug),
        CardChoice::Any => None,
    };
    let quotes = card.map_or(&[][..], |_| &scenario.own[..]);
    if quotes.is_empty() && scenario.off.is_empty() {
        return Cow::Borrowed(snapshot);
    }
    let mut platforms = snapshot.platforms.clone();
    let mut offers = Vec::new();
    for (quote, gpu) in quotes.iter().zip(card.into_iter().cycle()) {
        let known = snapshot.platform_by_slug(&quote.platform);
        let platform = known.unwrap_or_else(|| {
            platforms.push(other());
            platforms.len() - 1
        });
        // A platform's facts are in its own currency, so the quote's disk price is stated in it.
        let disk = quote.storage.and_then(|price| {
            let stated = Money::from_decimal(price, quote.currency).ok()?;
            let facts_in = platforms[platform].currency.unwrap_or(quote.currency);
            Some(snapshot.convert(stated, facts_in, today)?.0.amount())
        });
        offers.extend(own_offers(quote, disk, (platform, gpu), scenario, today));
    }
    // Numbers ascend in a snapshot; the visitor's are below all others.
    let count = offers.len() as i64;
    for (place, offer) in offers.iter_mut().enumerate() {
        (offer.id, offer.offering_id) = (place as i64 - count, place as i64 - count);
    }
    offers.extend(snapshot.offers.iter().cloned());
    let mut seen = CatalogSnapshot::new(
        snapshot.revision,
        snapshot.gpus.clone(),
        platforms,
        offers,
        snapshot.persistence.clone(),
        snapshot.fx.clone(),
    );
    seen.limits = snapshot.limits;
    seen.library = snapshot.library.clone();
    seen.discounts = scenario
        .off
        .iter()
        .filter_map(|off| {
            let percent = i64::try_from(off.percent.nanos()).ok()?;
            Some((snapshot.platform_by_slug(&off.platform)?, percent))
        })
        .collect();
    Cow::Owned(seen)
}

/// A platform of which nothing is known.
fn other() -> Platform {
    Platform {
        slug: OTHER.to_owned(),
        name: "Other".to_owned(),
        name_zh: Some("其他".to_owned()),
        homepage: None,
        country: None,
        currency: None,
        docs_url: None,
        note: String::new(),
        facts: Facts::default(),
    }
}

/// The meter and the prepaid terms of a quote.
fn own_offers(
    quote: &OwnQuote,
    disk: Option<Decimal>,
    (platform, gpu): (usize, usize),
    scenario: &Scenario,
    today: NaiveDate,
) -> Vec<Offer> {
    let Ok(hour) = Money::from_decimal(quote.hour, quote.currency) else {
        return Vec::new();
    };
    let mut overrides = Facts::default();
    let mut say = |key: FactKey, value: String| {
        let fact = Fact {
            value: Some(value),
            observed: None,
            quote: None,
            sources: Vec::new(),
            learnt: None,
        };
        overrides.0.insert(key, fact);
    };
    if let Some(step) = quote.increment_s {
        say(FactKey::BillingIncrement, step.to_string());
    }
    if let Some(price) = disk {
        say(FactKey::StoragePrice, price.to_string());
        say(FactKey::StoragePriceStopped, price.to_string());
    }
    let meter = Offer {
        id: 0,
        offering_id: 0,
        version: 0,
        platform,
        gpu,
        region: None,
        gpu_count: scenario.n_gpu,
        gpu_fraction: None,
        vcpus: None,
        ram_gb: None,
        disk_gb: None,
        disk_type: None,
        network_mbps: None,
        instance_type: None,
        exclusivity: None,
        kind: PriceKind::OnDemand,
        period_hours: 1,
        price_per_period: None,
        price_per_hour: hour,
        observed: Observed {
            date: today,
            precision: Precision::Day,
        },
        source_url: OWN_SOURCE.to_owned(),
        source: OWN_SOURCE.to_owned(),
        note: String::new(),
        overrides,
    };
    let term = |(days, price): (u32, Option<Decimal>)| -> Option<Offer> {
        let period = Money::from_decimal(price?, quote.currency).ok()?;
        let kind = match days {
            1 => PriceKind::Daily,
            7 => PriceKind::Weekly,
            _ => PriceKind::Monthly,
        };
        Some(Offer {
            kind,
            period_hours: days * 24,
            price_per_period: Some(period),
            price_per_hour: period.share(days * 24)?,
            ..meter.clone()
        })
    };
    let terms: Vec<Offer> = TERM_DAYS
        .into_iter()
        .zip(quote.terms)
        .filter_map(term)
        .collect();
    std::iter::once(meter).chain(terms).collect()
}
