//! Small parts that several pages share.
pub mod basis;
pub(crate) mod embed;
pub mod facts;
pub mod history;
pub mod original;
pub mod span;
pub mod structured;

use crate::format;
use crate::frame::Frame;
use crate::text::{Locale, LocaleExt, places, td_string};
use chrono::Datelike;
use domain::catalog::{Freshness, Gpu, Notice, Observed, Offer, Platform, PriceKind, Reason, Tri};
use domain::units::{FxRate, Money};
use leptos::prelude::*;

/// The cell glyph: one cell, one fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// Checked, true.
    Yes,
    /// True under a condition, or ageing.
    Part,
    /// Checked, false.
    No,
    /// Looked for, not found.
    Unknown,
    /// A stale price: an empty square.
    Empty,
}

impl Cell {
    /// The class that colours it.
    pub fn class(self) -> &'static str {
        match self {
            Self::Yes => "yes",
            Self::Part => "part",
            Self::No => "no",
            Self::Unknown => "unk",
            Self::Empty => "stale",
        }
    }

    /// Its drawing: one element, shaped by the style sheet. A list has hundreds, and a picture of three elements each
    /// would be most of its page.
    fn mark(self) -> &'static str {
        match self {
            Self::Yes => "cell c-yes",
            Self::Part => "cell c-part",
            Self::No => "cell c-no",
            Self::Unknown => "cell c-unk",
            Self::Empty => "cell",
        }
    }
}

/// The glyph alone; a word must stand beside it.
pub fn glyph(cell: Cell) -> impl IntoView + use<> {
    view! { <span class=cell.class()><i class=cell.mark()></i></span> }
}

/// A glyph with its word: one element, the style sheet draws the glyph before it. A list has hundreds.
pub fn fact(cell: Cell, word: String) -> AnyView {
    view! { <span class=format!("fact {}", cell.class())>{word}</span> }.into_any()
}

/// What parts of a sentence are joined with: `RTX 4090, by the second`.
pub fn comma(locale: Locale) -> &'static str {
    if locale.is_zh() { "，" } else { ", " }
}

/// Between a name and what is said of it.
pub fn colon(locale: Locale) -> &'static str {
    if locale.is_zh() { "：" } else { ": " }
}

/// What things of a list are joined with.
pub fn list_comma(locale: Locale) -> &'static str {
    if locale.is_zh() { "、" } else { ", " }
}

/// "Unknown" with its glyph.
pub fn unknown(locale: Locale) -> AnyView {
    fact(Cell::Unknown, td_string!(locale, common.unknown).to_owned())
}

/// A yes, partly, no or unknown with its glyph.
pub fn tri(locale: Locale, value: Option<Tri>) -> AnyView {
    match value {
        Some(Tri::Yes) => fact(Cell::Yes, td_string!(locale, common.yes).to_owned()),
        Some(Tri::Partial) => fact(Cell::Part, td_string!(locale, common.partly).to_owned()),
        Some(Tri::No) => fact(Cell::No, td_string!(locale, common.no).to_owned()),
        None => unknown(locale),
    }
}

/// The date of a price with its freshness, linking to the source.
pub fn stamp(frame: &Frame, observed: Observed, freshness: Freshness, url: &str) -> AnyView {
    let locale = frame.locale;
    let (class, word) = match freshness {
        Freshness::Fresh => ("stamp", None),
        Freshness::Ageing => ("stamp age", Some(td_string!(locale, common.ageing))),
        Freshness::Stale => ("stamp stale", Some(td_string!(locale, common.stale))),
    };
    let text = format::table_date(observed, frame.now.year());
    let link = if url.starts_with("http") {
        let label = format!("{} {}", td_string!(locale, common.source), observed.text());
        view! { <a href=url.to_owned() rel="noopener nofollow" title=label>{text}</a> }.into_any()
    } else {
        view! { <span>{text}</span>" "<span class="xs">{crate::shell::source_words(url, locale)}</span> }.into_any()
    };
    view! {
        <time class=class datetime=observed.text()>
            {link}
            {word.map(|word| format!(" {word}"))}
        </time>
    }
    .into_any()
}

/// The word for a kind of price.
pub fn kind_word(locale: Locale, kind: PriceKind) -> &'static str {
    match kind {
        PriceKind::OnDemand => td_string!(locale, common.kind_on_demand),
        PriceKind::Spot => td_string!(locale, common.kind_spot),
        PriceKind::Daily => td_string!(locale, common.kind_daily),
        PriceKind::Weekly => td_string!(locale, common.kind_weekly),
        PriceKind::Monthly => td_string!(locale, common.kind_monthly),
        PriceKind::Reserved => td_string!(locale, common.kind_reserved),
    }
}

