//! The shape of a game's position under one ruleset: which number of the memory means what.
//!
//! A position is a list of whole numbers: whose turn it is, the winners, how many actions were played, who acted last,
//! the generator of its shuffles, the scores, then the values and the zones that the script declares, in the order of
//! their names. So it is copied, compared and sent to another thread without the VM, and the table and samples read
//! zones without a call of the script.

use crate::declared::{
    ActionSpec, Declarations, DomainSpec, FieldSpec, MemorySpec, PieceSpec, RangeSpec, RollSpec, Size, Wrong, ZoneSpec,
};
use crate::looks::{CARD, DIE, SHAPES, STYLES, TOKEN, named};
use serde_json::Value;
use std::collections::BTreeMap;
use stonehouse_house_rules::did_you_mean;
use stonehouse_plugin::scene::Tint;
use stonehouse_plugin::{MAX_SEATS, Seat, Seats};
use stonehouse_runtime::ScriptLine;

/// The slot of the turn.
pub(crate) const TURN: usize = 0;
/// The slot of the winners: a set of seats, or [`BY_SCORES`].
pub(crate) const WINNERS: usize = 1;
/// The slot of the number of actions played.
pub(crate) const PLAYED: usize = 2;
/// The slot of the seat, from 1, that acted last, or for which the deal rolls: a roll is its own.
pub(crate) const ROLLER: usize = 3;
/// The first of the four slots of the generator.
pub(crate) const GENERATOR: usize = 4;
/// The first slot of the scores.
pub(crate) const SCORES: usize = 8;

/// The winners of a match that the scores decide.
pub(crate) const BY_SCORES: i32 = -1;
/// The turn of a match that is over.
pub(crate) const OVER: i32 = 0;
/// The turn of the first roll; the others follow.
pub(crate) const FIRST_ROLL: i32 = 64;

/// The seats that choose at once, of the number of a turn: a set of seats, below 0.
pub(crate) fn choosers(turn: i32) -> Seats {
    let set = turn.checked_neg().filter(|set| *set > 0).unwrap_or(0);
    (0..MAX_SEATS as u8).filter(|seat| set >> seat & 1 == 1).map(Seat).collect()
}

/// How many codes each kind of action has.
pub(crate) const CODES: u32 = 1 << 20;
/// How many kinds of actions have codes: the highest bit is that of actions of the house.
const KINDS: u32 = 1 << 11;
/// The most kinds of actions of a game.
const MAX_ACTIONS: usize = 256;

/// The most legal actions of a position.
pub(crate) const MAX_LEGAL: usize = 1 << 14;
/// The most different pieces of one kind.
pub(crate) const MAX_PIECES: usize = 4096;
/// The most rows, columns, or pieces of a list.
const MAX_SIZE: usize = 1024;
/// The most numbers of a position.
const MAX_SLOTS: usize = 1 << 14;
/// The most outcomes of a roll.
const MAX_OUTCOMES: u32 = 4096;
/// The most ways in which the dice of a roll can fall.
const MAX_WAYS: u32 = 1 << 20;

/// A value of a field of a piece or of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum FieldValue {
    Number(i64),
    Word(String),
    /// A seat, from 1.
    Seat(u8),
}

/// A field of a piece.
#[derive(Clone, Debug)]
pub(crate) struct PieceField {
    pub name: String,
    pub values: Vec<FieldValue>,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub(crate) struct PieceShape {
    pub name: String,
    pub spec: PieceSpec,
    pub fields: Vec<PieceField>,
    /// How many different pieces there are.
    pub count: usize,
}

impl PieceShape {
    /// The value of each field of the piece with this code, from 1.
    pub fn values(&self, code: i32) -> Vec<&FieldValue> {
        let mut rest = usize::try_from(code - 1).unwrap_or_default();
        let mut values: Vec<&FieldValue> = self
            .fields
            .iter()
            .rev()
            .map(|field| {
                let value = &field.values[rest % field.values.len()];
                rest /= field.values.len();
                value
            })
            .collect();
        values.reverse();
        values
    }

