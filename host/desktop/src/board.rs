//! The board: the part that a match and a review share, which is the table, its scene, the log, and the players.

use crate::log::LogLine;
use crate::match_words;
use crate::{as_text, labels, names};
use egui::{CentralPanel, Color32, FontId, Frame, Image, InnerResponse, RichText, Stroke, Ui, Vec2, vec2};
use std::sync::Arc;
use std::time::{Duration, Instant};
use stonehouse_engine::{Ending, Match, Player, Ruleset};
use stonehouse_language::{MadeIn, tr};
use stonehouse_plugin::scene::Tint;
use stonehouse_plugin::{Scene, Seat};
use stonehouse_runtime::{Choice, DescribedAction};
use stonehouse_table::changes::Places;
use stonehouse_table::in_room;
use stonehouse_table::inputs::InputForm;
use stonehouse_table::recent_changes::Latest;
use stonehouse_table::{Table, Textures, View};
use stonehouse_ui::pictures::Pictures;
use stonehouse_ui::theme;

/// The smallest size at which a table is laid out, in points: in a smaller window it scrolls.
pub(crate) const MIN_TABLE: Vec2 = vec2(560.0, 400.0);

/// A match as it is shown.
pub(crate) struct Board {
    table: Table,
    ruleset: Arc<Ruleset>,
    players: Vec<Player>,
    /// The names of the players, by seat: no two alike.
    names: Vec<String>,
    /// The labels on their areas of the table: name and seat.
    places: Vec<String>,
    pictures: Pictures,
    shown: BoardContent,
    /// When the board was opened. Every board has its own, and so it serves as an id.
    opened: Instant,
    /// The language of all these texts.
    made_in: MadeIn,
}

/// The content of the board. It is updated after every change, not in every frame.
#[derive(Default)]
struct BoardContent {
    revision: u64,
    scene: Scene,
    actions: Vec<DescribedAction>,
    lines: Vec<LogLine>,
    /// Whether it has been shown in a frame.
    was_shown: bool,
}

/// The state with which the table is drawn: the viewer, whether an action may be chosen, and the highlights.
pub(crate) struct TableView<'a> {
    /// The seat at the lower edge.
    pub viewer: Seat,
    pub may_choose: bool,
    /// The places that are pointed at from elsewhere, such as from the log.
    pub pointed: Option<&'a Places>,
}

impl Board {
    /// The board of a match, on which nothing is shown yet.
    pub fn new(current: &Match) -> Self {
        let (ruleset, players) = (Arc::clone(current.ruleset()), current.players().to_vec());
        Self {
            table: Table::default(),
            names: names::distinct(&players, ruleset.seating()),
            places: names::places(&players, ruleset.seating()),
            pictures: Pictures::new(Arc::clone(ruleset.rules())),
            ruleset,
            players,
            shown: BoardContent::default(),
            opened: Instant::now(),
            made_in: MadeIn::now(),
        }
    }

    /// Renews the names if the language of the window has changed. Returns whether it has: then the scene and the log
    /// are out of date.
    pub fn retranslate(&mut self) -> bool {
        let has_changed = self.made_in.has_changed();
        if has_changed {
            self.names = names::distinct(&self.players, self.ruleset.seating());
            self.places = names::places(&self.players, self.ruleset.seating());
        }
        has_changed
    }

    /// Notes a scene on the table, so that the changes since then are shown.
    pub fn note(&mut self, scene: &Scene, viewer: Seat, lines: &[LogLine]) {
        self.table.note(scene, viewer, &latest(lines));
    }

    /// Shows this from now on.
    pub fn show(&mut self, scene: Scene, actions: Vec<DescribedAction>, lines: Vec<LogLine>) {
        self.table.set_actions(&actions);
        self.table.repeat_first_touch(&scene);
        self.shown = BoardContent { revision: self.shown.revision + 1, scene, actions, lines, was_shown: false };
    }

    /// Whether the scene has been shown in a frame.
    pub const fn was_shown(&self) -> bool {
        self.shown.was_shown
    }

    /// Notes that the scene is shown in this frame. Returns whether it has been in one before.
    pub const fn mark_shown(&mut self) -> bool {
        std::mem::replace(&mut self.shown.was_shown, true)
    }

