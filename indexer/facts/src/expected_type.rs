//! The contexts of function and object literals, and of calls that only name a trait, from which their types may come.
//!
//! In `xs.map(x => x.name)`, the parameter `x` has the type that `map` declares for its callback.

use super::{BindingId, DefId, DefRole, Expr, ExprId, Facts, SiteKind, StrId, TypeId};

/// The context of an expression, which may determine the type that is expected of it.
#[derive(Clone, Copy, Debug)]
pub enum ExpectedTypeContext {
    /// Argument number `.1` of a call (or `new`) expression.
    Argument(ExprId, u32),
    /// Keyword argument `.1` of a call expression.
    Keyword(ExprId, StrId),
    /// The value of a binding.
    Bound(BindingId),
    /// A value that a callable returns.
    Returned(DefId),
    /// The value of a field, property or variable.
    Value(DefId),
    /// A function that is a property of an object literal, and its definition.
    Property(DefId),
    /// The value of a member assignment: an index into [`Facts::assigns`].
    Assigned(u32),
    /// An element of an array, set or tuple literal.
    Element(ExprId),
    /// A value of a map literal.
    MapValue(ExprId),
    /// The operand of a cast to this type.
    Cast(TypeId),
    /// A branch of a conditional, or the operand of a null check: it has the context of that expression.
    Same(ExprId),
}

/// The function and object literals of a file, and the contexts of expressions.
#[derive(Debug, Default)]
pub struct Literals {
    /// (expression, context) of these literals and of the expressions that may contain them, sorted by expression.
    contexts: Vec<(ExprId, ExpectedTypeContext)>,
    /// (definition, expression) of these literals, sorted by definition.
    exprs: Vec<(DefId, ExprId)>,
}

impl Literals {
    /// Collects them in one pass over the facts.
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
            contexts: Self::contexts(facts, &literals),
            exprs: literals,
        }
    }

    /// Returns the context of an expression, if it is a function or object literal, may contain one or is a call without
    /// arguments of a path, and has a context.
    pub fn context(&self, expr: ExprId) -> Option<ExpectedTypeContext> {
        let at = self.contexts.binary_search_by_key(&expr, |(expr, _)| *expr);
        Some(self.contexts[at.ok()?].1)
    }

    /// Returns the expression of a definition, if it is a function or object literal.
    pub fn expr_of(&self, def: DefId) -> Option<ExprId> {
        let at = self.exprs.binary_search_by_key(&def, |(def, _)| *def);
        Some(self.exprs[at.ok()?].1)
    }

    /// Finds the context of every expression that may take its type from there.
    fn contexts(facts: &Facts, literals: &[(DefId, ExprId)]) -> Vec<(ExprId, ExpectedTypeContext)> {
        let mut contexts: Vec<(ExprId, ExpectedTypeContext)> = Vec::new();
        let mut references: Vec<ExprId> = facts
            .sites
            .iter()
            .filter(|site| site.kind == SiteKind::MethodRef)
            .map(|site| site.expr)
            .collect();
        references.sort_unstable();
        let takes_type = |id: ExprId| {
            references.binary_search(&id).is_ok()
                || match facts.exprs[id.index()] {
                    Expr::Lambda(_)
                    | Expr::Object(_)
                    | Expr::Array(_)
                    | Expr::Tuple(_)
                    | Expr::Either(..)
                    | Expr::Map(_) => true,
                    // `Default::default()` makes what is expected.
                    Expr::Call { callee, args, .. } => {
                        args.len == 0 && matches!(facts.exprs[callee.index()], Expr::Path { .. })
                    }
                    _ => false,
                }
        };
        let mut add = |id: ExprId, context: ExpectedTypeContext| {
            if takes_type(id) {
                contexts.push((id, context));
            }
        };
        for (at, expr) in facts.exprs.iter().enumerate() {
            let this = ExprId(at as u32);
            match *expr {
                Expr::Call { args, .. } | Expr::New { args, .. } => {
                    for (position, arg) in facts.list(args).iter().enumerate() {
                        match facts.exprs[arg.index()] {
                            Expr::Keyword { name, value } => {
                                add(value, ExpectedTypeContext::Keyword(this, name));
                            }
                            _ => add(*arg, ExpectedTypeContext::Argument(this, position as u32)),
                        }
                    }
                }
                Expr::Array(list) | Expr::Set(list) | Expr::Tuple(list) => {
                    for element in facts.list(list) {
                        add(*element, ExpectedTypeContext::Element(this));
                    }
                }
                Expr::Map(list) => {
                    for pair in facts.list(list).chunks_exact(2) {
                        add(pair[1], ExpectedTypeContext::MapValue(this));
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
                add(*returned, ExpectedTypeContext::Returned(DefId(at as u32)));
            }
        }
        for &(def, expr) in literals {
            let d = &facts.defs[def.index()];
            let is_property = d.role == DefRole::Callable && !d.name.is_empty();
            if is_property && facts.defs[d.parent.index()].role == DefRole::Object {
                add(expr, ExpectedTypeContext::Property(def));
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
