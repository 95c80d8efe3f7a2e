//! The shape of a language model: all that memory and time depend on.
use super::SizingError;
use super::table::Row;

/// Multi-head latent attention (DeepSeek-V2 and V3): the cache holds one compressed vector a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mla {
    /// Width of the compressed vector.
    pub kv_lora_rank: u32,
    /// Width of the part with positions, shared by all heads.
    pub qk_rope_head_dim: u32,
    /// Width of a key's part without positions.
    pub qk_nope_head_dim: u32,
    /// Width of a value.
    pub v_head_dim: u32,
    /// Width of the compressed query; 0 = not compressed.
    pub q_lora_rank: u32,
}

/// A language model. Widths are in values, counts in parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Model {
    /// Stable name, such as `llama-3.1-8b`; `custom` for a shape that was typed.
    pub id: String,
    /// Family, such as `Llama 3.1`.
    pub family: String,
    /// Its repository on Hugging Face; empty when unknown.
    pub hf_repo: String,
    /// Blocks.
    pub layers: u32,
    /// Width of the stream between blocks.
    pub hidden: u32,
    /// Query heads.
    pub heads: u32,
    /// Key and value heads.
    pub kv_heads: u32,
    /// Width of a head.
    pub head_dim: u32,
    /// Width of the MLP; of one expert where there are experts.
    pub intermediate: u32,
    /// Experts of a block; 0 = none.
    pub experts: u32,
    /// Experts that a token passes through, shared ones included; 0 = none.
    pub experts_active: u32,
    /// Vocabulary.
    pub vocab: u32,
    /// True when the head uses the embedding table.
    pub is_tied: bool,
    /// Longest context, tokens.
    pub context: Option<u32>,
    /// Tokens that a sliding layer looks back on.
    pub sliding_window: Option<u32>,
    /// Blocks with a sliding window.
    pub sliding_layers: u32,
    /// All parameters: what has to lie in memory.
    pub params: u64,
    /// Parameters that a token passes through: what speed depends on.
    pub params_active: u64,
    /// Parameters in the linear layers of the blocks.
    pub params_linear: u64,
    /// Parameters of embeddings and head.
    pub params_embed: u64,
    /// Compressed attention, if any.
    pub mla: Option<Mla>,
    /// True when queries and keys are normalised.
    pub has_qk_norm: bool,
    /// Norms of a block: 2, or 4 (Gemma 2 and 3).
    pub norms: u32,
    /// True when logits are squeezed by a tanh (Gemma 2).
    pub has_softcap: bool,
    /// Addresses or words on where the shape is from.
    pub source: String,
    /// Remarks.
    pub note: String,
}

impl Model {
    /// From a row that is stored: names of columns as in `models.csv`, and what they hold as text. Errors: as of a file.
    pub fn of_columns(columns: Vec<(&str, String)>) -> Result<Self, SizingError> {
        let (header, cells): (Vec<String>, Vec<String>) = columns
            .into_iter()
            .map(|(column, text)| (column.to_owned(), text))
            .unzip();
        Self::from_row(&Row::stored(&header, &cells))
    }

    /// From a row of `models.csv`. Errors: a number that is missing or none.
    pub(super) fn from_row(row: &Row<'_>) -> Result<Self, SizingError> {
        let width = |column: &str| {
            let value = row.needed(column)?;
            u32::try_from(value)
                .map_err(|_| SizingError::range(column, format!("`{value}` is too large")))
        };
        let family = row.text("family").to_owned();
        let traits = Traits::of_family(&family);
        let model = Self {
            id: row.text("id").to_owned(),
            hf_repo: row.text("hf_repo").to_owned(),
            layers: width("layers")?,
            hidden: width("hidden")?,
            heads: width("heads")?,
            kv_heads: width("kv_heads")?,
            head_dim: width("head_dim")?,
            intermediate: width("intermediate")?,
            experts: width("experts")?,
            experts_active: width("experts_active")?,
            vocab: width("vocab")?,
            is_tied: width("tied_embeddings")? == 1,
            context: row.whole("context")?.and_then(|v| u32::try_from(v).ok()),
            sliding_window: row
                .whole("sliding_window")?
                .and_then(|v| u32::try_from(v).ok()),
            sliding_layers: width("sliding_layers")?,
            params: row.needed("params")?,
            params_active: row.needed("params_active")?,
            params_linear: row.needed("params_linear")?,
            params_embed: row.needed("params_embed")?,
            mla: None,
            has_qk_norm: traits.has_qk_norm,
            norms: traits.norms,
            has_softcap: traits.has_softcap,
            source: row.text("source").to_owned(),
            note: row.text("note").to_owned(),
            family,
        };
        Ok(model)
    }

    /// Width of all query heads together.
    pub fn query_width(&self) -> f64 {
        f64::from(self.heads) * f64::from(self.head_dim)
    }

    /// Width of all key heads together.
    pub fn kv_width(&self) -> f64 {
        f64::from(self.kv_heads) * f64::from(self.head_dim)
    }

    /// Width of the MLP that one token passes through: of all its experts.
    pub fn mlp_width(&self) -> f64 {
        f64::from(self.intermediate) * f64::from(self.experts_active.max(1))
    }

    /// True when the MLP has a gate (three matrices instead of two), judged by its parameters.
    pub fn is_gated(&self) -> bool {
        if self.mla.is_some() || self.experts > 0 {
            return true;
        }
        let (h, layers) = (f64::from(self.hidden), f64::from(self.layers));
        let attention = 2.0 * h * (self.query_width() + self.kv_width());
        let mlp = self.params_linear as f64 / layers - attention;
        mlp / (h * f64::from(self.intermediate)) > 2.5
    }

    /// Layers whose cache grows with the whole context.
    pub fn global_layers(&self) -> u32 {
        match self.sliding_window {
            Some(_) => self.layers.saturating_sub(self.sliding_layers),
            None => self.layers,
        }
    }

    /// Parameters of the table that a token is looked up in, which a step does not read; 0 when the head uses it.
    pub fn params_looked_up(&self) -> f64 {
        if self.is_tied {
            0.0
        } else {
            f64::from(self.vocab) * f64::from(self.hidden)
        }
    }

    /// Parameters of the head.
    pub fn params_head(&self) -> f64 {
        f64::from(self.vocab) * f64::from(self.hidden)
    }
}

/// What a family does beside the plain Llama block; costs activations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Traits {
    pub has_qk_norm: bool,
    pub norms: u32,
    pub has_softcap: bool,
}

impl Traits {
    pub(super) const PLAIN: Self = Self {
        has_qk_norm: false,
        norms: 2,
        has_softcap: false,
    };

    pub(super) fn of_family(family: &str) -> Self {
        Self {
            has_qk_norm: matches!(family, "Qwen3" | "Gemma 3"),
            norms: if matches!(family, "Gemma 2" | "Gemma 3") {
                4
            } else {
                2
            },
            has_softcap: family == "Gemma 2",
        }
    }
}
