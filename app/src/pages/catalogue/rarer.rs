//! The rarer conditions of the filter form.
use super::Catalogue;
use super::fields::{condition_label, number, option, stopped_word};
use crate::components::platform_name;
use crate::pages::platforms::values;
use crate::text::{places, td_string};
use domain::catalog::query::WORDS;
use domain::catalog::{StoppedBilling, Tally};
use leptos::prelude::*;

/// The rarer numeric conditions and their units.
pub(super) const MORE_NUMBERS: [(&str, &str); 11] = [
    ("gpu_count_min", ""),
    ("gpu_count_max", ""),
    ("total_vram_min", "GB"),
    ("bandwidth_min", "GB/s"),
    ("tflops_min", "TFLOPS"),
    ("compute_capability_min", ""),
    ("billing_increment_max", "s"),
    ("network_mbps_min", "Mbps"),
    ("vcpu_min", ""),
    ("ram_min", "GB"),
    ("disk_min", "GB"),
];

/// The rarer conditions, folded away unless one of them is set.
pub(super) fn more(view: &Catalogue, tally: &Tally) -> AnyView {
    let locale = view.frame.locale;
    let query = &view.query;
    let open = MORE_NUMBERS
        .iter()
        .any(|(name, _)| !query.number(name).is_open())
        || query.observed_within_days.is_some()
        || query.current_only
        || !query.platform.is_empty()
        || !query.stopped_billing.is_empty()
        || WORDS.iter().any(|name| !query.words_of(name).is_empty());
    let numbers = MORE_NUMBERS.map(|(name, unit)| {
        view! { <div class="field"><span class="lb">{condition_label(locale, name)}</span>{number(locale, query, name, unit)}</div> }
    });
    let within = query.observed_within_days.map(|days| days.to_string());
    let within = view! {
        <div class="field">
            <label r#for="observed_within_days">{td_string!(locale, catalogue.f_within)}</label>
            <div class="unit">
                <input r#type="number" id="observed_within_days" name="observed_within_days" value=within min="0" placeholder=td_string!(locale, catalogue.any) />
                <span>{td_string!(locale, catalogue.day)}</span>
            </div>
        </div>
    };
    let current = option(
        "freshness",
        "current",
        td_string!(locale, catalogue.f_current).to_owned(),
        query.current_only,
        None,
    );
    let stopped = StoppedBilling::ALL.iter().map(|billing| {
        let on = query.stopped_billing.iter().any(|w| w == billing.word());
        option(
            "stopped_billing",
            billing.word(),
            stopped_word(locale, *billing).to_owned(),
            on,
            None,
        )
    });
    let words = |name: &'static str| words(view, name);
    let platforms = view
        .snapshot
        .platforms
        .iter()
        .enumerate()
        .filter(|(index, _)| tally.of_platform[*index] > 0)
        .map(|(_, p)| {
            let on = query.platform.contains(&p.slug);
            option("platform", &p.slug, platform_name(locale, p), on, None)
        })
        .collect_view();
    view! {
        <details open=open>
            <summary class="sm">{td_string!(locale, catalogue.more_conditions)}</summary>
            <fieldset class="stack-s">{numbers.into_iter().collect_view()}{within}{current}</fieldset>
            <fieldset><legend>{td_string!(locale, catalogue.f_stopped)}</legend>{stopped.collect_view()}</fieldset>
            {["form_factor", "vendor", "disk_type", "country"].map(words).collect_view()}
            {regions(view)}
            <fieldset><legend>{td_string!(locale, catalogue.platforms)}</legend>{platforms}</fieldset>
        </details>
    }
    .into_any()
}

/// What offers say under one name, each with a tick.
fn choices(view: &Catalogue, name: &'static str) -> Vec<AnyView> {
    let locale = view.frame.locale;
    let wanted = view.query.words_of(name);
    let said = view.snapshot.words(name).iter();
    said.map(|word| {
        let label = match name {
            "country" => values::country(locale, word),
            "region" => places::region(locale, word),
            "disk_type" => word.to_uppercase(),
            _ => word.clone(),
        };
        let on = wanted.iter().any(|w| w.eq_ignore_ascii_case(word));
        option(name, word, label, on, None)
    })
    .collect()
}

/// The choices under one name with their legend.
fn words(view: &Catalogue, name: &'static str) -> AnyView {
    let choices = choices(view, name);
    let legend = condition_label(view.frame.locale, name);
    (!choices.is_empty())
        .then(|| view! { <fieldset><legend>{legend}</legend>{choices}</fieldset> })
        .into_any()
}

/// Regions are many, so they lie folded.
fn regions(view: &Catalogue) -> AnyView {
    let locale = view.frame.locale;
    let choices = choices(view, "region");
    let open = !view.query.region.is_empty();
    let count = choices.len();
    (count > 0)
        .then(|| {
            view! {
                <fieldset>
                    <details open=open>
                        <summary class="sm">{td_string!(locale, catalogue.regions, count = count)}</summary>
                        {choices}
                    </details>
                </fieldset>
            }
        })
        .into_any()
}
