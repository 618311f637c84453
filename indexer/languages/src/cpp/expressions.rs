//! Value expressions, and the sites of calls, constructions, reads and writes.

use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{
    BinaryOp, DefFlags, DefRole, Expr, ExprId, List, Lit, ScopeId, ScopeKind, SiteKind, TypeId,
};

impl<'t> Lowering<'_, 't> {
    /// Lowers an expression.
    pub(super) fn expr(&mut self, node: Node<'t>) -> ExprId {
        if !self.b.descend(node) {
            return ExprId::UNKNOWN;
        }
        let value = self.expr_as(self.roles.of(node), node);
        self.b.ascend();
        value
    }

    pub(super) fn expr_as(&mut self, role: Role, node: Node<'t>) -> ExprId {
        match role {
            Role::Name => {
                let value = self.b.name_expr(node);
                self.b.site(SiteKind::Read, value, node);
                value
            }
            Role::Path | Role::Instantiate => {
                let (value, token) = self.callee(node);
                if let Some(token) = token {
                    self.b.site(SiteKind::Read, value, token);
                }
                value
            }
            Role::Member => {
                let (value, token) = self.callee(node);
                if let Some(token) = token {
                    self.b.site(SiteKind::Read, value, token);
                }
                value
            }
            Role::This => {
                let scope = self.b.scope();
                self.b.expr(Expr::This(scope))
            }
            Role::Call => self.call(node),
            Role::New | Role::Composite => self.new_expression(node),
            Role::Index => self.index(node),
            Role::Parenthesized => self.last_child(node),
            Role::Sequence => {
                if let Some(left) = self.ids.left.of(node) {
                    self.expr(left);
                }
                self.ids
                    .right
                    .of(node)
                    .map_or(ExprId::UNKNOWN, |right| self.expr(right))
            }
            Role::Binary => self.binary(node),
            Role::Unary => self.unary(node),
            Role::Deref => self.pointer(node),
            Role::Conditional => self.conditional(node),
            Role::Await => {
                let value = self.last_child(node);
                self.b.expr(Expr::Await(value))
            }
            Role::Cast => {
                let ty = self
                    .ids
                    .ty
                    .of(node)
                    .map_or(TypeId::UNKNOWN, |ty| self.ty(ty));
                let value = self
                    .ids
                    .value
                    .of(node)
                    .map_or(ExprId::UNKNOWN, |value| self.expr(value));
                self.b.expr(Expr::Cast { ty, value })
            }
            Role::Assignment => self.assignment(node),
            Role::AugmentedAssignment => {
                let Some(argument) = self.ids.argument.of(node) else {
                    return ExprId::UNKNOWN;
                };
                self.written(argument)
            }
            Role::Lambda => self.lambda(node),
            Role::Array => self.initializer_list(node, TypeId::UNKNOWN),
            Role::Pair => self
                .ids
                .value
                .of(node)
                .map_or(ExprId::UNKNOWN, |value| self.expr(value)),
            Role::Spread => self.last_child(node),
            Role::String => self.b.expr(Expr::Lit(Lit::String)),
            Role::Char => self.b.expr(Expr::Lit(Lit::Char)),
            Role::Bool => self.b.expr(Expr::Lit(Lit::Bool)),
            Role::Null => self.b.expr(Expr::Lit(Lit::Null)),
            Role::Number => self.number(node),
            Role::TypeAnnotation | Role::TypeName | Role::TypeGeneric | Role::TypePrimitive => {
                let ty = self.ty(node);
                self.b.expr(Expr::TypeValue(ty))
            }
            Role::Comment => ExprId::UNKNOWN,
            _ => {
                self.visit_children(node);
                ExprId::UNKNOWN
            }
        }
    }

    fn number(&mut self, node: Node) -> ExprId {
        let text = self.b.text(node);
        let hex = text.starts_with("0x") || text.starts_with("0X");
        let float = !hex && text.contains(['.', 'e', 'E', 'f', 'F']);
        self.b
            .expr(Expr::Lit(if float { Lit::Float } else { Lit::Int }))
    }

    /// Lowers the last child: the content of parentheses, the operand of a prefix.
    fn last_child(&mut self, node: Node<'t>) -> ExprId {
        let mut value = ExprId::UNKNOWN;
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if self.roles.of(child) == Role::Block {
                self.visit(child);
                value = ExprId::UNKNOWN;
            } else if self.roles.of(child) != Role::Comment {
                value = self.expr(child);
            }
        }
        value
    }

    /// `a.b`, `a->b`, `a.b<T>`, `a.B::b`.
    pub(super) fn member(&mut self, node: Node<'t>) -> (ExprId, Option<Node<'t>>) {
        let Some(argument) = self.ids.argument.of(node) else {
            return (ExprId::UNKNOWN, None);
        };
        let mut base = self.expr(argument);
        let arrow = self
            .ids
            .operator
            .of(node)
            .is_some_and(|operator| operator.kind() == "->");
        if arrow && !matches!(self.b.facts.exprs[base.index()], Expr::This(_)) {
            base = self.b.expr(Expr::Deref(base));
        }
        let Some(mut field) = self.ids.field.of(node) else {
            return (ExprId::UNKNOWN, None);
        };
        if field.kind_id() == self.ids.dependent_name {
            let mut cursor = field.walk();
            let inner = field.named_children(&mut cursor).next();
            let Some(inner) = inner else {
                return (ExprId::UNKNOWN, None);
            };
            field = inner;
        }
        // `a.Base::f()` names the class of the member.
        let mut path = field;
        while self.roles.of(path) == Role::Path {
            let Some(name) = self.ids.name.of(path) else {
                return (ExprId::UNKNOWN, None);
            };
            if let Some(scope) = self.ids.scope.of(path) {
                let (ty, _) = self.type_of(scope);
                base = self.b.expr(Expr::Cast { ty, value: base });
            }
            path = name;
        }
        let token = if path.kind_id() == self.ids.template_method
            || self.roles.of(path) == Role::Instantiate
        {
            self.ids.name.of(path).unwrap_or(path)
        } else {
            path
        };
        let text: String;
        let name = if token.kind_id() == self.ids.operator_name
            || token.kind_id() == self.ids.destructor_name
        {
            text = self.b.text(token).split_whitespace().collect();
            self.b.str(&text)
        } else {
            self.b.name(token)
        };
        let value = self.b.expr(Expr::Member { base, name });
        (self.instantiated(value, path), Some(token))
    }

    /// `a::b::c`, `::c`, `a<T>::c`, `a::c<T>`.
    pub(super) fn path(&mut self, node: Node<'t>) -> (ExprId, Option<Node<'t>>) {
        let mut base = None;
        let mut node = node;
        loop {
            let scope = self.ids.scope.of(node);
            let Some(mut name) = self.ids.name.of(node) else {
                return (ExprId::UNKNOWN, None);
            };
            if let Some(scope) = scope {
                base = Some(match base {
                    None if self.roles.of(scope) == Role::TypeMember => self.b.name_expr(scope),
                    None => {
                        let (ty, _) = self.type_of(scope);
                        self.b.expr(Expr::TypeValue(ty))
                    }
                    Some(outer) => {
                        let token = self.ids.name.of(scope).unwrap_or(scope);
                        let name = self.b.name(token);
                        self.type_arguments(scope);
                        self.b.expr(Expr::Path { base: outer, name })
                    }
                });
            }
            if self.roles.of(name) == Role::Path {
                node = name;
                continue;
            }
            if name.kind_id() == self.ids.dependent_name {
                let mut cursor = name.walk();
                let inner = name.named_children(&mut cursor).next();
                let Some(inner) = inner else {
                    return (ExprId::UNKNOWN, None);
                };
                name = inner;
            }
            let token = self.ids.name.of(name).unwrap_or(name);
            let text: String;
            let id = if token.kind_id() == self.ids.operator_name
                || token.kind_id() == self.ids.destructor_name
            {
                text = self.b.text(token).split_whitespace().collect();
                self.b.str(&text)
            } else {
                self.b.name(token)
            };
            let value = match base {
                Some(base) => self.b.expr(Expr::Path { base, name: id }),
                None => {
                    let pos = token.start_byte() as u32;
                    self.b.expr(Expr::Name {
                        name: id,
                        scope: ScopeId::MODULE,
                        pos,
                    })
                }
            };
            return (self.instantiated(value, name), Some(token));
        }
    }

    fn index(&mut self, node: Node<'t>) -> ExprId {
        let base = self
            .ids
            .argument
            .of(node)
            .map_or(ExprId::UNKNOWN, |argument| self.expr(argument));
        let index = match self
            .ids
            .index
            .of(node)
            .or_else(|| self.ids.indices.of(node))
        {
            Some(list) if self.roles.of(list) == Role::None => {
                let args = self.arguments(list);
                self.b
                    .facts
                    .list(args)
                    .first()
                    .map_or(ExprId::UNKNOWN, |value| *value)
            }
            Some(index) => self.expr(index),
            None => ExprId::UNKNOWN,
        };
        self.b.expr(Expr::Index { base, index })
    }

    fn binary(&mut self, node: Node<'t>) -> ExprId {
        let left = self
            .ids
            .left
            .of(node)
            .map_or(ExprId::UNKNOWN, |left| self.expr(left));
        let right = self
            .ids
            .right
            .of(node)
            .map_or(ExprId::UNKNOWN, |right| self.expr(right));
        let operator = self
            .ids
            .operator
            .of(node)
            .map_or("", |operator| operator.kind());
        let op = match operator {
            "+" => BinaryOp::Add,
            "/" => BinaryOp::Div,
            "|" => BinaryOp::BitOr,
            "&&" | "and" | "||" | "or" => {
                self.complexity = self.complexity.saturating_add(1);
                return self.b.expr(Expr::Lit(Lit::Bool));
            }
            "==" | "!=" | "<" | ">" | "<=" | ">=" | "<=>" | "not_eq" => BinaryOp::Compare,
            _ => BinaryOp::Arithmetic,
        };
        self.b.expr(Expr::Binary { op, left, right })
    }

    fn unary(&mut self, node: Node<'t>) -> ExprId {
        let value = self
            .ids
            .argument
            .of(node)
            .map_or(ExprId::UNKNOWN, |argument| self.expr(argument));
        match self
            .ids
            .operator
            .of(node)
            .map_or("", |operator| operator.kind())
        {
            "!" | "not" => self.b.expr(Expr::Not(value)),
            _ => value,
        }
    }

    /// `*e` and `&e`; `&A::f` names a member function.
    fn pointer(&mut self, node: Node<'t>) -> ExprId {
        let Some(argument) = self.ids.argument.of(node) else {
            return ExprId::UNKNOWN;
        };
        let star = self
            .ids
            .operator
            .of(node)
            .is_some_and(|operator| operator.kind() == "*");
        if star {
            let value = self.expr(argument);
            if matches!(self.b.facts.exprs[value.index()], Expr::This(_)) {
                return value;
            }
            return self.b.expr(Expr::Deref(value));
        }
        if self.roles.of(argument) == Role::Path {
            let (value, token) = self.callee(argument);
            if let Some(token) = token {
                self.b.site(SiteKind::MethodRef, value, token);
            }
            return value;
        }
        self.expr(argument)
    }

    fn conditional(&mut self, node: Node<'t>) -> ExprId {
        self.complexity = self.complexity.saturating_add(1);
        let condition = self
            .ids
            .condition
            .of(node)
            .map_or(ExprId::UNKNOWN, |condition| self.expr(condition));
        // `a ?: b` has the value of `a`.
        let yes = self
            .ids
            .consequence
            .of(node)
            .map_or(condition, |yes| self.expr(yes));
        let no = self
            .ids
            .alternative
            .of(node)
            .map_or(ExprId::UNKNOWN, |no| self.expr(no));
        self.b.expr(Expr::Either(yes, no))
    }

    /// Lowers a written expression, with a site of kind `Write`.
    pub(super) fn written(&mut self, node: Node<'t>) -> ExprId {
        match self.roles.of(node) {
            Role::Name | Role::Path | Role::Member => {
                let (value, token) = self.callee(node);
                if let Some(token) = token {
                    self.b.site(SiteKind::Write, value, token);
                }
                value
            }
            _ => self.expr(node),
        }
    }

    fn assignment(&mut self, node: Node<'t>) -> ExprId {
        let left = self
            .ids
            .left
            .of(node)
            .map_or(ExprId::UNKNOWN, |left| self.written(left));
        let right = self
            .ids
            .right
            .of(node)
            .map_or(ExprId::UNKNOWN, |right| self.expr(right));
        if let Expr::Member { base, name } = self.b.facts.exprs[left.index()]
            && self.is_function_like(right)
        {
            self.assign_function(base, name, right);
        }
        left
    }

    fn lambda(&mut self, node: Node<'t>) -> ExprId {
        let def = self.b.add_def(DefRole::Lambda, None, node, None);
        let captures = self.ids.captures.of(node);
        let mut values = Vec::new();
        if let Some(captures) = captures {
            let mut cursor = captures.walk();
            for capture in captures.named_children(&mut cursor) {
                if capture.kind_id() == self.ids.lambda_capture_initializer
                    && let (Some(name), Some(value)) =
                        (self.ids.left.of(capture), self.ids.right.of(capture))
                {
                    values.push((name, self.expr(value)));
                }
            }
        }
        let returns = std::mem::take(&mut self.returns);
        let outer = self.b.enter_def(def, ScopeKind::Function, node);
        for (name, value) in values {
            let scope = self.b.scope();
            let pos = name.start_byte() as u32;
            let name = self.b.name(name);
            self.b.bind(
                name,
                scope,
                pos,
                bombe_facts::Bound::Var,
                TypeId::UNKNOWN,
                value,
            );
        }
        let mut ty = TypeId::UNKNOWN;
        if let Some(signature) = self.ids.declarator.of(node) {
            let mut cursor = signature.walk();
            for child in signature.named_children(&mut cursor) {
                if child.kind_id() == self.ids.trailing_return_type
                    && let Some(inner) = child.named_child(0)
                {
                    ty = self.ty(inner);
                }
            }
            let params = self.params(def, signature);
            self.b.set_params(def, params);
        }
        if let Some(body) = self.ids.body.of(node) {
            self.visit_children(body);
        }
        let values = std::mem::replace(&mut self.returns, returns);
        let list = if ty.is_known() {
            List::default()
        } else {
            self.b.list(&values)
        };
        let row = self.b.def_mut(def);
        row.ty = ty;
        row.returns = list;
        row.flags.set(DefFlags::default());
        self.b.leave_def(outer);
        self.b.expr(Expr::Lambda(def))
    }
}
