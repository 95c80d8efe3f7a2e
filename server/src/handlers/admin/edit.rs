//! `/admin/offers/{id}`
use super::unstored;
use crate::auth::guard::{EditorForm, SignedIn};
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::StoreError;
use crate::store::edits::{self, EditError, Saved};
use crate::store::proposals;
use app::pages::admin::edit::{Done, Fault, Flaw, OfferForm, Theirs, page as edit_page};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use domain::catalog::acceptance;
use domain::catalog::draft::warnings;
use domain::catalog::edit::{Edit, Typed, check};
use domain::catalog::proposal::Target;
use domain::catalog::revision::Revision;
use domain::catalog::select::span;
use domain::catalog::{CatalogSnapshot, Offer};

/// Revisions shown beside the form.
const SHOWN_REVISIONS: i64 = 12;

/// The form with the offer as it stands.
pub async fn get(
    signed_in: SignedIn,
    State(state): State<AppState>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let mut view = match form(&state, &request, &id, signed_in.csrf).await {
        Ok(view) => view,
        Err(error) => return error.page(&request),
    };
    view.done = match (
        request.frame.param("saved"),
        request.frame.param("unchanged"),
    ) {
        // Only a revision of this offer can have been saved here.
        (Some(number), _) => view
            .history
            .iter()
            .find(|r| r.number.to_string() == number)
            .map(|r| Done::Saved(r.number)),
        (None, Some(_)) => Some(Done::Unchanged),
        (None, None) => None,
    };
    if let Some(number) = request.frame.param("report").and_then(|n| n.parse().ok())
        && let Err(error) = fill_in(&state, &mut view, number).await
    {
        return error.page(&request);
    }
    show(&request, StatusCode::OK, &view)
}

/// The form with what a visitor reported of this very offer; another report's number changes nothing.
async fn fill_in(state: &AppState, view: &mut OfferForm, number: i64) -> Result<(), ServerError> {
    let Some(report) = proposals::one(&state.pool, number).await? else {
        return Ok(());
    };
    let offer = view.offer();
    if report.target == Target::Offer(offer.id) {
        let typed = acceptance::filled(&report.said, &view.snapshot, offer);
        view.unsaved = view.typed.changes_to(&typed);
        view.typed = typed;
        view.done = Some(Done::FromReport(number));
    }
    Ok(())
}

/// Saves, or comes back with every fault and everything that was typed.
pub async fn post(
    State(state): State<AppState>,
    Path(id): Path<String>,
    request: Request,
    form: EditorForm,
) -> Response {
    match save(form, &state, &request, &id).await {
        Ok(response) => response,
        Err(error) => error.page(&request),
    }
}

async fn save(
    sent: EditorForm,
    state: &AppState,
    request: &Request,
    id: &str,
) -> Result<Response, ServerError> {
    let mut view = form(state, request, id, sent.signed_in.csrf.clone()).await?;
    let today = request.frame.today();
    let stands = view.typed.clone();
    view.typed = Typed::of_pairs(&sent.pairs, &stands);
    view.version = sent
        .get("version")
        .and_then(|version| version.parse().ok())
        .unwrap_or(0);
    let snapshot = view.snapshot.clone();
    let offer = &snapshot.offers[view.row];
    let checked = check(&view.typed, &snapshot, offer, today);
    view.unsaved = match &checked {
        Ok(edit) => edit.changes.clone(),
        Err(_) => stands.changes_to(&view.typed),
    };
    let edit = match checked {
        Ok(edit) => edit,
        Err(errors) => {
            view.flaws = errors
                .into_iter()
                .map(|e| Flaw {
                    field: e.field,
                    fault: Fault::Checked(e.problem),
                })
                .collect();
            return Ok(rejected(request, &sent, &view));
        }
    };
    let looks = sent.get("action") == Some("preview");
    if edit.changes.is_empty() && view.version == offer.version && !looks {
        let own = format!("/admin/offers/{}?unchanged=1", offer.id);
        return Ok(Redirect::to(&request.frame.link(&own)).into_response());
    }
    for warning in warnings(&edit.record, Some(offer.id), &snapshot, today) {
        let confirmed = sent.get(&format!("confirm_{}", warning.word())) == Some("1");
        view.warnings.push((warning, confirmed));
    }
    view.median = median(&snapshot, offer, &edit, request);
    if looks {
        view.done = Some(Done::Preview);
        return Ok(show(request, StatusCode::OK, &view));
    }
    if view.warnings.iter().any(|(_, confirmed)| !confirmed) {
        return Ok(rejected(request, &sent, &view));
    }
    match store(
        state,
        offer.id,
        view.version,
        edit,
        sent.signed_in.editor.name.clone(),
    )
    .await
    {
        Ok(saved) => {
            let to = format!("/admin/offers/{}?saved={}", saved.plan, saved.revision);
            Ok(Redirect::to(&request.frame.link(&to)).into_response())
        }
        Err(EditError::SameOffering) => Ok(clash(
            request,
            &sent,
            view,
            "instance_type",
            Fault::SameOffering,
        )),
        Err(EditError::SamePlan) => Ok(clash(request, &sent, view, "source_url", Fault::SamePlan)),
        Err(EditError::Store(StoreError::Conflict)) => conflict(state, request, id, view).await,
        Err(EditError::Store(error)) => Err(error.into()),
    }
}

