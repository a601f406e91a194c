//! One test per promise of the sandbox.

use super::interface::EffectTarget;
use super::{HouseRules, Interface, Script, ScriptBudget};
use stonehouse_plugin::house::{EffectDecl, FactDecl};
use stonehouse_plugin::{Field, FieldKind, HookDecl, Seat};
use stonehouse_runtime::{HouseLayer, NoFacts, Work};

fn hooks() -> Vec<HookDecl> {
    vec![
        HookDecl::integer(
            "points",
            "Points.",
            [
                Field::word("player", "Who.", &["white", "black"]),
                Field::integer("row", "Where."),
                Field::boolean("late", "When."),
            ],
            (0, 100),
        ),
        HookDecl::boolean("allowed", "Whether.", [Field::integer("row", "Where.")]),
    ]
}

fn load(sources: &[&str]) -> Result<HouseRules, Vec<String>> {
    let scripts = sources
        .iter()
        .enumerate()
        .map(|(index, source)| Script::new(format!("rule{index}.lua"), format!("scripts/rule{index}.lua"), *source))
        .collect();
    HouseRules::load(scripts, Interface::with_hooks(&hooks()))
        .map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

/// The result of the hook `points`, given the body of its function.
fn points(body: &str) -> Result<i64, String> {
    let source = format!("local house = {{}}\nfunction house.points(ctx, points)\n{body}\nend\nreturn house\n");
    let rules = load(&[&source]).map_err(|problems| problems.join("; "))?;
    rules.fold(0, &[1, 7, 0], &NoFacts, 5).map_err(|failure| failure.to_string())
}

fn refused(body: &str) -> String {
    points(body).expect_err("the script should have failed")
}

#[test]
fn a_hook_receives_context_and_value_and_returns_a_new_value() {
    assert_eq!(points("return points + ctx.row"), Ok(12));
    assert_eq!(points("if ctx.player == 'black' and not ctx.late then return 1 end return 2"), Ok(1));
}

#[test]
fn scripts_stack_each_on_the_value_of_the_one_before() {
    let rule = |change: &str| format!("return {{ points = function(ctx, points) return points {change} end }}");
    let rules = load(&[&rule("* 3"), &rule("+ 1")]).unwrap();
    assert_eq!(rules.fold(0, &[0, 0, 0], &NoFacts, 2), Ok(7));
}

#[test]
fn a_games_effect_takes_the_place_of_the_hosts_of_its_name() {
    let say = EffectDecl::new("say", "Shows a number.", vec![Field::integer("number", "Which.")]);
    let interface = Interface { effects: vec![say], ..Interface::with_hooks(&[]) };
    let functions = interface.effect_functions();
    let names =
        functions.iter().map(|function| (&*function.decl.name, matches!(function.target, EffectTarget::Game(0))));
    let expected =
        ["points", "finish", "remember", "whisper", "roll", "shuffle", "say"].map(|name| (name, name == "say"));
    assert_eq!(names.collect::<Vec<_>>(), expected);
    let shown = Interface { effects: functions.into_iter().map(|function| function.decl).collect(), ..interface };
    assert!(shown.definitions("Example").contains("say: (number: number) -> ()"), "{}", shown.definitions("Example"));
}

#[test]
fn a_memory_is_not_called_like_a_field_of_an_action() {
    let rule = |memory: &str| {
        format!(
            "return {{
                memory = {{ {memory} = {{}} }},
                actions = {{ bid = {{
                    label = 'Bid', targets = {{ min = 0, max = 9 }},
                    when = function(ctx) return ctx.target > 2 end,
                    play = function(ctx, effects) effects.points(ctx.seat, ctx.target) end,
                }} }},
            }}"
        )
    };
    assert!(load(&[&rule("bids")]).is_ok());
    let refused = load(&[&rule("target")]).err().unwrap().concat();
    assert!(refused.contains("rule0.lua:2: `ctx.target` in the action `bid`"), "{refused}");
}

#[test]
fn rolls_and_actions_of_several_scripts_keep_their_functions_apart() {
    use stonehouse_runtime::{EffectRequest, Event, HouseEffect, HouseLayer, HouseMessage};
    let script = |name: &str, points: i64| {
        format!(
            "return {{
                rolls = {{
                    {name} = {{ sides = 6, rolled = function(ctx, effects) effects.points(0, ctx.value + {points}) end }},
                    {name}_weather = {{ values = {{ 'sun', 'rain' }}, label = 'Sky', rolled = function(ctx, effects)
                        effects.say(ctx.value) end }},
                }},
                actions = {{ {name} = {{ label = 'Act', when = function(ctx) return true end,
                    play = function(ctx, effects) effects.roll('{name}') end }} }},
            }}"
        )
    };
    let rules = load(&[&script("one", 10), &script("other", 20)]).unwrap();
    let called = |call: &dyn Fn(&mut Vec<EffectRequest>)| {
        let mut effects = Vec::new();
        call(&mut effects);
        effects.into_iter().map(|request| request.what).collect::<Vec<_>>()
    };
    let labels: Vec<&str> = HouseLayer::rolls(&rules).iter().map(|decl| &*decl.label).collect();
    assert_eq!(labels, ["One", "Sky", "Other", "Sky"]);
    let points = |points| HouseEffect::Points { seat: Seat(0), points };
    let say = |text: &'static str| HouseEffect::Say(HouseMessage { text: text.into(), only: None });
    for (roll, value, expected) in [(0, 3, points(13)), (2, 3, points(23)), (1, 0, say("sun")), (3, 1, say("rain"))] {
        let notify = |effects: &mut Vec<_>| {
            let mut request = |requested: &[EffectRequest]| effects.extend_from_slice(requested);
            rules.notify(Event::Roll(roll), &[value], &NoFacts, &mut request).unwrap();
        };
        assert_eq!(called(&notify), [expected]);
    }
    for (action, roll) in [(0, 0), (1, 2)] {
        let play = |effects: &mut Vec<_>| rules.play(action, &[0], &NoFacts, effects).unwrap();
        assert_eq!(called(&play), [HouseEffect::Roll { roll, seat: None }]);
    }
    assert_eq!(
        load(&[&script("one", 1), "return { rolls = {\n  one = { sides = 2, rolled = print } } }"])
            .map(|_| ())
            .unwrap_err(),
        ["scripts/rule1.lua:2: another house rule declares a roll `one` already: choose another name"]
    );
    let many: String = (0..33).map(|n| format!("r{n} = {{ sides = 2, rolled = print }},")).collect();
    let why = load(&[&format!("return {{ rolls = {{ {many} }} }}")]).map(|_| ()).unwrap_err();
    assert_eq!(why, ["scripts/rule0.lua:1: house rules declare at most 32 rolls"]);
}

