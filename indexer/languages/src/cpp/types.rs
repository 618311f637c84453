//! Type expressions. Pointers, references and qualifiers are dropped; an array has the stub type `__array`.

use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{ExprId, List, ScopeId, SiteKind, TypeExpr, TypeId};

/// Template arguments of one list that are lowered, at most.
const ARGUMENTS_MAX: usize = 64;

impl<'t> Lowering<'_, 't> {
    /// Lowers a type, with a site for its name.
    pub(super) fn ty(&mut self, node: Node<'t>) -> TypeId {
        let (ty, token) = self.type_of(node);
        if let Some(token) = token {
            let value = self.b.expr(bombe_facts::Expr::TypeValue(ty));
            self.b.site(SiteKind::Type, value, token);
        }
        ty
    }

    /// Lowers a type. Returns the token that names it, if it may name a class.
    pub(super) fn type_of(&mut self, node: Node<'t>) -> (TypeId, Option<Node<'t>>) {
        match self.roles.of(node) {
            Role::TypeName => {
                let name = self.b.name(node);
                (self.b.name_type(name, List::default()), Some(node))
            }
            Role::Name | Role::TypeMember => {
                let name = self.b.name(node);
                (self.b.name_type(name, List::default()), Some(node))
            }
            Role::TypePrimitive => (self.primitive(node), None),
            Role::TypeGeneric | Role::Instantiate => {
                let name = self.ids.name.of(node);
                let args = self.type_arguments(node);
                let text = name.map_or("", |name| self.b.text(name));
                let text = self.b.str(text);
                (self.b.name_type(text, args), name)
            }
            Role::Path => self.qualified_type(node),
            Role::Class | Role::Struct | Role::Union | Role::Enum => self.type_specifier(node),
            Role::TypeAnnotation => self.type_descriptor(node),
            Role::TypeQuery => {
                let mut cursor = node.walk();
                let inner = node.named_children(&mut cursor).next();
                let value = inner.map_or(ExprId::UNKNOWN, |inner| self.expr(inner));
                (self.b.ty(TypeExpr::Of(value)), None)
            }
            Role::TypeInferred => (TypeId::UNKNOWN, None),
            Role::TypeParenthesized => {
                let mut cursor = node.walk();
                let inner = node.named_children(&mut cursor).next();
                inner.map_or((TypeId::UNKNOWN, None), |inner| self.type_of(inner))
            }
            _ => {
                self.visit_children(node);
                (TypeId::UNKNOWN, None)
            }
        }
    }

    fn primitive(&mut self, node: Node) -> TypeId {
        let text = self.b.text(node);
        let name = match text {
            "void" => return self.b.ty(TypeExpr::Void),
            "bool" | "_Bool" => "bool",
            "float" | "double" => "double",
            "char" | "wchar_t" | "char8_t" | "char16_t" | "char32_t" => "char",
            _ if text.contains("char") => "char",
            _ if text.contains("double") => "double",
            _ => "int",
        };
        self.b.builtin_type(name, &[])
    }

    /// `a::b<T>::c`, `::c`.
    fn qualified_type(&mut self, node: Node<'t>) -> (TypeId, Option<Node<'t>>) {
        let mut base = None;
        let mut node = node;
        loop {
            match self.ids.scope.of(node) {
                Some(scope) => {
                    base = Some(match base {
                        None => self.type_of(scope).0,
                        Some(outer) => self.member_type(outer, scope).0,
                    });
                }
                // `::name` is looked up from the file's own scope.
                None if base.is_none() => {
                    let Some(name) = self.ids.name.of(node) else {
                        return (TypeId::UNKNOWN, None);
                    };
                    if self.roles.of(name) != Role::Path {
                        let args = self.type_arguments(name);
                        let token = self.ids.name.of(name).unwrap_or(name);
                        let name = self.b.name(token);
                        let ty = self.b.ty(TypeExpr::Name {
                            name,
                            scope: ScopeId::MODULE,
                            args,
                        });
                        return (ty, Some(token));
                    }
                }
                None => {}
            }
            let Some(name) = self.ids.name.of(node) else {
                return (TypeId::UNKNOWN, None);
            };
            if self.roles.of(name) == Role::Path {
                node = name;
                continue;
            }
            return match base {
                Some(base) => self.member_type(base, name),
                None => self.type_of(name),
            };
        }
    }

    fn member_type(&mut self, base: TypeId, name: Node<'t>) -> (TypeId, Option<Node<'t>>) {
        if name.kind_id() == self.ids.dependent_name {
            let mut cursor = name.walk();
            let inner = name.named_children(&mut cursor).next();
            return inner.map_or((TypeId::UNKNOWN, None), |inner| {
                self.member_type(base, inner)
            });
        }
        let args = self.type_arguments(name);
        let token = self.ids.name.of(name).unwrap_or(name);
        let name = self.b.name(token);
        (
            self.b.ty(TypeExpr::Member { base, name, args }),
            Some(token),
        )
    }

    fn type_descriptor(&mut self, node: Node<'t>) -> (TypeId, Option<Node<'t>>) {
        let Some(inner) = self.ids.ty.of(node) else {
            return (TypeId::UNKNOWN, None);
        };
        let (ty, token) = self.type_of(inner);
        let Some(declarator) = self.ids.declarator.of(node) else {
            return (ty, token);
        };
        (self.wrapped(ty, declarator), token)
    }

    /// Lowers the type arguments of `node`'s template argument list. A value argument becomes an unknown type.
    pub(super) fn type_arguments(&mut self, node: Node<'t>) -> List<TypeId> {
        let Some(arguments) = self.ids.arguments.of(node) else {
            return List::default();
        };
        if arguments.kind_id() != self.ids.template_argument_list {
            return List::default();
        }
        let mut types = Vec::new();
        let mut cursor = arguments.walk();
        for argument in arguments.named_children(&mut cursor).take(ARGUMENTS_MAX) {
            match self.roles.of(argument) {
                Role::Comment => {}
                Role::TypeAnnotation => types.push(self.ty(argument)),
                _ => {
                    self.expr(argument);
                    types.push(TypeId::UNKNOWN);
                }
            }
        }
        self.b.list(&types)
    }

    /// Returns the type that a declarator derives from `ty`.
    pub(super) fn wrapped(&mut self, ty: TypeId, declarator: Node<'t>) -> TypeId {
        let mut ty = ty;
        let mut node = declarator;
        loop {
            match self.roles.of(node) {
                Role::Signature => {
                    let params = self.function_type_params(node);
                    let params = self.b.list(&params);
                    ty = self.b.ty(TypeExpr::Fn { params, ret: ty });
                }
                Role::TypeArray => ty = self.b.builtin_type("__array", &[ty]),
                Role::TypePointer => ty = self.pointer_to(ty),
                Role::TypeReference | Role::TypeParenthesized | Role::Let => {}
                _ => return ty,
            }
            let Some(inner) = self.inner_declarator(node) else {
                return ty;
            };
            node = inner;
        }
    }

    /// Returns `ty`, marked as constant if `is_const`.
    pub(super) fn constant(&mut self, ty: TypeId, is_const: bool) -> TypeId {
        if is_const {
            self.b.builtin_type("__const", &[ty])
        } else {
            ty
        }
    }

    /// Pointers are dropped, but `char *` is text and the target of `void *` is unknown.
    pub(super) fn pointer_to(&mut self, ty: TypeId) -> TypeId {
        match self.b.facts.types[ty.index()] {
            TypeExpr::Void => TypeId::UNKNOWN,
            TypeExpr::Builtin { name, args }
                if args.len == 0 && self.b.facts.str(name) == "char" =>
            {
                self.b.builtin_type("char*", &[])
            }
            _ => ty,
        }
    }

    /// Lowers the parameter types of a function type.
    fn function_type_params(&mut self, signature: Node<'t>) -> Vec<TypeId> {
        let mut types = Vec::new();
        let Some(list) = self.ids.parameters.of(signature) else {
            return types;
        };
        let mut cursor = list.walk();
        for param in list.named_children(&mut cursor) {
            if self.roles.of(param) != Role::Parameter {
                continue;
            }
            let Some(inner) = self.ids.ty.of(param) else {
                continue;
            };
            let ty = self.ty(inner);
            let declarator = self.ids.declarator.of(param);
            if declarator.is_none() && self.b.facts.types[ty.index()] == TypeExpr::Void {
                continue;
            }
            types.push(declarator.map_or(ty, |declarator| self.wrapped(ty, declarator)));
        }
        types
    }
}
