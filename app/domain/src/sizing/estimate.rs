//! The answer to a request.
use super::job::Job;
use super::parts::Memory;
use super::request::{ModelChoice, Request};
use super::{Model, Models, SizingError, memory};

/// The model of a request that gives a shape.
pub(super) fn shape_of(request: &Request) -> Result<Option<Model>, SizingError> {
    match &request.model {
        Some(ModelChoice::Shape(shape)) => shape.model().map(Some),
        _ => Ok(None),
    }
}

/// Memory of one card, without cards and times. Errors: as [`super::estimate`].
pub fn estimate_memory(request: &Request, models: &Models) -> Result<Memory, SizingError> {
    let shape = shape_of(request)?;
    let (job, _) = Job::fill(request, shape.as_ref(), models)?;
    memory::of(&job)
}
