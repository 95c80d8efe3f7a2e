//! A figure's name and unit, and what stands in its cells.
use crate::components::facts::fact_name;
use crate::components::{Cell, fact, kind_word, tri, unknown};
use crate::format;
use crate::frame::Frame;
use crate::text::{Locale, LocaleExt, places, td_string};
use domain::catalog::against::{Figure, Value};
use domain::catalog::{Exclusivity, FactKey, Freshness, PriceKind, StoppedBilling, Tri};
use leptos::prelude::*;

/// The name of a row.
pub(super) fn name(locale: Locale, figure: Figure) -> &'static str {
    match figure {
        Figure::PricePerGpuHour => td_string!(locale, against.f_per_gpu),
        Figure::PricePerHour => td_string!(locale, against.f_whole),
        Figure::PricePerVramGb => td_string!(locale, against.f_per_vram),
        Figure::PricePerTflops => td_string!(locale, against.f_per_tflops),
        Figure::PricePerBandwidth => td_string!(locale, against.f_per_bandwidth),
        Figure::PricePerVcpu => td_string!(locale, against.f_per_vcpu),
        Figure::PriceKind => td_string!(locale, offer.kind),
        Figure::PricePerPeriod => td_string!(locale, offer.paid_at_once),
        Figure::Freshness => td_string!(locale, against.f_freshness),
        Figure::ObservedAt => td_string!(locale, offer.seen),
        Figure::Gpu => td_string!(locale, offer.card),
        Figure::GpuCount => td_string!(locale, against.f_count),
        Figure::GpuFraction => td_string!(locale, against.f_fraction),
        Figure::Vram => td_string!(locale, against.f_vram),
        Figure::TotalVram => td_string!(locale, against.f_total_vram),
        Figure::Bandwidth => td_string!(locale, against.f_bandwidth),
        Figure::Tflops => td_string!(locale, against.f_tflops),
        Figure::Vcpus => td_string!(locale, offer.vcpus),
        Figure::Ram => td_string!(locale, offer.ram),
        Figure::Disk => td_string!(locale, against.f_disk),
        Figure::DiskType => td_string!(locale, against.f_disk_type),
        Figure::Network => fact_name(locale, FactKey::Network),
        Figure::Exclusivity => fact_name(locale, FactKey::CardExclusivity),
        Figure::SameNode => fact_name(locale, FactKey::SameNode),
        Figure::Nvlink => fact_name(locale, FactKey::Nvlink),
        Figure::Increment => fact_name(locale, FactKey::BillingIncrement),
        Figure::Minimum => fact_name(locale, FactKey::MinimumCharge),
        Figure::NoGpuMode => fact_name(locale, FactKey::NoGpuMode),
        Figure::NoGpuPrice => fact_name(locale, FactKey::NoGpuPrice),
        Figure::Stopped => fact_name(locale, FactKey::StoppedBilling),
        Figure::GpuKept => fact_name(locale, FactKey::GpuKeptStopped),
        Figure::Persistent => fact_name(locale, FactKey::PersistentStorage),
        Figure::Retention => fact_name(locale, FactKey::RetentionDays),
        Figure::FreeDisk => td_string!(locale, against.f_free_disk),
        Figure::StoragePrice => fact_name(locale, FactKey::StoragePrice),
        Figure::StoragePriceStopped => fact_name(locale, FactKey::StoragePriceStopped),
        Figure::Egress => fact_name(locale, FactKey::EgressPrice),
        Figure::CustomImage => fact_name(locale, FactKey::CustomImage),
        Figure::Snapshot => fact_name(locale, FactKey::Snapshot),
        Figure::Support24h => fact_name(locale, FactKey::Support24h),
        Figure::Region => td_string!(locale, offer.region),
        Figure::InstanceType => td_string!(locale, offer.instance),
        Figure::Offers => td_string!(locale, against.f_offers),
    }
}

/// The unit of a row: in its head, never in its cells. The same in a file.
pub fn unit(figure: Figure, currency: &str) -> String {
    let per = |per: &str| format!("{currency}/{per}");
    match figure {
        Figure::PricePerGpuHour => per("GPU·h"),
        Figure::PricePerHour | Figure::NoGpuPrice => per("h"),
        Figure::PricePerVramGb => per("GB·h"),
        Figure::PricePerTflops => per("TFLOPS·h"),
        Figure::PricePerBandwidth => per("(GB/s)·h"),
        Figure::PricePerVcpu => per("vCPU·h"),
        Figure::StoragePrice | Figure::StoragePriceStopped => per("GB·month"),
        Figure::Egress => per("GB"),
        Figure::PricePerPeriod => currency.to_owned(),
        Figure::Vram | Figure::TotalVram | Figure::Ram | Figure::Disk | Figure::FreeDisk => {
            "GB".to_owned()
        }
        Figure::Bandwidth => "GB/s".to_owned(),
        Figure::Tflops => "TFLOPS".to_owned(),
        Figure::Network => "Mbps".to_owned(),
        Figure::Increment | Figure::Minimum => "s".to_owned(),
        Figure::Retention => "d".to_owned(),
        _ => String::new(),
    }
}

