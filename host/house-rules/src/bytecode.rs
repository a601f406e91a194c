//! The bytecode of a script, checked, so that nothing depends on the pass over the source alone.
//!
//! The format is that of Luau's `lvmload.cpp`, for the versions that the bundled compiler writes. It is read in full
//! and strictly: a newer compiler that writes something else is noticed when the first script is loaded, by the tests.
//!
//! A place that the pass over the source missed is therefore a refusal when the script is loaded, and never a
//! difference between machines.

/// The operations of one function of a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Proto {
    /// The line in which it is defined; 0 for the script as a whole.
    pub line: usize,
    /// Assignments to a computed key.
    pub key_writes: usize,
    /// Powers and remainders by the VM's own operations.
    pub inexact: usize,
    /// Operations of arithmetic, which read texts as numbers.
    pub arithmetic: usize,
    /// Loops that count, which do so with their bounds.
    pub loops: usize,
    /// Comparisons by order, which take time in proportion to two texts.
    pub comparisons: usize,
    /// Whether it, or a function inside it, assigns a local of a function around it.
    pub writes_outside: bool,
    /// The global names that it reads, as `math.floor`, each with its line.
    pub globals: Vec<(usize, String)>,
    /// The global names that it assigns, each with its line.
    pub assigned_globals: Vec<(usize, String)>,
    /// The variables of functions around it that it assigns, by its own numbering, and those that functions inside it
    /// do.
    written: Vec<u8>,
}

/// The functions of a compiled script. `None`: this program does not support the format.
pub(super) fn protos(bytecode: &[u8]) -> Option<Vec<Proto>> {
    let mut read = BytecodeReader { bytes: bytecode, strings: Vec::new() };
    let version = read.byte()?;
    if version != 11 || read.byte()? != 3 {
        return None;
    }
    for _ in 0..read.number()? {
        let length = read.number()?;
        let string = read.skip(length)?;
        read.strings.push(string);
    }
    // The names of user data types.
    while read.byte()? != 0 {
        read.number()?;
    }
    let count = read.number()?;
    let mut protos: Vec<Proto> = Vec::new();
    for _ in 0..count {
        let proto = read.proto(&protos)?;
        protos.push(proto);
    }
    // The number of the main function is all that remains.
    read.number()?;
    read.bytes.is_empty().then_some(protos)
}

/// A constant, as far as it matters here.
enum Constant {
    /// A function, by its number.
    Function(usize),
    /// A text, by its number, from 1.
    Text(usize),
    Other,
}

struct BytecodeReader<'a> {
    bytes: &'a [u8],
    /// The texts of all functions.
    strings: Vec<&'a [u8]>,
}

/// Operations, by the numbers of `Bytecode.h`.
mod op {
    pub const GETGLOBAL: u8 = 7;
    pub const SETGLOBAL: u8 = 8;
    pub const SETUPVAL: u8 = 10;
    pub const GETIMPORT: u8 = 12;
    pub const SETTABLE: u8 = 14;
    pub const NEWCLOSURE: u8 = 19;
    pub const DUPCLOSURE: u8 = 64;
    pub const CAPTURE: u8 = 70;
    /// `JUMPIFLE`, `JUMPIFLT`, `JUMPIFNOTLE`, `JUMPIFNOTLT`.
    pub const ORDERS: [u8; 4] = [28, 29, 31, 32];
    /// `ADD` to `DIV`, `ADDK` to `DIVK`, `MINUS`, `SUBRK`, `DIVRK`, `IDIV`, `IDIVK`.
    pub const ARITHMETIC: [u8; 13] = [33, 34, 35, 36, 39, 40, 41, 42, 51, 71, 72, 81, 82];
    pub const FORNPREP: u8 = 56;
    /// `MOD`, `POW`, `MODK`, `POWK`.
    pub const INEXACT: [u8; 4] = [37, 38, 43, 44];
    /// Operations that are followed by a second word of bytecode.
    pub const LONG: [u8; 30] = [
        7, 8, 12, 15, 16, 20, 27, 28, 29, 30, 31, 32, 53, 55, 58, 60, 66, 75, 74, 77, 78, 79, 80, 83, 84, 85, 86, 87,
        88, 90,
    ];
}

