//! The events, hooks and effects that every game has, since the host provides them, with their names, documentation
//! and fields for house rules.

use stonehouse_plugin::house::{EffectDecl, EventDecl};
use stonehouse_plugin::{Field, FieldKind, HookDecl};

/// Declares an enum without fields, and `ALL`, its variants in order.
macro_rules! listed {
    ($(#[$meta:meta])* pub enum $name:ident { $($(#[$doc:meta])* $variant:ident,)* }) => {
        $(#[$meta])*
        pub enum $name { $($(#[$doc])* $variant,)* }

        impl $name {
            /// All of them, in order.
            pub const ALL: [Self; [$(stringify!($variant)),*].len()] = [$(Self::$variant),*];
        }
    };
}

listed! {
    /// The events that every game has.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum HostEvent {
        /// The match was dealt.
        MatchStarted,
        /// A seat begins its turn: it is to act, and another was before, or none.
        TurnStarted,
        /// An action was played.
        AfterAction,
        /// A seat has finished its turn: another is to act, or the match is over.
        TurnEnded,
        /// The match would be over by the rules of the game; it can still go on.
        MatchEnding,
        /// The match is over; scores can still change.
        MatchEnded,
    }
}

impl HostEvent {
    /// Name, documentation and fields for house rules.
    pub fn declaration(self) -> EventDecl {
        let seat = |doc: &str| vec![Field { name: "seat".into(), doc: doc.into(), kind: FieldKind::Seat }];
        match self {
            Self::MatchStarted => {
                EventDecl::new("match_started", "The match was dealt, and nothing was played yet.", Vec::new())
            }
            Self::TurnStarted => EventDecl::new(
                "turn_started",
                "A player is to act, and another player was before; or the match has begun. It comes after `turn_ended` and what that \
                 has changed.",
                seat("Whose turn it is."),
            ),
            Self::AfterAction => EventDecl::new("after_action", "An action was played.", seat("Who played it.")),
            Self::TurnEnded => EventDecl::new(
                "turn_ended",
                "A player has finished a turn: another player is to act, or the match is over.",
                seat("Whose turn it was."),
            ),
            Self::MatchEnding => EventDecl::new(
                "match_ending",
                "The match would be over by the rules of the game. An effect of the game with which it goes on can be requested; otherwise \
                 `match_ended` is next. It comes again when the match would be over again; where house rules end the match, it does not come.",
                Vec::new(),
            ),
            Self::MatchEnded => EventDecl::new(
                "match_ended",
                "The match is over. Scores can still change; who wins as well, where it is over by the rules.",
                vec![
                    Field {
                        name: "how".into(),
                        doc: "How it has ended: by the rules, because somebody resigned or ran out of time, or in a draw that was agreed."
                            .into(),
                        kind: FieldKind::Word(MatchEnd::ALL.map(|end| end.word().to_owned()).into()),
                    },
                    Field {
                        name: "won".into(),
                        doc: "Whether a player wins, as it is now. In a draw all do.".into(),
                        kind: FieldKind::Boolean,
                    },
                ],
            ),
        }
    }

    /// The event that every game has of this declaration; none for an event of a game.
    pub fn of(declaration: &EventDecl) -> Option<Self> {
        Self::ALL.into_iter().find(|event| event.declaration() == *declaration)
    }

    /// Whether the last of its fields has a value for each seat.
    pub const fn has_field_for_each_seat(self) -> bool {
        matches!(self, Self::MatchEnded)
    }
}

listed! {
    /// How a match has ended.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum MatchEnd {
        /// By the rules of the game, or by house rules.
        Rules,
        /// Somebody resigned.
        Resigned,
        /// Somebody ran out of time.
        Time,
        /// The players agreed to a draw.
        Agreed,
    }
}

impl MatchEnd {
    /// Its word for house rules.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Rules => "rules",
            Self::Resigned => "resigned",
            Self::Time => "time",
            Self::Agreed => "agreed",
        }
    }
}

listed! {
    /// The hooks that every game has.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum HostHook {
        /// Whether the match is over.
        Ended,
        /// Whether a seat wins.
        Wins,
    }
}