/// The unit of a row for people.
pub(super) fn unit_shown(locale: Locale, figure: Figure, sign: &str) -> String {
    let text = unit(figure, sign);
    if !locale.is_zh() {
        return text;
    }
    match text.as_str() {
        "s" => "秒".to_owned(),
        "d" => "天".to_owned(),
        _ => text
            .replace("GPU·h", "卡·时")
            .replace("·h", "·时")
            .replace("/h", "/时")
            .replace("month", "月"),
    }
}

/// True for a row of figures, which stand to the right.
pub(super) fn is_number(figure: Figure) -> bool {
    !unit(figure, "").is_empty()
        || matches!(figure, Figure::GpuCount | Figure::Offers | Figure::Vcpus)
}

/// A value for people.
pub(super) fn shown(frame: &Frame, figure: Figure, value: Option<&Value>) -> AnyView {
    let locale = frame.locale;
    match value {
        None => unknown(locale),
        Some(Value::NotApplicable) => {
            view! { <span class="dim">{td_string!(locale, common.not_applicable)}</span> }
                .into_any()
        }
        Some(Value::Number(number)) => match figure {
            Figure::Increment => {
                let seconds = u32::try_from(number.nanos() / domain::units::Decimal::SCALE);
                let seconds = seconds.unwrap_or_default();
                crate::components::facts::seconds_step(locale, seconds).into_any()
            }
            _ => format::decimal(*number).into_any(),
        },
        Some(Value::Money { shown, listed }) => {
            let is_converted = shown.currency != listed.currency;
            let beside = (is_converted && listed.nanos != 0)
                .then(|| view! { " "<span class="dim xs">{format::hourly_money(*listed)}</span> });
            let class = if is_converted && listed.nanos != 0 {
                "b apx"
            } else {
                "b"
            };
            let amount = match (listed.nanos, shown.currency == frame.currency) {
                (0, _) => "0".to_owned(),
                // Without a rate the amount keeps its own sign.
                (_, false) => format::hourly_money(*shown),
                _ => format::hourly(shown.nanos),
            };
            view! { <span class=class>{amount}</span>{beside} }.into_any()
        }
        Some(Value::Word(word)) => self::word(locale, figure, word),
    }
}

fn word(locale: Locale, figure: Figure, word: &str) -> AnyView {
    match figure {
        Figure::PriceKind => match PriceKind::from_word(word) {
            Some(kind) => kind_word(locale, kind).into_any(),
            None => word.to_owned().into_any(),
        },
        Figure::Freshness => match Freshness::from_word(word) {
            Some(Freshness::Fresh) => fact(Cell::Yes, td_string!(locale, common.fresh).to_owned()),
            Some(Freshness::Ageing) => {
                fact(Cell::Part, td_string!(locale, common.ageing).to_owned())
            }
            _ => fact(Cell::Empty, td_string!(locale, common.stale).to_owned()),
        },
        Figure::Exclusivity => {
            crate::components::facts::exclusivity_word(locale, Exclusivity::from_word(word))
        }
        Figure::Stopped => match StoppedBilling::from_word(word) {
            Some(StoppedBilling::None) => {
                fact(Cell::Yes, td_string!(locale, platforms.s_none).to_owned())
            }
            Some(StoppedBilling::StorageOnly) => {
                fact(Cell::Part, td_string!(locale, platforms.s_disk).to_owned())
            }
            _ => fact(Cell::No, td_string!(locale, platforms.s_full).to_owned()),
        },
        // A card whose form nobody stated says so in brackets, in English: here in the page's words.
        Figure::Gpu => match word.split_once(" (form factor not stated)") {
            Some((name, "")) => {
                let unstated = td_string!(locale, catalogue.form_unstated);
                view! { {name.to_owned()}" "<span class="tag">{unstated}</span> }.into_any()
            }
            _ => word.to_owned().into_any(),
        },
        Figure::Region => places::region(locale, word).into_any(),
        Figure::DiskType | Figure::InstanceType | Figure::ObservedAt => word.to_owned().into_any(),
        _ => tri(locale, Tri::from_word(word)),
    }
}

/// A value for a file: plain number or stored word, and the listed amount where it was converted.
pub fn plain(value: Option<&Value>) -> [String; 2] {
    match value {
        None => [String::new(), String::new()],
        Some(Value::NotApplicable) => ["n/a".to_owned(), String::new()],
        Some(Value::Number(number)) => [number.to_string(), String::new()],
        Some(Value::Word(word)) => [word.clone(), String::new()],
        Some(Value::Money { shown, listed }) => [
            shown.amount().to_string(),
            format!("{} {}", listed.amount(), listed.currency),
        ],
    }
}
