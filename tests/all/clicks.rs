//! The calls of a game's plugin for one click.

use stonehouse_stonerow::StoneRow;
use stonehouse_tavern_stones::TavernStones;
use stonehouse_tests::clicks::ClickCost;
use stonehouse_three_stones::ThreeStones;

#[test]
fn a_click_needs_few_calls_of_the_plugin() {
    let costs = [
        ("three-stones/standard", ClickCost::of::<ThreeStones>("three-stones/standard", 60), 9.0),
        ("three-stones/pure-skill", ClickCost::of::<ThreeStones>("three-stones/pure-skill", 60), 9.0),
        ("stonerow/official", ClickCost::of::<StoneRow>("stonerow/official", 60), 33.0),
        ("tavern-stones/official", ClickCost::of::<TavernStones>("tavern-stones/official", 60), 20.0),
    ];
    for (variant, cost, most) in costs {
        assert!(cost.actions > 20 && cost.calls["scene"] > 0, "{variant}: {cost:?}");
        assert!(cost.calls_per_action() <= most, "{variant}: {:.1}\n{cost:?}", cost.calls_per_action());
    }
}
