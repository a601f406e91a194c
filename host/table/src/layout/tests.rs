//! Tables of all kinds, crowded, in windows of all sizes.

use super::*;
use egui::{Vec2, pos2, vec2};
use stonehouse_plugin::scene::Layout as Kind;
use stonehouse_plugin::scene::{Card, Cells, Face, Piece, Row, SeatPanel, Sheet, Sign, Tint};

const WINDOWS: [Vec2; 3] = [vec2(612.0, 470.0), vec2(990.0, 650.0), vec2(2000.0, 1200.0)];

/// Pieces numbered from `first` on, each with a handle.
fn pieces(count: u32, first: u32, face: &Face) -> Vec<Piece> {
    (first..first + count).map(|id| Piece::new(id, face.clone(), "thing").handle(format!("piece/{id}"))).collect()
}

fn cards(count: u32, first: u32) -> Vec<Piece> {
    pieces(count, first, &Card::new("7").suit(Sign::Heart, Tint::Red).into())
}

fn stones(count: u32, first: u32) -> Vec<Piece> {
    pieces(count, first, &Face::Stone(Tint::White))
}

fn scene(seats: u8, areas: Vec<Area>) -> Scene {
    Scene::new("").areas(areas).seats(Seat::all(usize::from(seats)).map(|seat| SeatPanel::new(seat, 0)))
}

fn laid(scene: &Scene, size: Vec2, has_prompt: bool) -> (Rect, SceneLayout) {
    laid_at(scene, size, has_prompt, 1.0)
}

/// The layout where text is `text` times as large as usual.
fn laid_at(scene: &Scene, size: Vec2, has_prompt: bool, text: f32) -> (Rect, SceneLayout) {
    let rect = Rect::from_min_size(pos2(10.0, 100.0), size);
    let wanted = Wanted { scene, rect, viewer: Seat(1), has_prompt, arrangement: None, text };
    (rect, SceneLayout::new(&wanted))
}

/// Everything is within the room, no area covers another, pieces are in their areas and distinguishable, also where
/// text is large.
fn is_in_order(what: &str, scene: &Scene, size: Vec2, has_prompt: bool) -> SceneLayout {
    is_in_order_at(what, scene, size, has_prompt, 2.0);
    is_in_order_at(what, scene, size, has_prompt, 1.0)
}

fn is_in_order_at(what: &str, scene: &Scene, size: Vec2, has_prompt: bool, text: f32) -> SceneLayout {
    let (rect, layout) = laid_at(scene, size, has_prompt, text);
    let what = format!("{what} in {size} with text at {text}");
    assert_eq!(layout.pieces.len(), scene.pieces().count(), "{what}: every piece is laid");
    for (number, one) in layout.areas.iter().enumerate() {
        let area = &scene.areas[number];
        let name = format!("{what}: {}", area.handle);
        assert!(rect.expand(1.0).contains_rect(one.rect), "{name} is at {}", one.rect);
        if let Some(prompt) = layout.prompt_at.filter(|_| !one.is_ground) {
            assert!(!one.rect.shrink(1.0).intersects(prompt.shrink(1.0)), "{name} covers the question");
        }
        for (other, more) in layout.areas.iter().enumerate().skip(number + 1) {
            let related = scene.areas[other].inside == area.handle || area.inside == scene.areas[other].handle;
            if !related && !one.is_ground && !more.is_ground {
                let apart = !one.rect.shrink(1.0).intersects(more.rect.shrink(1.0));
                assert!(apart, "{name} at {} and {} at {}", one.rect, scene.areas[other].handle, more.rect);
            }
        }
    }
    for placed in &layout.pieces {
        let (spot, area) = (placed.spot, &layout.areas[placed.area]);
        assert!(spot.radius > 2.0, "{what}: a piece can be seen");
        assert!(
            rect.expand(1.5).contains_rect(spot.bounds()),
            "{what}: {} is cut off",
            scene.areas[placed.area].handle
        );
        assert!(area.rect.expand(2.0).contains(spot.at), "{what}: pieces lie in {}", scene.areas[placed.area].handle);
    }
    for (index, one) in layout.pieces.iter().enumerate() {
        for other in &layout.pieces[index + 1..] {
            let least = if one.area == other.area { 0.24 } else { 0.9 };
            let close = least * one.spot.inner_radius().min(other.spot.inner_radius());
            assert!(one.spot.at.distance(other.spot.at) > close, "{what}: pieces are distinguishable and touchable");
        }
    }
    titles_are_free(&what, scene, &layout);
    layout
}

