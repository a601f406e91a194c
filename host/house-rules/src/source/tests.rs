use super::*;
use mlua::Lua;
use proptest::prelude::*;

fn script(source: &str) -> Script {
    Script::new("rule.lua", "scripts/rule.lua", source)
}

fn guarded(source: &str) -> String {
    let whole = guard(&script(source)).unwrap_or_else(|problem| panic!("{source}\n{problem}")).0.source;
    whole.strip_prefix(BEFORE).unwrap().to_owned()
}

/// The guards, without any change.
const PLAIN: &str = "local function __stonehouse_key(k) return k end local function __stonehouse_modulo(a, b) return a % b end \
    local function __stonehouse_power(a, b) return a ^ b end local function __stonehouse_charge() end \
    local function __stonehouse_number(a) return a end local function __stonehouse_order(a) return a end local __stonehouse_nan = nil ";

fn refusal(source: &str) -> String {
    prepare(&script(source)).expect_err("it should be refused").to_string()
}

/// The result of a source in plain Luau, with guards that change nothing.
fn run(source: &str) -> String {
    let lua = Lua::new();
    let values: mlua::Variadic<mlua::Value> =
        lua.load(format!("{PLAIN}{source}")).eval().unwrap_or_else(|error| panic!("{source}\n{error}"));
    values.iter().map(|value| value.to_string().unwrap() + " ").collect()
}

#[test]
fn guards_stand_where_a_key_is_assigned_and_nowhere_else() {
    for (source, expected) in [
        ("t[k] = v", "t[__stonehouse_key(k)] = v"),
        ("t[k][l] = v", "t[k][__stonehouse_key(l)] = v"),
        ("t.a[k], t[l] = 1, t[k]", "t.a[__stonehouse_key(k)], t[__stonehouse_key(l)] = 1, t[k]"),
        (
            "t[f(t[k])] += 1",
            "do local __stonehouse_table, __stonehouse_index = t, __stonehouse_key(f(t[k])); __stonehouse_table[__stonehouse_index] \
             = __stonehouse_number(__stonehouse_table[__stonehouse_index],__stonehouse_nan) + 1 end",
        ),
        (
            "t.a.b -= c",
            "do local __stonehouse_table = t.a; __stonehouse_table.b = __stonehouse_number(__stonehouse_table.b,__stonehouse_nan) - __stonehouse_number(c,__stonehouse_nan) end",
        ),
        (
            "t[1] //= 2",
            "do local __stonehouse_table = t; __stonehouse_table[1] = __stonehouse_number(__stonehouse_table[1],__stonehouse_nan) // 2 end",
        ),
        (
            "t.n %= 2",
            "do local __stonehouse_table = t; __stonehouse_table.n = __stonehouse_modulo(__stonehouse_table.n, 2) end",
        ),
        ("n += 1", "n = __stonehouse_number(n,__stonehouse_nan) + 1"),
        ("for i = a, #b, -1 do end", "for i = __stonehouse_number(a,__stonehouse_nan), #b, -1 do end"),
        ("n -= -1", "n = __stonehouse_number(n,__stonehouse_nan) - (-1)"),
        ("n -= 1 - 2", "n = __stonehouse_number(n,__stonehouse_nan) - (1 - 2)"),
        ("x = f() + -a", "x = __stonehouse_number(f(),__stonehouse_nan) + -__stonehouse_number(a,__stonehouse_nan)"),
        ("x = (a + 1) * 2 - 3", "x = (__stonehouse_number(a,__stonehouse_nan) + 1) * 2 - 3"),
        ("x = a < b and c >= 3", "x = __stonehouse_order(a,__stonehouse_nan) < b and c >= 3"),
        ("t['a'], t[1] = t[k], 2", "t['a'], t[1] = t[k], 2"),
        (
            "local t = { [k] = v, [ l ] = { [m] = 1 }, n = t[k] }",
            "local t = { [__stonehouse_key(k)] = v, [__stonehouse_key( l )] = { [__stonehouse_key(m)] = 1 }, n = t[k] }",
        ),
        (
            "t[a^b] = c%d^e",
            "t[__stonehouse_key(__stonehouse_power(a,b))] = __stonehouse_modulo(c,__stonehouse_power(d,e))",
        ),
        (
            "x = a * b % c - d",
            "x = __stonehouse_modulo(__stonehouse_number(a,__stonehouse_nan) * __stonehouse_number(b,__stonehouse_nan) , c) - __stonehouse_number(d,__stonehouse_nan)",
        ),
        ("x = -a ^ -b", "x = -__stonehouse_power(a , -__stonehouse_number(b,__stonehouse_nan))"),
        ("x = a % b % c", "x = __stonehouse_modulo(__stonehouse_modulo(a , b) , c)"),
        ("n %= f(x) % 2", "n = __stonehouse_modulo(n, __stonehouse_modulo(f(x) , 2))"),
        ("x = `{a % b} and { {1} }`", "x = `{__stonehouse_modulo(a , b)} and { {1} }`"),
        (
            "t[k] = function() return a ^ 2 end",
            "t[__stonehouse_key(k)] = function() return __stonehouse_power(a , 2) end",
        ),
    ] {
        assert_eq!(guarded(source), expected);
    }
}

