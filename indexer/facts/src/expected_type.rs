//! Where the function and object literals of a file stand: their types may come from there.

use super::{BindingId, DefId, DefRole, Expr, ExprId, Facts, SiteKind, StrId, TypeId};

/// Where a function or object literal stands, which tells its type from outside.
#[derive(Clone, Copy, Debug)]
pub enum ExpectedTypeContext {
    /// Argument number `.1` of a call (or `new`) expression.
    Argument(ExprId, u32),
    /// Keyword argument of a call expression.
    Keyword(ExprId, StrId),
    /// The value of a binding.
    Bound(BindingId),
    /// Returned by a callable.
    Returned(DefId),
    /// The value of a field, property or variable.
    Value(DefId),
    /// The value of a member assignment.
    Assigned(u32),
    /// An element of an array literal.
    Element(ExprId),
    /// The value of a cast.
    Cast(TypeId),
    /// One branch of a conditional, in parentheses, awaited…: stands where another expression stands.
    Same(ExprId),
}

/// Where the function and object literals of a file are.
#[derive(Debug, Default)]
pub struct Literals {
    /// (expression, place) of them and what they stand in, sorted by expression.
    contexts: Vec<(ExprId, ExpectedTypeContext)>,
    /// (definition, expression), sorted by definition.
    exprs: Vec<(DefId, ExprId)>,
}

impl Literals {
    /// Goes through all expressions.
    pub fn of(facts: &Facts) -> Self {
        let mut literals: Vec<_> = facts
            .exprs
            .iter()
            .enumerate()
            .filter_map(|(at, expr)| match expr {
                Expr::Lambda(def) | Expr::Object(def) => Some((*def, ExprId(at as u32))),
                _ => None,
            })
            .collect();
        literals.sort_unstable();
        literals.dedup_by_key(|(def, _)| *def);
        Self {
            contexts: Self::contexts(facts),
            exprs: literals,
        }
    }

    /// Where a function or object literal, or what such a one may stand in, stands, if that is known.
    pub fn context(&self, expr: ExprId) -> Option<ExpectedTypeContext> {
        let at = self.contexts.binary_search_by_key(&expr, |(expr, _)| *expr);
        Some(self.contexts[at.ok()?].1)
    }

    /// The expression of a function or object literal, if the definition is one.
    pub fn expr_of(&self, def: DefId) -> Option<ExprId> {
        let at = self.exprs.binary_search_by_key(&def, |(def, _)| *def);
        Some(self.exprs[at.ok()?].1)
    }

    /// Finds the place of every expression that takes its type from where it stands.
    fn contexts(facts: &Facts) -> Vec<(ExprId, ExpectedTypeContext)> {
        let mut contexts: Vec<(ExprId, ExpectedTypeContext)> = Vec::new();
        let mut references: Vec<ExprId> = facts
            .sites
            .iter()
            .filter(|site| site.kind == SiteKind::MethodRef)
            .map(|site| site.expr)
            .collect();
        references.sort_unstable();
        let wanted = |id: ExprId| {
            references.binary_search(&id).is_ok()
                || matches!(
                    facts.exprs[id.index()],
                    Expr::Lambda(_)
                        | Expr::Object(_)
                        | Expr::Array(_)
                        | Expr::Tuple(_)
                        | Expr::Either(..)
                        | Expr::Map(_)
                )
        };
        let mut add = |id: ExprId, context: ExpectedTypeContext| {
            if wanted(id) {
                contexts.push((id, context));
            }
        };
        for (at, expr) in facts.exprs.iter().enumerate() {
            let this = ExprId(at as u32);
            match *expr {
                Expr::Call { args, .. } | Expr::New { args, .. } => {
                    for (position, arg) in facts.list(args).iter().enumerate() {
                        match facts.exprs[*arg as usize] {
                            Expr::Keyword { name, value } => {
                                add(value, ExpectedTypeContext::Keyword(this, name))
                            }
                            _ => add(
                                ExprId(*arg),
                                ExpectedTypeContext::Argument(this, position as u32),
                            ),
                        }
                    }
                }
                Expr::Array(list) | Expr::Set(list) | Expr::Tuple(list) => {
                    for element in facts.list(list) {
                        add(ExprId(*element), ExpectedTypeContext::Element(this));
                    }
                }
                Expr::Cast { ty, value } => add(value, ExpectedTypeContext::Cast(ty)),
                Expr::Either(left, right) => {
                    add(left, ExpectedTypeContext::Same(this));
                    add(right, ExpectedTypeContext::Same(this));
                }
                Expr::NonNull(value) => add(value, ExpectedTypeContext::Same(this)),
                _ => {}
            }
        }
        for (at, binding) in facts.bindings.iter().enumerate() {
            add(
                binding.value,
                ExpectedTypeContext::Bound(BindingId(at as u32)),
            );
        }
        for (at, def) in facts.defs.iter().enumerate() {
            if def.role != DefRole::Lambda {
                add(def.value, ExpectedTypeContext::Value(DefId(at as u32)));
            }
            for returned in facts.list(def.returns) {
                add(
                    ExprId(*returned),
                    ExpectedTypeContext::Returned(DefId(at as u32)),
                );
            }
        }
        for (at, assign) in facts.assigns.iter().enumerate() {
            add(assign.value, ExpectedTypeContext::Assigned(at as u32));
        }
        contexts.sort_by_key(|(expr, _)| *expr);
        contexts.dedup_by_key(|(expr, _)| *expr);
        contexts
    }
}
