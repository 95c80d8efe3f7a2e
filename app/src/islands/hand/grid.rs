//! The painted week as it stands in the page: cells, sums, brushes, the hidden field that holds the whole truth.
use domain::scenario::{Cell, Week};
use std::cell::RefCell;
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement, HtmlFormElement, HtmlInputElement, window};

/// What is painted: a state, or nothing.
pub(super) type Paint = Option<Cell>;

pub(super) fn document() -> Option<Document> {
    window()?.document()
}

pub(super) fn form() -> Option<HtmlFormElement> {
    document()?.get_element_by_id("plan-form")?.dyn_into().ok()
}

pub(super) fn week_field() -> Option<HtmlInputElement> {
    form()?
        .query_selector("input[name=week]")
        .ok()??
        .dyn_into()
        .ok()
}

/// The cell under an event's target.
pub(super) fn place(target: Option<web_sys::EventTarget>) -> Option<(usize, u16)> {
    let element: Element = target?.dyn_into().ok()?;
    let cell = element.closest("label[data-cell]").ok()??;
    place_of(&cell.get_attribute("data-cell")?)
}

/// `1-9` is Monday at nine.
fn place_of(text: &str) -> Option<(usize, u16)> {
    let (day, hour) = text.split_once('-')?;
    Some((
        day.parse::<usize>().ok()?.checked_sub(1)?,
        hour.parse().ok()?,
    ))
}

pub(super) fn brush_of(word: &str) -> Option<Paint> {
    match word {
        "gpu" => Some(Some(Cell::Gpu)),
        "nogpu" => Some(Some(Cell::NoGpu)),
        "off" => Some(None),
        _ => None,
    }
}

pub(super) fn read_week() -> Week {
    week_field()
        .and_then(|field| field.value().parse().ok())
        .unwrap_or_default()
}

pub(super) fn each(selector: &str, mut visit: impl FnMut(Element)) {
    let Some(list) = document().and_then(|d| d.query_selector_all(selector).ok()) else {
        return;
    };
    for index in 0..list.length() {
        if let Some(element) = list.get(index).and_then(|n| n.dyn_into::<Element>().ok()) {
            visit(element);
        }
    }
}

/// An hour in the grid or in the small one, and what it shows.
struct Hour {
    element: Element,
    day: usize,
    hour: u16,
    shown: Paint,
}

thread_local! {
    /// Found once: a stroke touches the hours that it changes, not all of them.
    static HOURS: RefCell<Vec<Hour>> = const { RefCell::new(Vec::new()) };
    /// The sums with what they say.
    static SUMS: RefCell<Vec<(Element, String)>> = const { RefCell::new(Vec::new()) };
}

fn find_hours() -> Vec<Hour> {
    let mut hours = Vec::new();
    each("[data-cell]", |element| {
        let place = element.get_attribute("data-cell");
        let place = place.as_deref().and_then(place_of);
        let shown = match element.class_name().as_str() {
            "c g" => Some(Cell::Gpu),
            "c n" => Some(Cell::NoGpu),
            _ => None,
        };
        hours.extend(place.map(|(day, hour)| Hour {
            element,
            day,
            hour,
            shown,
        }));
    });
    hours
}

/// Shows the week in the grid, the small one and the sums.
pub(super) fn show(week: &Week) {
    HOURS.with_borrow_mut(|hours| {
        if hours.is_empty() {
            *hours = find_hours();
        }
        for hour in hours {
            let paint = week.hour(hour.day, hour.hour);
            if paint != hour.shown {
                hour.shown = paint;
                hour.element.set_class_name(match paint {
                    Some(Cell::Gpu) => "c g",
                    Some(Cell::NoGpu) => "c n",
                    None => "c",
                });
                rename(&hour.element, paint);
            }
        }
    });
    SUMS.with_borrow_mut(|sums| {
        if sums.is_empty() {
            each("#plan-form [data-sum]", |element| {
                sums.push((element, String::new()))
            });
        }
        for (element, said) in sums {
            let name = element.get_attribute("data-sum").unwrap_or_default();
            let text = hours(sum(week, &name));
            if *said != text {
                element.set_text_content(Some(&text));
                *said = text;
            }
        }
    });
}

