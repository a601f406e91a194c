//! Recent changes: marks on changes since a person's own last action, and points that rise from where they were made.

use super::changes::PiecePlaces;
use super::layout::SceneLayout;
use super::marks;
use super::spot::Spot;
use egui::{FontId, Painter, Pos2, Rect, Stroke, vec2};
use std::collections::HashMap;
use stonehouse_plugin::scene::{Lit, Mark};
use stonehouse_plugin::{Scene, Seat};
use stonehouse_ui::theme;

/// The time during which gained points rise, in seconds.
const RISE_SECONDS: f64 = 1.8;
/// The height to which they rise, in points of the screen.
const RISE_HEIGHT: f32 = 34.0;
/// How long the caption of the latest action is shown at a seat once it is the person's turn, in seconds.
const CAPTION_SECONDS: f64 = 3.5;
/// The most pieces that are marked: if more have changed, everything was dealt again.
const MAX_MARKED: usize = 24;

/// The latest action, and the outcomes of chance after it.
#[derive(Clone, Default)]
pub struct Latest<'a> {
    /// How many actions have been played.
    pub played: usize,
    /// The seat that played the last one.
    pub by: Option<Seat>,
    /// The action, in words.
    pub text: &'a str,
    /// The outcomes of chance after it, in words.
    pub rolled: Vec<&'a str>,
}

/// Tracks the changes since the viewer's own last action.
#[derive(Default)]
pub struct RecentChanges {
    /// How many actions had been played in the latest scene.
    played: Option<usize>,
    /// The scores before the actions that were not shown in a frame yet.
    unseen: Option<Vec<i64>>,
    /// The places that those actions lit.
    unseen_lit: Vec<Lit>,
    /// The time at which the latest action was first shown.
    since: f64,
    /// The places of all pieces after each person's own last action, and the scores.
    known: HashMap<Seat, (PiecePlaces, Vec<i64>)>,
    /// The latest scene's scores and highlights.
    scores: Vec<i64>,
    lit: Vec<Lit>,
    /// The places that were lit since the viewer's own last action, except by the last one.
    past: Vec<Lit>,
    /// The pieces that are marked as new to the viewer.
    fresh: Vec<u32>,
    /// The points that each seat has gained since the viewer's own last action.
    gained: Vec<i64>,
    rises: Vec<Rise>,
    /// The last action of another player, and the outcomes of chance after it or after the viewer's own action.
    caption: Option<Caption>,
}

/// The latest events, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Caption {
    seat: Seat,
    /// The action of the seat; empty if it is the viewer.
    text: String,
    /// The outcomes of chance after it, a line each.
    rolled: String,
}

/// Points that were just made.
#[derive(Clone, Debug, PartialEq)]
struct Rise {
    seat: Seat,
    points: i64,
    from: Pos2,
}

fn scores(scene: &Scene) -> Vec<i64> {
    scene.seats.iter().map(|panel| panel.score.unwrap_or_default()).collect()
}

impl RecentChanges {
    /// Notes a scene that the `viewer` sees, even if it is replaced before it is shown.
    pub fn note(&mut self, scene: &Scene, viewer: Seat, latest: &Latest<'_>) {
        let before = self.played.replace(latest.played);
        let now_scores = scores(scene);
        if before.is_none_or(|before| latest.played < before) {
            // Just opened, or something was taken back: nothing of it is new.
            *self = Self { played: self.played, scores: now_scores, lit: scene.lit.clone(), ..Self::default() };
            return;
        }
        if before.is_some_and(|before| latest.played > before) {
            self.unseen.get_or_insert_with(|| self.scores.clone());
            self.unseen_lit.extend(scene.lit.iter().cloned());
            let last_lit = std::mem::replace(&mut self.lit, scene.lit.clone());
            if latest.by == Some(viewer) {
                self.past.clear();
                self.known.insert(viewer, (PiecePlaces::of(scene), now_scores.clone()));
            } else {
                self.past.extend(last_lit);
            }
            self.caption = latest.by.and_then(|seat| {
                let text = if seat == viewer { String::new() } else { latest.text.to_owned() };
                let rolled = latest.rolled.join("\n");
                (!text.is_empty() || !rolled.is_empty()).then_some(Caption { seat, text, rolled })
            });
        }
        self.scores = now_scores;
        self.fresh.clear();
        self.gained.clear();
        if let Some((known, scores)) = self.known.get(&viewer) {
            let fresh = known.differs(scene).pieces;
            if fresh.len() <= MAX_MARKED && fresh.len() * 2 <= known.count().max(8) {
                self.fresh = fresh;
            }
            self.gained = self.scores.iter().zip(scores).map(|(now, then)| now - then).collect();
        }
    }

