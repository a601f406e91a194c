//! Colours, fonts, textures and dialogs that all screens share.
//!
//! - this module: colours, fonts and the frames of dialogs
//! - [`tints`]: the colours that games name by role
//! - [`textures`]: wood, cloth, glass
//! - [`pictures`]: the pictures of games

pub mod pictures;
pub mod textures;
pub mod tints;

use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Shadow, Stroke, TextStyle, Visuals, vec2};
pub use pictures::Pictures;
pub use textures::Textures;
pub use tints::{contrast, darker, ground_tint, is_light, lighter, print, tint};

/// Paper: the background of the launcher and of the panels.
pub const PAPER: Color32 = Color32::from_rgb(0xef, 0xe6, 0xd6);
/// A card on the paper.
pub const CARD: Color32 = Color32::from_rgb(0xfb, 0xf6, 0xeb);
/// A card under the pointer.
pub const CARD_HOVER: Color32 = Color32::from_rgb(0xff, 0xfd, 0xf6);
/// Ink: text.
pub const INK: Color32 = Color32::from_rgb(0x33, 0x27, 0x1d);
/// Less important text. Its contrast is at least 4.5:1 on paper and cards.
pub const INK_SOFT: Color32 = Color32::from_rgb(0x6b, 0x58, 0x47);
/// Hairlines.
pub const LINE: Color32 = Color32::from_rgb(0xd6, 0xc7, 0xae);
/// The accent: what is to be done next.
pub const GREEN: Color32 = Color32::from_rgb(0x2c, 0x55, 0x47);
/// The accent under the pointer.
pub const GREEN_LIGHT: Color32 = Color32::from_rgb(0x3a, 0x6d, 0x5c);
/// Brass: the ring, the seat whose turn it is, legal places.
pub const BRASS: Color32 = Color32::from_rgb(0xd9, 0xa4, 0x41);
/// Errors and warnings.
pub const ALARM: Color32 = Color32::from_rgb(0xa3, 0x3b, 0x2a);
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

/// A heading's font.
pub const HEADING: fn() -> FontId = || FontId::new(26.0, FontFamily::Proportional);
/// The font of a card's title.
pub const TITLE: fn() -> FontId = || FontId::new(18.0, FontFamily::Proportional);
/// The font of running text.
pub const BODY: fn() -> FontId = || FontId::new(15.0, FontFamily::Proportional);
/// The smallest font.
pub const SMALL: fn() -> FontId = || FontId::new(13.0, FontFamily::Proportional);

/// Paints words in the middle of a rectangle. They are at most of this size, and smaller and on several lines where needed; what still does
/// not fit is cut off.
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

/// Sets fonts, sizes and colours.
pub fn install(ctx: &egui::Context) {
    ctx.set_theme(egui::Theme::Light);
    ctx.all_styles_mut(|style| {
        style.text_styles = [
            (TextStyle::Heading, HEADING()),
            (TextStyle::Body, BODY()),
            (TextStyle::Button, BODY()),
            (TextStyle::Small, SMALL()),
            (TextStyle::Monospace, FontId::new(13.0, FontFamily::Monospace)),
        ]
        .into();
        style.spacing.item_spacing = vec2(8.0, 8.0);
        style.spacing.button_padding = vec2(12.0, 6.0);
        style.spacing.interact_size.y = 30.0;
        style.spacing.window_margin = Margin::same(20);
        style.interaction.selectable_labels = false;
        style.visuals = visuals();
    });
}

fn visuals() -> Visuals {
    let mut visuals = Visuals::light();
    visuals.panel_fill = PAPER;
    visuals.window_fill = CARD;
    visuals.window_stroke = Stroke::new(1.0, LINE);
    visuals.window_corner_radius = CornerRadius::same(12);
    visuals.window_shadow = Shadow { offset: [0, 8], blur: 32, spread: 0, color: Color32::from_black_alpha(90) };
    visuals.extreme_bg_color = CARD_HOVER;
    visuals.faint_bg_color = CARD;
    visuals.override_text_color = None;
    visuals.weak_text_color = Some(INK_SOFT);
    visuals.hyperlink_color = GREEN;
    visuals.selection.bg_fill = GREEN;
    visuals.selection.stroke = Stroke::new(1.0, LIGHT);
    visuals.error_fg_color = ALARM;
    visuals.warn_fg_color = ALARM;
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
        widget.fg_stroke = Stroke::new(1.0, INK);
        widget.expansion = 0.0;
    }
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, LINE);
    for (widget, fill) in [
        (&mut widgets.inactive, Color32::from_rgb(0xe6, 0xda, 0xc4)),
        (&mut widgets.hovered, Color32::from_rgb(0xde, 0xcf, 0xb4)),
        (&mut widgets.active, Color32::from_rgb(0xd3, 0xc1, 0xa1)),
        (&mut widgets.open, Color32::from_rgb(0xde, 0xcf, 0xb4)),
    ] {
        widget.weak_bg_fill = fill;
        widget.bg_fill = fill;
    }
    widgets.inactive.bg_stroke = Stroke::new(1.0, LINE);
    widgets.hovered.bg_stroke = Stroke::new(1.0, INK_SOFT);
    widgets.active.bg_stroke = Stroke::new(1.0, INK);
    visuals
}

/// A dialog over everything else, which has to be answered first.
pub fn modal(ctx: &egui::Context, name: &str) -> egui::Modal {
    egui::Modal::new(egui::Id::unique(name)).frame(egui::Frame::window(&ctx.global_style()))
}

/// A dialog whose `body` scrolls if the window is too small for it, and whose `foot`, with the buttons, is always visible. Both get
/// `state`. `width` is in points.
pub fn dialog<S>(
    ctx: &egui::Context,
    name: &str,
    width: f32,
    state: &mut S,
    body: impl FnOnce(&mut S, &mut egui::Ui),
    foot: impl FnOnce(&mut S, &mut egui::Ui),
) -> egui::ModalResponse<()> {
    // Leaves room for the margins of the frame, for the buttons, and for a little of the screen below.
    let room = ctx.content_rect().size() - vec2(56.0, 124.0);
    modal(ctx, name).show(ctx, |ui| {
        ui.set_width(width.min(room.x));
        egui::ScrollArea::both().auto_shrink([false, true]).max_height(room.y.max(60.0)).show(ui, |ui| body(state, ui));
        ui.add_space(6.0);
        ui.horizontal(|ui| foot(state, ui));
    })
}

/// The main button of a screen.
pub fn primary(ui: &mut egui::Ui, text: &str) -> egui::Response {
    ui.scope(|ui| {
        let widgets = &mut ui.visuals_mut().widgets;
        for (widget, fill) in
            [(&mut widgets.inactive, GREEN), (&mut widgets.hovered, GREEN_LIGHT), (&mut widgets.active, GREEN)]
        {
            widget.weak_bg_fill = fill;
            widget.bg_stroke = Stroke::new(1.0, GREEN);
            widget.fg_stroke = Stroke::new(1.0, LIGHT);
        }
        ui.add(egui::Button::new(text).min_size(vec2(96.0, 36.0)))
    })
    .inner
}
