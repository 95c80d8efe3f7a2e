//! What a unit of money buys: median price against a figure of the card, both on logarithmic axes.
use super::Width;
use super::labels::{Area, Places, Spot, around, label_width};
use super::palette::{Finish, Ink};
use super::scale::{Scale, known, log_span};
use super::svg::{Anchor, SMALL, Sheet, draw, fit, text_width};

/// All of the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    pub labels: ValueLabels,
    pub points: Vec<ValuePoint>,
}

/// Words of the chart, already translated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValueLabels {
    /// Sentence read out in place of the chart.
    pub aria: String,
    /// "Median on-demand price, ¥/GPU·h, log".
    pub x_title: String,
    /// "Memory bandwidth, GB/s, log".
    pub y_title: String,
    /// "{n} GB/s per ¥": text of the slanted lines; `{n}` is replaced by the figure.
    pub iso: String,
    /// Drawn in an empty chart: "no card has both figures".
    pub empty: String,
}

/// One card. A card without price or figure has no place in the chart and is left to the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ValuePoint {
    pub name: String,
    /// Median on-demand price per GPU-hour in the display currency.
    pub price: Option<f64>,
    /// The figure bought: GB/s, TFLOPS or GB.
    pub figure: Option<f64>,
    /// True when the figure is worked out: drawn as an open square, named with "≈".
    pub derived: bool,
    /// GB, for the area of the square; `None` draws a small open diamond.
    pub vram: Option<f64>,
    pub highlighted: bool,
}

/// A point with its place on the sheet.
struct Mark<'a> {
    point: &'a ValuePoint,
    x: f64,
    y: f64,
    side: f64,
}

/// Side of the square, pixels: its area grows with the VRAM.
fn side(vram: Option<f64>) -> f64 {
    known(vram).map_or(12.0, |gigabytes| (2.9 * gigabytes.sqrt()).clamp(7.0, 44.0))
}

/// Draws the scatter. The wide drawing is at least 420 px wide.
pub fn value(data: &Value, size: Width) -> String {
    let width = size.pixels(420);
    let height = match size {
        Width::Wide(_) => (width * 0.66).clamp(360.0, 480.0).round(),
        Width::Narrow => 340.0,
    };
    draw(width, height, &data.labels.aria, |sheet| {
        scatter(sheet, data, height);
    })
}

fn scatter(sheet: &Sheet<'_>, data: &Value, height: f64) {
    let drawable =
        |point: &&ValuePoint| known(point.price).is_some() && known(point.figure).is_some();
    let points: Vec<&ValuePoint> = data.points.iter().filter(drawable).collect();
    let plot = Area {
        left: 48.0,
        top: 20.0,
        right: sheet.width() - 14.0,
        bottom: height - 44.0,
    };
    let prices = points.iter().filter_map(|point| known(point.price));
    let figures = points.iter().filter_map(|point| known(point.figure));
    let (across, up) = (plot.right - plot.left, plot.bottom - plot.top);
    let x = Scale::log(room(log_span(prices), across), plot.left, plot.right);
    let y = Scale::log(room(log_span(figures), up), plot.bottom, plot.top);
    axes(sheet, data, &plot, (&x, &y), height);
    if points.is_empty() {
        let middle = (
            (plot.left + plot.right) / 2.0,
            (plot.top + plot.bottom) / 2.0,
        );
        let paint = Ink::Third.with(Finish::Halo);
        sheet.small(
            &data.labels.empty,
            middle.0,
            middle.1,
            Anchor::Middle,
            paint,
        );
        return;
    }
    let mut marks: Vec<Mark<'_>> = points
        .into_iter()
        .filter_map(|point| {
            Some(Mark {
                x: x.at(known(point.price)?),
                y: y.at(known(point.figure)?),
                side: side(point.vram),
                point,
            })
        })
        .collect();
    // Large squares first, so that small ones stay visible.
    marks.sort_by(|left, right| right.side.total_cmp(&left.side));
    let mut places = Places::new(Area {
        right: sheet.width(),
        ..plot
    });
    for mark in &marks {
        places.take(Area::around(mark.x, mark.y, mark.side + 2.0));
    }
    iso_lines(sheet, data, &plot, (&x, &y), &mut places);
    for mark in &marks {
        draw_mark(sheet, mark);
    }
    name_marks(sheet, &marks, &mut places);
}

/// Widens a span on an axis of `length` pixels, so that no square hangs over its ends.
fn room((low, high): (f64, f64), length: f64) -> (f64, f64) {
    let factor = (high / low).powf(22.0 / length.max(100.0));
    (low / factor, high * factor)
}

