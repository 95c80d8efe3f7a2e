//! A card by hand: every figure with its own source and day, checked. Pure.
use super::draft::{FieldError, Problem, is_sparse, is_web_address};
use super::revision::Change;
use super::{Gpu, Misreading, Observed};
use crate::units::Decimal;
use chrono::NaiveDate;
use std::collections::BTreeMap;

/// The figures, in the form's order, by the names of the catalogue's columns.
pub const FIGURES: [&str; 15] = [
    "vram_gb",
    "memory_type",
    "bandwidth_gbps",
    "fp16_dense_tflops",
    "bf16_dense_tflops",
    "fp8_dense_tflops",
    "int8_dense_tops",
    "fp32_tflops",
    "tdp_w",
    "interconnect",
    "interconnect_gbps",
    "form_factor",
    "compute_capability",
    "min_cuda",
    "release_year",
];

/// Figures that are stated without sparsity; a sparse one among them is a common slip.
pub const DENSE: [&str; 4] = [
    "fp16_dense_tflops",
    "bf16_dense_tflops",
    "fp8_dense_tflops",
    "int8_dense_tops",
];

/// Figures in words.
const WORDS: [&str; 5] = [
    "memory_type",
    "interconnect",
    "form_factor",
    "compute_capability",
    "min_cuda",
];

/// The unit of a figure; empty for words.
pub fn unit(figure: &str) -> &'static str {
    match figure {
        "vram_gb" => "GB",
        "bandwidth_gbps" | "interconnect_gbps" => "GB/s",
        "tdp_w" => "W",
        "int8_dense_tops" => "TOPS",
        name if name.ends_with("_tflops") => "TFLOPS",
        _ => "",
    }
}

/// Where and when one figure was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The figure.
    pub figure: String,
    /// Its value then, as text; it proves no other one.
    pub value: String,
    /// The address that states it.
    pub source_url: String,
    /// When.
    pub observed: Observed,
}

/// A figure as the card has it, as text; empty = not known.
pub fn figure(gpu: &Gpu, name: &str) -> String {
    let number = |value: Option<f64>| value.map(|v| v.to_string()).unwrap_or_default();
    let text = |value: &Option<String>| value.clone().unwrap_or_default();
    match name {
        "vram_gb" => number(gpu.vram_gb),
        "memory_type" => text(&gpu.memory_type),
        "bandwidth_gbps" => number(gpu.bandwidth_gbps),
        "fp16_dense_tflops" => number(gpu.fp16_dense_tflops),
        "bf16_dense_tflops" => number(gpu.bf16_dense_tflops),
        "fp8_dense_tflops" => number(gpu.fp8_dense_tflops),
        "int8_dense_tops" => number(gpu.int8_dense_tops),
        "fp32_tflops" => number(gpu.fp32_tflops),
        "tdp_w" => number(gpu.tdp_w),
        "interconnect" => text(&gpu.interconnect),
        "interconnect_gbps" => number(gpu.interconnect_gbps),
        "form_factor" => text(&gpu.form_factor),
        "compute_capability" => text(&gpu.compute_capability),
        "min_cuda" => text(&gpu.min_cuda),
        "release_year" => gpu.release_year.map(|y| y.to_string()).unwrap_or_default(),
        _ => String::new(),
    }
}

fn set(gpu: &mut Gpu, name: &str, value: &str) {
    let number = || value.parse::<f64>().ok();
    let text = || (!value.is_empty()).then(|| value.to_owned());
    match name {
        "vram_gb" => gpu.vram_gb = number(),
        "memory_type" => gpu.memory_type = text(),
        "bandwidth_gbps" => gpu.bandwidth_gbps = number(),
        "fp16_dense_tflops" => gpu.fp16_dense_tflops = number(),
        "bf16_dense_tflops" => gpu.bf16_dense_tflops = number(),
        "fp8_dense_tflops" => gpu.fp8_dense_tflops = number(),
        "int8_dense_tops" => gpu.int8_dense_tops = number(),
        "fp32_tflops" => gpu.fp32_tflops = number(),
        "tdp_w" => gpu.tdp_w = number(),
        "interconnect" => gpu.interconnect = text(),
        "interconnect_gbps" => gpu.interconnect_gbps = number(),
        "form_factor" => gpu.form_factor = text(),
        "compute_capability" => gpu.compute_capability = text(),
        "min_cuda" => gpu.min_cuda = text(),
        "release_year" => gpu.release_year = value.parse().ok(),
        _ => {}
    }
}

/// The proof of a figure as the card has it now; one of another value proves nothing.
pub fn proof<'a>(gpu: &Gpu, proofs: &'a [Proof], name: &str) -> Option<&'a Proof> {
    let value = figure(gpu, name);
    proofs
        .iter()
        .find(|proof| proof.figure == name && proof.value == value && !value.is_empty())
}

/// The field of a figure's address or day, such as `url_tdp_w`.
pub fn part(part: &str, figure: &str) -> String {
    format!("{part}_{figure}")
}

/// Every field of the form, in order.
pub fn fields() -> impl Iterator<Item = String> {
    let figures = FIGURES
        .iter()
        .flat_map(|name| [(*name).to_owned(), part("url", name), part("date", name)]);
    ["name".to_owned(), "note".to_owned()]
        .into_iter()
        .chain(figures)
}

/// What the form's fields hold, as text; `""` = empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CardTyped(BTreeMap<String, String>);

