//! Functions in every form, declarations, methods, signatures and function values, with their parameters and type
//! parameters.

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::jsdoc::Tags;
use super::lower::{Frame, Lowering, This};
use crate::parse::roles::Role;
use bombe_facts::{
    Base, Bound, DefFlags, DefId, DefRole, Expr, ExprId, List, Param, ParamFlags, ScopeKind, StrId,
    TypeExpr, TypeId, part,
};

/// The properties of a function that its surroundings determine.
pub(super) struct Shape<'t> {
    /// `Callable`, or `Lambda` for a function without a name.
    pub(super) role: DefRole,
    /// `None` if it is not a symbol.
    pub(super) kind: Option<SymbolKind>,
    /// First and last node of the definition.
    pub(super) span: (Node<'t>, Node<'t>),
    /// Its name.
    pub(super) name: StrId,
    /// The token of the name.
    pub(super) at: Option<Node<'t>>,
    /// The value of `this` in the body. Arrow functions keep that of the enclosing function.
    pub(super) this: This,
    /// The definition that gets members from `this.x = …` in the body.
    pub(super) owner: Option<DefId>,
    /// Flags from outer modifiers.
    pub(super) flags: DefFlags,
    /// Visibility.
    pub(super) visibility: Visibility,
}

/// The keywords before a member's name.
#[derive(Default)]
pub(super) struct Modifiers {
    pub(super) flags: DefFlags,
    pub(super) visibility: Option<Visibility>,
    pub(super) optional: bool,
    /// True for `private x`, `readonly x` on a constructor's parameter.
    pub(super) property: bool,
}

impl<'t> Lowering<'t> {
    /// `function f() {}` and its overload signatures.
    pub(super) fn function_declaration(&mut self, node: Node<'t>) -> DefId {
        let at = self.ids.name.of(node);
        let mut name = at.map_or(StrId::EMPTY, |at| self.b.name(at));
        let mut flags = std::mem::take(&mut self.exported);
        if name.is_empty() && flags.has(DefFlags::DEFAULT_EXPORT) {
            name = self.b.str("default");
        }
        if node.kind() == "function_signature" {
            flags.set(DefFlags::OVERLOAD);
        }
        let from = self.outer.take().unwrap_or(node);
        let def = self.callable(
            node,
            Shape {
                role: DefRole::Callable,
                kind: Some(SymbolKind::Function),
                span: (from, node),
                name,
                at: at.or(Some(node)),
                this: This::None,
                owner: None,
                flags,
                visibility: Visibility::Public,
            },
        );
        if at.is_some() {
            self.b.bind_def(def);
            let scope = self.b.declaring_scope();
            self.declare_def(scope, name, def);
        }
        def
    }

    /// A function value with a name from its surroundings: `const f = () => …`, `{ f: function () {} }`.
    pub(super) fn named_function(&mut self, node: Node<'t>, mut shape: Shape<'t>) -> DefId {
        if node.kind() == "arrow_function" {
            shape.this = self.frame.this;
            shape.owner = self.frame.owner;
        }
        self.callable(node, shape)
    }

    /// A function value without a name, or with a name of its own.
    pub(super) fn lambda(&mut self, node: Node<'t>) -> ExprId {
        let at = self.ids.name.of(node);
        let name = at.map_or(StrId::EMPTY, |at| self.b.name(at));
        let arrow = node.kind() == "arrow_function";
        if self.own_tags.is_none() {
            let comment = self.comment_before(node);
            self.own_tags = Some(comment.map_or_else(Tags::default, Tags::read));
        }
        let def = self.callable(
            node,
            Shape {
                role: if at.is_some() {
                    DefRole::Callable
                } else {
                    DefRole::Lambda
                },
                kind: at.map(|_| SymbolKind::Function),
                span: (node, node),
                name,
                at,
                this: if arrow { self.frame.this } else { This::None },
                owner: if arrow { self.frame.owner } else { None },
                flags: DefFlags::default(),
                visibility: Visibility::Private,
            },
        );
        self.b.expr(Expr::Lambda(def))
    }

