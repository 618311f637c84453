//! What one file says, before any other file is known.
//!
//! Facts are a pure function of (path, bytes, language, tool version). They are a small typed program: scopes with
//! bindings, definitions, type expressions and value expressions, all in flat tables that refer to each other by index.
//! Every language is lowered to this one vocabulary; the resolver works on it alone and never sees a syntax tree.
//!
//! Rules of lowering, the same for all languages:
//!
//! * Definition 0 is the file's module; scope 0 is the module's scope. A definition comes behind the one that contains it, and else
//!   mostly in the order of first bytes: one that is made of others (the constructor of a tuple struct) comes behind these.
//! * Pointers, references, `const`, parentheses, casts that keep the type and the like are dropped where the language
//!   lets a member be reached through them; a container becomes [`TypeExpr::Builtin`] with its element types.
//! * An expression that is not understood is [`Expr::Unknown`]; it is never guessed at.
//! * Positions are byte offsets from 0; lines are 1-based; columns are 0-based UTF-8 bytes.

mod deferred;
pub mod expected_type;
pub mod interface;
pub mod interner;
pub mod mapped;
pub mod name;
pub mod numbers;
pub mod render;

use bombe_format::kind::{SymbolKind, Visibility};
use serde::{Deserialize, Serialize};

use crate::interner::Texts;
pub use deferred::Deferred;

/// Declares a `u32` index into one table of [`Facts`].
macro_rules! local_id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize)]
        pub struct $name(pub u32);
        impl $name {
            /// The index as `usize`.
            pub const fn index(self) -> usize { self.0 as usize }
        }
    };
}

local_id! { /** A string of this file: an index into [`Facts::strings`]; 0 is the empty string. */ StrId }
local_id! { /** An index into [`Facts::scopes`]; 0 is the module's scope. */ ScopeId }
local_id! { /** An index into [`Facts::defs`]; 0 is the module. */ DefId }
local_id! { /** An index into [`Facts::exprs`]; 0 is [`Expr::Unknown`]. */ ExprId }
local_id! { /** An index into [`Facts::types`]; 0 is [`TypeExpr::Unknown`]. */ TypeId }
local_id! { /** An index into [`Facts::imports`]. */ ImportId }
local_id! { /** An index into [`Facts::bindings`]. */ BindingId }

/// A run of ids in [`Facts::lists`]: `start .. start + len`. What the ids index is said where the list is used.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct List {
    /// First position in [`Facts::lists`].
    pub start: u32,
    /// Number of ids.
    pub len: u32,
}

/// Everything that one file says.
#[derive(Debug, Default, Serialize, Deserialize)]
pub struct Facts {
    /// Distinct strings; index 0 is empty.
    pub strings: Texts,
    /// Scopes in order of their start byte.
    pub scopes: Vec<Scope>,
    /// Definitions, each behind the one that contains it; 0 is the module.
    pub defs: Vec<Def>,
    /// Parameters; a definition's are one run.
    pub params: Vec<Param>,
    /// Names bound in scopes.
    pub bindings: Vec<Binding>,
    /// Members given to something from outside its body (`self.x = …`, `Foo.prototype.f = …`, `exports.f = …`).
    pub assigns: Vec<MemberAssign>,
    /// What callables put into something that stands outside of them, and that says so itself.
    pub container_writes: Vec<ContainerWrite>,
    /// Value expressions; 0 is `Unknown`. Those of a file that others look at are needed only where they tell a type.
    #[serde(skip)]
    pub exprs: Deferred<Expr>,
    /// Type expressions; 0 is `Unknown`.
    pub types: Vec<TypeExpr>,
    /// The ids that [`List`]s point into.
    pub lists: Vec<u32>,
    /// Calls and other uses of names that may become edges: the file itself needs them, no other does.
    #[serde(skip)]
    pub sites: Deferred<Site>,
    /// Imports, includes, re-exports.
    pub imports: Vec<Import>,
    /// Names exported by the file other than by their own definition (`__all__`, `export { a as b }`).
    pub exports: Vec<Export>,
    /// Routes, commands, mains and the like.
    pub entry_points: Vec<EntryPoint>,
    /// The package or namespace that the file declares for itself (Java `package`, Go `package`), or empty.
    pub package: StrId,
    /// Properties of the file as a whole.
    pub file: FileFlags,
    /// Number of lines.
    pub lines: u32,
    /// Number of places where the syntax tree has an error or a missing token.
    pub syntax_errors: u32,
    /// What could not be read, for the report.
    pub complaints: Vec<Complaint>,
}

