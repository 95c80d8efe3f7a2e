//! Versions as people and tools write them, compared numerically part by part.
use std::cmp::Ordering;
use std::fmt;

/// Parts of a version that are read; no tool here has more.
const MOST_PARTS: usize = 6;

/// A version: `570.124.06` is newer than `570.26`, `2.8.3.post1` newer than `2.8.3`; `12` and `12.0` are equal.
#[derive(Clone, Debug)]
pub struct Version {
    text: String,
    parts: Vec<u32>,
}

impl Version {
    /// Reads digits and points; what follows (`+cu124`, `rc1`) is left out. None when it begins with no number.
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim();
        let plain = text.split('+').next().unwrap_or(text);
        let mut parts = Vec::new();
        let mut kept = 0;
        for (place, part) in plain.split('.').enumerate() {
            let digits = part.strip_prefix("post").unwrap_or(part);
            let end = digits
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(digits.len());
            let Ok(number) = digits[..end].parse() else {
                break;
            };
            if place == MOST_PARTS {
                return None;
            }
            parts.push(number);
            kept += part.len() - digits.len() + end + usize::from(place > 0);
            if end < digits.len() {
                break;
            }
        }
        let text = plain.get(..kept)?.to_owned();
        while parts.len() > 1 && parts.last() == Some(&0) {
            parts.pop();
        }
        (!parts.is_empty()).then_some(Self { text, parts })
    }

    /// As [`Version::read`], when nothing but digits and points stands there.
    pub fn strict(text: &str) -> Option<Self> {
        let text = text.trim();
        let is_plain = text.bytes().all(|b| b.is_ascii_digit() || b == b'.');
        Self::read(text).filter(|found| is_plain && found.text.len() == text.len())
    }

    /// Its first part.
    pub fn major(&self) -> u32 {
        self.parts.first().copied().unwrap_or(0)
    }

    /// Its first two parts; a missing second one is 0.
    pub fn series(&self) -> (u32, u32) {
        (self.major(), self.parts.get(1).copied().unwrap_or(0))
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.parts == other.parts
    }
}

impl Eq for Version {}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        self.parts.cmp(&other.parts)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

/// For which runtime a build of PyTorch is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Line {
    /// None: it never uses a card.
    Cpu,
    /// CUDA of this version: `cu124` is 12.4.
    Cuda(u32, u32),
}

impl Line {
    /// Reads `cu124`, `12.4`, `12.4.1`, `CUDA 12.4` and `cpu`.
    pub fn read(text: &str) -> Option<Self> {
        let lower = text.trim().to_ascii_lowercase();
        if lower == "cpu" {
            return Some(Self::Cpu);
        }
        let bare = lower.strip_prefix("cuda").unwrap_or(&lower).trim();
        if let Some(digits) = bare.strip_prefix("cu") {
            let is_plain =
                (2..=4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
            let (major, minor) = digits.split_at_checked(digits.len().checked_sub(1)?)?;
            return is_plain
                .then(|| Some(Self::Cuda(major.parse().ok()?, minor.parse().ok()?)))
                .flatten();
        }
        let version = Version::strict(bare).filter(|_| bare.contains('.'))?;
        let (major, minor) = version.series();
        ((6..=99).contains(&major) && minor <= 9).then_some(Self::Cuda(major, minor))
    }

    /// The CUDA version, `12.4`.
    pub fn cuda(self) -> Option<Version> {
        match self {
            Self::Cpu => None,
            Self::Cuda(major, minor) => Version::read(&format!("{major}.{minor}")),
        }
    }

    /// As pip's index has it: `cu124`.
    pub fn word(self) -> String {
        match self {
            Self::Cpu => "cpu".to_owned(),
            Self::Cuda(major, minor) => format!("cu{major}{minor}"),
        }
    }
}

/// `8.9` as (8, 9); also `sm_89` and `sm_120`.
pub fn capability(text: &str) -> Option<(u32, u32)> {
    let text = text.trim();
    if let Some(digits) = text.strip_prefix("sm_") {
        let digits = digits.trim_end_matches(['a', 'f']);
        let is_plain =
            (2..=3).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
        let (major, minor) = digits.split_at_checked(digits.len().checked_sub(1)?)?;
        return is_plain
            .then(|| Some((major.parse().ok()?, minor.parse().ok()?)))
            .flatten();
    }
    let (major, minor) = text.split_once('.')?;
    let is_number =
        |part: &str| (1..=2).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    (is_number(major) && is_number(minor))
        .then(|| Some((major.parse().ok()?, minor.parse().ok()?)))
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_compare_part_by_part() {
        let of = |text: &str| Version::read(text).unwrap();
        assert!(of("570.124.06") > of("570.26"));
        assert!(of("2.10") > of("2.9"));
        assert!(of("2.8.3.post1") > of("2.8.3"));
        assert_eq!(of("12"), of("12.0"));
        assert_eq!(of("2.5.1+cu124").text(), "2.5.1");
        assert_eq!(of("2.9.0a0").text(), "2.9.0");
        assert!(Version::read("new").is_none() && Version::strict("570.x").is_none());
        assert!(Version::read("99999999999").is_none());
    }

    #[test]
    fn lines_are_read_as_people_write_them() {
        for text in ["cu124", "12.4", "12.4.1", "CUDA 12.4", " CU124 "] {
            assert_eq!(Line::read(text), Some(Line::Cuda(12, 4)), "{text}");
        }
        assert_eq!(Line::read("cpu"), Some(Line::Cpu));
        for text in ["", "cu", "cu1", "12", "rocm6.1", "cu12x", "0.4", "cu99999"] {
            assert_eq!(Line::read(text), None, "{text}");
        }
        assert_eq!(capability("sm_120"), Some((12, 0)));
        assert_eq!(capability("sm_90a"), Some((9, 0)));
        assert_eq!(capability("8.9"), Some((8, 9)));
        assert_eq!(capability("gfx90a"), None);
    }
}
