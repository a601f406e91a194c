//! Several screens open at once, each in its own tab. A strip of tabs is shown on top as soon as there are two.
//!
//! A match in a tab that is not shown continues until a person is asked; one with clocks stops, as it does when it is
//! left.
//!
//! Dialogs belong to the tab that is shown, and no tab is changed while work for it is under way. A match behind
//! another tab is not drawn, only advanced (`Play::advance_in_background`): bots play on, since people would wait for
//! them otherwise, but nothing is answered for a person. One with clocks stops because nobody should lose time at a
//! table that they do not see, nor think about one that is covered. Files that changed meanwhile are read again when
//! the tab is shown.

use super::closing::Leaving;
use super::tab::Tab;
use super::{App, Screen};
use egui::{
    CornerRadius, CursorIcon, Frame, Id, Key, KeyboardShortcut, Margin, Modifiers, Panel, Rect, Response, RichText,
    Role, ScrollArea, Sense, Stroke, StrokeKind, TextStyle, TextWrapMode, Ui, Vec2, WidgetInfo, WidgetText, pos2, vec2,
};
use std::path::{Path, PathBuf};
use stonehouse_guest_protocol::InviteCode;
use stonehouse_language::tr;
use stonehouse_table::cues::Cue;
use stonehouse_ui::theme;

/// The most tabs.
const MAX_TABS: usize = 8;

const NEXT: KeyboardShortcut = KeyboardShortcut::new(Modifiers::CTRL, Key::Tab);
const BEFORE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::CTRL.plus(Modifiers::SHIFT), Key::Tab);
const CLOSE: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::W);
const NEW: KeyboardShortcut = KeyboardShortcut::new(Modifiers::COMMAND, Key::T);

/// The width of a tab, in points, at the least and at the most, and the height of the strip.
const WIDTH: (f32, f32) = (112.0, 250.0);
const HEIGHT: f32 = 28.0;
/// The width of the button that closes a tab.
const CROSS: f32 = 24.0;

/// All tabs: the one that is shown, and those beside it, in their order.
pub(super) struct Tabs {
    shown: Tab,
    left: Vec<Tab>,
    right: Vec<Tab>,
}

impl Tabs {
    /// One tab, with this screen.
    pub const fn new(screen: Screen) -> Self {
        Self { shown: Tab::new(screen), left: Vec::new(), right: Vec::new() }
    }

    /// The tab that is shown.
    pub const fn shown(&self) -> &Tab {
        &self.shown
    }

    pub const fn shown_mut(&mut self) -> &mut Tab {
        &mut self.shown
    }

    /// The screen of the tab that is shown.
    pub const fn screen(&self) -> &Screen {
        self.shown.screen()
    }

    pub const fn screen_mut(&mut self) -> &mut Screen {
        self.shown.screen_mut()
    }

    /// All tabs, from left to right.
    pub fn iter(&self) -> impl Iterator<Item = &Tab> {
        self.left.iter().chain([&self.shown]).chain(&self.right)
    }

    pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut Tab> {
        self.left.iter_mut().chain([&mut self.shown]).chain(&mut self.right)
    }

    /// The tabs beside the one that is shown.
    pub fn others_mut(&mut self) -> impl Iterator<Item = &mut Tab> {
        self.left.iter_mut().chain(&mut self.right)
    }

    fn count(&self) -> usize {
        self.left.len() + 1 + self.right.len()
    }

    /// The place of the one that is shown.
    fn here(&self) -> usize {
        self.left.len()
    }

    /// The records of the matches that are open in the tabs beside the one that is shown.
    pub fn open_records(&self) -> Vec<PathBuf> {
        let others = self.left.iter().chain(&self.right);
        others.filter_map(Tab::record).collect()
    }

    /// Notes that the files as the tabs beside this one read them are out of date.
    pub fn others_are_stale(&mut self) {
        self.others_mut().for_each(|tab| tab.is_stale = true);
    }

    /// The place of another tab like this.
    fn place_of(&self, is: impl Fn(&Tab) -> bool) -> Option<usize> {
        let left = self.left.iter().position(&is);
        left.or_else(|| self.right.iter().position(is).map(|place| self.left.len() + 1 + place))
    }

