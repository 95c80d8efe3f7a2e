//! How long a download takes on a line of so many Mbit/s: a band from the line's own rate to half of it, on two
//! logarithmic axes.
use super::Width;
use super::labels::label_width;
use super::palette::{Finish, Ink};
use super::scale::{Scale, known, log_span};
use super::svg::{Anchor, SMALL, Sheet, draw, fit};

/// All of the chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pull {
    /// Sentence read out in place of the chart.
    pub aria: String,
    /// "Bandwidth of the line, Mbit/s, log".
    pub x_title: String,
    /// "Time to download, log".
    pub y_title: String,
    /// What is fetched, from the smallest.
    pub loads: Vec<Load>,
    /// Durations to write beside the axis: seconds and their text.
    pub ticks: Vec<(f64, String)>,
    /// Bandwidths that somebody states: Mbit/s and who.
    pub stated: Vec<(f64, String)>,
}

/// Something to fetch.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Load {
    /// "Qwen2.5-7B, 15.2 GB".
    pub name: String,
    /// "7B": its name where there is little room.
    pub short: String,
    /// Mbit/s, and seconds at best, likely and at worst.
    pub points: Vec<PullPoint>,
}

/// One bandwidth.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PullPoint {
    /// Mbit/s.
    pub mbps: f64,
    /// Seconds when the line gives all that it has.
    pub low_s: f64,
    /// Seconds to expect.
    pub mid_s: f64,
    /// Seconds on a bad day.
    pub high_s: f64,
}

const TOP: f64 = 24.0;

/// Draws the lines. The wide drawing is at least 420 px wide.
pub fn pull(data: &Pull, size: Width) -> String {
    let width = size.pixels(420);
    let height = match size {
        Width::Wide(_) => 340.0,
        Width::Narrow => 300.0,
    };
    draw(width, height, &data.aria, |sheet| {
        lines(sheet, data, height)
    })
}

fn lines(sheet: &Sheet<'_>, data: &Pull, height: f64) {
    let bottom = height - 44.0;
    let all = || data.loads.iter().flat_map(|load| &load.points);
    let widest = data
        .ticks
        .iter()
        .map(|(_, text)| label_width(text, false))
        .fold(0.0, f64::max);
    let (left, right) = (widest + 14.0, sheet.width() - 10.0);
    let x = Scale::log(log_span(all().map(|p| p.mbps)), left, right);
    let y = Scale::log(
        log_span(all().flat_map(|p| [p.low_s, p.high_s])),
        bottom,
        TOP,
    );
    sheet.small(
        &fit(&data.y_title, SMALL, sheet.width()),
        0.0,
        12.0,
        Anchor::Start,
        Ink::Third,
    );
    for tick in x.ticks(40.0) {
        let at = x.at(tick.value);
        sheet.line((at, TOP), (at, bottom), Ink::Grid);
        sheet.small(&tick.label, at, bottom + 17.0, Anchor::Middle, Ink::Third);
    }
    for (seconds, label) in &data.ticks {
        if *seconds < y.low() || *seconds > y.high() {
            continue;
        }
        let at = y.at(*seconds);
        sheet.line((left, at), (right, at), Ink::Grid);
        sheet.small(label, left - 8.0, at + 4.0, Anchor::End, Ink::Third);
    }
    sheet.line((left, bottom), (right, bottom), Ink::Axis);
    let title = fit(&data.x_title, SMALL, sheet.width());
    sheet.small(&title, right, height - 8.0, Anchor::End, Ink::Third);
    for (mbps, who) in &data.stated {
        let Some(mbps) = known(Some(*mbps)) else {
            continue;
        };
        let at = x.at(mbps);
        sheet.path(
            &[(at, TOP), (at, bottom)],
            Ink::Axis.with(Finish::Dashes),
            1.0,
        );
        let who = fit(who, SMALL, (right - at - 8.0).max(60.0));
        sheet.small(
            &who,
            at + 5.0,
            bottom - 6.0,
            Anchor::Start,
            Ink::Plain.with(Finish::Halo),
        );
    }
    for load in &data.loads {
        let drawable = |p: &&PullPoint| {
            [p.mbps, p.low_s, p.mid_s, p.high_s]
                .iter()
                .all(|v| known(Some(*v)).is_some())
        };
        let points: Vec<&PullPoint> = load.points.iter().filter(drawable).collect();
        for point in &points {
            let at = x.at(point.mbps);
            sheet.path(
                &[(at, y.at(point.low_s)), (at, y.at(point.high_s))],
                Ink::Other,
                4.0,
            );
        }
        let line: Vec<(f64, f64)> = points
            .iter()
            .map(|p| (x.at(p.mbps), y.at(p.mid_s)))
            .collect();
        if line.len() > 1 {
            sheet.path(&line, Ink::Compute, 2.0);
        }
        for (across, up) in &line {
            sheet.square(*across, *up, 8.0, Ink::Compute.with(Finish::Rim));
        }
    }
    name_lines(sheet, data, (&x, &y), right);
}

/// Names stand where no line runs: above the upper line at its start, below the others before their middle.
fn name_lines(sheet: &Sheet<'_>, data: &Pull, (x, y): (&Scale, &Scale), right: f64) {
    let is_narrow = sheet.width() < 420.0;
    for (place, load) in data.loads.iter().enumerate() {
        let name = if is_narrow { &load.short } else { &load.name };
        let is_upper = place + 1 == data.loads.len();
        // Few bandwidths leave room only at the start.
        let start = usize::from(load.points.len() > 2);
        let Some(point) = load.points.get(if is_upper { start } else { 4 }) else {
            continue;
        };
        let (across, up) = (x.at(point.mbps), y.at(point.mid_s));
        let paint = Ink::Bold.with(Finish::Halo);
        if is_upper {
            let name = fit(name, SMALL, right - across - 12.0);
            sheet.small(&name, across + 10.0, up - 8.0, Anchor::Start, paint);
        } else {
            let name = fit(name, SMALL, across - 60.0);
            sheet.small(&name, across - 9.0, up + 15.0, Anchor::End, paint);
        }
    }
}