fn axes(sheet: &Sheet<'_>, data: &Value, plot: &Area, (x, y): (&Scale, &Scale), height: f64) {
    for tick in x.ticks(34.0) {
        let at = x.at(tick.value);
        sheet.line((at, plot.top), (at, plot.bottom), Ink::Grid);
        sheet.small(
            &tick.label,
            at,
            plot.bottom + 17.0,
            Anchor::Middle,
            Ink::Third,
        );
    }
    for tick in y.ticks(30.0) {
        let at = y.at(tick.value);
        sheet.line((plot.left, at), (plot.right, at), Ink::Grid);
        sheet.small(
            &tick.label,
            plot.left - 8.0,
            at + 4.0,
            Anchor::End,
            Ink::Third,
        );
    }
    sheet.line(
        (plot.left, plot.bottom),
        (plot.right, plot.bottom),
        Ink::Axis,
    );
    let room = sheet.width();
    let x_title = fit(&data.labels.x_title, SMALL, room);
    sheet.small(&x_title, plot.right, height - 8.0, Anchor::End, Ink::Third);
    let y_title = fit(&data.labels.y_title, SMALL, room);
    sheet.small(&y_title, 0.0, 10.0, Anchor::Start, Ink::Third);
}

/// Slanted lines of equal figure per unit of money, a few round ones.
fn iso_lines(
    sheet: &Sheet<'_>,
    data: &Value,
    plot: &Area,
    (x, y): (&Scale, &Scale),
    places: &mut Places,
) {
    let met = data
        .points
        .iter()
        .filter_map(|point| Some(known(point.figure)? / known(point.price)?));
    let ratios = Scale::log(log_span(met), 0.0, 260.0);
    for tick in ratios.ticks(44.0) {
        let ratio = tick.value;
        let first = x.low().max(y.low() / ratio);
        let last = x.high().min(y.high() / ratio);
        if last / first < 1.5 {
            continue;
        }
        let from = (x.at(first), y.at(first * ratio));
        let to = (x.at(last), y.at(last * ratio));
        sheet.line(from, to, Ink::Axis.with(Finish::Beads));
        let text = data.labels.iso.replace("{n}", &tick.label);
        let width = text_width(&text, SMALL);
        let upper = Spot {
            x: to.0 - 8.0,
            y: to.1 + 15.0,
            anchor: Anchor::End,
        };
        let lower = Spot {
            x: from.0 + 16.0,
            y: from.1 - 7.0,
            anchor: Anchor::Start,
        };
        let exits_at_top = to.1 <= plot.top + 0.5;
        let spots = if exits_at_top {
            [upper, lower]
        } else {
            [lower, upper]
        };
        for spot in spots {
            let area = Area::of_text(width, spot);
            if area.left > plot.left && area.right < plot.right && places.cost(&area) < 0.01 {
                sheet.small(
                    &text,
                    spot.x,
                    spot.y,
                    spot.anchor,
                    Ink::Third.with(Finish::Halo),
                );
                places.take(area);
                break;
            }
        }
    }
}

fn draw_mark(sheet: &Sheet<'_>, mark: &Mark<'_>) {
    let ink = if mark.point.highlighted {
        Ink::Compute
    } else {
        Ink::Other
    };
    if known(mark.point.vram).is_none() {
        sheet.diamond(mark.x, mark.y, mark.side / 2.0, ink.with(Finish::Hollow));
    } else if mark.point.derived {
        sheet.square(mark.x, mark.y, mark.side - 1.5, ink.with(Finish::Hollow));
    } else {
        sheet.square(mark.x, mark.y, mark.side, ink.with(Finish::Rim));
    }
}

/// Names the marks, highlighted ones first. A name that would cover others is left out, a highlighted one never.
fn name_marks(sheet: &Sheet<'_>, marks: &[Mark<'_>], places: &mut Places) {
    let (first, then): (Vec<&Mark<'_>>, Vec<&Mark<'_>>) =
        marks.iter().partition(|mark| mark.point.highlighted);
    for mark in first.into_iter().chain(then) {
        let highlighted = mark.point.highlighted;
        let name = if mark.point.derived {
            format!("≈ {}", mark.point.name)
        } else {
            mark.point.name.clone()
        };
        let name = fit(&name, SMALL, 150.0);
        let width = label_width(&name, highlighted);
        let spots = around(mark.x, mark.y, mark.side / 2.0);
        let Some((spot, cost)) = places.best(width, &spots) else {
            continue;
        };
        if cost > 0.15 * width * 13.0 && !highlighted {
            continue;
        }
        let ink = if highlighted { Ink::Bold } else { Ink::First };
        sheet.small(&name, spot.x, spot.y, spot.anchor, ink.with(Finish::Halo));
        places.take(Area::of_text(width, spot));
    }
}