    /// Lowers a function in any form, with the properties in `shape`.
    pub(super) fn callable(&mut self, node: Node<'t>, shape: Shape<'t>) -> DefId {
        let def = self.new_def(shape.role, shape.kind, shape.span, shape.name, shape.at);
        let tags = match self.own_tags.take() {
            Some(tags) => tags,
            None => self.tags(),
        };
        let body = self.ids.body.of(node);
        let signature_start = self.after_decorators(shape.span);
        self.describe_from(
            def,
            signature_start,
            body.unwrap_or(shape.span.1)
                .start_byte()
                .max(shape.span.0.start_byte()) as u32,
        );
        if body.is_none() {
            self.describe_whole(def, signature_start, shape.span.1.end_byte());
        }

        let modifiers = self.modifiers(node);
        let mut flags = shape.flags.with(modifiers.flags);
        if node.kind().starts_with("generator") {
            flags.set(DefFlags::GENERATOR);
        }
        if body.is_none() {
            flags.set(DefFlags::ABSTRACT);
        }
        let constructor_name = shape.kind == Some(SymbolKind::Function) && self.js;
        {
            let d = self.b.def_mut(def);
            d.flags = d.flags.with(flags);
            d.visibility = modifiers.visibility.unwrap_or(shape.visibility);
        }

        if let Some(text) = tags.ty {
            let ty = self.jsdoc_type(text, node);
            if ty.is_known() {
                self.function_of_type(def, ty);
            }
        }

        let outer_def = self.b.enter_def(def, ScopeKind::Function, node);
        let (mut this, mut owner) = (shape.this, shape.owner);
        if matches!(this, This::None)
            && constructor_name
            && node.kind() != "arrow_function"
            && !shape.name.is_empty()
        {
            // A JavaScript function may be a constructor: `this` in its body is the result of `new f()`.
            let class = self.b.name_type(shape.name, List::default());
            this = This::Value(self.b.expr(Expr::New {
                class,
                args: List::default(),
                site: u32::MAX,
            }));
            owner = Some(def);
        }
        if matches!(node.kind(), "function_expression" | "generator_function")
            && let Some(own) = self.ids.name.of(node)
        {
            let name = self.b.name(own);
            let scope = self.b.scope();
            self.b.bind(
                name,
                scope,
                0,
                Bound::Def(def),
                TypeId::UNKNOWN,
                ExprId::UNKNOWN,
            );
        }
        let outer_frame = std::mem::replace(&mut self.frame, Frame::new(this, owner));
        let chains = self.chains.len();
        let outer_class =
            if node.kind() == "arrow_function" || shape.kind != Some(SymbolKind::Function) {
                None
            } else {
                Some(self.class.take())
            };

        let outer_params = self.type_params.len();
        let type_params = if tags.templates.is_empty() {
            self.type_parameters(node)
        } else {
            self.template_parameters(node, &tags.templates)
        };
        self.b.def_mut(def).type_params = type_params;
        if let Some(text) = tags.this {
            let ty = self.jsdoc_type(text, node);
            if ty.is_known() {
                let value = ExprId::UNKNOWN;
                self.frame.this = This::Value(self.b.expr(Expr::Cast { ty, value }));
            }
        }
        self.parameters(node, def, &tags);
        let mut ty = TypeId::UNKNOWN;
        if let Some(annotation) = self
            .ids
            .return_type
            .of(node)
            .or_else(|| self.ids.type_.of(node))
        {
            let (guard, result) = self.return_type(annotation);
            ty = result;
            if guard {
                self.b.def_mut(def).flags.set(DefFlags::TYPE_GUARD);
            }
        } else if let Some(text) = tags.returns {
            let (guard, result) = self.jsdoc_result(text, node);
            ty = result;
            if guard {
                self.b.def_mut(def).flags.set(DefFlags::TYPE_GUARD);
            }
        }
        self.b.def_mut(def).ty = ty;
        if let Some(body) = body {
            if self.role(body) == Role::Block {
                self.statements(body);
            } else {
                let value = self.expr(body);
                if value.is_known() {
                    self.frame.returns.push(value);
                }
            }
        }

        self.chains.truncate(chains);
        let frame = std::mem::replace(&mut self.frame, outer_frame);
        if let Some(class) = outer_class {
            self.class = class;
        }
        let returns = self.b.list(&frame.returns);
        let yields = self.b.list(&frame.yields);
        let d = self.b.def_mut(def);
        d.returns = returns;
        d.yields = yields;
        d.complexity = frame.complexity;
        if let Some(body) = body {
            d.body_start = body.start_byte() as u32;
            d.body_end = body.end_byte() as u32;
        }
        self.leave_type_params(outer_params);
        self.b.leave_def(outer_def);
        def
    }

