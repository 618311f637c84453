//! Variables: declarations, destructuring, and assignment to patterns.

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::callables::Shape;
use super::lower::{Lowering, This};
use crate::parse::roles::Role;
use bombe_facts::{
    Bound, DefFlags, DefId, DefRole, Expr, ExprId, ImportId, Lit, ScopeId, SiteKind, StrId, TypeId,
};

impl<'t> Lowering<'t> {
    /// `const a = …, b = …;` and the like.
    pub(super) fn variables(&mut self, node: Node<'t>) {
        let keyword = self.ids.kind.of(node).map_or("", |kind| kind.kind());
        let keyword = if keyword.is_empty() {
            node.child(0).map_or("var", |first| first.kind())
        } else {
            keyword
        };
        let scope = if keyword == "var" {
            self.b.function_scope()
        } else {
            self.b.scope()
        };
        let flags = std::mem::take(&mut self.exported);
        let outer = self.outer.take().unwrap_or(node);
        let mut cursor = node.walk();
        let declarators: Vec<Node<'t>> = node
            .named_children(&mut cursor)
            .filter(|child| child.kind() == "variable_declarator")
            .collect();
        let single = declarators.len() == 1;
        for declarator in declarators {
            let span = if single {
                (outer, node)
            } else {
                (declarator, declarator)
            };
            self.variable(declarator, span, scope, keyword == "const", flags);
        }
    }

    fn variable(
        &mut self,
        node: Node<'t>,
        span: (Node<'t>, Node<'t>),
        scope: ScopeId,
        constant: bool,
        flags: DefFlags,
    ) {
        let Some(at) = self.ids.name.of(node) else {
            return;
        };
        let value = self.ids.value.of(node);
        let (inner, cast) = match value.map(|value| self.function_value(value)) {
            Some((inner, cast)) => (Some(inner), cast),
            None => (None, None),
        };
        let annotation = self.ids.type_.of(node).or(cast);
        if at.kind() != "identifier" {
            let ty = match annotation {
                Some(annotation) => self.ty(annotation),
                None => self.jsdoc_declared_type(at),
            };
            let value = value.map_or(ExprId::UNKNOWN, |value| self.expr(value));
            let required = match self.b.facts.exprs[value.index()] {
                Expr::Import(import) => Some(import),
                _ => None,
            };
            if let Some(whole) = required.filter(|_| !ty.is_known() && self.is_required(inner)) {
                self.bind_required(at, whole, value, scope);
                return;
            }
            let top = self.at_top_level() && required.is_none();
            self.exported = flags;
            self.bind_pattern(at, value, ty, scope, top);
            self.exported = DefFlags::default();
            return;
        }
        let name = self.b.name(at);
        match inner.map(|inner| (self.role(inner), inner)) {
            Some((Role::Lambda, function)) => {
                let ty = annotation.map_or(TypeId::UNKNOWN, |annotation| self.ty(annotation));
                let def = self.named_function(
                    function,
                    Shape {
                        role: DefRole::Callable,
                        kind: Some(SymbolKind::Function),
                        span,
                        name,
                        at: Some(at),
                        this: This::None,
                        owner: None,
                        flags,
                        visibility: Visibility::Public,
                    },
                );
                self.b.bind(
                    name,
                    scope,
                    0,
                    Bound::Def(def),
                    TypeId::UNKNOWN,
                    ExprId::UNKNOWN,
                );
                self.declare(scope, name, true);
                self.declare_def(scope, name, def);
                if ty.is_known() {
                    self.function_of_type(def, ty);
                }
            }
            Some((Role::ClassLiteral, class)) if annotation.is_none() => {
                let def = self.class(class, Some(SymbolKind::Class), span, name, Some(at), flags);
                self.declare_def(scope, name, def);
                self.b.bind(
                    name,
                    scope,
                    0,
                    Bound::Def(def),
                    TypeId::UNKNOWN,
                    ExprId::UNKNOWN,
                );
            }
            _ if self.is_required(inner) => {
                // `const x = require("x")` binds like an import statement.
                self.doc = None;
                let value = value.map_or(ExprId::UNKNOWN, |value| self.expr(value));
                match self.b.facts.exprs[value.index()] {
                    Expr::Import(import) => {
                        self.b.facts.imports[import.index()].local = name;
                        self.b.bind(
                            name,
                            scope,
                            0,
                            Bound::Import(import),
                            TypeId::UNKNOWN,
                            ExprId::UNKNOWN,
                        );
                    }
                    _ => self
                        .b
                        .bind(name, scope, 0, Bound::Var, TypeId::UNKNOWN, value),
                }
            }
            _ => self.plain_variable(at, name, value, annotation, span, scope, constant, flags),
        }
    }

