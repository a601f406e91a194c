//! Checks that nothing an observer receives depends on what is hidden from it.
//!
//! Whatever is hidden from a seat is resampled ([`Determinize`](stonehouse_plugin::Determinize)), and everything that
//! this seat and the public receive is compared before and after: scenes, the texts and data of actions, the facts and
//! zones that are not secret or are its own, and, if it has the turn, its choices. Where nothing is hidden, all
//! observers see the same.

use super::run::{Subject as _, named};
use super::scenes::describe;
use super::{Check, call_failed, ensure};
use stonehouse_plugin::{Action, Chosen, Observer, Rng, Samples, Scene, Seat, Turn};
use stonehouse_runtime::{Choice, Decision, Rules, State};

/// The most legal actions of a position that are described to the other seats: there may be hundreds.
const MAX_DESCRIBED: usize = 8;

/// Compares `state`, in which `turn` decides, with one in which everything hidden from `observer` is resampled.
pub(super) fn check(state: &State, turn: Turn, observer: Seat, seed: u64) -> Check {
    let mut chance = Rng::from_seed(seed);
    let mut other = state.try_clone().map_err(call_failed)?;
    other.determinize(observer, chance.next_u64()).map_err(call_failed)?;
    let viewers = [Observer::Seat(observer), Observer::Public];
    for viewer in viewers {
        ensure(state.scene(viewer).map_err(call_failed)? == other.scene(viewer).map_err(call_failed)?, || {
            format!(
                "the scene for {viewer:?} reveals what is hidden from {observer}: it changed when `determinize` resampled that"
            )
        })?;
    }
    ensure(other.turn().map_err(call_failed)? == turn, || {
        format!(
            "whose turn it is depends on what is hidden from {observer}: it changed when `determinize` resampled that"
        )
    })?;
    check_readable(state, &other, observer)?;
    for seat in turn.seats().iter() {
        let (legal, choices) = (state.legal_of(seat)?, other.legal_of(seat)?);
        if observer == seat {
            ensure(choices == legal, || format!("the legal actions of {observer} depend on what is hidden from it"))?;
            // The seat that chooses reads every description before it does.
            for action in &legal {
                let [here, there] = texts([state, &other], seat, *action, viewers[0])?;
                ensure(here == there, || {
                    format!("the description of action {} reveals to {observer} what is hidden from it", action.0)
                })?;
            }
        }
        if observer == seat {
            ensure(other.candidates_of(seat)? == state.candidates_of(seat)?, || {
                format!("the candidates of {observer} depend on what is hidden from it")
            })?;
        }
        // The others read the description of an action once it is taken.
        let mut both: Vec<Action> =
            legal.iter().copied().filter(|action| choices.binary_search(action).is_ok()).collect();
        chance.shuffle(&mut both);
        for action in both.into_iter().take(MAX_DESCRIBED) {
            viewers.into_iter().try_for_each(|viewer| check_described(state, &other, (seat, action), viewer))?;
        }
    }
    Ok(())
}

/// Compares the facts and pieces that house rules may read without being warned, in two states that differ only in what
/// is hidden from `observer`: all but the secret ones, and its own of these.
pub(super) fn check_readable(state: &State, other: &State, observer: Seat) -> Check {
    let (rules, seats) = (state.rules(), state.rules().seating().seats.len());
    let (plugin, states) = (rules.plugin(), [state, other]);
    let same = |what: &str, name: &str, seat: Seat, [here, there]: [Check<Vec<i64>>; 2]| {
        ensure(here? == there?, || {
            format!(
                "the {what} `{name}` of {seat} reveals what is hidden from {observer}: declare it as secret, or leave that out"
            )
        })
    };
    // Of what is secret and nobody's own nothing is known.
    let known = |secret: bool, each_seat: bool| {
        let parts = Seat::all(if each_seat { seats } else { 1 });
        parts.filter(move |seat| !secret || each_seat && *seat == observer)
    };
    for (index, zone) in plugin.zones().iter().enumerate() {
        for seat in known(zone.secret, zone.each_seat) {
            let pieces = |state: &State| {
                let mut pieces = Vec::new();
                state.zone(index, seat, &mut pieces).map(|()| pieces).map_err(call_failed)
            };
            same("zone", &zone.name, seat, states.map(pieces))?;
        }
    }
    for (index, fact) in plugin.facts().iter().enumerate() {
        let value = |state: &State, seat: Seat| {
            let mut values = vec![0; if fact.each_seat { seats } else { 1 }];
            state.fact(index, &mut values).map_err(call_failed)?;
            Ok(vec![values[seat.index()]])
        };
        for seat in known(fact.secret, fact.each_seat) {
            same("fact", &fact.name, seat, states.map(|state| value(state, seat)))?;
        }
    }
    Ok(())
}

/// Whether the views of observers differ, in games of one ruleset.
#[derive(Default)]
pub(super) struct Views {
    differ: bool,
}

