//! Value expressions: chains, calls with their sites, literals, comprehensions.

use tree_sitter::Node;

use super::grammar::first_named;
use super::lower::Lowering;
use super::types::Special;
use crate::parse::roles::Role;
use bombe_facts::{
    BinaryOp, Bound, Expr, ExprId, Lit, ScopeKind, SiteKind, StrId, TypeExpr, TypeId,
};

/// Longest string literal whose text is kept, in bytes.
const STRING_BYTES_MAX: usize = 64;

impl Lowering<'_, '_> {
    /// Reads a value expression and makes the sites in it.
    pub(super) fn expression(&mut self, node: Node) -> ExprId {
        if !self.b.descend(node) {
            return ExprId(0);
        }
        let expr = self.expression_of_role(node);
        self.b.ascend();
        expr
    }

    fn expression_of_role(&mut self, node: Node) -> ExprId {
        match self.role(node) {
            Role::Name => {
                let expr = self.b.name_expr(node);
                self.site(SiteKind::Read, expr, node);
                expr
            }
            Role::Member => self.member(node),
            Role::Call => self.call(node, SiteKind::Call),
            Role::Index => self.index(node),
            Role::String => {
                if self.is_formatted(node) {
                    self.interpolations(node);
                }
                let bytes = self.text(node).as_bytes();
                let is_bytes = bytes
                    .iter()
                    .take_while(|byte| byte.is_ascii_alphabetic())
                    .any(|byte| matches!(byte, b'b' | b'B'));
                self.b
                    .expr(Expr::Lit(if is_bytes { Lit::Bytes } else { Lit::String }))
            }
            Role::Integer => self.b.expr(Expr::Lit(Lit::Int)),
            Role::Float => self.b.expr(Expr::Lit(Lit::Float)),
            Role::Bool => self.b.expr(Expr::Lit(Lit::Bool)),
            Role::Null => self.b.expr(Expr::Lit(Lit::Null)),
            Role::Parenthesized | Role::TypeAnnotation => {
                first_named(node).map_or(ExprId(0), |inner| self.expression(inner))
            }
            Role::Tuple | Role::Pattern => {
                let mark = self.elements(node);
                let list = self.take_list(mark);
                self.b.expr(Expr::Tuple(list))
            }
            Role::Array => {
                let mark = self.elements(node);
                let list = self.take_list(mark);
                self.b.expr(Expr::Array(list))
            }
            Role::Set => {
                let mark = self.elements(node);
                let list = self.take_list(mark);
                self.b.expr(Expr::Set(list))
            }
            Role::Map => self.dictionary(node),
            Role::Spread => {
                let inner = first_named(node).map_or(ExprId(0), |inner| self.expression(inner));
                self.b.expr(Expr::Spread(inner))
            }
            Role::Binary => self.binary(node),
            Role::Logical => self.logical(node),
            Role::Compare => self.comparison(node),
            Role::Not => {
                let inner = self
                    .ids
                    .argument
                    .of(node)
                    .map_or(ExprId(0), |inner| self.expression(inner));
                self.b.expr(Expr::Not(inner))
            }
            Role::Unary => self
                .ids
                .argument
                .of(node)
                .map_or(ExprId(0), |inner| self.expression(inner)),
            Role::Conditional => self.conditional(node),
            Role::Await => {
                let inner = first_named(node).map_or(ExprId(0), |inner| self.expression(inner));
                self.b.expr(Expr::Await(inner))
            }
            Role::NamedExpression => self.named_expression(node),
            Role::Lambda => self.lambda(node),
            Role::Comprehension => self.comprehension(node),
            Role::Yield => self.yield_expression(node),
            Role::Assignment => {
                self.assignment(node);
                ExprId(0)
            }
            Role::AugmentedAssignment => {
                self.augmented_assignment(node);
                ExprId(0)
            }
            Role::Keyword => {
                let value = self
                    .ids
                    .value
                    .of(node)
                    .map_or(ExprId(0), |value| self.expression(value));
                let name = self
                    .ids
                    .name
                    .of(node)
                    .map_or(StrId(0), |name| self.b.name(name));
                self.b.expr(Expr::Keyword { name, value })
            }
            Role::Comment => ExprId(0),
            // Statements found where an expression was expected stand inside a syntax error.
            Role::Function
            | Role::Class
            | Role::Decorated
            | Role::ExpressionStatement
            | Role::Import
            | Role::ImportFrom
            | Role::Return
            | Role::If
            | Role::ForEach
            | Role::While
            | Role::Try
            | Role::With
            | Role::Match
            | Role::Alias
            | Role::Global
            | Role::Nonlocal
            | Role::Assert => {
                self.statement(node);
                ExprId(0)
            }
            _ => {
                let mut cursor = node.walk();
                for child in node.named_children(&mut cursor) {
                    self.expression(child);
                }
                ExprId(0)
            }
        }
    }

