//! The moments at which a match turned: who came to be alone in front, and when.

use stonehouse_engine::Match;
use stonehouse_plugin::{Observer, Seat};
use stonehouse_runtime::Teams;

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
        stonehouse_language::joined(&names)
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

/// How the lead went, from the first action on. Nothing while the match is not over, and where the game shows no
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
    // Who was in front last, and who is now and since when.
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
