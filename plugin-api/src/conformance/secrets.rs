//! Nothing that an observer is shown or told depends on what it cannot know.
//!
//! What a seat cannot know is redrawn ([`Game::determinize`](crate::Game::determinize)), and everything that this seat and the public are
//! shown and told is compared: scenes, the texts and data of actions, and for the seat to act its choices.

use super::{Checked, candidates, describe, ensure, legal_of, told};
use crate::abi::client::State;
use crate::{Action, Observer, Rng, Samples, Seat, Turn};

/// How many of the legal actions are looked at with the eyes of those who wait: there may be hundreds.
const LOOKED_AT: usize = 8;

/// Compares `state`, where it is the turn of `turn`, with one in which everything is redrawn that `observer` cannot know.
pub(super) fn check(state: &State, turn: Turn, observer: Seat, seed: u64) -> Checked {
    let mut chance = Rng::from_seed(seed);
    let mut other = state.try_clone().map_err(told)?;
    other.determinize(observer, chance.next_u64()).map_err(told)?;
    let eyes = [Observer::Seat(observer), Observer::Public];
    for eye in eyes {
        ensure(state.scene(eye).map_err(told)? == other.scene(eye).map_err(told)?, || {
            format!("the scene for {eye:?} shows what {observer} cannot know: it changed when that was sampled anew")
        })?;
    }
    ensure(other.turn().map_err(told)? == turn, || {
        format!("whose decision it is changed when what {observer} cannot know was sampled anew")
    })?;
    for seat in turn.seats().iter() {
        let (legal, choices) = (legal_of(state, seat)?, legal_of(&other, seat)?);
        if observer == seat {
            ensure(choices == legal, || format!("the choices of {observer} depend on what it cannot know"))?;
            // Whoever chooses reads every text beforehand.
            for action in &legal {
                let [here, there] = texts([state, &other], seat, *action, eyes[0])?;
                ensure(here == there, || {
                    format!("the text of action {} tells {observer} what it cannot know", action.0)
                })?;
            }
        }
        if observer == seat {
            ensure(candidates(&other, seat)? == candidates(state, seat)?, || {
                format!("the candidates of {observer} depend on what it cannot know")
            })?;
        }
        // The rest are told of an action when it is taken.
        let mut both: Vec<Action> =
            legal.iter().copied().filter(|action| choices.binary_search(action).is_ok()).collect();
        chance.shuffle(&mut both);
        for action in both.into_iter().take(LOOKED_AT) {
            eyes.into_iter().try_for_each(|eye| check_told(state, &other, (seat, action), eye))?;
        }
    }
    Ok(())
}

/// What `eye` is told of an action is the same, or the table then shows it the difference, too: an action may reveal something.
fn check_told(state: &State, other: &State, (seat, action): (Seat, Action), eye: Observer) -> Checked {
    let [here, there] = texts([state, other], seat, action, eye)?;
    if here == there {
        return Ok(());
    }
    let mut samples = Samples::new();
    state.samples(seat, action, &mut samples).map_err(told)?;
    let after = |state: &State| {
        let mut after = state.try_clone().map_err(told)?;
        after.apply_with(action, samples.get(0).unwrap_or_default()).map_err(told)?;
        after.scene(eye).map_err(told)
    };
    ensure(after(state)? != after(other)?, || {
        format!("{eye:?} is told of action {} what the table does not show: {here}, or {there}", action.0)
    })
}

/// The text and data of an action, as `eye` is told of it in both states.
fn texts(states: [&State; 2], seat: Seat, action: Action, eye: Observer) -> Checked<[String; 2]> {
    let text = |state: &State| {
        describe(state, seat, action, eye).map(|told| format!("{:?} {} {:?}", told.text, told.data, told.paths))
    };
    let [here, there] = states.map(text);
    Ok([here?, there?])
}
