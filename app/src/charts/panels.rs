//! The three panels that share rows: bandwidth bars, compute marks, price dots. Never two axes in one panel.
use super::palette::{Finish, Ink};
use super::scale::{Scale, figure, known, largest, log_span, price};
use super::svg::{Anchor, MEDIUM, SMALL, Sheet, fit, text_width};

/// One card's compute figures on one axis; figures of different kinds are never compared.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Compute {
    /// Dense FP16 tensor TFLOPS with FP32 accumulate; `None` when unknown.
    pub dense: Option<f64>,
    /// True when the dense figure is worked out, for instance as half of a figure with sparsity.
    pub derived: bool,
    /// Figure with sparsity, where one is published.
    pub sparse: Option<f64>,
    /// Non-tensor (shader) figure, where one is known.
    pub shader: Option<f64>,
}

/// One row's dots on a price axis, all in the display currency per GPU-hour.
#[derive(Clone, Copy, Debug)]
pub struct Prices<'a> {
    pub offers: &'a [f64],
    pub lowest: Option<f64>,
    pub median: Option<f64>,
}

/// The box of one panel and where its rows are.
#[derive(Clone, Copy, Debug)]
pub struct Panel {
    pub left: f64,
    pub right: f64,
    /// Baseline of the heading.
    pub title: f64,
    /// Baseline of the tick labels.
    pub axis: f64,
    /// Upper end of the grid lines.
    pub grid: f64,
    /// Lower end of the grid lines.
    pub bottom: f64,
    /// Middle of the first row.
    pub first_row: f64,
    pub row_height: f64,
}

impl Panel {
    /// Middle of a row.
    pub fn row(&self, index: usize) -> f64 {
        self.first_row + index as f64 * self.row_height
    }

    /// Heading at the left, unit at the right; the unit gives way where both do not fit.
    pub fn heading(&self, sheet: &Sheet<'_>, title: &str, unit: &str) {
        let room = self.right - self.left;
        let title = fit(title, MEDIUM, room);
        sheet.text(
            &title,
            self.left,
            self.title,
            Anchor::Start,
            MEDIUM,
            Ink::Head,
        );
        let left_over = room - text_width(&title, MEDIUM) - 12.0;
        if left_over > 20.0 {
            sheet.small(
                &fit(unit, SMALL, left_over),
                self.right,
                self.title,
                Anchor::End,
                Ink::Third,
            );
        }
    }

    /// Grid lines and tick labels.
    pub fn grid(&self, sheet: &Sheet<'_>, scale: &Scale, gap: f64) {
        for tick in scale.ticks(gap) {
            let x = scale.at(tick.value);
            sheet.line((x, self.grid), (x, self.bottom), Ink::Grid);
            sheet.small(&tick.label, x, self.axis, Anchor::Middle, Ink::Third);
        }
    }
}

/// Hairline above each row, and the row's words.
pub fn rules(sheet: &Sheet<'_>, panel: &Panel, rows: usize) {
    for index in 0..rows {
        let y = panel.row(index) - panel.row_height / 2.0;
        sheet.line((0.0, y), (sheet.width(), y), Ink::Row);
    }
}

/// Text colour of a row: bold where it is highlighted.
pub fn row_ink(highlighted: bool) -> Ink {
    if highlighted { Ink::Bold } else { Ink::First }
}

fn mark_ink(highlighted: bool) -> Ink {
    if highlighted {
        Ink::Compute
    } else {
        Ink::Other
    }
}

/// Bars from zero with the figure at their end. `rows` are figure and highlight.
pub fn bandwidth(
    sheet: &Sheet<'_>,
    panel: &Panel,
    rows: &[(Option<f64>, bool)],
    thickness: f64,
    unknown: &str,
) {
    let widest = rows
        .iter()
        .filter_map(|(value, _)| known(*value))
        .map(|value| text_width(&figure(value), SMALL))
        .fold(0.0, f64::max);
    let end = (panel.right - widest - 8.0).max(panel.left + 20.0);
    let top = largest(rows.iter().map(|(value, _)| *value)).unwrap_or(1.0);
    let scale = Scale::from_zero(top, panel.left, end);
    panel.grid(sheet, &scale, 50.0);
    for (index, (value, highlighted)) in rows.iter().enumerate() {
        let y = panel.row(index);
        let Some(value) = known(*value) else {
            sheet.small(unknown, panel.left, y + 4.5, Anchor::Start, Ink::Third);
            continue;
        };
        let x = scale.at(value);
        sheet.rect(
            panel.left,
            y - thickness / 2.0,
            (x - panel.left).max(1.0),
            thickness,
            mark_ink(*highlighted),
        );
        sheet.small(
            &figure(value),
            x + 6.0,
            y + 4.5,
            Anchor::Start,
            row_ink(*highlighted),
        );
    }
}

/// Square marks for dense figures, hollow diamonds with sparsity, crosses for non-tensor figures.
pub fn compute(
    sheet: &Sheet<'_>,
    panel: &Panel,
    rows: &[(Compute, bool)],
    side: f64,
    unknown: &str,
) {
    let all = rows
        .iter()
        .flat_map(|(row, _)| [row.dense, row.sparse, row.shader]);
    let scale = Scale::from_zero(
        largest(all).unwrap_or(1.0),
        panel.left,
        panel.right - side / 2.0 - 4.0,
    );
    panel.grid(sheet, &scale, 44.0);
    for (index, (row, highlighted)) in rows.iter().enumerate() {
        compute_row(
            sheet,
            panel,
            &scale,
            index,
            (row, *highlighted),
            side,
            unknown,
        );
    }
}

