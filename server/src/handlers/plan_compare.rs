//! `/plan/compare`, `/plan/compare.csv`: two plans side by side.
pub mod reference;

use super::plan::Asked;
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::problem::Problem;
use crate::state::AppState;
use crate::store::shares;
use app::frame::Frame;
use app::pages::plan::compare::{self, Comparison, Plan, Side, Trouble};
use app::pages::plan::compare::{differences, figure::Figure, lines, offers};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use reference::Reference;
use std::sync::Arc;

/// The page; with a side that is missing or wrong, its form.
pub async fn get(State(state): State<AppState>, request: Request) -> Response {
    let view = match load(&state, &request.frame).await {
        Ok(view) => view,
        Err(error) => return error.page(&request),
    };
    let not_saved = [&view.a, &view.b]
        .iter()
        .any(|side| side.plan.as_ref().err() == Some(&Trouble::NoSuchPlan));
    let make = || page::page(&request.frame, StatusCode::OK, || compare::page(&view));
    // A plan that nobody saved yet may be saved tomorrow under the same name: no tag for its absence.
    if not_saved {
        make()
    } else {
        request.tagged(make)
    }
}

/// The comparison as a table: what the page shows, with all offers of both answers.
pub async fn csv(State(state): State<AppState>, request: Request) -> Response {
    let view = match load(&state, &request.frame).await {
        Ok(view) => view,
        Err(error) => return Problem::from(error).into_response(),
    };
    for (name, side) in [("a", &view.a), ("b", &view.b)] {
        if let Err(trouble) = &side.plan {
            let (code, detail) = match trouble {
                Trouble::Missing => ("missing_field", "no plan is given".to_owned()),
                Trouble::Unreadable => (
                    "bad_value",
                    "neither a scenario nor a saved plan".to_owned(),
                ),
                Trouble::NoSuchPlan => ("not_found", "no such saved plan".to_owned()),
                Trouble::Refused(why) => ("bad_value", why.clone()),
            };
            let detail = format!("{name}: {detail}");
            return Problem::bad_request(code, detail, Some(name.to_owned())).into_response();
        }
    }
    let (Ok(a), Ok(b)) = (&view.a.plan, &view.b.plan) else {
        return ServerError::Internal("a side was lost".to_owned()).page(&request);
    };
    match table(&request.frame, a, b) {
        Ok(body) => {
            let headers = [
                (header::CONTENT_TYPE, "text/csv; charset=utf-8"),
                (
                    header::CONTENT_DISPOSITION,
                    "attachment; filename=\"compare.csv\"",
                ),
            ];
            (headers, body).into_response()
        }
        Err(message) => Problem::from(ServerError::Internal(message)).into_response(),
    }
}

fn table(frame: &Frame, a: &Plan, b: &Plan) -> Result<Vec<u8>, String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let header = [
        "part",
        "what",
        "a_low",
        "a_high",
        "a_unit",
        "b_low",
        "b_high",
        "b_unit",
        "b_minus_a",
    ];
    writer.write_record(header).map_err(|e| e.to_string())?;
    let mut put = |part: &str, what: &str, a: &Figure, b: &Figure| {
        let delta = a.delta(b).map(|d| d.to_string()).unwrap_or_default();
        let record = [part.to_owned(), what.to_owned()]
            .into_iter()
            .chain(a.plain())
            .chain(b.plain())
            .chain([delta]);
        writer.write_record(record).map_err(|e| e.to_string())
    };
    for row in differences::rows(frame, a, b) {
        put("plan", &row.key, &row.a, &row.b)?;
    }
    for line in lines::pairs(a, b)
        .map(|(_, lines)| lines)
        .unwrap_or_default()
    {
        let what = line.kind.map_or("total", |kind| kind.key());
        put("line", what, &line.a, &line.b)?;
    }
    for offer in offers::pairs(&a.answer, &b.answer) {
        put("offer", &offer.row.offer.to_string(), &offer.a, &offer.b)?;
    }
    writer.into_inner().map_err(|e| e.to_string())
}

pub(super) async fn load(state: &AppState, frame: &Arc<Frame>) -> Result<Comparison, ServerError> {
    Ok(Comparison {
        frame: frame.clone(),
        a: side(state, frame, "a").await?,
        b: side(state, frame, "b").await?,
    })
}

async fn side(state: &AppState, frame: &Frame, name: &str) -> Result<Side, ServerError> {
    let typed = frame.param(name).unwrap_or_default().to_owned();
    let plan = match reference::read(&typed) {
        None if typed.trim().is_empty() => Err(Trouble::Missing),
        None => Err(Trouble::Unreadable),
        Some(Reference::Saved(slug)) => saved(state, frame, slug).await?,
        Some(Reference::Scenario(pairs)) => live(state, frame, &pairs),
    };
    Ok(Side {
        typed,
        plan: plan.map(Arc::new),
    })
}

fn live(state: &AppState, frame: &Frame, pairs: &[(String, String)]) -> Result<Plan, Trouble> {
    let asked = Asked::of(state, pairs, frame.today());
    let answer = asked
        .answer(frame.currency, frame.today())
        .map_err(|error| Trouble::Refused(error.to_string()))?;
    let answer = Arc::new(answer);
    Ok(Plan {
        slug: None,
        scenario: asked.scenario,
        notices: asked.notices,
        today: Some(answer.clone()),
        answer,
    })
}

async fn saved(
    state: &AppState,
    frame: &Frame,
    slug: String,
) -> Result<Result<Plan, Trouble>, ServerError> {
    let Some(saved) = shares::load(&state.pool, &slug).await? else {
        return Ok(Err(Trouble::NoSuchPlan));
    };
    let asked = Asked::of(state, &saved.scenario, frame.today());
    let today = asked.answer(frame.currency, frame.today());
    Ok(Ok(Plan {
        slug: Some(slug),
        scenario: domain::scenario::parse(&saved.scenario).0,
        notices: Vec::new(),
        answer: Arc::new(saved),
        today: today.ok().map(Arc::new),
    }))
}