#[test]
fn the_context_is_read_only_and_its_fields_can_be_iterated() {
    assert!(refused("ctx.row = 50 return 1").contains("readonly"));
    assert!(refused("rawset(ctx, 'row', 50) return 1").contains("readonly"));
    assert!(refused("setmetatable(ctx, nil) return 1").contains("metatable"));
    assert_eq!(points("local n = 0 for name, value in ctx do n += 1 end return n"), Ok(3));
}

#[test]
fn an_unknown_field_is_an_error_at_load_with_the_nearest_name() {
    let rule = |body: &str| load(&[&format!("return {{\n  points = function(ctx, points)\n    {body}\n  end }}")]);
    assert_eq!(
        rule("if points > 90 then return ctx.rwo end return points").map(|_| ()).unwrap_err(),
        ["scripts/rule0.lua:3:32: `points` has no `rwo` in its `ctx`. Did you mean `row`? It has: player, row, late"]
    );
    // Where the source does not show that it is a field of the context, it is found when it is read.
    assert_eq!(
        refused("local c = ctx return points + c.rwo"),
        "scripts/rule0.lua:3: `points` has no `rwo` in its `ctx`. Did you mean `row`? It has: player, row, late \
         (in `points`)"
    );
}

#[test]
fn a_word_that_a_field_never_is_is_an_error_with_the_nearest_one() {
    let rule = |test: &str| {
        let rule =
            format!("return {{ points = function(ctx, points)\n  if {test} then return 1 end\n  return points\nend }}");
        load(&[&rule]).map(|_| ()).map_err(|problems| problems.join("; "))
    };
    assert_eq!(
        rule("ctx.player == 'balck'").unwrap_err(),
        "scripts/rule0.lua:2:6: `player` is never \"balck\". Did you mean `black`? It is one of: white, black"
    );
    assert_eq!(
        rule("'7' ~= ctx.row").unwrap_err(),
        "scripts/rule0.lua:2:13: `row` is a whole number, and never a text"
    );
    assert!(rule("ctx.late == 'yes'").unwrap_err().ends_with("`late` is true or false, and never a text"));
    assert_eq!(rule("ctx.player == 'black' or 'white' == ctx.player"), Ok(()));
}

#[test]
fn a_hook_that_no_script_names_is_not_used() {
    let rules = load(&["return { allowed = function(ctx, allowed) return ctx.row > 3 end }"]).unwrap();
    assert!(!rules.uses_hook(0) && rules.uses_hook(1));
    assert_eq!(rules.fold(1, &[4], &NoFacts, 0), Ok(1));
    assert_eq!(rules.fold(1, &[3], &NoFacts, 1), Ok(0));
}

#[test]
fn state_carried_between_calls_is_refused_with_its_line() {
    let rule = |before: &str, body: &str| {
        let source = format!(
            "{before}\nlocal house = {{}}\nfunction house.points(ctx, points)\n{body}\nreturn points\nend\nreturn house"
        );
        match load(&[&source]) {
            Err(problems) => problems.join("; "),
            Ok(rules) => {
                rules.fold(0, &[0, 0, 0], &NoFacts, 5).err().map_or_else(String::new, |failure| failure.to_string())
            }
        }
    };
    // When it is loaded: a variable outside of the function that is kept, directly, deeper down, or by a function
    // statement.
    for (before, body) in [
        ("local count = 0", "count += 1"),
        ("local count = 0", "local function inner() count = count + 1 end inner()"),
        ("local f = nil", "function f() end"),
        ("local a, b = 1, 2", "for _ = 1, 2 do a, b = b, a end"),
    ] {
        let message = rule(before, body);
        assert!(message.starts_with("scripts/rule0.lua:3: this function assigns"), "{body}: {message}");
    }
    let factory = "local function make() local n = 0 return function() n += 1 return n end end local next_one = make()";
    let message = rule(factory, "points = next_one()");
    assert!(message.contains(":1: this function assigns"), "{message}");
    // Iterators that are used up, and functions that reveal the collector.
    assert!(rule("local each = string.gmatch('a b c', '%a')", "each()").contains("iterator of the library"));
    assert!(rule("local seen = setmetatable({}, { __mode = 'k' })", "seen.x = 1").contains("`__mode`"));
    // Tables are locked, wherever they are: in variables, fields, metatables, keys.
    for (before, body) in [
        ("local seen = {}", "seen[1] = 1"),
        ("local seen = { deep = { er = {} } }", "seen.deep.er.x = 1"),
        ("local seen = setmetatable({}, { __index = { list = {} } })", "table.insert(seen.list, 1)"),
        ("local seen = {}", "rawset(seen, 1, 1)"),
        ("local seen = { 3, 1, 2 }", "table.sort(seen)"),
        ("local seen = {}", "table.move({ 1 }, 1, 1, 1, seen)"),
        ("local function get() return {} end local kept = get() local function put() return kept end", "put().x = 1"),
    ] {
        let message = rule(before, body);
        assert!(
            message.starts_with("scripts/rule0.lua:4: ") && message.contains("readonly table"),
            "{body}: {message}"
        );
        assert!(message.contains("Nothing that a script stores lasts"), "{message}");
    }
    // While it is loaded, and within a call, a script may do as it likes.
    let free =
        "local list = {} for i = 1, 5 do list[i] = i * i end local n = 0 local function count() n += 1 end count()";
    assert_eq!(rule(free, "local m = 0 local function inner() m += list[2] end inner() points = m"), "");
}

