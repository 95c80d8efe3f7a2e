//! `/`
use crate::page::{self, Request};
use crate::state::AppState;
use app::pages::catalogue::{self, Catalogue};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::catalog::{CatalogSnapshot, Notice, Query, Reason, select};

/// The catalogue, or with `part=results` the part that a filter changes.
pub async fn get(State(state): State<AppState>, request: Request) -> Response {
    let is_part = request.frame.param("part") == Some("results");
    let make = || {
        let view = view(&state, &request);
        if is_part {
            page::part(move || catalogue::results(&view))
        } else {
            page::page(&request.frame, StatusCode::OK, || catalogue::page(&view))
        }
    };
    // A part is fetched by script and never stored.
    if is_part {
        make()
    } else {
        request.tagged(make)
    }
}

fn view(state: &AppState, request: &Request) -> Catalogue {
    let snapshot = state.snapshot();
    let frame = request.frame.clone();
    let asked = read(&frame.query, &snapshot);
    let selection = select(&snapshot, &asked.0, frame.currency, frame.today());
    let mut view = Catalogue::new(frame, snapshot, asked, selection);
    view.chart = app::pages::catalogue::peek::draw(&view);
    view
}

/// The question, with a notice for each name that does not exist.
pub fn read(pairs: &[(String, String)], snapshot: &CatalogSnapshot) -> (Query, Vec<Notice>) {
    let (mut query, mut notices) = Query::parse(pairs);
    let mut keep = |param: &str, list: &mut Vec<String>, known: &dyn Fn(&str) -> bool| {
        list.retain(|value| {
            let found = known(value);
            if !found {
                notices.push(Notice {
                    param: param.to_owned(),
                    value: value.chars().take(60).collect(),
                    reason: Reason::NotFound,
                });
            }
            found
        });
    };
    keep("gpu", &mut query.gpu, &|slug| {
        snapshot.gpu_by_slug(slug).is_some()
    });
    keep("platform", &mut query.platform, &|slug| {
        snapshot.platform_by_slug(slug).is_some()
    });
    (query, notices)
}
