//! From the memory that a card reports to the size it is sold as.

/// A card reports up to this share less than its nominal size: GDDR6 with error correction keeps a sixteenth for itself
/// and the driver some more (a T4 of 16 GB reports 15,109 MiB, 7.8 % less).
const MOST_BELOW: f64 = 0.08;
/// … and never more than this share above it, which is rounding.
const MOST_ABOVE: f64 = 0.01;
/// MiB of a nominal GB: card makers count in powers of two.
const MIB: f64 = 1024.0;

/// The nominal size, GB, of a card that reports `mib` MiB: the nearest of `sizes` that is within the tolerance.
///
/// Gives: `None` when no size is at most 8 % above or 1 % below what is reported; such a card is not known.
///
/// ```
/// use domain::catalog::memory::nominal_gb;
/// assert_eq!(nominal_gb(81_559.0, &[24.0, 40.0, 80.0]), Some(80.0));
/// ```
pub fn nominal_gb(mib: f64, sizes: &[f64]) -> Option<f64> {
    let reported = mib / MIB;
    let distance = |size: f64| (size - reported).abs();
    sizes
        .iter()
        .copied()
        .filter(|size| {
            reported >= size * (1.0 - MOST_BELOW) && reported <= size * (1.0 + MOST_ABOVE)
        })
        .min_by(|a, b| distance(*a).total_cmp(&distance(*b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZES: [f64; 17] = [
        6.0, 8.0, 10.0, 11.0, 12.0, 16.0, 20.0, 24.0, 32.0, 40.0, 48.0, 80.0, 94.0, 96.0, 141.0,
        180.0, 192.0,
    ];

    #[test]
    fn what_cards_report_is_snapped_to_what_they_are_sold_as() {
        for (mib, gb) in [
            (24_564.0, 24.0),
            (81_559.0, 80.0),
            (81_920.0, 80.0),
            (40_536.0, 40.0),
            (46_068.0, 48.0),
            (15_109.0, 16.0),
            (23_028.0, 24.0),
            (11_264.0, 11.0),
            (12_288.0, 12.0),
            (95_830.0, 94.0),
            (97_887.0, 96.0),
            (143_771.0, 141.0),
            (183_359.0, 180.0),
            (196_592.0, 192.0),
        ] {
            assert_eq!(nominal_gb(mib, &SIZES), Some(gb), "{mib} MiB");
        }
    }

    #[test]
    fn what_no_card_is_sold_as_is_nobodys() {
        for mib in [
            0.0,
            512.0,
            2_048.0,
            28_000.0,
            36_000.0,
            65_536.0,
            24_564_000.0,
            f64::NAN,
        ] {
            assert_eq!(nominal_gb(mib, &SIZES), None, "{mib} MiB");
        }
        assert_eq!(nominal_gb(24_564.0, &[]), None);
    }

    #[test]
    fn the_tolerance_ends_where_it_says() {
        let sizes = [100.0];
        for (mib, fits) in [(92.0, true), (91.9, false), (101.0, true), (101.1, false)] {
            assert_eq!(nominal_gb(mib * MIB, &sizes).is_some(), fits, "{mib} GiB");
        }
    }
}
