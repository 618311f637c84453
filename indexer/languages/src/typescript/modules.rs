//! Resolves module specifiers: relative paths, tsconfig paths, package imports and exports, workspaces.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::project::{self, PackageJson, TsConfig};
use crate::paths::{parent, resolve};
use bombe_facts::{Import, ImportId};
use bombe_rules::file_table::{FileTable, SourceId};
use bombe_rules::modules::ModuleRef;
use bombe_rules::modules::{FilesByText, ModuleFinder, ModuleTarget, Package};

/// Extensions that are tried for a path without one, in order.
const ENDINGS: &[&str] = &[
    ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".d.mts", ".d.cts", ".js", ".jsx", ".mjs", ".cjs",
];

/// Source extensions for each extension of compiled code.
const REWRITES: &[(&str, &[&str])] = &[
    (".js", &[".ts", ".tsx", ".d.ts", ".jsx"]),
    (".mjs", &[".mts", ".d.mts"]),
    (".cjs", &[".cts", ".d.cts"]),
    (".jsx", &[".tsx"]),
];

/// Source folders that may correspond to a package's build folder; empty for the package's own folder.
const SOURCE_FOLDERS: &[&str] = &["src", "lib", "source", ""];

/// Prefix of the paths of stub files, before the module name.
const STUB_START: &str = "<builtins>/";

/// The name of the namespace of `declare global { … }`.
pub(super) const GLOBAL: &str = "global";

/// The module finder of TypeScript and JavaScript.
pub(super) struct TypeScriptModules {
    /// Files by path.
    files: FilesByText,
    /// Stub files by module name.
    stubs: BTreeMap<String, SourceId>,
    prelude: Vec<ModuleRef>,
    /// `declare module "x"` by name.
    ambient: BTreeMap<String, SourceId>,
    /// Project settings by folder.
    configs: BTreeMap<String, TsConfig>,
    /// Packages by folder.
    packages: BTreeMap<String, PackageJson>,
    /// Folders of packages by package name.
    names: BTreeMap<String, String>,
    /// The package of all scripts, which share one top level.
    scripts: u32,
    /// The targets of each file's imports; filled on demand, because many files follow names through the same imports.
    targets: Vec<OnceLock<Vec<ModuleTarget>>>,
}

impl TypeScriptModules {
    /// Reads the project files and indexes the paths of all files.
    pub(super) fn new(
        table: &dyn FileTable,
        packages: &mut Vec<Package>,
        languages: &[bombe_format::kind::Language],
    ) -> Self {
        let mut files = FilesByText::of(table.file_count() as usize);
        let mut stubs = BTreeMap::new();
        let mut ambient = BTreeMap::new();
        let mut prelude = Vec::new();
        let mut scripts = Package::default();
        for at in SourceId::first(table.file_count()) {
            let file = table.file(at);
            if !languages.contains(&file.language) {
                continue;
            }
            if let Some(stub) = file.path.strip_prefix(STUB_START) {
                let name = stub.trim_end_matches(".d.ts");
                if let Some(prelude_name) = name.strip_prefix("lib/") {
                    let _ = prelude_name;
                    prelude.push(ModuleRef::File(at));
                } else {
                    stubs.insert(name.to_owned(), at);
                }
                continue;
            }
            files.add(file.path, at);
            for namespace in file.summary.namespaces() {
                if namespace.name == GLOBAL
                    && let Some(body) = namespace.body
                {
                    scripts.open_scopes.push((at, body));
                }
            }
            if !file.summary.head.file.es_module {
                scripts.files.push(at);
                for namespace in file.summary.namespaces() {
                    ambient.entry(namespace.name.to_string()).or_insert(at);
                }
            }
        }
        scripts.open_scopes.sort_unstable();
        let scripts_at = packages.len() as u32;
        packages.push(scripts);
        let (configs, package_files) = project::read(table);
        let mut names: BTreeMap<String, String> = BTreeMap::new();
        for (folder, package) in &package_files {
            if package.name.is_empty() {
                continue;
            }
            let better = names.get(&package.name).is_none_or(|known| {
                (folder.matches('/').count(), folder) < (known.matches('/').count(), known)
            });
            if better {
                names.insert(package.name.clone(), folder.clone());
            }
        }
        Self {
            files,
            stubs,
            prelude,
            ambient,
            configs,
            packages: package_files,
            names,
            scripts: scripts_at,
            targets: (0..table.file_count()).map(|_| OnceLock::new()).collect(),
        }
    }

