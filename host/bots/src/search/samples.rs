//! Whether samples of what is hidden part ways.

use crate::{BotError, Viewpoint};
use stonehouse_plugin_api::rng::Rng;

/// How many actions ahead samples are compared to find out whether they diverge.
const STEPS_TOGETHER: u32 = 16;

/// Whether hidden information or chance soon makes a difference: whether two samples, after the same actions, offer different
/// actions.
pub(super) fn part_ways(view: &Viewpoint<'_>, rng: &mut Rng) -> Result<bool, BotError> {
    let (mut one, mut other) = (view.sample(rng.next_u64())?, view.sample(rng.next_u64())?);
    let (mut legal, mut others) = (Vec::new(), Vec::new());
    for _ in 0..STEPS_TOGETHER {
        one.candidates(&mut Vec::new(), &mut legal)?;
        other.candidates(&mut Vec::new(), &mut others)?;
        if legal != others || one.to_act()? != other.to_act()? {
            return Ok(true);
        }
        let Some(action) = rng.pick(&legal) else { break };
        one.attempt(*action)?;
        other.attempt(*action)?;
    }
    Ok(false)
}
