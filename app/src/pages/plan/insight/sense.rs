//! What would change the answer: each change ranked anew.
use super::super::PlanView;
use super::super::answer::{billed_kind, money, plain};
use crate::components::platform_name;
use crate::figures;
use crate::text::td_string;
use domain::quote::Answer;
use domain::quote::insight::{Change, Outcome, Winner, sensitivity};
use leptos::prelude::*;

fn words(view: &PlanView, change: Change) -> String {
    let locale = view.frame.locale;
    match change {
        Change::Hours(percent) => td_string!(locale, insight.c_hours, percent = percent),
        Change::CheapestPrice(percent) if percent > 100 => {
            td_string!(locale, insight.c_cheapest_up, percent = percent - 100)
        }
        Change::CheapestPrice(percent) => {
            td_string!(locale, insight.c_cheapest_down, percent = 100 - percent)
        }
        Change::HourlyPrices(percent) if percent > 100 => {
            td_string!(locale, insight.c_hourly_up, percent = percent - 100)
        }
        Change::HourlyPrices(percent) => {
            td_string!(locale, insight.c_hourly_down, percent = 100 - percent)
        }
        Change::Data(_) => td_string!(locale, insight.c_data).to_owned(),
        Change::Rates(percent) if percent > 100 => {
            td_string!(locale, insight.c_rates_up, percent = percent - 100)
        }
        Change::Rates(percent) => td_string!(locale, insight.c_rates_down, percent = 100 - percent),
    }
}

fn name(view: &PlanView, winner: &Winner) -> String {
    let Some(offer) = view.snapshot.offer(winner.offer) else {
        return String::new();
    };
    format!(
        "{} {}{}{}",
        platform_name(view.frame.locale, &view.snapshot.platforms[offer.platform]),
        crate::components::card_words(
            view.frame.locale,
            view.snapshot.gpus[offer.gpu].short_name()
        ),
        crate::components::comma(view.frame.locale),
        billed_kind(view.frame.locale, offer.kind)
    )
}

fn row(view: &PlanView, answer: &Answer, usual: i64, outcome: Outcome) -> AnyView {
    let locale = view.frame.locale;
    let words = words(view, outcome.change);
    let (cheapest, mark, total) = match outcome.cheapest {
        Err(_) => (
            td_string!(locale, insight.no_fit).to_owned(),
            None,
            String::new(),
        ),
        Ok(None) => (
            td_string!(locale, insight.nobody).to_owned(),
            None,
            String::new(),
        ),
        Ok(Some(winner)) => {
            let same = winner.offer == usual;
            let mark = if same {
                view! { <span class="dim">{td_string!(locale, insight.same_one)}</span> }.into_any()
            } else {
                view! { <span class="tag warn">{td_string!(locale, insight.changes)}</span> }
                    .into_any()
            };
            let total = if winner.high == winner.low {
                money(winner.high, answer.currency)
            } else {
                figures::range(winner.low, Some(winner.high), answer.currency)
            };
            (name(view, &winner), Some(mark), total)
        }
    };
    view! {
        <tr>
            <th scope="row">{words}</th>
            <td>{cheapest}" "{mark}</td>
            <td class="num">{total}</td>
        </tr>
    }
    .into_any()
}

pub(super) fn panel(view: &PlanView, answer: &Answer) -> Option<AnyView> {
    let locale = view.frame.locale;
    let usual = answer.ranked.first()?;
    let today = view.frame.today();
    let outcomes = sensitivity(&view.snapshot, &view.scenario, answer.currency, today).ok()?;
    let rows = outcomes
        .into_iter()
        .map(|outcome| row(view, answer, usual.offer, outcome))
        .collect_view();
    let sign = answer.currency.sign().trim().to_owned();
    let now = plain(usual.high.unwrap_or(usual.low), answer.currency);
    let label = td_string!(locale, insight.sense);
    Some(
        view! {
            <section class="panel no-print">
                <header><h2>{label}</h2><span class="end">{td_string!(locale, insight.sense_note)}</span></header>
                <div class="bd flush">
                    <div class="tw bare square" tabindex="0" role="region" aria-label=label>
                        <table class="sense">
                            <thead><tr>
                                <th scope="col">{td_string!(locale, insight.when_if)}</th>
                                <th scope="col">{td_string!(locale, insight.then_cheapest)}</th>
                                <th scope="col" class="num">{format!("{} {sign}", td_string!(locale, plan.total))}<span class="l2">{now}</span></th>
                            </tr></thead>
                            <tbody>{rows}</tbody>
                        </table>
                    </div>
                </div>
            </section>
        }
        .into_any(),
    )
}
