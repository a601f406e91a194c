//! `check`: its findings in variants, house rules and lessons.

use super::*;

#[test]
fn everything_bundled_is_in_order() {
    let message = printed(&["check"]);
    assert!(message.ends_with("are in order.\n"), "{message}");
    assert_eq!(json(&["check", "--json"])["ok"], true);
}

#[test]
fn check_without_a_file_lists_user_rules_and_sums_up_the_rest() {
    let home = home();
    let data = home.path().join("stonehouse");
    let write = |name: &str, text: &str| {
        let file = data.join(name);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    };
    let rule = |body: &str| format!("return {{ final_score = function(ctx, score)\nreturn {body}\nend }}");
    write("scripts/three-stones/plus.lua", &rule("score + 1"));
    write("variants/three-stones/mine.toml", &format!("{OPENING}scripts = [\"plus.lua\"]\n"));
    let check = || {
        let output = run(home.path(), &["check"]);
        (output.status.code(), String::from_utf8(output.stdout).unwrap())
    };
    let (code, message) = check();
    let lines: Vec<&str> = message.lines().collect();
    let [own, answers, shipped, last] = *lines else { panic!("{message}") };
    assert_eq!(code, Some(0));
    assert!(own.starts_with("three-stones/mine: a random game calls its house rules "), "{message}");
    assert_eq!(answers, "  `final_score` was called 40 times in 20 random games and changed 40 answers");
    let tail = " variants with house rules that came with Stonehouse: `stonehouse check --json` lists their cost.";
    assert!(shipped.strip_suffix(tail).is_some_and(|count| count.parse::<u32>().is_ok()), "{message}");
    assert!(last.ends_with(" are in order."), "{message}");
    // A mistake comes first, and the files that ship are summed up all the same.
    write("scripts/three-stones/plus.lua", &rule("scoer + 1"));
    let (code, message) = check();
    let lines: Vec<&str> = message.lines().collect();
    let [mistake, shipped] = *lines else { panic!("{message}") };
    assert_eq!(code, Some(1));
    assert!(mistake.contains("plus.lua:2:") && mistake.contains("`scoer`"), "{message}");
    assert!(shipped.ends_with(tail), "{message}");
}

#[test]
fn check_warns_of_two_variants_of_a_folder_with_the_same_name() {
    let home = home();
    for file in ["a.toml", "b.toml"] {
        fs::write(home.path().join(file), OPENING).unwrap();
    }
    let output = run(home.path(), &["check", "."]);
    let message = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{message}");
    assert!(message.contains("b.toml: warning: a.toml, in the same folder, is called “"), "{message}");
    assert!(message.ends_with("No mistakes, 1 warning.\n"), "{message}");
    // Scripts have no name of their own.
    let home = tempfile::tempdir().unwrap();
    fs::create_dir(home.path().join("three-stones")).unwrap();
    for file in ["one.lua", "two.lua"] {
        let path = home.path().join("three-stones").join(file);
        fs::write(path, "return { final_score = function(ctx, points) return points + 1 end }").unwrap();
    }
    let output = run(home.path(), &["check", "three-stones"]);
    let message = String::from_utf8(output.stdout).unwrap();
    assert!(message.ends_with("All in order.\n"), "{message}");
}

#[test]
fn plugins_lists_a_game_in_luau_which_needs_no_consent() {
    let home = home();
    let own = home.path().join("stonehouse/plugins");
    fs::create_dir_all(&own).unwrap();
    let game = "return { about = { id = 'nim', name = 'Nim', version = '1.0.0', seats = 2 } }";
    fs::write(own.join("nim.luau"), game).unwrap();
    let output = run(home.path(), &["plugins"]);
    let message = String::from_utf8(output.stdout).unwrap();
    assert!(message.contains("nim.luau\n  in your own folder, in the sandbox; loaded: nim 1.0.0\n"), "{message}");
}

