//! Lookup: from a name at a position to the entity that it stands for.
//!
//! A lookup goes outwards through the scopes (`scopes`), then through the package, wildcard imports and the prelude.
//! `imports` follows imports through re-exports; `members` and `modules` find members of entities and modules.

mod imports;
mod members;
mod modules;
mod scopes;

use bombe_facts::name::Name;
use bombe_facts::{ImportId, ImportKind, ScopeId, ScopeKind};
use bombe_format::kind::Rule;
use bombe_rules::file_table::SourceId;
use bombe_rules::modules::{ModuleRef, ModuleTarget};
use bombe_rules::profile::ClassNames;
use smallvec::{SmallVec, smallvec};

use crate::ids::Sym;
use crate::member::MemberFilter;
use crate::session::{Entity, Found, Namespace, Session};
use crate::types::{Ty, TyData};

impl Session<'_> {
    /// Looks a name up from a scope at a byte position, outwards through everything that is visible there.
    pub fn lookup(
        &mut self,
        file: SourceId,
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

    /// Returns the first scope outwards that may know a name, and whether the way there leaves a function.
    fn first_scope_with(&self, file: SourceId, mut scope: ScopeId, name: Name) -> (ScopeId, bool) {
        let repo = self.repo();
        let facts = repo.facts(file);
        let finder = self.cx.finder(file);
        let mut left_function = false;
        while !scope.is_module() {
            self.types.count(1);
            let s = &facts.scopes[scope.index()];
            let has_members = match s.kind {
                ScopeKind::Class => true,
                ScopeKind::Function => facts.defs[s.def.index()].receiver.is_known(),
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
        file: SourceId,
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
            let owned =
                s.kind == ScopeKind::Function && facts.defs[s.def.index()].receiver.is_known();
            if (s.kind == ScopeKind::Class || owned)
                && class_names == ClassNames::Members
                && let Some(found) = self.class_scope_member(file, scope, name, space)
            {
                // A supertype that is not known may have any member, but what is known further out comes first.
                if found.entity != Entity::Typed(Ty::EXTERNAL) {
                    return found;
                }
                perhaps_inherited = true;
            }
            left_function |= s.kind == ScopeKind::Function;
            if scope.is_module() {
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

    /// Returns true if a file declares everything that an entity consists of.
    fn declared_in(&self, file: SourceId, entity: &Entity) -> bool {
        match entity {
            Entity::Syms(syms) => syms.iter().all(|sym| self.repo().file_of(*sym) == file),
            Entity::Bindings(at, _) => *at == file,
            _ => false,
        }
    }

    /// Returns what a name stands for in a function that is defined outside its class: the function sees the names of
    /// the namespaces around the class.
    fn beside_receiver(
        &mut self,
        file: SourceId,
        mut scope: ScopeId,
        name: Name,
        space: Namespace,
    ) -> Option<Found> {
        let repo = self.repo();
        let facts = repo.facts(file);
        while !scope.is_module() {
            let s = &facts.scopes[scope.index()];
            let receiver = facts.defs[s.def.index()].receiver;
            if s.kind == ScopeKind::Function && receiver.is_known() {
                let ty = self.type_from(file, receiver);
                let TyData::Instance(owner, _) = self.types.get(ty) else {
                    return None;
                };
                let home = repo.file_of(owner);
                let mut around = repo.def(owner).scope;
                let facts = repo.facts(home);
                while !around.is_module() {
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

    /// Looks up a name in the position of a type. In a language with a namespace for types, a variable may hold the
    /// class (`new made()`, `extends Base`).
    pub fn lookup_type(&mut self, file: SourceId, scope: ScopeId, name: Name) -> Found {
        let found = self.lookup(file, scope, u32::MAX, name, Namespace::Type);
        if found.entity == Entity::Unknown && self.cx.profile(file).type_space {
            return self.lookup(file, scope, u32::MAX, name, Namespace::Value);
        }
        found
    }

    /// Looks a name up beyond the file's own scopes: package, wildcard imports, roots, prelude.
    pub fn lookup_outside(&mut self, file: SourceId, name: Name, space: Namespace) -> Found {
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
        let imports = &self.repo().facts(file).imports;
        self.types.count(imports.len());
        for (at, import) in imports.iter().enumerate() {
            let is_wildcard = matches!(
                import.kind,
                ImportKind::Wildcard
                    | ImportKind::StaticWildcard
                    | ImportKind::Include
                    | ImportKind::SystemInclude
            );
            let scoped = finder.package_of_scope(file, ScopeId::MODULE).is_some();
            let brings_calls = import.kind == ImportKind::StaticWildcard;
            if !is_wildcard
                || (space == Namespace::Call && !brings_calls)
                || (import.reexport && self.cx.profile(file).type_space)
            {
                continue;
            }
            // An included file is visible through the packages that its scopes belong to.
            if scoped && matches!(import.kind, ImportKind::Include | ImportKind::SystemInclude) {
                let target = self.target(file, ImportId(at as u32), import);
                blind |= !matches!(target, ModuleTarget::Module(ModuleRef::File(to)) if !self.repo().is_external(to));
                continue;
            }
            match self.wildcard_member(file, ImportId(at as u32), name, space) {
                Entity::Unknown => {}
                Entity::External => blind = true,
                // Methods of one name from several types are overloads.
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

    /// Returns a member of the class that a class scope belongs to, inherited members included.
    fn class_scope_member(
        &mut self,
        file: SourceId,
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

    /// Returns the members that a lookup in a namespace is for.
    fn wanted_members(&self, file: SourceId, space: Namespace) -> MemberFilter {
        match space {
            Namespace::Call => MemberFilter::Methods,
            _ if self.cx.profile(file).method_space => MemberFilter::Values,
            _ => MemberFilter::Any,
        }
    }
}
