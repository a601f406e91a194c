//! Makes a module of JavaScript around a program in WebAssembly, and compresses both: `page-bindings PROGRAM FOLDER`.

use std::error::Error;
use std::fs;
use std::io::Write;
use std::path::Path;
use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(program), Some(folder)) = (arguments.next(), arguments.next()) else {
        eprintln!("page-bindings PROGRAM FOLDER");
        std::process::exit(2);
    };
    let made = bind(&program, &folder).and_then(|()| {
        ["table.js", "table_bg.wasm"].iter().try_for_each(|name| compress(&Path::new(&folder).join(name)))
    });
    if let Err(error) = made {
        eprintln!("{program}: {error:#}");
        std::process::exit(1);
    }
}

fn bind(program: &str, folder: &str) -> Result<(), Box<dyn Error>> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(program)
        .web(true)?
        .out_name("table")
        .typescript(false)
        .remove_name_section(true)
        .remove_producers_section(true)
        .generate(folder)?;
    Ok(())
}

/// Writes a file beside itself as every browser reads it (`.gz`), and smaller, as browsers read it over encrypted
/// connections (`.br`).
fn compress(file: &Path) -> Result<(), Box<dyn Error>> {
    let bytes = fs::read(file)?;
    let name = file.display();
    zopfli::compress(
        zopfli::Options::default(),
        zopfli::Format::Gzip,
        &bytes[..],
        fs::File::create(format!("{name}.gz"))?,
    )?;
    let mut smallest = brotli::CompressorWriter::new(fs::File::create(format!("{name}.br"))?, 1 << 16, 11, 24);
    smallest.write_all(&bytes)?;
    smallest.flush()?;
    Ok(())
}
