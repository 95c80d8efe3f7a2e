//! Pages of cards and the charts for other sites, on the real catalogue.

use crate::common::{Answer, between, site, site_at};
use axum::http::{StatusCode, header};
use domain::catalog::{Freshness, PriceKind};

/// Numbers of the offers in the part of the page under a kind.
fn offers_of(page: &str, kind: PriceKind) -> Vec<i64> {
    let mark = format!("<tbody data-kind=\"{}\"", kind.word());
    let Some((_, rest)) = page.split_once(&mark) else {
        return Vec::new();
    };
    let body = rest.split("</tbody>").next().unwrap();
    let ids = body.split("data-offer=\"").skip(1);
    ids.map(|part| part.split('"').next().unwrap().parse().unwrap())
        .collect()
}

#[tokio::test]
async fn b69_each_kind_of_price_is_ranked_by_itself_and_stale_ones_last() {
    let site = site().await;
    let page = site.get("/gpus/rtx-4090?lang=zh").await;
    assert_eq!(page.status, StatusCode::OK);
    let snapshot = site.state.snapshot();
    let today = "2026-11-30".parse().unwrap();
    let mut kinds = 0;
    for kind in PriceKind::ALL {
        let ids = offers_of(&page.text, *kind);
        let keys: Vec<_> = ids
            .iter()
            .map(|id| {
                let offer = snapshot.offer(*id).unwrap();
                assert_eq!(offer.kind, *kind);
                let stale = snapshot.freshness(offer, today) == Freshness::Stale;
                let price = offer.price_per_gpu_hour().unwrap();
                let cny = snapshot.convert(price, "CNY".parse().unwrap(), today);
                (stale, cny.unwrap().0.nanos)
            })
            .collect();
        assert!(keys.is_sorted(), "{keys:?}");
        kinds += usize::from(!ids.is_empty());
    }
    assert_eq!(kinds, 3, "on demand, spot and monthly");
    // The one figure of the page is the lowest current on-demand price.
    let lowest: i64 = between(&page.text, "data-lowest=\"", "\"").parse().unwrap();
    let first = snapshot
        .offer(offers_of(&page.text, PriceKind::OnDemand)[0])
        .unwrap();
    let listed = first.price_per_gpu_hour().unwrap();
    let shown = snapshot
        .convert(listed, "CNY".parse().unwrap(), today)
        .unwrap();
    assert_eq!(shown.0.nanos, lowest);
    assert!(
        page.text
            .contains("没有有效价格；最后一次见到是 2026-10-04"),
        "spot"
    );
    assert!(page.text.contains("href=\"/?gpu=rtx-4090&amp;lang=zh\""));
}

#[tokio::test]
async fn b20_a_converted_price_carries_its_mark_and_the_listed_one() {
    let site = site().await;
    let page = site.get("/gpus/rtx-4090?lang=zh").await.text;
    let snapshot = site.state.snapshot();
    let id = offers_of(&page, PriceKind::OnDemand)
        .into_iter()
        .find(|id| snapshot.offer(*id).unwrap().price_per_hour.currency.code() == "USD")
        .unwrap();
    let row = between(&page, &format!("data-offer=\"{id}\""), "</tr>");
    let listed = snapshot.offer(id).unwrap().price_per_gpu_hour().unwrap();
    assert!(row.contains("class=\"price apx\""), "{row}");
    assert!(row.contains(&format!("${}", listed.amount())), "{row}");
}

#[tokio::test]
async fn b34_other_names_lead_to_the_card_and_a_generic_one_says_so() {
    let site = site().await;
    for (name, slug) in [
        ("4090", "rtx-4090"),
        ("RTX_4090", "rtx-4090"),
        ("4090D", "rtx-4090-d"),
        ("h100", "h100-80gb"),
    ] {
        let answer = site.get(&format!("/gpus/{name}?lang=en&theme=dark")).await;
        assert_eq!(answer.status, StatusCode::PERMANENT_REDIRECT, "{name}");
        let to = answer.header(header::LOCATION);
        assert_eq!(to, format!("/gpus/{slug}?lang=en&theme=dark"));
    }
    let page = site.get("/gpus/h100-80gb?lang=en").await.text;
    assert!(page.contains("Form factor or edition not stated."));
    assert!(
        page.contains("href=\"/gpus/h100-sxm?lang=en\"")
            && page.contains("href=\"/gpus/h100-pcie?lang=en\"")
    );
    assert!(page.contains("It depends on the form: SXM 3350 GB/s, PCIe 2000 GB/s"));
}

