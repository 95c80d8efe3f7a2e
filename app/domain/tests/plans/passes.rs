//! Random passes and the days on which they are bought.
use domain::pricing::{Pass, Purchase};
use domain::units::Decimal;
use proptest::prelude::*;

/// One to three kinds of pass, and purchases of them in order that do not overlap, all inside the horizon.
pub fn any_purchases(horizon_days: u32) -> impl Strategy<Value = (Vec<Pass>, Vec<Purchase>)> {
    let pass = (1_u32..5, 0_i128..50_000).prop_map(|(days, price)| Pass {
        name: format!("{days} days"),
        days,
        price: Decimal::from_nanos(price * 1_000_000),
    });
    let bought = (0_u32..3, any::<prop::sample::Index>());
    (
        proptest::collection::vec(pass, 1..4),
        proptest::collection::vec(bought, 0..5),
    )
        .prop_map(move |(passes, bought)| {
            let (mut day, mut purchases) = (0, Vec::new());
            for (metered, pass) in bought {
                day += metered;
                if day < horizon_days {
                    let pass = pass.index(passes.len());
                    purchases.push(Purchase { day, pass });
                    day += passes[pass].days;
                }
            }
            (passes, purchases)
        })
}
