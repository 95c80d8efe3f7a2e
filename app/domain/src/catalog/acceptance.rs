//! From a visitor's report of a price to the edit that an editor accepts with one click, or why it takes more.
use super::draft::{FieldError, warnings};
use super::edit::{Edit, Typed, check};
use super::proposal::{About, Checked, Proposal, Target};
use super::{CatalogSnapshot, Offer};
use chrono::NaiveDate;

/// Why a report cannot be accepted with one click.
#[derive(Clone, Debug, PartialEq)]
pub enum Hurdle {
    /// It is not about a price.
    NotAPrice,
    /// The offer is not in the catalogue any more.
    Gone,
    /// It was read before the stored price.
    Older(NaiveDate),
    /// The stored price is the same.
    Same,
    /// Fields that the form would refuse.
    Fields(Vec<FieldError>),
    /// The price looks odd beside the others.
    Odd,
}

/// The offer's form with the report's price, evidence and day filled in.
///
/// As the report's form asked: the term's sum where the offer states one, else the whole offer's hour.
pub fn filled(said: &Checked, snapshot: &CatalogSnapshot, offer: &Offer) -> Typed {
    let current = Typed::of_offer(snapshot, offer);
    let mut pairs = vec![
        ("source_url".to_owned(), said.evidence.clone()),
        ("source_date".to_owned(), said.seen_on.to_string()),
    ];
    let price = if said.about == About::Price {
        let field = if offer.price_per_period.is_some() {
            "price_per_period"
        } else {
            "price"
        };
        (field, said.value.clone())
    } else {
        ("price", current.get("price").to_owned())
    };
    pairs.push((price.0.to_owned(), price.1));
    Typed::of_pairs(&pairs, &current)
}

/// The offer and the edit that accepting the report makes.
pub fn edit_of<'a>(
    report: &Proposal,
    snapshot: &'a CatalogSnapshot,
    today: NaiveDate,
) -> Result<(&'a Offer, Edit), Hurdle> {
    let Target::Offer(id) = report.target else {
        return Err(Hurdle::NotAPrice);
    };
    if report.said.about != About::Price {
        return Err(Hurdle::NotAPrice);
    }
    let offer = snapshot.offer(id).ok_or(Hurdle::Gone)?;
    if report.said.seen_on < offer.observed.date {
        return Err(Hurdle::Older(report.said.seen_on));
    }
    let typed = filled(&report.said, snapshot, offer);
    let edit = check(&typed, snapshot, offer, today).map_err(Hurdle::Fields)?;
    let is_price = |field: &str| field == "price" || field == "price_per_period";
    if !edit.changes.iter().any(|change| is_price(&change.field)) {
        return Err(Hurdle::Same);
    }
    if !warnings(&edit.record, Some(id), snapshot, today).is_empty() {
        return Err(Hurdle::Odd);
    }
    Ok((offer, edit))
}
