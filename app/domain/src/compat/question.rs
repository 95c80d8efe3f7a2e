//! What is asked: a card, a driver, a build, and what else is to run.
use super::card::Card;
use super::version::{Line, Version};

/// The system that the driver is for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Os {
    /// Linux, also in a container.
    #[default]
    Linux,
    /// Windows.
    Windows,
    /// Linux inside Windows: the driver is that of Windows, the builds are those of Linux.
    Wsl,
}

impl Os {
    /// All, in the order of the form.
    pub const ALL: [Self; 3] = [Self::Linux, Self::Windows, Self::Wsl];

    /// The word in documents and addresses.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Linux => "linux",
            Self::Windows => "windows",
            Self::Wsl => "wsl",
        }
    }

    /// The property of a driver's fact.
    pub(super) const fn driver_key(self) -> &'static str {
        match self {
            Self::Linux => "linux_min_driver",
            Self::Windows | Self::Wsl => "windows_min_driver",
        }
    }
}

/// A number format that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// bfloat16.
    Bf16,
    /// float16.
    Fp16,
    /// float32.
    Fp32,
    /// 8-bit floats.
    Fp8,
    /// 8-bit integers.
    Int8,
}

impl Format {
    /// All, in the order of the form.
    pub const ALL: [Self; 5] = [Self::Bf16, Self::Fp16, Self::Fp32, Self::Fp8, Self::Int8];

    /// The word in documents and addresses.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Bf16 => "bf16",
            Self::Fp16 => "fp16",
            Self::Fp32 => "fp32",
            Self::Fp8 => "fp8",
            Self::Int8 => "int8",
        }
    }
}

/// A library with its version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Installed {
    /// In pip's spelling: small letters and hyphens.
    pub name: String,
    /// Version.
    pub version: Version,
}

/// The checked question.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// The card.
    pub card: Card,
    /// Driver; a branch alone (`570`) counts as its oldest.
    pub driver: Option<Version>,
    /// Whose driver.
    pub os: Os,
    /// Release of PyTorch, such as (2, 7).
    pub torch: Option<(u32, u32)>,
    /// CUDA line of the build.
    pub line: Option<Line>,
    /// Python, such as (3, 11).
    pub python: Option<(u32, u32)>,
    /// Libraries beside PyTorch.
    pub libraries: Vec<Installed>,
    /// True when something is compiled for the card.
    pub compiles: bool,
    /// The installed toolkit.
    pub nvcc: Option<Version>,
    /// The number format.
    pub format: Option<Format>,
}
