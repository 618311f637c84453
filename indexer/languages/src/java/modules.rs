//! Groups files into packages by their `package` declaration, independent of folders and modules.

use bombe_rules::file_table::SourceId;
use hashbrown::{HashMap, HashSet};

use bombe_facts::name::Name;
use bombe_facts::{Import, ImportId, ImportKind};
use bombe_rules::file_table::FileTable;
use bombe_rules::modules::ModuleRef;
use bombe_rules::modules::{ModuleFinder, ModuleTarget, Package};

/// The package of a file in another language.
const NO_PACKAGE: u32 = u32::MAX;

/// The packages of a repository and of the stub files.
pub(super) struct Packages {
    /// Packages by full name, including those that only hold other packages.
    by_name: HashMap<Name, u32>,
    /// Package of each file.
    of_file: Vec<u32>,
    /// Top-level types as (package, name).
    declared: HashSet<(u32, Name)>,
    /// Packages with files in the repository: all of their types are known.
    own: HashSet<u32>,
    prelude: Vec<ModuleRef>,
}

impl Packages {
    /// Groups the Java files of a repository, followed by the stub files.
    pub(super) fn new(
        table: &dyn FileTable,
        is_java: impl Fn(SourceId) -> bool,
        packages: &mut Vec<Package>,
    ) -> Self {
        let mut found = Self {
            by_name: HashMap::new(),
            of_file: vec![NO_PACKAGE; table.file_count() as usize],
            declared: HashSet::with_capacity(table.file_count() as usize),
            own: HashSet::new(),
            prelude: Vec::new(),
        };
        // Consecutive files of a folder usually have the same package.
        let mut last: Option<(&str, u32)> = None;
        for file in SourceId::first(table.file_count()) {
            if !is_java(file) {
                continue;
            }
            let outline = table.file(file).summary;
            let name = outline.package();
            let at = match last {
                Some((known, at)) if known == name => at,
                _ => found.package(name, packages),
            };
            last = Some((name, at));
            found.of_file[file.index()] = at;
            if !table.is_external(file) {
                found.own.insert(at);
            }
            // Files of the repository come before stub files, so their declarations win.
            packages[at as usize].files.push(file);
            found.declared.extend(outline.tops().map(|name| (at, name)));
        }
        if let Some(at) = found.by_name.get(&Name::of("java.lang")) {
            found.prelude.push(ModuleRef::Package(*at));
        }
        found
    }

    /// Returns the package of a full name. Adds it and its parents if they are new.
    fn package(&mut self, name: &str, packages: &mut Vec<Package>) -> u32 {
        if let Some(at) = self.by_name.get(&Name::of(name)) {
            return *at;
        }
        let at = packages.len() as u32;
        packages.push(Package {
            name: name.to_owned(),
            ..Package::default()
        });
        self.by_name.insert(Name::of(name), at);
        if let Some((outer, last)) = name.rsplit_once('.') {
            let outer = self.package(outer, packages);
            let children = &mut packages[outer as usize].children;
            children.insert(Name::of(last), ModuleRef::Package(at));
        }
        at
    }

    fn declares(&self, table: &dyn FileTable, package: u32, name: &str) -> bool {
        self.declares_name(table, package, Name::of(name))
    }

    fn declares_name(&self, table: &dyn FileTable, package: u32, name: Name) -> bool {
        table.depends_on_name(name);
        self.declared.contains(&(package, name))
    }

    /// Resolves a dotted name to a type: the longest package prefix that declares the next part.
    fn type_named(&self, table: &dyn FileTable, dotted: &str) -> ModuleTarget {
        let mut package = dotted;
        loop {
            package = match package.rsplit_once('.') {
                Some((outer, _)) => outer,
                None if package.is_empty() => return ModuleTarget::External,
                None => "",
            };
            let Some(at) = self.by_name.get(&Name::of(package)) else {
                continue;
            };
            let rest = dotted[package.len()..].trim_start_matches('.');
            let mut path = rest.split('.').peekable();
            if path
                .peek()
                .is_some_and(|first| self.declares(table, *at, first))
            {
                let path = path.map(Into::into).collect();
                return ModuleTarget::Within(ModuleRef::Package(*at), path);
            }
        }
    }
}

impl ModuleFinder for Packages {
    fn target(
        &self,
        table: &dyn FileTable,
        file: SourceId,
        _: ImportId,
        import: &Import,
    ) -> ModuleTarget {
        let facts = table.facts(file);
        let module = facts.str(import.module);
        let package = self.by_name.get(&Name::of(module)).copied();
        match (import.kind, package) {
            (ImportKind::Symbol, Some(at)) => {
                let name = table.name(file, import.symbol);
                if self.declares_name(table, at, name) {
                    ModuleTarget::Module(ModuleRef::Package(at))
                } else {
                    ModuleTarget::External
                }
            }
            (ImportKind::Wildcard, Some(at)) => ModuleTarget::Module(ModuleRef::Package(at)),
            _ => self.type_named(table, module),
        }
    }

    fn package_of(&self, file: SourceId) -> Option<u32> {
        let at = self.of_file[file.index()];
        (at != NO_PACKAGE).then_some(at)
    }

    fn root(&self, _: &dyn FileTable, _: SourceId, name: Name) -> Option<ModuleRef> {
        let at = self.by_name.get(&name)?;
        Some(ModuleRef::Package(*at))
    }

    fn prelude(&self) -> &[ModuleRef] {
        &self.prelude
    }

    fn is_partial(&self, module: ModuleRef) -> bool {
        matches!(module, ModuleRef::Package(at) if !self.own.contains(&at))
    }
}
