//! Colours of both themes by name; a test holds them against the style sheet.

/// What a drawing without a style sheet needs to know.
pub(super) struct Inks {
    pub surface: &'static str,
    pub line: &'static str,
    pub axis: &'static str,
    pub grid: &'static str,
    pub ink: &'static str,
    pub ink_2: &'static str,
    pub ink_3: &'static str,
    pub compute: &'static str,
    pub other: &'static str,
    pub muted: &'static str,
    pub seal: &'static str,
}

/// On light pages.
pub(super) const LIGHT: Inks = Inks {
    surface: "#FFFFFF",
    line: "#D5DED7",
    axis: "#7F8F85",
    grid: "#DCE8DF",
    ink: "#14211B",
    ink_2: "#425049",
    ink_3: "#5C6B63",
    compute: "#0A553D",
    other: "#8A978F",
    muted: "#C9D4CC",
    seal: "#B7331B",
};

/// On dark pages.
pub(super) const DARK: Inks = Inks {
    surface: "#141D19",
    line: "#2A3731",
    axis: "#6F8178",
    grid: "#22302A",
    ink: "#E4EBE6",
    ink_2: "#B0BDB5",
    ink_3: "#8D9C93",
    compute: "#1F9166",
    other: "#6B7A72",
    muted: "#35433C",
    seal: "#E8694B",
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_those_of_both_themes() {
        let sheet = concat!(
            include_str!("../../../style/tokens/_color.css"),
            include_str!("../../../style/tokens/_chart.css")
        );
        let pairs = |token: fn(&Inks) -> &'static str| (token(&LIGHT), token(&DARK));
        for (name, (light, dark)) in [
            ("surface", pairs(|i| i.surface)),
            ("line", pairs(|i| i.line)),
            ("line-strong", pairs(|i| i.axis)),
            ("grid", pairs(|i| i.grid)),
            ("ink", pairs(|i| i.ink)),
            ("ink-2", pairs(|i| i.ink_2)),
            ("ink-3", pairs(|i| i.ink_3)),
            ("c-compute", pairs(|i| i.compute)),
            ("c-other", pairs(|i| i.other)),
            ("c-muted", pairs(|i| i.muted)),
            ("seal", pairs(|i| i.seal)),
        ] {
            let line = format!("--{name}: light-dark({light}, {dark});");
            assert!(sheet.contains(&line), "{line}");
        }
    }
}
