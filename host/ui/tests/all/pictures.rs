//! Untrusted pictures: allowed content is drawn, anything else is not.

use egui::{Color32, ColorImage};
use proptest::prelude::*;
use resvg::{tiny_skia, usvg};
use stonehouse_runtime::MAX_SVG_BYTES;
use stonehouse_ui::picture_limits::{MAX_PIXELS, PictureRefusal};
use stonehouse_ui::pictures::{decode, refusal};
use stonehouse_ui::svg::SvgPicture;

const TINT: Color32 = Color32::from_rgb(200, 30, 40);

/// An SVG of 100 by 100 with this in it.
fn with(inner: &str) -> String {
    format!(
        "<svg xmlns='http://www.w3.org/2000/svg' xmlns:s='http://www.w3.org/2000/svg' viewBox='0 0 100 100'>{inner}</svg>"
    )
}

fn drawn(text: &str) -> Result<ColorImage, PictureRefusal> {
    decode(text.as_bytes(), TINT, 40)
}

/// The picture that the renderer draws without any check.
fn unchecked(text: &str, pixels: u32) -> ColorImage {
    let options = usvg::Options { style_sheet: Some("svg { color: #c81e28 }".to_owned()), ..usvg::Options::default() };
    let tree = usvg::Tree::from_str(text, &options).unwrap();
    let size = tree.size();
    let scale = pixels as f32 / size.width().max(size.height());
    let part = |length: f32| (length * scale).round().max(1.0) as u32;
    let (width, height) = (part(size.width()), part(size.height()));
    let mut canvas = tiny_skia::Pixmap::new(width, height).unwrap();
    let stretch = tiny_skia::Transform::from_scale(width as f32 / size.width(), height as f32 / size.height());
    resvg::render(&tree, stretch, &mut canvas.as_mut());
    ColorImage::from_rgba_premultiplied([width as usize, height as usize], canvas.data())
}

#[test]
fn an_svg_is_drawn_in_the_colour_and_at_the_size_that_are_wanted() {
    let square = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 20 10'>\
        <rect width='10' height='10' fill='currentColor'/></svg>";
    let image = drawn(square).unwrap();
    assert_eq!(image.size, [40, 20]);
    assert_eq!(image[(5, 10)], TINT);
    assert_eq!(image[(35, 10)], Color32::TRANSPARENT);
}

