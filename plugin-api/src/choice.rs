//! Descriptions of actions and the ways to choose them: paths of steps, as data.
//!
//! A legal action has one or more *paths*; completing all steps of one of them chooses the action. From the paths of
//! all legal actions the host determines at any moment what can be touched next, what is complete, and what can be
//! dragged where. No path may be the beginning of another action's, in any order that its steps allow: the conformance
//! kit checks it with [`collide`].
//!
//! One choice is one action: a set of three cards is one action whose path touches the three cards in any order and
//! then *Build*, not four actions. Touches are taken back with Esc before the last one, and search and record see one
//! decision. Only a step that reveals something is a separate decision. An action can have several paths (a card,
//! then its target, or the other way round). All of this is data, so a host contains no code for the choices of a
//! particular game.
//!
//! The structs within [`InputKind`] are made by the constructors of [`Input`], and left out of this documentation: only
//! hosts read them.

use crate::Text;
use serde::{Deserialize, Serialize};

/// The description of one action for one observer, and the ways to choose it.
///
/// Requested in a state in which the action is legal, before it is applied.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct ActionText {
    /// A phrase for the log without its subject: "black to F7, 2 points for Black".
    pub text: Text,
    /// Its gain for the player who chooses it, in a few words, shown before it is chosen: "8 points". Empty: none, or
    /// unknown. It reveals no more than the seat may know.
    #[serde(skip_serializing_if = "Text::is_empty")]
    #[serde(rename = "brings")]
    pub gain: Text,
    /// The action's structured fields, for records and tools.
    pub data: serde_json::Value,
    /// The ways to choose it, at least one. Each is unlike every path of any other legal action.
    pub paths: Vec<Path>,
}

/// The steps by which an action is chosen, in order; at least one.
pub type Path = Vec<PathStep>;

/// One step of a path.
///
/// As JSON: a handle is a string, handles in any order are a list of strings, an input is an object.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum PathStep {
    /// The element of this handle is touched.
    One(String),
    /// All elements of these handles are touched, in any order: the cards of a set.
    AnyOf(Vec<String>),
    /// A value is given. Only in games with the `inputs` extension, and only as the last steps of a path.
    Input(Input),
}

/// A value to be given with an action.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Input {
    /// Its name in records and tools, in `snake_case`.
    pub name: String,
    /// Its label: "Raise to".
    pub label: Text,
    /// The values that can be given.
    pub kind: InputKind,
}

/// The values that can be given for an input. Each kind takes a fixed number of integers.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum InputKind {
    /// A number: one integer.
    Number(Number),
    /// One of these words: one integer, the word's place from 0.
    Pick(Vec<Text>),
    /// A number of each of several items: one integer for each.
    Counts(Counts),
    /// A kind that this side does not know: it accepts no values, and the path cannot be completed here.
    #[default]
    #[serde(other)]
    Unknown,
}

/// A number between two bounds.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Number {
    /// The least value.
    pub min: i64,
    /// The greatest value.
    pub max: i64,
    /// The distance between values, counted from `min`; `max` is always allowed. At least 1.
    pub step: i64,
    /// The value that is proposed.
    pub default: i64,
    /// Values with a name: the pot, all in.
    pub marks: Vec<(i64, Text)>,
}

/// A number of each of several items.
#[doc(hidden)]
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(default)]
#[non_exhaustive]
pub struct Counts {
    /// The items, each with the greatest number of it.
    pub of: Vec<(Text, i64)>,
    /// The least sum.
    pub min: i64,
    /// The greatest sum.
    pub max: i64,
}

impl Default for Number {
    fn default() -> Self {
        Self { min: 0, max: 0, step: 1, default: 0, marks: Vec::new() }
    }
}