#[tokio::test]
async fn b34_an_unknown_card_names_the_three_nearest() {
    let site = site().await;
    let page = site.get("/gpus/rtx-4091?lang=en").await;
    assert_eq!(page.status, StatusCode::NOT_FOUND);
    let near = between(&page.text, "class=\"buttons\"", "</p>");
    assert_eq!(near.matches("<a ").count(), 3, "{near}");
    assert!(near.contains("href=\"/gpus/rtx-4090?lang=en\""), "{near}");
    let wild = site.get("/gpus/%3Cscript%3E?lang=zh").await;
    assert_eq!(wild.status, StatusCode::NOT_FOUND);
    assert!(wild.text.contains("没有叫“&lt;script&gt;”的卡"));
}

#[tokio::test]
async fn b42_b43_figures_say_their_kind_and_belong_to_the_exact_card() {
    let site = site().await;
    let page = site.get("/gpus/rtx-4090?lang=en").await.text;
    for text in [
        "FP16 tensor, dense",
        "“FP16 82.6 TFLOPS” is the FP32 and non-tensor rate. Dense on tensor cores it is 165.2 TFLOPS.",
        "https://github.com/karpathy/nanochat/",
    ] {
        assert!(page.contains(text), "{text}");
    }
    // What no source quotes is marked as our estimate.
    let derived = site.get("/gpus/rtx-4090-d?lang=en").await.text;
    assert!(derived.contains("<b class=\"apx\">147</b>"));
    // The PCIe card has its own figures, not the SXM card's that an article gives.
    let pcie = site.get("/gpus/h100-pcie?lang=en").await.text;
    let figures = between(&pcie, "id=\"figures\"", "</table>");
    assert!(
        figures.contains(">2000<") && figures.contains(">756<"),
        "{figures}"
    );
    assert!(!figures.contains("3350"));
    assert!(pcie.contains("3350 GB/s belongs to the SXM card. This PCIe card has 2000 GB/s."));
}

#[tokio::test]
async fn b37_one_gpus_vram_and_the_whole_offers_are_told_apart() {
    let site = site().await;
    let page = site.get("/gpus/rtx-4090?lang=en").await.text;
    let snapshot = site.state.snapshot();
    let many = offers_of(&page, PriceKind::Monthly)
        .into_iter()
        .find(|id| snapshot.offer(*id).unwrap().gpu_count > 1)
        .unwrap();
    let row = between(&page, &format!("data-offer=\"{many}\""), "</tr>");
    let count = snapshot.offer(many).unwrap().gpu_count;
    let wanted = format!("{count} GPUs · {} GB VRAM in all", count * 24);
    assert!(row.contains(&wanted), "{row}");
    let figures = between(&page, "id=\"figures\"", "</table>");
    assert!(figures.contains(">VRAM</th>") && figures.contains(">24</b>"));
}

#[tokio::test]
async fn b44_the_capability_leads_to_offers_and_decides_the_software() {
    let site = site().await;
    let page = site.get("/gpus/rtx-5090?lang=en").await.text;
    assert!(page.contains("href=\"/?compute_capability_min=12.0&amp;lang=en\""));
    assert!(page.contains("https://download.pytorch.org/whl/cu"));
    assert!(page.contains("PyTorch from cu124 has no code for it"));
    let old = site.get("/gpus/p100-16gb-pcie?lang=en").await.text;
    let row = between(&old, ">FlashAttention 2<", "</tr>");
    assert!(row.contains("class=\"fact no\""), "{row}");
    let amd = site.get("/gpus/mi300x?lang=en").await.text;
    assert!(amd.contains("No CUDA compute capability is known"));
}

