//! Choices of several seats at once, inputs and chance, through the real C table; and the kit finds what is wrong with
//! them.
#![allow(unsafe_code, reason = "one of these plugins has a table made by hand")]

use fixture_auction::{Auction, BID, GIVE, KEEP, PASS};
use std::ffi::{CStr, c_char, c_void};
use std::ptr;
use std::sync::OnceLock;
use stonehouse_conformance::check;
use stonehouse_plugin::abi::{ChanceTable, export, extension};
use stonehouse_plugin::{Action, Chosen, Observer, Outcomes, Samples, Seat, Seats, Trace, Turn, json};
use stonehouse_runtime::{CallError, Choice, Decision, Plugin, Position, State};

fn deal() -> State {
    Plugin::linked::<Auction>().unwrap().rules(3, &json!({}), None).unwrap().deal(1).unwrap()
}

/// A position in which all are to bid for a prize of 2.
fn bidding() -> State {
    let mut state = deal();
    state.apply_outcome(2).unwrap();
    state
}

fn chosen(seat: u8, action: Action, values: &[i64]) -> Chosen<'_> {
    Chosen { seat: Seat(seat), action, values }
}

/// A position in which seat 1 has the prize and 4 coins left.
fn giving() -> State {
    let mut state = bidding();
    state.resolve(&[chosen(0, PASS, &[]), chosen(1, BID, &[3]), chosen(2, BID, &[2])]).unwrap();
    state
}

fn status(state: &State) -> String {
    state.scene(Observer::Referee).unwrap().status.to_string()
}

fn legal(state: &State, seat: u8) -> Vec<Action> {
    let mut actions = vec![Action(9)];
    state.legal_actions_of(Seat(seat), &mut actions).unwrap();
    actions
}

#[test]
fn on_a_chance_turn_the_host_rolls_and_no_seat_has_a_choice() {
    let mut state = deal();
    assert_eq!(state.turn(), Ok(Turn::Chance));
    let mut outcomes = Outcomes::new();
    state.outcomes(&mut outcomes).unwrap();
    assert_eq!(outcomes.iter().collect::<Vec<_>>(), [(1, 3), (2, 2), (3, 1)]);
    assert_eq!(legal(&state, 0), []);
    assert_eq!(state.apply_outcome(4), Err(CallError::Illegal));
    assert_eq!(state.describe_outcome(3, Observer::Public).unwrap().unwrap().text.to_string(), "the prize is 3");
    state.apply_outcome(3).unwrap();
    assert_eq!(state.turn(), Ok(Turn::Together(Seats::all(3))));
    state.outcomes(&mut outcomes).unwrap();
    assert!(outcomes.is_empty(), "nothing is rolled while the seats choose");
}

#[test]
fn simultaneous_choices_apply_only_when_all_seats_have_chosen() {
    let mut state = bidding();
    assert_eq!(state.turn(), Ok(Turn::Together(Seats::all(3))));
    for seat in 0..3 {
        assert_eq!(legal(&state, seat), [PASS, BID]);
    }
    let before = status(&state);
    let refused = [
        &[chosen(0, PASS, &[]), chosen(1, PASS, &[])][..],
        &[chosen(1, PASS, &[]), chosen(0, PASS, &[]), chosen(2, PASS, &[])],
        &[chosen(0, PASS, &[]), chosen(1, PASS, &[]), chosen(1, PASS, &[])],
        &[chosen(0, PASS, &[]), chosen(1, PASS, &[]), chosen(2, KEEP, &[])],
        &[chosen(0, PASS, &[]), chosen(1, PASS, &[]), chosen(2, BID, &[8])],
        &[chosen(0, PASS, &[]), chosen(1, PASS, &[]), chosen(2, BID, &[0; 17])],
    ];
    for choices in refused {
        assert_eq!(state.resolve(choices), Err(CallError::Illegal), "{choices:?}");
    }
    assert_eq!(state.apply(PASS), Err(CallError::Illegal), "no seat acts alone");
    assert_eq!(status(&state), before);
    state.resolve(&[chosen(0, BID, &[4]), chosen(1, BID, &[7]), chosen(2, BID, &[4])]).unwrap();
    assert_eq!(state.turn(), Ok(Turn::Seat(Seat(1))));
    assert_eq!(state.outcome().unwrap().scores, [0, 2, 0]);
    assert_eq!(state.resolve(&[chosen(1, KEEP, &[])]), Err(CallError::Illegal), "one seat acts alone");
}

