//! The bars around the table of a review: observer, position in the match, seats, log.

use super::{Review, ReviewCommand};
use crate::board::{number_width, stone};
use crate::log::LogLine;
use egui::{
    Align, Align2, Button, ComboBox, Frame, Key, Label, Layout, Margin, Panel, Rect, Response, RichText, Role,
    ScrollArea, Sense, Shape, Slider, Stroke, Ui, WidgetInfo, pos2, vec2,
};
use stonehouse_language::{InLanguage, tr};
use stonehouse_plugin::Observer;
use stonehouse_plugin::scene::SeatPanel;
use stonehouse_table::Textures;
use stonehouse_ui::theme::{self, LineEnd};

/// The width of the side, in points, and its greatest share of the window's width.
const SIDE: f32 = 264.0;
const SHARE: f32 = 0.36;
/// The width of the window below which a line has fewer controls, in points.
const TIGHT: f32 = 620.0;
/// The size of a player's stone in the log, and the gap on either side of it, in points.
const STONE: f32 = 12.0;
const GAP: f32 = 5.0;

impl Review {
    /// The bar above: back, title, observer, and playing on.
    pub(super) fn top_bar(&mut self, ui: &mut Ui) -> Option<ReviewCommand> {
        let mut command = None;
        let escaped = ui.input(|input| input.key_pressed(Key::Escape))
            && ui.memory(|memory| memory.top_modal_layer().is_none())
            && !egui::Popup::is_any_open(ui.ctx());
        let frame = theme::bar_frame(ui);
        Panel::top("review bar").frame(frame).show(ui, |ui| {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.set_max_height(30.0 * theme::scale(ui));
                let tight = ui.available_width() < TIGHT * theme::scale(ui);
                let end = LineEnd::of(ui, "commands");
                end.before(ui, |ui| {
                    if ui.button(tr!("Back")).on_hover_text(tr!("Where you came from (Esc)")).clicked() || escaped {
                        command = Some(ReviewCommand::Leave);
                    }
                    ui.add(Label::new(RichText::new(self.board.title()).text_style(theme::title())).truncate());
                });
                let on = tr!("A new match from this position, against people or bots. This one stays as it is");
                end.show(ui, |ui| {
                    self.choose_eyes(ui);
                    if tight {
                        ui.menu_button(tr!("Menu"), |ui| {
                            self.share(ui);
                            if ui.button(tr!("Settings")).clicked() {
                                command = Some(ReviewCommand::Settings);
                                ui.close();
                            }
                        });
                    } else {
                        self.share(ui);
                        // Ctrl+, opens them, too.
                        if ui.button(tr!("Settings")).clicked() {
                            command = Some(ReviewCommand::Settings);
                        }
                    }
                    // At the end there is nothing left to play.
                    let can = self.end.is_none() || self.at < self.length;
                    let play = ui.add_enabled(can, Button::new(tr!("Play on from here")));
                    if play
                        .on_hover_text(on)
                        .on_disabled_hover_text(tr!("The match is over at this point: go back to play on"))
                        .clicked()
                    {
                        self.wants_to_play = true;
                    }
                });
            });
        });
        command
    }

    fn choose_eyes(&mut self, ui: &mut Ui) {
        if self.observers.len() < 2 {
            return;
        }
        let called = |observer: Observer| match observer {
            Observer::Seat(seat) => tr!("As {player}", player = self.board.names()[seat.index()]),
            Observer::Referee => tr!("Everything open").to_owned(),
            Observer::Public => tr!("As a spectator").to_owned(),
        };
        let mut observer = self.observer;
        let shown = called(observer);
        let list = ComboBox::from_id_salt(("observers", self.board.id())).selected_text(shown.clone());
        let width = if ui.ctx().content_rect().width() < TIGHT * theme::scale(ui) { 90.0 } else { 150.0 };
        let list = list.width(width * theme::scale(ui)).show_ui(ui, |ui| {
            for one in &self.observers {
                ui.selectable_value(&mut observer, *one, called(*one));
            }
        });
        list.response.widget_info(|| WidgetInfo::labeled(Role::ComboBox, true, tr!("Seen {how}", how = shown)));
        self.observer = observer;
    }

    /// The bar below: where in the match.
    pub(super) fn bottom_bar(&mut self, ui: &mut Ui) {
        let frame = Frame::new().fill(theme::GREEN).inner_margin(Margin::symmetric(14, 8));
        Panel::bottom("review steps").frame(frame).show_separator_line(false).show(ui, |ui| {
            let message = self.film_in_words().or_else(|| self.copied_in_words());
            let text = message.unwrap_or_else(|| self.place_in_words());
            let text = RichText::new(text).color(theme::LIGHT);
            let whole = egui::WidgetText::from(text.clone());
            let whole = whole.into_galley(ui, Some(egui::TextWrapMode::Extend), f32::INFINITY, theme::body());
            // Where there is room the words are beside the slider, whole; the bar has the same height whatever they
            // are.
            let tight = ui.available_width() < TIGHT * theme::scale(ui);
            if tight {
                ui.add(Label::new(text.clone()).truncate());
            }
            ui.horizontal(|ui| {
                let (at, length) = (self.at, self.length);
                if step(ui, (-1.0, true), tr!("To the beginning (Home)"), at > 0) {
                    self.go(0);
                }
                if step(ui, (-1.0, false), tr!("One action back (left arrow)"), at > 0) {
                    self.go(at - 1);
                }
                if step(ui, (1.0, false), tr!("One action on (right arrow)"), at < length) {
                    self.go(at + 1);
                }
                if step(ui, (1.0, true), tr!("To the end (End)"), at < length) {
                    self.go(length);
                }
                let words = if tight { 0.0 } else { whole.size().x.max(260.0 * theme::scale(ui)) + 16.0 };
                ui.spacing_mut().slider_width = (ui.available_width() - words).max(60.0);
                let widgets = &mut ui.visuals_mut().widgets;
                for widget in [&mut widgets.inactive, &mut widgets.hovered, &mut widgets.active] {
                    widget.bg_fill = theme::darker(theme::GREEN, 0.45);
                    widget.fg_stroke = Stroke::new(2.0, theme::LIGHT);
                }
                let mut place = self.at;
                let slider = ui.add(Slider::new(&mut place, 0..=length.max(1)).show_value(false));
                slider.widget_info(|| WidgetInfo::slider(true, at as f64, tr!("Action")));
                self.mark_leads(ui, slider.rect);
                if place != at {
                    self.go(place);
                }
                if !tight {
                    ui.add(Label::new(text).truncate());
                }
            });
        });
    }

    /// Marks on the slider where the lead changed; the log names the new leader.
    fn mark_leads(&self, ui: &Ui, slider: Rect) {
        // The range of the middle of a slider's handle.
        let rail = slider.x_range().shrink(slider.height() / 2.5);
        for lead in &self.leads {
            let share = lead.after as f32 / self.length.max(1) as f32;
            let at = pos2(egui::lerp(rail.min..=rail.max, share), slider.top() + 3.0);
            ui.painter().circle_filled(at, 3.0, theme::BRASS_LIGHT);
        }
    }

    /// The place in the match: "Action 12 of 72", or how it ended.
    pub(super) fn place_in_words(&self) -> String {
        match &self.end {
            Some(end) if self.at == self.length => self.board.ending(end),
            _ if self.at == 0 && self.length == 1 => tr!("Before the only action").to_owned(),
            _ if self.at == 0 => tr!("Before the first of {n} actions", n = self.length),
            _ => tr!("Action {number} of {all}", number = self.at, all = self.length),
        }
    }

    /// The side: seats and log.
    pub(super) fn side(&mut self, ui: &mut Ui, textures: &Textures) {
        let scale = theme::scale(ui);
        let frame = Frame::new().fill(theme::colours(ui).paper).inner_margin(Margin::same(12));
        let width = (ui.available_width() * SHARE).min(SIDE * scale);
        Panel::right("review side").exact_size(width).resizable(false).frame(frame).show(ui, |ui| {
            ui.spacing_mut().interact_size.y = 18.0 * scale;
            if self.precedes_edit {
                let text = tr!(
                    "The files of this game were changed since the match was played: it is shown under the rules of today, and may have gone another way."
                );
                ui.add(Label::new(RichText::new(text).color(theme::colours(ui).alarm)).wrap().selectable(true));
            }
            if let Some(trouble) = &self.trouble {
                let text = RichText::new(trouble).color(theme::colours(ui).alarm);
                ui.add(Label::new(text).wrap().selectable(true));
            }
            for panel in &self.board.scene().seats {
                self.seat(ui, panel, textures);
            }
            ui.add_space(4.0);
            self.log(ui, textures);
        });
    }

    fn seat(&self, ui: &mut Ui, panel: &SeatPanel, textures: &Textures) {
        let colours = theme::colours(ui);
        let mut notes: Vec<String> = panel.notes.iter().map(|note| note.shown(self.board.names())).collect();
        let has_resigned =
            self.resignations.iter().any(|resignation| resignation.seat == panel.seat && resignation.after <= self.at);
        if has_resigned {
            notes.push(tr!("resigned").to_owned());
        }
        let frame = Frame::new().fill(colours.card).corner_radius(9).inner_margin(Margin::symmetric(12, 4));
        let shown = frame.show(ui, |ui| {
            let size = vec2(ui.available_width(), 26.0 * theme::scale(ui));
            ui.allocate_ui_with_layout(size, Layout::right_to_left(Align::Center), |ui| {
                if let Some(score) = panel.score {
                    ui.label(RichText::new(score.to_string()).text_style(theme::heading()));
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    stone(ui, textures, panel.tint, 18.0 * theme::scale(ui));
                    let name = RichText::new(self.board.name(panel.seat)).text_style(theme::body());
                    let name = if has_resigned { name.color(colours.ink_soft).strikethrough() } else { name };
                    ui.add(Label::new(name).truncate());
                });
            });
        });
        if !notes.is_empty() {
            shown.response.on_hover_text(notes.join(" · "));
        }
    }

    /// The log: a click on a line goes there.
    fn log(&mut self, ui: &mut Ui, textures: &Textures) {
        let mut wanted = None;
        let column = number_width(ui, self.length);
        let area = ScrollArea::vertical().id_salt(("review log", self.board.id())).auto_shrink(false).show(ui, |ui| {
            ui.spacing_mut().item_spacing = vec2(GAP, 2.0);
            let (mut action, mut in_sight) = (0, None::<Rect>);
            let mut lines = self.board.lines().iter().peekable();
            while let Some(line) = lines.next() {
                action = line.number.unwrap_or(action);
                let mut whole = match line.number {
                    Some(number) => {
                        let shown = self.line(ui, textures, column, number, line);
                        let rect = shown.rect;
                        if shown.on_hover_cursor(egui::CursorIcon::PointingHand).clicked() {
                            wanted = Some(number);
                        }
                        rect
                    }
                    None => remark(ui, column, &line.text),
                };
                // The new leader is named below everything that belongs to the action.
                if lines.peek().is_none_or(|next| next.number.is_some())
                    && let Some(lead) = self.leads.iter().find(|lead| lead.after == action)
                {
                    let text = tr!("in front: {players}", players = lead.who(self.board.names()));
                    whole = whole.union(remark(ui, column, &text));
                }
                // Before the first action, the first is in sight.
                if action == self.at.max(1) {
                    in_sight = Some(in_sight.map_or(whole, |above| above.union(whole)));
                }
            }
            if let Some(whole) = in_sight.filter(|_| self.log_scroll.is_due) {
                ui.scroll_to_rect_animation(whole, None, egui::style::ScrollAnimation::none());
            }
        });
        self.log_scroll.laid_out(ui, area.content_size.y);
        if let Some(wanted) = wanted {
            self.go(wanted);
        }
    }

    /// The action of this number in the log, whose number ends in a column of this width, in points. Returns the
    /// response to the pointer.
    fn line(&self, ui: &mut Ui, textures: &Textures, column: f32, number: usize, line: &LogLine) -> Response {
        let colours = theme::colours(ui);
        let colour = match number.cmp(&self.at) {
            std::cmp::Ordering::Greater => colours.ink_soft,
            std::cmp::Ordering::Equal => colours.accent,
            std::cmp::Ordering::Less => colours.ink,
        };
        let text = self.board.sentence(line);
        let shown = ui.horizontal_top(|ui| {
            let (place, _) =
                ui.allocate_exact_size(vec2(column, ui.text_style_height(&theme::small())), Sense::hover());
            let font = theme::font(ui, &theme::small());
            ui.painter().text(place.right_top(), Align2::RIGHT_TOP, number, font, colours.ink_soft);
            stone(ui, textures, line.seat.and_then(|seat| self.board.tint(seat)), STONE * theme::scale(ui));
            let words = theme::directed(ui, &text, &theme::small(), colour);
            ui.add(Label::new(words).wrap().sense(Sense::click()))
        });
        shown.inner.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{number}  {text}")));
        shown.inner
    }
}

