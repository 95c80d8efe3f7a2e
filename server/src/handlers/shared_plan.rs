//! `/plan/share`, `/p/{slug}`: a plan that keeps its answer.
use super::plan::{Asked, form_pairs, kept};
use super::{plan_csv, plan_pictures};
use crate::auth::client::ClientAddress;
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::shares;
use app::frame::address;
use app::pages::plan;
use app::pages::plan::shared::SharedPlan;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use domain::quote::Answer;
use domain::units::Currency;
use std::sync::Arc;
use std::time::Instant;

/// Saves the scenario with its answer and leads to it.
pub async fn share(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    request: Request,
    body: Bytes,
) -> Response {
    if !state.saves.begin(client, "plan", Instant::now()) {
        return ServerError::TooMany.page(&request);
    }
    let pairs = form_pairs(&body);
    let currency = pairs
        .iter()
        .find(|(n, _)| n == "currency")
        .and_then(|(_, v)| v.parse::<Currency>().ok());
    match save(&state, &pairs, currency.unwrap_or(request.frame.currency)).await {
        Ok((slug, _)) => {
            let kept: Vec<_> = kept(&pairs)
                .into_iter()
                .filter(|(name, _)| name != "currency")
                .collect();
            Redirect::to(&address(&format!("/p/{slug}"), &kept)).into_response()
        }
        Err(error) => error.page(&request),
    }
}

/// Saves; the same scenario at the same revision, rate and day gives the same slug.
pub async fn save(
    state: &AppState,
    pairs: &[(String, String)],
    currency: Currency,
) -> Result<(String, i64), ServerError> {
    let now = state.config.now();
    let today = now.date_naive();
    let answer = Asked::of(state, pairs, today)
        .answer(currency, today)
        .map_err(|error| ServerError::Internal(format!("a plan could not be billed: {error}")))?;
    let slug = slug(&answer);
    shares::save(&state.pool, &slug, &answer, now).await?;
    Ok((slug, answer.revision))
}

fn slug(answer: &Answer) -> String {
    const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut hasher = blake3::Hasher::new();
    let parts = [
        answer.engine.to_string(),
        answer.revision.to_string(),
        answer.day.to_string(),
        answer.currency.to_string(),
    ];
    let scenario = answer.scenario.iter().map(|(n, v)| format!("{n}={v}"));
    let rates = answer
        .rates
        .iter()
        .map(|r| format!("{}{}{}{}", r.base, r.quote, r.rate, r.date));
    for part in parts.into_iter().chain(scenario).chain(rates) {
        hasher.update(part.as_bytes());
        hasher.update(&[0]);
    }
    hasher.finalize().as_bytes()[..10]
        .iter()
        .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
        .collect()
}

/// A saved plan: the page, with `.csv` its table, with `.png` its picture.
pub async fn shared(
    State(state): State<AppState>,
    Path(name): Path<String>,
    request: Request,
) -> Response {
    let (slug, form) = name.split_once('.').unwrap_or((&name, ""));
    let saved = match shares::load(&state.pool, slug).await {
        Ok(Some(saved)) => saved,
        Ok(None) => return ServerError::NotFound.page(&request),
        Err(error) => return ServerError::from(error).page(&request),
    };
    match form {
        "csv" => return plan_csv::respond(&request, &saved, slug),
        "png" => return plan_pictures::saved(&state, &request, saved).await,
        "" => {}
        _ => return ServerError::NotFound.page(&request),
    }
    let slug = slug.to_owned();
    request.tagged(|| {
        let today = request.frame.today();
        let today = Asked::of(&state, &saved.scenario, today)
            .answer(saved.currency, today)
            .ok()
            .map(Arc::new);
        let view = SharedPlan {
            frame: request.frame.clone(),
            slug,
            answer: Arc::new(saved),
            today,
        };
        page::page(&request.frame, StatusCode::OK, || plan::shared::page(&view))
    })
}
