//! Painting hours: a stroke with the pointer, or keys. The hidden field `week` holds the whole truth.
use super::browser::plan_answer;
use domain::scenario::{Cell, Week};
use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent};
use std::cell::{Cell as Slot, RefCell};
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Document, Element, HtmlElement, HtmlFormElement, HtmlInputElement, window};

type Paint = Option<Cell>;

struct State {
    /// What a stroke paints.
    brush: Slot<Paint>,
    /// What the stroke under way paints.
    stroke: Slot<Option<Paint>>,
    /// Where the last stroke or key began: for shift and a block.
    anchor: Slot<Option<(usize, u16)>>,
    listening: RefCell<bool>,
}

/// The painter of one page.
#[derive(Clone)]
pub struct Painter(Rc<State>);

fn document() -> Option<Document> {
    window()?.document()
}

fn form() -> Option<HtmlFormElement> {
    document()?.get_element_by_id("plan-form")?.dyn_into().ok()
}

fn week_field() -> Option<HtmlInputElement> {
    form()?
        .query_selector("input[name=week]")
        .ok()??
        .dyn_into()
        .ok()
}

/// The cell under an event's target.
fn place(target: Option<web_sys::EventTarget>) -> Option<(usize, u16)> {
    let element: Element = target?.dyn_into().ok()?;
    let cell = element.closest("label[data-cell]").ok()??;
    let text = cell.get_attribute("data-cell")?;
    let (day, hour) = text.split_once('-')?;
    Some((
        day.parse::<usize>().ok()?.checked_sub(1)?,
        hour.parse().ok()?,
    ))
}

fn brush_of(word: &str) -> Option<Paint> {
    match word {
        "gpu" => Some(Some(Cell::Gpu)),
        "nogpu" => Some(Some(Cell::NoGpu)),
        "off" => Some(None),
        _ => None,
    }
}

impl Painter {
    /// A painter that begins with the GPU.
    #[allow(clippy::new_without_default)] // it shows its brush, which a default should not
    pub fn new() -> Self {
        let state = State {
            brush: Slot::new(Some(Cell::Gpu)),
            stroke: Slot::new(None),
            anchor: Slot::new(None),
            listening: RefCell::new(false),
        };
        show_brush(Some(Cell::Gpu));
        if let Some(form) = form() {
            super::requote::load(&form);
        }
        Self(Rc::new(state))
    }

    /// A stroke begins; on a cell of the brush's own state it wipes.
    pub fn press(&self, event: &PointerEvent) {
        let (state, Some((day, hour))) = (&self.0, place(event.target())) else {
            return;
        };
        if event.button() != 0 {
            return;
        }
        if let Some(target) = event.target().and_then(|t| t.dyn_into::<Element>().ok()) {
            // A browser captures a finger's pointer, and the other cells would never hear of it.
            let _ = target.release_pointer_capture(event.pointer_id());
        }
        if event.shift_key()
            && let Some(anchor) = state.anchor.get()
        {
            let brush = state.brush.get();
            self.block(anchor, (day, hour), brush);
            return;
        }
        let week = read_week();
        let brush = state.brush.get();
        let paint = if week.hour(day, hour) == brush {
            None
        } else {
            brush
        };
        state.stroke.set(Some(paint));
        state.anchor.set(Some((day, hour)));
        self.listen_for_release(state);
        self.paint(&[(day, hour)], paint);
    }

    /// The stroke goes on.
    pub fn drag(&self, event: &PointerEvent) {
        let state = &self.0;
        let Some(paint) = state.stroke.get() else {
            return;
        };
        if event.buttons() == 0 {
            state.stroke.set(None);
            return;
        }
        if let Some(cell) = place(event.target()) {
            self.paint(&[cell], paint);
        }
    }

    /// Arrows move, shift and an arrow extends, space ticks, 1 2 3 set the state of the ticked cells or of this one.
    pub fn key(&self, event: &KeyboardEvent) {
        let Some((day, hour)) = place(event.target()) else {
            return;
        };
        let paint = match event.key().as_str() {
            "1" => Some(Some(Cell::Gpu)),
            "2" => Some(Some(Cell::NoGpu)),
            "3" => Some(None),
            _ => None,
        };
        if let Some(paint) = paint {
            event.prevent_default();
            let ticked = ticked();
            let cells = if ticked.is_empty() {
                vec![(day, hour)]
            } else {
                ticked
            };
            self.paint(&cells, paint);
            untick();
            return;
        }
        let to = match event.key().as_str() {
            "ArrowLeft" => (day, hour.saturating_sub(1)),
            "ArrowRight" => (day, (hour + 1).min(23)),
            "ArrowUp" => (day.saturating_sub(1), hour),
            "ArrowDown" => ((day + 1).min(6), hour),
            _ => return,
        };
        event.prevent_default();
        if event.shift_key() {
            tick((day, hour));
            tick(to);
        }
        focus(to);
    }

