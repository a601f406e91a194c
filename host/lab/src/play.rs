//! One game after another, as a thread plays them.

use crate::game::{Course, Game, Step, Table};
use crate::kinds::Kinds;
use crate::plan::{Simulation, SimulationError};
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use stonehouse_bots::{BotError, BotSpec, Stop};
use stonehouse_engine::record::Journal;
use stonehouse_engine::{Match, MatchError, Player, Problem, Ruleset};
use stonehouse_plugin_api::abi::client::{CallError, Position};
use stonehouse_plugin_api::rng::seed_of;
use stonehouse_plugin_api::{Action, LONGEST_GAME, Rng, Seats};
use stonehouse_session::agent::Dice;
use stonehouse_session::spec::UnknownAgent;
use stonehouse_session::{Agent, AgentError, AgentSpec, Session, SessionError};

/// Players for whom a game is one call of the plugin.
const RANDOM: AgentSpec = AgentSpec::Bot(BotSpec::Random);

/// In random games, of which there are many, one in so many is looked at for the kinds of all legal actions.
const LOOKED_AT: u64 = 16;

/// A game that failed.
pub(crate) struct Failed {
    pub game: u64,
    pub error: SimulationError,
}

/// Plays the games of a simulation, one at a time, and keeps what it needs for it.
pub(crate) struct Games<'a> {
    ruleset: &'a Arc<Ruleset>,
    plan: &'a Simulation,
    table: &'a Table,
    kinds: Kinds,
    state: Option<Position>,
    legal: Vec<Action>,
    course: Course,
    scores: Vec<i64>,
    /// Who sits where, by the number of seats that players have moved on.
    seatings: Vec<Vec<usize>>,
}

/// How a game ended.
struct Ended {
    winners: Seats,
    actions: u64,
    cut_off: bool,
    watched: bool,
}

/// Whether all players are random and nothing is recorded: then a game is a playout, which is much faster.
pub(crate) fn in_playouts(plan: &Simulation) -> bool {
    plan.record_dir.is_none() && plan.players.iter().all(|player| *player == RANDOM)
}

impl<'a> Games<'a> {
    pub fn new(ruleset: &'a Arc<Ruleset>, plan: &'a Simulation, table: &'a Table) -> Self {
        let seats = table.seats.len();
        Self {
            ruleset,
            plan,
            table,
            kinds: Kinds::default(),
            state: None,
            legal: Vec::new(),
            course: Course::default(),
            scores: vec![0; seats],
            seatings: (0..seats as u64).map(|game| plan.seated(game)).collect(),
        }
    }