#[test]
fn a_long_straight_line_pays_when_it_begins_and_a_short_one_does_not() {
    let paid = |source: &str| guarded(source).matches("__stonehouse_charge(").count();
    let line = |count: usize| "x = 1 ".repeat(count);
    assert_eq!(paid(&line(100)), 0);
    assert!(guarded(&line(400)).starts_with("__stonehouse_charge(18);x = 1"));
    // Blocks inside that have not paid are paid for around them, whether they are run or not; a turn of a loop pays
    // each time.
    assert_eq!(paid(&format!("if a then {} end ", line(100)).repeat(3)), 1);
    assert_eq!(paid(&format!("while a do {} break end ", line(100)).repeat(3)), 1);
    assert!(guarded(&format!("while a do {} end", line(400))).starts_with("while a do __stonehouse_charge(18);"));
    let list = format!("f{{ {} }}", "1, ".repeat(300));
    assert!(guarded(&format!("while {list} do b = 1 end")).contains("do __stonehouse_charge("));
    assert!(guarded(&format!("repeat b = 1 until {list}")).starts_with("repeat __stonehouse_charge("));
    assert!(guarded(&format!("if a then elseif {list} then b = 1 end")).starts_with("__stonehouse_charge("));
    // A function is run by a call, which is a step.
    assert_eq!(paid(&format!("local function f() {} end ", line(100)).repeat(9)), 0);
    assert!(guarded(&format!("(f)({list})")).starts_with("__stonehouse_charge("));
}

