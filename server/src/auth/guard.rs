//! The first thing that every editor's handler does: its arguments cannot be made without a session.
use super::client::from_this_site;
use super::{CsrfToken, Editor};
use crate::error::failure_page;
use crate::page::{self, Request};
use crate::state::AppState;
use app::frame::encode;
use app::pages::errors::Failure;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts};
use axum::http::request::Parts;
use axum::http::{Method, StatusCode};
use axum::response::{IntoResponse, Redirect, Response};
use domain::people::Role;
use subtle::ConstantTimeEq;

/// Somebody is signed in. Everybody else is sent to `/login`.
#[derive(Clone)]
pub struct SignedIn {
    /// Who.
    pub editor: Editor,
    /// For the forms of the page.
    pub csrf: String,
}

impl FromRequestParts<AppState> for SignedIn {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Response> {
        let (editor, token) = (
            parts.extensions.get::<Editor>().cloned(),
            parts.extensions.get::<CsrfToken>().cloned(),
        );
        if let (Some(editor), Some(CsrfToken(csrf))) = (editor, token) {
            return Ok(Self { editor, csrf });
        }
        let Ok(request) = Request::from_request_parts(parts, state).await;
        // A form cannot be sent again by a link, so its page is where to go on.
        let wanted = match parts.method {
            Method::GET | Method::HEAD => parts
                .uri
                .path_and_query()
                .map_or("/admin", |wanted| wanted.as_str()),
            _ => parts.uri.path(),
        };
        Err(Redirect::to(
            &request
                .frame
                .link(&format!("/login?next={}", encode(wanted))),
        )
        .into_response())
    }
}

/// An admin is signed in. An editor is told so, everybody else is sent to `/login`.
#[derive(Clone)]
pub struct Admin {
    /// Who, and the token for the forms of the page.
    pub signed_in: SignedIn,
}

impl FromRequestParts<AppState> for Admin {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, Response> {
        let signed_in = SignedIn::from_request_parts(parts, state).await?;
        if signed_in.editor.role == Role::Admin {
            return Ok(Self { signed_in });
        }
        let Ok(request) = Request::from_request_parts(parts, state).await;
        Err(failure_page(
            &request,
            StatusCode::FORBIDDEN,
            &Failure::NotAllowed,
        ))
    }
}

/// A form that a signed-in admin sent from a page of ours: session, role, token, then the fields.
pub struct AdminForm(pub EditorForm);

impl FromRequest<AppState> for AdminForm {
    type Rejection = Response;

    async fn from_request(
        request: axum::extract::Request,
        state: &AppState,
    ) -> Result<Self, Response> {
        let (mut parts, body) = request.into_parts();
        Admin::from_request_parts(&mut parts, state).await?;
        let request = axum::extract::Request::from_parts(parts, body);
        EditorForm::from_request(request, state).await.map(Self)
    }
}

/// A form that a signed-in editor sent from a page of ours: session, then token, then the fields.
pub struct EditorForm {
    /// Who.
    pub signed_in: SignedIn,
    /// The fields, decoded.
    pub pairs: Vec<(String, String)>,
}

impl EditorForm {
    /// A field's text.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.pairs
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, value)| value.as_str())
    }
}

impl FromRequest<AppState> for EditorForm {
    type Rejection = Response;

    async fn from_request(
        request: axum::extract::Request,
        state: &AppState,
    ) -> Result<Self, Response> {
        let (mut parts, body) = request.into_parts();
        let signed_in = SignedIn::from_request_parts(&mut parts, state).await?;
        let Ok(visitor) = Request::from_request_parts(&mut parts, state).await;
        // Beside the token: what another site sends is refused even if it had got hold of one.
        if !from_this_site(&parts.headers, &state.config) {
            return Err(failure_page(
                &visitor,
                StatusCode::FORBIDDEN,
                &Failure::Forbidden,
            ));
        }
        let body = Bytes::from_request(axum::extract::Request::from_parts(parts, body), state)
            .await
            .map_err(|_| {
                failure_page(&visitor, StatusCode::PAYLOAD_TOO_LARGE, &Failure::TooLarge)
            })?;
        let pairs = page::pairs(std::str::from_utf8(&body).ok());
        let form = Self { signed_in, pairs };
        if !is_own(&form.signed_in, form.get("csrf").unwrap_or_default()) {
            return Err(failure_page(
                &visitor,
                StatusCode::FORBIDDEN,
                &Failure::Forbidden,
            ));
        }
        Ok(form)
    }
}

/// Whether a form's token is that of the editor's own pages.
pub fn is_own(signed_in: &SignedIn, token: &str) -> bool {
    token.as_bytes().ct_eq(signed_in.csrf.as_bytes()).into()
}

/// A path of this site to go on to after signing in; anything else leads to the list of offers.
pub fn safe_next(next: Option<&str>) -> &str {
    let own = |path: &&str| {
        path.starts_with('/')
            && !path.starts_with("//")
            && !path.contains(|c: char| c == '\\' || c.is_control() || c.is_whitespace())
            && path.len() <= 500
    };
    next.filter(own).unwrap_or("/admin")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn next_never_leaves_the_site() {
        assert_eq!(
            safe_next(Some("/admin/offers/3?lang=zh")),
            "/admin/offers/3?lang=zh"
        );
        for other in [
            "//evil.example",
            "https://evil.example",
            "/\\evil.example",
            "/\t/evil.example",
            "admin",
            "",
        ] {
            assert_eq!(safe_next(Some(other)), "/admin", "{other}");
        }
    }
}
