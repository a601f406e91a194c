//! Turns touches into an action. Each action has one or more paths, whose steps are handles to touch and, at the end,
//! values to enter.
//!
//! The touches so far are a node in a trie of all paths, of which only the nodes on the way are built. A node holds
//! every path that begins with these touches, and the progress of each.
//!
//! The gain of an action ([`ActionText::gain`](stonehouse_plugin::ActionText::gain)) is shown at the one place
//! under the pointer or the keyboard, and on the button that completes the choice: a board full of numbers would be
//! read instead of played.

use std::collections::{BTreeSet, HashMap};
use stonehouse_language::InLanguage;
use stonehouse_plugin::{Action, Input, InputKind, PathStep, Seat, Text};
use stonehouse_runtime::DescribedAction;

/// The touches so far on the way to an action.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pick {
    /// The paths of the actions that were legal last.
    paths: Vec<ActionPath>,
    /// The known gains of the actions that end with each handle.
    gains: HashMap<String, Vec<Text>>,
    /// The handles that were touched, in order.
    touched: Vec<String>,
    /// The nodes on the way: one before the first touch, and one after each.
    nodes: Vec<PickNode>,
    /// The seat that chooses now, as far as it is known.
    seat: Option<Seat>,
    /// The handle with which the last action of each seat began.
    began: HashMap<Option<Seat>, String>,
    /// Whether the only touch was made for the person, by [`repeat_first_touch`](Self::repeat_first_touch).
    is_assumed: bool,
}

/// A path: groups of handles to touch, those of a group in any order, and then the values to enter.
#[derive(Clone, Debug, PartialEq)]
struct ActionPath {
    action: Action,
    /// The gain of the action.
    gain: Text,
    groups: Vec<Vec<String>>,
    inputs: Vec<Input>,
}

/// A node of the trie: the paths through it, and the progress of each.
#[derive(Clone, Debug, Default, PartialEq)]
struct PickNode {
    paths: Vec<PathProgress>,
    /// The indices in `paths` that each handle continues: thousands of buttons look their own up in every frame.
    by_handle: HashMap<String, Vec<usize>>,
}

/// The progress of one path.
#[derive(Clone, Debug, PartialEq)]
struct PathProgress {
    path: usize,
    group: usize,
    /// The handles of the group that were touched, by index.
    done: Vec<usize>,
}

/// The choice that the last touch of a path completes.
#[derive(Clone, Debug, PartialEq)]
pub enum Picked {
    /// An action.
    Action(Action),
    /// An action that takes these values, which have to be entered.
    Asks(Action, Vec<Input>),
}

impl PickNode {
    /// The handles that can be touched next.
    fn next(&self) -> BTreeSet<&str> {
        self.by_handle.keys().map(String::as_str).collect()
    }
}

impl Pick {
    /// Starts again with these legal actions.
    pub fn set_actions(&mut self, actions: &[DescribedAction]) {
        self.paths = actions.iter().flat_map(action_paths).collect();
        self.gains.clear();
        for path in self.paths.iter().filter(|path| !path.gain.is_empty()) {
            for handle in path.groups.last().into_iter().flatten() {
                let known = self.gains.entry(handle.clone()).or_default();
                if !known.contains(&path.gain) {
                    known.push(path.gain.clone());
                }
            }
        }
        self.touched.clear();
        let first = (0..self.paths.len()).map(|path| PathProgress { path, group: 0, done: Vec::new() });
        self.nodes = vec![self.node(first.collect())];
        self.is_assumed = false;
    }

    /// Touches the handle with which the last action of `seat` began, or the only one with which an action can begin,
    /// if it can be touched first, and more is to be touched after it.
    pub fn repeat_first_touch(&mut self, seat: Option<Seat>, may: impl FnOnce(&str) -> bool) {
        self.seat = seat;
        let before = self.began.get(&seat).cloned().filter(|began| self.continues_with(began));
        let Some(began) = self.only_beginning().map(str::to_owned).or(before) else { return };
        if self.touched.is_empty() && !self.completes(&began) && may(&began) {
            self.go(&began);
            self.is_assumed = true;
        }
    }

