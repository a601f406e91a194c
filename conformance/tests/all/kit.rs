//! The conformance kit finds the mistakes that it checks for: a small game with secrets, and one mistake at a time.

use std::sync::Arc;
use stonehouse_conformance::{Report, Violation, check, noop_house_rules};
use stonehouse_plugin::scene::{Area, Card, Layout, Piece, Prompt, SeatPanel};
use stonehouse_plugin::{
    About, Action, ActionText, Actions, BotHelp, Chosen, Determinize, EffectError, Game, GameError, Input, Json, News,
    Observer, PathStep, Playout, Rng, RulesError, Scene, Seat, Seating, Setup, Text, Trace, Turn, effects, facts, json,
    knobs, linked_game, random_playout, text, words, zones,
};
use stonehouse_runtime::{Plugin, Rules};

words! {
    /// The mistake of the game.
    enum Slip {
        None = "none",
        /// The public log names a card that stays hidden.
        LogText = "log_text",
        /// The log's structured fields name it.
        LogData = "log_data",
        /// The scene of the other seat shows it.
        OtherScene = "other_scene",
        /// The name of a card in the public's scene reveals it.
        PublicScene = "public_scene",
        /// A zone that is not secret has it.
        Zone = "zone",
        /// A player's own part of a secret zone has the other's card.
        OwnZone = "own_zone",
        /// A fact that is not secret has it.
        Fact = "fact",
        /// A player's own secret fact has the other's card.
        OwnFact = "own_fact",
        /// A path collides with another.
        Prefix = "prefix",
        /// The news name a card that stays hidden.
        News = "news",
        /// Two paths have the same touches in another order.
        Order = "order",
        /// The playout ends in another position, with the same scores.
        Playout = "playout",
        /// Two elements that only the other seat sees have the same handle.
        Handles = "handles",
        /// `reveal` gives something other than what was dealt.
        Revealed = "revealed",
        /// An effect is refused and changes something.
        Refused = "refused",
        /// After an effect the public sees a card.
        Effect = "effect",
        /// A trace contains the first action as if the other seat had played it.
        TraceSeat = "trace_seat",
        /// A trace contains a second action that nobody can play.
        TraceAction = "trace_action",
        /// A state that is made a copy of another stays as it was.
        Copy = "copy",
        /// An action asks for a value, and the game has no extension for it.
        Asks = "asks",
        /// The status turns the direction of the text around it.
        Direction = "direction",
        /// It claims to hide nothing.
        Open = "open",
        /// It claims to hide something, and shows everybody the same.
        Blind = "blind",
        /// Each game is long, and a wrong score is shown at its end.
        Long = "long",
    }
}

knobs! {
    /// The knobs of Peek.
    struct Knobs {
        /// What is wrong with the game.
        slip: Slip = Slip::None;
    }
}

/// Each of two players has a card that only they see, and in turn keeps it or shows it, three times.
struct Peek(Slip);

const TURNS: u8 = 6;
const KEEP: Action = Action(0);
const SHOW: Action = Action(1);
/// Lays a counter; it looks the same to all.
const COUNT: Action = Action(2);

struct Position {
    cards: [u8; 2],
    shown: [bool; 2],
    turn: u8,
    counters: u32,
    /// Whether the hidden cards are shown to all.
    revealed: bool,
    /// Whether nothing can be written over it.
    stays: bool,
    rng: Rng,
}

impl Clone for Position {
    fn clone(&self) -> Self {
        let Self { cards, shown, turn, counters, revealed, stays, ref rng } = *self;
        Self { cards, shown, turn, counters, revealed, stays, rng: rng.clone() }
    }

    fn clone_from(&mut self, source: &Self) {
        if !self.stays {
            *self = source.clone();
        }
    }
}

impl Position {
    fn mover(&self) -> Seat {
        Seat(self.turn % 2)
    }
}

impl Peek {
    fn turns(&self) -> u8 {
        if self.0 == Slip::Long { 200 } else { TURNS }
    }

