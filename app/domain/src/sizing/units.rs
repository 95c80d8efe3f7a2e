//! Amounts of memory as ranges.
use serde::{Serialize, Serializer};

/// Bytes of one GiB.
pub const GIB: f64 = 1_073_741_824.0;

/// An amount with its uncertainty: `low ≤ mid ≤ high`. Its unit is that of the field it stands in.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    /// Unlikely to be less.
    pub low: f64,
    /// The estimate.
    pub mid: f64,
    /// Unlikely to be more.
    pub high: f64,
}

impl Range {
    /// Nothing.
    pub const ZERO: Self = Self::new(0.0, 0.0, 0.0);

    /// From its three figures.
    pub const fn new(low: f64, mid: f64, high: f64) -> Self {
        Self { low, mid, high }
    }

    /// The same figure three times.
    pub const fn exact(value: f64) -> Self {
        Self::new(value, value, value)
    }

    /// `mid` with its ends as factors of it.
    pub const fn around(mid: f64, low: f64, high: f64) -> Self {
        Self::new(mid * low, mid, mid * high)
    }

    /// True when `value` lies inside, ends included.
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Every figure divided.
    pub fn over(self, divisor: f64) -> Self {
        Self::new(self.low / divisor, self.mid / divisor, self.high / divisor)
    }
}

impl std::ops::Add for Range {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self::new(
            self.low + other.low,
            self.mid + other.mid,
            self.high + other.high,
        )
    }
}

impl std::iter::Sum for Range {
    fn sum<I: Iterator<Item = Self>>(ranges: I) -> Self {
        ranges.fold(Self::ZERO, std::ops::Add::add)
    }
}

/// Writes three decimals: more would pretend.
pub(super) fn three<S: Serializer>(value: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(rounded(*value))
}

/// To three decimals.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 1000.0).round() / 1000.0
}

impl Serialize for Range {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;
        let mut object = serializer.serialize_struct("Range", 3)?;
        object.serialize_field("low", &rounded(self.low))?;
        object.serialize_field("mid", &rounded(self.mid))?;
        object.serialize_field("high", &rounded(self.high))?;
        object.end()
    }
}
