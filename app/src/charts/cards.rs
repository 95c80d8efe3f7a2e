//! The cards side by side: bandwidth, three kinds of compute figures and prices on aligned rows.
use super::Width;
use super::palette::Ink;
use super::panels::{self, Compute, Panel, Prices};
use super::svg::{Anchor, MEDIUM, SMALL, Sheet, draw, fit, widest};

/// All of the chart. Rows are drawn in the given order.
#[derive(Clone, Debug, PartialEq)]
pub struct Cards {
    pub labels: CardsLabels,
    pub rows: Vec<CardRow>,
}

/// Words of the chart, already translated. What the marks mean is said by the page below the chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardsLabels {
    /// Sentence read out in place of the chart.
    pub aria: String,
    /// "Model".
    pub name: String,
    /// "VRAM GB".
    pub vram: String,
    /// "Type".
    pub memory: String,
    /// "Memory bandwidth".
    pub bandwidth_title: String,
    /// "GB/s".
    pub bandwidth_unit: String,
    /// "FP16 compute".
    pub compute_title: String,
    /// "TFLOPS".
    pub compute_unit: String,
    /// "On-demand rent".
    pub price_title: String,
    /// "¥/GPU·h, log scale".
    pub price_unit: String,
    /// "unknown", for a figure nobody has found.
    pub unknown: String,
    /// "no ranked offer", for a card without on-demand prices.
    pub no_price: String,
}

/// One card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CardRow {
    pub name: String,
    /// "24", or the word for unknown; the unit stands in the header.
    pub vram_label: String,
    /// "GDDR6X", or the word for unknown.
    pub memory_label: String,
    /// GB/s; `None` when unknown.
    pub bandwidth: Option<f64>,
    pub compute: Compute,
    /// On-demand prices per GPU-hour in the display currency, in any order.
    pub prices: Vec<f64>,
    pub median: Option<f64>,
    /// Drawn bold and green.
    pub highlighted: bool,
}

impl CardRow {
    fn prices(&self) -> Prices<'_> {
        Prices {
            offers: &self.prices,
            lowest: None,
            median: self.median,
        }
    }
}

/// Height of a row in both drawings, pixels.
const ROW: f64 = 36.0;

/// Draws the comparison. The wide drawing is at least 900 px wide; the narrow one stacks the three panels.
pub fn cards(data: &Cards, size: Width) -> String {
    let width = size.pixels(900);
    let rows = data.rows.len() as f64 * ROW;
    match size {
        Width::Wide(_) => draw(width, 58.0 + rows, &data.labels.aria, |sheet| {
            wide(sheet, data);
        }),
        Width::Narrow => {
            let height = 3.0 * (STACK_HEAD + rows) + 2.0 * STACK_GAP;
            draw(width, height, &data.labels.aria, |sheet| {
                narrow(sheet, data);
            })
        }
    }
}

/// Heading and ticks of one stacked panel, pixels.
const STACK_HEAD: f64 = 46.0;
/// Room between two stacked panels, pixels.
const STACK_GAP: f64 = 22.0;

