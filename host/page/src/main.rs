//! A guest's table in a browser, drawn by the same code as in the window.
//!
//! `page.html` of the server speaks with the host and has everything around the table; this program only draws a view
//! on a canvas, and calls a function of the page with the action that was chosen there. `packaging/page` compiles it to
//! WebAssembly. Without it the page shows the table in words, as it does for screen readers.

#[cfg(target_arch = "wasm32")]
mod drawn;

fn main() {
    #[cfg(not(target_arch = "wasm32"))]
    eprintln!("This program is part of a page in a browser: `packaging/page` compiles it.");
}