impl ActionText {
    /// An action with this text. Its paths follow with [`path`](Self::path).
    pub fn new(text: impl Into<Text>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// With this gain.
    #[must_use]
    pub fn gain(mut self, gain: impl Into<Text>) -> Self {
        self.gain = gain.into();
        self
    }

    /// With these structured fields.
    #[must_use]
    pub fn data(mut self, data: serde_json::Value) -> Self {
        self.data = data;
        self
    }

    /// With one more way to choose it.
    #[must_use]
    pub fn path(mut self, steps: impl IntoIterator<Item = impl Into<PathStep>>) -> Self {
        self.paths.push(steps.into_iter().map(Into::into).collect());
        self
    }

    /// The inputs that the action takes, in order: those of its first path, since all its paths take the same.
    pub fn inputs(&self) -> impl Iterator<Item = &Input> {
        self.paths.first().into_iter().flatten().filter_map(|step| match step {
            PathStep::Input(input) => Some(input),
            _ => None,
        })
    }
}

impl InputKind {
    /// The least and the greatest value of each of its integers.
    pub fn bounds(&self) -> Vec<(i64, i64)> {
        match self {
            Self::Number(number) => vec![(number.min, number.max)],
            Self::Pick(words) => vec![(0, words.len() as i64 - 1)],
            Self::Counts(counts) => counts.of.iter().map(|(_, most)| (0, *most)).collect(),
            Self::Unknown => Vec::new(),
        }
    }
}

impl PathStep {
    /// All of these handles, in any order.
    pub fn any(handles: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self::AnyOf(handles.into_iter().map(Into::into).collect())
    }

    /// The handles to touch; none for an input.
    pub fn handles(&self) -> &[String] {
        match self {
            Self::One(handle) => std::slice::from_ref(handle),
            Self::AnyOf(handles) => handles,
            Self::Input(_) => &[],
        }
    }
}

impl From<&str> for PathStep {
    fn from(handle: &str) -> Self {
        Self::One(handle.to_owned())
    }
}

impl From<String> for PathStep {
    fn from(handle: String) -> Self {
        Self::One(handle)
    }
}

impl From<Input> for PathStep {
    fn from(input: Input) -> Self {
        Self::Input(input)
    }
}

impl Input {
    /// A number from `min` to `max`.
    pub fn number(name: &str, label: impl Into<Text>, min: i64, max: i64) -> Self {
        let kind = InputKind::Number(Number { min, max, default: min, ..Number::default() });
        Self { name: name.to_owned(), label: label.into(), kind }
    }

    /// One of `words`.
    pub fn pick(name: &str, label: impl Into<Text>, words: impl IntoIterator<Item = impl Into<Text>>) -> Self {
        let kind = InputKind::Pick(words.into_iter().map(Into::into).collect());
        Self { name: name.to_owned(), label: label.into(), kind }
    }

    /// A number of each of `of` (its name, and the most of it), from `min` to `max` in total.
    pub fn counts(name: &str, label: impl Into<Text>, of: Vec<(Text, i64)>, (min, max): (i64, i64)) -> Self {
        Self { name: name.to_owned(), label: label.into(), kind: InputKind::Counts(Counts { of, min, max }) }
    }

    /// For a number: only every `step`th value, counted from the least. No effect on other kinds.
    #[must_use]
    pub fn step(mut self, step: i64) -> Self {
        if let InputKind::Number(number) = &mut self.kind {
            number.step = step;
        }
        self
    }

    /// For a number: `value` is proposed. No effect on other kinds.
    #[must_use]
    pub fn proposed(mut self, value: i64) -> Self {
        if let InputKind::Number(number) = &mut self.kind {
            number.default = value;
        }
        self
    }

    /// For a number: `value` is offered by this name. No effect on other kinds.
    #[must_use]
    pub fn mark(mut self, value: i64, name: impl Into<Text>) -> Self {
        if let InputKind::Number(number) = &mut self.kind {
            number.marks.push((value, name.into()));
        }
        self
    }

    /// The number of integers that it takes.
    pub const fn width(&self) -> usize {
        match &self.kind {
            InputKind::Number(_) | InputKind::Pick(_) => 1,
            InputKind::Counts(counts) => counts.of.len(),
            InputKind::Unknown => 0,
        }
    }

