//! One file's resolution: memo tables over the shared facts.
//!
//! A session belongs to one file and is used by one thread, in a fixed order, so its answers do not depend on the number
//! of threads nor on which other files are resolved: that is what makes an overlay equal to a rebuild.

use bombe_format::kind::Rule;
use bombe_rules::file_table::SourceId;
use hashbrown::HashMap;
use smallvec::SmallVec;

use bombe_facts::{BindingId, DefId, DefRole, ExprId, ImportId, ScopeId, StrId, TypeId};

use super::cross_fact::{FactKind, FactObject};
use super::dependencies;
use super::ids::Sym;
use super::repo::Repo;
use super::types::{Ty, TyData, Types};
use bombe_facts::name::Name;
use bombe_rules::file_table::SharedBinding;
use bombe_rules::modules::ModuleRef;
use bombe_rules::modules::{ModuleFinder, Package};
use bombe_rules::profile::Profile;

/// Deepest recursion of inference; beyond it the answer is unknown.
const DEPTH_MAX: u32 = 120;

/// What is shared by all sessions.
pub struct Shared {
    /// The facts.
    pub repo: Repo,
    /// Every package.
    pub packages: Vec<Package>,
    /// One module finder per language implementation.
    pub modules: Vec<Box<dyn ModuleFinder>>,
    /// For each file, its module finder in `modules`.
    pub module_of_file: Vec<u32>,
    /// Implementations for every type (Rust blanket impls): the trait or impl whose members any receiver may have.
    pub blanket: Vec<Sym>,
}

impl Shared {
    /// The profile of a file's language.
    pub fn profile(&self, file: SourceId) -> &'static Profile {
        self.repo.rules(file).profile()
    }

    /// The module finder of a file's language.
    pub fn finder(&self, file: SourceId) -> &dyn ModuleFinder {
        &*self.modules[self.module_of_file[file.index()] as usize]
    }

    /// The other definitions of a type that is declared more than once (TypeScript interfaces that are declared twice, or beside a
    /// class), in source order.
    pub fn merged_with(&self, sym: Sym) -> impl Iterator<Item = Sym> + use<> {
        let mut others: SmallVec<[Sym; 2]> = self.repo.others(FactKind::Merged, sym).collect();
        others.sort_unstable();
        others.into_iter()
    }

    /// Additional supertypes found outside the body of a type (Rust `impl Trait for T`): (file, type expression), in order.
    pub fn supers_outside(&self, ty: Sym) -> impl Iterator<Item = (SourceId, TypeId)> + use<> {
        let rows = self.repo.cross_facts_of(FactKind::Super, ty);
        let supers = rows.filter_map(|row| match row.fact.object {
            FactObject::Type(ty) => Some((row.stated_by, ty)),
            FactObject::None | FactObject::Def(_) | FactObject::Assign(..) => None,
        });
        let mut supers: SmallVec<[_; 4]> = supers.collect();
        supers.sort_unstable();
        supers.into_iter()
    }

    /// Top-level bindings of a package by name.
    pub fn package_bindings(
        &self,
        package: u32,
        name: Name,
    ) -> impl Iterator<Item = SharedBinding> + '_ {
        dependencies::record_name(name);
        let package = &self.packages[package as usize];
        let rows = self.repo.names().get(name);
        rows.filter(move |row| package.has(row))
    }
}

/// What a name stands for.
#[derive(Clone, PartialEq, Debug)]
pub enum Entity {
    /// Nothing in sight.
    Unknown,
    /// Something outside the repository of which nothing is known.
    External,
    /// Definitions of one name: overloads, conditional definitions, merged declarations.
    Syms(SmallVec<[Sym; 2]>),
    /// Variables: assignments of a file that may reach the use.
    Bindings(SourceId, SmallVec<[BindingId; 2]>),
    /// A module or package.
    Module(ModuleRef),
    /// The value of an expression of a file.
    Value(SourceId, ExprId),
    /// A value of a known type (a member of an enclosing class).
    Typed(Ty),
}

/// Which of two namespaces a name is looked up in, where a language has two.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Namespace {
    /// Values.
    Value,
    /// Types.
    Type,
    /// Methods, where they have a namespace of their own: what a call without a receiver names.
    Call,
}