#[tokio::test]
async fn jobs_are_judged_as_the_sizer_judges_them() {
    let site = site().await;
    let page = site.get("/gpus/rtx-4090?lang=en").await.text;
    let jobs = between(&page, "class=\"card-jobs\"", "</table>");
    let verdict = |model: &str| {
        between(jobs, &format!("data-job=\"{model}\" data-verdict=\""), "\"").to_owned()
    };
    for model in ["qwen2.5-7b", "sdxl", "llama-3.3-70b"] {
        let task = match model {
            "sdxl" => r#"{"task":"diffusion_inference","model":"sdxl","gpus":["rtx-4090"]}"#,
            "qwen2.5-7b" => r#"{"task":"inference","model":"qwen2.5-7b","gpus":["rtx-4090"]}"#,
            _ => {
                r#"{"task":"inference","model":"llama-3.3-70b","weights":"awq-int4","engine":"vllm","gpus":["rtx-4090"]}"#
            }
        };
        let sized = site.post_json("/api/v1/size", task).await.json();
        assert_eq!(
            sized["cards"][0]["verdict"],
            verdict(model).as_str(),
            "{model}"
        );
    }
    assert!(jobs.contains("href=\"/size?task=inference&amp;model=qwen2.5-7b&amp;lang=en\""));
}

#[tokio::test]
async fn b66_cards_stand_in_natural_order() {
    let site = site().await;
    let page = site.get("/gpus?all=1&lang=en").await.text;
    let figures = page.split("id=\"figures\"").nth(1).unwrap();
    let at = |slug: &str| figures.find(&format!("data-gpu=\"{slug}\"")).unwrap();
    assert!(at("a100-40gb-pcie") < at("a100-80gb-pcie"));
    assert!(at("rtx-3060-12gb") < at("rtx-3090") && at("rtx-3090") < at("rtx-4060"));
    assert!(page.contains("href=\"/gpus/a100-40gb-pcie?lang=en\""));
    // Sizes of memory are numbers: 8 before 16 before 141.
    let sizes = between(&page, "id=\"memory\"", "</table>");
    let rows = sizes.split("<th scope=\"row\" class=\"num\">").skip(1);
    let sizes: Vec<f64> = rows
        .map(|row| row.split('<').next().unwrap().parse().unwrap())
        .collect();
    assert!(sizes.len() > 10 && sizes.is_sorted(), "{sizes:?}");
}

const CHARTS: [&str; 8] = [
    "gpus",
    "value",
    "memory",
    "network",
    "card/rtx-4090",
    "prices/rtx-4090",
    "history/rtx-4090",
    "neighbours/rtx-4090",
];

fn check_headers(answer: &Answer) {
    assert_eq!(answer.status, StatusCode::OK);
    assert_eq!(answer.header(header::CACHE_CONTROL), "public, max-age=3600");
    let policy = answer.header(header::CONTENT_SECURITY_POLICY);
    assert!(policy.contains("frame-ancestors *"), "{policy}");
    let shared = header::HeaderName::from_static("cross-origin-resource-policy");
    assert_eq!(answer.header(shared), "cross-origin");
    assert_eq!(answer.header(header::SET_COOKIE), "");
}

#[tokio::test]
async fn a_chart_for_other_sites_stands_alone_with_its_stamp() {
    let site = site().await;
    for chart in CHARTS {
        for (lang, theme, stamp, paper) in [
            ("zh", "light", "截至", "#FFFFFF"),
            ("en", "dark", " as of", "#141D19"),
        ] {
            for size in ["wide", "narrow"] {
                let path = format!("/embed/{chart}.svg?lang={lang}&theme={theme}&size={size}");
                let answer = site.get(&path).await;
                check_headers(&answer);
                assert_eq!(
                    answer.header(header::CONTENT_TYPE),
                    "image/svg+xml; charset=utf-8"
                );
                let svg = &answer.text;
                assert!(
                    svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""),
                    "{path}"
                );
                assert!(
                    svg.contains(stamp) && svg.contains("1 USD = 6.7369 CNY"),
                    "{path}"
                );
                assert!(
                    svg.contains(" 2026-1") || svg.contains(">2026-1"),
                    "a date: {path}"
                );
                assert!(svg.contains(&format!("fill=\"{paper}\"")), "{path}");
                for banned in ["class=", "style", "var(", "<script", "href", "NaN"] {
                    assert!(!svg.contains(banned), "{banned} in {path}");
                }
            }
        }
    }
}

