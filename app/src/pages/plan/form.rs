//! The form: card, week, data, period. Every part works by submit; with script it answers at once.
use super::{PlanView, painter};
use crate::components::{card_name, kept_inputs};
use crate::text::td_string;
use domain::catalog::{Freshness, PriceKind};
use domain::scenario::{CardChoice, WithoutNoGpu};
use domain::units::Decimal;
use leptos::prelude::*;

pub(super) fn form(view: &PlanView) -> AnyView {
    let locale = view.frame.locale;
    let scenario = &view.scenario;
    let presets = [
        ("evenings", td_string!(locale, plan.preset_evenings)),
        ("code", td_string!(locale, plan.preset_code)),
        ("weekends", td_string!(locale, plan.preset_weekends)),
        ("all", td_string!(locale, plan.preset_all)),
    ];
    let (today, currency) = (
        view.frame.today().to_string(),
        view.frame.currency.code().to_owned(),
    );
    let revision = view.frame.revision.to_string();
    let words = [
        td_string!(locale, plan.gpu_on),
        td_string!(locale, plan.no_gpu_mode),
        td_string!(locale, plan.off),
    ]
    .join("|");
    let presets = presets
        .map(|(word, label)| view! { <button class="btn s" name="preset" value=word>{label}</button> })
        .into_iter()
        .collect_view();
    view! {
        <form class="stack" method="post" action="/plan" id="plan-form" data-today=today data-currency=currency data-revision=revision>
            {kept_inputs(&view.frame)}
            <input r#type="hidden" name="week" value=scenario.week.to_string() autocomplete="off" />
            // Enter in a field presses the first submit button, which must be the harmless one.
            <button class="vh" tabindex="-1" aria-hidden="true">{td_string!(locale, plan.recalculate)}</button>
            {needs(view)}
            <section class="panel">
                <header><h2>{td_string!(locale, plan.when)}</h2><span class="end only-w">{td_string!(locale, plan.when_hint)}</span></header>
                <div class="bd">
                    <div class="brush presets"><span class="sm b">{td_string!(locale, plan.start_from)}</span>{presets}</div>
                    {painter::grid(locale, &scenario.week)}
                    {painter::phone(locale, &scenario.week)}
                    {painter::brushes(locale)}
                    {painter::totals(locale, &scenario.week)}
                    <p class="vh" aria-live="polite" data-say="" data-days=painter::day_names(locale).join("|") data-words=words></p>
                </div>
            </section>
            {period(view)}
        </form>
    }
    .into_any()
}

fn needs(view: &PlanView) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let scenario = &view.scenario;
    let chosen = |slug: &str| scenario.gpu == CardChoice::Model(slug.to_owned());
    let mut counts = vec![0_usize; view.snapshot.gpus.len()];
    for offer in &view.snapshot.offers {
        if view.snapshot.freshness(offer, view.frame.today()) != Freshness::Stale {
            counts[offer.gpu] += 1;
        }
    }
    let cards = view
        .snapshot
        .gpus
        .iter()
        .enumerate()
        .filter(|(index, card)| counts[*index] > 0 || chosen(&card.slug))
        .map(|(_, card)| {
            let vram = card.vram_gb.map(|gb| format!(" · {} GB", crate::format::figure(gb))).unwrap_or_default();
            view! { <option value=card.slug.clone() selected=chosen(&card.slug)>{format!("{}{vram}", card_name(card))}</option> }
        })
        .collect_view();
    let kinds = [PriceKind::OnDemand, PriceKind::Monthly, PriceKind::Spot];
    let kinds = kinds
        .map(|kind| {
            let label = crate::components::kind_word(locale, kind);
            let on = if scenario.price_kind.is_empty() { kind != PriceKind::Spot } else { scenario.price_kind.contains(&kind) };
            view! { <label class="opt flat"><input r#type="checkbox" name="price_kind" value=kind.word() checked=on />{label}</label> }
        })
        .into_iter()
        .collect_view();
    let platforms = scenario
        .platform
        .clone()
        .into_iter()
        .map(|slug| view! { <input r#type="hidden" name="platform" value=slug /> })
        .collect_view();
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, plan.needs)}</h2></header>
            <div class="bd needs-grid">
                <div class="field">
                    <label r#for="gpu">{td_string!(locale, plan.card)}</label>
                    <select id="gpu" name="gpu" autocomplete="off">
                        <option value="any" selected=scenario.gpu == CardChoice::Any>{td_string!(locale, plan.any_card)}</option>
                        {cards}
                    </select>
                </div>
                <div class="field">
                    <label r#for="n_gpu">{td_string!(locale, plan.count)}</label>
                    <input r#type="number" id="n_gpu" name="n_gpu" min="1" max="64" value=scenario.n_gpu.to_string() autocomplete="off" />
                </div>
                <div class="field">
                    <label r#for="vram_min">{td_string!(locale, plan.vram)}</label>
                    <div class="unit">
                        <input r#type="number" id="vram_min" name="vram_min" min="0" step="any" placeholder=td_string!(locale, plan.any) value=scenario.vram_min.map(|v| v.to_string()) autocomplete="off" />
                        <span>"GB"</span>
                    </div>
                </div>
                <fieldset class="field wide kinds"><legend class="vh">{td_string!(locale, plan.kinds)}</legend>{kinds}{platforms}</fieldset>
            </div>
        </section>
    }
}

