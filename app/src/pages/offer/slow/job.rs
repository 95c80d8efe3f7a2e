//! Which job is asked about: a usual one, or the visitor's own from the sizer.
use super::super::OfferView;
use super::Mine;
use crate::frame::{Frame, address};
use crate::pages::sizer::{Ask, GOALS, ReadConfig, goal_name, task_word};
use crate::text::{Locale, td_string};
use domain::bottleneck::{Bottleneck, Load, Machine, judge};
use domain::catalog::{CatalogSnapshot, Offer};
use domain::sizing::{Library, ModelChoice, SizingError};
use leptos::prelude::*;

/// Parameters of the page that are no field of a job.
const OF_PAGE: [&str; 2] = [Mine::MBPS, Mine::DISK];

/// The question and its answer.
pub struct Slow {
    /// The job.
    pub ask: Ask,
    /// Its short form in an address; never empty, so that a link says which job is meant.
    pub fields: Vec<(String, String)>,
    /// What the visitor says of the machine.
    pub mine: Mine,
    /// Part by part, or the field at fault.
    pub answer: Result<Bottleneck, SizingError>,
}

impl Slow {
    /// Reads the address of an offer's page and answers. Without a job it is the first of the usual ones.
    pub fn of(
        frame: &Frame,
        library: &Library,
        read_config: ReadConfig<'_>,
        snapshot: &CatalogSnapshot,
        offer: &Offer,
    ) -> Self {
        let given = frame.query.iter();
        let given = given.filter(|(name, _)| !OF_PAGE.contains(&name.as_str()));
        let mut pairs: Vec<(String, String)> = given.cloned().collect();
        let is_job =
            |name: &str| ["task", "model", "config"].contains(&name) || name.starts_with("model.");
        if !pairs.iter().any(|(name, _)| is_job(name)) {
            let usual = GOALS.first().map_or(&[][..], |(_, fields)| *fields);
            pairs.extend(
                usual
                    .iter()
                    .map(|(n, v)| ((*n).to_owned(), (*v).to_owned())),
            );
        }
        let ask = Ask::read(&pairs, library, read_config);
        let mine = Mine::read(frame);
        let mut machine = Machine::of(offer, &snapshot.platforms[offer.platform]);
        mine.put(&mut machine);
        let gpu = &snapshot.gpus[offer.gpu];
        let load = Load::of(&ask.work(), ask.use_hours(), library, gpu);
        Self {
            fields: ask.with(&[("task", ask.task().word())], library),
            answer: load.map(|load| judge(&load, &machine, gpu)),
            ask,
            mine,
        }
    }

    /// The usual job that this is.
    fn goal(&self) -> Option<&'static str> {
        let same = |fields: &[(&str, &str)]| {
            let has = |(name, value): &(&str, &str)| {
                self.ask.fields.iter().any(|(n, v)| n == name && v == value)
            };
            fields.len() == self.ask.fields.len() && fields.iter().all(has)
        };
        let mut all = GOALS.iter();
        all.find(|(_, fields)| same(fields)).map(|(word, _)| *word)
    }

    /// What the job is called.
    pub(super) fn name(&self, locale: Locale) -> String {
        if let Some(word) = self.goal() {
            return goal_name(locale, word).to_owned();
        }
        let model = match &self.ask.request.model {
            Some(ModelChoice::Named(name)) => name.clone(),
            _ => "config.json".to_owned(),
        };
        let task = task_word(locale, self.ask.task());
        td_string!(locale, slow.own_job, task = task, model = model)
    }
}

/// The usual jobs as links, and the way to the visitor's own.
pub(super) fn presets(view: &OfferView, slow: &Slow) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let here = format!("/offerings/{}", view.offer.id);
    let goal = slow.goal();
    let links = GOALS.iter().map(|(word, fields)| {
        let mut pairs: Vec<(String, String)> =
            fields.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned())).collect();
        pairs.extend(slow.mine.pairs());
        let href = frame.link(&format!("{}#slow", address(&here, &pairs)));
        let current = (goal == Some(word)).then_some("true");
        view! { <li><a class="chip" href=href aria-current=current>{goal_name(locale, word)}</a></li> }
    });
    let (own, text) = if goal.is_some() {
        (frame.link("/size"), td_string!(locale, slow.own_link))
    } else {
        let link = frame.link(&address("/size", &slow.fields));
        (link, td_string!(locale, slow.change_link))
    };
    view! {
        <nav aria-label=td_string!(locale, slow.jobs)>
            <ul class="chips slow-jobs">
                {links.collect_view()}
                <li><a class="sm" href=own>{text}</a></li>
            </ul>
        </nav>
    }
    .into_any()
}
