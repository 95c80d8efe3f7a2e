//! A set of rows, one bit each.

/// Some of the rows of a snapshot, by their index in `snapshot.offers`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowSet {
    words: Vec<u64>,
    len: usize,
}

const BITS: usize = u64::BITS as usize;

impl RowSet {
    /// All of `len` rows.
    pub fn all(len: usize) -> Self {
        let mut words = vec![u64::MAX; len.div_ceil(BITS)];
        if let (Some(last), rest @ 1..) = (words.last_mut(), len % BITS) {
            *last = (1 << rest) - 1;
        }
        Self { words, len }
    }

    /// Some of `len` rows.
    pub fn of(len: usize, rows: &[usize]) -> Self {
        let mut words = vec![0; len.div_ceil(BITS)];
        rows.iter()
            .for_each(|row| words[row / BITS] |= 1 << (row % BITS));
        Self { words, len }
    }

    /// Keeps the rows that `test` holds for; it is asked of rows in the set, and of some others.
    pub fn keep(&mut self, test: impl Fn(usize) -> bool) {
        for (place, word) in self.words.iter_mut().enumerate() {
            if *word == 0 {
                continue;
            }
            let from = place * BITS;
            let mut kept = 0;
            for bit in 0..BITS.min(self.len - from) {
                kept |= u64::from(test(from + bit)) << bit;
            }
            *word &= kept;
        }
    }

    /// Leaves out what `other` holds.
    pub fn without(&mut self, other: &Self) {
        for (word, gone) in self.words.iter_mut().zip(&other.words) {
            *word &= !gone;
        }
    }

    /// Whether a row is in the set.
    pub fn has(&self, row: usize) -> bool {
        self.words
            .get(row / BITS)
            .is_some_and(|word| word >> (row % BITS) & 1 == 1)
    }

    /// How many rows.
    pub fn count(&self) -> usize {
        self.words.iter().map(|w| w.count_ones() as usize).sum()
    }

    /// The lowest row.
    pub fn first(&self) -> Option<usize> {
        let place = self.words.iter().position(|word| *word != 0)?;
        Some(place * BITS + self.words[place].trailing_zeros() as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_keeps_what_its_test_holds_for_at_any_length() {
        for len in [0, 1, 63, 64, 65, 200] {
            let mut rows = RowSet::all(len);
            assert_eq!(rows.count(), len);
            rows.keep(|row| row % 3 == 2);
            let kept: Vec<usize> = (0..len + 70).filter(|row| rows.has(*row)).collect();
            assert_eq!(kept, (2..len).step_by(3).collect::<Vec<_>>());
            assert_eq!(rows.first(), kept.first().copied());
            let mut rest = RowSet::all(len);
            rest.without(&rows);
            assert_eq!(rest.count() + rows.count(), len);
        }
    }
}