/// A platform's name as people of this language write it.
pub fn platform_name(locale: Locale, platform: &Platform) -> String {
    use crate::text::LocaleExt;
    match &platform.name_zh {
        Some(name) if locale.is_zh() => name.clone(),
        _ => platform.name.clone(),
    }
}

/// A card's name in tables.
pub fn card_name(gpu: &Gpu) -> String {
    let name = gpu.short_name();
    match name.split_once(" (") {
        Some((head, _)) if gpu.is_generic() => head.to_owned(),
        _ => name.to_owned(),
    }
}

/// A card's stored name in the page's language: that nobody stated its form is written in English there.
pub fn card_words(locale: Locale, name: &str) -> String {
    match name.split_once(" (form factor not stated)") {
        Some((head, "")) if locale.is_zh() => {
            format!("{head}（{}）", td_string!(locale, catalogue.form_unstated))
        }
        _ => name.to_owned(),
    }
}

/// A price shown in the display currency with the listed one beside it.
#[derive(Clone, Debug, PartialEq)]
pub struct Shown {
    /// In the display currency, or the listed price where no rate exists.
    pub money: Money,
    /// The listed price when `money` was converted.
    pub listed: Option<Money>,
}

/// Converts for display; keeps the listed price.
pub fn shown(frame: &Frame, snapshot: &domain::catalog::CatalogSnapshot, money: Money) -> Shown {
    match snapshot.convert(money, frame.currency, frame.today()) {
        Some((converted, rate)) if rate.hops > 0 => Shown {
            money: converted,
            listed: Some(money),
        },
        Some((same, _)) => Shown {
            money: same,
            listed: None,
        },
        None => Shown {
            money,
            listed: None,
        },
    }
}

/// The tier of an offer: instance type and region.
pub fn tier(locale: Locale, offer: &Offer) -> String {
    tier_of(
        locale,
        offer.instance_type.as_deref(),
        offer.region.as_deref(),
    )
}

/// The same from its parts.
pub fn tier_of(locale: Locale, instance_type: Option<&str>, region: Option<&str>) -> String {
    let region = region.map(|region| places::region(locale, region));
    [instance_type.map(str::to_owned), region]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" · ")
}

/// A rate that amounts were converted with, and its day; the exact one as its title.
pub fn dated_rate(rate: &FxRate) -> impl IntoView + use<> {
    let words = format::rate(rate);
    view! { <span title=words.exact>{words.short}", "{rate.date.to_string()}</span> }
}

/// What two sentences are joined with: a Chinese full stop has its blank in itself. Not an empty text, which the
/// renderer writes as a blank.
pub fn after_stop(locale: Locale) -> Option<&'static str> {
    (!locale.is_zh()).then_some(" ")
}

/// Hidden fields so that a GET form keeps language, currency, theme and the span of time of prices.
pub fn kept_inputs(frame: &Frame) -> impl IntoView + use<> {
    frame
        .kept()
        .into_iter()
        .map(|(name, value)| view! { <input r#type="hidden" name=name value=value /> })
        .collect_view()
}

/// Text for the inside of a `textarea`, whose children the renderer writes as they are: what somebody typed must not end
/// the field and go on as a page.
pub fn typed_text(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}

/// What of the address could not be read.
pub fn notices(locale: Locale, notices: &[Notice]) -> Option<AnyView> {
    if notices.is_empty() {
        return None;
    }
    let lines = notices
        .iter()
        .map(|n| {
            let (param, value) = (n.param.clone(), n.value.clone());
            let text = match n.reason {
                Reason::UnknownParam => {
                    td_string!(locale, common.notice_unknown_param, param = param)
                }
                Reason::NotANumber => td_string!(
                    locale,
                    common.notice_not_a_number,
                    param = param,
                    value = value
                ),
                Reason::NotAWord => td_string!(
                    locale,
                    common.notice_not_a_word,
                    param = param,
                    value = value
                ),
                Reason::NotFound => td_string!(
                    locale,
                    common.notice_not_found,
                    param = param,
                    value = value
                ),
                Reason::OutOfRange => td_string!(
                    locale,
                    common.notice_out_of_range,
                    param = param,
                    value = value
                ),
            };
            view! { <li>{text}</li> }
        })
        .collect_view();
    Some(
        view! {
            <div class="note warn" role="status">
                {glyph(Cell::Part)}
                <div><p class="b">{td_string!(locale, common.notice_title)}</p><ul>{lines}</ul></div>
            </div>
        }
        .into_any(),
    )
}
