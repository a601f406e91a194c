//! A scene as text. Everything in it is printed; parts of the contract that are unknown here are a question mark.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use stonehouse_plugin::Text;
use stonehouse_plugin::scene::{
    Area, Cell, Cells, Face, Ground, Layout, Mark, Outline, Piece, Row, Scene, Sheet, SheetCell, Stacking, Tally,
};

/// Prints the scenes of one match, and keeps the looks of the pieces, and the tips that were printed.
pub struct Printed {
    names: Vec<String>,
    looks: BTreeSet<String>,
    tips: RefCell<BTreeSet<String>>,
}

impl Printed {
    /// `names` are the names of the seats in the rules.
    pub fn new(names: Vec<String>) -> Self {
        Self { names, looks: BTreeSet::new(), tips: RefCell::default() }
    }

    pub fn fill(&self, text: &Text) -> String {
        assert_eq!(text.template_errors(), [""; 0], "{text:?}");
        text.fill(&self.names)
    }

    /// The scores, the prompt, the piece that is held, and how many choices there are.
    pub fn prompt(&self, scene: &Scene, choices: usize) -> String {
        let prompt = scene.prompt.as_ref().unwrap();
        let scores: Vec<String> =
            scene.seats.iter().map(|panel| panel.score.map_or("-".into(), |score| score.to_string())).collect();
        let mut text = format!("[{}] {}", scores.join(", "), self.fill(&prompt.text));
        for arrow in &scene.arrows {
            write!(text, " ({} for {}", arrow.from, arrow.to).unwrap();
            if arrow.text != prompt.text {
                write!(text, ": {}", self.fill(&arrow.text)).unwrap();
            }
            text.push(')');
        }
        if !prompt.at.is_empty() {
            write!(text, " at {}", prompt.at).unwrap();
        }
        if let Some(held) = prompt.holds {
            write!(text, " holding {held}").unwrap();
        }
        let buttons: Vec<String> =
            prompt.buttons.iter().map(|button| self.with_tip(self.fill(&button.text), &button.tip)).collect();
        let buttons = if buttons.is_empty() { String::new() } else { format!(": {}", buttons.join(", ")) };
        write!(text, " [{choices}{buttons}]").unwrap();
        text
    }

    /// How a hand was counted, unless it is the one numbered `counted`.
    pub fn tally(&mut self, tally: Option<&Tally>, counted: &mut u32) -> String {
        let Some(tally) = tally.filter(|tally| tally.number != *counted) else { return String::new() };
        *counted = tally.number;
        let columns = self.all(&tally.sheet.columns);
        let head = format!("{} ({columns}): {}", self.fill(&tally.title), self.fill(&tally.reason));
        format!("\n{head}\n{}\n", self.rows(&tally.sheet))
    }

    /// The table.
    pub fn table(&mut self, scene: &Scene) -> String {
        let mut text = format!("{}\n", self.fill(&scene.status));
        for area in &scene.areas {
            let indent = if area.inside.is_empty() { "    " } else { "        " };
            text += &self.area(area, indent);
        }
        for panel in &scene.seats {
            let mut notes = vec![panel.score.map_or("-".into(), |score| score.to_string())];
            notes.extend(panel.notes.iter().map(|note| self.fill(note)));
            notes.extend(panel.tint.map(|tint| tint.to_string()));
            notes.extend(panel.out.then(|| "out".to_owned()));
            writeln!(text, "    {}: {}", self.names[panel.seat.index()], notes.join(", ")).unwrap();
        }
        for lit in &scene.lit {
            let tint = lit.tint.map_or(String::new(), |tint| format!(" {tint}"));
            let apart = if lit.apart { " apart" } else { "" };
            let handles = lit.handles.join(" ");
            writeln!(text, "    lit{tint}{apart}: {} ({handles})", self.fill(&lit.text)).unwrap();
        }
        text
    }

    /// The looks of all things, in alphabetical order.
    pub fn looks(&self) -> String {
        let looks = self.looks.iter().fold("\n".to_owned(), |text, look| text + "look: " + look + "\n");
        self.tips.borrow().iter().fold(looks, |text, tip| text + "tip: " + tip + "\n")
    }

