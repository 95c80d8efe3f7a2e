//! Below a chart: its address for other sites, with a text to copy.
use super::after_stop;
use crate::frame::{Frame, address};
use crate::islands::copy_button::CopyButton;
use crate::text::{LocaleExt, td_string};
use leptos::prelude::*;

/// What can be shown elsewhere.
pub(crate) struct Embed<'a> {
    /// Path of the drawing.
    pub path: &'a str,
    /// Path of the page that it is from.
    pub page: &'a str,
    /// The sentence that stands for it.
    pub alt: &'a str,
    /// Path of the same as a table, if there is one.
    pub table: Option<&'a str>,
    /// Parameters that say what is drawn.
    pub params: &'a [(String, String)],
}

/// Quotation marks and angles as entities.
fn quoted(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('"', "&quot;")
        .replace('<', "&lt;")
}

/// The folded part under a chart.
pub(crate) fn embed(frame: &Frame, what: &Embed<'_>) -> AnyView {
    let locale = frame.locale;
    let said = |name: &str, value: &str| (name.to_owned(), value.to_owned());
    let mut pairs = what.params.to_vec();
    pairs.push(said("lang", locale.word()));
    pairs.push(said("currency", frame.currency.code()));
    let own = address(what.path, &pairs);
    let page = address(what.page, &pairs);
    let (image, page) = (frame.absolute(&own), frame.absolute(&page));
    let snippet = format!(
        "<a href=\"{}\"><img src=\"{}\" alt=\"{}\" loading=\"lazy\"></a>",
        quoted(&page),
        quoted(&image),
        quoted(what.alt)
    );
    let table = what.table.map(|path| {
        let own = address(path, &pairs);
        let frame_text = format!(
            "<iframe src=\"{}\" title=\"{}\" width=\"100%\" height=\"420\" loading=\"lazy\"></iframe>",
            quoted(&frame.absolute(&own)),
            quoted(what.alt)
        );
        copy(locale, own, td_string!(locale, embed.as_table), frame_text)
    });
    let site = frame
        .public_url
        .is_empty()
        .then(|| td_string!(locale, embed.no_site));
    view! {
        <details class="embed-this">
            <summary>{td_string!(locale, embed.title)}</summary>
            <p class="sm mut">{td_string!(locale, embed.note)}{after_stop(locale)}{site}</p>
            {copy(locale, own, td_string!(locale, embed.as_image), snippet)}
            {table}
        </details>
    }
    .into_any()
}

fn copy(locale: crate::text::Locale, href: String, name: &'static str, snippet: String) -> AnyView {
    view! {
        <div class="snippet">
            <p class="sm"><a href=href>{name}</a></p>
            <code>{snippet.clone()}</code>
            <CopyButton><button class="btn s" r#type="button" data-copy=snippet data-done=td_string!(locale, plan.copied)>{td_string!(locale, embed.copy)}</button></CopyButton>
        </div>
    }
    .into_any()
}