    /// The value of a field of the piece with this code.
    pub fn value(&self, code: i32, field: &str) -> Option<&FieldValue> {
        let index = self.fields.iter().position(|known| known.name == field)?;
        Some(self.values(code)[index])
    }
}

/// The seats that see the pieces of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SeenBy {
    All,
    Owner,
    Others,
    Nobody,
}

/// The words for who sees the pieces of a zone.
pub(crate) const SEEN_BY: [(&str, SeenBy); 4] =
    [("all", SeenBy::All), ("owner", SeenBy::Owner), ("others", SeenBy::Others), ("nobody", SeenBy::Nobody)];

/// The arrangement of the pieces of a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ZoneForm {
    Grid {
        rows: usize,
        columns: usize,
    },
    /// Lists of at most this many pieces, one for each of the owners.
    Lists {
        size: usize,
        owners: usize,
    },
}

/// A zone.
#[derive(Clone, Debug)]
pub(crate) struct ZoneShape {
    pub name: String,
    pub spec: ZoneSpec,
    /// The kind of its pieces.
    pub piece: usize,
    pub form: ZoneForm,
    pub seen_by: SeenBy,
    /// Whether each seat has one.
    pub each: bool,
    /// The first of its slots: of a list the number of pieces, and then the pieces.
    pub slot: usize,
}

impl ZoneShape {
    /// The rows and columns of a board.
    pub const fn grid(&self) -> Option<(usize, usize)> {
        match self.form {
            ZoneForm::Grid { rows, columns } => Some((rows, columns)),
            ZoneForm::Lists { .. } => None,
        }
    }

    /// The slots of the pieces that a position has here, of an owner from 0.
    pub fn places(&self, memory: impl Fn(usize) -> i32, owner: usize) -> std::ops::Range<usize> {
        match self.form {
            ZoneForm::Grid { rows, columns } => self.slot..self.slot + rows * columns,
            ZoneForm::Lists { size, .. } => {
                let begin = self.slot + owner * (size + 1);
                let count = usize::try_from(memory(begin)).unwrap_or_default().min(size);
                begin + 1..begin + 1 + count
            }
        }
    }

    /// Whether an observing seat, or the public, may know its pieces of an owner.
    pub fn is_known(&self, owner: usize, observer: Option<usize>) -> bool {
        match self.seen_by {
            SeenBy::All => true,
            SeenBy::Nobody => false,
            SeenBy::Owner => observer == Some(owner),
            SeenBy::Others => observer.is_some_and(|observer| observer != owner),
        }
    }

    /// How many owners it has.
    pub const fn owners(&self) -> usize {
        match self.form {
            ZoneForm::Grid { .. } => 1,
            ZoneForm::Lists { owners, .. } => owners,
        }
    }
}

/// The form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ValueForm {
    Single,
    List(usize),
    Grid { rows: usize, columns: usize },
}

/// A value that the position keeps.
#[derive(Clone, Debug)]
pub(crate) struct ValueShape {
    pub name: String,
    pub label: String,
    pub form: ValueForm,
    /// Whether there is one for each seat.
    pub each: bool,
    pub words: Vec<String>,
    /// Whether it is true or false.
    pub is_truth: bool,
    pub min: i64,
    pub max: i64,
    pub start: i64,
    /// The first of its slots.
    pub slot: usize,
    /// Its place in the files.
    pub place: ScriptLine,
}

impl ValueShape {
    /// How many slots it has.
    pub const fn slots(&self) -> usize {
        match self.form {
            ValueForm::Single => 1,
            ValueForm::List(size) => size,
            ValueForm::Grid { rows, columns } => rows * columns,
        }
    }
}

