//! `stonehouse pack`

use crate::args::PackArgs;
use crate::output;
use crate::support::packs::{problem_lines, refused_pictures};
use std::io;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use stonehouse_engine::pack::draft::{PackDetails, checked};
use stonehouse_engine::pack::{EXTENSION, PackDraft};
use stonehouse_engine::{Catalog, Pack, Record, files};

/// Makes a pack, checks it, and writes it.
pub fn run(catalog: &Catalog, args: &PackArgs) -> ExitCode {
    match made(catalog, args) {
        Ok(text) => output::print(&text),
        Err(why) => output::fail(&why),
    }
}

fn made(catalog: &Catalog, args: &PackArgs) -> Result<String, String> {
    let mut draft = draft(catalog, args)?;
    if let Some(key) = catalog.folders().author_key.as_deref().filter(|_| args.folder.is_none()) {
        draft.sign(key).map_err(|problem| problem.to_string())?;
    }
    // The name in messages until the pack's own is known.
    let working = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("new.{EXTENSION}")));
    let pack = draft.pack(&working).map_err(|problems| problem_lines(&problems))?;
    let pack = checked(catalog, pack).map_err(|problems| {
        format!("the pack was not written, because something in it is wrong:\n{}", problem_lines(&problems))
    })?;
    let files: String = draft.names().map(|name| format!("  {name}\n")).collect();
    let refused: String = refused_pictures(&pack).iter().map(|problem| format!("warning: {problem}\n")).collect();
    let left_out = match draft.left_out.as_slice() {
        [] => String::new(),
        names => format!("Left out, because no pack can hold it: {}\n", names.join(", ")),
    };
    if let Some(folder) = &args.folder {
        draft.write_folder(folder).map_err(|problem| problem.to_string())?;
        let folder = folder.display();
        let next = format!("Change what you like, and pack it with:\n  stonehouse pack {folder}");
        return Ok(format!(
            "Made the folder {folder}, with the pack {}:\n{files}{left_out}{refused}{next}",
            pack.label()
        ));
    }
    let file = args.output.clone().unwrap_or_else(|| PathBuf::from(format!("{}.{EXTENSION}", pack.id())));
    let write = if args.force { files::replace_shared } else { files::create_new_shared };
    write(&file, pack.bytes()).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            format!("{} exists already: name another file with --output, or replace it with --force", file.display())
        }
        _ => format!("{} cannot be written: {error}", file.display()),
    })?;
    let file = file.display();
    let next = format!(
        "Others install it with this, or by dropping the file on Stonehouse's window:\n  stonehouse install {file}"
    );
    Ok(format!("Made {file}, the pack {}:\n{files}{left_out}{refused}{next}", pack.label()))
}

/// The files of the requested pack.
fn draft(catalog: &Catalog, args: &PackArgs) -> Result<PackDraft, String> {
    let given = PackDetails {
        id: args.id.clone(),
        name: args.name.clone(),
        version: args.pack_version.clone(),
        authors: args.author.clone(),
        licence: args.licence.clone(),
        summary: args.summary.clone(),
        homepage: args.homepage.clone(),
    };
    if let Some(record) = &args.from_record {
        let record = Record::read_interrupted(record).map_err(|problem| problem.to_string())?;
        return PackDraft::of_record(catalog, &record, &given).map_err(|error| error.to_string());
    }
    if let [only] = args.what.as_slice() {
        let path = Path::new(only);
        let is_pack = path.extension().is_some_and(|end| end == EXTENSION);
        // A variant may have the name of a folder that is here by chance.
        let is_folder = path.join("pack.toml").is_file() || (path.is_dir() && catalog.variant(only).is_err());
        if (is_pack || is_folder) && given != PackDetails::default() {
            return Err("the pack's description is in its `pack.toml`: change it there".to_owned());
        }
        if is_folder {
            return PackDraft::of_folder(path).map_err(|problems| problem_lines(&problems));
        }
        if is_pack {
            let pack = Pack::read(path).map_err(|problems| problem_lines(&problems))?;
            return PackDraft::of_pack(&pack).map_err(|problem| problem.to_string());
        }
    }
    PackDraft::of_names(catalog, &args.what, &given).map_err(|error| error.to_string())
}
