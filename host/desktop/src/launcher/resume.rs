//! The matches that were not played to their end, on top of the launcher: the standing of each, and one click to
//! continue.

use crate::history::when;
use crate::match_words;
use crate::thumbnail::{ThumbnailContext, Thumbnails};
use crate::{labels, names};
use egui::{Color32, CursorIcon, Id, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use jiff::civil::DateTime;
use stonehouse_engine::record::RecordEntry;
use stonehouse_language::tr;
use stonehouse_ui::theme;

const MIN_WIDTH: f32 = 340.0;
const GAP: f32 = 12.0;
const PADDING: f32 = 9.0;

/// How many fit side by side in this much room.
pub fn fitting(ui: &Ui) -> usize {
    (((ui.available_width() + GAP) / (MIN_WIDTH * theme::scale(ui) + GAP)).floor() as usize).clamp(1, 4)
}

/// Shows matches side by side, in their state at `now`. Returns the one that was clicked.
pub fn row<'a>(
    ui: &mut Ui,
    entries: &[&'a RecordEntry],
    context: &ThumbnailContext<'_>,
    now: DateTime,
    thumbnails: &mut Thumbnails,
) -> Option<&'a RecordEntry> {
    let scale = theme::scale(ui);
    let height = 2.0 * PADDING + 58.0 * scale;
    let columns = fitting(ui);
    let room = ui.available_width();
    let width = (room - GAP * (columns - 1) as f32) / columns as f32;
    let (all, _) = ui.allocate_exact_size(vec2(room, height), Sense::hover());
    let mut chosen = None;
    for (index, entry) in entries.iter().take(columns).enumerate() {
        let left = all.left() + index as f32 * (width + GAP);
        let rect = Rect::from_min_size(pos2(left, all.top()), vec2(width, height));
        if card(ui, rect, entry, context, now, thumbnails) {
            chosen = Some(*entry);
        }
    }
    chosen
}

fn card(
    ui: &mut Ui,
    rect: Rect,
    entry: &RecordEntry,
    context: &ThumbnailContext<'_>,
    now: DateTime,
    thumbnails: &mut Thumbnails,
) -> bool {
    let header = &entry.header;
    let players = names::display_names(&header.players).join(" – ");
    let game =
        context.catalog.game(&header.game).map_or_else(|_| header.game.clone(), |game| labels::game(&game.plugin));
    let standing = thumbnails.status(ui, context, &entry.file).map(str::to_owned);
    let mut when = when(&header.started, now);
    if standing.is_none()
        && let Some(actions) = entry.actions
    {
        when.push_str(&format!(" · {}", match_words::actions(actions)));
    }
    let after = standing.as_ref().map(|standing| format!(": {standing}")).unwrap_or_default();
    let label = tr!("Resume {players}{standing}", players, standing = after);
    let response = ui.interact(rect, Id::unique(("resume", &entry.file)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &label));
    theme::keep_in_sight(&response);
    if ui.is_rect_visible(rect) {
        let colours = theme::colours(ui);
        theme::paint_card(ui, rect, 10.0, response.hovered() || response.has_focus());
        let side = rect.height() - 12.0;
        let picture = Rect::from_min_size(rect.min + vec2(6.0, 6.0), vec2(side * 1.15, side));
        thumbnails.paint(ui, context.textures, &entry.file, picture);
        let left = picture.right() + PADDING;
        let room = rect.right() - PADDING - left;
        let lines: [(String, egui::TextStyle, Color32); 3] = [
            (players, theme::body(), colours.ink),
            (format!("{game} · {}", labels::variant_of(header)), theme::small(), colours.ink_soft),
            (
                standing.map_or_else(|| when.clone(), |standing| format!("{standing} · {when}")),
                theme::small(),
                colours.ink_soft,
            ),
        ];
        let mut top = rect.top() + PADDING;
        for (text, style, colour) in lines {
            let mut job = egui::text::LayoutJob::simple_singleline(text, theme::font(ui, &style), colour);
            job.wrap = egui::text::TextWrapping::truncate_at_width(room);
            let galley = ui.painter().layout_job(job);
            let step = galley.size().y + 2.0;
            ui.painter().galley(pos2(left, top), galley, colour);
            top += step;
        }
    }
    let clicked = response.clicked();
    response.on_hover_cursor(CursorIcon::PointingHand).on_hover_text(tr!("Go on with this match"));
    clicked
}
