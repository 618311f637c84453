//! Rows of a file's tables as bytes: scopes, definitions, bindings, writes, expressions, types.
//!
//! Each row is destructured in full, so that a new field does not compile until this module decides whether the interface
//! covers it.

use super::row_writer::RowWriter;
use crate::{
    Binding, Bound, ContainerWrite, Def, DefId, Expr, MemberAssign, Param, Scope, ScopeId, TypeExpr,
};

impl RowWriter<'_> {
    /// Writes a scope.
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
        // The module starts where the file does, or after leading comments, which are no part of the interface.
        if !scope.is_module() {
            self.pos(start);
            self.pos(end);
        }
    }

    /// Writes a definition. If its body is hidden, its results are left out: they are part of the effects.
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
        // As in `scope_row`.
        if !id.is_module() {
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
            self.def(*param);
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

    /// Writes a binding.
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

    /// Writes an assignment to a member.
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

    /// Writes a write to a container.
    pub(super) fn container_write(&mut self, write: ContainerWrite) {
        let ContainerWrite {
            within,
            into,
            key,
            value,
        } = write;
        // No expression names the container, so it may be visible to other files.
        self.is_incomplete |= !into.is_known();
        self.def(within);
        for expr in [into, key, value] {
            self.expr(expr);
        }
    }

    /// Writes a value expression.
    pub(super) fn expr_row(&mut self, expr: &Expr) {
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
            Expr::Index { base, index } => {
                self.expr(base);
                self.expr(index);
            }
            Expr::Either(left, right) => {
                self.expr(left);
                self.expr(right);
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

    /// Writes a type expression.
    pub(super) fn type_row(&mut self, ty: &TypeExpr) {
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
            TypeExpr::Indexed { base, index } => {
                self.ty(base);
                self.ty(index);
            }
            TypeExpr::Conditional { yes, no } => {
                self.ty(yes);
                self.ty(no);
            }
            TypeExpr::Mapped { base, value } => {
                self.ty(base);
                self.ty(value);
            }
            TypeExpr::Named { name, ty } => {
                self.text(name);
                self.ty(ty);
            }
        }
    }
}
