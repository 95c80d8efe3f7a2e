//! What the code of each family does without being told by the file.

/// Which layers look back a limited way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sliding {
    /// None.
    Never,
    /// Every layer, when the file names a window.
    All,
    /// Every second layer.
    EveryOther,
    /// All but every n-th, n = `sliding_window_pattern`.
    AllButEveryNth,
    /// Layers from `max_window_layers` on, when `use_sliding_window` says so.
    Switch,
}

/// Keys about experts.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExpertKeys {
    pub count: &'static str,
    /// Width of one expert.
    pub width: &'static str,
    /// True when a model of the family may have none.
    pub are_optional: bool,
}

/// A family.
#[derive(Debug)]
pub(super) struct Family {
    pub model_type: &'static str,
    pub architecture: &'static str,
    pub name: &'static str,
    /// Whether head and embeddings are one table when the file says nothing.
    pub is_tied: bool,
    pub sliding: Sliding,
    pub has_qk_norm: bool,
    /// Norms of a block.
    pub norms: u32,
    /// True when norms have a bias as well (LayerNorm).
    pub has_norm_bias: bool,
    /// Biases of queries, keys and values when the file says nothing.
    pub has_qkv_bias: bool,
    /// Biases of every other layer, and of the head (Phi-1 and 2).
    pub has_all_bias: bool,
    pub is_gated: bool,
    pub has_mla: bool,
    pub experts: Option<ExpertKeys>,
    /// Widths that files leave out, from the family's configuration class in transformers.
    pub defaults: &'static [(&'static str, u32)],
}

const PLAIN: Family = Family {
    model_type: "llama",
    architecture: "LlamaForCausalLM",
    name: "Llama",
    is_tied: false,
    sliding: Sliding::Never,
    has_qk_norm: false,
    norms: 2,
    has_norm_bias: false,
    has_qkv_bias: false,
    has_all_bias: false,
    is_gated: true,
    has_mla: false,
    experts: None,
    defaults: &[],
};

const DEEPSEEK_EXPERTS: Option<ExpertKeys> = Some(ExpertKeys {
    count: "n_routed_experts",
    width: "moe_intermediate_size",
    are_optional: true,
});

const GEMMA_3: Family = Family {
    model_type: "gemma3_text",
    architecture: "Gemma3ForCausalLM",
    name: "Gemma 3",
    is_tied: true,
    sliding: Sliding::AllButEveryNth,
    has_qk_norm: true,
    norms: 4,
    // The files of the 4B and larger say only what differs from these.
    defaults: &[
        ("vocab_size", 262_208),
        ("hidden_size", 2304),
        ("intermediate_size", 9216),
        ("num_hidden_layers", 26),
        ("num_attention_heads", 8),
        ("num_key_value_heads", 4),
        ("head_dim", 256),
        ("max_position_embeddings", 131_072),
        ("sliding_window", 4096),
    ],
    ..PLAIN
};

/// Every family that is read.
pub(super) const ALL: &[Family] = &[
    PLAIN,
    Family {
        model_type: "qwen2",
        architecture: "Qwen2ForCausalLM",
        name: "Qwen2",
        sliding: Sliding::Switch,
        has_qkv_bias: true,
        ..PLAIN
    },
    Family {
        model_type: "qwen3",
        architecture: "Qwen3ForCausalLM",
        name: "Qwen3",
        sliding: Sliding::Switch,
        has_qk_norm: true,
        defaults: &[("head_dim", 128)],
        ..PLAIN
    },
    Family {
        model_type: "qwen3_moe",
        architecture: "Qwen3MoeForCausalLM",
        name: "Qwen3",
        sliding: Sliding::Switch,
        has_qk_norm: true,
        experts: Some(ExpertKeys {
            count: "num_experts",
            width: "moe_intermediate_size",
            are_optional: false,
        }),
        defaults: &[("head_dim", 128)],
        ..PLAIN
    },
    Family {
        model_type: "mistral",
        architecture: "MistralForCausalLM",
        name: "Mistral",
        sliding: Sliding::All,
        ..PLAIN
    },
    Family {
        model_type: "mixtral",
        architecture: "MixtralForCausalLM",
        name: "Mixtral",
        sliding: Sliding::All,
        experts: Some(ExpertKeys {
            count: "num_local_experts",
            width: "intermediate_size",
            are_optional: false,
        }),
        ..PLAIN
    },
    Family {
        model_type: "gemma2",
        architecture: "Gemma2ForCausalLM",
        name: "Gemma 2",
        is_tied: true,
        sliding: Sliding::EveryOther,
        norms: 4,
        defaults: &[("head_dim", 256), ("sliding_window", 4096)],
        ..PLAIN
    },
    GEMMA_3,
    Family {
        model_type: "gemma3",
        architecture: "Gemma3ForConditionalGeneration",
        ..GEMMA_3
    },
    Family {
        model_type: "phi3",
        architecture: "Phi3ForCausalLM",
        name: "Phi",
        sliding: Sliding::All,
        ..PLAIN
    },
    Family {
        model_type: "phi",
        architecture: "PhiForCausalLM",
        name: "Phi",
        norms: 1,
        has_norm_bias: true,
        has_qkv_bias: true,
        has_all_bias: true,
        is_gated: false,
        ..PLAIN
    },
    Family {
        model_type: "deepseek_v2",
        architecture: "DeepseekV2ForCausalLM",
        name: "DeepSeek V2",
        has_mla: true,
        experts: DEEPSEEK_EXPERTS,
        ..PLAIN
    },
    Family {
        model_type: "deepseek_v3",
        architecture: "DeepseekV3ForCausalLM",
        name: "DeepSeek V3",
        has_mla: true,
        experts: DEEPSEEK_EXPERTS,
        ..PLAIN
    },
];
