//! `/admin`
use super::unstored;
use crate::auth::guard::SignedIn;
use crate::page::{self, Request};
use crate::state::AppState;
use app::pages::admin::list::{OfferList, PAGE, page as list_page};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::catalog::{Query, select};

/// The offers that an editor may change, fifty a page.
pub async fn get(signed_in: SignedIn, State(state): State<AppState>, request: Request) -> Response {
    let snapshot = state.snapshot();
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
    let shown = rows
        .iter()
        .skip((number - 1) * PAGE)
        .take(PAGE)
        .copied()
        .collect();
    let view = OfferList {
        frame,
        snapshot,
        csrf: signed_in.csrf,
        q,
        rows: shown,
        total: rows.len(),
        number,
        pages,
    };
    unstored(page::page(&request.frame, StatusCode::OK, || {
        list_page(&view)
    }))
}
