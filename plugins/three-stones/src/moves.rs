//! Actions and their codes. A code is the stone's number times 128 plus the place.

use crate::board::Place;
use crate::state::{STONES, Stone};
use stonehouse_plugin::Action;

/// The action of placing `stone` at `place`.
pub const fn action(stone: Stone, place: Place) -> Action {
    Action((stone as u32) << 7 | place as u32)
}

/// The stone and place of an action; `None` if it is none of this game.
pub fn decode(action: Action) -> Option<(Stone, Place)> {
    let stone = *STONES.get((action.0 >> 7) as usize)?;
    Some((stone, (action.0 & 127) as Place))
}
