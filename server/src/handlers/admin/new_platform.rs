//! `/admin/platforms/new`
use super::{answer, persevere, see_other, show};
use crate::auth::guard::{EditorForm, SignedIn};
use crate::error::ServerError;
use crate::page::Request;
use crate::state::AppState;
use crate::store::{StoreError, platform_edits};
use app::pages::admin::new_platform::{NewPlatformForm, page};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use domain::catalog::draft::{FieldError, Problem};
use domain::catalog::fields::Fields;
use domain::catalog::new_platform::{check, empty};

/// The empty form.
pub async fn get(signed_in: SignedIn, request: Request) -> Response {
    let view = NewPlatformForm {
        frame: request.frame.clone(),
        csrf: signed_in.csrf,
        typed: empty(),
        errors: Vec::new(),
    };
    show(&request, StatusCode::OK, || page(&view))
}

/// Stores the platform, or comes back with every fault and everything that was typed.
pub async fn post(State(state): State<AppState>, request: Request, sent: EditorForm) -> Response {
    let saved = save(&state, &request, sent).await;
    answer(&request, saved)
}

async fn save(
    state: &AppState,
    request: &Request,
    sent: EditorForm,
) -> Result<Response, ServerError> {
    let typed = Fields::of_pairs(&sent.pairs, &empty());
    let refused = |typed: Fields, errors: Vec<FieldError>| {
        let view = NewPlatformForm {
            frame: request.frame.clone(),
            csrf: sent.signed_in.csrf.clone(),
            typed,
            errors,
        };
        show(request, StatusCode::UNPROCESSABLE_ENTITY, || page(&view))
    };
    let new = match check(&typed, &state.editors_snapshot(), request.frame.today()) {
        Ok(new) => new,
        Err(errors) => return Ok(refused(typed, errors)),
    };
    let slug = new.slug.clone();
    let (pool, now) = (state.pool.clone(), state.config.now());
    let editor = sent.signed_in.editor.name.clone();
    let stored = persevere(state, async move {
        platform_edits::create(&pool, &new, &editor, now).await
    })
    .await;
    match stored {
        Ok(revision) => {
            tracing::info!(platform = slug, revision, "made a platform");
            let to = format!("/admin/platforms/{slug}?created={revision}");
            Ok(see_other(request, &to))
        }
        // Somebody else made it while this form was being read.
        Err(StoreError::Conflict) => {
            let error = FieldError {
                field: "slug".to_owned(),
                value: slug,
                problem: Problem::Taken,
            };
            Ok(refused(typed, vec![error]))
        }
        Err(error) => Err(error.into()),
    }
}
