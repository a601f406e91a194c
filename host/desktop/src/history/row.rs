//! A match in the list of the history.

use super::{HistoryCommand, HistoryLine, RowCommand};
use crate::match_words;
use crate::thumbnail::{ThumbnailContext, Thumbnails};
use egui::{Align, Button, Label, Layout, Rect, RichText, Role, Sense, Ui, UiBuilder, WidgetInfo, vec2};
use stonehouse_language::tr;
use stonehouse_ui::theme::{self, LineEnd};

/// How wide the picture of a table is, in its heights.
const PICTURE: f32 = 1.15;

/// A match of the list: the whole of it opens the match, the button at its end deletes it.
pub(super) fn row(
    ui: &mut Ui,
    line: &HistoryLine,
    height: f32,
    is_deleted: bool,
    context: &ThumbnailContext<'_>,
    thumbnails: &mut Thumbnails,
) -> Option<RowCommand> {
    let width = ui.available_width() - 12.0;
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::click());
    let open = || match (is_deleted, line.is_unfinished) {
        (true, _) => RowCommand::PutBack(line.file.clone()),
        (false, true) => RowCommand::Go(HistoryCommand::Resume(line.file.clone())),
        (false, false) => RowCommand::Go(HistoryCommand::Review(line.file.clone())),
    };
    let verb = match (is_deleted, line.is_unfinished) {
        (true, _) => tr!("Put back"),
        (false, true) => tr!("Resume"),
        (false, false) => tr!("Review"),
    };
    let players = line.players.join(" – ");
    let (game, variant, when) = (&line.game, &line.variant, &line.when);
    let label = match (is_deleted, line.is_unfinished) {
        (true, _) => tr!("Put back {players}, {game}, {variant}, {when}", players, game, variant, when),
        (false, true) => tr!("Resume {players}, {game}, {variant}, {when}", players, game, variant, when),
        (false, false) => tr!("Review {players}, {game}, {variant}, {when}", players, game, variant, when),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    let near = response.hovered() || response.has_focus();
    theme::paint_card(ui, rect, 9.0, near);
    let mut action = None;
    let status = thumbnails.status(ui, context, &line.file).filter(|_| line.is_unfinished).map(str::to_owned);
    let side = height - 10.0;
    let picture = Rect::from_min_size(rect.min + vec2(5.0, 5.0), vec2(side * PICTURE, side));
    thumbnails.paint(ui, context.textures, &line.file, picture);
    let mut inner = rect.shrink2(vec2(14.0, 5.0));
    inner.min.x = picture.right() + 10.0;
    ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| {
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let result = match status {
                Some(status) => status,
                None if line.is_unfinished => tr!("not over").to_owned(),
                None => line.result.clone(),
            };
            let end = LineEnd::of(ui, &line.file);
            end.before(ui, |ui| texts(ui, line, (&players, result), verb, near));
            end.show(ui, |ui| {
                let mut button = |text: &str, name: String| {
                    let response = ui.add(Button::new(RichText::new(text).text_style(theme::small())));
                    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
                    response.clicked()
                };
                if is_deleted {
                    if button(tr!("Put back"), tr!("Put {players} back", players)) {
                        action = Some(open());
                    }
                    return;
                }
                // One that is unfinished can be looked at, too.
                if line.is_unfinished
                    && button(tr!("Review"), tr!("Look at {players}, {when}", players, when = line.when))
                {
                    action = Some(RowCommand::Go(HistoryCommand::Review(line.file.clone())));
                }
                if button(tr!("Delete"), tr!("Delete {players}, {when}", players, when = line.when)) {
                    action = Some(RowCommand::Delete(line.file.clone()));
                }
            });
        });
    });
    if response.clicked() && action.is_none() {
        action = Some(open());
    }
    response.on_hover_cursor(egui::CursorIcon::PointingHand);
    action
}

/// The texts of a match: the players, its result or standing, the variant, the date and the length.
fn texts(ui: &mut Ui, line: &HistoryLine, (players, result): (&str, String), verb: &str, near: bool) {
    let colours = theme::colours(ui);
    let scale = theme::scale(ui);
    let room = ui.available_rect_before_wrap();
    let top = (room.height() - 49.0 * scale) / 2.0;
    let half = |top: f32, ui: &mut Ui, show: &mut dyn FnMut(&mut Ui)| {
        let rect = Rect::from_min_size(egui::pos2(room.left(), room.top() + top), vec2(room.width(), 24.0 * scale));
        ui.scope_builder(UiBuilder::new().max_rect(rect).layout(Layout::left_to_right(Align::Center)), |ui| show(ui));
    };
    half(top, ui, &mut |ui| {
        let strong = ui.visuals().strong_text_color();
        ui.add(Label::new(theme::directed(ui, &format!("{players}:"), &theme::body(), strong)).truncate());
        let colour = if line.is_unfinished { colours.ink_soft } else { colours.accent };
        ui.add(Label::new(theme::directed(ui, &result, &theme::body(), colour)).truncate());
    });
    half(top + 25.0 * scale, ui, &mut |ui| {
        let mut parts = vec![format!("{} · {}", line.game, line.variant), line.when.clone()];
        parts.extend(line.actions.map(match_words::actions));
        if near {
            parts.push(verb.to_owned());
        }
        let text = RichText::new(parts.join(" · ")).text_style(theme::small()).color(colours.ink_soft);
        ui.add(Label::new(text).truncate());
    });
}