    fn area(&mut self, area: &Area, indent: &str) -> String {
        let title = if area.title.is_empty() { area.handle.clone() } else { self.fill(&area.title) };
        let layout = match &area.layout {
            Layout::Cells(_) | Layout::Row | Layout::Stack(_) | Layout::Meter(_) => None,
            Layout::Spread => Some("spread"),
            Layout::Fan => Some("fan"),
            Layout::Panel(panel) if panel.across => Some("across"),
            Layout::Panel(_) => Some("column"),
            Layout::Sheet(_) => Some("sheet"),
            _ => Some("?"),
        };
        let style = if area.style.is_empty() { None } else { Some(area.style.as_str()) };
        let seat = area.seat.filter(|_| area.inside.is_empty()).map(|seat| self.names[seat.index()].as_str());
        let notes: Vec<&str> = [layout, style, seat].into_iter().flatten().collect();
        let notes = if notes.is_empty() { String::new() } else { format!(" ({})", notes.join(", ")) };
        let mut head = format!("{indent}{title}{notes}");
        head += &braces(area.marks.iter().map(|mark| marked(*mark).to_owned()));
        self.with_tip(title.clone(), &area.tip);
        let pieces = if let Layout::Cells(_) = area.layout { String::new() } else { self.pieces(&area.pieces) };
        let pieces = if pieces.is_empty() { pieces } else { format!(" {pieces}") };
        match &area.layout {
            Layout::Cells(cells) => format!("{head}\n{}", self.board(area, cells, indent)),
            Layout::Stack(stack) => format!("{head}: {} of {}{pieces}\n", stack.count, self.look(&stack.face)),
            Layout::Meter(meter) => format!("{head}: {} of {}{pieces}\n", meter.reached, meter.steps),
            Layout::Sheet(sheet) => format!("{head}: {}\n{}", self.all(&sheet.columns), self.rows(sheet)),
            _ => format!("{head}:{pieces}\n"),
        }
    }

    /// A board whose cells are in rows and columns, as such; any other as a list. Then the looks of its cells.
    fn board(&mut self, area: &Area, board: &Cells, indent: &str) -> String {
        let mut text = String::new();
        let even = |cell: &Cell| cell.at.iter().all(|at| at.fract() == 0.0 && (0.0..100.0).contains(at));
        if board.cells.iter().all(even) {
            let most = |part: usize| board.cells.iter().map(|cell| cell.at[part] as usize).max().unwrap_or(0);
            for row in 0..=most(1) {
                let marks: Vec<String> = (0..=most(0))
                    .map(|col| {
                        let cell = board.cells.iter().find(|cell| cell.at == [col as f32, row as f32]);
                        cell.map_or(" ".to_owned(), |cell| self.mark(area, cell))
                    })
                    .collect();
                writeln!(text, "{indent}{}", marks.join(" ").trim_end()).unwrap();
            }
        } else {
            for cell in board.cells.iter().filter(|cell| !cell.handle.is_empty()) {
                let on: Vec<Piece> = area.pieces.iter().filter(|piece| piece.on == cell.handle).cloned().collect();
                writeln!(text, "{indent}{}: {}", self.fill(&cell.name), self.pieces(&on)).unwrap();
            }
        }
        let mut looks = BTreeMap::new();
        for cell in &board.cells {
            *looks.entry(self.cell(cell)).or_insert(0) += 1;
        }
        let ground = match board.ground {
            Ground::Wood => "wood",
            Ground::Cloth => "cloth",
            Ground::Paper => "paper",
            Ground::None => "nothing",
            _ => "?",
        };
        let mut notes = vec![format!("on {ground}")];
        notes.extend(looks.into_iter().map(|(look, count)| format!("{count} {look}")));
        notes.extend(board.labels.iter().map(|label| format!("{} at {:?}", self.fill(&label.text), label.at)));
        notes.extend(board.lines.iter().map(|line| format!("line {:?} {:?} {}", line.points, line.tint, line.width)));
        notes.extend((!board.picture.is_empty()).then(|| board.picture.clone()));
        notes.extend(board.bounds.map(|bounds| format!("within {bounds:?}")));
        text + indent + &notes.join(", ") + "\n"
    }

    /// The piece on a cell: a letter for the topmost one, a large one where it is marked.
    fn mark(&mut self, area: &Area, cell: &Cell) -> String {
        if cell.handle.is_empty() {
            return "+".to_owned();
        }
        let on: Vec<&Piece> = area.pieces.iter().filter(|piece| piece.on == cell.handle).collect();
        for piece in &on {
            self.look(&piece.face);
        }
        let Some(piece) = on.last() else { return "·".to_owned() };
        let letter: String = self.fill(&piece.name).chars().take(1).collect();
        let count: u32 = on.iter().map(|piece| piece.count).sum();
        let letter = if piece.marks.is_empty() { letter } else { letter.to_uppercase() };
        if count == 1 { letter } else { format!("{letter}{count}") }
    }

    fn cell(&self, cell: &Cell) -> String {
        let outline = match &cell.outline {
            Outline::Circle(radius) => format!("circles {radius}"),
            Outline::Square(side) => format!("squares {side}"),
            Outline::Hexagon(radius) => format!("hexagons {radius}"),
            Outline::FlatHexagon(radius) => format!("flat hexagons {radius}"),
            Outline::Polygon(corners) => format!("polygons {corners:?}"),
            Outline::Edge { to, width } => format!("edges to {to:?} {width}"),
            Outline::Crossing(radius) => format!("crossings {radius}"),
            _ => "?".to_owned(),
        };
        let stacking = match cell.stacking {
            Stacking::Pile => String::new(),
            Stacking::Share => " shared".to_owned(),
            Stacking::Spread(step) => format!(" spread {step:?}"),
            _ => " ?".to_owned(),
        };
        let tint = cell.tint.map_or(String::new(), |tint| format!(" {tint}"));
        let label = if cell.label.is_empty() { String::new() } else { format!(" {}", self.fill(&cell.label)) };
        self.with_tip(self.fill(&cell.name), &cell.tip);
        format!("{outline}{stacking}{tint}{label}")
    }

