//! The rank of a variant in a search.

/// The rank of texts in a search, of which every word must be found; the smallest is the best. `texts` are in the order
/// of their weight, the name first: within a text, a whole word precedes the beginning of one, and a match within a
/// word of the name after both, but before all other texts. Matches within words of these are last. `None`: a word is
/// not found.
pub fn rank(wanted: &str, texts: &[&str]) -> Option<Vec<usize>> {
    let texts: Vec<String> = texts.iter().map(|text| text.to_lowercase()).collect();
    let mut ranks = Vec::new();
    for word in wanted.to_lowercase().split_whitespace() {
        let best = texts.iter().enumerate().filter_map(|(place, text)| match (place, fit(word, text)?) {
            (0, fit) => Some(fit as usize),
            (_, Fit::Within) => Some((texts.len() + 1) * 2 + place),
            (_, fit) => Some(place * 2 + 1 + fit as usize),
        });
        ranks.push(best.min()?);
    }
    // The word that fits worst decides first.
    ranks.sort_by(|one, other| other.cmp(one));
    Some(ranks)
}

/// The kind of match of a word in a text, the best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Word,
    Beginning,
    Within,
}

/// The kind of match of a word in a text, both in lower case.
fn fit(word: &str, text: &str) -> Option<Fit> {
    let ends = |letter: Option<char>| letter.is_none_or(|letter| !letter.is_alphanumeric());
    let found = text.match_indices(word).map(|(at, _)| {
        let (begins, ends) = (ends(text[..at].chars().next_back()), ends(text[at + word.len()..].chars().next()));
        match (begins, ends) {
            (true, true) => Fit::Word,
            (true, false) => Fit::Beginning,
            _ => Fit::Within,
        }
    });
    found.min()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The names, in the order in which they are found.
    fn found(wanted: &str) -> Vec<&'static str> {
        let all = [
            ("Great pit", "Walls", "Rounds of a game without teams, a pie for the winner and one piece for each."),
            ("Bid to begin", "Walls", "The first turn is an auction."),
            ("What comes next", "Pockets", "What is drawn, that is placed."),
            ("Spies", "Walls", "Pieces of a secret."),
            ("Team play", "Walls", "Two teams."),
            ("Hat-trick", "Traders", "Three bonuses in a row."),
            ("Auction", "Traders", "The bag is sold."),
            ("Pie rule", "Pockets", "One cuts, the other chooses."),
        ];
        let mut found: Vec<_> =
            all.iter().filter_map(|(name, game, about)| Some((rank(wanted, &[name, game, about])?, *name))).collect();
        found.sort();
        found.into_iter().map(|(_, name)| name).collect()
    }

    #[test]
    fn names_come_first_and_whole_words_before_beginnings_and_middles() {
        assert_eq!(found("hat")[0], "Hat-trick");
        assert_eq!(found("hat"), ["Hat-trick", "What comes next"]);
        assert_eq!(found("TEAM"), ["Team play", "Great pit"]);
        assert_eq!(found("auction"), ["Auction", "Bid to begin"]);
        assert_eq!(found("pie"), ["Pie rule", "Spies", "Great pit"]);
        assert_eq!(found("walls team"), ["Team play", "Great pit"]);
        assert!(found("zeppelin").is_empty());
        // The empty search finds everything.
        assert_eq!(found(" ").len(), 8);
    }
}