/// An answer in a memo table: in progress, or done.
#[derive(Clone)]
pub(super) enum Memo<T> {
    Running,
    Done(T),
}

/// What a lookup depends on: file, scope, byte position, name, namespace, and whether a function was left on the way to
/// the scope.
pub(super) type LookupKey = (SourceId, ScopeId, u32, Name, Namespace, bool);

/// One file's resolution.
pub struct Session<'s> {
    /// What is shared.
    pub cx: &'s Shared,
    /// The file that the session belongs to.
    pub home: SourceId,
    /// The type arena of this session.
    pub types: Types,
    pub(super) exprs: HashMap<(SourceId, ExprId), Memo<Ty>>,
    pub(super) bindings: HashMap<(SourceId, BindingId), Memo<Ty>>,
    pub(super) syms: HashMap<Sym, Memo<Ty>>,
    pub(super) returns: HashMap<Sym, Memo<Ty>>,
    pub(super) type_exprs: HashMap<(SourceId, TypeId), Memo<Ty>>,
    pub(super) indexed: HashMap<(Ty, Ty), Memo<Ty>>,
    pub(super) imports: HashMap<(SourceId, ImportId, Namespace), Memo<Entity>>,
    pub(super) module_members: HashMap<(ModuleRef, Name, Namespace), Memo<Entity>>,
    pub(super) scoped_members: HashMap<(SourceId, u32, Name, Namespace), Memo<Entity>>,
    pub(super) lineages: HashMap<Sym, Memo<std::rc::Rc<Lineage>>>,
    pub(super) calls: HashMap<(SourceId, ExprId), Memo<std::rc::Rc<super::call_info::CallInfo>>>,
    pub(super) builtin_syms: HashMap<(u32, &'static str), Option<Sym>>,
    pub(super) lookups: HashMap<LookupKey, Found>,
    pub(super) depth: u32,
    /// How often an answer was cut short so far, because it was being looked for already or by the recursion limit: what
    /// follows from it holds for the moment only.
    pub(super) provisional: u32,
    /// True if the recursion limit was hit since it was last cleared.
    pub hit_limit: bool,
}

/// A type with its supertypes, in the order in which members are searched.
#[derive(Debug, Default)]
pub struct Lineage {
    /// Instances of the type itself (first) and its supertypes, in terms of the type's own parameters.
    pub types: Vec<Ty>,
    /// Some supertype is outside the repository and its members are not known.
    pub external: bool,
    /// Some supertype could not be resolved.
    pub unknown: bool,
}

impl<'s> Session<'s> {
    /// A session of a file, without answers yet.
    pub fn new(cx: &'s Shared, home: SourceId) -> Self {
        Self {
            cx,
            home,
            types: Types::default(),
            exprs: HashMap::new(),
            bindings: HashMap::new(),
            syms: HashMap::new(),
            returns: HashMap::new(),
            type_exprs: HashMap::new(),
            indexed: HashMap::new(),
            imports: HashMap::new(),
            module_members: HashMap::new(),
            scoped_members: HashMap::new(),
            lineages: HashMap::new(),
            calls: HashMap::new(),
            builtin_syms: HashMap::new(),
            lookups: HashMap::new(),
            depth: 0,
            provisional: 0,
            hit_limit: false,
        }
    }

