//! A language model by hand: every figure of its shape with its own source and day, checked. Pure.
use super::draft::{FieldError, Problem};
use super::fields::Fields;
use super::new_platform::is_slug;
use super::proof::{Faults, Proof, part};
use super::revision::Change;
use crate::sizing::Model;
use chrono::NaiveDate;

/// The figures, in the form's order, by the names of the catalogue's columns.
pub const FIGURES: [&str; 17] = [
    "params",
    "params_active",
    "params_linear",
    "params_embed",
    "layers",
    "hidden",
    "heads",
    "kv_heads",
    "head_dim",
    "intermediate",
    "experts",
    "experts_active",
    "vocab",
    "tied_embeddings",
    "context",
    "sliding_window",
    "sliding_layers",
];

/// The fields of an address and a day for every figure that changes and has none of its own.
pub const SHARED: [&str; 2] = ["url_all", "date_all"];

/// Figures of which none is an answer: no experts, no sliding layers.
const MAY_BE_ZERO: [&str; 3] = ["experts", "experts_active", "sliding_layers"];

/// More than any model has; also keeps the sizer's sums far from their limits.
const MOST_PARAMS: u64 = 100_000_000_000_000;
const MOST_WIDTH: u64 = 16_000_000;
const MOST_LAYERS: u64 = 10_000;

/// A figure as the model has it, as text; empty = there is none.
pub fn figure(model: &Model, name: &str) -> String {
    let optional = |value: Option<u32>| value.map(|v| v.to_string()).unwrap_or_default();
    match name {
        "params" => model.params.to_string(),
        "params_active" => model.params_active.to_string(),
        "params_linear" => model.params_linear.to_string(),
        "params_embed" => model.params_embed.to_string(),
        "layers" => model.layers.to_string(),
        "hidden" => model.hidden.to_string(),
        "heads" => model.heads.to_string(),
        "kv_heads" => model.kv_heads.to_string(),
        "head_dim" => model.head_dim.to_string(),
        "intermediate" => model.intermediate.to_string(),
        "experts" => model.experts.to_string(),
        "experts_active" => model.experts_active.to_string(),
        "vocab" => model.vocab.to_string(),
        "tied_embeddings" => u8::from(model.is_tied).to_string(),
        "context" => optional(model.context),
        "sliding_window" => optional(model.sliding_window),
        "sliding_layers" => model.sliding_layers.to_string(),
        _ => String::new(),
    }
}

/// The proof of a figure as the model has it now; one of another value proves nothing.
pub fn proof<'a>(model: &Model, proofs: &'a [Proof], name: &str) -> Option<&'a Proof> {
    let value = figure(model, name);
    proofs
        .iter()
        .find(|proof| proof.figure == name && proof.value == value && !value.is_empty())
}

/// The fields of the form with the model as it stands; with none, those of a new one.
pub fn fields_of(model: Option<&Model>, proofs: &[Proof]) -> Fields {
    let text = |get: fn(&Model) -> &String| model.map(get).cloned().unwrap_or_default();
    let mut fields = vec![
        ("family".to_owned(), text(|model| &model.family)),
        ("hf_repo".to_owned(), text(|model| &model.hf_repo)),
        ("note".to_owned(), text(|model| &model.note)),
    ];
    if model.is_none() {
        fields.insert(0, ("id".to_owned(), String::new()));
    }
    fields.extend(SHARED.map(|name| (name.to_owned(), String::new())));
    for name in FIGURES {
        let known = model.and_then(|model| proof(model, proofs, name));
        let url = known.map(|proof| proof.source_url.clone());
        let date = known.map(|proof| proof.observed.text());
        let value = model.map(|model| figure(model, name));
        fields.push((name.to_owned(), value.unwrap_or_default()));
        fields.push((part("url", name), url.unwrap_or_default()));
        fields.push((part("date", name), date.unwrap_or_default()));
    }
    Fields::new(fields)
}

/// A checked edit or a new model, not yet stored.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelEdit {
    /// The model as it will be.
    pub model: Model,
    /// Where the figures that change were read; a figure that is taken out has none.
    pub proofs: Vec<Proof>,
    /// Every field that changes, in the form's order; empty = nothing does.
    pub changes: Vec<Change>,
}

