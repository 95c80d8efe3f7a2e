//! The answer to a request, as documents write it.
use super::config::ConfigNote;
use super::inverse::MaxContext;
use super::job::Assumption;
use super::nearest::Neighbour;
use super::parts::{Part, PartSize};
use super::remedy::Remedy;
use super::units::{GIB, Range, rounded};
use super::verdict::Verdict;
use serde::Serialize;
use serde::ser::{SerializeStruct, Serializer};

/// Seconds as a range.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seconds(pub Range);

impl Serialize for Seconds {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("Seconds", 3)?;
        object.serialize_field("low_s", &rounded(self.0.low))?;
        object.serialize_field("mid_s", &rounded(self.0.mid))?;
        object.serialize_field("high_s", &rounded(self.0.high))?;
        object.end()
    }
}

/// What a job does on one kind of card.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct CardAnswer {
    /// Slug of the card.
    pub gpu: String,
    /// Whether the process fits.
    pub verdict: Verdict,
    /// Memory left beside the estimate of the process, GiB; below 0 when it lacks. Null = the card's memory is unknown.
    pub headroom_gib: Option<f64>,
    /// What a server sets aside whatever the job needs, GiB.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reserves_gib: Option<f64>,
    /// What to change when it does not fit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Remedy>,
    /// The whole training; absent without its tokens or the card's rate.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Seconds>,
    /// Seconds until the first token.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prefill: Option<Seconds>,
    /// Tokens a second, all sequences together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub decode_tokens_per_s: Option<Range>,
    /// Tokens a second of training.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub train_tokens_per_s: Option<Range>,
    /// Longest context on this card; only for cards that were named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_context: Option<MaxContext>,
    /// Largest batch on this card; only for cards that were named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_batch: Option<u32>,
}

impl Estimate {
    /// What is fetched and loaded, GB of 10^9 bytes; for pictures what their parts weigh.
    pub fn fetched_gb(&self) -> f64 {
        let stored = [
            Part::Weights,
            Part::TextEncoders,
            Part::VaeWeights,
            Part::Controlnets,
        ];
        self.download_gb.unwrap_or_else(|| {
            let parts = self.parts.iter().filter(|p| stored.contains(&p.name));
            parts.map(|p| p.gib.mid).sum::<f64>() * GIB / 1e9
        })
    }
}

/// The answer to a request. Amounts are of one card.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimate {
    /// Stable name of the model; `custom` for a shape.
    pub model: String,
    /// Unlikely to be less, GiB.
    pub low_gib: f64,
    /// The estimate, GiB.
    pub mid_gib: f64,
    /// Unlikely to be more, GiB.
    pub high_gib: f64,
    /// Parts of the moment with the peak; they sum to the three figures.
    pub parts: Vec<PartSize>,
    /// What was not given, and the value it took.
    pub assumptions: Vec<Assumption>,
    /// Fields of a `config.json` that nobody here knows.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unknown_config_fields: Vec<String>,
    /// What a `config.json` has beside the model that is sized.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub config_notes: Vec<ConfigNote>,
    /// The nearest measured run; null = none is near.
    pub nearest_measured: Option<Neighbour>,
    /// Longest context on the smallest of the named cards, tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_context: Option<u32>,
    /// Largest batch on the smallest of the named cards.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_batch: Option<u32>,
    /// The judged card with the least memory on which even the high end fits.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smallest_card: Option<String>,
    /// What has to be downloaded and loaded, GB (10^9 bytes).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub download_gb: Option<f64>,
    /// Cards in the order of the request, or all by memory.
    pub cards: Vec<CardAnswer>,
}
