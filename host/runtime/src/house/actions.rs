//! Actions of the house: their codes, to whom each is offered, how they are played, and their texts.

use super::failed;
use super::targets::TargetName;
use crate::events::EventQueue;
use crate::{
    ActionDecl, Available, CallError, Choice, Event, HostEvent, HouseLayer, OfferKind, Position, State, Targets, Work,
};
use std::sync::Arc;
use stonehouse_plugin::{Action, ActionText, Chosen, Observer, Rng, Seat, Seats, Text, Turn, json, text};

/// The first code of actions of the house: a game's own are lower where house rules add some.
pub const HOUSE_ACTIONS: u32 = 1 << 31;

/// The placeholder of the target in the label and in the log of an action of the house.
pub const TARGET_PLACEHOLDER: &str = "{target}";

/// The code of an action of the house with a target, both as indices. The lower 8 bits of the target come first, then
/// 8 of the action, then the rest of the target: so records from before targets were so many have the same codes.
const fn code(action: usize, target: usize) -> Action {
    let (action, target) = (action as u32, target as u32);
    Action(HOUSE_ACTIONS | target >> 8 << 16 | action << 8 | target & 0xFF)
}

/// The action of the house that a code encodes, and the target, as indices.
pub(super) const fn decode(action: Action) -> Option<(usize, usize)> {
    if action.0 & HOUSE_ACTIONS == 0 {
        return None;
    }
    let rest = action.0 & !HOUSE_ACTIONS;
    Some(((rest >> 8 & 0xFF) as usize, (rest >> 16 << 8 | rest & 0xFF) as usize))
}

/// The text of an action of the house where its target is not known.
pub(super) fn aimed_somewhere(action: &str) -> Text {
    Text::plain(action.replace(TARGET_PLACEHOLDER, "…"))
}

/// The text of an action of the house with its target, if it has one.
pub(super) fn aimed_at(action: &str, target: Option<TargetName>) -> Text {
    match (action.split_once(TARGET_PLACEHOLDER), target) {
        (_, None) => Text::plain(action.to_owned()),
        (Some((before, after)), Some(target)) => {
            let (before, after) = (before.to_owned(), after.to_owned());
            match target {
                TargetName::Seat(player) => text!("{before}{player}{after}", before, player, after),
                TargetName::Text(target, _) => text!("{before}{target}{after}", before, target, after),
            }
        }
        (None, Some(target)) => {
            let action = Text::plain(action.to_owned());
            match target {
                TargetName::Seat(player) => text!("{action}: {player}", action, player),
                TargetName::Text(target, _) => text!("{action}: {target}", action, target),
            }
        }
    }
}

impl State {
    /// Whether the code is that of an action of the house, under these rules.
    pub(crate) const fn is_of_the_house(&self, action: Action) -> bool {
        self.house.is_some() && action.0 >= HOUSE_ACTIONS
    }
}

impl Position {
    /// Whether the code is that of an action of the house, under these rules.
    pub(crate) fn is_of_the_house(&self, action: Action) -> bool {
        self.state().is_of_the_house(action)
    }

    /// Returns an action that `observer` cannot distinguish from this one: of a secret action of the house of another
    /// player, one with another target that is offered, drawn from `seed`; of any other, this one.
    ///
    /// # Errors
    /// When a house rule or the plugin failed.
    pub fn indistinguishable_choice(&self, choice: &Choice, observer: Seat, seed: u64) -> Result<Choice, CallError> {
        if !self.is_secret_to(choice.action, observer)? {
            return Ok(choice.clone());
        }
        let mut actions = Vec::new();
        self.legal_actions(&mut actions)?;
        actions.retain(|action| self.is_same_but_for_target(choice.action, *action));
        Ok(Rng::from_seed(seed).pick(&actions).map_or_else(|| choice.clone(), |action| (*action).into()))
    }

