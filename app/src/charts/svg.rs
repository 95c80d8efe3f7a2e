//! The one backend all charts are drawn through: plotters' SVG backend, measured without a font and rewritten to
//! themeable markup.
//!
//! plotters works in whole pixels and writes fixed colours and font families. So the drawing is ten times as large
//! as the chart, and [`rewrite`] divides every coordinate by ten, turns sentinel colours into class names and drops
//! the rest. The result carries no colour, no font family and no inline style, as the content security policy asks.
use plotters::backend::SVGBackend;
use plotters::coord::Shift;
use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters::element::{Circle, PathElement, Polygon, Rectangle, Text};
use plotters::style::text_anchor::{HPos, Pos, VPos};
use plotters::style::{Color, IntoFont, ShapeStyle, TextStyle};
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

use super::palette::Paint;
use super::rewrite::rewrite;

/// Drawing units per pixel of the chart.
pub const UNITS: f64 = 10.0;
/// plotters' SVG backend divides the font size by this; it is undone before.
const FONT_FACTOR: f64 = 1.24;
/// Height of all ordinary chart text, pixels; nothing is smaller.
pub const SMALL: f64 = 12.0;
/// Height of row names and panel headings, pixels.
pub const MEDIUM: f64 = 13.0;

/// Where a text stands relative to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// Estimated width of a text in pixels, without any font at hand: Latin letters and digits take 0.56 em, all else
/// one em. Slightly too wide for most texts, which is the safe side.
pub fn text_width(text: &str, size: f64) -> f64 {
    text.chars()
        .map(|letter| if letter.is_ascii() { 0.56 } else { 1.0 })
        .sum::<f64>()
        * size
}

/// Width of the widest of some texts; zero without any.
pub fn widest<'a>(texts: impl Iterator<Item = &'a str>, size: f64) -> f64 {
    texts.map(|text| text_width(text, size)).fold(0.0, f64::max)
}

/// The text, shortened with an ellipsis where it would be wider than `room` pixels.
pub fn fit(text: &str, size: f64, room: f64) -> String {
    if text_width(text, size) <= room {
        return text.to_owned();
    }
    let mut kept = String::new();
    for letter in text.chars() {
        kept.push(letter);
        if text_width(&kept, size) + 0.6 * size > room {
            kept.pop();
            break;
        }
    }
    format!("{}…", kept.trim_end())
}

/// plotters' SVG backend with text measured by [`text_width`].
struct Paper<'a>(SVGBackend<'a>);

type Drawn<'a> = Result<(), DrawingErrorKind<<SVGBackend<'a> as DrawingBackend>::ErrorType>>;

impl<'a> DrawingBackend for Paper<'a> {
    type ErrorType = <SVGBackend<'a> as DrawingBackend>::ErrorType;

    fn get_size(&self) -> (u32, u32) {
        self.0.get_size()
    }

    fn ensure_prepared(&mut self) -> Drawn<'a> {
        self.0.ensure_prepared()
    }

    fn present(&mut self) -> Drawn<'a> {
        self.0.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn<'a> {
        self.0.draw_pixel(point, color)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn<'a> {
        self.0.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        bottom_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn<'a> {
        self.0.draw_rect(upper_left, bottom_right, style, fill)
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn<'a> {
        self.0.draw_path(path, style)
    }

    fn draw_circle<S: BackendStyle>(
        &mut self,
        center: BackendCoord,
        radius: u32,
        style: &S,
        fill: bool,
    ) -> Drawn<'a> {
        self.0.draw_circle(center, radius, style, fill)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn<'a> {
        self.0.fill_polygon(path, style)
    }

    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        pos: BackendCoord,
    ) -> Drawn<'a> {
        self.0.draw_text(text, style, pos)
    }

    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<Self::ErrorType>> {
        let size = style.size() / FONT_FACTOR;
        Ok((text_width(text, size).ceil() as u32, size.ceil() as u32))
    }
}

/// A sheet to draw on. Coordinates are pixels of the finished chart, y downwards.
pub struct Sheet<'a> {
    area: DrawingArea<Paper<'a>, Shift>,
    width: f64,
}

