//! What the script saw besides the questions.
use super::{Checked, MachineView};
use crate::text::td_string;
use leptos::prelude::*;

/// `OK`, `OK, NS` of a table of pairs.
fn distinct(table: &[Vec<String>]) -> String {
    let mut words: Vec<&str> = table
        .iter()
        .flatten()
        .map(String::as_str)
        .filter(|word| *word != "X")
        .collect();
    words.sort_unstable();
    words.dedup();
    words.join(", ")
}

pub(super) fn panel(view: &MachineView, result: &Checked) -> Option<AnyView> {
    let locale = view.frame.locale;
    let m = &result.machine;
    let place = match (m.container, m.vm) {
        (Some(true), Some(true)) => Some(td_string!(locale, machine.p_container_vm)),
        (Some(true), _) => Some(td_string!(locale, machine.p_container)),
        (Some(false), Some(true)) => Some(td_string!(locale, machine.p_vm)),
        (Some(false), Some(false)) => Some(td_string!(locale, machine.p_metal)),
        _ => None,
    };
    let clock = m
        .cards
        .as_ref()
        .and_then(|cards| cards.first()?.clock_max_mhz);
    let disks = m.disks.as_ref().map(|disks| {
        let line = |disk: &domain::inspect::Disk| {
            let size = |mib: f64| format!("{:.0} GB", mib * 1.048_576 / 1000.0);
            let free = disk
                .free_mib
                .map(|mib| td_string!(locale, machine.free, size = size(mib)));
            let parts = [
                Some(disk.at.clone()),
                disk.kind.clone(),
                disk.size_mib.map(size),
                free,
            ];
            parts.into_iter().flatten().collect::<Vec<_>>().join(" · ")
        };
        disks.iter().map(line).collect::<Vec<_>>().join("\n")
    });
    let p2p = m
        .p2p
        .as_ref()
        .map(|table| distinct(table))
        .filter(|words| !words.is_empty());
    let rows = [
        (
            td_string!(locale, machine.f_place),
            place.map(str::to_owned),
        ),
        (td_string!(locale, machine.f_os), m.os.clone()),
        (td_string!(locale, machine.f_cpu), m.cpu_model.clone()),
        (
            td_string!(locale, machine.f_numa),
            m.numa_nodes.map(|nodes| nodes.to_string()),
        ),
        (
            td_string!(locale, machine.f_clock),
            clock.map(|mhz| format!("{mhz} MHz")),
        ),
        (td_string!(locale, machine.f_p2p), p2p),
        (td_string!(locale, machine.f_nvcc), m.nvcc.clone()),
        (td_string!(locale, machine.f_disks), disks),
    ];
    let rows: Vec<_> = rows
        .into_iter()
        .filter_map(|(name, value)| Some((name, value.filter(|v| !v.is_empty())?)))
        .collect();
    if rows.is_empty() {
        return None;
    }
    let rows = rows
        .into_iter()
        .map(|(name, value)| view! { <dt>{name}</dt><dd>{value}</dd> });
    Some(
        view! {
            <section class="panel">
                <header><h2>{td_string!(locale, machine.facts)}</h2></header>
                <div class="bd"><dl class="dl seen">{rows.collect_view()}</dl></div>
            </section>
        }
        .into_any(),
    )
}
