//! Narrows variables and member chains by conditions, for the code that runs when they are true or false.

use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{Bound, Expr, ExprId, List, StrId, TypeId};

/// Prefixes of functions that return only if their argument passes a check.
const ASSERTING: &[&str] = &[
    "assert",
    "check",
    "ensure",
    "expect",
    "invariant",
    "ok",
    "verify",
];

/// A narrowed variable or member chain.
pub(super) struct Narrowing {
    name: StrId,
    value: ExprId,
    chain: bool,
}

impl<'t> Lowering<'t> {
    /// Returns the narrowings that apply when `condition` is true (`assume_true`) or false.
    pub(super) fn narrowings(&mut self, condition: Node<'t>, assume_true: bool) -> Vec<Narrowing> {
        let mut found = Vec::new();
        self.collect_narrowings(condition, assume_true, &mut found);
        found
    }

    fn collect_narrowings(
        &mut self,
        condition: Node<'t>,
        assume_true: bool,
        found: &mut Vec<Narrowing>,
    ) {
        if !self.b.descend(condition) {
            return;
        }
        let node = self.bare(condition);
        match self.role(node) {
            Role::Not => {
                if self
                    .ids
                    .operator
                    .of(node)
                    .is_some_and(|operator| operator.kind() == "!")
                    && let Some(argument) = self.ids.argument.of(node)
                {
                    self.collect_narrowings(argument, !assume_true, found);
                }
            }
            Role::Binary => self.binary_narrowings(node, assume_true, found),
            Role::Call => self.call_narrowings(node, assume_true, found),
            _ => {}
        }
        self.b.ascend();
    }

    fn binary_narrowings(&mut self, node: Node<'t>, assume_true: bool, found: &mut Vec<Narrowing>) {
        let (Some(left), Some(right)) = (self.ids.left.of(node), self.ids.right.of(node)) else {
            return;
        };
        let operator = self
            .ids
            .operator
            .of(node)
            .map_or("", |operator| operator.kind());
        match operator {
            "&&" if assume_true => {
                self.collect_narrowings(left, true, found);
                self.collect_narrowings(right, true, found);
            }
            "||" if !assume_true => {
                self.collect_narrowings(left, false, found);
                self.collect_narrowings(right, false, found);
            }
            "instanceof" => {
                if let Some((name, value, chain)) = self.chain(left)
                    && let Some(ty) = self.tested_type(right)
                {
                    self.push_type(name, value, chain, ty, assume_true, found);
                }
            }
            "===" | "==" | "!==" | "!=" => {
                let equal = operator.starts_with('=') == assume_true;
                let (subject, literal) = if self.is_literal(left) {
                    (right, left)
                } else {
                    (left, right)
                };
                self.equality_narrowings(subject, literal, equal, found);
            }
            "in" => {
                if self.role(left) == Role::String
                    && let Some((name, value, chain)) = self.chain(right)
                {
                    let key = self.property_name(left);
                    let value = self.b.expr(Expr::HasMember {
                        value,
                        member: key,
                        assume_true,
                    });
                    found.push(Narrowing { name, value, chain });
                }
            }
            _ => {}
        }
    }

    fn is_literal(&self, node: Node<'t>) -> bool {
        matches!(
            self.role(node),
            Role::String | Role::Null | Role::Number | Role::Bool
        )
    }

    fn equality_narrowings(
        &mut self,
        subject: Node<'t>,
        literal: Node<'t>,
        equal: bool,
        found: &mut Vec<Narrowing>,
    ) {
        let subject = self.bare(subject);
        if self.role(subject) == Role::Not
            && self
                .ids
                .operator
                .of(subject)
                .is_some_and(|operator| operator.kind() == "typeof")
            && self.role(literal) == Role::String
        {
            let Some(argument) = self.ids.argument.of(subject) else {
                return;
            };
            let builtin = match self.b.text(literal).trim_matches(['"', '\'']) {
                "string" => "String",
                "number" => "Number",
                "boolean" => "Boolean",
                "function" => "Function",
                "symbol" => "Symbol",
                "bigint" => "BigInt",
                _ => return,
            };
            if let Some((name, value, chain)) = self.chain(argument) {
                let ty = self.b.builtin_type(builtin, &[]);
                self.push_type(name, value, chain, ty, equal, found);
            }
            return;
        }
        if self.role(subject) == Role::Member
            && matches!(self.role(literal), Role::String | Role::Member)
        {
            self.discriminate(subject, literal, equal, found);
        }
    }

