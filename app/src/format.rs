//! Money, dates, sizes and durations as text for people.
use crate::text::{Locale, LocaleExt};
use domain::catalog::{Observed, Precision};
use domain::units::{Decimal, Money, div_round_half_up};

mod rate;

pub use crate::figures::amount;
pub use rate::{RateWords, rate};

/// An hourly price without its sign: two decimals, three under 0.1, as many as needed below a thousandth.
pub fn hourly(nanos: i64) -> String {
    let digits = match nanos.unsigned_abs() {
        0..1_000_000 => 6,
        1_000_000..100_000_000 => 3,
        _ => 2,
    };
    amount(i128::from(nanos), digits, false)
}

/// A small amount without its sign, with three digits that say something: `0.0825`, `0.00196`.
pub fn small(nanos: i64) -> String {
    let digits = match nanos.unsigned_abs() {
        0..1_000_000 => 6,
        1_000_000..10_000_000 => 5,
        10_000_000..100_000_000 => 4,
        100_000_000..1_000_000_000 => 3,
        _ => 2,
    };
    amount(i128::from(nanos), digits, false)
}

/// An hourly price with its currency's sign.
pub fn hourly_money(money: Money) -> String {
    format!("{}{}", money.currency.sign(), hourly(money.nanos))
}

/// An amount with all digits that were stated, two at least: `¥1.98`, `$0.815`.
pub fn exact_money(money: Money) -> String {
    let digits = if money.nanos % 10_000_000 == 0 {
        amount(i128::from(money.nanos), 2, false)
    } else {
        decimal(money.amount())
    };
    format!("{}{digits}", money.currency.sign())
}

/// A total with sign and separators: `¥1,016.00`.
pub fn total(money: Money) -> String {
    crate::figures::total(i128::from(money.nanos), money.currency)
}

/// A figure without needless decimals: `1008`, `600.2`.
pub fn figure(value: f64) -> String {
    let text = format!("{value:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A decimal with its own digits.
pub fn decimal(value: Decimal) -> String {
    value.to_string()
}

/// The date in a table: `11-30`, with the year when it is not `year`.
pub fn table_date(observed: Observed, this_year: i32) -> String {
    use chrono::Datelike;
    match observed.precision {
        Precision::Day if observed.date.year() == this_year => {
            observed.date.format("%m-%d").to_string()
        }
        _ => observed.text(),
    }
}

/// A date in a sentence: `2026-11-30` or `30 Nov 2026`.
pub fn date(day: chrono::NaiveDate, locale: Locale) -> String {
    if locale.is_zh() {
        day.to_string()
    } else {
        day.format("%-d %b %Y").to_string()
    }
}

/// A length of time: `2 h 40 min`, `2 时 40 分`.
pub fn duration(seconds: i64, locale: Locale) -> String {
    let (days, hours, minutes) = (
        seconds / 86_400,
        seconds % 86_400 / 3600,
        seconds % 3600 / 60,
    );
    let units = if locale.is_zh() {
        [" 天", " 时", " 分", " 秒"]
    } else {
        [" d", " h", " min", " s"]
    };
    let mut parts = Vec::new();
    for (value, unit) in [(days, units[0]), (hours, units[1]), (minutes, units[2])] {
        if value > 0 {
            parts.push(format!("{value}{unit}"));
        }
    }
    if parts.is_empty() {
        parts.push(format!("{seconds}{}", units[3]));
    }
    parts.truncate(2);
    parts.join(" ")
}

/// Hours with at most one decimal, from seconds.
pub fn hours(seconds: i64) -> String {
    let tenths = div_round_half_up(i128::from(seconds), 360).unwrap_or_default();
    if tenths % 10 == 0 {
        (tenths / 10).to_string()
    } else {
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn money_reads_as_the_words_and_numbers_table_says() {
        assert_eq!(
            total(Money {
                nanos: 1_016_000_000_000,
                currency: "CNY".parse().unwrap()
            }),
            "¥1,016.00"
        );
        assert_eq!(hourly(1_980_000_000), "1.98");
        assert_eq!(hourly(99_000_000), "0.099");
        let prices = [82_500_000, 1_964_286, 500_000, 330_000_000, 2_000_000_000];
        assert_eq!(
            prices.map(small),
            ["0.0825", "0.00196", "0.000500", "0.330", "2.00"]
        );
        assert_eq!(amount(12_345_000_000_000, 2, false), "12,345.00");
        assert_eq!(amount(1_234_500_000_000, 2, false), "1234.50");
        assert_eq!(duration(9600, Locale::en), "2 h 40 min");
        assert_eq!(hours(424_800), "118");
    }
}
