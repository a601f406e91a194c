//! Prompts on the table: with buttons for the answers, or with a form for the values of an action.

use super::Table;
use super::layout::SceneLayout;
use super::view::View;
use super::widgets::{button_width, with_gain};
use crate::layout::question_height;
use egui::{Rect, Sense, Shape, Stroke, StrokeKind, Ui, UiBuilder, Vec2, vec2};
use stonehouse_language::InLanguage;
use stonehouse_plugin::scene::{Button, Prompt};
use stonehouse_runtime::Choice;
use stonehouse_ui::theme::{self, LineEnd};

/// The greatest width of a plate, in points, where text has its usual size.
const MAX_WIDTH: f32 = 640.0;
/// The margin inside a plate.
const MARGIN: Vec2 = vec2(18.0, 6.0);

impl Table {
    /// Shows the question and buttons for its answers close to its subject: at the area that the prompt names, or else
    /// above the viewer's own things. Returns the handle of the answer that was clicked.
    pub(super) fn answers(&self, ui: &mut Ui, view: &View<'_>, layout: &SceneLayout) -> Option<String> {
        let prompt = prompt_of(view).filter(|_| self.form.is_none())?;
        let mut touched = None;
        let room = room(ui, prompt, layout);
        let text = prompt.text.shown(view.names);
        let line = plate_height(ui);
        let widest = room.width().clamp(0.0, MAX_WIDTH * theme::scale(ui));
        // Where the question and its answers do not fit into one line, the question has its own above them.
        let text_size =
            |wide: f32| ui.painter().layout(text.clone(), theme::font(ui, &theme::body()), theme::LIGHT, wide).size();
        let is_high = text_size(f32::INFINITY).x + self.answers_width(ui, here(view, prompt), view.names)
            > widest - 2.0 * MARGIN.x;
        let above = if is_high { text_size(widest - 2.0 * MARGIN.x).y + MARGIN.y } else { 0.0 };
        let plate = placed(ui, room, vec2(widest, line + above));
        ui.painter().extend(plate_of(plate, line));
        let label = || egui::Label::new(egui::RichText::new(&text).color(theme::LIGHT));
        ui.scope_builder(UiBuilder::new().max_rect(plate.shrink2(MARGIN)), |ui| {
            if is_high {
                ui.add(label().wrap());
            }
            let may = self.may_press(ui);
            let mut answers = |ui: &mut Ui| {
                for (number, button) in here(view, prompt).iter().enumerate() {
                    let text = button.text.shown(view.names);
                    if self.continues_with(&button.handle)
                        && self.prompt_button(ui, button, (&text, 0.0), number, may, view.names)
                    {
                        touched = Some(button.handle.clone());
                    }
                }
            };
            let row = egui::Layout::left_to_right(egui::Align::Center).with_main_wrap(is_high);
            ui.with_layout(row, |ui| {
                if is_high {
                    answers(ui);
                } else {
                    let end = LineEnd::of(ui, "answers");
                    end.before(ui, |ui| ui.add(label().truncate()));
                    end.show(ui, answers);
                }
            });
        });
        touched
    }

    /// How wide the answers are that can be given now, side by side.
    fn answers_width(&self, ui: &Ui, buttons: &[Button], names: &[String]) -> f32 {
        let wide = |button: &Button| {
            button_width(ui, with_gain(&button.text.shown(names), &self.gain_of(&button.handle, names)))
        };
        buttons.iter().filter(|button| self.continues_with(&button.handle)).map(wide).sum()
    }

    /// Shows the form for the values of the chosen action in the same place. Returns the action once they are
    /// confirmed.
    pub(super) fn form_here(&mut self, ui: &mut Ui, view: &View<'_>, layout: &SceneLayout) -> Option<Choice> {
        let prompt = prompt_of(view)?;
        self.form.as_ref()?;
        let room = room(ui, prompt, layout);
        let (widest, line) = (room.width().min((MAX_WIDTH + 80.0) * theme::scale(ui)), plate_height(ui));
        // The plate is as large as in the last frame, because the size of its widgets is only known once they have been
        // shown.
        let known = self.form_size.unwrap_or(vec2(widest, line));
        let plate = placed(ui, room, known);
        // Clicks on the plate must not reach anything below it.
        ui.interact(plate, ui.scope_id().with("form"), Sense::click_and_drag());
        let ground = ui.painter().add(Shape::Noop);
        let inner = Rect::from_min_size(plate.min, vec2(widest, plate.height())).shrink2(MARGIN);
        let shown = ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| {
            ui.spacing_mut().interact_size.y = line - 2.0 * MARGIN.y;
            ui.horizontal_wrapped(|ui| self.form_ui(ui, view.names)).inner
        });
        let size = shown.response.rect.size() + 2.0 * MARGIN;
        let size = vec2(size.x.ceil(), size.y.ceil().max(line));
        ui.painter().set(ground, plate_of(Rect::from_min_size(plate.min, size), line));
        if self.form_size != Some(size) {
            self.form_size = Some(size);
            ui.request_repaint();
        }
        shown.inner
    }
}

/// The prompt that is shown on the table, if there is one.
fn prompt_of<'a>(view: &View<'a>) -> Option<&'a Prompt> {
    view.scene.prompt.as_ref().filter(|_| Table::has_question_on_table(view.scene) && view.may_choose)
}

/// The answers that are shown with the question.
fn here<'a>(view: &View<'_>, prompt: &'a Prompt) -> &'a [Button] {
    if Table::has_answers_on_table(view.scene) { &prompt.buttons } else { &[] }
}

/// The place of a question: in the room that was kept for it, or at the area that it names, or at the lower edge.
fn room(ui: &Ui, prompt: &Prompt, layout: &SceneLayout) -> Rect {
    let (seen, line) = (seen(ui), plate_height(ui));
    let at = layout.spots.get(&prompt.at).map(|spot| {
        let above = spot.bounds();
        Rect::from_center_size(above.center_top() - vec2(0.0, line / 2.0 + 4.0), vec2(seen.width(), line))
    });
    let below = Rect::from_min_max(egui::pos2(seen.left(), seen.bottom() - line), seen.max);
    let place = layout.prompt_at.or(at).unwrap_or(below);
    Rect::from_x_y_ranges(place.x_range().intersection(seen.x_range()), place.y_range())
}

/// The visible part of the table: a question stays in sight when the table is scrolled.
fn seen(ui: &Ui) -> Rect {
    ui.clip_rect().shrink(6.0)
}

/// The height of a plate with one line of text.
fn plate_height(ui: &Ui) -> f32 {
    question_height(theme::scale(ui))
}

/// A plate of this size in the middle of `room`, moved into the visible part.
fn placed(ui: &Ui, room: Rect, size: Vec2) -> Rect {
    let seen = seen(ui);
    let plate = egui::Align2::CENTER_CENTER.align_size_within_rect(size, room);
    let down = plate.top().min(seen.bottom() - size.y).max(seen.top()) - plate.top();
    plate.translate(vec2(0.0, down))
}

/// The ground of a plate, as round as one with a single line of this height.
fn plate_of(rect: Rect, line: f32) -> Vec<Shape> {
    let round = line / 2.0;
    vec![
        Shape::rect_filled(rect, round, theme::GREEN),
        Shape::rect_stroke(rect, round, Stroke::new(2.0, theme::BRASS), StrokeKind::Inside),
    ]
}
