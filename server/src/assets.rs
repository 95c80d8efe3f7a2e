//! The site's files, inside the binary; addresses under `/pkg/HASH/` never change their content.
use axum::extract::Path;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};

/// One embedded file.
pub struct Asset {
    /// Path below the site's folder.
    pub name: &'static str,
    raw: &'static [u8],
    br: Option<&'static [u8]>,
    gz: Option<&'static [u8]>,
}

include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// Address of the folder with scripts and styles.
pub fn folder() -> String {
    format!("/pkg/{HASH}")
}

/// `/pkg/{hash}/{file}`: a wrong hash is a page of another build, so 404.
pub async fn hashed(Path((hash, file)): Path<(String, String)>, headers: HeaderMap) -> Response {
    if hash != HASH {
        return StatusCode::NOT_FOUND.into_response();
    }
    serve(&file, &headers, "public, max-age=31536000, immutable")
}

/// A file with a fixed address, such as `/favicon.svg`.
pub async fn fixed(uri: axum::http::Uri, headers: HeaderMap) -> Response {
    serve(
        uri.path().trim_start_matches('/'),
        &headers,
        "public, max-age=86400",
    )
}

fn serve(name: &str, headers: &HeaderMap, cache: &'static str) -> Response {
    let Some(asset) = ASSETS.iter().find(|asset| asset.name == name) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let accepts = |coding: &str| {
        headers
            .get(header::ACCEPT_ENCODING)
            .and_then(|v| v.to_str().ok())
            .is_some_and(|list| {
                list.split(',')
                    .any(|item| item.split(';').next().map(str::trim) == Some(coding))
            })
    };
    let (coding, body) = match (asset.br, asset.gz) {
        (Some(br), _) if accepts("br") => (Some("br"), br),
        (_, Some(gz)) if accepts("gzip") => (Some("gzip"), gz),
        _ => (None, asset.raw),
    };
    let tag = format!("\"{HASH}-{}\"", coding.unwrap_or("raw"));
    let mut response = if headers
        .get(header::IF_NONE_MATCH)
        .is_some_and(|v| v.as_bytes() == tag.as_bytes())
    {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        body.into_response()
    };
    let out = response.headers_mut();
    out.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static(content_type(name)),
    );
    out.insert(header::CACHE_CONTROL, HeaderValue::from_static(cache));
    out.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if let Ok(tag) = HeaderValue::from_str(&tag) {
        out.insert(header::ETAG, tag);
    }
    if let Some(coding) = coding {
        out.insert(header::CONTENT_ENCODING, HeaderValue::from_static(coding));
    }
    response
}

fn content_type(name: &str) -> &'static str {
    match name.rsplit('.').next() {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("woff2") => "font/woff2",
        Some("txt") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
