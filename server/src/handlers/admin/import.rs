//! `/admin/import`: a file is sent, looked at row by row, and what is ticked becomes one revision.
mod look;
mod review;
mod rows;
mod sent;

pub use review::{get as review, post as act};
pub use rows::refused;

use super::unstored;
use crate::auth::guard::SignedIn;
use crate::error::ServerError;
use crate::import::encoding::{self, NotUtf8};
use crate::import::format::{Told, tell};
use crate::import::{Format, ImportError, Origin};
use crate::page::{self, Request};
use crate::previews::{Preview, Sent};
use crate::state::AppState;
use crate::store::revisions;
use app::pages::admin::import::{Flaw, Look, Typed, Upload, upload_page};
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Redirect, Response};
use domain::catalog::Observed;
use domain::units::Currency;
use sent::Form;
use std::sync::Arc;

/// Largest file that is taken, in bytes: well above the largest catalogue that is published as one file.
pub const MOST_BYTES: usize = 32 * 1024 * 1024;

/// The form.
pub async fn get(signed_in: SignedIn, State(state): State<AppState>, request: Request) -> Response {
    let expired = request.frame.param("expired").is_some();
    let flaw = expired.then_some(Flaw::Expired);
    show(
        &state,
        &request,
        &signed_in.csrf,
        StatusCode::OK,
        Typed::default(),
        flaw,
        None,
    )
    .await
}

#[allow(clippy::too_many_arguments)] // one value a part of the page, named at the only call sites
async fn show(
    state: &AppState,
    request: &Request,
    csrf: &str,
    code: StatusCode,
    typed: Typed,
    flaw: Option<Flaw>,
    kept: Option<(String, String)>,
) -> Response {
    let last = match revisions::last_import(&state.pool).await {
        Ok(last) => last,
        Err(error) => return ServerError::from(error).page(request),
    };
    let snapshot = state.snapshot();
    let platforms = snapshot.platforms.iter();
    let view = Upload {
        frame: request.frame.clone(),
        csrf: csrf.to_owned(),
        typed,
        flaw,
        kept,
        platforms: platforms
            .map(|p| (p.slug.clone(), p.name.clone()))
            .collect(),
        last,
        most_mb: MOST_BYTES / 1024 / 1024,
    };
    unstored(page::page(&request.frame, code, || upload_page(&view)))
}

/// Takes a file or a text; nothing is changed by it.
pub async fn post(State(state): State<AppState>, request: Request, form: Form) -> Response {
    let csrf = form.signed_in.csrf.clone();
    let editor = form.signed_in.editor.name.clone();
    let typed = form.typed();
    if form.is_too_large {
        let code = StatusCode::PAYLOAD_TOO_LARGE;
        return show(
            &state,
            &request,
            &csrf,
            code,
            typed,
            Some(Flaw::TooLarge),
            None,
        )
        .await;
    }
    let kept = form.get("kept").to_owned();
    let read = text_of(&state, form, &editor);
    let (name, text) = match read {
        Ok(read) => read,
        Err(flaw) => {
            let code = StatusCode::UNPROCESSABLE_ENTITY;
            return show(&state, &request, &csrf, code, typed, Some(flaw), None).await;
        }
    };
    let today = request.frame.today();
    let asked = asked(&typed, &text, &state, today);
    let format = asked.as_ref().map_or(Format::Zuka, |(format, _)| *format);
    let origin = asked
        .as_ref()
        .map_or_else(|_| Origin::default(), |(_, origin)| origin.clone());
    let sent = Sent {
        name: name.clone(),
        text,
        format,
        origin,
    };
    let looked = match asked {
        Err(flaw) => Err(flaw),
        Ok(_) => look::at(&state, &sent, today).await,
    };
    state.previews.remove(&kept);
    let (reviewed, flaw) = match looked {
        Ok(reviewed) => (Some(Arc::new(reviewed)), None),
        Err(flaw) => (None, Some(flaw)),
    };
    let ticks = reviewed.as_ref().map(|reviewed| reviewed.safe());
    let token = state.previews.put(Preview {
        editor,
        sent,
        reviewed,
        ticks: ticks.unwrap_or_default(),
    });
    match flaw {
        None => {
            let path = format!("/admin/import/{token}");
            Redirect::to(&request.frame.link(&path)).into_response()
        }
        flaw => {
            // What was pasted stands in its field; a file is kept, for a browser would not send it again.
            let kept = typed.text.is_empty().then_some((token, name));
            let code = StatusCode::UNPROCESSABLE_ENTITY;
            show(&state, &request, &csrf, code, typed, flaw, kept).await
        }
    }
}

