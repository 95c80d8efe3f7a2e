//! JSON that may end in the middle: the members that were read whole until then are kept. A reader for whole documents throws it away, and a
//! terminal's last screen is often all that somebody copied.

/// Values deeper than this are not ours.
const MOST_DEPTH: usize = 8;

/// A value.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// `null`.
    Null,
    /// `true`, `false`.
    Bool(bool),
    /// A number.
    Number(f64),
    /// Text.
    Text(String),
    /// `[…]`
    List(Vec<Value>),
    /// `{…}`, in order; the last of a name that is repeated counts.
    Object(Vec<(String, Value)>),
}

impl Value {
    /// A member of an object.
    pub fn get(&self, name: &str) -> Option<&Self> {
        let Self::Object(members) = self else {
            return None;
        };
        let found = members.iter().rev().find(|(known, _)| known == name);
        found.map(|(_, value)| value)
    }
}

/// Reads one value after the other from a text.
pub struct Reader<'a> {
    text: &'a [u8],
    /// The next byte to read.
    pub at: usize,
    /// How many values may still be made.
    pub budget: usize,
    /// False when the text ended, or was no JSON any more, inside a value.
    pub is_whole: bool,
}

impl<'a> Reader<'a> {
    /// A reader that makes at most `budget` values.
    pub fn new(text: &'a str, at: usize, budget: usize) -> Self {
        Self {
            text: text.as_bytes(),
            at,
            budget,
            is_whole: true,
        }
    }

    /// The value that begins here, as far as it goes; `None` = not even its beginning.
    pub fn value(&mut self) -> Option<Value> {
        self.nested(0)
    }

    fn stop<T>(&mut self) -> Option<T> {
        self.is_whole = false;
        None
    }

    fn next(&mut self) -> Option<u8> {
        while let Some(byte) = self.text.get(self.at) {
            if !byte.is_ascii_whitespace() {
                return Some(*byte);
            }
            self.at += 1;
        }
        None
    }

    fn nested(&mut self, depth: usize) -> Option<Value> {
        if depth > MOST_DEPTH || self.budget == 0 {
            return self.stop();
        }
        self.budget -= 1;
        match self.next() {
            Some(b'{') => self.object(depth),
            Some(b'[') => self.list(depth),
            Some(b'"') => self.text().map(Value::Text),
            Some(b't') => self.word("true", Value::Bool(true)),
            Some(b'f') => self.word("false", Value::Bool(false)),
            Some(b'n') => self.word("null", Value::Null),
            Some(b'-' | b'0'..=b'9') => self.number(),
            _ => self.stop(),
        }
    }

    fn word(&mut self, word: &str, value: Value) -> Option<Value> {
        if self.text[self.at..].starts_with(word.as_bytes()) {
            self.at += word.len();
            return Some(value);
        }
        self.stop()
    }

    fn number(&mut self) -> Option<Value> {
        let rest = &self.text[self.at..];
        let is_part = |byte: &&u8| matches!(byte, b'-' | b'+' | b'.' | b'e' | b'E' | b'0'..=b'9');
        // No figure of a machine has more than 32 digits.
        let length = rest.iter().take(33).take_while(is_part).count();
        // A number at the very end of the text may go on: 24 of 24564.
        let text = std::str::from_utf8(&rest[..length]).ok();
        let number = text
            .and_then(|text| text.parse().ok())
            .filter(|n: &f64| n.is_finite());
        if length == rest.len() || number.is_none() {
            return self.stop();
        }
        self.at += length;
        number.map(Value::Number)
    }

    /// A string; a line break inside is where a terminal broke its line.
    fn text(&mut self) -> Option<String> {
        let mut bytes = Vec::new();
        let mut at = self.at + 1;
        while let Some(byte) = self.text.get(at) {
            at += 1;
            match byte {
                b'"' => {
                    self.at = at;
                    return Some(String::from_utf8_lossy(&bytes).into_owned());
                }
                b'\\' => {
                    // The script escapes nothing; what others escape is not needed to tell a machine.
                    bytes.push(b'?');
                    at += 1;
                }
                b'\n' => {}
                byte => bytes.push(*byte),
            }
        }
        self.at = self.text.len();
        self.stop()
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        let mut values = Vec::new();
        self.at += 1;
        if self.next() == Some(b']') {
            self.at += 1;
            return Some(Value::List(values));
        }
        loop {
            values.extend(self.nested(depth + 1));
            if self.ends(b']') {
                return Some(Value::List(values));
            }
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        let mut members = Vec::new();
        self.at += 1;
        if self.next() == Some(b'}') {
            self.at += 1;
            return Some(Value::Object(members));
        }
        loop {
            if self.next() != Some(b'"') {
                self.is_whole = false;
                return Some(Value::Object(members));
            }
            let name = self.text();
            if self.is_whole && self.next() == Some(b':') {
                self.at += 1;
                let value = self.nested(depth + 1);
                // Half a list of cards would say that the rest is not there.
                if self.is_whole {
                    members.extend(name.zip(value));
                }
            } else {
                self.is_whole = false;
            }
            if self.ends(b'}') {
                return Some(Value::Object(members));
            }
        }
    }

    /// After a member: true at the end of its list or object, and where nothing more can be read.
    fn ends(&mut self, end: u8) -> bool {
        if !self.is_whole {
            return true;
        }
        match self.next() {
            Some(b',') => {
                self.at += 1;
                false
            }
            Some(byte) if byte == end => {
                self.at += 1;
                true
            }
            _ => {
                self.is_whole = false;
                true
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> (Option<Value>, bool) {
        let mut reader = Reader::new(text, 0, 100);
        let value = reader.value();
        (value, reader.is_whole)
    }

    #[test]
    fn a_whole_document_is_read_as_json() {
        let (value, is_whole) = read(r#" {"a":[1,-2.5,true,null,"x"],"b":{},"c":[]} "#);
        let value = value.unwrap();
        assert!(is_whole);
        let list = [
            Value::Number(1.0),
            Value::Number(-2.5),
            Value::Bool(true),
            Value::Null,
            Value::Text("x".into()),
        ];
        assert_eq!(value.get("a"), Some(&Value::List(list.to_vec())));
        assert_eq!(value.get("b"), Some(&Value::Object(vec![])));
    }

    #[test]
    fn what_ends_early_keeps_what_was_read_and_nothing_half() {
        let whole = r#"{"a":1,"b":{"c":24564,"d":"text"},"e":[1,2]}"#;
        for end in 1..whole.len() {
            let (value, is_whole) = read(&whole[..end]);
            assert!(!is_whole, "{end}");
            let c = value
                .as_ref()
                .and_then(|v| v.get("b"))
                .and_then(|b| b.get("c"));
            assert!(
                [None, Some(&Value::Number(24564.0))].contains(&c),
                "{end}: {value:?}"
            );
        }
    }

    #[test]
    fn depth_and_number_of_values_are_bounded() {
        let deep = "[".repeat(100_000);
        assert!(!read(&deep).1);
        let many = format!("[{}]", "1,".repeat(1000));
        assert!(!read(&many).1);
        assert!(!read("[1 2]").1 && !read("{a:1}").1 && !read("nul").1 && !read("1e999 ").1);
    }
}
