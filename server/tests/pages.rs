//! Pages and lists as a visitor gets them: the whole router on a database of its own.
use app::frame::Theme;
use app::pages::platforms::{self, Platforms};
use app::text::Locale;
use axum::Router;
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use domain::catalog::{CatalogSnapshot, FactKey, Facts};
use domain::units::{Currency, FxTable};
use http_body_util::BodyExt;
use serde_json::Value;
use server::config::Config;
use server::state::AppState;
use server::{page, router, start};
use std::sync::Arc;
use tempfile::TempDir;
use tower::ServiceExt;

/// A server with the starting catalogue and a fixed clock.
struct Site {
    router: Router,
    state: AppState,
    // Dropped last, so that the database has a place as long as it is open.
    _folder: TempDir,
}

async fn site() -> Site {
    let folder = TempDir::new().unwrap();
    let config = Config {
        addr: "127.0.0.1:0".parse().unwrap(),
        database_url: format!("sqlite://{}/zuka.db", folder.path().display()),
        public_url: String::new(),
        trusted_proxies: Vec::new(),
        now: Some("2026-11-30T09:00:00Z".parse().unwrap()),
        log: String::new(),
        freshness: server::config::Freshness::default(),
        keys: server::config::Keys::default(),
    };
    let state = start::open(config).await.unwrap();
    Site {
        router: router::router(state.clone()),
        state,
        _folder: folder,
    }
}

impl Site {
    async fn get(&self, path: &str) -> (StatusCode, String) {
        let request = Request::get(path).body(Body::empty()).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let status = response.status();
        let body = response.into_body().collect().await.unwrap().to_bytes();
        (status, String::from_utf8(body.to_vec()).unwrap())
    }

    async fn page(&self, path: &str) -> String {
        let (status, body) = self.get(path).await;
        assert_eq!(status, StatusCode::OK, "{path}");
        body
    }

    async fn json(&self, path: &str) -> Value {
        serde_json::from_str(&self.page(path).await).unwrap()
    }
}

/// The words of a page without its markup.
fn text(html: &str) -> String {
    let mut out = String::new();
    let mut inside = false;
    for letter in html.chars() {
        match letter {
            '<' => inside = true,
            '>' => inside = false,
            _ if !inside => out.push(letter),
            _ => {}
        }
    }
    out
}

/// The part of a page from `start` to the next `end`.
fn between<'a>(html: &'a str, start: &str, end: &str) -> &'a str {
    let from = html
        .find(start)
        .unwrap_or_else(|| panic!("no {start} in the page"));
    let rest = &html[from..];
    &rest[..rest.find(end).unwrap_or(rest.len())]
}

const PAGES: [&str; 8] = [
    "/platforms",
    "/platforms/autodl",
    "/platforms/compshare",
    "/platforms/gpufree",
    "/gpus",
    "/gpus?all=1&sort=price&value=tflops",
    "/gpus?value=vram&hl=a100-80gb&hl=huawei-ascend-910b",
    "/gpus?hl=none&sort=tflops",
];

#[tokio::test]
async fn no_page_shows_what_a_program_would_say() {
    let site = site().await;
    for path in PAGES {
        for lang in ["zh", "en"] {
            let sign = if path.contains('?') { '&' } else { '?' };
            let address = format!("{path}{sign}lang={lang}");
            let html = site.page(&address).await;
            let language = if lang == "zh" { "zh-CN" } else { "en" };
            assert!(
                html.contains(&format!("<html lang=\"{language}\"")),
                "{address}"
            );
            for wrong in ["NaN", "style=\"", "None", "Some("] {
                let place = html.find(wrong);
                assert!(place.is_none(), "{address} has `{wrong}` at {place:?}");
            }
        }
    }
    // In English the catalogue says "None" for a mode that a platform does not have.
    let html = site.page("/?lang=zh").await;
    for wrong in ["NaN", "style=\"", "None", "Some("] {
        assert!(!html.contains(wrong), "/ has `{wrong}`");
    }
}

#[tokio::test]
async fn every_platform_has_a_page_and_no_other_name_does() {
    let site = site().await;
    let list = site.page("/platforms?lang=en").await;
    for platform in &site.state.snapshot().platforms {
        let path = format!("/platforms/{}", platform.slug);
        assert!(
            list.contains(&format!("href=\"{path}?lang=en\"")),
            "{path} is not in the list"
        );
        let html = site.page(&path).await;
        assert!(
            !html.contains("NaN") && !html.contains("style=\""),
            "{path}"
        );
    }
    for (lang, words) in [
        ("zh", "没有名为“no-such”的平台"),
        ("en", "No platform is named “no-such”"),
    ] {
        let (status, html) = site.get(&format!("/platforms/no-such?lang={lang}")).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
        assert!(html.contains(words));
    }
}