impl HostHook {
    /// Name, documentation, context and value for house rules.
    pub fn declaration(self) -> HookDecl {
        match self {
            Self::Ended => HookDecl::boolean(
                "ended",
                "Whether the match is over. Called after every action; a match that is over by the rules of the game stays so.",
                [],
            ),
            Self::Wins => HookDecl::boolean(
                "wins",
                "Whether a player wins. Called for each player when the match is over; several may win. If all do, it is a draw; if \
                 nobody does, too.",
                [Field { name: "seat".into(), doc: "The player.".into(), kind: FieldKind::Seat }],
            ),
        }
    }
}

listed! {
    /// A kind of effect that the host offers in every game.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum HostEffectKind {
        /// Adds points to a seat's score.
        Points,
        /// Ends the match.
        Finish,
        /// Keeps a value of the script's memory.
        Remember,
        /// Shows a message to everybody.
        Say,
        /// Shows a message to one seat.
        Whisper,
        /// Draws the value of a roll of the script.
        Roll,
        /// Shuffles a list of the script's memory.
        Shuffle,
    }
}

impl HostEffectKind {
    /// The host's effect of this declaration; none for an effect of a game.
    pub fn of(declaration: &EffectDecl) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.declaration() == *declaration)
    }

    /// Name, documentation and arguments for house rules. `finish` also takes any number of seats, `remember` the place
    /// of the value between its arguments where the memory has several, `roll` a seat after its own where each is for
    /// one, and `say` and `whisper` a seat for each name in braces.
    pub fn declaration(self) -> EffectDecl {
        let field = |name: &str, doc: &str, kind| Field { name: name.into(), doc: doc.into(), kind };
        let any_text = || FieldKind::Word(Vec::new());
        match self {
            Self::Points => EffectDecl::new(
                "points",
                "Adds points to a player's score; a negative number takes some away.",
                vec![field("seat", "The player.", FieldKind::Seat), field("points", "How many.", FieldKind::Integer)],
            ),
            Self::Finish => EffectDecl::new(
                "finish",
                "Ends the match at once. The seats given win; without any, the scores decide.",
                Vec::new(),
            ),
            Self::Remember => EffectDecl::new(
                "remember",
                "Keeps a value of the script's own `memory`. Between the name and the value comes the seat of a memory of each seat, the place in a \
                 list, or the row and column of a grid.",
                vec![
                    field("name", "The name of the memory.", any_text()),
                    field("value", "A whole number within its bounds, or one of its words.", FieldKind::Integer),
                ],
            ),
            Self::Say => EffectDecl::new(
                "say",
                "Shows a message to everybody, in the log. `{player}` or another name in braces is the name of the player whose seat follows \
                 the text: `effects.say(\"{player} draws a card\", ctx.seat)`.",
                vec![field("text", "A line of text.", any_text())],
            ),
            Self::Whisper => EffectDecl::new(
                "whisper",
                "Shows a message to one player, in the log; nobody else is shown it before the match is over. Names in braces are filled as \
                 in `say`.",
                vec![field("seat", "The player.", FieldKind::Seat), field("text", "A line of text.", any_text())],
            ),
            Self::Roll => EffectDecl::new(
                "roll",
                "Draws a value at random, as the script's `rolls` declare it, and calls the function `rolled` of that roll with it; for a roll \
                 of each seat with the seat after its name.",
                vec![field("name", "The name of the roll.", any_text())],
            ),
            Self::Shuffle => EffectDecl::new(
                "shuffle",
                "Puts the values of a list of the script's `memory` in a random order. Values that are what the list began with stay where \
                 they are: there is no card.",
                vec![field("name", "The name of the list.", any_text())],
            ),
        }
    }
}
