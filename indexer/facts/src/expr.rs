//! Value expressions.

use serde::{Deserialize, Serialize};

use crate::ids::{DefId, ExprId, ImportId, List, ScopeId, StrId, TypeId};

/// A value expression.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each variant's sentence speaks of its fields")]
pub enum Expr {
    /// An expression that the lowering does not understand.
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
    /// `base::name` where the language distinguishes paths from members (Rust, C++).
    Path { base: ExprId, name: StrId },
    /// `callee(args)`; `site` indexes [`Facts::sites`](crate::Facts::sites) or is `u32::MAX`.
    Call {
        callee: ExprId,
        args: List<ExprId>,
        site: u32,
    },
    /// `new class(args)`, composite literals.
    New {
        class: TypeId,
        args: List<ExprId>,
        site: u32,
    },
    /// `callee::<T, U>` or `callee<T>` before a call.
    Instantiate { callee: ExprId, types: List<TypeId> },
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
    /// `*e`: the target of a smart pointer or iterator.
    Deref(ExprId),
    /// The value that `with e as x` binds.
    Enter(ExprId),
    /// The value seen as another type: cast, assertion, annotation.
    Cast { ty: TypeId, value: ExprId },
    /// A type used as a value (`Foo.class`, `Vec::<u8>::new`, a conversion's callee).
    TypeValue(TypeId),
    /// A literal.
    Lit(Lit),
    /// A string literal with its text, where it matters (keys, discriminants).
    Str(StrId),
    /// A list literal.
    Array(List<ExprId>),
    /// A tuple, or several values.
    Tuple(List<ExprId>),
    /// A set literal.
    Set(List<ExprId>),
    /// A map literal; keys and values in turn.
    Map(List<ExprId>),
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
    /// Either of two values (`a if c else b`, `a || b`, `a ?? b`, `match` arms): union of the types.
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
    /// `yield e` or `yield from e` as a value.
    Yield(ExprId),
    /// The value of an import expression: `require("x")`, `import("x")`.
    Import(ImportId),
    /// `<-ch` of Go.
    Receive(ExprId),
    /// The variable after a check that rules out falsy values or null.
    NonNull(ExprId),
    /// `value` known to be a `ty` here, if that is a subtype; unlike `Cast`, keeps `value`'s type if it is narrower.
    Narrow { ty: TypeId, value: ExprId },
    /// `value` known not to be a `ty` here: parts of a union that are subtypes of `ty` are ruled out.
    Exclude { ty: TypeId, value: ExprId },
    /// `value` known to be one of the parts of its union whose member `member` is the literal or enum member `is`
    /// (`assume_true`), or is not (`!assume_true`).
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
    /// `value` after the function `callee`, called with it (or on it), returned true (`assume_true`) or false: narrower if that
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
