//! The cheapest few of many, without sorting the rest.
use std::collections::BinaryHeap;

/// An offer's totals in nano-units; ordered as a ranking is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Candidate {
    /// Upper end; of an open bill its lower end.
    pub high: i128,
    pub low: i128,
    pub id: i64,
    pub position: u32,
}

/// Keeps the first `most` of what it is offered.
pub(super) struct Cheapest {
    most: usize,
    kept: BinaryHeap<Candidate>,
}

impl Cheapest {
    pub const fn new(most: usize) -> Self {
        Self {
            most,
            kept: BinaryHeap::new(),
        }
    }

    /// What a candidate's upper end may be at most; `None` while any is taken.
    pub fn limit(&self) -> Option<i128> {
        if self.kept.len() < self.most {
            return None;
        }
        Some(self.kept.peek().map_or(i128::MIN, |worst| worst.high))
    }

    /// Takes a candidate if it is among the first.
    pub fn offer(&mut self, candidate: Candidate) {
        if self.kept.len() < self.most {
            self.kept.push(candidate);
        } else if let Some(mut worst) = self.kept.peek_mut()
            && candidate < *worst
        {
            *worst = candidate;
        }
    }

    pub fn into_sorted(self) -> Vec<Candidate> {
        self.kept.into_sorted_vec()
    }
}
