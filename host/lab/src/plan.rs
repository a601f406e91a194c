//! The plan of a simulation, and why it may fail.

use crate::game::{GameSeeds, Lineup};
use crate::mismatch::Mismatch;
use crate::results::{OwnMeasures, RulesText, ScriptHash, SimulationSetup};
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::path::PathBuf;
use std::sync::Arc;
use stonehouse_bots::BotSpec;
use stonehouse_engine::{Problem, RulesFailure, Ruleset, hex};
use stonehouse_house_rules::Measures;
use stonehouse_plugin::MAX_GAME_STEPS;
use stonehouse_plugin::rng::seed_of;
use stonehouse_runtime::Teams;
use stonehouse_session::spec::UnknownAgent;
use stonehouse_session::{AgentSpec, Programs};

/// The plan of a simulation.
#[derive(Clone, Debug)]
pub struct SimulationPlan {
    /// How many games.
    pub games: u64,
    /// The seed of them all.
    pub seed: u64,
    /// How many threads; 0: one for each processor.
    pub threads: usize,
    /// The players, by seat.
    pub players: Vec<AgentSpec>,
    /// Whether players keep their seats. Otherwise they move on by one seat after each game, because seats may be
    /// unequal.
    pub fixed_seats: bool,
    /// Whether only results are wanted: winners, scores, and length. Random games are then one call of the plugin each,
    /// which is much faster; nothing between deal and end is measured.
    pub results_only: bool,
    /// How many games are played of each deal, at least 1; with more it is measured how far the deal decides.
    pub replays: u64,
    /// The number of actions after which a game is cut off and counted with its scores so far. Without it, a game that
    /// does not end makes the simulation fail.
    pub longest: Option<u64>,
    /// Whether the worth of each kind of action is measured: from one use of each in each game both ways are played on,
    /// which takes many times as long. For bots only.
    pub worth: bool,
    /// Scripts that measure games.
    pub measures: Vec<Arc<Measures>>,
    /// The outside programs that players may be named after.
    pub programs: Programs,
    /// Where to write a record of each game.
    pub record_dir: Option<PathBuf>,
}

impl SimulationPlan {
    /// Whether all players are random and nothing is recorded: then a game is a playout, which is much faster.
    pub(crate) fn is_of_playouts(&self) -> bool {
        let random = AgentSpec::Bot(BotSpec::Random);
        self.record_dir.is_none() && self.players.iter().all(|player| *player == random)
    }

    /// This number of games of these players, with seed 1, on all processors, unrecorded.
    pub fn new(players: Vec<AgentSpec>, games: u64) -> Self {
        Self {
            games,
            seed: 1,
            threads: 0,
            players,
            fixed_seats: false,
            results_only: false,
            replays: 1,
            longest: None,
            worth: false,
            measures: Vec::new(),
            programs: Programs::default(),
            record_dir: None,
        }
    }

    /// The number of the player at each seat in a game.
    pub(crate) fn seated(&self, game: u64) -> Vec<usize> {
        let count = self.players.len();
        let shift = if self.fixed_seats || count == 0 { 0 } else { (game % count as u64) as usize };
        (0..count).map(|seat| (seat + count - shift) % count).collect()
    }

    /// The seeds of the game of this number.
    pub(crate) fn seeds_of(&self, number: u64) -> GameSeeds {
        let replays = self.replays.max(1);
        let replay = number % replays;
        let deal = seed_of(self.seed, number / replays);
        // The first game of a deal is the only one if there is one of each; the others have other choices.
        let choices = if replay == 0 { deal } else { seed_of(deal, replay) };
        GameSeeds { number, replay, deal, choices }
    }
}

impl SimulationSetup {
    /// The setup of a plan under a ruleset.
    ///
    /// # Errors
    /// When the number of players is not that of the seats.
    pub fn of(ruleset: &Ruleset, plan: &SimulationPlan) -> Result<Self, SimulationError> {
        let seating = ruleset.seating();
        let seats = seating.seats.len();
        if plan.players.len() != seats {
            let example = vec!["random"; seats].join(",");
            return Err(SimulationError::PlayerCount { players: plan.players.len(), seats, example });
        }
        if (plan.worth || !plan.measures.is_empty()) && plan.results_only {
            return Err(SimulationError::NoCourse);
        }
        if plan.worth
            && let Some(outside) = plan.players.iter().find(|player| !matches!(player, AgentSpec::Bot(_)))
        {
            return Err(SimulationError::OnlyBots(outside.to_string()));
        }
        let mut measures: Vec<OwnMeasures> = Vec::new();
        for own in &plan.measures {
            let file = own.script().name.clone();
            if measures.iter().any(|other| other.file == file) {
                return Err(SimulationError::SameName(file));
            }
            let hash = short_hash(own.script().source.as_bytes());
            measures.push(OwnMeasures { file, hash, measures: own.measures().to_vec() });
        }
        let variant = ruleset.variant();
        Ok(Self {
            variant: variant.full_name(),
            title: variant.full_title(),
            ruleset: hash(ruleset),
            rules: rules(ruleset),
            seed: plan.seed,
            games: plan.games,
            replays: plan.replays.max(1),
            fixed_seats: plan.fixed_seats,
            results_only: plan.results_only,
            longest: plan.longest,
            worth: plan.worth,
            measures,
            lineup: Lineup {
                seats: seating.seats.iter().map(|seat| seat.name.clone()).collect(),
                teams: Teams::new(seating.teams()),
                players: plan.players.iter().map(AgentSpec::to_string).collect(),
            },
        })
    }
}

