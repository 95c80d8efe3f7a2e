//! Verda (formerly DataCrunch): its instance types, on demand and spot. Prices are text, memory is that of all cards.
use super::rows::{Rows, json, kind, text};
use super::source::Visit;
use super::web::Expects;
use super::{About, Failure, Known, Page, Source};
use crate::import::Import;
use async_trait::async_trait;
use domain::catalog::PriceKind::{OnDemand, Spot};
use domain::catalog::draft::OfferDraft;
use serde::Deserialize;
use serde_json::{Number, Value};

const ADDRESS: &str = "https://api.datacrunch.io/v1/instance-types";

/// See the module.
pub(super) struct Verda;

#[derive(Deserialize)]
struct Machine {
    instance_type: String,
    name: String,
    gpu: Cards,
    gpu_memory: Memory,
    cpu: Cores,
    memory: Memory,
    price_per_hour: Option<String>,
    spot_price: Option<String>,
    currency: String,
}

#[derive(Deserialize)]
struct Cards {
    number_of_gpus: u32,
}

#[derive(Deserialize)]
struct Cores {
    number_of_cores: Option<Number>,
}

#[derive(Deserialize)]
struct Memory {
    size_in_gigabytes: f64,
}

#[async_trait]
impl Source for Verda {
    fn about(&self) -> About {
        About::new("verda", "Verda", ADDRESS, 24)
    }

    async fn fetch(&self, visit: &Visit<'_>) -> Result<Vec<Page>, Failure> {
        visit.single(ADDRESS, Expects::Json).await
    }

    fn parse(&self, pages: &[Page], known: &Known<'_>) -> Result<Import, Failure> {
        let mut rows = Rows::new(known, self.about().id);
        for page in pages {
            for (place, machine) in json::<Vec<Value>>(&page.body)?.into_iter().enumerate() {
                let Some(machine) = rows.read::<Machine>(place + 1, machine) else {
                    continue;
                };
                let cards = machine.gpu.number_of_gpus;
                if cards == 0 {
                    rows.import.skipped += 1;
                    continue;
                }
                let mib = machine.gpu_memory.size_in_gigabytes * 1024.0 / f64::from(cards);
                let Some(gpu) = rows.card(place + 1, &machine.name, Some(mib)) else {
                    continue;
                };
                for (price, of) in [
                    (&machine.price_per_hour, OnDemand),
                    (&machine.spot_price, Spot),
                ] {
                    let Some(price) = price else { continue };
                    let offer = OfferDraft {
                        platform_slug: "verda".to_owned(),
                        gpu_slug: gpu.slug.clone(),
                        gpu_count: cards.to_string(),
                        price_per_hour: price.clone(),
                        currency: machine.currency.to_uppercase(),
                        price_kind: kind(of),
                        vcpus: text(machine.cpu.number_of_cores.as_ref()),
                        ram_gb: machine.memory.size_in_gigabytes.to_string(),
                        instance_type: machine.instance_type.clone(),
                        source_url: ADDRESS.to_owned(),
                        note: "storage is billed apart".to_owned(),
                        ..OfferDraft::default()
                    };
                    rows.offer(place + 1, &machine.name, offer);
                }
            }
        }
        Ok(rows.import)
    }
}
