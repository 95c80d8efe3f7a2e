//! The price list through the router, on the real catalogue: columns, spans of time, names, what is hidden, and the
//! same view for programs.

use crate::common::{between, site};
use axum::http::{StatusCode, header};
use serde_json::Value;

/// Numbers of the offers that a page shows, in order.
fn shown(page: &str) -> Vec<i64> {
    let parts = page.split("data-offer=\"").skip(1);
    parts
        .map(|part| part.split('"').next().unwrap().parse().unwrap())
        .collect()
}

fn ids(list: &Value) -> Vec<i64> {
    let items = list["items"].as_array().unwrap();
    items
        .iter()
        .map(|item| item["id"].as_i64().unwrap())
        .collect()
}

/// The address in the page's link whose text is `name`.
fn link(page: &str, start: &str) -> String {
    let from = page.find(&format!("href=\"{start}")).unwrap() + 6;
    page[from..]
        .split('"')
        .next()
        .unwrap()
        .replace("&amp;", "&")
}

struct Table {
    names: Vec<String>,
    rows: Vec<Vec<String>>,
}

fn csv_table(text: &str) -> Table {
    let mut reader = csv::Reader::from_reader(text.as_bytes());
    let names = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_owned)
        .collect();
    let rows = reader
        .records()
        .map(|r| r.unwrap().iter().map(str::to_owned).collect())
        .collect();
    Table { names, rows }
}

#[tokio::test]
async fn b80_csv_and_json_are_the_view_rows_order_columns_period_and_grouping() {
    let site = site().await;
    for query in [
        "gpu=rtx-4090",
        "gpu=rtx-4090&gpu=h100-sxm&period=month&month_hours=720&columns=price_per_gpu_hour,vram,price_per_vram_gb",
        "gpu=rtx-4090&group=none&order_by=price_per_vram_gb&order_dir=desc&columns=price_per_vram_gb&period=day",
        "platform=autodl&group=none&order_by=observed_at",
    ] {
        let page = site
            .get(&format!("/?{query}&lang=en&limit=1000"))
            .await
            .text;
        let (csv, json) = (
            link(&page, "/api/v1/offerings.csv"),
            link(&page, "/api/v1/offerings?"),
        );
        let csv = csv_table(&site.get(&csv).await.text);
        let json = site.get(&json).await.json();
        let rows: Vec<i64> = csv.rows.iter().map(|row| row[0].parse().unwrap()).collect();
        assert_eq!(rows, shown(&page), "rows of {query}");
        assert_eq!(ids(&json), shown(&page), "JSON rows of {query}");
        // The same names and values in both forms.
        for (row, item) in csv.rows.iter().zip(json["items"].as_array().unwrap()) {
            assert_eq!(item.as_object().unwrap().len(), csv.names.len());
            for (name, cell) in csv.names.iter().zip(row) {
                let said = match &item[name] {
                    Value::Null => String::new(),
                    Value::String(text) => text.clone(),
                    other => other.to_string(),
                };
                assert_eq!(&said, cell, "{name} of {query}");
            }
        }
        assert_eq!(
            json["groups"].is_array(),
            !query.contains("group=none"),
            "{query}"
        );
    }
}

#[tokio::test]
async fn b80_the_chosen_columns_and_the_span_of_time_are_those_of_the_file() {
    let site = site().await;
    let file = site
        .get("/api/v1/offerings.csv?gpu=4090&columns=price_per_gpu_hour,vram&period=month&month_hours=720&currency=CNY")
        .await;
    let table = csv_table(&file.text);
    assert_eq!(
        table.names,
        [
            "id",
            "platform",
            "region",
            "instance_type",
            "gpu",
            "price_kind",
            "is_ask",
            "price_per_gpu_month",
            "vram_gb",
            "freshness",
            "currency",
            "month_hours"
        ]
    );
    // B10: the platform's own monthly sum for its own 720 hours, to the digit.
    let monthly = table
        .rows
        .iter()
        .find(|row| row[5] == "monthly" && row[7] == "1052");
    assert!(monthly.is_some(), "{}", file.text);
    let empty = site
        .get("/api/v1/offerings.csv?gpu=4090&vram_min=9000&columns=vram")
        .await
        .text;
    assert!(empty.starts_with("id,platform,") && csv_table(&empty).rows.is_empty());
}

