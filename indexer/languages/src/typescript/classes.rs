//! Classes: bases, methods, fields and decorators.

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::callables::Shape;
use super::jsdoc::Tags;
use super::lower::{ClassFrame, Frame, Lowering, This};
use super::objects::named;
use crate::parse::roles::Role;
use bombe_facts::{
    Base, BaseKind, DefFlags, DefId, DefRole, Expr, ExprId, List, ScopeKind, StrId, TypeExpr,
    TypeId,
};

impl<'t> Lowering<'t> {
    /// `class A {}` as a statement.
    pub(super) fn class_declaration(&mut self, node: Node<'t>) -> DefId {
        let at = self.ids.name.of(node);
        let mut name = at.map_or(StrId::EMPTY, |at| self.b.name(at));
        let flags = std::mem::take(&mut self.exported);
        if name.is_empty() && flags.has(DefFlags::DEFAULT_EXPORT) {
            name = self.b.str("default");
        }
        let from = self.outer.take().unwrap_or(node);
        let def = self.class(
            node,
            Some(SymbolKind::Class),
            (from, node),
            name,
            at.or(Some(node)),
            flags,
        );
        if at.is_some() {
            self.b.bind_def(def);
            let scope = self.b.declaring_scope();
            self.declare_def(scope, name, def);
        }
        def
    }

    /// A class in any form. `span` is the first and last node of the definition, decorators included.
    pub(super) fn class(
        &mut self,
        node: Node<'t>,
        kind: Option<SymbolKind>,
        span: (Node<'t>, Node<'t>),
        name: StrId,
        at: Option<Node<'t>>,
        flags: DefFlags,
    ) -> DefId {
        let def = self.new_def(DefRole::Type, kind, span, name, at);
        let tags = self.tags();
        let body = self.ids.body.of(node);
        self.describe_from(
            def,
            self.after_decorators(span),
            body.map_or(node.end_byte(), |body| body.start_byte()) as u32,
        );
        let flags = flags.with(self.modifiers(node).flags);
        self.b.def_mut(def).flags.set(flags);

        let mut decorators: Vec<ExprId> = Vec::new();
        let sources = if span.0 == node {
            [Some(node), None]
        } else {
            [Some(span.0), Some(node)]
        };
        for source in sources.into_iter().flatten() {
            let mut cursor = source.walk();
            for child in source.named_children(&mut cursor) {
                if self.role(child) == Role::Decorator {
                    decorators.push(self.decorator(child));
                }
            }
        }
        let decorators = self.b.list(&decorators);
        self.b.def_mut(def).decorators = decorators;

        let outer_def = self.b.enter_def(def, ScopeKind::Class, node);
        let outer_params = self.type_params.len();
        let type_params = if tags.templates.is_empty() {
            self.type_parameters(node)
        } else {
            self.template_parameters(node, &tags.templates)
        };
        self.b.def_mut(def).type_params = type_params;
        if node.kind() == "class"
            && let Some(own) = self.ids.name.of(node)
        {
            let name = self.b.name(own);
            let scope = self.b.scope();
            self.b.bind(
                name,
                scope,
                0,
                bombe_facts::Bound::Def(def),
                TypeId::UNKNOWN,
                ExprId::UNKNOWN,
            );
        }
        let mut bases = self.class_bases(node);
        self.commented_bases(node, &tags, &mut bases);
        let bases = self.b.list(&bases);
        self.b.def_mut(def).bases = bases;

        if let Some(body) = body {
            self.class_body(body, def);
            let d = self.b.def_mut(def);
            d.body_start = body.start_byte() as u32;
            d.body_end = body.end_byte() as u32;
        }
        self.leave_type_params(outer_params);
        self.b.leave_def(outer_def);
        def
    }

    /// Adds what a comment says about the bases of a class: the arguments of the base class, and interfaces.
    fn commented_bases(&mut self, node: Node<'t>, tags: &Tags<'t>, bases: &mut Vec<Base>) {
        if let Some(text) = tags.extends
            && let Some(base) = bases.first_mut()
        {
            let ty = self.jsdoc_type(text, node);
            let (TypeExpr::Name { args, .. } | TypeExpr::Member { args, .. }) =
                self.b.facts.types[ty.index()]
            else {
                return;
            };
            base.ty = match self.b.facts.types[base.ty.index()] {
                TypeExpr::Name { name, scope, .. } => {
                    self.b.ty(TypeExpr::Name { name, scope, args })
                }
                TypeExpr::Member { base, name, .. } => {
                    self.b.ty(TypeExpr::Member { base, name, args })
                }
                _ => base.ty,
            };
        }
        for text in &tags.implements {
            let ty = self.jsdoc_type(text, node);
            if ty.is_known() {
                bases.push(Base {
                    kind: BaseKind::Implements,
                    ty,
                });
            }
        }
    }

