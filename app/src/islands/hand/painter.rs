//! Painting hours: a stroke with the pointer, or keys. The hidden field `week` holds the whole truth.
use super::browser::{form_query, plan_answer, plan_at_once, plan_in_full};
use super::grid::{
    Paint, brush_of, focus, form, place, read_week, say, show, show_brush, tick, ticked, untick,
    week_field,
};
use domain::scenario::Cell;
use leptos::ev::{KeyboardEvent, MouseEvent, PointerEvent};
use std::cell::Cell as Slot;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{Element, window};

struct State {
    /// What a stroke paints.
    brush: Slot<Paint>,
    /// What the stroke under way paints.
    stroke: Slot<Option<Paint>>,
    /// Where the last stroke or key began: for shift and a block.
    anchor: Slot<Option<(usize, u16)>>,
    /// Whether the server has not been asked since the stroke began.
    unasked: Slot<bool>,
    listening: Slot<bool>,
}

impl State {
    /// The stroke ends: the server gives the full answer to all of it.
    fn release(&self) {
        self.stroke.set(None);
        if self.unasked.replace(false)
            && let Some(form) = form()
        {
            plan_in_full(&form);
        }
    }
}

/// The painter of one page.
#[derive(Clone)]
pub struct Painter(Rc<State>);

impl Painter {
    /// A painter that begins with the GPU.
    #[allow(clippy::new_without_default)] // it shows its brush, which a default should not
    pub fn new() -> Self {
        let state = State {
            brush: Slot::new(Some(Cell::Gpu)),
            stroke: Slot::new(None),
            anchor: Slot::new(None),
            unasked: Slot::new(false),
            listening: Slot::new(false),
        };
        show_brush(Some(Cell::Gpu));
        if let Some(form) = form() {
            super::requote::load(&form, &super::requote::pairs(&form_query(&form)));
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
            state.release();
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
        super::week_text::follow(&week);
        say(cells, paint);
        let Some(form) = form() else { return };
        // While a stroke goes on, each hour is answered here alone; where that cannot be, by the server.
        if self.0.stroke.get().is_some() && plan_at_once(&form) {
            self.0.unasked.set(true);
        } else {
            plan_answer(&form);
        }
    }

    /// A stroke may end anywhere on the page.
    fn listen_for_release(&self, state: &Rc<State>) {
        if state.listening.replace(true) {
            return;
        }
        let ended = Rc::clone(state);
        let closure = wasm_bindgen::closure::Closure::<dyn FnMut()>::new(move || ended.release());
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
