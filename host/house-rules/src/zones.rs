//! The zones that scripts read at an entry point: their pieces as values of a call, and as tables of Luau.
//!
//! The pieces of each zone, or of each seat's, follow the other values of a call: the number of values, then what the
//! game has written. A table is made once a function reads it, and for each function that is called: to change one
//! changes nothing elsewhere.

use crate::sandbox::ORDERED;
use std::fmt::Write;
use stonehouse_plugin::house::{ZoneDecl, ZoneLayout};
use stonehouse_plugin::{Field, FieldKind, Seat};
use stonehouse_runtime::{HookFailure, HookFailureKind, ReadFacts};

/// A zone that is read.
#[derive(Debug)]
pub(super) struct ZoneInput {
    /// Its number among those of the game.
    number: usize,
    decl: ZoneDecl,
    /// The number of its parts: the seats, or 1.
    parts: usize,
}

impl ZoneInput {
    /// Those of `zones` for which `is_read` is true, at a table of `seats`.
    pub fn read(zones: &[ZoneDecl], seats: usize, is_read: impl Fn(&str) -> bool) -> Vec<Self> {
        let read = zones.iter().enumerate().filter(|(_, decl)| is_read(&decl.name));
        let input = |(number, decl): (usize, &ZoneDecl)| Self {
            number,
            decl: decl.clone(),
            parts: if decl.each_seat { seats } else { 1 },
        };
        read.map(input).collect()
    }

    /// The name of the zone.
    pub fn name(&self) -> &str {
        &self.decl.name
    }

    /// Adds the pieces to the values of a call.
    pub fn append(&self, facts: &dyn ReadFacts, values: &mut Vec<i64>) -> Result<(), Box<HookFailure>> {
        for part in 0..self.parts {
            let start = values.len();
            values.resize(start + 1 + self.decl.max_values(), 0);
            let len = facts.zone(self.number, Seat(part as u8), &mut values[start + 1..])?;
            values[start] = len as i64;
            values.truncate(start + 1 + len);
            if !self.decl.is_whole(&values[start + 1..]) {
                let why =
                    format!("the game passed {len} values for the zone `{}`, which are no pieces of it", self.name());
                return Err(Box::new(HookFailure::new(HookFailureKind::Host, why)));
            }
        }
        Ok(())
    }

