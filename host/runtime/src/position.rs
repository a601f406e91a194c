//! A position as it is played: one decision after another, whatever the game's turns are like.
//!
//! [`State`] is the plugin's own state. While several seats choose at once, the choices made so far are kept here,
//! accessible only to the host; where chance decides, the host rolls, with dice that are part of the position. So to a
//! player a position is a sequence of decisions, each by one seat: among those that choose together, the lowest that
//! has not chosen yet. No scene shows a secret choice, because the state does not contain it. Random draws, up to whole
//! games, are in `sampling`.
//!
//! This way no loop in bots, lab, perft or matches handles kinds of turns. A sample for a bot resamples the other
//! seats' secret choices. In a match such choices are in no log and in no record until all are made: a crash before
//! that costs a choice, never a secret. The dice follow from the match's seed, and the record contains their outcomes.

mod sampling;

use super::{CallError, Candidate, Choice, RolledOutcome, Rules, State, StepNotes};
use std::sync::Arc;
use stonehouse_plugin::rng::seed_of;
use stonehouse_plugin::{
    Action, Chosen, MAX_GAME_STEPS, Observer, Outcome, Outcomes, Rng, Samples, Scene, Seat, Seats, Text, Turn, choice,
};

/// Separates the host's dice from everything else that is derived from a match's seed.
const DICE: u64 = 0x6469_6365;

/// A position in play.
pub struct Position {
    pub(super) state: State,
    /// The choices of seats that wait for others to choose, in the order of seats: all of the game, or all of actions
    /// of the house.
    pub(super) pending_choices: Vec<(Seat, Choice)>,
    dice: Rng,
    /// The outcomes of chance since the last decision, in order.
    pub(super) rolled: Vec<u32>,
    /// The effects of house rules and the outcomes of chance, while they are noted.
    pub(super) noted: Option<StepNotes>,
}

