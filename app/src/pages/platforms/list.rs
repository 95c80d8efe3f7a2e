//! The rules of all platforms in one table.
use super::{OfferCount, PolicyView, filters, nobody_looked, policies};
use crate::components::basis::basis;
use crate::components::{kept_inputs, notices, platform_name};
use crate::frame::{KEPT, address};
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::against::{BasisKind, of_fact};
use domain::catalog::order::Direction;
use domain::catalog::policy::{Policy, PolicyOrder, SortBy};
use leptos::prelude::*;

const UP: &str =
    r#"<svg class="srt" viewBox="0 0 8 10" aria-hidden="true"><path d="M4 1l3 4H1z"/></svg>"#;
const DOWN: &str =
    r#"<svg class="srt" viewBox="0 0 8 10" aria-hidden="true"><path d="M4 9L1 5h6z"/></svg>"#;
const BOTH: &str = r#"<svg class="srt" viewBox="0 0 8 10" aria-hidden="true"><path d="M4 0l2.6 3.6H1.4zM4 10L1.4 6.4h5.2z"/></svg>"#;

/// `/platforms`
pub fn list(view: &PolicyView) -> Document {
    let (frame, snapshot) = (&view.base.frame, &view.base.snapshot);
    let locale = frame.locale;
    let sub = td_string!(
        locale,
        platforms.sub,
        count = snapshot.platforms.len(),
        offers = snapshot.platforms_with_offers()
    );
    let query: Vec<(String, String)> = frame
        .query
        .iter()
        .filter(|(name, _)| name != "part")
        .cloned()
        .collect();
    let csv = address("/platforms.csv", &query);
    let json = document(view);
    let count = view.query.condition_count();
    let open = if count > 0 {
        td_string!(locale, platforms.filters_n, count = count)
    } else {
        td_string!(locale, platforms.filters).to_owned()
    };
    let rows = view.table.rows.len();
    let table = if rows == 0 {
        nothing(view)
    } else {
        table(view)
    };
    let body = view! {
        <div class="head">
            <h1>{td_string!(locale, platforms.heading)}</h1>
            <span class="sub">{sub}</span>
        </div>
        {notices(locale, &view.notices).map(|list| view! { <div class="notices">{list}</div> })}
        <div class="mbar only-n"><a class="btn" href="#filters">{open}</a></div>
        {filters::form(view)}
        {filters::chips(view)}
        <form method="get" action="/compare" class="pick">
            {kept_inputs(frame)}
            <div class="rule-bar">
                <span class="b" data-shown=rows.to_string()>{td_string!(locale, platforms.shown, count = rows)}</span>
                <span class="end">
                    <button class="btn s only-w">{td_string!(locale, platforms.compare_ticked)}</button>
                    <a class="btn s" href=csv download="platforms.csv">{td_string!(locale, common.csv)}</a>
                    <a class="btn s" href=json>"JSON"</a>
                </span>
            </div>
            {filters::left_out(view)}
            {table}
        </form>
        <p class="sm dim table-note">{td_string!(locale, platforms.table_note)}</p>
    };
    Document {
        title: td_string!(locale, platforms.title).to_owned(),
        description: td_string!(locale, platforms.description).to_owned(),
        nav: Nav::Platforms,
        islands: false,
        body: body.into_any(),
    }
}

/// The same platforms in the same order for programs, with the currency that this page takes from its language.
fn document(view: &PolicyView) -> String {
    let frame = &view.base.frame;
    let own = ["part", "p", "page", "limit"];
    let ignored = |name: &str, value: &str| {
        let cut: String = value.trim().chars().take(60).collect();
        let mut notices = view.notices.iter();
        notices.any(|notice| notice.param == name && notice.value == cut)
    };
    let says = |(name, value): &&(String, String)| {
        !KEPT.contains(&name.as_str()) && !own.contains(&name.as_str()) && !ignored(name, value)
    };
    let query = frame.query.iter().filter(says);
    let mut pairs: Vec<(String, String)> = query.cloned().collect();
    pairs.push(("limit".to_owned(), "1000".to_owned()));
    let currency = frame.currency.code().to_owned();
    pairs.push(("currency".to_owned(), currency));
    address("/api/v1/platforms", &pairs)
}

fn nothing(view: &PolicyView) -> AnyView {
    let (frame, locale) = (&view.base.frame, view.base.frame.locale);
    view! {
        <div class="empty"><div>
            <h2>{td_string!(locale, platforms.none)}</h2>
            <p class="why">{td_string!(locale, platforms.none_text)}</p>
            <ul class="plain">{filters::ways_back(view)}</ul>
            <p><a class="btn" href=frame.link("/platforms")>{td_string!(locale, platforms.out_all)}</a></p>
        </div></div>
    }
    .into_any()
}

