//! Resolves dotted names to files and folders: packages, namespace packages, relative imports, source roots.
//!
//! A module has the key `src/app/models`, its path without the extension; a package has its folder's path. An absolute
//! name is looked for where Python would find it when the importing file runs: beside the outermost package of that
//! file, in the folders around it, and at the repository's root and source roots. If that fails, it resolves to the
//! only top-level module of that name in the repository, if there is exactly one.

use std::collections::{BTreeMap, BTreeSet};

use hashbrown::HashMap;

use super::stdlib::is_standard;
use crate::paths::{self, parent};
use bombe_facts::name::Name;
use bombe_facts::{Import, ImportId, ImportKind};
use bombe_rules::file_table::{FileTable, SourceId};
use bombe_rules::modules::ModuleRef;
use bombe_rules::modules::{ModuleFinder, ModuleTarget, Package};

/// Conventional names of source folders.
const SOURCE_FOLDERS: &[&str] = &["src", "lib", "python"];

/// The modules of a repository and of the stub files.
pub(super) struct PythonModules {
    /// Files, packages with an `__init__`, and namespace packages, by path without extension.
    by_path: BTreeMap<String, ModuleRef>,
    /// Paths of packages that have an `__init__`.
    packages: BTreeSet<String>,
    /// Paths of the modules outside of all packages, by name.
    tops: BTreeMap<String, Vec<String>>,
    /// Folders in which absolute names of any file are looked for.
    roots: Vec<String>,
    /// Stub modules by dotted name.
    stubs: BTreeMap<String, ModuleRef>,
    builtins: Vec<ModuleRef>,
    /// The `conftest` modules in and around each folder, nearest first.
    conftests: BTreeMap<String, Vec<ModuleRef>>,
    /// Submodules by package and name.
    children: HashMap<(SourceId, Name), ModuleRef>,
    /// For each file of the repository, its path without extension and whether it is an `__init__`.
    places: BTreeMap<SourceId, (String, bool)>,
}

impl PythonModules {
    /// Indexes the Python files of a repository. Appends namespace packages to `packages`.
    pub(super) fn new(table: &dyn FileTable, all_packages: &mut Vec<Package>) -> Self {
        let mut modules = Self {
            by_path: BTreeMap::new(),
            packages: BTreeSet::new(),
            tops: BTreeMap::new(),
            roots: Vec::new(),
            stubs: BTreeMap::new(),
            builtins: Vec::new(),
            conftests: BTreeMap::new(),
            children: HashMap::new(),
            places: BTreeMap::new(),
        };
        for at in SourceId::first(table.file_count()) {
            let file = table.file(at);
            if file.language != bombe_format::kind::Language::Python {
                continue;
            }
            let module = ModuleRef::File(at);
            let Some((stem, is_stub)) = stem_of(file.path) else {
                continue;
            };
            if table.is_external(at) {
                let name = stem.trim_start_matches("<python>/").replace('/', ".");
                if name == "builtins" {
                    modules.builtins.push(module);
                }
                if name == "typing" {
                    modules.stubs.insert("typing_extensions".to_owned(), module);
                }
                modules.stubs.insert(name, module);
                continue;
            }
            let (path, is_package) = match stem.strip_suffix("__init__") {
                Some(folder) if folder.is_empty() || folder.ends_with('/') => {
                    (folder.trim_end_matches('/'), true)
                }
                _ => (stem, false),
            };
            modules.places.insert(at, (path.to_owned(), is_package));
            // What no import can name is a folder like others: `graphql-demo/__init__.py`.
            if is_package && !path.rsplit('/').next().unwrap_or(path).contains('-') {
                modules.packages.insert(path.to_owned());
            }
            // A source wins over its stub, and a package over a module of the same name.
            let taken = modules.by_path.contains_key(path);
            if !taken || (!is_stub && (is_package || !modules.packages.contains(path))) {
                modules.by_path.insert(path.to_owned(), module);
            }
        }
        modules.add_namespaces(all_packages);
        modules.add_roots(table);
        modules.add_tops();
        modules.add_conftests();
        modules.add_children();
        modules
    }

    /// Records the direct children of the packages of the repository and of the stub modules.
    fn add_children(&mut self) {
        let mut below: HashMap<&str, Vec<(Name, ModuleRef)>> = HashMap::new();
        for (path, module) in &self.by_path {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            let named = (Name::of(name), *module);
            below.entry(folder).or_default().push(named);
        }
        for (file, (path, is_package)) in &self.places {
            if let Some(below) = below.get(path.as_str()).filter(|_| *is_package) {
                let named = below.iter().map(|(name, module)| ((*file, *name), *module));
                self.children.extend(named);
            }
        }
        for (dotted, module) in &self.stubs {
            if let Some((outer, name)) = dotted.rsplit_once('.')
                && let Some(ModuleRef::File(outer)) = self.stubs.get(outer)
            {
                self.children.insert((*outer, Name::of(name)), *module);
            }
        }
    }

