//! The inputs of the scripts at an entry point: the fields and facts that they read, and nothing else.

use crate::interface::{EntryPoint, Fact, Source};
use crate::zones::{ZoneInput, seat_key};
use std::fmt::Write;
use stonehouse_plugin::FieldKind;
use stonehouse_plugin::hooks::DEPENDS_ON_STATE;
use stonehouse_plugin::house::ZoneDecl;
use stonehouse_runtime::{HookFailure, MemoryDecl, MemoryShape, ReadFacts};

/// The number of values above which they are passed as a list: Luau has room for 200 variables in a function.
const MANY: usize = 60;

/// The inputs of the scripts at an entry point, and how they are passed.
#[derive(Debug)]
pub(super) struct ChainInputs {
    items: Vec<Item>,
    /// The values of the fields of the entry point that are read, in the order of the values: they come first.
    fields: Vec<usize>,
    /// The facts that are read: the source of each, its first value, and the number of its values.
    facts: Vec<(Source, usize, usize)>,
    /// The zones that are read: their values follow all others.
    zones: Vec<ZoneInput>,
    /// The names of zones that cannot be read, because a field that is read has the same.
    hidden_zones: Vec<String>,
    seats: usize,
    /// The number of values of fields and facts.
    width: usize,
    /// The values of the call under way.
    pub values: Vec<i64>,
}

/// A field or a fact that is read.
#[derive(Debug)]
struct Item {
    name: String,
    kind: FieldKind,
    from: InputSource,
    /// Its first value.
    at: usize,
    shape: MemoryShape,
    /// Whether some seat may not know it.
    is_secret: bool,
}

#[derive(Debug)]
enum InputSource {
    /// A field of the entry point, by its index.
    Field(usize),
    Fact(Source),
}

impl ChainInputs {
    /// The inputs at `entry_point`: the fields, facts and zones for which `is_read` is true.
    pub fn new(
        entry_point: &EntryPoint,
        readable_facts: &[Fact],
        zones: &[ZoneDecl],
        seats: usize,
        is_read: impl Fn(&str) -> bool,
    ) -> Self {
        let fields = entry_point.fields.iter().enumerate().filter(|(_, field)| is_read(&field.name));
        let mut items: Vec<Item> = fields
            .map(|(index, field)| Item {
                name: field.name.clone(),
                kind: field.kind.clone(),
                from: InputSource::Field(index),
                at: 0,
                shape: entry_point.shape_of(index),
                is_secret: entry_point.has_secret_fields,
            })
            .collect();
        // A field of the entry point comes before a fact of its name.
        let facts =
            readable_facts.iter().filter(|readable| entry_point.fields.iter().all(|field| field.name != readable.name));
        items.extend(facts.filter(|readable| is_read(&readable.name)).map(|readable| Item {
            name: readable.name.clone(),
            kind: readable.kind.clone(),
            from: InputSource::Fact(readable.source),
            at: 0,
            shape: readable.shape,
            is_secret: readable.is_secret,
        }));
        let mut at = 0;
        for item in &mut items {
            item.at = at;
            at += item.shape.len(seats);
        }
        let fields = items.iter().filter_map(|item| {
            let InputSource::Field(first) = item.from else { return None };
            Some(first..first + item.shape.len(seats))
        });
        let facts = items.iter().filter_map(|item| {
            let InputSource::Fact(source) = item.from else { return None };
            Some((source, item.at, item.shape.len(seats)))
        });
        let (fields, facts) = (fields.flatten().collect(), facts.collect());
        let is_shadowed = |name: &str| entry_point.fields.iter().any(|field| field.name == name);
        let hidden = zones.iter().map(|zone| &zone.name).filter(|name| is_read(name) && is_shadowed(name));
        let hidden_zones = hidden.cloned().collect();
        let zones = ZoneInput::read(zones, seats, |name| is_read(name) && !is_shadowed(name));
        Self { items, fields, facts, zones, hidden_zones, seats, width: at, values: vec![0; at] }
    }

    /// The number of values of fields and facts.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// How many play.
    pub const fn seats(&self) -> usize {
        self.seats
    }

    /// The names of zones that cannot be read, because a field that is read has the same.
    pub fn hidden_zones(&self) -> &[String] {
        &self.hidden_zones
    }

    /// Whether nothing is read.
    pub const fn is_empty(&self) -> bool {
        self.width == 0 && self.zones.is_empty()
    }

    /// Whether results are worth caching: a position rarely has the same pieces a second time.
    pub const fn is_cached(&self) -> bool {
        self.zones.is_empty()
    }

