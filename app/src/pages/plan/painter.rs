//! The painted week: a grid of checkboxes, and on a phone one day at a time.
use crate::text::{Locale, td_string};
use domain::scenario::{Cell, Week};
use leptos::prelude::*;

/// Short names of the days, Monday first.
pub(crate) fn day_names(locale: Locale) -> [&'static str; 7] {
    [
        td_string!(locale, plan.mon),
        td_string!(locale, plan.tue),
        td_string!(locale, plan.wed),
        td_string!(locale, plan.thu),
        td_string!(locale, plan.fri),
        td_string!(locale, plan.sat),
        td_string!(locale, plan.sun),
    ]
}

fn cell_class(cell: Option<Cell>) -> &'static str {
    match cell {
        Some(Cell::Gpu) => "c g",
        Some(Cell::NoGpu) => "c n",
        None => "c",
    }
}

fn state_word(locale: Locale, cell: Option<Cell>) -> &'static str {
    match cell {
        Some(Cell::Gpu) => td_string!(locale, plan.gpu_on),
        Some(Cell::NoGpu) => td_string!(locale, plan.no_gpu_mode),
        None => td_string!(locale, plan.off),
    }
}

fn checkbox(
    locale: Locale,
    week: &Week,
    day: usize,
    hour: u16,
    names: &[&str; 7],
) -> impl IntoView + use<> {
    let cell = week.hour(day, hour);
    let place = format!("{}-{hour}", day + 1);
    let value = place.clone();
    let label = format!(
        "{} {hour:02}–{:02}, {}",
        names[day],
        hour + 1,
        state_word(locale, cell)
    );
    view! {
        <label class=cell_class(cell) data-cell=place><input r#type="checkbox" name="c" value=value aria-label=label autocomplete="off" /></label>
    }
}

fn ticks() -> impl IntoView {
    (0..8)
        .map(|third| view! { <th scope="col" colspan="3">{format!("{:02}", third * 3)}</th> })
        .collect_view()
}

fn columns(with_total: bool) -> impl IntoView {
    let hours = (0..24).map(|_| view! { <col /> }).collect_view();
    view! { <colgroup><col class="day" />{hours}{with_total.then(|| view! { <col class="total" /> })}</colgroup> }
}

/// Hours of a state on one day, with a decimal where the week is finer than hours.
fn day_hours(week: &Week, day: usize, cell: Cell) -> String {
    let minutes: i64 = week
        .day(day)
        .iter()
        .filter(|s| s.cell == cell)
        .map(|s| i64::from(s.end_minute - s.start_minute))
        .sum();
    crate::format::hours(minutes * 60)
}

