//! Which layers get adapters, and how many parameters those have.
use super::SizingError;
use super::error::short;
use super::model::Model;

/// Layers with adapters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Targets {
    bits: u16,
}

const Q: u16 = 1;
const K: u16 = 2;
const V: u16 = 4;
const O: u16 = 8;
const GATE: u16 = 16;
const UP: u16 = 32;
const DOWN: u16 = 64;
const QKV: u16 = 128;
const GATE_UP: u16 = 256;

/// Words for layers. The short ones and Qwen 1's and GLM's names stand in published runs.
const NAMES: &[(&str, u16)] = &[
    ("q_proj", Q),
    ("k_proj", K),
    ("v_proj", V),
    ("o_proj", O),
    ("gate_proj", GATE),
    ("up_proj", UP),
    ("down_proj", DOWN),
    ("qkv_proj", QKV),
    ("gate_up_proj", GATE_UP),
    ("q", Q),
    ("k", K),
    ("v", V),
    ("o", O),
    ("gate", GATE),
    ("up", UP),
    ("down", DOWN),
    ("qkv", QKV),
    ("c_attn", QKV),
    ("query_key_value", QKV),
    ("c_proj", O | DOWN),
    ("w1", UP),
    ("w2", GATE),
    ("dense", O),
    ("fc1", UP),
    ("fc2", DOWN),
    ("all-linear", Q | K | V | O | GATE | UP | DOWN),
    ("all", Q | K | V | O | GATE | UP | DOWN),
];

impl Targets {
    /// Every linear layer of the blocks.
    pub const ALL: Self = Self {
        bits: Q | K | V | O | GATE | UP | DOWN,
    };

    /// From `all-linear` or names joined by `+` or `,`. Errors: a name that nobody knows.
    pub fn read(text: &str) -> Result<Self, SizingError> {
        let mut bits = 0;
        for name in text.split(['+', ',']).map(str::trim) {
            let known = NAMES.iter().find(|(word, _)| *word == name);
            let Some((_, bit)) = known else {
                let message = format!(
                    "`{}` is none of all-linear, q_proj, k_proj, v_proj, o_proj, gate_proj, up_proj, down_proj, \
                     qkv_proj, gate_up_proj (joined by +)",
                    short(name)
                );
                return Err(SizingError::bad("lora_targets", message));
            };
            bits |= bit;
        }
        Ok(Self { bits })
    }

    /// The words, joined by `+`.
    pub fn word(self) -> String {
        if self == Self::ALL {
            return "all-linear".to_owned();
        }
        let names = NAMES[..9].iter().filter(|(_, bit)| self.bits & bit != 0);
        names.map(|(name, _)| *name).collect::<Vec<_>>().join("+")
    }

    /// True when the MLP's last layer has an adapter, which then keeps its input.
    pub const fn has_down(self) -> bool {
        self.bits & DOWN != 0
    }

    /// True when layers of the MLP have adapters.
    pub const fn has_mlp(self) -> bool {
        self.bits & (GATE | UP | DOWN | GATE_UP) != 0
    }

    /// Adapter parameters of `model` at `rank`: `rank · (in + out)` for each layer, in every expert.
    ///
    /// Llama-2-7B at rank 8 on q and v has 4,194,304, as litgpt prints.
    pub fn params(self, model: &Model, rank: u32) -> f64 {
        let h = f64::from(model.hidden);
        let (q, kv) = (model.query_width(), model.kv_width());
        let i = f64::from(model.intermediate);
        let experts = f64::from(model.experts.max(1));
        let gate = if model.is_gated() { h + i } else { 0.0 };
        let sizes = [
            (Q, h + q),
            (K, h + kv),
            (V, h + kv),
            (O, q + h),
            (GATE, gate * experts),
            (UP, (h + i) * experts),
            (DOWN, (i + h) * experts),
            (QKV, h + q + 2.0 * kv),
            (GATE_UP, (h + 2.0 * i) * experts),
        ];
        let chosen = sizes.iter().filter(|(bit, _)| self.bits & bit != 0);
        let sum: f64 = chosen.map(|(_, size)| size).sum();
        f64::from(rank) * f64::from(model.layers) * sum
    }
}
