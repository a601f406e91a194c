//! The scenes, by name.

mod boards;
mod cards;
mod dice;
mod faces;
mod mixed;

use stonehouse_plugin::scene::{SeatPanel, Tint};
use stonehouse_plugin::{Action, ActionText, Scene, Seat};
use stonehouse_runtime::DescribedAction;

/// The scene of this name, and the choices in it.
pub fn scene(name: &str) -> (Scene, Vec<DescribedAction>) {
    match name {
        "go" => boards::go(),
        "hex" => boards::hex(),
        "backgammon" => boards::backgammon(),
        "dice" => dice::dice(),
        "poker" => cards::poker(),
        "settlers" => mixed::settlers(),
        "faces" => faces::faces(),
        "track" => mixed::track(),
        "dominoes" => dice::dominoes(),
        "ring" => cards::ring(),
        _ => boards::chess(),
    }
}

/// An action for each of these paths.
fn choices(paths: Vec<Vec<&str>>) -> Vec<DescribedAction> {
    let choice = |(code, path): (usize, Vec<&str>)| DescribedAction {
        action: Action(code as u32),
        description: ActionText::new("").path(path),
    };
    paths.into_iter().enumerate().map(choice).collect()
}

/// The scene with this many seats.
fn seats(scene: Scene, count: usize) -> Scene {
    scene.seats(Seat::all(count).map(|seat| SeatPanel::new(seat, 0).tint(Tint::Seat(seat))))
}
