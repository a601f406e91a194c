//! A position of a game in Luau.

use crate::declared::{SeatsSpec, TestSpec};
use crate::rules::ScriptRules;
use crate::samples;
use crate::scene::{self, Shown};
use crate::shape::{self, BY_SCORES, FIRST_ROLL, OVER};
use crate::vm::{self, GameVm, Numbers, Policy, PositionBytes};
use serde_json::Value;
use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;
use stonehouse_plugin::house::PieceLabel;
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{
    Action, ActionText, Chosen, MAX_GAME_STEPS, Observer, Outcomes, Rng, Scene, Seat, SeatInfo, Seating, Seats, Text,
    Turn, text,
};
use stonehouse_runtime::{CallError, CompiledGame, EffectFailure, GameState, ReadState};

/// The seed of the deal in which a test begins.
const TEST_SEED: u64 = 1;

/// How many points of prospects make one point of the scores.
const PROSPECT_UNIT: i64 = 1000;

/// Separates the generator of a sample from that of a deal.
const SAMPLE: u64 = 0x7361_6d70_6c65;

impl CompiledGame for ScriptRules {
    fn seating(&self) -> Result<Seating, CallError> {
        let about = &self.game.declared.about;
        let name = |seat: usize| match &about.seats {
            SeatsSpec::Names(names) => names[seat].clone(),
            _ => format!("Player {}", seat + 1),
        };
        Ok(Seating::new((0..self.shape.seats).map(|seat| SeatInfo::new(&name(seat), about.team(seat)))))
    }

    fn hides(&self) -> Result<Option<bool>, CallError> {
        Ok(Some(self.shape.hides()))
    }

    fn prospect_unit(&self) -> Result<Option<i64>, CallError> {
        Ok(Some(PROSPECT_UNIT))
    }

    fn test(self: Arc<Self>, name: &str) -> Result<(), CallError> {
        let rules = match self.game.declared.tests.get(name) {
            Some(TestSpec::Other(test)) => self.with(name, test)?,
            _ => self,
        };
        let state = ScriptState::deal(Arc::clone(&rules), TEST_SEED)?;
        vm::with(&rules, |vm| vm.test(&rules, &state.memory, name))
    }

    fn deal(self: Arc<Self>, seed: u64) -> Result<Box<dyn GameState>, CallError> {
        Ok(Box::new(ScriptState::deal(self, seed)?))
    }
}

/// A place with a piece that a seat cannot see.
struct HiddenPlace {
    slot: usize,
    zone: usize,
    owner: usize,
    place: usize,
}

/// A position.
pub(crate) struct ScriptState {
    rules: Arc<ScriptRules>,
    memory: PositionBytes,
    /// The legal actions of the seat whose turn it is, once they are known.
    legal: RefCell<Option<Vec<Action>>>,
    /// The lines of the log since the last action began.
    messages: Vec<Text>,
}

impl ScriptState {
    /// The position at the start of the match with this seed.
    pub fn deal(rules: Arc<ScriptRules>, seed: u64) -> Result<Self, CallError> {
        let memory = PositionBytes::start(&rules.shape, seed);
        let mut state = Self { rules, memory, legal: RefCell::new(None), messages: Vec::new() };
        state.begin()?;
        Ok(state)
    }

    fn begin(&mut self) -> Result<(), CallError> {
        self.messages.clear();
        self.change(GameVm::deal)
    }

    /// Changes the position, and keeps the lines that the script has written.
    fn change<T>(
        &mut self,
        change: impl FnOnce(&mut GameVm, &ScriptRules, &mut PositionBytes) -> Result<T, CallError>,
    ) -> Result<T, CallError> {
        self.legal.take();
        let (rules, memory) = (&self.rules, &mut self.memory);
        let (changed, messages) = vm::with(rules, |vm| Ok((change(vm, rules, memory)?, vm.take_messages())))?;
        self.messages.extend(messages);
        Ok(changed)
    }

    fn play_out(
        &mut self,
        draws: &mut Rng,
        (policy, most): (Policy, u32),
        pause: Option<&mut dyn FnMut() -> bool>,
    ) -> Result<u32, CallError> {
        self.change(|vm, rules, memory| vm.playout(rules, memory, draws, (policy, most), pause))
    }

    /// The lines of the log since the last action began, as one text.
    fn message(&self) -> Option<Text> {
        let (first, rest) = self.messages.split_first()?;
        Some(rest.iter().fold(first.clone(), |one, other| text!("{one}. {other}", one, other = other.clone())))
    }