/// Properties of a file as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFlags {
    /// Holds tests, by its path or its content.
    pub test: bool,
    /// Says in a comment near its start that a tool wrote it.
    pub generated: bool,
    /// Has `import`/`export` statements (TypeScript, JavaScript): else its top level is global.
    pub es_module: bool,
    /// Has a build constraint for another platform than the one most files are for (Go, Rust `cfg`).
    pub other_build: bool,
}

/// Something that the lowering could not read.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Complaint {
    /// 1-based line.
    pub line: u32,
    /// What happened.
    pub kind: ComplaintKind,
}

/// The kinds of [`Complaint`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ComplaintKind {
    /// Nested deeper than the lowering follows; what is inside is not read.
    TooDeep,
    /// The tree has an error here.
    SyntaxError,
}

/// A region in which names are bound.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Scope {
    /// The scope around it; the module's scope is its own parent.
    pub parent: ScopeId,
    /// What opens it.
    pub kind: ScopeKind,
    /// The innermost definition that this scope is inside of or belongs to.
    pub def: DefId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// What opens a scope; it decides which names are seen from inside.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ScopeKind {
    /// The file.
    Module,
    /// A namespace or inline module.
    Namespace,
    /// A class-like body. Whether its names are seen from nested functions is the language's matter.
    Class,
    /// A function's parameters and body.
    Function,
    /// A block that declares names of its own (`{ let x }`).
    Block,
    /// A branch that declares no names of its own (Python `if`, `for`); used to tell which assignment reaches a use,
    /// and to narrow.
    Branch,
}

/// A definition.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Def {
    /// What it is. `None` for definitions that are no symbols: lambdas, object literals, type parameters (see `role`).
    #[serde(with = "crate::numbers")]
    pub kind: Option<SymbolKind>,
    /// What part it plays in resolution.
    pub role: DefRole,
    /// Its name; empty if anonymous.
    pub name: StrId,
    /// The definition that contains it.
    pub parent: DefId,
    /// The scope that it is declared in.
    pub scope: ScopeId,
    /// The scope that it opens, if any.
    pub body_scope: Option<ScopeId>,
    /// Whole range in bytes, decorators and modifiers included, doc comment not.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
    /// Range of the name token in bytes.
    pub name_start: u32,
    /// One past the name's last byte.
    pub name_end: u32,
    /// Range of the body in bytes; both 0 if it has none.
    pub body_start: u32,
    /// One past the body's last byte.
    pub body_end: u32,
    /// 1-based line of `start`.
    pub start_line: u32,
    /// 1-based line of the name.
    pub name_line: u32,
    /// 1-based line of the last byte.
    pub end_line: u32,
    /// Modifiers.
    pub flags: DefFlags,
    /// Who may see it.
    #[serde(with = "crate::numbers")]
    pub visibility: Visibility,
    /// Type parameters, in order: list of [`DefId`] with role `TypeParam`.
    pub type_params: List,
    /// First parameter in [`Facts::params`].
    pub params_start: u32,
    /// Number of parameters. The receiver (`self`, Go's receiver) is not among them: see `receiver`.
    pub params_len: u32,
    /// Callables: declared return type. Fields, variables, constants, parameters: declared type. Aliases: what they
    /// stand for. Type parameters: their default. Types over another type (Go `type Celsius float64`): that one, whose
    /// elements, fields and call they share, but not its methods.
    pub ty: TypeId,
    /// Callables: returned expressions, a list of [`ExprId`] (a lambda's or arrow's body expression is one of them).
    pub returns: List,
    /// Callables that are generators: yielded expressions, a list of [`ExprId`].
    pub yields: List,
    /// Fields, variables, constants, enum members: initial value. Function literals whose body is an expression: that
    /// expression, where the language tells such a body from a block (Java).
    pub value: ExprId,
    /// The type that an out-of-body method belongs to (Go receiver, Rust `impl` type, C++ `A::f`, Kotlin-like extensions);
    /// `Unknown` for methods that stand inside their class.
    pub receiver: TypeId,
    /// Rust: the trait that the `impl` around this method implements; else `Unknown`.
    pub implements: TypeId,
    /// Supertypes: list of pairs (`BaseKind as u32`, [`TypeId`]). Type parameters: their bounds, as `Extends`.
    pub bases: List,
    /// Decorators or annotations: list of [`ExprId`] (a decorator with arguments is a `Call`).
    pub decorators: List,
    /// Signature as written, whitespace folded to single blanks, without body, at most 400 bytes.
    pub signature: StrId,
    /// Doc comment or docstring without its comment marks, at most 4,000 bytes.
    pub doc: StrId,
    /// Cyclomatic complexity of a callable: 1 + branches; 0 for others.
    pub complexity: u16,
}

