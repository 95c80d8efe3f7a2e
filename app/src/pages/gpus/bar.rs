//! The line above the charts, and the sentence below about what they leave out.
use super::choice::Sort;
use super::data::Card;
use super::view::{Gpus, SHORT};
use crate::components::{after_stop, card_name};
use crate::text::{Locale, td_string};
use leptos::prelude::*;

fn sort_word(locale: Locale, sort: Sort) -> &'static str {
    match sort {
        Sort::Bandwidth => td_string!(locale, gpus.bandwidth),
        Sort::Tflops => td_string!(locale, gpus.tflops),
        Sort::Price => td_string!(locale, gpus.price),
        Sort::Vram => td_string!(locale, gpus.vram),
    }
}

/// Highlight chips, a form that adds one, and the sort.
pub(super) fn bar(view: &Gpus) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let chips = view.highlighted.iter().map(|gpu| {
        let others: Vec<usize> = view.highlighted.iter().filter(|other| *other != gpu).copied().collect();
        let name = card_name(&view.snapshot.gpus[*gpu]);
        let drop = td_string!(locale, gpus.drop, name = name.clone());
        view! { <a class="chip" href=view.highlighting(&others) aria-label=drop>{name}" "<i aria-hidden="true">"×"</i></a> }
    });
    let hidden = view.highlighted.iter().map(|gpu| {
        view! { <input r#type="hidden" name="hl" value=view.snapshot.gpus[*gpu].slug.clone() /> }
    });
    let more = view
        .cards
        .iter()
        .filter(|card| !view.is_highlighted(card) && view.has_place(card));
    let more = more.map(|card| {
        let gpu = view.gpu(card);
        view! { <option value=gpu.slug.clone()>{card_name(gpu)}</option> }
    });
    let sorts = Sort::ALL.map(|sort| {
        let word = (sort != Sort::default()).then(|| sort.word());
        let here = (sort == view.sort).then_some("true");
        view! { <a href=view.frame.here(&[("sort", word)]) aria-current=here>{sort_word(locale, sort)}</a> }
    });
    view! {
        <form class="bar2 first" method="get" action="/gpus">
            <span class="b">{td_string!(locale, gpus.highlight)}</span>
            <span class="chips">{chips.collect_view()}</span>
            {view.kept()}
            {hidden.collect_view()}
            <label class="vh" for="add">{td_string!(locale, gpus.add_label)}</label>
            <select id="add" name="hl"><option value="">{td_string!(locale, gpus.add_one)}</option>{more.collect_view()}</select>
            <button class="btn s">{td_string!(locale, gpus.add)}</button>
            <span class="end">
                <span>{td_string!(locale, gpus.sort)}</span>
                <span class="seg" role="group" aria-label=td_string!(locale, gpus.sort)>{sorts.into_iter().collect_view()}</span>
            </span>
        </form>
    }
}

/// Which cards the charts do not show, and why.
pub(super) fn left_out(view: &Gpus) -> impl IntoView + use<> {
    let locale = view.frame.locale;
    let shown = view.charted().len();
    let possible = view
        .cards
        .iter()
        .filter(|card| view.has_place(card))
        .count();
    let generic: Vec<&Card> = view
        .cards
        .iter()
        .filter(|card| view.is_offered(card) && view.gpu(card).is_generic())
        .collect();
    let offers: usize = generic.iter().map(|card| card.span.count).sum();
    let blank = view
        .cards
        .iter()
        .filter(|card| {
            view.is_offered(card)
                && !view.gpu(card).is_generic()
                && view.gpu(card).bandwidth_gbps.is_none()
        })
        .count();
    let drawn = if view.all {
        td_string!(locale, gpus.shown_all, shown = shown)
    } else {
        td_string!(locale, gpus.shown, shown = shown)
    };
    let more = (possible > SHORT).then(|| {
        let (value, text) = if view.all {
            (None, td_string!(locale, gpus.show_fewer).to_owned())
        } else {
            (
                Some("1"),
                td_string!(locale, gpus.show_all, count = possible),
            )
        };
        view! { {after_stop(view.frame.locale)}<a href=view.frame.here(&[("all", value)])>{text}</a> }
    });
    let generic = (!generic.is_empty()).then(|| {
        td_string!(
            locale,
            gpus.generic_left_out,
            count = generic.len(),
            offers = offers
        )
    });
    let blank = (blank > 0).then(|| td_string!(locale, gpus.blank_left_out, count = blank));
    view! {
        <p class="sm mut table-note">
            {drawn}
            {generic.map(|text| view! { {after_stop(view.frame.locale)}{text} })}
            {blank.map(|text| view! { {after_stop(view.frame.locale)}{text} })}
            {more}
        </p>
    }
}
