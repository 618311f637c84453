//! Type expressions.

use serde::{Deserialize, Serialize};

use crate::ids::{DefId, ExprId, List, ScopeId, StrId, TypeId};

/// A type expression.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each variant's sentence speaks of its fields")]
pub enum TypeExpr {
    /// No type given, or one that the lowering does not understand.
    #[default]
    Unknown,
    /// A name with type arguments, looked up from `scope`.
    Name {
        name: StrId,
        scope: ScopeId,
        args: List<TypeId>,
    },
    /// `base.name<args>` / `base::name<args>`.
    Member {
        base: TypeId,
        name: StrId,
        args: List<TypeId>,
    },
    /// A built-in type of the language (declared in its stub files), by name, with arguments:
    /// `slice[T]`, `map[K]V`.
    Builtin { name: StrId, args: List<TypeId> },
    /// A tuple or several results.
    Tuple(List<TypeId>),
    /// One of several.
    Union(List<TypeId>),
    /// All of several.
    Intersection(List<TypeId>),
    /// A function type.
    Fn { params: List<TypeId>, ret: TypeId },
    /// The type of a value (`typeof x`, `decltype(x)`, `auto`).
    Of(ExprId),
    /// `Self`, `this`.
    SelfType(ScopeId),
    /// A literal as a type.
    Lit(StrId),
    /// A type written out in place: definition with role `Object` or `Type`.
    Object(DefId),
    /// `T | null`, `Optional[T]`, `T?`; it has the members of `T`.
    Nullable(TypeId),
    /// `keyof T`.
    KeyOf(TypeId),
    /// `T["k"]`, `T[number]`; an index that [`part`] lists stands for a part of the type that is no member.
    Indexed { base: TypeId, index: TypeId },
    /// The class object of a type (`type[T]`, `Class<T>`, `typeof Foo`).
    ClassOf(TypeId),
    /// No value: `void`, `None`, `()`.
    Void,
    /// A conditional type: either of two types.
    Conditional { yes: TypeId, no: TypeId },
    /// A type argument by name (`Item = T` in Rust's `Iterator<Item = T>`); occurs only among type arguments.
    Named { name: StrId, ty: TypeId },
    /// A mapped type over the members of `base`, each of type `value` (`Partial<T>`-like forms keep the member's own type
    /// when `value` is `Unknown`).
    Mapped { base: TypeId, value: TypeId },
}

/// Indexes that name a part of a type other than a member. No member has such a name.
pub mod part {
    /// What a function returns.
    pub const RESULT: &str = "result()";
    /// What a promise or the like resolves to; any other type itself.
    pub const AWAITED: &str = "awaited()";
    /// An element of a container.
    pub const ELEMENT: &str = "element()";
    /// Any member.
    pub const VALUES: &str = "values()";
    /// The parameters of a function, as a tuple.
    pub const PARAMETERS: &str = "parameters()";
    /// The parameters of a function that can be named one by one, from the first on.
    pub const PARAMETER: [&str; 4] = [
        "parameter(0)",
        "parameter(1)",
        "parameter(2)",
        "parameter(3)",
    ];
}
