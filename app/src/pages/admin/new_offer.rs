//! `/admin/offers/new`: an offer from nothing, public or negotiated.
use super::kit::{Choice, Field, choice};
use super::{sign_out, words};
use crate::components::{Cell, card_name, glyph, kind_word, platform_name};
use crate::format;
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::draft::{FieldError, Warning};
use domain::catalog::new_offer::NewTyped;
use domain::catalog::{CatalogSnapshot, PriceKind};
use domain::units::Money;
use leptos::prelude::*;
use std::sync::Arc;

/// Everything the page is made from.
pub struct NewOfferForm {
    /// The request.
    pub frame: Arc<Frame>,
    /// The catalogue as editors see it.
    pub snapshot: Arc<CatalogSnapshot>,
    /// The session's token.
    pub csrf: String,
    /// What the fields hold.
    pub typed: NewTyped,
    /// What is wrong, in the form's order.
    pub errors: Vec<FieldError>,
    /// True when the catalogue has this very price plan.
    pub is_known: bool,
    /// What looks odd, and whether it was confirmed.
    pub warnings: Vec<(Warning, bool)>,
    /// The card's median per GPU-hour, beside which a price looks odd.
    pub median: Option<Money>,
}

impl NewOfferForm {
    fn field(&self, name: &'static str, width: &'static str) -> Field {
        let (frame, locale) = (&self.frame, self.frame.locale);
        let error = self.errors.iter().find(|error| error.field == name);
        let fault =
            error.map(|error| words::problem(frame, error.problem, name, error.value.clone()));
        let known = (self.is_known && name == "source_url")
            .then(|| td_string!(locale, keep.same_plan).to_owned());
        let odd = self.warnings.iter().map(|(warning, _)| self.odd(*warning));
        let odd = (name == "price" && !self.warnings.is_empty())
            .then(|| odd.collect::<Vec<_>>().join(" "));
        Field {
            name: name.to_owned(),
            id: None,
            label: words::offer_field(locale, name),
            value: self.typed.get(name).to_owned(),
            width,
            help: None,
            fault: fault.or(known),
            now: odd,
        }
    }

    fn helped(&self, name: &'static str, width: &'static str, help: &str) -> Field {
        Field {
            help: Some(help.to_owned()),
            ..self.field(name, width)
        }
    }

    fn odd(&self, warning: Warning) -> String {
        let own = self.typed.shown().and_then(|(per_gpu, _)| per_gpu);
        words::warning_text(self.frame.locale, warning, own, self.median)
    }

    fn unconfirmed(&self) -> usize {
        let open = self.warnings.iter().filter(|(_, confirmed)| !confirmed);
        open.count()
    }
}

