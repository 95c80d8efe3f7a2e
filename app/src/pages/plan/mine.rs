//! The form's part for prices in front of the visitor and for their own discounts.
use super::PlanView;
use crate::components::{Cell, glyph, platform_name};
use crate::text::td_string;
use domain::scenario::own::{MOST_DISCOUNTS, MOST_OWN, OTHER};
use domain::scenario::{CardChoice, OwnQuote};
use leptos::prelude::*;

/// Currencies that are offered first; any other stands in the address.
const CURRENCIES: [&str; 5] = ["CNY", "USD", "EUR", "GBP", "JPY"];

pub(super) fn section(view: &PlanView) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let scenario = &view.scenario;
    let open = !scenario.own.is_empty() || !scenario.off.is_empty();
    let rows = scenario
        .own
        .iter()
        .map(Some)
        .chain((scenario.own.len() < MOST_OWN).then_some(None))
        .enumerate()
        .map(|(place, quote)| own_row(view, place + 1, quote))
        .collect_view();
    let discounts = scenario
        .off
        .iter()
        .map(|off| (off.platform.clone(), off.percent.to_string()))
        .chain((scenario.off.len() < MOST_DISCOUNTS).then(Default::default))
        .enumerate()
        .map(|(place, (platform, percent))| off_row(view, place + 1, &platform, percent))
        .collect_view();
    let any = (scenario.gpu == CardChoice::Any && !scenario.own.is_empty())
        .then(|| view! { <div class="note warn">{glyph(Cell::Part)}<p>{td_string!(locale, insight.mine_any)}</p></div> });
    view! {
        <details class="wide fold" open=open>
            <summary>{td_string!(locale, insight.mine)}</summary>
            <p class="xs dim">{td_string!(locale, insight.mine_help)}</p>
            {any}
            {rows}
            {discounts}
        </details>
    }
}

/// The platforms as options; `chosen` need not be one of them.
fn platforms(view: &PlanView, chosen: &str, with_other: bool) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let options = view
        .snapshot
        .platforms
        .iter()
        .filter(|platform| platform.slug != OTHER)
        .map(|platform| {
            view! { <option value=platform.slug.clone() selected=platform.slug == chosen>{platform_name(locale, platform)}</option> }
        })
        .collect_view();
    let first = if with_other {
        td_string!(locale, insight.other)
    } else {
        "—"
    };
    let value = if with_other { OTHER } else { "" };
    view! { <option value=value>{first}</option>{options} }
}

fn own_row(view: &PlanView, number: usize, quote: Option<&OwnQuote>) -> AnyView {
    let locale = view.frame.locale;
    let name = |field: &str| format!("own{number}_{field}");
    let text =
        |value: Option<domain::units::Decimal>| value.map(|v| v.to_string()).unwrap_or_default();
    let price = |field: &'static str, label: &'static str, value: String| {
        let name = name(field);
        view! {
            <div class="field">
                <label r#for=name.clone()>{label}</label>
                <input r#type="number" id=name.clone() name=name min="0" step="any" value=value autocomplete="off" />
            </div>
        }
    };
    let usual = view.frame.currency.code().to_owned();
    let currency = quote.map_or(usual, |q| q.currency.code().to_owned());
    let known = CURRENCIES.iter().any(|code| *code == currency);
    let currencies = CURRENCIES
        .iter()
        .map(|code| (*code).to_owned())
        .chain((!known).then(|| currency.clone()))
        .map(|code| view! { <option selected=code == currency>{code.clone()}</option> })
        .collect_view();
    let steps = [
        ("", td_string!(locale, insight.unknown)),
        ("1", td_string!(locale, insight.second)),
        ("60", td_string!(locale, insight.minute)),
        ("3600", td_string!(locale, insight.hour)),
    ]
    .map(|(value, label)| {
        let chosen = quote.and_then(|q| q.increment_s).map(|s| s.to_string());
        view! { <option value=value selected=chosen.as_deref() == Some(value)>{label}</option> }
    })
    .into_iter()
    .collect_view();
    let chosen = quote.map_or(OTHER, |q| q.platform.as_str());
    let [day, week, month] = quote.map_or([None; 3], |q| q.terms);
    let (platform, currency_name, increment) =
        (name("platform"), name("currency"), name("increment"));
    view! {
        <fieldset class="own">
            <legend>{td_string!(locale, insight.own_title)}</legend>
            <div class="f4">
                <div class="field">
                    <label r#for=platform.clone()>{td_string!(locale, insight.platform)}</label>
                    <select id=platform.clone() name=platform autocomplete="off">{platforms(view, chosen, true)}</select>
                </div>
                {price("hour", td_string!(locale, insight.own_hour), quote.map(|q| q.hour.to_string()).unwrap_or_default())}
                <div class="field">
                    <label r#for=currency_name.clone()>{td_string!(locale, insight.currency)}</label>
                    <select id=currency_name.clone() name=currency_name autocomplete="off">{currencies}</select>
                </div>
                <div class="field">
                    <label r#for=increment.clone()>{td_string!(locale, insight.increment)}</label>
                    <select id=increment.clone() name=increment autocomplete="off">{steps}</select>
                </div>
                {price("storage", td_string!(locale, insight.own_storage), text(quote.and_then(|q| q.storage)))}
                {price("day", td_string!(locale, insight.own_day), text(day))}
                {price("week", td_string!(locale, insight.own_week), text(week))}
                {price("month", td_string!(locale, insight.own_month), text(month))}
            </div>
        </fieldset>
    }
    .into_any()
}

fn off_row(view: &PlanView, number: usize, platform: &str, percent: String) -> AnyView {
    let locale = view.frame.locale;
    let (name, value) = (
        format!("off{number}_platform"),
        format!("off{number}_percent"),
    );
    view! {
        <fieldset class="own">
            <legend>{td_string!(locale, insight.off_title)}</legend>
            <div class="f4">
                <div class="field">
                    <label r#for=name.clone()>{td_string!(locale, insight.platform)}</label>
                    <select id=name.clone() name=name autocomplete="off">{platforms(view, platform, false)}</select>
                </div>
                <div class="field">
                    <label r#for=value.clone()>{td_string!(locale, insight.off_percent)}</label>
                    <div class="unit"><input r#type="number" id=value.clone() name=value min="0" max="100" step="any" value=percent autocomplete="off" /><span>"%"</span></div>
                </div>
            </div>
        </fieldset>
    }
    .into_any()
}
