//! Charts of rows and lines beside the first ones.
use super::super::price_rows::{PriceRow, PriceRows, price_rows};
use super::super::pull::{Load, Pull, PullPoint, pull};
use super::{EXTREMES, SIZES, check};

#[test]
fn price_rows_write_the_lowest_and_the_word_for_none() {
    let known = PriceRow {
        name: "24 GB".to_owned(),
        note: "RTX 3090".to_owned(),
        prices: vec![0.5, 0.22, 1.0],
        lowest: Some(0.22),
        median: Some(0.5),
        highlighted: true,
    };
    let extreme = PriceRow {
        prices: EXTREMES.to_vec(),
        lowest: Some(f64::NAN),
        median: Some(1e300),
        ..PriceRow::default()
    };
    let none = PriceRow::default();
    for size in SIZES {
        let data = PriceRows {
            empty: "no price".to_owned(),
            rows: vec![known.clone(), none.clone()],
            ..PriceRows::default()
        };
        let svg = price_rows(&data, size);
        check(&svg);
        for text in [">24 GB<", ">RTX 3090<", ">0.22<", ">0.50<", ">no price<"] {
            assert!(svg.contains(text), "{text} in {svg}");
        }
        let data = PriceRows {
            rows: vec![extreme.clone(), none.clone()],
            ..PriceRows::default()
        };
        check(&price_rows(&data, size));
    }
}

#[test]
fn pull_draws_a_line_a_load_and_survives_extremes() {
    let point = |mbps: f64, seconds: f64| PullPoint {
        mbps,
        low_s: seconds,
        mid_s: seconds * 1.1,
        high_s: seconds * 2.0,
    };
    let data = Pull {
        loads: vec![Load {
            name: "7B, 15 GB".to_owned(),
            short: "7B, 15 GB".to_owned(),
            points: vec![point(100.0, 1200.0), point(1000.0, 120.0)],
        }],
        ticks: vec![(60.0, "1 min".to_owned()), (3600.0, "1 h".to_owned())],
        stated: vec![(300.0, "SomeCloud".to_owned())],
        ..Pull::default()
    };
    let wild = Pull {
        loads: vec![Load {
            name: String::new(),
            short: String::new(),
            points: EXTREMES.iter().map(|v| point(*v, *v)).collect(),
        }],
        stated: EXTREMES.iter().map(|v| (*v, "x".to_owned())).collect(),
        ..Pull::default()
    };
    for size in SIZES {
        let svg = pull(&data, size);
        check(&svg);
        for text in [">7B, 15 GB<", ">SomeCloud<", ">1000<"] {
            assert!(svg.contains(text), "{text} in {svg}");
        }
        check(&pull(&wild, size));
        check(&pull(&Pull::default(), size));
    }
}
