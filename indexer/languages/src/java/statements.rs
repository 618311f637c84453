//! Statements: scopes, local variables, loops, resources, exceptions, returns, switches.

use tree_sitter::Node;

use crate::parse::roles::Role;
use bombe_facts::{Expr, ExprId, Lit, ScopeKind, SiteKind, TypeId};

use super::lower::Lowering;

impl<'t> Lowering<'_, 't> {
    /// Lowers a statement that opens a scope, branches, or passes a value on.
    pub(super) fn statement(&mut self, node: Node<'t>) {
        match self.roles.of(node) {
            Role::If | Role::While => self.branching(node),
            Role::For | Role::Do | Role::Try => {
                if self.roles.of(node) != Role::Try {
                    self.complexity = self.complexity.saturating_add(1);
                }
                self.b.open_scope(ScopeKind::Block, node);
                self.children(node);
                self.b.close_scope();
            }
            Role::ForEach => self.for_each(node),
            Role::Catch => self.catch(node),
            Role::With => self.resource(node),
            Role::Return => self.each_child(node, |this, child| {
                let value = this.expr(child);
                this.returned.push(value);
            }),
            Role::Yield => self.each_child(node, |this, child| {
                let value = this.expr(child);
                this.yielded.push(value);
            }),
            // Labels are not names.
            Role::Labeled => self.each_child(node, |this, child| {
                if this.roles.of(child) != Role::Name {
                    this.node(child);
                }
            }),
            _ => self.children(node),
        }
    }

    /// `if` and `while`. The body sees a pattern variable of the condition. A variable under `!` is visible after the
    /// statement, whose body leaves it when the pattern does not match.
    fn branching(&mut self, node: Node<'t>) {
        self.complexity = self.complexity.saturating_add(1);
        let around = self.b.declaring_scope();
        let outer = self.pattern_scope.replace(around);
        let negated = std::mem::take(&mut self.negated);
        self.b.open_scope(ScopeKind::Block, node);
        if let Some(condition) = self.ids.condition.of(node) {
            self.expr(condition);
        }
        self.pattern_scope = outer;
        self.negated = negated;
        let branches = [self.ids.consequence, self.ids.alternative, self.ids.body];
        for branch in branches {
            if let Some(branch) = branch.of(node) {
                self.node(branch);
            }
        }
        self.b.close_scope();
    }

    fn for_each(&mut self, node: Node<'t>) {
        self.complexity = self.complexity.saturating_add(1);
        self.b.open_scope(ScopeKind::Block, node);
        self.modifiers_inside(node);
        let value = self
            .ids
            .value
            .of(node)
            .map_or(ExprId::UNKNOWN, |value| self.expr(value));
        let ty = self.declared_type(node, node);
        let element = self.b.expr(Expr::Elem(value));
        if let Some(name) = self.ids.name.of(node) {
            self.bind_variable(name, name.start_byte() as u32, ty, element);
        }
        if let Some(body) = self.ids.body.of(node) {
            self.node(body);
        }
        self.b.close_scope();
    }

    /// Lowers the annotations of a declaration that resembles a parameter.
    fn modifiers_inside(&mut self, node: Node<'t>) {
        self.each_child(node, |this, child| {
            if child.kind_id() == this.ids.modifiers_kind {
                this.children(child);
            }
        });
    }

    /// Returns the type of a declaration with the dimensions of its declarator; unknown for `var`.
    fn declared_type(&mut self, declaration: Node<'t>, declarator: Node<'t>) -> TypeId {
        let dimensions = self.ids.dimensions.of(declarator);
        match self.ids.ty.of(declaration) {
            Some(ty) => self.ty_with_dimensions(ty, dimensions),
            None => TypeId::UNKNOWN,
        }
    }

    fn catch(&mut self, node: Node<'t>) {
        self.complexity = self.complexity.saturating_add(1);
        self.b.open_scope(ScopeKind::Block, node);
        let body = self.ids.body.of(node);
        self.each_child(node, |this, child| {
            if Some(child) == body {
                return;
            }
            let mut ty = TypeId::UNKNOWN;
            this.modifiers_inside(child);
            this.each_child(child, |this, part| {
                if this.roles.of(part) == Role::TypeUnion {
                    ty = this.ty(part);
                }
            });
            if let Some(name) = this.ids.name.of(child) {
                this.bind_variable(name, name.start_byte() as u32, ty, ExprId::UNKNOWN);
            }
        });
        if let Some(body) = body {
            self.node(body);
        }
        self.b.close_scope();
    }

    /// `try (T x = e)` or `try (x)`.
    fn resource(&mut self, node: Node<'t>) {
        let Some(name) = self.ids.name.of(node) else {
            self.children_as_expressions(node);
            return;
        };
        self.modifiers_inside(node);
        let ty = self.declared_type(node, node);
        let value = self
            .ids
            .value
            .of(node)
            .map_or(ExprId::UNKNOWN, |value| self.expr(value));
        self.bind_variable(name, node.end_byte() as u32, ty, value);
    }

    fn children_as_expressions(&mut self, node: Node<'t>) {
        self.each_child(node, |this, child| {
            this.expr(child);
        });
    }

    /// A declaration of local variables.
    pub(super) fn local_variable(&mut self, node: Node<'t>) {
        self.modifiers_inside(node);
        let Some(type_node) = self.ids.ty.of(node) else {
            self.children(node);
            return;
        };
        let base = self.ty_with_dimensions(type_node, None);
        self.each_child(node, |this, declarator| {
            if declarator.kind_id() != this.ids.variable_declarator {
                return;
            }
            let ty = match this.ids.dimensions.of(declarator) {
                Some(dimensions) => this.array_of(base, dimensions),
                None => base,
            };
            let value = this
                .ids
                .value
                .of(declarator)
                .map_or(ExprId::UNKNOWN, |value| this.initializer(value, ty));
            if let Some(name) = this.ids.name.of(declarator) {
                this.bind_variable(name, declarator.end_byte() as u32, ty, value);
            }
        });
    }

    /// Lowers a `switch` statement or expression. Returns the value of its arms.
    pub(super) fn switch(&mut self, node: Node<'t>) -> ExprId {
        let condition = self
            .ids
            .condition
            .of(node)
            .map_or(ExprId::UNKNOWN, |condition| self.expr(condition));
        let Some(body) = self.ids.body.of(node) else {
            return ExprId::UNKNOWN;
        };
        let start = self.yielded.len();
        self.b.open_scope(ScopeKind::Block, body);
        self.each_child(body, |this, case| {
            let is_rule = case.kind_id() == this.ids.switch_rule;
            if is_rule {
                this.b.open_scope(ScopeKind::Block, case);
            }
            this.each_child(case, |this, part| {
                if part.kind_id() == this.ids.switch_label {
                    this.label(part, condition);
                } else if is_rule && this.roles.of(part) == Role::ExpressionStatement {
                    this.each_child(part, |this, value| {
                        let value = this.expr(value);
                        this.yielded.push(value);
                    });
                } else {
                    this.node(part);
                }
            });
            if is_rule {
                this.b.close_scope();
            }
        });
        self.b.close_scope();
        let mut value = ExprId::UNKNOWN;
        for at in start..self.yielded.len() {
            let arm = self.yielded[at];
            value = if value.is_known() {
                self.b.expr(Expr::Either(value, arm))
            } else {
                arm
            };
        }
        self.yielded.truncate(start);
        value
    }

    /// `case A, B`, `case T x when …`, `default`.
    fn label(&mut self, node: Node<'t>, condition: ExprId) {
        let mut is_case = false;
        self.each_child(node, |this, child| {
            is_case = true;
            match this.roles.of(child) {
                // A constant of the selector's enum, or any visible constant.
                Role::Name => {
                    let name = this.b.name(child);
                    let member = this.b.expr(Expr::Member {
                        base: condition,
                        name,
                    });
                    this.b.site(SiteKind::Read, member, child);
                    this.expr(child);
                }
                Role::None => this.each_child(child, |this, part| {
                    if matches!(this.roles.of(part), Role::Pattern) {
                        this.pattern(part, condition);
                    } else {
                        this.expr(part);
                    }
                }),
                _ => {
                    this.expr(child);
                }
            }
        });
        if is_case {
            self.complexity = self.complexity.saturating_add(1);
        }
    }

    /// `x instanceof T`, `x instanceof T t`, `x instanceof T(…)`.
    pub(super) fn instance_of(&mut self, node: Node<'t>) -> ExprId {
        let value = self
            .ids
            .left
            .of(node)
            .map_or(ExprId::UNKNOWN, |left| self.expr(left));
        if let Some(pattern) = self.ids.pattern.of(node) {
            self.pattern(pattern, value);
        } else if let Some(right) = self.ids.right.of(node) {
            let ty = self.ty(right);
            if let Some(name) = self.ids.name.of(node) {
                self.bind_pattern(name, ty, value);
            }
        }
        self.b.expr(Expr::Lit(Lit::Bool))
    }
}
