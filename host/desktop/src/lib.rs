//! To come.
/// Opens.
pub fn run(_: stonehouse_engine::Folders) -> Result<(), String> { Ok(()) }
