//! The form: what was promised, and what the script printed.
use super::{Flaw, MachineView, flaw_field, flaw_words};
use crate::components::{
    Cell, card_name, glyph, kept_inputs, kind_word, platform_name, tier, typed_text,
};
use crate::text::td_string;
use domain::catalog::Offer;
use leptos::prelude::*;

/// A longer text is not sent back: it would make a page of megabytes.
const MOST_SHOWN: usize = 256 * 1024;
/// Offers of one card in the list.
const MOST_OFFERS: usize = 200;

/// Class, state and message of a field.
fn state(view: &MachineView, field: &str) -> (&'static str, Option<&'static str>, Option<AnyView>) {
    let Some(flaw) = view.flaw.as_ref().filter(|flaw| flaw_field(flaw) == field) else {
        return ("field", None, None);
    };
    let text = flaw_words(view, flaw);
    let message = view! { <p class="msg" id=format!("{field}-error")>{glyph(Cell::No)}<span>{text}</span></p> };
    ("field err", Some("true"), Some(message.into_any()))
}

pub(super) fn panel(view: &MachineView) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let heading = if view.result.is_some() {
        td_string!(locale, machine.again)
    } else {
        td_string!(locale, machine.paste)
    };
    let (class, invalid, message) = state(view, "text");
    let is_long = view.ask.text.len() > MOST_SHOWN;
    let shown = if is_long { "" } else { view.ask.text.as_str() };
    let long =
        is_long.then(|| view! { <span class="help">{td_string!(locale, machine.long)}</span> });
    let described = if invalid.is_some() {
        "text-error text-help"
    } else {
        "text-help"
    };
    let promise = match view.chosen() {
        Some((id, name)) => chosen(view, id, name),
        None => choice(view),
    };
    let shows = view.chosen().is_none().then(|| card_form(view));
    view! {
        <section class="panel">
            <header><h2>{format!("2 · {heading}")}</h2><p>{td_string!(locale, machine.paste_text)}</p></header>
            <div class="bd machine-form">
                {shows}
                <form method="post" action=frame.link("/check/machine") enctype="multipart/form-data" novalidate class="stack">
                    {promise}
                    <div class=class>
                        <label r#for="text">{td_string!(locale, machine.text)}</label>
                        <textarea id="text" name="text" class="mono" rows="10" spellcheck="false" autocomplete="off" aria-invalid=invalid aria-describedby=described>{typed_text(shown)}</textarea>
                        {message}
                        <span class="help" id="text-help">{td_string!(locale, machine.text_help)}</span>
                        {long}
                    </div>
                    <div class="field">
                        <label r#for="file">{td_string!(locale, machine.file)}</label>
                        <input id="file" name="file" r#type="file" accept=".json,.txt,.log,text/plain,application/json" aria-describedby="file-help" />
                        <span class="help" id="file-help">{td_string!(locale, machine.file_help)}</span>
                    </div>
                    <div><button class="btn pri">{td_string!(locale, machine.send)}</button></div>
                </form>
            </div>
        </section>
    }
    .into_any()
}

/// The offer that a link brought along.
fn chosen(view: &MachineView, id: i64, name: String) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    view! {
        <div class="field">
            <span class="lb">{td_string!(locale, machine.offer_of)}</span>
            <p class="of-offer"><a href=frame.link(&format!("/offerings/{id}"))>{name}</a><a class="sm" href=frame.link("/check/machine")>{td_string!(locale, machine.offer_other)}</a></p>
            <input r#type="hidden" name="offer" value=id.to_string() />
        </div>
    }
    .into_any()
}

/// The card, by GET, so that its offers can be listed without script.
fn card_form(view: &MachineView) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let (class, invalid, message) = state(view, "gpu");
    let mut cards: Vec<_> = view.snapshot.gpus.iter().collect();
    cards.sort_by(|a, b| (&a.vendor, card_name(a)).cmp(&(&b.vendor, card_name(b))));
    let options = cards.into_iter().map(|gpu| {
        let on = gpu.slug == view.ask.gpu;
        view! { <option value=gpu.slug.clone() selected=on>{crate::components::card_words(locale, gpu.short_name())}</option> }
    });
    let options = options.collect_view();
    view! {
        <form method="get" action="/check/machine" class="card-choice">
            {kept_inputs(frame)}
            <div class=class>
                <label r#for="gpu">{td_string!(locale, machine.card)}</label>
                <select id="gpu" name="gpu" aria-invalid=invalid aria-describedby=invalid.map(|_| "gpu-error")>
                    <option value="">{td_string!(locale, machine.card_any)}</option>
                    {options}
                </select>
                {message}
            </div>
            <button class="btn">{td_string!(locale, machine.show_offers)}</button>
        </form>
    }
    .into_any()
}

fn line(view: &MachineView, offer: &Offer) -> String {
    let locale = view.frame.locale;
    let platform = platform_name(locale, &view.snapshot.platforms[offer.platform]);
    let count = offer
        .gpu_fraction
        .map_or_else(|| offer.gpu_count.to_string(), crate::format::figure);
    let parts = [
        format!("{count} × {platform}"),
        kind_word(locale, offer.kind).to_owned(),
        tier(locale, offer),
    ];
    parts
        .into_iter()
        .filter(|part| !part.is_empty())
        .collect::<Vec<_>>()
        .join(" · ")
}

/// The card of the address, and its offers to choose from.
fn choice(view: &MachineView) -> AnyView {
    let locale = view.frame.locale;
    let hidden = view! { <input r#type="hidden" name="gpu" value=view.ask.gpu.clone() /> };
    let Some(card) = view.snapshot.gpu_by_slug(&view.ask.gpu) else {
        return hidden.into_any();
    };
    let mut offers: Vec<&Offer> = view
        .snapshot
        .offers
        .iter()
        .filter(|offer| offer.gpu == card)
        .collect();
    offers.sort_by_key(|offer| {
        (
            view.snapshot.platforms[offer.platform].slug.as_str(),
            offer.gpu_count,
            offer.id,
        )
    });
    let options = offers
        .into_iter()
        .take(MOST_OFFERS)
        .map(|offer| view! { <option value=offer.id.to_string()>{line(view, offer)}</option> });
    let (class, invalid, message) = state(view, "offer");
    let is_at_fault = matches!(view.flaw, Some(Flaw::NoOffer(_)));
    view! {
        {hidden}
        <div class=class>
            <label r#for="offer">{td_string!(locale, machine.offer)}</label>
            <select id="offer" name="offer" aria-invalid=invalid aria-describedby=if is_at_fault { "offer-error offer-help" } else { "offer-help" }>
                <option value="">{td_string!(locale, machine.offer_none)}</option>
                {options.collect_view()}
            </select>
            {message}
            <span class="help" id="offer-help">{td_string!(locale, machine.offer_help)}</span>
        </div>
    }
    .into_any()
}
