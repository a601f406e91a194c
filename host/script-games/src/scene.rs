//! The table and the texts of a game in Luau, from its declarations.

use crate::declared::SeatsSpec;
use crate::looks::{self, SHAPES, STYLES, named};
use crate::rules::ScriptRules;
use crate::shape::{
    self, ActionField, ActionShape, DomainShape, FieldValue, PieceShape, RollShape, SeenBy, Shape, ValueForm,
    ValueShape, ZoneForm, ZoneShape,
};
use crate::texts::{argument, piece_name, with_field};
use crate::vm::PositionBytes;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use stonehouse_plugin::house::PieceLabel;
use stonehouse_plugin::scene::{Area, Card, Cells, Face, Layout, Piece, Prompt, SeatPanel, Tint, boards};
use stonehouse_plugin::text::fill_template;
use stonehouse_plugin::{Action, ActionText, Arg, Observer, Scene, Seat, Text, text};
use stonehouse_runtime::CallError;

/// A position, as the table shows it.
pub(crate) struct Shown<'a> {
    pub rules: &'a ScriptRules,
    pub memory: &'a PositionBytes,
    /// The seat that chooses: whose turn it is, or the observer's own where several choose at once.
    pub mover: Option<Seat>,
}

/// The handle of a cell.
fn cell_handle(zone: &ZoneShape, index: usize) -> String {
    format!("{}/{index}", zone.name)
}

/// The handle of a piece of a list.
fn piece_handle(zone: &ZoneShape, owner: usize, index: usize) -> String {
    if zone.each { format!("{}/{owner}/{index}", zone.name) } else { format!("{}/{index}", zone.name) }
}

/// The handle of the button of a value of a field of an action.
fn value_handle(action: &str, field: &str, index: u32) -> String {
    format!("do/{action}/{field}/{index}")
}

/// The handle of the button of an action.
fn action_handle(action: &str, code: u32) -> String {
    format!("do/{action}/{code}")
}

fn plain(value: &FieldValue) -> String {
    match value {
        FieldValue::Number(number) => number.to_string(),
        FieldValue::Word(word) => word.clone(),
        FieldValue::Seat(seat) => seat.to_string(),
    }
}

/// A template with the fields of a piece in braces, as plain words.
fn filled(template: &str, piece: &PieceShape, code: i32) -> String {
    let mut filled = String::with_capacity(template.len());
    fill_template(template, &mut filled, |filled, name, rest| {
        *filled += &plain(piece.value(code, name)?);
        Some(rest)
    });
    filled
}

/// The colour of a seat: the one of its name, where that is a colour.
fn seat_tint(rules: &ScriptRules, seat: Seat) -> Tint {
    let name = match &rules.game.declared.about.seats {
        SeatsSpec::Names(names) => names.get(seat.index()).map(|name| name.to_lowercase()),
        _ => None,
    };
    name.and_then(|name| named(&Tint::NAMED, &name)).unwrap_or(Tint::Seat(seat))
}

fn tint(rules: &ScriptRules, piece: &PieceShape, code: i32) -> Tint {
    let word = match piece.value(code, &piece.spec.tint) {
        Some(FieldValue::Seat(seat)) => return seat_tint(rules, Seat(seat - 1)),
        Some(value) => plain(value),
        None => piece.spec.tint.clone(),
    };
    named(&Tint::NAMED, &word).unwrap_or_default()
}

fn face(rules: &ScriptRules, piece: &PieceShape, code: i32) -> Face {
    let tint = tint(rules, piece, code);
    match &*piece.spec.face {
        looks::CARD => {
            let card = Card::new(filled(&piece.spec.corner, piece, code));
            Face::Card(match piece.value(code, &piece.spec.suit).and_then(|value| looks::suit(&plain(value))) {
                Some((sign, tint)) => card.suit(sign, tint),
                None => card,
            })
        }
        looks::DIE => match piece.value(code, &piece.spec.value) {
            Some(FieldValue::Number(number)) => {
                let shows = u8::try_from(*number).ok();
                Face::die(6, shows.filter(|shows| (1..=6).contains(shows)), tint)
            }
            _ => Face::die(6, None, tint),
        },
        looks::TOKEN => match piece.value(code, &piece.spec.value) {
            Some(FieldValue::Number(number)) => Face::token(*number, tint),
            _ => Face::chip(tint),
        },
        shape => named(&SHAPES, shape).map_or(Face::Stone(tint), |face| face(tint)),
    }
}