#[test]
fn every_kind_of_syntax_is_read_and_means_the_same_as_before() {
    for source in [
        "const a = 5 const function f(x) return x % a end return f(12)",
        "local function f(...: number): (number, string) return select('#', ...), 'x' end return f(1, 2)",
        "type A<T, U... = ()> = { [string]: T, read x: number?, f: (T, ...number) -> (U...) } | 'lit' | typeof(5 % 3) return 1",
        "export type B = | { A } | nil local x: B = nil return x :: any",
        "local t = {} for i, v in { 5, 6 } do t[i] = v % 4 end for i = 1, 3, 2 do t[i] = (t[i] or 0) + i end return t[1], t[2], t[3]",
        "local x = 0 while x < 5 do x += 1 if x == 2 then continue elseif x == 4 then break else x = x end end return x",
        "local x = 0 repeat local y = x x += 1 until y > 3 return x",
        "local o = { n = 3, p = {} } function o:m(a) return self.n ^ a end function o.p.q() end return o:m(2), o.m(o, 3), (o):m(1)",
        "local s = [[a]] .. [==[ ]] ]==] .. \"\\z   b\\\"\" .. 'c\\'' --[[ x ]] --[=[ y ]] ]=] return s, #s, s:len()",
        "return 0x1F % 7, 1_000 % 7, 1e3 % 7, 0b101 % 2, .5 % 2, 3. % 2, 1e-2 < 1",
        "return if 5 % 2 == 1 then 'odd' elseif true then 'x' else 'even', `a{1 + 1}b{`c{2 ^ 3}`}`, `\\{no\\}`, `\\u{48}`",
        "local f = function<T>(x: T): T return x end return f'x', f{1}[1], f[[y]], (f(2))",
        "local t = { 1, 2; 3, [4] = 5, a = 6, ['b'] = 7, f = function() return 8 end, } return t[4], t.a, t.b, t.f(), #t",
        "local continue, type, export, const = 1, 2, 3, 4 continue = 5 type = 6 export = 7 const = 8 return continue, type, export, const",
        "local a = { b = { c = 2 } } a.b.c *= 3 a.b.c //= 2 a.b.c ..= 'x' return a.b.c",
        "@native local function f() return 9 end return f()",
        "do local x = 1; local y = 2; return x, -y, not x, #'abc' end",
        "local x = 7 x %= 4 local y = 2 y ^= 3 return x, y",
        "local t, n = { a = { 7 } }, 0 local function f() n += 1 return t.a end f()[1] += n f()[n] = 5 f()[n - 1] *= 2 return t.a[1], t.a[2], n",
        "local t = { n = 3, ['m'] = 4 } t.n -= 1 t['m'] ^= 2 t['m'] //= 3 (t).n += t.n * 2 return t.n, t.m",
        "local a, b = 'x', 'y' return a < b, a >= b, -(1 + 2) * 3, - -4, (2) - 1",
        "local n = 0 for i = n + 1, (3), n + 1 do n += i end while n < 9 do n += 1 end repeat n -= 1 until n < 5 return n",
        "return (2 ^ 3) ^ 2, 2 ^ (3 ^ 2), 2 ^ 3 ^ 2, -2 ^ 2, 10 - 7 % 4 * 2, 10 % 4 // 2, not (3 % 2 == 1)",
    ] {
        assert_eq!(run(source), run(&guarded(source)), "{source}");
        assert_eq!(source.lines().count(), guarded(source).lines().count());
    }
}

#[test]
fn the_programs_own_names_are_taken() {
    for source in [
        "local function __stonehouse_key(k) return k end",
        "local t = { __stonehouse_power = 1 }",
        "__stonehouse_modulo = nil",
        "for __stonehouse_key in {} do end",
        "return function(__stonehouse_key) end",
    ] {
        assert!(refusal(source).contains("the program's own"), "{source}");
    }
}

#[test]
fn an_error_of_syntax_has_its_line() {
    assert_eq!(
        refusal("local x = 1\nlocal y ="),
        "scripts/rule.lua:2:10: Expected identifier when parsing expression, got <eof>"
    );
    assert!(refusal("x = 'open").starts_with("scripts/rule.lua:1:5: "));
    assert!(refusal("\n\nx = `a{`").starts_with("scripts/rule.lua:3:"));
    assert!(refusal("type function f() end").starts_with("scripts/rule.lua:1"));
}

