//! The folders in which plugins, variants and scripts are searched.

use directories::ProjectDirs;
use std::path::{Path, PathBuf};
use stonehouse_house_rules::Problem;

/// The folders of a running Stonehouse. In each list, what comes later shadows what comes earlier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folders {
    /// Plugin libraries.
    pub plugins: Vec<Folder>,
    /// Variants, a subfolder per game.
    pub variants: Vec<Folder>,
    /// House rules, a subfolder per game.
    pub scripts: Vec<Folder>,
    /// Languages, a subfolder for each.
    pub languages: Vec<Folder>,
    /// Lessons, a subfolder per game.
    pub lessons: Vec<Folder>,
    /// The packs that are installed; none: there are none.
    pub packs: Option<PathBuf>,
    /// Records of matches; none: matches are not kept.
    pub records: Option<PathBuf>,
    /// Where private copies of libraries are kept; none: in the system's folder for temporary files.
    pub copies: Option<PathBuf>,
    /// The file in which the user names outside programs that play; none: there are none.
    pub players: Option<PathBuf>,
    /// The file in which verdicts on libraries are kept; none: they are not kept.
    pub verdicts: Option<PathBuf>,
    /// The file in which the user's consent to run libraries is kept; none: no library of the user's own folder runs.
    pub consents: Option<PathBuf>,
    /// The file in which the window's settings are kept; none: they are not kept.
    pub settings: Option<PathBuf>,
}

/// One folder to look in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// Its path.
    pub path: PathBuf,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a folder comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It came with the program.
    Bundled,
    /// It came with the program, in the source tree: Cargo's output, in which only Stonehouse's own libraries are considered.
    Built,
    /// The user's own, by the platform's convention. It need not exist.
    User,
    /// Named on the command line. It must exist.
    Named,
}

impl Folder {
    fn new(path: PathBuf, origin: Origin) -> Self {
        Self { path, origin }
    }

    /// Whether it came with the program.
    pub const fn is_shipped(&self) -> bool {
        self.origin.is_shipped()
    }
}

impl Origin {
    /// Whether what is there came with the program.
    pub const fn is_shipped(self) -> bool {
        matches!(self, Self::Bundled | Self::Built)
    }
}

impl Folders {
    /// The bundled folders, found from the program's own file, then the user's.
    ///
    /// An installed Stonehouse has `plugins`, `variants`, `scripts`, `languages` and `lessons` beside the program, or in `../share/stonehouse`. In a
    /// source tree all but the first are at its root and the libraries where Cargo leaves them.
    pub fn standard() -> Self {
        let mut folders = std::env::current_exe().map(|exe| Self::bundled(&exe)).unwrap_or_default();
        if let Some(dirs) = ProjectDirs::from("", "", "Stonehouse") {
            folders.add_user(dirs.data_dir());
            folders.copies = Some(dirs.cache_dir().join("copies-of-plugins"));
            folders.settings = Some(dirs.config_dir().join("settings.toml"));
        }
        folders
    }

    /// The bundled folders of a program at `exe`.
    pub fn bundled(exe: &Path) -> Self {
        let mut folders = Self::default();
        let beside = exe.parent().unwrap_or(Path::new("."));
        let shared = beside.parent().map(|up| up.join("share").join("stonehouse"));
        let source_tree = source_tree(exe);
        let homes = [Some(beside.to_owned()), shared, source_tree.map(Path::to_owned)];
        for home in homes.into_iter().flatten() {
            for (name, list) in [
                ("variants", &mut folders.variants),
                ("scripts", &mut folders.scripts),
                ("languages", &mut folders.languages),
                ("lessons", &mut folders.lessons),
            ] {
                if list.is_empty() && home.join(name).is_dir() {
                    list.push(Folder::new(home.join(name), Origin::Bundled));
                }
            }
            // The source tree's `plugins` holds sources.
            if folders.plugins.is_empty() && Some(&*home) != source_tree && home.join("plugins").is_dir() {
                folders.plugins.push(Folder::new(home.join("plugins"), Origin::Bundled));
            }
        }
        if folders.plugins.is_empty() && source_tree.is_some() {
            let deps = if beside.ends_with("deps") { beside.to_owned() } else { beside.join("deps") };
            folders.plugins.push(Folder::new(deps, Origin::Built));
        }
        folders
    }

    /// Adds the user's own folders under `home`, and keeps packs and records there.
    pub fn add_user(&mut self, home: &Path) {
        self.plugins.push(Folder::new(home.join("plugins"), Origin::User));
        self.variants.push(Folder::new(home.join("variants"), Origin::User));
        self.scripts.push(Folder::new(home.join("scripts"), Origin::User));
        self.languages.push(Folder::new(home.join("languages"), Origin::User));
        self.lessons.push(Folder::new(home.join("lessons"), Origin::User));
        self.packs = Some(home.join("packs"));
        self.records = Some(home.join("records"));
        self.verdicts = Some(home.join("verdicts.json"));
        self.consents = Some(home.join("allowed.json"));
        self.players = Some(home.join("players.toml"));
    }

    /// The folders for private copies of libraries: the usual one, and those in which copies are made where that one cannot be written to.
    pub fn copies(&self) -> Vec<PathBuf> {
        #[cfg(unix)]
        let user = rustix::process::geteuid().as_raw();
        #[cfg(not(unix))]
        let user = "user";
        let runtime = std::env::var_os("XDG_RUNTIME_DIR").map(|folder| Path::new(&folder).join("stonehouse-plugins"));
        let temporary = std::env::temp_dir().join(format!("stonehouse-plugins-{user}"));
        self.copies
            .clone()
            .into_iter()
            .chain(runtime.filter(|folder| folder.is_absolute()))
            .chain([temporary])
            .collect()
    }

    /// The file in which a plugin is named that ended the program.
    pub fn ended(&self) -> Option<PathBuf> {
        self.verdicts.as_ref().map(|verdicts| verdicts.with_file_name("ended.txt"))
    }

    /// Removes what ended processes left in the folders in which this program writes.
    pub fn tidy(&self) {
        self.copies().iter().for_each(|folder| crate::plugins::tidy(folder));
        let files = [&self.verdicts, &self.settings].into_iter().flatten().filter_map(|file| file.parent());
        for folder in files.chain(self.packs.as_deref()) {
            crate::files::tidy_temporary(folder);
        }
        if let Some(packs) = &self.packs {
            crate::files::tidy_temporary(&packs.join(crate::pack::store::OLD));
        }
        for folder in self.variants.iter().filter(|folder| folder.origin == Origin::User) {
            for games in std::fs::read_dir(&folder.path).into_iter().flatten().flatten() {
                crate::files::tidy_temporary(&games.path());
            }
        }
    }

    /// Adds folders that the user named.
    pub fn add_named(&mut self, plugins: &[PathBuf], variants: &[PathBuf], scripts: &[PathBuf]) {
        for (list, named) in
            [(&mut self.plugins, plugins), (&mut self.variants, variants), (&mut self.scripts, scripts)]
        {
            list.extend(named.iter().map(|path| Folder::new(path.clone(), Origin::Named)));
        }
    }
}

/// The source tree in which a program at `exe` was built, if it is still there.
pub fn source_tree(exe: &Path) -> Option<&Path> {
    exe.ancestors().skip(1).find(|folder| folder.join("plugin-api").join("Cargo.toml").is_file())
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
