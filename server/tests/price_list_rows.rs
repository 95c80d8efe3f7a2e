//! What single rows of the price list say: whole offers and cards, ages, tiers, VRAM and RAM, figures of exact cards.

use crate::common::{Site, between, site};
use serde_json::Value;

async fn rows(site: &Site, query: &str) -> Vec<Value> {
    let list = site
        .get(&format!("/api/v1/offerings?{query}&limit=1000"))
        .await
        .json();
    list["items"].as_array().unwrap().clone()
}

fn number(value: &Value) -> f64 {
    match value {
        Value::String(text) => text.parse().unwrap(),
        other => other.as_f64().unwrap(),
    }
}

#[tokio::test]
async fn b02_b04_the_price_of_an_offer_is_the_whole_machines_and_a_cards_share_says_so() {
    let site = site().await;
    let all = rows(&site, "gpu=h100-sxm&gpu=a100-80gb-sxm&gpu=rtx-4090").await;
    let several = all
        .iter()
        .filter(|row| row["gpu_count"].as_u64().unwrap() > 1);
    let mut seen = 0;
    for row in several {
        let (whole, each) = (
            number(&row["price_per_hour"]),
            number(&row["price_per_gpu_hour"]),
        );
        let count = number(&row["gpu_count"]);
        assert!((whole - each * count).abs() < 1e-6, "{row}");
        seen += 1;
    }
    assert!(seen > 10, "machines of several cards to be tested with");
    // Both figures stand in the row, the machine's with its count.
    let page = site
        .get("/?gpu=h100-sxm&currency=USD&lang=en&limit=1000")
        .await
        .text;
    let eight = all
        .iter()
        .find(|row| row["gpu"] == "h100-sxm" && row["gpu_count"] == 8 && row["currency"] == "USD")
        .unwrap();
    let row = between(&page, &format!("data-offer=\"{}\"", eight["id"]), "</tr>");
    assert!(
        row.contains(&format!(">{:.2}<", number(&eight["price_per_gpu_hour"]))),
        "{row}"
    );
    assert!(
        row.contains(&format!(">{:.2}<", number(&eight["price_per_hour"]))),
        "{row}"
    );
    assert!(row.contains("8 GPUs"));
}

#[tokio::test]
async fn b14_every_price_says_when_it_was_seen_and_a_stale_one_is_grey_and_never_lowest() {
    let site = site().await;
    let page = site.get("/?gpu=rtx-4090&lang=en&limit=1000").await.text;
    let mut stale = 0;
    for row in rows(&site, "gpu=rtx-4090").await {
        let id = &row["id"];
        let at = page.find(&format!("data-offer=\"{id}\"")).unwrap();
        let start = page[..at].rfind("<tr").unwrap();
        let tag = between(&page[start..], "<tr", ">");
        let cells = between(&page[at..], "data-offer", "</tr>");
        assert!(
            cells.contains(&format!(
                "datetime=\"{}\"",
                row["observed_at"].as_str().unwrap()
            )),
            "{id}"
        );
        let is_stale = row["freshness"] == "stale";
        assert_eq!(tag.contains("class=\"old\""), is_stale, "{id}");
        assert!(!(is_stale && tag.contains("best")), "{id}");
        stale += usize::from(is_stale);
    }
    assert!(stale > 0, "stale prices to be tested with");
}

#[tokio::test]
async fn b18_tiers_of_one_platform_are_offers_of_their_own() {
    let site = site().await;
    let page = site.get("/?gpu=rtx-4090&lang=en&limit=1000").await.text;
    for tier in ["RunPod Secure Cloud", "RunPod Community Cloud"] {
        assert!(page.contains(tier), "{tier}");
    }
    let price = |slug: &'static str| {
        let site = &site;
        async move {
            rows(
                site,
                &format!("gpu=rtx-4090&platform={slug}&price_kind=on_demand"),
            )
            .await
        }
    };
    let (secure, community) = (
        price("runpod-secure").await,
        price("runpod-community").await,
    );
    assert_ne!(secure[0]["price_per_hour"], community[0]["price_per_hour"]);
}