    fn rows(&mut self, sheet: &Sheet) -> String {
        sheet.rows.iter().map(|row| self.row(row)).collect()
    }

    fn row(&mut self, row: &Row) -> String {
        let name: Vec<String> = [self.fill(&row.name)]
            .into_iter()
            .chain(row.seat.map(|seat| seat.to_string()))
            .filter(|name| !name.is_empty())
            .collect();
        let cell = |cell: &SheetCell| {
            let handle = if cell.handle.is_empty() { String::new() } else { format!(" {}", cell.handle) };
            let marks = braces(cell.marks.iter().map(|mark| marked(*mark).to_owned()));
            self.fill(&cell.text) + &handle + &marks
        };
        let cells: Vec<String> = row.cells.iter().map(cell).collect();
        let strong = if row.strong { ", strong" } else { "" };
        format!("    {}: {} ({}){strong}\n", name.join(" "), self.pieces(&row.pieces), cells.join(", "))
    }

    fn pieces(&mut self, pieces: &[Piece]) -> String {
        pieces.iter().map(|piece| self.piece(piece)).collect::<Vec<_>>().join(", ")
    }

    fn piece(&mut self, piece: &Piece) -> String {
        self.look(&piece.face);
        let count = if piece.count == 1 { String::new() } else { format!("{} ", piece.count) };
        let mut notes: Vec<String> = piece.marks.iter().map(|mark| marked(*mark).to_owned()).collect();
        notes.extend((piece.shift != [0.0; 2]).then(|| format!("shifted {:?}", piece.shift)));
        notes.extend((piece.turn != 0.0).then(|| format!("turned {}", piece.turn)));
        notes.extend((piece.size != 1.0).then(|| format!("sized {}", piece.size)));
        notes.extend((!piece.label.is_empty()).then(|| self.fill(&piece.label)));
        count + &self.with_tip(self.fill(&piece.name), &piece.tip) + &braces(notes)
    }

    /// A face in words, which are also kept.
    fn look(&mut self, face: &Face) -> String {
        let words = match face {
            Face::Stone(tint) => format!("stone {tint}"),
            Face::Disc(tint) => format!("disc {tint}"),
            Face::Cube(tint) => format!("cube {tint}"),
            Face::Figure(figure) => format!("{:?} {}", figure.shape, figure.tint),
            Face::Die(die) => {
                let shows = die.shows.map_or("nothing".to_owned(), |shows| shows.to_string());
                format!("die of {} {} shows {shows}", die.sides, die.tint)
            }
            Face::Token(token) => {
                let value = token.value.map_or(String::new(), |value| format!(" {value}"));
                format!("token{value} {}", token.tint)
            }
            Face::Card(card) => {
                let suit = card.suit.map_or(String::new(), |suit| format!("{:?} {}", suit.sign, suit.tint));
                let words = [self.fill(&card.title), card.picture.clone(), self.fill(&card.text)];
                let words = [&[card.corner.clone(), suit], &words[..]].concat();
                format!("card {}", words.into_iter().filter(|word| !word.is_empty()).collect::<Vec<_>>().join(", "))
            }
            Face::Back(tint) => format!("back {tint}"),
            Face::Covered => "covered".to_owned(),
            Face::Picture(picture) => format!("picture {} {} {}", picture.asset, picture.tint, picture.aspect),
            Face::Plain => "plain".to_owned(),
            _ => "?".to_owned(),
        };
        self.looks.insert(words.clone());
        words
    }

    fn all(&self, texts: &[Text]) -> String {
        texts.iter().map(|text| self.fill(text)).collect::<Vec<_>>().join(", ")
    }

    /// The name of a thing; its tip is kept.
    fn with_tip(&self, name: String, tip: &Text) -> String {
        if !tip.is_empty() {
            self.tips.borrow_mut().insert(format!("{name}: {}", self.fill(tip)));
        }
        name
    }
}

fn marked(mark: Mark) -> &'static str {
    match mark {
        Mark::Last => "last",
        Mark::Strong => "strong",
        Mark::Known => "known",
        Mark::Spent => "spent",
        Mark::Threatened => "threatened",
        _ => "?",
    }
}

/// " {one, two}", or nothing.
fn braces(notes: impl IntoIterator<Item = String>) -> String {
    let notes: Vec<String> = notes.into_iter().collect();
    if notes.is_empty() { String::new() } else { format!(" {{{}}}", notes.join(", ")) }
}