fn cells(zone: &ZoneShape, rows: usize, columns: usize) -> Cells {
    let mut cells = named(&STYLES, &zone.spec.style).unwrap_or(Cells::hollows)(rows, columns);
    for (index, cell) in cells.cells.iter_mut().enumerate() {
        cell.handle = cell_handle(zone, index);
    }
    cells
}

/// The first id of pieces of which there is only one; those of others are their slots.
const FIRST_UNIQUE: u32 = 1 << 16;

/// How often each piece exists, by its kind and code. It is the same whatever a seat knows.
type Counts = BTreeMap<(usize, i32), u32>;

fn counts(shown: &Shown<'_>) -> Counts {
    let mut counts = Counts::new();
    for zone in &shown.rules.shape.zones {
        for owner in 0..zone.owners() {
            for slot in zone.places(|slot| shown.memory.get(slot), owner) {
                *counts.entry((zone.piece, shown.memory.get(slot))).or_default() += 1;
            }
        }
    }
    counts
}

/// The areas of a zone, as an observer sees them.
fn areas(shown: &Shown<'_>, counts: &Counts, zone: &ZoneShape, observer: Observer) -> Vec<Area> {
    let shape = &shown.rules.shape;
    let piece = &shape.pieces[zone.piece];
    let at = |slot: usize| shown.memory.get(slot);
    let made = |slot: usize, handle: String| {
        // A piece of which there is only one has the same id in every zone: so its movement is shown.
        let id = match counts.get(&(zone.piece, at(slot))) {
            Some(1) => FIRST_UNIQUE + (zone.piece * shape::MAX_PIECES) as u32 + at(slot) as u32,
            _ => slot as u32 + 1,
        };
        Piece::new(id, face(shown.rules, piece, at(slot)), piece_name(piece, at(slot))).handle(handle)
    };
    match zone.form {
        ZoneForm::Grid { rows, columns } => {
            let pieces = zone.places(at, 0).enumerate().filter(|(_, slot)| at(*slot) > 0).map(|(index, slot)| {
                let mut piece = made(slot, String::new());
                piece.on = cell_handle(zone, index);
                piece
            });
            vec![Area::new(zone.name.clone(), cells(zone, rows, columns)).title(zone.spec.title.clone()).pieces(pieces)]
        }
        ZoneForm::Lists { owners, .. } => (0..owners)
            .map(|owner| {
                let seat = Seat(owner as u8);
                let knows = match observer {
                    Observer::Seat(seat) => zone.is_known(owner, Some(seat.index())),
                    Observer::Public => zone.is_known(owner, None),
                    Observer::Referee => true,
                };
                let handle = if zone.each { format!("{}/{owner}", zone.name) } else { zone.name.clone() };
                let places = zone.places(at, owner);
                let layout = match (zone.seen_by, knows) {
                    // What a seat has and others see is covered for itself, piece by piece.
                    (SeenBy::Others, false) if observer == Observer::Seat(seat) => Layout::Row,
                    (SeenBy::Nobody, _) | (_, false) => Layout::stack(places.len() as u32, Face::Back(Tint::Blue)),
                    (SeenBy::Owner, true) => Layout::Fan,
                    _ => Layout::Row,
                };
                let is_shown = !matches!(layout, Layout::Stack(_));
                let pieces = places.enumerate().map(|(index, slot)| {
                    let handle = piece_handle(zone, owner, index);
                    if knows {
                        return made(slot, handle);
                    }
                    Piece::new(slot as u32 + 1, Face::Back(Tint::Blue), text!("covered piece")).handle(handle)
                });
                let title = Text::plain(zone.spec.title.clone());
                // Where nothing is hidden everybody sees the same table.
                let is_own = observer == Observer::Seat(seat) && shape.hides();
                let title = match (zone.each && !is_own, title.is_empty()) {
                    (false, _) => title,
                    (true, true) => text!("{player}", player = seat),
                    (true, false) => text!("{player}: {title}", player = seat, title),
                };
                let mut area = Area::new(handle, layout).title(title);
                area.seat = zone.each.then_some(seat);
                if is_shown { area.pieces(pieces) } else { area }
            })
            .collect(),
    }
}

