//! Axes: from a figure to a pixel, and the round figures to write beside it.

/// Widest span a logarithmic axis is stretched to; figures beyond are data errors and stick to the edge.
const WIDEST: f64 = 1e9;

/// A labelled position on an axis.
#[derive(Clone, Debug, PartialEq)]
pub struct Tick {
    pub value: f64,
    pub label: String,
}

/// Maps figures from `low` to `high` onto pixels from `from` to `to`.
#[derive(Clone, Copy, Debug)]
pub struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
    log: bool,
}

impl Scale {
    /// A linear axis from zero; `high` is raised to a positive value.
    pub fn from_zero(high: f64, from: f64, to: f64) -> Self {
        let high = known(Some(high)).unwrap_or(1.0);
        Scale {
            low: 0.0,
            high,
            from,
            to,
            log: false,
        }
    }

    /// A logarithmic axis over a span from [`log_span`].
    pub fn log((low, high): (f64, f64), from: f64, to: f64) -> Self {
        Scale {
            low,
            high,
            from,
            to,
            log: true,
        }
    }

    /// A linear axis over an arbitrary span.
    pub fn span(low: f64, high: f64, from: f64, to: f64) -> Self {
        let high = if high > low { high } else { low + 1.0 };
        Scale {
            low,
            high,
            from,
            to,
            log: false,
        }
    }

    /// Pixel of a figure. Figures outside the axis stick to its ends.
    pub fn at(&self, value: f64) -> f64 {
        let share = if self.log {
            (value.max(self.low) / self.low).ln() / (self.high / self.low).ln()
        } else {
            (value - self.low) / (self.high - self.low)
        };
        self.from + share.clamp(0.0, 1.0) * (self.to - self.from)
    }

    /// Upper end of the axis.
    pub fn high(&self) -> f64 {
        self.high
    }

    /// Lower end of the axis.
    pub fn low(&self) -> f64 {
        self.low
    }

    /// Round figures on the axis, at least `gap` pixels apart; coarse ones go first where there is little room.
    pub fn ticks(&self, gap: f64) -> Vec<Tick> {
        if self.log {
            self.log_ticks(gap)
        } else {
            self.linear_ticks(gap)
        }
    }

    fn log_ticks(&self, gap: f64) -> Vec<Tick> {
        let first = self.low.log10().floor() as i32;
        let last = self.high.log10().ceil() as i32;
        let mut kept: Vec<Tick> = Vec::new();
        for factor in [1.0, 5.0, 2.0, 3.0, 1.5, 4.0, 7.0] {
            // Odd figures only where round ones leave the axis nearly bare.
            if kept.len() > 2 && ![1.0, 5.0, 2.0].contains(&factor) {
                break;
            }
            for exponent in first..=last {
                let value = factor * 10f64.powi(exponent);
                if value < self.low * 0.999 || value > self.high * 1.001 {
                    continue;
                }
                let here = self.at(value);
                if kept
                    .iter()
                    .all(|tick| (self.at(tick.value) - here).abs() >= gap)
                {
                    let half = usize::from(factor == 1.5);
                    let decimals = usize::try_from(half as i32 - exponent).unwrap_or(0);
                    kept.push(Tick {
                        value,
                        label: grouped(&format!("{value:.decimals$}")),
                    });
                }
            }
        }
        kept.sort_by(|left, right| left.value.total_cmp(&right.value));
        kept
    }

    fn linear_ticks(&self, gap: f64) -> Vec<Tick> {
        let length = (self.to - self.from).abs().max(1.0);
        let step = nice_step((self.high - self.low) * gap / length);
        let decimals = usize::try_from(-(step.log10().floor() as i32)).unwrap_or(0);
        // A step of 2.5 needs one decimal more than its magnitude.
        let halves = (step * 10f64.powi(decimals as i32)).fract() > 0.01;
        let decimals = decimals + usize::from(halves);
        let first = (self.low / step - 1e-9).ceil() as i64;
        let last = (self.high / step + 1e-9).floor() as i64;
        (first..=last)
            .map(|count| {
                let value = count as f64 * step;
                Tick {
                    value,
                    label: grouped(&format!("{value:.decimals$}")),
                }
            })
            .collect()
    }
}