#[test]
fn a_choice_is_described_with_its_seat_and_values() {
    let text = |state: &State, choice| state.describe_choice(choice, Observer::Public).unwrap().text;
    assert_eq!(text(&bidding(), chosen(2, BID, &[5])).to_string(), "seat 3 chooses 1 [5]");
    assert_eq!(text(&bidding(), chosen(0, PASS, &[])).to_string(), "seat 1 chooses 0 []");
    assert_eq!(text(&giving(), chosen(1, GIVE, &[0, 2])).to_string(), "does 3 with [0, 2]");
    assert_eq!(text(&giving(), chosen(1, KEEP, &[])).to_string(), "does 2");
}

#[test]
fn an_action_with_inputs_accepts_only_values_within_bounds() {
    let mut state = giving();
    assert_eq!(legal(&state, 1), [KEEP, GIVE]);
    let mut samples = Samples::new();
    state.samples(Seat(1), GIVE, &mut samples).unwrap();
    assert_eq!(samples.iter().collect::<Vec<_>>(), [&[0, 1][..], &[0, 4], &[2, 1], &[2, 4]]);
    let before = status(&state);
    for values in [&[][..], &[0], &[0, 0], &[0, 5], &[1, 1], &[3, 1], &[0, 1, 1], &[0; 17]] {
        assert!(state.apply_with(GIVE, values).unwrap_err().is_illegal(), "{values:?}");
    }
    assert_eq!(state.apply_with(KEEP, &[1]), Err(CallError::Illegal), "it has no inputs");
    let why = "nobody gives to themselves";
    assert_eq!(state.apply_with(GIVE, &[1, 1]), Err(CallError::Refused(why.to_owned())), "a reason comes with it");
    assert_eq!(status(&state), before);
    state.samples(Seat(1), KEEP, &mut samples).unwrap();
    assert!(samples.is_empty() && samples.iter().next().is_none());
    state.apply_with(GIVE, &[2, 4]).unwrap();
    assert_eq!(state.outcome().unwrap().scores, [0, 3, 0]);
    assert!(status(&state).contains("coins: [7, 0, 11]"), "{}", status(&state));
}

#[test]
fn a_decision_contains_what_was_decided() {
    let choice = |action, values: &[i64]| Choice { action, values: values.to_vec() };
    let decisions = [
        Decision::Chance(2),
        Decision::Together(vec![
            (Seat(0), choice(PASS, &[])),
            (Seat(1), choice(BID, &[3])),
            (Seat(2), choice(BID, &[2])),
        ]),
        Decision::Seat(choice(GIVE, &[0, 1])),
    ];
    let mut state = deal();
    for decision in &decisions {
        state.decide(decision).unwrap();
    }
    assert!(status(&state).contains("coins: [8, 3, 7]"), "{}", status(&state));
    assert_eq!(
        decisions.map(|decision| decision.to_string()),
        ["chance: 2", "seat 1: 0 and seat 2: 1 with [3] and seat 3: 1 with [2]", "3 with [0, 1]"]
    );
}

#[test]
fn a_game_with_all_turn_kinds_conforms_for_every_seat_count() {
    let plugin = Plugin::linked::<Auction>().unwrap();
    assert!(plugin.has_simultaneous_turns() && plugin.has_inputs() && plugin.has_chance() && !plugin.has_unknowns());
    for seats in 2..=4 {
        let report = check(&plugin.rules(seats, &json!({}), None).unwrap(), 60, 1).unwrap();
        assert_eq!((report.games, report.most_legal), (60, 2));
    }
}