    /// Describes a definition without a body: its signature is its complete text.
    fn describe_whole(&mut self, def: DefId, start: u32, end: usize) {
        let text = self.b.source().get(start as usize..end).unwrap_or("");
        let signature = self.b.folded(text.trim().trim_end_matches([';', ',']));
        self.b.def_mut(def).signature = signature;
    }

    /// Returns the keywords before a member's or parameter's name.
    pub(super) fn modifiers(&self, node: Node<'t>) -> Modifiers {
        let mut found = Modifiers::default();
        let mut cursor = node.walk();
        if !cursor.goto_first_child() {
            return found;
        }
        let mut named = false;
        loop {
            let child = cursor.node();
            match child.kind() {
                "static" | "static get" => found.flags.set(DefFlags::STATIC),
                "async" => found.flags.set(DefFlags::ASYNC),
                "get" if !named => found.flags.set(DefFlags::GETTER),
                "set" if !named => found.flags.set(DefFlags::SETTER),
                "*" => found.flags.set(DefFlags::GENERATOR),
                "abstract" => found.flags.set(DefFlags::ABSTRACT),
                "readonly" => {
                    found.flags.set(DefFlags::READONLY);
                    found.property = true;
                }
                "override_modifier" => {
                    found.flags.set(DefFlags::OVERRIDE);
                    found.property = true;
                }
                "accessibility_modifier" => {
                    found.property = true;
                    found.visibility = Some(match self.b.text(child) {
                        "private" => Visibility::Private,
                        "protected" => Visibility::Protected,
                        _ => Visibility::Public,
                    });
                }
                "?" => found.optional = true,
                "private_property_identifier" => {
                    found.visibility = Some(Visibility::Private);
                    named = true;
                }
                "property_identifier" | "identifier" | "string" | "computed_property_name" => {
                    named = true;
                }
                "formal_parameters" | "type_annotation" | "statement_block" | "=>" | "="
                | "class_body" => break,
                _ => {}
            }
            if !cursor.goto_next_sibling() {
                break;
            }
        }
        found
    }

    /// Lowers the type parameters of a definition whose scope is open. Returns the list of their definitions.
    pub(super) fn type_parameters(&mut self, node: Node<'t>) -> List<DefId> {
        let Some(list) = self.ids.type_parameters.of(node) else {
            return List::default();
        };
        let mut ids: Vec<DefId> = Vec::new();
        let mut nodes: Vec<Node<'t>> = Vec::new();
        let mut cursor = list.walk();
        for parameter in list.named_children(&mut cursor) {
            if self.role(parameter) != Role::TypeParam {
                continue;
            }
            let at = self.ids.name.of(parameter);
            let name = at.map_or(StrId::EMPTY, |at| self.b.name(at));
            let def = self.new_def(DefRole::TypeParam, None, (parameter, parameter), name, at);
            self.b.bind_def(def);
            self.type_params.push(def);
            self.captured = None;
            ids.push(def);
            nodes.push(parameter);
        }
        // Bounds and defaults may name sibling parameters.
        for (&id, &parameter) in ids.iter().zip(&nodes) {
            if let Some(constraint) = self.ids.constraint.of(parameter) {
                let ty = self.ty(constraint);
                let bases = self.b.list(&[Base::extends(ty)]);
                self.b.def_mut(id).bases = bases;
            }
            if let Some(default) = self.ids.value.of(parameter) {
                let ty = self.ty(default);
                self.b.def_mut(id).ty = ty;
            }
        }
        self.b.list(&ids)
    }

