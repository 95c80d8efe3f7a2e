//! Which cards hold the job, by memory; why one does not, and what to change then.
use super::SizerView;
use super::data::{Answer, Capacity};
use super::words::{field, gib, tokens, value, verdict};
use crate::components::{self, Cell, after_stop, fact};
use crate::text::td_string;
use domain::sizing::inverse::Limit;
use domain::sizing::{Remedy, Verdict};
use leptos::prelude::*;
use std::fmt::Write as _;

/// Sizes that are too small, of which the nearest are shown.
const MOST_REFUSED: usize = 3;
/// Sizes that are shown in all.
const MOST: usize = 9;

/// The sizes worth a row: the largest that are too small, and those from the first that holds it.
fn shown(answer: &Answer) -> Vec<&Capacity> {
    let all = &answer.capacities;
    let first = all
        .iter()
        .position(|c| c.verdict != Verdict::No)
        .unwrap_or(all.len());
    let rows = all.iter().skip(first.saturating_sub(MOST_REFUSED));
    rows.take(MOST).collect()
}

/// The glyph of a verdict.
pub(crate) fn glyph(verdict: Verdict) -> Cell {
    match verdict {
        Verdict::Fits => Cell::Yes,
        Verdict::Tight => Cell::Part,
        Verdict::No => Cell::No,
        Verdict::Unknown => Cell::Unknown,
    }
}

/// Steps of the axis of memory, GB: a power of two, as memories are, and at most six of them.
fn ticks(widest: f64) -> Vec<u32> {
    let mut step = 4_u32;
    while widest / f64::from(step) > 6.0 {
        step *= 2;
    }
    (0..=6)
        .map(|count| count * step)
        .filter(|gb| f64::from(*gb) <= widest)
        .collect()
}

/// Where a size stands in a row's bar, in percent of its width.
fn place(gib: f64, widest: f64) -> String {
    format!("{:.2}%", 100.0 * (gib / widest).clamp(0.0, 1.0))
}

