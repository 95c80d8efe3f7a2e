//! What it costs: the listed figure as it stands, and what was worked out from it.
use super::OfferView;
use crate::components::span::{self, Span};
use crate::components::{kind_word, shown, stamp};
use crate::format;
use crate::text::td_string;
use domain::catalog::history::{PriceType, price_type, range};
use domain::catalog::{Period, Precision, PriceKind};
use domain::units::Money;
use leptos::prelude::*;

/// The price in one sentence, for search engines and previews.
pub(super) fn sentence(view: &OfferView) -> String {
    let locale = view.frame.locale;
    let price = view.offer.price_per_gpu_hour();
    td_string!(
        locale,
        offer.sentence,
        name = view.name(),
        price = format::exact_money(price.unwrap_or(view.offer.price_per_hour)),
        kind = kind_word(locale, view.offer.kind),
        date = view.offer.observed.text()
    )
}

pub(super) fn panel(view: &OfferView) -> AnyView {
    let (frame, locale, offer) = (&view.frame, view.frame.locale, &view.offer);
    let per_gpu = offer.price_per_gpu_hour();
    let span = Span::of(frame);
    let main = match per_gpu {
        Some(hour) => offer.price_per_gpu_over(span.hours()).unwrap_or(hour),
        None => offer
            .price_over(span.hours())
            .unwrap_or(offer.price_per_hour),
    };
    let unit = match (per_gpu, span.period) {
        (Some(_), Period::Hour) => td_string!(locale, offer.per_gpu_hour).to_owned(),
        (None, Period::Hour) => td_string!(locale, offer.per_slice_hour).to_owned(),
        (Some(_), _) => td_string!(locale, offer.per_unit, unit = span.gpu_unit(locale)),
        (None, _) => td_string!(locale, offer.per_slice_unit, unit = span.unit(locale)),
    };
    let display = shown(frame, &view.snapshot, main);
    let class = if display.listed.is_some() { "apx" } else { "" };
    let price = format::hourly_money(display.money);
    let mut lines: Vec<(&'static str, AnyView)> = Vec::new();
    let whole = td_string!(
        locale,
        offer.an_hour,
        amount = format::exact_money(offer.price_per_hour)
    );
    let computed = |text: String| {
        view! { {text}" "<span class="tag">{td_string!(locale, offer.computed)}</span> }.into_any()
    };
    // A term's hour is worked out from its sum; a meter's is the figure itself.
    let is_quoted = !(offer.kind.is_term() && offer.price_per_period.is_some());
    if let Some(sum) = offer.price_per_period.filter(|_| offer.kind.is_term()) {
        let text = td_string!(
            locale,
            offer.for_period,
            amount = format::exact_money(sum),
            hours = offer.period_hours
        );
        lines.push((td_string!(locale, offer.paid_at_once), text.into_any()));
    }
    lines.push((
        td_string!(locale, offer.whole),
        if is_quoted {
            whole.into_any()
        } else {
            computed(whole)
        },
    ));
    if let Some(price) = per_gpu.filter(|_| offer.gpu_count > 1) {
        let text = td_string!(
            locale,
            offer.divided,
            amount = format::exact_money(price),
            count = offer.gpu_count
        );
        lines.push((td_string!(locale, offer.per_gpu), computed(text)));
    }
    if per_gpu.is_none() {
        lines.push((
            td_string!(locale, offer.per_gpu),
            td_string!(locale, offer.slice_no_price).into_any(),
        ));
    }
    let converted = view
        .snapshot
        .convert(offer.price_per_hour, frame.currency, frame.today())
        .filter(|(_, rate)| rate.hops > 0);
    if let Some((money, rate)) = converted {
        let words = format::rate(&rate);
        let text = td_string!(
            locale,
            offer.at_rate,
            amount = format::hourly_money(money),
            rate = words.short,
            date = format::date(rate.date, locale)
        );
        let text = view! { <span title=words.exact>{computed(text)}</span> };
        lines.push((td_string!(locale, offer.converted), text.into_any()));
    }
    if let Some(nanos) = offer
        .price_per_hour
        .nanos
        .checked_mul(i64::from(span.month_hours))
        .filter(|_| !offer.kind.is_term())
    {
        let month = Money {
            nanos,
            ..offer.price_per_hour
        };
        let text = td_string!(
            locale,
            offer.month_text,
            hours = span.month_hours,
            rate = format::exact_money(offer.price_per_hour),
            amount = format::total(month)
        );
        lines.push((td_string!(locale, offer.month), computed(text)));
    }
    lines.push((
        td_string!(locale, offer.kind),
        kind_word(locale, offer.kind).into_any(),
    ));
    lines.push((td_string!(locale, offer.price_type), type_words(view)));
    if let Some(text) = moves(view) {
        lines.push((td_string!(locale, offer.moved), text.into_any()));
    }
    lines.push((td_string!(locale, offer.seen), seen(view).into_any()));
    let source = crate::shell::source_words(&offer.source_url, locale);
    lines.push((td_string!(locale, common.source), source));
    let lines = lines
        .into_iter()
        .map(|(name, text)| view! { <dt>{name}</dt><dd>{text}</dd> })
        .collect_view();
    let listed = span.listed(locale, offer).or_else(|| {
        let listed = display.listed?;
        Some(td_string!(
            locale,
            offer.listed,
            amount = format::exact_money(listed)
        ))
    });
    let listed = listed.map(|text| view! { <span class="mut">{text}</span> });
    let old = if view.withdrawn { "fig was" } else { "fig" };
    view! {
        <section class="panel price-panel" data-listed=offer.price_per_hour.amount().to_string() data-currency=offer.price_per_hour.currency.code().to_owned()>
            <header><h2>{td_string!(locale, offer.price)}</h2><span class="end">{stamp(frame, offer.observed, view.freshness(), &offer.source_url)}</span></header>
            <div class="bd">
                <p class="price-line"><span class=old><span class=class>{price}</span>" "<small>{unit}</small></span>{listed}{span::switch(frame)}</p>
                <dl class="dl">{lines}</dl>
                <p class="xs dim">{td_string!(locale, offer.sells)}</p>
            </div>
        </section>
    }
    .into_any()
}

fn type_words(view: &OfferView) -> AnyView {
    let locale = view.frame.locale;
    match price_type(&view.offer) {
        Some(PriceType::Fixed) => td_string!(locale, offer.type_fixed).into_any(),
        Some(PriceType::Dynamic) if view.offer.kind == PriceKind::Spot => {
            td_string!(locale, offer.type_spot).into_any()
        }
        Some(PriceType::Dynamic) => td_string!(locale, offer.type_dynamic).into_any(),
        Some(PriceType::Bid) => td_string!(locale, offer.type_bid).into_any(),
        None => crate::components::fact(
            crate::components::Cell::Unknown,
            td_string!(locale, offer.type_unknown).to_owned(),
        ),
    }
}

/// A price that moves has a window and a range, not one bare figure.
fn moves(view: &OfferView) -> Option<String> {
    let locale = view.frame.locale;
    if price_type(&view.offer) != Some(PriceType::Dynamic) {
        return None;
    }
    let range = range(&view.points)?;
    let each = |money: Money| money.share(view.offer.gpu_count).unwrap_or(money);
    if range.seen < 2 {
        return Some(td_string!(
            locale,
            offer.moved_once,
            date = view.offer.observed.text()
        ));
    }
    Some(td_string!(
        locale,
        offer.moved_text,
        low = format::exact_money(each(range.low)),
        high = format::exact_money(each(range.high)),
        from = range.from.to_string(),
        to = range.to.to_string(),
        count = range.seen
    ))
}

fn seen(view: &OfferView) -> String {
    let locale = view.frame.locale;
    let observed = view.offer.observed;
    match observed.precision {
        Precision::Day => format::date(observed.date, locale),
        Precision::Month => td_string!(locale, offer.seen_month, date = observed.text()),
        Precision::Year => td_string!(locale, offer.seen_year, date = observed.text()),
    }
}
