//! One price over time, as true steps: a price holds from the day it was seen until another one was. Others may stand
//! behind it in grey, never joined with it.
use super::Width;
use super::labels::label_width;
use super::palette::{Finish, Ink};
use super::scale::{Scale, known, largest, price};
use super::svg::{Anchor, SMALL, Sheet, draw, fit, text_width};

/// All of the chart. Days are counted from any fixed day, the same throughout.
#[derive(Clone, Debug, PartialEq)]
pub struct PriceHistory {
    pub labels: HistoryLabels,
    /// Checked prices, in any order.
    pub points: Vec<DatedPrice>,
    /// Periods nobody checked, from first to last day: shaded, the line dotted.
    pub gaps: Vec<(i64, i64)>,
    /// Days to write under the axis, with their text.
    pub ticks: Vec<(i64, String)>,
    /// Last day of the axis, usually today.
    pub end: i64,
    /// Prices of other series for comparison: grey, with a line only where two checks follow each other closely.
    pub others: Vec<OtherSeries>,
}

/// A series behind the one that is shown.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct OtherSeries {
    /// Checked prices by day.
    pub points: Vec<DatedPrice>,
    /// Days that a price is taken to hold after it was seen.
    pub holds: i64,
}

/// Words of the chart, already translated.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct HistoryLabels {
    /// Sentence read out in place of the chart.
    pub aria: String,
    /// "¥/GPU·h".
    pub y_title: String,
    /// "not checked".
    pub gap: String,
    /// Drawn in an empty chart: "no dated price".
    pub empty: String,
}

/// A price seen on a day.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DatedPrice {
    pub day: i64,
    pub price: f64,
}

const TOP: f64 = 28.0;
const BOTTOM: f64 = 170.0;

/// Draws the history from zero up. The wide drawing is at least 420 px wide.
pub fn price_history(data: &PriceHistory, size: Width) -> String {
    let width = size.pixels(420);
    draw(width, BOTTOM + 28.0, &data.labels.aria, |sheet| {
        history(sheet, data);
    })
}

fn history(sheet: &Sheet<'_>, data: &PriceHistory) {
    let mut points: Vec<DatedPrice> = data
        .points
        .iter()
        .copied()
        .filter(|point| known(Some(point.price)).is_some() && point.day <= data.end)
        .collect();
    points.sort_by_key(|point| point.day);
    sheet.small(&data.labels.y_title, 0.0, 12.0, Anchor::Start, Ink::Third);
    let (Some(first), Some(last)) = (points.first().copied(), points.last().copied()) else {
        let middle = sheet.width() / 2.0;
        sheet.small(&data.labels.empty, middle, 90.0, Anchor::Middle, Ink::Third);
        return;
    };
    // What lies before the series or far above it would flatten it.
    let own = largest(points.iter().map(|point| Some(point.price))).unwrap_or(1.0);
    let behind = others(data, first.day, own * 2.5);
    let reached = behind.iter().flat_map(|other| &other.points);
    let top = largest(points.iter().chain(reached).map(|point| Some(point.price))).unwrap_or(own);
    let y = Scale::from_zero(top * 1.15, BOTTOM, TOP);
    let ticks = y.ticks(32.0);
    let widest = ticks
        .iter()
        .map(|tick| text_width(&tick.label, SMALL))
        .fold(0.0, f64::max);
    let now = price(last.price);
    let (left, right) = (
        widest + 14.0,
        sheet.width() - label_width(&now, true) - 10.0,
    );
    let x = Scale::span(first.day as f64, data.end as f64, left, right);
    shade_gaps(sheet, data, &x);
    for tick in &ticks {
        let at = y.at(tick.value);
        sheet.line((left, at), (right, at), Ink::Grid);
        sheet.small(&tick.label, left - 8.0, at + 4.0, Anchor::End, Ink::Third);
    }
    sheet.line((left, BOTTOM), (right, BOTTOM), Ink::Axis);
    day_ticks(sheet, data, &x, (first.day, data.end));
    for other in &behind {
        grey(sheet, other, (&x, &y), data.end);
    }
    for (index, point) in points.iter().enumerate() {
        let next = points.get(index + 1);
        let until = next.map_or(data.end, |next| next.day);
        let level = y.at(point.price);
        hold(sheet, data, &x, (point.day, until), level);
        if let Some(next) = next {
            let at = x.at(next.day as f64);
            sheet.path(&[(at, level), (at, y.at(next.price))], Ink::Compute, 2.0);
        }
    }
    for point in &points {
        let paint = Ink::Compute.with(Finish::Rim);
        sheet.circle(x.at(point.day as f64), y.at(point.price), 3.6, paint);
    }
    sheet.small(
        &now,
        right + 8.0,
        y.at(last.price) + 4.0,
        Anchor::Start,
        Ink::Bold,
    );
}

