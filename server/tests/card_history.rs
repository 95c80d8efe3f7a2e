//! A card's price over time, and that an edit keeps what was there.

use crate::site::{Site, Visitor, filled, post, some_offer};
use axum::http::StatusCode;
use server::store::card_history;

/// Days and prices of one GPU that a source saw, in nano-units.
async fn seen(site: &Site, gpu: &str, source: &str) -> Vec<(String, i64)> {
    let mut connection = site.state.pool.acquire().await.unwrap();
    let mut all: Vec<_> = card_history::of_gpu(&mut connection, gpu)
        .await
        .unwrap()
        .into_iter()
        .filter(|point| point.source == source)
        .map(|point| (point.date.to_string(), point.price_per_gpu_hour.nanos))
        .collect();
    all.sort();
    all
}

#[tokio::test]
async fn b27_an_edit_keeps_the_price_before_it_and_the_chart_shows_both() {
    let (site, mut visitor) = Site::with_editor().await;
    let (offer, path) = some_offer(&site);
    let gpu = site.state.snapshot().gpus[offer.gpu].slug.clone();
    for (price, day) in [("2.25", "2026-11-20"), ("2.50", "2026-11-29")] {
        let changes = [
            ("price_basis", "gpu"),
            ("price", price),
            ("source_date", day),
            ("confirm_far_from_median", "1"),
        ];
        let pairs = filled(&site, &mut visitor, &path, &changes).await;
        let answer = post(&site, &mut visitor, &path, &pairs).await;
        assert_eq!(answer.status, StatusCode::SEE_OTHER, "{}", answer.body);
    }
    assert_eq!(
        seen(&site, &gpu, "prices.example.com").await,
        [
            ("2026-11-20".to_owned(), 2_250_000_000),
            ("2026-11-29".to_owned(), 2_500_000_000)
        ]
    );
    let platform = &site.state.snapshot().platforms[offer.platform].slug;
    let series = format!(
        "{platform}:{}:{}:{}:prices.example.com",
        offer.kind.word(),
        offer.gpu_count,
        offer.price_per_hour.currency.code()
    );
    let mut reader = Visitor::default();
    let page = reader
        .get(
            &site,
            &format!("/gpus/{gpu}?lang=en&currency=CNY&series={series}"),
        )
        .await;
    assert_eq!(page.status, StatusCode::OK);
    assert!(
        page.body.contains("The 2 dated prices and their sources"),
        "{series}"
    );
    for text in ["20 Nov 2026", "29 Nov 2026", ">2.25<", ">2.50<"] {
        assert!(page.body.contains(text), "{text}");
    }
    let drawing = reader
        .get(
            &site,
            &format!("/embed/history/{gpu}.svg?lang=en&currency=CNY&series={series}"),
        )
        .await;
    assert!(drawing.body.contains(">2026-11-29<"), "the stamp");
    assert!(drawing.body.contains(">2.50<"), "the price that holds");
}

#[tokio::test]
async fn b27_periods_that_nobody_checked_are_shaded_and_named() {
    let (site, _) = Site::with_editor().await;
    let mut reader = Visitor::default();
    let page = reader.get(&site, "/gpus/rtx-4090?lang=en").await.body;
    let history = page.split("id=\"history\"").nth(1).unwrap();
    let history = history.split("</section>").next().unwrap();
    assert!(history.contains("<rect class=\"fm\"") && history.contains(">not checked<"));
    // Every point of the series stands in the table with its source.
    let rows = history.split("<tbody>").nth(1).unwrap();
    let rows = rows.split("</tbody>").next().unwrap();
    let count: usize = history
        .split("The ")
        .nth(1)
        .unwrap()
        .split(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!(count > 5, "{count}");
    assert_eq!(rows.matches("<tr>").count(), count);
    assert_eq!(rows.matches("<time ").count(), count);
    assert!(rows.matches("<a href=\"http").count() >= count);
    let none = reader
        .get(&site, "/gpus/gtx-1080-ti?series=nobody&lang=en")
        .await
        .body;
    assert!(none.contains("“series”: nothing is named “nobody”"));
}
