//! What facts say, as bytes that are the same for two files that say the same.
//!
//! Scopes and definitions are named by the numbers that they are given, expressions and types by the order in which they are
//! first reached, positions by their order.

use std::hash::{BuildHasher, Hash};
use std::mem::discriminant;
use std::ops::Range;

use foldhash::quality::FixedState;
use hashbrown::HashSet;
use smallvec::{SmallVec, smallvec};

use super::part;
use crate::expected_type::{ExpectedTypeContext, Literals};
use crate::{
    Binding, BindingId, Bound, ContainerWrite, Def, DefId, DefRole, Expr, ExprId, Facts, List,
    MemberAssign, Param, Scope, ScopeId, StrId, TypeExpr, TypeId,
};

/// Number of a definition or scope that has none.
pub(super) const NONE: u32 = u32::MAX;

/// Something that is written once, behind what it is reached from.
#[derive(Clone, Copy)]
enum Reached {
    Expr(ExprId),
    Type(TypeId),
    /// A scope of an inside.
    Scope(ScopeId),
    /// A definition of an inside.
    Def(DefId),
}

/// Rows of a file's facts that are being written.
pub(super) struct Rows<'f> {
    pub(super) facts: &'f Facts,
    /// For each definition its number.
    pub(super) defs: Vec<u32>,
    /// For each scope its number.
    pub(super) scopes: Vec<u32>,
    /// For each expression that was reached its number.
    exprs: Vec<u32>,
    /// For each type that was reached its number.
    types: Vec<u32>,
    /// What was reached, in order.
    reached: Vec<Reached>,
    /// How much of it is written.
    written: usize,
    /// Positions in the order in which they were met.
    positions: Vec<u32>,
    /// A definition without a number was met.
    pub(super) leads_astray: bool,
    pub(super) bytes: Vec<u8>,
    /// The inside that is gone into.
    pub(super) inside: Option<Inner>,
}

/// The inside of one callable: its scopes and definitions are written where they are reached, and what a name is bound to in them.
pub(super) struct Inner {
    /// The bindings of the file by scope and name.
    bindings: Vec<(ScopeId, StrId, BindingId)>,
    /// The definitions of the file by the one that contains them.
    children: Vec<(DefId, DefId)>,
    literals: Literals,
    /// The outermost scope of the inside.
    body: ScopeId,
    /// The bytes of the inside.
    span: Range<u32>,
    /// Of which scopes which names were written.
    looked_up: HashSet<(ScopeId, StrId)>,
}

impl Inner {
    /// That of no callable yet.
    pub(super) fn of(facts: &Facts) -> Self {
        let bindings = (0..).map(BindingId).zip(&facts.bindings);
        let children = (0..).map(DefId).zip(&facts.defs);
        Self {
            bindings: sorted(bindings.map(|(id, binding)| (binding.scope, binding.name, id))),
            children: sorted(children.map(|(id, def)| (def.parent, id))),
            literals: Literals::of(facts),
            body: ScopeId(0),
            span: 0..0,
            looked_up: HashSet::new(),
        }
    }

    /// The scopes from one outwards to that of the body; None if it stands outside.
    fn chain(&self, facts: &Facts, mut scope: ScopeId) -> Option<SmallVec<[ScopeId; 8]>> {
        let mut chain = smallvec![scope];
        while scope != self.body {
            let parent = facts.scopes[scope.index()].parent;
            if parent == scope {
                return None;
            }
            scope = parent;
            chain.push(scope);
        }
        Some(chain)
    }
}

/// The rows of one key, of rows that are sorted by it.
fn run_of<T, K: Ord>(rows: &[T], key: K, key_of: impl Fn(&T) -> K) -> &[T] {
    let first = rows.partition_point(|row| key_of(row) < key);
    let count = rows[first..].partition_point(|row| key_of(row) == key);
    &rows[first..first + count]
}

fn sorted<T: Ord>(rows: impl Iterator<Item = T>) -> Vec<T> {
    let mut rows: Vec<T> = rows.collect();
    rows.sort_unstable();
    rows
}

