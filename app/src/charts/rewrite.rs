//! Turns what plotters wrote into markup that follows the page's style sheet.
use std::fmt::Write as _;

use super::palette::Paint;
use super::svg::{SMALL, UNITS};

/// Rewrites a raw drawing: own root element, coordinates in pixels, sentinel colours as class names, and neither
/// opacity, font family nor baseline shift.
pub fn rewrite(raw: &str, width: f64, height: f64, aria_label: &str) -> String {
    let mut out = String::with_capacity(raw.len());
    let _ = write!(
        out,
        "<svg class=\"ch\" viewBox=\"0 0 {} {}\" role=\"img\" aria-label=\"{}\">",
        short(width),
        short(height),
        escape(aria_label)
    );
    for line in raw.lines() {
        if line.starts_with("<svg") || line.starts_with("</svg") {
            continue;
        }
        if line.starts_with("</text") {
            out.push_str("</text>");
        } else if let Some(tag) = line.strip_prefix('<') {
            element(&mut out, tag);
        } else {
            // Already escaped by the backend.
            out.push_str(line.trim());
        }
    }
    out.push_str("</svg>\n");
    out
}

/// Writes one element, or the opening tag of a text.
fn element(out: &mut String, tag: &str) {
    let closed = tag.ends_with("/>");
    let body = tag.trim_end_matches('>').trim_end_matches('/');
    let (name, rest) = body.split_once(' ').unwrap_or((body, ""));
    let mut classes = String::new();
    let mut attributes = String::new();
    let mut own_width = false;
    for (key, value) in pairs(rest) {
        match key {
            // Only a polyline would be filled without it; other unfilled shapes are never drawn.
            "fill" if value == "none" && name == "polyline" => {
                attributes.push_str(" fill=\"none\"");
            }
            "fill" | "stroke" => {
                let Some(paint) = Paint::decode(value) else {
                    continue;
                };
                if name == "text" {
                    classes = paint.text_classes();
                } else if key == "fill" {
                    classes = paint.fill_classes();
                    // A circle is small: the default width of one pixel is enough of a rim.
                    if name != "circle" {
                        attributes.push_str(paint.fill_attributes());
                    }
                } else {
                    classes = paint.stroke_classes();
                    attributes.push_str(paint.stroke_attributes());
                    own_width = paint.has_own_width();
                }
            }
            "stroke-width" => {
                let width = pixels(value);
                if name != "circle" && !own_width && width != "1" {
                    let _ = write!(attributes, " stroke-width=\"{width}\"");
                }
            }
            "points" => {
                let _ = write!(attributes, " points=\"{}\"", points(value));
            }
            "font-size" => {
                let size = pixels(value);
                if size != short(SMALL) {
                    let _ = write!(attributes, " font-size=\"{size}\"");
                }
            }
            "text-anchor" if value != "start" => {
                let _ = write!(attributes, " text-anchor=\"{value}\"");
            }
            "x" | "y" | "x1" | "y1" | "x2" | "y2" | "cx" | "cy" | "r" | "width" | "height" => {
                let _ = write!(attributes, " {key}=\"{}\"", pixels(value));
            }
            // Opacity is always full; font and baseline belong to the page.
            _ => {}
        }
    }
    if name == "polyline" {
        attributes.push_str(" stroke-linejoin=\"round\"");
    }
    let _ = write!(out, "<{name}");
    if !classes.is_empty() {
        let _ = write!(out, " class=\"{classes}\"");
    }
    out.push_str(&attributes);
    out.push_str(if closed { "/>" } else { ">" });
}

/// The `key="value"` pairs of an element. Values hold no quotation mark: the backend escapes them.
fn pairs(rest: &str) -> impl Iterator<Item = (&str, &str)> {
    let mut parts = rest.split('"');
    std::iter::from_fn(move || {
        let key = parts.next()?.trim().trim_end_matches('=');
        Some((key, parts.next()?))
    })
}

/// A number of drawing units in pixels.
fn pixels(units: &str) -> String {
    short(units.parse::<f64>().unwrap_or(0.0) / UNITS)
}

/// The `x,y x,y` list of a polyline in pixels.
fn points(value: &str) -> String {
    let scaled: Vec<String> = value
        .split_whitespace()
        .filter_map(|pair| pair.split_once(','))
        .map(|(x, y)| format!("{},{}", pixels(x), pixels(y)))
        .collect();
    scaled.join(" ")
}

/// A number with at most one decimal, none where it is whole.
fn short(value: f64) -> String {
    let text = format!("{value:.1}");
    text.strip_suffix(".0").unwrap_or(&text).to_owned()
}

/// Escapes a text for an attribute.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            other if other.is_control() => out.push(' '),
            other => out.push(other),
        }
    }
    out
}
