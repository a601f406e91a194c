//! Tests that the game keeps the contract under every kind of ruleset.

use crate::common::{hooked, legal, rules};
use proptest::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use stonehouse_conformance::{check, event_house_rules, noop_house_rules};
use stonehouse_plugin::{Rng, Seat, Trace, Turn, json};
use stonehouse_runtime::{CallError, HookFailure, HookFailureKind, HookHost, Plugin, ReadFacts, State};
use stonehouse_three_stones::ThreeStones;
use stonehouse_three_stones::hooks::Hook;

#[test]
fn standard_keeps_the_contract() {
    let report = check(&rules(&json!({})), 60, 1).unwrap();
    assert_eq!((report.games, report.longest, report.most_legal), (60, 72, 80));
}

#[test]
fn pure_skill_keeps_the_contract() {
    let report = check(&rules(&json!({ "pouch": false })), 20, 2).unwrap();
    assert_eq!(report.most_legal, 240);
}

#[test]
fn other_boards_keep_the_contract() {
    for (board, stones) in [("o", 1), ("ooo\no+o\nooo", 8), ("o.o\n...\no.o", 4), (&*"o".repeat(128), 128)] {
        let clear = stones % 3;
        let half = (stones - clear) / 2;
        let knobs = json!({
            "board": board, "white_stones": stones - clear - half, "black_stones": half, "clear_stones": clear,
            "first_player": "random",
        });
        check(&rules(&knobs), 10, 3).unwrap();
    }
}

#[test]
fn a_trace_lists_every_stone_of_a_rollout_in_order() {
    for knobs in [json!({}), json!({ "pouch": false })] {
        for rules in [rules(&knobs), hooked(&knobs, Everything)] {
            for seed in 0..20 {
                let mut state = rules.deal(seed).unwrap();
                let mut draws = Rng::from_seed(seed);
                for _ in 0..seed {
                    state.apply(*draws.pick(&legal(&state)).unwrap()).unwrap();
                }
                let (mut end, mut trace) = (state.try_clone().unwrap(), Trace::new());
                end.traced_rollout(seed, &mut trace).unwrap();
                for (seat, action) in trace.as_slice() {
                    assert_eq!(state.turn().unwrap(), Turn::Seat(*seat));
                    state.apply(*action).unwrap();
                }
                assert_eq!(state.reveal().unwrap(), end.reveal().unwrap(), "seed {seed}");
            }
        }
    }
}

/// House rules for every hook at once: extra points, forbidden and added pockets, another turn for completing a line.
struct Everything;

impl HookHost for Everything {
    fn uses(&self, _: usize) -> bool {
        true
    }

    fn fold(&self, index: usize, context: &[i64], _: &dyn ReadFacts, value: i64) -> Result<i64, Box<HookFailure>> {
        Ok(match index {
            0 => value + context[5],
            1 => i64::from((context[2] + context[3]) % 3 != 0),
            3 => i64::from(context[4] > 0),
            4 => i64::from((context[2] - context[4]).abs() == 1 && (context[3] - context[5]).abs() == 2),
            _ => value - context[1] / 2,
        })
    }
}

#[test]
fn house_rules_keep_the_contract() {
    check(&hooked(&json!({}), Everything), 20, 4).unwrap();
    check(&hooked(&json!({ "pouch": false }), Everything), 5, 5).unwrap();
}

/// House rules that look at little: diagonals count double, the pockets beside the last stone are forbidden, those a
/// knight's move away added.
struct Little {
    /// The number of hook calls.
    asked: Arc<AtomicU32>,
}

impl HookHost for Little {
    fn uses(&self, index: usize) -> bool {
        [Hook::line_points, Hook::may_play, Hook::also_play].into_iter().any(|hook| hook as usize == index)
    }

    fn dependencies(&self, index: usize) -> u64 {
        // The direction; or the rows and columns.
        if index == Hook::line_points as usize { 0b100 } else { 0b11_1100 }
    }

    fn fold(&self, index: usize, context: &[i64], _: &dyn ReadFacts, value: i64) -> Result<i64, Box<HookFailure>> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        let far = || [(context[2] - context[4]).abs(), (context[3] - context[5]).abs()];
        Ok(match index {
            0 => value * if context[2] == 2 { 2 } else { 1 },
            1 => i64::from(context[4] < 0 || far() != [0, 1] && far() != [1, 0]),
            _ => i64::from(far() == [1, 2] || far() == [2, 1]),
        })
    }
}

#[test]
fn playouts_skip_unneeded_house_rules_with_the_same_result() {
    for knobs in [json!({}), json!({ "pouch": false })] {
        let asked = Arc::new(AtomicU32::new(0));
        let rules = hooked(&knobs, Little { asked: Arc::clone(&asked) });
        // It compares each playout with the same game played action by action, which calls the hook.
        check(&rules, 20, 6).unwrap();
        asked.store(0, Ordering::Relaxed);
        let mut state = rules.deal(1).unwrap();
        state.playout(1).unwrap();
        assert_eq!(asked.load(Ordering::Relaxed), 0);
        legal(&rules.deal(1).unwrap());
        assert!(asked.load(Ordering::Relaxed) > 0, "a match asks");
    }
}

#[test]
fn house_rules_that_use_all_there_is_keep_the_contract() {
    let plugin = Plugin::linked::<ThreeStones>().unwrap();
    for knobs in [json!({}), json!({ "pouch": false })] {
        for house in [noop_house_rules, event_house_rules] {
            let rules = plugin.rules(2, &knobs, Some(house(&plugin))).unwrap();
            check(&rules, 5, 5).unwrap_or_else(|broken| panic!("{knobs}: {broken}"));
        }
    }
}

