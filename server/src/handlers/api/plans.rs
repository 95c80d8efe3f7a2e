//! `POST /api/v1/plans`: saves a scenario and gives its address.
use super::document::{currency, object, parameters};
use crate::auth::client::ClientAddress;
use crate::error::ServerError;
use crate::handlers::plan::read;
use crate::handlers::shared_plan::save;
use crate::problem::Problem;
use crate::state::AppState;
use axum::Json;
use axum::body::Bytes;
use axum::extract::State;
use domain::units::Currency;
use serde_json::{Value, json};
use std::time::Instant;

/// Takes `{"scenario": {parameters of /plan}, "currency"?: "CNY"}`; a parameter given several times is an array.
pub async fn post(
    State(state): State<AppState>,
    ClientAddress(client): ClientAddress,
    body: Bytes,
) -> Result<Json<Value>, Problem> {
    if !state.saves.begin(client, "plan", Instant::now()) {
        return Err(ServerError::TooMany.into());
    }
    let document = object(&body)?;
    let scenario = document
        .get("scenario")
        .and_then(Value::as_object)
        .ok_or_else(|| {
            Problem::bad_request(
                "missing_field",
                "scenario: an object with the parameters of /plan",
                Some("scenario".to_owned()),
            )
        })?;
    let pairs = parameters(scenario, "scenario")?;
    let (_, notices) = read(&pairs, &state.snapshot());
    if let Some(notice) = notices.first() {
        let detail = format!(
            "scenario.{}: `{}` is {}",
            notice.param,
            notice.value,
            notice.reason.word().replace('_', " ")
        );
        return Err(Problem::bad_request(
            notice.reason.word(),
            detail,
            Some(format!("scenario.{}", notice.param)),
        ));
    }
    let currency = currency(document.get("currency"))?.unwrap_or(Currency::CNY);
    let (slug, revision) = save(&state, &pairs, currency).await?;
    let url = format!("{}/p/{slug}", state.config.public_url());
    Ok(Json(
        json!({ "slug": slug, "url": url, "revision": revision }),
    ))
}