    /// A click on a cell was painted already (but for space, which ticks); on a brush it chooses or paints the ticked.
    pub fn click(&self, event: &MouseEvent) {
        let state = &self.0;
        if place(event.target()).is_some() {
            if event.detail() > 0 {
                event.prevent_default();
            }
            return;
        }
        let button = event
            .target()
            .and_then(|t| t.dyn_into::<Element>().ok())
            .and_then(|e| e.closest("[data-brush]").ok().flatten());
        let Some(brush) = button
            .and_then(|b| b.get_attribute("data-brush"))
            .and_then(|word| brush_of(&word))
        else {
            return;
        };
        event.prevent_default();
        let cells = ticked();
        if cells.is_empty() {
            state.brush.set(brush);
            show_brush(brush);
        } else {
            self.paint(&cells, brush);
            untick();
        }
    }

    fn block(&self, from: (usize, u16), to: (usize, u16), paint: Paint) {
        let mut cells = Vec::new();
        for day in from.0.min(to.0)..=from.0.max(to.0) {
            for hour in from.1.min(to.1)..=from.1.max(to.1) {
                cells.push((day, hour));
            }
        }
        self.paint(&cells, paint);
    }

    fn paint(&self, cells: &[(usize, u16)], paint: Paint) {
        let Some(field) = week_field() else { return };
        let mut week = read_week();
        let before = week.clone();
        cells
            .iter()
            .for_each(|(day, hour)| week.paint(*day, *hour, paint));
        if week == before {
            return;
        }
        field.set_value(&week.to_string());
        show(&week);
        say(cells, paint);
        if let Some(form) = form() {
            plan_answer(&form);
        }
    }

    /// A stroke may end anywhere on the page.
    fn listen_for_release(&self, state: &Rc<State>) {
        if state.listening.replace(true) {
            return;
        }
        let ended = Rc::clone(state);
        let closure =
            wasm_bindgen::closure::Closure::<dyn FnMut()>::new(move || ended.stroke.set(None));
        if let Some(window) = window() {
            for name in ["pointerup", "pointercancel"] {
                let _ =
                    window.add_event_listener_with_callback(name, closure.as_ref().unchecked_ref());
            }
        }
        // It lives as long as the page.
        closure.forget();
    }
}

fn read_week() -> Week {
    week_field()
        .and_then(|field| field.value().parse().ok())
        .unwrap_or_default()
}

fn each(selector: &str, mut visit: impl FnMut(Element)) {
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
fn show(week: &Week) {
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

fn hours(minutes: u32) -> String {
    let tenths = (minutes + 3) / 6;
    if tenths.is_multiple_of(10) {
        (tenths / 10).to_string()
    } else {
        format!("{}.{}", tenths / 10, tenths % 10)
    }
}

/// The live region, which holds the words too.
fn region() -> Option<Element> {
    form()?.query_selector("[data-say]").ok()?
}

fn word(region: &Element, list: &str, index: usize) -> String {
    region
        .get_attribute(list)
        .and_then(|words| words.split('|').nth(index).map(str::to_owned))
        .unwrap_or_default()
}

fn state_word(region: &Element, paint: Paint) -> String {
    let state = match paint {
        Some(Cell::Gpu) => 0,
        Some(Cell::NoGpu) => 1,
        None => 2,
    };
    word(region, "data-words", state)
}

/// The name of a cell's box ends in its state, after the last comma.
fn rename(cell: &Element, paint: Paint) {
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
fn say(cells: &[(usize, u16)], paint: Paint) {
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

fn show_brush(brush: Paint) {
    each("[data-brush]", |element| {
        let mine = element
            .get_attribute("data-brush")
            .and_then(|word| brush_of(&word))
            == Some(brush);
        let _ = element.set_attribute("aria-pressed", if mine { "true" } else { "false" });
    });
}

fn input((day, hour): (usize, u16)) -> Option<HtmlInputElement> {
    let selector = format!("table.edit label[data-cell='{}-{hour}'] input", day + 1);
    document()?.query_selector(&selector).ok()??.dyn_into().ok()
}

fn focus(cell: (usize, u16)) {
    if let Some(input) = input(cell) {
        let _ = HtmlElement::from(input).focus();
    }
}

fn tick(cell: (usize, u16)) {
    if let Some(input) = input(cell) {
        input.set_checked(true);
    }
}

fn ticked() -> Vec<(usize, u16)> {
    let mut cells = Vec::new();
    each("#plan-form label[data-cell] input:checked", |element| {
        cells.extend(place(Some(element.into())))
    });
    cells
}

fn untick() {
    each("#plan-form label[data-cell] input:checked", |element| {
        if let Ok(input) = element.dyn_into::<HtmlInputElement>() {
            input.set_checked(false);
        }
    });
}
