//! Plugin libraries: found, loaded, checked, never unloaded.

mod exports;

use crate::files::read_bytes;
use crate::folders::{Folder, Origin};
use crate::problem::Problem;
use exports::plugins_of;
use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_plugin_api::abi::PluginTable;
use stonehouse_plugin_api::abi::client::Plugin;

/// The plugin libraries in a folder, by name.
///
/// # Errors
/// When the folder cannot be read.
pub fn libraries_in(folder: &Folder) -> Result<Vec<PathBuf>, Problem> {
    let bundled = format!("{DLL_PREFIX}stonehouse_");
    let mut found: Vec<PathBuf> = list(folder)?
        .into_iter()
        .filter(|path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            // Cargo's output holds the libraries of other crates too, with a hash in the name.
            let ours = folder.origin != Origin::Built || name.starts_with(&bundled) && !name.contains('-');
            name.ends_with(DLL_SUFFIX) && ours
        })
        .collect();
    found.sort();
    Ok(found)
}

/// What is in a folder. One that need not exist and does not is empty.
///
/// # Errors
/// When it cannot be read, or was named and does not exist.
pub fn list(folder: &Folder) -> Result<Vec<PathBuf>, Problem> {
    let wrong = |error: std::io::Error| {
        Problem::file(&folder.path, format!("the folder cannot be read: {error}. Check its name and its permissions"))
    };
    match std::fs::read_dir(&folder.path) {
        Ok(entries) => {
            let mut paths = Vec::new();
            for entry in entries {
                paths.push(entry.map_err(wrong)?.path());
            }
            paths.sort();
            Ok(paths)
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound && folder.origin != Origin::Named => Ok(Vec::new()),
        Err(error) => Err(wrong(error)),
    }
}

/// The longest library, in bytes.
const LONGEST: u64 = 1 << 30;

/// Loads a library with the plugins in it, of which there is at least one. Once loaded it stays until the program ends.
///
/// # Errors
/// A sentence that says why the file is no plugin that this Stonehouse can use, and what to do.
#[allow(unsafe_code, reason = "loading a library runs its code; this is where the ABI begins")]
pub fn load(file: &Path) -> Result<Vec<Arc<Plugin>>, Problem> {
    let refuse = |why: String| Problem::file(file, why);
    let names = plugins_of(file, &read_bytes(file, LONGEST)?)?;
    // SAFETY: loading runs the library's initialisers: the user put it into a plugin folder, and that is the trust a native
    // plugin asks for.
    let library = unsafe { libloading::Library::new(file) }.map_err(|error| {
        refuse(format!(
            "this is not a library that can be loaded here ({error}): remove it, or replace it by a plugin built for this system"
        ))
    })?;
    // Never unloaded: Rust code may leave threads, thread-locals and functions behind that are still in use.
    let library = Box::leak(Box::new(library));
    let plugin = |name: &String| {
        // SAFETY: the symbol is plain data, read only after its header was checked.
        let table = unsafe { library.get::<*const PluginTable>(name.as_bytes()) }
            .map_err(|error| refuse(format!("this plugin cannot be used: `{name}` cannot be found in it ({error})")))?;
        // SAFETY: the table is the exported symbol of a library that is never unloaded.
        unsafe { Plugin::from_table(*table) }.map_err(|error| refuse(format!("this plugin cannot be used: {error}")))
    };
    names.iter().map(plugin).collect()
}
