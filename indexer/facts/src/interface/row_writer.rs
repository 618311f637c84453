//! Writes rows of a file's facts as bytes that do not depend on ids.
//!
//! Ids differ between two versions of a file although the rows are the same. A definition or scope is therefore written as
//! a number that the caller assigns. An expression or type is numbered when a row first refers to it; its own row follows
//! after the rows that the caller writes. A position is written as its rank among all positions.

use std::hash::{BuildHasher, Hash};
use std::mem::discriminant;
use std::ops::Range;

use foldhash::quality::FixedState;

use super::body_index::BodyIndex;
use super::bytes::write_text;
use crate::expected_type::ExpectedTypeContext;
use crate::{DefId, DefRole, ExprId, Facts, List, ScopeId, StrId, TypeId};

/// The number of an item that has none.
pub(super) const UNNUMBERED: u32 = u32::MAX;

/// An item that a row refers to, and whose own row is written later, once.
#[derive(Clone, Copy)]
enum Reached {
    Expr(ExprId),
    Type(TypeId),
    /// A scope in the body.
    Scope(ScopeId),
    /// A definition in the body.
    Def(DefId),
}

/// Writes rows of a file's facts.
pub(super) struct RowWriter<'f> {
    pub(super) facts: &'f Facts,
    /// The number of each definition, by id.
    pub(super) defs: Vec<u32>,
    /// The number of each scope, by id.
    pub(super) scopes: Vec<u32>,
    /// The number of each reached expression, by id.
    exprs: Vec<u32>,
    /// The number of each reached type, by id.
    types: Vec<u32>,
    /// The reached items, in the order of their numbers.
    reached: Vec<Reached>,
    /// How many of them are written.
    written: usize,
    /// The positions of all rows, in the order of the rows.
    positions: Vec<u32>,
    /// A row referred to a definition without a number: the bytes do not determine the interface.
    pub(super) is_incomplete: bool,
    pub(super) bytes: Vec<u8>,
    /// The body whose scopes and definitions are written as rows refer to them; `None` while writing the rows outside of
    /// bodies.
    pub(super) body: Option<BodyIndex>,
}

impl<'f> RowWriter<'f> {
    /// Returns a writer without rows. Nothing is numbered yet.
    pub(super) fn new(facts: &'f Facts) -> Self {
        Self {
            facts,
            defs: vec![UNNUMBERED; facts.defs.len()],
            scopes: vec![UNNUMBERED; facts.scopes.len()],
            exprs: vec![UNNUMBERED; facts.exprs.len()],
            types: vec![UNNUMBERED; facts.types.len()],
            reached: Vec::new(),
            written: 0,
            positions: Vec::new(),
            is_incomplete: false,
            bytes: Vec::new(),
            body: None,
        }
    }

    /// Writes the rows of all reached items, then the rank of each position.
    pub(super) fn finish(&mut self) {
        self.write_reached();
        let positions = std::mem::take(&mut self.positions);
        let mut ascending = positions.clone();
        ascending.sort_unstable();
        ascending.dedup();
        for position in positions {
            let rank = ascending.partition_point(|other| *other < position) as u32;
            self.u32(rank);
        }
    }

    /// Takes the bytes, and makes all reached items unnumbered again.
    pub(super) fn take_bytes(&mut self) -> Vec<u8> {
        for reached in self.reached.drain(..) {
            match reached {
                Reached::Expr(expr) => self.exprs[expr.index()] = UNNUMBERED,
                Reached::Type(ty) => self.types[ty.index()] = UNNUMBERED,
                Reached::Scope(scope) => self.scopes[scope.index()] = UNNUMBERED,
                Reached::Def(def) => self.defs[def.index()] = UNNUMBERED,
            }
        }
        if let Some(body) = &mut self.body {
            body.clear();
        }
        self.written = 0;
        self.is_incomplete = false;
        std::mem::take(&mut self.bytes)
    }

    /// Enters the body with this outermost scope.
    pub(super) fn enter_body(&mut self, scope: ScopeId, span: Range<u32>) {
        if let Some(body) = &mut self.body {
            body.enter(scope, span);
        }
    }

    /// Writes the expressions and types in the head of a callable, because names in them may be bound in its body. The
    /// rest of the head is visible anyway, so it may refer to definitions without a number.
    pub(super) fn head(&mut self, id: DefId) {
        let facts = self.facts;
        let def = &facts.defs[id.index()];
        self.ty(def.ty);
        self.ty(def.receiver);
        for param in facts.params_of(id) {
            self.ty(param.ty);
            self.expr(param.default);
        }
        for &param in facts.list(def.type_params) {
            self.ty(facts.defs[param.index()].ty);
            for (_, bound) in facts.bases_of(param) {
                self.ty(bound);
            }
        }
        self.write_reached();
        self.is_incomplete = false;
    }

    /// Returns the reached definitions of the body.
    pub(super) fn reached_defs(&self) -> impl Iterator<Item = DefId> {
        let reached = self.reached.iter();
        reached.filter_map(|reached| match reached {
            Reached::Def(def) => Some(*def),
            _ => None,
        })
    }

    /// Writes the rows of all reached items, until no new ones are reached.
    fn write_reached(&mut self) {
        let facts = self.facts;
        while let Some(next) = self.reached.get(self.written).copied() {
            self.written += 1;
            match next {
                Reached::Expr(id) => {
                    self.expr_row(&facts.exprs[id.index()]);
                    self.expected_type_context(id);
                }
                Reached::Type(ty) => self.type_row(&facts.types[ty.index()]),
                Reached::Scope(scope) => self.scope_row(scope),
                Reached::Def(id) => {
                    let def = &facts.defs[id.index()];
                    self.def_row(id, def, false);
                    self.literal(id);
                    if def.role == DefRole::Object {
                        self.members(id);
                    }
                }
            }
        }
    }

