//! Every live source, and what they share.
use super::web::{Limits, Reach, WallClock, Web};
use super::{
    Source, autodl, azure, ecb, gpu_price_feed, lambda, runpod, skypilot, vast, verda, vultr,
};
use crate::config::Config;
use std::sync::Arc;
use tokio::sync::{Mutex, Notify};

/// All of them, in the order of the list. A new source is a file and a line here.
pub static ALL: &[&dyn Source] = &[
    &gpu_price_feed::GpuPriceFeed,
    &skypilot::SkyPilot,
    &vast::Vast,
    &runpod::RunPod,
    &azure::Azure,
    &verda::Verda,
    &vultr::Vultr,
    &lambda::Lambda,
    &autodl::AutoDl,
    &ecb::Ecb,
];

/// The source of this word.
pub fn by_id(id: &str) -> Option<&'static dyn Source> {
    ALL.iter().copied().find(|source| source.about().id == id)
}

/// What reading sources takes; shared by the schedule, the command line and the editors' page.
pub struct Sources {
    /// The client.
    pub web: Web,
    /// One source is read at a time.
    pub turn: Mutex<()>,
    /// Wakes the schedule.
    pub wake: Notify,
}

impl Sources {
    /// As the program reads them: public addresses, real waiting.
    pub fn live(config: &Config) -> Self {
        let timing = Arc::new(WallClock { fixed: config.now });
        Self::new(Web::new(
            Limits::default(),
            Reach::public(),
            timing,
            config.public_url(),
        ))
    }

    /// With another client.
    pub fn new(web: Web) -> Self {
        Self {
            web,
            turn: Mutex::default(),
            wake: Notify::new(),
        }
    }
}