    /// Lets the points rise that were made since the last frame.
    pub fn update(&mut self, scene: &Scene, layout: &SceneLayout, now: f64) {
        if let Some(before) = self.unseen.take() {
            self.since = now;
            self.rises = rises(scene, &before, &std::mem::take(&mut self.unseen_lit), layout);
        }
    }

    /// Discards the points and words of the latest actions, because they were read elsewhere.
    pub fn discard(&mut self) {
        (self.unseen, self.caption) = (None, None);
        self.unseen_lit.clear();
        self.rises.clear();
    }

    /// The points that a seat has gained since the viewer's own last action; 0 where they are not known.
    pub fn gained(&self, seat: Seat) -> i64 {
        self.gained.get(seat.index()).copied().unwrap_or_default()
    }

    /// The places that were lit since the viewer's own last action, except by the last one.
    pub fn past(&self) -> &[Lit] {
        &self.past
    }

    /// Whether a piece is new to the viewer since their own last action.
    pub fn is_fresh(&self, id: u32) -> bool {
        self.fresh.contains(&id)
    }

    /// How long something of it still changes by itself, in seconds.
    pub fn busy_for(&self, now: f64) -> Option<f64> {
        let rises = (!self.rises.is_empty()).then_some(RISE_SECONDS);
        let caption = self.caption.is_some().then_some(CAPTION_SECONDS);
        let until = rises.into_iter().chain(caption).fold(0.0, f64::max);
        (now - self.since < until).then_some(until - (now - self.since))
    }

    /// Whether points are rising.
    pub fn is_rising(&self, now: f64) -> bool {
        !self.rises.is_empty() && now - self.since < RISE_SECONDS
    }

    /// Paints the points that rise; they do not move if animations are off. `names` are the players', `own` is the
    /// viewer, and `caption` is where words are, which points do not cover: they rise below them, up to their lower
    /// edge.
    pub fn paint_rises(
        &self,
        painter: &Painter,
        names: &[String],
        own: Seat,
        now: f64,
        moves: bool,
        caption: Option<Rect>,
    ) {
        let passed = now - self.since;
        if passed >= RISE_SECONDS {
            return;
        }
        let way = (passed / RISE_SECONDS) as f32;
        let fade = if moves { ((1.0 - way) * 4.0).clamp(0.0, 1.0) } else { 1.0 };
        let mut placed: Vec<Pos2> = Vec::new();
        for rise in &self.rises {
            let lift = if moves { RISE_HEIGHT * (1.0 - (1.0 - way).powi(2)) } else { RISE_HEIGHT * 0.5 };
            let who = names.get(rise.seat.index()).filter(|_| rise.seat != own);
            let sign = if rise.points > 0 { "+" } else { "−" };
            let text = match who {
                Some(name) => format!("{name} {sign}{}", rise.points.abs()),
                None => format!("{sign}{}", rise.points.abs()),
            };
            let size = 22.0 * theme::text_scale(painter);
            let mut from = rise_from(rise.from, size, caption);
            // Those that had to be moved are below each other.
            while from != rise.from && placed.iter().any(|other| other.distance(from) < 30.0) {
                from.y += 30.0;
            }
            placed.push(from);
            marks::plate(painter, from - vec2(0.0, lift), text, size, fade);
        }
    }

