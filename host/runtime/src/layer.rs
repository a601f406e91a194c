//! The house layer: memory, events, actions and decisions of house rules around any game. `host/house-rules`
//! implements it over Luau.

use crate::{HookFailure, HookFailureKind};
use stonehouse_plugin::house::{EffectDecl, EventDecl, ZoneDecl, ZoneLayout};
use stonehouse_plugin::{Arg, Field, FieldKind, HookDecl, Json, Observer, Seat, Seats, Text};

/// The facts of the position for which house rules are evaluated.
pub trait ReadFacts {
    /// The number of seats.
    fn seats(&self) -> usize;

    /// Writes a fact of the game: one value, or one for each seat.
    ///
    /// # Errors
    /// When the game offers none, or cannot provide it here.
    fn fact(&self, fact: usize, values: &mut [i64]) -> Result<(), Box<HookFailure>>;

    /// Writes the pieces of a zone of the game to `values`, piece after piece, and returns the number of values. `seat`
    /// is the seat whose zone it is, and seat 0 where there is only one.
    ///
    /// # Errors
    /// When the game offers none, has more pieces than it declares, or cannot provide them here.
    fn zone(&self, zone: usize, seat: Seat, values: &mut [i64]) -> Result<usize, Box<HookFailure>>;

    /// Writes the score of each seat as it is now.
    ///
    /// # Errors
    /// When the game cannot provide them here.
    fn scores(&self, scores: &mut [i64]) -> Result<(), Box<HookFailure>>;

    /// The slots of the house rules: the number of actions played at 0, then their memory, slot by slot.
    ///
    /// # Errors
    /// Where nothing is kept.
    fn memory_slot(&self, slot: usize) -> Result<i64, Box<HookFailure>>;
}

/// The facts where there is no position: each read fails.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFacts;

impl NoFacts {
    fn refuse<T>() -> Result<T, Box<HookFailure>> {
        Err(Box::new(HookFailure::new(HookFailureKind::Host, "no facts can be read here")))
    }
}

impl ReadFacts for NoFacts {
    fn seats(&self) -> usize {
        0
    }

    fn fact(&self, _: usize, _: &mut [i64]) -> Result<(), Box<HookFailure>> {
        Self::refuse()
    }

    fn zone(&self, _: usize, _: Seat, _: &mut [i64]) -> Result<usize, Box<HookFailure>> {
        Self::refuse()
    }

    fn scores(&self, _: &mut [i64]) -> Result<(), Box<HookFailure>> {
        Self::refuse()
    }

    fn memory_slot(&self, _: usize) -> Result<i64, Box<HookFailure>> {
        Self::refuse()
    }
}

/// How many values a memory has, and how they are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MemoryShape {
    /// One value.
    Single,
    /// One for each seat.
    Seats,
    /// A list of this length; scripts number its places from 1.
    List(usize),
    /// A grid, row after row; scripts number rows and columns from 0, as the facts of games do.
    Grid {
        /// The number of rows.
        rows: usize,
        /// The number of columns.
        columns: usize,
    },
}

impl MemoryShape {
    /// How many values it has at a table of `seats`.
    pub const fn len(self, seats: usize) -> usize {
        match self {
            Self::Single => 1,
            Self::Seats => seats,
            Self::List(len) => len,
            Self::Grid { rows, columns } => rows * columns,
        }
    }
}

/// Values that a house rule remembers over a match: whole numbers, or words. They are part of the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MemoryDecl {
    /// Its name.
    pub name: String,
    /// Its label at the table; empty: it is not shown, unless it has an area.
    pub label: String,
    /// The title of the area of the table in which it is shown; empty: it has none, as a secret one and one for each
    /// seat.
    pub area: String,
    /// How many values it has.
    pub shape: MemoryShape,
    /// The words that it can be; empty: it is a whole number. A word is kept as its index.
    pub words: Vec<String>,
    /// Whether it is a seat or [`NOBODY`](Self::NOBODY), and not a number.
    pub is_seat: bool,
    /// The least value.
    pub min: i64,
    /// The greatest value.
    pub max: i64,
    /// The value at the start of the match; of a series the first one.
    pub start: i64,
    /// Whether only the seat that owns it may know it; one that belongs to no seat, nobody before the match is over. Of
    /// a list everybody may know which values it has, and nobody their order.
    pub secret: bool,
    /// Whether the next match of a series begins with the value at the end of this one.
    pub series: bool,
    /// The slot of its first value, from 1; the others follow.
    pub slot: usize,
}

impl MemoryDecl {
    /// How many slots it takes at a table of `seats`.
    pub const fn slots(&self, seats: usize) -> usize {
        self.shape.len(seats)
    }