    /// Shows the tab at this place. Returns whether it is another one.
    fn turn_to(&mut self, place: usize) -> bool {
        if place == self.here() || place >= self.count() {
            return false;
        }
        self.shown.stop_clocks();
        while self.left.len() > place
            && let Some(tab) = self.left.pop()
        {
            self.right.insert(0, std::mem::replace(&mut self.shown, tab));
        }
        while self.left.len() < place && !self.right.is_empty() {
            let tab = self.right.remove(0);
            self.left.push(std::mem::replace(&mut self.shown, tab));
        }
        true
    }

    /// Shows this screen in a new tab, to the right of the one that was shown.
    fn begin(&mut self, screen: Screen) {
        self.shown.stop_clocks();
        self.left.push(std::mem::replace(&mut self.shown, Tab::new(screen)));
    }

    /// Closes a tab beside the one that is shown, unless it asks first.
    fn close_other(&mut self, place: usize, of_clocks: bool) -> bool {
        let (tabs, place) = match place.checked_sub(self.left.len() + 1) {
            None => (&mut self.left, place),
            Some(place) => (&mut self.right, place),
        };
        let closes = tabs.get(place).is_some_and(|tab| !tab.asks_to_close(of_clocks));
        if closes {
            tabs.remove(place);
        }
        closes
    }

    /// Closes the one that is shown, unless it is the only one.
    fn close_shown(&mut self) -> bool {
        let next = if self.right.is_empty() { self.left.pop() } else { Some(self.right.remove(0)) };
        next.map(|next| self.shown = next).is_some()
    }

    fn keys(&self, ui: &Ui) -> Option<TabCommand> {
        let pressed = |keys| ui.input_mut(|input| input.consume_shortcut(keys));
        let (here, count) = (self.left.len(), self.count());
        // Before the keys without Shift, which these include.
        if pressed(&BEFORE) {
            Some(TabCommand::TurnTo((here + count - 1) % count))
        } else if pressed(&NEXT) {
            Some(TabCommand::TurnTo((here + 1) % count))
        } else if !ui.ctx().text_edit_focused() && pressed(&CLOSE) {
            Some(TabCommand::Close(here))
        } else {
            pressed(&NEW).then_some(TabCommand::New)
        }
    }

    fn strip(&self, ui: &mut Ui, is_free: bool) -> Option<TabCommand> {
        let mut action = None;
        let scale = theme::scale(ui);
        let colours = theme::colours(ui);
        let frame = Frame::new().fill(theme::darker(colours.paper, 0.08)).inner_margin(Margin {
            left: 8,
            right: 8,
            top: 4,
            bottom: 0,
        });
        let count = self.count();
        Panel::top("tabs").frame(frame).show_separator_line(false).show(ui, |ui| {
            ui.add_enabled_ui(is_free, |ui| {
                let width = (ui.available_width() / count as f32 - 4.0).clamp(WIDTH.0 * scale, WIDTH.1 * scale);
                ScrollArea::horizontal().id_salt("tabs").auto_shrink([false, true]).show(ui, |ui| {
                    ui.horizontal(|ui| {
                        ui.spacing_mut().item_spacing.x = 4.0;
                        for (place, tab) in self.iter().enumerate() {
                            let is_here = place == self.left.len();
                            let size = vec2(width, HEIGHT * scale);
                            action = head(ui, tab, place, is_here, size).or(action.take());
                        }
                    });
                });
            });
        });
        action
    }
}

/// A person's action on the tabs.
enum TabCommand {
    TurnTo(usize),
    Close(usize),
    New,
}

impl App {
    /// The strip of tabs, if there are several, and its keys. Matches in tabs that are not shown continue.
    pub(super) fn show_tabs(&mut self, ui: &mut Ui) {
        let mut your_turn = false;
        for tab in self.tabs.others_mut() {
            match tab.screen_mut() {
                Screen::Play(play) => {
                    play.advance_in_background(ui);
                    your_turn |= play.take_sounds().contains(&Cue::YourTurn);
                }
                Screen::Guest(guest) => {
                    guest.advance_in_background(ui.ctx());
                    your_turn |= guest.take_sounds().contains(&Cue::YourTurn);
                }
                _ => {}
            }
        }
        if your_turn {
            self.preferences.play(&[Cue::YourTurn]);
        }
        // Whatever is over the screen belongs to this tab.
        let is_free = !self.work.is_running() && ui.memory(|memory| memory.top_modal_layer().is_none());
        let mut action = if is_free { self.tabs.keys(ui) } else { None };
        if self.tabs.count() > 1 {
            action = self.tabs.strip(ui, is_free).or(action);
        }
        let Some(action) = action else { return };
        match action {
            TabCommand::TurnTo(place) => self.turn_to(place),
            TabCommand::Close(place) => self.ask_to_close(place),
            TabCommand::New => self.new_tab(),
        }
        // The keyboard was on something of the tab that was shown before.
        ui.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
        ui.request_repaint();
    }