    /// Adds a site unless sites are made elsewhere.
    pub(super) fn site(&mut self, kind: SiteKind, expr: ExprId, name: Node) -> u32 {
        if self.quiet {
            u32::MAX
        } else {
            self.b.site(kind, expr, name)
        }
    }

    fn member(&mut self, node: Node) -> ExprId {
        let (Some(object), Some(attribute)) =
            (self.ids.object.of(node), self.ids.attribute.of(node))
        else {
            return ExprId(0);
        };
        let base = self.expression(object);
        let expr = self.member_of(base, attribute);
        self.site(SiteKind::Read, expr, attribute);
        self.narrowed_member(node).unwrap_or(expr)
    }

    fn member_of(&mut self, base: ExprId, attribute: Node) -> ExprId {
        if self.text(attribute) == "__class__" {
            return self.b.expr(Expr::ClassOf(base));
        }
        let name = self.b.name(attribute);
        self.b.expr(Expr::Member { base, name })
    }

    /// A call; its site stands at the callee's name and is of `kind`.
    pub(super) fn call(&mut self, node: Node, kind: SiteKind) -> ExprId {
        let Some(function) = self.ids.function.of(node) else {
            return ExprId(0);
        };
        let arguments = self.ids.arguments.of(node);
        let (callee, site) = match self.role(function) {
            Role::Name => {
                let callee = self.b.name_expr(function);
                (callee, self.site(kind, ExprId(0), function))
            }
            Role::Member => {
                let (Some(object), Some(attribute)) = (
                    self.ids.object.of(function),
                    self.ids.attribute.of(function),
                ) else {
                    return ExprId(0);
                };
                let base = self.expression(object);
                let callee = self.member_of(base, attribute);
                // `x.__class__()` calls what an attribute holds; no token names the class.
                if self.text(attribute) == "__class__" {
                    (callee, u32::MAX)
                } else {
                    (callee, self.site(kind, ExprId(0), attribute))
                }
            }
            _ => {
                let callee = self.expression(function);
                // `table[key]()`, `make()()`: no token names the callee.
                let site = if self.quiet {
                    u32::MAX
                } else {
                    self.b.site_named(kind, ExprId(0), StrId(0), function)
                };
                (callee, site)
            }
        };
        let mark = self.scratch.len();
        if let Some(arguments) = arguments {
            self.arguments(arguments);
        }
        let args = self.take_list(mark);
        let call = self.b.expr(Expr::Call { callee, args, site });
        if site != u32::MAX {
            self.b.set_site_expr(site, call);
        }
        self.store_by_call(function, call);
        self.special_call(function, call)
    }

