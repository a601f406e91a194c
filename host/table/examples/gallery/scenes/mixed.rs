//! Boards with things in front of every seat.

use super::{choices, seats};
use stonehouse_plugin::scene::{
    Area, Arrow, Card, Cell, Cells, Face, Ground, Layout, Line, Outline, Piece, Prompt, Shape, Sign, Stacking, Tint,
};
use stonehouse_plugin::{Action, ActionText, Scene, Seat};
use stonehouse_runtime::DescribedAction;

pub fn settlers() -> (Scene, Vec<DescribedAction>) {
    let tints = [Tint::Green, Tint::Yellow, Tint::Orange, Tint::Grey, Tint::Brown];
    let mut cells = Vec::new();
    let mut corners: Vec<[f32; 2]> = Vec::new();
    let mut number = 0;
    for row in -2_i32..=2 {
        for col in -2_i32..=2 {
            if (row + col).abs() > 2 {
                continue;
            }
            let [x, y] = [(col as f32 + row as f32 / 2.0) * 1.732, row as f32 * 1.5];
            cells.push(
                Cell::new(format!("land/{number}"), "land", [x, y])
                    .outline(Outline::Hexagon(0.97))
                    .tint(tints[number % 5])
                    .label(format!("{}", number % 11 + 2)),
            );
            number += 1;
            for corner in 0..6 {
                let turn = std::f32::consts::FRAC_PI_3 * corner as f32 + std::f32::consts::FRAC_PI_6;
                let at = [x + turn.cos(), y + turn.sin()];
                if !corners.iter().any(|[a, b]| (a - at[0]).hypot(b - at[1]) < 0.1) {
                    corners.push(at);
                }
            }
        }
    }
    let mut pieces = Vec::new();
    let mut paths = Vec::new();
    let mut roads = 0;
    for (a, [ax, ay]) in corners.iter().enumerate() {
        for [bx, by] in &corners[a + 1..] {
            let (dx, dy) = (bx - ax, by - ay);
            if dx.hypot(dy) < 1.1 {
                let handle = format!("road/{roads}");
                cells.push(
                    Cell::new(handle.clone(), "road", [(ax + bx) / 2.0, (ay + by) / 2.0])
                        .outline(Outline::Edge { to: [dx * 0.36, dy * 0.36], width: 0.16 }),
                );
                if roads % 7 == 0 {
                    pieces.push(
                        Piece::new(roads, Face::figure(Shape::Road, Tint::Seat(Seat((roads / 7 % 4) as u8))), "road")
                            .on(handle),
                    );
                } else if roads % 9 == 1 {
                    paths.push(vec![handle]);
                }
                roads += 1;
            }
        }
    }
    for (corner, at) in corners.iter().enumerate() {
        let handle = format!("corner/{corner}");
        cells.push(Cell::new(handle.clone(), "corner", *at).outline(Outline::Crossing(0.26)));
        if corner % 6 == 0 {
            let shape = if corner % 12 == 0 { Shape::House } else { Shape::Town };
            pieces.push(
                Piece::new(500 + corner as u32, Face::figure(shape, Tint::Seat(Seat((corner / 6 % 4) as u8))), "house")
                    .on(handle),
            );
        } else if corner % 5 == 0 {
            paths.push(vec![handle]);
        }
    }
    pieces.push(Piece::new(900, Face::figure(Shape::Meeple, Tint::Black), "robber").on("land/9"));
    let mut areas = vec![
        Area::new("island", Cells::new(cells).ground(Ground::Cloth)).pieces(pieces),
        Area::new("bank", Layout::stack(20, Face::Back(Tint::Green))).title("Bank"),
    ];
    for seat in 0..4_u8 {
        let pieces = (0..5).map(|nth| {
            let id = 2000 + u32::from(seat) * 10 + nth;
            if seat == 0 {
                Piece::new(
                    id,
                    Card::new("W")
                        .suit(Sign::Hexagon, tints[nth as usize])
                        .title("Wood")
                        .text("Trade it, or build with it.")
                        .into(),
                    "wood",
                )
                .handle(format!("card/{nth}"))
            } else {
                Piece::new(id, Face::Back(Tint::Green), "card")
            }
        });
        areas.push(Area::new(format!("hand/{seat}"), Layout::Fan).title("hand").seat(Seat(seat)).pieces(pieces));
    }
    let choices = paths.into_iter().enumerate().map(|(code, path)| DescribedAction {
        action: Action(code as u32),
        description: ActionText::new("").path(path),
    });
    (seats(Scene::new("").areas(areas), 4), choices.collect())
}

pub fn track() -> (Scene, Vec<DescribedAction>) {
    let mut cells = Cells::track(40);
    for (number, cell) in cells.cells.iter_mut().enumerate() {
        cell.label = format!("Street {number}").into();
        cell.stacking = Stacking::Share;
        if number % 3 == 0 {
            cell.tint = Some([Tint::Red, Tint::Blue, Tint::Green, Tint::Yellow][number / 3 % 4]);
        }
    }
    let cells = cells.lines([Line::new([[2.0, 2.0], [8.0, 8.0]]).drawn(Tint::Red, 0.1)]);
    let pieces = (0..4_u8).map(|seat| {
        Piece::new(u32::from(seat), Face::figure(Shape::Pawn, Tint::Seat(Seat(seat))), "pawn").on(if seat < 3 {
            "step/7"
        } else {
            "step/22"
        })
    });
    let dice = [2, 6].map(|shows| {
        Piece::new(100 + shows, Face::die(6, Some(shows as u8), Tint::White), "die").handle(format!("die/{shows}"))
    });
    let mut areas = vec![
        Area::new("board", cells).pieces(pieces),
        Area::new("dice", Layout::Row).title("Dice").pieces(dice),
        Area::new("bank", Layout::stack(900, Face::token(1, Tint::Green))).title("Bank"),
    ];
    for seat in 0..4_u8 {
        let panel = format!("panel/{seat}");
        areas.push(Area::new(panel.clone(), Layout::across()).title("own").seat(Seat(seat)));
        let deeds = (0..3).map(|nth| {
            Piece::new(500 + u32::from(seat) * 10 + nth, Card::new("D").suit(Sign::Square, Tint::Blue).into(), "deed")
        });
        areas.push(
            Area::new(format!("deeds/{seat}"), Layout::Spread).seat(Seat(seat)).inside(panel.clone()).pieces(deeds),
        );
        areas.push(
            Area::new(format!("money/{seat}"), Layout::stack(1500, Face::token(1, Tint::Yellow)))
                .seat(Seat(seat))
                .inside(panel),
        );
    }
    let scene = Scene::new("").areas(areas).arrows([Arrow::new("die/2", "step/7", "")]);
    let scene = scene
        .prompt(Prompt::new(Seat(0), "Anna offers a street for Ben's railway").button("yes", "Yes").button("no", "No"));
    (seats(scene, 4), choices(vec![vec!["die/2", "step/7"], vec!["yes"], vec!["no"]]))
}
