//! Prices as a list shows them: for a span of time, for each unit of what the money buys.
use super::order::OrderBy;
use super::{FactKey, Gpu, Offer, Platform};
use crate::units::{Decimal, Money, div_round_half_up};

impl Offer {
    /// Price of the whole offer for `hours`, in its own currency.
    ///
    /// A term with a stated sum gives that sum exactly when `hours` are its own; it is never rounded twice.
    /// `None` past the range of money.
    pub fn price_over(&self, hours: u32) -> Option<Money> {
        self.price_shared(hours, 1)
    }

    /// Price of one GPU for `hours`; `None` for a slice, which is never ranked with whole cards.
    pub fn price_per_gpu_over(&self, hours: u32) -> Option<Money> {
        if self.gpu_fraction.is_some() {
            return None;
        }
        self.price_shared(hours, self.gpu_count)
    }

    /// A fact's price, in the platform's currency, else in the offer's; `None` if unknown.
    pub fn fact_money(&self, platform: &Platform, key: FactKey) -> Option<Money> {
        let currency = platform.currency.unwrap_or(self.price_per_hour.currency);
        Money::from_decimal(self.fact_amount(platform, key)?, currency).ok()
    }

    /// GB of disk that the price includes, if stated.
    pub fn included_disk(&self, platform: &Platform) -> Option<f64> {
        self.fact_amount(platform, FactKey::FreeDisk)
            .map(Decimal::to_f64)
            .or(self.disk_gb)
    }

    fn price_shared(&self, hours: u32, count: u32) -> Option<Money> {
        // An hour is the stored price, as everywhere else; longer spans go by the sum that is paid.
        let (paid, per) = match self.price_per_period {
            Some(paid) if hours > 1 => (paid, self.period_hours),
            _ => (self.price_per_hour, 1),
        };
        let nanos = div_round_half_up(
            i128::from(paid.nanos) * i128::from(hours),
            i128::from(per) * i128::from(count),
        )?;
        let nanos = i64::try_from(nanos).ok()?;
        Some(Money {
            nanos,
            currency: paid.currency,
        })
    }
}

/// Price for each unit of the figure that `by` names, for `hours`: of one GPU, for vCPUs of the whole offer.
///
/// `None` for another key, a slice, an unknown figure or one of zero.
pub fn price_by(by: OrderBy, gpu: &Gpu, offer: &Offer, hours: u32) -> Option<Money> {
    let per_gpu = offer.price_per_gpu_over(hours)?;
    let (price, figure) = match by {
        OrderBy::PricePerVramGb => (per_gpu, gpu.vram_gb?),
        OrderBy::PricePerTflops => (per_gpu, gpu.dense_tflops()?.0),
        OrderBy::PricePerBandwidth => (per_gpu, gpu.bandwidth_gbps?),
        OrderBy::PricePerVcpu => (offer.price_over(hours)?, offer.vcpus?),
        _ => return None,
    };
    // Figures of cards have at most three decimals, so that the division is one of whole numbers.
    let thousandths = (figure * 1000.0).round();
    let in_range = (1.0..1e15).contains(&thousandths);
    let thousandths = in_range.then_some(thousandths as i128)?;
    let nanos = div_round_half_up(i128::from(price.nanos) * 1000, thousandths)?;
    Some(Money {
        nanos: i64::try_from(nanos).ok()?,
        ..price
    })
}
