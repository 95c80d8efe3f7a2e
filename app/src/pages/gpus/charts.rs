//! The two charts of the page and their legends.
use super::choice::Metric;
use super::data::{Card, chart_name, on_demand_prices};
use super::view::Gpus;
use crate::charts::cards::{CardRow, Cards, CardsLabels};
use crate::charts::value::{Value, ValueLabels, ValuePoint};
use crate::charts::{Compute, Width, cards, value};
use crate::components::embed::{Embed, embed};
use crate::components::{Cell, card_name, glyph};
use crate::format;
use crate::frame::Frame;
use crate::text::{Locale, td_string};
use domain::catalog::CatalogSnapshot;
use leptos::prelude::*;

/// Width of the page's column and of the wider half, inside their panels.
const WIDE: u32 = 1360;
const HALF: u32 = 720;

const DENSE: &str = r#"<svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><rect class="fi" x=".5" y=".5" width="11" height="11"/></svg>"#;
const DERIVED: &str = r#"<svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><rect class="fw si" stroke-width="1.5" x="1" y="1" width="10" height="10"/></svg>"#;
const SHADER: &str = r#"<svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true"><path class="si" stroke-width="1.5" d="M2.5 2.5l7 7m0-7l-7 7"/></svg>"#;
const MEDIAN: &str = r#"<svg width="4" height="14" viewBox="0 0 4 14" aria-hidden="true"><path class="si" stroke-width="1.5" d="M2 0v14"/></svg>"#;

/// "¥": the unit of a price on the axis.
fn sign(frame: &Frame) -> String {
    frame.currency.sign().trim().to_owned()
}

/// Bandwidth, compute and prices of some cards on the same rows.
pub(crate) fn cards_chart(
    frame: &Frame,
    snapshot: &CatalogSnapshot,
    shown: &[&Card],
    is_highlighted: &dyn Fn(&Card) -> bool,
) -> Cards {
    let locale = frame.locale;
    let unknown = td_string!(locale, common.unknown).to_owned();
    let row = |card: &&Card| {
        let gpu = &snapshot.gpus[card.gpu];
        let dense = gpu.dense_tflops();
        CardRow {
            name: chart_name(&card_name(gpu)),
            vram_label: gpu.vram_gb.map_or_else(|| unknown.clone(), format::figure),
            memory_label: gpu.memory_type.clone().unwrap_or_else(|| unknown.clone()),
            bandwidth: gpu.bandwidth_gbps,
            compute: Compute {
                dense: dense.map(|(figure, _)| figure),
                derived: dense.is_some_and(|(_, derived)| derived),
                // No source of the catalogue states a figure with sparsity.
                sparse: None,
                shader: gpu.fp32_tflops,
            },
            prices: on_demand_prices(snapshot, &card.rows, frame.currency, frame.today()),
            median: card.median(),
            highlighted: is_highlighted(card),
        }
    };
    let rows: Vec<CardRow> = shown.iter().map(row).collect();
    Cards {
        labels: CardsLabels {
            aria: td_string!(locale, gpus.chart_label, count = rows.len()),
            name: td_string!(locale, gpus.model).to_owned(),
            vram: td_string!(locale, gpus.vram_gb).to_owned(),
            memory: td_string!(locale, gpus.memory_type).to_owned(),
            bandwidth_title: td_string!(locale, gpus.bandwidth_title).to_owned(),
            bandwidth_unit: "GB/s".to_owned(),
            compute_title: td_string!(locale, gpus.compute_title).to_owned(),
            compute_unit: "TFLOPS".to_owned(),
            price_title: td_string!(locale, gpus.price_title).to_owned(),
            price_unit: td_string!(locale, gpus.price_unit_log, sign = sign(frame)),
            unknown,
            no_price: td_string!(locale, gpus.no_price).to_owned(),
        },
        rows,
    }
}

/// The page's chart of cards.
pub(crate) fn aligned_chart(view: &Gpus) -> Cards {
    cards_chart(&view.frame, &view.snapshot, &view.charted(), &|card| {
        view.is_highlighted(card)
    })
}

/// Bandwidth, compute and prices on the same rows.
pub(super) fn aligned(view: &Gpus) -> AnyView {
    let locale = view.frame.locale;
    let data = aligned_chart(view);
    let rows = &data.rows;
    if rows.is_empty() {
        return view! { <div class="note">{glyph(Cell::Unknown)}<p>{td_string!(locale, gpus.nothing)}</p></div> }.into_any();
    }
    let derived = rows.iter().any(|row| row.compute.derived);
    let quoted = rows
        .iter()
        .any(|row| row.compute.dense.is_some() && !row.compute.derived);
    let shader = rows.iter().any(|row| row.compute.shader.is_some());
    let snippet = embed(
        &view.frame,
        &Embed {
            path: "/embed/gpus.svg",
            page: "/gpus",
            alt: &data.labels.aria,
            table: None,
            params: &view.said(),
        },
    );
    let key = |shown: bool, mark: &'static str, text: &'static str| {
        shown.then(
            || view! { <span class="key"><span class="mark" inner_html=mark></span>{text}</span> },
        )
    };
    view! {
        <section class="panel" aria-label=td_string!(locale, gpus.chart_title)>
            <div class="bd even">
                <div class="only-w" inner_html=cards::cards(&data, Width::Wide(WIDE))></div>
                <div class="only-n" inner_html=cards::cards(&data, Width::Narrow)></div>
                <div class="keys below far">
                    {key(quoted, DENSE, td_string!(locale, gpus.key_dense))}
                    {key(derived, DERIVED, td_string!(locale, gpus.key_derived))}
                    {key(shader, SHADER, td_string!(locale, gpus.key_shader))}
                    {key(true, MEDIAN, td_string!(locale, gpus.key_median))}
                    <a class="sm end" href="#figures">{td_string!(locale, gpus.every_source)}</a>
                </div>
            </div>
            {snippet}
        </section>
    }
    .into_any()
}

