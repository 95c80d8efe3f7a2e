//! `/sitemap.xml` and `/robots.txt`.
use crate::guides;
use crate::state::AppState;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use chrono::NaiveDate;
use domain::catalog::{CatalogSnapshot, Freshness, Offer, Precision};
use std::cmp::Reverse;
use std::fmt::Write;

/// Pages that exist on every site.
const FIXED: [&str; 10] = [
    "/",
    "/plan",
    "/size",
    "/check",
    "/check/machine",
    "/gpus",
    "/platforms",
    "/about",
    "/coverage",
    "/guides",
];
/// Offers in the list: a list may name 50,000 addresses, and the pages of cards and platforms lead to the rest.
const MOST_OFFERS: usize = 5000;
/// What programs need not read: editors' pages, and answers made for one visitor.
const ROBOTS: &str = "User-agent: *\nAllow: /\nDisallow: /admin\nDisallow: /login\nDisallow: /report\nDisallow: /*part=\n";

/// The site's address: the configured one, else the one that was asked.
pub(super) fn site(state: &AppState, headers: &HeaderMap) -> String {
    let configured = state.config.public_url();
    if !configured.is_empty() {
        return configured.to_owned();
    }
    let host = headers
        .get(header::HOST)
        .and_then(|host| host.to_str().ok());
    let is_plain = |host: &&str| {
        let of_host = |c: char| c.is_ascii_alphanumeric() || ".-:[]".contains(c);
        !host.is_empty() && host.len() <= 255 && host.chars().all(of_host)
    };
    host.filter(is_plain)
        .map(|host| format!("http://{host}"))
        .unwrap_or_default()
}

/// What may be read, and where the list of pages is.
pub async fn robots(State(state): State<AppState>, headers: HeaderMap) -> Response {
    let text = format!(
        "{ROBOTS}\nSitemap: {}/sitemap.xml\n",
        site(&state, &headers)
    );
    let kind = "text/plain; charset=utf-8";
    (
        [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, "public, max-age=86400"),
        ],
        text,
    )
        .into_response()
}

/// Every page of the catalogue in both languages, with the day of its newest price; offers only while their price is
/// current, the newest of them first.
pub async fn sitemap(State(state): State<AppState>, headers: HeaderMap) -> Response {
    let text = entries(
        &state.snapshot(),
        state.config.now().date_naive(),
        &site(&state, &headers),
    );
    let kind = "application/xml; charset=utf-8";
    (
        [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, "public, max-age=3600"),
        ],
        text,
    )
        .into_response()
}

/// The newest day of each card, of each platform and of all; a price that names only a month or a year names no day.
struct Newest {
    cards: Vec<Option<NaiveDate>>,
    platforms: Vec<Option<NaiveDate>>,
    all: Option<NaiveDate>,
}

impl Newest {
    fn of(snapshot: &CatalogSnapshot) -> Self {
        let mut newest = Self {
            cards: vec![None; snapshot.gpus.len()],
            platforms: vec![None; snapshot.platforms.len()],
            all: None,
        };
        for offer in &snapshot.offers {
            if offer.observed.precision == Precision::Day {
                let day = Some(offer.observed.date);
                let places = [
                    &mut newest.cards[offer.gpu],
                    &mut newest.platforms[offer.platform],
                    &mut newest.all,
                ];
                for known in places {
                    *known = day.max(*known);
                }
            }
        }
        newest
    }
}

/// Offers whose price is current, the newest first.
fn current(snapshot: &CatalogSnapshot, today: NaiveDate) -> Vec<&Offer> {
    let mut offers: Vec<&Offer> = snapshot
        .offers
        .iter()
        .filter(|offer| snapshot.freshness(offer, today) != Freshness::Stale)
        .collect();
    offers.sort_by_key(|offer| (Reverse(offer.observed.date), offer.id));
    offers.truncate(MOST_OFFERS);
    offers
}

fn entries(snapshot: &CatalogSnapshot, today: NaiveDate, site: &str) -> String {
    let newest = Newest::of(snapshot);
    let mut pages: Vec<(String, Option<NaiveDate>)> =
        FIXED.map(|path| (path.to_owned(), newest.all)).to_vec();
    // The lists change with the program and not with prices: no day is told of them.
    let lists = guides::all().sections.iter();
    pages.extend(lists.map(|list| (format!("/guides/{}", list.id), None)));
    let cards = snapshot.gpus.iter().zip(&newest.cards);
    pages.extend(cards.map(|(card, day)| (format!("/gpus/{}", card.slug), *day)));
    let platforms = snapshot.platforms.iter().zip(&newest.platforms);
    pages.extend(platforms.map(|(platform, day)| (format!("/platforms/{}", platform.slug), *day)));
    pages.extend(current(snapshot, today).into_iter().map(|offer| {
        let is_day = offer.observed.precision == Precision::Day;
        (
            format!("/offerings/{}", offer.id),
            is_day.then_some(offer.observed.date),
        )
    }));
    let mut text = String::from(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" \
         xmlns:xhtml=\"http://www.w3.org/1999/xhtml\">\n",
    );
    for (path, day) in pages {
        let last = day
            .map(|day| format!("<lastmod>{day}</lastmod>"))
            .unwrap_or_default();
        for lang in ["zh", "en"] {
            let link = |language: &str, query: &str| {
                format!(
                    "<xhtml:link rel=\"alternate\" hreflang=\"{language}\" href=\"{site}{path}{query}\"/>"
                )
            };
            let links =
                link("zh-CN", "?lang=zh") + &link("en", "?lang=en") + &link("x-default", "");
            let _ = writeln!(
                text,
                "<url><loc>{site}{path}?lang={lang}</loc>{last}{links}</url>"
            );
        }
    }
    text.push_str("</urlset>\n");
    text
}
