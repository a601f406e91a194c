//! Guests on the setup sheet: where they come from, and the table that is opened for them.

use super::{Occupant, SeatSetup, SetupSheet, choose};
use crate::guest::{Access, NewTable};
use crate::names;
use egui::{RichText, Ui};
use stonehouse_guest_server::TablePlayer;
use stonehouse_language::tr;
use stonehouse_plugin::Seat;
use stonehouse_ui::theme;

impl SetupSheet {
    pub(super) fn has_guests(&self) -> bool {
        self.seats.iter().any(|place| place.occupant == Occupant::Guest)
    }

    /// The person at this computer gets the name under which they were a guest last, since "You" is nobody for others.
    pub(super) fn name_host(&mut self) {
        if !self.has_guests() || self.guest_name.is_empty() {
            return;
        }
        let count = self.seats.len();
        let is_person = |place: &&mut SeatSetup| place.occupant == Occupant::Person;
        if let Some(host) = self.seats.iter_mut().find(is_person).filter(|host| names::is_default(&host.name, count)) {
            host.name.clone_from(&self.guest_name);
        }
    }

    /// Where guests come from, if there are any.
    pub(super) fn access(&mut self, ui: &mut Ui) {
        if !self.has_guests() {
            return;
        }
        let (all, chosen) = self.access.get_or_insert_with(|| {
            let all = Access::all();
            let usual = self.usual_access.or_else(|| all.first().copied());
            (all, usual.unwrap_or(Access::ThisComputer))
        });
        ui.separator();
        ui.horizontal_wrapped(|ui| {
            ui.label(tr!("Guests come from"));
            for access in all.iter() {
                let label = access.label();
                if choose(ui, access == chosen, &label, &label, &access.explained()) {
                    *chosen = *access;
                }
            }
        });
        let text = RichText::new(chosen.explained()).text_style(theme::small());
        ui.add(egui::Label::new(text.color(theme::colours(ui).ink_soft)).wrap());
    }

    /// The table to open, if everything fits.
    pub(super) fn table(&mut self) -> Option<NewTable> {
        let count = self.seats.len();
        let mut people = Seat::all(count).zip(&self.seats).filter(|(_, place)| place.occupant == Occupant::Person);
        let (host, another) = (people.next(), people.next());
        let is_changed = self.form.as_ref().is_some_and(|(form, _)| !form.draft().plays_as_parent());
        let name = host.map_or_else(|| self.guest_name.clone(), |(_, place)| names::kept(place.name.trim()).to_owned());
        let problem = if another.is_some() {
            Some(tr!("With guests one person plays at this computer: seat the others as guests, too."))
        } else if self.continuation.is_some() || is_changed {
            Some(tr!("Guests play a variant as it is. Save the rules as a variant of your own in the workshop first."))
        } else if host.is_some() && names::is_default(&name, count) {
            Some(tr!("Type your name in place of You: the guests see it."))
        } else {
            None
        };
        if let Some(problem) = problem {
            self.problem = Some(problem.to_owned());
            return None;
        }
        let player = |place: &SeatSetup| match &place.occupant {
            Occupant::Person | Occupant::Guest => TablePlayer::Guest,
            Occupant::Agent(spec) => TablePlayer::Agent(spec.clone()),
        };
        Some(NewTable {
            variant: self.ruleset.variant().full_name(),
            players: self.seats.iter().map(player).collect(),
            seat: host.map(|(seat, _)| seat),
            name,
            access: self.access.as_ref().map_or(Access::ThisComputer, |(_, chosen)| *chosen),
        })
    }
}