#[tokio::test]
async fn b19_a_price_says_whether_it_is_a_tariff_a_markets_ask_or_moves() {
    let site = site().await;
    let asks = rows(&site, "platform=vast-ai&columns=price_per_hour").await;
    let ask = asks.iter().find(|row| row["is_ask"] == true).unwrap();
    let tariff = rows(&site, "platform=autodl&columns=price_per_hour").await;
    assert!(tariff.iter().all(|row| row["is_ask"] == false));
    let page = site
        .get("/?platform=vast-ai&group=none&lang=en&limit=1000")
        .await
        .text;
    let row = between(&page, &format!("data-offer=\"{}\"", ask["id"]), "</tr>");
    assert!(row.contains("market ask"), "{row}");
    let spot = site.get("/?price_kind=spot&group=none&lang=en").await.text;
    assert!(between(&spot, "data-offer=\"", "</tr>").contains(">Spot<"));
}

#[tokio::test]
async fn b35_b43_a_row_has_the_figures_of_its_exact_card_or_none() {
    let site = site().await;
    let of = |gpu: &'static str| {
        let site = &site;
        async move {
            rows(site, &format!("gpu={gpu}&columns=vram,tflops,bandwidth"))
                .await
                .remove(0)
        }
    };
    let (sxm, pcie, unstated) = (
        of("h100-sxm").await,
        of("h100-pcie").await,
        of("h100-80gb").await,
    );
    // B42: dense, once: not the figure with sparsity (1979), not half of the dense one.
    assert_eq!(
        (sxm["dense_tflops"].as_f64(), pcie["dense_tflops"].as_f64()),
        (Some(989.0), Some(756.0))
    );
    assert_eq!(
        (
            sxm["bandwidth_gbps"].as_f64(),
            pcie["bandwidth_gbps"].as_f64()
        ),
        (Some(3350.0), Some(2000.0))
    );
    assert!(unstated["dense_tflops"].is_null() && unstated["bandwidth_gbps"].is_null());
    // VRAM is the card's nominal figure, the same in every row of the card.
    for row in rows(&site, "gpu=rtx-4090&columns=vram").await {
        assert_eq!(row["vram_gb"].as_f64(), Some(24.0));
    }
}

#[tokio::test]
async fn b42_tflops_in_the_list_are_dense_and_say_so() {
    let site = site().await;
    let page = site.get("/?gpu=h100-sxm&columns=tflops&lang=en").await.text;
    assert!(between(&page, "<thead>", "</thead>").contains("Dense TFLOPS"));
    assert!(page.contains("989 TFLOPS dense") && !page.contains("1979"));
}

#[tokio::test]
async fn b37_vram_of_a_card_and_of_the_machine_are_two_columns_with_their_own_names() {
    let site = site().await;
    let page = site
        .get("/?gpu=h100-sxm&columns=vram,total_vram&lang=en")
        .await
        .text;
    let head = between(&page, "<thead>", "</thead>").to_owned();
    assert!(
        head.contains("GB, each GPU")
            && head.contains("VRAM in all")
            && head.contains("GB, whole offer")
    );
    for row in rows(&site, "gpu=h100-sxm&columns=vram,total_vram,gpu_count").await {
        let count = row["gpu_fraction"]
            .as_f64()
            .or(row["gpu_count"].as_f64())
            .unwrap();
        assert!(
            (number(&row["total_vram_gb"]) - number(&row["vram_gb"]) * count).abs() < 1e-6,
            "{row}"
        );
    }
}

#[tokio::test]
async fn b38_vram_and_ram_are_told_apart_in_words_and_in_filters() {
    let site = site().await;
    for row in rows(&site, "ram_min=200").await {
        assert!(number(&row["ram_gb"]) >= 200.0);
    }
    let vram = rows(&site, "vram_min=80..96").await;
    assert!(
        vram.iter()
            .any(|row| row["ram_gb"].is_null() || number(&row["ram_gb"]) < 80.0)
    );
    for row in &vram {
        assert!((80.0..=96.0).contains(&number(&row["vram_gb"])));
    }
    let form = |page: &str| between(page, "class=\"filters\"", "</form>").to_owned();
    let en = form(&site.get("/?lang=en").await.text);
    let zh = form(&site.get("/?lang=zh").await.text);
    assert!(en.contains("VRAM of each GPU") && en.contains("RAM, at least"));
    assert!(zh.contains("每卡显存") && zh.contains("内存"));
    // "Memory" alone says neither.
    assert!(
        !en.replace("Memory bandwidth", "")
            .to_lowercase()
            .contains("memory")
    );
}

