//! A group's bills in 64 bits, where its largest price times its largest quantity fits: a multiplication and a
//! rounding a line. Whether it fits is checked once a group and use, never row by row.
use super::Group;
use super::column::{Column, gcd, gcd_wide};
use super::side::{NoGpuPrice, Side, Used};
use super::top::{Candidate, Cheapest};
use crate::units::Decimal;

const SCALE: u128 = Decimal::SCALE as u128;
/// Rows that are priced together: their sums stay in the first cache.
const BLOCK: usize = 512;

/// `value × multiplier / divisor`, rounded half up; division is a multiplication by the divisor's reciprocal.
///
/// Source: Granlund and Montgomery, "Division by Invariant Integers using Multiplication", theorem 4.2, for numerators
/// below 2^63: with `shift = 63 + log2(divisor)` rounded up, the reciprocal `2^shift / divisor` rounded up is exact.
struct Scale {
    multiplier: u64,
    half: u64,
    reciprocal: u64,
    shift: u32,
    /// What the largest value gives.
    largest: u64,
}

impl Scale {
    /// For values up to `largest`; `None` where they do not fit.
    fn new(numerator: u128, denominator: u128, largest: u64) -> Option<Self> {
        let common = gcd_wide(denominator, numerator).max(1);
        let multiplier = u64::try_from(numerator / common).ok()?;
        let divisor = u64::try_from(denominator / common).ok()?;
        let half = divisor / 2;
        let top = u128::from(largest).checked_mul(u128::from(multiplier))? + u128::from(half);
        if top >> 63 != 0 || divisor >> 62 != 0 || divisor == 0 {
            return None;
        }
        let shift = 127 - (divisor - 1).leading_zeros();
        let reciprocal = u64::try_from((1_u128 << shift).div_ceil(u128::from(divisor))).ok()?;
        let mut scale = Self {
            multiplier,
            half,
            reciprocal,
            shift,
            largest: 0,
        };
        scale.largest = scale.of(largest);
        Some(scale)
    }

    #[inline(always)]
    const fn of(&self, value: u64) -> u64 {
        let numerator = value * self.multiplier + self.half;
        ((numerator as u128 * self.reciprocal as u128) >> self.shift) as u64
    }
}

/// A line that is one price times a quantity.
struct Priced<'a> {
    column: &'a Column,
    scale: Scale,
}

impl Priced<'_> {
    fn add(&self, sums: &mut [u64], first: usize) {
        match self.column.some(first..first + sums.len()) {
            None => sums.iter_mut().for_each(|sum| *sum += self.scale.largest),
            Some(values) => {
                for (sum, value) in sums.iter_mut().zip(values) {
                    *sum += self.scale.of(*value);
                }
            }
        }
    }
}

/// The volume's line: GB beyond the included ones times two prices, each with its seconds.
struct Held<'a> {
    group: &'a Group,
    /// GB kept, and one included GB-value, in a common unit.
    data: u64,
    free: Option<u64>,
    fixed_free: u64,
    running: u64,
    stopped: u64,
    scale: Scale,
}

impl<'a> Held<'a> {
    /// `None` where it does not fit; `Some(None)` where nothing is charged.
    fn new(group: &'a Group, side: &Side, used: &Used, minor: u128) -> Option<Option<Self>> {
        let (running, stopped) = (&group.storage, &group.storage_stopped);
        let (running_s, stopped_s) = (side.measured.held_running_s, side.measured.held_stopped_s);
        let fixed = side.free_gb.map(|gb| gb.min(used.data));
        let is_free = running.largest == 0 && stopped.largest == 0;
        if is_free || running_s + stopped_s == 0 || used.data <= fixed.unwrap_or(0) {
            return Some(None);
        }
        let data = u64::try_from(used.data).ok()?;
        let fixed = fixed.map(u64::try_from).transpose().ok()?;
        let own_free = if group.free_gb.largest > 0 {
            group.free_gb.unit
        } else {
            0
        };
        let gb = gcd(data, fixed.unwrap_or(own_free)).max(1);
        let price = gcd(
            if running.largest > 0 { running.unit } else { 0 },
            if stopped.largest > 0 { stopped.unit } else { 0 },
        )
        .max(1);
        let seconds = gcd(running_s, stopped_s).max(1);
        let (running_each, stopped_each) = (
            (running.unit / price).checked_mul(running_s / seconds)?,
            (stopped.unit / price).checked_mul(stopped_s / seconds)?,
        );
        let most = running
            .largest
            .checked_mul(running_each)?
            .checked_add(stopped.largest.checked_mul(stopped_each)?)?;
        let common = u128::from(gb)
            .checked_mul(u128::from(price))?
            .checked_mul(u128::from(seconds))?;
        let month = SCALE * u128::from(used.plan.storage.month_s);
        let largest = most.checked_mul(data / gb)?;
        let scale = Scale::new(common, month.checked_mul(minor)?, largest)?;
        // An included size so large that it does not fit covers everything that does.
        Some(Some(Self {
            group,
            data: data / gb,
            free: fixed.is_none().then_some(own_free / gb),
            fixed_free: fixed.unwrap_or(0) / gb,
            running: running_each,
            stopped: stopped_each,
            scale,
        }))
    }

