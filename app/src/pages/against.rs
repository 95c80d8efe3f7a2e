//! `/compare`: offers or platforms beside each other, each measured against a baseline.
mod add;
pub mod figure;
mod table;

use crate::components::{Cell, after_stop, card_name, glyph, kind_word, platform_name, tier};
use crate::frame::Frame;
use crate::islands::copy_button::CopyButton;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::against::{self as compared, Basis, Figure, Lens, Row, Subject, rows};
use domain::catalog::{CatalogSnapshot, Freshness};
use leptos::prelude::*;
use std::sync::Arc;

/// Columns that fit beside each other.
pub const MOST: usize = 6;

/// What stands in the columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Of {
    /// Offers, by their place in the snapshot.
    Offers,
    /// Platforms, by their place in the snapshot.
    Platforms,
}

/// The part of the table that a row stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Group {
    /// The columns differ.
    Differs,
    /// They say the same.
    Same,
    /// Nobody knows it of any.
    Unknown,
}

impl Group {
    /// Where a row stands.
    pub fn of(row: &Row) -> Self {
        match (row.is_unknown(), row.is_same()) {
            (true, _) => Self::Unknown,
            (false, true) => Self::Same,
            (false, false) => Self::Differs,
        }
    }

    /// The word in documents and files.
    pub fn word(self) -> &'static str {
        match self {
            Self::Differs => "differs",
            Self::Same => "same",
            Self::Unknown => "unknown",
        }
    }
}

/// What of the address could not be followed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Trouble {
    /// Nothing current has this number or name.
    Unknown(String),
    /// Named twice; it stands once.
    Repeated(String),
    /// Beyond the sixth.
    TooMany(Vec<String>),
    /// The baseline is none of the columns.
    BadBase(String),
    /// Offers and platforms cannot be compared with each other.
    Mixed,
}

/// Everything the page is made from.
#[derive(Clone)]
pub struct Against {
    /// The request.
    pub frame: Arc<Frame>,
    /// The data.
    pub snapshot: Arc<CatalogSnapshot>,
    /// Offers or platforms.
    pub of: Of,
    /// Their places in the snapshot, at most six.
    pub columns: Vec<usize>,
    /// The baseline's place among the columns.
    pub base: usize,
    /// What could not be followed.
    pub troubles: Vec<Trouble>,
}

