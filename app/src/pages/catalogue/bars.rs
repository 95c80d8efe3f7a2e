//! The bar under a price: its length is a share of the dearest price that still counts.

/// The price that a whole bar stands for. A stale price is history and sets no scale, unless nothing else is there.
pub(super) fn full_length(prices: impl Iterator<Item = (i64, bool)> + Clone) -> i64 {
    let dearest = |stale_too: bool| {
        let counted = prices
            .clone()
            .filter(|(_, is_stale)| stale_too || !is_stale);
        counted.map(|(nanos, _)| nanos).max()
    };
    dearest(false).or_else(|| dearest(true)).unwrap_or(1).max(1)
}

/// A bar's length in percent; what is dearer than the scale fills it.
pub(super) fn percent(nanos: i64, full: i64, hours: u32) -> i128 {
    let share =
        i128::from(nanos.max(0)) * 100 / (i128::from(full.max(1)) * i128::from(hours.max(1)));
    share.clamp(1, 100)
}

#[cfg(test)]
mod tests {
    use super::{full_length, percent};

    #[test]
    fn a_stale_price_sets_no_scale() {
        let prices = [(2_000, false), (4_000, false), (90_000, true)];
        let full = full_length(prices.into_iter());
        assert_eq!(full, 4_000);
        assert_eq!(percent(2_000, full, 1), 50);
        assert_eq!(percent(90_000, full, 1), 100);
    }

    #[test]
    fn where_all_prices_are_stale_they_are_compared_with_each_other() {
        assert_eq!(full_length([(500, true), (1_000, true)].into_iter()), 1_000);
        assert_eq!(full_length(std::iter::empty()), 1);
    }

    #[test]
    fn a_month_is_measured_by_its_hours() {
        assert_eq!(percent(730 * 1_000, 2_000, 730), 50);
    }
}