/// The text that was sent: a file, else what was pasted, else the file that is kept from the last try.
fn text_of(state: &AppState, form: Form, editor: &str) -> Result<(String, Arc<String>), Flaw> {
    let pasted = form.get("text").to_owned();
    let kept = form.get("kept").to_owned();
    let read = |bytes: Vec<u8>| {
        encoding::text(bytes)
            .map(Arc::new)
            .map_err(|wrong| not_utf8(&wrong))
    };
    if let Some((name, bytes)) = form.file.filter(|(_, bytes)| !bytes.is_empty()) {
        let name: String = name.chars().filter(|c| !c.is_control()).take(120).collect();
        return Ok((name, read(bytes)?));
    }
    if !pasted.trim().is_empty() {
        return Ok(("—".to_owned(), read(pasted.into_bytes())?));
    }
    let kept = state.previews.get(&kept, editor).ok_or(Flaw::Empty)?;
    Ok((kept.sent.name, kept.sent.text))
}

fn not_utf8(wrong: &NotUtf8) -> Flaw {
    let look = match wrong.looks_like {
        encoding::Look::Utf16 => Look::Utf16,
        encoding::Look::Gbk => Look::Gbk,
        encoding::Look::EightBit => Look::EightBit,
        encoding::Look::Packed => Look::Packed,
    };
    Flaw::NotUtf8(look, wrong.at, wrong.line)
}

/// The format and what the form says of the file, checked.
fn asked(
    typed: &Typed,
    text: &str,
    state: &AppState,
    today: chrono::NaiveDate,
) -> Result<(Format, Origin), Flaw> {
    let told = tell(text);
    let format = match (typed.format.as_str(), told) {
        ("" | "zuka", Told::OtherTable(name)) => return Err(Flaw::OtherTable(name.to_owned())),
        ("", Told::Format(format)) => format,
        ("", Told::Nothing) => return Err(Flaw::Untold),
        (word, _) => {
            Format::from_word(word).ok_or_else(|| Flaw::Wrong("format", word.to_owned()))?
        }
    };
    let wrong = |field: &'static str, value: &str| Err(Flaw::Wrong(field, value.to_owned()));
    if !typed.platform.is_empty() && state.snapshot().platform_by_slug(&typed.platform).is_none() {
        return wrong("platform", &typed.platform);
    }
    let day = Observed::parse(&typed.observed);
    if !typed.observed.is_empty() && day.is_none_or(|day| day.date > today) {
        return wrong("observed", &typed.observed);
    }
    let has_scheme = ["https://", "http://"]
        .iter()
        .any(|scheme| typed.source.starts_with(scheme));
    let is_address = has_scheme && typed.source.contains('.');
    if !typed.source.is_empty() && !is_address {
        return wrong("source", &typed.source);
    }
    let currency = match typed.currency.as_str() {
        "" => Currency::USD,
        code => match code.parse() {
            Ok(currency) => currency,
            Err(_) => return wrong("currency", code),
        },
    };
    let origin = Origin {
        platform: typed.platform.clone(),
        observed: typed.observed.clone(),
        source_url: typed.source.clone(),
        currency: currency.code().to_owned(),
    };
    match format.needs(&origin) {
        Err(ImportError::Missing(field)) => Err(Flaw::Missing(field)),
        _ => Ok((format, origin)),
    }
}
