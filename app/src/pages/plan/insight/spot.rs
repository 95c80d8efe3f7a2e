//! Interruptible machines of the card: a range, and how many interruptions they bear.
use super::super::PlanView;
use super::{shown, terms};
use crate::components::{platform_name, stamp};
use crate::format;
use crate::text::td_string;
use domain::catalog::{Freshness, Offer, PriceKind};
use domain::pricing::SpotFigures;
use domain::quote::Answer;
use domain::quote::insight::{SpotRange, spot_range};
use domain::scenario::CardChoice;
use domain::units::{Currency, Decimal, Money};
use leptos::prelude::*;

/// Most offers shown.
const MOST: usize = 5;

/// Spot offers of the plan's card and count, stale ones too.
fn offers(view: &PlanView) -> Vec<&Offer> {
    let (snapshot, scenario) = (&view.snapshot, &view.scenario);
    let wanted = |offer: &&Offer| {
        let card = match &scenario.gpu {
            CardChoice::Any => false,
            CardChoice::Model(slug) => snapshot.gpus[offer.gpu].slug == *slug,
        };
        let platform = &snapshot.platforms[offer.platform].slug;
        card && offer.kind == PriceKind::Spot
            && offer.gpu_fraction.is_none()
            && offer.gpu_count == scenario.n_gpu
            && (scenario.platform.is_empty() || scenario.platform.contains(platform))
    };
    snapshot.offers.iter().filter(wanted).collect()
}

pub(super) fn panel(view: &PlanView, answer: &Answer) -> Option<AnyView> {
    let locale = view.frame.locale;
    if view.scenario.gpu == CardChoice::Any || answer.gpu_s == 0 {
        return None;
    }
    let today = view.frame.today();
    let all = offers(view);
    let (mut current, old): (Vec<&Offer>, Vec<&Offer>) = all
        .into_iter()
        .partition(|offer| view.snapshot.freshness(offer, today) != Freshness::Stale);
    let in_display = |offer: &Offer| {
        let price = view
            .snapshot
            .convert(offer.price_per_hour, view.frame.currency, today);
        price.map_or(i64::MAX, |(money, _)| money.nanos)
    };
    current.sort_by_key(|offer| (in_display(offer), offer.id));
    let steady = answer
        .ranked
        .iter()
        .find(|row| row.kind == PriceKind::OnDemand)
        .and_then(|row| view.snapshot.offer(row.offer));
    let rows: Vec<AnyView> = current
        .iter()
        .take(MOST)
        .filter_map(|offer| row(view, answer, offer, steady?))
        .collect();
    let body = if rows.is_empty() {
        let text = match old.iter().max_by_key(|offer| offer.observed) {
            None => td_string!(locale, insight.spot_none).to_owned(),
            Some(last) => td_string!(
                locale,
                insight.spot_last,
                name = platform_name(locale, &view.snapshot.platforms[last.platform]),
                date = last.observed.text()
            ),
        };
        view! { <div class="bd"><p class="mut">{text}</p></div> }.into_any()
    } else {
        table(view, answer, rows)
    };
    Some(
        view! { <section class="panel no-print"><header><h2>{td_string!(locale, insight.spot)}</h2>{assumption(view)}</header>{body}</section> }
            .into_any(),
    )
}

fn assumption(view: &PlanView) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let guess = &view.scenario.spot;
    let text = match guess.a_day {
        Some((low, high)) => td_string!(
            locale,
            insight.spot_guess,
            low = low.to_string(),
            high = high.to_string(),
            checkpoint = guess.checkpoint_min,
            restart = guess.restart_min
        ),
        None => td_string!(
            locale,
            insight.spot_no_guess,
            checkpoint = guess.checkpoint_min,
            restart = guess.restart_min
        ),
    };
    view! { <p>{text}</p> }
}

