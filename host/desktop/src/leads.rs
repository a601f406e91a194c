//! The moments at which the sole lead in a match changed.

use stonehouse_engine::Match;
use stonehouse_plugin::{Observer, Seat};
use stonehouse_runtime::Teams;

/// A side that takes the sole lead.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lead {
    /// The number of actions before it.
    pub after: usize,
    /// The side that leads: a player, or a team.
    pub side: Vec<Seat>,
}

impl Lead {
    /// The names of the side in front.
    pub fn who(&self, names: &[String]) -> String {
        let names: Vec<&String> = self.side.iter().filter_map(|seat| names.get(seat.index())).collect();
        stonehouse_language::joined(&names)
    }
}

/// The changes of the lead in a match.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Leads {
    /// Each time that another side than the last took the sole lead.
    pub changes: Vec<Lead>,
    /// The one after which a side had the sole lead to the end.
    pub to_the_end: Option<Lead>,
}

/// The changes of the lead, from the first action on. Nothing while the match is not over, and where the game shows no
/// points.
pub fn leads(current: &Match) -> Leads {
    let shows_points = || {
        let scene = current.scene_after(current.len(), Observer::Referee);
        scene.is_ok_and(|scene| scene.seats.iter().any(|panel| panel.score.is_some()))
    };
    if current.end().is_none() || !shows_points() {
        return Leads::default();
    }
    let seating = current.ruleset().seating();
    let (teams, side) = (Teams::of(current.ruleset().rules()), |team| seating.members(team).collect());
    let mut scores = vec![0; teams.seats()];
    let mut changes = Vec::new();
    // The last leader, and the leader now and since when.
    let (mut last, mut front, mut since) = (None, None, 0);
    for after in 0..=current.len() {
        if current.position_after(after).scores(&mut scores).is_err() {
            return Leads::default();
        }
        let now = teams.leader(&scores);
        if now != front {
            (front, since) = (now, after);
        }
        // A lead before the first action was given by the setup.
        if let Some(team) = now
            && last.replace(team) != Some(team)
            && after > 0
        {
            changes.push(Lead { after, side: side(team) });
        }
    }
    let to_the_end = front.filter(|_| since > 0).map(|team| Lead { after: since, side: side(team) });
    Leads { changes, to_the_end }
}
