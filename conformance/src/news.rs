//! The news of an action once it is applied: its texts are valid, and reveal to nobody what they do not see afterwards.

use super::run::named;
use super::{Check, call_failed, ensure, texts};
use stonehouse_plugin::{Chosen, Observer, Rng, Scene, Seat, Text, Turn};
use stonehouse_runtime::{Decision, RandomPlayer, State};

/// The number of times that the information hidden from an observer is resampled.
const REDRAWS: usize = 4;

/// Checks the news of `decision`, made in `before`.
pub(super) fn check(before: &State, decision: &Decision, seed: u64) -> Check {
    let turn = before.turn().map_err(call_failed)?;
    // The outcomes of chance are part of what a choice leads to.
    if !before.rules().plugin().has_news() || turn == Turn::Chance {
        return Ok(());
    }
    let chosen: Vec<Chosen<'_>> = match decision {
        Decision::Seat(act) => turn.seats().iter().map(|seat| act.by(seat)).collect(),
        Decision::Together(acts) => acts.iter().map(|(seat, act)| act.by(*seat)).collect(),
        Decision::Chance(_) => Vec::new(),
    };
    let mut chance = Rng::from_seed(seed);
    let rolled = chance.next_u64();
    // The observer's scene after the decision, and the news of it.
    let shown = |before: &State, eye: Observer| -> Check<(Scene, Option<Text>)> {
        let after = after(before, decision, rolled)?;
        let news = after.news(before, &chosen, eye).map_err(call_failed)?;
        Ok((after.scene(eye).map_err(call_failed)?, news))
    };
    for eye in [Observer::Public, Observer::Referee] {
        texts::check(&shown(before, eye)?.1, before.rules())
            .map_err(|why| format!("{why}, in the news for {eye:?}"))?;
    }
    for observer in Seat::all(before.rules().seating().seats.len()) {
        let eyes = [Observer::Seat(observer), Observer::Public];
        let here = [shown(before, eyes[0])?, shown(before, eyes[1])?];
        texts::check(&here[0].1, before.rules()).map_err(|why| format!("{why}, in the news for {observer}"))?;
        for _ in 0..REDRAWS {
            let mut other = before.try_clone().map_err(call_failed)?;
            other.determinize(observer, chance.next_u64()).map_err(call_failed)?;
            // Hidden information may determine the actions of others: then the decision itself reveals something.
            if other.try_clone().map_err(call_failed)?.decide(decision).is_err() {
                continue;
            }
            for (eye, (scene, news)) in eyes.into_iter().zip(&here) {
                let (other_scene, other_news) = shown(&other, eye)?;
                ensure(other_scene != *scene || other_news == *news, || {
                    format!(
                        "the news of {} for {eye:?} reveals what the scene afterwards does not show: it is {news:?}, or {other_news:?}",
                        named(decision)
                    )
                })?;
            }
        }
    }
    Ok(())
}

/// Checks the announcement of the deal.
pub(super) fn check_opening(dealt: &State, seed: u64) -> Check {
    let mut chance = Rng::from_seed(seed);
    let shown = |state: &State, eye: Observer| -> Check<(Scene, Option<Text>)> {
        Ok((state.scene(eye).map_err(call_failed)?, state.opening(eye).map_err(call_failed)?))
    };
    let seats = || Seat::all(dealt.rules().seating().seats.len());
    for eye in seats().map(Observer::Seat).chain([Observer::Public, Observer::Referee]) {
        texts::check(&shown(dealt, eye)?.1, dealt.rules())
            .map_err(|why| format!("{why}, in the opening for {eye:?}"))?;
    }
    for observer in seats() {
        for eye in [Observer::Seat(observer), Observer::Public] {
            let (scene, opening) = shown(dealt, eye)?;
            for _ in 0..REDRAWS {
                let mut other = dealt.try_clone().map_err(call_failed)?;
                other.determinize(observer, chance.next_u64()).map_err(call_failed)?;
                let (other_scene, other_opening) = shown(&other, eye)?;
                ensure(other_scene != scene || other_opening == opening, || {
                    format!(
                        "the opening for {eye:?} reveals what its scene does not show: {opening:?}, or {other_opening:?}"
                    )
                })?;
            }
        }
    }
    Ok(())
}

/// The state after a decision and the outcomes of chance that follow.
fn after(before: &State, decision: &Decision, seed: u64) -> Check<State> {
    let mut after = before.try_clone().map_err(call_failed)?;
    after.decide(decision).map_err(call_failed)?;
    let mut dice = RandomPlayer::new(seed);
    while after.turn().map_err(call_failed)? == Turn::Chance {
        if let Some(rolled) = dice.decide(&after).map_err(call_failed)? {
            after.decide(&rolled).map_err(call_failed)?;
        }
    }
    Ok(after)
}
