//! What the lists of platforms and cards share: paging and the frame of the answer.
use crate::page::Request;
use crate::problem::Problem;
use domain::catalog::CatalogSnapshot;
use serde::Serialize;

/// Rows a page when nothing is asked, and at most.
const LIMITS: (u32, u32) = (100, 1000);

/// Name and value of a parameter.
type Pair = (String, String);

/// One page of a list.
#[derive(Serialize)]
pub(super) struct List<T> {
    pub items: Vec<T>,
    pub total: usize,
    pub page: u32,
    pub limit: u32,
    pub revision: i64,
    pub observed_newest: Option<String>,
}

/// `page` and `limit` of the address. Errors: 400 for anything else but language, currency and theme.
pub(super) fn paging(request: &Request) -> Result<(u32, u32), Problem> {
    paging_of(&request.frame.query)
}

/// `page` and `limit`, and the parameters that are the resource's own.
pub(super) fn paging_and_rest(request: &Request) -> Result<((u32, u32), Vec<Pair>), Problem> {
    let query = request.frame.query.iter().cloned();
    let (own, rest) = query.partition(|(name, _)| matches!(name.as_str(), "page" | "limit"));
    let own: Vec<Pair> = own;
    Ok((paging_of(&own)?, rest))
}

fn paging_of(query: &[Pair]) -> Result<(u32, u32), Problem> {
    let (mut page, mut limit) = (1, LIMITS.0);
    for (name, value) in query {
        let slot = match name.as_str() {
            "page" => &mut page,
            "limit" => &mut limit,
            "lang" | "theme" | "currency" => continue,
            other => {
                let detail = format!("{other}: is no parameter of this resource");
                return Err(Problem::bad_request(
                    "unknown_param",
                    detail,
                    Some(name.clone()),
                ));
            }
        };
        match value.trim().parse::<u32>() {
            Ok(number) if number > 0 => *slot = number,
            _ => {
                let shown: String = value.chars().take(60).collect();
                let detail = format!("{name}: `{shown}` is not a whole number above zero");
                return Err(Problem::bad_request(
                    "not_a_number",
                    detail,
                    Some(name.clone()),
                ));
            }
        }
    }
    Ok((page, limit.min(LIMITS.1)))
}

/// The rows of one page.
pub(super) fn paged<T>(all: impl Iterator<Item = T>, page: u32, limit: u32) -> Vec<T> {
    let from = (page as usize - 1).saturating_mul(limit as usize);
    all.skip(from).take(limit as usize).collect()
}

/// The newest day of any price.
pub(super) fn newest(snapshot: &CatalogSnapshot) -> Option<String> {
    snapshot.observed_newest().map(|day| day.to_string())
}