    /// The number of pieces, or the size of the grid, for a message, or that it is secret; and the values of the zones
    /// that follow.
    pub fn shown<'a>(&self, values: &'a [i64]) -> (String, &'a [i64]) {
        let (mut rest, mut sizes) = (values, Vec::new());
        for _ in 0..self.parts {
            let Some((len, more)) = rest.split_first() else { break };
            let (own, others) = more.split_at_checked(*len as usize).unwrap_or((more, &[]));
            sizes.push(match (self.decl.layout, own) {
                (ZoneLayout::Grid { .. }, [rows, columns, ..]) => format!("{rows} rows of {columns}"),
                _ => format!("{} pieces", own.len() / self.decl.piece.len()),
            });
            rest = others;
        }
        if self.decl.secret {
            return (format!("{} (secret)", self.name()), rest);
        }
        (format!("{} = {{{}}}", self.name(), sizes.join(", ")), rest)
    }

    /// The number of its parts: the seats, or 1.
    pub const fn parts(&self) -> usize {
        self.parts
    }

    /// The Luau source of what is made once: the tables of words, and the function that makes the table of the zone, or
    /// of a seat's part of it. `index` is the place of the zone among those that are read, `first` the number of its
    /// first part among all of theirs.
    pub fn tables(&self, index: usize, first: usize, seat_words: &[String]) -> String {
        let (mut source, name) = (String::new(), self.name());
        for (field, decl) in self.decl.piece.iter().enumerate() {
            if let FieldKind::Word(words) = &decl.kind {
                let words: Vec<String> = words.iter().map(|word| format!("{word:?}")).collect();
                let _ = writeln!(source, "local zone{index}_words{field} = {{ {} }}", words.join(", "));
            }
        }
        if self.decl.piece.len() > 1 {
            let fields: Vec<&str> = self.decl.piece.iter().map(|field| &*field.name).collect();
            let _ = writeln!(
                source,
                "local zone{index}_piece = {{ __index = function(_, field) no_field('{name}', '{}', field) end }}\n\
                 protect(zone{index}_piece)",
                fields.join(", ")
            );
        }
        source.push_str(&match self.decl.layout {
            ZoneLayout::List { .. } => self.list_maker(index, seat_words),
            ZoneLayout::Grid { .. } => self.grid_maker(index, seat_words),
        });
        if self.decl.each_seat {
            let parts: Vec<String> =
                (0..self.parts).map(|part| format!("[{}] = {}", seat_key(part, seat_words), first + part)).collect();
            let _ = writeln!(
                source,
                "local zone{index}_parts, zone{index} = {{ {} }}, {{}}\n\
                 fields.{name} = view(zone{index}, function(seat)\n\
                 local part = zone{index}_parts[seat]\n\
                 if part == nil then return no_seat(seat) end\n\
                 local made = make_zone{index}(part)\n\
                 zone{index}[seat] = made\n\
                 return made\n\
                 end, seat_keys)",
                parts.join(", ")
            );
        } else {
            let _ = writeln!(source, "function zones.{name}() return make_zone{index}({first}) end");
        }
        source
    }

    /// The Luau source of the function that makes the list of a part from the values of the call.
    fn list_maker(&self, index: usize, seat_words: &[String]) -> String {
        let (width, piece) = (self.decl.piece.len(), self.piece(index, seat_words));
        format!(
            "local zone{index}_list = {{ __index = function(_, key)\n\
             if type(key) == 'string' then no_key('the pieces of `{name}` are numbered from 1', key) end\n\
             return nil\n\
             end }}\n\
             protect(zone{index}_list)\n\
             local function make_zone{index}(part)\n\
             local at = starts[part]\n\
             local len = v[at + 1] / {width}\n\
             local list = table.create(len)\n\
             at += 1\n\
             for place = 1, len do\nlist[place] = {piece}\nat += {width}\nend\n\
             return setmetatable(list, zone{index}_list)\n\
             end\n",
            name = self.name()
        )
    }

    /// The Luau source of the function that makes the grid of a part from the values of the call.
    ///
    /// Beside the board there is nothing, and to look there is no mistake. A row is made when it is read: many rules
    /// look at a few. It begins as a copy that has room for every index, where a new table would grow again and again.
    fn grid_maker(&self, index: usize, seat_words: &[String]) -> String {
        let (width, piece, name) = (self.decl.piece.len(), self.piece(index, seat_words), self.name());
        format!(
            "local zone{index}_none = {{}}\n\
             protect(zone{index}_none)\n\
             local function zone{index}_maker(part)\n\
             local rows, columns, row_keys, column_keys, empty = -1, -1, nil, nil, nil\n\
             local line_meta = {{ {ORDERED} = true, __iter = function(line) return in_order(line, column_keys) end }}\n\
             protect(line_meta)\n\
             local grid_meta = {{ {ORDERED} = true, __iter = function(grid) return in_order(grid, row_keys) end, \
             __len = function() return if rows > 0 then rows - 1 else 0 end }}\n\
             function grid_meta.__index(grid, row)\n\
             if type(row) ~= 'number' then no_key('the rows of `{name}` are numbers from 0', row) end\n\
             if not (row >= 0 and row < rows and row % 1 == 0) then return zone{index}_none end\n\
             local at, line = starts[part] + 3 + row * columns * {width}, table.clone(empty)\n\
             for column = 0, columns - 1 do\n\
             line[column] = if v[at + 1] >= 0 then {piece} else nil\n\
             at += {width}\n\
             end\n\
             grid[row] = line\n\
             return line\n\
             end\n\
             protect(grid_meta)\n\
             return function()\n\
             local at = starts[part]\n\
             if v[at + 2] ~= rows or v[at + 3] ~= columns then\n\
             rows, columns = v[at + 2], v[at + 3]\n\
             row_keys, column_keys = numbers(0, rows - 1), numbers(0, columns - 1)\n\
             local line = table.create(if columns > 1 then columns - 1 else 0, false)\n\
             if columns > 0 then line[0] = false end\n\
             empty = setmetatable(line, line_meta)\n\
             end\n\
             return setmetatable(table.create(if rows > 1 then rows - 1 else 0), grid_meta)\n\
             end\n\
             end\n\
             local zone{index}_makers = {{}}\n\
             local function make_zone{index}(part)\n\
             local make = zone{index}_makers[part]\n\
             if make == nil then\n\
             make = zone{index}_maker(part)\n\
             zone{index}_makers[part] = make\n\
             end\n\
             return make()\n\
             end\n"
        )
    }

    /// The Luau source that forgets the tables that were made.
    pub fn forget(&self, index: usize, seat_words: &[String]) -> String {
        if !self.decl.each_seat {
            return format!("  fields.{} = nil\n", self.name());
        }
        (0..self.parts).map(|part| format!("  zone{index}[{}] = nil\n", seat_key(part, seat_words))).collect()
    }

    /// The Luau source of the piece whose fields are the values after `at`.
    fn piece(&self, index: usize, seat_words: &[String]) -> String {
        let given = |(field, decl): (usize, &Field)| {
            let value = format!("v[at + {}]", field + 1);
            match &decl.kind {
                FieldKind::Seat if !seat_words.is_empty() => format!("seat_words[{value} + 1]"),
                FieldKind::Integer | FieldKind::Seat => value,
                FieldKind::Boolean => format!("{value} ~= 0"),
                FieldKind::Word(_) => format!("zone{index}_words{field}[{value} + 1]"),
            }
        };
        if let [only] = &*self.decl.piece {
            return given((0, only));
        }
        let fields: Vec<String> = self
            .decl
            .piece
            .iter()
            .enumerate()
            .map(|(field, decl)| format!("{} = {}", decl.name, given((field, decl))))
            .collect();
        format!("setmetatable({{ {} }}, zone{index}_piece)", fields.join(", "))
    }
}

