//! Finds the house rules that variants name.

use crate::files;
use crate::folders::Folder;
use crate::pack::Pack;
use crate::variant::Source;
use crate::variant::file::VariantFile;
use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use stonehouse_house_rules::{Problem, Script};

/// The scripts that variants name, each read once.
pub struct Scripts<'a> {
    folders: &'a [Folder],
    /// The packs that are in use, in order.
    packs: &'a [Arc<Pack>],
    read: RefCell<HashMap<PathBuf, Result<Script, Problem>>>,
}

impl<'a> Scripts<'a> {
    /// The scripts of these folders and packs.
    pub fn new(folders: &'a [Folder], packs: &'a [Arc<Pack>]) -> Self {
        Self { folders, packs, read: RefCell::default() }
    }

    /// A script by its file's name, for `variant`, which uses it, while `written` names it: the same file, or one that
    /// it extends.
    ///
    /// It is searched beside the variant, or in its pack and the packs which that needs; then beside the file that
    /// names it; then in the script folders, the last first; and at last in all packs, so that no pack replaces a
    /// script of another one or of the user.
    pub fn find(
        &self,
        game: &str,
        name: &str,
        variant: &VariantFile,
        written: &VariantFile,
    ) -> Option<Result<Script, Problem>> {
        self.beside(game, name, variant)
            .or_else(|| self.beside(game, name, written))
            .or_else(|| self.shared(game, name))
            .or_else(|| self.in_any_pack(game, name, written))
    }

    /// A script beside a file, or in its pack.
    fn beside(&self, game: &str, name: &str, file: &VariantFile) -> Option<Result<Script, Problem>> {
        match &file.source {
            Source::Pack(label) => {
                let own = self.packs.iter().find(|pack| pack.id() == label.id)?;
                let needed = own.manifest.packs.keys();
                let needed = needed.filter_map(|id| self.packs.iter().find(|pack| pack.id() == id));
                std::iter::once(own).chain(needed).find_map(|pack| pack.script(game, name)).map(Ok)
            }
            _ => {
                let folder = file.file.parent()?;
                self.read(folder, &folder.join(name))
            }
        }
    }

    /// A script in the script folders.
    fn shared(&self, game: &str, name: &str) -> Option<Result<Script, Problem>> {
        self.folders.iter().rev().find_map(|folder| {
            let path = &*folder.path;
            self.read(path, &path.join(game).join(name)).or_else(|| self.read(path, &path.join(name)))
        })
    }

    /// A script that only packs have, if it is clear which is meant.
    fn in_any_pack(&self, game: &str, name: &str, written: &VariantFile) -> Option<Result<Script, Problem>> {
        let mut found = self.packs.iter().filter_map(|pack| Some((pack, pack.script(game, name)?)));
        let (first, script) = found.next()?;
        Some(match found.next() {
            Some((second, _)) => Err(Problem::file(
                &written.file,
                format!(
                    "the packs {} and {} both have a script `{name}`: extend a variant of the one that you mean",
                    first.manifest.name, second.manifest.name
                ),
            )),
            None => Ok(script),
        })
    }

    /// Reads a file of a folder. The variant means any file of that name, even a broken link.
    fn read(&self, folder: &Path, file: &Path) -> Option<Result<Script, Problem>> {
        file.symlink_metadata().ok()?;
        let read = || files::check_inside(folder, file).and_then(|()| files::read_script(file));
        Some(self.read.borrow_mut().entry(file.to_owned()).or_insert_with(read).clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::folders::Origin;
    use std::fs;

    fn variant(file: &Path) -> VariantFile {
        VariantFile::parse(file, &"game = \"g\"".into()).unwrap()
    }

    #[test]
    fn scripts_are_read_once_from_the_variants_or_the_last_folder() {
        let home = tempfile::tempdir().unwrap();
        let path = |name: &str| home.path().join(name);
        for (file, text) in [("variants/a.lua", "a"), ("one/a.lua", "1"), ("one/b.lua", "1"), ("two/g/b.lua", "2")] {
            fs::create_dir_all(path(file).parent().unwrap()).unwrap();
            fs::write(path(file), text).unwrap();
        }
        let folders = ["one", "two"].map(|name| Folder { path: path(name), origin: Origin::User });
        let scripts = Scripts::new(&folders, &[]);
        let variant = variant(&path("variants/v.toml"));
        let found = |name: &str| scripts.find("g", name, &variant, &variant).unwrap().unwrap().source;
        assert_eq!((&*found("a.lua"), &*found("b.lua")), ("a", "2"));
        fs::write(path("two/g/b.lua"), "3").unwrap();
        assert_eq!(&*found("b.lua"), "2");
        assert!(scripts.find("g", "c.lua", &variant, &variant).is_none());
    }

    #[test]
    fn a_base_variants_script_is_found_by_variants_extending_it() {
        let home = tempfile::tempdir().unwrap();
        let path = |name: &str| home.path().join(name);
        fs::create_dir_all(path("base")).unwrap();
        fs::write(path("base/a.lua"), "base").unwrap();
        let scripts = Scripts::new(&[], &[]);
        let (own, base) = (variant(&path("own/v.toml")), variant(&path("base/w.toml")));
        assert_eq!(&*scripts.find("g", "a.lua", &own, &base).unwrap().unwrap().source, "base");
        assert!(scripts.find("g", "a.lua", &own, &own).is_none());
    }

    #[cfg(unix)]
    #[test]
    fn a_script_link_is_refused_only_if_it_leaves_its_folder() {
        let home = tempfile::tempdir().unwrap();
        let path = |name: &str| home.path().join(name);
        fs::create_dir_all(path("scripts/g")).unwrap();
        fs::write(path("secret.txt"), "return {}").unwrap();
        fs::write(path("scripts/real.lua"), "return {}").unwrap();
        std::os::unix::fs::symlink(path("secret.txt"), path("scripts/g/out.lua")).unwrap();
        std::os::unix::fs::symlink(path("scripts/real.lua"), path("scripts/g/in.lua")).unwrap();
        std::os::unix::fs::symlink(path("nowhere"), path("scripts/g/dead.lua")).unwrap();
        let folders = [Folder { path: path("scripts"), origin: Origin::User }];
        let scripts = Scripts::new(&folders, &[]);
        let variant = variant(&path("variants/v.toml"));
        let find = |name: &str| scripts.find("g", name, &variant, &variant).unwrap();
        let refused = find("out.lua").unwrap_err().to_string();
        assert!(refused.contains("out.lua: this is a link to a file outside "), "{refused}");
        assert!(find("dead.lua").unwrap_err().to_string().contains("dead.lua: cannot be read: "));
        assert_eq!(&*find("in.lua").unwrap().source, "return {}");
    }
}
