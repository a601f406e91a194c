//! Ctrl-C, and the system's request to end.

use std::process::exit;
use std::time::Duration;
use stonehouse_lab::Stop;
use stonehouse_session::program::end_all;

/// The exit code of a program that was stopped by Ctrl-C, as shells have it.
pub const INTERRUPTED: u8 = 130;

/// A request to stop that Ctrl-C makes. The second Ctrl-C ends the program at once, and the outside programs that it
/// runs.
pub fn stop_on_interrupt() -> Result<Stop, String> {
    let stop = Stop::new();
    let asked = stop.clone();
    let handler = move || {
        if asked.is_stopped() {
            end();
        }
        asked.stop();
    };
    ctrlc::set_handler(handler).map_err(|error| format!("Ctrl-C cannot be caught: {error}"))?;
    Ok(stop)
}

/// Lets Ctrl-C end the program at once, as it does by itself, and the outside programs that it runs.
pub fn end_on_interrupt() {
    // Where it cannot be caught, it ends this program as before, and the others by their closed input.
    let _ = ctrlc::set_handler(|| end());
}

fn end() -> ! {
    end_all(Duration::ZERO);
    exit(INTERRUPTED.into())
}
