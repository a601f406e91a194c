//! The pictures of a game: SVG and PNG from its plugin, drawn as textures.
//!
//! They are checked first ([`super::svg`]) and drawn on their own thread. A picture that is too large, broken or
//! of another format is not drawn; text is shown instead.
//!
//! A picture is requested by name when it is first seen, and kept as a texture for each colour and size. Drawing has a
//! deadline. Pictures of packs go the same way. Why one was refused is shown in the console, or in the pack's dialog.

use crate::picture_limits::{Bounded, DEADLINE, MAX_PIXELS, PictureRefusal, bounded};
use crate::svg::SvgPicture;
use crate::worker::{Task, WAIT_BEFORE_NEXT_FRAME};
use egui::{Color32, ColorImage, Context, Painter, TextureHandle, TextureId, TextureOptions, Vec2};
use image::{ImageDecoder, ImageReader, Limits};
use parking_lot::Mutex;
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::io::Cursor;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use stonehouse_runtime::{MAX_PNG_BYTES, Plugin, Rules};
use web_time::Instant;

/// The most textures that are kept.
const MAX_KEPT: usize = 512;
/// The most refusals that are kept until they are read.
const MAX_REFUSALS: usize = 64;
/// How many pixels a picture has along its longer edge that is drawn only to find out whether it can be.
const SMALL: u32 = 64;

/// Why the picture with these bytes would not be drawn, or `None` if it is.
pub fn refusal(bytes: &[u8]) -> Option<PictureRefusal> {
    decode(bytes, Color32::BLACK, SMALL).err()
}

/// Finds out on its own thread which of these pictures, each with its name, would not be drawn.
pub fn refusals(ctx: &Context, pictures: Vec<(String, Vec<u8>)>) -> Task<Vec<(String, PictureRefusal)>> {
    let wake = ctx.clone();
    let refused = |(name, bytes): (String, Vec<u8>)| {
        let _easel = DRAWING_LOCK.lock();
        Some((name, refusal(&bytes)?))
    };
    Task::begin("picture", move || wake.request_repaint(), move || pictures.into_iter().filter_map(refused).collect())
}

/// A source of a game's pictures: its plugin, or its rules where house rules have pictures, too.
pub trait AssetSource: Send + Sync {
    /// The bytes of the asset of this name, if there is one. It is called on its own thread, and may take its
    /// time.
    fn asset(&self, name: &str) -> Option<Cow<'_, [u8]>>;
}

/// A picture that the game fails to return counts as missing.
impl AssetSource for Arc<Plugin> {
    fn asset(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        Plugin::asset(self, name).ok().flatten().map(Cow::Owned)
    }
}

/// A picture that the game fails to return counts as missing.
impl AssetSource for Arc<Rules> {
    fn asset(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        Rules::asset(self, name).ok().flatten().map(Cow::Owned)
    }
}

/// A game without pictures.
pub struct NoAssets;

impl AssetSource for NoAssets {
    fn asset(&self, _: &str) -> Option<Cow<'_, [u8]>> {
        None
    }
}

/// The picture that is drawn from some bytes, or `None` if there are none.
type Decoded = Option<Result<ColorImage, PictureRefusal>>;

/// A picture that is being drawn, on its own thread. Pictures are drawn one after the other, so that at most one
/// takes up memory.
pub struct Drawing {
    task: Task<Decoded>,
    begun: Arc<OnceLock<Instant>>,
}

/// Held by the thread that draws.
static DRAWING_LOCK: Mutex<()> = Mutex::new(());

impl Drawing {
    /// Begins to draw what `bytes` returns, as [`decode`] does. `ctx` repaints when it is done.
    pub fn begin(
        ctx: &Context,
        bytes: impl FnOnce() -> Option<Vec<u8>> + Send + 'static,
        tint: Color32,
        pixels: u32,
    ) -> Self {
        let begun = Arc::new(OnceLock::new());
        let (started, wake) = (Arc::clone(&begun), ctx.clone());
        let draw = move || {
            let bytes = bytes()?;
            let _easel = DRAWING_LOCK.lock();
            let _ = started.set(Instant::now());
            Some(decode(&bytes, tint, pixels))
        };
        Self { task: Task::begin("picture", move || wake.request_repaint(), draw), begun }
    }