    /// Whether `observer` may not know the target of this action of the seat that decides next.
    fn is_secret_to(&self, action: Action, observer: Seat) -> Result<bool, CallError> {
        let (true, Some(layer)) = (self.is_of_the_house(action), self.rules().layer()) else { return Ok(false) };
        let decl = decode(action).and_then(|(index, _)| layer.actions().get(index));
        Ok(decl.is_some_and(|decl| decl.secret) && self.to_act()? != Some(observer))
    }

    /// Whether two codes are those of the same action of the house.
    fn is_same_but_for_target(&self, one: Action, other: Action) -> bool {
        let index = |action| decode(action).map(|(index, _)| index);
        self.is_of_the_house(one) && index(one) == index(other)
    }

    /// The seat that may choose actions of the house now, and which; `None` if no seat may.
    pub(super) fn offered_now(&self) -> Result<Option<(Seat, OfferKind)>, CallError> {
        if self.is_ended_by_rules() {
            return Ok(None);
        }
        if let Some(pending) = self.house().and_then(|house| house.pending) {
            return Ok(Some(pending));
        }
        if !self.rules().subscriptions().offers {
            return Ok(None);
        }
        // While several choose at once, in secret, nobody does anything else.
        Ok(match self.state.turn()? {
            Turn::Seat(seat) => Some((seat, OfferKind::InTurn)),
            _ => None,
        })
    }

    /// Pushes the actions of the house of this kind that are offered to `seat`.
    pub(super) fn push_offered(
        &self,
        layer: &dyn HouseLayer,
        seat: Seat,
        kind: OfferKind,
        actions: &mut Vec<Action>,
    ) -> Result<(), CallError> {
        let first = actions.len();
        for (index, decl) in layer.actions().iter().enumerate().filter(|(_, decl)| decl.offer == kind) {
            self.rules().begin(Work::Query);
            let mut among = match layer.available(index, seat, &self.facts()).map_err(failed)? {
                Available::None => continue,
                Available::All => None,
                Available::Among(keys) => Some(keys),
            };
            let by_target = layer.offers_by_target(index);
            let width = decl.targets.key_width(self.rules().plugin().zones());
            let mut offered = None;
            self.for_each_target(decl, seat, |target, fields| {
                if let Some(among) = &mut among {
                    let count = among.len();
                    among.retain(|key| *key != fields.key(width));
                    if among.len() == count {
                        return Ok(());
                    }
                }
                let is_offered = match offered {
                    Some(is_offered) => is_offered,
                    None => layer.offers(index, fields.as_slice(), &self.facts()).map_err(failed)?,
                };
                if is_offered {
                    actions.push(code(index, target));
                }
                offered = (!by_target).then_some(is_offered);
                Ok(())
            })?;
            if let Some(key) = among.as_ref().and_then(|among| among.first()) {
                let zones = self.rules().plugin().zones();
                let what = match &decl.targets {
                    Targets::Pieces(zone) => {
                        let zone = zones.get(*zone).map_or("", |zone| &zone.name);
                        let places: Vec<String> = key[..width].iter().map(|place| format!("[{place}]")).collect();
                        format!("`{zone}{}`, where no piece is that the seat may choose", places.concat())
                    }
                    _ => format!("{}, which is none of its `targets`", key[0]),
                };
                let why = format!("`available` of the action `{}` lists {what}", decl.name);
                return Err(failed(layer.refused(layer.line_of_action(index), why)));
            }
        }
        // Codes with many targets are not in the order of the actions.
        actions[first..].sort_unstable();
        Ok(())
    }

    /// The first seat to which actions are offered for which the game waits, and which: those of the next step of the
    /// choice that a seat has begun, then those of every seat.
    pub(super) fn waited_for(
        &self,
        layer: &dyn HouseLayer,
        next_steps: Option<(Seat, OfferKind)>,
    ) -> Result<Option<(Seat, OfferKind)>, CallError> {
        let mut offered = Vec::new();
        let all = Seat::all(self.rules().seats()).map(|seat| (seat, OfferKind::First));
        for (seat, kind) in next_steps.into_iter().chain(all) {
            self.push_offered(layer, seat, kind, &mut offered)?;
            if !offered.is_empty() {
                return Ok(Some((seat, kind)));
            }
        }
        self.next_to_choose(layer)
    }