    /// Plays the game of this number; none if it was interrupted.
    ///
    /// # Errors
    /// When the rules or a player failed, or a record could not be written.
    pub fn play(&mut self, number: u64, stop: &Stop) -> Result<Option<Game<'_>>, Failed> {
        let (deal, replay) = self.plan.deal_of(number);
        let seed = seed_of(self.plan.seed, deal);
        // The first game of a deal is the only one if there is one of each; the others have other choices.
        let choices = if replay == 0 { seed } else { seed_of(seed, replay) };
        let ended = if in_playouts(self.plan) {
            let played = self.playout(number, seed, choices_seed(choices));
            Some(played.map_err(|error| rules_failed(self.ruleset, (number, seed), error))?)
        } else {
            self.between_agents(number, (seed, choices), stop)?
        };
        let Some(ended) = ended else { return Ok(None) };
        let seats = self.seatings.len() as u64;
        Ok(Some(Game {
            table: self.table,
            number,
            seed,
            replay: (replay, self.plan.replays.max(1)),
            seated: &self.seatings[(number % seats.max(1)) as usize],
            scores: &self.scores,
            winners: ended.winners,
            actions: ended.actions,
            cut_off: ended.cut_off,
            course: ended.watched.then_some(&self.course),
            kinds: &self.kinds,
        }))
    }

    /// A random game: one call of the plugin, or step by step where more than results is wanted.
    fn playout(&mut self, number: u64, seed: u64, choices: u64) -> Result<Ended, CallError> {
        let mut state = match self.state.take() {
            Some(mut state) => {
                state.deal_again(seed)?;
                state
            }
            None => Position::deal(self.ruleset.rules(), seed)?,
        };
        let (plan, mut cut_off) = (self.plan, false);
        let watched = !plan.results_only;
        let actions = if plan.results_only && plan.longest.is_none() {
            state.playout(choices)?.into()
        } else {
            self.course.clear();
            let (mut dice, mut actions) = (Rng::from_seed(choices), 0);
            while let Some(seat) = state.to_act()? {
                if plan.longest == Some(actions) {
                    cut_off = true;
                    break;
                }
                if actions == LONGEST_GAME as u64 {
                    return Err(CallError::Endless);
                }
                let attempt = state.draw(&mut dice, &mut self.legal)?;
                if watched {
                    if number.is_multiple_of(LOOKED_AT) {
                        look(&mut self.kinds, &mut self.course, &self.legal, &state)?;
                    }
                    let (action, choices) = (attempt.action, self.legal.len() as u32);
                    let kind = self.kinds.of(action, &state)?;
                    self.course.steps.push(Step { seat, action, choices, kind });
                }
                state.attempt(attempt)?;
                actions += 1;
                if watched {
                    state.scores(&mut self.scores)?;
                    self.course.scores.extend_from_slice(&self.scores);
                }
            }
            actions
        };
        let winners = state.scores(&mut self.scores)?;
        self.state = Some(state);
        Ok(Ended { winners, actions, cut_off, watched })
    }

    /// A game between agents, recorded if that is wanted.
    fn between_agents(
        &mut self,
        number: u64,
        (seed, choices): (u64, u64),
        stop: &Stop,
    ) -> Result<Option<Ended>, Failed> {
        let (plan, ruleset) = (self.plan, self.ruleset);
        let at = (number, seed);
        let failed = |error: CallError| rules_failed(ruleset, at, error);
        let players: Vec<AgentSpec> = plan.seated(number).iter().map(|player| plan.players[*player].clone()).collect();
        let names = players.iter().map(|player| Player::bot(player.title(), player.to_string())).collect();
        let current = Match::new(ruleset, seed, names, None).map_err(|error| match_failed(at, error))?;
        let agents = agents(&players, plan, choices)
            .map_err(|error| Failed { game: number, error: SimulationError::Unknown(error) })?;
        let is_read = plan.record_dir.is_some() || agents.iter().flatten().any(|agent| agent.looks());
        let mut session = Session::new(if is_read { current } else { current.without_log() }, agents);
        if let Some(folder) = &plan.record_dir {
            record(session.current_mut(), folder, number)?;
        }
        // No time passes in a simulated game: what a player takes to think depends on the machine.
        let now = Instant::now();
        let watched = !plan.results_only;
        let (mut actions, mut cut_off) = (0, false);
        self.course.clear();
        while let Some(seat) = session.current().to_act() {
            if plan.longest == Some(actions) {
                cut_off = true;
                break;
            }
            if actions == LONGEST_GAME as u64 {
                return Err(Failed { game: number, error: SimulationError::Endless { game: number, seed } });
            }
            if watched {
                let position = session.current().position();
                position.legal_actions(&mut self.legal).map_err(failed)?;
                look(&mut self.kinds, &mut self.course, &self.legal, position).map_err(failed)?;
            }
            session.advance(now, stop).map_err(|error| session_failed(&session, at, error))?;
            // A bot that was stopped has not chosen as it would have.
            if stop.is_stopped() {
                return Ok(None);
            }
            actions += 1;
            if watched {
                let position = session.current().position();
                let action = session.current().acts().last().map(|(_, act)| act.action).unwrap_or_default();
                let kind = self.kinds.of(action, position).map_err(failed)?;
                self.course.steps.push(Step { seat, action, choices: self.legal.len() as u32, kind });
                position.scores(&mut self.scores).map_err(failed)?;
                self.course.scores.extend_from_slice(&self.scores);
            }
        }
        if !cut_off {
            session.advance(now, stop).map_err(|error| session_failed(&session, at, error))?;
        }
        let winners = session.current().position().scores(&mut self.scores).map_err(failed)?;
        Ok(Some(Ended { winners, actions, cut_off, watched }))
    }
}

/// Notes the kinds of everything that is legal.
fn look(kinds: &mut Kinds, course: &mut Course, legal: &[Action], position: &Position) -> Result<(), CallError> {
    for action in legal {
        let kind = usize::from(kinds.of(*action, position)?);
        if course.offered.len() <= kind {
            course.offered.resize(kind + 1, false);
        }
        course.offered[kind] = true;
    }
    Ok(())
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
