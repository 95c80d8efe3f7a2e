//! Exchange rates, each with its date and source.
use super::{Currency, Decimal, Money, div_round_half_up};
use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

/// One observed rate: units of `quote` for one unit of `base`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FxRate {
    /// What one unit is of.
    pub base: Currency,
    /// What it is worth in.
    pub quote: Currency,
    /// Units of `quote` for one `base`; above zero.
    pub rate: Decimal,
    /// Day of the rate.
    pub date: NaiveDate,
    /// Where it was read.
    pub source: String,
    /// What is known of it.
    pub note: String,
    /// How many stored rates were chained (1 = quoted, possibly inverted; 2 = over a third currency).
    pub hops: u8,
}

impl FxRate {
    /// `money` in `quote`, rounded half up to a nano-unit. `None` when it is not in `base` or overflows.
    pub fn convert(&self, money: Money) -> Option<Money> {
        if money.currency != self.base {
            return None;
        }
        exchange(money.nanos, self.rate, self.quote)
    }
}

/// The rates in force: for each pair the newest row.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct FxTable {
    rates: Vec<FxRate>,
}

impl FxTable {
    /// Takes: rates in any order; of one pair the newest date wins, the later row on a tie.
    pub fn new(rows: Vec<FxRate>) -> Self {
        let mut rates: Vec<FxRate> = Vec::new();
        for row in rows {
            match rates
                .iter_mut()
                .find(|r| r.base == row.base && r.quote == row.quote)
            {
                Some(known) if known.date <= row.date => *known = row,
                Some(_) => {}
                None => rates.push(row),
            }
        }
        Self { rates }
    }

    /// The rate from `base` to `quote`: newest direct pair, else its inverse, else one hop over USD, then EUR.
    ///
    /// Gives: `None` when no chain exists; identity has rate 1 and an empty source.
    /// Units: rates have nine decimals, half up; a chain carries the older of its two dates.
    /// Source: the house's settled questions (11).
    pub fn rate(&self, base: Currency, quote: Currency, today: NaiveDate) -> Option<FxRate> {
        if base == quote {
            let (source, note) = (String::new(), String::new());
            return Some(FxRate {
                base,
                quote,
                rate: Decimal::from_int(1),
                date: today,
                source,
                note,
                hops: 0,
            });
        }
        self.pair(base, quote).or_else(|| {
            [Currency::USD, Currency::EUR]
                .into_iter()
                .filter(|via| *via != base && *via != quote)
                .find_map(|via| chain(&self.pair(base, via)?, &self.pair(via, quote)?))
        })
    }

    /// `money` in `quote`, by the rate that [`Self::rate`] gives; without its words, so that many can be converted.
    pub fn convert(&self, money: Money, quote: Currency) -> Option<Money> {
        let base = money.currency;
        if base == quote {
            return Some(money);
        }
        let rate = self.pair_value(base, quote).or_else(|| {
            [Currency::USD, Currency::EUR]
                .into_iter()
                .filter(|via| *via != base && *via != quote)
                .find_map(|via| {
                    let (first, second) =
                        (self.pair_value(base, via)?, self.pair_value(via, quote)?);
                    chain_value(first, second)
                })
        })?;
        exchange(money.nanos, rate, quote)
    }

    fn pair_value(&self, base: Currency, quote: Currency) -> Option<Decimal> {
        let stored = |b, q| self.rates.iter().find(|r| r.base == b && r.quote == q);
        match stored(base, quote) {
            Some(direct) => Some(direct.rate),
            None => inverse(stored(quote, base)?.rate),
        }
    }

    fn pair(&self, base: Currency, quote: Currency) -> Option<FxRate> {
        let stored = |b, q| self.rates.iter().find(|r| r.base == b && r.quote == q);
        if let Some(direct) = stored(base, quote) {
            return Some(direct.clone());
        }
        let other = stored(quote, base)?;
        Some(FxRate {
            base,
            quote,
            rate: inverse(other.rate)?,
            ..other.clone()
        })
    }
}

fn inverse(rate: Decimal) -> Option<Decimal> {
    div_round_half_up(Decimal::SCALE * Decimal::SCALE, rate.nanos()).map(Decimal::from_nanos)
}

fn chain_value(first: Decimal, second: Decimal) -> Option<Decimal> {
    let product = first.nanos().checked_mul(second.nanos())?;
    div_round_half_up(product, Decimal::SCALE).map(Decimal::from_nanos)
}

/// Half up to a nano-unit.
fn exchange(nanos: i64, rate: Decimal, currency: Currency) -> Option<Money> {
    let product = i128::from(nanos).checked_mul(rate.nanos())?;
    let nanos = i64::try_from(div_round_half_up(product, Decimal::SCALE)?).ok()?;
    Some(Money { nanos, currency })
}

fn chain(first: &FxRate, second: &FxRate) -> Option<FxRate> {
    Some(FxRate {
        base: first.base,
        quote: second.quote,
        rate: chain_value(first.rate, second.rate)?,
        date: first.date.min(second.date),
        source: if first.source == second.source {
            first.source.clone()
        } else {
            format!("{};{}", first.source, second.source)
        },
        note: String::new(),
        hops: 2,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(base: &str, quote: &str, rate: &str, day: &str) -> FxRate {
        FxRate {
            base: base.parse().unwrap(),
            quote: quote.parse().unwrap(),
            rate: rate.parse().unwrap(),
            date: day.parse().unwrap(),
            source: "s".into(),
            note: String::new(),
            hops: 1,
        }
    }

    #[test]
    fn newest_direct_then_inverse_then_one_hop_else_none() {
        let table = FxTable::new(vec![
            row("USD", "CNY", "6.736913", "2026-10-08"),
            row("USD", "CNY", "6.80121", "2026-05-08"),
            row("EUR", "USD", "1.1761", "2026-05-08"),
        ]);
        let today = "2026-11-30".parse().unwrap();
        let rate = |b: &str, q: &str| table.rate(b.parse().unwrap(), q.parse().unwrap(), today);
        assert_eq!(rate("USD", "CNY").unwrap().rate.to_string(), "6.736913");
        assert_eq!(rate("CNY", "USD").unwrap().rate.to_string(), "0.148435938");
        let hop = rate("EUR", "CNY").unwrap();
        assert_eq!(
            (
                hop.rate.to_string().as_str(),
                hop.hops,
                hop.date.to_string().as_str()
            ),
            ("7.923283379", 2, "2026-05-08")
        );
        for (base, quote) in [
            ("USD", "CNY"),
            ("CNY", "USD"),
            ("EUR", "CNY"),
            ("CNY", "EUR"),
            ("INR", "CNY"),
            ("CNY", "CNY"),
        ] {
            let [base, quote] = [base, quote].map(|code| code.parse().unwrap());
            let money = Money {
                nanos: 1_234_567_891,
                currency: base,
            };
            let by_rate = table
                .rate(base, quote, today)
                .and_then(|rate| rate.convert(money));
            assert_eq!(table.convert(money, quote), by_rate, "{base} to {quote}");
        }
        assert!(rate("INR", "CNY").is_none());
        assert_eq!(rate("CNY", "CNY").unwrap().hops, 0);
    }
}
