//! A walk over every text that is shown: for a host in another language.

use super::{Area, Cells, Face, Layout, Piece, Scene, Sheet};
use crate::choice::InputKind;
use crate::{ActionText, PathStep, Text};

/// A function that is called with each text and may change it.
type Change<'a> = dyn FnMut(&mut Text) + 'a;

impl Scene {
    /// Calls `change` with every text of the scene, not with those within a text.
    pub fn each_text(&mut self, change: &mut Change<'_>) {
        change(&mut self.status);
        self.areas.iter_mut().for_each(|area| area.each_text(change));
        self.seats.iter_mut().flat_map(|panel| &mut panel.notes).for_each(&mut *change);
        if let Some(prompt) = &mut self.prompt {
            change(&mut prompt.text);
            for button in &mut prompt.buttons {
                change(&mut button.text);
                change(&mut button.tip);
            }
        }
        self.lit.iter_mut().for_each(|lit| change(&mut lit.text));
        self.arrows.iter_mut().for_each(|arrow| change(&mut arrow.text));
        if let Some(tally) = &mut self.tally {
            change(&mut tally.title);
            tally.sheet.each_text(change);
            change(&mut tally.reason);
        }
    }
}

impl Area {
    fn each_text(&mut self, change: &mut Change<'_>) {
        change(&mut self.title);
        change(&mut self.tip);
        self.pieces.iter_mut().for_each(|piece| piece.each_text(change));
        match &mut self.layout {
            Layout::Cells(cells) => cells.each_text(change),
            Layout::Sheet(sheet) => sheet.each_text(change),
            Layout::Stack(stack) => stack.face.each_text(change),
            _ => {}
        }
    }
}

impl Cells {
    fn each_text(&mut self, change: &mut Change<'_>) {
        for cell in &mut self.cells {
            change(&mut cell.name);
            change(&mut cell.label);
            change(&mut cell.tip);
        }
        self.labels.iter_mut().for_each(|label| change(&mut label.text));
    }
}

impl Sheet {
    fn each_text(&mut self, change: &mut Change<'_>) {
        self.columns.iter_mut().for_each(&mut *change);
        for row in &mut self.rows {
            change(&mut row.name);
            row.pieces.iter_mut().for_each(|piece| piece.each_text(change));
            row.cells.iter_mut().for_each(|cell| change(&mut cell.text));
        }
    }
}

impl Piece {
    fn each_text(&mut self, change: &mut Change<'_>) {
        change(&mut self.name);
        change(&mut self.label);
        change(&mut self.tip);
        self.face.each_text(change);
    }
}

impl Face {
    fn each_text(&mut self, change: &mut Change<'_>) {
        if let Self::Card(card) = self {
            change(&mut card.title);
            change(&mut card.text);
        }
    }
}

impl ActionText {
    /// Calls `change` with every text of the description: the phrase for the log, and the questions of inputs.
    pub fn each_text(&mut self, change: &mut Change<'_>) {
        change(&mut self.text);
        change(&mut self.gain);
        for step in self.paths.iter_mut().flatten() {
            let PathStep::Input(input) = step else { continue };
            change(&mut input.label);
            match &mut input.kind {
                InputKind::Number(number) => number.marks.iter_mut().for_each(|(_, mark)| change(mark)),
                InputKind::Pick(words) => words.iter_mut().for_each(&mut *change),
                InputKind::Counts(counts) => counts.of.iter_mut().for_each(|(what, _)| change(what)),
                InputKind::Unknown => {}
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Button, Card, Cell, Label, Prompt, Row, SeatPanel, Tally};
    use crate::{Input, Seat};
    use serde_json::Value;

    /// A scene with a text in every place that has one.
    fn scene() -> Scene {
        let card = Face::Card(Card { title: "text".into(), text: "text".into(), ..Card::default() });
        let mut piece = Piece::new(1, card, "text").label("text").tip("text");
        piece.handle = "handle".into();
        let cell = Cell::new("cell", "text", [0.0; 2]).label("text").tip("text");
        let mut cells = Cells::new([cell]);
        cells.labels = vec![Label { at: [0.0; 2], text: "text".into() }];
        let mut row = Row::new("text");
        row.pieces = vec![piece.clone()];
        row.cells = vec!["text".into()];
        let mut sheet = Sheet::new(["text"]);
        sheet.rows = vec![row];
        let area = |layout| Area::new("area", layout).title("text").tip("text").pieces([piece.clone()]);
        let button = Button { handle: "button".into(), text: "text".into(), tip: "text".into() };
        Scene {
            status: "text".into(),
            areas: vec![area(Layout::Cells(cells)), area(Layout::Sheet(sheet.clone())), area(Layout::Row)],
            seats: vec![SeatPanel { notes: vec!["text".into()], ..SeatPanel::default() }],
            prompt: Some(Prompt { text: "text".into(), buttons: vec![button], ..Prompt::default() }),
            lit: vec![crate::scene::Lit { text: "text".into(), ..Default::default() }],
            arrows: vec![crate::scene::Arrow { text: "text".into(), ..Default::default() }],
            tally: Some(Tally::new(1, "text", sheet, "text")),
        }
    }

    fn left(value: &Value) -> usize {
        match value {
            Value::String(words) => usize::from(words == "text"),
            Value::Array(values) => values.iter().map(left).sum(),
            Value::Object(fields) => fields.values().map(left).sum(),
            _ => 0,
        }
    }

    #[test]
    fn every_text_of_a_scene_is_changed_and_nothing_else() {
        let mut changed = scene();
        let (mut count, texts) = (0, left(&serde_json::to_value(&changed).unwrap()));
        changed.each_text(&mut |text| {
            count += usize::from(text.key() == "text");
            *text = "changed".into();
        });
        assert_eq!((count, left(&serde_json::to_value(&changed).unwrap())), (texts, 0));
        assert!(changed.areas.iter().all(|area| area.handle == "area"));
    }

    #[test]
    fn every_text_of_an_action_is_changed() {
        let inputs = [
            Input::number("amount", "text", 1, 9),
            Input::pick("word", "text", ["text", "text"]),
            Input::counts("cards", "text", vec![("text".into(), 2)], (0, 2)),
        ];
        let mut action = ActionText::new("text").gain("text").path(inputs.map(PathStep::Input));
        action.each_text(&mut |text| *text = crate::text!("{player}", player = Seat(0)));
        assert_eq!(left(&serde_json::to_value(&action).unwrap()), 0);
    }
}
