//! Scores, winners and prospects under house rules.

use super::failed;
use crate::{CallError, HostHook, Position, Work};
use stonehouse_plugin::{MAX_POINTS, Seat, Seats};

impl Position {
    /// Adds the points of the house rules to the scores, and returns the winners by them.
    pub(crate) fn adjust_scores(&self, scores: &mut [i64], winners: Seats) -> Result<Seats, CallError> {
        let (Some(layer), Some(house)) = (self.rules().layer(), self.house()) else { return Ok(winners) };
        let mut winners = winners;
        if house.points.iter().any(|points| *points != 0) {
            for (score, points) in scores.iter_mut().zip(&house.points) {
                *score = score.saturating_add(*points).clamp(-MAX_POINTS, MAX_POINTS);
            }
            winners = Seats::highest(scores);
        } else if house.finish_requested {
            // The game itself has no winners before it is over.
            winners = Seats::highest(scores);
        }
        winners = house.winners.unwrap_or(winners);
        if !layer.uses(HostHook::Wins) {
            return Ok(winners);
        }
        self.rules().begin(Work::Query);
        let mut judged = Seats::default();
        for seat in Seat::all(scores.len()) {
            let wins = winners.contains(seat);
            if layer.decide(HostHook::Wins, &[seat.0.into()], &self.facts(), wins).map_err(failed)? {
                judged.insert(seat);
            }
        }
        // If nobody wins, all share the result.
        Ok(if judged == Seats::default() { Seat::all(scores.len()).collect() } else { judged })
    }

    /// Adds the points of the house rules to the prospects, or replaces them by the scores where they have ended the
    /// match.
    pub(crate) fn adjust_prospects(&self, prospects: &mut [i64]) -> Result<(), CallError> {
        let Some(house) = self.house() else { return Ok(()) };
        let unit = self.rules().prospect_unit();
        if house.has_ended {
            self.scores(prospects)?;
            prospects.iter_mut().for_each(|prospect| *prospect = prospect.saturating_mul(unit));
            return Ok(());
        }
        for (prospect, points) in prospects.iter_mut().zip(&house.points) {
            *prospect = prospect.saturating_add(points.saturating_mul(unit));
        }
        Ok(())
    }
}