    /// The reason why no value at all can be given; `None` if one can.
    pub fn contradiction(&self) -> Option<String> {
        match &self.kind {
            InputKind::Number(number) if number.min > number.max => {
                Some(format!("the least, {}, is more than the greatest, {}", number.min, number.max))
            }
            InputKind::Number(number) if number.step < 1 => Some(format!("its step is {}", number.step)),
            InputKind::Pick(words) if words.is_empty() => Some("there is no word to choose from".to_owned()),
            InputKind::Counts(counts) => {
                let most: i128 = counts.of.iter().map(|(_, most)| i128::from((*most).max(0))).sum();
                let (least, greatest) = (i128::from(counts.min), i128::from(counts.max));
                let is_empty = least > greatest || greatest < 0 || least > most;
                is_empty.then(|| format!("no sum of up to {most} is within {least} and {greatest}"))
            }
            _ => None,
        }
    }

    /// Whether these integers are acceptable: as many as its [`width`](Self::width), each within its bounds.
    pub fn takes(&self, values: &[i64]) -> bool {
        match (&self.kind, values) {
            (InputKind::Number(number), [value]) => number.takes(*value),
            (InputKind::Pick(words), [value]) => usize::try_from(*value).is_ok_and(|place| place < words.len()),
            (InputKind::Counts(counts), values) => {
                let fits = |(count, (_, most)): (&i64, &(Text, i64))| (0..=*most).contains(count);
                let sum: i128 = values.iter().map(|count| i128::from(*count)).sum();
                values.len() == counts.of.len()
                    && values.iter().zip(&counts.of).all(fits)
                    && (i128::from(counts.min)..=i128::from(counts.max)).contains(&sum)
            }
            _ => false,
        }
    }
}

impl Number {
    /// Whether the value is within the bounds and on a step.
    pub fn takes(&self, value: i64) -> bool {
        let on_a_step = value.checked_sub(self.min).is_some_and(|above| above % self.step.max(1) == 0);
        (self.min..=self.max).contains(&value) && (on_a_step || value == self.max)
    }
}

/// Whether `values` are exactly as many as `inputs` take, and all acceptable.
pub fn all_taken<'a>(inputs: impl IntoIterator<Item = &'a Input>, values: &[i64]) -> bool {
    let mut rest = values;
    for input in inputs {
        let Some((own, others)) = rest.split_at_checked(input.width()) else { return false };
        if !input.takes(own) {
            return false;
        }
        rest = others;
    }
    rest.is_empty()
}

