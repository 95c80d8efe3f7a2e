//! A sheet to draw on: text that fits, the logo, the stamp, a week of cells.
use super::ink;
use super::{HEIGHT, WIDTH};
use domain::scenario::{Cell, Week};
use std::fmt::Write as _;

const LOGO: &str = include_str!("../../../public/logo-light.svg");

/// Weight of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    /// For captions.
    Regular,
    /// For figures and names.
    Bold,
}

impl Weight {
    /// As fonts count it.
    fn number(self) -> u32 {
        match self {
            Self::Regular => 400,
            Self::Bold => 600,
        }
    }
}

/// Which point of a text lies at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Anchor {
    /// Its start.
    Start,
    /// Its middle.
    Middle,
    /// Its end.
    End,
}

/// A text's looks.
#[derive(Clone, Copy, Debug)]
pub(super) struct Type {
    /// Pixels.
    pub size: f64,
    /// Weight.
    pub weight: Weight,
    /// Colour.
    pub ink: &'static str,
    /// Anchor.
    pub anchor: Anchor,
}

impl Type {
    /// Bold from the left in full ink.
    pub fn bold(size: f64) -> Self {
        Self {
            size,
            weight: Weight::Bold,
            ink: ink::INK,
            anchor: Anchor::Start,
        }
    }

    /// Regular from the left in secondary ink.
    pub fn plain(size: f64) -> Self {
        Self {
            size,
            weight: Weight::Regular,
            ink: ink::INK_2,
            anchor: Anchor::Start,
        }
    }

    /// In another colour.
    pub fn ink(self, ink: &'static str) -> Self {
        Self { ink, ..self }
    }

    /// At another anchor.
    pub fn anchor(self, anchor: Anchor) -> Self {
        Self { anchor, ..self }
    }
}

/// The width of a text in pixels, from above: no font is measured here, a character counts as a wide one of its kind.
pub(super) fn width(text: &str, size: f64) -> f64 {
    let of = |c: char| match c {
        '\u{2e80}'.. => 1.0,
        'M' | 'W' | '@' | '%' | 'm' | 'w' | '≈' => 0.86,
        'A'..='Z' | '–' => 0.62,
        '0'..='9' | '$' | '¥' | '€' | '+' => 0.55,
        ' ' | '.' | ',' | ':' | ';' | '·' | 'i' | 'l' | 'j' | '\'' | '|' => 0.28,
        _ => 0.55,
    };
    text.chars().map(of).sum::<f64>() * size
}

/// The size at which a text fits into `room`: at most `size`, at least `least`.
pub(super) fn fitting(text: &str, size: f64, room: f64, least: f64) -> f64 {
    let whole = width(text, size);
    if whole <= room {
        size
    } else {
        (size * room / whole).floor().max(least)
    }
}

/// Pieces of a text that one font draws: Latin, and what only the Chinese font has. Left to itself the renderer would
/// take the Chinese font for a whole line, with its wide dots.
fn runs(text: &str) -> Vec<(&'static str, &str)> {
    let is_hans = |c: char| c >= '\u{2e80}' || "≈≥≤→←".contains(c);
    let mut out: Vec<(&'static str, &str)> = Vec::new();
    let mut start = 0;
    let mut last = text.chars().next().is_some_and(is_hans);
    for (at, c) in text.char_indices() {
        if is_hans(c) != last {
            out.push((family(last), &text[start..at]));
            (start, last) = (at, !last);
        }
    }
    out.push((family(last), &text[start..]));
    out
}

fn family(is_hans: bool) -> &'static str {
    if is_hans { "Zuka Hans" } else { "Zuka Latin" }
}

/// SVG under construction.
pub(super) struct Sheet {
    svg: String,
}

impl Sheet {
    /// Paper with the logo at its upper left corner.
    pub fn new() -> Self {
        let mut sheet = Self {
            svg: format!(
                r#"<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}"><defs><pattern id="n" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="8" height="8" fill="{}"/><rect width="4" height="8" fill="{}"/></pattern></defs>"#,
                ink::SURFACE,
                ink::NO_GPU
            ),
        };
        sheet.rect(
            (0.0, 0.0),
            (f64::from(WIDTH), f64::from(HEIGHT)),
            ink::PAPER,
        );
        // The logo's own drawing without its outer element.
        let inner = LOGO.split_once('>').map_or("", |(_, rest)| rest);
        let inner = inner.trim_end().trim_end_matches("</svg>");
        let _ = write!(
            sheet.svg,
            r#"<g transform="translate(64 52) scale(1.625)">{inner}</g>"#
        );
        sheet
    }

    /// The finished SVG.
    pub fn finish(mut self) -> String {
        self.svg.push_str("</svg>");
        self.svg
    }