/// The grid of 168 checkboxes.
pub(super) fn grid(locale: Locale, week: &Week) -> impl IntoView + use<> {
    let names = day_names(locale);
    let rows = (0..7)
        .map(|day| {
            let cells = (0..24).map(|hour| view! { <td>{checkbox(locale, week, day, hour, &names)}</td> }).collect_view();
            let (gpu, no_gpu) = (day_hours(week, day, Cell::Gpu), day_hours(week, day, Cell::NoGpu));
            view! {
                <tr>
                    <th scope="row">{names[day]}</th>
                    {cells}
                    <td class="sum">
                        <b data-sum=format!("{}-g", day + 1)>{gpu}</b>{td_string!(locale, plan.h_gpu)}<br />
                        <span data-sum=format!("{}-n", day + 1)>{no_gpu}</span>{td_string!(locale, plan.h_no_gpu)}
                    </td>
                </tr>
            }
        })
        .collect_view();
    view! {
        <table class="pt edit" aria-label=td_string!(locale, plan.week_label)>
            {columns(true)}
            <thead><tr><td></td>{ticks()}<td class="total"></td></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

/// The week small and read-only.
pub(super) fn small(locale: Locale, week: &Week) -> impl IntoView + use<> {
    let names = day_names(locale);
    let rows = (0..7)
        .map(|day| {
            let cells = (0..24)
                .map(|hour| view! { <td><span class=cell_class(week.hour(day, hour)) data-cell=format!("{}-{hour}", day + 1)></span></td> })
                .collect_view();
            view! { <tr><th scope="row">{names[day]}</th>{cells}</tr> }
        })
        .collect_view();
    view! {
        <table class="pt ro sm" aria-label=td_string!(locale, plan.week_label)>
            {columns(false)}
            <thead><tr><td></td>{ticks()}</tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
}

/// On a phone: the small week and a row a day that opens to its hours.
pub(super) fn phone(locale: Locale, week: &Week) -> impl IntoView + use<> {
    let names = day_names(locale);
    let days = (0..7)
        .map(|day| {
            let spans = |cell: Cell| {
                let time = |m: u16| if m.is_multiple_of(60) { format!("{:02}", m / 60) } else { format!("{:02}:{:02}", m / 60, m % 60) };
                let list: Vec<String> = week
                    .day(day)
                    .iter()
                    .filter(|s| s.cell == cell)
                    .map(|s| format!("{}–{}", time(s.start_minute), time(s.end_minute)))
                    .collect();
                list.join(crate::components::list_comma(locale))
            };
            let key = |class: &'static str, text: String| {
                (!text.is_empty()).then(|| view! { <span class="key"><i class=class></i>{text}</span> })
            };
            let hours = (0..24)
                .map(|hour| view! { <span class="hour"><span class="xs dim">{format!("{hour:02}")}</span>{checkbox(locale, week, day, hour, &names)}</span> })
                .collect_view();
            view! {
                <details class="day">
                    <summary>
                        <b>{names[day]}</b>
                        <span class="t">{key("sw k-n", spans(Cell::NoGpu))}{key("sw k-c", spans(Cell::Gpu))}</span>
                        <span class="edit">{td_string!(locale, plan.edit)}</span>
                    </summary>
                    <div class="hours pt">{hours}</div>
                </details>
            }
        })
        .collect_view();
    view! { <div class="only-n">{small(locale, week)}</div><div class="days">{days}</div> }
}

/// The states a stroke can paint, as submit buttons; with script they choose the brush.
pub(super) fn brushes(locale: Locale) -> impl IntoView {
    view! {
        <div class="brush states">
            <span class="sm b">{td_string!(locale, plan.set_to)}</span>
            <button class="btn s" name="set" value="gpu" data-brush="gpu"><i class="sw k-c"></i>{td_string!(locale, plan.gpu_on)}</button>
            <button class="btn s" name="set" value="nogpu" data-brush="nogpu"><i class="sw k-n"></i>{td_string!(locale, plan.no_gpu_short)}</button>
            <button class="btn s" name="set" value="off" data-brush="off"><i class="sw k-o"></i>{td_string!(locale, plan.off)}</button>
        </div>
    }
}

/// Hours a week in each state.
pub(super) fn totals(locale: Locale, week: &Week) -> impl IntoView + use<> {
    let (gpu, no_gpu) = (week.minutes(Cell::Gpu), week.minutes(Cell::NoGpu));
    let hours = |minutes: u32| crate::format::hours(i64::from(minutes) * 60);
    view! {
        <div class="keys week-key">
            <span class="key"><i class="sw k-c"></i>{td_string!(locale, plan.gpu_on)}" "<b data-sum="g">{hours(gpu)}</b></span>
            <span class="key"><i class="sw k-n"></i>{td_string!(locale, plan.no_gpu_mode)}" "<b data-sum="n">{hours(no_gpu)}</b></span>
            <span class="key"><i class="sw k-o"></i>{td_string!(locale, plan.off)}" "<b data-sum="o">{hours(7 * 24 * 60 - gpu - no_gpu)}</b></span>
            <span class="dim sm">{td_string!(locale, plan.hours_a_week)}</span>
        </div>
    }
}
