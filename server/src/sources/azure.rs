//! Azure Retail Prices. The answer names machines, not cards: which card a machine has is known from the catalogue's own
//! offers of that machine, and a machine that is in none of them is refused.
mod machines;

use super::rows::{Rows, json, kind, price};
use super::source::Visit;
use super::web::Expects;
use super::{About, Failure, Known, Page, Source};
use crate::import::Import;
use async_trait::async_trait;
use domain::catalog::draft::{OfferDraft, Problem};
use domain::catalog::{PriceKind, names};
use machines::{machine, machines};
use serde::Deserialize;
use serde_json::{Number, Value};

const ADDRESS: &str = "https://prices.azure.com/api/retail/prices";
const REGIONS: [&str; 5] = [
    "eastus",
    "westus3",
    "westeurope",
    "southeastasia",
    "japaneast",
];
/// Pages of one region at most: an answer that never ends is none.
const MOST_PAGES: usize = 300;

/// See the module.
pub(super) struct Azure;

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Answer {
    items: Vec<Value>,
    next_page_link: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Item {
    currency_code: String,
    retail_price: Number,
    arm_region_name: String,
    arm_sku_name: String,
    product_name: String,
    meter_name: String,
    unit_of_measure: String,
    #[serde(rename = "type")]
    kind: String,
}

impl Item {
    /// A Linux machine with cards, paid by the hour.
    fn is_of_interest(&self) -> bool {
        let other = self.product_name.contains("Windows")
            || self.product_name.contains("Dedicated")
            || self.meter_name.contains("Low Priority");
        self.arm_sku_name.starts_with("Standard_N") && self.kind == "Consumption" && !other
    }
}

#[async_trait]
impl Source for Azure {
    fn about(&self) -> About {
        About::new("azure", "Azure Retail Prices", ADDRESS, 24)
    }

    async fn fetch(&self, visit: &Visit<'_>) -> Result<Vec<Page>, Failure> {
        let mut pages = Vec::new();
        for region in REGIONS {
            let filter =
                format!("serviceName eq 'Virtual Machines' and armRegionName eq '{region}'");
            let query = form_urlencoded::Serializer::new(String::new())
                .append_pair("$filter", &filter)
                .finish();
            // A plus is a blank in forms only.
            let query = query.replace('+', "%20");
            let mut next = Some(format!("{ADDRESS}?{query}"));
            for _ in 0..MOST_PAGES {
                let Some(url) = next.take() else { break };
                let body = visit.get(&url, Expects::Json).await?;
                next = json::<Answer>(&body)?
                    .next_page_link
                    .filter(|link| !link.is_empty());
                let of = region.to_owned();
                pages.push(Page { of, body });
            }
            if next.is_some() {
                return Err(Failure::unreadable(format!(
                    "{region} has more than {MOST_PAGES} pages"
                )));
            }
        }
        Ok(pages)
    }

    fn parse(&self, pages: &[Page], known: &Known<'_>) -> Result<Import, Failure> {
        let machines = machines(known);
        let mut rows = Rows::new(known, self.about().id);
        for page in pages {
            for (place, item) in json::<Answer>(&page.body)?.items.into_iter().enumerate() {
                let Some(item) = rows.read::<Item>(place + 1, item) else {
                    continue;
                };
                if !item.is_of_interest() {
                    rows.import.skipped += 1;
                    continue;
                }
                let (line, sku) = (place + 1, item.arm_sku_name.as_str());
                if item.unit_of_measure != "1 Hour" {
                    rows.refuse(
                        line,
                        sku,
                        "unitOfMeasure",
                        &item.unit_of_measure,
                        (Problem::NotAWord, String::new()),
                    );
                    continue;
                }
                let Some((gpu, count)) = machines.get(&machine(sku)).copied().flatten() else {
                    let near = names::nearest(&known.snapshot.gpus, &machine(sku));
                    let near: Vec<&str> = near
                        .iter()
                        .map(|place| known.snapshot.gpus[*place].slug.as_str())
                        .collect();
                    let hint = format!(
                        "no offer of the catalogue says which card it has; nearest: {}",
                        near.join(", ")
                    );
                    rows.refuse(line, sku, "armSkuName", sku, (Problem::UnknownGpu, hint));
                    continue;
                };
                let is_spot = item.meter_name.contains("Spot");
                let offer = OfferDraft {
                    platform_slug: "azure".to_owned(),
                    region: item.arm_region_name.clone(),
                    gpu_slug: gpu.slug.clone(),
                    gpu_count: count.to_string(),
                    price_per_hour: price(Some(&item.retail_price)),
                    currency: item.currency_code.clone(),
                    price_kind: kind(if is_spot {
                        PriceKind::Spot
                    } else {
                        PriceKind::OnDemand
                    }),
                    instance_type: sku.to_owned(),
                    source_url: ADDRESS.to_owned(),
                    ..OfferDraft::default()
                };
                rows.offer(line, sku, offer);
            }
        }
        Ok(rows.import)
    }
}
