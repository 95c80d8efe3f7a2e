//! Questions the other way round: how long, how many, on a given card.
use super::job::Job;
use super::memory;
use super::request::{MAX_BATCH, MAX_TOKENS};
use super::words::{Metric, Task};
use serde::Serialize;

/// What stops a context from being longer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Limit {
    /// The card's memory.
    Memory,
    /// What the model was made for.
    Model,
}

/// The longest context, tokens, and what limits it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct MaxContext {
    /// Prompt and generation together; of a training sample, its length.
    pub tokens: u32,
    /// What stops it there.
    pub limited_by: Limit,
}

/// True when the estimate of the process (`mid`) is within `capacity`, GiB: the verdict is `fits` or `tight`.
pub fn is_within(job: &Job<'_>, capacity: f64) -> bool {
    let mut job = *job;
    job.metric = Metric::Process;
    memory::of(&job).is_ok_and(|memory| memory.total().mid <= capacity)
}

/// The largest value from 1 to `most` for which `holds`, which must not turn true again; none when 1 fails.
fn largest(most: u32, holds: impl Fn(u32) -> bool) -> Option<u32> {
    if !holds(1) {
        return None;
    }
    if holds(most) {
        return Some(most);
    }
    let (mut good, mut bad) = (1, most);
    while bad - good > 1 {
        let middle = good + (bad - good) / 2;
        if holds(middle) {
            good = middle;
        } else {
            bad = middle;
        }
    }
    Some(good)
}

/// The longest context within `capacity`, GiB, everything else as it is. None for pictures, and when not even one token
/// fits.
pub fn max_context(job: &Job<'_>, capacity: f64) -> Option<MaxContext> {
    let model = job.llm()?;
    let made_for = model.context.unwrap_or(MAX_TOKENS).max(1);
    let (at, most): (fn(&mut Job<'_>, u32), u32) = if job.task == Task::Inference {
        // The prompt grows; what is to be generated stays.
        let room = made_for.saturating_sub(job.gen_tokens).max(1);
        (|job, tokens| job.prompt = tokens, room)
    } else {
        (|job, tokens| job.seq = tokens, made_for)
    };
    let tokens = largest(most, |tokens| {
        let mut longer = *job;
        at(&mut longer, tokens);
        is_within(&longer, capacity)
    })?;
    let limited_by = if tokens == most {
        Limit::Model
    } else {
        Limit::Memory
    };
    let generated = if job.task == Task::Inference {
        job.gen_tokens
    } else {
        0
    };
    Some(MaxContext {
        tokens: tokens.saturating_add(generated),
        limited_by,
    })
}

/// The largest batch within `capacity`, GiB, everything else as it is. None when not even one fits.
pub fn max_batch(job: &Job<'_>, capacity: f64) -> Option<u32> {
    largest(MAX_BATCH, |batch| {
        let mut larger = *job;
        larger.batch = batch;
        is_within(&larger, capacity)
    })
}
