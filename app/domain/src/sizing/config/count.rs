//! Counts parameters from widths.
use super::families::Family;
use crate::sizing::model::Mla;

/// Experts of the blocks that have them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Experts {
    pub count: u32,
    /// Chosen for each token.
    pub active: u32,
    /// Passed by every token.
    pub shared: u32,
    pub width: u32,
    /// Blocks that have experts; the others are dense.
    pub layers: u32,
    /// True when each expert has a value that balances them.
    pub has_bias: bool,
}

/// Widths of a whole model.
pub(super) struct Blocks {
    pub layers: u32,
    pub hidden: u32,
    pub heads: u32,
    pub kv_heads: u32,
    pub head_dim: u32,
    pub intermediate: u32,
    pub vocab: u32,
    pub is_tied: bool,
    pub mla: Option<Mla>,
    pub experts: Option<Experts>,
    pub has_qkv_bias: bool,
    pub family: &'static Family,
}

/// Parameters.
pub(super) struct Counted {
    pub all: u64,
    pub active: u64,
    /// In the matrices of the blocks.
    pub linear: u64,
    /// In embeddings and head.
    pub embed: u64,
}

impl Blocks {
    /// Counts. Everything that is a matrix of a block is linear; norms and biases are not.
    pub fn count(&self) -> Counted {
        let (h, v) = (u64::from(self.hidden), u64::from(self.vocab));
        let layers = u64::from(self.layers);
        let embed = h * v * if self.is_tied { 1 } else { 2 };
        let mut linear = layers * self.attention();
        let mut idle = 0;
        let mut small = layers * self.small_of_block() + self.norm();
        let matrices = if self.family.is_gated { 3 } else { 2 };
        let dense = matrices * h * u64::from(self.intermediate);
        match self.experts {
            None => linear += layers * dense,
            Some(experts) => {
                let sparse = u64::from(experts.layers);
                let one = 3 * h * u64::from(experts.width);
                let (count, shared) = (u64::from(experts.count), u64::from(experts.shared));
                let router = h * count;
                linear += (layers - sparse) * dense + sparse * ((count + shared) * one + router);
                idle = sparse * (count - u64::from(experts.active)) * one;
                small += if experts.has_bias { sparse * count } else { 0 };
            }
        }
        if self.family.has_all_bias {
            small += v;
        }
        let all = linear + small + embed;
        Counted {
            all,
            active: all - idle,
            linear,
            embed,
        }
    }

    /// Matrices of one block's attention.
    fn attention(&self) -> u64 {
        let h = u64::from(self.hidden);
        let heads = u64::from(self.heads);
        let Some(mla) = self.mla else {
            let (query, kv) = (
                heads * u64::from(self.head_dim),
                u64::from(self.kv_heads) * u64::from(self.head_dim),
            );
            return 2 * h * query + 2 * h * kv;
        };
        let (nope, rope, value) = (
            u64::from(mla.qk_nope_head_dim),
            u64::from(mla.qk_rope_head_dim),
            u64::from(mla.v_head_dim),
        );
        let (kv_rank, q_rank) = (u64::from(mla.kv_lora_rank), u64::from(mla.q_lora_rank));
        let query = if q_rank == 0 {
            h * heads * (nope + rope)
        } else {
            h * q_rank + q_rank * heads * (nope + rope)
        };
        query + h * (kv_rank + rope) + kv_rank * heads * (nope + value) + heads * value * h
    }

    /// Norms and biases of one block.
    fn small_of_block(&self) -> u64 {
        let (h, width) = (u64::from(self.hidden), u64::from(self.head_dim));
        let (query, kv) = (
            u64::from(self.heads) * width,
            u64::from(self.kv_heads) * width,
        );
        let mut small = u64::from(self.family.norms) * self.norm();
        if let Some(mla) = self.mla {
            small += u64::from(mla.kv_lora_rank) + u64::from(mla.q_lora_rank);
        } else if self.has_qkv_bias {
            small += query + 2 * kv;
        }
        if self.family.has_qk_norm {
            small += 2 * width;
        }
        if self.family.has_all_bias {
            small += h + u64::from(self.intermediate) + h;
        }
        small
    }

    fn norm(&self) -> u64 {
        u64::from(self.hidden) * if self.family.has_norm_bias { 2 } else { 1 }
    }
}
