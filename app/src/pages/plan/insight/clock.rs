//! Hours and money by day and by night.
use super::super::PlanView;
use super::Best;
use crate::text::td_string;
use crate::{components, format};
use domain::quote::insight::{ClockShare, day_and_night};
use domain::units::Money;
use leptos::prelude::*;

/// `None` for a prepaid offer and for a week without no-GPU hours: then there is nothing to split.
pub(super) fn table(view: &PlanView, best: &Best) -> Option<AnyView> {
    let locale = view.frame.locale;
    let [day, night] = day_and_night(&best.terms, &best.prepared)?;
    if day.no_gpu_s + night.no_gpu_s == 0 {
        return None;
    }
    let hours = |seconds: u64| {
        format!(
            "{} {}",
            format::hours(i64::try_from(seconds).unwrap_or(i64::MAX)),
            td_string!(locale, insight.hours)
        )
    };
    // The listed amount stands below, so that three columns fit a phone.
    let amount = |money: Money, seconds: u64| {
        let shown = components::shown(&view.frame, &view.snapshot, money);
        let figure = format::total(shown.money);
        let (figure, listed) = match shown.listed {
            Some(listed) => (format!("≈ {figure}"), Some(format::total(listed))),
            None => (figure, None),
        };
        view! {
            {figure}
            {listed.map(|listed| view! { <span class="l2">{listed}</span> })}
            <span class="l2">{hours(seconds)}</span>
        }
    };
    let row = |label: &'static str, share: &ClockShare| {
        let mode = match share.no_gpu {
            Some(money) => amount(money, share.no_gpu_s).into_any(),
            None => view! { {td_string!(locale, insight.no_mode)}<span class="l2">{hours(share.no_gpu_s)}</span> }.into_any(),
        };
        view! {
            <tr>
                <th scope="row">{label}</th>
                <td class="num">{amount(share.gpu, share.gpu_s)}</td>
                <td class="num">{mode}</td>
                <td class="num">{amount(share.left_on, share.no_gpu_s)}</td>
            </tr>
        }
    };
    let note = td_string!(locale, insight.clock_note, name = best.name.clone());
    let label = td_string!(locale, insight.clock);
    Some(
        view! {
            <div class="tw bare clock" tabindex="0" role="region" aria-label=label>
                <table>
                    <caption><b>{label}</b>" "{note}</caption>
                    <thead><tr>
                        <th scope="col">{td_string!(locale, insight.part)}</th>
                        <th scope="col" class="num">{td_string!(locale, insight.with_gpu)}</th>
                        <th scope="col" class="num">{td_string!(locale, insight.in_mode)}</th>
                        <th scope="col" class="num">{td_string!(locale, insight.if_left_on)}</th>
                    </tr></thead>
                    <tbody>{row(td_string!(locale, insight.day_part), &day)}{row(td_string!(locale, insight.night_part), &night)}</tbody>
                </table>
            </div>
        }
        .into_any(),
    )
}
