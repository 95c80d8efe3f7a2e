//! `/platforms` as one table of rules: filter, order, file.
use crate::common::{Site, between, site};
use axum::http::StatusCode;

fn shown(page: &str) -> Vec<String> {
    page.split("data-platform=\"")
        .skip(1)
        .map(|rest| rest[..rest.find('"').unwrap()].to_owned())
        .collect()
}

async fn table(site: &Site, query: &str) -> (String, Vec<String>) {
    let page = site.get(&format!("/platforms?{query}&lang=en")).await;
    assert_eq!(page.status, StatusCode::OK, "{query}");
    let rows = shown(&page.text);
    (page.text, rows)
}

#[tokio::test]
async fn all_platforms_stand_in_one_table_and_unknown_is_a_word() {
    let site = site().await;
    let (page, rows) = table(&site, "x=").await;
    assert_eq!(rows.len(), site.state.snapshot().platforms.len());
    let akamai = between(&page, "data-platform=\"akamai\"", "</tr>");
    assert_eq!(
        akamai.matches("fact unk\">Unknown</span>").count(),
        12,
        "{akamai}"
    );
    let autodl = between(&page, "data-platform=\"autodl\"", "</tr>");
    for words in ["Dedicated", "Per second", "The disk", ">15<", "0.015"] {
        assert!(autodl.contains(words), "{words} in {autodl}");
    }
}

#[tokio::test]
async fn b71_b80_a_filter_says_what_it_left_out_and_the_file_is_the_view() {
    let site = site().await;
    let query = "no_gpu_mode=yes&order_by=retention_days&order_dir=desc";
    let (page, rows) = table(&site, query).await;
    assert!(rows.contains(&"autodl".to_owned()) && rows.len() < 20);
    assert!(page.contains("left out because an answer that was asked for is unknown"));
    assert!(page.contains("unknown=include"));
    let (_, with) = table(&site, &format!("{query}&unknown=include")).await;
    assert!(with.len() > rows.len());
    let file = site.get(&format!("/platforms.csv?{query}")).await;
    let mut reader = csv::Reader::from_reader(file.text.as_bytes());
    let names: Vec<String> = reader.records().map(|r| r.unwrap()[0].to_owned()).collect();
    assert_eq!(names, rows);
    let head = reader.headers().unwrap();
    let place = head.iter().position(|name| name == "no_gpu_mode").unwrap();
    let mut reader = csv::Reader::from_reader(file.text.as_bytes());
    assert!(reader.records().all(|r| &r.unwrap()[place] == "yes"));
}

#[tokio::test]
async fn b57_a_price_without_the_gpu_stands_beside_the_mode() {
    let site = site().await;
    let (page, _) = table(&site, "no_gpu_mode=yes&currency=CNY").await;
    let row = between(&page, "data-platform=\"autodl\"", "</tr>");
    let cell = between(row, "data-policy=\"no_gpu_mode\"", "</td>");
    assert!(cell.contains("Yes") && cell.contains("0.10"), "{cell}");
}

#[tokio::test]
async fn nothing_found_and_nonsense_leave_a_way_on() {
    let site = site().await;
    let (page, rows) = table(&site, "network_mbps_min=999999999").await;
    assert!(rows.is_empty() && page.contains("No platform meets all conditions"));
    let (page, rows) = table(&site, "no_gpu_mode=maybe&order_by=beauty&colour=red").await;
    assert_eq!(rows.len(), site.state.snapshot().platforms.len());
    for words in ["maybe", "beauty", "colour"] {
        assert!(page.contains(words), "{words}");
    }
}

#[tokio::test]
async fn b58_b63_what_survives_is_said_by_path_and_by_event() {
    let site = site().await;
    let page = site.get("/platforms/autodl?lang=en").await.text;
    let table = between(&page, "class=\"volumes\"", "</table>");
    for head in [
        "Stop",
        "Save image",
        "Move host",
        "Release",
        "Deleted after",
        "Billed while stopped",
    ] {
        assert!(table.contains(&format!(">{head}<")), "{head}");
    }
    assert!(table.contains("/root/autodl-tmp") && table.contains("/root/autodl-fs"));
}

#[tokio::test]
async fn six_questions_are_answered_or_can_be_asked() {
    let site = site().await;
    for (slug, known) in [("autodl", 6), ("akamai", 0)] {
        let page = site.get(&format!("/platforms/{slug}?lang=en")).await.text;
        assert!(page.contains(&format!("{known} of 6 answered")), "{slug}");
        for number in 1..=6 {
            let question = between(&page, &format!("id=\"q{number}\""), "</ul></li>");
            let is_unknown = question.contains("data-answer=\"Unknown\"");
            assert_eq!(is_unknown, known == 0, "{slug} {number}");
            if is_unknown {
                // Ready to send in both languages.
                assert!(question.contains("lang=\"zh-CN\"") && question.contains("lang=\"en\""));
                assert!(question.contains("data-copy=\""));
            }
        }
    }
    let page = site.get("/platforms/autodl?lang=en").await.text;
    for link in [
        "/report?platform=autodl&amp;lang=en",
        "/report?platform=autodl&amp;fact=nvlink&amp;lang=en",
        "/plan?platform=autodl&amp;lang=en",
        "/compare?p=autodl&amp;lang=en",
    ] {
        assert!(page.contains(&format!("href=\"{link}\"")), "{link}");
    }
    let gone = site.get("/platforms/atodl?lang=en").await;
    assert_eq!(gone.status, StatusCode::NOT_FOUND);
    assert!(gone.text.contains("href=\"/platforms/autodl?lang=en\""));
}