/// No piece of a row covers its title.
fn titles_are_free(what: &str, scene: &Scene, layout: &SceneLayout) {
    for placed in layout.pieces.iter().filter(|placed| matches!(scene.areas[placed.area].layout, Kind::Row)) {
        let area = &layout.areas[placed.area];
        let has_title = area.body.top() > area.rect.top() + 1.0;
        let is_free = placed.spot.bounds().top() > area.body.top() - 1.5;
        assert!(is_free || !has_title, "{what}: a piece covers the title of {}", scene.areas[placed.area].handle);
    }
}

/// Everybody with eleven cards in hand and seven sets of four.
fn cards_and_sets(seats: u8) -> Scene {
    let mut areas = vec![
        Area::new("tower", Kind::meter(2, 6)).title("title").style("tower"),
        Area::new("deck", Kind::stack(9, Face::Back(Tint::Red))).title("title"),
        Area::new("open", Kind::Row).title("title").pieces(cards(4, 1)),
    ];
    for seat in 0..seats {
        let base = 1000 * (u32::from(seat) + 1);
        let own = |handle: String, layout| Area::new(handle, layout).title("title").seat(Seat(seat));
        areas.push(own(format!("hand/{seat}"), Kind::Fan).pieces(cards(11, base)));
        areas.push(Area::new(format!("ground/{seat}"), Kind::Row).seat(Seat(seat)));
        for set in 0..7 {
            areas.push(own(format!("set/{seat}{set}"), Kind::Spread).pieces(cards(4, base + 20 + 4 * set)));
        }
    }
    scene(seats, areas)
}

/// Everybody with a tray: six stones in front, six hidden, four on the plate, four at the edge.
fn trays(seats: u8) -> Vec<Area> {
    (0..seats)
        .flat_map(|seat| {
            let base = 1000 * (u32::from(seat) + 1);
            let tray = format!("tray/{seat}");
            let part = |name: &str, count, first: u32| {
                let part = Area::new(format!("{name}/{seat}"), Kind::Row).seat(Seat(seat)).inside(tray.clone());
                part.style(name).pieces(stones(count, base + first))
            };
            [
                Area::new(tray.clone(), Kind::column()).title("title").seat(Seat(seat)).style("tray"),
                part("front", 6, 0),
                part("rack", 6, 10),
                part("plate", 4, 20).title("ask for"),
                part("edge", 4, 30),
            ]
        })
        .collect()
}

fn hands(seats: u8, count: u32) -> impl Iterator<Item = Area> {
    (0..seats).map(move |seat| {
        let hand = Area::new(format!("hand/{seat}"), Kind::Fan).title("title").seat(Seat(seat));
        hand.pieces(cards(count, 1000 * (u32::from(seat) + 1)))
    })
}

fn sheet(rows: usize, columns: usize) -> Area {
    let row = |number: usize| (0..columns).fold(Row::new(format!("Row {number}")), |row, _| row.cell("12"));
    Area::new("sheet", Sheet::new((0..columns).map(|number| format!("Player {number}"))).rows((0..rows).map(row)))
}

fn board(board: Cells) -> Area {
    Area::new("board", board)
}

#[test]
fn a_crowded_table_of_cards_fits_into_every_window() {
    for seats in 2..=4 {
        for size in WINDOWS {
            is_in_order(&format!("cards for {seats}"), &cards_and_sets(seats), size, false);
        }
    }
}

#[test]
fn crowded_trays_fit_into_every_window_and_leave_room_for_a_question() {
    for seats in 3..=5 {
        let mut areas = vec![
            Area::new("bag", Kind::stack(8, Face::Covered)).title("Bag").style("bag"),
            Area::new("counter", Kind::meter(3, 12)).title("Counter").style("dial"),
            Area::new("bonus", Kind::stack(240, Face::token(1, Tint::Yellow))).title("Bonus"),
        ];
        areas.extend(trays(seats));
        for size in WINDOWS {
            let layout = is_in_order(&format!("trays for {seats}"), &scene(seats, areas.clone()), size, false);
            assert!(layout.prompt_at.is_some());
        }
    }
}

#[test]
fn a_board_with_hands_fits_for_two_to_six_and_cards_keep_their_shape() {
    for seats in 2..=6 {
        for (name, cells) in
            [("chequered", Cells::chequered(8, 8)), ("hexagons", Cells::hexagons(9, 9)), ("track", Cells::track(40))]
        {
            let areas = [board(cells), Area::new("deck", Kind::stack(30, Face::Back(Tint::Blue))).title("Deck")];
            let scene = scene(seats, areas.into_iter().chain(hands(seats, 5)).collect());
            for size in WINDOWS {
                let layout = is_in_order(&format!("{name} with hands for {seats}"), &scene, size, false);
                for placed in &layout.pieces {
                    let size = placed.spot.size();
                    assert!((size.y / size.x - 1.4).abs() < 0.01, "a card stays a card");
                }
                let board = layout.areas[0].rect;
                let share = board.height().max(board.width()) / size.min_elem();
                assert!(share > 0.42, "{name} for {seats} in {size}: the board has {share} of the room");
            }
        }
    }
}

