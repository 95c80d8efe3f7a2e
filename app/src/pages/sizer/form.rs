//! The form: what is to be done with which model, and how. Every field is sent; the server leaves out what is as usual.
use super::SizerView;
use super::words::{field, refusal, value};
use crate::components::{after_stop, kept_inputs};
use crate::text::td_string;
use domain::sizing::{
    Engine, KvFormat, ModelChoice, Optimizer, Precision, Resident, Strategy, Task, Vae, Weights,
};
use leptos::prelude::*;

/// For which tasks a field is shown: inference, training, methods with adapters, full training, pictures, their LoRA.
type For = &'static str;

pub(super) fn form(view: &SizerView) -> AnyView {
    let locale = view.frame.locale;
    let task = view.ask.task();
    let kind = match task {
        Task::Inference => "inference",
        Task::DiffusionInference => "diffusion_inference",
        Task::DiffusionLora => "diffusion_lora",
        _ => "train",
    };
    let tasks = [
        ("inference", td_string!(locale, sizer.t_inference)),
        ("train", td_string!(locale, sizer.t_train)),
        ("diffusion_inference", td_string!(locale, sizer.t_pictures)),
        ("diffusion_lora", td_string!(locale, sizer.t_picture_lora)),
    ];
    let radio = |name: &'static str, word: &'static str, label: &'static str, on: bool| {
        view! { <label><input r#type="radio" name=name value=word checked=on autocomplete="off" />{label}</label> }
    };
    let tasks = tasks.map(|(word, label)| radio("task", word, label, word == kind));
    let method = if task.is_llm_training() {
        task
    } else {
        Task::Lora
    };
    let methods = [
        ("qlora", "QLoRA 4-bit", Task::Qlora),
        ("lora", "LoRA", Task::Lora),
        ("full", td_string!(locale, sizer.m_full), Task::Full),
    ]
    .map(|(word, label, one)| radio("method", word, label, one == method));
    view! {
        <form class="panel size-form" data-live="" method="get" action="/size" aria-label=td_string!(locale, sizer.form)>
            <div class="bd even size-fields">
                {kept_inputs(&view.frame)}
                <input r#type="hidden" name="go" value="1" />
                {carried(view)}
                <fieldset class="field w"><legend>{field(locale, "task")}</legend><div class="seg below">{tasks.into_iter().collect_view()}</div></fieldset>
                {llm(view)}
                {pictures(view)}
                <fieldset class="field w" data-for="t"><legend>{field(locale, "method")}</legend><div class="seg below">{methods.into_iter().collect_view()}</div></fieldset>
                {inference(view)}
                {training(view)}
                {picture_fields(view)}
                {number(view, "hours", "i p l", td_string!(locale, sizer.u_hours))}
                {number(view, "n_gpu", "i t", "")}
                <div class="w size-actions"><button class="btn pri">{td_string!(locale, sizer.estimate)}</button><a class="btn" href=view.frame.link("/size")>{td_string!(locale, sizer.clear)}</a></div>
            </div>
        </form>
    }
    .into_any()
}