    /// Whether an observer may know the value at this place before the match is over.
    pub fn is_shown_to(&self, observer: Observer, place: usize) -> bool {
        let is_own = |seat: Seat| self.shape == MemoryShape::Seats && seat.index() == place;
        !self.secret || is_revealed_to(observer, is_own)
    }

    /// The value of a memory of seats while it is none.
    pub const NOBODY: i64 = -1;

    /// The word of a value; `None` where it is none.
    pub fn word_of(&self, value: i64) -> Option<&str> {
        usize::try_from(value).ok().and_then(|index| self.words.get(index)).map(String::as_str)
    }

    /// The seat of a value; `None` where it is none.
    pub fn seat_of(&self, value: i64) -> Option<Seat> {
        if self.is_seat { u8::try_from(value).ok().map(Seat) } else { None }
    }

    /// A value as it is shown: a number, a word, the name of a player, or a dash for nobody.
    pub fn arg_of(&self, value: i64) -> Arg {
        match (self.word_of(value), self.seat_of(value)) {
            (Some(word), _) => word.to_owned().into(),
            (None, Some(seat)) => seat.into(),
            (None, None) if self.is_seat => "–".to_owned().into(),
            (None, None) => value.into(),
        }
    }

    /// A value as records have it: a number, a word, the number of a seat, or null for nobody.
    pub fn json_of(&self, value: i64) -> Json {
        match self.word_of(value) {
            Some(word) => word.into(),
            None if self.is_seat && value == Self::NOBODY => Json::Null,
            None => value.into(),
        }
    }
}

/// Whether something secret may be known to an observer: to the referee, and to the seat whose own it is.
fn is_revealed_to(observer: Observer, is_own: impl FnOnce(Seat) -> bool) -> bool {
    match observer {
        Observer::Seat(seat) => is_own(seat),
        Observer::Public => false,
        Observer::Referee => true,
    }
}

/// An action that a house rule adds to the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionDecl {
    /// Its name.
    pub name: String,
    /// The label of its button.
    pub label: String,
    /// Its text in the log, without its subject: "closes the hand". Empty: that the button was chosen.
    pub log: String,
    /// Whether only the seat that chooses it may know its target, until the match is over. It must be so where the
    /// targets are pieces of a secret zone.
    pub secret: bool,
    /// A sentence that describes it.
    pub tip: String,
    /// When it is offered.
    pub offer: OfferKind,
    /// The prompt while the game waits for this action: "Choose a card to return". Empty: the label where it is the
    /// only one, otherwise "Choose".
    pub prompt: String,
    /// Its targets.
    pub targets: Targets,
}

/// When an action of the house is offered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OfferKind {
    /// In a turn of the seat, beside the actions of the game.
    InTurn,
    /// At any time, to every seat: the game waits until nobody is offered one any more.
    First,
    /// At any time, to every seat at once: the game waits until all to whom one is offered have chosen. Nobody sees
    /// what the others choose, and then all the choices take effect together.
    Together,
    /// As the next step of the choice of the action with this index: the game waits until the seat that chose that one
    /// has chosen this one.
    After(usize),
}

/// The targets that an action of the house can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Targets {
    /// Nothing.
    None,
    /// The seats of the table.
    Seats,
    /// Numbers that the rules list.
    Numbers(Vec<i64>),
    /// Texts that the rules list; the value is the index.
    Words(Vec<String>),
    /// The pieces of the game's zone of this index: of a secret one for each seat, those of the seat that acts.
    Pieces(usize),
}

impl Targets {
    /// The fields that the functions of such an action are passed, at a game with these zones: the seat, and what
    /// describes the target.
    pub fn fields(&self, zones: &[ZoneDecl]) -> Vec<Field> {
        let field = |name: &str, doc: &str, kind| Field { name: name.into(), doc: doc.into(), kind };
        let target = |kind| vec![field("target", "What it is aimed at.", kind)];
        let described = match self {
            Self::None => Vec::new(),
            Self::Seats => target(FieldKind::Seat),
            Self::Numbers(_) => target(FieldKind::Integer),
            Self::Words(words) => target(FieldKind::Word(words.clone())),
            Self::Pieces(zone) => zones.get(*zone).map_or_else(Vec::new, |zone| {
                let owner = field("owner", "Whose zone the piece is in.", FieldKind::Seat);
                let place = match zone.layout {
                    ZoneLayout::Grid { .. } => vec![
                        field("row", "The row of the piece, from 0.", FieldKind::Integer),
                        field("column", "The column of the piece, from 0.", FieldKind::Integer),
                    ],
                    ZoneLayout::List { .. } => {
                        vec![field("target", "The place of the piece in the list, from 1.", FieldKind::Integer)]
                    }
                };
                let owner = zone.each_seat.then_some(owner);
                owner.into_iter().chain(place).chain(zone.piece.iter().cloned()).collect()
            }),
        };
        std::iter::once(field("seat", "Whose action it is.", FieldKind::Seat)).chain(described).collect()
    }
}