#[test]
fn a_call_does_not_see_the_calls_before_it() {
    let rules = load(&["local base = { 1, 2, 3 }\n\
        return { points = function(ctx, points) local copy = table.clone(base) copy[#copy + 1] = 1 return #copy end }"])
    .unwrap();
    for row in 0..5 {
        assert_eq!(rules.fold(0, &[0, row, 0], &NoFacts, 0), Ok(4));
    }
}

#[test]
fn globals_are_refused_with_the_remedy() {
    let message = refused("total = 1 return 1");
    assert!(message.contains("rule0.lua:3") && message.contains("`local`"), "{message}");
}

#[test]
fn a_result_out_of_type_or_bounds_names_what_was_expected_and_found() {
    assert_eq!(
        refused("return 'many'"),
        "scripts/rule0.lua:2: `points` must return a whole number from 0 to 100, and it returned a string"
    );
    assert!(refused("return 101").contains("and it returned 101"));
    assert!(refused("return -1").contains("and it returned -1"));
    assert!(refused("return 2.5").contains("and it returned 2.5"));
    assert!(refused("return 0/0").contains("whole number"));
    assert!(refused("local x = 1").contains("nothing (nil)"));
}

#[test]
fn an_error_names_file_and_line() {
    assert!(refused("\nreturn points + nil").starts_with("scripts/rule0.lua:4: attempt to"));
    assert!(
        refused("local function add(a)\nreturn a + {}\nend\nreturn add(1)")
            .starts_with("scripts/rule0.lua:4: attempt to")
    );
    assert!(refused("\n\nreturn ('x'):rep(1, 2, {}):nope()").starts_with("scripts/rule0.lua:5: "));
    assert!(refused("local t = {}\nreturn table.concat({ t })").starts_with("scripts/rule0.lua:4: invalid value"));
    assert!(refused("local t = {}\nt[t] = 1").starts_with("scripts/rule0.lua:4: a table cannot be a key"));
    assert!(refused("assert(false, 'why')").starts_with("scripts/rule0.lua:3: why"));
    assert!(refused("assert(nil)").starts_with("scripts/rule0.lua:3: assertion failed"));
    assert!(refused("error({})").contains("error was called with a table: give it a text"));
}

#[test]
fn no_script_can_blame_another() {
    let named = |body: &str| {
        let source = format!("return {{ points = function(ctx, points) {body} end }}");
        let rules = load(&["return { allowed = function(ctx, allowed) return allowed end }", &source]).unwrap();
        rules.fold(0, &[0, 0, 0], &NoFacts, 5).unwrap_err().to_string()
    };
    for body in [
        "error('rule0.lua:7: boom', 0)",
        "error('script0:7: boom')",
        "error('x\\nscript0:7 function points\\n')",
        "local t = nil return t['script0:7: boom']",
        "assert(false, 'script0:7: boom')",
    ] {
        assert!(named(body).starts_with("scripts/rule1.lua:1: "), "{body}: {}", named(body));
    }
    assert!(refused("error('no such luck')").starts_with("scripts/rule0.lua:3: no such luck (in `points`)"));
}

#[test]
fn a_script_that_does_not_compile_is_refused_when_it_is_loaded() {
    let problems = load(&["local house = {}\nfunction house.points(ctx, points\nreturn house"]).err().unwrap();
    assert!(problems[0].starts_with("scripts/rule0.lua:3:1: "), "{problems:?}");
}

#[test]
fn a_script_that_returns_no_table_is_an_error_with_a_remedy() {
    let problems = load(&["local house = {}"]).err().unwrap();
    assert!(problems[0].contains("return house"), "{problems:?}");
}

#[test]
fn an_unknown_hook_is_refused_with_the_nearest_name() {
    let problems = load(&["local house = {}\nfunction house.ponits() end\nreturn house"]).err().unwrap();
    assert!(
        problems[0].contains(":2: this game has no hook or event `ponits`. Did you mean `points`?"),
        "{problems:?}"
    );
}

#[test]
fn an_error_of_an_operation_has_a_remedy() {
    for (body, error, remedy) in [
        ("return points < {}", "attempt to compare number < table", "`ctx.NAME[ctx.seat]`"),
        ("return points < nil", "attempt to compare number < nil", "`value or 0`"),
        ("return points + nil", "attempt to perform arithmetic (add) on number and nil", "`value or 0`"),
        ("return points < 'a'", "attempt to compare number < string", "`tonumber(text)`"),
        ("return points < true", "attempt to compare number < boolean", "only two numbers or two texts compared"),
        ("return #table.create(100000000, 1)", "table overflow", "wrong size in `table.create`"),
    ] {
        let message = refused(body);
        let start = format!("scripts/rule0.lua:3: {error} (in `points`). ");
        assert!(message.starts_with(&start) && message.contains(remedy), "{body}: {message}");
    }
    let message = refused("return points + {}");
    assert!(message.contains("attempt to perform arithmetic on a table. ") && message.contains("`#list`"), "{message}");
}

#[test]
fn an_endless_loop_ends_in_a_message() {
    let message = refused("while true do end");
    assert!(message.contains("ran too long (in `points`)") && message.contains("never ends"), "{message}");
}

#[test]
fn an_endless_recursion_ends_in_a_message() {
    let message = refused("local function again(n) return 1 + again(n + 1) end return again(0)");
    assert!(message.starts_with("scripts/rule0.lua:3: the script used more than 256 KiB of memory"), "{message}");
}

#[test]
fn a_script_that_allocates_without_end_ends_in_a_message() {
    for body in [
        "local t = {} while true do t[#t + 1] = { 1, 2, 3 } end",
        "local s = 'x' while true do s = s .. s end",
        "return #string.rep('x', 100000000)",
        "return #table.create(100000000, 1)",
    ] {
        let message = refused(body);
        assert!(message.contains("256 KiB") || message.contains("table overflow"), "{message}");
    }
}

