//! Targets of assignments, loops and `with`, and the patterns of `match`.

use tree_sitter::Node;

use super::grammar::{first_named, last_named};
use super::lower::Lowering;
use super::narrowing::Narrowing;
use crate::parse::roles::Role;
use bombe_facts::{Bound, Expr, ExprId, MemberAssign, ScopeKind, SiteKind, TypeExpr, TypeId};

impl Lowering<'_, '_> {
    /// Binds the names of a target to a value. They are visible from byte `pos` on.
    pub(super) fn bind_target(&mut self, node: Node, value: ExprId, ty: TypeId, pos: u32) {
        match self.role(node) {
            Role::Name => {
                self.forget_chains(node);
                let name = self.b.name(node);
                let what = match self.variable_of(name) {
                    Some(def) => Bound::Def(def),
                    None => Bound::Var,
                };
                if let Bound::Def(def) = what
                    && self.b.facts.defs[def.index()].name_start != node.start_byte() as u32
                {
                    let expr = self.b.name_expr(node);
                    self.site(SiteKind::Write, expr, node);
                }
                self.bind(name, pos, what, ty, value);
            }
            Role::Member => {
                self.bind_member(node, value, ty);
                self.forget_chains(node);
                self.remember_member(node, value, pos);
            }
            Role::Index => {
                let index = self.expression(node);
                self.write_element(node, index, value);
            }
            Role::Parenthesized => {
                if let Some(inner) = first_named(node) {
                    self.bind_target(inner, value, ty, pos);
                }
            }
            Role::Pattern | Role::Tuple | Role::Array => {
                if !self.b.descend(node) {
                    return;
                }
                let mut cursor = node.walk();
                let mut after_star = false;
                let mut index = 0;
                for child in node.named_children(&mut cursor) {
                    if child.is_extra() {
                        continue;
                    }
                    let starred = self.role(child) == Role::Spread
                        || child.kind_id() == self.ids.k_list_splat_pattern;
                    if starred {
                        after_star = true;
                        let rest = self.list_of_elements(value);
                        if let Some(inner) = first_named(child) {
                            self.bind_target(inner, rest, TypeId::UNKNOWN, pos);
                        }
                        continue;
                    }
                    let part = if after_star {
                        self.b.expr(Expr::Elem(value))
                    } else {
                        self.b.expr(Expr::Slot { base: value, index })
                    };
                    self.bind_target(child, part, TypeId::UNKNOWN, pos);
                    index += 1;
                }
                self.b.ascend();
            }
            Role::Comment => {}
            _ => {
                self.expression(node);
            }
        }
    }

    /// Binds the targets of a comprehension in the current scope. The whole scope sees them.
    pub(super) fn bind_local_target(&mut self, node: Node, value: ExprId) {
        match self.role(node) {
            Role::Name => {
                let name = self.b.name(node);
                let scope = self.b.scope();
                self.b
                    .bind(name, scope, 0, Bound::Var, TypeId::UNKNOWN, value);
            }
            Role::Pattern | Role::Tuple | Role::Array | Role::Parenthesized => {
                if !self.b.descend(node) {
                    return;
                }
                let single = self.role(node) == Role::Parenthesized;
                let mut cursor = node.walk();
                let mut index = 0;
                for child in node.named_children(&mut cursor) {
                    if single {
                        self.bind_local_target(child, value);
                    } else if child.kind_id() == self.ids.k_list_splat_pattern {
                        let rest = self.list_of_elements(value);
                        if let Some(inner) = first_named(child) {
                            self.bind_local_target(inner, rest);
                        }
                    } else if !child.is_extra() {
                        let part = self.b.expr(Expr::Slot { base: value, index });
                        self.bind_local_target(child, part);
                        index += 1;
                    }
                }
                self.b.ascend();
            }
            _ => {
                self.expression(node);
            }
        }
    }

    /// Returns a list of the elements of `value`.
    fn list_of_elements(&mut self, value: ExprId) -> ExprId {
        let element = self.b.expr(Expr::Elem(value));
        let of = self.b.ty(TypeExpr::Of(element));
        let ty = self.b.builtin_type("list", &[of]);
        self.b.expr(Expr::Cast {
            ty,
            value: ExprId::UNKNOWN,
        })
    }