impl Def {
    /// True if it becomes a symbol.
    pub fn is_symbol(&self) -> bool {
        self.kind.is_some() && !self.flags.has(DefFlags::SYNTHETIC)
    }
}

/// What part a definition plays in resolution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum DefRole {
    /// The file.
    Module,
    /// Function, method, constructor, macro.
    Callable,
    /// Class, struct, interface, trait, enum, record, union, annotation.
    Type,
    /// A type parameter of its parent.
    TypeParam,
    /// A type alias.
    Alias,
    /// A variable, field, constant, property or enum member.
    Value,
    /// A namespace.
    Namespace,
    /// A function without a name: lambda, arrow, closure, block. No symbol; calls inside belong to the parent.
    Lambda,
    /// An object literal, anonymous class or type literal. No symbol unless `kind` says so.
    Object,
    /// A block of methods for a type defined elsewhere (Rust `impl`): no symbol; `receiver` and `implements` say for what.
    Impl,
    /// A Markdown section.
    Section,
}

/// How a supertype is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[repr(u32)]
pub enum BaseKind {
    /// `extends`, Python and C++ bases, Rust supertraits, Go interface embedding.
    Extends = 0,
    /// `implements`.
    Implements = 1,
    /// Go struct embedding: members are promoted.
    Embeds = 2,
    /// Keyword base of Python: `metaclass=`.
    Metaclass = 3,
}

impl BaseKind {
    /// The kind with this number, as stored in [`Def::bases`].
    pub const fn from_u32(number: u32) -> Self {
        match number {
            1 => Self::Implements,
            2 => Self::Embeds,
            3 => Self::Metaclass,
            _ => Self::Extends,
        }
    }
}

