//! Simultaneous choices, inputs, and chance.

use super::run::{Run, Subject as _, refused};
use super::scenes::describe;
use super::{Check, call_failed, ensure, texts};
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Action, Observer, Outcomes, Rng, Samples, Seat, Seats, Turn};
use stonehouse_runtime::{Choice, Decision, State};

/// How many samples of one action are tried, at most.
const MAX_SAMPLES_TRIED: usize = 16;

/// An action that is never legal.
const NO_ACTION: Action = Action(u32::MAX);

/// Checks the extensions that only some games have, at a position in which `turn` decides.
pub(super) fn check(run: &mut Run<'_, State>, state: &State, turn: Turn) -> Check {
    match turn {
        Turn::Over => Ok(()),
        Turn::Seat(seat) => {
            for action in state.legal_of(seat)? {
                check_inputs(state, seat, action, Decision::Seat)?;
            }
            no_chance_now(state)
        }
        Turn::Together(seats) => {
            check_together(run, state, seats)?;
            no_chance_now(state)
        }
        Turn::Chance => {
            let mut outcomes = Outcomes::new();
            state.outcomes(&mut outcomes).map_err(call_failed)?;
            for (code, _) in outcomes.iter() {
                let mut after = state.try_clone().map_err(call_failed)?;
                after
                    .apply_outcome(code)
                    .map_err(|error| format!("the outcome {code} is listed, but cannot happen: {error}"))?;
            }
            check_descriptions(run, state, &outcomes)?;
            let last = outcomes.iter().last().map_or(0, |(code, _)| code);
            let listed = |code: &u32| outcomes.iter().any(|(known, _)| known == *code);
            let mut strange = [run.draws.below(last.saturating_add(1)), last.saturating_add(1), u32::MAX]
                .into_iter()
                .filter(|code| !listed(code));
            strange.try_for_each(|code| refused(state, &Decision::Chance(code)))
        }
    }
}

/// Checks that outcomes of chance are described to every observer, and that the descriptions reveal nothing that is
/// hidden in `state`.
fn check_descriptions(run: &Run<'_, State>, state: &State, outcomes: &Outcomes) -> Check {
    let described = |state: &State, code: u32, eye: Observer| {
        let text = state.describe_outcome(code, eye).map_err(call_failed)?;
        texts::check(&text, state.rules()).map_err(|why| format!("{why}, in the outcome {code} for {eye:?}"))?;
        Ok::<_, String>(text.map(|text| (text.text, text.data)))
    };
    let seats = || Seat::all(state.rules().seating().seats.len());
    let mut chance = Rng::from_seed(seed_of(run.seed, run.decisions.len() as u64));
    let every = outcomes.iter().count().div_ceil(MAX_SAMPLES_TRIED).max(1);
    for (code, _) in outcomes.iter().step_by(every) {
        described(state, code, Observer::Referee)?;
        for observer in seats() {
            let mut other = state.try_clone().map_err(call_failed)?;
            other.determinize(observer, chance.next_u64()).map_err(call_failed)?;
            for eye in [Observer::Seat(observer), Observer::Public] {
                // Hidden information may determine the possible outcomes.
                let (here, there) = (described(state, code, eye)?, other.describe_outcome(code, eye));
                let there = there.ok().flatten().map(|text| (text.text, text.data));
                ensure(there.is_none() || there == here, || {
                    format!(
                        "the outcome {code} is described to {eye:?} with what is hidden from them: {here:?}, or {there:?}"
                    )
                })?;
            }
        }
    }
    Ok(())
}

/// Checks that an outcome of chance is refused while a seat has the turn.
fn no_chance_now(state: &State) -> Check {
    if state.rules().plugin().has_chance() { refused(state, &Decision::Chance(0)) } else { Ok(()) }
}