/// The rules in words.
fn rules(ruleset: &Ruleset) -> RulesText {
    let (variant, plugin) = (ruleset.variant(), ruleset.plugin());
    let is_other =
        |name: &str, value: &Value| plugin.knobs().iter().all(|knob| knob.name != name || knob.default != *value);
    RulesText {
        stonehouse: env!("CARGO_PKG_VERSION").to_owned(),
        game_version: plugin.about().version.clone(),
        knobs: variant.knobs.iter().filter(|(name, value)| is_other(name, value)).map(owned).collect(),
        scripts: variant
            .scripts
            .iter()
            .enumerate()
            .map(|(place, script)| ScriptHash {
                name: script.name.clone(),
                sha256: hex(&Sha256::digest(script.source.as_bytes())),
                knobs: ruleset.rule_knob_values(place),
            })
            .collect(),
    }
}

fn owned((name, value): (&String, &Value)) -> (String, Value) {
    (name.clone(), value.clone())
}

/// A hash of all that decides how a ruleset is played.
fn hash(ruleset: &Ruleset) -> String {
    let (variant, about) = (ruleset.variant(), ruleset.plugin().about());
    let mut hash = Sha256::new();
    let mut add = |part: &str| {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    };
    add(&about.id);
    add(&about.version);
    add(&ruleset.seating().seats.len().to_string());
    // Knobs in the order of their names: their order in a file decides nothing.
    let mut knobs: Vec<(&String, String)> =
        variant.knobs.iter().map(|(name, value)| (name, value.to_string())).collect();
    knobs.sort();
    for (name, value) in &knobs {
        add(name);
        add(value);
    }
    for (place, script) in variant.scripts.iter().enumerate() {
        add(&script.source);
        for (name, value) in &ruleset.rule_knob_values(place) {
            add(name);
            add(&value.to_string());
        }
    }
    first_half(&hash.finalize())
}

fn short_hash(bytes: &[u8]) -> String {
    first_half(&Sha256::digest(bytes))
}

/// The first half of a hash, in hexadecimal digits.
fn first_half(hash: &[u8]) -> String {
    hex(hash.get(..16).unwrap_or(hash))
}

/// Why a simulation failed.
#[derive(Debug, thiserror::Error)]
pub enum SimulationError {
    /// The number of players does not match the number of seats.
    #[error(
        "{players} players were named, but this variant has {seats} seats: name one for each, for example {example}"
    )]
    PlayerCount {
        /// Players named.
        players: usize,
        /// Seats of the ruleset.
        seats: usize,
        /// An example that fits.
        example: String,
    },
    /// The rules failed in one of the games.
    #[error("game {game} (seed {seed}): {failure}")]
    Rules {
        /// The game's number, from 0.
        game: u64,
        /// Its seed.
        seed: u64,
        /// The failure.
        failure: RulesFailure,
    },
    /// One of the games does not end.
    #[error(
        "game {game} (seed {seed}) did not end within {MAX_GAME_STEPS} actions: correct the rules that let it go on for ever"
    )]
    Endless {
        /// The game's number, from 0.
        game: u64,
        /// Its seed.
        seed: u64,
    },
    /// A player failed in one of the games.
    #[error("game {game} (seed {seed}): {failure}")]
    Player {
        /// The game's number, from 0.
        game: u64,
        /// Its seed.
        seed: u64,
        /// The player, and its failure.
        failure: String,
    },
    /// A script that measures games failed in one of them.
    #[error("game {game} (seed {seed}): {problem}")]
    Measure {
        /// The game's number, from 0.
        game: u64,
        /// Its seed.
        seed: u64,
        /// Its file, line and remedy.
        problem: Box<Problem>,
    },
    /// Two scripts of one name would give metrics of one id.
    #[error("two scripts of measures are called {0}: give them different names")]
    SameName(String),
    /// The plan keeps results only, so what needs the course of games cannot be measured.
    #[error("measures and the worth of actions need the course of games: leave `--results-only` out")]
    NoCourse,
    /// A player cannot choose without an action, as only bots can.
    #[error("the worth of actions is found by playing on again and again, which only bots can do: `{0}` is none")]
    OnlyBots(String),
    /// There is no such player.
    #[error(transparent)]
    UnknownPlayer(#[from] UnknownAgent),
    /// A record could not be written.
    #[error("{0}")]
    Record(Problem),
    /// The threads could not be started.
    #[error("the threads could not be started: {0}")]
    Threads(String),
    /// The games played before are of another simulation.
    #[error(transparent)]
    OtherSimulation(#[from] Mismatch),
}
