//! Calendar days as text.
use chrono::NaiveDate;

/// A day written `2026-11-30`; `None` for any other text.
///
/// chrono's own reader knows every format there is, which is too much to send to a browser.
pub fn day_of_text(text: &str) -> Option<NaiveDate> {
    let number = |part: &str, digits: usize| -> Option<u32> {
        let is_number = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        part.parse().ok().filter(|_| is_number)
    };
    let (year, rest) = text.split_once('-')?;
    let (month, day) = rest.split_once('-')?;
    let year = i32::try_from(number(year, 4)?).ok()?;
    NaiveDate::from_ymd_opt(year, number(month, 2)?, number(day, 2)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_read_back_and_nothing_else_is_one() {
        for text in ["2026-11-30", "2024-02-29", "0001-01-01"] {
            assert_eq!(
                day_of_text(text).map(|day| day.to_string()),
                Some(text.to_owned())
            );
        }
        for text in [
            "2026-11-31",
            "2026-1-30",
            "26-11-30",
            "2026-11-30 ",
            "+026-11-30",
            "2026-11",
            "",
        ] {
            assert_eq!(day_of_text(text), None, "{text}");
        }
    }
}
