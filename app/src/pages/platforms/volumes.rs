//! What survives a stop, an image, a move and a release, disk by disk.
use super::{Platforms, sources};
use crate::components::original::original;
use crate::components::{Cell, fact, unknown};
use crate::text::{Locale, td_string};
use domain::catalog::{Persistence, Platform, Tri};
use leptos::prelude::*;

/// The table, when anything is known of the platform's disks.
pub(crate) fn panel(view: &Platforms, platform: &Platform) -> Option<AnyView> {
    let locale = view.frame.locale;
    let rows: Vec<AnyView> = view
        .snapshot
        .persistence
        .iter()
        .filter(|volume| volume.platform == platform.slug)
        .map(|volume| row(locale, volume))
        .collect();
    if rows.is_empty() {
        return None;
    }
    let heads = heads(locale).map(|head| view! { <th scope="col">{head}</th> });
    let title = td_string!(locale, platforms.survives);
    Some(
        view! {
            <section class="panel">
                <header><h2>{title}</h2></header>
                <div class="bd flush">
                    <div class="tw bare" tabindex="0" role="region" aria-label=title>
                        <table class="volumes">
                            <thead><tr><th class="stick" scope="col">{td_string!(locale, platforms.v_volume)}</th>{heads.into_iter().collect_view()}</tr></thead>
                            <tbody>{rows}</tbody>
                        </table>
                    </div>
                </div>
            </section>
        }
        .into_any(),
    )
}

/// The columns after the disk's name; on a phone each stands before its answer.
fn heads(locale: Locale) -> [&'static str; 7] {
    [
        td_string!(locale, platforms.v_stop),
        td_string!(locale, platforms.v_image),
        td_string!(locale, platforms.v_move),
        td_string!(locale, platforms.v_release),
        td_string!(locale, platforms.v_days),
        td_string!(locale, platforms.v_billed),
        td_string!(locale, platforms.v_source),
    ]
}

fn row(locale: Locale, volume: &Persistence) -> AnyView {
    let heads = heads(locale);
    let survives = volume.survives.iter().zip(heads).map(|(answer, head)| {
        let kept = td_string!(locale, platforms.kept);
        let lost = td_string!(locale, platforms.lost);
        view! { <td data-l=head>{answered(locale, answer.as_deref(), [(Cell::Yes, kept), (Cell::No, lost)])}</td> }
    });
    let billed = td_string!(locale, platforms.billed);
    let free = td_string!(locale, platforms.not_billed);
    let billing = answered(
        locale,
        volume.billed_while_stopped.as_deref(),
        [(Cell::Part, billed), (Cell::Yes, free)],
    );
    let days = match volume.deleted_after_days {
        Some(days) => td_string!(locale, platforms.days, count = days).into_any(),
        None => unknown(locale),
    };
    let note = (!volume.note.is_empty())
        .then(|| view! { <span class="l2">{original(locale, &volume.note)}</span> });
    let date = volume.as_of.map(|day| sources::day(day, locale));
    view! {
        <tr>
            <th scope="row" class="stick"><span lang="en">{volume.volume.clone()}</span>{note}</th>
            {survives.collect_view()}
            <td class="nw" data-l=heads[4]>{days}</td>
            <td data-l=heads[5]>{billing}</td>
            <td class="xs" data-l=heads[6]>{crate::shell::source_words(&volume.source_url, locale)}<span class="l2">{date}</span></td>
        </tr>
    }
    .into_any()
}

/// A yes, partly or no in the words of its column.
fn answered(locale: Locale, answer: Option<&str>, words: [(Cell, &'static str); 2]) -> AnyView {
    let [yes, no] = words;
    match answer.and_then(Tri::from_word) {
        Some(Tri::Yes) => fact(yes.0, yes.1.to_owned()),
        Some(Tri::No) => fact(no.0, no.1.to_owned()),
        Some(Tri::Partial) => fact(Cell::Part, td_string!(locale, platforms.partly).to_owned()),
        None => unknown(locale),
    }
}