/// The output of `check` about a house rule that is in order, given the body of its hook.
fn checked(hook: &str, body: &str) -> String {
    let home = home();
    let rule = format!("return {{ {hook} = function(ctx, value)\n{body}\nend }}");
    fs::write(home.path().join("rule.lua"), rule).unwrap();
    fs::write(home.path().join("mine.toml"), format!("{OPENING}scripts = [\"rule.lua\"]\n")).unwrap();
    let output = run(home.path(), &["check", "mine.toml"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn check_reports_mistakes_of_form_and_of_values_together() {
    let home = home();
    let text = format!("{OPENING}sumary = \"x\"\n[knobs]\nhandicap_points = 3\n[rules.gravity]\nx = 1\n");
    fs::write(home.path().join("mine.toml"), text).unwrap();
    let output = run(home.path(), &["check", "mine.toml"]);
    let message = String::from_utf8(output.stdout).unwrap();
    let places: Vec<&str> = message.lines().filter_map(|line| line.split(": ").next()).collect();
    assert!(!output.status.success(), "{message}");
    assert!(message.contains("a variant has no key `sumary`. Did you mean `summary`?"), "{message}");
    assert!(message.contains("`handicap_points`") && message.contains("no house rule `gravity`"), "{message}");
    let lines = places.iter().filter_map(|place| place.strip_prefix("mine.toml:"));
    let lines: Vec<&str> = lines.filter_map(|place| place.split(':').next()).collect();
    assert_eq!(lines, ["3", "5", "6"], "{message}");
}

#[test]
fn check_warns_of_a_piece_that_is_compared_with_another_text() {
    let body = "return if ctx.board[0][0] == \"wite\" then 1 else value";
    let message = checked("line_points", body);
    let warning = "rule.lua:2:30: warning: `board` is never \"wite\". Did you mean `white`? It is one of: ";
    assert!(message.contains(warning), "{message}");
}

#[test]
fn a_test_of_a_script_is_played_with_its_own_number_of_seats() {
    let home = home();
    fs::create_dir(home.path().join("stonerow")).unwrap();
    let rule = "return { tests = { { name = 'two play', seats = 2, expect = { scores = { 0, 0 },
        holds = function(ctx) return ctx.players == 2 and #ctx.cards[ctx.mover] == ctx.hand_cards[ctx.mover] end } } } }";
    fs::write(home.path().join("stonerow/rule.lua"), rule).unwrap();
    let output = run(home.path(), &["check", "stonerow/rule.lua"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn check_prints_the_cost_of_a_house_rule() {
    let message = checked("line_points", "return value + 1");
    assert!(message.starts_with("three-stones/mine: a random game calls its house rules "), "{message}");
    assert!(
        message.contains(" steps; it lasts ") && message.ends_with("All in order.\n") && !message.contains("warning"),
        "{message}"
    );
    let costs = &json(&["check", "--json"])["house_rules"];
    let slanted = costs.as_array().unwrap().iter().find(|cost| cost["variant"] == "three-stones/slanted").unwrap();
    assert_eq!((&slanted["games"], &slanted["warnings"]), (&serde_json::json!(20), &serde_json::json!([])));
    assert!(
        slanted["calls"].as_u64() > Some(20) && slanted["steps"].as_u64() >= slanted["calls"].as_u64(),
        "{slanted}"
    );
}

#[test]
fn check_prints_calls_and_changes_of_each_hook() {
    let always = checked("final_score", "return value + 1");
    assert!(
        always.contains("\n  `final_score` was called 40 times in 20 random games and changed 40 answers\n"),
        "{always}"
    );
    let nothing = checked("final_score", "return value");
    assert!(
        nothing.contains("\n  `final_score` was called 40 times in 20 random games and changed nothing\n"),
        "{nothing}"
    );
    assert!(nothing.contains("mine.toml: warning: the house rules changed nothing in 20 random games"), "{nothing}");
    let costs = &json(&["check", "--json"])["house_rules"];
    let three_ways =
        costs.as_array().unwrap().iter().find(|cost| cost["variant"] == "three-stones/three-ways").unwrap();
    assert_eq!(
        (&three_ways["hooks"][0]["hook"], &three_ways["hooks"][0]["calls"]),
        (&"final_score".into(), &40.into())
    );
}

#[test]
fn check_plays_a_house_rule_by_itself_under_the_standard_variant() {
    let home = home();
    let folder = home.path().join("three-stones");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("plus.lua"), "return { final_score = function(ctx, score) return score + 1 end }").unwrap();
    let output = run(home.path(), &["check", "three-stones/plus.lua"]);
    let message = String::from_utf8(output.stdout).unwrap();
    assert!(
        output.status.success() && message.contains("plus.lua under three-stones/standard: a random game calls"),
        "{message}"
    );
    assert!(
        message.contains("`final_score` was called 40 times in 20 random games and changed 40 answers"),
        "{message}"
    );
    // A function that fails only when it is called is found.
    fs::write(folder.join("plus.lua"), "return { final_score = function(ctx, score)\nreturn nil + 1 end }").unwrap();
    let output = run(home.path(), &["check", "three-stones/plus.lua"]);
    let message = String::from_utf8(output.stdout).unwrap();
    assert!(!output.status.success() && message.contains("plus.lua:2: "), "{message}");
}

#[test]
fn check_warns_of_a_picture_of_a_house_rule_that_is_not_shown() {
    let home = home();
    let picture = |inner: &str| format!("[[<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'>{inner}</svg>]]");
    let crowded = "<g/>".repeat(3000);
    let (sun, rain) = (picture("<circle cx='4' cy='4' r='3'/>"), picture(&crowded));
    let memory = format!("values = {{ 'sun', 'rain' }}, area = 'Sky', pictures = {{\nsun = {sun},\nrain = {rain} }}");
    let rule = format!(
        "return {{ memory = {{ sky = {{ {memory} }} }}, match_started = function(_, effects) effects.remember('sky', 'rain') end }}"
    );
    fs::write(home.path().join("sky.lua"), rule).unwrap();
    fs::write(home.path().join("mine.toml"), format!("{OPENING}scripts = [\"sky.lua\"]\n")).unwrap();
    let output = run(home.path(), &["check", "mine.toml"]);
    let message = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{message}");
    let warning = "sky.lua:3: warning: this picture is not shown: it has 3001 elements, at most 2000\n";
    assert!(message.contains(warning) && message.ends_with("No mistakes, 1 warning.\n"), "{message}");
}

#[test]
fn check_finds_what_a_variant_extends_beside_it() {
    let home = home();
    let write = |name: &str, text: &str| fs::write(home.path().join(name), format!("{OPENING}{text}")).unwrap();
    write("first.toml", "[knobs]\nline_length = 4\n");
    write("second.toml", "extends = \"first\"\n");
    write("third.toml", "extends = \"second\"\n[knobs]\nline_length = 5\n");
    write("stray.toml", "extends = \"../first\"\n");
    write("round.toml", "extends = \"about\"\n");
    write("about.toml", "extends = \"round\"\n");
    let check = |name: &str| run(home.path(), &["check", name]);
    assert!(check("third.toml").status.success(), "{}", String::from_utf8_lossy(&check("third.toml").stdout));
    for (name, why) in
        [("stray.toml", "there is no variant `../first`"), ("round.toml", "remove one of the two `extends`")]
    {
        let output = check(name);
        let message = String::from_utf8_lossy(&output.stdout).into_owned();
        assert!(!output.status.success() && message.contains(why), "{name}: {message}");
    }
}

#[test]
fn check_warns_of_a_house_rule_that_makes_a_game_senseless_or_slow() {
    let same = checked("final_score", "return 7");
    assert!(same.contains("mine.toml: warning: none of 20 random games had a winner of its own"), "{same}");
    let slow = |more: &str| {
        let body = format!("local t = {{}} for i = 1, 2000 do t[i] = tostring(i) end return value{more}");
        checked("line_points", &body).contains("warning: bots that look ahead are about ")
    };
    assert!(slow(" + 0 * #ctx.board"));
    // What depends on little is remembered.
    assert!(!slow(""));
    let endless = checked("line_points", "for i = 1, 190000 do end return value");
    assert!(endless.contains("warning: the house rules took more than 50000000 steps in "), "{endless}");
}

#[test]
fn check_does_not_call_a_rule_in_order_that_may_reveal_a_secret() {
    let home = home();
    let folder = home.path().join("stonerow");
    fs::create_dir(&folder).unwrap();
    let spy = "local house = {}\nfunction house.turn_ended(ctx, effects)\n  effects.say(ctx.faces_held[0] .. \" faces\")\nend\nreturn house\n";
    fs::write(folder.join("spy.lua"), spy).unwrap();
    let output = run(home.path(), &["check", "stonerow/spy.lua"]);
    let message = String::from_utf8(output.stdout).unwrap();
    assert!(
        message.contains("spy.lua:3:") && message.contains("warning: `turn_ended` reads `faces_held`"),
        "{message}"
    );
    assert!(output.status.success() && message.ends_with("No mistakes, 1 warning.\n"), "{message}");
}

#[test]
fn an_unknown_knob_is_reported_with_the_one_that_is_meant() {
    insta::assert_snapshot!(findings(&[("mine.toml", &format!("{OPENING}[knobs]\nline_lenght = 4\n"))]));
}

#[test]
fn a_knob_of_the_wrong_type_is_reported() {
    insta::assert_snapshot!(findings(&[("mine.toml", &format!("{OPENING}[knobs]\npouch = \"yes\"\n"))]));
}

#[test]
fn a_knob_that_is_out_of_range_is_reported() {
    insta::assert_snapshot!(findings(&[("mine.toml", &format!("{OPENING}[knobs]\nline_length = 99\n"))]));
}

#[test]
fn a_missing_script_is_reported() {
    insta::assert_snapshot!(findings(&[
        ("mine.toml", &format!("{OPENING}scripts = [\"slantet.lua\", \"other.lua\"]\n")),
        ("slanted.lua", "return {}"),
    ]));
}

#[test]
fn a_script_that_does_not_parse_is_reported() {
    let variant = format!("{OPENING}scripts = [\"mine.lua\"]\n");
    insta::assert_snapshot!(findings(&[
        ("mine.toml", &variant),
        ("mine.lua", "local house = {}\nfunction house.line_points(ctx, points\nreturn house\n")
    ]));
}

#[test]
fn a_script_with_an_unknown_hook_is_reported() {
    insta::assert_snapshot!(findings(&[(
        "mine.lua",
        "local house = {}\nfunction house.line_point(ctx, points) return 2 end\nreturn house\n"
    )]));
}

#[test]
fn a_script_that_loops_for_ever_is_reported() {
    let variant = format!("{OPENING}scripts = [\"mine.lua\"]\n");
    let script = "local house = {}\nfunction house.line_points(ctx, points)\n  while true do end\nend\nreturn house\n";
    insta::assert_snapshot!(findings(&[("mine.toml", &variant), ("mine.lua", script)]));
}

#[test]
fn a_script_that_allocates_without_end_is_reported() {
    let variant = format!("{OPENING}scripts = [\"mine.lua\"]\n");
    let script = "local house = {}\nfunction house.line_points(ctx, points)\n  local hoard = \"x\"\n  while true do hoard = hoard .. hoard end\nend\nreturn house\n";
    insta::assert_snapshot!(findings(&[("mine.toml", &variant), ("mine.lua", script)]));
}

#[test]
fn a_script_that_returns_a_wrong_type_is_reported() {
    let variant = format!("{OPENING}scripts = [\"mine.lua\"]\n");
    let script = "return {\n  line_points = function(ctx, points)\n    return \"many\"\n  end,\n}\n";
    insta::assert_snapshot!(findings(&[("mine.toml", &variant), ("mine.lua", script)]));
}

#[test]
fn a_missing_named_folder_is_reported_and_the_rest_works() {
    let output = run(home().path(), &["check", "--variants", "no-such-folder"]);
    assert_eq!(output.status.code(), Some(1));
    let message = String::from_utf8(output.stdout).unwrap();
    assert!(message.starts_with("no-such-folder: the folder cannot be read: "), "{message}");
    assert!(run(home().path(), &["list", "--variants", "no-such-folder"]).status.success());
}

#[cfg(unix)]
#[test]
fn types_are_checked_by_luau_lsp_with_the_definitions_of_the_game() {
    use std::os::unix::fs::PermissionsExt;
    let home = home();
    let folder = home.path().join("three-stones");
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("mine.lua"), "return {}\n").unwrap();
    let checked = |path: &str, script: &str| {
        fs::create_dir_all(home.path().join("stonehouse")).unwrap();
        fs::write(home.path().join("stonehouse/verdicts.json"), verdicts()).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_stonehouse"));
        command.args(["check", "--types", script]).current_dir(home.path()).env("PATH", path);
        command.env("HOME", home.path()).env("XDG_DATA_HOME", home.path());
        command.env("XDG_CACHE_HOME", env!("CARGO_TARGET_TMPDIR")).output().unwrap()
    };
    let without = checked("", "three-stones/mine.lua");
    assert_eq!(without.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&without.stderr).contains("needs `luau-lsp`"));

    // In its place: a program that shows its input, and finds fault.
    let tool = home.path().join("luau-lsp");
    let script = "#!/bin/sh\necho \"$1 $2 $4\"\n/bin/grep -c 'LinePoints = Facts' \"${3#--definitions=}\"\nexit 1\n";
    fs::write(&tool, script).unwrap();
    fs::set_permissions(&tool, fs::Permissions::from_mode(0o755)).unwrap();
    let with = checked(home.path().to_str().unwrap(), "three-stones/mine.lua");
    assert_eq!(with.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&with.stdout), "analyze --platform=standard three-stones/mine.lua\n1\n");
    assert!(String::from_utf8_lossy(&with.stderr).contains("1 of 1 scripts have wrong types"));

    // Of a game in Luau the definitions are those of the game itself.
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/hanabi.luau");
    fs::write(&tool, "#!/bin/sh\n/bin/grep 'export type HanabiGame' \"${3#--definitions=}\"\n").unwrap();
    let with = checked(home.path().to_str().unwrap(), game);
    assert!(with.status.success());
    let known = "export type HanabiGame = Game<HanabiPosition, HanabiActions, HanabiTest>\n";
    assert_eq!(String::from_utf8_lossy(&with.stdout), known);
}

/// The output of `check` for a house rule of StoneRow.
fn checked_rule(rule: &str) -> String {
    let home = home();
    fs::create_dir(home.path().join("stonerow")).unwrap();
    fs::write(home.path().join("stonerow/rule.lua"), rule).unwrap();
    String::from_utf8(run(home.path(), &["check", "stonerow/rule.lua"]).stdout).unwrap()
}

#[test]
fn check_warns_of_an_action_that_a_turn_may_repeat_without_end() {
    let rule = |when: &str| {
        format!(
            "return {{ memory = {{ taken = {{ max = 9 }} }}, actions = {{ take = {{ label = 'Take', when = function(ctx) return {when} end,
                play = function(ctx, effects)
                    effects.points(ctx.seat, 1)
                    if ctx.taken < 9 then effects.remember('taken', ctx.taken + 1) end
                end }} }} }}"
        )
    };
    let warning = "warning: the action `take` can be chosen again and again in one turn";
    let endless = checked_rule(&rule("true"));
    assert!(endless.contains(warning), "{endless}");
    let bounded = checked_rule(&rule("ctx.taken < 9"));
    assert!(!bounded.contains(warning), "{bounded}");
}

