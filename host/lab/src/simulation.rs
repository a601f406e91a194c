//! Simulation: many games between bots.
//!
//! Every game has a seed of its own, made from the simulation's seed and the game's number, and every figure is a sum of whole
//! numbers, so the result is the same on any number of threads.

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Serialize;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use stonehouse_bots::{Bot, BotError, BotSpec, Stop, Viewpoint};
use stonehouse_engine::record::Journal;
use stonehouse_engine::{Match, MatchError, Player, Problem, RulesFailure, Ruleset};
use stonehouse_plugin_api::abi::client::{CallError, State};
use stonehouse_plugin_api::rng::seed_of;
use stonehouse_plugin_api::{Action, Rng, Winners};

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Simulation {
    /// How many games.
    pub games: u64,
    /// The seed of them all.
    pub seed: u64,
    /// How many threads; 0: one for each processor.
    pub threads: usize,
    /// Who plays, by seat.
    pub players: Vec<BotSpec>,
    /// Where to write a record of each game.
    pub record_dir: Option<PathBuf>,
}

/// What a simulation showed.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Games played.
    pub games: u64,
    /// Each seat's figures.
    pub seats: Vec<SeatSummary>,
    /// Actions in a game, on average.
    pub mean_actions: f64,
    /// The time it took.
    pub seconds: f64,
    /// Games in a second.
    pub games_per_second: f64,
}

/// What a simulation showed of a seat.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SeatSummary {
    /// Games that its team won alone.
    pub wins: u64,
    /// Games in which its team shared the win.
    pub draws: u64,
    /// Its score, on average.
    pub mean_score: f64,
}

/// Why a simulation came to no end.
#[derive(Debug, thiserror::Error)]
pub enum SimulationError {
    /// A ruleset of other seats than players.
    #[error(
        "{players} players were named, and this variant has {seats} seats: name one for each, for example {example}"
    )]
    Players {
        /// Players named.
        players: usize,
        /// Seats of the ruleset.
        seats: usize,
        /// What would fit.
        example: String,
    },
    /// The rules failed in one of the games.
    #[error("game {game} (seed {seed}): {failure}")]
    Rules {
        /// The game's number, from 0.
        game: u64,
        /// Its seed.
        seed: u64,
        /// What failed.
        failure: RulesFailure,
    },
    /// A record could not be written.
    #[error("{0}")]
    Record(Problem),
    /// The threads could not be started.
    #[error("the threads could not be started: {0}")]
    Threads(String),
}

#[derive(Clone, Default)]
struct Tally {
    wins: Vec<u64>,
    draws: Vec<u64>,
    scores: Vec<i64>,
    actions: u64,
}

impl Tally {
    fn new(seats: usize) -> Self {
        Self { wins: vec![0; seats], draws: vec![0; seats], scores: vec![0; seats], actions: 0 }
    }

    fn add(&mut self, teams: &[u8], scores: &[i64], winners: Winners, actions: u64) {
        let first = winners.seats().next().map(|seat| teams[seat.index()]);
        let alone = winners.seats().all(|seat| Some(teams[seat.index()]) == first);
        for seat in winners.seats() {
            let counts = if alone { &mut self.wins } else { &mut self.draws };
            counts[seat.index()] += 1;
        }
        for (sum, score) in self.scores.iter_mut().zip(scores) {
            *sum += score;
        }
        self.actions += actions;
    }

    fn merge(mut self, other: &Self) -> Self {
        for (own, other) in [(&mut self.wins, &other.wins), (&mut self.draws, &other.draws)] {
            own.iter_mut().zip(other).for_each(|(own, other)| *own += other);
        }
        self.scores.iter_mut().zip(&other.scores).for_each(|(own, other)| *own += other);
        self.actions += other.actions;
        self
    }
}

/// Games that one thread takes at a time.
const BLOCK: u64 = 256;

