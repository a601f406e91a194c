//! SVG pictures from untrusted sources: checked, rebuilt from the allowed parts, then drawn.
//!
//! A renderer of SVG is not made for files that want to harm it: a few bytes can make it panic, run for hours, or fill
//! the memory. So a picture is parsed once, and the document that is drawn is written from the parts of it that are on
//! the lists of this module: elements, attributes, and values that were parsed within bounds. Nothing else reaches the
//! renderer. What the renderer made of that document is measured before a pixel is painted: coordinates, segments,
//! layers, dashes, and how often the whole picture is painted over. These bounds hold for the largest size at which
//! pictures are drawn, so whether a picture is accepted does not depend on its size.

use crate::picture_limits::{Bounded, MAX_NUMBER, MAX_PIXELS, PictureRefusal, bounded};
use egui::{Color32, ColorImage};
use resvg::usvg::roxmltree::{self, Node, ParsingOptions};
use resvg::{tiny_skia, usvg};
use std::collections::{BTreeMap, HashMap};
use std::str::FromStr;
use stonehouse_runtime::MAX_SVG_BYTES;
use svgtypes::{
    Length, LengthListParser, LengthUnit, NumberListParser, SimplePathSegment, SimplifyingPathParser, Transform,
    TransformListParser, TransformListToken,
};

const SVG: &str = "http://www.w3.org/2000/svg";
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// The most XML nodes, texts and comments included.
const MAX_NODES: u32 = 8_192;
/// The most elements.
const MAX_ELEMENTS: usize = 2_000;
/// How many letters of a wrong value are shown.
const MAX_SHOWN: usize = 40;
/// How deeply elements may be nested.
const MAX_DEPTH: usize = 32;
/// The most segments of all paths together. Those of strokes count [`STROKE_WEIGHT`] times.
const MAX_SEGMENTS: usize = 20_000;
/// The weight of a segment that is stroked: its outline has many more segments.
const STROKE_WEIGHT: usize = 8;
/// The most lengths in a list of dashes.
const MAX_LENGTHS: usize = 32;
/// The most dashes of all strokes together.
const MAX_DASHES: f32 = 2_000.0;
/// How long a chain of gradients may be that take their stops from each other.
const MAX_CHAIN: usize = 4;
/// How far outside of a picture its parts may be, as a multiple of its longer edge.
const FARTHEST: f32 = 8.0;
/// The greatest ratio of a picture's edges.
const MAX_RATIO: f32 = 64.0;
/// How often a whole picture may be painted over.
const MAX_OVERDRAW: f32 = 100.0;
/// The most layers: groups and shapes with their own opacity.
const MAX_LAYERS: usize = 100;
/// How many times the pixels of the picture may be needed for layers at the same time.
const MAX_LAYERS_AT_ONCE: f32 = 4.0;
/// The part of a picture that anything counts at least, which accounts for setting it up.
const LEAST_COAT: f32 = 0.001;

/// Elements that are drawn, or contain those.
const ELEMENTS: [&str; 13] = [
    "svg",
    "g",
    "defs",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "linearGradient",
    "radialGradient",
    "stop",
];
/// Metadata elements, which are left out.
const REMARKS: [&str; 3] = ["title", "desc", "metadata"];
/// Attributes that would change the picture, but are not supported. One of these refuses a picture unless its value is
/// the usual one.
const UNSUPPORTED: [&str; 10] = [
    "clip-path",
    "mask",
    "filter",
    "marker",
    "marker-start",
    "marker-mid",
    "marker-end",
    "mix-blend-mode",
    "isolation",
    "transform-origin",
];

/// The kind of value that an attribute may have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SvgValue {
    Length,
    Lengths,
    Numbers,
    Path,
    Transform,
    Paint,
    Colour,
    Word,
    Id,
    Link,
}

