//! Tests of everything but the screens, through the real shared libraries, variants and scripts.

mod architecture;
mod attacks;
mod bots;
mod bundled;
mod clicks;
mod docs;
mod generic;
mod guests;
mod house;
mod imports;
mod known_answers;
mod languages;
mod lessons;
mod linked;
// The example game Liar's dice, which is outside of the workspace: compared with its rules in Luau.
#[allow(dead_code, unreachable_pub, clippy::unused_self, reason = "of another package")]
#[path = "../../plugins/examples/liars-dice/src/bot_help.rs"]
mod bot_help;
#[allow(dead_code, unreachable_pub, clippy::unused_self, reason = "of another package")]
#[path = "../../plugins/examples/liars-dice/src/rules.rs"]
mod rules;
#[allow(dead_code, unreachable_pub, clippy::unused_self, reason = "of another package")]
#[path = "../../plugins/examples/liars-dice/src/view.rs"]
mod view;

mod luau_games;
mod luau_liars_dice;
mod luau_three_stones;
mod one_click;
mod packs;
mod playthroughs;
mod plugins;
mod release;
mod schemas;
mod undo;
mod words;
