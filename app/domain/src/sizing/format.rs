//! How many bytes a parameter or a cached value takes in each format.
use super::words::words;

words! {
    /// How weights are stored.
    Weights {
        /// 32-bit floats.
        Fp32 = "fp32",
        /// 16-bit brain floats.
        Bf16 = "bf16",
        /// 16-bit floats.
        Fp16 = "fp16",
        /// 8-bit floats.
        Fp8 = "fp8",
        /// 8-bit integers.
        Int8 = "int8",
        /// 4-bit normal floats, blocks of 64.
        Nf4 = "nf4",
        /// The same with quantised scales.
        Nf4Dq = "nf4-dq",
        /// GPTQ, 4 bits, groups of 128.
        GptqInt4 = "gptq-int4",
        /// GPTQ, 8 bits.
        GptqInt8 = "gptq-int8",
        /// AWQ, 4 bits, groups of 128.
        AwqInt4 = "awq-int4",
        /// GGUF, 4 bits, the old kind.
        Q4_0 = "q4_0",
        /// GGUF, mixed 4 bits.
        Q4KM = "q4_k_m",
        /// GGUF, mixed 5 bits.
        Q5KM = "q5_k_m",
        /// GGUF, 6 bits.
        Q6K = "q6_k",
        /// GGUF, 8 bits.
        Q8_0 = "q8_0",
    }
}

impl Weights {
    /// Bytes of one parameter in a linear layer, scales included.
    ///
    /// NF4: half a byte and a 4-byte scale for 64 values; with double quantisation a 1-byte scale and a 4-byte scale
    /// for 256 of them (QLoRA, arXiv 2305.14314). GPTQ and AWQ: half a byte and 4.5 bytes for a group of 128, and
    /// 1.04 for 8 bits, from the steps of Qwen2.5's table of 1-token rows (5 sizes). GGUF: bits of a whole file
    /// divided by its parameters (llama.cpp, 8B and 70B).
    pub const fn bytes(self) -> f64 {
        match self {
            Self::Fp32 => 4.0,
            Self::Bf16 | Self::Fp16 => 2.0,
            Self::Fp8 | Self::Int8 => 1.0,
            Self::Nf4 => 0.5 + 4.0 / 64.0,
            Self::Nf4Dq => 0.5 + 1.0 / 64.0 + 4.0 / (64.0 * 256.0),
            Self::GptqInt4 | Self::AwqInt4 => 0.5 + 4.5 / 128.0,
            Self::GptqInt8 => 1.04,
            Self::Q4_0 => 4.5 / 8.0,
            Self::Q4KM => 4.85 / 8.0,
            Self::Q5KM => 5.69 / 8.0,
            Self::Q6K => 6.56 / 8.0,
            Self::Q8_0 => 8.5 / 8.0,
        }
    }

    /// True for GGUF, which quantises embeddings and head too.
    pub const fn is_gguf(self) -> bool {
        matches!(
            self,
            Self::Q4_0 | Self::Q4KM | Self::Q5KM | Self::Q6K | Self::Q8_0
        )
    }

    /// True when linear layers hold less than 16 bits a parameter.
    pub const fn is_quantised(self) -> bool {
        !matches!(self, Self::Fp32 | Self::Bf16 | Self::Fp16)
    }

    /// True when PEFT raises embeddings, head and norms to fp32 before training on it: bitsandbytes formats, not
    /// GPTQ or AWQ (`prepare_model_for_kbit_training`).
    pub const fn is_bitsandbytes(self) -> bool {
        matches!(self, Self::Int8 | Self::Nf4 | Self::Nf4Dq)
    }

    /// Bytes of one parameter of embeddings and head.
    pub const fn embedding_bytes(self) -> f64 {
        match self {
            Self::Fp32 => 4.0,
            gguf if gguf.is_gguf() => gguf.bytes(),
            _ => 2.0,
        }
    }

    /// 16, 8 or 4: runs are compared within such a class.
    pub const fn class(self) -> u8 {
        match self {
            Self::Fp32 => 32,
            Self::Bf16 | Self::Fp16 => 16,
            Self::Fp8 | Self::Int8 | Self::GptqInt8 | Self::Q8_0 | Self::Q6K => 8,
            _ => 4,
        }
    }
}

words! {
    /// How keys and values are stored.
    KvFormat {
        /// 16 bits.
        Bf16 = "bf16",
        /// 8-bit floats.
        Fp8 = "fp8",
        /// 8-bit integers.
        Int8 = "int8",
        /// 4-bit integers.
        Int4 = "int4",
    }
}

impl KvFormat {
    /// Bytes of one value. Integer formats carry a 4-byte scale and zero for 64 values, as weights of that kind do.
    pub const fn bytes(self) -> f64 {
        match self {
            Self::Bf16 => 2.0,
            Self::Fp8 => 1.0,
            Self::Int8 => 1.0 + 4.0 / 64.0,
            Self::Int4 => 0.5 + 4.0 / 64.0,
        }
    }
}