    fn parameters(&mut self, node: Node<'t>, def: DefId, tags: &Tags<'t>) {
        let mut params: Vec<Param> = Vec::new();
        if let Some(list) = self.ids.parameters.of(node) {
            let mut cursor = list.walk();
            for child in list.named_children(&mut cursor) {
                match self.role(child) {
                    Role::Comment => {}
                    Role::Decorator => self.decorator_site(child),
                    _ => self.parameter(child, def, tags, &mut params),
                }
            }
        } else if let Some(single) = self.ids.parameter.of(node) {
            self.parameter(single, def, tags, &mut params);
        }
        self.b.set_params(def, params);
    }

    fn parameter(&mut self, node: Node<'t>, def: DefId, tags: &Tags<'t>, params: &mut Vec<Param>) {
        let mut param = Self::blank_param();
        let mut pattern = node;
        let mut default = None;
        let mut modifiers = Modifiers::default();
        if self.role(node) == Role::Parameter {
            let Some(inner) = self.ids.pattern.of(node).or_else(|| self.ids.name.of(node)) else {
                return;
            };
            pattern = inner;
            modifiers = self.modifiers(node);
            let mut cursor = node.walk();
            for child in node.named_children(&mut cursor) {
                if self.role(child) == Role::Decorator {
                    self.decorator_site(child);
                }
            }
            if let Some(annotation) = self.ids.type_.of(node) {
                param.ty = self.ty(annotation);
                param.ty_text = self
                    .b
                    .folded(self.b.text(annotation).trim_start_matches([':', ' ']));
            }
            if pattern.kind() == "this" {
                if param.ty.is_known() {
                    self.frame.this = This::Value(self.b.expr(Expr::Cast {
                        ty: param.ty,
                        value: ExprId::UNKNOWN,
                    }));
                }
                return;
            }
            default = self.ids.value.of(node);
            if node.kind() == "optional_parameter" {
                param.flags.set(ParamFlags::OPTIONAL);
            }
        } else if node.kind() == "assignment_pattern" {
            let Some(left) = self.ids.left.of(node) else {
                return;
            };
            pattern = left;
            default = self.ids.right.of(node);
        }
        let rest = pattern.kind() == "rest_pattern";
        let mut of_element = false;
        if self.js {
            let name = if rest {
                pattern.named_child(0)
            } else {
                Some(pattern)
            };
            let name = name.unwrap_or(pattern);
            of_element = self.commented_parameter(node, name, tags, params.len(), &mut param);
        }
        if rest {
            param.flags.set(ParamFlags::VARIADIC);
            if self
                .ids
                .type_
                .of(node)
                .is_some_and(|ty| self.is_plain_tuple(ty))
            {
                param.flags.set(ParamFlags::PARTS);
            } else if !of_element {
                param.ty = self.element_type(param.ty);
            }
            if let Some(inner) = pattern.named_child(0) {
                pattern = inner;
            }
        }
        if let Some(default) = default {
            param.default = self.expr(default);
            param.flags.set(ParamFlags::OPTIONAL);
            let text = self.b.text(default);
            let cut = text
                .char_indices()
                .nth(80)
                .map_or(text.len(), |(at, _)| at.min(80));
            param.default_text = text
                .get(..cut)
                .map_or(StrId::EMPTY, |text| self.b.folded(text));
        }
        let index = params.len() as u32;
        let scope = self.b.scope();
        if pattern.kind() == "identifier" {
            param.name = self.b.name(pattern);
            self.declare(scope, param.name, param.ty.is_known());
            self.b.bind(
                param.name,
                scope,
                0,
                Bound::Param(def, index),
                TypeId::UNKNOWN,
                ExprId::UNKNOWN,
            );
        } else {
            // A pattern destructures a parameter with a name that no program can contain.
            let name = self.b.str(&format!("#{index}"));
            self.b.bind(
                name,
                scope,
                0,
                Bound::Param(def, index),
                TypeId::UNKNOWN,
                ExprId::UNKNOWN,
            );
            let value = self.b.expr(Expr::Name {
                name,
                scope,
                pos: pattern.start_byte() as u32,
            });
            self.bind_pattern(pattern, value, TypeId::UNKNOWN, scope, false);
        }
        if modifiers.property
            && let Some(class) = &self.class
        {
            let class_def = class.def;
            self.parameter_property(node, pattern, class_def, &param, &modifiers);
        }
        params.push(param);
    }

