//! The two checks: of a stack before paying, and of a machine after logging in.
use crate::frame::Frame;
use crate::text::td_string;
use leptos::prelude::*;

/// Which of the two a page is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tab {
    /// `/check`
    Stack,
    /// `/check/machine`
    Machine,
}

/// Links to both, the page's own marked.
pub fn tabs(frame: &Frame, current: Tab) -> AnyView {
    let locale = frame.locale;
    let all = [
        (Tab::Stack, "/check", td_string!(locale, check.tab_stack)),
        (
            Tab::Machine,
            "/check/machine",
            td_string!(locale, check.tab_machine),
        ),
    ];
    let links = all.map(|(tab, path, word)| {
        let here = (tab == current).then_some("page");
        view! { <a href=frame.link(path) aria-current=here>{word}</a> }
    });
    view! { <nav class="seg check-tabs" aria-label=td_string!(locale, check.tabs)>{links.into_iter().collect_view()}</nav> }
        .into_any()
}
