//! The columns of the price table: what each is called, in which unit, and what it says of an offer.
use super::Catalogue;
use crate::components::{self, Shown, kind_word, shown, stamp, unknown};
use crate::format;
use crate::pages::platforms::values;
use crate::text::{Locale, places, td_string};
use domain::catalog::figures::price_by;
use domain::catalog::{Column, FactKey, Freshness, Offer, Period, Platform, Tri};
use leptos::prelude::*;

/// A column's name.
pub(super) fn label(locale: Locale, column: Column) -> &'static str {
    match column {
        Column::Platform => td_string!(locale, catalogue.c_platform),
        Column::Gpu => td_string!(locale, catalogue.cards),
        Column::PriceKind => td_string!(locale, catalogue.c_kind),
        Column::PerGpu => td_string!(locale, catalogue.c_gpu_price),
        Column::Whole => td_string!(locale, catalogue.c_whole),
        Column::PerVramGb => td_string!(locale, catalogue.c_per_vram),
        Column::PerTflops => td_string!(locale, catalogue.c_per_tflops),
        Column::PerBandwidth => td_string!(locale, catalogue.c_per_bandwidth),
        Column::PerVcpu => td_string!(locale, catalogue.c_per_vcpu),
        Column::GpuCount => td_string!(locale, catalogue.c_count),
        Column::Vram => td_string!(locale, catalogue.c_vram),
        Column::TotalVram => td_string!(locale, catalogue.f_total_vram),
        Column::Bandwidth => td_string!(locale, catalogue.f_bandwidth),
        Column::Tflops => td_string!(locale, catalogue.f_tflops),
        Column::ComputeCapability => td_string!(locale, catalogue.f_compute_capability),
        Column::FormFactor => td_string!(locale, catalogue.c_form_factor),
        Column::BillingIncrement => td_string!(locale, catalogue.c_billing),
        Column::NoGpuPrice => td_string!(locale, catalogue.c_no_gpu),
        Column::StoppedBilling => td_string!(locale, catalogue.c_stopped),
        Column::Exclusivity => td_string!(locale, catalogue.c_exclusive),
        Column::CpuRam => td_string!(locale, catalogue.c_cpu),
        Column::Vcpu => td_string!(locale, catalogue.c_vcpu),
        Column::Ram => td_string!(locale, catalogue.c_ram),
        Column::Disk => td_string!(locale, catalogue.c_disk_size),
        Column::StoragePrice => td_string!(locale, catalogue.c_disk),
        Column::Network => td_string!(locale, catalogue.f_network),
        Column::Region => td_string!(locale, catalogue.c_region),
        Column::Country => td_string!(locale, catalogue.c_country),
        Column::ObservedAt => td_string!(locale, catalogue.c_checked),
    }
}

/// The unit of a column's numbers, for the second line of its head; empty where it has none.
pub(super) fn unit(view: &Catalogue, column: Column) -> String {
    let locale = view.frame.locale;
    let sign = view.frame.currency.sign().trim().to_owned();
    let time = period_word(locale, view.query.period);
    let whole = td_string!(locale, catalogue.of_whole);
    match column {
        Column::Platform => td_string!(locale, catalogue.c_platform_2).to_owned(),
        Column::PerGpu => {
            let unit = match view.query.period {
                Period::Hour => td_string!(locale, catalogue.gpu_hour),
                Period::Day => td_string!(locale, catalogue.gpu_day),
                Period::Month => td_string!(locale, catalogue.gpu_month),
            };
            format!("{sign}/{unit}")
        }
        Column::Whole => format!("{sign}/{time}"),
        // The no-GPU mode is used by the hour, whatever the prices are shown for.
        Column::NoGpuPrice => format!("{sign}/{}", td_string!(locale, catalogue.hour)),
        Column::PerVramGb => format!("{sign}/GB·{time}"),
        Column::PerTflops => format!("{sign}/TFLOPS·{time}"),
        Column::PerBandwidth => format!("{sign}/(GB/s)·{time}"),
        Column::PerVcpu => format!("{sign}/vCPU·{time}"),
        Column::Vram => format!("GB, {}", td_string!(locale, catalogue.each_gpu)),
        Column::TotalVram => format!("GB, {whole}"),
        Column::Bandwidth => "GB/s".to_owned(),
        Column::Tflops => "FP16".to_owned(),
        Column::BillingIncrement => td_string!(locale, catalogue.c_billing_2).to_owned(),
        Column::CpuRam => td_string!(locale, catalogue.c_cpu_2).to_owned(),
        Column::Vcpu => whole.to_owned(),
        Column::Ram | Column::Disk => format!("GB, {whole}"),
        Column::StoragePrice => format!("{sign}/{}", td_string!(locale, catalogue.gb_month)),
        Column::Network => "Mbps".to_owned(),
        Column::ObservedAt => td_string!(locale, catalogue.c_checked_2).to_owned(),
        _ => "\u{a0}".to_owned(),
    }
}