    /// Shows the tab at this place.
    pub(super) fn turn_to(&mut self, place: usize) {
        if self.tabs.turn_to(place) {
            self.refresh_shown();
        }
    }

    /// Updates the tab with the changes since it was last shown.
    fn refresh_shown(&mut self) {
        let is_stale = std::mem::take(&mut self.tabs.shown_mut().is_stale);
        match self.tabs.screen_mut() {
            Screen::Launcher(_) if is_stale => self.renew_launcher(),
            Screen::Launcher(launcher) => launcher.refresh(self.tempo.frame_timeout),
            Screen::History(history) => history.refresh(),
            _ if is_stale => self.show_changes(),
            _ => {}
        }
    }

    /// Makes room for a match that is about to be shown: if one is played in this tab, it stays there, and another tab
    /// is begun.
    pub(super) fn make_room(&mut self) {
        if self.tabs.shown().is_taken() {
            let launcher = self.new_launcher(None);
            self.tabs.begin(launcher);
        }
    }

    /// Whether there may be one more tab; if not, a message is shown.
    fn has_room(&mut self) -> bool {
        let has_room = self.tabs.count() < MAX_TABS;
        if !has_room {
            let text = tr!(
                "{most} tabs are open, and no more are possible. Close one of them, and try again.",
                most = MAX_TABS
            );
            self.show_error(&text);
        }
        has_room
    }

    /// Whether a match can be opened: in this tab, or in another one. If not, a message is shown.
    pub(super) fn can_open_match(&mut self) -> bool {
        !self.tabs.shown().is_taken() || self.has_room()
    }

    /// Shows the launcher in its own tab: the existing one, or a new one.
    pub(super) fn new_tab(&mut self) {
        if matches!(self.tabs.screen(), Screen::Launcher(_)) {
            return;
        }
        let launcher = |tab: &Tab| matches!(tab.screen(), Screen::Launcher(_));
        if let Some(place) = self.tabs.place_of(launcher) {
            self.turn_to(place);
        } else if self.has_room() {
            self.library.reload_texts();
            let launcher = self.new_launcher(None);
            self.tabs.begin(launcher);
        }
    }

    /// Shows the tab in which the match of this record is open, if there is one.
    pub(super) fn turn_to_record(&mut self, file: &Path) -> bool {
        let place = self.tabs.place_of(|tab| tab.record().as_deref() == Some(file));
        if let Some(place) = place {
            self.turn_to(place);
        }
        place.is_some()
    }

    /// Shows the tab in which the table with this code is open, if there is one.
    pub(super) fn turn_to_table(&mut self, code: InviteCode) -> bool {
        let place = self.tabs.place_of(|tab| tab.guest().is_some_and(|guest| guest.code() == code));
        if let Some(place) = place {
            self.turn_to(place);
        }
        place.is_some()
    }

    /// Closes a tab, or shows it and asks first where leaving asks.
    fn ask_to_close(&mut self, place: usize) {
        let asks = self.preferences.settings().confirm_leaving;
        if self.tabs.close_other(place, asks) {
            return;
        }
        self.turn_to(place);
        if !self.tabs.shown().asks_to_close(asks) {
            self.close_tab();
        } else if let Screen::Workshop(workshop) = self.tabs.screen_mut() {
            if !workshop.asks_before_leaving() {
                self.close_tab();
            }
        } else if self.tabs.shown().workshop().is_some() {
            self.back_to_workshop();
        } else {
            self.closing.ask_to_leave(Leaving::Close);
        }
    }

    /// Leaves the screens above the workshop that is open in this tab.
    pub(super) fn back_to_workshop(&mut self) {
        while self.tabs.shown().workshop().is_some() && !matches!(self.tabs.screen(), Screen::Workshop(_)) {
            self.go_back();
        }
    }

    /// Closes the tab that is shown. The last one shows the launcher then.
    pub(super) fn close_tab(&mut self) {
        if self.tabs.close_shown() {
            self.refresh_shown();
        } else if !matches!(self.tabs.screen(), Screen::Launcher(_)) {
            self.open_launcher();
        }
    }

