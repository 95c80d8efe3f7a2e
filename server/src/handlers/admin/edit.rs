//! `/admin/offers/{id}`
use super::{listing, persevere, unstored};
use crate::auth::guard::{EditorForm, SignedIn};
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::StoreError;
use crate::store::edits::{self, EditError, Saved};
use crate::store::proposals;
use crate::store::schedule;
use app::pages::admin::edit::{Done, Fault, Flaw, OfferForm, Theirs, page as edit_page};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use domain::catalog::CatalogSnapshot;
use domain::catalog::acceptance;
use domain::catalog::draft::{OfferRecord, Warning, warnings};
use domain::catalog::edit::{Typed, check};
use domain::catalog::proposal::Target;
use domain::catalog::revision::{Change, Revision};
use domain::catalog::select::span;

/// Revisions shown beside the form.
const SHOWN_REVISIONS: i64 = 12;

/// The form with the offer as it stands.
pub async fn get(
    signed_in: SignedIn,
    State(state): State<AppState>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    let mut view = match form(&state, &request, &id, signed_in.csrf.clone()).await {
        Ok(view) => view,
        // One that is off the list has no form, but it can be put back.
        Err(ServerError::NotFound) => {
            return listing::withdrawn(&state, &request, &id, signed_in.csrf).await;
        }
        Err(error) => return error.page(&request),
    };
    view.done = done(&request, &view);
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

/// What a revision's number makes known.
type Made = fn(i64) -> Done;

/// What the address says has just happened; only a revision of this offer can have.
fn done(request: &Request, view: &OfferForm) -> Option<Done> {
    let known = |number: &str| {
        let is = |r: &&Revision| r.number.to_string() == number;
        view.history.iter().find(is).map(|r| r.number)
    };
    let kinds: [(&str, Made); 7] = [
        ("saved", Done::Saved),
        ("created", Done::Created),
        ("listed", Done::Listed),
        ("scheduled", Done::Scheduled),
        ("taken_back", Done::TakenBack),
        ("private", Done::MadePrivate),
        ("public", Done::MadePublic),
    ];
    let said = kinds.iter().find_map(|(name, made)| {
        let number = request.frame.param(name)?;
        known(number).map(made)
    });
    let is_said = |name: &str| request.frame.param(name).is_some();
    said.or(is_said("unchanged").then_some(Done::Unchanged))
        .or(is_said("late").then_some(Done::Late))
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
    view.effective = sent
        .get("effective_from")
        .unwrap_or_default()
        .trim()
        .to_owned();
    let (effective, flaw) = listing::effective(&view.effective, &checked, today);
    let mut edit = match checked {
        Ok(edit) if flaw.is_none() => edit,
        other => {
            let errors = other.err().unwrap_or_default();
            view.flaws = errors
                .into_iter()
                .map(|e| Flaw {
                    field: e.field,
                    fault: Fault::Checked(e.problem),
                })
                .chain(flaw)
                .collect();
            return Ok(rejected(request, &sent, &view));
        }
    };
    let looks = sent.get("action") == Some("preview");
    if edit.changes.is_empty() && view.version == offer.version && !looks {
        let own = format!("/admin/offers/{}?unchanged=1", offer.id);
        return Ok(Redirect::to(&request.frame.link(&own)).into_response());
    }
    // Medians are those that visitors see.
    let public = state.snapshot();
    for warning in warnings(&edit.record, Some(offer.id), &public, today) {
        let confirmed = sent.get(&format!("confirm_{}", warning.word())) == Some("1");
        view.warnings.push((warning, confirmed));
    }
    view.median = median(&public, &edit.record, Some(offer.id), request);
    if looks {
        view.done = Some(Done::Preview);
        return Ok(show(request, StatusCode::OK, &view));
    }
    if view.warnings.iter().any(|(_, confirmed)| !confirmed) {
        return Ok(rejected(request, &sent, &view));
    }
    let confirmed = confirmed(view.warnings.iter().map(|(warning, _)| *warning));
    let editor = sent.signed_in.editor.name.clone();
    let (pool, now, plan, version) = (
        state.pool.clone(),
        state.config.now(),
        offer.id,
        view.version,
    );
    let stored = match effective {
        Some(day) => {
            persevere(state, async move {
                let record = &edit.record;
                let revision =
                    schedule::announce(&pool, plan, version, record, day, &confirmed, &editor, now)
                        .await?;
                Ok(Saved { revision, plan })
            })
            .await
        }
        None => {
            edit.changes.extend(confirmed);
            persevere(state, async move {
                edits::save(&pool, plan, version, &edit, &editor, now).await
            })
            .await
        }
    };
    match stored {
        Ok(saved) => {
            tracing::info!(
                plan = saved.plan,
                revision = saved.revision,
                "saved an edit"
            );
            let word = if effective.is_some() {
                "scheduled"
            } else {
                "saved"
            };
            let to = format!("/admin/offers/{}?{word}={}", saved.plan, saved.revision);
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

/// What was odd and is right, for the audit.
pub(super) fn confirmed(odd: impl Iterator<Item = Warning>) -> Vec<Change> {
    odd.map(|warning| Change {
        field: "confirmed".to_owned(),
        before: None,
        after: Some(warning.word().to_owned()),
    })
    .collect()
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
        effective: mine.effective,
        ..now
    };
    Ok(show(request, StatusCode::CONFLICT, &view))
}

/// The form of an offer as it stands.
pub(super) async fn form(
    state: &AppState,
    request: &Request,
    id: &str,
    csrf: String,
) -> Result<OfferForm, ServerError> {
    let snapshot = state.editors_snapshot();
    let id: i64 = id.parse().map_err(|_| ServerError::NotFound)?;
    let row = snapshot
        .offers
        .binary_search_by_key(&id, |offer| offer.id)
        .map_err(|_| ServerError::NotFound)?;
    let offer = &snapshot.offers[row];
    let mut connection = state
        .pool
        .acquire()
        .await
        .map_err(|error| ServerError::Store(error.into()))?;
    let (offering, shown) = (offer.offering_id, SHOWN_REVISIONS);
    let history = edits::history(&mut connection, offering, offer.id, shown).await?;
    let scheduled = schedule::pending(&mut connection, offer.id).await?;
    // What visitors' catalogue does not have is negotiated.
    let is_private = snapshot.revision == state.snapshot().revision
        && state.snapshot().offer(offer.id).is_none();
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
        is_private,
        reason: None,
        effective: String::new(),
        scheduled,
    })
}

/// The card's median beside which a price looks odd, in the price's currency; `own` is left out of it.
pub(super) fn median(
    snapshot: &CatalogSnapshot,
    record: &OfferRecord,
    own: Option<i64>,
    request: &Request,
) -> Option<domain::units::Money> {
    let gpu = snapshot.gpu_by_slug(&record.gpu)?;
    let rows = snapshot
        .offers
        .iter()
        .enumerate()
        .filter(|(_, o)| o.gpu == gpu && Some(o.id) != own);
    let rows: Vec<usize> = rows.map(|(row, _)| row).collect();
    let currency = record.price_per_hour.currency;
    let nanos = span(
        snapshot,
        &rows,
        record.kind,
        currency,
        request.frame.today(),
    )
    .median?;
    Some(domain::units::Money { nanos, currency })
}

fn show(request: &Request, status: StatusCode, view: &OfferForm) -> Response {
    unstored(page::page(&request.frame, status, || edit_page(view)))
}