    /// The only handle that can be touched first, if there is no other.
    fn only_beginning(&self) -> Option<&str> {
        let first = &self.nodes.first()?.by_handle;
        first.keys().next().map(String::as_str).filter(|_| first.len() == 1)
    }

    /// The handles that were touched so far.
    pub fn touched(&self) -> &[String] {
        &self.touched
    }

    /// Takes the last touch back, unless nothing else could be touched instead. Returns whether it was taken back.
    pub fn back(&mut self) -> bool {
        let was = !self.is_only_beginning() && self.touched.pop().is_some();
        if was {
            self.nodes.pop();
        }
        was
    }

    /// Whether just one handle was touched, and nothing else can be touched first: taking it back would only leave a
    /// person with nothing to choose.
    fn is_only_beginning(&self) -> bool {
        self.touched.len() == 1 && self.only_beginning().is_some()
    }

    /// The handles that can be touched next.
    pub fn next(&self) -> BTreeSet<&str> {
        self.nodes.last().map(PickNode::next).unwrap_or_default()
    }

    /// The handles that can be touched first.
    pub fn first(&self) -> BTreeSet<&str> {
        self.nodes.first().map(PickNode::next).unwrap_or_default()
    }

    /// Whether this can be touched next.
    pub fn continues_with(&self, handle: &str) -> bool {
        self.nodes.last().is_some_and(|node| node.by_handle.contains_key(handle))
    }

    /// Whether this can be touched first.
    fn begins_with(&self, handle: &str) -> bool {
        self.nodes.first().is_some_and(|node| node.by_handle.contains_key(handle))
    }

    /// Whether this can be touched next, or begins another path in place of a touch that was only assumed.
    pub fn can_touch(&self, handle: &str) -> bool {
        self.continues_with(handle) || self.is_assumed && self.begins_with(handle)
    }

    /// Whether touching this would complete a path.
    pub fn completes(&self, handle: &str) -> bool {
        self.gain_of(handle).is_some()
    }

    /// The gain of the action that touching this would choose: an empty text if that is unknown, `None` if it would
    /// choose nothing yet.
    pub fn gain_of(&self, handle: &str) -> Option<&Text> {
        self.nodes.last().and_then(|node| self.completed(&self.after(node, handle))).map(|path| &path.gain)
    }

    /// The gain of the action that touching this would choose, in words: empty if it would choose nothing yet, or the
    /// gain is unknown.
    pub fn shown_gain(&self, handle: &str, names: &[String]) -> String {
        self.gain_of(handle).map(|text| text.shown(names)).unwrap_or_default()
    }

    /// The gains of the actions that end with this handle, independently of the touches before it.
    pub fn possible_gains(&self, handle: &str) -> &[Text] {
        self.gains.get(handle).map_or(&[], Vec::as_slice)
    }

    /// The node of these paths.
    fn node(&self, paths: Vec<PathProgress>) -> PickNode {
        let mut by_handle: HashMap<String, Vec<usize>> = HashMap::new();
        for (number, at) in paths.iter().enumerate() {
            let group = self.paths[at.path].groups.get(at.group).map_or(&[][..], Vec::as_slice);
            for (_, handle) in group.iter().enumerate().filter(|(index, _)| !at.done.contains(index)) {
                let numbers = by_handle.entry(handle.clone()).or_default();
                if numbers.last() != Some(&number) {
                    numbers.push(number);
                }
            }
        }
        PickNode { paths, by_handle }
    }

    /// The progress of the paths of a node after touching `handle`: none if that is not possible.
    fn after(&self, node: &PickNode, handle: &str) -> Vec<PathProgress> {
        let go = |number: &usize| {
            let at = &node.paths[*number];
            let group = self.paths[at.path].groups.get(at.group)?;
            let index = (0..group.len()).find(|index| group[*index] == handle && !at.done.contains(index))?;
            let mut next = PathProgress { done: [&at.done[..], &[index]].concat(), ..*at };
            if next.done.len() == group.len() {
                (next.group, next.done) = (at.group + 1, Vec::new());
            }
            Some(next)
        };
        node.by_handle.get(handle).into_iter().flatten().filter_map(go).collect()
    }

