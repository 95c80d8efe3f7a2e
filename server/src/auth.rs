//! Who may change what.

/// The editor who is signed in, as found by the session layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Editor {
    /// Name.
    pub name: String,
}
