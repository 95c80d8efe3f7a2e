//! The filter form, the chips above the table, and what would come back without a condition.
use super::Catalogue;
use crate::components::{card_name, comma, kept_inputs, kind_word, platform_name};
use crate::text::{Locale, td_string};
use domain::catalog::query::{FACT_FLAGS, UnknownFacts};
use domain::catalog::{Exclusivity, PriceKind, Query, StoppedBilling, Tally, Tri};
use leptos::prelude::*;

/// Cards shown before "more".
const FIRST_CARDS: usize = 8;

/// The name of a numeric condition.
pub(super) fn number_label(locale: Locale, name: &str) -> &'static str {
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

/// The form; works without script.
pub(super) fn filters(view: &Catalogue) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let query = &view.query;
    let clear = view.frame.link("/");
    let tally = view.snapshot.tally(view.frame.today());
    let kinds = PriceKind::ALL.iter().filter_map(|kind| {
        let on = query.price_kind.contains(kind);
        (tally.of_kind(*kind) > 0 || on).then(|| {
            option(
                "price_kind",
                kind.word(),
                kind_word(locale, *kind).to_owned(),
                on,
                Some(tally.current_of_kind(*kind)),
            )
        })
    });
    let dedicated = option(
        "exclusivity",
        Exclusivity::Dedicated.word(),
        td_string!(locale, catalogue.f_dedicated).to_owned(),
        query.exclusivity.contains(&Exclusivity::Dedicated),
        None,
    );
    let flags = FACT_FLAGS.iter().map(|(name, _)| {
        let on = query
            .flags
            .iter()
            .any(|(n, _, wanted)| n == name && *wanted == Tri::Yes);
        option(name, "yes", flag_label(locale, name).to_owned(), on, None)
    });
    let unknown = |word: &'static str, label: &'static str, on: bool| {
        view! { <label class="opt"><input r#type="radio" name="unknown" value=word checked=on />{label}</label> }
    };
    let exclude = query.unknown == UnknownFacts::Exclude;
    view! {
        <aside class="sheet" id="filters">
            <a class="done only-n" href="#main">{td_string!(locale, common.close)}</a>
            <form class="filters" data-live="" data-rows="" method="get" action="/" aria-label=td_string!(locale, catalogue.filters)>
                {kept_inputs(&view.frame)}
                {carried(view)}
                <fieldset>
                    <legend class="vh">{td_string!(locale, catalogue.search)}</legend>
                    <div class="field">
                        <label r#for="q">{td_string!(locale, catalogue.search_label)}</label>
                        <input r#type="search" id="q" name="q" value=query.q.clone() placeholder=td_string!(locale, catalogue.search_hint) />
                    </div>
                </fieldset>
                {cards(view, &tally)}
                <fieldset>
                    <legend>{td_string!(locale, catalogue.f_vram)}{comma(locale)}"GB"</legend>
                    <div class="pair">
                        {least_vram(locale, query)}
                        {most_vram(locale, query)}
                    </div>
                </fieldset>
                <fieldset>
                    <legend>{td_string!(locale, catalogue.f_price_max)}</legend>
                    {number(locale, query, "price_max", &format!("{}/{}", view.frame.currency.sign().trim(), td_string!(locale, catalogue.hour)), "0.01")}
                </fieldset>
                <fieldset>{counted_legend(locale, td_string!(locale, catalogue.kinds))}{kinds.collect_view()}</fieldset>
                <fieldset><legend>{td_string!(locale, catalogue.must)}</legend>{dedicated}{flags.collect_view()}</fieldset>
                {more(view, &tally)}
                <fieldset>
                    <legend>{td_string!(locale, catalogue.unstated)}</legend>
                    {unknown("include", td_string!(locale, catalogue.unstated_include), !exclude)}
                    {unknown("exclude", td_string!(locale, catalogue.unstated_exclude), exclude)}
                </fieldset>
                <div class="filters-actions">
                    <button class="btn pri">{td_string!(locale, catalogue.apply)}</button>
                    <a class="btn" href=clear>{td_string!(locale, catalogue.clear)}</a>
                </div>
            </form>
        </aside>
    }
}

