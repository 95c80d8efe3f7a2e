//! The plan page, its form, and saved plans.

use crate::common::{Site, between, site};
use axum::http::{StatusCode, header};

async fn best(site: &Site, address: &str) -> String {
    between(&site.get(address).await.text, "data-total=\"", "\"").to_owned()
}

#[tokio::test]
async fn the_form_paints_the_ticked_cells_and_leads_to_the_short_address() {
    let site = site().await;
    let answer = site
        .post_form(
            "/plan",
            "week=0&set=gpu&c=1-9&c=1-10&c=2-9&lang=zh&days=7&from=2026-11-30",
        )
        .await;
    assert_eq!(answer.status, StatusCode::SEE_OTHER);
    assert_eq!(
        answer.header(header::LOCATION),
        "/plan?v=1&week=1.9-11g~2.9-10g&days=7&lang=zh"
    );
    let erased = site.post_form("/plan", "week=1.9-11g&set=off&c=1-9").await;
    assert_eq!(erased.header(header::LOCATION), "/plan?v=1&week=1.10-11g");
    let preset = site.post_form("/plan", "week=1.9-11g&preset=all").await;
    assert_eq!(preset.header(header::LOCATION), "/plan?v=1&week=1-7.0-24g");
}

#[tokio::test]
async fn every_offer_of_the_card_is_ranked_open_or_left_out() {
    let site = site().await;
    let snapshot = site.state.snapshot();
    let gpu = snapshot.gpu_by_slug("rtx-4090").unwrap();
    let all = snapshot.offers.iter().filter(|o| o.gpu == gpu).count();
    let text = site.get("/plan?lang=en&data_gb=180").await.text;
    let numbers: Vec<usize> = {
        let sentence = text
            .split("<p>")
            .find(|p| p.contains(" ranked, ") && p.contains("Left out"))
            .unwrap();
        // Up to what is said on paper only.
        let sentence = sentence.split("Printed").next().unwrap();
        let sentence = sentence.split("</p>").next().unwrap();
        sentence
            .split(|c: char| !c.is_ascii_digit())
            .filter(|n| !n.is_empty())
            .map(|n| n.parse().unwrap())
            .collect()
    };
    assert_eq!(numbers.iter().sum::<usize>(), all, "{numbers:?}");
}

#[tokio::test]
async fn an_unknown_price_is_a_floor_only_where_the_plan_uses_it() {
    let site = site().await;
    let without = site.get("/plan?lang=en").await.text;
    assert!(
        !without.contains("floor only"),
        "no data kept, nothing open"
    );
    let with = site.get("/plan?lang=en&data_gb=500").await.text;
    assert!(
        with.contains("floor only") && with.contains("Unknown: "),
        "data kept, unknown disk prices are floors"
    );
}

#[tokio::test]
async fn a_broken_part_of_the_address_is_a_notice_and_its_default() {
    let site = site().await;
    let page = site.get("/plan?lang=en&week=9.1-2g&days=9999").await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("“week”") && page.text.contains("“days”"));
    assert_eq!(
        best(&site, "/plan?lang=en&week=9.1-2g").await,
        best(&site, "/plan?lang=en").await
    );
}

#[tokio::test]
async fn a_saved_plan_keeps_its_answer_when_prices_change() {
    let site = site().await;
    let saved = site
        .post_form("/plan/share", "week=1-5.19-23g&currency=CNY&lang=en")
        .await;
    assert_eq!(saved.status, StatusCode::SEE_OTHER);
    let address = saved.header(header::LOCATION).to_owned();
    let again = site
        .post_form("/plan/share", "week=1-5.19-23g&currency=CNY&lang=en")
        .await;
    assert_eq!(
        again.header(header::LOCATION),
        address,
        "the same plan at the same revision and day has one address"
    );
    let before = best(&site, &address).await;
    sqlx::query("update price set hour_nanos = hour_nanos * 3")
        .execute(&site.state.pool)
        .await
        .unwrap();
    site.state.refresh().await.unwrap();
    assert_eq!(best(&site, &address).await, before);
    assert_ne!(
        best(&site, "/plan?week=1-5.19-23g&currency=CNY&lang=en").await,
        before
    );
    assert!(site.get(&address).await.text.contains("Prices as of"));
}

