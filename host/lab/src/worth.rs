//! Values actions by counterfactual playouts: a position is played on both with the action that was chosen and without
//! it.
//!
//! Players who use an action win more often for two reasons: because of the action, and because those who are ahead use
//! it more. So the same position is played on twice, by the same players with the same chance. What is forbidden is
//! forbidden to one seat for one decision: the question is then what it is worth to use the action here. If it were
//! forbidden for the rest of the game, players would have to play another game, in which there may be nothing to do;
//! and the answer would mix what the action is worth here with what it is worth later. Positions are those in which the
//! action was chosen: where a player would not use it anyway, nothing changes if it is forbidden. They are taken at
//! random among those of a game, without regard to how it continued, and both ways are played afresh; so neither is
//! chosen by its end.
//!
//! A bot's next best choice comes from [`Viewpoint::without`](stonehouse_bots::Viewpoint::without); outside programs
//! have no such function.

use crate::game::{ActionWorth, Lineup};
use crate::plan::SimulationPlan;
use std::ops::ControlFlow;
use stonehouse_bots::{Bot, BotError, BotSpec, Stop, Viewpoint};
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{Action, Rng, Seat, Seats};
use stonehouse_runtime::{CallError, Choice, GameLength, PlayedTo, Position};
use stonehouse_session::AgentSpec;

/// A use of a kind of action, with the position before it.
struct Use {
    kind: u16,
    /// How many uses of this kind there were so far.
    count: u64,
    /// How many actions were played before.
    number: u64,
    seat: Seat,
    choice: Choice,
    /// The legal actions of this kind.
    without: Vec<Action>,
    position: Position,
}

/// A use of each kind in a game, each as likely as any other of its kind.
pub(crate) struct Uses {
    dice: Rng,
    taken: Vec<Use>,
}

/// The actions that may be noted as a use.
pub(crate) struct PlayedAction<'a> {
    pub kind: u16,
    pub number: u64,
    pub seat: Seat,
    pub choice: &'a Choice,
    pub position: &'a Position,
}

impl Uses {
    /// None yet, of a game of this seed.
    pub fn new(seed: u64) -> Self {
        Self { dice: Rng::from_seed(seed_of(seed, u64::MAX - 1)), taken: Vec::new() }
    }

    /// Samples the uses of each kind, each with the same chance: reservoir sampling with one place (Vitter 1985).
    /// `legal` are all legal actions, each with its kind.
    pub fn note(&mut self, chosen: &PlayedAction<'_>, legal: &[(Action, u16)]) -> Result<(), CallError> {
        if legal.iter().all(|(_, kind)| *kind == chosen.kind) {
            return Ok(());
        }
        let count = self.taken.iter().find(|taken| taken.kind == chosen.kind).map_or(1, |taken| taken.count + 1);
        let is_taken = self.dice.below(u32::try_from(count).unwrap_or(u32::MAX)) == 0;
        let place = self.taken.iter().position(|taken| taken.kind == chosen.kind);
        if let Some(place) = place {
            self.taken[place].count = count;
        }
        if !is_taken {
            return Ok(());
        }
        let without = legal.iter().filter(|(_, kind)| *kind == chosen.kind).map(|(action, _)| *action).collect();
        let PlayedAction { kind, number, seat, .. } = *chosen;
        let (choice, position) = (chosen.choice.clone(), chosen.position.try_clone()?);
        let new = Use { kind, count, number, seat, choice, without, position };
        match place {
            Some(place) => self.taken[place] = new,
            None => self.taken.push(new),
        }
        Ok(())
    }

    /// Plays on from each use, with it and without it. None if it was stopped.
    pub fn played_on(
        &self,
        plan: &SimulationPlan,
        lineup: &Lineup,
        seated: &[usize],
        seed: u64,
        stop: &Stop,
    ) -> Result<Option<Vec<ActionWorth>>, BotError> {
        let mut worth = Vec::new();
        for taken in &self.taken {
            // Both ways have the same chance.
            let seed = seed_of(seed_of(seed, u64::MAX - 2), taken.number);
            let on = PlayedOn { plan, lineup, seated, seed, stop };
            let mut with = taken.position.try_clone()?;
            with.play(&taken.choice)?;
            let mut without = taken.position.try_clone()?;
            let mut bot = on.bot(taken.seat, seed_of(seed, u64::MAX));
            let other = bot.choose(&Viewpoint::new(&taken.position, taken.seat).without(&taken.without), stop)?;
            without.play_candidate(other)?;
            let (Some(with), Some(without)) = (on.end(with, taken)?, on.end(without, taken)?) else { return Ok(None) };
            worth.push(ActionWorth {
                kind: taken.kind,
                wins: i64::from(with.0) - i64::from(without.0),
                points: with.1.saturating_sub(without.1),
            });
        }
        Ok(Some(worth))
    }
}

/// How games are played on.
struct PlayedOn<'a> {
    plan: &'a SimulationPlan,
    lineup: &'a Lineup,
    seated: &'a [usize],
    seed: u64,
    stop: &'a Stop,
}

impl PlayedOn<'_> {
    /// The bot of a seat. Only bots are admitted; a program would play at random.
    fn bot(&self, seat: Seat, seed: u64) -> Box<dyn Bot> {
        let player = self.seated.get(seat.index()).and_then(|player| self.plan.players.get(*player));
        match player {
            Some(AgentSpec::Bot(bot)) => bot.build(seed),
            _ => BotSpec::Random.build(seed),
        }
    }

    /// Plays to the end: whether the team of the seat in question wins alone, and by how many points it is ahead. None
    /// if it was stopped.
    fn end(&self, mut position: Position, taken: &Use) -> Result<Option<(bool, i64)>, BotError> {
        let mut scores = vec![0; self.lineup.seats.len()];
        if self.plan.longest.is_none() && self.plan.is_of_playouts() {
            position.playout(self.seed)?;
        } else {
            let seats = Seat::all(scores.len());
            let mut bots: Vec<_> = seats.map(|seat| self.bot(seat, seed_of(self.seed, seat.index() as u64))).collect();
            let mut length = GameLength::new(taken.number + 1, self.plan.longest);
            let played = position.play_on(&mut length, |position, seat| -> Result<_, BotError> {
                let candidate = bots[seat.index()].choose(&Viewpoint::new(position, seat), self.stop)?;
                if self.stop.is_stopped() {
                    return Ok(ControlFlow::Break(()));
                }
                Ok(ControlFlow::Continue(position.play_candidate(candidate)?))
            })?;
            if played == PlayedTo::Interruption {
                return Ok(None);
            }
        }
        let winners = position.scores(&mut scores)?;
        Ok(Some(self.ahead(winners, &scores, taken.seat)))
    }

    fn ahead(&self, winners: Seats, scores: &[i64], seat: Seat) -> (bool, i64) {
        let teams = &self.lineup.teams;
        let won = teams.sole_winner(winners).is_some_and(|team| teams.numbers().get(seat.index()) == Some(&team));
        (won, teams.margin(scores, seat))
    }
}
