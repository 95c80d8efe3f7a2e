//! Where in a text the script's document begins.

/// The opening braces after which `"check":` is the first member, from `from` on; one pass over the text.
pub fn starts(text: &str, from: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    let mut from = from;
    while let Some(found) = text.get(from..).and_then(|rest| rest.find("\"check\"")) {
        let at = from + found;
        let before = bytes[from..at]
            .iter()
            .rposition(|byte| !byte.is_ascii_whitespace());
        let after = bytes[at + 7..]
            .iter()
            .find(|byte| !byte.is_ascii_whitespace());
        let brace = before
            .map(|index| from + index)
            .filter(|index| bytes[*index] == b'{');
        if let (Some(brace), Some(b':')) = (brace, after) {
            return Some(brace);
        }
        from = at + 7;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_document_is_found_between_other_lines() {
        assert_eq!(starts("root@x:~# sh check.sh\n{\"check\":1}", 0), Some(22));
        assert_eq!(starts("{ \n \"check\" : 1", 0), Some(0));
        assert_eq!(
            starts("{\"a\":\"check\"}{\"check\"}{\"checks\":1}", 0),
            None
        );
        assert_eq!(starts("{\"check\":1}{\"check\":2}", 1), Some(11));
    }
}