    /// The path that is completed, if one is.
    fn completed(&self, progress: &[PathProgress]) -> Option<&ActionPath> {
        progress
            .iter()
            .map(|at| (&self.paths[at.path], at.group))
            .find(|(path, group)| *group == path.groups.len())
            .map(|(path, _)| path)
    }

    /// Touches a handle, and returns the choice if that completes a path. Touching a handle a second time takes the
    /// touch back. A handle that cannot be touched next, but can be touched first, starts again with it.
    pub fn touch(&mut self, handle: &str) -> Option<Picked> {
        let was_assumed = std::mem::take(&mut self.is_assumed);
        if let Some(at) = self.touched.iter().position(|touched| touched == handle) {
            // A touch that was made for a person is confirmed when they touch it.
            if !was_assumed && !self.is_only_beginning() {
                self.take_back(at);
            }
            return None;
        }
        if !self.continues_with(handle) {
            if !self.begins_with(handle) {
                return None;
            }
            self.clear();
        }
        self.go(handle);
        let path = self.completed(&self.nodes.last()?.paths)?;
        let picked = match &path.inputs[..] {
            [] => Picked::Action(path.action),
            inputs => Picked::Asks(path.action, inputs.to_vec()),
        };
        if let Some(began) = self.touched.first() {
            self.began.insert(self.seat, began.clone());
        }
        if matches!(picked, Picked::Action(_)) {
            self.clear();
        }
        Some(picked)
    }

    /// Discards all touches.
    pub fn clear(&mut self) {
        self.touched.clear();
        self.nodes.truncate(1);
    }

    fn go(&mut self, handle: &str) {
        if let Some(node) = self.nodes.last() {
            let next = self.node(self.after(node, handle));
            self.nodes.push(next);
            self.touched.push(handle.to_owned());
        }
    }

    /// Takes one touch back. Later touches stay if they are still possible without it.
    fn take_back(&mut self, at: usize) {
        let after = self.touched.split_off(at);
        self.nodes.truncate(at + 1);
        for handle in &after[1..] {
            if self.continues_with(handle) {
                self.go(handle);
            }
        }
    }
}

