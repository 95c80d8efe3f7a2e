//! A price over time: its two drawings, and the table that says the same.
use crate::charts::Width;
use crate::charts::price_history::{DatedPrice, HistoryLabels, PriceHistory, price_history};
use crate::format;
use crate::frame::Frame;
use crate::text::{Locale, td_string};
use chrono::{Datelike, NaiveDate};
use domain::catalog::PriceKind;
use domain::catalog::history::{Origin, PricePoint, unchecked};
use domain::units::{Money, div_round_half_up};
use leptos::prelude::*;

/// What the history is of.
pub struct Told<'a> {
    /// Oldest first.
    pub points: &'a [PricePoint],
    /// Cards that a price is divided by; 1 for a whole offer or a slice.
    pub cards: u32,
    /// How long a price of this kind stays fresh.
    pub kind: PriceKind,
    /// Sentence read out in place of the drawing.
    pub aria: String,
    /// Width of the panel, pixels.
    pub width: u32,
}

/// Amount of one card.
fn each(point: &PricePoint, cards: u32) -> Money {
    point
        .price_per_hour
        .share(cards)
        .unwrap_or(point.price_per_hour)
}

/// The amount as it is written elsewhere, so that a label of the drawing never differs by a rounding.
fn drawn(money: Money) -> f64 {
    let digits = format::hourly(money.nanos).replace(',', "");
    digits.parse().unwrap_or_else(|_| money.amount().to_f64())
}

fn days(points: &[PricePoint]) -> Vec<NaiveDate> {
    points.iter().map(|point| point.observed.date).collect()
}

/// Both drawings, in the currency that was listed: a rate of today would bend the past.
pub fn chart(frame: &Frame, told: &Told<'_>) -> AnyView {
    let wide = drawing(frame, told, Width::Wide(told.width));
    let narrow = drawing(frame, told, Width::Narrow);
    view! { <div class="only-w" inner_html=wide></div><div class="only-n" inner_html=narrow></div> }
        .into_any()
}

/// One drawing of them.
pub(crate) fn drawing(frame: &Frame, told: &Told<'_>, width: Width) -> String {
    let locale = frame.locale;
    let number = |day: NaiveDate| i64::from(day.num_days_from_ce());
    let currency = told
        .points
        .first()
        .map(|point| point.price_per_hour.currency);
    let sign = currency.map(|currency| currency.sign().trim().to_owned());
    let gaps = unchecked(&days(told.points), told.kind, frame.limits, frame.today());
    let first = told.points.first().map(|point| point.observed.date);
    let data = PriceHistory {
        labels: HistoryLabels {
            aria: told.aria.clone(),
            y_title: td_string!(locale, offer.h_axis, sign = sign.unwrap_or_default()),
            gap: td_string!(locale, offer.h_gap).to_owned(),
            empty: td_string!(locale, offer.h_empty).to_owned(),
        },
        points: told
            .points
            .iter()
            .map(|point| DatedPrice {
                day: number(point.observed.date),
                price: drawn(each(point, told.cards)),
            })
            .collect(),
        gaps: gaps
            .iter()
            .map(|(from, to)| (number(*from), number(*to)))
            .collect(),
        ticks: ticks(first, frame.today())
            .into_iter()
            .map(|(day, label)| (number(day), label))
            .collect(),
        end: number(frame.today()),
        others: Vec::new(),
    };
    price_history(&data, width)
}

/// Days to write under the axis: starts of months, at most six; for a short time its two ends.
fn ticks(first: Option<NaiveDate>, today: NaiveDate) -> Vec<(NaiveDate, String)> {
    let Some(first) = first else {
        return Vec::new();
    };
    let months: Vec<NaiveDate> = (0..)
        .map(|ahead| first.month0() + ahead)
        .map_while(|month| {
            let year = first.year() + i32::try_from(month / 12).ok()?;
            let day = NaiveDate::from_ymd_opt(year, month % 12 + 1, 1)?;
            (day <= today).then_some(day)
        })
        .filter(|day| *day >= first)
        .collect();
    if months.len() < 2 {
        let name = |day: NaiveDate| (day, day.format("%m-%d").to_string());
        return vec![name(first), name(today)];
    }
    let step = months.len().div_ceil(6);
    months
        .into_iter()
        .step_by(step)
        .map(|day| (day, day.format("%Y-%m").to_string()))
        .collect()
}

