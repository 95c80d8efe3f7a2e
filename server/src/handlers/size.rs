//! `/size`: the sizer. The form and a pasted `config.json` lead to the short address.
use crate::error::failure_page;
use crate::page::{self, Request};
use crate::sizer;
use crate::state::AppState;
use app::frame::address;
use app::pages::errors::Failure;
use app::pages::sizer::{
    Ask, Ground, MOST_CONFIG, SizerView, answer, goals, page as whole, recipe, results,
};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use domain::sizing::config::{ConfigDocument, ConfigModel};
use domain::sizing::{SizingError, SizingErrorKind};
use std::sync::Arc;

/// Reads a `config.json`. Errors: no JSON, and those of the domain.
pub fn read_config(text: &str) -> Result<ConfigModel, SizingError> {
    let document: ConfigDocument = serde_json::from_str(text).map_err(|cause| {
        SizingError::new(SizingErrorKind::BadValue, "config", cause.to_string())
    })?;
    document.read()
}

fn ask(state: &AppState, pairs: &[(String, String)]) -> Ask {
    Ask::read(pairs, &state.snapshot().library, &read_config)
}

fn view(state: &AppState, request: &Request, ask: Ask, is_part: bool) -> SizerView {
    let frame = request.frame.clone();
    let snapshot = state.snapshot();
    let today = frame.today();
    let table = state.table(&snapshot, frame.currency, today);
    let ground = Ground {
        snapshot: &snapshot,
        table: &table,
        today,
    };
    let answer = answer(&ask, &ground).map(Arc::new);
    let goals = if is_part {
        Vec::new()
    } else {
        goals(&snapshot, today)
    };
    SizerView {
        frame,
        snapshot,
        compat: sizer::compat(),
        ask: Arc::new(ask),
        answer,
        goals,
    }
}

/// The short address of a question, with language, currency and theme as `kept` says.
fn short(state: &AppState, ask: &Ask, kept: Vec<(String, String)>) -> String {
    let mut pairs = ask.short(&state.snapshot().library);
    pairs.extend(kept);
    address("/size", &pairs)
}

/// The page; what the form sends leads to its short address first. With `part=results` the part that a change of the
/// form replaces, its short address in `x-address`.
pub async fn get(State(state): State<AppState>, request: Request) -> Response {
    let frame = request.frame.clone();
    let ask = ask(&state, &frame.query);
    if frame.param("part") == Some("results") {
        let said = HeaderValue::from_str(&short(&state, &ask, frame.kept()));
        let view = view(&state, &request, ask, true);
        let mut response = page::part(move || results(&view));
        if let Ok(said) = said {
            let name = HeaderName::from_static("x-address");
            response.headers_mut().insert(name, said);
        }
        return response;
    }
    if frame.param("go").is_some() {
        return Redirect::to(&short(&state, &ask, frame.kept())).into_response();
    }
    request.tagged(|| {
        let view = view(&state, &request, ask, false);
        page::page(&frame, StatusCode::OK, || whole(&view))
    })
}

/// A pasted `config.json`: made short, it travels in the address. What cannot be read is shown again with the reason.
pub async fn post(State(state): State<AppState>, request: Request, body: Bytes) -> Response {
    let mut pairs = super::plan::form_pairs(&body);
    let kept = super::plan::kept(&pairs);
    let mut refusal = None;
    for (_, text) in pairs.iter_mut().filter(|(name, _)| name == "config") {
        let Ok(value) = serde_json::from_str::<serde_json::Value>(text) else {
            continue;
        };
        let compact = value.to_string();
        if compact.len() > MOST_CONFIG {
            let message = format!("{} bytes; an address holds {MOST_CONFIG}", compact.len());
            refusal = Some(SizingError::new(
                SizingErrorKind::OutOfRange,
                "config",
                message,
            ));
        }
        *text = compact;
    }
    let mut ask = ask(&state, &pairs);
    ask.errors.extend(refusal);
    if ask.errors.is_empty() {
        return Redirect::to(&short(&state, &ask, kept)).into_response();
    }
    let view = view(&state, &request, ask, false);
    page::page(&request.frame, StatusCode::UNPROCESSABLE_ENTITY, || {
        whole(&view)
    })
}

/// The recipe for the job on the card `gpu`, as a script to keep. What is not known is said in words, with status 404.
pub async fn recipe(State(state): State<AppState>, request: Request) -> Response {
    let frame = request.frame.clone();
    let pairs: Vec<_> = frame
        .query
        .iter()
        .filter(|(n, _)| n != "gpu")
        .cloned()
        .collect();
    let view = view(&state, &request, ask(&state, &pairs), true);
    let gpu = frame
        .param("gpu")
        .and_then(|slug| view.snapshot.gpu_by_slug(slug));
    let (Some(gpu), Ok(answer)) = (gpu, &view.answer) else {
        return failure_page(&request, StatusCode::NOT_FOUND, &Failure::NotFound);
    };
    let gpu = &view.snapshot.gpus[gpu];
    match recipe::script(&view, answer, gpu, view.compat) {
        Ok(script) => (
            [
                (header::CONTENT_TYPE, "text/x-shellscript; charset=utf-8"),
                (
                    header::CONTENT_DISPOSITION,
                    "attachment; filename=\"zuka.sh\"",
                ),
                (header::CACHE_CONTROL, "private, no-cache"),
            ],
            script,
        )
            .into_response(),
        Err(why) => (
            StatusCode::NOT_FOUND,
            format!("{}\n", recipe::refusal(frame.locale, why)),
        )
            .into_response(),
    }
}
