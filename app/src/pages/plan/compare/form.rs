//! Two fields for two links; what was typed stays, and what is wrong is named.
use super::{Comparison, Plan, Side, Trouble, address, names, reference};
use crate::components::{Cell, glyph, kept_inputs};
use crate::frame::Frame;
use crate::text::td_string;
use domain::catalog::PriceKind;
use domain::scenario::{CardChoice, Cell as State, Scenario, WithoutNoGpu, encode};
use leptos::prelude::*;

/// What may stand beside a plan: its words and its reference.
fn suggestions(frame: &Frame, plan: &Plan) -> Vec<(&'static str, String)> {
    let locale = frame.locale;
    let mut list = Vec::new();
    let mut put = |label: &'static str, change: &dyn Fn(&mut Scenario)| {
        let mut other = plan.scenario.clone();
        change(&mut other);
        list.push((label, reference(&encode(&other))));
    };
    if plan.slug.is_some() {
        put(td_string!(locale, compare.s_today), &|_| {});
    }
    if plan.scenario.gpu != CardChoice::Any {
        put(td_string!(locale, compare.s_any), &|s| {
            s.gpu = CardChoice::Any
        });
    }
    let only = |kind: PriceKind| move |s: &mut Scenario| s.price_kind = vec![kind];
    if plan.scenario.price_kind != [PriceKind::OnDemand] {
        put(
            td_string!(locale, compare.s_metered),
            &only(PriceKind::OnDemand),
        );
    }
    if plan.scenario.price_kind != [PriceKind::Monthly] {
        put(
            td_string!(locale, compare.s_monthly),
            &only(PriceKind::Monthly),
        );
    }
    if plan.scenario.week.minutes(State::NoGpu) > 0 {
        match plan.scenario.no_gpu {
            WithoutNoGpu::Keep => put(td_string!(locale, compare.s_stop), &|s| {
                s.no_gpu = WithoutNoGpu::Stop
            }),
            WithoutNoGpu::Stop => put(td_string!(locale, compare.s_keep), &|s| {
                s.no_gpu = WithoutNoGpu::Keep
            }),
        }
    }
    list
}

fn trouble(frame: &Frame, side: &Side) -> Option<String> {
    let locale = frame.locale;
    Some(match side.plan.as_ref().err()? {
        Trouble::Missing => td_string!(locale, compare.e_missing).to_owned(),
        Trouble::Unreadable => td_string!(locale, compare.e_unreadable).to_owned(),
        Trouble::NoSuchPlan => td_string!(locale, compare.e_no_plan).to_owned(),
        Trouble::Refused(why) => td_string!(locale, compare.e_refused, why = why.clone()),
    })
}

fn field(
    frame: &Frame,
    name: &'static str,
    label: &'static str,
    side: &Side,
    usual: Option<&str>,
) -> AnyView {
    let locale = frame.locale;
    let is_wrong = !matches!(side.plan, Ok(_) | Err(Trouble::Missing));
    let class = if is_wrong { "field err" } else { "field" };
    // An empty field is filled with what is likely wanted; it is not an error yet.
    let value = if side.typed.trim().is_empty() {
        usual.unwrap_or_default().to_owned()
    } else {
        side.typed.clone()
    };
    let message = trouble(frame, side).filter(|_| is_wrong || value.is_empty());
    let (about, said) = (format!("{name}-help"), format!("{name}-msg"));
    let described = format!("{about} {said}");
    view! {
        <div class=class>
            <label r#for=name>{label}</label>
            <input r#type="text" id=name name=name value=value autocomplete="off" spellcheck="false"
                aria-describedby=described aria-invalid=is_wrong.then_some("true") />
            <span class="help" id=about>{td_string!(locale, compare.help)}</span>
            <span class="msg" id=said>{message}</span>
        </div>
    }
    .into_any()
}

/// The form, with what is wrong above it and ready second plans below.
pub(super) fn panel(view: &Comparison) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let (name_a, name_b) = names(locale);
    let wrong: Vec<&str> = [(name_a, &view.a), (name_b, &view.b)]
        .into_iter()
        .filter(|(_, side)| !matches!(side.plan, Ok(_) | Err(Trouble::Missing)))
        .map(|(name, _)| name)
        .collect();
    let summary = (!wrong.is_empty()).then(|| {
        let names = wrong.join(td_string!(locale, compare.and));
        let text = td_string!(locale, compare.errors, names = names);
        view! { <div class="note bad" role="alert">{glyph(Cell::No)}<p>{text}</p></div> }
    });
    let (one, is_a) = match (&view.a.plan, &view.b.plan) {
        (Ok(a), Err(_)) => (Some(a), true),
        (Err(_), Ok(b)) => (Some(b), false),
        _ => (None, true),
    };
    let ready = one.map(|plan| suggestions(frame, plan)).unwrap_or_default();
    let usual = ready.first().map(|(_, reference)| reference.as_str());
    let links = one.filter(|_| !ready.is_empty()).map(|plan| {
        let known = plan.reference();
        let links = ready
            .iter()
            .map(|(label, other)| {
                let (a, b) = if is_a { (&known, other) } else { (other, &known) };
                let link = frame.link(&address("/plan/compare", a, b));
                view! { <a class="btn s" href=link>{*label}</a> }
            })
            .collect_view();
        view! { <div class="brush"><span class="sm b">{td_string!(locale, compare.suggest)}</span>{links}</div> }
    });
    view! {
        <section class="panel no-print">
            <header><h2>{td_string!(locale, compare.form_title)}</h2></header>
            <div class="bd">
                {summary}
                <form class="which" method="get" action="/plan/compare">
                    {kept_inputs(frame)}
                    {field(frame, "a", name_a, &view.a, usual)}
                    {field(frame, "b", name_b, &view.b, usual)}
                    <div><button class="btn pri">{td_string!(locale, compare.compare)}</button></div>
                </form>
                {links}
            </div>
        </section>
    }
    .into_any()
}
