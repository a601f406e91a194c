//! The calls of a game's plugin for one click.

use stonehouse_plugin::abi::export::Exported;
use stonehouse_stonerow::StoneRow;
use stonehouse_tavern_stones::TavernStones;
use stonehouse_tests::clicks::ClickCost;
use stonehouse_three_stones::ThreeStones;

/// Clicks of `people` cost at most these scenes each, at most one batch of descriptions, and at most `most` calls in
/// all.
fn assert_few_calls<G: Exported>(variant: &str, people: usize, scenes: f64, most: f64) {
    let cost = ClickCost::of::<G>(variant, people, 40);
    let calls = cost.calls_per_click();
    assert!(cost.clicks > 10, "{variant}, {people}: {cost:?}");
    assert!((1.0..=scenes).contains(&cost.per_click("scene")), "{variant}, {people}: {cost:?}");
    assert!(cost.per_click("describe_all") <= 1.0, "{variant}, {people}: {cost:?}");
    assert!(calls <= most, "{variant}, {people}: {calls:.1} calls\n{cost:?}");
}

#[test]
fn a_click_costs_one_scene_one_description_and_few_calls() {
    assert_few_calls::<ThreeStones>("three-stones/standard", 1, 1.0, 6.0);
    assert_few_calls::<ThreeStones>("three-stones/standard", 2, 1.0, 8.0);
    assert_few_calls::<ThreeStones>("three-stones/pure-skill", 1, 1.0, 6.0);
    assert_few_calls::<ThreeStones>("three-stones/hat-trick", 1, 1.0, 12.0);
    assert_few_calls::<StoneRow>("stonerow/official", 1, 1.0, 36.0);
    assert_few_calls::<StoneRow>("stonerow/official", 2, 1.0, 36.0);
    assert_few_calls::<TavernStones>("tavern-stones/official", 1, 1.0, 24.0);
    assert_few_calls::<TavernStones>("tavern-stones/official", 2, 1.0, 24.0);
}
