//! Compatibility questions as documents: the same for the command line and the API.
use crate::documents::wrong;
use crate::sizer;
use app::pages::check::words;
use app::text::Locale;
use domain::catalog::Gpu;
use domain::compat::{Answer, Change, CompatDocument, Fix, judge};
use serde_json::{Value, json};

/// One document's answer for `gpus` with its reasons in a language, or its error object.
pub fn answer(document: Value, gpus: &[Gpu], locale: Locale) -> Result<Value, Value> {
    let document: CompatDocument = serde_json::from_value(document)
        .map_err(|cause| wrong("bad_document", cause.to_string(), None))?;
    let refused = |flaw: &domain::compat::Flaw| {
        let field = Some(flaw.field.as_str()).filter(|field| !field.is_empty());
        let text = words::flaw(locale, flaw);
        let message = field.map_or_else(|| text.clone(), |field| format!("{field}: {text}"));
        wrong(flaw.code(), message, field)
    };
    let draft = document.draft().map_err(|flaw| refused(&flaw))?;
    let facts = sizer::compat();
    let question = draft.check(facts, gpus).map_err(|flaws| {
        flaws
            .first()
            .map_or_else(|| wrong("bad_document", "", None), &refused)
    })?;
    Ok(as_json(
        locale,
        &question.card.name,
        &judge(facts, &question),
    ))
}

fn as_json(locale: Locale, card: &str, answer: &Answer) -> Value {
    let checks: Vec<Value> = answer
        .checks
        .iter()
        .map(|check| {
            json!({
                "rule": check.rule,
                "verdict": check.verdict.word(),
                "because": words::because(locale, card, check),
                "source": check.source.as_ref().map(|source| source.url.as_str()),
                "evidence": check.source.as_ref().map(|source| source.evidence.word()),
            })
        })
        .collect();
    json!({
        "verdict": answer.verdict.word(),
        "rule": answer.first().map(|first| first.rule),
        "because": words::reason(locale, card, answer),
        "fix": answer.fix.as_ref().map(|fix| fix_json(locale, fix)),
        "checks": checks,
    })
}

/// The fields to change, in the names of the question; `…_min` means at least.
fn fix_json(locale: Locale, fix: &Fix) -> Value {
    let series = |of: &(u32, u32)| format!("{}.{}", of.0, of.1);
    let mut out = json!({ "then": fix.then.word(), "text": words::fix(locale, fix) });
    for change in &fix.changes {
        match change {
            Change::Build { torch, line, .. } => {
                out["torch"] = series(torch).into();
                out["cuda_line"] = line.word().into();
            }
            Change::Driver(least) => out["driver_min"] = least.text().into(),
            Change::Python(python) => out["python"] = series(python).into(),
            Change::Toolkit { least, .. } => out["nvcc_min"] = least.text().into(),
            Change::Library { name, least } => out["libraries_min"][name] = least.text().into(),
            Change::WithoutLibrary(name) => out["libraries_min"][name] = Value::Null,
            Change::Fp16 => out["dtype"] = "fp16".into(),
        }
    }
    if let Some(command) = fix.command() {
        out["command"] = command.into();
    }
    if let Some(least) = &fix.or_driver {
        out["or_driver_min"] = least.text().into();
    }
    out
}
