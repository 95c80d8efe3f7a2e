//! The rows of an import as lines of its page, and the refused ones as a table to take along.
use super::review::expired;
use crate::auth::guard::SignedIn;
use crate::error::ServerError;
use crate::handlers::admin::unstored;
use crate::page::Request;
use crate::previews::Reviewed;
use crate::state::AppState;
use app::pages::admin::import::{Counts, Group, Line, Loss, Side};
use axum::extract::{Path, State};
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use domain::catalog::CatalogSnapshot;
use domain::catalog::diff::{ChangeSet, record_of};
use domain::catalog::draft::OfferRecord;
use domain::catalog::review::{Doubt, Kind, Row};

/// Rows of each kind.
pub(super) fn counts(reviewed: &Reviewed) -> Counts {
    let changes = &reviewed.changes;
    Counts {
        unchanged: changes.unchanged,
        changed: changes.changed.len(),
        added: changes.added.len(),
        missing: changes.vanished.len(),
        older: changes.older.len(),
        refused: reviewed.refused.len() + changes.collisions.len(),
        skipped: reviewed.skipped,
    }
}

/// The rows of a group, by their places.
pub(super) fn places(reviewed: &Reviewed, group: Group) -> Vec<usize> {
    let rows = reviewed.rows.iter().enumerate();
    let of_group = rows.filter(|(_, row)| match group {
        Group::All => true,
        Group::Of(kind) => row.kind == kind,
        Group::Refused => false,
    });
    of_group.map(|(at, _)| at).collect()
}

/// A row's line; `None` for an offer that is not in the snapshot, which the check of the revision rules out.
pub(super) fn line(
    snapshot: &CatalogSnapshot,
    reviewed: &Reviewed,
    at: usize,
    is_ticked: bool,
) -> Option<Line> {
    let row = &reviewed.rows[at];
    let (before, after) = records(snapshot, &reviewed.changes, row);
    let side = |record: &OfferRecord| Side {
        price: record.price_per_hour,
        observed: record.observed,
    };
    let sides = (before.as_ref().map(side), after.as_ref().map(side));
    let losses = losses(
        row,
        before.as_ref().or(after.as_ref()),
        snapshot,
        &reviewed.changes,
    );
    Some(Line::Row {
        at,
        kind: row.kind,
        before: sides.0,
        after: sides.1,
        doubts: row.doubts.clone(),
        losses,
        is_ticked,
        offer: Box::new(after.or(before)?),
    })
}

/// The stored and the file's side of a row.
fn records(
    snapshot: &CatalogSnapshot,
    changes: &ChangeSet,
    row: &Row,
) -> (Option<OfferRecord>, Option<OfferRecord>) {
    let stored = |id: i64| snapshot.offer(id).map(|offer| record_of(snapshot, offer));
    match row.kind {
        Kind::Changed => {
            let (id, record) = &changes.changed[row.place];
            (stored(*id), Some(record.clone()))
        }
        Kind::Older => {
            let (id, record) = &changes.older[row.place];
            (stored(*id), Some(record.clone()))
        }
        Kind::Added => (None, Some(changes.added[row.place].clone())),
        Kind::Missing => (stored(changes.vanished[row.place]), None),
    }
}

/// What is known of the fields that would become unknown.
fn losses(
    row: &Row,
    own: Option<&OfferRecord>,
    snapshot: &CatalogSnapshot,
    changes: &ChangeSet,
) -> Vec<Loss> {
    let fields = row.doubts.iter().find_map(|doubt| match doubt {
        Doubt::BecomesUnknown(fields) => Some(fields),
        _ => None,
    });
    let (Some(fields), Some(own)) = (fields, own) else {
        return Vec::new();
    };
    // Of a new row the known one is the missing offer that it says less of.
    let known = if row.kind == Kind::Added {
        let mut gone = changes.vanished.iter().filter_map(|id| snapshot.offer(*id));
        gone.find(|offer| {
            snapshot.platforms[offer.platform].slug == own.platform
                && offer.region.as_deref() == own.region.as_deref()
                && offer.instance_type.as_deref() == own.instance_type.as_deref()
                && offer.kind == own.kind
                && offer.gpu_count == own.gpu_count
                && snapshot.gpus[offer.gpu].slug == own.gpu
        })
        .map(|offer| record_of(snapshot, offer))
    } else {
        Some(own.clone())
    };
    let Some(known) = known else {
        return Vec::new();
    };
    let number = |value: Option<f64>| value.map(|v| v.to_string());
    let value = |field: &str| match field {
        "gpu_fraction" => number(known.gpu_fraction),
        "vcpus" => number(known.vcpus),
        "ram_gb" => number(known.ram_gb),
        "disk_gb" => number(known.disk_gb),
        "disk_type" => known.disk_type.as_ref().map(ToString::to_string),
        "exclusivity" => known.exclusivity.map(|e| e.word().to_owned()),
        _ => known.network_mbps.map(|mbps| mbps.to_string()),
    };
    fields
        .iter()
        .map(|field| ((*field).to_owned(), value(field).unwrap_or_default()))
        .collect()
}

/// The line of a row that cannot be taken: the refused ones, then those given twice.
pub(super) fn refused_line(reviewed: &Reviewed, at: usize) -> Line {
    match reviewed.refused.get(at) {
        Some(refused) => Line::Refused {
            line: refused.line,
            row: refused.row.clone(),
            errors: refused.errors.clone(),
            hint: refused.hint.clone(),
        },
        None => {
            let pair = &reviewed.changes.collisions[at - reviewed.refused.len()];
            Line::Twice(Box::new(pair.clone()))
        }
    }
}

/// The refused rows as a table, for whoever corrects the file.
pub async fn refused(
    signed_in: SignedIn,
    State(state): State<AppState>,
    Path(token): Path<String>,
    request: Request,
) -> Response {
    let preview = state.previews.get(&token, &signed_in.editor.name);
    let Some(reviewed) = preview.and_then(|preview| preview.reviewed) else {
        return expired(&request);
    };
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut write = |fields: [&str; 6]| writer.write_record(fields);
    let mut done = write(["line", "row", "field", "value", "reason", "hint"]);
    for refused in &reviewed.refused {
        for error in &refused.errors {
            let line = refused.line.to_string();
            let fields = [
                &line,
                &refused.row,
                &error.field,
                &error.value,
                error.problem.word(),
                &refused.hint,
            ];
            done = done.and_then(|()| write(fields));
        }
    }
    for (first, second) in &reviewed.changes.collisions {
        let row = format!("{} {} {}", first.platform, first.gpu, first.kind.word());
        let price = |record: &OfferRecord| record.price_per_hour.amount().to_string();
        let (kept, other) = (price(first), price(second));
        done =
            done.and_then(|()| write(["", &row, "price_per_hour", &other, "given_twice", &kept]));
    }
    let text = match (done, writer.into_inner()) {
        (Ok(()), Ok(text)) => text,
        _ => {
            return ServerError::Internal("a table could not be written".to_owned()).page(&request);
        }
    };
    let mut response = unstored(text.into_response());
    let headers = response.headers_mut();
    headers.insert(
        header::CONTENT_TYPE,
        HeaderValue::from_static("text/csv; charset=utf-8"),
    );
    headers.insert(
        header::CONTENT_DISPOSITION,
        HeaderValue::from_static("attachment; filename=\"rejected.csv\""),
    );
    response
}
