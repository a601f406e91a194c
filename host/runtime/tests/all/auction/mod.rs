//! Auction, a small game with all that goes beyond one seat acting at a time: chance names a prize, everybody bids for
//! it at once and in secret, and the winner may give coins away for a point. Its knob `slip` makes it break one
//! promise.

use stonehouse_plugin::{
    About, Action, ActionText, Actions, BotHelp, Chance, Chosen, Game, GameError, Input, Inputs, MAX_GAME_STEPS, News,
    Observer, Outcomes, PathStep, Playout, Rng, RulesError, Samples, Scene, Seat, Seating, Seats, Setup, Simultaneous,
    Text, Turn, json, knobs, linked_game, random_playout, text, words,
};

words! {
    /// What is wrong with the game.
    pub enum Slip {
        None = "none",
        /// The playout draws amounts otherwise than the host does.
        Playout = "playout",
        /// A sample is more than the seat has.
        Sample = "sample",
        /// Any amount is accepted.
        AnyAmount = "any_amount",
        /// A bid without an amount is accepted.
        NoAmount = "no_amount",
        /// Choices that are not legal change the state before they are refused.
        HalfResolved = "half_resolved",
        /// A choice that is not listed is accepted.
        Unlisted = "unlisted",
        /// An outcome that cannot happen is accepted.
        AnyOutcome = "any_outcome",
        /// Chance may strike at any time.
        AnyTime = "any_time",
        /// An outcome weighs nothing.
        NoWeight = "no_weight",
        /// Outcomes come in any order.
        Order = "order",
        /// Choices are listed twice.
        Twice = "twice",
        /// The scene prompts the first seat only.
        Prompt = "prompt",
        /// More is offered than can be given.
        Bounds = "bounds",
        /// An amount is asked for without a word of it in the description.
        Undescribed = "undescribed",
        /// Samples are of different lengths.
        Uneven = "uneven",
        /// Nothing can be chosen.
        NoChoice = "no_choice",
        /// The news have a placeholder that nothing fills.
        News = "news",
        /// The description of an outcome has a placeholder that nothing fills.
        Outcome = "outcome",
        /// A rollout stops where seats are to choose and have nothing to choose from.
        Rollout = "rollout",
    }
}

knobs! {
    /// The knobs of Auction.
    pub struct Knobs {
        /// What is wrong with the game.
        pub slip: Slip = Slip::None;
        /// The coins of each player at the start.
        pub coins: i64 = 7, in 1..=1000;
        /// Whether only the first seat knows which prize it is.
        pub hides_prize: bool = false;
    }
}

pub struct Auction {
    knobs: Knobs,
    seats: usize,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    Roll,
    Bid,
    Gift(Seat),
    Over,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub phase: Phase,
    pub round: u32,
    pub prize: i64,
    pub coins: Vec<i64>,
    pub points: Vec<i64>,
    decisions: u32,
}

pub const PASS: Action = Action(0);
/// Takes one value: how much.
pub const BID: Action = Action(1);
pub const KEEP: Action = Action(2);
/// Takes two values: to whom, and how much.
pub const GIVE: Action = Action(3);

const ROUNDS: u32 = 3;

impl Auction {
    fn slips(&self, slip: Slip) -> bool {
        self.knobs.slip == slip
    }

    /// Whether a seat may choose this.
    fn may(&self, state: &State, seat: Seat, action: Action, values: &[i64]) -> bool {
        let coins = state.coins[seat.index()];
        let in_bounds = |amount: i64| (1..=coins).contains(&amount) || self.slips(Slip::AnyAmount);
        match (state.phase, action, values) {
            (Phase::Bid, PASS, []) => true,
            (Phase::Bid, BID, []) => coins > 0 && self.slips(Slip::NoAmount),
            (Phase::Bid, BID, [amount]) => coins > 0 && in_bounds(*amount),
            (Phase::Bid, _, _) => self.slips(Slip::Unlisted) && values.is_empty(),
            (Phase::Gift(whose), KEEP, []) => whose == seat,
            (Phase::Gift(whose), GIVE, [to, amount]) => {
                let other = (0..self.seats as i64).contains(to) && *to != i64::from(seat.0);
                whose == seat && coins > 0 && (other && in_bounds(*amount) || self.slips(Slip::AnyAmount))
            }
            _ => false,
        }
    }

