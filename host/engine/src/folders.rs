//! The folders in which plugins, games in Luau, variants, scripts, languages, lessons and documentation are searched.
//!
//! # Layouts of an installation
//! Everything that comes with the program is found from the program's own file:
//!
//! | layout | program | data | plugins |
//! |---|---|---|---|
//! | archive, Windows | `stonehouse` | beside it | `plugins` beside it |
//! | prefix, Linux packages | `bin/stonehouse`, `games/stonehouse` | `../share/stonehouse`, documentation also in `../share/doc/stonehouse` | `../lib/stonehouse/plugins` |
//! | macOS bundle | `Contents/MacOS/stonehouse` | `../Resources` | `../PlugIns` |
//! | source tree | `target/PROFILE/stonehouse` | the root of the tree | `target/PROFILE/deps` |
//!
//! Plugins may also be in `plugins` beside the other data, but for the source tree, where that folder holds sources.
//! [`bundled_places`] is the one list; of each kind the first folder that exists is used.

use directories::ProjectDirs;
use std::path::{Path, PathBuf};
use stonehouse_house_rules::Problem;

/// The folders of a running Stonehouse. In each list, what comes later shadows what comes earlier.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folders {
    /// Plugin libraries.
    pub plugins: Vec<Folder>,
    /// Games in Luau.
    pub games: Vec<Folder>,
    /// Variants, a subfolder per game.
    pub variants: Vec<Folder>,
    /// House rules, a subfolder per game.
    pub scripts: Vec<Folder>,
    /// Languages, a subfolder for each.
    pub languages: Vec<Folder>,
    /// Lessons, a subfolder per game.
    pub lessons: Vec<Folder>,
    /// The documentation; none: it was not installed.
    pub docs: Option<PathBuf>,
    /// The packs that are installed; none: there are none.
    pub packs: Option<PathBuf>,
    /// Records of matches; none: matches are not kept.
    pub records: Option<PathBuf>,
    /// The folder in which private copies of libraries are kept; none: the system's folder for temporary files.
    pub copies: Option<PathBuf>,
    /// The file with the key that signs the user's packs; none: they are not signed.
    pub author_key: Option<PathBuf>,
    /// The file in which the user names outside programs that play; none: there are none.
    pub players: Option<PathBuf>,
    /// The file in which verdicts on libraries are kept; none: they are not kept.
    pub verdicts: Option<PathBuf>,
    /// The file in which the user's consent to run libraries is kept; none: no library of the user's own folder runs.
    pub consents: Option<PathBuf>,
    /// The file in which the window's settings are kept; none: they are not kept.
    pub settings: Option<PathBuf>,
}

/// The kind of the files in a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FolderKind {
    /// Plugin libraries.
    Plugins,
    /// Games in Luau.
    Games,
    /// Variants.
    Variants,
    /// House rules.
    Scripts,
    /// Languages.
    Languages,
    /// Lessons.
    Lessons,
    /// Documentation.
    Docs,
}

impl FolderKind {
    /// All kinds.
    pub const ALL: [Self; 7] =
        [Self::Plugins, Self::Games, Self::Variants, Self::Scripts, Self::Languages, Self::Lessons, Self::Docs];

    /// The name of such a folder.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Plugins => "plugins",
            Self::Games => "games",
            Self::Variants => "variants",
            Self::Scripts => "scripts",
            Self::Languages => "languages",
            Self::Lessons => "lessons",
            Self::Docs => "docs",
        }
    }
}

/// A place in which the program searches for files that came with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BundledPlace {
    /// The kind of its files.
    pub kind: FolderKind,
    /// The folder, which need not exist.
    pub folder: Folder,
}

/// One folder that is searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Folder {
    /// Its path.
    pub path: PathBuf,
    /// Its origin.
    pub origin: Origin,
}

/// The origin of a folder.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// It came with the program.
    Bundled,
    /// It came with the program, in the source tree: Cargo's output, in which only Stonehouse's own libraries are
    /// considered.
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
    /// Whether the files there came with the program.
    pub const fn is_shipped(self) -> bool {
        matches!(self, Self::Bundled | Self::Built)
    }
}

impl Folders {
    /// The bundled folders, found from the program's own file, then the user's.
    pub fn standard() -> Self {
        let mut folders = own_program().map(|exe| Self::bundled(&exe)).unwrap_or_default();
        if let Some(dirs) = ProjectDirs::from("", "", "Stonehouse") {
            folders.add_user(dirs.data_dir());
            folders.copies = Some(dirs.cache_dir().join("copies-of-plugins"));
            folders.settings = Some(dirs.config_dir().join("settings.toml"));
        }
        folders
    }

    /// The bundled folders of a program at `exe`: of each kind, the first [place](bundled_places) that exists.
    pub fn bundled(exe: &Path) -> Self {
        let mut folders = Self::default();
        let places = bundled_places(exe);
        for kind in FolderKind::ALL {
            let mut of_kind = places.iter().filter(|place| place.kind == kind);
            if let Some(place) = of_kind.find(|place| place.folder.path.is_dir()) {
                match folders.list_mut(kind) {
                    Some(list) => list.push(place.folder.clone()),
                    None => folders.docs = Some(place.folder.path.clone()),
                }
            }
        }
        folders
    }

    /// The folders of a kind, in the order in which later ones shadow earlier ones.
    pub fn of_kind(&self, kind: FolderKind) -> Vec<Folder> {
        match kind {
            FolderKind::Plugins => self.plugins.clone(),
            FolderKind::Games => self.games.clone(),
            FolderKind::Variants => self.variants.clone(),
            FolderKind::Scripts => self.scripts.clone(),
            FolderKind::Languages => self.languages.clone(),
            FolderKind::Lessons => self.lessons.clone(),
            FolderKind::Docs => self.docs.iter().map(|path| Folder::new(path.clone(), Origin::Bundled)).collect(),
        }
    }

