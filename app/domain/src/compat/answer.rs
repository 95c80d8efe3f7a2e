//! Verdicts and their reasons, typed: the words are the app's.
use super::version::{Line, Version};

/// What is said of a rule or of the whole. In order of weight: what fails outweighs what is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    /// Facts say that it runs.
    Ok,
    /// It runs with a limit.
    Warn,
    /// No fact says so either way, or something was not given.
    Unknown,
    /// Facts say that it does not run.
    Fail,
}

impl Verdict {
    /// The word in documents.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warn => "warn",
            Self::Unknown => "unknown",
            Self::Fail => "fail",
        }
    }
}

/// How surely a fact is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Evidence {
    /// Its text was read at the source.
    Seen,
    /// It was read in a copy or quotation of the source.
    Quoted,
    /// A third party says so.
    ThirdParty,
    /// It follows from something that was read.
    Inferred,
    /// It is commonly known; the source was not read again.
    Known,
    /// The card's entry in the catalogue says so.
    Catalogue,
}

impl Evidence {
    /// From a row's words.
    pub fn read(text: &str) -> Self {
        let has = |word: &str| text.contains(word);
        match () {
            () if has("third-party") => Self::ThirdParty,
            () if has("inferred") || has("derived") => Self::Inferred,
            () if has("general knowledge") => Self::Known,
            () if has("quoted") || has("copies") => Self::Quoted,
            () if has("seen") => Self::Seen,
            () => Self::Known,
        }
    }

    /// The word in documents.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Seen => "seen",
            Self::Quoted => "quoted",
            Self::ThirdParty => "third_party",
            Self::Inferred => "inferred",
            Self::Known => "general_knowledge",
            Self::Catalogue => "catalogue",
        }
    }
}

/// Where a fact was read, and how surely.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Address.
    pub url: String,
    /// How surely.
    pub evidence: Evidence,
}

