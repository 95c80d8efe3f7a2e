//! `/about`: what the data cover, how figures are worked out, and how far estimates are from what was measured.
mod accuracy;
mod live;
mod sources;

use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::CatalogSnapshot;
use domain::catalog::live::LiveSource;
use domain::sizing::accuracy::Group;
use leptos::prelude::*;
use std::sync::Arc;

/// Everything the page is made from.
#[derive(Clone)]
pub struct About {
    /// The request.
    pub frame: Arc<Frame>,
    /// The data.
    pub snapshot: Arc<CatalogSnapshot>,
    /// Live sources and how they do.
    pub live: Vec<LiveSource>,
    /// Every measured run of memory against its estimate.
    pub memory: Arc<[Group]>,
    /// Every measured speed against its estimate.
    pub speeds: Arc<[Group]>,
}

/// The whole page.
pub fn page(view: &About) -> Document {
    let locale = view.frame.locale;
    let body = view! {
        <div class="head">
            <h1>{td_string!(locale, about.heading)}</h1>
            <span class="sub">{td_string!(locale, about.sub)}</span>
        </div>
        <div class="stack">
            {sources::coverage(view)}
            {sources::freshness(view)}
            {live::panel(view)}
            {methods(view)}
            {accuracy::panel(view)}
            {sources::sources(view)}
        </div>
    };
    Document {
        title: td_string!(locale, about.title).to_owned(),
        description: td_string!(locale, about.sub).to_owned(),
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

/// How prices, bills and sizes are worked out.
fn methods(view: &About) -> AnyView {
    let locale = view.frame.locale;
    let points = [
        td_string!(locale, about.method_bill),
        td_string!(locale, about.method_unknown),
        td_string!(locale, about.method_money),
        td_string!(locale, about.method_size),
        td_string!(locale, about.method_time),
    ];
    let points = points.map(|text| view! { <p>{text}</p> });
    view! {
        <section class="panel" id="method">
            <header><h2>{td_string!(locale, about.method)}</h2></header>
            <div class="bd"><div>{points.into_iter().collect_view()}</div></div>
        </section>
    }
    .into_any()
}