impl Position {
    /// The position at the start of the match with this seed.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn deal(rules: &Arc<Rules>, seed: u64) -> Result<Self, CallError> {
        let mut dealt = Self::deal_seeded(rules, seed)?;
        dealt.begin_match()?;
        Ok(dealt)
    }

    /// The position before chance and house rules have done anything.
    pub(super) fn deal_seeded(rules: &Arc<Rules>, seed: u64) -> Result<Self, CallError> {
        let dealt = Self::deal_unrolled(rules, seed)?;
        Ok(Self { dice: Rng::from_seed(seed_of(seed, DICE)), ..dealt })
    }

    /// As [`deal`](Self::deal), but chance decides nothing by itself: for counting with
    /// [`candidates_and_outcomes`](Self::candidates_and_outcomes).
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn deal_unrolled(rules: &Arc<Rules>, seed: u64) -> Result<Self, CallError> {
        let state = rules.deal(seed)?;
        Ok(Self { state, pending_choices: Vec::new(), dice: Rng::from_seed(0), rolled: Vec::new(), noted: None })
    }

    /// Fills `candidates` with everything that can come next: what the next seat can try, or the outcomes of chance.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn candidates_and_outcomes(&self, candidates: &mut Vec<Candidate>) -> Result<(), CallError> {
        if self.is_chance()? {
            let mut outcomes = Outcomes::new();
            self.state.outcomes(&mut outcomes)?;
            candidates.clear();
            candidates.extend(outcomes.iter().map(|(code, _)| Candidate { action: Action(code), sample: 0 }));
            return Ok(());
        }
        self.all_candidates(candidates)
    }

    /// Applies one of the [`candidates_and_outcomes`](Self::candidates_and_outcomes). Chance decides nothing by itself
    /// afterwards.
    ///
    /// # Errors
    /// As [`play`](Self::play).
    pub fn play_candidate_or_outcome(&mut self, candidate: Candidate) -> Result<(), CallError> {
        if self.is_chance()? {
            return self.state.apply_outcome(candidate.action.0);
        }
        let choice = self.choice_of(candidate)?;
        self.play_checked(&choice, false)
    }

    #[inline]
    fn is_chance(&self) -> Result<bool, CallError> {
        Ok(self.rules().plugin().has_chance() && self.state.turn()? == Turn::Chance)
    }

    /// Deals again, without allocating if the plugin can.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn deal_again(&mut self, seed: u64) -> Result<(), CallError> {
        self.state.deal(seed)?;
        self.pending_choices.clear();
        self.dice = Rng::from_seed(seed_of(seed, DICE));
        self.begin_match()
    }

    /// A copy of this position.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn try_clone(&self) -> Result<Self, CallError> {
        Ok(Self {
            state: self.state.try_clone()?,
            pending_choices: self.pending_choices.clone(),
            dice: self.dice.clone(),
            rolled: self.rolled.clone(),
            noted: None,
        })
    }

    /// Makes this position a copy of `source`, without allocating if the plugin can.
    ///
    /// # Errors
    /// When they are of different rulesets, or the plugin failed.
    pub fn copy_from(&mut self, source: &Self) -> Result<(), CallError> {
        self.state.copy_from(&source.state)?;
        self.pending_choices.clone_from(&source.pending_choices);
        self.dice.clone_from(&source.dice);
        self.rolled.clone_from(&source.rolled);
        Ok(())
    }

    /// The plugin's state: everything but the choices that wait for others.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The ruleset under which it is played.
    pub const fn rules(&self) -> &Arc<Rules> {
        self.state.rules()
    }

    /// The turn of the game, unless house rules have ended the match or wait for a seat.
    #[inline]
    fn turn(&self) -> Result<Turn, CallError> {
        match self.turn_in_house() {
            Some(turn) => Ok(turn),
            None => self.state.turn(),
        }
    }

    /// The seat that decides next; `None` when the game [is over](Self::is_finished). Of several that choose at once it
    /// is the first that has not chosen yet. After a [rollout](Self::rollout) that stopped where chance has the turn it
    /// is `None`, too.
    ///
    /// # Errors
    /// When the plugin failed.
    #[inline]
    pub fn to_act(&self) -> Result<Option<Seat>, CallError> {
        Ok(match self.turn()? {
            Turn::Seat(seat) => Some(seat),
            Turn::Together(seats) => seats.iter().find(|seat| !self.has_chosen(*seat)),
            // Chance has already decided.
            Turn::Over | Turn::Chance => None,
        })
    }

    /// Whether the game is over. Unlike [`to_act`](Self::to_act) it distinguishes the end from a turn of chance.
    ///
    /// # Errors
    /// When the plugin failed.
    #[inline]
    pub fn is_finished(&self) -> Result<bool, CallError> {
        Ok(self.turn()?.is_over())
    }

    /// The seats that choose at once and have not chosen yet: none while one seat acts at a time.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn undecided_seats(&self) -> Result<Seats, CallError> {
        let Some(together) = self.simultaneous_seats()? else { return self.undecided_in_house() };
        Ok(together.iter().filter(|seat| !self.has_chosen(*seat)).collect())
    }

    /// This position as a turn of `seat`, one of several that choose at once: those before it count as having chosen.
    /// For its legal actions, their descriptions and [`check_choice`](Self::check_choice); it is not played on. `None`
    /// where the seat has nothing to choose.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn as_turn_of(&self, seat: Seat) -> Result<Option<Self>, CallError> {
        let undecided = self.undecided_seats()?;
        if !undecided.contains(seat) {
            return Ok(None);
        }
        let mut turn = self.try_clone()?;
        let earlier = undecided.iter().take_while(|earlier| *earlier != seat);
        turn.pending_choices.extend(earlier.map(|earlier| (earlier, Action(0).into())));
        Ok(Some(turn))
    }

    /// Refuses an action that is not legal for the seat that [decides next](Self::to_act), and values that the action
    /// does not accept. What only the game can find out when it applies the choice is not refused.
    ///
    /// # Errors
    /// [`CallError::Illegal`]; and when a house rule or the plugin failed.
    pub fn check_choice(&self, choice: &Choice) -> Result<(), CallError> {
        let mut legal = Vec::new();
        self.legal_actions(&mut legal)?;
        let (Some(seat), Ok(_)) = (self.to_act()?, legal.binary_search(&choice.action)) else {
            return Err(CallError::Illegal);
        };
        let described = self.describe_alone(choice, Observer::Seat(seat), false)?;
        let takes_values = choice::all_taken(described.inputs(), &choice.values);
        if takes_values { Ok(()) } else { Err(CallError::Illegal) }
    }

    /// The seats that choose at once, if it is the turn of several. Only games that can have such turns are queried.
    #[inline]
    pub(super) fn simultaneous_seats(&self) -> Result<Option<Seats>, CallError> {
        if !self.rules().plugin().has_simultaneous_turns() {
            return Ok(None);
        }
        Ok(match self.turn()? {
            Turn::Together(seats) => Some(seats),
            _ => None,
        })
    }

    /// Whether somebody has chosen and waits for others to choose, too.
    pub const fn is_half_chosen(&self) -> bool {
        !self.pending_choices.is_empty()
    }

    /// The outcomes of chance since the last decision, by code, in order.
    pub fn rolled(&self) -> &[u32] {
        &self.rolled
    }

    pub(super) fn has_chosen(&self, seat: Seat) -> bool {
        self.pending_choices.iter().any(|(other, _)| *other == seat)
    }

    /// Fills `actions` with the legal actions of the seat that [decides next](Self::to_act), ascending.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    #[inline]
    pub fn legal_actions(&self, actions: &mut Vec<Action>) -> Result<(), CallError> {
        self.with_offered(actions, |actions| self.legal_actions_of_the_game(actions))
    }

    /// As [`legal_actions`](Self::legal_actions), without those of the house.
    #[inline]
    fn legal_actions_of_the_game(&self, actions: &mut Vec<Action>) -> Result<(), CallError> {
        match self.simultaneous_seats()? {
            Some(_) => self.to_act()?.map_or(Ok(()), |seat| self.state.legal_actions_of(seat, actions)),
            None => self.state.legal_actions(actions),
        }
    }

    /// Fills `candidates` with everything legal that can be tried, ascending: actions, those with inputs once for each
    /// sample.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn all_candidates(&self, candidates: &mut Vec<Candidate>) -> Result<(), CallError> {
        let mut actions = Vec::new();
        self.legal_actions(&mut actions)?;
        self.candidates_of(&actions, candidates)
    }

    /// As [`all_candidates`](Self::all_candidates), but only with the [candidates](State::candidates). `actions` is a
    /// scratch buffer.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn candidates(&self, actions: &mut Vec<Action>, candidates: &mut Vec<Candidate>) -> Result<(), CallError> {
        if self.state.has_candidates() {
            self.with_offered(actions, |actions| {
                self.to_act()?.map_or(Ok(()), |seat| self.state.candidates(seat, actions))
            })?;
        } else {
            self.legal_actions(actions)?;
        }
        self.candidates_of(actions, candidates)
    }

    fn candidates_of(&self, actions: &[Action], candidates: &mut Vec<Candidate>) -> Result<(), CallError> {
        candidates.clear();
        if !self.rules().plugin().has_inputs() {
            candidates.extend(actions.iter().map(|action| Candidate::from(*action)));
            return Ok(());
        }
        let Some(seat) = self.to_act()? else { return Ok(()) };
        let mut samples = Samples::new();
        for action in actions {
            self.state.samples(seat, *action, &mut samples)?;
            let count = samples.len().max(1) as u32;
            candidates.extend((0..count).map(|sample| Candidate { action: *action, sample }));
        }
        Ok(())
    }

    /// The choice of a candidate: its action, with the values of its sample.
    ///
    /// # Errors
    /// [`CallError::Illegal`] where there is no such sample; and when a house rule or the plugin failed.
    pub fn choice_of(&self, candidate: Candidate) -> Result<Choice, CallError> {
        if !self.rules().plugin().has_inputs() {
            return Ok(candidate.action.into());
        }
        self.choice_by(self.to_act()?.ok_or(CallError::Illegal)?, candidate)
    }

    /// The choice of this seat of a candidate.
    fn choice_by(&self, seat: Seat, candidate: Candidate) -> Result<Choice, CallError> {
        let mut samples = Samples::new();
        self.state.samples(seat, candidate.action, &mut samples)?;
        match samples.get(candidate.sample as usize) {
            Some(values) => Ok(Choice { action: candidate.action, values: values.to_vec() }),
            None if samples.is_empty() && candidate.sample == 0 => Ok(candidate.action.into()),
            None => Err(CallError::Illegal),
        }
    }

    /// Plays this action, without values, for the seat that [decides next](Self::to_act).
    ///
    /// # Errors
    /// As [`play`](Self::play).
    #[inline]
    pub fn apply(&mut self, action: Action) -> Result<(), CallError> {
        self.play_checked(&action.into(), true)
    }

    /// Plays this candidate for the seat that [decides next](Self::to_act).
    ///
    /// # Errors
    /// As [`play`](Self::play).
    #[inline]
    pub fn play_candidate(&mut self, candidate: Candidate) -> Result<(), CallError> {
        if self.rules().plugin().has_inputs() {
            let choice = self.choice_of(candidate)?;
            self.play_checked(&choice, true)
        } else {
            self.apply(candidate.action)
        }
    }

    /// Plays this choice for the seat that [decides next](Self::to_act). Where several choose at once, it takes effect
    /// when all have.
    ///
    /// # Errors
    /// [`CallError::Illegal`] leaves the position as it was; after any other error it must not be used.
    pub fn play(&mut self, choice: &Choice) -> Result<(), CallError> {
        if self.rules().plugin().has_inputs() && self.simultaneous_seats()?.is_some() {
            self.check_values(choice)?;
        }
        self.play_checked(choice, true)
    }

    /// Refuses values that the action does not accept: for a secret choice the game would find that out only when all
    /// have chosen, too late to correct it.
    fn check_values(&self, choice: &Choice) -> Result<(), CallError> {
        let Some(seat) = self.to_act()? else { return Ok(()) };
        let described = self.describe_alone(choice, Observer::Seat(seat), false)?;
        let takes_no_values = described.inputs().next().is_none();
        if takes_no_values || choice::all_taken(described.inputs(), &choice.values) {
            Ok(())
        } else {
            Err(CallError::Illegal)
        }
    }

    /// Plays a choice whose values are checked, or are checked by the game; then chance decides, if it `rolls`.
    #[inline]
    fn play_checked(&mut self, choice: &Choice, rolls: bool) -> Result<(), CallError> {
        self.with_house_rules(choice, |here| {
            let takes_effect = match here.simultaneous_seats()? {
                Some(seats) => here.choose(seats, choice)?,
                None => {
                    here.state.apply_with(choice.action, &choice.values)?;
                    true
                }
            };
            if takes_effect && rolls {
                return here.roll();
            }
            here.rolled.clear();
            Ok(())
        })
    }

    /// Makes this the choice of the next seat to choose. Returns whether everybody has chosen now and the choices took
    /// effect.
    fn choose(&mut self, seats: Seats, choice: &Choice) -> Result<bool, CallError> {
        let mut waiting = seats.iter().filter(|seat| !self.has_chosen(*seat));
        let Some(seat) = waiting.next() else { return Err(CallError::Illegal) };
        let is_last = waiting.next().is_none();
        let mut legal = Vec::new();
        self.state.legal_actions_of(seat, &mut legal)?;
        if legal.binary_search(&choice.action).is_err() {
            return Err(CallError::Illegal);
        }
        self.pending_choices.push((seat, choice.clone()));
        if is_last {
            let entries: Vec<Chosen<'_>> = self.pending_choices.iter().map(|(seat, choice)| choice.by(*seat)).collect();
            if let Err(error) = self.state.resolve(&entries) {
                self.pending_choices.pop();
                return Err(error);
            }
            self.pending_choices.clear();
        }
        Ok(is_last)
    }

    /// Lets chance decide as long as it is its turn.
    #[inline]
    pub(super) fn roll(&mut self) -> Result<(), CallError> {
        self.rolled.clear();
        self.roll_on()
    }

    /// As [`roll`](Self::roll), after the outcomes so far.
    #[inline]
    pub(super) fn roll_on(&mut self) -> Result<(), CallError> {
        if self.rules().plugin().has_chance() { self.apply_chance() } else { Ok(()) }
    }

    fn apply_chance(&mut self) -> Result<(), CallError> {
        let mut outcomes = Outcomes::new();
        while self.state.turn()? == Turn::Chance {
            if self.rolled.len() == MAX_GAME_STEPS {
                return Err(CallError::Endless);
            }
            self.state.outcomes(&mut outcomes)?;
            let drawn = self.dice.below(outcomes.total() as u32);
            let code = outcomes
                .at(drawn)
                .ok_or_else(|| CallError::Contract("`outcomes` returned none where chance decides".to_owned()))?;
            let before = self.noted.is_some().then(|| self.state.try_clone()).transpose()?;
            self.state.apply_outcome(code)?;
            self.rolled.push(code);
            if let (Some(noted), Some(before)) = (&mut self.noted, before) {
                noted.rolls.push(RolledOutcome::new(before, code));
            }
        }
        Ok(())
    }

    /// As [`State::scores`].
    ///
    /// # Errors
    /// When the plugin failed.
    #[inline]
    pub fn scores(&self, scores: &mut [i64]) -> Result<Seats, CallError> {
        let winners = self.state.scores(scores)?;
        self.adjust_scores(scores, winners)
    }

    /// As [`State::outcome`].
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn outcome(&self) -> Result<Outcome, CallError> {
        let mut scores = vec![0; self.rules().seating().seats.len()];
        let winners = self.scores(&mut scores)?;
        Ok(Outcome { scores, winners })
    }

    /// As [`State::prospects`].
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn prospects(&self, prospects: &mut [i64]) -> Result<(), CallError> {
        self.state.prospects(prospects)?;
        self.adjust_prospects(prospects)
    }

    /// The table as `observer` may see it. A seat that has chosen while others have not has no prompt.
    ///
    /// # Errors
    /// When the plugin failed.
    pub fn scene(&self, observer: Observer) -> Result<Scene, CallError> {
        let mut scene = self.state.scene(observer)?;
        self.add_to_scene(&mut scene, observer)?;
        if scene.prompt.as_ref().is_some_and(|prompt| self.has_chosen(prompt.seat)) {
            scene.prompt = None;
        }
        Ok(scene)
    }

    /// The news of an action for `observer` once it is applied: `before` was the position in which `choice` was chosen,
    /// this is the one that it led to. Choices made together have their news with the last one, when they take effect.
    /// `None` where there is none.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn news(&self, before: &Self, choice: &Choice, observer: Observer) -> Result<Option<Text>, CallError> {
        if self.is_half_chosen() || !self.rules().plugin().has_news() {
            return Ok(None);
        }
        let chosen = before.choices_of_the_game(choice)?;
        self.state.news(&before.state, &chosen, observer)
    }

    /// The announcement of the deal for `observer`, this being the position as it was dealt. `None` where there is
    /// nothing to announce.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn opening(&self, observer: Observer) -> Result<Option<Text>, CallError> {
        self.state.opening(observer)
    }
}
