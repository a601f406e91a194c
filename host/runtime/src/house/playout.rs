//! Games played on by themselves: the game plays alone up to the steps at which house rules [act](Attention).

use super::actions::decode;
use super::failed;
use crate::facts::FactsOf;
use crate::subscriptions::Attention;
use crate::{CallError, EffectRequest, Event, HouseEffect, HouseState, OfferKind, Position, Rules, ScriptLine, frame};
use std::cell::Cell;
use std::sync::Arc;
use stonehouse_plugin::{Action, MAX_GAME_STEPS, MAX_POINTS, Rng, Seat, Trace};

/// The way in which a game is continued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PlayoutStyle {
    /// By a playout: each legal action is as likely as any other.
    Random,
    /// By a playout as a sample of a search: no [optional](OfferKind::InTurn) action of the house is chosen.
    Sampled,
    /// By a rollout of the game: no optional action of the house is chosen either.
    Plausible,
}

impl PlayoutStyle {
    /// Whether optional actions of the house are left out.
    ///
    /// A sample estimates a position, and asking at each of its steps whether an action is offered that a player may
    /// ignore makes it many times slower. The search considers these actions itself, in its tree.
    fn skips_optional(self) -> bool {
        self != Self::Random
    }
}

/// Lets house rules act in the middle of a playout of the game, without an end to its call, as far as it concerns what
/// the host keeps: values to remember, and points.
///
/// Their functions read the memory and no position, so they can be called while the game has it. What is kept is a
/// copy: the one of the position belongs to the call. Nobody reads messages of a playout, so they are dropped.
///
/// Its space is used again and again: a search makes thousands of playouts a second.
struct MemoryKeeper {
    rules: Arc<Rules>,
    house: Box<HouseState>,
    /// The changes by the event under way.
    changes: Vec<Change>,
}

/// A change of what is kept.
enum Change {
    /// The value of a slot of the memory.
    Memory(usize, i64),
    /// Points for a seat.
    Points(Seat, i64),
}

thread_local! {
    /// The space of the last keeper on this thread: the state of house rules, to be overwritten, and no changes.
    static LEFT: Cell<Option<(Box<HouseState>, Vec<Change>)>> = const { Cell::new(None) };
}

impl MemoryKeeper {
    /// The keeper of the memory of a position; `None` where house rules at its events read something else.
    fn of(position: &Position) -> Option<Self> {
        let (rules, house) = (position.rules(), position.state.house.as_ref()?);
        if !rules.subscriptions().apart || position.noted.is_some() {
            return None;
        }
        let (house, changes) = match LEFT.take() {
            Some((mut left, changes)) => {
                left.clone_from(house);
                (left, changes)
            }
            None => (house.clone(), Vec::new()),
        };
        Some(Self { rules: Arc::clone(rules), house, changes })
    }

    /// Gives the position what was kept.
    fn finish(self, position: &mut Position) {
        let Self { house, mut changes, .. } = self;
        changes.clear();
        LEFT.set(position.state.house.replace(house).map(|before| (before, changes)));
    }

    /// Notifies house rules of the events that the game has reported. Returns whether the playout has to pause: at an
    /// event at which they fail or request anything that is not [kept](Self::keep) here. It waits, with those after it,
    /// to be notified of again.
    fn needs_pause(&mut self) -> bool {
        frame::handle_events(|events| {
            while let Some((event, fields)) = events.peek() {
                if !self.keep(event, fields) {
                    return true;
                }
                events.pop();
            }
            // With its space.
            events.clear();
            false
        })
    }

