//! The program that Windows starts from the menu and by a double click: opens the window without a console.
//!
//! `stonehouse.exe` is a console program, so that commands can be used in a terminal and by scripts; Windows gives it a
//! console when it is started from the desktop. This program starts it without one, and shows its report when it fails.

#![cfg_attr(windows, windows_subsystem = "windows")]

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

fn main() -> ExitCode {
    let Err(why) = run() else { return ExitCode::SUCCESS };
    show(&why);
    ExitCode::FAILURE
}

/// Starts the program beside this one with the same arguments, and waits for its end.
fn run() -> Result<(), String> {
    let own = std::env::current_exe().map_err(|error| format!("The program's own file cannot be found: {error}"))?;
    let program =
        own.parent().unwrap_or(Path::new(".")).join("stonehouse").with_extension(std::env::consts::EXE_EXTENSION);
    let mut command = Command::new(&program);
    command.args(std::env::args_os().skip(1)).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
    #[cfg(windows)]
    {
        use std::os::windows::process::CommandExt;
        const CREATE_NO_WINDOW: u32 = 0x0800_0000;
        command.creation_flags(CREATE_NO_WINDOW);
    }
    let ended = command
        .spawn()
        .and_then(std::process::Child::wait_with_output)
        .map_err(|error| format!("{} cannot be started: {error}. Install Stonehouse again.", program.display()))?;
    if ended.status.success() { Ok(()) } else { Err(String::from_utf8_lossy(&ended.stderr).trim().to_owned()) }
}

/// Shows a message in its own window.
#[cfg(windows)]
#[allow(unsafe_code, reason = "a call of Windows")]
fn show(message: &str) {
    use std::ffi::c_void;
    use std::ptr::null_mut;
    #[link(name = "user32")]
    unsafe extern "system" {
        fn MessageBoxW(owner: *mut c_void, text: *const u16, title: *const u16, kind: u32) -> i32;
    }
    const ERROR_ICON: u32 = 0x10;
    let wide = |text: &str| text.encode_utf16().chain([0]).collect::<Vec<u16>>();
    let (text, title) = (wide(message), wide("Stonehouse"));
    // SAFETY: both texts end with 0 and live during the call; no window owns the message.
    unsafe { MessageBoxW(null_mut(), text.as_ptr(), title.as_ptr(), ERROR_ICON) };
}

/// Prints a message; elsewhere than on Windows the program itself is started.
#[cfg(not(windows))]
fn show(message: &str) {
    eprintln!("{message}");
}