#[tokio::test]
async fn the_api_saves_a_plan_and_names_what_it_cannot_read() {
    let site = site().await;
    let saved = site
        .post_json(
            "/api/v1/plans",
            r#"{"scenario":{"week":"1-7.0-24g","days":7},"currency":"USD"}"#,
        )
        .await
        .json();
    let slug = saved["slug"].as_str().unwrap();
    assert_eq!(site.get(&format!("/p/{slug}")).await.status, StatusCode::OK);
    let wrong = site
        .post_json("/api/v1/plans", r#"{"scenario":{"days":"soon"}}"#)
        .await;
    assert_eq!(
        (wrong.status, wrong.json()["field"].as_str()),
        (StatusCode::BAD_REQUEST, Some("scenario.days"))
    );
}

#[tokio::test]
async fn b80_the_csv_has_the_rows_of_the_page() {
    let site = site().await;
    let page = site.get("/plan?lang=en").await.text;
    let csv = site.get("/plan.csv?lang=en").await.text;
    assert_eq!(
        csv::Reader::from_reader(csv.as_bytes()).records().count(),
        page.matches("data-offer=").count()
    );
}

#[tokio::test]
async fn a_saved_plan_is_a_table_too_and_its_lines_sum() {
    let site = site().await;
    let saved = site
        .post_form("/plan/share", "week=1-5.19-23g&data_gb=40&currency=CNY")
        .await;
    let path = saved.header(header::LOCATION).split('?').next().unwrap();
    let file = site.get(&format!("{path}.csv")).await;
    assert_eq!(
        file.header(header::CONTENT_DISPOSITION),
        format!("attachment; filename=\"{}.csv\"", &path[3..])
    );
    let live = site
        .get("/plan.csv?week=1-5.19-23g&data_gb=40&currency=CNY")
        .await;
    assert_eq!(file.text, live.text, "one table, on the day of saving");
    let mut rows = csv::Reader::from_reader(file.text.as_bytes());
    let head = rows.headers().unwrap().clone();
    let at = |name: &str| head.iter().position(|h| h == name).unwrap();
    let lines: Vec<usize> = (0..head.len())
        .filter(|i| head[*i].starts_with("line_"))
        .collect();
    assert_eq!(lines.len(), 9);
    let nanos = |text: &str| text.parse::<domain::units::Decimal>().unwrap().nanos();
    let mut seen = 0;
    for row in rows.records().map(Result::unwrap) {
        let sum: i128 = lines.iter().map(|i| nanos(&row[*i])).sum();
        assert_eq!(sum, nanos(&row[at("listed_low")]), "{row:?}");
        seen += 1;
    }
    assert!(seen > 5);
    assert!(
        site.get(&format!("{path}?lang=en"))
            .await
            .text
            .contains(&format!("href=\"{path}.csv?lang=en\""))
    );
}

#[tokio::test]
async fn saving_has_a_limit_and_says_so() {
    let site = site().await;
    for _ in 0..60 {
        let saved = site.post_form("/plan/share", "week=1.9-10g").await;
        assert_eq!(saved.status, StatusCode::SEE_OTHER);
    }
    let refused = site.post_form("/plan/share?lang=en", "week=1.9-10g").await;
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.text.contains("Too many tries"));
    let api = site.post_json("/api/v1/plans", r#"{"scenario":{}}"#).await;
    assert_eq!(api.status, StatusCode::TOO_MANY_REQUESTS);
}

#[tokio::test]
async fn the_live_part_names_the_short_address() {
    let site = site().await;
    let part = site
        .get("/plan?part=results&gpu=rtx-4090&n_gpu=1&price_kind=on_demand&price_kind=monthly&from=2026-11-30&days=30&no_gpu=keep&week=1.9-10g&lang=zh")
        .await;
    let name = header::HeaderName::from_static("x-address");
    assert_eq!(part.header(name), "/plan?v=1&week=1.9-10g&lang=zh");
}

#[tokio::test]
async fn a_week_can_be_typed_and_what_cannot_be_read_stays() {
    let site = site().await;
    let form = |text: &str| {
        let text: String = form_urlencoded::byte_serialize(text.as_bytes()).collect();
        format!("week=1.9-12g&week_was=Mon+09-12+gpu%0D%0A&week_text={text}&lang=en")
    };
    let typed = site
        .post_form("/plan", &form("工作日 20:00-23 开机\r\nweekend 22-02 gpu"))
        .await;
    assert_eq!(
        typed.header(header::LOCATION),
        "/plan?v=1&week=1.0-2g.20-23g~2-5.20-23g~6.22-24g~7.0-2g.22-24g&lang=en"
    );
    // The grid was painted, the text left alone: the grid wins.
    let painted = site
        .post_form(
            "/plan",
            &format!("{}&set=gpu&c=2-9", form("Mon 09-12 gpu\r\n")),
        )
        .await;
    assert_eq!(
        painted.header(header::LOCATION),
        "/plan?v=1&week=1.9-12g~2.9-10g&lang=en"
    );
    let wrong = site.post_form("/plan", &form("Funday 9-12 gpu")).await;
    let page = site.get(wrong.header(header::LOCATION)).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains(">Funday 9-12 gpu</textarea>"));
    assert!(page.text.contains("“funday” is not a day"));
}

