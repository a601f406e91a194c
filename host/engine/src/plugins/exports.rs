//! Reads the exports of a library from its bytes. No code of it runs.

use object::{Export, ExportTarget, NameOrOrdinal, Object};
use std::path::Path;
use stonehouse_house_rules::Problem;
use stonehouse_plugin::abi::SYMBOL;

/// The names of the plugins that a library exports, in alphabetical order.
///
/// # Errors
/// A sentence: the kind of the file instead, and the remedy.
pub fn plugins_of(file: &Path, bytes: &[u8]) -> Result<Vec<String>, Problem> {
    let unreadable = |error: object::Error| {
        Problem::file(
            file,
            format!(
                "this is not a library that can be loaded here ({error}): remove it, or replace it by a plugin built for this system"
            ),
        )
    };
    let library = object::File::parse(bytes).map_err(unreadable)?;
    // A malformed name among the exports does not affect the others.
    let mut names: Vec<String> = library
        .exports()
        .map_err(unreadable)?
        .filter_map(Result::ok)
        .filter_map(|export| plugin_name(&export))
        .collect();
    names.sort();
    names.dedup();
    if names.is_empty() {
        return Err(Problem::file(
            file,
            format!(
                "this library is no Stonehouse plugin (it exports nothing whose name begins with `{SYMBOL}`): \
                 remove it from the plugin folder, or build it with `export_game!`"
            ),
        ));
    }
    Ok(names)
}

/// The name of an exported symbol, if it is a plugin's table: data in the library, found without running code.
fn plugin_name(export: &Export<'_>) -> Option<String> {
    if !matches!(export.target(), ExportTarget::Address { .. }) {
        return None;
    }
    let NameOrOrdinal::Name(name) = export.name() else { return None };
    let name = std::str::from_utf8(name).ok()?;
    // On macOS an underscore precedes every name of C.
    let name = if cfg!(target_os = "macos") { name.strip_prefix('_').unwrap_or(name) } else { name };
    name.starts_with(SYMBOL).then(|| name.to_owned())
}
