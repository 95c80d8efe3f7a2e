//! `/p/{slug}`: a saved plan, with the prices it was made with; today's beside it.
use super::ranking::Today;
use super::{answer, assumptions, compare, painter, print, ranking};
use crate::components::{self, comma, stamp};
use crate::format;
use crate::frame::Frame;
use crate::islands::copy_button::CopyButton;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::Freshness;
use domain::quote::{Answer, AnswerRow};
use domain::scenario::parse;
use leptos::prelude::*;
use std::sync::Arc;

/// Everything the page is made from.
#[derive(Clone)]
pub struct SharedPlan {
    /// The request.
    pub frame: Arc<Frame>,
    /// Name in the address.
    pub slug: String,
    /// The saved answer, shown as it was.
    pub answer: Arc<Answer>,
    /// The same scenario with today's prices, when it can still be billed.
    pub today: Option<Arc<Answer>>,
}

/// The whole page.
pub fn page(view: &SharedPlan) -> Document {
    let locale = view.frame.locale;
    let saved = &view.answer;
    let (scenario, _) = parse(&saved.scenario);
    let now: Option<Today> = view.today.as_ref().map(|t| {
        t.ranked
            .iter()
            .chain(&t.floors)
            .map(|row| (row.offer, (row.low, row.high)))
            .collect()
    });
    let rates = saved
        .rates
        .iter()
        .map(components::dated_rate)
        .collect_view();
    let url = view.frame.absolute(&format!("/p/{}", view.slug));
    let plan = answer::plan_address(&view.frame, saved);
    let csv = view.frame.link(&format!("/p/{}.csv", view.slug));
    let versus = compare::address("/plan/compare", &format!("p/{}", view.slug), "");
    let versus = view.frame.link(&versus);
    let title = td_string!(locale, plan.shared_title, days = saved.days);
    let body = view! {
        <article class="art">
            <div class="by">
                <div>
                    <p class="crumb">{td_string!(locale, plan.shared_crumb)}</p>
                    <h1>{title.clone()}</h1>
                    <p class="sm dim by-line">{td_string!(locale, plan.saved_on, date = format::date(saved.day, locale), revision = saved.revision)}</p>
                </div>
                <div class="frozen">
                    <div class="seal"><span>{td_string!(locale, plan.prices_as_of)}</span><b>{saved.day.to_string()}</b>{rates}</div>
                    <p class="xs dim">{td_string!(locale, plan.frozen)}</p>
                </div>
            </div>
            <section class="panel">
                {then_and_now(view)}
                <div class="acts">
                    <a class="btn pri" href=plan.clone()>{td_string!(locale, plan.with_today)}</a>
                    <a class="btn" href=plan>{td_string!(locale, plan.start_from_this)}</a>
                    <a class="btn" href=versus>{td_string!(locale, plan.compare_with_mine)}</a>
                    <a class="btn" href=csv download=format!("{}.csv", view.slug)>{td_string!(locale, common.csv)}</a>
                    <span class="end"><CopyButton><button class="btn" r#type="button" data-copy=url data-done=td_string!(locale, plan.copied)>{td_string!(locale, plan.copy_link)}</button></CopyButton>{print::button(&view.frame)}</span>
                </div>
            </section>
            <div class="halves split">
                <section class="panel">
                    <header><h2>{td_string!(locale, plan.how_used)}</h2></header>
                    <div class="bd">{painter::small(locale, &scenario.week)}{painter::totals(locale, &scenario.week)}</div>
                </section>
                <section class="panel">
                    <header><h2>{td_string!(locale, plan.assumed)}</h2></header>
                    <div class="bd">{assumptions::list(&view.frame, saved, &scenario)}{aged(view)}</div>
                </section>
            </div>
            <div class="panel-next">{ranking::panel(&view.frame, saved, now.as_ref())}</div>
            {print::foot(&view.frame, &format!("/p/{}", view.slug), print::rows(saved))}
        </article>
    };
    Document {
        description: answer::summary(&view.frame, saved),
        title,
        nav: Nav::Plan,
        islands: true,
        body: body.into_any(),
    }
}

fn then_and_now(view: &SharedPlan) -> AnyView {
    let locale = view.frame.locale;
    let saved = &view.answer;
    let Some(best) = saved.ranked.first() else {
        return view! { <div class="bd">{td_string!(locale, plan.none_ranked)}</div> }.into_any();
    };
    let then = answer::money(best.high.unwrap_or(best.low), saved.currency);
    let name = format!(
        "{} {}{}{}",
        answer::platform(locale, best),
        crate::components::card_words(locale, &best.gpu_name),
        comma(locale),
        answer::billed(locale, best)
    );
    let seen = stamp(
        &view.frame,
        best.observed,
        view.frame.limits.judge(best.kind, best.observed, saved.day),
        &best.source_url,
    );
    let now = match view.today.as_ref().and_then(|t| t.ranked.first()) {
        None => view! { <p>{td_string!(locale, plan.cannot_today)}</p> }.into_any(),
        Some(today) => {
            let amount = today.high.unwrap_or(today.low);
            let same = today.offer == best.offer;
            let words = if same {
                td_string!(locale, plan.still_lowest).to_owned()
            } else {
                td_string!(
                    locale,
                    plan.now_lowest,
                    name = format!(
                        "{} {}",
                        answer::platform(locale, today),
                        crate::components::card_words(locale, &today.gpu_name)
                    )
                )
            };
            let change = ranking::change(&view.frame, best.high.unwrap_or(best.low), amount);
            view! {
                <p class="answer"><span class="fig">{about(today, saved)}{answer::money(amount, saved.currency)}</span>" "<span class="mut">{listed(view, today)}</span>" "<b>{change}</b></p>
                <p class="mut">{words}</p>
            }
            .into_any()
        }
    };
    view! {
        <div class="two">
            <div>
                <p class="sm mut">{td_string!(locale, plan.total_then, days = saved.days)}</p>
                <p class="answer"><span class="fig" data-total=answer::plain(best.low, saved.currency)>{about(best, saved)}{then}</span>" "<span class="mut">{listed(view, best)}</span></p>
                <p class="mut">{name}" "{seen}</p>
            </div>
            <div>
                <p class="sm mut">{td_string!(locale, plan.total_now, date = format::date(view.frame.today(), locale))}</p>
                {now}
            </div>
        </div>
    }
    .into_any()
}

fn is_converted(row: &AnswerRow, saved: &Answer) -> bool {
    row.price_per_hour.currency != saved.currency
}

/// The mark of a total that was converted at the rate of a day.
fn about(row: &AnswerRow, saved: &Answer) -> Option<AnyView> {
    is_converted(row, saved).then(|| view! { <small>"≈ "</small> }.into_any())
}

/// The total as the platform would bill it.
fn listed(view: &SharedPlan, row: &AnswerRow) -> Option<String> {
    is_converted(row, &view.answer).then(|| {
        let amount = answer::money(
            row.listed_high.unwrap_or(row.listed_low),
            row.price_per_hour.currency,
        );
        td_string!(view.frame.locale, plan.listed_sum, amount = amount)
    })
}

/// Said when a price that the answer rests on has gone stale since.
fn aged(view: &SharedPlan) -> Option<AnyView> {
    let today = view.frame.today();
    let is_stale = view
        .answer
        .ranked
        .iter()
        .any(|row| view.frame.limits.judge(row.kind, row.observed, today) == Freshness::Stale);
    is_stale.then(|| {
        let text = td_string!(view.frame.locale, plan.a_old);
        view! { <p class="sm dim">{text}</p> }.into_any()
    })
}
