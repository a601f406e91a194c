//! Bots in a game in which all are one team.

use stonehouse_bots::{BotSpec, Stop, Viewpoint};
use stonehouse_plugin::{
    About, Action, ActionText, Actions, Game, GameError, Observer, RulesError, Scene, Seat, SeatInfo, Seating, Seats,
    Setup, Turn, json, knobs, linked_game,
};
use stonehouse_runtime::{Plugin, Position};

knobs! {
    /// Nothing can be changed.
    pub struct Knobs {}
}

/// Chain: two partners lay cards by turns, and each scores by the card before it. The card that scores most at once
/// leaves little for the next.
struct Chain;

/// The scores of a card after another.
const LINKS: [[i64; 4]; 4] = [[0, 3, 1, 2], [1, 0, 1, 0], [0, 1, 2, 3], [4, 0, 0, 1]];
const LENGTH: u32 = 16;
/// The points with which the partners win: hardly ever reached at random.
const GOAL: i64 = 44;

#[derive(Clone)]
struct Laid {
    count: u32,
    last: u32,
    points: i64,
}

impl Game for Chain {
    type Knobs = Knobs;
    type State = Laid;

    fn about() -> About {
        About::new("chain", "Chain", "1.0.0").summary("Lay a chain together.")
    }

    fn new(_: Setup<Knobs>) -> Result<Self, RulesError> {
        Ok(Self)
    }

    fn seating(&self) -> Seating {
        Seating::new(["Anna", "Ben"].map(|name| SeatInfo::new(name, 0)))
    }

    fn deal(&self, seed: u64) -> Result<Laid, GameError> {
        Ok(Laid { count: 0, last: (seed % 4) as u32, points: 0 })
    }

    fn turn(&self, state: &Laid) -> Turn {
        (state.count < LENGTH).then_some(Seat((state.count % 2) as u8)).into()
    }

    fn legal_actions(&self, state: &Laid, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if state.count < LENGTH {
            (0..4).for_each(|card| actions.push(Action(card)));
        }
        Ok(())
    }

    fn apply(&self, state: &mut Laid, action: Action) -> Result<(), GameError> {
        if state.count == LENGTH || action.0 >= 4 {
            return Err(GameError::Illegal);
        }
        state.points += LINKS[state.last as usize][action.0 as usize];
        (state.last, state.count) = (action.0, state.count + 1);
        Ok(())
    }

    fn scores(&self, state: &Laid, scores: &mut [i64]) {
        scores.fill(state.points);
    }

    fn winners(&self, state: &Laid) -> Seats {
        if state.points >= GOAL { Seats::all(2) } else { Seats::default() }
    }

    fn scene(&self, _: &Laid, _: Observer) -> Scene {
        Scene::default()
    }

    fn describe(&self, _: &Laid, action: Action, _: Observer) -> ActionText {
        ActionText::new("lays").data(json!({ "card": action.0 })).path([action.0.to_string()])
    }
}

linked_game!(Chain);

/// The points of both partners together in `games` games, and how many of these are won.
fn played(bot: &str, games: u64) -> (i64, usize) {
    let rules = Plugin::linked::<Chain>().unwrap().rules(2, &json!({}), None).unwrap();
    let ends = (0..games).map(|game| {
        let mut position = Position::deal(&rules, game).unwrap();
        let mut players = [game, !game].map(|seed| bot.parse::<BotSpec>().unwrap().build(seed));
        while let Some(seat) = position.to_act().unwrap() {
            let candidate = players[seat.index()].choose(&Viewpoint::new(&position, seat), &Stop::new()).unwrap();
            position.play_candidate(candidate).unwrap();
        }
        position.outcome().unwrap()
    });
    ends.fold((0, 0), |(points, won), end| (points + end.scores[0], won + usize::from(!end.winners.is_empty())))
}

#[test]
fn a_search_plays_for_the_points_of_its_only_team() {
    let [(random, _), (searched, won)] = ["random", "search@400"].map(|bot| played(bot, 20));
    // At random it is 21 points on average; at most 48 are possible. While only wins counted, a search made 1 and won
    // nothing.
    assert!(random < 20 * 25, "{random}");
    assert!(searched > 20 * 44 && won >= 16, "{searched} points, {won} won");
}
