//! Pictures that come with a game: SVG and PNG from its plugin, drawn as textures.
//!
//! They are checked first. A picture that is too large, broken or of another format is not drawn; text is shown instead.

use crate::aside::{Pending, Progress, UNNOTICED};
use egui::{Color32, ColorImage, Context, Painter, TextureHandle, TextureId, TextureOptions, Vec2};
use image::{ImageDecoder, ImageReader, Limits};
use resvg::{tiny_skia, usvg};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::HashMap;
use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;
use stonehouse_plugin_api::abi::client::Plugin;

/// The largest SVG, in bytes.
pub const LARGEST_SVG: usize = 256 * 1024;
/// The largest PNG, in bytes.
pub const LARGEST_PNG: usize = 1024 * 1024;
/// The most pixels along an edge.
pub const MOST_PIXELS: u32 = 2048;
/// The most textures that are kept.
const MOST_KEPT: usize = 512;
/// An SVG with any of these is refused: they could read files, run code, or grow without bound.
const REFUSED: [&str; 9] =
    ["<!entity", "<script", "<image", "<filter", "<pattern", "<use", "<foreignobject", "<text", "<!doctype"];

/// Where the pictures of a game come from, usually its plugin.
pub trait AssetSource {
    /// The bytes of the asset of this name. While they are awaited, `ctx` is asked to repaint when they are there.
    fn asset(&self, name: &str, ctx: &Context) -> Asset<'_>;
}

/// What a source has of a name.
pub enum Asset<'a> {
    /// These bytes.
    Here(Cow<'a, [u8]>),
    /// Nothing.
    Missing,
    /// It is being fetched.
    Awaited,
}

/// The pictures of a plugin. A picture that the plugin fails to return counts as missing. The plugin is asked on a thread of its own, since
/// it may take as long as it likes; a frame waits for it, but no longer than nobody notices.
pub struct PluginAssets {
    plugin: Arc<Plugin>,
    awaited: RefCell<HashMap<String, Pending<Option<Vec<u8>>>>>,
}

impl PluginAssets {
    /// The pictures of this plugin.
    pub fn new(plugin: Arc<Plugin>) -> Self {
        Self { plugin, awaited: RefCell::default() }
    }
}

impl AssetSource for PluginAssets {
    fn asset(&self, name: &str, ctx: &Context) -> Asset<'_> {
        let mut awaited = self.awaited.borrow_mut();
        let patience = if awaited.contains_key(name) { Duration::ZERO } else { UNNOTICED };
        if !awaited.contains_key(name) {
            let (plugin, asked, ctx) = (Arc::clone(&self.plugin), name.to_owned(), ctx.clone());
            let fetch = move || plugin.asset(&asked).ok().flatten();
            let Some(pending) = Pending::begin("picture", move || ctx.request_repaint(), fetch) else {
                return Asset::Missing;
            };
            awaited.insert(name.to_owned(), pending);
        }
        let progress = awaited.get(name).map_or(Progress::Broken, |pending| pending.wait(patience));
        if matches!(progress, Progress::Working) {
            return Asset::Awaited;
        }
        awaited.remove(name);
        match progress {
            Progress::Done(Some(bytes)) => Asset::Here(Cow::Owned(bytes)),
            Progress::Done(None) | Progress::Working | Progress::Broken => Asset::Missing,
        }
    }
}

/// A game without pictures.
pub struct NoAssets;

impl AssetSource for NoAssets {
    fn asset(&self, _: &str, _: &Context) -> Asset<'_> {
        Asset::Missing
    }
}

/// The pictures of one game, each drawn when it is first needed at a size and in a colour.
pub struct Pictures {
    source: Box<dyn AssetSource>,
    drawn: Cache,
}

impl Default for Pictures {
    fn default() -> Self {
        Self::new(NoAssets)
    }
}

impl Pictures {
    /// The pictures of this source.
    pub fn new(source: impl AssetSource + 'static) -> Self {
        Self { source: Box::new(source), drawn: Cache::default() }
    }

    /// The picture of this name for a place of this size in points; `tint` is the meaning of `currentColor` in an SVG. `None` if there is
    /// no picture of this name that can be shown.
    pub fn texture(&self, painter: &Painter, name: &str, tint: Color32, size: Vec2) -> Option<TextureId> {
        let picture = |pixels| match self.source.asset(name, painter.ctx()) {
            Asset::Here(bytes) => Drawn::Done(decode(&bytes, tint, pixels)),
            Asset::Missing => Drawn::Done(None),
            Asset::Awaited => Drawn::Later,
        };
        self.drawn.texture(painter, name, tint, size, picture)
    }
}

/// Textures by name, colour and size. A picture that could not be drawn is remembered as `None`.
#[derive(Default)]
pub struct Cache(RefCell<HashMap<Key, Option<TextureHandle>>>);

