//! The filter of the records that are shown: by words, game, variant and player.

use super::HistoryLine;

/// The filter of the list of matches.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Filter {
    /// Words that all have to be somewhere in the line.
    pub words: String,
    /// The game's name; none: all games.
    pub game: Option<String>,
    /// The variant's title.
    pub variant: Option<String>,
    /// The name of a player.
    pub player: Option<String>,
    /// Whether only matches that are over are shown, or only the others.
    pub is_over: Option<bool>,
}

impl Filter {
    /// Whether a line is shown.
    pub fn shows(&self, line: &HistoryLine) -> bool {
        let is = |wanted: &Option<String>, text: &str| wanted.as_ref().is_none_or(|wanted| wanted == text);
        is(&self.game, &line.game)
            && is(&self.variant, &line.variant)
            && self.player.as_ref().is_none_or(|wanted| line.players.contains(wanted))
            && self.is_over.is_none_or(|wanted| wanted != line.is_unfinished)
            && self.words.to_lowercase().split_whitespace().all(|word| line.words.contains(word))
    }
}

/// The values that a list of lines offers, each once and in order.
pub fn values<'a>(texts: impl Iterator<Item = &'a String>) -> Vec<String> {
    let set: std::collections::BTreeSet<&String> = texts.collect();
    set.into_iter().cloned().collect()
}