    /// The tooltip of the button for a match of the same players.
    pub fn rematch_tip(&self) -> &'static str {
        if self.ruleset.has_series() {
            tr!("The same players, a new deal: the next match of the series")
        } else {
            tr!("The same players, a new deal")
        }
    }

    /// The tooltip of the button for a match of the same players in other seats.
    pub fn swap_tip(&self) -> &'static str {
        if self.ruleset.has_series() {
            tr!("The same players, each in the next seat: the next match of the series")
        } else {
            tr!("The same players, each in the next seat")
        }
    }

    /// Continues under this ruleset. Returns whether it is another one.
    pub fn set_ruleset(&mut self, ruleset: Arc<Ruleset>) -> bool {
        let is_new = !Arc::ptr_eq(&self.ruleset, &ruleset);
        self.ruleset = ruleset;
        is_new
    }

    pub const fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    pub fn players(&self) -> &[Player] {
        &self.players
    }

    /// The names of the players, by seat: no two alike.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    pub fn name(&self, seat: Seat) -> &str {
        &self.names[seat.index()]
    }

    /// The labels on the players' areas of the table: name and seat.
    pub fn places(&self) -> &[String] {
        &self.places
    }

    pub const fn pictures(&self) -> &Pictures {
        &self.pictures
    }

    pub const fn scene(&self) -> &Scene {
        &self.shown.scene
    }

    /// The number of the scene: 0 before the first one.
    pub const fn revision(&self) -> u64 {
        self.shown.revision
    }

    /// The choices of the person at this screen.
    pub fn described_actions(&self) -> &[DescribedAction] {
        &self.shown.actions
    }

    pub fn lines(&self) -> &[LogLine] {
        &self.shown.lines
    }

    /// Distinguishes this board from all others.
    pub const fn id(&self) -> Instant {
        self.opened
    }

    /// The game and its variant.
    pub fn title(&self) -> String {
        format!("{} · {}", labels::game(self.ruleset.plugin()), labels::variant(self.ruleset.variant()))
    }

    /// Whether the game shows points.
    pub fn has_points(&self) -> bool {
        self.shown.scene.seats.iter().any(|panel| panel.score.is_some())
    }

    /// The result of the match, in a sentence.
    pub fn ending(&self, end: &Ending) -> String {
        match_words::ending(end, &self.names, self.ruleset.seating(), self.has_points())
    }

    /// The colour of a seat.
    pub fn tint(&self, seat: Seat) -> Option<Tint> {
        self.shown.scene.seats.get(seat.index()).and_then(|panel| panel.tint)
    }

    /// A line of the log with the name of its player: "Anna: plays a card".
    pub fn sentence(&self, line: &LogLine) -> String {
        line.seat.map_or_else(|| line.text.clone(), |seat| format!("{}: {}", self.name(seat), line.text))
    }

    /// Shows the table, and returns the choice on it.
    pub fn ui(&mut self, ui: &mut Ui, textures: &Textures, view: &TableView<'_>) -> InnerResponse<Option<Choice>> {
        let view = View {
            scene: &self.shown.scene,
            revision: self.shown.revision,
            viewer: view.viewer,
            names: &self.names,
            places: &self.places,
            pictures: &self.pictures,
            may_choose: view.may_choose,
            pointed: view.pointed,
        };
        CentralPanel::default()
            .frame(Frame::NONE)
            .show(ui, |ui| in_room(ui, MIN_TABLE, |ui| self.table.show(ui, textures, &view, &self.shown.actions)))
    }

    /// Shows no table in this frame: changes are not shown later either.
    pub fn discard_changes(&mut self) {
        self.table.discard_changes();
    }

    /// Shows the next scene at once: nothing flies to its place.
    pub fn skip_animations(&mut self) {
        self.table = Table::default();
    }

    /// How many points a seat has gained since its last turn.
    pub fn gained(&self, seat: Seat) -> i64 {
        self.table.gained(seat)
    }

    /// Refuses every choice until the next scene is shown.
    pub fn close_actions(&mut self) {
        self.table.set_actions(&[]);
    }

    /// Whether something was touched, and another touch is needed.
    pub fn is_picking(&self) -> bool {
        self.table.is_picking()
    }

    /// Chooses the choice at this place, or asks for its values.
    pub fn choose(&mut self, place: usize) -> Option<Choice> {
        self.table.choose(self.shown.actions.get(place)?, &self.shown.actions)
    }

    /// The form for the values of an action that was chosen.
    pub const fn form(&self) -> Option<&InputForm> {
        self.table.form()
    }

    /// Shows the form of values, and returns the action with them once they are given.
    pub fn form_ui(&mut self, ui: &mut Ui) -> Option<Choice> {
        self.table.form_ui(ui, &self.names)
    }

    /// Shows why the game does not accept these values, or that it does.
    pub fn judge_form(&mut self, values: Vec<i64>, why_not: Option<String>) {
        self.table.judge_form(values, why_not);
    }

    /// Whether the prompt is shown on the table, beside its subject.
    pub fn has_question_on_table(&self) -> bool {
        Table::has_question_on_table(&self.shown.scene)
    }

    /// Whether buttons are shown below the table, or would be, were it the turn of a person.
    pub fn has_buttons(&self) -> bool {
        Table::prompt_below(&self.shown.scene).is_some_and(|prompt| !prompt.buttons.is_empty())
    }

    /// Shows the buttons of the prompt, and returns the choice with them.
    pub fn prompt_buttons(&mut self, ui: &mut Ui) -> Option<Choice> {
        let may = self.table.may_press(ui);
        let prompt = Table::prompt_below(&self.shown.scene)?;
        let touched = self.table.prompt_buttons(ui, prompt, may, &self.names)?;
        self.table.touch(&touched, &self.shown.actions)
    }

    /// Shows the log up to the action of this number and the scene as text.
    pub fn text_ui(&self, ui: &mut Ui, last: usize) {
        let lines = self.shown.lines.iter().take_while(|line| line.number.is_none_or(|number| number <= last));
        as_text::log(ui, lines, |line| self.sentence(line));
        as_text::scene(ui, &self.shown.scene, &self.names, &self.places);
    }
}

