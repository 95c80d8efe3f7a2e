//! `/admin/models/{id}` and `/admin/models/new`: every figure of a model's shape with the address that states it.
use super::kit::{Field, choice};
use super::notes::{self, Stand};
use super::{sign_out, subject};
use crate::frame::{Frame, encode};
use crate::shell::{Document, Nav};
use crate::text::{Locale, td_string};
use domain::catalog::draft::FieldError;
use domain::catalog::fields::Fields;
use domain::catalog::model_edit::{FIGURES, SHARED};
use domain::catalog::proof::part;
use domain::catalog::revision::{Change, Revision};
use domain::sizing::Model;
use leptos::prelude::*;
use std::sync::Arc;

/// Everything the form is made from.
pub struct ModelForm {
    /// The request.
    pub frame: Arc<Frame>,
    /// The model as it stands; `None` = a new one.
    pub model: Option<Model>,
    /// The session's token.
    pub csrf: String,
    /// Stands for the values that the form was opened with.
    pub seen: String,
    /// What the fields hold.
    pub typed: Fields,
    /// What is wrong, in the form's order.
    pub errors: Vec<FieldError>,
    /// What somebody else published meanwhile.
    pub theirs: Option<Fields>,
    /// Fields that differ from what is published.
    pub unsaved: Vec<Change>,
    /// Past revisions, newest first.
    pub history: Vec<Revision>,
    /// The revision that has just been made; 0 when nothing differed.
    pub saved: Option<i64>,
    /// True when that made the model.
    pub is_made: bool,
}