/// Declares a bit set with named constants.
macro_rules! bit_set {
    ($(#[$meta:meta])* $name:ident($int:ty) { $($(#[$vmeta:meta])* $flag:ident = $bit:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
        pub struct $name(pub $int);
        impl $name {
            $($(#[$vmeta])* pub const $flag: Self = Self(1 << $bit);)+
            /// True if every bit of `other` is set.
            pub const fn has(self, other: Self) -> bool { self.0 & other.0 == other.0 }
            /// Sets the bits of `other`.
            pub const fn set(&mut self, other: Self) { self.0 |= other.0; }
            /// Both sets together.
            #[must_use]
            pub const fn with(self, other: Self) -> Self { Self(self.0 | other.0) }
        }
    };
}

bit_set! {
    /// Modifiers of a definition.
    DefFlags(u32) {
        /// Belongs to the type, not to an instance (Java/TS `static`, Python staticmethod, Rust fn without `self`).
        STATIC = 0,
        /// Python classmethod: the receiver is the class.
        CLASSMETHOD = 1,
        /// No body: interface method, abstract method, C++ declaration, overload signature.
        ABSTRACT = 2,
        /// `async`: the result is awaited.
        ASYNC = 3,
        /// Yields.
        GENERATOR = 4,
        /// Read like a field: Python property, TypeScript `get`.
        GETTER = 5,
        /// Written like a field.
        SETTER = 6,
        /// One of several signatures of the same function (TypeScript overload, `@overload`).
        OVERLOAD = 7,
        /// Declared in one place and defined in another (C++ prototype, `declare function`).
        DECLARATION = 8,
        /// Exported under its name.
        EXPORTED = 9,
        /// The module's default export.
        DEFAULT_EXPORT = 10,
        /// `final`, `const`, `readonly`.
        READONLY = 11,
        /// Marked as deprecated.
        DEPRECATED = 12,
        /// A test function, or a class of tests.
        TEST = 13,
        /// A test fixture: pytest.
        FIXTURE = 14,
        /// `override`.
        OVERRIDE = 15,
        /// A parameter property of TypeScript, a record component of Java.
        FROM_PARAMETER = 16,
        /// A default implementation in an interface or trait.
        DEFAULT = 17,
        /// The interface is one that object literals and functions satisfy (TypeScript call signature).
        CALL_SIGNATURE = 18,
        /// Bound under its name by more than one definition in branches (`if … def f … else def f`).
        CONDITIONAL = 19,
        /// Its members are enum variants or the like, reachable without naming it.
        TRANSPARENT = 20,
        /// Generated by a tool that the lowering imitates (Lombok accessors); no symbol.
        SYNTHETIC = 21,
        /// A method whose receiver is optional or a type guard: `x is T`; `ty` is the type guarded for.
        TYPE_GUARD = 22,
        /// An interface that lists types: it bounds type parameters and is no type of values (Go `interface { ~int }`).
        CONSTRAINT = 23,
        /// Built only under a condition that does not hold on the usual platform (`#[cfg(windows)]`): gives way to its twins.
        OTHER_BUILD = 24,
    }
}

/// A parameter.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Param {
    /// Its name; empty if it is a pattern.
    pub name: StrId,
    /// Declared type, or `Unknown`.
    pub ty: TypeId,
    /// Default value, or `Unknown`.
    pub default: ExprId,
    /// Text of the declared type, for signature queries; empty if none.
    pub ty_text: StrId,
    /// Text of the default value, at most 80 bytes; empty if none.
    pub default_text: StrId,
    /// How it takes arguments.
    pub flags: ParamFlags,
}

bit_set! {
    /// How a parameter takes arguments.
    ParamFlags(u8) {
        /// May be left out.
        OPTIONAL = 0,
        /// Takes any number of positional arguments (`*args`, `T...`, `...rest`). `ty` is the element's type.
        VARIADIC = 1,
        /// Takes any number of keyword arguments.
        KEYWORDS = 2,
        /// By keyword only.
        KEYWORD_ONLY = 3,
        /// A block or function literal is passed here by convention.
        BLOCK = 4,
    }
}

/// A name bound in a scope.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Binding {
    /// The name. For `Narrow` of a member chain: the chain with dots (`self.x`).
    pub name: StrId,
    /// The scope that declares it.
    pub scope: ScopeId,
    /// The innermost scope that the binding stands in; equals `scope` unless it stands in a `Branch` (or nested block) of it.
    pub branch: ScopeId,
    /// Byte from which it is seen, or 0 if it is seen in the whole scope (hoisted, order does not matter).
    pub pos: u32,
    /// What is bound.
    pub what: Bound,
    /// Declared type, or `Unknown`.
    pub ty: TypeId,
    /// The value it is given, or `Unknown`. Loop targets, destructuring and the like are spelled out in the expression.
    pub value: ExprId,
}

/// What a [`Binding`] binds.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Bound {
    /// A definition.
    Def(DefId),
    /// What an import brings.
    Import(ImportId),
    /// A variable.
    Var,
    /// Parameter number `.1` of definition `.0`; `u32::MAX` is the receiver.
    Param(DefId, u32),
    /// The same variable as outside, with a narrower type here.
    Narrow,
    /// The name belongs to another scope (`global`, `nonlocal`): go on there.
    Outer,
}

