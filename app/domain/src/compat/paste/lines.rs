//! A text as numbered lines; a very long line comes in pieces.

/// Longest piece, bytes: longer than any line that a tool prints.
const PIECE: usize = 8 * 1024;

/// The lines with their numbers, from 1.
pub(super) fn of(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines()
        .enumerate()
        .flat_map(|(place, line)| Pieces { rest: line }.map(move |piece| (place + 1, piece)))
}

struct Pieces<'a> {
    rest: &'a str,
}

impl<'a> Iterator for Pieces<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        if self.rest.is_empty() {
            return None;
        }
        let mut end = self.rest.len().min(PIECE);
        while !self.rest.is_char_boundary(end) {
            end -= 1;
        }
        let (piece, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(piece)
    }
}

/// What follows `label`, in the case in which tools print it; none when it is not there.
pub(super) fn after<'a>(line: &'a str, label: &str) -> Option<&'a str> {
    line.split_once(label).map(|(_, rest)| rest)
}

/// The value after `label` and a colon: `Driver Version : 550.54.14`.
pub(super) fn value<'a>(line: &'a str, label: &str) -> Option<&'a str> {
    let rest = after(line, label)?.trim_start().strip_prefix(':')?;
    Some(rest.trim())
}

/// The first word, without what closes a cell of a table.
pub(super) fn word(text: &str) -> &str {
    let text = text.trim_start();
    let end = text.find(|c: char| c.is_whitespace() || c == '|' || c == ',');
    text.get(..end.unwrap_or(text.len())).unwrap_or(text)
}
