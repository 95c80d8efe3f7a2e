//! `/admin/platforms/{slug}/disks`: what survives on each disk of a platform, one form a disk.
use super::kit::{Field, choice};
use super::{sign_out, words};
use crate::components::{Cell, glyph, platform_name};
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::{Locale, td_string};
use domain::catalog::disk_edit::{DiskTyped, WORDS};
use domain::catalog::draft::FieldError;
use domain::catalog::{FactKey, Platform, Tri};
use leptos::prelude::*;
use std::sync::Arc;

/// One disk's form.
#[derive(Clone, Debug, Default)]
pub struct DiskForm {
    /// Stands for the values that the form was opened with; empty for a new disk.
    pub seen: String,
    /// What the fields hold.
    pub typed: DiskTyped,
    /// What is wrong, in the form's order.
    pub errors: Vec<FieldError>,
    /// What somebody else published meanwhile.
    pub theirs: Option<DiskTyped>,
}

/// What the page is made from.
pub struct Disks {
    /// The request.
    pub frame: Arc<Frame>,
    /// The platform.
    pub platform: Platform,
    /// The session's token.
    pub csrf: String,
    /// Known disks, and at the end an empty form.
    pub forms: Vec<DiskForm>,
    /// The revision that has just been made.
    pub saved: Option<i64>,
}

fn label(locale: Locale, field: &str) -> &'static str {
    match field {
        "volume" => td_string!(locale, platforms.v_volume),
        "survives_stop" => td_string!(locale, keep.l_survives_stop),
        "survives_image_save" => td_string!(locale, keep.l_survives_image),
        "survives_migration" => td_string!(locale, keep.l_survives_move),
        "survives_release" => td_string!(locale, keep.l_survives_release),
        "deleted_after_days" => td_string!(locale, keep.l_deleted_after),
        "billed_while_stopped" => td_string!(locale, keep.l_billed_stopped),
        "source_url" => td_string!(locale, admin.l_source_url),
        "as_of" => td_string!(locale, admin.l_source_date),
        _ => td_string!(locale, admin.l_note),
    }
}

/// The whole page.
pub fn page(view: &Disks) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let name = platform_name(locale, &view.platform);
    let title = td_string!(locale, keep.disks_title, name = name.clone());
    let back = frame.link(&format!("/admin/platforms/{}", view.platform.slug));
    let said = view.saved.map(|number| {
        let text = td_string!(locale, admin.saved, number = number);
        view! { <div class="notices"><p class="note ok" role="status">{text}</p></div> }
    });
    let forms = view.forms.iter().enumerate();
    let forms = forms
        .map(|(place, form)| one(view, place, form))
        .collect_view();
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.maintain)}</a>" / "<a href=back>{name}</a>" / "{td_string!(locale, platforms.survives)}</p>
        <div class="head">
            <h1>{title.clone()}</h1>
            <span class="act">{sign_out(frame, &view.csrf)}</span>
        </div>
        {said}
        <div class="stack">{forms}</div>
    };
    Document {
        description: title.clone(),
        title,
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

/// A field of the form at `place`; ids differ from form to form.
fn field(view: &Disks, place: usize, form: &DiskForm, name: &str, width: &'static str) -> Field {
    let locale = view.frame.locale;
    let error = form.errors.iter().find(|error| error.field == name);
    let now = form.theirs.as_ref().map(|theirs| theirs.get(name));
    let now = now.filter(|now| *now != form.typed.get(name));
    Field {
        name: name.to_owned(),
        id: Some(format!("{name}-{place}")),
        label: label(locale, name).to_owned(),
        value: form.typed.get(name).to_owned(),
        width,
        help: None,
        fault: error
            .map(|error| words::problem(&view.frame, error.problem, name, error.value.clone())),
        now: now.map(|now| {
            td_string!(
                locale,
                admin.now,
                value = words::fact_value(locale, FactKey::Snapshot, now)
            )
        }),
    }
}

fn one(view: &Disks, place: usize, form: &DiskForm) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let own = |name: &'static str, width| field(view, place, form, name, width);
    let is_new = form.seen.is_empty();
    let heading = if is_new {
        td_string!(locale, keep.new_disk).to_owned()
    } else {
        form.typed.get("volume").to_owned()
    };
    let answers = || {
        let mut all: Vec<_> = Tri::ALL
            .iter()
            .map(|tri| {
                choice(
                    tri.word(),
                    &words::fact_value(locale, FactKey::Snapshot, tri.word()),
                )
            })
            .collect();
        all.push(choice("", td_string!(locale, common.unknown)));
        all
    };
    let volume = if is_new {
        own("volume", "w2").text("text")
    } else {
        let value = form.typed.get("volume").to_owned();
        view! { <input r#type="hidden" name="volume" value=value /> }.into_any()
    };
    let survives = WORDS.map(|name| own(name, "w2").select(answers()));
    let days = td_string!(locale, admin.u_days).to_owned();
    let action = frame.link(&format!("/admin/platforms/{}/disks", view.platform.slug));
    view! {
        <form class="panel" method="post" action=action novalidate data-disk=form.typed.get("volume").to_owned()>
            <header><h2 lang="en">{heading.clone()}</h2></header>
            <div class="bd flush form-body">
                <input r#type="hidden" name="csrf" value=view.csrf.clone() />
                <input r#type="hidden" name="seen" value=form.seen.clone() />
                {notice(view, place, form)}
                <section class="frm"><h3>{td_string!(locale, platforms.survives)}</h3><div>
                    {volume}
                    {survives.into_iter().collect_view()}
                    {own("deleted_after_days", "w2").number(days)}
                    {own("source_url", "w4").text("url")}
                    {own("as_of", "w2").day()}
                    {own("note", "w6").text("text")}
                </div></section>
                <div class="save flat"><button class="btn pri">{td_string!(locale, admin.save)}<span class="vh">" "{heading}</span></button></div>
            </div>
        </form>
    }
    .into_any()
}

fn notice(view: &Disks, place: usize, form: &DiskForm) -> Option<AnyView> {
    let locale = view.frame.locale;
    let colon = if view.frame.is_zh() { "：" } else { ": " };
    let lines: Vec<AnyView> = form
        .errors
        .iter()
        .map(|error| {
            let problem = words::problem(
                &view.frame,
                error.problem,
                &error.field,
                error.value.clone(),
            );
            let text = format!("{}{colon}{problem}", label(locale, &error.field));
            view! { <li><a href=format!("#{}-{place}", error.field)>{text}</a></li> }.into_any()
        })
        .collect();
    let heading = match (&form.theirs, lines.len()) {
        (Some(_), _) => td_string!(locale, keep.conflict_disk).to_owned(),
        (None, 0) => return None,
        (None, flaws) => td_string!(locale, admin.cannot_save_flaws, flaws = flaws),
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
