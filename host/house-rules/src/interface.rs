//! The interface of a game for scripts: its hooks, events, facts, zones and effects.
//!
//! A script is called at *entry points*: each hook, each event, the two functions of each action that a script adds,
//! and that of each roll. At all of them it reads from one `ctx`: the fields that belong to the entry point, the facts
//! and zones of the game, the facts of the host, and the memory of the scripts.

use stonehouse_plugin::house::{EffectDecl, EventDecl, FactDecl, ZoneDecl};
use stonehouse_plugin::{Field, FieldKind, HookDecl, HookValue};
use stonehouse_runtime::{HostEffectKind, HostEvent, HostHook, MemoryDecl, MemoryShape, Plugin};

/// The hooks, events, facts, zones and effects that a game and the host offer to house rules at a table of a certain
/// size.
#[derive(Clone, Debug, Default)]
pub struct Interface {
    /// The game's hooks, by their numbers.
    pub hooks: Vec<HookDecl>,
    /// The game's facts, by their numbers.
    pub facts: Vec<FactDecl>,
    /// The game's zones, by their numbers.
    pub zones: Vec<ZoneDecl>,
    /// The game's events, by their numbers.
    pub events: Vec<EventDecl>,
    /// The game's effects, by their numbers.
    pub effects: Vec<EffectDecl>,
    /// The names of the seats in scripts; empty: their numbers.
    pub seat_words: Vec<String>,
    /// The number of players.
    pub seats: usize,
}

impl Interface {
    /// The interface of this game at a table of `seats`.
    pub fn of(plugin: &Plugin, seats: u8) -> Self {
        let seats = usize::from(seats);
        Self {
            hooks: plugin.hooks().to_vec(),
            facts: plugin.facts().to_vec(),
            zones: plugin.zones().to_vec(),
            events: plugin.events().to_vec(),
            effects: plugin.effects().to_vec(),
            seat_words: plugin.seat_words().iter().take(seats).cloned().collect(),
            seats,
        }
    }

    /// All that house rules can use of a game, the host's own included, for the reference and for editors.
    pub fn everything(plugin: &Plugin) -> Self {
        let mut all = Self::of(plugin, plugin.about().seats.max);
        let is_free = |name: &str| plugin.facts().iter().all(|fact| fact.name != name);
        let host = HOST_FACTS.iter().filter(|fact| is_free(fact.name));
        all.facts.extend(host.map(|fact| FactDecl::new(fact.name, fact.doc, FieldKind::Integer, fact.each_seat)));
        all.hooks.extend(HostHook::ALL.map(HostHook::declaration));
        all.events.extend(HostEvent::ALL.map(HostEvent::declaration));
        all.effects = all.effect_functions().into_iter().map(|function| function.decl).collect();
        all
    }

    /// Hooks and nothing else, for two players.
    pub fn with_hooks(hooks: &[HookDecl]) -> Self {
        Self { hooks: hooks.to_vec(), seats: 2, ..Self::default() }
    }

    /// The entry points that every script finds, in the order of [`EntryPointKind`].
    pub(super) fn entry_points(&self) -> Vec<EntryPoint> {
        let hook = |hook: &HookDecl| EntryPoint::new(&hook.name, hook.context.clone(), ResultKind::Value(hook.value));
        let event = |decl: &EventDecl| EntryPoint::new(&decl.name, decl.fields.clone(), ResultKind::Effects);
        let hooks = HostHook::ALL.map(HostHook::declaration);
        let host_event = |kind: HostEvent| EntryPoint {
            last: if kind.has_field_for_each_seat() { MemoryShape::Seats } else { MemoryShape::Single },
            ..event(&kind.declaration())
        };
        let events = HostEvent::ALL.map(host_event).into_iter().chain(self.events.iter().map(event));
        self.hooks.iter().chain(&hooks).map(hook).chain(events).collect()
    }

    /// The entry point of a hook that every game has, or of an event, by its place after the game's hooks.
    pub(super) fn place(&self, kind: EntryPointKind) -> usize {
        let host_hooks = self.hooks.len();
        let host_events = host_hooks + HostHook::ALL.len();
        let events = host_events + HostEvent::ALL.len();
        match kind {
            EntryPointKind::HostHook(hook) => host_hooks + hook as usize,
            EntryPointKind::HostEvent(event) => host_events + event as usize,
            EntryPointKind::Event(index) => events + index,
        }
    }

    /// The facts that every entry point can read beyond its own fields.
    pub(super) fn readable_facts(&self, memory: &[MemoryDecl]) -> Vec<Fact> {
        let host = HOST_FACTS.iter().map(|fact| Fact {
            name: fact.name.to_owned(),
            source: fact.source,
            kind: FieldKind::Integer,
            shape: shape_of(fact.each_seat),
            is_secret: false,
        });
        let game = self.facts.iter().enumerate().map(|(index, fact)| Fact {
            name: fact.name.clone(),
            source: Source::Game(index),
            kind: fact.kind.clone(),
            shape: shape_of(fact.each_seat),
            is_secret: fact.secret,
        });
        let memory = memory.iter().map(|decl| Fact {
            name: decl.name.clone(),
            source: Source::Kept(decl.slot),
            kind: match &*decl.words {
                [] if decl.is_seat => FieldKind::Seat,
                [] => FieldKind::Integer,
                words => FieldKind::Word(words.to_vec()),
            },
            shape: decl.shape,
            is_secret: decl.secret,
        });
        // A fact of the game takes the place of the host's own of that name.
        let mut all: Vec<Fact> = game.collect();
        all.extend(host.filter(|known| self.facts.iter().all(|fact| fact.name != known.name)));
        all.extend(memory);
        all
    }

