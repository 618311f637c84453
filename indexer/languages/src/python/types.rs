//! Annotations: expressions, strings and comments as types.

use tree_sitter::{Node, Parser, Range};

use super::grammar::first_named;
use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{Expr, List, SiteKind, TypeExpr, TypeId};

/// Longest string or comment that is parsed as a type, in bytes.
const TEXT_BYTES_MAX: usize = 2_000;

macro_rules! specials {
    ($($variant:ident $name:literal,)+) => {
        /// A name of `typing` that is a special form rather than a class.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(super) enum Special { $($variant,)+ }

        impl Special {
            pub(super) const ALL: &'static [Self] = &[$(Self::$variant,)+];

            /// Returns the name in `typing`.
            pub(super) const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name,)+ }
            }

            /// Returns the special form of this name.
            pub(super) fn of(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)+ _ => None }
            }
        }
    };
}

specials! {
    Annotated "Annotated",
    Any "Any",
    Callable "Callable",
    Cast "cast",
    ClassVar "ClassVar",
    Concatenate "Concatenate",
    DefaultDict "DefaultDict",
    Deque "Deque",
    Dict "Dict",
    Final "Final",
    FrozenSet "FrozenSet",
    Generic "Generic",
    List "List",
    Literal "Literal",
    LiteralString "LiteralString",
    NewType "NewType",
    NoReturn "NoReturn",
    NotRequired "NotRequired",
    Optional "Optional",
    OrderedDict "OrderedDict",
    ParamSpec "ParamSpec",
    Protocol "Protocol",
    ReadOnly "ReadOnly",
    Required "Required",
    SelfType "Self",
    Set "Set",
    Text "Text",
    Tuple "Tuple",
    TypeAlias "TypeAlias",
    Type "Type",
    TypeGuard "TypeGuard",
    TypeIs "TypeIs",
    TypeVar "TypeVar",
    TypeVarTuple "TypeVarTuple",
    Union "Union",
    Unpack "Unpack",
}

impl Special {
    /// Returns the class that a capitalised alias stands for.
    const fn container(self) -> Option<&'static str> {
        Some(match self {
            Self::DefaultDict => "defaultdict",
            Self::Deque => "deque",
            Self::Dict => "dict",
            Self::FrozenSet => "frozenset",
            Self::List => "list",
            Self::OrderedDict => "OrderedDict",
            Self::Set => "set",
            Self::LiteralString | Self::Text => "str",
            _ => return None,
        })
    }
}

impl Lowering<'_, '_> {
    /// Lowers a node as a type.
    pub(super) fn ty(&mut self, node: Node) -> TypeId {
        if !self.b.descend(node) {
            return TypeId::UNKNOWN;
        }
        let ty = self.ty_of_role(node);
        self.b.ascend();
        ty
    }

    /// Lowers a node as a type without sites: its names get their sites elsewhere.
    pub(super) fn ty_without_sites(&mut self, node: Node) -> TypeId {
        let before = std::mem::replace(&mut self.sites_suppressed, true);
        let ty = self.ty(node);
        self.sites_suppressed = before;
        ty
    }

    fn ty_of_role(&mut self, node: Node) -> TypeId {
        match self.role(node) {
            Role::TypeAnnotation | Role::Parenthesized => {
                first_named(node).map_or(TypeId::UNKNOWN, |inner| self.ty(inner))
            }
            Role::Name => match self.special_of(node) {
                Some(special) => self.bare_special(special),
                None => self.named_type(node, List::default()),
            },
            Role::Member | Role::TypeMember => match self.special_of(node) {
                Some(special) => self.bare_special(special),
                None => self.member_type(node, List::default()),
            },
            Role::Index => {
                let Some(base) = self.ids.value.of(node) else {
                    return TypeId::UNKNOWN;
                };

                let mut args: Vec<Node> = self.ids.subscript.all(node).collect();
                if let [one] = args[..]
                    && self.role(one) == Role::Tuple
                {
                    let mut cursor = one.walk();
                    args = one.named_children(&mut cursor).collect();
                    if args.is_empty() {
                        return self.b.ty(TypeExpr::Tuple(List::default()));
                    }
                }
                self.applied_type(base, &args)
            }
            Role::TypeGeneric => {
                let mut cursor = node.walk();
                let mut base = None;
                let mut args = Vec::new();
                for child in node.named_children(&mut cursor) {
                    if self.role(child) == Role::TypeParam {
                        let mut inner = child.walk();
                        args.extend(
                            child
                                .named_children(&mut inner)
                                .filter(|arg| !arg.is_extra()),
                        );
                    } else if base.is_none() {
                        base = Some(child);
                    }
                }
                base.map_or(TypeId::UNKNOWN, |base| self.applied_type(base, &args))
            }
            Role::TypeUnion | Role::Binary => {
                let mut parts = Vec::new();
                self.union_parts(node, &mut parts);
                self.union(parts)
            }
            Role::Null => self.b.ty(TypeExpr::Void),
            Role::String => self.string_type(node),
            Role::Array | Role::Tuple | Role::Integer | Role::Bool => TypeId::UNKNOWN,
            _ => {
                if !self.sites_suppressed && node.kind_id() != self.ids.k_ellipsis {
                    self.expression(node);
                }
                TypeId::UNKNOWN
            }
        }
    }