#[test]
fn the_kit_finds_every_slip_in_choices_inputs_and_chance() {
    let plugin = Plugin::linked::<Auction>().unwrap();
    let slips = [
        ("playout", "the host's loop"),
        ("sample", "a call failed"),
        ("any_amount", "is not legal, but was not refused"),
        ("no_amount", "the choice of seat 1: 1 and"),
        ("half_resolved", "was refused, but changed the state"),
        ("unlisted", "is not legal, but was not refused"),
        ("any_outcome", "the outcome 0 is not legal, but was not refused"),
        ("any_time", "the outcome 0 is not legal, but was not refused"),
        ("no_weight", "`outcomes` listed an outcome with the weight 0"),
        ("order", "`outcomes` listed 1 after 2"),
        ("twice", "`choices` listed 0 twice"),
        ("prompt", "seat 2 has the turn, but its scene prompts Some(Seat(0))"),
        ("bounds", "is offered, but was not accepted"),
        ("undescribed", "the description of action 1 asks for 0 values, but its samples have 1"),
        ("uneven", "the samples of action 1 do not all have the same number of values"),
        ("no_choice", "seat 1 has the turn but no legal action"),
        ("news", "in the news for"),
        ("outcome", "in the outcome 1 for"),
        ("rollout", "a rollout stopped in a position from which the game cannot continue"),
    ];
    for (slip, expected) in slips {
        let rules = plugin.rules(3, &json!({ "slip": slip }), None).unwrap();
        let found = check(&rules, 60, 1).map(|_| ()).expect_err(slip).to_string();
        assert!(found.contains(expected), "{slip}: {found}");
    }
}

#[test]
fn the_host_plays_the_rest_for_a_game_without_rollout() {
    for start in [deal(), bidding(), giving()] {
        let ends: Vec<_> = (0..20)
            .map(|seed| {
                let (mut one, mut other) = (start.try_clone().unwrap(), start.try_clone().unwrap());
                one.rollout(seed).unwrap();
                assert_eq!(one.turn(), Ok(Turn::Over));
                other.traced_rollout(seed, &mut Trace::new()).unwrap();
                assert_eq!(status(&one), status(&other), "the same seed plays the same");
                status(&one)
            })
            .collect();
        assert!(ends.iter().any(|end| *end != ends[0]), "different seeds play differently");
    }
}

/// The table of chance without descriptions.
unsafe extern "C" fn undescribed(id: *const c_char) -> *const c_void {
    static TABLE: OnceLock<ChanceTable> = OnceLock::new();
    let own = export::table::<Auction>().extension.unwrap();
    // SAFETY: the host's id.
    let table = unsafe { own(id) };
    // SAFETY: as above.
    if unsafe { CStr::from_ptr(id) } != extension::CHANCE {
        return table;
    }
    // SAFETY: the plugin's table of this extension.
    let whole = unsafe { &*table.cast::<ChanceTable>() };
    let cut = TABLE.get_or_init(|| ChanceTable { describe_outcome: None, ..*whole });
    ptr::from_ref(cut).cast()
}

#[test]
fn an_outcome_that_the_game_does_not_describe_is_shown_by_its_code() {
    let mut table = export::table::<Auction>();
    table.extension = Some(undescribed);
    // SAFETY: the table is as long as it states, and its functions are part of this program.
    let plugin = unsafe { Plugin::from_table(&raw const table) }.unwrap();
    let rules = plugin.rules(3, &json!({}), None).unwrap();
    check(&rules, 3, 1).unwrap();
    let (dealt, notes) = Position::deal_and_note(&rules, 1).unwrap();
    let [only] = &notes.rolls[..] else { panic!("one prize is drawn before the first bids") };
    assert_eq!(dealt.rolled(), [only.code()]);
    for observer in [Observer::Seat(Seat(0)), Observer::Public, Observer::Referee] {
        let described = only.describe(observer).unwrap();
        assert_eq!(described.text.to_string(), format!("Chance: {}", only.code()));
    }
}
