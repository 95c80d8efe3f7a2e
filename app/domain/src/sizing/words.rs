//! The words of a sizing document.

/// An enum whose variants are words of a document.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($(#[$vdoc:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum $name { $($(#[$vdoc])* $variant),+ }

        impl $name {
            /// Every variant, in the order of the documents.
            pub const ALL: &'static [Self] = &[$(Self::$variant),+];

            /// The word in documents and addresses.
            pub const fn word(self) -> &'static str {
                match self { $(Self::$variant => $word),+ }
            }

            /// From its word; none for any other text.
            pub fn from_word(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.word() == text)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.word())
            }
        }
    };
}
pub(super) use words;

words! {
    /// What is to be done with a model.
    Task {
        /// Text generation.
        Inference = "inference",
        /// Training of every parameter.
        Full = "full",
        /// Training of adapters on a 16-bit model.
        Lora = "lora",
        /// Training of adapters on a quantised model.
        Qlora = "qlora",
        /// Making images or video.
        DiffusionInference = "diffusion_inference",
        /// Training of adapters on a diffusion model.
        DiffusionLora = "diffusion_lora",
    }
}

impl Task {
    /// True for images and video.
    pub const fn is_diffusion(self) -> bool {
        matches!(self, Self::DiffusionInference | Self::DiffusionLora)
    }

    /// True when a language model is trained.
    pub const fn is_llm_training(self) -> bool {
        matches!(self, Self::Full | Self::Lora | Self::Qlora)
    }

    /// True when adapters are trained.
    pub const fn has_adapters(self) -> bool {
        matches!(self, Self::Lora | Self::Qlora | Self::DiffusionLora)
    }
}

words! {
    /// What runs the model.
    Engine {
        /// Hugging Face transformers, with PEFT for adapters.
        Transformers = "transformers",
        /// vLLM.
        Vllm = "vllm",
        /// llama.cpp.
        LlamaCpp = "llama.cpp",
        /// SGLang.
        Sglang = "sglang",
        /// ComfyUI.
        Comfyui = "comfyui",
        /// Hugging Face diffusers.
        Diffusers = "diffusers",
    }
}

impl Engine {
    /// True for servers that set memory aside for a paged cache and compute prompts in chunks.
    pub const fn is_server(self) -> bool {
        matches!(self, Self::Vllm | Self::Sglang)
    }
}

words! {
    /// How attention is computed.
    Attention {
        /// The framework's fused kernel.
        Sdpa = "sdpa",
        /// FlashAttention.
        Flash = "flash",
        /// Matrix products with the scores kept.
        Eager = "eager",
    }
}

words! {
    /// How several cards share the work.
    Strategy {
        /// One card.
        None = "none",
        /// Each card a whole copy.
        Ddp = "ddp",
        /// Optimizer states divided.
        Zero1 = "zero1",
        /// Gradients too.
        Zero2 = "zero2",
        /// Weights too.
        Zero3 = "zero3",
        /// PyTorch's fully sharded data parallel; as `zero3`.
        Fsdp = "fsdp",
        /// Each layer divided.
        Tp = "tp",
        /// Each card some layers.
        Pp = "pp",
    }
}

impl Strategy {
    /// True when every card works on its own batch.
    pub const fn is_data_parallel(self) -> bool {
        matches!(
            self,
            Self::Ddp | Self::Zero1 | Self::Zero2 | Self::Zero3 | Self::Fsdp
        )
    }

    /// True when weights are gathered layer by layer.
    pub const fn shards_weights(self) -> bool {
        matches!(self, Self::Zero3 | Self::Fsdp)
    }
}

words! {
    /// Which memory is meant.
    Metric {
        /// Tensors in the framework's allocator.
        Allocated = "allocated",
        /// The process as the card's driver sees it: with context and cached blocks.
        Process = "process",
    }
}

words! {
    /// How the loss is computed.
    Loss {
        /// All logits at once.
        Full = "full",
        /// In chunks.
        Chunked = "chunked",
        /// Inside a kernel (Liger, Unsloth).
        Fused = "fused",
    }
}

words! {
    /// Which optimizer.
    Optimizer {
        /// PyTorch's AdamW.
        AdamwTorch = "adamw_torch",
        /// AdamW with 8-bit states.
        Adamw8bit = "adamw_8bit",
        /// The same with states that may leave the card.
        PagedAdamw8bit = "paged_adamw_8bit",
        /// The same stepping inside backward, so that gradients never live together (torchtune on one card).
        PagedAdamw8bitInBackward = "paged_adamw_8bit_in_backward",
        /// Without momentum.
        Sgd = "sgd",
    }
}

words! {
    /// In which precision parameters are trained.
    Precision {
        /// Weights, gradients and states in 16 bits.
        Bf16 = "bf16",
        /// Weights, gradients and states in 32 bits, computed in 16.
        MixedBf16 = "mixed_bf16",
    }
}

words! {
    /// How a picture is decoded.
    Vae {
        /// All images at once.
        Plain = "plain",
        /// One image at a time.
        Slicing = "slicing",
        /// One tile at a time.
        Tiling = "tiling",
    }
}

words! {
    /// Which parts of a diffusion model are on the card.
    Resident {
        /// All.
        All = "all",
        /// Not the text encoders.
        TransformerVae = "transformer+vae",
        /// Neither text encoders nor decoder.
        Transformer = "transformer",
    }
}
