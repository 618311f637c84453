//! Statements: control flow, the scopes of branches, and bindings.

use tree_sitter::Node;

use super::decorators::part_of;
use super::grammar::{first_named, last_named};
use super::lower::Lowering;
use super::narrowing::Narrowing;
use crate::parse::roles::Role;
use bombe_facts::{Bound, EntryKind, EntryPoint, Expr, ExprId, ScopeId, ScopeKind, StrId, TypeId};

impl Lowering<'_, '_> {
    /// Lowers the statements of a block or module.
    pub(super) fn block(&mut self, node: Node) {
        if !self.b.descend(node) {
            return;
        }
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            self.statement(child);
        }
        self.b.ascend();
    }

    /// Lowers every named child as a statement.
    pub(super) fn children(&mut self, node: Node) {
        self.block(node);
    }

    /// Lowers a statement. Other nodes are lowered as expressions, or by their children.
    pub(super) fn statement(&mut self, node: Node) {
        match self.role(node) {
            Role::Comment => self.type_comment(node),
            Role::ExpressionStatement => self.expression_statement(node),
            Role::Function => self.function(node, None),
            Role::Class => self.class(node, None),
            Role::Decorated => self.decorated(node),
            Role::Import => self.import_statement(node),
            Role::ImportFrom => self.import_from(node),
            Role::Return => {
                let value = first_named(node).map(|value| self.expression(value));
                if let Some(value) = value {
                    self.frame().returns.push(value);
                }
            }
            Role::If => self.if_statement(node),
            Role::ForEach => self.for_statement(node),
            Role::While => self.while_statement(node),
            Role::Try => self.try_statement(node),
            Role::With => self.with_statement(node),
            Role::Match => self.match_statement(node),
            Role::Alias => self.type_alias(node),
            Role::Global => self.outer_names(node),
            Role::Nonlocal => self.outer_names(node),
            Role::Assert => self.assert_statement(node),
            Role::Block | Role::None | Role::Delete | Role::Branch => self.children(node),
            _ => {
                self.expression(node);
            }
        }
    }

    fn expression_statement(&mut self, node: Node) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match self.role(child) {
                Role::Assignment => self.assignment(child),
                Role::AugmentedAssignment => self.augmented_assignment(child),
                Role::Comment => {}
                // A docstring or another bare string has no effect.
                Role::String if !self.is_formatted(child) => {}
                _ => {
                    self.expression(child);
                }
            }
        }
    }

    fn if_statement(&mut self, node: Node) {
        self.branch();
        let Some(condition) = self.ids.condition.of(node) else {
            self.children(node);
            return;
        };
        let consequence = self.ids.consequence.of(node);
        if is_type_checking(self.text(condition)) {
            let before = std::mem::replace(&mut self.type_only, true);
            if let Some(body) = consequence {
                self.block(body);
            }
            self.type_only = before;
            self.alternatives(node, &[]);
            return;
        }
        if self.b.current_def().is_module() && self.text(condition).starts_with("__name__") {
            self.main_block(condition, consequence);
        }
        self.expression(condition);
        let mut known = Vec::new();
        self.facts_when(condition, false, &mut known);
        if let Some(body) = consequence {
            let mut facts = Vec::new();
            self.facts_when(condition, true, &mut facts);
            self.narrowed_block(body, &facts);
        }
        let has_alternative = self.alternatives(node, &known);
        if !has_alternative
            && !known.is_empty()
            && consequence.is_some_and(|body| self.terminates(body))
        {
            self.bind_narrowings(&known, node.end_byte() as u32);
        }
    }

    /// Lowers the `elif` and `else` parts of a statement, all of which see `known`. Returns true if there are any.
    fn alternatives(&mut self, node: Node, known: &[Narrowing]) -> bool {
        let mut known = known.to_vec();
        let mut any = false;

        for child in self.ids.alternative.all(node) {
            any = true;
            if child.kind_id() == self.ids.k_elif {
                self.branch();
                self.b.open_scope(ScopeKind::Branch, child);
                self.bind_narrowings(&known, child.start_byte() as u32);
                if let Some(condition) = self.ids.condition.of(child) {
                    self.expression(condition);
                    if let Some(body) = self.ids.consequence.of(child) {
                        let mut facts = Vec::new();
                        self.facts_when(condition, true, &mut facts);
                        self.narrowed_block(body, &facts);
                    }
                    self.facts_when(condition, false, &mut known);
                }
                self.b.close_scope();
            } else {
                let body = self.ids.body.of(child).unwrap_or(child);
                self.narrowed_block(body, &known);
            }
        }
        any
    }

    /// Lowers a block in a branch of its own, with `facts` as its narrowings.
    pub(super) fn narrowed_block(&mut self, body: Node, facts: &[Narrowing]) {
        self.b.open_scope(ScopeKind::Branch, body);
        self.bind_narrowings(facts, body.start_byte() as u32);
        self.block(body);
        self.b.close_scope();
    }

    /// Returns true if control never reaches the end of the block.
    pub(super) fn terminates(&self, body: Node) -> bool {
        let Some(last) = last_named(body) else {
            return false;
        };
        let kind = last.kind_id();
        if self.role(last) == Role::Return
            || kind == self.ids.k_raise
            || kind == self.ids.k_continue
            || kind == self.ids.k_break
        {
            return true;
        }
        let text = self.text(last);
        self.role(last) == Role::ExpressionStatement
            && [
                "sys.exit(",
                "pytest.skip(",
                "pytest.fail(",
                "exit(",
                "os._exit(",
            ]
            .iter()
            .any(|call| text.starts_with(call))
    }

    fn for_statement(&mut self, node: Node) {
        self.branch();
        let (Some(left), Some(right)) = (self.ids.left.of(node), self.ids.right.of(node)) else {
            self.children(node);
            return;
        };
        let iterable = self.expression(right);
        let element = self.b.expr(Expr::Elem(iterable));
        let body = self.ids.body.of(node);
        self.bind_target(left, element, TypeId::UNKNOWN, right.end_byte() as u32);
        if let Some(body) = body {
            self.narrowed_block(body, &[]);
        }
        if let Some(alternative) = self.ids.alternative.of(node) {
            self.children(alternative);
        }
    }

    fn while_statement(&mut self, node: Node) {
        self.branch();
        let mut facts = Vec::new();
        if let Some(condition) = self.ids.condition.of(node) {
            self.expression(condition);
            self.facts_when(condition, true, &mut facts);
        }
        if let Some(body) = self.ids.body.of(node) {
            self.narrowed_block(body, &facts);
        }
        if let Some(alternative) = self.ids.alternative.of(node) {
            self.children(alternative);
        }
    }

    /// The body usually completes, so only the handlers are branches.
    fn try_statement(&mut self, node: Node) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if self.role(child) == Role::Catch {
                self.branch();
                self.except_clause(child);
            } else {
                self.statement(child);
            }
        }
    }

    fn except_clause(&mut self, node: Node) {
        self.b.open_scope(ScopeKind::Branch, node);
        let mut cursor = node.walk();
        let mut value = None;
        for child in node.named_children(&mut cursor) {
            if child.kind_id() == self.ids.k_block {
                self.block(child);
            } else if child.kind_id() == self.ids.k_as_pattern {
                // The grammar may read `E as e` as one pattern.
                let caught = first_named(child);
                let alias = self.ids.alias.of(child).and_then(first_named);
                if let Some(caught) = caught {
                    self.expression(caught);
                    self.bind_caught(caught, alias);
                }
            } else if self.ids.alias.of(node) == Some(child) {
                if let Some(caught) = value {
                    self.bind_caught(caught, Some(child));
                }
            } else if !child.is_extra() {
                self.expression(child);
                value = Some(child);
            }
        }
        self.b.close_scope();
    }

    /// Binds the name of a caught exception to an instance of its class, or of one class of a tuple.
    fn bind_caught(&mut self, caught: Node, alias: Option<Node>) {
        let Some(alias) = alias else { return };
        let name = self.b.name(alias);
        let ty = self.class_operand(caught);
        let pos = alias.end_byte() as u32;
        self.bind(name, pos, Bound::Var, ty, ExprId::UNKNOWN);
    }

    /// Returns the classes in `isinstance` or `except` as a type.
    pub(super) fn class_operand(&mut self, node: Node) -> TypeId {
        if !matches!(self.role(node), Role::Tuple | Role::Parenthesized) {
            return self.ty_without_sites(node);
        }
        let mut cursor = node.walk();
        let children: Vec<Node> = node.named_children(&mut cursor).collect();
        let mut parts = Vec::with_capacity(children.len());
        for child in children {
            if !child.is_extra() && self.b.descend(child) {
                let part = self.class_operand(child);
                self.b.ascend();
                parts.push(part);
            }
        }
        self.union(parts)
    }

    fn with_statement(&mut self, node: Node) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if child.kind_id() == self.ids.k_with_clause {
                let mut items = child.walk();
                for item in child.named_children(&mut items) {
                    if item.kind_id() == self.ids.k_with_item {
                        self.with_item(item);
                    } else {
                        self.statement(item);
                    }
                }
            } else {
                self.statement(child);
            }
        }
    }

    fn with_item(&mut self, item: Node) {
        let Some(value) = self.ids.value.of(item) else {
            return;
        };
        self.with_value(value);
    }

    fn with_value(&mut self, value: Node) {
        if value.kind_id() == self.ids.k_as_pattern {
            let Some(context) = first_named(value) else {
                return;
            };
            let target = self.ids.alias.of(value).and_then(first_named);
            let context = self.expression(context);
            let entered = self.b.expr(Expr::Enter(context));
            if let Some(target) = target {
                self.bind_target(target, entered, TypeId::UNKNOWN, value.end_byte() as u32);
            }
        } else if matches!(self.role(value), Role::Tuple | Role::Parenthesized) {
            // The grammar may read `with (a as b, c as d):` as a tuple of patterns.
            let mut cursor = value.walk();
            let parts: Vec<Node> = value.named_children(&mut cursor).collect();
            for part in parts {
                if self.b.descend(part) {
                    self.with_value(part);
                    self.b.ascend();
                }
            }
        } else {
            self.expression(value);
        }
    }

    fn assert_statement(&mut self, node: Node) {
        let mut cursor = node.walk();
        for (index, child) in node.named_children(&mut cursor).enumerate() {
            if child.is_extra() {
                continue;
            }
            self.expression(child);
            if index == 0 {
                let mut facts = Vec::new();
                self.facts_when(child, true, &mut facts);
                self.bind_narrowings(&facts, node.end_byte() as u32);
            }
        }
    }

    /// `global a, b` or `nonlocal a, b`.
    fn outer_names(&mut self, node: Node) {
        let nonlocal = node.kind_id() == self.ids.k_nonlocal;
        let own = self.b.function_scope();
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if self.role(child) != Role::Name {
                continue;
            }
            let name = self.b.name(child);
            let scope = if nonlocal {
                self.outer_function_scope(name, own)
            } else {
                ScopeId::MODULE
            };
            self.b
                .bind(name, own, 0, Bound::Outer, TypeId::UNKNOWN, ExprId::UNKNOWN);
            self.frame().outer_names.push((name, scope));
        }
    }

    /// Returns the nearest function scope around `own` that binds `name`.
    fn outer_function_scope(&self, name: StrId, own: ScopeId) -> ScopeId {
        let mut scope = own;
        while !scope.is_module() {
            scope = self.b.facts.scopes[scope.index()].parent;
            let binds = self
                .b
                .facts
                .bindings
                .iter()
                .any(|binding| binding.scope == scope && binding.name == name);
            if binds && self.b.facts.scopes[scope.index()].kind == ScopeKind::Function {
                return scope;
            }
        }
        own
    }

    /// `# type: T` after an assignment.
    fn type_comment(&mut self, node: Node) {
        let Some((row, bindings, assign)) = self.last_assignment.clone() else {
            return;
        };
        if node.start_position().row != row {
            return;
        }
        let text = self.text(node);
        let Some(at) = text.find("type:") else { return };
        if !text[..at].trim_matches(['#', ' ']).is_empty() {
            return;
        }
        let rest = &text[at + 5..];
        let start = at + 5 + (rest.len() - rest.trim_start().len());
        let end = rest
            .find('#')
            .map_or(text.trim_end().len(), |hash| at + 5 + hash);
        if text[start.min(end)..end].starts_with("ignore") {
            return;
        }
        let ty = self.type_in(part_of(node, start.min(end), end));
        if !ty.is_known() || bindings.len() + usize::from(assign.is_some()) != 1 {
            return;
        }
        for index in bindings {
            if let Some(binding) = self.b.facts.bindings.get_mut(index) {
                binding.ty = ty;
                if let Bound::Def(def) = binding.what {
                    self.b.def_mut(def).ty = ty;
                }
            }
        }
        if let Some(assign) = assign.and_then(|index| self.b.facts.assigns.get_mut(index)) {
            assign.ty = ty;
            if let Some(def) = assign.def {
                self.b.def_mut(def).ty = ty;
            }
        }
    }

    /// `if __name__ == "__main__":` is an entry point of the file.
    fn main_block(&mut self, condition: Node, consequence: Option<Node>) {
        if !self.text(condition).contains("__main__") {
            return;
        }
        let callee = consequence
            .and_then(first_named)
            .and_then(first_named)
            .filter(|call| self.role(*call) == Role::Call)
            .and_then(|call| self.ids.function.of(call))
            .filter(|callee| matches!(self.role(*callee), Role::Name | Role::Member));
        let handler = match callee {
            Some(callee) => {
                let text = self.text(callee);
                self.dotted_expr(text, callee.start_byte() as u32)
            }
            None => ExprId::UNKNOWN,
        };
        let line = condition.start_position().row as u32 + 1;
        self.b.entry_point(EntryPoint {
            handler,
            ..EntryPoint::of_language(EntryKind::Main, None, line)
        });
    }
}

/// Returns true for conditions that are true only for type checkers.
fn is_type_checking(condition: &str) -> bool {
    condition == "TYPE_CHECKING" || condition.ends_with(".TYPE_CHECKING")
}
