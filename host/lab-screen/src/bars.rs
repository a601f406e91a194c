//! Bars that can be touched: each is a widget with a name, over a plot that only shows them.
//!
//! `egui_plot` has neither names for assistive technology nor a keyboard. So each bar is covered by a widget of its
//! own, as high as the plot, with a name and its figure; it opens a game that the bar counts.

use egui::{Color32, CursorIcon, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2};
use egui_plot::{BarChart, GridMark, HLine, Line, LineStyle, Plot, PlotPoint};
use stonehouse_language::number;
use stonehouse_ui::theme;

/// A game: under which of the rulesets, and its number.
pub type Pointed = (usize, u64);

/// A bar.
pub struct Bar {
    /// Its middle, and its width.
    pub at: f64,
    pub width: f64,
    /// Its height.
    pub value: f64,
    /// The ends of its whisker, if it has one.
    pub whisker: Option<(f64, f64)>,
    /// The number of its ruleset.
    pub side: usize,
    /// Its description.
    pub description: String,
    /// The game that it opens.
    pub opens: Option<u64>,
}

/// The labels of the axes.
pub struct Axes<'a> {
    /// The words at a place of the horizontal axis; empty: none.
    pub across: &'a dyn Fn(f64) -> String,
    /// Whether every whole number has a place there.
    pub is_list: bool,
    /// A line across, where all bars would end if all were equal.
    pub even: Option<f64>,
}

/// The colour of a ruleset's bars and lines.
pub fn colour(ui: &Ui, side: usize) -> Color32 {
    let colours = theme::colours(ui);
    if side == 0 { colours.accent } else { colours.turn }
}

/// A plot that does not move, like all of them.
pub fn still<'a>(ui: &Ui, name: &str, height: f32) -> Plot<'a> {
    let colours = theme::colours(ui);
    let plot = Plot::new(("lab plot", name)).height(height * theme::scale(ui)).show_background(false);
    let plot = plot.allow_drag(false).allow_zoom(false).allow_scroll(false).allow_boxed_zoom(false);
    let plot = plot.allow_axis_zoom_drag(false).allow_double_click_reset(false).show_crosshair(false);
    plot.grid_color(colours.line).sense(Sense::hover()).label_formatter(|_| None)
}

/// Shows bars; in percent. Returns the game of the one that was touched.
pub fn show(ui: &mut Ui, name: &str, bars: &[Bar], axes: &Axes<'_>) -> Option<Pointed> {
    let colours = theme::colours(ui);
    let mut plot = still(ui, name, 190.0).include_y(0.0).set_margin_fraction(egui::vec2(0.02, 0.06));
    let across = axes.across;
    plot = plot.x_axis_formatter(move |mark, _| across(mark.value)).y_axis_formatter(|mark, _| percent(mark.value));
    if axes.is_list {
        plot = plot.x_grid_spacer(|input| {
            let places = input.bounds.0.ceil() as i64..=input.bounds.1.floor() as i64;
            places.map(|place| GridMark { value: place as f64, step_size: 1.0 }).collect()
        });
        plot = plot.show_grid([false, true]).grid_spacing(egui::Rangef::new(2.0, 40.0));
    }
    let fills = [0, 1].map(|side| colour(ui, side));
    let shown = plot.show(ui, |plot| {
        for (side, fill) in fills.into_iter().enumerate() {
            let of = bars.iter().filter(|bar| bar.side == side);
            let chart = of.map(|bar| {
                let fill = if bar.whisker.is_some() { fill } else { fill.gamma_multiply(0.8) };
                egui_plot::Bar::new(bar.at, bar.value).width(bar.width).fill(fill).stroke(Stroke::NONE)
            });
            plot.bar_chart(BarChart::new(format!("bars {side}"), chart.collect()).allow_hover(false));
        }
        for (number, bar) in bars.iter().enumerate() {
            if let Some((least, greatest)) = bar.whisker {
                let ends = vec![[bar.at, least], [bar.at, greatest]];
                plot.line(
                    Line::new(format!("whisker {number}"), ends).color(colours.ink).width(2.0).allow_hover(false),
                );
                for end in [least, greatest] {
                    let reach = bar.width * 0.12;
                    let cap = vec![[bar.at - reach, end], [bar.at + reach, end]];
                    plot.line(
                        Line::new(format!("cap {number} {end}"), cap).color(colours.ink).width(2.0).allow_hover(false),
                    );
                }
            }
        }
        if let Some(even) = axes.even {
            let line = HLine::new("even", even).color(colours.ink_soft).width(1.5);
            plot.hline(line.style(LineStyle::Dashed { length: 6.0 }).allow_hover(false));
        }
    });
    let (frame, transform) = (shown.response.rect, shown.transform);
    let mut pointed = None;
    for (number, bar) in bars.iter().enumerate() {
        let [left, right] = [-0.5, 0.5].map(|half| transform.position_from_point_x(bar.at + half * bar.width));
        let place = Rect::from_min_max(pos2(left, frame.top()), pos2(right, frame.bottom())).intersect(frame);
        if !place.is_positive() {
            continue;
        }
        let sense = if bar.opens.is_some() { Sense::click() } else { Sense::hover() };
        let response = ui.interact(place, egui::Id::unique(("lab bar", name, bar.side, number)), sense);
        let role = if bar.opens.is_some() { Role::Button } else { Role::Label };
        response.widget_info(|| WidgetInfo::labeled(role, true, &bar.description));
        if response.has_focus() || (response.hovered() && bar.opens.is_some()) {
            let top = transform.position_from_point(&PlotPoint::new(bar.at, bar.value)).y;
            let rect = Rect::from_min_max(pos2(left, top.min(frame.bottom() - 4.0)), pos2(right, frame.bottom()));
            let stroke = Stroke::new(if response.has_focus() { 2.5 } else { 1.5 }, colours.ink);
            ui.painter().rect_stroke(rect.expand(1.0), 2, stroke, StrokeKind::Outside);
        }
        theme::keep_in_sight(&response);
        let response = response.on_hover_text(&bar.description);
        if bar.opens.is_some() {
            let response = response.on_hover_cursor(CursorIcon::PointingHand);
            if response.clicked() {
                pointed = bar.opens.map(|game| (bar.side, game));
            }
        }
    }
    pointed
}

/// A share in percent at an axis.
fn percent(value: f64) -> String {
    if value < 0.0 {
        return String::new();
    }
    let digits = usize::from(value.fract().abs() > 1e-9);
    format!("{} %", number(value, digits))
}

/// A bar across with its whisker, for a line of a table.
pub fn across(ui: &mut Ui, estimate: &stonehouse_lab::Estimate, side: usize) {
    let colours = theme::colours(ui);
    let (rect, _) = ui.allocate_exact_size(egui::vec2(90.0, 12.0) * theme::scale(ui), Sense::hover());
    if !ui.is_rect_visible(rect) {
        return;
    }
    let at = |share: f64| rect.left() + rect.width() * share.clamp(0.0, 1.0) as f32;
    let fill = colour(ui, side);
    ui.painter().rect_filled(rect, 2, colours.line);
    ui.painter().rect_filled(Rect::from_min_max(rect.min, pos2(at(estimate.value), rect.bottom())), 2, fill);
    let middle = rect.center().y;
    let stroke = Stroke::new(2.0, colours.ink);
    ui.painter().line_segment([pos2(at(estimate.lower), middle), pos2(at(estimate.upper), middle)], stroke);
}