    fn card(&self, state: &Position, seat: Seat, observer: Observer) -> String {
        let card = state.cards[seat.index()];
        let leaks = match self.0 {
            Slip::OtherScene => matches!(observer, Observer::Seat(_)),
            Slip::PublicScene => observer == Observer::Public,
            _ => state.revealed,
        };
        let sees = observer.sees(seat) && (self.0 != Slip::Blind || observer == Observer::Referee);
        if leaks || state.shown[seat.index()] || sees { format!("card {card}") } else { "card".into() }
    }
}

impl Game for Peek {
    type Knobs = Knobs;
    type State = Position;

    fn about() -> About {
        About::new("peek", "Peek", "1.0.0").summary("Show your card, or keep it.")
    }

    fn new(setup: Setup<Knobs>) -> Result<Self, RulesError> {
        Ok(Self(setup.knobs.slip))
    }

    fn seating(&self) -> Seating {
        Seating::players(2)
    }

    fn deal(&self, seed: u64) -> Result<Position, GameError> {
        let mut rng = Rng::from_seed(seed);
        let cards = [rng.below(50) as u8, rng.below(50) as u8];
        Ok(Position {
            cards,
            shown: [false; 2],
            turn: 0,
            counters: 0,
            revealed: false,
            stays: self.0 == Slip::Copy,
            rng,
        })
    }

    fn turn(&self, state: &Position) -> Turn {
        (state.turn < self.turns()).then(|| state.mover()).into()
    }

    fn legal_actions(&self, state: &Position, actions: &mut Actions<'_>) -> Result<(), GameError> {
        if state.turn < self.turns() {
            actions.push(KEEP);
            if !state.shown[state.mover().index()] {
                actions.push(SHOW);
            }
            actions.push(COUNT);
        }
        Ok(())
    }

    fn apply(&self, state: &mut Position, action: Action) -> Result<(), GameError> {
        let mover = state.mover().index();
        match action {
            _ if state.turn == self.turns() => return Err(GameError::Illegal),
            KEEP => {}
            SHOW if !state.shown[mover] => state.shown[mover] = true,
            COUNT => state.counters += 1,
            _ => return Err(GameError::Illegal),
        }
        state.turn += 1;
        Ok(())
    }

    fn scores(&self, state: &Position, scores: &mut [i64]) {
        scores.copy_from_slice(&state.shown.map(i64::from));
    }

    fn scene(&self, state: &Position, observer: Observer) -> Scene {
        let areas = Seat::all(2).map(|seat| {
            let name = self.card(state, seat, observer);
            let face = Card::new("1").title(name.clone()).into();
            let twice = self.0 == Slip::Handles && !observer.sees(seat) && observer != Observer::Public;
            let handle = format!("card/{}", if twice { 1 - seat.0 } else { seat.0 });
            let piece = Piece::new(seat.0.into(), face, name).handle(handle);
            Area::new(format!("hand/{}", seat.0), Layout::Fan).title("Hand").seat(seat).pieces([piece])
        });
        let prompt = self.turn(state).seat().map(|seat| {
            let buttons = ["keep", "show", "count"].into_iter();
            buttons.fold(Prompt::new(seat, "Keep or show"), |prompt, text| prompt.button(text, text))
        });
        let turned = if self.0 == Slip::Direction { "\u{202e}" } else { "" };
        let wrong = i64::from(self.0 == Slip::Long && state.turn == self.turns());
        Scene::new(text!(
            "{counters} counters in turn {turn}{turned}",
            counters = state.counters,
            turn = state.turn,
            turned
        ))
        .areas(areas)
        .seats(Seat::all(2).map(|seat| SeatPanel::new(seat, i64::from(state.shown[seat.index()]) + wrong)))
        .prompt(prompt)
    }

    fn reveal(&self, state: &Position) -> Json {
        // A number that differs from call to call, on which nobody may rely.
        static CALLS: std::sync::atomic::AtomicU64 = std::sync::atomic::AtomicU64::new(0);
        let calls = CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        json!({ "cards": state.cards, "calls": if self.0 == Slip::Revealed { calls } else { 0 } })
    }

