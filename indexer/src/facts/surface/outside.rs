//! What facts say outside of hidden insides, as bytes that are the same for two files that say the same there.
//!
//! Rows are written in their order; scopes and definitions are named by their number among those outside, expressions and
//! types by the order in which they are first reached from there, positions by their order. Left out is what is asked for in
//! its own file alone: lines, documentation, complexity.

use std::collections::VecDeque;
use std::hash::{BuildHasher, Hash};
use std::mem::discriminant;

use foldhash::quality::FixedState;

use super::{Inside, Order, hidden, part, whole};
use crate::facts::{
    Binding, Bound, Def, DefId, Expr, ExprId, Facts, List, MemberAssign, Param, ScopeId, Site,
    SiteKind, StrId, TypeExpr, TypeId,
};

/// Stands for what is inside.
const INSIDE: u32 = u32::MAX;

/// What a file says outside of its hidden insides. None if something there leads to the inside of one.
pub(super) fn outside(facts: &Facts) -> Option<Vec<u8>> {
    let order = Order::of(facts);
    let hidden = hidden(facts, &order);
    let mut of: Vec<DefId> = hidden.iter().map(|inside| inside.of).collect();
    of.sort_unstable();
    let mut writer = Writer {
        facts,
        hidden: &hidden,
        of,
        defs: vec![0; facts.defs.len()],
        scopes: vec![INSIDE; facts.scopes.len()],
        exprs: vec![None; facts.exprs.len()],
        types: vec![None; facts.types.len()],
        reached: VecDeque::new(),
        rows: 0,
        positions: Vec::new(),
        leads_inside: false,
        bytes: Vec::new(),
    };
    whole(facts, &mut writer.bytes);
    for inside in &hidden {
        inside.write(facts, &order, &mut writer.bytes);
    }
    writer.number(&order);
    writer.all();
    let Writer {
        positions,
        leads_inside,
        mut bytes,
        ..
    } = writer;
    let mut sorted = positions.clone();
    sorted.sort_unstable();
    sorted.dedup();
    for position in positions {
        let rank = sorted.partition_point(|other| *other < position) as u32;
        bytes.extend(rank.to_le_bytes());
    }
    (!leads_inside).then_some(bytes)
}

enum Reached {
    Expr(ExprId),
    Type(TypeId),
}

struct Writer<'f> {
    facts: &'f Facts,
    hidden: &'f [Inside],
    /// The callables of these, ascending.
    of: Vec<DefId>,
    /// For each definition its number among those outside.
    defs: Vec<u32>,
    /// For each scope its number among those outside.
    scopes: Vec<u32>,
    /// For each expression that was reached its number.
    exprs: Vec<Option<u32>>,
    /// For each type that was reached its number.
    types: Vec<Option<u32>>,
    /// What is still to be written.
    reached: VecDeque<Reached>,
    /// Number of expressions and types that were reached.
    rows: u32,
    /// Positions in the order in which they were met.
    positions: Vec<u32>,
    leads_inside: bool,
    bytes: Vec<u8>,
}

