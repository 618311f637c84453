//! Decorators and their effect on a definition.

use tree_sitter::Node;

use super::grammar::first_named;
use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{DefFlags, DefId, Expr, ExprId, SiteKind};

impl Lowering<'_, '_> {
    /// A decorated function or class.
    pub(super) fn decorated(&mut self, node: Node) {
        let Some(inner) = self.ids.definition.of(node) else {
            self.children(node);
            return;
        };
        match self.role(inner) {
            Role::Function => self.function(inner, Some(node)),
            Role::Class => self.class(inner, Some(node)),
            _ => self.children(node),
        }
    }

    /// Lowers the decorators of a definition, and returns the flags that they set.
    pub(super) fn decorators(&mut self, def: DefId, decorated: Node) -> DefFlags {
        let mut flags = DefFlags::default();
        let mark = self.scratch.len();
        let mut cursor = decorated.walk();
        for child in decorated.named_children(&mut cursor) {
            if self.roles.of(child) != Role::Decorator {
                continue;
            }
            let Some(value) = first_named(child) else {
                continue;
            };
            let callee = if self.role(value) == Role::Call {
                self.ids.function.of(value).unwrap_or(value)
            } else {
                value
            };
            flags.set(decorator_flags(self.text(callee)));
            let expr = self.decorator(value);
            self.scratch.push(expr);
        }
        let list = self.take_list(mark);
        self.b.def_mut(def).decorators = list;
        flags
    }

    /// Lowers one decorator, a name, a member or a call, with its only site.
    fn decorator(&mut self, value: Node) -> ExprId {
        if self.role(value) == Role::Call {
            return self.call(value, SiteKind::Decorator);
        }
        match self.role(value) {
            Role::Name => {
                let expr = self.b.name_expr(value);
                self.b.site(SiteKind::Decorator, expr, value);
                expr
            }
            Role::Member => {
                let (Some(object), Some(name)) =
                    (self.ids.object.of(value), self.ids.attribute.of(value))
                else {
                    return self.expression(value);
                };
                let base = self.expression(object);
                let text = self.b.name(name);
                let expr = self.b.expr(Expr::Member { base, name: text });
                self.b.site(SiteKind::Decorator, expr, name);
                expr
            }
            _ => self.expression(value),
        }
    }
}

/// Returns the range of the bytes `start..end` of a node on one line.
pub(super) fn part_of(node: Node, start: usize, end: usize) -> tree_sitter::Range {
    let mut range = node.range();
    range.end_byte = range.start_byte + end;
    range.start_byte += start;
    range.end_point = range.start_point;
    range.end_point.column += end;
    range.start_point.column += start;
    range
}

/// Returns the flags that a decorator of this name sets.
fn decorator_flags(callee: &str) -> DefFlags {
    let last = callee.rsplit('.').next().unwrap_or(callee).trim();
    match last {
        "staticmethod" => DefFlags::STATIC,
        "classmethod" | "abstractclassmethod" => DefFlags::CLASSMETHOD,
        "overload" => DefFlags::OVERLOAD,
        "abstractmethod" => DefFlags::ABSTRACT,
        "setter" | "deleter" => DefFlags::SETTER,
        "getter" => DefFlags::GETTER,
        "fixture" | "yield_fixture" => DefFlags::FIXTURE,
        "override" | "overrides" => DefFlags::OVERRIDE,
        "deprecated" => DefFlags::DEPRECATED,
        "abstractproperty" => DefFlags::GETTER.with(DefFlags::ABSTRACT),
        "final" => DefFlags::READONLY,
        _ if last.ends_with("property") || last.ends_with("reify") => DefFlags::GETTER,
        _ => DefFlags::default(),
    }
}