/// Why a rule says what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the fields are the figures of the sentence that the variant names
pub enum Because {
    /// No driver was given.
    DriverNotGiven,
    /// The driver knows the card from `least` on.
    DriverKnowsCard { least: Version },
    /// The card needs a newer driver.
    DriverTooOldForCard { least: Version },
    /// From `least` on the driver surely knows the card; nothing was read about older ones.
    DriverForCardNotRead { least: Option<Version> },
    /// No build was given.
    BuildNotGiven,
    /// The driver fully serves the line.
    DriverServes { line: Line, least: Version },
    /// It serves it within the major version only; `full` serves it fully.
    DriverServesPartly {
        line: Line,
        floor: Version,
        full: Version,
    },
    /// It is older than the oldest of the line's major version.
    DriverTooOld { line: Line, floor: Version },
    /// Nothing was read about this line and this driver.
    DriverForLineNotRead { line: Line },
    /// The card has no CUDA.
    NotCuda,
    /// The card's capability is not known.
    CapabilityNotKnown,
    /// The card comes with an ARM processor, and the facts are of builds for x86-64.
    ArmBuilds,
    /// The build is for processors only.
    CpuBuild,
    /// Code of capability `code` runs on the card.
    HasCode { card: (u32, u32), code: String },
    /// Its intermediate code is compiled on the card.
    HasJit { card: (u32, u32), code: String },
    /// The same, and the driver does not fully serve the line.
    JitNeedsDriver { card: (u32, u32), code: String },
    /// No code for the card; `first` is the first CUDA that can build some.
    NoCode {
        card: (u32, u32),
        built: String,
        first: Option<Version>,
    },
    /// For which cards this build has code was not read.
    ListNotRead { torch: (u32, u32), line: Line },
    /// Such a build is published.
    WheelListed { index: String },
    /// The same, called experimental.
    WheelExperimental { index: String },
    /// The release has other lines only.
    NoSuchWheel {
        torch: (u32, u32),
        line: Line,
        lines: Vec<String>,
    },
    /// Nothing was read about this release.
    ReleaseNotRead { torch: (u32, u32) },
    /// The release is built for this Python.
    PythonFits { range: String },
    /// It is not.
    PythonOutside { range: String },
    /// For which Pythons was not read.
    PythonNotRead,
    /// No toolkit was given.
    ToolkitNotGiven,
    /// The toolkit can compile for the card and fits the build.
    ToolkitFits { first: Version },
    /// It cannot.
    ToolkitTooOld { first: Version },
    /// It is of another major version than the build.
    ToolkitOtherMajor { line: Line },
    /// Which toolkit can was not read.
    ToolkitNotRead,
    /// The library runs on cards from this capability on.
    LibraryRuns { library: String, least: String },
    /// It needs a card of a higher capability.
    LibraryNeedsCard { library: String, least: String },
    /// It runs, its 8-bit path does not.
    LibraryWithoutInt8 { library: String, least: String },
    /// It is new enough.
    LibraryNewEnough { library: String, least: Version },
    /// It is too old for this card or line.
    LibraryTooOld { library: String, least: Version },
    /// Built in principle; people report missing code.
    LibraryDoubted { library: String, least: Version },
    /// It needs a CUDA line of at least.
    LibraryNeedsCuda { library: String, least: Version },
    /// It has code for these CUDA versions only.
    LibraryCudaRange { library: String, range: String },
    /// It needs something else of at least.
    LibraryNeeds {
        library: String,
        other: String,
        least: Version,
    },
    /// Everything given reaches the minimum that it names.
    LibraryMinimaMet { library: String },
    /// Only for Hopper.
    LibraryHopperOnly { library: String },
    /// This use of it ends at a capability.
    LibraryAboveLimit { library: String, most: String },
    /// Nothing was read about it.
    LibraryNotRead { library: String },
    /// The card computes in this format.
    FormatFits {
        format: &'static str,
        least: Option<String>,
    },
    /// It does not.
    FormatMissing { format: &'static str, least: String },
    /// Nothing was read about the format.
    FormatNotRead { format: &'static str },
}

/// A rule's answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// 1 to 7, in the order in which they are asked.
    pub rule: u8,
    /// What it says.
    pub verdict: Verdict,
    /// Why.
    pub because: Because,
    /// The fact behind it; none when there is no such fact, or nothing to look up.
    pub source: Option<Source>,
    /// What would help, where it is not the build or the driver.
    pub change: Option<Change>,
}

/// One thing to change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// Another build of PyTorch.
    Build {
        /// Release.
        torch: (u32, u32),
        /// Its CUDA line.
        line: Line,
        /// Where pip finds it.
        index: String,
    },
    /// A driver of at least.
    Driver(Version),
    /// Another Python.
    Python((u32, u32)),
    /// A toolkit of at least, of the same major version as the build.
    Toolkit {
        /// At least.
        least: Version,
        /// Of this major version, where the build says so.
        major: Option<u32>,
    },
    /// A library of at least.
    Library {
        /// Which.
        name: String,
        /// At least.
        least: Version,
    },
    /// Without the library; PyTorch's own attention takes its place.
    WithoutLibrary(String),
    /// fp16 in place of bf16.
    Fp16,
}

/// The smallest change that helps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// All of these.
    pub changes: Vec<Change>,
    /// What is said once they are made: ok or warn.
    pub then: Verdict,
    /// Or, with everything else as it is, a driver of at least.
    pub or_driver: Option<Version>,
}

impl Fix {
    /// The command that installs the other build.
    pub fn command(&self) -> Option<String> {
        self.changes.iter().find_map(|change| match change {
            Change::Build { torch, index, .. } => Some(format!(
                "pip install \"torch=={}.{}.*\" --index-url {index}",
                torch.0, torch.1
            )),
            _ => None,
        })
    }
}

/// The whole answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The heaviest verdict of all checks.
    pub verdict: Verdict,
    /// All checks, in the order of the rules.
    pub checks: Vec<Check>,
    /// The smallest change, unless all is well or none is known.
    pub fix: Option<Fix>,
}

impl Answer {
    /// The first check that says what the whole says; none when all is well.
    pub fn first(&self) -> Option<&Check> {
        let mut all = self.checks.iter();
        all.find(|check| check.verdict == self.verdict && self.verdict != Verdict::Ok)
    }
}