impl Against {
    /// Name of the parameter that the columns come from.
    pub fn param(&self) -> &'static str {
        match self.of {
            Of::Offers => "o",
            Of::Platforms => "p",
        }
    }

    /// A column as an address names it.
    pub fn id(&self, column: usize) -> String {
        let place = self.columns[column];
        match self.of {
            Of::Offers => self.snapshot.offers[place].id.to_string(),
            Of::Platforms => self.snapshot.platforms[place].slug.clone(),
        }
    }

    /// What stands in a column.
    pub fn subject(&self, column: usize) -> Subject<'_> {
        let place = self.columns[column];
        match self.of {
            Of::Offers => {
                let offer = &self.snapshot.offers[place];
                Subject {
                    offer: Some(offer),
                    platform: &self.snapshot.platforms[offer.platform],
                }
            }
            Of::Platforms => Subject {
                offer: None,
                platform: &self.snapshot.platforms[place],
            },
        }
    }

    /// What a cell rests on; empty for an unknown one and for what we count ourselves.
    pub fn bases(&self, column: usize, row: Figure, cell: &compared::Cell) -> Vec<Basis<'_>> {
        match cell.value {
            None | Some(compared::Value::NotApplicable) => Vec::new(),
            _ => compared::bases(&self.snapshot, self.subject(column), row),
        }
    }

    /// Whether a figure is worked out from compute that nobody quotes.
    pub fn is_estimated(&self, column: usize, row: Figure) -> bool {
        compared::is_estimated(&self.snapshot, self.subject(column), row)
    }

    /// The rows of the page and of its file: what differs first, then what is the same, last what nobody knows.
    pub fn rows(&self) -> Vec<Row> {
        let lens = Lens {
            snapshot: &self.snapshot,
            currency: self.frame.currency,
            today: self.frame.today(),
        };
        let subjects: Vec<Subject<'_>> = (0..self.columns.len()).map(|c| self.subject(c)).collect();
        let mut rows = rows(lens, &subjects, self.base);
        rows.sort_by_key(Group::of);
        rows
    }

    /// A column's name: "4 × RTX 4090 · AutoDL".
    pub fn name(&self, column: usize) -> String {
        let locale = self.frame.locale;
        let place = self.columns[column];
        match self.of {
            Of::Platforms => platform_name(locale, &self.snapshot.platforms[place]),
            Of::Offers => {
                let offer = &self.snapshot.offers[place];
                let card = card_name(&self.snapshot.gpus[offer.gpu]);
                let platform = platform_name(locale, &self.snapshot.platforms[offer.platform]);
                match offer.gpu_count {
                    1 => format!("{card} · {platform}"),
                    count => format!("{count} × {card} · {platform}"),
                }
            }
        }
    }

    /// The page of a column.
    fn home(&self, column: usize) -> String {
        let id = self.id(column);
        self.frame.link(&match self.of {
            Of::Offers => format!("/offerings/{id}"),
            Of::Platforms => format!("/platforms/{id}"),
        })
    }

    /// The same table for programs, with the currency that this page takes from its language.
    fn document(&self) -> String {
        let mut pairs: Vec<(String, String)> = (0..self.columns.len())
            .map(|column| (self.param().to_owned(), self.id(column)))
            .collect();
        pairs.push(("base".to_owned(), self.id(self.base)));
        let currency = self.frame.currency.code().to_owned();
        pairs.push(("currency".to_owned(), currency));
        crate::frame::address("/api/v1/compare", &pairs)
    }

    /// The address of these columns without one, or with another baseline.
    fn address(&self, without: Option<usize>, base: usize) -> String {
        let mut pairs: Vec<(String, String)> = (0..self.columns.len())
            .filter(|column| Some(*column) != without)
            .map(|column| (self.param().to_owned(), self.id(column)))
            .collect();
        // The first is the baseline unless another is named.
        let first = (0..self.columns.len()).find(|column| Some(*column) != without);
        if Some(base) != without && first != Some(base) {
            pairs.push(("base".to_owned(), self.id(base)));
        }
        self.frame.link(&crate::frame::address("/compare", &pairs))
    }
}

/// The whole page.
pub fn page(view: &Against) -> Document {
    let locale = view.frame.locale;
    let title = match view.of {
        Of::Offers => td_string!(locale, against.title_offers),
        Of::Platforms => td_string!(locale, against.title_platforms),
    };
    let names: Vec<String> = (0..view.columns.len()).map(|c| view.name(c)).collect();
    let description = if names.is_empty() {
        td_string!(locale, against.description).to_owned()
    } else {
        td_string!(
            locale,
            against.description_of,
            names = names.join(if view.frame.is_zh() { "、" } else { ", " })
        )
    };
    let sub = match names.len() {
        0 => td_string!(locale, against.sub_none).to_owned(),
        1 => td_string!(locale, against.sub_one).to_owned(),
        count => td_string!(
            locale,
            against.sub,
            count = count,
            name = names[view.base].clone()
        ),
    };
    let results = (!names.is_empty()).then(|| {
        view! { {actions(view)}{cautions(view)}{table::panel(view)} }
    });
    let add = add::panel(view);
    let body = view! {
        <div class="head"><h1>{title}</h1><span class="sub">{sub}</span></div>
        {troubles(view)}
        <div class="stack against">{results}{add}</div>
    };
    Document {
        title: title.to_owned(),
        description,
        nav: match view.of {
            Of::Offers => Nav::Catalogue,
            Of::Platforms => Nav::Platforms,
        },
        islands: true,
        body: body.into_any(),
    }
}

fn actions(view: &Against) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let here = view.address(None, view.base);
    let csv = here.replacen("/compare", "/compare.csv", 1);
    let json = view.document();
    let link = frame.absolute(&here);
    view! {
        <div class="acts no-print">
            <a class="btn" href=csv download="compare.csv">{td_string!(locale, common.csv)}</a>
            <a class="btn" href=json>"JSON"</a>
            <CopyButton>
                <button class="btn" r#type="button" data-copy=link data-done=td_string!(locale, plan.copied)>{td_string!(locale, plan.copy_link)}</button>
            </CopyButton>
        </div>
    }
    .into_any()
}

