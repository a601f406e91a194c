//! An animated picture: frames that follow one another, in one GIF file.
//!
//! The file stays small: frames are made narrower where they are wide, only the part of a frame that differs from the
//! one before is written, a frame that does not differ only makes the one before last longer, and the number of bytes
//! is limited.
//!
//! Each frame has at most 256 colours of its own.

use egui::ColorImage;
use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use image::{RgbaImage, imageops};
use std::time::Duration;

/// The greatest width and height of a frame, in pixels.
pub const MAX_EDGE: u32 = 800;
/// The most bytes of a film, except for those of its last frame.
pub const MAX_BYTES: usize = 16 << 20;
/// The quality of the colours, from 1 (best and slow) to 30 (quick).
const SPEED: i32 = 10;

/// Why a film cannot be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FilmError {
    /// It has no frames.
    #[error("an animated picture needs at least one frame, and there is none")]
    Empty,
    /// A frame has no pixels.
    #[error("a frame of the animated picture has no pixels: the window was too small to be seen")]
    NoPixels,
    /// It is as large as it may be.
    #[error("the animated picture has {MAX_BYTES} bytes already: choose fewer steps, or a smaller window")]
    TooLarge,
    /// The frames could not be written.
    #[error("the animated picture could not be written: {0}")]
    Encoding(#[from] EncodingError),
}

/// A film that is being made, frame by frame.
#[derive(Default)]
pub struct Film {
    /// Writes the file; `Some` from the first frame on.
    encoder: Option<Encoder<Vec<u8>>>,
    /// The picture after the latest frame.
    seen: RgbaImage,
    /// The latest frame, whose time is not known yet, and where it is.
    latest: Option<(RgbaImage, [u32; 2])>,
    /// How long it lasts.
    lasts: Duration,
}

impl Film {
    /// A film without frames.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a frame that is seen for so long. A frame of another size than the first is fitted to it.
    pub fn add(&mut self, frame: &ColorImage, lasts: Duration) -> Result<(), FilmError> {
        let frame = self.fitted(frame)?;
        if self.encoder.is_none() {
            let (width, height) = frame.dimensions();
            let mut encoder = Encoder::new(Vec::new(), width as u16, height as u16, &[])?;
            encoder.set_repeat(Repeat::Infinite)?;
            self.encoder = Some(encoder);
            self.latest = Some((frame.clone(), [0, 0]));
            self.lasts = lasts;
        } else if let Some([left, top, width, height]) = changed(&self.seen, &frame) {
            self.write_latest()?;
            let part = imageops::crop_imm(&frame, left, top, width, height).to_image();
            self.latest = Some((part, [left, top]));
            self.lasts = lasts;
        } else {
            self.lasts += lasts;
        }
        self.seen = frame;
        Ok(())
    }

    /// The finished film: a GIF file that begins again when it is over.
    pub fn finish(mut self) -> Result<Vec<u8>, FilmError> {
        self.write_latest()?;
        let encoder = self.encoder.ok_or(FilmError::Empty)?;
        Ok(encoder.into_inner()?)
    }

    /// A frame in the size of the film.
    fn fitted(&self, frame: &ColorImage) -> Result<RgbaImage, FilmError> {
        let [width, height] = frame.size.map(|side| side as u32);
        let bytes = frame.pixels.iter().flat_map(|pixel| [pixel.r(), pixel.g(), pixel.b(), 255]).collect();
        let picture = RgbaImage::from_raw(width, height, bytes).filter(|_| width > 0 && height > 0);
        let picture = picture.ok_or(FilmError::NoPixels)?;
        let (wide, high) = match self.seen.dimensions() {
            (0, _) | (_, 0) => {
                let shrinks = (MAX_EDGE as f32 / width.max(height) as f32).min(1.0);
                let side = |side: u32| ((side as f32 * shrinks).round() as u32).clamp(1, MAX_EDGE);
                (side(width), side(height))
            }
            size => size,
        };
        let fits = (wide, high) == (width, height);
        Ok(if fits { picture } else { imageops::resize(&picture, wide, high, imageops::FilterType::Triangle) })
    }

    fn write_latest(&mut self) -> Result<(), FilmError> {
        let Some((mut picture, [left, top])) = self.latest.take() else { return Ok(()) };
        let Some(encoder) = &mut self.encoder else { return Ok(()) };
        if encoder.get_ref().len() > MAX_BYTES {
            return Err(FilmError::TooLarge);
        }
        let (width, height) = picture.dimensions();
        let mut frame = Frame::from_rgba_speed(width as u16, height as u16, &mut picture, SPEED);
        (frame.left, frame.top) = (left as u16, top as u16);
        // In hundredths of a second; most programs do not show less than two of them.
        frame.delay = (self.lasts.as_millis() / 10).clamp(2, u128::from(u16::MAX)) as u16;
        frame.dispose = DisposalMethod::Keep;
        encoder.write_frame(&frame)?;
        Ok(())
    }
}