    fn describe(&self, state: &Position, action: Action, observer: Observer) -> ActionText {
        let card = state.cards[state.mover().index()];
        let own = format!("card/{}", state.turn % 2);
        let (text, path) = match action {
            KEEP if self.0 == Slip::LogText && !matches!(observer, Observer::Seat(_)) => {
                (format!("keeps {card}"), ["keep", &own])
            }
            KEEP => ("keeps a card".into(), ["keep", &own]),
            // The action reveals it: the table shows it, too.
            SHOW => (format!("shows {card}"), ["show", &own]),
            _ => ("counts".into(), ["count", &own]),
        };
        let path = match (self.0, action) {
            (Slip::Prefix, KEEP) => &path[1..],
            (Slip::Prefix, COUNT) => &[path[1], path[0]],
            _ => &path[..],
        };
        let steps: Vec<PathStep> = match (self.0, action) {
            (Slip::Order, KEEP) => vec![PathStep::any(["hand/0", "hand/1"])],
            (Slip::Order, COUNT) => vec!["hand/1".into(), "hand/0".into()],
            _ => path.iter().map(|handle| (*handle).into()).collect(),
        };
        let leaks = self.0 == Slip::LogData && !observer.sees(state.mover());
        let data = if leaks && action == KEEP { json!({ "card": card }) } else { json!({}) };
        let asks =
            (self.0 == Slip::Asks && action == COUNT).then(|| PathStep::from(Input::number("n", "How many", 9, 1)));
        ActionText::new(text).data(data).path(steps.into_iter().chain(asks))
    }
}

impl Playout for Peek {
    fn playout(&self, state: &mut Position, draws: &mut Rng) -> Result<u32, GameError> {
        let played = random_playout(self, state, draws)?;
        if self.0 == Slip::Playout {
            state.counters += 1;
        }
        Ok(played)
    }
}

zones! {
    impl Zones for Peek;

    /// The cards that were shown.
    fn shown(rules, state) -> list(2) of (
        /// Its number.
        card: u8,
    ) {
        let is_shown = |seat: &usize| state.shown[*seat] || rules.0 == Slip::Zone;
        (0..2).filter(is_shown).map(|seat| (state.cards[seat],))
    }

    /// The card of each player, which only they see.
    fn hand(rules, state, seat) -> list(1) of (
        /// Its number.
        card: u8,
    ), secret {
        [(state.cards[seat.index() ^ usize::from(rules.0 == Slip::OwnZone)],)]
    }
}

impl News for Peek {
    fn news(&self, before: &Position, chosen: &[Chosen<'_>], after: &Position, _: Observer) -> Option<Text> {
        let card = after.cards[before.mover().index()];
        match chosen {
            [Chosen { action: SHOW, .. }] => Some(text!("It is {card}", card)),
            [Chosen { action: KEEP, .. }] if self.0 == Slip::News => Some(text!("It was {card}", card)),
            _ => None,
        }
    }
}

impl Determinize for Peek {
    fn determinize(&self, state: &mut Position, observer: Seat, seed: u64) {
        state.rng = Rng::from_seed(seed);
        let other = observer.left(1, 2).index();
        if !state.shown[other] {
            state.cards[other] = state.rng.below(50) as u8;
        }
    }

    fn hides(&self) -> bool {
        self.0 != Slip::Open
    }
}

impl Peek {
    fn lay(&self, state: &mut Position, counters: i64) -> Result<(), EffectError> {
        let refused = EffectError::new("one or two counters are laid");
        match (counters, self.0) {
            (1 | 2, slip) => state.revealed = slip == Slip::Effect,
            (_, Slip::Refused) => state.counters += 1,
            _ => return Err(refused),
        }
        if counters == 1 || counters == 2 {
            state.counters += counters as u32;
            return Ok(());
        }
        Err(refused)
    }
}

impl BotHelp for Peek {
    const TRACES: bool = true;