/// The values of a field of an action.
#[derive(Clone, Debug)]
pub(crate) enum DomainShape {
    /// The cells of a board.
    Cell(usize),
    /// The pieces of a zone of the seat that acts, or of the only one.
    Piece(usize),
    Values(Vec<FieldValue>),
}

/// A field of an action.
#[derive(Clone, Debug)]
pub(crate) struct ActionField {
    pub name: String,
    pub domain: DomainShape,
    /// How many values it has.
    pub size: u32,
}

/// A kind of action.
#[derive(Clone, Debug)]
pub(crate) struct ActionShape {
    pub name: String,
    /// The upper part of its codes, which follows from its name: so records and open matches of a game to which an
    /// action was added keep their meaning.
    pub kind: u32,
    pub spec: ActionSpec,
    pub fields: Vec<ActionField>,
}

impl ActionShape {
    /// The index of the value of each field that a code's lower part encodes.
    pub fn indices(&self, code: u32) -> Vec<u32> {
        let mut rest = code % CODES;
        let mut indices: Vec<u32> = self
            .fields
            .iter()
            .rev()
            .map(|field| {
                let index = rest % field.size;
                rest /= field.size;
                index
            })
            .collect();
        indices.reverse();
        indices
    }
}

/// A roll.
#[derive(Clone, Debug)]
pub(crate) struct RollShape {
    pub name: String,
    pub spec: RollSpec,
    sides: u32,
    dice: u32,
    /// The numbers on the dice of each outcome, and its weight.
    weights: Vec<(Vec<u32>, u32)>,
}

impl RollShape {
    /// How many outcomes it has, of which each is as likely as its [weight](Self::weight).
    pub fn outcomes(&self) -> u32 {
        self.weights.len() as u32
    }

    /// The numbers on the dice of an outcome, from 1; in ascending order where the dice are `sorted`.
    pub fn values(&self, code: u32) -> &[u32] {
        self.weights.get(code as usize).map_or(&[], |(values, _)| values)
    }

    /// How likely an outcome is, of [all](Self::total).
    pub fn weight(&self, code: u32) -> u32 {
        self.weights.get(code as usize).map_or(0, |(_, weight)| *weight)
    }

    /// The sum of all weights.
    pub const fn total(&self) -> u32 {
        self.sides.pow(self.dice)
    }

    /// The numbers on the dice of the outcome with this place among all, each as often as its weight.
    pub fn drawn(&self, mut place: u32) -> &[u32] {
        for (values, weight) in &self.weights {
            match place.checked_sub(*weight) {
                Some(rest) => place = rest,
                None => return values,
            }
        }
        &[]
    }
}

/// The outcomes of dice with their weights: one for each way in which they can fall, or, where they are `sorted`, one
/// for all ways that differ only in the order of the dice.
fn outcomes(sides: u32, dice: u32, sorted: bool) -> Vec<(Vec<u32>, u32)> {
    let mut ways: Vec<(Vec<u32>, u32)> = vec![(Vec::new(), 1)];
    for _ in 0..dice {
        let mut longer: BTreeMap<Vec<u32>, u32> = BTreeMap::new();
        for (values, weight) in &ways {
            for side in 1..=sides {
                let mut values = values.clone();
                values.push(side);
                if sorted {
                    values.sort_unstable();
                }
                *longer.entry(values).or_default() += weight;
            }
        }
        ways = longer.into_iter().collect();
    }
    ways
}

/// The shape of positions.
#[derive(Clone, Debug)]
pub(crate) struct Shape {
    pub seats: usize,
    /// The seats of the team of each seat, as a set.
    pub teams: Vec<u32>,
    pub slots: usize,
    pub pieces: Vec<PieceShape>,
    pub zones: Vec<ZoneShape>,
    pub values: Vec<ValueShape>,
    pub actions: Vec<ActionShape>,
    pub rolls: Vec<RollShape>,
}

