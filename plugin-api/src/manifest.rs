//! Information for people who choose a game, beyond its name.

use serde::{Deserialize, Serialize};

/// The authors of a game, its terms, and its duration. Everything may be missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Manifest {
    /// Its authors, one line each.
    pub authors: Vec<String>,
    /// The terms under which it may be used and passed on, as an SPDX expression: "MIT OR Apache-2.0".
    pub licence: String,
    /// The web address of its home page, which begins with `https://` or `http://`.
    pub homepage: String,
    /// The duration of a usual match between people, in minutes: the least and the most, from 1 to 1440.
    pub minutes: Option<[u16; 2]>,
    /// Its complexity, from 1 (explained in two minutes) to 5 (an evening's reading).
    pub weight: Option<u8>,
}

impl Manifest {
    /// An empty manifest.
    pub fn new() -> Self {
        Self::default()
    }

    /// With one more author.
    #[must_use]
    pub fn author(mut self, name: &str) -> Self {
        self.authors.push(name.to_owned());
        self
    }

    /// With these terms.
    #[must_use]
    pub fn licence(mut self, terms: &str) -> Self {
        terms.clone_into(&mut self.licence);
        self
    }

    /// With this web address.
    #[must_use]
    pub fn homepage(mut self, address: &str) -> Self {
        address.clone_into(&mut self.homepage);
        self
    }

    /// A usual match takes from `least` to `most` minutes.
    #[must_use]
    pub const fn minutes(mut self, least: u16, most: u16) -> Self {
        self.minutes = Some([least, most]);
        self
    }

    /// Sets the complexity of the game, from 1 to 5.
    #[must_use]
    pub const fn weight(mut self, weight: u8) -> Self {
        self.weight = Some(weight);
        self
    }
}