    fn seat(&self) -> Option<usize> {
        let turn = self.memory.get(shape::TURN);
        (turn > OVER && turn < FIRST_ROLL).then(|| turn as usize - 1)
    }

    fn roll(&self) -> Option<usize> {
        let turn = self.memory.get(shape::TURN);
        (turn >= FIRST_ROLL).then(|| (turn - FIRST_ROLL) as usize)
    }

    /// Calls with the legal actions of the seat whose turn it is.
    fn with_legal<T>(&self, call: impl FnOnce(&[Action]) -> T) -> Result<T, CallError> {
        let mut known = self.legal.borrow_mut();
        if let Some(known) = &*known {
            return Ok(call(known));
        }
        let mut actions = Vec::new();
        if let Some(seat) = self.seat() {
            vm::with(&self.rules, |vm| vm.legal(&self.rules, &self.memory, seat, &mut actions))?;
        }
        Ok(call(known.insert(actions)))
    }

    fn numbers(&self) -> Numbers<'_> {
        Numbers { rules: &self.rules, memory: &self.memory }
    }

    /// The places of pieces of a kind that a seat cannot see.
    fn hidden_places(&self, piece: usize, observer: Seat) -> Vec<HiddenPlace> {
        let zones = self.rules.shape.zones.iter().enumerate().filter(|(_, zone)| zone.piece == piece);
        let hidden = zones.flat_map(|(index, zone)| {
            let owners = (0..zone.owners()).filter(|owner| !zone.is_known(*owner, Some(observer.index())));
            owners.flat_map(move |owner| {
                let slots = zone.places(|slot| self.memory.get(slot), owner).enumerate();
                slots.map(move |(place, slot)| HiddenPlace { slot, zone: index, owner, place })
            })
        });
        hidden.collect()
    }

    /// Deals hidden pieces of a kind again so that each fits its place; `None` where no zone has a condition, or
    /// nothing fits.
    fn fitting(&self, places: &[HiddenPlace], pieces: &[i32], draws: &mut Rng) -> Result<Option<Vec<i32>>, CallError> {
        let condition = |zone: usize| self.rules.shape.zones[zone].spec.fits;
        let mut codes = pieces.to_vec();
        codes.sort_unstable();
        codes.dedup();
        // A condition that has no place as a parameter is the same for all places of an owner.
        let question = |place: &HiddenPlace| {
            let fits = condition(place.zone)?;
            Some((place.zone, place.owner, if fits.parameters < 4 { 0 } else { place.place }))
        };
        let mut questions: Vec<(usize, usize, usize)> = places.iter().filter_map(question).collect();
        questions.dedup();
        if questions.is_empty() {
            return Ok(None);
        }
        let answers = vm::with(&self.rules, |vm| vm.fits(&self.rules, &self.memory, &questions, &codes))?;
        let row_of = |place: &HiddenPlace| question(place).and_then(|own| questions.iter().position(|row| *row == own));
        let rows: Vec<Option<usize>> = places.iter().map(row_of).collect();
        let fits = |place: usize, piece: i32| {
            let (Some(row), Ok(column)) = (rows[place], codes.binary_search(&piece)) else { return true };
            answers.get(row * codes.len() + column).copied().unwrap_or(true)
        };
        Ok(samples::deal(pieces.to_vec(), draws, fits))
    }

    /// The seats that choose now, all at once.
    fn choosers(&self) -> Seats {
        shape::choosers(self.memory.get(shape::TURN))
    }

    fn legal_of(&self, seat: Seat) -> Result<Vec<Action>, CallError> {
        let mut actions = Vec::new();
        if self.choosers().contains(seat) {
            vm::with(&self.rules, |vm| vm.legal(&self.rules, &self.memory, seat.index(), &mut actions))?;
        }
        Ok(actions)
    }

    fn shown(&self) -> Shown<'_> {
        let mover = self.seat().map(|seat| Seat(seat as u8));
        Shown { rules: &self.rules, memory: &self.memory, mover }
    }
}

impl ReadState for ScriptState {
    fn read_fact(&self, fact: usize, values: &mut [i64]) -> Result<(), CallError> {
        self.numbers().read_fact(fact, values)
    }

    fn read_zone(&self, zone: usize, seat: Seat, values: &mut [i64]) -> Result<usize, CallError> {
        self.numbers().read_zone(zone, seat, values)
    }

    fn read_scores(&self, scores: &mut [i64]) -> Result<(), CallError> {
        self.numbers().read_scores(scores)
    }
}

