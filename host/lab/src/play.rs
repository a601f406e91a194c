//! One game after another, as a thread plays them.

use crate::failed::{Failed, bot_failed, match_failed, rules_failed, session_failed};
use crate::game::{ActionWorth, GameSeeds, Lineup, MeasuredCourse, MeasuredStep, PlayedGame};
use crate::kinds::ActionKinds;
use crate::plan::{SimulationError, SimulationPlan};
use crate::worth::{PlayedAction, Uses};
use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use stonehouse_bots::{BotSpec, Stop};
use stonehouse_engine::record::{Journal, numbered_file};
use stonehouse_engine::{Match, Problem, Ruleset};
use stonehouse_house_rules::{Amount, FinishedAction, FinishedGame, Measuring};
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Action, Observer, Rng, Seat, Seats};
use stonehouse_runtime::{CallError, Choice, Course, GameLength, PlayedTo, Position};
use stonehouse_session::agent::Dice;
use stonehouse_session::spec::UnknownAgent;
use stonehouse_session::{Agent, AgentSpec, Session, SessionError, SessionObserver};

/// Players for whom a game is one call of the plugin.
const RANDOM: AgentSpec = AgentSpec::Bot(BotSpec::Random);

/// Of random games, of which there are many, those whose number is a multiple of this are examined for the kinds of all
/// legal actions.
const KIND_SAMPLE_INTERVAL: u64 = 16;

/// Plays the games of a simulation, one at a time, and keeps what it needs for it.
pub(crate) struct GameRunner<'a> {
    ruleset: &'a Arc<Ruleset>,
    plan: &'a SimulationPlan,
    lineup: &'a Lineup,
    kinds: ActionKinds,
    position: Option<Position>,
    legal: Vec<Action>,
    played: MeasuredCourse,
    course: Course,
    scores: Vec<i64>,
    /// The player at each seat, by the number of seats that players have moved on.
    seatings: Vec<Vec<usize>>,
    /// The position before an action, where its details are noted.
    before: Option<Position>,
    /// Uses of actions, where their worth is measured.
    uses: Option<Uses>,
    worth: Vec<ActionWorth>,
    /// The user's own scripts that measure games, and their output for the last one.
    measuring: Vec<Measuring>,
    measured: MeasureOutput,
}

/// The output of the user's own scripts for a game.
#[derive(Default)]
struct MeasureOutput {
    /// The amounts that they return, each with the id of its metric.
    amounts: Vec<(String, Amount)>,
    /// The lines that they print, each with the id of its metric.
    printed: Vec<(String, String)>,
}

/// How a game ended.
struct GameEnd {
    winners: Seats,
    actions: u64,
    cut_off: bool,
    traced: bool,
}

impl<'a> GameRunner<'a> {
    pub fn new(ruleset: &'a Arc<Ruleset>, plan: &'a SimulationPlan, lineup: &'a Lineup) -> Self {
        let seats = lineup.seats.len();
        Self {
            ruleset,
            plan,
            lineup,
            kinds: ActionKinds::default(),
            position: None,
            legal: Vec::new(),
            played: MeasuredCourse::default(),
            course: Course::default(),
            scores: vec![0; seats],
            seatings: (0..seats as u64).map(|game| plan.seated(game)).collect(),
            before: None,
            uses: None,
            worth: Vec::new(),
            measuring: Vec::new(),
            measured: MeasureOutput::default(),
        }
    }

