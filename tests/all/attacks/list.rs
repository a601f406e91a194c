//! The attacks.

use std::borrow::Cow;

/// How an attack must end.
#[derive(Clone, Copy, Debug)]
pub enum Ends {
    /// It does no harm: the games are played.
    Game,
    /// With a message that names script and line, and contains this.
    Refused(&'static str),
    /// With a message about the script as a whole, that contains this.
    Whole(&'static str),
    /// Only the clock ends it: its work takes time and no counted steps.
    Clock,
}

/// A house rule of 3 Stones.
pub struct Attack {
    /// The name of what it tries.
    pub name: &'static str,
    /// How it must end.
    pub ends: Ends,
    /// The whole script, or the body of a hook.
    text: &'static str,
    hook: &'static str,
    /// Text that replaces `@`, and how often it is repeated there.
    repeated: (&'static str, usize),
}

impl Attack {
    /// An attack in the body of `line_points`.
    pub const fn body(name: &'static str, ends: Ends, text: &'static str) -> Self {
        Self { name, ends, text, hook: "line_points", repeated: ("", 0) }
    }

    /// An attack in the body of `may_play`, which is called for every pocket.
    const fn often(name: &'static str, ends: Ends, text: &'static str) -> Self {
        Self { hook: "may_play", ..Self::body(name, ends, text) }
    }

    /// An attack that is a whole script.
    const fn script(name: &'static str, ends: Ends, text: &'static str) -> Self {
        Self { hook: "", ..Self::body(name, ends, text) }
    }

    /// Replaces the `@` in its text by `text`, `times` over.
    const fn with(self, text: &'static str, times: usize) -> Self {
        Self { repeated: (text, times), ..self }
    }

    /// The script's text.
    pub fn source(&self) -> String {
        let (text, times) = self.repeated;
        let body: Cow<str> =
            if times > 0 { self.text.replace('@', &text.repeat(times)).into() } else { self.text.into() };
        match self.hook {
            "" => body.into_owned(),
            hook => format!("local house = {{}}\nfunction house.{hook}(ctx, points)\n{body}\nend\nreturn house\n"),
        }
    }
}

use Attack as A;
use Ends::{Clock, Game, Refused, Whole};

const TOO_LONG: Ends = Refused("ran too long");
const MEMORY: Ends = Refused("of memory");
const KEY: Ends = Refused("cannot be a key");
const LOCKED: Ends = Refused("readonly");
const ABSENT: Ends = Refused("is not available in scripts");

/// All of them: those that once did harm, and others of their kind.
pub const ATTACKS: &[Attack] = &[
    // Addresses decide: keys that are tables, functions, iterators, contexts.
    A::body("tables as keys", KEY, "local a = {} for i = 1, 8 do a[{ id = i }] = true end return next(a).id"),
    A::body("tables as keys in order", KEY, "local t, keep = {}, {} for i = 1, 16 do local k = {} keep[i] = k t[k] = i end local n = 0 for _, v in pairs(t) do n = (n * 31 + v) % 1000003 end return n % 3"),
    A::body("an innocent map by two tables", KEY, "local white, black = { n = 1 }, { n = 2 } local map = { [white] = 1, [black] = 2 } for k, v in map do return v end"),
    A::body("functions as keys", KEY, "local t = {} for i = 1, 9 do t[function() return i end] = i end for _, v in t do return v end"),
    A::body("the length of a table with an address in it", KEY, "local p, q = {}, {} local t = { [2] = 1, [3] = 1, [4] = 1, [p] = 1 } t[p] = nil t[q] = 1 return #t"),
    A::body("rawset with a table", KEY, "local t = {} rawset(t, {}, 1) return 1"),
    A::body("rawset by another name", KEY, "local set = rawset local t = {} set(t, {}, 1) return 1"),
    A::body("a key deep in an expression", KEY, "local t = { a = { {} } } t.a[1][t] = 1 return 1"),
    A::body("a key of a compound assignment", KEY, "local t = setmetatable({}, { __index = function() return 0 end }) t[t] += 1 return 1"),
    A::body("a key in a list of targets", KEY, "local a, t = 0, {} a, t[t], a = 1, 2, 3 return a"),
    A::body("a key by a function's result", KEY, "local t = {} t[(function() return {} end)()] = 1 return 1"),
    A::body("a key in an interpolated text", KEY, "local t = {} local s = `{(function() t[t] = 1 return 1 end)()}` return 1"),
    A::body("a key behind a type", KEY, "local t: { [any]: number } = {} t[t :: any] = 1 return 1"),
    A::body("a key through __newindex", KEY, "local store = {} local t = setmetatable({}, { __newindex = store }) t[store] = 1 return 1"),
    A::body("a key through a __newindex function", KEY, "local t = setmetatable({}, { __newindex = function(_, k, v) rawset(_, k, v) end }) t[{}] = 1 return 1"),
    A::body("the context as a key", KEY, "local t = {} t[ctx] = 1 return 1"),
    A::body("a function of the library as a key", KEY, "local t = {} t[math.floor] = 1 t[print_it or 1] = 2 return 1"),
    A::body("a key in a default argument's place", KEY, "local function f(t) t[f] = 1 end f({}) return 1"),
    A::body("a guard under another name", Refused("the program's own"), "local function __stonehouse_key(k) return k end local t = {} t[{}] = 1 return 1"),
    A::body("a weak table", Game, "local t = setmetatable({}, { __mode = 'v' }) for i = 1, 400 do t[i] = {} end local n = 0 for _ in pairs(t) do n += 1 end return n % 5"),
    A::body("a weak table by keys", KEY, "local t = setmetatable({}, { __mode = 'k' }) for i = 1, 400 do t[{}] = true end local n = 0 for _ in pairs(t) do n += 1 end return n"),
    A::script("a weak table that is kept", Refused("`__mode`"), "local t = setmetatable({}, { __mode = 'v' }) return { line_points = function(ctx, points) return #t end }"),
    A::body("an address in a text", Game, "return #tostring({}) + #tostring(tostring) * 0"),
    A::body("an address in a format", Refused("has no \"%p\""), "return #string.format('%p', {})"),
    A::body("an address in an error", Refused("give it a text"), "error({})"),
    A::body("an address in a type error", Refused("attempt to"), "return {} + {}"),
    A::body("an address in a concatenation", Refused("attempt to"), "return 'a' .. {}"),
    A::body("an address as a sort order", Refused("attempt to compare"), "local t = { {}, {}, {} } table.sort(t) return 1"),
    A::body("an address in table.concat", Refused("invalid value"), "return #table.concat({ {}, {} })"),
    // Numbers that systems round differently.
    A::body("sines", Game, "local n = 0 for i = 1, 100 do n += math.floor(math.sin(i) * 1e15 % 2) end return n % 7"),
    A::body("powers", Game, "local n = 0 for i = 1, 100 do n += math.floor((i ^ 0.37) * 1e13 % 2) end return n % 7"),
    A::body("a builtin that was put out of the way", LOCKED, "math.sin = nil return math.sin(1)"),
    A::body("a fraction of a fraction", Game, "return math.floor((5.3 % 0.1) * 1e17) % 3"),
    A::body("interpolation", ABSENT, "return math.lerp(0.1, 0.3, 0.7)"),
    A::body("the sign of what is no number", ABSENT, "return buffer.tostring(buffer.create(8)) == '' and 1 or 0"),
    A::body("packed numbers", ABSENT, "return string.byte(string.pack('d', 0 / 0), 8)"),
    A::body("a number too large for bits", Refused("too large"), "return bit32.band(1e300, 7)"),
    A::body("a number too large for a place", Refused("too large"), "return #('abc'):sub(1e300)"),
    A::body("chance", ABSENT, "return math.random(1, 3)"),
    A::body("noise", ABSENT, "return math.noise(0.5)"),
    A::body("a clock", ABSENT, "return os.clock() % 2"),
    // Values that would last from call to call.
    A::script("a counter", Refused("assigns a variable"), "local n = 0\nreturn { line_points = function(ctx, points)\nn += 1 return n % 9 end }"),
    A::script("a counter in a table", LOCKED, "local seen = { n = 0 }\nreturn { line_points = function(ctx, points)\nseen.n += 1 return seen.n end }"),
    A::script("a counter in a metatable", LOCKED, "local m = { n = 0 } local t = setmetatable({}, m)\nreturn { line_points = function(ctx, points)\ngetmetatable(t).n += 1 return m.n end }"),
    A::script("a counter in an iterator", Refused("iterator of the library"), "local each = string.gmatch(('a '):rep(99), '%a')\nreturn { line_points = function(ctx, points) return each() and 1 or 2 end }"),
    A::script("a counter behind a factory", Refused("assigns a variable"), "local function make() local n = 0 return function() n += 1 return n end end\nlocal step = make()\nreturn { line_points = function(ctx, points) return step() % 9 end }"),
    A::script("a counter behind __index", Refused("assigns a variable"), "local n = 0\nlocal t = setmetatable({}, { __index = function()\nn += 1 return n end })\nreturn { line_points = function(ctx, points) return t.x % 9 end }"),
    A::body("a global", Refused("`total` is assigned and nowhere declared"), "total = (rawget(_G, 'total') or 0) + 1 return total"),
    A::body("a global behind `_G`", LOCKED, "_G.total = (rawget(_G, 'total') or 0) + 1 return _G.total"),
    A::body("a field of the library", LOCKED, "string.count = 1 return 1"),
    A::body("a field of all texts", LOCKED, "getmetatable('').__index.count = 1 return 1"),
    A::body("rawset of _G", LOCKED, "rawset(_G, 'count', 1) return 1"),
    A::body("a frozen library thawed", Refused(""), "setmetatable(math, {}) return 1"),
    A::body("a change of the context", LOCKED, "ctx.row = 1 return 1"),
    A::body("environments", ABSENT, "getfenv(1).x = 1 return 1"),
    A::body("coroutines", ABSENT, "return coroutine.wrap(function() return 1 end)()"),
    A::body("the collector", ABSENT, "return collectgarbage('count') % 2"),
    A::body("user data", ABSENT, "return newproxy(true) and 1"),
    // Loops and calls without end.
    A::body("while true", TOO_LONG, "while true do end"),
    A::body("repeat until false", TOO_LONG, "repeat until false"),
    A::body("for to infinity", TOO_LONG, "for i = 1, math.huge do end return 1"),
    A::body("a step of nothing", Game, "for i = 1, 2, 0 do end return 1"),
    A::body("recursion", MEMORY, "local function f(n) return 1 + f(n + 1) end return f(1)"),
    A::body("tail calls", MEMORY, "local function f() return f() end return f()"),
    A::body("mutual tail calls", MEMORY, "local a, b function a() return b() end function b() return a() end return a()"),
    A::body("__index for ever", Refused(""), "local t = setmetatable({}, { __index = function(t, k) return t[k] end }) return t.x"),
    A::body("__index in a circle", Refused("loop"), "local a, b = {}, {} setmetatable(a, { __index = b }) setmetatable(b, { __index = a }) return a.x"),
    A::body("__eq for ever", Refused(""), "local m = {} m.__eq = function(a, b) return a == b end local a, b = setmetatable({}, m), setmetatable({}, m) return a == b and 1 or 0"),
    A::body("__iter for ever", TOO_LONG, "local t = setmetatable({}, { __iter = function() return function() return 1 end end }) for _ in t do end return 1"),
    A::body("__len for ever", Refused(""), "local t = setmetatable({}, { __len = function(t) return #t end }) return #t"),
    A::body("__concat for ever", Refused(""), "local m = {} m.__concat = function(a, b) return a .. b end return setmetatable({}, m) .. 'a'"),
    A::body("__tostring for ever", Game, "local t = setmetatable({}, { __tostring = function(t) return tostring(t) end }) return #tostring(t)"),
    A::body("an error with __tostring", Refused("give it a text"), "error(setmetatable({}, { __tostring = function() while true do end end }))"),
    A::body("a comparison that calls itself", TOO_LONG, "local t = {} for i = 1, 99 do t[i] = i end local function less(a, b) while true do end end table.sort(t, less) return 1"),
    A::body("gsub that calls itself", Refused(""), "local function f(s) return (s:gsub('.', f)) end return #f('abc')"),
    A::body("pcall around a loop", ABSENT, "return pcall(function() while true do end end) and 1 or 2"),
    A::script("a loop while it is loaded", TOO_LONG, "while true do end return {}"),
    A::script("memory while it is loaded", MEMORY, "local t = {} while true do t[#t + 1] = { 1, 2, 3 } end return {}"),
    A::script("an expensive sort while it is loaded", TOO_LONG, "local t = table.create(60000, 1) for i = 1, 4000 do table.sort(t) end return {}"),
    // Library calls that take long and were no step.
    A::body("table.move of nothing", TOO_LONG, "table.move({}, 1, 1e9, 2) return 1"),
    A::body("table.move again and again", TOO_LONG, "local t = table.create(2000, 1) for i = 1, 1e9 do table.move(t, 1, 2000, 2, t) end return 1"),
    A::body("table.find again and again", TOO_LONG, "local t = table.create(9000, 0) for i = 1, 1e6 do table.find(t, 1) end return 1"),
    A::body("table.sort again and again", TOO_LONG, "local t = table.create(9000, 0) for i = 1, 1e6 do table.sort(t) end return 1"),
    A::body("table.concat of nothings", TOO_LONG, "local t = table.create(9000, '') for i = 1, 1e6 do table.concat(t) end return 1"),
    A::body("table.unpack again and again", TOO_LONG, "local t = table.create(7000, 0) for i = 1, 1e6 do local a = table.unpack(t) end return 1"),
    A::body("unpack by its old name", TOO_LONG, "local t = table.create(7000, 0) for i = 1, 1e6 do local a = unpack(t) end return 1"),
    A::body("table.insert at the front", TOO_LONG, "local t = table.create(3000, 0) for i = 1, 1e6 do table.insert(t, 1, 1) table.remove(t) end return 1"),
    A::body("table.remove at the front", TOO_LONG, "local t = table.create(3000, 0) for i = 1, 1e6 do table.remove(t, 1) t[#t + 1] = 1 end return 1"),
    A::body("table.clear again and again", TOO_LONG, "local t = table.create(9000, 0) for i = 1, 1e6 do table.clear(t) t[9000] = 1 end return 1"),
    A::body("next over an emptied table", TOO_LONG, "local t = table.create(9000) t[9000] = 1 for i = 1, 1e9 do local k = next(t) end return 1"),
    A::body("a set in a pattern", MEMORY, "return #(('a'):rep(100000):match('[' .. ('b'):rep(100000) .. 'a]*') or '')"),
    A::body("a smaller set in find", TOO_LONG, "return ('a'):rep(16000):find('[' .. ('b'):rep(200) .. ']*c') or 1"),
    A::body("balanced brackets", TOO_LONG, "return ((('('):rep(20000)):match('%b()')) and 1 or 2"),
    A::body("a frontier", TOO_LONG, "local t = ('a'):rep(30000) for i = 1, 1e6 do t:match('%f[' .. ('b'):rep(200) .. ']') end return 1"),
    A::body("stars after stars", TOO_LONG, "return (('a'):rep(30000)):find('a*a*a*a*a*b') or 1"),
    A::body("dashes after dashes", TOO_LONG, "return (('a'):rep(30000)):find('.-.-.-.-b') or 1"),
    A::body("gmatch without end", TOO_LONG, "for i = 1, 1e6 do for w in (('a'):rep(9000)):gmatch('a-b') do end end return 1"),
    A::body("gsub that finds nothing", TOO_LONG, "local t = ('a'):rep(30000) for i = 1, 1e6 do t:gsub('a+b', '') end return 1"),
    A::body("a pattern of captures", Refused(""), "return ('a'):find(('(a?)'):rep(60)) or 1"),
    A::body("a plain search of a product", TOO_LONG, "local t = ('a'):rep(60000) for i = 1, 1e6 do t:find(('a'):rep(999) .. 'b', 1, true) end return 1"),
    A::body("split by a product", TOO_LONG, "local t = ('a'):rep(60000) for i = 1, 1e6 do t:split(('a'):rep(999) .. 'b') end return 1"),
    A::body("utf8.len of a long text", TOO_LONG, "local t = ('a'):rep(60000) for i = 1, 1e6 do utf8.len(t) end return 1"),
    A::body("utf8.offset of a long text", TOO_LONG, "local t = ('a'):rep(60000) for i = 1, 1e6 do utf8.offset(t, 60000) end return 1"),
    A::body("utf8.codepoint of a long text", Refused(""), "local t = ('a'):rep(60000) for i = 1, 1e6 do utf8.codepoint(t, 1, -1) end return 1"),
    A::body("the same text cut out again", TOO_LONG, "local t = ('a'):rep(60000) for i = 1, 1e6 do local s = t:sub(1) end return 1"),
    A::body("upper case again and again", Refused(""), "local t = ('a'):rep(60000) for i = 1, 1e6 do local s = t:upper() end return 1"),
    A::body("reverse again and again", Refused(""), "local t = ('ab'):rep(30000) for i = 1, 1e6 do local s = t:reverse() end return 1"),
    A::body("a text of nothing, often", TOO_LONG, "for i = 1, 1e6 do (''):rep(2147483647) end return 1"),
    A::body("a format of a long text", Refused(""), "local t = ('a'):rep(60000) for i = 1, 1e6 do local s = ('%s'):format(t) end return 1"),
    A::body("a format of many digits", Refused(""), "for i = 1, 1e6 do local s = ('%.99f'):format(1e308) end return 1"),
    A::body("a remainder of bits", TOO_LONG, "local n = 0 for i = 1, 1e6 do n += math.fmod(1e308, 1.1e-308) end return n"),
    A::body("a remainder in a straight line", TOO_LONG, "local n, f = 0, math.fmod while true do @ end").with("n += f(1e308, 1.1e-308) ", 500),
    A::body("comparisons of long texts", TOO_LONG, "local a, b = ('a'):rep(60000) .. 'x', ('a'):rep(60000) .. 'y' local n = 0 while true do if a < b then n += 1 end end"),
    A::body("comparisons in a straight line", TOO_LONG, "local a, b, n = ('a'):rep(60000) .. 'x', ('a'):rep(60000) .. 'y', 0 while true do @ end").with("if a < b then n += 1 end ", 200),
    A::body("more comparisons in a straight line", TOO_LONG, "local a, b, n = ('a'):rep(60000) .. 'x', ('a'):rep(60000) .. 'y', 0 while true do @ end").with("if a < b then n += 1 end ", 5000),
    A::body("comparisons across functions", TOO_LONG, "local a, b, n = ('a'):rep(60000) .. 'x', ('a'):rep(60000) .. 'y', 0 local function f() @ end while true do f() f() f() end").with("if a < b then n += 1 end ", 250),
    // Long texts as numbers, which the C library would read, and all other work that takes time in proportion to
    // something and was no step.
    A::script("a text added while it is loaded", TOO_LONG, "local s = ('0'):rep(1000000) local n = 0 while true do @ end return {}").with("n += s ", 500),
    A::script("a longer text added more often while it is loaded", TOO_LONG, "local s = ('0'):rep(6000000) local n = 0 while true do @ end return {}").with("n += s ", 4_000),
    A::body("a text added in a straight line", TOO_LONG, "local s, n = ('0'):rep(60000), 0 while true do @ end").with("n += s ", 500),
    A::body("a text added in a loop", TOO_LONG, "local s, n = ('0'):rep(60000), 0 while true do n += s end"),
    A::body("a text of nines and a text of fractions", TOO_LONG, "local s, t, n = ('9'):rep(60000), '0.' .. ('7'):rep(60000), 0 while true do n = s * t end"),
    A::script("a kept text added", TOO_LONG, "local s = ('0'):rep(65000)\nreturn { line_points = function(ctx, points) while true do @ end end }").with("points += s ", 500),
    A::body("blanks before a number", TOO_LONG, "local s, n = (' '):rep(60000) .. '1', 0 while true do @ end").with("n = n - s ", 300),
    A::body("a text with a sign", TOO_LONG, "local s, n = ('0'):rep(60000), 0 while true do @ end").with("n = -s ", 500),
    A::body("a text divided", TOO_LONG, "local s, n = ('0'):rep(60000) .. '1', 0 while true do @ end").with("n = n // s ", 500),
    A::body("remainders and powers of a text", TOO_LONG, "local s, n = ('0'):rep(60000) .. '1', 0 while true do @ end").with("n = n % s ^ s ", 300),
    A::body("a text in a field added", TOO_LONG, "local t = { s = ('0'):rep(60000), n = 0 } while true do @ end").with("t.n = t.s + t.s ", 300),
    A::body("a text that is the target", TOO_LONG, "local t, s = {}, ('0'):rep(60000) while true do @ end").with("t.n = s t.n += 1 ", 300),
    A::body("a text that is the target by a key", TOO_LONG, "local t, k, s = {}, 'n', ('0'):rep(60000) while true do @ end").with("t.n = s t[k] *= 2 ", 300),
    A::body("a text that is the target by a number", TOO_LONG, "local t, s = {}, ('0'):rep(60000) while true do @ end").with("t[1] = s t[1] //= 2 ", 300),
    A::body("a text as a bound of a loop", TOO_LONG, "local s = ('0'):rep(60000) while true do @ end").with("for i = 1, s do end ", 500),
    A::body("a text that a function gives", TOO_LONG, "local s, n = ('0'):rep(60000), 0 local function f() return s end while true do @ end").with("n = f() + 1 ", 500),
    A::body("texts from a list of values", TOO_LONG, "local s = ('0'):rep(60000) local function f(...) local n while true do @ end end f(s)").with("n = ... - 1 ", 500),
    A::body("a text chosen by a condition", TOO_LONG, "local s, n = ('0'):rep(60000), 0 while true do @ end").with("n = (n and s) + (if n then s else 1) ", 300),
    A::body("tonumber of a long text", TOO_LONG, "local s, n = ('0'):rep(60000), 0 while true do @ end").with("n = tonumber(s) ", 500),
    A::body("tonumber by another name", TOO_LONG, "local s, f = ('0'):rep(60000), tonumber while true do @ end").with("f(s) ", 500),
    A::body("tonumber with a base", TOO_LONG, "local s = ('0'):rep(60000) while true do @ end").with("tonumber(s, 16) ", 500),
    A::body("math.floor of a long text", TOO_LONG, "local s = ('0'):rep(60000) while true do @ end").with("math.floor(s) ", 500),
    A::body("math.max of long texts", TOO_LONG, "local s = ('0'):rep(60000) while true do @ end").with("math.max(s, s) ", 500),
    A::body("math.sin of a long text", TOO_LONG, "local s = ('0'):rep(60000) while true do @ end").with("math.sin(s) ", 500),
    A::body("bits of a long text", TOO_LONG, "local s = ('0'):rep(60000) while true do @ end").with("bit32.band(s, s) ", 500),
    A::body("a place that is a long text", TOO_LONG, "local s, n = ('0'):rep(60000), 0 while true do @ end").with("n = ('x'):sub(s); ", 500),
    A::body("a letter that is a long text", TOO_LONG, "local s = ('0'):rep(60000) .. '65' while true do @ end").with("string.char(s) utf8.char(s) ", 300),
    A::body("a number of times that is a long text", TOO_LONG, "local s, n = ('0'):rep(60000), 0 while true do @ end").with("n = ('x'):rep(s); ", 500),
    A::body("a range of long texts", TOO_LONG, "local s = ('0'):rep(60000) .. '1' while true do @ end").with("table.concat({ '' }, '', s, s) ", 500),
    A::body("a choice by a long text", TOO_LONG, "local s = ('0'):rep(60000) .. '1' while true do @ end").with("select(s, 1) table.unpack({}, s, 0) ", 300),
    A::body("a long text in every notation", TOO_LONG, "local s = ('0'):rep(60000) while true do @ end").with("string.format('%d %f %g', s, s, s) ", 300),
    A::body("a long text cut off by a notation", TOO_LONG, "local s = ('x'):rep(60000) while true do @ end").with("string.format('%.1s', s) ", 500),
    A::body("the same digits again and again", TOO_LONG, "while true do @ end").with("string.format('%.99f', 1e308) ", 500),
    A::body("a long text to fill in", TOO_LONG, "local s = ('%%'):rep(30000) while true do @ end").with("s:format() ", 500),
    A::body("the guard called by hand", TOO_LONG, "local s = ('0'):rep(60000) while true do @ end").with("math.min(s, 0/0) ", 500),
    A::body("the guard's library hidden", TOO_LONG, "local math = { min = function(x) return x end, max = function(x) return x end } local s, n = ('0'):rep(60000), 0 while true do @ end").with("n += s ", 500),
    A::script("a guard that is set", Refused("the program's own"), "__stonehouse_number = nil return {}"),
    A::script("a charge that is hidden", Refused("the program's own"), "local function __stonehouse_charge() end return {}"),
    A::script("a compiler's option", TOO_LONG, "--!optimize 2\nlocal s, n = ('0'):rep(60000), 0 while true do @ end return {}").with("n += s ", 500),
    A::script("another option of the compiler", TOO_LONG, "--!native\n--!optimize 0\nlocal s, n = ('0'):rep(60000), 0 while true do @ end return {}").with("n += s ", 500),
    A::body("an addition that gives a text", Refused("arithmetic on a table"), "local m = { __add = function() return ('0'):rep(60000) end } local t, n = setmetatable({}, m), 0 while true do n = t + t - 1 end"),
    A::body("a sort of long texts", TOO_LONG, "local t = {} for i = 1, 3 do t[i] = ('a'):rep(20000) .. i end while true do table.sort(t) end"),
    A::body("comparisons of texts in a condition", TOO_LONG, "local a, b, n = ('a'):rep(60000) .. 'x', ('a'):rep(60000) .. 'y', 0 while a < b @ do n = 1 end").with("and a < b ", 180),
    A::body("print of a long text", TOO_LONG, "local s = ('x'):rep(60000) while true do @ end").with("print(s) ", 500),
    A::body("a number that systems read differently", Game, "return if tonumber('nan(abc)') or tonumber('inf') or tonumber('0x1.8p1') then 1 else 2"),
    A::body("a text that is no number everywhere", Refused("is no number"), "return 'inf' + 1"),
    // Straight lines.
    A::body("additions in a straight line", TOO_LONG, "local n = 0 while true do @ end").with("n += 1 ", 40_000),
    A::body("concatenations in a straight line", TOO_LONG, "local a, b, x = ('a'):rep(250), ('b'):rep(250), '' while true do @ end").with("x = a .. b ", 25_000),
    A::body("fields through a chain of tables", TOO_LONG, "local t, x = { y = 1 }, 0 for i = 1, 95 do t = setmetatable({}, { __index = t }) end while true do @ end").with("x = t.y ", 20_000),
    A::body("more additions in a straight line", Refused("more room than a script has"), "local n = 0 while true do @ end").with("n += 1 ", 60_000),
    A::body("fields through a chain in a short loop", TOO_LONG, "local t, x = { y = 1 }, 0 for i = 1, 95 do t = setmetatable({}, { __index = t }) end while true do @ end").with("x = t.y ", 60),
    A::body("fields through a chain made from its top", TOO_LONG, "local top, x = {}, 0 local t = top for i = 1, 95 do local m = setmetatable(t, {}) t = {} getmetatable(m).__index = t end t.y = 1 while true do @ end").with("x = top.y ", 60),
    A::body("fields written through a chain", TOO_LONG, "local t = {} for i = 1, 95 do t = setmetatable({}, { __newindex = t }) end while true do @ end").with("t.y = 1 ", 60),
    A::body("methods through a chain of tables", TOO_LONG, "local t = { y = function() end } for i = 1, 95 do t = setmetatable({}, { __index = t }) end while true do @ end").with("t:y() ", 60),
    A::script("a chain of tables that is kept", Refused("a chain of more than 4"), "local t = { y = 1 }\nfor i = 1, 95 do t = setmetatable({}, { __index = t }) end\nreturn { line_points = function(ctx, points) return t.y end }"),
    A::body("many objects of one class", Game, "local class = {} class.__index = class local all = {} for i = 1, 500 do all[i] = setmetatable({}, class) end for i = 1, 50000 do all[1].n = i end return points"),
    A::body("a lighter pattern inside a heavy one", TOO_LONG, "local t = ('a'):rep(9000) return #t:gsub('a-b?', function() return ('x'):find('x.') end) + #t:gsub('a*a*b?', function() t:find('a*a*a*b') end)"),
    // With assertions on, Luau checks its bytecode with about 1 KB for each jump.
    A::body("branches in a straight line", TOO_LONG, "local n = 0 while true do @ end").with("if n then n += 1 end ", 14_000),
    A::body("loops that end at once", TOO_LONG, "local n = 0 while true do @ end").with("while true do n += 1 break end ", 15_000),
    A::body("blocks in a straight line", TOO_LONG, "local n = 0 while true do @ end").with("do n += 1 end ", 25_000),
    A::body("a long condition", TOO_LONG, "local n, t = 1, {} repeat until (function() while true do if n == 2 @ then return true end end end)()").with("or n == 3 ", 400),
    A::body("a long condition of a loop", TOO_LONG, "local n = 1 while n == 1 @ do end return 1").with("and n == 1 ", 400),
    A::body("a long table in a loop", MEMORY, "local n = 1 while true do local t = {@} end").with("n + 1,", 30_000),
    A::body("a call with many sums", TOO_LONG, "local n = 1 local function f() end while true do f(@n) end").with("n + n + n + n + n + n + n + n + n + n + n + n, ", 200),
    A::body("values handed on and on", TOO_LONG, "local t = table.create(2000, 1) local function f(...) return ... end while true do f(f(f(f(table.unpack(t))))) end"),
    A::script("functions on many lines", Game, "@ return { line_points = function(ctx, points) return points end }").with("do local function f() return 1 end end \n                ", 16_000),
    A::script("a table emptied while it is loaded", Clock, "local t = table.create(400000) t[400000] = 1 while true do local k = next(t) end return {}"),
    A::script("a thousand tests", Refused("at most"), "local tests = {} for i = 1, 1000 do tests[i] = { hook = 'line_points', value = 1, gives = 1 } end return { tests = tests, line_points = function(ctx, points) return points end }"),
    // Memory.
    A::body("a table that grows", MEMORY, "local t = {} while true do t[#t + 1] = { 1 } end"),
    A::body("a text that doubles", MEMORY, "local s = 'x' while true do s = s .. s end"),
    A::body("a text at once", MEMORY, "return #('x'):rep(1e9)"),
    A::body("a longer text than there can be", Refused(""), "return #('x'):rep(2147483647)"),
    A::body("a table at once", Refused(""), "return #table.create(1e8, 1)"),
    A::body("a larger table than there can be", Refused(""), "return #table.create(2147483647)"),
    A::body("a format at once", Refused(""), "return #('%99999d'):format(1)"),
    A::body("values on the stack", Refused(""), "return select('#', table.unpack({}, 1, 1e7))"),
    A::body("bytes on the stack", Refused(""), "return select('#', ('x'):rep(100000):byte(1, -1))"),
    A::body("gsub that explodes", MEMORY, "local s = ('x'):rep(1000) while true do s = s:gsub('x', 'xxxxxxxx') end"),
    A::body("split that explodes", MEMORY, "return #(('x '):rep(100000)):split(' ')"),
    A::body("clones", MEMORY, "local t, keep = table.create(1000, 1), {} while true do keep[#keep + 1] = table.clone(t) end"),
    A::body("closures", MEMORY, "local keep = {} while true do keep[#keep + 1] = function() return keep end end"),
    A::body("memory just under the limit, each time", Game, "local t = table.create(12000, 1) return #t % 3"),
    A::script("a long text that is kept", Refused("64 KiB"), "local s = ('x'):rep(100000) return { line_points = function(ctx, points) return #s % 3 end }"),
    // Just under the limit, again and again.
    A::body("long calls", Game, "local n = 0 for i = 1, 199000 do n += 1 end return points"),
    A::often("long calls, often", TOO_LONG, "local n = 0 for i = 1, 199000 do n += 1 end return points"),
    A::often("middling calls, often", Refused("steps in one game"), "local n = 0 for i = 1, 40000 do n += 1 end return points"),
    A::often("expensive steps, often", Game, "local t = ('ab'):rep(400) local n = 0 for i = 1, 400 do n += #t:reverse() end return points"),
    A::often("short calls, often", Game, "local n = 0 for i = 1, 200 do n += 1 end return points"),
    // Sizes.
    A::script("a long script", Whole("1 MiB"), "@").with("a = 1\n", 8_000_000 / 6),
    A::script("a script of many statements", Refused("too long"), "@").with("a=1 ", 250_000),
    A::script("a large table", Refused("too long"), "local t = {@} return {}").with("1,", 250_000),
    A::script("many functions", Game, "@ return { line_points = function(ctx, points) return points end }").with("do local function f() return 1 end end ", 3000),
    A::script("many variables", Refused("limit"), "@ return {}").with("local a = f() ", 300),
    A::script("deep brackets", Refused(""), "return @1").with("(", 1000),
    A::script("deep tables", Refused(""), "return @").with("{", 5000),
    A::script("deep functions", Refused(""), "return @ 1").with("function() return ", 5000),
    A::script("deep types", Refused(""), "local x: @number = 1 return {}").with("{", 5000),
    A::script("deep blocks", Refused(""), "@ return {}").with("do ", 5000),
    A::script("a chain of calls", Refused(""), "return f@").with("()", 5000),
    A::script("a chain of fields", Refused(""), "return f@").with(".a", 5000),
    A::script("a chain of operators", Refused(""), "return 1@").with("+1", 5000),
    A::script("a chain of concatenations", Refused(""), "return 'a'@").with("..'a'", 5000),
    A::script("a chain of powers", Refused(""), "return 2@").with("^2", 5000),
    A::script("a chain of minuses", Refused(""), "return @1").with("- ", 5000),
    A::script("a chain of branches", Refused(""), "if a then @ end return {}").with("elseif a then ", 5000),
    A::script("a long line of text", Game, "local s = '@' return { line_points = function(ctx, points) return points end }").with("x", 60_000),
    A::script("a long comment", Game, "--[[@]] return { line_points = function(ctx, points) return points end }").with("x ", 400_000),
    A::script("nothing but zeros", Refused(""), "@").with("\0", 1000),
    A::script("a text that does not end", Refused(""), "local s = [==[@").with("x", 1000),
    A::script("an interpolation that does not end", Refused(""), "local s = `@").with("{1", 1000),
    A::script("compiled code", Refused("compiled code"), "\u{1b}Lua"),
    // Blame and noise.
    A::body("blame on another file", Refused("boom"), "error('other.lua:7: boom', 0)"),
    A::body("blame in a second line", Refused("boom"), "error('boom\\nscript0:99 function x')"),
    A::body("blame on a level that is not", Refused("boom"), "error('boom', 99)"),
    A::body("a message of megabytes", Refused(""), "error(('x'):rep(200000))"),
    A::body("a message of control characters", Refused(""), "error('\\27[2J\\27]0;owned\\7')"),
    A::body("a field with a wild name", Refused("xxx…` in its `ctx`"), "return ctx[('x'):rep(5000)]"),
    A::body("a field that is a table", Refused("has no `table` in its `ctx`"), "return ctx[{}]"),
    A::body("a result of another kind", Refused("must return"), "return {}"),
    A::body("a result that is no number", Refused("must return"), "return 0 / 0"),
    A::body("a result without end", Refused("must return"), "return math.huge"),
    A::body("a result with a fraction", Refused("must return"), "return 1.5"),
    A::body("no result", Refused("must return"), "local x = 1"),
    A::script("a table of tables", Refused("must be a function"), "return { line_points = {} }"),
    A::script("a table with a metatable", Game, "return setmetatable({}, { __index = function() while true do end end, __iter = function() while true do end end, __metatable = 1 })\n"),
    A::script("a key that is a number", Refused("not a name, but a number"), "return { 1, 2 }"),
    A::script("a hook of a wild name", Refused("no hook"), "return { ['a\\nb\\27'] = function() end }"),
];
