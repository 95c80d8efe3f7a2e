//! One offer's page, its dated prices as file and document, and what it says of what nobody knows.
use crate::common::{Site, between, site};
use axum::http::{StatusCode, header};
use domain::catalog::{FactKey, Freshness, Offer, PriceKind};

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

fn find(site: &Site, fits: impl Fn(&Offer) -> bool) -> Offer {
    let snapshot = site.state.snapshot();
    snapshot.offers.iter().find(|o| fits(o)).unwrap().clone()
}

#[tokio::test]
async fn every_offer_has_a_page_without_a_word_of_a_program() {
    let site = site().await;
    let snapshot = site.state.snapshot();
    for (place, offer) in snapshot.offers.iter().enumerate() {
        // All kinds, slices and terms, and every fortieth of the rest.
        let is_rare = offer.kind.is_term() || offer.gpu_fraction.is_some();
        if place % 40 != 0 && !is_rare {
            continue;
        }
        for lang in ["zh", "en"] {
            let answer = site
                .get(&format!("/offerings/{}?lang={lang}", offer.id))
                .await;
            assert_eq!(answer.status, StatusCode::OK, "{}", offer.id);
            for wrong in ["NaN", "style=\"", "Some(", "Decimal("] {
                assert!(!answer.text.contains(wrong), "{} has {wrong}", offer.id);
            }
        }
    }
}

#[tokio::test]
async fn b02_b20_the_listed_figure_is_exact_and_what_is_worked_out_says_so() {
    let site = site().await;
    let offer = find(&site, |o| {
        o.gpu_count == 8
            && o.kind == PriceKind::OnDemand
            && o.price_per_hour.currency.code() == "USD"
    });
    let page = site.get(&format!("/offerings/{}?lang=zh", offer.id)).await;
    let panel = between(&page.text, "price-panel", "</section>");
    let amount = offer.price_per_hour.amount().to_string();
    assert!(
        page.text.contains(&format!("data-listed=\"{amount}\"")),
        "{panel}"
    );
    let words = text(panel);
    // Per GPU, the conversion and the month are ours; the whole offer's price is not.
    assert_eq!(words.matches("算出").count(), 3, "{words}");
    assert!(words.contains("整机价除以 8"), "{words}");
    assert!(words.contains("730 时 ×"), "{words}");
    assert!(words.contains("原价 $"), "{words}");
}

#[tokio::test]
async fn b12_a_month_is_shown_as_hours_times_rate() {
    let site = site().await;
    let offer = find(&site, |o| {
        o.kind == PriceKind::OnDemand && o.gpu_fraction.is_none()
    });
    let page = site.get(&format!("/offerings/{}?lang=en", offer.id)).await;
    assert!(text(&page.text).contains("730 h × "));
    let month = find(&site, |o| {
        o.kind == PriceKind::Monthly && o.price_per_period.is_some()
    });
    let page = site.get(&format!("/offerings/{}?lang=en", month.id)).await;
    let words = text(between(&page.text, "price-panel", "</section>"));
    assert!(
        !words.contains("730 h ×") && words.contains("for 720 h"),
        "{words}"
    );
}

#[tokio::test]
async fn b27_old_prices_are_kept_charted_and_told_with_the_gaps() {
    let site = site().await;
    let offer = find(&site, |o| {
        o.source.contains("the-full-stack") && o.gpu_fraction.is_none()
    });
    let page = site.get(&format!("/offerings/{}?lang=en", offer.id)).await;
    let panel = between(&page.text, "id=\"history\"", "</section>");
    let document = site
        .get(&format!("/api/v1/offerings/{}", offer.id))
        .await
        .json();
    let history = document["history"].as_array().unwrap();
    assert!(!history.is_empty());
    // Two drawings; the table has each dated price, and each gap of the document.
    assert_eq!(panel.matches("<svg class=\"ch\"").count(), 2);
    assert_eq!(panel.matches("<tr data-day=").count(), history.len());
    let gaps = document["not_checked"].as_array().unwrap();
    assert!(!gaps.is_empty());
    assert_eq!(panel.matches("class=\"gap\"").count(), gaps.len());
    let from = gaps[0]["from"].as_str().unwrap();
    assert!(text(panel).contains(&format!("{from} to ")), "{from}");
    let file = site.get(&format!("/offerings/{}.csv", offer.id)).await;
    assert_eq!(file.header(header::CONTENT_TYPE), "text/csv; charset=utf-8");
    assert_eq!(file.text.lines().count(), history.len() + 1);
    for (line, point) in file.text.lines().skip(1).zip(history) {
        let start = format!(
            "{},{},{},",
            point["observed_at"].as_str().unwrap(),
            point["observed_precision"].as_str().unwrap(),
            point["price_per_hour"].as_str().unwrap()
        );
        assert!(line.starts_with(&start), "{line} {start}");
    }
}