    /// `base.name = value`.
    fn bind_member(&mut self, node: Node, value: ExprId, ty: TypeId) {
        let (Some(object), Some(attribute)) =
            (self.ids.object.of(node), self.ids.attribute.of(node))
        else {
            return;
        };
        let name = self.b.name(attribute);
        let base = self.expression(object);
        let target = self.b.expr(Expr::Member { base, name });
        let owner = self.receiver_class(object);
        let def = owner.and_then(|owner| self.declared.get(&(owner, name)).copied());
        let own_name = attribute.start_byte() as u32;
        let makes_field = def.filter(|def| self.b.facts.defs[def.index()].name_start == own_name);
        if makes_field.is_none() {
            self.site(SiteKind::Write, target, attribute);
        }
        if let Some(def) = makes_field {
            let d = self.b.def_mut(def);
            if !d.ty.is_known() {
                d.ty = ty;
            }
            if !d.value.is_known() {
                d.value = value;
            }
        }
        let within = self.b.callable();
        self.b.assign_member(MemberAssign {
            owner,
            base: if owner.is_some() {
                ExprId::UNKNOWN
            } else {
                base
            },
            name,
            def: makes_field,
            ty,
            value,
            within,
        });
    }

    /// `match subject: case …`.
    pub(super) fn match_statement(&mut self, node: Node) {
        let mut subject_node = None;
        let mut subjects = 0;

        let mark = self.scratch.len();
        for child in self.ids.subject.all(node) {
            let expr = self.expression(child);
            self.scratch.push(expr);
            subject_node = Some(child);
            subjects += 1;
        }
        let subject = if subjects == 1 {
            self.scratch.pop().unwrap_or_default()
        } else {
            let list = self.take_list(mark);
            self.b.expr(Expr::Tuple(list))
        };
        let chain = match subject_node {
            Some(node) if subjects == 1 => self.chain(node).map(|chain| (chain, node.end_byte())),
            _ => None,
        };
        let Some(body) = self.ids.body.of(node) else {
            return;
        };
        let mut cursor = body.walk();
        for case in body.named_children(&mut cursor) {
            if self.role(case) != Role::MatchArm {
                self.statement(case);
                continue;
            }
            self.branch();
            self.b.open_scope(ScopeKind::Branch, case);
            self.case_clause(case, subject, chain);
            self.b.close_scope();
        }
    }

    fn case_clause(
        &mut self,
        case: Node,
        subject: ExprId,
        chain: Option<(bombe_facts::StrId, usize)>,
    ) {
        let consequence = self.ids.consequence.of(case);
        let guard = self.ids.guard.of(case);
        let pos = consequence.map_or(case.end_byte(), |body| body.start_byte()) as u32;
        let pattern_end = guard.map_or(pos, |guard| guard.start_byte() as u32);
        let mut cursor = case.walk();
        let patterns: Vec<Node> = case
            .named_children(&mut cursor)
            .filter(|child| child.kind_id() == self.ids.k_case_pattern)
            .collect();
        if let [pattern] = patterns[..] {
            let ty = self.pattern(pattern, subject, pattern_end);
            if ty.is_known()
                && let Some((chain, seen_from)) = chain
            {
                let seen_from = seen_from as u32;
                self.bind_narrowings(
                    &[Narrowing {
                        chain,
                        ty,
                        positive: true,
                        seen_from,
                    }],
                    pattern_end,
                );
            }
        } else {
            for (index, pattern) in patterns.into_iter().enumerate() {
                let base = self.b.expr(Expr::Slot {
                    base: subject,
                    index: index as u32,
                });
                self.pattern(pattern, base, pattern_end);
            }
        }
        if let Some(guard) = guard {
            self.branch();
            let condition = first_named(guard);
            if let Some(condition) = condition {
                self.expression(condition);
                let mut facts = Vec::new();
                self.facts_when(condition, true, &mut facts);
                self.bind_narrowings(&facts, pos);
            }
        }
        if let Some(body) = consequence {
            self.block(body);
        }
    }

    /// Binds the names of a pattern. Returns the type that the pattern proves, if it is a single class.
    fn pattern(&mut self, node: Node, value: ExprId, pos: u32) -> TypeId {
        if !self.b.descend(node) {
            return TypeId::UNKNOWN;
        }
        let ty = self.pattern_of_kind(node, value, pos);
        self.b.ascend();
        ty
    }

