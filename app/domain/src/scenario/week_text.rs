//! A week as lines that a person types: `Mon-Thu 09-12 nogpu 20-23 gpu`.
//!
//! Written in one language, read in both; times are `9`, `09` or `09:30`, a span that ends before it begins passes
//! midnight. What [`write`] gives, [`read`] gives back.
use super::week::{Cell, Span, Week, WeekError};
use std::fmt::Write as _;

/// The words of one language.
#[derive(Clone, Copy, Debug)]
pub struct WeekWords<'a> {
    /// Days, Monday first.
    pub days: [&'a str; 7],
    /// With the GPU.
    pub gpu: &'a str,
    /// Without.
    pub no_gpu: &'a str,
}

/// Words of a day that are read, beside the short English ones that begin with the same three letters.
const DAYS_ZH: [[&str; 2]; 7] = [
    ["周一", "星期一"],
    ["周二", "星期二"],
    ["周三", "星期三"],
    ["周四", "星期四"],
    ["周五", "星期五"],
    ["周六", "星期六"],
    ["周日", "星期日"],
];
const DAYS_EN: [&str; 7] = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"];
/// Words for several days: first and last.
const SEVERAL: [(&str, usize, usize); 8] = [
    ("daily", 0, 6),
    ("everyday", 0, 6),
    ("每天", 0, 6),
    ("weekdays", 0, 4),
    ("工作日", 0, 4),
    ("weekend", 5, 6),
    ("weekends", 5, 6),
    ("周末", 5, 6),
];

/// The week as text: a line for each stretch of equal days; a week without use is empty.
pub fn write(week: &Week, words: &WeekWords) -> String {
    let mut text = String::new();
    let mut day = 0;
    while day < 7 {
        let same = (day..7)
            .take_while(|d| week.day(*d) == week.day(day))
            .count();
        if !week.day(day).is_empty() {
            text.push_str(words.days[day]);
            if same > 1 {
                let _ = write!(text, "-{}", words.days[day + same - 1]);
            }
            for span in week.day(day) {
                let word = match span.cell {
                    Cell::Gpu => words.gpu,
                    Cell::NoGpu => words.no_gpu,
                };
                let _ = write!(
                    text,
                    " {}-{} {word}",
                    time(span.start_minute),
                    time(span.end_minute)
                );
            }
            text.push('\n');
        }
        day += same;
    }
    text
}

fn time(minute: u16) -> String {
    if minute.is_multiple_of(60) {
        format!("{:02}", minute / 60)
    } else {
        format!("{:02}:{:02}", minute / 60, minute % 60)
    }
}

/// Reads lines of text. Errors: the first part that is no day, no time or no state, or two spans that overlap.
pub fn read(text: &str) -> Result<Week, WeekError> {
    let mut days: [Vec<Span>; 7] = Default::default();
    for line in text.lines() {
        let line = plain(line);
        let mut words = line.split_whitespace().peekable();
        let Some(first) = words.next() else { continue };
        let (first_day, last_day) =
            day_range(first).ok_or_else(|| WeekError::Day(first.to_owned()))?;
        while let Some(word) = words.next() {
            if is_off(word) {
                continue;
            }
            // `20-23gpu` is read as well as `20-23 gpu`.
            let split = word
                .find(|c: char| !(c.is_ascii_digit() || c == ':' || c == '-'))
                .unwrap_or(word.len());
            let (times, state) = word.split_at(split);
            let (start, end) = times
                .split_once('-')
                .and_then(|(start, end)| Some((minute(start)?, minute(end)?)))
                .ok_or_else(|| WeekError::Span(word.to_owned()))?;
            let state = if state.is_empty() {
                words.next().unwrap_or_default()
            } else {
                state
            };
            if is_off(state) {
                continue;
            }
            let cell =
                state_of(state).ok_or_else(|| WeekError::State(format!("{word} {state}")))?;
            for day in first_day..=last_day {
                put(&mut days, day, start, end, cell);
            }
        }
    }
    Week::of_days(days)
}

/// Small letters, plain hyphens, spaces for the commas that people put between spans.
fn plain(line: &str) -> String {
    line.chars()
        .map(|c| match c {
            '–' | '—' | '~' | '～' | '至' | '到' => '-',
            ',' | '，' | '、' | ';' | '；' | '\u{3000}' => ' ',
            '：' => ':',
            c => c.to_ascii_lowercase(),
        })
        .collect()
}

fn day_range(text: &str) -> Option<(usize, usize)> {
    let text = text.trim_end_matches(':');
    if let Some((_, first, last)) = SEVERAL.iter().find(|(word, ..)| *word == text) {
        return Some((*first, *last));
    }
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last) = (day(first)?, day(last)?);
    (first <= last).then_some((first, last))
}