/// Expressions over whole numbers with every operator that is rewritten.
fn expression() -> impl Strategy<Value = String> {
    let leaf = prop_oneof![
        (1u8..9).prop_map(|n| n.to_string()),
        Just("a".to_owned()),
        Just("t[b]".to_owned()),
        Just("f(a, b)".to_owned())
    ];
    leaf.prop_recursive(5, 40, 3, |inner| {
        let operators = prop::sample::select(vec!["%", "^", "*", "-", "+", "//", "/", "..", "<", "and", "or", "=="]);
        prop_oneof![
            6 => (inner.clone(), operators, inner.clone(), any::<bool>()).prop_map(|(left, operator, right, spaced)| {
                if spaced || operator.chars().all(char::is_alphabetic) || operator == "-" || operator == ".." {
                    format!("{left} {operator} {right}")
                } else {
                    format!("{left}{operator}{right}")
                }
            }),
            2 => inner.clone().prop_map(|inner| format!("({inner})")),
            1 => inner.clone().prop_map(|inner| format!("- {inner}")),
            1 => inner.clone().prop_map(|inner| format!("not {inner}")),
            1 => inner.clone().prop_map(|inner| format!("#{{ [f(b)] = {inner} }}")),
            1 => (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("(if {a} then {b} else 2)")),
            1 => inner.prop_map(|inner| format!("#`x{{{inner}}}y`")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, rng_seed: proptest::test_runner::RngSeed::Fixed(7), ..ProptestConfig::default() })]

    #[test]
    fn a_guarded_expression_means_what_it_meant(expression in expression()) {
        let source = format!(
            "local a, b, t = 3, 2, {{ 4, 5, 6 }} local function f(x, y) return x, y end \
             local function show() return {expression} end return show()"
        );
        let outcome = |source: &str| Lua::new().load(format!(
            "{PLAIN}{source}"
        )).eval::<mlua::Value>().map(|value| value.to_string().unwrap_or_default()).map_err(|error| match error {
            // An error is worded with the operation's name and line, and both stay.
            mlua::Error::RuntimeError(text) => text.lines().next().unwrap_or_default().to_owned(),
            other => other.to_string(),
        });
        if let Ok(prepared) = prepare(&script(&source)) {
            let guarded = prepared.source.strip_prefix(BEFORE).unwrap();
            prop_assert_eq!(outcome(&source), outcome(guarded), "{}", guarded);
        } else {
            prop_assert!(compile(&script(&source), &source).is_err(), "only what does not compile is refused: {}", source);
        }
    }

    /// The pass reads any text, or refuses it with a place, and never panics.
    #[test]
    fn any_text_is_read_or_refused(parts in prop::collection::vec(prop::sample::select(vec![
        "local ", "function ", "end ", "(", ")", "{", "}", "[", "]", "=", ",", "a", "b", "1", "'x'", "`", "`x{", "}`", "%", "^", "-", "..",
        "if ", "then ", "else ", "for ", "in ", "do ", "while ", "repeat ", "until ", "return ", "::", ":", "<", ">", "->", "?", "|", "--",
        "[[", "]]", "type ", "continue ", "\n", "\\", "\"", "é", "@", "+=", "%=", ".", "...", "not ", "#",
    ]), 0..40)) {
        let source = parts.concat();
        match prepare(&script(&source)) {
            Ok(_) => prop_assert!(compile(&script(&source), &source).is_ok(), "guards make no Luau of what is none"),
            Err(problem) => prop_assert!(!problem.message.is_empty()),
        }
    }
}

#[test]
fn reads_of_a_functions_first_parameter_are_found_in_its_text() {
    let names = |source: &str| {
        let reads = prepare(&script(source)).unwrap_or_else(|problem| panic!("{source}\n{problem}")).reads;
        // A function comes after those inside it.
        reads.last()?.names.as_ref().map(|names| names.iter().cloned().collect::<Vec<_>>().join(" "))
    };
    let body = |body: &str| names(&format!("function house.points(ctx, points)\n{body}\nend\nreturn house"));
    for (text, expected) in [
        ("return points", ""),
        ("return points + ctx.row", "row"),
        ("if ctx.row > 3 and ctx . late then return ctx.row .. ctx.col end return 1", "col late row"),
        ("local other = ({ ctx = 1 }).ctx return other", "?"),
        ("return t.ctx + f.g.ctx(ctx.row)", "row"),
        ("return ctx.row.col", "row"),
        ("return `{ctx.row} of {ctx.col}`", "col row"),
        ("-- ctx\nreturn 'ctx' .. ctx.row", "row"),
    ] {
        assert_eq!(body(text).as_deref(), Some(expected).filter(|names| *names != "?"), "{text}");
    }
    for text in [
        "return f(ctx)",
        "return ctx['row']",
        "return ctx[name]",
        "local other = ctx return other.row",
        "ctx = { row = 1 } return ctx.row",
        "local ctx = { rwo = 1 } return ctx.rwo",
        "for key in ctx do end",
        "return ctx:row()",
        "ctx.row = 1",
        "ctx.row += 1",
        "function ctx.row() end",
        "return (ctx).row",
        "type T = ctx.Row local x: ctx.Row = nil return x",
        "return x :: ctx.Row",
    ] {
        assert_eq!(body(text), None, "{text}");
    }
    assert_eq!(names("return { points = function(...) return (...).row end }"), None);
    assert_eq!(names("return { points = function() return 1 end }").as_deref(), Some(""));
    assert_eq!(
        names("return { points = function(c: Context, points: number): number return c.row end }").as_deref(),
        Some("row")
    );
}

#[test]
fn a_functions_line_is_its_keywords_and_deep_ones_are_skipped() {
    let reads = prepare(&script("local house = {}\n\nlocal function\nhelp(ctx) return ctx.row end\nreturn house"))
        .unwrap()
        .reads;
    assert_eq!(reads.iter().map(|reads| reads.line).collect::<Vec<_>>(), [3]);
    let deep = format!("{} ctx.row {}", "f(function(ctx) return".repeat(20), "end)".repeat(20));
    assert_eq!(prepare(&script(&format!("local x = {deep}"))).unwrap().reads.len(), 4);
}

#[test]
fn texts_with_which_a_field_alone_is_compared_are_noted() {
    let compared = |expression: &str| {
        let source = format!("function house.points(ctx)\nreturn {expression}\nend");
        let reads = prepare(&script(&source)).unwrap_or_else(|problem| panic!("{source}\n{problem}")).reads;
        let compared = reads[0].compared.iter().map(|(place, name, text)| {
            assert_eq!(source[place.clone()], format!("ctx.{name}"));
            format!("{name} {text}")
        });
        compared.collect::<Vec<_>>().join(", ")
    };
    for (expression, expected) in [
        ("ctx.way == 'down'", "way down"),
        ("x and ctx.way ~= \"down\" or f(\"up\" == ctx.way)", "way down, way up"),
        ("if ctx.way == 'down' then 1 else 2", "way down"),
        ("not ctx.way == 'down'", ""),
        ("x .. ctx.way == 'down'", ""),
        ("ctx.way == 'down' .. x", ""),
        ("ctx.way .. x == 'down'", ""),
        ("'down' == ctx.way .. x", ""),
        ("x .. 'down' == ctx.way", ""),
        ("ctx.way == 'do\\x77n'", ""),
        ("ctx.way == `down`", ""),
        ("ctx.way < 'down'", ""),
    ] {
        assert_eq!(compared(expression), expected, "{expression}");
    }
}

#[test]
fn a_script_that_is_too_long_with_its_guards_is_refused_where_it_is() {
    let additions = |count: usize| format!("local n = 0\n{}", "n += 1\n".repeat(count));
    assert!(prepare(&script(&additions(38_000))).is_ok());
    let refused = refusal(&additions(60_000));
    assert!(refused.starts_with("scripts/rule.lua:38572:3: the script is too long"), "{refused}");
    assert!(refused.contains("split it into several scripts"), "{refused}");
    let refused = refusal(&"a = 1\n".repeat(70_000));
    assert!(refused.starts_with("scripts/rule.lua:66667:5: the script is too long"), "{refused}");
}

#[test]
fn the_second_value_of_a_guard_is_a_constant() {
    let source = prepare(&script("return function(n) return n + 1 end")).unwrap().source;
    let bytecode = compile(&script(""), &source).unwrap();
    let protos = bytecode::protos(&bytecode).unwrap();
    // The main function computes nothing, and the other one adds once.
    assert_eq!(protos.iter().map(|proto| proto.arithmetic).collect::<Vec<_>>(), [1, 0]);
}