    /// Paints the latest action of another player and the outcomes of chance after it at their place on the table,
    /// until the viewer has had time to read it; `waits` is whether the viewer is not asked yet. Where they have no
    /// place, only the outcomes of chance are painted, at the top of the table. Returns where it was painted.
    pub fn paint_caption(
        &self,
        painter: &Painter,
        scene: &Scene,
        layout: &SceneLayout,
        size: f32,
        now: f64,
        waits: bool,
    ) -> Option<Rect> {
        let Caption { seat, text, rolled } = self.caption.as_ref()?;
        if !waits && now - self.since >= CAPTION_SECONDS {
            return None;
        }
        let own = |area: &&(&stonehouse_plugin::scene::Area, &super::layout::Laid)| area.0.seat == Some(*seat);
        let areas = scene.areas.iter().zip(&layout.areas).collect::<Vec<_>>();
        let place = areas.iter().find(own).map(|(_, laid)| laid.body.center_top());
        let room = painter.clip_rect();
        let text = match place {
            Some(_) if !text.is_empty() && !rolled.is_empty() => format!("{text}\n{rolled}"),
            Some(_) if !text.is_empty() => text.clone(),
            _ if rolled.is_empty() => return None,
            _ => rolled.clone(),
        };
        let share = (0.3 * theme::text_scale(painter)).clamp(0.3, 0.6);
        let widest = (room.width() * share).max(150.0);
        let galley = painter.layout(text, FontId::proportional(size), theme::INK, widest);
        let plate = galley.size() + vec2(18.0, 10.0);
        let at = Rect::from_center_size(place.unwrap_or(room.center_top()) + vec2(0.0, plate.y * 0.35), plate);
        let at = marks::kept_inside(at, room);
        painter.rect(at, 9.0, theme::CARD, Stroke::new(1.5, theme::CARD_EDGE), egui::StrokeKind::Outside);
        painter.galley(at.min + vec2(9.0, 5.0), galley, theme::INK);
        Some(at)
    }

    /// Marks a piece that is new to the viewer.
    pub fn mark(painter: &Painter, spot: Spot) {
        marks::fresh(painter, spot);
    }
}

/// The place from which points of this size rise: at `from`, or lower where they would cover the `caption`, above which
/// is a seat's name.
fn rise_from(from: Pos2, size: f32, caption: Option<Rect>) -> Pos2 {
    let Some(caption) = caption else { return from };
    let way = Rect::from_center_size(from - vec2(0.0, RISE_HEIGHT / 2.0), vec2(10.0 * size, RISE_HEIGHT + 2.0 * size));
    if way.intersects(caption) { egui::pos2(from.x, caption.bottom() + RISE_HEIGHT + size) } else { from }
}

