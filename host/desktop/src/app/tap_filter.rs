//! A press and its release that reach the window together, as a quick tap's do when no frame was drawn between them.
//!
//! egui's sliders look where the pointer is while it is down, and it would never be: so the release waits for the next
//! frame.

use egui::Event;

/// Delays a release that arrives in the same frame as its press.
#[derive(Default)]
pub(super) struct TapFilter {
    held: Vec<Event>,
}

impl TapFilter {
    /// Puts what waited before the new events, and holds back the first release of a button that was pressed among
    /// them, with all that follows. Returns whether anything is held back, so that another frame is needed at once.
    pub fn filter(&mut self, events: &mut Vec<Event>) -> bool {
        events.splice(0..0, self.held.drain(..));
        let mut down = Vec::new();
        let release = events.iter().position(|event| {
            let Event::PointerButton { button, pressed, .. } = event else { return false };
            if *pressed {
                down.push(*button);
            }
            !pressed && down.contains(button)
        });
        if let Some(release) = release {
            self.held = events.split_off(release);
        }
        release.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Modifiers, PointerButton, pos2};

    fn button(button: PointerButton, pressed: bool) -> Event {
        Event::PointerButton { pos: pos2(5.0, 5.0), button, pressed, modifiers: Modifiers::NONE }
    }

    #[test]
    fn a_release_is_delayed_one_frame_without_loss_or_reordering() {
        use PointerButton::{Primary, Secondary};
        let mut taps = TapFilter::default();
        let tap = [button(Primary, true), button(Primary, false)];
        let mut events = [&tap[..], &tap[..], &[Event::PointerGone]].concat();
        assert!(taps.filter(&mut events));
        assert_eq!(events, [tap[0].clone()]);
        // Events in the meantime are behind those that waited.
        let mut events = vec![Event::Copy];
        assert!(taps.filter(&mut events));
        assert_eq!(events, [tap[1].clone(), tap[0].clone()]);
        let mut events = Vec::new();
        assert!(!taps.filter(&mut events));
        assert_eq!(events, [tap[1].clone(), Event::PointerGone, Event::Copy]);
        // A button that went down earlier, or another one, waits for nothing.
        let mut events = vec![button(Secondary, true), button(Primary, false)];
        assert!(!taps.filter(&mut events));
        assert_eq!(events.len(), 2);
    }
}