fn failure() -> HookFailure {
    HookFailure::new(HookFailureKind::Raised, "it always fails")
}

/// A house rule that always fails, also when its results are precomputed.
struct Broken(Hook);

impl HookHost for Broken {
    fn uses(&self, index: usize) -> bool {
        index == self.0 as usize
    }

    fn dependencies(&self, _: usize) -> u64 {
        0
    }

    fn fold(&self, _: usize, _: &[i64], _: &dyn ReadFacts, _: i64) -> Result<i64, Box<HookFailure>> {
        Err(failure().into())
    }
}

/// The results of every call that only reads or plays on, each on a copy of the position.
fn calls(state: &State) -> [Result<(), CallError>; 4] {
    let mut actions = Vec::new();
    [
        state.legal_actions(&mut actions),
        state.candidates(Seat(0), &mut actions),
        state.try_clone().unwrap().playout(1).map(|_| ()),
        state.try_clone().unwrap().rollout(1),
    ]
}

#[test]
fn a_failing_house_rule_comes_back_as_an_error_from_every_call() {
    let broken = || -> Result<(), CallError> { Err(CallError::Hook(failure().into())) };
    // The hook for permitted pockets is called in every call.
    let mut asked = hooked(&json!({}), Broken(Hook::may_play)).deal(1).unwrap();
    assert_eq!(calls(&asked), [(); 4].map(|()| broken()));
    let first = legal(&rules(&json!({})).deal(1).unwrap())[0];
    assert_eq!(asked.apply(first), broken());

    // The hook for pockets beyond those allowed is called in every call once a stone is on the board; the hook for the
    // next player, after every stone.
    let mut asked = hooked(&json!({}), Broken(Hook::also_play)).deal(1).unwrap();
    assert_eq!(calls(&asked), [Ok(()), Ok(()), broken(), broken()]);
    asked.apply(first).unwrap();
    // It is no longer White's turn, so White has no candidates.
    assert_eq!(calls(&asked), [broken(), Ok(()), broken(), broken()]);
    let mut asked = hooked(&json!({}), Broken(Hook::plays_again)).deal(1).unwrap();
    assert_eq!(calls(&asked), [Ok(()), Ok(()), broken(), broken()]);
    assert_eq!(asked.apply(first), broken());

    // The hook for the points of a line is called whenever one is completed; the hook for the final score, with the
    // last stone.
    for hook in [Hook::line_points, Hook::final_score] {
        let mut failed = 0;
        for seed in 0..5 {
            let mut state = hooked(&json!({}), Broken(hook)).deal(seed).unwrap();
            assert_eq!(calls(&state), [Ok(()), Ok(()), broken(), broken()], "{hook:?}");
            let mut plain = rules(&json!({})).deal(seed).unwrap();
            let mut random = Rng::from_seed(seed);
            while plain.turn().unwrap().seat().is_some() {
                let action = *random.pick(&legal(&plain)).unwrap();
                let before = crate::common::scores(&plain);
                plain.apply(action).unwrap();
                let is_asked = match hook {
                    Hook::line_points => crate::common::scores(&plain) != before,
                    _ => plain.turn().unwrap().seat().is_none(),
                };
                assert_eq!(state.apply(action), if is_asked { broken() } else { Ok(()) }, "{hook:?}, seed {seed}");
                if is_asked {
                    failed += 1;
                    break;
                }
            }
        }
        assert_eq!(failed, 5, "{hook:?}");
    }
}

/// Perft: the number of action sequences of each length, as facts.
#[test]
fn perft_counts_are_known() {
    fn perft(state: &State, depth: u32) -> u64 {
        let actions = legal(state);
        if depth <= 1 {
            return actions.len() as u64;
        }
        actions
            .iter()
            .map(|action| {
                let mut next = state.try_clone().unwrap();
                next.apply(*action).unwrap();
                perft(&next, depth - 1)
            })
            .sum()
    }
    let standard = rules(&json!({})).deal(1).unwrap();
    // Each of the 80 pockets, then the others of its row or column. Rows of 3, 5, 7, 9, 11, 10, 11, 9, 7, 5 and 3 give
    // 3·2 + 5·4 + … + 3·2 = 590 pairs, and the columns as many.
    assert_eq!((perft(&standard, 1), perft(&standard, 2)), (80, 2 * 590));
    // Counted independently of the rules: pocket by pocket, by the rest of the row and column of the last one.
    assert_eq!((perft(&standard, 3), perft(&standard, 4)), (16_760, 230_144));
    let skill = rules(&json!({ "pouch": false })).deal(1).unwrap();
    assert_eq!(perft(&skill, 3), 27 * 16_760);
    assert_eq!((perft(&skill, 1), perft(&skill, 2)), (240, 9 * 2 * 590));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// Any board that can be drawn is either refused with a sentence or played to its end.
    #[test]
    fn any_drawing_is_refused_or_playable(drawing in "[o+. \n]{0,90}", white in 0u8..20, black in 0u8..20, clear in 0u8..9, seed: u64) {
        let plugin = Plugin::linked::<ThreeStones>().unwrap();
        let knobs = json!({ "board": drawing, "white_stones": white, "black_stones": black, "clear_stones": clear });
        match plugin.rules(2, &knobs, None) {
            Ok(rules) => { check(&rules, 1, seed).map_err(|error| TestCaseError::fail(error.to_string()))?; }
            Err(error) => prop_assert!(error.to_string().len() > 10),
        }
    }
}
