//! Questions that are asked on the table: with buttons for the answers, or with a form for the values of an action.

use super::{Chosen, Layout, Table, View};
use crate::look;
use egui::{Rect, Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder, Vec2, vec2};
use stonehouse_plugin_api::scene::Prompt;

/// The height of a plate with one line of text, and its greatest width, in points.
const PLATE: f32 = 44.0;
const WIDEST: f32 = 640.0;
/// The margin inside a plate.
const MARGIN: Vec2 = vec2(18.0, 6.0);

impl Table {
    /// Shows the question and buttons for its answers close to what it is about: at the area that the prompt names, or else above the
    /// viewer's own things. Returns the handle of the answer that was clicked.
    pub(super) fn answers(&self, ui: &mut Ui, view: &View<'_>, layout: &Layout) -> Option<String> {
        let prompt = asked(view).filter(|_| self.form.is_none())?;
        let mut touched = None;
        let room = room(ui, prompt, layout);
        let plate = placed(ui, room, vec2(room.width().clamp(0.0, WIDEST), PLATE));
        let ground = plate_of(plate);
        ui.painter().extend(ground);
        ui.scope_builder(UiBuilder::new().max_rect(plate.shrink2(MARGIN)), |ui| {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let may = self.may_press(ui);
                let buttons = prompt.buttons.iter().enumerate().rev();
                for (number, button) in buttons.filter(|(_, button)| self.leads_on(&button.handle)) {
                    if self.prompt_button(ui, button, number, may, view.names) {
                        touched = Some(button.handle.clone());
                    }
                }
                ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                    let text = egui::RichText::new(prompt.text.english(view.names)).color(look::LIGHT);
                    ui.add(egui::Label::new(text).truncate());
                });
            });
        });
        touched
    }

    /// Shows the form for the values of the chosen action in the same place. Returns the action once they are confirmed.
    pub(super) fn form_here(&mut self, ui: &mut Ui, view: &View<'_>, layout: &Layout) -> Option<Chosen> {
        let prompt = asked(view)?;
        self.form.as_ref()?;
        let room = room(ui, prompt, layout);
        let widest = room.width().min(WIDEST + 80.0);
        // The plate is as large as in the last frame, because the size of its widgets is only known once they have been shown.
        let known = self.form_size.unwrap_or(vec2(widest, PLATE));
        let plate = placed(ui, room, known);
        // Clicks on the plate must not reach what lies below it.
        ui.interact(plate, ui.scope_id().with("form"), Sense::click_and_drag());
        let ground = ui.painter().add(Shape::Noop);
        let inner = Rect::from_min_size(plate.min, vec2(widest, plate.height())).shrink2(MARGIN);
        let shown = ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| {
            ui.spacing_mut().interact_size.y = PLATE - 2.0 * MARGIN.y;
            ui.horizontal_wrapped(|ui| self.form_ui(ui, view.names)).inner
        });
        let size = shown.response.rect.size() + 2.0 * MARGIN;
        let size = vec2(size.x.ceil(), size.y.ceil().max(PLATE));
        ui.painter().set(ground, plate_of(Rect::from_min_size(plate.min, size)));
        if self.form_size != Some(size) {
            self.form_size = Some(size);
            ui.request_repaint();
        }
        shown.inner
    }
}

/// The question that is asked on the table, if there is one.
fn asked<'a>(view: &View<'a>) -> Option<&'a Prompt> {
    view.scene.prompt.as_ref().filter(|_| Table::asks_here(view.scene) && view.may_choose)
}

/// Where a question is shown: in the room that was kept for it, or at the area that it names, or at the lower edge.
fn room(ui: &Ui, prompt: &Prompt, layout: &Layout) -> Rect {
    let seen = seen(ui);
    let at = layout.spots.get(&prompt.at).map(|spot| {
        let above = spot.bounds();
        Rect::from_center_size(above.center_top() - vec2(0.0, 26.0), vec2(seen.width(), PLATE))
    });
    let below = Rect::from_min_max(egui::pos2(seen.left(), seen.bottom() - PLATE), seen.max);
    let place = layout.asked_at.or(at).unwrap_or(below);
    Rect::from_x_y_ranges(place.x_range().intersection(seen.x_range()), place.y_range())
}

/// The visible part of the table: a question stays in sight when the table is scrolled.
fn seen(ui: &Ui) -> Rect {
    ui.clip_rect().shrink(6.0)
}

/// A plate of this size in the middle of `room`, moved into the visible part.
fn placed(ui: &Ui, room: Rect, size: Vec2) -> Rect {
    let seen = seen(ui);
    let plate = egui::Align2::CENTER_CENTER.align_size_within_rect(size, room);
    let down = plate.top().min(seen.bottom() - size.y).max(seen.top()) - plate.top();
    plate.translate(vec2(0.0, down))
}

fn plate_of(rect: Rect) -> Vec<Shape> {
    let round = PLATE / 2.0;
    vec![
        Shape::rect_filled(rect, round, look::GREEN),
        Shape::rect_stroke(rect, round, Stroke::new(2.0, look::BRASS), StrokeKind::Inside),
    ]
}