    /// Calls whose result the syntax tells: `super()`, `type(x)`, `cast(T, x)`, `getattr(x, "name")`.
    fn special_call(&mut self, function: Node, call: ExprId) -> ExprId {
        let Expr::Call { args, .. } = self.b.facts.exprs[call.index()] else {
            return call;
        };
        let arg = |lowering: &Self, index: u32| {
            (index < args.len)
                .then(|| ExprId(lowering.b.facts.lists[(args.start + index) as usize]))
        };
        if self.special_of(function) == Some(Special::Cast) {
            let types = function
                .parent()
                .and_then(|call| self.ids.arguments.of(call))
                .and_then(first_named);
            if let (Some(ty), Some(value)) = (types, arg(self, 1)) {
                let ty = self.quiet_ty(ty);
                return self.b.expr(Expr::Cast { ty, value });
            }
            return call;
        }
        if self.role(function) != Role::Name {
            return call;
        }
        match self.text(function) {
            "super" => {
                let scope = self.b.scope();
                self.b.expr(Expr::Super(scope))
            }
            "type" if args.len == 1 => {
                let value = arg(self, 0).unwrap_or_default();
                self.b.expr(Expr::ClassOf(value))
            }
            "getattr" if args.len >= 2 => {
                let (Some(base), Some(name)) = (arg(self, 0), arg(self, 1)) else {
                    return call;
                };
                match self.b.facts.exprs[name.index()] {
                    Expr::Str(name) => self.b.expr(Expr::Member { base, name }),
                    _ => call,
                }
            }
            _ => call,
        }
    }

