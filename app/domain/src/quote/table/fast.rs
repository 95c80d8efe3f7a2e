//! A group's bills in 64 bits, where its largest price times its largest quantity fits: a multiplication and a
//! rounding a line. Whether it fits is checked once a group and use, never row by row.
use super::Group;
use super::column::{Column, gcd};
use super::scale::{Divisor, Divisors, Scale};
use super::side::{NoGpuPrice, Side, Used};
use super::top::{Candidate, Cheapest};
use crate::units::Decimal;

const SCALE: u64 = Decimal::SCALE as u64;
/// Rows that are priced together: their sums stay in the first cache.
const BLOCK: usize = 512;

/// A line that is one price times a quantity.
struct Priced<'a> {
    column: &'a Column,
    scale: Scale,
}

impl<'a> Priced<'a> {
    fn new(column: &'a Column, factor: u128, divisor: Divisor) -> Option<Self> {
        let numerator = u128::from(column.unit).checked_mul(factor)?;
        let scale = Scale::new(numerator, divisor, column.largest)?;
        Some(Self { column, scale })
    }

    fn add(&self, sums: &mut [u64], first: usize) {
        match self.column.some(first..first + sums.len()) {
            None => sums.iter_mut().for_each(|sum| *sum += self.scale.largest),
            Some(values) => {
                let scale = self.scale;
                for (sum, value) in sums.iter_mut().zip(values) {
                    *sum += scale.of(*value);
                }
            }
        }
    }

    /// As [`Self::add`], whatever stood there before.
    fn set(&self, sums: &mut [u64], first: usize) {
        match self.column.some(first..first + sums.len()) {
            None => sums.fill(self.scale.largest),
            Some(values) => {
                let scale = self.scale;
                for (sum, value) in sums.iter_mut().zip(values) {
                    *sum = scale.of(*value);
                }
            }
        }
    }
}

/// The volume's line: GB beyond the included ones times two prices, each with its seconds.
struct Held<'a> {
    group: &'a Group,
    /// GB kept, what an included value of 1 stands for, and what is included alike for all, in a common unit.
    data: u64,
    free_unit: u64,
    free: u64,
    running: u64,
    stopped: u64,
    scale: Scale,
}

impl<'a> Held<'a> {
    /// `None` where it does not fit; `Some(None)` where nothing is charged.
    fn new(group: &'a Group, side: &Side, used: &Used, minor: u64) -> Option<Option<Self>> {
        let (running, stopped) = (&group.storage, &group.storage_stopped);
        let (running_s, stopped_s) = (side.measured.held_running_s, side.measured.held_stopped_s);
        let is_free = running.largest == 0 && stopped.largest == 0;
        if is_free || running_s + stopped_s == 0 || used.data <= side.free_gb.unwrap_or(0) {
            return Some(None);
        }
        let data = u64::try_from(used.data).ok()?;
        let own = &group.free_gb;
        let (free, free_unit) = match side.free_gb {
            Some(free) => (u64::try_from(free).ok()?, 0),
            None if own.is_one() => (own.largest.checked_mul(own.unit)?, 0),
            None => (0, own.unit),
        };
        let gb = gcd(data, gcd(free, free_unit));
        let price = group.disk_unit;
        let seconds = side.held_unit_s;
        let (running_each, stopped_each) = (
            (running.unit / price).checked_mul(running_s / seconds)?,
            (stopped.unit / price).checked_mul(stopped_s / seconds)?,
        );
        let most = running
            .largest
            .checked_mul(running_each)?
            .checked_add(stopped.largest.checked_mul(stopped_each)?)?;
        // Factor by factor, for 128 bits divide slowly: GB, seconds of a month, minor units.
        let (mut numerator, mut denominator) = (1_u128, 1_u128);
        let month = u64::from(group.plan.storage.month_s);
        for (times, by) in [(gb, SCALE), (seconds, month), (price, minor)] {
            let common = gcd(by, times);
            numerator = numerator.checked_mul(u128::from(times / common))?;
            denominator = denominator.checked_mul(u128::from(by / common))?;
        }
        let largest = most.checked_mul(data / gb)?;
        Some(Some(Self {
            group,
            data: data / gb,
            free_unit: free_unit / gb,
            free: free / gb,
            running: running_each,
            stopped: stopped_each,
            scale: Scale::of_parts(numerator, denominator, largest)?,
        }))
    }

    fn price(&self, row: usize) -> u64 {
        let group = self.group;
        group.storage.value(row) * self.running + group.storage_stopped.value(row) * self.stopped
    }

    fn add(&self, sums: &mut [u64], first: usize) {
        let group = self.group;
        let (data, unit, scale) = (self.data, self.free_unit, self.scale);
        let one_price = group.storage.is_one() && group.storage_stopped.is_one();
        let free = (unit > 0).then(|| group.free_gb.some(first..first + sums.len()));
        match free.flatten() {
            // As many catalogues have it: one price a platform, a disk an offer.
            Some(free) if one_price => {
                let price = self.price(first);
                for (sum, free) in sums.iter_mut().zip(free) {
                    *sum += scale.of(data.saturating_sub(free * unit) * price);
                }
            }
            None if one_price => {
                let line = scale.of(data.saturating_sub(self.free) * self.price(first));
                sums.iter_mut().for_each(|sum| *sum += line);
            }
            free => {
                for (place, sum) in sums.iter_mut().enumerate() {
                    let free = free.map_or(self.free, |free| free[place] * unit);
                    *sum += scale.of(data.saturating_sub(free) * self.price(first + place));
                }
            }
        }
    }
}

