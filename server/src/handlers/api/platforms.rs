//! `GET /api/v1/platforms`: the platforms of the table of rules, in its order, with all facts and their sources.
use super::amounts::{Converted, converted};
use super::offerings::refuse;
use super::paging::{List, newest, paged, paging_and_rest};
use crate::page::Request;
use crate::problem::Problem;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use domain::catalog::policy::{PolicyQuery, answer};
use domain::catalog::{
    CatalogSnapshot, Fact, FactKey, Freshness, Notice, Persistence, Platform, Reason,
};
use domain::units::{Currency, Money};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct SourceRow<'a> {
    url: &'a str,
    exact: bool,
}

/// A fact; `value` is null when it was looked for and not found.
#[derive(Serialize)]
struct FactRow<'a> {
    value: Option<&'a str>,
    /// Null for words.
    unit: Option<String>,
    /// A price in the currency that was asked for; null for what is no price, and without a rate.
    converted: Option<Converted>,
    observed_at: Option<String>,
    observed_precision: Option<&'static str>,
    quote: Option<&'a str>,
    sources: Vec<SourceRow<'a>>,
}

#[derive(Serialize)]
struct VolumeRow<'a> {
    volume: &'a str,
    survives_stop: Option<&'a str>,
    survives_image_save: Option<&'a str>,
    survives_migration: Option<&'a str>,
    survives_release: Option<&'a str>,
    deleted_after_days: Option<u32>,
    billed_while_stopped: Option<&'a str>,
    source_url: &'a str,
    observed_at: Option<String>,
    note: &'a str,
}

#[derive(Serialize)]
struct PlatformRow<'a> {
    slug: &'a str,
    name: &'a str,
    name_zh: Option<&'a str>,
    homepage: Option<&'a str>,
    country: Option<&'a str>,
    currency: Option<Currency>,
    docs_url: Option<&'a str>,
    note: &'a str,
    offers_current: usize,
    offers_stale: usize,
    /// Every key; null where nobody looked yet.
    facts: BTreeMap<&'static str, Option<FactRow<'a>>>,
    persistence: Vec<VolumeRow<'a>>,
}

/// What amounts are read with.
#[derive(Clone, Copy)]
struct Lens<'a> {
    snapshot: &'a CatalogSnapshot,
    currency: Currency,
    today: NaiveDate,
}

/// The unit of a fact of a platform that lists prices in `currency`.
fn unit(key: FactKey, currency: Option<Currency>) -> Option<String> {
    let unit = match currency.filter(|_| key.is_money()) {
        Some(currency) => format!("{currency}{}", key.unit()),
        None => key.unit().to_owned(),
    };
    Some(unit).filter(|unit| !unit.is_empty())
}

fn fact<'a>(lens: Lens<'_>, platform: &Platform, key: FactKey, fact: &'a Fact) -> FactRow<'a> {
    let price = || {
        let amount = fact.value.as_deref()?.parse().ok()?;
        let listed = Money::from_decimal(amount, platform.currency?).ok()?;
        converted(lens.snapshot, listed, lens.currency, lens.today)
    };
    FactRow {
        value: fact.value.as_deref(),
        unit: unit(key, platform.currency),
        converted: key.is_money().then(price).flatten(),
        observed_at: fact.observed.map(|day| day.text()),
        observed_precision: fact.observed.map(|day| day.precision.word()),
        quote: fact.quote.as_deref(),
        sources: fact
            .sources
            .iter()
            .map(|source| SourceRow {
                url: &source.url,
                exact: source.exact,
            })
            .collect(),
    }
}

fn volume(volume: &Persistence) -> VolumeRow<'_> {
    let [stop, image, migration, release] =
        volume.survives.each_ref().map(|answer| answer.as_deref());
    VolumeRow {
        volume: &volume.volume,
        survives_stop: stop,
        survives_image_save: image,
        survives_migration: migration,
        survives_release: release,
        deleted_after_days: volume.deleted_after_days,
        billed_while_stopped: volume.billed_while_stopped.as_deref(),
        source_url: &volume.source_url,
        observed_at: volume.as_of.map(|day| day.text()),
        note: &volume.note,
    }
}

fn platform(lens: Lens<'_>, place: usize) -> PlatformRow<'_> {
    let (snapshot, today) = (lens.snapshot, lens.today);
    let platform = &snapshot.platforms[place];
    let of_it = || {
        snapshot
            .offers
            .iter()
            .filter(|offer| offer.platform == place)
    };
    let stale = of_it()
        .filter(|offer| snapshot.freshness(offer, today) == Freshness::Stale)
        .count();
    PlatformRow {
        slug: &platform.slug,
        name: &platform.name,
        name_zh: platform.name_zh.as_deref(),
        homepage: platform.homepage.as_deref(),
        country: platform.country.as_deref(),
        currency: platform.currency,
        docs_url: platform.docs_url.as_deref(),
        note: &platform.note,
        offers_current: of_it().count() - stale,
        offers_stale: stale,
        facts: FactKey::ALL
            .iter()
            .map(|key| {
                let known = platform.facts.get(*key);
                (key.word(), known.map(|f| fact(lens, platform, *key, f)))
            })
            .collect(),
        persistence: snapshot
            .persistence
            .iter()
            .filter(|row| row.platform == platform.slug)
            .map(volume)
            .collect(),
    }
}

/// Platforms that a question left out, as the page counts them.
#[derive(Serialize)]
struct LeftOut {
    /// A fact that was asked for is not known; `unknown=include` brings them.
    unknown: usize,
    /// A known fact, or their offers, do not answer.
    other: usize,
}

#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    list: List<PlatformRow<'a>>,
    currency: Currency,
    left_out: LeftOut,
}

/// Parameters of the page that say nothing here.
fn of_the_page(pairs: &[(String, String)]) -> Vec<Notice> {
    let names = pairs
        .iter()
        .filter(|(name, _)| name == "p" || name == "part");
    let notice = |(name, value): &(String, String)| Notice {
        param: name.clone(),
        value: value.chars().take(60).collect(),
        reason: Reason::UnknownParam,
    };
    names.map(notice).collect()
}

/// `GET /api/v1/platforms`, with the parameters of `/platforms`. Errors: 400 with the first parameter at fault.
pub async fn list(State(state): State<AppState>, request: Request) -> Result<Response, Problem> {
    let ((page, limit), rest) = paging_and_rest(&request)?;
    let (query, notices) = PolicyQuery::parse(&rest);
    refuse(&notices, "")?;
    refuse(&of_the_page(&rest), "")?;
    let snapshot = state.snapshot();
    let lens = Lens {
        snapshot: &snapshot,
        currency: request.frame.currency,
        today: request.frame.today(),
    };
    Ok(request.tagged(|| {
        let table = answer(lens.snapshot, &query, lens.currency, lens.today);
        let rows = table.rows.iter().map(|place| platform(lens, *place));
        let list = List {
            items: paged(rows, page, limit),
            total: table.rows.len(),
            page,
            limit,
            revision: snapshot.revision,
            observed_newest: newest(&snapshot),
        };
        Json(Answer {
            list,
            currency: lens.currency,
            left_out: LeftOut {
                unknown: table.unknown,
                other: table.other,
            },
        })
        .into_response()
    }))
}
