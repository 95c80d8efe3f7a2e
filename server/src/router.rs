//! Routes, limits and headers: the server on one page.
use crate::error::{ServerError, failure_page};
use crate::handlers::{
    about, admin, against, api, catalogue, check, coverage, embed, gpus, guides, health, machine,
    offer, plan, plan_compare, plan_csv, plan_pictures, platforms, report, search_engines,
    shared_plan, size,
};
use crate::page::Request;
use crate::state::AppState;
use crate::{assets, auth, problem::Problem};
use app::pages::errors::Failure;
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::http::{HeaderName, HeaderValue, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get, post};
use std::time::Duration;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use tower_http::request_id::{MakeRequestUuid, PropagateRequestIdLayer, SetRequestIdLayer};
use tower_http::set_header::SetResponseHeaderLayer;
use tower_http::timeout::TimeoutLayer;
use tower_http::trace::TraceLayer;

/// Largest body that is read: documents of many cases are the largest honest ones.
const BODY_LIMIT: usize = 2 * 1024 * 1024;

/// The constant policy: nothing inline, nothing foreign.
const CSP: &str = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; object-src 'none'; \
                   base-uri 'self'; form-action 'self'; frame-ancestors 'none'";

/// Every route; the guard test walks this table.
pub fn routes() -> Vec<(&'static str, MethodRouter<AppState>)> {
    vec![
        ("/", get(catalogue::get)),
        ("/plan", get(plan::get).post(plan::post)),
        ("/plan.csv", get(plan_csv::get)),
        ("/plan/offers", get(plan::offers)),
        ("/plan/compare", get(plan_compare::get)),
        ("/plan/compare.csv", get(plan_compare::csv)),
        ("/plan.png", get(plan_pictures::plan)),
        ("/plan/compare.png", get(plan_pictures::compare)),
        ("/plan/share", post(shared_plan::share)),
        ("/p/{slug}", get(shared_plan::shared)),
        ("/api/v1/offerings", get(api::offerings::list)),
        ("/api/v1/offerings.csv", get(api::offerings::csv)),
        ("/api/v1/offerings/{id}", get(api::offering::one)),
        (
            "/api/v1/offerings/{id}/bottleneck",
            get(api::offering::bottleneck),
        ),
        ("/api/v1/price", post(api::price::post)),
        ("/api/v1/rank", post(api::rank::post)),
        ("/api/v1/size", post(api::size::post)),
        ("/api/v1/compat", post(api::compat::post)),
        (
            "/api/v1/inspect",
            post(api::inspect::post).layer(DefaultBodyLimit::max(machine::MOST_BODY)),
        ),
        ("/login", get(admin::login::get).post(admin::login::post)),
        (
            "/login/code",
            get(admin::second_step::get).post(admin::second_step::post),
        ),
        ("/logout", post(admin::login::logout)),
        (
            "/invite/{token}",
            get(admin::invite::get).post(admin::invite::post),
        ),
        ("/admin", get(admin::list::get).post(admin::list::post)),
        (
            "/admin/offers/{id}",
            get(admin::edit::get).post(admin::edit::post),
        ),
        (
            "/admin/offers/new",
            get(admin::new_offer::get).post(admin::new_offer::post),
        ),
        ("/admin/offers/{id}/state", post(admin::listing::post)),
        (
            "/admin/platforms/{slug}/disks",
            get(admin::disks::get).post(admin::disks::post),
        ),
        ("/admin/cards", get(admin::card::list)),
        (
            "/admin/cards/{slug}",
            get(admin::card::get).post(admin::card::post),
        ),
        (
            "/admin/rates",
            get(admin::rates::get).post(admin::rates::post),
        ),
        ("/admin/checks", get(admin::checks::get)),
        ("/coverage", get(coverage::get)),
        ("/admin/platforms", get(admin::platform::list)),
        (
            "/admin/platforms/new",
            get(admin::new_platform::get).post(admin::new_platform::post),
        ),
        ("/admin/models", get(admin::model::list)),
        (
            "/admin/models/new",
            get(admin::model::new).post(admin::model::create),
        ),
        (
            "/admin/models/{id}",
            get(admin::model::get).post(admin::model::post),
        ),
        (
            "/admin/platforms/{slug}",
            get(admin::platform::get).post(admin::platform::post),
        ),
        (
            "/admin/platforms/{slug}/checked",
            post(admin::platform::checked),
        ),
        ("/api/v1/plans", post(api::plans::post)),
        ("/api/v1/export.sqlite", get(api::export::sqlite)),
        ("/api/v1/export.csv.zip", get(api::export::csv_zip)),
        ("/api/v1/gpus", get(api::gpus::list)),
        ("/api/v1/gpus.csv", get(api::gpus::csv)),
        ("/api/v1/platforms", get(api::platforms::list)),
        ("/api/v1/compare", get(api::compare::get)),
        ("/size", get(size::get).post(size::post)),
        ("/size/recipe.sh", get(size::recipe)),
        (
            "/check",
            // A text with its form around it.
            get(check::get).merge(post(check::post).layer(DefaultBodyLimit::max(check::MOST_BODY))),
        ),
        ("/check.sh", get(machine::script)),
        (
            "/check/machine",
            get(machine::get).merge(
                // A text of some megabytes with its form around it.
                post(machine::post).layer(DefaultBodyLimit::max(machine::MOST_BODY)),
            ),
        ),
        (
            "/check/machine/share",
            post(machine::keep).layer(DefaultBodyLimit::max(machine::MOST_BODY)),
        ),
        ("/c/{slug}", get(machine::kept)),
        ("/about", get(about::get)),
        ("/gpus", get(gpus::get)),
        ("/gpus/{slug}", get(gpus::one)),
        ("/embed/gpus.svg", get(embed::gpus)),
        ("/embed/value.svg", get(embed::value)),
        ("/embed/memory.svg", get(embed::memory)),
        ("/embed/network.svg", get(embed::network)),
        ("/embed/card/{file}", get(embed::one)),
        ("/embed/prices/{file}", get(embed::prices)),
        ("/embed/history/{file}", get(embed::history)),
        ("/embed/neighbours/{file}", get(embed::neighbours)),
        ("/embed/list.svg", get(embed::list)),
        ("/embed/offer/{file}", get(embed::offer)),
        ("/embed/platform/{file}", get(embed::platform)),
        ("/embed/{*rest}", get(embed::unknown)),
        ("/platforms", get(platforms::list)),
        ("/platforms/{slug}", get(platforms::one)),
        ("/platforms.csv", get(platforms::csv)),
        ("/offerings/{id}", get(offer::one)),
        ("/compare", get(against::get)),
        ("/compare.csv", get(against::csv)),
        ("/guides", get(guides::all)),
        ("/guides/{section}", get(guides::one)),
        ("/report", get(report::get).post(report::post)),
        (
            "/admin/reports",
            get(admin::reports::get).post(admin::reports::post),
        ),
        (
            "/admin/import",
            get(admin::import::get).merge(
                // A file with its form around it.
                post(admin::import::post)
                    .layer(DefaultBodyLimit::max(admin::import::MOST_BYTES + 64 * 1024)),
            ),
        ),
        (
            "/admin/import/{token}",
            get(admin::import::review).post(admin::import::act),
        ),
        (
            "/admin/import/{token}/refused.csv",
            get(admin::import::refused),
        ),
        ("/admin/revisions", get(admin::revisions::list)),
        (
            "/admin/revisions/{number}",
            get(admin::revisions::one).post(admin::revisions::undo),
        ),
        (
            "/admin/people",
            get(admin::people::get).post(admin::people::post),
        ),
        (
            "/admin/account",
            get(admin::account::get).post(admin::account::post),
        ),
        ("/admin/audit", get(admin::audit::get)),
        (
            "/admin/sources",
            get(admin::sources::get).post(admin::sources::post),
        ),
        (
            "/admin/sources/{id}",
            get(admin::sources::change).post(admin::sources::decide),
        ),
        ("/healthz", get(health::healthz)),
        ("/readyz", get(health::readyz)),
        ("/pkg/{hash}/{*file}", get(assets::hashed)),
        ("/favicon.svg", get(assets::fixed)),
        ("/robots.txt", get(search_engines::robots)),
        ("/sitemap.xml", get(search_engines::sitemap)),
    ]
}

