//! `/admin/checks`
use super::unstored;
use crate::auth::guard::SignedIn;
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::shares;
use app::pages::admin::checks::{Checks, page as checks_page};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::catalog::keeping::due;

/// Offers that the page shows.
const SHOWN: usize = 100;

/// What needs checking next: first what most rests on, then the oldest.
pub async fn get(signed_in: SignedIn, State(state): State<AppState>, request: Request) -> Response {
    let snapshot = state.editors_snapshot();
    let plans = match shares::uses(&state.pool).await {
        Ok(plans) => plans,
        Err(error) => return ServerError::from(error).page(&request),
    };
    let views = state.views.counts();
    let mut all = due(&snapshot, request.frame.today(), &plans, &views);
    let total = all.len();
    all.truncate(SHOWN);
    let view = Checks {
        frame: request.frame.clone(),
        snapshot,
        csrf: signed_in.csrf,
        due: all,
        total,
        since: state.views.since.format("%Y-%m-%d %H:%M UTC").to_string(),
    };
    unstored(page::page(&request.frame, StatusCode::OK, || {
        checks_page(&view)
    }))
}
