//! RunPod: both tiers, USD a card and hour; spot is the lowest bid of the secure tier.
use super::rows::{self, Rows, json, kind};
use super::source::Visit;
use super::{About, Failure, Known, Page, Source};
use crate::import::Import;
use async_trait::async_trait;
use domain::catalog::PriceKind::{OnDemand, Spot};
use domain::catalog::draft::OfferDraft;
use serde::Deserialize;
use serde_json::{Number, Value};

const ADDRESS: &str = "https://api.runpod.io/graphql";
const QUESTION: &str = "query { gpuTypes { id displayName memoryInGb secureCloud communityCloud securePrice communityPrice \
    lowestPrice(input: {gpuCount: 1, secureCloud: true}) { minimumBidPrice stockStatus } } }";

/// See the module.
pub(super) struct RunPod;

#[derive(Deserialize)]
struct Answer {
    data: Data,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Data {
    gpu_types: Vec<Value>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Card {
    id: String,
    display_name: String,
    memory_in_gb: Option<f64>,
    secure_cloud: bool,
    community_cloud: bool,
    secure_price: Option<Number>,
    community_price: Option<Number>,
    lowest_price: Option<Lowest>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Lowest {
    minimum_bid_price: Option<Number>,
    stock_status: Option<String>,
}

#[async_trait]
impl Source for RunPod {
    fn about(&self) -> About {
        About::new("runpod", "RunPod", ADDRESS, 24)
    }

    async fn fetch(&self, visit: &Visit<'_>) -> Result<Vec<Page>, Failure> {
        let question = serde_json::json!({ "query": QUESTION }).to_string();
        let body = visit.post(ADDRESS, question, None).await?;
        let of = ADDRESS.to_owned();
        Ok(vec![Page { of, body }])
    }

    fn parse(&self, pages: &[Page], known: &Known<'_>) -> Result<Import, Failure> {
        let mut rows = Rows::new(known, self.about().id);
        for page in pages {
            let answer: Answer = json(&page.body)?;
            for (place, card) in answer.data.gpu_types.into_iter().enumerate() {
                let Some(card) = rows.read::<Card>(place + 1, card) else {
                    continue;
                };
                let mib = card
                    .memory_in_gb
                    .filter(|gb| *gb > 0.0)
                    .map(|gb| gb * 1024.0);
                let Some(gpu) = rows.card(place + 1, &card.display_name, mib) else {
                    continue;
                };
                let bid = card
                    .lowest_price
                    .as_ref()
                    .filter(|lowest| lowest.stock_status.is_some());
                let bid = bid.and_then(|lowest| lowest.minimum_bid_price.clone());
                for (platform, price, of, is_offered) in [
                    (
                        "runpod-secure",
                        &card.secure_price,
                        OnDemand,
                        card.secure_cloud,
                    ),
                    (
                        "runpod-community",
                        &card.community_price,
                        OnDemand,
                        card.community_cloud,
                    ),
                    ("runpod-secure", &bid, Spot, card.secure_cloud),
                ] {
                    if !is_offered || price.is_none() {
                        continue;
                    }
                    let offer = OfferDraft {
                        platform_slug: platform.to_owned(),
                        gpu_slug: gpu.slug.clone(),
                        gpu_count: "1".to_owned(),
                        price_per_hour: rows::price(price.as_ref()),
                        currency: "USD".to_owned(),
                        price_kind: kind(of),
                        instance_type: card.id.clone(),
                        source_url: ADDRESS.to_owned(),
                        ..OfferDraft::default()
                    };
                    rows.offer(place + 1, &card.display_name, offer);
                }
            }
        }
        Ok(rows.import)
    }
}
