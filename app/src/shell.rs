//! The document around every page: head, header, data strip, footer, phone navigation.
pub mod paper;
mod preview;
mod search;

use crate::components::{Cell, after_stop, glyph};
use crate::format;
use crate::frame::{Frame, Theme};
use crate::text::{LocaleExt, td_string};
use domain::units::Currency;
use leptos::prelude::*;

/// An entry of the navigation; only what exists is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Nav {
    /// `/`
    Catalogue,
    /// `/plan`
    Plan,
    /// `/size`
    Size,
    /// `/check`
    Check,
    /// `/gpus`
    Gpus,
    /// `/platforms`
    Platforms,
    /// `/guides`
    Guides,
    /// A page outside the navigation.
    None,
}

/// What a page hands to the document around it.
pub struct Document {
    /// Title without the product's name.
    pub title: String,
    /// One sentence for search engines.
    pub description: String,
    /// Where it stands in the navigation.
    pub nav: Nav,
    /// True when the page has islands, so that script is loaded.
    pub islands: bool,
    /// The page.
    pub body: AnyView,
}

const LOGO: &str = include_str!("../../public/logo-inline.svg");

/// Where the pages lie that have the sheet of rules.
const OF_RULES: [&str; 8] = [
    "/platforms",
    "/offerings/",
    "/compare",
    "/report",
    "/check/machine",
    "/c/",
    "/admin",
    "/invite/",
];

/// Where the pages lie that have the sheet of imports and revisions.
const OF_KEEPING: [&str; 3] = ["/admin/import", "/admin/revisions", "/admin/reports"];

/// The whole HTML document.
pub fn document(frame: &Frame, page: Document) -> impl IntoView + use<> {
    let locale = frame.locale;
    let theme = (frame.theme != Theme::System).then(|| frame.theme.word());
    let assets = frame.assets.clone();
    let title = format!("{} · Zuka 租卡", page.title);
    // The painter, the ranking and the sheet of paper: no other page needs those rules.
    let of_plans = (page.nav == Nav::Plan).then(|| {
        view! {
            <link rel="stylesheet" href=format!("{assets}/plan.css") />
            <link rel="stylesheet" media="print" href=format!("{assets}/print.css") />
        }
    });
    let of_sizer = (page.nav == Nav::Size)
        .then(|| view! { <link rel="stylesheet" href=format!("{assets}/size.css") /> });
    let of_check = (page.nav == Nav::Check)
        .then(|| view! { <link rel="stylesheet" href=format!("{assets}/check.css") /> });
    let keys = format!("{assets}/keys.js");
    // One offer, platforms and their rules, comparisons, reports, editors' pages.
    let of_rules = OF_RULES
        .iter()
        .any(|path| frame.path.starts_with(path))
        .then(|| view! { <link rel="stylesheet" href=format!("{assets}/rules.css") /> });
    let of_keeping = OF_KEEPING
        .iter()
        .any(|path| frame.path.starts_with(path))
        .then(|| view! { <link rel="stylesheet" href=format!("{assets}/keeping.css") /> });
    let of_guides = (page.nav == Nav::Guides)
        .then(|| view! { <link rel="stylesheet" href=format!("{assets}/guide.css") /> });
    let of_cards = (page.nav == Nav::Gpus)
        .then(|| view! { <link rel="stylesheet" href=format!("{assets}/gpu.css") /> });
    // Editors go from page to page without the way back to a list.
    let of_editors = (frame.editor.is_some() && frame.path.starts_with("/admin"))
        .then(|| crate::pages::admin::nav::nav(frame));
    let of_paper = paper::of_page(frame, page.nav);
    let preview = preview::tags(frame, &page);
    let scripts = page.islands.then(|| {
        view! {
            <link rel="modulepreload" href=format!("{assets}/zuka.js") />
            <link rel="preload" href=format!("{assets}/zuka_bg.wasm") r#as="fetch" r#type="application/wasm" crossorigin="anonymous" />
            <script type="module" src=format!("{assets}/boot.js")></script>
        }
    });
    view! {
        <!DOCTYPE html>
        <html lang=locale.tag() data-theme=theme>
            <head>
                <meta charset="utf-8" />
                <meta name="viewport" content="width=device-width, initial-scale=1" />
                <title>{title}</title>
                <meta name="description" content=page.description />
                <meta name="color-scheme" content="light dark" />
                <link rel="icon" href="/favicon.svg" r#type="image/svg+xml" />
                <link rel="preload" href=format!("{assets}/zuka-sans.woff2") r#as="font" r#type="font/woff2" crossorigin="anonymous" />
                <link rel="stylesheet" href=format!("{assets}/zuka.css") />
                {of_plans}
                {of_sizer}
                {of_check}
                {of_rules}
                {of_keeping}
                {of_cards}
                {of_guides}
                {search::links(frame)}
                {preview}
                {scripts}
                <script type="module" src=keys></script>
            </head>
            <body>
                <a class="skip" href="#main">{td_string!(locale, common.skip)}</a>
                {header(frame, page.nav)}
                {strip(frame)}
                <main id="main" class="page">{old_data(frame)}{of_editors}{page.body}{of_paper}</main>
                {footer(frame)}
                {navigation(frame, page.nav, "mnav", td_string!(locale, common.bottom_nav))}
            </body>
        </html>
    }
}

