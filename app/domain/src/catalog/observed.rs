//! When something was seen, how precisely that is known, and whether it is still fresh.
use super::PriceKind;
use super::kinds::words;
use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

words! {
    /// How much of a date is known.
    Precision {
        /// The day.
        Day = "day",
        /// Year and month.
        Month = "month",
        /// The year alone.
        Year = "year",
    }
}

/// A date of observation; parts finer than `precision` are the first of their range and mean nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Observed {
    /// The day, or the first day of the month or year.
    pub date: NaiveDate,
    /// What of it is known.
    pub precision: Precision,
}

impl Observed {
    /// From `2026`, `2026-10` or `2026-10-04`; `None` for anything else.
    pub fn parse(text: &str) -> Option<Self> {
        let (padded, precision) = match text.len() {
            4 => (format!("{text}-01-01"), Precision::Year),
            7 => (format!("{text}-01"), Precision::Month),
            10 => (text.to_owned(), Precision::Day),
            _ => return None,
        };
        Some(Self {
            date: padded.parse().ok()?,
            precision,
        })
    }

    /// As much of the date as is known, ISO form.
    pub fn text(self) -> String {
        match self.precision {
            Precision::Day => self.date.to_string(),
            Precision::Month => self.date.format("%Y-%m").to_string(),
            Precision::Year => self.date.year().to_string(),
        }
    }

    /// The latest day it can have been.
    pub fn latest_day(self) -> NaiveDate {
        let next = match self.precision {
            Precision::Day => return self.date,
            Precision::Month if self.date.month() == 12 => {
                NaiveDate::from_ymd_opt(self.date.year() + 1, 1, 1)
            }
            Precision::Month => NaiveDate::from_ymd_opt(self.date.year(), self.date.month() + 1, 1),
            Precision::Year => NaiveDate::from_ymd_opt(self.date.year() + 1, 1, 1),
        };
        next.and_then(|day| day.pred_opt()).unwrap_or(self.date)
    }
}

words! {
    /// How far a price can be trusted today.
    Freshness {
        /// Seen lately.
        Fresh = "fresh",
        /// Still ranked, with a mark.
        Ageing = "ageing",
        /// History: listed last, never "lowest".
        Stale = "stale",
    }
}

/// Days up to which a price is fresh, and up to which it is merely ageing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FreshnessLimits {
    /// On-demand prices: fresh to this many days.
    pub fresh_days: i64,
    /// … and ageing to this many.
    pub ageing_days: i64,
    /// Spot prices: fresh to this many days.
    pub spot_fresh_days: i64,
    /// … and ageing to this many.
    pub spot_ageing_days: i64,
    /// Prices of a prepaid day, week, month or longer term: fresh to this many days.
    pub term_fresh_days: i64,
    /// … and ageing to this many.
    pub term_ageing_days: i64,
}

impl Default for FreshnessLimits {
    /// 30 and 180 days, spot 7 and 30, terms as on demand: the settings that the project starts with.
    fn default() -> Self {
        Self {
            fresh_days: 30,
            ageing_days: 180,
            spot_fresh_days: 7,
            spot_ageing_days: 30,
            term_fresh_days: 30,
            term_ageing_days: 180,
        }
    }
}

impl FreshnessLimits {
    /// Days up to which a price of this kind is fresh, and up to which it is ageing.
    pub const fn of(&self, kind: PriceKind) -> (i64, i64) {
        match kind {
            PriceKind::OnDemand => (self.fresh_days, self.ageing_days),
            PriceKind::Spot => (self.spot_fresh_days, self.spot_ageing_days),
            PriceKind::Daily | PriceKind::Weekly | PriceKind::Monthly | PriceKind::Reserved => {
                (self.term_fresh_days, self.term_ageing_days)
            }
        }
    }

    /// Freshness of a price seen at `observed` on `today`. Known only to the year is always stale;
    /// known to the month counts from the month's first day, so that doubt never makes it look newer.
    pub fn judge(&self, kind: PriceKind, observed: Observed, today: NaiveDate) -> Freshness {
        let (fresh, ageing) = self.of(kind);
        let age = (today - observed.date).num_days();
        match observed.precision {
            Precision::Year => Freshness::Stale,
            _ if age <= fresh => Freshness::Fresh,
            _ if age <= ageing => Freshness::Ageing,
            _ => Freshness::Stale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_inclusive_and_spot_ages_sooner() {
        let today = "2026-11-30".parse().unwrap();
        let judge = |kind, day: &str| {
            FreshnessLimits::default().judge(kind, Observed::parse(day).unwrap(), today)
        };
        assert_eq!(judge(PriceKind::OnDemand, "2026-10-31"), Freshness::Fresh);
        assert_eq!(judge(PriceKind::OnDemand, "2026-10-30"), Freshness::Ageing);
        assert_eq!(judge(PriceKind::OnDemand, "2026-06-03"), Freshness::Ageing);
        assert_eq!(judge(PriceKind::OnDemand, "2026-06-02"), Freshness::Stale);
        assert_eq!(judge(PriceKind::Spot, "2026-11-22"), Freshness::Ageing);
        assert_eq!(judge(PriceKind::Spot, "2026-10-30"), Freshness::Stale);
        assert_eq!(judge(PriceKind::OnDemand, "2026"), Freshness::Stale);
    }

    #[test]
    fn each_group_of_kinds_has_limits_of_its_own() {
        let limits = FreshnessLimits {
            term_fresh_days: 3,
            term_ageing_days: 4,
            ..FreshnessLimits::default()
        };
        let today = "2026-11-30".parse().unwrap();
        let seen = Observed::parse("2026-11-26").unwrap();
        let judge = |kind| limits.judge(kind, seen, today);
        assert_eq!(judge(PriceKind::Monthly), Freshness::Ageing);
        assert_eq!(judge(PriceKind::OnDemand), Freshness::Fresh);
        assert_eq!(judge(PriceKind::Spot), Freshness::Fresh);
        assert_eq!(limits.of(PriceKind::Reserved), (3, 4));
    }

    #[test]
    fn precision_survives_the_round_trip() {
        for text in ["2026", "2026-02", "2024-02-29"] {
            assert_eq!(Observed::parse(text).unwrap().text(), text);
        }
        assert_eq!(
            Observed::parse("2024-02").unwrap().latest_day().to_string(),
            "2024-02-29"
        );
        assert!(Observed::parse("2026-13").is_none() && Observed::parse("soon").is_none());
    }
}