    /// Notifies house rules of an event, and keeps the values and the points that they request. Returns whether that is
    /// all they do; if not, nothing is kept.
    fn keep(&mut self, event: Event, fields: &[i64]) -> bool {
        let Some(layer) = self.rules.layer() else { return false };
        if !self.rules.subscriptions().includes(event) || !self.rules.plugin().declares(event, fields.len()) {
            return true;
        }
        let (house, changes) = (&mut self.house, &mut self.changes);
        changes.clear();
        let (mut is_all, mut given) = (true, 0_i64);
        let mut keep = |request: &EffectRequest| match &request.what {
            HouseEffect::Remember { slot, value } => changes.push(Change::Memory(*slot, *value)),
            HouseEffect::Points { seat, points } => {
                // Points beyond those of a match fail, at their line.
                given = given.saturating_add(points.saturating_abs());
                let sum = house.points.get(seat.index());
                is_all &= sum.is_some_and(|sum| sum.saturating_abs().saturating_add(given) <= MAX_POINTS);
                changes.push(Change::Points(*seat, *points));
            }
            // Messages are for people.
            HouseEffect::Say(_) => {}
            HouseEffect::Game { .. }
            | HouseEffect::Finish { .. }
            | HouseEffect::Roll { .. }
            | HouseEffect::Shuffle { .. } => is_all = false,
        };
        let facts = FactsOf::new(None, self.rules.seats(), Some(house));
        let notified = layer.notify(event, fields, &facts, &mut |requested| requested.iter().for_each(&mut keep));
        if notified.is_err() || !is_all {
            return false;
        }
        for change in changes.drain(..) {
            match change {
                Change::Memory(slot, value) => house.remember(slot, value),
                Change::Points(seat, points) => house.points[seat.index()] += points,
            }
        }
        true
    }
}

impl Position {
    /// Plays at random to the end: as the game's own playout does, but house rules act on the way. Returns the number
    /// of steps.
    pub(crate) fn playout_with_rules(&mut self, seed: u64) -> Result<u32, CallError> {
        if !self.has_layer() {
            return self.state.playout(seed);
        }
        if self.is_ended_by_rules() {
            return Ok(0);
        }
        if self.rules().subscriptions().attention() == Attention::Never {
            self.forget_events();
            let played = self.state.playout(seed)?;
            self.follow_to_the_end(played)?;
            return Ok(played);
        }
        self.play_on_in_house(seed, PlayoutStyle::Random, &mut Trace::new())
    }

    /// Continues the game as its own rollouts do, but house rules act on the way. Where the game
    /// [traces](Self::traces), `trace` records who played what.
    pub(crate) fn rollout_with_rules(&mut self, seed: u64, trace: Option<&mut Trace>) -> Result<(), CallError> {
        if self.has_layer() {
            let mut unread = Trace::new();
            let trace = trace.unwrap_or(&mut unread);
            trace.clear();
            self.rollout_in_house(seed, trace)?;
            return self.state.check_trace(trace);
        }
        match trace {
            Some(trace) => self.state.traced_rollout(seed, trace),
            None => self.state.rollout(seed),
        }
    }

    fn rollout_in_house(&mut self, seed: u64, trace: &mut Trace) -> Result<(), CallError> {
        if self.is_ended_by_rules() {
            return Ok(());
        }
        if !self.rules().plugin().abilities.rollout {
            return self.play_on_in_house(seed, PlayoutStyle::Sampled, trace).map(|_| ());
        }
        if self.rules().subscriptions().attention_in_samples() == Attention::Never {
            return self.rollout_without_events(seed, trace);
        }
        self.play_on_in_house(seed, PlayoutStyle::Plausible, trace).map(|_| ())
    }

    /// A rollout of the game in which house rules answer hooks, and act only if it ends the match.
    fn rollout_without_events(&mut self, seed: u64, trace: &mut Trace) -> Result<(), CallError> {
        self.forget_events();
        if self.traces() { self.state.traced_rollout(seed, trace) } else { self.state.rollout(seed) }?;
        self.follow_to_the_end(0)
    }