/// A member given to something from outside its body.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct MemberAssign {
    /// Who gets it: a type's [`DefId`] when the syntax tells (`self.x = …` in a method), else `None` and `base` says.
    pub owner: Option<DefId>,
    /// The expression that gets the member, if `owner` is `None`.
    pub base: ExprId,
    /// The member's name; empty: every member of `value` (`Object.assign(base, value)`).
    pub name: StrId,
    /// The definition made for it (a field; a method for `Foo.prototype.f = function`), if any.
    pub def: Option<DefId>,
    /// Declared type, or `Unknown`.
    pub ty: TypeId,
    /// The value, or `Unknown`.
    pub value: ExprId,
    /// The innermost callable that the assignment stands in, with a name or without.
    pub within: DefId,
}

/// Something that is put into what stands elsewhere: an element of a container that begins empty there (`self.xs.append(v)`), a
/// base of a type (`util.inherits(A, B)`). It is part of that expression or type; this row says where it comes from.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct ContainerWrite {
    /// The innermost callable that it is put in.
    pub within: DefId,
    /// What it is put into; 0 if no expression says.
    pub into: ExprId,
    /// Its key, or `Unknown`.
    pub key: ExprId,
    /// What is put, or `Unknown`.
    pub value: ExprId,
}

/// A value expression.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each variant's sentence speaks of its fields")]
pub enum Expr {
    /// Not understood.
    #[default]
    Unknown,
    /// A name, looked up from `scope` at byte `pos`.
    Name {
        name: StrId,
        scope: ScopeId,
        pos: u32,
    },
    /// `base.name` on a value, `base?.name`, `base->name`.
    Member { base: ExprId, name: StrId },
    /// `base::name` where the language tells paths from members (Rust, C++).
    Path { base: ExprId, name: StrId },
    /// `callee(args)`; `args` is a list of [`ExprId`]; `site` indexes [`Facts::sites`] or is `u32::MAX`.
    Call {
        callee: ExprId,
        args: List,
        site: u32,
    },
    /// `new class(args)`, composite literals; `args` is a list of [`ExprId`].
    New {
        class: TypeId,
        args: List,
        site: u32,
    },
    /// `callee::<T, U>` or `callee<T>` before a call: `types` is a list of [`TypeId`].
    Instantiate { callee: ExprId, types: List },
    /// `base[index]`.
    Index { base: ExprId, index: ExprId },
    /// `base[a:b]`: same type as `base`.
    Slice(ExprId),
    /// Component number `index` (0-based) of a tuple, of several returned values, or of an array pattern.
    Slot { base: ExprId, index: u32 },
    /// An element, when `base` is iterated (`for x in base`). Go: `Key`/`Elem` are the two range variables.
    Elem(ExprId),
    /// A key, when `base` is iterated with keys (`for k in map`, Go's first range variable, `for … in` of JavaScript).
    Key(ExprId),
    /// The value inside: `await e`, `e?`, `*e`, `e!`, `e.unwrap()`-like syntax.
    Await(ExprId),
    /// `e?` of Rust: the success value.
    Try(ExprId),
    /// `*e`: what a smart pointer or iterator points to.
    Deref(ExprId),
    /// What `with e as x` binds.
    Enter(ExprId),
    /// The value seen as another type: cast, assertion, annotation.
    Cast { ty: TypeId, value: ExprId },
    /// A type used as a value (`Foo.class`, `Vec::<u8>::new`, a conversion's callee).
    TypeValue(TypeId),
    /// A literal.
    Lit(Lit),
    /// A string literal with its text, where it matters (keys, discriminants).
    Str(StrId),
    /// A list literal; list of [`ExprId`].
    Array(List),
    /// A tuple, or several values; list of [`ExprId`].
    Tuple(List),
    /// A set literal; list of [`ExprId`].
    Set(List),
    /// A map literal; list of [`ExprId`], keys and values in turn.
    Map(List),
    /// An object literal or anonymous class: definition with role `Object`.
    Object(DefId),
    /// A function literal: definition with role `Lambda` (or `Callable` if it has a name).
    Lambda(DefId),
    /// A class expression.
    ClassValue(DefId),
    /// `self` / `this` seen from `scope`.
    This(ScopeId),
    /// `super` seen from `scope`.
    Super(ScopeId),
    /// One of both (`a if c else b`, `a || b`, `a ?? b`, `match` arms): union of the types.
    Either(ExprId, ExprId),
    /// `a op b`; the operator decides between the operands' type, bool, and an operator method.
    Binary {
        op: BinaryOp,
        left: ExprId,
        right: ExprId,
    },
    /// `!e`, `not e`: bool; `-e`: same type is lowered to `e` itself.
    Not(ExprId),
    /// A keyword argument in an argument list.
    Keyword { name: StrId, value: ExprId },
    /// `*e`, `...e`, `e...` in an argument list or literal.
    Spread(ExprId),
    /// What is sent into or delegated from: `yield from e`, `yield e` as a value.
    Yield(ExprId),
    /// What an import expression gives: `require("x")`, `import("x")`.
    Import(ImportId),
    /// `<-ch` of Go.
    Receive(ExprId),
    /// The variable after a check that rules out what is falsy or null.
    NonNull(ExprId),
    /// `value` known to be a `ty` here, if that is a subtype; unlike `Cast`, keeps `value`'s type if it is narrower.
    Narrow { ty: TypeId, value: ExprId },
    /// `value` known not to be a `ty` here: parts of a union that are subtypes of `ty` are ruled out.
    Exclude { ty: TypeId, value: ExprId },
    /// `value` known to be one of the parts of its union whose member `member` is the literal or enum member `is`
    /// (`holds`), or is not (`!holds`).
    Discriminated {
        value: ExprId,
        member: StrId,
        is: ExprId,
        assume_true: bool,
    },
    /// `value` known to be one of the parts of its union that have (or have not) a member of this name.
    HasMember {
        value: ExprId,
        member: StrId,
        assume_true: bool,
    },
    /// `value` after the function `callee`, called with it (or on it), returned true (`holds`) or false: narrower if that
    /// function is a type guard.
    Guarded {
        value: ExprId,
        callee: ExprId,
        assume_true: bool,
    },
    /// The class object of a value (`type(x)`, `x.getClass()`, `self.__class__`).
    ClassOf(ExprId),
}

