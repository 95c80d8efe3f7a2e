//! Texts that many rows have, held together: a file of 100,000 rows has a few hundred of them.
use super::draft::OfferRecord;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Borrow;
use std::collections::HashSet;
use std::ops::Deref;
use std::sync::Arc;

/// A text that may be held by several at once; cheap to clone.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Shared(Arc<str>);

impl Shared {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The text for who keeps it beside others.
    pub fn arc(&self) -> Arc<str> {
        Arc::clone(&self.0)
    }
}

impl Deref for Shared {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for Shared {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl Default for Shared {
    fn default() -> Self {
        Self::from("")
    }
}

impl From<&str> for Shared {
    fn from(text: &str) -> Self {
        Self(text.into())
    }
}

impl From<String> for Shared {
    fn from(text: String) -> Self {
        Self(text.into())
    }
}

impl From<&String> for Shared {
    fn from(text: &String) -> Self {
        Self::from(text.as_str())
    }
}

impl From<Shared> for String {
    fn from(text: Shared) -> Self {
        text.0.as_ref().to_owned()
    }
}

impl PartialEq<str> for Shared {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other
    }
}

impl PartialEq<&str> for Shared {
    fn eq(&self, other: &&str) -> bool {
        &*self.0 == *other
    }
}

impl PartialEq<String> for Shared {
    fn eq(&self, other: &String) -> bool {
        *self.0 == **other
    }
}

impl PartialEq<Shared> for String {
    fn eq(&self, other: &Shared) -> bool {
        **self == *other.0
    }
}

impl std::fmt::Display for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl Serialize for Shared {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&self.0)
    }
}

impl<'de> Deserialize<'de> for Shared {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        String::deserialize(from).map(Self::from)
    }
}

/// Texts that were met.
#[derive(Debug, Default)]
pub struct Texts(HashSet<Shared>);

impl Texts {
    /// A text as it was met first.
    pub fn of(&mut self, text: &str) -> Shared {
        if let Some(known) = self.0.get(text) {
            return known.clone();
        }
        let new = Shared::from(text);
        self.0.insert(new.clone());
        new
    }

    /// The text as it was met first.
    pub fn share(&mut self, text: &mut Shared) {
        match self.0.get(text) {
            Some(known) => text.clone_from(known),
            None => {
                self.0.insert(text.clone());
            }
        }
    }

    /// A record that holds its texts together with those before it.
    pub fn shared(&mut self, mut record: OfferRecord) -> OfferRecord {
        let own = [
            &mut record.platform,
            &mut record.gpu,
            &mut record.source_url,
            &mut record.source,
            &mut record.note,
        ];
        let stated = [
            &mut record.region,
            &mut record.disk_type,
            &mut record.instance_type,
        ];
        for text in own.into_iter().chain(stated.into_iter().flatten()) {
            self.share(text);
        }
        record
    }
}