/// The word for the span of time that prices are for.
pub(super) fn period_word(locale: Locale, period: Period) -> &'static str {
    match period {
        Period::Hour => td_string!(locale, catalogue.hour),
        Period::Day => td_string!(locale, catalogue.day),
        Period::Month => td_string!(locale, catalogue.month),
    }
}

/// True where a column's values stand on the right.
pub(super) fn is_number(column: Column) -> bool {
    use Column as C;
    !matches!(
        column,
        C::Platform
            | C::Gpu
            | C::PriceKind
            | C::FormFactor
            | C::BillingIncrement
            | C::StoppedBilling
            | C::Exclusivity
            | C::Region
            | C::Country
            | C::ObservedAt
    )
}

/// One offer's cell under a column; platform and price per GPU are the table's own.
pub(super) fn cell(view: &Catalogue, offer: &Offer, column: Column) -> AnyView {
    let locale = view.frame.locale;
    let gpu = &view.snapshot.gpus[offer.gpu];
    let platform = &view.snapshot.platforms[offer.platform];
    let name = label(locale, column);
    let number = |value: Option<f64>| value.map(format::figure);
    let share = offer.gpu_fraction.unwrap_or(f64::from(offer.gpu_count));
    match column {
        Column::Platform | Column::PerGpu => ().into_any(),
        Column::Whole => {
            let price = offer.price_over(view.query.period_hours());
            let price = price.map(|price| money_cell(&shown(&view.frame, &view.snapshot, price), ""));
            let count = (offer.gpu_count > 1).then(|| {
                view! { <span class="l2">{td_string!(locale, catalogue.cards_count, count = offer.gpu_count)}</span> }
            });
            // A phone shows it where it says more than the price of one GPU.
            let class = if offer.gpu_count > 1 { "num" } else { "num opt1" };
            view! { <td class=class data-l=name>{price}{count}</td> }.into_any()
        }
        Column::BillingIncrement => {
            // On a phone a bare "unknown" needs its question before it.
            let asked = components::facts::increment_word(locale, offer, platform).is_none();
            view! { <td data-l=asked.then_some(name)>{components::facts::increment(locale, offer, platform)}</td> }.into_any()
        }
        Column::NoGpuPrice => {
            let has_mode = !offer.kind.is_term()
                && matches!(offer.fact_tri(platform, FactKey::NoGpuMode), Some(Tri::Yes | Tri::Partial));
            let class = if has_mode { "num" } else { "num opt1" };
            view! { <td class=class data-l=name>{no_gpu(view, offer, platform)}</td> }.into_any()
        }
        Column::StoppedBilling => {
            let answer = components::facts::stopped_answer(locale, offer, platform);
            let asked = answer.0 == components::Cell::Unknown;
            view! { <td data-l=asked.then_some(name)>{components::fact(answer.0, answer.1)}</td> }.into_any()
        }
        Column::Exclusivity => view! { <td class="opt1" data-l=name>{components::facts::exclusivity(locale, offer, platform)}</td> }.into_any(),
        Column::CpuRam => {
            let is_unknown = offer.vcpus.is_none() && offer.ram_gb.is_none();
            let class = if is_unknown { "num opt1" } else { "num" };
            let asked = is_unknown.then_some(name);
            view! { <td class=class data-l=asked>{components::facts::cpu_ram(locale, offer)}</td> }.into_any()
        }
        Column::StoragePrice => view! { <td class="num opt1" data-l=name>{disk(view, offer, platform)}</td> }.into_any(),
        Column::ObservedAt => {
            let freshness = view.snapshot.freshness(offer, view.frame.today());
            view! { <td class="ck">{stamp(&view.frame, offer.observed, freshness, &offer.source_url)}</td> }.into_any()
        }
        Column::PerVramGb | Column::PerTflops | Column::PerBandwidth | Column::PerVcpu => {
            let price = column
                .sort()
                .and_then(|by| price_by(by, gpu, offer, view.query.period_hours()));
            match price {
                Some(price) => {
                    let price = shown(&view.frame, &view.snapshot, price);
                    // A figure that no source quotes makes a price for each of it that none quotes either.
                    let is_derived = column == Column::PerTflops && gpu.dense_tflops().is_some_and(|(_, derived)| derived);
                    let class = if price.listed.is_some() || is_derived { "apx" } else { "" };
                    let reason = is_derived.then(|| view! { <span class="l2">{td_string!(locale, catalogue.tflops_estimated)}</span> });
                    view! { <td class="num" data-l=name><span class=class>{format::small(price.money.nanos)}</span>{reason}</td> }.into_any()
                }
                None if offer.gpu_fraction.is_some() => {
                    view! { <td class="num" data-l=name><span class="dim">{td_string!(locale, common.not_applicable)}</span></td> }.into_any()
                }
                None => plain(locale, name, None, "num"),
            }
        }
        Column::Gpu => plain(locale, name, Some(components::card_name(gpu)), ""),
        Column::PriceKind => plain(locale, name, Some(kind_word(locale, offer.kind).to_owned()), ""),
        Column::GpuCount => plain(locale, name, Some(format::figure(share)), "num"),
        Column::Vram => plain(locale, name, number(gpu.vram_gb), "num"),
        Column::TotalVram => plain(locale, name, number(gpu.vram_gb.map(|gb| gb * share)), "num"),
        Column::Bandwidth => plain(locale, name, number(gpu.bandwidth_gbps), "num"),
        Column::Tflops => {
            let text = gpu.dense_tflops().map(|(value, is_derived)| {
                let mark = if is_derived { "≈ " } else { "" };
                format!("{mark}{}", format::figure(value))
            });
            plain(locale, name, text, "num")
        }
        Column::ComputeCapability => plain(locale, name, gpu.compute_capability.clone(), "num"),
        Column::FormFactor => plain(locale, name, gpu.form_factor.clone(), ""),
        Column::Vcpu => plain(locale, name, number(offer.vcpus), "num"),
        Column::Ram => plain(locale, name, number(offer.ram_gb), "num"),
        Column::Disk => plain(locale, name, number(offer.disk_gb), "num"),
        Column::Network => {
            let stated = offer.network_mbps.or_else(|| offer.fact_whole(platform, FactKey::Network));
            plain(locale, name, stated.map(|mbps| mbps.to_string()), "num")
        }
        Column::Region => {
            let region = offer.region.as_deref();
            plain(locale, name, region.map(|region| places::region(locale, region)), "")
        }
        Column::Country => {
            let country = platform.country.as_deref();
            plain(locale, name, country.map(|code| values::country(locale, code)), "")
        }
    }
}