/// What `after` is above `before`, in words such as `+3.1%`.
fn change(before: Money, after: Money) -> Option<String> {
    if before.currency != after.currency || before.nanos == after.nanos {
        return None;
    }
    let gap = i128::from(after.nanos) - i128::from(before.nanos);
    let tenths = div_round_half_up(gap.checked_mul(1000)?, i128::from(before.nanos))?;
    Some(percent(i64::try_from(tenths).ok()?))
}

/// Tenths of a percent with a sign: `+3.1%`, `−25.0%`.
pub fn percent(tenths: i64) -> String {
    let sign = match tenths {
        0 => "±",
        1.. => "+",
        _ => "\u{2212}",
    };
    let size = tenths.unsigned_abs();
    let thousands = format::amount(i128::from(size / 10) * 1_000_000_000, 0, true);
    format!("{sign}{thousands}.{}%", size % 10)
}

/// The same figures as a table, newest first, with the periods in which nobody looked.
pub fn table(frame: &Frame, told: &Told<'_>) -> AnyView {
    let locale = frame.locale;
    let gaps = unchecked(&days(told.points), told.kind, frame.limits, frame.today());
    let mut rows: Vec<(NaiveDate, AnyView)> = Vec::new();
    for (place, point) in told.points.iter().enumerate() {
        let price = each(point, told.cards);
        let before = place.checked_sub(1).map(|place| &told.points[place]);
        let change = before.and_then(|before| change(each(before, told.cards), price));
        let row = view! {
            <tr data-day=point.observed.text()>
                <th scope="row" class="nw">{point.observed.text()}</th>
                <td class="num">{format::exact_money(price)}</td>
                <td class="num dim">{change}</td>
                <td><span class="xs">{origin(locale, point.origin)}</span></td>
                <td class="xs">{crate::shell::source_words(&point.source_url, locale)}</td>
            </tr>
        };
        rows.push((point.observed.date, row.into_any()));
    }
    for (from, to) in gaps {
        let text = td_string!(
            locale,
            offer.h_unchecked,
            from = from.to_string(),
            to = to.to_string()
        );
        let row = view! { <tr class="gap"><td colspan="5" class="dim xs">{text}</td></tr> };
        rows.push((from, row.into_any()));
    }
    // A gap begins after the sighting it follows, so that of one day the gap is the later.
    rows.sort_by_key(|(day, _)| *day);
    let rows: Vec<AnyView> = rows.into_iter().rev().map(|(_, row)| row).collect();
    let label = td_string!(locale, offer.h_table);
    view! {
        <div class="tw bare square past" tabindex="0" role="region" aria-label=label>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{td_string!(locale, offer.h_day)}</th>
                        <th scope="col" class="num">{td_string!(locale, offer.h_price)}</th>
                        <th scope="col" class="num">{td_string!(locale, offer.h_change)}</th>
                        <th scope="col">{td_string!(locale, offer.h_origin)}</th>
                        <th scope="col">{td_string!(locale, common.source)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn origin(locale: Locale, origin: Origin) -> &'static str {
    match origin {
        Origin::Current => td_string!(locale, offer.h_current),
        Origin::Former => td_string!(locale, offer.h_former),
        Origin::Collected => td_string!(locale, offer.h_collected),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percents_have_a_true_sign_and_one_decimal() {
        for (tenths, text) in [
            (31, "+3.1%"),
            (-12, "\u{2212}1.2%"),
            (0, "±0.0%"),
            (123_456, "+12,345.6%"),
            (-5, "\u{2212}0.5%"),
        ] {
            assert_eq!(percent(tenths), text);
        }
    }

    #[test]
    fn ticks_are_few_and_within_the_time() {
        let day = |text: &str| text.parse::<NaiveDate>().unwrap();
        let today = day("2026-11-30");
        let short = ticks(Some(day("2026-11-04")), today);
        assert_eq!(short[0].1, "11-04");
        assert_eq!(short[1].1, "11-30");
        let long = ticks(Some(day("2024-01-15")), today);
        assert!(long.len() <= 6 && long[0].0 == day("2024-02-01"));
        assert!(long.iter().all(|(day, _)| *day <= today));
        assert!(ticks(None, today).is_empty());
    }
}