    fn add_conftests(&mut self) {
        let folders: BTreeSet<String> = self
            .places
            .values()
            .map(|(path, is_package)| if *is_package { path } else { parent(path) }.to_owned())
            .collect();
        for folder in folders {
            let mut found = Vec::new();
            let mut around = folder.as_str();
            loop {
                if let Some(module) = self.by_path.get(&join(around, "conftest")) {
                    found.push(*module);
                }
                if around.is_empty() {
                    break;
                }
                around = parent(around);
            }
            if !found.is_empty() {
                self.conftests.insert(folder, found);
            }
        }
    }

    /// Folders without an `__init__` that hold modules, at any depth, become namespace packages.
    fn add_namespaces(&mut self, all_packages: &mut Vec<Package>) {
        let mut folders: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for path in self.by_path.keys() {
            let mut child = path.as_str();
            while let Some((folder, name)) = child.rsplit_once('/') {
                if self.packages.contains(folder) {
                    child = folder;
                    continue;
                }
                if !folders
                    .entry(folder.to_owned())
                    .or_default()
                    .insert(name.to_owned())
                {
                    break;
                }
                child = folder;
            }
        }
        // All folders get their numbers first, because a folder may refer to folders inside it.
        let numbers: Vec<(String, u32)> = folders
            .keys()
            .enumerate()
            .map(|(at, folder)| (folder.clone(), (all_packages.len() + at) as u32))
            .collect();
        for (folder, number) in numbers {
            self.by_path
                .entry(folder)
                .or_insert(ModuleRef::Package(number));
        }
        for (folder, children) in folders {
            let name = folder.replace('/', ".");
            let children = children
                .into_iter()
                .filter_map(|child| {
                    let module = self.by_path.get(&format!("{folder}/{child}"))?;
                    Some((Name::of(&child), *module))
                })
                .collect();
            all_packages.push(Package {
                name,
                files: Vec::new(),
                children,
                ..Package::default()
            });
        }
    }

    /// Adds the root, the conventional source folders, and the folders that project files name.
    fn add_roots(&mut self, table: &dyn FileTable) {
        self.roots.push(String::new());
        for folder in SOURCE_FOLDERS {
            self.roots.push((*folder).to_owned());
        }
        for config in table.project_files() {
            let Some(folder) = project_folder(&config.path) else {
                continue;
            };
            for source in source_folders(&config.text) {
                self.roots.push(join(folder, &source));
            }
            self.roots.push(folder.to_owned());
            for source in SOURCE_FOLDERS {
                self.roots.push(join(folder, source));
            }
        }
        let mut seen = BTreeSet::new();
        let packages = &self.packages;
        self.roots
            .retain(|root| seen.insert(root.clone()) && !packages.contains(root));
    }

    fn add_tops(&mut self) {
        for (path, module) in &self.by_path {
            let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
            let inside = self.packages.contains(folder) && !folder.is_empty();
            if !inside && matches!(module, ModuleRef::File(_)) && !name.is_empty() {
                self.tops
                    .entry(name.to_owned())
                    .or_default()
                    .push(path.clone());
            }
        }
    }

