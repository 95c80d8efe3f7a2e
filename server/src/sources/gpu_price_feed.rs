//! gpu-price-feed: one document with the offers of several platforms, collected daily.
use super::rows::lowest_asks;
use super::source::Visit;
use super::web::Expects;
use super::{About, Failure, Known, Page, Source};
use crate::import::{Import, gpu_price_feed};
use async_trait::async_trait;

/// See the module.
pub(super) struct GpuPriceFeed;

#[async_trait]
impl Source for GpuPriceFeed {
    fn about(&self) -> About {
        About::new(
            "gpu-price-feed",
            "gpu-price-feed",
            gpu_price_feed::PUBLIC_ADDRESS,
            24,
        )
    }

    async fn fetch(&self, visit: &Visit<'_>) -> Result<Vec<Page>, Failure> {
        visit
            .single(gpu_price_feed::PUBLIC_ADDRESS, Expects::Json)
            .await
    }

    fn parse(&self, pages: &[Page], known: &Known<'_>) -> Result<Import, Failure> {
        let mut import = Import::default();
        for page in pages {
            let (gpus, platforms) = (&known.snapshot.gpus, &known.snapshot.platforms);
            import = gpu_price_feed::read(&page.body, &page.of, gpus, platforms, known.today)?;
        }
        // What a row says of its machine is no more the offer's than its vCPUs are.
        let of_market = |platform: &str| platform == "vast-ai";
        let asks = import.offers.iter_mut();
        for ask in asks.filter(|offer| of_market(&offer.platform)) {
            ask.note = "".into();
        }
        // It lists the three cheapest machines a card of this market, others every day.
        lowest_asks(&mut import, of_market);
        Ok(import)
    }
}
