//! The sheet around a chart: title, stamp with date and rate, logo and address.
use super::fixed;
use super::ink::Inks;
use crate::charts::{fit, text_width};
use crate::frame::{Frame, Theme};
use crate::text::{LocaleExt, td_string};
use std::fmt::Write as _;

const LOGO: &str = include_str!("../../../public/logo-light.svg");
const LOGO_DARK: &str = include_str!("../../../public/logo-dark.svg");
const FONTS: &str = "'Zuka Sans', 'Source Sans 3', 'PingFang SC', 'HarmonyOS Sans SC', 'Noto Sans CJK SC', 'Microsoft YaHei', sans-serif";
const EDGE: f64 = 24.0;

/// What the prices are of.
pub(super) struct Stamp {
    /// "prices as of".
    pub head: String,
    /// The day; empty when none is known.
    pub day: String,
    /// "1 USD = 6.74 CNY"; empty without conversion.
    pub rate: String,
}

impl Stamp {
    pub fn new(frame: &Frame, head: &str, day: Option<String>) -> Self {
        let rate = frame.strip.rate.as_ref();
        let rate = rate.map(|rate| crate::format::rate(rate).short);
        Self {
            head: head.to_owned(),
            day: day.unwrap_or_else(|| td_string!(frame.locale, common.unknown).to_owned()),
            rate: rate.unwrap_or_default(),
        }
    }
}

/// What stands around the chart.
pub(super) struct Sheet {
    pub title: String,
    pub note: String,
    pub stamp: Stamp,
    /// Address of the page that it is from.
    pub page: String,
}

/// A text's looks.
pub(super) struct Letters<'a> {
    pub size: f64,
    pub weight: u32,
    pub fill: &'a str,
    pub anchor: &'a str,
}

/// SVG under construction.
pub(super) struct Paper<'a> {
    pub inks: &'a Inks,
    svg: String,
}

/// A text for markup.
pub(super) fn escaped(text: &str) -> String {
    let clean: String = text
        .chars()
        .map(|letter| if letter.is_control() { ' ' } else { letter })
        .collect();
    clean
        .replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}

