//! The table: draws a scene, and turns touches on it into an action.
//!
//! It contains nothing for a particular game: the scene and the paths of the legal actions define the positions, the
//! names and the places that can be touched.
//!
//! | module | contents |
//! |---|---|
//! | this one | [`Table`]: one frame of it, from the layout to the action that was chosen |
//! | `view` | what is shown, and the piece in a hand |
//! | [`layout`] | where everything is |
//! | [`looks`] | how layouts and faces look, a file for each |
//! | `paint`, `marks`, `signs`, [`textures`] | paints all of it; highlights and symbols around and on it; wood, cloth, glass |
//! | [`spot`], `touch` | the places on the table; each one made known to pointer, keyboard and assistive technology |
//! | [`pick`] | turns touches into an action |
//! | `drag`, `keyboard`, `buttons` | other ways to touch: drag and drop, arrow keys, buttons of a prompt |
//! | `widgets` | buttons with the gain of their action |
//! | `prompt_row` | the row of buttons below the table |
//! | `prompts`, [`inputs`] | prompts on the table; forms for the values that an action takes |
//! | [`motion`] | animates moving pieces |
//! | [`changes`], [`recent_changes`] | differences between two scenes; changes since a person's own last action |
//! | [`cues`] | the sounds for the differences between two scenes |
//! | [`spoken`], `words` | a scene as text; its pieces in words |
//! | `still` | a scene to look at, without touches |

mod buttons;
pub mod changes;
pub mod cues;
mod drag;
pub mod inputs;
mod keyboard;
pub mod layout;
pub mod looks;
mod marks;
pub mod motion;
mod paint;
pub mod pick;
mod prompt_row;
mod prompts;
pub mod recent_changes;
mod signs;
pub mod spoken;
pub mod spot;
mod still;
pub mod textures;
mod touch;
mod view;
mod widgets;
mod words;

use drag::Drag;
use egui::{Key, Rect, ScrollArea, Sense, Ui, Vec2};
use inputs::{InputAnswer, InputForm};
use keyboard::Keyboard;
use layout::{SceneLayout, Wanted};
use looks::Canvas;
use motion::Motion;
use paint::Painting;
use pick::{Pick, Picked};
pub use prompt_row::PromptRow;
use recent_changes::{Latest, RecentChanges};
use std::collections::{BTreeSet, HashMap};
use std::rc::Rc;
pub use still::{Still, paint_alone};
use stonehouse_plugin::scene::{Area, Prompt};
use stonehouse_plugin::{PathStep, Scene, Seat};
use stonehouse_runtime::{Choice, DescribedAction};
use stonehouse_ui::theme;
pub use textures::Textures;
pub use view::View;

/// The table of one match.
#[derive(Default)]
pub struct Table {
    motion: Motion,
    recent_changes: RecentChanges,
    pick: Pick,
    keyboard: Keyboard,
    drag: Drag,
    /// The form for the values of the chosen action, if it takes any.
    form: Option<InputForm>,
    /// The size of the form on the table in the last frame.
    form_size: Option<Vec2>,
    /// The numbers that were last looked at for actions with many numbers, by the action's name.
    numbers: HashMap<String, i64>,
    /// The latest layout, and the inputs from which it was made.
    laid: Option<(LaidFor, Rc<SceneLayout>)>,
    /// Whether a prompt was ever shown on the table: then room is kept for the next one.
    has_had_prompt: bool,
    /// Whether the buttons of a prompt were ever shown: then their place is kept.
    has_shown_buttons: bool,
}

/// The inputs of a layout: the scene's number, the room, the viewer, whether room is kept for a question, and the size
/// of text.
type LaidFor = (u64, Rect, Seat, bool, f32);

impl Table {
    /// Starts again with these legal actions: earlier touches are discarded.
    pub fn set_actions(&mut self, actions: &[DescribedAction]) {
        self.pick.set_actions(actions);
        self.form = None;
        self.drag = Drag::default();
    }

    /// If the last choice of the same seat began with a heap of equal things, such as stones of one colour, begins the
    /// next one with it, too. Touching another piece replaces it.
    pub fn repeat_first_touch(&mut self, scene: &Scene) {
        let is_heap = |handle: &str| {
            let mut pieces = scene.areas.iter().flat_map(|area| &area.pieces);
            pieces.any(|piece| piece.handle == handle && piece.count > 1)
        };
        let seat = scene.prompt.as_ref().map(|prompt| prompt.seat);
        self.pick.repeat_first_touch(seat, is_heap);
    }

    /// Whether something was touched, and another touch is needed.
    pub fn is_picking(&self) -> bool {
        !self.pick.touched().is_empty()
    }

    /// Whether this can be touched next.
    pub fn continues_with(&self, handle: &str) -> bool {
        self.pick.continues_with(handle)
    }

    /// Whether number keys press the buttons of a prompt: not while a person writes, or reads something that covers the
    /// table.
    pub fn may_press(&self, ui: &Ui) -> bool {
        self.form.is_none()
            && !ui.ctx().text_edit_focused()
            && ui.memory(|memory| memory.top_modal_layer().is_none())
            && !egui::Popup::is_any_open(ui.ctx())
    }