    /// The shared facts.
    pub fn repo(&self) -> &'s Repo {
        &self.cx.repo
    }

    /// Runs `f` one level deeper, or gives `fallback` at the limit.
    pub(super) fn deeper<T>(&mut self, fallback: T, f: impl FnOnce(&mut Self) -> T) -> T {
        if self.depth >= DEPTH_MAX {
            self.hit_limit = true;
            self.provisional += 1;
            return fallback;
        }
        self.depth += 1;
        let answer = f(self);
        self.depth -= 1;
        answer
    }

    /// A built-in type of a file's language, by its name in the stub files' prelude.
    pub fn builtin(&mut self, file: SourceId, name: &'static str) -> Option<Sym> {
        if name.is_empty() {
            return None;
        }
        let key = (self.cx.module_of_file[file.index()], name);
        if let Some(found) = self.builtin_syms.get(&key) {
            return *found;
        }
        let found = self.prelude_type(file, Name::of(name));
        self.builtin_syms.insert(key, found);
        found
    }

    /// A type of the prelude by name.
    pub(super) fn prelude_type(&mut self, file: SourceId, name: Name) -> Option<Sym> {
        let modules: SmallVec<[ModuleRef; 4]> =
            self.cx.finder(file).prelude().iter().copied().collect();
        modules.into_iter().find_map(|module| {
            match self.module_member(module, name, Namespace::Type) {
                Entity::Syms(syms) => syms.iter().copied().find(|sym| {
                    matches!(self.repo().def(*sym).role, DefRole::Type | DefRole::Alias)
                }),
                _ => None,
            }
        })
    }

    /// An instance of a built-in type; unknown if the language has none of that name.
    pub fn builtin_instance(&mut self, file: SourceId, name: &'static str, args: &[Ty]) -> Ty {
        match self.builtin(file, name) {
            Some(sym) => self.types.instance(sym, args),
            None => Ty::UNKNOWN,
        }
    }

    /// The type that `self` / `this` has when seen from a scope: the innermost type (or receiver) around it.
    pub fn this_type(&mut self, file: SourceId, scope: ScopeId) -> Ty {
        let facts = self.repo().facts(file);
        let mut def = facts.scopes[scope.index()].def;
        let mut on_class = false;
        loop {
            let d = &facts.defs[def.index()];
            match d.role {
                DefRole::Callable => {
                    on_class = d.flags.has(bombe_facts::DefFlags::STATIC)
                        || d.flags.has(bombe_facts::DefFlags::CLASSMETHOD);
                    if d.receiver.0 != 0 {
                        let ty = self.type_from(file, d.receiver);
                        return if on_class { self.class_of(ty) } else { ty };
                    }
                }
                DefRole::Impl => {
                    let ty = self.type_from(file, d.receiver);
                    return if on_class { self.class_of(ty) } else { ty };
                }
                DefRole::Type | DefRole::Object => {
                    let ty = self.own_instance(self.repo().sym(file, def));
                    return if on_class { self.class_of(ty) } else { ty };
                }
                DefRole::Module => return Ty::UNKNOWN,
                _ => {}
            }
            def = d.parent;
        }
    }

    /// A type definition applied to its own parameters: what `this` is inside it.
    pub fn own_instance(&mut self, sym: Sym) -> Ty {
        let params: SmallVec<[Sym; 4]> = self.repo().type_params(sym).collect();
        let args: SmallVec<[Ty; 4]> = params
            .iter()
            .map(|param| self.types.intern(TyData::Param(*param)))
            .collect();
        self.types.instance(sym, &args)
    }

    /// The class object of an instance type; other types stay.
    pub fn class_of(&mut self, ty: Ty) -> Ty {
        match self.types.get(ty) {
            TyData::Instance(sym, args) => self.types.intern(TyData::Class(sym, args)),
            TyData::Union(seq) => {
                let parts: SmallVec<[Ty; 4]> = self
                    .types
                    .tys_of(seq)
                    .iter()
                    .map(|part| self.class_of(*part))
                    .collect();
                self.types.union(&parts)
            }
            _ => ty,
        }
    }

    /// What constructing a class object gives; other types stay.
    pub fn instance_of(&mut self, ty: Ty) -> Ty {
        match self.types.get(ty) {
            TyData::Class(sym, args) => self.types.intern(TyData::Instance(sym, args)),
            TyData::Union(seq) => {
                let parts: SmallVec<[Ty; 4]> = self
                    .types
                    .tys_of(seq)
                    .iter()
                    .map(|part| self.instance_of(*part))
                    .collect();
                self.types.union(&parts)
            }
            _ => ty,
        }
    }

    /// The text of a string of a file.
    pub fn text(&self, file: SourceId, id: StrId) -> &'s str {
        self.cx.repo.facts(file).str(id)
    }

    /// The definition around which a scope lies, as a symbol.
    pub fn scope_def(&self, file: SourceId, scope: ScopeId) -> (Sym, DefId) {
        let def = self.cx.repo.facts(file).scopes[scope.index()].def;
        (self.cx.repo.sym(file, def), def)
    }
}

/// How a name was found, together with what it is.
#[derive(Clone, Debug)]
pub struct Found {
    /// What it is.
    pub entity: Entity,
    /// How it was found.
    pub rule: Rule,
}
