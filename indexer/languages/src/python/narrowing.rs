//! Narrows the types of variables and member chains by conditions.

use tree_sitter::Node;

use super::grammar::first_named;
use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{Bound, Expr, ExprId, ScopeKind, StrId, TypeExpr, TypeId};

/// Longest member chain that is narrowed, in bytes.
const CHAIN_BYTES_MAX: usize = 80;

/// A variable or member chain of a known type.
#[derive(Clone, Copy, Debug)]
pub(super) struct Narrowing {
    /// The chain as written.
    pub(super) chain: StrId,
    /// The known type.
    pub(super) ty: TypeId,
    /// False if the chain is known not to be of that type.
    pub(super) positive: bool,
    /// Byte position at which the chain has its type before narrowing.
    pub(super) seen_from: u32,
}

impl Lowering<'_, '_> {
    /// Adds the narrowings that apply if `condition` evaluates to `outcome`.
    pub(super) fn facts_when(
        &mut self,
        condition: Node,
        outcome: bool,
        facts: &mut Vec<Narrowing>,
    ) {
        match self.role(condition) {
            Role::Parenthesized => {
                if let Some(inner) = first_named(condition)
                    && self.b.descend(inner)
                {
                    self.facts_when(inner, outcome, facts);
                    self.b.ascend();
                }
            }
            Role::Not => {
                if let Some(inner) = self.ids.argument.of(condition)
                    && self.b.descend(inner)
                {
                    self.facts_when(inner, !outcome, facts);
                    self.b.ascend();
                }
            }
            Role::Logical => self.facts_of_logical(condition, outcome, facts),
            Role::Call => self.facts_of_call(condition, outcome, facts),
            Role::Compare if outcome => self.facts_of_type_comparison(condition, facts),
            _ => {}
        }
    }

    fn facts_of_logical(&mut self, node: Node, outcome: bool, facts: &mut Vec<Narrowing>) {
        let (Some(left), Some(right), Some(op)) = (
            self.ids.left.of(node),
            self.ids.right.of(node),
            self.ids.operator.of(node),
        ) else {
            return;
        };
        let and = self.text(op) == "and";
        if !self.b.descend(node) {
            return;
        }
        if and == outcome {
            self.facts_when(left, outcome, facts);
            self.facts_when(right, outcome, facts);
        } else {
            // Either side may apply: a variable in both is of one of both types.
            let (mut ours, mut theirs) = (Vec::new(), Vec::new());
            self.facts_when(left, outcome, &mut ours);
            if !ours.is_empty() {
                self.facts_when(right, outcome, &mut theirs);
            }
            for fact in ours {
                if let Some(other) = theirs
                    .iter()
                    .find(|other| other.chain == fact.chain && other.positive && fact.positive)
                {
                    let ty = self.union(vec![fact.ty, other.ty]);
                    facts.push(Narrowing { ty, ..fact });
                }
            }
        }
        self.b.ascend();
    }

    /// `isinstance(x, A)`, `issubclass(x, A)`.
    fn facts_of_call(&mut self, node: Node, assume_true: bool, facts: &mut Vec<Narrowing>) {
        let Some(function) = self.ids.function.of(node) else {
            return;
        };
        let of_class = match self.text(function) {
            "isinstance" => false,
            "issubclass" => true,
            _ => return,
        };
        let Some(arguments) = self.ids.arguments.of(node) else {
            return;
        };
        let mut cursor = arguments.walk();
        let mut args = arguments
            .named_children(&mut cursor)
            .filter(|arg| !arg.is_extra());
        let (Some(subject), Some(classes)) = (args.next(), args.next()) else {
            return;
        };
        let Some(chain) = self.chain(subject) else {
            return;
        };
        let mut ty = self.class_operand(classes);
        if of_class {
            ty = self.b.ty(TypeExpr::ClassOf(ty));
        }
        facts.push(Narrowing {
            chain,
            ty,
            positive: assume_true,
            seen_from: subject.end_byte() as u32,
        });
    }

    /// `type(x) is A`, `type(x) == A`.
    fn facts_of_type_comparison(&mut self, node: Node, facts: &mut Vec<Narrowing>) {
        let Some(op) = self.ids.operators.of(node) else {
            return;
        };
        if !matches!(self.text(op), "is" | "==") {
            return;
        }
        let mut cursor = node.walk();
        let mut sides = node
            .named_children(&mut cursor)
            .filter(|side| !side.is_extra());
        let (Some(left), Some(right)) = (sides.next(), sides.next()) else {
            return;
        };
        if self.role(left) != Role::Call || !matches!(self.role(right), Role::Name | Role::Member) {
            return;
        }
        let subject = self
            .ids
            .function
            .of(left)
            .filter(|function| self.text(*function) == "type")
            .and_then(|_| self.ids.arguments.of(left))
            .and_then(first_named);
        let Some(subject) = subject else { return };
        let Some(chain) = self.chain(subject) else {
            return;
        };
        let ty = self.ty_without_sites(right);
        facts.push(Narrowing {
            chain,
            ty,
            positive: true,
            seen_from: subject.end_byte() as u32,
        });
    }

