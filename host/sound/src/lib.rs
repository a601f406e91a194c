//! Sounds of the table: the waveforms of its [cues](stonehouse_table::cues), and the speaker.
//!
//! | module | contents |
//! |---|---|
//! | [`wood`] | the sounds themselves, made in code |
//! | `speaker` | [`Speaker`], which plays them, or is silent where that is not possible |
//!
//! It contains nothing for a particular game.

mod speaker;
pub mod wood;

pub use speaker::Speaker;
pub use stonehouse_table::cues::Cue;
