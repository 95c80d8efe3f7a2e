//! The figures of a row: what the job asks, what the offer has, what follows.
use super::{Slow, mine, time};
use crate::format::figure;
use crate::pages::sizer::{gib, rate};
use crate::text::{Locale, td_string};
use domain::bottleneck::{Figures, Part, Row};
use domain::sizing::{Pace, Range};

/// The texts of a row.
pub(super) struct Cells {
    pub asks: String,
    pub has: String,
    pub takes: String,
}

/// Nothing to say.
pub(super) const NONE: &str = "—";

/// A share in whole per cent; what is there is never 0.
pub(super) fn percent(share: f64) -> String {
    if share > 0.0 && share < 0.005 {
        return "< 1".to_owned();
    }
    ((share * 100.0).round().clamp(0.0, 100_000.0) as u32).to_string()
}

fn rates(range: Range) -> String {
    format!("{}–{}", rate(range.low), rate(range.high))
}

/// One decimal below 100, none above.
pub(super) fn short(value: f64) -> String {
    if value < 99.5 {
        figure((value * 10.0).round() / 10.0)
    } else {
        figure(value.round())
    }
}

pub(super) fn cells(locale: Locale, slow: &Slow, row: &Row) -> Cells {
    let unknown = || td_string!(locale, common.unknown).to_owned();
    let known =
        |value: Option<f64>, words: &dyn Fn(f64) -> String| value.map_or_else(unknown, words);
    let (asks, has, takes) = match row.figures {
        Figures::CardMemory { need, has } => (
            td_string!(
                locale,
                slow.u_need,
                range = format!("{}–{}", gib(need.low), gib(need.high))
            ),
            known(has, &|gb| {
                td_string!(locale, slow.u_has_gb, gb = figure(gb))
            }),
            used(locale, row),
        ),
        Figures::CardSpeed {
            pace,
            tokens_per_s,
            first_token_s,
        } => speed(locale, pace, tokens_per_s, first_token_s),
        Figures::Links {
            asks,
            has,
            exchanges,
            nvlink,
            ..
        } => {
            let link = match nvlink {
                Some(true) => td_string!(locale, slow.u_nvlink),
                Some(false) => td_string!(locale, slow.u_no_nvlink),
                None => td_string!(locale, slow.u_links_unknown),
            };
            let work = if exchanges {
                td_string!(locale, slow.u_exchanges)
            } else {
                td_string!(locale, slow.u_apart)
            };
            (
                td_string!(locale, slow.u_cards, count = asks),
                td_string!(locale, slow.u_cards, count = has),
                format!("{work}{}{link}", crate::components::comma(locale)),
            )
        }
        Figures::Amount {
            least,
            comfortable,
            has,
        } => {
            let (least, comfortable) = (short(least), short(comfortable));
            if row.part == Part::Ram {
                (
                    td_string!(
                        locale,
                        slow.u_least_gb,
                        least = least,
                        comfortable = comfortable
                    ),
                    known(has, &|gb| {
                        td_string!(locale, slow.u_has_gb, gb = figure(gb))
                    }),
                    used(locale, row),
                )
            } else {
                (
                    td_string!(
                        locale,
                        slow.u_least,
                        least = least,
                        comfortable = comfortable
                    ),
                    known(has, &figure),
                    used(locale, row),
                )
            }
        }
        Figures::Disk {
            reads_gb,
            least_gb,
            has_gb,
            kind,
        } => {
            let word = kind.map_or(td_string!(locale, slow.u_kind_unknown), |kind| {
                mine::kind(locale, kind)
            });
            let room = has_gb.map_or_else(
                || td_string!(locale, slow.u_room_unknown).to_owned(),
                |gb| td_string!(locale, slow.u_has_gb, gb = figure(gb)),
            );
            let mut has = td_string!(locale, slow.u_disk_has, kind = word, room = room);
            if slow.mine.disk.is_some() {
                has = marked(locale, has);
            }
            (
                td_string!(
                    locale,
                    slow.u_disk,
                    gb = short(reads_gb),
                    least = short(least_gb)
                ),
                has,
                passing(locale, row),
            )
        }
        Figures::Network { gb, mbps } => {
            let mut has = known(mbps, &|mbps| {
                td_string!(locale, slow.u_mbps, rate = figure(mbps))
            });
            if slow.mine.mbps.is_some() {
                has = marked(locale, has);
            }
            (
                td_string!(locale, slow.u_gb, gb = short(gb)),
                has,
                passing(locale, row),
            )
        }
    };
    Cells { asks, has, takes }
}

/// What the least takes of what is there.
fn used(locale: Locale, row: &Row) -> String {
    row.pressure.map_or_else(
        || NONE.to_owned(),
        |share| td_string!(locale, slow.u_used, percent = percent(share)),
    )
}

/// The visitor's own figure says that it is theirs.
fn marked(locale: Locale, text: String) -> String {
    format!(
        "{text}{}{}",
        crate::components::comma(locale),
        td_string!(locale, slow.u_mine)
    )
}

fn speed(
    locale: Locale,
    pace: Pace,
    tokens: Option<Range>,
    first: Option<Range>,
) -> (String, String, String) {
    let unknown = || td_string!(locale, common.unknown).to_owned();
    match pace {
        Pace::Unmeasured => (
            NONE.to_owned(),
            NONE.to_owned(),
            td_string!(locale, slow.u_unmeasured).to_owned(),
        ),
        Pace::Reads { gb, gb_per_s } => (
            td_string!(locale, slow.u_reads, gb = short(gb)),
            gb_per_s.map_or_else(unknown, |rate| {
                td_string!(locale, slow.u_gb_per_s, rate = figure(rate))
            }),
            match (tokens, first) {
                (None, _) if gb_per_s.is_some() => td_string!(locale, slow.u_share).to_owned(),
                (None, _) => unknown(),
                (Some(each), None) => td_string!(locale, slow.u_each, range = rates(each)),
                (Some(each), Some(first)) => format!(
                    "{}{}{}",
                    td_string!(locale, slow.u_each, range = rates(each)),
                    crate::components::comma(locale),
                    td_string!(
                        locale,
                        slow.u_first,
                        range = format!("{:.1}–{:.1}", first.low, first.high)
                    )
                ),
            },
        ),
        Pace::Computes { gflop, tflops } => (
            td_string!(locale, slow.u_gflop, gflop = short(gflop)),
            tflops.map_or_else(unknown, |rate| {
                td_string!(locale, slow.u_tflops, rate = figure(rate))
            }),
            match tokens {
                Some(range) => td_string!(locale, slow.u_train, range = rates(range)),
                None if tflops.is_some() => td_string!(locale, slow.u_share).to_owned(),
                None => unknown(),
            },
        ),
    }
}

/// What passes before the work begins.
fn passing(locale: Locale, row: &Row) -> String {
    match (row.seconds, row.share) {
        (Some(seconds), Some(share)) => {
            let (time, percent) = (time(locale, seconds), percent(share));
            if row.part == Part::Disk {
                td_string!(locale, slow.u_span_start, time = time, percent = percent)
            } else {
                td_string!(locale, slow.u_span, time = time, percent = percent)
            }
        }
        (Some(seconds), None) => time(locale, seconds),
        (None, _) => NONE.to_owned(),
    }
}
