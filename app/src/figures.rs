//! Figures and bars that the server draws first and the browser draws anew at each stroke: the same bytes on both sides,
//! so integers only.
use domain::pricing::LineKind;
use domain::quote::NoGpuUse;
use domain::units::{Currency, Decimal, div_round_half_up};
use std::fmt::Write as _;

/// `1,016.00` from nano-units: thousands separators from 10,000 (always with `grouped`), true minus sign.
pub fn amount(nanos: i128, digits: u32, grouped: bool) -> String {
    let unit = 10_i128.pow(9_u32.saturating_sub(digits));
    let minor = div_round_half_up(nanos, unit).unwrap_or_default();
    let scale = 10_u128.pow(digits);
    let (whole, rest) = (minor.unsigned_abs() / scale, minor.unsigned_abs() % scale);
    let digits_of_whole = whole.to_string();
    let mut text = String::from(if minor < 0 { "\u{2212}" } else { "" });
    let separate = whole >= 10_000 || (grouped && whole >= 1_000);
    for (place, digit) in digits_of_whole.chars().enumerate() {
        if separate && place > 0 && (digits_of_whole.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    if digits > 0 {
        let _ = write!(text, ".{rest:0width$}", width = digits as usize);
    }
    text
}

/// A total with its currency's sign and separators.
pub fn total(nanos: i128, currency: Currency) -> String {
    let sign = if nanos < 0 { "\u{2212}" } else { "" };
    format!(
        "{sign}{}{}",
        currency.sign(),
        amount(nanos.abs(), currency.minor_digits(), true)
    )
}

/// A total for a table, or the range that unknown facts leave.
pub fn range(low: Decimal, high: Option<Decimal>, currency: Currency) -> String {
    let plain = |value: Decimal| amount(value.nanos(), currency.minor_digits(), false);
    match high {
        Some(high) if high != low => format!("{}–{}", plain(low), plain(high)),
        _ => plain(low),
    }
}

/// The mark of a line: its class, and its pattern in bars.
pub fn mark(no_gpu: NoGpuUse, kind: LineKind) -> (&'static str, Option<&'static str>) {
    match kind {
        LineKind::ComputeGpu | LineKind::Commit => ("k-c", None),
        LineKind::ComputeNogpu if no_gpu == NoGpuUse::GpuLeftOn => ("k-i", Some("p-idle")),
        LineKind::ComputeNogpu => ("k-n", Some("p-nogpu")),
        LineKind::ComputeStopped => ("k-i", Some("p-idle")),
        LineKind::Storage => ("k-s", None),
        LineKind::TransferOut | LineKind::TransferIn => ("k-t", Some("p-traffic")),
        LineKind::Discount | LineKind::Tax => ("k-o", None),
    }
}

/// What a stacked bar is made of.
pub struct Bar<'a> {
    /// Lines of the bill at its best, in one currency.
    pub lines: &'a [(LineKind, Decimal)],
    /// How no-GPU hours were billed.
    pub no_gpu: NoGpuUse,
    /// Total at its best.
    pub low: Decimal,
    /// Total at its worst; `None` = open.
    pub high: Option<Decimal>,
    /// Total that fills the whole width.
    pub widest: Decimal,
}

/// A part of a bar, in hundredths of a per cent of its width.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BarPart {
    /// Its class.
    pub class: &'static str,
    /// The pattern that fills it.
    pub pattern: Option<&'static str>,
    /// Where it begins.
    pub x: i128,
    /// How far it goes.
    pub width: i128,
}

/// Hundredths of a per cent as an attribute.
pub fn percent(hundredths: i128) -> String {
    format!("{}.{:02}%", hundredths / 100, hundredths % 100)
}

/// The parts at their best, then how far unknown facts could reach.
pub fn bar_parts(bar: &Bar) -> Vec<BarPart> {
    let scale = bar.widest.nanos().max(1);
    let share = |nanos: i128| nanos.saturating_mul(10_000) / scale;
    let listed: i128 = bar
        .lines
        .iter()
        .map(|(_, a)| a.nanos())
        .filter(|n| *n > 0)
        .sum();
    let (mut parts, mut x) = (Vec::with_capacity(bar.lines.len() + 1), 0);
    for (kind, amount) in bar.lines.iter().filter(|(_, amount)| amount.nanos() > 0) {
        let part = bar
            .low
            .nanos()
            .checked_mul(amount.nanos() / 1000)
            .map_or(0, |n| n / (listed / 1000).max(1));
        let width = share(part).max(60);
        let (class, pattern) = mark(bar.no_gpu, *kind);
        parts.push(BarPart {
            class,
            pattern,
            x,
            width,
        });
        x += width;
    }
    let reach = match bar.high {
        Some(high) => share(high.nanos() - bar.low.nanos()),
        // Open to the right: nobody knows how far.
        None => 1200,
    };
    if reach > 20 {
        parts.push(BarPart {
            class: "open",
            pattern: None,
            x,
            width: reach.min(10_000 - x).max(60),
        });
    }
    parts
}

/// The parts as SVG.
pub fn bar_svg(parts: &[BarPart]) -> String {
    let mut svg = String::from(r#"<svg class="cb" aria-hidden="true">"#);
    for part in parts {
        let fill = part
            .pattern
            .map(|p| format!(r#" fill="url(#{p})""#))
            .unwrap_or_default();
        let _ = write!(
            svg,
            r#"<rect class="{}"{fill} x="{}" width="{}" height="16"/>"#,
            part.class,
            percent(part.x),
            percent(part.width)
        );
    }
    svg.push_str("</svg>");
    svg
}

/// The bar as SVG.
pub fn bar(bar: &Bar) -> String {
    bar_svg(&bar_parts(bar))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_shows_both_ends_and_an_exact_total_one() {
        let (low, high) = (Decimal::from_int(40), Decimal::from_int(98));
        assert_eq!(range(low, Some(high), Currency::USD), "40.00–98.00");
        assert_eq!(range(low, Some(low), Currency::USD), "40.00");
        assert_eq!(total(1_016_000_000_000, Currency::CNY), "¥1,016.00");
        assert_eq!(amount(-12_345_000_000_000, 2, false), "\u{2212}12,345.00");
    }

    #[test]
    fn parts_fill_the_share_of_the_widest_total_and_an_open_end_is_drawn() {
        let lines = [
            (LineKind::ComputeGpu, Decimal::from_int(30)),
            (LineKind::Storage, Decimal::from_int(10)),
        ];
        let svg = bar(&Bar {
            lines: &lines,
            no_gpu: NoGpuUse::NotUsed,
            low: Decimal::from_int(40),
            high: None,
            widest: Decimal::from_int(80),
        });
        assert!(
            svg.contains(r#"class="k-c" x="0.00%" width="37.50%""#),
            "{svg}"
        );
        assert!(
            svg.contains(r#"class="k-s" x="37.50%" width="12.50%""#)
                && svg.contains(r#"class="open" x="50.00%""#),
            "{svg}"
        );
    }
}
