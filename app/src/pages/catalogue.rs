//! `/`: who rents this card, for how much, on what terms.
mod bars;
mod chips;
pub mod columns;
pub mod extras;
mod fields;
mod filters;
pub mod peek;
mod rarer;
mod table;
mod toolbar;

use crate::components::{after_stop, kind_word, notices};
use crate::frame::Frame;
use crate::islands::live_filter::LiveFilter;
use crate::shell::{Document, Nav, paper};
use crate::text::td_string;
use domain::catalog::names::{self, Named};
use domain::catalog::order::{Direction, OrderBy};
use domain::catalog::select::{PriceSpan, PricedGroup, priced_groups, span};
use domain::catalog::{CatalogSnapshot, Notice, Query, Selection};
use extras::Extras;
use leptos::prelude::*;
use std::sync::Arc;

/// Everything the page is made from.
#[derive(Clone)]
pub struct Catalogue {
    /// The request.
    pub frame: Arc<Frame>,
    /// The data.
    pub snapshot: Arc<CatalogSnapshot>,
    /// What was asked.
    pub query: Arc<Query>,
    /// What answers it.
    pub selection: Arc<Selection>,
    /// What could not be read.
    pub notices: Vec<Notice>,
    /// The groups of the whole answer, worked out once for the chart and the table.
    pub groups: Arc<Vec<PricedGroup>>,
    /// The chart peek: wide and narrow drawing.
    pub chart: Option<(String, String)>,
    /// What is said beside the rows.
    pub extras: Extras,
}

/// Rows of one card on a page, and how many more the link leads to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shelf {
    /// The card; `None` without grouping.
    pub gpu: Option<usize>,
    /// Rows shown.
    pub rows: Vec<usize>,
    /// Rows of the card that are not shown here.
    pub more: usize,
    /// All rows of the card.
    pub total: usize,
    /// Lowest and median of the kind of price that the question is about.
    pub span: PriceSpan,
}

/// Rows of a card shown before "the other N" when nothing narrows the cards.
const SHORT: usize = 4;

impl Catalogue {
    /// The page's values; its groups are worked out here.
    pub fn new(
        frame: Arc<Frame>,
        snapshot: Arc<CatalogSnapshot>,
        (query, notices): (Query, Vec<Notice>),
        selection: Selection,
        extras: Extras,
    ) -> Self {
        let (currency, today) = (frame.currency, frame.today());
        let groups = priced_groups(&snapshot, &query, &selection, currency, today);
        Self {
            frame,
            snapshot,
            query: Arc::new(query),
            selection: Arc::new(selection),
            notices,
            groups: Arc::new(groups),
            chart: None,
            extras,
        }
    }

    /// Of the flat list: the first row of this page, rows a page, pages in all.
    fn place(&self) -> (usize, usize, u32) {
        let limit = self.query.limit as usize;
        let pages = self.selection.rows.len().div_ceil(limit).max(1) as u32;
        let from = (self.query.page.min(pages) as usize - 1) * limit;
        (from, limit, pages)
    }

    /// What this page of the answer shows, and how many pages there are.
    pub(crate) fn shelves(&self) -> (Vec<Shelf>, u32) {
        let limit = self.query.limit as usize;
        if !self.query.grouped {
            let (from, limit, pages) = self.place();
            let rows: Vec<usize> = self
                .selection
                .rows
                .iter()
                .skip(from)
                .take(limit)
                .copied()
                .collect();
            let shelf = Shelf {
                gpu: None,
                span: span(
                    &self.snapshot,
                    &self.selection.rows,
                    self.query.headline_kind(),
                    self.frame.currency,
                    self.frame.today(),
                ),
                more: 0,
                total: self.selection.rows.len(),
                rows,
            };
            return (vec![shelf], pages);
        }
        let shorten = self.groups.len() > 3;
        let mut pages: Vec<Vec<Shelf>> = vec![Vec::new()];
        let mut room = limit;
        for group in self.groups.iter() {
            let total = group.rows.len();
            let keep = if shorten { total.min(SHORT) } else { total };
            let mut rest = &group.rows[..keep];
            while !rest.is_empty() {
                if room == 0 {
                    pages.push(Vec::new());
                    room = limit;
                }
                let (here, later) = rest.split_at(rest.len().min(room));
                room -= here.len();
                rest = later;
                let more = if rest.is_empty() { total - keep } else { 0 };
                let shelf = Shelf {
                    gpu: Some(group.gpu),
                    rows: here.to_vec(),
                    more,
                    total,
                    span: group.span,
                };
                if let Some(page) = pages.last_mut() {
                    page.push(shelf);
                }
            }
        }
        let count = pages.len() as u32;
        let place = (self.query.page.min(count) - 1) as usize;
        (pages.swap_remove(place), count)
    }

    /// The rows that this page of the answer shows.
    pub fn shown_rows(&self) -> Vec<usize> {
        if !self.query.grouped {
            let (from, limit, _) = self.place();
            return self
                .selection
                .rows
                .iter()
                .skip(from)
                .take(limit)
                .copied()
                .collect();
        }
        self.shelves()
            .0
            .into_iter()
            .flat_map(|shelf| shelf.rows)
            .collect()
    }

