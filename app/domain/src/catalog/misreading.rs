//! Figures that popular articles give for a card and that are something else, each with the right one and its source.
use super::kinds::words;
use serde::Deserialize;

words! {
    /// What is mixed up.
    Misread {
        /// The rate outside the tensor cores, given as FP16.
        ShaderRate = "shader_rate",
        /// The tensor rate that adds in FP16, given for training.
        Fp16Accumulate = "fp16_accumulate",
        /// The rate with 2:4 sparsity.
        Sparse = "sparse",
        /// The figure of another form of the same chip.
        OtherForm = "other_form",
        /// A figure that holds for one form only, of an entry that states none.
        FormDecides = "form_decides",
        /// Memory bandwidth, given as a link between cards.
        BandwidthAsLink = "bandwidth_as_link",
        /// A link that the card has and an article denies.
        HasLink = "has_link",
        /// A link that the card does not have.
        NoLink = "no_link",
        /// A link that a single rented card does not have.
        LinkNeedsPair = "link_needs_pair",
        /// Another kind of memory.
        MemoryType = "memory_type",
        /// A build of PyTorch that has no code for the card.
        OldWheel = "old_wheel",
    }
}

/// One figure that is often read wrongly.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Misreading {
    /// The card's slug.
    pub gpu: String,
    /// What is mixed up.
    pub what: Misread,
    /// The figure in circulation, with its unit; empty where the error is an omission.
    pub claim: String,
    /// The right one, with its unit.
    pub right: String,
    /// Who says so, such as `seed:004`; empty where it is said in many places.
    pub claimed_in: String,
    /// Where the right figure was read; several addresses are separated by `;`.
    pub source_url: String,
}
