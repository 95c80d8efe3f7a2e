//! The card's price over time: one series at a time, because two bases joined by a line would tell a price that nobody
//! ever asked.
use super::CardPage;
use crate::charts::Width;
use crate::charts::price_history::{
    DatedPrice, HistoryLabels, OtherSeries, PriceHistory, price_history,
};
use crate::components::embed::{Embed, embed};
use crate::components::original::original;
use crate::components::{after_stop, kept_inputs, kind_word, platform_name};
use crate::format;
use crate::pages::gpus::units;
use crate::shell::source_words;
use crate::text::td_string;
use chrono::{Datelike, Days, Months, NaiveDate};
use domain::catalog::history::unchecked;
use domain::catalog::{PastPrice, PastSeries, PriceKind};
use leptos::prelude::*;

/// Width of the column, inside its panel.
const WIDE: u32 = 900;
/// Series behind the chosen one.
const OTHERS: usize = 8;

/// The series whose word this is.
pub(crate) fn chosen<'a>(view: &'a CardPage, word: &str) -> Option<&'a PastSeries> {
    view.series.iter().find(|series| series.word() == word)
}

/// The series that the address names, else the on-demand one that was seen on most days, else any.
pub(crate) fn shown(view: &CardPage) -> Option<&PastSeries> {
    let named = view
        .frame
        .param("series")
        .and_then(|word| chosen(view, word));
    let metered = || {
        view.series
            .iter()
            .find(|series| series.points[0].kind == PriceKind::OnDemand)
    };
    named.or_else(metered).or(view.series.first())
}

