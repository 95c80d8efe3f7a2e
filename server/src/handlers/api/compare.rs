//! `GET /api/v1/compare`: the table of `/compare`, row by row and in its order.
use super::amounts::{Amount, amount};
use super::paging::newest;
use crate::handlers::against::read;
use crate::page::Request;
use crate::problem::Problem;
use crate::state::AppState;
use app::frame::KEPT;
use app::pages::against::{Against, Group, MOST, Of, Trouble, figure};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use domain::catalog::against::{Basis, Cell, Figure, Row, Value};
use domain::units::Currency;
use serde::Serialize;
use serde_json::Value as Word;

/// A column.
#[derive(Serialize)]
struct ColumnRow {
    id: String,
    name: String,
    platform: String,
    /// Null for a platform.
    gpu: Option<String>,
    gpu_count: Option<u32>,
    price_kind: Option<&'static str>,
    freshness: Option<&'static str>,
    observed_at: Option<String>,
    source_url: Option<String>,
    is_baseline: bool,
}

/// What a figure rests on.
#[derive(Serialize)]
struct BasisRow {
    /// `offer`, `card`, `platform` or `offer_rule`.
    of: &'static str,
    observed_at: Option<String>,
    observed_precision: Option<&'static str>,
    sources: Vec<String>,
    /// False when one of several sources states it.
    exact: bool,
}

/// One figure of one column. `value` is null when it is unknown, and when the question does not arise.
#[derive(Serialize)]
struct CellRow {
    column: String,
    /// A number, or a word; null for an amount of money.
    value: Word,
    /// An amount of money.
    price: Option<Amount>,
    /// False where the question does not arise, such as the price of one GPU of a slice.
    applies: bool,
    /// True for what is worked out from compute that nobody quotes.
    is_estimated: bool,
    percent: Option<f64>,
    verdict: &'static str,
    basis: Vec<BasisRow>,
}

#[derive(Serialize)]
struct FigureRow {
    group: &'static str,
    figure: &'static str,
    /// Of `value` and of the converted amount; null for words.
    unit: Option<String>,
    cells: Vec<CellRow>,
}

#[derive(Serialize)]
struct Table {
    of: &'static str,
    base: String,
    columns: Vec<ColumnRow>,
    items: Vec<FigureRow>,
    total: usize,
    currency: Currency,
    revision: i64,
    observed_newest: Option<String>,
}

/// The same selection, baseline, rows and order as the page with these parameters. Errors: 400 for what the page would
/// leave out with a word.
pub async fn get(State(state): State<AppState>, request: Request) -> Result<Response, Problem> {
    let known = ["o", "p", "base"];
    for (name, _) in &request.frame.query {
        if !known.contains(&name.as_str()) && !KEPT.contains(&name.as_str()) {
            let detail = format!("{name}: is no parameter of this resource");
            return Err(refused("unknown_param", detail, name));
        }
    }
    let view = read(&state, &request.frame);
    if let Some(trouble) = view.troubles.first() {
        return Err(told(&view, trouble));
    }
    if view.columns.is_empty() {
        let detail = "name offers by `o` or platforms by `p`".to_owned();
        return Err(refused("missing_field", detail, "o"));
    }
    Ok(request.tagged(|| Json(table(&view)).into_response()))
}

fn refused(code: &str, detail: String, field: &str) -> Problem {
    Problem::bad_request(code, detail, Some(field.to_owned()))
}

fn told(view: &Against, trouble: &Trouble) -> Problem {
    let param = view.param();
    match trouble {
        Trouble::Unknown(id) => {
            let detail = format!("{param}: `{id}` names nothing in the catalogue");
            refused("not_found", detail, param)
        }
        Trouble::Repeated(id) => {
            refused("repeated", format!("{param}: `{id}` is named twice"), param)
        }
        Trouble::TooMany(ids) => {
            let detail = format!("{param}: at most {MOST}; beyond: {}", ids.join(", "));
            refused("out_of_range", detail, param)
        }
        Trouble::BadBase(id) => {
            let detail = format!("base: `{id}` is none of the columns");
            refused("not_found", detail, "base")
        }
        Trouble::Mixed => {
            let detail = "o, p: offers and platforms are not compared with each other".to_owned();
            refused("mixed", detail, "p")
        }
    }
}

fn table(view: &Against) -> Table {
    let rows = view.rows();
    Table {
        of: match view.of {
            Of::Offers => "offers",
            Of::Platforms => "platforms",
        },
        base: view.id(view.base),
        columns: (0..view.columns.len()).map(|c| column(view, c)).collect(),
        total: rows.len(),
        items: rows.iter().map(|row| line(view, row)).collect(),
        currency: view.frame.currency,
        revision: view.snapshot.revision,
        observed_newest: newest(&view.snapshot),
    }
}

fn column(view: &Against, column: usize) -> ColumnRow {
    let subject = view.subject(column);
    let offer = subject.offer;
    let today = view.frame.today();
    ColumnRow {
        id: view.id(column),
        name: view.name(column),
        platform: subject.platform.slug.clone(),
        gpu: offer.map(|offer| view.snapshot.gpus[offer.gpu].slug.clone()),
        gpu_count: offer.map(|offer| offer.gpu_count),
        price_kind: offer.map(|offer| offer.kind.word()),
        freshness: offer.map(|offer| view.snapshot.freshness(offer, today).word()),
        observed_at: offer.map(|offer| offer.observed.text()),
        source_url: offer.map(|offer| offer.source_url.clone()),
        is_baseline: column == view.base,
    }
}

fn line(view: &Against, row: &Row) -> FigureRow {
    let unit = figure::unit(row.figure, view.frame.currency.code());
    let cells = row.cells.iter().enumerate();
    FigureRow {
        group: Group::of(row).word(),
        figure: row.figure.word(),
        unit: Some(unit).filter(|unit| !unit.is_empty()),
        cells: cells
            .map(|(column, one)| cell(view, row.figure, column, one))
            .collect(),
    }
}

fn cell(view: &Against, figure: Figure, column: usize, cell: &Cell) -> CellRow {
    let (snapshot, frame) = (&view.snapshot, &view.frame);
    let (mut value, mut price) = (Word::Null, None);
    match &cell.value {
        None | Some(Value::NotApplicable) => {}
        Some(Value::Number(number)) => value = Word::from(number.to_f64()),
        Some(Value::Word(word)) => value = Word::from(word.as_str()),
        Some(Value::Money { listed, .. }) => {
            price = Some(amount(snapshot, *listed, frame.currency, frame.today()));
        }
    }
    CellRow {
        column: view.id(column),
        value,
        price,
        applies: cell.value != Some(Value::NotApplicable),
        is_estimated: cell.value.is_some() && view.is_estimated(column, figure),
        percent: cell.percent_tenths.map(|tenths| tenths as f64 / 10.0),
        verdict: cell.verdict.word(),
        basis: view
            .bases(column, figure, cell)
            .into_iter()
            .map(basis)
            .collect(),
    }
}

fn basis(basis: Basis<'_>) -> BasisRow {
    BasisRow {
        of: basis.kind.word(),
        observed_at: basis.observed.map(|day| day.text()),
        observed_precision: basis.observed.map(|day| day.precision.word()),
        sources: basis.sources.iter().map(|url| (*url).to_owned()).collect(),
        exact: basis.is_exact,
    }
}
