//! Simulation: many games between bots.
//!
//! Every game has a seed of its own, made from the simulation's seed and the game's number, and every figure is a sum of whole
//! numbers, so the result is the same on any number of threads. The sums are kept as the games are played: memory does not grow with
//! their number.

use crate::tally::{Course, Ended, Side, Spread, Tally};
use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use serde::Serialize;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;
use stonehouse_bots::{BotError, BotSpec, Stop};
use stonehouse_engine::comparison::Estimate;
use stonehouse_engine::record::Journal;
use stonehouse_engine::{Match, MatchError, Player, Problem, RulesFailure, Ruleset};
use stonehouse_plugin_api::abi::client::{CallError, Position};
use stonehouse_plugin_api::rng::seed_of;
use stonehouse_plugin_api::{LONGEST_GAME, Rng};
use stonehouse_session::agent::Dice;
use stonehouse_session::spec::UnknownAgent;
use stonehouse_session::{Agent, AgentError, AgentSpec, Programs, Session, SessionError};

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
    pub players: Vec<AgentSpec>,
    /// Whether players keep their seats. Otherwise they move on by one seat after each game, because seats may be unequal.
    pub fixed_seats: bool,
    /// Whether only results are wanted: who wins, scores, and length. Random games are then one call of the plugin each, which is much faster;
    /// choices, first movers and lead changes are not counted.
    pub results_only: bool,
    /// The outside programs that players may be named after.
    pub programs: Programs,
    /// Where to write a record of each game.
    pub record_dir: Option<PathBuf>,
}

impl Simulation {
    /// So many games of these players, with seed 1, on all processors, unrecorded.
    pub fn new(players: Vec<AgentSpec>, games: u64) -> Self {
        Self {
            games,
            seed: 1,
            threads: 0,
            players,
            fixed_seats: false,
            results_only: false,
            programs: Programs::default(),
            record_dir: None,
        }
    }
}

/// The results of a simulation.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Summary {
    /// Games played.
    pub games: u64,
    /// Each seat's figures, whoever sat there.
    pub seats: Vec<SideSummary>,
    /// Each player's figures, wherever they sat.
    pub players: Vec<SideSummary>,
    /// The figures of whoever decided first; none when only results were wanted.
    pub first_to_decide: Option<SideSummary>,
    /// The share of games that several teams won together, or nobody.
    pub shared_wins: Estimate,
    /// How far the winners were ahead of the best other team, in the games that one team won alone; 0 in the others.
    pub margin: Spread,
    /// Actions in a game.
    pub actions: Spread,
    /// The number of actions that a tenth, half and nine tenths of the games do not exceed.
    pub action_quantiles: [u64; 3],
    /// What there was to decide; none when only results were wanted.
    pub decisions: Option<Decisions>,
    /// How often in a game another team came to be alone in front; none when only results were wanted.
    pub lead_changes: Option<Spread>,
    /// The time it took.
    pub seconds: f64,
    /// Games in a second.
    pub games_per_second: f64,
}

/// What there was to decide.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Decisions {
    /// Legal actions in a decision, on average (the branching factor of Ludii).
    pub choices: f64,
    /// The share of decisions with one legal action.
    pub forced: f64,
}

/// The results of a seat or a player.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SideSummary {
    /// The games it played.
    pub games: u64,
    /// Games that its team won alone.
    pub wins: u64,
    /// Games in which its team shared the win.
    pub shared: u64,
    /// The share of games that its team won alone, with Wilson's interval.
    pub win_share: Estimate,
    /// Its score.
    pub score: Spread,
}

impl SideSummary {
    fn of(side: &Side) -> Self {
        Self {
            games: side.games,
            wins: side.wins,
            shared: side.shared,
            win_share: Estimate::share(side.wins, side.games),
            score: side.scores.spread(),
        }
    }
}