/// Stores the edit and reads the catalogue anew, also when the visitor goes away meanwhile.
async fn store(
    state: &AppState,
    plan: i64,
    version: i64,
    edit: Edit,
    editor: String,
) -> Result<Saved, EditError> {
    let state = state.clone();
    let work = tokio::spawn(async move {
        let _turn = state.writing.lock().await;
        let saved = edits::save(
            &state.pool,
            plan,
            version,
            &edit,
            &editor,
            state.config.now(),
        )
        .await;
        // After a conflict too: what won may have come from another process.
        if let Err(error) = state.refresh().await {
            tracing::error!(cause = %error, "the catalogue could not be read anew after an edit");
        }
        if let Ok(saved) = &saved {
            tracing::info!(editor = %editor, plan = saved.plan, revision = saved.revision, "saved an edit");
        }
        saved
    });
    work.await.unwrap_or_else(|error| {
        Err(StoreError::Sql(sqlx::Error::Protocol(error.to_string())).into())
    })
}

fn clash(
    request: &Request,
    sent: &EditorForm,
    mut view: OfferForm,
    field: &str,
    fault: Fault,
) -> Response {
    view.flaws.push(Flaw {
        field: field.to_owned(),
        fault,
    });
    rejected(request, sent, &view)
}

/// 422; a look at how it would show is no failed save.
fn rejected(request: &Request, sent: &EditorForm, view: &OfferForm) -> Response {
    let status = if sent.get("action") == Some("preview") {
        StatusCode::OK
    } else {
        StatusCode::UNPROCESSABLE_ENTITY
    };
    show(request, status, view)
}

/// Somebody was faster: their values beside the typed ones, and the version that a second save overwrites knowingly.
async fn conflict(
    state: &AppState,
    request: &Request,
    id: &str,
    mine: OfferForm,
) -> Result<Response, ServerError> {
    let now = form(state, request, id, mine.csrf.clone()).await?;
    let view = OfferForm {
        theirs: Some(Theirs {
            values: now.typed.clone(),
            revision: now.history.first().cloned(),
        }),
        unsaved: now.typed.changes_to(&mine.typed),
        typed: mine.typed,
        warnings: mine
            .warnings
            .iter()
            .map(|(warning, _)| (*warning, false))
            .collect(),
        median: mine.median,
        ..now
    };
    Ok(show(request, StatusCode::CONFLICT, &view))
}

/// The form of an offer as it stands.
async fn form(
    state: &AppState,
    request: &Request,
    id: &str,
    csrf: String,
) -> Result<OfferForm, ServerError> {
    let snapshot = state.snapshot();
    let id: i64 = id.parse().map_err(|_| ServerError::NotFound)?;
    let row = snapshot
        .offers
        .binary_search_by_key(&id, |offer| offer.id)
        .map_err(|_| ServerError::NotFound)?;
    let offer = &snapshot.offers[row];
    let history = history(state, offer).await?;
    let (typed, version) = (Typed::of_offer(&snapshot, offer), offer.version);
    Ok(OfferForm {
        frame: request.frame.clone(),
        snapshot,
        row,
        csrf,
        version,
        typed,
        history,
        flaws: Vec::new(),
        warnings: Vec::new(),
        median: None,
        theirs: None,
        unsaved: Vec::new(),
        done: None,
    })
}

async fn history(state: &AppState, offer: &Offer) -> Result<Vec<Revision>, ServerError> {
    let mut connection = state
        .pool
        .acquire()
        .await
        .map_err(|error| ServerError::Store(error.into()))?;
    Ok(edits::history(
        &mut connection,
        offer.offering_id,
        offer.id,
        SHOWN_REVISIONS,
    )
    .await?)
}

/// The card's median beside which the price looks odd, in the price's currency.
fn median(
    snapshot: &CatalogSnapshot,
    offer: &Offer,
    edit: &Edit,
    request: &Request,
) -> Option<domain::units::Money> {
    let rows = snapshot
        .offers
        .iter()
        .enumerate()
        .filter(|(_, o)| o.gpu == offer.gpu && o.id != offer.id);
    let rows: Vec<usize> = rows.map(|(row, _)| row).collect();
    let currency = edit.record.price_per_hour.currency;
    let nanos = span(snapshot, &rows, offer.kind, currency, request.frame.today()).median?;
    Some(domain::units::Money { nanos, currency })
}

fn show(request: &Request, status: StatusCode, view: &OfferForm) -> Response {
    unstored(page::page(&request.frame, status, || edit_page(view)))
}
