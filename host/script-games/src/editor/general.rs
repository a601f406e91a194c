//! The types of every game in Luau.

use crate::looks::{CARD, DIE, SHAPES, STYLES, TOKEN};
use stonehouse_house_rules::types::{Entry, TypeDefinition};
use stonehouse_plugin::scene::Tint;

/// A table that scripts declare or get: its name with its parameters, its meaning, and its fields with their types and
/// meanings.
type Table = (&'static str, &'static str, &'static [(&'static str, &'static str, &'static str)]);

/// The tables that a script declares.
const DECLARED: [Table; 18] = [
    (
        "Game<At, Actions, Tested>",
        "The table that the script of a game returns.",
        &[
            ("about", "About?", "What the game is: its id, name, version, seats and rules. Every game has it."),
            ("knobs", "{ [string]: Knob }?", "Parameters of the rules, which variants set: `at.knobs.NAME`."),
            ("pieces", "{ [string]: PieceKind }?", "Kinds of pieces: `at:NAME({ … })` is one of them."),
            ("zones", "{ [string]: Zone<At> }?", "Places of pieces: `at.NAME`."),
            (
                "memory",
                "{ [string]: MemoryValue }?",
                "Values that the position keeps: `at.NAME`. Everybody knows them.",
            ),
            ("actions", "Actions?", "Kinds of actions, by name."),
            ("rolls", "{ [string]: Roll<At> }?", "Dice, by name: `at:roll(\"NAME\")`."),
            ("start", "((at: At) -> ...any)?", "Deals, and returns whose turn it is; without a result it is seat 1."),
            (
                "together",
                "((at: At) -> ...any)?",
                "Is called when all seats of a turn together have chosen, and returns whose turn is next.",
            ),
            ("hooks", "{ [string]: HookDeclaration }?", "Values that house rules can change: `at:hook(\"NAME\", …)`."),
            (
                "events",
                "{ [string]: EventDeclaration }?",
                "Events of which house rules are notified: `at:event(\"NAME\", …)`.",
            ),
            ("facts", "{ [string]: Fact<At> }?", "What house rules read beside zones and values: `ctx.NAME`."),
            ("effects", "{ [string]: Effect<At> }?", "Changes that house rules can request: `effects.NAME(…)`."),
            (
                "tests",
                "{ [string]: ((at: At, test: Tested) -> ()) | TestWith<At, Tested> }?",
                "Tests by name, which `stonehouse check` runs, and so does the window when the file is saved.",
            ),
            ("bots", "Bots<At>?", "What bots know of the game."),
        ],
    ),
    (
        "About",
        "The game, for people and tools.",
        &[
            ("id", "string", "Its id: lower-case letters, digits and hyphens. Variants and records name it."),
            ("name", "string", "Its name."),
            ("version", "string", "Its version, as three numbers: \"1.0.0\"."),
            ("summary", "string?", "What it is about, in a sentence or two."),
            (
                "seats",
                "number | { string } | SeatsRange",
                "How many seats it has, a name for each, or the numbers that are possible. A seat that is called like a colour has it.",
            ),
            ("rules", "string?", "Its rules for players, in Markdown."),
            ("minutes", "(number | { number })?", "How long a match takes, or the least and the most: `{ 10, 20 }`."),
            ("authors", "{ string }?", "Who made it."),
            ("licence", "string?", "What others may do with it, by its SPDX name: \"CC0-1.0\", \"MIT\"."),
            ("scored", "boolean?", "Whether points are counted, which are then shown."),
            ("teams", "{ number }?", "A number for each seat: those with the same number are a team."),
        ],
    ),
    (
        "SeatsRange",
        "The numbers of seats that are possible.",
        &[
            ("min", "number", "The fewest."),
            ("max", "number", "The most."),
            ("default", "number?", "The number without a variant that sets it; without it, the fewest."),
        ],
    ),
    (
        "Range",
        "The whole numbers from one to another, both included.",
        &[("min", "number", "The least."), ("max", "number", "The greatest.")],
    ),
    (
        "Knob",
        "A parameter of the rules.",
        &[
            ("default", "number | boolean | string", "Its value in the official rules; of words one of its `values`."),
            ("min", "number?", "The least of a number: 0 without it."),
            ("max", "number?", "The greatest of a number: 100 without it."),
            ("values", "{ string }?", "The words that it can be."),
            ("doc", "string?", "Its meaning, for those who make variants."),
        ],
    ),
    (
        "PieceKind",
        "A kind of piece.",
        &[
            ("fields", "{ [string]: PieceField }?", "What distinguishes its pieces: seats, words or numbers, by name."),
            ("name", "string?", "What a piece is called, with its fields in braces: \"{rank} of {suit}\"."),
            ("face", "Face?", "How it looks."),
            ("tint", "(Tint | string)?", "Its colour, or the field that is its colour or seat."),
            ("corner", "string?", "The one or two letters in the corner of a card, with fields in braces."),
            ("value", "string?", "The field that is the number on a token or a die."),
            (
                "suit",
                "string?",
                "The field that is the suit of a card: clubs, spades, hearts, diamonds, stars or colours.",
            ),
        ],
    ),
    (
        "Zone<At>",
        "A place of pieces: a board with `rows` and `columns`, or a list with a `size`.",
        &[
            ("piece", "string", "The kind of its pieces, by name."),
            ("rows", "Size?", "How many rows a board has."),
            ("columns", "Size?", "How many columns a board has."),
            ("style", "BoardStyle?", "How a board looks; without it, it has hollows."),
            ("each", "\"seat\"?", "Each seat has a list of its own; without it, there is one."),
            (
                "sees",
                "Sees?",
                "Who sees the pieces of a list; without it, all. What a seat does not see is dealt again for bots.",
            ),
            ("size", "Size?", "The most pieces of a list."),
            ("title", "string?", "The title of its area on the table."),
            ("doc", "string?", "Its meaning, for house rules and editors."),
            (
                "fits",
                "((at: At, owner: any, piece: any, place: number) -> boolean)?",
                "Whether a hidden piece can be there, by all that everybody knows; without `place`, in all places of an owner.",
            ),
        ],
    ),
    (
        "MemoryValue",
        "A value that the position keeps: a whole number, one of some words, or true or false.",
        &[
            ("each", "\"seat\"?", "Each seat has one."),
            ("size", "Size?", "The length of a list."),
            ("rows", "Size?", "The rows of a grid."),
            ("columns", "Size?", "The columns of a grid."),
            ("values", "{ string }?", "The words that it can be."),
            ("min", "number?", "The least that a number can be: 0 without it."),
            ("max", "number?", "The greatest that a number can be: 2147483647 without it."),
            (
                "start",
                "(number | string | boolean)?",
                "What it is at the start: with `false` or `true` it is true or false. Without it, a number is 0, or its least, and of words the first.",
            ),
            ("label", "string?", "How it is called at the table; without it, it is not shown."),
            ("doc", "string?", "Its meaning, for house rules and editors."),
        ],
    ),
    (
        "Action<At, Fields...>",
        "A kind of action, with fields such as a cell, a piece or a number.",
        &[
            ("label", "string", "What is written on its button, with its fields in braces: \"Drop at {cell}\"."),
            (
                "log",
                "string?",
                "Its line of the log after the player's name: \"disc at {cell}\"; without it, the label.",
            ),
            ("tip", "string?", "What it does, in a sentence."),
            ("prompt", "string?", "What the player is asked to do: \"Drop a disc\"."),
            ("secret", "boolean?", "Whether only the player may know which piece of a hidden list it is."),
            (
                "fields",
                "{ { [string]: ActionField } }?",
                "Its fields in order, each with its name: `{ { cell = \"board\" } }`.",
            ),
            ("targets", "ActionField?", "The values of its only field, which is called `target`."),
            (
                "choices",
                "((at: At, seat: number, add: (...any) -> ()) -> ())?",
                "Calls `add` with the fields of each legal action: faster than `when`, where there are many others.",
            ),
            (
                "when",
                "((at: At, seat: number, Fields...) -> boolean)?",
                "Whether the action with these fields is legal; without it and `choices`, it always is.",
            ),
            (
                "weight",
                "((at: At, seat: number, Fields...) -> number)?",
                "How likely a reasonable player is to choose it, from 0 to 1000, for bots: 1 without it.",
            ),
            (
                "play",
                "(at: At, seat: number, Fields...) -> ...any",
                "Changes the position, and returns whose turn is next: a seat, `at:roll(…)`, `at:together(…)`, or nothing for the next seat.",
            ),
        ],
    ),
    (
        "Roll<At>",
        "Dice: each outcome is drawn by the program.",
        &[
            ("sides", "number", "How many sides a die has: its numbers are from 1 to it."),
            ("dice", "number?", "How many dice are rolled at once: 1 without it."),
            ("sorted", "boolean?", "Whether the order of the dice does not matter: they are then in ascending order."),
            ("label", "string?", "How it is called in the log."),
            (
                "rolled",
                "(at: At, seat: number, result: any) -> ...any",
                "Gets the seat that acted last and the number, or a list with that of each die, and returns whose turn is next.",
            ),
        ],
    ),
    (
        "HookDeclaration",
        "A value of the rules that house rules can change.",
        &[
            ("doc", "string", "Its meaning, for those who write house rules."),
            ("fields", "{ [string]: Kind }?", "What house rules read beside it, by name."),
            ("value", "\"integer\" | \"boolean\" | Range", "What the value can be."),
        ],
    ),
    (
        "EventDeclaration",
        "An event of which house rules are notified.",
        &[
            ("doc", "string", "Its meaning, for those who write house rules."),
            ("fields", "{ [string]: Kind }?", "What house rules read of it, by name."),
        ],
    ),
    (
        "Fact<At>",
        "What house rules read beside zones and values.",
        &[
            ("doc", "string", "Its meaning, for those who write house rules."),
            ("kind", "Kind?", "What it can be: a whole number without it."),
            ("each", "\"seat\"?", "There is one for each seat."),
            ("secret", "boolean?", "Whether only its seat may know it, or nobody where there is one for all."),
            ("read", "(at: At, seat: number) -> any", "Returns its value; `seat` is nil where there is one for all."),
        ],
    ),
    (
        "Effect<At>",
        "A change of the position that house rules can request.",
        &[
            ("doc", "string", "Its meaning, for those who write house rules."),
            (
                "arguments",
                "{ { [string]: Kind } }?",
                "Its arguments in order, each with its name: `{ { seat = \"seat\" } }`.",
            ),
            ("apply", "(at: At, ...any) -> ...any", "Changes the position, or returns a text: why that is impossible."),
        ],
    ),
    (
        "TestWith<At, Tested>",
        "A test with other seats or knobs than the official rules have.",
        &[
            ("seats", "number?", "How many seats there are."),
            ("knobs", "{ [string]: number | boolean | string }?", "The knobs that differ from their defaults."),
            ("run", "(at: At, test: Tested) -> ()", "The test."),
        ],
    ),
    (
        "Bots<At>",
        "What bots know of a game. It decides nothing in a match.",
        &[
            (
                "value",
                "((at: At, seat: number) -> number)?",
                "The points with which a seat can expect to end; without points, its chance to win, from 0 to 1.",
            ),
            ("steps", "number?", "After how many actions of a random game `value` judges, instead of at its end."),
        ],
    ),
    (
        "Cell",
        "A cell of a board.",
        &[
            ("row", "number", "Its row, from 1 at the top."),
            ("column", "number", "Its column, from 1 at the left."),
            ("zone", "string", "The board, by name."),
        ],
    ),
    (
        "Test<Name>",
        "Plays in a test: the position is as it is dealt with the seed 1, and can be edited as in `play`.",
        &[
            (
                "turn",
                "number",
                "The seat whose turn it is; nil where a roll or several seats are next, or the match is over.",
            ),
            ("winners", "{ number }", "The seats that have won, once the match is over; else nil."),
            (
                "legal",
                "(self: any, action: Name, ...any) -> boolean",
                "Whether the seat whose turn it is may play this action with these fields.",
            ),
            (
                "play",
                "(self: any, action: Name, ...any) -> ()",
                "The seat whose turn it is plays this action with these fields, which must be legal.",
            ),
            (
                "together",
                "(self: any, ...{ any }) -> ()",
                "All seats of a turn together choose, in order: for each a list with the action and its fields.",
            ),
            ("rolled", "(self: any, ...number) -> ()", "Decides a roll that is due: the number on each die."),
            ("deal", "(self: any, seed: number) -> ()", "Deals again, with this seed."),
            ("pass", "(self: any, seat: number) -> ()", "Gives a seat the turn."),
        ],
    ),
];

