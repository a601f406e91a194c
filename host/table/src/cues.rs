//! The sounds of changes of the table.
//!
//! [`cues`] compares two scenes that one observer saw, so no sound reveals anything hidden from the observer.

use super::looks::{self, AreaRole};
use std::collections::{BTreeSet, HashMap};
use stonehouse_plugin::scene::{Area, Piece};
use stonehouse_plugin::{Scene, Seat};

/// The least growth of a pile at which its pieces were not laid there one by one.
const MIN_PILE_GROWTH: u32 = 4;
/// The least number of new pieces at once for a new deal, if they are most of the table.
const MIN_DEALT: usize = 8;

/// A sound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Cue {
    /// A pile was mixed, or the table dealt again.
    Shuffle,
    /// Dice were rolled.
    Roll,
    /// Something was taken, drawn or removed.
    Take,
    /// Something was laid down.
    Place,
    /// Somebody made points.
    Score,
    /// It is the listener's turn.
    YourTurn,
    /// A clock is running out: one tick.
    Clock,
    /// The listener has won.
    Win,
}

impl Cue {
    /// All cues, in the order in which several at once are played.
    pub const ALL: [Self; 8] =
        [Self::Shuffle, Self::Roll, Self::Take, Self::Place, Self::Score, Self::YourTurn, Self::Clock, Self::Win];
}

/// The sounds when the table changes from one scene to another, each sound at most once, in the order in which they are
/// played.
///
/// Both scenes are those that `viewer` saw, one after the other: so the sounds depend on visible changes, and reveal
/// nothing else. Where another person looks now, there is nothing to compare and there is no sound. [`Cue::Clock`] and
/// [`Cue::Win`] are never among them: a scene contains neither how much time is left nor that a match is over.
pub fn cues(before: &Scene, after: &Scene, viewer: Seat) -> Vec<Cue> {
    let mut cues = BTreeSet::new();
    let (was, is) = (placed(before), placed(after));
    let new = is.keys().filter(|id| !was.contains_key(*id)).count();
    let dealt = new >= MIN_DEALT && new * 2 > is.len();
    if dealt || piled_up(before, after) {
        cues.insert(Cue::Shuffle);
    }
    if !dealt {
        for (id, now) in &is {
            cues.extend(cue_of(was.get(id), now));
        }
        let was_taken = was.keys().any(|id| !is.contains_key(id));
        let nothing_else = cues.is_empty();
        // Where something was laid over it, or it was laid on a pile, that sound is played instead.
        if nothing_else {
            cues.extend(piles(before, after));
        }
        if cues.is_empty() && was_taken {
            cues.insert(Cue::Take);
        }
    }
    let gained = |(now, then): (Option<i64>, Option<i64>)| matches!((now, then), (Some(now), Some(then)) if now > then);
    if scores(after).zip(scores(before)).any(gained) {
        cues.insert(Cue::Score);
    }
    let asked = |scene: &Scene| scene.prompt.as_ref().is_some_and(|prompt| prompt.seat == viewer);
    if asked(after) && !asked(before) {
        cues.insert(Cue::YourTurn);
    }
    cues.into_iter().collect()
}

/// A piece and its area.
type Placed<'a> = (&'a Area, usize, &'a Piece);

fn placed(scene: &Scene) -> HashMap<u32, Placed<'_>> {
    let areas = scene.areas.iter().enumerate();
    areas.flat_map(|(number, area)| area.pieces.iter().map(move |piece| (piece.id, (area, number, piece)))).collect()
}

fn scores(scene: &Scene) -> impl Iterator<Item = Option<i64>> {
    scene.seats.iter().map(|panel| panel.score)
}

/// The sound of a piece that was elsewhere, or nowhere, and is here now.
fn cue_of(was: Option<&Placed<'_>>, (area, number, piece): &Placed<'_>) -> Option<Cue> {
    let moved = was.is_none_or(|(before, place, piece_before)| {
        piece_before.on != piece.on || (area.handle.is_empty() && place != number) || before.handle != area.handle
    });
    let turned = was.is_some_and(|(.., before)| before.face != piece.face);
    if looks::face(&piece.face).is_rolled() && (turned || was.is_none()) {
        Some(Cue::Roll)
    } else if looks::pile_count(area).is_some() {
        // The uppermost piece of a pile need not have moved: the counts are compared instead.
        None
    } else if looks::role(area) == AreaRole::Hand && moved {
        Some(Cue::Take)
    } else {
        (moved || turned).then_some(Cue::Place)
    }
}

/// The number of pieces on each pile, by its handle or number.
fn counts(scene: &Scene) -> impl Iterator<Item = ((usize, &str), u32)> {
    scene.areas.iter().enumerate().filter_map(|(number, area)| {
        let pile = if area.handle.is_empty() { (number, "") } else { (0, area.handle.as_str()) };
        looks::pile_count(area).map(|count| (pile, count))
    })
}

/// The growth of each pile, in pieces.
fn growth(before: &Scene, after: &Scene) -> Vec<i64> {
    let was: HashMap<_, _> = counts(before).collect();
    let grown = |(pile, now): ((usize, &str), u32)| was.get(&pile).map(|then| i64::from(now) - i64::from(*then));
    counts(after).filter_map(grown).collect()
}