impl Summary {
    fn of(tally: &Tally, plan: &Simulation, seconds: f64) -> Self {
        let of = |sides: &[Side]| sides.iter().map(SideSummary::of).collect();
        let watched = !plan.results_only;
        let decisions = tally.lengths.spread().mean.value * tally.games as f64;
        let share = |count: u64| if decisions > 0.0 { count as f64 / decisions } else { 0.0 };
        Self {
            games: tally.games,
            seats: of(&tally.seats),
            players: of(&tally.players),
            first_to_decide: watched.then(|| SideSummary::of(&tally.first)),
            shared_wins: Estimate::share(tally.shared, tally.games),
            margin: tally.margins.spread(),
            actions: tally.lengths.spread(),
            action_quantiles: [0.1, 0.5, 0.9].map(|part| tally.length_at(part)),
            decisions: watched.then(|| Decisions { choices: share(tally.choices), forced: share(tally.forced) }),
            lead_changes: watched.then(|| tally.lead_changes.spread()),
            seconds,
            games_per_second: if seconds > 0.0 { tally.games as f64 / seconds } else { 0.0 },
        }
    }
}

/// Why a simulation failed.
#[derive(Debug, thiserror::Error)]
pub enum SimulationError {
    /// The number of players does not match the number of seats.
    #[error(
        "{players} players were named, but this variant has {seats} seats: name one for each, for example {example}"
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
    /// One of the games does not end.
    #[error(
        "game {game} (seed {seed}) did not end within {LONGEST_GAME} actions: correct the rules that let it go on for ever"
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
        /// Who, and what failed.
        failure: String,
    },
    /// There is no such player.
    #[error(transparent)]
    Unknown(#[from] UnknownAgent),
    /// A record could not be written.
    #[error("{0}")]
    Record(Problem),
    /// The threads could not be started.
    #[error("the threads could not be started: {0}")]
    Threads(String),
}

/// Players for whom a game is one call of the plugin.
const RANDOM: AgentSpec = AgentSpec::Bot(BotSpec::Random);

/// Games that one thread takes at a time.
const BLOCK: u64 = 256;

/// How many blocks are begun between two checks for a failure.
const WAVE: u64 = 1 << 16;

/// Plays many games. `progress` is called with the number of games done, on any thread.
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
    // The lowest number of a game that failed so far. Games before it are still played, because one of them may fail, too; those after it need
    // not be.
    let failed = AtomicU64::new(u64::MAX);
    let in_playouts = plan.record_dir.is_none() && plan.players.iter().all(|player| *player == RANDOM);
    let block = if in_playouts { BLOCK } else { 1 };
    let play = |number: u64| {
        let games = number * block..((number + 1) * block).min(plan.games);
        if games.start > failed.load(Ordering::Relaxed) {
            return Ok(Tally::new(seats));
        }
        let count = games.end - games.start;
        let tally = if in_playouts { playouts(ruleset, plan, games) } else { game(ruleset, plan, games.start) };
        if let Err(failure) = &tally {
            failed.fetch_min(failure.game, Ordering::Relaxed);
        }
        progress(done.fetch_add(count, Ordering::Relaxed) + count);
        tally
    };
    let blocks = plan.games.div_ceil(block);
    let mut sum = Ok(Tally::new(seats));
    let mut begun = 0;
    while begun < blocks && sum.is_ok() {
        let wave = begun..blocks.min(begun + WAVE);
        begun = wave.end;
        let played =
            pool.install(|| wave.into_par_iter().map(play).reduce(|| Ok(Tally::new(seats)), first_failure_or_sum));
        sum = first_failure_or_sum(sum, played);
    }
    let tally = sum.map_err(|failure| again(ruleset, plan, in_playouts, failure))?;
    Ok(Summary::of(&tally, plan, began.elapsed().as_secs_f64()))
}

fn teams(ruleset: &Ruleset) -> Vec<u8> {
    ruleset.seating().seats.iter().map(|seat| seat.team).collect()
}

/// A game that failed.
struct Failed {
    game: u64,
    error: SimulationError,
}

type Played = Result<Tally, Failed>;