    fn class_bases(&mut self, node: Node<'t>) -> Vec<Base> {
        let mut bases: Vec<Base> = Vec::new();
        let mut cursor = node.walk();
        let Some(heritage) = node
            .named_children(&mut cursor)
            .find(|child| child.kind() == "class_heritage")
        else {
            return bases;
        };
        let mut cursor = heritage.walk();
        for clause in heritage.named_children(&mut cursor) {
            match clause.kind() {
                "extends_clause" => {
                    let mut inner = clause.walk();
                    let arguments = self.ids.type_arguments.of(clause);
                    for part in clause.named_children(&mut inner) {
                        if part.kind() == "type_arguments" || self.role(part) == Role::Comment {
                            continue;
                        }
                        let ty = self.class_type(part, arguments);
                        bases.push(Base::extends(ty));
                    }
                }
                "implements_clause" => {
                    let mut inner = clause.walk();
                    for part in clause.named_children(&mut inner) {
                        if self.role(part) != Role::Comment {
                            let ty = self.ty(part);
                            bases.push(Base {
                                kind: BaseKind::Implements,
                                ty,
                            });
                        }
                    }
                }
                "comment" => {}
                _ => {
                    let ty = self.class_type(clause, None);
                    bases.push(Base::extends(ty));
                }
            }
        }
        bases
    }

    /// Returns the type that an expression in class position (`extends e`, `instanceof e`) names. Its names become
    /// reads.
    pub(super) fn class_type(&mut self, node: Node<'t>, arguments: Option<Node<'t>>) -> TypeId {
        let args = arguments.map_or(List::default(), |arguments| self.type_arguments(arguments));
        match self.role(node) {
            Role::Name => {
                let expr = self.expr(node);
                let Expr::Name { name, scope, .. } = self.b.facts.exprs[expr.index()] else {
                    return TypeId::UNKNOWN;
                };
                self.b.ty(TypeExpr::Name { name, scope, args })
            }
            Role::Member => {
                let expr = self.expr(node);
                self.type_of_chain(expr, args)
            }
            _ => {
                let expr = self.expr(node);
                self.b.ty(TypeExpr::Of(expr))
            }
        }
    }

    /// Returns the type that a chain of members (`a.b.C`) names, or the type of the value of any other expression.
    pub(super) fn type_of_chain(&mut self, expr: ExprId, args: List<TypeId>) -> TypeId {
        match self.b.facts.exprs[expr.index()] {
            Expr::Name { name, scope, .. } => self.b.ty(TypeExpr::Name { name, scope, args }),
            Expr::Member { base, name } if self.is_chain(base) => {
                let base = self.type_of_chain(base, List::default());
                self.b.ty(TypeExpr::Member { base, name, args })
            }
            Expr::Unknown => TypeId::UNKNOWN,
            _ => self.b.ty(TypeExpr::Of(expr)),
        }
    }

    fn is_chain(&self, expr: ExprId) -> bool {
        match self.b.facts.exprs[expr.index()] {
            Expr::Name { .. } => true,
            Expr::Member { base, .. } => self.is_chain(base),
            _ => false,
        }
    }

    fn class_body(&mut self, body: Node<'t>, class: DefId) {
        let scope = self.b.scope();
        let mut members = Vec::new();
        let mut cursor = body.walk();
        for member in body.named_children(&mut cursor) {
            if self.role(member) == Role::Field
                && let Some(name) = self
                    .ids
                    .name
                    .of(member)
                    .or_else(|| self.ids.property.of(member))
            {
                let name = self.property_name(name);
                members.push(name);
            }
        }
        let outer_class = self.class.replace(ClassFrame {
            def: class,
            members,
        });
        let outer_frame = std::mem::replace(
            &mut self.frame,
            Frame::new(This::Instance(scope), Some(class)),
        );
        let mut decorators: Vec<Node<'t>> = Vec::new();
        let mut cursor = body.walk();
        for member in body.named_children(&mut cursor) {
            match self.role(member) {
                Role::Comment => {
                    self.comment(member);
                    continue;
                }
                Role::Decorator => {
                    decorators.push(member);
                    continue;
                }
                Role::Method | Role::Constructor => {
                    self.class_method(member, class, scope, &decorators);
                }
                Role::Field => self.class_field(member, class, scope, &decorators),
                Role::With => {
                    let outer =
                        std::mem::replace(&mut self.frame, Frame::new(This::Static(scope), None));
                    if let Some(block) = self.ids.body.of(member) {
                        self.statement(block);
                    }
                    self.frame = outer;
                }
                _ if member.kind() == "index_signature" => self.index_signature(member),
                _ => self.statement(member),
            }
            decorators.clear();
            self.doc = None;
        }
        self.frame = outer_frame;
        self.class = outer_class;
    }

