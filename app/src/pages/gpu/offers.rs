//! Current offers of the card, kind by kind: an on-demand, a spot and a monthly price are never compared.
use super::CardPage;
use crate::charts::Width;
use crate::charts::price_rows::{PriceRow, PriceRows, price_rows};
use crate::components::embed::{Embed, embed};
use crate::components::facts::increment;
use crate::components::span::{self, Span};
use crate::components::{after_stop, comma, kind_word, platform_name, shown, stamp, tier};
use crate::format;
use crate::pages::gpus::units;
use crate::text::td_string;
use domain::catalog::select::{PriceSpan, span};
use domain::catalog::{Freshness, Offer, PriceKind, Query, select};
use domain::units::Money;
use leptos::prelude::*;

/// Rows of a kind that are shown here.
const SHORT: usize = 6;
/// Width of the column, inside its panel.
const WIDE: u32 = 900;

/// Offers of one kind.
#[derive(Clone, Debug)]
pub(crate) struct KindOffers {
    /// Their kind.
    pub kind: PriceKind,
    /// Indexes into the snapshot's offers: current before stale, each cheapest first, slices after whole cards.
    pub rows: Vec<usize>,
    /// Lowest and median of the current ones.
    pub span: PriceSpan,
}

/// Every kind that the card is offered under.
pub(crate) fn kinds(view: &CardPage) -> Vec<KindOffers> {
    let query = Query {
        gpu: vec![view.card().slug.clone()],
        ..Query::default()
    };
    let (currency, today) = (view.frame.currency, view.frame.today());
    let found = select(&view.snapshot, &query, currency, today);
    let offer = |row: &usize| &view.snapshot.offers[*row];
    let kinds = PriceKind::ALL.iter().copied().map(|kind| {
        let rows: Vec<usize> = found
            .rows
            .iter()
            .copied()
            .filter(|row| offer(row).kind == kind)
            .collect();
        KindOffers {
            kind,
            span: span(&view.snapshot, &rows, kind, currency, today),
            rows,
        }
    });
    kinds.filter(|kind| !kind.rows.is_empty()).collect()
}

/// A price of the display currency without its sign.
fn plain(nanos: Option<i64>) -> String {
    nanos.map_or_else(|| "—".to_owned(), format::hourly)
}

/// The prices of each kind, for drawing.
pub(crate) fn chart(view: &CardPage) -> PriceRows {
    let locale = view.frame.locale;
    let span = Span::of(&view.frame);
    let scaled = |nanos: Option<i64>| nanos.and_then(|nanos| span.times(nanos)).map(units);
    let rows = kinds(view).into_iter().map(|of| {
        let current = of.rows.iter().filter_map(|row| {
            let offer = &view.snapshot.offers[*row];
            let is_current = view.snapshot.freshness(offer, view.frame.today()) != Freshness::Stale;
            let price = is_current
                .then(|| offer.price_per_gpu_over(span.hours()))
                .flatten()?;
            let shown = view
                .snapshot
                .convert(price, view.frame.currency, view.frame.today())?;
            Some(units(shown.0.nanos))
        });
        let lowest = of.span.lowest_row.map(|row| {
            let platform = view.snapshot.offers[row].platform;
            platform_name(locale, &view.snapshot.platforms[platform])
        });
        PriceRow {
            name: kind_word(locale, of.kind).to_owned(),
            note: lowest.unwrap_or_default(),
            prices: current.collect(),
            lowest: scaled(of.span.lowest),
            median: scaled(of.span.median),
            highlighted: false,
        }
    });
    let rows: Vec<PriceRow> = rows.collect();
    PriceRows {
        aria: td_string!(locale, card.prices_aria, name = view.name()),
        title: td_string!(locale, card.prices_chart).to_owned(),
        unit: td_string!(
            locale,
            card.unit_log,
            unit = format!("{}/{}", view.sign(), span.gpu_unit(locale))
        ),
        empty: td_string!(locale, gpus.no_price).to_owned(),
        rows,
    }
}

