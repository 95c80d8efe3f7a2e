//! What could not be sized, and the names that were probably meant.
use super::SizerView;
use super::words::{field, refusal};
use crate::components::{Cell, glyph};
use crate::text::td_string;
use domain::sizing::{Models, SizingError, SizingErrorKind, Task};
use leptos::prelude::*;

/// Names that are shown.
const MOST: usize = 6;

/// Letters and digits, small.
fn plain(text: &str) -> Vec<char> {
    let name = text.rsplit('/').next().unwrap_or(text);
    name.to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric())
        .collect()
}

/// How many letters to change, add or drop (Levenshtein).
fn distance(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, left) in a.iter().enumerate() {
        let mut before = row[0];
        row[0] = i + 1;
        for (j, right) in b.iter().enumerate() {
            let replaced = before + usize::from(left != right);
            before = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(before + 1);
        }
    }
    row[b.len()]
}

/// The known models that come nearest to `typed`: those that contain it first, then by letters that differ.
pub(super) fn nearest(models: &Models, typed: &str, is_picture: bool) -> Vec<String> {
    let wanted: Vec<char> = plain(typed).into_iter().take(60).collect();
    let ids: Vec<&str> = if is_picture {
        models.diffusion.iter().map(|m| m.id.as_str()).collect()
    } else {
        models.llms.iter().map(|m| m.id.as_str()).collect()
    };
    let found: Vec<&str> = models.search(typed).iter().map(|m| m.id.as_str()).collect();
    let mut ranked: Vec<(bool, usize, &str)> = ids
        .into_iter()
        .map(|id| (!found.contains(&id), distance(&wanted, &plain(id)), id))
        .collect();
    ranked.sort();
    ranked
        .into_iter()
        .take(MOST)
        .map(|(.., id)| id.to_owned())
        .collect()
}

/// The answer's place when there is none.
pub(super) fn refused(view: &SizerView, error: &SizingError) -> AnyView {
    let locale = view.frame.locale;
    let typed = view.ask.shown(&error.field, None);
    let is_name = error.field == "model" && error.kind == SizingErrorKind::UnknownName;
    let task = view.ask.task();
    // A picture model under a text task, or the other way round: the task was meant otherwise.
    let other = match task {
        Task::DiffusionInference | Task::DiffusionLora => view
            .snapshot
            .library
            .models
            .llm(&typed)
            .is_ok()
            .then_some("inference"),
        Task::Inference => view
            .snapshot
            .library
            .models
            .diffusion(&typed)
            .is_ok()
            .then_some("diffusion_inference"),
        _ => view
            .snapshot
            .library
            .models
            .diffusion(&typed)
            .is_ok()
            .then_some("diffusion_lora"),
    };
    let switch = other.filter(|_| is_name).map(|task| {
        let fields = [
            ("task".to_owned(), task.to_owned()),
            ("model".to_owned(), typed.clone()),
        ];
        let words = td_string!(
            locale,
            sizer.as_task,
            task = super::words::value(locale, "task", task)
        );
        view! { <p><a href=view.link(&fields)>{words}</a></p> }
    });
    let names = (is_name && other.is_none()).then(|| {
        let links = nearest(&view.snapshot.library.models, &typed, task.is_diffusion())
            .into_iter()
            .map(|id| view! { <li><a href=view.changed(&[("model", &id)])>{id.clone()}</a></li> })
            .collect_view();
        view! {
            <p>{td_string!(locale, sizer.nearest_names)}</p>
            <ul class="near">{links}</ul>
            <p><a href="#own">{td_string!(locale, sizer.model_own)}</a></p>
        }
    });
    let detail = (!is_name)
        .then(|| view! { <p class="sm mut"><span lang="en">{error.message.clone()}</span></p> });
    let text = refusal(locale, error, &typed);
    view! {
        <section class="panel">
            <div class="bd even">
                <div class="note bad" role="status">{glyph(Cell::No)}<div>
                    <p class="b">{td_string!(locale, sizer.cannot)}</p>
                    <p>{text}</p>
                    {detail}{switch}{names}
                    <p><a href=view.frame.link("/size")>{td_string!(locale, sizer.start_again)}</a></p>
                </div></div>
            </div>
        </section>
    }
    .into_any()
}

/// Fields that were refused while the rest was answered.
pub(super) fn ignored(view: &SizerView) -> Option<AnyView> {
    let locale = view.frame.locale;
    if view.ask.errors.is_empty() {
        return None;
    }
    let lines = view
        .ask
        .errors
        .iter()
        .map(|error| {
            let typed = view.ask.shown(&error.field, None);
            let name = field(locale, &error.field);
            view! { <li data-field=error.field.clone()>{format!("{name}: ")}{refusal(locale, error, &typed)}</li> }
        })
        .collect_view();
    Some(
        view! { <div class="note warn" role="status">{glyph(Cell::Part)}<div><p class="b">{td_string!(locale, sizer.ignored)}</p><ul>{lines}</ul></div></div> }
            .into_any(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_differ_are_counted() {
        let of = |a: &str, b: &str| distance(&plain(a), &plain(b));
        assert_eq!(of("Llama-3.1_8B", "llama-3.1-8b"), 0);
        assert_eq!(of("meta/lama-3.1-8b", "llama-3.1-8b"), 1);
        assert_eq!(of("", "phi-4"), 4);
    }
}
