//! The price table, by card.
use super::{Catalogue, Shelf};
use crate::components::{
    self, Shown, card_name, kind_word, platform_name, shown, stamp, tier, unknown,
};
use crate::format;
use crate::text::td_string;
use domain::catalog::order::{Direction, OrderBy};
use domain::catalog::{FactKey, Freshness, Offer, Platform, PriceKind, Tri};
use domain::units::{Currency, Decimal, Money};
use leptos::prelude::*;

/// Columns of the table.
const COLUMNS: usize = 10;

pub(super) fn table(view: &Catalogue) -> AnyView {
    let locale = view.frame.locale;
    let (shelves, pages) = view.shelves();
    let body = shelves.iter().map(|shelf| rows(view, shelf)).collect_view();
    view! {
        <div class="tw fits" tabindex="0" role="region" aria-label=td_string!(locale, catalogue.table)>
            <table class="dense list prices" role="table">
                {head(view)}
                <tbody>{body}</tbody>
            </table>
        </div>
        {pager(view, pages)}
        <p class="sm dim table-note">{td_string!(locale, catalogue.table_note)}</p>
    }
    .into_any()
}

const UP: &str =
    r#"<svg class="srt" viewBox="0 0 8 10" aria-hidden="true"><path d="M4 1l3 4H1z"/></svg>"#;
const DOWN: &str =
    r#"<svg class="srt" viewBox="0 0 8 10" aria-hidden="true"><path d="M4 9L1 5h6z"/></svg>"#;
const BOTH: &str = r#"<svg class="srt" viewBox="0 0 8 10" aria-hidden="true"><path d="M4 0l2.6 3.6H1.4zM4 10L1.4 6.4h5.2z"/></svg>"#;

fn head(view: &Catalogue) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let sign = view.frame.currency.sign().trim().to_owned();
    let hour = td_string!(locale, catalogue.hour);
    let sortable = |by: OrderBy, class: &'static str, label: &'static str, unit: String| {
        let active = view.query.order_by == by;
        let next = if active && view.query.order_dir == Direction::Asc {
            "desc"
        } else {
            "asc"
        };
        let (aria, mark) = match (active, view.query.order_dir) {
            (true, Direction::Asc) => (Some("ascending"), UP),
            (true, Direction::Desc) => (Some("descending"), DOWN),
            (false, _) => (None, BOTH),
        };
        let by_word = (by != OrderBy::PricePerGpuHour).then(|| by.word());
        let href = view.frame.here(&[
            ("order_by", by_word),
            ("order_dir", (next == "desc").then_some("desc")),
            ("page", None),
        ]);
        view! { <th scope="col" class=class aria-sort=aria><a href=href>{label}<span inner_html=mark></span></a><u>{unit}</u></th> }
    };
    let plain = |class: &'static str, label: &'static str, unit: String| {
        view! { <th scope="col" class=class>{label}<u>{unit}</u></th> }
    };
    let blank = || "\u{a0}".to_owned();
    view! {
        <thead>
            <tr>
                {sortable(OrderBy::Platform, "stick", td_string!(locale, catalogue.c_platform), td_string!(locale, catalogue.c_platform_2).to_owned())}
                {sortable(OrderBy::PricePerGpuHour, "num", td_string!(locale, catalogue.c_gpu_price), format!("{sign}/{}", td_string!(locale, catalogue.gpu_hour)))}
                {sortable(OrderBy::PricePerHour, "num", td_string!(locale, catalogue.c_whole), format!("{sign}/{hour}"))}
                {plain("", td_string!(locale, catalogue.c_billing), td_string!(locale, catalogue.c_billing_2).to_owned())}
                {plain("num", td_string!(locale, catalogue.c_no_gpu), format!("{sign}/{hour}"))}
                {plain("", td_string!(locale, catalogue.c_stopped), blank())}
                {plain("", td_string!(locale, catalogue.c_exclusive), blank())}
                {sortable(OrderBy::Ram, "num", td_string!(locale, catalogue.c_cpu), td_string!(locale, catalogue.c_cpu_2).to_owned())}
                {sortable(OrderBy::StoragePrice, "num", td_string!(locale, catalogue.c_disk), format!("{sign}/{}", td_string!(locale, catalogue.gb_month)))}
                {sortable(OrderBy::ObservedAt, "", td_string!(locale, catalogue.c_checked), td_string!(locale, catalogue.c_checked_2).to_owned())}
            </tr>
        </thead>
    }
}

