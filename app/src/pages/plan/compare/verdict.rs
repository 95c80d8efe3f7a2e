//! Which of the two is cheaper, in words, and what makes the comparison lame.
use super::figure::{Figure, hours};
use super::{Plan, names};
use crate::components::{Cell, glyph};
use crate::format;
use crate::frame::Frame;
use crate::pages::plan::{answer, ranking};
use crate::text::td_string;
use domain::quote::{Answer, AnswerRow};
use leptos::prelude::*;

/// The two best rows, when they may be compared.
fn comparable<'a>(a: &'a Answer, b: &'a Answer) -> Option<(&'a AnswerRow, &'a AnswerRow)> {
    let rows = (a.ranked.first()?, b.ranked.first()?);
    (a.currency == b.currency).then_some(rows)
}

/// "Plan B is cheaper by …", for two rows in one currency.
fn sentence(frame: &Frame, answer: &Answer, a: &AnswerRow, b: &AnswerRow) -> Option<String> {
    let locale = frame.locale;
    let (one, two) = (a.high?, b.high?);
    let money =
        |nanos: i128| answer::money(domain::units::Decimal::from_nanos(nanos), answer.currency);
    if one == two {
        return Some(td_string!(
            locale,
            compare.same_cost,
            amount = money(one.nanos())
        ));
    }
    let (name_a, name_b) = names(locale);
    let (name, dear, cheap) = if one < two {
        (name_a, two, one)
    } else {
        (name_b, one, two)
    };
    Some(td_string!(
        locale,
        compare.cheaper,
        name = name,
        amount = money(dear.nanos() - cheap.nanos()),
        percent = ranking::change(frame, dear, cheap)
    ))
}

/// The verdict: with the prices shown, and where a saved answer takes part, with today's.
pub(crate) fn sentences(frame: &Frame, a: &Plan, b: &Plan) -> Vec<String> {
    let locale = frame.locale;
    let (one, two) = (&a.answer, &b.answer);
    let mut out = Vec::new();
    let apart = one.day != two.day || (a.slug.is_some() && one.day != frame.today());
    if let Some(text) = comparable(one, two).and_then(|(x, y)| sentence(frame, one, x, y)) {
        out.push(if apart {
            let dates = td_string!(
                locale,
                compare.with_dates,
                a = format::date(one.day, locale),
                b = format::date(two.day, locale)
            );
            format!("{dates} {text}")
        } else {
            text
        });
    }
    let today = a.today.as_ref().zip(b.today.as_ref()).filter(|_| {
        let same = one.day == frame.today() && two.day == frame.today();
        !same || one.currency != two.currency || one.currency != frame.currency
    });
    if let Some((x, y)) = today
        && let Some(text) = comparable(x, y).and_then(|(p, q)| sentence(frame, x, p, q))
    {
        out.push(format!("{} {text}", td_string!(locale, compare.with_today)));
    }
    if out.is_empty() {
        let (name_a, name_b) = names(locale);
        let none: Vec<&str> = [(name_a, one), (name_b, two)]
            .into_iter()
            .filter(|(_, answer)| answer.ranked.is_empty())
            .map(|(name, _)| name)
            .collect();
        let none = none.join(td_string!(locale, compare.and));
        if !none.is_empty() {
            out.push(td_string!(locale, compare.no_total, names = none));
        }
    }
    out
}

/// What a reader must know before believing the difference.
fn cautions(frame: &Frame, a: &Plan, b: &Plan) -> Vec<String> {
    let locale = frame.locale;
    let (one, two) = (&a.answer, &b.answer);
    let date = |answer: &Answer| format::date(answer.day, locale);
    let mut out = Vec::new();
    if one.currency != two.currency {
        out.push(td_string!(
            locale,
            compare.currencies_differ,
            a = one.currency.to_string(),
            b = two.currency.to_string(),
            currency = frame.currency.to_string()
        ));
    }
    if one.day != two.day {
        out.push(td_string!(
            locale,
            compare.days_differ,
            a = date(one),
            b = date(two)
        ));
    }
    if one.days != two.days {
        out.push(td_string!(
            locale,
            compare.lengths_differ,
            a = one.days,
            b = two.days
        ));
    } else if one.gpu_s != two.gpu_s {
        out.push(td_string!(
            locale,
            compare.hours_differ,
            a = hours(one.gpu_s),
            b = hours(two.gpu_s)
        ));
    }
    if let Some((x, y)) = comparable(one, two)
        && !(x.is_exact() && y.is_exact())
    {
        out.push(td_string!(locale, compare.upper).to_owned());
        // The cheaper one's upper end above the dearer one's lower end.
        let meets = |p: &AnswerRow, q: &AnswerRow| p.high.is_none_or(|high| high >= q.low);
        if meets(x, y) && meets(y, x) {
            out.push(td_string!(locale, compare.overlap).to_owned());
        }
    }
    out
}

/// The panel under the two plans.
pub(super) fn panel(frame: &Frame, a: &Plan, b: &Plan, actions: AnyView) -> AnyView {
    let verdict = sentences(frame, a, b)
        .into_iter()
        .map(|text| view! { <p class="b">{text}</p> })
        .collect_view();
    let total = comparable(&a.answer, &b.answer).and_then(|(x, y)| {
        let figure = |row: &AnswerRow| Figure::Money {
            low: row.low,
            high: row.high,
            currency: a.answer.currency,
        };
        figure(x).delta(&figure(y))
    });
    let cautions = cautions(frame, a, b);
    let note = (!cautions.is_empty()).then(|| {
        let lines = cautions
            .into_iter()
            .map(|text| view! { <li>{text}</li> })
            .collect_view();
        view! { <div class="note warn below">{glyph(Cell::Part)}<ul>{lines}</ul></div> }
    });
    view! {
        <section class="panel verdict">
            <div class="bd even" data-delta=total.map(|d| d.to_string())>{verdict}{note}</div>
            {actions}
        </section>
    }
    .into_any()
}
