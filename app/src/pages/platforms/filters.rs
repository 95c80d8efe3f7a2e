//! The form that asks the table of rules, and what it left out.
use super::{PolicyView, policies};
use crate::components::{after_stop, colon, kept_inputs};
use crate::text::{Locale, td_string};
use domain::catalog::order::Direction;
use domain::catalog::policy::{Ask, Policy, PolicyOrder, PolicyQuery, SortBy, UNKNOWN, answer};
use domain::catalog::query::UnknownFacts;
use leptos::prelude::*;

/// The form; on a phone a sheet that a link opens.
pub(super) fn form(view: &PolicyView) -> AnyView {
    let (frame, locale) = (&view.base.frame, view.base.frame.locale);
    let sign = frame.currency.sign().trim().to_owned();
    let fields = Policy::ALL
        .iter()
        .map(|policy| field(view, *policy, &sign))
        .collect_view();
    let with_offers = view.query.with_offers;
    let include = view.query.unknown == UnknownFacts::Include;
    // The order is no condition, so that applying one keeps it.
    let order = (view.query.order_by != SortBy::Row(PolicyOrder::Name)).then(|| {
        view! { <input r#type="hidden" name="order_by" value=view.query.order_by.word() /> }
    });
    let direction = (view.query.order_dir == Direction::Desc)
        .then(|| view! { <input r#type="hidden" name="order_dir" value="desc" /> });
    view! {
        <aside class="sheet" id="filters">
            <a class="done only-n btn s" href="#main">{td_string!(locale, common.close)}</a>
            <form class="rule-form panel" method="get" action="/platforms" aria-label=td_string!(locale, platforms.filters)>
                {kept_inputs(frame)}{order}{direction}
                <div class="rule-fields">{fields}</div>
                <div class="rule-acts">
                    <label class="opt"><input r#type="checkbox" name="offers" value="current" checked=with_offers />{td_string!(locale, platforms.f_offers)}</label>
                    <label class="opt"><input r#type="checkbox" name="unknown" value="include" checked=include />{td_string!(locale, platforms.f_unknown)}</label>
                    <span class="end">
                        <a class="btn" href=frame.link("/platforms")>{td_string!(locale, catalogue.clear)}</a>
                        <button class="btn pri">{td_string!(locale, catalogue.apply)}</button>
                    </span>
                </div>
            </form>
        </aside>
    }
    .into_any()
}

fn field(view: &PolicyView, policy: Policy, sign: &str) -> AnyView {
    let locale = view.base.frame.locale;
    let (label, _) = policies::name(locale, policy, sign);
    let id = format!("f-{}", policy.word());
    let bound = || {
        let known = view.query.bounds.iter().find(|(known, _)| *known == policy);
        known
            .map(|(_, bound)| bound.to_string())
            .unwrap_or_default()
    };
    let number = |name: &'static str, label: String, unit: String, step: &'static str| {
        view! {
            <div class="field">
                <label r#for=id.clone()>{label}</label>
                <div class="unit"><input r#type="number" id=id.clone() name=name value=bound() min="0" step=step /><span>{unit}</span></div>
            </div>
        }
        .into_any()
    };
    let unit = match policy {
        Policy::Retention => td_string!(locale, platforms.u_days).to_owned(),
        Policy::Network => "Mbps".to_owned(),
        Policy::Egress => format!("{sign}/GB"),
        _ => td_string!(locale, platforms.u_seconds).to_owned(),
    };
    match policy.ask() {
        Ask::AtMost(name) => number(
            name,
            td_string!(locale, platforms.f_most, name = label),
            unit,
            if policy == Policy::Egress { "any" } else { "1" },
        ),
        Ask::AtLeast(name) => {
            let label = td_string!(locale, platforms.f_least, name = label);
            number(name, label, unit, "1")
        }
        Ask::Words(words) => {
            let chosen = view.query.words.iter().find(|(known, _)| *known == policy);
            let chosen: &[String] = chosen.map_or(&[], |(_, words)| words);
            // Several answers come from an address; the form keeps them as one choice.
            let joined = (chosen.len() > 1).then(|| joined(locale, policy, chosen));
            let one = |word: &'static str| {
                let on = chosen.len() == 1 && chosen[0] == word;
                view! { <option value=word selected=on>{policies::word(locale, policy, word)}</option> }
            };
            view! {
                <div class="field">
                    <label r#for=id.clone()>{label}</label>
                    <select id=id.clone() name=policy.param()>
                        <option value="">{td_string!(locale, platforms.f_any)}</option>
                        {words.iter().map(|word| one(word)).collect_view()}
                        {one(UNKNOWN)}
                        {joined}
                    </select>
                </div>
            }
            .into_any()
        }
    }
}

fn joined(locale: Locale, policy: Policy, chosen: &[String]) -> AnyView {
    let words: Vec<String> = chosen
        .iter()
        .map(|word| policies::word(locale, policy, word))
        .collect();
    view! { <option value=chosen.join(",") selected=true>{words.join(" / ")}</option> }.into_any()
}

/// A condition in force.
struct Condition {
    /// In words.
    text: String,
    /// The address without it.
    href: String,
    /// The question without it.
    without: PolicyQuery,
}

fn conditions(view: &PolicyView) -> Vec<Condition> {
    let (frame, locale) = (&view.base.frame, view.base.frame.locale);
    let sign = frame.currency.sign().trim().to_owned();
    let mut conditions = Vec::new();
    let mut add = |text: String, param: &str, drop: &dyn Fn(&mut PolicyQuery)| {
        let mut without = view.query.clone();
        drop(&mut without);
        let href = frame.here(&[(param, None)]);
        conditions.push(Condition {
            text,
            href,
            without,
        });
    };
    for (policy, words) in &view.query.words {
        let (label, _) = policies::name(locale, *policy, &sign);
        let words: Vec<String> = words
            .iter()
            .map(|word| policies::word(locale, *policy, word))
            .collect();
        let text = format!("{label}{}{}", colon(locale), words.join(" / "));
        let drop = |query: &mut PolicyQuery| query.words.retain(|(other, _)| other != policy);
        add(text, policy.param(), &drop);
    }
    for (policy, bound) in &view.query.bounds {
        let (label, _) = policies::name(locale, *policy, &sign);
        let mark = match policy.ask() {
            Ask::AtMost(_) => "≤",
            _ => "≥",
        };
        let drop = |query: &mut PolicyQuery| query.bounds.retain(|(other, _)| other != policy);
        add(format!("{label} {mark} {bound}"), policy.param(), &drop);
    }
    if view.query.with_offers {
        let text = td_string!(locale, platforms.f_offers).to_owned();
        add(text, "offers", &|query| query.with_offers = false);
    }
    conditions
}

/// The conditions in force, each with the address without it.
pub(super) fn chips(view: &PolicyView) -> Option<AnyView> {
    let locale = view.base.frame.locale;
    let chips = conditions(view).into_iter().map(|condition| {
        let label = td_string!(locale, platforms.without, name = condition.text.clone());
        view! { <a class="chip" href=condition.href aria-label=label>{condition.text}" "<span aria-hidden="true">"×"</span></a> }
    });
    let chips = chips.collect::<Vec<_>>();
    (!chips.is_empty()).then(|| view! { <p class="rule-chips">{chips}</p> }.into_any())
}

/// Nothing answers: which condition blocks, and how many platforms come back without it or with unknown answers.
pub(super) fn ways_back(view: &PolicyView) -> AnyView {
    let (frame, locale) = (&view.base.frame, view.base.frame.locale);
    let count = |query: &PolicyQuery| {
        answer(&view.base.snapshot, query, frame.currency, frame.today())
            .rows
            .len()
    };
    let mut ways: Vec<(String, String)> = Vec::new();
    for condition in conditions(view) {
        let found = count(&condition.without);
        if found > 0 {
            let text = td_string!(
                locale,
                platforms.without_gives,
                name = condition.text,
                count = found
            );
            ways.push((text, condition.href));
        }
    }
    let unknown = PolicyQuery {
        unknown: UnknownFacts::Include,
        ..view.query.clone()
    };
    let found = count(&unknown);
    if found > 0 {
        let text = td_string!(locale, platforms.with_unknown, count = found);
        ways.push((text, frame.here(&[("unknown", Some("include"))])));
    }
    ways.into_iter()
        .map(|(text, href)| view! { <li><a class="btn s" href=href>{text}</a></li> })
        .collect_view()
        .into_any()
}

/// How many platforms were left out and why, with the address that shows them.
pub(super) fn left_out(view: &PolicyView) -> Option<AnyView> {
    let (frame, locale) = (&view.base.frame, view.base.frame.locale);
    let table = &view.table;
    if table.unknown + table.other == 0 {
        return None;
    }
    let unknown = (table.unknown > 0).then(|| {
        let text = td_string!(locale, platforms.out_unknown, count = table.unknown);
        let href = frame.here(&[("unknown", Some("include"))]);
        view! { {text}{after_stop(locale)}<a href=href>{td_string!(locale, platforms.out_show)}</a>" " }
    });
    let other = (table.other > 0).then(|| {
        let text = td_string!(locale, platforms.out_other, count = table.other);
        let href = frame.link("/platforms");
        view! { {text}{after_stop(locale)}<a href=href>{td_string!(locale, platforms.out_all)}</a> }
    });
    Some(view! { <p class="sm mut left-out" role="status">{unknown}{other}</p> }.into_any())
}
