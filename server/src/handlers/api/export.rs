//! `/api/v1/export.sqlite`, `/api/v1/export.csv.zip`: the whole public catalogue.
use crate::assets;
use crate::error::ServerError;
use crate::export;
use crate::problem::Problem;
use crate::state::AppState;
use crate::store::{StoreError, export as tables};
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// One SQLite file.
pub async fn sqlite(state: State<AppState>, headers: HeaderMap) -> Response {
    answer(state, headers, File::Sqlite).await
}

/// CSV files in a ZIP.
pub async fn csv_zip(state: State<AppState>, headers: HeaderMap) -> Response {
    answer(state, headers, File::Zip).await
}

#[derive(Clone, Copy)]
enum File {
    Sqlite,
    Zip,
}

async fn answer(State(state): State<AppState>, headers: HeaderMap, file: File) -> Response {
    let (name, kind) = match file {
        File::Sqlite => ("zuka.sqlite", "application/vnd.sqlite3"),
        File::Zip => ("zuka.csv.zip", "application/zip"),
    };
    let tag = |revision: i64| format!("\"{}-{revision}-{name}\"", assets::HASH);
    let known = headers.get(header::IF_NONE_MATCH);
    let known = known
        .and_then(|tags| tags.to_str().ok())
        .unwrap_or_default();
    let now = tag(state.snapshot().revision);
    if known.split(',').any(|known| known.trim() == now) {
        return tagged(StatusCode::NOT_MODIFIED.into_response(), &now);
    }
    let (revision, sqlite, zip) = match make(&state).await {
        Ok(made) => made,
        Err(error) => return Problem::from(ServerError::from(error)).into_response(),
    };
    let body = match file {
        File::Sqlite => sqlite,
        File::Zip => zip,
    };
    let mut response = body.into_response();
    let attachment = format!("attachment; filename=\"{name}\"");
    for (header, value) in [
        (header::CONTENT_TYPE, HeaderValue::from_static(kind)),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_str(&attachment).unwrap_or(HeaderValue::from_static("attachment")),
        ),
    ] {
        response.headers_mut().insert(header, value);
    }
    tagged(response, &tag(revision))
}

fn tagged(mut response: Response, tag: &str) -> Response {
    if let Ok(tag) = HeaderValue::from_str(tag) {
        response.headers_mut().insert(header::ETAG, tag);
    }
    let cache = HeaderValue::from_static("public, no-cache");
    response.headers_mut().insert(header::CACHE_CONTROL, cache);
    response
}

/// Both files, made at the first question about a revision; who asks meanwhile waits.
async fn make(state: &AppState) -> Result<(i64, Bytes, Bytes), StoreError> {
    let mut made = state.exports.made.lock().await;
    let revision = state.snapshot().revision;
    if let Some(made) = made.as_ref().filter(|(of, ..)| *of == revision) {
        return Ok(made.clone());
    }
    let all = tables::read(&mut *state.pool.acquire().await?).await?;
    let zip = tokio::task::spawn_blocking(move || export::zip(&all)).await;
    let zip = zip.map_err(|error| StoreError::Written(error.to_string()))??;
    let sqlite = whole_file(state).await?;
    let new = (revision, Bytes::from(sqlite), Bytes::from(zip));
    *made = Some(new.clone());
    Ok(new)
}

/// The SQLite file, by way of the disk: SQLite writes no other.
async fn whole_file(state: &AppState) -> Result<Vec<u8>, StoreError> {
    let name = format!("zuka-export-{:032x}.sqlite", rand::random::<u128>());
    let path = std::env::temp_dir().join(name);
    let done = tables::copy(&state.pool.connect_options(), &path).await;
    let bytes = tokio::fs::read(&path).await;
    let removed = tokio::fs::remove_file(&path).await;
    done?;
    let written = |error: std::io::Error| StoreError::Written(error.to_string());
    removed.map_err(written)?;
    bytes.map_err(written)
}