    /// The folders in which games are searched: libraries or scripts.
    pub fn with_games(&self) -> impl Iterator<Item = &Folder> {
        self.plugins.iter().chain(&self.games)
    }

    const fn list_mut(&mut self, kind: FolderKind) -> Option<&mut Vec<Folder>> {
        Some(match kind {
            FolderKind::Plugins => &mut self.plugins,
            FolderKind::Games => &mut self.games,
            FolderKind::Variants => &mut self.variants,
            FolderKind::Scripts => &mut self.scripts,
            FolderKind::Languages => &mut self.languages,
            FolderKind::Lessons => &mut self.lessons,
            FolderKind::Docs => return None,
        })
    }

    /// Adds the user's own folders under `home`, and keeps packs and records there.
    pub fn add_user(&mut self, home: &Path) {
        self.plugins.push(Folder::new(home.join("plugins"), Origin::User));
        self.games.push(Folder::new(home.join("games"), Origin::User));
        self.variants.push(Folder::new(home.join("variants"), Origin::User));
        self.scripts.push(Folder::new(home.join("scripts"), Origin::User));
        self.languages.push(Folder::new(home.join("languages"), Origin::User));
        self.lessons.push(Folder::new(home.join("lessons"), Origin::User));
        self.packs = Some(home.join("packs"));
        self.records = Some(home.join("records"));
        self.verdicts = Some(home.join("verdicts.json"));
        self.consents = Some(home.join("allowed.json"));
        self.players = Some(home.join("players.toml"));
        self.author_key = Some(home.join("author.key"));
    }

    /// The folders for private copies of libraries: the usual one, and those in which copies are made where that one
    /// cannot be written to.
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

    /// The file in which an internal error of the window is reported.
    pub fn crash_report(&self) -> Option<PathBuf> {
        self.verdicts.as_ref().map(|verdicts| verdicts.with_file_name("crash-report.txt"))
    }

    /// The folder of the table that guests' browsers draw, beside the bundled variants: in a package, or as
    /// `packaging/page` makes it in the source tree. `None` where neither exists.
    pub fn page(&self) -> Option<PathBuf> {
        let bundled = self.variants.iter().find(|folder| folder.is_shipped())?;
        let beside = |name| bundled.path.with_file_name(name);
        [beside("guest-page"), beside("target").join("guest-page")].into_iter().find(|place| place.is_dir())
    }

    /// The folder for tables with guests, and the records of their matches.
    pub fn guests(&self) -> Option<PathBuf> {
        self.verdicts.as_ref().map(|verdicts| verdicts.with_file_name("guests"))
    }

    /// The folders and files that this program writes, with a name for each.
    pub fn own_files(&self) -> Vec<(&'static str, PathBuf)> {
        let all = [
            ("settings", self.settings.clone()),
            ("records", self.records.clone()),
            ("tables with guests", self.guests()),
            ("packs", self.packs.clone()),
            ("players", self.players.clone()),
            ("key that signs packs", self.author_key.clone()),
            ("allowed plugins", self.consents.clone()),
            ("tested plugins", self.verdicts.clone()),
            ("report of an error", self.crash_report()),
            ("copies of plugins", self.copies().into_iter().next()),
        ];
        all.into_iter().filter_map(|(name, path)| Some((name, path?))).collect()
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

/// The file of this program, with symbolic links followed, so that a link in another folder finds what the program came
/// with.
pub fn own_program() -> Option<PathBuf> {
    let exe = std::env::current_exe().ok()?;
    // On Windows this would change the form of the path.
    if cfg!(windows) { Some(exe) } else { Some(exe.canonicalize().unwrap_or(exe)) }
}

/// Every place in which a program at `exe` searches for the files that came with it, by kind, in the order of the
/// layouts: see the [module](self).
pub fn bundled_places(exe: &Path) -> Vec<BundledPlace> {
    let beside = exe.parent().unwrap_or(Path::new("."));
    let above = beside.parent();
    let prefix = above.map(|prefix| prefix.join("share").join("stonehouse"));
    let bundle = above.filter(|_| beside.ends_with("MacOS")).map(|contents| contents.join("Resources"));
    let tree = source_tree(exe);
    let mut places = Vec::new();
    for kind in FolderKind::ALL {
        let mut add = |path: PathBuf, origin| places.push(BundledPlace { kind, folder: Folder::new(path, origin) });
        let name = kind.name();
        add(beside.join(name), Origin::Bundled);
        if let (FolderKind::Plugins, Some(above)) = (kind, above) {
            add(above.join("lib").join("stonehouse").join(name), Origin::Bundled);
            if bundle.is_some() {
                add(above.join("PlugIns"), Origin::Bundled);
            }
        }
        for data in [&prefix, &bundle].into_iter().flatten() {
            add(data.join(name), Origin::Bundled);
        }
        if let (FolderKind::Docs, Some(above)) = (kind, above) {
            add(above.join("share").join("doc").join("stonehouse"), Origin::Bundled);
        }
        match (kind, tree) {
            (_, None) => {}
            (FolderKind::Plugins, Some(_)) => {
                let deps = if beside.ends_with("deps") { beside.to_owned() } else { beside.join("deps") };
                add(deps, Origin::Built);
            }
            (_, Some(tree)) => add(tree.join(name), Origin::Bundled),
        }
    }
    places
}

/// The source tree in which a program at `exe` was built, if it is still there.
pub fn source_tree(exe: &Path) -> Option<&Path> {
    exe.ancestors().skip(1).find(|folder| folder.join("plugin-api").join("Cargo.toml").is_file())
}

/// Lists a folder. One that need not exist and does not is empty.
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