/// The other series, cut to the part of the sheet that this one needs.
fn others(data: &PriceHistory, first: i64, highest: f64) -> Vec<OtherSeries> {
    let fits = |point: &DatedPrice| {
        let is_within = point.day >= first && point.day <= data.end && point.price <= highest;
        is_within && known(Some(point.price)).is_some()
    };
    let cut = data.others.iter().map(|other| OtherSeries {
        points: other.points.iter().copied().filter(fits).collect(),
        holds: other.holds,
    });
    cut.filter(|other| !other.points.is_empty()).collect()
}

fn grey(sheet: &Sheet<'_>, other: &OtherSeries, (x, y): (&Scale, &Scale), end: i64) {
    for (index, point) in other.points.iter().enumerate() {
        let (from, level) = (x.at(point.day as f64), y.at(point.price));
        let next = other.points.get(index + 1);
        let known_to = point.day.saturating_add(other.holds).min(end);
        let until = next.map_or(known_to, |next| next.day.min(known_to));
        let to = x.at(until as f64);
        sheet.path(&[(from, level), (to, level)], Ink::Other, 1.0);
        if let Some(next) = next.filter(|next| next.day <= known_to) {
            sheet.path(&[(to, level), (to, y.at(next.price))], Ink::Other, 1.0);
        }
    }
    for point in &other.points {
        let (across, up) = (x.at(point.day as f64), y.at(point.price));
        sheet.circle(across, up, 2.2, Ink::Other);
    }
}

fn shade_gaps(sheet: &Sheet<'_>, data: &PriceHistory, x: &Scale) {
    let label = text_width(&data.labels.gap, SMALL);
    let mut gaps = data.gaps.clone();
    gaps.sort_unstable();
    let mut free = f64::MIN;
    for (from, to) in gaps {
        let (from, to) = (x.at(from as f64), x.at(to as f64));
        if to - from < 1.0 {
            continue;
        }
        sheet.rect(from, TOP, to - from, BOTTOM - TOP, Ink::Muted);
        // A name wider than its gap would be read as its neighbour's.
        let middle = (from + to) / 2.0;
        let begins = middle - label / 2.0;
        if label <= to - from && begins >= free {
            let gap = &data.labels.gap;
            sheet.small(gap, middle, TOP - 6.0, Anchor::Middle, Ink::Plain);
            free = begins + label + 8.0;
        }
    }
}

/// A price held over some days: solid where it was checked, dotted through gaps.
fn hold(sheet: &Sheet<'_>, data: &PriceHistory, x: &Scale, (from, until): (i64, i64), y: f64) {
    let mut gaps: Vec<(i64, i64)> = data
        .gaps
        .iter()
        .map(|&(first, last)| (first.max(from), last.min(until)))
        .filter(|(first, last)| first < last)
        .collect();
    gaps.sort_unstable();
    let mut reached = from;
    let span = |first: i64, last: i64| [(x.at(first as f64), y), (x.at(last as f64), y)];
    for (first, last) in gaps {
        if first > reached {
            sheet.path(&span(reached, first), Ink::Compute, 2.0);
        }
        if last > reached {
            let dotted = Ink::Compute.with(Finish::Dots);
            sheet.path(&span(first.max(reached), last), dotted, 2.0);
            reached = last;
        }
    }
    if until > reached {
        sheet.path(&span(reached, until), Ink::Compute, 2.0);
    }
}

