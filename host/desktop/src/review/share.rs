//! A match to be shared: as text for a letter or a forum.

use super::Review;
use crate::play::words;

impl Review {
    /// The match as text: what was played by whom, how it ended, and the log, as far as whoever looks may know it.
    pub(super) fn as_text(&self) -> String {
        let game = &self.ruleset.plugin().about().name;
        let mut text = format!("{game} · {}\n", self.ruleset.variant().title());
        for (seat, name) in self.ruleset.seating().seats.iter().zip(&self.names) {
            text.push_str(&format!("{}: {name}\n", seat.name));
        }
        if let Some(end) = &self.end {
            let has_points = self.shown.scene.seats.iter().any(|panel| panel.score.is_some());
            text.push_str(&format!("{}\n", words::ending(end, &self.names, self.ruleset.seating(), has_points)));
        }
        text.push('\n');
        for (number, line) in self.shown.lines.iter().enumerate() {
            let name = &self.names[line.seat.index()];
            text.push_str(&format!("{}. {name}: {}\n", number + 1, line.text));
            for said in &line.said {
                text.push_str(&format!("   {said}\n"));
            }
        }
        text
    }
}