    fn act(&self, state: &mut State, action: Action, values: &[i64]) -> Result<(), GameError> {
        let Phase::Gift(seat) = state.phase else { return Err(GameError::Illegal) };
        if !self.may(state, seat, action, values) {
            let to_itself = action == GIVE && values.first() == Some(&i64::from(seat.0));
            return Err(if to_itself { GameError::Refused("nobody gives to themselves") } else { GameError::Illegal });
        }
        if let [to, amount] = *values {
            state.coins[seat.index()] -= amount;
            if let Some(coins) = usize::try_from(to).ok().and_then(|to| state.coins.get_mut(to)) {
                *coins += amount;
            }
            state.points[seat.index()] += 1;
        }
        Self::next_round(state);
        Ok(())
    }

    fn next_round(state: &mut State) {
        state.decisions += 1;
        state.round += 1;
        state.phase = if state.round == ROUNDS { Phase::Over } else { Phase::Roll };
    }
}

impl Game for Auction {
    type Knobs = Knobs;
    type State = State;

    fn about() -> About {
        About::new("auction", "Auction", "1.0.0").summary("Bid for prizes, all at once.").seats(2, 4, 3)
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        Ok(Self { knobs: setup.knobs, seats: setup.seats.into() })
    }

    fn seating(&self) -> Seating {
        Seating::players(self.seats as u8)
    }

    fn deal(&self, _: u64) -> Result<State, GameError> {
        let (coins, points) = (vec![self.knobs.coins; self.seats], vec![0; self.seats]);
        Ok(State { phase: Phase::Roll, round: 0, prize: 0, coins, points, decisions: 0 })
    }

    fn turn(&self, state: &State) -> Turn {
        match state.phase {
            Phase::Roll => Turn::Chance,
            Phase::Bid => Turn::Together(Seats::all(self.seats)),
            Phase::Gift(seat) => Turn::Seat(seat),
            Phase::Over => Turn::Over,
        }
    }

    fn legal_actions(&self, state: &State, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if let Phase::Gift(seat) = state.phase {
            actions.push(KEEP);
            if state.coins[seat.index()] > 0 {
                actions.push(GIVE);
            }
        }
        Ok(())
    }

    fn apply(&self, state: &mut State, action: Action) -> Result<(), GameError> {
        self.act(state, action, &[])
    }

    fn scores(&self, state: &State, scores: &mut [i64]) {
        scores.copy_from_slice(&state.points);
    }

    fn scene(&self, state: &State, observer: Observer) -> Scene {
        let chooses = self.turn(state).seats();
        let asked = match observer {
            Observer::Seat(seat) if chooses.contains(seat) => Some(seat),
            _ => None,
        };
        let asked = if self.slips(Slip::Prompt) { asked.map(|_| Seat(0)) } else { asked };
        let buttons: Vec<_> =
            ["do/0", "do/1", "do/2", "do/3"].map(|handle| json!({ "handle": handle, "text": handle })).into();
        let prompt = asked.map(|seat| json!({ "seat": seat, "text": "Choose", "holds": null, "buttons": buttons }));
        let panels: Vec<_> = Seat::all(self.seats)
            .map(|seat| json!({ "seat": seat, "colour": null, "score": state.points[seat.index()], "notes": [] }))
            .collect();
        let status = format!("{state:?}");
        let scene = json!({
            "status": status, "areas": [], "seats": panels, "prompt": prompt, "lit": [], "gesture": null, "tally": null,
        });
        serde_json::from_value(scene).unwrap()
    }

    fn describe(&self, state: &State, action: Action, _: Observer) -> ActionText {
        let seat = if let Phase::Gift(seat) = state.phase { seat } else { Seat(0) };
        self.text(state, seat, action, &format!("does {}", action.0))
    }
}