/// Checks that every legal choice of each seat is accepted together with legal choices of the others, and that an
/// illegal one is not.
fn check_together(run: &mut Run<'_, State>, state: &State, seats: Seats) -> Check {
    let some: Vec<(Seat, Choice)> =
        seats.iter().map(|seat| Ok((seat, some_act(run, state, seat)?))).collect::<Check<_>>()?;
    for (place, seat) in seats.iter().enumerate() {
        let with = |choice: Choice| {
            let mut acts = some.clone();
            acts[place].1 = choice;
            Decision::Together(acts)
        };
        let legal = state.legal_of(seat)?;
        for action in &legal {
            check_inputs(state, seat, *action, with)?;
        }
        let last = legal.last().map_or(0, |action| action.0);
        let strange = [Action(run.draws.below(last.saturating_add(1))), Action(last.saturating_add(1)), NO_ACTION];
        for action in strange.into_iter().filter(|action| legal.binary_search(action).is_err()) {
            refused(state, &with(Choice::from(action)))?;
        }
    }
    Ok(())
}

/// A random legal choice of a seat.
fn some_act(run: &mut Run<'_, State>, state: &State, seat: Seat) -> Check<Choice> {
    let legal = state.legal_of(seat)?;
    let action = *run.draws.pick(&legal).ok_or_else(|| format!("{seat} has the turn but no legal action"))?;
    let mut samples = Samples::new();
    state.samples(seat, action, &mut samples).map_err(call_failed)?;
    let drawn = run.draws.below(samples.len() as u32) as usize;
    Ok(Choice { action, values: samples.get(drawn).unwrap_or_default().to_vec() })
}

/// Checks that a legal action is accepted with each of its samples and with no other values, and that one without
/// samples takes none.
fn check_inputs(state: &State, seat: Seat, action: Action, decision: impl Fn(Choice) -> Decision) -> Check {
    let mut samples = Samples::new();
    state.samples(seat, action, &mut samples).map_err(call_failed)?;
    if !state.rules().plugin().has_inputs() {
        return Ok(());
    }
    let accepted = |values: &[i64]| {
        let mut after = state.try_clone().map_err(call_failed)?;
        after
            .decide(&decision(Choice { action, values: values.to_vec() }))
            .map_err(|error| format!("action {} with {values:?} is offered, but was not accepted: {error}", action.0))
    };
    let refuses = |values: &[i64]| refused(state, &decision(Choice { action, values: values.to_vec() }));
    let Some(first) = samples.get(0) else {
        accepted(&[])?;
        return refuses(&[0]);
    };
    // All if they are few; otherwise some, the first and the last among them.
    let every = samples.len().div_ceil(MAX_SAMPLES_TRIED);
    let tried = samples.iter().enumerate().filter(|(index, _)| index % every == 0 || index + 1 == samples.len());
    for (_, values) in tried {
        accepted(values)?;
    }
    refuses(&[])?;
    let mut longer = first.to_vec();
    longer.push(0);
    if longer.len() <= stonehouse_plugin::MAX_VALUES {
        refuses(&longer)?;
    }
    [i64::MIN, i64::MAX].into_iter().try_for_each(|extreme| refuses(&vec![extreme; first.len()]))?;
    let text = describe(state, seat, action, Observer::Seat(seat))?;
    let bounds: Vec<(i64, i64)> = text.inputs().flat_map(|input| input.kind.bounds()).collect();
    ensure(bounds.len() == first.len(), || {
        format!(
            "the description of action {} asks for {} values, but its samples have {}",
            action.0,
            bounds.len(),
            first.len()
        )
    })?;
    for (place, (least, most)) in bounds.iter().enumerate() {
        for beyond in [least.checked_sub(1), most.checked_add(1)].into_iter().flatten() {
            let mut values = first.to_vec();
            values[place] = beyond;
            refuses(&values)?;
        }
    }
    // Of several values not every combination need be legal.
    if let [(least, most)] = bounds[..] {
        [least, most].into_iter().try_for_each(|bound| accepted(&[bound]))
    } else {
        Ok(())
    }
}