#[test]
fn a_vm_that_ran_out_of_memory_is_replaced_and_the_rules_go_on() {
    let source = "return { points = function(ctx, points)\n\
        if ctx.row == 9 then local t = {} while true do t[#t + 1] = {} end end\nreturn 4 end }";
    let rules = load(&[source]).unwrap();
    assert_eq!(rules.fold(0, &[0, 1, 0], &NoFacts, 0), Ok(4));
    assert!(rules.fold(0, &[0, 9, 0], &NoFacts, 0).is_err());
    assert_eq!(rules.fold(0, &[0, 2, 0], &NoFacts, 0), Ok(4));
}

#[test]
fn limits_cannot_be_caught() {
    for name in ["pcall", "xpcall"] {
        let message = refused(&format!("return {name}(function() while true do end end) and 1 or 2"));
        assert!(message.contains("could continue after reaching a limit"), "{message}");
    }
}

#[test]
fn there_is_no_way_out_no_clock_and_no_chance() {
    for name in [
        "io",
        "os",
        "require",
        "package",
        "debug",
        "loadstring",
        "load",
        "dofile",
        "getfenv",
        "setfenv",
        "newproxy",
        "collectgarbage",
        "gcinfo",
        "coroutine",
        "buffer",
        "vector",
        "pcall",
        "math.random",
        "math.randomseed",
        "math.noise",
        "math.lerp",
        "string.pack",
    ] {
        let message = refused(&format!("\nreturn {name} == nil and 1 or 0"));
        let expected = format!("scripts/rule0.lua:4: `{name}` is not available in scripts: ");
        assert!(message.starts_with(&expected), "{message}");
    }
    for (meant, name) in [("math.floor", "math.flor"), ("tostring", "tostrin")] {
        let message = refused(&format!("return {name}(2)"));
        assert!(message.contains(&format!("nothing called `{name}` here. Did you mean `{meant}`?")), "{message}");
    }
    assert!(refused("return _G.load").contains("`load` is not available"));
}

#[test]
fn the_library_cannot_be_changed() {
    assert!(refused("math.floor = nil return 1").contains("readonly"));
    assert!(refused("string.format = nil return 1").contains("readonly"));
}

#[test]
fn library_functions_charge_for_what_they_touch() {
    let text = "local t = string.rep('a', 60000)";
    for body in [
        "for i = 1, 100000 do string.find(t, string.rep('a', 1000) .. 'b', 1, true) end",
        "for i = 1, 100000 do string.split(t, string.rep('a', 100) .. 'b') end",
        "return t:find('[' .. ('b'):rep(200) .. ']*c')",
        "return t:match('a*a*a*b')",
        "return #t:gsub('%b()', '')",
        "for word in t:gmatch('.-b') do end",
        "local list = table.create(10000, 0) for i = 1, 1e6 do table.find(list, 1) end",
        "for i = 1, 1e6 do table.move({}, 1, 1e9, 2) end",
        "local list = table.create(4000, 0) for i = 1, 1e6 do table.insert(list, 1, 1) table.remove(list, 1) end",
        "local list = table.create(10000, 0) for i = 1, 1e6 do table.sort(list) end",
        "for i = 1, 1e6 do utf8.len(t) end",
        "for i = 1, 1e6 do t:byte(1) end",
        "for i = 1, 1e6 do local x = math.fmod(1e300, 1.1e-300) end",
    ] {
        let message = refused(&format!("{text} {body}"));
        assert!(message.starts_with("scripts/rule0.lua:3: the script ran too long"), "{body}: {message}");
    }
    assert!(refused("return ('a'):find(('a?'):rep(129) .. ('a'):rep(129))").contains("the pattern is too long"));
    assert_eq!(points("return string.find('hello', 'll')"), Ok(3));
    assert_eq!(points("return #('a,b,c'):split(',')"), Ok(3));
    assert_eq!(points("local n = 0 for w in ('a b c'):gmatch('%a') do n += 1 end return n"), Ok(3));
    assert_eq!(points("return (('x=1'):gsub('(%a)=(%d)', '%2%1')) == '1x' and 1 or 0"), Ok(1));
}

