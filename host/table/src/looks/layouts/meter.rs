//! A progress meter: a strip with pegs. Styles: "tower", "dial".

use crate::layout::{Laid, SceneLayout};
use crate::looks::{Canvas, LayoutLook, Slot, description_and_pieces, spot_of};
use egui::{Align2, Color32, FontId, Painter, Rect, Shape, Stroke, StrokeKind, Vec2, pos2, vec2};
use stonehouse_language::{InLanguage, tr};
use stonehouse_plugin::scene::{Area, Layout};
use stonehouse_ui::theme;

/// The look of a meter.
pub struct Meter;

/// The number of pegs in a line.
const IN_A_LINE: u32 = 10;
/// The greatest number of lines of pegs; a longer meter is a bar.
const MAX_LINES: u32 = 5;

impl LayoutLook for Meter {
    fn wants(&self, slot: Slot<'_>, width: f32) -> Vec2 {
        let Layout::Meter(meter) = slot.area().layout else { return Vec2::ZERO };
        let unit = slot.unit;
        match slot.area().style.as_str() {
            "tower" => vec2(0.75, 1.0) * unit,
            "dial" => Vec2::splat(unit * 0.96),
            _ => {
                // A bar replaces too many pegs.
                let lines = meter.steps.div_ceil(IN_A_LINE).max(1);
                let lines = if lines > MAX_LINES { 1 } else { lines };
                let long = meter.steps.clamp(2, IN_A_LINE) as f32 * 0.19 + 0.1;
                vec2((long * unit).min(width), (0.24 * lines as f32 + 0.28) * unit)
            }
        }
    }

    fn place(&self, slot: Slot<'_>, rect: Rect, layout: &mut SceneLayout) {
        for (index, piece) in slot.area().pieces.iter().enumerate() {
            layout.place(slot, index, piece, spot_of(piece, rect.center(), slot.unit * 0.6));
        }
    }

    fn paint(&self, canvas: &Canvas<'_>, area: &Area, laid: &Laid) {
        let Layout::Meter(meter) = area.layout else { return };
        let (steps, reached) = (meter.steps.max(1), meter.reached);
        match area.style.as_str() {
            "tower" if steps <= 30 => tower(canvas.painter, laid.body, steps, reached),
            "dial" => dial(canvas.painter, laid.body, steps, reached),
            _ => ladder(canvas.painter, laid.body, steps, reached),
        }
    }

    fn lines(&self, area: &Area, names: &[String]) -> Vec<String> {
        description_and_pieces(self, area, names)
    }

    fn description(&self, area: &Area, names: &[String]) -> String {
        let Layout::Meter(meter) = area.layout else { return String::new() };
        tr!("{title}: {reached} of {all}", title = area.title.shown(names), reached = meter.reached, all = meter.steps)
    }
}

/// Paints a strip of wood with a peg for each step; the pegs of the steps that are reached are of brass.
fn ladder(painter: &Painter, rect: Rect, steps: u32, reached: u32) {
    let wood = Color32::from_rgb(0x7a, 0x4c, 0x26);
    let round = (rect.height() * 0.2).min(12.0);
    painter.rect_filled(rect.translate(vec2(1.5, 3.0)), round, Color32::from_black_alpha(90));
    painter.rect(rect, round, wood, Stroke::new(1.5, Color32::from_rgb(0x4c, 0x2c, 0x12)), StrokeKind::Inside);
    let lines = steps.div_ceil(IN_A_LINE);
    let scale = theme::text_scale(painter).max(1.0);
    let high = (rect.height() * 0.3 * scale).clamp(12.0, 24.0 * scale).min((rect.height() * 0.5).max(12.0));
    let (pegs, count) = rect.split_top_bottom_at_y(rect.bottom() - high);
    let font = FontId::proportional((count.height() * 0.72).clamp(9.0, 16.0 * scale));
    painter.text(
        count.center() - vec2(0.0, 2.0),
        Align2::CENTER_CENTER,
        format!("{reached} / {steps}"),
        font,
        theme::LIGHT,
    );
    if lines > MAX_LINES {
        let bar = pegs.shrink2(vec2(8.0, pegs.height() * 0.28));
        painter.rect_filled(bar, 3.0, Color32::from_rgb(0x3c, 0x22, 0x0e));
        let full = bar.with_max_x(egui::lerp(bar.x_range(), reached as f32 / steps as f32));
        painter.rect_filled(full, 3.0, theme::BRASS);
        return;
    }
    let across = steps.min(IN_A_LINE) as f32;
    let step = vec2((pegs.width() - 8.0) / across, pegs.height() / lines as f32);
    for number in 0..steps {
        let (line, place) = (number / IN_A_LINE, number % IN_A_LINE);
        let in_line = (steps - line * IN_A_LINE).min(IN_A_LINE) as f32;
        let left = pegs.center().x - step.x * in_line / 2.0;
        let at = pos2(left + step.x * (place as f32 + 0.5), pegs.top() + step.y * (line as f32 + 0.55));
        let radius = step.min_elem() * 0.3;
        let colour = if number < reached { theme::BRASS } else { Color32::from_rgb(0x3c, 0x22, 0x0e) };
        painter.circle(at, radius, colour, Stroke::new(1.0, Color32::from_rgb(0x4c, 0x2c, 0x12)));
    }
}

