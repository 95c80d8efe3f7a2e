//! Ways to pay: the same use by each price of a platform, and the best mix with its calendar.
use super::super::PlanView;
use super::super::answer::{money, platform};
use super::terms;
use crate::figures;
use crate::format;
use crate::text::{Locale, td_string};
use chrono::{Datelike, Days, NaiveDate};
use domain::catalog::{Freshness, Offer, PriceKind};
use domain::pricing::GapChoice;
use domain::quote::{Answer, AnswerRow, MixWay, OWN_SOURCE, Prepaid, Quote, Terms, Ways, ways};
use domain::units::{Currency, Decimal};
use leptos::prelude::*;

/// Most machines whose ways are compared.
const MOST: usize = 5;
/// Longest plan whose calendar is drawn, days: a year of cells helps nobody.
const LONGEST_CALENDAR: u32 = 124;

/// One metered offer with its prepaid ones.
struct Machine<'a> {
    row: &'a AnswerRow,
    ways: Ways,
    /// Kind of each prepaid way.
    kinds: Vec<PriceKind>,
}

/// Current prepaid offers of the same machine, and of the visitor's own quote for a quote.
fn prepaid<'a>(view: &'a PlanView, metered: &Offer) -> Vec<&'a Offer> {
    let is_own = metered.source_url == OWN_SOURCE;
    let (place, today) = (
        (metered.platform, metered.gpu, metered.gpu_count),
        view.frame.today(),
    );
    let offers = view.snapshot.offers.iter().filter(|offer| {
        offer.kind.is_term()
            && (offer.platform, offer.gpu, offer.gpu_count) == place
            && (offer.source_url == OWN_SOURCE) == is_own
            && view.snapshot.freshness(offer, today) != Freshness::Stale
    });
    offers.collect()
}

fn machine<'a>(view: &PlanView, row: &'a AnswerRow) -> Option<Machine<'a>> {
    let metered = view.snapshot.offer(row.offer)?;
    let hourly = terms(view, metered)?;
    let offers: Vec<(i64, PriceKind, Terms)> = prepaid(view, metered)
        .into_iter()
        .filter_map(|offer| Some((offer.id, offer.kind, terms(view, offer)?)))
        .collect();
    let passes: Vec<Prepaid> = offers
        .iter()
        .map(|(id, _, terms)| Prepaid { id: *id, terms })
        .collect();
    if passes.is_empty() {
        return None;
    }
    let ways = ways(&hourly, &passes, &view.scenario, view.frame.today()).ok()?;
    let kinds = ways
        .prepaid
        .iter()
        .filter_map(|(id, _)| offers.iter().find(|(known, ..)| known == id))
        .map(|(_, kind, _)| *kind)
        .collect();
    Some(Machine { row, ways, kinds })
}

fn figure(quote: &Quote, currency: Currency) -> String {
    let low = quote.low.total_display;
    match &quote.high {
        None => format!("≥ {}", figures::range(low, None, currency)),
        Some(high) => figures::range(low, Some(high.total_display), currency),
    }
}

/// The kinds of prepaid price in the order of their length.
const KINDS: [PriceKind; 4] = [
    PriceKind::Daily,
    PriceKind::Weekly,
    PriceKind::Monthly,
    PriceKind::Reserved,
];

