//! Hourly or monthly: the cheapest metered offer that has a prepaid plan beside it.
use super::HourlyOrPrepaid;
use crate::charts::Width;
use crate::charts::breakeven::{
    self, Breakeven, BreakevenLabels, CostLine, Crossing, LineKind, YourPlan,
};
use crate::components::platform_name;
use crate::format;
use crate::frame::Frame;
use crate::text::td_string;
use domain::catalog::{CatalogSnapshot, Freshness, Offer, PriceKind};
use domain::quote::{Answer, Crossover, NoGpuUse, Terms, crossover, packed};
use domain::scenario::Scenario;
use domain::units::{Decimal, Money};

/// Draws the comparison; `None` when no ranked meter of the card has a current prepaid plan on its platform.
pub fn chart(
    frame: &Frame,
    snapshot: &CatalogSnapshot,
    scenario: &Scenario,
    answer: &Answer,
) -> Option<HourlyOrPrepaid> {
    let today = frame.today();
    let (metered, prepaid) = answer
        .ranked
        .iter()
        .filter(|row| !row.kind.is_term())
        .find_map(|row| {
            let offer = snapshot.offer(row.offer)?;
            Some((offer, prepaid_beside(frame, snapshot, offer)?))
        })?;
    let terms = |offer: &Offer| Terms::of(snapshot, offer, frame.currency, today);
    let lines = crossover(&terms(metered)?, &terms(prepaid)?, scenario, today).ok()?;
    let row = answer.ranked.iter().find(|row| row.offer == metered.id)?;
    let packs = shorter_passes(frame, snapshot, metered)
        .filter_map(|offer| {
            let pass = terms(offer)?;
            let steps = packed(&pass, scenario, today).ok()?;
            (!steps.is_empty()).then_some((pass.term?.days, steps))
        })
        .collect::<Vec<_>>();
    let name = format!(
        "{} {}",
        platform_name(frame.locale, &snapshot.platforms[metered.platform]),
        crate::components::card_words(frame.locale, snapshot.gpus[metered.gpu].short_name())
    );
    let mut data = drawing(
        frame,
        answer,
        &lines,
        row.no_gpu == NoGpuUse::Mode,
        row.low,
        &name,
    );
    let steps = packs
        .iter()
        .map(|(days, steps)| pack_line(frame, *days, steps));
    data.lines.extend(steps);
    let chart = (
        breakeven::breakeven(&data, Width::Wide(700)),
        breakeven::breakeven(&data, Width::Narrow),
    );
    Some(HourlyOrPrepaid {
        sentence: sentence(frame, answer, &lines, row.no_gpu == NoGpuUse::Mode),
        name,
        chart,
    })
}

/// Current day and week passes beside the meter.
fn shorter_passes<'a>(
    frame: &Frame,
    snapshot: &'a CatalogSnapshot,
    metered: &Offer,
) -> impl Iterator<Item = &'a Offer> {
    let (platform, gpu, count) = (metered.platform, metered.gpu, metered.gpu_count);
    let today = frame.today();
    snapshot.offers.iter().filter(move |offer| {
        matches!(offer.kind, PriceKind::Daily | PriceKind::Weekly)
            && (offer.platform, offer.gpu, offer.gpu_count) == (platform, gpu, count)
            && snapshot.freshness(offer, today) != Freshness::Stale
    })
}

/// Passes with the hours packed into them: true steps.
fn pack_line(frame: &Frame, days: u32, steps: &[(u64, Decimal)]) -> CostLine {
    let mut points = Vec::new();
    let mut from = 0.0;
    for (reach, cost) in steps {
        let to = *reach as f64 / 3600.0;
        points.extend([(from, cost.to_f64()), (to, cost.to_f64())]);
        from = to;
    }
    let price = steps
        .first()
        .and_then(|(_, cost)| Money::from_decimal(*cost, frame.currency).ok())
        .map(format::total)
        .unwrap_or_default();
    CostLine {
        label: td_string!(frame.locale, insight.be_pass, days = days, amount = price),
        note: Some(td_string!(frame.locale, insight.be_packed).to_owned()),
        kind: LineKind::Step,
        points,
    }
}