#[test]
fn allowed_pictures_are_drawn_with_the_same_pixels_as_unchecked() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../plugins/stonerow/assets");
    let files = std::fs::read_dir(folder).unwrap().map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    let mut pictures: Vec<_> = files.collect();
    assert_eq!(pictures.len(), 9);
    pictures.push(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 100 125' stroke-linejoin='round' stroke-linecap='round'>\
         <g fill='#aa3311' stroke='#221100' stroke-width='8'><path d='M50 15 A17 17 0 0 1 64 42 C76 46 94 54 94 66 C94 73 80 74 \
         71 72 C73 87 84 99 87 116 H59 C57 105 54 98 50 92 C46 98 43 105 41 116 H13 C16 99 27 87 29 72 C20 74 6 73 6 66 C6 54 24 \
         46 36 42 A17 17 0 0 1 50 15 Z'/></g></svg>"
            .to_owned(),
    );
    // As a drawing program writes it: styles, gradients that share their stops, notes of its own, layers, units,
    // dashes.
    pictures.push(
        "<?xml version='1.0' encoding='UTF-8' standalone='no'?><!-- drawn by hand --><svg width='210mm' height='297mm' \
         viewBox='0 0 210 297' version='1.1' id='svg1' xml:space='preserve' xmlns='http://www.w3.org/2000/svg' \
         xmlns:xlink='http://www.w3.org/1999/xlink' xmlns:ink='http://example.org/ink' ink:version='1'>\
         <ink:view id='v' pagecolor='#ffffff'><ink:grid/></ink:view><title>A hill</title><metadata>nothing</metadata>\
         <defs id='d'><linearGradient id='stops'><stop style='stop-color:#0000ff;stop-opacity:1' offset='0'/>\
         <stop style='stop-color:#ff8800;stop-opacity:.4' offset='100%'/></linearGradient>\
         <linearGradient id='lin' xlink:href='#stops' x1='10' y1='20' x2='200' y2='250' gradientUnits='userSpaceOnUse'/>\
         <radialGradient id='rad' href='#stops' cx='50%' cy='50%' r='60%' fx='.3' fy='.4' spreadMethod='reflect' \
         gradientTransform='rotate(10)'/></defs>\
         <g ink:label='Layer 1' id='layer1' style='opacity:0.7;display:inline' transform='matrix(1,0.1,-0.1,1,3,4)'>\
         <rect style='fill:url(#lin);stroke:#000000;stroke-width:2.5;stroke-dasharray:7.5,2.5;stroke-dashoffset:1' width='150' \
         height='90' x='20' y='30' rx='8' ry='12'/>\
         <ellipse style='fill:url(#rad);fill-opacity:.8 !important' cx='100' cy='200' rx='70' ry='40'/>\
         <path d='m 10,10 c 20,-20 40,60 80,10 s 50,50 60,0 q 10,10 20,0 t 10,20 a 30 20 15 1 0 9 9 l -5 30 h 9 v -9 z m 3 3 h 5' \
         fill='none' stroke='currentColor' stroke-width='3' stroke-miterlimit='3' color='green'/>\
         <polygon points='10,280 60 220,110,285' fill-rule='evenodd' opacity='.5'/><line x1='0' y1='0' x2='100%' y2='100%' \
         stroke='red'/><polyline points='1,2 3,4 50,60' stroke='inherit'/><circle r='9pt' cx='2cm' cy='1in' visibility='hidden'/>\
         </g></svg>"
            .to_owned(),
    );
    for picture in pictures {
        for pixels in [24, 96, 333] {
            assert_eq!(decode(picture.as_bytes(), TINT, pixels).unwrap(), unchecked(&picture, pixels), "{picture}");
        }
    }
}

