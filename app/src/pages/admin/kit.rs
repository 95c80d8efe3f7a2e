//! Labelled fields of editors' forms, each with its help, its fault, and the value that somebody else published.
use crate::components::{Cell, glyph};
use leptos::prelude::*;

/// One choice: stored word and its name.
pub(super) type Choice = (String, String);

/// A choice of a word and its name.
pub(super) fn choice(word: &str, name: &str) -> Choice {
    (word.to_owned(), name.to_owned())
}

/// One field as it stands.
#[derive(Default)]
pub(super) struct Field {
    /// Its name in the form.
    pub name: String,
    /// Its id, where several forms of a page have the field; else its name.
    pub id: Option<String>,
    /// What people call it.
    pub label: String,
    /// What it holds.
    pub value: String,
    /// Its width in sixths: `w2`, `w4`, `w6`.
    pub width: &'static str,
    /// A word of help.
    pub help: Option<String>,
    /// What is wrong with it.
    pub fault: Option<String>,
    /// What somebody else published meanwhile, where it differs.
    pub now: Option<String>,
}

impl Field {
    fn class(&self) -> String {
        let tone = match (&self.fault, &self.now) {
            (Some(_), _) => " err",
            (None, Some(_)) => " wrn",
            (None, None) => "",
        };
        format!("field {}{tone}", self.width)
    }

    fn id(&self) -> String {
        self.id.clone().unwrap_or_else(|| self.name.clone())
    }

    fn described(&self) -> Option<String> {
        (self.fault.is_some() || self.now.is_some()).then(|| format!("m-{}", self.id()))
    }

    fn messages(&self) -> Option<AnyView> {
        let id = self.described()?;
        let line = |cell: Cell, text: &Option<String>| {
            text.clone()
                .map(|text| view! { <p class="msg">{glyph(cell)}<span>{text}</span></p> })
        };
        Some(
            view! { <div id=id>{line(Cell::No, &self.fault)}{line(Cell::Part, &self.now)}</div> }
                .into_any(),
        )
    }

    fn invalid(&self) -> Option<&'static str> {
        self.fault.is_some().then_some("true")
    }

    fn around(self, control: AnyView) -> AnyView {
        let help = self
            .help
            .clone()
            .map(|text| view! { <span class="help">{text}</span> });
        view! {
            <div class=self.class()>
                <label for=self.id()>{self.label.clone()}</label>
                {control}
                {help}
                {self.messages()}
            </div>
        }
        .into_any()
    }

    /// A line of text or an address.
    pub(super) fn text(self, kind: &'static str) -> AnyView {
        let placeholder = (kind == "url").then_some("https://");
        let control = view! {
            <input id=self.id() name=self.name.clone() r#type=kind value=self.value.clone() placeholder=placeholder
                aria-invalid=self.invalid() aria-describedby=self.described() />
        };
        self.around(control.into_any())
    }

    /// A day; a text field, since what is known may be a month or a year alone.
    pub(super) fn day(self) -> AnyView {
        let control = view! {
            <input id=self.id() name=self.name.clone() r#type="text" inputmode="numeric" autocomplete="off" maxlength="10"
                placeholder="2026-11-30" value=self.value.clone() aria-invalid=self.invalid() aria-describedby=self.described() />
        };
        self.around(control.into_any())
    }

    /// A number with its unit. A field of type text: one of type number would throw away what is no number.
    pub(super) fn number(self, unit: String) -> AnyView {
        // A count has no unit, and then no box for one.
        let unit = (!unit.is_empty()).then(|| view! { <span>{unit}</span> });
        let control = view! {
            <div class="unit">
                <input id=self.id() name=self.name.clone() r#type="text" inputmode="decimal" autocomplete="off"
                    value=self.value.clone() aria-invalid=self.invalid() aria-describedby=self.described() />
                {unit}
            </div>
        };
        self.around(control.into_any())
    }

    /// Several lines of text.
    pub(super) fn area(self) -> AnyView {
        let control = view! {
            <textarea id=self.id() name=self.name.clone() rows="3"
                aria-invalid=self.invalid() aria-describedby=self.described()>{crate::components::typed_text(&self.value)}</textarea>
        };
        self.around(control.into_any())
    }

    /// A list of choices; a value that is none of them stays in the list, so that nothing changes unseen.
    pub(super) fn select(self, mut choices: Vec<Choice>) -> AnyView {
        if !choices.iter().any(|(word, _)| *word == self.value) {
            choices.push((self.value.clone(), self.value.clone()));
        }
        let options = choices
            .into_iter()
            .map(|(word, name)| {
                let selected = word == self.value;
                view! { <option value=word selected=selected>{name}</option> }
            })
            .collect_view();
        let control = view! {
            <select id=self.id() name=self.name.clone() aria-invalid=self.invalid() aria-describedby=self.described()>{options}</select>
        };
        self.around(control.into_any())
    }

    /// A choice of a few, side by side.
    pub(super) fn radios(self, choices: Vec<Choice>) -> AnyView {
        let labels = choices
            .into_iter()
            .map(|(word, name)| {
                let checked = word == self.value;
                view! { <label><input r#type="radio" name=self.name.clone() value=word checked=checked />{name}</label> }
            })
            .collect_view();
        let help = self
            .help
            .clone()
            .map(|text| view! { <span class="help">{text}</span> });
        view! {
            <fieldset class=self.class() id=self.id() aria-describedby=self.described()>
                <legend>{self.label.clone()}</legend>
                <div class="seg">{labels}</div>
                {help}
                {self.messages()}
            </fieldset>
        }
        .into_any()
    }
}
