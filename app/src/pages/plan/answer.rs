//! The answer first: the cheapest total, what it is made of, and what to do with it.
use super::{compare, lines, print};
use crate::components::facts::fact_name;
use crate::components::{after_stop, comma, list_comma};
use crate::format;
use crate::frame::{Frame, address, encode as percent};
use crate::text::{Locale, LocaleExt, td_string};
use domain::catalog::PriceKind;
use domain::quote::{Answer, AnswerRow, Caution, NoGpuUse};
use domain::scenario::{Scenario, encode};
use domain::units::{Currency, Decimal, Money, div_round_half_up};
use leptos::prelude::*;

/// An amount with its currency's sign and separators.
pub(crate) fn money(amount: Decimal, currency: Currency) -> String {
    Money::from_decimal(amount, currency)
        .map(format::total)
        .unwrap_or_else(|_| format!("{amount} {currency}"))
}

/// A figure for a table: no sign, separators from 10,000.
pub(crate) fn plain(amount: Decimal, currency: Currency) -> String {
    format::amount(amount.nanos(), currency.minor_digits(), false)
}

/// The platform's name in the page's language.
pub(crate) fn platform(locale: Locale, row: &AnswerRow) -> String {
    match &row.platform_name_zh {
        Some(name) if locale.is_zh() => name.clone(),
        _ => row.platform_name.clone(),
    }
}

/// How an offer of a kind is paid, in a word.
pub(super) fn billed_kind(locale: Locale, kind: PriceKind) -> &'static str {
    crate::components::kind_word(locale, kind)
}

/// How the row is billed, in a few words.
pub(crate) fn billed(locale: Locale, row: &AnswerRow) -> String {
    if row.kind != PriceKind::OnDemand {
        return crate::components::kind_word(locale, row.kind).to_owned();
    }
    match row.increment_s {
        Some(1) => td_string!(locale, plan.by_second).to_owned(),
        Some(60) => td_string!(locale, plan.by_minute).to_owned(),
        Some(3600) => td_string!(locale, plan.by_hour).to_owned(),
        Some(seconds) => td_string!(locale, plan.by_seconds, seconds = seconds),
        None => td_string!(locale, plan.by_unknown).to_owned(),
    }
}

/// The facts to ask for, in words.
pub(super) fn asked(locale: Locale, row: &AnswerRow) -> String {
    row.ask
        .iter()
        .map(|key| fact_name(locale, *key))
        .collect::<Vec<_>>()
        .join(list_comma(locale))
}

/// A caution in words.
pub(super) fn caution(locale: Locale, caution: Caution) -> String {
    match caution {
        Caution::StopUnknown => td_string!(locale, plan.c_stop_unknown).to_owned(),
        Caution::DeletedAfter(days) => td_string!(locale, plan.c_deleted_after, days = days),
        Caution::FullPriceStopped => td_string!(locale, plan.c_full_price).to_owned(),
        Caution::Releases(count) => td_string!(locale, plan.c_releases, count = count),
    }
}

/// The answer in two sentences, for previews and search engines.
pub(crate) fn summary(frame: &Frame, answer: &Answer) -> String {
    let locale = frame.locale;
    let Some(best) = answer.ranked.first() else {
        return td_string!(locale, plan.description).to_owned();
    };
    let sign = if best.price_per_hour.currency == answer.currency {
        ""
    } else {
        "≈ "
    };
    td_string!(
        locale,
        compare.summary,
        total = format!("{sign}{}", crate::pictures::plan::total(answer, best)),
        days = answer.days,
        name = format!(
            "{} {}",
            platform(locale, best),
            crate::components::card_words(locale, &best.gpu_name)
        ),
        billed = billed(locale, best),
        use_words = use_words(locale, answer)
    )
}

/// Hours of the plan in each state, in words.
pub(super) fn use_words(locale: Locale, answer: &Answer) -> String {
    let hours = |seconds: u64| format::hours(i64::try_from(seconds).unwrap_or(i64::MAX));
    let gpu = hours(answer.gpu_s);
    if answer.no_gpu_s > 0 {
        let no_gpu = hours(answer.no_gpu_s);
        td_string!(locale, plan.use_both, gpu = gpu, no_gpu = no_gpu)
    } else {
        td_string!(locale, plan.use_gpu, gpu = gpu)
    }
}