    /// Returns the special form that a name or `typing.name` stands for.
    pub(super) fn special_of(&mut self, node: Node) -> Option<Special> {
        match self.role(node) {
            Role::Name => {
                if self.special_names.is_empty() {
                    return None;
                }
                let name = self.b.name(node);
                self.special_names.get(&name).copied()
            }
            Role::Member => {
                let object = self.ids.object.of(node)?;
                let name = self.ids.attribute.of(node)?;
                let special = Special::of(self.text(name))?;
                let text = self.text(object);
                let known = text == "collections.abc"
                    || self
                        .typing_modules
                        .iter()
                        .any(|module| self.b.facts.str(*module) == text);
                known.then_some(special)
            }
            Role::TypeAnnotation => first_named(node).and_then(|inner| self.special_of(inner)),
            _ => None,
        }
    }

    fn bare_special(&mut self, special: Special) -> TypeId {
        if let Some(container) = special.container() {
            return self.b.builtin_type(container, &[]);
        }
        match special {
            Special::SelfType => {
                let scope = self.b.scope();
                self.b.ty(TypeExpr::SelfType(scope))
            }
            Special::Tuple => self.b.builtin_type("tuple", &[]),
            Special::Type => self.b.ty(TypeExpr::ClassOf(TypeId::UNKNOWN)),
            Special::Callable => self.b.ty(TypeExpr::Fn {
                params: List::default(),
                ret: TypeId::UNKNOWN,
            }),
            Special::NoReturn => self.b.ty(TypeExpr::Void),
            _ => TypeId::UNKNOWN,
        }
    }

    /// `base[args]`.
    fn applied_type(&mut self, base: Node, args: &[Node]) -> TypeId {
        let Some(special) = self.special_of(base) else {
            match self.text(base) {
                "tuple" => return self.tuple_type(args),
                "type" => {
                    let inner = args.first().map_or(TypeId::UNKNOWN, |arg| self.ty(*arg));
                    return self.b.ty(TypeExpr::ClassOf(inner));
                }
                _ => {}
            }
            let list = self.type_args(args);
            return match self.role(base) {
                Role::Name => self.named_type(base, list),
                Role::Member => self.member_type(base, list),
                _ => self.ty(base),
            };
        };
        if let Some(container) = special.container() {
            let ids: Vec<TypeId> = args.iter().map(|arg| self.ty(*arg)).collect();
            return self.b.builtin_type(container, &ids);
        }
        match special {
            Special::Optional => {
                let inner = args.first().map_or(TypeId::UNKNOWN, |arg| self.ty(*arg));
                self.b.ty(TypeExpr::Nullable(inner))
            }
            Special::Union => {
                let parts = args.iter().map(|arg| self.ty(*arg)).collect();
                self.union(parts)
            }
            Special::Annotated => {
                let inner = args.first().map_or(TypeId::UNKNOWN, |arg| self.ty(*arg));
                if !self.sites_suppressed {
                    for arg in args.iter().skip(1) {
                        let value = match self.role(*arg) {
                            Role::TypeAnnotation => first_named(*arg),
                            _ => Some(*arg),
                        };
                        if let Some(value) = value {
                            self.expression(value);
                        }
                    }
                }
                inner
            }
            Special::ClassVar
            | Special::Final
            | Special::Required
            | Special::NotRequired
            | Special::ReadOnly
            | Special::Unpack => args.first().map_or(TypeId::UNKNOWN, |arg| self.ty(*arg)),
            Special::Literal => self.literal_type(args),
            Special::Callable => self.callable_type(args),
            Special::Type => {
                let inner = args.first().map_or(TypeId::UNKNOWN, |arg| self.ty(*arg));
                self.b.ty(TypeExpr::ClassOf(inner))
            }
            Special::Tuple => self.tuple_type(args),
            Special::TypeGuard | Special::TypeIs => {
                for arg in args {
                    self.ty(*arg);
                }
                self.b.builtin_type("bool", &[])
            }
            Special::Generic | Special::Protocol => {
                for arg in args {
                    self.ty(*arg);
                }
                TypeId::UNKNOWN
            }
            _ => TypeId::UNKNOWN,
        }
    }

