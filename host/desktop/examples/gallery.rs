//! Scenes of games that nobody plays, to look at: `cargo run -p stonehouse-desktop --example gallery -- chess`.

use eframe::egui::{self, CentralPanel, Frame, vec2};
use std::borrow::Cow;
use stonehouse_desktop::look::pictures::AssetSource;
use stonehouse_desktop::look::{self, Pictures, Textures};
use stonehouse_desktop::table::{Table, View};
use stonehouse_engine::Choice;
use stonehouse_plugin_api::scene::{
    Area, Arrow, Card, Cell, Cells, Face, Ground, Layout, Line, Lit, Mark, Outline, Piece, Prompt, Row, SeatPanel,
    Shape, Sheet, SheetCell, Sign, Stacking, Tint,
};
use stonehouse_plugin_api::{Action, ActionText, Input, Scene, Seat};

fn main() -> eframe::Result {
    let name = std::env::args().nth(1).unwrap_or_else(|| "chess".to_owned());
    let size = vec2(1016.0, 680.0);
    let viewport = egui::ViewportBuilder::default().with_title("Gallery").with_inner_size(size);
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    eframe::run_native("Gallery", options, Box::new(|_| Ok(Box::new(Gallery::new(&name)))))
}

struct Gallery {
    scene: Scene,
    choices: Vec<Choice>,
    table: Table,
    pictures: Pictures,
    textures: Option<Textures>,
}

struct Sun;

impl AssetSource for Sun {
    fn asset(&self, name: &str) -> Option<Cow<'_, [u8]>> {
        let svg = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 10 10'><circle cx='5' cy='5' r='4' fill='currentColor'/>\
            <circle cx='4' cy='4' r='1.5' fill='#fff' fill-opacity='.5'/></svg>";
        (name == "sun").then_some(Cow::Borrowed(svg.as_bytes()))
    }
}

impl Gallery {
    fn new(name: &str) -> Self {
        let (scene, choices) = scene(name);
        if let Err(why) = scene.check(scene.seats.len()) {
            eprintln!("{why}");
        }
        let mut table = Table::default();
        table.offer(&choices);
        Self { scene, choices, table, pictures: Pictures::new(Sun), textures: None }
    }
}

impl eframe::App for Gallery {
    fn ui(&mut self, ui: &mut egui::Ui, _: &mut eframe::Frame) {
        let textures = self.textures.take().unwrap_or_else(|| {
            look::install(ui.ctx());
            Textures::new(ui.ctx())
        });
        let names = ["Anna", "Ben", "Cem", "Dora", "Eva", "Finn"].map(str::to_owned);
        egui::Panel::top("bar").frame(Frame::new().fill(look::GREEN).inner_margin(8)).show(ui, |ui| {
            ui.horizontal_wrapped(|ui| {
                if let Some(chosen) = self.table.form_ui(ui, &names) {
                    eprintln!("{chosen:?}");
                }
                for button in self.scene.prompt.iter().flat_map(|prompt| &prompt.buttons) {
                    if ui.button(button.text.english(&names)).clicked() {
                        self.table.touch(&button.handle, &self.choices);
                    }
                }
            });
        });
        CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            let view = View {
                scene: &self.scene,
                revision: 1,
                viewer: Seat(0),
                names: &names,
                places: &names,
                pictures: &self.pictures,
                may_choose: true,
            };
            if let Some(chosen) = self.table.show(ui, &textures, &view, &self.choices) {
                eprintln!("{chosen:?}");
            }
        });
        self.textures = Some(textures);
    }
}

fn choices(paths: Vec<Vec<&str>>) -> Vec<Choice> {
    let choice =
        |(code, path): (usize, Vec<&str>)| Choice { action: Action(code as u32), told: ActionText::new("").path(path) };
    paths.into_iter().enumerate().map(choice).collect()
}

fn seats(scene: Scene, count: usize) -> Scene {
    scene.seats(Seat::all(count).map(|seat| SeatPanel::new(seat, 0).tint(Tint::Seat(seat))))
}

