//! Whether determinizations diverge.

use crate::{BotError, Viewpoint};
use stonehouse_plugin::rng::Rng;

/// How many actions ahead determinizations are compared.
const STEPS_TOGETHER: u32 = 16;

/// Whether two determinizations offer different actions after the same actions: whether hidden information or chance
/// soon matters.
pub(super) fn samples_diverge(view: &Viewpoint<'_>, rng: &mut Rng) -> Result<bool, BotError> {
    let (mut one, mut other) = (view.sample(rng.next_u64())?, view.sample(rng.next_u64())?);
    let (mut legal, mut others) = (Vec::new(), Vec::new());
    for _ in 0..STEPS_TOGETHER {
        one.candidates(&mut Vec::new(), &mut legal)?;
        other.candidates(&mut Vec::new(), &mut others)?;
        if legal != others || one.to_act()? != other.to_act()? {
            return Ok(true);
        }
        let Some(action) = rng.pick(&legal) else { break };
        one.play_candidate(*action)?;
        other.play_candidate(*action)?;
    }
    Ok(false)
}