fn day_ticks(sheet: &Sheet<'_>, data: &PriceHistory, x: &Scale, (first, last): (i64, i64)) {
    let mut free = f64::MIN;
    for (day, label) in &data.ticks {
        if *day < first || *day > last {
            continue;
        }
        let at = x.at(*day as f64);
        sheet.line((at, BOTTOM), (at, BOTTOM + 5.0), Ink::Axis);
        let label = fit(label, SMALL, 90.0);
        let half = text_width(&label, SMALL) / 2.0;
        if at - half < free {
            continue;
        }
        sheet.small(&label, at, BOTTOM + 19.0, Anchor::Middle, Ink::Third);
        free = at + half + 8.0;
    }
}

#[cfg(test)]
mod tests {
    use super::{DatedPrice, HistoryLabels, OtherSeries, PriceHistory, Width, price_history};

    fn sample(points: Vec<DatedPrice>) -> PriceHistory {
        let labels = HistoryLabels {
            gap: "not checked".to_owned(),
            empty: "no dated price".to_owned(),
            ..HistoryLabels::default()
        };
        PriceHistory {
            labels,
            points,
            gaps: vec![(40, 80)],
            ticks: vec![(0, "09-01".to_owned()), (90, "11-30".to_owned())],
            end: 90,
            others: Vec::new(),
        }
    }

    #[test]
    fn other_series_stay_grey_and_never_flatten_the_one_that_is_shown() {
        let mut data = sample(vec![DatedPrice {
            day: 10,
            price: 2.0,
        }]);
        let other = |day, price| OtherSeries {
            points: vec![DatedPrice { day, price }],
            holds: 30,
        };
        data.others = vec![
            other(20, 3.0),
            other(30, 90.0),
            other(5, 2.0),
            other(40, f64::NAN),
        ];
        let svg = price_history(&data, Width::Wide(560));
        assert_eq!(svg.matches("<circle class=\"fo\"").count(), 1, "{svg}");
        assert!(
            !svg.contains(">50<"),
            "the axis ends near the price shown: {svg}"
        );
    }

    #[test]
    fn a_gap_is_shaded_named_and_dotted() {
        let points = vec![
            DatedPrice {
                day: 30,
                price: 1.98,
            },
            DatedPrice { day: 0, price: 2.2 },
        ];
        let svg = price_history(&sample(points), Width::Wide(560));
        for text in [
            "<rect class=\"fm\"",
            ">not checked<",
            ">1.98<",
            ">09-01<",
            "stroke-dasharray=\"2 3\"",
        ] {
            assert!(svg.contains(text), "{text} in {svg}");
        }
    }

    #[test]
    fn a_gap_is_named_only_where_its_name_fits_inside() {
        let mut data = sample(vec![DatedPrice { day: 0, price: 2.0 }]);
        data.gaps = vec![(44, 70), (10, 14), (20, 43)];
        let svg = price_history(&data, Width::Wide(560));
        assert_eq!(svg.matches("<rect class=\"fm\"").count(), 3, "{svg}");
        assert_eq!(svg.matches(">not checked<").count(), 2, "{svg}");
    }

    #[test]
    fn nothing_known_says_so_and_extremes_do_not_panic() {
        for price in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
            let points = vec![DatedPrice { day: 3, price }];
            let svg = price_history(&sample(points), Width::Narrow);
            assert!(svg.contains("no dated price") && !svg.contains("NaN"));
        }
        let mut data = sample(vec![DatedPrice {
            day: i64::MIN,
            price: 1e9,
        }]);
        data.gaps = vec![(i64::MIN, i64::MAX), (5, 1)];
        data.end = i64::MAX;
        assert!(!price_history(&data, Width::Narrow).contains("NaN"));
    }
}
