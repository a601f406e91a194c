//! Names for bots and guests, and names by which all players can be distinguished.

use std::collections::BTreeSet;
use stonehouse_engine::Player;
use stonehouse_language::{current_language, tr, translate_words};
use stonehouse_plugin::Seating;

/// Names for bots, in the order in which they are given. There are more than any table has seats.
const BOTS: [&str; 24] = [
    "Ada", "Bruno", "Clara", "Dario", "Edda", "Felix", "Greta", "Hugo", "Ines", "Jonas", "Kaya", "Leon", "Mira",
    "Nils", "Olga", "Pavel", "Quentin", "Rosa", "Sven", "Thea", "Ugo", "Vera", "Wim", "Yara",
];

/// A name for a bot that is none of those `taken`.
pub fn for_bot(taken: &BTreeSet<String>) -> String {
    let given = BOTS.iter().find(|name| !taken.contains(**name));
    given.map_or_else(|| numbered(tr!("Bot"), taken), |name| (*name).to_owned())
}

/// The name of the person with this number, from 1, where several people play at one screen and this one has not given
/// a name.
fn of_person(number: usize) -> String {
    tr!("Player {number}", number)
}

/// A name for one of several people at a screen who has not given one, none of those `taken`.
pub fn for_person(taken: &BTreeSet<String>) -> String {
    (1..=taken.len() + 1).map(of_person).find(|name| !taken.contains(name)).unwrap_or_else(|| numbered(READER, taken))
}

/// Whether a person has this name because they have not given one. `most` is the number of seats.
pub fn is_default(name: &str, most: usize) -> bool {
    kept(name) == READER || (1..=most).any(|number| of_person(number) == name)
}

/// `name` if it is none of those `taken`, or else `name` with the first number that makes it a new one.
pub(crate) fn numbered(name: &str, taken: &BTreeSet<String>) -> String {
    let mut free = name.to_owned();
    let mut number = 1;
    while taken.contains(&free) {
        number += 1;
        free = format!("{name} {number}");
    }
    free
}

/// The names of the players, by seat: no two alike. Players with the same name get their seats' names added.
pub fn distinct(players: &[Player], seating: &Seating) -> Vec<String> {
    let named = display_names(players);
    let mut taken: BTreeSet<String> = BTreeSet::new();
    // A name that only one player has remains as it is, and no other player may get it.
    let borne = |name: &str| named.iter().filter(|other| *other == name).count();
    taken.extend(named.iter().filter(|name| borne(name) == 1).cloned());
    let name = |(name, seat): (&String, &str)| {
        if borne(name) == 1 {
            return name.clone();
        }
        let name = numbered(&format!("{name} ({})", translate_words(seat)), &taken);
        taken.insert(name.clone());
        name
    };
    let seats = seating.seats.iter().map(|seat| seat.name.as_str());
    named.iter().zip(seats).map(name).collect()
}

/// The name of the reader in settings and records, whatever the language of the window is.
pub const READER: &str = "You";

/// A player's name as it is shown: the reader has the language's word for that.
pub fn shown(name: &str) -> String {
    if name == READER { current_language().you.clone() } else { name.to_owned() }
}

/// The longest name that is shown whole, in characters.
const MAX_LENGTH: usize = 40;

/// A player's name in a sentence, a list or a label: cut with an ellipsis where it is too long, and isolated where it
/// is written from right to left, so that it does not reverse the numbers and words around it.
pub fn display_name(name: &str) -> String {
    let name = shown(name);
    let mut letters = name.chars().filter(|letter| !letter.is_control() && !turns(*letter));
    let mut cut: String = letters.by_ref().take(MAX_LENGTH).collect();
    if letters.next().is_some() {
        cut.pop();
        cut.truncate(cut.trim_end().len());
        cut.push('…');
    }
    if cut.chars().any(is_right_to_left) { format!("\u{2068}{cut}\u{2069}") } else { cut }
}

/// The players' names, by seat, as [`display_name`]. Where several people share the screen, nobody is [`READER`]: the
/// word would mean each of them.
pub fn display_names(players: &[Player]) -> Vec<String> {
    let mut names: Vec<String> = players.iter().map(|player| display_name(&player.name)).collect();
    if players.iter().filter(|player| player.is_person()).count() > 1 {
        for seat in 0..names.len() {
            if kept(&names[seat]) == READER {
                names[seat] = for_person(&names.iter().cloned().collect());
            }
        }
    }
    names
}

