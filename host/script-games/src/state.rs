//! A position of a game in Luau.

use crate::declared::SeatsSpec;
use crate::rules::ScriptRules;
use crate::samples;
use crate::scene::{self, Shown};
use crate::shape::{self, BY_SCORES, FIRST_ROLL, OVER};
use crate::vm::{self, Numbers, PositionBytes};
use serde_json::Value;
use std::any::Any;
use std::cell::RefCell;
use std::sync::Arc;
use stonehouse_plugin::house::PieceLabel;
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{
    Action, ActionText, Chosen, MAX_GAME_STEPS, Observer, Outcomes, Rng, Scene, Seat, SeatInfo, Seating, Seats, Turn,
};
use stonehouse_runtime::{CallError, CompiledGame, EffectFailure, GameState, ReadState};

/// The seed of the deal in which a test begins.
const TEST_SEED: u64 = 1;

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

    fn test(self: Arc<Self>, name: &str) -> Result<(), CallError> {
        let state = ScriptState::deal(Arc::clone(&self), TEST_SEED)?;
        vm::with(&self, |vm| vm.test(&self, &state.memory, name))
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
}

impl ScriptState {
    /// The position at the start of the match with this seed.
    pub fn deal(rules: Arc<ScriptRules>, seed: u64) -> Result<Self, CallError> {
        let memory = PositionBytes::start(&rules.shape, seed);
        let mut state = Self { rules, memory, legal: RefCell::new(None) };
        state.begin()?;
        Ok(state)
    }

    fn begin(&mut self) -> Result<(), CallError> {
        let rules = Arc::clone(&self.rules);
        self.legal.take();
        vm::with(&rules, |vm| vm.deal(&rules, &mut self.memory))
    }

    fn play_out(&mut self, draws: &mut Rng, pause: Option<&mut dyn FnMut() -> bool>) -> Result<u32, CallError> {
        let rules = Arc::clone(&self.rules);
        self.legal.take();
        vm::with(&rules, |vm| vm.playout(&rules, &mut self.memory, draws, MAX_GAME_STEPS as u32, pause))
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
        let legal = RefCell::new(None);
        Ok(Box::new(Self { rules: Arc::clone(&self.rules), memory: self.memory.clone(), legal }))
    }

    fn copy_from(&mut self, source: &dyn GameState) -> Result<bool, CallError> {
        let source: &dyn Any = source;
        let Some(source) = source.downcast_ref::<Self>() else { return Ok(false) };
        self.memory.copy_from(&source.memory);
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
        self.legal.take();
        let rules = Arc::clone(&self.rules);
        vm::with(&rules, |vm| vm.play(&rules, &mut self.memory, seat, action))
    }

    fn resolve(&mut self, chosen: &[Chosen<'_>]) -> Result<(), CallError> {
        let seats: Seats = chosen.iter().map(|choice| choice.seat).collect();
        let is_complete = seats == self.choosers() && chosen.len() == seats.len() && !chosen.is_empty();
        for choice in chosen {
            if !is_complete || !choice.values.is_empty() || !self.legal_of(choice.seat)?.contains(&choice.action) {
                return Err(CallError::Illegal);
            }
        }
        self.legal.take();
        let rules = Arc::clone(&self.rules);
        vm::with(&rules, |vm| vm.together(&rules, &mut self.memory, chosen))
    }

    fn apply_outcome(&mut self, code: u32) -> Result<(), CallError> {
        let rules = Arc::clone(&self.rules);
        let roll = self.roll().filter(|roll| rules.shape.rolls.get(*roll).is_some_and(|roll| code < roll.outcomes()));
        let Some(roll) = roll else { return Err(CallError::Illegal) };
        self.legal.take();
        vm::with(&rules, |vm| vm.rolled(&rules, &mut self.memory, roll, code))
    }

    fn scores(&self, scores: &mut [i64]) -> Result<Seats, CallError> {
        self.read_scores(scores)?;
        let winners = self.memory.get(shape::WINNERS);
        Ok(match winners {
            BY_SCORES => Seats::highest(scores),
            set => (0..scores.len() as u8).filter(|seat| set >> seat & 1 == 1).map(Seat).collect(),
        })
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
        self.legal.take();
        let rules = Arc::clone(&self.rules);
        match vm::with(&rules, |vm| vm.effect(&rules, &mut self.memory, effect, arguments))? {
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
        let steps = self.play_out(&mut Rng::from_seed(seed), None)?;
        if self.memory.get(shape::TURN) == OVER { Ok(steps) } else { Err(CallError::Endless) }
    }

    fn playout_until(&mut self, draws: &mut Rng, pause: &mut dyn FnMut() -> bool) -> Result<Option<u32>, CallError> {
        let declared = &self.rules.game.declared;
        // A match under house rules rolls by itself.
        if !declared.rolls.is_empty() || declared.together.is_some() {
            return Ok(None);
        }
        self.play_out(draws, Some(pause)).map(Some)
    }
}
