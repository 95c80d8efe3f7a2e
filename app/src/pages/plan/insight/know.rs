//! What to know before ordering: idle hours, starting up, when data are deleted, what a budget affords.
use super::super::PlanView;
use super::super::answer::money;
use super::{Best, clock, shown};
use crate::format;
use crate::text::{Locale, LocaleExt, td_string};
use chrono::NaiveDateTime;
use domain::quote::Answer;
use domain::quote::insight::{StopAfter, affords, deadline, stop_after, waste};
use leptos::prelude::*;

/// A local instant in a sentence.
fn instant(at: NaiveDateTime, locale: Locale) -> String {
    format!(
        "{} {}",
        format::date(at.date(), locale),
        at.time().format("%H:%M")
    )
}

fn time(seconds: u64, locale: Locale) -> String {
    format::duration(i64::try_from(seconds).unwrap_or(i64::MAX), locale)
}

fn hours(seconds: u64) -> String {
    format::hours(i64::try_from(seconds).unwrap_or(i64::MAX))
}

/// Head and sentence of each thing worth knowing.
fn items(view: &PlanView, answer: &Answer, best: &Best) -> Vec<(String, String)> {
    let locale = view.frame.locale;
    let (scenario, today) = (&view.scenario, view.frame.today());
    let mut items = Vec::new();
    if let Ok(waste) = waste(&best.terms, scenario, today) {
        if let Some(idle) = waste.idle {
            let amount = shown(view, idle);
            let text = if waste.is_paid {
                td_string!(
                    locale,
                    insight.k_idle_paid,
                    amount = amount,
                    days = answer.days
                )
            } else {
                td_string!(
                    locale,
                    insight.k_idle_avoided,
                    amount = amount,
                    days = answer.days
                )
            };
            items.push((td_string!(locale, insight.k_idle).to_owned(), text));
        }
        if let Some(setup) = waste.setup.filter(|_| waste.setup_s > 0) {
            let text = td_string!(
                locale,
                insight.k_setup_text,
                starts = waste.starts,
                minutes = format::figure(f64::from(scenario.setup_s) / 60.0),
                hours = hours(waste.setup_s),
                amount = shown(view, setup)
            );
            items.push((td_string!(locale, insight.k_setup).to_owned(), text));
        }
    }
    // By the second and without set-up every stop pays at once: nothing worth saying.
    if (scenario.setup_s > 0 || best.row.increment_s.is_some_and(|step| step > 1))
        && let Ok(Some(found)) = stop_after(&best.terms, scenario, today)
    {
        let text = match found {
            StopAfter::Seconds(0) => td_string!(locale, insight.k_stop_always).to_owned(),
            StopAfter::Seconds(seconds) => {
                td_string!(locale, insight.k_stop_text, time = time(seconds, locale))
            }
            StopAfter::Never => td_string!(locale, insight.k_stop_never).to_owned(),
        };
        items.push((td_string!(locale, insight.k_stop).to_owned(), text));
    }
    let from = scenario.from.unwrap_or(today);
    if let Some(found) = deadline(&best.terms, &best.prepared, from) {
        let name = best.name.clone();
        let text = match found.lost {
            Some((stop, lost)) => td_string!(
                locale,
                insight.k_delete_lost,
                name = name,
                days = found.days,
                from = instant(stop, locale),
                at = instant(lost, locale)
            ),
            None => td_string!(
                locale,
                insight.k_delete_safe,
                name = name,
                days = found.days,
                stop = time(found.longest_stop_s, locale),
                at = instant(found.after_last, locale)
            ),
        };
        items.push((td_string!(locale, insight.k_delete).to_owned(), text));
    }
    if let Some(budget) = scenario.budget
        && let Ok(Some(found)) = affords(&best.terms, scenario, today, budget)
    {
        // A whole day reads as 24 hours and not as a day a day.
        let day = match found.gpu_min_a_day {
            1440 => format!("24 {}", td_string!(locale, insight.hours)),
            minutes => time(u64::from(minutes) * 60, locale),
        };
        let text = if found.days == 0 {
            td_string!(locale, insight.k_budget_none).to_owned()
        } else if found.days == domain::pricing::MAX_HORIZON_DAYS {
            td_string!(
                locale,
                insight.k_budget_all,
                days = found.days,
                time = day,
                plan = answer.days
            )
        } else {
            td_string!(
                locale,
                insight.k_budget_text,
                days = found.days,
                time = day,
                plan = answer.days
            )
        };
        let head = td_string!(
            locale,
            insight.k_budget,
            budget = money(budget, answer.currency)
        );
        items.push((head, text));
    }
    items
}

pub(super) fn panel(view: &PlanView, answer: &Answer, best: &Best) -> Option<AnyView> {
    let locale = view.frame.locale;
    let items = items(view, answer, best);
    let clock = clock::table(view, best);
    if items.is_empty() && clock.is_none() {
        return None;
    }
    // A day of deletion has a list of its own: what to do before it.
    let has_deadline = items
        .iter()
        .any(|(head, _)| head == td_string!(locale, insight.k_delete));
    let deadline = has_deadline.then(|| {
        let href = crate::pages::guides::link_to(&view.frame, "keep#keep-deadline");
        view! { <p class="sm way"><a href=href>{td_string!(locale, guide.deadline_link)}</a></p> }
    });
    let colon = if locale.is_zh() { "：" } else { ": " };
    let list = items
        .into_iter()
        .map(|(head, text)| view! { <li><b>{head}</b>{colon}{text}</li> })
        .collect_view();
    let note = format!(
        "{} {}",
        best.name,
        crate::components::card_words(locale, &best.row.gpu_name)
    );
    Some(
        view! {
            <section class="panel know no-print">
                <header><h2>{td_string!(locale, insight.know)}</h2><span class="end">{note}</span></header>
                <div class="bd"><ul class="knows">{list}</ul>{deadline}{clock}</div>
            </section>
        }
        .into_any(),
    )
}