impl<'f> Rows<'f> {
    /// No rows yet; definitions and scopes have no number.
    pub(super) fn of(facts: &'f Facts) -> Self {
        Self {
            facts,
            defs: vec![NONE; facts.defs.len()],
            scopes: vec![NONE; facts.scopes.len()],
            exprs: vec![NONE; facts.exprs.len()],
            types: vec![NONE; facts.types.len()],
            reached: Vec::new(),
            written: 0,
            positions: Vec::new(),
            leads_astray: false,
            bytes: Vec::new(),
            inside: None,
        }
    }

    /// Writes what was reached and is not written yet, and the order of the positions.
    pub(super) fn finish(&mut self) {
        self.drain();
        let positions = std::mem::take(&mut self.positions);
        let mut order = sorted(positions.iter().copied());
        order.dedup();
        for position in positions {
            let rank = order.partition_point(|other| *other < position) as u32;
            self.u32(rank);
        }
    }

    /// Writes what the head of a callable says in the scope of its inside: names in it may be bound there. What it says else
    /// is told elsewhere, so it may lead to definitions without a number.
    pub(super) fn head(&mut self, id: DefId) {
        let facts = self.facts;
        let def = &facts.defs[id.index()];
        self.ty(def.ty);
        self.ty(def.receiver);
        for param in facts.params_of(id) {
            self.ty(param.ty);
            self.expr(param.default);
        }
        for param in facts.list(def.type_params) {
            let param = DefId(*param);
            self.ty(facts.defs[param.index()].ty);
            for (_, bound) in facts.bases_of(param) {
                self.ty(bound);
            }
        }
        self.drain();
        self.leads_astray = false;
    }

    /// Writes what was reached and is not written yet.
    fn drain(&mut self) {
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

    /// The definitions of an inside that were reached, in order.
    pub(super) fn defs_reached(&self) -> impl Iterator<Item = DefId> {
        let reached = self.reached.iter();
        reached.filter_map(|reached| match reached {
            Reached::Def(def) => Some(*def),
            _ => None,
        })
    }

    /// Writes where an expression of an inside stands, if its type may come from there.
    fn expected_type_context(&mut self, id: ExprId) {
        let inside = self.inside.as_ref();
        let Some(context) = inside.and_then(|inside| inside.literals.context(id)) else {
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
                self.binding(&self.facts.bindings[binding.index()])
            }
            ExpectedTypeContext::Returned(def) | ExpectedTypeContext::Value(def) => self.def(def),
            ExpectedTypeContext::Assigned(at) => self.assign(&self.facts.assigns[at as usize]),
            ExpectedTypeContext::Element(outer) | ExpectedTypeContext::Same(outer) => {
                self.expr(outer)
            }
            ExpectedTypeContext::Cast(ty) => self.ty(ty),
        }
    }

    /// Writes the expression of a definition of an inside, if it is a function or object literal.
    fn literal(&mut self, id: DefId) {
        let inside = self.inside.as_ref();
        if let Some(literal) = inside.and_then(|inside| inside.literals.expr_of(id)) {
            self.expr(literal);
        }
    }

    /// Writes the members of an object of an inside.
    fn members(&mut self, object: DefId) {
        let Some(inside) = &self.inside else {
            return;
        };
        let facts = self.facts;
        let children = run_of(&inside.children, object, |row| row.0).iter();
        let members = children.map(|row| row.1).filter(|child| {
            let role = facts.defs[child.index()].role;
            matches!(role, DefRole::Callable | DefRole::Value)
        });
        let members: SmallVec<[DefId; 8]> = members.collect();
        self.u32(members.len() as u32);
        for member in members {
            self.def(member);
        }
    }

    fn bindings(&mut self, ids: &[BindingId]) {
        self.u32(ids.len() as u32);
        for id in ids {
            self.binding(&self.facts.bindings[id.index()]);
        }
    }

    /// Goes into the inside of a callable whose outermost scope is `body`.
    pub(super) fn go_into(&mut self, body: ScopeId, span: Range<u32>) {
        if let Some(inside) = &mut self.inside {
            (inside.body, inside.span) = (body, span);
        }
    }