    /// Plays the game of this number; none if it was interrupted.
    ///
    /// # Errors
    /// When the rules or a player failed, or a record could not be written.
    pub fn play(&mut self, number: u64, stop: &Stop) -> Result<Option<PlayedGame<'_>>, Failed> {
        let seeds = self.plan.seeds_of(number);
        self.uses = self.plan.worth.then(|| Uses::new(seeds.choices));
        let ended = if self.plan.is_of_playouts() {
            let played = self.playout(seeds);
            Some(played.map_err(|error| rules_failed(self.ruleset, seeds, error))?)
        } else {
            self.between_agents(seeds, stop)?
        };
        let Some(ended) = ended else { return Ok(None) };
        if let Some(uses) = self.uses.take() {
            let played = uses.played_on(self.plan, self.lineup, self.seated(number), seeds.choices, stop);
            match played.map_err(|error| bot_failed(self.ruleset, seeds, error))? {
                Some(worth) => self.worth = worth,
                None => return Ok(None),
            }
        }
        if !self.plan.measures.is_empty() {
            let mut measuring = std::mem::take(&mut self.measuring);
            let measured = self.measure(&mut measuring, &self.game(seeds, &ended));
            self.measuring = measuring;
            self.measured = measured.map_err(|problem| Failed {
                game: number,
                error: SimulationError::Measure { game: number, seed: seeds.deal, problem: Box::new(problem) },
            })?;
        }
        Ok(Some(self.game(seeds, &ended)))
    }

    /// The number of the player at each seat in a game.
    fn seated(&self, number: u64) -> &[usize] {
        let seats = self.seatings.len() as u64;
        self.seatings.get((number % seats.max(1)) as usize).map_or(&[], Vec::as_slice)
    }

    /// The game that was played last.
    fn game(&self, seeds: GameSeeds, ended: &GameEnd) -> PlayedGame<'_> {
        PlayedGame {
            lineup: self.lineup,
            number: seeds.number,
            seed: seeds.deal,
            replay: (seeds.replay, self.plan.replays.max(1)),
            seated: self.seated(seeds.number),
            scores: &self.scores,
            winners: ended.winners,
            actions: ended.actions,
            cut_off: ended.cut_off,
            course: ended.traced.then_some(&self.played),
            worth: &self.worth,
            own: &self.measured.amounts,
            printed: &self.measured.printed,
            kinds: &self.kinds,
            lead: OnceCell::new(),
            users: OnceCell::new(),
        }
    }

    /// Runs the user's own scripts on a game.
    fn measure(&self, measuring: &mut Vec<Measuring>, game: &PlayedGame<'_>) -> Result<MeasureOutput, Problem> {
        for own in &self.plan.measures[measuring.len()..] {
            measuring.push(own.vm()?);
        }
        let words = self.ruleset.plugin().seat_words();
        let (steps, data) = (self.played.steps.iter(), &self.played.data);
        let actions = steps.zip(data).zip(self.played.standings()).map(|((step, data), scores)| FinishedAction {
            seat: step.seat,
            kind: self.kinds.name(step.kind),
            choices: step.choices,
            data,
            scores,
        });
        let player = |player: &usize| game.lineup.players.get(*player).map_or("", String::as_str);
        let finished = FinishedGame {
            number: game.number,
            seat_words: &words[..words.len().min(game.lineup.seats.len())],
            seats: &game.lineup.seats,
            teams: game.lineup.teams.numbers(),
            players: game.seated.iter().map(player).collect(),
            scores: game.scores,
            won: game.sole_winners(),
            cut_off: game.cut_off,
            actions: actions.collect(),
        };
        let (mut amounts, mut printed) = (Vec::new(), Vec::new());
        for (own, machine) in self.plan.measures.iter().zip(measuring) {
            let file = own.script().name.trim_end_matches(".lua");
            let id = |measure: usize| {
                let name = own.measures().get(measure).map_or("", |measure| measure.name.as_str());
                format!("{file}.{name}")
            };
            amounts.extend(machine.of(&finished)?.into_iter().map(|amount| (id(amount.measure), amount)));
            printed.extend(machine.printed().iter().map(|(measure, line)| (id(*measure), line.sentence())));
        }
        Ok(MeasureOutput { amounts, printed })
    }

    /// Notes the kinds of everything that is legal: `self.legal`, in this position.
    fn note_offered(&mut self, position: &Position) -> Result<(), CallError> {
        for action in &self.legal {
            let kind = usize::from(self.kinds.of(*action, position)?);
            if self.played.offered.len() <= kind {
                self.played.offered.resize(kind + 1, false);
            }
            self.played.offered[kind] = true;
        }
        Ok(())
    }

    /// Notes an action that is legal in `position`, or was in the one before it; `self.legal` is all that is or was.
    /// With `details`, the choice and the position before it, also the properties that are wanted of it.
    fn note_step(
        &mut self,
        seat: Seat,
        action: Action,
        position: &Position,
        details: Option<(&Choice, &Position)>,
    ) -> Result<(), CallError> {
        let kind = self.kinds.of(action, position)?;
        if let Some((choice, before)) = details {
            self.note_details(kind, seat, choice, before)?;
        }
        self.played.steps.push(MeasuredStep { seat, action, choices: self.legal.len() as u32, kind });
        Ok(())
    }

    /// Notes the scores after a step.
    fn note_scores(&mut self, position: &Position) -> Result<(), CallError> {
        position.scores(&mut self.scores)?;
        self.played.scores.extend_from_slice(&self.scores);
        Ok(())
    }

    /// Notes the properties that are wanted of an action of this kind, which is legal in `position`; `self.legal` is
    /// all that is.
    fn note_details(&mut self, kind: u16, seat: Seat, choice: &Choice, position: &Position) -> Result<(), CallError> {
        if !self.plan.measures.is_empty() {
            self.played.data.push(position.describe(choice, Observer::Referee)?.data);
        }
        if let Some(uses) = &mut self.uses {
            let mut legal = Vec::with_capacity(self.legal.len());
            for action in &self.legal {
                legal.push((*action, self.kinds.of(*action, position)?));
            }
            let number = self.played.steps.len() as u64;
            uses.note(&PlayedAction { kind, number, seat, choice, position }, &legal)?;
        }
        Ok(())
    }

    /// Whether more details of actions are noted than for metrics.
    fn needs_details(&self) -> bool {
        self.plan.worth || !self.plan.measures.is_empty()
    }

    /// A random game: one call of the plugin, or step by step where more than results is wanted.
    fn playout(&mut self, seeds: GameSeeds) -> Result<GameEnd, CallError> {
        let mut position = match self.position.take() {
            Some(mut position) => {
                position.deal_again(seeds.deal)?;
                position
            }
            None => Position::deal(self.ruleset.rules(), seeds.deal)?,
        };
        let (plan, mut cut_off) = (self.plan, false);
        let (traced, detailed) = (!plan.results_only, self.needs_details());
        let actions = if plan.results_only && plan.longest.is_none() {
            position.playout(seeds.random_choices())?.into()
        } else if self.in_one_call(seeds, &mut position)? {
            self.played.steps.len() as u64
        } else {
            self.played.clear();
            let (mut dice, mut length) = (Rng::from_seed(seeds.random_choices()), GameLength::new(0, plan.longest));
            let is_sampled = traced && seeds.number.is_multiple_of(KIND_SAMPLE_INTERVAL);
            let played = position.play_on(&mut length, |position, seat| -> Result<_, CallError> {
                let candidate = position.draw_by(seat, &mut dice, &mut self.legal)?;
                if is_sampled {
                    self.note_offered(position)?;
                }
                if traced {
                    let choice = if detailed { Some(position.choice_of(candidate)?) } else { None };
                    let details = choice.as_ref().map(|choice| (choice, &*position));
                    self.note_step(seat, candidate.action, position, details)?;
                }
                position.play_candidate(candidate)?;
                if traced {
                    self.note_scores(position)?;
                }
                Ok(ControlFlow::Continue(()))
            })?;
            cut_off = played == PlayedTo::Limit;
            length.decisions()
        };
        let winners = position.scores(&mut self.scores)?;
        self.position = Some(position);
        Ok(GameEnd { winners, actions, cut_off, traced })
    }

    /// Plays a random game in one call of the plugin, if that shows all that is measured: not the kinds of actions that
    /// were not described before, nor all that is legal. Otherwise, and when it fails, the game is as it was dealt:
    /// step by step it fails where a match would.
    fn in_one_call(&mut self, seeds: GameSeeds, position: &mut Position) -> Result<bool, CallError> {
        let plan = self.plan;
        let by_steps = plan.results_only || plan.longest.is_some() || self.needs_details();
        // House rules have less time in one call than in many.
        if by_steps || seeds.number.is_multiple_of(KIND_SAMPLE_INTERVAL) || !self.ruleset.variant().scripts.is_empty() {
            return Ok(false);
        }
        match position.course(seeds.random_choices(), &mut self.course) {
            Ok(true) if self.take_course() => return Ok(true),
            Ok(_) => position.deal_again(seeds.deal)?,
            Err(_) => *position = Position::deal(self.ruleset.rules(), seeds.deal)?,
        }
        Ok(false)
    }

    /// Takes over the game that was played in one call; false if the kind of an action is not known.
    fn take_course(&mut self) -> bool {
        self.played.clear();
        for step in self.course.steps() {
            let action = Action(step.action);
            let Some(kind) = self.kinds.known(action) else { return false };
            self.played.steps.push(MeasuredStep { seat: Seat(step.seat as u8), action, choices: step.choices, kind });
        }
        self.played.scores.extend_from_slice(self.course.scores());
        true
    }

    /// A game between agents, recorded if that is wanted.
    fn between_agents(&mut self, seeds: GameSeeds, stop: &Stop) -> Result<Option<GameEnd>, Failed> {
        let (plan, ruleset) = (self.plan, self.ruleset);
        let GameSeeds { number, deal, .. } = seeds;
        let failed = |error: CallError| rules_failed(ruleset, seeds, error);
        let players: Vec<AgentSpec> = plan.seated(number).iter().map(|player| plan.players[*player].clone()).collect();
        let names = players.iter().map(AgentSpec::player).collect();
        let current = Match::new(ruleset, deal, names, None).map_err(|error| match_failed(seeds, error))?;
        let agents = agents(&players, plan, seeds)
            .map_err(|error| Failed { game: number, error: SimulationError::UnknownPlayer(error) })?;
        let is_read = plan.record_dir.is_some() || agents.iter().flatten().any(|agent| agent.needs_view());
        let mut session = Session::new(if is_read { current } else { current.without_log() }, agents);
        if let Some(folder) = &plan.record_dir {
            record(session.current_mut(), folder, number)?;
        }
        self.played.clear();
        let played = session.play_out(plan.longest, stop, &mut StepRecorder(self));
        let cut_off = match played.map_err(|error| session_failed(&session, seeds, error))? {
            PlayedTo::Interruption => return Ok(None),
            PlayedTo::Limit => true,
            PlayedTo::End => false,
        };
        if cut_off {
            let revealed = session.current_mut().reveal_seed();
            revealed.map_err(|problem| Failed { game: number, error: SimulationError::Record(problem) })?;
        }
        let actions = session.current().decisions() as u64;
        let winners = session.current().position().scores(&mut self.scores).map_err(failed)?;
        Ok(Some(GameEnd { winners, actions, cut_off, traced: !plan.results_only }))
    }
}