impl Auction {
    /// The text of an action of `seat`, and the touch and the values that it takes.
    fn text(&self, state: &State, seat: Seat, action: Action, text: &str) -> ActionText {
        let coins = state.coins[seat.index()] + i64::from(self.slips(Slip::Bounds));
        let inputs = match action {
            _ if self.slips(Slip::Undescribed) => vec![],
            BID => vec![Input::number("coins", "Bid", 1, coins)],
            GIVE => {
                vec![Input::number("to", "To seat", 0, self.seats as i64 - 1), Input::number("coins", "Give", 1, coins)]
            }
            _ => vec![],
        };
        let touch = PathStep::from(format!("do/{}", action.0));
        ActionText::new(text.to_owned())
            .data(json!({}))
            .path(std::iter::once(touch).chain(inputs.into_iter().map(PathStep::from)))
    }
}

impl Chance for Auction {
    fn outcomes(&self, state: &State, outcomes: &mut Outcomes) -> Result<(), GameError> {
        if state.phase == Phase::Roll {
            let codes = if self.slips(Slip::Order) { [2, 1, 3] } else { [1, 2, 3] };
            for code in codes {
                outcomes.push(code, if self.slips(Slip::NoWeight) { 3 - code } else { 4 - code });
            }
        }
        Ok(())
    }

    fn apply_outcome(&self, state: &mut State, code: u32) -> Result<(), GameError> {
        let listed = (1..=3).contains(&code) || self.slips(Slip::AnyOutcome);
        let now = state.phase == Phase::Roll || self.slips(Slip::AnyTime) && state.phase != Phase::Over;
        if !(listed && now || self.slips(Slip::AnyTime) && state.phase != Phase::Roll && now) {
            return Err(GameError::Illegal);
        }
        state.decisions += 1;
        (state.phase, state.prize) = (Phase::Bid, code.into());
        Ok(())
    }

    fn describe_outcome(&self, _: &State, code: u32, observer: Observer) -> ActionText {
        if self.knobs.hides_prize && !observer.sees(Seat(0)) {
            return ActionText::new("a prize is drawn");
        }
        if self.slips(Slip::Outcome) {
            return ActionText::new(text!("the {prize} is {code}", code));
        }
        ActionText::new(format!("the prize is {code}")).data(json!({ "prize": code }))
    }
}

impl Simultaneous for Auction {
    fn legal_actions_of(&self, state: &State, seat: Seat, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if state.phase != Phase::Bid || self.slips(Slip::NoChoice) || state.round > ROUNDS {
            return Ok(());
        }
        actions.push(PASS);
        if self.slips(Slip::Twice) {
            actions.push(PASS);
        }
        if state.coins[seat.index()] > 0 {
            actions.push(BID);
        }
        Ok(())
    }

    fn resolve(&self, state: &mut State, chosen: &[Chosen<'_>]) -> Result<(), GameError> {
        assert!(chosen.iter().map(|one| one.seat).eq(Seat::all(self.seats)), "the host asks all seats, in order");
        for one in chosen {
            if !self.may(state, one.seat, one.action, one.values) {
                return Err(GameError::Illegal);
            }
            state.decisions += u32::from(self.slips(Slip::HalfResolved));
        }
        state.decisions += 1;
        let bid = |one: &Chosen<'_>| one.values.first().copied().unwrap_or_default();
        let highest = chosen.iter().map(bid).max().unwrap_or_default();
        let mut bidders = chosen.iter().filter(|one| bid(one) == highest);
        match (bidders.next(), bidders.next()) {
            (Some(only), None) if highest > 0 => {
                state.coins[only.seat.index()] -= highest;
                state.points[only.seat.index()] += state.prize;
                state.phase = Phase::Gift(only.seat);
            }
            _ => Self::next_round(state),
        }
        Ok(())
    }

    fn describe_choice(&self, state: &State, choice: Chosen<'_>, _: Observer) -> ActionText {
        let text = format!("{} chooses {} {:?}", choice.seat, choice.action.0, choice.values);
        self.text(state, choice.seat, choice.action, &text)
    }
}

impl Inputs for Auction {
    fn apply_with(&self, state: &mut State, action: Action, values: &[i64]) -> Result<(), GameError> {
        self.act(state, action, values)
    }