/// Name of a field, for labels and the history.
pub(super) fn label(locale: Locale, field: &str) -> String {
    let name = |field: &str| {
        let name = match field {
            "id" => td_string!(locale, editing.l_id),
            "family" => td_string!(locale, editing.l_family),
            "hf_repo" => td_string!(locale, editing.l_hf_repo),
            "note" => td_string!(locale, admin.l_note),
            "url_all" => td_string!(locale, editing.l_url_all),
            "date_all" => td_string!(locale, editing.l_date_all),
            "params" => td_string!(locale, editing.m_params),
            "params_active" => td_string!(locale, editing.m_params_active),
            "params_linear" => td_string!(locale, editing.m_params_linear),
            "params_embed" => td_string!(locale, editing.m_params_embed),
            "layers" => td_string!(locale, editing.m_layers),
            "hidden" => td_string!(locale, editing.m_hidden),
            "heads" => td_string!(locale, editing.m_heads),
            "kv_heads" => td_string!(locale, editing.m_kv_heads),
            "head_dim" => td_string!(locale, editing.m_head_dim),
            "intermediate" => td_string!(locale, editing.m_intermediate),
            "experts" => td_string!(locale, editing.m_experts),
            "experts_active" => td_string!(locale, editing.m_experts_active),
            "vocab" => td_string!(locale, editing.m_vocab),
            "tied_embeddings" => td_string!(locale, editing.m_tied),
            "context" => td_string!(locale, editing.m_context),
            "sliding_window" => td_string!(locale, editing.m_sliding_window),
            "sliding_layers" => td_string!(locale, editing.m_sliding_layers),
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

impl ModelForm {
    fn field(&self, name: &str, width: &'static str) -> Field {
        let stand = Stand {
            frame: &self.frame,
            typed: &self.typed,
            errors: &self.errors,
            theirs: self.theirs.as_ref(),
        };
        stand.field(name, label(self.frame.locale, name), width)
    }

    fn helped(&self, name: &str, width: &'static str, help: &str) -> Field {
        Field {
            help: Some(help.to_owned()),
            ..self.field(name, width)
        }
    }
}

/// The form of one model, or of a new one.
pub fn page(form: &ModelForm) -> Document {
    let (frame, locale) = (&form.frame, form.frame.locale);
    let id = form.model.as_ref().map(|model| model.id.clone());
    let title = id.clone();
    let title = title.unwrap_or_else(|| td_string!(locale, editing.model_new).to_owned());
    let own = format!("/admin/models/{}", id.as_deref().unwrap_or("new"));
    let heading = match id {
        Some(_) => td_string!(locale, editing.model_form),
        None => td_string!(locale, editing.model_new),
    };
    let tried = id.as_ref().map(|id| {
        let href = frame.link(&format!("/size?model={}", encode(id)));
        view! { <a class="btn" href=href>{td_string!(locale, editing.size_it)}</a> }
    });
    let history = form.model.is_some().then(
        || view! { <div class="stack">{subject::history(frame, &form.history, &label)}</div> },
    );
    let layout = if history.is_some() {
        "split admin"
    } else {
        "stack"
    };
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.maintain)}</a>" / "<a href=frame.link("/admin/models")>{td_string!(locale, editing.models)}</a>" / "{title.clone()}</p>
        <div class="head">
            <h1>{title.clone()}</h1>
            <span class="act">{tried}{sign_out(frame, &form.csrf)}</span>
        </div>
        <div class=layout>
            <form class="panel" method="post" action=frame.link(&own) novalidate>
                <header><h2>{heading}</h2><span class="end">{id}</span></header>
                <div class="bd flush form-body">
                    <input r#type="hidden" name="csrf" value=form.csrf.clone() />
                    <input r#type="hidden" name="seen" value=form.seen.clone() />
                    {notice(form)}
                    <section class="frm"><h3>{td_string!(locale, keep.s_identity)}</h3><div>{identity(form)}</div></section>
                    <section class="frm"><h3>{td_string!(locale, editing.shape)}</h3><div>{shape(form)}</div></section>
                    <div class="save">
                        <button class="btn pri">{td_string!(locale, admin.save)}</button>
                        <a class="btn quiet" href=frame.link(&own)>{td_string!(locale, admin.discard)}</a>
                    </div>
                </div>
            </form>
            {history}
        </div>
    };
    Document {
        description: title.clone(),
        title,
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

fn identity(form: &ModelForm) -> Vec<AnyView> {
    let locale = form.frame.locale;
    let mut fields = Vec::new();
    if form.model.is_none() {
        let help = td_string!(locale, editing.h_id);
        fields.push(form.helped("id", "w2", help).text("text"));
    }
    let family = td_string!(locale, editing.h_family);
    fields.push(form.helped("family", "w2", family).text("text"));
    fields.push(form.field("hf_repo", "w2").text("text"));
    fields.extend(form.model.as_ref().map(|model| {
        let source = crate::shell::source_words(&model.source, locale);
        view! { <div class="field w2"><span class="lb">{td_string!(locale, editing.l_source)}</span><span class="sm">{source}</span></div> }
            .into_any()
    }));
    let note = td_string!(locale, keep.h_note);
    fields.push(form.helped("note", "w6", note).area());
    fields
}

/// Where all figures were read, then each with its own address and day.
fn shape(form: &ModelForm) -> Vec<AnyView> {
    let locale = form.frame.locale;
    let [url, date] = SHARED;
    let help = td_string!(locale, editing.h_url_all);
    let mut fields = vec![
        form.helped(url, "w4", help).text("url"),
        form.field(date, "w2").day(),
    ];
    for name in FIGURES {
        let value = form.field(name, "w2");
        fields.push(match name {
            "tied_embeddings" => value.select(vec![
                choice("", td_string!(locale, keep.choose)),
                choice("1", td_string!(locale, common.yes)),
                choice("0", td_string!(locale, common.no)),
            ]),
            "context" | "sliding_window" => {
                value.number(td_string!(locale, editing.u_tokens).to_owned())
            }
            _ => value.number(String::new()),
        });
        let mut address = form.field(&part("url", name), "w2");
        address.label = td_string!(locale, admin.l_source_url).to_owned();
        let mut day = form.field(&part("date", name), "w2");
        day.label = td_string!(locale, admin.l_source_date).to_owned();
        fields.extend([address.text("url"), day.day()]);
    }
    fields
}

fn notice(form: &ModelForm) -> Option<AnyView> {
    let (frame, locale) = (&form.frame, form.frame.locale);
    if form.theirs.is_some() {
        let differing = form.unsaved.iter();
        let lines = differing.map(|c| notes::line(&c.field, label(locale, &c.field)));
        let heading = td_string!(locale, editing.conflict_model).to_owned();
        return Some(notes::bad(heading, None, lines.collect()));
    }
    if !form.errors.is_empty() {
        return notes::faults(frame, &form.errors, &label);
    }
    Some(notes::good(match form.saved? {
        0 => td_string!(locale, admin.unchanged).to_owned(),
        number if form.is_made => td_string!(locale, editing.model_created, number = number),
        number => td_string!(locale, admin.saved, number = number),
    }))
}
