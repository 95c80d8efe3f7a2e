//! What a figure rests on: who states it, where and when it was read.
use super::{Figure, Subject, read};
use crate::catalog::{CatalogSnapshot, Fact, FactKey, Observed};

/// One statement behind a figure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Basis<'a> {
    /// Who states it.
    pub kind: BasisKind,
    /// When it was read; `None` where nobody kept the day, as with data sheets.
    pub observed: Option<Observed>,
    /// Its addresses; what has none is a word such as `seed:004`.
    pub sources: Vec<&'a str>,
    /// False when it stands in one of `sources` and nobody kept in which.
    pub is_exact: bool,
}

/// Who states a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BasisKind {
    /// The page that the offer's price was read on.
    Offer,
    /// A data sheet of the card.
    Card,
    /// The platform's rules.
    Rule(FactKey),
    /// A rule of this offer alone.
    OwnRule(FactKey),
}

impl BasisKind {
    /// The word in documents.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Offer => "offer",
            Self::Card => "card",
            Self::Rule(_) => "platform",
            Self::OwnRule(_) => "offer_rule",
        }
    }
}

/// A fact as a basis.
pub fn of_fact(fact: &Fact, kind: BasisKind) -> Basis<'_> {
    let has_exact = fact.sources.iter().any(|source| source.exact);
    let sources = fact.sources.iter();
    Basis {
        kind,
        observed: fact.observed,
        sources: sources
            .filter(|source| source.exact || !has_exact)
            .map(|source| source.url.as_str())
            .collect(),
        is_exact: has_exact || fact.sources.len() == 1,
    }
}

/// What `figure` of a column rests on; several where it is worked out from several. Empty for what we count ourselves.
pub fn bases<'a>(
    snapshot: &'a CatalogSnapshot,
    column: Subject<'a>,
    figure: Figure,
) -> Vec<Basis<'a>> {
    let card = || {
        let gpu = snapshot.gpus.get(column.offer?.gpu)?;
        let sources: Vec<&str> = gpu.sources().collect();
        Some(Basis {
            kind: BasisKind::Card,
            observed: None,
            is_exact: sources.len() == 1,
            sources,
        })
    };
    let offer = || {
        let offer = column.offer?;
        Some(Basis {
            kind: BasisKind::Offer,
            observed: Some(offer.observed),
            sources: vec![offer.source_url.as_str()],
            is_exact: true,
        })
    };
    let both = || offer().into_iter().chain(card()).collect();
    match figure {
        Figure::Offers => Vec::new(),
        Figure::Vram | Figure::Bandwidth | Figure::Tflops => card().into_iter().collect(),
        Figure::TotalVram
        | Figure::PricePerVramGb
        | Figure::PricePerTflops
        | Figure::PricePerBandwidth => both(),
        _ => match read::fact_key(figure) {
            None => offer().into_iter().collect(),
            Some(key) => rule(column, figure, key)
                .or_else(offer)
                .into_iter()
                .collect(),
        },
    }
}

/// The fact that the figure was taken from; `None` when the offer's own columns state it.
fn rule<'a>(column: Subject<'a>, figure: Figure, key: FactKey) -> Option<Basis<'a>> {
    if let Some(offer) = column.offer {
        let own_column = match figure {
            Figure::Network => offer.network_mbps.is_some(),
            Figure::Exclusivity => offer.exclusivity.is_some() || offer.gpu_fraction.is_some(),
            _ => false,
        };
        if own_column {
            return None;
        }
        if let Some(fact) = offer.overrides.get(key) {
            return Some(of_fact(fact, BasisKind::OwnRule(key)));
        }
    }
    let fact = column.platform.facts.get(key)?;
    Some(of_fact(fact, BasisKind::Rule(key)))
}

/// Whether the figure is worked out from compute that nobody quotes: our estimate, to be marked as one.
pub fn is_estimated(snapshot: &CatalogSnapshot, column: Subject<'_>, figure: Figure) -> bool {
    let of_compute = matches!(figure, Figure::Tflops | Figure::PricePerTflops);
    let gpu = column.offer.and_then(|offer| snapshot.gpus.get(offer.gpu));
    of_compute
        && gpu
            .and_then(|gpu| gpu.dense_tflops())
            .is_some_and(|(_, is_derived)| is_derived)
}
