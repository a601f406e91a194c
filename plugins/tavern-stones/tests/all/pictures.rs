//! The pictures of the plugin.

use std::path::Path;
use stonehouse_runtime::Plugin;
use stonehouse_tavern_stones::TavernStones;

#[test]
fn every_picture_is_a_png_of_modest_size_and_no_other_name_has_one() {
    let plugin = Plugin::linked::<TavernStones>().unwrap();
    for name in plugin.asset_names().unwrap() {
        let picture = plugin.asset(&name).unwrap().unwrap();
        assert!(Path::new(&name).extension() == Some("png".as_ref()) && picture.starts_with(b"\x89PNG"), "{name}");
        assert!(picture.len() < 100 * 1024, "{name}");
    }
    assert_eq!(plugin.asset("jewel").unwrap(), None);
}
