//! Statements and control flow.

use tree_sitter::{Node, TreeCursor};

use super::lower::Lowering;
use super::narrowing::Narrowing;
use crate::parse::roles::Role;
use bombe_facts::{Expr, ExprId, Lit, ScopeKind, TypeId};

impl<'t> Lowering<'t> {
    /// Lowers the statements among a node's children.
    pub(super) fn statements(&mut self, node: Node<'t>) {
        let mut cursor = node.walk();
        self.statements_with(node, &mut cursor);
    }

    fn statements_with(&mut self, node: Node<'t>, cursor: &mut TreeCursor<'t>) {
        for child in node.named_children(cursor) {
            if self.role(child) == Role::Comment {
                self.comment(child);
                continue;
            }
            self.statement(child);
            self.doc = None;
        }
    }

    /// Lowers a statement.
    pub(super) fn statement(&mut self, node: Node<'t>) {
        if !self.b.descend(node) {
            return;
        }
        self.statement_of(node);
        self.b.ascend();
    }

    fn statement_of(&mut self, node: Node<'t>) {
        match self.role(node) {
            Role::ExpressionStatement => {
                let mut cursor = node.walk();
                for child in node.named_children(&mut cursor) {
                    if matches!(self.role(child), Role::Namespace) {
                        self.statement(child);
                    } else {
                        self.expr(child);
                        self.assertion(child);
                    }
                }
            }
            Role::Variable => self.variables(node),
            Role::Function => {
                self.function_declaration(node);
            }
            Role::Signature => {
                self.function_declaration(node);
            }
            Role::Class => {
                self.class_declaration(node);
            }
            Role::Interface => self.interface(node),
            Role::Enum => self.enumeration(node),
            Role::Alias => self.type_alias(node),
            Role::Namespace => self.namespace(node),
            Role::Declaration => self.ambient(node),
            Role::Import => self.import_statement(node),
            Role::Export => self.export_statement(node),
            Role::Use => self.import_alias(node),
            Role::Block => self.branch(node, &[]),
            Role::If => self.if_statement(node),
            Role::For => self.for_statement(node),
            Role::ForEach => self.for_in_statement(node),
            Role::While => self.while_statement(node),
            Role::Do => {
                self.frame.complexity = self.frame.complexity.saturating_add(1);
                if let Some(body) = self.ids.body.of(node) {
                    self.statement(body);
                }
                if let Some(condition) = self.ids.condition.of(node) {
                    self.expr(condition);
                }
            }
            Role::Try => {
                for id in [self.ids.body, self.ids.handler] {
                    if let Some(part) = id.of(node) {
                        self.statement(part);
                    }
                }
                if let Some(finalizer) = self.ids.finalizer.of(node)
                    && let Some(body) = self.ids.body.of(finalizer)
                {
                    self.statement(body);
                }
            }
            Role::Catch => self.catch_clause(node),
            Role::Switch => self.switch_statement(node),
            Role::Return => {
                let mut cursor = node.walk();
                let mut value = ExprId::UNKNOWN;
                for child in node.named_children(&mut cursor) {
                    if self.role(child) == Role::Lambda && self.js && self.doc.is_some() {
                        // The comment above `return` is about the function.
                        self.own_tags = Some(self.tags());
                    }
                    if self.role(child) != Role::Comment {
                        value = self.expr(child);
                    }
                }
                if value.is_known() {
                    self.frame.returns.push(value);
                }
            }
            Role::Labeled => {
                if let Some(body) = self.ids.body.of(node) {
                    self.statement(body);
                }
            }
            Role::Comment => {}
            Role::None | Role::Error | Role::Assert => {
                if node.is_error() {
                    self.b.facts.complaints.push(bombe_facts::Complaint {
                        line: node.start_position().row as u32 + 1,
                        kind: bombe_facts::ComplaintKind::SyntaxError,
                    });
                }
                self.statements(node);
            }
            _ => {
                self.expr(node);
            }
        }
    }

    /// Lowers a branch of an `if`, a loop's body or a `case` with its narrowings.
    pub(super) fn branch(&mut self, node: Node<'t>, narrowings: &[Narrowing]) {
        let chains = self.chains.len();
        if self.role(node) == Role::Block {
            self.b.open_scope(ScopeKind::Block, node);
            self.bind_narrowings(narrowings, node.start_byte() as u32);
            self.statements(node);
            self.b.close_scope();
        } else if narrowings.is_empty() {
            self.statement(node);
        } else {
            self.b.open_scope(ScopeKind::Branch, node);
            self.bind_narrowings(narrowings, node.start_byte() as u32);
            self.statement(node);
            self.b.close_scope();
        }
        self.chains.truncate(chains);
    }