/// "RunPod, on demand, 8 cards": what a series is of.
pub(crate) fn name(view: &CardPage, series: &PastSeries) -> String {
    let locale = view.frame.locale;
    let first = &series.points[0];
    let platform = view.snapshot.platform_by_slug(&first.platform);
    let platform = platform.map_or_else(
        || first.platform.clone(),
        |place| platform_name(locale, &view.snapshot.platforms[place]),
    );
    let cards = (first.gpu_count > 1)
        .then(|| td_string!(locale, catalogue.cards_count, count = first.gpu_count));
    let parts = [
        Some(platform),
        Some(kind_word(locale, first.kind).to_owned()),
        cards,
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
}

fn day(date: NaiveDate) -> i64 {
    i64::from(date.num_days_from_ce())
}

/// Prices in the display currency, those without a rate left out.
fn dated(view: &CardPage, points: &[PastPrice]) -> Vec<DatedPrice> {
    let price = |point: &PastPrice| {
        let (currency, today) = (view.frame.currency, view.frame.today());
        let (money, _) = view
            .snapshot
            .convert(point.price_per_gpu_hour, currency, today)?;
        Some(DatedPrice {
            day: day(point.date),
            price: units(money.nanos),
        })
    };
    points.iter().filter_map(price).collect()
}

/// Days to name under the axis: firsts of months where it is long, else every tenth part.
fn ticks(from: NaiveDate, to: NaiveDate) -> Vec<(i64, String)> {
    let span = (to - from).num_days().max(1);
    let mut all = Vec::new();
    if span <= 75 {
        let step = Days::new((span / 6).max(1).unsigned_abs());
        let mut at = Some(from);
        while let Some(date) = at.filter(|date| *date <= to) {
            all.push((day(date), date.format("%m-%d").to_string()));
            at = date.checked_add_days(step);
        }
        return all;
    }
    let months = (span / 30 / 8 + 1).unsigned_abs() as u32;
    let mut at = from
        .with_day(1)
        .and_then(|first| first.checked_add_months(Months::new(1)));
    while let Some(date) = at.filter(|date| *date <= to) {
        all.push((day(date), date.format("%Y-%m").to_string()));
        at = date.checked_add_months(Months::new(months));
    }
    all
}

/// The chart of a series.
pub(crate) fn chart(view: &CardPage, series: &PastSeries) -> PriceHistory {
    let locale = view.frame.locale;
    let (first, today) = (&series.points[0], view.frame.today());
    let limits = view.frame.limits;
    let gaps = unchecked(&series.days(), first.kind, limits, today);
    let (holds, _) = limits.of(first.kind);
    let is_other =
        |other: &&PastSeries| other.points[0].kind == first.kind && other.word() != series.word();
    let others = view.series.iter().filter(is_other).take(OTHERS);
    let others: Vec<OtherSeries> = others
        .map(|other| OtherSeries {
            points: dated(view, &other.points),
            holds,
        })
        .collect();
    PriceHistory {
        labels: HistoryLabels {
            aria: td_string!(
                locale,
                card.history_aria,
                card = view.name(),
                name = name(view, series),
                count = series.points.len()
            ),
            y_title: td_string!(locale, gpus.price_unit, sign = view.sign()),
            gap: td_string!(locale, card.not_checked).to_owned(),
            empty: td_string!(locale, card.no_history).to_owned(),
        },
        points: dated(view, &series.points),
        gaps: gaps
            .into_iter()
            .map(|(from, to)| (day(from), day(to)))
            .collect(),
        ticks: ticks(first.date, today),
        end: day(today),
        others,
    }
}

/// The panel.
pub(super) fn panel(view: &CardPage) -> AnyView {
    let locale = view.frame.locale;
    let Some(series) = shown(view) else {
        return view! {
            <section class="panel" id="history">
                <header><h2>{td_string!(locale, card.history)}</h2></header>
                <p class="bd sm mut">{td_string!(locale, card.no_history)}</p>
            </section>
        }
        .into_any();
    };
    let data = chart(view, series);
    let others = !data.others.is_empty();
    let snippet = embed(
        &view.frame,
        &Embed {
            path: &format!("/embed/history/{}.svg", view.card().slug),
            page: &view.path(),
            alt: &data.labels.aria,
            table: None,
            params: &[("series".to_owned(), series.word())],
        },
    );
    view! {
        <section class="panel" id="history">
            <header>
                <h2>{td_string!(locale, card.history)}</h2>
                <span class="end">{name(view, series)}</span>
                <p>{td_string!(locale, card.history_note)}{others.then(|| format!("{}{}", after_stop(locale).unwrap_or_default(), td_string!(locale, card.history_others)))}</p>
            </header>
            <div class="bd">
                {picker(view, series)}
                <div class="only-w" inner_html=price_history(&data, Width::Wide(WIDE))></div>
                <div class="only-n" inner_html=price_history(&data, Width::Narrow)></div>
                {table(view, series)}
            </div>
            {snippet}
        </section>
    }
    .into_any()
}

/// The choice of a series, where there are several.
fn picker(view: &CardPage, shown: &PastSeries) -> Option<AnyView> {
    let locale = view.frame.locale;
    if view.series.len() < 2 {
        return None;
    }
    let options = view
        .series
        .iter()
        .map(|series| {
            let (word, first) = (series.word(), &series.points[0]);
            let days = td_string!(locale, card.days_seen, count = series.points.len());
            let text = format!("{} · {days} · {}", name(view, series), first.source);
            let here = series == shown;
            view! { <option value=word selected=here>{text}</option> }
        })
        .collect_view();
    Some(
        view! {
            <form class="history-pick" method="get" action=format!("{}#history", view.path())>
                {kept_inputs(&view.frame)}
                <label for="series" class="sm">{td_string!(locale, card.series)}</label>
                <select id="series" name="series">{options}</select>
                <button class="btn s">{td_string!(locale, card.show)}</button>
            </form>
        }
        .into_any(),
    )
}

/// The same numbers, and where each was read.
fn table(view: &CardPage, series: &PastSeries) -> AnyView {
    let locale = view.frame.locale;
    let rows = series
        .points
        .iter()
        .rev()
        .map(|point| {
            let price = super::offers::money(view, Some(point.price_per_gpu_hour));
            let source = source_words(&point.source_url, locale);
            let note = (!point.note.is_empty())
                .then(|| view! { <span class="l2">{original(locale, &point.note)}</span> });
            view! {
                <tr>
                    <th scope="row"><time datetime=point.date.to_string()>{format::date(point.date, locale)}</time></th>
                    <td class="num">{price}</td>
                    <td>{source}{note}</td>
                </tr>
            }
        })
        .collect_view();
    let count = series.points.len();
    view! {
        <details class="numbers">
            <summary>{td_string!(locale, card.dated_prices, count = count)}</summary>
            <div class="tw bare square" tabindex="0" role="region" aria-label=td_string!(locale, card.history)>
                <table>
                    <thead><tr>
                        <th scope="col">{td_string!(locale, card.seen)}</th>
                        <th scope="col" class="num">{td_string!(locale, gpus.price)}<u>{td_string!(locale, gpus.price_unit, sign = view.sign())}</u></th>
                        <th scope="col">{td_string!(locale, common.source)}<u>"\u{a0}"</u></th>
                    </tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        </details>
    }
    .into_any()
}
