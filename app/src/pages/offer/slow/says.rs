//! The tightest part in one sentence.
use super::figures::{percent, short};
use super::{name, time};
use crate::format::figure;
use crate::pages::sizer::{gib, rate};
use crate::text::{Locale, td_string};
use domain::bottleneck::{Bottleneck, Figures, Part, READING_RATES, Row, Verdict};

pub(super) fn sentence(locale: Locale, answer: &Bottleneck) -> String {
    let row = answer.tightest.and_then(|part| answer.row(part));
    match row {
        None => td_string!(locale, slow.pace_unknown).to_owned(),
        Some(row) if row.verdict < Verdict::Tight && !answer.unknown.is_empty() => {
            td_string!(locale, slow.pace_so_far, count = answer.unknown.len())
        }
        Some(row) if row.verdict < Verdict::Tight => td_string!(locale, slow.pace).to_owned(),
        Some(row) => td_string!(
            locale,
            slow.tightest,
            part = name(locale, row.part),
            why = why(locale, row)
        ),
    }
}

fn why(locale: Locale, row: &Row) -> String {
    let amount = |value: Option<f64>| value.map(figure).unwrap_or_default();
    match row.figures {
        Figures::CardMemory { need, has } => {
            let need = format!("{}–{}", gib(need.low), gib(need.high));
            td_string!(locale, slow.w_memory, need = need, has = amount(has))
        }
        Figures::CardSpeed { tokens_per_s, .. } => {
            let mid = tokens_per_s
                .map(|range| rate(range.mid))
                .unwrap_or_default();
            td_string!(locale, slow.w_read, rate = mid, least = READING_RATES.0)
        }
        Figures::Links { asks, has, .. } if has < asks => {
            td_string!(locale, slow.w_cards, asks = asks, has = has)
        }
        Figures::Links {
            one_machine: Some(false),
            ..
        } => td_string!(locale, slow.w_apart).to_owned(),
        Figures::Links { .. } => td_string!(locale, slow.w_links).to_owned(),
        Figures::Amount {
            least,
            comfortable,
            has,
        } if row.part == Part::Cpu => td_string!(
            locale,
            slow.w_cpu,
            has = amount(has),
            comfortable = short(comfortable),
            least = short(least)
        ),
        Figures::Amount { least, has, .. } => {
            td_string!(locale, slow.w_ram, has = amount(has), least = short(least))
        }
        Figures::Disk {
            least_gb, has_gb, ..
        } if has_gb.is_some_and(|has| has < least_gb) => td_string!(
            locale,
            slow.w_room,
            has = amount(has_gb),
            least = short(least_gb)
        ),
        Figures::Disk { reads_gb, .. } => {
            let time = row
                .seconds
                .map(|range| time(locale, range))
                .unwrap_or_default();
            td_string!(locale, slow.w_disk, gb = short(reads_gb), time = time)
        }
        Figures::Network { gb, .. } => {
            let time = row
                .seconds
                .map(|range| time(locale, range))
                .unwrap_or_default();
            td_string!(
                locale,
                slow.w_network,
                gb = short(gb),
                time = time,
                percent = percent(row.share.unwrap_or_default())
            )
        }
    }
}