    fn resolve(&self, table: &dyn FileTable, from: &str, specifier: &str) -> ModuleTarget {
        let folder = parent(from);
        let bare = specifier.split(['?']).next().unwrap_or(specifier);
        if bare.starts_with('.') {
            return match resolve(folder, bare).and_then(|path| self.file(table, &path)) {
                Some(file) => ModuleTarget::Module(ModuleRef::File(file)),
                None => ModuleTarget::Unknown,
            };
        }
        if let Some(rest) = bare.strip_prefix("node:") {
            return self.stub(rest);
        }
        if let Some(file) = self
            .by_paths(table, folder, bare)
            .or_else(|| self.by_package(table, folder, bare))
        {
            return ModuleTarget::Module(ModuleRef::File(file));
        }
        if let Some(file) = self.ambient.get(bare) {
            return ModuleTarget::Within(ModuleRef::File(*file), vec![bare.into()]);
        }
        if bare.starts_with("@/") || bare.starts_with("~/") || bare.starts_with('/') {
            let rest = bare.trim_start_matches(['@', '~', '/']);
            let package = ancestors(folder)
                .find(|folder| self.packages.contains_key(*folder))
                .unwrap_or("");
            let found = ["src", ""].iter().find_map(|source| {
                let path = resolve(package, source).and_then(|base| resolve(&base, rest))?;
                self.file(table, &path)
            });
            return match found {
                Some(file) => ModuleTarget::Module(ModuleRef::File(file)),
                None => ModuleTarget::Unknown,
            };
        }
        self.stub(bare)
    }

    fn stub(&self, name: &str) -> ModuleTarget {
        match self.stubs.get(name) {
            Some(file) => ModuleTarget::Module(ModuleRef::File(*file)),
            None => ModuleTarget::External,
        }
    }

    /// Resolves by `paths` and `baseUrl` of the nearest project settings that have them.
    fn by_paths(&self, table: &dyn FileTable, folder: &str, specifier: &str) -> Option<SourceId> {
        ancestors(folder)
            .filter_map(|folder| self.configs.get(folder))
            .find_map(|config| {
                let mapped = config.paths.iter().find_map(|(pattern, targets)| {
                    let star = pattern_match(pattern, specifier)?;
                    targets
                        .iter()
                        .find_map(|target| self.source_file(table, &target.replacen('*', star, 1)))
                });
                mapped.or_else(|| {
                    let base = config.base_url.as_deref()?;
                    self.file(table, &resolve(base, specifier)?)
                })
            })
    }

    /// Resolves by `imports` of the enclosing package, or to the package of that name in this repository.
    fn by_package(&self, table: &dyn FileTable, folder: &str, specifier: &str) -> Option<SourceId> {
        if specifier.starts_with('#') {
            let own = ancestors(folder).find(|folder| self.packages.contains_key(*folder))?;
            return self.by_map(table, own, &self.packages.get(own)?.imports, specifier);
        }
        let name_end = match specifier.strip_prefix('@') {
            Some(rest) => {
                let slash = rest.find('/')? + 1;
                specifier[slash + 1..]
                    .find('/')
                    .map_or(specifier.len(), |at| slash + 1 + at)
            }
            None => specifier.find('/').unwrap_or(specifier.len()),
        };
        let (name, rest) = (
            &specifier[..name_end],
            specifier[name_end..].trim_start_matches('/'),
        );
        let folder = self.names.get(name)?;
        let package = self.packages.get(folder)?;
        let key = if rest.is_empty() {
            ".".to_owned()
        } else {
            format!("./{rest}")
        };
        if let Some(file) = self.by_map(table, folder, &package.exports, &key) {
            return Some(file);
        }
        if rest.is_empty() {
            let mains = package
                .mains
                .iter()
                .find_map(|main| self.source_file(table, &resolve(folder, main)?));
            return mains.or_else(|| {
                ["src/index", "index", "lib/index"]
                    .iter()
                    .find_map(|main| self.file(table, &resolve(folder, main)?))
            });
        }
        self.source_file(table, &resolve(folder, rest)?)
            .or_else(|| {
                SOURCE_FOLDERS
                    .iter()
                    .find_map(|source| self.file(table, &resolve(&resolve(folder, source)?, rest)?))
            })
    }

    fn by_map(
        &self,
        table: &dyn FileTable,
        folder: &str,
        map: &[(String, Vec<String>)],
        key: &str,
    ) -> Option<SourceId> {
        // An exact key precedes patterns; longer patterns precede shorter ones.
        let mut found: Vec<(&str, &Vec<String>, &str)> = map
            .iter()
            .filter_map(|(pattern, targets)| {
                pattern_match(pattern, key).map(|star| (pattern.as_str(), targets, star))
            })
            .collect();
        found.sort_by_key(|(pattern, _, _)| {
            (pattern.contains('*'), std::cmp::Reverse(pattern.len()))
        });
        found.iter().find_map(|(_, targets, star)| {
            let paths: Vec<String> = targets
                .iter()
                .filter_map(|target| resolve(folder, &target.replace('*', star)))
                .collect();
            paths
                .iter()
                .find_map(|path| self.file(table, path))
                .or_else(|| paths.iter().find_map(|path| self.source_file(table, path)))
        })
    }

