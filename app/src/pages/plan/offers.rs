//! What the painter is sent: every offer of the filter with the row that the ranking would show for it.
use super::ranking;
use crate::components::{Cell, glyph};
use crate::frame::Frame;
use crate::plan_offers::{PlanOffer, PlanOffers};
use crate::text::td_string;
use domain::catalog::CatalogSnapshot;
use domain::pricing::{PricingError, Usage};
use domain::quote::{CatalogTable, Prepared, answer_from, answer_row, quote};
use domain::scenario::{Scenario, Week, WithoutNoGpu};
use domain::units::Decimal;
use leptos::prelude::*;
use std::sync::Arc;

/// The offers of `table`; `html` renders a part of a page.
///
/// Errors: an offer whose bill is past the engine's range.
pub fn sent(
    frame: &Arc<Frame>,
    snapshot: &CatalogSnapshot,
    scenario: &Scenario,
    table: &CatalogTable,
    html: impl Fn(Box<dyn FnOnce() -> AnyView>) -> String,
) -> Result<PlanOffers, PricingError> {
    // Rows of a plan without use: what they say is true of the offer itself.
    let idle = Scenario {
        week: Week::default(),
        data_gb: Decimal::ZERO,
        pull_gb: Decimal::ZERO,
        send_gb: Decimal::ZERO,
        ..scenario.clone()
    };
    let today = frame.today();
    let answer = Arc::new(answer_from(table, snapshot, &idle, frame.currency, today)?);
    let prepared = Prepared::of_usage(Usage::idle(1), WithoutNoGpu::Keep)?;
    let mut sent = PlanOffers {
        lowest: td_string!(frame.locale, plan.lowest).to_owned(),
        floor_only: td_string!(frame.locale, plan.floor_only).to_owned(),
        floor_mark: html(Box::new(|| glyph(Cell::Unknown).into_any())),
        floors_head: {
            let frame = Arc::clone(frame);
            html(Box::new(move || ranking::floors_head(&frame, false)))
        },
        offers: Vec::with_capacity(table.offers().len()),
    };
    for index in table.offers() {
        let Some(terms) = table.terms(*index) else {
            continue;
        };
        let row = answer_row(snapshot, *index, &quote(&terms, &prepared)?, table);
        let (frame, answer) = (Arc::clone(frame), Arc::clone(&answer));
        sent.offers.push(PlanOffer {
            id: row.offer,
            terms,
            row: html(Box::new(move || ranking::blank_row(&frame, &answer, &row))),
        });
    }
    Ok(sent)
}
