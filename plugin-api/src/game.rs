//! The trait that a game implements, and what a ruleset is made from.

use crate::{Action, ActionText, Actions, HookDecl, Hooks, Json, Observer, Rng, Scene, Seat, Winners};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize, de::DeserializeOwned};

/// A game: a family of rules, turned by knobs and bent by house rules.
///
/// The implementing type is one *compiled ruleset*: immutable, shared by every match and every
/// thread that plays under it. The position is [`Game::State`]: plain data, cheap to clone.
///
/// The required methods are what only the game knows; the others have a default that a game may
/// better. [`conformance`](crate::conformance) checks the promises stated here.
pub trait Game: Send + Sync + Sized + 'static {
    /// The typed parameters, defined with [`knobs!`](crate::knobs!).
    type Knobs: Serialize + DeserializeOwned + JsonSchema + Default;

    /// A position, with the generator of its randomness inside. No pointer into the ruleset.
    type State: Clone + Send + 'static;

    /// Who this game is: known without a ruleset.
    fn about() -> About;

    /// The hooks that house rules may use, at most [`MAX_HOOKS`](crate::MAX_HOOKS). A hook's index in this list is the
    /// number by which the game calls it.
    fn hooks() -> Vec<HookDecl> {
        Vec::new()
    }

    /// Compiles knobs and house rules into a ruleset.
    ///
    /// # Errors
    /// When knobs contradict each other. Types, ranges and unknown names were checked before.
    fn new(setup: Setup<Self::Knobs>) -> Result<Self, RulesError>;

    /// The seats of a match under this ruleset.
    fn seating(&self) -> Seating;

    /// The position at the start. The same seed gives the same position, everywhere.
    ///
    /// # Errors
    /// [`Fault::Hook`] when a house rule that has a say in the deal failed.
    fn deal(&self, seed: u64) -> Result<Self::State, Fault>;

    /// Whose decision it is, also out of turn; `None` when the game is over.
    fn to_act(&self, state: &Self::State) -> Option<Seat>;

    /// Pushes every legal action of the seat to act, in ascending order, none twice. At least
    /// one until the game is over.
    ///
    /// # Errors
    /// [`Fault::Hook`] when a house rule failed.
    fn legal_actions(&self, state: &Self::State, actions: &mut Actions<'_>) -> Result<(), Fault>;

    /// Applies a legal action.
    ///
    /// # Errors
    /// [`Fault::Illegal`] when the action is not legal, the state being unchanged;
    /// [`Fault::Hook`] when a house rule failed, after which the state is not to be used.
    fn apply(&self, state: &mut Self::State, action: Action) -> Result<(), Fault>;

    /// Each seat's score as it stands; `scores` has one place per seat.
    fn scores(&self, state: &Self::State, scores: &mut [i64]);

    /// Who wins, once the game is over. By default whoever has the highest score.
    fn winners(&self, state: &Self::State) -> Winners {
        let mut scores = [0; crate::MAX_SEATS];
        let scores = &mut scores[..self.seating().seats.len()];
        self.scores(state, scores);
        Winners::highest(scores)
    }

    /// Samples anew, from `seed`, everything that `observer` cannot know: what is hidden from
    /// that seat and all randomness still to come. What the observer sees stays as it is.
    fn determinize(&self, state: &mut Self::State, observer: Seat, seed: u64);

    /// The table as `observer` may see it.
    fn scene(&self, state: &Self::State, observer: Observer) -> Scene;

    /// Everything that lies on the table, hidden or not, by name: hands, piles from the top, the bag. For the referee, who reads a
    /// finished record without the program; no seat is shown it while the match goes on. By default nothing.
    fn reveal(&self, _state: &Self::State) -> Json {
        Json::Null
    }

    /// What `action`, legal in `state`, is called when told to `observer`, and how it is chosen.
    fn describe(&self, state: &Self::State, action: Action, observer: Observer) -> ActionText;

    /// Plays legal actions, each as likely as any other, to the end, and returns their number.
    ///
    /// A game may override this loop for speed, but the result must be identical: at each decision the action is the one at
    /// [`choices.below(number of legal actions)`](Rng::below) of the ascending list.
    ///
    /// # Errors
    /// [`Fault::Hook`] when a house rule failed, [`Fault::Endless`] when the game goes on after [`LONGEST_GAME`] actions.
    fn playout(&self, state: &mut Self::State, choices: &mut Rng) -> Result<u32, Fault> {
        random_playout(self, state, choices)
    }

    /// Pushes the legal actions that are worth a bot's thought: a part of the legal ones, ascending, at least one until the game
    /// is over. It hangs on nothing that the seat to act cannot know. By default all of them.
    ///
    /// # Errors
    /// [`Fault::Hook`] when a house rule failed.
    fn candidates(&self, state: &Self::State, actions: &mut Actions<'_>) -> Result<(), Fault> {
        self.legal_actions(state, actions)
    }

    /// Plays on as somebody with a little sense would, to the end or to a position that [`prospects`](Game::prospects) judges
    /// well: what a searching bot learns from. By default the random playout.
    ///
    /// It need not be played well, only fast and without bias for a seat.
    ///
    /// # Errors
    /// [`Fault::Hook`] when a house rule failed.
    fn rollout(&self, state: &mut Self::State, choices: &mut Rng) -> Result<(), Fault> {
        self.playout(state, choices).map(|_| ())
    }

    /// What each seat can count on, in points, for a bot that looks no further; `prospects` has one place per seat. Once the
    /// game is over, and by default, the scores.
    fn prospects(&self, state: &Self::State, prospects: &mut [i64]) {
        self.scores(state, prospects);
    }
}