fn scene(name: &str) -> (Scene, Vec<Choice>) {
    match name {
        "go" => go(),
        "hex" => hex(),
        "backgammon" => backgammon(),
        "dice" => dice(),
        "poker" => poker(),
        "settlers" => settlers(),
        "faces" => faces(),
        "track" => track(),
        "dominoes" => dominoes(),
        "ring" => ring(),
        _ => chess(),
    }
}

fn chess() -> (Scene, Vec<Choice>) {
    use Shape::{Bishop, King, Knight, Pawn, Queen, Rook};
    let back = [Rook, Knight, Bishop, Queen, King, Bishop, Knight, Rook];
    let man = |id: usize, shape, tint, row: usize, col: usize| {
        Piece::new(id as u32, Face::figure(shape, tint), "man").on(format!("cell/{row},{col}"))
    };
    let mut pieces = Vec::new();
    for (col, shape) in back.into_iter().enumerate() {
        pieces.push(man(col, shape, Tint::Black, 0, col));
        pieces.push(man(8 + col, Pawn, Tint::Black, 1, col));
        pieces.push(man(16 + col, Pawn, Tint::White, if col == 4 { 4 } else { 6 }, col));
        pieces.push(man(24 + col, shape, Tint::White, 7, col));
    }
    pieces[20] = pieces[20].clone().mark(Mark::Last);
    let last = pieces.iter_mut().find(|piece| piece.id == 4).unwrap();
    last.marks.push(Mark::Threatened);
    let board = Area::new("board", Cells::chequered(8, 8)).pieces(pieces);
    let taken = |seat: u8, tint| {
        let men = (0..5)
            .map(|number| Piece::new(100 + 10 * u32::from(seat) + number, Face::figure(Pawn, tint), "pawn").sized(0.6));
        Area::new(format!("taken/{seat}"), Layout::Row).title("Taken").seat(Seat(seat)).pieces(men)
    };
    let scene = Scene::new("").areas([board, taken(0, Tint::Black), taken(1, Tint::White)]);
    let paths = vec![
        vec!["cell/7,6", "cell/5,5"],
        vec!["cell/7,6", "cell/5,7"],
        vec!["cell/6,3", "cell/5,3"],
        vec!["cell/6,3", "cell/4,3"],
    ];
    (seats(scene, 2), choices(paths))
}

fn go() -> (Scene, Vec<Choice>) {
    let dots = [(3, 3), (3, 9), (3, 15), (9, 3), (9, 9), (9, 15), (15, 3), (15, 9), (15, 15)];
    let at = [(3, 3), (3, 15), (15, 3), (15, 15), (2, 5), (9, 9), (10, 9), (9, 10), (16, 10), (5, 16)];
    let pieces = at.iter().enumerate().map(|(id, (row, col))| {
        let tint = if id % 2 == 0 { Tint::Black } else { Tint::White };
        let piece = Piece::new(id as u32, Face::Stone(tint), "stone").on(format!("cell/{row},{col}"));
        if id == 9 { piece.mark(Mark::Last) } else { piece }
    });
    let board = Area::new("board", Cells::crossings(19, 19, &dots)).pieces(pieces);
    let bowl = |seat, tint| {
        Area::new(format!("bowl/{seat}"), Layout::stack(170, Face::Stone(tint))).title("Captured").seat(Seat(seat))
    };
    let mut paths: Vec<Vec<String>> = Vec::new();
    for row in 0..19 {
        paths.extend((0..19).filter(|col| !at.contains(&(row, *col))).map(|col| vec![format!("cell/{row},{col}")]));
    }
    let choices = paths
        .iter()
        .enumerate()
        .map(|(code, path)| Choice { action: Action(code as u32), told: ActionText::new("").path(path.clone()) });
    let scene = Scene::new("").areas([board, bowl(0, Tint::Black), bowl(1, Tint::White)]);
    (seats(scene, 2), choices.collect())
}