    /// The functions of `effects`: the host's, then the game's. An effect of the game takes the place of the host's own
    /// of that name, so that a game and its scripts stay what they are when the host gets new effects.
    pub(super) fn effect_functions(&self) -> Vec<EffectFunction> {
        let host = HostEffectKind::ALL
            .map(|effect| EffectFunction { decl: effect.declaration(), target: EffectTarget::Host(effect) });
        let game = self.effects.iter().enumerate();
        let game = game.map(|(index, decl)| EffectFunction { decl: decl.clone(), target: EffectTarget::Game(index) });
        let is_free = |name: &str| self.effects.iter().all(|effect| effect.name != name);
        host.into_iter().filter(|function| is_free(&function.decl.name)).chain(game).collect()
    }
}

/// An entry point that is no hook of the game.
#[derive(Clone, Copy, Debug)]
pub(super) enum EntryPointKind {
    HostHook(HostHook),
    HostEvent(HostEvent),
    /// An event of the game, by its index.
    Event(usize),
}

/// A fact that the host offers for every game.
pub(super) struct HostFact {
    pub name: &'static str,
    /// Its meaning, for the reference.
    pub doc: &'static str,
    pub source: Source,
    pub each_seat: bool,
}

impl HostFact {
    const fn new(name: &'static str, source: Source, each_seat: bool, doc: &'static str) -> Self {
        Self { name, doc, source, each_seat }
    }
}

/// The facts that the host offers for every game. A fact of the game with the same name takes its place.
pub(super) const HOST_FACTS: [HostFact; 5] = [
    HostFact::new("players", Source::Players, false, "How many play."),
    HostFact::new("scores", Source::Scores, true, "The score of each player as it is now."),
    HostFact::new("best", Source::Best, false, "The highest score as it is now."),
    HostFact::new("least", Source::Least, false, "The lowest score as it is now."),
    HostFact::new("actions", Source::Kept(0), false, "How many actions have been played in the match."),
];

/// A function that a script may define: for a hook, for an event, or as a part of an action or a roll.
#[derive(Clone, Debug)]
pub(super) struct EntryPoint {
    /// Its name in messages: that of the function in the script.
    pub name: String,
    /// The fields that belong to it.
    pub fields: Vec<Field>,
    /// How many values the last field has.
    pub last: MemoryShape,
    pub answer: ResultKind,
    /// Whether its fields may not be known to every seat, as the target of a secret action.
    pub has_secret_fields: bool,
    /// Whether only a test calls it.
    pub is_of_test: bool,
}

impl EntryPoint {
    pub fn new(name: &str, fields: Vec<Field>, answer: ResultKind) -> Self {
        let (name, last) = (name.to_owned(), MemoryShape::Single);
        Self { name, fields, last, answer, has_secret_fields: false, is_of_test: false }
    }

    /// That of the function `holds` of a test.
    pub fn of_test() -> Self {
        Self { is_of_test: true, ..Self::new("expect.holds", Vec::new(), ResultKind::Value(HookValue::Boolean)) }
    }

    /// The shape of one of its fields.
    pub fn shape_of(&self, field: usize) -> MemoryShape {
        if field + 1 == self.fields.len() { self.last } else { MemoryShape::Single }
    }

    /// How many values its fields have at a table of `seats`.
    pub fn width(&self, seats: usize) -> usize {
        (0..self.fields.len()).map(|field| self.shape_of(field).len(seats)).sum()
    }
}

/// The result of a script's function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ResultKind {
    /// The value to use.
    Value(HookValue),
    /// Whether an action is available: true, false, or a list of its targets.
    Targets,
    /// No value: it requests effects.
    Effects,
}

/// A fact that can be read at every entry point.
#[derive(Clone, Debug)]
pub(super) struct Fact {
    pub name: String,
    pub source: Source,
    pub kind: FieldKind,
    pub shape: MemoryShape,
    /// Whether some seat may not know its values.
    pub is_secret: bool,
}

const fn shape_of(each_seat: bool) -> MemoryShape {
    if each_seat { MemoryShape::Seats } else { MemoryShape::Single }
}

/// The source of a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Source {
    Players,
    Scores,
    Best,
    Least,
    /// A value that the host keeps, by its slot.
    Kept(usize),
    /// A fact of the game, by its index.
    Game(usize),
}

/// A function of `effects`: an effect that a script can request.
#[derive(Clone, Debug)]
pub(super) struct EffectFunction {
    pub decl: EffectDecl,
    pub target: EffectTarget,
}

/// The host or the game, whichever carries out an effect.
#[derive(Clone, Copy, Debug)]
pub(super) enum EffectTarget {
    Host(HostEffectKind),
    /// The game, by the effect's index among the game's.
    Game(usize),
}