/// Draws a chart of the given pixel size; `aria_label` is the sentence read out in its place.
pub fn draw(width: f64, height: f64, aria_label: &str, body: impl FnOnce(&Sheet<'_>)) -> String {
    let mut raw = String::new();
    {
        let size = ((width * UNITS) as u32, (height * UNITS) as u32);
        let area = Paper(SVGBackend::with_string(&mut raw, size)).into_drawing_area();
        let sheet = Sheet { area, width };
        body(&sheet);
        sheet
            .area
            .present()
            .expect("closing an SVG kept in a string cannot fail");
    }
    rewrite(&raw, width, height, aria_label)
}

/// A pixel coordinate in drawing units. Infinite and undefined values cannot occur in charts made from known
/// figures; should one slip in, it is drawn at a bound instead of spoiling the markup.
fn units(pixels: f64) -> i32 {
    (pixels.clamp(-1e6, 1e6) * UNITS).round() as i32
}

fn point(x: f64, y: f64) -> (i32, i32) {
    (units(x), units(y))
}

impl Sheet<'_> {
    /// Width of the chart, pixels.
    pub fn width(&self) -> f64 {
        self.width
    }

    /// A polyline of the given stroke width in pixels.
    pub fn path(&self, points: &[(f64, f64)], paint: impl Into<Paint>, stroke: f64) {
        let style = ShapeStyle {
            color: paint.into().sentinel().to_rgba(),
            filled: false,
            stroke_width: (stroke * UNITS).round() as u32,
        };
        let points: Vec<_> = points.iter().map(|&(x, y)| point(x, y)).collect();
        self.area
            .draw(&PathElement::new(points, style))
            .expect("drawing into a string cannot fail");
    }

    /// A straight line one pixel wide.
    pub fn line(&self, from: (f64, f64), to: (f64, f64), paint: impl Into<Paint>) {
        self.path(&[from, to], paint, 1.0);
    }

    /// A filled rectangle from its upper left corner.
    pub fn rect(&self, x: f64, y: f64, width: f64, height: f64, paint: impl Into<Paint>) {
        let corners = [point(x, y), point(x + width, y + height)];
        let style = paint.into().sentinel().filled();
        self.area
            .draw(&Rectangle::new(corners, style))
            .expect("drawing into a string cannot fail");
    }

    /// A filled square around its centre.
    pub fn square(&self, x: f64, y: f64, side: f64, paint: impl Into<Paint>) {
        self.rect(x - side / 2.0, y - side / 2.0, side, side, paint);
    }

    /// A filled circle.
    pub fn circle(&self, x: f64, y: f64, radius: f64, paint: impl Into<Paint>) {
        let style = paint.into().sentinel().filled();
        self.area
            .draw(&Circle::new(point(x, y), units(radius), style))
            .expect("drawing into a string cannot fail");
    }

    /// A square standing on its corner; `reach` is half its diagonal.
    pub fn diamond(&self, x: f64, y: f64, reach: f64, paint: impl Into<Paint>) {
        let corners = [
            point(x, y - reach),
            point(x + reach, y),
            point(x, y + reach),
            point(x - reach, y),
        ];
        let style = paint.into().sentinel().filled();
        self.area
            .draw(&Polygon::new(corners, style))
            .expect("drawing into a string cannot fail");
    }

    /// A small upright cross of two diagonal strokes.
    pub fn cross(&self, x: f64, y: f64, reach: f64, paint: impl Into<Paint>) {
        let paint = paint.into();
        self.path(
            &[(x - reach, y - reach), (x + reach, y + reach)],
            paint,
            1.5,
        );
        self.path(
            &[(x - reach, y + reach), (x + reach, y - reach)],
            paint,
            1.5,
        );
    }

    /// A text with its baseline at `y`. Line breaks and control characters become spaces.
    pub fn text(
        &self,
        text: &str,
        x: f64,
        y: f64,
        anchor: Anchor,
        size: f64,
        paint: impl Into<Paint>,
    ) {
        let clean: String = text
            .chars()
            .map(|letter| if letter.is_control() { ' ' } else { letter })
            .collect();
        if clean.trim().is_empty() {
            return;
        }
        let side = match anchor {
            Anchor::Start => HPos::Left,
            Anchor::Middle => HPos::Center,
            Anchor::End => HPos::Right,
        };
        let style: TextStyle<'_> = ("sans-serif", size * UNITS * FONT_FACTOR)
            .into_font()
            .color(&paint.into().sentinel());
        let style = style.pos(Pos::new(side, VPos::Bottom));
        self.area
            .draw(&Text::new(clean, point(x, y), style))
            .expect("drawing into a string cannot fail");
    }

    /// An ordinary 12 px text.
    pub fn small(&self, text: &str, x: f64, y: f64, anchor: Anchor, paint: impl Into<Paint>) {
        self.text(text, x, y, anchor, SMALL, paint);
    }
}
