//! Figures: chess pieces, people, houses, roads.

use crate::looks::{Canvas, FaceLook, FaceShape, VisiblePart};
use crate::spot::Spot;
use crate::textures::WHOLE;
use egui::{Color32, Rect, Stroke, Vec2, pos2, vec2};
use stonehouse_plugin::scene::{Face, Figure as Content, Shape};
use stonehouse_ui::theme;

/// The look of a figure.
pub struct Figure;

/// A figure's height divided by its width.
const TALL: f32 = 1.25;
/// The base of chess pieces.
const FOOT: &str = "<path d='M20 119 V112 Q20 104 29 103 H71 Q80 104 80 112 V119 Z'/>";

/// The drawing of a figure as SVG elements, in a field of 100 by 125.
fn drawing(form: Shape) -> (&'static str, bool) {
    match form {
        Shape::Pawn => (
            "<path d='M42 66 Q40 88 27 103 H73 Q60 88 58 66 Z'/><path d='M34 60 H66 L69 68 H31 Z'/><circle cx='50' cy='43' r='18'/>",
            true,
        ),
        Shape::Rook => (
            "<path d='M35 57 L31 103 H69 L65 57 Z'/>\
             <path d='M25 22 H38 V32 H45 V22 H55 V32 H62 V22 H75 V47 L67 57 H33 L25 47 Z'/><path d='M29 46 H71' fill='none'/>",
            true,
        ),
        Shape::Knight => (
            "<path d='M29 103 C29 80 48 76 48 59 C42 66 33 65 28 72 C24 77 16 75 15 68 C14 60 26 50 29 40 C31 33 36 28 41 25 \
             L41 11 L52 21 C74 25 86 50 78 103 Z'/><path d='M55 33 C68 42 74 66 71 95' fill='none'/>\
             <circle cx='42' cy='41' r='3' fill='LINE' stroke='none'/><circle cx='22' cy='66' r='2' fill='LINE' stroke='none'/>",
            true,
        ),
        Shape::Bishop => (
            "<path d='M41 67 Q39 88 27 103 H73 Q61 88 59 67 Z'/><path d='M33 60 H67 L70 68 H30 Z'/>\
             <path d='M50 19 C30 32 27 47 34 60 H66 C73 47 70 32 50 19 Z'/><circle cx='50' cy='14' r='6'/>\
             <path d='M50 34 V51 M42 42 H58' fill='none'/>",
            true,
        ),
        Shape::Queen => (
            "<path d='M36 70 Q42 88 27 103 H73 Q58 88 64 70 Z'/>\
             <path d='M33 70 L17 36 L35 52 L34 24 L45 49 L50 20 L55 49 L66 24 L65 52 L83 36 L67 70 Q50 63 33 70 Z'/>\
             <circle cx='16' cy='33' r='5'/><circle cx='34' cy='21' r='5'/><circle cx='50' cy='16' r='5'/>\
             <circle cx='66' cy='21' r='5'/><circle cx='84' cy='33' r='5'/>",
            true,
        ),
        Shape::King => (
            "<path d='M36 73 Q42 89 27 103 H73 Q58 89 64 73 Z'/><path d='M47 27 V18 H39 V12 H47 V4 H53 V12 H61 V18 H53 V27 Z'/>\
             <path d='M50 27 C43 27 41 33 42 38 C33 28 16 32 16 46 C16 57 27 63 33 73 Q50 66 67 73 C73 63 84 57 84 46 \
             C84 32 67 28 58 38 C59 33 57 27 50 27 Z'/><path d='M50 39 V67' fill='none'/>",
            true,
        ),
        Shape::Meeple => (
            "<path d='M50 15 A17 17 0 0 1 64 42 C76 46 94 54 94 66 C94 73 80 74 71 72 C73 87 84 99 87 116 H59 \
             C57 105 54 98 50 92 C46 98 43 105 41 116 H13 C16 99 27 87 29 72 C20 74 6 73 6 66 C6 54 24 46 36 42 A17 17 0 0 1 50 15 Z'/>",
            false,
        ),
        Shape::House => (
            "<path d='M18 116 V66 L50 34 L82 66 V116 Z'/><path d='M10 70 L50 30 L90 70' fill='none'/>\
             <path d='M42 116 V90 H58 V116' fill='none'/>",
            false,
        ),
        Shape::Town => (
            "<path d='M8 116 V74 H44 V50 L68 24 L92 50 V116 Z'/><path d='M38 54 L68 22 L98 54' fill='none'/>\
             <path d='M44 74 V116 M60 116 V92 H76 V116 M18 88 H32 V100 H18 Z M60 60 H76 V72 H60 Z' fill='none'/>",
            false,
        ),
        // A cone, and any figure that this version does not know yet.
        _ => ("<path d='M50 12 L80 98 A30 15 0 0 1 20 98 Z'/><path d='M30 68 Q50 78 70 68' fill='none'/>", false),
    }
}

