//! The cheapest offer of each plan, line by line.
use super::figure::Figure;
use super::{Plan, names};
use crate::format;
use crate::frame::Frame;
use crate::pages::plan::lines::name;
use crate::text::td_string;
use domain::pricing::LineKind;
use domain::quote::{Answer, AnswerRow};
use domain::units::{Currency, Decimal, FxRate, Money};
use leptos::prelude::*;

/// One line of both bills.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinePair {
    /// What it is for; `None` is the sum.
    pub kind: Option<LineKind>,
    /// Plan A's amount.
    pub a: Figure,
    /// Plan B's amount.
    pub b: Figure,
}

/// In which money the lines stand.
#[derive(Clone, Debug, PartialEq)]
pub enum Basis {
    /// Both as listed, in one currency.
    Listed(Currency),
    /// Both converted into the answers' currency, with the rates used.
    Converted(Currency, Vec<FxRate>),
    /// Each as listed, in two currencies: not compared.
    Apart,
}

/// Lines of both cheapest offers, and in which money; `None` when a plan has no ranked offer.
pub fn pairs(a: &Plan, b: &Plan) -> Option<(Basis, Vec<LinePair>)> {
    let (one, two) = (a.answer.ranked.first()?, b.answer.ranked.first()?);
    let basis = basis((&a.answer, one), (&b.answer, two));
    let figure = |answer: &Answer, row: &AnswerRow, amount: Decimal| {
        let own = row.price_per_hour.currency;
        match &basis {
            Basis::Converted(currency, _) if own != *currency => rate(answer, row)
                .and_then(|r| r.convert(Money::from_decimal(amount, own).ok()?))
                .map_or(Figure::None, |m| Figure::exact(m.amount(), m.currency)),
            _ => Figure::exact(amount, own),
        }
    };
    // A line that a bill does not have costs nothing.
    let of = |answer: &Answer, row: &AnswerRow, kind: LineKind| {
        let line = row.lines.iter().find(|(known, _)| *known == kind);
        figure(
            answer,
            row,
            line.map_or(Decimal::ZERO, |(_, amount)| *amount),
        )
    };
    let mut lines: Vec<LinePair> = LineKind::ALL
        .into_iter()
        .filter(|kind| one.lines.iter().chain(&two.lines).any(|(k, _)| k == kind))
        .map(|kind| LinePair {
            kind: Some(kind),
            a: of(&a.answer, one, kind),
            b: of(&b.answer, two, kind),
        })
        .collect();
    lines.push(LinePair {
        kind: None,
        a: figure(&a.answer, one, one.listed_low),
        b: figure(&b.answer, two, two.listed_low),
    });
    Some((basis, lines))
}

fn rate(answer: &Answer, row: &AnswerRow) -> Option<FxRate> {
    let own = row.price_per_hour.currency;
    let fits = |rate: &&FxRate| rate.base == own && rate.quote == answer.currency;
    answer.rates.iter().find(fits).cloned()
}

fn basis(a: (&Answer, &AnswerRow), b: (&Answer, &AnswerRow)) -> Basis {
    let own = |row: &AnswerRow| row.price_per_hour.currency;
    if own(a.1) == own(b.1) {
        return Basis::Listed(own(a.1));
    }
    if a.0.currency != b.0.currency {
        return Basis::Apart;
    }
    let mut rates: Vec<FxRate> = Vec::new();
    for (answer, row) in [a, b] {
        if own(row) != answer.currency {
            match rate(answer, row) {
                Some(rate) => rates.push(rate),
                None => return Basis::Apart,
            }
        }
    }
    Basis::Converted(a.0.currency, rates)
}

/// The table.
pub(super) fn panel(frame: &Frame, a: &Plan, b: &Plan) -> Option<AnyView> {
    let locale = frame.locale;
    let (basis, lines) = pairs(a, b)?;
    let (name_a, name_b) = names(locale);
    let (one, two) = (a.answer.ranked.first()?, b.answer.ranked.first()?);
    let note = match &basis {
        Basis::Listed(currency) => {
            td_string!(
                locale,
                compare.lines_listed,
                currency = currency.to_string()
            )
        }
        Basis::Converted(currency, rates) => {
            let rates: Vec<String> = rates
                .iter()
                .map(|rate| format!("{}, {}", format::rate(rate).short, rate.date))
                .collect();
            td_string!(
                locale,
                compare.lines_converted,
                currency = currency.to_string(),
                rates = rates.join("; ")
            )
        }
        Basis::Apart => td_string!(locale, compare.lines_apart).to_owned(),
    };
    let rows = lines
        .into_iter()
        .map(|line| {
            let label = match line.kind {
                None => td_string!(locale, compare.sum).to_owned(),
                Some(kind) => {
                    let has = |row: &AnswerRow| row.lines.iter().any(|(k, _)| *k == kind);
                    // Hours without a GPU may be a mode on one side and an idle GPU on the other.
                    let mut words: Vec<&str> = [one, two]
                        .into_iter()
                        .filter(|row| has(row))
                        .map(|row| name(frame, row, kind))
                        .collect();
                    words.dedup();
                    words.join(" / ")
                }
            };
            let difference = line.a.difference(&line.b, frame);
            let class = if line.kind.is_none() {
                "differs b"
            } else {
                "differs"
            };
            view! {
                <tr class=class>
                    <th scope="row">{label}</th>
                    <td class="num">{line.a.shown(frame)}</td>
                    <td class="num">{line.b.shown(frame)}</td>
                    <td class="num mut">{difference}</td>
                </tr>
            }
        })
        .collect_view();
    Some(
        view! {
            <section class="panel half">
                <header><h2>{td_string!(locale, compare.lines_title)}</h2><p>{note}</p></header>
                <div class="bd flush">
                    <table class="versus">
                        <thead><tr>
                            <th scope="col">{td_string!(locale, compare.line)}</th>
                            <th scope="col" class="num">{name_a}</th>
                            <th scope="col" class="num">{name_b}</th>
                            <th scope="col" class="num">{td_string!(locale, compare.difference)}</th>
                        </tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
            </section>
        }
        .into_any(),
    )
}