fn plain(locale: Locale, name: &'static str, text: Option<String>, class: &'static str) -> AnyView {
    let value = text.map_or_else(|| unknown(locale), IntoAny::into_any);
    view! { <td class=class data-l=name>{value}</td> }.into_any()
}

/// An amount without its sign; one that was converted is marked by its class.
pub(super) fn money_cell(price: &Shown, class: &'static str) -> AnyView {
    let text = format::hourly(price.money.nanos);
    if class.is_empty() && price.listed.is_none() {
        return text.into_any();
    }
    view! { <span class=money_class(price, class)>{text}</span> }.into_any()
}

/// A class, with the mark of a converted price where it is one.
pub(super) fn money_class(price: &Shown, class: &'static str) -> String {
    let mark = price.listed.map(|_| "apx");
    [Some(class), mark]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" ")
}

fn no_gpu(view: &Catalogue, offer: &Offer, platform: &Platform) -> AnyView {
    let locale = view.frame.locale;
    if offer.kind.is_term() {
        return view! { <span class="dim">{td_string!(locale, common.not_applicable)}</span> }
            .into_any();
    }
    match offer.fact_tri(platform, FactKey::NoGpuMode) {
        None => unknown(locale),
        Some(Tri::No) => {
            view! { <span class="dim">{td_string!(locale, common.none)}</span> }.into_any()
        }
        Some(_) => match offer.fact_money(platform, FactKey::NoGpuPrice) {
            Some(price) => money_cell(&shown(&view.frame, &view.snapshot, price), ""),
            None => view! { <span>{td_string!(locale, catalogue.price_unknown)}</span> }.into_any(),
        },
    }
}

fn disk(view: &Catalogue, offer: &Offer, platform: &Platform) -> AnyView {
    let locale = view.frame.locale;
    let free = offer.included_disk(platform);
    let free = free.map(|gb| view! { <span class="l2">{td_string!(locale, catalogue.included, gb = format::figure(gb))}</span> });
    let price = match offer.fact_money(platform, FactKey::StoragePrice) {
        Some(price) => money_cell(&shown(&view.frame, &view.snapshot, price), ""),
        None => unknown(locale),
    };
    view! { {price}{free} }.into_any()
}

/// Whether a price is too old to be compared.
pub(super) fn is_stale(view: &Catalogue, offer: &Offer) -> bool {
    view.snapshot.freshness(offer, view.frame.today()) == Freshness::Stale
}
