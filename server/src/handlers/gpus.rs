//! `/gpus` and `/gpus/{slug}`
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::figures::{self, OF_CARDS};
use crate::store::{StoreError, card_history};
use crate::{misreadings, sizer};
use app::frame::address;
use app::pages::gpu::{self, CardPage};
use app::pages::gpus::{self, Gpus};
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use domain::catalog::names::{self, Named};
use domain::catalog::past::series;
use domain::catalog::proof::Proof;
use std::collections::HashMap;

/// Cards side by side.
pub async fn get(State(state): State<AppState>, request: Request) -> Response {
    let proofs = match proofs(&state).await {
        Ok(proofs) => proofs,
        Err(error) => return ServerError::from(error).page(&request),
    };
    request.tagged(|| {
        let view = Gpus {
            proofs,
            ..Gpus::read(request.frame.clone(), state.snapshot())
        };
        page::page(&request.frame, StatusCode::OK, || gpus::page(&view))
    })
}

/// Where single figures of every card were read. Errors: the store's.
async fn proofs(state: &AppState) -> Result<HashMap<String, Vec<Proof>>, StoreError> {
    let mut connection = state.pool.acquire().await?;
    figures::all(&mut connection, OF_CARDS).await
}

/// One card; another name of it leads to its address, an unknown one to those that are nearest.
pub async fn one(
    State(state): State<AppState>,
    Path(slug): Path<String>,
    request: Request,
) -> Response {
    let snapshot = state.snapshot();
    let gpu = match names::card(&snapshot.gpus, &slug) {
        Named::One(gpu) => gpu,
        named => {
            return page::page(&request.frame, StatusCode::NOT_FOUND, || {
                gpu::unknown(&request.frame, &snapshot, (&slug, &named))
            });
        }
    };
    let own = &snapshot.gpus[gpu].slug;
    if *own != slug {
        let path = format!("/gpus/{own}");
        return Redirect::permanent(&address(&path, &request.frame.query)).into_response();
    }
    let view = match view(&state, &request, gpu).await {
        Ok(view) => view,
        Err(error) => return ServerError::from(error).page(&request),
    };
    request.tagged(|| page::page(&request.frame, StatusCode::OK, || gpu::page(&view)))
}

/// What a card's page and its charts are made from. Errors: the store's.
pub(super) async fn view(
    state: &AppState,
    request: &Request,
    gpu: usize,
) -> Result<CardPage, StoreError> {
    let snapshot = state.snapshot();
    let mut connection = state.pool.acquire().await?;
    let past = card_history::of_gpu(&mut connection, &snapshot.gpus[gpu].slug).await?;
    let proofs = figures::proofs(&mut connection, OF_CARDS, &snapshot.gpus[gpu].slug).await?;
    Ok(CardPage {
        frame: request.frame.clone(),
        snapshot,
        gpu,
        series: series(past),
        proofs,
        compat: sizer::compat(),
        misreadings: misreadings::all(),
    })
}