#[test]
fn a_board_with_a_sheet_dice_and_a_question_fits() {
    let dice: Vec<Piece> = (0..5)
        .map(|id| Piece::new(id + 1, Face::die(6, Some(3), Tint::White), "die").handle(format!("die/{id}")))
        .collect();
    for seats in 2..=6 {
        let areas = vec![
            board(Cells::crossings(9, 9, &[(4, 4)])),
            sheet(8, usize::from(seats)),
            Area::new("dice", Kind::Row).title("Dice").pieces(dice.clone()),
        ];
        for size in WINDOWS {
            is_in_order(&format!("sheet and dice for {seats}"), &scene(seats, areas.clone()), size, true);
        }
    }
}

#[test]
fn a_board_with_trays_stacks_and_a_meter_fits() {
    for seats in 2..=4 {
        let mut areas = vec![
            board(Cells::lattice(4, 4)),
            Area::new("bag", Kind::stack(8, Face::Covered)).title("Bag").style("bag"),
            Area::new("heap", Kind::stack(90, Face::token(5, Tint::Red))).title("Heap"),
            Area::new("meter", Kind::meter(3, 15)).title("Meter"),
        ];
        areas.extend(trays(seats));
        for size in WINDOWS {
            is_in_order(&format!("board and trays for {seats}"), &scene(seats, areas.clone()), size, true);
        }
    }
}

#[test]
fn dice_sheets_stacks_and_panels_without_a_board_fit() {
    for seats in 1..=6 {
        let mut areas = vec![
            Area::new("dice", Kind::Row).title("Dice").pieces(pieces(5, 1, &Face::die(6, Some(1), Tint::White))),
            sheet(14, usize::from(seats)),
        ];
        for seat in 0..seats {
            let base = 1000 * (u32::from(seat) + 1);
            let panel = format!("panel/{seat}");
            areas.push(Area::new(panel.clone(), Kind::across()).title("title").seat(Seat(seat)));
            let part =
                |name: &str| Area::new(format!("{name}/{seat}"), Kind::Row).seat(Seat(seat)).inside(panel.clone());
            areas.push(part("cards").pieces(cards(2, base)));
            areas.push(part("chips").pieces(pieces(3, base + 10, &Face::token(25, Tint::Blue))));
        }
        for size in WINDOWS {
            is_in_order(&format!("panels for {seats}"), &scene(seats, areas.clone()), size, false);
        }
    }
}

#[test]
fn boards_of_their_own_fit_before_their_seats() {
    for seats in 2..=4 {
        let own = |seat: u8| {
            let mut cells = Cells::hollows(5, 5);
            for cell in &mut cells.cells {
                cell.handle = format!("{seat}/{}", cell.handle);
            }
            Area::new(format!("board/{seat}"), cells).seat(Seat(seat)).title("title")
        };
        let areas: Vec<Area> =
            (0..seats).map(own).chain([Area::new("pool", Kind::Row).title("Pool").pieces(stones(8, 1))]).collect();
        for size in WINDOWS {
            is_in_order(&format!("own boards for {seats}"), &scene(seats, areas.clone()), size, false);
        }
    }
}

/// Everybody with dice, and a bid in the middle.
fn cups(seats: u8) -> Scene {
    let dice = |count, first| pieces(count, first, &Face::die(6, None, Tint::White));
    let cup = |seat: u8| {
        let dice = dice(5, 10 * u32::from(seat));
        Area::new(format!("cup/{seat}"), Kind::Row).title("Somebody's dice").seat(Seat(seat)).pieces(dice)
    };
    scene(seats, (0..seats).map(cup).chain([Area::new("bid", Kind::Row).title("Bid").pieces(dice(8, 100))]).collect())
}

#[test]
fn dice_in_several_lines_do_not_cover_the_title_above_them() {
    for seats in 2..=6 {
        for size in WINDOWS {
            let scene = cups(seats);
            for arrangement in 0..18 {
                let rect = Rect::from_min_size(pos2(10.0, 100.0), size);
                let wanted = Wanted {
                    scene: &scene,
                    rect,
                    viewer: Seat(1),
                    has_prompt: false,
                    arrangement: Some(arrangement),
                    text: 1.0,
                };
                titles_are_free(&format!("cups for {seats} in {size}"), &scene, &SceneLayout::new(&wanted));
            }
        }
    }
}

