//! House rules that stop a match, and are corrected.

use super::{click, current, label, open_sheet, place, settle_or_stop, start, touchable, window, with_house_rule};
use egui_kittest::kittest::Queryable;
use std::fs;
use stonehouse_tests::{AT_ONCE, app_over};

#[test]
fn a_match_stopped_by_a_house_rule_continues_once_the_rule_is_corrected() {
    let home = tempfile::tempdir().unwrap();
    let folders = with_house_rule(
        home.path(),
        "return {\n  may_play = function(ctx, allowed)\n    if ctx.stones_played == 3 then error('not yet') end\n    return allowed\n  end\n}\n",
    );
    let mut window = window(app_over(&folders, AT_ONCE));
    start(&mut window, "Mine", &["Black: Person"]);
    for _ in 0..2 {
        place(&mut window);
    }
    let pocket = label(&touchable(&window, ": empty")[0]);
    click(&mut window, &pocket);
    assert_eq!(window.state().stopped_by(), Some("A house rule failed"));
    assert!(window.query_by_label("A house rule failed").is_some());
    let told = label(&window.get_by_label_contains("mine.lua"));
    assert!(told.contains("mine.lua:3") && told.contains("not yet"), "{told}");

    fs::write(home.path().join("scripts/mine.lua"), "return { may_play = function(ctx, allowed) return allowed end }")
        .unwrap();
    let before = current(&window).actions().count();
    click(&mut window, "Reload and continue");
    assert_eq!(current(&window).actions().count(), before, "nothing is lost");
    place(&mut window);
    assert_eq!(current(&window).actions().count(), before + 1);
}

#[test]
fn a_script_that_is_still_broken_is_reported_and_the_match_waits() {
    let home = tempfile::tempdir().unwrap();
    let folders = with_house_rule(home.path(), "return { line_points = function() error('broken') end }");
    let mut window = window(app_over(&folders, AT_ONCE));
    open_sheet(&mut window, "Mine", &["White: Apprentice", "Black: Apprentice"]);
    click(&mut window, "Start");
    settle_or_stop(&mut window);
    assert!(window.query_by_label("A house rule failed").is_some());
    assert!(window.query_by_label_contains("read again").is_none());
    click(&mut window, "Reload and continue");
    settle_or_stop(&mut window);
    assert!(window.query_by_label("A house rule failed").is_some());
    assert!(window.query_by_label_contains("The files were read again").is_some(), "nothing was mended");
    fs::write(home.path().join("scripts/mine.lua"), "return { line_points = function( }").unwrap();
    click(&mut window, "Reload and continue");
    assert!(window.query_by_label("The files still have a problem").is_some());
    assert!(window.query_by_label_contains("mine.lua").is_some());
}
