//! Names that people write for cards, on the cards of the catalogue.
#![allow(clippy::unwrap_used, reason = "a test says what went wrong by failing")]
mod sizing;

use domain::catalog::names::{named, nearest};
use sizing::gpus;

#[test]
fn b34_a_name_leads_to_the_exact_card_and_never_to_a_guessed_form_factor() {
    let gpus = gpus();
    let slug = |name: &str| named(&gpus, name).map(|place| gpus[place].slug.as_str());
    for (name, wanted) in [
        ("rtx-4090", "rtx-4090"),
        ("4090", "rtx-4090"),
        ("rtx_4090", "rtx-4090"),
        ("RTX-4090", "rtx-4090"),
        ("GeForce RTX 4090", "rtx-4090"),
        ("4090D", "rtx-4090-d"),
        ("4090 48G", "rtx-4090-48gb"),
        ("a10g", "a10g"),
        ("A100-80G-SXM", "a100-80gb-sxm"),
        // Nobody said which: the entry that states none.
        ("h100", "h100-80gb"),
        ("H100-80G", "h100-80gb"),
    ] {
        assert_eq!(slug(name), Some(wanted), "{name}");
    }
    for name in ["", "---", "a100", "rtx", "no-such-card"] {
        assert_eq!(slug(name), None, "{name}");
    }
}

#[test]
fn an_unknown_name_has_three_near_ones() {
    let gpus = gpus();
    let near = |name: &str| -> Vec<&str> {
        let places = nearest(&gpus, name);
        places
            .iter()
            .map(|place| gpus[*place].slug.as_str())
            .collect()
    };
    assert!(
        near("rtx-4091").contains(&"rtx-4090"),
        "{:?}",
        near("rtx-4091")
    );
    assert!(
        near("h1000-sxm").contains(&"h100-sxm"),
        "{:?}",
        near("h1000-sxm")
    );
    assert_eq!(near("显卡").len(), 3);
    assert_eq!(near(&"x".repeat(5000)).len(), 3);
}
