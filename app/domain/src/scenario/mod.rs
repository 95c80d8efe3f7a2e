//! What a visitor chose on the plan page, and its form in an address.
//!
//! The query string is the whole scenario; defaults are left out, a part that cannot be read becomes its default
//! and a notice.
mod codec;
pub mod own;
mod week;
pub mod week_text;

pub use codec::{encode, parse, parse_use};
pub use week::{Cell, Span, Week, WeekError};

pub use own::{Discount, OwnQuote};

use crate::catalog::PriceKind;
use crate::pricing::{PricingError, Session, SessionState, Usage};
use crate::units::Decimal;
use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

/// What to do where a platform has no no-GPU mode.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum WithoutNoGpu {
    /// Leave the GPU on and pay its price.
    #[default]
    Keep,
    /// Stop the machine and work elsewhere.
    Stop,
}

/// Which card the plan is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum CardChoice {
    /// One model, by slug.
    Model(String),
    /// Any card that meets the other conditions.
    Any,
}

/// The whole scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Scenario {
    /// Card.
    pub gpu: CardChoice,
    /// Whole cards in one machine.
    pub n_gpu: u32,
    /// Least VRAM of one card, GB.
    pub vram_min: Option<Decimal>,
    /// Platforms by slug; empty = all.
    pub platform: Vec<String>,
    /// Kinds of price; empty = on demand and all terms.
    pub price_kind: Vec<PriceKind>,
    /// The painted week, local time.
    pub week: Week,
    /// First day; `None` = today.
    pub from: Option<NaiveDate>,
    /// Length in days, 1 to 400.
    pub days: u32,
    /// Hours that the page calls a month.
    pub month_hours: u32,
    /// GB kept on disk.
    pub data_gb: Decimal,
    /// GB pulled into the machine.
    pub pull_gb: Decimal,
    /// GB sent out of the machine.
    pub send_gb: Decimal,
    /// Where there is no no-GPU mode.
    pub no_gpu: WithoutNoGpu,
    /// Seconds of set-up at each start.
    pub setup_s: u32,
    /// What may be spent, in the display currency.
    pub budget: Option<Decimal>,
    /// How interruptible machines are expected to behave.
    pub spot: SpotGuess,
    /// Prices in front of the visitor.
    pub own: Vec<OwnQuote>,
    /// The visitor's own discounts, one a platform.
    pub off: Vec<Discount>,
}

/// What the visitor expects of interruptible machines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SpotGuess {
    /// Interruptions in 24 running hours, from and to; `None` = nobody said.
    pub a_day: Option<(Decimal, Decimal)>,
    /// Minutes between checkpoints.
    pub checkpoint_min: u32,
    /// Minutes that each restart is billed before work goes on.
    pub restart_min: u32,
}

impl Default for SpotGuess {
    fn default() -> Self {
        Self {
            a_day: None,
            checkpoint_min: 30,
            restart_min: 10,
        }
    }
}

impl Default for Scenario {
    /// One RTX 4090, the week of the plan page's picture, 30 days, no data beyond the included disk.
    fn default() -> Self {
        Self {
            gpu: CardChoice::Model("rtx-4090".to_owned()),
            n_gpu: 1,
            vram_min: None,
            platform: Vec::new(),
            price_kind: Vec::new(),
            week: Week::sample(),
            from: None,
            days: 30,
            month_hours: 730,
            data_gb: Decimal::ZERO,
            pull_gb: Decimal::ZERO,
            send_gb: Decimal::ZERO,
            no_gpu: WithoutNoGpu::Keep,
            setup_s: 0,
            budget: None,
            spot: SpotGuess::default(),
            own: Vec::new(),
            off: Vec::new(),
        }
    }
}

impl Scenario {
    /// Whether prices of `kind` take part.
    pub fn wants(&self, kind: PriceKind) -> bool {
        if self.price_kind.is_empty() {
            kind != PriceKind::Spot
        } else {
            self.price_kind.contains(&kind)
        }
    }

    /// The use of one machine, starting on `today` unless a first day was chosen.
    ///
    /// With `with_no_gpu` false the no-GPU sessions are left out: the machine is stopped then.
    pub fn usage(&self, today: NaiveDate, with_no_gpu: bool) -> Usage {
        let first = self.from.unwrap_or(today);
        let mut usage = Usage::idle(self.days);
        usage.start_weekday = first.weekday().num_days_from_monday();
        usage.data_gb = self.data_gb;
        usage.upload_gb = self.pull_gb;
        usage.download_gb = self.send_gb;
        usage.setup_s = self.setup_s;
        for (day, sessions) in usage.week.iter_mut().enumerate() {
            *sessions = self
                .week
                .day(day)
                .iter()
                .filter(|span| with_no_gpu || span.cell == Cell::Gpu)
                .map(|span| Session {
                    start_s: u32::from(span.start_minute) * 60,
                    dur_s: u32::from(span.end_minute - span.start_minute) * 60,
                    state: if span.cell == Cell::Gpu {
                        SessionState::Gpu
                    } else {
                        SessionState::NoGpu
                    },
                })
                .collect();
        }
        usage
    }

    /// Whether the engine can bill it. Errors: the field that is out of bounds.
    pub fn check(&self, today: NaiveDate) -> Result<(), PricingError> {
        self.usage(today, true).unfold().map(|_| ())
    }
}
