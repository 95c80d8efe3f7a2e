//! Offers that look like a catalogue's: eight platforms with their rules, some facts unknown, four currencies.
use domain::catalog::StoppedBilling;
use domain::quote::{NoGpuTerms, Term, Terms};
use domain::units::Currency;

/// Numbers that look random and are the same each time (splitmix64).
struct Seeded(u64);

impl Seeded {
    fn below(&mut self, bound: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.unsigned_abs()) as i64
    }
}

/// Price of a GB-month, and what is shown: yuan.
const GB_MONTH: i64 = 100_000_000;

fn platforms() -> Vec<Terms> {
    let currency = |code: &str, rate: i64| {
        let fx = (code != "CNY").then_some((Currency::CNY, rate));
        (code.parse::<Currency>().unwrap(), fx)
    };
    let (yuan, dollar) = (currency("CNY", 0), currency("USD", 6_736_913_000));
    let (euro, rupee) = (currency("EUR", 7_923_283_379), currency("INR", 79_100_000));
    let base =
        |(currency, fx): (Currency, Option<(Currency, i64)>), increment_s, minimum_s| Terms {
            currency,
            machine_hour: 0,
            increment_s,
            minimum_s,
            no_gpu: NoGpuTerms::Absent,
            stopped: Some(StoppedBilling::StorageOnly),
            storage: Some(GB_MONTH),
            storage_stopped: Some(GB_MONTH),
            storage_month_s: 2_592_000,
            free_gb: Some(50_000_000_000),
            egress: Some(0),
            retention_days: Some(15),
            term: None,
            discount_pct: None,
            fx,
        };
    vec![
        Terms {
            no_gpu: NoGpuTerms::Price(100_000_000),
            ..base(yuan, Some(1), Some(0))
        },
        Terms {
            free_gb: Some(0),
            storage_stopped: Some(2 * GB_MONTH),
            ..base(dollar, Some(1), Some(60))
        },
        Terms {
            stopped: Some(StoppedBilling::Full),
            ..base(dollar, Some(60), Some(0))
        },
        Terms {
            stopped: Some(StoppedBilling::None),
            ..base(dollar, Some(3600), Some(3600))
        },
        Terms {
            storage_month_s: 2_628_000,
            ..base(euro, Some(60), Some(600))
        },
        // Facts that nobody states: the meter's step; a mode's price and what a stop costs; a disk's price.
        Terms {
            no_gpu: NoGpuTerms::Price(0),
            ..base(yuan, None, None)
        },
        Terms {
            no_gpu: NoGpuTerms::PriceUnknown,
            stopped: None,
            ..base(rupee, Some(3600), Some(0))
        },
        Terms {
            storage: None,
            storage_stopped: None,
            ..base(dollar, Some(60), None)
        },
    ]
}

/// `count` offers, numbered from 1; those of a platform stand together, as in a store.
pub fn synthetic(count: usize) -> Vec<(i64, Terms)> {
    let (platforms, mut seeded) = (platforms(), Seeded(20_261_130));
    (0..count)
        .map(|index| {
            let mut terms = platforms[index * platforms.len() / count].clone();
            // From 0.20 to 60 an hour, in hundredths of a cent.
            terms.machine_hour = 200_000_000 + seeded.below(598_000) * 100_000;
            if terms.free_gb.is_some() && seeded.below(2) == 0 {
                terms.free_gb = Some(seeded.below(12) * 20_000_000_000);
            }
            // Where yuan are paid, one in three is prepaid for a day, a week or a month.
            if terms.fx.is_none() && seeded.below(3) == 0 {
                let days = [1, 7, 30][seeded.below(3) as usize];
                let off = 55 + seeded.below(40);
                let full = terms.machine_hour / 100 * i64::from(days) * 24;
                terms.term = Some(Term {
                    days,
                    price: full * off / 10_000_000 * 100_000,
                });
            }
            (index as i64 + 1, terms)
        })
        .collect()
}
