//! Type expressions.

use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{Expr, ExprId, List, SiteKind, StrId, TypeExpr, TypeId};

/// Traits that add no members.
const MARKERS: &[&str] = &[
    "Send",
    "Sync",
    "Sized",
    "Unpin",
    "UnwindSafe",
    "RefUnwindSafe",
];

impl Lowering<'_> {
    /// Lowers a type, with a site for each name.
    pub(super) fn ty(&mut self, node: Node) -> TypeId {
        if !self.b.descend(node) {
            return TypeId::UNKNOWN;
        }
        let ty = match self.role(node) {
            Role::TypeName | Role::Name => self.named_type(node, node, List::default()),
            Role::TypePrimitive => {
                let name = self.b.name(node);
                self.b.ty(TypeExpr::Builtin {
                    name,
                    args: List::default(),
                })
            }
            Role::TypeGeneric => {
                let args = self
                    .ids
                    .type_arguments
                    .of(node)
                    .map_or(List::default(), |args| self.type_arguments(args));
                match self.ids.r#type.of(node) {
                    Some(of) => self.named_type(of, of, args),
                    None => TypeId::UNKNOWN,
                }
            }
            Role::TypeMember | Role::Path => self.named_type(node, node, List::default()),
            Role::TypeArray => {
                let element = self
                    .ids
                    .element
                    .of(node)
                    .map_or(TypeId::UNKNOWN, |element| self.ty(element));
                self.b.builtin_type("slice", &[element])
            }
            Role::TypePointer | Role::TypeReference | Role::TypeQuery => self
                .ids
                .r#type
                .of(node)
                .map_or(TypeId::UNKNOWN, |inner| self.ty(inner)),
            Role::TypeFunction => self.function_type(node),
            Role::TypeTuple => {
                let parts = self.child_types(node);
                let parts = self.b.list(&parts);
                self.b.ty(TypeExpr::Tuple(parts))
            }
            Role::TypeVoid => self.b.ty(TypeExpr::Void),
            Role::TypeDyn | Role::TypeImpl => self
                .ids
                .r#trait
                .of(node)
                .map_or(TypeId::UNKNOWN, |inner| self.ty(inner)),
            Role::TypeIntersection => {
                let parts = self.child_types(node);
                self.intersection(&parts)
            }
            Role::TypeParenthesized => self.child_types(node).first().copied().unwrap_or_default(),
            // `<T as Trait>` has the members of `T`, or those of the trait if `T` is unknown.
            Role::TypeAnnotation => {
                let of = self.ids.r#type.of(node).map(|of| self.ty(of));
                let bound = self.ids.alias.of(node).map(|bound| self.ty(bound));
                of.filter(|of| of.is_known()).or(bound).unwrap_or_default()
            }
            Role::This => self.path_type(node),
            _ => TypeId::UNKNOWN,
        };
        self.b.ascend();
        ty
    }

    fn intersection(&mut self, parts: &[TypeId]) -> TypeId {
        match parts {
            [] => TypeId::UNKNOWN,
            [one] => *one,
            _ => {
                let parts = self.b.list(parts);
                self.b.ty(TypeExpr::Intersection(parts))
            }
        }
    }

    /// Lowers the types among the children, except lifetimes and markers.
    fn child_types(&mut self, node: Node) -> Vec<TypeId> {
        let mut types = Vec::new();
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if let Some(ty) = self.bound(child) {
                types.push(ty);
            }
        }
        types
    }

    /// Lowers a type or trait bound, unless it adds no members: a lifetime, a marker, `?Sized`.
    pub(super) fn bound(&mut self, node: Node) -> Option<TypeId> {
        match self.role(node) {
            Role::None | Role::TypeWildcard | Role::Comment => None,
            Role::TypeName if MARKERS.contains(&self.text(node)) => None,
            _ => Some(self.ty(node)),
        }
    }

    /// Lowers a named type with arguments. `node` is the name or path; the site is at `at`.
    fn named_type(&mut self, node: Node, at: Node, args: List<TypeId>) -> TypeId {
        let (ty, name_node) = match (self.ids.path.of(node), self.ids.name.of(node)) {
            (Some(path), Some(name_node)) => {
                let name = self.b.name(name_node);
                let ty = match self.associated(path, name) {
                    Some(ty) => ty,
                    None => {
                        let base = self.path_type(path);
                        self.b.ty(TypeExpr::Member { base, name, args })
                    }
                };
                (ty, name_node)
            }
            (None, Some(name_node)) => {
                let name = self.b.name(name_node);
                (self.b.name_type(name, args), name_node)
            }
            _ => {
                match self.text(at) {
                    "Self" => return self.self_type(),
                    "_" => return TypeId::UNKNOWN,
                    text if text.starts_with('$') => return TypeId::UNKNOWN,
                    _ => {}
                }
                let name = self.b.name(node);
                (self.b.name_type(name, args), at)
            }
        };
        let value = self.b.expr(Expr::TypeValue(ty));
        self.b.site(SiteKind::Type, value, name_node);
        ty
    }

    /// `Self`: the target of an `impl`, the trait in a trait's body, else the receiver's own type.
    pub(super) fn self_type(&mut self) -> TypeId {
        match self.owners.last() {
            Some(owner) if !owner.is_trait || self.bodies > 0 => owner.self_type,
            _ => {
                let scope = self.b.scope();
                self.b.ty(TypeExpr::SelfType(scope))
            }
        }
    }

    /// Returns the type `Self::name` if the enclosing trait or `impl` declares an associated type of that name.
    pub(super) fn associated(&mut self, path: Node, name: StrId) -> Option<TypeId> {
        if self.role(path) != Role::Name || self.text(path) != "Self" {
            return None;
        }
        let owner = self.owners.last()?;
        let (_, ty) = owner.associated.iter().find(|(known, _)| *known == name)?;
        if owner.is_trait {
            let name = self.associated_name(name);
            Some(self.b.name_type(name, List::default()))
        } else {
            Some(*ty)
        }
    }

    /// Lowers the part of a type's path before `::`.
    fn path_type(&mut self, node: Node) -> TypeId {
        if !self.b.descend(node) {
            return TypeId::UNKNOWN;
        }
        let ty = match self.role(node) {
            Role::TypeParenthesized | Role::TypeGeneric => self.ty(node),
            Role::Path | Role::TypeMember => {
                match (self.ids.path.of(node), self.ids.name.of(node)) {
                    (Some(path), Some(name)) => {
                        let name = self.b.name(name);
                        if let Some(ty) = self.associated(path, name) {
                            self.b.ascend();
                            return ty;
                        }
                        let base = self.path_type(path);
                        self.b.ty(TypeExpr::Member {
                            base,
                            name,
                            args: List::default(),
                        })
                    }
                    (None, Some(name)) => {
                        let name = self.b.name(name);
                        self.b.name_type(name, List::default())
                    }
                    _ => TypeId::UNKNOWN,
                }
            }
            _ if self.text(node) == "Self" => self.self_type(),
            _ => {
                let name = self.b.name(node);
                self.b.name_type(name, List::default())
            }
        };
        self.b.ascend();
        ty
    }

    /// Lowers `<A, Item = B, 'a, 3>`: types and bound associated types in order. A constant becomes an unknown type.
    pub(super) fn type_arguments(&mut self, node: Node) -> List<TypeId> {
        let mut args = Vec::new();
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "lifetime" | "line_comment" | "block_comment" => {}
                "type_binding" => {
                    let ty = self
                        .ids
                        .r#type
                        .of(child)
                        .map_or(TypeId::UNKNOWN, |ty| self.ty(ty));
                    if let Some(name) = self.ids.name.of(child) {
                        let name = self.b.name(name);
                        args.push(self.b.ty(TypeExpr::Named { name, ty }));
                    }
                }
                _ => args.push(self.ty(child)),
            }
        }
        self.b.list(&args)
    }

    fn function_type(&mut self, node: Node) -> TypeId {
        let params = match self.ids.parameters.of(node) {
            Some(list) => {
                let mut params = Vec::new();
                let mut cursor = list.walk();
                for child in list.named_children(&mut cursor) {
                    match self.role(child) {
                        Role::Comment | Role::Decorator => {}
                        Role::Parameter => {
                            params.push(
                                self.ids
                                    .r#type
                                    .of(child)
                                    .map_or(TypeId::UNKNOWN, |ty| self.ty(ty)),
                            );
                        }
                        _ => params.push(self.ty(child)),
                    }
                }
                params
            }
            None => Vec::new(),
        };
        let ret = match self.ids.return_type.of(node) {
            Some(ret) => self.ty(ret),
            None => self.b.ty(TypeExpr::Void),
        };
        let params = self.b.list(&params);
        self.b.ty(TypeExpr::Fn { params, ret })
    }

    /// Returns the type of a value.
    pub(super) fn type_of(&mut self, value: ExprId) -> TypeId {
        if value.is_known() {
            self.b.ty(TypeExpr::Of(value))
        } else {
            TypeId::UNKNOWN
        }
    }
}