/// Malicious pictures, with a description of each.
fn attacks() -> Vec<(&'static str, String)> {
    let repeated = |part: &str, times: usize| part.repeat(times);
    let doubled = |element: &str, attribute: &str| {
        let mut text = format!("<{element} id='a0'><rect width='9' height='9'/></{element}>");
        for step in 1..24 {
            let rect = format!("<rect width='9' height='9' {attribute}='url(#a{})'/>", step - 1);
            text += &format!("<{element} id='a{step}'>{rect}{rect}</{element}>");
        }
        with(&format!("{text}<rect width='9' height='9' {attribute}='url(#a23)'/>"))
    };
    let arcs = repeated("a1e9 1e9 0 1 1 .1 .1", 8000);
    let vertices = repeated("1 ", 40_000);
    let rects = repeated("<rect width='1' height='1'/>", 1000);
    let covers = |inner: &str, times| with(&repeated(&format!("<rect width='100' height='100' {inner}/>"), times));
    vec![
        (
            "ellipse",
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 100\"><ellipse rx=\"1e9\" ry=\"1e20\"/></svg>"
                .into(),
        ),
        ("arcs", with(&format!("<path d='M0 0{arcs}' stroke='red'/>"))),
        ("masks in masks", doubled("mask", "mask")),
        ("clips in clips", doubled("clipPath", "clip-path")),
        ("patterns in patterns", doubled("pattern", "fill")),
        ("filters", doubled("filter", "filter")),
        (
            "markers",
            with(&format!("<marker id='m'>{rects}</marker><polyline points='{vertices}' marker-mid='url(#m)'/>")),
        ),
        ("a vast circle", with("<circle r='1e9' stroke='red' stroke-width='1e9'/>")),
        (
            "turbulence with a prefix",
            with(
                "<s:filter id='f'><s:feTurbulence numOctaves='1000000000'/></s:filter><s:rect width='9' height='9' filter='url(#f)'/>",
            ),
        ),
        ("an image with a prefix", with("<s:image href='file:///etc/passwd' width='5' height='5'/>")),
        ("an image", with("<image href='data:image/png;base64,AAAA' width='5' height='5'/>")),
        ("copies with a prefix", with("<s:g id='a'><s:use href='#b'/></s:g><s:g id='b'><s:use href='#a'/></s:g>")),
        ("text with a prefix", with("<s:text>words</s:text>")),
        ("a pattern with a prefix", with("<s:pattern id='p' width='1' height='1'/>")),
        ("half-transparent rectangles", covers("fill-opacity='.5'", 5000)),
        ("half-transparent layers", covers("opacity='.5'", 200)),
        ("rectangles over each other", covers("", 150)),
        ("script", with("<script>1</script>")),
        ("another page", with("<foreignObject/>")),
        ("a sheet of styles", with("<style>rect { filter: blur(1000px) }</style><rect width='9' height='9'/>")),
        ("a choice", with("<switch><rect width='9' height='9'/></switch>")),
        ("a picture in it", with("<svg width='9' height='9'><rect width='9' height='9'/></svg>")),
        ("a symbol", with("<symbol id='a'/>")),
        ("a link", with("<a><rect width='9' height='9'/></a>")),
        ("an animation", with("<rect width='9' height='9'><animate attributeName='x' to='5'/></rect>")),
        ("a filter in a style", with("<rect width='9' height='9' style='filter:blur(1000px)'/>")),
        ("a mixture of colours", with("<rect width='9' height='9' style='mix-blend-mode:hue'/>")),
        ("a mask elsewhere", with("<rect width='9' height='9' mask='url(#m)'/>")),
        ("entities", format!("<!DOCTYPE svg [<!ENTITY a 'aaaa'>]>{}", with("&a;"))),
        ("no namespace", "<svg viewBox='0 0 9 9'><rect width='9' height='9'/></svg>".into()),
        ("another root", with("").replace("<svg", "<g").replace("</svg", "</g")),
        ("another language", "<html/>".into()),
        ("deep nesting", with(&format!("{}{}", repeated("<g>", 200), repeated("</g>", 200)))),
        ("very deep nesting", with(&format!("{}{}", repeated("<g>", 30_000), repeated("</g>", 30_000)))),
        ("many elements", with(&repeated("<g/>", 3000))),
        ("many nodes", with(&repeated("<!---->", 20_000))),
        (
            "layers in layers",
            with(&format!(
                "{}<rect width='100' height='100'/>{}",
                repeated("<g opacity='.9'>", 20),
                repeated("</g>", 20)
            )),
        ),
        ("vast layers", with("<g opacity='.5'><rect x='-500' y='-500' width='1000' height='1000'/></g>")),
        ("many segments", with(&format!("<path d='M0 0{}'/>", repeated("h1", 30_000)))),
        ("many points", with(&format!("<polygon points='{}'/>", repeated("1,", 50_000)))),
        ("many stroked segments", with(&format!("<path stroke='red' d='M0 0{}'/>", repeated("c9 9 1 9 -1 -2", 5000)))),
        ("tiny dashes", with("<path d='M0 0H100' stroke='red' stroke-dasharray='.0001'/>")),
        ("dashes of a group", with("<g stroke='red' stroke-dasharray='0 .001'><circle r='50'/></g>")),
        (
            "many lengths of dashes",
            with(&format!("<line x2='9' stroke='red' stroke-dasharray='{}'/>", repeated("1 ", 100))),
        ),
        ("coordinates that add up", with(&format!("<path d='m0 0{}'/>", repeated("l9000 0", 10)))),
        (
            "scales that multiply",
            with("<g transform='scale(999)'><g transform='scale(999)'><rect width='1' height='1'/></g></g>"),
        ),
        ("scales in one list", with("<g transform='scale(999) scale(999)'/>")),
        ("a skew", with("<g transform='skewX(90)'><rect width='1' height='1'/></g>")),
        ("far outside", with("<rect x='9000' width='9' height='9'/>")),
        ("a wide stroke", with("<circle r='5' stroke='red' stroke-width='9999'/>")),
        ("a long mitre", with("<path d='M0 0L99 1.2L0 2.4' stroke='red' stroke-width='40' stroke-miterlimit='9999'/>")),
        ("lengths of a font", with("<g font-size='1e9'><rect width='9em' height='9em'/></g>")),
        ("vast units", with("<rect width='9000in' height='1'/>")),
        ("vast shares", with("<rect width='9000%' height='1'/>")),
        ("a vast size", "<svg xmlns='http://www.w3.org/2000/svg' width='1e30' height='1e-30'/>".into()),
        ("a vast view", "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1e30 1e30'/>".into()),
        (
            "a tiny view",
            "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1e-9 1e-9'><rect width='9' height='9'/></svg>".into(),
        ),
        ("a very long picture", "<svg xmlns='http://www.w3.org/2000/svg' width='9000' height='1'/>".into()),
        ("nothing", "<svg xmlns='http://www.w3.org/2000/svg' width='0' height='0'/>".into()),
        ("no number", with("<rect width='NaN' height='9'/>")),
        ("infinity", with("<rect width='inf' height='9'/>")),
        ("a broken path", with("<path d='M0 0 L1'/>")),
        ("gradients in a circle", with("<linearGradient id='a' href='#b'/><linearGradient id='b' href='#a'/>")),
        ("gradients elsewhere", with("<linearGradient id='a' href='file:///etc/passwd'/>")),
        ("a broken end", with("<g>")),
        ("too many bytes", with(&repeated(" ", MAX_SVG_BYTES))),
    ]
}

