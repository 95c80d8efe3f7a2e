//! The price table, by card.
use super::columns::{cell, is_number, is_stale, label, money_class, unit};
use super::{Catalogue, Shelf, bars};
use crate::components::{after_stop, card_name, kind_word, platform_name, shown, tier};
use crate::format;
use crate::text::td_string;
use domain::catalog::order::{Direction, OrderBy};
use domain::catalog::{Column, Offer, Period, PriceKind};
use domain::units::Money;
use leptos::prelude::*;

pub(super) fn table(view: &Catalogue) -> AnyView {
    let locale = view.frame.locale;
    let (shelves, pages) = view.shelves();
    let columns = view.query.shown_columns();
    let bodies = shelves
        .iter()
        .map(|shelf| bodies(rows(view, shelf, &columns, usize::MAX)))
        .collect_view();
    // The usual columns fit a page of 1,280 px, and so do fewer; more may not and then scroll inside their frame.
    let class = if columns == Column::DEFAULT {
        "tw fits usual"
    } else if columns.len() < Column::DEFAULT.len() {
        "tw fits"
    } else {
        "tw wide"
    };
    // "≈" means one thing more where figures of TFLOPS stand in the table.
    let has_tflops = columns
        .iter()
        .any(|column| matches!(column, Column::Tflops | Column::PerTflops));
    let estimate = has_tflops.then(|| {
        view! { {after_stop(locale)}{td_string!(locale, catalogue.tflops_note)} }
    });
    view! {
        <div class=class tabindex="0" role="region" aria-label=td_string!(locale, catalogue.table)>
            <table class="dense list prices" role="table">
                {head(view, &columns)}
                {bodies}
            </table>
        </div>
        {pager(view, pages)}
        <p class="sm dim table-note">{td_string!(locale, catalogue.table_note)}{estimate}</p>
    }
    .into_any()
}

/// The first lines of the table, heads of cards included, in the bodies that they stand in.
pub(super) fn lines(view: &Catalogue, most: usize) -> AnyView {
    let columns = view.query.shown_columns();
    let mut left = most;
    let mut shown = Vec::new();
    for shelf in view.shelves().0 {
        if left == 0 {
            break;
        }
        let lines = rows(view, &shelf, &columns, left);
        left = left.saturating_sub(lines.len());
        shown.push(bodies(lines));
    }
    shown.into_any()
}

/// Lines of one body. A browser skips the bodies that are not in view, so what a key changes above costs nothing there.
const LINES_OF_BODY: usize = 12;

fn bodies(lines: Vec<AnyView>) -> AnyView {
    let mut left = lines.into_iter().peekable();
    let mut bodies = Vec::new();
    while left.peek().is_some() {
        let lines: Vec<_> = left.by_ref().take(LINES_OF_BODY).collect();
        let count = lines.len().to_string();
        bodies.push(view! { <tbody data-lines=count>{lines}</tbody> });
    }
    bodies.into_any()
}

const UP: &str =
    r#"<svg class="srt" viewBox="0 0 8 10" aria-hidden="true"><path d="M4 1l3 4H1z"/></svg>"#;
const DOWN: &str =
    r#"<svg class="srt" viewBox="0 0 8 10" aria-hidden="true"><path d="M4 9L1 5h6z"/></svg>"#;
const BOTH: &str = r#"<svg class="srt" viewBox="0 0 8 10" aria-hidden="true"><path d="M4 0l2.6 3.6H1.4zM4 10L1.4 6.4h5.2z"/></svg>"#;

fn head(view: &Catalogue, columns: &[Column]) -> impl IntoView + use<> {
    let cells = columns
        .iter()
        .map(|column| {
            let class = match column {
                Column::Platform => "stick",
                column if is_number(*column) => "num",
                _ => "",
            };
            let unit = unit(view, *column);
            let name = match column {
                Column::PerGpu if view.query.period != Period::Hour => {
                    td_string!(view.frame.locale, catalogue.c_gpu_price_long)
                }
                column => label(view.frame.locale, *column),
            };
            match column.sort() {
                Some(by) => sortable(view, by, class, name, unit),
                None => view! { <th scope="col" class=class>{name}<u>{unit}</u></th> }.into_any(),
            }
        })
        .collect_view();
    view! { <thead><tr>{cells}</tr></thead> }
}

