//! The interface of a game in Luau for house rules: hooks, events, facts, zones and effects.

use crate::declared::{
    Declarations, EffectSpec, EventSpec, FieldSpec, HookSpec, KindSpec, RangeSpec, Size, Wrong, ZoneSpec,
};
use stonehouse_plugin::house::{
    EffectDecl, EventDecl, FactDecl, MAX_FACTS, MAX_PIECE_FIELDS, MAX_PIECES, MAX_ZONES, ZoneDecl, ZoneLayout,
};
use stonehouse_plugin::{Field, FieldKind, HookDecl, MAX_HOOKS};

/// The bounds of a whole number without declared ones.
const ANY: RangeSpec = RangeSpec { min: -1_000_000_000, max: 1_000_000_000 };

impl KindSpec {
    /// The kind, as the contract names it.
    pub fn kind(&self) -> FieldKind {
        match self {
            Self::Named(name) if name == "boolean" => FieldKind::Boolean,
            Self::Named(name) if name == "seat" => FieldKind::Seat,
            Self::Words(words) => FieldKind::Word(words.clone()),
            Self::Named(_) | Self::Range(_) => FieldKind::Integer,
        }
    }

    fn check(&self, of: &str) -> Result<(), Wrong> {
        match self {
            Self::Named(name) if !matches!(&**name, "integer" | "boolean" | "seat") => Err(Wrong {
                word: of.to_owned(),
                why: format!(
                    "a kind of `{of}` is \"integer\", \"boolean\", \"seat\", a list of words, or a range; not {name:?}"
                ),
            }),
            _ => Ok(()),
        }
    }
}

fn field(name: &str, kind: &KindSpec, doc: &str) -> Field {
    Field { name: name.to_owned(), doc: doc.to_owned(), kind: kind.kind() }
}

/// The hooks of a game.
pub(crate) fn hooks(declared: &Declarations) -> Vec<HookDecl> {
    let hook = |(name, spec): (&String, &HookSpec)| {
        let context: Vec<Field> = spec.fields.iter().map(|(name, kind)| field(name, kind, "")).collect();
        match &spec.value {
            KindSpec::Range(range) => HookDecl::integer(name, &spec.doc, context, (range.min, range.max)),
            KindSpec::Named(kind) if kind == "integer" => {
                HookDecl::integer(name, &spec.doc, context, (ANY.min, ANY.max))
            }
            _ => HookDecl::boolean(name, &spec.doc, context),
        }
    };
    declared.hooks.iter().map(hook).collect()
}

/// The events of a game.
pub(crate) fn events(declared: &Declarations) -> Vec<EventDecl> {
    let event = |(name, spec): (&String, &EventSpec)| {
        let fields = spec.fields.iter().map(|(name, kind)| field(name, kind, "")).collect();
        EventDecl::new(name, &spec.doc, fields)
    };
    declared.events.iter().map(event).collect()
}

/// The effects of a game.
pub(crate) fn effects(declared: &Declarations) -> Vec<EffectDecl> {
    let effect = |(name, spec): (&String, &EffectSpec)| {
        let arguments = spec.arguments.iter().flatten().map(|(name, kind)| field(name, kind, "")).collect();
        EffectDecl::new(name, &spec.doc, arguments)
    };
    declared.effects.iter().map(effect).collect()
}

/// A fact that house rules read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FactSource {
    /// The value with this index.
    Value(usize),
    /// The declared fact with this index.
    Declared(usize),
}

/// The facts of a game: its values, single or of each seat, and those that it declares.
pub(crate) fn facts(declared: &Declarations) -> Vec<(FactDecl, FactSource)> {
    let values = declared
        .memory
        .iter()
        .enumerate()
        .filter(|(_, (_, spec))| spec.size.is_none() && spec.rows.is_none() && spec.columns.is_none());
    let values = values.map(|(index, (name, spec))| {
        let kind = match (&*spec.values, spec.start.is_boolean()) {
            ([], false) => FieldKind::Integer,
            ([], true) => FieldKind::Boolean,
            (words, _) => FieldKind::Word(words.to_vec()),
        };
        (FactDecl::new(name, &spec.doc, kind, !spec.each.is_empty()), FactSource::Value(index))
    });
    let own = declared.facts.iter().enumerate().map(|(index, (name, spec))| {
        let fact = FactDecl::new(name, &spec.doc, spec.kind.kind(), !spec.each.is_empty());
        (if spec.secret { fact.secret() } else { fact }, FactSource::Declared(index))
    });
    values.chain(own).collect()
}

