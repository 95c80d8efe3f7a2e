//! What the visitor knows of the machine that the offer does not say: the line and the disk.
use super::super::OfferView;
use super::Slow;
use crate::components::kept_inputs;
use crate::frame::Frame;
use crate::text::{Locale, td_string};
use domain::bottleneck::Machine;
use domain::sizing::transfer::Disk;
use leptos::prelude::*;

/// Kinds of disks by their words in an address.
const DISKS: [(&str, Disk); 4] = [
    ("nvme", Disk::Nvme),
    ("ssd", Disk::Sata),
    ("hdd", Disk::Hdd),
    ("network", Disk::Network),
];

/// The visitor's own figures; they never reach the catalogue.
#[derive(Clone, Debug, Default)]
pub struct Mine {
    /// Rate of the line, Mbit/s.
    pub mbps: Option<u32>,
    /// Kind of disk.
    pub disk: Option<Disk>,
    /// A rate that cannot be read.
    bad: Option<String>,
}

impl Mine {
    /// The parameter of the line.
    pub const MBPS: &'static str = "my_mbps";
    /// The parameter of the disk.
    pub const DISK: &'static str = "my_disk";

    pub(super) fn read(frame: &Frame) -> Self {
        let typed = frame.param(Self::MBPS).map(str::trim).unwrap_or_default();
        let mbps = typed
            .parse()
            .ok()
            .filter(|rate| (1..=1_000_000).contains(rate));
        let word = frame.param(Self::DISK).unwrap_or_default();
        let is_bad = mbps.is_none() && !typed.is_empty();
        Self {
            mbps,
            disk: DISKS
                .iter()
                .find(|(known, _)| *known == word)
                .map(|(_, disk)| *disk),
            bad: is_bad.then(|| typed.chars().take(40).collect()),
        }
    }

    pub(super) fn put(&self, machine: &mut Machine) {
        machine.mbps = self.mbps.map(f64::from).or(machine.mbps);
        machine.disk = self.disk.or(machine.disk);
    }

    pub(super) fn pairs(&self) -> Vec<(String, String)> {
        let mbps = self
            .mbps
            .map(|rate| (Self::MBPS.to_owned(), rate.to_string()));
        let disk = self
            .disk
            .map(|disk| (Self::DISK.to_owned(), word(disk).to_owned()));
        mbps.into_iter().chain(disk).collect()
    }
}

fn word(disk: Disk) -> &'static str {
    DISKS
        .iter()
        .find(|(_, known)| *known == disk)
        .map_or("", |(word, _)| word)
}

/// What a kind of disk is called.
pub(super) fn kind(locale: Locale, disk: Disk) -> &'static str {
    match disk {
        Disk::Nvme => td_string!(locale, slow.k_nvme),
        Disk::Sata => td_string!(locale, slow.k_ssd),
        Disk::Hdd => td_string!(locale, slow.k_hdd),
        Disk::Network => td_string!(locale, slow.k_network),
    }
}

/// The form; open when something was typed.
pub(super) fn form(view: &OfferView, slow: &Slow) -> AnyView {
    let (frame, locale, mine) = (&view.frame, view.frame.locale, &slow.mine);
    let action = format!("/offerings/{}#slow", view.offer.id);
    let hidden = slow.fields.iter().map(|(name, value)| {
        view! { <input r#type="hidden" name=name.clone() value=value.clone() /> }
    });
    let shown = mine
        .bad
        .clone()
        .or_else(|| mine.mbps.map(|rate| rate.to_string()));
    let is_bad = mine.bad.is_some();
    let message = mine.bad.clone().map(|value| {
        view! { <p class="msg" id="my_mbps-error">{td_string!(locale, slow.mine_bad, value = value)}</p> }
    });
    let options = DISKS.iter().map(|(word, disk)| {
        view! { <option value=*word selected=mine.disk == Some(*disk)>{kind(locale, *disk)}</option> }
    });
    let is_open = is_bad || !mine.pairs().is_empty();
    view! {
        <details open=is_open>
            <summary>{td_string!(locale, slow.mine)}</summary>
            <form method="get" action=action class="slow-mine">
                {kept_inputs(frame)}
                {hidden.collect_view()}
                <div class=if is_bad { "field err" } else { "field" }>
                    <label r#for="my_mbps">{td_string!(locale, slow.mine_mbps)}</label>
                    <input id="my_mbps" name=Mine::MBPS r#type="text" inputmode="numeric" maxlength="12" value=shown aria-invalid=is_bad.then_some("true") aria-describedby=is_bad.then_some("my_mbps-error") />
                    {message}
                </div>
                <div class="field">
                    <label r#for="my_disk">{td_string!(locale, slow.mine_disk)}</label>
                    <select id="my_disk" name=Mine::DISK><option value="">{td_string!(locale, slow.mine_as_stated)}</option>{options.collect_view()}</select>
                </div>
                <button class="btn">{td_string!(locale, slow.mine_go)}</button>
            </form>
        </details>
    }
    .into_any()
}