fn table(view: &PlanView, answer: &Answer, rows: Vec<AnyView>) -> AnyView {
    let locale = view.frame.locale;
    let hours = format::hours(i64::try_from(answer.gpu_s).unwrap_or(i64::MAX));
    let label = td_string!(locale, insight.spot);
    view! {
        <div class="bd flush">
            <div class="tw bare square" tabindex="0" role="region" aria-label=label>
                <table class="sense">
                    <thead><tr>
                        <th scope="col">{td_string!(locale, insight.platform)}</th>
                        <th scope="col" class="num">{td_string!(locale, insight.spot_price)}</th>
                        <th scope="col" class="num">{td_string!(locale, insight.spot_cost)}</th>
                        <th scope="col" class="num">{td_string!(locale, insight.spot_steady)}</th>
                        <th scope="col">{td_string!(locale, insight.spot_worth)}</th>
                        <th scope="col">{td_string!(locale, common.checked)}</th>
                    </tr></thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            <p class="panel-foot xs dim">{td_string!(locale, insight.spot_left_out, hours = hours)}</p>
        </div>
    }
    .into_any()
}

fn cost(currency: Currency, text: &str) -> Option<Money> {
    Money::from_decimal(text.parse::<Decimal>().ok()?, currency).ok()
}

fn row(view: &PlanView, answer: &Answer, offer: &Offer, steady: &Offer) -> Option<AnyView> {
    let locale = view.frame.locale;
    let (spot, other) = (terms(view, offer)?, terms(view, steady)?);
    let range = spot_range(&spot, &other, answer.gpu_s, &view.scenario.spot).ok()??;
    let amount = |figures: &Option<SpotFigures>, pick: fn(&SpotFigures) -> &str| {
        figures
            .as_ref()
            .and_then(|figures| cost(spot.currency, pick(figures)))
    };
    let best = amount(&range.best, |f| &f.expected_cost);
    let worst = amount(&range.worst, |f| &f.expected_cost);
    let expected = match (best, worst) {
        (Some(best), Some(worst)) if best == worst && view.scenario.spot.a_day.is_none() => {
            format!("≥ {}", shown(view, best))
        }
        (Some(best), Some(worst)) if best == worst => shown(view, best),
        (Some(best), Some(worst)) => format!("{} – {}", shown(view, best), shown(view, worst)),
        (Some(best), None) => format!(
            "{} – {}",
            shown(view, best),
            td_string!(locale, insight.spot_stuck)
        ),
        _ => td_string!(locale, insight.spot_stuck).to_owned(),
    };
    let uninterrupted = amount(&range.best.clone().or(range.worst.clone()), |f| {
        &f.on_demand_cost
    })
    .map(|money| shown(view, money));
    let steady_name = platform_name(locale, &view.snapshot.platforms[steady.platform]);
    let name = platform_name(locale, &view.snapshot.platforms[offer.platform]);
    let href = view.frame.link(&format!(
        "/platforms/{}",
        view.snapshot.platforms[offer.platform].slug
    ));
    let tier = crate::components::tier(locale, offer);
    let freshness = view.snapshot.freshness(offer, view.frame.today());
    Some(
        view! {
            <tr>
                <th scope="row"><a class="name" href=href>{name}</a><span class="l2">{tier}</span></th>
                <td class="num">{format::hourly_money(offer.price_per_hour)}</td>
                <td class="num">{expected}</td>
                <td class="num">{uninterrupted}<span class="l2">{steady_name}</span></td>
                <td>{worth(view, &range, &spot, &other)}</td>
                <td>{stamp(&view.frame, offer.observed, freshness, &offer.source_url)}</td>
            </tr>
        }
        .into_any(),
    )
}

/// Up to how many interruptions a day it is worth it.
fn worth(
    view: &PlanView,
    range: &SpotRange,
    spot: &domain::quote::Terms,
    steady: &domain::quote::Terms,
) -> String {
    let locale = view.frame.locale;
    match range.worth_below_milli {
        Some(milli) => {
            // Rounded down, so that the sentence stays true.
            let tenths = milli / 100;
            let count = if tenths.is_multiple_of(10) {
                (tenths / 10).to_string()
            } else {
                format!("{}.{}", tenths / 10, tenths % 10)
            };
            td_string!(locale, insight.spot_worth_text, count = count)
        }
        None if spot.currency == steady.currency && spot.machine_hour < steady.machine_hour => {
            td_string!(locale, insight.spot_always).to_owned()
        }
        None => td_string!(locale, insight.spot_never).to_owned(),
    }
}
