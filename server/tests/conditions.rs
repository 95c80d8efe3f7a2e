//! Conditions of the price list on the real catalogue: what is not known is counted and can be shown, what is typed
//! comes back as it was meant, names that nothing has are said.
use crate::common::{Site, between, site};
use axum::http::StatusCode;
use serde_json::Value;

async fn list(site: &Site, query: &str) -> Value {
    let address = format!("/api/v1/offerings?{query}&currency=USD&limit=1000");
    site.get(&address).await.json()
}

fn total(list: &Value) -> u64 {
    list["total"].as_u64().unwrap()
}

fn shown(page: &str) -> Vec<i64> {
    let parts = page.split("data-offer=\"").skip(1);
    parts
        .map(|part| part.split('"').next().unwrap().parse().unwrap())
        .collect()
}

/// The link right after a text.
fn link_after(page: &str, text: &str) -> String {
    let rest = &page[page
        .find(text)
        .unwrap_or_else(|| panic!("`{text}` is not in the page"))..];
    between(rest, "href=\"", "\"").replace("&amp;", "&")
}

fn count_in_page(page: &str) -> u64 {
    between(page, "data-total=\"", "\"").parse().unwrap()
}

#[tokio::test]
async fn b43_a_word_that_is_not_known_is_left_out_with_its_count_and_one_link_shows_it() {
    let site = site().await;
    for (query, field) in [
        ("disk_type=nvme", "Kind of disk"),
        ("region=FIN-03", "Region"),
        ("country=FI", "Country"),
        ("form_factor=SXM5", "Form factor"),
        ("observed_within_days=40", "Price seen within"),
    ] {
        let strict = list(&site, query).await;
        let (name, _) = query.split_once('=').unwrap();
        let left_out = strict["left_out"][name].as_u64().unwrap();
        assert!(left_out > 0 && total(&strict) > 0, "{query}: {left_out}");
        let with = list(&site, &format!("{query}&unknown_figures=include")).await;
        assert_eq!(total(&with), total(&strict) + left_out, "{query}");

        let page = site.get(&format!("/?{query}&lang=en")).await.text;
        assert_eq!(count_in_page(&page), total(&strict));
        let says = format!("left out because this figure is not known: {field}");
        let said = &page[page.find(&says).unwrap() - 60..];
        assert!(said.contains(&left_out.to_string()), "{query}");
        let all = site.get(&link_after(&page, &says)).await.text;
        assert_eq!(count_in_page(&all), total(&strict) + left_out);
    }
}

#[tokio::test]
async fn b34_offers_without_a_form_factor_are_counted_under_the_same_conditions() {
    let site = site().await;
    for query in [
        "gpu=h100-sxm&lang=en",
        "gpu=h100-sxm&gpu_count_min=8&lang=en",
        "gpu=h100-sxm&price_max=3&currency=USD&lang=en",
    ] {
        let page = site.get(&format!("/?{query}")).await.text;
        let words = "but not the form factor";
        let said = &page[..page.find(words).unwrap()];
        let said = &said[said.rfind("<li>").unwrap() + 4..];
        let count: u64 = said.split(' ').next().unwrap().parse().unwrap();
        let with = site.get(&link_after(&page, words)).await.text;
        assert_eq!(
            count_in_page(&with),
            count_in_page(&page) + count,
            "{query}"
        );
    }
}

#[tokio::test]
async fn b78_a_range_with_one_end_stays_that_range_when_the_form_is_sent_again() {
    let site = site().await;
    for (name, typed) in [
        ("gpu_count_max", "&gt;=4"),
        ("gpu_count_max", "4"),
        ("ram_min", "&lt;=64"),
        ("ram_min", "64"),
        ("vcpu_min", "8..16"),
    ] {
        let sent = typed
            .replace("&gt;", "%3E")
            .replace("&lt;", "%3C")
            .replace('=', "%3D");
        let page = site.get(&format!("/?{name}={sent}&lang=en")).await.text;
        let field = between(&page, &format!("name=\"{name}\" value=\""), "\"");
        assert_eq!(field, typed, "{name}");
    }
}

#[tokio::test]
async fn b80_the_json_link_of_a_later_page_gives_the_rows_of_that_page() {
    let site = site().await;
    let page = site.get("/?group=none&page=3&limit=20&lang=en").await.text;
    let json = link_after(&page, "The same rows, order, columns");
    let json = site.get(&json).await.json();
    let items = json["items"].as_array().unwrap();
    let ids: Vec<i64> = items.iter().map(|o| o["id"].as_i64().unwrap()).collect();
    assert_eq!(ids.len(), 20);
    assert_eq!(ids, shown(&page));
}

