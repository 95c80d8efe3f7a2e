//! Vast.ai: the lowest ask of its verified hosts, a card and a count of cards.
use super::rows::{Rows, json, kind, lowest_asks, text};
use super::source::Visit;
use super::{About, Failure, Known, Page, Source};
use crate::import::Import;
use async_trait::async_trait;
use domain::catalog::PriceKind;
use domain::catalog::draft::OfferDraft;
use serde::Deserialize;
use serde_json::{Number, Value};

const ADDRESS: &str = "https://console.vast.ai/api/v0/bundles/";
/// Cards by the market's own names: a question without a name is cut after some 64 machines.
const NAMES: [&str; 30] = [
    "RTX 5090",
    "RTX 5080",
    "RTX 5070 Ti",
    "RTX 5070",
    "RTX 4090",
    "RTX 4080",
    "RTX 4080S",
    "RTX 4070",
    "RTX 3090",
    "RTX 3090 Ti",
    "RTX 3080",
    "RTX 3060",
    "RTX A6000",
    "RTX A5000",
    "RTX A4000",
    "RTX 6000Ada",
    "A100 SXM4",
    "A100 PCIE",
    "H100 SXM",
    "H100 PCIE",
    "H100 NVL",
    "H200",
    "H200 NVL",
    "B200",
    "B300",
    "L40S",
    "L40",
    "A40",
    "Tesla V100",
    "Tesla T4",
];

/// See the module.
pub(super) struct Vast;

#[derive(Deserialize)]
struct Answer {
    offers: Vec<Value>,
}

/// Prices are USD an hour for all cards of the machine, memory is MiB a card.
#[derive(Deserialize)]
struct Ask {
    gpu_name: String,
    num_gpus: u32,
    gpu_ram: f64,
    dph_base: Option<Number>,
    min_bid: Option<Number>,
}

#[async_trait]
impl Source for Vast {
    fn about(&self) -> About {
        About::new("vast-ai", "Vast.ai", ADDRESS, 12)
    }

    async fn fetch(&self, visit: &Visit<'_>) -> Result<Vec<Page>, Failure> {
        let mut pages = Vec::new();
        for name in NAMES {
            let question = serde_json::json!({
                "gpu_name": {"in": [name]}, "num_gpus": {"gte": 1}, "rentable": {"eq": true}, "rented": {"eq": false},
                "verified": {"eq": true}, "limit": 100, "order": [["dph_total", "asc"]],
            });
            let body = visit.post(ADDRESS, question.to_string(), None).await?;
            let of = name.to_owned();
            pages.push(Page { of, body });
        }
        Ok(pages)
    }

    fn parse(&self, pages: &[Page], known: &Known<'_>) -> Result<Import, Failure> {
        let mut rows = Rows::new(known, self.about().id);
        for page in pages {
            let answer: Answer = json(&page.body)?;
            for (place, value) in answer.offers.into_iter().enumerate() {
                let Some(ask) = rows.read::<Ask>(place + 1, value) else {
                    continue;
                };
                let Some(gpu) = rows.card(place + 1, &ask.gpu_name, Some(ask.gpu_ram)) else {
                    continue;
                };
                for (price, of) in [
                    (&ask.dph_base, PriceKind::OnDemand),
                    (&ask.min_bid, PriceKind::Spot),
                ] {
                    // A machine without a price of this kind is not offered so.
                    let Some(price) = price.as_ref().filter(|price| price.as_f64() != Some(0.0))
                    else {
                        continue;
                    };
                    let offer = OfferDraft {
                        platform_slug: "vast-ai".to_owned(),
                        gpu_slug: gpu.slug.clone(),
                        gpu_count: ask.num_gpus.to_string(),
                        price_per_hour: text(nano(price)),
                        currency: "USD".to_owned(),
                        price_kind: kind(of),
                        source_url: ADDRESS.to_owned(),
                        // The card's size is the list's; what its driver says stands beside it.
                        note: format!(
                            "of verified hosts; storage is billed apart; the driver reports {} MiB of VRAM",
                            ask.gpu_ram
                        ),
                        ..OfferDraft::default()
                    };
                    rows.offer(place + 1, &page.of, offer);
                }
            }
        }
        lowest_asks(&mut rows.import, |_| true);
        Ok(rows.import)
    }
}

/// An ask is worked out by the market from a price a card, with more digits than anybody pays.
fn nano(price: &Number) -> Option<String> {
    Some(format!("{:.6}", price.as_f64()?))
}
