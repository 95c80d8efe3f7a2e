//! The catalogue's cards and facts as values, and questions made short.
#![allow(clippy::unwrap_used, reason = "a helper of a test may panic")]
#![allow(dead_code, reason = "each test uses a part")]

use domain::catalog::Gpu;
use domain::compat::{Answer, Compat, CompatFact, Draft, judge};

/// Rows of a CSV file with quoted cells.
fn rows(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let mut is_quoted = false;
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let row = rows.last_mut().unwrap();
        match letter {
            '"' if is_quoted && letters.peek() == Some(&'"') => {
                letters.next();
                row.last_mut().unwrap().push('"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(String::new()),
            '\n' if !is_quoted => rows.push(vec![String::new()]),
            '\r' => {}
            other => row.last_mut().unwrap().push(other),
        }
    }
    rows.retain(|row| row.len() > 1);
    rows
}

/// All rows of `compat.csv`.
pub fn fact_rows() -> Vec<CompatFact> {
    let text = include_str!("../../../../server/catalogue/compat.csv");
    let rows = rows(text).into_iter().skip(1);
    rows.map(|row| {
        let [kind, subject, key, value, detail, source, evidence] = row.try_into().unwrap();
        CompatFact {
            kind,
            subject,
            key,
            value,
            detail,
            source,
            evidence,
        }
    })
    .collect()
}

/// All facts.
pub fn facts() -> Compat {
    Compat::new(fact_rows())
}

/// All cards, with the columns that the rules read.
pub fn gpus() -> Vec<Gpu> {
    let all = rows(include_str!("../../../../server/catalogue/gpus.csv"));
    let place = |name: &str| all[0].iter().position(|column| column == name).unwrap();
    let of = [
        "slug",
        "name",
        "vendor",
        "compute_capability",
        "memory_gb",
        "min_cuda",
        "source_url",
        "note",
    ]
    .map(place);
    let cards = all.iter().skip(1).map(|row| {
        let text = |at: usize| Some(row[of[at]].clone()).filter(|text| !text.is_empty());
        let card = serde_json::json!({
            "slug": text(0), "name": text(1), "vendor": text(2), "compute_capability": text(3),
            "vram_gb": text(4).and_then(|gb| gb.parse::<f64>().ok()), "min_cuda": text(5),
            "source_url": text(6).unwrap_or_default(), "note": text(7).unwrap_or_default(),
        });
        serde_json::from_value(card).unwrap()
    });
    cards.collect()
}

/// `gpu=rtx-5090 driver=570.26 …` as a draft.
pub fn draft(pairs: &[(&str, &str)]) -> Draft {
    let mut draft = Draft::default();
    for (field, value) in pairs {
        draft.set(field, value);
    }
    draft
}

/// The answer to such a question.
pub fn ask(pairs: &[(&str, &str)]) -> Answer {
    let facts = facts();
    let question = draft(pairs).check(&facts, &gpus()).unwrap();
    judge(&facts, &question)
}
