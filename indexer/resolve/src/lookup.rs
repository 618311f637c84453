//! Names to entities: scopes outwards, then package, wildcard imports, prelude; imports through re-exports; members of
//! modules.

use bombe_format::kind::{Rule, SymbolKind};
use smallvec::{SmallVec, smallvec};

use bombe_facts::{
    BindingId, Bound, DefFlags, DefRole, Expr, ExprId, Import, ImportId, ImportKind, ScopeId,
    ScopeKind,
};

use super::dependencies;
use super::member::MemberFilter;
use super::repo::{Name, Sym};
use super::session::{Entity, Found, Memo, Namespace, Session};
use super::types::{Ty, TyData};
use bombe_rules::modules::ModuleRef;
use bombe_rules::modules::ModuleTarget;
use bombe_rules::profile::ClassNames;

impl Session<'_> {
    /// Looks a name up from a scope at a byte position, outwards through everything that the language lets it see.
    pub fn lookup(
        &mut self,
        file: u32,
        scope: ScopeId,
        pos: u32,
        name: Name,
        space: Namespace,
    ) -> Found {
        let (scope, left_function) = self.first_scope_with(file, scope, name);
        let key = (file, scope, pos, name, space, left_function);
        if let Some(found) = self.lookups.get(&key) {
            return found.clone();
        }
        let provisional = self.provisional;
        let found = self.lookup_from(file, scope, left_function, pos, name, space);
        if self.provisional == provisional {
            self.lookups.insert(key, found.clone());
        }
        found
    }

    /// The first scope outwards that may know a name, and whether a function is left on the way there.
    fn first_scope_with(&self, file: u32, mut scope: ScopeId, name: Name) -> (ScopeId, bool) {
        let repo = self.repo();
        let facts = repo.facts(file);
        let finder = self.cx.finder(file);
        let mut left_function = false;
        while scope.0 != 0 {
            let s = &facts.scopes[scope.index()];
            let has_members = match s.kind {
                ScopeKind::Class => true,
                ScopeKind::Function => facts.defs[s.def.index()].receiver.0 != 0,
                _ => false,
            };
            if has_members
                || repo.bindings(file, scope, name).next().is_some()
                || finder.package_of_scope(file, scope).is_some()
            {
                break;
            }
            left_function |= s.kind == ScopeKind::Function;
            scope = s.parent;
        }
        (scope, left_function)
    }

    fn lookup_from(
        &mut self,
        file: u32,
        scope: ScopeId,
        mut left_function: bool,
        pos: u32,
        name: Name,
        space: Namespace,
    ) -> Found {
        let repo = self.repo();
        let facts = repo.facts(file);
        let class_names = self.cx.profile(file).class_names;
        let start = scope;
        let mut scope = scope;
        let mut perhaps_inherited = false;
        loop {
            let s = &facts.scopes[scope.index()];
            let visible = s.kind != ScopeKind::Class
                || class_names == ClassNames::Members
                || (class_names == ClassNames::BodyOnly && !left_function);
            if let Some(package) = self.cx.finder(file).package_of_scope(file, scope) {
                let entity = self.scoped_member(file, package, name, space);
                if entity != Entity::Unknown {
                    let rule = if self.declared_in(file, &entity) {
                        Rule::Scope
                    } else {
                        Rule::Package
                    };
                    return Found { entity, rule };
                }
            }
            if let Some(entity) =
                self.bindings_entity(file, scope, pos, name, space, left_function, visible)
            {
                return Found {
                    entity,
                    rule: Rule::Scope,
                };
            }
            let owned = s.kind == ScopeKind::Function && facts.defs[s.def.index()].receiver.0 != 0;
            if (s.kind == ScopeKind::Class || owned)
                && class_names == ClassNames::Members
                && let Some(found) = self.class_scope_member(file, scope, name, space)
            {
                // A supertype that is not in sight may have any member, but what is in sight further out comes first.
                if found.entity != Entity::Typed(Ty::EXTERNAL) {
                    return found;
                }
                perhaps_inherited = true;
            }
            left_function |= s.kind == ScopeKind::Function;
            if scope.0 == 0 {
                break;
            }
            scope = s.parent;
        }
        if class_names == ClassNames::Members
            && let Some(found) = self.beside_receiver(file, start, name, space)
        {
            return found;
        }
        let found = self.lookup_outside(file, name, space);
        if perhaps_inherited && matches!(found.entity, Entity::Unknown | Entity::External) {
            return Found {
                entity: Entity::External,
                rule: Rule::SelfMember,
            };
        }
        found
    }

    /// True if everything that an entity consists of stands in a file.
    fn declared_in(&self, file: u32, entity: &Entity) -> bool {
        match entity {
            Entity::Syms(syms) => syms.iter().all(|sym| self.repo().file_of(*sym) == file),
            Entity::Bindings(at, _) => *at == file,
            _ => false,
        }
    }

    /// A function defined away from its class sees what the class sees: names of the namespaces around the class.
    fn beside_receiver(
        &mut self,
        file: u32,
        mut scope: ScopeId,
        name: Name,
        space: Namespace,
    ) -> Option<Found> {
        let repo = self.repo();
        let facts = repo.facts(file);
        while scope.0 != 0 {
            let s = &facts.scopes[scope.index()];
            let receiver = facts.defs[s.def.index()].receiver;
            if s.kind == ScopeKind::Function && receiver.0 != 0 {
                let ty = self.type_from(file, receiver);
                let TyData::Instance(owner, _) = self.types.get(ty) else {
                    return None;
                };
                let home = repo.file_of(owner);
                let mut around = repo.def(owner).scope;
                let facts = repo.facts(home);
                while around.0 != 0 {
                    let scope = &facts.scopes[around.index()];
                    if let Some(package) = self.cx.finder(home).package_of_scope(home, around) {
                        let entity = self.scoped_member(file, package, name, space);
                        if entity != Entity::Unknown {
                            return Some(Found {
                                entity,
                                rule: Rule::Package,
                            });
                        }
                    } else if scope.kind == ScopeKind::Class
                        && let Some(found) = self.class_scope_member(home, around, name, space)
                    {
                        return Some(found);
                    }
                    around = scope.parent;
                }
                return None;
            }
            scope = s.parent;
        }
        None
    }

    /// Looks up a name that stands where a type does. In languages with a namespace for types the class may be what a
    /// variable holds (`new made()`, `extends Base`).
    pub fn lookup_type(&mut self, file: u32, scope: ScopeId, name: Name) -> Found {
        let found = self.lookup(file, scope, u32::MAX, name, Namespace::Type);
        if found.entity == Entity::Unknown && self.cx.profile(file).type_space {
            return self.lookup(file, scope, u32::MAX, name, Namespace::Value);
        }
        found
    }

    /// Looks a name up beyond the file's own scopes: package, wildcard imports, roots, prelude.
    pub fn lookup_outside(&mut self, file: u32, name: Name, space: Namespace) -> Found {
        let finder = self.cx.finder(file);
        if space != Namespace::Call
            && let Some(package) = finder.package_of(file)
        {
            let entity = self.module_member(ModuleRef::Package(package), name, space);
            if entity != Entity::Unknown {
                return Found {
                    entity,
                    rule: Rule::Package,
                };
            }
        }
        let mut methods: SmallVec<[Sym; 2]> = SmallVec::new();
        let mut blind = false;
        for (at, import) in self.repo().facts(file).imports.iter().enumerate() {
            let is_wildcard = matches!(
                import.kind,
                ImportKind::Wildcard
                    | ImportKind::StaticWildcard
                    | ImportKind::Include
                    | ImportKind::SystemInclude
            );
            let scoped = finder.package_of_scope(file, ScopeId(0)).is_some();
            let brings_calls = import.kind == ImportKind::StaticWildcard;
            if !is_wildcard
                || (space == Namespace::Call && !brings_calls)
                || (import.reexport && self.cx.profile(file).type_space)
            {
                continue;
            }
            // What is included is seen through the packages that its scopes belong to.
            if scoped && matches!(import.kind, ImportKind::Include | ImportKind::SystemInclude) {
                let target = self.target(file, ImportId(at as u32), import);
                blind |= !matches!(target, ModuleTarget::Module(ModuleRef::File(to)) if !self.repo().is_external(to));
                continue;
            }
            match self.wildcard_member(file, ImportId(at as u32), name, space) {
                Entity::Unknown => {}
                Entity::External => blind = true,
                // Methods of one name out of several types are overloads.
                Entity::Syms(more) if space == Namespace::Call => methods.extend(more),
                entity => {
                    return Found {
                        entity,
                        rule: Rule::Wildcard,
                    };
                }
            }
        }
        if space == Namespace::Call {
            return Found {
                entity: if !methods.is_empty() {
                    Entity::Syms(methods)
                } else if blind {
                    Entity::External
                } else {
                    Entity::Unknown
                },
                rule: Rule::Wildcard,
            };
        }
        if let Some(module) = finder.root(self.repo(), file, name) {
            return Found {
                entity: Entity::Module(module),
                rule: Rule::StaticMember,
            };
        }
        let prelude: SmallVec<[ModuleRef; 4]> = finder.prelude().iter().copied().collect();
        for module in prelude {
            let entity = self.module_member(module, name, space);
            if entity != Entity::Unknown {
                return Found {
                    entity,
                    rule: Rule::Wildcard,
                };
            }
        }
        Found {
            entity: if blind {
                Entity::External
            } else {
                Entity::Unknown
            },
            rule: Rule::Wildcard,
        }
    }

    /// A member of the class that a class scope belongs to, inherited ones included.
    fn class_scope_member(
        &mut self,
        file: u32,
        scope: ScopeId,
        name: Name,
        space: Namespace,
    ) -> Option<Found> {
        let this = self.this_type(file, scope);
        if space == Namespace::Type {
            let sym = self.nested_type(this, name)?;
            return Some(Found {
                entity: Entity::Syms(smallvec![sym]),
                rule: Rule::SelfMember,
            });
        }
        let filter_by = self.wanted_members(file, space);
        let hit = self.find_member_as(this, name, filter_by)?;
        Some(Found {
            entity: Entity::Typed(hit),
            rule: Rule::SelfMember,
        })
    }

    /// The members that a lookup in a namespace is for.
    fn wanted_members(&self, file: u32, space: Namespace) -> MemberFilter {
        match space {
            Namespace::Call => MemberFilter::Methods,
            _ if self.cx.profile(file).method_space => MemberFilter::Values,
            _ => MemberFilter::Any,
        }
    }

    /// What the bindings of one scope make of a name, or `None` to look further out.
    #[expect(
        clippy::too_many_arguments,
        reason = "one step of `lookup`, split off for its length"
    )]
    fn bindings_entity(
        &mut self,
        file: u32,
        scope: ScopeId,
        pos: u32,
        name: Name,
        space: Namespace,
        left_function: bool,
        visible: bool,
    ) -> Option<Entity> {
        let repo = self.repo();
        let facts = repo.facts(file);
        let type_space = self.cx.profile(file).type_space;
        let lexical = self.cx.profile(file).lexical;
        let fits = |id: &BindingId| {
            let binding = repo.binding(file, *id);
            let role = match binding.what {
                Bound::Def(def) => facts.defs[def.index()].role,
                _ => DefRole::Value,
            };
            if !visible && role != DefRole::TypeParam {
                return false;
            }
            if left_function && binding.what == Bound::Narrow {
                return false;
            }
            if space == Namespace::Call {
                return match binding.what {
                    Bound::Import(import) => {
                        facts.imports[import.index()].kind == ImportKind::Static
                    }
                    _ => role == DefRole::Callable,
                };
            }
            // In a class body, a method or an annotated field is no type: a type of its name stands further out.
            if space == Namespace::Type
                && !type_space
                && facts.scopes[scope.index()].kind == ScopeKind::Class
                && let Bound::Def(def) = binding.what
                && (role == DefRole::Callable
                    || (role == DefRole::Value && facts.defs[def.index()].ty.0 != 0))
            {
                return false;
            }
            if lexical
                && space == Namespace::Type
                && matches!(role, DefRole::Value | DefRole::Callable)
                && !matches!(binding.what, Bound::Import(_))
            {
                return false;
            }
            if !type_space {
                return true;
            }
            let kind = match binding.what {
                Bound::Def(def) => facts.defs[def.index()].kind,
                Bound::Import(_) => return true,
                _ => None,
            };
            match space {
                Namespace::Value => {
                    !matches!(role, DefRole::Alias | DefRole::TypeParam)
                        && kind != Some(SymbolKind::Interface)
                }
                Namespace::Type | Namespace::Call => matches!(
                    role,
                    DefRole::Alias | DefRole::TypeParam | DefRole::Type | DefRole::Namespace
                ),
            }
        };
        let all: SmallVec<[BindingId; 4]> = repo.bindings(file, scope, name).filter(fits).collect();
        all.last()?;
        if all
            .iter()
            .any(|id| repo.binding(file, *id).what == Bound::Outer)
        {
            return None;
        }
        let mut reaching: SmallVec<[BindingId; 2]> = SmallVec::new();
        if left_function && !lexical {
            reaching.extend(all.iter().copied());
        } else {
            for id in all.iter().rev() {
                let binding = repo.binding(file, *id);
                if binding.pos > pos {
                    continue;
                }
                reaching.push(*id);
                let branch = &facts.scopes[binding.branch.index()];
                if binding.pos > 0 && branch.start <= pos && pos <= branch.end {
                    break;
                }
            }
            reaching.reverse();
            if reaching.is_empty() {
                // A class body reads the name from outside until it binds it itself.
                let kind = facts.scopes[scope.index()].kind;
                if lexical || matches!(kind, ScopeKind::Branch | ScopeKind::Class) {
                    return None;
                }
                // A narrowing further down declares nothing: the name belongs to a scope around this one.
                let declared = |id: &&BindingId| repo.binding(file, **id).what != Bound::Narrow;
                reaching.push(*all.iter().rev().find(declared)?);
            }
        }
        // A narrowing gives way to an assignment made after it.
        if facts.scopes[scope.index()].kind == ScopeKind::Branch {
            let narrowed_at = repo.binding(file, *reaching.last()?).pos;
            let declaring = self.declaring_scope(file, scope);
            let reassigned = repo.bindings(file, declaring, name).any(|id| {
                let binding = repo.binding(file, id);
                binding.pos > narrowed_at && binding.pos <= pos
            });
            if reassigned {
                return None;
            }
        }
        let found = self.entity_of_bindings(file, &reaching, space);
        // A static import may be of another kind of member than the one looked for.
        if found == Some(Entity::Unknown) && self.cx.profile(file).method_space {
            return None;
        }
        found
    }

    fn declaring_scope(&self, file: u32, mut scope: ScopeId) -> ScopeId {
        let facts = self.repo().facts(file);
        while facts.scopes[scope.index()].kind == ScopeKind::Branch {
            scope = facts.scopes[scope.index()].parent;
        }
        scope
    }

    /// Bindings as one entity: definitions together, else an import, else variables.
    fn entity_of_bindings(
        &mut self,
        file: u32,
        ids: &[BindingId],
        space: Namespace,
    ) -> Option<Entity> {
        let repo = self.repo();
        let mut syms: SmallVec<[Sym; 2]> = SmallVec::new();
        let mut imports: SmallVec<[ImportId; 2]> = SmallVec::new();
        let mut vars: SmallVec<[BindingId; 2]> = SmallVec::new();
        for id in ids {
            match repo.binding(file, *id).what {
                Bound::Def(def) if repo.facts(file).defs[def.index()].role == DefRole::Value => {
                    vars.push(*id);
                }
                Bound::Def(def) => syms.push(repo.sym(file, def)),
                Bound::Import(import_id) => imports.push(import_id),
                Bound::Outer => {}
                Bound::Var | Bound::Param(..) | Bound::Narrow => vars.push(*id),
            }
        }
        if !syms.is_empty() && vars.is_empty() {
            return Some(Entity::Syms(syms));
        }
        if space == Namespace::Call {
            return Some(self.imported_methods(file, ids));
        }
        if vars.is_empty() && !imports.is_empty() {
            return Some(self.entity_of_imports(file, &imports, space));
        }
        if vars.is_empty() {
            return None;
        }
        // Definitions and imports among the assignments count as further values.
        Some(Entity::Bindings(file, ids.iter().copied().collect()))
    }

    /// Several imports of one name: the last, unless a module and something in it share the name (`mod a; use a::a;`).
    fn entity_of_imports(&mut self, file: u32, imports: &[ImportId], space: Namespace) -> Entity {
        let Some((last, rest)) = imports.split_last() else {
            return Entity::Unknown;
        };
        if rest.is_empty() || !self.cx.profile(file).member_space {
            return self.import_entity(file, *last, space);
        }
        let is_module = |id: &ImportId| {
            self.repo().facts(file).imports[id.index()].kind == ImportKind::ChildModule
        };
        let mut ordered: SmallVec<[ImportId; 4]> = imports.iter().rev().copied().collect();
        ordered.sort_by_key(|id| is_module(id) != (space == Namespace::Type));
        ordered
            .into_iter()
            .map(|id| self.import_entity(file, id, space))
            .find(|entity| *entity != Entity::Unknown)
            .unwrap_or(Entity::Unknown)
    }

    /// Methods that imports bring in under one name: overloads, whatever types they come from.
    fn imported_methods(&mut self, file: u32, ids: &[BindingId]) -> Entity {
        let mut methods: SmallVec<[Sym; 2]> = SmallVec::new();
        let mut other = Entity::Unknown;
        for id in ids {
            let Bound::Import(import) = self.repo().binding(file, *id).what else {
                continue;
            };
            match self.import_entity(file, import, Namespace::Call) {
                Entity::Syms(more) => methods.extend(more),
                Entity::Unknown => {}
                entity => other = entity,
            }
        }
        if methods.is_empty() {
            other
        } else {
            Entity::Syms(methods)
        }
    }

    /// What an import binds.
    pub fn import_entity(&mut self, file: u32, id: ImportId, space: Namespace) -> Entity {
        let key = (file, id, space);
        match self.imports.get(&key) {
            Some(Memo::Done(entity)) => return entity.clone(),
            Some(Memo::Running) => {
                self.provisional += 1;
                return Entity::Unknown;
            }
            None => {}
        }
        self.imports.insert(key, Memo::Running);
        let entity = self.deeper(Entity::Unknown, |session| {
            session.find_import(file, id, space)
        });
        self.imports.insert(key, Memo::Done(entity.clone()));
        entity
    }

    /// Where an import of a file leads.
    pub(super) fn target(&self, file: u32, id: ImportId, import: &Import) -> ModuleTarget {
        let repo = self.repo();
        dependencies::record_path(repo.facts(file).str(import.module));
        self.cx.finder(file).target(repo, file, id, import)
    }

    fn find_import(&mut self, file: u32, id: ImportId, space: Namespace) -> Entity {
        let repo = self.repo();
        let import = &repo.facts(file).imports[id.0 as usize];
        let container = match self.target(file, id, import) {
            ModuleTarget::External => return Entity::External,
            ModuleTarget::Unknown => return Entity::Unknown,
            ModuleTarget::Module(module) => Entity::Module(module),
            ModuleTarget::Within(module, path) => {
                let mut entity = Entity::Module(module);
                for part in path {
                    entity = self.entity_member(&entity, Name::of(&part), Namespace::Type);
                }
                entity
            }
        };
        match import.kind {
            ImportKind::Symbol | ImportKind::Static => {
                let name = repo.name(file, import.symbol);
                let found = self.entity_member(&container, name, space);
                if found == Entity::Unknown && space == Namespace::Type {
                    return self.entity_member(&container, name, Namespace::Value);
                }
                found
            }
            ImportKind::Default => self.default_export(&container, space),
            ImportKind::Require => match self.entity_member(&container, Name::of("="), space) {
                Entity::Unknown => container,
                found => found,
            },
            _ => container,
        }
    }

    fn default_export(&mut self, container: &Entity, space: Namespace) -> Entity {
        for name in ["default", "="] {
            match self.entity_member(container, Name::of(name), space) {
                Entity::Unknown => {}
                found => return found,
            }
        }
        if let Entity::Module(ModuleRef::File(file)) = container {
            let repo = self.repo();
            let facts = repo.facts(*file);
            let is_default =
                |def: &bombe_facts::Def| def.flags.has(bombe_facts::DefFlags::DEFAULT_EXPORT);
            let syms: SmallVec<[Sym; 2]> = facts
                .defs
                .iter()
                .enumerate()
                .filter(|(_, def)| is_default(def))
                .map(|(at, _)| repo.sym(*file, bombe_facts::DefId(at as u32)))
                .collect();
            if !syms.is_empty() {
                return Entity::Syms(syms);
            }
        }
        Entity::Unknown
    }

    /// A member of an entity: of a module, a namespace, a class, or a value.
    pub fn entity_member(&mut self, entity: &Entity, name: Name, space: Namespace) -> Entity {
        match entity {
            Entity::External => Entity::External,
            Entity::Unknown => Entity::Unknown,
            Entity::Module(module) => match self.module_member(*module, name, space) {
                Entity::Unknown if self.is_partial_stub(*module) => Entity::External,
                found => found,
            },
            Entity::Syms(syms) => {
                let repo = self.repo();
                for sym in syms {
                    match repo.def(*sym).role {
                        DefRole::Namespace => {
                            let found = self.namespace_member(*sym, name, space);
                            if found != Entity::Unknown {
                                return found;
                            }
                        }
                        DefRole::TypeParam if space == Namespace::Type => {
                            let ty = self.sym_type(*sym);
                            if let Some(ty) = self.associated_type(ty, name) {
                                return Entity::Typed(ty);
                            }
                        }
                        DefRole::Type | DefRole::Alias | DefRole::Object
                            if space == Namespace::Type =>
                        {
                            let ty = self.own_instance(*sym);
                            if let Some(ty) = self.associated_type(ty, name) {
                                return Entity::Typed(ty);
                            }
                            if let Some(nested) = self.nested_type(ty, name) {
                                return Entity::Syms(smallvec![nested]);
                            }
                        }
                        _ => {}
                    }
                }
                self.value_member(entity, name, space)
            }
            Entity::Bindings(..) | Entity::Value(..) | Entity::Typed(_) => {
                self.value_member(entity, name, space)
            }
        }
    }

    /// True for a stub file that may lack names, and for a package of which a finder says so.
    pub(super) fn is_partial_stub(&self, module: ModuleRef) -> bool {
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

    fn value_member(&mut self, entity: &Entity, name: Name, space: Namespace) -> Entity {
        let ty = self.entity_type(entity);
        let filter_by = match space {
            Namespace::Call => MemberFilter::Methods,
            _ => MemberFilter::Any,
        };
        match self.find_member_as(ty, name, filter_by) {
            Some(ty) => match self.types.get(ty) {
                TyData::Func { syms, .. } => {
                    Entity::Syms(self.types.syms_of(syms).iter().copied().collect())
                }
                TyData::External => Entity::External,
                TyData::Module(module) => Entity::Module(module),
                _ => Entity::Typed(ty),
            },
            None => Entity::Unknown,
        }
    }

    /// A definition inside a namespace, or inside another part of the same namespace in the file.
    fn namespace_member(&mut self, sym: Sym, name: Name, space: Namespace) -> Entity {
        let repo = self.repo();
        let file = repo.file_of(sym);
        let Some(scope) = repo.def(sym).body_scope else {
            return Entity::Unknown;
        };
        self.bindings_entity(file, scope, u32::MAX, name, space, true, true)
            .unwrap_or(Entity::Unknown)
    }

    /// What a module exports (or a package holds) under a name, behind re-exports.
    pub fn module_member(&mut self, module: ModuleRef, name: Name, space: Namespace) -> Entity {
        let key = (module, name, space);
        match self.module_members.get(&key) {
            Some(Memo::Done(entity)) => return entity.clone(),
            Some(Memo::Running) => {
                self.provisional += 1;
                return Entity::Unknown;
            }
            None => {}
        }
        self.module_members.insert(key, Memo::Running);
        let entity = self.deeper(Entity::Unknown, |session| {
            session.find_module_member(module, name, space)
        });
        self.module_members.insert(key, Memo::Done(entity.clone()));
        entity
    }

    fn find_module_member(&mut self, module: ModuleRef, name: Name, space: Namespace) -> Entity {
        let repo = self.repo();
        let file = match module {
            ModuleRef::Package(package)
                if !self.cx.packages[package as usize].scopes.is_empty() =>
            {
                let found = self.scoped_member(self.home, package, name, space);
                // A library's namespace holds more than its stub file says.
                let scopes = &self.cx.packages[package as usize].scopes;
                if found == Entity::Unknown
                    && scopes
                        .iter()
                        .any(|(file, scope)| *scope != ScopeId(0) && repo.is_external(*file))
                {
                    return Entity::External;
                }
                return found;
            }
            ModuleRef::Package(package) => {
                let found = self.cx.package_bindings(package, name);
                let found: SmallVec<[(u32, BindingId); 4]> =
                    found.map(|row| (row.file, row.bound.binding)).collect();
                let mut syms: SmallVec<[Sym; 2]> = SmallVec::new();
                for (file, id) in &found {
                    if let Bound::Def(def) = repo.binding(*file, *id).what
                        && repo.facts(*file).defs[def.index()].role != DefRole::Value
                    {
                        syms.push(repo.sym(*file, def));
                    }
                }
                if !syms.is_empty() {
                    self.keep_common_build(&mut syms);
                    return Entity::Syms(syms);
                }
                let common = |file: u32| !repo.facts(file).file.other_build;
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
                self.bindings_entity(file, ScopeId(0), u32::MAX, name, space, true, true)
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

    /// True if a module with export statements exports a top-level definition under its own name.
    fn exports_binding(&self, file: u32, name: Name) -> bool {
        let repo = self.repo();
        let defs = &repo.facts(file).defs;
        let mut bindings = repo.bindings(file, ScopeId(0), name);
        bindings.any(|id| match repo.binding(file, id).what {
            Bound::Def(def) => defs[def.index()].flags.has(DefFlags::EXPORTED),
            _ => false,
        })
    }

    /// Of definitions of one name, keeps those for the common platform, if there are any.
    pub(super) fn keep_common_build<const N: usize>(&self, syms: &mut SmallVec<[Sym; N]>)
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

    /// A name brought in by a wildcard import; `External` if the import leads outside, where the name may be.
    fn wildcard_member(&mut self, file: u32, id: ImportId, name: Name, space: Namespace) -> Entity {
        let repo = self.repo();
        let import = &repo.facts(file).imports[id.0 as usize];
        match self.target(file, id, import) {
            ModuleTarget::External => Entity::External,
            ModuleTarget::Unknown => Entity::Unknown,
            ModuleTarget::Module(module) => match self.module_member(module, name, space) {
                Entity::Unknown if self.cx.finder(file).is_partial(module) => Entity::External,
                entity => entity,
            },
            ModuleTarget::Within(..) => {
                let container = self.import_entity(file, id, Namespace::Type);
                self.entity_member(&container, name, space)
            }
        }
    }

    /// What an expression names, as far as it names something; its value otherwise.
    pub fn entity_of_expr(&mut self, file: u32, expr: ExprId, space: Namespace) -> Entity {
        let repo = self.repo();
        match repo.expr(file, expr) {
            Expr::Unknown => Entity::Unknown,
            Expr::Name { name, scope, pos } => {
                let name = repo.name(file, name);
                self.deeper(Entity::Unknown, |session| {
                    session.lookup(file, scope, pos, name, space).entity
                })
            }
            Expr::Member { base, name } | Expr::Path { base, name } => {
                let name = repo.name(file, name);
                let base_space = if space == Namespace::Type {
                    Namespace::Type
                } else {
                    Namespace::Value
                };
                let mut base = self.deeper(Entity::Unknown, |session| {
                    session.entity_of_expr(file, base, base_space)
                });
                if base == Entity::Unknown
                    && base_space == Namespace::Type
                    && let Expr::Member { base: inner, .. } | Expr::Path { base: inner, .. } =
                        repo.expr(file, expr)
                {
                    base = self.deeper(Entity::Unknown, |session| {
                        session.entity_of_expr(file, inner, Namespace::Value)
                    });
                }
                match base {
                    Entity::Module(_) | Entity::External | Entity::Syms(_) => {
                        self.entity_member(&base, name, space)
                    }
                    _ => Entity::Value(file, expr),
                }
            }
            Expr::Import(id) => self.import_entity(file, id, space),
            Expr::ClassValue(def) => Entity::Syms(smallvec![repo.sym(file, def)]),
            Expr::Lambda(def) => Entity::Syms(smallvec![repo.sym(file, def)]),
            _ => Entity::Value(file, expr),
        }
    }
}