    /// Takes the numbers of what was reached away again, and the bytes.
    pub(super) fn take(&mut self) -> Vec<u8> {
        for reached in self.reached.drain(..) {
            match reached {
                Reached::Expr(expr) => self.exprs[expr.index()] = NONE,
                Reached::Type(ty) => self.types[ty.index()] = NONE,
                Reached::Scope(scope) => self.scopes[scope.index()] = NONE,
                Reached::Def(def) => self.defs[def.index()] = NONE,
            }
        }
        if let Some(inside) = &mut self.inside {
            inside.looked_up.clear();
        }
        self.written = 0;
        self.leads_astray = false;
        std::mem::take(&mut self.bytes)
    }

    pub(super) fn scope_row(&mut self, scope: ScopeId) {
        let Scope {
            parent,
            kind,
            def,
            start,
            end,
        } = self.facts.scopes[scope.index()];
        self.scope(parent);
        self.tag(&kind);
        self.def(def);
        // The module starts where the file does, or behind what says nothing.
        if scope.0 != 0 {
            self.pos(start);
            self.pos(end);
        }
    }

    /// Writes what a name is bound to from a scope outwards, within the inside that is gone into.
    fn name(&mut self, name: StrId, scope: ScopeId) {
        self.text(name);
        self.scope(scope);
        let facts = self.facts;
        let chain = self
            .inside
            .as_ref()
            .and_then(|inside| inside.chain(facts, scope));
        for scope in chain.into_iter().flatten() {
            let Some(inside) = &mut self.inside else {
                return;
            };
            if !inside.looked_up.insert((scope, name)) {
                continue;
            }
            let key = |row: &(ScopeId, StrId, BindingId)| (row.0, row.1);
            let found = run_of(&inside.bindings, (scope, name), key).iter();
            let found: SmallVec<[BindingId; 4]> = found.map(|row| row.2).collect();
            self.bindings(&found);
        }
    }

    /// Writes a definition; of one whose inside is hidden, without what it gives.
    pub(super) fn def_row(&mut self, id: DefId, def: &Def, is_hidden: bool) {
        let Def {
            kind,
            role,
            name,
            parent,
            scope,
            body_scope,
            start,
            end,
            name_start,
            name_end,
            body_start,
            body_end,
            start_line: _,
            name_line: _,
            end_line: _,
            flags,
            visibility,
            type_params,
            params_start: _,
            params_len: _,
            ty,
            returns,
            yields,
            value,
            receiver,
            implements,
            bases: _,
            decorators,
            signature: _,
            doc: _,
            complexity: _,
        } = def;
        self.u32(kind.map_or(u32::MAX, |kind| kind as u32));
        self.tag(role);
        self.text(*name);
        self.def(*parent);
        self.scope(*scope);
        self.scope(body_scope.unwrap_or_default());
        // The module starts where the file does, or behind what says nothing.
        if id.0 != 0 {
            for pos in [start, end, name_start, name_end] {
                self.pos(*pos);
            }
        }
        self.flag(*body_end > 0);
        if *body_end > 0 {
            self.pos(*body_start);
            self.pos(*body_end);
        }
        self.u32(flags.0);
        self.u32(*visibility as u32);
        let facts = self.facts;
        for param in facts.list(*type_params) {
            self.def(DefId(*param));
        }
        for param in facts.params_of(id) {
            let Param {
                name,
                ty,
                default,
                ty_text,
                default_text,
                flags,
            } = param;
            for text in [name, ty_text, default_text] {
                self.text(*text);
            }
            self.ty(*ty);
            self.expr(*default);
            self.u32(u32::from(flags.0));
        }
        self.ty(*ty);
        self.flag(is_hidden);
        if !is_hidden {
            self.exprs(*returns);
            self.exprs(*yields);
            self.expr(*value);
        }
        self.ty(*receiver);
        self.ty(*implements);
        for (kind, base) in facts.bases_of(id) {
            self.u32(kind as u32);
            self.ty(base);
        }
        self.exprs(*decorators);
    }

