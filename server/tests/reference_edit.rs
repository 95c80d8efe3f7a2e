//! Exchange rates and disks by hand, through the whole router.

use crate::common::between;
use crate::site::{PASSWORD, Site, Visitor, post};
use axum::http::StatusCode;
use domain::units::Currency;

const DISKS: &str = "/admin/platforms/autodl/disks";

#[tokio::test]
async fn a_rate_with_its_day_and_source_is_in_force_and_the_earlier_one_stays() {
    let (site, mut visitor) = Site::with_editor().await;
    let csrf = visitor.csrf(&site).await;
    let rate = |rate: &str, date: &str| {
        [
            ("csrf", csrf.clone()),
            ("base", "USD".to_owned()),
            ("quote", "CNY".to_owned()),
            ("rate", rate.to_owned()),
            ("date", date.to_owned()),
            ("source", "https://bank.example.com/rates".to_owned()),
            ("note", "typed & kept".to_owned()),
        ]
    };
    let wrong = post(
        &site,
        &mut visitor,
        "/admin/rates",
        &rate("seven", "2026-12-01"),
    )
    .await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    for said in [
        "href=\"#rate\"",
        "href=\"#date\"",
        "value=\"seven\"",
        "value=\"2026-12-01\"",
        "typed &amp; kept",
    ] {
        assert!(wrong.body.contains(said), "{said}");
    }
    let before = site.count("fx_rate").await;
    let saved = post(
        &site,
        &mut visitor,
        "/admin/rates",
        &rate("7.5", "2026-11-30"),
    )
    .await;
    assert_eq!(saved.header("location"), "/admin/rates?saved=2");
    let today = "2026-11-30".parse().unwrap();
    let in_force = site
        .state
        .snapshot()
        .fx
        .rate(Currency::USD, Currency::CNY, today)
        .unwrap();
    assert_eq!(
        (in_force.rate.to_string(), in_force.source.as_str()),
        ("7.5".to_owned(), "https://bank.example.com/rates")
    );
    assert_eq!(site.count("fx_rate").await, before + 1);
    let strip = Visitor::default().get(&site, "/").await.body;
    assert!(strip.contains("1 USD = 7.5 CNY"));
    let corrected = post(
        &site,
        &mut visitor,
        "/admin/rates",
        &rate("7.6", "2026-11-30"),
    )
    .await;
    assert_eq!(corrected.header("location"), "/admin/rates?saved=3");
    assert_eq!(site.count("fx_rate").await, before + 1);
    let page = visitor.get(&site, "/admin/rates?saved=3").await.body;
    assert!(page.contains("<del>7.5</del>") && page.contains("<ins>7.6</ins>"));
}