#[test]
fn a_script_reading_secrets_is_reported_with_line_and_column() {
    let facts = vec![
        FactDecl::new("held", "Held.", FieldKind::Integer, true).secret(),
        FactDecl::new("shown", "Shown.", FieldKind::Integer, true),
    ];
    let reveals = |script: &str| {
        let script = Script::new("rule.lua", "rule.lua", script);
        let interface = Interface { facts: facts.clone(), ..Interface::with_hooks(&hooks()) };
        let rules = HouseRules::load(vec![script], interface).unwrap_or_else(|problems| panic!("{}", problems[0]));
        rules.reveals().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let action = |when: &str, play: &str| {
        format!(
            "return {{ actions = {{ a = {{ label = 'A', targets = 'seats',\n  when = function(ctx) return {when} end,\n  \
             play = function(ctx, effects) {play} end }} }} }}"
        )
    };
    assert_eq!(reveals(&action("ctx.held[ctx.seat] > 1", "effects.points(ctx.seat, ctx.shown[ctx.target])")), "");
    assert_eq!(
        reveals(&action("ctx.held[ctx.target] > 1", "")),
        "rule.lua:2:31: `actions.a.when` reads `held`, which players hide from each other: of others than `ctx.seat`, and what it answers may reveal it"
    );
    assert_eq!(
        reveals(&action("true", "effects.points(ctx.seat, ctx.held[ctx.seat])")),
        "rule.lua:3:58: `actions.a.play` reads `held`, which players hide from each other: its effects may reveal it"
    );
    assert!(
        reveals("return { points = function(ctx, points) return points + ctx.held[0] end }")
            .contains("`points` reads `held`")
    );
    assert_eq!(reveals("return { points = function(ctx, points) return points + ctx.shown[0] end }"), "");
    // A function that is passed the context reads the names in its own source, and an entry is not blamed for another
    // one.
    let helped = |helper: &str| {
        let when = "ctx.held[ctx.seat] > 0 and rich(ctx, 0)";
        reveals(&format!("local function rich(ctx, seat) return {helper} end\n{}", action(when, "return rich(ctx, 0)")))
    };
    assert_eq!(helped("ctx.shown[seat] > 1"), "");
    let blamed = "rule.lua:1:39: `actions.a.when` reads `held`";
    assert!(helped("ctx.held[seat] > 1").starts_with(blamed), "{}", helped("ctx.held[seat] > 1"));
    // Where the source does not show the names that are read, it may be any.
    let other =
        "return { turn_ended = function(ctx, effects)\n  local all = ctx\n  effects.points(0, all.held[1]) end }";
    assert!(reveals(other).starts_with("rule.lua:1: `turn_ended` reads `held`"), "{}", reveals(other));
}

/// Where a library function is called with a value that is no number, that line is named, and the mistake.
#[test]
fn a_value_that_is_no_number_is_reported_at_the_call() {
    for (call, wanted) in [
        ("string.format('%f', nil)", "`string.format` needs a number for its \"%f\" (value 1), and got nil"),
        ("('%d'):format({})", "`string.format` needs a number for its \"%d\" (value 1), and got a table"),
        ("('%d %d'):format(1)", "`string.format` has no value for its \"%d\": it needs 2 values"),
        ("math.sin('x')", "`math.sin` needs a number as its value 1, and got a text"),
        ("math.pow(2)", "`math.pow` needs a number as its value 2, and got nil"),
        ("tonumber()", "`tonumber` needs a value"),
        ("tonumber('1', 99)", "the base of `tonumber` is a whole number from 2 to 36, and not 99"),
    ] {
        let message = refused(&format!("local n = 1\nlocal x = {call}\nreturn n"));
        assert!(message.starts_with(&format!("scripts/rule0.lua:4: {wanted}")), "{call}: {message}");
    }
}

#[test]
fn numbers_are_the_same_everywhere() {
    for (body, expected) in [
        ("return 2 ^ 10 % 100", 24),
        ("return -2 ^ 2 + 10", 6),
        ("return 2 ^ 3 ^ 2 % 100", 12),
        ("local n = 17 n %= 5 return n", 2),
        ("local n = 3 n ^= 2 return n", 9),
        ("return (-7 % 3) * 10 + 7 % -3 + 5", 23),
        ("return ('8' % '3') + ('2' ^ '3')", 10),
        ("return math.floor(math.sin(1) * 1e6) % 100", 70),
        ("return math.log(8, 2) + math.log(100, 10)", 5),
        ("return bit32.band(255, 15) + bit32.lshift(1, 4)", 31),
        ("return tonumber(string.format('%.1f', 2.25)) * 10", 22),
        ("local function f(...) return select('#', ...) * 10 + select('2', ...) end return f(1, 2, 3)", 32),
        ("return #string.format('%5d|%-4s|%%|%6.2f', 3, 'a', 1.5)", 19),
        ("local t = { 5 } t[1] %= 3 return t[1]", 2),
        ("return '10' + 1 - '0x2' * ' 3 ' + 0", 5),
        ("local n = '7' n += '2' for i = '1', '3' do n += i end return n", 15),
        ("return -'-4' + ('6' // '4') + math.floor('2.7') + ('x'):rep('3'):len()", 10),
        ("return tonumber('nan(abc)') == nil and tonumber('inf') == nil and tonumber('0x1.8p1') == nil and 1 or 0", 1),
        ("return tonumber('ff', 16) - tonumber('-11', 2) + tonumber('zz', 36) % 7 - 250", 8),
        ("return `{1.5} {2}` == '1.5 2' and 1 or 0", 1),
        ("return math.max('3', 2) + math.min(4, '1')", 4),
    ] {
        assert_eq!(points(body), Ok(expected), "{body}");
    }
    for body in [
        "return string.format('%a', 1.5) == '' and 1 or 0",
        "return bit32.band(1e300, 1)",
        "return ('abc'):sub(1e300) == '' and 1 or 0",
        "return bit32.band(0 / 0, 1)",
        "return 'inf' + 1",
        "return 1 - 'nan(abc)'",
        "return math.abs('0x1p3')",
        "return setmetatable({}, { __add = function() return '1' end }) + 1",
        "return ('\\200'):find('%a') or 1",
    ] {
        assert!(refused(body).starts_with("scripts/rule0.lua:3: "), "{body}: {}", refused(body));
    }
}

#[test]
fn whatever_has_an_address_is_no_key() {
    for key in ["{}", "print_nothing", "ctx", "math.floor", "(function() return points end)"] {
        for store in ["t[KEY] = 1", "t[KEY] += 1", "rawset(t, KEY, 1)", "t = { [KEY] = 1 }", "t.a, t[KEY] = 1, 2"] {
            let body =
                format!("local print_nothing = function() end local t = {{}} {} return 1", store.replace("KEY", key));
            let message = refused(&body);
            assert!(
                message.contains("cannot be a key") && message.starts_with("scripts/rule0.lua:3: "),
                "{body}: {message}"
            );
        }
    }
    assert_eq!(
        points("local t = {} t[1.5], t.x, t['y'], t[true], t[points] = 1, 2, 3, 4, 5 return t[5] + t[true]"),
        Ok(9)
    );
    assert_eq!(points("local t = { [points] = 7, [points + 1] = 8 } return t[5] + t[6]"), Ok(15));
}

#[test]
fn a_script_with_too_many_tokens_or_bytes_is_refused_early() {
    let refusal = |source: String| load(&[&source]).err().unwrap().join("; ");
    assert!(refusal("a=1 ".repeat(200_000)).contains("the script is too long"));
    assert!(refusal(" ".repeat(1 << 21)).contains("at most 1 MiB"));
    assert!(refusal(format!("return {}1{}", "(".repeat(300), ")".repeat(300))).contains("nested too deeply"));
}

#[test]
fn a_cached_answer_costs_as_much_as_its_first_computation() {
    let rules =
        load(&["return { points = function(ctx, points) for i = 1, 1000 do points += 0 end return points end }"])
            .unwrap();
    let cost = || {
        let budget = ScriptBudget::for_smoke_test(u64::MAX);
        crate::call::meter::begin(Work::Query);
        for _ in 0..5 {
            assert_eq!(rules.fold(0, &[0, 1, 0], &NoFacts, 5), Ok(5));
        }
        budget.cost()
    };
    let (first, second) = (cost(), cost());
    assert_eq!(first, second);
    assert!(first.calls == 5 && (5000..5100).contains(&first.steps), "{first:?}");
}

#[test]
fn positions_actions_games_and_smoke_tests_have_separate_limits() {
    let rules =
        load(&["return { points = function(ctx, points)\nfor i = 1, 150000 do end return points + 0 * ctx.row end }"])
            .unwrap();
    let calls_until_refused = |work: Work| {
        crate::call::meter::begin(work);
        let failed = (0..1000)
            .find_map(|row| rules.fold(0, &[0, row, 0], &NoFacts, 5).err().map(|failure| (row as usize, failure)));
        failed.map(|(calls, failure)| (calls, failure.to_string())).unwrap()
    };
    let (calls, message) = calls_until_refused(Work::Query);
    assert_eq!(calls, 13);
    assert!(
        message.starts_with("scripts/rule0.lua:2: the scripts ran too long") && message.contains("for one position"),
        "{message}"
    );
    let (calls, message) = calls_until_refused(Work::Game);
    assert!(calls == 133 && message.contains("in one game"), "{calls} {message}");
    let budget = ScriptBudget::for_smoke_test(500_000);
    let (calls, message) = calls_until_refused(Work::Game);
    assert!(calls == 3 && message.contains("the smoke test ended"), "{calls} {message}");
    drop(budget);
    let budget = ScriptBudget::of_an_action();
    for _ in 0..6 {
        crate::call::meter::begin(Work::Query);
        assert!((0..10).all(|row| rules.fold(0, &[0, row, 0], &NoFacts, 5).is_ok()));
    }
    let (calls, message) = calls_until_refused(Work::Query);
    assert!(calls == 6 && message.contains("steps in one action"), "{calls} {message}");
    drop(budget);
    assert_eq!(calls_until_refused(Work::Query).0, 13);
}

#[test]
fn no_text_shows_an_address() {
    assert_eq!(points("return tostring({}) == 'table' and tostring(3) == '3' and 1 or 0"), Ok(1));
    assert_eq!(points("return string.format('%s %d', {}, 4) == 'table 4' and 1 or 0"), Ok(1));
    assert_eq!(points("local t = {} return `{t} {5}` == 'table 5' and 1 or 0"), Ok(1));
}

#[test]
fn bytecode_is_not_loaded() {
    assert!(load(&["\u{1b}Lua"]).is_err());
}

#[test]
fn many_threads_ask_the_same_rules_and_get_the_same_answers() {
    let rules = load(&["return { points = function(ctx, points) return (ctx.row * 7 + points) % 100 end }"]).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for row in 0..2000 {
                    assert_eq!(rules.fold(0, &[0, row, 0], &NoFacts, 3), Ok((row * 7 + 3) % 100));
                }
            });
        }
    });
}

