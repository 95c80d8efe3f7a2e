//! The picture of one plan: its total, who, how long, its week.
use super::draw::{Sheet, Type, fitting, width};
use super::ink;
use crate::format;
use crate::frame::Frame;
use crate::pages::plan::answer::{billed, money, plain, platform};
use crate::pages::plan::compare::figure::hours;
use crate::pages::plan::painter::day_names;
use crate::text::td_string;
use domain::quote::{Answer, AnswerRow};
use domain::scenario::{Cell, parse};

const LEFT: f64 = 64.0;
const RIGHT: f64 = 1136.0;

/// The total, or the range that unknown facts leave: `$37.20–45.22`.
pub(crate) fn total(answer: &Answer, row: &AnswerRow) -> String {
    let low = money(row.low, answer.currency);
    match row.high {
        Some(high) if high != row.low => format!("{low}–{}", plain(high, answer.currency)),
        _ => low,
    }
}

/// The best row's total at its place: small before it that it was converted, small after it how long it is for.
pub(super) fn total_row(
    sheet: &mut Sheet,
    frame: &Frame,
    (answer, row): (&Answer, &AnswerRow),
    (at, room): ((f64, f64), f64),
    size: f64,
) {
    let total = total(answer, row);
    let days = td_string!(frame.locale, plan.for_days, days = answer.days);
    let aside = size * 0.36;
    let converted = row.price_per_hour.currency != answer.currency;
    let sign = if converted { size * 0.8 } else { 0.0 };
    let left = room - sign - width(&days, aside) - size * 0.3;
    let size = fitting(&total, size, left, size * 0.4);
    let mut start = at;
    if converted {
        // The sign is a whole square wide in the Chinese font, which alone has it.
        sheet.text(at, "≈", Type::plain(size * 0.6).ink(ink::INK_3));
        start.0 += size * 0.7;
    }
    let parts = [
        (total.as_str(), Type::bold(size)),
        (days.as_str(), Type::plain(aside)),
    ];
    sheet.row(start, &parts);
}

/// Platform, card and how it is billed.
pub(super) fn who(frame: &Frame, row: &AnswerRow) -> String {
    let count = if row.gpu_count > 1 {
        format!("{} × ", row.gpu_count)
    } else {
        String::new()
    };
    let locale = frame.locale;
    format!(
        "{} · {count}{} · {}",
        platform(locale, row),
        crate::components::card_words(locale, &row.gpu_name),
        billed(locale, row)
    )
}

/// Hours in each state with the state's cell before them; gives where the next line may stand.
pub(super) fn use_lines(
    sheet: &mut Sheet,
    frame: &Frame,
    answer: &Answer,
    (x, mut y): (f64, f64),
    size: f64,
) -> f64 {
    let locale = frame.locale;
    let lines = [
        (Cell::Gpu, td_string!(locale, plan.gpu_on), answer.gpu_s),
        (
            Cell::NoGpu,
            td_string!(locale, plan.no_gpu_mode),
            answer.no_gpu_s,
        ),
    ];
    for (cell, word, seconds) in lines.into_iter().filter(|(_, _, seconds)| *seconds > 0) {
        sheet.cell((x, y - size * 0.76), (size * 0.84, size * 0.84), Some(cell));
        let text = format!(
            "{word} {}",
            td_string!(locale, compare.unit_h, n = hours(seconds))
        );
        sheet.text((x + size * 1.3, y), &text, Type::plain(size).ink(ink::INK));
        y += size * 1.5;
    }
    y
}

/// The whole picture as SVG.
pub fn svg(frame: &Frame, answer: &Answer) -> String {
    let locale = frame.locale;
    let mut sheet = Sheet::new();
    let (scenario, _) = parse(&answer.scenario);
    let rate = answer
        .rates
        .first()
        .map(|rate| crate::format::rate(rate).short)
        .unwrap_or_default();
    let date = answer.day.to_string();
    sheet.seal(
        (RIGHT, 46.0),
        [td_string!(locale, plan.prices_as_of), &date, &rate],
    );
    let room = RIGHT - LEFT;
    match answer.ranked.first() {
        Some(row) => {
            let caption = td_string!(locale, plan.lowest_of, count = answer.ranked_count);
            sheet.fit((LEFT, 176.0), &caption, Type::plain(28.0), 760.0, 20.0);
            let place = ((LEFT, 280.0), room);
            total_row(&mut sheet, frame, (answer, row), place, 104.0);
            sheet.fit(
                (LEFT, 344.0),
                &who(frame, row),
                Type::bold(38.0),
                room,
                26.0,
            );
        }
        None => {
            sheet.fit(
                (LEFT, 260.0),
                td_string!(locale, plan.none_ranked),
                Type::bold(64.0),
                room,
                36.0,
            );
            let why = td_string!(locale, plan.none_ranked_why, floors = answer.floors_count);
            sheet.fit((LEFT, 330.0), &why, Type::plain(30.0), room, 20.0);
        }
    }
    let next = use_lines(&mut sheet, frame, answer, (LEFT, 428.0), 30.0);
    let date = format::date(answer.from, locale);
    let start = td_string!(locale, compare.starting, date = date);
    sheet.text((LEFT, next), &start, Type::plain(24.0));
    let (data, pull, send) = (scenario.data_gb, scenario.pull_gb, scenario.send_gb);
    if [data, pull, send].iter().any(|size| !size.is_zero()) {
        let data = td_string!(
            locale,
            plan.a_data,
            kept = data.to_string(),
            pulled = pull.to_string(),
            sent = send.to_string()
        );
        sheet.fit((LEFT, next + 34.0), &data, Type::plain(24.0), 480.0, 16.0);
    }
    let site = site(frame);
    sheet.fit(
        (LEFT, 590.0),
        &site,
        Type::plain(24.0).ink(ink::INK_3),
        440.0,
        16.0,
    );
    sheet.week(
        &scenario.week,
        day_names(locale),
        (608.0, 408.0),
        (22.0, 26.0),
    );
    sheet.finish()
}

/// Where the picture comes from: the site's name without its scheme; empty when it was not configured.
fn site(frame: &Frame) -> String {
    let url = frame.public_url.as_str();
    let host = url.split_once("://").map_or(url, |(_, host)| host);
    host.to_owned()
}
