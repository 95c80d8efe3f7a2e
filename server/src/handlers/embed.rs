//! `/embed/…`: charts and tables for other sites. Everything is said by the address, so that any cache may keep it.
use super::{catalogue, gpus::view, offer as offers, platforms};
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use app::embeds;
use app::frame::address;
use app::pages::gpu::CardPage;
use app::pages::gpus::Gpus;
use axum::extract::{Path, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use domain::catalog::names::{self, Named};

/// Nothing but the drawing itself; frames are allowed here and nowhere else.
const SVG_POLICY: &str = "default-src 'none'; frame-ancestors *";
/// The table takes the site's own style and font.
const TABLE_POLICY: &str = "default-src 'none'; style-src 'self'; font-src 'self'; img-src 'self' data:; \
                            base-uri 'none'; form-action 'none'; frame-ancestors *";

/// The answer with tag and headers; `make` is not called when the client has it already.
fn cached(request: &Request, policy: &'static str, make: impl FnOnce() -> Response) -> Response {
    let response = if request.is_known() {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        make()
    };
    let mut response = request.signed(response);
    let headers = response.headers_mut();
    for (name, value) in [
        (header::CACHE_CONTROL, "public, max-age=3600"),
        (header::VARY, "accept-encoding"),
        (header::CONTENT_SECURITY_POLICY, policy),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.insert(
        "cross-origin-resource-policy",
        HeaderValue::from_static("cross-origin"),
    );
    response
}

fn svg(request: &Request, make: impl FnOnce() -> String) -> Response {
    cached(request, SVG_POLICY, || {
        (
            [(header::CONTENT_TYPE, "image/svg+xml; charset=utf-8")],
            make(),
        )
            .into_response()
    })
}

fn of_gpus(state: &AppState, request: Request, draw: fn(&Gpus) -> String) -> Response {
    let request = request.by_address(state);
    let view = Gpus::read(request.frame.clone(), state.snapshot());
    svg(&request, || draw(&view))
}

/// Cards side by side.
pub async fn gpus(State(state): State<AppState>, request: Request) -> Response {
    of_gpus(&state, request, embeds::gpus)
}

/// What a unit of money buys.
pub async fn value(State(state): State<AppState>, request: Request) -> Response {
    of_gpus(&state, request, embeds::value)
}

/// VRAM against price.
pub async fn memory(State(state): State<AppState>, request: Request) -> Response {
    of_gpus(&state, request, embeds::memory)
}

/// Bandwidth against the time to fetch a model.
pub async fn network(State(state): State<AppState>, request: Request) -> Response {
    let request = request.by_address(&state);
    let (frame, snapshot) = (request.frame.clone(), state.snapshot());
    svg(&request, || embeds::network(&frame, &snapshot))
}

/// The card that the file's name means; else the answer that says what is there instead.
async fn card(
    state: &AppState,
    request: &Request,
    (folder, file): (&str, &str),
) -> Result<(CardPage, bool), Response> {
    let (name, ending) = file.rsplit_once('.').unwrap_or((file, ""));
    let is_table = ending == "html" && folder == "prices";
    let snapshot = state.snapshot();
    if !is_table && ending != "svg" {
        return Err(nothing());
    }
    let gpu = match names::card(&snapshot.gpus, name) {
        Named::One(gpu) => gpu,
        named => {
            let text = embeds::unknown_card(&request.frame, &snapshot, (name, &named));
            return Err((StatusCode::NOT_FOUND, format!("{text}\n")).into_response());
        }
    };
    let slug = &snapshot.gpus[gpu].slug;
    if slug != name {
        let path = format!("/embed/{folder}/{slug}.{ending}");
        return Err(Redirect::permanent(&address(&path, &request.frame.query)).into_response());
    }
    let view = view(state, request, gpu).await;
    let view = view.map_err(|error| ServerError::from(error).page(request))?;
    Ok((view, is_table))
}

/// One card at a glance.
pub async fn one(
    State(state): State<AppState>,
    Path(file): Path<String>,
    request: Request,
) -> Response {
    let request = request.by_address(&state);
    match card(&state, &request, ("card", &file)).await {
        Ok((view, _)) => svg(&request, || embeds::card(&view)),
        Err(response) => response,
    }
}

/// A card's current prices, as a chart or a table.
pub async fn prices(
    State(state): State<AppState>,
    Path(file): Path<String>,
    request: Request,
) -> Response {
    let request = request.by_address(&state);
    match card(&state, &request, ("prices", &file)).await {
        Ok((view, false)) => svg(&request, || embeds::prices(&view)),
        Ok((view, true)) => cached(&request, TABLE_POLICY, || {
            Html(page::html(|| embeds::table(&view))).into_response()
        }),
        Err(response) => response,
    }
}

/// A card's price over time.
pub async fn history(
    State(state): State<AppState>,
    Path(file): Path<String>,
    request: Request,
) -> Response {
    let request = request.by_address(&state);
    let view = match card(&state, &request, ("history", &file)).await {
        Ok((view, _)) => view,
        Err(response) => return response,
    };
    match embeds::history(&view) {
        Some(drawing) => svg(&request, || drawing),
        None => {
            let text = embeds::no_history(&request.frame);
            (StatusCode::NOT_FOUND, format!("{text}\n")).into_response()
        }
    }
}

/// A card beside those of its size.
pub async fn neighbours(
    State(state): State<AppState>,
    Path(file): Path<String>,
    request: Request,
) -> Response {
    let request = request.by_address(&state);
    let view = match card(&state, &request, ("neighbours", &file)).await {
        Ok((view, _)) => view,
        Err(response) => return response,
    };
    match embeds::neighbours(&view) {
        Some(drawing) => svg(&request, || drawing),
        None => {
            let text = embeds::no_neighbours(&request.frame);
            (StatusCode::NOT_FOUND, format!("{text}\n")).into_response()
        }
    }
}

/// The dots above the price list, for the same parameters.
pub async fn list(State(state): State<AppState>, request: Request) -> Response {
    let request = request.by_address(&state);
    let view = catalogue::listed(&state, &request, false);
    past(&request, embeds::list(&view))
}

/// What an offer cost over time.
pub async fn offer(
    State(state): State<AppState>,
    Path(file): Path<String>,
    request: Request,
) -> Response {
    let request = request.by_address(&state);
    let Some(number) = file.strip_suffix(".svg") else {
        return nothing();
    };
    match offers::find(&state, number).await {
        Ok(Some(found)) => past(
            &request,
            embeds::offer(&offers::view(&request.frame, found)),
        ),
        Ok(None) => nothing(),
        Err(error) => error.page(&request),
    }
}

/// What a card cost at a platform; without `gpu` that which was seen most often.
pub async fn platform(
    State(state): State<AppState>,
    Path(file): Path<String>,
    request: Request,
) -> Response {
    let request = request.by_address(&state);
    let mut view = platforms::view(&state, &request);
    let slug = file.strip_suffix(".svg").unwrap_or_default();
    let Some(place) = view.snapshot.platform_by_slug(slug) else {
        return nothing();
    };
    match platforms::histories(&state, &view, slug).await {
        Ok(histories) => view.histories = histories,
        Err(error) => return error.page(&request),
    }
    let asked = request.frame.param("gpu");
    let is_asked = |gpu: usize| asked.is_none_or(|slug| view.snapshot.gpus[gpu].slug == slug);
    let found = view.histories.iter().find(|past| is_asked(past.gpu));
    past(
        &request,
        found.and_then(|card| embeds::platform(&view, place, card)),
    )
}

/// A drawing, or that there is nothing to draw.
fn past(request: &Request, drawing: Option<String>) -> Response {
    match drawing {
        Some(drawing) => svg(request, || drawing),
        None => {
            let text = embeds::without_past(&request.frame);
            (StatusCode::NOT_FOUND, format!("{text}\n")).into_response()
        }
    }
}

/// An address under `/embed/` that draws nothing.
pub async fn unknown() -> Response {
    nothing()
}

fn nothing() -> Response {
    let text = "No chart has this address. There are gpus.svg, value.svg, memory.svg, network.svg, list.svg, \
                card/GPU.svg, prices/GPU.svg, prices/GPU.html, history/GPU.svg, neighbours/GPU.svg, \
                offer/NUMBER.svg and platform/NAME.svg.\n";
    (StatusCode::NOT_FOUND, text).into_response()
}