impl<'a> BytecodeReader<'a> {
    fn skip(&mut self, length: usize) -> Option<&'a [u8]> {
        let (skipped, rest) = self.bytes.split_at_checked(length)?;
        self.bytes = rest;
        Some(skipped)
    }

    fn byte(&mut self) -> Option<u8> {
        self.skip(1).map(|bytes| bytes[0])
    }

    /// A number of up to 32 bits, seven in a byte.
    fn number(&mut self) -> Option<usize> {
        let mut number = 0;
        for shift in (0..35).step_by(7) {
            let byte = self.byte()?;
            number |= usize::from(byte & 127) << shift;
            if byte & 128 == 0 {
                return Some(number);
            }
        }
        None
    }

    fn word(&mut self) -> Option<u32> {
        self.skip(4).map(|bytes| u32::from_le_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]))
    }

    /// Reads one function; those inside it come before it and are in `known`.
    fn proto(&mut self, known: &[Proto]) -> Option<Proto> {
        // Stack, parameters, variables from outside, whether it takes any number of values, flags.
        self.skip(5)?;
        let types = self.number()?;
        self.skip(types)?;
        let code_words: Vec<u32> = (0..self.number()?).map(|_| self.word()).collect::<Option<_>>()?;
        let constants: Vec<Constant> = (0..self.number()?).map(|_| self.constant()).collect::<Option<_>>()?;
        let children: Vec<usize> = (0..self.number()?).map(|_| self.number()).collect::<Option<_>>()?;
        let line = self.number()?;
        self.number()?;
        let mut lines = Vec::new();
        if self.byte()? != 0 {
            let gap = self.byte()?;
            let intervals = (code_words.len().checked_sub(1)? >> gap) + 1;
            let steps = self.skip(code_words.len())?;
            let mut starts = Vec::new();
            for _ in 0..intervals {
                let step = self.word()? as i32;
                starts.push(starts.last().map_or(step, |last: &i32| last.wrapping_add(step)));
            }
            let mut within = 0_u8;
            for (at, step) in steps.iter().enumerate() {
                within = within.wrapping_add(*step);
                lines.push(usize::try_from(starts[at >> gap]).ok()? + usize::from(within));
            }
        }
        // Names of variables are not written at this debug level.
        if self.byte()? != 0 {
            return None;
        }
        // Places that count calls for the VM's own use.
        for _ in 0..self.number()? {
            self.byte()?;
            self.number()?;
        }

        let mut proto = Proto { line, ..Proto::default() };
        let mut child: Option<&Proto> = None;
        let mut captured: u8 = 0;
        let mut at = 0;
        while let Some(&instruction) = code_words.get(at) {
            let [code, a, b, _] = instruction.to_le_bytes();
            match code {
                op::SETUPVAL => proto.written.push(b),
                op::SETTABLE => proto.key_writes += 1,
                op::NEWCLOSURE | op::DUPCLOSURE => {
                    let number = (instruction >> 16) as usize;
                    let id = match constants.get(number) {
                        _ if code == op::NEWCLOSURE => *children.get(number)?,
                        Some(Constant::Function(id)) => *id,
                        _ => return None,
                    };
                    child = Some(known.get(id)?);
                    captured = 0;
                }
                op::CAPTURE => {
                    // A variable that comes from outside this function too.
                    let from_outside = a == 2;
                    if from_outside && child?.written.contains(&captured) {
                        proto.written.push(b);
                    }
                    captured = captured.checked_add(1)?;
                }
                op::FORNPREP => proto.loops += 1,
                op::GETGLOBAL | op::SETGLOBAL => {
                    let name = self.name(&constants, *code_words.get(at + 1)? as usize)?;
                    let names = if code == op::GETGLOBAL { &mut proto.globals } else { &mut proto.assigned_globals };
                    names.push((lines.get(at).copied().unwrap_or(line), name));
                }
                op::GETIMPORT => {
                    let path = *code_words.get(at + 1)?;
                    let parts =
                        (0..path >> 30).map(|part| self.name(&constants, (path >> (20 - 10 * part)) as usize & 1023));
                    let path = parts.collect::<Option<Vec<_>>>()?.join(".");
                    proto.globals.push((lines.get(at).copied().unwrap_or(line), path));
                }
                _ if op::ARITHMETIC.contains(&code) => proto.arithmetic += 1,
                _ if op::ORDERS.contains(&code) => proto.comparisons += 1,
                _ if op::INEXACT.contains(&code) => proto.inexact += 1,
                _ => {}
            }
            at += if op::LONG.contains(&code) { 2 } else { 1 };
        }
        proto.writes_outside = !proto.written.is_empty();
        Some(proto)
    }

    /// The text of a constant.
    fn name(&self, constants: &[Constant], constant: usize) -> Option<String> {
        let Constant::Text(number) = constants.get(constant)? else { return None };
        let text = self.strings.get(number.checked_sub(1)?)?;
        Some(String::from_utf8_lossy(text).into_owned())
    }

    /// Reads one constant; of a function, its number.
    fn constant(&mut self) -> Option<Constant> {
        match self.byte()? {
            0 => {}
            1 => {
                self.byte()?;
            }
            2 => {
                self.skip(8)?;
            }
            3 => return self.number().map(Constant::Text),
            4 => {
                self.word()?;
            }
            5 => {
                for _ in 0..self.number()? {
                    self.number()?;
                }
            }
            6 => return self.number().map(Constant::Function),
            7 => {
                self.skip(16)?;
            }
            8 => {
                for _ in 0..self.number()? {
                    self.number()?;
                    self.word()?;
                }
            }
            _ => return None,
        }
        Some(Constant::Other)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mlua::chunk::Compiler;

    fn looked_at(source: &str) -> Vec<Proto> {
        let bytecode = Compiler::new().set_optimization_level(1).set_debug_level(1).compile(source).unwrap();
        protos(&bytecode).expect("the bundled compiler writes another format")
    }

    #[test]
    fn operations_of_a_function_are_counted() {
        let found = looked_at("local t, a = {}, ... t[a] = 1 t.b = 2 t[3] = 4 return { [a] = a ^ 2, c = a % 3 < 4 }");
        let [main] = found.as_slice() else { panic!("{found:?}") };
        assert_eq!((main.key_writes, main.inexact, main.comparisons), (2, 2, 1));
        let source = "local a, b = ... for i = a, b do a += b end a -= 1 a = 1 - b a = 2 / a return -a * b // 2 // a - a / 3, a * 4 - b + 1";
        let found = looked_at(source);
        assert_eq!((found[0].arithmetic, found[0].loops), (13, 1));
        let constants = looked_at("return { true, nil, 1.5, 'text', { a = 1, b = 'c' }, math.floor }");
        assert_eq!(constants.len(), 1);
    }

    #[test]
    fn global_names_are_found_with_their_lines() {
        let found = looked_at(
            "local a = math.floor(2)\nreturn function(ctx)\n\n  local print = 1\n  return other, bit32.band, print, ctx.point, a\nend",
        );
        let globals: Vec<_> =
            found.iter().flat_map(|proto| &proto.globals).map(|(line, name)| (*line, &**name)).collect();
        assert_eq!(globals, [(5, "other"), (5, "bit32.band"), (1, "math.floor")]);
    }

    #[test]
    fn assignments_of_outer_and_own_variables_are_distinguished() {
        let source = "local n = 0\n\
            local function own() local m = 0 local function inner() m += 1 end inner() return m end\n\
            local function deep() return function() n += 1 end end\n\
            local function reads() return n end\n\
            return own, deep, reads";
        let lines: Vec<usize> = looked_at(source)
            .iter()
            .filter(|proto| proto.writes_outside && proto.line != 2)
            .map(|proto| proto.line)
            .collect();
        assert_eq!(lines, [3, 3], "the function in line 3 and the one inside it");
        let second: Vec<bool> =
            looked_at(source).iter().filter(|proto| proto.line == 2).map(|proto| proto.writes_outside).collect();
        assert_eq!(second, [true, false], "the inner one assigns, and it stays within the outer one");
    }

    #[test]
    fn a_cut_or_foreign_bytecode_is_no_bytecode() {
        let bytecode = Compiler::new().compile("local t = {} t[1] = 2 return function() return t end").unwrap();
        assert!(protos(&bytecode).is_some());
        for length in 0..bytecode.len() {
            assert_eq!(protos(&bytecode[..length]), None, "{length}");
        }
    }
}