#[tokio::test]
async fn every_fact_of_a_platform_shows_its_value() {
    let site = site().await;
    let expected = [
        ("billing_increment_s", "Per second"),
        ("minimum_charge_s", "Unknown"),
        ("card_exclusivity", "Dedicated"),
        ("spot_available", "No"),
        ("no_gpu_mode", "Yes"),
        ("no_gpu_price_hour", "¥0.10 per hour"),
        ("stopped_billing", "The disk goes on being charged"),
        ("gpu_kept_while_stopped", "No"),
        ("storage_price_gb_month", "¥0.30 per GB·month"),
        ("storage_price_stopped_gb_month", "¥0.30 per GB·month"),
        ("free_disk_gb", "Unknown"),
        ("persistent_storage", "Partly"),
        ("data_retention_days", "15 days"),
        ("snapshot", "Yes"),
        ("custom_image", "Yes"),
        ("private_image_quota_gb", "30 GB"),
        ("object_storage_mount", "Unknown"),
        ("same_node_multi_gpu", "Yes"),
        ("nvlink", "Unknown"),
        ("network_mbps", "Unknown"),
        ("egress_price_gb", "¥0 per GB"),
        ("reservation_or_queue", "notification when a GPU is free"),
        ("daily_plan", "plan exists, price in the console"),
        ("weekly_plan", "plan exists, price in the console"),
        ("monthly_plan", "RTX 4090 1052 CNY a month"),
        ("support_channels", "Unknown"),
        ("support_24h", "Yes"),
        ("balance_zero", "Unknown"),
        ("tax_included", "Unknown"),
        ("min_top_up", "Unknown"),
        ("invoice", "Unknown"),
        ("payment_methods", "Unknown"),
        ("real_name_check", "Unknown"),
        ("reachable_from", "Unknown"),
        ("model_mirror", "Unknown"),
        ("academic_acceleration", "Unknown"),
    ];
    assert_eq!(expected.len(), FactKey::ALL.len());
    let html = site.page("/platforms/autodl?lang=en").await;
    for (key, value) in expected {
        let row = text(between(&html, &format!("data-fact=\"{key}\""), "</tr>"));
        assert!(row.contains(value), "{key} is not {value}: {row}");
        let asked = [
            "balance_zero",
            "tax_included",
            "min_top_up",
            "invoice",
            "payment_methods",
            "real_name_check",
            "reachable_from",
            "model_mirror",
            "academic_acceleration",
        ];
        let source = if asked.contains(&key) {
            "not looked for yet"
        } else if value == "Unknown" {
            "looked for, not found"
        } else {
            "one of these 10 sources, read up to 8 Oct 2026"
        };
        assert!(row.contains(source), "{key}: {row}");
    }
    let zh = site.page("/platforms/autodl?lang=zh").await;
    for words in [
        "AutoDL 算力云",
        "¥0.10/时",
        "15 天",
        "未知",
        "数据能留下什么",
        "lang=\"en\"",
    ] {
        assert!(zh.contains(words), "{words}");
    }
    // Its offers, and where all of them are.
    let snapshot = site.state.snapshot();
    let place = snapshot.platform_by_slug("autodl").unwrap();
    let all = snapshot
        .offers
        .iter()
        .filter(|offer| offer.platform == place)
        .count();
    assert!(html.contains("href=\"/?platform=autodl&amp;lang=en\""));
    assert!(html.contains(&format!("All {all} offers")));
}

#[tokio::test]
async fn a_source_without_an_address_is_words() {
    let site = site().await;
    let html = site.page("/platforms/compshare?lang=en").await;
    assert!(html.contains("the package compshare-cli-0.1.0"));
    assert!(!html.contains("href=\"package:"));
}

#[tokio::test]
async fn nobody_looked_is_not_unknown() {
    let site = site().await;
    let mut platform = site.state.snapshot().platforms[0].clone();
    platform.facts = Facts::default();
    let snapshot = CatalogSnapshot::new(
        1,
        Vec::new(),
        vec![platform],
        Vec::new(),
        Vec::new(),
        FxTable::default(),
    );
    let path = "/platforms/x";
    let frame = page::frame(
        &site.state,
        Locale::en,
        Currency::USD,
        Theme::System,
        path,
        Vec::new(),
        None,
    );
    let view = Platforms {
        frame: Arc::new(frame),
        snapshot: Arc::new(snapshot),
        histories: Vec::new(),
    };
    let html = page::html(|| platforms::detail(&view, 0).body);
    assert!(html.contains("Nobody looked yet") && !html.contains("not found"));
    assert!(html.contains("No offer of this platform is listed"));
}

