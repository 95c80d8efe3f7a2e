//! Documents of the command line and the API: one JSON value or an array of them, answered in order.
use serde::Deserialize;
use serde::de::{Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Value, json};
use std::collections::HashSet;
use std::fmt;

/// A text as a JSON value. A field that stands twice is refused: which of the two was meant cannot be known, and a
/// reader that takes the last answers another question than was asked. Errors: no JSON, or the field's name and place.
pub fn read(text: &[u8]) -> Result<Value, serde_json::Error> {
    serde_json::from_slice::<Unique>(text)?;
    serde_json::from_slice(text)
}

/// Any value, read to its end, in which no object has a field twice.
struct Unique;

impl<'de> Deserialize<'de> for Unique {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Self, D::Error> {
        source.deserialize_any(Self)
    }
}

impl<'de> Visitor<'de> for Unique {
    type Value = Self;

    fn expecting(&self, words: &mut fmt::Formatter<'_>) -> fmt::Result {
        words.write_str("a JSON value")
    }

    fn visit_unit<E>(self) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_bool<E>(self, _: bool) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_str<E>(self, _: &str) -> Result<Self, E> {
        Ok(self)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Self, A::Error> {
        while list.next_element::<Self>()?.is_some() {}
        Ok(self)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut fields: A) -> Result<Self, A::Error> {
        let mut seen = HashSet::new();
        while let Some(name) = fields.next_key::<String>()? {
            if seen.contains(&name) {
                return Err(A::Error::custom(format!("the field `{name}` stands twice")));
            }
            seen.insert(name);
            fields.next_value::<Self>()?;
        }
        Ok(self)
    }
}

/// Answers one document, or says what is wrong with it as an object with `code`, `message` and perhaps `field`.
pub type Answer<'a> = &'a dyn Fn(Value) -> Result<Value, Value>;

/// What is wrong with a document.
pub fn wrong(code: &str, message: impl Into<String>, field: Option<&str>) -> Value {
    let mut error = json!({ "code": code, "message": message.into() });
    if let Some(field) = field {
        error["field"] = field.into();
    }
    error
}

/// Answers `document`. Of an array, an element without an answer has `{"error":…}` in its place; the flag says whether
/// any had. Errors: of a single document, what is wrong with it.
pub fn answer_all(document: Value, answer: Answer<'_>) -> Result<(Value, bool), Value> {
    let Value::Array(documents) = document else {
        return answer(document).map(|value| (value, false));
    };
    let mut has_errors = false;
    let answers = documents
        .into_iter()
        .map(|document| {
            answer(document).unwrap_or_else(|error| {
                has_errors = true;
                json!({ "error": error })
            })
        })
        .collect();
    Ok((Value::Array(answers), has_errors))
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn a_field_that_stands_twice_is_refused_by_name_at_any_depth() {
        for (text, name) in [
            (r#"{"gpu":"4090","gpu":"5090"}"#, "gpu"),
            (
                r#"[{"a":1},{"input":{"week":[{"start":1,"start":2}]}}]"#,
                "start",
            ),
        ] {
            let error = read(text.as_bytes()).unwrap_err().to_string();
            assert!(error.contains(&format!("`{name}` stands twice")), "{error}");
        }
    }

    #[test]
    fn what_is_sound_is_read_as_it_stands() {
        let text = r#"[null,true,-1,18446744073709551615,1.5e3,"x",{"a":{"a":[]}},{"a":1}]"#;
        let value: serde_json::Value = serde_json::from_str(text).unwrap();
        assert_eq!(read(text.as_bytes()).unwrap(), value);
        assert!(read(b"{\"a\":1} more").is_err());
        assert!(read(b"").is_err());
    }
}