fn rows(view: &Catalogue, shelf: &Shelf) -> AnyView {
    let dearest = shelf
        .rows
        .iter()
        .filter_map(|row| {
            Some(
                shown(
                    &view.frame,
                    &view.snapshot,
                    view.snapshot.offers[*row].price_per_gpu_hour()?,
                )
                .money
                .nanos,
            )
        })
        .max()
        .unwrap_or(1);
    let lines = shelf
        .rows
        .iter()
        .map(|row| {
            line(
                view,
                *row,
                shelf.gpu.is_some(),
                shelf.span.lowest_row == Some(*row),
                dearest,
            )
        })
        .collect_view();
    let more = shelf.gpu.filter(|_| shelf.more > 0).map(|gpu| {
        let card = &view.snapshot.gpus[gpu];
        let pairs: Vec<(&str, Option<&str>)> = vec![("gpu", Some(card.slug.as_str())), ("page", None)];
        let text = td_string!(view.frame.locale, catalogue.the_other, count = shelf.more, name = card_name(card));
        view! { <tr class="more"><td colspan=COLUMNS.to_string()><a class="sm" href=view.frame.here(&pairs)>{text}</a></td></tr> }
    });
    view! { {shelf.gpu.map(|gpu| group_row(view, shelf, gpu))}{lines}{more} }.into_any()
}

fn group_row(view: &Catalogue, shelf: &Shelf, gpu: usize) -> impl IntoView + use<> {
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
    let sign = view.frame.currency.sign();
    let price = |nanos: Option<i64>| nanos.map(|n| format!("{sign}{}", format::hourly(n)));
    let span = match (price(shelf.span.lowest), price(shelf.span.median)) {
        (Some(low), Some(median)) => td_string!(locale, catalogue.span, low = low, median = median),
        _ => td_string!(locale, catalogue.no_current).to_owned(),
    };
    let low = price(shelf.span.lowest).map(|low| td_string!(locale, catalogue.lowest, low = low));
    let generic = card
        .is_generic()
        .then(|| view! { <span class="tag">{td_string!(locale, catalogue.form_unstated)}</span> });
    view! {
        <tr class="grp">
            <th colspan=COLUMNS.to_string() scope="rowgroup">
                <div class="gl">
                    <b><a class="plain" href=view.frame.link(&format!("/gpus?hl={}", card.slug))>{card_name(card)}</a></b>
                    {generic}
                    <span>{vram}</span>
                    {bandwidth.map(|b| view! { <span>{b}</span> })}
                    {tflops.map(|t| view! { <span class="opt1">{t}</span> })}
                    <span class="end opt1">{td_string!(locale, catalogue.group_count, count = shelf.total)}" · "{span}</span>
                    {low.map(|l| view! { <span class="end only-n">{l}</span> })}
                </div>
            </th>
        </tr>
    }
}

fn money_cell(price: &Shown, class: &'static str) -> AnyView {
    let class = if price.listed.is_some() {
        format!("{class} apx")
    } else {
        class.to_owned()
    };
    view! { <span class=class>{format::hourly(price.money.nanos)}</span> }.into_any()
}