fn day(text: &str) -> Option<usize> {
    let chinese = DAYS_ZH.iter().position(|names| names.contains(&text));
    let other = match text {
        "周天" | "星期天" => Some(6),
        _ => text
            .parse::<usize>()
            .ok()
            .filter(|n| (1..=7).contains(n))
            .map(|n| n - 1),
    };
    chinese.or(other).or_else(|| {
        let known = text.len() <= 9 && text.bytes().all(|b| b.is_ascii_lowercase());
        DAYS_EN
            .iter()
            .position(|name| known && text.starts_with(name))
    })
}

fn is_off(word: &str) -> bool {
    matches!(word, "off" | "关机" | "关")
}

fn state_of(word: &str) -> Option<Cell> {
    match word {
        "gpu" | "g" | "开机" | "有卡" | "带卡" => Some(Cell::Gpu),
        "nogpu" | "no-gpu" | "n" | "cpu" | "无卡" | "无卡模式" => Some(Cell::NoGpu),
        _ => None,
    }
}

/// `9`, `09`, `09:30`, `0930`; at most 24:00.
fn minute(text: &str) -> Option<u16> {
    let (hour, minute) = match (text.split_once(':'), text.len()) {
        (Some((hour, minute)), _) => (hour, minute),
        (None, 4) => text.split_at(2),
        (None, _) => (text, "0"),
    };
    let digits = |part: &str| {
        (1..=2)
            .contains(&part.len())
            .then(|| part.parse::<u16>().ok())?
    };
    let (hour, minute) = (digits(hour)?, digits(minute)?);
    let total = hour * 60 + minute;
    (minute < 60 && total <= 1440).then_some(total)
}

fn put(days: &mut [Vec<Span>; 7], day: usize, start: u16, end: u16, cell: Cell) {
    let mut add = |day: usize, start_minute: u16, end_minute: u16| {
        if start_minute < end_minute {
            days[day].push(Span {
                start_minute,
                end_minute,
                cell,
            });
        }
    };
    if start < end {
        add(day, start, end);
    } else {
        add(day, start, 1440);
        add((day + 1) % 7, 0, end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EN: WeekWords = WeekWords {
        days: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"],
        gpu: "gpu",
        no_gpu: "nogpu",
    };
    const ZH: WeekWords = WeekWords {
        days: ["周一", "周二", "周三", "周四", "周五", "周六", "周日"],
        gpu: "开机",
        no_gpu: "无卡",
    };

    #[test]
    fn the_picture_s_week_reads_as_in_the_picture() {
        assert_eq!(
            write(&Week::sample(), &EN),
            "Mon-Thu 09-12 nogpu 14-18 nogpu 20-23 gpu\nFri 09-12 nogpu 14-18 nogpu 20-24 gpu\n\
             Sat 00-06 gpu 14-18 nogpu\nSun 14-20 gpu\n"
        );
        for words in [EN, ZH] {
            assert_eq!(read(&write(&Week::sample(), &words)), Ok(Week::sample()));
        }
    }

    #[test]
    fn people_s_ways_of_writing_are_understood() {
        let same = |text: &str, week: &str| {
            assert_eq!(
                read(text).map(|w| w.to_string()),
                Ok(week.to_owned()),
                "{text}"
            );
        };
        same("Monday–Friday: 19:30-23 GPU", "1-5.1930-23g");
        same("工作日 9-12无卡，20-23开机", "1-5.9-12n.20-23g");
        same("周末 0-24 gpu", "6-7.0-24g");
        same("daily off", "0");
        same("  \n\n", "0");
        same("周一至周三 09:00到12:00 无卡模式", "1-3.9-12n");
        // Past midnight, also from Sunday into Monday.
        same("Sat 22-02 gpu", "6.22-24g~7.0-2g");
        same("Sun 22-02 gpu", "1.0-2g~7.22-24g");
        same("Mon 9-12 off 20-23 gpu", "1.20-23g");
    }

    #[test]
    fn what_is_not_understood_is_named() {
        assert_eq!(
            read("Funday 9-12 gpu"),
            Err(WeekError::Day("funday".into()))
        );
        assert_eq!(read("Mon nine gpu"), Err(WeekError::Span("nine".into())));
        assert_eq!(read("Mon 9-12"), Err(WeekError::State("9-12 ".into())));
        assert_eq!(read("Mon 9-25 gpu"), Err(WeekError::Span("9-25".into())));
        assert_eq!(read("Mon 9-12 gpu 11-13 nogpu"), Err(WeekError::Overlap(1)));
    }
}