    /// The form for the values of the chosen action, if there is one.
    pub const fn form(&self) -> Option<&InputForm> {
        self.form.as_ref()
    }

    /// Whether a button with this handle can be pressed: also one that begins another choice in place of one that was
    /// only assumed.
    fn can_touch(&self, handle: &str) -> bool {
        self.pick.can_touch(handle)
    }

    /// Notes whether the game accepts these values for the chosen action: if not, why.
    pub fn judge_form(&mut self, values: Vec<i64>, why_not: Option<String>) {
        if let Some(form) = &mut self.form {
            form.judge(values, why_not);
        }
    }

    /// Whether the question of this scene is shown on the table rather than in the banner above it.
    pub fn has_question_on_table(scene: &Scene) -> bool {
        scene.prompt.as_ref().is_some_and(|prompt| !prompt.at.is_empty() || !scene.arrows.is_empty())
    }

    /// The prompt whose buttons are shown below the table; `None` where its answers are on the table.
    pub fn prompt_below(scene: &Scene) -> Option<&Prompt> {
        scene.prompt.as_ref().filter(|_| !Self::has_answers_on_table(scene))
    }

    /// Whether the buttons of this scene's question are shown with it on the table: not where there are too many for
    /// that.
    pub fn has_answers_on_table(scene: &Scene) -> bool {
        let few = scene.prompt.as_ref().is_some_and(|prompt| prompt.buttons.len() <= MAX_ANSWERS);
        few && Self::has_question_on_table(scene)
    }

    /// Touches something that is shown outside of the table, such as a button in the banner.
    pub fn touch(&mut self, handle: &str, actions: &[DescribedAction]) -> Option<Choice> {
        self.picked(handle, actions)
    }

    /// Chooses this one of the actions at once, as if its first path had been touched. `None` if it asks for values,
    /// which then have a form.
    pub fn choose(&mut self, action: &DescribedAction, actions: &[DescribedAction]) -> Option<Choice> {
        self.pick.clear();
        let Some(path) = action.description.paths.first() else {
            return Some(Choice { action: action.action, values: Vec::new() });
        };
        let handles: Vec<String> = path.iter().flat_map(PathStep::handles).cloned().collect();
        handles.iter().fold(None, |chosen, handle| chosen.or_else(|| self.picked(handle, actions)))
    }

    fn picked(&mut self, handle: &str, actions: &[DescribedAction]) -> Option<Choice> {
        self.form = None;
        match self.pick.touch(handle)? {
            Picked::Action(action) => Some(Choice { action, values: Vec::new() }),
            Picked::Asks(action, inputs) => {
                let description = actions.iter().find(|other| other.action == action).map(|other| &other.description);
                let (text, gain) = description.map(|it| (it.text.clone(), it.gain.clone())).unwrap_or_default();
                self.form = Some(InputForm::new(action, text, inputs).gain(gain));
                None
            }
        }
    }

    /// The gain of the action that touching this would choose, in words: empty if it would choose nothing yet, or the
    /// gain is unknown.
    pub fn gain_of(&self, handle: &str, names: &[String]) -> String {
        self.pick.shown_gain(handle, names)
    }

    /// Shows the form for the values of the chosen action, and returns the action once they are confirmed.
    pub fn form_ui(&mut self, ui: &mut Ui, names: &[String]) -> Option<Choice> {
        match self.form.as_mut()?.ui(ui, names)? {
            InputAnswer::Given(action, values) => {
                self.form = None;
                self.pick.clear();
                Some(Choice { action, values })
            }
            InputAnswer::Back => {
                self.form = None;
                self.pick.back();
                None
            }
        }
    }

    /// The layout of the scene, computed only when something has changed.
    fn laid_out(&mut self, view: &View<'_>, rect: Rect, text: f32) -> Rc<SceneLayout> {
        self.has_had_prompt |= Self::has_question_on_table(view.scene);
        let key = (view.revision, rect, view.viewer, self.has_had_prompt, text);
        if let Some((_, layout)) = self.laid.as_ref().filter(|(laid, _)| *laid == key) {
            return Rc::clone(layout);
        }
        // The arrangement stays the same from scene to scene, and when the banner above the table grows.
        let before = self.laid.as_ref().filter(|((_, room, ..), _)| room.width() == rect.width());
        let layout = Rc::new(SceneLayout::new(&Wanted {
            scene: view.scene,
            rect,
            viewer: view.viewer,
            has_prompt: self.has_had_prompt,
            arrangement: before.and_then(|(_, layout)| layout.arrangement),
            text,
        }));
        self.laid = Some((key, Rc::clone(&layout)));
        layout
    }

    /// Notes a scene that the `viewer` sees, and the action that led to it, even if it is replaced before it is shown.
    pub fn note(&mut self, scene: &Scene, viewer: Seat, latest: &Latest<'_>) {
        self.recent_changes.note(scene, viewer, latest);
    }

    /// Discards the changes of the latest actions that were not shown yet, because they were read elsewhere.
    pub fn discard_changes(&mut self) {
        self.recent_changes.discard();
    }