impl Views {
    /// Compares the views of the seats of `state`, in which `turn` decides, with that of the public. The prompt is for
    /// the seat whose turn it is.
    pub fn compare(&mut self, state: &State, turn: Turn) -> Check {
        let rules = state.rules();
        let scene = |observer| -> Check<Scene> {
            let mut scene = state.scene(observer).map_err(call_failed)?;
            scene.prompt = None;
            Ok(scene)
        };
        let seats: Vec<Observer> = Seat::all(rules.seating().seats.len()).map(Observer::Seat).collect();
        let public = scene(Observer::Public)?;
        for observer in &seats {
            self.note(rules, scene(*observer)? == public, || {
                format!("the scene for {observer:?} is not the public's")
            })?;
        }
        for seat in turn.seats().iter() {
            for action in state.legal_of(seat)?.into_iter().take(MAX_DESCRIBED) {
                let public = texts([state, state], seat, action, Observer::Public)?;
                for observer in seats.iter().copied().chain([Observer::Referee]) {
                    let same = texts([state, state], seat, action, observer)? == public;
                    let what =
                        || format!("the description of action {} for {observer:?} is not the public's", action.0);
                    self.note(rules, same, what)?;
                }
            }
        }
        Ok(())
    }

    /// Compares the news of a decision that led from `before` to `after`, and the description of an outcome.
    pub fn compare_news(&mut self, before: &State, decision: &Decision, after: &State) -> Check {
        let seat = before.turn().map_err(call_failed)?.seat();
        let chosen: Vec<Chosen<'_>> = match decision {
            Decision::Seat(choice) => seat.map(|seat| choice.by(seat)).into_iter().collect(),
            Decision::Together(choices) => choices.iter().map(|(seat, choice)| choice.by(*seat)).collect(),
            Decision::Chance(_) => Vec::new(),
        };
        let news = |observer| -> Check<String> {
            Ok(match decision {
                Decision::Chance(code) => {
                    format!("{:?}", before.describe_outcome(*code, observer).map_err(call_failed)?)
                }
                _ => format!("{:?}", after.news(before, &chosen, observer).map_err(call_failed)?),
            })
        };
        let public = news(Observer::Public)?;
        let rules = before.rules();
        for observer in Seat::all(rules.seating().seats.len()).map(Observer::Seat).chain([Observer::Referee]) {
            let what = || format!("the news of {decision} for {observer:?} are not the public's");
            self.note(rules, news(observer)? == public, what)?;
        }
        Ok(())
    }

    fn note(&mut self, rules: &Rules, same: bool, what: impl FnOnce() -> String) -> Check {
        self.differ |= !same;
        ensure(same || !rules.shows_all_alike(), || {
            format!("the game hides nothing, since its `hides` is false, but {}", what())
        })
    }

    /// A warning if the rules claim to hide something and every observer was always shown the same.
    pub fn warning(&self, rules: &Rules) -> Option<String> {
        // Choices made at once are hidden by the host.
        (rules.hides() && !self.differ && !rules.plugin().has_simultaneous_turns()).then(|| {
            "every observer was always shown the same, and so the table need not hide one person's side from another's. If nothing is ever \
             hidden under these rules, return false from `hides`"
                .to_owned()
        })
    }
}

/// Checks that the description of an action for `viewer` is the same in both states, or that the scene afterwards
/// differs, too: an action may reveal something.
fn check_described(state: &State, other: &State, (seat, action): (Seat, Action), viewer: Observer) -> Check {
    let [here, there] = texts([state, other], seat, action, viewer)?;
    if here == there {
        return Ok(());
    }
    let decisions = decisions([state, other], seat, action)?;
    let after = |state: &State, decision: &Decision| {
        let mut after = state.try_clone().map_err(call_failed)?;
        after
            .decide(decision)
            .map_err(|error| format!("{} is listed, but was not accepted: {error}", named(decision)))?;
        after.scene(viewer).map_err(call_failed)
    };
    ensure(after(state, &decisions[0])? != after(other, &decisions[1])?, || {
        format!(
            "the description of action {} for {viewer:?} reveals what the scene afterwards does not show: it is {here}, or {there}",
            action.0
        )
    })
}

/// The decision in which `seat` takes the action, in each of both states. Where several choose at once, the others
/// choose something that is legal: the same in both states, if there is such an action.
fn decisions(states: [&State; 2], seat: Seat, action: Action) -> Check<[Decision; 2]> {
    let choice = |state: &State, seat: Seat, action: Action| -> Check<Choice> {
        let mut samples = Samples::new();
        state.samples(seat, action, &mut samples).map_err(call_failed)?;
        Ok(Choice { action, values: samples.get(0).unwrap_or_default().to_vec() })
    };
    let own = [choice(states[0], seat, action)?, choice(states[1], seat, action)?];
    let Turn::Together(seats) = states[0].turn().map_err(call_failed)? else { return Ok(own.map(Decision::Seat)) };
    let mut all = [Vec::new(), Vec::new()];
    for other in seats.iter() {
        let legal = [states[0].legal_of(other)?, states[1].legal_of(other)?];
        let common = legal[0].iter().find(|action| legal[1].binary_search(action).is_ok());
        for (place, acts) in all.iter_mut().enumerate() {
            let drawn = common.or(legal[place].first()).copied();
            let drawn = drawn.ok_or_else(|| format!("{other} has the turn but no legal action"))?;
            let chosen = if other == seat { own[place].clone() } else { choice(states[place], other, drawn)? };
            acts.push((other, chosen));
        }
    }
    Ok(all.map(Decision::Together))
}

/// The text, data and paths of an action in both states, as `viewer` reads them.
fn texts(states: [&State; 2], seat: Seat, action: Action, viewer: Observer) -> Check<[String; 2]> {
    let text = |state: &State| {
        describe(state, seat, action, viewer)
            .map(|described| format!("{:?} {} {:?}", described.text, described.data, described.paths))
    };
    let [here, there] = states.map(text);
    Ok([here?, there?])
}