/// The result of the hook `points` with the value 5 under a rule with these knobs, to which a variant gives `values`.
fn with_knobs(knobs: &str, body: &str, values: &serde_json::Value) -> Result<i64, String> {
    let source = format!(
        "local house = {{}}\nhouse.knobs = knobs {{\n{knobs}\n}}\nfunction house.points(ctx, points)\n{body}\nend\nreturn house\n"
    );
    let mut script = Script::new("rule.lua", "scripts/rule.lua", source);
    script.knobs = values.as_object().unwrap().clone();
    let rules = HouseRules::load(vec![script], Interface::with_hooks(&hooks()))
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
    rules.fold(0, &[1, 7, 0], &NoFacts, 5).map_err(|failure| failure.to_string())
}

const CARDS: &str = "cards = { 2, min = 0, max = 5, doc = 'Cards drawn.' }, open = true, \
                     kind = { 'low', words = { low = 'Low cards first', high = 'High cards first' } }, \
                     share = { 0.5, min = 0, max = 1 }, motto = { 'Beg', longest = 5 }";

#[test]
fn a_knob_of_a_script_has_its_default_or_the_value_of_the_variant() {
    let body = "local knobs = house.knobs\n\
                if knobs.open and knobs.kind == 'low' then return points + knobs.cards end\n\
                return points * 10 + knobs.share * 4 + #knobs.motto";
    assert_eq!(with_knobs(CARDS, body, &serde_json::json!({})), Ok(7));
    assert_eq!(with_knobs(CARDS, body, &serde_json::json!({ "cards": 4 })), Ok(9));
    let all = serde_json::json!({ "open": false, "kind": "high", "share": 1, "motto": "Hello" });
    assert_eq!(with_knobs(CARDS, body, &all), Ok(59));
}

#[test]
fn a_wrong_value_of_a_knob_is_named_with_what_it_can_be() {
    let with = |values: serde_json::Value| with_knobs(CARDS, "return points", &values).unwrap_err();
    assert_eq!(with(serde_json::json!({ "cards": 6 })), "rule.lua: `cards` must be a whole number from 0 to 5.");
    assert_eq!(with(serde_json::json!({ "open": 1 })), "rule.lua: `open` must be true or false.");
    assert_eq!(
        with(serde_json::json!({ "kind": "hihg" })),
        "rule.lua: `kind` must be one of \"high\", \"low\". Did you mean `high`?"
    );
    assert_eq!(
        with(serde_json::json!({ "crads": 1, "motto": "too long" })),
        "rule.lua: this house rule has no knob `crads`. Did you mean `cards`? It has: cards, open, kind, share, motto; \
         rule.lua: `motto` must be a text of at most 5 letters."
    );
    let none = points_of("return { points = function(ctx, points) return points end }", &serde_json::json!({ "a": 1 }));
    assert_eq!(
        none.unwrap_err(),
        "rule.lua: this house rule has no knob `a`: it declares none (`house.knobs = knobs { … }`)"
    );
}

