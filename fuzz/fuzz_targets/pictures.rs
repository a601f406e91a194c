//! A picture is drawn within its limits or refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use stonehouse_ui::pictures::decode;

fuzz_target!(|bytes: &[u8]| {
    let _ = decode(bytes, egui::Color32::RED, 64);
});
