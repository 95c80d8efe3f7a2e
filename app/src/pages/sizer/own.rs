//! Models that are in no list: by their shape, or by their `config.json`.
use super::SizerView;
use super::data::Answer;
use super::words::refusal;
use crate::components::{Cell, glyph, kept_inputs};
use crate::text::td_string;
use domain::sizing::ModelChoice;
use domain::sizing::config::ConfigNote;
use leptos::prelude::*;

/// Both forms, under the answer.
pub(super) fn forms(view: &SizerView) -> AnyView {
    let locale = view.frame.locale;
    view! {
        <section class="panel size-own" id="own">
            <header><h2>{td_string!(locale, sizer.own_title)}</h2><p>{td_string!(locale, sizer.own_sub)}</p></header>
            <div class="bd split even-halves">{paste(view)}{shape(view)}</div>
        </section>
    }
    .into_any()
}

/// The rest of the question, so that only the model changes; pictures have no shape.
fn rest(view: &SizerView) -> impl IntoView + use<> {
    let is_picture = view.ask.task().is_diffusion();
    let fields = view.ask.short(&view.snapshot.library);
    let kept = fields.into_iter().filter(move |(name, _)| {
        !(is_picture || name == "model" || name == "config" || name.starts_with("model."))
    });
    kept.map(|(name, value)| view! { <input r#type="hidden" name=name value=value /> })
        .collect_view()
}

fn paste(view: &SizerView) -> AnyView {
    let locale = view.frame.locale;
    let text = view.ask.config.clone().unwrap_or_default();
    // Fields of a config.json are named as it names them.
    let error = view.ask.config.as_ref().and_then(|_| {
        let mut errors = view.ask.errors.iter();
        errors.find(|e| !view.ask.typed.iter().any(|(name, _)| *name == e.field))
    });
    let class = if error.is_some() {
        "field err"
    } else {
        "field"
    };
    let message = error.map(|error| {
        let words = refusal(locale, error, "");
        view! { <span class="msg">{words}" "<span lang="en">{error.message.clone()}</span></span> }
    });
    view! {
        <form class="stack" method="post" action="/size" aria-label=td_string!(locale, sizer.paste)>
            {kept_inputs(&view.frame)}
            {rest(view)}
            <div class=class>
                <label r#for="config">{td_string!(locale, sizer.paste)}</label>
                <textarea id="config" name="config" rows="9" class="mono" spellcheck="false" autocomplete="off" placeholder="{ \"model_type\": \"llama\", … }">{crate::components::typed_text(&text)}</textarea>
                {message}
                <span class="help">{td_string!(locale, sizer.paste_help)}</span>
            </div>
            <div><button class="btn pri">{td_string!(locale, sizer.paste_send)}</button></div>
        </form>
    }
    .into_any()
}

fn shape(view: &SizerView) -> AnyView {
    let locale = view.frame.locale;
    let pairs = match &view.ask.request.model {
        Some(ModelChoice::Shape(shape)) => shape.pairs(),
        _ => Vec::new(),
    };
    let input = |name: &'static str, label: &'static str, is_needed: bool| {
        let typed = view
            .ask
            .typed
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, v)| v.clone());
        let known = pairs
            .iter()
            .find(|(n, _)| *n == name)
            .map(|(_, v)| v.clone());
        let error = view
            .ask
            .error(name)
            .or(view.answer.as_ref().err().filter(|e| e.field == name));
        let class = if error.is_some() {
            "field err"
        } else {
            "field"
        };
        let message = error.map(|error| {
            let words = refusal(locale, error, typed.as_deref().unwrap_or_default());
            view! { <span class="msg">{words}</span> }
        });
        let hint = (!is_needed).then(|| td_string!(locale, sizer.may_be_empty));
        let value = typed.clone().or(known);
        view! {
            <div class=class>
                <label r#for=name>{label}</label>
                <input r#type="text" inputmode="numeric" id=name name=name value=value placeholder=hint autocomplete="off" />
                {message}
            </div>
        }
    };
    view! {
        <form class="stack" method="get" action="/size" aria-label=td_string!(locale, sizer.shape_form)>
            {kept_inputs(&view.frame)}
            {rest(view)}
            <input r#type="hidden" name="go" value="1" />
            <p class="b sm">{td_string!(locale, sizer.shape_form)}</p>
            <div class="size-shape">
                {input("model.layers", td_string!(locale, sizer.s_layers), true)}
                {input("model.hidden", td_string!(locale, sizer.s_hidden), true)}
                {input("model.heads", td_string!(locale, sizer.s_heads), true)}
                {input("model.kv_heads", td_string!(locale, sizer.s_kv_heads), false)}
                {input("model.intermediate", td_string!(locale, sizer.s_intermediate), true)}
                {input("model.vocab", td_string!(locale, sizer.s_vocab), true)}
                {input("model.head_dim", td_string!(locale, sizer.s_head_dim), false)}
                {input("model.params", td_string!(locale, sizer.s_params), false)}
            </div>
            <div><button class="btn">{td_string!(locale, sizer.shape_send)}</button></div>
        </form>
    }
    .into_any()
}

/// What of a `config.json` was not understood or left out.
pub(super) fn unknown_fields(view: &SizerView, answer: &Answer) -> Option<AnyView> {
    let locale = view.frame.locale;
    let unknown = &answer.estimate.unknown_config_fields;
    let mut lines: Vec<String> = answer
        .estimate
        .config_notes
        .iter()
        .map(|note| match note {
            ConfigNote::TowerNotCounted => td_string!(locale, sizer.tower).to_owned(),
            ConfigNote::NextTokenModulesNotCounted => {
                td_string!(locale, sizer.next_tokens).to_owned()
            }
        })
        .collect();
    if !unknown.is_empty() {
        lines.push(td_string!(
            locale,
            sizer.unknown_fields,
            names = unknown.join(crate::components::list_comma(locale))
        ));
    }
    if lines.is_empty() {
        return None;
    }
    let lines = lines
        .into_iter()
        .map(|line| view! { <p>{line}</p> })
        .collect_view();
    Some(view! { <div class="note warn below" data-config="">{glyph(Cell::Part)}<div>{lines}</div></div> }.into_any())
}
