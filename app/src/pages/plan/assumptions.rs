//! What a plan was billed with, in words.
use crate::format;
use crate::frame::Frame;
use crate::text::td_string;
use domain::quote::Answer;
use domain::scenario::{CardChoice, Discount, OwnQuote, Scenario, WithoutNoGpu};
use leptos::prelude::*;

/// Card, span, data, and what is left out, as terms with their values.
pub(super) fn list(frame: &Frame, answer: &Answer, scenario: &Scenario) -> impl IntoView + use<> {
    let locale = frame.locale;
    let card = match &scenario.gpu {
        CardChoice::Any => td_string!(locale, plan.any_card).to_owned(),
        CardChoice::Model(slug) => answer.ranked.iter().find(|r| r.gpu == *slug).map_or_else(
            || slug.clone(),
            |r| crate::components::card_words(locale, &r.gpu_name),
        ),
    };
    let hours = |seconds: u64| format::hours(i64::try_from(seconds).unwrap_or(i64::MAX));
    let from = format::date(answer.from, locale);
    let span = td_string!(
        locale,
        plan.a_span,
        from = from,
        days = answer.days,
        gpu = hours(answer.gpu_s),
        no_gpu = hours(answer.no_gpu_s)
    );
    let data = td_string!(
        locale,
        plan.a_data,
        kept = scenario.data_gb.to_string(),
        pulled = scenario.pull_gb.to_string(),
        sent = scenario.send_gb.to_string()
    );
    let mode = match scenario.no_gpu {
        WithoutNoGpu::Keep => td_string!(locale, plan.leave_on),
        WithoutNoGpu::Stop => td_string!(locale, plan.stop_it),
    };
    let setup = match scenario.setup_s {
        0 => String::new(),
        seconds => format::duration(i64::from(seconds), locale),
    };
    let more = [
        (td_string!(locale, insight.setup), setup),
        (
            td_string!(locale, insight.own_title),
            own_prices(scenario).join(", "),
        ),
        (
            td_string!(locale, insight.off_title),
            discounts(scenario).join(", "),
        ),
    ]
    .into_iter()
    .filter(|(_, text)| !text.is_empty())
    .map(|(name, text)| view! { <dt>{name}</dt><dd>{text}</dd> })
    .collect_view();
    view! {
        <dl class="dl">
            <dt>{td_string!(locale, plan.card)}</dt><dd>{format!("{} × {card}", scenario.n_gpu)}</dd>
            <dt>{td_string!(locale, plan.length)}</dt><dd>{span}</dd>
            <dt>{td_string!(locale, plan.data)}</dt><dd>{data}</dd>
            <dt>{td_string!(locale, plan.where_no_mode)}</dt><dd>{mode}</dd>
            {more}
            <dt>{td_string!(locale, plan.not_counted)}</dt><dd>{td_string!(locale, plan.a_not_counted)}</dd>
        </dl>
    }
}

/// Each quote of the visitor in a few words.
pub(super) fn own_prices(scenario: &Scenario) -> Vec<String> {
    let words = |own: &OwnQuote| format!("{} {}{}/h", own.platform, own.currency.sign(), own.hour);
    scenario.own.iter().map(words).collect()
}

/// Each discount of the visitor in a few words.
pub(super) fn discounts(scenario: &Scenario) -> Vec<String> {
    let words = |off: &Discount| format!("{} \u{2212}{}%", off.platform, off.percent);
    scenario.off.iter().map(words).collect()
}
