//! The recipes of the documentation: each is a whole game, which passes its tests and the kit.

use super::rules;
use std::collections::BTreeSet;
use stonehouse_conformance::check;

const RECIPES: &str = include_str!("../../../../docs/luau-recipes.md");

#[test]
fn the_recipes_of_the_documentation_are_games_that_work() {
    let blocks: Vec<&str> = RECIPES.split("```lua\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    let headings = RECIPES.lines().filter(|line| line.starts_with("## ")).count();
    assert_eq!((blocks.len(), headings), (20, 20), "twenty recipes, each with a heading and a game");
    let (mut ids, mut broken) = (BTreeSet::new(), Vec::new());
    for block in blocks {
        let rules = rules(block);
        let id = rules.plugin().about().id.clone();
        let failed = rules.failed_tests();
        broken.extend(failed.into_iter().map(|(name, error)| format!("{id}: {name}: {error}")));
        broken.extend(check(&rules, 3, 1).err().map(|error| format!("{id}: {error}")));
        assert!(ids.insert(id.clone()), "two recipes have the id {id}");
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