/// Literals whose type has members.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Lit {
    /// Text.
    String,
    /// Whole number.
    Int,
    /// Fraction.
    Float,
    /// Truth value.
    Bool,
    /// Bytes.
    Bytes,
    /// Single character.
    Char,
    /// Regular expression literal.
    Regex,
    /// `None`, `null`, `nil`, `undefined`.
    Null,
}

/// Operators whose result type differs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum BinaryOp {
    /// `+`.
    Add,
    /// `- * / % ** // & | ^ << >>` and so on.
    Arithmetic,
    /// `== < in instanceof` and so on: bool.
    Compare,
    /// `&&`, `and`.
    And,
    /// `/` on paths and the like where an operator method may answer.
    Div,
    /// `|` (unions of sets, of types).
    BitOr,
}

/// A type expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each variant's sentence speaks of its fields")]
pub enum TypeExpr {
    /// None given, or not understood.
    #[default]
    Unknown,
    /// A name with type arguments (list of [`TypeId`]), looked up from `scope`.
    Name {
        name: StrId,
        scope: ScopeId,
        args: List,
    },
    /// `base.name<args>` / `base::name<args>`.
    Member {
        base: TypeId,
        name: StrId,
        args: List,
    },
    /// A type of the language's own (its stub file), by name, with arguments (list of [`TypeId`]): `slice[T]`, `map[K]V`.
    Builtin { name: StrId, args: List },
    /// A tuple or several results; list of [`TypeId`].
    Tuple(List),
    /// One of several; list of [`TypeId`].
    Union(List),
    /// All of several; list of [`TypeId`].
    Intersection(List),
    /// A function type; `params` is a list of [`TypeId`].
    Fn { params: List, ret: TypeId },
    /// The type of a value (`typeof x`, `decltype(x)`, `auto`).
    Of(ExprId),
    /// `Self`, `this`.
    SelfType(ScopeId),
    /// A literal as a type.
    Lit(StrId),
    /// A type written out in place: definition with role `Object` or `Type`.
    Object(DefId),
    /// `T | null`, `Optional[T]`, `T?`: members are reached as on `T`.
    Nullable(TypeId),
    /// `keyof T`.
    KeyOf(TypeId),
    /// `T["k"]`, `T[number]`.
    Indexed { base: TypeId, index: TypeId },
    /// The class object of a type (`type[T]`, `Class<T>`, `typeof Foo`).
    ClassOf(TypeId),
    /// No value: `void`, `None`, `()`.
    Void,
    /// A conditional type: one of both.
    Conditional { yes: TypeId, no: TypeId },
    /// A type argument given by name (`Item = T` in Rust's `Iterator<Item = T>`): stands only among type arguments.
    Named { name: StrId, ty: TypeId },
    /// A mapped type over the members of `base`, each of type `value` (`Partial<T>`-like forms keep the member's own type
    /// when `value` is `Unknown`).
    Mapped { base: TypeId, value: TypeId },
}