#[test]
fn every_picture_that_hurts_is_refused_with_a_reason() {
    for (what, text) in attacks() {
        // Which it is before anything is drawn.
        let refused = SvgPicture::read(text.as_bytes(), TINT).map(|picture| picture.work());
        let why = refused.expect_err(what);
        assert!(!why.to_string().is_empty() && why != PictureRefusal::Broken, "{what}: {why}");
    }
    assert!(matches!(decode(b"\xff\xfe\x00", TINT, 64), Err(PictureRefusal::NoSvg(_))));
}

#[test]
fn a_reason_names_the_line_and_what_is_there() {
    let refused = |text: &str| drawn(text).unwrap_err().to_string();
    assert_eq!(refused(&with("\n\n<s:use/>")), "line 3: an SVG may not contain <use>");
    assert_eq!(refused(&with("\n<g mask='url(#a)'/>")), "line 2: mask is not supported");
    assert_eq!(
        refused(&with("<rect width='10001'/>")),
        "line 1: width has a value that is not allowed: “10001”. Numbers are from -10000 to 10000"
    );
}

#[test]
fn a_reason_names_how_much_there_is_and_how_much_there_may_be() {
    let layers =
        |times| format!("{}<rect width='100' height='100'/>{}", "<g opacity='.9'>".repeat(times), "</g>".repeat(times));
    for (what, text, reason) in [
        (
            "bytes",
            with(&" ".repeat(MAX_SVG_BYTES)),
            format!("it has {} bytes, at most 262144", with("").len() + MAX_SVG_BYTES),
        ),
        ("nodes", with(&"<!---->".repeat(20_000)), "it has more than 8192 elements, texts and comments".into()),
        ("elements", with(&"<g/>".repeat(3000)), "it has 3001 elements, at most 2000".into()),
        (
            "depth",
            with(&format!("{}{}", "<g>".repeat(200), "</g>".repeat(200))),
            "it has 200 elements within each other, at most 32".into(),
        ),
        (
            "segments",
            with(&format!("<path d='M0 0{}'/>", "h1h-1".repeat(15_000))),
            "its paths have 30001 segments, at most 20000".into(),
        ),
        (
            "dashes",
            with("<path d='M0 0H100' stroke='red' stroke-dasharray='.01'/>"),
            "its lines have 10000 dashes, at most 2000".into(),
        ),
        (
            "layers",
            with(&"<rect width='1' height='1' opacity='.5'/>".repeat(200)),
            "it has 200 half-transparent layers, at most 100".into(),
        ),
        ("layers at once", with(&layers(20)), "it has 20 half-transparent layers within each other, at most 4".into()),
        (
            "coats",
            with(&"<rect width='100' height='100'/>".repeat(150)),
            "it is painted over 150 times, at most 100".into(),
        ),
        (
            "coats of a gradient",
            with(&format!(
                "<linearGradient id='g'>{}</linearGradient>{}",
                (0..16).map(|stop| format!("<stop offset='{}'/>", f64::from(stop) / 16.0)).collect::<String>(),
                "<rect width='100' height='100' fill='url(#g)'/>".repeat(30)
            )),
            "it is painted over 120 times, at most 100".into(),
        ),
        (
            "distance",
            with("<rect x='9000' width='10' height='9'/>"),
            "parts of it lie 91 times its longer edge away, at most 8".into(),
        ),
        (
            "ratio",
            "<svg xmlns='http://www.w3.org/2000/svg' width='9000' height='1'/>".into(),
            "its longer edge is 9000 times the shorter one, at most 64".into(),
        ),
    ] {
        assert_eq!(drawn(&text).unwrap_err().to_string(), reason, "{what}");
        assert_eq!(refusal(text.as_bytes()), drawn(&text).err(), "{what}");
    }
    assert_eq!(refusal(with("<rect width='10' height='9'/>").as_bytes()), None);
}

