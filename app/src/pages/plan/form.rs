//! The form: card, week, data, period. Every part works by submit; with script it answers at once.
use super::period::period;
use super::{PlanView, painter};
use crate::components::{card_name, kept_inputs};
use crate::text::td_string;
use domain::catalog::{Freshness, PriceKind};
use domain::scenario::week_text::{self, WeekWords};
use domain::scenario::{CardChoice, WeekError};
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
                    {as_text(view)}
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
                    <span class="help no-print"><a href=view.frame.link("/size")>{td_string!(locale, plan.size_first)}</a></span>
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

/// The week as text: another way to say the same.
fn as_text(view: &PlanView) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let words = WeekWords {
        days: painter::day_names(locale),
        gpu: td_string!(locale, insight.w_gpu),
        no_gpu: td_string!(locale, insight.w_no_gpu),
    };
    let text = week_text::write(&view.scenario.week, &words);
    // What was typed and could not be read stays, with what is wrong.
    let typed = view.frame.param("week_text").map(str::to_owned);
    let error = typed
        .as_deref()
        .and_then(|typed| week_text::read(typed).err())
        .map(|error| match error {
            WeekError::Day(part) => td_string!(locale, insight.e_day, part = part),
            WeekError::Span(part) => td_string!(locale, insight.e_span, part = part),
            WeekError::State(part) => td_string!(locale, insight.e_state, part = part),
            WeekError::Overlap(day) => td_string!(locale, insight.e_overlap, day = day),
            WeekError::Group(part) => td_string!(locale, insight.e_text, part = part),
        });
    let shown = if error.is_some() {
        typed.unwrap_or_default()
    } else {
        text.clone()
    };
    let open = error.is_some();
    let rows = text.lines().count().max(4) + 1;
    let (class, bad) = if error.is_some() {
        ("field err", "true")
    } else {
        ("field", "false")
    };
    view! {
        <details class="fold week-as-text" open=open>
            <summary>{td_string!(locale, insight.type_instead)}</summary>
            <div class=class>
                <input r#type="hidden" name="week_was" value=text autocomplete="off" />
                <textarea class="week-text mono" name="week_text" rows=rows.to_string() spellcheck="false" aria-label=td_string!(locale, insight.text_label) aria-invalid=bad autocomplete="off" data-gpu=words.gpu data-nogpu=words.no_gpu>{crate::components::typed_text(&shown)}</textarea>
                {error.map(|error| view! { <p class="msg">{error}</p> })}
                <span class="help">{td_string!(locale, insight.text_help)}</span>
            </div>
        </details>
    }
}
