//! Errors of look-ups in the catalog.

use stonehouse_house_rules::did_you_mean;

/// Something that the catalog does not have. Its text names what there is instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CatalogError {
    /// There is no game at all.
    #[error("there is no game `{id}`: no plugin was found. `stonehouse check` reports more")]
    NoGames {
        /// The game's id.
        id: String,
    },
    /// There is no such game.
    #[error("there is no game `{id}`.{} There are: {}", hint(.id, .known), .known.join(", "))]
    NoGame {
        /// The game's id.
        id: String,
        /// The ids of the games that there are.
        known: Vec<String>,
    },
    /// The name is not of the form `GAME/ID`.
    #[error("`{name}` is not the name of a variant: write GAME/ID, for example {example}")]
    NoName {
        /// The name.
        name: String,
        /// The name of a variant.
        example: String,
    },
    /// The game has no such variant.
    #[error("{game} has no variant `{id}`.{} It has: {}", hint(.id, .known), .known.join(", "))]
    NoVariant {
        /// The name of the game.
        game: String,
        /// The variant's id, without that of its game.
        id: String,
        /// The ids of the variants that the game has.
        known: Vec<String>,
    },
    /// No pack is installed at all.
    #[error("there is no pack `{id}`: none is installed")]
    NoPacks {
        /// The pack's id.
        id: String,
    },
    /// There is no such pack.
    #[error("there is no pack `{id}`.{} There are: {}", hint(.id, .known), .known.join(", "))]
    NoPack {
        /// The pack's id.
        id: String,
        /// The ids of the packs that are installed.
        known: Vec<String>,
    },
}

fn hint(id: &str, known: &[String]) -> String {
    did_you_mean(id, known.iter().map(String::as_str))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_names_what_there_is_and_what_may_be_meant() {
        let known = || vec!["standard".to_owned(), "long".to_owned()];
        let error = CatalogError::NoVariant { game: "Stones".to_owned(), id: "standart".to_owned(), known: known() };
        let text = "Stones has no variant `standart`. Did you mean `standard`? It has: standard, long";
        assert_eq!(error.to_string(), text);
        let error = CatalogError::NoPack { id: "x".to_owned(), known: known() };
        assert_eq!(error.to_string(), "there is no pack `x`. There are: standard, long");
    }
}
