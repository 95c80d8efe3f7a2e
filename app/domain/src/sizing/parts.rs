//! What memory is used for, part by part.
use super::units::{Range, rounded};
use super::words::words;
use serde::ser::{Serialize, SerializeStruct, Serializer};

words! {
    /// A part of the memory of one card.
    Part {
        /// Parameters as they are stored.
        Weights = "weights",
        /// A 16-bit copy of weights that a computation needs: a gathered or dequantised layer, a cast head.
        Workspace = "workspace",
        /// Text encoders.
        TextEncoders = "text_encoders",
        /// The decoder of pictures.
        VaeWeights = "vae_weights",
        /// ControlNets.
        Controlnets = "controlnets",
        /// Adapters.
        Adapters = "adapters",
        /// Gradients.
        Gradients = "gradients",
        /// States of the optimizer, with its passing copies.
        Optimizer = "optimizer",
        /// Keys and values.
        KvCache = "kv_cache",
        /// What layers keep or pass on.
        Activations = "activations",
        /// Logits and loss.
        Logits = "logits",
        /// Buffers of the cards' exchange.
        Communication = "communication",
        /// Context of the driver, workspaces of libraries, blocks the allocator keeps.
        Overhead = "overhead",
    }
}

/// The memory of one card.
#[derive(Clone, Debug, PartialEq)]
pub struct Memory {
    parts: [Range; Part::ALL.len()],
}

impl Default for Memory {
    fn default() -> Self {
        Self {
            parts: [Range::ZERO; Part::ALL.len()],
        }
    }
}

impl Memory {
    /// Adds to a part, GiB.
    pub fn add(&mut self, part: Part, gib: Range) {
        self.parts[part as usize] = self.parts[part as usize] + gib;
    }

    /// A part, GiB.
    pub fn part(&self, part: Part) -> Range {
        self.parts[part as usize]
    }

    /// The parts that are there, in the order of [`Part`].
    pub fn parts(&self) -> impl Iterator<Item = PartSize> {
        let all = Part::ALL.iter().map(|part| PartSize {
            name: *part,
            gib: self.part(*part),
        });
        all.filter(|size| size.gib.high > 0.0)
    }

    /// All parts together, GiB.
    pub fn total(&self) -> Range {
        self.parts.iter().copied().sum()
    }

    /// The larger of two moments that exclude each other. The parts are those of the moment that is larger by `mid`;
    /// what the other could exceed it by at its worst is added to `part`'s high end.
    pub fn peak(self, other: Self, part: Part) -> Self {
        let (mut larger, smaller) = if self.total().mid >= other.total().mid {
            (self, other)
        } else {
            (other, self)
        };
        let (top, rival) = (larger.total().high, smaller.total().high);
        if rival > top {
            larger.add(part, Range::new(0.0, 0.0, rival - top));
        }
        larger
    }
}

/// A part with its size.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartSize {
    /// Which part.
    pub name: Part,
    /// Its size, GiB.
    pub gib: Range,
}

impl Serialize for PartSize {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("PartSize", 4)?;
        object.serialize_field("name", &self.name)?;
        object.serialize_field("low_gib", &rounded(self.gib.low))?;
        object.serialize_field("mid_gib", &rounded(self.gib.mid))?;
        object.serialize_field("high_gib", &rounded(self.gib.high))?;
        object.end()
    }
}
