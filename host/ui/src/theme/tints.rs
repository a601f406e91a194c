//! The colours that games name by role, and shades of them.

use super::{CARD, INK, LIGHT};
use egui::Color32;
use stonehouse_plugin::scene::{Ground, Tint};

/// The colours of the seats, in order. They differ in lightness too, for people who cannot distinguish reds, greens or
/// blues.
pub const SEATS: [Color32; 8] = [
    Color32::from_rgb(0x1f, 0x5f, 0xb4),
    Color32::from_rgb(0xe6, 0x9f, 0x00),
    Color32::from_rgb(0x00, 0x8f, 0x68),
    Color32::from_rgb(0xa3, 0x1e, 0x22),
    Color32::from_rgb(0x7f, 0xc8, 0xf0),
    Color32::from_rgb(0x6a, 0x30, 0x80),
    Color32::from_rgb(0xf2, 0xe6, 0x5a),
    Color32::from_rgb(0x4a, 0x4a, 0x52),
];

/// A colour on the table and on paper.
pub const fn tint(tint: Tint) -> Color32 {
    match tint {
        Tint::White => Color32::from_rgb(0xfd, 0xfa, 0xf2),
        Tint::Black => Color32::from_rgb(0x2a, 0x29, 0x2d),
        Tint::Red => Color32::from_rgb(0xb4, 0x24, 0x26),
        Tint::Orange => Color32::from_rgb(0xdd, 0x7c, 0x1c),
        Tint::Yellow => Color32::from_rgb(0xee, 0xc6, 0x3e),
        Tint::Green => Color32::from_rgb(0x2f, 0x84, 0x50),
        Tint::Blue => Color32::from_rgb(0x2b, 0x62, 0xae),
        Tint::Purple => Color32::from_rgb(0x76, 0x45, 0x9c),
        Tint::Brown => Color32::from_rgb(0x8a, 0x5a, 0x32),
        Tint::Clear => Color32::from_rgb(0xa9, 0xcb, 0xd0),
        Tint::Seat(seat) => SEATS[seat.index() % SEATS.len()],
        Tint::Rgb(red, green, blue) => Color32::from_rgb(red, green, blue),
        _ => Color32::from_rgb(0x8d, 0x92, 0x98),
    }
}

/// A colour printed on a card: dark enough to be read there.
pub fn print(colour: Tint) -> Color32 {
    match colour {
        Tint::White | Tint::Black => INK,
        Tint::Red => Color32::from_rgb(0xb3, 0x2e, 0x2a),
        Tint::Blue => Color32::from_rgb(0x24, 0x55, 0x9c),
        Tint::Green => Color32::from_rgb(0x2a, 0x78, 0x4a),
        Tint::Yellow => Color32::from_rgb(0x8f, 0x62, 0x0a),
        Tint::Grey | Tint::Clear => Color32::from_rgb(0x4d, 0x55, 0x60),
        other => {
            let mut shade = tint(other);
            for _ in 0..12 {
                if ratio(shade, CARD) >= 3.4 {
                    break;
                }
                shade = darker(shade, 0.12);
            }
            shade
        }
    }
}

/// The colour of a cell: on wood and paper softer than a piece of that colour.
pub fn ground_tint(ground: Ground, colour: Tint) -> Color32 {
    match (ground, colour) {
        (_, Tint::Rgb(..)) => tint(colour),
        (Ground::Wood, Tint::White) => Color32::from_rgb(0xf0, 0xdc, 0xb6),
        (Ground::Wood, Tint::Brown) => Color32::from_rgb(0xa8, 0x72, 0x42),
        (Ground::Wood, Tint::Black) => Color32::from_rgb(0x5a, 0x38, 0x1c),
        (_, Tint::Clear) => Color32::TRANSPARENT,
        (Ground::Wood | Ground::Paper, _) => tint(colour).lerp_to_gamma(Color32::from_rgb(0xe8, 0xce, 0xa0), 0.34),
        _ => tint(colour),
    }
}

/// A colour of this kind that can be seen on `ground`: as it is, or darker or lighter until its contrast is 3:1.
pub fn seen_on(ground: Color32, colour: Color32) -> Color32 {
    let mut shade = colour;
    for _ in 0..24 {
        if ratio(shade, ground) >= 3.0 {
            break;
        }
        shade = if is_light(ground) { darker(shade, 0.12) } else { lighter(shade, 0.12) };
    }
    shade
}