/// The name and the handle of a piece of a zone, or of a cell of a board.
pub(crate) fn piece_label(shown: &Shown<'_>, zone: usize, seat: Seat, index: usize) -> PieceLabel {
    let shape = &shown.rules.shape;
    let zone = &shape.zones[zone];
    let owner = if zone.each { seat.index() } else { 0 };
    match zone.form {
        ZoneForm::Grid { rows, columns } => {
            PieceLabel::new(boards::name(rows, index / columns, index % columns), cell_handle(zone, index))
        }
        ZoneForm::Lists { .. } => {
            let code = zone.places(|slot| shown.memory.get(slot), owner).nth(index).map(|slot| shown.memory.get(slot));
            let name = code.map(|code| piece_name(&shape.pieces[zone.piece], code)).unwrap_or_default();
            PieceLabel::new(name, piece_handle(zone, owner, index))
        }
    }
}

/// The table, where these actions are legal.
pub(crate) fn scene(shown: &Shown<'_>, legal: &[Action], observer: Observer) -> Scene {
    let rules = shown.rules;
    let shape = &rules.shape;
    let mut scene = Scene::new("");
    let mut values: Vec<&ValueShape> = shape.values.iter().filter(|value| !value.label.is_empty()).collect();
    values.sort_by_key(|value| value.place);
    for value in values.iter().filter(|value| value.form == ValueForm::Single) {
        let (known, what) = (std::mem::take(&mut scene.status), value.label.clone());
        let note = text!("{what}: {value}", what, value = value_text(value, shown.memory.get(value.slot)));
        scene.status = if known.is_empty() { note } else { text!("{known} · {note}", known, note) };
    }
    let mut zones: Vec<&ZoneShape> = shape.zones.iter().collect();
    zones.sort_by_key(|zone| (!matches!(zone.form, ZoneForm::Grid { .. }), zone.each, zone.spec.place));
    let counts = counts(shown);
    scene.areas = zones.into_iter().flat_map(|zone| areas(shown, &counts, zone, observer)).collect();
    let is_scored = rules.game.declared.about.scored;
    scene.seats = Seat::all(shape.seats)
        .map(|seat| {
            let score = is_scored.then(|| i64::from(shown.memory.get(shape::SCORES + seat.index())));
            let mut panel = SeatPanel::new(seat, score);
            panel.tint = Some(seat_tint(rules, seat));
            for value in values.iter().filter(|value| value.each) {
                let note = value_text(value, shown.memory.get(value.slot + seat.index()));
                panel.notes.push(text!("{what}: {note}", what = value.label.clone(), note));
            }
            panel
        })
        .collect();
    scene.prompt = shown.mover.map(|seat| prompt(shape, seat, legal, observer.sees(seat)));
    scene
}

fn value_text(value: &ValueShape, number: i32) -> Arg {
    if value.is_truth {
        return Arg::from(Text::from(if number == 1 { "yes" } else { "no" }));
    }
    match value.words.get(usize::try_from(number).unwrap_or(usize::MAX)) {
        Some(word) => Arg::from(Text::plain(word.clone())),
        None => Arg::from(i64::from(number)),
    }
}

/// Whether a field is chosen by a touch of the table, and not by a button.
const fn is_touched(domain: &DomainShape) -> bool {
    matches!(domain, DomainShape::Cell(_) | DomainShape::Piece(_))
}

/// The zones that are touched to choose a kind of action, in order.
fn touched(action: &ActionShape) -> Vec<usize> {
    let zone = |field: &ActionField| match field.domain {
        DomainShape::Cell(zone) | DomainShape::Piece(zone) => Some(zone),
        DomainShape::Values(_) => None,
    };
    action.fields.iter().filter_map(zone).collect()
}

