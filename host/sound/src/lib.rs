//! Sounds of the table: the cues for a change of scenes, their waveforms, and the speaker.
//!
//! | module | contents |
//! |---|---|
//! | `cues` | the sounds for the differences between two scenes that one observer saw |
//! | [`wood`] | the sounds themselves, made in code |
//! | `speaker` | [`Speaker`], which plays them, or is silent where that is not possible |
//!
//! It contains nothing for a particular game, and does not depend on the screen.

mod cues;
mod speaker;
pub mod wood;

pub use cues::cues;
pub use speaker::Speaker;

/// A sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cue {
    /// A pile was mixed, or the table dealt again.
    Shuffle,
    /// Dice were rolled.
    Roll,
    /// Something was taken, drawn or removed.
    Take,
    /// Something was laid down.
    Place,
    /// Somebody made points.
    Score,
    /// It is the listener's turn.
    YourTurn,
    /// A clock is running out: one tick.
    Clock,
    /// The listener has won.
    Win,
}

impl Cue {
    /// All cues, in the order in which several at once are played.
    pub const ALL: [Self; 8] =
        [Self::Shuffle, Self::Roll, Self::Take, Self::Place, Self::Score, Self::YourTurn, Self::Clock, Self::Win];
}