/// A picture, drawn or not yet.
pub enum Drawn {
    /// Drawn, or impossible to draw.
    Done(Option<ColorImage>),
    /// It can only be drawn in a later frame.
    Later,
}

/// A picture's name, its colour, and how many pixels it has along its longer edge.
type Key = (String, [u8; 4], u32);

impl Cache {
    /// The picture for a place of this size in points, drawn with `draw` if it is not kept yet.
    pub fn texture(
        &self,
        painter: &Painter,
        name: &str,
        tint: Color32,
        size: Vec2,
        draw: impl FnOnce(u32) -> Drawn,
    ) -> Option<TextureId> {
        let pixels = pixels_for(size.max_elem() * painter.ctx().pixels_per_point());
        let mut kept = self.0.borrow_mut();
        if kept.len() >= MOST_KEPT {
            kept.clear();
        }
        let key = (name.to_owned(), tint.to_array(), pixels);
        if let Some(known) = kept.get(&key) {
            return known.as_ref().map(TextureHandle::id);
        }
        let Drawn::Done(image) = draw(pixels) else { return None };
        let texture = image.map(|image| load(painter.ctx(), name, image));
        let id = texture.as_ref().map(TextureHandle::id);
        kept.insert(key, texture);
        id
    }
}

fn load(ctx: &Context, name: &str, image: ColorImage) -> TextureHandle {
    ctx.load_texture(name, image, TextureOptions::LINEAR)
}

/// The size at which a picture is drawn, in pixels: the next power of two, or three quarters of it if that is enough.
fn pixels_for(points: f32) -> u32 {
    let wanted = points.clamp(8.0, MOST_PIXELS as f32).ceil() as u32;
    let power = wanted.next_power_of_two();
    if power / 4 * 3 >= wanted { power / 4 * 3 } else { power }
}

/// A picture from the bytes of an asset; an SVG is drawn with this many pixels along its longer edge.
pub fn decode(bytes: &[u8], tint: Color32, pixels: u32) -> Option<ColorImage> {
    if bytes.starts_with(b"\x89PNG") { png(bytes) } else { svg(bytes, tint, pixels) }
}

fn png(bytes: &[u8]) -> Option<ColorImage> {
    if bytes.len() > LARGEST_PNG {
        return None;
    }
    let mut reader = ImageReader::with_format(Cursor::new(bytes), image::ImageFormat::Png);
    let mut limits = Limits::default();
    (limits.max_image_width, limits.max_image_height) = (Some(MOST_PIXELS), Some(MOST_PIXELS));
    limits.max_alloc = Some(u64::from(MOST_PIXELS * MOST_PIXELS) * 16);
    reader.limits(limits);
    let decoder = reader.into_decoder().ok()?;
    let (width, height) = decoder.dimensions();
    if width > MOST_PIXELS || height > MOST_PIXELS {
        return None;
    }
    let image = image::DynamicImage::from_decoder(decoder).ok()?.into_rgba8();
    Some(ColorImage::from_rgba_unmultiplied([width as usize, height as usize], image.as_raw()))
}