impl CardTyped {
    /// The card as it stands.
    pub fn of_card(gpu: &Gpu, proofs: &[Proof]) -> Self {
        let mut map = BTreeMap::from([
            ("name".to_owned(), gpu.name.clone()),
            ("note".to_owned(), gpu.note.clone()),
        ]);
        for name in FIGURES {
            let known = proof(gpu, proofs, name);
            let url = known.map(|proof| proof.source_url.clone());
            let date = known.map(|proof| proof.observed.text());
            map.insert(name.to_owned(), figure(gpu, name));
            map.insert(part("url", name), url.unwrap_or_default());
            map.insert(part("date", name), date.unwrap_or_default());
        }
        Self(map)
    }

    /// What a request sent, over `current` for the fields that it left out.
    pub fn of_pairs(pairs: &[(String, String)], current: &Self) -> Self {
        let typed = |field: String| {
            let sent = pairs.iter().find(|(name, _)| *name == field);
            let text = sent.map(|(_, value)| value.trim().to_owned());
            let text = text.unwrap_or_else(|| current.get(&field).to_owned());
            (field, text)
        };
        Self(fields().map(typed).collect())
    }

    /// A field's text.
    pub fn get(&self, field: &str) -> &str {
        self.0.get(field).map_or("", String::as_str)
    }

    /// All fields as one text: two forms with the same text showed the same values.
    pub fn fingerprint_text(&self) -> String {
        let lines = self
            .0
            .iter()
            .map(|(name, value)| format!("{name}\u{1f}{value}\u{1e}"));
        lines.collect()
    }

    /// Every field that differs from `after`, in the form's order.
    pub fn changes_to(&self, after: &Self) -> Vec<Change> {
        let stated = |text: &str| (!text.is_empty()).then(|| text.to_owned());
        fields()
            .filter(|field| self.get(field) != after.get(field))
            .map(|field| Change {
                before: stated(self.get(&field)),
                after: stated(after.get(&field)),
                field,
            })
            .collect()
    }
}

/// A checked edit, not yet stored.
#[derive(Clone, Debug, PartialEq)]
pub struct CardEdit {
    /// The card as it will be.
    pub gpu: Gpu,
    /// Where the figures that change were read; a figure that is taken out has none.
    pub proofs: Vec<Proof>,
    /// Dense figures that are known sparse ones; an editor confirms each.
    pub sparse: Vec<&'static str>,
    /// Every field that changes, in the form's order; empty = nothing does.
    pub changes: Vec<Change>,
}

/// Checks an edit of `gpu`. Gives every wrong field at once, in the form's order.
pub fn check(
    typed: &CardTyped,
    gpu: &Gpu,
    proofs: &[Proof],
    known: &[Misreading],
    today: NaiveDate,
) -> Result<CardEdit, Vec<FieldError>> {
    let now = CardTyped::of_card(gpu, proofs);
    let changed = |field: &str| typed.get(field) != now.get(field);
    let mut errors = Vec::new();
    let mut fail = |field: &str, problem: Problem| {
        errors.push(FieldError {
            field: field.to_owned(),
            value: typed.get(field).chars().take(80).collect(),
            problem,
        });
    };
    match typed.get("name").chars().count() {
        0 => fail("name", Problem::Missing),
        1..=120 => {}
        _ => fail("name", Problem::TooLong),
    }
    if typed.get("note").chars().count() > 4000 {
        fail("note", Problem::TooLong);
    }
    let mut after = gpu.clone();
    after.name = typed.get("name").to_owned();
    after.note = typed.get("note").to_owned();
    let (mut read, mut sparse) = (Vec::new(), Vec::new());
    for name in FIGURES {
        let (url_field, date_field) = (part("url", name), part("date", name));
        let evidence = changed(&url_field) || changed(&date_field);
        if !changed(name) && !evidence {
            continue;
        }
        let value = typed.get(name);
        if let Some(problem) = wrong_value(name, value) {
            fail(name, problem);
        }
        set(&mut after, name, value);
        if value.is_empty() {
            // Not known any more: nothing is left to prove.
            continue;
        }
        if changed(name) && !evidence && !typed.get(&url_field).is_empty() {
            fail(&date_field, Problem::OldEvidence);
            continue;
        }
        let url = typed.get(&url_field);
        if url.is_empty() {
            fail(&url_field, Problem::Missing);
        } else if !is_web_address(url) || url.len() > 600 {
            fail(&url_field, Problem::BadAddress);
        }
        let day = typed.get(&date_field);
        let observed = Observed::parse(day);
        match observed {
            None if day.is_empty() => fail(&date_field, Problem::Missing),
            None => fail(&date_field, Problem::BadDate),
            Some(seen) if seen.date > today => fail(&date_field, Problem::FutureDate),
            Some(seen) => read.push(Proof {
                figure: name.to_owned(),
                value: figure(&after, name),
                source_url: url.to_owned(),
                observed: seen,
            }),
        }
        let before = figure(gpu, name).parse::<f64>().ok();
        let typed_number = value.parse::<f64>().ok().filter(|_| changed(name));
        if DENSE.contains(&name)
            && typed_number.is_some_and(|number| is_sparse(number, before, &gpu.slug, known))
        {
            sparse.push(name);
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    let changes = now.changes_to(typed);
    Ok(CardEdit {
        gpu: after,
        proofs: read,
        sparse,
        changes,
    })
}

fn wrong_value(name: &str, value: &str) -> Option<Problem> {
    if value.is_empty() {
        return None;
    }
    if WORDS.contains(&name) {
        return (value.chars().count() > 60).then_some(Problem::TooLong);
    }
    if name == "release_year" {
        let year = value.parse::<u16>().ok();
        return match year {
            Some(1990..=2100) => None,
            Some(_) => Some(Problem::TooLarge),
            None => Some(Problem::NotANumber),
        };
    }
    match value.parse::<Decimal>() {
        Ok(number) if number.is_negative() || number.is_zero() => Some(Problem::NotPositive),
        Ok(_) => None,
        Err(_) => Some(Problem::NotANumber),
    }
}
