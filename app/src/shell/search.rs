//! What a search engine is told of an address: the one that stands for it, its languages, and whether to list it.
use crate::frame::{Frame, address};
use leptos::prelude::*;

/// What of an address makes a page of its own in a search; anything else only changes how it is shown.
///
/// A plan or a job of a visitor's is theirs: the empty form stands for all of them.
const DEFINING: [(&str, &[&str]); 2] = [
    ("/", &["gpu", "platform", "page"]),
    ("/compare", &["o", "p", "base"]),
];

/// Pages that nobody should find by searching.
const UNLISTED: [&str; 3] = ["/admin", "/login", "/report"];

/// The address that stands for this one and all that differ from it in nothing that a reader would look for.
fn canonical(frame: &Frame) -> String {
    let own = frame.query.iter().find(|(name, _)| name == "lang");
    standing(frame, own.map(|(_, lang)| lang.as_str()))
}

/// The same in a language, or in the reader's own.
fn standing(frame: &Frame, lang: Option<&str>) -> String {
    let own = DEFINING.iter().find(|(path, _)| *path == frame.path);
    let names = own.map_or(&[][..], |(_, names)| names);
    let defining = frame
        .query
        .iter()
        .filter(|(name, _)| names.contains(&name.as_str()));
    let lang = lang.map(|lang| ("lang".to_owned(), lang.to_owned()));
    let pairs: Vec<(String, String)> = defining.cloned().chain(lang).collect();
    frame.absolute(&address(&frame.path, &pairs))
}

pub(super) fn links(frame: &Frame) -> AnyView {
    if UNLISTED.iter().any(|path| frame.path.starts_with(path)) {
        return view! { <meta name="robots" content="noindex" /> }.into_any();
    }
    let alternate = |language: &'static str, lang: Option<&'static str>| {
        let href = standing(frame, lang);
        view! { <link rel="alternate" hreflang=language href=href /> }
    };
    view! {
        <link rel="canonical" href=canonical(frame) />
        {alternate("zh-CN", Some("zh"))}
        {alternate("en", Some("en"))}
        {alternate("x-default", None)}
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frame::tests::frame;

    #[test]
    fn one_address_stands_for_all_that_show_the_same() {
        let shown = [("order_by", "vcpu"), ("theme", "dark"), ("currency", "CNY")];
        let mut asked = vec![("gpu", "rtx-4090"), ("lang", "zh")];
        asked.extend(shown);
        assert_eq!(canonical(&frame("/", &asked)), "/?gpu=rtx-4090&lang=zh");
        assert_eq!(canonical(&frame("/", &shown)), "/");
        let english = standing(&frame("/", &asked), Some("en"));
        assert_eq!(english, "/?gpu=rtx-4090&lang=en");
        assert_eq!(standing(&frame("/", &asked), None), "/?gpu=rtx-4090");
        let plan = frame("/plan", &[("week", "1.0-1g"), ("lang", "en")]);
        assert_eq!(canonical(&plan), "/plan?lang=en");
    }

    #[test]
    fn every_language_is_named_and_editors_pages_are_not_listed() {
        let page = links(&frame("/size", &[("lang", "zh"), ("theme", "dark")])).to_html();
        for (language, href) in [
            ("zh-CN", "/size?lang=zh"),
            ("en", "/size?lang=en"),
            ("x-default", "/size"),
        ] {
            let link = format!("hreflang=\"{language}\" href=\"{href}\"");
            assert!(page.contains(&link), "{link} in {page}");
        }
        let admin = links(&frame("/admin", &[])).to_html();
        assert!(
            admin.contains("noindex") && !admin.contains("canonical"),
            "{admin}"
        );
    }
}