fn wide(sheet: &Sheet<'_>, data: &Cards) {
    let (labels, rows) = (&data.labels, &data.rows);
    let name_width = widest(rows.iter().map(|row| row.name.as_str()), 14.0).clamp(90.0, 150.0);
    let vram_width = widest(
        rows.iter()
            .map(|row| row.vram_label.as_str())
            .chain([labels.vram.as_str()]),
        SMALL,
    )
    .min(80.0);
    let memory_width = widest(
        rows.iter()
            .map(|row| row.memory_label.as_str())
            .chain([labels.memory.as_str()]),
        SMALL,
    )
    .min(70.0);
    let vram_right = name_width + 12.0 + vram_width;
    let memory_left = vram_right + 14.0;
    let left = memory_left + memory_width + 18.0;
    let share = (sheet.width() - left - 110.0) / 3.0;
    let bottom = 50.0 + ROW * rows.len() as f64;
    let bandwidth = Panel {
        left,
        right: left + share,
        title: 14.0,
        axis: 36.0,
        grid: 44.0,
        bottom,
        first_row: 50.0 + ROW / 2.0,
        row_height: ROW,
    };
    let compute = Panel {
        left: bandwidth.right + 50.0,
        right: bandwidth.right + 50.0 + share,
        ..bandwidth
    };
    let prices = Panel {
        left: compute.right + 60.0,
        right: sheet.width() - 8.0,
        ..bandwidth
    };
    sheet.small(&labels.name, 0.0, 36.0, Anchor::Start, Ink::Third);
    let vram = fit(&labels.vram, SMALL, vram_width);
    sheet.small(&vram, vram_right, 36.0, Anchor::End, Ink::Third);
    let memory = fit(&labels.memory, SMALL, memory_width);
    sheet.small(&memory, memory_left, 36.0, Anchor::Start, Ink::Third);
    panels::rules(sheet, &bandwidth, rows.len());
    for (index, row) in rows.iter().enumerate() {
        let y = bandwidth.row(index) + 4.5;
        let ink = panels::row_ink(row.highlighted);
        let name = fit(&row.name, 14.0, name_width);
        sheet.text(&name, 0.0, y, Anchor::Start, 14.0, ink);
        let vram = fit(&row.vram_label, SMALL, vram_width);
        sheet.small(&vram, vram_right, y, Anchor::End, Ink::First);
        let memory = fit(&row.memory_label, SMALL, memory_width);
        sheet.small(&memory, memory_left, y, Anchor::Start, Ink::Third);
    }
    bandwidth_panel(sheet, &bandwidth, data);
    compute_panel(sheet, &compute, data);
    price_panel(sheet, &prices, data);
}

fn bandwidth_panel(sheet: &Sheet<'_>, panel: &Panel, data: &Cards) {
    let labels = &data.labels;
    panel.heading(sheet, &labels.bandwidth_title, &labels.bandwidth_unit);
    let bars: Vec<_> = data
        .rows
        .iter()
        .map(|row| (row.bandwidth, row.highlighted))
        .collect();
    panels::bandwidth(sheet, panel, &bars, 16.0, &labels.unknown);
}

fn compute_panel(sheet: &Sheet<'_>, panel: &Panel, data: &Cards) {
    let labels = &data.labels;
    panel.heading(sheet, &labels.compute_title, &labels.compute_unit);
    let marks: Vec<_> = data
        .rows
        .iter()
        .map(|row| (row.compute, row.highlighted))
        .collect();
    panels::compute(sheet, panel, &marks, 11.0, &labels.unknown);
}

fn price_panel(sheet: &Sheet<'_>, panel: &Panel, data: &Cards) {
    let labels = &data.labels;
    panel.heading(sheet, &labels.price_title, &labels.price_unit);
    let scale = panels::price_scale(
        data.rows.iter().map(CardRow::prices),
        panel.left + 6.0,
        panel.right - 8.0,
    );
    panel.grid(sheet, &scale, 34.0);
    for (index, row) in data.rows.iter().enumerate() {
        let y = panel.row(index) + 4.0;
        let ink = if row.highlighted {
            Ink::Compute
        } else {
            Ink::Other
        };
        if panels::price_dots(sheet, &scale, y, row.prices(), (3.6, ink), false) {
            panels::median_label(sheet, &scale, y, row.median, row.highlighted);
        } else {
            sheet.small(
                &labels.no_price,
                panel.left + 6.0,
                y,
                Anchor::Start,
                Ink::Third,
            );
        }
    }
}

fn narrow(sheet: &Sheet<'_>, data: &Cards) {
    let rows = ROW * data.rows.len() as f64;
    let drawers = [bandwidth_panel, compute_panel, price_panel];
    for (place, drawer) in drawers.into_iter().enumerate() {
        let top = place as f64 * (STACK_HEAD + rows + STACK_GAP);
        let panel = Panel {
            left: 122.0,
            right: sheet.width() - 4.0,
            title: top + 13.0,
            axis: top + 32.0,
            grid: top + 38.0,
            bottom: top + STACK_HEAD + rows,
            first_row: top + STACK_HEAD + ROW / 2.0,
            row_height: ROW,
        };
        panels::rules(sheet, &panel, data.rows.len());
        for (index, row) in data.rows.iter().enumerate() {
            let y = panel.row(index) + 4.5;
            let name = fit(&row.name, MEDIUM, panel.left - 8.0);
            let ink = panels::row_ink(row.highlighted);
            sheet.text(&name, 0.0, y, Anchor::Start, MEDIUM, ink);
        }
        drawer(sheet, &panel, data);
    }
}