    /// The first seat to which actions are offered that several choose together, and that has not chosen yet.
    fn next_to_choose(&self, layer: &dyn HouseLayer) -> Result<Option<(Seat, OfferKind)>, CallError> {
        if layer.actions().iter().all(|decl| decl.offer != OfferKind::Together) {
            return Ok(None);
        }
        for seat in Seat::all(self.rules().seats()).filter(|seat| !self.has_chosen(*seat)) {
            if !self.offered_together(seat)?.is_empty() {
                return Ok(Some((seat, OfferKind::Together)));
            }
        }
        Ok(None)
    }

    /// Whether the game waits for actions of the house that several seats choose together.
    fn chooses_together_in_house(&self) -> bool {
        self.house().and_then(|house| house.pending).is_some_and(|(_, kind)| kind == OfferKind::Together)
    }

    /// Fills `actions` with those that `seat` can choose together with others: of the house, or of the game.
    pub(crate) fn actions_together(&self, seat: Seat, actions: &mut Vec<Action>) -> Result<(), CallError> {
        if !self.chooses_together_in_house() {
            return self.state.legal_actions_of(seat, actions);
        }
        *actions = self.offered_together(seat)?;
        Ok(())
    }

    /// The actions of the house that are offered to `seat` to be chosen together with others, ascending.
    fn offered_together(&self, seat: Seat) -> Result<Vec<Action>, CallError> {
        let mut offered = Vec::new();
        if let Some(layer) = self.rules().layer() {
            self.push_offered(layer, seat, OfferKind::Together, &mut offered)?;
        }
        Ok(offered)
    }

    /// The seats that choose actions of the house together and have not chosen yet.
    pub(crate) fn undecided_in_house(&self) -> Result<Seats, CallError> {
        let mut undecided = Seats::default();
        if self.chooses_together_in_house() {
            for seat in Seat::all(self.rules().seats()).filter(|seat| !self.has_chosen(*seat)) {
                if !self.offered_together(seat)?.is_empty() {
                    undecided.insert(seat);
                }
            }
        }
        Ok(undecided)
    }

    /// Makes those of the choices that wait for others the same as in `other` which everybody is shown once they take
    /// effect: for a sample in which they are to be the same.
    pub fn share_choices_with(&mut self, other: &Self) {
        let Some(layer) = other.rules().layer() else { return };
        let is_open = |action| {
            let decl = decode(action).and_then(|(index, _)| layer.actions().get(index));
            decl.is_some_and(|decl| !decl.secret)
        };
        for (seat, choice) in &mut self.pending_choices {
            let theirs = other.pending_choices.iter().find(|(other, _)| other == seat);
            if let Some((_, theirs)) = theirs.filter(|(_, theirs)| is_open(theirs.action)) {
                choice.clone_from(theirs);
            }
        }
    }

    /// Fills `actions` with those of the game, unless it waits for house rules, and with those of the house.
    #[inline]
    pub(crate) fn with_offered(
        &self,
        actions: &mut Vec<Action>,
        fill: impl FnOnce(&mut Vec<Action>) -> Result<(), CallError>,
    ) -> Result<(), CallError> {
        actions.clear();
        if self.turn_in_house().is_none() {
            fill(actions)?;
        }
        if self.has_layer() { self.add_offered(actions) } else { Ok(()) }
    }

    /// Adds the actions of the house to those of the game, which are in `actions`.
    fn add_offered(&self, actions: &mut Vec<Action>) -> Result<(), CallError> {
        let rules = self.rules();
        let (Some(layer), Some((seat, kind))) = (rules.layer(), self.offered_now()?) else { return Ok(()) };
        if let Some(high) = actions.last().filter(|action| action.0 >= HOUSE_ACTIONS) {
            return Err(CallError::Contract(format!(
                "the game has an action {}, and where house rules add actions its own must be below {HOUSE_ACTIONS}",
                high.0
            )));
        }
        self.push_offered(layer, seat, kind, actions)
    }

