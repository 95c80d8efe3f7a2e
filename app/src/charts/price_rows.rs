//! Prices as dots on rows that share one logarithmic axis: an offer or a card a dot, the lowest green, a median tick.
use super::Width;
use super::palette::{Finish, Ink};
use super::panels::{self, Panel, Prices};
use super::scale::{known, price};
use super::svg::{Anchor, MEDIUM, SMALL, Sheet, draw, fit, text_width, widest};

/// All of the chart. Rows are drawn in the given order and never compared with each other unless the page does.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PriceRows {
    /// Sentence read out in place of the chart.
    pub aria: String,
    /// "On-demand price".
    pub title: String,
    /// "¥/GPU·h, log scale".
    pub unit: String,
    /// Written in a row without a price.
    pub empty: String,
    /// The rows.
    pub rows: Vec<PriceRow>,
}

/// One row.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PriceRow {
    /// "24 GB" or "Spot".
    pub name: String,
    /// What stands behind the lowest: a card or a platform; empty for nothing.
    pub note: String,
    /// Prices in the display currency, in any order.
    pub prices: Vec<f64>,
    /// The lowest of them.
    pub lowest: Option<f64>,
    /// The middle one.
    pub median: Option<f64>,
    /// Name drawn bold.
    pub highlighted: bool,
}

impl PriceRow {
    fn prices(&self) -> Prices<'_> {
        Prices {
            offers: &self.prices,
            lowest: self.lowest,
            median: self.median,
        }
    }
}

const HEAD: f64 = 46.0;

/// Draws the rows. The wide drawing is at least 420 px wide; the narrow one writes the note under the name.
pub fn price_rows(data: &PriceRows, size: Width) -> String {
    let width = size.pixels(420);
    let row = match size {
        Width::Wide(_) => 36.0,
        Width::Narrow => 44.0,
    };
    let height = HEAD + row * data.rows.len() as f64 + 4.0;
    draw(width, height, &data.aria, |sheet| {
        rows(sheet, data, size, row);
    })
}

fn rows(sheet: &Sheet<'_>, data: &PriceRows, size: Width, row_height: f64) {
    let is_wide = matches!(size, Width::Wide(_));
    let of = |text: fn(&PriceRow) -> &str, at: f64| widest(data.rows.iter().map(text), at);
    let name_width = of(|row| &row.name, MEDIUM).clamp(40.0, 150.0);
    let note_width = of(|row| &row.note, SMALL).min(if is_wide { 190.0 } else { 120.0 });
    let note_left = name_width + 16.0;
    let figures = data.rows.iter().filter_map(|row| known(row.lowest));
    let lowest_width = widest(
        figures
            .map(price)
            .collect::<Vec<_>>()
            .iter()
            .map(String::as_str),
        SMALL,
    );
    let left = if is_wide {
        note_left + note_width + lowest_width + 28.0
    } else {
        name_width.max(note_width).min(124.0) + lowest_width + 18.0
    };
    let panel = Panel {
        left,
        right: sheet.width() - 8.0,
        title: 13.0,
        axis: 34.0,
        grid: 40.0,
        bottom: HEAD + row_height * data.rows.len() as f64,
        first_row: HEAD + row_height / 2.0,
        row_height,
    };
    let heading = Panel { left: 0.0, ..panel };
    heading.heading(sheet, &data.title, &data.unit);
    let scale = panels::price_scale(
        data.rows.iter().map(PriceRow::prices),
        left + 6.0,
        panel.right - 8.0,
    );
    panel.grid(sheet, &scale, 34.0);
    panels::rules(sheet, &panel, data.rows.len());
    for (index, row) in data.rows.iter().enumerate() {
        let y = panel.row(index);
        let ink = panels::row_ink(row.highlighted);
        let room = if is_wide {
            name_width
        } else {
            left - lowest_width - 14.0
        };
        let name = fit(&row.name, MEDIUM, room.max(40.0));
        let (name_y, note_x, note_y) = if is_wide {
            (y + 4.5, note_left, y + 4.5)
        } else {
            (y - 3.0, 0.0, y + 14.0)
        };
        sheet.text(&name, 0.0, name_y, Anchor::Start, MEDIUM, ink);
        let note = fit(
            &row.note,
            SMALL,
            if is_wide { note_width } else { room.max(40.0) },
        );
        sheet.small(&note, note_x, note_y, Anchor::Start, Ink::Third);
        if !panels::price_dots(
            sheet,
            &scale,
            y + 3.0,
            row.prices(),
            (3.6, Ink::Other),
            true,
        ) {
            sheet.small(&data.empty, left + 6.0, y + 4.5, Anchor::Start, Ink::Third);
            continue;
        }
        let tick =
            known(row.median).filter(|median| known(row.lowest).is_none_or(|low| median > &low));
        panels::median_label(sheet, &scale, y + 3.0, tick, false);
        if let Some(lowest) = known(row.lowest) {
            let text = price(lowest);
            let x = (scale.at(lowest) - 9.0).max(text_width(&text, SMALL));
            let paint = Ink::Bold.with(Finish::Halo);
            sheet.small(&text, x, y + 7.5, Anchor::End, paint);
        }
    }
}
