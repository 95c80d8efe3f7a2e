//! `/healthz`: the process is up. `/readyz`: the store answers and the catalogue is loaded.
use crate::state::AppState;
use crate::store;
use axum::extract::State;
use axum::http::StatusCode;

/// Always fine while the process runs.
pub async fn healthz() -> &'static str {
    "ok\n"
}

/// Fine once there is something to serve.
pub async fn readyz(State(state): State<AppState>) -> (StatusCode, &'static str) {
    if state.snapshot().offers.is_empty() {
        return (StatusCode::SERVICE_UNAVAILABLE, "the catalogue is empty\n");
    }
    match store::ping(&state.pool).await {
        Ok(()) => (StatusCode::OK, "ok\n"),
        Err(_) => (
            StatusCode::SERVICE_UNAVAILABLE,
            "the database does not answer\n",
        ),
    }
}