/// Whether a kind of action needs its own button before its touches: another one has the same.
fn needs_button(shape: &Shape, index: usize) -> bool {
    let own = touched(&shape.actions[index]);
    !own.is_empty()
        && shape.actions.iter().enumerate().any(|(other, action)| {
            let touched = touched(action);
            other != index && !touched.is_empty() && (touched.starts_with(&own) || own.starts_with(&touched))
        })
}

fn prompt(shape: &Shape, seat: Seat, legal: &[Action], sees: bool) -> Prompt {
    // In the order in which the script has them.
    let mut legal: Vec<(usize, Action)> =
        legal.iter().filter_map(|action| Some((shape.action_of(action.0)?, *action))).collect();
    legal.sort_by_key(|(kind, _)| (shape.actions[*kind].spec.play.place(), *kind));
    // Which kinds of actions are legal may follow from what only the seat knows.
    let is_known = sees || !shape.hides();
    let written = legal.iter().map(|(kind, _)| &*shape.actions[*kind].spec.prompt).find(|prompt| !prompt.is_empty());
    let mut prompt = Prompt::new(seat, written.filter(|_| is_known).unwrap_or("Choose").to_owned());
    if !sees {
        return prompt;
    }
    let mut known = BTreeSet::new();
    for (kind, action) in legal {
        let decl = &shape.actions[kind];
        let tip = Text::plain(decl.spec.tip.clone());
        let mut add = |handle: String, label: Text| {
            if known.insert(handle.clone()) {
                let made = std::mem::take(&mut prompt);
                prompt = made.explained(handle, label, tip.clone());
            }
        };
        if decl.fields.iter().all(|field| !is_touched(&field.domain)) {
            add(action_handle(&decl.name, action.0 % shape::CODES), action_text(shape, decl, action, &decl.spec.label));
            continue;
        }
        if needs_button(shape, kind) {
            add(format!("do/{}", decl.name), Text::plain(without_fields(&decl.spec.label)));
        }
        for (field, index) in decl.fields.iter().zip(decl.indices(action.0)) {
            if let DomainShape::Values(values) = &field.domain {
                let label = Text::from(plain(&values[index as usize]));
                add(value_handle(&decl.name, &field.name, index), label);
            }
        }
    }
    prompt
}

/// A label up to its first field.
fn without_fields(label: &str) -> String {
    label.split('{').next().unwrap_or_default().trim_end().to_owned()
}

/// The name of a value of a field.
fn field_text(shape: &Shape, domain: &DomainShape, index: u32) -> Arg {
    match domain {
        DomainShape::Cell(zone) => {
            let ZoneForm::Grid { rows, columns } = shape.zones[*zone].form else { return Arg::from(i64::from(index)) };
            let index = index as usize;
            Arg::from(Text::plain(boards::name(rows, index / columns, index % columns)))
        }
        DomainShape::Piece(zone) => Arg::from(piece_name(&shape.pieces[shape.zones[*zone].piece], index as i32 + 1)),
        DomainShape::Values(values) => argument(&values[index as usize]),
    }
}

fn action_text(shape: &Shape, decl: &ActionShape, action: Action, template: &str) -> Text {
    let fields = decl.fields.iter().zip(decl.indices(action.0));
    fields.fold(Text::template(template.to_owned()), |text, (field, index)| {
        with_field(text, template, &field.name, || field_text(shape, &field.domain, index))
    })
}

