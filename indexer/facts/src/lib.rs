//! The facts of one source file: what it contains, before any other file is known.
//!
//! Facts are a pure function of (path, bytes, language, tool version). They form a small typed program: scopes with
//! bindings, definitions, type expressions and value expressions, all in flat tables that refer to each other by index.
//! Every language is lowered to this vocabulary. The resolver works on it alone and never sees a syntax tree.
//!
//! The rules of lowering are the same for all languages:
//!
//! * Definition 0 is the file's module, and scope 0 the module's scope. A definition follows the one that contains it.
//!   Otherwise definitions are mostly ordered by their first byte; one that is composed of others (the constructor of a
//!   tuple struct) follows these.
//! * Pointers, references, `const`, parentheses, and casts that keep the type are dropped where the language reaches
//!   members through them. A container becomes [`TypeExpr::Builtin`] with its element types.
//! * An expression that the lowering does not understand is [`Expr::Unknown`]. The lowering never guesses.
//! * Positions are 0-based byte offsets, lines are 1-based, columns are 0-based and count UTF-8 bytes.
//!
//! [`interface`] hashes the part of the facts that other files can depend on; [`render`] prints facts for people.

mod binding;
mod damaged;
mod def;
mod deferred;
mod entry_point;
pub mod expected_type;
mod expr;
mod ids;
mod import;
pub mod interface;
pub mod interner;
pub mod mapped;
pub mod name;
pub mod numbers;
pub mod render;
mod scope;
mod site;
mod type_expr;

use serde::{Deserialize, Serialize};

use interner::Texts;

pub use binding::{Binding, Bound, ContainerWrite, MemberAssign};
pub use damaged::DamagedFacts;
pub use def::{Base, BaseKind, Def, DefFlags, DefRole, Param, ParamFlags};
pub use deferred::Deferred;
pub use entry_point::{EntryKind, EntryPoint};
pub use expr::{BinaryOp, Expr, Lit};
pub use ids::{BindingId, DefId, ExprId, ImportId, List, ScopeId, StrId, TypeId};
pub use import::{Export, Import, ImportKind};
pub use scope::{Scope, ScopeKind};
pub use site::{Site, SiteKind};
pub use type_expr::{TypeExpr, part};

/// The facts of one file.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Facts {
    /// Distinct strings; row 0 is empty.
    pub strings: Texts,
    /// Scopes by start byte; row 0 is the module's.
    pub scopes: Vec<Scope>,
    /// Definitions, each after the one that contains it; row 0 is the module.
    pub defs: Vec<Def>,
    /// Parameters. Those of one definition are adjacent.
    pub params: Vec<Param>,
    /// Names bound in scopes.
    pub bindings: Vec<Binding>,
    /// Members that are assigned outside the body of their type (`self.x = …`, `Foo.prototype.f = …`, `exports.f = …`).
    pub assigns: Vec<MemberAssign>,
    /// Values that callables store in containers declared elsewhere.
    pub container_writes: Vec<ContainerWrite>,
    /// Value expressions; row 0 is `Unknown`. Other files need them only where they determine a type.
    #[serde(skip)]
    pub exprs: Deferred<Expr>,
    /// Type expressions; row 0 is `Unknown`.
    pub types: Vec<TypeExpr>,
    /// The items of every `List<DefId>`.
    pub def_lists: Vec<DefId>,
    /// The items of every `List<ExprId>`.
    pub expr_lists: Vec<ExprId>,
    /// The items of every `List<TypeId>`.
    pub type_lists: Vec<TypeId>,
    /// The items of every `List<Base>`.
    pub base_lists: Vec<Base>,
    /// Calls and other uses of names that may become edges. Only the file itself needs them.
    #[serde(skip)]
    pub sites: Deferred<Site>,
    /// Imports, includes, re-exports.
    pub imports: Vec<Import>,
    /// Names that the file exports other than by their own definition (`__all__`, `export { a as b }`).
    pub exports: Vec<Export>,
    /// Routes, commands, mains and the like.
    pub entry_points: Vec<EntryPoint>,
    /// The package or namespace that the file declares for itself (Java and Go `package`), or empty.
    pub package: StrId,
    /// Properties of the file as a whole.
    pub file: FileFlags,
    /// Number of lines.
    pub lines: u32,
    /// Number of places where the syntax tree has an error or a missing token.
    pub syntax_errors: u32,
    /// Lines of these places: (first, last), 1-based and inclusive, ascending and apart; at most [`ERROR_RUNS_MAX`].
    pub error_lines: Vec<(u32, u32)>,
    /// Constructs that the lowering could not read, for the report.
    pub complaints: Vec<Complaint>,
}

