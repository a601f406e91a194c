//! Reviews a match: by slider, keys and log, as any seat sees it, with playing on from any position.
//!
//! - this module: the screen, and its content
//! - `replay`: the match itself, on its own thread; `bars`: the bars around the table
//! - `share`: the match as text, and as an animated picture, which `film` takes and `gif` writes

mod bars;
mod film;
mod gif;
mod replay;
mod share;

use crate::as_text;
use crate::board::{Board, TableView};
use crate::leads::Lead;
use bars::LogScroll;
use egui::{Key, Modifiers, Response, Ui};
pub(crate) use replay::observers;
use replay::{ReplayActor, ReplayView};
use share::Sharing;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use stonehouse_engine::{Ending, Match, Player, Resignation, RulesFailure, Ruleset};
use stonehouse_plugin::{Observer, Seat};
use stonehouse_runtime::Choice;
use stonehouse_table::Textures;
use stonehouse_ui::worker::{Task, Worker};

/// How many actions the keys for pages go.
const PAGE: usize = 10;

/// A match on the screen, to be looked at.
pub struct Review {
    board: Board,
    replay: Worker<ReplayActor>,
    pending: Task<ReplayAnswer>,
    seed: u64,
    end: Option<Ending>,
    resignations: Vec<Resignation>,
    /// How many actions it has, and after how many of them it is shown.
    length: usize,
    at: usize,
    /// The observers that may be chosen, and the chosen one.
    observers: Vec<Observer>,
    observer: Observer,
    /// The position and the observer of the latest request.
    requested: Option<(usize, Observer)>,
    leads: Vec<Lead>,
    log_scroll: LogScroll,
    /// Whether people want to play on from here, once the replay is free.
    wants_to_play: bool,
    trouble: Option<String>,
    /// Whether the files of the game were changed since the match was played.
    precedes_edit: bool,
    sharing: Sharing,
    /// How long a frame waits for rules.
    timeout: Duration,
}

/// An answer of the replay.
enum ReplayAnswer {
    Seen(Box<Result<ReplayView, RulesFailure>>),
    Choices(Vec<Choice>),
}

/// A command that a person gives in the review.
pub enum ReviewCommand {
    /// Back to where it was opened.
    Leave,
    /// A new match that begins with these actions of this one.
    PlayOn(Continuation),
    /// Change the settings.
    Settings,
}

/// A match to be played on.
pub struct Continuation {
    /// The rules of the match.
    pub ruleset: Arc<Ruleset>,
    /// Its players.
    pub players: Vec<Player>,
    /// Its seed.
    pub seed: u64,
    /// The actions with which the new match begins.
    pub choices: Vec<Choice>,
}

impl Review {
    /// Looks at a match, at its end if it is over. A frame waits for rules no longer than `timeout`.
    pub fn new(current: Match, timeout: Duration) -> Self {
        let observers = observers(&current);
        // The person who plays here sees their own view of then.
        let own = current.players().iter().position(Player::is_person).map(|seat| Observer::Seat(Seat(seat as u8)));
        let observer = own.filter(|own| observers.contains(own)).unwrap_or(if current.end().is_some() {
            Observer::Referee
        } else {
            observers[0]
        });
        let mut review = Self {
            board: Board::new(&current),
            seed: current.seed(),
            end: current.end().cloned(),
            precedes_edit: current.precedes_edit(),
            resignations: current.resignations().to_vec(),
            length: current.len(),
            at: current.len(),
            observers,
            observer,
            replay: Worker::new("review", ReplayActor::new(current)),
            pending: Task::default(),
            requested: None,
            leads: Vec::new(),
            log_scroll: LogScroll::default(),
            wants_to_play: false,
            trouble: None,
            sharing: Sharing::default(),
            timeout,
        };
        review.request_view();
        review
    }

    /// The review before the action of this number, as this seat sees it, if that is allowed.
    #[must_use]
    pub fn before(mut self, number: usize, seat: Seat) -> Self {
        self.go(number.saturating_sub(1));
        let observer = Observer::Seat(seat);
        if self.observers.contains(&observer) {
            self.observer = observer;
        }
        self
    }

    /// The review with this folder for animated pictures.
    #[must_use]
    pub fn with_pictures(mut self, folder: Option<PathBuf>) -> Self {
        self.sharing.pictures_folder = folder;
        self
    }

    /// The review with the file of its match.
    #[must_use]
    pub fn with_record(mut self, file: PathBuf) -> Self {
        self.sharing.record = Some(file);
        self
    }

    /// The title of the match under review, in a few words.
    pub fn title(&self) -> String {
        crate::labels::game(self.board.ruleset().plugin())
    }