    /// Sets the type of a parameter from the tag of its name, or of its place if it is a pattern, or from a comment right
    /// before it. Returns true if the tag gives the type of one of several arguments (`...T`).
    fn commented_parameter(
        &mut self,
        node: Node<'t>,
        pattern: Node<'t>,
        tags: &Tags<'t>,
        at: usize,
        param: &mut Param,
    ) -> bool {
        let tag = if self.role(pattern) == Role::Name {
            tags.param(self.b.text(pattern))
        } else {
            tags.param_at(at)
        };
        let Some(tag) = tag else {
            param.ty = self.type_before(node);
            return false;
        };
        let parts = tags.parts_of(tag.name);
        param.ty = self.typed_name(&tag, &parts, node);
        param.ty_text = self.b.folded(tag.ty);
        let ty = tag.ty.trim();
        if ty.ends_with('=') || ty.starts_with('?') {
            param.flags.set(ParamFlags::OPTIONAL);
        }
        ty.starts_with("...")
    }

    /// `constructor(private x: T)` also declares a field of the class.
    fn parameter_property(
        &mut self,
        node: Node<'t>,
        at: Node<'t>,
        class: DefId,
        param: &Param,
        modifiers: &Modifiers,
    ) {
        let def = self.new_def(
            DefRole::Value,
            Some(SymbolKind::Field),
            (node, node),
            param.name,
            Some(at),
        );
        let start = self.after_decorators((node, node)) as usize;
        let text = self.b.source().get(start..node.end_byte()).unwrap_or("");
        let signature = self.b.folded(text.trim());
        let scope = self.b.facts.defs[class.index()].body_scope;
        let d = self.b.def_mut(def);
        d.parent = class;
        d.scope = scope.unwrap_or(d.scope);
        d.ty = param.ty;
        d.value = param.default;
        d.signature = signature;
        d.flags = modifiers.flags.with(DefFlags::FROM_PARAMETER);
        d.visibility = modifiers.visibility.unwrap_or(Visibility::Public);
        if let Some(class) = &mut self.class {
            class.members.push(param.name);
        }
    }

    /// Returns true for a tuple type whose number of parts is fixed.
    pub(super) fn is_plain_tuple(&self, node: Node<'t>) -> bool {
        let mut node = node;
        while matches!(
            self.role(node),
            Role::TypeAnnotation | Role::TypeParenthesized | Role::TypeReference
        ) {
            let mut cursor = node.walk();
            let mut parts = node.named_children(&mut cursor);
            let Some(inner) = parts.find(|child| self.role(*child) != Role::Comment) else {
                return false;
            };
            node = inner;
        }
        let mut cursor = node.walk();
        let is_open = |part: Node<'t>| {
            matches!(
                part.kind(),
                "rest_type" | "optional_type" | "optional_parameter"
            ) || self
                .ids
                .pattern
                .of(part)
                .is_some_and(|pattern| pattern.kind() == "rest_pattern")
        };
        self.role(node) == Role::TypeTuple && !node.named_children(&mut cursor).any(is_open)
    }

    /// Returns the element type of a rest parameter's array type.
    pub(super) fn element_type(&mut self, ty: TypeId) -> TypeId {
        match self.b.facts.types[ty.index()] {
            TypeExpr::Unknown => ty,
            TypeExpr::Builtin { args, .. } if args.len == 1 => self.b.facts.list(args)[0],
            _ => self.part(ty, part::ELEMENT),
        }
    }
}