/// Properties of a file as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFlags {
    /// Contains tests, judged by its path or its content.
    pub test: bool,
    /// A comment near its start states that a tool generated it.
    pub generated: bool,
    /// A limit on work or size was reached while the file was lowered, and something was left out.
    pub is_cut: bool,
    /// Has `import` or `export` statements (TypeScript, JavaScript); without them its top level is global.
    pub es_module: bool,
    /// Has a build constraint for a platform other than the usual one (Go build tags, Rust `cfg`).
    pub other_build: bool,
}

/// Most runs of lines with syntax errors that are kept of a file. All places are counted.
pub const ERROR_RUNS_MAX: usize = 100;

/// A construct that the lowering could not read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Complaint {
    /// 1-based line.
    pub line: u32,
    /// What went wrong.
    pub kind: ComplaintKind,
}

/// The kinds of [`Complaint`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ComplaintKind {
    /// Nested deeper than the lowering follows; its contents are not read.
    TooDeep,
    /// The syntax tree has an error here.
    SyntaxError,
}

/// An item of a [`List`].
pub trait ListItem: Copy + 'static {
    /// Returns the table that holds the items of all lists of this type.
    fn table(facts: &Facts) -> &[Self];

    /// Returns the same table, to append a list to.
    fn table_mut(facts: &mut Facts) -> &mut Vec<Self>;
}

macro_rules! list_items {
    ($($item:ident in $table:ident,)+) => {$(
        impl ListItem for $item {
            fn table(facts: &Facts) -> &[Self] {
                &facts.$table
            }

            fn table_mut(facts: &mut Facts) -> &mut Vec<Self> {
                &mut facts.$table
            }
        }
    )+};
}

list_items! {
    DefId in def_lists,
    ExprId in expr_lists,
    TypeId in type_lists,
    Base in base_lists,
}

impl Facts {
    /// Releases the spare capacity of the tables, because facts stay in memory until the whole repository is resolved.
    ///
    /// Each table is copied to an allocation of its exact size, so the memory it grew in is free in one piece for the
    /// next file.
    pub fn shrink(&mut self) {
        fn fit<T: Clone>(table: &mut Vec<T>) {
            *table = table.clone();
        }
        self.strings = self.strings.clone();
        fit(&mut self.scopes);
        fit(&mut self.defs);
        fit(&mut self.params);
        fit(&mut self.bindings);
        fit(&mut self.assigns);
        fit(&mut self.container_writes);
        fit(&mut self.exprs);
        fit(&mut self.types);
        fit(&mut self.def_lists);
        fit(&mut self.expr_lists);
        fit(&mut self.type_lists);
        fit(&mut self.base_lists);
        fit(&mut self.sites);
        fit(&mut self.imports);
        fit(&mut self.exports);
    }

    /// Returns the text of a string of this file.
    pub fn str(&self, id: StrId) -> &str {
        &self.strings[id.index()]
    }

    /// Returns the items of a list.
    pub fn list<T: ListItem>(&self, list: List<T>) -> &[T] {
        &T::table(self)[list.start as usize..(list.start + list.len) as usize]
    }

    /// Returns the parameters of a definition, without its receiver.
    pub fn params_of(&self, def: DefId) -> &[Param] {
        let def = &self.defs[def.index()];
        &self.params[def.params_start as usize..(def.params_start + def.params_len) as usize]
    }

    /// Returns the supertypes of a definition, in source order.
    pub fn bases_of(&self, def: DefId) -> impl Iterator<Item = (BaseKind, TypeId)> + '_ {
        let bases = self.list(self.defs[def.index()].bases).iter();
        bases.map(|base| (base.kind, base.ty))
    }

    /// Returns the names of the namespaces around a scope, outermost first.
    pub fn namespaces(&self, scope: ScopeId) -> Vec<&str> {
        let mut names = Vec::new();
        let mut at = scope;
        while !at.is_module() {
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

    /// Returns true if every scope and definition but the first follows its parent, so that a walk along parents ends.
    pub fn has_sound_parents(&self) -> bool {
        let scopes = self.scopes.iter().map(|scope| scope.parent.0);
        let defs = self.defs.iter().map(|def| def.parent.0);
        !self.scopes.is_empty() && !self.defs.is_empty() && sound(scopes) && sound(defs)
    }
}

/// Returns true if each row names an earlier row as its parent; row 0 may name itself.
fn sound(parents: impl Iterator<Item = u32>) -> bool {
    let mut parents = parents.zip(0u32..);
    parents.all(|(parent, own)| parent < own || (own == 0 && parent == 0))
}