fn row(view: &PlanView, machine: &Machine, kinds: &[PriceKind], currency: Currency) -> AnyView {
    let locale = view.frame.locale;
    let best = &machine.ways.mix.quote;
    let cell = |quote: Option<&Quote>| {
        let text = quote.map_or_else(|| "—".to_owned(), |quote| figure(quote, currency));
        let is_best = quote.is_some_and(|quote| {
            quote.high.is_some() && figure(quote, currency) == figure(best, currency)
        });
        view! { <td class=if is_best { "num b" } else { "num" }>{text}</td> }
    };
    let of_kind = |kind: PriceKind| {
        let quotes = machine.kinds.iter().zip(&machine.ways.prepaid);
        // Several plans of one length: the cheapest stands for them.
        quotes
            .filter(|(known, _)| **known == kind)
            .map(|(_, (_, quote))| quote)
            .min_by_key(|quote| {
                let high = quote.high.as_ref().map(|bill| bill.total_display);
                (high.is_none(), high, quote.low.total_display)
            })
    };
    let passes = kinds.iter().map(|kind| cell(of_kind(*kind))).collect_view();
    let own = (machine.row.source_url == OWN_SOURCE)
        .then(|| view! { " "<span class="tag">{td_string!(locale, insight.yours)}</span> });
    view! {
        <tr>
            <th scope="row">{platform(locale, machine.row)}{own}<span class="l2">{crate::components::card_words(locale, &machine.row.gpu_name)}</span></th>
            {cell(Some(&machine.ways.hourly))}
            {passes}
            {cell(Some(best))}
        </tr>
    }
    .into_any()
}

/// What to buy and when, in sentences.
fn advice(view: &PlanView, machine: &Machine, currency: Currency) -> AnyView {
    let locale = view.frame.locale;
    let mix = &machine.ways.mix;
    let name = platform(locale, machine.row);
    let bought = if mix.purchases.is_empty() {
        view! { <p>{td_string!(locale, insight.way_no_pass, name = name)}</p> }.into_any()
    } else {
        let lines = mix
            .purchases
            .iter()
            .map(|pass| {
                let date = format::date(pass.date, locale);
                view! { <li>{td_string!(locale, insight.way_buy, days = pass.days, date = date)}</li> }
            })
            .collect_view();
        let metered = covered_days(mix, view.scenario.days) < view.scenario.days;
        let rest = metered.then(|| view! { <li>{td_string!(locale, insight.way_rest)}</li> });
        view! { <p>{td_string!(locale, insight.way_mix_of, name = name)}</p><ul class="knows">{lines}{rest}</ul> }
            .into_any()
    };
    let gaps = machine.ways.with_gaps.as_ref().and_then(|better| {
        let total = |way: &MixWay| way.quote.high.as_ref().map(|bill| bill.total_display);
        let saved = Decimal::from_nanos(total(mix)?.nanos() - total(better)?.nanos());
        let count = |choice: GapChoice| better.gaps.iter().filter(|g| g.choice == choice).count();
        let text = td_string!(
            locale,
            insight.way_gaps,
            keep = count(GapChoice::Keep),
            no_gpu = count(GapChoice::NoGpu),
            stop = count(GapChoice::Stop),
            amount = money(saved, currency)
        );
        (saved > Decimal::ZERO).then(|| view! { <p>{text}</p> })
    });
    view! { <div class="bd">{bought}{gaps}{calendar(view, mix)}</div> }.into_any()
}

fn covered_days(mix: &MixWay, days: u32) -> u32 {
    (0..days).filter(|day| is_covered(mix, *day)).count() as u32
}

fn is_covered(mix: &MixWay, day: u32) -> bool {
    mix.purchases
        .iter()
        .any(|pass| (pass.day..pass.day + pass.days).contains(&day))
}

/// The plan's days in weeks: inside a pass, metered, or not used.
fn calendar(view: &PlanView, mix: &MixWay) -> Option<AnyView> {
    let (locale, scenario) = (view.frame.locale, &view.scenario);
    if mix.purchases.is_empty() || scenario.days > LONGEST_CALENDAR {
        return None;
    }
    let from = scenario.from.unwrap_or(view.frame.today());
    let before = from.weekday().num_days_from_monday();
    let rows = (0..(before + scenario.days).div_ceil(7))
        .map(|week| {
            let cells = (0..7)
                .map(|weekday| day_cell(view, mix, from, (week * 7 + weekday).checked_sub(before)))
                .collect_view();
            view! { <tr>{cells}</tr> }
        })
        .collect_view();
    let heads = super::super::painter::day_names(locale)
        .map(|day| view! { <th scope="col">{day}</th> })
        .into_iter()
        .collect_view();
    let key = |class: &'static str, word: &'static str| view! { <span class="key"><i class=class></i>{word}</span> };
    Some(
        view! {
            <div class="keys">
                {key("sw k-c", td_string!(locale, insight.pass_day))}
                {key("sw k-n", td_string!(locale, insight.metered_day))}
                {key("sw k-o", td_string!(locale, insight.idle_day))}
            </div>
            <table class="cal" aria-label=td_string!(locale, insight.calendar)>
                <thead><tr>{heads}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        }
        .into_any(),
    )
}

