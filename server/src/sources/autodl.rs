//! AutoDL: the lowest pay-as-you-go price a card and region, of machines with a free card; needs a key.
use super::rows::{Rows, json, kind, lowest_asks};
use super::source::Visit;
use super::{About, Failure, Known, Page, Source};
use crate::import::Import;
use async_trait::async_trait;
use domain::catalog::PriceKind;
use domain::catalog::draft::OfferDraft;
use domain::units::Decimal;
use serde::Deserialize;
use serde_json::Value;

const ADDRESS: &str = "https://api.autodl.com/api/v1/user/machine/list";
const PAGE_SIZE: u32 = 100;
/// Pages at most: an answer that never ends is none.
const MOST_PAGES: u32 = 200;

/// See the module.
pub(super) struct AutoDl;

#[derive(Deserialize)]
struct Answer {
    code: String,
    #[serde(default)]
    msg: String,
    data: Option<Data>,
}

#[derive(Deserialize)]
struct Data {
    list: Vec<Value>,
    max_page: u32,
}

#[derive(Deserialize)]
struct Machine {
    machine_id: String,
    region_name: String,
    gpu_name: String,
    /// Thousandths of a yuan a card and hour.
    payg_price: i64,
}

fn data(body: &str) -> Result<Data, Failure> {
    let answer: Answer = json(body)?;
    match (answer.code.as_str(), answer.data) {
        ("Success", Some(data)) => Ok(data),
        (code, _) => Err(Failure::unreadable(format!(
            "it answers {code}: {}",
            answer.msg
        ))),
    }
}

#[async_trait]
impl Source for AutoDl {
    fn about(&self) -> About {
        About::new("autodl", "AutoDL", ADDRESS, 12).with_key("ZUKA_AUTODL_KEY")
    }

    async fn fetch(&self, visit: &Visit<'_>) -> Result<Vec<Page>, Failure> {
        let key = visit.key()?.to_owned();
        let mut pages = Vec::new();
        for page_index in 1..=MOST_PAGES {
            let question = serde_json::json!({
                "charge_type": "payg", "page_index": page_index, "page_size": PAGE_SIZE, "gpu_idle_num": 1,
                "region_sign_list": [], "gpu_type_name": [],
            });
            let body = visit
                .post(ADDRESS, question.to_string(), Some(key.clone()))
                .await?;
            let last = data(&body)?.max_page;
            let of = page_index.to_string();
            pages.push(Page { of, body });
            if page_index >= last {
                return Ok(pages);
            }
        }
        Err(Failure::unreadable(format!(
            "it has more than {MOST_PAGES} pages"
        )))
    }

    fn parse(&self, pages: &[Page], known: &Known<'_>) -> Result<Import, Failure> {
        let mut rows = Rows::new(known, self.about().id);
        for page in pages {
            for (place, machine) in data(&page.body)?.list.into_iter().enumerate() {
                let Some(machine) = rows.read::<Machine>(place + 1, machine) else {
                    continue;
                };
                let Some(gpu) = rows.card(place + 1, &machine.gpu_name, None) else {
                    continue;
                };
                let thousandth = Decimal::SCALE / 1000;
                let offer = OfferDraft {
                    platform_slug: "autodl".to_owned(),
                    region: machine.region_name.clone(),
                    gpu_slug: gpu.slug.clone(),
                    gpu_count: "1".to_owned(),
                    price_per_hour: Decimal::from_nanos(
                        i128::from(machine.payg_price) * thousandth,
                    )
                    .to_string(),
                    currency: "CNY".to_owned(),
                    price_kind: kind(PriceKind::OnDemand),
                    source_url: ADDRESS.to_owned(),
                    ..OfferDraft::default()
                };
                rows.offer(place + 1, &machine.machine_id, offer);
            }
        }
        lowest_asks(&mut rows.import, |_| true);
        Ok(rows.import)
    }
}