fn wrong<T>(word: &str, why: impl Into<String>) -> Result<T, Wrong> {
    Err(Wrong { word: word.to_owned(), why: why.into() })
}

impl Shape {
    /// The shape for so many seats and these values of all knobs.
    pub fn new(declared: &Declarations, seats: usize, knobs: &Value) -> Result<Self, Wrong> {
        let team = |seat: usize| declared.about.team(seat);
        let with =
            |seat: usize| (0..seats).filter(|other| team(*other) == team(seat)).fold(0, |set, seat| set | 1 << seat);
        let mut shape = Self {
            seats,
            teams: (0..seats).map(with).collect(),
            slots: SCORES + seats,
            pieces: Vec::new(),
            zones: Vec::new(),
            values: Vec::new(),
            actions: Vec::new(),
            rolls: Vec::new(),
        };
        let size = |of: &str, size: &Size| {
            let number = match size {
                Size::Number(number) => u64::from(*number),
                Size::Knob(name) => match knobs.get(name).and_then(Value::as_u64) {
                    Some(number) => number,
                    None => {
                        return wrong(of, format!("`{of}` names a knob `{name}`, and there is no number of that name"));
                    }
                },
            };
            match usize::try_from(number).ok().filter(|number| (1..=MAX_SIZE).contains(number)) {
                Some(number) => Ok(number),
                None => wrong(of, format!("a size of `{of}` is {number}: it must be from 1 to {MAX_SIZE}")),
            }
        };
        for (name, spec) in &declared.pieces {
            shape.pieces.push(piece(name, spec, seats).map_err(|wrong| wrong.within("pieces"))?);
        }
        for (name, spec) in &declared.memory {
            let value = value(name, spec, seats, &size, shape.slots).map_err(|wrong| wrong.within("memory"))?;
            shape.take(name, value.slots())?;
            shape.values.push(value);
        }
        for (name, spec) in &declared.zones {
            let zone = shape.zone(name, spec, &size).map_err(|wrong| wrong.within("zones"))?;
            let slots = match zone.form {
                ZoneForm::Grid { rows, columns } => rows * columns,
                ZoneForm::Lists { size, owners } => (size + 1) * owners,
            };
            shape.take(name, slots)?;
            shape.zones.push(zone);
        }
        if declared.actions.len() > MAX_ACTIONS {
            return wrong("actions", format!("a game has at most {MAX_ACTIONS} kinds of actions"));
        }
        for (name, spec) in &declared.actions {
            let action = shape.action(name, spec).map_err(|wrong| wrong.within("actions"))?;
            shape.actions.push(action);
        }
        shape.actions.sort_by_key(|action| action.kind);
        for (name, spec) in &declared.rolls {
            shape.rolls.push(roll(name, spec).map_err(|wrong| wrong.within("rolls"))?);
        }
        Ok(shape)
    }

    /// Takes the next slots.
    fn take(&mut self, name: &str, slots: usize) -> Result<(), Wrong> {
        self.slots += slots;
        if self.slots > MAX_SLOTS {
            return wrong(name, format!("with `{name}` a position has more than {MAX_SLOTS} numbers"));
        }
        Ok(())
    }

