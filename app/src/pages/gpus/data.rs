//! The cards with their prices, as the page, its charts and the API use them.
use chrono::NaiveDate;
use domain::catalog::select::{PriceSpan, cheapest_first, price, span};
use domain::catalog::{CatalogSnapshot, Gpu, PriceKind};
use domain::units::Currency;

/// A card with the span of its current on-demand prices.
#[derive(Clone, Debug, PartialEq)]
pub struct Card {
    /// Index into the snapshot's cards.
    pub gpu: usize,
    /// Its offers, as indexes into the snapshot's.
    pub rows: Vec<usize>,
    /// Lowest and median of one GPU an hour, whole cards only.
    pub span: PriceSpan,
}

impl Card {
    /// The median in units of the display currency, for charts and rates.
    pub fn median(&self) -> Option<f64> {
        self.span.median.map(units)
    }
}

/// Units of a currency from nano-units, for drawing only.
pub(crate) fn units(nanos: i64) -> f64 {
    nanos as f64 / 1e9
}

/// Every card of the catalogue, in its order, with the prices of its offers in `currency`.
pub fn cards(snapshot: &CatalogSnapshot, currency: Currency, today: NaiveDate) -> Vec<Card> {
    let mut rows: Vec<Vec<usize>> = vec![Vec::new(); snapshot.gpus.len()];
    for (row, offer) in snapshot.offers.iter().enumerate() {
        rows[offer.gpu].push(row);
    }
    rows.into_iter()
        .enumerate()
        .map(|(gpu, rows)| Card {
            gpu,
            span: span(snapshot, &rows, PriceKind::OnDemand, currency, today),
            rows,
        })
        .collect()
}

/// The prices that a card's span is made of, for drawing: current, on demand, whole cards, in `currency`.
pub fn on_demand_prices(
    snapshot: &CatalogSnapshot,
    rows: &[usize],
    currency: Currency,
    today: NaiveDate,
) -> Vec<f64> {
    let cheapest = cheapest_first(snapshot, rows, PriceKind::OnDemand, currency, today);
    apart(snapshot, &cheapest, currency)
}

/// Dots of one card that are all drawn.
const ALL_DOTS: usize = 100;
/// Where there are more, the least distance of two dots, in hundredths of the lower price: less than a dot's radius.
const STEP: i64 = 1;

/// Prices of a card for the drawing, from its rows, cheapest first. Of many thousand those that would lie under another
/// are left out, so that a drawing does not grow with the catalogue; the lowest and the dearest are always there.
pub(crate) fn apart(
    snapshot: &CatalogSnapshot,
    cheapest: &[usize],
    currency: Currency,
) -> Vec<f64> {
    let nanos = |row: &usize| price(snapshot, *row, currency).unwrap_or_default();
    thinned(cheapest, nanos).into_iter().map(units).collect()
}

/// The values of `sorted`, ascending; of many only some, [`STEP`] apart.
fn thinned<T>(sorted: &[T], nanos: impl Fn(&T) -> i64) -> Vec<i64> {
    if sorted.len() <= ALL_DOTS {
        return sorted.iter().map(nanos).collect();
    }
    let mut dots = Vec::new();
    let mut rest = sorted;
    while let Some((first, later)) = rest.split_first() {
        let here = nanos(first);
        dots.push(here);
        let next = here + (here / 100 * STEP).max(1);
        let hidden = later.partition_point(|row| nanos(row) < next);
        // The last stays, or the drawing would end too soon.
        rest = &later[hidden.min(later.len().saturating_sub(1))..];
    }
    dots
}

/// A card's name for drawings, without the words that tell nothing apart there: `RTX PRO 6000 Max-Q WS`.
pub(crate) fn chart_name(name: &str) -> String {
    let name = name.split(" (").next().unwrap_or(name);
    name.replace(" Workstation Edition", " WS")
        .replace(" Server Edition", " Server")
        .replace(" Generation", "")
        .replace(" Blackwell", "")
        .replace(" Grace Hopper", "")
        .replace(" Grace", "")
}

/// A card's name for narrow drawings, size before form: `A100 80G SXM` for `A100 SXM4 80GB`.
pub(crate) fn narrow_name(name: &str) -> String {
    let mut words: Vec<&str> = name.split(' ').collect();
    let size = words.pop().and_then(|last| last.strip_suffix("GB"));
    let Some(size) = size.filter(|size| size.parse::<u32>().is_ok()) else {
        return name.to_owned();
    };
    let form = words
        .iter()
        .position(|word| word.starts_with("SXM") || *word == "PCIe");
    let size = format!("{size}G");
    if let Some(form) = form.filter(|form| words[*form].starts_with("SXM")) {
        words[form] = "SXM";
    }
    words.insert(form.unwrap_or(words.len()), &size);
    words.join(" ")
}

/// The addresses behind a card's figures.
pub fn sources(gpu: &Gpu) -> impl Iterator<Item = &str> {
    gpu.sources()
}

#[cfg(test)]
mod tests {
    use super::{chart_name, narrow_name};

    #[test]
    fn chart_names_are_short_and_still_different() {
        let long = [
            "Workstation Edition",
            "Max-Q Workstation Edition",
            "Server Edition",
        ];
        let short = long.map(|edition| chart_name(&format!("RTX PRO 6000 Blackwell {edition}")));
        assert_eq!(
            short,
            [
                "RTX PRO 6000 WS",
                "RTX PRO 6000 Max-Q WS",
                "RTX PRO 6000 Server"
            ]
        );
        assert_eq!(chart_name("A16 (one of the board's four GPUs)"), "A16");
    }

    #[test]
    fn narrow_names_keep_what_tells_cards_apart() {
        assert_eq!(narrow_name("A100 SXM4 80GB"), "A100 80G SXM");
        assert_eq!(narrow_name("RTX 3060 12GB"), "RTX 3060 12G");
        assert_eq!(narrow_name("RTX 4090"), "RTX 4090");
    }
}
