//! One test per promise of the sandbox.

use super::{HouseRules, Script};
use stonehouse_plugin_api::hooks::HookHost;
use stonehouse_plugin_api::{Field, HookDecl};

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

fn load(sources: &[&str]) -> Result<std::sync::Arc<HouseRules>, Vec<String>> {
    let scripts = sources
        .iter()
        .enumerate()
        .map(|(index, source)| Script {
            name: format!("rule{index}.lua"),
            file: format!("scripts/rule{index}.lua").into(),
            source: (*source).into(),
        })
        .collect();
    HouseRules::load(scripts, &hooks()).map_err(|problems| problems.iter().map(ToString::to_string).collect())
}

/// The answer of the hook `points`, given the body of its function.
fn points(body: &str) -> Result<i64, String> {
    let source = format!("local house = {{}}\nfunction house.points(ctx, points)\n{body}\nend\nreturn house\n");
    let rules = load(&[&source]).map_err(|problems| problems.join("; "))?;
    rules
        .fold(0, &[1, 7, 0], 5)
        .map_err(|_| rules.take_failure().map_or_else(String::new, |problem| problem.to_string()))
}

fn refused(body: &str) -> String {
    points(body).expect_err("the script should have failed")
}

#[test]
fn a_hook_gets_its_context_and_the_value_and_returns_the_value_to_use() {
    assert_eq!(points("return points + ctx.row"), Ok(12));
    assert_eq!(points("if ctx.player == 'black' and not ctx.late then return 1 end return 2"), Ok(1));
}

#[test]
fn scripts_stack_each_on_the_value_of_the_one_before() {
    let rule = |change: &str| format!("return {{ points = function(ctx, points) return points {change} end }}");
    let rules = load(&[&rule("* 3"), &rule("+ 1")]).unwrap();
    assert_eq!(rules.fold(0, &[0, 0, 0], 2), Ok(7));
}

#[test]
fn what_a_script_does_to_its_context_is_not_seen_by_the_next() {
    let first = "return { points = function(ctx, points) ctx.row = 50 return points end }";
    let second = "return { points = function(ctx, points) return ctx.row end }";
    assert_eq!(load(&[first, second]).unwrap().fold(0, &[0, 3, 0], 0), Ok(3));
}

#[test]
fn a_hook_that_no_script_names_is_not_used() {
    let rules = load(&["return { allowed = function(ctx, allowed) return ctx.row > 3 end }"]).unwrap();
    assert!(!rules.uses(0) && rules.uses(1));
    assert_eq!(rules.fold(1, &[4], 0), Ok(1));
    assert_eq!(rules.fold(1, &[3], 1), Ok(0));
}

#[test]
fn nothing_that_a_script_stores_lasts_from_call_to_call() {
    let counter = "local count, seen = 0, {}\n\
        return { points = function(ctx, points) count += 1 seen[#seen + 1] = 1 return count + #seen end }";
    let rules = load(&[counter]).unwrap();
    for row in 0..5 {
        assert_eq!(rules.fold(0, &[0, row, 0], 0), Ok(2));
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
    assert!(refused("\nreturn points + ctx.rwo").starts_with("scripts/rule0.lua:4: attempt to"));
    assert!(refused("error('no such luck')").starts_with("scripts/rule0.lua:3: no such luck (in `points`)"));
}

#[test]
fn a_script_that_does_not_compile_is_refused_when_it_is_loaded() {
    let problems = load(&["local house = {}\nfunction house.points(ctx, points\nreturn house"]).err().unwrap();
    assert!(problems[0].starts_with("scripts/rule0.lua:3: "), "{problems:?}");
}

#[test]
fn a_script_that_returns_no_table_is_told_what_is_missing() {
    let problems = load(&["local house = {}"]).err().unwrap();
    assert!(problems[0].contains("return house"), "{problems:?}");
}

#[test]
fn an_unknown_hook_is_refused_with_the_nearest_name() {
    let problems = load(&["local house = {}\nfunction house.ponits() end\nreturn house"]).err().unwrap();
    assert!(problems[0].contains(":2: this game has no hook `ponits`. Did you mean `points`?"), "{problems:?}");
}

#[test]
fn an_endless_loop_ends_in_a_message() {
    let message = refused("while true do end");
    assert!(message.contains("ran too long (in `points`)") && message.contains("never ends"), "{message}");
}

#[test]
fn an_endless_recursion_ends_in_a_message() {
    let message = refused("local function again(n) return 1 + again(n + 1) end return again(0)");
    assert!(message.contains("rule0.lua:3"), "{message}");
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
        assert!(message.contains("16 MiB") || message.contains("table overflow"), "{message}");
    }
}

#[test]
fn a_machine_that_ran_out_of_memory_is_replaced_and_the_rules_go_on() {
    let source = "return { points = function(ctx, points)\n\
        if ctx.row == 9 then local t = {} while true do t[#t + 1] = {} end end\nreturn 4 end }";
    let rules = load(&[source]).unwrap();
    assert_eq!(rules.fold(0, &[0, 1, 0], 0), Ok(4));
    assert!(rules.fold(0, &[0, 9, 0], 0).is_err());
    assert_eq!(rules.fold(0, &[0, 2, 0], 0), Ok(4));
}

#[test]
fn limits_cannot_be_caught() {
    assert!(refused("return pcall(function() while true do end end) and 1 or 2").contains("nil"));
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
        "coroutine",
        "print",
        "pcall",
        "math.random",
        "math.randomseed",
        "math.noise",
    ] {
        assert_eq!(points(&format!("return {name} == nil and 1 or 0")), Ok(1), "{name}");
    }
}

#[test]
fn the_library_cannot_be_changed() {
    assert!(refused("math.floor = nil return 1").contains("readonly"));
    assert!(refused("string.format = nil return 1").contains("readonly"));
}

#[test]
fn searches_that_would_take_seconds_are_refused() {
    for body in [
        "local t = string.rep('a', 4000000) return string.find(t, string.rep('a', 1000) .. 'b', 1, true) or 0",
        "local t = string.rep('a', 4000000) return #string.split(t, string.rep('a', 1000) .. 'b')",
        "local t = string.rep('a', 4000000) return t:find(string.rep('a', 2000)) or 0",
    ] {
        assert!(refused(body).contains("too long to search"));
    }
    assert_eq!(points("return string.find('hello', 'll')"), Ok(3));
    assert_eq!(points("return #('a,b,c'):split(',')"), Ok(3));
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
                    assert_eq!(rules.fold(0, &[0, row, 0], 3), Ok((row * 7 + 3) % 100));
                }
            });
        }
    });
}