#[test]
fn a_players_last_pieces_stay_near_them_and_do_not_grow_large() {
    let all = cups(3);
    let mut last = all.clone();
    last.areas.retain(|area| area.handle == "cup/2");
    for size in WINDOWS {
        let (before, after) = (laid(&all, size, false).1, laid(&last, size, false).1);
        let (one, other) = (before.pieces.iter().find(|placed| placed.area == 2).unwrap().spot, after.pieces[0].spot);
        assert!(other.radius < 2.0 * one.radius, "{size}: {} was {}", other.radius, one.radius);
        assert!(other.at.y < size.y / 2.0 + 100.0, "{size}: seat 2 sits opposite");
    }
}

#[test]
fn an_unowned_single_row_is_large_but_smaller_than_the_table() {
    let dice = pieces(3, 1, &Face::die(6, Some(3), Tint::White));
    let scene = scene(2, vec![Area::new("dice", Kind::Row).title("Dice").pieces(dice)]);
    for size in WINDOWS {
        let layout = is_in_order("three dice", &scene, size, false);
        let wide = layout.pieces[0].spot.size().x;
        assert!((60.0..=140.0).contains(&wide), "{size}: {wide}");
    }
}

#[test]
fn a_lone_board_fills_the_table() {
    let scene = scene(2, vec![board(Cells::chequered(8, 8))]);
    for size in WINDOWS {
        let layout = is_in_order("a lone board", &scene, size, false);
        let board = layout.areas[0].rect;
        assert!(board.height() > size.min_elem() * 0.99 || board.width() > size.min_elem() * 0.99);
    }
}

#[test]
fn the_viewer_sits_at_the_lower_edge_and_the_others_follow_clockwise() {
    let scene = cards_and_sets(4);
    let rect = Rect::from_min_size(Pos2::ZERO, vec2(990.0, 650.0));
    let layout = SceneLayout::new(&Wanted {
        scene: &scene,
        rect,
        viewer: Seat(2),
        has_prompt: false,
        arrangement: None,
        text: 1.0,
    });
    let hand = |seat: u8| {
        let number = scene.areas.iter().position(|area| area.handle == format!("hand/{seat}")).unwrap();
        layout.areas[number].rect.center()
    };
    assert!((0..4).filter(|seat| *seat != 2).all(|seat| hand(seat).y < hand(2).y));
    assert!(hand(3).x < hand(0).x && hand(0).x < hand(1).x);
}

#[test]
fn the_viewers_hand_lies_below_a_board_or_beside_it_and_not_above() {
    let scene = scene(2, [board(Cells::chequered(8, 8))].into_iter().chain(hands(2, 5)).collect());
    for size in WINDOWS {
        let (_, layout) = laid(&scene, size, false);
        let (first, own) = (layout.areas[1].rect, layout.areas[2].rect);
        assert!(own.center().y > first.center().y, "seat 1 looks at it: {first} {own}");
    }
}

#[test]
fn pieces_on_one_cell_are_distinguishable() {
    let stone = |id, cell: &str| Piece::new(id, Face::Stone(Tint::Black), "stone").on(cell);
    let mut cells = Cells::hollows(3, 3);
    cells.cells[1].stacking = stonehouse_plugin::scene::Stacking::Share;
    let area = board(cells).pieces([
        stone(1, "cell/0,0"),
        stone(2, "cell/0,1"),
        stone(3, "cell/0,1"),
        stone(4, "cell/0,2"),
        stone(5, "cell/0,2"),
    ]);
    let (_, layout) = laid(&scene(2, vec![area]), WINDOWS[1], false);
    let at = |index: usize| layout.pieces[index].spot;
    assert_eq!(at(0).at, layout.spots["cell/0,0"].at);
    assert!(at(1).at.distance(at(2).at) > at(1).radius, "side by side");
    assert!(at(4).at.y < at(3).at.y, "the second lies higher");
}

#[test]
fn an_arrangement_is_kept_while_it_is_nearly_as_good() {
    let make = |count| scene(2, [board(Cells::chequered(8, 8))].into_iter().chain(hands(2, count)).collect());
    let rect = Rect::from_min_size(Pos2::ZERO, vec2(990.0, 650.0));
    let mut before = None;
    let mut changes = 0;
    for count in 1..=9 {
        let scene = make(count);
        let layout = SceneLayout::new(&Wanted {
            scene: &scene,
            rect,
            viewer: Seat(0),
            has_prompt: false,
            arrangement: before,
            text: 1.0,
        });
        changes += u32::from(before.is_some() && before != layout.arrangement);
        before = layout.arrangement;
    }
    assert!(changes <= 1, "it changed {changes} times while a hand grew");
}
