//! The limits of pictures from untrusted sources, and the reasons why a picture is not drawn.
//!
//! Limits of SVG alone, such as the number of its elements, are in [`svg`](crate::svg).

use std::fmt;
use std::time::Duration;
use stonehouse_language::tr;

/// The most pixels along an edge.
pub const MAX_PIXELS: u32 = 2048;
/// The greatest number anywhere in an SVG: as a coordinate, a length, or an entry of a transformation.
pub(crate) const MAX_NUMBER: f64 = 10_000.0;
/// How long drawing may take.
pub(crate) const DEADLINE: Duration = Duration::from_secs(10);

/// Why a picture is not drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PictureRefusal {
    /// It is no SVG: for this reason.
    NoSvg(String),
    /// It is no PNG: for this reason.
    NoPng(String),
    /// A PNG with more than [`MAX_PIXELS`] along an edge: its width and height.
    Pixels(u32, u32),
    /// An SVG with an element that is not allowed, on this line.
    Element(String, u32),
    /// An SVG with an attribute that is not supported, on this line.
    Attribute(String, u32),
    /// An SVG with a value that is out of bounds or of the wrong kind.
    Value {
        /// The attribute whose value it is.
        attribute: String,
        /// The value, cut off when it is long.
        value: String,
        /// The line on which its element begins.
        line: u32,
    },
    /// Too much of something.
    TooMuch {
        /// The quantity that is bounded.
        what: Bounded,
        /// The value, rounded up.
        value: u64,
        /// The greatest allowed value.
        most: u64,
    },
    /// Drawing it took longer than the deadline.
    TooSlow,
    /// Drawing it failed.
    Broken,
}

/// A quantity of a picture that is bounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bounded {
    /// Bytes of its file.
    Bytes,
    /// Parts of its XML: elements, texts and comments.
    Nodes,
    /// Elements of an SVG.
    Elements,
    /// Elements within each other.
    Depth,
    /// Segments of paths. Those of strokes count several times.
    Segments,
    /// Dashes of strokes.
    Dashes,
    /// Groups and shapes with their own opacity.
    Layers,
    /// Layers within each other, by the part of the picture that they cover.
    LayersAtOnce,
    /// How often the whole picture is painted over.
    Overdraw,
    /// How far outside of it parts are, as a multiple of its longer edge.
    Distance,
    /// The ratio of its edges.
    Ratio,
}

impl std::error::Error for PictureRefusal {}

impl fmt::Display for PictureRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&match self {
            Self::NoSvg(why) => tr!("it is no SVG picture: {why}", why = why),
            Self::NoPng(why) => tr!("it is no PNG picture: {why}", why = why),
            Self::Pixels(width, height) => {
                tr!("it has {width} × {height} pixels, at most {most} × {most}", width, height, most = MAX_PIXELS)
            }
            Self::Element(name, line) => tr!("line {line}: an SVG may not contain <{name}>", line = line, name = name),
            Self::Attribute(name, line) => tr!("line {line}: {name} is not supported", line = line, name = name),
            Self::Value { attribute, value, line } => tr!(
                "line {line}: {name} has a value that is not allowed: “{value}”. Numbers are from -{most} to {most}",
                line = line,
                name = attribute,
                value = value,
                most = MAX_NUMBER
            ),
            Self::TooMuch { what, value, most } => match what {
                Bounded::Bytes => tr!("it has {value} bytes, at most {most}", value, most),
                Bounded::Nodes => tr!("it has more than {most} elements, texts and comments", most),
                Bounded::Elements => tr!("it has {value} elements, at most {most}", value, most),
                Bounded::Depth => tr!("it has {value} elements within each other, at most {most}", value, most),
                Bounded::Segments => tr!("its paths have {value} segments, at most {most}", value, most),
                Bounded::Dashes => tr!("its lines have {value} dashes, at most {most}", value, most),
                Bounded::Layers => tr!("it has {value} half-transparent layers, at most {most}", value, most),
                Bounded::LayersAtOnce => {
                    tr!("it has {value} half-transparent layers within each other, at most {most}", value, most)
                }
                Bounded::Overdraw => tr!("it is painted over {value} times, at most {most}", value, most),
                Bounded::Distance => {
                    tr!("parts of it lie {value} times its longer edge away, at most {most}", value, most)
                }
                Bounded::Ratio => tr!("its longer edge is {value} times the shorter one, at most {most}", value, most),
            },
            Self::TooSlow => tr!("drawing it took more than {n} seconds", n = DEADLINE.as_secs()),
            Self::Broken => tr!("drawing it failed").to_owned(),
        })
    }
}

/// Refuses more than `most` of something.
///
/// # Errors
/// When the value is greater, or no number.
pub(crate) fn bounded(what: Bounded, value: f64, most: f64) -> Result<(), PictureRefusal> {
    if value <= most {
        Ok(())
    } else {
        Err(PictureRefusal::TooMuch { what, value: value.ceil() as u64, most: most as u64 })
    }
}
