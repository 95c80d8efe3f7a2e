//! The span of time that the prices of a page are for, as its address says: one hour unless the visitor chose another in
//! the price list.
use super::shown;
use crate::format;
use crate::frame::Frame;
use crate::text::{Locale, td_string};
use domain::catalog::{CatalogSnapshot, Notice, Offer, Period, Query};
use domain::units::Money;
use leptos::prelude::*;

/// A span of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span {
    /// Hour, day or month.
    pub period: Period,
    /// Hours that a month has.
    pub month_hours: u32,
}

impl Span {
    /// What the address asks for, and what of it could not be read; the rules are those of the price list.
    pub fn read(frame: &Frame) -> (Self, Vec<Notice>) {
        let own = |name: &str| matches!(name, "period" | "month_hours");
        let pairs = frame.query.iter().filter(|(name, _)| own(name)).cloned();
        let (query, notices) = Query::parse(&pairs.collect::<Vec<_>>());
        let span = Self {
            period: query.period,
            month_hours: query.month_hours,
        };
        (span, notices)
    }

    /// The same without what could not be read.
    pub fn of(frame: &Frame) -> Self {
        Self::read(frame).0
    }

    /// Its hours.
    pub fn hours(self) -> u32 {
        self.period.hours(self.month_hours)
    }

    /// True where prices are not for the hour that they are listed for.
    pub fn is_longer(self) -> bool {
        self.period != Period::Hour
    }

    /// "GPU-h", "GPU-day", "GPU-month (730 h)".
    pub fn gpu_unit(self, locale: Locale) -> String {
        match self.period {
            Period::Hour => td_string!(locale, catalogue.gpu_hour).to_owned(),
            Period::Day => td_string!(locale, catalogue.gpu_day).to_owned(),
            Period::Month => td_string!(
                locale,
                catalogue.unit_of_month,
                unit = td_string!(locale, catalogue.gpu_month),
                hours = self.month_hours
            ),
        }
    }

    /// "h", "day", "month (730 h)".
    pub fn unit(self, locale: Locale) -> String {
        match self.period {
            Period::Hour => td_string!(locale, catalogue.hour).to_owned(),
            Period::Day => td_string!(locale, catalogue.day).to_owned(),
            Period::Month => td_string!(
                locale,
                catalogue.unit_of_month,
                unit = td_string!(locale, catalogue.month),
                hours = self.month_hours
            ),
        }
    }

    /// A sum of the display currency for one hour, for the span; `None` past the range of money.
    pub fn times(self, nanos: i64) -> Option<i64> {
        nanos.checked_mul(i64::from(self.hours()))
    }

    /// What was listed, beside a price for the span: the hour's price, or the sum that is paid at once.
    pub fn listed(self, locale: Locale, offer: &Offer) -> Option<String> {
        if !self.is_longer() {
            return None;
        }
        let paid = offer.price_per_period.map(|paid| {
            td_string!(
                locale,
                catalogue.paid,
                sum = format::exact_money(paid),
                hours = offer.period_hours
            )
        });
        paid.or_else(|| {
            let each = offer.price_per_gpu_hour();
            let unit = match each {
                Some(_) => td_string!(locale, catalogue.gpu_hour),
                None => td_string!(locale, catalogue.hour),
            };
            let amount = format::exact_money(each.unwrap_or(offer.price_per_hour));
            Some(td_string!(
                locale,
                offer.listed,
                amount = format!("{amount}/{unit}")
            ))
        })
    }
}

/// The price of one GPU for the span, with what is listed under it; a slice has none. `class`: of the figure.
pub fn price_of_gpu(
    frame: &Frame,
    snapshot: &CatalogSnapshot,
    offer: &Offer,
    class: &'static str,
) -> AnyView {
    let (locale, span) = (frame.locale, Span::of(frame));
    let Some(price) = offer.price_per_gpu_over(span.hours()) else {
        return view! { <span class="dim">{td_string!(locale, common.not_applicable)}</span> }
            .into_any();
    };
    figure(frame, snapshot, price, span.listed(locale, offer), class)
}

/// The same of the share of a card that a slice is, never ranked with whole cards.
pub fn price_of_share(
    frame: &Frame,
    snapshot: &CatalogSnapshot,
    offer: &Offer,
    class: &'static str,
) -> AnyView {
    let (locale, span) = (frame.locale, Span::of(frame));
    let price = offer
        .price_over(span.hours())
        .unwrap_or(offer.price_per_hour);
    figure(frame, snapshot, price, span.listed(locale, offer), class)
}

/// A price in the display currency without its sign; under it `listed`, else the listed price where it was converted.
fn figure(
    frame: &Frame,
    snapshot: &CatalogSnapshot,
    price: Money,
    listed: Option<String>,
    class: &'static str,
) -> AnyView {
    let price = shown(frame, snapshot, price);
    let mark = price.listed.map_or("", |_| " apx");
    let listed = listed.or_else(|| price.listed.map(format::hourly_money));
    let listed = listed.map(|listed| view! { <span class="l2">{listed}</span> });
    view! { <span class=format!("{class}{mark}")>{format::hourly(price.money.nanos)}</span>{listed} }
        .into_any()
}

/// Hour, day or month, as links to the same page.
pub fn switch(frame: &Frame) -> impl IntoView + use<> {
    let (locale, span) = (frame.locale, Span::of(frame));
    let choices = Period::ALL.iter().map(|period| {
        let word = (*period != Period::Hour).then(|| period.word());
        let name = match period {
            Period::Hour => td_string!(locale, catalogue.hour).to_owned(),
            Period::Day => td_string!(locale, catalogue.day).to_owned(),
            Period::Month => td_string!(locale, catalogue.month_of, hours = span.month_hours),
        };
        let here = (*period == span.period).then_some("true");
        view! { <a href=frame.here(&[("period", word)]) aria-current=here>{name}</a> }
    });
    view! {
        <span class="seg" role="group" aria-label=td_string!(locale, catalogue.period)>{choices.collect_view()}</span>
    }
}