    pub(super) fn binding(&mut self, binding: &Binding) {
        let Binding {
            name,
            scope,
            branch,
            pos,
            what,
            ty,
            value,
        } = binding;
        self.text(*name);
        self.scope(*scope);
        self.scope(*branch);
        self.flag(*pos == 0);
        if *pos != 0 {
            self.pos(*pos);
        }
        self.tag(what);
        match what {
            Bound::Def(def) => self.def(*def),
            Bound::Import(import) => self.u32(import.0),
            Bound::Param(def, number) => {
                self.def(*def);
                self.u32(*number);
            }
            Bound::Var | Bound::Narrow | Bound::Outer => {}
        }
        self.ty(*ty);
        self.expr(*value);
    }

    pub(super) fn assign(&mut self, assign: &MemberAssign) {
        let MemberAssign {
            owner,
            base,
            name,
            def,
            ty,
            value,
            within,
        } = assign;
        for def in [owner, def] {
            self.flag(def.is_some());
            self.def(def.unwrap_or_default());
        }
        self.expr(*base);
        self.text(*name);
        self.ty(*ty);
        self.expr(*value);
        self.def(*within);
    }

    pub(super) fn put(&mut self, put: ContainerWrite) {
        let ContainerWrite {
            within,
            into,
            key,
            value,
        } = put;
        // Nobody says what it is put into.
        self.leads_astray |= into.0 == 0;
        self.def(within);
        for expr in [into, key, value] {
            self.expr(expr);
        }
    }

    fn expr_row(&mut self, expr: &Expr) {
        self.tag(expr);
        match *expr {
            Expr::Unknown => {}
            Expr::Name { name, scope, pos } => {
                self.name(name, scope);
                self.pos(pos);
            }
            Expr::Member { base, name } | Expr::Path { base, name } => {
                self.expr(base);
                self.text(name);
            }
            Expr::Call { callee, args, site } => {
                self.expr(callee);
                self.exprs(args);
                self.flag(site == u32::MAX);
            }
            Expr::New { class, args, site } => {
                self.ty(class);
                self.exprs(args);
                self.flag(site == u32::MAX);
            }
            Expr::Instantiate { callee, types } => {
                self.expr(callee);
                self.types(types);
            }
            Expr::Index {
                base: one,
                index: other,
            }
            | Expr::Either(one, other) => {
                self.expr(one);
                self.expr(other);
            }
            Expr::Slot { base, index } => {
                self.expr(base);
                self.u32(index);
            }
            Expr::Slice(value)
            | Expr::Elem(value)
            | Expr::Key(value)
            | Expr::Await(value)
            | Expr::Try(value)
            | Expr::Deref(value)
            | Expr::Enter(value)
            | Expr::Not(value)
            | Expr::Spread(value)
            | Expr::Yield(value)
            | Expr::Receive(value)
            | Expr::NonNull(value)
            | Expr::ClassOf(value) => self.expr(value),
            Expr::Cast { ty, value } | Expr::Narrow { ty, value } | Expr::Exclude { ty, value } => {
                self.ty(ty);
                self.expr(value);
            }
            Expr::TypeValue(ty) => self.ty(ty),
            Expr::Lit(lit) => self.tag(&lit),
            Expr::Str(text) => self.text(text),
            Expr::Array(list) | Expr::Tuple(list) | Expr::Set(list) | Expr::Map(list) => {
                self.exprs(list);
            }
            Expr::Object(def) | Expr::Lambda(def) | Expr::ClassValue(def) => self.def(def),
            Expr::This(scope) | Expr::Super(scope) => self.scope(scope),
            Expr::Binary { op, left, right } => {
                self.tag(&op);
                self.expr(left);
                self.expr(right);
            }
            Expr::Keyword { name, value } => {
                self.text(name);
                self.expr(value);
            }
            Expr::Import(import) => self.u32(import.0),
            Expr::Discriminated {
                value,
                member,
                is,
                assume_true,
            } => {
                self.expr(value);
                self.text(member);
                self.expr(is);
                self.flag(assume_true);
            }
            Expr::HasMember {
                value,
                member,
                assume_true,
            } => {
                self.expr(value);
                self.text(member);
                self.flag(assume_true);
            }
            Expr::Guarded {
                value,
                callee,
                assume_true,
            } => {
                self.expr(value);
                self.expr(callee);
                self.flag(assume_true);
            }
        }
    }

