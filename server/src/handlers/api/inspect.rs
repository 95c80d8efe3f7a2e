//! `POST /api/v1/inspect`: the document of `zuka inspect`. The body is what the script printed, with anything around it;
//! offer and card are parameters, or members of the document.
use crate::inspect::{Ground, answer, document};
use crate::page::pairs;
use crate::problem::Problem;
use crate::state::AppState;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{RawQuery, State};
use serde_json::Value;

/// What a member of the document says, as text.
fn member(value: &Value, name: &str) -> String {
    match value.get(name) {
        Some(Value::String(text)) => text.clone(),
        Some(Value::Number(number)) => number.to_string(),
        _ => String::new(),
    }
}

/// The verdicts.
pub async fn post(
    State(state): State<AppState>,
    RawQuery(query): RawQuery,
    body: Bytes,
) -> Result<Json<Value>, Problem> {
    let mut text = String::from_utf8_lossy(&body).into_owned();
    let (mut offer, mut gpu) = (String::new(), String::new());
    if let Ok(value) = serde_json::from_slice::<Value>(&body) {
        (offer, gpu) = (member(&value, "offer"), member(&value, "gpu"));
        if let Some(Value::String(printed)) = value.get("printed") {
            text.clone_from(printed);
        }
    }
    for (name, value) in pairs(query.as_deref()) {
        match name.as_str() {
            "offer" => offer = value,
            "gpu" => gpu = value,
            _ => {}
        }
    }
    let snapshot = state.snapshot();
    let ground = Ground {
        gpus: &snapshot.gpus,
        snapshot: Some(&snapshot),
    };
    let answered = answer(&text, &offer, &gpu, ground).map_err(|refused| {
        Problem::bad_request(
            refused.code(),
            refused.to_string(),
            Some(refused.field().to_owned()),
        )
    })?;
    Ok(Json(document(&answered)))
}