    /// `x.kind === literal`: keeps the members of the union type of `x` whose `kind` is that literal.
    fn discriminate(
        &mut self,
        subject: Node<'t>,
        literal: Node<'t>,
        equal: bool,
        found: &mut Vec<Narrowing>,
    ) {
        let (Some(object), Some(property)) =
            (self.ids.object.of(subject), self.ids.property.of(subject))
        else {
            return;
        };
        let Some((name, value, chain)) = self.chain(object) else {
            return;
        };
        let Some(is) = self.literal_value(literal) else {
            return;
        };
        let member = self.b.name(property);
        let value = self.b.expr(Expr::Discriminated {
            value,
            member,
            is,
            assume_true: equal,
        });
        found.push(Narrowing { name, value, chain });
    }

    fn literal_value(&mut self, literal: Node<'t>) -> Option<ExprId> {
        if self.role(literal) == Role::String {
            let text = self.property_name(literal);
            return Some(self.b.expr(Expr::Str(text)));
        }
        self.chain(literal).map(|(_, value, _)| value)
    }

    /// Returns the narrowings inside a `case` with these labels.
    pub(super) fn case_narrowings(
        &mut self,
        subject: Node<'t>,
        labels: &[Node<'t>],
    ) -> Vec<Narrowing> {
        let mut found = Vec::new();
        let subject = self.bare(subject);
        if self.role(subject) != Role::Member || labels.is_empty() {
            return found;
        }
        for label in labels {
            if !matches!(self.role(*label), Role::String | Role::Member) {
                return Vec::new();
            }
            self.discriminate(subject, *label, true, &mut found);
        }
        let Some(first) = found.first() else {
            return found;
        };
        let (name, chain, mut value) = (first.name, first.chain, first.value);
        for other in &found[1..] {
            value = self.b.expr(Expr::Either(value, other.value));
        }
        vec![Narrowing { name, value, chain }]
    }

    fn call_narrowings(&mut self, node: Node<'t>, assume_true: bool, found: &mut Vec<Narrowing>) {
        let (Some(function), Some(arguments)) =
            (self.ids.function.of(node), self.ids.arguments.of(node))
        else {
            return;
        };
        let first = arguments.named_child(0);
        if self.b.text(function) == "Array.isArray" {
            if let Some((name, value, chain)) = first.and_then(|first| self.chain(first)) {
                let ty = self.b.builtin_type("Array", &[]);
                self.push_type(name, value, chain, ty, assume_true, found);
            }
            return;
        }
        // The callee may be a type guard. Only its declaration shows it, so the resolver decides.
        let Some((_, callee, _)) = self.chain(function) else {
            return;
        };
        let subject = match first {
            Some(first) => self.chain(first),
            None => match self.role(function) {
                Role::Member => self
                    .ids
                    .object
                    .of(function)
                    .and_then(|object| self.chain(object)),
                _ => None,
            },
        };
        let Some((name, value, chain)) = subject else {
            return;
        };
        let value = self.b.expr(Expr::Guarded {
            value,
            callee,
            assume_true,
        });
        found.push(Narrowing { name, value, chain });
    }

    /// Binds the narrowings of `assert(condition)` and the like for the code after it.
    pub(super) fn assertion(&mut self, node: Node<'t>) {
        if self.role(node) != Role::Call {
            return;
        }
        let Some(function) = self.ids.function.of(node) else {
            return;
        };
        let text = self.b.text(function);
        let last = text.rsplit('.').next().unwrap_or(text);
        if !ASSERTING.iter().any(|prefix| last.starts_with(prefix)) {
            return;
        }
        let Some(first) = self
            .ids
            .arguments
            .of(node)
            .and_then(|arguments| arguments.named_child(0))
        else {
            return;
        };
        let mut narrowings = self.narrowings(first, true);
        // `assertUser(x)`, declared as `asserts x is User`.
        self.call_narrowings(node, true, &mut narrowings);
        self.bind_narrowings(&narrowings, node.end_byte() as u32);
    }

    fn push_type(
        &mut self,
        name: StrId,
        value: ExprId,
        chain: bool,
        ty: TypeId,
        assume_true: bool,
        found: &mut Vec<Narrowing>,
    ) {
        let value = if assume_true {
            self.b.expr(Expr::Narrow { ty, value })
        } else {
            self.b.expr(Expr::Exclude { ty, value })
        };
        found.push(Narrowing { name, value, chain });
    }

    /// Returns the type on the right of `instanceof`, without sites.
    fn tested_type(&mut self, node: Node<'t>) -> Option<TypeId> {
        let (_, value, _) = self.chain(node)?;
        Some(self.type_of_chain(value, List::default()))
    }

    /// Returns the name under which a variable or a chain of its members (`a.b`, `this.x`) is narrowed, its value, and
    /// whether it has members. Adds no sites.
    fn chain(&mut self, node: Node<'t>) -> Option<(StrId, ExprId, bool)> {
        let node = self.bare(node);
        match self.role(node) {
            Role::Name => {
                let name = self.b.name(node);
                Some((name, self.b.name_expr(node), false))
            }
            Role::This => {
                let value = self.this();
                let name = self.b.str("this");
                value.is_known().then_some((name, value, true))
            }
            Role::Deref => self.chain(node.named_child(0)?),
            Role::Member => {
                let object = self.ids.object.of(node)?;
                let property = self.ids.property.of(node)?;
                if !self.b.descend(node) {
                    return None;
                }
                let base = self.chain(object);
                self.b.ascend();
                let (base_name, base, _) = base?;
                let base = self
                    .narrowed(base_name, object.start_byte() as u32)
                    .unwrap_or(base);
                let text = format!("{}.{}", self.b.facts.str(base_name), self.b.text(property));
                let chain = self.b.str(&text);
                let name = self.b.name(property);
                let plain = self.b.expr(Expr::Member { base, name });
                let value = self
                    .narrowed(chain, node.start_byte() as u32)
                    .unwrap_or(plain);
                Some((chain, value, true))
            }
            _ => None,
        }
    }

    /// Binds narrowings from `pos` on in the current scope.
    pub(super) fn bind_narrowings(&mut self, narrowings: &[Narrowing], pos: u32) {
        let scope = self.b.scope();
        for narrowing in narrowings {
            self.b.bind(
                narrowing.name,
                scope,
                pos,
                Bound::Narrow,
                TypeId::UNKNOWN,
                narrowing.value,
            );
            if narrowing.chain {
                self.chains.push((narrowing.name, scope));
            }
        }
    }

    /// Returns a member chain as a name if it is narrowed at the current node.
    pub(super) fn narrowed(&mut self, chain: StrId, pos: u32) -> Option<ExprId> {
        let known = self
            .chains
            .iter()
            .rev()
            .any(|(name, scope)| *name == chain && self.b.is_inside(*scope));
        known.then(|| self.b.name_expr_at(chain, pos))
    }

    /// Returns the narrowed name of a lowered member expression, if it has one.
    pub(super) fn narrowed_member(&mut self, node: Node<'t>) -> Option<ExprId> {
        if self.chains.is_empty() {
            return None;
        }
        let text = self.b.text(node);
        if text.len() > 80 || text.contains(['(', '[', ' ', '\n']) {
            return None;
        }
        let plain = text.replace(['?', '!'], "");
        let chain = self.b.str(&plain);
        self.narrowed(chain, node.start_byte() as u32)
    }
}