/// The picture of a figure.
fn svg(form: Shape, colour: Color32) -> String {
    let hex = |colour: Color32| format!("#{:02x}{:02x}{:02x}", colour.r(), colour.g(), colour.b());
    let line = if theme::is_light(colour) { theme::darker(colour, 0.72) } else { theme::lighter(colour, 0.62) };
    let rim = if theme::is_light(colour) { line } else { theme::darker(colour, 0.55) };
    let (drawing, stands) = drawing(form);
    let foot = if stands { FOOT } else { "" };
    let drawing = format!("{drawing}{foot}").replace("LINE", &hex(line));
    // First the rim all around, then the figure with its inner lines.
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 125' stroke-linejoin='round' stroke-linecap='round'>\
         <g fill='{rim}' stroke='{rim}' stroke-width='8'>{drawing}</g>\
         <g fill='{fill}' stroke='{line}' stroke-width='2.6'>{drawing}</g></svg>",
        rim = hex(rim),
        fill = hex(colour),
        line = hex(line),
    )
}

impl FaceLook for Figure {
    fn shape(&self, face: &Face) -> FaceShape {
        match face {
            Face::Figure(Content { shape: Shape::Ring, .. }) => FaceShape::ROUND,
            Face::Figure(Content { shape: Shape::Road, .. }) => FaceShape { height: 0.13, aspect: 0.22 },
            _ => FaceShape { height: 0.72, aspect: TALL },
        }
    }

    /// A figure that is upright has one below its foot only; a flat one has none.
    fn shadow(&self, canvas: &Canvas<'_>, face: &Face, spot: Spot, lifted: bool) {
        if matches!(face, Face::Figure(Content { shape: Shape::Ring | Shape::Road, .. })) {
            return;
        }
        let size = spot.size();
        let foot = spot.upright().center_bottom() - vec2(-0.04 * size.x, size.y * if lifted { -0.04 } else { 0.05 });
        let shadow = Rect::from_center_size(foot, vec2(size.x, size.y * 0.24));
        canvas.painter.image(canvas.textures.shadow(), shadow, WHOLE, Color32::WHITE);
    }

    fn is_along_edges(&self, face: &Face) -> bool {
        matches!(face, Face::Figure(Content { shape: Shape::Road, .. }))
    }

    fn paint(&self, canvas: &Canvas<'_>, shown: VisiblePart<'_>, spot: Spot, presence: f32) {
        let Face::Figure(figure) = shown.face else { return };
        let (painter, opaque) = (canvas.painter, theme::tint(figure.tint));
        let colour = opaque.gamma_multiply(presence);
        match figure.shape {
            Shape::Ring => {
                let dark = theme::darker(colour, 0.4);
                painter.circle_stroke(spot.at, spot.radius * 0.76, Stroke::new(spot.radius * 0.36, dark));
                painter.circle_stroke(spot.at, spot.radius * 0.76, Stroke::new(spot.radius * 0.27, colour));
                let bright = Stroke::new(spot.radius * 0.07, theme::lighter(colour, 0.35));
                painter.circle_stroke(spot.at - vec2(0.03, 0.05) * spot.radius, spot.radius * 0.78, bright);
            }
            Shape::Road => {
                let half = spot.size() / 2.0;
                let stick = |by: Vec2, dark: f32, scale: f32| {
                    let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
                    let points =
                        corners.map(|(x, y)| spot.at + by + vec2(x * half.x * 0.97, y * half.y * scale)).to_vec();
                    let line = Stroke::new((half.y * 0.14).max(0.8), theme::darker(colour, 0.55));
                    painter.add(egui::Shape::convex_polygon(points, theme::darker(colour, dark), line));
                };
                stick(Vec2::ZERO, 0.25, 1.0);
                stick(vec2(0.0, -half.y * 0.25), 0.0, 0.7);
            }
            form => {
                let rect = spot.upright();
                let name = format!("figure {form:?}");
                let drawn = || svg(form, opaque);
                match canvas.textures.drawn(painter, &name, opaque, rect.size(), drawn) {
                    Some(texture) => {
                        painter.image(texture, rect, WHOLE, Color32::WHITE.gamma_multiply(presence));
                    }
                    None => _ = painter.circle_filled(spot.at, spot.radius, colour),
                }
            }
        }
        if !shown.label.is_empty() {
            let room = Rect::from_center_size(
                pos2(spot.at.x, spot.upright().bottom() - spot.size().y * 0.24),
                Vec2::splat(spot.radius),
            );
            theme::fit(painter, room, &canvas.shown(shown.label), spot.radius * 0.7, theme::contrast(opaque));
        }
    }
}