/// The failure of the lower number, if any, or else both sums together: whichever of the two comes first.
fn first_failure_or_sum(one: Played, other: Played) -> Played {
    match (one, other) {
        (Ok(one), Ok(other)) => Ok(one.merge(&other)),
        (Err(one), Err(other)) => Err(if one.game < other.game { one } else { other }),
        (Err(failed), Ok(_)) | (Ok(_), Err(failed)) => Err(failed),
    }
}

/// Describes the failure of a game. It is played again by itself, so that the failure belongs to this game alone.
fn again(ruleset: &Arc<Ruleset>, plan: &Simulation, in_playouts: bool, failed: Failed) -> SimulationError {
    let Failed { game: number, error } = failed;
    if !matches!(error, SimulationError::Rules { .. }) {
        return error;
    }
    let unrecorded = Simulation { record_dir: None, ..plan.clone() };
    let played = if in_playouts {
        playouts(ruleset, &unrecorded, number..number + 1)
    } else {
        game(ruleset, &unrecorded, number)
    };
    // A bot that thinks by the clock may have chosen differently this time.
    played.err().map_or(error, |failed| failed.error)
}

/// Random games: each in one call of the plugin, or step by step where more than results is wanted.
fn playouts(ruleset: &Ruleset, plan: &Simulation, games: Range<u64>) -> Played {
    let teams = teams(ruleset);
    let mut tally = Tally::new(teams.len());
    let mut scores = vec![0; teams.len()];
    let mut state: Option<Position> = None;
    for game in games {
        let seed = seed_of(plan.seed, game);
        let mut play = || -> Result<(), CallError> {
            let state = match &mut state {
                Some(state) => {
                    state.deal_again(seed)?;
                    state
                }
                none => none.insert(Position::deal(ruleset.rules(), seed)?),
            };
            let course = if plan.results_only {
                Course::of(state.playout(choices_seed(seed))?.into())
            } else {
                watched(state, choices_seed(seed), &teams, &mut scores)?
            };
            let winners = state.scores(&mut scores)?;
            let seated = seated(plan, game);
            let ended = Ended { teams: &teams, seated: &seated, scores: &scores, winners };
            tally.add(&ended, &course);
            Ok(())
        };
        play().map_err(|error| rules_failed(ruleset, (game, seed), error))?;
    }
    Ok(tally)
}

/// Plays a random game as the plugin's own playout of this seed does, and watches it.
fn watched(state: &mut Position, seed: u64, teams: &[u8], scores: &mut [i64]) -> Result<Course, CallError> {
    let (mut course, mut dice, mut legal) = (Course::default(), Rng::from_seed(seed), Vec::new());
    while let Some(seat) = state.to_act()? {
        if course.actions == LONGEST_GAME as u64 {
            return Err(CallError::Endless);
        }
        let attempt = state.draw(&mut dice, &mut legal)?;
        course.decides(seat, legal.len());
        state.attempt(attempt)?;
        state.scores(scores)?;
        course.stands(teams, scores);
    }
    Ok(course)
}

fn rules_failed(ruleset: &Ruleset, (game, seed): (u64, u64), error: CallError) -> Failed {
    let error = match error {
        CallError::Endless => SimulationError::Endless { game, seed },
        other => SimulationError::Rules { game, seed, failure: ruleset.explain(other) },
    };
    Failed { game, error }
}

/// The seed of the random choices in the game of this seed: of a playout, or of the random players.
fn choices_seed(seed: u64) -> u64 {
    seed_of(seed, u64::MAX)
}

