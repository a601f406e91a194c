//! Colours, fonts and dialogs that all screens share.
//!
//! - this module: colours of the table, fonts and the frames of dialogs
//! - [`mod@colours`]: the colours of screens, light and dark
//! - [`tints`]: the colours that games name by role
//! - [`mod@directed`]: texts in which some words run from right to left
//! - `frames`: cards, and the bars above screens
//! - `line_end`: widgets at the right end of a line
//!
//! Sizes of text are egui's text styles, scaled in one place ([`apply`]). What has to hold text grows with them, and
//! where a bar would not fit, its commands go into a menu.

pub mod colours;
mod directed;
mod frames;
mod line_end;
pub mod tints;

pub use colours::colours;
pub use directed::directed;
use egui::style::ScrollAnimation;
use egui::{
    Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Theme, ThemePreference, Ui, Visuals,
    vec2,
};
pub use frames::{bar_frame, card_frame, paint_card};
pub use line_end::LineEnd;
pub use tints::{contrast, darker, ground_tint, is_light, lighter, print, tint};

/// Paper.
pub const PAPER: Color32 = Color32::from_rgb(0xef, 0xe6, 0xd6);
/// Light paper, such as a card's.
pub const CARD: Color32 = Color32::from_rgb(0xfb, 0xf6, 0xeb);
/// Ink: text on paper.
pub const INK: Color32 = Color32::from_rgb(0x33, 0x27, 0x1d);
/// Less important text. Its contrast is at least 4.5:1 on paper and cards.
pub const INK_SOFT: Color32 = Color32::from_rgb(0x6b, 0x58, 0x47);
/// Hairlines.
pub const LINE: Color32 = Color32::from_rgb(0xd6, 0xc7, 0xae);
/// The accent: the next thing to do.
pub const GREEN: Color32 = Color32::from_rgb(0x2c, 0x55, 0x47);
/// The accent under the pointer.
pub const GREEN_LIGHT: Color32 = Color32::from_rgb(0x3a, 0x6d, 0x5c);
/// Brass: the ring, the seat whose turn it is, legal places.
pub const BRASS: Color32 = Color32::from_rgb(0xd9, 0xa4, 0x41);
/// Danger.
pub const ALARM: Color32 = Color32::from_rgb(0xa3, 0x3b, 0x2a);
/// Brass that can be read on the accent.
pub const BRASS_LIGHT: Color32 = Color32::from_rgb(0xf0, 0xc6, 0x74);
/// Text on a dark background.
pub const LIGHT: Color32 = Color32::from_rgb(0xf6, 0xee, 0xdd);
/// The cloth of the table.
pub const CLOTH: Color32 = Color32::from_rgb(0x24, 0x3f, 0x38);

/// A card without a suit.
pub const CARD_SPECIAL: Color32 = Color32::from_rgb(0xe9, 0xdc, 0xbd);
/// A card's edge.
pub const CARD_EDGE: Color32 = Color32::from_rgb(0x8a, 0x76, 0x5c);
/// The background of a highlighted row.
pub const STRONG: Color32 = Color32::from_rgb(0xe4, 0xec, 0xdd);

/// How long a piece takes to move from one place to another, in seconds.
pub const MOVE_SECONDS: f64 = 0.22;
/// How long a new highlight glows before it fades, in seconds.
pub const SHINE_SECONDS: f64 = 1.2;

/// How long egui's own animations take at the usual speed, in seconds: the measure of all others.
const ANIMATION_SECONDS: f32 = 0.2;

/// The sizes of text, in points, where it has its usual size.
const SIZES: [(fn() -> TextStyle, f32); 5] =
    [(heading, 26.0), (title, 18.0), (body, 15.0), (|| TextStyle::Button, 15.0), (small, 13.0)];

/// A heading.
pub const fn heading() -> TextStyle {
    TextStyle::Heading
}

/// The title of a card, and the text of a banner.
pub fn title() -> TextStyle {
    TextStyle::Name("title".into())
}

/// Running text.
pub const fn body() -> TextStyle {
    TextStyle::Body
}

/// The smallest text.
pub const fn small() -> TextStyle {
    TextStyle::Small
}

/// The font of a style, for painted text.
pub fn font(ui: &Ui, style: &TextStyle) -> FontId {
    style.resolve(ui.style())
}

/// How much larger than usual text is: widgets that hold text grow with it.
pub fn scale(ui: &Ui) -> f32 {
    font(ui, &body()).size / 15.0
}

