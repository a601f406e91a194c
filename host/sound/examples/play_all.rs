//! Plays every sound, one after the other: `cargo run -p stonehouse-sound --example play_all`.

use std::thread;
use std::time::Duration;
use stonehouse_sound::{Cue, Speaker};

fn main() {
    let mut speaker = Speaker::new(70);
    for cue in Cue::ALL {
        println!("{cue:?}");
        speaker.play(&[cue]);
        thread::sleep(Duration::from_millis(1200));
    }
}
