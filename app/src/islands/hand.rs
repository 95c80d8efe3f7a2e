//! Where a hand meets the page: the browser calls of the islands, and stubs of the same names on the server.
#[cfg(feature = "hydrate")]
mod answer;
#[cfg(feature = "hydrate")]
mod browser;
#[cfg(feature = "hydrate")]
mod grid;
#[cfg(feature = "hydrate")]
mod morph;
#[cfg(feature = "hydrate")]
mod painter;
#[cfg(feature = "hydrate")]
mod requote;
#[cfg(feature = "hydrate")]
mod rows;
#[cfg(feature = "hydrate")]
mod week_text;
#[cfg(feature = "hydrate")]
pub use browser::{copy, filter, plan_changed};
#[cfg(feature = "hydrate")]
pub use painter::Painter;

#[cfg(not(feature = "hydrate"))]
mod server {
    use leptos::ev::{Event, KeyboardEvent, MouseEvent, PointerEvent};

    /// Does nothing on the server.
    pub fn filter(_event: &Event, _ticked: bool) {}

    /// Does nothing on the server.
    pub fn plan_changed(_event: &Event) {}

    /// Does nothing on the server.
    pub fn copy(_event: &MouseEvent) {}

    /// Does nothing on the server.
    #[derive(Clone)]
    pub struct Painter;

    impl Painter {
        /// Does nothing on the server.
        #[allow(clippy::new_without_default)] // as in the browser, where it has an effect
        pub fn new() -> Self {
            Self
        }

        /// Does nothing on the server.
        pub fn type_week(_event: &Event) {}

        /// Does nothing on the server.
        pub fn press(&self, _event: &PointerEvent) {}

        /// Does nothing on the server.
        pub fn drag(&self, _event: &PointerEvent) {}

        /// Does nothing on the server.
        pub fn key(&self, _event: &KeyboardEvent) {}

        /// Does nothing on the server.
        pub fn click(&self, _event: &MouseEvent) {}
    }
}
#[cfg(not(feature = "hydrate"))]
pub use server::*;