    fn add(&self, sums: &mut [u64], first: usize) {
        let group = self.group;
        for (place, sum) in sums.iter_mut().enumerate() {
            let row = first + place;
            let free = self.free.map_or(self.fixed_free, |unit| {
                group.free_gb.value(row).saturating_mul(unit)
            });
            let price = group.storage.value(row) * self.running
                + group.storage_stopped.value(row) * self.stopped;
            *sum += self.scale.of(self.data.saturating_sub(free) * price);
        }
    }
}

/// Everything that one end of a group's bills adds up.
struct Pricer<'a> {
    compute: Vec<Priced<'a>>,
    discount: Option<Scale>,
    held: Option<Held<'a>>,
    sent: Option<Priced<'a>>,
    fx: Option<Scale>,
}

impl<'a> Pricer<'a> {
    /// `None` where anything could leave 64 bits.
    fn new(group: &'a Group, side: &Side, used: &Used) -> Option<Self> {
        let minor = 10_u128.pow(9_u32.checked_sub(used.plan.minor_digits)?);
        let priced = |column: &'a Column, factor: u128, divisor: u128| {
            let numerator = u128::from(column.unit).checked_mul(factor)?;
            let scale = Scale::new(numerator, divisor.checked_mul(minor)?, column.largest)?;
            Some(Priced { column, scale })
        };
        let measured = &side.measured;
        let no_gpu = match side.no_gpu {
            NoGpuPrice::Own => Some(&group.no_gpu),
            NoGpuPrice::Machine => Some(&group.machine_hour),
            NoGpuPrice::Free => None,
        };
        let mut compute = Vec::new();
        for (column, factor, divisor) in [
            (Some(&group.machine_hour), measured.gpu_s, 3600),
            (no_gpu, measured.nogpu_s, 3600),
            (Some(&group.machine_hour), measured.stopped_s, 3600),
            (Some(&group.period), measured.periods, 1),
        ] {
            if let Some(column) = column.filter(|column| factor > 0 && column.largest > 0) {
                compute.push(priced(column, u128::from(factor), divisor)?);
            }
        }
        let held = Held::new(group, side, used, minor)?;
        let sent = if used.sent > 0 && group.egress.largest > 0 {
            Some(priced(
                &group.egress,
                u128::try_from(used.sent).ok()?,
                SCALE,
            )?)
        } else {
            None
        };
        // Sums are of minor units from here on.
        let mut most = compute
            .iter()
            .try_fold(0_u64, |sum, line| sum.checked_add(line.scale.largest))?;
        let discount = match group.rule.discount_pct {
            None => None,
            Some(percent) => Some(Scale::new(
                u128::try_from(percent).ok()?,
                100 * SCALE,
                most,
            )?),
        };
        let others = [
            held.as_ref().map(|held| held.scale.largest),
            sent.as_ref().map(|sent| sent.scale.largest),
        ];
        for other in others.into_iter().flatten() {
            most = most.checked_add(other)?;
        }
        let fx = match &used.plan.fx {
            None => None,
            Some(fx) => {
                let shown = 10_u128.pow(9_u32.checked_sub(fx.digits)?);
                let rate = u128::try_from(fx.rate.nanos()).ok()?.checked_mul(minor)?;
                Some(Scale::new(rate, SCALE * shown, most)?)
            }
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
        sums.fill(0);
        self.compute.iter().for_each(|line| line.add(sums, first));
        if let Some(discount) = &self.discount {
            sums.iter_mut().for_each(|sum| *sum -= discount.of(*sum));
        }
        if let Some(held) = &self.held {
            held.add(sums, first);
        }
        if let Some(sent) = &self.sent {
            sent.add(sums, first);
        }
        if let Some(fx) = &self.fx {
            sums.iter_mut().for_each(|sum| *sum = fx.of(*sum));
        }
    }
}

/// Offers the rows of a group to `cheapest`; false, and nothing done, where 64 bits may not do.
pub(super) fn rank(
    group: &Group,
    used: &Used,
    takes_part: &dyn Fn(usize) -> bool,
    cheapest: &mut Cheapest,
) -> bool {
    let Some(low) = Pricer::new(group, &used.low, used) else {
        return false;
    };
    let high = match used.other_high() {
        None => None,
        Some(side) => match Pricer::new(group, side, used) {
            None => return false,
            high => high,
        },
    };
    let digits = used.plan.fx.map_or(used.plan.minor_digits, |fx| fx.digits);
    let unit = 10_i128.pow(9_u32.saturating_sub(digits));
    // A total above the limit cannot be among the cheapest; one that equals it may, by its lower end or number.
    let limit_of = |cheapest: &Cheapest| match cheapest.limit() {
        None => u64::MAX,
        Some(nanos) => u64::try_from(nanos.div_euclid(unit)).unwrap_or(0),
    };
    let (mut lows, mut highs) = ([0; BLOCK], [0; BLOCK]);
    let mut limit = limit_of(cheapest);
    for first in (0..group.ids.len()).step_by(BLOCK) {
        let count = BLOCK.min(group.ids.len() - first);
        low.price(&mut lows[..count], first);
        let upper: &[u64] = match &high {
            None => &lows,
            Some(high) => {
                high.price(&mut highs[..count], first);
                &highs
            }
        };
        for place in 0..count {
            if upper[place] > limit || !takes_part(first + place) {
                continue;
            }
            cheapest.offer(Candidate {
                high: i128::from(upper[place]) * unit,
                low: i128::from(lows[place]) * unit,
                id: group.ids[first + place],
                position: group.positions[first + place],
            });
            limit = limit_of(cheapest);
        }
    }
    true
}