fn navigation(
    frame: &Frame,
    current: Nav,
    class: &'static str,
    label: &'static str,
) -> impl IntoView + use<> {
    let locale = frame.locale;
    let entries = [
        (Nav::Catalogue, "/", td_string!(locale, common.nav_prices)),
        (Nav::Plan, "/plan", td_string!(locale, common.nav_plan)),
        (Nav::Size, "/size", td_string!(locale, common.nav_size)),
        (Nav::Check, "/check", td_string!(locale, common.nav_check)),
        (Nav::Gpus, "/gpus", td_string!(locale, common.nav_gpus)),
        (
            Nav::Platforms,
            "/platforms",
            td_string!(locale, common.nav_platforms),
        ),
        (
            Nav::Guides,
            "/guides",
            td_string!(locale, common.nav_guides),
        ),
    ];
    let links = entries.map(|(nav, path, word)| {
        // What the key after `g` leads to; see `keys.js`.
        let key = match nav {
            Nav::Catalogue => Some("p"),
            Nav::Plan => Some("c"),
            Nav::Size => Some("s"),
            _ => None,
        };
        view! { <a href=frame.link(path) data-key=key aria-current=(nav == current).then_some("page")>{word}</a> }
    });
    view! { <nav class=class aria-label=label>{links.into_iter().collect_view()}</nav> }
}

fn header(frame: &Frame, current: Nav) -> impl IntoView + use<> {
    let locale = frame.locale;
    let other = locale.other();
    let switch = frame.here(&[("lang", Some(other.word()))]);
    let other_name = if other.is_zh() { "中文" } else { "English" };
    let (next, theme_word) = match frame.theme {
        Theme::System => (Theme::Dark, td_string!(locale, common.theme_dark)),
        Theme::Dark => (Theme::Light, td_string!(locale, common.theme_light)),
        Theme::Light => (Theme::System, td_string!(locale, common.theme_system)),
    };
    let currencies = [("¥ CNY", Currency::CNY), ("$ USD", Currency::USD)];
    let money = currencies.map(|(label, currency)| {
        let here = (currency == frame.currency).then_some("true");
        let code = currency.code().to_owned();
        view! { <a href=frame.here(&[("currency", Some(&code))]) aria-current=here>{label}</a> }
    });
    let other_money = if frame.currency == Currency::CNY {
        ("$ USD", "USD")
    } else {
        ("¥ CNY", "CNY")
    };
    let editor = frame.editor.clone().map(|name| view! { <a class="only-w" href=frame.link("/admin")>{format!("{} {name}", td_string!(locale, common.maintain))}</a> });
    view! {
        <header class="top">
            <div class="top-in">
                <a class="brand" href=frame.link("/") aria-label="Zuka 租卡" inner_html=LOGO></a>
                {navigation(frame, current, "nav", td_string!(locale, common.main_nav))}
                <div class="tools">
                    <a class="btn s only-n" href=frame.here(&[("currency", Some(other_money.1))])>{other_money.0}</a>
                    <a class="btn s only-n" href=switch.clone() lang=other.tag()>{other_name}</a>
                    <span class="seg only-w" role="group" aria-label=td_string!(locale, common.currency)>{money.into_iter().collect_view()}</span>
                    <a class="only-w" href=switch lang=other.tag()>{other_name}</a>
                    <a href=frame.here(&[("theme", Some(next.word()))])>{theme_word}</a>
                    {editor}
                </div>
            </div>
        </header>
    }
}

