//! The pictures of the plugin.

use std::path::Path;
use stonehouse_runtime::Plugin;
use stonehouse_stonerow::StoneRow;

#[test]
fn every_picture_is_an_svg_of_modest_size_and_no_other_name_has_one() {
    let plugin = Plugin::linked::<StoneRow>().unwrap();
    for name in plugin.asset_names().unwrap() {
        let picture = plugin.asset(&name).unwrap().unwrap();
        assert!(Path::new(&name).extension() == Some("svg".as_ref()) && picture.starts_with(b"<svg "), "{name}");
        assert!(picture.len() < 100 * 1024, "{name}");
    }
    assert_eq!(plugin.asset("apprentice").unwrap(), None);
}