/// The kind of value of an attribute, or `None` for one that is left out.
fn value_of(name: &str) -> Option<SvgValue> {
    Some(match name {
        "x" | "y" | "width" | "height" | "rx" | "ry" | "cx" | "cy" | "r" | "x1" | "y1" | "x2" | "y2" | "fx" | "fy"
        | "fr" | "offset" | "opacity" | "fill-opacity" | "stroke-opacity" | "stop-opacity" | "stroke-width"
        | "stroke-miterlimit" | "stroke-dashoffset" => SvgValue::Length,
        "stroke-dasharray" => SvgValue::Lengths,
        "points" | "viewBox" => SvgValue::Numbers,
        "d" => SvgValue::Path,
        "transform" | "gradientTransform" => SvgValue::Transform,
        "fill" | "stroke" => SvgValue::Paint,
        "color" | "stop-color" => SvgValue::Colour,
        "fill-rule"
        | "stroke-linecap"
        | "stroke-linejoin"
        | "spreadMethod"
        | "gradientUnits"
        | "display"
        | "visibility"
        | "paint-order"
        | "shape-rendering"
        | "preserveAspectRatio" => SvgValue::Word,
        "id" => SvgValue::Id,
        "href" => SvgValue::Link,
        _ => return None,
    })
}

/// A picture that was checked: for any bytes, drawing it takes a bounded amount of time and memory.
pub struct SvgPicture {
    tree: usvg::Tree,
    work: SvgWork,
}

/// How much it takes to draw a picture.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SvgWork {
    /// How many segments its paths have.
    pub segments: usize,
    /// How many dashes its strokes have.
    pub dashes: f32,
    /// How many layers it is composed of.
    pub layers: usize,
    /// How many times the pixels of the picture are needed for layers at the same time.
    pub layers_at_once: f32,
    /// How often the whole picture is painted over.
    pub coats: f32,
    /// How far outside of the picture its parts are, as a multiple of its longer edge.
    pub distance: f32,
}

impl SvgPicture {
    /// Reads and checks a picture. `tint` is the meaning of `currentColor`.
    ///
    /// # Errors
    /// When the bytes are no SVG, have a part that is not allowed, or would take too much work.
    pub fn read(bytes: &[u8], tint: Color32) -> Result<Self, PictureRefusal> {
        let allowed = rebuilt(bytes, tint)?;
        let options = usvg::Options {
            image_href_resolver: usvg::ImageHrefResolver {
                resolve_data: Box::new(|_, _, _| None),
                resolve_string: Box::new(|_, _| None),
            },
            ..usvg::Options::default()
        };
        let tree =
            usvg::Tree::from_str(&allowed, &options).map_err(|error| PictureRefusal::NoSvg(error.to_string()))?;
        let work = measured(&tree)?;
        Ok(Self { tree, work })
    }

    /// How much it takes to draw it.
    pub const fn work(&self) -> SvgWork {
        self.work
    }

    /// Draws the picture with this many pixels along its longer edge, at least 1 and at most [`MAX_PIXELS`].
    pub fn draw(&self, pixels: u32) -> Option<ColorImage> {
        let size = self.tree.size();
        let scale = pixels.clamp(1, MAX_PIXELS) as f32 / size.width().max(size.height());
        let part = |length: f32| (length * scale).round().clamp(1.0, MAX_PIXELS as f32) as u32;
        let (width, height) = (part(size.width()), part(size.height()));
        let mut canvas = tiny_skia::Pixmap::new(width, height)?;
        let stretch = tiny_skia::Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
        resvg::render(&self.tree, stretch, &mut canvas.as_mut());
        Some(ColorImage::from_rgba_premultiplied([width as usize, height as usize], canvas.data()))
    }
}