fn strip(frame: &Frame) -> impl IntoView + use<> {
    let locale = frame.locale;
    let strip = &frame.strip;
    let newest = strip.newest.map(|day| {
        let text = td_string!(
            locale,
            common.strip_newest,
            date = format::date(day, locale)
        );
        view! { <span>{text}</span> }
    });
    let clock = strip.fixed_clock.clone().map(
        |clock| view! { <span>{td_string!(locale, common.strip_clock, clock = clock)}</span> },
    );
    let rate = strip.rate.clone().map(|rate| {
        let words = format::rate(&rate);
        let date = format::date(rate.date, locale);
        let source = source_words(&rate.source, locale);
        view! { <span class="end"><b title=words.exact>{words.short}</b>" "{date}" · "{source}</span> }
    });
    view! {
        <div class="strip">
            <div class="strip-in">
                <span data-strip="offers" data-offers=strip.offers.to_string()>
                    <b>{td_string!(locale, common.strip_offers, count = strip.offers)}</b>
                    {td_string!(locale, common.strip_platforms, count = strip.platforms)}
                </span>
                {newest}
                <span data-strip="stale" data-stale=strip.stale.to_string()>{td_string!(locale, common.strip_stale, count = strip.stale)}</span>
                {clock}
                {rate}
            </div>
        </div>
    }
}

/// Says that nobody has checked a price for longer than a price is fresh.
fn old_data(frame: &Frame) -> Option<AnyView> {
    let locale = frame.locale;
    let newest = frame.strip.newest?;
    let days = frame.limits.fresh_days;
    let is_old = (frame.today() - newest).num_days() > days;
    is_old.then(|| {
        let title = td_string!(locale, keep.old_title, date = format::date(newest, locale));
        let text = td_string!(locale, keep.old_text, days = days);
        let link = td_string!(locale, keep.coverage);
        view! {
            <div class="notices" data-old=newest.to_string()>
                <div class="note warn" role="status">{glyph(Cell::Part)}<div><p class="b">{title}</p><p>{text}{after_stop(locale)}<a href=frame.link("/coverage")>{link}</a></p></div></div>
            </div>
        }
        .into_any()
    })
}

/// A source as a short link: its site or repository; words for what has no address.
pub fn source_words(url: &str, locale: crate::text::Locale) -> AnyView {
    if let Some(number) = url.strip_prefix("seed:") {
        return td_string!(locale, common.source_article, number = number.to_owned()).into_any();
    }
    if let Some(name) = url.strip_prefix("package:") {
        return td_string!(locale, common.source_package, name = name.to_owned()).into_any();
    }
    if url == domain::quote::OWN_SOURCE {
        return td_string!(locale, insight.yours).into_any();
    }
    let label = domain::catalog::draft::source_key(url);
    view! { <a href=url.to_owned() rel="noopener nofollow">{label}</a> }.into_any()
}

/// The list of keys: a fold in the footer, which `?` opens over the page. Without script the keys do nothing, and it says so.
fn keys(frame: &Frame) -> impl IntoView + use<> {
    let locale = frame.locale;
    let lines = [
        ("/", td_string!(locale, common.key_search)),
        ("g p", td_string!(locale, common.nav_prices)),
        ("g c", td_string!(locale, common.nav_plan)),
        ("g s", td_string!(locale, common.nav_size)),
        ("?", td_string!(locale, common.key_list)),
        ("Esc", td_string!(locale, common.close)),
    ];
    let lines = lines.map(|(key, what)| view! { <dt><kbd>{key}</kbd></dt><dd>{what}</dd> });
    view! {
        <details class="keylist" id="keys">
            <summary>{td_string!(locale, common.keys)}</summary>
            <div>
                <p class="b">{td_string!(locale, common.keys)}</p>
                <dl>{lines.into_iter().collect_view()}</dl>
                <noscript><p>{td_string!(locale, common.keys_need_script)}</p></noscript>
            </div>
        </details>
    }
}

fn footer(frame: &Frame) -> impl IntoView + use<> {
    let locale = frame.locale;
    let maintain = if frame.editor.is_some() {
        "/admin"
    } else {
        "/login"
    };
    view! {
        <footer class="foot">
            <span>{td_string!(locale, common.footer_note)}</span>
            <a href=frame.link("/about")>{td_string!(locale, common.about)}</a>
            <a href="/api/v1/offerings">"API"</a>
            <a href="/api/v1/offerings.csv">"CSV"</a>
            <a href=frame.link(maintain)>{td_string!(locale, common.maintain)}</a>
            {keys(frame)}
        </footer>
    }
}