    fn type_args(&mut self, args: &[Node]) -> List<TypeId> {
        let ids: Vec<TypeId> = args.iter().map(|arg| self.ty(*arg)).collect();
        self.b.list(&ids)
    }

    fn tuple_type(&mut self, args: &[Node]) -> TypeId {
        let ids: Vec<TypeId> = args.iter().map(|arg| self.ty(*arg)).collect();
        if let [first, _] = args
            && self.is_ellipsis(args[1])
        {
            let _ = first;
            return self.b.builtin_type("tuple", &ids[..1]);
        }
        let list = self.b.list(&ids);
        self.b.ty(TypeExpr::Tuple(list))
    }

    fn is_ellipsis(&self, node: Node) -> bool {
        self.text(node) == "..."
    }

    fn callable_type(&mut self, args: &[Node]) -> TypeId {
        let mut params = List::default();
        if let Some(first) = args.first() {
            let first = match self.role(*first) {
                Role::TypeAnnotation => first_named(*first).unwrap_or(*first),
                _ => *first,
            };
            if self.role(first) == Role::Array {
                let mut cursor = first.walk();
                let parts: Vec<Node> = first
                    .named_children(&mut cursor)
                    .filter(|part| !part.is_extra())
                    .collect();
                params = self.type_args(&parts);
            } else if !self.is_ellipsis(first) {
                params = self.type_args(&[first]);
            }
        }
        let ret = args.get(1).map_or(TypeId::UNKNOWN, |arg| self.ty(*arg));
        self.b.ty(TypeExpr::Fn { params, ret })
    }

    fn literal_type(&mut self, args: &[Node]) -> TypeId {
        let mut parts = Vec::new();
        for arg in args {
            let value = match self.role(*arg) {
                Role::TypeAnnotation => first_named(*arg).unwrap_or(*arg),
                _ => *arg,
            };
            let part = match self.role(value) {
                Role::Null => self.b.ty(TypeExpr::Void),
                // `Literal[Color.RED]` is lowered as the enumeration.
                Role::Member => self
                    .ids
                    .object
                    .of(value)
                    .map_or(TypeId::UNKNOWN, |object| self.ty(object)),
                _ => {
                    let text = self.b.name(value);
                    self.b.ty(TypeExpr::Lit(text))
                }
            };
            parts.push(part);
        }
        self.union(parts)
    }