    /// Returns the text of a name or of a chain of members of a name.
    pub(super) fn chain(&mut self, node: Node) -> Option<StrId> {
        let node = match self.role(node) {
            Role::Parenthesized => first_named(node)?,
            _ => node,
        };
        match self.role(node) {
            Role::Name => Some(self.b.name(node)),
            Role::NamedExpression => {
                let name = self.ids.name.of(node)?;
                Some(self.b.name(name))
            }
            Role::Member => {
                let text = self.text(node);
                let plain = text.len() <= CHAIN_BYTES_MAX
                    && text
                        .chars()
                        .all(|c| c == '.' || c == '_' || c.is_alphanumeric());
                plain.then(|| self.b.str(text))
            }
            _ => None,
        }
    }

    /// Binds narrowings in the current scope, from byte `pos` on.
    pub(super) fn bind_narrowings(&mut self, facts: &[Narrowing], pos: u32) {
        let scope = self.b.scope();
        for fact in facts {
            let before = self.chain_expr(fact.chain, fact.seen_from);
            let value = self.b.expr(if fact.positive {
                Expr::Narrow {
                    ty: fact.ty,
                    value: before,
                }
            } else {
                Expr::Exclude {
                    ty: fact.ty,
                    value: before,
                }
            });
            self.b.bind(
                fact.chain,
                scope,
                pos,
                Bound::Narrow,
                TypeId::UNKNOWN,
                value,
            );
            if self.b.facts.str(fact.chain).contains('.') {
                self.chains.push((fact.chain, scope));
            }
        }
    }

    /// Returns a name or member chain as an expression at a position, with its narrowings there.
    fn chain_expr(&mut self, chain: StrId, pos: u32) -> ExprId {
        if self.is_narrowed(chain) {
            return self.b.name_expr_at(chain, pos);
        }
        let text = self.b.facts.str(chain);
        let Some((base, name)) = text.rsplit_once('.') else {
            return self.b.name_expr_at(chain, pos);
        };
        let (base, name) = (base.to_owned(), name.to_owned());
        let base = self.b.str(&base);
        let name = self.b.str(&name);
        // The length of a chain in bytes bounds the recursion.
        let base = self.chain_expr(base, pos);
        self.b.expr(Expr::Member { base, name })
    }

    /// Returns true if a member chain is narrowed at the current node.
    fn is_narrowed(&self, chain: StrId) -> bool {
        self.chains
            .iter()
            .rev()
            .any(|(known, scope)| *known == chain && self.b.is_inside(*scope))
    }

    /// Returns the name under which a member expression is narrowed at the current node, if it is.
    pub(super) fn narrowed_member(&mut self, node: Node) -> Option<ExprId> {
        if self.chains.is_empty() {
            return None;
        }
        let text = self.text(node);
        if text.len() > CHAIN_BYTES_MAX {
            return None;
        }
        let chain = self.b.str(text);
        self.is_narrowed(chain)
            .then(|| self.b.name_expr_at(chain, node.start_byte() as u32))
    }

    /// After `base.name = value` the member has the value's type until its next assignment.
    pub(super) fn remember_member(&mut self, target: Node, value: ExprId, pos: u32) {
        let telling = matches!(
            self.b.facts.exprs[value.index()],
            Expr::Call { .. } | Expr::Name { .. } | Expr::Member { .. } | Expr::Await(_)
        );
        if !telling
            || self.b.facts.scopes[self.b.function_scope().index()].kind != ScopeKind::Function
        {
            return;
        }
        let Some(chain) = self.chain(target) else {
            return;
        };
        let before = self.chain_expr(chain, pos);
        let declared = self.b.ty(TypeExpr::Of(before));
        let scope = self.b.scope();
        self.b.bind(chain, scope, pos, Bound::Var, declared, value);
        self.chains.push((chain, scope));
    }

    /// Forgets the narrowings below an assigned variable or member.
    pub(super) fn forget_chains(&mut self, target: Node) {
        if self.chains.is_empty() {
            return;
        }
        let text = self.text(target);
        let facts = &self.b.facts;
        self.chains.retain(|(chain, _)| {
            facts
                .str(*chain)
                .strip_prefix(text)
                .is_none_or(|rest| !rest.is_empty() && !rest.starts_with('.'))
        });
    }
}
