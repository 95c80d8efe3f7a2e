//! The filter form, the chips above the table, and what would come back without a condition.
use super::Catalogue;
use super::fields::{counted_legend, flag_label, number, option};
use super::rarer::{MORE_NUMBERS, more};
use crate::components::{card_name, comma, kept_inputs, kind_word};
use crate::text::{Locale, td_string};
use domain::catalog::query::{FACT_FLAGS, UnknownFacts, WORDS};
use domain::catalog::{Exclusivity, PriceKind, Query, Tally, Tri};
use leptos::prelude::*;

/// Cards shown before "more".
const FIRST_CARDS: usize = 8;

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
                    {number(locale, query, "price_max", &format!("{}/{}", view.frame.currency.sign().trim(), td_string!(locale, catalogue.hour)))}
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
        | "observed_within_days" => true,
        "freshness" => value == "current",
        name if WORDS.contains(&name) => true,
        "exclusivity" => value == Exclusivity::Dedicated.word(),
        name if FACT_FLAGS.iter().any(|(flag, _)| *flag == name) => value == Tri::Yes.word(),
        name => MORE_NUMBERS.iter().any(|(number, _)| *number == name),
    }
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
