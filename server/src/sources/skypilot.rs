//! SkyPilot's public catalogue: one table a platform, in USD.
use super::source::Visit;
use super::web::Expects;
use super::{About, Failure, Known, Page, Source};
use crate::import::{Import, skypilot};
use async_trait::async_trait;
use domain::catalog::texts::Shared;

/// Platforms whose folder there has the same name as here.
const PLATFORMS: [&str; 7] = [
    "hyperbolic",
    "hyperstack",
    "jarvislabs",
    "lambda",
    "nebius",
    "seeweb",
    "verda",
];
/// The tables carry no date of their own.
const NOTE: &str = "dated by the day on which the catalogue was read";

/// See the module.
pub(super) struct SkyPilot;

#[async_trait]
impl Source for SkyPilot {
    fn about(&self) -> About {
        About::new(
            "skypilot",
            "SkyPilot catalogue",
            "https://raw.githubusercontent.com/skypilot-org/skypilot-catalog/master/catalogs/v8/",
            24,
        )
    }

    async fn fetch(&self, visit: &Visit<'_>) -> Result<Vec<Page>, Failure> {
        let mut pages = Vec::new();
        for platform in PLATFORMS {
            let url = skypilot::public_address(platform);
            if let Some(body) = visit.changed(&url, Expects::Csv).await? {
                let of = platform.to_owned();
                pages.push(Page { of, body });
            }
        }
        Ok(pages)
    }

    fn parse(&self, pages: &[Page], known: &Known<'_>) -> Result<Import, Failure> {
        let mut whole = Import::default();
        for page in pages {
            let origin = skypilot::Origin {
                platform: page.of.clone(),
                observed: known.today.to_string(),
                source_url: skypilot::public_address(&page.of),
                currency: "USD".to_owned(),
            };
            let is_known = known.snapshot.platform_by_slug(&page.of).is_some();
            let read = skypilot::read(
                &page.body,
                &origin,
                &known.snapshot.gpus,
                is_known,
                known.today,
            )?;
            whole.offers.extend(read.offers);
            whole.refused.extend(read.refused);
            whole.skipped += read.skipped;
        }
        let note = Shared::from(NOTE);
        for offer in &mut whole.offers {
            offer.note = note.clone();
        }
        Ok(whole)
    }
}