/// Numbers of all sizes, more of those that are nearly too large.
fn number() -> impl Strategy<Value = String> {
    let edge =
        prop_oneof![Just(0.0), Just(1e-9), Just(799.0), Just(800.0), Just(9999.0), Just(1e4), Just(1e9), Just(3e38)];
    let near = -150.0..250.0f64;
    prop_oneof![
        6 => near.prop_map(|number| format!("{number:.3}")),
        1 => (edge, any::<bool>()).prop_map(|(number, minus)| if minus { format!("-{number}") } else { number.to_string() }),
        1 => (-12..12i32, -9..9i32).prop_map(|(digit, power)| format!("{digit}e{power}")),
    ]
}

fn numbers(count: usize) -> impl Strategy<Value = String> {
    prop::collection::vec(number(), count).prop_map(|numbers| numbers.join(" "))
}

/// A segment of a path.
fn segment() -> impl Strategy<Value = String> {
    let arc = (numbers(3), any::<bool>(), any::<bool>(), numbers(2), any::<bool>()).prop_map(
        |(radii, large, sweep, to, relative)| {
            format!("{}{radii} {} {} {to}", if relative { 'a' } else { 'A' }, i32::from(large), i32::from(sweep))
        },
    );
    let other = prop_oneof![
        Just(("M", 2)),
        Just(("m", 2)),
        Just(("L", 2)),
        Just(("l", 2)),
        Just(("H", 1)),
        Just(("v", 1)),
        Just(("C", 6)),
        Just(("c", 6)),
        Just(("S", 4)),
        Just(("q", 4)),
        Just(("T", 2)),
        Just(("Z", 0)),
    ];
    let other =
        other.prop_flat_map(|(letter, count)| numbers(count).prop_map(move |numbers| format!("{letter}{numbers}")));
    prop_oneof![1 => arc, 4 => other]
}