/// A use of a name that may become an edge.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Site {
    /// How it is used.
    pub kind: SiteKind,
    /// `Call`, `New`: the whole expression, so that arguments are at hand. Others: the expression of the thing used.
    pub expr: ExprId,
    /// The innermost named callable around it, or 0 for module level and class bodies.
    pub within: DefId,
    /// The scope that it stands in.
    pub scope: ScopeId,
    /// The name token's text: `f` of `a.f()`.
    pub name: StrId,
    /// First byte of the name token.
    pub start: u32,
    /// 1-based line of the name token.
    pub line: u32,
    /// 0-based byte column of the name token.
    pub col: u32,
}

/// How a name is used at a [`Site`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum SiteKind {
    /// `f()`, `a.f()`.
    Call,
    /// `new A()`, `A {}`, and `A()` where only the syntax of the language tells.
    New,
    /// A construction that is written without a call: `T x(1);`, `new T`. It constructs, but calls nothing by name.
    Construct,
    /// A decorator or annotation. `within` is the definition around the decorated one; `expr` is the decorator itself.
    Decorator,
    /// `Foo::bar`, `this::f`: a function named without being called, where the language has a syntax for it.
    MethodRef,
    /// `super(…)` or `this(…)` as a constructor call; `expr` is the `Call`, its callee `Super` or `This`.
    CtorCall,
    /// A name or member that is read: constants, fields, functions as values, types in expressions.
    Read,
    /// A name or member that is written.
    Write,
    /// A type named in an annotation or signature; `expr` is a `TypeValue`.
    Type,
    /// A macro call.
    Macro,
    /// A JSX element; counts as a call of the component.
    Jsx,
    /// A tagged template.
    Tagged,
}

/// An import, include or re-export.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Import {
    /// Its form.
    pub kind: ImportKind,
    /// What is imported from, as written: `a.b`, `./x`, `com.foo.Bar`, `crate::x`, `vector`. Python's leading dots are in `level`.
    pub module: StrId,
    /// The name taken from it; empty for `Module`, `Wildcard`, `Include`, `SideEffect`.
    pub symbol: StrId,
    /// The local name; empty if none is bound.
    pub local: StrId,
    /// Number of leading dots (Python), else 0.
    pub level: u32,
    /// The scope that it stands in.
    pub scope: ScopeId,
    /// 1-based line.
    pub line: u32,
    /// Also exported again (`export … from`, `pub use`, Python `__init__` names are found otherwise).
    pub reexport: bool,
    /// Types only, not there at run time.
    pub type_only: bool,
}

