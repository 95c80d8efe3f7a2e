//! The formats that can be read, how each is told from its first bytes, and what each needs to be told.
use super::skypilot::public_address;
use super::{Files, Import, ImportError, gpu_price_feed, read_zuka, skypilot};
use chrono::NaiveDate;
use domain::catalog::CatalogSnapshot;

pub use super::skypilot::Origin;

/// Whose file it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Format {
    /// Zuka's own: a folder of its tables, or an offerings.csv by itself.
    Zuka,
    /// A `vms.csv` of SkyPilot's catalogue; needs `--platform` and `--observed`.
    Skypilot,
    /// The prices.json of gpu-price-feed.
    GpuPriceFeed,
}

/// What the first bytes of a text say it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Told {
    /// A file of that format.
    Format(Format),
    /// A table of ours that is no list of offers, by its file's name.
    OtherTable(&'static str),
    /// Neither.
    Nothing,
}

impl Format {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Zuka, Self::Skypilot, Self::GpuPriceFeed];

    /// Its word in forms and summaries.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Zuka => "zuka",
            Self::Skypilot => "skypilot",
            Self::GpuPriceFeed => "gpu-price-feed",
        }
    }

    /// From its word.
    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.word() == word)
    }

    /// Errors: what a file of this format does not say and `origin` neither.
    pub const fn needs(self, origin: &Origin) -> Result<(), ImportError> {
        match self {
            Self::Skypilot if origin.platform.is_empty() => Err(ImportError::Missing("platform")),
            Self::Skypilot if origin.observed.is_empty() => Err(ImportError::Missing("observed")),
            _ => Ok(()),
        }
    }
}

/// Tells a text by its first line, or by being a JSON object.
pub fn tell(text: &str) -> Told {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with('{') {
        return Told::Format(Format::GpuPriceFeed);
    }
    let head = text.lines().next().unwrap_or_default();
    let columns: Vec<&str> = head
        .split(',')
        .map(|name| name.trim().trim_matches('"'))
        .collect();
    let has = |all: &[&str]| all.iter().all(|name| columns.contains(name));
    if has(&["platform_slug", "gpu_slug", "price_per_hour"]) {
        return Told::Format(Format::Zuka);
    }
    if has(&["InstanceType", "AcceleratorName"]) {
        return Told::Format(Format::Skypilot);
    }
    let others: [(&str, &[&str]); 6] = [
        ("gpus.csv", &["slug", "vendor", "memory_gb"]),
        ("persistence.csv", &["survives_stop"]),
        ("platforms.csv", &["slug", "homepage"]),
        ("fx.csv", &["base", "quote", "rate"]),
        ("history.csv", &["price_per_gpu_hour", "date"]),
        ("models.csv", &["hf_repo"]),
    ];
    let other = others.iter().find(|(_, needed)| has(needed));
    other.map_or(Told::Nothing, |(name, _)| Told::OtherTable(name))
}

/// Reads a text of `format`. What `origin` leaves empty is the format's own convention.
///
/// Errors: no such text, or something that it does not say and `origin` neither.
pub fn read(
    format: Format,
    text: String,
    origin: &Origin,
    snapshot: &CatalogSnapshot,
    today: NaiveDate,
) -> Result<Import, ImportError> {
    format.needs(origin)?;
    match format {
        Format::Zuka => {
            let name = match tell(&text) {
                Told::OtherTable(name) => name,
                _ => "offerings.csv",
            };
            read_tables(&Files::One(name, text), snapshot, today)
        }
        Format::Skypilot => {
            let mut origin = origin.clone();
            if origin.source_url.is_empty() {
                origin.source_url = public_address(&origin.platform);
            }
            let is_known = snapshot.platform_by_slug(&origin.platform).is_some();
            skypilot::read(&text, &origin, &snapshot.gpus, is_known, today)
        }
        Format::GpuPriceFeed => {
            let source = match origin.source_url.as_str() {
                "" => gpu_price_feed::PUBLIC_ADDRESS,
                stated => stated,
            };
            gpu_price_feed::read(&text, source, &snapshot.gpus, &snapshot.platforms, today)
        }
    }
}

/// Reads tables of ours beside the cards and platforms that exist.
pub fn read_tables(
    files: &Files,
    snapshot: &CatalogSnapshot,
    today: NaiveDate,
) -> Result<Import, ImportError> {
    let gpus = snapshot.gpus.iter().map(|gpu| gpu.slug.clone()).collect();
    let platforms = snapshot
        .platforms
        .iter()
        .map(|platform| platform.slug.clone())
        .collect();
    read_zuka(files, &gpus, &platforms, today)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_told_by_its_first_line() {
        for (text, told) in [
            (
                "\u{feff}platform_slug,region,gpu_slug,price_per_hour\r\n",
                Told::Format(Format::Zuka),
            ),
            (
                "InstanceType,AcceleratorName,Price\n",
                Told::Format(Format::Skypilot),
            ),
            ("\n {\"offers\":[]}", Told::Format(Format::GpuPriceFeed)),
            (
                "base,quote,rate,date,source,note\n",
                Told::OtherTable("fx.csv"),
            ),
            (
                include_str!("../../catalogue/gpus.csv"),
                Told::OtherTable("gpus.csv"),
            ),
            (
                include_str!("../../catalogue/platforms.csv"),
                Told::OtherTable("platforms.csv"),
            ),
            (
                include_str!("../../catalogue/history.csv"),
                Told::OtherTable("history.csv"),
            ),
            (
                include_str!("../../catalogue/models.csv"),
                Told::OtherTable("models.csv"),
            ),
            (
                include_str!("../../catalogue/persistence.csv"),
                Told::OtherTable("persistence.csv"),
            ),
            ("a,b\n1,2\n", Told::Nothing),
        ] {
            assert_eq!(
                tell(text),
                told,
                "{}",
                text.lines().next().unwrap_or_default()
            );
        }
    }
}