/// The points that were made since the scores were `before`, and where: at the places `lit` since in the seat's colour,
/// at the place of the last action, or at the seat's own place.
fn rises(scene: &Scene, before: &[i64], lit: &[Lit], layout: &SceneLayout) -> Vec<Rise> {
    let mut rises: Vec<Rise> = Vec::new();
    for panel in &scene.seats {
        let (Some(score), Some(then)) = (panel.score, before.get(panel.seat.index())) else { continue };
        if score == *then {
            continue;
        }
        let lit = lit.iter().filter(|lit| lit.tint.is_none() || lit.tint == panel.tint);
        let lit: Vec<Pos2> = lit
            .flat_map(|lit| &lit.handles)
            .filter_map(|handle| layout.spots.get(handle))
            .map(|spot| spot.at)
            .collect();
        let last = || {
            let played = |placed: &&super::layout::PiecePosition| {
                scene.areas[placed.area].pieces[placed.piece].marks.contains(&Mark::Last)
            };
            layout.pieces.iter().find(played).map(|placed| placed.spot.at)
        };
        let own = || {
            let mut areas = scene.areas.iter().zip(&layout.areas);
            areas.find(|(area, _)| area.seat == Some(panel.seat)).map(|(_, laid)| laid.body.center())
        };
        let middle = (!lit.is_empty())
            .then(|| (lit.iter().fold(egui::Vec2::ZERO, |sum, at| sum + at.to_vec2()) / lit.len() as f32).to_pos2());
        let Some(from) = middle.or_else(own).or_else(last) else { continue };
        // Several at one place are above each other.
        let here = rises.iter().filter(|other| other.from.distance(from) < 30.0).count();
        let from = from - vec2(0.0, 30.0 * here as f32);
        rises.push(Rise { seat: panel.seat, points: score - then, from });
    }
    rises
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layout::Wanted;
    use stonehouse_plugin::scene::{Area, Face, Layout, Piece, SeatPanel, Tint};

    fn scene(own: &[u32], theirs: &[u32], scores: [i64; 2]) -> Scene {
        let row = |handle: &'static str, seat: u8, ids: &[u32]| {
            let pieces = ids.iter().map(|id| Piece::new(*id, Face::Stone(Tint::White), "stone"));
            let mut area = Area::new(handle, Layout::Row).pieces(pieces);
            area.seat = Some(Seat(seat));
            area
        };
        let seats = scores.into_iter().enumerate().map(|(seat, score)| SeatPanel::new(Seat(seat as u8), score));
        Scene::default().areas([row("own", 0, own), row("theirs", 1, theirs)]).seats(seats)
    }

    fn note(news: &mut RecentChanges, now: f64, scene: &Scene, played: usize, by: u8) {
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(600.0, 500.0));
        let layout =
            SceneLayout::new(&Wanted { scene, rect, viewer: Seat(0), has_prompt: false, arrangement: None, text: 1.0 });
        let latest = Latest { played, by: Some(Seat(by)), text: "did something", rolled: Vec::new() };
        news.note(scene, Seat(0), &latest);
        news.update(scene, &layout, now);
    }

    #[test]
    fn changes_by_others_stay_marked_until_the_viewer_acts_again() {
        let mut news = RecentChanges::default();
        let all: Vec<u32> = (1..9).collect();
        note(&mut news, 0.0, &scene(&all, &[], [0, 0]), 0, 0);
        note(&mut news, 1.0, &scene(&all[1..], &[], [0, 0]), 1, 0);
        assert!(news.fresh.is_empty(), "what one did oneself is no news");
        note(&mut news, 2.0, &scene(&all[1..], &[20], [0, 2]), 2, 1);
        note(&mut news, 3.0, &scene(&all[1..], &[20, 21], [0, 5]), 3, 1);
        assert!(news.is_fresh(20) && news.is_fresh(21) && !news.is_fresh(2));
        assert_eq!((news.gained(Seat(0)), news.gained(Seat(1))), (0, 5));
        note(&mut news, 4.0, &scene(&all[2..], &[20, 21], [1, 5]), 4, 0);
        assert!(news.fresh.is_empty());
        assert_eq!(news.gained(Seat(1)), 0);
    }

    #[test]
    fn points_rise_at_their_seat_and_then_nothing_moves() {
        let mut news = RecentChanges::default();
        note(&mut news, 0.0, &scene(&[1], &[2], [3, 3]), 0, 0);
        assert!(!news.is_rising(0.0), "nothing happened");
        note(&mut news, 1.0, &scene(&[1], &[2], [3, 5]), 1, 1);
        let rises: Vec<(Seat, i64)> = news.rises.iter().map(|rise| (rise.seat, rise.points)).collect();
        assert_eq!(rises, [(Seat(1), 2)]);
        assert!(news.is_rising(1.5) && !news.is_rising(9.0) && news.busy_for(9.0).is_none());
    }

    #[test]
    fn after_something_was_taken_back_nothing_is_new() {
        let mut news = RecentChanges::default();
        note(&mut news, 0.0, &scene(&[1], &[2], [0, 0]), 0, 0);
        note(&mut news, 1.0, &scene(&[1], &[2], [0, 0]), 1, 0);
        note(&mut news, 2.0, &scene(&[1], &[2, 3], [0, 4]), 2, 1);
        note(&mut news, 3.0, &scene(&[1], &[2], [0, 0]), 0, 0);
        assert!(news.fresh.is_empty() && news.rises.is_empty() && news.gained(Seat(1)) == 0);
    }

    #[test]
    fn rising_points_never_cover_the_caption() {
        let caption = Rect::from_min_size(egui::pos2(100.0, 100.0), vec2(200.0, 30.0));
        for x in [20.0, 110.0, 200.0, 350.0] {
            for y in [60.0, 90.0, 110.0, 140.0, 170.0, 300.0] {
                let (from, size) = (egui::pos2(x, y), 22.0);
                let begins = rise_from(from, size, Some(caption));
                for lift in [0.0, RISE_HEIGHT / 2.0, RISE_HEIGHT] {
                    let plate = Rect::from_center_size(begins - vec2(0.0, lift), vec2(6.0 * size, 1.8 * size));
                    assert!(!plate.intersects(caption), "{from} at {lift}");
                }
                assert_eq!(rise_from(from, size, None), from);
            }
        }
        assert_eq!(
            rise_from(egui::pos2(500.0, 110.0), 22.0, Some(caption)),
            egui::pos2(500.0, 110.0),
            "it is elsewhere"
        );
    }

    #[test]
    fn discarded_news_does_not_come_up_later() {
        let mut news = RecentChanges::default();
        note(&mut news, 0.0, &scene(&[1], &[2], [3, 3]), 0, 0);
        let latest = Latest { played: 1, by: Some(Seat(1)), text: "did something", rolled: Vec::new() };
        news.note(&scene(&[1], &[2], [3, 5]), Seat(0), &latest);
        news.discard();
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(600.0, 500.0));
        let scene = scene(&[1], &[2], [3, 5]);
        let layout = SceneLayout::new(&Wanted {
            scene: &scene,
            rect,
            viewer: Seat(0),
            has_prompt: false,
            arrangement: None,
            text: 1.0,
        });
        news.update(&scene, &layout, 1.0);
        assert!(news.rises.is_empty() && news.caption.is_none() && news.busy_for(1.0).is_none());
    }

    #[test]
    fn points_of_an_action_that_was_not_shown_rise_where_they_were_made() {
        let mut news = RecentChanges::default();
        let mut first = scene(&[1, 2], &[3], [1, 0]);
        first.areas[0].pieces[0].handle = "made".into();
        first.seats[0].tint = Some(Tint::White);
        let mut lit = Lit::default();
        (lit.handles, lit.tint) = (vec!["made".to_owned()], Some(Tint::White));
        let mut last = first.clone();
        first.lit.push(lit);
        last.areas[1].pieces[0].marks.push(Mark::Last);
        note(&mut news, 0.0, &scene(&[1, 2], &[3], [0, 0]), 0, 0);
        let latest = |played, by| Latest { played, by: Some(Seat(by)), text: "did something", rolled: Vec::new() };
        news.note(&first, Seat(0), &latest(1, 0));
        news.note(&last, Seat(0), &latest(2, 1));
        let rect = Rect::from_min_size(Pos2::ZERO, vec2(600.0, 500.0));
        let layout = SceneLayout::new(&Wanted {
            scene: &last,
            rect,
            viewer: Seat(0),
            has_prompt: false,
            arrangement: None,
            text: 1.0,
        });
        news.update(&last, &layout, 1.0);
        let rises: Vec<_> = news.rises.iter().map(|rise| (rise.seat, rise.points, rise.from)).collect();
        assert_eq!(rises, [(Seat(0), 1, layout.spots["made"].at)]);
        assert_eq!(news.past().len(), 1, "and it is drawn what was lit");
    }

    #[test]
    fn chance_outcomes_follow_own_actions_and_join_those_of_others() {
        let mut news = RecentChanges::default();
        let scene = scene(&[1], &[2], [0, 0]);
        let latest = |played, by, rolled| Latest { played, by: Some(Seat(by)), text: "did something", rolled };
        news.note(&scene, Seat(0), &latest(0, 0, Vec::new()));
        news.note(&scene, Seat(0), &latest(1, 0, vec!["a five is rolled", "a six is rolled"]));
        let caption = |seat, text: &str, rolled: &str| {
            Some(Caption { seat: Seat(seat), text: text.to_owned(), rolled: rolled.to_owned() })
        };
        assert_eq!(news.caption, caption(0, "", "a five is rolled\na six is rolled"));
        news.note(&scene, Seat(0), &latest(2, 1, vec!["a one is rolled"]));
        assert_eq!(news.caption, caption(1, "did something", "a one is rolled"));
        news.note(&scene, Seat(0), &latest(3, 0, Vec::new()));
        assert_eq!(news.caption, None, "what one did oneself is no news");
    }
}
