//! Resolves includes, and groups scopes into namespaces.
//!
//! An include is looked for beside the including file, then in the folders that the project states, then among the files
//! whose path ends with the written path. Of several candidates, the one that shares most of the including file's path wins.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use bombe_format::kind::Language;
use fixedbitset::FixedBitSet;

use super::includes::IncludeFolders;
use super::regions::{DEFINED, USED};
use crate::paths::{parent, resolve};
use bombe_facts::name::Name;
use bombe_facts::{Import, ImportId, ImportKind, ScopeId};
use bombe_rules::file_table::{FileTable, SourceId, shared_folders};
use bombe_rules::modules::ModuleRef;
use bombe_rules::modules::{FilesByText, ModuleFinder, ModuleTarget, Package};

/// Files that one file sees through its includes, at most.
const SEEN_MAX: usize = 4_096;

/// Headers of the C library and of common systems, without `.h`. They name a file of the repository only if it is
/// beside the including file.
const SYSTEM: &[&str] = &[
    "assert",
    "complex",
    "ctype",
    "errno",
    "fenv",
    "float",
    "inttypes",
    "iso646",
    "limits",
    "locale",
    "math",
    "setjmp",
    "signal",
    "stdalign",
    "stdarg",
    "stdatomic",
    "stdbool",
    "stddef",
    "stdint",
    "stdio",
    "stdlib",
    "stdnoreturn",
    "string",
    "tgmath",
    "threads",
    "time",
    "uchar",
    "wchar",
    "wctype",
    "unistd",
    "pthread",
    "fcntl",
    "dirent",
    "poll",
    "strings",
    "syslog",
    "termios",
    "windows",
    "dlfcn",
    "netdb",
    "malloc",
    "memory",
    "sched",
    "semaphore",
    "getopt",
];

/// The resolved includes of a file, ascending.
type Includes = Box<[(ImportId, SourceId)]>;

/// The files and namespaces of C and C++.
pub(super) struct CppModules {
    /// Scopes as (file, scope, package), sorted.
    scopes: Vec<(SourceId, ScopeId, u32)>,
    /// Packages by full name, `::` between parts.
    by_name: BTreeMap<String, u32>,
    /// Inline namespaces as (file, scope, package), sorted: the enclosing namespace sees their names too.
    inlined: Vec<(SourceId, ScopeId, u32)>,
    /// What macros open as namespaces: their names, outermost first, each with whether it is inline.
    macros: BTreeMap<String, Vec<(String, bool)>>,
    /// Files by path.
    by_path: FilesByText,
    /// Files by the last part of their paths.
    by_file_name: FilesByText,
    /// Where the project looks for includes.
    folders: IncludeFolders,
    /// The resolved includes of each file; filled on demand.
    includes: Vec<OnceLock<Includes>>,
    /// The files that each file sees, sorted; filled on demand.
    seen: Vec<OnceLock<Box<[SourceId]>>>,
    prelude: Vec<ModuleRef>,
}

impl CppModules {
    pub(super) fn new(table: &dyn FileTable, packages: &mut Vec<Package>) -> Self {
        let mut modules = Self {
            scopes: Vec::new(),
            by_name: BTreeMap::new(),
            inlined: Vec::new(),
            macros: BTreeMap::new(),
            by_path: FilesByText::of(table.file_count() as usize),
            by_file_name: FilesByText::of(table.file_count() as usize),
            folders: IncludeFolders::default(),
            includes: (0..table.file_count()).map(|_| OnceLock::new()).collect(),
            seen: (0..table.file_count() as usize)
                .map(|_| OnceLock::new())
                .collect(),
            prelude: Vec::new(),
        };
        let global = modules.package("", packages);
        let is_ours =
            |at: &SourceId| matches!(table.file(*at).language, Language::C | Language::Cpp);
        for at in SourceId::first(table.file_count()).filter(is_ours) {
            if table.file(at).summary.has_namespaces() {
                modules.macros_of(table, at);
            }
        }
        for at in SourceId::first(table.file_count()).filter(is_ours) {
            let file = table.file(at);
            if file.path == super::KEYWORDS {
                modules.prelude.push(ModuleRef::File(at));
            }
            if !table.is_external(at) {
                let name = file.path.rsplit('/').next().unwrap_or(file.path);
                modules.by_file_name.add(name, at);
                modules.by_path.add(file.path, at);
            }
            modules.scopes.push((at, ScopeId::MODULE, global));
            packages[global as usize].scopes.push((at, ScopeId::MODULE));
            if file.summary.has_namespaces() {
                modules.namespaces(table, at, packages);
            }
        }
        let by_path = &modules.by_path;
        modules.folders = IncludeFolders::of(table, |path| by_path.at_path(table, path).is_some());
        modules.scopes.sort_unstable();
        modules.inlined.sort_unstable();
        modules
    }

