//! Where a hand meets the page: the browser calls of the islands, and stubs of the same names on the server.
#[cfg(feature = "hydrate")]
mod browser;
#[cfg(feature = "hydrate")]
pub use browser::*;

#[cfg(not(feature = "hydrate"))]
mod server {
    use leptos::ev::Event;

    /// Does nothing on the server.
    pub fn filter(_event: &Event, _ticked: bool) {}
}
#[cfg(not(feature = "hydrate"))]
pub use server::*;
