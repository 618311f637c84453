//! Patterns of `instanceof` and `switch`.

use tree_sitter::Node;

use crate::parse::roles::Role;
use bombe_facts::{Bound, Expr, ExprId, TypeId};

use super::lower::Lowering;

impl<'t> Lowering<'_, 't> {
    /// Matches a type or record pattern against `value`.
    pub(super) fn pattern(&mut self, node: Node<'t>, value: ExprId) {
        if !self.b.descend(node) {
            return;
        }
        if node.kind_id() == self.ids.record_pattern {
            self.record_pattern(node, value);
        } else {
            self.typed_name(node, value);
        }
        self.b.ascend();
    }

    /// `T x`; `var x` has the type of `value`.
    fn typed_name(&mut self, node: Node<'t>, value: ExprId) {
        let mut ty = None;
        let mut name = None;
        self.each_child(node, |this, child| {
            if ty.is_none() {
                ty = Some(this.ty_with_dimensions(child, None));
            } else {
                name = Some(child);
            }
        });
        if let (Some(ty), Some(name)) = (ty, name) {
            self.bind_pattern(name, ty, value);
        }
    }

    /// `T(A a, var b, U(…))`: the parts match the components of the record in order.
    fn record_pattern(&mut self, node: Node<'t>, value: ExprId) {
        let mut ty = TypeId::UNKNOWN;
        self.each_child(node, |this, child| {
            if child.kind_id() != this.ids.record_pattern_body {
                ty = this.ty(child);
                return;
            }
            let record = this.b.expr(Expr::Cast { ty, value });
            let mut index = 0;
            this.each_child(child, |this, part| {
                let base = record;
                let component = this.b.expr(Expr::Slot { base, index });
                index += 1;
                if part.kind_id() == this.ids.record_pattern {
                    this.pattern(part, component);
                } else if this.roles.of(part) == Role::None {
                    this.typed_name(part, component);
                }
            });
        });
    }

    /// Binds a pattern variable in the scope that sees it: see `Lowering::branching`.
    pub(super) fn bind_pattern(&mut self, name: Node<'t>, ty: TypeId, value: ExprId) {
        let text = self.b.name(name);
        let scope = match self.pattern_scope {
            Some(scope) if self.negated => scope,
            _ => self.b.declaring_scope(),
        };
        let pos = name.start_byte() as u32;
        self.b.bind(text, scope, pos, Bound::Var, ty, value);
    }
}