impl GameState for ScriptState {
    fn try_clone(&self) -> Result<Box<dyn GameState>, CallError> {
        let (rules, legal) = (Arc::clone(&self.rules), RefCell::new(None));
        Ok(Box::new(Self { rules, memory: self.memory.clone(), legal, messages: self.messages.clone() }))
    }

    fn copy_from(&mut self, source: &dyn GameState) -> Result<bool, CallError> {
        let source: &dyn Any = source;
        let Some(source) = source.downcast_ref::<Self>() else { return Ok(false) };
        self.memory.copy_from(&source.memory);
        self.messages.clone_from(&source.messages);
        self.legal.take();
        Ok(true)
    }

    fn deal_again(&mut self, seed: u64) -> Result<bool, CallError> {
        self.memory.copy_from(&PositionBytes::start(&self.rules.shape, seed));
        self.begin()?;
        Ok(true)
    }

    fn turn(&self) -> Result<Turn, CallError> {
        let turn = self.memory.get(shape::TURN);
        Ok(match turn {
            OVER => Turn::Over,
            FIRST_ROLL.. => Turn::Chance,
            ..OVER => Turn::Together(self.choosers()),
            seat => Turn::Seat(Seat(seat as u8 - 1)),
        })
    }

    fn legal_actions(&self, actions: &mut Vec<Action>) -> Result<(), CallError> {
        self.with_legal(|legal| actions.extend_from_slice(legal))
    }

    fn legal_actions_of(&self, seat: Seat, actions: &mut Vec<Action>) -> Result<(), CallError> {
        actions.extend(self.legal_of(seat)?);
        Ok(())
    }

    fn outcomes(&self, outcomes: &mut Outcomes) -> Result<(), CallError> {
        if let Some(roll) = self.roll().and_then(|roll| self.rules.shape.rolls.get(roll)) {
            (0..roll.outcomes()).for_each(|code| outcomes.push(code, roll.weight(code)));
        }
        Ok(())
    }

    fn apply(&mut self, action: Action, values: &[i64]) -> Result<(), CallError> {
        let is_legal = self.with_legal(|legal| legal.binary_search(&action).is_ok())?;
        let (true, Some(seat), []) = (is_legal, self.seat(), values) else { return Err(CallError::Illegal) };
        self.messages.clear();
        self.change(|vm, rules, memory| vm.play(rules, memory, seat, action))
    }