    /// Closes this launcher if another tab shows one.
    pub(super) fn join_launchers(&mut self) {
        let is_launcher = |tab: &Tab| matches!(tab.screen(), Screen::Launcher(_));
        let Screen::Launcher(launcher) = self.tabs.screen() else { return };
        if self.tabs.place_of(is_launcher).is_none() {
            return;
        }
        let unfolded = launcher.shows_variants_of().map(str::to_owned);
        self.close_tab();
        if let Some(place) = self.tabs.place_of(is_launcher) {
            self.turn_to(place);
        }
        if matches!(self.tabs.screen(), Screen::Launcher(_)) {
            let launcher = self.new_launcher(unfolded);
            self.tabs.shown_mut().show(launcher);
        }
    }
}

/// A tab of the strip.
fn head(ui: &mut Ui, tab: &Tab, place: usize, is_here: bool, size: Vec2) -> Option<TabCommand> {
    let (scale, colours) = (theme::scale(ui), theme::colours(ui));
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let middle = rect.right() - CROSS * scale;
    let face = Rect::from_min_max(rect.min, pos2(middle, rect.bottom()));
    let cross = Rect::from_min_max(pos2(middle, rect.top()), rect.max);
    let id = Id::unique(("tab", place));
    let title = tab.title();
    // The screen itself shows the state of its tab.
    let (note, waits) = if is_here { (None, false) } else { tab.status() };
    let name = note.map_or_else(|| title.clone(), |note| format!("{title}: {note}"));
    let enabled = ui.is_enabled();
    let response = ui.interact(face, id, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Tab, enabled, is_here, &name));
    let closing = ui.interact(cross, id.with("close"), Sense::click());
    closing.widget_info(|| WidgetInfo::labeled(Role::Button, enabled, tr!("Close {tab}", tab = title)));
    let near = response.hovered() || response.has_focus();
    let corners = CornerRadius { nw: 8, ne: 8, sw: 0, se: 0 };
    if is_here {
        ui.painter().rect_filled(rect, corners, colours.paper);
        let edge = rect.left() + 8.0..=rect.right() - 8.0;
        ui.painter().hline(edge, rect.top() + 1.0, Stroke::new(2.0, colours.accent));
    } else if near || closing.hovered() {
        ui.painter().rect_filled(rect, corners, colours.card_hover);
    }
    let outline = |response: &Response| {
        if response.has_focus() {
            ui.painter().rect_stroke(
                response.rect.shrink(1.0),
                4.0,
                Stroke::new(2.0, colours.accent),
                StrokeKind::Inside,
            );
        }
    };
    let mut left = face.left() + 9.0 * scale;
    if waits {
        ui.painter().circle_filled(pos2(left + 4.0 * scale, face.center().y), 4.0 * scale, colours.turn);
        left += 14.0 * scale;
    }
    let ink = if is_here || waits { colours.ink } else { colours.ink_soft };
    // The dot marks that it is a person's turn; the text has the rest.
    let shown = if waits { title.clone() } else { name.clone() };
    let text = WidgetText::from(RichText::new(shown).text_style(theme::small()));
    let galley = text.into_galley(ui, Some(TextWrapMode::Truncate), face.right() - left, TextStyle::Body);
    ui.painter().galley(pos2(left, face.center().y - galley.size().y / 2.0), galley, ink);
    let arm = 3.5 * scale;
    let stroke = Stroke::new(1.5, if closing.hovered() { colours.ink } else { colours.ink_soft });
    for way in [-1.0, 1.0] {
        let across = vec2(arm, arm * way);
        ui.painter().line_segment([cross.center() - across, cross.center() + across], stroke);
    }
    outline(&response);
    outline(&closing);
    theme::keep_in_sight(&response);
    theme::keep_in_sight(&closing);
    if is_here && has_changed(ui, place) {
        response.scroll_to_me(None);
    }
    let closes = closing.on_hover_text(tr!("Close this tab (Ctrl+W): a match is kept")).clicked();
    let tip = if waits { &name } else { &title };
    let chosen = response.on_hover_text(tip).on_hover_cursor(CursorIcon::PointingHand).clicked();
    if closes { Some(TabCommand::Close(place)) } else { chosen.then_some(TabCommand::TurnTo(place)) }
}

/// Whether the tab at another place was shown in the last frame: then this one has to be scrolled into view.
fn has_changed(ui: &Ui, place: usize) -> bool {
    let last = Id::unique("the tab that is shown");
    ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or(last, usize::MAX), place)) != place
}
