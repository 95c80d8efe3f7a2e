//! The form's lower parts: data and period, and the assumptions behind "more".
use super::PlanView;
use crate::text::td_string;
use domain::scenario::{Scenario, WithoutNoGpu};
use domain::units::Decimal;
use leptos::prelude::*;

/// A number with its unit; `field` names the parameter.
pub(super) struct Number {
    pub field: &'static str,
    pub label: &'static str,
    pub unit: String,
    pub value: String,
    pub placeholder: &'static str,
    pub help: Option<String>,
}

impl Number {
    pub fn view(self) -> AnyView {
        let name = self.field;
        view! {
            <div class="field">
                <label r#for=name>{self.label}</label>
                <div class="unit">
                    <input r#type="number" id=name name=name min="0" step="any" value=self.value placeholder=self.placeholder autocomplete="off" />
                    <span>{self.unit}</span>
                </div>
                {self.help.map(|help| view! { <span class="help">{help}</span> })}
            </div>
        }
        .into_any()
    }
}

fn amount(value: Decimal) -> String {
    if value.is_zero() {
        String::new()
    } else {
        value.to_string()
    }
}

fn data_fields(view: &PlanView) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let scenario = &view.scenario;
    let pull = (!scenario.pull_gb.is_zero()).then(|| {
        // 50 Mbps is what the seed article measured as usual; the figure names its assumption.
        let seconds = (scenario.pull_gb.to_f64() * 8_000.0 / 50.0).min(1e9) as i64;
        td_string!(
            locale,
            plan.pull_time,
            time = crate::format::duration(seconds, locale)
        )
    });
    let gb = |field, label, value, help: String| {
        Number {
            field,
            label,
            unit: "GB".into(),
            value: amount(value),
            placeholder: "0",
            help: Some(help),
        }
        .view()
    };
    view! {
        {gb("data_gb", td_string!(locale, plan.kept), scenario.data_gb, td_string!(locale, plan.kept_help).to_owned())}
        {gb("pull_gb", td_string!(locale, plan.pulled), scenario.pull_gb, pull.unwrap_or_else(|| td_string!(locale, plan.pulled_help).to_owned()))}
        {gb("send_gb", td_string!(locale, plan.sent), scenario.send_gb, td_string!(locale, plan.sent_help).to_owned())}
    }
}

/// Lengths that people plan with, as buttons.
fn spans(view: &PlanView) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let buttons = [
        ("1", td_string!(locale, insight.span_1)),
        ("7", td_string!(locale, insight.span_7)),
        ("30", td_string!(locale, insight.span_30)),
        ("91", td_string!(locale, insight.span_91)),
        ("365", td_string!(locale, insight.span_365)),
    ]
    .map(|(days, label)| view! { <button class="btn s" name="span" value=days>{label}</button> })
    .into_iter()
    .collect_view();
    view! { <div class="brush presets wide"><span class="sm b">{td_string!(locale, insight.span_for)}</span>{buttons}</div> }
}

/// Data and period.
pub(super) fn period(view: &PlanView) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let scenario = &view.scenario;
    let from = scenario.from.unwrap_or(view.frame.today()).to_string();
    let choice = |word: &'static str, label: &'static str, on: bool| {
        view! { <label><input r#type="radio" name="no_gpu" value=word checked=on autocomplete="off" />{label}</label> }
    };
    let stop = scenario.no_gpu == WithoutNoGpu::Stop;
    let reset = view.frame.link("/plan");
    let days = Number {
        field: "days",
        label: td_string!(locale, plan.length),
        unit: td_string!(locale, plan.days).to_owned(),
        value: scenario.days.to_string(),
        placeholder: "30",
        help: None,
    };
    let budget = Number {
        field: "budget",
        label: td_string!(locale, plan.budget),
        unit: view.frame.currency.sign().trim().to_owned(),
        value: scenario.budget.map(|b| b.to_string()).unwrap_or_default(),
        placeholder: td_string!(locale, plan.none),
        help: None,
    };
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, plan.data_and_period)}</h2></header>
            <div class="bd f3">
                {data_fields(view)}
                <div class="field">
                    <label r#for="from">{td_string!(locale, plan.from)}</label>
                    <input r#type="date" id="from" name="from" value=from autocomplete="off" />
                </div>
                {days.view()}
                {budget.view()}
                {spans(view)}
                <fieldset class="field wide">
                    <legend>{td_string!(locale, plan.where_no_mode)}</legend>
                    <div class="seg below">
                        {choice("keep", td_string!(locale, plan.leave_on), !stop)}
                        {choice("stop", td_string!(locale, plan.stop_it), stop)}
                    </div>
                </fieldset>
                {more(view)}
                {super::mine::section(view)}
                <div class="plan-actions">
                    <button class="btn pri">{td_string!(locale, plan.recalculate)}</button>
                    <a class="btn" href=reset>{td_string!(locale, plan.reset)}</a>
                </div>
            </div>
        </section>
    }
}

/// What most plans leave as it is; open where something differs from the default.
fn more(view: &PlanView) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let (scenario, usual) = (&view.scenario, Scenario::default());
    let open = scenario.setup_s != 0
        || scenario.month_hours != usual.month_hours
        || scenario.spot != usual.spot;
    let minutes = td_string!(locale, insight.minutes);
    let number = |field, label, unit: &str, value: String, placeholder, help: Option<&str>| {
        Number {
            field,
            label,
            unit: unit.to_owned(),
            value,
            placeholder,
            help: help.map(str::to_owned),
        }
        .view()
    };
    // Whole minutes are typed; a link may hold seconds.
    let setup = if scenario.setup_s == 0 {
        String::new()
    } else if scenario.setup_s.is_multiple_of(60) {
        (scenario.setup_s / 60).to_string()
    } else {
        crate::format::figure(f64::from(scenario.setup_s) / 60.0)
    };
    let rate = scenario.spot.a_day.map(|(low, high)| {
        if low == high {
            low.to_string()
        } else {
            format!("{low}..{high}")
        }
    });
    view! {
        <details class="wide fold" open=open>
            <summary>{td_string!(locale, insight.more)}</summary>
            <div class="f3">
                {number("setup_min", td_string!(locale, insight.setup), minutes, setup, "0", Some(td_string!(locale, insight.setup_help)))}
                {number("month_hours", td_string!(locale, insight.month_hours), td_string!(locale, insight.hours), scenario.month_hours.to_string(), "730", Some(td_string!(locale, insight.month_help)))}
                <div class="field">
                    <label r#for="spot_rate">{td_string!(locale, insight.spot_rate)}</label>
                    <input r#type="text" id="spot_rate" name="spot_rate" inputmode="decimal" value=rate placeholder=td_string!(locale, insight.unknown) autocomplete="off" />
                    <span class="help">{td_string!(locale, insight.spot_rate_help)}</span>
                </div>
                {number("checkpoint_min", td_string!(locale, insight.checkpoint), minutes, scenario.spot.checkpoint_min.to_string(), "30", None)}
                {number("restart_min", td_string!(locale, insight.restart), minutes, scenario.spot.restart_min.to_string(), "10", None)}
            </div>
        </details>
    }
}