/// Describes an action. To observers who may not know the pieces of its seat it has no path, which would reveal their
/// places; and of a secret one, no piece.
pub(crate) fn describe(shown: &Shown<'_>, action: Action, observer: Observer) -> Result<ActionText, CallError> {
    let shape = &shown.rules.shape;
    let Some(kind) = shape.action_of(action.0) else { return Err(CallError::Illegal) };
    let decl = &shape.actions[kind];
    let is_own = shown.mover.is_some_and(|seat| observer.sees(seat));
    let is_hidden = |field: &ActionField| match field.domain {
        DomainShape::Piece(zone) => !is_own && shape.zones[zone].spec.is_hidden(),
        _ => false,
    };
    let template = if decl.spec.log.is_empty() { &decl.spec.label } else { &decl.spec.log };
    let mut data = Map::from_iter([("action".to_owned(), Value::from(&*decl.name))]);
    let mut text = Text::template(template.to_owned());
    for (field, index) in decl.fields.iter().zip(decl.indices(action.0)) {
        if decl.spec.secret && is_hidden(field) {
            text = with_field(text, template, &field.name, || Arg::from(Text::plain("…")));
            continue;
        }
        let name = field_text(shape, &field.domain, index);
        data.insert(field.name.clone(), as_data(&name));
        text = with_field(text, template, &field.name, || name);
    }
    let text = ActionText::new(text).data(Value::Object(data));
    if decl.fields.iter().any(is_hidden) {
        return Ok(text);
    }
    Ok(paths(shown, decl, kind, action).into_iter().fold(text, ActionText::path))
}

fn as_data(name: &Arg) -> Value {
    match name {
        Arg::Number(number) => Value::from(*number),
        Arg::Seat { seat } => Value::from(seat.0 + 1),
        Arg::Text(text) => Value::from(text.to_string()),
        _ => Value::Null,
    }
}

/// The ways to choose an action of its own seat: a button, or a touch for each field; equal pieces are as good as each
/// other.
fn paths(shown: &Shown<'_>, decl: &ActionShape, kind: usize, action: Action) -> Vec<Vec<String>> {
    let shape = &shown.rules.shape;
    if decl.fields.iter().all(|field| !is_touched(&field.domain)) {
        return vec![vec![action_handle(&decl.name, action.0 % shape::CODES)]];
    }
    let first = needs_button(shape, kind).then(|| format!("do/{}", decl.name));
    let mut paths: Vec<Vec<String>> = vec![first.into_iter().collect()];
    for (field, index) in decl.fields.iter().zip(decl.indices(action.0)) {
        let handles: Vec<String> = match &field.domain {
            DomainShape::Cell(zone) => vec![cell_handle(&shape.zones[*zone], index as usize)],
            DomainShape::Piece(zone) => {
                let zone = &shape.zones[*zone];
                let owner = if zone.each { shown.mover.map_or(0, Seat::index) } else { 0 };
                let places = zone.places(|slot| shown.memory.get(slot), owner).enumerate();
                let equal = places.filter(|(_, slot)| shown.memory.get(*slot) == index as i32 + 1);
                equal.map(|(place, _)| piece_handle(zone, owner, place)).collect()
            }
            DomainShape::Values(_) => vec![value_handle(&decl.name, &field.name, index)],
        };
        paths = paths
            .iter()
            .flat_map(|path| handles.iter().map(|handle| path.iter().cloned().chain([handle.clone()]).collect()))
            .collect();
    }
    paths
}

/// Describes an outcome of a roll.
pub(crate) fn describe_roll(roll: &RollShape, code: u32) -> ActionText {
    let values = roll.values(code);
    let numbers = values.iter().map(|value| Text::plain(value.to_string()));
    let shown = numbers.reduce(|some, last| text!("{some} and {last}", some, last)).unwrap_or_default();
    let label = if roll.spec.label.is_empty() { roll.name.replace('_', " ") } else { roll.spec.label.clone() };
    ActionText::new(text!("{label}: {shown}", label, shown)).data(json!({ "roll": roll.name, "values": values }))
}

/// Everything on the table, by zone.
pub(crate) fn revealed(shown: &Shown<'_>) -> Value {
    let shape = &shown.rules.shape;
    let zones = shape.zones.iter().map(|zone| {
        let piece = &shape.pieces[zone.piece];
        let lists: Vec<Value> = (0..zone.owners())
            .map(|owner| {
                let codes = zone.places(|slot| shown.memory.get(slot), owner).map(|slot| shown.memory.get(slot));
                codes
                    .map(|code| if code > 0 { Value::from(piece_name(piece, code).to_string()) } else { Value::Null })
                    .collect()
            })
            .collect();
        (zone.name.clone(), if zone.each { Value::from(lists) } else { lists.into_iter().next().unwrap_or_default() })
    });
    Value::Object(zones.collect())
}
