//! The page: what was asked, which cards answer it, and the parts in their order.
use super::choice::{Metric, Sort};
use super::data::{Card, cards};
use super::{bar, charts, figures, pull, rates, vram};
use crate::components::{kept_inputs, notices};
use crate::frame::{Frame, address};
use crate::shell::{Document, Nav};
use crate::text::{LocaleExt, td_string};
use domain::catalog::proof::Proof;
use domain::catalog::{CatalogSnapshot, Gpu, Notice, Reason};
use leptos::prelude::*;
use std::cmp::Reverse;
use std::collections::HashMap;
use std::sync::Arc;

/// Cards in the charts before "all".
pub(super) const SHORT: usize = 12;

/// Highlighted when nothing was chosen: what most people compare.
const DEFAULT: [&str; 3] = ["rtx-4090", "rtx-5090", "a100-80gb-sxm"];

/// Stands for "nothing highlighted", because an address cannot say "an empty list".
pub(super) const NOTHING: &str = "none";

/// Everything the page is made from.
#[derive(Clone)]
pub struct Gpus {
    /// The request.
    pub frame: Arc<Frame>,
    /// The data.
    pub snapshot: Arc<CatalogSnapshot>,
    /// Every card with its prices, by its index in the snapshot.
    pub cards: Vec<Card>,
    /// Indexes of the highlighted cards.
    pub highlighted: Vec<usize>,
    /// Order of the chart's rows.
    pub sort: Sort,
    /// What the value chart compares.
    pub metric: Metric,
    /// Every card, not just those most offered.
    pub all: bool,
    /// What could not be read.
    pub notices: Vec<Notice>,
    /// Where single figures were read, by the slug of their card; empty where a page does not show them.
    pub proofs: HashMap<String, Vec<Proof>>,
}

impl Gpus {
    /// Reads the address; what cannot be read is named in `notices` and ignored.
    pub fn read(frame: Arc<Frame>, snapshot: Arc<CatalogSnapshot>) -> Self {
        let cards = cards(&snapshot, frame.currency, frame.today());
        let mut view = Self {
            frame: frame.clone(),
            snapshot,
            cards,
            highlighted: Vec::new(),
            sort: Sort::default(),
            metric: Metric::default(),
            all: false,
            notices: Vec::new(),
            proofs: HashMap::new(),
        };
        let mut chosen = false;
        for (name, value) in frame.query.iter().filter(|(_, value)| !value.is_empty()) {
            chosen |= name == "hl";
            if let Err(reason) = view.take(name, value) {
                let cut = |text: &str| text.chars().take(60).collect();
                view.notices.push(Notice {
                    param: cut(name),
                    value: cut(value),
                    reason,
                });
            }
        }
        if !chosen {
            let known = DEFAULT
                .iter()
                .filter_map(|slug| view.snapshot.gpu_by_slug(slug));
            view.highlighted = known.collect();
        }
        view
    }

    fn take(&mut self, name: &str, value: &str) -> Result<(), Reason> {
        match name {
            "lang" | "theme" | "currency" | "period" | "month_hours" | "part" => {}
            "hl" if value == NOTHING => {}
            "hl" => {
                let gpu = self.snapshot.gpu_by_slug(value).ok_or(Reason::NotFound)?;
                if !self.highlighted.contains(&gpu) {
                    self.highlighted.push(gpu);
                }
            }
            "sort" => {
                let known = Sort::ALL.into_iter().find(|sort| sort.word() == value);
                self.sort = known.ok_or(Reason::NotAWord)?;
            }
            "value" => {
                let known = Metric::ALL
                    .into_iter()
                    .find(|metric| metric.word() == value);
                self.metric = known.ok_or(Reason::NotAWord)?;
            }
            "all" if value == "1" => self.all = true,
            "all" => return Err(Reason::NotAWord),
            _ => return Err(Reason::UnknownParam),
        }
        Ok(())
    }

    pub(super) fn gpu(&self, card: &Card) -> &Gpu {
        &self.snapshot.gpus[card.gpu]
    }

    pub(super) fn is_highlighted(&self, card: &Card) -> bool {
        self.highlighted.contains(&card.gpu)
    }

    pub(super) fn is_offered(&self, card: &Card) -> bool {
        card.span.count > 0
    }

    /// Offered, with a known bandwidth and form factor.
    pub(super) fn has_place(&self, card: &Card) -> bool {
        let gpu = self.gpu(card);
        self.is_offered(card) && gpu.bandwidth_gbps.is_some() && !gpu.is_generic()
    }

