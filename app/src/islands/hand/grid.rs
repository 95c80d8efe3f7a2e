//! The painted week as it stands in the page: cells, sums, brushes, the hidden field that holds the whole truth.
use domain::scenario::{Cell, Week};
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
    let text = cell.get_attribute("data-cell")?;
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

/// Shows the week in the grid, the small one and the sums.
pub(super) fn show(week: &Week) {
    each("[data-cell]", |element| {
        let Some(text) = element.get_attribute("data-cell") else {
            return;
        };
        let Some((day, hour)) = text.split_once('-') else {
            return;
        };
        let (Ok(day), Ok(hour)) = (day.parse::<usize>(), hour.parse::<u16>()) else {
            return;
        };
        let paint = week.hour(day.saturating_sub(1), hour);
        let class = match paint {
            Some(Cell::Gpu) => "c g",
            Some(Cell::NoGpu) => "c n",
            None => "c",
        };
        if element.class_name() != class {
            element.set_class_name(class);
            rename(&element, paint);
        }
    });
    each("#plan-form [data-sum]", |element| {
        let Some(name) = element.get_attribute("data-sum") else {
            return;
        };
        let day_minutes = |day: usize, cell: Cell| -> u32 {
            week.day(day)
                .iter()
                .filter(|s| s.cell == cell)
                .map(|s| u32::from(s.end_minute - s.start_minute))
                .sum()
        };
        let minutes = match name.split_once('-') {
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
        };
        element.set_text_content(Some(&hours(minutes)));
    });
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
