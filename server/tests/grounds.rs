//! B15: a figure in a comparing table leads to where it was read and says when; on paper the page says how old it is.
use crate::common::{between, site};
use serde_json::Value;

#[tokio::test]
async fn b15_every_known_cell_of_a_comparison_says_when_and_where_it_was_read() {
    let site = site().await;
    let offers = site
        .get("/api/v1/offerings?gpu=rtx-4090&freshness=current&limit=3")
        .await
        .json();
    let ids: Vec<String> = offers["items"]
        .as_array()
        .unwrap()
        .iter()
        .map(|offer| format!("o={}", offer["id"]))
        .collect();
    assert_eq!(ids.len(), 3);
    for query in [ids.join("&"), "p=autodl&p=runpod&p=lambda".to_owned()] {
        let page = site.get(&format!("/compare?{query}&lang=en")).await.text;
        let table = site.get(&format!("/api/v1/compare?{query}")).await.json();
        let mut grounded = 0;
        for row in table["items"].as_array().unwrap() {
            if row["group"] == "unknown" {
                continue;
            }
            let figure = row["figure"].as_str().unwrap();
            let line = between(&page, &format!("data-figure=\"{figure}\""), "</tr>");
            let shown: Vec<&str> = line.split("<td").skip(1).collect();
            for (cell, shown) in row["cells"].as_array().unwrap().iter().zip(shown) {
                for basis in cell["basis"].as_array().unwrap() {
                    grounded += 1;
                    if let Some(day) = basis["observed_at"].as_str() {
                        assert!(shown.contains(day), "{figure} {shown}");
                    }
                    let sources = basis["sources"].as_array().unwrap();
                    if let [Value::String(only)] = sources.as_slice()
                        && only.starts_with("http")
                    {
                        let href = format!("href=\"{}\"", only.replace('&', "&amp;"));
                        assert!(shown.contains(&href), "{figure} {shown}");
                    }
                }
                let has_ground = shown.contains("class=\"from\"");
                assert_eq!(
                    has_ground,
                    !cell["basis"].as_array().unwrap().is_empty(),
                    "{figure}"
                );
            }
        }
        assert!(grounded > 10, "{query}: {grounded}");
    }
}

#[tokio::test]
async fn b15_a_rule_in_the_table_of_platforms_says_when_and_where_it_was_read() {
    let site = site().await;
    let page = site.get("/platforms?lang=en").await.text;
    let mut known = 0;
    for cell in page.split("data-policy=").skip(1) {
        let cell = cell.split("</td>").next().unwrap();
        // What nobody found has no ground.
        let is_unknown = cell.contains("data-unknown");
        assert_eq!(cell.contains("class=\"from\""), !is_unknown, "{cell}");
        if !is_unknown {
            known += 1;
            let ground = cell.split("class=\"froms\"").nth(1).unwrap();
            assert!(ground.contains("<a href="), "{cell}");
        }
    }
    assert!(known > 100, "{known}");
}

#[tokio::test]
async fn on_paper_every_page_with_prices_says_their_day_the_rate_and_its_address() {
    let site = site().await;
    let offers = site.get("/api/v1/offerings?limit=1").await.json();
    let offer = &offers["items"][0]["id"];
    for path in [
        "/?q=4090&lang=en".to_owned(),
        "/?part=results&q=4090&lang=en".to_owned(),
        "/size?part=results&lang=en".to_owned(),
        "/size?lang=en".to_owned(),
        "/gpus?lang=en".to_owned(),
        "/gpus/rtx-4090?lang=en".to_owned(),
        "/platforms?lang=en".to_owned(),
        "/platforms/autodl?lang=en".to_owned(),
        "/compare?p=autodl&p=runpod&lang=en".to_owned(),
        format!("/offerings/{offer}?lang=en"),
    ] {
        let page = site.get(&path).await.text;
        assert_eq!(
            page.matches("class=\"print-only printed\"").count(),
            1,
            "{path}"
        );
        let foot = between(&page, "class=\"print-only printed\"", "</footer>");
        let address = path.replace("part=results&", "").replace('&', "&amp;");
        assert!(foot.contains(&address), "{path}: {foot}");
        assert!(
            foot.contains("Newest price") && foot.contains("1 USD = 6.736913 CNY"),
            "{foot}"
        );
    }
}
