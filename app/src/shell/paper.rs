//! What a page with prices says on paper only: how old they are, at which rate, and where they can be looked up again.
use super::{Nav, source_words};
use crate::format;
use crate::frame::Frame;
use crate::text::td_string;
use leptos::prelude::*;

/// The foot of the paper.
pub fn foot(frame: &Frame) -> AnyView {
    let (locale, strip) = (frame.locale, &frame.strip);
    let newest = strip.newest.map(|day| {
        let date = format::date(day, locale);
        view! { <p>{td_string!(locale, common.strip_newest, date = date)}</p> }
    });
    let rate = strip.rate.as_ref().map(|rate| {
        let date = format::date(rate.date, locale);
        view! { <p>{format::rate(rate).exact}" "{date}" · "{source_words(&rate.source, locale)}</p> }
    });
    let printed = td_string!(
        locale,
        plan.printed,
        date = format::date(frame.today(), locale),
        address = frame.absolute(&frame.here(&[]))
    );
    view! { <footer class="print-only printed">{newest}{rate}<p>{printed}</p></footer> }.into_any()
}

/// The same for the pages whose address nothing changes but a link. Where filters change it the foot comes with their
/// answer; a plan has a sheet of its own.
pub(super) fn of_page(frame: &Frame, nav: Nav) -> Option<AnyView> {
    let has_prices = matches!(nav, Nav::Catalogue | Nav::Gpus | Nav::Platforms);
    (has_prices && frame.path != "/").then(|| foot(frame))
}