    /// Whether the game waits for an action of the house.
    pub(super) fn has_to_choose_in_house(&self) -> bool {
        matches!(self.turn_in_house(), Some(Turn::Seat(_)))
    }

    /// Whether the seat that decides next can choose an action of the house.
    pub(super) fn chooses_in_house(&self) -> Result<bool, CallError> {
        let (Some((seat, kind)), Some(layer)) = (self.offered_now()?, self.rules().layer()) else { return Ok(false) };
        if kind != OfferKind::InTurn {
            return Ok(true);
        }
        let mut offered = Vec::new();
        self.push_offered(layer, seat, kind, &mut offered)?;
        Ok(!offered.is_empty())
    }

    /// The declaration of an action of the house, its index, and that of the target.
    fn decoded(layer: &dyn HouseLayer, action: Action) -> Result<(&ActionDecl, usize, usize), CallError> {
        let (index, target) = decode(action).ok_or(CallError::Illegal)?;
        let decl = layer.actions().get(index).ok_or(CallError::Illegal)?;
        Ok((decl, index, target))
    }

    /// The choices of the game that take effect with `choice`, the next one: those that wait for it, and itself.
    pub(crate) fn choices_of_the_game<'a>(&'a self, choice: &'a Choice) -> Result<Vec<Chosen<'a>>, CallError> {
        let next = self.to_act()?.map(|seat| (seat, choice));
        let chosen = self.pending_choices.iter().map(|(seat, choice)| (*seat, choice)).chain(next);
        let of_the_game = chosen.filter(|(_, choice)| !self.is_of_the_house(choice.action));
        Ok(of_the_game.map(|(seat, choice)| choice.by(seat)).collect())
    }

    /// Plays an action of the house for the seat that decides next.
    pub(super) fn play_in_house(&mut self, action: Action) -> Result<(), CallError> {
        let rules = Arc::clone(self.rules());
        let (Some(layer), Some(seat)) = (rules.layer(), self.to_act()?) else {
            return Err(CallError::Illegal);
        };
        let mut legal = Vec::new();
        self.legal_actions(&mut legal)?;
        if legal.binary_search(&action).is_err() {
            return Err(CallError::Illegal);
        }
        let (decl, index, _) = Self::decoded(layer, action)?;
        if decl.offer != OfferKind::Together {
            return self.play_at_once(layer, &[(seat, action)], Some(seat), Some(OfferKind::After(index)));
        }
        self.pending_choices.push((seat, action.into()));
        if let Some(next) = self.next_to_choose(layer)? {
            self.clear_messages();
            self.rolled.clear();
            if let Some(house) = self.house_mut() {
                house.pending = Some(next);
            }
            return Ok(());
        }
        let chosen: Vec<(Seat, Action)> =
            std::mem::take(&mut self.pending_choices).into_iter().map(|(seat, choice)| (seat, choice.action)).collect();
        // It is nobody's turn: that of the game goes on, unless one of the actions ends it.
        let actor = self.acting()?;
        self.play_at_once(layer, &chosen, actor, None)
    }

    /// Plays actions of the house, each of a seat: all functions see the position before any of them, and all effects
    /// take place afterwards. `actor` is the seat whose turn may end by it, and `next_steps` are the next step of its
    /// choice.
    fn play_at_once(
        &mut self,
        layer: &dyn HouseLayer,
        chosen: &[(Seat, Action)],
        actor: Option<Seat>,
        next_steps: Option<OfferKind>,
    ) -> Result<(), CallError> {
        let (mut effects, mut pending) = (Vec::new(), EventQueue::new());
        self.forget_events();
        for (seat, action) in chosen {
            let (decl, index, target) = Self::decoded(layer, *action)?;
            let fields = self.target_fields(decl, *seat, target)?;
            self.rules().begin(Work::Query);
            layer.play(index, fields.as_slice(), &self.facts(), &mut effects).map_err(failed)?;
        }
        self.clear_messages();
        self.rolled.clear();
        self.apply_effects(layer, &mut effects, &mut pending)?;
        self.count_actions(chosen.len() as u32);
        for (seat, _) in chosen {
            pending.push(Event::Host(HostEvent::AfterAction), &[seat.0.into()]);
        }
        self.resolve_events(&mut pending, actor, next_steps)
    }