    fn class_method(
        &mut self,
        node: Node<'t>,
        class: DefId,
        scope: bombe_facts::ScopeId,
        decorators: &[Node<'t>],
    ) {
        let Some(at) = self.ids.name.of(node) else {
            return;
        };
        let name = self.property_name(at);
        let modifiers = self.modifiers(node);
        let is_static = modifiers.flags.has(DefFlags::STATIC);
        let constructor = !is_static && self.b.facts.str(name) == "constructor";
        let mut flags = DefFlags::default();
        if node.kind() == "method_signature" {
            flags.set(DefFlags::OVERLOAD);
        }
        let from = decorators.first().copied().unwrap_or(node);
        let lowered: Vec<ExprId> = decorators
            .iter()
            .map(|&decorator| self.decorator(decorator))
            .collect();
        let def = self.callable(
            node,
            Shape {
                role: DefRole::Callable,
                kind: named(at).then_some(if constructor {
                    SymbolKind::Constructor
                } else {
                    SymbolKind::Method
                }),
                span: (from, node),
                name,
                at: Some(at),
                this: if is_static {
                    This::Static(scope)
                } else {
                    This::Instance(scope)
                },
                owner: if is_static { None } else { Some(class) },
                flags,
                visibility: Visibility::Public,
            },
        );
        if !lowered.is_empty() {
            let list = self.b.list(&lowered);
            self.b.def_mut(def).decorators = list;
        }
    }

    fn class_field(
        &mut self,
        node: Node<'t>,
        class: DefId,
        scope: bombe_facts::ScopeId,
        before: &[Node<'t>],
    ) {
        let Some(at) = self
            .ids
            .name
            .of(node)
            .or_else(|| self.ids.property.of(node))
        else {
            return;
        };
        let name = self.property_name(at);
        let modifiers = self.modifiers(node);
        let is_static = modifiers.flags.has(DefFlags::STATIC);
        let mut decorators: Vec<ExprId> = before
            .iter()
            .map(|&decorator| self.decorator(decorator))
            .collect();
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if self.role(child) == Role::Decorator {
                decorators.push(self.decorator(child));
            }
        }
        let from = before.first().copied().unwrap_or(node);
        let value = self.ids.value.of(node);
        let function = value
            .map(|value| self.function_value(value))
            .filter(|(value, _)| self.role(*value) == Role::Lambda);
        if let Some((function, cast)) = function {
            // `f = () => …` is called like a method.
            let annotation = self.ids.type_.of(node).or(cast).map(|ty| self.ty(ty));
            let def = self.named_function(
                function,
                Shape {
                    role: DefRole::Callable,
                    kind: named(at).then_some(SymbolKind::Method),
                    span: (from, node),
                    name,
                    at: Some(at),
                    this: if is_static {
                        This::Static(scope)
                    } else {
                        This::Instance(scope)
                    },
                    owner: if is_static { None } else { Some(class) },
                    flags: modifiers.flags,
                    visibility: modifiers.visibility.unwrap_or(Visibility::Public),
                },
            );
            let list = self.b.list(&decorators);
            self.b.def_mut(def).decorators = list;
            if let Some(annotation) = annotation {
                self.function_of_type(def, annotation);
            }
            return;
        }
        let def = self.new_def(
            DefRole::Value,
            Some(SymbolKind::Field),
            (from, node),
            name,
            Some(at),
        );
        let signature_end = value.map_or(node.end_byte(), |value| value.start_byte()) as u32;
        let jsdoc = self.tags().ty;
        self.describe_from(def, self.after_decorators((from, node)), signature_end);
        let ty = match self.ids.type_.of(node) {
            Some(annotation) => self.ty(annotation),
            None => jsdoc.map_or(TypeId::UNKNOWN, |text| self.jsdoc_type(text, node)),
        };
        let list = self.b.list(&decorators);
        {
            let d = self.b.def_mut(def);
            d.flags = d.flags.with(modifiers.flags);
            d.visibility = modifiers.visibility.unwrap_or(Visibility::Public);
            d.ty = ty;
            d.decorators = list;
        }
        if let Some(value) = value {
            let outer = self.b.enter_value(def);
            let this = if is_static {
                This::Static(scope)
            } else {
                This::Instance(scope)
            };
            let frame = std::mem::replace(&mut self.frame, Frame::new(this, None));
            let value = self.expr(value);
            self.frame = frame;
            self.b.leave_value(outer);
            self.b.def_mut(def).value = value;
        }
    }

    /// `[key: string]: T` is a member named `[]`.
    pub(super) fn index_signature(&mut self, node: Node<'t>) {
        let name = self.b.str("[]");
        let def = self.new_def(DefRole::Value, None, (node, node), name, None);
        if let Some(ty) = self.ids.type_.of(node) {
            let ty = self.ty(ty);
            self.b.def_mut(def).ty = ty;
        }
    }

    /// Lowers a decorator of a definition, with a site of the enclosing definition.
    pub(super) fn decorator(&mut self, node: Node<'t>) -> ExprId {
        let Some(mut inner) = node.named_child(0) else {
            return ExprId::UNKNOWN;
        };
        inner = self.bare(inner);
        if self.role(inner) == Role::Call {
            return self.call(inner, bombe_facts::SiteKind::Decorator);
        }
        let (expr, at) = self.callee(inner);
        if let Some(at) = at {
            self.b.site(bombe_facts::SiteKind::Decorator, expr, at);
        }
        expr
    }

    /// Lowers a decorator whose value is unused.
    pub(super) fn decorator_site(&mut self, node: Node<'t>) {
        self.decorator(node);
    }
}
