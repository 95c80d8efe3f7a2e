//! What either scenario says, field by field, for the comparison.
use super::super::assumptions::{discounts, own_prices};
use super::Plan;
use super::figure::Figure;
use crate::components::{kind_word, list_comma};
use crate::frame::Frame;
use crate::text::td_string;
use domain::scenario::{CardChoice, Scenario, WithoutNoGpu, encode};
use std::collections::BTreeSet;

/// Names of the parameters that either address has, beyond what stands above already.
pub(super) fn names(a: &Scenario, b: &Scenario) -> Vec<String> {
    const ALWAYS: [&str; 4] = ["gpu", "data_gb", "pull_gb", "send_gb"];
    let given: BTreeSet<String> = encode(a)
        .into_iter()
        .chain(encode(b))
        .map(|(name, _)| name)
        .filter(|name| !["v", "from", "days"].contains(&name.as_str()))
        .collect();
    let mut names: Vec<String> = ALWAYS.map(str::to_owned).to_vec();
    names.extend(given.into_iter().filter(|n| !ALWAYS.contains(&n.as_str())));
    names
}

/// One field of a scenario. A field that this page has no words for is shown as its address says it.
pub(super) fn figure(frame: &Frame, plan: &Plan, name: &str) -> Figure {
    let (locale, scenario) = (frame.locale, &plan.scenario);
    let words = |text: &str| Figure::Words(text.to_owned());
    match name {
        "gpu" => match &scenario.gpu {
            CardChoice::Any => words(td_string!(locale, plan.any_card)),
            CardChoice::Model(slug) => {
                let rows = plan.answer.ranked.iter().chain(&plan.answer.floors);
                let name = rows
                    .filter(|row| row.gpu == *slug)
                    .map(|row| crate::components::card_words(locale, &row.gpu_name))
                    .next();
                words(name.as_deref().unwrap_or(slug))
            }
        },
        "n_gpu" => Figure::Count(u64::from(scenario.n_gpu)),
        "vram_min" => scenario
            .vram_min
            .map_or(words(td_string!(locale, plan.any)), Figure::Size),
        "platform" if scenario.platform.is_empty() => words(td_string!(locale, compare.all)),
        "platform" => Figure::Words(scenario.platform.join(", ")),
        "price_kind" if scenario.price_kind.is_empty() => words(td_string!(locale, compare.usual)),
        "price_kind" => {
            let kinds = scenario
                .price_kind
                .iter()
                .map(|kind| kind_word(locale, *kind));
            Figure::Words(kinds.collect::<Vec<_>>().join(list_comma(locale)))
        }
        "week" => Figure::Words(scenario.week.to_string()),
        "data_gb" => Figure::Size(scenario.data_gb),
        "pull_gb" => Figure::Size(scenario.pull_gb),
        "send_gb" => Figure::Size(scenario.send_gb),
        "no_gpu" => words(match scenario.no_gpu {
            WithoutNoGpu::Keep => td_string!(locale, plan.leave_on),
            WithoutNoGpu::Stop => td_string!(locale, plan.stop_it),
        }),
        "setup_s" => Figure::Words(td_string!(locale, compare.unit_s, n = scenario.setup_s)),
        "month_hours" => Figure::Seconds(u64::from(scenario.month_hours) * 3600),
        "budget" => scenario.budget.map_or(Figure::None, |budget| {
            Figure::exact(budget, plan.answer.currency)
        }),
        "own" => Figure::Words(own_prices(scenario).join(", ")),
        "off" => Figure::Words(discounts(scenario).join(", ")),
        _ => {
            let values: Vec<String> = encode(scenario)
                .into_iter()
                .filter(|(n, _)| n == name)
                .map(|(_, value)| value)
                .collect();
            if values.is_empty() {
                words(td_string!(locale, compare.usual))
            } else {
                Figure::Words(values.join(", "))
            }
        }
    }
}

/// The name of a field; one that this page has no words for keeps its own.
pub(super) fn label(frame: &Frame, name: &str) -> String {
    let locale = frame.locale;
    let label = match name {
        "gpu" => td_string!(locale, compare.p_gpu),
        "n_gpu" => td_string!(locale, compare.p_n_gpu),
        "vram_min" => td_string!(locale, compare.p_vram_min),
        "platform" => td_string!(locale, compare.p_platform),
        "price_kind" => td_string!(locale, compare.p_price_kind),
        "week" => td_string!(locale, compare.p_week),
        "setup_s" => td_string!(locale, compare.p_setup_s),
        "month_hours" => td_string!(locale, compare.p_month_hours),
        "data_gb" => td_string!(locale, compare.p_data_gb),
        "pull_gb" => td_string!(locale, compare.p_pull_gb),
        "send_gb" => td_string!(locale, compare.p_send_gb),
        "no_gpu" => td_string!(locale, compare.p_no_gpu),
        "budget" => td_string!(locale, compare.p_budget),
        "spot_rate" => td_string!(locale, insight.spot_rate),
        "checkpoint_min" => td_string!(locale, insight.p_checkpoint),
        "restart_min" => td_string!(locale, insight.p_restart),
        "own" => td_string!(locale, insight.own_title),
        "off" => td_string!(locale, insight.off_title),
        other => return other.to_owned(),
    };
    label.to_owned()
}