/// Checks an edit of `stands`, or a new model, whose name `is_taken` knows. Gives every wrong field at once.
pub fn check(
    typed: &Fields,
    stands: Option<&Model>,
    proofs: &[Proof],
    is_taken: impl Fn(&str) -> bool,
    today: NaiveDate,
) -> Result<ModelEdit, Vec<FieldError>> {
    let now = fields_of(stands, proofs);
    let changed = |field: &str| typed.get(field) != now.get(field);
    let mut faults = Faults::of(typed);
    if stands.is_none() {
        let id = typed.get("id");
        match id {
            "" => faults.add("id", Problem::Missing),
            id if !is_slug(id, '.') => faults.add("id", Problem::BadName),
            id if is_taken(id) => faults.add("id", Problem::Taken),
            _ => {}
        }
    }
    faults.text("family", 60, true);
    faults.text("hf_repo", 120, false);
    faults.text("note", 4000, false);
    // One address for all figures that have none of their own; wrong, it is said once.
    let is_shared = SHARED.iter().any(|field| !typed.get(field).is_empty());
    let shared = is_shared.then(|| faults.source(SHARED[0], SHARED[1], today));
    let mut filled = typed.clone();
    let mut read = Vec::new();
    for name in FIGURES {
        let value = typed.get(name);
        let own = changed(&part("url", name)) || changed(&part("date", name));
        if !changed(name) && !own {
            continue;
        }
        if value.is_empty() {
            continue;
        }
        let source = match &shared {
            Some(shared) if !own => shared.clone(),
            _ => faults.proof(name, &now, today),
        };
        if let Some((url, observed)) = source {
            filled.set(&part("url", name), &url);
            filled.set(&part("date", name), &observed.text());
            read.push(Proof {
                figure: name.to_owned(),
                value: value.to_owned(),
                source_url: url,
                observed,
            });
        }
    }
    for (name, problem) in wrong_figures(typed) {
        faults.add(name, problem);
    }
    if !faults.errors.is_empty() {
        return Err(faults.errors);
    }
    let model = model_of(typed, stands, &read).map_err(|error| {
        vec![FieldError {
            value: typed.get(&error.field).chars().take(80).collect(),
            field: error.field,
            problem: Problem::NotANumber,
        }]
    })?;
    for proof in &mut read {
        proof.value = figure(&model, &proof.figure);
    }
    for field in SHARED {
        filled.set(field, "");
    }
    Ok(ModelEdit {
        model,
        proofs: read,
        changes: now.changes_to(&filled),
    })
}

fn model_of(
    typed: &Fields,
    stands: Option<&Model>,
    read: &[Proof],
) -> Result<Model, crate::sizing::SizingError> {
    let source = match stands {
        Some(model) => model.source.clone(),
        None => read
            .first()
            .map(|p| p.source_url.clone())
            .unwrap_or_default(),
    };
    let id = stands.map_or_else(|| typed.get("id").to_owned(), |model| model.id.clone());
    let mut columns = vec![("id", id), ("source", source)];
    columns.extend(["family", "hf_repo", "note"].map(|name| (name, typed.get(name).to_owned())));
    columns.extend(FIGURES.map(|name| (name, typed.get(name).to_owned())));
    Model::of_columns(columns)
}

/// Every figure of `fields` that no model can have, in the form's order: what is no number, and what contradicts another.
pub fn wrong_figures(fields: &Fields) -> Vec<(&'static str, Problem)> {
    let number = |name: &str| fields.get(name).parse::<u64>().ok();
    let mut wrong: Vec<_> = FIGURES
        .into_iter()
        .filter_map(|name| Some((name, wrong_value(name, fields.get(name))?)))
        .collect();
    if !wrong.is_empty() {
        return wrong;
    }
    let value = |name: &str| number(name).unwrap_or(0);
    let mut refuse = |name, is_wrong: bool| {
        if is_wrong {
            wrong.push((name, Problem::Contradicts));
        }
    };
    let params = value("params");
    refuse("params_active", value("params_active") > params);
    let parts = value("params_linear").saturating_add(value("params_embed"));
    refuse("params_linear", parts > params);
    refuse("kv_heads", value("kv_heads") > value("heads"));
    refuse(
        "experts_active",
        value("experts_active") > value("experts")
            || (value("experts") > 0 && value("experts_active") == 0),
    );
    refuse("sliding_layers", value("sliding_layers") > value("layers"));
    let is_missing = value("sliding_layers") > 0 && number("sliding_window").is_none();
    refuse("sliding_window", is_missing);
    wrong
}

fn wrong_value(name: &str, text: &str) -> Option<Problem> {
    if text.is_empty() {
        return (name != "sliding_window").then_some(Problem::Missing);
    }
    if name == "tied_embeddings" {
        return (!["0", "1"].contains(&text)).then_some(Problem::NotAWord);
    }
    let most = match name {
        name if name.starts_with("params") => MOST_PARAMS,
        "layers" | "sliding_layers" => MOST_LAYERS,
        _ => MOST_WIDTH,
    };
    match text.parse::<u64>() {
        Err(_) => Some(Problem::NotANumber),
        Ok(0) if !MAY_BE_ZERO.contains(&name) => Some(Problem::NotPositive),
        Ok(number) if number > most => Some(Problem::TooLarge),
        Ok(_) => None,
    }
}
