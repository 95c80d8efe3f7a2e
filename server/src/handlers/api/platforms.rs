//! `GET /api/v1/platforms`: every platform with its facts and their sources.
use super::paging::{List, newest, paged, paging};
use crate::page::Request;
use crate::problem::Problem;
use crate::state::AppState;
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use domain::catalog::{CatalogSnapshot, Fact, FactKey, Freshness, Persistence, Platform};
use domain::units::Currency;
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

fn fact(fact: &Fact) -> FactRow<'_> {
    FactRow {
        value: fact.value.as_deref(),
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

fn platform<'a>(
    snapshot: &'a CatalogSnapshot,
    place: usize,
    platform: &'a Platform,
    today: NaiveDate,
) -> PlatformRow<'a> {
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
            .map(|key| (key.word(), platform.facts.get(*key).map(fact)))
            .collect(),
        persistence: snapshot
            .persistence
            .iter()
            .filter(|row| row.platform == platform.slug)
            .map(volume)
            .collect(),
    }
}

/// `GET /api/v1/platforms`
pub async fn list(State(state): State<AppState>, request: Request) -> Result<Response, Problem> {
    let (page, limit) = paging(&request)?;
    let snapshot = state.snapshot();
    let today = request.frame.today();
    Ok(request.tagged(|| {
        let rows = snapshot
            .platforms
            .iter()
            .enumerate()
            .map(|(place, row)| platform(&snapshot, place, row, today));
        let list = List {
            items: paged(rows, page, limit),
            total: snapshot.platforms.len(),
            page,
            limit,
            revision: snapshot.revision,
            observed_newest: newest(&snapshot),
        };
        Json(list).into_response()
    }))
}