fn hex() -> (Scene, Vec<Choice>) {
    let at = [(5, 5), (4, 6), (6, 4), (3, 7), (7, 3), (5, 6), (2, 8)];
    let pieces = at.iter().enumerate().map(|(id, (row, col))| {
        Piece::new(id as u32, Face::Stone(if id % 2 == 0 { Tint::Red } else { Tint::Blue }), "stone")
            .on(format!("cell/{row},{col}"))
    });
    let board = Area::new("board", Cells::hexagons(11, 11)).pieces(pieces);
    let scene = Scene::new("").areas([board]).lit([Lit::new(["cell/5,5", "cell/4,6", "cell/3,7"], "")]);
    (
        seats(scene, 2),
        choices(vec![vec!["cell/0,0"], vec!["cell/0,1"], vec!["cell/5,5"], vec!["cell/10,10"], vec!["cell/9,9"]]),
    )
}

fn backgammon() -> (Scene, Vec<Choice>) {
    let mut cells = Vec::new();
    for point in 0..24_usize {
        let (col, top) = if point < 12 { (11 - point, false) } else { (point - 12, true) };
        let x = col as f32 + if col > 5 { 1.0 } else { 0.0 };
        let (y, way) = if top { (0.5, 1.0) } else { (9.5, -1.0) };
        let corners = vec![[-0.5, -0.5 * way], [0.5, -0.5 * way], [0.0, 4.2 * way]];
        let tint = if point % 2 == 0 { Tint::Rgb(0x7a, 0x2f, 0x28) } else { Tint::Rgb(0xe6, 0xcf, 0xa2) };
        let cell = Cell::new(format!("point/{point}"), format!("point {}", point + 1), [x, y]);
        cells.push(cell.outline(Outline::Polygon(corners)).tint(tint).stacking(Stacking::Spread([0.0, 0.86 * way])));
    }
    let board = Cells::new(cells);
    let mut pieces = Vec::new();
    for (point, count, tint) in [
        (0, 2, Tint::White),
        (11, 5, Tint::White),
        (16, 3, Tint::White),
        (18, 5, Tint::White),
        (23, 2, Tint::Black),
        (12, 5, Tint::Black),
        (7, 3, Tint::Black),
        (5, 5, Tint::Black),
    ] {
        for _ in 0..count {
            pieces.push(Piece::new(pieces.len() as u32, Face::Disc(tint), "man").on(format!("point/{point}")));
        }
    }
    let dice = [3, 5].map(|shows| Piece::new(100 + u32::from(shows), Face::die(6, Some(shows), Tint::White), "die"));
    let cube = Piece::new(200, Face::die(64, Some(64), Tint::Brown), "cube");
    let scene = Scene::new("").areas([
        Area::new("board", board).pieces(pieces),
        Area::new("dice", Layout::Row).title("Dice").pieces(dice),
        Area::new("cube", Layout::Row).title("Doubling").pieces([cube]),
    ]);
    (
        seats(scene, 2),
        choices(vec![vec!["point/0", "point/3"], vec!["point/0", "point/5"], vec!["point/11", "point/14"]]),
    )
}

