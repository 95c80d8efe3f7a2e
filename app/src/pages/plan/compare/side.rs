//! One plan's panel: its answer, its week, its hours.
use super::Plan;
use super::figure::Figure;
use crate::components::{self, comma, notices, stamp};
use crate::format;
use crate::frame::Frame;
use crate::pages::plan::answer::{billed, money, plan_address, platform, use_words};
use crate::pages::plan::painter;
use crate::text::td_string;
use domain::quote::{Answer, AnswerRow};
use leptos::prelude::*;

/// The panel of one plan.
pub(super) fn panel(frame: &Frame, name: &'static str, plan: &Plan) -> AnyView {
    let locale = frame.locale;
    let answer = &plan.answer;
    let link = match &plan.slug {
        Some(slug) => frame.link(&format!("/p/{slug}")),
        None => plan_address(frame, answer),
    };
    let made = if plan.slug.is_some() {
        let rates = answer
            .rates
            .iter()
            .map(components::dated_rate)
            .collect_view();
        let saved = td_string!(locale, compare.saved, revision = answer.revision);
        view! {
            <div class="made">
                <div class="seal"><span>{td_string!(locale, plan.prices_as_of)}</span><b>{answer.day.to_string()}</b>{rates}</div>
                <p class="xs dim">{saved}</p>
            </div>
        }
        .into_any()
    } else {
        view! { <p class="sm mut made">{td_string!(locale, compare.live)}{comma(locale)}{format::date(answer.day, locale)}</p> }.into_any()
    };
    let use_words = use_words(locale, answer);
    let best = match answer.ranked.first() {
        Some(row) => winner(frame, answer, row),
        None => view! { <p class="b">{td_string!(locale, compare.no_winner)}</p> }.into_any(),
    };
    let today = plan.slug.is_some().then(|| today(frame, plan));
    view! {
        <section class="panel side">
            <header><h2>{name}</h2><span class="end"><a href=link>{td_string!(locale, compare.open)}</a></span></header>
            <div class="bd">
                {made}
                {best}
                <p class="sm mut">{use_words}</p>
                {today}
                {notices(locale, &plan.notices)}
                {painter::small(locale, &plan.scenario.week)}
                {painter::totals(locale, &plan.scenario.week)}
            </div>
        </section>
    }
    .into_any()
}

fn winner(frame: &Frame, answer: &Answer, row: &AnswerRow) -> AnyView {
    let locale = frame.locale;
    let converted = row.price_per_hour.currency != answer.currency;
    let figure = Figure::Money {
        low: row.low,
        high: row.high,
        currency: answer.currency,
    };
    let listed = converted.then(|| {
        let amount = money(row.listed_low, row.price_per_hour.currency);
        td_string!(locale, plan.as_listed, amount = amount)
    });
    let count = if row.gpu_count > 1 {
        format!("{} × ", row.gpu_count)
    } else {
        String::new()
    };
    let title = format!(
        "{} {count}{}{}{}",
        platform(locale, row),
        crate::components::card_words(locale, &row.gpu_name),
        comma(locale),
        billed(locale, row)
    );
    let freshness = frame.limits.judge(row.kind, row.observed, answer.day);
    view! {
        <p class="answer">
            <span class="fig" data-total=row.low.to_string()>{converted.then(|| view! { <small>"≈ "</small> })}{figure.shown(frame)}</span>
            " "<span class="mut">{td_string!(locale, plan.for_days, days = answer.days)}{listed}</span>
        </p>
        <p><b>{title}</b>" "{stamp(frame, row.observed, freshness, &row.source_url)}</p>
    }
    .into_any()
}

/// What a saved plan costs now, in the visitor's currency.
fn today(frame: &Frame, plan: &Plan) -> AnyView {
    let locale = frame.locale;
    let row = plan
        .today
        .as_ref()
        .and_then(|t| Some((t, t.ranked.first()?)));
    let text = match row {
        None => td_string!(locale, compare.cannot_today).to_owned(),
        Some((answer, row)) => {
            let figure = Figure::Money {
                low: row.low,
                high: row.high,
                currency: answer.currency,
            };
            let name = format!(
                "{} {}",
                platform(locale, row),
                crate::components::card_words(locale, &row.gpu_name)
            );
            let shown = figure.shown(frame);
            td_string!(locale, compare.today_too, amount = shown, name = name)
        }
    };
    view! { <p class="sm">{text}</p> }.into_any()
}
