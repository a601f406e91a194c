//! A house rule that fails is reported by the very call that met it, typed, for any number of callers at once.

use crate::common::ruleset;
use std::path::Path;
use std::sync::Barrier;
use stonehouse_engine::{RulesFailure, Ruleset};
use stonehouse_plugin::Action;
use stonehouse_runtime::{CallError, HookFailure, HookFailureKind, ScriptLimit};

/// The failure that a call returned.
fn failure<T>(called: Result<T, CallError>) -> HookFailure {
    match called {
        Err(CallError::Hook(failure)) => *failure,
        Err(other) => panic!("not a house rule failed, but {other}"),
        Ok(_) => panic!("no house rule failed"),
    }
}

/// The failure of the list of actions when a rule on `may_take` returns this.
fn asked(body: &str) -> HookFailure {
    let script = format!("local kept = {{}}\nreturn {{ may_take = function(ctx, allowed)\n{body}\nend }}");
    let rules = ruleset("scripts = [\"rule.lua\"]\n", &[("rule.lua", &script)]);
    failure(rules.rules().deal(1).unwrap().legal_actions(&mut Vec::new()))
}

#[test]
fn a_failure_has_its_kind_its_hook_and_its_place() {
    let cases = [
        ("error('no such luck')", HookFailureKind::Raised, 3),
        ("assert(false, 'no such luck')", HookFailureKind::Raised, 3),
        ("\nreturn allowed + 1", HookFailureKind::Operation, 4),
        ("local c = ctx return c.heep > 3", HookFailureKind::UnknownField, 3),
        ("return 'yes'", HookFailureKind::WrongType, 2),
        ("return 1", HookFailureKind::WrongType, 2),
        ("kept.last = ctx.take return allowed", HookFailureKind::Forbidden, 3),
        ("return pcall == nil", HookFailureKind::Forbidden, 3),
        ("local t = {} t[t] = 1 return allowed", HookFailureKind::Forbidden, 3),
        ("while true do end", HookFailureKind::Steps(ScriptLimit::Call), 3),
        ("local t = {} for i = 1, 1e9 do t[i] = { i } end", HookFailureKind::Memory, 3),
        ("local t = 'x' while true do t = t .. t end", HookFailureKind::Memory, 3),
    ];
    for (body, kind, line) in cases {
        let HookFailure { kind: found, hook, script, line: at, column, message, .. } = asked(body);
        assert_eq!((found, at, column), (kind, line, 0), "{body}: {message}");
        assert_eq!((hook.as_str(), script.as_path()), ("may_take", Path::new("scripts/pebbles/rule.lua")), "{body}");
    }
}

#[test]
fn an_answer_out_of_bounds_differs_from_one_of_another_type() {
    let answers = |answer: &str| {
        let script = format!("return {{ last_pebble = function(ctx, points) return {answer} end }}");
        let rules = ruleset("scripts = [\"rule.lua\"]\n[knobs]\nheap = 3\n", &[("rule.lua", &script)]);
        failure(rules.rules().deal(1).unwrap().apply(Action(3)).map(|()| unreachable!("{answer} was taken"))).kind
    };
    for (answer, kind) in [("101", "bounds"), ("-1", "bounds"), ("2.5", "bounds"), ("'7'", "type"), ("nil", "type")] {
        let expected = if kind == "bounds" { HookFailureKind::OutOfBounds } else { HookFailureKind::WrongType };
        assert_eq!(answers(answer), expected, "{answer}");
    }
}

#[test]
fn no_script_can_pass_for_a_limit() {
    for output in ["not enough memory", "attempt to modify a readonly table", "Steps(Call)", "out of memory"] {
        let failure = asked(&format!("error('{output}')"));
        assert_eq!(failure.kind, HookFailureKind::Raised, "{failure}");
        assert!(failure.message.starts_with(output) && failure.message.ends_with("(in `may_take`)"), "{failure}");
        let failure = asked(&format!("local t = nil return t['{output}']"));
        assert_eq!(failure.kind, HookFailureKind::Operation, "{failure}");
    }
}

/// Two scripts, each of which fails, with the inputs of its hook.
fn two_that_fail() -> std::sync::Arc<Ruleset> {
    let list = "return { may_take = function(ctx, allowed) error('no ' .. ctx.take .. ' of ' .. ctx.heap) end }";
    let last =
        "local house = {}\nfunction house.last_pebble(ctx, points) error('over after ' .. ctx.turns) end\nreturn house";
    ruleset("scripts = [\"list.lua\", \"last.lua\"]\n[knobs]\nheap = 40\n", &[("list.lua", list), ("last.lua", last)])
}

#[test]
fn threads_with_different_failures_each_report_their_own() {
    const ROUNDS: u32 = 60;
    let ruleset = two_that_fail();
    let together = Barrier::new(3);
    std::thread::scope(|scope| {
        // Two threads whose lists fail at different heaps, and one in which the last pebble does, after another number
        // of turns each time.
        for taken in [1, 2] {
            let (ruleset, together) = (&ruleset, &together);
            scope.spawn(move || {
                let mut state = ruleset.rules().deal(1).unwrap();
                (0..taken).for_each(|_| state.apply(Action(1)).unwrap());
                let expected = format!("scripts/pebbles/list.lua:1: no 2 of {} (in `may_take`)", 40 - taken);
                for round in 0..ROUNDS {
                    together.wait();
                    let met = failure(state.legal_actions(&mut Vec::new()));
                    assert_eq!((met.to_string(), met.kind), (expected.clone(), HookFailureKind::Raised), "{round}");
                    let text = ruleset.explain(CallError::Hook(Box::new(met)));
                    assert_eq!(text.to_string(), format!("a house rule failed. {expected}"));
                }
            });
        }
        let (ruleset, together) = (&ruleset, &together);
        scope.spawn(move || {
            let mut state = ruleset.rules().deal(1).unwrap();
            (0..39).for_each(|_| state.apply(Action(1)).unwrap());
            for round in 0..ROUNDS {
                together.wait();
                let met = failure(state.try_clone().unwrap().apply(Action(1)));
                assert_eq!(met.to_string(), "scripts/pebbles/last.lua:2: over after 39 (in `last_pebble`)", "{round}");
            }
        });
    });
}

#[test]
fn a_failure_is_reported_once_and_by_its_own_ruleset() {
    let (broken, sound) = (two_that_fail(), ruleset("", &[]));
    let (state, other) = (broken.rules().deal(1).unwrap(), sound.rules().deal(1).unwrap());
    failure(state.legal_actions(&mut Vec::new()));
    // Later calls on the same thread are not affected by it.
    assert_eq!(other.legal_actions(&mut Vec::new()), Ok(()));
    assert_eq!(state.try_clone().unwrap().apply(Action(9)), Err(CallError::Illegal));
    assert_eq!(other.try_clone().unwrap().apply(Action(9)), Err(CallError::Illegal));
}

#[test]
fn a_failures_report_has_its_problem_and_its_type() {
    let ruleset = two_that_fail();
    let error = ruleset.rules().deal(1).unwrap().legal_actions(&mut Vec::new()).unwrap_err();
    let RulesFailure::HouseRule { problem, failure } = ruleset.explain(error) else { panic!("no house rule failed") };
    assert_eq!((problem.line, &problem.message), (failure.line, &failure.message));
    assert_eq!((problem.file.as_path(), failure.hook.as_str()), (Path::new("scripts/pebbles/list.lua"), "may_take"));
}
