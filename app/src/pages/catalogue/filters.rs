//! The filter form, the chips above the table, and what would come back without a condition.
use super::Catalogue;
use crate::components::{card_name, kept_inputs, kind_word, platform_name};
use crate::text::{Locale, td_string};
use domain::catalog::query::{FACT_FLAGS, NUMBERS, UnknownFacts};
use domain::catalog::{Exclusivity, PriceKind, Query, Tri, select};
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

fn flag_label(locale: Locale, name: &str) -> &'static str {
    match name {
        "persistent_storage" => td_string!(locale, catalogue.f_persistent),
        "no_gpu_mode" => td_string!(locale, catalogue.f_no_gpu),
        "custom_image" => td_string!(locale, catalogue.f_custom_image),
        "same_node" => td_string!(locale, catalogue.f_same_node),
        _ => td_string!(locale, catalogue.f_nvlink),
    }
}

/// The form; works without script.
pub(super) fn filters(view: &Catalogue) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let query = &view.query;
    let clear = view.frame.link("/");
    let kinds = PriceKind::ALL.iter().filter_map(|kind| {
        let count = view
            .snapshot
            .offers
            .iter()
            .filter(|o| o.kind == *kind)
            .count();
        let on = query.price_kind.contains(kind);
        (count > 0 || on).then(|| {
            option(
                "price_kind",
                kind.word(),
                kind_word(locale, *kind).to_owned(),
                on,
                Some(count),
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
            <a class="done only-n btn s" href="#main">{td_string!(locale, common.close)}</a>
            <form class="filters" method="get" action="/" aria-label=td_string!(locale, catalogue.filters)>
                {kept_inputs(&view.frame)}
                {carried(query)}
                <fieldset>
                    <legend class="vh">{td_string!(locale, catalogue.search)}</legend>
                    <div class="field">
                        <label r#for="q">{td_string!(locale, catalogue.search_label)}</label>
                        <input r#type="search" id="q" name="q" value=query.q.clone() placeholder=td_string!(locale, catalogue.search_hint) />
                    </div>
                </fieldset>
                {cards(view)}
                <fieldset>
                    <legend>{td_string!(locale, catalogue.f_vram)}</legend>
                    {number(locale, query, "vram_min", "GB", "1")}
                </fieldset>
                <fieldset>
                    <legend>{td_string!(locale, catalogue.f_price_max)}</legend>
                    {number(locale, query, "price_max", &format!("{}/{}", view.frame.currency.sign().trim(), td_string!(locale, catalogue.hour)), "0.01")}
                </fieldset>
                <fieldset><legend>{td_string!(locale, catalogue.kinds)}</legend>{kinds.collect_view()}</fieldset>
                <fieldset><legend>{td_string!(locale, catalogue.must)}</legend>{dedicated}{flags.collect_view()}</fieldset>
                {more(view)}
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

/// What the form does not show but must not lose: the sort, the grouping.
fn carried(query: &Query) -> impl IntoView + use<> {
    let start = Query::default();
    let mut pairs: Vec<(&'static str, String)> = Vec::new();
    if query.order_by != start.order_by {
        pairs.push(("order_by", query.order_by.word().to_owned()));
    }
    if query.order_dir != start.order_dir {
        pairs.push(("order_dir", query.order_dir.word().to_owned()));
    }
    if !query.grouped {
        pairs.push(("group", "none".to_owned()));
    }
    if query.current_only {
        pairs.push(("freshness", "current".to_owned()));
    }
    if query.limit != start.limit {
        pairs.push(("limit", query.limit.to_string()));
    }
    pairs
        .into_iter()
        .map(|(name, value)| view! { <input r#type="hidden" name=name value=value /> })
        .collect_view()
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
    view! {
        <div class="unit">
            <input r#type=kind name=name value=value min="0" step=step inputmode="decimal" placeholder=td_string!(locale, catalogue.any) aria-label=number_label(locale, name) />
            <span>{unit.to_owned()}</span>
        </div>
    }
    .into_any()
}

fn cards(view: &Catalogue) -> AnyView {
    let locale = view.frame.locale;
    let mut counts = vec![0_usize; view.snapshot.gpus.len()];
    for offer in &view.snapshot.offers {
        if view.snapshot.freshness(offer, view.frame.today()) != domain::catalog::Freshness::Stale {
            counts[offer.gpu] += 1;
        }
    }
    let offered: Vec<usize> = (0..counts.len())
        .filter(|g| view.snapshot.offers.iter().any(|o| o.gpu == *g))
        .collect();
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
    view! { <fieldset><legend>{td_string!(locale, catalogue.cards)}</legend>{first}{others}</fieldset> }.into_any()
}

/// The rarer conditions, folded away unless one of them is set.
fn more(view: &Catalogue) -> AnyView {
    let locale = view.frame.locale;
    let query = &view.query;
    let fields: [(&'static str, &'static str); 8] = [
        ("gpu_count_min", ""),
        ("bandwidth_min", "GB/s"),
        ("tflops_min", "TFLOPS"),
        ("compute_capability_min", ""),
        ("billing_increment_max", "s"),
        ("network_mbps_min", "Mbps"),
        ("vcpu_min", ""),
        ("ram_min", "GB"),
    ];
    let open =
        fields.iter().any(|(name, _)| !query.number(name).is_open()) || !query.platform.is_empty();
    let numbers = fields.map(|(name, unit)| {
        view! { <div class="field"><span class="lb">{number_label(locale, name)}</span>{number(locale, query, name, unit, "any")}</div> }
    });
    let platforms = view
        .snapshot
        .platforms
        .iter()
        .enumerate()
        .filter(|(index, _)| view.snapshot.offers.iter().any(|o| o.platform == *index))
        .map(|(_, p)| {
            let on = query.platform.contains(&p.slug);
            option("platform", &p.slug, platform_name(locale, p), on, None)
        })
        .collect_view();
    view! {
        <details open=open>
            <summary class="sm">{td_string!(locale, catalogue.more_conditions)}</summary>
            <fieldset class="stack-s">{numbers.into_iter().collect_view()}</fieldset>
            <fieldset><legend>{td_string!(locale, catalogue.platforms)}</legend>{platforms}</fieldset>
        </details>
    }
    .into_any()
}

/// On a phone: the button to the filters, and the sort.
pub(super) fn phone_bar(view: &Catalogue) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let count = view.query.condition_count();
    let filters = if count == 0 {
        td_string!(locale, catalogue.filters).to_owned()
    } else {
        td_string!(locale, catalogue.filters_count, count = count)
    };
    let (direction, label) = if view.default_order() {
        ("desc", td_string!(locale, catalogue.sort_up))
    } else {
        ("asc", td_string!(locale, catalogue.sort_down))
    };
    let sort = view.frame.here(&[
        ("order_by", None),
        ("order_dir", (direction == "desc").then_some("desc")),
        ("page", None),
    ]);
    view! { <div class="mbar only-n"><a class="btn" href="#filters">{filters}</a><a class="btn" href=sort>{label}</a></div> }
}

/// Chips for what is set, grouping, CSV.
pub(super) fn toolbar(view: &Catalogue) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let chips = chips(view)
        .into_iter()
        .map(|(label, href)| {
            let drop = td_string!(locale, catalogue.remove, name = label.clone());
            view! { <a class="chip" href=href aria-label=drop>{label}" "<span aria-hidden="true">"×"</span></a> }
        })
        .collect::<Vec<_>>();
    let grouped = view.query.grouped;
    let mut csv: Vec<(String, String)> = view
        .frame
        .query
        .iter()
        .filter(|(n, _)| !["page", "limit", "part", "theme", "group"].contains(&n.as_str()))
        .cloned()
        .collect();
    if !csv.iter().any(|(n, _)| n == "currency") {
        csv.push(("currency".to_owned(), view.frame.currency.code().to_owned()));
    }
    let csv = crate::frame::address("/api/v1/offerings.csv", &csv);
    view! {
        <div class="bar2">
            {(!chips.is_empty()).then(|| view! { <span class="chips">{chips}</span> })}
            <span class="end">
                <span class="seg" role="group" aria-label=td_string!(locale, catalogue.grouping)>
                    <a href=view.frame.here(&[("group", None), ("page", None)]) aria-current=grouped.then_some("true")>{td_string!(locale, catalogue.grouped)}</a>
                    <a href=view.frame.here(&[("group", Some("none")), ("page", None)]) aria-current=(!grouped).then_some("true")>{td_string!(locale, catalogue.ungrouped)}</a>
                </span>
                <a class="btn s" href=csv>{td_string!(locale, common.csv)}</a>
            </span>
        </div>
    }
}

/// Each condition in words with the address without it.
fn chips(view: &Catalogue) -> Vec<(String, String)> {
    let locale = view.frame.locale;
    let query = &view.query;
    let mut chips = Vec::new();
    let without = |name: &str| view.frame.here(&[(name, None), ("page", None)]);
    if !query.q.is_empty() {
        chips.push((format!("“{}”", query.q), without("q")));
    }
    for slug in &query.gpu {
        let name = view
            .snapshot
            .gpu_by_slug(slug)
            .map_or_else(|| slug.clone(), |g| card_name(&view.snapshot.gpus[g]));
        chips.push((name, view.frame.here_without("gpu", slug)));
    }
    for slug in &query.platform {
        let name = view.snapshot.platform_by_slug(slug).map_or_else(
            || slug.clone(),
            |p| platform_name(locale, &view.snapshot.platforms[p]),
        );
        chips.push((name, view.frame.here_without("platform", slug)));
    }
    for kind in &query.price_kind {
        chips.push((
            kind_word(locale, *kind).to_owned(),
            view.frame.here_without("price_kind", kind.word()),
        ));
    }
    for (name, _) in NUMBERS {
        let range = query.number(name);
        let label = number_label(locale, name);
        let text = match (range.min, range.max) {
            (Some(min), Some(max)) => format!("{label} {min}–{max}"),
            (Some(min), None) => format!("{label} ≥ {min}"),
            (None, Some(max)) => format!("{label} ≤ {max}"),
            (None, None) => continue,
        };
        chips.push((text, without(name)));
    }
    for (name, _, _) in &query.flags {
        chips.push((flag_label(locale, name).to_owned(), without(name)));
    }
    if !query.exclusivity.is_empty() {
        chips.push((
            td_string!(locale, catalogue.f_dedicated).to_owned(),
            without("exclusivity"),
        ));
    }
    if query.current_only {
        chips.push((
            td_string!(locale, catalogue.current_only).to_owned(),
            without("freshness"),
        ));
    }
    if query.unknown == UnknownFacts::Exclude {
        chips.push((
            td_string!(locale, catalogue.unstated_exclude).to_owned(),
            without("unknown"),
        ));
    }
    for (name, list) in [
        ("vendor", &query.vendor),
        ("country", &query.country),
        ("region", &query.region),
        ("form_factor", &query.form_factor),
        ("disk_type", &query.disk_type),
        ("stopped_billing", &query.stopped_billing),
    ] {
        for value in list {
            chips.push((value.clone(), view.frame.here_without(name, value)));
        }
    }
    chips
}

/// What would come back without one condition.
pub(super) struct Relaxation {
    pub label: String,
    pub href: String,
    pub count: usize,
}

/// Every condition of the question, with the count of offers that the rest finds.
pub(super) fn relaxations(view: &Catalogue) -> Vec<Relaxation> {
    chips(view)
        .into_iter()
        .map(|(label, href)| {
            let pairs: Vec<(String, String)> = href
                .split_once('?')
                .map(|(_, query)| {
                    query
                        .split('&')
                        .filter_map(|pair| pair.split_once('='))
                        .map(|(n, v)| (decode(n), decode(v)))
                        .collect()
                })
                .unwrap_or_default();
            let (query, _) = Query::parse(&pairs);
            let found = select(
                &view.snapshot,
                &query,
                view.frame.currency,
                view.frame.today(),
            );
            Relaxation {
                label,
                href,
                count: found.rows.len(),
            }
        })
        .collect()
}

/// Undoes `frame::encode`; our own addresses hold nothing else.
fn decode(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let hex: Vec<u8> = rest.by_ref().take(2).collect();
            let value = std::str::from_utf8(&hex)
                .ok()
                .and_then(|h| u8::from_str_radix(h, 16).ok());
            bytes.push(value.unwrap_or(b'?'));
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
