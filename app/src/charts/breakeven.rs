//! Hourly or monthly: what each way of paying costs as the GPU hours of a period grow.
mod marks;

use marks::{mark_crossings, mark_plan, name_lines};

use super::Width;
use super::labels::{Area, Places, label_width};
use super::palette::{Finish, Ink, Paint};
use super::scale::{Scale, known};
use super::svg::{Anchor, SMALL, Sheet, draw, fit, text_width};

/// All of the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Breakeven {
    pub labels: BreakevenLabels,
    /// Length of the period in days; the axis ends at 24 hours a day.
    pub days: f64,
    pub lines: Vec<CostLine>,
    pub plan: Option<YourPlan>,
    pub crossings: Vec<Crossing>,
}

/// Words of the chart, already translated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct BreakevenLabels {
    /// Sentence read out in place of the chart.
    pub aria: String,
    /// "GPU hours in 30 days".
    pub x_title: String,
    /// "30-day cost, $".
    pub y_title: String,
    /// "{n} h/day": second line of the ticks; `{n}` is replaced by the figure.
    pub per_day: String,
}

/// How a line is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineKind {
    /// The plan's own way of paying: solid, green, 2.5 px.
    Main,
    /// The variant that wastes hours: dashed green.
    Wasteful,
    /// Packages: true steps, grey. Give both corners of each step.
    Step,
    /// The same whatever the hours: solid ink.
    Flat,
}

/// One way of paying as a polyline of (GPU hours in the period, cost), in growing order of hours.
#[derive(Clone, Debug, PartialEq)]
pub struct CostLine {
    pub label: String,
    /// Second line of the label, in the wide drawing.
    pub note: Option<String>,
    pub kind: LineKind,
    pub points: Vec<(f64, f64)>,
}

/// Where the reader's plan stands.
#[derive(Clone, Debug, PartialEq)]
pub struct YourPlan {
    pub hours: f64,
    /// Cost of the plan; `None` draws the upright line without a mark.
    pub cost: Option<f64>,
    /// "Your plan, 118 h".
    pub label: String,
    /// "$39.18".
    pub cost_label: String,
}

/// Where two ways of paying cost the same.
#[derive(Clone, Debug, PartialEq)]
pub struct Crossing {
    pub hours: f64,
    pub cost: f64,
    /// "491 h".
    pub first: String,
    /// "16.4 h/day"; left out in the narrow drawing.
    pub second: String,
}

/// The plot's box and axes.
struct Plot {
    area: Area,
    x: Scale,
    y: Scale,
    wide: bool,
}

/// Draws the chart. The wide drawing, at least 480 px wide, names each line at its end; the narrow one has a legend
/// below.
pub fn breakeven(data: &Breakeven, size: Width) -> String {
    let width = size.pixels(480);
    let wide = matches!(size, Width::Wide(_));
    let legend = if wide {
        Vec::new()
    } else {
        legend(data, width)
    };
    let rows = legend.iter().map(|item| item.row + 1).max().unwrap_or(0);
    let height = if wide {
        330.0
    } else {
        306.0 + 20.0 * rows as f64
    };
    let bottom = if wide { 290.0 } else { 260.0 };
    draw(width, height, &data.labels.aria, |sheet| {
        let plot = plot(data, width, bottom, wide);
        axes(sheet, data, &plot);
        let mut places = Places::new(Area {
            top: 20.0,
            ..plot.area
        });
        for line in &data.lines {
            places.take_line(&on_sheet(line, &plot));
        }
        draw_lines(sheet, data, &plot);
        mark_plan(sheet, data, &plot, &mut places);
        if wide {
            name_lines(sheet, data, &plot, &mut places);
        }
        mark_crossings(sheet, data, &plot, &mut places);
        for item in &legend {
            item.draw(sheet, 318.0 + 20.0 * item.row as f64);
        }
    })
}

fn usable(point: &&(f64, f64)) -> bool {
    let drawable = 0.0..=1e11;
    drawable.contains(&point.0) && drawable.contains(&point.1)
}

fn plot(data: &Breakeven, width: f64, bottom: f64, wide: bool) -> Plot {
    let days = known(Some(data.days)).unwrap_or(30.0).min(4000.0);
    // The wasteful variant may leave the plot at the top; all else sets its height.
    let highest = |kept: fn(&CostLine) -> bool| {
        data.lines
            .iter()
            .filter(|line| kept(line))
            .flat_map(|line| line.points.iter().filter(usable))
            .map(|point| point.1)
            .fold(0.0, f64::max)
    };
    let mut top = highest(|line| line.kind != LineKind::Wasteful);
    if top <= 0.0 {
        top = highest(|_| true);
    }
    let plan_cost = data.plan.as_ref().and_then(|plan| known(plan.cost));
    top = top.max(plan_cost.unwrap_or(0.0));
    if top <= 0.0 {
        top = 1.0;
    }
    let y = Scale::from_zero(top * 1.05, bottom, 40.0);
    let ticks = y
        .ticks(40.0)
        .iter()
        .map(|tick| text_width(&tick.label, SMALL))
        .fold(0.0, f64::max);
    let left = ticks + 16.0;
    let right = if wide {
        let ending = data
            .lines
            .iter()
            .filter(|line| line.kind != LineKind::Wasteful);
        let names = ending.flat_map(|line| {
            let bold = line.kind == LineKind::Main;
            [
                label_width(&line.label, bold),
                label_width(line.note.as_deref().unwrap_or(""), false),
            ]
        });
        let names = names.fold(0.0, f64::max).clamp(40.0, width * 0.27);
        width - names - 10.0
    } else {
        width - 12.0
    };
    Plot {
        area: Area {
            left,
            top: 36.0,
            right,
            bottom,
        },
        x: Scale::span(0.0, 24.0 * days, left, right),
        y,
        wide,
    }
}

