//! Writes the JSON Schemas of the contract into the folder given as the first argument.

use std::path::PathBuf;
use std::{env, fs};
use stonehouse_plugin::abi::schema::schemas;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("name the folder to write to")?);
    fs::create_dir_all(&folder)?;
    for (name, schema) in schemas() {
        fs::write(folder.join(format!("{name}.json")), format!("{}\n", serde_json::to_string_pretty(&schema)?))?;
    }
    Ok(())
}
