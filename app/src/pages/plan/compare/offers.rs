//! Offers that stand in both answers: what each costs in one plan and in the other.
use super::figure::Figure;
use super::{Plan, names};
use crate::components::tier_of;
use crate::frame::Frame;
use crate::pages::plan::answer::{billed, platform};
use crate::text::td_string;
use domain::quote::{Answer, AnswerRow};
use leptos::prelude::*;

/// Rows on the page; the file has all.
const MOST_SHOWN: usize = 12;

/// One offer of both answers.
pub struct OfferPair<'a> {
    /// Its row in plan A.
    pub row: &'a AnswerRow,
    /// Plan A's total.
    pub a: Figure,
    /// Plan B's total.
    pub b: Figure,
}

/// Offers of both answers in the order of the first; none when the answers are in different currencies.
pub fn pairs<'a>(a: &'a Answer, b: &Answer) -> Vec<OfferPair<'a>> {
    if a.currency != b.currency {
        return Vec::new();
    }
    let figure = |row: &AnswerRow| Figure::Money {
        low: row.low,
        high: row.high,
        currency: a.currency,
    };
    let rows = |answer: &'a Answer| answer.ranked.iter().chain(&answer.floors);
    rows(a)
        .filter_map(|row| {
            let mut others = b.ranked.iter().chain(&b.floors);
            let other = others.find(|other| other.offer == row.offer)?;
            Some(OfferPair {
                row,
                a: figure(row),
                b: figure(other),
            })
        })
        .collect()
}

/// The table.
pub(super) fn panel(frame: &Frame, a: &Plan, b: &Plan) -> AnyView {
    let locale = frame.locale;
    let (name_a, name_b) = names(locale);
    let pairs = pairs(&a.answer, &b.answer);
    let note = if a.answer.currency != b.answer.currency {
        td_string!(locale, compare.offers_apart).to_owned()
    } else if pairs.is_empty() {
        td_string!(locale, compare.offers_none).to_owned()
    } else {
        td_string!(
            locale,
            compare.offers_note,
            shown = pairs.len().min(MOST_SHOWN),
            count = pairs.len()
        )
    };
    let rows: Vec<AnyView> = pairs
        .iter()
        .take(MOST_SHOWN)
        .map(|pair| row(frame, pair))
        .collect();
    let table = (!rows.is_empty()).then(|| {
        view! {
            <div class="bd flush">
                <table class="versus in-both">
                    <thead><tr>
                        <th scope="col">{td_string!(locale, compare.offer)}</th>
                        <th scope="col" class="num">{name_a}</th>
                        <th scope="col" class="num">{name_b}</th>
                        <th scope="col" class="num">{td_string!(locale, compare.difference)}</th>
                    </tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
        }
    });
    view! {
        <section class="panel half">
            <header><h2>{td_string!(locale, compare.offers_title)}</h2><p>{note}</p></header>
            {table}
        </section>
    }
    .into_any()
}

fn row(frame: &Frame, pair: &OfferPair) -> AnyView {
    let row = pair.row;
    let name = platform(frame.locale, row);
    let tier = match &row.instance_type {
        Some(machine) => tier_of(frame.locale, Some(machine), None),
        None => tier_of(frame.locale, None, row.region.as_deref()),
    };
    let tier = if tier.is_empty() {
        tier
    } else {
        format!(" · {tier}")
    };
    let about = format!(
        "{} · {}{tier}",
        crate::components::card_words(frame.locale, &row.gpu_name),
        billed(frame.locale, row)
    );
    let link = frame.link(&format!("/platforms/{}", row.platform));
    view! {
        <tr class="differs" data-offer=row.offer.to_string()>
            <th scope="row"><a class="name" href=link>{name}</a><span class="l2">{about}</span></th>
            <td class="num">{pair.a.shown(frame)}</td>
            <td class="num">{pair.b.shown(frame)}</td>
            <td class="num mut">{pair.a.difference(&pair.b, frame)}</td>
        </tr>
    }
    .into_any()
}
