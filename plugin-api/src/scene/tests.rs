use super::*;
use serde_json::{Value, json};

fn back<T: Serialize + serde::de::DeserializeOwned>(value: &T) -> T {
    serde_json::from_value(serde_json::to_value(value).unwrap()).unwrap()
}

#[test]
fn a_scene_comes_back_from_json_whole() {
    let pieces = [
        Piece::new(1, Face::Stone(Tint::White), "white stone").on("cell/0,0").mark(Mark::Last).tip("A stone"),
        Piece::new(2, Face::figure(Shape::Knight, Tint::Seat(Seat(1))), "knight")
            .turned(90.0)
            .sized(0.5)
            .shifted(0.1, -0.2),
        Piece::new(3, Face::die(6, Some(5), Tint::Red), "five").count(3),
        Piece::new(4, Face::token(-7, Tint::Rgb(1, 2, 3)), "chip").label("x"),
        Piece::new(5, Card::new("7").suit(Sign::Heart, Tint::Red).title("Seven").picture("seven").into(), "seven")
            .handle("c/5"),
        Piece::new(6, Face::Back(Tint::Blue), "card"),
        Piece::new(7, Face::picture("gem"), "gem"),
        Piece::new(8, Face::Covered, "hidden"),
    ];
    let sheet = Sheet::new(["Sum"])
        .rows([Row::of(Seat(0)).cell("3").strong(true), Row::new("x").cell(SheetCell::from("4").handle("s/1"))]);
    let scene = Scene::new(crate::text!("{n} left", n = 3))
        .areas([
            Area::new("board", Cells::chequered(2, 2)).title("Board").pieces(pieces),
            Area::new("tray", Layout::column()).seat(Seat(0)).style("tray"),
            Area::new("rack", Layout::Row).inside("tray").mark(Mark::Spent),
            Area::new("bag", Layout::stack(8, Face::Covered)),
            Area::new("tower", Layout::meter(2, 6)),
            Area::new("sheet", sheet.clone()),
            Area::new("hand", Layout::Fan),
            Area::new("meld", Layout::Spread),
        ])
        .seats([SeatPanel::new(Seat(0), 3).tint(Tint::White).note("1 line"), SeatPanel::new(Seat(1), None).out(true)])
        .prompt(Prompt::new(Seat(0), "Choose").holds(3).button("pass", "Pass").at("tray"))
        .lit([Lit::new(["cell/0,0", "cell/1,1"], "two").tint(Tint::Red).apart()])
        .arrows([Arrow::new("cell/0,0", "c/5", "there")])
        .tally(Tally::new(1, "Hand 1", sheet, "because"));
    assert_eq!(back(&scene), scene);
    let handles: Vec<&str> = scene.handles().collect();
    assert!(["board", "cell/1,1", "c/5", "s/1", "pass"].iter().all(|handle| handles.contains(handle)), "{handles:?}");
}

#[test]
fn every_board_comes_back_from_json_whole() {
    for board in [Cells::crossings(3, 3, &[(1, 1)]), Cells::hexagons(2, 2), Cells::lattice(1, 1), Cells::track(8)] {
        assert_eq!(back(&board), board);
    }
    let corners = vec![[0.0, 1.0], [1.0, 0.5]];
    let odd =
        Cell::new("x", "x", [0.5, 0.25]).outline(Outline::Polygon(corners)).stacking(Stacking::Spread([0.0, 0.2]));
    assert_eq!(back(&odd), odd);
}

#[test]
fn unknown_words_of_a_newer_plugin_lose_a_style_not_the_scene() {
    let scene: Scene = serde_json::from_value(json!({
        "areas": [
            { "handle": "a", "layout": { "spiral": { "turns": 3 } }, "pieces": [
                { "id": 1, "face": { "hologram": [1, 2] }, "name": "ghost", "marks": ["haunted", "last"], "smell": "sweet" },
                { "id": 2, "face": { "figure": { "shape": "dragon", "tint": "mauve" } } },
                { "id": 3, "face": "mirror" },
            ] },
            { "handle": "b", "layout": { "cells": { "ground": "lava", "cells": [
                { "handle": "c", "at": [0, 1], "outline": { "star": 5 }, "stacking": "helix" },
            ] } } },
        ],
        "music": "loud",
    }))
    .unwrap();
    assert_eq!(scene.areas[0].layout, Layout::Row);
    assert_eq!(scene.areas[0].pieces[0].face, Face::Plain);
    assert_eq!(scene.areas[0].pieces[0].marks, [Mark::Unknown, Mark::Last]);
    assert_eq!(scene.areas[0].pieces[1].face, Face::figure(Shape::Cone, Tint::Grey));
    assert_eq!(scene.areas[0].pieces[2].face, Face::Plain);
    let Layout::Cells(cells) = &scene.areas[1].layout else { panic!("cells") };
    assert_eq!((cells.ground, cells.cells[0].outline.clone()), (Ground::None, Outline::default()));
    assert_eq!(cells.cells[0].stacking, Stacking::Pile);
}

#[test]
fn a_known_word_with_the_wrong_content_is_refused() {
    for wrong in [json!({ "die": 6 }), json!({ "card": 7 }), json!({ "stone": {} }), json!(7), json!({})] {
        assert!(serde_json::from_value::<Face>(wrong.clone()).is_err(), "{wrong}");
    }
}

#[test]
fn every_word_of_an_enum_that_may_grow_is_known() {
    fn words<T: Serialize>(values: &[T]) -> Vec<String> {
        let word = |value: &T| match serde_json::to_value(value).unwrap() {
            Value::String(word) => word,
            Value::Object(fields) => fields.into_iter().next().unwrap().0,
            other => panic!("{other}"),
        };
        values.iter().map(word).collect()
    }
    let faces = [
        Face::Stone(Tint::Red),
        Face::Disc(Tint::Red),
        Face::Cube(Tint::Red),
        Face::Figure(Figure::default()),
        Face::Die(Die::default()),
        Face::Token(Token::default()),
        Face::Card(Card::default()),
        Face::Back(Tint::Red),
        Face::Covered,
        Face::Picture(Picture::default()),
        Face::Domino(Domino::default()),
        Face::Plain,
    ];
    assert_eq!(words(&faces), Face::WORDS);
    let layouts = [
        Layout::Cells(Cells::default()),
        Layout::Row,
        Layout::Spread,
        Layout::Fan,
        Layout::stack(1, Face::Covered),
        Layout::meter(1, 2),
        Layout::column(),
        Layout::Sheet(Sheet::default()),
        Layout::ring(4, 0),
    ];
    assert_eq!(words(&layouts), Layout::WORDS);
    let outlines = [
        Outline::Circle(1.0),
        Outline::Square(1.0),
        Outline::Hexagon(1.0),
        Outline::FlatHexagon(1.0),
        Outline::Polygon(Vec::new()),
        Outline::Edge { to: [0.0; 2], width: 1.0 },
        Outline::Crossing(1.0),
    ];
    assert_eq!(words(&outlines), Outline::WORDS);
    assert_eq!(words(&[Stacking::Pile, Stacking::Share, Stacking::Spread([0.0; 2])]), Stacking::WORDS);
}