    /// The picture, or `None` if it is not done yet, which is waited for no longer than `timeout`. To be called until
    /// it is done.
    pub fn poll(&mut self, ctx: &Context, timeout: Duration) -> Option<Decoded> {
        match self.task.poll(timeout) {
            Some(decoded) => Some(decoded.unwrap_or(Some(Err(PictureRefusal::Broken)))),
            None if self.begun.get().is_some_and(|begun| begun.elapsed() > DEADLINE) => {
                Some(Some(Err(PictureRefusal::TooSlow)))
            }
            None => {
                ctx.request_repaint_after(DEADLINE);
                None
            }
        }
    }
}

/// The pictures of one game, each drawn when it is first needed at a size and in a colour.
pub struct Pictures {
    source: Arc<dyn AssetSource>,
    drawn: Cache,
    drawings: RefCell<HashMap<Key, Drawing>>,
    refusals: RefCell<Vec<(String, PictureRefusal)>>,
    /// How long the frame of this number has waited for pictures.
    waited: Cell<(u64, Duration)>,
}

impl Default for Pictures {
    fn default() -> Self {
        Self::new(NoAssets)
    }
}

impl Pictures {
    /// The pictures of this source.
    pub fn new(source: impl AssetSource + 'static) -> Self {
        Self {
            source: Arc::new(source),
            drawn: Cache::default(),
            drawings: RefCell::default(),
            refusals: RefCell::default(),
            waited: Cell::default(),
        }
    }

    /// The picture of this name for a place of this size in points; `tint` is the meaning of `currentColor` in an SVG.
    /// `None` if there is no picture of this name that can be shown, or not yet. A frame waits for pictures, but
    /// altogether not noticeably long.
    pub fn texture(&self, painter: &Painter, name: &str, tint: Color32, size: Vec2) -> Option<TextureId> {
        let picture = |pixels| match self.draw(painter.ctx(), name, tint, pixels) {
            None => DrawnPicture::Later,
            Some(None) => DrawnPicture::Done(None),
            Some(Some(Ok(image))) => DrawnPicture::Done(Some(image)),
            Some(Some(Err(why))) => {
                let mut refusals = self.refusals.borrow_mut();
                if refusals.len() < MAX_REFUSALS && !refusals.iter().any(|(known, _)| known == name) {
                    refusals.push((name.to_owned(), why));
                }
                DrawnPicture::Done(None)
            }
        };
        self.drawn.texture(painter, name, tint, size, picture)
    }

    fn draw(&self, ctx: &Context, name: &str, tint: Color32, pixels: u32) -> Option<Decoded> {
        let key = (name.to_owned(), tint.to_array(), pixels);
        let mut drawings = self.drawings.borrow_mut();
        let new = !drawings.contains_key(&key);
        let drawing = drawings.entry(key.clone()).or_insert_with(|| {
            let (source, name) = (Arc::clone(&self.source), name.to_owned());
            Drawing::begin(ctx, move || source.asset(&name).map(Cow::into_owned), tint, pixels)
        });
        let frame = ctx.cumulative_frame_nr();
        let waited = if self.waited.get().0 == frame { self.waited.get().1 } else { Duration::ZERO };
        let timeout = if new { WAIT_BEFORE_NEXT_FRAME.saturating_sub(waited) } else { Duration::ZERO };
        let since = Instant::now();
        let decoded = drawing.poll(ctx, timeout);
        self.waited.set((frame, waited + since.elapsed()));
        if decoded.is_some() {
            drawings.remove(&key);
        }
        decoded
    }

    /// The pictures that were refused since this was last called, by name, and why.
    pub fn refusals(&self) -> Vec<(String, PictureRefusal)> {
        self.refusals.take()
    }
}

/// Textures by name, colour and size. A picture that could not be drawn is remembered as `None`.
#[derive(Default)]
pub struct Cache(RefCell<HashMap<Key, Option<TextureHandle>>>);

/// A picture, drawn or not yet.
pub enum DrawnPicture {
    /// Drawn, or impossible to draw.
    Done(Option<ColorImage>),
    /// It can only be drawn in a later frame.
    Later,
}

/// A picture's name, its colour, and how many pixels it has along its longer edge.
type Key = (String, [u8; 4], u32);

