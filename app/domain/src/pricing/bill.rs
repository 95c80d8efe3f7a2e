//! A bill: nine lines, a total, and what was counted on the way.
use super::rounding::fixed;
use crate::units::{Currency, Decimal};
use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

/// What a line of a bill is for.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, serde::Deserialize,
)]
#[serde(rename_all = "snake_case")]
pub enum LineKind {
    /// Machine time with the GPU.
    ComputeGpu,
    /// Machine time without the GPU.
    ComputeNogpu,
    /// A stopped machine that is still paid for.
    ComputeStopped,
    /// Prepaid periods.
    Commit,
    /// Data on the volume.
    Storage,
    /// Data sent out.
    TransferOut,
    /// Data pulled in.
    TransferIn,
    /// Discount; at most zero.
    Discount,
    /// Tax; with tax-inclusive prices it is shown and not added.
    Tax,
}

impl LineKind {
    /// All kinds in the order of a bill.
    pub const ALL: [Self; 9] = [
        Self::ComputeGpu,
        Self::ComputeNogpu,
        Self::ComputeStopped,
        Self::Commit,
        Self::Storage,
        Self::TransferOut,
        Self::TransferIn,
        Self::Discount,
        Self::Tax,
    ];

    /// The key in documents.
    pub const fn key(self) -> &'static str {
        match self {
            Self::ComputeGpu => "compute_gpu",
            Self::ComputeNogpu => "compute_nogpu",
            Self::ComputeStopped => "compute_stopped",
            Self::Commit => "commit",
            Self::Storage => "storage",
            Self::TransferOut => "transfer_out",
            Self::TransferIn => "transfer_in",
            Self::Discount => "discount",
            Self::Tax => "tax",
        }
    }
}

/// One line of a bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CostLine {
    /// What it is for.
    pub kind: LineKind,
    /// Its amount in the plan's currency.
    pub amount: Decimal,
}

/// The nine lines, in the plan's currency.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    pub(super) amounts: [Decimal; 9],
    pub(super) digits: u32,
}

impl Lines {
    /// Lines of a bill whose every line is rounded to `digits` decimals.
    pub(crate) const fn new(amounts: [Decimal; 9], digits: u32) -> Self {
        Self { amounts, digits }
    }

    /// The amount of a line.
    pub const fn amount(&self, kind: LineKind) -> Decimal {
        self.amounts[kind as usize]
    }

    /// All lines in order, also those of zero.
    pub fn iter(&self) -> impl Iterator<Item = CostLine> + '_ {
        LineKind::ALL.into_iter().map(|kind| CostLine {
            kind,
            amount: self.amount(kind),
        })
    }

    /// Decimals with which lines are shown: those of the minor unit, or 6 when only the total is rounded.
    pub const fn digits(&self) -> u32 {
        self.digits
    }
}

impl Serialize for Lines {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(
            self.iter()
                .map(|line| (line.kind.key(), fixed(line.amount, self.digits))),
        )
    }
}

/// What one use costs under one plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bill {
    /// The nine lines.
    pub lines: Lines,
    /// Their sum, rounded to the minor unit; inclusive tax is not added.
    pub total: Decimal,
    /// Currency of the plan.
    pub currency: Currency,
    /// Decimals of its minor unit.
    pub minor_digits: u32,
    /// The rounded total in the display currency, rounded half up.
    pub total_display: Decimal,
    /// Currency in which the total is shown.
    pub display_currency: Currency,
    /// Decimals with which it is shown.
    pub display_digits: u32,
    /// Served runs with the GPU.
    pub gpu_starts: u64,
    /// Their seconds.
    pub served_gpu_s: u64,
    /// Their seconds without the setup at each start.
    pub useful_gpu_s: u64,
    /// Metered GPU seconds after minimum and increment.
    pub billed_gpu_s: u64,
    /// Metered no-GPU seconds after minimum and increment.
    pub billed_nogpu_s: u64,
    /// Seconds of use that the plan does not serve.
    pub unserved_s: u64,
    /// Prepaid periods bought.
    pub commit_periods: u64,
    /// How often data was lost after a long stop.
    pub releases: u64,
    /// How often it was pulled in again.
    pub reuploads: u64,
    /// Deposit held by the platform, in the plan's currency; not part of the total.
    pub deposit_held: Decimal,
    /// Deposit and the first prepaid period when it begins with the horizon, in the plan's currency.
    pub cash_at_start: Decimal,
    /// Displayed total for a useful machine-hour, 6 decimals; none without a useful second.
    pub effective_per_useful_gpu_hour: Option<Decimal>,
}

impl Bill {
    /// The displayed total as text, with all its decimals.
    pub fn total_display_text(&self) -> String {
        fixed(self.total_display, self.display_digits)
    }

    /// The total in the plan's currency as text, with all its decimals.
    pub fn total_text(&self) -> String {
        fixed(self.total, self.minor_digits)
    }
}

impl Serialize for Bill {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let minor = |amount| fixed(amount, self.minor_digits);
        let mut out = serializer.serialize_struct("Bill", 17)?;
        out.serialize_field("lines", &self.lines)?;
        out.serialize_field("total", &self.total_text())?;
        out.serialize_field("currency", &self.currency)?;
        out.serialize_field("total_display", &self.total_display_text())?;
        out.serialize_field("display_currency", &self.display_currency)?;
        out.serialize_field("gpu_starts", &self.gpu_starts)?;
        out.serialize_field("served_gpu_s", &self.served_gpu_s)?;
        out.serialize_field("useful_gpu_s", &self.useful_gpu_s)?;
        out.serialize_field("billed_gpu_s", &self.billed_gpu_s)?;
        out.serialize_field("billed_nogpu_s", &self.billed_nogpu_s)?;
        out.serialize_field("unserved_s", &self.unserved_s)?;
        out.serialize_field("commit_periods", &self.commit_periods)?;
        out.serialize_field("releases", &self.releases)?;
        out.serialize_field("reuploads", &self.reuploads)?;
        out.serialize_field("deposit_held", &minor(self.deposit_held))?;
        out.serialize_field("cash_at_start", &minor(self.cash_at_start))?;
        let effective = self
            .effective_per_useful_gpu_hour
            .map(|price| fixed(price, 6));
        out.serialize_field("effective_per_useful_gpu_hour", &effective)?;
        out.end()
    }
}