    fn if_statement(&mut self, node: Node<'t>) {
        self.frame.complexity = self.frame.complexity.saturating_add(1);
        let Some(condition) = self.ids.condition.of(node) else {
            return self.statements(node);
        };
        self.expr(condition);
        let when_true = self.narrowings(condition, true);
        let when_false = self.narrowings(condition, false);
        let consequence = self.ids.consequence.of(node);
        let alternative = self.ids.alternative.of(node);
        if let Some(consequence) = consequence {
            self.branch(consequence, &when_true);
        }
        if let Some(alternative) = alternative {
            let mut cursor = alternative.walk();
            for child in alternative.named_children(&mut cursor) {
                if self.role(child) != Role::Comment {
                    self.branch(child, &when_false);
                }
            }
            if !when_false.is_empty() || !when_true.is_empty() {
                let mut cursor = alternative.walk();
                let body = alternative.named_children(&mut cursor).last();
                if body.is_some_and(|body| self.leaves(body)) {
                    self.bind_narrowings(&when_true, node.end_byte() as u32);
                }
            }
        }
        if !when_false.is_empty() && consequence.is_some_and(|consequence| self.leaves(consequence))
        {
            self.bind_narrowings(&when_false, node.end_byte() as u32);
        }
    }

    /// Returns true if control never reaches the code after this statement.
    fn leaves(&self, node: Node<'t>) -> bool {
        match self.role(node) {
            Role::Return | Role::Assert => true,
            Role::Block => {
                let mut cursor = node.walk();
                let statements = node.named_children(&mut cursor);
                let last = statements
                    .filter(|child| self.role(*child) != Role::Comment)
                    .last();
                last.is_some_and(|last| self.leaves(last))
            }
            _ => matches!(node.kind(), "continue_statement" | "break_statement"),
        }
    }

    fn for_statement(&mut self, node: Node<'t>) {
        self.frame.complexity = self.frame.complexity.saturating_add(1);
        self.b.open_scope(ScopeKind::Block, node);
        for id in [
            self.ids.initializer,
            self.ids.condition,
            self.ids.increment,
            self.ids.body,
        ] {
            if let Some(part) = id.of(node) {
                self.statement(part);
            }
        }
        self.b.close_scope();
    }

    fn for_in_statement(&mut self, node: Node<'t>) {
        self.frame.complexity = self.frame.complexity.saturating_add(1);
        let iterated = self
            .ids
            .right
            .of(node)
            .map_or(ExprId::UNKNOWN, |right| self.expr(right));
        let keys = self
            .ids
            .operator
            .of(node)
            .is_some_and(|operator| operator.kind() == "in");
        let value = if keys {
            self.b.expr(Expr::Lit(Lit::String))
        } else {
            self.b.expr(Expr::Elem(iterated))
        };
        self.b.open_scope(ScopeKind::Block, node);
        if let Some(left) = self.ids.left.of(node) {
            match self.ids.kind.of(node) {
                Some(kind) => {
                    let scope = if kind.kind() == "var" {
                        self.b.function_scope()
                    } else {
                        self.b.scope()
                    };
                    self.bind_pattern(left, value, TypeId::UNKNOWN, scope, false);
                }
                None => self.assign_pattern(left, value),
            }
        }
        if let Some(body) = self.ids.body.of(node) {
            self.statement(body);
        }
        self.b.close_scope();
    }

    fn while_statement(&mut self, node: Node<'t>) {
        self.frame.complexity = self.frame.complexity.saturating_add(1);
        let mut when_true = Vec::new();
        if let Some(condition) = self.ids.condition.of(node) {
            self.expr(condition);
            when_true = self.narrowings(condition, true);
        }
        if let Some(body) = self.ids.body.of(node) {
            self.branch(body, &when_true);
        }
    }

    fn catch_clause(&mut self, node: Node<'t>) {
        self.frame.complexity = self.frame.complexity.saturating_add(1);
        self.b.open_scope(ScopeKind::Block, node);
        if let Some(parameter) = self.ids.parameter.of(node) {
            let ty = self
                .ids
                .type_
                .of(node)
                .map_or(TypeId::UNKNOWN, |ty| self.ty(ty));
            let scope = self.b.scope();
            self.bind_pattern(parameter, ExprId::UNKNOWN, ty, scope, false);
        }
        if let Some(body) = self.ids.body.of(node) {
            self.statements(body);
        }
        self.b.close_scope();
    }

    fn switch_statement(&mut self, node: Node<'t>) {
        let subject = self.ids.value.of(node);
        if let Some(subject) = subject {
            self.expr(subject);
        }
        let Some(body) = self.ids.body.of(node) else {
            return;
        };
        self.b.open_scope(ScopeKind::Block, body);
        let mut cursor = body.walk();
        let mut labels: Vec<Node<'t>> = Vec::new();
        let mut falls_in = false;
        for case in body.named_children(&mut cursor) {
            if self.role(case) != Role::Case {
                self.statement(case);
                continue;
            }
            let label = self.ids.value.of(case);
            if let Some(label) = label {
                self.frame.complexity = self.frame.complexity.saturating_add(1);
                self.expr(label);
                labels.push(label);
            } else {
                falls_in = true;
            }
            let statements: Vec<Node<'t>> = self.ids.body.all(case).collect();
            let Some(&last) = statements.last() else {
                continue;
            };
            let narrowings = match subject {
                Some(subject) if !falls_in => self.case_narrowings(subject, &labels),
                _ => Vec::new(),
            };
            self.b.open_scope(ScopeKind::Branch, case);
            self.bind_narrowings(&narrowings, case.start_byte() as u32);
            let chains = self.chains.len();
            for statement in statements {
                self.statement(statement);
            }
            self.chains.truncate(chains);
            self.b.close_scope();
            labels.clear();
            falls_in = !self.leaves(last);
        }
        self.b.close_scope();
    }
}