/// The panel; the table under the chart has the same numbers.
pub(super) fn panel(view: &CardPage) -> AnyView {
    let locale = view.frame.locale;
    let slug = &view.card().slug;
    let kinds = kinds(view);
    let all = kinds.iter().map(|kind| kind.rows.len()).sum::<usize>();
    let link = view.frame.link(&format!("/?gpu={slug}"));
    if kinds.is_empty() {
        return view! {
            <section class="panel" id="offers">
                <header><h2>{td_string!(locale, card.offers)}</h2></header>
                <p class="bd">{td_string!(locale, card.no_offers)}</p>
            </section>
        }
        .into_any();
    }
    let data = chart(view);
    let snippet = embed(
        &view.frame,
        &Embed {
            path: &format!("/embed/prices/{slug}.svg"),
            page: &view.path(),
            alt: &data.aria,
            table: Some(&format!("/embed/prices/{slug}.html")),
            params: &[],
        },
    );
    view! {
        <section class="panel" id="offers">
            <header>
                <h2>{td_string!(locale, card.offers)}</h2>
                <span class="end">{span::switch(&view.frame)}" "<a href=link.clone()>{td_string!(locale, card.all_offers, count = all)}</a></span>
                <p>{td_string!(locale, card.offers_note)}</p>
            </header>
            <div class="bd">
                {answer(view, &kinds)}
                <div class="only-w" inner_html=price_rows(&data, Width::Wide(WIDE))></div>
                <div class="only-n" inner_html=price_rows(&data, Width::Narrow)></div>
            </div>
            {table(view, &kinds)}
            {snippet}
        </section>
    }
    .into_any()
}

/// The offers, a body of rows for each kind.
pub(crate) fn table(view: &CardPage, kinds: &[KindOffers]) -> AnyView {
    let locale = view.frame.locale;
    let span = Span::of(&view.frame);
    let unit = format!("{}/{}", view.sign(), span.gpu_unit(locale));
    let whole_unit = format!("{}/{}", view.sign(), span.unit(locale));
    let groups = kinds.iter().map(|kind| group(view, kind)).collect_view();
    view! {
        <div class="tw bare" tabindex="0" role="region" aria-label=td_string!(locale, card.offers)>
            <table class="card-offers">
                <thead><tr>
                    <th scope="col">{td_string!(locale, card.platform)}</th>
                    <th scope="col" class="num">{td_string!(locale, gpus.price)}<u>{unit}</u></th>
                    <th scope="col" class="num only-w">{td_string!(locale, card.whole)}<u>{whole_unit}</u></th>
                    <th scope="col">{td_string!(locale, card.increment)}</th>
                    <th scope="col">{td_string!(locale, card.seen)}</th>
                </tr></thead>
                {groups}
            </table>
        </div>
    }
    .into_any()
}

/// The one figure of the page: the lowest on-demand price, or that there is none.
fn answer(view: &CardPage, kinds: &[KindOffers]) -> AnyView {
    let locale = view.frame.locale;
    let metered = kinds.iter().find(|kind| kind.kind == PriceKind::OnDemand);
    let lowest = metered.and_then(|kind| Some((kind, kind.span.lowest?, kind.span.lowest_row?)));
    let Some((kind, lowest, row)) = lowest else {
        return view! { <p class="card-answer">{td_string!(locale, card.no_on_demand)}</p> }
            .into_any();
    };
    let offer = &view.snapshot.offers[row];
    let platform = platform_name(locale, &view.snapshot.platforms[offer.platform]);
    // For a longer span the very figure that its row shows: a sum paid for a term is never rounded twice.
    let span = Span::of(&view.frame);
    let price = offer.price_per_gpu_over(span.hours());
    let price = price.map(|price| shown(&view.frame, &view.snapshot, price).money);
    let listed = span.listed(locale, offer);
    let listed = listed.map(|listed| {
        let mark = comma(locale);
        view! { {mark}<span class="mut">{listed}</span> }
    });
    let class = if offer.price_per_hour.currency == view.frame.currency {
        "big"
    } else {
        "big apx"
    };
    let unit = td_string!(locale, card.answer_unit, unit = span.gpu_unit(locale));
    let text = td_string!(
        locale,
        card.lowest_at,
        platform = platform,
        count = kind.span.count,
        median = plain(kind.span.median.and_then(|median| span.times(median)))
    );
    view! {
        <p class="card-answer" data-lowest=lowest.to_string()>
            <b class=class>{price.map(format::hourly_money)}</b>" "
            <span>{unit}{after_stop(locale)}{text}{listed}</span>
        </p>
    }
    .into_any()
}

