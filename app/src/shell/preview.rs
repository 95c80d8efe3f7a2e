//! What a chat or a feed shows of an address: the `og:` part of the head.
use super::{Document, Nav};
use crate::frame::Frame;
use crate::pictures;
use crate::text::LocaleExt;
use leptos::prelude::*;

fn property(name: &'static str, content: String) -> AnyView {
    // The view macro does not know this attribute of RDFa.
    leptos::html::meta()
        .attr("property", name)
        .content(content)
        .into_any()
}

/// Type and title everywhere; a plan also has its answer in words and as a picture, which lies under the page's own
/// address with `.png`.
pub(super) fn tags(frame: &Frame, page: &Document) -> AnyView {
    let mut tags = vec![
        property("og:type", "website".to_owned()),
        property("og:title", page.title.clone()),
    ];
    if let Some(picture) = picture(frame, page.nav) {
        let language = if frame.is_zh() { "zh_CN" } else { "en_US" };
        let here = frame.absolute(&frame.here(&[("theme", None)]));
        tags.extend([
            property("og:description", page.description.clone()),
            property("og:url", here),
            property("og:site_name", "Zuka 租卡".to_owned()),
            property("og:locale", language.to_owned()),
            property("og:image", picture),
            property("og:image:type", "image/png".to_owned()),
            property("og:image:width", pictures::WIDTH.to_string()),
            property("og:image:height", pictures::HEIGHT.to_string()),
            property("og:image:alt", page.description.clone()),
            view! { <meta name="twitter:card" content="summary_large_image" /> }.into_any(),
        ]);
    }
    tags.into_any()
}

/// Address of the page's picture; it says language and currency, so that it is the same for everybody.
fn picture(frame: &Frame, nav: Nav) -> Option<String> {
    let given = |name: &&str| frame.param(name).is_some_and(|value| !value.is_empty());
    // The comparison has something to show when both plans are named.
    let is_ready = frame.path != "/plan/compare" || ["a", "b"].iter().all(given);
    (nav == Nav::Plan && is_ready).then(|| {
        let picture = Frame {
            path: format!("{}.png", frame.path),
            ..frame.clone()
        };
        let code = frame.currency.code().to_owned();
        let says = [
            ("theme", None),
            ("lang", Some(frame.locale.word())),
            ("currency", Some(code.as_str())),
        ];
        frame.absolute(&picture.here(&says))
    })
}