/// The smallest of 1, 2, 2.5, 5 times a power of ten that is at least `least`.
fn nice_step(least: f64) -> f64 {
    let least = least.clamp(1e-9, 1e15);
    let power = 10f64.powi(least.log10().floor() as i32);
    [1.0, 2.0, 2.5, 5.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= least * 0.999)
        .unwrap_or(10.0 * power)
}

/// Keeps a figure that can be drawn: above zero and of a size that a price or a specification can have at all.
pub fn known(value: Option<f64>) -> Option<f64> {
    value.filter(|figure| (1e-6..=1e12).contains(figure))
}

/// The span of a logarithmic axis over some figures: a little room at both ends, and at least a factor of four, so
/// that a single price stands in the middle of a readable axis. Without figures: 1 to 10.
pub fn log_span(values: impl Iterator<Item = f64>) -> (f64, f64) {
    let mut bounds: Option<(f64, f64)> = None;
    for value in values.filter(|value| known(Some(*value)).is_some()) {
        bounds = Some(match bounds {
            None => (value, value),
            Some((low, high)) => (low.min(value), high.max(value)),
        });
    }
    let Some((low, high)) = bounds else {
        return (1.0, 10.0);
    };
    let high = high.clamp(low, low * WIDEST);
    let (low, high) = (low / 1.08, high * 1.08);
    let missing = (4.0 / (high / low)).max(1.0).sqrt();
    (low / missing, high * missing)
}

/// The largest known figure, or `None`.
pub fn largest(values: impl Iterator<Item = Option<f64>>) -> Option<f64> {
    values.filter_map(known).reduce(f64::max)
}

/// A price as in the tables: two decimals, three under 0.1, more where that would show zero.
pub fn price(value: f64) -> String {
    let decimals = if value >= 0.1 {
        2
    } else if value >= 0.001 {
        3
    } else {
        6
    };
    grouped(&format!("{value:.decimals$}"))
}

/// A specification: at most one decimal, none where it is whole.
pub fn figure(value: f64) -> String {
    let text = if value < 1.0 {
        format!("{value:.2}")
    } else {
        format!("{value:.1}")
    };
    let text = text.strip_suffix(".0").unwrap_or(&text);
    grouped(text)
}

/// Thousands separators from 10,000 up.
fn grouped(text: &str) -> String {
    let (whole, rest) = match text.find('.') {
        Some(dot) => text.split_at(dot),
        None => (text, ""),
    };
    if whole.len() < 5 {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len() + 4);
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::{Scale, figure, log_span, price};

    #[test]
    fn axes_have_round_ticks() {
        let labels = |scale: Scale, gap| -> Vec<String> {
            scale
                .ticks(gap)
                .into_iter()
                .map(|tick| tick.label)
                .collect()
        };
        let log = Scale::log((0.9, 45.0), 0.0, 350.0);
        assert_eq!(labels(log, 30.0), ["1", "2", "5", "10", "20"]);
        let small = Scale::log((0.009, 0.3), 0.0, 350.0);
        assert_eq!(labels(small, 30.0), ["0.01", "0.02", "0.05", "0.1", "0.2"]);
        // Less than a decade has three figures to read by.
        let short = Scale::log((1.4, 5.4), 0.0, 350.0);
        assert_eq!(labels(short, 34.0), ["2", "3", "5"]);
        let linear = Scale::from_zero(3350.0, 0.0, 210.0);
        assert_eq!(labels(linear, 50.0), ["0", "1000", "2000", "3000"]);
        let quarter = Scale::from_zero(1.0, 0.0, 200.0);
        assert_eq!(
            labels(quarter, 50.0),
            ["0.00", "0.25", "0.50", "0.75", "1.00"]
        );
        // One price stands in the middle of a span of at least four.
        let (low, high) = log_span([2.0].into_iter());
        assert!(high / low > 3.9 && low < 2.0 && high > 2.0);
    }

    #[test]
    fn figures_are_never_shown_as_zero() {
        assert_eq!(price(2.4), "2.40");
        assert_eq!(price(0.098), "0.098");
        assert_eq!(price(0.0004), "0.000400");
        assert_eq!(price(12_345.6), "12,345.60");
        assert_eq!(figure(165.2), "165.2");
        assert_eq!(figure(4800.0), "4800");
        assert_eq!(figure(14_800.0), "14,800");
        assert_eq!(figure(0.25), "0.25");
    }
}
