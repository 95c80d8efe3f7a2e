//! Every offer's total, cheapest first; then the open ones; then what was left out.
use super::answer::{asked, billed, caution, money, plain, platform};
use super::{lines, print};
use crate::components::{Cell, glyph, stamp, tier_of};
use crate::figures;
use crate::frame::Frame;
use crate::text::td_string;
use domain::catalog::{Freshness, PriceKind};
use domain::pricing::LineKind;
use domain::quote::{Answer, AnswerRow, Caution, Exclusion, NoGpuUse, OWN_SOURCE};
use domain::scenario::own::OTHER;
use domain::units::Decimal;
use leptos::prelude::*;
use std::collections::HashMap;

/// Today's totals of the same offers, by number: lower and upper end in the answer's currency.
pub type Today = HashMap<i64, (Decimal, Option<Decimal>)>;

/// The ranking; with `today` a second column says what the same costs now.
pub fn panel(frame: &Frame, answer: &Answer, today: Option<&Today>) -> AnyView {
    let locale = frame.locale;
    let widest = answer
        .ranked
        .iter()
        .filter_map(|row| row.high)
        .max()
        .unwrap_or_default();
    let widest = answer
        .floors
        .iter()
        .map(|row| row.low)
        .max()
        .map_or(widest, |floor| floor.max(widest));
    let best = answer.ranked.first().and_then(|row| row.high);
    let ranked = answer
        .ranked
        .iter()
        .enumerate()
        .map(|(place, row)| ranked_row(frame, answer, row, place, widest, best, today))
        .collect_view();
    let floors = (!answer.floors.is_empty()).then(|| {
        let rows = answer
            .floors
            .iter()
            .map(|row| floor_row(frame, answer, row, widest, today))
            .collect_view();
        view! { {floors_head(frame, today.is_some())}{rows} }
    });
    let key = |class: &'static str, word: &'static str| view! { <span class="key"><i class=class></i>{word}</span> };
    let sign = answer.currency.sign().trim().to_owned();
    let title = td_string!(locale, plan.ranked_title, days = answer.days);
    let then = today
        .is_some()
        .then(|| view! { <th scope="col" class="num">{td_string!(locale, plan.today)}</th> });
    let total = if today.is_some() {
        answer.day.to_string()
    } else {
        format!("{} {sign}", td_string!(locale, plan.total))
    };
    view! {
        <section class="panel">
            <header>
                <h2>{title}</h2>
                <span class="end">{td_string!(locale, plan.ranked_note, sign = sign)}</span>
                <p>{td_string!(locale, plan.counts, ranked = answer.ranked_count, floors = answer.floors_count)}{excluded(frame, answer)}</p>
                {print::rows_note(frame, answer)}
            </header>
            <div class="bd flush">
                <span inner_html=lines::PATTERNS></span>
                <div class="keys padded">
                    {key("sw k-c", td_string!(locale, plan.l_gpu))}
                    {key("sw k-n", td_string!(locale, plan.l_no_gpu))}
                    {key("sw k-s", td_string!(locale, plan.l_storage))}
                    {key("sw k-t", td_string!(locale, plan.traffic))}
                    {key("sw k-i", td_string!(locale, plan.idle))}
                </div>
                <div class="tw bare square" tabindex="0" role="region" aria-label=td_string!(locale, plan.ranking)>
                    <table class="rank">
                        <thead><tr>
                            <th scope="col"><span class="vh">{td_string!(locale, plan.rank)}</span></th>
                            <th scope="col">{td_string!(locale, plan.platform_tier)}</th>
                            <th scope="col">{td_string!(locale, plan.where_money_goes)}</th>
                            <th scope="col" class="num">{total}</th>
                            {then}
                            <th scope="col">{td_string!(locale, common.checked)}</th>
                        </tr></thead>
                        <tbody>{ranked}{floors}</tbody>
                    </table>
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// The row above the open bills.
pub(super) fn floors_head(frame: &Frame, with_today: bool) -> AnyView {
    let locale = frame.locale;
    view! {
        <tr class="grp"><th colspan=if with_today { "6" } else { "5" } scope="rowgroup"><div class="gl"><b>{td_string!(locale, plan.not_ranked)}</b><span>{td_string!(locale, plan.not_ranked_why)}</span></div></th></tr>
    }
    .into_any()
}

/// A ranked row before anything is known of its place and bill; the painter fills these in.
pub(super) fn blank_row(frame: &Frame, answer: &Answer, row: &AnswerRow) -> AnyView {
    let widest = row.low;
    ranked_row(frame, answer, row, 1, widest, row.high, None)
}

fn excluded(frame: &Frame, answer: &Answer) -> Option<String> {
    let locale = frame.locale;
    let parts: Vec<String> = answer
        .excluded
        .iter()
        .map(|(reason, count)| match reason {
            Exclusion::Stale => td_string!(locale, plan.e_stale, count = *count),
            Exclusion::Slice => td_string!(locale, plan.e_slice, count = *count),
            Exclusion::OtherCount => td_string!(locale, plan.e_count, count = *count),
            Exclusion::Spot => td_string!(locale, plan.e_spot, count = *count),
            Exclusion::NoRate => td_string!(locale, plan.e_rate, count = *count),
        })
        .collect();
    (!parts.is_empty()).then(|| td_string!(locale, plan.left_out, list = parts.join("; ")))
}

/// The one thing worth saying about a row.
fn remark(frame: &Frame, row: &AnswerRow) -> String {
    let locale = frame.locale;
    if !row.ask.is_empty() {
        return td_string!(locale, plan.unknown_facts, facts = asked(locale, row));
    }
    let first = row.cautions.first().copied();
    match (row.no_gpu, first) {
        (_, Some(c @ (Caution::Releases(_) | Caution::FullPriceStopped))) => caution(locale, c),
        (NoGpuUse::GpuLeftOn, _) => td_string!(locale, plan.r_left_on).to_owned(),
        (NoGpuUse::MachineStopped, _) => td_string!(locale, plan.r_stopped).to_owned(),
        (_, Some(c)) => caution(locale, c),
        (NoGpuUse::Prepaid, None) => td_string!(locale, plan.r_prepaid).to_owned(),
        _ => String::new(),
    }
}

fn name_cell(frame: &Frame, row: &AnswerRow) -> impl IntoView + use<> {
    let locale = frame.locale;
    let count = if row.gpu_count > 1 {
        format!("{} × ", row.gpu_count)
    } else {
        String::new()
    };
    let tier = tier_of(locale, row.instance_type.as_deref(), row.region.as_deref());
    let tier = if tier.is_empty() {
        String::new()
    } else {
        format!(" · {tier}")
    };
    let spot = (row.kind == PriceKind::Spot)
        .then(|| view! { <span class="tag warn">{td_string!(locale, common.kind_spot)}</span> });
    let mine = if row.source_url == OWN_SOURCE {
        Some(td_string!(locale, insight.yours))
    } else if row
        .lines
        .iter()
        .any(|(kind, _)| *kind == LineKind::Discount)
    {
        Some(td_string!(locale, insight.your_discount))
    } else {
        None
    };
    let mine = mine.map(|word| view! { " "<span class="tag">{word}</span> });
    let name = if row.platform == OTHER {
        view! { <span class="name">{platform(locale, row)}</span> }.into_any()
    } else {
        let href = frame.link(&format!("/platforms/{}", row.platform));
        view! { <a class="name" href=href>{platform(locale, row)}</a> }.into_any()
    };
    view! {
        {name}{mine}
        <span class="l2">{format!("{count}{} · {}{tier}", crate::components::card_words(locale, &row.gpu_name), billed(locale, row))}{spot}</span>
    }
}

fn freshness(frame: &Frame, answer: &Answer, row: &AnswerRow) -> Freshness {
    frame.limits.judge(row.kind, row.observed, answer.day)
}

fn today_cell(
    frame: &Frame,
    answer: &Answer,
    row: &AnswerRow,
    today: Option<&Today>,
) -> Option<AnyView> {
    let locale = frame.locale;
    let today = today?;
    let label = td_string!(locale, plan.today);
    let (then, cell) = (row.high.unwrap_or(row.low), today.get(&row.offer));
    Some(match cell {
        None => view! { <td class="num amt" data-l=label>{td_string!(locale, plan.gone)}</td> }
            .into_any(),
        Some((low, high)) => {
            let now = high.unwrap_or(*low);
            let floor = if high.is_none() { "≥ " } else { "" };
            view! { <td class="num amt" data-l=label><span>{floor}{plain(now, answer.currency)}</span><span class="l2">{change(frame, then, now)}</span></td> }.into_any()
        }
    })
}

/// `+3.1%`, `−1.2%`, or "unchanged".
pub(super) fn change(frame: &Frame, then: Decimal, now: Decimal) -> String {
    if then == now || then.is_zero() {
        return td_string!(frame.locale, plan.unchanged).to_owned();
    }
    let tenths =
        domain::units::div_round_half_up((now.nanos() - then.nanos()) * 1000, then.nanos())
            .unwrap_or_default();
    let sign = if tenths < 0 { "\u{2212}" } else { "+" };
    format!("{sign}{}.{}%", tenths.abs() / 10, tenths.abs() % 10)
}

#[allow(clippy::too_many_arguments)] // a row of the table with its place in it
fn ranked_row(
    frame: &Frame,
    answer: &Answer,
    row: &AnswerRow,
    place: usize,
    widest: Decimal,
    best: Option<Decimal>,
    today: Option<&Today>,
) -> AnyView {
    let locale = frame.locale;
    let high = row.high.unwrap_or(row.low);
    let figure = figures::range(row.low, row.high, answer.currency);
    let below = match best {
        Some(best) if place > 0 => format!(
            "+{}",
            plain(
                Decimal::from_nanos(high.nanos() - best.nanos()),
                answer.currency
            )
        ),
        _ => td_string!(locale, plan.lowest).to_owned(),
    };
    let listed = (row.price_per_hour.currency != answer.currency).then(|| {
        let amount = row.listed_high.unwrap_or(row.listed_low);
        view! { <span class="l2">{money(amount, row.price_per_hour.currency)}</span> }
    });
    let class = if place == 0 { "best ranked" } else { "ranked" };
    view! {
        <tr class=class data-offer=row.offer.to_string()>
            <td class="num dim">{(place + 1).to_string()}</td>
            <th scope="row">{name_cell(frame, row)}</th>
            <td class="bar"><span inner_html=lines::bar(row, widest)></span><span class="l2">{remark(frame, row)}</span></td>
            <td class="num amt"><span class="price">{figure}</span><span class="l2">{below}</span>{listed}</td>
            {today_cell(frame, answer, row, today)}
            <td class="ck">{stamp(frame, row.observed, freshness(frame, answer, row), &row.source_url)}</td>
        </tr>
    }
    .into_any()
}

fn floor_row(
    frame: &Frame,
    answer: &Answer,
    row: &AnswerRow,
    widest: Decimal,
    today: Option<&Today>,
) -> AnyView {
    view! {
        <tr class="floor" data-offer=row.offer.to_string()>
            <td class="num">{glyph(Cell::Unknown)}</td>
            <th scope="row">{name_cell(frame, row)}</th>
            <td class="bar"><span inner_html=lines::bar(row, widest)></span><span class="l2">{remark(frame, row)}</span></td>
            <td class="num amt"><span class="price floor">{format!("≥ {}", plain(row.low, answer.currency))}</span><span class="l2">{td_string!(frame.locale, plan.floor_only)}</span></td>
            {today_cell(frame, answer, row, today)}
            <td class="ck">{stamp(frame, row.observed, freshness(frame, answer, row), &row.source_url)}</td>
        </tr>
    }
    .into_any()
}