/// Paints a tower, built as high as is reached.
fn tower(painter: &Painter, rect: Rect, steps: u32, reached: u32) {
    let height = rect.height() / (steps as f32 + 1.2);
    let middle = rect.center().x;
    for step in 0..steps {
        let wide = (rect.width().min(64.0)) * (1.0 - 0.45 * step as f32 / steps as f32);
        let bottom = rect.bottom() - height * step as f32;
        let stone = Rect::from_center_size(pos2(middle, bottom - height / 2.0), vec2(wide, height - 1.5));
        if step < reached {
            let line = Stroke::new(1.0, theme::CARD_EDGE);
            painter.rect(stone, 2.0, Color32::from_rgb(0xc9, 0xb3, 0x8c), line, StrokeKind::Inside);
        } else {
            painter.rect_stroke(stone, 2.0, Stroke::new(1.0, theme::LIGHT.gamma_multiply(0.35)), StrokeKind::Inside);
        }
    }
    if reached >= steps {
        let top = rect.bottom() - height * steps as f32;
        painter.vline(middle, top - height..=top, Stroke::new(1.5, theme::LIGHT));
        let flag = [(0.0, 1.0), (12.0, 0.75), (0.0, 0.5)].map(|(x, y)| pos2(middle + x, top - height * y));
        painter.add(Shape::convex_polygon(flag.to_vec(), theme::BRASS, Stroke::NONE));
    }
}

/// Paints a wooden dial with a hand and a notch for each step; the notches of the steps that are reached are of brass.
fn dial(painter: &Painter, rect: Rect, steps: u32, reached: u32) {
    let (at, radius) = (rect.center(), rect.width().min(rect.height()) * 0.48);
    painter.circle_filled(at + vec2(1.5, 3.0), radius, Color32::from_black_alpha(90));
    let edge = Stroke::new(2.0, Color32::from_rgb(0x4c, 0x2c, 0x12));
    painter.circle(at, radius, Color32::from_rgb(0x7a, 0x4c, 0x26), edge);
    painter.circle_filled(at, radius * 0.6, Color32::from_rgb(0x8d, 0x5b, 0x30));
    let way = |step: f32| Vec2::angled(std::f32::consts::TAU * step / steps as f32 - std::f32::consts::FRAC_PI_2);
    // There are fewer notches than steps if they would overlap.
    let notches = steps.min(60);
    for notch in 0..notches {
        let step = notch as f32 * steps as f32 / notches as f32;
        let peg = at + way(step + 0.5 * steps as f32 / notches as f32) * radius * 0.8;
        let size = (radius * 0.1).min(std::f32::consts::TAU * radius * 0.8 / notches as f32 * 0.36);
        let colour = if step < reached as f32 { theme::BRASS } else { Color32::from_rgb(0x3c, 0x22, 0x0e) };
        painter.circle_filled(peg, size, colour);
    }
    let tip = at + way(reached as f32) * radius * 0.92;
    painter.line_segment([at + way(reached as f32) * radius * 0.62, tip], Stroke::new(3.0, theme::LIGHT));
    let font = FontId::proportional((radius * 0.46).clamp(9.0, 40.0));
    painter.text(at, Align2::CENTER_CENTER, format!("{reached}/{steps}"), font, theme::LIGHT);
}
