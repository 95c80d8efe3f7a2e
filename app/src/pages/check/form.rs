//! The form: every field is in the address, the defaults left out.
use super::words::flaw;
use super::{CheckView, Outcome};
use crate::components::{Cell, glyph, kept_inputs};
use crate::text::{Locale, td_string};
use domain::compat::{Flaw, Format, Os};
use leptos::prelude::*;

/// CUDA lines that builds are published for, to choose from.
const LINES: [&str; 10] = [
    "cu117", "cu118", "cu121", "cu124", "cu126", "cu128", "cu129", "cu130", "cu132", "cpu",
];

/// A field's name on the page; of a document's unknown key the key.
pub(super) fn name(locale: Locale, field: &str) -> String {
    match field {
        "gpu" => td_string!(locale, check.f_gpu),
        "driver" => td_string!(locale, check.f_driver),
        "os" => td_string!(locale, check.f_os),
        "torch" => td_string!(locale, check.f_torch),
        "cuda_line" => td_string!(locale, check.f_cuda_line),
        "python" => td_string!(locale, check.f_python),
        "libraries" => td_string!(locale, check.f_libraries),
        "compiles" => td_string!(locale, check.f_compiles),
        "nvcc" => td_string!(locale, check.f_nvcc),
        "dtype" => td_string!(locale, check.f_dtype),
        other => other,
    }
    .to_owned()
}

fn flaws<'a>(view: &'a CheckView, field: &str) -> Option<&'a Flaw> {
    match &view.outcome {
        Outcome::Flawed(flaws) => flaws.iter().find(|flaw| flaw.field == field),
        _ => None,
    }
}

/// What a field needs around it: its class, whether it is at fault, its message.
struct State {
    class: &'static str,
    invalid: Option<&'static str>,
    described: String,
    message: Option<AnyView>,
}

fn state(view: &CheckView, field: &str, is_wide: bool) -> State {
    let found = flaws(view, field);
    let id = format!("{field}-error");
    let message = found.map(|found| {
        let text = flaw(view.frame.locale, found);
        view! { <p class="msg" id=id.clone()>{glyph(Cell::No)}<span>{text}</span></p> }.into_any()
    });
    let class = match (message.is_some(), is_wide) {
        (true, true) => "field w err",
        (true, false) => "field err",
        (false, true) => "field w",
        (false, false) => "field",
    };
    State {
        class,
        invalid: message.is_some().then_some("true"),
        described: if message.is_some() {
            format!("{id} {field}-help")
        } else {
            format!("{field}-help")
        },
        message,
    }
}

/// A text field with suggestions, if any, and its help.
fn input(
    view: &CheckView,
    field: &'static str,
    help: &'static str,
    list: Option<Vec<String>>,
) -> AnyView {
    let is_wide = matches!(field, "gpu" | "libraries");
    let state = state(view, field, is_wide);
    let list_id = format!("{field}-list");
    let own_list = list.is_some().then(|| list_id.clone());
    let list = list.map(|words| {
        let options = words
            .into_iter()
            .map(|word| view! { <option value=word></option> });
        view! { <datalist id=list_id>{options.collect_view()}</datalist> }
    });
    let described = (!help.is_empty() || state.message.is_some()).then_some(state.described);
    view! {
        <div class=state.class>
            <label r#for=field>{name(view.frame.locale, field)}</label>
            <input r#type="text" id=field name=field value=view.draft.get(field).to_owned() list=own_list maxlength="2000" autocomplete="off" spellcheck="false" autocapitalize="off" aria-invalid=state.invalid aria-describedby=described />
            {list}
            {state.message}
            {(!help.is_empty()).then(|| view! { <span class="help" id=format!("{field}-help")>{help}</span> })}
        </div>
    }
    .into_any()
}

/// A choice; one that cannot be read stays there to be seen.
fn select(
    view: &CheckView,
    field: &'static str,
    words: &[(&'static str, &'static str)],
) -> AnyView {
    let state = state(view, field, false);
    let given = view.draft.get(field).to_owned();
    let known = words
        .iter()
        .map(|(word, label)| ((*word).to_owned(), (*label).to_owned()));
    let mut all: Vec<(String, String)> = known.collect();
    if !all.iter().any(|(word, _)| *word == given) {
        all.push((given.clone(), given.clone()));
    }
    let options = all.into_iter().map(|(word, label)| {
        let on = word == given;
        view! { <option value=word selected=on>{label}</option> }
    });
    let described = state.message.is_some().then(|| format!("{field}-error"));
    view! {
        <div class=state.class>
            <label r#for=field>{name(view.frame.locale, field)}</label>
            <select id=field name=field autocomplete="off" aria-invalid=state.invalid aria-describedby=described>{options.collect_view()}</select>
            {state.message}
        </div>
    }
    .into_any()
}

/// The form.
pub(super) fn form(view: &CheckView) -> AnyView {
    let locale = view.frame.locale;
    let cards = view
        .snapshot
        .gpus
        .iter()
        .map(|gpu| gpu.slug.clone())
        .collect();
    let releases = view.compat.releases();
    let lines = LINES.iter().map(|line| (*line).to_owned());
    let os = Os::ALL.map(|os| {
        let label = match os {
            Os::Linux => td_string!(locale, check.linux),
            Os::Windows => td_string!(locale, check.windows),
            Os::Wsl => td_string!(locale, check.wsl),
        };
        // What is usual is left out of the address.
        (if os == Os::default() { "" } else { os.word() }, label)
    });
    let mut formats = vec![("", td_string!(locale, check.not_said))];
    formats.extend(Format::ALL.map(|format| (format.word(), format.word())));
    let compiles = !matches!(
        view.draft.get("compiles"),
        "" | "false" | "no" | "off" | "0"
    );
    let of_compiles = state(view, "compiles", true);
    view! {
        <form class="panel check-form" data-live="" method="get" action="/check" aria-label=td_string!(locale, check.form)>
            <div class="bd even check-fields">
                {kept_inputs(&view.frame)}
                <input r#type="hidden" name="go" value="1" />
                {input(view, "gpu", td_string!(locale, check.h_gpu), Some(cards))}
                {input(view, "driver", td_string!(locale, check.h_driver), None)}
                {select(view, "os", &os)}
                {input(view, "torch", "", Some(releases))}
                {input(view, "cuda_line", td_string!(locale, check.h_line), Some(lines.collect()))}
                {input(view, "python", "", None)}
                {select(view, "dtype", &formats)}
                {input(view, "libraries", td_string!(locale, check.h_libraries), None)}
                <div class="w">
                    <label class="opt"><input r#type="checkbox" name="compiles" value="true" checked=compiles autocomplete="off" aria-invalid=of_compiles.invalid />{name(locale, "compiles")}</label>
                    {of_compiles.message}
                </div>
                {input(view, "nvcc", "", None)}
                <div class="w check-actions"><button class="btn pri">{td_string!(locale, check.ask)}</button><a class="btn" href=view.frame.link("/check")>{td_string!(locale, check.clear)}</a></div>
            </div>
        </form>
    }
    .into_any()
}