    fn samples(&self, state: &State, seat: Seat, action: Action, samples: &mut Samples) -> Result<(), GameError> {
        match (state.phase, action) {
            // In a bid all have the same to offer at most; what one has not is not sampled for it.
            (Phase::Bid, BID) => {
                let most = state.coins.iter().copied().filter(|coins| *coins > 0).min().unwrap_or(1);
                samples.push(&[1]);
                samples.push(&[if self.slips(Slip::Sample) { 1_000_000 } else { most }]);
                if self.slips(Slip::Uneven) {
                    samples.push(&[1, 1]);
                }
            }
            (Phase::Gift(_), GIVE) => {
                let coins = state.coins[seat.index()];
                for to in Seat::all(self.seats).filter(|to| *to != seat) {
                    samples.push(&[to.0.into(), 1]);
                    samples.push(&[to.0.into(), coins]);
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn describe_with(&self, state: &State, action: Action, values: &[i64], observer: Observer) -> ActionText {
        let mut described = self.describe(state, action, observer);
        described.text = format!("does {} with {values:?}", action.0).into();
        described
    }
}

impl Playout for Auction {
    fn playout(&self, state: &mut State, draws: &mut Rng) -> Result<u32, GameError> {
        let mut played = 0;
        let (mut outcomes, mut samples) = (Outcomes::new(), Samples::new());
        let draw = |state: &State, seat: Seat, legal: &[Action], draws: &mut Rng, samples: &mut Samples| {
            let action = *draws.pick(legal).ok_or(GameError::Illegal)?;
            samples.clear();
            self.samples(state, seat, action, samples)?;
            let mut drawn = if samples.is_empty() { 0 } else { draws.below(samples.len() as u32) as usize };
            if self.slips(Slip::Playout) {
                drawn = 0;
            }
            Ok::<_, GameError>((action, samples.get(drawn).unwrap_or_default().to_vec()))
        };
        let mut buffer = [Action(0); 4];
        while state.phase != Phase::Over {
            if played == MAX_GAME_STEPS as u32 {
                return Err(GameError::Endless);
            }
            match state.phase {
                Phase::Roll => {
                    outcomes.clear();
                    self.outcomes(state, &mut outcomes)?;
                    let code = outcomes.at(draws.below(outcomes.total() as u32)).ok_or(GameError::Illegal)?;
                    self.apply_outcome(state, code)?;
                }
                Phase::Bid => {
                    let mut all = Vec::new();
                    for seat in Seat::all(self.seats) {
                        let mut actions = Actions::new(&mut buffer);
                        self.legal_actions_of(state, seat, &mut actions)?;
                        let (action, values) = draw(state, seat, actions.as_slice(), draws, &mut samples)?;
                        all.push((seat, action, values));
                    }
                    let chosen: Vec<Chosen<'_>> = all
                        .iter()
                        .map(|(seat, action, values)| Chosen { seat: *seat, action: *action, values })
                        .collect();
                    self.resolve(state, &chosen)?;
                }
                _ => {
                    let mut actions = Actions::new(&mut buffer);
                    self.legal_actions(state, &mut actions)?;
                    let seat = self.turn(state).seat().ok_or(GameError::Illegal)?;
                    let (action, values) = draw(state, seat, actions.as_slice(), draws, &mut samples)?;
                    self.act(state, action, &values)?;
                }
            }
            played += 1;
        }
        Ok(played)
    }
}

impl BotHelp for Auction {
    fn rollout(&self, state: &mut State, draws: &mut Rng) -> Result<(), GameError> {
        if self.slips(Slip::Rollout) {
            (state.phase, state.round) = (Phase::Bid, ROUNDS + 1);
            return Ok(());
        }
        // As a game does that leaves this method out.
        random_playout(self, state, draws).map(|_| ())
    }
}

impl News for Auction {
    fn news(&self, before: &State, chosen: &[Chosen<'_>], after: &State, observer: Observer) -> Option<Text> {
        if before.phase != Phase::Bid {
            assert_eq!(chosen.len(), 1, "one seat has chosen");
            return None;
        }
        assert!(chosen.iter().map(|one| one.seat).eq(Seat::all(self.seats)), "all have chosen");
        Some(match after.phase {
            Phase::Gift(winner) if observer == Observer::Seat(winner) => "It is yours".into(),
            Phase::Gift(winner) if self.slips(Slip::News) => text!("{winner} wins {prize}", winner),
            Phase::Gift(winner) => text!("{winner} gets it", winner),
            _ => "Nobody gets it".into(),
        })
    }
}

linked_game!(Auction: Playout, Simultaneous, Inputs, Chance, News, BotHelp);