    fn pattern_of_kind(&mut self, node: Node, value: ExprId, pos: u32) -> TypeId {
        let kind = node.kind_id();
        if kind == self.ids.k_case_pattern {
            return first_named(node)
                .map_or(TypeId::UNKNOWN, |inner| self.pattern(inner, value, pos));
        }
        if kind == self.ids.k_dotted_name {
            let text = self.text(node);
            if text.contains('.') {
                let constant = self.dotted_expr(text, node.start_byte() as u32);
                if let Some(last) = last_named(node) {
                    self.site(SiteKind::Read, constant, last);
                }
            } else if text != "_" {
                let name = self.b.str(text);
                self.bind(name, pos, Bound::Var, TypeId::UNKNOWN, value);
            }
            return TypeId::UNKNOWN;
        }
        if kind == self.ids.k_as_pattern {
            let (Some(inner), Some(alias)) = (first_named(node), last_named(node)) else {
                return TypeId::UNKNOWN;
            };
            let ty = self.pattern(inner, value, pos);
            let seen = self.narrowed(value, ty);
            let name = self.b.name(alias);
            self.bind(name, pos, Bound::Var, TypeId::UNKNOWN, seen);
            return ty;
        }
        if kind == self.ids.k_union_pattern {
            let mut cursor = node.walk();
            let parts: Vec<TypeId> = node
                .named_children(&mut cursor)
                .map(|part| self.pattern(part, value, pos))
                .collect();
            return if parts.contains(&TypeId::UNKNOWN) {
                TypeId::UNKNOWN
            } else {
                self.union(parts)
            };
        }
        if kind == self.ids.k_class_pattern {
            return self.class_pattern(node, value, pos);
        }
        if kind == self.ids.k_dict_pattern {
            self.dict_pattern(node, value, pos);
            return TypeId::UNKNOWN;
        }
        if kind == self.ids.k_splat_pattern {
            let rest = self.list_of_elements(value);
            self.bind_capture(node, rest, pos);
            return TypeId::UNKNOWN;
        }
        if self.role(node) == Role::Pattern {
            let mut cursor = node.walk();
            for (index, child) in (0..).zip(node.named_children(&mut cursor)) {
                let part = if is_splat(self, child) {
                    value
                } else {
                    self.b.expr(Expr::Slot { base: value, index })
                };
                self.pattern(child, part, pos);
            }
        }
        TypeId::UNKNOWN
    }

    fn class_pattern(&mut self, node: Node, value: ExprId, pos: u32) -> TypeId {
        let mut cursor = node.walk();
        let mut ty = TypeId::UNKNOWN;
        let mut seen = value;
        for child in node.named_children(&mut cursor) {
            if child.kind_id() == self.ids.k_dotted_name {
                ty = self.dotted_type(child);
                seen = self.narrowed(value, ty);
                continue;
            }
            let inner = first_named(child).unwrap_or(child);
            if inner.kind_id() == self.ids.k_keyword_pattern {
                let (Some(name), Some(pattern)) = (first_named(inner), last_named(inner)) else {
                    continue;
                };
                let name = self.b.name(name);
                let member = self.b.expr(Expr::Member { base: seen, name });
                self.pattern(pattern, member, pos);
            } else {
                // `int(x)`, `str(x)`: built-in classes capture the subject itself. Other classes use `__match_args__`.
                self.pattern(child, ExprId::UNKNOWN, pos);
            }
        }
        ty
    }

    fn dict_pattern(&mut self, node: Node, value: ExprId, pos: u32) {
        let mut cursor = node.walk();
        let mut key = ExprId::UNKNOWN;
        if !cursor.goto_first_child() {
            return;
        }
        loop {
            let child = cursor.node();
            if child.is_named() {
                if self.ids.key.is(cursor.field_id()) {
                    key = self.text_or_expression(child);
                } else if self.ids.value.is(cursor.field_id()) {
                    let item = self.b.expr(Expr::Index {
                        base: value,
                        index: key,
                    });
                    self.pattern(child, item, pos);
                } else if child.kind_id() == self.ids.k_splat_pattern {
                    self.bind_capture(child, value, pos);
                }
            }
            if !cursor.goto_next_sibling() {
                break;
            }
        }
    }

    fn bind_capture(&mut self, node: Node, value: ExprId, pos: u32) {
        if let Some(name) = first_named(node) {
            let name = self.b.name(name);
            self.bind(name, pos, Bound::Var, TypeId::UNKNOWN, value);
        }
    }

    fn narrowed(&mut self, value: ExprId, ty: TypeId) -> ExprId {
        if !ty.is_known() {
            return value;
        }
        self.b.expr(Expr::Narrow { ty, value })
    }

    /// Adds a dotted name as a type.
    fn dotted_type(&mut self, node: Node) -> TypeId {
        let mut cursor = node.walk();
        let mut ty = TypeId::UNKNOWN;
        let mut last = None;
        for (index, part) in node.named_children(&mut cursor).enumerate() {
            let name = self.b.name(part);
            ty = if index == 0 {
                self.b.name_type(name, bombe_facts::List::default())
            } else {
                self.b.ty(TypeExpr::Member {
                    base: ty,
                    name,
                    args: bombe_facts::List::default(),
                })
            };
            last = Some(part);
        }
        if let Some(last) = last {
            let expr = self.b.expr(Expr::TypeValue(ty));
            self.site(SiteKind::Type, expr, last);
        }
        ty
    }
}

fn is_splat(lowering: &Lowering, node: Node) -> bool {
    node.kind_id() == lowering.ids.k_splat_pattern
        || first_named(node).is_some_and(|inner| inner.kind_id() == lowering.ids.k_splat_pattern)
}