/// An element, perhaps with others in it.
fn element() -> impl Strategy<Value = String> {
    let shape = prop_oneof![
        prop::collection::vec(segment(), 1..30).prop_map(|path| format!("path d='M0 0{}'", path.concat())),
        (number(), number(), number()).prop_map(|(x, y, r)| format!("circle cx='{x}' cy='{y}' r='{r}'")),
        (number(), number(), number()).prop_map(|(x, a, b)| format!("ellipse cx='{x}' rx='{a}' ry='{b}'")),
        (number(), number(), number(), number())
            .prop_map(|(x, w, h, r)| format!("rect x='{x}' width='{w}' height='{h}' rx='{r}'")),
        (number(), number(), number()).prop_map(|(a, b, c)| format!("line x1='{a}' y1='{b}' x2='{c}'")),
        (1..20usize).prop_flat_map(|count| numbers(2 * count)).prop_map(|points| format!("polygon points='{points}'")),
    ];
    let look = prop_oneof![
        Just(String::new()),
        number().prop_map(|width| format!("stroke='red' stroke-width='{width}'")),
        (number(), number())
            .prop_map(|(a, b)| format!("stroke='url(#r)' stroke-dasharray='{a} {b}' stroke-linecap='round'")),
        number().prop_map(|opacity| format!("fill='url(#l)' opacity='{opacity}'")),
        (number(), number()).prop_map(|(a, b)| format!("transform='translate({a} {b}) rotate({a})' stroke='blue'")),
        numbers(6).prop_map(|matrix| format!("transform='matrix({matrix})' fill='url(#r)'")),
    ];
    let leaf = (shape, look).prop_map(|(shape, look)| format!("<{shape} {look}/>"));
    leaf.prop_recursive(3, 12, 4, |inner| {
        (prop::collection::vec(inner, 1..4), number(), number()).prop_map(|(inside, opacity, scale)| {
            format!("<g opacity='{opacity}' transform='scale({scale})'>{}</g>", inside.concat())
        })
    })
}

fn picture() -> impl Strategy<Value = String> {
    let gradients = (numbers(4), number(), number()).prop_map(|(four, r, f)| {
        let four: Vec<_> = four.split(' ').collect();
        format!(
            "<linearGradient id='l' x1='{}' y1='{}' x2='{}' y2='{}'><stop/><stop offset='{r}' stop-color='red'/></linearGradient>\
             <radialGradient id='r' gradientUnits='userSpaceOnUse' cx='{}' r='{r}' fx='{f}' fr='{}'><stop offset='{f}'/>\
             <stop offset='1' stop-color='#12345678'/></radialGradient>",
            four[0], four[1], four[2], four[3], four[0], four[1],
        )
    });
    let frame = prop_oneof![
        4 => Just("viewBox='0 0 100 100'".to_owned()),
        1 => numbers(4).prop_map(|view| format!("viewBox='{view}'")),
        1 => (number(), number()).prop_map(|(width, height)| format!("width='{width}' height='{height}'")),
    ];
    (frame, gradients, prop::collection::vec(element(), 1..6)).prop_map(|(frame, gradients, inside)| {
        format!("<svg xmlns='http://www.w3.org/2000/svg' {frame}>{gradients}{}</svg>", inside.concat())
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 371, failure_persistence: None, ..ProptestConfig::default() })]

    /// Without the check, a fifth of such pictures panic.
    #[test]
    fn random_pictures_never_panic_and_their_work_is_bounded(text in picture(), pixels in prop_oneof![Just(8u32), Just(50), Just(200)]) {
        match SvgPicture::read(text.as_bytes(), TINT) {
            Ok(picture) => {
                let work = picture.work();
                prop_assert!(work.segments <= 20_000 && work.dashes <= 2_000.0 && work.layers <= 100 && work.coats <= 100.0);
                let image = picture.draw(pixels).expect("it can be drawn");
                prop_assert!(image.size.iter().all(|edge| (1..=MAX_PIXELS as usize).contains(edge)));
            }
            Err(why) => prop_assert!(why != PictureRefusal::Broken),
        }
    }

    #[test]
    fn bytes_of_any_kind_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), cut in 0..400usize) {
        prop_assert!(decode(&bytes, TINT, 16) != Err(PictureRefusal::Broken));
        let mut text = with("<path d='M0 0L9 9' fill='url(#a)'/>").into_bytes();
        let at = cut.min(text.len());
        text.splice(at.., bytes.iter().copied().chain(text[at..].to_vec()).collect::<Vec<_>>());
        prop_assert!(decode(&text, TINT, 16) != Err(PictureRefusal::Broken));
    }
}