/// The most outcomes of a secret roll.
pub const MAX_SECRET_OUTCOMES: u32 = 1000;

/// A roll that a house rule declares: a draw by the host, each outcome as likely as any other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RollDecl {
    /// Its name.
    pub name: String,
    /// Its label in the log.
    pub label: String,
    /// Whether each is for a seat.
    pub each_seat: bool,
    /// Whether only that seat may know the value, or nobody where there is none, until the match is over.
    pub secret: bool,
    /// How many dice are rolled at once, where the result is a list; `None`: it is one value.
    pub dice: Option<u32>,
    /// How many outcomes each die has.
    pub sides: u32,
    /// The outcomes of a die as texts, one for each side; empty: they are the numbers from 1.
    pub values: Vec<String>,
}

impl RollDecl {
    /// The value of the outcome of a die at this place: its number, or the index of its text.
    pub const fn value_at(&self, place: u32) -> i64 {
        if self.values.is_empty() { place as i64 + 1 } else { place as i64 }
    }

    /// How many results all dice together have: of a secret roll no more than [`MAX_SECRET_OUTCOMES`].
    pub const fn outcomes(&self) -> u32 {
        self.sides.saturating_pow(self.count())
    }

    /// How many dice are rolled.
    pub const fn count(&self) -> u32 {
        if let Some(dice) = self.dice { dice } else { 1 }
    }

    /// The values of the dice in one of the [outcomes](Self::outcomes).
    pub fn values_in(&self, outcome: u32) -> Vec<i64> {
        let die = |index| self.value_at(outcome / self.sides.pow(index) % self.sides);
        (0..self.count()).rev().map(die).collect()
    }

    /// Whether an observer may know the value of a roll for this seat before the match is over.
    pub fn is_shown_to(&self, observer: Observer, seat: Option<Seat>) -> bool {
        !self.secret || is_revealed_to(observer, |observer| seat == Some(observer))
    }

    /// The text that a value stands for; `None` where it is a number.
    pub fn word_of(&self, value: i64) -> Option<&str> {
        usize::try_from(value).ok().and_then(|index| self.values.get(index)).map(String::as_str)
    }
}

/// An event that house rules can subscribe to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// One that every game has.
    Host(HostEvent),
    /// One that the game declares, by its index.
    Game(usize),
    /// The result of a roll of the house rules, by its index. Its fields are the seat, where there is one for each, and
    /// the value of each die; of a secret roll the outcome.
    Roll(usize),
}

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
        MatchBegun,
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
            Self::MatchBegun => {
                EventDecl::new("match_begun", "The match was dealt, and nothing was played yet.", Vec::new())
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

/// A line of one of the scripts of a ruleset.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScriptLine {
    /// The script, by its place in the variant.
    pub script: usize,
    /// The line, from 1; 0: it is not known.
    pub line: usize,
}

/// A line that house rules write in the log.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct HouseMessage {
    /// The line.
    pub text: Text,
    /// The seat that alone may read it until the match is over; `None`: everybody may.
    pub only: Option<Seat>,
}

impl HouseMessage {
    /// Whether an observer may read it before the match is over.
    pub fn is_shown_to(&self, observer: Observer) -> bool {
        self.only.is_none_or(|only| is_revealed_to(observer, |observer| observer == only))
    }
}

/// An effect that a house rule requests, with its place.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct EffectRequest {
    /// The effect.
    pub what: HouseEffect,
    /// The line that requests it.
    pub place: ScriptLine,
}

/// An effect of house rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum HouseEffect {
    /// Adds points to a seat's score.
    Points {
        /// The seat.
        seat: Seat,
        /// The points; a negative number takes some away.
        points: i64,
    },
    /// Keeps a value in a slot of the memory; the layer has checked that the value is within its bounds.
    Remember {
        /// The slot.
        slot: usize,
        /// The value.
        value: i64,
    },
    /// Ends the match.
    Finish {
        /// The winners; `None`: the seats with the highest score.
        winners: Option<Seats>,
    },
    /// Shows a message.
    Say(HouseMessage),
    /// Draws the value of a roll.
    Roll {
        /// Its index.
        roll: usize,
        /// The seat for which it is, where there is one for each.
        seat: Option<Seat>,
    },
    /// Shuffles the values of a list of the memory, but for those that are its start.
    Shuffle {
        /// Its index in the memory.
        memory: usize,
    },
    /// Something that the game offers.
    Game {
        /// Its index.
        effect: usize,
        /// Its arguments.
        arguments: Vec<i64>,
    },
}

