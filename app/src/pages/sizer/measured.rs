//! How accurate this is: the measured run that is nearest, beside what is estimated for that very run.
use super::SizerView;
use super::data::Answer;
use super::words::gib;
use crate::components::after_stop;
use crate::shell::source_words;
use crate::text::td_string;
use domain::sizing::{Metric, Neighbour, Origin};
use leptos::prelude::*;

pub(super) fn panel(view: &SizerView, answer: &Answer) -> AnyView {
    let locale = view.frame.locale;
    let near = match &answer.estimate.nearest_measured {
        Some(near) => run(view, near),
        None => {
            view! { <p class="mut" data-near="none">{td_string!(locale, sizer.no_neighbour)}</p> }
                .into_any()
        }
    };
    let all = view.frame.link("/about#accuracy");
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, sizer.how_accurate)}</h2></header>
            <div class="bd split size-near">
                <div>{near}</div>
                <div><p class="mut">{td_string!(locale, sizer.speed_note)}</p><p><a href=all>{td_string!(locale, sizer.all_runs)}</a></p></div>
            </div>
        </section>
    }
    .into_any()
}

fn run(view: &SizerView, near: &Neighbour) -> AnyView {
    let locale = view.frame.locale;
    let metric = match near.metric {
        Some(Metric::Allocated) => td_string!(locale, sizer.allocated),
        Some(Metric::Process) => td_string!(locale, sizer.process),
        None => td_string!(locale, sizer.measured),
    };
    let how_near = if near.distance < 0.02 {
        td_string!(locale, sizer.same_job)
    } else if near.distance < 0.4 {
        td_string!(locale, sizer.near_job)
    } else {
        td_string!(locale, sizer.far_job)
    };
    let source = match near.origin {
        Origin::Own => td_string!(locale, sizer.own_run).into_any(),
        Origin::Published => source_words(&near.source, locale),
    };
    let estimate = format!(
        "{} GB ({}–{})",
        gib(near.estimate_gib.mid),
        gib(near.estimate_gib.low),
        gib(near.estimate_gib.high)
    );
    view! {
        <p class="mut">{how_near}{after_stop(locale)}<span lang="en">{near.job.clone()}</span></p>
        <dl class="dl" data-near=near.id.clone()>
            <dt>{metric}</dt><dd><b>{format!("{:.2} GB", near.measured_gib)}</b></dd>
            <dt>{td_string!(locale, sizer.estimated_for_it)}</dt><dd>{estimate}</dd>
            <dt>{td_string!(locale, sizer.on)}</dt><dd>{[near.gpu.clone(), near.framework.clone()].into_iter().filter(|t| !t.is_empty()).collect::<Vec<_>>().join(" · ")}</dd>
            <dt>{td_string!(locale, common.source)}</dt><dd>{source}</dd>
        </dl>
    }
    .into_any()
}
