//! What search engines read of offers: schema.org data beside the page, in JSON-LD.
//!
//! Prices stand as they were listed. A stale price is no offer, so it is not among them.
use super::{card_name, platform_name};
use crate::frame::Frame;
use domain::catalog::{CatalogSnapshot, Freshness, Offer, PriceKind};
use leptos::prelude::*;
use serde_json::{Value, json};

/// Offers of one card that are named; search engines need the best, not all.
const MOST: usize = 20;

fn offer(frame: &Frame, snapshot: &CatalogSnapshot, offer: &Offer) -> Value {
    let platform = &snapshot.platforms[offer.platform];
    let mut seller =
        json!({ "@type": "Organization", "name": platform_name(frame.locale, platform) });
    if let Some(homepage) = &platform.homepage {
        seller["url"] = json!(homepage);
    }
    let price = offer.price_per_hour;
    let (amount, currency) = (price.amount().to_string(), price.currency.code());
    json!({
        "@type": "Offer",
        "url": frame.absolute(&format!("/offerings/{}", offer.id)),
        "price": amount,
        "priceCurrency": currency,
        "priceSpecification": {
            "@type": "UnitPriceSpecification",
            "price": amount,
            "priceCurrency": currency,
            // UN/CEFACT: an hour.
            "unitCode": "HUR",
        },
        "seller": seller,
    })
}

/// A data block: not a script that runs, so the content policy does not concern it.
fn block(data: &Value) -> AnyView {
    // Nothing in it may end the element.
    let text = data.to_string().replace('<', "\\u003c");
    view! { <script r#type="application/ld+json" inner_html=text></script> }.into_any()
}

/// The card and the cheapest of `offers` that are current and on demand, each with its own price and seller.
pub fn card(
    frame: &Frame,
    snapshot: &CatalogSnapshot,
    gpu: usize,
    offers: &[&Offer],
) -> Option<AnyView> {
    let card = &snapshot.gpus[gpu];
    let is_current = |offer: &&&Offer| {
        offer.kind == PriceKind::OnDemand
            && offer.gpu_fraction.is_none()
            && snapshot.freshness(offer, frame.today()) != Freshness::Stale
    };
    let named: Vec<Value> = offers
        .iter()
        .filter(is_current)
        .take(MOST)
        .map(|found| offer(frame, snapshot, found))
        .collect();
    (!named.is_empty()).then(|| {
        block(&json!({
            "@context": "https://schema.org",
            "@type": "Product",
            "name": card_name(card),
            "brand": { "@type": "Brand", "name": card.vendor },
            "category": "GPU",
            "url": frame.absolute(&format!("/gpus/{}", card.slug)),
            "offers": named,
        }))
    })
}

/// One offer under its page's name; `None` for a stale price.
pub fn one(
    frame: &Frame,
    snapshot: &CatalogSnapshot,
    found: &Offer,
    name: &str,
    text: &str,
) -> Option<AnyView> {
    let card = &snapshot.gpus[found.gpu];
    (snapshot.freshness(found, frame.today()) != Freshness::Stale).then(|| {
        block(&json!({
            "@context": "https://schema.org",
            "@type": "Product",
            "name": name,
            "description": text,
            "brand": { "@type": "Brand", "name": card.vendor },
            "category": "GPU",
            "offers": offer(frame, snapshot, found),
        }))
    })
}
