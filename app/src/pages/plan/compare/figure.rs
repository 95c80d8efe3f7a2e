//! One cell of the comparison, and what lies between two of them.
use super::names;
use crate::components::comma;
use crate::format;
use crate::frame::Frame;
use crate::pages::plan::{answer, ranking};
use crate::text::td_string;
use domain::units::{Currency, Decimal};

/// What stands on one side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Figure {
    /// Nothing, or nobody knows.
    None,
    /// Words that can only be the same or different.
    Words(String),
    /// An amount, or the range that unknown facts leave.
    Money {
        /// At its best.
        low: Decimal,
        /// At its worst; `None` = open.
        high: Option<Decimal>,
        /// Its currency.
        currency: Currency,
    },
    /// Seconds, shown as hours.
    Seconds(u64),
    /// Things counted.
    Count(u64),
    /// GB.
    Size(Decimal),
}

impl Figure {
    /// An exact amount.
    pub fn exact(amount: Decimal, currency: Currency) -> Self {
        Self::Money {
            low: amount,
            high: Some(amount),
            currency,
        }
    }

    /// For people.
    pub fn shown(&self, frame: &Frame) -> String {
        let locale = frame.locale;
        match self {
            Self::None => td_string!(locale, compare.nothing).to_owned(),
            Self::Words(words) => words.clone(),
            Self::Money {
                low,
                high,
                currency,
            } => match high {
                None => format!("≥ {}", answer::money(*low, *currency)),
                Some(high) if high != low => format!(
                    "{}–{}",
                    answer::money(*low, *currency),
                    answer::plain(*high, *currency)
                ),
                Some(_) => answer::money(*low, *currency),
            },
            Self::Seconds(seconds) => td_string!(locale, compare.unit_h, n = hours(*seconds)),
            Self::Count(count) => count.to_string(),
            Self::Size(size) => td_string!(locale, compare.unit_gb, n = size.to_string()),
        }
    }

