//! The identity of a pack, which its variants and the records of its matches carry.

use serde::{Deserialize, Serialize};

/// The identity of a pack: shown in lists, with each variant that comes from it, and in the records of its matches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PackLabel {
    /// The pack's id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
    /// Its authors.
    #[serde(default)]
    pub authors: Vec<String>,
    /// Its licence.
    #[serde(default)]
    pub licence: String,
}

impl std::fmt::Display for PackLabel {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {}", self.name, self.version)
    }
}