fn group(view: &CardPage, of: &KindOffers) -> AnyView {
    let locale = view.frame.locale;
    let stale = |row: &usize| {
        let offer = &view.snapshot.offers[*row];
        view.snapshot.freshness(offer, view.frame.today()) == Freshness::Stale
    };
    let old = of.rows.iter().filter(|row| stale(row)).count();
    let span = Span::of(&view.frame);
    let scaled = |nanos: Option<i64>| plain(nanos.and_then(|nanos| span.times(nanos)));
    let kind = kind_word(locale, of.kind);
    let summary = if of.span.count > 0 {
        td_string!(
            locale,
            card.kind_span,
            count = of.span.count,
            low = scaled(of.span.lowest),
            median = scaled(of.span.median)
        )
    } else {
        let newest = of
            .rows
            .iter()
            .map(|row| view.snapshot.offers[*row].observed)
            .max();
        let day = newest.map(|seen| seen.text()).unwrap_or_default();
        td_string!(locale, card.kind_none, date = day)
    };
    let best = of.span.lowest_row;
    let rows = of
        .rows
        .iter()
        .take(SHORT)
        .map(|row| line(view, *row, Some(*row) == best, stale(row)))
        .collect_view();
    let hidden = of.rows.len().saturating_sub(SHORT);
    let more = (hidden > 0).then(|| {
        let href = format!("/?gpu={}&price_kind={}", view.card().slug, of.kind.word());
        let text = if old > 0 {
            td_string!(locale, card.more_stale, count = hidden, old = old)
        } else {
            td_string!(locale, card.more, count = hidden)
        };
        view! { <tr class="more"><td colspan="5"><a href=view.frame.link(&href)>{text}</a></td></tr> }
    });
    view! {
        <tbody data-kind=of.kind.word()>
            <tr class="grp"><th scope="rowgroup" colspan="5"><b>{kind}</b>" "<span class="dim">{summary}</span></th></tr>
            {rows}
            {more}
        </tbody>
    }
    .into_any()
}

fn line(view: &CardPage, row: usize, is_best: bool, is_stale: bool) -> AnyView {
    let locale = view.frame.locale;
    let offer = &view.snapshot.offers[row];
    let platform = &view.snapshot.platforms[offer.platform];
    let cards = (offer.gpu_count > 1)
        .then(|| td_string!(locale, catalogue.cards_count, count = offer.gpu_count));
    let vram = view.card().vram_gb.filter(|_| offer.gpu_count > 1);
    let vram = vram.map(|gb| {
        let total = format::figure(gb * f64::from(offer.gpu_count));
        td_string!(locale, card.total_vram, gb = total)
    });
    let second = [
        cards,
        vram,
        Some(tier(locale, offer)).filter(|text| !text.is_empty()),
    ];
    let second = second.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    let slice = offer.gpu_fraction.map(|share| {
        let text = td_string!(locale, catalogue.slice, share = format::figure(share));
        view! { <span class="tag warn">{text}</span> }
    });
    let class = match (is_stale, is_best) {
        (true, _) => "old",
        (_, true) => "best",
        _ => "",
    };
    let freshness = view.snapshot.freshness(offer, view.frame.today());
    let href = view.frame.link(&format!("/platforms/{}", platform.slug));
    let own = view.frame.link(&format!("/offerings/{}", offer.id));
    let hours = Span::of(&view.frame).hours();
    let label = offer.price_per_gpu_over(hours).map(|price| {
        let price = shown(&view.frame, &view.snapshot, price);
        td_string!(
            locale,
            card.to_offer,
            price = format::hourly_money(price.money)
        )
    });
    view! {
        <tr class=class data-offer=offer.id.to_string()>
            <th scope="row"><a href=href>{platform_name(locale, platform)}</a><span class="l2">{second}" "{slice}</span></th>
            <td class="num"><a class="to-offer" href=own aria-label=label>{span::price_of_gpu(&view.frame, &view.snapshot, offer, "price")}</a></td>
            <td class="num only-w">{whole(view, offer)}</td>
            <td>{increment(locale, offer, platform)}</td>
            <td>{stamp(&view.frame, offer.observed, freshness, &offer.source_url)}</td>
        </tr>
    }
    .into_any()
}

/// A price in the display currency with the listed one under it.
pub(super) fn money(view: &CardPage, price: Option<Money>) -> AnyView {
    let Some(price) = price else {
        let text = td_string!(view.frame.locale, common.not_applicable);
        return view! { <span class="dim">{text}</span> }.into_any();
    };
    let price = shown(&view.frame, &view.snapshot, price);
    let class = if price.listed.is_some() {
        "price apx"
    } else {
        "price"
    };
    let listed = price
        .listed
        .map(|listed| view! { <span class="l2">{format::hourly_money(listed)}</span> });
    view! { <span class=class>{format::hourly(price.money.nanos)}</span>{listed} }.into_any()
}

fn whole(view: &CardPage, offer: &Offer) -> AnyView {
    if offer.gpu_count == 1 && offer.gpu_fraction.is_none() {
        return view! { <span class="dim">"—"</span> }.into_any();
    }
    let hours = Span::of(&view.frame).hours();
    let price = offer.price_over(hours).unwrap_or(offer.price_per_hour);
    let price = shown(&view.frame, &view.snapshot, price);
    let class = price.listed.map(|_| "apx");
    view! { <span class=class>{format::hourly(price.money.nanos)}</span> }.into_any()
}