    /// Class of the cell it stands in: figures stand on the right, words on the left.
    pub fn class(&self) -> Option<&'static str> {
        (!matches!(self, Self::Words(_))).then_some("num")
    }

    /// For a file: lower end, upper end and currency or unit.
    pub fn plain(&self) -> [String; 3] {
        let cells = |low: String, high: String, unit: &str| [low, high, unit.to_owned()];
        match self {
            Self::None => cells(String::new(), String::new(), ""),
            Self::Words(words) => cells(words.clone(), String::new(), ""),
            Self::Money {
                low,
                high,
                currency,
            } => cells(
                low.to_string(),
                high.map(|h| h.to_string()).unwrap_or_default(),
                currency.code(),
            ),
            Self::Seconds(seconds) => cells(seconds.to_string(), String::new(), "s"),
            Self::Count(count) => cells(count.to_string(), String::new(), ""),
            Self::Size(size) => cells(size.to_string(), String::new(), "GB"),
        }
    }

    /// What stands between this and `other`: `other` minus this, as a plain number. Amounts are compared at their upper
    /// ends and in one currency only.
    pub fn delta(&self, other: &Self) -> Option<Decimal> {
        let minus = |a: i128, b: i128| Some(Decimal::from_nanos(a.checked_sub(b)?));
        let whole = |a: u64, b: u64| {
            let nanos = (i128::from(a) - i128::from(b)).checked_mul(Decimal::SCALE)?;
            Some(Decimal::from_nanos(nanos))
        };
        match (self, other) {
            (
                Self::Money {
                    high: from,
                    currency: one,
                    ..
                },
                Self::Money {
                    high: to,
                    currency: two,
                    ..
                },
            ) if one == two => minus((*to)?.nanos(), (*from)?.nanos()),
            (Self::Seconds(from), Self::Seconds(to)) | (Self::Count(from), Self::Count(to)) => {
                whole(*to, *from)
            }
            (Self::Size(from), Self::Size(to)) => minus(to.nanos(), from.nanos()),
            _ => None,
        }
    }

    /// The difference in words: which of the two is dearer, or has more.
    pub fn difference(&self, other: &Self, frame: &Frame) -> String {
        let locale = frame.locale;
        if self == other {
            return td_string!(locale, compare.same).to_owned();
        }
        let name = names(locale).1;
        let Some(delta) = self.delta(other).filter(|delta| !delta.is_zero()) else {
            let apart = matches!(
                (self, other),
                (Self::Money { currency: a, .. }, Self::Money { currency: b, .. }) if a != b
            );
            return if apart {
                td_string!(locale, compare.not_compared).to_owned()
            } else {
                td_string!(locale, compare.other).to_owned()
            };
        };
        let size = Decimal::from_nanos(delta.nanos().abs());
        match (self, other) {
            (
                Self::Money {
                    high: Some(from),
                    currency,
                    ..
                },
                Self::Money { high: Some(to), .. },
            ) => {
                let percent = if from.is_zero() {
                    String::new()
                } else {
                    format!(
                        "{}{}",
                        comma(frame.locale),
                        ranking::change(frame, *from, *to)
                    )
                };
                let amount = format!("{}{percent}", answer::money(size, *currency));
                if delta.is_negative() {
                    td_string!(locale, compare.cheaper_by, name = name, amount = amount)
                } else {
                    td_string!(locale, compare.dearer_by, name = name, amount = amount)
                }
            }
            _ => {
                let amount = match self {
                    Self::Seconds(_) => {
                        let seconds = u64::try_from(size.nanos() / Decimal::SCALE).unwrap_or(0);
                        Self::Seconds(seconds).shown(frame)
                    }
                    Self::Size(_) => Self::Size(size).shown(frame),
                    _ => size.to_string(),
                };
                if delta.is_negative() {
                    td_string!(locale, compare.less_by, name = name, amount = amount)
                } else {
                    td_string!(locale, compare.more_by, name = name, amount = amount)
                }
            }
        }
    }
}

/// Hours of so many seconds, with at most one decimal.
pub(crate) fn hours(seconds: u64) -> String {
    format::hours(i64::try_from(seconds).unwrap_or(i64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::tests::frame;

    #[test]
    fn amounts_are_compared_in_one_currency_and_at_their_upper_ends() {
        let frame = frame("/plan/compare", &[]);
        let usd = |low: i64, high: i64| Figure::Money {
            low: Decimal::from_int(low),
            high: Some(Decimal::from_int(high)),
            currency: Currency::USD,
        };
        assert_eq!(
            usd(30, 40).difference(&usd(50, 50), &frame),
            "Plan B dearer by $10.00, +25.0%"
        );
        assert_eq!(
            usd(40, 40).difference(&usd(30, 30), &frame),
            "Plan B cheaper by $10.00, \u{2212}25.0%"
        );
        let cny = Figure::exact(Decimal::from_int(30), Currency::CNY);
        assert_eq!(cny.difference(&usd(30, 30), &frame), "other currency");
        let open = Figure::Money {
            low: Decimal::from_int(1),
            high: None,
            currency: Currency::USD,
        };
        assert_eq!(
            open.delta(&usd(30, 30)),
            None,
            "an open bill has no upper end"
        );
        assert_eq!(open.shown(&frame), "≥ $1.00");
    }

    #[test]
    fn hours_and_sizes_say_who_has_more() {
        let frame = frame("/plan/compare", &[]);
        let text = Figure::Seconds(7200).difference(&Figure::Seconds(3600), &frame);
        assert_eq!(text, "Plan B 1 h less");
        let size = |gb: i64| Figure::Size(Decimal::from_int(gb));
        assert_eq!(
            size(20).difference(&size(180), &frame),
            "Plan B 160 GB more"
        );
        assert_eq!(size(20).difference(&size(20), &frame), "same");
    }
}