/// The name of a metric, its axis and its slanted lines.
fn words(locale: Locale, metric: Metric) -> (&'static str, &'static str) {
    match metric {
        Metric::Bandwidth => (
            td_string!(locale, gpus.bandwidth),
            td_string!(locale, gpus.axis_bandwidth),
        ),
        Metric::Tflops => (
            td_string!(locale, gpus.tflops_dense),
            td_string!(locale, gpus.axis_tflops),
        ),
        Metric::Vram => (
            td_string!(locale, gpus.vram),
            td_string!(locale, gpus.axis_vram),
        ),
    }
}

fn unit(metric: Metric) -> &'static str {
    match metric {
        Metric::Bandwidth => "GB/s",
        Metric::Tflops => "TFLOPS",
        Metric::Vram => "GB",
    }
}

/// What a unit of money buys, as a chart.
pub(crate) fn value_chart(view: &Gpus) -> Value {
    let locale = view.frame.locale;
    let mut charted = view.charted();
    // What is drawn last lies on top.
    charted.sort_by_key(|card| view.is_highlighted(card));
    let points: Vec<ValuePoint> = charted
        .iter()
        .map(|card| {
            let gpu = view.gpu(card);
            let figure = view.metric.of(gpu);
            ValuePoint {
                name: chart_name(&card_name(gpu)),
                price: card.median(),
                figure: figure.map(|(figure, _)| figure),
                derived: figure.is_some_and(|(_, derived)| derived),
                vram: gpu.vram_gb,
                highlighted: view.is_highlighted(card),
            }
        })
        .collect();
    let (name, axis) = words(locale, view.metric);
    let sign = sign(&view.frame);
    Value {
        labels: ValueLabels {
            aria: td_string!(
                locale,
                gpus.value_label,
                name = name,
                count = points.len() - points.iter().filter(is_missing).count()
            ),
            x_title: td_string!(locale, gpus.axis_price, sign = sign.clone()),
            y_title: axis.to_owned(),
            // The chart puts the figure in place of {n}.
            iso: td_string!(
                locale,
                gpus.iso,
                figure = "{n}",
                unit = unit(view.metric),
                sign = sign
            ),
            empty: td_string!(locale, gpus.value_empty).to_owned(),
        },
        points,
    }
}

fn is_missing(point: &&ValuePoint) -> bool {
    point.price.is_none() || point.figure.is_none()
}

/// The heading of the value chart.
pub(crate) fn value_title(view: &Gpus) -> String {
    let locale = view.frame.locale;
    let (name, _) = words(locale, view.metric);
    td_string!(
        locale,
        gpus.value_title,
        sign = sign(&view.frame),
        name = name
    )
}

/// What a unit of money buys.
pub(super) fn value(view: &Gpus) -> AnyView {
    let locale = view.frame.locale;
    let data = value_chart(view);
    let title = value_title(view);
    let missing = data.points.iter().filter(is_missing).count();
    let derived = data.points.iter().any(|point| point.derived);
    let snippet = embed(
        &view.frame,
        &Embed {
            path: "/embed/value.svg",
            page: "/gpus",
            alt: &data.labels.aria,
            table: None,
            params: &view.said(),
        },
    );
    let switch = Metric::ALL.map(|metric| {
        let word = (metric != Metric::default()).then(|| metric.word());
        let here = (metric == view.metric).then_some("true");
        view! { <a href=format!("{}#value", view.frame.here(&[("value", word)])) aria-current=here>{words(locale, metric).0}</a> }
    });
    let missing = (missing > 0).then(|| {
        format!(
            " {}",
            td_string!(locale, gpus.value_missing, count = missing)
        )
    });
    let derived = derived.then(|| format!(" {}", td_string!(locale, gpus.value_derived)));
    view! {
        <section class="panel" id="value">
            <header>
                <h2>{title}</h2>
                <span class="end"><span class="seg" role="group" aria-label=td_string!(locale, gpus.compare_by)>{switch.into_iter().collect_view()}</span></span>
                <p>{td_string!(locale, gpus.value_note)}{derived}{missing}</p>
            </header>
            <div class="bd">
                <div class="only-w" inner_html=value::value(&data, Width::Wide(HALF))></div>
                <div class="only-n" inner_html=value::value(&data, Width::Narrow)></div>
            </div>
            {snippet}
        </section>
    }
    .into_any()
}
