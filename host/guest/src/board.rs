//! The table, drawn as in the window, and what is below it: a form of values, or the buttons of the prompt.

use egui::{CentralPanel, Frame, Ui, Vec2};
use stonehouse_guest_protocol::{LogLine, OfferedAction};
use stonehouse_language::translate;
use stonehouse_plugin::{Scene, Seat};
use stonehouse_runtime::{Choice, DescribedAction};
use stonehouse_table::recent_changes::Latest;
use stonehouse_table::{PromptRow, Table, Textures, View, in_room};
use stonehouse_ui::pictures::{AssetSource, Pictures};

/// A view as it is drawn. The scene has to be [checked](Scene::check).
#[derive(Default)]
pub struct BoardView {
    /// The scene.
    pub scene: Scene,
    /// The actions of which one can be chosen.
    pub actions: Vec<DescribedAction>,
    /// The seat at the lower edge.
    pub viewer: Seat,
    /// The names of the players, by seat.
    pub names: Vec<String>,
    /// The labels on the players' areas of the table: the names, unless others are set.
    pub places: Vec<String>,
    /// How many actions were played.
    played: usize,
    /// The seat of the last one, its text, and the outcomes of chance after it.
    last: Option<(Seat, String, Vec<String>)>,
}

impl BoardView {
    /// The view of a seat, with the actions that are offered to it and the log so far.
    pub fn new(scene: Scene, offered: &[OfferedAction], log: &[LogLine], viewer: Seat, names: Vec<String>) -> Self {
        let described = |offered: &OfferedAction| DescribedAction {
            action: offered.action,
            description: offered.description.clone(),
        };
        Self {
            scene,
            actions: offered.iter().map(described).collect(),
            viewer,
            played: log.len(),
            last: log.last().map(|line| {
                let rolled = line.rolled.iter().map(|text| translate(text, &names)).collect();
                (line.seat, translate(&line.text, &names), rolled)
            }),
            places: names.clone(),
            names,
        }
    }
}

/// A guest's table on the screen.
#[derive(Default)]
pub struct GuestBoard {
    table: Table,
    pictures: Pictures,
    shown: BoardView,
    revision: u64,
    row: PromptRow,
}

impl GuestBoard {
    /// Shows this view from now on; what has changed moves.
    pub fn show(&mut self, next: BoardView) {
        let latest = match &next.last {
            Some((seat, text, rolled)) => {
                let rolled = rolled.iter().map(String::as_str).collect();
                Latest { played: next.played, by: Some(*seat), text, rolled }
            }
            None => Latest { played: 0, by: None, text: "", rolled: Vec::new() },
        };
        self.table.note(&next.scene, next.viewer, &latest);
        self.table.set_actions(&next.actions);
        self.table.repeat_first_touch(&next.scene);
        self.revision += 1;
        self.shown = next;
    }

    /// Draws pictures from this source; those that were missing are looked for again.
    pub fn set_pictures(&mut self, source: impl AssetSource + 'static) {
        self.pictures = Pictures::new(source);
    }

    /// The scene that is shown.
    pub const fn scene(&self) -> &Scene {
        &self.shown.scene
    }

    /// The actions of which one can be chosen.
    pub fn actions(&self) -> &[DescribedAction] {
        &self.shown.actions
    }

    /// The labels on the players' areas of the table.
    pub fn places(&self) -> &[String] {
        &self.shown.places
    }

    /// How many points a seat has gained since its last turn.
    pub fn gained(&self, seat: Seat) -> i64 {
        self.table.gained(seat)
    }

    /// Whether something was touched, and another touch is needed.
    pub fn is_picking(&self) -> bool {
        self.table.is_picking()
    }

    /// Chooses an action, or opens the form of its values.
    pub fn choose(&mut self, place: usize) -> Option<Choice> {
        let chosen = self.table.choose(self.shown.actions.get(place)?, &self.shown.actions);
        self.close(chosen)
    }

    /// Shows the table in the room that is left, with the row below it, and returns the choice that was made. After
    /// one, no other can be made until the next view. A room smaller than `least` is scrolled.
    pub fn ui(&mut self, ui: &mut Ui, textures: &Textures, least: Vec2) -> Option<Choice> {
        let chosen = self.bar(ui);
        let on_table = CentralPanel::default().frame(Frame::NONE).show(ui, |ui| {
            let BoardView { scene, actions, viewer, names, places, .. } = &self.shown;
            let view = View {
                scene,
                revision: self.revision,
                viewer: *viewer,
                names,
                places,
                pictures: &self.pictures,
                may_choose: !actions.is_empty(),
                pointed: None,
            };
            in_room(ui, least, |ui| self.table.show(ui, textures, &view, actions))
        });
        self.close(chosen.or(on_table.inner))
    }

    /// Whether an action was chosen whose values have to be entered.
    pub const fn has_form(&self) -> bool {
        self.table.form().is_some()
    }

    /// Shows the form of values, and returns the action with them once they are entered.
    pub fn form_ui(&mut self, ui: &mut Ui) -> Option<Choice> {
        let chosen = self.table.form_ui(ui, &self.shown.names);
        self.close(chosen)
    }

    /// The row below the table.
    fn bar(&mut self, ui: &mut Ui) -> Option<Choice> {
        let mut row = std::mem::take(&mut self.row);
        row.note(
            self.has_form() || Table::prompt_below(&self.shown.scene).is_some_and(|prompt| !prompt.buttons.is_empty()),
        );
        let chosen = row.ui(ui, |ui| if self.shown.actions.is_empty() { None } else { self.below(ui) });
        self.row = row;
        chosen
    }

    /// The form of values, or the buttons of the prompt.
    fn below(&mut self, ui: &mut Ui) -> Option<Choice> {
        if self.has_form() {
            return self.table.form_ui(ui, &self.shown.names);
        }
        let prompt = Table::prompt_below(&self.shown.scene)?;
        let may_press = self.table.may_press(ui);
        let touched = self.table.prompt_buttons(ui, prompt, may_press, &self.shown.names)?;
        self.table.touch(&touched, &self.shown.actions)
    }

    /// Offers nothing more once something was chosen, until the host has answered.
    fn close(&mut self, chosen: Option<Choice>) -> Option<Choice> {
        if chosen.is_some() {
            self.shown.actions.clear();
            self.table.set_actions(&[]);
        }
        chosen
    }
}
