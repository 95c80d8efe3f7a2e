//! The light theme's colours by name; a test holds them against the style sheet.

/// Paper.
pub const PAPER: &str = "#F5F7F4";
/// Cells that are off.
pub const SURFACE: &str = "#FFFFFF";
/// Hairlines.
pub const LINE: &str = "#D5DED7";
/// Grid of the week.
pub const GRID: &str = "#DCE8DF";
/// Text.
pub const INK: &str = "#14211B";
/// Secondary text.
pub const INK_2: &str = "#425049";
/// Captions.
pub const INK_3: &str = "#5C6B63";
/// The stamp with the date of the prices.
pub const SEAL: &str = "#B7331B";
/// Hours with the GPU.
pub const COMPUTE: &str = "#0A553D";
/// Hours without.
pub const NO_GPU: &str = "#BA7B00";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_those_of_the_light_theme() {
        let sheet = concat!(
            include_str!("../../../style/tokens/_color.css"),
            include_str!("../../../style/tokens/_chart.css")
        );
        for (token, colour) in [
            ("bg", PAPER),
            ("surface", SURFACE),
            ("line", LINE),
            ("grid", GRID),
            ("ink", INK),
            ("ink-2", INK_2),
            ("ink-3", INK_3),
            ("seal", SEAL),
            ("c-compute", COMPUTE),
            ("c-nogpu", NO_GPU),
        ] {
            let line = format!("--{token}: light-dark({colour},");
            assert!(sheet.contains(&line), "{line}");
        }
    }
}