    /// Registers the namespaces that the macros of a file open. Of several definitions of a macro, the first counts.
    fn macros_of(&mut self, table: &dyn FileTable, file: SourceId) {
        let mut macros: BTreeMap<ScopeId, &str> = BTreeMap::new();
        let mut opened: BTreeMap<&str, Vec<(String, bool)>> = BTreeMap::new();
        let namespaces = table.file(file).summary.namespaces();
        for namespace in &namespaces {
            let Some(body) = namespace.body else { continue };
            if let Some(name) = namespace.name.strip_prefix(DEFINED) {
                macros.insert(body, name);
                opened.remove(name);
            } else if let Some(name) = macros.get(&namespace.scope).copied() {
                macros.insert(body, name);
                let part = (namespace.name.to_owned(), namespace.transparent);
                opened.entry(name).or_default().push(part);
            }
        }
        for (name, parts) in opened {
            self.macros.entry(name.to_owned()).or_insert(parts);
        }
    }

    /// Registers the namespaces of a file.
    fn namespaces(&mut self, table: &dyn FileTable, file: SourceId, packages: &mut Vec<Package>) {
        let mut names: BTreeMap<ScopeId, String> = BTreeMap::new();
        names.insert(ScopeId::MODULE, String::new());
        for namespace in table.file(file).summary.namespaces() {
            let (Some(scope), Some(outer)) = (namespace.body, names.get(&namespace.scope)) else {
                continue;
            };
            if namespace.name.starts_with(DEFINED) {
                continue;
            }
            let mut name = outer.clone();
            // The namespaces around the scope that see its names too: those around inline ones.
            let mut seeing: Vec<String> = Vec::new();
            for (part, is_inline) in self.parts(namespace.name, namespace.transparent) {
                if is_inline {
                    seeing.push(name.clone());
                } else {
                    seeing.clear();
                }
                if !name.is_empty() {
                    name.push_str("::");
                }
                name.push_str(&part);
            }
            let package = self.package(&name, packages);
            packages[package as usize].scopes.push((file, scope));
            for outer in seeing {
                let around = self.package(&outer, packages);
                packages[around as usize].scopes.push((file, scope));
                self.inlined.push((file, scope, around));
            }
            self.scopes.push((file, scope, package));
            names.insert(scope, name);
        }
    }

    /// Returns the parts of a written namespace, each with whether it is inline: those that a macro opens in its place.
    fn parts(&self, name: &str, is_inline: bool) -> Vec<(String, bool)> {
        match name.strip_prefix(USED) {
            Some(name) => self.macros.get(name).cloned().unwrap_or_default(),
            None => vec![(name.to_owned(), is_inline)],
        }
    }

    /// Returns the package of a full name. Adds it and its parents if they are new.
    fn package(&mut self, name: &str, packages: &mut Vec<Package>) -> u32 {
        if let Some(at) = self.by_name.get(name) {
            return *at;
        }
        let at = packages.len() as u32;
        packages.push(Package {
            name: name.to_owned(),
            ..Package::default()
        });
        self.by_name.insert(name.to_owned(), at);
        if !name.is_empty() {
            let (outer, last) = name.rsplit_once("::").unwrap_or(("", name));
            let outer = self.package(outer, packages);
            let children = &mut packages[outer as usize].children;
            children.insert(Name::of(last), ModuleRef::Package(at));
        }
        at
    }

    fn declares(&self, table: &dyn FileTable, package: u32, name: &str) -> bool {
        table.shared(Name::of(name)).any(|row| {
            let (file, scope) = (row.file, row.bound.scope);
            self.package_of_scope(file, scope) == Some(package)
                || self.inlined.binary_search(&(file, scope, package)).is_ok()
        })
    }

    /// Returns the full names of the namespaces around a scope, innermost first, the global one last.
    fn around(&self, table: &dyn FileTable, file: SourceId, mut scope: ScopeId) -> Vec<&str> {
        let mut names = Vec::new();
        let facts = table.facts(file);
        loop {
            if let Some(package) = self.package_of_scope(file, scope)
                && let Some((name, _)) = self.by_name.iter().find(|(_, at)| **at == package)
            {
                names.push(name.as_str());
            }
            if scope.is_module() {
                return names;
            }
            scope = facts.scopes[scope.index()].parent;
        }
    }

