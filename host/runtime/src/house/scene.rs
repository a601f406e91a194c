//! The table with the points, the memory and the actions of house rules.

use super::actions::{aimed_at, aimed_somewhere, decode, handle, handle_of_all, is_touched_directly};
use super::areas::areas_of;
use super::targets::TargetName;
use crate::{CallError, HouseLayer, MemoryDecl, MemoryShape, OfferKind, Position};
use stonehouse_plugin::scene::{MAX_AREAS, Prompt};
use stonehouse_plugin::{Action, Observer, Scene, Text, text};

/// The prompt while only actions of the house can be chosen, and none has a prompt of its own.
pub const HOUSE_PROMPT: &str = "Choose";

impl Position {
    /// Adds the points, the memory and the actions of house rules to the table.
    pub(crate) fn add_to_scene(&self, scene: &mut Scene, observer: Observer) -> Result<(), CallError> {
        let rules = self.rules();
        let (Some(layer), Some(house)) = (rules.layer(), self.house()) else { return Ok(()) };
        for (panel, points) in scene.seats.iter_mut().zip(&house.points) {
            if *points != 0 {
                panel.score = Some(panel.score.unwrap_or(0).saturating_add(*points));
            }
        }
        let is_shown = |decl: &MemoryDecl, place| house.has_ended || decl.is_shown_to(observer, place);
        for decl in layer.memory().iter().filter(|decl| !decl.label.is_empty() && decl.area.is_empty()) {
            let value = |place: usize| decl.arg_of(house.memory.get(decl.slot + place).copied().unwrap_or_default());
            if decl.shape == MemoryShape::Seats {
                for panel in scene.seats.iter_mut().filter(|panel| is_shown(decl, panel.seat.index())) {
                    let what = decl.label.clone();
                    panel.notes.push(text!("{what}: {value}", what, value = value(panel.seat.index())));
                }
            } else if is_shown(decl, 0) {
                let known = std::mem::take(&mut scene.status);
                let note = text!("{what}: {value}", what = decl.label.clone(), value = value(0));
                scene.status = if known.is_empty() { note } else { text!("{known} · {note}", known, note) };
            }
        }
        let room = MAX_AREAS.saturating_sub(scene.areas.len());
        scene.areas.extend(areas_of(layer.memory(), house).into_iter().take(room));
        let Some(seat) = self.to_act()? else {
            scene.prompt = None;
            return Ok(());
        };
        let mut offered = Vec::new();
        let offers = self.offered_now()?;
        if let Some((seat, kind)) = offers {
            self.push_offered(layer, seat, kind, &mut offered)?;
        }
        let waits = offers.is_some_and(|(_, kind)| kind != OfferKind::InTurn);
        let decls = || offered.iter().filter_map(|action| layer.actions().get(decode(*action)?.0));
        let prompt = decls().map(|decl| &*decl.prompt).find(|prompt| !prompt.is_empty());
        if waits {
            scene.prompt = Some(Prompt::new(seat, prompt.unwrap_or(HOUSE_PROMPT).to_owned()));
        }
        if !observer.sees(seat) {
            return Ok(());
        }
        let mut buttons = self.buttons_of(layer, &offered)?;
        let is_direct = |button: &HouseButton| {
            let mut actions = layer.actions().iter().enumerate();
            actions.any(|(index, decl)| is_touched_directly(layer, decl) && button.handle == handle_of_all(index))
        };
        if waits && buttons.len() == 1 && is_direct(&buttons[0]) {
            let button = buttons.remove(0);
            if prompt.is_none() {
                scene.prompt = Some(Prompt::new(seat, button.text));
            }
        }
        if let Some(prompt) = scene.prompt.as_mut().filter(|prompt| prompt.seat == seat) {
            *prompt = buttons.into_iter().fold(std::mem::take(prompt), |prompt, button| {
                prompt.explained(button.handle, button.text, Text::plain(button.tip))
            });
        }
        Ok(())
    }

    /// The buttons of these actions of the house: one for each, but one for all pieces with a handle.
    fn buttons_of(&self, layer: &dyn HouseLayer, offered: &[Action]) -> Result<Vec<HouseButton>, CallError> {
        let mut buttons: Vec<HouseButton> = Vec::new();
        for (index, decl) in layer.actions().iter().enumerate() {
            let of_all = handle_of_all(index);
            for action in offered {
                let Some((_, target)) = decode(*action).filter(|(other, _)| *other == index) else { continue };
                let name = self.target_name(decl, target)?;
                let (handle, text) = match &name {
                    Some(TargetName::Text(_, piece)) if !piece.is_empty() => {
                        (of_all.clone(), aimed_somewhere(&decl.label))
                    }
                    _ => (handle(*action), aimed_at(&decl.label, name)),
                };
                if buttons.iter().all(|button| button.handle != handle) {
                    buttons.push(HouseButton { handle, text, tip: decl.tip.clone() });
                }
            }
        }
        Ok(buttons)
    }
}

/// A button of an action of the house.
struct HouseButton {
    handle: String,
    text: Text,
    tip: String,
}
