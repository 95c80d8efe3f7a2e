//! The form as it was sent: with a file as multipart, else as plain pairs.
use crate::state::AppState;
use axum::body::Bytes;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::{StatusCode, header};
use axum::response::Response;
use domain::inspect::reading::MOST_BYTES;

/// What was sent.
#[derive(Default)]
pub struct Sent {
    pairs: Vec<(String, String)>,
    file: String,
    /// More than is taken; what came before is kept.
    pub is_too_large: bool,
}

impl Sent {
    /// A field.
    pub fn get(&self, name: &str) -> &str {
        let found = self.pairs.iter().find(|(known, _)| known == name);
        found.map_or("", |(_, value)| value.as_str())
    }

    /// The file where there is one, else what was pasted.
    pub fn text(&self) -> String {
        if self.file.trim().is_empty() {
            self.get("text").to_owned()
        } else {
            self.file.clone()
        }
    }

    async fn read(&mut self, parts: &mut Multipart) -> Result<(), MultipartError> {
        while let Some(mut part) = parts.next_field().await? {
            let name = part.name().unwrap_or_default().to_owned();
            let is_file = part.file_name().is_some();
            let text = self.part(&mut part).await?;
            if is_file {
                self.file = text;
            } else {
                self.pairs.push((name, text));
            }
        }
        Ok(())
    }

    async fn part(&mut self, part: &mut Field<'_>) -> Result<String, MultipartError> {
        let mut bytes = Vec::new();
        while let Some(piece) = part.chunk().await? {
            if bytes.len() + piece.len() > MOST_BYTES {
                self.is_too_large = true;
                return Ok(String::new());
            }
            bytes.extend_from_slice(&piece);
        }
        Ok(String::from_utf8_lossy(&bytes).into_owned())
    }
}

impl FromRequest<AppState> for Sent {
    type Rejection = Response;

    /// Never refuses: what cannot be read is an empty form, and the page says what it wants.
    async fn from_request(request: Request, state: &AppState) -> Result<Self, Response> {
        let kind = request
            .headers()
            .get(header::CONTENT_TYPE)
            .and_then(|v| v.to_str().ok())
            .unwrap_or_default();
        let mut sent = Self::default();
        if kind.starts_with("multipart/form-data") {
            if let Ok(mut parts) = Multipart::from_request(request, state).await
                && let Err(error) = sent.read(&mut parts).await
            {
                sent.is_too_large |= error.status() == StatusCode::PAYLOAD_TOO_LARGE;
            }
            return Ok(sent);
        }
        match Bytes::from_request(request, state).await {
            Ok(body) => sent.pairs = crate::handlers::plan::form_pairs(&body),
            Err(_) => sent.is_too_large = true,
        }
        Ok(sent)
    }
}
