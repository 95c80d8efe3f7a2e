//! The form with a file: session, then token, then the fields. The token stands before the file, so that nothing large is
//! read for somebody else's page.
use super::MOST_BYTES;
use crate::auth::guard::{SignedIn, is_own};
use crate::error::failure_page;
use crate::page::Request;
use crate::state::AppState;
use app::pages::admin::import::Typed;
use app::pages::errors::Failure;
use axum::extract::multipart::{Field, MultipartError};
use axum::extract::{FromRequest, FromRequestParts, Multipart};
use axum::http::StatusCode;
use axum::response::Response;

/// What an editor sent.
pub struct Form {
    /// Who.
    pub signed_in: SignedIn,
    /// The fields.
    pub pairs: Vec<(String, String)>,
    /// Name and bytes of the file.
    pub file: Option<(String, Vec<u8>)>,
    /// It was larger than is taken; what came before is kept.
    pub is_too_large: bool,
}

impl Form {
    /// A field's text, without blanks around it.
    pub fn get(&self, name: &str) -> &str {
        let found = self.pairs.iter().find(|(n, _)| n == name);
        found.map_or("", |(_, value)| value.trim())
    }

    /// The fields as the page has them.
    pub fn typed(&self) -> Typed {
        let text = self.pairs.iter().find(|(n, _)| n == "text");
        Typed {
            format: self.get("format").to_owned(),
            platform: self.get("platform").to_owned(),
            observed: self.get("observed").to_owned(),
            source: self.get("source").to_owned(),
            currency: self.get("currency").to_uppercase(),
            text: text.map(|(_, text)| text.clone()).unwrap_or_default(),
        }
    }

    /// Reads one part after the other. Errors: `None` = not from a page of this session.
    async fn read(&mut self, parts: &mut Multipart) -> Result<(), Option<MultipartError>> {
        while let Some(mut part) = parts.next_field().await.map_err(Some)? {
            let name = part.name().unwrap_or_default().to_owned();
            if name != "csrf" && !is_own(&self.signed_in, self.get("csrf")) {
                return Err(None);
            }
            let file_name = part.file_name().map(str::to_owned);
            let bytes = self.bytes(&mut part).await.map_err(Some)?;
            match file_name {
                Some(file_name) if name == "file" => self.file = Some((file_name, bytes)),
                _ => self
                    .pairs
                    .push((name, String::from_utf8_lossy(&bytes).into_owned())),
            }
        }
        Ok(())
    }

    /// The bytes of a part, as far as they are taken.
    async fn bytes(&mut self, part: &mut Field<'_>) -> Result<Vec<u8>, MultipartError> {
        let mut bytes = Vec::new();
        while let Some(piece) = part.chunk().await? {
            if bytes.len() + piece.len() > MOST_BYTES {
                self.is_too_large = true;
                bytes.clear();
                break;
            }
            bytes.extend_from_slice(&piece);
        }
        Ok(bytes)
    }
}

impl FromRequest<AppState> for Form {
    type Rejection = Response;

    async fn from_request(
        request: axum::extract::Request,
        state: &AppState,
    ) -> Result<Self, Response> {
        let (mut head, body) = request.into_parts();
        let signed_in = SignedIn::from_request_parts(&mut head, state).await?;
        let Ok(visitor) = Request::from_request_parts(&mut head, state).await;
        let forbidden = || failure_page(&visitor, StatusCode::FORBIDDEN, &Failure::Forbidden);
        let request = axum::extract::Request::from_parts(head, body);
        let mut parts = Multipart::from_request(request, state)
            .await
            .map_err(|_| forbidden())?;
        let mut form = Self {
            signed_in,
            pairs: Vec::new(),
            file: None,
            is_too_large: false,
        };
        match form.read(&mut parts).await {
            Ok(()) => {}
            Err(Some(error)) if error.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                form.is_too_large = true;
            }
            Err(_) => return Err(forbidden()),
        }
        // A body may be refused before its first field was read.
        if form.is_too_large && form.pairs.is_empty() {
            let code = StatusCode::PAYLOAD_TOO_LARGE;
            return Err(failure_page(&visitor, code, &Failure::TooLarge));
        }
        if !is_own(&form.signed_in, form.get("csrf")) {
            return Err(forbidden());
        }
        Ok(form)
    }
}
