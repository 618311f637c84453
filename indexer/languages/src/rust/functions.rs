//! Functions: parameters, return types, type parameters and bounds.

use bombe_format::kind::SymbolKind;
use tree_sitter::Node;

use super::attributes::Pending;
use super::lower::{Frame, Lowering};
use crate::parse::roles::Role;
use bombe_facts::{
    Base, Bound, DefFlags, DefId, DefRole, Expr, ExprId, Param, ParamFlags, ScopeKind, StrId,
    TypeExpr, TypeId,
};

/// Number of function bounds that precede a definition's type parameters.
#[derive(Clone, Copy)]
pub(super) struct Generics(usize);

impl Lowering<'_> {
    pub(super) fn function(&mut self, node: Node, pending: &Pending) {
        let owner = self.owners.last().map(|owner| (owner.def, owner.is_trait));
        let owner = owner.filter(|(def, _)| *def == self.b.current_def());
        let kind = if owner.is_some() {
            SymbolKind::Method
        } else {
            SymbolKind::Function
        };
        let (def, _) = self.add_item(DefRole::Callable, kind, node, pending);
        let body = self.ids.body.of(node);
        self.set_signature(def, node, body);
        if self.has_modifier(node, "async") {
            self.b.def_mut(def).flags.set(DefFlags::ASYNC);
        }
        match (owner, body) {
            (Some((_, true)), Some(_)) => self.b.def_mut(def).flags.set(DefFlags::DEFAULT),
            (_, None) => self.b.def_mut(def).flags.set(DefFlags::ABSTRACT),
            _ => {}
        }
        self.b.bind_def(def);

        let outer = self.b.enter_def(def, ScopeKind::Function, node);
        self.frames.push(Frame::default());
        let generics = self.generics(node, def);
        let has_self = self.parameters(node, def);
        if owner.is_some() && !has_self {
            self.b.def_mut(def).flags.set(DefFlags::STATIC);
        }
        let ty = match self.ids.return_type.of(node) {
            Some(ty) => self.ty(ty),
            None => self.b.ty(TypeExpr::Void),
        };
        self.b.def_mut(def).ty = ty;
        if let Some(body) = body.filter(|_| self.expanded.is_none()) {
            self.bodies += 1;
            let deferred = self.deferred.len();
            let value = self.statements(body);
            self.deferred.truncate(deferred);
            self.bodies -= 1;
            // A list of handlers.
            let exprs = &self.b.facts.exprs;
            let is_list = match exprs[value.index()] {
                Expr::Cast { value, .. } => matches!(exprs[value.index()], Expr::Array(_)),
                ref value => matches!(value, Expr::Array(_)),
            };
            if is_list {
                let returns = self.b.list(&[value]);
                self.b.def_mut(def).returns = returns;
            }
        }
        self.end_generics(generics);
        let frame = self.frames.pop().unwrap_or_default();
        self.b.def_mut(def).complexity = 1 + frame.branches;
        self.b.leave_def(outer);
    }

    fn has_modifier(&self, node: Node, word: &str) -> bool {
        let mut cursor = node.walk();
        let mut found = false;
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "function_modifiers" => {
                    found = self.text(child).split_whitespace().any(|w| w == word);
                }
                "visibility_modifier" => {}
                _ => break,
            }
        }
        found
    }

    /// Lowers the parameters of `def`. Returns true if there is a receiver.
    pub(super) fn parameters(&mut self, node: Node, def: DefId) -> bool {
        let Some(list) = self.ids.parameters.of(node) else {
            return false;
        };
        let mut params = Vec::new();
        let mut has_self = false;
        let mut cursor = list.walk();
        for child in list.named_children(&mut cursor) {
            match self.role(child) {
                Role::Parameter => {
                    let pattern = self.ids.pattern.of(child);
                    if pattern.is_some_and(|pattern| self.role(pattern) == Role::This) {
                        has_self = true;
                        continue;
                    }
                    params.push(self.parameter(
                        def,
                        params.len() as u32,
                        pattern,
                        self.ids.r#type.of(child),
                    ));
                }
                Role::Comment | Role::Decorator => {}
                _ if child.kind() == "self_parameter" => has_self = true,
                _ if child.kind() == "variadic_parameter" => params.push(Param {
                    name: StrId::EMPTY,
                    ty: TypeId::UNKNOWN,
                    default: ExprId::UNKNOWN,
                    ty_text: StrId::EMPTY,
                    default_text: StrId::EMPTY,
                    flags: ParamFlags::VARIADIC,
                }),
                // A parameter of a trait method without a name has only a type.
                _ => params.push(self.parameter(def, params.len() as u32, None, Some(child))),
            }
        }
        self.b.set_params(def, params);
        has_self
    }

    /// Lowers a parameter and binds its names.
    pub(super) fn parameter(
        &mut self,
        def: DefId,
        index: u32,
        pattern: Option<Node>,
        ty: Option<Node>,
    ) -> Param {
        let ty_text = ty.map_or(StrId::EMPTY, |ty| {
            let text = self.text(ty);
            self.b.folded(text)
        });
        let ty = ty.map_or(TypeId::UNKNOWN, |ty| self.param_type(ty));
        let mut name = StrId::EMPTY;
        if let Some(pattern) = pattern {
            if self.role(pattern) == Role::Name {
                name = self.b.name(pattern);
                let scope = self.b.declaring_scope();
                self.b.bind(
                    name,
                    scope,
                    0,
                    Bound::Param(def, index),
                    ty,
                    ExprId::UNKNOWN,
                );
            } else {
                // A pattern destructures a parameter named `#0`, which no program can contain.
                let hidden = self.b.str(&format!("#{index}"));
                let scope = self.b.declaring_scope();
                self.b.bind(
                    hidden,
                    scope,
                    0,
                    Bound::Param(def, index),
                    ty,
                    ExprId::UNKNOWN,
                );
                let whole = self.b.name_expr_at(hidden, pattern.end_byte() as u32);
                self.pattern(pattern, whole, 0, true);
            }
        }
        Param {
            name,
            ty,
            default: ExprId::UNKNOWN,
            ty_text,
            default_text: StrId::EMPTY,
            flags: ParamFlags::default(),
        }
    }

    /// Lowers the type of a parameter. A type parameter bounded by a function trait is lowered as that function type.
    fn param_type(&mut self, node: Node) -> TypeId {
        if self.role(node) == Role::TypeName && !self.fn_bounds.is_empty() {
            let name = self.b.name(node);
            if let Some((_, ty)) = self
                .fn_bounds
                .iter()
                .rev()
                .find(|(bound, _)| *bound == name)
            {
                return *ty;
            }
        }
        self.ty(node)
    }

    /// Lowers the type parameters and the `where` clause of the current definition.
    pub(super) fn generics(&mut self, node: Node, def: DefId) -> Generics {
        let mark = Generics(self.fn_bounds.len());
        let mut params: Vec<(StrId, DefId, Vec<Base>)> = Vec::new();
        if let Some(list) = self.ids.type_parameters.of(node) {
            let mut cursor = list.walk();
            for child in list.named_children(&mut cursor) {
                if self.role(child) == Role::TypeParam {
                    let name = self.ids.name.of(child);
                    let param = self.b.add_def(DefRole::TypeParam, None, child, name);
                    self.b.bind_def(param);
                    params.push((self.b.facts.defs[param.index()].name, param, Vec::new()));
                }
            }
            // Bounds may name later parameters.
            let mut at = 0;
            let mut cursor = list.walk();
            for child in list.named_children(&mut cursor) {
                if self.role(child) == Role::TypeParam {
                    if let Some(bounds) = self.ids.bounds.of(child) {
                        self.bounds(bounds, params[at].0, &mut params[at].2);
                    }
                    if let Some(default) = self.ids.default_type.of(child) {
                        let ty = self.ty(default);
                        self.b.def_mut(params[at].1).ty = ty;
                    }
                    at += 1;
                }
            }
        }
        let mut cursor = node.walk();
        for clause in node.named_children(&mut cursor) {
            if clause.kind() != "where_clause" {
                continue;
            }
            let mut cursor = clause.walk();
            for predicate in clause.named_children(&mut cursor) {
                let (Some(left), Some(bounds)) =
                    (self.ids.left.of(predicate), self.ids.bounds.of(predicate))
                else {
                    continue;
                };
                let name = self.b.name(left);
                if let Some(at) = params.iter().position(|(param, ..)| *param == name) {
                    self.bounds(bounds, name, &mut params[at].2);
                } else {
                    self.bounds(bounds, name, &mut Vec::new());
                }
            }
        }
        for (_, param, bases) in &params {
            if !bases.is_empty() {
                let bases = self.b.list(bases);
                self.b.def_mut(*param).bases = bases;
            }
        }
        let ids: Vec<DefId> = params.iter().map(|(_, param, _)| *param).collect();
        if !ids.is_empty() {
            let ids = self.b.list(&ids);
            self.b.def_mut(def).type_params = ids;
        }
        mark
    }

    /// Forgets the function bounds of a finished definition.
    pub(super) fn end_generics(&mut self, mark: Generics) {
        self.fn_bounds.truncate(mark.0);
    }

    /// Lowers the bounds of a `trait_bounds` node as `Extends` pairs. Records a function bound under `name`.
    pub(super) fn bounds(&mut self, node: Node, name: StrId, bases: &mut Vec<Base>) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if let Some(ty) = self.bound(child) {
                if matches!(self.b.facts.types[ty.index()], TypeExpr::Fn { .. }) {
                    self.fn_bounds.push((name, ty));
                }
                bases.push(Base::extends(ty));
            }
        }
    }
}