fn sortable(
    view: &Catalogue,
    by: OrderBy,
    class: &'static str,
    name: &'static str,
    unit: String,
) -> AnyView {
    let is_active = view.query.order_by == by;
    let is_rising = view.query.order_dir == Direction::Asc;
    let (aria, mark) = match (is_active, is_rising) {
        (true, true) => (Some("ascending"), UP),
        (true, false) => (Some("descending"), DOWN),
        (false, _) => (None, BOTH),
    };
    let href = view.frame.here(&[
        (
            "order_by",
            (by != OrderBy::PricePerGpuHour).then(|| by.word()),
        ),
        ("order_dir", (is_active && is_rising).then_some("desc")),
        ("page", None),
    ]);
    view! { <th scope="col" class=class aria-sort=aria><a href=href>{name}<span inner_html=mark></span></a><u>{unit}</u></th> }.into_any()
}

/// A card's lines, at most so many: its head, its offers, the link to the others.
fn rows(view: &Catalogue, shelf: &Shelf, columns: &[Column], most: usize) -> Vec<AnyView> {
    let offers = most.saturating_sub(usize::from(shelf.gpu.is_some()));
    let prices = shelf.rows.iter().filter_map(|row| {
        let offer = &view.snapshot.offers[*row];
        let price = shown(&view.frame, &view.snapshot, offer.price_per_gpu_hour()?);
        Some((price.money.nanos, is_stale(view, offer)))
    });
    let dearest = bars::full_length(prices);
    let mut lines = Vec::new();
    lines.extend(
        shelf
            .gpu
            .map(|gpu| group_row(view, shelf, gpu, columns.len()).into_any()),
    );
    lines.extend(shelf.rows.iter().take(offers).map(|row| {
        let place = Place {
            is_grouped: shelf.gpu.is_some(),
            is_best: shelf.span.lowest_row == Some(*row),
            dearest,
        };
        line(view, *row, columns, place)
    }));
    let has_more = shelf.more > 0 && offers > shelf.rows.len();
    lines.extend(shelf.gpu.filter(|_| has_more).map(|gpu| {
        let card = &view.snapshot.gpus[gpu];
        let pairs: Vec<(&str, Option<&str>)> = vec![("gpu", Some(card.slug.as_str())), ("page", None)];
        let text = td_string!(view.frame.locale, catalogue.the_other, count = shelf.more, name = card_name(card));
        view! { <tr class="more"><td colspan=columns.len().to_string()><a class="sm" href=view.frame.here(&pairs)>{text}</a></td></tr> }
            .into_any()
    }));
    lines
}