fn dice() -> (Scene, Vec<Choice>) {
    let dice = [1, 3, 4, 6, 6].iter().enumerate().map(|(id, shows)| {
        Piece::new(id as u32, Face::die(6, Some(*shows), if id > 2 { Tint::Red } else { Tint::White }), "die")
            .handle(format!("die/{id}"))
    });
    let rows = [
        "Ones",
        "Twos",
        "Threes",
        "Fours",
        "Fives",
        "Sixes",
        "Bonus",
        "Three of a kind",
        "Full house",
        "Straight",
        "Chance",
    ];
    let row = |(number, name): (usize, &&'static str)| {
        let cells = (0..3).map(|seat| {
            let text = if (number + seat) % 3 == 0 { format!("{}", number * 3 + seat) } else { String::new() };
            let cell = SheetCell::from(text);
            if number % 3 == 1 && seat == 0 { cell.handle(format!("score/{number}")) } else { cell }
        });
        cells.fold(Row::new(*name), Row::cell).strong(number == 6)
    };
    let sheet = Sheet::new(["Anna", "Ben", "Cem"]).rows(rows.iter().enumerate().map(row));
    let odd = [(4, Tint::Blue), (8, Tint::Green), (10, Tint::Purple), (12, Tint::Orange), (20, Tint::Black)];
    let odd = odd
        .iter()
        .map(|(sides, tint)| Piece::new(50 + u32::from(*sides), Face::die(*sides, Some(*sides), *tint), "die"));
    let covered = Piece::new(90, Face::die(6, None, Tint::White), "die");
    let scene = Scene::new("").areas([
        Area::new("sheet", sheet).title("Scores"),
        Area::new("dice", Layout::Row).title("Dice").pieces(dice),
        Area::new("odd", Layout::Row).title("Others").pieces(odd.chain([covered])),
        Area::new("meter", Layout::meter(4, 13)).title("Rounds"),
    ]);
    let paths = vec![vec!["die/0"], vec!["die/1"], vec!["score/1"], vec!["score/4"]];
    (seats(scene, 3), choices(paths))
}

fn poker() -> (Scene, Vec<Choice>) {
    let card = |id: u32, corner: &str, sign, tint| {
        Piece::new(id, Card::new(corner).suit(sign, tint).into(), corner.to_owned())
    };
    let chips = |seat: u8| {
        let chip = |(number, (value, tint)): (usize, (i64, Tint))| {
            Piece::new(1000 + u32::from(seat) * 10 + number as u32, Face::token(value, tint), "chips")
                .count(3 + number as u32)
        };
        let stack = [(100, Tint::Black), (25, Tint::Green), (5, Tint::Red)].into_iter().enumerate().map(chip);
        Area::new(format!("chips/{seat}"), Layout::Row).seat(Seat(seat)).pieces(stack)
    };
    let hand = |seat: u8| {
        let pieces = if seat == 0 {
            vec![card(1, "A", Sign::Spade, Tint::Black).handle("ace"), card(2, "10", Sign::Heart, Tint::Red)]
        } else {
            (0..2).map(|nth| Piece::new(10 + 2 * u32::from(seat) + nth, Face::Back(Tint::Blue), "card")).collect()
        };
        Area::new(format!("hand/{seat}"), Layout::Fan).title("hand").seat(Seat(seat)).pieces(pieces)
    };
    let board = [
        ("K", Sign::Club, Tint::Black),
        ("Q", Sign::Diamond, Tint::Red),
        ("J", Sign::Spade, Tint::Black),
        ("2", Sign::Heart, Tint::Red),
    ];
    let board = board.iter().enumerate().map(|(id, (corner, sign, tint))| card(50 + id as u32, corner, *sign, *tint));
    let mut areas = vec![
        Area::new("deck", Layout::stack(40, Face::Back(Tint::Blue))).title("Deck"),
        Area::new("board", Layout::Row).title("Board").pieces(board),
        Area::new("pot", Layout::stack(350, Face::token(1, Tint::Red))).title("Pot"),
    ];
    for seat in 0..5 {
        areas.extend([hand(seat), chips(seat)]);
    }
    let prompt = Prompt::new(Seat(0), "Call, raise or fold")
        .button("fold", "Fold")
        .button("call", "Call 20")
        .button("raise", "Raise");
    let bet = Input::number("amount", "Raise to", 40, 500).step(5).proposed(60).mark(350, "Pot").mark(500, "All in");
    let trade = Input::counts("trade", "", vec![("wood".into(), 3), ("clay".into(), 2)], (2, 2));
    let suit = Input::pick("suit", "Suit", ["hearts", "spades"]);
    let told = [
        ActionText::new("fold").path(["fold"]),
        ActionText::new("call").path(["call"]),
        ActionText::new("raise").path([
            "raise".into(),
            bet.into(),
            suit.into(),
            stonehouse_plugin_api::Step::from(trade),
        ]),
    ];
    let choices = told.into_iter().enumerate().map(|(code, told)| Choice { action: Action(code as u32), told });
    (seats(Scene::new("").areas(areas).prompt(prompt), 5), choices.collect())
}

