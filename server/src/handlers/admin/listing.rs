//! An offer's place on the list: taken off, put back, and the price that waits for its day.
use super::{persevere, unstored};
use crate::auth::guard::EditorForm;
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::{StoreError, catalog, edits, offer_edits, schedule};
use app::pages::admin::edit::{Fault, Flaw};
use app::pages::admin::withdrawn::{Withdrawn, page as withdrawn_page};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use chrono::NaiveDate;
use domain::catalog::draft::FieldError;
use domain::catalog::edit::Edit;

/// What a price to come may change; everything else takes effect at once.
const OF_PRICE: [&str; 5] = [
    "price",
    "price_per_period",
    "source_url",
    "source_date",
    "note",
];

/// The later day from which a typed price is to hold, or what is wrong with it; neither for a price that holds now.
pub(super) fn effective(
    typed: &str,
    checked: &Result<Edit, Vec<FieldError>>,
    today: NaiveDate,
) -> (Option<NaiveDate>, Option<Flaw>) {
    let flaw = |fault| {
        Some(Flaw {
            field: "effective_from".to_owned(),
            fault,
        })
    };
    if typed.is_empty() {
        return (None, None);
    }
    let Ok(day) = typed.parse::<NaiveDate>() else {
        let problem = domain::catalog::draft::Problem::BadDate;
        return (None, flaw(Fault::Checked(problem)));
    };
    if day < today {
        return (None, flaw(Fault::PastDate));
    }
    if day == today {
        return (None, None);
    }
    let is_more = |edit: &Edit| {
        let mut changes = edit.changes.iter();
        changes.any(|change| !OF_PRICE.contains(&change.field.as_str()))
    };
    match checked {
        Ok(edit) if is_more(edit) => (None, flaw(Fault::NotAlone)),
        _ => (Some(day), None),
    }
}

/// Takes an offer off the list, puts it back, or takes a price to come back.
pub async fn post(
    State(state): State<AppState>,
    Path(id): Path<String>,
    request: Request,
    sent: EditorForm,
) -> Response {
    let Ok(plan) = id.parse::<i64>() else {
        return ServerError::NotFound.page(&request);
    };
    let version = sent.get("version").and_then(|version| version.parse().ok());
    let version: i64 = version.unwrap_or(0);
    let (pool, now) = (state.pool.clone(), state.config.now());
    let editor = sent.signed_in.editor.name.clone();
    let (word, done) = match sent.get("action") {
        Some("off") => {
            let work = async move {
                offer_edits::set_listed(&pool, plan, version, false, &editor, now).await
            };
            ("off", persevere(&state, work).await)
        }
        Some("on") => {
            let work = async move {
                offer_edits::set_listed(&pool, plan, version, true, &editor, now).await
            };
            ("listed", persevere(&state, work).await)
        }
        Some("take_back") => {
            let work = async move { schedule::take_back(&pool, plan, &editor, now).await };
            ("taken_back", persevere(&state, work).await)
        }
        _ => return ServerError::NotFound.page(&request),
    };
    let to = match done {
        Ok(revision) => {
            tracing::info!(plan, revision, action = word, "changed an offer's place");
            format!("/admin/offers/{plan}?{word}={revision}")
        }
        Err(StoreError::Conflict) => format!("/admin/offers/{plan}?late=1"),
        Err(error) => return ServerError::from(error).page(&request),
    };
    Redirect::to(&request.frame.link(&to)).into_response()
}

/// The page of an offer that is off the list.
pub(super) async fn withdrawn(
    state: &AppState,
    request: &Request,
    id: &str,
    csrf: String,
) -> Response {
    match find(state, request, id, csrf).await {
        Ok(view) => unstored(page::page(&request.frame, StatusCode::OK, || {
            withdrawn_page(&view)
        })),
        Err(error) => error.page(request),
    }
}

async fn find(
    state: &AppState,
    request: &Request,
    id: &str,
    csrf: String,
) -> Result<Withdrawn, ServerError> {
    let id: i64 = id.parse().map_err(|_| ServerError::NotFound)?;
    let snapshot = state.editors_snapshot();
    let mut connection = state
        .pool
        .acquire()
        .await
        .map_err(|error| ServerError::Store(error.into()))?;
    let offer = catalog::withdrawn(&mut connection, id, &snapshot, true)
        .await?
        .ok_or(ServerError::NotFound)?;
    let history = edits::history(&mut connection, offer.offering_id, id, 12).await?;
    let number = request.frame.param("off").and_then(|n| n.parse().ok());
    Ok(Withdrawn {
        frame: request.frame.clone(),
        snapshot,
        offer,
        csrf,
        history,
        taken_off: number,
        is_late: request.frame.param("late").is_some(),
    })
}