/// The document that is drawn: an SVG written from the allowed parts of this one, in which `currentColor` is `tint`.
///
/// # Errors
/// When the bytes are no SVG, or have a part that is not allowed.
fn rebuilt(bytes: &[u8], tint: Color32) -> Result<String, PictureRefusal> {
    bounded(Bounded::Bytes, bytes.len() as f64, MAX_SVG_BYTES as f64)?;
    let text = std::str::from_utf8(bytes).map_err(|error| PictureRefusal::NoSvg(error.to_string()))?;
    let options = ParsingOptions { allow_dtd: false, nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    let document = roxmltree::Document::parse_with_options(text, options).map_err(|error| match error {
        roxmltree::Error::NodesLimitReached => {
            let most = u64::from(MAX_NODES);
            PictureRefusal::TooMuch { what: Bounded::Nodes, value: most + 1, most }
        }
        error => PictureRefusal::NoSvg(error.to_string()),
    })?;
    let root = document.root_element();
    if !root.has_tag_name((SVG, "svg")) {
        let name = root.tag_name().name();
        let missing = if name == "svg" { format!(": xmlns=\"{SVG}\"?") } else { String::new() };
        return Err(PictureRefusal::NoSvg(format!("<{name}>{missing}")));
    }
    let elements = root.descendants().filter(|node| is_drawn(*node)).count();
    bounded(Bounded::Elements, elements as f64, MAX_ELEMENTS as f64)?;
    let depths = root.descendants().filter(|node| is_drawn(*node)).map(|node| node.ancestors().count());
    // The document itself is no element, and the root is within none.
    bounded(Bounded::Depth, depths.max().map_or(0.0, |deepest| deepest as f64 - 2.0), MAX_DEPTH as f64)?;
    let [red, green, blue, _] = tint.to_srgba_unmultiplied();
    let mut rebuilding = Rebuilding {
        out: String::with_capacity(text.len()),
        colour: format!("#{red:02x}{green:02x}{blue:02x}"),
        segments: 0,
        links: HashMap::new(),
    };
    rebuilding.element(root, 0, Transform::default())?;
    bounded(Bounded::Segments, rebuilding.segments as f64, MAX_SEGMENTS as f64)?;
    rebuilding.chains(&document)?;
    Ok(rebuilding.out)
}

struct Rebuilding<'a> {
    out: String,
    /// The value of `currentColor`.
    colour: String,
    segments: usize,
    /// The gradient from which each gradient inherits missing attributes, by their ids.
    links: HashMap<&'a str, &'a str>,
}

impl<'a> Rebuilding<'a> {
    fn element(&mut self, node: Node<'a, '_>, depth: usize, outer: Transform) -> Result<(), PictureRefusal> {
        let name = node.tag_name().name();
        // A picture within the picture would be clipped, which takes a layer.
        let Some(known) = ELEMENTS.into_iter().find(|known| *known == name && (*known != "svg" || depth == 0)) else {
            return Err(PictureRefusal::Element(name.to_owned(), line(node)));
        };
        let attributes = attributes(node)?;
        self.out += &format!("<{known}");
        if depth == 0 {
            self.out += &format!(" xmlns=\"{SVG}\" color=\"{}\"", self.colour);
        }
        let mut inner = outer;
        for (name, (kind, value)) in &attributes {
            if depth == 0 && *name == "color" {
                continue;
            }
            let fine = match kind {
                _ if *value == "inherit" => true,
                SvgValue::Length => Length::from_str(value).is_ok_and(is_small),
                SvgValue::Lengths => *value == "none" || are_small_lengths(value),
                SvgValue::Numbers => {
                    if *name == "points" {
                        // Two numbers are a point.
                        self.segments += NumberListParser::from(*value).count() / 2;
                    }
                    NumberListParser::from(*value).all(|number| number.is_ok_and(within))
                }
                SvgValue::Path => self.path(value),
                SvgValue::Transform if *name == "transform" => match transformed(outer, value) {
                    Some(product) => {
                        inner = product;
                        true
                    }
                    None => false,
                },
                SvgValue::Transform => transformed(Transform::default(), value).is_some(),
                SvgValue::Paint => svgtypes::Paint::from_str(value).is_ok(),
                SvgValue::Colour => *value == "currentColor" || svgtypes::Color::from_str(value).is_ok(),
                SvgValue::Word => is_word(value),
                SvgValue::Id => true,
                SvgValue::Link => known.ends_with("Gradient") && value.starts_with('#'),
            };
            if !fine {
                return Err(wrong_value(node, name, value));
            }
            self.out += &format!(" {name}=\"{}\"", escaped(value));
        }
        if let (Some((_, from)), Some((_, link))) = (attributes.get("id"), attributes.get("href")) {
            self.links.insert(from, link.trim_start_matches('#'));
        }
        self.out.push('>');
        for child in node.children().filter(Node::is_element) {
            if is_drawn(child) {
                self.element(child, depth + 1, inner)?;
            }
        }
        self.out += &format!("</{known}>");
        Ok(())
    }

