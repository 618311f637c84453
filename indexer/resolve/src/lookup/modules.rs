//! Members of modules and packages, behind re-exports.

use bombe_facts::name::Name;
use bombe_facts::{BindingId, Bound, DefFlags, DefRole, ImportId, ImportKind, ScopeId};
use bombe_format::kind::SymbolKind;
use bombe_rules::file_table::SourceId;
use bombe_rules::modules::ModuleRef;
use smallvec::SmallVec;

use crate::dependencies;
use crate::ids::Sym;
use crate::session::{Entity, Namespace, Session};

impl Session<'_> {
    /// Returns what a module exports or a package holds under a name, through re-exports.
    pub fn module_member(&mut self, module: ModuleRef, name: Name, space: Namespace) -> Entity {
        let key = (module, name, space);
        self.memoized(
            |session| &mut session.module_members,
            key,
            |session| session.find_module_member(module, name, space),
        )
    }

    fn find_module_member(&mut self, module: ModuleRef, name: Name, space: Namespace) -> Entity {
        let repo = self.repo();
        let file = match module {
            ModuleRef::Package(package)
                if !self.cx.packages[package as usize].scopes.is_empty() =>
            {
                let found = self.scoped_member(self.home, package, name, space);
                // A library's namespace holds more than its stub file declares.
                let scopes = &self.cx.packages[package as usize].scopes;
                if found == Entity::Unknown
                    && scopes
                        .iter()
                        .any(|(file, scope)| !scope.is_module() && repo.is_external(*file))
                {
                    return Entity::External;
                }
                return found;
            }
            ModuleRef::Package(package) => {
                let found = self.cx.package_bindings(package, name);
                let mut found: SmallVec<[(SourceId, BindingId); 4]> =
                    found.map(|row| (row.file, row.bound.binding)).collect();
                found.retain(|(file, id)| space != Namespace::Value || self.has_value(*file, *id));
                self.types.count(4 * (1 + found.len()));
                let mut syms: SmallVec<[Sym; 2]> = SmallVec::new();
                for (file, id) in &found {
                    if let Bound::Def(def) = repo.binding(*file, *id).what
                        && repo.facts(*file).defs[def.index()].role != DefRole::Value
                    {
                        syms.push(repo.sym(*file, def));
                    }
                }
                if space == Namespace::Type {
                    self.keep_declared(&mut syms);
                }
                if !syms.is_empty() {
                    self.keep_common_build(&mut syms);
                    return Entity::Syms(syms);
                }
                let common = |file: SourceId| !repo.facts(file).file.other_build;
                if let Some((file, _)) = found
                    .iter()
                    .find(|(file, _)| common(*file))
                    .or(found.first())
                {
                    let ids: SmallVec<[BindingId; 2]> = found
                        .iter()
                        .filter(|(f, _)| f == file)
                        .map(|(_, id)| *id)
                        .collect();
                    if let Some(entity) = self.entity_of_bindings(*file, &ids, space) {
                        return entity;
                    }
                }
                let children = &self.cx.packages[package as usize].children;
                return children
                    .get(&name)
                    .map_or(Entity::Unknown, |child| Entity::Module(*child));
            }
            ModuleRef::File(file) => file,
        };
        let facts = repo.facts(file);
        self.types.count(facts.exports.len() + facts.imports.len());
        for export in &facts.exports {
            if repo.name(file, export.name) == name {
                let entity = self.entity_of_expr(file, export.value, space);
                if entity != Entity::Unknown {
                    return entity;
                }
            }
        }
        if (!facts.file.es_module || self.exports_binding(file, name))
            && let Some(entity) =
                self.bindings_entity(file, ScopeId::MODULE, u32::MAX, name, space, true, true)
            && entity != Entity::Unknown
        {
            return entity;
        }
        let mut blind = false;
        for (at, import) in facts.imports.iter().enumerate() {
            let passes_on = import.reexport
                && matches!(
                    import.kind,
                    ImportKind::Wildcard
                        | ImportKind::StaticWildcard
                        | ImportKind::Include
                        | ImportKind::SystemInclude
                );
            if passes_on {
                match self.wildcard_member(file, ImportId(at as u32), name, space) {
                    Entity::Unknown => {}
                    Entity::External => blind = true,
                    entity => return entity,
                }
            }
        }
        dependencies::record_name(name);
        if let Some(child) = self.cx.finder(file).child(module, name) {
            return Entity::Module(child);
        }
        if blind {
            Entity::External
        } else {
            Entity::Unknown
        }
    }

    /// Returns true if a binding may have a value: not that of an interface or alias, where types have a namespace.
    fn has_value(&self, file: SourceId, id: BindingId) -> bool {
        let repo = self.repo();
        match repo.binding(file, id).what {
            Bound::Def(def) if self.cx.profile(file).type_space => {
                let def = &repo.facts(file).defs[def.index()];
                def.role != DefRole::Alias && def.kind != Some(SymbolKind::Interface)
            }
            _ => true,
        }
    }

    /// Of types of one name that a package shares, keeps the one that a library declares, too: it stands for all of its
    /// declarations.
    fn keep_declared(&self, syms: &mut SmallVec<[Sym; 2]>) {
        let cx = self.cx;
        let declared = syms
            .iter()
            .flat_map(|sym| cx.merged_with(*sym))
            .find(|sym| self.repo().is_external_sym(*sym));
        if let Some(declared) = declared {
            syms.clear();
            syms.push(declared);
        }
    }

    /// Returns true if a module with export statements exports a top-level definition under its own name.
    fn exports_binding(&self, file: SourceId, name: Name) -> bool {
        let repo = self.repo();
        let defs = &repo.facts(file).defs;
        let mut bindings = repo.bindings(file, ScopeId::MODULE, name);
        bindings.any(|id| match repo.binding(file, id).what {
            Bound::Def(def) => defs[def.index()].flags.has(DefFlags::EXPORTED),
            _ => false,
        })
    }

    /// Returns true for a stub file that may lack names, and for a package that a module finder knows to lack some.
    pub(crate) fn is_partial_stub(&self, module: ModuleRef) -> bool {
        match module {
            ModuleRef::File(file) => {
                self.repo().is_external(file)
                    && self.cx.profile(file).partial_stubs
                    && !self.cx.finder(file).prelude().contains(&module)
            }
            ModuleRef::Package(_) => self
                .cx
                .modules
                .iter()
                .any(|finder| finder.is_partial(module)),
        }
    }

    /// Of definitions of one name, keeps those for the common platform, if there are any.
    pub(crate) fn keep_common_build<const N: usize>(&self, syms: &mut SmallVec<[Sym; N]>)
    where
        [Sym; N]: smallvec::Array<Item = Sym>,
    {
        let repo = self.repo();
        let common = |sym: &Sym| {
            !repo.facts(repo.file_of(*sym)).file.other_build
                && !repo.def(*sym).flags.has(DefFlags::OTHER_BUILD)
        };
        if syms.len() > 1 && syms.iter().any(common) {
            syms.retain(|sym| common(sym));
        }
    }
}