#[test]
fn check_warns_of_secret_targets_of_choices_made_together() {
    let rule = |more: &str| {
        format!(
            "return {{ memory = {{ vow = {{ each = 'seat', min = -1, start = -1, max = 3 {more} }} }},
                actions = {{ vow = {{ label = 'Vow', together = true, secret = true, targets = {{ min = 0, max = 3 }},
                    when = function(ctx) return ctx.vow[ctx.seat] < 0 end,
                    play = function(ctx, effects) effects.remember('vow', ctx.seat, ctx.target) end }} }} }}"
        )
    };
    let warning = "the action `vow` is secret, and the memory `vow` depends on its target";
    let open = checked_rule(&rule(""));
    assert!(open.contains(warning), "{open}");
    let secret = checked_rule(&rule(", secret = true"));
    assert!(!secret.contains(warning), "{secret}");
}

#[test]
fn check_warns_of_names_that_do_not_exist_where_no_game_comes() {
    let warned = checked_rule(
        "local house = {}\nfunction house.turn_ended(ctx, effects)\n  if ctx.actions > 90000 then effects.point(0, 1) helper() end\nend\nreturn house\n",
    );
    assert!(warned.contains("rule.lua:3:39: warning: there is no effect `point`. Did you mean `points`?"), "{warned}");
    assert!(warned.contains("rule.lua:3:51: warning: there is nothing called `helper` here."), "{warned}");
}
