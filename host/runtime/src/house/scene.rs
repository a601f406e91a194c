//! The table with the points, the memory and the actions of house rules.

use super::actions::{OfferKind, handle};
use crate::{CallError, MemoryShape, Position};
use stonehouse_plugin::scene::Prompt;
use stonehouse_plugin::{Arg, Observer, Scene, Text, text};

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
        for decl in layer.memory().iter().filter(|decl| !decl.label.is_empty()) {
            let value = |place: usize| {
                let value = house.memory.get(decl.slot + place).copied().unwrap_or_default();
                decl.word_of(value).map_or_else(|| Arg::from(value), |word| Arg::from(word.to_owned()))
            };
            if decl.shape == MemoryShape::Seats {
                for panel in scene.seats.iter_mut().filter(|panel| !decl.secret || observer.sees(panel.seat)) {
                    let what = decl.label.clone();
                    panel.notes.push(text!("{what}: {value}", what, value = value(panel.seat.index())));
                }
            } else {
                let known = std::mem::take(&mut scene.status);
                let note = text!("{what}: {value}", what = decl.label.clone(), value = value(0));
                scene.status = if known.is_empty() { note } else { text!("{known} · {note}", known, note) };
            }
        }
        let Some(seat) = self.to_act()? else {
            scene.prompt = None;
            return Ok(());
        };
        let mut offered = Vec::new();
        let offers = self.offered_now()?;
        if let Some((seat, kind)) = offers {
            self.push_offered(layer, seat, kind, &mut offered)?;
        }
        if offers.is_some_and(|(_, kind)| kind == OfferKind::InsteadOfGame) {
            scene.prompt = Some(Prompt::new(seat, "Choose"));
        }
        let Some(prompt) = scene.prompt.as_mut().filter(|prompt| prompt.seat == seat && observer.sees(seat)) else {
            return Ok(());
        };
        for action in offered {
            let (index, _) = Self::aimed(layer, action)?;
            let mut extended = std::mem::take(prompt).button(handle(action), Self::words_for(layer, action)?);
            if let Some(button) = extended.buttons.last_mut() {
                button.tip = Text::plain(layer.actions()[index].tip.clone());
            }
            *prompt = extended;
        }
        Ok(())
    }
}