/// As [`with_knobs`], with the whole text of the script.
fn points_of(source: &str, values: &serde_json::Value) -> Result<i64, String> {
    let mut script = Script::new("rule.lua", "scripts/rule.lua", source);
    script.knobs = values.as_object().unwrap().clone();
    let rules = HouseRules::load(vec![script], Interface::with_hooks(&hooks()))
        .map_err(|faults| faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "))?;
    rules.fold(0, &[1, 7, 0], &NoFacts, 5).map_err(|failure| failure.to_string())
}

#[test]
fn a_mistake_in_a_declaration_of_a_knob_names_its_line() {
    let declared = |knobs: &str| with_knobs(knobs, "return points", &serde_json::json!({})).unwrap_err();
    for (knobs, wanted) in [
        ("cards = { 9, min = 0, max = 5 }", "the default of `cards` must be a whole number from 0 to 5"),
        ("cards = { 1, most = 5 }", "`cards` has no `most`. It has: min, max, doc, words, longest"),
        ("cards = { min = 1 }", "the knob `cards` needs a default: a number, true or false, or a text"),
        ("cards = { 3, min = 5, max = 1 }", "the knob `cards` has no value between 5 and 1"),
        ("cards = { 0.5 }", "the knob `cards` is a fraction: give its `min` and its `max`"),
        ("cards = { 'x', words = 3 }", "`words` of `cards` must be a list of words"),
        ("cards = { 'x', words = { 'y' } }", "the default of `cards` must be one of \"y\""),
        ("Cards = 1", "`Cards` is no name"),
        ("cards = { 1, min = 0, max = 1e17 }", "`max` of `cards` must be a number of at most 2^53"),
        ("cards = { 1e17 }", "`the default` of `cards` must be a number of at most 2^53"),
        ("cards = { 'x', words = { 'x', 'y\\n' } }", "`words` of `cards` must be one line"),
    ] {
        let message = declared(knobs);
        assert!(message.starts_with("scripts/rule.lua:3"), "{message}");
        assert!(message.contains(wanted), "{message}");
    }
    let many = |count: usize, entry: fn(usize) -> String| (0..count).map(entry).collect::<String>();
    let knobs = declared(&many(33, |number| format!("a{number} = 1, ")));
    assert!(knobs.contains("a house rule has at most 32 knobs, and here are 33"), "{knobs}");
    let words = declared(&format!("kind = {{ 'w1', words = {{ {} }} }}", many(33, |number| format!("'w{number}', "))));
    assert!(words.contains("`words` of `kind` must be at most 32 words"), "{words}");
}

#[test]
fn knobs_are_declared_once_and_while_the_script_starts() {
    let unknown = with_knobs(CARDS, "return house.knobs.crads", &serde_json::json!({})).unwrap_err();
    assert!(unknown.contains("this house rule has no knob `crads`. Did you mean `cards`?"), "{unknown}");
    let changed = with_knobs(CARDS, "house.knobs.cards = 3 return points", &serde_json::json!({})).unwrap_err();
    assert!(changed.contains("attempt to modify a readonly table"), "{changed}");
    let late = with_knobs(CARDS, "local more = knobs { a = 1 } return points", &serde_json::json!({})).unwrap_err();
    assert!(late.contains("`knobs` declares the parameters of a house rule while its script starts"), "{late}");
    let twice = points_of("local a = knobs { a = 1 } local b = knobs { b = 1 } return {}", &serde_json::json!({}));
    assert!(twice.unwrap_err().contains("a house rule declares its knobs once"));
    let plain = points_of("local house = { knobs = { cards = { 1 } } } return house", &serde_json::json!({}));
    assert!(plain.unwrap_err().contains("knobs are declared by a function: `house.knobs = knobs {"));
    // A script that goes on after a mistake does not hide it.
    let source = "local ok = pcall and pcall(knobs, { cards = { 1, most = 2 } }) return {}";
    assert!(points_of(source, &serde_json::json!({ "cards": 1 })).is_err());
}

#[test]
fn values_of_knobs_can_be_used_in_other_declarations() {
    let source = "local house = {}\nhouse.knobs = knobs { most = { 3, min = 1, max = 9 } }\n\
                  house.memory = { left = { max = house.knobs.most, start = house.knobs.most } }\n\
                  function house.points(ctx, points) return points + house.knobs.most end\nreturn house\n";
    assert_eq!(points_of(source, &serde_json::json!({ "most": 7 })), Ok(12));
    let mut script = Script::new("rule.lua", "scripts/rule.lua", source);
    script.knobs.insert("most".to_owned(), 7.into());
    let rules = HouseRules::load(vec![script], Interface::with_hooks(&hooks())).unwrap();
    let layer: &dyn HouseLayer = &rules;
    assert_eq!((layer.memory()[0].max, layer.memory()[0].start), (7, 7));
    assert_eq!(rules.knobs(0)[0].name, "most");
}

#[test]
fn names_that_do_not_exist_are_found_in_branches_that_never_run() {
    let source = "local house = {}
local function helper() return undefined_function() end
function house.points(ctx, points)
  if points > 90 then return math.flor(points) + math.random(3) + helper() end
  return points
end
function house.turn_ended(ctx, effects)
  if ctx.actions > 900 then effects.point(0, 1) end
  if ctx.actions > 900 then effects.remember('cuont', 1) effects.roll(\"die\") effects.remember('co' .. 'unt', 1) end
end
house.memory = { count = {} }
return house";
    let rules = load(&[source]).unwrap();
    let found: Vec<String> = rules.probable_mistakes().iter().map(ToString::to_string).collect();
    assert_eq!(
        found,
        [
            "scripts/rule0.lua:2:32: there is nothing called `undefined_function` here.",
            "scripts/rule0.lua:4:35: there is nothing called `math.flor` here. Did you mean `math.floor`?",
            "scripts/rule0.lua:4:55: `math.random` is not available in scripts: the same match must go the same way everywhere. Declare a roll in `rolls`: a house rule requests it with `effects.roll`, a game returns `at:roll(name)`",
            "scripts/rule0.lua:8:37: there is no effect `point`. Did you mean `points`? There are: points, finish, remember, say, whisper, roll, shuffle",
            "scripts/rule0.lua:9:46: `effects.remember`: no memory is called `cuont`. Did you mean `count`? Declare it in `memory`",
            "scripts/rule0.lua:9:71: `effects.roll`: no roll is called `die`. Declare it in `rolls`",
            "scripts/rule0.lua:11:18: the memory `count` is declared and never used",
        ]
    );
}

#[test]
fn values_that_are_refused_are_found_in_branches_that_never_run() {
    let source = |body: &str| {
        format!(
            "local house = {{}}
house.knobs = knobs {{ mercy = {{ 'card', words = {{ 'card', 'none' }} }}, most = {{ 3, min = 1, max = 9 }} }}
house.memory = {{ count = {{ max = 9 }}, mood = {{ values = {{ 'calm', 'wild' }} }}, debts = {{ each = 'seat' }}, pile = {{ size = 3 }} }}
house.rolls = {{ die = {{ sides = 6, rolled = function(ctx, effects) end }} }}
function house.points(ctx, points) return points + house.knobs.most + ctx.count + (if house.knobs.mercy == 'card' then 1 else 0) end
function house.turn_ended(ctx, effects)
  if ctx.actions > 900 and ctx.mood == 'wild' and ctx.debts[0] > ctx.pile[1] then
    {body}
  end
end
return house"
        )
    };
    let found = |body: &str| {
        let rules = load(&[&source(body)]).unwrap();
        rules.probable_mistakes().iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    for fine in [
        "effects.points(ctx.seat, -3)",
        "effects.points(table.unpack({ 1, 2 }))",
        "effects.remember('count', ctx.count + 1) effects.remember('mood', 'calm') effects.remember('debts', 1, 40)",
        "effects.remember('pile', 3, 2) effects.remember('co' .. 'unt', 1, 2, 3, 4) effects.roll('die') effects.shuffle('pile')",
        "effects.say('{player} pays.', ctx.seat) effects.say('nobody in {braces}') effects.say('a' .. 'b', 0, 1)",
        "effects.finish() effects.finish(0, ctx.seat) effects.whisper(0, 'hush')",
        "local effects = { points = 1 } return effects.points",
        "local x = ctx.scores[1] + #'text' + ctx.pile[3]",
    ] {
        assert_eq!(found(fine), "", "{fine}");
    }
    for (wrong, column, why) in [
        ("effects.points('whit', 1)", 20, "there is no seat \"whit\""),
        ("effects.points(2, 1)", 20, "there is no seat 2: they are numbered from 0 to 1"),
        ("effects.points(ctx.seat, 'two')", 30, "`points` must be a whole number, and it is \"two\""),
        ("effects.points(1)", 13, "it takes seat, points, and got 1 values"),
        ("effects.remember('count', 10)", 31, "`count` is a whole number from 0 to 9, and it was to be 10"),
        (
            "effects.remember('mood', 'clam')",
            30,
            "`mood` is one of calm, wild, and it was to be \"clam\". Did you mean `calm`?",
        ),
        ("effects.remember('debts', ctx.seat)", 22, "`debts` is kept for each seat: name it, the seat and the value"),
        ("effects.remember('pile', 0, 1)", 30, "`pile` has places from 1 to 3, and it was to be 0"),
        ("effects.remember('count')", 22, "`count` is one value: name it and the value"),
        ("effects.shuffle('count')", 21, "`count` is no list"),
        ("effects.roll('die', 1)", 18, "`die` is rolled for nobody in particular"),
        (
            "effects.say('{player} and {other}.', 0)",
            17,
            "the text has 2 names in braces, such as `{player}`, and 1 seat for them",
        ),
        ("effects.say(3)", 17, "a text is needed, and it is 3.0"),
        ("local x = house.knobs.mots", 27, "this house rule has no knob `mots`. Did you mean `most`?"),
        ("local x = house.knobs.mercy == 'crad'", 36, "`mercy` is never \"crad\". Did you mean `card`?"),
        ("local x = ctx.scores.white", 26, "there is no seat \"white\": seats are numbered from 0 to 1"),
        ("local x = ctx.scores[2]", 26, "there is no seat 2: seats are numbered from 0 to 1"),
        ("local x = #ctx.scores", 15, "`#` counts nothing here"),
        ("local x = ctx.pile[0]", 24, "`pile` has places from 1 to 3, and not 0"),
        ("house.count = 3", 5, "what a script returns cannot be changed by its functions"),
    ] {
        let message = found(wrong);
        let wanted = format!("scripts/rule0.lua:8:{column}: ");
        assert!(message.starts_with(&wanted) && message.contains(why) && !message.contains('\n'), "{wrong}: {message}");
    }
}

#[test]
fn knobs_and_memory_that_are_never_used_are_found() {
    let source = "local house = {}
house.knobs = knobs { most = 3, least = 1 }
house.memory = { count = {}, other = {} }
function house.turn_ended(ctx, effects) effects.remember('count', house.knobs.most) end
return house";
    let found =
        |source: &str| load(&[source]).unwrap().probable_mistakes().iter().map(ToString::to_string).collect::<Vec<_>>();
    assert_eq!(
        found(source),
        [
            "scripts/rule0.lua:2:33: the knob `least` is declared and never used",
            "scripts/rule0.lua:3:30: the memory `other` is declared and never used",
        ]
    );
    let computed = source.replace("house.knobs.most", "house.knobs['mo' .. 'st']").replace(", other = {}", "");
    assert_eq!(found(&computed), [""; 0]);
}

#[test]
fn a_name_that_is_assigned_and_not_declared_is_refused() {
    for source in [
        "local house = {}\nfunction house.points(ctx, points)\n  if points > 90 then total = 5 end\n  return points\nend\nreturn house",
        "local house = {}\nfunction house.points(ctx, points)\n  total += 5\n  return points\nend\nreturn house",
        "local house = {}\n\nfunction total() return 1 end\nreturn house",
    ] {
        let problem = load(&[source]).err().expect("it was loaded").join("\n");
        assert!(
            problem.contains("rule0.lua:3:") && problem.contains("`total` is assigned and nowhere declared"),
            "{problem}"
        );
    }
}
