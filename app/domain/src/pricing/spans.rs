//! Sorted, disjoint stretches of whole seconds.

/// From `start` up to, not including, `end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub start: u64,
    pub end: u64,
}

impl Span {
    pub const fn new(start: u64, end: u64) -> Self {
        Self { start, end }
    }

    pub const fn seconds(self) -> u64 {
        self.end.saturating_sub(self.start)
    }

    /// The part of `self` inside `other`, if any.
    pub fn within(self, other: Self) -> Option<Self> {
        let part = Self {
            start: self.start.max(other.start),
            end: self.end.min(other.end),
        };
        (part.start < part.end).then_some(part)
    }

    /// The parts of `self` between `holes`, which are in order, disjoint and not empty.
    pub fn outside(self, holes: &[Self]) -> impl Iterator<Item = Self> + '_ {
        let passed = holes.partition_point(|hole| hole.end <= self.start);
        let mut holes = holes[passed..]
            .iter()
            .take_while(move |hole| hole.start < self.end);
        let mut at = self.start;
        std::iter::from_fn(move || {
            while at < self.end {
                let (upto, next) = match holes.next() {
                    Some(hole) => (hole.start, hole.end),
                    None => (self.end, self.end),
                };
                let part = Self::new(at, upto);
                at = next;
                if part.start < part.end {
                    return Some(part);
                }
            }
            None
        })
    }
}

/// The seconds in both lists.
pub(super) fn intersect(left: &[Span], right: &[Span]) -> Vec<Span> {
    let (mut i, mut j, mut both) = (0, 0, Vec::new());
    while let (Some(a), Some(b)) = (left.get(i), right.get(j)) {
        both.extend(a.within(*b));
        if a.end <= b.end { i += 1 } else { j += 1 }
    }
    both
}

/// The numbers of the blocks of `size` seconds that the list touches, as stretches of block numbers.
pub(super) fn blocks(list: &[Span], size: u64) -> Vec<Span> {
    let mut touched: Vec<Span> = Vec::with_capacity(list.len());
    for span in list {
        let (first, after) = (span.start / size, span.end.div_ceil(size));
        match touched.last_mut() {
            Some(last) if first <= last.end => last.end = last.end.max(after),
            _ => touched.push(Span::new(first, after)),
        }
    }
    touched
}

/// How many seconds (or blocks) a list has.
pub(super) fn total(list: &[Span]) -> u64 {
    list.iter().map(|span| span.seconds()).sum()
}