/// The figures over the bars.
fn axis(widest: f64) -> String {
    let mut svg = String::from(r#"<svg class="memaxis" aria-hidden="true">"#);
    for gb in ticks(widest) {
        let share = f64::from(gb) / widest;
        let anchor = match share {
            0.0 => "start",
            share if share > 0.96 => "end",
            _ => "middle",
        };
        let x = place(f64::from(gb), widest);
        let _ = write!(
            svg,
            r#"<text x="{x}" y="12" text-anchor="{anchor}">{gb}</text>"#
        );
    }
    svg.push_str("</svg>");
    svg
}

/// A card's memory with what the job takes of it, the grid under it, and the estimate's range across all rows.
fn bar(capacity: &Capacity, answer: &Answer, widest: f64) -> String {
    let percent = |gib: f64| place(gib, widest);
    let (low, mid, high) = (
        answer.estimate.low_gib,
        answer.estimate.mid_gib,
        answer.estimate.high_gib,
    );
    let class = if capacity.verdict == Verdict::No {
        "mem no"
    } else {
        "mem"
    };
    let mut svg = String::from(r#"<svg class="membar" aria-hidden="true">"#);
    for gb in ticks(widest) {
        let x = percent(f64::from(gb));
        let _ = write!(
            svg,
            r#"<line class="grid" x1="{x}" x2="{x}" y1="-8" y2="32"/>"#
        );
    }
    let _ = write!(
        svg,
        r#"<rect class="{class}" y="4" width="{}" height="16"/><rect class="card" y="4" width="{}" height="16"/><rect class="band" x="{}" width="{}" height="24"/><line class="mid" x1="{}" x2="{}" y2="24"/></svg>"#,
        percent(mid.min(capacity.gib)),
        percent(capacity.gib),
        percent(low),
        percent(high - low),
        percent(mid),
        percent(mid),
    );
    svg
}

pub(super) fn panel(view: &SizerView, answer: &Answer) -> AnyView {
    let locale = view.frame.locale;
    let sizes = shown(answer);
    let widest = sizes
        .iter()
        .map(|c| c.gib)
        .fold(answer.estimate.high_gib, f64::max);
    let rows = sizes
        .iter()
        .map(|capacity| row(view, answer, capacity, widest))
        .collect_view();
    let is_llm = !view.ask.task().is_diffusion();
    let context = is_llm
        .then(|| view! { <th scope="col" class="num">{td_string!(locale, sizer.longest)}</th> });
    let more = answer.capacities.len() - sizes.len();
    let more = (more > 0).then(|| view! { <p class="sm mut panel-foot">{td_string!(locale, sizer.more_sizes, count = more)}</p> });
    view! {
        <section class="panel">
            <header><h2>{td_string!(locale, sizer.which_cards)}</h2><span class="end">{td_string!(locale, sizer.which_cards_note)}</span></header>
            <div class="bd flush">
                <div class="tw bare square" tabindex="0" role="region" aria-label=td_string!(locale, sizer.which_cards)>
                    <table class="fit list" role="table">
                        <thead><tr>
                            <th scope="col">{td_string!(locale, sizer.memory)}</th>
                            <th scope="col" class="bar"><span class="vh">{td_string!(locale, sizer.share)}</span><span inner_html=axis(widest)></span></th>
                            <th scope="col">{td_string!(locale, sizer.verdict)}</th>
                            {context}
                            <th scope="col" class="num">{td_string!(locale, sizer.largest_batch)}</th>
                        </tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
                {more}
            </div>
            {remedies(view, &sizes)}
            {out_of_memory(view, &sizes)}
        </section>
    }
    .into_any()
}

fn row(view: &SizerView, answer: &Answer, capacity: &Capacity, widest: f64) -> AnyView {
    let locale = view.frame.locale;
    let names = capacity
        .names
        .iter()
        .take(3)
        .cloned()
        .collect::<Vec<_>>()
        .join("、");
    let names = if crate::text::LocaleExt::is_zh(locale) {
        names
    } else {
        names.replace('、', ", ")
    };
    let room = capacity.headroom;
    let worst = capacity.gib - answer.estimate.high_gib;
    let words = match capacity.verdict {
        Verdict::No => td_string!(locale, sizer.lacks, gb = gib(-room)),
        Verdict::Tight => td_string!(
            locale,
            sizer.tight_room,
            gb = gib(room),
            worst = gib(-worst)
        ),
        _ => td_string!(locale, sizer.room, gb = gib(room)),
    };
    let context = (!view.ask.task().is_diffusion()).then(|| {
        let text = capacity.context.map_or_else(
            || "—".to_owned(),
            |max| {
                let count = tokens(u64::from(max.tokens));
                if max.limited_by == Limit::Model {
                    td_string!(locale, sizer.whole_context, tokens = count)
                } else {
                    count
                }
            },
        );
        let exact = capacity.context.map(|max| max.tokens.to_string());
        view! { <td class="num" data-l=td_string!(locale, sizer.longest) data-context=exact>{text}</td> }
    });
    let batch = capacity
        .batch
        .map_or_else(|| "—".to_owned(), |batch| batch.to_string());
    let size = crate::format::figure(capacity.gib);
    view! {
        <tr data-gib=size.clone() data-verdict=capacity.verdict.word()>
            <th scope="row" class="stick">{format!("{size} GB")}<span class="l2">{names}</span></th>
            <td class="bar" inner_html=bar(capacity, answer, widest)></td>
            <td class="pr">{fact(glyph(capacity.verdict), verdict(locale, capacity.verdict).to_owned())}<span class="l2">{words}</span></td>
            {context}
            <td class="num" data-l=td_string!(locale, sizer.largest_batch) data-batch=batch.clone()>{batch.clone()}</td>
        </tr>
    }
    .into_any()
}

/// How many times as long, in words.
fn slower(view: &SizerView, factor: f64) -> String {
    let locale = view.frame.locale;
    let percent = ((factor - 1.0) * 100.0).round() as i64;
    match percent {
        1.. => td_string!(locale, sizer.slower, percent = percent),
        0 => td_string!(locale, sizer.as_fast).to_owned(),
        _ => td_string!(locale, sizer.faster, percent = -percent),
    }
}

fn changes(view: &SizerView, remedy: &Remedy) -> (String, String) {
    let locale = view.frame.locale;
    let words = remedy
        .set
        .iter()
        .map(|change| {
            td_string!(
                locale,
                sizer.set_to,
                field = field(locale, change.field),
                value = value(locale, change.field, &change.value)
            )
        })
        .collect::<Vec<_>>()
        .join(td_string!(locale, sizer.and));
    let mut set: Vec<(&str, &str)> = remedy
        .set
        .iter()
        .map(|c| (c.field, c.value.as_str()))
        .collect();
    // A change of the method brings the formats that go with it.
    if set.iter().any(|(field, _)| *field == "task") {
        set.push(("weights", ""));
    }
    (words, view.changed(&set))
}

/// Where it is tight or too small, the list of what to try in which order.
fn out_of_memory(view: &SizerView, sizes: &[&Capacity]) -> Option<AnyView> {
    let locale = view.frame.locale;
    let is_short = |c: &&Capacity| matches!(c.verdict, Verdict::Tight | Verdict::No);
    sizes.iter().any(is_short).then(|| {
        let href = crate::pages::guides::link_to(&view.frame, "oom");
        view! { <p class="panel-foot sm way"><a href=href>{td_string!(locale, guide.oom_link)}</a></p> }
            .into_any()
    })
}

/// What to switch on for the sizes that are too small; the same advice once.
fn remedies(view: &SizerView, sizes: &[&Capacity]) -> Option<AnyView> {
    let locale = view.frame.locale;
    let refused: Vec<&&Capacity> = sizes.iter().filter(|c| c.verdict == Verdict::No).collect();
    if refused.is_empty() {
        return None;
    }
    let notes = refused
        .into_iter()
        .rev()
        .map(|capacity| {
            let size = crate::format::figure(capacity.gib);
            let title = td_string!(locale, sizer.must_be, size = size);
            let body = match &capacity.fix {
                Some(remedy) => {
                    let (words, link) = changes(view, remedy);
                    let range = format!("{}–{}", gib(remedy.low), gib(remedy.high));
                    let text = td_string!(locale, sizer.remedy, changes = words, range = range, time = slower(view, remedy.time_factor), verdict = verdict(locale, remedy.verdict));
                    view! { <p><b>{title}</b>{after_stop(locale)}{text}{after_stop(locale)}<a href=link>{td_string!(locale, sizer.apply)}</a></p> }.into_any()
                }
                None => view! { <p><b>{title}</b>{after_stop(locale)}{td_string!(locale, sizer.no_remedy)}</p> }.into_any(),
            };
            view! { <li class="note">{components::glyph(Cell::Part)}{body}</li> }
        })
        .collect_view();
    Some(view! { <ul class="remedies">{notes}</ul> }.into_any())
}

#[cfg(test)]
mod tests {
    use super::{axis, ticks};

    #[test]
    fn the_axis_has_a_few_round_sizes_up_to_the_widest_card() {
        assert_eq!(ticks(80.0), [0, 16, 32, 48, 64, 80]);
        assert_eq!(ticks(24.0), [0, 4, 8, 12, 16, 20, 24]);
        assert_eq!(ticks(141.0), [0, 32, 64, 96, 128]);
        assert!(ticks(1_536.0).len() <= 7);
        let drawn = axis(80.0);
        assert!(drawn.contains(r#"<text x="60.00%" y="12" text-anchor="middle">48</text>"#));
        assert!(drawn.contains(r#"<text x="100.00%" y="12" text-anchor="end">80</text>"#));
    }
}