    /// The names of the inputs.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.items.iter().map(|item| &*item.name).chain(self.zones.iter().map(ZoneInput::name))
    }

    /// The dependencies, as [`HookHost::dependencies`](stonehouse_runtime::HookHost::dependencies) returns them.
    pub fn bits(&self) -> u64 {
        let fields = self.fields.iter().map(|field| 1_u64.checked_shl(*field as u32).unwrap_or(DEPENDS_ON_STATE));
        let facts = if self.facts.is_empty() && self.zones.is_empty() { 0 } else { DEPENDS_ON_STATE };
        fields.fold(facts, |bits, field| bits | field)
    }

    /// The name of a fact or a zone that is read.
    pub fn first_fact(&self) -> Option<&str> {
        let fact = self.items.iter().find(|item| matches!(item.from, InputSource::Fact(_))).map(|item| &*item.name);
        fact.or_else(|| self.zones.first().map(ZoneInput::name))
    }

    /// Whether a value that the host keeps is read.
    pub fn reads_kept(&self) -> bool {
        self.items.iter().any(|item| matches!(item.from, InputSource::Fact(Source::Kept(_))))
    }

    /// Whether a field after the first one is read.
    pub fn reads_fields_after_first(&self) -> bool {
        self.fields.iter().any(|field| *field > 0)
    }

    /// Whether nothing beside fields is read but the memory of the rules and how many play.
    pub fn reads_only_memory(&self) -> bool {
        let is_memory = |source: &Source| matches!(source, Source::Players | Source::Kept(1..));
        self.zones.is_empty() && self.facts.iter().all(|(source, ..)| is_memory(source))
    }

    /// Whether anything is read that house rules change in a position without its game: what the host keeps, or scores.
    pub fn reads_beyond_game(&self) -> bool {
        self.facts.iter().any(|(source, ..)| !matches!(source, Source::Players | Source::Game(_)))
    }

    /// Fills the values from the fields of a call, and the facts and zones of its position.
    #[inline]
    pub fn fill(&mut self, fields: &[i64], facts: &dyn ReadFacts) -> Result<(), Box<HookFailure>> {
        for (value, index) in self.values.iter_mut().zip(&self.fields) {
            *value = fields[*index];
        }
        for (source, at, width) in &self.facts {
            read(*source, self.seats, facts, &mut self.values[*at..*at + *width])?;
        }
        self.values.truncate(self.width);
        self.zones.iter().try_for_each(|zone| zone.append(facts, &mut self.values))
    }

    /// The values that were read, for a message: each with its name. Everybody at the table may read the message, so of
    /// what is secret it has the name only.
    pub fn shown(&self) -> Vec<String> {
        let mut shown: Vec<String> = self.items.iter().map(|item| self.shown_item(item)).collect();
        let mut rest = &self.values[self.width..];
        for zone in &self.zones {
            let text;
            (text, rest) = zone.shown(rest);
            shown.push(text);
        }
        shown
    }

    fn shown_item(&self, item: &Item) -> String {
        if item.is_secret {
            return format!("{} (secret)", item.name);
        }
        let value = |value: i64| match &item.kind {
            FieldKind::Boolean => (value != 0).to_string(),
            FieldKind::Word(words) => {
                let word = usize::try_from(value).ok().and_then(|value| words.get(value));
                word.map_or_else(|| value.to_string(), |word| format!("{word:?}"))
            }
            FieldKind::Seat if value == MemoryDecl::NOBODY => "false".to_owned(),
            FieldKind::Integer | FieldKind::Seat => value.to_string(),
        };
        let width = item.shape.len(self.seats);
        let values: Vec<String> = self.values[item.at..item.at + width].iter().map(|given| value(*given)).collect();
        let list = |values: &[String]| format!("{{{}}}", values.join(", "));
        let values = match item.shape {
            MemoryShape::Single => values.concat(),
            MemoryShape::Seats | MemoryShape::List(_) => list(&values),
            MemoryShape::Grid { columns, .. } => list(&values.chunks(columns).map(list).collect::<Vec<_>>()),
        };
        format!("{} = {values}", item.name)
    }

    /// The parameters of the function that takes the values, and the code at its beginning.
    pub fn parameters(&self) -> (String, String) {
        if !self.zones.is_empty() {
            // The tables of zones are made from the values while a function runs.
            let parts: usize = self.zones.iter().map(ZoneInput::parts).sum();
            let opening = format!(
                "  v = {{ ... }}\n  do local at = {}\n  for part = 1, {parts} do\n  starts[part] = at\n  at += 1 + v[at + 1]\n  end end\n",
                self.width
            );
            (", ...".to_owned(), opening)
        } else if self.is_list() {
            (", ...".to_owned(), "  local v = { ... }\n".to_owned())
        } else {
            ((0..self.width()).map(|at| format!(", v{at}")).collect(), String::new())
        }
    }

    /// Whether the values are passed as a list. The number of those of zones differs from call to call.
    const fn is_list(&self) -> bool {
        self.width > MANY || !self.zones.is_empty()
    }

    fn value(&self, at: usize) -> String {
        if self.is_list() { format!("v[{}]", at + 1) } else { format!("v{at}") }
    }

    /// The Luau source of what is made once: the tables of words and of facts with several values, and the functions
    /// that make those of zones.
    pub fn tables(&self, seat_words: &[String]) -> String {
        let mut source = String::new();
        for (index, item) in self.items.iter().enumerate() {
            if let FieldKind::Word(words) = &item.kind {
                let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
                let _ = writeln!(source, "local words{index} = {{ {} }}", words.join(", "));
            }
            let name = &item.name;
            let _ = match item.shape {
                MemoryShape::Single => Ok(()),
                MemoryShape::Seats => {
                    writeln!(
                        source,
                        "local values{index} = {{}}\nfields.{name} = view(values{index}, no_seat, seat_keys)"
                    )
                }
                MemoryShape::List(len) => writeln!(
                    source,
                    "local values{index} = {{}}\n\
                    fields.{name} = view(values{index}, function(place) no_place('{name}', 'places', place, 1, {len}) end, \
                     numbers(1, {len}))"
                ),
                MemoryShape::Grid { rows, columns } => writeln!(
                    source,
                    "local values{index}, rows{index} = {{}}, {{}}\n\
                    for row = 0, {last_row} do\n\
                    values{index}[row] = {{}}\n\
                    rows{index}[row] = view(values{index}[row], function(column) no_place('{name}', 'columns', column, 0, {last_column}) end, \
                    numbers(0, {last_column}))\n\
                    end\n\
                    fields.{name} = view(rows{index}, function(row) no_place('{name}', 'rows', row, 0, {last_row}) end, \
                    numbers(0, {last_row}))",
                    last_row = rows - 1,
                    last_column = columns - 1
                ),
            };
        }
        if !self.zones.is_empty() {
            // The values of the call under way, and the place before those of each part of a zone.
            source.push_str("local v, starts = {}, {}\n");
        }
        let mut part = 1;
        for (index, zone) in self.zones.iter().enumerate() {
            source.push_str(&zone.tables(index, part, seat_words));
            part += zone.parts();
        }
        source
    }

    /// The Luau source that fills `fields` for a call.
    pub fn assignments(&self, seat_words: &[String]) -> String {
        let mut source = String::new();
        for (index, item) in self.items.iter().enumerate() {
            let given = |value: String| match &item.kind {
                // Of the memory it may be nobody.
                FieldKind::Seat if matches!(item.from, InputSource::Fact(Source::Kept(_))) => {
                    let seat = if seat_words.is_empty() { value.clone() } else { format!("seat_words[{value} + 1]") };
                    format!("if {value} < 0 then false else {seat}")
                }
                FieldKind::Seat if !seat_words.is_empty() => format!("seat_words[{value} + 1]"),
                FieldKind::Integer | FieldKind::Seat => value,
                FieldKind::Boolean => format!("{value} ~= 0"),
                FieldKind::Word(_) => format!("words{index}[{value} + 1]"),
            };
            for place in 0..item.shape.len(self.seats) {
                let variable = match item.shape {
                    MemoryShape::Single => format!("fields.{}", item.name),
                    MemoryShape::Seats => {
                        format!("values{index}[{}]", seat_key(place, seat_words))
                    }
                    MemoryShape::List(_) => format!("values{index}[{}]", place + 1),
                    MemoryShape::Grid { columns, .. } => {
                        format!("values{index}[{}][{}]", place / columns, place % columns)
                    }
                };
                let _ = writeln!(source, "  {variable} = {}", given(self.value(item.at + place)));
            }
        }
        source
    }

    /// The Luau source that forgets the tables of zones, before each function: one may have changed those of another.
    pub fn forget_zones(&self, seat_words: &[String]) -> String {
        self.zones.iter().enumerate().map(|(index, zone)| zone.forget(index, seat_words)).collect()
    }
}

fn read(source: Source, seats: usize, facts: &dyn ReadFacts, values: &mut [i64]) -> Result<(), Box<HookFailure>> {
    match source {
        Source::Game(fact) => return facts.fact(fact, values),
        Source::Players => values[0] = seats as i64,
        Source::Kept(first) => return facts.memory_slots(first, values),
        Source::Scores => return facts.scores(values),
        Source::Best => values[0] = of_scores(seats, facts, i64::max)?,
        Source::Least => values[0] = of_scores(seats, facts, i64::min)?,
    }
    Ok(())
}

/// One of the scores; 0 where there are none.
fn of_scores(seats: usize, facts: &dyn ReadFacts, which: fn(i64, i64) -> i64) -> Result<i64, Box<HookFailure>> {
    /// A table has no more seats.
    const MAX_SEATS: usize = stonehouse_plugin::MAX_SEATS;
    let mut scores = [0; MAX_SEATS];
    let scores = &mut scores[..seats.min(MAX_SEATS)];
    facts.scores(scores)?;
    Ok(scores.iter().copied().reduce(which).unwrap_or_default())
}
