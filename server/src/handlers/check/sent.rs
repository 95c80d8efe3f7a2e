//! The posted form, as a browser sends it or as plain pairs. A text over the limit is told apart from none.
use super::MOST_BODY;
use crate::page;
use axum::body::{Bytes, to_bytes};
use axum::extract::{FromRequest, Multipart, Request};
use axum::http::header;
use domain::compat::paste::MOST_BYTES;
use std::convert::Infallible;

/// What was sent.
#[derive(Default)]
pub struct Sent {
    /// The fields of the form.
    pub pairs: Vec<(String, String)>,
    /// The text; none when it was too long to be read.
    pub text: Option<String>,
}

impl<S: Send + Sync> FromRequest<S> for Sent {
    type Rejection = Infallible;

    async fn from_request(request: Request, state: &S) -> Result<Self, Infallible> {
        let kind = request.headers().get(header::CONTENT_TYPE);
        let is_multipart = kind
            .and_then(|kind| kind.to_str().ok())
            .is_some_and(|kind| kind.starts_with("multipart/form-data"));
        let mut sent = Self::default();
        if is_multipart {
            if let Ok(parts) = Multipart::from_request(request, state).await {
                sent.parts(parts).await;
            }
        } else if let Ok(body) = to_bytes(request.into_body(), MOST_BODY).await {
            sent.plain(&body);
        }
        Ok(sent)
    }
}

impl Sent {
    fn plain(&mut self, body: &Bytes) {
        self.text = Some(String::new());
        // Bytes that are no UTF-8 are replaced, as everywhere in what is pasted.
        for (name, value) in page::pairs(Some(&String::from_utf8_lossy(body))) {
            self.take(name, value);
        }
    }

    /// Reads one part after the other; where reading stops at the limit, there is no text.
    async fn parts(&mut self, mut parts: Multipart) {
        let mut text = Some(String::new());
        loop {
            let part = match parts.next_field().await {
                Ok(Some(part)) => part,
                Ok(None) => break,
                Err(_) => return,
            };
            let name = part.name().unwrap_or_default().to_owned();
            let Ok(bytes) = part.bytes().await else {
                return;
            };
            let value = String::from_utf8_lossy(&bytes).into_owned();
            if name == "text" {
                text = (bytes.len() <= MOST_BYTES).then_some(value);
            } else {
                self.pairs.push((name, value));
            }
        }
        self.text = text;
    }

    fn take(&mut self, name: String, value: String) {
        if name == "text" {
            self.text = (value.len() <= MOST_BYTES).then_some(value);
        } else {
            self.pairs.push((name, value));
        }
    }
}
