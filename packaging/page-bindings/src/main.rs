//! Makes a module of JavaScript around a program in WebAssembly: `page-bindings PROGRAM FOLDER`.

use wasm_bindgen_cli_support::Bindgen;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let (Some(program), Some(folder)) = (arguments.next(), arguments.next()) else {
        eprintln!("page-bindings PROGRAM FOLDER");
        std::process::exit(2);
    };
    let mut bindgen = Bindgen::new();
    let made = bindgen.input_path(&program).web(true).and_then(|bindgen| {
        bindgen
            .out_name("table")
            .typescript(false)
            .remove_name_section(true)
            .remove_producers_section(true)
            .generate(&folder)
    });
    if let Err(error) = made {
        eprintln!("{program}: {error:#}");
        std::process::exit(1);
    }
}