    /// Whether all of a path is within bounds, as the renderer will read it: arcs as curves, and relative coordinates
    /// added up.
    fn path(&mut self, text: &str) -> bool {
        // Radii do not show in the curves that are made of an arc, but in how they are computed.
        for segment in svgtypes::PathParser::from(text) {
            let Ok(segment) = segment else { return false };
            if let svgtypes::PathSegment::EllipticalArc { rx, ry, x_axis_rotation, .. } = segment
                && ![rx, ry, x_axis_rotation].into_iter().all(within)
            {
                return false;
            }
        }
        for segment in SimplifyingPathParser::from(text) {
            let numbers = match segment {
                Err(_) => return false,
                Ok(SimplePathSegment::ClosePath) => continue,
                Ok(SimplePathSegment::MoveTo { x, y } | SimplePathSegment::LineTo { x, y }) => [x, y, x, y, x, y],
                Ok(SimplePathSegment::Quadratic { x1, y1, x, y }) => [x1, y1, x, y, x, y],
                Ok(SimplePathSegment::CurveTo { x1, y1, x2, y2, x, y }) => [x1, y1, x2, y2, x, y],
            };
            self.segments += 1;
            if !numbers.into_iter().all(within) {
                return false;
            }
        }
        true
    }

    /// Refuses gradients whose stops have to be looked for along a long chain, or in a circle.
    fn chains(&self, document: &roxmltree::Document<'_>) -> Result<(), PictureRefusal> {
        for (start, link) in &self.links {
            let mut at = *start;
            for _ in 0..MAX_CHAIN {
                at = self.links.get(at).copied().unwrap_or_default();
            }
            if self.links.contains_key(at) {
                return Err(wrong_value(document.root_element(), "href", link));
            }
        }
        Ok(())
    }
}

/// The attributes of an element that are written again, those of `style` included, by name. A declaration in `style` is
/// stronger.
fn attributes<'a>(node: Node<'a, '_>) -> Result<BTreeMap<&'a str, (SvgValue, &'a str)>, PictureRefusal> {
    let own = node.attributes().filter_map(|attribute| match attribute.namespace() {
        None => Some((attribute.name(), attribute.value())),
        Some(XLINK) if attribute.name() == "href" => Some(("href", attribute.value())),
        Some(_) => None,
    });
    let style = node.attribute("style").unwrap_or_default().split(';');
    let declared = style.filter_map(|declaration| declaration.split_once(':'));
    let declared = declared.map(|(name, value)| (name.trim(), value.trim().trim_end_matches("!important").trim_end()));
    let mut kept = BTreeMap::new();
    for (name, value) in own.chain(declared) {
        if UNSUPPORTED.contains(&name) && !matches!(value, "none" | "normal" | "auto") {
            return Err(PictureRefusal::Attribute(name.to_owned(), line(node)));
        }
        if let Some(kind) = value_of(name) {
            kept.insert(name, (kind, value));
        }
    }
    Ok(kept)
}

/// Whether a node is an element of a picture. Other programs keep notes of their own in elements of other namespaces,
/// which draw nothing.
fn is_drawn(node: Node<'_, '_>) -> bool {
    let tag = node.tag_name();
    node.is_element() && tag.namespace() == Some(SVG) && !REMARKS.contains(&tag.name())
}

/// The error for an attribute with a value that is not allowed.
fn wrong_value(node: Node<'_, '_>, attribute: &str, value: &str) -> PictureRefusal {
    let mut shown: String = value.chars().take(MAX_SHOWN).collect();
    if shown.len() < value.len() {
        shown.push('…');
    }
    PictureRefusal::Value { attribute: attribute.to_owned(), value: shown, line: line(node) }
}

/// The line on which an element begins, from 1.
fn line(node: Node<'_, '_>) -> u32 {
    node.document().text_pos_at(node.range().start).row
}

fn within(number: f64) -> bool {
    number.abs() <= MAX_NUMBER
}

/// Whether a length is within bounds, in pixels. Lengths that depend on a font are not, since there is none.
fn is_small(length: Length) -> bool {
    let unit = match length.unit {
        LengthUnit::None | LengthUnit::Px | LengthUnit::Percent => 1.0,
        LengthUnit::In => 96.0,
        LengthUnit::Cm => 96.0 / 2.54,
        LengthUnit::Mm => 96.0 / 25.4,
        LengthUnit::Pt => 96.0 / 72.0,
        LengthUnit::Pc => 96.0 / 6.0,
        LengthUnit::Em | LengthUnit::Ex => return false,
    };
    within(length.number * unit)
}

