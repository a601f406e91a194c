//! Above the table: a bar with commands, a banner that states whose turn it is, and proposals to be answered.

use super::host_server::HostedTable;
use super::{ConnectionStatus, GuestCommand, GuestQuestion, GuestScreen, words};
use egui::{
    Align, Area, Button, Frame, Id, Key, KeyboardShortcut, Label, Layout, Margin, Modifiers, Order, Panel, Rect,
    RichText, Role, Ui, WidgetInfo,
};
use stonehouse_guest_protocol::{FromGuest, Proposal, SeatHolder, View};
use stonehouse_language::{tr, translate};
use stonehouse_plugin::text;
use stonehouse_ui::theme::{self, LineEnd};

/// Below this width, in points, most commands are in a menu.
const TIGHT: f32 = 760.0;

const UNDO: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::Z);

impl GuestScreen {
    /// The bar with commands.
    pub(super) fn top_bar(&mut self, ui: &mut Ui) -> Option<GuestCommand> {
        let mut command = None;
        Panel::top("guest bar").frame(theme::bar_frame(ui)).show(ui, |ui| {
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.set_max_height(30.0 * theme::scale(ui));
                let is_tight = ui.available_width() < TIGHT * theme::scale(ui);
                let end = LineEnd::of(ui, "commands");
                end.before(ui, |ui| {
                    let why = match (&self.hosted, self.state.view().and_then(|view| view.you)) {
                        (Some(_), _) => tr!("The table is closed; it can be opened again from the launcher"),
                        (None, Some(_)) => tr!("Your seat is kept: sit down again from the launcher"),
                        (None, None) => tr!("Back to the launcher"),
                    };
                    if ui.button(tr!("Leave")).on_hover_text(why).clicked() {
                        command = Some(GuestCommand::Leave);
                    }
                    let more = ui.button("+");
                    more.widget_info(|| WidgetInfo::labeled(Role::Button, true, tr!("New tab")));
                    if more.on_hover_text(tr!("The launcher beside this match, which stays open (Ctrl+T)")).clicked() {
                        command = Some(GuestCommand::NewTab);
                    }
                    self.heading(ui);
                });
                end.show(ui, |ui| {
                    let undo = self.undo_button(ui);
                    if is_tight {
                        ui.menu_button(tr!("Menu"), |ui| command = self.commands(ui).or(command.take()));
                    } else {
                        command = self.commands(ui).or(command.take());
                    }
                    if undo {
                        self.propose(Proposal::Undo);
                    }
                });
            });
        });
        command
    }

    fn heading(&self, ui: &mut Ui) {
        let title = self.state.table().map_or_else(|| self.title(), words::title);
        let shown = ui.add(Label::new(RichText::new(title).text_style(theme::title())).truncate());
        if let Some(table) = self.state.table().filter(|table| !table.rules.is_empty()) {
            shown.on_hover_text(words::rules(table).join("\n"));
        }
    }

    /// Whether the guest has a seat in a match that goes on, and has not resigned.
    fn plays(&self) -> bool {
        let Some((view, seat)) = self.state.view().and_then(|view| Some((view, view.you?))) else { return false };
        let resigned = view.seats.get(seat.index()).is_some_and(|state| state.holder == SeatHolder::Resigned);
        view.scene.is_some() && view.end.is_none() && !resigned
    }

    /// Whether an undo is proposed, by its button or its keys.
    fn undo_button(&self, ui: &mut Ui) -> bool {
        if !self.plays() {
            return false;
        }
        let has_played = !self.state.log().is_empty();
        let pressed = ui.input_mut(|input| input.consume_shortcut(&UNDO));
        let undo = ui.add_enabled(has_played, Button::new(tr!("Undo")));
        let hint = tr!("Take the last action back, if the others agree (Ctrl+Z)");
        let undo = undo.on_hover_text(hint).on_disabled_hover_text(tr!("Nothing was played yet"));
        undo.clicked() || pressed && has_played
    }

    /// The commands that go into a menu where the bar has no room for them.
    fn commands(&mut self, ui: &mut Ui) -> Option<GuestCommand> {
        if let Some(club) = &self.club
            && ui.button(tr!("Tables")).on_hover_text(tr!("Back to the list of tables")).clicked()
        {
            let club = club.clone();
            self.go_to(club);
        }
        if self.state.table().is_some() {
            let link = self.hosted.as_ref().map_or_else(|| self.connection.link().clone(), HostedTable::link);
            let invite = ui.button(tr!("Invite"));
            if invite.on_hover_text(tr!("The link with which others come to this table")).clicked() {
                let reach = self.hosted.as_ref().map(HostedTable::reach);
                self.invitation.open(link, reach);
            }
            if self.state.view().is_some_and(|view| view.you.is_some()) {
                ui.menu_button(tr!("Table"), |ui| self.requests(ui));
            }
        }
        let settings = ui.button(tr!("Settings")).on_hover_text(tr!("Colours, language, size of text, pace (Ctrl+,)"));
        settings.clicked().then_some(GuestCommand::Settings)
    }

    /// The requests that a guest with a seat can make at the table now.
    fn requests(&mut self, ui: &mut Ui) {
        let plays = self.plays();
        let Some(view) = self.state.view() else { return };
        let (has_bots, clocks_run) = (has(view, SeatHolder::Agent), view.left_ms.is_some() && !view.is_paused);
        let has_gap = has(view, SeatHolder::Away) || has(view, SeatHolder::Free);
        let (mut proposed, mut question) = (None, None);
        if plays {
            let draw = ui.add_enabled(!has_bots, Button::new(tr!("Offer a draw")));
            if draw.on_disabled_hover_text(tr!("Bots agree to no draw")).clicked() {
                proposed = Some(Proposal::Draw);
            }
            if view.left_ms.is_some() && ui.add_enabled(clocks_run, Button::new(tr!("Stop the clocks"))).clicked() {
                proposed = Some(Proposal::Pause);
            }
            if has_gap && ui.button(tr!("Let a bot play where nobody is")).clicked() {
                proposed = Some(Proposal::StandIn);
            }
            if ui.button(tr!("Resign…")).clicked() {
                question = Some(GuestQuestion::Resign);
            }
        }
        let leave = ui.button(tr!("Leave the seat…"));
        if leave.on_hover_text(tr!("Somebody else can take it, and you watch")).clicked() {
            question = Some(GuestQuestion::LeaveSeat);
        }
        // A click anywhere closes the menu, a key does not.
        if proposed.is_some() || question.is_some() {
            ui.close();
        }
        self.question = question.or(self.question);
        if let Some(proposal) = proposed {
            self.propose(proposal);
        }
    }

    /// The banner: whose turn it is and what to do, or how the match ended.
    pub(super) fn banner(&mut self, ui: &mut Ui) -> Option<GuestCommand> {
        let mut command = None;
        let frame = Frame::new().fill(theme::GREEN).inner_margin(Margin::symmetric(16, 9));
        Panel::top("guest banner").frame(frame).show_separator_line(false).show(ui, |ui| {
            let height = 36.0 * theme::scale(ui);
            ui.allocate_ui_with_layout(
                egui::vec2(ui.available_width(), height),
                Layout::left_to_right(Align::Center),
                |ui| {
                    ui.spacing_mut().interact_size.y = height;
                    let end = LineEnd::of(ui, "guest banner end");
                    end.before(ui, |ui| {
                        let text = RichText::new(self.banner_text()).text_style(theme::title()).color(theme::LIGHT);
                        ui.add(Label::new(text).truncate());
                    });
                    end.show(ui, |ui| command = self.banner_end(ui));
                },
            );
        });
        command
    }

    /// Whether there is more to state than what the lobby does.
    pub(super) fn shows_banner(&self) -> bool {
        self.state.view().is_some_and(|view| view.scene.is_some() || view.failure.is_some())
    }

    /// Notices over the upper edge of the table, which does not move: trouble with the connection, the reason why the
    /// last request changed nothing, and a proposal to be answered.
    pub(super) fn notices(&mut self, ui: &Ui, felt: Rect) {
        let area = Area::new(Id::unique("guest notices")).order(Order::Middle).fixed_pos(felt.min);
        area.show(ui.ctx(), |ui| {
            ui.set_width(felt.width());
            self.trouble(ui);
            self.proposal(ui);
        });
    }

    /// The trouble with the connection, or the reason why the last request changed nothing.
    fn trouble(&mut self, ui: &mut Ui) {
        let has_ended = matches!(self.connection.status(), ConnectionStatus::Ended(_));
        let trouble = match self.connection.status() {
            ConnectionStatus::Connecting => Some(tr!("Connecting…").to_owned()),
            ConnectionStatus::Connected => None,
            ConnectionStatus::Lost(why) => Some(tr!("{why} Trying again…", why = words::sentence(why))),
            ConnectionStatus::Ended(why) => Some(why.clone()),
        };
        let is_refusal = trouble.is_none();
        let Some(text) = trouble.or_else(|| self.connection.refusal().map(str::to_owned)) else { return };
        let (mut again, mut close) = (false, false);
        let text = RichText::new(text).color(theme::colours(ui).alarm);
        notice(ui, text, |ui| {
            again = has_ended && ui.button(tr!("Try again")).clicked();
            close = is_refusal && ui.button(tr!("Close")).clicked();
        });
        if close {
            self.connection.close_refusal();
        }
        if again {
            self.connection.reconnect();
        }
    }

    fn banner_text(&self) -> String {
        let (Some(table), Some(view)) = (self.state.table(), self.state.view()) else { return String::new() };
        if let Some(failure) = &view.failure {
            return words::reason(failure);
        }
        if let Some(end) = &view.end {
            return words::ending(end, table, view, self.shown.names());
        }
        if self.shown.board().is_picking() {
            return tr!("{question} (Esc to go back)", question = words::turn(view, self.shown.names()));
        }
        words::turn(view, self.shown.names())
    }

    /// After the end of a match: another one.
    fn banner_end(&mut self, ui: &mut Ui) -> Option<GuestCommand> {
        let view = self.state.view()?;
        if view.end.is_none() && view.failure.is_none() {
            return None;
        }
        let mut command = None;
        let record = self.hosted.as_ref().and_then(HostedTable::record);
        if let Some(record) = record.filter(|_| view.end.is_some())
            && ui.button(tr!("Review")).on_hover_text(tr!("Look at the match again")).clicked()
        {
            command = Some(GuestCommand::Review(record));
        }
        if view.you.is_some() {
            if ui.button(tr!("Play again")).on_hover_text(tr!("If the others agree")).clicked() {
                self.propose(Proposal::Rematch);
            }
            let hint = tr!("Each player one seat further, if the others agree");
            if ui.button(tr!("Play again, other seats")).on_hover_text(hint).clicked() {
                self.propose(Proposal::SwapSeats);
            }
        }
        command
    }

    /// A proposal of somebody else, until it is answered.
    fn proposal(&mut self, ui: &mut Ui) {
        let Some(open) = self.state.proposal() else { return };
        let by = crate::names::display_name(&open.by);
        let text =
            translate(&text!("{name} proposes to {what}.", name = by, what = open.text.clone()), self.shown.names());
        let mut agrees = None;
        notice(ui, RichText::new(text).strong(), |ui| {
            if theme::primary(ui, tr!("Agree")).clicked() {
                agrees = Some(true);
            }
            if ui.button(tr!("Do not agree")).clicked() {
                agrees = Some(false);
            }
        });
        if let Some(agrees) = agrees.filter(|_| self.connection.is_made())
            && let Some(open) = self.state.take_proposal()
        {
            self.send(FromGuest::Answer { id: open.id, agrees });
        }
    }

    /// The question before something that cannot be undone.
    pub(super) fn question_ui(&mut self, ui: &Ui) {
        let Some(question) = self.question else { return };
        let (title, text, yes) = match question {
            GuestQuestion::Resign => {
                let sides = self.state.table().zip(self.state.view()).map(|(table, view)| words::sides(table, view));
                let then = if sides == Some(2) {
                    tr!("The other side wins.")
                } else {
                    tr!("The others play on, and a bot in your place.")
                };
                (tr!("Resign?"), then, tr!("Resign"))
            }
            GuestQuestion::LeaveSeat => {
                (tr!("Leave the seat?"), tr!("Somebody else can take it. You go on watching."), tr!("Leave the seat"))
            }
        };
        let (mut yes_clicked, mut no) = (false, false);
        let body = |(): &mut (), ui: &mut Ui| {
            ui.label(RichText::new(title).text_style(theme::title()));
            ui.add(Label::new(text).wrap());
        };
        let modal = theme::dialog(ui.ctx(), "guest question", 420.0, &mut (), body, |(), ui| {
            no = theme::primary(ui, tr!("Go on playing")).clicked();
            yes_clicked = ui.button(yes).clicked();
        });
        if yes_clicked {
            self.send(match question {
                GuestQuestion::Resign => FromGuest::Resign,
                GuestQuestion::LeaveSeat => FromGuest::Stand,
            });
        }
        if yes_clicked || no || modal.should_close() {
            self.question = None;
        }
    }
}

/// A sentence on a card, with buttons below it.
fn notice(ui: &mut Ui, text: RichText, buttons: impl FnOnce(&mut Ui)) {
    let frame = theme::card_frame(ui).inner_margin(Margin::symmetric(16, 8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.add(Label::new(text).wrap());
        ui.horizontal_wrapped(buttons);
    });
}

/// Whether a seat has such a holder.
fn has(view: &View, holder: SeatHolder) -> bool {
    view.seats.iter().any(|seat| seat.holder == holder)
}
