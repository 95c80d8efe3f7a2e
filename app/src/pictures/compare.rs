//! The picture of two plans side by side.
use super::draw::{Sheet, Type};
use super::plan::{total_row, use_lines, who};
use super::{WIDTH, ink};
use crate::frame::Frame;
use crate::pages::plan::compare::{Plan, names, verdict};
use crate::pages::plan::painter::day_names;
use crate::text::td_string;

/// The whole picture as SVG.
pub fn svg(frame: &Frame, a: &Plan, b: &Plan) -> String {
    let locale = frame.locale;
    let mut sheet = Sheet::new();
    let (name_a, name_b) = names(locale);
    let verdict = verdict::sentences(frame, a, b);
    let room = f64::from(WIDTH) - 128.0;
    if let Some(text) = verdict.first() {
        sheet.fit((64.0, 168.0), text, Type::bold(40.0), room, 24.0);
    }
    sheet.rect((600.0, 204.0), (1.0, 370.0), ink::LINE);
    for (left, name, plan) in [(64.0, name_a, a), (640.0, name_b, b)] {
        let answer = &plan.answer;
        let column = 496.0;
        let head = format!(
            "{name} · {}",
            td_string!(locale, compare.prices_of, date = answer.day.to_string())
        );
        sheet.fit((left, 232.0), &head, Type::plain(24.0), column, 18.0);
        match answer.ranked.first() {
            Some(row) => {
                let place = ((left, 302.0), column);
                total_row(&mut sheet, frame, (answer, row), place, 60.0);
                sheet.fit(
                    (left, 346.0),
                    &who(frame, row),
                    Type::bold(26.0),
                    column,
                    18.0,
                );
            }
            None => {
                sheet.fit(
                    (left, 302.0),
                    td_string!(locale, compare.no_winner),
                    Type::bold(36.0),
                    column,
                    22.0,
                );
            }
        }
        use_lines(&mut sheet, frame, answer, (left, 392.0), 22.0);
        sheet.week(
            &plan.scenario.week,
            day_names(locale),
            (left + 52.0, 470.0),
            (18.5, 18.0),
        );
    }
    sheet.finish()
}
