//! Type definitions for luau-lsp, and their meanings in its form, from which both house rules and games in Luau are
//! explained to editors.

use serde_json::{Map, Value, json};
use std::fmt::Write;

/// The name under which editors are given the definitions. Documentation names it again.
pub const PACKAGE: &str = "@stonehouse";

/// A type of the definitions.
#[derive(Clone, Debug)]
pub struct TypeDefinition {
    /// Its name, with its parameters where it has some: `Game<At>`.
    pub name: String,
    /// Its meaning, on one line.
    pub doc: String,
    /// The type itself.
    pub is: Is,
}

/// The meaning of the name of a type.
#[derive(Clone, Debug)]
pub enum Is {
    /// A table, with these fields. An open one has others as well.
    Table {
        /// Its fields, in order.
        fields: Vec<Entry>,
        /// The type of the others that it can have; none: it has no others.
        others: Option<String>,
    },
    /// Another type, as Luau writes it.
    Other(String),
}

/// A field of a table.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name.
    pub name: String,
    /// Its type, as Luau writes it.
    pub kind: String,
    /// Its meaning, on one line.
    pub doc: String,
}

impl Entry {
    /// A field.
    pub fn new(name: &str, kind: String, doc: &str) -> Self {
        // A comment of Luau is one line.
        Self { name: name.to_owned(), kind, doc: doc.replace('\n', " ") }
    }
}

/// The words of Luau that cannot be a field's name as they are.
const KEYWORDS: [&str; 21] = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "if", "in", "local", "nil", "not", "or",
    "repeat", "return", "then", "true", "until", "while",
];

/// The name of a field as the type of a table has it.
pub fn field_name(name: &str) -> String {
    if KEYWORDS.contains(&name) { format!("[{name:?}]") } else { name.to_owned() }
}

impl TypeDefinition {
    /// A table with these fields and no others.
    pub fn table(name: &str, doc: &str, fields: Vec<Entry>) -> Self {
        Self { name: name.to_owned(), doc: doc.replace('\n', " "), is: Is::Table { fields, others: None } }
    }

    /// Another type, as Luau writes it.
    pub fn other(name: &str, doc: &str, kind: String) -> Self {
        Self { name: name.to_owned(), doc: doc.replace('\n', " "), is: Is::Other(kind) }
    }

    /// The same, where a table can have other fields of this type.
    #[must_use]
    pub fn with_others(mut self, kind: &str) -> Self {
        if let Is::Table { others, .. } = &mut self.is {
            *others = Some(kind.to_owned());
        }
        self
    }

    fn write(&self, text: &mut String) {
        let _ = write!(text, "\n-- {}\nexport type {} = ", self.doc, self.name);
        match &self.is {
            Is::Other(kind) => text.push_str(kind),
            Is::Table { fields, others } => {
                text.push_str("{\n");
                for Entry { name, kind, doc } in fields {
                    let _ = writeln!(text, "    -- {doc}\n    {}: {kind},", field_name(name));
                }
                if let Some(others) = others {
                    let _ = writeln!(text, "    [string]: {others},");
                }
                text.push('}');
            }
        }
        text.push('\n');
    }
}

/// The types as a file of definitions.
pub fn definitions(types: &[TypeDefinition]) -> String {
    let mut text = String::new();
    types.iter().for_each(|definition| definition.write(&mut text));
    text
}

/// The meanings of types and their fields, in luau-lsp's form: editors show them in tooltips. They do not show comments
/// of definitions.
pub fn documentation(types: &[TypeDefinition]) -> Map<String, Value> {
    let mut all = Map::new();
    let mut explain = |what: String, doc: &str| {
        all.insert(format!("{PACKAGE}/globaltype/{what}"), json!({ "documentation": doc }));
    };
    for TypeDefinition { name, doc, is } in types {
        // The parameters are no part of the name.
        let name = name.split('<').next().unwrap_or_default();
        if let Is::Table { fields, .. } = is {
            fields.iter().for_each(|field| explain(format!("{name}.{}", field.name), &field.doc));
        }
        explain(name.to_owned(), doc);
    }
    all
}

/// A name as that of a type: `line_points` becomes `LinePoints`, and `hill-walk` `HillWalk`.
pub fn type_name(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters.next().map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
    };
    name.split(['_', '-']).map(capital).collect()
}
