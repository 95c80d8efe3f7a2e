//! `/admin`
use super::{persevere, unstored};
use crate::auth::guard::{EditorForm, SignedIn};
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::{catalog, offer_edits};
use app::pages::admin::list::{OfferList, PAGE, Said, page as list_page};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use domain::catalog::{CatalogSnapshot, Offer, Query, select};

/// The offers that an editor may change, fifty a page.
pub async fn get(signed_in: SignedIn, State(state): State<AppState>, request: Request) -> Response {
    let snapshot = state.editors_snapshot();
    let frame = request.frame.clone();
    let q: String = frame
        .param("q")
        .unwrap_or_default()
        .trim()
        .chars()
        .take(100)
        .collect();
    let pairs = [
        ("q", q.as_str()),
        ("group", "none"),
        ("order_by", "platform"),
    ];
    let pairs: Vec<(String, String)> = pairs.map(|(n, v)| (n.to_owned(), v.to_owned())).into();
    let (query, _) = Query::parse(&pairs);
    let rows = select(&snapshot, &query, frame.currency, frame.today()).rows;
    let pages = rows.len().div_ceil(PAGE).max(1);
    let number = frame
        .param("page")
        .and_then(|page| page.parse().ok())
        .unwrap_or(1)
        .clamp(1, pages);
    let shown: Vec<usize> = rows
        .iter()
        .skip((number - 1) * PAGE)
        .take(PAGE)
        .copied()
        .collect();
    // What visitors' catalogue does not have is negotiated.
    let public = state.snapshot();
    let private = shown.iter().map(|row| snapshot.offers[*row].id);
    let private = private.filter(|id| public.offer(*id).is_none()).collect();
    let off_list = match frame.param("listed") {
        Some("no") => match off_list(&state, &snapshot, &q).await {
            Ok(offers) => Some(offers),
            Err(error) => return error.page(&request),
        },
        _ => None,
    };
    let said = said(&request, snapshot.revision);
    let view = OfferList {
        frame,
        snapshot,
        csrf: signed_in.csrf,
        q,
        rows: shown,
        total: rows.len(),
        number,
        pages,
        off_list,
        private,
        said,
    };
    unstored(page::page(&request.frame, StatusCode::OK, || {
        list_page(&view)
    }))
}

/// What the address says has just happened.
fn said(request: &Request, newest: i64) -> Option<Said> {
    let number = |name: &str| request.frame.param(name)?.parse::<i64>().ok();
    let nothing = request.frame.param("nothing").map(|_| Said::Nothing);
    let checked = number("checked").filter(|number| *number <= newest);
    let count = number("count").and_then(|count| usize::try_from(count).ok());
    let checked = checked.zip(count);
    checked
        .map(|(number, count)| Said::Checked(count, number))
        .or(nothing)
}

async fn off_list(
    state: &AppState,
    snapshot: &CatalogSnapshot,
    q: &str,
) -> Result<Vec<Offer>, ServerError> {
    let mut connection = state
        .pool
        .acquire()
        .await
        .map_err(|error| ServerError::Store(error.into()))?;
    let mut offers = catalog::off_list(&mut connection, snapshot).await?;
    let q = q.to_lowercase();
    offers.retain(|offer| {
        let (platform, gpu) = (
            &snapshot.platforms[offer.platform],
            &snapshot.gpus[offer.gpu],
        );
        let kind = offer.instance_type.as_deref().unwrap_or_default();
        let words = [&platform.name, &platform.slug, &gpu.name, &gpu.slug];
        let mut words = words.into_iter().map(String::as_str).chain([kind]);
        words.any(|word| word.to_lowercase().contains(&q))
    });
    Ok(offers)
}

/// Says of the ticked offers that they were found today at the same price.
pub async fn post(State(state): State<AppState>, request: Request, sent: EditorForm) -> Response {
    let ticked = sent.pairs.iter().filter(|(name, _)| name == "plan");
    let plans: Vec<i64> = ticked.filter_map(|(_, id)| id.parse().ok()).collect();
    if plans.is_empty() {
        return Redirect::to(&request.frame.link("/admin?nothing=1")).into_response();
    }
    let (pool, now) = (state.pool.clone(), state.config.now());
    let editor = sent.signed_in.editor.name.clone();
    let done = persevere(&state, async move {
        offer_edits::checked_again(&pool, &plans, &editor, now).await
    })
    .await;
    match done {
        Ok((revision, count)) => {
            tracing::info!(revision, count, "checked offers again");
            let to = format!("/admin?checked={revision}&count={count}");
            Redirect::to(&request.frame.link(&to)).into_response()
        }
        Err(error) => ServerError::from(error).page(&request),
    }
}
