//! Widgets at the right end of a line.

use egui::{Id, Ui};
use std::fmt::Debug;
use std::hash::Hash;

/// The right end of a line, made after everything before it: so Tab and screen readers follow the visual order. It is
/// as wide as it was in the last frame; a frame in which that has changed is laid out once more.
pub struct LineEnd {
    id: Id,
    width: f32,
}

impl LineEnd {
    /// The end, with its own type, of the line that `ui` lays out from left to right.
    pub fn of(ui: &Ui, name: impl Hash + Debug) -> Self {
        let id = ui.scope_id().with(name);
        Self { id, width: ui.data(|data| data.get_temp(id)).unwrap_or_default() }
    }

    /// Shows the widgets before the end in the room that it leaves.
    pub fn before<R>(&self, ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
        let room = (ui.available_width() - self.width - ui.spacing().item_spacing.x).max(0.0);
        let show = |ui: &mut Ui| {
            ui.set_max_width(room);
            add(ui)
        };
        ui.scope(show).inner
    }

    /// Shows the end.
    pub fn show<R>(self, ui: &mut Ui, add: impl FnOnce(&mut Ui) -> R) -> R {
        ui.add_space((ui.available_width() - self.width).max(0.0));
        let shown = ui.scope(add);
        let width = shown.response.rect.width();
        if (width - self.width).abs() > 0.5 {
            ui.data_mut(|data| data.insert_temp(self.id, width));
            ui.ctx().request_discard("the end of a line has another width");
        }
        shown.inner
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Context, RawInput, Rect, pos2};

    /// Lays a line out, and returns where its button and its end are.
    fn line(ctx: &Context, end: &str) -> (Rect, Rect) {
        let mut rects = (Rect::NOTHING, Rect::NOTHING);
        let screen = Rect::from_min_max(pos2(0.0, 0.0), pos2(500.0, 100.0));
        let output = ctx.run_ui(RawInput { screen_rect: Some(screen), ..RawInput::default() }, |ui| {
            ui.horizontal(|ui| {
                let rest = LineEnd::of(ui, "end");
                rects.0 = rest.before(ui, |ui| ui.button("before")).rect;
                rects.1 = rest.show(ui, |ui| ui.button(end)).rect;
            });
        });
        let mut textures = output.textures_delta;
        textures.clear();
        rects
    }

    #[test]
    fn the_line_end_is_right_aligned_at_once_and_after_it_grows() {
        let ctx = Context::default();
        let (before, end) = line(&ctx, "end");
        assert!(before.left() < 20.0 && end.right() > 480.0 && end.right() <= 500.0, "{before:?} {end:?}");
        let (_, wider) = line(&ctx, "a much longer end");
        assert!(wider.width() > end.width() + 20.0 && (wider.right() - end.right()).abs() < 1.0, "{wider:?}");
    }
}