fn settlers() -> (Scene, Vec<Choice>) {
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
    let choices = paths
        .into_iter()
        .enumerate()
        .map(|(code, path)| Choice { action: Action(code as u32), told: ActionText::new("").path(path) });
    (seats(Scene::new("").areas(areas), 4), choices.collect())
}

fn faces() -> (Scene, Vec<Choice>) {
    use Shape::{Bishop, Cone, House, King, Knight, Meeple, Pawn, Queen, Ring, Road, Rook, Town};
    let figures = [Pawn, Rook, Knight, Bishop, Queen, King, Meeple, House, Town, Road, Ring, Cone];
    let figures = figures
        .iter()
        .enumerate()
        .map(|(id, shape)| Piece::new(id as u32, Face::figure(*shape, Tint::Seat(Seat((id % 6) as u8))), "figure"));
    let plain = [
        Face::Disc(Tint::Seat(Seat(0))),
        Face::Disc(Tint::Seat(Seat(1))),
        Face::Disc(Tint::Seat(Seat(2))),
        Face::Disc(Tint::Seat(Seat(3))),
        Face::Disc(Tint::Seat(Seat(4))),
        Face::Disc(Tint::Seat(Seat(5))),
        Face::Cube(Tint::Red),
        Face::Cube(Tint::Seat(Seat(4))),
        Face::Covered,
        Face::Plain,
        Face::picture("sun"),
        Face::picture("moon"),
        Face::token(12_500, Tint::Purple),
        Face::Stone(Tint::Green),
        Face::Stone(Tint::Clear),
        Face::Stone(Tint::Yellow),
    ];
    let plain = plain
        .into_iter()
        .enumerate()
        .map(|(id, face)| Piece::new(100 + id as u32, face, "a thing").label(if id % 5 == 3 { "7" } else { "" }));
    let signs = [
        Sign::Spade,
        Sign::Heart,
        Sign::Diamond,
        Sign::Club,
        Sign::Triangle,
        Sign::Square,
        Sign::Hexagon,
        Sign::Cross,
        Sign::Star,
        Sign::Disc,
    ];
    let tints = [
        Tint::Black,
        Tint::Red,
        Tint::Red,
        Tint::Black,
        Tint::Green,
        Tint::Yellow,
        Tint::Purple,
        Tint::Blue,
        Tint::Orange,
        Tint::Grey,
    ];
    let cards = signs.iter().zip(tints).enumerate().map(|(id, (sign, tint))| {
        let card = Card::new(["A", "10", "Q"][id % 3]).suit(*sign, tint);
        let card = if id == 4 { card.title("Surveyor").picture("sun") } else { card };
        let card = if id == 5 {
            card.title("Market").text("Draw two cards. You may trade one of them with the player on your left.")
        } else {
            card
        };
        let piece = Piece::new(200 + id as u32, card.into(), "card");
        match id {
            0 => piece.mark(Mark::Strong),
            1 => piece.mark(Mark::Last),
            2 => piece.turned(90.0),
            3 => piece.mark(Mark::Spent),
            6 => piece.turned(15.0),
            7 => piece.mark(Mark::Threatened),
            _ => piece,
        }
    });
    let back = Piece::new(300, Face::Back(Tint::White), "card").label("clue 3");
    let scene = Scene::new("").areas([
        Area::new("figures", Layout::Row).title("Figures").pieces(figures),
        Area::new("plain", Layout::Row).title("Others").pieces(plain),
        Area::new("cards", Layout::Row).title("Cards").pieces(cards.chain([back])),
        Area::new("spent", Layout::Spread)
            .title("0, broken")
            .mark(Mark::Spent)
            .pieces((0..3).map(|id| Piece::new(400 + id, Card::new("7").suit(Sign::Heart, Tint::Red).into(), "7"))),
        Area::new("meter", Layout::meter(7, 30)).title("Meter"),
        Area::new("many", Layout::meter(70, 300)).title("Meter"),
        Area::new("dial", Layout::meter(7, 12)).title("Dial").style("dial"),
        Area::new("tower", Layout::meter(4, 6)).title("Tower").style("tower"),
    ]);
    (seats(scene, 2), Vec::new())
}