/// As [`scale`], for text that is painted on the table.
pub fn text_scale(painter: &egui::Painter) -> f32 {
    body().resolve(&painter.ctx().global_style()).size / 15.0
}

/// How long a piece takes to move, in seconds; 0: nothing moves.
pub fn move_seconds(ui: &Ui) -> f64 {
    MOVE_SECONDS * f64::from(ui.style().animation_time / ANIMATION_SECONDS)
}

/// Paints words in the middle of a rectangle. They are at most of this size, and smaller and on several lines where
/// needed; the rest that does not fit is cut off.
pub fn fit(painter: &egui::Painter, rect: egui::Rect, words: &str, size: f32, colour: Color32) {
    fit_at(painter, rect, words, size, colour, egui::Align2::CENTER_CENTER);
}

/// Like [`fit`], but at the left edge.
pub fn fit_left(painter: &egui::Painter, rect: egui::Rect, words: &str, size: f32, colour: Color32) {
    fit_at(painter, rect, words, size, colour, egui::Align2::LEFT_CENTER);
}

fn fit_at(painter: &egui::Painter, rect: egui::Rect, words: &str, size: f32, colour: Color32, at: egui::Align2) {
    if words.is_empty() || !rect.is_positive() {
        return;
    }
    let longest = words.split_whitespace().map(|word| word.chars().count()).max().unwrap_or_default() as f32;
    let mut size = size.max(4.0);
    loop {
        let mut job = egui::text::LayoutJob::simple(words.to_owned(), FontId::proportional(size), colour, rect.width());
        let centred = at.x() == egui::Align::Center;
        job.halign = if centred { egui::Align::Center } else { egui::Align::LEFT };
        let smallest = size < 7.0;
        if smallest {
            job.wrap = egui::text::TextWrapping {
                max_width: rect.width(),
                max_rows: ((rect.height() / (size * 1.25)) as usize).max(1),
                ..egui::text::TextWrapping::default()
            };
        }
        let galley = painter.layout_job(job);
        // The text is made smaller before a word is broken.
        let whole = longest * size * 0.55 <= rect.width();
        if smallest || (whole && galley.size().y <= rect.height() + 1.0) {
            let place = at.align_size_within_rect(galley.size(), rect);
            let from = if centred { egui::pos2(rect.center().x, place.top()) } else { place.min };
            painter.with_clip_rect(painter.clip_rect().intersect(rect.expand(2.0))).galley(from, galley, colour);
            return;
        }
        size *= 0.88;
    }
}

/// The looks that a person can set.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Appearance {
    /// Light, dark, or as the system has it.
    pub theme: ThemePreference,
    /// How many times as large as usual text is.
    pub text: f32,
    /// How many times as long as usual movements take; 0: nothing moves.
    pub animation: f32,
}

impl Default for Appearance {
    fn default() -> Self {
        Self { theme: ThemePreference::System, text: 1.0, animation: 1.0 }
    }
}

/// Sets fonts, sizes, colours and the speed of animations: the one place where these settings take effect.
pub fn apply(ctx: &egui::Context, appearance: Appearance) {
    ctx.options_mut(|options| options.fallback_theme = Theme::Light);
    ctx.set_theme(appearance.theme);
    let scale = appearance.text;
    for theme in [Theme::Light, Theme::Dark] {
        ctx.style_mut_of(theme, |style| {
            style.text_styles =
                SIZES.map(|(style, size)| (style(), FontId::new(size * scale, FontFamily::Proportional))).into();
            style.text_styles.insert(TextStyle::Monospace, FontId::new(13.0 * scale, FontFamily::Monospace));
            style.spacing.item_spacing = vec2(8.0, 8.0);
            style.spacing.button_padding = vec2(12.0, 6.0);
            style.spacing.interact_size.y = 30.0 * scale;
            style.spacing.icon_width = 16.0 * scale;
            style.spacing.icon_width_inner = 9.0 * scale;
            style.spacing.combo_width = 100.0 * scale;
            style.spacing.tooltip_width = 420.0;
            style.spacing.window_margin = Margin::same(20);
            // A bar shows that there is more before the pointer reaches it, and covers no text even where it is widest.
            style.spacing.scroll.bar_width = 8.0;
            style.spacing.scroll.floating_allocated_width = 10.0;
            style.spacing.scroll.dormant_handle_opacity = 0.4;
            style.interaction.selectable_labels = false;
            // The text of a link may name another address than its own.
            style.url_in_tooltip = true;
            style.animation_time = ANIMATION_SECONDS * appearance.animation;
            style.scroll_animation =
                if appearance.animation > 0.0 { ScrollAnimation::default() } else { ScrollAnimation::none() };
            style.visuals = visuals(theme);
        });
    }
}