    fn trace(&self, state: &mut Position, draws: &mut Rng, trace: &mut Trace) -> Result<(), GameError> {
        let began = trace.as_slice().len();
        while state.turn < self.turns() {
            let mut buffer = [KEEP; 3];
            let mut legal = Actions::new(&mut buffer);
            self.legal_actions(state, &mut legal)?;
            let action = legal.as_slice()[draws.below(legal.len() as u32) as usize];
            let step = match (self.0, trace.as_slice().len() - began) {
                (Slip::TraceSeat, 0) => (Seat(1 - state.mover().0), action),
                (Slip::TraceAction, 1) => (state.mover(), Action(9)),
                _ => (state.mover(), action),
            };
            trace.push(step.0, step.1);
            self.apply(state, action)?;
        }
        Ok(())
    }
}

facts! {
    impl Facts for Peek;

    /// The card of each seat. Hidden from the other.
    fn card(rules, state, seat) -> u8, secret {
        state.cards[(seat.index() + usize::from(rules.0 == Slip::OwnFact)) % 2]
    }

    /// The sum of the cards that were shown.
    fn sum(rules, state) -> u8 {
        (0..2).filter(|seat| state.shown[*seat] || rules.0 == Slip::Fact).map(|seat| state.cards[seat]).sum()
    }
}

effects! {
    impl Effects for Peek;

    /// Lays counters.
    fn lay(
        rules,
        state,
        /// How many: one or two.
        counters: i64,
    ) {
        rules.lay(state, counters)
    }
}

linked_game!(Peek: Playout, BotHelp, Determinize, News, Facts, Effects, Zones);

fn rules(slip: &str) -> Arc<Rules> {
    Plugin::linked::<Peek>().unwrap().rules(2, &json!({ "slip": slip }), None).unwrap()
}

fn found(slip: &str) -> String {
    let broken: Result<Report, Violation> = check(&rules(slip), 20, 1);
    broken.expect_err(slip).promise
}

#[test]
fn a_game_that_reveals_only_what_is_shown_keeps_the_contract() {
    let report = check(&rules("none"), 50, 1).unwrap();
    assert_eq!((report.games, report.most_legal), (50, 3));
}

#[test]
fn a_log_revealing_a_hidden_card_is_found_in_text_and_in_data() {
    for slip in ["log_text", "log_data"] {
        let promise = found(slip);
        assert!(
            promise.contains("the description of action 0 for")
                && promise.contains("the scene afterwards does not show"),
            "{slip}: {promise}"
        );
    }
}

#[test]
fn news_of_a_hidden_card_is_found_and_of_a_shown_card_allowed() {
    let promise = found("news");
    assert!(
        promise.contains("the news of action 0 for") && promise.contains("the scene afterwards does not show"),
        "{promise}"
    );
    let plugin = Plugin::linked::<Peek>().unwrap();
    assert!(plugin.has_news() && plugin.extensions().contains(&"stonehouse.news/1"));
    check(&rules("none"), 50, 1).unwrap();
}

#[test]
fn a_scene_revealing_a_hidden_card_to_others_is_found() {
    for slip in ["other_scene", "public_scene"] {
        let promise = found(slip);
        assert!(promise.contains("reveals what is hidden from seat"), "{slip}: {promise}");
    }
}

#[test]
fn zones_and_facts_revealing_a_hidden_card_are_found() {
    for (slip, what) in
        [("zone", "zone `shown`"), ("own_zone", "zone `hand`"), ("fact", "fact `sum`"), ("own_fact", "fact `card`")]
    {
        let promise = found(slip);
        assert!(
            promise.contains(&format!("the {what} of seat")) && promise.contains("reveals what is hidden from seat"),
            "{slip}: {promise}"
        );
    }
}

#[test]
fn zones_and_facts_that_reveal_are_found_under_house_rules() {
    let plugin = Plugin::linked::<Peek>().unwrap();
    for slip in ["zone", "own_zone", "fact", "own_fact"] {
        let hooks = noop_house_rules(&plugin);
        let rules = plugin.rules(2, &json!({ "slip": slip }), Some(hooks)).unwrap();
        let promise = check(&rules, 20, 1).expect_err(slip).promise;
        assert!(promise.contains("reveals what is hidden from seat"), "{slip}: {promise}");
    }
}

#[test]
fn a_game_that_claims_to_hide_nothing_and_does_is_found() {
    let promise = found("open");
    let expected =
        "the game hides nothing, since its `hides` is false, but the scene for Seat(Seat(0)) is not the public's";
    assert_eq!(promise, expected);
}

#[test]
fn a_game_that_claims_to_hide_something_and_does_not_is_warned_of() {
    assert_eq!(check(&rules("none"), 5, 1).unwrap().warnings, [""; 0]);
    let warnings = check(&rules("blind"), 5, 1).unwrap().warnings;
    assert!(
        matches!(&warnings[..], [one] if one.starts_with("every observer was always shown the same")),
        "{warnings:?}"
    );
}

#[test]
fn scenes_of_other_seats_are_checked_like_the_acting_seats() {
    assert!(found("handles").contains("two elements of the scene have the handle"));
}

#[test]
fn a_path_that_is_a_prefix_or_permutation_of_another_is_found() {
    for slip in ["prefix", "order"] {
        let promise = found(slip);
        assert!(promise.contains("which collides with a path of another action"), "{slip}: {promise}");
    }
}

#[test]
fn a_playout_with_equal_scores_but_another_position_is_found() {
    assert!(found("playout").contains("the playout ended in another position"));
}

#[test]
fn a_deal_that_is_revealed_as_another_one_is_found() {
    assert!(found("revealed").contains("differs between two deals from one seed"));
}

#[test]
fn a_trace_with_actions_that_were_not_played_is_found() {
    for slip in ["trace_seat", "trace_action"] {
        assert!(found(slip).contains("which is not legal there"), "{slip}: {}", found(slip));
    }
}

#[test]
fn an_effect_that_is_refused_and_changes_something_is_found() {
    let promise = found("refused");
    assert!(promise.contains("the effect `lay` with") && promise.contains("was refused (one or two"), "{promise}");
}

#[test]
fn an_effect_that_reveals_a_hidden_card_is_found() {
    let promise = found("effect");
    assert!(promise.starts_with("after the effect `lay`") && promise.contains("reveals what is hidden"), "{promise}");
}

#[test]
fn a_game_keeps_the_contract_under_house_rules_that_use_all_there_is() {
    let under = |slip: &str| {
        let plugin = Plugin::linked::<Peek>().unwrap();
        plugin.rules(2, &json!({ "slip": slip }), Some(noop_house_rules(&plugin))).unwrap()
    };
    let report = check(&under("none"), 50, 1).unwrap();
    // Six actions of the game, an oath of each, and up to three nods of each; two cards can be pointed at.
    assert_eq!((report.games, report.most_legal), (50, 6));
    assert!((9..=14).contains(&report.longest), "{}", report.longest);
    let promise = |slip: &str| check(&under(slip), 20, 1).expect_err(slip).promise;
    assert!(promise("public_scene").contains("under the house rules the scene for Public reveals"));
    assert!(promise("log_text").contains("the description of action 0 for"));
    assert!(promise("prefix").contains("which collides with a path of another action"));
}

#[test]
fn a_state_copy_that_copies_nothing_is_found() {
    assert!(found("copy").contains("a copy of another by `state_copy` differs from it"), "{}", found("copy"));
}

#[test]
fn an_action_that_asks_for_a_value_in_a_game_without_inputs_is_found() {
    assert_eq!(found("asks"), "action 2 asks for a value (`n`), but the game lacks the extension `Inputs`");
}

#[test]
fn a_text_that_turns_the_direction_of_others_is_found() {
    assert!(found("direction").contains("has a control character"), "{}", found("direction"));
}

#[test]
fn a_violation_message_is_short_and_its_file_has_all_decisions() {
    let violation = check(&rules("long"), 20, 1).expect_err("a wrong score");
    assert_eq!(violation.decisions.len(), 200);
    let message = format!("{violation:?}");
    assert!(message.len() < 500 && message.contains("after 200 decisions, the last ["), "{message}");
    assert!(message.contains("; the position: ") && message.contains(" counters in turn 200"), "{message}");
    let file = violation.file.as_ref().expect("a file");
    let text = std::fs::read_to_string(file).unwrap();
    std::fs::remove_file(file).unwrap();
    assert!(text.starts_with(&violation.promise) && text.contains("\n200. ") && text.contains("\"status\""), "{text}");
    let few = check(&rules("prefix"), 20, 1).expect_err("paths collide");
    assert!(few.file.is_none() && few.to_string().contains("after ["), "{few}");
}