    #[expect(clippy::too_many_arguments, reason = "the parts of one declarator")]
    fn plain_variable(
        &mut self,
        at: Node<'t>,
        name: StrId,
        value: Option<Node<'t>>,
        annotation: Option<Node<'t>>,
        span: (Node<'t>, Node<'t>),
        scope: ScopeId,
        constant: bool,
        flags: DefFlags,
    ) {
        let jsdoc_type = self.jsdoc_declared_type(at);
        let top = matches!(
            self.b.facts.scopes[scope.index()].kind,
            bombe_facts::ScopeKind::Module | bombe_facts::ScopeKind::Namespace
        );
        if !top {
            self.doc = None;
            let ty = annotation.map_or(jsdoc_type, |annotation| self.ty(annotation));
            let value = value.map_or(ExprId::UNKNOWN, |value| self.expr(value));
            self.declare(scope, name, ty.is_known() || constant);
            self.b.bind(name, scope, 0, Bound::Var, ty, value);
            return;
        }
        if value.is_some_and(|value| self.is_own_module(value)) {
            self.export_aliases.push(name);
        }
        let kind = if constant {
            SymbolKind::Constant
        } else {
            SymbolKind::Variable
        };
        let def = self.new_def(DefRole::Value, Some(kind), span, name, Some(at));
        let end = value.map_or(span.1.end_byte(), |value| value.start_byte()) as u32;
        self.describe(def, end);
        let ty = annotation.map_or(jsdoc_type, |annotation| self.ty(annotation));
        let outer = self.b.enter_value(def);
        let value = match value.map(|value| (self.bare(value), value)) {
            Some((inner, value)) if self.role(inner) == Role::Object => {
                let object = self.object(inner, true);
                self.as_commented(value, object)
            }
            Some((_, value)) => self.expr(value),
            None => ExprId::UNKNOWN,
        };
        self.b.leave_value(outer);
        let d = self.b.def_mut(def);
        d.ty = ty;
        d.value = value;
        d.flags = d.flags.with(flags);
        if constant {
            d.flags.set(DefFlags::READONLY);
        }
        self.declare(scope, name, ty.is_known() || constant);
        self.b.bind(
            name,
            scope,
            0,
            Bound::Def(def),
            TypeId::UNKNOWN,
            ExprId::UNKNOWN,
        );
    }

    /// Records the declared type of a function value, from which its parameters take their types.
    pub(super) fn function_of_type(&mut self, def: DefId, ty: TypeId) {
        let value = self.b.expr(Expr::Lambda(def));
        self.b.expr(Expr::Cast { ty, value });
    }