fn table(view: &PolicyView) -> AnyView {
    let locale = view.base.frame.locale;
    let counts = view.base.offer_counts();
    let rows = view
        .table
        .rows
        .iter()
        .map(|place| row(view, *place, counts[*place]));
    view! {
        <div class="tw fits rules" tabindex="0" role="region" aria-label=td_string!(locale, platforms.table)>
            <table class="dense rule-table" role="table">
                {head(view)}
                <tbody role="rowgroup">{rows.collect_view()}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn head(view: &PolicyView) -> AnyView {
    let (frame, locale) = (&view.base.frame, view.base.frame.locale);
    let sign = frame.currency.sign().trim().to_owned();
    let sortable = |by: SortBy, class: &'static str, label: &'static str, second: String| {
        let active = view.query.order_by == by;
        let descends = active && view.query.order_dir == Direction::Asc;
        let (aria, mark) = match (active, view.query.order_dir) {
            (true, Direction::Asc) => (Some("ascending"), UP),
            (true, Direction::Desc) => (Some("descending"), DOWN),
            (false, _) => (None, BOTH),
        };
        let word = (by != SortBy::Row(PolicyOrder::Name)).then(|| by.word());
        let href = frame.here(&[
            ("order_by", word),
            ("order_dir", descends.then_some("desc")),
        ]);
        view! { <th scope="col" role="columnheader" class=class aria-sort=aria><a href=href>{label}<span inner_html=mark></span></a><u>{second}</u></th> }
    };
    let columns = Policy::ALL.iter().map(|policy| {
        let (label, second) = policies::name(locale, *policy, &sign);
        let class = if policies::is_number(*policy) {
            "num"
        } else {
            ""
        };
        sortable(SortBy::Column(*policy), class, label, second)
    });
    view! {
        <thead role="rowgroup">
            <tr role="row">
                {sortable(SortBy::Row(PolicyOrder::Name), "stick", td_string!(locale, platforms.c_platform), td_string!(locale, platforms.c_country).to_owned())}
                {sortable(SortBy::Row(PolicyOrder::Offers), "num", td_string!(locale, platforms.c_offers), td_string!(locale, platforms.c_offers_2).to_owned())}
                {columns.collect_view()}
            </tr>
        </thead>
    }
    .into_any()
}

fn row(view: &PolicyView, place: usize, count: OfferCount) -> AnyView {
    let (frame, locale) = (&view.base.frame, view.base.frame.locale);
    let platform = &view.base.snapshot.platforms[place];
    let sign = frame.currency.sign().trim().to_owned();
    let name = platform_name(locale, platform);
    let href = frame.link(&format!("/platforms/{}", platform.slug));
    let is_known = |policy: &Policy| platform.facts.value(policy.fact()).is_some();
    let page = format!("/platforms/{}", platform.slug);
    let from = |policy: Policy| {
        let key = policy.fact();
        let known = platform.facts.get(key).filter(|_| is_known(&policy))?;
        let ground = of_fact(known, BasisKind::Rule(key));
        Some(view! { <span class="froms">{basis(frame, &ground, &page)}</span> })
    };
    let cells = Policy::ALL.iter().map(|policy| {
        let (label, second) = policies::name(locale, *policy, &sign);
        let class = if policies::is_number(*policy) { "num" } else { "" };
        let label = match second.trim() {
            "" | "\u{a0}" => label.to_owned(),
            unit => format!("{label} ({unit})"),
        };
        // A phone lists what is known and counts the rest.
        let unasked = (!is_known(policy)).then_some("");
        view! { <td role="cell" class=class data-l=label data-policy=policy.word() data-unknown=unasked>{policies::cell(&view.base, platform, *policy)}{from(*policy)}</td> }
    });
    let unknown = Policy::ALL
        .iter()
        .filter(|policy| !is_known(policy))
        .count();
    let rest = (unknown > 0 && !nobody_looked(platform)).then(|| {
        let text = td_string!(locale, platforms.more_unknown, count = unknown);
        view! { <span class="l2 only-n" data-unknown-count=unknown.to_string()>{text}</span> }
    });
    let nobody = nobody_looked(platform)
        .then(|| view! { <span class="l2">{td_string!(locale, platforms.nobody)}</span> });
    let stale = (count.stale > 0).then(|| {
        let text = td_string!(locale, platforms.offers_stale, count = count.stale);
        view! { <span class="l2">{text}</span> }
    });
    let tick = td_string!(locale, platforms.tick, name = name.clone());
    view! {
        <tr role="row" data-platform=platform.slug.clone()>
            <th scope="row" role="rowheader" class="stick">
                <div class="name-cell">
                    <input class="only-w" r#type="checkbox" name="p" value=platform.slug.clone() aria-label=tick />
                    <div><a class="b" href=href>{name}</a><span class="l2">{policies::country(locale, platform)}</span>{nobody}{rest}</div>
                </div>
            </th>
            <td role="cell" class="num" data-l=td_string!(locale, platforms.c_offers)>{count.current.to_string()}{stale}</td>
            {cells.collect_view()}
        </tr>
    }
    .into_any()
}
