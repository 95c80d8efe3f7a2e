//! `/`
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::spot;
use app::pages::catalogue::extras::{Extras, Misnamed, SpotSeen};
use app::pages::catalogue::{self, Catalogue};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use domain::catalog::hidden::{Hidden, hidden, spot_without_discount};
use domain::catalog::names::{self, Named};
use domain::catalog::query::WORDS;
use domain::catalog::{CatalogSnapshot, Notice, PriceKind, Query, Reason, select};
use std::collections::HashMap;

/// Lines of `part=rows`: as many as a tall screen shows.
const MOST_LINES: usize = 60;

/// Offers that may be ticked at once; more is no comparison, and no honest link has them.
const MOST_TICKED: usize = 60;

/// The catalogue; with `part=results` what a filter changes of it, with `part=rows` the first `rows` lines of that.
pub async fn get(State(state): State<AppState>, request: Request) -> Response {
    // A part is fetched by script and never stored.
    match request.frame.param("part") {
        Some("results") => {
            let view = view(&state, &request).await;
            return page::part(move || catalogue::results(&view));
        }
        Some("rows") => {
            let lines = request
                .frame
                .param("rows")
                .and_then(|rows| rows.parse().ok());
            let lines = lines.unwrap_or(MOST_LINES).min(MOST_LINES);
            let view = listed(&state, &request, false);
            return page::part(move || catalogue::first_rows(&view, lines));
        }
        _ => {}
    }
    if request.is_known() {
        return request.tagged(|| StatusCode::OK.into_response());
    }
    let view = view(&state, &request).await;
    request.tagged(|| page::page(&request.frame, StatusCode::OK, || catalogue::page(&view)))
}

/// The list with what stands around it.
async fn view(state: &AppState, request: &Request) -> Catalogue {
    let mut view = listed(state, request, true);
    let rows = view.shown_rows();
    view.extras.spot_seen = spot_seen(state, &view.snapshot, &rows).await;
    view.chart = app::pages::catalogue::peek::draw(&view);
    view
}

/// The offers that answer; `whole` with what the question hides.
pub(super) fn listed(state: &AppState, request: &Request, whole: bool) -> Catalogue {
    let snapshot = state.snapshot();
    let frame = request.frame.clone();
    let (currency, today) = (frame.currency, frame.today());
    let asked = read(&frame.query, &snapshot);
    let selection = select(&snapshot, &asked.query, currency, today);
    let ids = frame.query.iter().filter(|(name, _)| name == "o");
    let extras = Extras {
        ticked: ids
            .filter_map(|(_, value)| value.parse().ok())
            .filter(|id| snapshot.offer(*id).is_some())
            .take(MOST_TICKED)
            .collect(),
        hidden: if whole {
            hidden(&snapshot, &asked.query, &selection, currency, today)
        } else {
            Hidden::default()
        },
        misnamed: asked.misnamed,
        ..Extras::default()
    };
    let asked = (asked.query, asked.notices);
    let mut view = Catalogue::new(frame, snapshot, asked, selection, extras);
    let rows = view.shown_rows();
    view.extras.no_discount = spot_without_discount(&view.snapshot, &rows, currency, today);
    view.extras.shown = rows;
    view
}

/// What each shown spot price was seen at before; a price seen once has no range.
async fn spot_seen(
    state: &AppState,
    snapshot: &CatalogSnapshot,
    rows: &[usize],
) -> HashMap<i64, SpotSeen> {
    let mut found = HashMap::new();
    for row in rows {
        let offer = &snapshot.offers[*row];
        if offer.kind != PriceKind::Spot || offer.gpu_fraction.is_some() {
            continue;
        }
        let platform = &snapshot.platforms[offer.platform].slug;
        let gpu = &snapshot.gpus[offer.gpu].slug;
        let now = offer.price_per_hour;
        let (count, day) = (offer.gpu_count, offer.observed.date);
        let before = spot::before(&state.pool, platform, gpu, count, now.currency, day).await;
        let range = match before {
            Ok(Some(range)) => range,
            Ok(None) => continue,
            // The list is whole without it.
            Err(error) => {
                tracing::warn!(%error, "the history of spot prices could not be read");
                break;
            }
        };
        let at = |nanos: i64| domain::units::Money { nanos, ..now }.share(offer.gpu_count);
        let ends = (at(range.low.min(now.nanos)), at(range.high.max(now.nanos)));
        if let (Some(low), Some(high)) = ends
            && low != high
        {
            let seen = SpotSeen {
                low,
                high,
                count: range.count + 1,
                since: range.since,
            };
            found.insert(offer.id, seen);
        }
    }
    found
}

/// A question as it was understood.
pub struct Asked {
    /// Cards by their slugs, whatever they were called.
    pub query: Query,
    /// What could not be read.
    pub notices: Vec<Notice>,
    /// What was given for a card and names none, or several.
    pub misnamed: Vec<Misnamed>,
}

/// The question, with a notice for each name that does not exist.
pub fn read(pairs: &[(String, String)], snapshot: &CatalogSnapshot) -> Asked {
    let (mut query, mut notices) = Query::parse(pairs);
    let mut misnamed = Vec::new();
    let mut gpus: Vec<String> = Vec::new();
    for text in &query.gpu {
        let (cards, is_several) = match names::card(&snapshot.gpus, text) {
            Named::One(gpu) => {
                let slug = &snapshot.gpus[gpu].slug;
                if !gpus.contains(slug) {
                    gpus.push(slug.clone());
                }
                continue;
            }
            Named::Several(cards) => (cards, true),
            Named::Nothing(cards) => (cards, false),
        };
        misnamed.push(Misnamed {
            text: text.chars().take(60).collect(),
            cards,
            is_several,
        });
    }
    query.gpu = gpus;
    let mut known = |name: &str, value: &str, is_known: bool| {
        if !is_known {
            notices.push(Notice {
                param: name.to_owned(),
                value: value.chars().take(60).collect(),
                reason: Reason::NotFound,
            });
        }
        is_known
    };
    let platforms = &mut query.platform;
    platforms.retain(|slug| known("platform", slug, snapshot.platform_by_slug(slug).is_some()));
    for name in WORDS {
        let said = snapshot.words(name);
        query.retain_words(name, |word| {
            known(
                name,
                word,
                said.iter().any(|s| s.eq_ignore_ascii_case(word)),
            )
        });
    }
    Asked {
        query,
        notices,
        misnamed,
    }
}
