//! Reads the catalogue's CSV tables: a header, then rows by column name. Pure, so that the binary and the tests
//! read the same text.
use super::SizingError;

/// A table with its header.
pub(super) struct Table {
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// One row of a table.
pub(super) struct Row<'a> {
    header: &'a [String],
    cells: &'a [String],
    /// Line in the file, the header being 1; 0 = of no file.
    pub line: usize,
}

impl Table {
    /// Splits `text` into rows and cells; quotes as in RFC 4180, one row a line.
    pub fn read(text: &str) -> Self {
        let mut lines = text
            .trim_start_matches('\u{feff}')
            .lines()
            .filter(|line| !line.is_empty())
            .map(cells);
        Self {
            header: lines.next().unwrap_or_default(),
            rows: lines.collect(),
        }
    }

    /// The rows in order.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().enumerate().map(|(index, cells)| Row {
            header: &self.header,
            cells,
            line: index + 2,
        })
    }
}

impl<'a> Row<'a> {
    /// A row that is of no file.
    pub fn stored(header: &'a [String], cells: &'a [String]) -> Self {
        Self {
            header,
            cells,
            line: 0,
        }
    }
}

impl Row<'_> {
    /// The text under `column`; empty when there is none.
    pub fn text(&self, column: &str) -> &str {
        let place = self.header.iter().position(|name| name == column);
        place
            .and_then(|place| self.cells.get(place))
            .map_or("", String::as_str)
    }

    /// A whole number; none when empty. Errors: anything else.
    pub fn whole(&self, column: &str) -> Result<Option<u64>, SizingError> {
        let text = self.text(column);
        if text.is_empty() {
            return Ok(None);
        }
        text.parse().map(Some).map_err(|_| {
            let message = format!("`{text}` in line {} is not a whole number", self.line);
            SizingError::bad(column, message)
        })
    }

    /// A whole number that must be there.
    pub fn needed(&self, column: &str) -> Result<u64, SizingError> {
        self.whole(column)?
            .ok_or_else(|| SizingError::bad(column, format!("is empty in line {}", self.line)))
    }
}

fn cells(line: &str) -> Vec<String> {
    let mut cells = vec![String::new()];
    let mut is_quoted = false;
    let mut chars = line.chars().peekable();
    while let Some(one) = chars.next() {
        match one {
            '"' if is_quoted && chars.peek() == Some(&'"') => {
                chars.next();
                push(&mut cells, '"');
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            other => push(&mut cells, other),
        }
    }
    cells
}

fn push(cells: &mut [String], one: char) {
    if let Some(last) = cells.last_mut() {
        last.push(one);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hide_commas() {
        let table = Table::read("a,b,c\n1,\"x, \"\"y\"\"\",\n");
        let row = table.rows().next().unwrap();
        assert_eq!(row.text("b"), "x, \"y\"");
        assert_eq!(row.whole("a"), Ok(Some(1)));
        assert_eq!(row.whole("c"), Ok(None));
        assert!(row.whole("b").is_err());
    }
}