#[tokio::test]
async fn b26_the_lowest_of_a_card_is_of_the_kind_of_price_that_was_asked_for() {
    let site = site().await;
    let page = site
        .get("/?price_kind=monthly&gpu=rtx-4090&currency=USD&lang=en")
        .await
        .text;
    let head = between(&page, "class=\"grp\"", "</tr>");
    let rows = list(
        &site,
        "price_kind=monthly&gpu=rtx-4090&freshness=current&currency=USD",
    )
    .await;
    let prices = rows["items"].as_array().unwrap().iter();
    let lowest = prices
        .map(|offer| match offer["currency"].as_str().unwrap() {
            "USD" => &offer["price_per_gpu_hour"],
            _ => &offer["converted"]["price_per_gpu_hour"],
        })
        .map(|price| price.as_str().unwrap().parse::<f64>().unwrap())
        .fold(f64::INFINITY, f64::min);
    assert!(
        head.contains(&format!("monthly from ${lowest:.2}, median")),
        "{lowest} {head}"
    );
    let monthly = site.get("/?price_kind=monthly&lang=en").await.text;
    assert!(!monthly.contains("no current price: on demand"));
}

#[tokio::test]
async fn a_name_that_no_offer_has_is_said_and_empties_nothing() {
    let site = site().await;
    let all = count_in_page(&site.get("/?lang=en").await.text);
    for name in ["vendor", "country", "region", "disk_type", "form_factor"] {
        let page = site.get(&format!("/?{name}=Atlantis&lang=en")).await;
        assert_eq!(page.status, StatusCode::OK);
        assert_eq!(count_in_page(&page.text), all, "{name}");
        assert!(page.text.contains("Atlantis"), "{name} is not named");
        let api = site
            .get(&format!("/api/v1/offerings?{name}=Atlantis"))
            .await;
        assert_eq!(api.status, StatusCode::BAD_REQUEST);
        assert!(api.text.contains(name) && api.text.contains("Atlantis"));
    }
}

#[tokio::test]
async fn b78_every_word_of_the_offers_can_be_ticked_and_stays_ticked() {
    let site = site().await;
    let page = site
        .get("/?vendor=NVIDIA&country=cn&disk_type=ssd&region=FIN-03&freshness=current&lang=zh-CN")
        .await
        .text;
    for (name, value) in [
        ("vendor", "NVIDIA"),
        ("country", "CN"),
        ("disk_type", "ssd"),
        ("region", "FIN-03"),
        ("freshness", "current"),
    ] {
        let field = format!("name=\"{name}\" value=\"{value}\" checked");
        assert!(page.contains(&field), "{field}");
    }
    assert!(page.contains("中国"));
}

#[tokio::test]
async fn b64_every_column_of_numbers_sorts_with_the_unknown_last() {
    let site = site().await;
    for (column, field) in [
        ("gpu_count", "gpu_count"),
        ("compute_capability", "compute_capability"),
        ("billing_increment", "billing_increment_s"),
        ("no_gpu_price", "no_gpu_price_per_hour"),
        ("network_mbps", "network_mbps"),
    ] {
        for direction in ["asc", "desc"] {
            let query = format!(
                "freshness=current&columns={column}&order_by={column}&order_dir={direction}"
            );
            let list = list(&site, &query).await;
            let values: Vec<Option<f64>> = list["items"]
                .as_array()
                .unwrap()
                .iter()
                .map(|row| match &row[field] {
                    Value::String(text) => text.parse().ok(),
                    other => other.as_f64(),
                })
                .collect();
            let known: Vec<f64> = values.iter().copied().map_while(|v| v).collect();
            assert!(known.len() > 1, "{column}");
            assert!(
                values[known.len()..].iter().all(Option::is_none),
                "{column}"
            );
            let mut sorted = known.clone();
            sorted.sort_by(f64::total_cmp);
            if direction == "desc" {
                sorted.reverse();
            }
            assert_eq!(known, sorted, "{column} {direction}");
        }
        let page = site.get(&format!("/?columns={column}&lang=en")).await.text;
        assert!(
            page.contains(&format!("order_by={column}")),
            "{column} has no link"
        );
    }
}