fn troubles(view: &Against) -> Option<AnyView> {
    let (frame, locale) = (&view.frame, view.frame.locale);
    if view.troubles.is_empty() {
        return None;
    }
    let lines = view.troubles.iter().map(|trouble| match trouble {
        Trouble::Unknown(id) => {
            let text = match view.of {
                Of::Offers => td_string!(locale, against.t_no_offer, id = id.clone()),
                Of::Platforms => td_string!(locale, against.t_no_platform, id = id.clone()),
            };
            // A number that was an offer once has a page that says what became of it.
            let is_number = view.of == Of::Offers && id.parse::<i64>().is_ok();
            let link = is_number.then(|| {
                let href = frame.link(&format!("/offerings/{id}"));
                view! { {after_stop(locale)}<a href=href>{td_string!(locale, against.t_look)}</a> }
            });
            view! { <li>{text}{link}</li> }.into_any()
        }
        Trouble::Repeated(id) => {
            view! { <li>{td_string!(locale, against.t_repeated, id = id.clone())}</li> }.into_any()
        }
        Trouble::TooMany(ids) => {
            let text = td_string!(
                locale,
                against.t_too_many,
                most = MOST,
                ids = ids.join(", ")
            );
            view! { <li>{text}</li> }.into_any()
        }
        Trouble::BadBase(id) => {
            view! { <li>{td_string!(locale, against.t_base, id = id.clone())}</li> }.into_any()
        }
        Trouble::Mixed => view! { <li>{td_string!(locale, against.t_mixed)}</li> }.into_any(),
    });
    Some(
        view! {
            <div class="notices">
                <div class="note warn" role="status">{glyph(Cell::Part)}<div>
                    <p class="b">{td_string!(locale, against.t_title)}</p>
                    <ul>{lines.collect_view()}</ul>
                </div></div>
            </div>
        }
        .into_any(),
    )
}

/// What a reader must know before reading the percents.
fn cautions(view: &Against) -> Option<AnyView> {
    if view.of == Of::Platforms {
        return None;
    }
    let locale = view.frame.locale;
    let offers: Vec<_> = view
        .columns
        .iter()
        .map(|place| &view.snapshot.offers[*place])
        .collect();
    let base = offers.get(view.base)?;
    let mut lines: Vec<String> = Vec::new();
    let other = offers
        .iter()
        .find(|offer| (offer.kind, offer.period_hours) != (base.kind, base.period_hours));
    if let Some(other) = other {
        lines.push(td_string!(
            locale,
            against.c_kinds,
            base = kind_word(locale, base.kind),
            other = kind_word(locale, other.kind)
        ));
    }
    let is_stale = |offer: &&&domain::catalog::Offer| {
        view.snapshot.freshness(offer, view.frame.today()) == Freshness::Stale
    };
    let stale = offers.iter().filter(is_stale).count();
    if stale > 0 {
        lines.push(td_string!(locale, against.c_stale, count = stale));
    }
    let currencies = offers
        .iter()
        .any(|offer| offer.price_per_hour.currency != base.price_per_hour.currency);
    if currencies {
        let currency = view.frame.currency.code().to_owned();
        lines.push(td_string!(locale, against.c_currency, currency = currency));
    }
    if offers.iter().any(|offer| offer.gpu != base.gpu) {
        lines.push(td_string!(locale, against.c_cards).to_owned());
    }
    if lines.is_empty() {
        return None;
    }
    let lines = lines.into_iter().map(|line| view! { <li>{line}</li> });
    Some(
        view! {
            <div class="note">{glyph(Cell::Part)}<div><ul class="plain">{lines.collect_view()}</ul></div></div>
        }
        .into_any(),
    )
}

/// The second line of a column's head.
fn second(view: &Against, column: usize) -> String {
    let locale = view.frame.locale;
    let place = view.columns[column];
    match view.of {
        Of::Platforms => view.snapshot.platforms[place]
            .country
            .clone()
            .unwrap_or_default(),
        Of::Offers => {
            let offer = &view.snapshot.offers[place];
            let parts = [
                kind_word(locale, offer.kind).to_owned(),
                tier(locale, offer),
            ];
            let parts: Vec<String> = parts.into_iter().filter(|p| !p.is_empty()).collect();
            parts.join(" · ")
        }
    }
}
