//! Right above the table: grouping, the span of time, comparing, columns, and the same rows for programs.
use super::Catalogue;
use super::columns::label;
use crate::components::kept_inputs;
use crate::frame::address;
use crate::text::td_string;
use domain::catalog::{Column, Period};
use leptos::prelude::*;

/// Switches and actions, in the order of the mock.
pub(super) fn actions(view: &Catalogue) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let grouped = view.query.grouped;
    view! {
        <span class="end">
            <span class="seg" role="group" aria-label=td_string!(locale, catalogue.grouping)>
                <a href=view.frame.here(&[("group", None), ("page", None)]) aria-current=grouped.then_some("true")>{td_string!(locale, catalogue.grouped)}</a>
                <a href=view.frame.here(&[("group", Some("none")), ("page", None)]) aria-current=(!grouped).then_some("true")>{td_string!(locale, catalogue.ungrouped)}</a>
            </span>
            {period(view)}
            {compare(view)}
            {chooser(view)}
            {export(view)}
        </span>
    }
}

/// Hour, day or month; beside the month, how many hours it has.
fn period(view: &Catalogue) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let hours = view.query.month_hours;
    let choices = Period::ALL.iter().map(|period| {
        let word = (*period != Period::Hour).then(|| period.word());
        let name = match period {
            Period::Hour => td_string!(locale, catalogue.hour).to_owned(),
            Period::Day => td_string!(locale, catalogue.day).to_owned(),
            Period::Month => td_string!(locale, catalogue.month_of, hours = hours),
        };
        let here = (*period == view.query.period).then_some("true");
        view! { <a href=view.frame.here(&[("period", word)]) aria-current=here>{name}</a> }
    });
    let edit = (view.query.period == Period::Month).then(|| {
        view! {
            <form class="month" method="get" action="/">
                {others(view, &["month_hours"])}
                <label class="vh" r#for="month_hours">{td_string!(locale, catalogue.month_hours)}</label>
                <input r#type="number" id="month_hours" name="month_hours" value=hours.to_string() min="1" max="1000" />
                <button class="btn s">{td_string!(locale, catalogue.set)}</button>
            </form>
        }
    });
    view! {
        <span class="seg" role="group" aria-label=td_string!(locale, catalogue.period)>{choices.collect_view()}</span>
        {edit}
    }
}

/// The form that the ticks of the rows belong to. Without script its button takes what is ticked;
/// with script (`ticks.js`) it says how many and is off below two.
fn compare(view: &Catalogue) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let shown = &view.extras.shown;
    let elsewhere = view
        .extras
        .ticked
        .iter()
        .filter(|id| {
            !shown
                .iter()
                .any(|row| view.snapshot.offers[*row].id == **id)
        })
        .map(|id| view! { <input r#type="hidden" name="o" value=id.to_string() /> })
        .collect_view();
    view! {
        <form id="compare" method="get" action="/compare">
            {kept_inputs(&view.frame)}
            {elsewhere}
            <button class="btn s" data-few=td_string!(locale, catalogue.compare_few) data-many=td_string!(locale, catalogue.compare_many) data-some=td_string!(locale, catalogue.compare_some)>{td_string!(locale, catalogue.compare)}</button>
        </form>
    }
}

/// Which columns: a form of ticks behind a summary.
fn chooser(view: &Catalogue) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let shown = view.query.shown_columns();
    // The platform is always there; it travels along so that a form without ticks asks for one column, not for the usual ones.
    let ticks = Column::ALL.iter().filter(|c| **c != Column::Platform).map(|column| {
        let on = shown.contains(column);
        view! { <label class="opt"><input r#type="checkbox" name="columns" value=column.word() checked=on />{label(locale, *column)}</label> }
    });
    let usual = (!view.query.columns.is_empty()).then(|| {
        view! { <a class="btn s" href=view.frame.here(&[("columns", None)])>{td_string!(locale, catalogue.usual_columns)}</a> }
    });
    view! {
        <details class="pop">
            <summary class="btn s">{td_string!(locale, catalogue.columns)}</summary>
            <form method="get" action="/">
                {others(view, &["columns"])}
                <input r#type="hidden" name="columns" value="platform" />
                <div class="ticks">{ticks.collect_view()}</div>
                <p class="buttons"><button class="btn s pri">{td_string!(locale, catalogue.apply)}</button>{usual}</p>
            </form>
        </details>
    }
}

/// The same view for programs: rows, order, columns, span of time and grouping.
fn export(view: &Catalogue) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let csv = api_address(view, "/api/v1/offerings.csv", false);
    let json = api_address(view, "/api/v1/offerings", true);
    let line = |href: &str, name: &'static str| {
        let absolute = view.frame.absolute(href);
        let href = href.to_owned();
        view! {
            <li>
                <a href=href.clone()>{name}</a>
                <code>{absolute}</code>
                <button class="btn s needs-script" r#type="button" data-take=href data-done=td_string!(locale, catalogue.copied)>{td_string!(locale, catalogue.copy)}</button>
            </li>
        }
    };
    view! {
        <a class="btn s" href=csv.clone()>{td_string!(locale, common.csv)}</a>
        <details class="pop">
            <summary class="btn s">"API"</summary>
            <div>
                <p class="sm">{td_string!(locale, catalogue.api_note)}</p>
                <ul class="plain">{line(&json, "JSON")}{line(&csv, "CSV")}</ul>
            </div>
        </details>
    }
}

/// Rows of an answer at most.
const MOST_ROWS: &str = "1000";

/// The address of this view under `path`: what the page takes from language and defaults is said.
///
/// `paged`: the rows of this page. Where the list is grouped, the page shows the first few of each card and leads to the
/// others, so the rows are as many as one answer holds.
pub(super) fn api_address(view: &Catalogue, path: &str, paged: bool) -> String {
    let own = [
        "page", "limit", "part", "theme", "lang", "columns", "group", "currency", "o",
    ];
    let mut pairs: Vec<(String, String)> = view
        .frame
        .query
        .iter()
        .filter(|(n, _)| !own.contains(&n.as_str()))
        .cloned()
        .collect();
    let mut say = |name: &str, value: String| pairs.push((name.to_owned(), value));
    let columns: Vec<&str> = view
        .query
        .shown_columns()
        .iter()
        .map(|c| c.word())
        .collect();
    say("columns", columns.join(","));
    say(
        "group",
        if view.query.grouped { "gpu" } else { "none" }.to_owned(),
    );
    say("currency", view.frame.currency.code().to_owned());
    if paged && view.query.grouped {
        say("limit", MOST_ROWS.to_owned());
    } else if paged {
        say("page", view.query.page.to_string());
        say("limit", view.query.limit.to_string());
    }
    address(path, &pairs)
}

/// Hidden fields with the rest of this address, for a form that changes `names` alone.
fn others(view: &Catalogue, names: &[&str]) -> impl IntoView + use<> {
    view.frame
        .query
        .iter()
        .filter(|(n, v)| {
            !v.is_empty() && n != "page" && n != "part" && !names.contains(&n.as_str())
        })
        .map(|(n, v)| view! { <input r#type="hidden" name=n.clone() value=v.clone() /> })
        .collect_view()
}