/// An SVG, drawn with this many pixels along its longer edge.
pub fn svg(bytes: &[u8], tint: Color32, pixels: u32) -> Option<ColorImage> {
    if bytes.len() > LARGEST_SVG {
        return None;
    }
    let lower = std::str::from_utf8(bytes).ok()?.to_ascii_lowercase();
    if REFUSED.iter().any(|word| lower.contains(word)) {
        return None;
    }
    let [red, green, blue, _] = tint.to_srgba_unmultiplied();
    let mut options = usvg::Options {
        style_sheet: Some(format!("svg {{ color: #{red:02x}{green:02x}{blue:02x} }}")),
        ..usvg::Options::default()
    };
    options.image_href_resolver =
        usvg::ImageHrefResolver { resolve_data: Box::new(|_, _, _| None), resolve_string: Box::new(|_, _| None) };
    let tree = usvg::Tree::from_data(bytes, &options).ok()?;
    let size = tree.size();
    let scale = pixels.clamp(1, MOST_PIXELS) as f32 / size.width().max(size.height());
    let part = |length: f32| (length * scale).round().clamp(1.0, MOST_PIXELS as f32) as u32;
    let (width, height) = (part(size.width()), part(size.height()));
    let mut canvas = tiny_skia::Pixmap::new(width, height)?;
    let stretch = tiny_skia::Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(&tree, stretch, &mut canvas.as_mut());
    Some(ColorImage::from_rgba_premultiplied([width as usize, height as usize], canvas.data()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: &str = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 10'>\
        <rect width='10' height='10' fill='currentColor'/></svg>";

    fn drawn(text: &str) -> Option<ColorImage> {
        svg(text.as_bytes(), Color32::from_rgb(200, 30, 40), 40)
    }

    fn a_png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let image = image::RgbaImage::from_pixel(width, height, image::Rgba([1, 2, 3, 255]));
        image.write_to(&mut Cursor::new(&mut bytes), image::ImageFormat::Png).unwrap();
        bytes
    }

    #[test]
    fn an_svg_is_drawn_in_the_colour_and_at_the_size_that_are_wanted() {
        let image = drawn(SQUARE).unwrap();
        assert_eq!(image.size, [40, 20]);
        assert_eq!(image[(5, 10)], Color32::from_rgb(200, 30, 40));
        assert_eq!(image[(35, 10)], Color32::TRANSPARENT);
    }

    #[test]
    fn what_would_read_run_or_grow_in_an_svg_makes_it_no_picture() {
        let with = |more: &str| SQUARE.replace("</svg>", &format!("{more}</svg>"));
        assert!(drawn(&with("<circle r='3'/>")).is_some());
        for more in [
            "<script>1</script>",
            "<image href='file:///etc/passwd' width='5' height='5'/>",
            "<image href='data:image/png;base64,AAAA' width='5' height='5'/>",
            "<g id='a'><use href='#a'/><use href='#a'/></g>",
            "<filter id='f'><feGaussianBlur stdDeviation='1000'/></filter>",
            "<text>words</text>",
            "<foreignObject/>",
        ] {
            assert!(drawn(&with(more)).is_none(), "{more}");
        }
        let doctype = format!("<!DOCTYPE svg [<!ENTITY a 'aaaa'>]>{SQUARE}");
        assert!(drawn(&doctype).is_none());
    }

    #[test]
    fn what_is_broken_or_too_large_is_no_picture() {
        let tint = Color32::WHITE;
        let large = format!("{SQUARE}{}", " ".repeat(LARGEST_SVG));
        let odd = "<svg xmlns='http://www.w3.org/2000/svg' width='1e30' height='1e-30'/>";
        let empty = "<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>";
        for bytes in [
            &b""[..],
            b"<svg",
            b"\xff\xfe\x00",
            b"\x89PNG",
            b"\x89PNG\r\n\x1a\nrubbish",
            large.as_bytes(),
            odd.as_bytes(),
            empty.as_bytes(),
        ] {
            let shown = decode(bytes, tint, 64);
            assert!(shown.is_none_or(|image| image.size.iter().all(|edge| *edge <= MOST_PIXELS as usize)));
        }
        assert!(decode(large.as_bytes(), tint, 64).is_none() && decode(b"\x89PNG", tint, 64).is_none());
        let png = a_png(3, 2);
        assert_eq!(decode(&png, tint, 64).unwrap().size, [3, 2]);
        assert!(decode(&png[..png.len() / 2], tint, 64).is_none());
        assert!(decode(&a_png(MOST_PIXELS + 1, 1), tint, 64).is_none());
        let padded = [png, vec![0; LARGEST_PNG]].concat();
        assert!(decode(&padded, tint, 64).is_none());
    }

    #[test]
    fn sizes_are_few_and_never_too_small() {
        assert_eq!([1.0, 9.0, 16.0, 17.0, 25.0, 100.0, 5000.0].map(pixels_for), [8, 12, 16, 24, 32, 128, 2048]);
    }

    #[test]
    fn what_cannot_be_drawn_is_not_asked_for_again() {
        struct Counted(std::rc::Rc<std::cell::Cell<u32>>);
        impl AssetSource for Counted {
            fn asset(&self, name: &str, _: &Context) -> Asset<'_> {
                self.0.set(self.0.get() + 1);
                match name {
                    // The first time that it is asked for.
                    "late" if self.0.get() == 4 => Asset::Awaited,
                    "square" | "late" => Asset::Here(Cow::Borrowed(SQUARE.as_bytes())),
                    _ => Asset::Missing,
                }
            }
        }
        let asked = std::rc::Rc::new(std::cell::Cell::new(0));
        let pictures = Pictures::new(Counted(asked.clone()));
        let painter = Painter::new(Context::default(), egui::LayerId::background(), egui::Rect::EVERYTHING);
        let texture = |name, tint| pictures.texture(&painter, name, tint, Vec2::splat(30.0));
        assert!(texture("nothing", Color32::RED).is_none() && texture("nothing", Color32::RED).is_none());
        assert_eq!(asked.get(), 1);
        let red = texture("square", Color32::RED).unwrap();
        assert_eq!(texture("square", Color32::RED), Some(red));
        assert_ne!(texture("square", Color32::BLUE), Some(red));
        assert_eq!(asked.get(), 3);
        // What is still on its way is asked for again, and drawn when it is there.
        assert!(texture("late", Color32::RED).is_none());
        assert!(texture("late", Color32::RED).is_some());
    }
}
