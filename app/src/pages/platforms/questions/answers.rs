//! What the facts of a platform answer to each of the six questions.
use super::super::{Platforms, nobody_looked, values};
use crate::components::Cell;
use crate::text::{Locale, td_string};
use domain::catalog::{Exclusivity, FactKey, Platform, StoppedBilling, Tri};

fn of_tri(value: Option<Tri>) -> Cell {
    match value {
        Some(Tri::Yes) => Cell::Yes,
        Some(Tri::Partial) => Cell::Part,
        Some(Tri::No) => Cell::No,
        None => Cell::Unknown,
    }
}

/// Two facts as one answer: both, neither, one of them, or not known.
fn both(one: Option<Tri>, two: Option<Tri>) -> Cell {
    match (one, two) {
        (None, None) => Cell::Unknown,
        (Some(Tri::Yes), Some(Tri::Yes)) => Cell::Yes,
        (Some(Tri::No), Some(Tri::No)) => Cell::No,
        _ => Cell::Part,
    }
}

/// The answer's glyph and its sentence.
pub(super) fn answer(view: &Platforms, platform: &Platform, number: usize) -> (Cell, String) {
    let locale = view.frame.locale;
    let known = &platform.facts;
    let pick = |cell: Cell, texts: [&'static str; 3]| {
        let text = match cell {
            Cell::Yes => texts[0],
            Cell::Part => texts[1],
            Cell::No => texts[2],
            _ => not_known(locale, platform),
        };
        (cell, text.to_owned())
    };
    match number {
        1 => {
            let value = known.value(FactKey::CardExclusivity);
            let cell = match value.and_then(Exclusivity::from_word) {
                Some(Exclusivity::Dedicated) => Cell::Yes,
                Some(Exclusivity::Mixed) => Cell::Part,
                Some(Exclusivity::Shared) => Cell::No,
                None => Cell::Unknown,
            };
            let texts = [
                td_string!(locale, platforms.a1_yes),
                td_string!(locale, platforms.a1_part),
                td_string!(locale, platforms.a1_no),
            ];
            pick(cell, texts)
        }
        2 => {
            let (own, save) = (
                known.tri(FactKey::CustomImage),
                known.tri(FactKey::Snapshot),
            );
            let partly = match (own, save) {
                (Some(Tri::Yes), None) => td_string!(locale, platforms.a2_own),
                (None, Some(Tri::Yes)) => td_string!(locale, platforms.a2_save),
                _ => td_string!(locale, platforms.a2_part),
            };
            let texts = [
                td_string!(locale, platforms.a2_yes),
                partly,
                td_string!(locale, platforms.a2_no),
            ];
            pick(both(own, save), texts)
        }
        3 => {
            let texts = [
                td_string!(locale, platforms.a3_yes),
                td_string!(locale, platforms.a3_part),
                td_string!(locale, platforms.a3_no),
            ];
            pick(of_tri(known.tri(FactKey::SameNode)), texts)
        }
        4 => {
            let cell = match (
                known.tri(FactKey::PersistentStorage),
                known.whole(FactKey::RetentionDays),
            ) {
                (None, None) => Cell::Unknown,
                (Some(Tri::No), _) => Cell::No,
                (Some(Tri::Yes), None) => Cell::Yes,
                _ => Cell::Part,
            };
            if cell == Cell::Unknown {
                return (cell, not_known(locale, platform).to_owned());
            }
            let days = known.whole(FactKey::RetentionDays);
            let text = match (known.tri(FactKey::PersistentStorage), days) {
                (Some(Tri::No), _) => td_string!(locale, platforms.a4_no).to_owned(),
                (Some(Tri::Partial), Some(days)) => {
                    td_string!(locale, platforms.a4_part_days, days = days)
                }
                (_, Some(days)) => td_string!(locale, platforms.a4_days, days = days),
                (Some(Tri::Partial), None) => td_string!(locale, platforms.a4_part).to_owned(),
                _ => td_string!(locale, platforms.a4_yes).to_owned(),
            };
            (cell, text)
        }
        5 => off(view, platform),
        _ => {
            let texts = [
                td_string!(locale, platforms.a6_yes),
                td_string!(locale, platforms.a6_part),
                td_string!(locale, platforms.a6_no),
            ];
            pick(of_tri(known.tri(FactKey::Support24h)), texts)
        }
    }
}

/// What is paid while the GPU is off: stopped, and in a mode without it.
fn off(view: &Platforms, platform: &Platform) -> (Cell, String) {
    let locale = view.frame.locale;
    let known = &platform.facts;
    let stopped = known
        .value(FactKey::StoppedBilling)
        .and_then(StoppedBilling::from_word);
    let mode = known.tri(FactKey::NoGpuMode);
    let cell = match (stopped, mode) {
        (None, None) => return (Cell::Unknown, not_known(locale, platform).to_owned()),
        (Some(StoppedBilling::Full), _) => Cell::No,
        (Some(StoppedBilling::None), _) => Cell::Yes,
        _ => Cell::Part,
    };
    let stopped = match stopped {
        Some(StoppedBilling::None) => td_string!(locale, platforms.a5_none),
        Some(StoppedBilling::StorageOnly) => td_string!(locale, platforms.a5_disk),
        Some(StoppedBilling::Full) => td_string!(locale, platforms.a5_full),
        None => td_string!(locale, platforms.a5_unknown),
    };
    let mode = match mode {
        Some(Tri::No) => td_string!(locale, platforms.a5_no_mode).to_owned(),
        None => td_string!(locale, platforms.a5_mode_unknown).to_owned(),
        Some(_) => match values::listed(platform, FactKey::NoGpuPrice) {
            Some(price) => td_string!(locale, platforms.a5_mode_price, price = price),
            None => td_string!(locale, platforms.a5_mode).to_owned(),
        },
    };
    (cell, format!("{stopped}{mode}"))
}

fn not_known(locale: Locale, platform: &Platform) -> &'static str {
    if nobody_looked(platform) {
        td_string!(locale, platforms.nobody)
    } else {
        td_string!(locale, platforms.a_unknown)
    }
}