#[tokio::test]
async fn a_disk_is_told_on_the_public_page_and_of_two_editors_the_second_sees_the_first() {
    let (site, mut visitor) = Site::with_editor().await;
    site.add_editor("wei").await;
    let mut other = Visitor::default();
    other.sign_in(&site, "wei", PASSWORD).await;
    let (mine, theirs) = (visitor.csrf(&site).await, other.csrf(&site).await);
    let disk = |csrf: &str, seen: &str, days: &str| {
        [
            ("csrf", csrf.to_owned()),
            ("seen", seen.to_owned()),
            ("volume", "/mnt/made-by-hand".to_owned()),
            ("survives_stop", "yes".to_owned()),
            ("deleted_after_days", days.to_owned()),
            ("source_url", "https://docs.example.com/disks".to_owned()),
            ("as_of", "2026-11-30".to_owned()),
        ]
    };
    let wrong = post(&site, &mut visitor, DISKS, &disk(&mine, "", "a week")).await;
    assert_eq!(wrong.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(wrong.body.contains("value=\"a week\"") && wrong.body.contains("/mnt/made-by-hand"));
    let made = post(&site, &mut visitor, DISKS, &disk(&mine, "", "21")).await;
    assert_eq!(
        made.header("location"),
        format!("{DISKS}?saved=2"),
        "{}",
        made.body
    );
    let public = Visitor::default()
        .get(&site, "/platforms/autodl")
        .await
        .body;
    assert!(
        public.contains("/mnt/made-by-hand") && public.contains("https://docs.example.com/disks")
    );

    let late = post(&site, &mut other, DISKS, &disk(&theirs, "", "30")).await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    assert!(late.body.contains("value=\"30\"") && late.body.contains("Published now: 21"));
    let form = &late.body[late.body.find("data-disk=\"/mnt/made-by-hand\"").unwrap()..];
    let seen = crate::site::hidden(form, "seen");
    let again = post(&site, &mut other, DISKS, &disk(&theirs, &seen, "30")).await;
    assert_eq!(again.header("location"), format!("{DISKS}?saved=3"));
    let snapshot = site.state.snapshot();
    let stored = snapshot
        .persistence
        .iter()
        .find(|disk| disk.volume == "/mnt/made-by-hand");
    assert_eq!(stored.unwrap().deleted_after_days, Some(30));
    let subject = "audit where subject = 'platform:autodl'";
    assert_eq!(site.count(subject).await, 2);
}

#[tokio::test]
async fn b26_b42_a_figure_of_a_card_has_its_own_source_and_a_sparse_one_needs_its_tick() {
    let (site, mut visitor) = Site::with_editor().await;
    let path = "/admin/cards/rtx-4090";
    let snapshot = site.state.snapshot();
    let card = |snapshot: &domain::catalog::CatalogSnapshot| {
        snapshot.gpus[snapshot.gpu_by_slug("rtx-4090").unwrap()].clone()
    };
    let dense = card(&snapshot).fp16_dense_tflops.unwrap();
    let twice = (dense * 2.0).to_string();
    let page = visitor.get(&site, path).await.body;
    let (csrf, seen) = (
        crate::site::hidden(&page, "csrf"),
        crate::site::hidden(&page, "seen"),
    );
    let mut pairs = vec![
        ("csrf", csrf),
        ("seen", seen.clone()),
        ("fp16_dense_tflops", twice.clone()),
    ];
    let bare = post(&site, &mut visitor, path, &pairs).await;
    assert_eq!(bare.status, StatusCode::UNPROCESSABLE_ENTITY);
    for field in ["url_fp16_dense_tflops", "date_fp16_dense_tflops"] {
        assert!(bare.body.contains(&format!("href=\"#{field}\"")), "{field}");
    }
    assert!(bare.body.contains(&format!("value=\"{twice}\"")));
    pairs.push((
        "url_fp16_dense_tflops",
        "https://maker.example.com/sheet".to_owned(),
    ));
    pairs.push(("date_fp16_dense_tflops", "2026-11-29".to_owned()));
    let odd = post(&site, &mut visitor, path, &pairs).await;
    assert_eq!(odd.status, StatusCode::UNPROCESSABLE_ENTITY);
    assert!(
        odd.body
            .contains("name=\"confirm_sparse_fp16_dense_tflops\"")
    );
    pairs.push(("confirm_sparse_fp16_dense_tflops", "1".to_owned()));
    let saved = post(&site, &mut visitor, path, &pairs).await;
    assert_eq!(
        saved.header("location"),
        format!("{path}?saved=2"),
        "{}",
        saved.body
    );
    assert_eq!(
        card(&site.state.snapshot()).fp16_dense_tflops,
        Some(dense * 2.0)
    );
    let public = Visitor::default().get(&site, "/gpus/rtx-4090").await.body;
    assert!(public.contains("https://maker.example.com/sheet"));
    let audited: String =
        sqlx::query_scalar("select changes from audit where subject = 'card:rtx-4090'")
            .fetch_one(&site.state.pool)
            .await
            .unwrap();
    assert!(audited.contains("sparse fp16_dense_tflops"));

    // Whoever still has the old form sees what is published now.
    pairs.retain(|(name, _)| *name != "fp16_dense_tflops");
    pairs.push(("fp16_dense_tflops", "165".to_owned()));
    let late = post(&site, &mut visitor, path, &pairs).await;
    assert_eq!(late.status, StatusCode::CONFLICT);
    assert!(late.body.contains(&format!("Published now: {twice}")));
    assert!(late.body.contains("value=\"165\""));
}

#[tokio::test]
async fn b43_a_figure_names_its_own_source_and_the_others_those_of_the_card() {
    let (site, mut visitor) = Site::with_editor().await;
    let path = "/admin/cards/rtx-4090";
    let page = visitor.get(&site, path).await.body;
    let pairs = [
        ("csrf", crate::site::hidden(&page, "csrf")),
        ("seen", crate::site::hidden(&page, "seen")),
        ("url_tdp_w", "https://maker.example.com/sheet".to_owned()),
        ("date_tdp_w", "2026-11-29".to_owned()),
    ];
    let saved = post(&site, &mut visitor, path, &pairs).await;
    assert_eq!(
        saved.header("location"),
        format!("{path}?saved=2"),
        "{}",
        saved.body
    );
    let own = "<a href=\"https://maker.example.com/sheet\"";

    // The page of the card: a source beside every figure that is known.
    let page = Visitor::default()
        .get(&site, "/gpus/rtx-4090?lang=en")
        .await
        .body;
    let figure =
        |name: &str| between(&page, &format!("data-figure=\"{name}\""), "</tr>").to_owned();
    let power = figure("tdp_w");
    assert!(
        power.contains("450") && power.contains(own) && power.contains("2026-11-29"),
        "{power}"
    );
    let vram = figure("vram_gb");
    assert!(
        vram.contains("href=\"#sources\"") && vram.contains("one of the card’s"),
        "{vram}"
    );
    assert!(!vram.contains("maker.example.com"));
    assert!(page.contains("Addresses of the card as a whole."));

    // All cards beside each other: linked at that figure and at no other.
    for (lang, whole) in [("en", "of the card"), ("zh", "整卡")] {
        let page = Visitor::default()
            .get(&site, &format!("/gpus?lang={lang}"))
            .await
            .body;
        let table = &page[page.find("id=\"figures\"").unwrap()..];
        assert!(between(table, "<thead>", "</thead>").contains(whole));
        let row = between(table, "data-gpu=\"rtx-4090\"", "</tr>");
        let cells: Vec<&str> = row.split("<td").collect();
        let named: Vec<&&str> = cells.iter().filter(|cell| cell.contains(own)).collect();
        assert_eq!(named.len(), 1, "{row}");
        assert!(
            named[0].contains(">450<") && named[0].contains("2026-11-29"),
            "{row}"
        );
    }

    // Our own estimate is no source's figure, and a card with one address has it at every figure.
    let derived = Visitor::default()
        .get(&site, "/gpus/rtx-4090-d?lang=en")
        .await
        .body;
    let row = between(&derived, "data-figure=\"fp16_dense_tflops\"", "</tr>");
    assert!(
        row.contains("our estimate") && !row.contains("<a "),
        "{row}"
    );
}
