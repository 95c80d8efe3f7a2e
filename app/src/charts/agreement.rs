//! Measured against estimated, both on one logarithmic scale: what lies on the diagonal was estimated exactly.
use super::Width;
use super::palette::{Finish, Ink};
use super::scale::{Scale, log_span};
use super::svg::{Anchor, Sheet, draw};

/// All of the chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Agreement {
    /// Sentence read out in place of the chart.
    pub aria: String,
    /// "Measured, GB, log".
    pub x_title: String,
    /// "Estimated, GB, log".
    pub y_title: String,
    /// Runs.
    pub points: Vec<AgreementPoint>,
}

/// A run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct AgreementPoint {
    /// What was measured.
    pub measured: f64,
    /// What is estimated.
    pub estimated: f64,
    /// Ours: drawn as a square; others as a diamond.
    pub is_own: bool,
    /// Outside the estimate's range: drawn as a cross.
    pub is_outside: bool,
}

/// Draws the scatter. The wide drawing is at least 420 px wide.
pub fn agreement(data: &Agreement, size: Width) -> String {
    let width = size.pixels(420);
    let height = (width * 0.72).clamp(320.0, 460.0).round();
    draw(width, height, &data.aria, |sheet| {
        scatter(sheet, data, height)
    })
}

fn scatter(sheet: &Sheet<'_>, data: &Agreement, height: f64) {
    let (left, top, right, bottom) = (48.0, 20.0, sheet.width() - 14.0, height - 44.0);
    let values = data
        .points
        .iter()
        .flat_map(|point| [point.measured, point.estimated]);
    let span = log_span(values);
    let (x, y) = (Scale::log(span, left, right), Scale::log(span, bottom, top));
    for tick in x.ticks(34.0) {
        let at = x.at(tick.value);
        sheet.line((at, top), (at, bottom), Ink::Grid);
        sheet.small(&tick.label, at, bottom + 17.0, Anchor::Middle, Ink::Third);
    }
    for tick in y.ticks(30.0) {
        let at = y.at(tick.value);
        sheet.line((left, at), (right, at), Ink::Grid);
        sheet.small(&tick.label, left - 8.0, at + 4.0, Anchor::End, Ink::Third);
    }
    sheet.line((left, bottom), (right, bottom), Ink::Axis);
    sheet.path(&[(left, bottom), (right, top)], Ink::Full, 1.0);
    sheet.small(&data.x_title, right, bottom + 36.0, Anchor::End, Ink::Plain);
    sheet.small(&data.y_title, 0.0, 12.0, Anchor::Start, Ink::Plain);
    for point in &data.points {
        let (across, up) = (x.at(point.measured), y.at(point.estimated));
        match (point.is_outside, point.is_own) {
            (true, _) => sheet.cross(across, up, 4.0, Ink::Full),
            (false, true) => sheet.square(across, up, 7.0, Ink::Compute.with(Finish::Rim)),
            (false, false) => sheet.diamond(across, up, 5.0, Ink::Other.with(Finish::Rim)),
        }
    }
}