    /// Returns the file at a path. If the path is in a build folder, returns its source.
    fn source_file(&self, table: &dyn FileTable, path: &str) -> Option<SourceId> {
        if let Some(file) = self.file(table, path) {
            return Some(file);
        }
        let package = ancestors(path)
            .find(|folder| self.packages.contains_key(*folder))
            .unwrap_or("");
        let rest = path.strip_prefix(package)?.trim_start_matches('/');
        let mut inner = rest;
        // `dist/esm/x.js` may come from `src/esm/x.ts` or from `src/x.ts`.
        for _ in 0..2 {
            let (_, below) = inner.split_once('/')?;
            inner = below;
            let found = SOURCE_FOLDERS
                .iter()
                .find_map(|source| self.file(table, &resolve(&resolve(package, source)?, inner)?));
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Returns the file at a path: as written, with another extension, or the index of a folder.
    fn file(&self, table: &dyn FileTable, path: &str) -> Option<SourceId> {
        let at = |path: &str| self.files.at_path(table, path);
        if let Some(file) = at(path) {
            return Some(file);
        }
        for (ending, sources) in REWRITES {
            if let Some(stem) = path.strip_suffix(ending) {
                let found = sources
                    .iter()
                    .find_map(|source| at(&format!("{stem}{source}")));
                if found.is_some() {
                    return found;
                }
            }
        }
        let with_ending = |stem: &str| {
            ENDINGS
                .iter()
                .find_map(|ending| at(&format!("{stem}{ending}")))
        };
        if let Some(file) = with_ending(path) {
            return Some(file);
        }
        if let Some(package) = self.packages.get(path) {
            let main = package.mains.iter().find_map(|main| {
                let main = resolve(path, main)?;
                at(&main).or_else(|| with_ending(&main))
            });
            if main.is_some() {
                return main;
            }
        }
        with_ending(&if path.is_empty() {
            "index".to_owned()
        } else {
            format!("{path}/index")
        })
    }
}

impl ModuleFinder for TypeScriptModules {
    fn target(
        &self,
        table: &dyn FileTable,
        file: SourceId,
        id: ImportId,
        _: &Import,
    ) -> ModuleTarget {
        let targets = self.targets[file.index()].get_or_init(|| {
            let (path, facts) = (table.path(file), table.facts(file));
            let imports = facts.imports.iter();
            imports
                .map(|import| self.resolve(table, path, facts.str(import.module)))
                .collect()
        });
        targets
            .get(id.index())
            .cloned()
            .unwrap_or(ModuleTarget::Unknown)
    }

    fn augmented(&self, table: &dyn FileTable, file: SourceId, namespace: &str) -> Vec<ModuleRef> {
        let is_script = !table.facts(file).file.es_module;
        if namespace == GLOBAL {
            let scripts = ModuleRef::Package(self.scripts);
            return [scripts].iter().chain(&self.prelude).copied().collect();
        }
        if namespace.is_empty() {
            return if is_script {
                self.prelude.clone()
            } else {
                Vec::new()
            };
        }
        // In a script, the namespace is the only declaration of the module.
        if is_script {
            return Vec::new();
        }
        match self.resolve(table, table.path(file), namespace) {
            ModuleTarget::Module(module) => vec![module],
            _ => Vec::new(),
        }
    }

    fn package_of(&self, _: SourceId) -> Option<u32> {
        Some(self.scripts)
    }

    fn prelude(&self) -> &[ModuleRef] {
        &self.prelude
    }
}

/// Returns the part of a specifier that `*` in a pattern matches; the empty string for a pattern without `*`.
fn pattern_match<'s>(pattern: &str, specifier: &'s str) -> Option<&'s str> {
    match pattern.split_once('*') {
        Some((start, end)) => {
            let rest = specifier.strip_prefix(start)?;
            rest.strip_suffix(end)
        }
        None if pattern.ends_with('/') => specifier.strip_prefix(pattern),
        None => (pattern == specifier).then_some(""),
    }
}

/// Returns a folder and its ancestors, up to the root.
fn ancestors(folder: &str) -> impl Iterator<Item = &str> {
    std::iter::successors(Some(folder), |folder| {
        (!folder.is_empty()).then(|| parent(folder))
    })
}

#[cfg(test)]
mod tests {
    use super::pattern_match;

    #[test]
    fn patterns_match_with_at_most_one_star() {
        assert_eq!(pattern_match("#utils/*", "#utils/a/b"), Some("a/b"));
        assert_eq!(pattern_match("#utils", "#utils"), Some(""));
        assert_eq!(pattern_match("#utils", "#utils/a"), None);
    }
}
