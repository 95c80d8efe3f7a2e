//! The parts of the filter form, and what each condition is called.
use crate::text::{Locale, td_string};
use domain::catalog::query::{NUMBERS, Range};
use domain::catalog::{Query, StoppedBilling};
use leptos::prelude::*;

/// The name of a condition on a figure or a word.
pub(super) fn condition_label(locale: Locale, name: &str) -> &'static str {
    match name {
        "gpu_count_min" => td_string!(locale, catalogue.f_gpu_count_min),
        "gpu_count_max" => td_string!(locale, catalogue.f_gpu_count_max),
        "vram_min" => td_string!(locale, catalogue.f_vram),
        "total_vram_min" => td_string!(locale, catalogue.f_total_vram),
        "bandwidth_min" => td_string!(locale, catalogue.f_bandwidth),
        "tflops_min" => td_string!(locale, catalogue.f_tflops),
        "compute_capability_min" => td_string!(locale, catalogue.f_compute_capability),
        "price_max" => td_string!(locale, catalogue.f_price_max),
        "billing_increment_max" => td_string!(locale, catalogue.f_increment),
        "network_mbps_min" => td_string!(locale, catalogue.f_network),
        "vcpu_min" => td_string!(locale, catalogue.f_vcpu),
        "ram_min" => td_string!(locale, catalogue.f_ram),
        "vendor" => td_string!(locale, catalogue.f_vendor),
        "country" => td_string!(locale, catalogue.c_country),
        "region" => td_string!(locale, catalogue.f_region),
        "disk_type" => td_string!(locale, catalogue.f_disk_type),
        "form_factor" => td_string!(locale, catalogue.c_form_factor),
        "observed_within_days" => td_string!(locale, catalogue.f_within),
        _ => td_string!(locale, catalogue.f_disk),
    }
}

pub(super) fn flag_label(locale: Locale, name: &str) -> &'static str {
    match name {
        "persistent_storage" => td_string!(locale, catalogue.f_persistent),
        "no_gpu_mode" => td_string!(locale, catalogue.f_no_gpu),
        "custom_image" => td_string!(locale, catalogue.f_custom_image),
        "same_node" => td_string!(locale, catalogue.f_same_node),
        _ => td_string!(locale, catalogue.f_nvlink),
    }
}

/// What a stopped machine goes on costing, in words.
pub(super) fn stopped_word(locale: Locale, billing: StoppedBilling) -> &'static str {
    match billing {
        StoppedBilling::None => td_string!(locale, facts.stop_free),
        StoppedBilling::StorageOnly => td_string!(locale, facts.disk_billed),
        StoppedBilling::Full => td_string!(locale, facts.stopped_full),
    }
}

/// A legend that says what the counts of its choices count.
pub(super) fn counted_legend(locale: Locale, name: &'static str) -> impl IntoView + use<> {
    view! { <legend class="counted">{name}" "<span class="n">{td_string!(locale, catalogue.counts_current)}</span></legend> }
}

/// One choice with a tick box.
pub(super) fn option(
    name: &'static str,
    value: &str,
    label: String,
    on: bool,
    count: Option<usize>,
) -> AnyView {
    view! {
        <label class="opt">
            <input r#type="checkbox" name=name value=value.to_owned() checked=on />
            {label}
            // The blank keeps the count apart from the name where the label is read aloud.
            {count.map(|count| view! { " "<span class="n">{count.to_string()}</span> })}
        </label>
    }
    .into_any()
}

/// What a field for a figure takes: a number or a range, as the address does.
const RANGE: &str = r" *(>=|<=)? *[0-9.]+ *| *[0-9.]* *\.\. *[0-9.]* *";

/// The bounds as they are typed; a bare number is the bound that the parameter's name says.
fn typed(range: Range, is_min: bool) -> String {
    match (range.min, range.max) {
        (Some(min), Some(max)) => format!("{min}..{max}"),
        (Some(min), None) if is_min => min.to_string(),
        (Some(min), None) => format!(">={min}"),
        (None, Some(max)) if is_min => format!("<={max}"),
        (None, Some(max)) => max.to_string(),
        (None, None) => String::new(),
    }
}

/// The field of a condition on a figure.
pub(super) fn number(locale: Locale, query: &Query, name: &'static str, unit: &str) -> AnyView {
    let is_min = NUMBERS
        .iter()
        .any(|(known, is_min)| *known == name && *is_min);
    let value = typed(query.number(name), is_min);
    let class = (!unit.is_empty()).then_some("unit");
    let unit = (!unit.is_empty()).then(|| view! { <span>{unit.to_owned()}</span> });
    view! {
        <div class=class>
            <input r#type="text" name=name value=value pattern=RANGE title=td_string!(locale, catalogue.f_range) inputmode="decimal" autocomplete="off" placeholder=td_string!(locale, catalogue.any) aria-label=condition_label(locale, name) />
            {unit}
        </div>
    }
    .into_any()
}
