//! What an answer means for its reader: what would change it, what it affords, what is wasted, when data are deleted.
//!
//! Every figure is a bill run again; nothing is extrapolated.
mod affords;
mod clock;
mod deadline;
mod sensitivity;
mod spot;
mod waste;

pub use affords::{Affords, affords};
pub use clock::{ClockShare, day_and_night};
pub use deadline::{Deadline, deadline};
pub use sensitivity::{Change, Outcome, Winner, sensitivity};
pub use spot::{SpotRange, spot_range};
pub use waste::{StopAfter, Waste, stop_after, waste};
