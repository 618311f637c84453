//! Calls and their arguments.

use tree_sitter::Node;

use super::grammar::first_named;
use super::lower::Lowering;
use super::types::Special;
use crate::parse::roles::Role;
use bombe_facts::{Expr, ExprId, SiteKind, StrId};

impl Lowering<'_, '_> {
    /// Lowers a call. Its site is at the callee's name and has `kind`.
    pub(super) fn call(&mut self, node: Node, kind: SiteKind) -> ExprId {
        let Some(function) = self.ids.function.of(node) else {
            return ExprId::UNKNOWN;
        };
        let arguments = self.ids.arguments.of(node);
        let (callee, site) = match self.role(function) {
            Role::Name => {
                let callee = self.b.name_expr(function);
                (callee, self.site(kind, ExprId::UNKNOWN, function))
            }
            Role::Member => {
                let (Some(object), Some(attribute)) = (
                    self.ids.object.of(function),
                    self.ids.attribute.of(function),
                ) else {
                    return ExprId::UNKNOWN;
                };
                let base = self.expression(object);
                let callee = self.member_of(base, attribute);
                // `x.__class__()` calls an attribute's value; no token names the class.
                if self.text(attribute) == "__class__" {
                    (callee, u32::MAX)
                } else {
                    (callee, self.site(kind, ExprId::UNKNOWN, attribute))
                }
            }
            _ => {
                let callee = self.expression(function);
                // `table[key]()`, `make()()`: no token names the callee.
                let site = if self.sites_suppressed {
                    u32::MAX
                } else {
                    self.b
                        .site_named(kind, ExprId::UNKNOWN, StrId::EMPTY, function)
                };
                (callee, site)
            }
        };
        let mark = self.scratch.len();
        if let Some(arguments) = arguments {
            self.arguments(arguments);
        }
        let args = self.take_list(mark);
        let call = self.b.expr(Expr::Call { callee, args, site });
        if site != u32::MAX {
            self.b.set_site_expr(site, call);
        }
        self.write_by_call(function, call);
        self.special_call(function, call)
    }

    /// Calls whose result the syntax shows: `super()`, `type(x)`, `cast(T, x)`, `getattr(x, "name")`.
    fn special_call(&mut self, function: Node, call: ExprId) -> ExprId {
        let Expr::Call { args, .. } = self.b.facts.exprs[call.index()] else {
            return call;
        };
        let arg =
            |lowering: &Self, index: u32| lowering.b.facts.list(args).get(index as usize).copied();
        if self.special_of(function) == Some(Special::Cast) {
            let types = function
                .parent()
                .and_then(|call| self.ids.arguments.of(call))
                .and_then(first_named);
            if let (Some(ty), Some(value)) = (types, arg(self, 1)) {
                let ty = self.ty_without_sites(ty);
                return self.b.expr(Expr::Cast { ty, value });
            }
            return call;
        }
        if self.role(function) != Role::Name {
            return call;
        }
        match self.text(function) {
            "super" => {
                let scope = self.b.scope();
                self.b.expr(Expr::Super(scope))
            }
            "type" if args.len == 1 => {
                let value = arg(self, 0).unwrap_or_default();
                self.b.expr(Expr::ClassOf(value))
            }
            "getattr" if args.len >= 2 => {
                let (Some(base), Some(name)) = (arg(self, 0), arg(self, 1)) else {
                    return call;
                };
                match self.b.facts.exprs[name.index()] {
                    Expr::Str(name) => self.b.expr(Expr::Member { base, name }),
                    _ => call,
                }
            }
            _ => call,
        }
    }

    pub(super) fn arguments(&mut self, node: Node) {
        if self.role(node) == Role::Comprehension {
            let expr = self.expression(node);
            self.scratch.push(expr);
            return;
        }
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if child.is_extra() {
                continue;
            }
            let expr = if child.kind_id() == self.ids.k_dict_splat {
                let inner =
                    first_named(child).map_or(ExprId::UNKNOWN, |inner| self.expression(inner));
                let value = self.b.expr(Expr::Spread(inner));
                self.b.expr(Expr::Keyword {
                    name: StrId::EMPTY,
                    value,
                })
            } else {
                self.text_or_expression(child)
            };
            self.scratch.push(expr);
        }
    }
}