/// What the form does not show and must not lose.
fn carried(view: &SizerView) -> impl IntoView + use<> {
    let shown = [
        "task",
        "model",
        "weights",
        "engine",
        "batch",
        "n_gpu",
        "strategy",
        "kv",
        "prompt",
        "gen",
        "seq",
        "gradient_checkpointing",
        "loss",
        "optimizer",
        "precision",
        "samples",
        "epochs",
        "lora_rank",
        "lora_targets",
        "px",
        "frames",
        "vae",
        "controlnets",
        "resident",
    ];
    let mut fields: Vec<(String, String)> = view
        .ask
        .fields
        .iter()
        .filter(|(name, _)| !shown.contains(&name.as_str()))
        .cloned()
        .collect();
    fields.extend(
        view.ask
            .config
            .clone()
            .map(|text| ("config".to_owned(), text)),
    );
    fields
        .into_iter()
        .map(|(name, value)| view! { <input r#type="hidden" name=name value=value /> })
        .collect_view()
}

fn llm(view: &SizerView) -> AnyView {
    let locale = view.frame.locale;
    let is_picture = view.ask.task().is_diffusion();
    let is_own =
        view.ask.config.is_some() || matches!(view.ask.request.model, Some(ModelChoice::Shape(_)));
    let shown = if is_own {
        String::new()
    } else if is_picture {
        "llama-3.1-8b".to_owned()
    } else {
        view.ask.shown("model", None)
    };
    let names = view
        .snapshot
        .library
        .models
        .llms
        .iter()
        .map(|model| {
            let size = format!("{} · {:.1}B", model.family, model.params as f64 / 1e9);
            view! { <option value=model.id.clone()>{size}</option> }
        })
        .collect_view();
    let own = is_own.then(|| td_string!(locale, sizer.own_in_use));
    let unknown = match &view.answer {
        Err(error) if error.field == "model" && !is_picture => Some(refusal(locale, error, &shown)),
        _ => None,
    };
    let class = if unknown.is_some() {
        "field w err"
    } else {
        "field w"
    };
    view! {
        <div class=class data-for="i t">
            <label r#for="model">{field(locale, "model")}</label>
            <input r#type="text" id="model" name="model" list="models" value=shown placeholder=own autocomplete="off" spellcheck="false" aria-describedby="model-help" />
            <datalist id="models">{names}</datalist>
            {unknown.map(|text| view! { <span class="msg">{text}</span> })}
            <span class="help" id="model-help">{td_string!(locale, sizer.model_help)}{after_stop(locale)}<a href="#own">{td_string!(locale, sizer.model_own)}</a></span>
        </div>
    }
    .into_any()
}

fn pictures(view: &SizerView) -> AnyView {
    let locale = view.frame.locale;
    let chosen = view.ask.shown("model", None);
    let known = view
        .snapshot
        .library
        .models
        .diffusion(&chosen)
        .map(|model| model.id.clone());
    let chosen = known.unwrap_or_else(|_| "sdxl".to_owned());
    let options = view
        .snapshot
        .library
        .models
        .diffusion
        .iter()
        .map(|model| view! { <option value=model.id.clone() selected=model.id == chosen>{picture_name(&model.id)}</option> })
        .collect_view();
    view! {
        <div class="field w" data-for="p l">
            <label r#for="picture">{field(locale, "model")}</label>
            <select id="picture" name="picture" autocomplete="off">{options}</select>
        </div>
    }
    .into_any()
}

/// Names of diffusion models as people write them.
pub(super) fn picture_name(id: &str) -> String {
    match id {
        "sd15" => "Stable Diffusion 1.5",
        "sdxl" => "SDXL 1.0",
        "flux.1-dev" => "FLUX.1 dev",
        "sd3.5-medium" => "Stable Diffusion 3.5 Medium",
        "wan2.1-1.3b" => "Wan 2.1 1.3B",
        "wan2.1-14b" => "Wan 2.1 14B",
        other => other,
    }
    .to_owned()
}

fn inference(view: &SizerView) -> AnyView {
    let locale = view.frame.locale;
    let tokens = td_string!(locale, sizer.u_tokens);
    let engines = [
        Engine::Transformers,
        Engine::Vllm,
        Engine::LlamaCpp,
        Engine::Sglang,
    ];
    let weights: Vec<&str> = Weights::ALL.iter().map(|one| one.word()).collect();
    view! {
        {select(view, "weights", "i q p", &weights)}
        {select(view, "engine", "i", &engines.map(Engine::word))}
        {number(view, "prompt", "i", tokens)}
        {number(view, "gen", "i", tokens)}
        {select(view, "kv", "i", &KvFormat::ALL.iter().map(|one| one.word()).collect::<Vec<_>>())}
    }
    .into_any()
}

fn training(view: &SizerView) -> AnyView {
    let locale = view.frame.locale;
    let tokens = td_string!(locale, sizer.u_tokens);
    let targets = ["all-linear", "q_proj+v_proj", "q_proj+k_proj+v_proj+o_proj"];
    let optimizers: Vec<&str> = Optimizer::ALL.iter().map(|one| one.word()).collect();
    let strategies: Vec<&str> = Strategy::ALL.iter().map(|one| one.word()).collect();
    view! {
        {number(view, "batch", "i t p l", "")}
        {number(view, "seq", "t", tokens)}
        {number(view, "lora_rank", "a l", "")}
        {select(view, "lora_targets", "a", &targets)}
        {select(view, "optimizer", "t l", &optimizers)}
        {select(view, "precision", "f", &Precision::ALL.iter().map(|one| one.word()).collect::<Vec<_>>())}
        {select(view, "loss", "t", &["full", "chunked", "fused"])}
        {checkpointing(view)}
        {number(view, "samples", "t", "")}
        {number(view, "avg", "t", tokens)}
        {number(view, "epochs", "t", "")}
        {select(view, "strategy", "i t", &strategies)}
    }
    .into_any()
}

fn picture_fields(view: &SizerView) -> AnyView {
    let residents: Vec<&str> = Resident::ALL.iter().map(|one| one.word()).collect();
    let vae: Vec<&str> = Vae::ALL.iter().map(|one| one.word()).collect();
    view! {
        {number(view, "px", "p l", "px")}
        {number(view, "frames", "p", "")}
        {number(view, "controlnets", "p", "")}
        {select(view, "vae", "p", &vae)}
        {select(view, "resident", "p l", &residents)}
    }
    .into_any()
}

/// A tick that is not there says nothing; a hidden "no" stands before it, and the last one counts.
fn checkpointing(view: &SizerView) -> AnyView {
    let locale = view.frame.locale;
    let estimate = view.answer.as_ref().ok().map(|answer| &answer.estimate);
    let on = view.ask.shown("gradient_checkpointing", estimate) != "false";
    view! {
        <label class="opt w" data-for="t l">
            <input r#type="hidden" name="gradient_checkpointing" value="false" />
            <input r#type="checkbox" name="gradient_checkpointing" value="true" checked=on autocomplete="off" />
            {field(locale, "gradient_checkpointing")}" "<span class="n">{td_string!(locale, sizer.checkpointing_cost)}</span>
        </label>
    }
    .into_any()
}

/// A field's class, and what is wrong with it.
fn state(view: &SizerView, name: &str) -> (&'static str, Option<String>) {
    let typed = view.ask.shown(name, None);
    let of_answer = view
        .answer
        .as_ref()
        .err()
        .filter(|error| error.field == name);
    let error = view.ask.error(name).or(of_answer);
    match error {
        Some(error) => ("field err", Some(refusal(view.frame.locale, error, &typed))),
        None => ("field", None),
    }
}

pub(super) fn number(view: &SizerView, name: &'static str, of: For, unit: &'static str) -> AnyView {
    let locale = view.frame.locale;
    let estimate = view.answer.as_ref().ok().map(|answer| &answer.estimate);
    let (class, error) = state(view, name);
    let bad = error.is_some().then_some("true");
    // What is no number would not show in a number field.
    let input = view! {
        <input r#type="text" inputmode="decimal" id=name name=name value=view.ask.shown(name, estimate) placeholder=td_string!(locale, sizer.usual) autocomplete="off" aria-invalid=bad />
    };
    let input = if unit.is_empty() {
        input.into_any()
    } else {
        view! { <div class="unit">{input}<span>{unit}</span></div> }.into_any()
    };
    view! {
        <div class=class data-for=of>
            <label r#for=name>{field(locale, name)}</label>
            {input}
            {error.map(|text| view! { <span class="msg">{text}</span> })}
        </div>
    }
    .into_any()
}

/// A choice; the first one leaves it to the task.
fn select(view: &SizerView, name: &'static str, of: For, words: &[&'static str]) -> AnyView {
    let locale = view.frame.locale;
    let given = view.ask.shown(name, None);
    let (class, error) = state(view, name);
    let mut words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
    if !given.is_empty() && !words.contains(&given) {
        words.push(given.clone());
    }
    let options = words
        .into_iter()
        .map(|word| view! { <option value=word.clone() selected=word == given>{value(locale, name, &word)}</option> })
        .collect_view();
    let assumed = view.answer.as_ref().ok().and_then(|answer| {
        let mut all = answer.estimate.assumptions.iter();
        all.find(|a| a.field == name)
            .map(|a| value(locale, name, &a.value))
    });
    let usual = match assumed {
        Some(word) => td_string!(locale, sizer.usual_is, word = word),
        None => td_string!(locale, sizer.usual).to_owned(),
    };
    view! {
        <div class=class data-for=of>
            <label r#for=name>{field(locale, name)}</label>
            <select id=name name=name autocomplete="off"><option value="">{usual}</option>{options}</select>
            {error.map(|text| view! { <span class="msg">{text}</span> })}
        </div>
    }
    .into_any()
}
