//! Value expressions: names, calls, literals.

use tree_sitter::Node;

use super::grammar::IDS;
use super::lower::{Lowering, unquote};
use super::types::is_predeclared;
use crate::parse::roles::Role;
use bombe_facts::{BinaryOp, Expr, ExprId, List, Lit, SiteKind, TypeExpr, TypeId};

const NO_SITE: u32 = u32::MAX;

impl<'t> Lowering<'_, 't> {
    /// Pushes each expression of a list to `self.exprs`, or `node` itself if it is not a list.
    pub(super) fn expressions(&mut self, node: Node<'t>) {
        if self.roles.of(node) == Role::Sequence {
            self.each(node, |this, child, _| {
                let value = this.expr(child);
                this.exprs.push(value);
            });
        } else {
            let value = self.expr(node);
            self.exprs.push(value);
        }
    }

    /// Lowers an expression, with a site for each name that may become an edge.
    pub(super) fn expr(&mut self, node: Node<'t>) -> ExprId {
        if !self.b.descend(node) {
            return ExprId::UNKNOWN;
        }
        let expr = self.expr_inner(node);
        self.b.ascend();
        expr
    }

    fn expr_inner(&mut self, node: Node<'t>) -> ExprId {
        match self.roles.of(node) {
            Role::Name => self.read(node),
            Role::Member => self.member(node, Some(SiteKind::Read)),
            Role::Call => self.call(node),
            Role::Composite => self.composite(node),
            Role::Index => {
                let base = IDS
                    .operand
                    .of(node)
                    .map_or(ExprId::UNKNOWN, |base| self.expr(base));
                let index = IDS
                    .index
                    .of(node)
                    .map_or(ExprId::UNKNOWN, |index| self.expr(index));
                self.b.expr(Expr::Index { base, index })
            }
            Role::Slice => {
                let mut base = ExprId::UNKNOWN;
                self.each(node, |this, child, field| {
                    let value = this.expr(child);
                    if IDS.operand.is(field) {
                        base = value;
                    }
                });
                self.b.expr(Expr::Slice(base))
            }
            Role::Binary => self.binary(node),
            Role::Unary => {
                let value = IDS
                    .operand
                    .of(node)
                    .map_or(ExprId::UNKNOWN, |operand| self.expr(operand));
                match IDS.operator.of(node).map_or("", |operator| operator.kind()) {
                    "<-" => self.b.expr(Expr::Receive(value)),
                    "!" => self.b.expr(Expr::Not(value)),
                    _ => value,
                }
            }
            Role::Parenthesized | Role::Let => {
                let mut value = ExprId::UNKNOWN;
                self.each(node, |this, child, _| value = this.expr(child));
                value
            }
            Role::Spread => {
                let mut value = ExprId::UNKNOWN;
                self.each(node, |this, child, _| value = this.expr(child));
                self.b.expr(Expr::Spread(value))
            }
            Role::Cast => self.conversion(node),
            Role::TypeAssertion => {
                let value = IDS
                    .operand
                    .of(node)
                    .map_or(ExprId::UNKNOWN, |operand| self.expr(operand));
                let ty = IDS.type_.of(node).map_or(TypeId::UNKNOWN, |ty| self.ty(ty));
                self.b.expr(Expr::Cast { ty, value })
            }
            Role::Instantiate | Role::TypeGeneric => {
                let (callee, token) = self.instantiation(node);
                if let Some(token) = token {
                    self.b.site(SiteKind::Read, callee, token);
                }
                callee
            }
            Role::Lambda => {
                let def = self.lambda(node);
                self.b.expr(Expr::Lambda(def))
            }
            Role::String => {
                let text = self.b.text(node);
                let text = self.b.str(unquote(text));
                self.b.expr(Expr::Str(text))
            }
            Role::Integer => self.b.expr(Expr::Lit(Lit::Int)),
            Role::Float => self.b.expr(Expr::Lit(Lit::Float)),
            Role::Char => self.b.expr(Expr::Lit(Lit::Char)),
            Role::Bool => self.b.expr(Expr::Lit(Lit::Bool)),
            Role::Null => self.b.expr(Expr::Lit(Lit::Null)),
            Role::TypeName
            | Role::TypeMember
            | Role::TypePointer
            | Role::TypeArray
            | Role::TypeMap
            | Role::TypeChannel
            | Role::TypeFunction
            | Role::TypeStruct
            | Role::TypeInterface
            | Role::TypeParenthesized => {
                let ty = self.ty(node);
                self.b.expr(Expr::TypeValue(ty))
            }
            Role::Map => {
                self.literal_value(node, TypeId::UNKNOWN);
                ExprId::UNKNOWN
            }
            Role::Comment => ExprId::UNKNOWN,
            _ => {
                self.visit_children(node);
                ExprId::UNKNOWN
            }
        }
    }

    /// Lowers a name that is read.
    fn read(&mut self, node: Node<'t>) -> ExprId {
        if self.b.text(node) == "_" {
            return ExprId::UNKNOWN;
        }
        let expr = self.b.name_expr(node);
        self.b.site(SiteKind::Read, expr, node);
        expr
    }

    /// `base.name`, with a site of `kind`, if any.
    pub(super) fn member(&mut self, node: Node<'t>, kind: Option<SiteKind>) -> ExprId {
        let (Some(operand), Some(field)) = (IDS.operand.of(node), IDS.field.of(node)) else {
            self.visit_children(node);
            return ExprId::UNKNOWN;
        };
        let base = self.member_base(operand);
        let name = self.b.name(field);
        let member = self.b.expr(Expr::Member { base, name });
        if let Some(kind) = kind {
            self.b.site(kind, member, field);
        }
        member
    }

    /// Lowers the operand of a selector. A package gets no site.
    fn member_base(&mut self, operand: Node<'t>) -> ExprId {
        if self.roles.of(operand) == Role::Name {
            let name = self.b.name(operand);
            if self.imports.contains(&name) {
                return self.b.name_expr(operand);
            }
        }
        self.expr(operand)
    }

    fn binary(&mut self, node: Node<'t>) -> ExprId {
        let left = IDS
            .left
            .of(node)
            .map_or(ExprId::UNKNOWN, |left| self.expr(left));
        let right = IDS
            .right
            .of(node)
            .map_or(ExprId::UNKNOWN, |right| self.expr(right));
        let op = match IDS.operator.of(node).map_or("", |operator| operator.kind()) {
            "&&" | "||" => {
                self.branch();
                BinaryOp::Compare
            }
            "==" | "!=" | "<" | "<=" | ">" | ">=" => BinaryOp::Compare,
            "+" => BinaryOp::Add,
            _ => BinaryOp::Arithmetic,
        };
        self.b.expr(Expr::Binary { op, left, right })
    }

    /// `f(x)`.
    fn call(&mut self, node: Node<'t>) -> ExprId {
        let (Some(function), Some(arguments)) = (IDS.function.of(node), IDS.arguments.of(node))
        else {
            self.visit_children(node);
            return ExprId::UNKNOWN;
        };
        if self.roles.of(function) == Role::Name {
            let text = self.b.text(function);
            if is_predeclared(text) {
                let ty = self.b.builtin_type(text, &[]);
                let values = self.exprs.len();
                self.arguments(arguments);
                let value = self.exprs.get(values).copied().unwrap_or_default();
                self.exprs.truncate(values);
                return self.b.expr(Expr::Cast { ty, value });
            }
            if matches!(text, "new" | "make") && self.takes_type(arguments) {
                return self.allocation(function, arguments);
            }
        }
        let (mut callee, token) = self.callee(function);
        if let Some(list) = IDS.type_arguments.of(node) {
            let types = self.type_arguments(list);
            callee = self.b.expr(Expr::Instantiate { callee, types });
        }
        let site = token.map_or(NO_SITE, |token| self.b.site(SiteKind::Call, callee, token));
        let values = self.exprs.len();
        self.arguments(arguments);
        let args = self.b.list(&self.exprs[values..]);
        self.exprs.truncate(values);
        let call = self.b.expr(Expr::Call { callee, args, site });
        if site != NO_SITE {
            self.b.set_site_expr(site, call);
        }
        call
    }

    /// Returns true if the first argument of `new` or `make` can be read as a type.
    fn takes_type(&self, arguments: Node<'t>) -> bool {
        arguments.named_child(0).is_some_and(|first| {
            matches!(
                self.roles.of(first),
                Role::TypeName
                    | Role::TypeMember
                    | Role::TypeGeneric
                    | Role::TypePointer
                    | Role::TypeArray
                    | Role::TypeMap
                    | Role::TypeChannel
                    | Role::TypeFunction
                    | Role::TypeStruct
                    | Role::TypeInterface
                    | Role::TypeParenthesized
            )
        })
    }

    /// `new(T)`, `make(T, n)`: calls that pass the type as a type argument.
    fn allocation(&mut self, function: Node<'t>, arguments: Node<'t>) -> ExprId {
        let callee = self.b.name_expr(function);
        let site = self.b.site(SiteKind::Call, callee, function);
        let values = self.exprs.len();
        let mut ty = None;
        self.each(arguments, |this, child, _| {
            if ty.is_none() {
                ty = Some(this.ty(child));
            } else {
                let value = this.expr(child);
                this.exprs.push(value);
            }
        });
        let types = self.b.list(&[ty.unwrap_or_default()]);
        let callee = self.b.expr(Expr::Instantiate { callee, types });
        let args = self.b.list(&self.exprs[values..]);
        self.exprs.truncate(values);
        let call = self.b.expr(Expr::Call { callee, args, site });
        self.b.set_site_expr(site, call);
        call
    }

    /// Pushes the arguments to `self.exprs`.
    fn arguments(&mut self, node: Node<'t>) {
        self.each(node, |this, child, _| {
            let value = this.expr(child);
            this.exprs.push(value);
        });
    }

    /// Returns the callee and the token that names it.
    fn callee(&mut self, node: Node<'t>) -> (ExprId, Option<Node<'t>>) {
        match self.roles.of(node) {
            Role::Name => (self.b.name_expr(node), Some(node)),
            Role::Member => (self.member(node, None), IDS.field.of(node)),
            Role::Parenthesized | Role::Unary => {
                let inner = node.named_child(0).filter(|_| self.b.descend(node));
                let Some(inner) = inner else {
                    return (ExprId::UNKNOWN, None);
                };
                let callee = self.callee(inner);
                self.b.ascend();
                callee
            }
            Role::Index => {
                let (Some(operand), Some(index)) = (IDS.operand.of(node), IDS.index.of(node))
                else {
                    return (self.expr(node), None);
                };
                if !self.b.descend(node) {
                    return (ExprId::UNKNOWN, None);
                }
                let (base, token) = self.callee(operand);
                let index = self.expr(index);
                self.b.ascend();
                (self.b.expr(Expr::Index { base, index }), token)
            }
            Role::Instantiate => self.instantiation(node),
            _ => (self.expr(node), None),
        }
    }

    /// `f[A, B]` or `a[i]`, which the grammar sometimes reads as a generic type. Returns the value and the token that
    /// names it.
    fn instantiation(&mut self, node: Node<'t>) -> (ExprId, Option<Node<'t>>) {
        let Some(head) = IDS.type_.of(node).filter(|_| self.b.descend(node)) else {
            return (ExprId::UNKNOWN, None);
        };
        let (callee, token) = self.type_as_value(head);
        let list = IDS.type_arguments.of(node);
        let expr = if let Some(only) = list.filter(|list| list.named_child_count() == 1) {
            let index = self.index_as_value(only);
            self.b.expr(Expr::Index {
                base: callee,
                index,
            })
        } else {
            let base = self.types.len();
            self.each(list.unwrap_or(node), |this, child, field| {
                if !IDS.type_.is(field) {
                    let ty = this.ty(child);
                    this.types.push(ty);
                }
            });
            let types = self.b.list(&self.types[base..]);
            self.types.truncate(base);
            self.b.expr(Expr::Instantiate { callee, types })
        };
        self.b.ascend();
        (expr, token)
    }

    /// Lowers the only argument in `[…]`: as an index if it can be a value, else as a type.
    fn index_as_value(&mut self, list: Node<'t>) -> ExprId {
        let mut node = list;
        while matches!(self.roles.of(node), Role::None | Role::TypeUnion)
            && let Some(inner) = node
                .named_child(0)
                .filter(|_| node.named_child_count() == 1)
        {
            node = inner;
        }
        match self.roles.of(node) {
            Role::TypeName | Role::TypeMember | Role::TypeGeneric => {
                let (expr, token) = self.type_as_value(node);
                if let Some(token) = token {
                    self.b.site(SiteKind::Read, expr, token);
                }
                expr
            }
            _ => self.expr(node),
        }
    }

    /// Lowers a function's name that the grammar reads as a type: `f`, `p.f`.
    fn type_as_value(&mut self, node: Node<'t>) -> (ExprId, Option<Node<'t>>) {
        match self.roles.of(node) {
            Role::TypeMember => {
                let (Some(package), Some(token)) = (IDS.package.of(node), IDS.name.of(node)) else {
                    return (ExprId::UNKNOWN, None);
                };
                let base = self.member_base_token(package);
                let name = self.b.name(token);
                (self.b.expr(Expr::Member { base, name }), Some(token))
            }
            Role::TypeName => (self.b.name_expr(node), Some(node)),
            Role::TypeGeneric => self.instantiation(node),
            _ => self.callee(node),
        }
    }

    fn member_base_token(&mut self, token: Node<'t>) -> ExprId {
        let name = self.b.name(token);
        let expr = self.b.name_expr(token);
        if !self.imports.contains(&name) {
            self.b.site(SiteKind::Read, expr, token);
        }
        expr
    }

    /// `[]byte(x)`, or `f[int](x)`, which looks like a conversion to a generic type.
    fn conversion(&mut self, node: Node<'t>) -> ExprId {
        let (Some(type_node), Some(operand)) = (IDS.type_.of(node), IDS.operand.of(node)) else {
            self.visit_children(node);
            return ExprId::UNKNOWN;
        };
        if self.roles.of(type_node) == Role::TypeGeneric {
            let (callee, token) = self.instantiation(type_node);
            let site = token.map_or(NO_SITE, |token| self.b.site(SiteKind::Call, callee, token));
            let argument = self.expr(operand);
            let args = self.b.list(&[argument]);
            let call = self.b.expr(Expr::Call { callee, args, site });
            if site != NO_SITE {
                self.b.set_site_expr(site, call);
            }
            return call;
        }
        let ty = self.ty(type_node);
        let value = self.expr(operand);
        self.b.expr(Expr::Cast { ty, value })
    }

    /// `T{…}`: constructs `T` if it is a name.
    fn composite(&mut self, node: Node<'t>) -> ExprId {
        let (Some(type_node), Some(body)) = (IDS.type_.of(node), IDS.body.of(node)) else {
            self.visit_children(node);
            return ExprId::UNKNOWN;
        };
        let named = matches!(
            self.roles.of(type_node),
            Role::TypeName | Role::TypeMember | Role::TypeGeneric
        );
        if !named {
            let class = self.ty(type_node);
            let args = self.literal_value(body, class);
            return self.b.expr(Expr::New {
                class,
                args,
                site: NO_SITE,
            });
        }
        let class = self.named_type(type_node, None);
        let token = self.type_token(type_node);
        let site = self.b.site(SiteKind::New, ExprId::UNKNOWN, token);
        let args = self.literal_value(body, class);
        let value = self.b.expr(Expr::New { class, args, site });
        self.b.set_site_expr(site, value);
        value
    }

    /// Lowers the elements of a composite literal of type `class`. A key that is a bare name is a field, unless `class`
    /// is a slice, array or map.
    fn literal_value(&mut self, body: Node<'t>, class: TypeId) -> List<ExprId> {
        if !self.b.descend(body) {
            return List::default();
        }
        let (key_type, element_type, container) = match self.b.facts.types[class.index()] {
            TypeExpr::Builtin { args, .. } => match *self.b.facts.list(args) {
                [element] => (TypeId::UNKNOWN, element, true),
                [key, value] => (key, value, true),
                _ => (TypeId::UNKNOWN, TypeId::UNKNOWN, true),
            },
            _ => (TypeId::UNKNOWN, TypeId::UNKNOWN, false),
        };
        let values = self.exprs.len();
        let mut object = None;
        self.each(body, |this, element, _| {
            if this.roles.of(element) != Role::Pair {
                let value = this.element(element, element_type);
                this.exprs.push(value);
                return;
            }
            let (Some(key), Some(value)) = (IDS.key.of(element), IDS.value.of(element)) else {
                return;
            };
            let field = key
                .named_child(0)
                .filter(|name| !container && this.roles.of(*name) == Role::Name);
            let Some(field) = field else {
                this.element(key, key_type);
                let value = this.element(value, element_type);
                this.exprs.push(value);
                return;
            };
            let base = *object.get_or_insert_with(|| {
                this.b.expr(Expr::New {
                    class,
                    args: List::default(),
                    site: NO_SITE,
                })
            });
            let name = this.b.name(field);
            let member = this.b.expr(Expr::Member { base, name });
            this.b.site(SiteKind::Write, member, field);
            let value = this.element(value, element_type);
            let value = this.b.expr(Expr::Keyword { name, value });
            this.exprs.push(value);
        });
        let list = self.b.list(&self.exprs[values..]);
        self.exprs.truncate(values);
        self.b.ascend();
        list
    }

    /// Lowers a key or value of a composite literal. A bare `{…}` has the type `class`.
    fn element(&mut self, node: Node<'t>, class: TypeId) -> ExprId {
        let Some(inner) = node.named_child(0) else {
            return ExprId::UNKNOWN;
        };
        if self.roles.of(inner) == Role::Map {
            let args = self.literal_value(inner, class);
            return self.b.expr(Expr::New {
                class,
                args,
                site: NO_SITE,
            });
        }
        let mut value = ExprId::UNKNOWN;
        self.each(node, |this, child, _| value = this.expr(child));
        value
    }
}