fn are_small_lengths(text: &str) -> bool {
    LengthListParser::from(text).count() <= MAX_LENGTHS
        && LengthListParser::from(text).all(|length| length.is_ok_and(is_small))
}

fn is_word(text: &str) -> bool {
    text.len() <= 64 && text.chars().all(|letter| letter.is_ascii_alphabetic() || "- ".contains(letter))
}

/// This transformation followed by those of a list, as long as all numbers stay within bounds.
fn transformed(outer: Transform, list: &str) -> Option<Transform> {
    let mut product = outer;
    for token in TransformListParser::from(list) {
        let (numbers, next) = match token.ok()? {
            TransformListToken::Matrix { a, b, c, d, e, f } => ([a, b, c, d, e, f], Transform::new(a, b, c, d, e, f)),
            TransformListToken::Translate { tx, ty } => {
                ([tx, ty, 0.0, 0.0, 0.0, 0.0], Transform::new(1.0, 0.0, 0.0, 1.0, tx, ty))
            }
            TransformListToken::Scale { sx, sy } => {
                ([sx, sy, 0.0, 0.0, 0.0, 0.0], Transform::new(sx, 0.0, 0.0, sy, 0.0, 0.0))
            }
            TransformListToken::Rotate { angle } => {
                let (sin, cos) = angle.to_radians().sin_cos();
                ([angle, 0.0, 0.0, 0.0, 0.0, 0.0], Transform::new(cos, sin, -sin, cos, 0.0, 0.0))
            }
            TransformListToken::SkewX { angle } => {
                ([angle, 0.0, 0.0, 0.0, 0.0, 0.0], Transform::new(1.0, 0.0, angle.to_radians().tan(), 1.0, 0.0, 0.0))
            }
            TransformListToken::SkewY { angle } => {
                ([angle, 0.0, 0.0, 0.0, 0.0, 0.0], Transform::new(1.0, angle.to_radians().tan(), 0.0, 1.0, 0.0, 0.0))
            }
        };
        let (m, n) = (product, next);
        product = Transform::new(
            m.a * n.a + m.c * n.b,
            m.b * n.a + m.d * n.b,
            m.a * n.c + m.c * n.d,
            m.b * n.c + m.d * n.d,
            m.a * n.e + m.c * n.f + m.e,
            m.b * n.e + m.d * n.f + m.f,
        );
        let Transform { a, b, c, d, e, f } = product;
        if ![a, b, c, d, e, f].into_iter().chain(numbers).all(within) {
            return None;
        }
    }
    Some(product)
}

