//! The strip above the price list: for each card in sight its prices, bandwidth and compute on the same rows.
use super::Width;
use super::palette::{Finish, Ink};
use super::panels::{self, Compute, Panel, Prices};
use super::scale::{known, price};
use super::svg::{Anchor, MEDIUM, SMALL, Sheet, draw, fit, widest};

/// All of the chart.
#[derive(Clone, Debug, PartialEq)]
pub struct Peek {
    pub labels: PeekLabels,
    pub rows: Vec<PeekRow>,
}

/// Words of the chart, already translated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PeekLabels {
    /// Sentence read out in place of the wide drawing.
    pub aria: String,
    /// Sentence read out in place of the narrow drawing, which shows prices only.
    pub aria_narrow: String,
    /// "Rent, one dot an offer".
    pub price_title: String,
    /// "¥/GPU·h, log scale".
    pub price_unit: String,
    /// "¥/GPU·h": the short unit of the narrow drawing.
    pub price_unit_short: String,
    /// "Memory bandwidth".
    pub bandwidth_title: String,
    /// "GB/s".
    pub bandwidth_unit: String,
    /// "FP16 compute, dense".
    pub compute_title: String,
    /// "TFLOPS".
    pub compute_unit: String,
    /// "unknown", for a figure nobody has found.
    pub unknown: String,
    /// "no ranked offer", for a card without on-demand prices.
    pub no_price: String,
}

/// One card.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PeekRow {
    pub name: String,
    /// "24 GB", or the word for unknown.
    pub vram_label: String,
    /// On-demand prices per GPU-hour in the display currency, in any order.
    pub prices: Vec<f64>,
    pub lowest: Option<f64>,
    pub median: Option<f64>,
    /// GB/s; `None` when unknown.
    pub bandwidth: Option<f64>,
    /// Dense FP16 TFLOPS and whether the figure is derived; `None` when unknown.
    pub tflops: Option<(f64, bool)>,
}

impl PeekRow {
    fn prices(&self) -> Prices<'_> {
        Prices {
            offers: &self.prices,
            lowest: self.lowest,
            median: self.median,
        }
    }
}

/// Draws the strip. The wide drawing is at least 800 px wide; the narrow one shows prices only.
pub fn peek(data: &Peek, size: Width) -> String {
    let width = size.pixels(800);
    match size {
        Width::Wide(_) => {
            let height = 52.0 + 25.0 * data.rows.len() as f64;
            draw(width, height, &data.labels.aria, |sheet| {
                wide(sheet, data, height)
            })
        }
        Width::Narrow => {
            let height = 30.0 + 30.0 * data.rows.len() as f64;
            draw(width, height, &data.labels.aria_narrow, |sheet| {
                narrow(sheet, data, height);
            })
        }
    }
}

fn wide(sheet: &Sheet<'_>, data: &Peek, height: f64) {
    let labels = &data.labels;
    let name_width =
        widest(data.rows.iter().map(|row| row.name.as_str()), SMALL).clamp(80.0, 150.0);
    let vram_width = widest(data.rows.iter().map(|row| row.vram_label.as_str()), SMALL).min(70.0);
    let vram_right = name_width + 14.0 + vram_width;
    let left = vram_right + 30.0;
    let room = sheet.width() - left - 100.0;
    let prices = Panel {
        left,
        right: left + room * 0.44,
        title: 13.0,
        axis: 30.0,
        grid: 34.0,
        bottom: height,
        first_row: 58.5,
        row_height: 25.0,
    };
    let bandwidth = Panel {
        left: prices.right + 60.0,
        right: prices.right + 60.0 + room * 0.31,
        ..prices
    };
    let compute = Panel {
        left: bandwidth.right + 40.0,
        right: sheet.width(),
        ..prices
    };
    prices.heading(sheet, &labels.price_title, &labels.price_unit);
    bandwidth.heading(sheet, &labels.bandwidth_title, &labels.bandwidth_unit);
    compute.heading(sheet, &labels.compute_title, &labels.compute_unit);

    let scale = panels::price_scale(
        data.rows.iter().map(PeekRow::prices),
        prices.left + 30.0,
        prices.right - 6.0,
    );
    prices.grid(sheet, &scale, 34.0);
    panels::rules(sheet, &prices, data.rows.len());
    for (index, row) in data.rows.iter().enumerate() {
        let y = prices.row(index);
        let name = fit(&row.name, SMALL, name_width);
        sheet.small(&name, 0.0, y + 4.5, Anchor::Start, Ink::First);
        let vram = fit(&row.vram_label, SMALL, vram_width);
        sheet.small(&vram, vram_right, y + 4.5, Anchor::End, Ink::Third);
        if !panels::price_dots(sheet, &scale, y, row.prices(), (3.4, Ink::Other), true) {
            let from = prices.left + 30.0;
            sheet.small(&labels.no_price, from, y + 4.5, Anchor::Start, Ink::Third);
        }
        if let Some(lowest) = known(row.lowest) {
            let paint = Ink::Bold.with(Finish::Halo);
            let x = scale.at(lowest) - 9.0;
            sheet.small(&price(lowest), x, y + 4.5, Anchor::End, paint);
        }
    }
    let bars: Vec<_> = data.rows.iter().map(|row| (row.bandwidth, false)).collect();
    panels::bandwidth(sheet, &bandwidth, &bars, 12.0, &labels.unknown);
    let marks: Vec<_> = data.rows.iter().map(|row| (dense(row), false)).collect();
    panels::compute(sheet, &compute, &marks, 8.0, &labels.unknown);
}

fn dense(row: &PeekRow) -> Compute {
    Compute {
        dense: row.tflops.map(|(value, _)| value),
        derived: row.tflops.is_some_and(|(_, derived)| derived),
        ..Compute::default()
    }
}

fn narrow(sheet: &Sheet<'_>, data: &Peek, height: f64) {
    let labels = &data.labels;
    let lowest: Vec<String> = data
        .rows
        .iter()
        .map(|row| known(row.lowest).map_or_else(String::new, price))
        .collect();
    let price_width = widest(lowest.iter().map(String::as_str), MEDIUM);
    let price_right = 134.0;
    let panel = Panel {
        left: 150.0,
        right: sheet.width(),
        title: 14.0,
        axis: 14.0,
        grid: 22.0,
        bottom: height,
        first_row: 41.0,
        row_height: 30.0,
    };
    let scale = panels::price_scale(
        data.rows.iter().map(PeekRow::prices),
        panel.left + 5.0,
        panel.right - 8.0,
    );
    panel.grid(sheet, &scale, 30.0);
    let unit = fit(&labels.price_unit_short, SMALL, 140.0);
    sheet.small(&unit, 0.0, 14.0, Anchor::Start, Ink::Third);
    panels::rules(sheet, &panel, data.rows.len());
    for (index, (row, lowest)) in data.rows.iter().zip(&lowest).enumerate() {
        let y = panel.row(index);
        let room = if lowest.is_empty() {
            price_right
        } else {
            price_right - price_width - 6.0
        };
        let name = fit(&row.name, MEDIUM, room);
        sheet.text(&name, 0.0, y + 5.0, Anchor::Start, MEDIUM, Ink::First);
        sheet.text(lowest, price_right, y + 5.0, Anchor::End, MEDIUM, Ink::Bold);
        if !panels::price_dots(sheet, &scale, y, row.prices(), (3.6, Ink::Other), true) {
            sheet.small(
                &labels.no_price,
                panel.left,
                y + 4.5,
                Anchor::Start,
                Ink::Third,
            );
        }
    }
}
