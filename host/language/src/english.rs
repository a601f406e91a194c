//! English sentences: the reader is "you", with the verb that belongs to it.

use std::borrow::Cow;
use stonehouse_plugin::Text;

/// The name of a player who is addressed in English.
const YOU: &str = "You";

/// The text with its arguments filled in, each seat by its name in `names`. A seat called "You" is addressed: "your
/// stones" rather than "You's stones", and the verb right after a seat that begins a clause agrees with it: "you win"
/// rather than "You wins".
pub fn fill(text: &Text, names: &[impl AsRef<str>]) -> String {
    let mut filled = String::with_capacity(text.key().len() + 16);
    text.fill_into(&mut filled, &mut |filled, seat, rest| match names.get(seat.index()).map(AsRef::as_ref) {
        Some(YOU) => address(filled, rest),
        Some(name) => {
            *filled += name;
            rest
        }
        None => {
            *filled += &seat.to_string();
            rest
        }
    });
    filled
}

/// Appends "you", or "your" before an `'s`, with a capital at the beginning of a sentence, and the verb that follows in
/// the second person; returns the rest of the template.
fn address<'a>(filled: &mut String, after: &'a str) -> &'a str {
    let is_subject = begins_a_clause(filled);
    let before = filled.trim_end();
    *filled += if before.is_empty() || before.ends_with(['.', '!', '?']) { "You" } else { "you" };
    if let Some(rest) = after.strip_prefix("'s") {
        filled.push('r');
        return rest;
    }
    let Some(words) = after.strip_prefix(' ').filter(|_| is_subject) else { return after };
    let end = words.find(|letter: char| !letter.is_ascii_lowercase()).unwrap_or(words.len());
    let (verb, rest) = words.split_at(end);
    filled.push(' ');
    *filled += &second_person(verb);
    rest
}

/// Whether a name after these words is the subject of a clause, not an object.
fn begins_a_clause(filled: &str) -> bool {
    const BEFORE: [&str; 13] =
        ["and", "as", "because", "before", "after", "but", "if", "once", "or", "that", "until", "when", "where"];
    let filled = filled.trim_end();
    filled.is_empty()
        || filled.ends_with(['.', ',', ':', ';', '!', '?', '('])
        || filled.rsplit(' ').next().is_some_and(|word| BEFORE.contains(&word))
}

/// A verb of the third person in the second: "have" for "has", "pass" for "passes". Any other word stays as it is.
fn second_person(verb: &str) -> Cow<'_, str> {
    match verb {
        "has" => "have".into(),
        "is" => "are".into(),
        "was" => "were".into(),
        "does" | "goes" => verb[..2].into(),
        "as" | "across" | "always" | "his" | "its" | "perhaps" | "plus" | "thus" | "this" | "towards" => verb.into(),
        _ if verb.ends_with("ss") => verb.into(),
        _ => match (verb.strip_suffix("ies"), verb.strip_suffix("es"), verb.strip_suffix('s')) {
            (Some(carr), ..) if carr.len() > 1 => format!("{carr}y").into(),
            (_, Some(pass), _) if ["ss", "sh", "ch", "x", "zz"].iter().any(|end| pass.ends_with(end)) => pass.into(),
            (.., Some(win)) => win.into(),
            _ => verb.into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::fill;
    use stonehouse_plugin::{Seat, Text, text};

    #[test]
    fn the_reader_is_addressed_as_you() {
        let names = ["You", "Ben"];
        let hand = |seat| fill(&text!("{player}'s stones", player = Seat(seat)), &names);
        assert_eq!((hand(0), hand(1)), ("Your stones".to_owned(), "Ben's stones".to_owned()));
        let filled = fill(&text!("{a} asks {b} for {b}'s gold", a = Seat(1), b = Seat(0)), &names);
        assert_eq!(filled, "Ben asks you for your gold");
        let row = text!("{owner}'s two 6s", owner = Seat(0));
        assert_eq!(fill(&text!("steals {row}", row), &names), "steals your two 6s");
    }

    #[test]
    fn the_verb_agrees_with_you_as_its_subject() {
        let names = ["You", "Ben"];
        let filled = |template: &'static str| {
            let text = |seat| fill(&Text::template(template).with("a", Seat(seat)).with("b", Seat(1 - seat)), &names);
            (text(0), text(1))
        };
        for (template, you, ben) in [
            ("{a} has connected", "You have connected", "Ben has connected"),
            ("{b} folded: {a} wins 9.", "Ben folded: you win 9.", "You folded: Ben wins 9."),
            ("gold that {a} hides", "gold that you hide", "gold that Ben hides"),
            ("{a} passes, {b} carries on", "You pass, Ben carries on", "Ben passes, you carry on"),
            ("It is over. {a} is out", "It is over. You are out", "It is over. Ben is out"),
            ("{a} goes, and {b} loses", "You go, and Ben loses", "Ben goes, and you lose"),
            // The verb agrees with the subject, not with the object.
            ("{a} gives {b} coins", "You give Ben coins", "Ben gives you coins"),
            ("{a} asks {b} as usual", "You ask Ben as usual", "Ben asks you as usual"),
            ("{a} and {b} agree", "You and Ben agree", "Ben and you agree"),
            ("{a}: {b}'s 3", "You: Ben's 3", "Ben: your 3"),
        ] {
            assert_eq!(filled(template), (you.to_owned(), ben.to_owned()), "{template}");
        }
    }
}