fn line(view: &Catalogue, row: usize, grouped: bool, best: bool, dearest: i64) -> AnyView {
    let locale = view.frame.locale;
    let snapshot = &view.snapshot;
    let offer = &snapshot.offers[row];
    let platform = &snapshot.platforms[offer.platform];
    let freshness = snapshot.freshness(offer, view.frame.today());
    let whole = shown(&view.frame, snapshot, offer.price_per_hour);
    let per_gpu = offer
        .price_per_gpu_hour()
        .map(|price| shown(&view.frame, snapshot, price));
    let class = match (freshness == Freshness::Stale, best) {
        (true, _) => "old",
        (_, true) => "best",
        _ => "",
    };
    let second_line = [
        (!grouped).then(|| card_name(&snapshot.gpus[offer.gpu])),
        Some(tier(offer)).filter(|t| !t.is_empty()),
        (offer.gpu_count > 1)
            .then(|| td_string!(locale, catalogue.cards_count, count = offer.gpu_count)),
    ];
    let second_line = second_line
        .into_iter()
        .flatten()
        .collect::<Vec<_>>()
        .join(" · ");
    let kind = (offer.kind != PriceKind::OnDemand).then(|| {
        let class = if offer.kind == PriceKind::Spot {
            "tag warn"
        } else {
            "tag"
        };
        view! { <span class=class>{kind_word(locale, offer.kind)}</span> }
    });
    let slice = offer.gpu_fraction.map(|share| {
        let text = td_string!(locale, catalogue.slice, share = format::figure(share));
        view! { <span class="tag warn">{text}</span> }
    });
    let price = match &per_gpu {
        Some(price) => {
            let width =
                (price.money.nanos.max(0) as f64 / dearest.max(1) as f64 * 100.0).clamp(1.0, 100.0);
            let listed = price.listed.map(
                |listed| view! { <span class="l2 listed">{format::hourly_money(listed)}</span> },
            );
            let bar = format!(
                r#"<svg class="spark" viewBox="0 0 100 3" preserveAspectRatio="none" aria-hidden="true"><rect class="fo" width="{width:.0}" height="3"/></svg>"#
            );
            view! { {money_cell(price, "price")}{listed}<span inner_html=bar></span> }.into_any()
        }
        None => view! { <span class="dim">{td_string!(locale, common.not_applicable)}</span> }
            .into_any(),
    };
    let count = (offer.gpu_count > 1).then(|| {
        view! { <span class="l2">{td_string!(locale, catalogue.cards_count, count = offer.gpu_count)}</span> }
    });
    let source = platform_name(locale, platform);
    // On a phone a bare "unknown" needs its question before it.
    let increment_unknown = components::facts::increment_word(locale, offer, platform)
        .is_none()
        .then(|| td_string!(locale, catalogue.c_billing));
    let stop_unknown = (components::facts::stopped_answer(locale, offer, platform).0
        == components::Cell::Unknown)
        .then(|| td_string!(locale, catalogue.c_stopped));
    let cpu_class = if offer.vcpus.is_none() && offer.ram_gb.is_none() {
        "num opt1"
    } else {
        "num"
    };
    view! {
        <tr class=class data-offer=offer.id.to_string()>
            <th scope="row" class="stick">
                <a class="b" href=view.frame.link(&format!("/platforms/{}", platform.slug))>{source}</a>
                <span class="l2">{second_line}{kind}{slice}</span>
            </th>
            <td class="num pr">{price}</td>
            <td class="num opt1" data-l=td_string!(locale, catalogue.c_whole)>{money_cell(&whole, "")}{count}</td>
            <td data-l=increment_unknown>{components::facts::increment(locale, offer, platform)}</td>
            <td class="num opt1" data-l=td_string!(locale, catalogue.c_no_gpu)>{no_gpu(view, offer, platform)}</td>
            <td data-l=stop_unknown>{components::facts::stopped(locale, offer, platform)}</td>
            <td class="opt1">{components::facts::exclusivity(locale, offer, platform)}</td>
            <td class=cpu_class>{components::facts::cpu_ram(locale, offer)}</td>
            <td class="num opt1">{disk(view, offer, platform)}</td>
            <td class="ck">{stamp(&view.frame, offer.observed, freshness, &offer.source_url)}</td>
        </tr>
    }
    .into_any()
}

fn no_gpu(view: &Catalogue, offer: &Offer, platform: &Platform) -> AnyView {
    let locale = view.frame.locale;
    if offer.kind.is_term() {
        return view! { <span class="dim">{td_string!(locale, common.not_applicable)}</span> }
            .into_any();
    }
    match offer.fact_tri(platform, FactKey::NoGpuMode) {
        None => unknown(locale),
        Some(Tri::No) => {
            view! { <span class="dim">{td_string!(locale, common.none)}</span> }.into_any()
        }
        Some(_) => match platform_money(offer, platform, FactKey::NoGpuPrice) {
            Some(price) => money_cell(&shown(&view.frame, &view.snapshot, price), ""),
            None => view! { <span>{td_string!(locale, catalogue.price_unknown)}</span> }.into_any(),
        },
    }
}

fn disk(view: &Catalogue, offer: &Offer, platform: &Platform) -> AnyView {
    let locale = view.frame.locale;
    let free = offer
        .fact_amount(platform, FactKey::FreeDisk)
        .map(Decimal::to_f64)
        .or(offer.disk_gb);
    let free = free.map(|gb| view! { <span class="l2">{td_string!(locale, catalogue.included, gb = format::figure(gb))}</span> });
    let price = match platform_money(offer, platform, FactKey::StoragePrice) {
        Some(price) => money_cell(&shown(&view.frame, &view.snapshot, price), ""),
        None => unknown(locale),
    };
    view! { {price}{free} }.into_any()
}

/// A fact's price in the platform's currency, else in the offer's.
fn platform_money(offer: &Offer, platform: &Platform, key: FactKey) -> Option<Money> {
    let currency: Currency = platform.currency.unwrap_or(offer.price_per_hour.currency);
    Money::from_decimal(offer.fact_amount(platform, key)?, currency).ok()
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