/// The panel with the one figure. With a scenario it offers to share; without, it is a saved answer.
pub fn panel(frame: &Frame, answer: &Answer, scenario: Option<&Scenario>) -> AnyView {
    let locale = frame.locale;
    let actions = scenario.map(|scenario| actions(frame, scenario));
    let Some(best) = answer.ranked.first() else {
        return view! {
            <section class="panel ans">
                <div class="bd ansgrid">
                    <div>
                        <p class="b">{td_string!(locale, plan.none_ranked)}</p>
                        <p class="mut">{td_string!(locale, plan.none_ranked_why, floors = answer.floors_count)}</p>
                    </div>
                </div>
            </section>
        }
        .into_any();
    };
    let converted = best.price_per_hour.currency != answer.currency;
    let figure = match best.high {
        Some(high) if high != best.low => format!(
            "{}–{}",
            money(best.low, answer.currency),
            plain(high, answer.currency)
        ),
        _ => money(best.low, answer.currency),
    };
    let listed = converted.then(|| {
        let listed = money(best.listed_low, best.price_per_hour.currency);
        td_string!(locale, plan.as_listed, amount = listed)
    });
    let use_words = use_words(locale, answer);
    let budget = scenario.and_then(|s| s.budget).map(|budget| {
        let fits = answer
            .ranked
            .iter()
            .filter(|row| row.high.is_some_and(|high| high <= budget))
            .count();
        let text = td_string!(
            locale,
            plan.within_budget,
            count = fits,
            budget = money(budget, answer.currency)
        );
        view! { <p class="mut">{text}</p> }
    });
    let ask = (!best.is_exact() && !best.ask.is_empty())
        .then(|| view! { <p class="sm">{td_string!(locale, plan.ask_for, facts = asked(locale, best))}</p> });
    let cautions = best
        .cautions
        .iter()
        .map(|c| view! { <p class="sm mut">{caution(locale, *c)}</p> })
        .collect_view();
    let title = format!(
        "{} {}{}{}{}",
        platform(locale, best),
        crate::components::card_words(locale, &best.gpu_name),
        comma(locale),
        billed(locale, best),
        if locale.is_zh() { "。" } else { "." }
    );
    view! {
        <section class="panel ans">
            <div class="bd ansgrid">
                <div>
                    <p class="sm mut">{td_string!(locale, plan.lowest_of, count = answer.ranked_count)}</p>
                    <p class="answer">
                        <span class="fig" data-total=plain(best.low, answer.currency)>{converted.then(|| view! { <small>"≈ "</small> })}<span data-figure="">{figure}</span></span>
                        " "<span class="mut">{td_string!(locale, plan.for_days, days = answer.days)}{listed}{scenario.and_then(|s| a_month(locale, answer, best, s))}</span>
                    </p>
                    <p><b>{title}</b>{after_stop(locale)}{use_words}{saving(locale, best)}</p>
                    {ask}{cautions}{budget}
                </div>
                {actions}
                <details class="workings" open="open">
                    <summary>{td_string!(locale, plan.worked_out)}</summary>
                    {lines::table(frame, best)}
                    <p class="xs dim">{td_string!(locale, plan.pull_free)}</p>
                </details>
            </div>
        </section>
    }
    .into_any()
}

/// The total brought to a month of the scenario's length, where the plan has another.
fn a_month(
    locale: Locale,
    answer: &Answer,
    row: &AnswerRow,
    scenario: &Scenario,
) -> Option<String> {
    let plan_hours = i128::from(answer.days) * 24;
    let month = i128::from(scenario.month_hours);
    let nanos = row.high.unwrap_or(row.low).nanos().checked_mul(month)?;
    let amount = div_round_half_up(nanos, plan_hours)?;
    (plan_hours != month).then(|| {
        td_string!(
            locale,
            insight.a_month,
            amount = money(Decimal::from_nanos(amount), answer.currency),
            hours = scenario.month_hours
        )
    })
}

/// What no-GPU mode saves here, from the line's own figures.
fn saving(locale: Locale, row: &AnswerRow) -> Option<String> {
    let price = row.no_gpu_price.filter(|_| row.no_gpu == NoGpuUse::Mode)?;
    let difference = row
        .price_per_hour
        .nanos
        .checked_sub(price.nanos)
        .filter(|d| *d > 0)?;
    let saved = i128::from(difference) * i128::from(row.billed_nogpu_s) / 3600;
    let saved = money(Decimal::from_nanos(saved), price.currency);
    Some(td_string!(
        locale,
        plan.mode_saves,
        amount = saved,
        full = format::hourly_money(row.price_per_hour),
        mode = format::hourly_money(price)
    ))
}

fn actions(frame: &Frame, scenario: &Scenario) -> impl IntoView + use<> {
    let locale = frame.locale;
    let mut pairs = encode(scenario);
    pairs.extend(frame.kept());
    if !pairs.iter().any(|(name, _)| name == "currency") {
        pairs.push(("currency".to_owned(), frame.currency.code().to_owned()));
    }
    let hidden = pairs
        .iter()
        .map(|(name, value)| view! { <input r#type="hidden" name=name.clone() value=value.clone() /> })
        .collect_view();
    let csv = address("/plan.csv", &pairs);
    let link = frame.absolute(&address("/plan", &encode(scenario)));
    let reference = compare::reference(&encode(scenario));
    let compare = frame.link(&compare::address("/plan/compare", &reference, ""));
    view! {
        <div class="ans-actions">
            <form method="post" action="/plan/share">{hidden}<button class="btn pri">{td_string!(locale, plan.share)}</button></form>
            <span class="pair">
                <a class="btn" href=csv download="plan.csv">{td_string!(locale, common.csv)}</a>
                <a class="btn" href=link>{td_string!(locale, plan.link)}</a>
            </span>
            <span class="pair">
                <a class="btn" href=compare>{td_string!(locale, compare.compare)}</a>
                {print::button(frame)}
            </span>
        </div>
    }
}

/// The address of the scenario that an answer was made for, keeping the page's language.
pub(super) fn plan_address(frame: &Frame, answer: &Answer) -> String {
    let mut pairs = answer.scenario.clone();
    pairs.push(("currency".to_owned(), answer.currency.code().to_owned()));
    let query: Vec<String> = pairs
        .iter()
        .map(|(n, v)| format!("{n}={}", percent(v)))
        .collect();
    frame.link(&format!("/plan?{}", query.join("&")))
}
