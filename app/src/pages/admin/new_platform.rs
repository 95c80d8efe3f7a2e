//! `/admin/platforms/new`: a platform from nothing, with where it was read that there is one.
use super::kit::{Field, choice};
use super::notes::{self, Stand};
use super::platform::{identity, label};
use super::sign_out;
use crate::components::facts::learnt_word;
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::Learnt;
use domain::catalog::draft::FieldError;
use domain::catalog::fields::Fields;
use leptos::prelude::*;
use std::sync::Arc;

/// Everything the page is made from.
pub struct NewPlatformForm {
    /// The request.
    pub frame: Arc<Frame>,
    /// The session's token.
    pub csrf: String,
    /// What the fields hold.
    pub typed: Fields,
    /// What is wrong, in the form's order.
    pub errors: Vec<FieldError>,
}

impl NewPlatformForm {
    fn field(&self, name: &'static str, label: String, width: &'static str) -> Field {
        let stand = Stand {
            frame: &self.frame,
            typed: &self.typed,
            errors: &self.errors,
            theirs: None,
        };
        stand.field(name, label, width)
    }

    fn helped(&self, name: &'static str, width: &'static str, help: &str) -> Field {
        Field {
            help: Some(help.to_owned()),
            ..self.field(name, label(self.frame.locale, name), width)
        }
    }
}

/// The whole page.
pub fn page(form: &NewPlatformForm) -> Document {
    let (frame, locale) = (&form.frame, form.frame.locale);
    let title = td_string!(locale, editing.platform_new);
    let mut fields = vec![
        form.helped("slug", "w6", td_string!(locale, editing.h_slug))
            .text("text"),
    ];
    fields.extend(identity(locale, &|name, label, width| {
        form.field(name, label, width)
    }));
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.maintain)}</a>" / "<a href=frame.link("/admin/platforms")>{td_string!(locale, keep.platforms)}</a>" / "{title}</p>
        <div class="head">
            <h1>{title}</h1>
            <span class="sub">{td_string!(locale, editing.platform_next)}</span>
            <span class="act">{sign_out(frame, &form.csrf)}</span>
        </div>
        <form class="panel" method="post" action=frame.link("/admin/platforms/new") novalidate>
            <header><h2>{td_string!(locale, editing.platform_new_form)}</h2></header>
            <div class="bd flush form-body">
                <input r#type="hidden" name="csrf" value=form.csrf.clone() />
                {notes::faults(frame, &form.errors, &label)}
                <section class="frm"><h3>{td_string!(locale, keep.s_identity)}</h3><div>{fields}</div></section>
                <section class="frm"><h3>{td_string!(locale, editing.s_evidence)}</h3><div>{evidence(form)}</div></section>
                <div class="save">
                    <button class="btn pri">{td_string!(locale, keep.create)}</button>
                    <a class="btn quiet" href=frame.link("/admin/platforms")>{td_string!(locale, admin.discard)}</a>
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

fn evidence(form: &NewPlatformForm) -> Vec<AnyView> {
    let locale = form.frame.locale;
    let mut kinds = vec![choice("", td_string!(locale, keep.choose))];
    kinds.extend(
        Learnt::ALL
            .iter()
            .map(|learnt| choice(learnt.word(), learnt_word(locale, *learnt))),
    );
    let named = |name: &'static str, width| form.field(name, label(locale, name), width);
    vec![
        named("learnt", "w2").select(kinds),
        form.helped("source_url", "w4", td_string!(locale, editing.h_source_url))
            .text("url"),
        named("source_date", "w2").day(),
        named("quote", "w4").text("text"),
    ]
}