    /// Describes an action of the house: the text of its button, or that of the log if it `is_done`.
    pub(crate) fn describe_in_house(
        &self,
        action: Action,
        observer: Observer,
        is_done: bool,
    ) -> Result<ActionText, CallError> {
        if is_done { self.log_in_house(action, observer) } else { self.button_of(action, observer) }
    }

    /// Describes an action of the house before it is chosen: the text of its button. A piece that has a
    /// handle is chosen by a button of the action and a touch of the piece, or by the touch alone where the game waits
    /// for this action and no other.
    fn button_of(&self, action: Action, observer: Observer) -> Result<ActionText, CallError> {
        let rules = self.rules();
        let layer = rules.layer().ok_or(CallError::Illegal)?;
        let (decl, index, target) = Self::decoded(layer, action)?;
        let mut data = json!({ "house": decl.name });
        if decl.secret && !self.to_act()?.is_some_and(|seat| observer.sees(seat)) {
            return Ok(ActionText::new(aimed_somewhere(&decl.label)).data(data));
        }
        if let Some(target) = self.target_data(decl, target)? {
            data["target"] = target;
        }
        let name = self.target_name(decl, target)?;
        let piece = match &name {
            Some(TargetName::Text(_, piece)) if !piece.is_empty() => Some(piece.clone()),
            _ => None,
        };
        let text = ActionText::new(aimed_at(&decl.label, name)).data(data);
        Ok(match piece {
            Some(piece) if is_touched_directly(layer, decl) => text.path([piece]),
            Some(piece) => text.path([handle_of_all(index), piece]),
            None => text.path([handle(action)]),
        })
    }

    /// Describes an action of the house once it is done, for the log.
    fn log_in_house(&self, action: Action, observer: Observer) -> Result<ActionText, CallError> {
        let mut text = self.button_of(action, observer)?;
        let rules = self.rules();
        let layer = rules.layer().ok_or(CallError::Illegal)?;
        let (decl, _, target) = Self::decoded(layer, action)?;
        text.text = if decl.log.is_empty() {
            text!("chooses “{action}”", action = text.text)
        } else if text.data.get("target").is_some() {
            aimed_at(&decl.log, self.target_name(decl, target)?)
        } else {
            aimed_somewhere(&decl.log)
        };
        Ok(text)
    }
}

/// Whether an action that is aimed at a piece is chosen by the touch of the piece alone: nothing else can be chosen.
pub(super) fn is_touched_directly(layer: &dyn HouseLayer, decl: &ActionDecl) -> bool {
    decl.offer != OfferKind::InTurn && layer.actions().iter().filter(|other| other.offer == decl.offer).count() == 1
}

/// The prefix of the handles of everything that house rules add to a scene.
pub(super) const HANDLES: &str = "house/";

/// Whether a button of a scene belongs to an action of the house, by its handle.
pub fn is_house_handle(handle: &str) -> bool {
    handle.starts_with(HANDLES)
}

/// The handle of the button of an action of the house that is aimed at any of its pieces.
pub(super) fn handle_of_all(action: usize) -> String {
    format!("{HANDLES}pieces/{action}")
}

/// The handle of the button of an action of the house.
pub(super) fn handle(action: Action) -> String {
    format!("{HANDLES}{}", action.0 & !HOUSE_ACTIONS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_hold_action_and_target_and_old_codes_keep_their_meaning() {
        for (action, target) in [(0, 0), (3, 5), (31, 255), (31, 256), (1, 32_767)] {
            assert_eq!(decode(code(action, target)), Some((action, target)));
        }
        assert_eq!(code(3, 5), Action(HOUSE_ACTIONS | 3 << 8 | 5));
        assert_eq!(decode(Action(HOUSE_ACTIONS - 1)), None);
    }
}