/// The whole page.
pub fn page(form: &NewOfferForm) -> Document {
    let (frame, locale) = (&form.frame, form.frame.locale);
    let title = td_string!(locale, keep.new_title);
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.maintain)}</a>" / "{title}</p>
        <div class="head">
            <h1>{title}</h1>
            <span class="sub">{td_string!(locale, keep.new_sub)}</span>
            <span class="act">{sign_out(frame, &form.csrf)}</span>
        </div>
        <form class="panel" method="post" action=frame.link("/admin/offers/new") novalidate>
            <header><h2>{td_string!(locale, keep.new_offer)}</h2></header>
            <div class="bd flush form-body">
                <input r#type="hidden" name="csrf" value=form.csrf.clone() />
                {notice(form)}
                {group(td_string!(locale, admin.s_specs), specification(form))}
                {group(td_string!(locale, admin.s_price), price(form))}
                {group(td_string!(locale, admin.s_evidence), evidence(form))}
                <div class="save">
                    <button class="btn pri">{td_string!(locale, keep.create)}</button>
                    <a class="btn quiet" href=frame.link("/admin")>{td_string!(locale, admin.discard)}</a>
                </div>
            </div>
        </form>
    };
    Document {
        title: title.to_owned(),
        description: title.to_owned(),
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

fn group(name: &'static str, fields: Vec<AnyView>) -> AnyView {
    view! { <section class="frm"><h3>{name}</h3><div>{fields}</div></section> }.into_any()
}

fn notice(form: &NewOfferForm) -> Option<AnyView> {
    let locale = form.frame.locale;
    let colon = if form.frame.is_zh() { "：" } else { ": " };
    let mut lines: Vec<AnyView> = Vec::new();
    let mut line = |to: String, text: String| {
        lines.push(view! { <li><a href=format!("#{to}")>{text}</a></li> }.into_any());
    };
    for error in &form.errors {
        let text = words::problem(
            &form.frame,
            error.problem,
            &error.field,
            error.value.clone(),
        );
        let name = words::offer_field(locale, &error.field);
        line(error.field.clone(), format!("{name}{colon}{text}"));
    }
    if form.is_known {
        let text = td_string!(locale, keep.same_plan).to_owned();
        line("source_url".to_owned(), text);
    }
    let flaws = form.errors.len() + usize::from(form.is_known);
    for (warning, _) in form.warnings.iter().filter(|(_, confirmed)| !confirmed) {
        line(format!("confirm_{}", warning.word()), form.odd(*warning));
    }
    if lines.is_empty() {
        return None;
    }
    let heading = match flaws {
        0 => td_string!(
            locale,
            admin.cannot_save_confirm,
            warnings = form.unconfirmed()
        ),
        _ => td_string!(locale, admin.cannot_save_flaws, flaws = flaws),
    };
    Some(
        view! {
            <div class="form-notice">
                <div class="note bad" role="alert" tabindex="-1">
                    {glyph(Cell::No)}
                    <div><p class="b">{heading}</p><ul>{lines}</ul></div>
                </div>
            </div>
        }
        .into_any(),
    )
}

fn specification(form: &NewOfferForm) -> Vec<AnyView> {
    let locale = form.frame.locale;
    let none = || choice("", td_string!(locale, keep.choose));
    let platforms = form
        .snapshot
        .platforms
        .iter()
        .map(|platform| choice(&platform.slug, &platform_name(locale, platform)));
    let cards = form
        .snapshot
        .gpus
        .iter()
        .map(|gpu| choice(&gpu.slug, &card_name(gpu)));
    let with_none = |all: Vec<Choice>| std::iter::once(none()).chain(all).collect::<Vec<_>>();
    let kinds = PriceKind::ALL
        .iter()
        .map(|kind| choice(kind.word(), kind_word(locale, *kind)))
        .collect();
    let exclusive = vec![
        choice("dedicated", td_string!(locale, admin.e_yes_dedicated)),
        choice("shared", td_string!(locale, admin.e_no_shared)),
        choice("", td_string!(locale, common.unknown)),
    ];
    let cores = td_string!(locale, admin.u_cores).to_owned();
    let share = td_string!(locale, keep.h_gpu_fraction);
    vec![
        form.field("platform_slug", "w2")
            .select(with_none(platforms.collect())),
        form.field("gpu_slug", "w2")
            .select(with_none(cards.collect())),
        form.field("price_kind", "w2").select(kinds),
        form.field("instance_type", "w2").text("text"),
        form.field("region", "w2").text("text"),
        form.field("gpu_count", "w2")
            .number(td_string!(locale, admin.u_gpu).to_owned()),
        form.helped("gpu_fraction", "w2", share)
            .number("×".to_owned()),
        form.field("vcpus", "w2").number(cores),
        form.field("ram_gb", "w2").number("GB".to_owned()),
        form.field("exclusivity", "w2").radios(exclusive),
        form.field("disk_gb", "w2").number("GB".to_owned()),
        form.field("disk_type", "w2").text("text"),
        form.field("network_mbps", "w2").number("Mbps".to_owned()),
    ]
}

fn price(form: &NewOfferForm) -> Vec<AnyView> {
    let locale = form.frame.locale;
    let currency = form.typed.get("currency");
    let codes = ["", "CNY", "USD", "EUR", "INR", "GBP"];
    let codes = codes.map(|code| match code {
        "" => choice("", td_string!(locale, keep.choose)),
        code => choice(code, code),
    });
    let basis = vec![
        choice("gpu", td_string!(locale, admin.basis_gpu)),
        choice("offer", td_string!(locale, admin.basis_offer)),
    ];
    let hourly = format!("{currency}{}", td_string!(locale, admin.u_hour));
    // Before a currency is chosen the sum has no unit yet.
    let sum = if currency.is_empty() {
        "¥ / $"
    } else {
        currency
    }
    .to_owned();
    let hours = td_string!(locale, admin.u_hour).to_owned();
    vec![
        form.helped("currency", "w2", td_string!(locale, admin.h_currency))
            .select(codes.to_vec()),
        form.field("price_basis", "w2").radios(basis),
        form.helped("price", "w2", td_string!(locale, admin.h_price_term))
            .number(hourly),
        confirmation(form),
        form.field("price_per_period", "w2").number(sum),
        form.helped(
            "price_period_hours",
            "w2",
            td_string!(locale, keep.h_period_hours),
        )
        .number(hours.trim_start_matches('/').to_owned()),
    ]
}

/// How it will show; and for each odd thing one tick.
fn confirmation(form: &NewOfferForm) -> AnyView {
    let locale = form.frame.locale;
    let shown = form.typed.shown().map(|(per_gpu, whole)| {
        let whole = td_string!(
            locale,
            admin.shows_whole,
            price = format::hourly_money(whole)
        );
        let per_gpu = per_gpu.map(|price| {
            let price = format::hourly_money(price);
            format!("{} · ", td_string!(locale, admin.shows_per_gpu, price = price))
        });
        let text = format!("{}{whole}", per_gpu.unwrap_or_default());
        view! { <span class="dim sm shown-as">{td_string!(locale, admin.shows_as)}" "<b>{text}</b></span> }
    });
    if form.warnings.is_empty() {
        return view! { <div class="w6">{shown}</div> }.into_any();
    }
    let ticks = form.warnings.iter().map(|(warning, confirmed)| {
        let name = format!("confirm_{}", warning.word());
        view! {
            <label class="opt flat">
                <input r#type="checkbox" id=name.clone() name=name value="1" checked=*confirmed />
                {td_string!(locale, admin.confirm_price)}" "{form.odd(*warning)}
            </label>
        }
    });
    view! { <div class="w6 note warn level"><div>{ticks.collect_view()}</div>{shown}</div> }
        .into_any()
}

fn evidence(form: &NewOfferForm) -> Vec<AnyView> {
    let locale = form.frame.locale;
    let private = view! {
        <fieldset class="field w6" id="private">
            <legend>{td_string!(locale, keep.l_private)}</legend>
            <label class="opt flat"><input r#type="checkbox" name="private" value="1" checked=form.typed.is_private() />{td_string!(locale, keep.private_tick)}</label>
            <span class="help">{td_string!(locale, keep.h_private)}</span>
        </fieldset>
    };
    vec![
        form.helped("source_url", "w4", td_string!(locale, admin.h_source_url))
            .text("url"),
        form.helped("source_date", "w2", td_string!(locale, admin.h_source_date))
            .text("date"),
        form.helped("note", "w6", td_string!(locale, admin.h_note))
            .text("text"),
        private.into_any(),
    ]
}
