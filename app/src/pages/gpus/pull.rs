//! How long until the model is there: two models of the sizer over lines of usual rates.
use super::view::Gpus;
use crate::charts::Width;
use crate::charts::pull::{Load, Pull, PullPoint, pull};
use crate::components::embed::{Embed, embed};
use crate::components::platform_name;
use crate::format;
use crate::frame::Frame;
use crate::text::td_string;
use domain::catalog::{CatalogSnapshot, FactKey};
use domain::sizing::transfer::download_s;
use domain::sizing::{Library, Range, Weights, file_gb};
use leptos::prelude::*;

/// Width of half the page's column, inside its panel.
const HALF: u32 = 650;
/// What is fetched, in 16 bits as it is published.
const MODELS: [&str; 2] = ["qwen2.5-7b", "llama-3.3-70b"];
/// Rates of the table and the chart, Mbit/s.
const LINES: [u32; 8] = [10, 50, 100, 300, 500, 1000, 5000, 10_000];
/// Durations beside the axis, seconds.
const TICKS: [i64; 8] = [10, 60, 600, 3600, 21_600, 86_400, 259_200, 864_000];

/// A model with its size, GB.
struct Fetched {
    name: String,
    gb: f64,
}

fn fetched(library: &Library) -> Vec<Fetched> {
    let known = MODELS.iter().filter_map(|id| library.models.llm(id).ok());
    known
        .map(|model| {
            let gb = file_gb(model, Weights::Bf16);
            let name = model.hf_repo.rsplit('/').next().unwrap_or(&model.id);
            Fetched {
                name: name.to_owned(),
                gb,
            }
        })
        .collect()
}

/// "7B" of "Qwen2.5-7B": the part of a model's name that says its size.
fn size_word(name: &str) -> &str {
    let is_size = |word: &&str| {
        word.strip_suffix('B')
            .is_some_and(|count| count.parse::<f64>().is_ok())
    };
    name.split('-').find(is_size).unwrap_or(name)
}

/// Lines that a platform or an offer states, one name each rate, slowest first.
fn stated(frame: &Frame, snapshot: &CatalogSnapshot) -> Vec<(u32, String)> {
    let name = |place: usize| platform_name(frame.locale, &snapshot.platforms[place]);
    let facts = snapshot
        .platforms
        .iter()
        .enumerate()
        .filter_map(|(place, platform)| {
            Some((platform.facts.whole(FactKey::Network)?, name(place)))
        });
    let offers = snapshot
        .offers
        .iter()
        .filter_map(|offer| Some((offer.network_mbps?, name(offer.platform))));
    let mut all: Vec<(u32, String)> = facts.chain(offers).collect();
    all.sort();
    all.dedup_by(|next, kept| {
        if next.0 != kept.0 {
            return false;
        }
        if !kept.1.contains(&next.1) {
            kept.1 = format!("{}, {}", kept.1, next.1);
        }
        true
    });
    all
}

/// The chart.
pub(crate) fn chart(frame: &Frame, snapshot: &CatalogSnapshot) -> Pull {
    let locale = frame.locale;
    let models = fetched(&snapshot.library);
    let point = |gb: f64, mbps: &u32| {
        let mbps = f64::from(*mbps);
        let range = download_s(gb, mbps)?;
        Some(PullPoint {
            mbps,
            low_s: range.low,
            mid_s: range.mid,
            high_s: range.high,
        })
    };
    let load = |model: &Fetched| Load {
        name: format!("{}, {:.1} GB", model.name, model.gb),
        short: format!("{}, {:.1} GB", size_word(&model.name), model.gb),
        points: LINES
            .iter()
            .filter_map(|mbps| point(model.gb, mbps))
            .collect(),
    };
    let stated = stated(frame, snapshot).into_iter();
    Pull {
        aria: td_string!(locale, gpus.pull_label).to_owned(),
        x_title: td_string!(locale, gpus.pull_x).to_owned(),
        y_title: td_string!(locale, gpus.pull_y).to_owned(),
        loads: models.iter().map(load).collect(),
        ticks: TICKS
            .iter()
            .map(|seconds| (*seconds as f64, format::duration(*seconds, locale)))
            .collect(),
        stated: stated.map(|(mbps, who)| (f64::from(mbps), who)).collect(),
    }
}

/// "20 min–36 min", whole minutes from a minute up.
fn time(range: Range, view: &Gpus) -> String {
    let text = |seconds: f64| {
        let whole = seconds.round() as i64;
        let whole = if whole >= 60 {
            (whole + 30) / 60 * 60
        } else {
            whole
        };
        format::duration(whole, view.frame.locale)
    };
    format!("{} – {}", text(range.low), text(range.high))
}

/// The panel with its table.
pub(super) fn panel(view: &Gpus) -> AnyView {
    let locale = view.frame.locale;
    let data = chart(&view.frame, &view.snapshot);
    let models = fetched(&view.snapshot.library);
    let heads = models
        .iter()
        .map(|model| {
            let size = format!("{:.1} GB", model.gb);
            view! { <th scope="col" class="num">{model.name.clone()}<u>{size}</u></th> }
        })
        .collect_view();
    let rows = LINES
        .iter()
        .map(|mbps| {
            let cells = models
                .iter()
                .map(|model| {
                    let text =
                        download_s(model.gb, f64::from(*mbps)).map(|range| time(range, view));
                    view! { <td class="num">{text}</td> }
                })
                .collect_view();
            view! { <tr><th scope="row" class="num">{mbps.to_string()}</th>{cells}</tr> }
        })
        .collect_view();
    let snippet = embed(
        &view.frame,
        &Embed {
            path: "/embed/network.svg",
            page: "/gpus",
            alt: &data.aria,
            table: None,
            params: &[],
        },
    );
    view! {
        <section class="panel" id="network">
            <header><h2>{td_string!(locale, gpus.pull_title)}</h2><p>{td_string!(locale, gpus.pull_note)}</p></header>
            <div class="bd">
                <div class="only-w" inner_html=pull(&data, Width::Wide(HALF))></div>
                <div class="only-n" inner_html=pull(&data, Width::Narrow)></div>
                <details class="numbers">
                    <summary>{td_string!(locale, gpus.same_numbers)}</summary>
                    <div class="tw bare square" tabindex="0" role="region" aria-label=td_string!(locale, gpus.pull_title)>
                        <table>
                            <thead><tr><th scope="col" class="num">{td_string!(locale, gpus.pull_line)}<u>"Mbit/s"</u></th>{heads}</tr></thead>
                            <tbody>{rows}</tbody>
                        </table>
                    </div>
                </details>
            </div>
            {snippet}
        </section>
    }
    .into_any()
}
