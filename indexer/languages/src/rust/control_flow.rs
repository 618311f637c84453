//! Control flow: conditions, loops, `match`, and `let` with its patterns.

use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{Bound, Expr, ExprId, Lit, ScopeKind, TypeId};

/// Arms of a `match` that determine its type, at most; all arms have the same type.
const ARMS_MAX: usize = 4;

impl Lowering<'_> {
    pub(super) fn if_expression(&mut self, node: Node) -> ExprId {
        self.count_branch();
        let condition = self.ids.condition.of(node);
        let consequence = self.ids.consequence.of(node);
        // Only the first branch sees the bindings of the condition.
        let start = condition.or(consequence).unwrap_or(node).start_byte() as u32;
        let end = consequence.or(condition).unwrap_or(node).end_byte() as u32;
        self.b.open_scope_at(ScopeKind::Block, start, end);
        if let Some(condition) = condition {
            self.expr(condition);
        }
        let yes = consequence.map_or(ExprId::UNKNOWN, |block| self.statements(block));
        self.b.close_scope();
        let no = self
            .ids
            .alternative
            .of(node)
            .map_or(ExprId::UNKNOWN, |alternative| self.only_child(alternative));
        self.either(yes, no)
    }

    /// `let pattern = value` in a condition.
    pub(super) fn let_condition(&mut self, node: Node) -> ExprId {
        let value = self
            .ids
            .value
            .of(node)
            .map_or(ExprId::UNKNOWN, |value| self.expr(value));
        if let Some(pattern) = self.ids.pattern.of(node) {
            self.pattern(pattern, value, node.end_byte() as u32, true);
        }
        self.b.expr(Expr::Lit(Lit::Bool))
    }

    pub(super) fn while_expression(&mut self, node: Node) -> ExprId {
        self.count_branch();
        self.b.open_scope(ScopeKind::Block, node);
        if let Some(condition) = self.ids.condition.of(node) {
            self.expr(condition);
        }
        self.loop_body(node);
        self.b.close_scope();
        ExprId::UNKNOWN
    }

    /// Lowers the body of a loop in the current scope. Returns the value of its `break`.
    fn loop_body(&mut self, node: Node) -> ExprId {
        let outer = std::mem::take(&mut self.frame().break_value);
        if let Some(body) = self.ids.body.of(node) {
            self.statements(body);
        }
        std::mem::replace(&mut self.frame().break_value, outer)
    }

    pub(super) fn for_expression(&mut self, node: Node) -> ExprId {
        self.count_branch();
        let value_node = self.ids.value.of(node);
        let value = value_node.map_or(ExprId::UNKNOWN, |value| self.expr(value));
        self.b.open_scope(ScopeKind::Block, node);
        if let Some(pattern) = self.ids.pattern.of(node) {
            let element = if value.is_known() {
                self.b.expr(Expr::Elem(value))
            } else {
                value
            };
            let pos = value_node.map_or(0, |value| value.end_byte() as u32);
            self.pattern(pattern, element, pos, true);
        }
        self.loop_body(node);
        self.b.close_scope();
        ExprId::UNKNOWN
    }

    pub(super) fn loop_expression(&mut self, node: Node) -> ExprId {
        self.count_branch();
        self.b.open_scope(ScopeKind::Block, node);
        let value = self.loop_body(node);
        self.b.close_scope();
        value
    }

    pub(super) fn match_expression(&mut self, node: Node) -> ExprId {
        let value = self
            .ids
            .value
            .of(node)
            .map_or(ExprId::UNKNOWN, |value| self.expr(value));
        let Some(body) = self.ids.body.of(node) else {
            return ExprId::UNKNOWN;
        };
        let mut result = ExprId::UNKNOWN;
        let mut known = 0;
        let mut first = true;
        let mut cursor = body.walk();
        for arm in body.named_children(&mut cursor) {
            if self.role(arm) != Role::MatchArm {
                if arm.is_error() {
                    self.expr(arm);
                }
                continue;
            }
            if !first {
                self.count_branch();
            }
            first = false;
            self.b.open_scope(ScopeKind::Block, arm);
            if let Some(pattern) = self.ids.pattern.of(arm) {
                let mut cursor = pattern.walk();
                let condition = self.ids.condition.of(pattern);
                let pos = pattern.start_byte() as u32;
                for part in pattern.named_children(&mut cursor) {
                    if Some(part) != condition {
                        self.pattern(part, value, pos, true);
                    }
                }
                if let Some(condition) = condition {
                    self.expr(condition);
                }
            }
            let arm_value = self
                .ids
                .value
                .of(arm)
                .map_or(ExprId::UNKNOWN, |value| self.expr(value));
            self.b.close_scope();
            if arm_value.is_known() && known < ARMS_MAX {
                known += 1;
                result = self.either(result, arm_value);
            }
        }
        result
    }

    pub(super) fn let_declaration(&mut self, node: Node) {
        let value_node = self.ids.value.of(node);
        let value = value_node.map_or(ExprId::UNKNOWN, |value| self.expr(value));
        let ty = self
            .ids
            .r#type
            .of(node)
            .map_or(TypeId::UNKNOWN, |ty| self.ty(ty));
        let Some(pattern) = self.ids.pattern.of(node) else {
            return;
        };
        let pos = node.end_byte() as u32;
        let ty = if self.collects_into_inferred(node, value, ty) {
            TypeId::UNKNOWN
        } else {
            ty
        };
        if self.role(pattern) == Role::Name && !self.text(pattern).starts_with(['$', '_']) {
            let name = self.b.name(pattern);
            let scope = self.b.declaring_scope();
            if value_node.is_some() || ty.is_known() {
                self.b.bind(name, scope, pos, Bound::Var, ty, value);
            }
            // Of a value that an unknown macro makes, too, a later assignment tells the type.
            if value == ExprId::UNKNOWN && !ty.is_known() {
                self.deferred.push((name, scope));
            }
        } else {
            let whole = if ty.is_known() {
                self.b.expr(Expr::Cast { ty, value })
            } else {
                value
            };
            self.pattern(pattern, whole, pos, true);
        }
        if let Some(alternative) = self.ids.alternative.of(node) {
            self.block(alternative);
        }
    }

    /// `let v: Vec<_> = ….collect()`: lowers the value as `collect::<Vec<_>>()`, because the call determines `_`.
    /// Returns true if the type was passed to the call.
    fn collects_into_inferred(&mut self, node: Node, value: ExprId, ty: TypeId) -> bool {
        let has_hole = self
            .ids
            .r#type
            .of(node)
            .is_some_and(|ty| self.text(ty).contains('_'));
        let Expr::Call { callee, args, site } = self.b.facts.exprs[value.index()] else {
            return false;
        };
        let Expr::Member { name, .. } = self.b.facts.exprs[callee.index()] else {
            return false;
        };
        if !has_hole || &self.b.facts.strings[name.index()] != "collect" {
            return false;
        }
        let types = self.b.list(&[ty]);
        let callee = self.b.expr(Expr::Instantiate { callee, types });
        self.b.facts.exprs[value.index()] = Expr::Call { callee, args, site };
        true
    }
}