/// The colour mixed with black; `by` 0 changes nothing.
pub fn darker(colour: Color32, by: f32) -> Color32 {
    colour.lerp_to_gamma(Color32::from_rgba_premultiplied(0, 0, 0, colour.a()), by)
}

/// The colour mixed with white; `by` 0 changes nothing.
pub fn lighter(colour: Color32, by: f32) -> Color32 {
    let white = Color32::from_rgba_premultiplied(colour.a(), colour.a(), colour.a(), colour.a());
    colour.lerp_to_gamma(white, by)
}

/// The relative luminance of a colour, from 0 to 1.
fn luminance(colour: Color32) -> f32 {
    let part = |part: u8| {
        let part = f32::from(part) / 255.0;
        if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    };
    0.2126 * part(colour.r()) + 0.7152 * part(colour.g()) + 0.0722 * part(colour.b())
}

/// The contrast ratio of two colours, from 1 to 21.
pub fn ratio(a: Color32, b: Color32) -> f32 {
    let (a, b) = (luminance(a) + 0.05, luminance(b) + 0.05);
    a.max(b) / a.min(b)
}

/// Whether dark letters are easier to read on it than light ones.
pub fn is_light(colour: Color32) -> bool {
    ratio(colour, INK) > ratio(colour, LIGHT)
}

/// The colour of letters on this one.
pub fn contrast(colour: Color32) -> Color32 {
    if is_light(colour) { INK } else { LIGHT }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The colour vision of people who lack red, green or blue receptors (Viénot 1999, Brettel 1997): matrices for
    /// linear light.
    const LACKING: [[[f32; 3]; 3]; 4] = [
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        [[0.112, 0.888, 0.0], [0.112, 0.888, 0.0], [0.004, -0.004, 1.0]],
        [[0.292, 0.708, 0.0], [0.292, 0.708, 0.0], [-0.022, 0.022, 1.0]],
        [[1.014, 0.144, -0.158], [0.0, 0.86, 0.14], [0.0, 0.72, 0.28]],
    ];

    fn seen(colour: Color32, lacking: [[f32; 3]; 3]) -> [f32; 3] {
        let linear = [colour.r(), colour.g(), colour.b()].map(|part| (f32::from(part) / 255.0).powf(2.2));
        lacking.map(|row| row.iter().zip(linear).map(|(a, b)| a * b).sum::<f32>().clamp(0.0, 1.0).powf(1.0 / 2.2))
    }

    #[test]
    fn six_seat_colours_differ_for_colour_blind_people() {
        for (kind, lacking) in LACKING.into_iter().enumerate() {
            for (one, a) in SEATS[..6].iter().enumerate() {
                for (other, b) in SEATS[..6].iter().enumerate().skip(one + 1) {
                    let (a, b) = (seen(*a, lacking), seen(*b, lacking));
                    let apart: f32 = a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt();
                    assert!(apart > 0.16, "seats {one} and {other}, sight {kind}: {apart}");
                }
            }
        }
    }

    #[test]
    fn every_colour_of_a_seat_can_be_seen_on_both_themes() {
        for ground in [super::super::colours::LIGHT.card, super::super::colours::DARK.card] {
            for colour in SEATS.into_iter().chain([tint(Tint::White), tint(Tint::Black)]) {
                assert!(ratio(seen_on(ground, colour), ground) >= 3.0, "{colour:?} on {ground:?}");
            }
        }
    }

    #[test]
    fn every_tint_can_be_read_on_a_card_and_under_letters() {
        let tints = [
            Tint::White,
            Tint::Black,
            Tint::Grey,
            Tint::Clear,
            Tint::Red,
            Tint::Orange,
            Tint::Yellow,
            Tint::Green,
            Tint::Blue,
            Tint::Purple,
            Tint::Brown,
            Tint::Rgb(255, 255, 0),
            Tint::Rgb(0, 0, 0),
            Tint::Rgb(128, 128, 128),
        ];
        for colour in tints.into_iter().chain((0..8).map(|seat| Tint::Seat(stonehouse_plugin::Seat(seat)))) {
            assert!(ratio(print(colour), CARD) >= 3.4, "{colour} on a card: {}", ratio(print(colour), CARD));
            assert!(ratio(contrast(tint(colour)), tint(colour)) >= 3.4, "letters on {colour}");
        }
    }
}
