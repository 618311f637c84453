//! Calls by which libraries extend objects and classes: mixins, `util.inherits`.

use tree_sitter::Node;

use super::lower::Lowering;
use bombe_facts::{Expr, ExprId, List, StrId, TypeExpr};

impl<'t> Lowering<'t> {
    /// Records the further effect of a call: a mixin, or a base.
    pub(super) fn framework_call(
        &mut self,
        function: Node<'t>,
        arguments: Option<Node<'t>>,
        callee: ExprId,
        args: List<ExprId>,
    ) {
        if arguments.is_none() {
            return;
        }
        let args: &[ExprId] = self.b.facts.list(args);
        if args.len() < 2 {
            return;
        }
        let (first, second) = (args[0], args[1]);
        match self.b.facts.exprs[callee.index()] {
            Expr::Member { name, .. } => {
                let name = self.b.facts.str(name);
                if name == "assign" && self.b.text(function) == "Object.assign" {
                    let sources: Vec<ExprId> = args[1..].to_vec();
                    for source in sources {
                        self.mix_in(first, source);
                    }
                    return;
                }
                if name == "inherits" {
                    self.inherits(first, second);
                }
            }
            Expr::Name { name, .. } if self.js => match self.b.facts.str(name) {
                "mixin" | "merge" | "extend" | "assign" => self.mix_in(first, second),
                "inherits" => self.inherits(first, second),
                _ => {}
            },
            _ => {}
        }
    }

    /// `Object.assign(target, source)`: every member of the source becomes a member of the target.
    fn mix_in(&mut self, target: ExprId, source: ExprId) {
        if !source.is_known() || !target.is_known() {
            return;
        }
        let within = self.b.callable();
        self.b.assign_member(bombe_facts::MemberAssign {
            owner: None,
            base: target,
            name: StrId::EMPTY,
            def: None,
            ty: bombe_facts::TypeId::UNKNOWN,
            value: source,
            within,
        });
    }

    /// `util.inherits(Child, Parent)`.
    fn inherits(&mut self, child: ExprId, parent: ExprId) {
        let Expr::Name { name, .. } = self.b.facts.exprs[child.index()] else {
            return;
        };
        let Some(def) = self.visible_def(name) else {
            return;
        };
        let ty = match self.b.facts.exprs[parent.index()] {
            Expr::Name { name, scope, .. } => self.b.ty(TypeExpr::Name {
                name,
                scope,
                args: List::default(),
            }),
            _ => self.b.ty(TypeExpr::Of(parent)),
        };
        self.add_base(def, ty);
        self.b.write_container(child, parent);
    }
}