/// The memory, events, actions and decisions of house rules around a game. `host/house-rules` implements it over Luau;
/// a test may implement it in Rust.
///
/// It must be a pure function of its arguments: the same call gives the same result, on every thread.
pub trait HouseLayer: Send + Sync {
    /// The memory of the rules.
    fn memory(&self) -> &[MemoryDecl];

    /// The slots that do not begin with the value that their memory declares, each with its value: those that go on
    /// from the match before in a series.
    fn carried(&self) -> &[(usize, i64)] {
        &[]
    }

    /// The actions that they add.
    fn actions(&self) -> &[ActionDecl];

    /// The rolls that they declare.
    fn rolls(&self) -> &[RollDecl] {
        &[]
    }

    /// Whether they shuffle a list.
    fn shuffles(&self) -> bool {
        false
    }

    /// Whether they write messages to one seat.
    fn whispers(&self) -> bool {
        false
    }

    /// Whether they may read who wins when they are notified of the end of the match: if not, that is not computed.
    fn reads_winners(&self) -> bool {
        true
    }

    /// The values that are kept in secret memory, each with its slot, of an outcome of a secret roll, for `seat` where
    /// each is for one. The slots are the same for each outcome.
    fn kept_of_roll(&self, _roll: usize, _seat: Option<Seat>, _outcome: u32) -> &[(usize, i64)] {
        &[]
    }

    /// Whether they subscribe to this event.
    fn subscribes_to(&self, event: Event) -> bool;

    /// Whether their function for this event is known to do nothing.
    fn is_idle_at(&self, _event: Event) -> bool {
        false
    }

    /// Whether their function for this hook is known to return the value that it gets.
    fn is_idle_hook(&self, _hook: HostHook) -> bool {
        false
    }

    /// Whether the action of this index is known never to be offered.
    fn is_never_offered(&self, _action: usize) -> bool {
        false
    }

    /// Whether their functions for events of the game read nothing but their fields and the memory, and no hook of the
    /// game reads what they keep. Then they can be called in the middle of a playout.
    fn are_events_apart_from_game(&self) -> bool {
        false
    }

    /// Notifies them of an event; the effects that they request are added to `effects`.
    ///
    /// # Errors
    /// When a script failed.
    fn notify(
        &self,
        event: Event,
        fields: &[i64],
        facts: &dyn ReadFacts,
        effects: &mut Vec<EffectRequest>,
    ) -> Result<(), Box<HookFailure>>;

    /// Whether they use this hook.
    fn uses(&self, hook: HostHook) -> bool;

    /// The answer to a hook that every game has.
    ///
    /// # Errors
    /// When a script failed.
    fn decide(
        &self,
        hook: HostHook,
        fields: &[i64],
        facts: &dyn ReadFacts,
        value: bool,
    ) -> Result<bool, Box<HookFailure>>;

    /// Whether an action is offered. `fields` are the values of its [fields](Targets::fields): the seat, and the
    /// target.
    ///
    /// # Errors
    /// When a script failed.
    fn offers(&self, action: usize, fields: &[i64], facts: &dyn ReadFacts) -> Result<bool, Box<HookFailure>>;

    /// Whether an action can be offered to `seat` at all, whatever its target is: called once, before
    /// [`offers`](Self::offers).
    ///
    /// # Errors
    /// When a script failed.
    fn is_available(&self, _action: usize, _seat: Seat, _facts: &dyn ReadFacts) -> Result<bool, Box<HookFailure>> {
        Ok(true)
    }

    /// Whether [`offers`](Self::offers) depends on the target: if not, it is called for the first one only.
    fn offers_by_target(&self, _action: usize) -> bool {
        true
    }

    /// Plays an action; the effects that it requests are added to `effects`. `fields` are as in
    /// [`offers`](Self::offers).
    ///
    /// # Errors
    /// When a script failed.
    fn play(
        &self,
        action: usize,
        fields: &[i64],
        facts: &dyn ReadFacts,
        effects: &mut Vec<EffectRequest>,
    ) -> Result<(), Box<HookFailure>>;

    /// The line at which the rules define what an action does.
    fn line_of_action(&self, _action: usize) -> ScriptLine {
        ScriptLine::default()
    }

    /// The line at which the rules define what follows from a roll.
    fn line_of_roll(&self, _roll: usize) -> ScriptLine {
        ScriptLine::default()
    }

    /// The failure of an effect that was requested at this place and could not be applied.
    fn refused(&self, place: ScriptLine, why: String) -> Box<HookFailure>;
}