#[tokio::test]
async fn a_chart_is_kept_by_its_tag_until_the_day_turns() {
    let site = site().await;
    for chart in CHARTS {
        let path = format!("/embed/{chart}.svg?lang=zh");
        let tag = site.get(&path).await.header(header::ETAG).to_owned();
        assert!(tag.starts_with('"'), "strong: {tag}");
        let again = site.get_with(&path, header::IF_NONE_MATCH, &tag).await;
        assert_eq!(
            (again.status, again.text.as_str()),
            (StatusCode::NOT_MODIFIED, "")
        );
        let dark = site.get(&format!("{path}&theme=dark")).await;
        assert_ne!(dark.header(header::ETAG), tag);
    }
    let tag = |answer: &Answer| answer.header(header::ETAG).to_owned();
    let today = site.get("/embed/gpus.svg").await;
    let tomorrow = site_at("2026-12-01T00:00:01Z").await;
    assert_ne!(tag(&tomorrow.get("/embed/gpus.svg").await), tag(&today));
    // A cache between may keep it: neither cookies nor the browser's wishes change it.
    let wished = site
        .get_with("/embed/gpus.svg", header::ACCEPT_LANGUAGE, "zh-CN")
        .await;
    let cookie = site
        .get_with("/embed/gpus.svg", header::COOKIE, "lang=zh; theme=dark")
        .await;
    assert_eq!((&wished.text, &cookie.text), (&today.text, &today.text));
    assert_eq!(today.header(header::VARY), "accept-encoding");
}

#[tokio::test]
async fn only_embeds_may_be_framed() {
    let site = site().await;
    let table = site.get("/embed/prices/rtx-4090.html?lang=en").await;
    check_headers(&table);
    assert!(table.text.contains("prices as of") && table.text.contains("1 USD = 6.7369 CNY"));
    assert!(!offers_of(&table.text, PriceKind::OnDemand).is_empty());
    for page in ["/", "/gpus", "/gpus/rtx-4090"] {
        let answer = site.get(page).await;
        let policy = answer.header(header::CONTENT_SECURITY_POLICY);
        assert!(
            policy.contains("frame-ancestors 'none'"),
            "{page}: {policy}"
        );
        let shared = header::HeaderName::from_static("cross-origin-resource-policy");
        assert_eq!(answer.header(shared), "");
    }
}

#[tokio::test]
async fn an_address_that_draws_nothing_says_what_there_is() {
    let site = site().await;
    for (path, says) in [
        ("/embed/nothing.svg", "gpus.svg"),
        ("/embed/card/rtx-4091.svg?lang=en", "Nearest: rtx-4090"),
        ("/embed/card/rtx-4090.png", "card/GPU.svg"),
        ("/embed/history/rtx-4090.html", "history/GPU.svg"),
    ] {
        let answer = site.get(path).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
        assert!(
            answer
                .header(header::CONTENT_TYPE)
                .starts_with("text/plain"),
            "{path}"
        );
        assert!(answer.text.contains(says), "{path}: {}", answer.text);
    }
    let alias = site.get("/embed/card/4090.svg?lang=zh").await;
    assert_eq!(
        alias.header(header::LOCATION),
        "/embed/card/rtx-4090.svg?lang=zh"
    );
}

#[tokio::test]
async fn no_build_for_x86_64_is_advised_beside_an_arm_processor() {
    let site = site().await;
    for (card, is_arm) in [("h100-sxm", false), ("gh200-96gb", true), ("gb200", true)] {
        let page = site.get(&format!("/gpus/{card}?lang=en")).await.text;
        assert_eq!(page.contains("pip install torch=="), !is_arm, "{card}");
        assert_eq!(page.contains("is an ARM one"), is_arm, "{card}");
        let recipe = site
            .get(&format!("/size/recipe.sh?gpu={card}&lang=en"))
            .await;
        assert_eq!(recipe.text.contains("'torch=="), !is_arm, "{card}");
    }
}
