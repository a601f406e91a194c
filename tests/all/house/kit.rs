//! The conformance kit under house rules: it finds those that reveal hidden information, and passes those that do not.

use super::under;

use stonehouse_tests::catalog;

/// The kit's findings about StoneRow under a script.
fn checked(script: &str) -> Result<(), String> {
    let catalog = catalog();
    let plugin = &catalog.game("stonerow").unwrap().plugin;
    let ruleset = under(plugin, "seats = 3", script).unwrap();
    stonehouse_conformance::check(ruleset.rules(), 6, 1).map(|_| ()).map_err(|broken| broken.promise)
}

/// A script in which all players bid at the beginning, and may do something later.
fn with_bids(when: &str, secret: bool) -> String {
    format!(
        "return {{
            memory = {{ bid = {{ each = 'seat', min = -1, max = 9, start = -1, secret = {secret}, label = 'Bid' }},
                used = {{ each = 'seat', max = 2 }} }},
            actions = {{
                bid = {{ label = 'Bid', first = true, targets = {{ 0, 1, 2, 3, 4, 5, 6, 7, 8, 9 }},
                    when = function(ctx) return ctx.bid[ctx.seat] < 0 end,
                    play = function(ctx, effects) effects.remember('bid', ctx.seat, ctx.target) end }},
                gain = {{ label = 'Gain a point',
                    when = function(ctx) return ctx.used[ctx.seat] < 2 and {when} end,
                    play = function(ctx, effects)
                        effects.remember('used', ctx.seat, ctx.used[ctx.seat] + 1)
                        effects.points(ctx.seat, 1)
                    end }},
            }},
        }}"
    )
}

#[test]
fn a_rule_that_reads_only_what_a_player_may_know_passes() {
    checked(&with_bids("ctx.bid[ctx.seat] > 4", true)).unwrap();
    checked(&with_bids("ctx.bid[(ctx.seat + 1) % ctx.players] > 4", false)).unwrap();
    checked(&with_bids("ctx.faces_held[ctx.seat] > 20", true)).unwrap();
}

#[test]
fn a_rule_that_acts_when_a_turn_starts_passes() {
    let point = "return { turn_started = function(ctx, effects) effects.points(ctx.seat, 1) end }";
    checked(point).unwrap();
}

#[test]
fn an_action_that_depends_on_secret_memory_is_found() {
    let message = checked(&with_bids("ctx.bid[(ctx.seat + 1) % ctx.players] > 4", true)).unwrap_err();
    assert!(message.contains("what is hidden from"), "{message}");
}

#[test]
fn an_action_that_depends_on_the_cards_of_others_is_found() {
    let message = checked(&with_bids("ctx.faces_held[(ctx.seat + 1) % ctx.players] > 20", false)).unwrap_err();
    assert!(message.contains("what is hidden from"), "{message}");
}

#[test]
fn a_hook_that_depends_on_others_cards_or_memory_is_found() {
    let depends = |on: &str| {
        let rule = with_bids("true", true);
        let hook = format!("may_build = function(ctx, may) return may and {on} end, actions =");
        checked(&rule.replacen("actions =", &hook, 1)).unwrap_err()
    };
    for on in ["ctx.faces_held[(ctx.mover + 1) % ctx.players] > 20", "ctx.bid[(ctx.mover + 1) % ctx.players] > 4"] {
        let message = depends(on);
        assert!(message.contains("what is hidden from"), "{message}");
    }
}

#[test]
fn a_rule_that_fails_is_found_with_its_message() {
    let message = checked("return { row_built = function(ctx, effects) effects.add_rounds(99) end }").unwrap_err();
    assert!(message.contains("rule.lua:1") && message.contains("at most 100"), "{message}");
}
