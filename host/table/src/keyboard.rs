//! Playing with the keyboard: arrow keys move the focus from place to place on the table, Enter touches.

use super::layout::SceneLayout;
use super::spot::Spot;
use super::touch::Touched;
use egui::{EventFilter, FocusDirection, Id, Key, Pos2, Ui, Vec2};
use std::collections::BTreeSet;

/// The position of the keyboard on the table.
#[derive(Default)]
pub(super) struct Keyboard {
    /// The element that had the focus in the last frame, and its handle.
    on: Option<(Id, String)>,
    /// The position of the last touch with the keyboard: the next choice begins near it.
    waits_at: Option<Pos2>,
}

const ARROWS: [(Key, Vec2); 4] = [
    (Key::ArrowLeft, Vec2::new(-1.0, 0.0)),
    (Key::ArrowRight, Vec2::new(1.0, 0.0)),
    (Key::ArrowUp, Vec2::new(0.0, -1.0)),
    (Key::ArrowDown, Vec2::new(0.0, 1.0)),
];

impl Keyboard {
    /// Moves the focus. The first arrow key moves it to the table, near `middle`. After a choice by keyboard, the focus
    /// goes to the nearest place that can be touched next, as soon as there is one. `begun` is the place that was
    /// touched last, if a choice was begun.
    pub(super) fn aim(
        &mut self,
        ui: &Ui,
        middle: Pos2,
        begun: Option<Pos2>,
        touched: &[Touched<'_>],
        continues_with: &BTreeSet<String>,
    ) {
        let arrow = ui.input(|input| ARROWS.iter().find(|(key, _)| input.key_pressed(*key)).map(|(_, way)| *way));
        if let Some(here) = touched.iter().find(|touched| touched.response.has_focus()) {
            let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(here.response.id, filter));
            // Places that continue the choice precede those that begin another one.
            let leads = |touched: &&Touched<'_>| continues_with.contains(touched.handle);
            let from = here.spot.at;
            // From the only place that continues it, no other beginning is looked for.
            let is_only = touched.iter().all(|touched| !leads(&touched) || touched.handle == here.handle);
            let beginning = begun.filter(|_| is_only).unwrap_or(from);
            let next = arrow.and_then(|way| {
                beyond(from, way, touched.iter().filter(leads)).or_else(|| beyond(beginning, way, touched.iter()))
            });
            if let Some(next) = next {
                next.response.request_focus();
                ui.request_repaint();
            }
            self.on = Some((here.response.id, here.handle.to_owned()));
        } else if let Some((id, _)) = self.on.as_ref().filter(|(id, _)| ui.memory(|memory| memory.has_focus(*id))) {
            // It cannot be touched any more. A focus on it would keep all keys from other widgets.
            ui.memory_mut(|memory| memory.surrender_focus(*id));
            ui.request_repaint();
        } else if arrow.is_some() && ui.memory(egui::Memory::focused).is_none() {
            self.waits_at.get_or_insert(middle);
        }
        let Some(at) = self.waits_at else { return };
        let leading = touched.iter().filter(|touched| continues_with.contains(touched.handle));
        if let Some(nearest) = leading.min_by(|a, b| a.spot.at.distance(at).total_cmp(&b.spot.at.distance(at))) {
            nearest.response.request_focus();
            // The arrow that moved it here must not move it further in the same frame.
            ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
            ui.request_repaint();
            self.waits_at = None;
        }
    }

    /// The position at which the keyboard waits for something that can be touched: its last one.
    pub(super) fn resting(&self, ui: &Ui, layout: &SceneLayout) -> Option<Spot> {
        let is_free = self.waits_at.is_some() && ui.memory(egui::Memory::focused).is_none();
        let (_, handle) = self.on.as_ref().filter(|_| is_free)?;
        layout.spots.get(handle).copied()
    }

    /// Notes the handle that was touched. The focus `stays` on it where more like it can be touched next.
    pub(super) fn touched(&mut self, touched: &Touched<'_>, stays: bool) {
        self.waits_at = (touched.response.has_focus() && !stays).then_some(touched.spot.at);
    }
}

/// The nearest place in the direction `way`; places straight ahead are preferred.
fn beyond<'a, 'b: 'a>(
    from: Pos2,
    way: Vec2,
    touched: impl Iterator<Item = &'a Touched<'b>>,
) -> Option<&'a Touched<'b>> {
    let cost = |touched: &Touched<'_>| {
        let step = touched.spot.at - from;
        let ahead = step.dot(way);
        let across = (step - way * ahead).length();
        // Within 60 degrees of the way.
        (ahead > 1.0 && across < ahead * 1.75).then_some(ahead + 2.0 * across)
    };
    let reachable = touched.filter_map(|touched| Some((cost(touched)?, touched)));
    reachable.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, touched)| touched)
}