    fn zone(
        &self,
        name: &str,
        spec: &ZoneSpec,
        size: &impl Fn(&str, &Size) -> Result<usize, Wrong>,
    ) -> Result<ZoneShape, Wrong> {
        let Some(piece) = self.pieces.iter().position(|piece| piece.name == spec.piece) else {
            return wrong(
                name,
                format!("the zone `{name}` needs a `piece` of game.pieces, and it is {:?}", spec.piece),
            );
        };
        let each = is_each(name, &spec.each)?;
        let form = match (&spec.rows, &spec.columns, &spec.size) {
            (Some(rows), Some(columns), None) if !each => {
                ZoneForm::Grid { rows: size(name, rows)?, columns: size(name, columns)? }
            }
            (None, None, Some(most)) => {
                ZoneForm::Lists { size: size(name, most)?, owners: if each { self.seats } else { 1 } }
            }
            _ => {
                return wrong(
                    name,
                    format!("the zone `{name}` has either `rows` and `columns`, or `size`, the most pieces of a list"),
                );
            }
        };
        let sees = if spec.sees.is_empty() { Some(SeenBy::All) } else { named(&SEEN_BY, &spec.sees) };
        let seen_by = match (sees, form) {
            (Some(SeenBy::All), _) => SeenBy::All,
            (Some(SeenBy::Nobody), ZoneForm::Lists { .. }) => SeenBy::Nobody,
            (Some(seen_by @ (SeenBy::Owner | SeenBy::Others)), ZoneForm::Lists { .. }) if each => seen_by,
            _ => {
                return wrong(
                    name,
                    format!(
                        "`sees` of the zone `{name}` is \"all\", of a list \"nobody\" too, and of a list of each seat \"owner\" or \"others\""
                    ),
                );
            }
        };
        one_of(name, "style", &spec.style, STYLES.iter().map(|(style, _)| *style))?;
        Ok(ZoneShape { name: name.to_owned(), spec: spec.clone(), piece, form, seen_by, each, slot: self.slots })
    }

    fn action(&self, name: &str, spec: &ActionSpec) -> Result<ActionShape, Wrong> {
        let mut fields = Vec::new();
        let target = spec.targets.iter().map(|domain| ("target", domain));
        for entry in &spec.fields {
            let mut entries = entry.iter();
            let (Some((field, domain)), None) = (entries.next(), entries.next()) else {
                return wrong(
                    name,
                    format!("each of the `fields` of `{name}` is a table with one entry: {{ cell = \"board\" }}"),
                );
            };
            fields.push(self.field(name, field, domain)?);
        }
        for (field, domain) in target {
            fields.push(self.field(name, field, domain)?);
        }
        if spec.choices.is_some() && spec.when.is_some() {
            return wrong(name, format!("the action `{name}` has `choices` and `when`: leave one of them out"));
        }
        let codes = fields.iter().try_fold(1_u32, |codes, field| codes.checked_mul(field.size));
        if codes.is_none_or(|codes| codes > CODES) {
            return wrong(name, format!("the fields of `{name}` have more than {CODES} combinations"));
        }
        if spec.choices.is_none() && codes.is_some_and(|codes| codes as usize > MAX_LEGAL) {
            return wrong(
                name,
                format!(
                    "the fields of `{name}` have more than {MAX_LEGAL} combinations: list the legal ones with `choices`"
                ),
            );
        }
        let mut kind = kind_of(name);
        while self.actions.iter().any(|other| other.kind == kind) {
            kind = (kind + 1) % KINDS;
        }
        Ok(ActionShape { name: name.to_owned(), kind, spec: spec.clone(), fields })
    }

    fn field(&self, action: &str, name: &str, domain: &DomainSpec) -> Result<ActionField, Wrong> {
        let domain = match domain {
            DomainSpec::Named(named) if named == "seats" => DomainShape::Values(seats(self.seats)),
            DomainSpec::Named(named) => {
                let Some(zone) = self.zones.iter().position(|zone| zone.name == *named) else {
                    return wrong(
                        action,
                        format!(
                            "`{name}` of the action `{action}` is \"seats\", a zone, a list, or a range, and it is {named:?}"
                        ),
                    );
                };
                match self.zones[zone].form {
                    ZoneForm::Grid { .. } => DomainShape::Cell(zone),
                    ZoneForm::Lists { .. } => DomainShape::Piece(zone),
                }
            }
            DomainSpec::Words(words) => {
                DomainShape::Values(words.iter().map(|word| FieldValue::Word(word.clone())).collect())
            }
            DomainSpec::Numbers(numbers) => {
                DomainShape::Values(numbers.iter().map(|number| FieldValue::Number(*number)).collect())
            }
            DomainSpec::Range(of) => DomainShape::Values(range(action, *of)?),
        };
        let size = match &domain {
            DomainShape::Cell(zone) => match self.zones[*zone].form {
                ZoneForm::Grid { rows, columns } => rows * columns,
                ZoneForm::Lists { .. } => 0,
            },
            DomainShape::Piece(zone) => self.pieces[self.zones[*zone].piece].count,
            DomainShape::Values(values) => values.len(),
        };
        if size == 0 {
            return wrong(action, format!("`{name}` of the action `{action}` has no values"));
        }
        Ok(ActionField { name: name.to_owned(), domain, size: size as u32 })
    }