    fn union_parts(&mut self, node: Node, parts: &mut Vec<TypeId>) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            let inner = match self.role(child) {
                Role::TypeAnnotation => first_named(child).unwrap_or(child),
                _ => child,
            };
            if matches!(self.role(inner), Role::TypeUnion | Role::Binary) && self.b.descend(inner) {
                self.union_parts(inner, parts);
                self.b.ascend();
            } else if !inner.is_extra() {
                let part = self.ty(inner);
                parts.push(part);
            }
        }
    }

    /// Returns a union of types; `None` among them makes it nullable.
    pub(super) fn union(&mut self, mut parts: Vec<TypeId>) -> TypeId {
        let before = parts.len();
        parts.retain(|part| self.b.facts.types[part.index()] != TypeExpr::Void);
        let nullable = parts.len() < before;
        let inner = match parts[..] {
            [] => return self.b.ty(TypeExpr::Void),
            [one] => one,
            _ => {
                let list = self.b.list(&parts);
                self.b.ty(TypeExpr::Union(list))
            }
        };
        if nullable {
            self.b.ty(TypeExpr::Nullable(inner))
        } else {
            inner
        }
    }

    fn named_type(&mut self, node: Node, args: List<TypeId>) -> TypeId {
        let name = self.b.name(node);
        if self.self_type_vars.contains(&name) {
            let scope = self.b.scope();
            return self.b.ty(TypeExpr::SelfType(scope));
        }
        if let Some(bound) = self.type_vars.get(&name).copied() {
            self.mention_type_var(name, bound, node);
        }
        let ty = self.b.name_type(name, args);
        if !is_common(self.text(node)) {
            self.type_site(ty, node);
        }
        ty
    }

    fn member_type(&mut self, node: Node, args: List<TypeId>) -> TypeId {
        let (base, name) = if self.role(node) == Role::Member {
            (self.ids.object.of(node), self.ids.attribute.of(node))
        } else {
            (first_named(node), super::grammar::last_named(node))
        };
        let (Some(base), Some(name_node)) = (base, name) else {
            return TypeId::UNKNOWN;
        };
        let text = self.text(name_node);
        // `P.args` and `P.kwargs` of a parameter specification.
        if matches!(text, "args" | "kwargs") && self.role(base) == Role::Name {
            let of = self.b.name(base);
            if self.type_vars.contains_key(&of) {
                return TypeId::UNKNOWN;
            }
        }
        let base = self.ty(base);
        let name = self.b.name(name_node);
        let ty = self.b.ty(TypeExpr::Member { base, name, args });
        self.type_site(ty, name_node);
        ty
    }

    fn type_site(&mut self, ty: TypeId, name: Node) {
        if !self.sites_suppressed {
            let expr = self.b.expr(Expr::TypeValue(ty));
            self.b.site(SiteKind::Type, expr, name);
        }
    }

    /// Lowers the content of a string as a type.
    fn string_type(&mut self, node: Node) -> TypeId {
        if node.kind_id() != self.ids.k_string {
            return TypeId::UNKNOWN;
        }
        let mut cursor = node.walk();
        let mut content = None;
        for child in node.named_children(&mut cursor) {
            if child.kind_id() == self.ids.k_interpolation {
                return TypeId::UNKNOWN;
            }
            if child.kind_id() == self.ids.k_string_content {
                content = Some(child);
            }
        }
        content.map_or(TypeId::UNKNOWN, |content| self.type_in(content.range()))
    }

    /// Lowers a range of the source as a type: the content of a string or of a type comment.
    pub(super) fn type_in(&mut self, range: Range) -> TypeId {
        if range.end_byte - range.start_byte > TEXT_BYTES_MAX {
            return TypeId::UNKNOWN;
        }
        let mut parser = self.annotation_parser.take().unwrap_or_else(|| {
            let mut parser = Parser::new();
            // A parser without a language returns no tree; the code below handles that.
            let _ = parser.set_language(&tree_sitter_python::LANGUAGE.into());
            parser
        });
        let end = range.end_byte;
        let tree = parser
            .set_included_ranges(&[range])
            .ok()
            .and_then(|()| parser.parse(&self.b.source()[..end], None));
        self.annotation_parser = Some(parser);
        let Some(tree) = tree else {
            return TypeId::UNKNOWN;
        };
        let root = tree.root_node();
        if root.has_error() {
            return TypeId::UNKNOWN;
        }
        let Some(statement) = first_named(root) else {
            return TypeId::UNKNOWN;
        };
        if self.role(statement) != Role::ExpressionStatement {
            return TypeId::UNKNOWN;
        }
        first_named(statement).map_or(TypeId::UNKNOWN, |inner| self.ty(inner))
    }
}

/// Returns the identifier inside `*Ts` or `**P`, or the node itself.
pub(super) fn innermost_name(node: Node) -> Option<Node> {
    let mut node = node;
    for _ in 0..4 {
        match first_named(node) {
            Some(inner) => node = inner,
            None => return Some(node),
        }
    }
    None
}

/// Returns true for names in annotations that are too common to be useful as sites.
fn is_common(name: &str) -> bool {
    matches!(
        name,
        "str"
            | "int"
            | "bool"
            | "float"
            | "bytes"
            | "object"
            | "list"
            | "dict"
            | "set"
            | "tuple"
            | "type"
    )
}