#[tokio::test]
async fn b04_the_document_names_whole_and_share_apart() {
    let site = site().await;
    let offer = find(&site, |o| o.gpu_count == 8 && o.kind == PriceKind::OnDemand);
    let path = format!("/api/v1/offerings/{}", offer.id);
    let document = site.get(&path).await.json();
    let amount = |name: &str| document[name].as_str().unwrap().parse::<f64>().unwrap();
    assert!((amount("price_per_hour") - 8.0 * amount("price_per_gpu_hour")).abs() < 1e-6);
    assert_eq!(document["active"], true);
    assert_eq!(document["history"][0]["currency"], document["currency"]);
    // The suffix and the header give the same file.
    let by_name = site.get(&format!("{path}.csv")).await.text;
    let by_header = site.get_with(&path, header::ACCEPT, "text/csv").await.text;
    assert_eq!(by_name, by_header);
    assert!(by_name.starts_with("observed_at,"));
}

#[tokio::test]
async fn a_number_that_no_offer_had_is_answered_in_words() {
    let site = site().await;
    for name in ["999999", "-1", "abc", "1e3", "999999999999999999999"] {
        for (lang, words) in [("en", "No offer has the number"), ("zh", "没有编号为")] {
            let answer = site.get(&format!("/offerings/{name}?lang={lang}")).await;
            assert_eq!(answer.status, StatusCode::NOT_FOUND, "{name}");
            assert!(answer.text.contains(words), "{name}");
        }
        let answer = site.get(&format!("/api/v1/offerings/{name}")).await;
        assert_eq!(answer.status, StatusCode::NOT_FOUND);
        assert_eq!(answer.json()["code"], "not_found");
    }
}

#[tokio::test]
async fn b14_a_stale_offer_and_one_that_is_gone_say_so() {
    let site = site().await;
    let snapshot = site.state.snapshot();
    let today = "2026-11-30".parse().unwrap();
    let stale = find(&site, |o| snapshot.freshness(o, today) == Freshness::Stale);
    let page = site.get(&format!("/offerings/{}?lang=en", stale.id)).await;
    assert!(page.text.contains("This price is stale"));
    sqlx::query("update price_plan set active = 0 where id = $1")
        .bind(stale.id)
        .execute(&site.state.pool)
        .await
        .unwrap();
    site.state.refresh().await.unwrap();
    let page = site.get(&format!("/offerings/{}?lang=en", stale.id)).await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(page.text.contains("No longer offered") && page.text.contains("not ranked anywhere"));
    let document = site.get(&format!("/api/v1/offerings/{}", stale.id)).await;
    assert_eq!(document.json()["active"], false);
}

#[tokio::test]
async fn b28_a_spot_price_has_a_window_and_b30_says_what_is_not_known() {
    let site = site().await;
    let spots: Vec<Offer> = {
        let snapshot = site.state.snapshot();
        let spots = snapshot.offers.iter().filter(|o| o.kind == PriceKind::Spot);
        spots.take(60).cloned().collect()
    };
    let mut ranges = 0;
    for offer in spots {
        let page = site.get(&format!("/offerings/{}?lang=en", offer.id)).await;
        let words = text(between(&page.text, "price-panel", "</section>"));
        assert!(words.contains("Moves: an interruptible price"), "{words}");
        let has_range = words.contains(" per GPU-hour, seen ");
        assert!(has_range || words.contains("Seen once"), "{words}");
        ranges += usize::from(has_range);
        assert!(words.contains("Whether a machine is free just now is not known here"));
    }
    assert!(ranges > 0, "no spot price of the catalogue was seen twice");
}

#[tokio::test]
async fn b48_b54_hidden_costs_say_zero_where_it_was_read_and_unknown_where_not() {
    let site = site().await;
    let snapshot = site.state.snapshot();
    let place = snapshot.platform_by_slug("autodl").unwrap();
    let meter = find(&site, |o| {
        o.platform == place && o.kind == PriceKind::OnDemand
    });
    let page = site
        .get(&format!("/offerings/{}?lang=en", meter.id))
        .await
        .text;
    let fact = |key: FactKey| {
        text(between(
            &page,
            &format!("<dd data-fact=\"{}\">", key.word()),
            "</dd>",
        ))
    };
    assert!(fact(FactKey::EgressPrice).starts_with("¥0 per GB"));
    assert!(fact(FactKey::StoragePrice).starts_with("¥0.30 per GB·month"));
    assert!(fact(FactKey::StoragePriceStopped).starts_with("¥0.30 per GB·month"));
    assert!(fact(FactKey::MinimumCharge).starts_with("Unknown"));
    // What outlives a stop, disk by disk.
    assert!(text(&page).contains("data disk /root/autodl-tmp"));
    let other = find(&site, |o| {
        snapshot.platforms[o.platform].facts.0.is_empty()
            || !snapshot
                .persistence
                .iter()
                .any(|v| v.platform == snapshot.platforms[o.platform].slug)
    });
    let page = site.get(&format!("/offerings/{}?lang=en", other.id)).await;
    assert!(
        page.text
            .contains("Nobody has read what outlives a stop here")
    );
}