/// The paths of an action, except for those with inputs that this version of Stonehouse does not know.
fn action_paths(described: &DescribedAction) -> impl Iterator<Item = ActionPath> {
    described.description.paths.iter().filter_map(|path| {
        let groups = path.iter().map(PathStep::handles).filter(|handles| !handles.is_empty()).map(<[String]>::to_vec);
        let inputs: Vec<Input> = path
            .iter()
            .filter_map(|step| match step {
                PathStep::Input(input) => Some(input.clone()),
                _ => None,
            })
            .collect();
        let known = inputs.iter().all(|input| !matches!(input.kind, InputKind::Unknown));
        let gain = described.description.gain.clone();
        known.then(|| ActionPath { action: described.action, gain, groups: groups.collect(), inputs })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use stonehouse_plugin::ActionText;

    fn described(code: u32, paths: &[&[PathStep]]) -> DescribedAction {
        let text = paths.iter().fold(ActionText::new(""), |text, path| text.path(path.iter().cloned()));
        DescribedAction { action: Action(code), description: text }
    }

    fn pick() -> Pick {
        let one = |handle: &str| PathStep::from(handle);
        let set = |cards: &[&str]| PathStep::any(cards.iter().copied());
        let actions = [
            described(0, &[&[one("supply/white"), one("pocket/1")]]),
            described(1, &[&[one("supply/white"), one("pocket/2")]]),
            described(2, &[&[one("supply/clear"), one("pocket/1")]]),
            described(3, &[&[one("pass")]]),
            described(4, &[&[set(&["card/1", "card/2"]), one("build")], &[set(&["card/1", "card/2"]), one("rows")]]),
            described(5, &[&[set(&["card/1", "card/2", "card/3"]), one("build")]]),
        ];
        let mut pick = Pick::default();
        pick.set_actions(&actions);
        pick
    }

    #[test]
    fn the_gain_of_a_handle_is_known_before_anything_is_touched() {
        let path = |handles: &[&str]| handles.iter().copied().map(PathStep::from).collect::<Vec<_>>();
        let described = |code, gain: &'static str, handles: &[&str]| DescribedAction {
            action: Action(code),
            description: ActionText::new("").gain(gain).path(path(handles)),
        };
        let mut pick = Pick::default();
        pick.set_actions(&[
            described(0, "8 points", &["card/1", "build"]),
            described(1, "20 points", &["card/2", "build"]),
            described(2, "8 points", &["card/3", "build"]),
            described(3, "", &["card/1", "discard"]),
        ]);
        assert_eq!(pick.gain_of("build"), None);
        assert_eq!(pick.possible_gains("build"), ["8 points", "20 points"].map(Text::from));
        assert!(pick.possible_gains("discard").is_empty() && pick.possible_gains("card/1").is_empty());
        pick.set_actions(&[]);
        assert!(pick.possible_gains("build").is_empty());
    }

    fn next(pick: &Pick) -> Vec<&str> {
        pick.next().into_iter().collect()
    }

    #[test]
    fn the_handles_of_a_path_touched_in_order_choose_its_action() {
        let mut pick = pick();
        assert_eq!(pick.touch("supply/white"), None);
        assert_eq!(next(&pick), ["pocket/1", "pocket/2"]);
        assert_eq!(pick.touch("pocket/2"), Some(Picked::Action(Action(1))));
        assert!(pick.touched().is_empty());
        assert_eq!(pick.touch("pass"), Some(Picked::Action(Action(3))));
    }

    #[test]
    fn a_new_first_touch_replaces_the_old_and_a_repeat_clears_it() {
        let mut pick = pick();
        pick.touch("supply/white");
        pick.touch("supply/clear");
        assert_eq!(pick.touched(), ["supply/clear"]);
        pick.touch("supply/clear");
        assert!(pick.touched().is_empty());
    }

    #[test]
    fn handles_of_one_step_may_come_in_any_order_and_be_put_back() {
        let mut pick = pick();
        for card in ["card/3", "card/1"] {
            assert_eq!(pick.touch(card), None);
        }
        assert_eq!(next(&pick), ["card/2"]);
        pick.touch("card/2");
        pick.touch("card/3");
        assert_eq!(pick.touched(), ["card/1", "card/2"]);
        assert_eq!(next(&pick), ["build", "card/3", "rows"]);
        assert_eq!(pick.touch("build"), Some(Picked::Action(Action(4))));
    }

    #[test]
    fn each_of_several_paths_chooses_the_action() {
        let mut pick = pick();
        for handle in ["card/2", "card/1"] {
            pick.touch(handle);
        }
        assert_eq!(pick.touch("rows"), Some(Picked::Action(Action(4))));
    }

    #[test]
    fn the_order_of_single_steps_distinguishes_paths() {
        let mut pick = Pick::default();
        pick.set_actions(&[described(1, &[&["a".into(), "b".into()]]), described(2, &[&["b".into(), "a".into()]])]);
        assert_eq!((pick.touch("b"), pick.touch("a")), (None, Some(Picked::Action(Action(2)))));
        assert_eq!((pick.touch("a"), pick.touch("b")), (None, Some(Picked::Action(Action(1)))));
    }

    #[test]
    fn a_handle_that_leads_nowhere_changes_nothing() {
        let mut pick = pick();
        pick.touch("supply/clear");
        assert_eq!(pick.touch("pocket/2"), None);
        assert_eq!(pick.touched(), ["supply/clear"]);
    }

    #[test]
    fn a_path_with_values_asks_for_them_and_can_be_left_again() {
        let bet = Input::number("amount", "Raise to", 4, 100);
        let mut pick = Pick::default();
        pick.set_actions(&[described(1, &[&["raise".into(), bet.clone().into()]]), described(2, &[&["fold".into()]])]);
        assert!(pick.completes("raise") && pick.completes("fold") && !pick.completes("call"));
        assert_eq!(pick.touch("raise"), Some(Picked::Asks(Action(1), vec![bet])));
        assert_eq!(pick.touched(), ["raise"]);
        assert!(pick.back() && !pick.back());
        assert_eq!(next(&pick), ["fold", "raise"]);
    }

    #[test]
    fn a_path_with_a_value_of_an_unknown_kind_cannot_be_walked() {
        let mut unknown = Input::number("x", "", 0, 1);
        unknown.kind = InputKind::Unknown;
        let mut pick = Pick::default();
        pick.set_actions(&[described(1, &[&["raise".into(), unknown.into()]]), described(2, &[&["fold".into()]])]);
        assert_eq!(next(&pick), ["fold"]);
    }

    #[test]
    fn an_actions_first_touch_is_repeated_for_the_next_action() {
        let one = |handle: &str| PathStep::from(handle);
        let actions = [
            described(0, &[&[one("supply/white"), one("pocket/1")]]),
            described(1, &[&[one("supply/clear"), one("pocket/1")]]),
            described(2, &[&[one("pass")]]),
        ];
        let mut pick = Pick::default();
        pick.set_actions(&actions);
        pick.repeat_first_touch(None, |_| true);
        assert!(pick.touched().is_empty(), "nothing was chosen yet");
        pick.touch("supply/white");
        assert_eq!(pick.touch("pocket/1"), Some(Picked::Action(Action(0))));
        // While another seat thinks there are no actions.
        pick.set_actions(&[]);
        pick.set_actions(&actions);
        pick.repeat_first_touch(None, |_| false);
        assert!(pick.touched().is_empty(), "the table does not want it");
        pick.repeat_first_touch(None, |_| true);
        assert_eq!(pick.touched(), ["supply/white"]);
        pick.touch("supply/white");
        assert_eq!(pick.touched(), ["supply/white"], "it was meant");
        pick.touch("supply/white");
        assert!(pick.touched().is_empty(), "and is taken back");
        pick.touch("supply/clear");
        pick.touch("pocket/1");
        pick.set_actions(&[actions[0].clone(), actions[2].clone()]);
        pick.repeat_first_touch(None, |_| true);
        assert!(pick.touched().is_empty(), "clear stones are used up");
        pick.set_actions(&actions);
        pick.repeat_first_touch(None, |_| true);
        assert_eq!(pick.touch("pass"), Some(Picked::Action(Action(2))), "something else can be chosen at once");
        pick.set_actions(&actions);
        pick.repeat_first_touch(None, |_| true);
        assert!(pick.touched().is_empty(), "what is chosen by one touch is never touched for anybody");
    }

    #[test]
    fn a_first_touch_is_repeated_for_its_own_seat_only() {
        let actions = [
            described(0, &[&["supply/white".into(), "pocket/1".into()]]),
            described(1, &[&["supply/clear".into(), "pocket/1".into()]]),
            described(2, &[&["change-colours".into()]]),
        ];
        let [first, second] = [Some(Seat(0)), Some(Seat(1))];
        let mut pick = Pick::default();
        pick.set_actions(&actions);
        pick.repeat_first_touch(first, |_| true);
        pick.touch("supply/clear");
        pick.touch("pocket/1");
        pick.set_actions(&actions);
        pick.repeat_first_touch(second, |_| true);
        assert!(pick.touched().is_empty(), "another seat has chosen nothing yet");
        pick.set_actions(&actions);
        pick.repeat_first_touch(first, |_| true);
        assert_eq!(pick.touched(), ["supply/clear"]);
        assert!(pick.can_touch("change-colours") && pick.can_touch("supply/white"), "it was only assumed");
        pick.touch("supply/clear");
        assert!(!pick.can_touch("change-colours"), "now it is meant");
    }

    #[test]
    fn the_only_beginning_is_touched_already_and_stays_touched() {
        let heap = |code, pocket: &str| described(code, &[&["supply/white".into(), pocket.into()]]);
        let mut pick = Pick::default();
        pick.set_actions(&[heap(0, "pocket/1"), heap(1, "pocket/2")]);
        pick.repeat_first_touch(None, |_| true);
        assert_eq!(pick.touched(), ["supply/white"]);
        for _ in 0..3 {
            assert_eq!(pick.touch("supply/white"), None);
            assert_eq!(pick.touched(), ["supply/white"]);
        }
        assert!(!pick.back());
        assert_eq!(next(&pick), ["pocket/1", "pocket/2"]);
        assert_eq!(pick.touch("pocket/2"), Some(Picked::Action(Action(1))));
    }
}
