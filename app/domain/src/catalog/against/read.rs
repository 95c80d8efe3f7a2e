//! The value of a figure in one column.
use super::{Figure, Lens, Subject, Value};
use crate::catalog::figures::price_by;
use crate::catalog::order::OrderBy;
use crate::catalog::{FactKey, Freshness, Gpu, Offer};
use crate::units::{Decimal, Money};

/// The fact behind a figure that platforms have too.
pub(super) const fn fact_key(figure: Figure) -> Option<FactKey> {
    Some(match figure {
        Figure::Network => FactKey::Network,
        Figure::Exclusivity => FactKey::CardExclusivity,
        Figure::SameNode => FactKey::SameNode,
        Figure::Nvlink => FactKey::Nvlink,
        Figure::Increment => FactKey::BillingIncrement,
        Figure::Minimum => FactKey::MinimumCharge,
        Figure::NoGpuMode => FactKey::NoGpuMode,
        Figure::NoGpuPrice => FactKey::NoGpuPrice,
        Figure::Stopped => FactKey::StoppedBilling,
        Figure::GpuKept => FactKey::GpuKeptStopped,
        Figure::Persistent => FactKey::PersistentStorage,
        Figure::Retention => FactKey::RetentionDays,
        Figure::FreeDisk => FactKey::FreeDisk,
        Figure::StoragePrice => FactKey::StoragePrice,
        Figure::StoragePriceStopped => FactKey::StoragePriceStopped,
        Figure::Egress => FactKey::EgressPrice,
        Figure::CustomImage => FactKey::CustomImage,
        Figure::Snapshot => FactKey::Snapshot,
        Figure::Support24h => FactKey::Support24h,
        _ => return None,
    })
}

/// A figure that is no money: nine decimals are more than any source states.
fn measured(value: f64) -> Option<Value> {
    let nanos = (value * 1e9).round();
    (nanos.abs() < 1e27).then(|| Value::Number(Decimal::from_nanos(nanos as i128)))
}

fn word(text: &str) -> Option<Value> {
    (!text.is_empty()).then(|| Value::Word(text.to_owned()))
}

fn money(lens: Lens<'_>, listed: Money) -> Value {
    let shown = lens.snapshot.convert(listed, lens.currency, lens.today);
    Value::Money {
        shown: shown.map_or(listed, |(money, _)| money),
        listed,
    }
}

/// A price spread over what it buys, as the price list has it; a slice has none.
fn by(lens: Lens<'_>, (gpu, offer): (&Gpu, &Offer), what: OrderBy) -> Option<Value> {
    if offer.price_per_gpu_hour().is_none() {
        return Some(Value::NotApplicable);
    }
    Some(money(lens, price_by(what, gpu, offer, 1)?))
}

pub(super) fn value(lens: Lens<'_>, column: Subject<'_>, figure: Figure) -> Option<Value> {
    let own = column.offer.and_then(|offer| of_offer(lens, offer, figure));
    own.or_else(|| of_facts(lens, column, figure))
}

fn of_offer(lens: Lens<'_>, offer: &Offer, figure: Figure) -> Option<Value> {
    let gpu = lens.snapshot.gpus.get(offer.gpu)?;
    match figure {
        Figure::PricePerGpuHour => Some(match offer.price_per_gpu_hour() {
            Some(price) => money(lens, price),
            None => Value::NotApplicable,
        }),
        Figure::PricePerHour => Some(money(lens, offer.price_per_hour)),
        Figure::PricePerVramGb => by(lens, (gpu, offer), OrderBy::PricePerVramGb),
        Figure::PricePerTflops => by(lens, (gpu, offer), OrderBy::PricePerTflops),
        Figure::PricePerBandwidth => by(lens, (gpu, offer), OrderBy::PricePerBandwidth),
        Figure::PricePerVcpu => by(lens, (gpu, offer), OrderBy::PricePerVcpu),
        Figure::PriceKind => word(offer.kind.word()),
        Figure::PricePerPeriod if offer.kind.is_term() => {
            offer.price_per_period.map(|price| money(lens, price))
        }
        Figure::PricePerPeriod => Some(Value::NotApplicable),
        Figure::Freshness => word(lens.snapshot.freshness(offer, lens.today).word()),
        Figure::ObservedAt => word(&offer.observed.text()),
        Figure::Gpu => word(gpu.short_name()),
        Figure::GpuCount => measured(f64::from(offer.gpu_count)),
        Figure::GpuFraction => measured(offer.gpu_fraction.unwrap_or(1.0)),
        Figure::Vram => gpu.vram_gb.and_then(measured),
        Figure::TotalVram => gpu
            .vram_gb
            .and_then(|gb| measured(gb * offer.gpu_fraction.unwrap_or(f64::from(offer.gpu_count)))),
        Figure::Bandwidth => gpu.bandwidth_gbps.and_then(measured),
        Figure::Tflops => gpu.dense_tflops().and_then(|(figure, _)| measured(figure)),
        Figure::Vcpus => offer.vcpus.and_then(measured),
        Figure::Ram => offer.ram_gb.and_then(measured),
        Figure::Disk => offer.disk_gb.and_then(measured),
        Figure::DiskType => word(offer.disk_type.as_deref()?),
        Figure::Network => offer
            .network_mbps
            .and_then(|mbps| measured(f64::from(mbps))),
        Figure::Region => word(offer.region.as_deref()?),
        Figure::InstanceType => word(offer.instance_type.as_deref()?),
        // A card alone is on one machine with itself.
        Figure::SameNode | Figure::Nvlink if offer.gpu_count < 2 => Some(Value::NotApplicable),
        // What is paid in advance has no meter.
        Figure::Increment | Figure::Minimum if offer.kind.is_term() => Some(Value::NotApplicable),
        _ => None,
    }
}

fn of_facts(lens: Lens<'_>, column: Subject<'_>, figure: Figure) -> Option<Value> {
    let platform = column.platform;
    if figure == Figure::Offers {
        let current = lens.snapshot.offers.iter().filter(|offer| {
            lens.snapshot.platforms[offer.platform].slug == platform.slug
                && lens.snapshot.freshness(offer, lens.today) != Freshness::Stale
        });
        return Some(Value::Number(Decimal::from_int(current.count() as i64)));
    }
    let key = fact_key(figure)?;
    let text = match column.offer {
        Some(offer) => {
            if figure == Figure::Exclusivity {
                return word(offer.effective_exclusivity(platform)?.word());
            }
            // A platform's rules of stopping speak of its metered machines.
            let of_meters = matches!(
                figure,
                Figure::Stopped | Figure::GpuKept | Figure::Persistent | Figure::Retention
            );
            if offer.kind.is_term() && of_meters {
                offer.overrides.value(key)?
            } else {
                offer.fact_value(platform, key)?
            }
        }
        None => platform.facts.value(key)?,
    };
    match figure {
        Figure::NoGpuPrice
        | Figure::StoragePrice
        | Figure::StoragePriceStopped
        | Figure::Egress => {
            let amount: Decimal = text.parse().ok()?;
            let listed = Money::from_decimal(amount, platform.currency?).ok()?;
            Some(money(lens, listed))
        }
        Figure::Network
        | Figure::Increment
        | Figure::Minimum
        | Figure::Retention
        | Figure::FreeDisk => Some(Value::Number(text.parse().ok()?)),
        _ => word(text),
    }
}