fn axes(sheet: &Sheet<'_>, data: &Breakeven, plot: &Plot) {
    let area = &plot.area;
    for tick in plot.y.ticks(40.0) {
        let y = plot.y.at(tick.value);
        sheet.line((area.left, y), (area.right, y), Ink::Grid);
        sheet.small(
            &tick.label,
            area.left - 8.0,
            y + 4.0,
            Anchor::End,
            Ink::Third,
        );
    }
    let days = plot.x.high() / 24.0;
    for step in 0..=6u32 {
        let per_day = step * 4;
        let hours = f64::from(per_day) * days;
        let x = plot.x.at(hours);
        sheet.line((x, area.bottom), (x, area.bottom + 5.0), Ink::Axis);
        let label = format!("{}", hours.round());
        sheet.small(&label, x, area.bottom + 19.0, Anchor::Middle, Ink::Third);
        if (plot.wide && area.right - area.left > 380.0) || step.is_multiple_of(2) {
            let text = data.labels.per_day.replace("{n}", &per_day.to_string());
            let half = text_width(&text, SMALL) / 2.0;
            let x = x.min(sheet.width() - half).max(half);
            sheet.small(&text, x, area.bottom + 34.0, Anchor::Middle, Ink::Third);
        }
    }
    sheet.line(
        (area.left, area.bottom),
        (area.right, area.bottom),
        Ink::Axis,
    );
    sheet.small(&data.labels.y_title, 0.0, 14.0, Anchor::Start, Ink::Third);
    let title = fit(&data.labels.x_title, SMALL, area.right - area.left);
    let paint = Ink::Third.with(Finish::Halo);
    sheet.small(&title, area.right, area.bottom - 8.0, Anchor::End, paint);
}

/// The polyline in pixels, cut where it leaves the plot at the top or the right.
fn on_sheet(line: &CostLine, plot: &Plot) -> Vec<(f64, f64)> {
    let (most_hours, most_cost) = (plot.x.high(), plot.y.high());
    let mut kept: Vec<(f64, f64)> = Vec::new();
    let mut before: Option<(f64, f64)> = None;
    for &(hours, cost) in line.points.iter().filter(usable) {
        let mut end = (hours, cost);
        if let Some(start) = before {
            let share = |limit: f64, from: f64, to: f64| {
                if to > limit && to > from {
                    ((limit - from) / (to - from)).clamp(0.0, 1.0)
                } else {
                    1.0
                }
            };
            let part = share(most_hours, start.0, end.0).min(share(most_cost, start.1, end.1));
            end = (
                start.0 + (end.0 - start.0) * part,
                start.1 + (end.1 - start.1) * part,
            );
            if part < 1.0 {
                kept.push(end);
                break;
            }
        } else if hours > most_hours || cost > most_cost {
            break;
        }
        kept.push(end);
        before = Some(end);
    }
    kept.into_iter()
        .map(|(hours, cost)| (plot.x.at(hours), plot.y.at(cost)))
        .collect()
}

fn look(kind: LineKind) -> (Paint, f64) {
    match kind {
        LineKind::Main => (Ink::Compute.into(), 2.5),
        LineKind::Wasteful => (Ink::Compute.with(Finish::Dashes), 2.0),
        LineKind::Step => (Ink::Other.into(), 2.0),
        LineKind::Flat => (Ink::Full.into(), 2.0),
    }
}

/// Lines in the order of their weight: grey steps below, the main line on top.
fn draw_lines(sheet: &Sheet<'_>, data: &Breakeven, plot: &Plot) {
    let order = [
        LineKind::Step,
        LineKind::Flat,
        LineKind::Wasteful,
        LineKind::Main,
    ];
    for kind in order {
        for line in data.lines.iter().filter(|line| line.kind == kind) {
            let (paint, stroke) = look(kind);
            let points = on_sheet(line, plot);
            if points.len() > 1 {
                sheet.path(&points, paint, stroke);
            }
        }
    }
}

/// One entry of the narrow drawing's legend.
struct LegendItem {
    x: f64,
    row: usize,
    label: String,
    kind: LineKind,
}

impl LegendItem {
    fn draw(&self, sheet: &Sheet<'_>, y: f64) {
        let (paint, stroke) = look(self.kind);
        sheet.path(
            &[(self.x, y - 4.0), (self.x + 20.0, y - 4.0)],
            paint,
            stroke,
        );
        sheet.small(&self.label, self.x + 26.0, y, Anchor::Start, Ink::Plain);
    }
}

/// Sets the legend's entries in rows.
fn legend(data: &Breakeven, width: f64) -> Vec<LegendItem> {
    let (mut x, mut row) = (0.0, 0);
    let mut items = Vec::new();
    for line in &data.lines {
        let label = fit(&line.label, SMALL, width - 26.0);
        let needed = 26.0 + text_width(&label, SMALL);
        if x > 0.0 && x + needed > width {
            x = 0.0;
            row += 1;
        }
        items.push(LegendItem {
            x,
            row,
            label,
            kind: line.kind,
        });
        x += needed + 14.0;
    }
    items
}