    /// Blocks until running rules are done: for tests and tools.
    pub fn wait(&mut self) {
        while self.pending.is_pending() {
            self.poll(Duration::MAX);
            self.request_view();
        }
    }

    /// Goes to where `played` actions were played.
    fn go(&mut self, played: usize) {
        // A picture that is being made has its own way through the match.
        if self.sharing.filming.is_none() {
            let at = played.min(self.length);
            self.sharing.dialog.is_copied &= at == self.at;
            self.at = at;
        }
    }

    /// Requests the view to be shown now, unless it is shown already or the replay is busy.
    fn request_view(&mut self) {
        let wanted = (self.at, self.observer);
        if !self.pending.is_pending() && self.requested != Some(wanted) {
            self.requested = Some(wanted);
            self.pending =
                self.replay.submit(move |replay| ReplayAnswer::Seen(Box::new(replay.view(wanted.0, wanted.1))));
            self.poll(self.timeout);
        }
    }

    /// Takes the answer of the replay, if it arrives in time. The actions of a match to be played on are returned.
    fn poll(&mut self, timeout: Duration) -> Option<Vec<Choice>> {
        match self.pending.poll(timeout)? {
            Ok(ReplayAnswer::Choices(choices)) => return Some(choices),
            Ok(ReplayAnswer::Seen(seen)) => match *seen {
                Ok(view) => {
                    self.trouble = None;
                    let ReplayView { scene, lines, leads } = view;
                    self.board.show(scene, Vec::new(), lines);
                    (self.leads, self.log_scroll) = (leads, LogScroll::to_action());
                }
                Err(failure) => self.trouble = Some(failure.to_string()),
            },
            Err(failure) => self.trouble = Some(failure.sentence().to_owned()),
        }
        None
    }

    /// Moves with the keys.
    fn keys(&mut self, ui: &Ui) {
        if ui.memory(|memory| memory.top_modal_layer().is_some()) || egui::Popup::is_any_open(ui.ctx()) {
            return;
        }
        let pressed = |key| ui.input_mut(|input| input.count_and_consume_key(Modifiers::NONE, key));
        let at = self.at;
        // With Shift they scroll a table that is shown as text.
        let pages = |key| if ui.input(|input| input.modifiers.shift) { 0 } else { pressed(key) };
        self.go(at + pressed(Key::ArrowRight) + PAGE * pages(Key::PageDown));
        self.go(self.at.saturating_sub(pressed(Key::ArrowLeft) + PAGE * pages(Key::PageUp)));
        if pressed(Key::Home) > 0 {
            self.go(0);
        }
        if pressed(Key::End) > 0 {
            self.go(self.length);
        }
    }

    /// Shows the review, its table as text if people want that.
    pub fn ui(&mut self, ui: &mut Ui, textures: &Textures, as_text: bool) -> Option<ReviewCommand> {
        let mut command = None;
        let choices = self.poll(Duration::ZERO);
        if self.board.retranslate() {
            self.requested = None;
        }
        if self.sharing.filming.is_none() {
            self.keys(ui);
        }
        self.show_for_film(ui);
        command = self.top_bar(ui).or(command);
        self.bottom_bar(ui);
        self.side(ui, textures);
        self.request_view();
        if self.wants_to_play && !self.pending.is_pending() {
            self.wants_to_play = false;
            let at = self.at;
            self.pending = self.replay.submit(move |replay| ReplayAnswer::Choices(replay.choices(at)));
        }
        let choices = choices.or_else(|| self.poll(self.timeout));
        self.pending.schedule_poll(ui);
        if let Some(choices) = choices {
            let (ruleset, players) = (Arc::clone(self.board.ruleset()), self.board.players().to_vec());
            command = Some(ReviewCommand::PlayOn(Continuation { ruleset, players, seed: self.seed, choices }));
        }
        // An animated picture is taken of the table itself, with the names and scores above it.
        let caption = if self.sharing.filming.is_some() { Some(self.film_caption(ui, textures)) } else { None };
        let table = if as_text && self.sharing.filming.is_none() { self.text(ui) } else { self.picture(ui, textures) };
        self.take_for_film(ui, caption.map_or(table.rect, |caption| caption.union(table.rect)));
        self.shared_window(ui);
        command
    }

    /// The table.
    fn picture(&mut self, ui: &mut Ui, textures: &Textures) -> Response {
        let viewer = if let Observer::Seat(seat) = self.observer { seat } else { Seat(0) };
        self.board.ui(ui, textures, &TableView { viewer, may_choose: false, pointed: None }).response
    }

    /// The table as text.
    fn text(&self, ui: &mut Ui) -> Response {
        let id = ("review text", self.board.id());
        as_text::paper(ui, id, Some(Modifiers::SHIFT), |ui| self.board.text_ui(ui, self.at)).response
    }
}
