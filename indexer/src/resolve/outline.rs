//! What the indexes of a whole repository are made of: the few things in a file's facts that are asked for by name, from
//! anywhere. With the outlines of all files at hand, facts need only be fetched of those files that are looked at.

use std::hash::{BuildHasher, Hash, Hasher};

use bombe_format::kind::{SymbolKind, Visibility};
use bombe_format::varint;
use foldhash::quality::FixedState;
use serde::{Deserialize, Serialize};

use super::fixed::{self, Fixed};
use crate::facts::name::Name;
use crate::facts::{
    BindingId, Bound, DefFlags, DefId, DefRole, Facts, FileFlags, ImportId, ImportKind, ScopeId,
    ScopeKind,
};
use crate::lang::LanguageSupport;
use crate::mapped::Piece;

/// The outline of a file: a pure function of its facts.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outline {
    /// Number of definitions.
    pub defs: u32,
    /// Number of those that become symbols.
    pub symbols: u32,
    /// Properties of the file as a whole.
    pub file: FileFlags,
    /// The package that the file declares for itself, or empty.
    pub package: Box<str>,
    /// Its namespaces, in order.
    pub namespaces: Vec<Namespace>,
    /// The files that it declares as modules below it.
    pub child_modules: Vec<ChildModule>,
    /// A hash of what it includes: C and C++ see through it what others declare.
    pub includes: u64,
    /// Where each list of `lists` ends: [`Outline::tops`], [`Outline::bound`], [`Outline::callables`], [`Outline::included`].
    ends: [u32; 4],
    #[serde(skip)]
    lists: Piece,
}

/// A namespace or inline module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Namespace {
    /// Its name.
    pub name: Box<str>,
    /// The scope that it is declared in.
    pub scope: ScopeId,
    /// The scope that it opens.
    pub body: Option<ScopeId>,
    /// Its names are those of what is around it, too.
    pub transparent: bool,
}

/// A declaration of another file as a module (Rust `mod x;`).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChildModule {
    /// The import.
    pub import: ImportId,
    /// Its name, or the path of its file.
    pub module: Box<str>,
    /// Names of the namespaces around the declaration, outermost first.
    pub within: Vec<Box<str>>,
}

/// A name that is bound in a scope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundName {
    /// The scope.
    pub scope: ScopeId,
    /// The name.
    pub name: Name,
    /// The binding.
    pub binding: BindingId,
    /// What it is bound to.
    pub what: BoundKind,
}

/// [`Bound`] without what is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoundKind {
    /// A definition that is not private.
    Def,
    /// A private definition.
    Private,
    /// An import.
    Import,
    /// A variable.
    Var,
    /// Anything else.
    Other,
}

impl Fixed for Name {
    type Bytes = [u8; 8];

    fn to_bytes(&self) -> [u8; 8] {
        self.0.to_le_bytes()
    }

    fn of_bytes(bytes: [u8; 8]) -> Self {
        Self(u64::from_le_bytes(bytes))
    }
}

impl Fixed for (Name, DefId) {
    type Bytes = [u8; 12];

    fn to_bytes(&self) -> [u8; 12] {
        let mut bytes = [0; 12];
        bytes[..8].copy_from_slice(&self.0.to_bytes());
        bytes[8..].copy_from_slice(&self.1.0.to_le_bytes());
        bytes
    }

    fn of_bytes(bytes: [u8; 12]) -> Self {
        let [n0, n1, n2, n3, n4, n5, n6, n7, def @ ..] = bytes;
        let name = Name::of_bytes([n0, n1, n2, n3, n4, n5, n6, n7]);
        (name, DefId(u32::from_le_bytes(def)))
    }
}

impl Fixed for BoundName {
    type Bytes = [u8; 17];

    fn to_bytes(&self) -> [u8; 17] {
        let mut bytes = [0; 17];
        bytes[..8].copy_from_slice(&self.name.to_bytes());
        bytes[8..12].copy_from_slice(&self.scope.0.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.binding.0.to_le_bytes());
        bytes[16] = self.what as u8;
        bytes
    }

    fn of_bytes(bytes: [u8; 17]) -> Self {
        let number = |at: usize| {
            let mut number = [0; 4];
            number.copy_from_slice(&bytes[at..at + 4]);
            u32::from_le_bytes(number)
        };
        let mut name = [0; 8];
        name.copy_from_slice(&bytes[..8]);
        Self {
            scope: ScopeId(number(8)),
            name: Name::of_bytes(name),
            binding: BindingId(number(12)),
            what: match bytes[16] {
                0 => BoundKind::Def,
                1 => BoundKind::Private,
                2 => BoundKind::Import,
                3 => BoundKind::Var,
                _ => BoundKind::Other,
            },
        }
    }
}