/// The zones that house rules read, each with its index: those that every seat, its own seat, or nobody sees, and that
/// are not too large.
pub(crate) fn zones(declared: &Declarations) -> Vec<(ZoneDecl, usize)> {
    declared
        .zones
        .iter()
        .enumerate()
        .filter_map(|(index, (name, spec))| Some((zone(declared, name, spec)?, index)))
        .collect()
}

fn zone(declared: &Declarations, name: &str, spec: &ZoneSpec) -> Option<ZoneDecl> {
    let each = !spec.each.is_empty();
    // House rules know two sorts of secrets: what only its seat knows, and what nobody knows.
    let is_readable = match &*spec.sees {
        "" | "all" => true,
        "owner" => each,
        "nobody" => !each,
        _ => false,
    };
    let most = |size: &Size| match size {
        Size::Number(number) => Some(*number as usize),
        Size::Knob(name) => declared.knobs.get(name)?.max.and_then(|max| usize::try_from(max).ok()),
    };
    let max = match (&spec.rows, &spec.columns, &spec.size) {
        (Some(rows), Some(columns), _) => most(rows)?.checked_mul(most(columns)?)?,
        (_, _, Some(size)) => most(size)?,
        _ => return None,
    };
    let max = u16::try_from(max).ok().filter(|max| usize::from(*max) <= MAX_PIECES)?;
    let layout = if spec.rows.is_some() { ZoneLayout::Grid { max } } else { ZoneLayout::List { max } };
    let piece = declared.pieces.get(&spec.piece)?;
    let mut fields: Vec<Field> = piece
        .fields
        .iter()
        .map(|(name, spec)| {
            let kind = match spec {
                FieldSpec::Seat(_) => FieldKind::Seat,
                FieldSpec::Words(words) => FieldKind::Word(words.clone()),
                FieldSpec::Range(_) => FieldKind::Integer,
            };
            Field { name: name.clone(), doc: String::new(), kind }
        })
        .collect();
    if fields.is_empty() {
        fields.push(Field::word("kind", "", &[&spec.piece]));
    }
    let decl = ZoneDecl::new(name, &spec.doc, layout, each, fields);
    let is_usable = is_readable && decl.piece.len() <= MAX_PIECE_FIELDS;
    is_usable.then(|| if spec.is_hidden() { decl.secret() } else { decl })
}

/// Checks the declarations for house rules.
pub(crate) fn check(declared: &Declarations) -> Result<(), Wrong> {
    let hooks =
        declared.hooks.iter().map(|(name, spec)| (name, spec.fields.values().chain([&spec.value]).collect::<Vec<_>>()));
    let events = declared.events.iter().map(|(name, spec)| (name, spec.fields.values().collect()));
    let facts = declared.facts.iter().map(|(name, spec)| (name, vec![&spec.kind]));
    let effects = declared
        .effects
        .iter()
        .map(|(name, spec)| (name, spec.arguments.iter().flatten().map(|(_, kind)| kind).collect()));
    for (name, kinds) in hooks.chain(events).chain(facts).chain(effects) {
        kinds.into_iter().try_for_each(|kind: &KindSpec| kind.check(name))?;
    }
    for (name, spec) in &declared.hooks {
        if matches!(&spec.value, KindSpec::Words(_)) || matches!(&spec.value, KindSpec::Named(kind) if kind == "seat") {
            return Err(Wrong {
                word: name.clone(),
                why: format!("the `value` of the hook `{name}` is a range, \"integer\" or \"boolean\""),
            });
        }
    }
    if let Some((name, spec)) = declared.facts.iter().find(|(_, spec)| !matches!(&*spec.each, "" | "seat")) {
        let why = format!("`each` of `{name}` can only be \"seat\", and it is {:?}", spec.each);
        return Err(Wrong { word: name.clone(), why });
    }
    let counts = [
        ("hooks", declared.hooks.len(), MAX_HOOKS),
        ("events", declared.events.len(), MAX_FACTS),
        ("effects", declared.effects.len(), MAX_FACTS),
        ("facts", self::facts(declared).len(), MAX_FACTS),
        ("zones", zones(declared).len(), MAX_ZONES),
    ];
    for (what, count, most) in counts {
        if count > most {
            return Err(Wrong {
                word: what.to_owned(),
                why: format!("a game has at most {most} {what}, and there are {count}"),
            });
        }
    }
    match declared.facts.keys().find(|name| declared.memory.contains_key(*name)) {
        Some(name) => {
            Err(Wrong { word: name.clone(), why: format!("`{name}` is a value and a fact: values are facts already") })
        }
        None => Ok(()),
    }
}
