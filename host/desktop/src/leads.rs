//! The moments at which a match turned: who came to be alone in front, and when.

use crate::names;
use stonehouse_engine::Match;
use stonehouse_plugin_api::{Observer, Seat, Seating};

/// A side that comes to be alone in front.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// After how many actions.
    pub after: usize,
    /// Whose lead it is: a player, or a team.
    pub side: Vec<Seat>,
}

impl Lead {
    /// Who is in front, by their names.
    pub fn who(&self, names: &[String]) -> String {
        let names: Vec<&String> = self.side.iter().filter_map(|seat| names.get(seat.index())).collect();
        names::all(&names)
    }
}

/// How the lead went in a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leads {
    /// Each time that another side than the last came to be alone in front.
    pub changes: Vec<Lead>,
    /// The one after which a side was alone in front to the end.
    pub to_the_end: Option<Lead>,
}

/// How the lead went, from the first action on. Nothing while the match is not over, and where the game shows no points.
pub fn leads(current: &Match) -> Leads {
    let shows_points = || {
        let scene = current.scene_after(current.len(), Observer::Referee);
        scene.is_ok_and(|scene| scene.seats.iter().any(|panel| panel.score.is_some()))
    };
    if current.end().is_none() || !shows_points() {
        return Leads::default();
    }
    let seating = current.ruleset().seating();
    let mut scores = vec![0; seating.seats.len()];
    let side = |lead: Option<&Lead>| lead.map(|lead| lead.side.clone());
    let (mut changes, mut lasting): (Vec<Lead>, Option<Lead>) = (Vec::new(), None);
    for after in 0..=current.len() {
        if current.position_after(after).scores(&mut scores).is_err() {
            return Leads::default();
        }
        let lead = alone_in_front(&scores, seating).map(|side| Lead { after, side });
        if side(lasting.as_ref()) != side(lead.as_ref()) {
            lasting.clone_from(&lead);
        }
        if lead.is_some() && side(changes.last()) != side(lead.as_ref()) {
            changes.extend(lead);
        }
    }
    // Whoever is in front before anything was done has been given that.
    changes.retain(|lead| lead.after > 0);
    Leads { changes, to_the_end: lasting.filter(|lead| lead.after > 0) }
}

/// The side that has more points than every other.
fn alone_in_front(scores: &[i64], seating: &Seating) -> Option<Vec<Seat>> {
    let team = |seat: Seat| seating.seats[seat.index()].team;
    let best = *scores.iter().max()?;
    let mut front = Seat::all(scores.len()).filter(|seat| scores[seat.index()] == best);
    let first = front.next()?;
    let is_alone = front.all(|seat| team(seat) == team(first));
    is_alone.then(|| Seat::all(scores.len()).filter(|seat| team(*seat) == team(first)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_shares_the_best_score_with_another_side_is_not_alone_in_front() {
        let duel = Seating::players(2);
        assert_eq!(alone_in_front(&[3, 5], &duel), Some(vec![Seat(1)]));
        assert_eq!(alone_in_front(&[5, 5], &duel), None);
        let mut pairs = Seating::players(4);
        pairs.seats.iter_mut().zip([0, 1, 0, 1]).for_each(|(seat, team)| seat.team = team);
        assert_eq!(alone_in_front(&[2, 5, 2, 5], &pairs), Some(vec![Seat(1), Seat(3)]));
        assert_eq!(alone_in_front(&[5, 5, 5, 5], &pairs), None);
    }
}
