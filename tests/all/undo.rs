//! Undo in the games that ship.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;
use stonehouse_engine::{Match, Player, Ruleset};
use stonehouse_runtime::Plugin;
use stonehouse_tests::catalog;

#[test]
#[allow(
    unsafe_code,
    reason = "an observer of the calls is given with the table of a game that is linked into this program"
)]
fn information_an_undo_would_reveal_is_computed_once() {
    let calls = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&calls);
    let observer = move |_: &'static str| {
        counted.fetch_add(1, Ordering::Relaxed);
    };
    let table = &raw const stonehouse_stonerow::stonehouse_plugin;
    // SAFETY: a whole table, whose functions are part of this program.
    let plugin = unsafe { Plugin::observed(table, Some(Arc::new(observer))) }.unwrap();
    let catalog = catalog();
    let ruleset = Ruleset::compile(&plugin, catalog.variant("stonerow/duel").unwrap().1).unwrap();
    let mut played = Match::new(&ruleset, 1, vec![Player::person("Ada"), Player::person("Ben")], None).unwrap();
    let first = played.described_actions().unwrap()[0].action;
    played.play(first, Instant::now()).unwrap();
    let count = |work: &dyn Fn()| {
        let before = calls.load(Ordering::Relaxed);
        work();
        calls.load(Ordering::Relaxed) - before
    };
    let look = || assert!(played.undo_reveals().is_ok());
    assert!(count(&look) > 0);
    assert_eq!(count(&look), 0);
}
