//! An exchange rate in words: the same way round and with the same digits wherever it stands.
use domain::units::FxRate;

/// Digits that say something; more are in the exact rate.
const DIGITS: i32 = 5;

/// A rate for people, and the one that amounts were worked out with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RateWords {
    /// Of the dearer currency one unit, five digits: `1 USD = 6.7369 CNY`.
    pub short: String,
    /// As it is used, every digit: `1 CNY = 0.148435935 USD`. For a title.
    pub exact: String,
}

/// Turns a rate round where its figure would begin with a zero.
pub fn rate(rate: &FxRate) -> RateWords {
    let used = rate.rate.to_f64();
    let (base, quote, figure) = if used < 1.0 && used > 0.0 {
        (rate.quote, rate.base, 1.0 / used)
    } else {
        (rate.base, rate.quote, used)
    };
    RateWords {
        short: format!("1 {base} = {} {quote}", digits(figure)),
        exact: format!("1 {} = {} {}", rate.base, rate.rate, rate.quote),
    }
}

fn digits(figure: f64) -> String {
    let before_point = figure.abs().max(1.0).log10().floor() as i32 + 1;
    let decimals = (DIGITS - before_point).max(0) as usize;
    // Half rounds up as people expect; the formatter alone would round it to the even digit.
    let scale = 10_f64.powi(decimals as i32);
    let text = format!("{:.decimals$}", (figure * scale).round() / scale);
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_owned()
    } else {
        text
    }
}

#[cfg(test)]
mod tests {
    use super::rate;
    use domain::units::FxRate;

    fn words(base: &str, figure: &str, quote: &str) -> (String, String) {
        let words = rate(&FxRate {
            base: base.parse().unwrap(),
            quote: quote.parse().unwrap(),
            rate: figure.parse().unwrap(),
            date: "2026-10-08".parse().unwrap(),
            source: String::new(),
            note: String::new(),
            hops: 1,
        });
        (words.short, words.exact)
    }

    #[test]
    fn both_ways_of_a_pair_read_the_same_and_the_exact_rate_is_kept() {
        let stored = words("USD", "6.736913", "CNY");
        let inverse = words("CNY", "0.148435935", "USD");
        assert_eq!(stored.0, "1 USD = 6.7369 CNY");
        assert_eq!(inverse.0, stored.0);
        assert_eq!(stored.1, "1 USD = 6.736913 CNY");
        assert_eq!(inverse.1, "1 CNY = 0.148435935 USD");
    }

    #[test]
    fn five_digits_say_enough_whatever_the_size() {
        for (figure, said) in [
            ("7.5", "7.5"),
            ("7", "7"),
            ("156.23456", "156.23"),
            ("1.0843219", "1.0843"),
            ("16120.5", "16121"),
            ("10", "10"),
        ] {
            assert_eq!(words("USD", figure, "CNY").0, format!("1 USD = {said} CNY"));
        }
    }
}