/// Whether a pile was made of other pieces: of the cards that were discarded, for example.
fn piled_up(before: &Scene, after: &Scene) -> bool {
    growth(before, after).into_iter().any(|grown| grown >= i64::from(MIN_PILE_GROWTH))
}

/// The sounds of piles that became higher or lower.
fn piles(before: &Scene, after: &Scene) -> Option<Cue> {
    let growth = growth(before, after);
    if growth.iter().any(|grown| (1..i64::from(MIN_PILE_GROWTH)).contains(grown)) {
        Some(Cue::Place)
    } else {
        growth.iter().any(|grown| *grown < 0).then_some(Cue::Take)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::scene::{Cell, Cells, Die, Face, Layout, Mark, Prompt, SeatPanel, Tint};

    fn stones(ids: impl IntoIterator<Item = u32>) -> Vec<Piece> {
        ids.into_iter().map(|id| Piece::new(id, Face::Stone(Tint::White), "stone")).collect()
    }

    fn sounds(before: &Scene, after: &Scene) -> Vec<Cue> {
        cues(before, after, Seat(0))
    }

    fn table(board: &[(u32, &str)], hand: &[u32], pile: u32) -> Scene {
        let mut cells = Cells::default();
        for handle in ["a", "b", "c"] {
            let mut cell = Cell::default();
            cell.handle = handle.to_owned();
            cells.cells.push(cell);
        }
        let mut placed = stones(board.iter().map(|(id, _)| *id));
        for (piece, (_, on)) in placed.iter_mut().zip(board) {
            (*on).clone_into(&mut piece.on);
        }
        Scene::default().areas([
            Area::new("board", cells).pieces(placed),
            Area::new("hand", Layout::Fan).pieces(stones(hand.iter().copied())),
            Area::new("pile", Layout::stack(pile, Face::Covered)),
        ])
    }

    #[test]
    fn pieces_that_move_make_sounds_and_others_do_not() {
        let before = table(&[(1, "a")], &[2, 3], 9);
        assert_eq!(sounds(&before, &before), []);
        assert_eq!(sounds(&before, &table(&[(1, "a"), (2, "b")], &[3], 9)), [Cue::Place]);
        assert_eq!(sounds(&before, &table(&[(1, "c")], &[2, 3], 9)), [Cue::Place], "moved from place to place");
        assert_eq!(sounds(&before, &table(&[(1, "a")], &[2, 3, 4], 8)), [Cue::Take], "drawn into a hand");
        assert_eq!(sounds(&before, &table(&[], &[2, 3], 9)), [Cue::Take], "taken off the board");
        assert_eq!(sounds(&before, &table(&[(1, "a")], &[2, 3], 8)), [Cue::Take], "drawn, and nobody sees where to");
        assert_eq!(sounds(&before, &table(&[(1, "a")], &[3], 10)), [Cue::Place], "laid on a pile");
    }

    #[test]
    fn a_remade_pile_and_a_new_deal_are_shuffled() {
        let before = table(&[], &[2, 3], 1);
        assert_eq!(sounds(&before, &table(&[], &[2, 3], 30)), [Cue::Shuffle]);
        let hand: Vec<u32> = (20..30).collect();
        assert_eq!(sounds(&before, &table(&[], &hand, 1)), [Cue::Shuffle], "not ten single cards");
    }

    #[test]
    fn dice_sound_when_their_faces_change() {
        let dice = |shows| {
            let mut die = Die::default();
            (die.sides, die.shows) = (6, Some(shows));
            Scene::default().areas([Area::new("dice", Layout::Row).pieces([Piece::new(1, Face::Die(die), "die")])])
        };
        assert_eq!(sounds(&dice(3), &dice(5)), [Cue::Roll]);
        assert_eq!(sounds(&dice(3), &dice(3)), []);
    }

    #[test]
    fn score_and_turn_sounds_follow_their_cause() {
        let scene = |asked: u8, score: i64, board: &[(u32, &str)]| {
            let mut scene = table(board, &[], 9).seats([SeatPanel::new(Seat(0), 0), SeatPanel::new(Seat(1), score)]);
            scene.prompt = Some(Prompt::new(Seat(asked), "Your turn"));
            scene
        };
        let (before, after) = (scene(1, 3, &[]), scene(0, 5, &[(1, "a")]));
        assert_eq!(sounds(&before, &after), [Cue::Place, Cue::Score, Cue::YourTurn]);
        assert_eq!(cues(&before, &after, Seat(1)), [Cue::Place, Cue::Score], "the other one's turn is over");
        assert_eq!(sounds(&after, &scene(0, 5, &[(1, "a")])), [], "still the same turn");
        assert_eq!(sounds(&after, &scene(0, 4, &[(1, "a")])), [], "points that are lost make no sound");
    }

    #[test]
    fn marks_and_names_make_no_sound() {
        let mut after = table(&[(1, "a")], &[], 9);
        after.areas[0].pieces[0].marks.push(Mark::Last);
        after.areas[0].pieces[0].name = "the last stone".into();
        assert_eq!(sounds(&table(&[(1, "a")], &[], 9), &after), []);
    }
}