/// A member of the position that every game has: its name, its type where a game declares nothing, and its meaning.
pub(super) type Member = (&'static str, &'static str, &'static str);

/// The fields and methods that the position has in every game.
pub(super) const POSITION: [Member; 18] = [
    ("scores", "{ number }", "The points of each seat, which can be set."),
    ("knobs", "any", "The values of the knobs."),
    ("seats", "number", "How many seats there are."),
    ("played", "number", "How many actions were played."),
    ("turn", "number | false", "The seat whose turn it is; false where a roll or several seats are next."),
    (
        "win",
        "(self: any, ...number) -> ()",
        "Ends the match: these seats and their teams win; without any, nobody does.",
    ),
    ("draw", "(self: any) -> ()", "Ends the match: everybody shares the win."),
    ("finish", "(self: any) -> ()", "Ends the match: the highest score wins."),
    (
        "say",
        "(self: any, text: string, ...any) -> ()",
        "Writes a line of the log after the action: for each name in braces a seat, a piece, a cell or a text follows.",
    ),
    ("next", "(self: any, seat: number, steps: number?) -> number", "The seat after another one, or so many after it."),
    (
        "cell",
        "(self: any, board: string, row: number, column: number) -> Cell",
        "A cell of a board; nil beyond its edge.",
    ),
    ("cells", "(self: any, board: string) -> { Cell }", "All cells of a board, row by row."),
    ("all", "(self: any, kind: string) -> { any }", "A list of all different pieces of a kind."),
    ("shuffle", "(self: any, list: { any }) -> ()", "Shuffles a list."),
    ("roll", "(self: any, name: string) -> any", "To be returned: this roll decides next."),
    ("together", "(self: any, ...number) -> any", "To be returned: these seats choose at once next, or all."),
    (
        "hook",
        "(self: any, name: string, value: any, fields: { [string]: any }?) -> any",
        "The value of a hook, as house rules change it; without any, the value itself.",
    ),
    ("event", "(self: any, name: string, fields: { [string]: any }?) -> ()", "Notifies house rules of an event."),
];

/// The meaning of the position.
pub(super) const POSITION_DOC: &str =
    "The position of a match, with the zones, the values and the kinds of pieces of the game.";

/// Words as a type.
pub(super) fn words<'a>(all: impl IntoIterator<Item = &'a str>) -> String {
    all.into_iter().map(|word| format!("{word:?}")).collect::<Vec<_>>().join(" | ")
}

