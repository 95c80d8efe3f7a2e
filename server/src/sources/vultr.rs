//! Vultr: cloud and bare-metal plans with cards. A plan with less memory than its card has is a share of one.
use super::rows::{Rows, json, kind, price, text};
use super::source::Visit;
use super::web::Expects;
use super::{About, Failure, Known, Page, Source};
use crate::import::Import;
use async_trait::async_trait;
use domain::catalog::PriceKind;
use domain::catalog::draft::{OfferDraft, Problem};
use serde::Deserialize;
use serde_json::{Number, Value};

const ADDRESS: &str = "https://api.vultr.com/v2/plans";
const PLACES: [&str; 2] = [
    "https://api.vultr.com/v2/plans?type=vcg&per_page=500",
    "https://api.vultr.com/v2/plans-metal?per_page=500",
];

/// See the module.
pub(super) struct Vultr;

#[derive(Deserialize)]
struct Answer {
    #[serde(alias = "plans_metal")]
    plans: Vec<Value>,
}

/// RAM in MB, disk in GB, prices of the whole plan.
#[derive(Deserialize)]
struct Plan {
    id: String,
    gpu_type: Option<String>,
    gpu_vram_gb: Option<f64>,
    vcpu_count: Option<Number>,
    cpu_threads: Option<Number>,
    ram: Option<f64>,
    disk: Option<Number>,
    hourly_cost: Option<Number>,
}

/// Cards of a plan, and the share of one where it is less.
fn cards(vram: f64, of_one: f64) -> Option<(String, String)> {
    let ratio = vram / of_one;
    if ratio >= 1.0 && ratio.fract() == 0.0 {
        Some((ratio.to_string(), String::new()))
    } else if ratio > 0.0 && ratio < 1.0 {
        Some(("1".to_owned(), format!("{ratio:.6}")))
    } else {
        None
    }
}

#[async_trait]
impl Source for Vultr {
    fn about(&self) -> About {
        About::new("vultr", "Vultr", ADDRESS, 24)
    }

    async fn fetch(&self, visit: &Visit<'_>) -> Result<Vec<Page>, Failure> {
        let mut pages = Vec::new();
        for url in PLACES {
            let (of, body) = (url.to_owned(), visit.get(url, Expects::Json).await?);
            pages.push(Page { of, body });
        }
        Ok(pages)
    }

    fn parse(&self, pages: &[Page], known: &Known<'_>) -> Result<Import, Failure> {
        let mut rows = Rows::new(known, self.about().id);
        for page in pages {
            for (place, plan) in json::<Answer>(&page.body)?.plans.into_iter().enumerate() {
                let Some(plan) = rows.read::<Plan>(place + 1, plan) else {
                    continue;
                };
                let Some(name) = plan.gpu_type.as_deref().filter(|name| !name.is_empty()) else {
                    rows.import.skipped += 1;
                    continue;
                };
                let Some(gpu) = rows.card(place + 1, name, None) else {
                    continue;
                };
                let count = plan
                    .gpu_vram_gb
                    .zip(gpu.vram_gb)
                    .and_then(|(vram, of_one)| cards(vram, of_one));
                let Some((gpu_count, gpu_fraction)) = count else {
                    let vram = text(plan.gpu_vram_gb);
                    let hint = format!("{} has {} GB", gpu.slug, text(gpu.vram_gb));
                    rows.refuse(
                        place + 1,
                        &plan.id,
                        "gpu_vram_gb",
                        &vram,
                        (Problem::Implausible, hint),
                    );
                    continue;
                };
                let is_share = !gpu_fraction.is_empty();
                let offer = OfferDraft {
                    platform_slug: "vultr".to_owned(),
                    gpu_slug: gpu.slug.clone(),
                    gpu_count,
                    gpu_fraction,
                    price_per_hour: price(plan.hourly_cost.as_ref()),
                    currency: "USD".to_owned(),
                    price_kind: kind(PriceKind::OnDemand),
                    vcpus: text(plan.vcpu_count.as_ref().or(plan.cpu_threads.as_ref())),
                    ram_gb: text(plan.ram.map(|mb| mb / 1024.0)),
                    disk_gb: text(plan.disk.as_ref()),
                    instance_type: plan.id.clone(),
                    exclusivity: if is_share {
                        "shared".to_owned()
                    } else {
                        String::new()
                    },
                    source_url: page.of.clone(),
                    ..OfferDraft::default()
                };
                rows.offer(place + 1, &plan.id, offer);
            }
        }
        Ok(rows.import)
    }
}
