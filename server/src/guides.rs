//! The checklists, inside the binary.
use domain::guides::Guides;
use std::sync::LazyLock;

const FILE: &str = include_str!("../catalogue/guides.json");

static ALL: LazyLock<Guides> =
    LazyLock::new(|| serde_json::from_str(FILE).expect("a test reads the guides in the binary"));

/// All lists.
pub fn all() -> &'static Guides {
    &ALL
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_guides_in_the_binary_can_be_read() {
        assert!(super::all().items.len() > 60);
    }
}
