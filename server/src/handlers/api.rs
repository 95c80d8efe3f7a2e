//! `/api/v1`: the same answers as the pages, as JSON and CSV.
pub mod gpus;
pub mod offerings;
<<<<<<< HEAD
pub mod plans;
=======
mod paging;
pub mod platforms;
>>>>>>> wt-pages
pub mod price;
