//! `/check/machine`: is this the machine that was promised; `/c/{slug}` shows an answer that was kept.
mod ask;
mod facts;
mod findings;
mod kept;
mod script;
pub mod words;

use crate::components::{Cell, card_name, glyph, platform_name};
use crate::frame::Frame;
use crate::pages::check::tabs::{Tab, tabs};
use crate::shell::{Document, Nav};
use crate::text::td_string;
use domain::catalog::CatalogSnapshot;
use domain::inspect::{Finding, Machine, Promise, Unreadable, Verdict};
use leptos::prelude::*;
use std::sync::Arc;

/// The form as it was filled in.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// Number of an offer; empty = none.
    pub offer: String,
    /// Slug or name of a card; empty = the one that the machine names.
    pub gpu: String,
    /// What was pasted or sent as a file.
    pub text: String,
}

/// What keeps the form from being answered.
#[derive(Clone, Debug)]
pub enum Flaw {
    /// There is no machine in the text.
    Unreadable(Unreadable),
    /// No offer has this number.
    NoOffer(String),
    /// No single card has this name; those that come near.
    NoCard(String, String),
    /// No card was chosen, and the machine names none that is known.
    WhichCard,
}

/// A machine, answered.
pub struct Checked {
    /// In the script's own shape, to send again.
    pub printed: String,
    /// What was read.
    pub machine: Machine,
    /// Parts that a text which ends early lacks.
    pub missing: Vec<&'static str>,
    /// What it was held against.
    pub promise: Promise,
    /// Nobody chose the card.
    pub is_guess: bool,
    /// The answers.
    pub findings: Vec<Finding>,
}

/// Everything the page is made from.
#[derive(Clone)]
pub struct MachineView {
    /// The request.
    pub frame: Arc<Frame>,
    /// Cards and offers.
    pub snapshot: Arc<CatalogSnapshot>,
    /// The script's text.
    pub script: &'static str,
    /// The site's address, for the command.
    pub site: String,
    /// The form.
    pub ask: Ask,
    /// What is wrong with it.
    pub flaw: Option<Flaw>,
    /// The answer.
    pub result: Option<Arc<Checked>>,
    /// Under which name the answer is kept.
    pub saved: Option<String>,
}

impl MachineView {
    /// "8 × RTX 4090 · AutoDL" of what an answer was held against.
    fn name(&self, promise: &Promise) -> String {
        let card = words::subject(promise);
        let platform = promise
            .platform
            .as_deref()
            .and_then(|slug| self.snapshot.platform_by_slug(slug));
        match platform {
            Some(place) => format!(
                "{card} · {}",
                platform_name(self.frame.locale, &self.snapshot.platforms[place])
            ),
            None => card,
        }
    }

    /// The same of an offer that was chosen in the form.
    fn chosen(&self) -> Option<(i64, String)> {
        let offer = self.snapshot.offer(self.ask.offer.trim().parse().ok()?)?;
        let card = card_name(&self.snapshot.gpus[offer.gpu]);
        let platform = platform_name(self.frame.locale, &self.snapshot.platforms[offer.platform]);
        let count = if offer.gpu_count > 1 {
            format!("{} × ", offer.gpu_count)
        } else {
            String::new()
        };
        Some((offer.id, format!("{count}{card} · {platform}")))
    }
}

/// The glyph of an answer.
fn mark(verdict: Verdict) -> Cell {
    match verdict {
        Verdict::Ok => Cell::Yes,
        Verdict::Warn => Cell::Part,
        Verdict::Fail => Cell::No,
        Verdict::Unknown => Cell::Unknown,
    }
}

/// The whole page.
pub fn page(view: &MachineView) -> Document {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let heading = td_string!(locale, machine.heading);
    let description = match &view.result {
        Some(result) => {
            let all = words::whole(locale, result);
            format!("{all} · {}", view.name(&result.promise))
        }
        None => td_string!(locale, machine.description).to_owned(),
    };
    let body = view! {
        <div class="head">
            <h1>{heading}</h1>
            <span class="sub">{td_string!(locale, machine.sub)}</span>
        </div>
        {tabs(frame, Tab::Machine)}
        {refusal(view)}
        <div class="machine">
            {view.result.as_ref().map(|result| answer(view, result))}
            {view.saved.is_none().then(|| view! {
                <div class="split check-ask">
                    <div class="stack">{script::panel(view)}</div>
                    <div class="stack">{ask::panel(view)}</div>
                </div>
            })}
        </div>
    };
    Document {
        title: td_string!(locale, machine.title).to_owned(),
        description,
        nav: Nav::Check,
        islands: true,
        body: body.into_any(),
    }
}

fn answer(view: &MachineView, result: &Arc<Checked>) -> AnyView {
    view! {
        <div class="split check-answer">
            <div class="stack">{findings::summary(view, result)}{findings::table(view, result)}</div>
            <div class="stack">{findings::message(view, result)}{kept::panel(view, result)}{facts::panel(view, result)}</div>
        </div>
    }
    .into_any()
}

fn flaw_words(view: &MachineView, flaw: &Flaw) -> String {
    let locale = view.frame.locale;
    match flaw {
        Flaw::Unreadable(Unreadable::Empty) => td_string!(locale, machine.e_empty).to_owned(),
        Flaw::Unreadable(Unreadable::TooLarge) => td_string!(locale, machine.e_large).to_owned(),
        Flaw::Unreadable(Unreadable::Script) => td_string!(locale, machine.e_script).to_owned(),
        Flaw::Unreadable(Unreadable::NvidiaSmi) => td_string!(locale, machine.e_smi).to_owned(),
        Flaw::Unreadable(Unreadable::DidNotRun) => td_string!(locale, machine.e_norun).to_owned(),
        Flaw::Unreadable(Unreadable::Version(number)) => {
            td_string!(locale, machine.e_version, number = *number)
        }
        Flaw::Unreadable(Unreadable::Nothing) => td_string!(locale, machine.e_nothing).to_owned(),
        Flaw::NoOffer(number) => td_string!(locale, machine.e_no_offer, number = number.clone()),
        Flaw::NoCard(name, near) => td_string!(
            locale,
            machine.e_no_card,
            name = name.clone(),
            near = near.clone()
        ),
        Flaw::WhichCard => td_string!(locale, machine.e_which).to_owned(),
    }
}

/// The field that a flaw is about.
fn flaw_field(flaw: &Flaw) -> &'static str {
    match flaw {
        Flaw::Unreadable(_) => "text",
        Flaw::NoOffer(_) => "offer",
        Flaw::NoCard(..) | Flaw::WhichCard => "gpu",
    }
}

fn refusal(view: &MachineView) -> Option<AnyView> {
    let flaw = view.flaw.as_ref()?;
    let locale = view.frame.locale;
    let (words, field) = (flaw_words(view, flaw), flaw_field(flaw));
    let heading = match flaw {
        Flaw::Unreadable(_) => td_string!(locale, machine.not_read),
        _ => td_string!(locale, machine.unclear),
    };
    // The list of offers is there once a card is chosen.
    let has_offers = view.snapshot.gpu_by_slug(&view.ask.gpu).is_some();
    let target = if field == "offer" && !has_offers {
        "#gpu".to_owned()
    } else {
        format!("#{field}")
    };
    Some(
        view! {
            <div class="notices">
                <div class="note bad" role="alert" data-flaw=field>
                    {glyph(Cell::No)}
                    <div><p class="b">{heading}</p><p><a href=target>{words}</a></p></div>
                </div>
            </div>
        }
        .into_any(),
    )
}
