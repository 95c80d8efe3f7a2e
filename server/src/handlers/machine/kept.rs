//! `/check/machine/share`, `/c/{slug}`: an answer that is kept, because a visitor asked for a link.
use super::sent::Sent;
use super::{checked, flaw, view};
use crate::auth::client::ClientAddress;
use crate::auth::limit::WINDOW;
use crate::error::ServerError;
use crate::inspect::{Answered, Ground, answer, printed};
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::machine_checks;
use app::pages::machine::{Ask, page as whole};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use domain::inspect::{Promise, judge, judge_guessed, read};
use serde::{Deserialize, Serialize};
use std::time::Instant;

/// What is kept: the machine in the script's own shape, read anew each time, and the claims of that day.
#[derive(Serialize, Deserialize)]
struct Document {
    printed: String,
    promise: Promise,
    is_guess: bool,
}

fn slug(document: &str) -> String {
    const ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let hash = blake3::hash(document.as_bytes());
    hash.as_bytes()[..12]
        .iter()
        .map(|byte| char::from(ALPHABET[usize::from(byte % 32)]))
        .collect()
}

/// Keeps what the form holds and leads to it; the same machine against the same claims has the same link.
pub async fn post(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    request: Request,
    headers: HeaderMap,
    sent: Sent,
) -> Response {
    let ask = Ask {
        offer: sent.get("offer").to_owned(),
        gpu: sent.get("gpu").to_owned(),
        text: sent.text(),
    };
    let snapshot = state.snapshot();
    let ground = Ground {
        gpus: &snapshot.gpus,
        snapshot: Some(&snapshot),
    };
    let answered = match answer(&ask.text, &ask.offer, &ask.gpu, ground) {
        Ok(answered) => answered,
        Err(refused) => {
            let mut view = view(&state, &request, &headers, ask);
            view.flaw = Some(flaw(refused));
            return page::page(&request.frame, StatusCode::UNPROCESSABLE_ENTITY, || {
                whole(&view)
            });
        }
    };
    if !state.saves.begin(client, "machine", Instant::now()) {
        let mut response = ServerError::TooMany.page(&request);
        response
            .headers_mut()
            .insert(header::RETRY_AFTER, HeaderValue::from(WINDOW.as_secs()));
        return response;
    }
    match keep(&state, &answered).await {
        Ok(slug) => Redirect::to(&request.frame.link(&format!("/c/{slug}"))).into_response(),
        Err(error) => error.page(&request),
    }
}

async fn keep(state: &AppState, answered: &Answered) -> Result<String, ServerError> {
    let document = Document {
        printed: printed(&answered.reading.machine),
        promise: answered.promise.clone(),
        is_guess: answered.is_guess,
    };
    let text = serde_json::to_string(&document)
        .map_err(|error| ServerError::Internal(error.to_string()))?;
    let slug = slug(&text);
    machine_checks::save(&state.pool, &slug, &text, state.config.now()).await?;
    Ok(slug)
}

/// A kept answer, judged by the same rules against the same claims.
pub async fn get(
    State(state): State<AppState>,
    Path(slug): Path<String>,
    request: Request,
    headers: HeaderMap,
) -> Response {
    let text = match machine_checks::load(&state.pool, &slug).await {
        Ok(Some(text)) => text,
        Ok(None) => return ServerError::NotFound.page(&request),
        Err(error) => return ServerError::from(error).page(&request),
    };
    let document = serde_json::from_str::<Document>(&text);
    let read = document
        .map_err(|error| error.to_string())
        .and_then(|document| {
            let reading = read(&document.printed).map_err(|error| error.to_string())?;
            Ok((document, reading))
        });
    let (document, reading) = match read {
        Ok(read) => read,
        Err(error) => {
            return ServerError::Internal(format!("a kept check cannot be read: {error}"))
                .page(&request);
        }
    };
    request.tagged(|| {
        let ask = Ask {
            offer: document
                .promise
                .offer
                .map(|id| id.to_string())
                .unwrap_or_default(),
            gpu: document.promise.gpu.slug.clone(),
            text: String::new(),
        };
        let mut view = view(&state, &request, &headers, ask);
        let judge = if document.is_guess {
            judge_guessed
        } else {
            judge
        };
        let findings = judge(&reading.machine, &document.promise, &view.snapshot.gpus);
        view.result = Some(checked(Answered {
            reading,
            promise: document.promise,
            is_guess: document.is_guess,
            findings,
        }));
        view.saved = Some(slug);
        page::page(&request.frame, StatusCode::OK, || whole(&view))
    })
}