    /// Plays on to the end, or as far as a rollout goes. The game plays by itself up to the steps at which house rules
    /// [act](Attention); a decision in which one of their actions is possible is made at random here.
    fn play_on_in_house(&mut self, seed: u64, style: PlayoutStyle, trace: &mut Trace) -> Result<u32, CallError> {
        let subscriptions = self.rules().subscriptions();
        let (mut choices, mut actions) = (Rng::from_seed(seed), Vec::new());
        let (mut played, mut of_the_house, mut last) = (0, 0, Action(0));
        // How often the game was over and went on.
        let mut went_on = 0;
        while let Some(seat) = self.to_act()? {
            if played as usize >= MAX_GAME_STEPS {
                return Err(if went_on > 1 {
                    self.endless_ends()
                } else {
                    self.endless(last, of_the_house > played / 2)
                });
            }
            // Where house rules go on with a match, its end may depend on an optional action.
            let skips_optional = style.skips_optional() && went_on == 0;
            let (attention, chooses_in_house) = if skips_optional {
                (subscriptions.attention_in_samples(), self.has_to_choose_in_house())
            } else {
                (subscriptions.attention(), self.chooses_in_house()?)
            };
            if !chooses_in_house {
                let each_step = attention == Attention::AtEachStep;
                self.forget_events();
                let mut memory = MemoryKeeper::of(self);
                let pause =
                    &mut || each_step || frame::has_events() && memory.as_mut().is_none_or(MemoryKeeper::needs_pause);
                let stretch = match style {
                    PlayoutStyle::Random | PlayoutStyle::Sampled => {
                        self.state.playout_until(&mut choices, pause)?.map(|steps| (steps, false))
                    }
                    PlayoutStyle::Plausible => self.state.rollout_until(&mut choices, pause, trace)?,
                };
                if let Some(memory) = memory {
                    memory.finish(self);
                }
                match stretch {
                    Some((steps, is_complete)) if steps > 0 || is_complete => {
                        played += steps;
                        self.roll()?;
                        let was_over = self.state.turn()?.is_over();
                        self.follow(steps, each_step.then_some(seat))?;
                        went_on += u32::from(was_over);
                        // House rules may have gone on with a match that was over.
                        if is_complete && !was_over {
                            break;
                        }
                        continue;
                    }
                    _ if style == PlayoutStyle::Plausible => {
                        return self.rollout_without_events(choices.next_u64(), trace).map(|()| played);
                    }
                    _ => {}
                }
            }
            let chosen = if skips_optional {
                self.draw_necessary(seat, &mut choices, &mut actions)?
            } else {
                self.draw_by(seat, &mut choices, &mut actions)?
            };
            last = chosen.action;
            of_the_house += u32::from(self.is_of_the_house(last));
            if self.traces() {
                trace.push(seat, last);
            }
            self.play_candidate(chosen)?;
            played += 1;
        }
        Ok(played)
    }

    /// The error of a game without an end because house rules go on with it whenever it would be over.
    fn endless_ends(&self) -> CallError {
        let why = format!(
            "a game did not end within {MAX_GAME_STEPS} actions: whenever it would be over, house rules go on with it. Let them do so while a \
             condition holds that ends: a `memory` can count how often"
        );
        self.rules().layer().map_or(CallError::Endless, |layer| failed(layer.refused(ScriptLine::default(), why)))
    }

    /// The error of a game without an end; if most of its actions were those of the house, that `action` is the reason.
    fn endless(&self, action: Action, is_of_the_house: bool) -> CallError {
        let found = decode(action).filter(|_| is_of_the_house).zip(self.rules().layer());
        let Some(((index, decl), layer)) =
            found.and_then(|((index, _), layer)| Some(((index, layer.actions().get(index)?), layer)))
        else {
            return CallError::Endless;
        };
        let waits = match decl.offer {
            OfferKind::InTurn => "",
            OfferKind::First => ", and with `first = true` the game waits as long as it is",
            OfferKind::Together => ", and with `together = true` the game waits as long as it is",
            OfferKind::After(_) => ", and with `after` the game waits for it",
        };
        let why = format!(
            "a game did not end within {MAX_GAME_STEPS} actions: the action `{}` is offered again and again{waits}. Let its `when` be false \
             once it was chosen: a `memory` can count how often",
            decl.name
        );
        failed(layer.refused(layer.line_of_action(index), why))
    }
}