fn prepaid_beside<'a>(
    frame: &Frame,
    snapshot: &'a CatalogSnapshot,
    metered: &Offer,
) -> Option<&'a Offer> {
    snapshot.offers.iter().find(|offer| {
        offer.kind == PriceKind::Monthly
            && offer.platform == metered.platform
            && offer.gpu == metered.gpu
            && offer.gpu_count == metered.gpu_count
            && snapshot.freshness(offer, frame.today()) != Freshness::Stale
    })
}

fn hours(seconds: u64) -> String {
    format::hours(i64::try_from(seconds).unwrap_or(i64::MAX))
}

/// Hours over the whole plan of so many seconds a day.
fn plan_hours(answer: &Answer, day_s: u32) -> f64 {
    f64::from(day_s) / 3600.0 * f64::from(answer.days)
}

fn sentence(frame: &Frame, answer: &Answer, lines: &Crossover, mode: bool) -> String {
    let locale = frame.locale;
    let used = hours(answer.gpu_s);
    match lines.crossing_s {
        None => td_string!(locale, plan.be_never, used = used),
        Some(0) => td_string!(locale, plan.be_always, used = used),
        Some(day_s) => {
            let no_gpu = if mode && answer.no_gpu_s > 0 {
                td_string!(locale, plan.be_with_no_gpu, hours = hours(answer.no_gpu_s))
            } else {
                String::new()
            };
            let at = hours(u64::from(day_s) * u64::from(answer.days));
            td_string!(
                locale,
                plan.be_sentence,
                no_gpu = no_gpu,
                hours = at,
                days = answer.days,
                used = used
            )
        }
    }
}

fn drawing(
    frame: &Frame,
    answer: &Answer,
    lines: &Crossover,
    mode: bool,
    your_cost: Decimal,
    name: &str,
) -> Breakeven {
    let locale = frame.locale;
    let points = |list: &[(u32, Decimal)]| {
        list.iter()
            .map(|(s, cost)| (plan_hours(answer, *s), cost.to_f64()))
            .collect::<Vec<_>>()
    };
    let amount = |cost: Decimal| {
        Money::from_decimal(cost, frame.currency)
            .map(format::total)
            .unwrap_or_default()
    };
    let prepaid = lines
        .prepaid
        .first()
        .map(|(_, cost)| amount(*cost))
        .unwrap_or_default();
    let hourly = if mode && answer.no_gpu_s > 0 {
        td_string!(locale, plan.be_hourly_mode)
    } else {
        td_string!(locale, plan.be_hourly)
    };
    let line = |label: String, kind: LineKind, list: &[(u32, Decimal)]| CostLine {
        label,
        note: None,
        kind,
        points: points(list),
    };
    let mut cost_lines = vec![line(hourly.to_owned(), LineKind::Main, &lines.metered)];
    if !lines.wasteful.is_empty() {
        cost_lines.push(line(
            td_string!(locale, plan.be_wasteful).to_owned(),
            LineKind::Wasteful,
            &lines.wasteful,
        ));
    }
    cost_lines.push(line(
        td_string!(locale, plan.be_monthly, amount = prepaid),
        LineKind::Flat,
        &lines.prepaid,
    ));
    let crossings = lines
        .crossing_s
        .filter(|s| *s > 0)
        .map(|day_s| {
            let total = u64::from(day_s) * u64::from(answer.days);
            let cost = lines.prepaid.first().map_or(0.0, |(_, cost)| cost.to_f64());
            Crossing {
                hours: plan_hours(answer, day_s),
                cost,
                first: td_string!(locale, plan.be_cross_1, hours = hours(total)),
                second: td_string!(locale, plan.be_cross_2, hours = hours(u64::from(day_s))),
            }
        })
        .into_iter()
        .collect();
    Breakeven {
        labels: BreakevenLabels {
            aria: td_string!(locale, plan.be_aria, name = name.to_owned()),
            x_title: td_string!(locale, plan.be_x, days = answer.days),
            y_title: td_string!(
                locale,
                plan.be_y,
                days = answer.days,
                sign = frame.currency.sign().trim().to_owned()
            ),
            per_day: td_string!(locale, plan.be_per_day).to_owned(),
        },
        days: f64::from(answer.days),
        lines: cost_lines,
        plan: Some(YourPlan {
            hours: answer.gpu_s as f64 / 3600.0,
            cost: Some(your_cost.to_f64()),
            label: td_string!(locale, plan.be_yours, hours = hours(answer.gpu_s)),
            cost_label: amount(your_cost),
        }),
        crossings,
    }
}
