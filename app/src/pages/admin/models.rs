//! `/admin/models`: the models that the sizer works from, to pick one.
use super::sign_out;
use crate::frame::Frame;
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::CatalogSnapshot;
use domain::sizing::Model;
use leptos::prelude::*;
use std::sync::Arc;

/// What the list is made from.
pub struct ModelList {
    /// The request.
    pub frame: Arc<Frame>,
    /// The catalogue.
    pub snapshot: Arc<CatalogSnapshot>,
    /// The session's token.
    pub csrf: String,
}

/// The whole page.
pub fn page(list: &ModelList) -> Document {
    let (frame, locale) = (&list.frame, list.frame.locale);
    let title = td_string!(locale, editing.models);
    let models = &list.snapshot.library.models.llms;
    let lines = models.iter().map(|model| line(frame, model)).collect_view();
    let body = view! {
        <p class="crumb"><a href=frame.link("/admin")>{td_string!(locale, admin.maintain)}</a>" / "{title}</p>
        <div class="head">
            <h1>{title}</h1>
            <span class="sub">{td_string!(locale, editing.models_sub, count = models.len())}</span>
            <span class="act"><a class="btn" href=frame.link("/admin/models/new")>{td_string!(locale, editing.model_new)}</a>{sign_out(frame, &list.csrf)}</span>
        </div>
        <div class="tw" tabindex="0" role="region" aria-label=title>
            <table class="dense">
                <thead>
                    <tr>
                        <th scope="col" class="stick">{td_string!(locale, editing.c_model)}</th>
                        <th scope="col">{td_string!(locale, editing.c_family)}</th>
                        <th scope="col" class="num">{td_string!(locale, editing.c_params)}</th>
                        <th scope="col" class="num">{td_string!(locale, editing.c_layers)}</th>
                        <th scope="col" class="num">{td_string!(locale, editing.c_context)}</th>
                    </tr>
                </thead>
                <tbody>{lines}</tbody>
            </table>
        </div>
        <p class="sm mut">{td_string!(locale, editing.pictures)}</p>
    };
    Document {
        title: title.to_owned(),
        description: title.to_owned(),
        nav: Nav::None,
        islands: false,
        body: body.into_any(),
    }
}

fn line(frame: &Frame, model: &Model) -> impl IntoView + use<> {
    let locale = frame.locale;
    let href = frame.link(&format!("/admin/models/{}", model.id));
    let label = td_string!(locale, admin.edit_named, name = model.id.clone());
    let context = model.context.map_or_else(
        || td_string!(locale, common.unknown).to_owned(),
        |tokens| tokens.to_string(),
    );
    view! {
        <tr data-model=model.id.clone()>
            <th scope="row" class="stick"><a class="b" href=href aria-label=label>{model.id.clone()}</a><span class="l2">{model.hf_repo.clone()}</span></th>
            <td>{model.family.clone()}</td>
            <td class="num">{model.params.to_string()}</td>
            <td class="num">{model.layers.to_string()}</td>
            <td class="num">{context}</td>
        </tr>
    }
}
