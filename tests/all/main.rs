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
