//! One value against the baseline's: better, worse, or not to be said.
use super::{Better, Figure, Lens, Subject, Value, Verdict};
use crate::catalog::Freshness;
use crate::units::div_round_half_up;
use std::cmp::Ordering;

/// How good a word of a fact is for the one who rents; `None` for names.
pub(crate) fn grade(word: &str) -> Option<u8> {
    Some(match word {
        "yes" | "dedicated" | "none" => 3,
        "partial" | "mixed" | "storage_only" => 2,
        "no" | "shared" | "full" => 1,
        _ => return None,
    })
}

/// Percent in tenths and the verdict on `pair.1`, measured against `pair.0`.
pub(super) fn against(
    lens: Lens<'_>,
    figure: Figure,
    columns: (Subject<'_>, Subject<'_>),
    pair: (Option<&Value>, Option<&Value>),
) -> (Option<i64>, Verdict) {
    let (Some(base), Some(value)) = pair else {
        // Two unknowns are not the same thing either.
        return (None, Verdict::Unknown);
    };
    let (percent, order) = match (base, value) {
        (
            Value::Money {
                shown: b,
                listed: lb,
            },
            Value::Money {
                shown: v,
                listed: lv,
            },
        ) => {
            // Listed amounts are exact; converted ones carry the rounding of a rate.
            let (b, v) = if lb.currency == lv.currency {
                (lb, lv)
            } else {
                (b, v)
            };
            if b.currency != v.currency {
                return (None, Verdict::NoRate);
            }
            numbers(i128::from(b.nanos), i128::from(v.nanos))
        }
        (Value::Number(b), Value::Number(v)) => numbers(b.nanos(), v.nanos()),
        (Value::Word(b), Value::Word(v)) if b == v => (None, Ordering::Equal),
        (Value::Word(b), Value::Word(v)) => match (grade(b), grade(v)) {
            (Some(b), Some(v)) => (None, v.cmp(&b)),
            _ => return (None, Verdict::Other),
        },
        (Value::NotApplicable, Value::NotApplicable) => (None, Ordering::Equal),
        _ => return (None, Verdict::Other),
    };
    if figure.is_price()
        && let (Some(base), Some(offer)) = (columns.0.offer, columns.1.offer)
    {
        // The percent of two promises would be read as a saving.
        if (base.kind, base.period_hours) != (offer.kind, offer.period_hours) {
            return (None, Verdict::OtherKind);
        }
        let is_stale = |o| lens.snapshot.freshness(o, lens.today) == Freshness::Stale;
        if is_stale(base) || is_stale(offer) {
            return (percent, Verdict::Stale);
        }
    }
    let verdict = match (order, figure.better()) {
        (Ordering::Equal, _) => Verdict::Same,
        (_, Better::Neither) => Verdict::Other,
        (Ordering::Less, Better::Less) | (Ordering::Greater, Better::More) => Verdict::Better,
        _ => Verdict::Worse,
    };
    (percent, verdict)
}

/// How far `value` lies above `base` in tenths of a percent, rounded once; nothing above a zero.
fn numbers(base: i128, value: i128) -> (Option<i64>, Ordering) {
    let percent = value
        .checked_sub(base)
        .and_then(|gap| gap.checked_mul(1000))
        .and_then(|gap| div_round_half_up(gap, base))
        .and_then(|tenths| i64::try_from(tenths).ok());
    (percent, value.cmp(&base))
}
