//! A game that is no native library: everything works through the seam alone, with hooks, chance, facts, effects and
//! the conformance kit.

use std::sync::{Arc, Mutex};
use stonehouse_conformance::check;
use stonehouse_plugin::abi::Declared;
use stonehouse_plugin::house::{EffectDecl, FactDecl};
use stonehouse_plugin::scene::{Prompt, SeatPanel};
use stonehouse_plugin::{
    About, Action, ActionText, Field, FieldKind, HookDecl, Json, Observer, Outcomes, Scene, Seat, Seating, Seats, Turn,
    json, text,
};
use stonehouse_runtime::{
    Abilities, CallError, Choice, CompiledGame, EffectFailure, GameHost, GameState, HookFailure, HookFailureKind,
    HookHost, LoadedGame, Plugin, Position, ReadFacts, ReadState, Rules,
};

/// Two players run along a trail: a die is rolled, then the player whose turn it is takes at most as many steps as it
/// shows.
struct Trail;

struct TrailRules {
    length: i64,
    host: Arc<GameHost>,
}

#[derive(Clone)]
struct TrailState {
    rules: Arc<TrailRules>,
    done: [i64; 2],
    next: usize,
    /// The number that the die shows; 0 before it is rolled.
    die: u32,
}

impl LoadedGame for Trail {
    fn declared(&self) -> Result<Declared, CallError> {
        let length = json!({ "name": "length", "doc": "The steps to the end.", "kind": { "integer": { "min": 1, "max": 99 } }, "default": 12 });
        let declared = json!({
            "about": About::new("trail", "Trail", "1.0.0"),
            "knobs": [length],
            "hooks": [HookDecl::integer("stride", "The most steps.", [], (0, 6))],
        });
        serde_json::from_value(declared).map_err(|error| CallError::Contract(error.to_string()))
    }

    fn facts(&self) -> Result<Vec<FactDecl>, CallError> {
        Ok(vec![FactDecl::new("die", "What the die shows.", FieldKind::Integer, false)])
    }

    fn effects(&self) -> Result<Vec<EffectDecl>, CallError> {
        let fields = vec![Field { name: "seat".into(), doc: "The player.".into(), kind: FieldKind::Seat }];
        Ok(vec![EffectDecl::new("send_back", "Sends a player back to the start.", fields)])
    }

    fn abilities(&self) -> Abilities {
        Abilities { chance: true, effects: true, ..Abilities::default() }
    }

    fn compile(
        self: Arc<Self>,
        _seats: u8,
        knobs: &Json,
        host: &Arc<GameHost>,
    ) -> Result<Arc<dyn CompiledGame>, CallError> {
        Ok(Arc::new(TrailRules { length: knobs["length"].as_i64().unwrap_or(12), host: Arc::clone(host) }))
    }
}

impl CompiledGame for TrailRules {
    fn seating(&self) -> Result<Seating, CallError> {
        Ok(Seating::players(2))
    }

    fn deal(self: Arc<Self>, seed: u64) -> Result<Box<dyn GameState>, CallError> {
        Ok(Box::new(TrailState { rules: self, done: [0; 2], next: (seed % 2) as usize, die: 0 }))
    }
}

impl ReadState for TrailState {
    fn read_fact(&self, _fact: usize, values: &mut [i64]) -> Result<(), CallError> {
        values[0] = self.die.into();
        Ok(())
    }

    fn read_zone(&self, _zone: usize, _seat: Seat, _values: &mut [i64]) -> Result<usize, CallError> {
        Ok(0)
    }

    fn read_scores(&self, scores: &mut [i64]) -> Result<(), CallError> {
        scores.copy_from_slice(&self.done);
        Ok(())
    }
}

impl GameState for TrailState {
    fn try_clone(&self) -> Result<Box<dyn GameState>, CallError> {
        Ok(Box::new(self.clone()))
    }

    fn turn(&self) -> Result<Turn, CallError> {
        Ok(match self.die {
            _ if self.done.contains(&self.rules.length) => Turn::Over,
            0 => Turn::Chance,
            _ => Turn::Seat(Seat(self.next as u8)),
        })
    }

    fn legal_actions(&self, actions: &mut Vec<Action>) -> Result<(), CallError> {
        if !matches!(self.turn()?, Turn::Seat(_)) {
            return Ok(());
        }
        let most = match self.rules.host.used_hooks() {
            0 => i64::from(self.die),
            _ => self.rules.host.fold(0, &[], Some(self), self.die.into())?,
        };
        actions.extend((0..=most.min(self.rules.length - self.done[self.next])).map(|steps| Action(steps as u32)));
        Ok(())
    }

    fn outcomes(&self, outcomes: &mut Outcomes) -> Result<(), CallError> {
        (1..=6).for_each(|side| outcomes.push(side, 1));
        Ok(())
    }

    fn apply(&mut self, action: Action, _values: &[i64]) -> Result<(), CallError> {
        let mut actions = Vec::new();
        self.legal_actions(&mut actions)?;
        if !actions.contains(&action) {
            return Err(CallError::Illegal);
        }
        self.done[self.next] += i64::from(action.0);
        (self.next, self.die) = (1 - self.next, 0);
        Ok(())
    }

