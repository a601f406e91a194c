//! The effects of house rules leave a position valid: the seats whose turn it is can choose, nothing hidden is
//! revealed, and a refused effect changes nothing.

use super::run::{Run, Subject as _, check_choice};
use super::{Check, call_failed, ensure, secrets, texts};
use stonehouse_plugin::house::EffectDecl;
use stonehouse_plugin::{FieldKind, Observer, Rng, Seat};
use stonehouse_runtime::{EffectFailure, State};

/// How many effects are tried at one position.
const EFFECTS_PER_POSITION: usize = 2;

/// Applies some effects of the game, with values that a script might pass.
pub(super) fn check(run: &mut Run<'_, State>, state: &State) -> Check {
    let plugin = std::sync::Arc::clone(run.rules.plugin());
    let effects = plugin.effects();
    for _ in 0..EFFECTS_PER_POSITION.min(effects.len()) {
        let index = run.draws.below(effects.len() as u32) as usize;
        let decl = &effects[index];
        let arguments: Vec<i64> = decl
            .arguments
            .iter()
            .map(|argument| value(&argument.kind, run.rules.seating().seats.len(), &mut run.draws))
            .collect();
        let mut after = state.try_clone().map_err(call_failed)?;
        let refusal = apply(&mut after, index, &arguments)?;
        let mut again = state.try_clone().map_err(call_failed)?;
        let repeated = apply(&mut again, index, &arguments)?;
        ensure(refusal == repeated && after.snapshot()? == again.snapshot()?, || {
            format!("{} came out differently on two clones of one state", named(decl, &arguments))
        })?;
        match refusal {
            Some(why) => {
                ensure(after.snapshot()? == state.snapshot()?, || {
                    format!("{} was refused ({why}), but changed the state", named(decl, &arguments))
                })?;
                ensure(!why.is_empty(), || format!("{} was refused without a reason", named(decl, &arguments)))?;
            }
            None => check_after(run, &after).map_err(|why| format!("after {}: {why}", named(decl, &arguments)))?,
        }
    }
    Ok(())
}

/// Applies an effect. Returns why the game refused it, if it did.
fn apply(state: &mut State, effect: usize, arguments: &[i64]) -> Check<Option<String>> {
    match state.effect(effect, arguments) {
        Ok(()) => Ok(None),
        Err(EffectFailure::Refused(why)) => Ok(Some(why)),
        Err(EffectFailure::Call(error)) => Err(call_failed(error)),
    }
}

fn named(decl: &EffectDecl, arguments: &[i64]) -> String {
    format!("the effect `{}` with {arguments:?}", decl.name)
}

/// A value for an argument: mostly a sensible one, sometimes a wild one.
fn value(kind: &FieldKind, seats: usize, draws: &mut Rng) -> i64 {
    match (kind, draws.below(10)) {
        (FieldKind::Boolean, draw) => i64::from(draw % 2),
        (FieldKind::Word(words), _) => i64::from(draws.below(words.len() as u32)),
        (FieldKind::Seat, _) => i64::from(draws.below(seats as u32)),
        (FieldKind::Integer, 0) => i64::MIN,
        (FieldKind::Integer, 1) => i64::MAX,
        (FieldKind::Integer, 2) => -1,
        (FieldKind::Integer, _) => i64::from(draws.below(6)),
    }
}

/// Checks the position that an effect has made.
fn check_after(run: &mut Run<'_, State>, state: &State) -> Check {
    let turn = state.turn().map_err(call_failed)?;
    let seats = run.rules.seating().seats.len();
    for observer in Seat::all(seats).map(Observer::Seat).chain([Observer::Public]) {
        texts::check(&state.scene(observer).map_err(call_failed)?, run.rules)
            .map_err(|why| format!("{why}, for {observer:?}"))?;
    }
    for seat in turn.seats().iter() {
        check_choice(state, seat)?;
    }
    Seat::all(seats).try_for_each(|observer| {
        let seed = run.draws.next_u64();
        secrets::check(state, turn, observer, seed)
    })
}