    fn arguments(&mut self, node: Node) {
        if self.role(node) == Role::Comprehension {
            let expr = self.expression(node);
            self.scratch.push(expr);
            return;
        }
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if child.is_extra() {
                continue;
            }
            let expr = if child.kind_id() == self.ids.k_dict_splat {
                let inner = first_named(child).map_or(ExprId(0), |inner| self.expression(inner));
                let value = self.b.expr(Expr::Spread(inner));
                self.b.expr(Expr::Keyword {
                    name: StrId(0),
                    value,
                })
            } else {
                self.text_or_expression(child)
            };
            self.scratch.push(expr);
        }
    }

    /// A string literal with its text where the text may matter: arguments, keys, subscripts.
    pub(super) fn text_or_expression(&mut self, node: Node) -> ExprId {
        match self.plain_string(node) {
            Some(text) => {
                let text = self.b.str(text);
                self.b.expr(Expr::Str(text))
            }
            None => self.expression(node),
        }
    }

    /// The content of a short string literal that holds no escapes, no interpolation and no bytes.
    pub(super) fn plain_string<'t>(&self, node: Node<'t>) -> Option<&'t str>
    where
        Self: 't,
    {
        if node.kind_id() != self.ids.k_string {
            return None;
        }
        let text = self.text(node);
        let quote = text.bytes().next()?;
        let content = text.get(1..text.len().checked_sub(1)?)?;
        let plain = matches!(quote, b'"' | b'\'')
            && content.len() <= STRING_BYTES_MAX
            && !content
                .bytes()
                .any(|byte| byte == quote || byte == b'\\' || byte == b'\n');
        plain.then_some(content)
    }

    /// True for strings that may hold expressions.
    pub(super) fn is_formatted(&self, node: Node) -> bool {
        node.kind_id() != self.ids.k_string
            || self
                .text(node)
                .bytes()
                .take_while(u8::is_ascii_alphabetic)
                .any(|byte| matches!(byte, b'f' | b'F' | b't' | b'T'))
    }

    fn interpolations(&mut self, node: Node) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if child.kind_id() == self.ids.k_interpolation {
                let mut inner = child.walk();
                for part in child.named_children(&mut inner) {
                    self.expression(part);
                }
            } else if child.kind_id() == self.ids.k_string && self.is_formatted(child) {
                self.interpolations(child);
            }
        }
    }

    /// Pushes the elements of a list-like literal; returns where they start.
    fn elements(&mut self, node: Node) -> usize {
        let mark = self.scratch.len();
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if !child.is_extra() {
                let expr = self.expression(child);
                self.scratch.push(expr);
            }
        }
        mark
    }

    fn dictionary(&mut self, node: Node) -> ExprId {
        let mark = self.scratch.len();
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match self.role(child) {
                Role::Pair => {
                    let key = self
                        .ids
                        .key
                        .of(child)
                        .map_or(ExprId(0), |key| self.text_or_expression(key));
                    let value = self
                        .ids
                        .value
                        .of(child)
                        .map_or(ExprId(0), |value| self.expression(value));
                    self.scratch.push(key);
                    self.scratch.push(value);
                }
                Role::Spread => {
                    let spread = self.expression(child);
                    self.scratch.push(spread);
                    self.scratch.push(spread);
                }
                Role::Comment => {}
                _ => {
                    self.expression(child);
                }
            }
        }
        let list = self.take_list(mark);
        self.b.expr(Expr::Map(list))
    }

    fn index(&mut self, node: Node) -> ExprId {
        let Some(value) = self.ids.value.of(node) else {
            return ExprId(0);
        };
        let base = self.expression(value);
        let mark = self.scratch.len();
        let mut slice = false;
        let mut number = None;

        for child in self.ids.subscript.all(node) {
            let expr = match self.role(child) {
                Role::Slice => {
                    slice = true;
                    let mut inner = child.walk();
                    for part in child.named_children(&mut inner) {
                        self.expression(part);
                    }
                    ExprId(0)
                }
                Role::Integer => {
                    number = self.text(child).parse::<u32>().ok();
                    self.b.expr(Expr::Lit(Lit::Int))
                }
                _ => self.text_or_expression(child),
            };
            self.scratch.push(expr);
        }
        let indices = self.scratch.len() - mark;
        if indices == 1 {
            let index = self.scratch.pop().unwrap_or_default();
            if slice {
                return self.b.expr(Expr::Slice(base));
            }
            if let Some(index) = number {
                return self.b.expr(Expr::Slot { base, index });
            }
            return self.b.expr(Expr::Index { base, index });
        }
        let list = self.take_list(mark);
        let index = self.b.expr(Expr::Tuple(list));
        self.b.expr(Expr::Index { base, index })
    }

    fn binary(&mut self, node: Node) -> ExprId {
        let (Some(left), Some(right)) = (self.ids.left.of(node), self.ids.right.of(node)) else {
            return ExprId(0);
        };
        let op = self.ids.operator.of(node).map_or("", |op| self.text(op));
        let op = match op {
            "+" => BinaryOp::Add,
            "/" => BinaryOp::Div,
            "|" => BinaryOp::BitOr,
            _ => BinaryOp::Arithmetic,
        };
        let left = self.expression(left);
        let right = self.expression(right);
        self.b.expr(Expr::Binary { op, left, right })
    }

    /// `a and b`, `a or b`: what the left side says holds on the right.
    fn logical(&mut self, node: Node) -> ExprId {
        self.branch();
        let (Some(left_node), Some(right_node)) = (self.ids.left.of(node), self.ids.right.of(node))
        else {
            return ExprId(0);
        };
        let and = self
            .ids
            .operator
            .of(node)
            .is_some_and(|op| self.text(op) == "and");
        let left = self.expression(left_node);
        let mut facts = Vec::new();
        self.facts_when(left_node, and, &mut facts);
        let right = if facts.is_empty() {
            self.expression(right_node)
        } else {
            self.b.open_scope(ScopeKind::Branch, right_node);
            self.bind_narrowings(&facts, right_node.start_byte() as u32);
            let right = self.expression(right_node);
            self.b.close_scope();
            right
        };
        if and {
            return self.b.expr(Expr::Binary {
                op: BinaryOp::And,
                left,
                right,
            });
        }
        let left = self.b.expr(Expr::NonNull(left));
        self.b.expr(Expr::Either(left, right))
    }

    fn comparison(&mut self, node: Node) -> ExprId {
        let mut cursor = node.walk();
        let mut sides = [ExprId(0); 2];
        let mut count = 0;
        for child in node.named_children(&mut cursor) {
            if child.is_extra() {
                continue;
            }
            let side = self.expression(child);
            if let Some(slot) = sides.get_mut(count) {
                *slot = side;
            }
            count += 1;
        }
        self.b.expr(Expr::Binary {
            op: BinaryOp::Compare,
            left: sides[0],
            right: sides[1],
        })
    }

    /// `a if condition else b`.
    fn conditional(&mut self, node: Node) -> ExprId {
        self.branch();
        let mut cursor = node.walk();
        let mut parts = node
            .named_children(&mut cursor)
            .filter(|child| !child.is_extra());
        let (Some(yes), Some(condition), Some(no)) = (parts.next(), parts.next(), parts.next())
        else {
            return ExprId(0);
        };
        let mut facts = Vec::new();
        self.facts_when(condition, true, &mut facts);
        let yes = self.narrowed_expression(yes, &facts);
        self.expression(condition);
        facts.clear();
        self.facts_when(condition, false, &mut facts);
        let no = self.narrowed_expression(no, &facts);
        self.b.expr(Expr::Either(yes, no))
    }

    fn narrowed_expression(&mut self, node: Node, facts: &[super::narrowing::Narrowing]) -> ExprId {
        if facts.is_empty() {
            return self.expression(node);
        }
        self.b.open_scope(ScopeKind::Branch, node);
        self.bind_narrowings(facts, node.start_byte() as u32);
        let expr = self.expression(node);
        self.b.close_scope();
        expr
    }

    fn named_expression(&mut self, node: Node) -> ExprId {
        let (Some(name), Some(value)) = (self.ids.name.of(node), self.ids.value.of(node)) else {
            return ExprId(0);
        };
        let value = self.expression(value);
        let name = self.b.name(name);
        let pos = node.end_byte() as u32;
        self.bind(name, pos, Bound::Var, TypeId(0), value);
        value
    }

    fn comprehension(&mut self, node: Node) -> ExprId {
        self.branch();
        let kind = node.kind_id();
        // The first iterable is evaluated outside.
        let mut cursor = node.walk();
        let clauses: Vec<Node> = node
            .named_children(&mut cursor)
            .filter(|child| {
                child.kind_id() == self.ids.k_for_in || child.kind_id() == self.ids.k_if_clause
            })
            .collect();
        let first = clauses
            .first()
            .and_then(|clause| self.ids.right.of(*clause))
            .map_or(ExprId(0), |right| self.expression(right));
        self.b.open_scope(ScopeKind::Block, node);
        let start = node.start_byte() as u32;
        let body = self.ids.body.of(node);
        let mut key = ExprId(0);
        let value = match body {
            Some(pair) if kind == self.ids.k_dict_comprehension => {
                if let Some(node) = self.ids.key.of(pair) {
                    key = self.text_or_expression(node);
                }
                self.ids
                    .value
                    .of(pair)
                    .map_or(ExprId(0), |value| self.expression(value))
            }
            Some(body) => self.expression(body),
            None => ExprId(0),
        };
        for (index, clause) in clauses.iter().enumerate() {
            if clause.kind_id() == self.ids.k_if_clause {
                self.branch();
                if let Some(condition) = first_named(*clause) {
                    self.expression(condition);
                    let mut facts = Vec::new();
                    self.facts_when(condition, true, &mut facts);
                    for fact in &mut facts {
                        fact.seen_from = start;
                    }
                    self.bind_narrowings(&facts, start + 1);
                }
                continue;
            }
            let iterable = if index == 0 {
                first
            } else {
                self.ids
                    .right
                    .of(*clause)
                    .map_or(ExprId(0), |right| self.expression(right))
            };
            let element = self.b.expr(Expr::Elem(iterable));
            if let Some(left) = self.ids.left.of(*clause) {
                self.bind_local_target(left, element);
            }
        }
        self.b.close_scope();
        if kind == self.ids.k_dict_comprehension {
            let list = self.b.expr_list(&[key, value]);
            return self.b.expr(Expr::Map(list));
        }
        let list = self.b.expr_list(&[value]);
        if kind == self.ids.k_set_comprehension {
            self.b.expr(Expr::Set(list))
        } else if kind == self.ids.k_generator {
            let of = self.b.ty(TypeExpr::Of(value));
            let ty = self.b.builtin_type("Generator", &[of]);
            self.b.expr(Expr::Cast {
                ty,
                value: ExprId(0),
            })
        } else {
            self.b.expr(Expr::Array(list))
        }
    }

    fn yield_expression(&mut self, node: Node) -> ExprId {
        let value = first_named(node).map(|value| self.expression(value));
        let from = self.text(node)[5..].trim_start().starts_with("from");
        self.frame().generator = true;
        let Some(value) = value else {
            return ExprId(0);
        };
        if from {
            let element = self.b.expr(Expr::Elem(value));
            self.frame().yields.push(element);
            self.b.expr(Expr::Yield(value))
        } else {
            self.frame().yields.push(value);
            ExprId(0)
        }
    }
}