impl Writer<'_> {
    /// Numbers definitions and scopes.
    fn number(&mut self, order: &Order) {
        let facts = self.facts;
        for def in self.hidden.iter().flat_map(|inside| order.defs(inside)) {
            self.defs[def.index()] = INSIDE;
        }
        let outside = self.defs.iter_mut().filter(|number| **number != INSIDE);
        for (number, own) in (0..).zip(outside) {
            *own = number;
        }
        let mut number = 0;
        for (at, scope) in facts.scopes.iter().enumerate() {
            let opened_by = facts.defs.get(scope.def.index());
            let is_body = opened_by.is_some_and(|def| def.body_scope == Some(ScopeId(at as u32)));
            let is_outside = self.defs[scope.def.index()] != INSIDE;
            if is_outside && (is_body || self.inside_at(scope.start).is_none()) {
                self.scopes[at] = number;
                number += 1;
            }
        }
    }

    /// The hidden inside that a position is in.
    fn inside_at(&self, pos: u32) -> Option<&Inside> {
        let after = self.hidden.partition_point(|inside| inside.end <= pos);
        self.hidden.get(after).filter(|inside| inside.start <= pos)
    }

    fn all(&mut self) {
        let facts = self.facts;
        for (at, scope) in facts.scopes.iter().enumerate() {
            if self.scopes[at] != INSIDE {
                self.scope(scope.parent);
                self.tag(&scope.kind);
                self.def(scope.def);
                if at != 0 {
                    self.pos(scope.start);
                    self.pos(scope.end);
                }
            }
        }
        for (at, def) in facts.defs.iter().enumerate() {
            if self.defs[at] != INSIDE {
                self.def_row(DefId(at as u32), def);
            }
        }
        for binding in &facts.bindings {
            if self.is_outside(binding) {
                self.binding(binding);
            }
        }
        for assign in &facts.assigns {
            self.assign(assign);
        }
        for import in &facts.imports {
            self.tag(&import.kind);
            for text in [import.module, import.symbol, import.local] {
                self.text(text);
            }
            self.u32(import.level);
            self.scope(import.scope);
            self.flag(import.reexport);
            self.flag(import.type_only);
        }
        for export in &facts.exports {
            self.text(export.name);
            self.expr(export.value);
            self.def(export.within);
        }
        for Site {
            kind, expr, start, ..
        } in &facts.sites
        {
            // Takes its type from where it stands.
            if *kind == SiteKind::MethodRef && self.inside_at(*start).is_none() {
                self.expr(*expr);
            }
        }
        while let Some(next) = self.reached.pop_front() {
            match next {
                Reached::Expr(expr) => self.expr_row(&facts.exprs[expr.index()]),
                Reached::Type(ty) => self.type_row(&facts.types[ty.index()]),
            }
        }
    }

    /// True if a binding is none of a hidden inside.
    fn is_outside(&self, binding: &Binding) -> bool {
        let of = self.facts.scopes[binding.scope.index()].def;
        match binding.what {
            Bound::Def(def) | Bound::Param(def, _) => self.defs[def.index()] != INSIDE,
            Bound::Import(_) => true,
            Bound::Var | Bound::Narrow | Bound::Outer => {
                // Without a position it may stand anywhere in its scope.
                let is_hidden = match binding.pos {
                    0 => self.of.binary_search(&of).is_ok(),
                    pos => self.inside_at(pos).is_some(),
                };
                !is_hidden && self.defs[of.index()] != INSIDE
            }
        }
    }

    fn def_row(&mut self, id: DefId, def: &Def) {
        let is_hidden = self.of.binary_search(&id).is_ok();
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
            signature,
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
        self.text(*signature);
    }

    fn binding(&mut self, binding: &Binding) {
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

    fn assign(&mut self, assign: &MemberAssign) {
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

    fn expr_row(&mut self, expr: &Expr) {
        self.tag(expr);
        match *expr {
            Expr::Unknown => {}
            Expr::Name { name, scope, pos } => {
                self.text(name);
                self.scope(scope);
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
                holds,
            } => {
                self.expr(value);
                self.text(member);
                self.expr(is);
                self.flag(holds);
            }
            Expr::HasMember {
                value,
                member,
                holds,
            } => {
                self.expr(value);
                self.text(member);
                self.flag(holds);
            }
            Expr::Guarded {
                value,
                callee,
                holds,
            } => {
                self.expr(value);
                self.expr(callee);
                self.flag(holds);
            }
        }
    }

    fn type_row(&mut self, ty: &TypeExpr) {
        self.tag(ty);
        match *ty {
            TypeExpr::Unknown | TypeExpr::Void => {}
            TypeExpr::Name { name, scope, args } => {
                self.text(name);
                self.scope(scope);
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

    fn u32(&mut self, value: u32) {
        self.bytes.extend_from_slice(&value.to_le_bytes());
    }

    fn flag(&mut self, value: bool) {
        self.bytes.push(u8::from(value));
    }

    /// Which variant it is.
    fn tag<T>(&mut self, value: &T)
    where
        std::mem::Discriminant<T>: Hash,
    {
        let tag = FixedState::default().hash_one(discriminant(value));
        self.bytes.extend_from_slice(&tag.to_le_bytes());
    }

    fn text(&mut self, text: StrId) {
        part(&mut self.bytes, self.facts.str(text));
    }

    fn pos(&mut self, pos: u32) {
        self.positions.push(pos);
    }

    fn scope(&mut self, scope: ScopeId) {
        self.u32(self.scopes[scope.index()]);
    }

    fn def(&mut self, def: DefId) {
        let number = self.defs[def.index()];
        self.leads_inside |= number == INSIDE;
        self.u32(number);
    }

    fn expr(&mut self, expr: ExprId) {
        let number = *self.exprs[expr.index()].get_or_insert_with(|| {
            self.reached.push_back(Reached::Expr(expr));
            self.rows += 1;
            self.rows
        });
        self.u32(number);
    }

    fn ty(&mut self, ty: TypeId) {
        let number = *self.types[ty.index()].get_or_insert_with(|| {
            self.reached.push_back(Reached::Type(ty));
            self.rows += 1;
            self.rows
        });
        self.u32(number);
    }

    fn exprs(&mut self, list: List) {
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