/// Notes the steps of a game between agents.
struct StepRecorder<'r, 'a>(&'r mut GameRunner<'a>);

impl SessionObserver for StepRecorder<'_, '_> {
    fn before(&mut self, session: &Session, _seat: Seat) -> Result<(), SessionError> {
        let (Self(runner), position) = (self, session.current().position());
        if runner.plan.results_only {
            return Ok(());
        }
        let mut note = || {
            position.legal_actions(&mut runner.legal)?;
            runner.note_offered(position)?;
            if !runner.needs_details() {
                return Ok(());
            }
            match &mut runner.before {
                Some(before) => before.copy_from(position),
                None => position.try_clone().map(|position| runner.before = Some(position)),
            }
        };
        note().map_err(|error| session.current().ruleset().explain(error).into())
    }

    fn after(&mut self, session: &Session, seat: Seat) -> Result<(), SessionError> {
        let (Self(runner), current) = (self, session.current());
        if runner.plan.results_only {
            return Ok(());
        }
        let mut note = || {
            let (position, choice) = (current.position(), current.choices().last().map(|(_, choice)| choice));
            let action = choice.map(|choice| choice.action).unwrap_or_default();
            let before = runner.before.take();
            let noted = runner.note_step(seat, action, position, choice.zip(before.as_ref()));
            runner.before = before;
            noted?;
            runner.note_scores(position)
        };
        note().map_err(|error| current.ruleset().explain(error).into())
    }
}

/// Begins the record of a game.
fn record(played: &mut Match, folder: &Path, game: u64) -> Result<(), Failed> {
    let path = numbered_file(folder, game);
    let journal = Journal::create(&path, &played.header(), false).map_err(|error| Failed {
        game,
        error: SimulationError::Record(Problem::file(&path, format!("the record cannot be written: {error}"))),
    })?;
    played.attach(journal);
    Ok(())
}

/// The players of one game. Random ones share their dice, so that a game of random players is the same as its playout.
fn agents(
    players: &[AgentSpec],
    plan: &SimulationPlan,
    seeds: GameSeeds,
) -> Result<Vec<Option<Box<dyn Agent>>>, UnknownAgent> {
    let dice = Dice::new(seeds.random_choices());
    players
        .iter()
        .enumerate()
        .map(|(seat, player)| -> Result<Option<Box<dyn Agent>>, UnknownAgent> {
            Ok(Some(match player {
                random if *random == RANDOM => Box::new(dice.clone()),
                other => other.build(seed_of(seeds.choices, seat as u64), &plan.programs)?,
            }))
        })
        .collect()
}