    /// The kind of action that has this code, by its index.
    pub fn action_of(&self, code: u32) -> Option<usize> {
        self.actions.binary_search_by_key(&(code / CODES), |action| action.kind).ok()
    }

    /// Whether anything is hidden from a seat.
    pub fn hides(&self) -> bool {
        self.zones.iter().any(|zone| zone.spec.is_hidden())
    }
}

/// The kind of an action of this name, by the hash FNV-1a.
fn kind_of(name: &str) -> u32 {
    name.bytes().fold(0x811c_9dc5_u32, |hash, byte| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)) % KINDS
}

fn is_each(name: &str, each: &str) -> Result<bool, Wrong> {
    match each {
        "" => Ok(false),
        "seat" => Ok(true),
        _ => wrong(name, format!("`each` of `{name}` can only be \"seat\"")),
    }
}

fn seats(count: usize) -> Vec<FieldValue> {
    (1..=count.min(MAX_SEATS)).map(|seat| FieldValue::Seat(seat as u8)).collect()
}

fn range(name: &str, RangeSpec { min, max }: RangeSpec) -> Result<Vec<FieldValue>, Wrong> {
    if max.checked_sub(min).is_none_or(|width| !(0..MAX_PIECES as i64).contains(&width)) {
        return wrong(
            name,
            format!("a range of `{name}` goes from {min} to {max}: it must have 1 to {MAX_PIECES} numbers"),
        );
    }
    Ok((min..=max).map(FieldValue::Number).collect())
}

fn piece(name: &str, spec: &PieceSpec, count_of_seats: usize) -> Result<PieceShape, Wrong> {
    let mut fields = Vec::new();
    for (field, of) in &spec.fields {
        let values = match of {
            FieldSpec::Seat(word) if word == "seat" => seats(count_of_seats),
            FieldSpec::Seat(word) => {
                return wrong(
                    name,
                    format!(
                        "the field `{field}` of the piece `{name}` is \"seat\", a list of words, or a range; not {word:?}"
                    ),
                );
            }
            FieldSpec::Words(words) => words.iter().map(|word| FieldValue::Word(word.clone())).collect(),
            FieldSpec::Range(of) => range(name, *of)?,
        };
        fields.push(PieceField { name: field.clone(), values });
    }
    let count = fields.iter().try_fold(1_usize, |count, field| count.checked_mul(field.values.len()));
    let Some(count) = count.filter(|count| (1..=MAX_PIECES).contains(count)) else {
        return wrong(name, format!("there must be 1 to {MAX_PIECES} different pieces `{name}`: look at their fields"));
    };
    check_look(name, spec)?;
    Ok(PieceShape { name: name.to_owned(), spec: spec.clone(), fields, count })
}

/// Checks the look of a piece.
fn check_look(name: &str, spec: &PieceSpec) -> Result<(), Wrong> {
    let fields = || spec.fields.keys().map(String::as_str);
    one_of(name, "face", &spec.face, SHAPES.iter().map(|(face, _)| *face).chain([CARD, TOKEN, DIE]))?;
    one_of(name, "tint", &spec.tint, Tint::NAMED.iter().map(|(tint, _)| *tint).chain(fields()))?;
    one_of(name, "suit", &spec.suit, fields())?;
    one_of(name, "value", &spec.value, fields())
}

