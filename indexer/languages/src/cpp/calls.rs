//! Calls, constructions and their arguments.

use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{Expr, ExprId, List, SiteKind, TypeId};

/// Arguments of a call that are lowered; the rest is only visited.
const ARGUMENTS_MAX: usize = 64;

impl<'t> Lowering<'_, 't> {
    /// Returns an expression that is called, read or written, without a site, and the token that names it.
    pub(super) fn callee(&mut self, node: Node<'t>) -> (ExprId, Option<Node<'t>>) {
        match self.roles.of(node) {
            Role::Name | Role::TypeName => (self.b.name_expr(node), Some(node)),
            Role::Member => self.member(node),
            Role::Path => self.path(node),
            Role::Instantiate | Role::TypeGeneric => {
                let Some(name) = self.ids.name.of(node) else {
                    return (ExprId::UNKNOWN, None);
                };
                let base = self.b.name_expr(name);
                (self.instantiated(base, node), Some(name))
            }
            Role::Parenthesized => {
                let mut cursor = node.walk();
                let inner = node.named_children(&mut cursor).last();
                match inner {
                    Some(inner)
                        if matches!(
                            self.roles.of(inner),
                            Role::Name | Role::Path | Role::Member | Role::Deref
                        ) =>
                    {
                        self.callee(inner)
                    }
                    Some(inner) => (self.expr(inner), None),
                    None => (ExprId::UNKNOWN, None),
                }
            }
            // `(*f)(x)` and `(&f)(x)` are `f(x)`.
            Role::Deref => match self.ids.argument.of(node) {
                Some(inner)
                    if matches!(self.roles.of(inner), Role::Name | Role::Path | Role::Member) =>
                {
                    self.callee(inner)
                }
                Some(inner) => (self.expr(inner), None),
                None => (ExprId::UNKNOWN, None),
            },
            _ => (self.expr(node), None),
        }
    }

    /// Returns `value<T>` if `node` has template arguments, else `value`.
    pub(super) fn instantiated(&mut self, value: ExprId, node: Node<'t>) -> ExprId {
        let types = self.type_arguments(node);
        if types.len == 0 {
            return value;
        }
        self.b.expr(Expr::Instantiate {
            callee: value,
            types,
        })
    }

    /// Lowers the arguments of an argument or brace list.
    pub(super) fn arguments(&mut self, list: Node<'t>) -> List<ExprId> {
        let mut values = Vec::new();
        let mut cursor = list.walk();
        for child in list.named_children(&mut cursor) {
            match self.roles.of(child) {
                Role::Comment => {}
                Role::Block => self.visit(child),
                _ => {
                    let value = self.expr(child);
                    if values.len() < ARGUMENTS_MAX {
                        values.push(value);
                    }
                }
            }
        }
        self.b.list(&values)
    }

    pub(super) fn call(&mut self, node: Node<'t>) -> ExprId {
        let Some(function) = self.ids.function.of(node) else {
            self.visit_children(node);
            return ExprId::UNKNOWN;
        };
        let arguments = self.ids.arguments.of(node);
        if self.roles.of(function) == Role::TypePrimitive {
            let (ty, _) = self.type_of(function);
            if let Some(arguments) = arguments {
                self.arguments(arguments);
            }
            return self.b.expr(Expr::Cast {
                ty,
                value: ExprId::UNKNOWN,
            });
        }
        if self.roles.of(function) == Role::Instantiate
            && let Some(name) = self.ids.name.of(function)
            && matches!(
                self.b.text(name),
                "static_cast" | "dynamic_cast" | "const_cast" | "reinterpret_cast"
            )
        {
            let types = self.type_arguments(function);
            let ty = self
                .b
                .facts
                .list(types)
                .first()
                .map_or(TypeId::UNKNOWN, |ty| *ty);
            let written = self
                .ids
                .arguments
                .of(function)
                .map_or("", |list| self.b.text(list));
            let ty = self.constant(
                ty,
                written.trim_start_matches(['<', ' ']).starts_with("const "),
            );
            let args = arguments.map_or(List::default(), |arguments| self.arguments(arguments));
            let value = self
                .b
                .facts
                .list(args)
                .first()
                .map_or(ExprId::UNKNOWN, |value| *value);
            return self.b.expr(Expr::Cast { ty, value });
        }
        let (callee, token) = self.callee(function);
        // The site is added before the arguments, so that sites stay in source order.
        let site = token.map(|token| self.b.site(SiteKind::Call, ExprId::UNKNOWN, token));
        let args = arguments.map_or(List::default(), |arguments| self.arguments(arguments));
        let value = self.b.expr(Expr::Call {
            callee,
            args,
            site: site.unwrap_or(u32::MAX),
        });
        if let Some(site) = site {
            self.b.set_site_expr(site, value);
        }
        value
    }

    /// `new T(args)`, `T{args}`, `(T){args}`.
    pub(super) fn new_expression(&mut self, node: Node<'t>) -> ExprId {
        let Some(type_node) = self.ids.ty.of(node) else {
            self.visit_children(node);
            return ExprId::UNKNOWN;
        };
        let (ty, token) = self.type_of(type_node);
        let list = self
            .ids
            .arguments
            .of(node)
            .or_else(|| self.ids.value.of(node));
        if self.is_c {
            if let Some(list) = list {
                self.initializer_list(list, ty);
            }
            return self.b.expr(Expr::Cast {
                ty,
                value: ExprId::UNKNOWN,
            });
        }
        let value = list.map_or(List::default(), |list| self.arguments(list));
        if let Some(declarator) = self.ids.declarator.of(node) {
            // `new T[n]`
            self.visit_children(declarator);
        }
        let kind = if list.is_some() {
            SiteKind::New
        } else {
            SiteKind::Construct
        };
        self.constructed(kind, ty, value, token)
    }
}