    fn resolve(&mut self, chosen: &[Chosen<'_>]) -> Result<(), CallError> {
        let seats: Seats = chosen.iter().map(|choice| choice.seat).collect();
        let is_complete = seats == self.choosers() && chosen.len() == seats.len() && !chosen.is_empty();
        for choice in chosen {
            if !is_complete || !choice.values.is_empty() || !self.legal_of(choice.seat)?.contains(&choice.action) {
                return Err(CallError::Illegal);
            }
        }
        self.messages.clear();
        self.change(|vm, rules, memory| vm.together(rules, memory, chosen))
    }

    fn apply_outcome(&mut self, code: u32) -> Result<(), CallError> {
        let rolls = &self.rules.shape.rolls;
        let roll = self.roll().filter(|roll| rolls.get(*roll).is_some_and(|roll| code < roll.outcomes()));
        let Some(roll) = roll else { return Err(CallError::Illegal) };
        self.change(|vm, rules, memory| vm.rolled(rules, memory, roll, code))
    }

    fn scores(&self, scores: &mut [i64]) -> Result<Seats, CallError> {
        self.read_scores(scores)?;
        let winners: Seats = match self.memory.get(shape::WINNERS) {
            BY_SCORES => Seats::highest(scores),
            set => (0..scores.len() as u8).filter(|seat| set >> seat & 1 == 1).map(Seat).collect(),
        };
        // Where no points are counted, the win is one.
        let is_over = self.memory.get(shape::TURN) == OVER;
        if is_over && !self.rules.game.declared.about.scored && scores.iter().all(|score| *score == 0) {
            winners.iter().for_each(|seat| scores[seat.index()] = 1);
        }
        Ok(winners)
    }

    fn scene(&self, observer: Observer) -> Result<Scene, CallError> {
        match observer {
            Observer::Seat(seat) if self.choosers().contains(seat) => {
                Ok(scene::scene(&Shown { mover: Some(seat), ..self.shown() }, &self.legal_of(seat)?, observer))
            }
            _ => self.with_legal(|legal| scene::scene(&self.shown(), legal, observer)),
        }
    }

    fn piece_label(&self, zone: usize, seat: Seat, piece: usize) -> Result<Option<PieceLabel>, CallError> {
        let known = self.rules.game.zones.get(zone);
        Ok(known.map(|(_, index)| scene::piece_label(&self.shown(), *index, seat, piece)))
    }

    fn apply_effect(&mut self, effect: usize, arguments: &[i64]) -> Result<(), EffectFailure> {
        match self.change(|vm, rules, memory| vm.effect(rules, memory, effect, arguments))? {
            None => Ok(()),
            Some(why) => Err(EffectFailure::Refused(why)),
        }
    }

    fn reveal(&self) -> Result<Option<Value>, CallError> {
        Ok(self.rules.shape.hides().then(|| scene::revealed(&self.shown())))
    }

    fn describe(&self, action: Action, observer: Observer) -> Result<ActionText, CallError> {
        scene::describe(&self.shown(), action, observer)
    }

    fn describe_choice(&self, choice: Chosen<'_>, observer: Observer) -> Result<Option<ActionText>, CallError> {
        let shown = Shown { mover: Some(choice.seat), ..self.shown() };
        scene::describe(&shown, choice.action, observer).map(Some)
    }

    fn describe_outcome(&self, code: u32, _observer: Observer) -> Result<Option<ActionText>, CallError> {
        Ok(self.roll().and_then(|roll| self.rules.shape.rolls.get(roll)).map(|roll| scene::describe_roll(roll, code)))
    }

    fn determinize(&mut self, observer: Seat, seed: u64) -> Result<(), CallError> {
        let rules = Arc::clone(&self.rules);
        let mut draws = Rng::from_seed(seed);
        for piece in 0..rules.shape.pieces.len() {
            let places = self.hidden_places(piece, observer);
            let mut pieces: Vec<i32> = places.iter().map(|place| self.memory.get(place.slot)).collect();
            match self.fitting(&places, &pieces, &mut draws)? {
                Some(dealt) => pieces = dealt,
                None => draws.shuffle(&mut pieces),
            }
            places.iter().zip(pieces).for_each(|(place, code)| self.memory.set(place.slot, code));
        }
        self.memory.set_generator(&Rng::from_seed(seed_of(seed, SAMPLE)));
        self.legal.take();
        Ok(())
    }

    fn playout(&mut self, seed: u64) -> Result<u32, CallError> {
        let steps = self.play_out(&mut Rng::from_seed(seed), (Policy::Uniform, MAX_GAME_STEPS as u32), None)?;
        if self.memory.get(shape::TURN) == OVER { Ok(steps) } else { Err(CallError::Endless) }
    }

    fn playout_until(&mut self, draws: &mut Rng, pause: &mut dyn FnMut() -> bool) -> Result<Option<u32>, CallError> {
        let declared = &self.rules.game.declared;
        // A match under house rules rolls by itself.
        if !declared.rolls.is_empty() || declared.together.is_some() {
            return Ok(None);
        }
        self.play_out(draws, (Policy::Uniform, MAX_GAME_STEPS as u32), Some(pause)).map(Some)
    }

    fn candidates(&self, seat: Seat, actions: &mut Vec<Action>) -> Result<(), CallError> {
        if self.seat() != Some(seat.index()) && !self.choosers().contains(seat) {
            return Ok(());
        }
        vm::with(&self.rules, |vm| vm.candidates(&self.rules, &self.memory, seat.index(), actions))
    }

    fn rollout(&mut self, seed: u64) -> Result<bool, CallError> {
        let steps = self.rules.game.declared.bots.steps;
        let most = steps.unwrap_or(MAX_GAME_STEPS as u32);
        self.play_out(&mut Rng::from_seed(seed), (Policy::Weighted, most), None)?;
        if steps.is_none() && self.memory.get(shape::TURN) != OVER { Err(CallError::Endless) } else { Ok(true) }
    }

    fn prospects(&self, prospects: &mut [i64]) -> Result<(), CallError> {
        let values = if self.memory.get(shape::TURN) == OVER {
            self.scores(prospects)?;
            prospects.iter().map(|score| score.saturating_mul(PROSPECT_UNIT)).collect()
        } else {
            vm::with(&self.rules, |vm| vm.value(&self.rules, &self.memory))?
        };
        prospects.iter_mut().zip(values).for_each(|(prospect, value)| *prospect = value);
        Ok(())
    }

    fn news(
        &self,
        _before: &dyn GameState,
        _chosen: &[Chosen<'_>],
        _observer: Observer,
    ) -> Result<Option<Text>, CallError> {
        Ok(self.message())
    }

    fn opening(&self, _observer: Observer) -> Result<Option<Text>, CallError> {
        Ok(self.message())
    }
}