#[tokio::test]
async fn b44_cards_are_filtered_by_compute_capability() {
    let site = site().await;
    let of = |range: &'static str| {
        let site = &site;
        async move {
            rows(
                site,
                &format!("compute_capability_min={range}&columns=compute_capability"),
            )
            .await
        }
    };
    let newest = of("%3E=9.0").await;
    assert!(newest.iter().any(|row| row["gpu"] == "h100-sxm"));
    assert!(
        newest
            .iter()
            .all(|row| number(&row["compute_capability"]) >= 9.0)
    );
    let ada = of("8.9..8.9").await;
    assert!(ada.iter().any(|row| row["gpu"] == "rtx-4090"));
    assert!(ada.iter().all(|row| row["compute_capability"] == "8.9"));
}

/// Cards whose TFLOPS are our estimate, by the list of cards.
async fn estimated(site: &Site) -> Vec<String> {
    let cards = site.get("/api/v1/gpus?limit=1000").await.json();
    let is_estimated = |card: &&Value| {
        card["fp16_dense_tflops"].is_null() && !card["fp16_dense_derived_tflops"].is_null()
    };
    let cards = cards["items"].as_array().unwrap().iter();
    let cards = cards.filter(is_estimated);
    cards
        .map(|card| card["slug"].as_str().unwrap().to_owned())
        .collect()
}

#[tokio::test]
async fn b20_a_price_for_each_estimated_tflops_is_marked_and_says_why() {
    let site = site().await;
    let estimated = estimated(&site).await;
    let view = "group=none&columns=price_per_tflops&price_kind=on_demand";
    let all = rows(&site, view).await;
    let (mut marked, mut plain) = (0, 0);
    for row in &all {
        let slug = row["gpu"].as_str().unwrap();
        let wanted =
            (!row["price_per_tflops"].is_null()).then(|| estimated.iter().any(|e| e == slug));
        assert_eq!(
            row["price_per_tflops_is_derived"].as_bool(),
            wanted,
            "{row}"
        );
        marked += usize::from(wanted == Some(true));
        plain += usize::from(wanted == Some(false));
    }
    assert!(marked > 10 && plain > 10, "{marked} and {plain}");
    let csv = site
        .get(&format!("/api/v1/offerings.csv?{view}"))
        .await
        .text;
    let head = csv.lines().next().unwrap();
    assert!(
        head.contains("price_per_tflops,price_per_tflops_is_derived,"),
        "{head}"
    );

    for (lang, word, reason) in [
        ("en", "TFLOPS estimated", "no source quotes the figure"),
        ("zh", "算力为推算值", "由着色器速率推算"),
    ] {
        // The price beside it says which rows are not converted, so that no mark comes from a conversion.
        let beside = view.replace("columns=", "columns=price_per_gpu_hour,");
        let page = site
            .get(&format!("/?{beside}&lang={lang}&currency=USD&limit=1000"))
            .await
            .text;
        assert!(between(&page, "table-note", "</p>").contains(reason));
        let mut seen = [0, 0];
        for row in all.iter().filter(|row| !row["price_per_tflops"].is_null()) {
            let cells = between(&page, &format!("data-offer=\"{}\"", row["id"]), "</tr>");
            let is_derived = row["price_per_tflops_is_derived"] == true;
            if cells.contains("beside listed") {
                continue;
            }
            assert_eq!(cells.contains(word), is_derived, "{cells}");
            assert_eq!(cells.contains("class=\"apx\""), is_derived, "{cells}");
            seen[usize::from(is_derived)] += 1;
        }
        assert!(seen.iter().all(|count| *count > 5), "{seen:?}");
    }
    // Without such a column the note speaks of conversions alone.
    let page = site.get("/?lang=en").await.text;
    assert!(!between(&page, "table-note", "</p>").contains("shader rate"));
}
