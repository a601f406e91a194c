//! Hints, and the cost of decisions.

use fixture_market::Market;
use fixture_pebbles::Pebbles;
use stonehouse_bots::analysis::{Verdict, analyse, candidate_of, judge, most_lost};
use stonehouse_bots::search::{Search, Style};
use stonehouse_bots::{Bot, BotError, BotSpec, Budget, Stop, Viewpoint};
use stonehouse_plugin::{Action, Rng, Seat, json};
use stonehouse_runtime::{CallError, Candidate, Plugin, Position};
use stonehouse_stonerow::StoneRow;

const BUDGET: Budget = Budget::Iterations(600);

fn pebbles(heap: u32) -> Position {
    Position::deal(&Plugin::linked::<Pebbles>().unwrap().rules(2, &json!({ "heap": heap }), None).unwrap(), 1).unwrap()
}

/// A position of StoneRow after some random actions.
fn stonerow(seed: u64) -> Position {
    let rules = Plugin::linked::<StoneRow>().unwrap().rules(2, &json!({}), None).unwrap();
    let (mut state, mut choices) = (Position::deal(&rules, seed).unwrap(), Rng::from_seed(seed));
    let (mut legal, mut played) = (Vec::new(), 0);
    // Continues to a decision with a choice.
    while played < 12 || legal.len() < 2 {
        state.all_candidates(&mut legal).unwrap();
        if played >= 12 && legal.len() >= 2 {
            break;
        }
        state.play_candidate(*choices.pick(&legal).expect("the game goes on")).unwrap();
        played += 1;
    }
    state
}

#[test]
fn a_hint_names_the_winning_move_first_and_its_shares_add_up_to_one() {
    // Leaving a multiple of four wins.
    for heap in [5, 6, 7] {
        let state = pebbles(heap);
        let judged = analyse(&Viewpoint::new(&state, Seat(0)), BUDGET, 1, &Stop::new()).unwrap();
        assert_eq!(judged[0].candidate, Action(heap % 4).into(), "heap {heap}");
        assert!(judged.windows(2).all(|pair| pair[0].share >= pair[1].share), "{judged:?}");
        assert!((judged.iter().map(|one| one.share).sum::<f64>() - 1.0).abs() < 1e-9);
        assert!(judged.iter().all(|one| one.win.is_some_and(|win| (0.0..=1.0).contains(&win))), "{judged:?}");
        assert!(judged[0].win > judged[2].win && judged[0].reward > judged[2].reward);
    }
}

#[test]
fn a_hint_depends_on_the_seed_and_not_on_hidden_information() {
    for dealt in 0..6 {
        let state = stonerow(dealt);
        let seat = state.to_act().unwrap().unwrap();
        let hint = |state: &Position| analyse(&Viewpoint::new(state, seat), BUDGET, 7, &Stop::new()).unwrap();
        let first = hint(&state);
        for redraw in 0..5 {
            let mut other = state.try_clone().unwrap();
            other.determinize(seat, redraw).unwrap();
            assert_eq!(hint(&other), first, "deal {dealt}, drawn again with {redraw}");
        }
    }
}

#[test]
fn the_winning_move_costs_nothing_and_another_does() {
    let state = pebbles(6);
    let view = Viewpoint::new(&state, Seat(0));
    let verdict = |taken: u32| judge(&view, Action(taken).into(), BUDGET, 3, &Stop::new()).unwrap();
    assert_eq!((verdict(2).loss, verdict(2).best), (0.0, verdict(2).chosen));
    for wrong in [1, 3] {
        let verdict = verdict(wrong);
        assert!(verdict.loss > 0.1 && verdict.best.candidate == Action(2).into(), "{verdict:?}");
        assert!((verdict.best.reward - verdict.chosen.reward - verdict.loss).abs() < 1e-12);
    }
    let illegal = judge(&view, Action(9).into(), BUDGET, 3, &Stop::new());
    assert_eq!(illegal, Err(BotError::Call(CallError::Illegal)));
}

#[test]
fn a_played_choice_is_found_among_the_candidates() {
    let state = pebbles(6);
    assert_eq!(candidate_of(&state, &Action(2).into()).unwrap(), Some(Action(2).into()));
    assert_eq!(candidate_of(&state, &Action(9).into()).unwrap(), None);
    let plugin = Plugin::linked::<Market>().unwrap();
    let state = Position::deal(&plugin.rules(2, &json!({}), None).unwrap(), 1).unwrap();
    let mut candidates = Vec::new();
    state.all_candidates(&mut candidates).unwrap();
    let with_values =
        candidates.into_iter().filter(|candidate| !state.choice_of(*candidate).unwrap().values.is_empty());
    let with_values: Vec<Candidate> = with_values.collect();
    assert!(with_values.len() > 1, "{with_values:?}");
    for candidate in with_values {
        assert_eq!(candidate_of(&state, &state.choice_of(candidate).unwrap()).unwrap(), Some(candidate));
    }
}

#[test]
fn the_moments_where_most_was_lost_are_found_in_order() {
    let heaps = [5, 6, 7, 9];
    let states: Vec<Position> = heaps.into_iter().map(pebbles).collect();
    let taken = [1, 1, 3, 3];
    let decisions = states.iter().zip(taken).map(|(state, taken)| (Viewpoint::new(state, Seat(0)), Action(taken)));
    let verdicts: Vec<Verdict> =
        decisions.map(|(view, taken)| judge(&view, taken.into(), BUDGET, 5, &Stop::new()).unwrap()).collect();
    let lost: Vec<bool> = verdicts.iter().map(|verdict| verdict.loss > 0.0).collect();
    assert_eq!(lost, [false, true, false, true]);
    let mut worst = most_lost(&verdicts, 3);
    assert!(verdicts[worst[0]].loss >= verdicts[worst[1]].loss);
    worst.sort_unstable();
    assert_eq!(worst, [1, 3], "what lost nothing is no such moment");
    assert_eq!(most_lost(&verdicts, 1).len(), 1);
}

#[test]
fn two_trees_choose_the_same_whichever_thread_is_faster() {
    for dealt in 0..3 {
        let state = stonerow(dealt);
        let seat = state.to_act().unwrap().unwrap();
        let choose = |trees: u8, seed: u64| {
            let mut search = Search::in_style(seed, Budget::Iterations(300), Style { trees, ..Style::FULL });
            search.choose(&Viewpoint::new(&state, seat), &Stop::new()).unwrap()
        };
        for seed in 0..4 {
            let first = choose(2, seed);
            assert!((0..4).all(|_| choose(2, seed) == first));
        }
        let mut window = BotSpec::Search(Budget::Iterations(300)).build_for_window(1);
        let chosen = window.choose(&Viewpoint::new(&state, seat), &Stop::new()).unwrap();
        assert_eq!(chosen, choose(2, 1));
    }
}