#[tokio::test]
async fn b76_b83_grouped_json_has_a_minimum_a_kind_and_it_is_the_lists() {
    let site = site().await;
    let grouped = site
        .get("/api/v1/offerings?group=gpu&limit=1000&currency=USD")
        .await
        .json();
    let groups = grouped["groups"].as_array().unwrap();
    let total: u64 = groups.iter().map(|g| g["total"].as_u64().unwrap()).sum();
    assert_eq!(Some(total), grouped["total"].as_u64());
    for group in groups.iter().take(12) {
        let gpu = group["gpu"].as_str().unwrap();
        for span in group["prices"].as_array().unwrap() {
            let kind = span["price_kind"].as_str().unwrap();
            let list = site
                .get(&format!("/api/v1/offerings?gpu={gpu}&price_kind={kind}&freshness=current&limit=1000&currency=USD"))
                .await
                .json();
            let whole = |item: &&Value| item["gpu_fraction"].is_null();
            let first = list["items"]
                .as_array()
                .unwrap()
                .iter()
                .find(whole)
                .unwrap();
            assert_eq!(first["id"], span["lowest_id"], "{gpu} {kind}");
        }
    }
}

#[tokio::test]
async fn b34_a_card_is_found_by_its_usual_names_and_never_guessed() {
    let site = site().await;
    let cards = |query: String| {
        let site = &site;
        async move {
            let list = site
                .get(&format!("/api/v1/offerings?{query}&limit=1000"))
                .await
                .json();
            let mut cards: Vec<String> = list["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|item| item["gpu"].as_str().unwrap().to_owned())
                .collect();
            cards.sort();
            cards.dedup();
            cards
        }
    };
    for (name, slug) in [
        ("4090", "rtx-4090"),
        ("rtx_4090", "rtx-4090"),
        ("RTX-4090", "rtx-4090"),
        ("4090D", "rtx-4090-d"),
        ("4090%2048G", "rtx-4090-48gb"),
        ("H100", "h100-80gb"),
    ] {
        assert_eq!(cards(format!("gpu={name}")).await, [slug], "{name}");
    }
    // The search field takes the same spellings.
    for q in ["rtx_4090", "RTX-4090", "RTX4090"] {
        assert!(
            cards(format!("q={q}"))
                .await
                .contains(&"rtx-4090".to_owned()),
            "{q}"
        );
    }
    assert_eq!(cards("q=4090%2048G".into()).await, ["rtx-4090-48gb"]);
    assert_eq!(cards("q=4090D".into()).await, ["rtx-4090-d"]);

    let page = site.get("/?gpu=9090&gpu=A100&lang=en").await;
    assert_eq!(page.status, StatusCode::OK);
    let notice = between(&page.text, "“9090” is no card", "</ul>");
    for near in ["RTX 3090", "RTX 4090", "RTX 5090"] {
        assert!(notice.contains(near), "{notice}");
    }
    assert!(
        notice.contains("“A100” fits several cards") && notice.contains("gpu=a100-80gb"),
        "{notice}"
    );
    assert!(
        page.text.contains("data-total=\"1183\""),
        "it is ignored, the page is whole"
    );
    let refused = site.get("/api/v1/offerings?gpu=9090").await;
    assert_eq!(refused.status, StatusCode::BAD_REQUEST);
    assert!(
        refused.json()["detail"]
            .as_str()
            .unwrap()
            .contains("rtx-4090")
    );
}

#[tokio::test]
async fn b71_hidden_rows_are_counted_and_one_link_shows_them() {
    let site = site().await;
    let total = |page: &str| {
        between(page, "data-total=\"", "\"")
            .parse::<usize>()
            .unwrap()
    };
    for (query, shown_by) in [
        ("gpu=rtx-4090&freshness=current", "stale offers are hidden"),
        (
            "gpu=rtx-4090&no_gpu_mode=yes&unknown=exclude",
            "does not say whether they meet",
        ),
        ("bandwidth_min=100", "because this figure is not known"),
        ("gpu=h100-sxm", "but not the form factor"),
    ] {
        let page = site.get(&format!("/?{query}&lang=en")).await.text;
        let at = page.find(shown_by).unwrap_or_else(|| panic!("{query}"));
        let line = &page[page[..at].rfind("<li>").unwrap()..];
        let hidden: usize = line[4..].split(' ').next().unwrap().parse().unwrap();
        assert!(hidden > 0, "{query}");
        let more = site.get(&link(line, "/?")).await.text;
        assert_eq!(total(&more), total(&page) + hidden, "{query}");
    }
}

#[tokio::test]
async fn b09_the_length_of_a_month_is_stated_and_can_be_set() {
    let site = site().await;
    let page = site.get("/?gpu=rtx-4090&period=month&lang=en").await.text;
    assert!(page.contains("month 730 h") && page.contains("name=\"month_hours\" value=\"730\""));
    assert!(page.contains("GPU-month"), "the unit stands in the head");
    let page = site
        .get("/?gpu=rtx-4090&period=month&month_hours=720&lang=en")
        .await
        .text;
    assert!(page.contains("month 720 h"));
    let wrong = site.get("/?month_hours=0&lang=en").await.text;
    assert!(wrong.contains("month_hours"), "named in the notice");
}

#[tokio::test]
async fn b11_cells_hold_plain_numbers_and_heads_hold_the_units() {
    let site = site().await;
    let page = site
        .get("/?gpu=rtx-4090&currency=CNY&lang=en&columns=price_per_gpu_hour,price_per_vram_gb,bandwidth")
        .await
        .text;
    let head = between(&page, "<thead>", "</thead>");
    for unit in ["¥/GPU-h", "¥/GB·h", "GB/s"] {
        assert!(head.contains(unit), "{unit}");
    }
    let row = between(&page, "data-offer=", "</tr>");
    assert!(
        row.contains(">1.68<") && row.contains(">0.0700<") && row.contains(">1008<"),
        "{row}"
    );
}

#[tokio::test]
async fn b64_derived_prices_sort_as_they_are_shown() {
    let site = site().await;
    for (key, field) in [
        ("price_per_vram_gb", "price_per_vram_gb"),
        ("price_per_tflops", "price_per_tflops"),
        ("price_per_bandwidth", "price_per_bandwidth"),
        ("price_per_vcpu", "price_per_vcpu"),
    ] {
        let list = site
            .get(&format!("/api/v1/offerings?order_by={key}&columns={key}&price_kind=on_demand&freshness=current&limit=1000&currency=CNY"))
            .await
            .json();
        let items = list["items"].as_array().unwrap();
        let values: Vec<f64> = items
            .iter()
            .map_while(|item| item[field].as_str())
            .map(|text| text.parse().unwrap())
            .collect();
        assert!(values.len() > 50, "{key}");
        assert!(
            values.windows(2).all(|pair| pair[0] <= pair[1] + 1e-8),
            "{key}"
        );
        assert!(
            items[values.len()..]
                .iter()
                .all(|item| item[field].is_null()),
            "unknown is last: {key}"
        );
    }
}

#[tokio::test]
async fn b78_ticks_are_part_of_the_address_and_go_to_the_comparison() {
    let site = site().await;
    let page = site
        .get("/?gpu=rtx-4090&lang=en&o=462&o=1&o=nonsense")
        .await
        .text;
    let row = between(&page, "data-offer=\"462\"", "</tr>");
    assert!(row.contains("checked"), "{row}");
    let form = between(&page, "<form id=\"compare\"", "</form>");
    assert!(
        form.contains("action=\"/compare\"") && form.contains("value=\"1\""),
        "{form}"
    );
    assert!(!form.contains("nonsense") && form.contains("name=\"lang\""));
}

#[tokio::test]
async fn b28_a_spot_price_says_in_which_range_it_was_seen() {
    let site = site().await;
    let page = site.get("/?price_kind=spot&gpu=t4&lang=en").await.text;
    let seen = between(&page, "Seen $", "</span>");
    assert!(
        seen.contains("per GPU-hour") && seen.contains("since 2022-08-05"),
        "{seen}"
    );
}

#[tokio::test]
async fn b82_the_list_is_versioned_json_with_a_tag() {
    let site = site().await;
    let list = site.get("/api/v1/offerings?columns=vram").await;
    assert_eq!(list.header(header::CONTENT_TYPE), "application/json");
    assert!(list.header(header::ETAG).starts_with('"'));
    assert_eq!(list.json()["view"]["columns"][1], "vram");
    assert_eq!(list.json()["revision"], 1);
}

#[tokio::test]
async fn b13_the_list_says_which_disk_its_prices_hold() {
    let site = site().await;
    let page = site.get("/?lang=en").await.text;
    assert!(page.contains("The price includes the disk that the Disk column names"));
}

#[tokio::test]
async fn b79_the_span_of_time_survives_the_way_to_a_platform_and_back() {
    let site = site().await;
    for page in ["/", "/platforms/autodl", "/size", "/gpus", "/plan"] {
        let text = site
            .get(&format!("{page}?period=month&month_hours=720&lang=en"))
            .await
            .text;
        assert!(!text.contains("is not a parameter"), "{page} knows it");
        let nav = between(&text, "class=\"nav\"", "</nav>");
        assert!(
            nav.contains("period=month") && nav.contains("month_hours=720"),
            "{page}: {nav}"
        );
    }
}

#[tokio::test]
async fn b10_b79_offer_card_and_platform_show_prices_for_the_span_of_the_list() {
    let site = site().await;
    let span = "period=month&month_hours=720&currency=CNY";
    let list = site
        .get(&format!(
            "/api/v1/offerings?gpu=rtx-4090&platform=autodl&columns=price_per_gpu_hour&{span}"
        ))
        .await
        .json();
    let of = |kind: &str| {
        let mut items = list["items"].as_array().unwrap().iter();
        let item = items.find(|item| item["price_kind"] == kind).unwrap();
        let price: f64 = item["price_per_gpu_month"]
            .as_str()
            .unwrap()
            .parse()
            .unwrap();
        (item["id"].as_i64().unwrap(), format!("{price:.2}"))
    };
    let (metered, month) = of("on_demand");
    let (term, sum) = of("monthly");
    assert_eq!(sum, "1052.00", "a term's own sum for its own hours");

    // The list leads there with its span of time.
    let from = site
        .get(&format!("/?gpu=rtx-4090&{span}&lang=en&limit=1000"))
        .await
        .text;
    let row = between(&from, &format!("data-offer=\"{metered}\""), "</tr>").replace("&amp;", "&");
    for path in [
        format!("/offerings/{metered}?"),
        "/platforms/autodl?".to_owned(),
    ] {
        let kept = between(&row, &format!("href=\"{path}"), "\"");
        assert!(
            kept.contains("period=month") && kept.contains("month_hours=720"),
            "{kept}"
        );
    }

    for (lang, unit, listed, paid) in [
        ("en", "GPU-month (720 h)", "listed ¥", "¥1052.00 for 720 h"),
        ("zh", "卡·月（720 时）", "原价 ¥", "720 时共 ¥1052.00"),
    ] {
        let get = async |path: String| site.get(&format!("{path}?{span}&lang={lang}")).await.text;
        let page = get(format!("/offerings/{metered}")).await;
        let price = between(&page, "class=\"price-line\"", "</p>");
        assert!(
            price.contains(&month) && price.contains(unit) && price.contains(listed),
            "{price}"
        );
        let page = get(format!("/offerings/{term}")).await;
        let price = between(&page, "class=\"price-line\"", "</p>");
        assert!(price.contains("1052.00") && price.contains(paid), "{price}");

        let page = get("/gpus/rtx-4090".to_owned()).await;
        let head = between(&page, "class=\"card-offers\"", "</thead>");
        assert!(head.contains(&format!("¥/{unit}")), "{head}");
        // Only the first few of a kind are shown, the lowest among them.
        let row = between(&page, "<tbody data-kind=\"on_demand\"", "</tbody>");
        assert!(row.contains(listed), "{row}");
        let answer = between(&page, "class=\"card-answer\"", "</p>");
        assert!(answer.contains(unit) && answer.contains(listed), "{answer}");

        let page = get("/platforms/autodl".to_owned()).await;
        let table = &page[page.find(&format!("¥/{unit}")).unwrap()..];
        assert!(between(table, "<tbody>", "</tbody>").contains(listed));
    }

    // An hour is as it was, and what cannot be read is named and changes nothing.
    for path in [
        format!("/offerings/{metered}"),
        "/gpus/rtx-4090".to_owned(),
        "/platforms/autodl".to_owned(),
    ] {
        let page = site.get(&format!("{path}?lang=en&currency=CNY")).await.text;
        assert!(!page.contains("GPU-month"), "{path}");
        let wrong = site.get(&format!("{path}?lang=en&period=year")).await;
        assert_eq!(wrong.status, StatusCode::OK, "{path}");
        assert!(
            wrong.text.contains("“year”") && !wrong.text.contains("GPU-month"),
            "{path}"
        );
    }
}

#[tokio::test]
async fn the_list_of_keys_is_on_every_page() {
    let site = site().await;
    for page in ["/", "/gpus", "/login", "/no/such/page"] {
        let text = site.get(&format!("{page}?lang=zh")).await.text;
        let keys = between(&text, "id=\"keys\"", "</details>");
        assert!(
            keys.contains("<kbd>g c</kbd>") && keys.contains("算费用"),
            "{page}"
        );
        assert!(text.contains("/keys.js"), "{page}");
    }
}