impl Outline {
    /// The outline of a file.
    pub fn of(facts: &Facts, support: &dyn LanguageSupport) -> Self {
        let mut outline = Self {
            defs: facts.defs.len() as u32,
            symbols: facts.defs.iter().filter(|def| def.is_symbol()).count() as u32,
            file: facts.file,
            package: facts.str(facts.package).into(),
            ..Self::default()
        };
        let mut callables = Vec::new();
        for (def, at) in facts.defs.iter().zip(0u32..) {
            if def.role == DefRole::Namespace {
                outline.namespaces.push(Namespace {
                    name: facts.str(def.name).into(),
                    scope: def.scope,
                    body: def.body_scope,
                    transparent: def.flags.has(DefFlags::TRANSPARENT),
                });
            }
            if def.role == DefRole::Callable
                && def.kind.is_some_and(SymbolKind::is_callable)
                && !def.flags.has(DefFlags::DECLARATION)
            {
                let name = Name::of(facts.str(def.name));
                callables.push((name, DefId(at)));
            }
        }
        let mut includes = FixedState::default().build_hasher();
        for (import, at) in facts.imports.iter().zip(0u32..) {
            if matches!(import.kind, ImportKind::Include | ImportKind::SystemInclude) {
                (import.kind as u8, facts.str(import.module)).hash(&mut includes);
            }
            if import.kind == ImportKind::ChildModule {
                outline.child_modules.push(ChildModule {
                    import: ImportId(at),
                    module: facts.str(import.module).into(),
                    within: facts
                        .namespaces(import.scope)
                        .into_iter()
                        .map(Into::into)
                        .collect(),
                });
            }
        }
        outline.includes = includes.finish();
        let mut lists = Vec::new();
        if support.shares_names(facts) {
            let tops = facts.defs.iter().skip(1);
            let tops = tops.filter(|def| def.parent == DefId(0));
            let tops = tops.map(|def| Name::of(facts.str(def.name)));
            fixed::push(&mut lists, tops);
            outline.ends[0] = lists.len() as u32;
            let mut bound = outline.bound_names(facts);
            bound.retain(|bound| bound.what != BoundKind::Import || support.shares_imports());
            fixed::push(&mut lists, bound);
            outline.ends[1] = lists.len() as u32;
        }
        fixed::push(&mut lists, callables);
        outline.ends[2] = lists.len() as u32;
        for (import, at) in facts.imports.iter().zip(0u32..) {
            if matches!(import.kind, ImportKind::Include | ImportKind::SystemInclude) {
                let module = facts.str(import.module);
                for number in [at, import.kind as u32, module.len() as u32] {
                    varint::push(&mut lists, u64::from(number));
                }
                lists.extend_from_slice(module.as_bytes());
            }
        }
        outline.ends[3] = lists.len() as u32;
        outline.lists = Piece::Own(lists.into());
        outline
    }

