//! The box for what a machine prints, and what was found in it.
use super::CheckView;
use crate::components::{Cell, glyph, kept_inputs, typed_text};
use crate::text::{Locale, td_string};
use domain::compat::paste::{Item, MOST_BYTES, Pasted, Trouble};
use leptos::prelude::*;

/// Why a text was not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasteFlaw {
    /// None was sent.
    Empty,
    /// Nothing in it was recognised.
    Nothing,
    /// It is over the limit.
    TooLarge,
}

/// Prints all that is asked for.
const ALL_AT_ONCE: &str =
    "nvidia-smi; nvidia-smi -L; python -m torch.utils.collect_env; pip list; nvcc --version";

fn item(locale: Locale, item: Item) -> String {
    match item.field() {
        Some(field) => super::form::name(locale, field),
        None => td_string!(locale, check.i_serves).to_owned(),
    }
}

/// What prints a thing that is missing.
fn command(item: Item) -> &'static str {
    match item {
        Item::Gpu => "nvidia-smi -L",
        Item::Driver | Item::Serves | Item::Os => "nvidia-smi",
        Item::Torch | Item::Line => "python -m torch.utils.collect_env",
        Item::Python => "python --version",
        Item::Library => "pip list",
        Item::Nvcc => "nvcc --version",
    }
}

/// What a recognised error means, and what to do.
pub fn trouble(locale: Locale, trouble: Trouble) -> &'static str {
    match trouble {
        Trouble::NoKernelImage => td_string!(locale, check.t_kernel),
        Trouble::NotInBuild => td_string!(locale, check.t_build),
        Trouble::CpuBuild => td_string!(locale, check.t_cpu),
        Trouble::DriverTooOld => td_string!(locale, check.t_driver),
        Trouble::DriverMismatch => td_string!(locale, check.t_mismatch),
        Trouble::ForwardCompatibility => td_string!(locale, check.t_forward),
        Trouble::CardLost => td_string!(locale, check.t_lost),
        Trouble::NoDriver => td_string!(locale, check.t_no_driver),
        Trouble::NoDevices => td_string!(locale, check.t_no_device),
        Trouble::NoSmi => td_string!(locale, check.t_no_smi),
        Trouble::OutOfMemory => td_string!(locale, check.t_memory),
        Trouble::NotAvailable => td_string!(locale, check.t_available),
    }
}

/// What the text says, or why it was not read.
pub(super) fn found(view: &CheckView) -> AnyView {
    if let Some(flaw) = view.paste_flaw {
        return refused(view, flaw);
    }
    let Some(pasted) = &view.pasted else {
        return ().into_any();
    };
    view! { {troubles(view, pasted)}{values(view, pasted)} }.into_any()
}

fn refused(view: &CheckView, flaw: PasteFlaw) -> AnyView {
    let locale = view.frame.locale;
    let most = MOST_BYTES / 1024 / 1024;
    let (title, text) = match flaw {
        PasteFlaw::Empty => (
            td_string!(locale, check.no_text_title).to_owned(),
            td_string!(locale, check.paste_text),
        ),
        PasteFlaw::Nothing => (
            td_string!(locale, check.nothing_title).to_owned(),
            td_string!(locale, check.nothing_text),
        ),
        PasteFlaw::TooLarge => (
            td_string!(locale, check.too_large_title, most = most.to_string()),
            td_string!(locale, check.too_large_text),
        ),
    };
    view! {
        <div class="note bad" role="alert" data-paste="refused">
            {glyph(Cell::No)}
            <div><p class="b">{title}</p><p>{text}" "<a href="#text">{td_string!(locale, check.paste_label)}</a></p></div>
        </div>
    }
    .into_any()
}