fn compute_row(
    sheet: &Sheet<'_>,
    panel: &Panel,
    scale: &Scale,
    index: usize,
    (row, highlighted): (&Compute, bool),
    side: f64,
    unknown: &str,
) {
    let y = panel.row(index);
    let dense = known(row.dense).map(|value| scale.at(value));
    let sparse = known(row.sparse).map(|value| scale.at(value));
    let shader = known(row.shader).map(|value| scale.at(value));
    if let Some(x) = dense {
        sheet.line((panel.left, y), (x, y), Ink::Other);
    }
    if let Some(x) = sparse {
        let from = dense.unwrap_or(panel.left);
        sheet.line((from, y), (x, y), Ink::Other.with(Finish::Dots));
        sheet.diamond(x, y, side / 2.0, Ink::Other.with(Finish::Hollow));
    }
    if let Some(x) = shader {
        sheet.cross(x, y, side * 0.36, Ink::Full);
    }
    let (Some(x), Some(value)) = (dense, known(row.dense)) else {
        // The word moves behind the last mark that is drawn.
        let last = sparse.into_iter().chain(shader).fold(None, |far, x| {
            Some(far.map_or(x, |other: f64| other.max(x)))
        });
        let width = text_width(unknown, SMALL);
        let after = last.map_or(panel.left, |x| x + side);
        let (x, anchor) = if after + width > sheet.width() {
            (panel.right - 2.0 * side - 8.0, Anchor::End)
        } else {
            (after, Anchor::Start)
        };
        let paint = Ink::Third.with(Finish::Halo);
        sheet.small(unknown, x, y + 4.5, anchor, paint);
        return;
    };
    let ink = if highlighted { Ink::Compute } else { Ink::Full };
    let finish = if row.derived {
        Finish::Hollow
    } else {
        Finish::Rim
    };
    let label = if row.derived {
        format!("≈ {}", figure(value))
    } else {
        figure(value)
    };
    let width = text_width(&label, SMALL);
    // Derived squares carry their outline inside the same size.
    let drawn = if row.derived { side - 1.5 } else { side };
    let paint = row_ink(highlighted).with(Finish::Halo);
    let next = sparse.map_or(panel.right + 12.0, |other| other - side / 2.0 - 2.0);
    let room_right = x + side / 2.0 + 5.0 + width <= next;
    let free_left = shader.is_none_or(|other| other + side < x - side - width);
    let room_left = x - side / 2.0 - 5.0 - width >= panel.left && free_left;
    if room_right {
        sheet.small(&label, x + side / 2.0 + 5.0, y + 4.5, Anchor::Start, paint);
    } else if panel.row_height >= 34.0 {
        let middle = x.max(panel.left + width / 2.0 - 8.0);
        sheet.small(&label, middle, y - side / 2.0 - 3.0, Anchor::Middle, paint);
    } else if room_left {
        sheet.small(&label, x - side / 2.0 - 5.0, y + 4.5, Anchor::End, paint);
    } else {
        let after = sparse.unwrap_or(x);
        sheet.small(&label, after + side, y + 4.5, Anchor::Start, paint);
    }
    sheet.square(x, y, drawn, ink.with(finish));
}

/// The shared price axis of some rows; `left` and `right` bound the dots.
pub fn price_scale<'a>(rows: impl Iterator<Item = Prices<'a>>, left: f64, right: f64) -> Scale {
    let all = rows.flat_map(|row| {
        row.offers
            .iter()
            .copied()
            .chain(row.lowest)
            .chain(row.median)
    });
    Scale::log(log_span(all), left, right)
}

/// One row of price dots: a stem over the range, a dot an offer, a median tick, and the lowest as a green dot. True
/// when there was anything to draw.
pub fn price_dots(
    sheet: &Sheet<'_>,
    scale: &Scale,
    y: f64,
    row: Prices<'_>,
    (radius, ink): (f64, Ink),
    mark_lowest: bool,
) -> bool {
    let mut dots: Vec<f64> = row
        .offers
        .iter()
        .filter_map(|value| known(Some(*value)))
        .map(|value| scale.at(value))
        .collect();
    dots.sort_by(f64::total_cmp);
    if let (Some(first), Some(last)) = (dots.first(), dots.last()) {
        sheet.line((*first, y), (*last, y), Ink::Other);
    }
    for x in &dots {
        sheet.circle(*x, y, radius, ink.with(Finish::Rim));
    }
    let median = known(row.median).map(|value| scale.at(value));
    if let Some(x) = median {
        sheet.path(&[(x, y - 7.0), (x, y + 7.0)], Ink::Full, 1.5);
    }
    let lowest = known(row.lowest).map(|value| scale.at(value));
    if let (Some(x), true) = (lowest, mark_lowest) {
        sheet.circle(x, y, radius + 0.7, Ink::Compute.with(Finish::Rim));
    }
    !dots.is_empty() || median.is_some() || lowest.is_some()
}

/// The median written above its tick.
pub fn median_label(
    sheet: &Sheet<'_>,
    scale: &Scale,
    y: f64,
    median: Option<f64>,
    highlighted: bool,
) {
    if let Some(value) = known(median) {
        let paint = row_ink(highlighted).with(Finish::Halo);
        let label = price(value);
        let half = text_width(&label, SMALL) / 2.0;
        let x = scale.at(value).min(sheet.width() - half);
        sheet.small(&label, x, y - 9.5, Anchor::Middle, paint);
    }
}