/// Pictures that are allowed and take long to draw, with the cause of each.
fn expensive() -> Vec<(&'static str, String)> {
    let mut random = 1_u32;
    let mut next = move |most: u32| {
        random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (random >> 8) % most
    };
    let mut zigzag = |times: usize| {
        let lines = (0..times).map(|turn| format!("L{} {}", f64::from(next(100_000)) / 1000.0, (turn % 2) * 100));
        format!("M0 0{}", lines.collect::<String>())
    };
    let gradient = |kind: &str, more: &str| {
        let stops: String = (0..200)
            .map(|stop| format!("<stop offset='{}' stop-color='#{:03x}'/>", f64::from(stop) / 200.0, stop * 17 % 4096))
            .collect();
        format!("<{kind} id='g' {more}>{stops}</{kind}>")
    };
    let covers =
        |times: usize, attributes: &str| format!("<rect width='100' height='100' {attributes}/>").repeat(times);
    vec![
        ("one path of crossing lines", with(&format!("<path d='{}' fill-rule='evenodd'/>", zigzag(19_990)))),
        (
            "one path of crossing curves",
            with(&format!("<path d='M0 0{}'/>", "C800 800 -700 700 100 0S-700 -700 0 100".repeat(9_990))),
        ),
        (
            "lines with wide strokes",
            with(&format!(
                "<path fill='none' stroke='red' stroke-width='99' stroke-linejoin='round' d='{}'/>",
                zigzag(2_200)
            )),
        ),
        (
            "curves with wide strokes",
            with(&format!(
                "<path fill='none' stroke='red' stroke-width='99' stroke-linejoin='round' d='M0 0{}'/>",
                "C700 700 -600 600 100 0S-600 -600 0 100".repeat(1_100)
            )),
        ),
        (
            "dashes",
            with(
                "<path fill='none' stroke='red' stroke-width='99' stroke-linecap='round' stroke-dasharray='.06' d='M0 50H100'/>",
            ),
        ),
        ("half-transparent areas", with(&covers(99, "fill-opacity='.5'"))),
        (
            "linear gradients",
            with(&format!(
                "{}{}",
                gradient("linearGradient", "spreadMethod='reflect' x2='.01' y2='.02'"),
                covers(99, "fill='url(#g)' fill-opacity='.5'")
            )),
        ),
        (
            "radial gradients",
            with(&format!(
                "{}{}",
                gradient("radialGradient", "spreadMethod='reflect' r='.01' fx='.505'"),
                covers(99, "fill='url(#g)' fill-opacity='.5'")
            )),
        ),
        ("layers", with(&covers(33, "opacity='.5'"))),
        (
            "layers beyond the edges",
            with(&"<g opacity='.5'><rect x='-50' y='-50' width='200' height='200'/></g>".repeat(11)),
        ),
    ]
}

#[test]
#[ignore = "measures, and checks nothing about time: run it with --release and --nocapture"]
fn time_to_draw_the_most_expensive_pictures() {
    for (what, text) in expensive() {
        let read = std::time::Instant::now();
        let picture = SvgPicture::read(text.as_bytes(), TINT);
        let (read, drawn) = (read.elapsed(), std::time::Instant::now());
        match picture {
            Ok(picture) => {
                let work = picture.work();
                assert!(picture.draw(MAX_PIXELS).is_some());
                println!("{what}: read {} ms, drawn {} ms, {work:?}", read.as_millis(), drawn.elapsed().as_millis());
            }
            Err(why) => println!("{what}: refused: {why}"),
        }
    }
}