impl Cache {
    /// The picture for a place of this size in points, drawn with `draw` if it is not kept yet. Until it is drawn, it
    /// is shown at another size that is kept, if there is one.
    pub fn texture(
        &self,
        painter: &Painter,
        name: &str,
        tint: Color32,
        size: Vec2,
        draw: impl FnOnce(u32) -> DrawnPicture,
    ) -> Option<TextureId> {
        let pixels = pixels_for(size.max_elem() * painter.ctx().pixels_per_point());
        let mut kept = self.0.borrow_mut();
        if kept.len() >= MAX_KEPT {
            kept.clear();
        }
        let key = (name.to_owned(), tint.to_array(), pixels);
        if let Some(known) = kept.get(&key) {
            return known.as_ref().map(TextureHandle::id);
        }
        let DrawnPicture::Done(image) = draw(pixels) else {
            let same = |other: &Key| (&other.0, other.1) == (&key.0, key.1);
            let others = kept.iter().filter(|(other, _)| same(other));
            let (_, nearest) = others.min_by_key(|(other, _)| other.2.abs_diff(pixels))?;
            return nearest.as_ref().map(TextureHandle::id);
        };
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
    let wanted = points.clamp(8.0, MAX_PIXELS as f32).ceil() as u32;
    let power = wanted.next_power_of_two();
    if power / 4 * 3 >= wanted { power / 4 * 3 } else { power }
}

/// A picture from the bytes of an asset. An SVG is drawn with this many pixels along its longer edge, `tint` is its
/// `currentColor`. Bytes from untrusted sources pass through nothing else: time and memory are bounded, and it does not
/// panic.
///
/// # Errors
/// When the bytes are no picture, or one that is not allowed.
pub fn decode(bytes: &[u8], tint: Color32, pixels: u32) -> Result<ColorImage, PictureRefusal> {
    // The bounds should leave nothing that panics. But the decoders are large, and the window has matches in it.
    let decoded = catch_unwind(AssertUnwindSafe(|| {
        if bytes.starts_with(b"\x89PNG") { png(bytes) } else { svg(bytes, tint, pixels) }
    }));
    decoded.unwrap_or(Err(PictureRefusal::Broken))
}

fn png(bytes: &[u8]) -> Result<ColorImage, PictureRefusal> {
    bounded(Bounded::Bytes, bytes.len() as f64, MAX_PNG_BYTES as f64)?;
    let mut reader = ImageReader::with_format(Cursor::new(bytes), image::ImageFormat::Png);
    let mut limits = Limits::default();
    limits.max_alloc = Some(u64::from(MAX_PIXELS * MAX_PIXELS) * 16);
    reader.limits(limits);
    let broken = |error: image::ImageError| PictureRefusal::NoPng(error.to_string());
    let decoder = reader.into_decoder().map_err(broken)?;
    let (width, height) = decoder.dimensions();
    if width > MAX_PIXELS || height > MAX_PIXELS {
        return Err(PictureRefusal::Pixels(width, height));
    }
    let image = image::DynamicImage::from_decoder(decoder).map_err(broken)?.into_rgba8();
    Ok(ColorImage::from_rgba_unmultiplied([width as usize, height as usize], image.as_raw()))
}

/// An SVG, drawn with this many pixels along its longer edge.
///
/// # Errors
/// When the bytes are no SVG, or one that is not allowed.
pub fn svg(bytes: &[u8], tint: Color32, pixels: u32) -> Result<ColorImage, PictureRefusal> {
    SvgPicture::read(bytes, tint)?.draw(pixels).ok_or(PictureRefusal::Broken)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU32, Ordering};
    use std::sync::mpsc;

    const SQUARE: &[u8] = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 10'>\
        <rect width='10' height='10' fill='currentColor'/></svg>";
    /// Longer than any test takes.
    const LONG: Duration = Duration::from_mins(10);

    fn a_png(width: u32, height: u32) -> Vec<u8> {
        let mut bytes = Vec::new();
        let image = image::RgbaImage::from_pixel(width, height, image::Rgba([1, 2, 3, 255]));
        image.write_to(&mut Cursor::new(&mut bytes), image::ImageFormat::Png).unwrap();
        bytes
    }

    #[test]
    fn a_png_that_is_broken_or_too_large_is_no_picture() {
        let png = |bytes: &[u8]| decode(bytes, Color32::WHITE, 64);
        let good = a_png(3, 2);
        assert_eq!(png(&good).unwrap().size, [3, 2]);
        for bytes in [b"\x89PNG", &b"\x89PNG\r\n\x1a\nrubbish"[..], &good[..good.len() / 2]] {
            assert!(matches!(png(bytes), Err(PictureRefusal::NoPng(_))));
        }
        let refused = |bytes: &[u8]| png(bytes).unwrap_err().to_string();
        assert_eq!(refused(&a_png(MAX_PIXELS + 1, 1)), "it has 2049 × 1 pixels, at most 2048 × 2048");
        let large = [good, vec![0; MAX_PNG_BYTES]].concat();
        assert_eq!(refused(&large), format!("it has {} bytes, at most 1048576", large.len()));
    }

