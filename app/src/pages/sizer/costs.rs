//! Time and money: each card that holds the job, with its cheapest offer and a bill from the best to the worst case.
use super::SizerView;
use super::cards::glyph;
use super::data::{Answer, CostRow};
use super::words::{rate, span, tokens, verdict};
use crate::components::{after_stop, card_name, comma, fact, platform_name, shown};
use crate::figures;
use crate::format;
use crate::frame::address;
use crate::text::td_string;
use domain::scenario::encode;
use domain::sizing::host::{HostPart, HostVerdict};
use domain::sizing::{Range, Task, transfer};
use domain::units::{Decimal, Money};
use leptos::prelude::*;

/// Rows that are shown at once.
const MOST: usize = 12;

pub(super) fn panel(view: &SizerView, answer: &Answer) -> AnyView {
    let locale = view.frame.locale;
    let sign = view.frame.currency.sign().trim().to_owned();
    let note = amount(view, answer);
    if answer.costs.is_empty() {
        return view! {
            <section class="panel">
                <header><h2>{td_string!(locale, sizer.time_money)}</h2></header>
                <div class="bd"><p class="mut">{td_string!(locale, sizer.no_offers)}</p></div>
            </section>
        }
        .into_any();
    }
    let has_speed = answer.costs.iter().any(|row| speed(row).is_some());
    let is_inference = view.ask.task() == Task::Inference;
    let rows = answer
        .costs
        .iter()
        .take(MOST)
        .enumerate()
        .map(|(place, one)| row(view, answer, one, place == 0, has_speed))
        .collect_view();
    let speed_head = has_speed.then(|| {
        view! { <th scope="col" class="num">{td_string!(locale, sizer.speed)}<span class="l2">{td_string!(locale, sizer.u_rate)}</span></th> }
    });
    let million = is_inference.then(|| {
        view! { <th scope="col" class="num">{td_string!(locale, sizer.per_million)}<span class="l2">{sign.clone()}</span></th> }
    });
    let silent = answer
        .costs
        .iter()
        .take(MOST)
        .filter(|row| row.getting.mbps.is_none())
        .count();
    let unstated = (silent > 0).then(|| {
        let text = td_string!(locale, sizer.host_foot, count = silent);
        [after_stop(locale).unwrap_or_default(), &text].concat()
    });
    let more = answer.costs.len().saturating_sub(MOST);
    let more = (more > 0).then(|| td_string!(locale, sizer.more_cards, count = more));
    view! {
        <section class="panel" id="money">
            <header><h2>{td_string!(locale, sizer.time_money)}</h2><span class="end">{note}</span></header>
            <div class="bd flush">
                <div class="tw bare square" tabindex="0" role="region" aria-label=td_string!(locale, sizer.time_money)>
                    <table class="cost list" role="table">
                        <thead><tr>
                            <th scope="col" class="stick">{td_string!(locale, sizer.card)}</th>
                            <th scope="col">{td_string!(locale, sizer.memory)}</th>
                            {speed_head}
                            <th scope="col" class="num">{td_string!(locale, sizer.time)}</th>
                            <th scope="col" class="num">{td_string!(locale, sizer.cheapest)}<span class="l2">{format!("{sign}/{}", td_string!(locale, sizer.hour))}</span></th>
                            <th scope="col" class="num" aria-sort="ascending">{td_string!(locale, sizer.total)}<span class="l2">{sign.clone()}</span></th>
                            {million}
                            <th scope="col"><span class="vh">{td_string!(locale, sizer.to_plan)}</span></th>
                        </tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
                <div class="panel-foot sm mut">
                    <p>{more}{after_stop(locale)}{td_string!(locale, sizer.cost_note)}</p>
                    <p>{lines(view, answer.model_gb)}{unstated}</p>
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// What the work amounts to.
fn amount(view: &SizerView, answer: &Answer) -> String {
    let locale = view.frame.locale;
    let request = view.ask.work();
    let epochs = request.epochs.unwrap_or(1.0);
    match (request.tokens, request.samples) {
        _ if !answer.is_timed => {
            td_string!(locale, sizer.hours_of_use, hours = view.ask.use_hours())
        }
        (Some(count), _) => {
            td_string!(
                locale,
                sizer.tokens_in_all,
                tokens = tokens((count as f64 * epochs) as u64)
            )
        }
        (None, Some(samples)) => td_string!(locale, sizer.samples_in_all, samples = samples),
        (None, None) => String::new(),
    }
}

/// How long a model of `gb` takes over lines of usual rates, in words.
fn lines(view: &SizerView, gb: f64) -> String {
    let locale = view.frame.locale;
    let at = |mbps: f64| {
        let range = transfer::download_s(gb, mbps);
        range.map(|range| span(locale, (range.mid.ceil() as u64, range.mid.ceil() as u64)))
    };
    let words = [10.0, 100.0, 1000.0].map(|mbps| {
        let time = at(mbps).unwrap_or_default();
        td_string!(locale, sizer.at_rate, mbps = mbps as u32, time = time)
    });
    td_string!(
        locale,
        sizer.download,
        gb = format!("{gb:.1}"),
        times = words.join(td_string!(locale, sizer.comma))
    )
}

fn speed(row: &CostRow) -> Option<Range> {
    row.answer
        .train_tokens_per_s
        .or(row.answer.decode_tokens_per_s)
}

/// A bill as figures; what has no upper end says so.
fn total(low: Decimal, high: Option<Decimal>, view: &SizerView) -> String {
    let text = figures::range(low, high, view.frame.currency);
    if high.is_none() {
        format!("≥ {text}")
    } else {
        text
    }
}

/// Price of a million generated tokens: cheapest at the best rate, dearest at the worst.
fn per_million(price: Money, rate: Range) -> Option<(i128, i128)> {
    let at = |tokens_per_s: f64| {
        let tenths = (tokens_per_s * 10.0).round() as i128;
        (tenths > 0).then(|| i128::from(price.nanos) * 10_000_000 / (3600 * tenths))
    };
    Some((at(rate.high)?, at(rate.low)?))
}

fn row(
    view: &SizerView,
    answer: &Answer,
    row: &CostRow,
    is_first: bool,
    has_speed: bool,
) -> AnyView {
    let locale = view.frame.locale;
    let sign = view.frame.currency.sign().trim().to_owned();
    // On a phone, where there is no head, each figure has its name and unit before it.
    let named = |name: &str, unit: &str| format!("{name}{}{unit}", comma(locale));
    let snapshot = &view.snapshot;
    let gpu = &snapshot.gpus[row.gpu];
    let offer = &snapshot.offers[row.cost.offer];
    let platform = &snapshot.platforms[offer.platform];
    let price = shown(&view.frame, snapshot, offer.price_per_hour);
    let mark = if price.listed.is_some() { "≈ " } else { "" };
    let memory = gpu.vram_gb.map(|gb| format!("{} GB", format::figure(gb)));
    let speed_cell = has_speed.then(|| {
        let text = speed(row).map_or_else(
            || "—".to_owned(),
            |r| format!("{}–{}", rate(r.low), rate(r.high)),
        );
        view! { <td class="num" data-l=named(td_string!(locale, sizer.speed), td_string!(locale, sizer.u_rate))>{text}</td> }
    });
    let million = (view.ask.task() == Task::Inference).then(|| {
        let range = row
            .answer
            .decode_tokens_per_s
            .and_then(|rate| per_million(price.money, rate));
        let text = range.map_or_else(
            || "—".to_owned(),
            |(low, high)| {
                format!(
                    "{}–{}",
                    figures::amount(low, 2, false),
                    figures::amount(high, 2, false)
                )
            },
        );
        view! { <td class="num" data-l=named(td_string!(locale, sizer.per_million), &sign)>{text}</td> }
    });
    let prefill = row.answer.prefill.map(|prefill| {
        td_string!(
            locale,
            sizer.first_token,
            range = format!("{:.1}–{:.1}", prefill.0.low, prefill.0.high)
        )
    });
    let mut plan = encode(&row.cost.plan);
    plan.insert(0, ("v".to_owned(), "1".to_owned()));
    plan.dedup_by(|a, b| a.0 == "v" && b.0 == "v");
    let link = view.frame.link(&address("/plan", &plan));
    let class = is_first.then_some("best");
    let host = host(view, row);
    let name = card_name(gpu);
    let label = format!("{} · {name}", td_string!(locale, sizer.to_plan));
    let recipe = view.link_recipe(answer, gpu);
    let slow = slow_link(view, row);
    let slow_label = td_string!(
        locale,
        slow.too_slow_of,
        name = format!("{name} · {}", platform_name(locale, platform))
    );
    view! {
        <tr class=class data-gpu=gpu.slug.clone()>
            <th scope="row" class="stick">{name.clone()}<span class="l2">{memory}</span></th>
            <td>{fact(glyph(row.answer.verdict), verdict(locale, row.answer.verdict).to_owned())}{host.map(|text| view! { <span class="l2">{text}</span> })}</td>
            {speed_cell}
            <td class="num" data-l=td_string!(locale, sizer.time)>{span(locale, row.work_s)}{getting(view, row).map(|text| view! { <span class="l2">{text}</span> })}{prefill.map(|text| view! { <span class="l2">{text}</span> })}</td>
            <td class="num" data-l=named(td_string!(locale, sizer.cheapest), &format!("{sign}/{}", td_string!(locale, sizer.hour)))>{format!("{mark}{}", format::hourly(price.money.nanos))}<span class="l2">{platform_name(locale, platform)}</span></td>
            <td class="num b pr" data-l=sign.clone() data-total="">{total(row.cost.low, row.cost.high, view)}</td>
            {million}
            <td class="num go"><a class="sm" href=link aria-label=label>{td_string!(locale, sizer.to_plan)}</a>{recipe.map(|link| view! { <span class="l2"><a href=link download="zuka.sh" aria-label=format!("{} · {name}", td_string!(locale, sizer.recipe))>{td_string!(locale, sizer.recipe)}</a></span> })}<span class="l2"><a href=slow aria-label=slow_label>{td_string!(locale, slow.too_slow)}</a></span></td>
        </tr>
    }
    .into_any()
}

/// The offer's page with this job: which part of its machine holds it up. The job is named even where it is as usual.
fn slow_link(view: &SizerView, row: &CostRow) -> String {
    let task = view.ask.task().word();
    let fields = view.ask.with(&[("task", task)], &view.snapshot.library);
    let id = view.snapshot.offers[row.cost.offer].id;
    let address = address(&format!("/offerings/{id}"), &fields);
    view.frame.link(&format!("{address}#slow"))
}

/// Fetching and loading, as the offer's line and disk allow.
fn getting(view: &SizerView, row: &CostRow) -> Option<String> {
    let locale = view.frame.locale;
    let (mbps, range) = row.getting.mbps.zip(row.getting.download)?;
    let time = span(locale, (range.low.ceil() as u64, range.high.ceil() as u64));
    Some(td_string!(
        locale,
        sizer.plus_download,
        time = time,
        mbps = mbps
    ))
}

/// What of the machine falls short; what the offer does not say.
fn host(view: &SizerView, row: &CostRow) -> Option<String> {
    let locale = view.frame.locale;
    let part = |part: HostPart| match part {
        HostPart::Ram => td_string!(locale, sizer.ram),
        HostPart::Vcpus => "vCPU",
        HostPart::Disk => td_string!(locale, sizer.disk),
    };
    let amount = |which: HostPart, value: f64| {
        let text = format::figure(value.ceil());
        if which == HostPart::Vcpus {
            text
        } else {
            format!("{text} GB")
        }
    };
    let short: Vec<String> = row
        .host
        .iter()
        .filter_map(|advice| match (advice.verdict, advice.has) {
            (HostVerdict::No, Some(has)) => Some(td_string!(
                locale,
                sizer.host_no,
                part = part(advice.part),
                has = amount(advice.part, has),
                least = amount(advice.part, advice.least)
            )),
            (HostVerdict::Tight, Some(has)) => Some(td_string!(
                locale,
                sizer.host_tight,
                part = part(advice.part),
                has = amount(advice.part, has)
            )),
            _ => None,
        })
        .collect();
    if !short.is_empty() {
        return Some(short.join(td_string!(locale, sizer.comma)));
    }
    let unknown = row
        .host
        .iter()
        .filter(|a| a.verdict == HostVerdict::Unknown)
        .count();
    (unknown == 0).then(|| td_string!(locale, sizer.host_ok).to_owned())
}