fn visuals(theme: Theme) -> Visuals {
    let colours = colours::of(theme);
    let mut visuals = theme.default_visuals();
    visuals.panel_fill = colours.paper;
    visuals.window_fill = colours.card;
    visuals.window_stroke = Stroke::new(1.0, colours.line);
    visuals.window_corner_radius = CornerRadius::same(12);
    visuals.window_shadow = Shadow { offset: [0, 8], blur: 32, spread: 0, color: Color32::from_black_alpha(90) };
    visuals.extreme_bg_color = colours.card_hover;
    visuals.text_edit_bg_color = Some(colours.card_hover);
    visuals.faint_bg_color = colours.card;
    visuals.code_bg_color = colours.button[0];
    visuals.override_text_color = None;
    visuals.weak_text_color = Some(colours.ink_soft);
    visuals.hyperlink_color = colours.accent;
    visuals.selection.bg_fill = GREEN;
    visuals.selection.stroke = Stroke::new(1.0, LIGHT);
    visuals.error_fg_color = colours.alarm;
    visuals.warn_fg_color = colours.alarm;
    let round = CornerRadius::same(7);
    let widgets = &mut visuals.widgets;
    for widget in [
        &mut widgets.noninteractive,
        &mut widgets.inactive,
        &mut widgets.hovered,
        &mut widgets.active,
        &mut widgets.open,
    ] {
        widget.corner_radius = round;
        widget.fg_stroke = Stroke::new(1.0, colours.ink);
        widget.expansion = 0.0;
    }
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, colours.line);
    let [rest, near, pressed] = colours.button;
    for (widget, fill) in [
        (&mut widgets.inactive, rest),
        (&mut widgets.hovered, near),
        (&mut widgets.active, pressed),
        (&mut widgets.open, near),
    ] {
        widget.weak_bg_fill = fill;
        widget.bg_fill = fill;
    }
    widgets.inactive.bg_stroke = Stroke::new(1.0, colours.edge);
    widgets.hovered.bg_stroke = Stroke::new(1.0, colours.ink_soft);
    // Also where the keyboard is.
    widgets.active.bg_stroke = Stroke::new(2.5, colours.ink);
    visuals
}

/// A dialog over everything else, which has to be answered first.
pub fn modal(ctx: &egui::Context, name: &str) -> egui::Modal {
    egui::Modal::new(egui::Id::unique(name)).frame(egui::Frame::window(&ctx.global_style()))
}

/// A dialog whose `body` scrolls if the window is too small for it, and whose `foot`, with the buttons, is always
/// visible. Both get `state`. `width` is in points, where text has its usual size.
pub fn dialog<S>(
    ctx: &egui::Context,
    name: &str,
    width: f32,
    state: &mut S,
    body: impl FnOnce(&mut S, &mut Ui),
    foot: impl FnOnce(&mut S, &mut Ui),
) -> egui::ModalResponse<()> {
    // Leaves room for the margins of the frame, for the buttons, and for a little of the screen below.
    let room = ctx.content_rect().size() - vec2(56.0, 88.0);
    modal(ctx, name).show(ctx, |ui| {
        ui.set_width((width * scale(ui)).min(room.x));
        let room = room - vec2(0.0, 36.0 * scale(ui));
        // Without a least height egui would leave a dialog as high as its body may be in the first frame.
        let height = room.y.max(60.0);
        let body_area = egui::ScrollArea::both().auto_shrink([false, true]).max_height(height);
        body_area.min_scrolled_height(height).show(ui, |ui| {
            page_keys(ui, egui::Modifiers::NONE);
            body(state, ui);
        });
        ui.add_space(6.0);
        // Buttons of different heights share one baseline.
        let row = vec2(ui.available_width(), 36.0 * scale(ui));
        ui.allocate_ui_with_layout(row, egui::Layout::left_to_right(egui::Align::Center), |ui| foot(state, ui));
    })
}

/// Goes to the field for searching.
pub const FIND: egui::KeyboardShortcut = egui::KeyboardShortcut::new(egui::Modifiers::COMMAND, egui::Key::F);