/// Whether a character changes the direction of the text around it.
const fn turns(letter: char) -> bool {
    matches!(letter, '\u{061c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Whether a letter belongs to a script that is written from right to left.
const fn is_right_to_left(letter: char) -> bool {
    matches!(letter, '\u{0590}'..='\u{08ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{feff}' | '\u{10800}'..='\u{10fff}' | '\u{1e800}'..='\u{1efff}')
}

/// The name that is kept in a record for a name as it was [`shown`].
pub fn kept(name: &str) -> &str {
    if name == current_language().you { READER } else { name }
}

/// The labels on the players' areas of the table: name and seat.
pub fn places(players: &[Player], seating: &Seating) -> Vec<String> {
    let named = display_names(players).into_iter().zip(&seating.seats);
    named.map(|(name, seat)| format!("{name} · {}", translate_words(&seat.name))).collect()
}

/// Scores in a sentence: "3 to 2".
pub fn to(scores: &[String]) -> String {
    let mut scores = scores.iter().cloned();
    let first = scores.next().unwrap_or_default();
    scores.fold(first, |one, other| tr!("{one} to {other}", one, other))
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::SeatInfo;

    fn apart(names: &[&str]) -> Vec<String> {
        let players: Vec<Player> = names.iter().map(|name| Player::person(*name)).collect();
        let seat = |name: &str| SeatInfo::new(name, 0);
        let seats = ["South", "West", "North", "East"].map(seat)[..names.len()].to_vec();
        distinct(&players, &Seating::new(seats))
    }

    #[test]
    fn only_players_of_equal_name_have_their_seat_appended() {
        assert_eq!(apart(&["Anna", "Ben"]), ["Anna", "Ben"]);
        assert_eq!(apart(&["Anna", "Ben", "Anna"]), ["Anna (South)", "Ben", "Anna (North)"]);
    }

    #[test]
    fn no_name_makes_two_players_be_called_alike() {
        let names = apart(&["Anna", "Anna (South)", "Anna", "Anna (South)"]);
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), 4, "{names:?}");
        assert_eq!(apart(&["Anna", "Anna (South)", "Anna"])[1], "Anna (South)");
    }

    #[test]
    fn a_long_name_is_cut_and_one_from_right_to_left_turns_nothing_else() {
        assert_eq!(display_name("Anna-Maria von der Alm"), "Anna-Maria von der Alm");
        assert_eq!(display_name(&"x".repeat(40)), "x".repeat(40));
        assert_eq!(display_name(&"x".repeat(3000)), format!("{}…", "x".repeat(39)));
        assert_eq!(display_name("שלום ñß"), "\u{2068}שלום ñß\u{2069}");
        assert_eq!(display_name("A\u{202e}nn\na\u{2069}"), "Anna");
        // Names that are alike once they are cut are distinguished.
        let (one, other) = ("x".repeat(3000), "x".repeat(3001));
        let names = apart(&[&one, &other]);
        assert_eq!((names[0].ends_with("… (South)"), names[1].ends_with("… (West)")), (true, true), "{names:?}");
    }

    #[test]
    fn nobody_is_addressed_where_several_people_share_the_screen() {
        assert_eq!(apart(&["You", "Ben"]), ["Player 1", "Ben"]);
        assert_eq!(apart(&["Player 1", "You"]), ["Player 1", "Player 2"]);
        assert_eq!(apart(&["You", "You"]), ["Player 1", "Player 2"]);
        let seating = Seating::new([SeatInfo::new("South", 0), SeatInfo::new("West", 1)]);
        assert_eq!(distinct(&[Player::person("You"), Player::bot("Ada", "master")], &seating), ["You", "Ada"]);
    }

    #[test]
    fn bots_and_people_never_get_a_name_that_is_taken() {
        let mut taken = BTreeSet::from(["Ada".to_owned(), "Player 1".to_owned()]);
        assert_eq!((for_bot(&taken), for_person(&taken)), ("Bruno".to_owned(), "Player 2".to_owned()));
        for _ in 0..40 {
            assert!(taken.insert(for_bot(&taken)));
        }
    }
}
