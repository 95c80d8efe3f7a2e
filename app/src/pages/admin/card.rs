//! `/admin/cards` and `/admin/cards/{slug}`: every figure of a card with the address that states it.
use super::kit::Field;
use super::notes::{self, Stand};
use super::{sign_out, subject};
use crate::components::card_name;
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::{Locale, td_string};
use domain::catalog::card_edit::{FIGURES, figure, unit};
use domain::catalog::draft::FieldError;
use domain::catalog::fields::Fields;
use domain::catalog::proof::part;
use domain::catalog::revision::{Change, Revision};
use domain::catalog::{CatalogSnapshot, Gpu};
use leptos::prelude::*;
use std::sync::Arc;

/// What the list is made from.
pub struct CardList {
    /// The request.
    pub frame: Arc<Frame>,
    /// The catalogue.
    pub snapshot: Arc<CatalogSnapshot>,
    /// The session's token.
    pub csrf: String,
}

/// Everything the form is made from.
pub struct CardForm {
    /// The request.
    pub frame: Arc<Frame>,
    /// The card as it stands.
    pub gpu: Gpu,
    /// The session's token.
    pub csrf: String,
    /// Stands for the values that the form was opened with.
    pub seen: String,
    /// What the fields hold.
    pub typed: Fields,
    /// What is wrong, in the form's order.
    pub errors: Vec<FieldError>,
    /// Dense figures that are known sparse ones, and whether each was confirmed.
    pub sparse: Vec<(&'static str, bool)>,
    /// What somebody else published meanwhile.
    pub theirs: Option<Fields>,
    /// Fields that differ from what is published.
    pub unsaved: Vec<Change>,
    /// Past revisions, newest first.
    pub history: Vec<Revision>,
    /// The revision that has just been made; 0 when nothing differed.
    pub saved: Option<i64>,
}

/// Name of a field, for labels and the history.
fn label(locale: Locale, field: &str) -> String {
    let name = |field: &str| {
        let name = match field {
            "name" => td_string!(locale, keep.l_name),
            "note" => td_string!(locale, admin.l_note),
            "vram_gb" => td_string!(locale, card.vram),
            "memory_type" => td_string!(locale, card.memory_type),
            "bandwidth_gbps" => td_string!(locale, gpus.bandwidth_title),
            "fp16_dense_tflops" => td_string!(locale, card.fp16_dense),
            "bf16_dense_tflops" => td_string!(locale, card.bf16_dense),
            "fp8_dense_tflops" => td_string!(locale, card.fp8_dense),
            "int8_dense_tops" => td_string!(locale, card.int8_dense),
            "fp32_tflops" => td_string!(locale, card.fp32),
            "tdp_w" => td_string!(locale, gpus.power),
            "interconnect" => td_string!(locale, card.link),
            "interconnect_gbps" => td_string!(locale, card.link_rate),
            "form_factor" => td_string!(locale, gpus.form_factor),
            "compute_capability" => td_string!(locale, card.capability),
            "min_cuda" => td_string!(locale, keep.l_min_cuda),
            "release_year" => td_string!(locale, keep.l_release_year),
            "confirmed" => td_string!(locale, keep.c_confirmed),
            _ => return None,
        };
        Some(name.to_owned())
    };
    let evidence = || {
        let (kind, of) = field.split_once('_')?;
        let kind = match kind {
            "url" => td_string!(locale, admin.l_source_url),
            "date" => td_string!(locale, admin.l_source_date),
            _ => return None,
        };
        Some(format!("{} · {kind}", name(of)?))
    };
    name(field)
        .or_else(evidence)
        .unwrap_or_else(|| field.to_owned())
}

/// The list of all cards.
pub fn list(view: &CardList) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let title = td_string!(locale, keep.cards);
    let lines = view.snapshot.gpus.iter().map(|gpu| {
        let known = FIGURES
            .iter()
            .filter(|name| !figure(gpu, name).is_empty())
            .count();
        let href = frame.link(&format!("/admin/cards/{}", gpu.slug));
        view! {
            <tr data-card=gpu.slug.clone()>
                <th scope="row" class="stick"><a class="b" href=href>{card_name(gpu)}</a><span class="l2">{gpu.slug.clone()}</span></th>
                <td class="num">{format!("{} / {}", FIGURES.len() - known, FIGURES.len())}</td>
            </tr>
        }
    });
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.maintain)}</a>" / "{title}</p>
        <div class="head"><h1>{title}</h1><span class="act">{sign_out(frame, &view.csrf)}</span></div>
        <div class="tw" tabindex="0" role="region" aria-label=title>
            <table class="dense">
                <thead><tr><th scope="col" class="stick">{td_string!(locale, admin.c_card)}</th><th scope="col" class="num">{td_string!(locale, keep.c_unknown)}</th></tr></thead>
                <tbody>{lines.collect_view()}</tbody>
            </table>
        </div>
    };
    Document {
        title: title.to_owned(),
        description: title.to_owned(),
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

impl CardForm {
    fn field(&self, name: &str, text: String, width: &'static str) -> Field {
        let locale = self.frame.locale;
        let stand = Stand {
            frame: &self.frame,
            typed: &self.typed,
            errors: &self.errors,
            theirs: self.theirs.as_ref(),
        };
        let mut field = stand.field(name, text, width);
        if self.sparse.iter().any(|(figure, _)| *figure == name) {
            let odd = || td_string!(locale, keep.w_sparse).to_owned();
            field.now = field.now.or_else(|| Some(odd()));
        }
        field
    }
}

/// The form of one card.
pub fn page(form: &CardForm) -> Document {
    let (frame, locale) = (&form.frame, form.frame.locale);
    let name = card_name(&form.gpu);
    let own = format!("/admin/cards/{}", form.gpu.slug);
    let public = frame.link(&format!("/gpus/{}", form.gpu.slug));
    let rows = FIGURES.iter().map(|name| row(form, name)).collect_view();
    let mut note = form.field("note", label(locale, "note"), "w6");
    note.help = Some(td_string!(locale, keep.h_note).to_owned());
    let identity = vec![
        form.field("name", label(locale, "name"), "w4").text("text"),
        note.area(),
    ];
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.maintain)}</a>" / "<a href=frame.link("/admin/cards")>{td_string!(locale, keep.cards)}</a>" / "{name.clone()}</p>
        <div class="head">
            <h1>{name.clone()}</h1>
            <span class="act"><a class="btn" href=public>{td_string!(locale, admin.public_page)}</a>{sign_out(frame, &form.csrf)}</span>
        </div>
        <div class="split admin">
            <form class="panel" method="post" action=frame.link(&own) novalidate>
                <header><h2>{td_string!(locale, keep.card_form)}</h2><span class="end">{form.gpu.slug.clone()}</span></header>
                <div class="bd flush form-body">
                    <input r#type="hidden" name="csrf" value=form.csrf.clone() />
                    <input r#type="hidden" name="seen" value=form.seen.clone() />
                    {notice(form)}
                    <section class="frm"><h3>{td_string!(locale, keep.s_identity)}</h3><div>{identity}</div></section>
                    <section class="frm"><h3>{td_string!(locale, card.figures)}</h3><div>{rows}</div></section>
                    <div class="save">
                        <button class="btn pri">{td_string!(locale, admin.save)}</button>
                        <a class="btn quiet" href=frame.link(&own)>{td_string!(locale, admin.discard)}</a>
                    </div>
                </div>
            </form>
            <div class="stack">{subject::history(frame, &form.history, &label)}</div>
        </div>
    };
    Document {
        description: name.clone(),
        title: name,
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

/// One figure, the address that states it, and its day.
fn row(form: &CardForm, name: &'static str) -> AnyView {
    let locale = form.frame.locale;
    let value = form.field(name, label(locale, name), "w2");
    let value = match unit(name) {
        "" => value.text("text"),
        unit => value.number(unit.to_owned()),
    };
    let evidence =
        |kind: &str, text: &'static str| form.field(&part(kind, name), text.to_owned(), "w2");
    let confirm = form
        .sparse
        .iter()
        .find(|(figure, _)| *figure == name)
        .map(|(_, confirmed)| {
            let id = format!("confirm_sparse_{name}");
            view! {
                <div class="w6 note warn level"><label class="opt flat">
                    <input r#type="checkbox" id=id.clone() name=id value="1" checked=*confirmed />{td_string!(locale, keep.confirm_sparse)}
                </label></div>
            }
        });
    view! {
        {value}
        {evidence("url", td_string!(locale, admin.l_source_url)).text("url")}
        {evidence("date", td_string!(locale, admin.l_source_date)).day()}
        {confirm}
    }
    .into_any()
}

fn notice(form: &CardForm) -> Option<AnyView> {
    let (frame, locale) = (&form.frame, form.frame.locale);
    if form.theirs.is_some() {
        let differing = form.unsaved.iter();
        let lines = differing.map(|c| notes::line(&c.field, label(locale, &c.field)));
        let heading = td_string!(locale, keep.conflict_card).to_owned();
        return Some(notes::bad(heading, None, lines.collect()));
    }
    if !form.errors.is_empty() {
        return notes::faults(frame, &form.errors, &label);
    }
    let open = form.sparse.iter().filter(|(_, confirmed)| !confirmed);
    let lines: Vec<AnyView> = open
        .map(|(name, _)| {
            let colon = if frame.is_zh() { "：" } else { ": " };
            let odd = td_string!(locale, keep.w_sparse);
            let text = format!("{}{colon}{odd}", label(locale, name));
            notes::line(&format!("confirm_sparse_{name}"), text)
        })
        .collect();
    if !lines.is_empty() {
        let heading = td_string!(locale, admin.cannot_save_confirm, warnings = lines.len());
        return Some(notes::bad(heading, None, lines));
    }
    Some(notes::good(match form.saved? {
        0 => td_string!(locale, admin.unchanged).to_owned(),
        number => td_string!(locale, admin.saved, number = number),
    }))
}
