//! A painted week: for each day the spans in which the machine is on.
use serde::{Deserialize, Serialize};
use std::fmt::Write as _;

/// What the machine does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Cell {
    /// On with its GPU.
    Gpu,
    /// On without a GPU.
    NoGpu,
}

impl Cell {
    /// Its letter in addresses.
    pub const fn letter(self) -> char {
        match self {
            Self::Gpu => 'g',
            Self::NoGpu => 'n',
        }
    }
}

/// One stretch of a day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Span {
    /// Minute of the day, 0 to 1439.
    pub start_minute: u16,
    /// Minute of the day, above the start, at most 1440.
    pub end_minute: u16,
    /// What the machine does in it.
    pub cell: Cell,
}

/// Seven days of spans, Monday first; spans of a day ascend, do not overlap, and those that touch differ.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Week([Vec<Span>; 7]);

/// Why a text is no week.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum WeekError {
    /// A group that is not `1-4.9-12n`.
    #[error("`{0}` is not a group such as 1-4.9-12n.20-23g")]
    Group(String),
    /// A span that is not `9-12n` or `0930-1200g`.
    #[error("`{0}` is not a span such as 20-23g or 0930-1200n")]
    Span(String),
    /// A text line that does not begin with a day.
    #[error("`{0}` is not a day such as Mon, Mon-Fri, 周一 or 周末")]
    Day(String),
    /// A span of a text line without a state.
    #[error("`{0}` does not end in gpu, nogpu or off")]
    State(String),
    /// Two spans claim the same minute.
    #[error("day {0}: two spans overlap")]
    Overlap(usize),
}

impl Week {
    /// The week of the plan page's picture: code by day in no-GPU mode, train in the evening and at the weekend.
    pub fn sample() -> Self {
        "1-4.9-12n.14-18n.20-23g~5.9-12n.14-18n.20-24g~6.0-6g.14-18n~7.14-20g"
            .parse()
            .unwrap_or_default()
    }

    /// From spans in any order. Errors: two that claim the same minute, more than 100 of one day.
    pub(crate) fn of_days(days: [Vec<Span>; 7]) -> Result<Self, WeekError> {
        let mut week = Self::default();
        for (day, mut spans) in days.into_iter().enumerate() {
            if spans.len() > 100 {
                return Err(WeekError::Group((day + 1).to_string()));
            }
            spans.sort_by_key(|s| s.start_minute);
            if spans
                .windows(2)
                .any(|pair| pair[0].end_minute > pair[1].start_minute)
            {
                return Err(WeekError::Overlap(day + 1));
            }
            week.0[day] = joined(spans);
        }
        Ok(week)
    }

    /// Spans of a day, 0 = Monday.
    pub fn day(&self, day: usize) -> &[Span] {
        self.0.get(day).map_or(&[], Vec::as_slice)
    }

    /// What an hour of the grid shows: its state where one fills any part of it, the GPU first.
    pub fn hour(&self, day: usize, hour: u16) -> Option<Cell> {
        let (from, to) = (hour * 60, (hour + 1) * 60);
        self.day(day)
            .iter()
            .filter(|s| s.start_minute < to && s.end_minute > from)
            .map(|s| s.cell)
            .min()
    }

    /// Paints one hour; `None` turns the machine off.
    pub fn paint(&mut self, day: usize, hour: u16, cell: Option<Cell>) {
        let Some(spans) = self.0.get_mut(day) else {
            return;
        };
        let (from, to) = (hour.min(23) * 60, (hour.min(23) + 1) * 60);
        let mut kept: Vec<Span> = Vec::with_capacity(spans.len() + 2);
        for span in spans.iter() {
            if span.start_minute < from {
                kept.push(Span {
                    end_minute: span.end_minute.min(from),
                    ..*span
                });
            }
            if span.end_minute > to {
                kept.push(Span {
                    start_minute: span.start_minute.max(to),
                    ..*span
                });
            }
        }
        kept.extend(cell.map(|cell| Span {
            start_minute: from,
            end_minute: to,
            cell,
        }));
        *spans = joined(kept);
    }

    /// Minutes a week in a state.
    pub fn minutes(&self, cell: Cell) -> u32 {
        self.0
            .iter()
            .flatten()
            .filter(|s| s.cell == cell)
            .map(|s| u32::from(s.end_minute - s.start_minute))
            .sum()
    }

    /// True when nothing is painted.
    pub fn is_empty(&self) -> bool {
        self.0.iter().all(Vec::is_empty)
    }
}

fn joined(mut spans: Vec<Span>) -> Vec<Span> {
    spans.sort_by_key(|s| s.start_minute);
    let mut out: Vec<Span> = Vec::with_capacity(spans.len());
    for span in spans {
        match out.last_mut() {
            Some(last) if last.end_minute == span.start_minute && last.cell == span.cell => {
                last.end_minute = span.end_minute
            }
            _ => out.push(span),
        }
    }
    out
}

impl std::str::FromStr for Week {
    type Err = WeekError;