/// Whether the log has to be scrolled to the action that was played last.
#[derive(Default)]
pub(super) struct LogScroll {
    is_due: bool,
    /// The height of the log in the frame before, in points.
    height: f32,
}

impl LogScroll {
    /// The log has to be scrolled.
    pub const fn to_action() -> Self {
        Self { is_due: true, height: 0.0 }
    }

    /// Notes the height in which the log was laid out. Lines wrap again once there is a scroll bar: it is scrolled
    /// until their heights are known.
    fn laid_out(&mut self, ui: &Ui, height: f32) {
        self.is_due &= height != self.height;
        self.height = height;
        if self.is_due {
            ui.request_repaint();
        }
    }
}

/// Shows a remark about an action in the log, below its text. Returns where it is.
fn remark(ui: &mut Ui, column: f32, text: &str) -> Rect {
    let shown = ui.horizontal_top(|ui| {
        ui.add_space(column + STONE * theme::scale(ui) + 2.0 * GAP);
        ui.add(Label::new(RichText::new(text).text_style(theme::small()).italics()).wrap());
    });
    shown.response.rect
}

/// A button with an arrow that points backwards (-1) or forwards (1), with a line before it if it goes all the way.
fn step(ui: &mut Ui, (way, whole): (f32, bool), name: &str, can: bool) -> bool {
    let response = ui.add_enabled(can, Button::new("").min_size(vec2(38.0 * theme::scale(ui), 0.0)));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, can, name));
    let (middle, size) = (response.rect.center(), response.rect.height() * 0.22);
    let colours = theme::colours(ui);
    let ink = if can { colours.ink } else { colours.ink_soft.gamma_multiply(0.5) };
    let tip = middle + vec2(way * size, 0.0);
    let corner = |up: f32| middle + vec2(-way * size * 0.8, up * size * 1.1);
    ui.painter().add(Shape::convex_polygon(vec![tip, corner(-1.0), corner(1.0)], ink, Stroke::NONE));
    if whole {
        let x = middle.x + way * (size + 3.0);
        ui.painter().vline(x, (middle.y - size * 1.1)..=(middle.y + size * 1.1), Stroke::new(2.0, ink));
    }
    response.on_hover_text(name).clicked()
}
