//! Past prices of one card, of all platforms: which of them belong to one line.
use super::PriceKind;
use crate::units::{Currency, Money};
use chrono::NaiveDate;
use std::cmp::Reverse;

/// A dated price of one GPU for one hour; never a current price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastPrice {
    /// The platform's slug.
    pub platform: String,
    /// GPUs of the offer that it was seen of.
    pub gpu_count: u32,
    /// How it bound.
    pub kind: PriceKind,
    /// Day that it was seen.
    pub date: NaiveDate,
    /// One GPU, one hour, as it was listed.
    pub price_per_gpu_hour: Money,
    /// Repository or site, without the version.
    pub source: String,
    /// Where it was seen.
    pub source_url: String,
    /// Which basis: a list price, the lowest ask, a region.
    pub note: String,
}

impl PastPrice {
    /// The stable word of the series that it belongs to: `autodl:on_demand:1:CNY:github.com/owner/name`.
    pub fn series_word(&self) -> String {
        let currency: Currency = self.price_per_gpu_hour.currency;
        format!(
            "{}:{}:{}:{}:{}",
            self.platform,
            self.kind.word(),
            self.gpu_count,
            currency.code(),
            self.source
        )
    }
}

/// Prices that one source saw of one platform's card; only these may be joined by a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastSeries {
    /// By day, one a day.
    pub points: Vec<PastPrice>,
}

impl PastSeries {
    /// The series' stable word in addresses.
    pub fn word(&self) -> String {
        self.points
            .first()
            .map(PastPrice::series_word)
            .unwrap_or_default()
    }

    /// Days on which the price was seen.
    pub fn days(&self) -> Vec<NaiveDate> {
        self.points.iter().map(|point| point.date).collect()
    }
}

/// Sorts points into series, those with most days first, the last seen first among equals. Of several prices on one day
/// the lowest stays, as in the file that they come from.
pub fn series(points: Vec<PastPrice>) -> Vec<PastSeries> {
    let mut keyed: Vec<(String, PastPrice)> =
        points.into_iter().map(|p| (p.series_word(), p)).collect();
    keyed.sort_by(|(a, left), (b, right)| {
        let day = left.date.cmp(&right.date);
        let price = left
            .price_per_gpu_hour
            .nanos
            .cmp(&right.price_per_gpu_hour.nanos);
        a.cmp(b).then(day).then(price)
    });
    let mut all: Vec<(String, PastSeries)> = Vec::new();
    for (word, point) in keyed {
        match all.last_mut().filter(|(known, _)| *known == word) {
            Some((_, series)) => {
                let again = series
                    .points
                    .last()
                    .is_some_and(|last| last.date == point.date);
                if !again {
                    series.points.push(point);
                }
            }
            None => {
                let points = vec![point];
                all.push((word, PastSeries { points }));
            }
        }
    }
    let key = |series: &PastSeries| {
        let last = series.points.last().map(|point| point.date);
        (Reverse(series.points.len()), Reverse(last))
    };
    all.sort_by_key(|(_, series)| key(series));
    all.into_iter().map(|(_, series)| series).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(platform: &str, day: &str, nanos: i64) -> PastPrice {
        PastPrice {
            platform: platform.to_owned(),
            gpu_count: 1,
            kind: PriceKind::OnDemand,
            date: day.parse().unwrap(),
            price_per_gpu_hour: Money {
                nanos,
                currency: Currency::USD,
            },
            source: "site".to_owned(),
            source_url: "https://site/".to_owned(),
            note: String::new(),
        }
    }

    #[test]
    fn b21_prices_of_two_platforms_are_never_one_line() {
        let all = series(vec![
            point("b", "2026-01-02", 5),
            point("a", "2026-03-01", 3),
            point("b", "2026-01-01", 4),
            point("b", "2026-01-02", 2),
        ]);
        assert_eq!(all.len(), 2);
        assert_eq!(all[0].word(), "b:on_demand:1:USD:site");
        let prices: Vec<i64> = all[0]
            .points
            .iter()
            .map(|p| p.price_per_gpu_hour.nanos)
            .collect();
        assert_eq!(prices, [4, 2], "by day, the lowest of a day");
    }
}