/// Everything that one end of a group's bills adds up.
struct Pricer<'a> {
    compute: [Option<Priced<'a>>; 4],
    discount: Option<Scale>,
    held: Option<Held<'a>>,
    sent: Option<Priced<'a>>,
    fx: Option<Scale>,
}

impl<'a> Pricer<'a> {
    /// `None` where anything could leave 64 bits.
    fn new(group: &'a Group, side: &Side, used: &Used, divisors: &Divisors) -> Option<Self> {
        let measured = &side.measured;
        let no_gpu = match side.no_gpu {
            NoGpuPrice::Own => Some(&group.no_gpu),
            NoGpuPrice::Machine => Some(&group.machine_hour),
            NoGpuPrice::Free => None,
        };
        let mut compute = [const { None }; 4];
        // Sums are of minor units of the listed currency.
        let mut most = 0_u64;
        let lines = [
            (Some(&group.machine_hour), measured.gpu_s, divisors.hour),
            (no_gpu, measured.nogpu_s, divisors.hour),
            (Some(&group.machine_hour), measured.stopped_s, divisors.hour),
            (Some(&group.period), measured.periods, divisors.unit),
        ];
        for (slot, (column, factor, divisor)) in compute.iter_mut().zip(lines) {
            if let Some(column) = column.filter(|column| factor > 0 && column.largest > 0) {
                let line = Priced::new(column, u128::from(factor), divisor)?;
                most = most.checked_add(line.scale.largest)?;
                *slot = Some(line);
            }
        }
        let discount = match group.rule.discount_pct {
            None => None,
            Some(percent) => Some(Scale::new(
                u128::try_from(percent).ok()?,
                divisors.percent,
                most,
            )?),
        };
        let held = Held::new(group, side, used, divisors.minor)?;
        let sent = if used.sent > 0 && group.egress.largest > 0 {
            let numerator = u128::from(group.egress.unit).checked_mul(used.sent.unsigned_abs())?;
            let denominator = u128::from(SCALE) * u128::from(divisors.minor);
            Some(Priced {
                column: &group.egress,
                scale: Scale::of_parts(numerator, denominator, group.egress.largest)?,
            })
        } else {
            None
        };
        let others = [
            held.as_ref().map(|held| held.scale.largest),
            sent.as_ref().map(|sent| sent.scale.largest),
        ];
        for other in others.into_iter().flatten() {
            most = most.checked_add(other)?;
        }
        let fx = match divisors.rate {
            None => None,
            Some((times, by)) => Some(Scale::new(times, by, most)?),
        };
        Some(Self {
            compute,
            discount,
            held,
            sent,
            fx,
        })
    }

    /// Totals of the rows from `first` on, in minor units of the currency shown.
    fn price(&self, sums: &mut [u64], first: usize) {
        let mut lines = self.compute.iter().flatten();
        match lines.next() {
            None => sums.fill(0),
            Some(line) => line.set(sums, first),
        }
        lines.for_each(|line| line.add(sums, first));
        if let Some(discount) = self.discount {
            sums.iter_mut().for_each(|sum| *sum -= discount.of(*sum));
        }
        if let Some(held) = &self.held {
            held.add(sums, first);
        }
        if let Some(sent) = &self.sent {
            sent.add(sums, first);
        }
        if let Some(fx) = self.fx {
            sums.iter_mut().for_each(|sum| *sum = fx.of(*sum));
        }
    }
}

/// Room for the totals of one block, low and high.
pub(super) struct Block([[u64; BLOCK]; 2]);

impl Block {
    pub const fn new() -> Self {
        Self([[0; BLOCK]; 2])
    }
}

/// Offers the rows of a group to `cheapest`; false, and nothing done, where 64 bits may not do.
pub(super) fn rank(
    group: &Group,
    used: &Used,
    takes_part: impl Fn(usize) -> bool,
    cheapest: &mut Cheapest,
    Block([lows, highs]): &mut Block,
) -> bool {
    let pricer = |side: &Side| Pricer::new(group, side, used, group.divisors.as_ref()?);
    let Some(low) = pricer(&used.low) else {
        return false;
    };
    let high = match used.other_high() {
        None => None,
        Some(side) => match pricer(side) {
            None => return false,
            high => high,
        },
    };
    let mut limit = cheapest.limit();
    for first in (0..group.ids.len()).step_by(BLOCK) {
        let count = BLOCK.min(group.ids.len() - first);
        low.price(&mut lows[..count], first);
        let upper = match &high {
            None => &lows,
            Some(high) => {
                high.price(&mut highs[..count], first);
                &highs
            }
        };
        for (place, upper) in upper[..count].iter().enumerate() {
            if *upper > limit || !takes_part(first + place) {
                continue;
            }
            cheapest.offer(Candidate {
                high: *upper,
                low: lows[place],
                id: group.ids[first + place],
                position: group.positions[first + place],
            });
        }
        limit = cheapest.limit();
    }
    true
}
