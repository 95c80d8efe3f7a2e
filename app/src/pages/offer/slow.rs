//! "Will it be too slow?": which part of this offer's machine holds a job up, with the arithmetic.
mod figures;
mod job;
mod mine;
mod says;

pub use job::Slow;
pub use mine::Mine;

use super::OfferView;
use crate::components::{Cell, after_stop, fact};
use crate::pages::guides::link_to;
use crate::pages::sizer::{refusal, span};
use crate::text::{Locale, td_string};
use domain::bottleneck::{Bottleneck, LINE_SHARES, Part, READING_RATES, Row, Verdict};
use domain::sizing::Range;
use leptos::prelude::*;

/// The panel.
pub(super) fn panel(view: &OfferView, slow: &Slow) -> AnyView {
    let locale = view.frame.locale;
    let answer = match &slow.answer {
        Ok(answer) => answered(view, slow, answer),
        Err(error) => {
            let text = refusal(locale, error, &slow.ask.shown(&error.field, None));
            view! { <div class="bd"><div class="note bad" role="status"><p>{text}</p></div></div> }
                .into_any()
        }
    };
    let notices = crate::components::notices(locale, &slow.ask.notices);
    view! {
        <section class="panel slow" id="slow">
            <header>
                <h2>{td_string!(locale, slow.heading)}</h2>
                <span class="end">{td_string!(locale, slow.for_job, job = slow.name(locale))}</span>
            </header>
            <div class="bd snug">
                {job::presets(view, slow)}
                {notices}
                {refused(locale, slow)}
            </div>
            {answer}
        </section>
    }
    .into_any()
}

/// Fields of the job that were refused; the rest holds.
fn refused(locale: Locale, slow: &Slow) -> Option<AnyView> {
    let errors = &slow.ask.errors;
    if errors.is_empty() {
        return None;
    }
    let lines = errors.iter().map(|error| {
        let typed = slow.ask.shown(&error.field, None);
        view! { <li>{refusal(locale, error, &typed)}</li> }
    });
    Some(
        view! { <div class="note warn" role="status"><ul>{lines.collect_view()}</ul></div> }
            .into_any(),
    )
}

fn answered(view: &OfferView, slow: &Slow, answer: &Bottleneck) -> AnyView {
    let locale = view.frame.locale;
    let rows = answer.rows.iter().map(|row| line(view, slow, row));
    let tightest = answer.tightest.map(Part::word);
    let unknown = (!answer.unknown.is_empty()).then(|| {
        let parts: Vec<&str> = answer
            .unknown
            .iter()
            .map(|part| name(locale, *part))
            .collect();
        let parts = parts.join(crate::components::list_comma(locale));
        view! { <p class="sm mut">{td_string!(locale, slow.unknown_parts, parts = parts)}</p> }
    });
    let label = td_string!(locale, slow.heading);
    view! {
        <div class="bd snug slow-says">
            <p class="b" data-tightest=tightest>{says::sentence(locale, answer)}</p>
            {unknown}
        </div>
        <div class="bd flush">
            <div class="tw bare square" tabindex="0" role="region" aria-label=label>
                <table class="slow-table list" role="table">
                    <thead><tr>
                        <th scope="col">{td_string!(locale, slow.part)}</th>
                        <th scope="col">{td_string!(locale, slow.asks)}</th>
                        <th scope="col">{td_string!(locale, slow.has)}</th>
                        <th scope="col">{td_string!(locale, slow.takes)}</th>
                        <th scope="col">{td_string!(locale, slow.verdict)}</th>
                    </tr></thead>
                    <tbody>{rows.collect_view()}</tbody>
                </table>
            </div>
        </div>
        <div class="panel-foot">
            {mine::form(view, slow)}
            {how(view, answer)}
            <p class="sm"><a href=link_to(&view.frame, "slow")>{td_string!(locale, guide.slow_link)}</a></p>
        </div>
    }
    .into_any()
}

