//! What to switch on so that a job fits, and what that costs in time.
use super::inverse;
use super::job::Job;
use super::memory;
use super::remedy_steps::{Step, steps};
use super::units::{Range, rounded, three};
use super::verdict::{Verdict, judge};
use super::words::{Metric, Task};
use serde::ser::{Serialize, SerializeMap, Serializer};

/// A field to change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The key of the document.
    pub field: &'static str,
    /// Its new value.
    pub value: String,
}

/// Changes that make a job fit a card.
#[derive(Clone, Debug, PartialEq, serde::Serialize)]
pub struct Remedy {
    /// What to change, all of it.
    #[serde(serialize_with = "as_object")]
    pub set: Vec<Change>,
    /// What the process then needs, GiB.
    #[serde(rename = "low_gib", serialize_with = "three")]
    pub low: f64,
    /// The estimate.
    #[serde(rename = "mid_gib", serialize_with = "three")]
    pub mid: f64,
    /// The high end.
    #[serde(rename = "high_gib", serialize_with = "three")]
    pub high: f64,
    /// The verdict after the changes.
    pub verdict: Verdict,
    /// How many times as long the job takes.
    pub time_factor: f64,
}

fn as_object<S: Serializer>(changes: &[Change], serializer: S) -> Result<S::Ok, S::Error> {
    struct Typed<'a>(&'a str);
    impl Serialize for Typed<'_> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            match self.0 {
                "true" => serializer.serialize_bool(true),
                "false" => serializer.serialize_bool(false),
                text => match text.parse::<u32>() {
                    Ok(number) => serializer.serialize_u32(number),
                    Err(_) => serializer.serialize_str(text),
                },
            }
        }
    }
    let mut map = serializer.serialize_map(Some(changes.len()))?;
    for change in changes {
        map.serialize_entry(change.field, &Typed(&change.value))?;
    }
    map.end()
}

/// A set of changes with what the job then needs.
struct Variant<'a> {
    changes: Vec<Change>,
    job: Job<'a>,
    need: Range,
    time_factor: f64,
}

/// Every remedy of one job, ready to be asked for many cards.
pub struct Remedies<'a> {
    variants: Vec<Variant<'a>>,
    tried_all: Option<Variant<'a>>,
}

impl<'a> Remedies<'a> {
    /// Works out what each change alone, and one after the other, would save.
    pub fn of(job: &Job<'a>) -> Self {
        let steps = steps(job);
        let process = Job {
            metric: Metric::Process,
            ..*job
        };
        let mut variants: Vec<Variant<'a>> = steps
            .iter()
            .filter_map(|step| variant(&process, std::slice::from_ref(step)))
            .collect();
        variants.extend((2..=steps.len()).filter_map(|count| variant(&process, &steps[..count])));
        Self {
            tried_all: variant(&process, &steps),
            variants,
        }
    }

    /// The first change, or the first few together, with which the job fits `capacity`; else those with which it is
    /// tight; else a shorter context as well. None when nothing helps.
    pub fn for_card(&self, capacity: f64) -> Option<Remedy> {
        let with = |wanted: Verdict| {
            let found = self
                .variants
                .iter()
                .find(|variant| judge(variant.need, Some(capacity)) == wanted);
            found.map(|variant| remedy(variant, wanted))
        };
        with(Verdict::Fits)
            .or_else(|| with(Verdict::Tight))
            .or_else(|| self.shorter(capacity))
    }

    fn shorter(&self, capacity: f64) -> Option<Remedy> {
        let all = self.tried_all.as_ref()?;
        let longest = inverse::max_context(&all.job, capacity)?.tokens;
        let mut job = all.job;
        let mut changes = all.changes.clone();
        let (field, value) = if job.task == Task::Inference {
            job.prompt = longest.saturating_sub(job.gen_tokens);
            ("prompt", job.prompt)
        } else {
            job.seq = longest;
            ("seq", job.seq)
        };
        // A context of a few words is no remedy.
        if value < 128 {
            return None;
        }
        changes.push(Change {
            field,
            value: value.to_string(),
        });
        let need = memory::of(&job).ok()?.total();
        let variant = Variant {
            changes,
            job,
            need,
            time_factor: all.time_factor,
        };
        Some(remedy(&variant, judge(need, Some(capacity))))
    }
}

fn remedy(variant: &Variant<'_>, verdict: Verdict) -> Remedy {
    Remedy {
        set: variant.changes.clone(),
        low: variant.need.low,
        mid: variant.need.mid,
        high: variant.need.high,
        verdict,
        time_factor: rounded(variant.time_factor),
    }
}

fn variant<'a>(job: &Job<'a>, steps: &[Step]) -> Option<Variant<'a>> {
    let mut job = *job;
    let mut changes: Vec<Change> = Vec::new();
    let mut time_factor = 1.0;
    for step in steps {
        (step.apply)(&mut job);
        time_factor *= step.time_factor;
        // A later value of the same field replaces the earlier one.
        changes.retain(|change| change.field != step.field);
        changes.push(Change {
            field: step.field,
            value: step.value.clone(),
        });
    }
    let need = memory::of(&job).ok()?.total();
    (!changes.is_empty()).then_some(Variant {
        changes,
        job,
        need,
        time_factor,
    })
}
