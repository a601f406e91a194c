//! The cost of one click at a table: see `ClickCost` in `tests/src/clicks.rs`.
//!
//! `cargo bench -p stonehouse-tests --bench clicks`

use stonehouse_plugin::abi::export::Exported;
use stonehouse_stonerow::StoneRow;
use stonehouse_tavern_stones::TavernStones;
use stonehouse_tests::clicks::ClickCost;
use stonehouse_three_stones::ThreeStones;

/// Actions of each match.
const ACTIONS: u32 = 60;

fn main() {
    println!("per action of a match, of a person and bots alike: calls of the plugin, and time");
    show::<ThreeStones>("three-stones/standard");
    show::<ThreeStones>("three-stones/pure-skill");
    show::<StoneRow>("stonerow/official");
    show::<TavernStones>("tavern-stones/official");
}

fn show<G: Exported>(variant: &str) {
    let cost = ClickCost::of::<G>(variant, ACTIONS);
    let actions = f64::from(cost.actions);
    let micros = cost.time.as_secs_f64() * 1e6 / actions;
    println!("{variant}: {:.1} calls, {micros:.0} µs", cost.calls_per_action());
    for (call, count) in &cost.calls {
        println!("    {call}: {:.2}", f64::from(*count) / actions);
    }
}