/// One game between agents, recorded if that is wanted.
fn game(ruleset: &Arc<Ruleset>, plan: &Simulation, game: u64) -> Played {
    let seed = seed_of(plan.seed, game);
    let failed = |error: CallError| rules_failed(ruleset, (game, seed), error);
    let teams = teams(ruleset);
    let mut tally = Tally::new(teams.len());
    let mut scores = vec![0; teams.len()];
    let seated = seated(plan, game);
    let players: Vec<AgentSpec> = seated.iter().map(|player| plan.players[*player].clone()).collect();
    let names = players.iter().map(|player| Player::bot(player.title(), player.to_string())).collect();
    let current = Match::new(ruleset, seed, names, None).map_err(|error| match_failed((game, seed), error))?;
    let agents =
        agents(&players, plan, seed).map_err(|error| Failed { game, error: SimulationError::Unknown(error) })?;
    let is_read = plan.record_dir.is_some() || agents.iter().flatten().any(|agent| agent.looks());
    let mut session = Session::new(if is_read { current } else { current.without_log() }, agents);
    if let Some(folder) = &plan.record_dir {
        record(session.current_mut(), folder, game)?;
    }
    // No time passes in a simulated game: what a player takes to think depends on the machine.
    let (now, stop) = (Instant::now(), Stop::new());
    let (mut course, mut legal) = (Course::default(), Vec::new());
    while let Some(seat) = session.current().to_act() {
        if session.current().len() == LONGEST_GAME {
            return Err(Failed { game, error: SimulationError::Endless { game, seed } });
        }
        if !plan.results_only {
            session.current().position().legal_actions(&mut legal).map_err(failed)?;
        }
        course.decides(seat, legal.len());
        session.advance(now, &stop).map_err(|error| session_failed(&session, (game, seed), error))?;
        if !plan.results_only {
            session.current().position().scores(&mut scores).map_err(failed)?;
            course.stands(&teams, &scores);
        }
    }
    session.advance(now, &stop).map_err(|error| session_failed(&session, (game, seed), error))?;
    let winners = session.current().position().scores(&mut scores).map_err(failed)?;
    tally.add(&Ended { teams: &teams, seated: &seated, scores: &scores, winners }, &course);
    Ok(tally)
}

/// Which player sits at each seat in a game.
fn seated(plan: &Simulation, game: u64) -> Vec<usize> {
    let count = plan.players.len();
    let shift = if plan.fixed_seats || count == 0 { 0 } else { (game % count as u64) as usize };
    (0..count).map(|seat| (seat + count - shift) % count).collect()
}

/// Begins the record of a game.
fn record(played: &mut Match, folder: &Path, game: u64) -> Result<(), Failed> {
    let path = folder.join(format!("game-{game:06}.{}", stonehouse_engine::record::EXTENSION));
    let journal = Journal::create(&path, &played.header(), false).map_err(|error| Failed {
        game,
        error: SimulationError::Record(Problem::file(&path, format!("the record cannot be written: {error}"))),
    })?;
    played.attach(journal);
    Ok(())
}

fn match_failed((game, seed): (u64, u64), error: MatchError) -> Failed {
    let error = match error {
        MatchError::Rules(failure) => SimulationError::Rules { game, seed, failure },
        MatchError::Record(problem) | MatchError::EndNotRecorded(problem) => SimulationError::Record(problem),
        other => SimulationError::Player { game, seed, failure: other.to_string() },
    };
    Failed { game, error }
}

fn session_failed(session: &Session, (game, seed): (u64, u64), error: SessionError) -> Failed {
    match error {
        SessionError::Match(error) => match_failed((game, seed), error),
        SessionError::Agent { error: AgentError::Bot(BotError::Call(call)), .. } => {
            rules_failed(session.current().ruleset(), (game, seed), call)
        }
        SessionError::Agent { name, error, .. } => {
            let failure = format!("{name}: {error}");
            Failed { game, error: SimulationError::Player { game, seed, failure } }
        }
    }
}

/// The players of one game. Random ones share their dice, so that a game of random players goes as its playout does.
fn agents(players: &[AgentSpec], plan: &Simulation, seed: u64) -> Result<Vec<Option<Box<dyn Agent>>>, UnknownAgent> {
    let dice = Dice::new(choices_seed(seed));
    players
        .iter()
        .enumerate()
        .map(|(seat, player)| -> Result<Option<Box<dyn Agent>>, UnknownAgent> {
            Ok(Some(match player {
                random if *random == RANDOM => Box::new(dice.clone()),
                other => other.build(seed_of(seed, seat as u64), &plan.programs)?,
            }))
        })
        .collect()
}