/// Refuses a word that is none of `known`, where there is one.
fn one_of<'a>(name: &str, what: &str, word: &str, known: impl Iterator<Item = &'a str> + Clone) -> Result<(), Wrong> {
    if word.is_empty() || known.clone().any(|known| known == word) {
        return Ok(());
    }
    let hint = did_you_mean(word, known.clone());
    let known = known.collect::<Vec<_>>().join(", ");
    wrong(name, format!("`{what}` of `{name}` cannot be {word:?}.{hint} It is one of: {known}"))
}

fn roll(name: &str, spec: &RollSpec) -> Result<RollShape, Wrong> {
    let RollSpec { sides, dice, sorted, .. } = *spec;
    let dice = dice.unwrap_or(1);
    let ways = sides.checked_pow(dice).filter(|ways| sides >= 2 && dice >= 1 && *ways <= MAX_WAYS);
    let count = match ways {
        None => {
            return wrong(
                name,
                format!(
                    "the roll `{name}` must have at least 2 sides and a die, and dice that fall in at most {MAX_WAYS} ways"
                ),
            );
        }
        Some(ways) if !sorted => ways,
        // Combinations with repetition.
        Some(_) => (1..=dice).fold(1, |count, die| count * (sides + die - 1) / die),
    };
    if count > MAX_OUTCOMES {
        return wrong(
            name,
            format!(
                "the roll `{name}` has {count} outcomes, and at most {MAX_OUTCOMES} are possible: \
             `sorted = true` counts dice in any order as one"
            ),
        );
    }
    Ok(RollShape { name: name.to_owned(), spec: spec.clone(), sides, dice, weights: outcomes(sides, dice, sorted) })
}

fn value(
    name: &str,
    spec: &MemorySpec,
    seats: usize,
    size: &impl Fn(&str, &Size) -> Result<usize, Wrong>,
    slot: usize,
) -> Result<ValueShape, Wrong> {
    let each = is_each(name, &spec.each)?;
    let form = match (each, &spec.size, &spec.rows, &spec.columns) {
        (false, None, None, None) => ValueForm::Single,
        (true, None, None, None) => ValueForm::List(seats),
        (false, Some(count), None, None) => ValueForm::List(size(name, count)?),
        (false, None, Some(rows), Some(columns)) => {
            ValueForm::Grid { rows: size(name, rows)?, columns: size(name, columns)? }
        }
        _ => {
            return wrong(
                name,
                format!("`{name}` is one value, or has only one of `each`, `size`, and `rows` with `columns`"),
            );
        }
    };
    let is_truth = spec.start.is_boolean();
    let (min, max) = match (&*spec.values, is_truth) {
        ([], false) => (spec.min.unwrap_or(0), spec.max.unwrap_or(i64::from(i32::MAX))),
        ([], true) => (0, 1),
        (words, _) => (0, words.len() as i64 - 1),
    };
    let start = match &spec.start {
        Value::Null => min.max(0).min(max),
        Value::Bool(truth) => i64::from(*truth),
        Value::String(word) => match spec.values.iter().position(|value| value == word) {
            Some(index) => index as i64,
            None => return wrong(name, format!("`start` of `{name}` is not one of its `values`")),
        },
        number => number.as_i64().unwrap_or(i64::MIN),
    };
    let fits = |number: i64| i32::try_from(number).is_ok();
    if min > max || !fits(min) || !fits(max) || !(min..=max).contains(&start) {
        return wrong(name, format!("`{name}` needs `min` <= `start` <= `max`, within 32 bits"));
    }
    Ok(ValueShape {
        name: name.to_owned(),
        label: spec.label.clone(),
        form,
        each,
        words: spec.values.clone(),
        is_truth,
        min,
        max,
        start,
        slot,
        place: spec.place,
    })
}