/// Whether the same touches could complete one of these paths and be the beginning (or the whole) of the other, so that
/// the host could not distinguish them.
pub fn collide(a: &[PathStep], b: &[PathStep]) -> bool {
    let touches = |path: &[PathStep]| -> Vec<Vec<String>> {
        path.iter().map(|step| step.handles().to_vec()).filter(|handles| !handles.is_empty()).collect()
    };
    let (mut a, mut b) = (touches(a).into_iter(), touches(b).into_iter());
    let (mut left, mut right) = (a.next(), b.next());
    while let (Some(one), Some(other)) = (&mut left, &mut right) {
        // The handles that both steps contain can be touched first. To get any further, one of the two steps must then
        // be complete.
        let common: Vec<String> = one.iter().filter(|handle| other.contains(handle)).cloned().collect();
        one.retain(|handle| !common.contains(handle));
        other.retain(|handle| !common.contains(handle));
        if !one.is_empty() && !other.is_empty() {
            return false;
        }
        if one.is_empty() {
            left = a.next();
        }
        if other.is_empty() {
            right = b.next();
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn path(json: serde_json::Value) -> Path {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn a_step_is_a_string_a_list_or_an_object_in_json() {
        let bet = Input::number("amount", "Raise to", 4, 100).step(2).proposed(8).mark(100, "All in");
        let steps = vec![PathStep::from("raise"), PathStep::any(["card/1", "card/2"]), bet.clone().into()];
        let written = serde_json::to_value(&steps).unwrap();
        let number = json!({ "min": 4, "max": 100, "step": 2, "default": 8, "marks": [[100, "All in"]] });
        let input = json!({ "name": "amount", "label": "Raise to", "kind": { "number": number } });
        assert_eq!(written, json!(["raise", ["card/1", "card/2"], input]));
        assert_eq!(path(written), steps);
    }

    #[test]
    fn a_kind_of_input_from_the_future_is_unknown_and_takes_nothing() {
        let input: Input = serde_json::from_value(json!({ "name": "colour", "kind": "wheel" })).unwrap();
        assert_eq!((input.kind.clone(), input.width(), input.takes(&[1])), (InputKind::Unknown, 0, false));
    }

    #[test]
    fn an_input_accepts_what_is_within_its_bounds_and_nothing_else() {
        let bet = Input::number("amount", "", 4, 11).step(2);
        let taken: Vec<i64> = (0..14).filter(|value| bet.takes(&[*value])).collect();
        assert_eq!(taken, [4, 6, 8, 10, 11], "steps from the least value on, and the greatest in any case");
        assert!(!bet.takes(&[]) && !bet.takes(&[4, 4]) && !bet.takes(&[i64::MIN]));
        let suit = Input::pick("suit", "", ["hearts", "spades"]);
        assert_eq!([-1, 0, 1, 2].map(|place| suit.takes(&[place])), [false, true, true, false]);
        let trade = Input::counts("trade", "", vec![("wood".into(), 2), ("clay".into(), 3)], (1, 4));
        for (counts, fits) in
            [([0, 0], false), ([1, 0], true), ([2, 2], true), ([2, 3], false), ([3, 0], false), ([-1, 2], false)]
        {
            assert_eq!(trade.takes(&counts), fits, "{counts:?}");
        }
        assert!(all_taken([&bet, &trade], &[6, 1, 1]));
        assert!(!all_taken([&bet, &trade], &[6, 1]) && !all_taken([&bet], &[6, 1]) && !all_taken([&bet], &[7]));
    }

    #[test]
    fn paths_collide_where_the_same_touches_may_mean_both() {
        let collides = |a, b| {
            let (a, b) = (path(a), path(b));
            assert_eq!(collide(&a, &b), collide(&b, &a), "the order of the two does not matter");
            collide(&a, &b)
        };
        assert!(collides(json!(["a"]), json!(["a"])));
        assert!(collides(json!(["a"]), json!(["a", "b"])));
        assert!(collides(json!([["a", "b"]]), json!(["b", "a"])), "any order is also this order");
        assert!(collides(json!([["a", "b"]]), json!([["a", "b", "c"]])));
        assert!(collides(json!([["a", "b"], "c"]), json!(["b", ["a", "c"], "d"])), "b, a, c completes the first");
        assert!(!collides(json!(["a", "b"]), json!(["b", "a"])), "the order distinguishes them");
        assert!(!collides(json!([["a", "b"], "go"]), json!([["a", "b", "c"], "go"])));
        assert!(!collides(json!(["a", "b"]), json!(["a", "c"])));
        assert!(!collides(json!([["a", "b"]]), json!([["a", "c"]])));
    }

    #[test]
    fn an_input_that_takes_no_value_has_a_reason() {
        let counts = |most: i64, sum: (i64, i64)| Input::counts("c", "", vec![("wood".into(), most)], sum);
        for possible in [
            Input::number("n", "", 2, 2),
            Input::number("n", "", i64::MIN, i64::MAX),
            Input::pick("p", "", ["a"]),
            counts(3, (0, 0)),
            counts(3, (2, 9)),
        ] {
            assert_eq!(possible.contradiction(), None, "{possible:?}");
        }
        let nothing: [&str; 0] = [];
        for impossible in [
            Input::number("n", "", 9, 1),
            Input::number("n", "", 1, 9).step(0),
            Input::pick("p", "", nothing),
            counts(3, (4, 9)),
            counts(3, (2, 1)),
            counts(3, (-2, -1)),
        ] {
            assert!(impossible.contradiction().is_some(), "{impossible:?}");
        }
    }
}
