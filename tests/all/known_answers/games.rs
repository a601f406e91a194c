//! Rulesets, and games from their records. Nothing here is shared with the lab's metrics.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Arc;
use stonehouse_engine::{Record, Ruleset, VariantDraft, draft};
use stonehouse_lab::SimulationPlan;
use stonehouse_plugin::{Action, Observer, Seat};
use stonehouse_runtime::{Choice, Position};

/// A bundled variant with other knobs.
pub fn ruleset(name: &str, knobs: &[(&str, serde_json::Value)]) -> Arc<Ruleset> {
    let catalog = stonehouse_tests::catalog();
    let (game, variant) = catalog.variant(name).unwrap();
    let mut changed = VariantDraft::for_a_match(variant).variant;
    for (knob, value) in knobs {
        *changed.knobs.get_mut(*knob).unwrap() = value.clone();
    }
    draft::check(&game.plugin, &changed).unwrap_or_else(|faults| panic!("{faults:?}"))
}

/// So many games of these players.
pub fn plan(players: &str, games: u64) -> SimulationPlan {
    let players = players.split(',').map(|name| name.parse().unwrap()).collect();
    SimulationPlan { seed: 3, threads: 2, ..SimulationPlan::new(players, games) }
}

/// A decision, and its result.
#[derive(Clone, Debug)]
pub struct Step {
    pub seat: usize,
    pub kind: String,
    pub choices: usize,
    pub scores: Vec<i64>,
}

/// A game that is over.
#[derive(Clone, Debug)]
pub struct Played {
    /// By seat: its name, its team, and which player sat there.
    pub seats: Vec<String>,
    pub teams: Vec<u8>,
    pub players: Vec<usize>,
    pub scores: Vec<i64>,
    pub winners: BTreeSet<usize>,
    pub steps: Vec<Step>,
    /// The kinds of all actions that were legal at some time.
    pub legal: BTreeSet<String>,
}

/// The kind of an action: its field `action`, or that of a house rule, or the first field that is a text.
fn kind(position: &Position, choice: &Choice) -> String {
    let data = position.describe(choice, Observer::Referee).unwrap().data;
    let of = |name: &str| data.get(name).and_then(|value| value.as_str()).map(str::to_owned);
    of("action").or_else(|| of("house")).unwrap_or_else(|| {
        let fields = data.as_object().into_iter().flatten();
        let mut texts = fields.filter_map(|(name, value)| Some(format!("{name} {}", value.as_str()?)));
        texts.next().unwrap_or_else(|| "any action".to_owned())
    })
}

/// A game under way.
pub struct Underway {
    pub position: Position,
    pub steps: Vec<Step>,
    pub legal: BTreeSet<String>,
    kinds: BTreeMap<Action, String>,
}

impl Underway {
    pub fn deal(ruleset: &Arc<Ruleset>, seed: u64) -> Self {
        let position = Position::deal(ruleset.rules(), seed).unwrap();
        Self { position, steps: Vec::new(), legal: BTreeSet::new(), kinds: BTreeMap::new() }
    }

    pub fn seat(&self) -> Option<Seat> {
        self.position.to_act().unwrap()
    }

    pub fn legal(&self) -> Vec<Action> {
        let mut actions = Vec::new();
        self.position.legal_actions(&mut actions).unwrap();
        actions
    }

    pub fn act(&mut self, choice: &Choice) {
        let (seat, legal) = (self.seat().unwrap().index(), self.legal());
        for action in &legal {
            let position = &self.position;
            let of = self.kinds.entry(*action).or_insert_with(|| {
                let choice = Choice { action: *action, values: Vec::new() };
                kind(position, &choice)
            });
            self.legal.insert(of.clone());
        }
        let kind = kind(&self.position, choice);
        self.position.play(choice).unwrap();
        let scores = self.position.outcome().unwrap().scores;
        self.steps.push(Step { seat, kind, choices: legal.len(), scores });
    }

    /// A copy, from which it can continue in another way.
    pub fn copy(&self) -> Self {
        let position = self.position.try_clone().unwrap();
        Self { position, steps: self.steps.clone(), legal: self.legal.clone(), kinds: self.kinds.clone() }
    }

    /// The game, which is over.
    pub fn over(self, ruleset: &Ruleset, players: Vec<usize>) -> Played {
        let outcome = self.position.outcome().unwrap();
        let seats = &ruleset.seating().seats;
        Played {
            seats: seats.iter().map(|seat| seat.name.clone()).collect(),
            teams: ruleset.seating().teams(),
            players,
            scores: outcome.scores,
            winners: outcome.winners.iter().map(Seat::index).collect(),
            steps: self.steps,
            legal: self.legal,
        }
    }
}

/// The games of the records in a folder. Players move on by one seat after each game.
pub fn read(folder: &Path, ruleset: &Arc<Ruleset>) -> Vec<Played> {
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let game = |(number, file): (u64, &std::path::PathBuf)| {
        let record = Record::read(file).unwrap();
        let mut game = Underway::deal(ruleset, record.seed().unwrap());
        for (_, step) in &record.actions {
            assert_eq!(game.seat(), Some(step.seat));
            game.act(&Choice { action: step.code(), values: step.values.clone() });
        }
        assert_eq!(game.seat(), None, "{} is over", file.display());
        let seats = record.header.players.len() as u64;
        let sits = |seat: u64| ((seat + seats - number % seats) % seats) as usize;
        game.over(ruleset, (0..seats).map(sits).collect())
    };
    (0..).zip(&files).map(game).collect()
}