/// Minutes of the sum called `1-g` (a day in a state), `g`, `n` or `o` (the whole week).
fn sum(week: &Week, name: &str) -> u32 {
    let day_minutes = |day: usize, cell: Cell| -> u32 {
        week.day(day)
            .iter()
            .filter(|s| s.cell == cell)
            .map(|s| u32::from(s.end_minute - s.start_minute))
            .sum()
    };
    match name.split_once('-') {
        Some((day, letter)) => {
            let day = day.parse::<usize>().unwrap_or(1).saturating_sub(1);
            day_minutes(
                day,
                if letter == "g" {
                    Cell::Gpu
                } else {
                    Cell::NoGpu
                },
            )
        }
        None if name == "g" => week.minutes(Cell::Gpu),
        None if name == "n" => week.minutes(Cell::NoGpu),
        None => 7 * 24 * 60 - week.minutes(Cell::Gpu) - week.minutes(Cell::NoGpu),
    }
}

pub(super) fn hours(minutes: u32) -> String {
    let tenths = (minutes + 3) / 6;
    if tenths.is_multiple_of(10) {
        (tenths / 10).to_string()
    } else {
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}

/// The live region, which holds the words too.
pub(super) fn region() -> Option<Element> {
    form()?.query_selector("[data-say]").ok()?
}

pub(super) fn word(region: &Element, list: &str, index: usize) -> String {
    region
        .get_attribute(list)
        .and_then(|words| words.split('|').nth(index).map(str::to_owned))
        .unwrap_or_default()
}

pub(super) fn state_word(region: &Element, paint: Paint) -> String {
    let state = match paint {
        Some(Cell::Gpu) => 0,
        Some(Cell::NoGpu) => 1,
        None => 2,
    };
    word(region, "data-words", state)
}

/// The name of a cell's box ends in its state, after the last comma.
pub(super) fn rename(cell: &Element, paint: Paint) {
    let (Some(region), Ok(Some(input))) = (region(), cell.query_selector("input")) else {
        return;
    };
    let name = input.get_attribute("aria-label").unwrap_or_default();
    if let Some((place, _)) = name.rsplit_once(", ") {
        let _ = input.set_attribute(
            "aria-label",
            &format!("{place}, {}", state_word(&region, paint)),
        );
    }
}

/// Tells a screen reader what was painted.
pub(super) fn say(cells: &[(usize, u16)], paint: Paint) {
    let (Some(first), Some(last), Some(region)) = (cells.first(), cells.last(), region()) else {
        return;
    };
    let day = word(&region, "data-days", first.0);
    let text = format!(
        "{day} {:02}–{:02}, {}",
        first.1,
        last.1 + 1,
        state_word(&region, paint)
    );
    region.set_text_content(Some(&text));
}

pub(super) fn show_brush(brush: Paint) {
    each("[data-brush]", |element| {
        let mine = element
            .get_attribute("data-brush")
            .and_then(|word| brush_of(&word))
            == Some(brush);
        let _ = element.set_attribute("aria-pressed", if mine { "true" } else { "false" });
    });
}

pub(super) fn input((day, hour): (usize, u16)) -> Option<HtmlInputElement> {
    let selector = format!("table.edit label[data-cell='{}-{hour}'] input", day + 1);
    document()?.query_selector(&selector).ok()??.dyn_into().ok()
}

pub(super) fn focus(cell: (usize, u16)) {
    if let Some(input) = input(cell) {
        let _ = HtmlElement::from(input).focus();
    }
}

pub(super) fn tick(cell: (usize, u16)) {
    if let Some(input) = input(cell) {
        input.set_checked(true);
    }
}

pub(super) fn ticked() -> Vec<(usize, u16)> {
    let mut cells = Vec::new();
    each("#plan-form label[data-cell] input:checked", |element| {
        cells.extend(place(Some(element.into())))
    });
    cells
}

pub(super) fn untick() {
    each("#plan-form label[data-cell] input:checked", |element| {
        if let Ok(input) = element.dyn_into::<HtmlInputElement>() {
            input.set_checked(false);
        }
    });
}
