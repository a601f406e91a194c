//! Textures, computed when the window opens or when they are first needed; there are no image files.
//!
//! Stones are lit from the upper left, as everything on the table is.

use egui::{Color32, ColorImage, Context, Painter, Rect, TextureHandle, TextureId, TextureOptions, Vec2, pos2};
use std::cell::RefCell;
use std::collections::HashMap;
use stonehouse_plugin::scene::Tint;
use stonehouse_ui::pictures::{Cache, DrawnPicture, svg};
use stonehouse_ui::theme::{self, tints};

/// The textures of the table.
pub struct Textures {
    wood: TextureHandle,
    cloth: TextureHandle,
    paper: TextureHandle,
    pocket: TextureHandle,
    shadow: TextureHandle,
    covered: TextureHandle,
    /// Stones of glass, by colour.
    stones: RefCell<HashMap<Tint, TextureHandle>>,
    /// The desktop's own drawings, made as SVG.
    drawn: Cache,
}

/// The whole of a texture.
pub const WHOLE: Rect = Rect { min: pos2(0.0, 0.0), max: pos2(1.0, 1.0) };

const STONE: usize = 128;
const WOOD: usize = 512;
const CLOTH: usize = 128;

impl Textures {
    /// Computes the textures, which takes a few hundredths of a second.
    pub fn new(ctx: &Context) -> Self {
        let load = |name: &str, image| ctx.load_texture(name, image, TextureOptions::LINEAR);
        let tiled = |name: &str, image| ctx.load_texture(name, image, TextureOptions::LINEAR_REPEAT);
        Self {
            wood: tiled("wood", image(WOOD, wood)),
            cloth: tiled("cloth", image(CLOTH, cloth)),
            paper: tiled("paper", image(CLOTH, paper)),
            pocket: load("pocket", disc(pocket)),
            shadow: load("shadow", disc(shadow)),
            covered: load("covered", disc(covered)),
            stones: RefCell::default(),
            drawn: Cache::default(),
        }
    }

    /// Grained wood, to be tiled: one tile for 512 points.
    pub fn wood(&self) -> TextureId {
        self.wood.id()
    }

    /// Cloth, to be tiled: one tile for 128 points.
    pub fn cloth(&self) -> TextureId {
        self.cloth.id()
    }

    /// Paper, to be tiled: one tile for 128 points.
    pub fn paper(&self) -> TextureId {
        self.paper.id()
    }

    /// A hollow in wood.
    pub fn pocket(&self) -> TextureId {
        self.pocket.id()
    }

    /// A soft shadow, for under a stone.
    pub fn shadow(&self) -> TextureId {
        self.shadow.id()
    }

    /// A glass stone.
    pub fn stone(&self, ctx: &Context, tint: Tint) -> TextureId {
        let mut stones = self.stones.borrow_mut();
        stones.entry(tint).or_insert_with(|| ctx.load_texture("stone", stone(tint), TextureOptions::LINEAR)).id()
    }

    /// Something hidden from sight.
    pub fn covered(&self) -> TextureId {
        self.covered.id()
    }

    /// A drawing of the desktop's own. `drawing` makes it as SVG when it is first needed in this colour and at this
    /// size in points.
    pub fn drawn(
        &self,
        painter: &Painter,
        name: &str,
        colour: Color32,
        size: Vec2,
        drawing: impl FnOnce() -> String,
    ) -> Option<TextureId> {
        self.drawn.texture(painter, name, colour, size, |pixels| {
            DrawnPicture::Done(svg(drawing().as_bytes(), colour, pixels).ok())
        })
    }
}

/// A stone of this colour.
fn stone(tint: Tint) -> ColorImage {
    let glass = |base, dark, gain, shine| disc(move |x, y| opaque_stone(x, y, base, dark, gain, shine));
    match tint {
        Tint::White => glass([246.0, 241.0, 230.0], 0.66, 0.36, 0.55),
        Tint::Black => glass([40.0, 38.0, 42.0], 0.45, 0.75, 0.75),
        Tint::Red => glass([176.0, 30.0, 34.0], 0.5, 0.6, 0.75),
        Tint::Clear => disc(clear_stone),
        other => {
            let [red, green, blue, _] = tints::tint(other).to_array().map(f32::from);
            let light = (red + green + blue) / 765.0;
            glass([red, green, blue], 0.46 + 0.2 * light, 0.68 - 0.3 * light, 0.75 - 0.2 * light)
        }
    }
}