/// What the form does not show but must not lose: the sort, the columns, the ticks, rarer conditions.
fn carried(view: &Catalogue) -> impl IntoView + use<> {
    let kept = view.frame.kept();
    view.frame
        .query
        .iter()
        .filter(|pair| !kept.contains(pair) && !has_field(&pair.0, &pair.1))
        .filter(|(name, value)| !value.is_empty() && name != "page" && name != "part")
        .map(|(name, value)| view! { <input r#type="hidden" name=name.clone() value=value.clone() /> })
        .collect_view()
}

/// Whether the form shows a parameter with this value; a tick box shows one value only.
fn has_field(name: &str, value: &str) -> bool {
    match name {
        "q"
        | "gpu"
        | "vram_min"
        | "vram_max"
        | "price_max"
        | "price_kind"
        | "platform"
        | "unknown"
        | "stopped_billing"
        | "form_factor"
        | "observed_within_days" => true,
        "exclusivity" => value == Exclusivity::Dedicated.word(),
        name if FACT_FLAGS.iter().any(|(flag, _)| *flag == name) => value == Tri::Yes.word(),
        name => MORE_NUMBERS.iter().any(|(number, _)| *number == name),
    }
}

/// The rarer numeric conditions and their units.
const MORE_NUMBERS: [(&str, &str); 11] = [
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

/// A legend that says what the counts of its choices count.
fn counted_legend(locale: Locale, name: &'static str) -> impl IntoView + use<> {
    view! { <legend class="counted">{name}" "<span class="n">{td_string!(locale, catalogue.counts_current)}</span></legend> }
}

fn option(
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

fn number(
    locale: Locale,
    query: &Query,
    name: &'static str,
    unit: &str,
    step: &'static str,
) -> AnyView {
    let range = query.number(name);
    let value = match (range.min, range.max) {
        (Some(min), Some(max)) => format!("{min}..{max}"),
        (Some(one), None) | (None, Some(one)) => one.to_string(),
        (None, None) => String::new(),
    };
    // A range in the address does not fit a number field; it stays a text field then.
    let kind = if value.contains("..") {
        "text"
    } else {
        "number"
    };
    let class = (!unit.is_empty()).then_some("unit");
    let unit = (!unit.is_empty()).then(|| view! { <span>{unit.to_owned()}</span> });
    view! {
        <div class=class>
            <input r#type=kind name=name value=value min="0" step=step inputmode="decimal" placeholder=td_string!(locale, catalogue.any) aria-label=number_label(locale, name) />
            {unit}
        </div>
    }
    .into_any()
}

/// The lower end of the VRAM of a card; the unit stands in the legend.
fn least_vram(locale: Locale, query: &Query) -> AnyView {
    let least = query.number("vram_min").min.map(|min| min.to_string());
    view! { <input r#type="number" class="num" name="vram_min" value=least min="0" step="1" inputmode="decimal" placeholder=td_string!(locale, catalogue.any) aria-label=td_string!(locale, catalogue.f_vram_least) /> }.into_any()
}

/// The upper end.
fn most_vram(locale: Locale, query: &Query) -> AnyView {
    let most = query.number("vram_min").max.map(|max| max.to_string());
    view! { <input r#type="number" class="num" name="vram_max" value=most min="0" step="1" inputmode="decimal" placeholder=td_string!(locale, catalogue.any) aria-label=td_string!(locale, catalogue.f_vram_max) /> }.into_any()
}

fn cards(view: &Catalogue, tally: &Tally) -> AnyView {
    let locale = view.frame.locale;
    let counts = &tally.current_of_gpu;
    let offered: Vec<usize> = (0..counts.len()).filter(|g| tally.of_gpu[*g] > 0).collect();
    let chosen = |gpu: &usize| view.query.gpu.contains(&view.snapshot.gpus[*gpu].slug);
    let mut popular = offered.clone();
    popular.sort_by_key(|gpu| (!chosen(gpu), std::cmp::Reverse(counts[*gpu]), *gpu));
    let shown = FIRST_CARDS.max(view.query.gpu.len()).min(popular.len());
    let mut rest: Vec<usize> = popular[shown..].to_vec();
    rest.sort_unstable();
    let line = |gpu: &usize| {
        let card = &view.snapshot.gpus[*gpu];
        option(
            "gpu",
            &card.slug,
            card_name(card),
            chosen(gpu),
            Some(counts[*gpu]),
        )
    };
    let first = popular[..shown].iter().map(line).collect_view();
    let others = (!rest.is_empty()).then(|| {
        view! {
            <details>
                <summary class="sm">{td_string!(locale, catalogue.more_cards, count = rest.len())}</summary>
                {rest.iter().map(line).collect_view()}
            </details>
        }
    });
    view! { <fieldset>{counted_legend(locale, td_string!(locale, catalogue.cards))}{first}{others}</fieldset> }.into_any()
}

/// The rarer conditions, folded away unless one of them is set.
fn more(view: &Catalogue, tally: &Tally) -> AnyView {
    let locale = view.frame.locale;
    let query = &view.query;
    let open = MORE_NUMBERS
        .iter()
        .any(|(name, _)| !query.number(name).is_open())
        || query.observed_within_days.is_some()
        || [&query.platform, &query.stopped_billing, &query.form_factor]
            .iter()
            .any(|list| !list.is_empty());
    let numbers = MORE_NUMBERS.map(|(name, unit)| {
        view! { <div class="field"><span class="lb">{number_label(locale, name)}</span>{number(locale, query, name, unit, "any")}</div> }
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
    let mut factors: Vec<&str> = view
        .snapshot
        .gpus
        .iter()
        .filter_map(|gpu| gpu.form_factor.as_deref())
        .collect();
    factors.sort_unstable();
    factors.dedup();
    let factors = factors.into_iter().map(|factor| {
        let on = query
            .form_factor
            .iter()
            .any(|w| w.eq_ignore_ascii_case(factor));
        option("form_factor", factor, factor.to_owned(), on, None)
    });
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
            <fieldset class="stack-s">{numbers.into_iter().collect_view()}{within}</fieldset>
            <fieldset><legend>{td_string!(locale, catalogue.f_stopped)}</legend>{stopped.collect_view()}</fieldset>
            <fieldset><legend>{td_string!(locale, catalogue.c_form_factor)}</legend>{factors.collect_view()}</fieldset>
            <fieldset><legend>{td_string!(locale, catalogue.platforms)}</legend>{platforms}</fieldset>
        </details>
    }
    .into_any()
}