    /// Binds the names of `const { a, b: c } = require("x")` like an import statement; what a name with a default or a deeper
    /// pattern stands for is part of `value`, which is the import `whole`.
    fn bind_required(&mut self, node: Node<'t>, whole: ImportId, value: ExprId, scope: ScopeId) {
        if node.kind() != "object_pattern" {
            return self.bind_pattern(node, value, TypeId::UNKNOWN, scope, false);
        }
        let bind = &mut |lower: &mut Self, part: Node<'t>, member: ExprId, ty: TypeId| {
            let named = matches!(
                part.kind(),
                "identifier" | "shorthand_property_identifier_pattern"
            );
            match lower.b.facts.exprs[member.index()] {
                Expr::Member { base, name } if named && base == value => {
                    lower.required_name(whole, name, part, scope, member);
                }
                _ => lower.bind_pattern(part, member, ty, scope, false),
            }
        };
        self.destructure(node, value, TypeId::UNKNOWN, bind);
    }

    /// Binds every name of a pattern to its part of `value`. If `symbols`, the names become definitions.
    pub(super) fn bind_pattern(
        &mut self,
        node: Node<'t>,
        value: ExprId,
        ty: TypeId,
        scope: ScopeId,
        symbols: bool,
    ) {
        if !self.b.descend(node) {
            return;
        }
        match node.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => {
                let name = self.b.name(node);
                self.declare(scope, name, ty.is_known());
                if symbols {
                    let def = self.new_def(
                        DefRole::Value,
                        Some(SymbolKind::Variable),
                        (node, node),
                        name,
                        Some(node),
                    );
                    let flags = self.exported;
                    let d = self.b.def_mut(def);
                    d.ty = ty;
                    d.value = value;
                    d.flags.set(flags);
                    self.b.bind(
                        name,
                        scope,
                        0,
                        Bound::Def(def),
                        TypeId::UNKNOWN,
                        ExprId::UNKNOWN,
                    );
                } else {
                    self.b.bind(name, scope, 0, Bound::Var, ty, value);
                }
            }
            _ => self.destructure(node, value, ty, &mut |lower, part, value, ty| {
                lower.bind_pattern(part, value, ty, scope, symbols);
            }),
        }
        self.b.ascend();
    }

    /// Assigns the parts of `value` to the names and members of a pattern.
    pub(super) fn assign_pattern(&mut self, node: Node<'t>, value: ExprId) {
        if !self.b.descend(node) {
            return;
        }
        match node.kind() {
            "identifier" | "shorthand_property_identifier_pattern" => {
                let name = self.b.name(node);
                let expr = self.b.name_expr(node);
                self.b.site(SiteKind::Write, expr, node);
                self.assign_variable(name, node.end_byte() as u32, value);
            }
            "object_pattern"
            | "array_pattern"
            | "assignment_pattern"
            | "object_assignment_pattern"
            | "rest_pattern" => {
                self.destructure(
                    node,
                    value,
                    TypeId::UNKNOWN,
                    &mut |lower, part, value, _| {
                        lower.assign_pattern(part, value);
                    },
                );
            }
            _ => self.assign_member(node, value, None),
        }
        self.b.ascend();
    }

    /// Calls `each` with each part of a pattern and the expression of its value.
    fn destructure(
        &mut self,
        node: Node<'t>,
        value: ExprId,
        ty: TypeId,
        each: &mut dyn FnMut(&mut Self, Node<'t>, ExprId, TypeId),
    ) {
        // A declared type belongs to the whole value: the parts are looked up in it.
        let value = if ty.is_known() {
            self.b.expr(Expr::Cast { ty, value })
        } else {
            value
        };
        let none = TypeId::UNKNOWN;
        match node.kind() {
            "object_pattern" => {
                let mut cursor = node.walk();
                for part in node.named_children(&mut cursor) {
                    match part.kind() {
                        "shorthand_property_identifier_pattern" => {
                            let member = self.member_of(value, part);
                            each(self, part, member, none);
                        }
                        "object_assignment_pattern" => {
                            let (Some(left), Some(right)) =
                                (self.ids.left.of(part), self.ids.right.of(part))
                            else {
                                continue;
                            };
                            let member = self.member_of(value, left);
                            let default = self.expr(right);
                            let either = self.either(member, default);
                            each(self, left, either, none);
                        }
                        "pair_pattern" => {
                            let (Some(key), Some(target)) =
                                (self.ids.key.of(part), self.ids.value.of(part))
                            else {
                                continue;
                            };
                            let name = self.property_name(key);
                            let member = if name.is_empty() || !value.is_known() {
                                ExprId::UNKNOWN
                            } else {
                                self.b.expr(Expr::Member { base: value, name })
                            };
                            each(self, target, member, none);
                        }
                        "rest_pattern" => {
                            if let Some(inner) = part.named_child(0) {
                                each(self, inner, value, none);
                            }
                        }
                        _ => {}
                    }
                }
            }
            "array_pattern" => {
                let mut index = 0;
                let mut cursor = node.walk();
                for part in node.children(&mut cursor) {
                    if !part.is_named() {
                        index += u32::from(part.kind() == ",");
                        continue;
                    }
                    if part.kind() == "rest_pattern" {
                        if let Some(inner) = part.named_child(0) {
                            let rest = if value.is_known() {
                                self.b.expr(Expr::Slice(value))
                            } else {
                                ExprId::UNKNOWN
                            };
                            each(self, inner, rest, none);
                        }
                    } else if self.role(part) != Role::Comment {
                        let slot = if value.is_known() {
                            self.b.expr(Expr::Slot { base: value, index })
                        } else {
                            ExprId::UNKNOWN
                        };
                        each(self, part, slot, none);
                    }
                }
            }
            "assignment_pattern" | "object_assignment_pattern" => {
                let (Some(left), Some(right)) = (self.ids.left.of(node), self.ids.right.of(node))
                else {
                    return;
                };
                let default = self.expr(right);
                let either = self.either(value, default);
                each(self, left, either, none);
            }
            "rest_pattern" => {
                if let Some(inner) = node.named_child(0) {
                    each(self, inner, value, none);
                }
            }
            _ => {}
        }
    }

    fn member_of(&mut self, value: ExprId, at: Node<'t>) -> ExprId {
        if !value.is_known() {
            return ExprId::UNKNOWN;
        }
        let name = self.b.name(at);
        self.b.expr(Expr::Member { base: value, name })
    }

    /// Returns one of two values, or the other if one is unknown.
    pub(super) fn either(&mut self, left: ExprId, right: ExprId) -> ExprId {
        let null = |lower: &Self, id: ExprId| {
            !id.is_known() || lower.b.facts.exprs[id.index()] == Expr::Lit(Lit::Null)
        };
        if null(self, right) {
            left
        } else if null(self, left) {
            right
        } else {
            self.b.expr(Expr::Either(left, right))
        }
    }

    /// Returns the type that a comment above the current statement or member declares, or one right before the name at
    /// `at`.
    pub(super) fn jsdoc_declared_type(&mut self, at: Node<'t>) -> TypeId {
        match self.tags().ty {
            Some(text) => self.jsdoc_type(text, at),
            None => self.type_before(at),
        }
    }
}
