//! The cheapest few of many, without sorting the rest.

/// An offer's totals in minor units of the currency shown; ordered as a ranking is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    /// Upper end; of an open bill its lower end.
    pub high: u64,
    pub low: u64,
    pub id: i64,
    pub position: u32,
}

/// Keeps the first `most` of what it is offered: it collects some more, and drops the rest of them together.
pub(super) struct Cheapest {
    most: usize,
    kept: Vec<Candidate>,
    limit: u64,
}

impl Cheapest {
    /// How many times `most` are collected before the rest is dropped.
    const SLACK: usize = 3;

    pub fn new(most: usize) -> Self {
        Self {
            most,
            kept: Vec::with_capacity(most.saturating_mul(Self::SLACK).min(256)),
            limit: u64::MAX,
        }
    }

    /// A candidate whose upper end is above this is not among the first.
    pub const fn limit(&self) -> u64 {
        self.limit
    }

    /// Takes a candidate.
    pub fn offer(&mut self, candidate: Candidate) {
        self.kept.push(candidate);
        if self.kept.len() >= self.most.saturating_mul(Self::SLACK) {
            self.drop_rest();
        }
    }

    fn drop_rest(&mut self) {
        if let Some(last) = self.most.checked_sub(1)
            && last < self.kept.len()
        {
            self.limit = self.kept.select_nth_unstable(last).1.high;
        }
        self.kept.truncate(self.most);
    }

    pub fn into_sorted(mut self) -> Vec<Candidate> {
        self.drop_rest();
        self.kept.sort_unstable();
        self.kept
    }
}
