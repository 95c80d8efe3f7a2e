//! SkyPilot's catalogue: one `vms.csv` a platform. Columns are read by name, for their order and presence differ from
//! file to file; the currency is USD by the format's convention.
use super::{Import, ImportError, Refused, named_card, unreadable};
use chrono::NaiveDate;
use domain::catalog::draft::{self, FieldError, OfferDraft, Problem};
use domain::catalog::texts::Texts;
use domain::catalog::{Gpu, PriceKind};
use domain::units::Decimal;
use serde::Deserialize;
use std::collections::HashMap;

const FILE: &str = "vms.csv";

/// What the file itself does not say.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// Platform that the file is of, by slug.
    pub platform: String,
    /// Day, month or year of the prices.
    pub observed: String,
    /// Where the file was found.
    pub source_url: String,
    /// Currency of its prices.
    pub currency: String,
}

/// Address of a platform's file in the public catalogue.
pub fn public_address(cloud: &str) -> String {
    format!(
        "https://raw.githubusercontent.com/skypilot-org/skypilot-catalog/master/catalogs/v8/{cloud}/vms.csv"
    )
}

#[derive(Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
struct Row<'a> {
    instance_type: &'a str,
    accelerator_name: &'a str,
    accelerator_count: &'a str,
    #[serde(rename = "vCPUs")]
    vcpus: &'a str,
    #[serde(rename = "MemoryGiB")]
    memory_gib: &'a str,
    #[serde(rename = "StorageGiB")]
    storage_gib: &'a str,
    gpu_info: &'a str,
    region: &'a str,
    availability_zone: &'a str,
    price: &'a str,
    spot_price: &'a str,
}

/// The name in usual words. `-NVLink` says how cards are joined, not which they are.
fn usual(name: &str) -> String {
    let name = name.strip_suffix("-NVLink").unwrap_or(name);
    name.replace("RTXPRO", "RTX PRO ")
}

/// VRAM of one card in whole GB, as the row reports it: cards give a little less than their nominal size.
fn reported_vram_gb(gpu_info: &str) -> Option<u64> {
    let (_, after) = gpu_info.split_once("SizeInMiB")?;
    let digits: String = after
        .chars()
        .skip_while(|c| !c.is_ascii_digit())
        .take_while(char::is_ascii_digit)
        .collect();
    let mib: u64 = digits.parse().ok()?;
    (mib > 0).then(|| mib.div_ceil(1024))
}

/// A count such as `1`, `1.0` or `0.5`: whole cards, or the share of one.
fn cards(text: &str) -> Option<(String, String)> {
    let count: Decimal = text.trim().parse().ok()?;
    let whole = count.nanos() / Decimal::SCALE;
    if count.is_zero() || count.is_negative() {
        None
    } else if count.nanos() == whole * Decimal::SCALE {
        Some((whole.to_string(), String::new()))
    } else {
        Some(("1".to_owned(), count.to_string()))
    }
}

/// A row of the file as an offer without a price, in the place of the row before: it has the same texts again and again.
fn fill(draft: &mut OfferDraft, row: &Row<'_>, gpu: &Gpu, (count, share): (String, String)) {
    let region = if row.availability_zone.is_empty() {
        row.region
    } else {
        row.availability_zone
    };
    region.clone_into(&mut draft.region);
    draft.gpu_slug.clone_from(&gpu.slug);
    (draft.gpu_count, draft.gpu_fraction) = (count, share);
    row.vcpus.clone_into(&mut draft.vcpus);
    row.memory_gib.clone_into(&mut draft.ram_gb);
    row.storage_gib.clone_into(&mut draft.disk_gb);
    row.instance_type.clone_into(&mut draft.instance_type);
}