    /// The cards of the charts, sorted.
    pub(super) fn charted(&self) -> Vec<&Card> {
        let mut most: Vec<&Card> = self
            .cards
            .iter()
            .filter(|card| self.has_place(card))
            .collect();
        most.sort_by_key(|card| Reverse(card.span.count));
        if !self.all {
            most.truncate(SHORT);
        }
        let asked = self.cards.iter().filter(|card| {
            let asked = self.is_highlighted(card) && !self.gpu(card).is_generic();
            asked && !most.iter().any(|known| known.gpu == card.gpu)
        });
        let asked: Vec<&Card> = asked.collect();
        most.extend(asked);
        let key = |card: &Card| match self.sort {
            Sort::Bandwidth => self.gpu(card).bandwidth_gbps,
            Sort::Tflops => self.gpu(card).dense_tflops().map(|(figure, _)| figure),
            Sort::Vram => self.gpu(card).vram_gb,
            // Lowest first where all else is largest first.
            Sort::Price => card.median().map(|price| -price),
        };
        largest_first(&mut most, key);
        most
    }

    /// The cards of the tables: those of the charts, and highlighted ones that have no place there.
    pub(super) fn listed(&self) -> Vec<&Card> {
        let mut listed = self.charted();
        let generic = self.cards.iter().filter(|card| {
            let wanted = self.is_highlighted(card) || (self.all && self.is_offered(card));
            wanted && !listed.iter().any(|known| known.gpu == card.gpu)
        });
        let generic: Vec<&Card> = generic.collect();
        listed.extend(generic);
        listed
    }

    /// This address with another list of highlighted cards.
    pub(super) fn highlighting(&self, cards: &[usize]) -> String {
        let mut pairs: Vec<(String, String)> = self
            .frame
            .query
            .iter()
            .filter(|(name, _)| name != "hl")
            .cloned()
            .collect();
        let slugs = cards
            .iter()
            .map(|gpu| self.snapshot.gpus[*gpu].slug.as_str());
        let slugs = slugs.chain(cards.is_empty().then_some(NOTHING));
        pairs.extend(slugs.map(|slug| ("hl".to_owned(), slug.to_owned())));
        address(&self.frame.path, &pairs)
    }

    /// What was chosen of the charts, as parameters.
    pub(super) fn said(&self) -> Vec<(String, String)> {
        let own = ["hl", "sort", "value", "all"];
        let all = self.frame.query.iter();
        all.filter(|(name, _)| own.contains(&name.as_str()))
            .cloned()
            .collect()
    }

    /// Hidden fields that keep sort, metric and "all" in a form.
    pub(super) fn kept(&self) -> impl IntoView + use<> {
        let own = [
            (
                "sort",
                Some(self.sort.word()).filter(|_| self.sort != Sort::default()),
            ),
            (
                "value",
                Some(self.metric.word()).filter(|_| self.metric != Metric::default()),
            ),
            ("all", self.all.then_some("1")),
        ];
        let own = own.into_iter().filter_map(|(name, value)| {
            let value = value?;
            Some(view! { <input r#type="hidden" name=name value=value /> })
        });
        view! { {kept_inputs(&self.frame)}{own.collect_view()} }
    }
}

/// Sorts by a figure, largest first, unknown last, ties in the catalogue's order.
pub(super) fn largest_first(cards: &mut [&Card], key: impl Fn(&Card) -> Option<f64>) {
    cards.sort_by(|left, right| {
        let by_key = match (key(left), key(right)) {
            (Some(a), Some(b)) => b.total_cmp(&a),
            (a, b) => b.is_some().cmp(&a.is_some()),
        };
        by_key.then(left.gpu.cmp(&right.gpu))
    });
}

/// The whole page.
pub fn page(view: &Gpus) -> Document {
    let locale = view.frame.locale;
    let currency = [("currency".to_owned(), view.frame.currency.code().to_owned())];
    let csv = address("/api/v1/gpus.csv", &currency);
    let mut drawn = view.said();
    drawn.push(("lang".to_owned(), locale.word().to_owned()));
    drawn.extend(currency);
    let svg = address("/embed/gpus.svg", &drawn);
    let body = view! {
        <div class="head">
            <h1>{td_string!(locale, gpus.heading)}</h1>
            <span class="sub">{td_string!(locale, gpus.sub)}</span>
            <span class="act">
                <a class="btn s" href=csv>{td_string!(locale, common.csv)}</a>
                <a class="btn s" href=svg>"SVG"</a>
            </span>
        </div>
        {notices(locale, &view.notices)}
        {bar::bar(view)}
        {charts::aligned(view)}
        {bar::left_out(view)}
        <div class="split gpu-value">{charts::value(view)}{rates::panel(view)}</div>
        <div class="split gpu-more">{vram::panel(view)}{pull::panel(view)}</div>
        {figures::panel(view)}
    };
    Document {
        title: td_string!(locale, gpus.title).to_owned(),
        description: td_string!(locale, gpus.description).to_owned(),
        nav: Nav::Gpus,
        islands: true,
        body: body.into_any(),
    }
}
