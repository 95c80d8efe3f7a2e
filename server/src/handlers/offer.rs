//! `/offerings/{id}`, with `.csv` its dated prices.
use crate::error::ServerError;
use crate::handlers::api::offering::history_csv;
use crate::handlers::size;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::{catalog, history, schedule};
use app::frame::Frame;
use app::pages::offer::{self, OfferView, Slow};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
use domain::catalog::history::PricePoint;
use domain::catalog::{CatalogSnapshot, Offer, Scheduled};
use std::sync::Arc;

/// An offer that exists or did, with its dated prices.
pub struct Found {
    /// The catalogue it was looked up in.
    pub snapshot: Arc<CatalogSnapshot>,
    /// The offer.
    pub offer: Arc<Offer>,
    /// No longer in the catalogue.
    pub withdrawn: bool,
    /// Oldest first.
    pub points: Vec<PricePoint>,
    /// The price that is announced for a later day.
    pub scheduled: Option<Scheduled>,
}

/// The offer of a number; `None` when no offer ever had it.
pub async fn find(state: &AppState, number: &str) -> Result<Option<Found>, ServerError> {
    let Ok(id) = number.parse::<i64>() else {
        return Ok(None);
    };
    let snapshot = state.snapshot();
    let mut connection = state
        .pool
        .acquire()
        .await
        .map_err(|error| ServerError::Store(error.into()))?;
    let current = snapshot.offer(id).cloned();
    let withdrawn = current.is_none();
    let offer = match current {
        Some(offer) => Some(offer),
        None => catalog::withdrawn(&mut connection, id, &snapshot, false).await?,
    };
    let Some(offer) = offer else {
        return Ok(None);
    };
    let points = history::of_offer(&mut connection, &snapshot, &offer).await?;
    let scheduled = schedule::pending(&mut connection, offer.id).await?;
    Ok(Some(Found {
        snapshot,
        offer: Arc::new(offer),
        withdrawn,
        points,
        scheduled,
    }))
}

/// The page, or the file.
pub async fn one(
    State(state): State<AppState>,
    Path(name): Path<String>,
    request: Request,
) -> Response {
    let (number, is_file) = match name.strip_suffix(".csv") {
        Some(number) => (number, true),
        None => (name.as_str(), false),
    };
    let found = match find(&state, number).await {
        Ok(Some(found)) => found,
        Ok(None) => {
            return page::page(&request.frame, StatusCode::NOT_FOUND, || {
                offer::missing(&request.frame, number)
            });
        }
        Err(error) => return error.page(&request),
    };
    if is_file {
        return match history_csv(&found) {
            Ok(response) => request.signed(response),
            Err(message) => ServerError::Internal(message).page(&request),
        };
    }
    state.views.add(found.offer.id);
    let view = view(&request.frame, found);
    request.tagged(|| page::page(&request.frame, StatusCode::OK, || offer::page(&view)))
}

/// What the page and the drawing of an offer are made from.
pub(super) fn view(frame: &Arc<Frame>, found: Found) -> OfferView {
    let slow = Slow::of(
        frame,
        &found.snapshot.library,
        &size::read_config,
        &found.snapshot,
        &found.offer,
    );
    OfferView {
        frame: frame.clone(),
        snapshot: found.snapshot,
        offer: found.offer,
        withdrawn: found.withdrawn,
        points: Arc::new(found.points),
        scheduled: found.scheduled,
        slow: Arc::new(slow),
    }
}
