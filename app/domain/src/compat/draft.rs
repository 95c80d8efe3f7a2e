//! What somebody typed, pasted or sent, before it is checked. All that is wrong is found at once.
use super::card::resolve;
use super::facts::Compat;
use super::question::{Format, Installed, Os, Question};
use super::version::{Line, Version};
use crate::catalog::Gpu;

/// The fields, by their names in documents and addresses.
pub const FIELDS: [&str; 10] = [
    "gpu",
    "driver",
    "os",
    "torch",
    "cuda_line",
    "python",
    "libraries",
    "compiles",
    "nvcc",
    "dtype",
];
/// A longer value is refused.
const MOST_LETTERS: usize = 2000;
/// More libraries are refused.
const MOST_LIBRARIES: usize = 40;

/// The fields as text; an empty one was not given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Draft {
    values: [String; FIELDS.len()],
}

/// What is wrong with a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FlawKind {
    /// It is needed.
    Missing,
    /// Nobody reads it.
    UnknownField,
    /// It is given twice.
    Duplicate,
    /// The document is no object.
    NotAnObject,
    /// Its value is of another sort.
    WrongSort,
    /// One of these words was expected.
    NotAWord(Vec<&'static str>),
    /// Not the number of a driver.
    NotADriver,
    /// Not a release of PyTorch.
    NotARelease,
    /// Not a CUDA line.
    NotALine,
    /// The build's own suffix names another line.
    OtherLine(String),
    /// Not a version.
    NotAVersion,
    /// Not a library with its version.
    NotALibrary,
    /// Too long, or too many.
    TooLong,
    /// No such card; these come closest.
    UnknownCard(Vec<String>),
    /// Several cards with different chips.
    SeveralCards(Vec<String>),
}

/// A field that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Its name.
    pub field: String,
    /// What stood there, short.
    pub value: String,
    /// What is wrong.
    pub kind: FlawKind,
}

impl Flaw {
    pub(super) fn new(field: &str, value: &str, kind: FlawKind) -> Self {
        let short = |text: &str| text.chars().take(60).collect();
        Self {
            field: short(field),
            value: short(value),
            kind,
        }
    }

    /// A short stable word for programs.
    pub const fn code(&self) -> &'static str {
        match self.kind {
            FlawKind::Missing => "missing_field",
            FlawKind::UnknownField => "unknown_field",
            FlawKind::Duplicate => "duplicate",
            FlawKind::UnknownCard(_) | FlawKind::SeveralCards(_) => "unknown_name",
            _ => "bad_value",
        }
    }
}

fn place(field: &str) -> Option<usize> {
    FIELDS.iter().position(|known| *known == field)
}

impl Draft {
    /// A field's text; empty when it was not given or is no field.
    pub fn get(&self, field: &str) -> &str {
        place(field).map_or("", |place| &self.values[place])
    }

    /// Sets a field; what is no field is ignored.
    pub fn set(&mut self, field: &str, value: &str) {
        if let Some(place) = place(field) {
            value.trim().clone_into(&mut self.values[place]);
        }
    }

    /// True when nothing was given that could be asked about.
    pub fn is_empty(&self) -> bool {
        let asked = |field: &&&str| !["os", "compiles"].contains(*field);
        FIELDS
            .iter()
            .filter(asked)
            .all(|field| self.get(field).is_empty())
    }

    /// Fields that say something, in order.
    pub fn pairs(&self) -> Vec<(String, String)> {
        let all = FIELDS.iter().zip(&self.values);
        all.filter(|(_, value)| !value.is_empty())
            .map(|(field, value)| ((*field).to_owned(), value.clone()))
            .collect()
    }

    /// The question. Errors: every field that cannot be read.
    pub fn check(&self, facts: &Compat, gpus: &[Gpu]) -> Result<Question, Vec<Flaw>> {
        let mut flaws = Vec::new();
        for (field, value) in self.pairs() {
            if value.chars().count() > MOST_LETTERS {
                flaws.push(Flaw::new(&field, &value, FlawKind::TooLong));
            }
        }
        if !flaws.is_empty() {
            return Err(flaws);
        }
        let gpu = self.get("gpu");
        let card = if gpu.is_empty() {
            Err(FlawKind::Missing)
        } else {
            resolve(facts, gpus, gpu).map_err(|(names, all_fit)| {
                if all_fit {
                    FlawKind::SeveralCards(names)
                } else {
                    FlawKind::UnknownCard(names)
                }
            })
        };
        let mut note = |field: &str, kind| flaws.push(Flaw::new(field, self.get(field), kind));
        let card = card.map_err(|kind| note("gpu", kind)).ok();
        let driver = self.read("driver", driver, FlawKind::NotADriver, &mut note);
        let nvcc = self.read("nvcc", toolkit, FlawKind::NotAVersion, &mut note);
        let python = self.read("python", python, FlawKind::NotAVersion, &mut note);
        let torch = self.read("torch", release, FlawKind::NotARelease, &mut note);
        let own = self.read("cuda_line", Line::read, FlawKind::NotALine, &mut note);
        let of_build = torch.and_then(|(_, line)| line);
        if let (Some(own), Some(other)) = (own, of_build)
            && own != other
        {
            note("cuda_line", FlawKind::OtherLine(other.word()));
        }
        let os = word(self.get("os"), &Os::ALL, Os::word);
        let os = os.map_err(|kind| note("os", kind)).ok().flatten();
        let format = word(self.get("dtype"), &Format::ALL, Format::word);
        let format = format.map_err(|kind| note("dtype", kind)).ok().flatten();
        let compiles = yes_or_no(self.get("compiles"));
        let compiles = compiles.map_err(|kind| note("compiles", kind)).ok();
        let libraries = libraries(self.get("libraries"));
        let libraries = libraries.map_err(|bad| flaws.push(bad)).ok();
        match (card, compiles, libraries) {
            (Some(card), Some(compiles), Some(libraries)) if flaws.is_empty() => Ok(Question {
                card,
                driver,
                os: os.unwrap_or_default(),
                torch: torch.map(|(release, _)| release),
                line: own.or(of_build),
                python,
                libraries,
                compiles,
                nvcc,
                format,
            }),
            _ => {
                let order = |flaw: &Flaw| place(&flaw.field).unwrap_or(usize::MAX);
                flaws.sort_by_key(order);
                Err(flaws)
            }
        }
    }