    fn type_row(&mut self, ty: &TypeExpr) {
        self.tag(ty);
        match *ty {
            TypeExpr::Unknown | TypeExpr::Void => {}
            TypeExpr::Name { name, scope, args } => {
                self.name(name, scope);
                self.types(args);
            }
            TypeExpr::Member { base, name, args } => {
                self.ty(base);
                self.text(name);
                self.types(args);
            }
            TypeExpr::Builtin { name, args } => {
                self.text(name);
                self.types(args);
            }
            TypeExpr::Tuple(list) | TypeExpr::Union(list) | TypeExpr::Intersection(list) => {
                self.types(list);
            }
            TypeExpr::Fn { params, ret } => {
                self.types(params);
                self.ty(ret);
            }
            TypeExpr::Of(expr) => self.expr(expr),
            TypeExpr::SelfType(scope) => self.scope(scope),
            TypeExpr::Lit(text) => self.text(text),
            TypeExpr::Object(def) => self.def(def),
            TypeExpr::Nullable(ty) | TypeExpr::KeyOf(ty) | TypeExpr::ClassOf(ty) => self.ty(ty),
            TypeExpr::Indexed {
                base: one,
                index: other,
            }
            | TypeExpr::Conditional {
                yes: one,
                no: other,
            }
            | TypeExpr::Mapped {
                base: one,
                value: other,
            } => {
                self.ty(one);
                self.ty(other);
            }
            TypeExpr::Named { name, ty } => {
                self.text(name);
                self.ty(ty);
            }
        }
    }

    pub(super) fn u32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    pub(super) fn flag(&mut self, value: bool) {
        self.bytes.push(u8::from(value));
    }

    /// Which variant it is.
    pub(super) fn tag<T>(&mut self, value: &T)
    where
        std::mem::Discriminant<T>: Hash,
    {
        let tag = FixedState::default().hash_one(discriminant(value));
        self.bytes.extend_from_slice(&tag.to_le_bytes());
    }

    pub(super) fn text(&mut self, text: StrId) {
        part(&mut self.bytes, self.facts.str(text));
    }

    pub(super) fn pos(&mut self, pos: u32) {
        self.positions.push(pos);
    }

    pub(super) fn scope(&mut self, scope: ScopeId) {
        let known = self.scopes[scope.index()];
        let inside = self.inside.as_ref().filter(|_| known == NONE);
        let number = match inside.and_then(|inside| inside.chain(self.facts, scope)) {
            Some(_) => self.reach(Reached::Scope(scope)),
            None => known,
        };
        self.scopes[scope.index()] = number;
        self.u32(number);
    }

    pub(super) fn def(&mut self, def: DefId) {
        let mut number = self.defs[def.index()];
        let start = self.facts.defs[def.index()].start;
        let is_inside = |inside: &Inner| inside.span.contains(&start);
        if number == NONE && self.inside.as_ref().is_some_and(is_inside) {
            number = self.reach(Reached::Def(def));
            self.defs[def.index()] = number;
        }
        self.leads_astray |= number == NONE;
        self.u32(number);
    }

    /// The number of something that is reached for the first time.
    fn reach(&mut self, reached: Reached) -> u32 {
        self.reached.push(reached);
        self.reached.len() as u32
    }

    pub(super) fn expr(&mut self, expr: ExprId) {
        if self.exprs[expr.index()] == NONE {
            self.exprs[expr.index()] = self.reach(Reached::Expr(expr));
        }
        self.u32(self.exprs[expr.index()]);
    }

    pub(super) fn ty(&mut self, ty: TypeId) {
        if self.types[ty.index()] == NONE {
            self.types[ty.index()] = self.reach(Reached::Type(ty));
        }
        self.u32(self.types[ty.index()]);
    }

    pub(super) fn exprs(&mut self, list: List) {
        self.u32(list.len);
        for expr in self.facts.list(list) {
            self.expr(ExprId(*expr));
        }
    }

    fn types(&mut self, list: List) {
        self.u32(list.len);
        for ty in self.facts.list(list) {
            self.ty(TypeId(*ty));
        }
    }
}