/// What a row asks for each kind of renting; what it does not state is left out.
fn prices<'a>(row: &Row<'a>) -> impl Iterator<Item = (PriceKind, &'a str)> + use<'a> {
    let all = [
        (PriceKind::OnDemand, row.price.trim()),
        (PriceKind::Spot, row.spot_price.trim()),
    ];
    all.into_iter().filter(|(_, price)| !price.is_empty())
}

/// The card that a name means, or what is wrong with the name.
type Meant<'a> = Result<&'a Gpu, (Problem, String)>;

/// The cards that a file's names mean: a file has few names and many rows.
struct Names<'a> {
    gpus: &'a [Gpu],
    known: HashMap<(String, Option<u64>), Meant<'a>>,
}

impl<'a> Names<'a> {
    fn card(&mut self, name: &str, vram_gb: Option<u64>) -> Meant<'a> {
        let gpus = self.gpus;
        self.known
            .entry((name.to_owned(), vram_gb))
            .or_insert_with(|| named_card(gpus, &usual(name), vram_gb))
            .clone()
    }
}

/// Reads one file. Rows without a card are skipped and counted; a row that breaks a rule is refused by name.
///
/// Errors: a text that is no table, or one without the columns of this format.
pub fn read(
    text: &str,
    origin: &Origin,
    gpus: &[Gpu],
    is_known_platform: bool,
    today: NaiveDate,
) -> Result<Import, ImportError> {
    let mut import = Import::default();
    let mut names = Names {
        gpus,
        known: HashMap::new(),
    };
    let mut draft = OfferDraft {
        platform_slug: origin.platform.clone(),
        currency: origin.currency.clone(),
        source_url: origin.source_url.clone(),
        source_date: origin.observed.clone(),
        ..OfferDraft::default()
    };
    let mut texts = Texts::default();
    let needed = ["InstanceType", "AcceleratorName", "Price"];
    super::files::each_record(FILE, text, &needed, |line, record, headers| {
        let row = record.and_then(|record| {
            let row = record.deserialize::<Row<'_>>(Some(headers));
            row.map_err(|error| error.to_string())
        });
        let row = match row {
            Err(message) => return import.refused.push(unreadable(FILE, line, message)),
            Ok(row) if row.accelerator_name.trim().is_empty() => {
                import.skipped += 1;
                return;
            }
            Ok(row) => row,
        };
        let mut refuse = |row: String, errors: Vec<FieldError>, hint: String| {
            import.refused.push(Refused {
                file: FILE,
                line,
                row,
                errors,
                hint,
            });
        };
        let name = row.accelerator_name.trim();
        if let Err((error, hint)) = offer(&row, &mut draft, &mut names) {
            return refuse(format!("{} {name}", row.instance_type), vec![error], hint);
        }
        for (kind, price) in prices(&row) {
            kind.word().clone_into(&mut draft.price_kind);
            price.clone_into(&mut draft.price_per_hour);
            match draft::check(&draft, |_| true, |_| is_known_platform, today) {
                Ok(record) => import.offers.push(texts.shared(record)),
                Err(errors) => {
                    let row = format!("{} {name} {}", row.instance_type, kind.word());
                    refuse(row, errors, String::new());
                }
            }
        }
    })?;
    Ok(import)
}

/// One row, not yet checked. Errors: the field that stands in the way, and what may be meant.
fn offer(
    row: &Row<'_>,
    draft: &mut OfferDraft,
    names: &mut Names<'_>,
) -> Result<(), (FieldError, String)> {
    let wrong = |field: &str, value: &str, problem: Problem| FieldError {
        field: field.to_owned(),
        value: value.to_owned(),
        problem,
    };
    let count = cards(row.accelerator_count).ok_or_else(|| {
        let problem = if row.accelerator_count.trim().is_empty() {
            Problem::Missing
        } else {
            Problem::NotANumber
        };
        let error = wrong("AcceleratorCount", row.accelerator_count, problem);
        (error, String::new())
    })?;
    let name = row.accelerator_name.trim();
    let gpu = names
        .card(name, reported_vram_gb(row.gpu_info))
        .map_err(|(problem, hint)| (wrong("AcceleratorName", name, problem), hint))?;
    if prices(row).next().is_none() {
        return Err((wrong("Price", "", Problem::Missing), String::new()));
    }
    fill(draft, row, gpu, count);
    Ok(())
}
