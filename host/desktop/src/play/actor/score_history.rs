//! The scores of a match after each action, once it is over.

use crate::leads::{Leads, leads};
use stonehouse_engine::Match;
use stonehouse_plugin::Observer;

/// The most points of a line: of a longer match, only every second or third action is looked at.
const MAX_POINTS: usize = 240;

/// Scores over a match.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoreHistory {
    /// For each seat, how many actions had been played, and its score then.
    pub seats: Vec<Vec<[f64; 2]>>,
    /// The changes of the lead.
    pub leads: Leads,
}

impl ScoreHistory {
    /// The history of a match that is over; empty where the game shows no scores, or does not answer.
    pub fn of(current: &Match) -> Self {
        let length = current.len();
        let step = length / MAX_POINTS + 1;
        let mut seats: Vec<Vec<[f64; 2]>> = vec![Vec::new(); current.players().len()];
        let last = (!length.is_multiple_of(step)).then_some(length);
        for played in (0..=length).step_by(step).chain(last) {
            // The match is over: nothing is hidden any more.
            let Ok(scene) = current.scene_after(played, Observer::Referee) else { return Self::default() };
            for panel in &scene.seats {
                if let (Some(score), Some(seat)) = (panel.score, seats.get_mut(panel.seat.index())) {
                    seat.push([played as f64, score as f64]);
                }
            }
        }
        if seats.iter().any(|seat| seat.len() < 2) {
            return Self::default();
        }
        Self { seats, leads: leads(current) }
    }
}
