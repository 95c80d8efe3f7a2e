//! One price of every offer of a group.

/// Whole numbers that are not negative, as multiples of their greatest common divisor.
///
/// Prices have few digits: without their common factor, products of theirs fit in 64 bits.
#[derive(Clone, Debug, Default)]
pub(super) struct Column {
    /// What a value of 1 stands for; above zero once finished.
    pub unit: u64,
    /// The largest value.
    pub largest: u64,
    values: Vec<u64>,
}

impl Column {
    /// Adds an amount that is not negative.
    pub fn push(&mut self, amount: i64) {
        self.values.push(amount.unsigned_abs());
    }

    /// Takes the common factor out.
    pub fn finish(&mut self) {
        let common = self
            .values
            .iter()
            .fold(0, |common, value| gcd(common, *value));
        self.unit = common.max(1);
        self.values.iter_mut().for_each(|value| *value /= self.unit);
        self.largest = self.values.iter().copied().max().unwrap_or(0);
        // One price for all is kept once.
        if self.values.iter().all(|value| *value == self.largest) {
            self.values = Vec::new();
        }
    }

    /// The amount of a row.
    pub fn amount(&self, row: usize) -> i128 {
        i128::from(self.value(row)) * i128::from(self.unit)
    }

    /// The amount of a row in units of [`Self::unit`].
    pub fn value(&self, row: usize) -> u64 {
        self.values.get(row).copied().unwrap_or(self.largest)
    }

    /// True when all rows have one value.
    pub const fn is_one(&self) -> bool {
        self.values.is_empty()
    }

    /// The values of some rows; `None` when all rows have [`Self::largest`].
    pub fn some(&self, rows: std::ops::Range<usize>) -> Option<&[u64]> {
        self.values.get(rows).filter(|values| !values.is_empty())
    }
}

/// Greatest common divisor; of 0 and a number that number.
pub(super) fn gcd(mut a: u64, mut b: u64) -> u64 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// As [`gcd`], for products, by halving: 128 bits divide slowly.
pub(super) const fn gcd_wide(mut a: u128, mut b: u128) -> u128 {
    if a == 0 || b == 0 {
        return a | b;
    }
    let twos = (a | b).trailing_zeros();
    a >>= a.trailing_zeros();
    while b > 0 {
        b >>= b.trailing_zeros();
        if a > b {
            (a, b) = (b, a);
        }
        b -= a;
    }
    a << twos
}
