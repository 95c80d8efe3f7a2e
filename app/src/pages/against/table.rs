//! The table: one row a figure, one column an offer or platform.
use super::{Against, Group, figure, second};
use crate::components::basis::basis;
use crate::components::{Cell as Glyph, fact, history::percent};
use crate::shell::source_words;
use crate::text::{Locale, td_string};
use domain::catalog::against::{BasisKind, Better, Cell, Figure, Row, Verdict};
use leptos::prelude::*;

pub(super) fn panel(view: &Against) -> AnyView {
    let locale = view.frame.locale;
    let (mut differ, mut same, mut unknown) = (Vec::new(), Vec::new(), Vec::new());
    for row in view.rows() {
        match Group::of(&row) {
            Group::Differs => differ.push(row),
            Group::Same => same.push(row),
            Group::Unknown => unknown.push(row),
        }
    }
    let alone = view.columns.len() == 1;
    let span = (view.columns.len() + 1).to_string();
    let group = |class: &'static str, label: &'static str, rows: Vec<Row>| {
        (!rows.is_empty()).then(|| {
            let count = rows.len().to_string();
            let rows = rows.iter().map(|row| line(view, row)).collect_view();
            view! {
                <tbody class=class role="rowgroup">
                    <tr class="grp" role="row"><th colspan=span.clone() scope="rowgroup" role="rowheader"><div class="gl"><b>{label}</b><span>{count}</span></div></th></tr>
                    {rows}
                </tbody>
            }
        })
    };
    let first = if alone {
        td_string!(locale, against.g_alone)
    } else {
        td_string!(locale, against.g_same)
    };
    view! {
        <div class="tw fits beside" tabindex="0" role="region" aria-label=td_string!(locale, against.table)>
            <table class="dense against-table" role="table">
                {head(view)}
                {group("differing", td_string!(locale, against.g_differs), differ)}
                {group("same", first, same)}
                {nobody(view, &unknown)}
            </table>
        </div>
        <p class="sm dim table-note">{td_string!(locale, against.note)}</p>
    }
    .into_any()
}

/// Figures that no column has: their names are enough.
fn nobody(view: &Against, rows: &[Row]) -> Option<AnyView> {
    if rows.is_empty() {
        return None;
    }
    let locale = view.frame.locale;
    let span = view.columns.len().to_string();
    let names: Vec<&str> = rows
        .iter()
        .map(|row| figure::name(locale, row.figure))
        .collect();
    let names = names.join(if view.frame.is_zh() { "、" } else { ", " });
    Some(
        view! {
            <tbody class="nobody" role="rowgroup">
                <tr role="row">
                    <th scope="row" role="rowheader" class="stick">{fact(Glyph::Unknown, td_string!(locale, against.g_unknown).to_owned())}</th>
                    <td colspan=span role="cell" class="dim">{names}</td>
                </tr>
            </tbody>
        }
        .into_any(),
    )
}

fn head(view: &Against) -> AnyView {
    let locale = view.frame.locale;
    let columns = (0..view.columns.len()).map(|column| {
        let name = view.name(column);
        let is_base = column == view.base;
        let state = if is_base {
            view! { <span class="tag pri">{td_string!(locale, against.baseline)}</span> }.into_any()
        } else {
            let label = td_string!(locale, against.make_base_named, name = name.clone());
            view! { <a class="xs" href=view.address(None, column) aria-label=label>{td_string!(locale, against.make_base)}</a> }
                .into_any()
        };
        let label = td_string!(locale, against.remove_named, name = name.clone());
        let next = if is_base { 0 } else { view.base };
        // Without the baseline the first of the rest takes its place.
        let next = if is_base && column == 0 { 1.min(view.columns.len() - 1) } else { next };
        let remove = view.address(Some(column), next);
        view! {
            <th scope="col" role="columnheader" data-column=view.id(column) data-base=is_base.then_some("true")>
                <a class="b" href=view.home(column)>{name}</a>
                <u>{second(view, column)}</u>
                <span class="col-acts">{state}<a class="xs no-print" href=remove aria-label=label>{td_string!(locale, against.remove)}</a></span>
            </th>
        }
    });
    view! {
        <thead role="rowgroup"><tr role="row">
            <th scope="col" class="stick" role="columnheader">{td_string!(locale, against.figure)}</th>
            {columns.collect_view()}
        </tr></thead>
    }
    .into_any()
}