    /// Returns the folder of a module's outermost package, or the module's own folder if it is in no package.
    fn outside_of<'p>(&self, path: &'p str, is_package: bool) -> &'p str {
        let mut folder = if is_package { path } else { parent(path) };
        while self.packages.contains(folder) && !folder.is_empty() {
            folder = parent(folder);
        }
        folder
    }

    /// Resolves an absolute dotted name for `file`.
    fn absolute(&self, file: SourceId, dotted: &str) -> ModuleTarget {
        let top = dotted.split('.').next().unwrap_or(dotted);
        match self.top_level(file, top) {
            Some(folder) => match self.below(&join(&folder, top), &dotted[top.len()..]) {
                Some(module) => ModuleTarget::Module(module),
                None => ModuleTarget::Unknown,
            },
            None => self
                .stubs
                .get(dotted)
                .map_or(ModuleTarget::External, |stub| ModuleTarget::Module(*stub)),
        }
    }

    /// Returns the folder in which a file finds a top-level name.
    fn top_level(&self, file: SourceId, top: &str) -> Option<String> {
        let is_module = |folder: &str| {
            matches!(
                self.by_path.get(&join(folder, top)),
                Some(ModuleRef::File(_))
            )
        };
        let standard = is_standard(top);
        if let Some((path, is_package)) = self.places.get(&file) {
            let outside = self.outside_of(path, *is_package);
            let mut folder = outside;
            loop {
                // A sibling script with the name of a standard module counts only at a source root.
                let allowed = !standard || self.roots.iter().any(|root| root == folder);
                if allowed && is_module(folder) {
                    return Some(folder.to_owned());
                }
                if folder.is_empty() {
                    break;
                }
                if !standard {
                    for source in SOURCE_FOLDERS {
                        let inner = join(folder, source);
                        if is_module(&inner) {
                            return Some(inner);
                        }
                    }
                }
                folder = parent(folder);
            }
        }
        if let Some(root) = self.roots.iter().find(|root| is_module(root)) {
            return Some(root.clone());
        }
        if standard {
            return None;
        }
        if let Some(root) = self
            .roots
            .iter()
            .find(|root| self.by_path.contains_key(&join(root, top)) && !top.is_empty())
        {
            return Some(root.clone());
        }
        match self.tops.get(top).map(Vec::as_slice) {
            // A single script of that name is more likely something else.
            Some([only]) if self.packages.contains(only) => Some(parent(only).to_owned()),
            _ => None,
        }
    }

    /// Resolves the rest of a dotted name (`.b.c`) below a path.
    fn below(&self, path: &str, rest: &str) -> Option<ModuleRef> {
        let path = format!("{path}{}", rest.replace('.', "/"));
        self.by_path.get(&path).copied()
    }

    fn relative(&self, file: SourceId, level: u32, dotted: &str) -> ModuleTarget {
        let Some((path, is_package)) = self.places.get(&file) else {
            return ModuleTarget::Unknown;
        };
        let mut folder = if *is_package { path } else { parent(path) };
        for _ in 1..level {
            folder = parent(folder);
        }
        let path = if dotted.is_empty() {
            folder.to_owned()
        } else {
            join(folder, &dotted.replace('.', "/"))
        };
        match self.by_path.get(&path) {
            Some(module) => ModuleTarget::Module(*module),
            None => ModuleTarget::Unknown,
        }
    }
}

impl ModuleFinder for PythonModules {
    fn target(
        &self,
        table: &dyn FileTable,
        file: SourceId,
        _: ImportId,
        import: &Import,
    ) -> ModuleTarget {
        let dotted = table.facts(file).str(import.module);
        if import.level > 0 {
            return self.relative(file, import.level, dotted);
        }
        let target = self.absolute(file, dotted);
        if target == ModuleTarget::Unknown && import.kind == ImportKind::Module {
            // `import a.b` where only `a` exists: the rest may be created at run time.
            return ModuleTarget::Unknown;
        }
        target
    }

    fn child(&self, module: ModuleRef, name: Name) -> Option<ModuleRef> {
        match module {
            ModuleRef::File(file) => self.children.get(&(file, name)).copied(),
            ModuleRef::Package(_) => None,
        }
    }

    fn suppliers(&self, file: SourceId) -> &[ModuleRef] {
        let Some((path, is_package)) = self.places.get(&file) else {
            return &[];
        };
        let folder = if *is_package { path } else { parent(path) };
        self.conftests.get(folder).map_or(&[], Vec::as_slice)
    }

    fn prelude(&self) -> &[ModuleRef] {
        &self.builtins
    }
}

/// Returns a path without its extension, and whether it is a stub.
fn stem_of(path: &str) -> Option<(&str, bool)> {
    let (stem, ending) = path.rsplit_once('.')?;
    match ending {
        "py" | "pyw" => Some((stem, false)),
        "pyi" => Some((stem, true)),
        _ => None,
    }
}

fn join(folder: &str, name: &str) -> String {
    let name = name.trim_start_matches("./").trim_matches('/');
    paths::join(folder, name)
}

/// Returns the folder of a Python project file.
fn project_folder(path: &str) -> Option<&str> {
    let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
    matches!(name, "pyproject.toml" | "setup.cfg" | "setup.py").then_some(folder)
}

/// Returns the source folders that a project file names: `where = ["src"]`, `package-dir = {"" = "src"}`, `from =
/// "lib"`.
fn source_folders(text: &str) -> Vec<String> {
    let mut folders = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        let names_one = [
            "where",
            "package_dir",
            "package-dir",
            "from",
            "pythonpath",
            "\"\"",
            "packages",
        ]
        .iter()
        .any(|key| line.trim_start_matches(['{', ' ']).starts_with(key))
            || line.contains("from =")
            || line.contains("package_dir=");
        if !names_one {
            continue;
        }
        for quoted in line.split(['"', '\'']).skip(1).step_by(2) {
            let folder = quoted.trim_start_matches("./").trim_end_matches('/');
            let plain = !folder.is_empty()
                && folder
                    .chars()
                    .all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '/'));
            if plain {
                folders.push(folder.to_owned());
            }
        }
    }
    folders
}