#[tokio::test]
async fn b55_b98_money_that_runs_out_and_tax_are_fields_of_their_own() {
    let site = site().await;
    let snapshot = site.state.snapshot();
    for (slug, key, words) in [
        (
            "runpod",
            FactKey::BalanceZero,
            "without a network volume are terminated",
        ),
        ("lambda", FactKey::TaxIncluded, "No"),
        ("autodl", FactKey::TaxIncluded, "Unknown"),
    ] {
        let place = snapshot.platform_by_slug(slug).unwrap();
        let offer = find(&site, |o| o.platform == place);
        let page = site
            .get(&format!("/offerings/{}?lang=en", offer.id))
            .await
            .text;
        let mark = format!("<dd data-fact=\"{}\">", key.word());
        assert!(
            text(between(&page, &mark, "</dd>")).contains(words),
            "{slug}"
        );
    }
}

#[tokio::test]
async fn b24_every_price_has_a_report_link_that_brings_row_value_and_date() {
    let site = site().await;
    let offer = find(&site, |o| o.kind == PriceKind::OnDemand && o.gpu_count == 1);
    let page = site
        .get(&format!("/offerings/{}?lang=en&theme=dark", offer.id))
        .await;
    let href = format!("/report?offering={}&amp;lang=en&amp;theme=dark", offer.id);
    assert!(page.text.contains(&href));
    let form = site.get(&href.replace("&amp;", "&")).await;
    let shown = text(between(&form.text, "class=\"dl shown\"", "</dl>"));
    let amount = format!(
        "{} {}",
        offer.price_per_hour.amount(),
        offer.price_per_hour.currency
    );
    for part in [amount, offer.observed.text(), offer.source_url.clone()] {
        assert!(shown.contains(&part), "{part} in {shown}");
    }
}

#[tokio::test]
async fn b79_language_currency_and_theme_survive_the_links_of_an_offer() {
    let site = site().await;
    let offer = find(&site, |o| o.kind == PriceKind::OnDemand);
    let path = format!("/offerings/{}?lang=zh&currency=USD&theme=dark", offer.id);
    let page = site.get(&path).await.text;
    let main = between(&page, "<main", "</main>");
    // What is there to be copied to another site carries nothing of the visitor's but the words it needs.
    let (above, rest) = main.split_once("<details class=\"embed-this\"").unwrap();
    let (_, below) = rest.split_once("</details>").unwrap();
    let own: Vec<&str> = [above, below]
        .into_iter()
        .flat_map(|part| part.split("href=\"/").skip(1))
        .map(|rest| &rest[..rest.find('"').unwrap()])
        .filter(|href| !href.starts_with("api/"))
        .collect();
    assert!(own.len() > 6);
    for href in own {
        for pair in ["lang=zh", "currency=USD", "theme=dark"] {
            assert!(href.contains(pair), "/{href} loses {pair}");
        }
    }
}

#[tokio::test]
async fn b29_the_coverage_says_what_is_listed_what_not_and_why() {
    let site = site().await;
    let page = site.get("/about?lang=en").await.text;
    let panel = between(&page, "id=\"coverage\"", "</section>");
    let words = text(panel);
    let snapshot = site.state.snapshot();
    let today = "2026-11-30".parse().unwrap();
    for kind in PriceKind::ALL {
        let line = text(between(
            panel,
            &format!("data-kind=\"{}\"", kind.word()),
            "</li>",
        ));
        let current = snapshot
            .offers
            .iter()
            .filter(|o| o.kind == *kind && snapshot.freshness(o, today) != Freshness::Stale)
            .count();
        let any = snapshot.offers.iter().any(|o| o.kind == *kind);
        let told = if any {
            format!("{current} current")
        } else {
            "none yet".to_owned()
        };
        assert!(line.contains(&told), "{line}");
    }
    let without = snapshot.platforms.len() - snapshot.platforms_with_offers();
    assert!(words.contains(&format!("{without} platforms have rules here but no price")));
    assert!(words.contains("Prices behind a login"));
}

#[tokio::test]
async fn b30_what_is_sold_is_told_apart_from_what_is_free_now() {
    let site = site().await;
    let offer = site.state.snapshot().offers[0].id;
    let en = site.get(&format!("/offerings/{offer}?lang=en")).await.text;
    assert!(
        en.contains("Whether a machine is free just now is not known"),
        "{en}"
    );
    let zh = site.get(&format!("/offerings/{offer}?lang=zh")).await.text;
    assert!(zh.contains("此刻有没有空闲的机器"));
}