/// Plays many games. `progress` is told how many are done, from any thread.
///
/// # Errors
/// The failure of the game with the lowest number that failed.
pub fn simulate(
    ruleset: &Arc<Ruleset>,
    plan: &Simulation,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Summary, SimulationError> {
    let seats = ruleset.seating().seats.len();
    if plan.players.len() != seats {
        let example = vec!["random"; seats].join(",");
        return Err(SimulationError::Players { players: plan.players.len(), seats, example });
    }
    if let Some(folder) = &plan.record_dir {
        std::fs::create_dir_all(folder).map_err(|error| {
            SimulationError::Record(Problem::file(folder, format!("the folder cannot be made: {error}")))
        })?;
    }
    let pool = ThreadPoolBuilder::new()
        .num_threads(plan.threads)
        .build()
        .map_err(|error| SimulationError::Threads(error.to_string()))?;

    let began = Instant::now();
    let done = AtomicU64::new(0);
    let in_playouts = plan.record_dir.is_none() && plan.players.iter().all(|player| *player == BotSpec::Random);
    let block = if in_playouts { BLOCK } else { 1 };
    let blocks: Vec<Result<Tally, SimulationError>> = pool.install(|| {
        (0..plan.games.div_ceil(block))
            .into_par_iter()
            .map(|number| {
                let games = number * block..((number + 1) * block).min(plan.games);
                let count = games.end - games.start;
                let tally = if in_playouts { playouts(ruleset, plan, games) } else { game(ruleset, plan, games.start) };
                progress(done.fetch_add(count, Ordering::Relaxed) + count);
                tally
            })
            .collect()
    });
    let mut tally = Tally::new(seats);
    for block in blocks {
        tally = tally.merge(&block?);
    }
    let seconds = began.elapsed().as_secs_f64();
    let mean = |sum: f64| if plan.games == 0 { 0.0 } else { sum / plan.games as f64 };
    Ok(Summary {
        games: plan.games,
        seats: (0..seats)
            .map(|seat| SeatSummary {
                wins: tally.wins[seat],
                draws: tally.draws[seat],
                mean_score: mean(tally.scores[seat] as f64),
            })
            .collect(),
        mean_actions: mean(tally.actions as f64),
        seconds,
        games_per_second: if seconds > 0.0 { plan.games as f64 / seconds } else { 0.0 },
    })
}

fn teams(ruleset: &Ruleset) -> Vec<u8> {
    ruleset.seating().seats.iter().map(|seat| seat.team).collect()
}

/// Random games, each in one call of the plugin.
fn playouts(ruleset: &Ruleset, plan: &Simulation, games: std::ops::Range<u64>) -> Result<Tally, SimulationError> {
    let teams = teams(ruleset);
    let mut tally = Tally::new(teams.len());
    let mut scores = vec![0; teams.len()];
    let mut state: Option<State> = None;
    for game in games {
        let seed = seed_of(plan.seed, game);
        let mut play = || -> Result<(), CallError> {
            let state = match &mut state {
                Some(state) => {
                    state.deal(seed)?;
                    state
                }
                none => none.insert(ruleset.rules().deal(seed)?),
            };
            let actions = state.playout(choices_seed(seed))?;
            let winners = state.scores(&mut scores)?;
            tally.add(&teams, &scores, winners, actions.into());
            Ok(())
        };
        play().map_err(|error| SimulationError::Rules { game, seed, failure: ruleset.explain(error) })?;
    }
    Ok(tally)
}

/// The seed of the random choices in the game of this seed: of a playout, or of the random players.
fn choices_seed(seed: u64) -> u64 {
    seed_of(seed, u64::MAX)
}

/// One game between bots, recorded if that is wanted.
fn game(ruleset: &Arc<Ruleset>, plan: &Simulation, game: u64) -> Result<Tally, SimulationError> {
    let seed = seed_of(plan.seed, game);
    let failed = |error: CallError| SimulationError::Rules { game, seed, failure: ruleset.explain(error) };
    let mut players = Table::new(plan, seed);
    let teams = teams(ruleset);
    let mut tally = Tally::new(teams.len());
    let mut scores = vec![0; teams.len()];
    if let Some(folder) = &plan.record_dir {
        let played = recorded(ruleset, plan, (game, seed), folder, &mut players)?;
        let winners = played.state().scores(&mut scores).map_err(failed)?;
        tally.add(&teams, &scores, winners, played.len() as u64);
        return Ok(tally);
    }
    let mut state = ruleset.rules().deal(seed).map_err(failed)?;
    let mut actions = 0;
    while state.to_act().map_err(failed)?.is_some() {
        let action = players.choose(&state).map_err(failed)?;
        state.apply(action).map_err(failed)?;
        actions += 1;
    }
    let winners = state.scores(&mut scores).map_err(failed)?;
    tally.add(&teams, &scores, winners, actions);
    Ok(tally)
}

fn recorded(
    ruleset: &Arc<Ruleset>,
    plan: &Simulation,
    (game, seed): (u64, u64),
    folder: &Path,
    players: &mut Table,
) -> Result<Match, SimulationError> {
    let word = |error: MatchError| match error {
        MatchError::Rules(failure) => SimulationError::Rules { game, seed, failure },
        other => SimulationError::Record(Problem::file(folder, other.to_string())),
    };
    let names = plan.players.iter().map(|player| Player::bot(player.title(), player.to_string())).collect();
    let mut played = Match::new(ruleset, seed, names, None).map_err(word)?;
    let path = folder.join(format!("game-{game:06}.{}", stonehouse_engine::record::EXTENSION));
    let journal = Journal::create(&path, &played.header(), false).map_err(|error| {
        SimulationError::Record(Problem::file(&path, format!("the record cannot be written: {error}")))
    })?;
    played.attach(journal);
    // No time passes in a simulated game: what a bot takes to think depends on the machine.
    let now = Instant::now();
    while played.to_act().is_some() {
        let action = players.choose(played.state()).map_err(|error| SimulationError::Rules {
            game,
            seed,
            failure: ruleset.explain(error),
        })?;
        played.play(action, now).map_err(word)?;
    }
    Ok(played)
}

/// The players of one game. Random ones share their dice, so that a game of random players goes as its playout does.
struct Table {
    bots: Vec<Option<Box<dyn Bot>>>,
    dice: Rng,
    legal: Vec<Action>,
    stop: Stop,
}

impl Table {
    fn new(plan: &Simulation, seed: u64) -> Self {
        let bots = plan
            .players
            .iter()
            .enumerate()
            .map(|(seat, player)| (*player != BotSpec::Random).then(|| player.build(seed_of(seed, seat as u64))));
        Self { bots: bots.collect(), dice: Rng::from_seed(choices_seed(seed)), legal: Vec::new(), stop: Stop::new() }
    }

    fn choose(&mut self, state: &State) -> Result<Action, CallError> {
        let nothing = || CallError::Contract("nobody has anything to decide".to_owned());
        let seat = state.to_act()?.ok_or_else(nothing)?;
        match &mut self.bots[seat.index()] {
            Some(bot) => bot.choose(&Viewpoint::new(state, seat), &self.stop).map_err(|error| match error {
                BotError::Call(error) => error,
                BotError::NothingToDecide => nothing(),
            }),
            None => {
                state.legal_actions(&mut self.legal)?;
                self.dice.pick(&self.legal).copied().ok_or_else(nothing)
            }
        }
    }
}
