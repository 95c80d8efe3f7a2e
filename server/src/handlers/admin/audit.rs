//! `/admin/audit`: who did what, when.
use super::login::acquire;
use super::unstored;
use crate::auth::guard::Admin;
use crate::error::ServerError;
use crate::page::{self, Request};
use crate::state::AppState;
use crate::store::deeds::{self, What};
use app::pages::admin::audit::{Audit, Line, PAGE, What as Shown, page as audit_page};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;

/// Fifty lines a page, newest first, of everybody or of one person.
pub async fn get(_admin: Admin, State(state): State<AppState>, request: Request) -> Response {
    match load(&state, &request).await {
        Ok(view) => unstored(page::page(&request.frame, StatusCode::OK, || {
            audit_page(&view)
        })),
        Err(error) => error.page(&request),
    }
}

async fn load(state: &AppState, request: &Request) -> Result<Audit, ServerError> {
    let frame = request.frame.clone();
    let person = frame.param("person").filter(|name| !name.is_empty());
    let person = person.map(str::to_owned);
    let mut connection = acquire(state).await?;
    let total = deeds::count(&mut connection, person.as_deref()).await?;
    let pages = ((total + PAGE - 1) / PAGE).max(1);
    let number = frame.param("page").and_then(|page| page.parse().ok());
    let number: i64 = number.unwrap_or(1).clamp(1, pages);
    let offset = (number - 1) * PAGE;
    let lines = deeds::list(&mut connection, person.as_deref(), offset, PAGE).await?;
    let people = deeds::people(&mut connection).await?;
    let lines = lines.into_iter().map(|line| Line {
        made_at: line.made_at,
        what: match line.what {
            What::Deed(deed) => Shown::Deed(deed),
            What::Revision(number, kind) => Shown::Revision(number, kind),
        },
        by: line.by,
        of: line.of,
        detail: line.detail,
        count: line.count,
    });
    Ok(Audit {
        lines: lines.collect(),
        frame,
        person,
        people,
        total,
        number,
        pages,
    })
}