#[tokio::test]
async fn a_price_in_front_of_the_visitor_is_billed_with_the_rest_and_stored_nowhere() {
    let site = site().await;
    let before = site.get("/api/v1/offerings").await.json()["total"].clone();
    let form = "week=1-7.0-24g&own1_platform=autodl&own1_hour=0.01&own1_currency=CNY&own1_increment=1\
                &own2_platform=other&own2_hour=&off1_platform=runpod&off1_percent=5&lang=en&currency=CNY";
    let answer = site.post_form("/plan", form).await;
    let address = answer.header(header::LOCATION);
    assert!(
        address.contains("own=autodl~0.01~CNY~1&off=runpod~5"),
        "{address}"
    );
    assert!(address.len() < 300);
    let page = site.get(address).await.text;
    assert_eq!(between(&page, "data-total=\"", "\""), "7.20");
    assert!(page.contains(">yours<") && page.contains(">your discount<"));
    assert!(page.contains("name=\"own1_hour\"") && page.contains("value=\"0.01\""));
    let saved = site.post_form("/plan/share", form).await;
    let shared = site.get(saved.header(header::LOCATION)).await.text;
    assert!(shared.contains("yours") && between(&shared, "data-total=\"", "\"") == "7.20");
    assert_eq!(site.get("/api/v1/offerings").await.json()["total"], before);
    let unknown = site
        .get("/plan?lang=en&own=nowhere~1~CNY&off=nowhere~5&own=x")
        .await;
    assert_eq!(unknown.status, StatusCode::OK);
    for told in ["“nowhere”", "own", "off"] {
        assert!(unknown.text.contains(told), "{told}");
    }
}

#[tokio::test]
async fn the_answer_says_what_to_know_before_ordering() {
    let site = site().await;
    let page = site
        .get("/plan?lang=en&currency=CNY&setup_s=600&budget=500&gpu=rtx-4090&platform=autodl")
        .await
        .text;
    for sentence in [
        "would cost ¥319.60 more in these 30 days here",
        "26 starts × 10 min of set-up bill 4.3 h, ¥8.58 of the total",
        "AutoDL deletes data 15 days after a stop. Your longest stop is 20 h",
        "59 days of this week, or 8 h 25 min of GPU a day for 30 days",
        "¥254.12 a month of 730 h",
    ] {
        assert!(page.contains(sentence), "{sentence}");
    }
    // A stop longer than the platform's patience has its date, in local time as the week is.
    let rare = site
        .get("/plan?lang=en&platform=autodl&week=1.9-12g&days=40&price_kind=on_demand")
        .await
        .text;
    assert!(!rare.contains("Your stop from"));
    let zh = site
        .get("/plan?lang=zh&platform=autodl&setup_s=600")
        .await
        .text;
    assert!(zh.contains("下单前要知道") && zh.contains("多付 ¥319.60"));
}

#[tokio::test]
async fn questions_come_in_both_languages() {
    let site = site().await;
    let page = site.get("/plan?lang=en&platform=runpod").await.text;
    assert!(page.contains("What does an hour in no-GPU mode cost?"));
    assert!(page.contains("无卡模式每小时多少钱？"));
}

#[tokio::test]
async fn every_length_from_a_day_to_a_year_is_billed() {
    let site = site().await;
    let mut last = 0.0;
    for days in ["1", "7", "30", "91", "365"] {
        let chosen = site
            .post_form("/plan", &format!("span={days}&currency=CNY"))
            .await;
        let total: f64 = best(&site, chosen.header(header::LOCATION))
            .await
            .replace(',', "")
            .parse()
            .unwrap();
        assert!(total > last, "{days} days: {total} > {last}");
        last = total;
    }
}

#[tokio::test]
async fn b12_a_line_says_how_much_of_what_at_which_rate_and_never_merged_hours() {
    let site = site().await;
    let lines = |query: &str| {
        let path = format!("/plan?lang=en&{query}");
        let site = &site;
        async move {
            let page = site.get(&path).await.text;
            between(&page, "class=\"lines\"", "</table>").to_owned()
        }
    };
    let monthly = lines("gpu=rtx-4090&platform=autodl&price_kind=monthly&days=90").await;
    assert!(
        monthly.contains("3 × ¥1,052.00") && monthly.contains("¥3,156.00"),
        "{monthly}"
    );
    // Eight cards run as long as one does: the hours are the clock's, the rate is the whole machine's.
    let one = lines("gpu=rtx-4090&platform=autodl&price_kind=on_demand").await;
    assert!(one.contains("118 h × ¥1.98"), "{one}");
    let eight = lines("gpu=h100-sxm&n_gpu=8&price_kind=on_demand&platform=lambda").await;
    assert!(eight.contains("118 h × $31.92"), "{eight}");
}