    fn read<T>(
        &self,
        field: &str,
        reader: fn(&str) -> Option<T>,
        kind: FlawKind,
        note: &mut impl FnMut(&str, FlawKind),
    ) -> Option<T> {
        let text = self.get(field);
        if text.is_empty() {
            return None;
        }
        let found = reader(text);
        if found.is_none() {
            note(field, kind);
        }
        found
    }
}

/// The number of a driver, of either system: `550.54.14`, `551.61`, `570`.
pub(super) fn driver(text: &str) -> Option<Version> {
    Version::strict(text).filter(|version| (100..10_000).contains(&version.major()))
}

fn toolkit(text: &str) -> Option<Version> {
    Version::strict(text).filter(|version| (5..100).contains(&version.major()))
}

fn python(text: &str) -> Option<(u32, u32)> {
    let version = Version::strict(text).filter(|_| text.contains('.'))?;
    (2..=3).contains(&version.major()).then(|| version.series())
}

/// A release with the line that its suffix names: `2.5.1+cu124`.
fn release(text: &str) -> Option<((u32, u32), Option<Line>)> {
    let lower = text.to_ascii_lowercase();
    let bare = ["pytorch", "torch"]
        .iter()
        .find_map(|name| lower.strip_prefix(name))
        .unwrap_or(&lower);
    let bare = bare.trim_start_matches(|c: char| c == '=' || c.is_whitespace());
    let (number, local) = bare.split_once('+').unwrap_or((bare, ""));
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '.';
    let version = Version::read(number).filter(|_| number.chars().all(is_plain))?;
    (number.contains('.') && version.major() < 100).then(|| (version.series(), Line::read(local)))
}

fn word<T: Copy>(
    text: &str,
    all: &[T],
    word: fn(T) -> &'static str,
) -> Result<Option<T>, FlawKind> {
    if text.is_empty() {
        return Ok(None);
    }
    let found = all
        .iter()
        .copied()
        .find(|one| word(*one).eq_ignore_ascii_case(text));
    let words = || FlawKind::NotAWord(all.iter().map(|one| word(*one)).collect());
    found.map(Some).ok_or_else(words)
}

fn yes_or_no(text: &str) -> Result<bool, FlawKind> {
    match text.to_ascii_lowercase().as_str() {
        "" | "false" | "no" | "off" | "0" => Ok(false),
        "true" | "yes" | "on" | "1" => Ok(true),
        _ => Err(FlawKind::NotAWord(vec!["true", "false"])),
    }
}

/// `bitsandbytes 0.45.0, flash-attn==2.8.3`.
fn libraries(text: &str) -> Result<Vec<Installed>, Flaw> {
    let mut found: Vec<Installed> = Vec::new();
    for one in text.split([',', ';', '\n']) {
        let one = one.trim();
        if one.is_empty() {
            continue;
        }
        let bad = |kind| Flaw::new("libraries", one, kind);
        let end = one.find(|c: char| c == '=' || c.is_whitespace());
        let (name, rest) = one.split_at(end.unwrap_or(one.len()));
        let rest = rest.trim_start_matches(|c: char| c == '=' || c.is_whitespace());
        let name = pip_name(name);
        let is_name =
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        let version = Version::read(rest).filter(|_| !rest.contains(char::is_whitespace));
        let Some(version) = version.filter(|_| is_name) else {
            return Err(bad(FlawKind::NotALibrary));
        };
        if found.iter().any(|known| known.name == name) {
            return Err(bad(FlawKind::Duplicate));
        }
        if found.len() == MOST_LIBRARIES {
            return Err(bad(FlawKind::TooLong));
        }
        found.push(Installed { name, version });
    }
    Ok(found)
}

/// pip's own spelling of a name: `Flash_Attn` is `flash-attn`.
pub(super) fn pip_name(text: &str) -> String {
    text.trim().to_ascii_lowercase().replace(['_', '.'], "-")
}