    fn from_str(text: &str) -> Result<Self, WeekError> {
        // `0` is a week without use, so that "all off" differs from "not given".
        if text == "0" {
            return Ok(Self::default());
        }
        let mut all: [Vec<Span>; 7] = Default::default();
        for group in text.split('~') {
            let mut parts = group.split('.');
            let days = parts
                .next()
                .and_then(days)
                .ok_or_else(|| WeekError::Group(cut(group)))?;
            let spans: Vec<Span> = parts
                .map(|part| span(part).ok_or_else(|| WeekError::Span(cut(part))))
                .collect::<Result<_, _>>()?;
            if spans.is_empty() || spans.len() > 100 {
                return Err(WeekError::Group(cut(group)));
            }
            for day in days {
                all[day].extend(&spans);
            }
        }
        Self::of_days(all)
    }
}

fn cut(text: &str) -> String {
    text.chars().take(40).collect()
}

fn days(text: &str) -> Option<std::ops::Range<usize>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let (first, last): (usize, usize) = (first.parse().ok()?, last.parse().ok()?);
    (1..=7).contains(&first).then_some(())?;
    (first..=7).contains(&last).then_some(first - 1..last)
}

fn span(text: &str) -> Option<Span> {
    let cell = match text.chars().last()? {
        'g' => Cell::Gpu,
        'n' => Cell::NoGpu,
        _ => return None,
    };
    let (start, end) = text[..text.len() - 1].split_once('-')?;
    let (start_minute, end_minute) = (minute(start)?, minute(end)?);
    (start_minute < end_minute).then_some(Span {
        start_minute,
        end_minute,
        cell,
    })
}

/// `9`, `09` (hours) or `0930` (hours and minutes), up to 24.
fn minute(text: &str) -> Option<u16> {
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let (hour, minute) = match text.len() {
        1 | 2 => (text.parse::<u16>().ok()?, 0),
        4 => (text[..2].parse().ok()?, text[2..].parse().ok()?),
        _ => return None,
    };
    let total = hour * 60 + minute;
    (minute < 60 && total <= 1440).then_some(total)
}

impl std::fmt::Display for Week {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.is_empty() {
            return f.write_str("0");
        }
        let text = |day: &[Span]| {
            day.iter().fold(String::new(), |mut out, span| {
                let time = |m: u16| {
                    if m.is_multiple_of(60) {
                        (m / 60).to_string()
                    } else {
                        format!("{:02}{:02}", m / 60, m % 60)
                    }
                };
                let _ = write!(
                    out,
                    ".{}-{}{}",
                    time(span.start_minute),
                    time(span.end_minute),
                    span.cell.letter()
                );
                out
            })
        };
        let mut first = true;
        let mut day = 0;
        while day < 7 {
            let same = (day..7).take_while(|d| self.0[*d] == self.0[day]).count();
            if !self.0[day].is_empty() {
                let days = if same == 1 {
                    (day + 1).to_string()
                } else {
                    format!("{}-{}", day + 1, day + same)
                };
                write!(
                    f,
                    "{}{days}{}",
                    if first { "" } else { "~" },
                    text(&self.0[day])
                )?;
                first = false;
            }
            day += same;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_picture_s_week_survives_the_address() {
        let week = Week::sample();
        assert_eq!(
            week.to_string(),
            "1-4.9-12n.14-18n.20-23g~5.9-12n.14-18n.20-24g~6.0-6g.14-18n~7.14-20g"
        );
        assert_eq!(
            (week.minutes(Cell::Gpu), week.minutes(Cell::NoGpu)),
            (28 * 60, 39 * 60)
        );
    }

    #[test]
    fn painting_cuts_and_joins() {
        let mut week: Week = "1.9-12g".parse().unwrap();
        week.paint(0, 10, Some(Cell::NoGpu));
        assert_eq!(week.to_string(), "1.9-10g.10-11n.11-12g");
        week.paint(0, 10, Some(Cell::Gpu));
        assert_eq!(week.to_string(), "1.9-12g");
        week.paint(0, 11, None);
        assert_eq!(week.to_string(), "1.9-11g");
        let mut half: Week = "1.0930-1030n".parse().unwrap();
        half.paint(0, 9, None);
        assert_eq!(half.to_string(), "1.10-1030n");
    }

    #[test]
    fn what_is_no_week_is_named() {
        assert_eq!(
            "8.9-12g".parse::<Week>(),
            Err(WeekError::Group("8.9-12g".into()))
        );
        assert_eq!(
            "1.12-9g".parse::<Week>(),
            Err(WeekError::Span("12-9g".into()))
        );
        assert_eq!(
            "1.9-12x".parse::<Week>(),
            Err(WeekError::Span("9-12x".into()))
        );
        assert_eq!("1.9-12g.11-13n".parse::<Week>(), Err(WeekError::Overlap(1)));
        assert!("1.9-12é".parse::<Week>().is_err());
        assert_eq!("0".parse::<Week>().unwrap().to_string(), "0");
    }
}
