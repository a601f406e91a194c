//! Named: enums whose values have names that people write in variants and house rules.

/// A type whose values have names, the same in a house rule, in a variant and in a record.
///
/// [`words!`](crate::words!) declares an enum that has them. A type that is a number in the rules may implement it by
/// hand.
pub trait Named: Copy + 'static {
    /// The names, each at its [`index`](Self::index).
    const WORDS: &'static [&'static str];

    /// The index of this value's name.
    fn index(self) -> usize;

    /// This value's name; empty if its index is not one of the names.
    fn word(self) -> &'static str {
        Self::WORDS.get(self.index()).copied().unwrap_or_default()
    }
}

/// A type with a few possible values, each with a word and a meaning; it can be the type of a knob.
pub trait NamedEnum: Named {
    /// The choices, in the order of their words.
    const ALL: &'static [Self];

    /// The meaning of each choice, for people.
    const MEANINGS: &'static [&'static str];

    /// The choice that a word names.
    fn named(word: &str) -> Option<Self> {
        let index = Self::WORDS.iter().position(|known| *known == word)?;
        Self::ALL.get(index).copied()
    }
}

/// Declares an enum of words: each choice with its documentation, its name in Rust and its word.
///
/// ```
/// use stonehouse_plugin::{NamedEnum, Named, words};
///
/// words! {
///     /// Who plays first.
///     pub enum First {
///         /// White plays first.
///         White = "white",
///         /// The seed decides.
///         Draw = "by_draw",
///     }
/// }
/// assert_eq!(First::Draw.word(), "by_draw");
/// assert_eq!(First::named("white"), Some(First::White));
/// assert_eq!(First::MEANINGS[1], "The seed decides.");
/// ```
///
/// It may be the type of a knob ([`knobs!`](crate::knobs!)) and of a field of a hook ([`hooks!`](crate::hooks!)).
#[macro_export]
macro_rules! words {
    (
        $(#[$meta:meta])*
        $vis:vis enum $name:ident {
            $($(#[doc = $doc:literal])* $choice:ident = $word:literal),+ $(,)?
        }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $name {
            $($(#[doc = $doc])* $choice),+
        }

        impl $crate::Named for $name {
            const WORDS: &'static [&'static str] = &[$($word),+];

            #[inline]
            fn index(self) -> usize {
                self as usize
            }
        }

        impl $crate::NamedEnum for $name {
            const ALL: &'static [Self] = &[$(Self::$choice),+];
            const MEANINGS: &'static [&'static str] = &[$(concat!($($doc, "\n"),*).trim_ascii()),+];
        }
    };
}

/// A documentation comment as one line of text.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    words! {
        /// A direction.
        enum Direction {
            /// From left to right.
            Across = "across",
            /// From the top
            /// to the bottom.
            Down = "down",
            Aslant = "diagonal",
        }
    }

    #[test]
    fn each_choice_has_its_word_and_is_found_by_it() {
        assert_eq!(Direction::ALL.iter().map(|choice| choice.word()).collect::<Vec<_>>(), Direction::WORDS);
        for choice in Direction::ALL {
            assert_eq!(Direction::named(choice.word()), Some(*choice));
        }
        assert_eq!(Direction::named("aslant"), None);
    }

    #[test]
    fn a_meaning_is_the_documentation_and_empty_where_there_is_none() {
        let meanings: Vec<String> = Direction::MEANINGS.iter().map(|text| one_line(text)).collect();
        assert_eq!(meanings, ["From left to right.", "From the top to the bottom.", ""]);
    }
}