fn troubles(view: &CheckView, pasted: &Pasted) -> Option<AnyView> {
    if pasted.troubles.is_empty() {
        return None;
    }
    let locale = view.frame.locale;
    let lines = pasted.troubles.iter().map(|(kind, line, text)| {
        let guide = (*kind == Trouble::OutOfMemory).then(|| {
            view! { " "<a href=view.frame.link("/guides#oom")>{td_string!(locale, check.t_memory_link)}</a> }
        });
        let at = td_string!(locale, check.at_line, line = line.to_string());
        view! { <li><p>{trouble(locale, *kind)}{guide}</p><p class="xs">{at}" · "<q>{text.clone()}</q></p></li> }
    });
    Some(
        view! {
            <div class="note bad" role="status" data-paste="trouble">
                {glyph(Cell::No)}
                <div><p class="b">{td_string!(locale, check.trouble)}</p><ul>{lines.collect_view()}</ul></div>
            </div>
        }
        .into_any(),
    )
}

fn values(view: &CheckView, pasted: &Pasted) -> AnyView {
    let locale = view.frame.locale;
    let rows = pasted.found.iter().map(|finding| {
        let state = match (finding.item, finding.is_used) {
            (Item::Serves, _) => td_string!(locale, check.serves_note),
            (_, true) => td_string!(locale, check.used),
            (_, false) => td_string!(locale, check.not_used),
        };
        let field = finding.item.field().unwrap_or("serves");
        view! {
            <tr data-found=field>
                <th scope="row">{item(locale, finding.item)}</th>
                <td>{finding.value.clone()}<span class="l2">{state}</span></td>
                <td>{finding.line}<span class="l2"><code>{finding.text.clone()}</code></span></td>
            </tr>
        }
    });
    let missing = pasted.missing.iter().map(|one| {
        let text = td_string!(
            locale,
            check.missing_run,
            what = item(locale, *one),
            command = command(*one)
        );
        view! { <li>{text}</li> }
    });
    let missing = (!pasted.missing.is_empty()).then(|| {
        view! { <div class="panel-foot sm" data-missing=""><p class="b">{td_string!(locale, check.missing)}</p><ul>{missing.collect_view()}</ul></div> }
    });
    let head = (!pasted.found.is_empty()).then(|| {
        view! {
            <table class="check-found">
                <thead><tr>
                    <th scope="col">{td_string!(locale, check.item)}</th>
                    <th scope="col">{td_string!(locale, check.value)}</th>
                    <th scope="col">{td_string!(locale, check.line)}</th>
                </tr></thead>
                <tbody>{rows.collect_view()}</tbody>
            </table>
        }
    });
    let count = td_string!(
        locale,
        check.read_sub,
        count = pasted.found.len().to_string()
    );
    let link = view.link(&view.draft);
    view! {
        <section class="panel" data-paste="found">
            <header><h2>{td_string!(locale, check.read_title)}</h2><span class="end">{count}" · "<a href=link>{td_string!(locale, check.answer_link)}</a></span></header>
            <div class="bd flush">{head}</div>
            {missing}
        </section>
    }
    .into_any()
}

/// The box. What stands in the form goes along, and stays where the text says nothing.
pub(super) fn panel(view: &CheckView) -> AnyView {
    let locale = view.frame.locale;
    let fields = view.draft.pairs().into_iter();
    let fields =
        fields.map(|(name, value)| view! { <input r#type="hidden" name=name value=value /> });
    let most = MOST_BYTES / 1024 / 1024;
    let help = td_string!(locale, check.paste_help, most = most.to_string());
    view! {
        <section class="panel" id="paste">
            <header><h2>{td_string!(locale, check.paste)}</h2><p>{td_string!(locale, check.paste_text)}</p></header>
            <div class="bd">
                <form method="post" action=view.frame.link("/check") enctype="multipart/form-data" class="check-paste">
                    {kept_inputs(&view.frame)}
                    {fields.collect_view()}
                    <div class="field">
                        <label r#for="text">{td_string!(locale, check.paste_label)}</label>
                        <textarea id="text" name="text" rows="7" spellcheck="false" autocomplete="off" aria-describedby="text-help">{typed_text(&view.text)}</textarea>
                        <span class="help" id="text-help">{help}" · "{td_string!(locale, check.one_command)}" "<code>{ALL_AT_ONCE}</code></span>
                    </div>
                    <div><button class="btn pri">{td_string!(locale, check.paste_send)}</button></div>
                </form>
            </div>
        </section>
    }
    .into_any()
}