    /// Names of the definitions right below the module, if its names are shared; see [`LanguageSupport::shares_names`].
    pub fn tops(&self) -> impl Iterator<Item = Name> + '_ {
        fixed::rows(self.list(0))
    }

    /// What is bound in its outermost scope and those of its namespaces, by scope, if its names are shared; imports if they are,
    /// too.
    pub fn bound(&self) -> impl Iterator<Item = BoundName> + '_ {
        fixed::rows(self.list(1))
    }

    /// Functions and methods that can be called from elsewhere.
    pub fn callables(&self) -> impl Iterator<Item = (Name, DefId)> + '_ {
        fixed::rows(self.list(2))
    }

    /// Its includes: number of the import, kind, and what is written.
    pub fn included(&self) -> impl Iterator<Item = (ImportId, ImportKind, &str)> + '_ {
        let (bytes, mut at) = (self.list(3), 0);
        std::iter::from_fn(move || {
            let import = u32::try_from(varint::read(bytes, &mut at)?).ok()?;
            let kind = varint::read(bytes, &mut at)?;
            let length = usize::try_from(varint::read(bytes, &mut at)?).ok()?;
            let end = at.checked_add(length)?;
            let module = std::str::from_utf8(bytes.get(at..end)?).ok()?;
            at = end;
            let kind = match kind {
                kind if kind == ImportKind::SystemInclude as u64 => ImportKind::SystemInclude,
                _ => ImportKind::Include,
            };
            Some((ImportId(import), kind, module))
        })
    }

    fn list(&self, number: usize) -> &[u8] {
        let start = match number.checked_sub(1) {
            Some(before) => self.ends[before] as usize,
            None => 0,
        };
        let end = self.ends[number] as usize;
        self.lists.get(start..end).unwrap_or_default()
    }

    /// The lists as they are kept.
    pub(super) fn lists(&self) -> &[u8] {
        &self.lists
    }

    /// An outline that was kept, with the lists that were kept with it; none if they are not those.
    pub(super) fn with_lists(mut self, lists: Piece) -> Option<Self> {
        let [tops, bound, callables, included] = self.ends.map(|end| end as usize);
        let whole = tops.is_multiple_of(Name::WIDTH)
            && bound.checked_sub(tops)?.is_multiple_of(BoundName::WIDTH)
            && callables
                .checked_sub(bound)?
                .is_multiple_of(<(Name, DefId)>::WIDTH)
            && callables <= included
            && included == lists.len();
        self.lists = lists;
        whole.then_some(self)
    }

    fn bound_names(&self, facts: &Facts) -> Vec<BoundName> {
        let bodies = self
            .namespaces
            .iter()
            .filter_map(|namespace| namespace.body);
        let mut scopes: Vec<ScopeId> = bodies.collect();
        scopes.push(ScopeId(0));
        scopes.sort_unstable();
        let mut bound: Vec<BoundName> = facts
            .bindings
            .iter()
            .zip(0u32..)
            .filter(|(binding, _)| scopes.binary_search(&binding.scope).is_ok())
            .map(|(binding, at)| BoundName {
                scope: binding.scope,
                name: Name::of(facts.str(binding.name)),
                binding: BindingId(at),
                what: match binding.what {
                    Bound::Def(def)
                        if facts.defs[def.index()].visibility == Visibility::Private =>
                    {
                        BoundKind::Private
                    }
                    Bound::Def(_) => BoundKind::Def,
                    Bound::Import(_) => BoundKind::Import,
                    Bound::Var => BoundKind::Var,
                    _ => BoundKind::Other,
                },
            })
            .collect();
        bound.sort_by_key(|bound| bound.scope);
        bound
    }

    /// What is bound in a scope, which must be the outermost one or that of a namespace.
    pub fn bound_in(&self, scope: ScopeId) -> impl Iterator<Item = BoundName> + '_ {
        let rest = fixed::from(self.list(1), |bound: BoundName| bound.scope < scope);
        fixed::rows(rest).take_while(move |bound: &BoundName| bound.scope == scope)
    }
}

impl Facts {
    /// The names of the namespaces around a scope, outermost first.
    pub fn namespaces(&self, scope: ScopeId) -> Vec<&str> {
        let mut names = Vec::new();
        let mut at = scope;
        while at.0 != 0 {
            let s = &self.scopes[at.index()];
            let def = &self.defs[s.def.index()];
            if s.kind == ScopeKind::Namespace && def.role == DefRole::Namespace {
                names.push(self.str(def.name));
            }
            at = s.parent;
        }
        names.reverse();
        names
    }
}

#[cfg(test)]
mod tests {
    use bombe_format::kind::Language;

    use super::Outline;
    use crate::facts::{ImportId, ImportKind};
    use crate::lang;
    use crate::mapped::Piece;
    use crate::parse::parse_file;

    fn outline(text: &str) -> Outline {
        let facts = parse_file(Language::Cpp, "a.cpp", text.as_bytes()).unwrap();
        Outline::of(&facts, lang::support_for(Language::Cpp).unwrap())
    }

    #[test]
    fn lists_that_were_kept_come_back_and_others_are_refused() {
        let text = "#include \"a.h\"\nusing namespace n;\n#include <b/c.h>\nint x;\nint f() { return x; }\n";
        let outline = outline(text);
        let included: Vec<_> = outline.included().collect();
        let system = (ImportId(2), ImportKind::SystemInclude, "b/c.h");
        assert_eq!(
            included,
            [(ImportId(0), ImportKind::Include, "a.h"), system]
        );
        assert_eq!(
            (outline.tops().count(), outline.callables().count()),
            (2, 1)
        );
        let kept: Vec<u8> = outline.lists().into();
        let head = postcard::to_stdvec(&outline).unwrap();
        let back = |lists: &[u8]| {
            let head: Outline = postcard::from_bytes(&head).unwrap();
            head.with_lists(Piece::Own(lists.into()))
        };
        assert_eq!(back(&kept).as_ref(), Some(&outline));
        for length in 0..kept.len() {
            assert_eq!(back(&kept[..length]), None, "{length} bytes");
        }
        // Other bytes give other lists, or shorter ones.
        for at in 0..kept.len() {
            let mut other = kept.clone();
            other[at] ^= 0x55;
            let other = back(&other).unwrap();
            assert!(other.included().count() <= 16, "byte {at}");
        }
    }
}