#[tokio::test]
async fn cards_are_compared_by_the_figures_of_the_catalogue() {
    let site = site().await;
    let html = site.page("/gpus?lang=en&currency=CNY").await;
    let row = text(between(&html, "data-gpu=\"rtx-4090\"", "</tr>"));
    for figure in ["1008", "165.2", "82.6", "GDDR6X", "images.nvidia.com"] {
        assert!(row.contains(figure), "{figure}: {row}");
    }
    // Two drawings of each chart, and no mark for figures that no source states.
    assert_eq!(html.matches("<svg class=\"ch\"").count(), 8);
    assert!(!text(&html).contains("sparsity"));
    // The default highlights can be taken back one by one.
    assert_eq!(html.matches("class=\"chip\"").count(), 3);
    assert!(!site.page("/gpus?hl=none").await.contains("class=\"chip\""));
    // A generic entry is named in the tables and has no place in the charts.
    let generic = site.page("/gpus?lang=en&hl=a100-80gb").await;
    assert!(generic.contains("data-gpu=\"a100-80gb\""));
    assert!(text(&generic).contains("do not say the form factor"));
    // Links lead to pages that exist.
    assert!(html.contains("href=\"/gpus/rtx-4090"));
    let unknown = site.page("/gpus?lang=zh&hl=no-such-card&sort=beauty").await;
    assert!(text(&unknown).contains("no-such-card") && text(&unknown).contains("beauty"));
}

#[tokio::test]
async fn the_catalogue_draws_the_cards_most_offered() {
    let site = site().await;
    let html = site.page("/?lang=en").await;
    assert_eq!(html.matches("<svg class=\"ch\"").count(), 2);
    assert!(text(&html).contains("Lowest, on demand"));
    let narrow = site.page("/?lang=en&gpu=rtx-4090").await;
    assert!(narrow.contains("Prices of RTX 4090: lowest, median and spread"));
}

#[tokio::test]
async fn b82_lists_of_platforms_and_cards_have_every_field() {
    let site = site().await;
    let snapshot = site.state.snapshot();
    let platforms = site.json("/api/v1/platforms").await;
    assert_eq!(platforms["total"], snapshot.platforms.len());
    assert_eq!(platforms["revision"], snapshot.revision);
    assert_eq!(platforms["observed_newest"], "2026-11-09");
    let items = platforms["items"].as_array().unwrap();
    assert_eq!(items.len(), snapshot.platforms.len());
    let autodl = items.iter().find(|item| item["slug"] == "autodl").unwrap();
    assert_eq!(autodl["facts"]["no_gpu_price_hour"]["value"], "0.1");
    assert_eq!(autodl["facts"]["nvlink"]["value"], Value::Null);
    assert_eq!(
        autodl["facts"].as_object().unwrap().len(),
        FactKey::ALL.len()
    );
    assert_eq!(autodl["persistence"].as_array().unwrap().len(), 3);

    let cards = site.json("/api/v1/gpus?limit=5&page=2&currency=CNY").await;
    assert_eq!(
        (cards["page"].as_u64(), cards["limit"].as_u64()),
        (Some(2), Some(5))
    );
    assert_eq!(cards["items"].as_array().unwrap().len(), 5);
    assert_eq!(cards["total"], snapshot.gpus.len());
    assert_eq!(cards["items"][0]["slug"], snapshot.gpus[5].slug.as_str());
    let all = site.json("/api/v1/gpus?limit=1000&currency=CNY").await;
    let items = all["items"].as_array().unwrap();
    let b300 = items
        .iter()
        .find(|item| item["slug"] == "b300-sxm")
        .unwrap();
    assert_eq!(b300["fp16_dense_tflops"], Value::Null);
    let card = items
        .iter()
        .find(|item| item["slug"] == "rtx-4090")
        .unwrap();
    assert_eq!(card["currency"], "CNY");
    assert!(card["on_demand_median"].is_string() && card["sources"].is_array());
    let csv = site.page("/api/v1/gpus.csv").await;
    assert_eq!(csv.lines().count(), snapshot.gpus.len() + 1);

    for path in [
        "/api/v1/gpus?nonsense=1",
        "/api/v1/platforms?page=0",
        "/api/v1/platforms?limit=many",
    ] {
        assert_eq!(site.get(path).await.0, StatusCode::BAD_REQUEST, "{path}");
    }
}

#[tokio::test]
async fn an_unchanged_page_is_not_sent_again() {
    let site = site().await;
    for path in [
        "/platforms",
        "/platforms/autodl",
        "/gpus",
        "/api/v1/gpus",
        "/api/v1/platforms",
    ] {
        let first = Request::get(path).body(Body::empty()).unwrap();
        let first = site.router.clone().oneshot(first).await.unwrap();
        let tag = first.headers()[header::ETAG].clone();
        let again = Request::get(path)
            .header(header::IF_NONE_MATCH, tag)
            .body(Body::empty())
            .unwrap();
        let again = site.router.clone().oneshot(again).await.unwrap();
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{path}");
    }
}
