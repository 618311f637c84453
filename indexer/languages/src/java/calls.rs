//! Calls of methods and constructors, and object creation.

use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{DefRole, Expr, ExprId, List, ScopeId, SiteKind, TypeExpr, TypeId};

impl<'t> Lowering<'_, 't> {
    /// Lowers the expressions of an argument list.
    pub(super) fn arguments(&mut self, node: Node<'t>) -> List<ExprId> {
        let start = self.exprs.len();
        self.each_child(node, |this, child| {
            let value = this.expr(child);
            this.exprs.push(value);
        });
        let list = self.b.list(&self.exprs[start..]);
        self.exprs.truncate(start);
        list
    }

    pub(super) fn call(&mut self, node: Node<'t>) -> ExprId {
        let arguments = self.ids.arguments.of(node);
        if let Some(constructor) = self.ids.constructor.of(node) {
            return self.constructor_call(node, constructor, arguments);
        }
        let Some(name) = self.ids.name.of(node) else {
            self.children(node);
            return ExprId::UNKNOWN;
        };
        let mut callee = match self.ids.object.of(node) {
            None => self.b.name_expr(name),
            Some(object) => {
                let between = self.b.source().get(object.end_byte()..name.start_byte());
                let base = if between.is_some_and(|text| text.contains("super")) {
                    self.qualified_super(object)
                } else {
                    self.expr(object)
                };
                let text = self.b.name(name);
                self.b.expr(Expr::Member { base, name: text })
            }
        };
        if let Some(types) = self.ids.type_arguments.of(node) {
            let start = self.types.len();
            self.type_arguments(types);
            let types = self.b.list(&self.types[start..]);
            self.types.truncate(start);
            callee = self.b.expr(Expr::Instantiate { callee, types });
        }
        let site = self.b.site(SiteKind::Call, ExprId::UNKNOWN, name);
        let args = arguments.map_or_else(List::default, |arguments| self.arguments(arguments));
        let call = self.b.expr(Expr::Call { callee, args, site });
        self.b.set_site_expr(site, call);
        call
    }

    /// `this(…)`, `super(…)`, `outer.super(…)`.
    fn constructor_call(
        &mut self,
        node: Node<'t>,
        constructor: Node<'t>,
        arguments: Option<Node<'t>>,
    ) -> ExprId {
        if let Some(object) = self.ids.object.of(node) {
            self.expr(object);
        }
        let scope = self.b.scope();
        let callee = self.b.expr(if self.roles.of(constructor) == Role::This {
            Expr::This(scope)
        } else {
            Expr::Super(scope)
        });
        let site = self
            .b
            .site(SiteKind::CtorCall, ExprId::UNKNOWN, constructor);
        let args = arguments.map_or_else(List::default, |arguments| self.arguments(arguments));
        let call = self.b.expr(Expr::Call { callee, args, site });
        self.b.set_site_expr(site, call);
        call
    }

    /// `Outer.super`: the superclass of an enclosing class, else the interface of that name.
    pub(super) fn qualified_super(&mut self, object: Node<'t>) -> ExprId {
        if let Some(scope) = self.enclosing_named(object) {
            return self.b.expr(Expr::Super(scope));
        }
        let ty = self.expression_type(object);
        let scope = self.b.scope();
        let value = self.b.expr(Expr::This(scope));
        self.b.expr(Expr::Cast { ty, value })
    }

    /// Lowers an expression that names a type, as a type.
    fn expression_type(&mut self, node: Node<'t>) -> TypeId {
        if self.roles.of(node) == Role::Member
            && let (Some(object), Some(field)) = (self.ids.object.of(node), self.ids.field.of(node))
        {
            let base = self.expression_type(object);
            let name = self.b.name(field);
            let args = List::default();
            return self.b.ty(TypeExpr::Member { base, name, args });
        }
        self.ty(node)
    }

    /// Returns the body scope of the enclosing type that a node names.
    pub(super) fn enclosing_named(&mut self, node: Node<'t>) -> Option<ScopeId> {
        let text = self.b.text(node);
        let name = self.b.str(text.rsplit('.').next().unwrap_or(text).trim());
        let mut def = self.b.current_def();
        while !def.is_module() {
            let row = &self.b.facts.defs[def.index()];
            if row.role == DefRole::Type && row.name == name {
                return row.body_scope;
            }
            def = row.parent;
        }
        None
    }

    /// `new T(…)`, `outer.new T(…)`, `new T(…) { … }`.
    pub(super) fn creation(&mut self, node: Node<'t>) -> ExprId {
        let Some(type_node) = self.ids.ty.of(node) else {
            self.children(node);
            return ExprId::UNKNOWN;
        };
        let mut outer = ExprId::UNKNOWN;
        let mut body = None;
        self.each_child(node, |this, child| {
            if child.start_byte() >= type_node.start_byte() {
                if child.kind_id() == this.ids.class_body {
                    body = Some(child);
                }
            } else if child.kind_id() == this.ids.type_arguments_kind
                || this.roles.of(child) == Role::Decorator
            {
                this.node(child);
            } else {
                outer = this.expr(child);
            }
        });
        let mut class = self.constructed(type_node);
        if outer.is_known()
            && let TypeExpr::Name { name, args, .. } = self.b.facts.types[class.index()]
        {
            let base = self.b.ty(TypeExpr::Of(outer));
            class = self.b.ty(TypeExpr::Member { base, name, args });
        }
        let token = self.class_token(type_node);
        let site = self.b.site(SiteKind::New, ExprId::UNKNOWN, token);
        let args = self
            .ids
            .arguments
            .of(node)
            .map_or_else(List::default, |arguments| self.arguments(arguments));
        let value = self.b.expr(Expr::New { class, args, site });
        self.b.set_site_expr(site, value);
        match body {
            Some(body) => self.anonymous_class(body, class),
            None => value,
        }
    }
}