/// A game that takes more actions than this is taken to be endless.
pub const LONGEST_GAME: usize = 100_000;

/// The playout that needs no knowledge of the game: the default of [`Game::playout`], and what a
/// bettered one is checked against.
///
/// # Errors
/// [`Fault::Hook`] when a house rule failed, [`Fault::Endless`] when the game goes on after [`LONGEST_GAME`] actions.
pub fn random_playout<G: Game>(game: &G, state: &mut G::State, choices: &mut Rng) -> Result<u32, Fault> {
    const ON_THE_STACK: usize = 512;
    let most = game.seating().max_actions as usize;
    let mut small = [Action(0); ON_THE_STACK];
    let mut large = Vec::new();
    let buffer = if most <= ON_THE_STACK {
        &mut small[..]
    } else {
        large.resize(most, Action(0));
        &mut large[..]
    };
    let mut played = 0;
    while game.to_act(state).is_some() {
        if played as usize == LONGEST_GAME {
            return Err(Fault::Endless);
        }
        let mut actions = Actions::new(buffer);
        game.legal_actions(state, &mut actions)?;
        let legal = actions.as_slice();
        let action = *legal.get(choices.below(legal.len() as u32) as usize).ok_or(Fault::Illegal)?;
        game.apply(state, action)?;
        played += 1;
    }
    Ok(played)
}

/// Who a game is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The id by which variants, folders and records name it: lower case letters, digits and hyphens.
    pub id: String,
    /// The name that people see.
    pub name: String,
    /// The plugin's version. A new major version may give action codes another meaning.
    pub version: String,
    /// One sentence for the launcher.
    pub summary: String,
    /// How many may play.
    pub seats: SeatsRange,
    /// The rules in short, as Markdown, for the help beside the table.
    pub rules: String,
}

/// How many seats a game can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatsRange {
    /// The fewest.
    pub min: u8,
    /// The most, up to [`MAX_SEATS`](crate::MAX_SEATS).
    pub max: u8,
    /// The number when a variant does not say.
    pub default: u8,
}

/// What a ruleset is compiled from.
pub struct Setup<K> {
    /// The number of seats, within [`About::seats`].
    pub seats: u8,
    /// Every knob's value.
    pub knobs: K,
    /// The house rules.
    pub hooks: Hooks,
}

/// The seats of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Seating {
    /// The seats in order.
    pub seats: Vec<SeatInfo>,
    /// The most actions that any position may offer: the size of the buffer to bring.
    pub max_actions: u32,
}

/// One seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatInfo {
    /// What the rules call it: "White", "North"; "Player 1" where they have no name.
    pub name: String,
    /// Seats with the same number play as one team.
    pub team: u8,
}

/// Knobs that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{message}")]
pub struct RulesError {
    /// The knob to change, by name; empty where no single one is to blame.
    pub knob: String,
    /// What is wrong and what would be right.
    pub message: String,
}

impl RulesError {
    /// Blames `knob`.
    pub fn knob(knob: &str, message: impl Into<String>) -> Self {
        Self { knob: knob.to_owned(), message: message.into() }
    }
}

/// Why a call of the game did not succeed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The action is not legal here. The state is unchanged.
    #[error("that action is not legal here")]
    Illegal,
    /// A house rule failed; the host knows which and why. The state is not to be used further.
    #[error("a house rule failed")]
    Hook,
    /// A playout came to no end within [`LONGEST_GAME`] actions. The state is not to be used further.
    #[error("the game came to no end after {LONGEST_GAME} actions")]
    Endless,
}
