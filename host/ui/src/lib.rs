//! The basis of all screens: the theme, dialogs, the pictures of games, and work in the background.
//!
//! | module | contents |
//! |---|---|
//! | [`theme`] | colours, fonts, dialogs, buttons and keys |
//! | [`pictures`], [`svg`] | the pictures of games; which SVG is drawn |
//! | [`picture_limits`] | the limits of pictures, and why one is refused |
//! | [`worker`] | runs a game's rules on another thread, while the window continues |

pub mod picture_limits;
pub mod pictures;
pub mod svg;
pub mod theme;
pub mod worker;
