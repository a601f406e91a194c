//! The cost of one click at a table: see `ClickCost` in `tests/src/clicks.rs`.
//!
//! `cargo bench -p stonehouse-tests --bench clicks`

use stonehouse_plugin::abi::export::Exported;
use stonehouse_stonerow::StoneRow;
use stonehouse_tavern_stones::TavernStones;
use stonehouse_tests::clicks::ClickCost;
use stonehouse_three_stones::ThreeStones;

fn main() {
    println!("a click: calls of the plugin, and time until the window has the new view");
    show::<ThreeStones>("three-stones/standard");
    show::<ThreeStones>("three-stones/pure-skill");
    show::<ThreeStones>("three-stones/hat-trick");
    show::<StoneRow>("stonerow/official");
    show::<TavernStones>("tavern-stones/official");
}

fn show<G: Exported>(variant: &str) {
    for people in [1, 2] {
        let cost = ClickCost::of::<G>(variant, people, 60);
        let micros = cost.time.as_secs_f64() * 1e6 / f64::from(cost.clicks);
        println!("{variant}, people at the screen: {people}: {:.1} calls, {micros:.0} µs", cost.calls_per_click());
        for (call, count) in &cost.calls {
            println!("    {call}: {:.2}", f64::from(*count) / f64::from(cost.clicks));
        }
    }
}