    /// Writes the context of an expression of the body, if the expression may take its type from there.
    fn expected_type_context(&mut self, id: ExprId) {
        let body = self.body.as_ref();
        let Some(context) = body.and_then(|body| body.literals.context(id)) else {
            return;
        };
        self.tag(&context);
        match context {
            ExpectedTypeContext::Argument(call, at) => {
                self.expr(call);
                self.u32(at);
            }
            ExpectedTypeContext::Keyword(call, name) => {
                self.expr(call);
                self.text(name);
            }
            ExpectedTypeContext::Bound(binding) => {
                self.binding(&self.facts.bindings[binding.index()]);
            }
            ExpectedTypeContext::Returned(def)
            | ExpectedTypeContext::Value(def)
            | ExpectedTypeContext::Property(def) => self.def(def),
            ExpectedTypeContext::Assigned(at) => self.assign(&self.facts.assigns[at as usize]),
            ExpectedTypeContext::Element(outer)
            | ExpectedTypeContext::MapValue(outer)
            | ExpectedTypeContext::Same(outer) => {
                self.expr(outer);
            }
            ExpectedTypeContext::Cast(ty) => self.ty(ty),
        }
    }

    /// Writes the expression of a definition of the body, if it is a function or object literal.
    fn literal(&mut self, id: DefId) {
        let body = self.body.as_ref();
        if let Some(literal) = body.and_then(|body| body.literals.expr_of(id)) {
            self.expr(literal);
        }
    }

    /// Writes the members of an object literal of the body.
    fn members(&mut self, object: DefId) {
        let Some(body) = &self.body else {
            return;
        };
        let members = body.members(self.facts, object);
        self.u32(members.len() as u32);
        for member in members {
            self.def(member);
        }
    }

    /// Writes a name and its bindings in the body, from `scope` outwards.
    pub(super) fn name(&mut self, name: StrId, scope: ScopeId) {
        self.text(name);
        self.scope(scope);
        let facts = self.facts;
        let body = self.body.as_ref();
        let scopes = body.and_then(|body| body.scopes_outwards(facts, scope));
        for scope in scopes.into_iter().flatten() {
            let body = self.body.as_mut();
            let Some(bindings) = body.and_then(|body| body.unwritten_bindings(scope, name)) else {
                continue;
            };
            self.u32(bindings.len() as u32);
            for id in bindings {
                self.binding(&facts.bindings[id.index()]);
            }
        }
    }

    pub(super) fn u32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn flag(&mut self, value: bool) {
        self.bytes.push(u8::from(value));
    }

    /// Writes which variant of its enum a value is.
    pub(super) fn tag<T>(&mut self, value: &T)
    where
        std::mem::Discriminant<T>: Hash,
    {
        let tag = FixedState::default().hash_one(discriminant(value));
        self.bytes.extend_from_slice(&tag.to_le_bytes());
    }

    pub(super) fn text(&mut self, text: StrId) {
        write_text(&mut self.bytes, self.facts.str(text));
    }

    /// Notes a position; [`finish`](Self::finish) writes its rank.
    pub(super) fn pos(&mut self, pos: u32) {
        self.positions.push(pos);
    }

    pub(super) fn scope(&mut self, scope: ScopeId) {
        let mut number = self.scopes[scope.index()];
        let is_in_body = |body: &BodyIndex| body.scopes_outwards(self.facts, scope).is_some();
        if number == UNNUMBERED && self.body.as_ref().is_some_and(is_in_body) {
            number = self.reach(Reached::Scope(scope));
            self.scopes[scope.index()] = number;
        }
        self.u32(number);
    }

    pub(super) fn def(&mut self, def: DefId) {
        let mut number = self.defs[def.index()];
        let start = self.facts.defs[def.index()].start;
        let is_in_body = |body: &BodyIndex| body.contains(start);
        if number == UNNUMBERED && self.body.as_ref().is_some_and(is_in_body) {
            number = self.reach(Reached::Def(def));
            self.defs[def.index()] = number;
        }
        self.is_incomplete |= number == UNNUMBERED;
        self.u32(number);
    }

    pub(super) fn expr(&mut self, expr: ExprId) {
        if self.exprs[expr.index()] == UNNUMBERED {
            self.exprs[expr.index()] = self.reach(Reached::Expr(expr));
        }
        self.u32(self.exprs[expr.index()]);
    }

    pub(super) fn ty(&mut self, ty: TypeId) {
        if self.types[ty.index()] == UNNUMBERED {
            self.types[ty.index()] = self.reach(Reached::Type(ty));
        }
        self.u32(self.types[ty.index()]);
    }

    pub(super) fn exprs(&mut self, list: List<ExprId>) {
        self.u32(list.len);
        for expr in self.facts.list(list) {
            self.expr(*expr);
        }
    }

    pub(super) fn types(&mut self, list: List<TypeId>) {
        self.u32(list.len);
        for ty in self.facts.list(list) {
            self.ty(*ty);
        }
    }

    /// Returns the number of an item that is reached for the first time.
    fn reach(&mut self, item: Reached) -> u32 {
        self.reached.push(item);
        self.reached.len() as u32
    }
}