/// The width of the column for the numbers of a log, in points, up to this number.
pub(crate) fn number_width(ui: &Ui, most: usize) -> f32 {
    let small = theme::font(ui, &theme::small());
    ui.fonts_mut(|fonts| fonts.glyph_width(&small, '0')) * most.to_string().len() as f32 + 1.0
}

/// A stone of this colour, in a line of text.
pub(crate) fn stone(ui: &mut Ui, textures: &Textures, tint: Option<Tint>, size: f32) {
    if let Some(tint) = tint {
        let sized = egui::load::SizedTexture::new(textures.stone(ui.ctx(), tint), vec2(size, size));
        let shown = ui.add(Image::from_texture(sized).tint(Color32::WHITE));
        // A black stone on a dark panel, and a white one on a light panel, need an edge.
        let edge = Stroke::new(1.0, theme::colours(ui).edge);
        ui.painter().circle_stroke(shown.rect.center(), size * 0.5, edge);
    }
}

/// The time that a player has left.
pub(crate) fn clock_label(ui: &mut Ui, left: Duration, runs: bool) {
    let short = left < Duration::from_mins(1);
    let colour = if short {
        theme::colours(ui).alarm
    } else if runs {
        theme::colours(ui).ink
    } else {
        theme::colours(ui).ink_soft
    };
    ui.label(RichText::new(match_words::clock(left)).font(FontId::proportional(20.0 * theme::scale(ui))).color(colour))
        .on_hover_text(tr!("Time left"));
}

/// The latest action of a log.
fn latest(lines: &[LogLine]) -> Latest<'_> {
    let place = lines.iter().rposition(|line| line.number.is_some());
    let last = place.and_then(|place| lines.get(place));
    let after = place.and_then(|place| lines.get(place + 1..)).unwrap_or_default();
    Latest {
        played: last.and_then(|line| line.number).unwrap_or_default(),
        by: last.and_then(|line| line.seat),
        text: last.map_or("", |line| &line.text),
        rolled: after.iter().take_while(|line| line.is_rolled).map(|line| line.text.as_str()).collect(),
    }
}