    fn apply_outcome(&mut self, code: u32) -> Result<(), CallError> {
        if self.turn()? != Turn::Chance || !(1..=6).contains(&code) {
            return Err(CallError::Illegal);
        }
        self.die = code;
        Ok(())
    }

    fn apply_effect(&mut self, _effect: usize, arguments: &[i64]) -> Result<(), EffectFailure> {
        self.done[arguments[0] as usize] = 0;
        Ok(())
    }

    fn scores(&self, scores: &mut [i64]) -> Result<Seats, CallError> {
        self.read_scores(scores)?;
        Ok(Seats::highest(scores))
    }

    fn scene(&self, _observer: Observer) -> Result<Scene, CallError> {
        let mut scene = Scene::new(text!(
            "{one} and {other} steps, a {die}",
            one = self.done[0],
            other = self.done[1],
            die = self.die
        ));
        scene.seats = Seat::all(2).map(|seat| SeatPanel::new(seat, self.done[seat.index()])).collect();
        if let Turn::Seat(seat) = self.turn()? {
            scene.prompt = Some((0..=6).fold(Prompt::new(seat, "Take some steps"), |prompt, steps| {
                prompt.button(format!("steps/{steps}"), text!("{steps} steps", steps))
            }));
        }
        Ok(scene)
    }

    fn describe(&self, action: Action, _observer: Observer) -> Result<ActionText, CallError> {
        let steps = action.0;
        Ok(ActionText::new(text!("takes {steps} steps", steps))
            .data(json!({ "steps": steps }))
            .path([format!("steps/{steps}")]))
    }
}

/// House rules written in Rust: the die counts half, or the hook fails.
#[derive(Clone, Default)]
struct Halved {
    fails: bool,
    /// The values of the fact that were read.
    read: Arc<Mutex<Vec<i64>>>,
}

impl HookHost for Halved {
    fn uses(&self, _index: usize) -> bool {
        true
    }

    fn fold(&self, _: usize, _: &[i64], facts: &dyn ReadFacts, value: i64) -> Result<i64, Box<HookFailure>> {
        let mut die = [0];
        facts.fact(0, &mut die)?;
        self.read.lock().unwrap().push(die[0]);
        if self.fails { Err(Box::new(HookFailure::new(HookFailureKind::Raised, "lame"))) } else { Ok(value / 2) }
    }
}

fn rules(hooks: Option<Halved>) -> Arc<Rules> {
    let plugin = Plugin::new(Arc::new(Trail)).unwrap();
    plugin.rules(2, &json!({ "length": 12 }), hooks.map(|hooks| Box::new(hooks) as _)).unwrap()
}

#[test]
fn the_kit_checks_a_game_that_is_no_library() {
    let report = check(&rules(None), 30, 1).unwrap();
    assert_eq!(report.games, 30);
    check(&rules(Some(Halved::default())), 30, 1).unwrap();
}

#[test]
fn a_game_that_is_no_library_is_rolled_for_copied_and_played() {
    let rules = rules(None);
    let mut position = Position::deal(&rules, 2).unwrap();
    let start = position.try_clone().unwrap();
    assert_eq!((position.to_act().unwrap(), position.rolled().len()), (Some(Seat(0)), 1));
    position.play(&Choice::from(Action(1))).unwrap();
    assert_eq!(position.outcome().unwrap().scores, [1, 0]);
    assert_eq!(position.play(&Choice::from(Action(7))), Err(CallError::Illegal));
    let mut copy = Position::deal(&rules, 3).unwrap();
    copy.copy_from(&position).unwrap();
    assert_eq!(copy.scene(Observer::Public).unwrap(), position.scene(Observer::Public).unwrap());
    copy.deal_again(2).unwrap();
    assert_eq!(copy.scene(Observer::Public).unwrap(), start.scene(Observer::Public).unwrap());
    assert!(copy.playout(1).unwrap() > 1 && copy.is_finished().unwrap());
    let mut state = rules.deal(2).unwrap();
    state.apply_outcome(5).unwrap();
    state.apply(Action(5)).unwrap();
    assert_eq!(state.effect(0, &[0]), Ok(()));
    assert_eq!(state.outcome().unwrap().scores, [0, 0]);
}

#[test]
fn hooks_read_facts_and_fail_through_the_seam() {
    let halved = Halved::default();
    let mut state = rules(Some(halved.clone())).deal(2).unwrap();
    state.apply_outcome(5).unwrap();
    let mut actions = Vec::new();
    state.legal_actions(&mut actions).unwrap();
    assert_eq!(actions, [0, 1, 2].map(Action));
    assert_eq!(*halved.read.lock().unwrap(), [5]);

    let mut state = rules(Some(Halved { fails: true, ..Halved::default() })).deal(2).unwrap();
    state.apply_outcome(5).unwrap();
    let Err(CallError::Hook(failure)) = state.legal_actions(&mut actions) else { panic!("{actions:?}") };
    assert_eq!((failure.kind, &*failure.message), (HookFailureKind::Raised, "lame"));
}
