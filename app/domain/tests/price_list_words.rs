//! The price list: names of cards as people write them, and the columns that an address asks for.
#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]
mod listing;

use domain::catalog::names::{Named, card};
use domain::catalog::{Column, Query, Reason};
use listing::{asked, cards};

#[test]
fn b34_names_as_people_write_them_lead_to_one_card_or_to_a_question() {
    let gpus = cards();
    let one = |text: &str| match card(&gpus, text) {
        Named::One(index) => gpus[index].slug.clone(),
        other => format!("{other:?}"),
    };
    for text in [
        "4090",
        "rtx_4090",
        "RTX-4090",
        "RTX4090",
        "geforce rtx 4090",
        "NVIDIA RTX 4090 24GB",
    ] {
        assert_eq!(one(text), "rtx-4090", "{text}");
    }
    for (text, slug) in [
        ("4090D", "rtx-4090-d"),
        ("rtx 4090 d", "rtx-4090-d"),
        ("4090 48G", "rtx-4090-48gb"),
        ("4090-48 GB", "rtx-4090-48gb"),
        ("6000 Ada", "rtx-6000-ada"),
        ("A100 80G", "a100-80gb"),
        ("A100 SXM4 80GB", "a100-80gb-sxm"),
        // Without its form factor a card is the one whose form factor is not stated.
        ("H100", "h100-80gb"),
        ("h100 sxm", "h100-sxm"),
    ] {
        assert_eq!(one(text), slug, "{text}");
    }
    assert_eq!(
        card(&gpus, "A100"),
        Named::Several(vec![5, 7]),
        "its VRAM would be a guess"
    );
    assert_eq!(card(&gpus, "RTX 6000"), Named::Several(vec![3, 4]));
    let Named::Nothing(near) = card(&gpus, "4080") else {
        panic!("4080 is no card of these");
    };
    assert_eq!((near.len(), near[0]), (3, 0), "the nearest name first");
    assert!(matches!(card(&gpus, "  "), Named::Nothing(_)));
}

#[test]
fn columns_come_in_the_order_asked_for_and_the_platform_is_always_first() {
    let query = asked("columns=vram,price_per_vram_gb&columns=platform");
    assert_eq!(
        query.shown_columns(),
        [Column::Platform, Column::Vram, Column::PerVramGb]
    );
    assert_eq!(Query::default().shown_columns(), Column::DEFAULT);
    let pairs = [
        ("columns", "vram,beauty"),
        ("month_hours", "0"),
        ("period", "year"),
    ];
    let pairs = pairs.map(|(n, v)| (n.to_owned(), v.to_owned()));
    let (query, notices) = Query::parse(&pairs);
    assert_eq!(
        (query.columns, query.month_hours),
        (vec![Column::Vram], 730)
    );
    assert_eq!(
        notices.iter().map(|n| n.reason).collect::<Vec<_>>(),
        [Reason::NotAWord, Reason::OutOfRange, Reason::NotAWord]
    );
}