fn day_cell(view: &PlanView, mix: &MixWay, from: NaiveDate, day: Option<u32>) -> AnyView {
    let (locale, scenario) = (view.frame.locale, &view.scenario);
    let Some((day, date)) = day
        .filter(|day| *day < scenario.days)
        .and_then(|day| Some((day, from.checked_add_days(Days::new(u64::from(day)))?)))
    else {
        return view! { <td></td> }.into_any();
    };
    let used = !scenario
        .week
        .day(date.weekday().num_days_from_monday() as usize)
        .is_empty();
    let (class, word) = if is_covered(mix, day) {
        ("sw k-c", td_string!(locale, insight.pass_day))
    } else if used {
        ("sw k-n", td_string!(locale, insight.metered_day))
    } else {
        ("sw k-o", td_string!(locale, insight.idle_day))
    };
    let label = day_label(date, locale);
    let word = format!("{}{word}", crate::components::comma(locale));
    let title = format!("{date}{word}");
    view! { <td title=title><i class=class></i>{label}<span class="vh">{word}</span></td> }
        .into_any()
}

/// The day of the month; the first of a month with its month.
fn day_label(date: NaiveDate, locale: Locale) -> String {
    use crate::text::LocaleExt;
    match (date.day(), locale.is_zh()) {
        (1, true) => format!("{}月1", date.month()),
        (1, false) => date.format("%-d %b").to_string(),
        (day, _) => day.to_string(),
    }
}

pub(super) fn panel(view: &PlanView, answer: &Answer) -> Option<AnyView> {
    let locale = view.frame.locale;
    let machines: Vec<Machine> = answer
        .ranked
        .iter()
        .filter(|row| row.kind == PriceKind::OnDemand)
        .filter_map(|row| machine(view, row))
        .take(MOST)
        .collect();
    let first = machines.first()?;
    let kinds: Vec<PriceKind> = KINDS
        .into_iter()
        .filter(|kind| machines.iter().any(|machine| machine.kinds.contains(kind)))
        .collect();
    let heads = kinds
        .iter()
        .map(|kind| view! { <th scope="col" class="num">{crate::components::kind_word(locale, *kind)}</th> })
        .collect_view();
    let rows = machines
        .iter()
        .map(|machine| row(view, machine, &kinds, answer.currency))
        .collect_view();
    let advice = advice(view, first, answer.currency);
    let sign = answer.currency.sign().trim().to_owned();
    let label = td_string!(locale, insight.ways);
    Some(
        view! {
            <section class="panel no-print">
                <header><h2>{label}</h2><span class="end">{td_string!(locale, insight.ways_note, sign = sign, days = answer.days)}</span></header>
                <div class="bd flush">
                    <div class="tw bare square" tabindex="0" role="region" aria-label=label>
                        <table class="sense">
                            <thead><tr>
                                <th scope="col">{td_string!(locale, insight.platform)}</th>
                                <th scope="col" class="num">{td_string!(locale, insight.way_hourly)}</th>
                                {heads}
                                <th scope="col" class="num">{td_string!(locale, insight.way_mix)}</th>
                            </tr></thead>
                            <tbody>{rows}</tbody>
                        </table>
                    </div>
                </div>
                {advice}
            </section>
        }
        .into_any(),
    )
}