/// The whole service.
pub fn router(state: AppState) -> Router {
    let header = |name: HeaderName, value: &'static str| {
        SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value))
    };
    // Assets bring their own twins; images are packed already.
    let compress = DefaultPredicate::new()
        .and(NotForContentType::const_new("font/woff2"))
        .and(NotForContentType::const_new("application/zip"));
    let request_id = HeaderName::from_static("x-request-id");
    routes()
        .into_iter()
        .fold(Router::new(), |router, (path, methods)| router.route(path, methods))
        .fallback(not_found)
        .layer(axum::middleware::from_fn_with_state(state.clone(), auth::identify))
        .layer(auth::layer(&state))
        .layer(DefaultBodyLimit::max(BODY_LIMIT))
        .layer(TimeoutLayer::with_status_code(StatusCode::REQUEST_TIMEOUT, Duration::from_secs(20)))
        .layer(CatchPanicLayer::custom(|_: Box<dyn std::any::Any + Send>| {
            ServerError::Internal("a handler panicked".to_owned()).report();
            (StatusCode::INTERNAL_SERVER_ERROR, "Something went wrong on our side. Nothing was changed.\n").into_response()
        }))
        .layer(CompressionLayer::new().compress_when(compress))
        .layer(header(header::CONTENT_SECURITY_POLICY, CSP))
        .layer(header(header::X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .layer(header(header::REFERRER_POLICY, "strict-origin-when-cross-origin"))
        .layer(header(HeaderName::from_static("cross-origin-opener-policy"), "same-origin"))
        .layer(header(HeaderName::from_static("permissions-policy"), "camera=(), microphone=(), geolocation=()"))
        .layer(TraceLayer::new_for_http().make_span_with(|request: &axum::http::Request<_>| {
            // The path alone: queries may hold what somebody typed.
            let id = request.headers().get("x-request-id").and_then(|v| v.to_str().ok()).unwrap_or("");
            tracing::info_span!("request", method = %request.method(), path = %logged(request.uri().path()), id = %id)
        }))
        .layer(PropagateRequestIdLayer::new(request_id.clone()))
        .layer(SetRequestIdLayer::new(request_id, MakeRequestUuid))
        .with_state(state)
}

/// A path as the log has it: the address of an invitation is a secret.
fn logged(path: &str) -> &str {
    if path.starts_with("/invite/") {
        return "/invite/{token}";
    }
    path
}

async fn not_found(uri: Uri, request: Request) -> Response {
    if uri.path().starts_with("/api/") {
        return Problem::from(ServerError::NotFound).into_response();
    }
    failure_page(&request, StatusCode::NOT_FOUND, &Failure::NotFound)
}
