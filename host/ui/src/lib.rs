//! What all screens share: the theme, dialogs, the pictures of games, and work in the background.
//!
//! - [`look`]: colours, fonts, dialogs, buttons and keys
//! - [`pictures`]: the pictures of games; [`svg`]: which SVG is drawn
//! - [`worker`]: runs a game's rules on another thread, while the window continues

pub mod look;
pub mod pictures;
pub mod svg;
pub mod worker;