fn group_row(view: &Catalogue, shelf: &Shelf, gpu: usize, columns: usize) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let card = &view.snapshot.gpus[gpu];
    let vram = [
        card.vram_gb.map(|v| format!("{} GB", format::figure(v))),
        card.memory_type.clone(),
    ];
    let vram = vram.into_iter().flatten().collect::<Vec<_>>().join(" ");
    let bandwidth = card
        .bandwidth_gbps
        .map(|b| format!("{} GB/s", format::figure(b)));
    let tflops = card.dense_tflops().map(|(value, derived)| {
        let mark = if derived { "≈ " } else { "" };
        td_string!(
            locale,
            catalogue.dense,
            value = format!("{mark}{}", format::figure(value))
        )
    });
    let kind = view.headline_kind();
    let sign = view.frame.currency.sign();
    let hours = i64::from(view.query.period_hours());
    let price = |nanos: Option<i64>| {
        nanos.map(|n| format!("{sign}{}", format::hourly(n.saturating_mul(hours))))
    };
    // The lowest is the very figure that its row shows.
    let lowest = shelf
        .span
        .lowest_row
        .and_then(|row| per_gpu(view, &view.snapshot.offers[row]))
        .map(|price| shown(&view.frame, &view.snapshot, price).money)
        .map(|money| format!("{sign}{}", format::hourly(money.nanos)));
    let span = match (lowest.clone(), price(shelf.span.median)) {
        (Some(low), Some(median)) => td_string!(
            locale,
            catalogue.span,
            kind = kind.clone(),
            low = low,
            median = median
        ),
        _ => td_string!(locale, catalogue.no_current, kind = kind.clone()),
    };
    let low = lowest.map(|low| td_string!(locale, catalogue.lowest, kind = kind, low = low));
    let generic = card
        .is_generic()
        .then(|| view! { <span class="tag">{td_string!(locale, catalogue.form_unstated)}</span> });
    view! {
        <tr class="grp">
            <th colspan=columns.to_string() scope="rowgroup">
                <div class="gl">
                    <b><a class="plain" href=view.frame.link(&format!("/gpus/{}", card.slug))>{card_name(card)}</a></b>
                    {generic}
                    <span>{vram}</span>
                    {bandwidth.map(|b| view! { <span class="opt1">{b}</span> })}
                    {tflops.map(|t| view! { <span class="opt1">{t}</span> })}
                    <span class="end opt1">{td_string!(locale, catalogue.group_count, count = shelf.total)}" · "{span}</span>
                    {low.map(|l| view! { <span class="end only-n">{l}</span> })}
                </div>
            </th>
        </tr>
    }
}

/// Price of one GPU for the span of time that prices are shown for.
fn per_gpu(view: &Catalogue, offer: &Offer) -> Option<Money> {
    offer.price_per_gpu_over(view.query.period_hours())
}

/// Where a row stands.
struct Place {
    /// Under the head of its card.
    is_grouped: bool,
    /// The lowest of its group, of the kind that the head speaks of.
    is_best: bool,
    /// Price per GPU-hour that a whole bar stands for, nano-units.
    dearest: i64,
}

fn line(view: &Catalogue, row: usize, columns: &[Column], place: Place) -> AnyView {
    let offer = &view.snapshot.offers[row];
    let class = match (is_stale(view, offer), place.is_best) {
        (true, _) => "old",
        (_, true) => "best",
        _ => "",
    };
    let cells = columns
        .iter()
        .map(|column| match column {
            Column::Platform => name_cell(view, row, place.is_grouped),
            Column::PerGpu => price_cell(view, row, place.dearest),
            column => cell(view, offer, *column),
        })
        .collect_view();
    view! { <tr class=class data-offer=offer.id.to_string()>{cells}</tr> }.into_any()
}

