//! The table of what differs, then of what is the same.
use super::figure::Figure;
use super::{Plan, assumptions, names};
use crate::components::tier_of;
use crate::format;
use crate::frame::Frame;
use crate::pages::plan::answer::{billed, platform};
use crate::text::td_string;
use domain::quote::{Answer, AnswerRow};
use domain::units::{Decimal, div_round_half_up};
use leptos::prelude::*;

/// One row: a word for files, a name for people, and both sides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// In the file.
    pub key: String,
    /// On the page.
    pub label: String,
    /// Plan A.
    pub a: Figure,
    /// Plan B.
    pub b: Figure,
}

impl Difference {
    /// True when both sides say the same.
    pub fn is_same(&self) -> bool {
        self.a == self.b
    }
}

/// All rows in their natural order: what it costs, who, how long, what was assumed.
pub fn rows(frame: &Frame, a: &Plan, b: &Plan) -> Vec<Difference> {
    let locale = frame.locale;
    let mut rows = Vec::new();
    let mut put = |key: &str, label: &str, a: Figure, b: Figure| {
        rows.push(Difference {
            key: key.to_owned(),
            label: label.to_owned(),
            a,
            b,
        });
    };
    let (one, two) = (&*a.answer, &*b.answer);
    let of = |make: fn(&Frame, &Answer) -> Figure| (make(frame, one), make(frame, two));
    let today = |make: fn(&Frame, &Answer) -> Figure| {
        let side = |plan: &Plan| {
            plan.today
                .as_deref()
                .map_or(Figure::None, |t| make(frame, t))
        };
        (side(a), side(b))
    };
    let any_saved = a.slug.is_some() || b.slug.is_some();
    let mut pair = |key: &str, label: &str, (a, b): (Figure, Figure)| put(key, label, a, b);
    pair("total", td_string!(locale, compare.r_total), of(total));
    pair(
        "total_listed",
        td_string!(locale, compare.r_listed),
        of(listed),
    );
    if any_saved {
        pair(
            "total_today",
            td_string!(locale, compare.r_today),
            today(total),
        );
        pair(
            "total_listed_today",
            td_string!(locale, compare.r_listed_today),
            today(listed),
        );
    }
    pair(
        "per_day",
        td_string!(locale, compare.r_per_day),
        of(per_day),
    );
    pair(
        "per_gpu_hour",
        td_string!(locale, compare.r_per_hour),
        of(per_hour),
    );
    pair("offer", td_string!(locale, compare.r_winner), of(winner));
    if any_saved {
        pair(
            "offer_today",
            td_string!(locale, compare.r_winner_today),
            today(winner),
        );
    }
    pair("gpu", td_string!(locale, compare.r_card), of(card));
    pair("billed", td_string!(locale, compare.r_billed), of(how));
    pair(
        "gpu_s",
        td_string!(locale, compare.r_gpu_hours),
        of(|_, x| Figure::Seconds(x.gpu_s)),
    );
    pair(
        "no_gpu_s",
        td_string!(locale, compare.r_no_gpu_hours),
        of(|_, x| Figure::Seconds(x.no_gpu_s)),
    );
    pair("starts", td_string!(locale, compare.r_starts), of(starts));
    pair(
        "from",
        td_string!(locale, compare.r_from),
        of(|f, x| Figure::Words(format::date(x.from, f.locale))),
    );
    pair(
        "days",
        td_string!(locale, compare.r_days),
        of(|_, x| Figure::Count(u64::from(x.days))),
    );
    pair(
        "prices_of",
        td_string!(locale, compare.r_day),
        of(|f, x| Figure::Words(format::date(x.day, f.locale))),
    );
    let ranked =
        |_: &Frame, x: &Answer| Figure::Count(u64::try_from(x.ranked_count).unwrap_or(u64::MAX));
    pair("ranked", td_string!(locale, compare.r_ranked), of(ranked));
    for name in assumptions::names(&a.scenario, &b.scenario) {
        let figure = |plan: &Plan| assumptions::figure(frame, plan, &name);
        let label = assumptions::label(frame, &name);
        pair(&name, &label, (figure(a), figure(b)));
    }
    rows
}

fn best(answer: &Answer) -> Option<&AnswerRow> {
    answer.ranked.first()
}

fn total(_: &Frame, answer: &Answer) -> Figure {
    best(answer).map_or(Figure::None, |row| Figure::Money {
        low: row.low,
        high: row.high,
        currency: answer.currency,
    })
}