    /// The kind of price that "lowest" is said of, inside a sentence.
    pub(crate) fn headline_kind(&self) -> String {
        kind_word(self.frame.locale, self.query.headline_kind()).to_lowercase()
    }

    /// True when the sort is the one that the page starts with.
    pub(crate) fn default_order(&self) -> bool {
        self.query.order_by == OrderBy::PricePerGpuHour && self.query.order_dir == Direction::Asc
    }
}

/// The whole page.
pub fn page(view: &Catalogue) -> Document {
    let locale = view.frame.locale;
    let (form, answer) = (filters::filters(view).into_any(), results(view));
    let body = view! {
        <LiveFilter>
            <div class="cols">
                {form}
                <div id="out" class="out">{answer}</div>
            </div>
        </LiveFilter>
        <script type="module" src=format!("{}/ticks.js", view.frame.assets)></script>
    };
    Document {
        title: td_string!(locale, catalogue.title).to_owned(),
        description: td_string!(locale, catalogue.description).to_owned(),
        nav: Nav::Catalogue,
        islands: true,
        body: body.into_any(),
    }
}

/// The heading and how many offers there are.
fn head(view: &Catalogue) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let rows = view.selection.rows.len();
    let count = td_string!(
        locale,
        catalogue.found,
        count = rows,
        platforms = view.selection.platforms
    );
    let stale = (view.selection.stale > 0).then(|| {
        let hide = if view.query.current_only {
            None
        } else {
            Some(
                view.frame
                    .here(&[("freshness", Some("current")), ("page", None)]),
            )
        };
        view! {
            {after_stop(locale)}{td_string!(locale, catalogue.stale_last, count = view.selection.stale)}{after_stop(locale)}
            {hide.map(|href| view! { <a href=href>{td_string!(locale, catalogue.hide_stale)}</a> })}
        }
    });
    view! {
        <div class="head">
            <h1>{td_string!(locale, catalogue.heading)}</h1>
            <span class="sub" data-total=rows.to_string()>{count}{stale}</span>
        </div>
    }
}

/// What of an answer a screen shows first: the count and so many lines of the table.
pub fn first_rows(view: &Catalogue, lines: usize) -> AnyView {
    view! { {head(view)}<table>{table::lines(view, lines)}</table> }.into_any()
}

/// The part that a filter changes: heading, chart, chips, table.
pub fn results(view: &Catalogue) -> AnyView {
    let locale = view.frame.locale;
    let rows = view.selection.rows.len();
    let picture = extras::picture(view);
    let chart = view.chart.clone().filter(|_| rows > 0).map(|(wide, narrow)| {
        view! {
            <section class="panel peek only-w" aria-label=td_string!(locale, catalogue.chart)>
                <div class="bd snug">
                    <div inner_html=wide></div>
                    <div class="keys below">{peek::keys(view, true)}<span class="sm end"><a href=picture>"SVG"</a>" · "<a href=view.frame.link("/gpus")>{td_string!(locale, catalogue.all_cards)}</a></span></div>
                </div>
            </section>
            <div class="only-n peek-n">
                <div inner_html=narrow></div>
                <div class="keys below near">{peek::keys(view, false)}<a class="sm end" href=view.frame.link("/gpus")>{td_string!(locale, catalogue.all_cards)}</a></div>
            </div>
        }
    });
    view! {
        {head(view)}
        {notices(locale, &view.notices)}
        {extras::misnamed(view)}
        {extras::hidden_lines(view)}
        {chart}
        {chips::phone_bar(view)}
        {chips::toolbar(view)}
        {if rows == 0 { empty(view) } else { table::table(view) }}
        {paper::foot(&view.frame)}
    }
    .into_any()
}

/// Nothing found: which condition blocks, how many come back without it.
fn empty(view: &Catalogue) -> AnyView {
    let locale = view.frame.locale;
    let without = chips::relaxations(view);
    let best = without.iter().filter(|r| r.count > 0).map(|r| {
        let text = td_string!(
            locale,
            catalogue.without,
            // The sentence has quotation marks of its own.
            name = r.label.trim_matches(['“', '”']).to_owned(),
            count = r.count
        );
        view! { <li><a class="btn s" href=r.href.clone()>{text}</a></li> }
    });
    // A search for a card that does not exist: the three whose names come closest.
    let near = match names::card(&view.snapshot.gpus, &view.query.q) {
        Named::Nothing(cards) if !view.query.q.is_empty() => {
            let text = td_string!(locale, catalogue.name_unknown, name = view.query.q.clone());
            Some(view! { <p>{text}{after_stop(locale)}{extras::card_links(view, &cards, "")}</p> })
        }
        _ => None,
    };
    view! {
        <div class="empty">
            <div>
                <h2>{td_string!(locale, catalogue.none_found, count = view.query.condition_count())}</h2>
                {near}
                <ul class="plain">{best.collect_view()}</ul>
                <p><a class="btn" href=view.frame.link("/")>{td_string!(locale, catalogue.clear)}</a></p>
            </div>
        </div>
    }
    .into_any()
}
