//! Tests that a house rule carries of whole matches: fixed rolls, other numbers of seats, and what they expect.

use crate::common::{joined, ruleset};

/// The failures of the tests of a script under which a die is rolled for the seat that takes pebbles, a secret card is
/// drawn at the start, and both are kept.
fn failures(tests: &str) -> String {
    let script = format!(
        "local function holds(ctx) return ctx.rolls == 62 end
        return {{
    memory = {{ rolls = {{ max = 1000000 }}, card = {{ values = {{ 'none', 'ace', 'king' }}, secret = true }} }},
    rolls = {{
        die = {{ each = 'seat', sides = 6, rolled = function(ctx, effects)
            effects.remember('rolls', ctx.rolls * 10 + ctx.value)
            effects.say('rolled ' .. ctx.value)
        end }},
        drawn = {{ values = {{ 'ace', 'king' }}, secret = true, rolled = function(ctx, effects)
            effects.remember('card', ctx.value)
        end }},
    }},
    actions = {{ bid = {{ label = 'Bid', targets = {{ 1, 2 }}, when = function(ctx) return ctx.heap > 1 end, play = function() end }} }},
    match_started = function(ctx, effects) effects.roll('drawn') end,
    pebbles_taken = function(ctx, effects) effects.roll('die', ctx.seat) end,
    tests = {{ {{ name = 'x', {tests} }} }},
}}"
    );
    let rules = ruleset("scripts = [\"rule.lua\"]", &[("rule.lua", &script)]);
    let failed = joined(&rules.run_tests().1);
    let failed = failed.strip_prefix("scripts/pebbles/rule.lua:16: the test “x” fails: ").unwrap_or(&failed).trim_end();
    failed.to_owned()
}

#[test]
fn rolls_of_a_test_have_the_results_that_it_states() {
    let play = "rolls = { die = { 6, 2 }, drawn = 'king' }, actions = { 'takes 1', 'takes 1' },";
    let expect = "expect = { messages = { 'rolled 2' }, holds = function(ctx) return ctx.rolls == 62 and ctx.card == 'king' end }";
    assert_eq!(failures(&format!("{play} {expect}")), "");
    // Those beyond the stated ones are drawn with the seed.
    let drawn = "rolls = { die = 6 }, actions = { 'takes 1', 'takes 1' },";
    assert_eq!(failures(&format!("{drawn} expect = {{ holds = function(ctx) return ctx.rolls // 10 == 6 end }}")), "");
    let other = format!("{play} expect = {{ messages = {{ 'rolled 6' }} }}");
    assert_eq!(failures(&other), "the messages are “rolled 2”, and not “rolled 6”");
}

#[test]
fn results_that_no_roll_can_have_are_refused_with_those_that_it_can() {
    let rolls = |rolls: &str| failures(&format!("rolls = {{ {rolls} }}, actions = {{ 'takes 1' }}"));
    assert_eq!(rolls("die = 7"), "each result of the roll `die` must be a number from 1 to 6");
    assert_eq!(rolls("die = 'six'"), "each result of the roll `die` must be a number from 1 to 6");
    assert_eq!(rolls("drawn = 'jack'"), "each result of the roll `drawn` must be one of: ace, king");
    assert_eq!(rolls("dice = 3"), "the rules have no roll `dice`. Did you mean `die`?");
    assert_eq!(rolls("die = { 1, 2, 3 }"), "`rolls` has 2 more results of `die` than the match rolled");
}

#[test]
fn a_false_holds_reports_the_values_that_it_read() {
    let play = "rolls = { die = 4 }, actions = { 'takes 2' },";
    let holds = |body: &str| failures(&format!("{play} expect = {{ holds = function(ctx) {body} end }}"));
    assert_eq!(holds("return ctx.rolls == 4 and ctx.heap == 10"), "");
    assert_eq!(holds("return ctx.rolls == 5 or ctx.heap == 5"), "`holds` returns false, where heap = 10, rolls = 4");
    assert_eq!(holds("return false"), "`holds` returns false, and reads nothing of `ctx`");
    assert!(holds("return ctx.rolls").contains("expect.holds"), "{}", holds("return ctx.rolls"));
    // A function with a name is called, too.
    let named = "rolls = { die = { 6, 2 } }, actions = { 'takes 1', 'takes 1' }, expect = { holds = holds }";
    assert_eq!(failures(named), "");
}

#[test]
fn a_number_of_seats_that_the_game_has_not_is_refused() {
    let seats = |seats: i64| {
        failures(&format!("seats = {seats}, expect = {{ holds = function(ctx) return ctx.players == 2 end }}"))
    };
    assert_eq!(seats(2), "");
    assert_eq!(seats(9), "`seats` must be 2 for Pebbles");
}

#[test]
fn a_wrong_text_of_an_action_names_those_of_the_rule_first() {
    let action = |text: &str| failures(&format!("actions = {{ '{text}' }}"));
    assert_eq!(action("Bid 2"), "action 1, “Bid 2”: no legal action is called so. Did you mean “Bid: 2”?");
    assert_eq!(action("bid"), "action 1, “bid”: no legal action is called so. Did you mean “Bid: 1”?");
    assert_eq!(
        action("do something else"),
        "action 1, “do something else”: no legal action is called so. \
         Legal are “Bid: 1”, “Bid: 2”, “takes 1”, “takes 2”, “takes 3”"
    );
}

#[test]
fn a_function_of_a_test_changes_nothing_in_a_match() {
    let script = "return { last_pebble = function(ctx, points) return points end,
        tests = { { name = 'x', expect = { holds = function(ctx) return ctx.heap == 12 end } } } }";
    let rules = ruleset("scripts = [\"rule.lua\"]", &[("rule.lua", script)]);
    assert_eq!(rules.run_tests(), (1, Vec::new()));
    assert!(rules.rules().layer().is_none(), "a script with a hook alone has no layer");
}

#[test]
fn a_match_of_a_test_begins_with_the_memory_that_it_states() {
    let found = |memory: &str| {
        let script = format!(
            "return {{
                memory = {{
                    lost = {{ each = 'seat', max = 9, series = true }},
                    grid = {{ rows = 1, columns = 2, max = 9 }},
                    mood = {{ values = {{ 'calm', 'cross' }} }},
                }},
                match_started = function(ctx, effects)
                    if ctx.lost[1] == 4 and ctx.grid[0][1] == 3 and ctx.mood == 'cross' then effects.points(1, 7) end
                end,
                last_pebble = function(ctx, points) return points end,
                tests = {{ {{ name = 'starts', memory = {{ {memory} }}, expect = {{ scores = {{ 0, 7 }} }} }} }},
            }}"
        );
        joined(&ruleset("scripts = [\"rule.lua\"]", &[("rule.lua", &script)]).run_tests().1)
    };
    assert_eq!(found("lost = { 0, 4 }, grid = { { 0, 3 } }, mood = 'cross'"), "");
    assert!(found("lost = { 0, 4 }, grid = { 0, 3 }").contains("the scores are [0, 0], and not [0, 7]"));
    assert!(found("losst = { 0, 4 }").contains("the rules have no memory `losst`. Did you mean `lost`?"));
    assert!(found("lost = 4").contains("`lost` cannot have this value"));
}