impl<'a> Paper<'a> {
    pub fn new(frame: &Frame, inks: &'a Inks, (width, height): (f64, f64), label: &str) -> Self {
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\" role=\"img\" \
             aria-label=\"{label}\" lang=\"{}\" font-family=\"{FONTS}\" font-size=\"12\"><title>{label}</title>",
            frame.locale.tag(),
            label = escaped(label),
        );
        let _ = write!(
            svg,
            "<rect width=\"{width}\" height=\"{height}\" fill=\"{}\"/><rect x=\".5\" y=\".5\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\"/>",
            inks.surface,
            width - 1.0,
            height - 1.0,
            inks.line
        );
        Self { inks, svg }
    }

    pub fn text(&mut self, (x, y): (f64, f64), text: &str, letters: &Letters<'_>) {
        let Letters {
            size,
            weight,
            fill,
            anchor,
        } = letters;
        let _ = write!(
            self.svg,
            "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" font-weight=\"{weight}\" fill=\"{fill}\" text-anchor=\"{anchor}\">{}</text>",
            escaped(text)
        );
    }

    fn frame(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), thick: f64) {
        let _ = write!(
            self.svg,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" rx=\"2\" fill=\"none\" stroke=\"{}\" stroke-width=\"{thick}\"/>",
            self.inks.seal
        );
    }

    /// The double frame with date and rate; its right edge and top. Gives its width.
    pub fn seal(&mut self, (right, top): (f64, f64), stamp: &Stamp) -> f64 {
        let texts = [
            (stamp.head.as_str(), 12.0, 400, 20.0),
            (stamp.day.as_str(), 21.0, 700, 43.0),
            (stamp.rate.as_str(), 12.0, 400, 61.0),
        ];
        let widest = texts.iter().map(|(text, size, ..)| text_width(text, *size));
        let width = widest.fold(0.0, f64::max) + 28.0;
        let height = if stamp.rate.is_empty() { 53.0 } else { 70.0 };
        let left = right - width;
        self.frame((left, top), (width, height), 2.0);
        self.frame((left - 3.5, top - 3.5), (width + 7.0, height + 7.0), 1.0);
        for (text, size, weight, y) in texts {
            let letters = Letters {
                size,
                weight,
                fill: self.inks.seal,
                anchor: "middle",
            };
            self.text((left + width / 2.0, top + y), text, &letters);
        }
        width
    }

    /// The stamp on one line, for narrow drawings.
    fn seal_line(&mut self, (left, top): (f64, f64), room: f64, stamp: &Stamp) {
        let text = format!("{} {} · {}", stamp.head, stamp.day, stamp.rate);
        let text = fit(&text, 12.0, room - 16.0);
        let width = text_width(&text, 12.0) + 16.0;
        self.frame((left, top), (width, 22.0), 1.5);
        let letters = Letters {
            size: 12.0,
            weight: 400,
            fill: self.inks.seal,
            anchor: "middle",
        };
        self.text((left + width / 2.0, top + 15.5), &text, &letters);
    }

    /// The logo and the page's address at the foot, `edge` from the sides.
    pub fn foot(&mut self, frame: &Frame, (width, height): (f64, f64), edge: f64, page: &str) {
        let logo = if frame.theme == Theme::Dark {
            LOGO_DARK
        } else {
            LOGO
        };
        let inner = logo.split_once('>').map_or("", |(_, rest)| rest);
        let inner = inner.trim_end().trim_end_matches("</svg>");
        let _ = write!(
            self.svg,
            "<g transform=\"translate({edge} {}) scale(.625)\">{inner}</g>",
            height - 34.0
        );
        let text = format!("{} {page}", td_string!(frame.locale, embed.made_from));
        // A phone's drawing has room for the address alone.
        let room = width - 2.0 * edge - 110.0;
        let text = if text_width(&text, 12.0) > room {
            page.to_owned()
        } else {
            text
        };
        let letters = Letters {
            size: 12.0,
            weight: 400,
            fill: self.inks.ink_3,
            anchor: "end",
        };
        self.text(
            (width - edge, height - 19.0),
            &fit(&text, 12.0, room),
            &letters,
        );
    }

    /// Lays a chart down with its upper left corner there.
    pub fn chart(&mut self, (x, y): (f64, f64), chart: &fixed::Drawn<'_>) {
        let _ = write!(
            self.svg,
            "<g transform=\"translate({x} {y})\">{}</g>",
            chart.paint(self.inks)
        );
    }

    pub fn finish(mut self) -> String {
        self.svg.push_str("</svg>\n");
        self.svg
    }
}

/// The whole picture.
pub(super) fn svg(frame: &Frame, inks: &Inks, sheet: &Sheet, chart: &str) -> String {
    let drawn = fixed::take(chart);
    let width = drawn.width + 2.0 * EDGE;
    let is_wide = width >= 500.0;
    let head = if is_wide { 112.0 } else { 104.0 };
    let height = head + drawn.height + 52.0;
    let label = format!("{}. {} {}", sheet.title, sheet.stamp.head, sheet.stamp.day);
    let mut paper = Paper::new(frame, inks, (width, height), &label);
    let room = if is_wide {
        let seal = paper.seal((width - EDGE, 20.0), &sheet.stamp);
        width - 2.0 * EDGE - seal - 24.0
    } else {
        paper.seal_line((EDGE, 68.0), width - 2.0 * EDGE, &sheet.stamp);
        width - 2.0 * EDGE
    };
    let (size, y) = if is_wide { (22.0, 46.0) } else { (17.0, 34.0) };
    let title = Letters {
        size,
        weight: 650,
        fill: inks.ink,
        anchor: "start",
    };
    paper.text((EDGE, y), &fit(&sheet.title, size, room), &title);
    let note = Letters {
        size: 13.0,
        weight: 400,
        fill: inks.ink_2,
        anchor: "start",
    };
    let below = if is_wide { 26.0 } else { 20.0 };
    paper.text((EDGE, y + below), &fit(&sheet.note, 13.0, room), &note);
    paper.chart((EDGE, head), &drawn);
    paper.foot(frame, (width, height), EDGE, &sheet.page);
    paper.finish()
}