/// The least rectangle that covers all that differs: left, top, width, height.
fn changed(before: &RgbaImage, after: &RgbaImage) -> Option<[u32; 4]> {
    let mut bounds: Option<[u32; 4]> = None;
    for ((x, y, was), is) in before.enumerate_pixels().zip(after.pixels()) {
        if was != is {
            let [left, top, right, bottom] = bounds.unwrap_or([x, y, x, y]);
            bounds = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
        }
    }
    bounds.map(|[left, top, right, bottom]| [left, top, right - left + 1, bottom - top + 1])
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::Color32;
    use gif::{ColorOutput, DecodeOptions, DecodingError};
    use stonehouse_ui::theme;

    const SECOND: Duration = Duration::from_secs(1);

    /// The frames of a film as they are seen one after the other, with their times.
    fn frames(film: &[u8]) -> Result<Vec<(ColorImage, Duration)>, DecodingError> {
        let mut options = DecodeOptions::new();
        options.set_color_output(ColorOutput::RGBA);
        let mut decoder = options.read_info(film)?;
        let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
        let mut seen = ColorImage::filled([width, height], Color32::BLACK);
        let mut frames = Vec::new();
        while let Some(frame) = decoder.read_next_frame()? {
            let (left, top, wide) = (usize::from(frame.left), usize::from(frame.top), usize::from(frame.width));
            for (place, pixel) in frame.buffer.chunks_exact(4).enumerate() {
                let at = (top + place / wide) * width + left + place % wide;
                if let Some(seen) = seen.pixels.get_mut(at).filter(|_| pixel[3] > 0) {
                    *seen = Color32::from_rgb(pixel[0], pixel[1], pixel[2]);
                }
            }
            frames.push((seen.clone(), Duration::from_millis(u64::from(frame.delay) * 10)));
        }
        Ok(frames)
    }

    /// A table of this size with a stone at `at`.
    fn table(size: [usize; 2], at: usize) -> ColorImage {
        let mut image = ColorImage::filled(size, theme::CLOTH);
        for y in 10..18 {
            for x in at..at + 8 {
                image.pixels[y * size[0] + x] = theme::LIGHT;
            }
        }
        image
    }

    fn is_near(a: Color32, b: Color32) -> bool {
        let apart = |a: u8, b: u8| a.abs_diff(b) < 12;
        apart(a.r(), b.r()) && apart(a.g(), b.g()) && apart(a.b(), b.b())
    }

    #[test]
    fn a_decoded_animation_keeps_every_frames_time_and_colours() {
        let mut film = Film::new();
        let shown = [table([120, 60], 10), table([120, 60], 40), table([120, 60], 41)];
        for (frame, lasts) in shown.iter().zip([SECOND, SECOND / 2, SECOND * 2]) {
            film.add(frame, lasts).unwrap();
        }
        let read = frames(&film.finish().unwrap()).unwrap();
        let times: Vec<Duration> = read.iter().map(|(_, lasts)| *lasts).collect();
        assert_eq!(times, [SECOND, SECOND / 2, SECOND * 2]);
        for ((read, _), shown) in read.iter().zip(&shown) {
            assert_eq!(read.size, shown.size);
            let near = read.pixels.iter().zip(&shown.pixels).all(|(read, shown)| is_near(*read, *shown));
            assert!(near, "every pixel has nearly its colour");
        }
    }

    #[test]
    fn an_unchanged_frame_is_written_once_and_lasts_longer() {
        let film = |frames: &[ColorImage]| {
            let mut film = Film::new();
            frames.iter().for_each(|frame| film.add(frame, SECOND).unwrap());
            film.finish().unwrap()
        };
        let still = table([300, 200], 10);
        let once = film(std::slice::from_ref(&still));
        let thrice = film(&[still.clone(), still.clone(), still.clone()]);
        assert_eq!(once.len(), thrice.len());
        assert_eq!(frames(&thrice).unwrap()[0].1, SECOND * 3);
        let moved = film(&[still.clone(), table([300, 200], 12)]);
        assert!(moved.len() < once.len() + once.len() / 2 + 800, "{} after {}", moved.len(), once.len());
    }

    #[test]
    fn a_large_first_frame_is_scaled_down_and_later_frames_fit_it() {
        let mut film = Film::new();
        film.add(&table([2000, 1000], 10), SECOND).unwrap();
        film.add(&table([500, 600], 10), SECOND).unwrap();
        let read = frames(&film.finish().unwrap()).unwrap();
        assert!(read.len() == 2 && read.iter().all(|(frame, _)| frame.size == [800, 400]));
    }

    #[test]
    fn missing_frames_or_pixels_are_reported() {
        assert!(matches!(Film::new().finish(), Err(FilmError::Empty)));
        let nothing = ColorImage::filled([0, 0], Color32::BLACK);
        assert!(matches!(Film::new().add(&nothing, SECOND), Err(FilmError::NoPixels)));
    }
}