fn image(size: usize, pixel: impl Fn(f32, f32) -> Color32) -> ColorImage {
    let at = |index: usize| pixel((index % size) as f32 / size as f32, (index / size) as f32 / size as f32);
    ColorImage::new([size, size], (0..size * size).map(at).collect())
}

/// A disc. `pixel` gets coordinates from -1 to 1 and returns straight (not premultiplied) RGBA: colours from 0 to 255,
/// alpha from 0 to 1.
fn disc(pixel: impl Fn(f32, f32) -> [f32; 4]) -> ColorImage {
    image(STONE, |u, v| {
        let [r, g, b, a] = pixel(u * 2.0 - 1.0 + 1.0 / STONE as f32, v * 2.0 - 1.0 + 1.0 / STONE as f32);
        Color32::from_rgba_unmultiplied(r as u8, g as u8, b as u8, (a * 255.0) as u8)
    })
}

fn smooth(from: f32, to: f32, x: f32) -> f32 {
    let t = ((x - from) / (to - from)).clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// How much of a pixel at this radius is inside the disc.
fn inside(radius: f32) -> f32 {
    smooth(1.0, 1.0 - 4.0 / STONE as f32, radius)
}

/// How much light falls on a dome at this point, and how bright its highlight is there.
fn dome(x: f32, y: f32) -> (f32, f32) {
    let flat = 0.86;
    let z = (1.0 - (x * x + y * y) * flat).max(0.0).sqrt();
    let length = (x * x * flat + y * y * flat + z * z).sqrt();
    let lit = ((-0.48 * x - 0.62 * y) * flat.sqrt() + 0.62 * z) / length;
    let shine = smooth(0.34, 0.0, ((x + 0.34).powi(2) * 1.2 + (y + 0.44).powi(2) * 2.2).sqrt());
    (lit.clamp(0.0, 1.0), shine)
}

fn opaque_stone(x: f32, y: f32, base: [f32; 3], dark: f32, gain: f32, shine: f32) -> [f32; 4] {
    let radius = (x * x + y * y).sqrt();
    let (lit, glint) = dome(x, y);
    // Light that went through the glass comes back at the far edge.
    let back = smooth(0.35, 1.0, radius) * smooth(-0.2, 0.9, (x + y) * 0.7) * 0.16;
    let level = (dark + gain * lit + back) * (1.0 - 0.22 * smooth(0.82, 1.0, radius));
    let part = |base: f32| (base * level + 255.0 * glint * shine).min(255.0);
    [part(base[0]), part(base[1]), part(base[2]), inside(radius)]
}

fn clear_stone(x: f32, y: f32) -> [f32; 4] {
    let radius = (x * x + y * y).sqrt();
    let (_, glint) = dome(x, y);
    let edge = smooth(0.55, 1.0, radius);
    let caustic = smooth(0.75, 0.0, ((x - 0.3).powi(2) + (y - 0.38).powi(2)).sqrt());
    let light = 150.0 + 95.0 * caustic - 40.0 * edge * smooth(0.3, -0.8, x + y);
    let alpha = (0.34 + 0.46 * edge + 0.4 * caustic + glint).min(1.0) * inside(radius);
    let part = |tint: f32| (light * tint + 255.0 * glint * 0.9).min(255.0);
    [part(0.88), part(1.0), part(1.02), alpha]
}

fn pocket(x: f32, y: f32) -> [f32; 4] {
    let radius = (x * x + y * y).sqrt();
    // The near wall is in shadow, the far wall catches the light; a thin lit rim below right.
    let hollow = smooth(0.93, 0.6, radius);
    let side = (x * 0.62 + y * 0.78) * smooth(0.2, 0.95, radius);
    let dark = (0.50 - 0.42 * side).clamp(0.0, 1.0) * (0.55 + 0.45 * hollow);
    let rim = smooth(0.9, 0.97, radius) * smooth(-0.1, 0.8, x * 0.62 + y * 0.78);
    if rim > 0.02 {
        return [255.0, 226.0, 176.0, rim * 0.55 * inside(radius)];
    }
    [46.0, 24.0, 8.0, dark * inside(radius)]
}

fn shadow(x: f32, y: f32) -> [f32; 4] {
    let radius = (x * x + y * y).sqrt();
    [10.0, 6.0, 2.0, 0.5 * smooth(1.0, 0.35, radius)]
}

fn wood(u: f32, v: f32) -> Color32 {
    let wave = noise(u * 3.0, v * 5.0, 3, 5) * 0.6 + noise(u * 6.0, v * 10.0, 6, 10) * 0.25;
    let rings = ((v * 9.0 + wave * 1.6) * std::f32::consts::TAU).sin() * 0.5 + 0.5;
    let grain = noise(u * 8.0, v * 160.0, 8, 160);
    let light = 0.62 + 0.16 * rings + 0.2 * (grain - 0.5) + 0.12 * (wave - 0.4);
    let mix = |dark: f32, bright: f32| (dark + (bright - dark) * light.clamp(0.0, 1.0)) as u8;
    Color32::from_rgb(mix(122.0, 222.0), mix(72.0, 168.0), mix(34.0, 104.0))
}

fn cloth(u: f32, v: f32) -> Color32 {
    let weave = noise(u * 64.0, v * 64.0, 64, 64) - 0.5 + 0.5 * (noise(u * 32.0, v * 32.0, 32, 32) - 0.5);
    let [r, g, b, _] = theme::CLOTH.to_array();
    let part = |base: u8| (f32::from(base) + weave * 9.0).clamp(0.0, 255.0) as u8;
    Color32::from_rgb(part(r), part(g), part(b))
}

fn paper(u: f32, v: f32) -> Color32 {
    let grain = noise(u * 64.0, v * 64.0, 64, 64) - 0.5;
    let part = |base: f32| (base + grain * 7.0).clamp(0.0, 255.0) as u8;
    Color32::from_rgb(part(243.0), part(235.0), part(217.0))
}

/// A cloth drawn over something, tied in the middle.
fn covered(x: f32, y: f32) -> [f32; 4] {
    let radius = x.hypot(y);
    let turn = y.atan2(x);
    let (light, _) = dome(x, y);
    let folds = (turn * 9.0).sin() * 0.09 * smooth(0.15, 0.7, radius);
    let knot = smooth(0.2, 0.14, radius);
    let level = 0.5 + 0.6 * light + folds;
    let (cloth, cord) = ([126.0, 104.0, 84.0], [206.0, 160.0, 78.0]);
    let part = |part: usize| ((cloth[part] * (1.0 - knot) + cord[part] * knot) * level).clamp(0.0, 255.0);
    [part(0), part(1), part(2), inside(radius / 0.94)]
}

/// Smooth noise from 0 to 1 that repeats after `wide` and `high` cells.
fn noise(x: f32, y: f32, wide: u32, high: u32) -> f32 {
    let (left, top) = (x.floor(), y.floor());
    let (fx, fy) = (smooth(0.0, 1.0, x - left), smooth(0.0, 1.0, y - top));
    let corner = |dx: u32, dy: u32| lattice((left as u32 + dx) % wide, (top as u32 + dy) % high);
    let above = corner(0, 0) + (corner(1, 0) - corner(0, 0)) * fx;
    let below = corner(0, 1) + (corner(1, 1) - corner(0, 1)) * fx;
    above + (below - above) * fy
}

/// A fixed random number from 0 to 1 for each cell.
fn lattice(x: u32, y: u32) -> f32 {
    let mut h = x.wrapping_mul(0x9E37_79B9) ^ y.wrapping_mul(0x85EB_CA6B);
    h = (h ^ (h >> 15)).wrapping_mul(0x2C1B_3C6D);
    h = (h ^ (h >> 12)).wrapping_mul(0x297A_2D39);
    (h ^ (h >> 15)) as f32 / u32::MAX as f32
}