    /// A filled rectangle.
    pub fn rect(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), fill: &str) {
        let _ = write!(
            self.svg,
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{fill}"/>"#
        );
    }

    /// An outlined rectangle.
    fn frame(&mut self, (x, y): (f64, f64), (width, height): (f64, f64), stroke: &str, thick: f64) {
        let _ = write!(
            self.svg,
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="none" stroke="{stroke}" stroke-width="{thick}"/>"#
        );
    }

    /// A line of text on its baseline.
    pub fn text(&mut self, at: (f64, f64), text: &str, kind: Type) {
        self.row(at, &[(text, kind)]);
    }

    /// Texts of several looks after each other on one baseline, a gap between them; the first one's anchor counts.
    pub fn row(&mut self, (x, y): (f64, f64), parts: &[(&str, Type)]) {
        let anchor = match parts.first().map(|(_, kind)| kind.anchor) {
            Some(Anchor::Middle) => "middle",
            Some(Anchor::End) => "end",
            _ => "start",
        };
        let _ = write!(
            self.svg,
            r#"<text x="{x}" y="{y}" text-anchor="{anchor}" xml:space="preserve">"#
        );
        let mut gap = 0.0;
        for (text, kind) in parts {
            for (family, run) in runs(text) {
                let _ = write!(
                    self.svg,
                    r#"<tspan dx="{gap}" font-family="{family}" font-size="{}" font-weight="{}" fill="{}">{}</tspan>"#,
                    kind.size,
                    kind.weight.number(),
                    kind.ink,
                    escaped(run)
                );
                gap = 0.0;
            }
            gap = kind.size * 0.25;
        }
        self.svg.push_str("</text>");
    }

    /// A line that is made smaller, down to `least` pixels, and then cut, until it fits into `room`. Gives its size.
    pub fn fit(&mut self, at: (f64, f64), text: &str, kind: Type, room: f64, least: f64) -> f64 {
        let size = fitting(text, kind.size, room, least);
        let mut text = text.to_owned();
        while width(&text, size) > room && text.chars().count() > 2 {
            let kept: String = text.chars().take(text.chars().count() - 2).collect();
            text = format!("{}…", kept.trim_end());
        }
        self.text(at, &text, Type { size, ..kind });
        size
    }

    /// The stamp: a double frame around what the prices are of. `right` is its right edge.
    pub fn seal(&mut self, (right, top): (f64, f64), [head, date, foot]: [&str; 3]) {
        let small = Type::plain(20.0).ink(ink::SEAL).anchor(Anchor::Middle);
        let wide = [width(head, 20.0), width(date, 36.0), width(foot, 20.0)];
        let wide = wide.into_iter().fold(0.0, f64::max) + 48.0;
        let tall = if foot.is_empty() { 92.0 } else { 122.0 };
        self.frame((right - wide, top), (wide, tall), ink::SEAL, 1.5);
        self.frame(
            (right - wide + 5.0, top + 5.0),
            (wide - 10.0, tall - 10.0),
            ink::SEAL,
            3.0,
        );
        let middle = right - wide / 2.0;
        self.text((middle, top + 35.0), head, small);
        let bold = Type::bold(36.0).ink(ink::SEAL).anchor(Anchor::Middle);
        self.text((middle, top + 74.0), date, bold);
        self.text((middle, top + 103.0), foot, small);
    }

    /// A cell of a state.
    pub fn cell(&mut self, at: (f64, f64), size: (f64, f64), cell: Option<Cell>) {
        match cell {
            Some(Cell::Gpu) => self.rect(at, size, ink::COMPUTE),
            Some(Cell::NoGpu) => {
                self.rect(at, size, "url(#n)");
                self.frame(at, size, ink::NO_GPU, 1.0);
            }
            None => {
                self.rect(at, size, ink::SURFACE);
                self.frame(at, size, ink::GRID, 1.0);
            }
        }
    }

    /// The week as a grid of hours with the names of its days at the left; `at` is the grid's upper left corner.
    pub fn week(
        &mut self,
        week: &Week,
        names: [&str; 7],
        (x, y): (f64, f64),
        (dx, dy): (f64, f64),
    ) {
        let tick = Type::plain(18.0).ink(ink::INK_3);
        for hour in [0_u16, 6, 12, 18] {
            let text = format!("{hour:02}");
            self.text((x + f64::from(hour) * dx, y - 8.0), &text, tick);
        }
        let mut top = y;
        for (day, name) in names.into_iter().enumerate() {
            let label = Type::plain(18.0).anchor(Anchor::End);
            self.text((x - 10.0, top + dy / 2.0 + 5.0), name, label);
            for hour in 0..24_u16 {
                let at = (x + f64::from(hour) * dx, top);
                self.cell(at, (dx - 2.0, dy - 2.0), week.hour(day, hour));
            }
            top += dy;
        }
    }
}

impl Default for Sheet {
    fn default() -> Self {
        Self::new()
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            // Control characters are not allowed in XML at all.
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_line_is_made_smaller_and_then_cut() {
        let mut sheet = Sheet::new();
        let short = sheet.fit((0.0, 0.0), "RTX 4090", Type::bold(36.0), 300.0, 24.0);
        assert!((short - 36.0).abs() < 1e-9, "what fits keeps its size");
        let name = "很长的名字".repeat(20);
        sheet.fit((0.0, 0.0), &name, Type::bold(36.0), 300.0, 24.0);
        let svg = sheet.finish();
        assert!(
            svg.contains('…') && svg.contains(r#"font-size="24""#),
            "{svg}"
        );
        assert!(!svg.contains(&name), "the rest is cut");
    }

    #[test]
    fn each_script_has_its_font() {
        assert_eq!(
            runs("共绩 · RTX 时"),
            [
                ("Zuka Hans", "共绩"),
                ("Zuka Latin", " · RTX "),
                ("Zuka Hans", "时")
            ]
        );
        assert_eq!(runs("RTX"), [("Zuka Latin", "RTX")]);
    }

    #[test]
    fn a_name_cannot_break_the_drawing() {
        let mut sheet = Sheet::new();
        sheet.text((0.0, 0.0), "a<b>&\u{0}\"c", Type::plain(20.0));
        assert!(sheet.finish().contains(">a&lt;b&gt;&amp; \"c</tspan>"));
    }
}
