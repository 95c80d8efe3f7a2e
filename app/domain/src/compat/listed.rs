//! For which cards a build has code.
use super::version::capability;

/// How a build reaches a card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Reach {
    /// By code of this capability.
    Code(String),
    /// By compiling its intermediate code of this capability at run time.
    Jit(String),
    /// Not at all.
    Nothing,
}

/// How a build with code for `built` (`7.5 8.0 12.0+PTX`) reaches a card. Code runs within its major version on cards
/// of the same or a later minor one. `X.Y+PTX` stands for code and for intermediate code, which later cards compile.
pub(super) fn reach(built: &str, card: (u32, u32), has_ptx: bool) -> Reach {
    let entries = built.split_whitespace().filter_map(|one| {
        let (word, is_ptx) = match one.strip_suffix("+PTX") {
            Some(word) => (word, true),
            None => (one, false),
        };
        Some((capability(word)?, word, is_ptx))
    });
    let entries: Vec<_> = entries.collect();
    let code = entries
        .iter()
        .filter(|((major, minor), ..)| *major == card.0 && *minor <= card.1)
        .max_by_key(|(of, ..)| *of);
    if let Some((_, word, _)) = code {
        return Reach::Code((*word).to_owned());
    }
    let jit = entries
        .iter()
        .filter(|(of, _, is_ptx)| *is_ptx && has_ptx && *of <= card)
        .max_by_key(|(of, ..)| *of);
    jit.map_or(Reach::Nothing, |(_, word, _)| {
        Reach::Jit((*word).to_owned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_runs_within_a_major_version_and_by_compilation_above() {
        let list = "7.5 8.0 8.6 9.0";
        assert_eq!(reach(list, (8, 9), true), Reach::Code("8.6".into()));
        assert_eq!(reach(list, (12, 0), true), Reach::Nothing);
        assert_eq!(reach("7.5 8.6", (8, 0), true), Reach::Nothing);
        let newest = "7.5 12.0+PTX";
        assert_eq!(reach(newest, (12, 1), true), Reach::Code("12.0".into()));
        assert_eq!(reach("9.0+PTX", (12, 0), true), Reach::Jit("9.0".into()));
        assert_eq!(reach("9.0+PTX", (12, 0), false), Reach::Nothing);
    }
}