/// The Luau source of the key of a seat.
pub(super) fn seat_key(seat: usize, seat_words: &[String]) -> String {
    seat_words.get(seat).map_or_else(|| seat.to_string(), |word| format!("{word:?}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{HouseRules, Interface, Script};
    use stonehouse_plugin::HookDecl;

    /// A board of two rows and three columns with a gap, and cards in the hands of two seats.
    struct Table {
        board: Vec<i64>,
        hands: [Vec<i64>; 2],
    }

    impl Table {
        fn new() -> Self {
            Self { board: vec![2, 3, 0, 1, -1, 1, 1, 0], hands: [vec![7, 1, 1, 3, 0, 0], vec![]] }
        }
    }

    impl ReadFacts for Table {
        fn seats(&self) -> usize {
            2
        }

        fn fact(&self, _: usize, _: &mut [i64]) -> Result<(), Box<HookFailure>> {
            unreachable!("the game has no facts")
        }

        fn zone(&self, zone: usize, seat: Seat, values: &mut [i64]) -> Result<usize, Box<HookFailure>> {
            let pieces = if zone == 0 { &self.board } else { &self.hands[seat.index()] };
            values[..pieces.len()].copy_from_slice(pieces);
            Ok(pieces.len())
        }

        fn scores(&self, _: &mut [i64]) -> Result<(), Box<HookFailure>> {
            unreachable!("no script reads scores")
        }

        fn memory_slot(&self, _: usize) -> Result<i64, Box<HookFailure>> {
            unreachable!("no script reads memory")
        }
    }

    fn interface() -> Interface {
        let words = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let field = |name: &str, kind| Field { kind, ..Field::integer(name, "") };
        let zones = vec![
            ZoneDecl::new(
                "board",
                "",
                ZoneLayout::Grid { max: 9 },
                false,
                vec![field("stone", FieldKind::Word(words(&["white", "black"])))],
            ),
            ZoneDecl::new(
                "hand",
                "",
                ZoneLayout::List { max: 3 },
                true,
                vec![
                    field("rank", FieldKind::Integer),
                    field("shines", FieldKind::Boolean),
                    field("owner", FieldKind::Seat),
                ],
            )
            .secret(),
        ];
        let hooks = [HookDecl::integer(
            "points",
            "",
            [Field { kind: FieldKind::Seat, ..Field::integer("seat", "") }],
            (0, 100),
        )];
        Interface { zones, seat_words: words(&["red", "blue"]), ..Interface::with_hooks(&hooks) }
    }

    /// The rules of a script with this body for the hook `points`.
    fn rules(body: &str) -> Result<HouseRules, String> {
        let source = format!("return {{ points = function(ctx, points)\n{body}\nend }}");
        HouseRules::load(vec![Script::new("rule.lua", "rule.lua", source)], interface())
            .map_err(|problems| problems[0].to_string())
    }

    fn points_at(table: &Table, body: &str) -> Result<i64, String> {
        rules(body)?.fold(0, &[0], table, 5).map_err(|failure| failure.to_string())
    }

    fn points(body: &str) -> Result<i64, String> {
        points_at(&Table::new(), body)
    }

    #[test]
    fn a_grid_is_read_by_row_and_column_and_nil_where_nothing_is() {
        let sum = "local sum = 0 for row = -1, 3 do for column = -1, 3 do
            local stone = ctx.board[row][column]
            if stone == 'black' then sum += 1 elseif stone == 'white' then sum += 10 elseif stone ~= nil then sum += 50 end
            end end return sum";
        assert_eq!(points(sum), Ok(23));
        assert_eq!(points("return if ctx.board[0][2] == nil and ctx.board[1][2] == 'white' then 1 else 0"), Ok(1));
        let wrong = points("return #ctx.board.first").unwrap_err();
        assert!(wrong.contains("the rows of `board` are numbers from 0, and not \"first\""), "{wrong}");
    }

    #[test]
    fn a_grid_is_gone_through_from_its_first_row_and_column() {
        for each in ["", "pairs"] {
            // The last place of the first row is a gap.
            let keys = format!(
                "local keys = {{}}
                for row, line in {each}(ctx.board) do
                    for column, stone in {each}(line) do table.insert(keys, row .. column .. stone) end
                end
                return if table.concat(keys, ' ') == '00white 01black 10black 11black 12white' then 1 else 0"
            );
            assert_eq!(points(&keys), Ok(1), "{each}");
        }
    }

    #[test]
    fn a_list_is_counted_sorted_and_changed_and_the_game_keeps_its_own() {
        assert_eq!(points("return #ctx.hand.red * 10 + #ctx.hand.blue"), Ok(20));
        let body = "table.sort(ctx.hand.red, function(a, b) return a.rank < b.rank end) ctx.hand.red[1].rank = 50
            local first = ctx.hand.red[1] return first.rank + (if first.shines then 1 else 0) + (if first.owner == 'red' then 2 else 0)";
        let (rules, table) = (rules(body).unwrap(), Table::new());
        assert_eq!([0, 1].map(|_| rules.fold(0, &[0], &table, 5)), [Ok(52), Ok(52)]);
        assert_eq!(points("return ctx.hand.red[1].rank"), Ok(7));
    }

    #[test]
    fn a_change_of_a_list_does_not_reach_the_next_script() {
        let scripts = ["table.clear(ctx.hand.red) return points", "return points + #ctx.hand.red"];
        let scripts = scripts.map(|body| format!("return {{ points = function(ctx, points)\n{body}\nend }}"));
        let scripts = scripts.map(|source| Script::new("rule.lua", "rule.lua", source)).to_vec();
        let rules = HouseRules::load(scripts, interface()).unwrap_or_else(|problems| panic!("{}", problems[0]));
        assert_eq!(rules.fold(0, &[0], &Table::new(), 5), Ok(7));
    }

    #[test]
    fn other_pieces_give_another_result_and_nothing_is_cached() {
        let rules = rules("return #ctx.hand[ctx.seat]").unwrap();
        let mut table = Table::new();
        assert_eq!(rules.fold(0, &[0], &table, 5), Ok(2));
        table.hands[0].truncate(3);
        assert_eq!(rules.fold(0, &[0], &table, 5), Ok(1));
        assert_eq!(rules.fold(0, &[1], &table, 5), Ok(0));
    }

    #[test]
    fn a_zone_is_read_only_where_a_field_has_its_name() {
        // Where `ctx` is handed on, the source does not show what is read.
        let reads = |rest: &str| {
            let body = format!(
                "local function seat(of) return if of.seat == 'red' then 1 else 2 end local hand = 3 {rest} return hand + seat(ctx)"
            );
            points_at(&Table { board: Vec::new(), hands: [vec![1], Vec::new()] }, &body)
        };
        assert_eq!(reads(""), Ok(4));
        assert!(reads("local function held(of) return #of.hand.red end").is_err());
        assert!(reads("local name = 'hand'").is_err());
    }

    #[test]
    fn mistakes_are_reported_with_the_names_that_exist() {
        let wrong = points("for _, hand in ctx.hand do if hand.rank == 3 then return 1 end end return 0").unwrap_err();
        assert!(wrong.contains("rule.lua:2: the pieces of `hand` are numbered from 1, and not \"rank\""), "{wrong}");
        let wrong = points("return ctx.hand.red[1].rang").unwrap_err();
        assert!(
            wrong.contains("rule.lua:2")
                && wrong.contains("a piece of `hand` has no \"rang\". Did you mean `rank`? It has rank, shines, owner"),
            "{wrong}"
        );
        let wrong = points("return if ctx.board[0][0].stone == 'white' then 1 else 0").unwrap_err();
        assert!(
            wrong.contains("rule.lua:2: a text has no `stone`: where the pieces of a zone have one field"),
            "{wrong}"
        );
        let wrong = points("return #ctx.hands.red").unwrap_err();
        assert!(wrong.contains("has no `hands`") && wrong.contains("hand"), "{wrong}");
        let wrong = points("return #ctx.hand.green").unwrap_err();
        assert!(wrong.contains("green"), "{wrong}");
        let memory = "return points end, memory = { hand = {} }, turn_ended = function(ctx, effects)";
        assert!(rules(memory).err().unwrap().contains("a zone of the game is called `hand` already"));
    }

    #[test]
    fn a_piece_compared_with_a_text_that_none_has_is_reported() {
        let doubts = |body: &str| {
            let rules = rules(&format!("{body} return points")).unwrap();
            rules.probable_mistakes().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
        };
        assert_eq!(
            doubts("if ctx.board[0][0] == 'wite' then return 0 end"),
            "rule.lua:2:23: `board` is never \"wite\". Did you mean `white`? It is one of: white, black"
        );
        assert!(doubts("if ctx.hand.red[1].rank == 'ace' then return 0 end").contains("`rank` is a whole number"));
        for right in ["ctx.board[0][0] == 'white'", "ctx.hand.red[1].rank == 3", "ctx.hand.red[1].owner == 'green'"] {
            assert_eq!(doubts(&format!("if {right} then return 0 end")), "", "{right}");
        }
    }

    #[test]
    fn a_field_that_hides_a_zone_is_named_where_a_script_fails() {
        let hooks = [HookDecl::integer("points", "", [Field::integer("hand", "")], (0, 100))];
        let interface = Interface { zones: interface().zones, ..Interface::with_hooks(&hooks) };
        let source = "return { points = function(ctx, points) return #ctx.hand.red end }";
        let script = Script::new("rule.lua", "rule.lua", source);
        let rules = HouseRules::load(vec![script], interface).unwrap_or_else(|problems| panic!("{}", problems[0]));
        let failure = rules.fold(0, &[4], &Table::new(), 5).unwrap_err();
        let hint = "; `ctx.hand` is a field of `points` here, not the zone `hand`";
        assert!(failure.message.ends_with(hint), "{}", failure.message);
    }

    #[test]
    fn reading_a_secret_zone_of_another_seat_is_reported() {
        let reveals = |body: &str| rules(body).unwrap().reveals().len();
        assert_eq!(reveals("return #ctx.board"), 0);
        assert_eq!(reveals("return #ctx.hand[ctx.seat]"), 0);
        assert_eq!(reveals("return #ctx.hand.blue"), 1);
    }

    #[test]
    fn values_that_are_no_pieces_are_an_error_of_the_game() {
        let body = "return #ctx.hand.red + (if ctx.board[0][0] == nil then 0 else 1)";
        let wrong = |board: &[i64], hand: &[i64]| {
            points_at(&Table { board: board.to_vec(), hands: [hand.to_vec(), Vec::new()] }, body).unwrap_err()
        };
        for board in [&[][..], &[1], &[2, 3, 0, 0], &[-1, -1, 0], &[i64::MAX, i64::MAX]] {
            let why = wrong(board, &[]);
            assert!(why.contains("for the zone `board`, which are no pieces of it"), "{board:?}: {why}");
        }
        assert!(wrong(&[0, 0], &[1, 2]).contains("the game passed 2 values for the zone `hand`"));
    }

    #[test]
    fn an_error_states_how_many_pieces_were_read() {
        let why =
            rules("error(ctx.board[0][0] .. #ctx.hand.red)").unwrap().fold(0, &[0], &Table::new(), 5).unwrap_err();
        let notes = why.notes.join("\n");
        assert!(notes.contains("board = {2 rows of 3}") && notes.contains("hand (secret)"), "{notes}");
    }
}