    /// The points that a seat has gained since the viewer's own last action.
    pub fn gained(&self, seat: Seat) -> i64 {
        self.recent_changes.gained(seat)
    }

    /// Fills the available room with the table, and returns the action that was chosen on it, if any.
    pub fn show(
        &mut self,
        ui: &mut Ui,
        textures: &Textures,
        view: &View<'_>,
        actions: &[DescribedAction],
    ) -> Option<Choice> {
        let rect = ui.available_rect_before_wrap();
        ui.advance_cursor_after_rect(rect);
        let now = ui.input(|input| input.time);
        let layout = self.laid_out(view, rect.shrink(14.0), theme::scale(ui));
        let moving = theme::move_seconds(ui);
        self.motion.update(view.revision, view.scene, &layout, now, moving);
        self.recent_changes.update(view.scene, &layout, now);

        // Below everything that can be touched.
        let can_go_back = self.is_picking() && self.form.is_none();
        let beside = can_go_back.then(|| ui.interact(rect, ui.scope_id().with("beside"), Sense::CLICK));
        let continues_with: BTreeSet<String> =
            if view.may_choose { self.pick.next().into_iter().map(str::to_owned).collect() } else { BTreeSet::new() };
        let first = if view.may_choose { self.pick.first() } else { BTreeSet::new() };
        let can_touch: BTreeSet<&str> = continues_with.iter().map(String::as_str).chain(first).collect();
        let touched = touch::touchables(ui, view, &layout, &can_touch, &self.pick);
        let begun = self.pick.touched().last().and_then(|handle| layout.spots.get(handle)).map(|spot| spot.at);
        self.keyboard.aim(ui, rect.center(), begun, &touched, &continues_with);

        // A scrolled table must not paint outside of its scroll area.
        let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        let (names, pictures) = (view.names, view.pictures);
        let canvas = Canvas { painter: &painter, textures, pictures, names };
        let text = theme::font(ui, &theme::body()).size;
        let painting = Painting {
            motion: &self.motion,
            recent_changes: &self.recent_changes,
            pick: &self.pick,
            drag: &self.drag,
            canvas,
            view,
            layout: &layout,
            touched: &touched,
            continues_with: &continues_with,
            now,
            text,
        };
        painting.paint(rect);
        if let Some(spot) = self.keyboard.resting(ui, &layout) {
            marks::focus(&painter, spot);
        }
        let size = theme::font(ui, &theme::small()).size;
        let caption = self.recent_changes.paint_caption(&painter, view.scene, &layout, size, now, !view.may_choose);
        self.recent_changes.paint_rises(&painter, view.names, view.viewer, now, moving > 0.0, caption);
        if moving > 0.0 && self.recent_changes.is_rising(now) {
            ui.request_repaint();
        } else if let Some(left) = self.recent_changes.busy_for(now) {
            ui.request_repaint_after(std::time::Duration::from_secs_f64(left));
        }
        let dropped = self.drag.update(ui, &canvas, view.scene, &layout, &touched, &mut self.pick, &continues_with);
        let answer = self.answers(ui, view, &layout);
        let given = self.form_here(ui, view, &layout);
        if given.is_some() {
            return given;
        }
        if self.motion.is_busy(view.scene, now) {
            ui.request_repaint();
        }

        let escaped = can_go_back && ui.input(|input| input.key_pressed(Key::Escape));
        if escaped || beside.is_some_and(|beside| beside.clicked()) {
            self.pick.back();
        }
        if let Some(handle) = answer.or(dropped) {
            ui.request_repaint();
            return self.picked(&handle, actions);
        }
        let clicked = touched.iter().find(|touched| touched.response.clicked())?;
        let handle = clicked.handle.to_owned();
        ui.request_repaint();
        let chosen = self.picked(&handle, actions);
        // Several cards of a hand are chosen one after the other.
        let holder = |handle: &str| {
            let holds = |area: &Area| area.pieces.iter().any(|piece| piece.handle == handle);
            view.scene.areas.iter().position(holds)
        };
        let goes_on = |next: &str| holder(next).is_some() && holder(next) == holder(&handle);
        let stays = chosen.is_none() && self.is_picking() && self.pick.next().into_iter().any(goes_on);
        self.keyboard.touched(clicked, stays);
        chosen
    }
}

/// The most answers that are shown with their question on the table.
const MAX_ANSWERS: usize = 8;

/// Shows a table in the room that is left; where that is smaller than `least`, it is scrolled.
pub fn in_room<R>(ui: &mut Ui, least: Vec2, table: impl FnOnce(&mut Ui) -> R) -> R {
    let room = ui.available_size();
    if room.x >= least.x && room.y >= least.y {
        return table(ui);
    }
    // Below the bars for scrolling, too.
    ui.painter().rect_filled(ui.available_rect_before_wrap(), 0.0, theme::CLOTH);
    let scrolled = ScrollArea::both().auto_shrink(false).show(ui, |ui| {
        ui.set_min_size(room.max(least));
        table(ui)
    });
    scrolled.inner
}
