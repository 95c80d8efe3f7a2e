//! `/check/machine`: is this the machine that was promised; `/c/{slug}` is an answer that a visitor made a link of.
mod kept;
mod sent;

pub use kept::{get as kept, post as keep};

use crate::inspect::{Answered, Ground, Refused, SCRIPT, answer, printed};
use crate::page::{self, Request};
use crate::state::AppState;
use app::pages::machine::{Ask, Checked, Flaw, MachineView, page as whole};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use domain::inspect::reading::MOST_BYTES;
use sent::Sent;
use std::sync::Arc;

/// Largest body: a text with its form around it.
pub const MOST_BODY: usize = MOST_BYTES + 64 * 1024;

/// The script.
pub async fn script() -> Response {
    let kind = HeaderValue::from_static("text/plain; charset=utf-8");
    let cache = HeaderValue::from_static("public, max-age=3600");
    (
        [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, cache)],
        SCRIPT,
    )
        .into_response()
}

fn view(state: &AppState, request: &Request, headers: &HeaderMap, ask: Ask) -> MachineView {
    MachineView {
        frame: request.frame.clone(),
        snapshot: state.snapshot(),
        script: SCRIPT,
        site: super::search_engines::site(state, headers),
        ask,
        flaw: None,
        result: None,
        saved: None,
    }
}

/// What the page shows of an answer.
fn checked(answered: Answered) -> Arc<Checked> {
    Arc::new(Checked {
        printed: printed(&answered.reading.machine),
        machine: answered.reading.machine,
        missing: answered.reading.missing,
        promise: answered.promise,
        is_guess: answered.is_guess,
        findings: answered.findings,
    })
}

fn flaw(refused: Refused) -> Flaw {
    match refused {
        Refused::Unreadable(why) => Flaw::Unreadable(why),
        Refused::NoOffer(number) => Flaw::NoOffer(number),
        Refused::NoCard(name, near) => Flaw::NoCard(name, near),
        Refused::WhichCard => Flaw::WhichCard,
    }
}

/// The form; `offer` or `gpu` in the address fill it in.
pub async fn get(State(state): State<AppState>, request: Request, headers: HeaderMap) -> Response {
    let frame = request.frame.clone();
    let param = |name: &str| frame.param(name).unwrap_or_default().to_owned();
    let ask = Ask {
        offer: param("offer"),
        gpu: param("gpu"),
        text: String::new(),
    };
    request.tagged(|| {
        let mut view = view(&state, &request, &headers, ask);
        let number = view.ask.offer.clone();
        let is_known = number
            .parse()
            .is_ok_and(|id| view.snapshot.offer(id).is_some());
        if !number.is_empty() && !is_known {
            view.flaw = Some(Flaw::NoOffer(number.chars().take(40).collect()));
        }
        page::page(&request.frame, StatusCode::OK, || whole(&view))
    })
}

/// Answers a text or a file. Nothing is kept.
pub async fn post(
    State(state): State<AppState>,
    request: Request,
    headers: HeaderMap,
    sent: Sent,
) -> Response {
    let ask = Ask {
        offer: sent.get("offer").to_owned(),
        gpu: sent.get("gpu").to_owned(),
        text: sent.text(),
    };
    let mut view = view(&state, &request, &headers, ask);
    let (status, outcome) = if sent.is_too_large {
        let flaw = Flaw::Unreadable(domain::inspect::Unreadable::TooLarge);
        (StatusCode::PAYLOAD_TOO_LARGE, Err(flaw))
    } else {
        let ground = Ground {
            gpus: &view.snapshot.gpus,
            snapshot: Some(&view.snapshot),
        };
        match answer(&view.ask.text, &view.ask.offer, &view.ask.gpu, ground) {
            Ok(answered) => (StatusCode::OK, Ok(checked(answered))),
            Err(refused) => (StatusCode::UNPROCESSABLE_ENTITY, Err(flaw(refused))),
        }
    };
    match outcome {
        Ok(result) => view.result = Some(result),
        Err(flaw) => view.flaw = Some(flaw),
    }
    let mut response = page::page(&request.frame, status, || whole(&view));
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
