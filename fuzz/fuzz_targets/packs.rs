//! A pack is read within its limits or refused with a reason. An input is a zip file, or a list of files (name, line
//! feed, text, zero byte) that is zipped first, so that changed texts reach the readers of manifests, variants and
//! scripts.
#![no_main]

use libfuzzer_sys::fuzz_target;
use std::io::{Cursor, Write};
use std::path::Path;
use stonehouse_engine::Pack;
use stonehouse_engine::pack::{MAX_FILES, MAX_UNPACKED_BYTES};
use stonehouse_fuzz::check_problems;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

fn zipped(bytes: &[u8]) -> Option<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for entry in bytes.split(|byte| *byte == 0) {
        let end = entry.iter().position(|byte| *byte == b'\n')?;
        let name = std::str::from_utf8(&entry[..end]).ok()?;
        zip.start_file(name, SimpleFileOptions::default()).ok()?;
        zip.write_all(&entry[end + 1..]).ok()?;
    }
    Some(zip.finish().ok()?.into_inner())
}

fuzz_target!(|bytes: &[u8]| {
    let bytes = if bytes.starts_with(b"PK") { Some(bytes.to_vec()) } else { zipped(bytes) };
    let Some(bytes) = bytes else { return };
    match Pack::parse(Path::new("fuzz.stonehouse"), bytes.into()) {
        Err(problems) => check_problems(&problems),
        Ok(pack) => {
            if let Ok(files) = pack.files() {
                assert!(files.len() <= MAX_FILES);
                assert!(files.iter().map(|(_, bytes)| bytes.len() as u64).sum::<u64>() <= MAX_UNPACKED_BYTES);
            }
            let _ = pack.verify();
        }
    }
});
