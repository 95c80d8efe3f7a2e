//! Lambda: its instance types; needs a key.
use super::rows::{self, Rows, json, kind, text};
use super::source::Visit;
use super::{About, Failure, Known, Page, Source};
use crate::import::Import;
use async_trait::async_trait;
use domain::catalog::PriceKind;
use domain::catalog::draft::{OfferDraft, Problem};
use serde::Deserialize;
use serde_json::{Number, Value};
use std::collections::BTreeMap;

const ADDRESS: &str = "https://cloud.lambdalabs.com/api/v1/instance-types";

/// See the module.
pub(super) struct Lambda;

#[derive(Deserialize)]
struct Answer {
    data: BTreeMap<String, Value>,
}

#[derive(Deserialize)]
struct Entry {
    instance_type: Machine,
}

/// The price is that of the whole machine, in US cents.
#[derive(Deserialize)]
struct Machine {
    name: String,
    description: String,
    price_cents_per_hour: i64,
    specs: Specs,
}

#[derive(Deserialize)]
struct Specs {
    vcpus: Option<Number>,
    memory_gib: Option<Number>,
    storage_gib: Option<Number>,
}

/// `8x A100 (80 GB SXM4)` and `gpu_8x_a100_80gb_sxm4` name eight cards each; others none.
fn cards(text: &str) -> Option<(&str, &str)> {
    let text = text.trim_start_matches("gpu_");
    let (count, name) = text.split_once(['x', 'X'])?;
    let is_count = !count.is_empty() && count.bytes().all(|digit| digit.is_ascii_digit());
    is_count.then_some((count, name.trim_start_matches('_').trim()))
}

#[async_trait]
impl Source for Lambda {
    fn about(&self) -> About {
        About::new("lambda", "Lambda", ADDRESS, 24).with_key("ZUKA_LAMBDA_KEY")
    }

    async fn fetch(&self, visit: &Visit<'_>) -> Result<Vec<Page>, Failure> {
        let bearer = format!("Bearer {}", visit.key()?);
        let (of, body) = (ADDRESS.to_owned(), visit.get_with(ADDRESS, bearer).await?);
        Ok(vec![Page { of, body }])
    }

    fn parse(&self, pages: &[Page], known: &Known<'_>) -> Result<Import, Failure> {
        let mut rows = Rows::new(known, self.about().id);
        for page in pages {
            let answer: Answer = json(&page.body)?;
            for (place, entry) in answer.data.into_values().enumerate() {
                let line = place + 1;
                let Some(Entry {
                    instance_type: machine,
                }) = rows.read(line, entry)
                else {
                    continue;
                };
                // The words for people say the memory, the machine's name the form factor; either may settle it.
                let named = [&machine.description, &machine.name].map(|name| cards(name));
                let Some((count, _)) = named.into_iter().flatten().next() else {
                    if machine.name.starts_with("gpu") {
                        let doubt = (Problem::NotAWord, String::new());
                        rows.refuse(
                            line,
                            &machine.name,
                            "description",
                            &machine.description,
                            doubt,
                        );
                    } else {
                        rows.import.skipped += 1;
                    }
                    continue;
                };
                let mut found = named.into_iter().flatten();
                let gpus = &known.snapshot.gpus;
                let Some(gpu) = found.find_map(|(_, name)| rows::card(gpus, name, None).ok())
                else {
                    let name =
                        cards(&machine.description).map_or(machine.name.as_str(), |(_, name)| name);
                    rows.card(line, name, None);
                    continue;
                };
                let offer = OfferDraft {
                    platform_slug: "lambda".to_owned(),
                    gpu_slug: gpu.slug.clone(),
                    gpu_count: count.to_owned(),
                    price_per_hour: format!(
                        "{}.{:02}",
                        machine.price_cents_per_hour / 100,
                        machine.price_cents_per_hour.rem_euclid(100)
                    ),
                    currency: "USD".to_owned(),
                    price_kind: kind(PriceKind::OnDemand),
                    vcpus: text(machine.specs.vcpus.as_ref()),
                    ram_gb: text(machine.specs.memory_gib.as_ref()),
                    disk_gb: text(machine.specs.storage_gib.as_ref()),
                    instance_type: machine.name.clone(),
                    source_url: ADDRESS.to_owned(),
                    ..OfferDraft::default()
                };
                rows.offer(line, &machine.name, offer);
            }
        }
        Ok(rows.import)
    }
}
