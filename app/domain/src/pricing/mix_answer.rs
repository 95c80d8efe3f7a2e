//! The best mix as the answer to a document.
use super::gaps::{Gap, NoGpuWork};
use super::mix::{MixRules, Pass, mix_plan};
use super::plan::Plan;
use super::rates::GapChoice;
use super::usage::Usage;
use super::{MixPlan, PricingError};
use serde::Serialize;

/// The best mix. Amounts are exact compute costs with 6 decimals, before storage, transfer, discount and tax; where
/// gaps were chosen they hold storage and a stopped machine too.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Mix {
    /// Cost of the mix.
    pub optimal_cost: String,
    /// Day and name of each pass to buy; all other days are metered.
    pub purchases: Vec<(u32, String)>,
    /// Cost without any pass, every gap a stop.
    pub all_metered_cost: String,
    /// What the mix saves.
    pub saving: String,
    /// First second, second after the last, and choice of every gap in metered time; none unless asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub gaps: Option<Vec<(u64, u64, GapChoice)>>,
    /// The same of painted work without a GPU.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub no_gpu: Option<Vec<(u64, u64, GapChoice)>>,
}

/// What a document asks for the gaps of its week.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum MixGaps {
    /// Every gap is a stop.
    #[default]
    Stop,
    /// The cheapest of the three choices; painted work without a GPU is done on the machine.
    Choose,
    /// The same; painted work without a GPU may be done elsewhere.
    ChooseAnywhere,
}

impl MixGaps {
    pub(super) const WORDS: &'static [(&'static str, Self)] = &[
        ("stop", Self::Stop),
        ("choose", Self::Choose),
        ("choose_anywhere", Self::ChooseAnywhere),
    ];

    const fn rules(self) -> MixRules {
        match self {
            Self::Stop => MixRules::Runs,
            Self::Choose => MixRules::ChooseGaps(NoGpuWork::OnMachine),
            Self::ChooseAnywhere => MixRules::ChooseGaps(NoGpuWork::Anywhere),
        }
    }
}

/// Finds the cheapest mix of passes and metered time, as text. Errors: as [`mix_plan`].
pub fn mix(
    usage: &Usage,
    plan: &Plan,
    passes: &[Pass],
    gaps: MixGaps,
) -> Result<Mix, PricingError> {
    let found: MixPlan = mix_plan(&usage.unfold()?, plan, passes, gaps.rules())?;
    let bought = found.purchases.iter();
    let listed = |list: &[Gap]| {
        let list = list.iter().map(|gap| (gap.start, gap.end, gap.choice));
        (gaps != MixGaps::Stop).then(|| list.collect())
    };
    Ok(Mix {
        optimal_cost: found.cost.text(6)?,
        purchases: bought
            .map(|purchase| (purchase.day, passes[purchase.pass].name.clone()))
            .collect(),
        all_metered_cost: found.all_metered_cost.text(6)?,
        saving: found.saving.text(6)?,
        gaps: listed(&found.gaps),
        no_gpu: listed(&found.no_gpu),
    })
}