fn listed(_: &Frame, answer: &Answer) -> Figure {
    best(answer).map_or(Figure::None, |row| Figure::Money {
        low: row.listed_low,
        high: row.listed_high,
        currency: row.price_per_hour.currency,
    })
}

/// The total spread over something: `nanos × times ÷ over`, both ends.
fn spread(answer: &Answer, times: i128, over: u64) -> Figure {
    let part = |amount: Decimal| {
        let nanos = amount.nanos().checked_mul(times)?;
        div_round_half_up(nanos, i128::from(over)).map(Decimal::from_nanos)
    };
    best(answer)
        .filter(|_| over > 0)
        .and_then(|row| {
            Some(Figure::Money {
                low: part(row.low)?,
                high: row.high.and_then(part),
                currency: answer.currency,
            })
        })
        .unwrap_or(Figure::None)
}

fn per_day(_: &Frame, answer: &Answer) -> Figure {
    spread(answer, 1, u64::from(answer.days))
}

fn per_hour(_: &Frame, answer: &Answer) -> Figure {
    spread(answer, 3600, answer.gpu_s)
}

fn winner(frame: &Frame, answer: &Answer) -> Figure {
    best(answer).map_or(Figure::None, |row| {
        let tier = match &row.instance_type {
            Some(machine) => tier_of(frame.locale, Some(machine), None),
            None => tier_of(frame.locale, None, row.region.as_deref()),
        };
        let tier = if tier.is_empty() {
            tier
        } else {
            format!(" · {tier}")
        };
        Figure::Words(format!("{}{tier}", platform(frame.locale, row)))
    })
}

fn card(frame: &Frame, answer: &Answer) -> Figure {
    best(answer).map_or(Figure::None, |row| {
        let name = crate::components::card_words(frame.locale, &row.gpu_name);
        Figure::Words(if row.gpu_count > 1 {
            format!("{} × {name}", row.gpu_count)
        } else {
            name
        })
    })
}

fn how(frame: &Frame, answer: &Answer) -> Figure {
    best(answer).map_or(Figure::None, |row| Figure::Words(billed(frame.locale, row)))
}

fn starts(_: &Frame, answer: &Answer) -> Figure {
    best(answer).map_or(Figure::None, |row| Figure::Count(row.starts))
}

/// The table: differences first, then what is the same.
pub(super) fn panel(frame: &Frame, a: &Plan, b: &Plan) -> AnyView {
    let locale = frame.locale;
    let (name_a, name_b) = names(locale);
    let (same, differ): (Vec<_>, Vec<_>) =
        rows(frame, a, b).into_iter().partition(Difference::is_same);
    // On paper one line says what is the same.
    let both: Vec<String> = same
        .iter()
        .map(|row| format!("{} {}", row.label, row.a.shown(frame)))
        .collect();
    let both = (!both.is_empty()).then(|| {
        let label = td_string!(locale, compare.alike);
        view! { <p class="print-only panel-foot"><b>{label}</b>" "{both.join(" · ")}</p> }
    });
    let group = |class: &'static str, label: &'static str, rows: Vec<Difference>| {
        (!rows.is_empty()).then(|| {
            let rows = rows
                .into_iter()
                .map(|row| self::row(frame, row))
                .collect_view();
            view! {
                <tbody class=class>
                    <tr class="grp"><th colspan="4" scope="rowgroup">{label}</th></tr>
                    {rows}
                </tbody>
            }
        })
    };
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, compare.differences)}</h2></header>
            <div class="bd flush">
                <table class="versus">
                    <thead><tr>
                        <th scope="col">{td_string!(locale, compare.what)}</th>
                        <th scope="col" class="num">{name_a}</th>
                        <th scope="col" class="num">{name_b}</th>
                        <th scope="col" class="num">{td_string!(locale, compare.difference)}</th>
                    </tr></thead>
                    {group("differing", td_string!(locale, compare.differs), differ)}
                    {group("same no-print", td_string!(locale, compare.alike), same)}
                </table>
                {both}
            </div>
        </section>
    }
    .into_any()
}

fn row(frame: &Frame, row: Difference) -> AnyView {
    let difference = row.a.difference(&row.b, frame);
    let class = if row.is_same() { "alike" } else { "differs" };
    view! {
        <tr class=class data-row=row.key>
            <th scope="row">{row.label}</th>
            <td class=row.a.class()>{row.a.shown(frame)}</td>
            <td class=row.b.class()>{row.b.shown(frame)}</td>
            <td class="num mut">{difference}</td>
        </tr>
    }
    .into_any()
}