fn line(view: &Against, row: &Row) -> AnyView {
    let (frame, locale) = (&view.frame, view.frame.locale);
    let unit = figure::unit_shown(locale, row.figure, frame.currency.sign().trim());
    // Words of an increment carry their unit themselves.
    let unit = (!unit.is_empty() && row.figure != Figure::Increment).then_some(unit);
    let unit = unit.map(|unit| view! { <span class="l2">{unit}</span> });
    let class = if figure::is_number(row.figure) {
        "num"
    } else {
        ""
    };
    let alone = view.columns.len() == 1;
    let cells = row.cells.iter().enumerate().map(|(column, cell)| {
        let value = figure::shown(frame, row.figure, cell.value.as_ref());
        let verdict = (!alone && !row.is_same())
            .then(|| verdict(locale, row.figure, cell))
            .flatten();
        let is_estimated = cell.value.is_some() && view.is_estimated(column, row.figure);
        let mark = if is_estimated { "val apx" } else { "val" };
        view! {
            <td class=class role="cell" data-l=view.name(column) data-verdict=cell.verdict.word()>
                <div class=mark>{value}</div>{verdict}{from(view, column, row.figure, cell)}
            </td>
        }
    });
    view! {
        <tr role="row" data-figure=row.figure.word()>
            <th scope="row" role="rowheader" class="stick">{figure::name(locale, row.figure)}{unit}</th>
            {cells.collect_view()}
        </tr>
    }
    .into_any()
}

/// The day and the source of a figure; of one that is worked out from several, of each.
fn from(view: &Against, column: usize, figure: Figure, cell: &Cell) -> Option<AnyView> {
    let bases = view.bases(column, figure, cell);
    // The day itself is the figure: below it would stand the same day again.
    if figure == Figure::ObservedAt {
        let links = bases.iter().flat_map(|one| &one.sources);
        let links = links.map(|url| source_words(url, view.frame.locale));
        return Some(
            view! { <div class="froms"><span class="from">{links.collect_view()}</span></div> }
                .into_any(),
        );
    }
    let subject = view.subject(column);
    let links = bases.iter().map(|one| {
        let home = match (one.kind, subject.offer) {
            (BasisKind::Card, Some(offer)) => {
                format!("/gpus/{}#sources", view.snapshot.gpus[offer.gpu].slug)
            }
            (BasisKind::OwnRule(_), Some(offer)) => format!("/offerings/{}", offer.id),
            _ => format!("/platforms/{}", subject.platform.slug),
        };
        basis(&view.frame, one, &home)
    });
    let links = links.collect_view();
    (!bases.is_empty()).then(|| view! { <div class="froms">{links}</div> }.into_any())
}

/// The percent and the verdict: a glyph and a word, never colour alone.
fn verdict(locale: Locale, figure: Figure, cell: &Cell) -> Option<AnyView> {
    let is_price = figure.is_price() || figure.better() == Better::Less;
    let (glyph, word) = match cell.verdict {
        Verdict::Baseline | Verdict::Same => return None,
        Verdict::Better if is_price => (Glyph::Yes, td_string!(locale, against.v_lower)),
        Verdict::Worse if is_price => (Glyph::No, td_string!(locale, against.v_higher)),
        Verdict::Better => (Glyph::Yes, td_string!(locale, against.v_better)),
        Verdict::Worse => (Glyph::No, td_string!(locale, against.v_worse)),
        Verdict::Other => return percent_only(cell),
        // The value says so where it is this cell's; else it is the baseline's.
        Verdict::Unknown if cell.value.is_none() => return None,
        Verdict::Unknown => (Glyph::Unknown, td_string!(locale, against.v_base_unknown)),
        Verdict::OtherKind => (Glyph::Unknown, td_string!(locale, against.v_kind)),
        Verdict::Stale => (Glyph::Empty, td_string!(locale, against.v_stale)),
        Verdict::NoRate => (Glyph::Unknown, td_string!(locale, against.v_rate)),
    };
    let text = match cell.percent_tenths {
        Some(tenths) => format!("{} {word}", percent(tenths)),
        None => word.to_owned(),
    };
    Some(view! { <div class="vs">{fact(glyph, text)}</div> }.into_any())
}

fn percent_only(cell: &Cell) -> Option<AnyView> {
    let tenths = cell.percent_tenths?;
    Some(view! { <div class="vs dim">{percent(tenths)}</div> }.into_any())
}