/// The tick, the platform, the tier and what is special about the price.
fn name_cell(view: &Catalogue, row: usize, is_grouped: bool) -> AnyView {
    let locale = view.frame.locale;
    let offer = &view.snapshot.offers[row];
    let platform = &view.snapshot.platforms[offer.platform];
    let card = card_name(&view.snapshot.gpus[offer.gpu]);
    let name = platform_name(locale, platform);
    let tick = td_string!(
        locale,
        catalogue.tick,
        name = format!("{name} {card} {}", tier(locale, offer))
            .trim()
            .to_owned()
    );
    let second_line = [
        (!is_grouped).then_some(card),
        Some(tier(locale, offer)).filter(|t| !t.is_empty()),
        (offer.gpu_count > 1)
            .then(|| td_string!(locale, catalogue.cards_count, count = offer.gpu_count)),
    ];
    let second_line = second_line
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" · ");
    // A tag that opens the line stands under the name, not a step to the right.
    let second_class = if second_line.is_empty() {
        "l2 bare"
    } else {
        "l2"
    };
    let kind = (offer.kind != PriceKind::OnDemand).then(|| {
        let class = if offer.kind == PriceKind::Spot {
            "tag warn"
        } else {
            "tag"
        };
        let word = kind_word(locale, offer.kind);
        // What was paid for a period is shown divided by its hours.
        let word = if offer.kind.is_term() {
            td_string!(
                locale,
                catalogue.term,
                kind = word,
                hours = offer.period_hours
            )
        } else {
            word.to_owned()
        };
        view! { <span class=class>{word}</span> }
    });
    let slice = offer.gpu_fraction.map(|share| {
        let text = td_string!(locale, catalogue.slice, share = format::figure(share));
        view! { <span class="tag warn">{text}</span> }
    });
    let no_discount = view.extras.no_discount.contains(&row).then(
        || view! { <span class="tag warn">{td_string!(locale, catalogue.no_discount)}</span> },
    );
    let seen = view.extras.spot_seen.get(&offer.id).map(|seen| {
        let text = td_string!(
            locale,
            catalogue.spot_seen,
            low = format::hourly_money(seen.low),
            high = format::hourly_money(seen.high),
            count = seen.count,
            since = seen.since.clone()
        );
        view! { <span class="l2">{text}</span> }
    });
    let ask = offer
        .is_ask()
        .then(|| view! { <span class="tag">{td_string!(locale, catalogue.ask)}</span> });
    let is_ticked = view.extras.ticked.contains(&offer.id);
    view! {
        <th scope="row" class="stick">
            <div class="name-cell">
                <input r#type="checkbox" name="o" value=offer.id.to_string() form="compare" checked=is_ticked aria-label=tick />
                <div>
                    <a class="b" href=view.frame.link(&format!("/platforms/{}", platform.slug))>{name}</a>
                    <span class=second_class>{second_line}{kind}{slice}{ask}{no_discount}</span>
                    {seen}
                </div>
            </div>
        </th>
    }
    .into_any()
}

fn price_cell(view: &Catalogue, row: usize, dearest: i64) -> AnyView {
    let locale = view.frame.locale;
    let offer = &view.snapshot.offers[row];
    let Some(price) = per_gpu(view, offer) else {
        return view! { <td class="num pr"><span class="dim">{td_string!(locale, common.not_applicable)}</span></td> }
            .into_any();
    };
    let hours = view.query.period_hours();
    let price = shown(&view.frame, &view.snapshot, price);
    // A bar in twentieths, which the style sheet draws below the price.
    let length = bars::percent(price.money.nanos, dearest, hours);
    let class = format!("num pr w{}", ((length + 4) / 5).clamp(1, 20));
    let listed = price.listed.map(
        |listed| view! { <span class="l2 beside listed">{format::hourly_money(listed)}</span> },
    );
    let paid = offer.price_per_period.filter(|_| hours > 1).map(|paid| {
        let text = td_string!(
            locale,
            catalogue.paid,
            sum = format::hourly_money(paid),
            hours = offer.period_hours
        );
        view! { <span class="l2">{text}</span> }
    });
    // A phone has no heads of columns: what is not the usual hour says its span of time itself.
    let span = (hours > 1).then(|| {
        view! { <span class="l2 only-n" data-unit="">{unit(view, Column::PerGpu)}</span> }
    });
    let detail = view.frame.link(&format!("/offerings/{}", offer.id));
    view! { <td class=class><a class=money_class(&price, "price") href=detail>{format::hourly(price.money.nanos)}</a>{span}{listed}{paid}</td> }.into_any()
}

fn pager(view: &Catalogue, pages: u32) -> Option<AnyView> {
    if pages < 2 {
        return None;
    }
    let locale = view.frame.locale;
    let page = view.query.page.min(pages);
    let link = |to: u32, label: &'static str| {
        let to = to.to_string();
        view! { <a class="btn s" href=view.frame.here(&[("page", Some(&to))])>{label}</a> }
    };
    let previous = (page > 1).then(|| link(page - 1, td_string!(locale, catalogue.previous)));
    let next = (page < pages).then(|| link(page + 1, td_string!(locale, catalogue.next)));
    Some(
        view! {
            <nav class="pager" aria-label=td_string!(locale, catalogue.pages)>
                {previous}
                <span>{td_string!(locale, catalogue.page_of, page = page, pages = pages)}</span>
                {next}
            </nav>
        }
        .into_any(),
    )
}
