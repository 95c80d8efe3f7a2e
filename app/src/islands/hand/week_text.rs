//! The week as text beside the grid: each follows the other.
use super::grid::{form, region, show, week_field, word};
use super::painter::Painter;
use domain::scenario::Week;
use domain::scenario::week_text::{WeekWords, read, write};
use leptos::ev::Event;
use wasm_bindgen::JsCast;
use web_sys::{HtmlInputElement, HtmlTextAreaElement};

fn was_field() -> Option<HtmlInputElement> {
    form()?
        .query_selector("input[name=week_was]")
        .ok()??
        .dyn_into()
        .ok()
}

/// Writes a painted week into the text field.
pub(super) fn follow(week: &Week) {
    let area = form().and_then(|form| form.query_selector("textarea[name=week_text]").ok()?);
    let area = area.and_then(|area| area.dyn_into::<HtmlTextAreaElement>().ok());
    let (Some(area), Some(was), Some(region)) = (area, was_field(), region()) else {
        return;
    };
    let days: [String; 7] = std::array::from_fn(|day| word(&region, "data-days", day));
    let said = |name: &str| area.get_attribute(name).unwrap_or_default();
    let (gpu, no_gpu) = (said("data-gpu"), said("data-nogpu"));
    let words = WeekWords {
        days: days.each_ref().map(String::as_str),
        gpu: &gpu,
        no_gpu: &no_gpu,
    };
    let text = write(week, &words);
    area.set_value(&text);
    was.set_value(&text);
}

impl Painter {
    /// The text field changed: paint what it says, as soon as it can be read.
    pub fn type_week(event: &Event) {
        let area = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlTextAreaElement>().ok());
        let (Some(area), Some(field), Some(was)) = (area, week_field(), was_field()) else {
            return;
        };
        let Ok(week) = read(&area.value()) else {
            return;
        };
        field.set_value(&week.to_string());
        was.set_value(&area.value());
        show(&week);
    }
}
