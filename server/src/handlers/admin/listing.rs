//! An offer's place on the list: taken off, put back, and the price that waits for its day.
use super::{answer, connection, persevere, see_other, show};
use crate::auth::guard::EditorForm;
use crate::error::ServerError;
use crate::page::Request;
use crate::state::AppState;
use crate::store::edits::EditError;
use crate::store::{StoreError, catalog, edits, offer_edits, offer_privacy, schedule};
use app::pages::admin::edit::{Fault, Flaw, Refusal, page as edit_page};
use app::pages::admin::withdrawn::{Withdrawn, page as withdrawn_page};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::Response;
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
    if let Some(action @ ("private" | "public")) = sent.get("action") {
        let wanted = Wanted {
            plan,
            version,
            is_private: action == "private",
        };
        let done = set_private(&state, &request, &sent, &wanted).await;
        return answer(&request, done);
    }
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
    see_other(&request, &to)
}

/// Who is to see which offer, as its form showed it.
struct Wanted {
    plan: i64,
    version: i64,
    is_private: bool,
}

/// Longest reason, in characters.
const MOST_REASON: usize = 300;

/// Shows an offer to editors alone, or to everybody; what stops it comes back with the reason that was typed.
async fn set_private(
    state: &AppState,
    request: &Request,
    sent: &EditorForm,
    wanted: &Wanted,
) -> Result<Response, ServerError> {
    let &Wanted {
        plan,
        version,
        is_private,
    } = wanted;
    let reason = sent.get("reason").unwrap_or_default().trim().to_owned();
    let own = format!("/admin/offers/{plan}");
    let refusal = if (1..=MOST_REASON).contains(&reason.chars().count()) {
        let (pool, now) = (state.pool.clone(), state.config.now());
        let (editor, why) = (sent.signed_in.editor.name.clone(), reason.clone());
        let done = persevere(state, async move {
            offer_privacy::set_private(&pool, plan, version, is_private, &why, &editor, now).await
        })
        .await;
        match done {
            Ok(revision) => {
                tracing::info!(plan, revision, is_private, "changed who sees an offer");
                let word = if is_private { "private" } else { "public" };
                return Ok(see_other(request, &format!("{own}?{word}={revision}")));
            }
            Err(EditError::Store(StoreError::Conflict)) => {
                return Ok(see_other(request, &format!("{own}?late=1")));
            }
            Err(EditError::SameOffering | EditError::SamePlan) => Refusal::SameOffering,
            Err(EditError::Store(error)) => return Err(error.into()),
        }
    } else {
        Refusal::NoReason
    };
    let csrf = sent.signed_in.csrf.clone();
    let mut view = super::edit::form(state, request, &plan.to_string(), csrf).await?;
    view.reason = Some((reason, refusal));
    let status = StatusCode::UNPROCESSABLE_ENTITY;
    Ok(show(request, status, || edit_page(&view)))
}

/// The page of an offer that is off the list.
pub(super) async fn withdrawn(
    state: &AppState,
    request: &Request,
    id: &str,
    csrf: String,
) -> Response {
    match find(state, request, id, csrf).await {
        Ok(view) => show(request, StatusCode::OK, || withdrawn_page(&view)),
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
    let mut connection = connection(state).await?;
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