/// Frames a text field that has the keyboard.
pub fn focus_ring(ui: &Ui, field: &egui::Response) {
    if field.has_focus() {
        let stroke = Stroke::new(2.0, colours(ui).accent);
        ui.painter().rect_stroke(field.rect, 7.0, stroke, egui::StrokeKind::Inside);
    }
}

/// Scrolls by a screen with Page up and Page down, pressed with just these modifiers: for texts, which have no widget
/// for the focus. Called inside of the scroll area.
pub fn page_keys(ui: &Ui, with: egui::Modifiers) {
    let is_covered = ui.memory(egui::Memory::top_modal_layer).is_some_and(|modal| modal != ui.layer_id());
    if is_covered || ui.ctx().text_edit_focused() {
        return;
    }
    let page = |event: &egui::Event| match event {
        egui::Event::Key { key, pressed: true, modifiers, .. } if *modifiers == with => match key {
            egui::Key::PageDown => 1.0,
            egui::Key::PageUp => -1.0,
            _ => 0.0,
        },
        _ => 0.0,
    };
    let pages: f32 = ui.input(|input| input.events.iter().map(page).sum());
    if pages != 0.0 {
        // One or two of the lines that were read last remain visible.
        ui.scroll_with_delta(vec2(0.0, -pages * 0.9 * ui.clip_rect().height()));
    }
}

/// One of several options of which one is chosen. Each has an outline; the chosen one is filled.
pub fn option<'a>(chosen: bool, text: impl egui::IntoAtoms<'a>) -> egui::Button<'a> {
    egui::Button::selectable(chosen, text).frame_when_inactive(true)
}

/// Scrolls to the element that has just got the focus.
pub fn keep_in_sight(response: &egui::Response) {
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
}

/// A star of this radius, filled or only drawn.
pub fn star(painter: &egui::Painter, at: egui::Pos2, radius: f32, colour: Color32, filled: bool) {
    let point = |index: usize| {
        let angle = index as f32 * std::f32::consts::PI / 5.0 - std::f32::consts::FRAC_PI_2;
        at + radius * if index.is_multiple_of(2) { 1.0 } else { 0.45 } * egui::Vec2::angled(angle)
    };
    let points: Vec<egui::Pos2> = (0..10).map(point).collect();
    if filled {
        // The points of a star are no convex polygon: its five tips and its middle are.
        for tip in (0..10).step_by(2) {
            let triangle = vec![points[tip], points[(tip + 1) % 10], at, points[(tip + 9) % 10]];
            painter.add(egui::Shape::convex_polygon(triangle, colour, Stroke::new(0.5, colour)));
        }
    }
    painter.add(egui::Shape::closed_line(points, Stroke::new(1.5, colour)));
}

/// The main button of a screen.
pub fn primary(ui: &mut Ui, text: &str) -> egui::Response {
    let focus = colours(ui).ink;
    button_in(ui, text, [GREEN, GREEN_LIGHT], (GREEN, LIGHT, focus))
}

/// The main button on the cloth of the table, which is green itself.
pub fn primary_on_cloth(ui: &mut Ui, text: &str) -> egui::Response {
    button_in(ui, text, [BRASS, BRASS_LIGHT], (BRASS, INK, LIGHT))
}

/// Any other button on the cloth of the table.
pub fn secondary_on_cloth(ui: &mut Ui, text: &str) -> egui::Response {
    button_in(ui, text, [CLOTH, GREEN_LIGHT], (CARD_EDGE, LIGHT, LIGHT))
}

/// A large button, filled with the first colour, or with the second under the pointer. The others: its edge, its text,
/// and its edge where the keyboard is.
fn button_in(
    ui: &mut Ui,
    text: &str,
    [rest, near]: [Color32; 2],
    (edge, ink, focus): (Color32, Color32, Color32),
) -> egui::Response {
    ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        for (widget, fill) in [(&mut widgets.inactive, rest), (&mut widgets.hovered, near), (&mut widgets.active, rest)]
        {
            widget.weak_bg_fill = fill;
            widget.bg_stroke = Stroke::new(1.0, edge);
            widget.fg_stroke = Stroke::new(1.0, ink);
        }
        // Also where the keyboard is.
        widgets.active.bg_stroke = Stroke::new(2.5, focus);
        ui.add(egui::Button::new(text).min_size(vec2(96.0, 36.0) * scale(ui)))
    })
    .inner
}