fn ring() -> (Scene, Vec<Choice>) {
    let card = |id: u32, corner: &str, sign, tint| Piece::new(id, Card::new(corner).suit(sign, tint).into(), "card");
    // Seat 2 has led, seat 0 is to play.
    let trick = [("Q", Sign::Heart, Tint::Red), ("4", Sign::Heart, Tint::Red)];
    let trick = trick.into_iter().zip(1..).map(|((corner, sign, tint), id)| card(id, corner, sign, tint));
    let market = (0..8).map(|id| {
        let chip = Piece::new(20 + id, Face::token(i64::from(id) + 1, Tint::Seat(Seat((id % 4) as u8))), "chip");
        if id == 5 { chip.mark(Mark::Last) } else { chip }
    });
    let mut areas = vec![
        Area::new("trick", Layout::ring(4, 2)).title("Trick").pieces(trick),
        Area::new("market", Layout::ring(8, 0)).title("Rondel").pieces(market),
    ];
    for seat in 0..4_u8 {
        let hand = (0..5).map(|nth| {
            let id = 100 + u32::from(seat) * 10 + nth;
            if seat > 0 {
                return Piece::new(id, Face::Back(Tint::Blue), "card");
            }
            card(id, ["7", "9", "10", "K", "A"][nth as usize], Sign::Spade, Tint::Black).handle(format!("card/{nth}"))
        });
        areas.push(Area::new(format!("hand/{seat}"), Layout::Fan).title("hand").seat(Seat(seat)).pieces(hand));
    }
    (seats(Scene::new("").areas(areas), 4), choices(vec![vec!["card/0", "trick"], vec!["card/3", "trick"]]))
}

fn dominoes() -> (Scene, Vec<Choice>) {
    let tile = |id: u32, upper, lower| Piece::new(id, Face::domino(upper, lower, Tint::White), "domino");
    // A chain: doubles lie upright, the others across.
    let chain = [(6, 6), (6, 1), (1, 4), (4, 4), (4, 0), (0, 3), (3, 9), (9, 12)];
    let chain = chain.into_iter().zip(1..).map(|((left, right), id)| {
        let tile = tile(id, right, left);
        let tile = if left == right { tile } else { tile.turned(90.0) };
        if id == 8 { tile.mark(Mark::Last) } else { tile }
    });
    let hand = [(0, 0), (2, 5), (3, 3), (7, 8)];
    let hand =
        hand.into_iter().zip(20..).map(|((upper, lower), id)| tile(id, upper, lower).handle(format!("tile/{id}")));
    let colours = [Tint::Black, Tint::Red, Tint::Seat(Seat(2)), Tint::Yellow];
    let colours = colours.into_iter().zip(40..).map(|(tint, id)| {
        Piece::new(id, Face::domino(5, (id % 7) as u8, tint), "domino").turned(12.0 * (id - 40) as f32)
    });
    let scene = Scene::new("").areas([
        Area::new("chain", Layout::Row).title("The chain").pieces(chain),
        Area::new("colours", Layout::Row).title("Of other colours, turned").pieces(colours),
        Area::new("hand/0", Layout::Row).title("Your tiles").seat(Seat(0)).pieces(hand),
    ]);
    let paths = ["tile/20", "tile/21", "tile/22", "tile/23"].map(|tile| vec![tile, "chain"]).to_vec();
    (seats(scene, 2), choices(paths))
}

fn track() -> (Scene, Vec<Choice>) {
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