/// All types of every game, in the order of the file.
pub(super) fn types() -> Vec<TypeDefinition> {
    let table = |(name, doc, fields): Table| {
        let fields = fields.iter().map(|(name, kind, doc)| Entry::new(name, (*kind).to_owned(), doc));
        TypeDefinition::table(name, doc, fields.collect())
    };
    let mut all: Vec<TypeDefinition> = DECLARED.into_iter().map(table).collect();
    let position = POSITION.map(|(name, kind, doc)| Entry::new(name, kind.to_owned(), doc));
    all.push(TypeDefinition::table("Position", POSITION_DOC, position.into()).with_others("any"));
    let faces = SHAPES.iter().map(|(word, _)| *word).chain([CARD, TOKEN, DIE]);
    let others = [
        ("Face", "How a piece looks.", words(faces)),
        ("Tint", "A colour.", words(Tint::NAMED.iter().map(|(word, _)| *word))),
        ("BoardStyle", "How a board looks.", words(STYLES.iter().map(|(word, _)| *word))),
        ("Sees", "Who sees the pieces of a list.", words(crate::shape::SEEN_BY.map(|(word, _)| word))),
        ("Size", "A whole number from 1, or the knob that is it, by name.", "number | string".to_owned()),
        (
            "PieceField",
            "What a field of a piece can be: a seat, words, or whole numbers.",
            "\"seat\" | { string } | Range".to_owned(),
        ),
        (
            "ActionField",
            "What a field of an action can be: a zone by its name, `\"seats\"`, words, or whole numbers.",
            "string | { string } | { number } | Range".to_owned(),
        ),
        (
            "Kind",
            "What house rules read or give: a whole number, true or false, a seat, a word, or a number of a range.",
            "\"integer\" | \"boolean\" | \"seat\" | { string } | Range".to_owned(),
        ),
        (
            "AnyGame",
            "A game whose own types an editor does not know yet.",
            "Game<Position, { [string]: Action<Position, ...any> }, Test<string>>".to_owned(),
        ),
    ];
    all.extend(others.into_iter().map(|(name, doc, kind)| TypeDefinition::other(name, doc, kind)));
    all
}
