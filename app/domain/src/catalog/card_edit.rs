//! A card by hand: every figure with its own source and day, checked. Pure.
use super::draft::{FieldError, Problem, is_sparse};
use super::fields::Fields;
use super::proof::{Faults, Proof, part};
use super::revision::Change;
use super::{Gpu, Misreading};
use crate::units::Decimal;
use chrono::NaiveDate;

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

/// The fields of the form, with the card as it stands.
pub fn fields_of(gpu: &Gpu, proofs: &[Proof]) -> Fields {
    let mut fields = vec![
        ("name".to_owned(), gpu.name.clone()),
        ("note".to_owned(), gpu.note.clone()),
    ];
    for name in FIGURES {
        let known = proof(gpu, proofs, name);
        let url = known.map(|proof| proof.source_url.clone());
        let date = known.map(|proof| proof.observed.text());
        fields.push((name.to_owned(), figure(gpu, name)));
        fields.push((part("url", name), url.unwrap_or_default()));
        fields.push((part("date", name), date.unwrap_or_default()));
    }
    Fields::new(fields)
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
    typed: &Fields,
    gpu: &Gpu,
    proofs: &[Proof],
    known: &[Misreading],
    today: NaiveDate,
) -> Result<CardEdit, Vec<FieldError>> {
    let now = fields_of(gpu, proofs);
    let changed = |field: &str| typed.get(field) != now.get(field);
    let mut faults = Faults::of(typed);
    faults.text("name", 120, true);
    faults.text("note", 4000, false);
    let mut after = gpu.clone();
    typed.get("name").clone_into(&mut after.name);
    typed.get("note").clone_into(&mut after.note);
    let (mut read, mut sparse) = (Vec::new(), Vec::new());
    for name in FIGURES {
        let is_new = changed(name);
        if !is_new && !changed(&part("url", name)) && !changed(&part("date", name)) {
            continue;
        }
        let value = typed.get(name);
        if let Some(problem) = wrong_value(name, value) {
            faults.add(name, problem);
        }
        set(&mut after, name, value);
        if value.is_empty() {
            // Not known any more: nothing is left to prove.
            continue;
        }
        let Some((source_url, observed)) = faults.proof(name, &now, today) else {
            continue;
        };
        read.push(Proof {
            figure: name.to_owned(),
            value: figure(&after, name),
            source_url,
            observed,
        });
        let before = figure(gpu, name).parse::<f64>().ok();
        let typed_number = value.parse::<f64>().ok().filter(|_| is_new);
        if DENSE.contains(&name)
            && typed_number.is_some_and(|number| is_sparse(number, before, &gpu.slug, known))
        {
            sparse.push(name);
        }
    }
    if !faults.errors.is_empty() {
        return Err(faults.errors);
    }
    Ok(CardEdit {
        gpu: after,
        proofs: read,
        sparse,
        changes: now.changes_to(typed),
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