/// The value of an attribute as it is written in double quotes.
fn escaped(value: &str) -> String {
    value.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// The work of drawing a document as the renderer read it.
///
/// # Errors
/// When something is out of bounds.
fn measured(tree: &usvg::Tree) -> Result<SvgWork, PictureRefusal> {
    let size = tree.size();
    let (shorter, longer) = (size.width().min(size.height()), size.width().max(size.height()));
    bounded(Bounded::Ratio, f64::from(longer / shorter), f64::from(MAX_RATIO))?;
    let mut measuring = SvgMeasurement { size, work: SvgWork::default() };
    measuring.group(tree.root(), 0.0)?;
    let work = measuring.work;
    for (what, value, most) in [
        (Bounded::Distance, work.distance, FARTHEST),
        (Bounded::Dashes, work.dashes, MAX_DASHES),
        (Bounded::Segments, work.segments as f32, MAX_SEGMENTS as f32),
        (Bounded::Layers, work.layers as f32, MAX_LAYERS as f32),
        (Bounded::LayersAtOnce, work.layers_at_once, MAX_LAYERS_AT_ONCE),
        (Bounded::Overdraw, work.coats, MAX_OVERDRAW),
    ] {
        bounded(what, f64::from(value), f64::from(most))?;
    }
    Ok(work)
}

struct SvgMeasurement {
    size: usvg::Size,
    work: SvgWork,
}

impl SvgMeasurement {
    fn group(&mut self, group: &usvg::Group, mut layers: f32) -> Result<(), PictureRefusal> {
        if group.clip_path().is_some() || group.mask().is_some() || !group.filters().is_empty() {
            return Err(PictureRefusal::Broken);
        }
        if group.should_isolate() {
            // The renderer cuts a layer off at two canvases beyond the edges.
            let part = self.part(group.abs_layer_bounding_box().to_rect(), 2.0);
            layers += part;
            self.work.layers += 1;
            self.work.layers_at_once = self.work.layers_at_once.max(layers);
            self.coat(2.0 * part);
        }
        for node in group.children() {
            match node {
                usvg::Node::Group(group) => self.group(group, layers)?,
                usvg::Node::Path(path) => self.path(path),
                usvg::Node::Image(_) | usvg::Node::Text(_) => return Err(PictureRefusal::Broken),
            }
        }
        Ok(())
    }

    fn path(&mut self, path: &usvg::Path) {
        // The bounds of all points, those that only bend a curve included.
        let points = path.data().bounds().transform(path.abs_transform());
        let stroked = path.abs_stroke_bounding_box();
        let distance = points.map_or(f32::INFINITY, |points| self.distance(points)).max(self.distance(stroked));
        self.work.distance = self.work.distance.max(distance);
        self.work.segments += path.data().verbs().len();
        if let Some(fill) = path.fill() {
            self.coat(painting(fill.paint()) * self.part(path.abs_bounding_box(), 0.0));
        }
        if let Some(stroke) = path.stroke() {
            let dashes = stroke.dasharray().map_or(0.0, |lengths| dashes(path.data(), lengths));
            self.work.dashes += dashes;
            self.work.segments += STROKE_WEIGHT * (path.data().verbs().len() + dashes.min(MAX_DASHES) as usize);
            self.coat(painting(stroke.paint()) * self.part(stroked, 0.0));
        }
    }

    /// How far from the picture's corner a rectangle reaches, as a multiple of the picture's longer edge.
    fn distance(&self, rect: usvg::Rect) -> f32 {
        let edges = [rect.left(), rect.top(), rect.right(), rect.bottom()].map(f32::abs);
        edges.into_iter().fold(0.0, f32::max) / self.size.width().max(self.size.height())
    }

    /// The part of the picture, grown on all sides by this many of its own sizes, that a rectangle covers; 1 is the
    /// picture.
    fn part(&self, rect: usvg::Rect, grown: f32) -> f32 {
        let along = |from: f32, to: f32, size: f32| {
            let (from, to) = ((from / size).max(-grown), (to / size).min(1.0 + grown));
            (to - from).max(0.0)
        };
        along(rect.left(), rect.right(), self.size.width()) * along(rect.top(), rect.bottom(), self.size.height())
    }

    fn coat(&mut self, part: f32) {
        self.work.coats += part.max(LEAST_COAT);
    }
}

/// How many times longer it takes to paint with this than with a colour, about.
fn painting(paint: &usvg::Paint) -> f32 {
    let stops = match paint {
        usvg::Paint::LinearGradient(gradient) => gradient.stops().len(),
        usvg::Paint::RadialGradient(gradient) => gradient.stops().len(),
        usvg::Paint::Color(_) | usvg::Paint::Pattern(_) => return 1.0,
    };
    3.0 + stops as f32 / 16.0
}

/// How many dashes and gaps the stroke of a path has, at most.
fn dashes(path: &tiny_skia::Path, lengths: &[f32]) -> f32 {
    let mut length = 0.0;
    let (mut at, mut first) = (tiny_skia::Point::zero(), tiny_skia::Point::zero());
    for segment in path.segments() {
        use tiny_skia::PathSegment::{Close, CubicTo, LineTo, MoveTo, QuadTo};
        // No curve is longer than the lines along the points that bend it.
        let points = match segment {
            MoveTo(to) => {
                (at, first) = (to, to);
                continue;
            }
            LineTo(to) => [to, to, to],
            QuadTo(bend, to) => [bend, to, to],
            CubicTo(bend, other, to) => [bend, other, to],
            Close => [first, first, first],
        };
        for point in points {
            length += at.distance(point);
            at = point;
        }
    }
    length / lengths.iter().sum::<f32>() * lengths.len() as f32
}