fn number(
    name: &'static str,
    label: &'static str,
    unit: String,
    value: String,
    placeholder: &'static str,
    help: Option<String>,
) -> AnyView {
    view! {
        <div class="field">
            <label r#for=name>{label}</label>
            <div class="unit">
                <input r#type="number" id=name name=name min="0" step="any" value=value placeholder=placeholder autocomplete="off" />
                <span>{unit}</span>
            </div>
            {help.map(|help| view! { <span class="help">{help}</span> })}
        </div>
    }
    .into_any()
}

fn period(view: &PlanView) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let scenario = &view.scenario;
    let amount = |value: Decimal| {
        if value.is_zero() {
            String::new()
        } else {
            value.to_string()
        }
    };
    let pull = (!scenario.pull_gb.is_zero()).then(|| {
        // 50 Mbps is what the seed article measured as usual; the figure names its assumption.
        let seconds = (scenario.pull_gb.to_f64() * 8_000.0 / 50.0).min(1e9) as i64;
        td_string!(
            locale,
            plan.pull_time,
            time = crate::format::duration(seconds, locale)
        )
    });
    let from = scenario.from.unwrap_or(view.frame.today()).to_string();
    let choice = |word: &'static str, label: &'static str, on: bool| {
        view! { <label><input r#type="radio" name="no_gpu" value=word checked=on autocomplete="off" />{label}</label> }
    };
    let stop = scenario.no_gpu == WithoutNoGpu::Stop;
    let sign = view.frame.currency.sign().trim().to_owned();
    let reset = view.frame.link("/plan");
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, plan.data_and_period)}</h2></header>
            <div class="bd f3">
                {number("data_gb", td_string!(locale, plan.kept), "GB".into(), amount(scenario.data_gb), "0", Some(td_string!(locale, plan.kept_help).to_owned()))}
                {number("pull_gb", td_string!(locale, plan.pulled), "GB".into(), amount(scenario.pull_gb), "0", Some(pull.unwrap_or_else(|| td_string!(locale, plan.pulled_help).to_owned())))}
                {number("send_gb", td_string!(locale, plan.sent), "GB".into(), amount(scenario.send_gb), "0", Some(td_string!(locale, plan.sent_help).to_owned()))}
                <div class="field">
                    <label r#for="from">{td_string!(locale, plan.from)}</label>
                    <input r#type="date" id="from" name="from" value=from autocomplete="off" />
                </div>
                {number("days", td_string!(locale, plan.length), td_string!(locale, plan.days).to_owned(), scenario.days.to_string(), "30", None)}
                {number("budget", td_string!(locale, plan.budget), sign, scenario.budget.map(|b| b.to_string()).unwrap_or_default(), td_string!(locale, plan.none), None)}
                <fieldset class="field wide">
                    <legend>{td_string!(locale, plan.where_no_mode)}</legend>
                    <div class="seg below">
                        {choice("keep", td_string!(locale, plan.leave_on), !stop)}
                        {choice("stop", td_string!(locale, plan.stop_it), stop)}
                    </div>
                </fieldset>
                <div class="plan-actions">
                    <button class="btn pri">{td_string!(locale, plan.recalculate)}</button>
                    <a class="btn" href=reset>{td_string!(locale, plan.reset)}</a>
                </div>
            </div>
        </section>
    }
}