    #[test]
    fn sizes_are_few_and_never_too_small() {
        assert_eq!([1.0, 9.0, 16.0, 17.0, 25.0, 100.0, 5000.0].map(pixels_for), [8, 12, 16, 24, 32, 128, 2048]);
    }

    /// A source that counts how often it is called, and returns `late` only when it is let go.
    struct Counted(Arc<AtomicU32>, Mutex<mpsc::Receiver<()>>);

    impl AssetSource for Counted {
        fn asset(&self, name: &str) -> Option<Cow<'_, [u8]>> {
            self.0.fetch_add(1, Ordering::Relaxed);
            match name {
                "late" => {
                    let _ = self.1.lock().recv();
                    Some(Cow::Borrowed(SQUARE))
                }
                "square" => Some(Cow::Borrowed(SQUARE)),
                "wrong" => Some(Cow::Borrowed(b"<svg")),
                _ => None,
            }
        }
    }

    fn counted() -> (Pictures, Arc<AtomicU32>, mpsc::Sender<()>) {
        let (go, wait) = mpsc::channel();
        let calls = Arc::new(AtomicU32::new(0));
        (Pictures::new(Counted(Arc::clone(&calls), Mutex::new(wait))), calls, go)
    }

    fn painter() -> Painter {
        Painter::new(Context::default(), egui::LayerId::background(), egui::Rect::EVERYTHING)
    }

    /// The picture that is finally shown, after any number of frames.
    fn finally(pictures: &Pictures, painter: &Painter, name: &str, tint: Color32, size: f32) -> Option<TextureId> {
        loop {
            let shown = pictures.texture(painter, name, tint, Vec2::splat(size));
            if pictures.drawings.borrow().is_empty() {
                return shown;
            }
        }
    }

    #[test]
    fn a_picture_is_fetched_once_for_each_colour_and_size() {
        let (pictures, calls, _go) = counted();
        let painter = painter();
        let shown = |name, tint| finally(&pictures, &painter, name, tint, 30.0);
        assert!(shown("nothing", Color32::RED).is_none() && shown("nothing", Color32::RED).is_none());
        assert_eq!(calls.load(Ordering::Relaxed), 1);
        let red = shown("square", Color32::RED).unwrap();
        assert_eq!(shown("square", Color32::RED), Some(red));
        assert_ne!(shown("square", Color32::BLUE), Some(red));
        assert_eq!(calls.load(Ordering::Relaxed), 3);
        assert_eq!(pictures.refusals(), []);
        assert!(shown("wrong", Color32::RED).is_none() && shown("wrong", Color32::BLUE).is_none());
        let refusals = pictures.refusals();
        assert!(matches!(&refusals[..], [(name, PictureRefusal::NoSvg(_))] if name == "wrong"), "{refusals:?}");
        assert_eq!(pictures.refusals(), []);
    }

    #[test]
    fn a_frame_does_not_wait_for_a_picture_that_takes_long() {
        let (pictures, _, go) = counted();
        let painter = painter();
        let late = |size| pictures.texture(&painter, "late", Color32::RED, Vec2::splat(size));
        assert!(late(30.0).is_none() && late(30.0).is_none());
        go.send(()).unwrap();
        let small = finally(&pictures, &painter, "late", Color32::RED, 30.0).unwrap();
        // At another size it is shown as it was until it is drawn again.
        assert_eq!(late(300.0), Some(small));
        go.send(()).unwrap();
        assert_ne!(finally(&pictures, &painter, "late", Color32::RED, 300.0), Some(small));
    }

    #[test]
    fn a_picture_that_misses_its_deadline_is_refused() {
        let ctx = Context::default();
        let (_go, wait) = mpsc::channel::<()>();
        let fetch = move || {
            let _ = wait.recv();
            None
        };
        let mut drawing = Drawing::begin(&ctx, fetch, Color32::WHITE, 8);
        assert!(drawing.poll(&ctx, Duration::ZERO).is_none());
        let early = Instant::now().checked_sub(DEADLINE * 2).unwrap();
        drawing.begun = Arc::new(OnceLock::from(early));
        assert!(matches!(drawing.poll(&ctx, Duration::ZERO), Some(Some(Err(PictureRefusal::TooSlow)))));
    }

    #[test]
    fn a_panic_while_a_picture_is_fetched_makes_it_broken() {
        let mut drawing = Drawing::begin(&Context::default(), || panic!("on purpose"), Color32::WHITE, 8);
        assert!(matches!(drawing.poll(&Context::default(), LONG), Some(Some(Err(PictureRefusal::Broken)))));
    }
}
