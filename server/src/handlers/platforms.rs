//! `/platforms`, `/platforms.csv` and `/platforms/{slug}`
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::problem::Problem;
use crate::state::AppState;
use crate::store::history;
use app::pages::platforms::{self, CardPast, Platforms, PolicyView, policies};
use axum::extract::{Path, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::catalog::policy::{PolicyQuery, answer};

/// The rules of all platforms.
pub async fn list(State(state): State<AppState>, request: Request) -> Response {
    let view = table(&state, &request);
    request.tagged(|| page::page(&request.frame, StatusCode::OK, || platforms::list(&view)))
}

/// The same rows in the same order as a file.
pub async fn csv(State(state): State<AppState>, request: Request) -> Response {
    let view = table(&state, &request);
    match write(&view) {
        Ok(body) => {
            let headers = [
                (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
                (
                    header::CONTENT_DISPOSITION,
                    "attachment; filename=\"platforms.csv\"",
                ),
            ];
            request.signed((headers, body).into_response())
        }
        Err(message) => Problem::from(ServerError::Internal(message)).into_response(),
    }
}

fn write(view: &PolicyView) -> Result<Vec<u8>, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer
        .write_record(policies::columns())
        .map_err(|e| e.to_string())?;
    for place in &view.table.rows {
        writer
            .write_record(policies::record(&view.base, *place))
            .map_err(|e| e.to_string())?;
    }
    writer.into_inner().map_err(|e| e.to_string())
}

fn table(state: &AppState, request: &Request) -> PolicyView {
    let base = view(state, request);
    let (query, notices) = PolicyQuery::parse(&request.frame.query);
    let frame = &request.frame;
    let table = answer(&base.snapshot, &query, frame.currency, frame.today());
    PolicyView {
        base,
        query,
        notices,
        table,
    }
}

/// One platform; for a name that none has, the nearest ones.
pub async fn one(
    State(state): State<AppState>,
    Path(slug): Path<String>,
    request: Request,
) -> Response {
    let mut view = view(&state, &request);
    let Some(place) = view.snapshot.platform_by_slug(&slug) else {
        return page::page(&request.frame, StatusCode::NOT_FOUND, || {
            platforms::missing(&view, &slug)
        });
    };
    match histories(&state, &view, &slug).await {
        Ok(histories) => view.histories = histories,
        Err(error) => return error.page(&request),
    }
    request.tagged(|| {
        page::page(&request.frame, StatusCode::OK, || {
            platforms::detail(&view, place)
        })
    })
}

/// What its cards cost over time, that seen most often first.
pub(super) async fn histories(
    state: &AppState,
    view: &Platforms,
    slug: &str,
) -> Result<Vec<CardPast>, ServerError> {
    let mut connection = state
        .pool
        .acquire()
        .await
        .map_err(|error| ServerError::Store(error.into()))?;
    let cards = history::of_platform(&mut connection, &view.snapshot, slug).await?;
    let cards = cards.into_iter().map(|card| CardPast {
        gpu: card.gpu,
        points: card.points,
    });
    Ok(cards.collect())
}

/// What pages of platforms are made from, without what only one of them has.
pub(super) fn view(state: &AppState, request: &Request) -> Platforms {
    Platforms {
        frame: request.frame.clone(),
        snapshot: state.snapshot(),
        histories: Vec::new(),
    }
}
