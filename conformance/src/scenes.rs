//! The requirements of scenes and descriptions of actions, with and without house rules.

use super::{Check, call_failed, ensure, texts};
use stonehouse_plugin::{Action, ActionText, Chosen, Observer, Outcome, PathStep, Scene, Seat};
use stonehouse_runtime::{CallError, Rules, State};

/// Checks the texts and pictures of the scenes of all observers.
pub(super) fn check_texts(rules: &Rules, scene: impl Fn(Observer) -> Result<Scene, CallError>) -> Check {
    let seats = Seat::all(rules.seating().seats.len()).map(Observer::Seat);
    for observer in seats.chain([Observer::Public, Observer::Referee]) {
        let shown = scene(observer).map_err(call_failed)?;
        texts::check(&shown, rules).map_err(|why| format!("{why}, for {observer:?}"))?;
    }
    Ok(())
}

/// Returns the description that `observer` receives of an action that `seat` may choose.
pub(super) fn describe(state: &State, seat: Seat, action: Action, observer: Observer) -> Check<ActionText> {
    state.describe_choice(Chosen { seat, action, values: &[] }, observer).map_err(call_failed)
}

/// Checks the public scene of a game that is over: nobody is prompted, and its scores are those of the outcome.
pub(super) fn check_end(rules: &Rules, scene: &Scene, outcome: &Outcome) -> Check {
    texts::check(scene, rules)?;
    ensure(scene.prompt.is_none(), || "the game is over, but the scene still has a prompt".into())?;
    let shown: Vec<Option<i64>> = scene.seats.iter().map(|panel| panel.score).collect();
    let fits = |(shown, score): (&Option<i64>, &i64)| shown.is_none_or(|shown| shown == *score);
    ensure(shown.iter().zip(&outcome.scores).all(fits), || {
        format!("the scene shows the scores {shown:?}, but the outcome has {:?}", outcome.scores)
    })
}

/// Checks that a legal action has a text, and a path of handles that are in the scene of the seat that chooses it.
pub(super) fn check_action(rules: &Rules, scene: &Scene, action: Action, described: &ActionText) -> Check {
    ensure(!described.text.is_empty(), || format!("action {} has no text", action.0))?;
    texts::check(&described.text, rules)?;
    ensure(!described.paths.is_empty(), || format!("action {} cannot be chosen: it has no path", action.0))?;
    for handle in described.paths.iter().flatten().flat_map(PathStep::handles) {
        ensure(scene.handles().any(|known| known == handle), || {
            format!("action {} is chosen by {handle:?}, which is not in the scene", action.0)
        })?;
    }
    Ok(())
}
