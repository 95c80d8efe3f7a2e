//! The revisions of an offer, newest first, with what is not saved yet on top.
use super::edit::OfferForm;
use super::words::{label, value};
use crate::components::{Cell, glyph};
use crate::text::td_string;
use domain::catalog::revision::{Change, Revision};
use leptos::prelude::*;

/// The panel beside the form.
pub(super) fn panel(form: &OfferForm) -> AnyView {
    let locale = form.frame.locale;
    let unsaved = (!form.unsaved.is_empty()).then(|| {
        view! {
            <li>
                {glyph(Cell::Part)}
                <div><b>{td_string!(locale, admin.history_unsaved)}</b>{lines(form, &form.unsaved)}</div>
            </li>
        }
    });
    let past = form
        .history
        .iter()
        .map(|revision| entry(form, revision))
        .collect_view();
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, admin.history)}</h2></header>
            <div class="bd"><ol class="rev">{unsaved}{past}</ol></div>
        </section>
    }
    .into_any()
}

fn entry(form: &OfferForm, revision: &Revision) -> impl IntoView + use<> {
    let locale = form.frame.locale;
    let day = revision.made_at.get(..10).unwrap_or_default().to_owned();
    // The check's own day and page change with every edit and say nothing by themselves.
    let told: Vec<Change> = revision
        .changes
        .iter()
        .filter(|change| !["source_date", "source_url"].contains(&change.field.as_str()))
        .cloned()
        .collect();
    let checked = told
        .is_empty()
        .then(|| format!(" {}", td_string!(locale, admin.history_checked)));
    let author = if revision.by_hand {
        revision.author.clone()
    } else {
        td_string!(locale, admin.history_import, name = revision.author.clone())
    };
    let number = td_string!(locale, admin.history_number, number = revision.number);
    let url = revision.source_url.clone();
    let source = url.starts_with("http").then(|| {
        view! { " · "<a href=url rel="noopener nofollow">{td_string!(locale, common.source)}</a> }
    });
    view! {
        <li data-revision=revision.number.to_string()>
            {glyph(Cell::Yes)}
            <div>
                <b>{day}{checked}</b>
                {lines(form, &told)}
                <div class="who">{author}" · "{number}{source}</div>
            </div>
        </li>
    }
}

fn lines(form: &OfferForm, changes: &[Change]) -> Vec<AnyView> {
    let locale = form.frame.locale;
    let text = |field: &str, side: &Option<String>| {
        value(locale, field, side.as_deref().unwrap_or_default())
    };
    let line = |change: &Change| {
        let (name, after) = (
            label(form, &change.field),
            text(&change.field, &change.after),
        );
        // The first price of an offer replaces nothing.
        let first = ["price", "reason"].contains(&change.field.as_str()) && change.before.is_none();
        let before = (!first).then(|| {
            view! { <del>{text(&change.field, &change.before)}</del>" → " }
        });
        view! { <div class="d">{name}" "{before}<ins>{after}</ins></div> }.into_any()
    };
    changes.iter().map(line).collect()
}