/// The form of an [`Import`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum ImportKind {
    /// The module itself is bound: `import a.b`, `import * as x`, Go imports, `use a::b` when it names a module.
    Module,
    /// One name out of a module: `from a import b`, `import { b }`, Java class imports.
    Symbol,
    /// The default export: `import x from`, `export { default }`.
    Default,
    /// Every name: `from a import *`, `import a.*`, `use a::*`, dot imports, `export * from`.
    Wildcard,
    /// One static member: `import static a.B.c`.
    Static,
    /// Every static member: `import static a.B.*`.
    StaticWildcard,
    /// `#include "x"`.
    Include,
    /// `#include <x>`.
    SystemInclude,
    /// Nothing is bound: `import "x"`, Go `_` imports.
    SideEffect,
    /// `require`, where what is bound depends on `module.exports`.
    Require,
    /// `mod x;`: a file that becomes a child module.
    ChildModule,
}

/// A name that the file exports other than by its own definition.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Export {
    /// The name seen from outside; `default` for the default export; `=` for `export =` / `module.exports =`.
    pub name: StrId,
    /// What it stands for.
    pub value: ExprId,
    /// The definition that it stands in; the module but for `exports.x = …` in a function.
    pub within: DefId,
}

/// A place where control enters from outside.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct EntryPoint {
    /// What it is.
    pub kind: EntryKind,
    /// The handler, if it is a definition of this file.
    pub def: Option<DefId>,
    /// The handler as an expression, if it is not.
    pub handler: ExprId,
    /// HTTP method, command name, event name; empty if none.
    pub verb: StrId,
    /// Route or pattern; empty if none.
    pub route: StrId,
    /// Framework, as far as it is known: `fastapi`, `spring`, `express`.
    pub framework: StrId,
    /// 1-based line.
    pub line: u32,
}

/// What an [`EntryPoint`] is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum EntryKind {
    /// `main`.
    Main,
    /// An HTTP route.
    Route,
    /// A command of a command line.
    Command,
    /// An event or message handler, a scheduled job.
    Event,
    /// A test.
    Test,
}

impl Facts {
    /// Gives back what the tables hold in reserve: facts are kept until the whole repository is resolved. The tables are
    /// copied to where they just fit, so that what they grew in is free in one piece for the next file.
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
        fit(&mut self.lists);
        fit(&mut self.sites);
        fit(&mut self.imports);
        fit(&mut self.exports);
    }

    /// The text of a string of this file.
    pub fn str(&self, id: StrId) -> &str {
        &self.strings[id.index()]
    }

    /// The ids of a list.
    pub fn list(&self, list: List) -> &[u32] {
        &self.lists[list.start as usize..(list.start + list.len) as usize]
    }

    /// The parameters of a definition.
    pub fn params_of(&self, def: DefId) -> &[Param] {
        let def = &self.defs[def.index()];
        &self.params[def.params_start as usize..(def.params_start + def.params_len) as usize]
    }

    /// The supertypes of a definition.
    pub fn bases_of(&self, def: DefId) -> impl Iterator<Item = (BaseKind, TypeId)> + '_ {
        self.list(self.defs[def.index()].bases)
            .chunks_exact(2)
            .map(|pair| (BaseKind::from_u32(pair[0]), TypeId(pair[1])))
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

impl Facts {
    /// True if every scope and definition but the first lies behind its parent, so that a walk along parents ends.
    pub fn has_sound_parents(&self) -> bool {
        let scopes = self.scopes.iter().map(|scope| scope.parent.0);
        let defs = self.defs.iter().map(|def| def.parent.0);
        !self.scopes.is_empty() && !self.defs.is_empty() && sound(scopes) && sound(defs)
    }
}

fn sound(parents: impl Iterator<Item = u32>) -> bool {
    let mut parents = parents.zip(0u32..);
    parents.all(|(parent, own)| parent < own || (own == 0 && parent == 0))
}