fn name(locale: Locale, part: Part) -> &'static str {
    match part {
        Part::CardMemory => td_string!(locale, slow.card_memory),
        Part::CardSpeed => td_string!(locale, slow.card_speed),
        Part::Links => td_string!(locale, slow.links),
        Part::Cpu => td_string!(locale, slow.cpu),
        Part::Ram => td_string!(locale, slow.ram),
        Part::Disk => td_string!(locale, slow.disk),
        Part::Network => td_string!(locale, slow.network),
    }
}

fn line(view: &OfferView, slow: &Slow, row: &Row) -> AnyView {
    let locale = view.frame.locale;
    let cells = figures::cells(locale, slow, row);
    let (cell, word) = match row.verdict {
        Verdict::Enough => (Cell::Yes, td_string!(locale, slow.enough)),
        Verdict::Tight => (Cell::Part, td_string!(locale, slow.tight)),
        Verdict::HoldsUp => (Cell::No, td_string!(locale, slow.holds_up)),
        Verdict::Unknown => (Cell::Unknown, td_string!(locale, slow.unknown)),
    };
    let verdict = fact(cell, word.to_owned());
    let verdict = match guide(row) {
        Some(place) => {
            let label = format!("{} · {word}", name(locale, row.part));
            view! { <a href=link_to(&view.frame, place) aria-label=label>{verdict}</a> }.into_any()
        }
        None => verdict,
    };
    let nothing = (cells.takes == figures::NONE).then_some("nothing");
    view! {
        <tr data-part=row.part.word() data-verdict=row.verdict.word()>
            <th scope="row" class="stick">{name(locale, row.part)}</th>
            <td data-l=td_string!(locale, slow.asks)>{cells.asks}</td>
            <td data-l=td_string!(locale, slow.has)>{cells.has}</td>
            <td class=nothing data-l=td_string!(locale, slow.takes)>{cells.takes}</td>
            <td class="pr">{verdict}</td>
        </tr>
    }
    .into_any()
}

/// Where the guides say what to ask or what to try.
fn guide(row: &Row) -> Option<&'static str> {
    match (row.verdict, row.part) {
        (Verdict::Enough, _) => None,
        (Verdict::Unknown, Part::CardMemory | Part::CardSpeed) => Some("preorder#pre-exclusive"),
        (_, Part::CardMemory) => Some("oom"),
        (_, Part::CardSpeed) => Some("slow"),
        (_, Part::Links) => Some("preorder#pre-multigpu"),
        (_, Part::Network) => Some("preorder#pre-bandwidth"),
        (_, Part::Cpu | Part::Ram | Part::Disk) => Some("preorder#pre-balance"),
    }
}

/// A length of time as pages write it.
fn time(locale: Locale, range: Range) -> String {
    let whole = |seconds: f64| seconds.clamp(0.0, 1e12).ceil() as u64;
    span(locale, (whole(range.low), whole(range.high)))
}

/// Every assumption with what it rests on.
fn how(view: &OfferView, answer: &Bottleneck) -> AnyView {
    let locale = view.frame.locale;
    let percent = |share: f64| (share * 100.0).round() as u32;
    let share = match answer.work_s {
        Some(work) => td_string!(
            locale,
            slow.a_share,
            work = time(locale, work),
            low = percent(LINE_SHARES.0),
            high = percent(LINE_SHARES.1)
        ),
        None => td_string!(locale, slow.a_share_unknown).to_owned(),
    };
    let read = td_string!(
        locale,
        slow.a_read,
        low = READING_RATES.0,
        high = READING_RATES.1
    );
    let accuracy = view.frame.link("/about");
    view! {
        <details>
            <summary>{td_string!(locale, slow.how)}</summary>
            <ul class="sm">
                <li>{td_string!(locale, slow.a_card)}{after_stop(locale)}<a href=accuracy>{td_string!(locale, slow.a_card_link)}</a></li>
                <li>{read}</li>
                <li>{td_string!(locale, slow.a_host)}</li>
                <li>{td_string!(locale, slow.a_disk)}</li>
                <li>{td_string!(locale, slow.a_line)}</li>
                <li>{share}</li>
            </ul>
        </details>
    }
    .into_any()
}
