//! Rules that only count leave games and bots as they are: they cost time, and no strength.

use super::under;
use stonehouse_bots::search::{Budget, Search, Style};
use stonehouse_bots::{Bot, Stop, Viewpoint};
use stonehouse_engine::Folders;
use stonehouse_plugin::{Action, Rng};
use stonehouse_runtime::Position;
use stonehouse_tests::{catalog, catalog_of, folders};

/// Rules that count, by each way in which they are called: after each step, and at an event of the game.
const COUNTS: [(&str, &str); 4] = [
    ("three-stones", "after_action = function(ctx, effects) effects.remember('count', ctx.count + 1) end"),
    ("three-stones", "stone_placed = function(ctx, effects) effects.remember('count', ctx.count + 1) end"),
    ("stonerow", "turn_ended = function(ctx, effects) effects.remember('count', ctx.count + 1) end"),
    ("tavern-stones", "bonus_given = function(ctx, effects) effects.remember('count', ctx.count + 1) end"),
];

/// The action that a search chooses in this position.
fn chosen(position: &Position) -> Action {
    let seat = position.to_act().unwrap().unwrap();
    let mut search = Search::in_style(3, Budget::Iterations(150), Style::FULL);
    search.choose(&Viewpoint::new(position, seat), &Stop::new()).unwrap().action
}

#[test]
fn a_search_under_a_rule_that_only_counts_chooses_the_same() {
    let catalog = catalog();
    for (game, event) in COUNTS {
        let plugin = &catalog.game(game).unwrap().plugin;
        let plain = under(plugin, "", "return {}").unwrap();
        let counting = format!("return {{ memory = {{ count = {{ max = 1000000 }} }}, {event} }}");
        let counting = under(plugin, "", &counting).unwrap();
        for played in [0, 9] {
            let after = |rules| {
                let mut position = Position::deal(rules, 5).unwrap();
                let (mut draws, mut actions) = (Rng::from_seed(2), Vec::new());
                for _ in 0..played {
                    let drawn = position.draw(&mut draws, &mut actions).unwrap();
                    position.play_candidate(drawn).unwrap();
                }
                position
            };
            let (plain, counting) = (after(plain.rules()), after(counting.rules()));
            assert_eq!(chosen(&counting), chosen(&plain), "{game} after {played} actions: {event}");
        }
    }
}

#[test]
fn points_in_the_middle_of_a_playout_are_those_of_single_steps() {
    // It has no effect for points, so the host keeps them.
    let games = Folders::bundled(&std::env::current_exe().unwrap()).games;
    let catalog = catalog_of(&Folders { games, ..folders(None) });
    let plugin = &catalog.game("fernmoor").unwrap().plugin;
    // A function that reads the number of actions is called after each step.
    let rule = |more: &str| {
        let rule = format!(
            "return {{
                memory = {{ laid = {{ each = 'seat', max = 100 }} }},
                laid = function(ctx, effects)
                    local laid = ctx.laid[ctx.seat] + 1
                    effects.remember('laid', ctx.seat, laid)
                    if laid % 3 == 0 then
                        effects.points(ctx.seat, laid)
                        effects.say('A third tile')
                    end
                end,
                {more}
            }}"
        );
        under(plugin, "", &rule).unwrap()
    };
    let (apart, by_step) = (rule(""), rule("after_action = function(ctx, effects) print(ctx.actions) end,"));
    for seed in 0..30 {
        let ends = [&apart, &by_step].map(|ruleset| {
            let mut position = Position::deal(ruleset.rules(), seed).unwrap();
            position.playout(seed).unwrap();
            let house = position.house().unwrap();
            (position.outcome().unwrap(), house.points.clone(), house.memory[1..].to_vec())
        });
        assert_eq!(ends[0], ends[1], "seed {seed}");
        assert!(ends[0].1.iter().sum::<i64>() > 9, "{ends:?}");
    }
}

#[test]
fn samples_leave_out_actions_that_a_player_may_ignore() {
    let catalog = catalog();
    for game in ["stonerow", "three-stones", "tavern-stones"] {
        let plugin = &catalog.game(game).unwrap().plugin;
        // How often `boast` was chosen, in games played on in this way.
        let chosen = |more: &str, play_on: &dyn Fn(&mut Position, u64)| {
            let script = format!(
                "return {{
                    memory = {{ boasts = {{ max = 1000000 }} }},
                    actions = {{ boast = {{
                        label = 'Boast',
                        {more}
                        play = function(ctx, effects) effects.remember('boasts', ctx.boasts + 1) end,
                    }} }},
                }}"
            );
            let ruleset = under(plugin, "", &script).unwrap();
            let boasts = |seed| {
                let mut position = Position::deal(ruleset.rules(), seed).unwrap();
                play_on(&mut position, seed);
                position.house().unwrap().memory[1]
            };
            (0..20).map(boasts).collect::<Vec<_>>()
        };
        let sample = |position: &mut Position, seed| position.rollout(seed).unwrap();
        let playout = |position: &mut Position, seed| {
            position.playout(seed).unwrap();
        };
        let optional = "when = function(ctx) return ctx.boasts < 5 end,";
        assert_eq!(chosen(optional, &sample), [0; 20], "{game}");
        assert!(chosen(optional, &playout).iter().all(|boasts| *boasts > 0), "{game}");
        let necessary = "first = true, when = function(ctx) return ctx.actions >= 6 and ctx.boasts < 5 end,";
        assert_eq!(chosen(necessary, &sample), [5; 20], "{game}");
    }
}
