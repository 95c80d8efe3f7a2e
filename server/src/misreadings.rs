//! Figures that articles get wrong, inside the binary.
use domain::catalog::Misreading;
use std::sync::LazyLock;

const FILE: &str = include_str!("../catalogue/misreadings.csv");

static ALL: LazyLock<Vec<Misreading>> = LazyLock::new(|| {
    let rows = csv::Reader::from_reader(FILE.as_bytes()).into_deserialize::<Misreading>();
    let rows: Result<Vec<Misreading>, csv::Error> = rows.collect();
    rows.expect("a test reads the misreadings in the binary")
});

/// Every one, in the order of the file.
pub fn all() -> &'static [Misreading] {
    &ALL
}

#[cfg(test)]
mod tests {
    use crate::import::{Files, starting_gpus};

    #[test]
    fn every_misreading_is_of_a_known_card_and_has_a_source() {
        let gpus = starting_gpus(&Files::Starting).unwrap();
        assert!(super::all().len() > 15);
        for row in super::all() {
            let known = gpus.iter().any(|gpu| gpu.slug == row.gpu);
            assert!(known, "{}", row.gpu);
            assert!(row.source_url.starts_with("https://"), "{row:?}");
            assert!(!row.right.is_empty(), "{row:?}");
        }
    }

    /// The right figures are those that the catalogue shows.
    #[test]
    fn right_figures_are_the_catalogues_own() {
        let gpus = starting_gpus(&Files::Starting).unwrap();
        for row in super::all() {
            let Some(gpu) = gpus.iter().find(|gpu| gpu.slug == row.gpu) else {
                continue;
            };
            let number = |unit: &str| -> Option<f64> { row.right.strip_suffix(unit)?.parse().ok() };
            if let Some(rate) = number(" TFLOPS") {
                assert_eq!(gpu.fp16_dense_tflops, Some(rate), "{row:?}");
            }
            if let Some(rate) = number(" GB/s") {
                assert_eq!(gpu.bandwidth_gbps, Some(rate), "{row:?}");
            }
        }
    }
}
