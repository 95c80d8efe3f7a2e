//! Finds free places for labels among marks and other labels.
use super::svg::{Anchor, SMALL, text_width};

/// Free pixels around a label.
const AIR: f64 = 2.0;

/// An axis-parallel box, pixels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    pub left: f64,
    pub top: f64,
    pub right: f64,
    pub bottom: f64,
}

impl Area {
    /// A square around its centre.
    pub fn around(x: f64, y: f64, side: f64) -> Self {
        Area {
            left: x - side / 2.0,
            top: y - side / 2.0,
            right: x + side / 2.0,
            bottom: y + side / 2.0,
        }
    }

    /// The box of a 12 px text with its baseline at `y`.
    pub fn of_text(width: f64, spot: Spot) -> Self {
        let left = match spot.anchor {
            Anchor::Start => spot.x,
            Anchor::Middle => spot.x - width / 2.0,
            Anchor::End => spot.x - width,
        };
        Area {
            left,
            top: spot.y - 10.0,
            right: left + width,
            bottom: spot.y + 3.0,
        }
    }

    /// The box with air around it, so that two texts never touch.
    fn with_air(self) -> Self {
        Area {
            left: self.left - AIR,
            top: self.top - AIR,
            right: self.right + AIR,
            bottom: self.bottom + AIR,
        }
    }

    fn shared(&self, other: &Area) -> f64 {
        let width = self.right.min(other.right) - self.left.max(other.left);
        let height = self.bottom.min(other.bottom) - self.top.max(other.top);
        width.max(0.0) * height.max(0.0)
    }

    fn size(&self) -> f64 {
        (self.right - self.left).max(0.0) * (self.bottom - self.top).max(0.0)
    }
}

/// A place for a text: point and anchor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spot {
    pub x: f64,
    pub y: f64,
    pub anchor: Anchor,
}

/// What is already taken in a plot.
#[derive(Clone, Debug)]
pub struct Places {
    bounds: Area,
    taken: Vec<Area>,
}

impl Places {
    /// An empty plot.
    pub fn new(bounds: Area) -> Self {
        Places {
            bounds,
            taken: Vec::new(),
        }
    }

    /// Keeps labels off a box.
    pub fn take(&mut self, area: Area) {
        self.taken.push(area);
    }

    /// Keeps labels off a line, by small boxes along it.
    pub fn take_line(&mut self, points: &[(f64, f64)]) {
        for pair in points.windows(2) {
            let ((x0, y0), (x1, y1)) = (pair[0], pair[1]);
            let steps = ((x1 - x0).hypot(y1 - y0) / 5.0).ceil().clamp(1.0, 1000.0) as u32;
            for step in 0..=steps {
                let share = f64::from(step) / f64::from(steps);
                let (x, y) = (x0 + (x1 - x0) * share, y0 + (y1 - y0) * share);
                self.take(Area::around(x, y, 3.0));
            }
        }
    }

    /// How much of a box is taken or out of bounds, in square pixels.
    pub fn cost(&self, area: &Area) -> f64 {
        let outside = area.size() - area.shared(&self.bounds);
        let taken: f64 = self.taken.iter().map(|other| area.shared(other)).sum();
        taken + 4.0 * outside
    }

    /// The first of some spots that is free for the text, else the least bad one, with what it covers; takes nothing.
    pub fn best(&self, width: f64, spots: &[Spot]) -> Option<(Spot, f64)> {
        let mut best: Option<(Spot, f64)> = None;
        for spot in spots {
            let cost = self.cost(&Area::of_text(width, *spot).with_air());
            if best.is_none_or(|(_, least)| cost < least - 0.01) {
                best = Some((*spot, cost));
            }
        }
        best
    }
}

/// Spots around a mark: above, right, left, below, then the corners.
pub fn around(x: f64, y: f64, reach: f64) -> [Spot; 8] {
    let side = reach + 7.0;
    let spot = |dx: f64, dy: f64, anchor| Spot {
        x: x + dx,
        y: y + dy,
        anchor,
    };
    [
        spot(0.0, -side, Anchor::Middle),
        spot(side, 4.5, Anchor::Start),
        spot(-side, 4.5, Anchor::End),
        spot(0.0, side + 9.0, Anchor::Middle),
        spot(reach, -side, Anchor::Start),
        spot(-reach, -side, Anchor::End),
        spot(reach, side + 9.0, Anchor::Start),
        spot(-reach, side + 9.0, Anchor::End),
    ]
}

/// Width of a label; bold ones run a little wider.
pub fn label_width(text: &str, bold: bool) -> f64 {
    text_width(text, SMALL) * if bold { 1.05 } else { 1.0 }
}
