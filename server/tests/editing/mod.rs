//! What editors change beside offers: models, new platforms, who sees an offer, prices to come. The whole router over a
//! real database.

mod models;
mod platforms;
mod privacy;
mod scheduled;
mod text_boxes;

use crate::site::{Answer, Site, Visitor};

/// What was odd about a price and is meant so.
pub const CONFIRMED: [(&str, &str); 4] = [
    ("confirm_far_from_median", "1"),
    ("confirm_not_growing", "1"),
    ("confirm_spot_above_on_demand", "1"),
    ("confirm_term_above_meter", "1"),
];

/// Takes a revision back as its page does.
pub async fn undo(site: &Site, visitor: &mut Visitor, revision: i64) -> Answer {
    let csrf = visitor.csrf(site).await;
    let path = format!("/admin/revisions/{revision}");
    visitor.post(site, &path, &[("csrf", &csrf)]).await
}

/// Takes a revision back, which has to go well; gives the number of the new one.
pub async fn undone(site: &Site, visitor: &mut Visitor, revision: i64) -> i64 {
    let answer = undo(site, visitor, revision).await;
    let location = answer.header("location");
    let number = location
        .strip_prefix("/admin/revisions/")
        .and_then(|rest| rest.split('?').next()?.parse().ok());
    number.unwrap_or_else(|| panic!("{} `{location}` {}", answer.status, answer.body))
}