    /// Returns the namespace or class that a using declaration names.
    fn named(&self, table: &dyn FileTable, file: SourceId, import: &Import) -> ModuleTarget {
        let written = table.facts(file).str(import.module);
        let mut parts: Vec<&str> = written.split("::").collect();
        for part in &mut parts {
            *part = part.split('<').next().unwrap_or(part);
        }
        for around in self.around(table, file, import.scope) {
            // The longest prefix that is a namespace; the rest are classes.
            for len in (0..=parts.len()).rev() {
                let mut name = around.to_owned();
                for part in &parts[..len] {
                    if !name.is_empty() {
                        name.push_str("::");
                    }
                    name.push_str(part);
                }
                let Some(package) = self.by_name.get(&name) else {
                    continue;
                };
                if len == parts.len() {
                    return ModuleTarget::Module(ModuleRef::Package(*package));
                }
                if self.declares(table, *package, parts[len]) {
                    let path = parts[len..].iter().map(|part| (*part).into()).collect();
                    return ModuleTarget::Within(ModuleRef::Package(*package), path);
                }
            }
        }
        ModuleTarget::Unknown
    }

    /// Returns the file that an include names.
    fn include(
        &self,
        table: &dyn FileTable,
        from: &str,
        written: &str,
        quoted: bool,
    ) -> Option<SourceId> {
        let folder = parent(from);
        if let Some(path) = resolve(folder, written)
            && let Some(file) = self.by_path.at_path(table, &path)
        {
            return Some(file);
        }
        let stem = written.strip_suffix(".h").unwrap_or("/");
        if !quoted && SYSTEM.contains(&stem) {
            return None;
        }
        for stated in self.folders.seen_from(folder) {
            if let Some(path) = resolve(stated, written)
                && let Some(file) = self.by_path.at_path(table, &path)
            {
                return Some(file);
            }
        }
        let suffix = written.trim_start_matches("./").trim_start_matches("../");
        let name = suffix.rsplit('/').next()?;
        let path = |file: SourceId| table.path(file);
        self.by_file_name
            .get(name)
            .filter(|file| {
                let rest = path(*file).strip_suffix(suffix);
                rest.is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
            })
            .max_by_key(|file| {
                let path = path(*file);
                (
                    shared_folders(from, path),
                    std::cmp::Reverse(path.len()),
                    std::cmp::Reverse(*file),
                )
            })
    }

    /// Returns the includes of a file that resolve to a file of the repository, ascending. Does not open the file.
    fn includes(&self, table: &dyn FileTable, file: SourceId) -> &[(ImportId, SourceId)] {
        self.includes[file.index()].get_or_init(|| {
            if table.is_external(file) {
                return Box::default();
            }
            let source = table.file(file);
            let included = source.summary.included();
            let found = included.filter_map(|(import, kind, written)| {
                let quoted = kind == ImportKind::Include;
                let to = self.include(table, source.path, written, quoted)?;
                Some((import, to))
            });
            found.collect()
        })
    }

    fn seen(&self, table: &dyn FileTable, file: SourceId) -> &[SourceId] {
        self.seen[file.index()].get_or_init(|| {
            let mut found = FixedBitSet::with_capacity(table.file_count() as usize);
            found.insert(file.index());
            let mut count = 1;
            let mut open = vec![file];
            while let Some(at) = open.pop() {
                for (_, to) in self.includes(table, at) {
                    if count < SEEN_MAX && !found.put(to.index()) {
                        count += 1;
                        open.push(*to);
                    }
                }
            }
            found.ones().map(SourceId::new).collect()
        })
    }
}

impl ModuleFinder for CppModules {
    fn target(
        &self,
        table: &dyn FileTable,
        file: SourceId,
        id: ImportId,
        import: &Import,
    ) -> ModuleTarget {
        match import.kind {
            ImportKind::Include | ImportKind::SystemInclude => {
                let includes = self.includes(table, file);
                match includes.binary_search_by_key(&id, |(import, _)| *import) {
                    Ok(at) => ModuleTarget::Module(ModuleRef::File(includes[at].1)),
                    Err(_) => ModuleTarget::External,
                }
            }
            _ => self.named(table, file, import),
        }
    }

    fn package_of_scope(&self, file: SourceId, scope: ScopeId) -> Option<u32> {
        let at = self
            .scopes
            .partition_point(|(f, s, _)| (*f, *s) < (file, scope));
        self.scopes
            .get(at)
            .filter(|(f, s, _)| (*f, *s) == (file, scope))
            .map(|(_, _, package)| *package)
    }

    fn sees(&self, table: &dyn FileTable, file: SourceId, other: SourceId) -> bool {
        file == other
            || table.is_external(other)
            || self.seen(table, file).binary_search(&other).is_ok()
    }

    fn prelude(&self) -> &[ModuleRef] {
        &self.prelude
    }
}
