//! Functions: definitions, prototypes, parameters and constructor initializers.

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::declarators::Declarator;
use super::lower::Lowering;
use crate::grammar::Kind;
use crate::parse::roles::Role;
use bombe_facts::{
    Bound, DefFlags, DefId, DefRole, EntryKind, EntryPoint, ExprId, List, Param, ParamFlags,
    ScopeKind, SiteKind, StrId, TypeExpr, TypeId,
};

impl<'t> Lowering<'_, 't> {
    pub(super) fn signature_text(&mut self, start: usize, end: usize) -> StrId {
        let text = self.b.source().get(start..end).unwrap_or("");
        self.b.folded(text.trim_end().trim_end_matches(';'))
    }

    /// A function with a body.
    pub(super) fn function(&mut self, node: Node<'t>) {
        let Some(declarator) = self.ids.declarator.of(node) else {
            self.visit_children(node);
            return;
        };
        let mut found = self.declarator(declarator);
        let mut type_node = self.ids.ty.of(node);
        let (Some(name), Some(_)) = (found.name, found.function) else {
            let is_head = !self.in_function() && self.class_here().is_none();
            let ty = type_node.filter(|_| is_head);
            if !ty.is_some_and(|ty| self.macro_body_behind_type(node, ty, declarator)) {
                self.visit_children(node);
            }
            return;
        };
        if let Some(operator) = type_node.and_then(|ty| self.conversion(ty, &mut found)) {
            found.name = Some(operator);
            type_node = None;
        }
        if type_node.is_none() && found.scopes.is_empty() && self.is_macro_head(name) {
            self.macro_body(node, &found);
            return;
        }
        self.callable(node, type_node, &found, false);
    }

    /// `inline A::operator bool() {`, where the grammar reads `A::operator` as the type. Returns its last word, and
    /// moves the scopes before it to `found`.
    fn conversion(&self, ty: Node<'t>, found: &mut Declarator<'t>) -> Option<Node<'t>> {
        let mut scopes = Vec::new();
        let mut node = ty;
        while self.roles.of(node) == Role::Path {
            scopes.extend(self.ids.scope.of(node));
            node = self.ids.name.of(node)?;
        }
        if scopes.is_empty() || self.b.text(node) != "operator" {
            return None;
        }
        found.scopes = scopes;
        Some(node)
    }

    /// A function, method or constructor: a definition, or a prototype if `declared`.
    pub(super) fn callable(
        &mut self,
        node: Node<'t>,
        type_node: Option<Node<'t>>,
        found: &Declarator<'t>,
        declared: bool,
    ) {
        let (Some(name), Some(signature)) = (found.name, found.function) else {
            return;
        };
        let template = std::mem::take(&mut self.template);
        let doc = self.doc_above(template.start.unwrap_or(node));
        let specifiers = self.specifiers(node);
        let class = self.class_here();
        let name_text = self.callable_name(name);
        if declared && type_node.is_none() && self.macro_member(node, name, class, found) {
            return;
        }
        let kind = match (found.scopes.last(), class) {
            (Some(scope), _) => self.out_of_line_kind(*scope, &name_text),
            (None, Some(class))
                if self.b.facts.str(self.b.facts.defs[class.index()].name) == name_text =>
            {
                SymbolKind::Constructor
            }
            (None, Some(_)) => SymbolKind::Method,
            (None, None) => SymbolKind::Function,
        };
        let body = self.ids.body.of(node);
        let def = self
            .b
            .add_def(DefRole::Callable, Some(kind), node, Some(name));
        self.start_at(def, &template);
        let initializers = self.child_of_kind(node, self.ids.field_initializer_list);
        let head_end = initializers
            .or(body)
            .map_or(node.end_byte(), |end| end.start_byte());
        let signature_text =
            self.signature_text(self.b.facts.defs[def.index()].start as usize, head_end);
        let name_id = self.b.str(&name_text);
        let mut flags = DefFlags::default();
        if declared {
            let pure = self.ids.default_value.of(node).is_some()
                || self
                    .child_of_kind(node, self.ids.pure_virtual_clause)
                    .is_some();
            flags.set(if pure {
                DefFlags::ABSTRACT
            } else {
                DefFlags::DECLARATION
            });
        } else if self
            .child_of_kind(node, self.ids.pure_virtual_clause)
            .is_some()
        {
            flags.set(DefFlags::ABSTRACT);
        } else if self
            .child_of_kind(node, self.ids.delete_method_clause)
            .is_some()
        {
            // `= delete` removes the function.
            flags.set(DefFlags::DECLARATION);
        }
        if class.is_some() && specifiers.is_static {
            flags.set(DefFlags::STATIC);
        }
        if specifiers.is_virtual {
            flags.set(DefFlags::VIRTUAL);
        }
        let mut cursor = signature.walk();
        for child in signature.named_children(&mut cursor) {
            if child.kind_id() == self.ids.virtual_specifier {
                flags.set(match self.b.text(child) {
                    "override" => DefFlags::OVERRIDE,
                    _ => DefFlags::VIRTUAL,
                });
            }
            if child.kind_id() == self.ids.type_qualifier && self.b.text(child) == "const" {
                flags.set(DefFlags::READONLY);
            }
        }
        if self.b.facts.str(signature_text).contains("deprecated") {
            flags.set(DefFlags::DEPRECATED);
        }
        let visibility = if class.is_some() {
            self.access
        } else if self.internal || (specifiers.is_static && found.scopes.is_empty()) {
            Visibility::Private
        } else {
            Visibility::Public
        };
        let outer_scope = self.b.scope();
        let row = self.b.def_mut(def);
        row.name = name_id;
        row.doc = doc;
        row.signature = signature_text;
        row.flags = flags;
        row.visibility = visibility;
        if name.kind_id() == self.ids.operator_cast {
            row.name_end = signature.start_byte() as u32;
        }
        // Constructors are found through their class, not by name.
        if found.scopes.is_empty() && kind != SymbolKind::Constructor {
            self.b.bind_def(def);
        }
        let outer = self
            .b
            .enter_def(def, ScopeKind::Function, template.start.unwrap_or(node));
        self.type_params(def, &template);
        let receiver = self.receiver(&found.scopes, outer_scope);
        let mut ty = match type_node {
            Some(ty) => self.ty(ty),
            None if name.kind_id() == self.ids.operator_cast => self
                .ids
                .ty
                .of(name)
                .map_or(TypeId::UNKNOWN, |ty| self.ty(ty)),
            None => TypeId::UNKNOWN,
        };
        if let Some(trailing) = self.child_of_kind(signature, self.ids.trailing_return_type)
            && let Some(inner) = trailing.named_child(0)
        {
            ty = self.ty(inner);
        }
        if found.pointer {
            ty = self.pointer_to(ty);
        }
        let params = self.params(def, signature);
        self.b.set_params(def, params);
        let row = self.b.def_mut(def);
        row.receiver = receiver;
        row.ty = ty;
        self.callable_body(def, node, initializers, body, !ty.is_known());
        self.b.leave_def(outer);
        if kind == SymbolKind::Function && name_text == "main" && !declared {
            self.entry_point(EntryKind::Main, Some(def), StrId::EMPTY, node);
        }
    }

    pub(super) fn callable_body(
        &mut self,
        def: DefId,
        node: Node<'t>,
        initializers: Option<Node<'t>>,
        body: Option<Node<'t>>,
        infer: bool,
    ) {
        let Some(body) = body else { return };
        let row = self.b.def_mut(def);
        row.body_start = body.start_byte() as u32;
        row.body_end = body.end_byte() as u32;
        let returns = std::mem::take(&mut self.returns);
        let complexity = std::mem::take(&mut self.complexity);
        let comment = self.comment.take();
        let access = self.access;
        if let Some(initializers) = initializers {
            self.field_initializers(initializers);
        }
        // K&R parameters are declared between head and body.
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if self.roles.of(child) == Role::Declaration {
                self.declaration(child);
            }
        }
        if self.roles.of(body) == Role::Block {
            self.visit_children(body);
        } else {
            self.visit(body);
        }
        let values = std::mem::replace(&mut self.returns, returns);
        let list = if infer {
            self.b.list(&values)
        } else {
            List::default()
        };
        let branches = std::mem::replace(&mut self.complexity, complexity);
        self.comment = comment;
        self.access = access;
        let row = self.b.def_mut(def);
        row.returns = list;
        row.complexity = branches.saturating_add(1);
    }

    /// `A(x), m_b(y)` in a constructor. Bases and delegated constructors are constructed; members are not.
    fn field_initializers(&mut self, list: Node<'t>) {
        let mut cursor = list.walk();
        for initializer in list.named_children(&mut cursor) {
            if initializer.kind_id() != self.ids.field_initializer {
                continue;
            }
            let mut inner = initializer.walk();
            let mut children = initializer.named_children(&mut inner);
            let Some(target) = children.next() else {
                continue;
            };
            let Some(arguments) = children.next() else {
                continue;
            };
            let args = self.arguments(arguments);
            let (ty, token) = self.initializer_target(target);
            let token = token.unwrap_or(target);
            let base = self.roles.of(target) == Role::Path
                || target.kind_id() == self.ids.template_method
                || !looks_like_member(self.b.text(token));
            if base {
                self.constructed(SiteKind::New, ty, args, Some(token));
            }
        }
    }

    fn initializer_target(&mut self, target: Node<'t>) -> (TypeId, Option<Node<'t>>) {
        if self.roles.of(target) == Role::Path {
            return self.type_of(target);
        }
        let args = self.type_arguments(target);
        let token = self.ids.name.of(target).unwrap_or(target);
        let name = self.b.name(token);
        (self.b.name_type(name, args), Some(token))
    }

    /// Returns the name of a callable: `operator==` without blanks; `operator bool` and `~A` as written.
    fn callable_name(&self, name: Node) -> String {
        let text = self.b.text(name);
        let kind = name.kind_id();
        if kind == self.ids.operator_cast {
            let end = self
                .ids
                .declarator
                .of(name)
                .map_or(name.end_byte(), |d| d.start_byte());
            let text = self.b.source().get(name.start_byte()..end).unwrap_or(text);
            return text.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        if text == "operator" {
            // The converted-to type ends at the parentheses.
            let rest = self.b.source().get(name.start_byte()..).unwrap_or(text);
            let written = rest.split('(').next().unwrap_or(text);
            return written.split_whitespace().collect::<Vec<_>>().join(" ");
        }
        if kind == self.ids.operator_name {
            let symbol = text.trim_start_matches("operator").trim();
            let blank = if symbol.starts_with(|c: char| c.is_alphabetic()) {
                " "
            } else {
                ""
            };
            let symbol: String = symbol.split_whitespace().collect();
            return format!("operator{blank}{symbol}");
        }
        if kind == self.ids.destructor_name {
            return text.split_whitespace().collect();
        }
        text.to_owned()
    }

    /// Returns the kind of an out-of-line definition `scope::name`: a constructor, a function of a namespace known in
    /// this file, else a method.
    fn out_of_line_kind(&self, scope: Node, name: &str) -> SymbolKind {
        let token = self.ids.name.of(scope).unwrap_or(scope);
        let scope = self.b.text(token);
        if scope == name {
            return SymbolKind::Constructor;
        }
        let namespace = self
            .b
            .facts
            .defs
            .iter()
            .any(|def| def.role == DefRole::Namespace && self.b.facts.str(def.name) == scope);
        if namespace {
            SymbolKind::Function
        } else {
            SymbolKind::Method
        }
    }

    pub(super) fn child_of_kind(&self, node: Node<'t>, kind: Kind) -> Option<Node<'t>> {
        let mut cursor = node.walk();
        node.named_children(&mut cursor)
            .find(|child| child.kind_id() == kind)
    }

    /// Lowers and binds the parameters of a callable or lambda whose scope is open.
    pub(super) fn params(&mut self, def: DefId, signature: Node<'t>) -> Vec<Param> {
        let mut params = Vec::new();
        let Some(list) = self.ids.parameters.of(signature) else {
            return params;
        };
        let mut cursor = list.walk();
        for child in list.children(&mut cursor) {
            if child.kind_id() == self.ids.ellipsis {
                params.push(Param {
                    name: StrId::EMPTY,
                    ty: TypeId::UNKNOWN,
                    default: ExprId::UNKNOWN,
                    ty_text: StrId::EMPTY,
                    default_text: StrId::EMPTY,
                    flags: ParamFlags::VARIADIC,
                });
                continue;
            }
            match self.roles.of(child) {
                Role::Parameter => {
                    if let Some(param) = self.param(def, child, params.len() as u32) {
                        params.push(param);
                    }
                }
                // K&R parameter: its declaration follows the head.
                Role::Name => {
                    let name = self.b.name(child);
                    params.push(Param {
                        name,
                        ty: TypeId::UNKNOWN,
                        default: ExprId::UNKNOWN,
                        ty_text: StrId::EMPTY,
                        default_text: StrId::EMPTY,
                        flags: ParamFlags::default(),
                    });
                }
                Role::Error => self.visit_children(child),
                _ => {}
            }
        }
        params
    }

    pub(super) fn param(&mut self, def: DefId, node: Node<'t>, index: u32) -> Option<Param> {
        let type_node = self.ids.ty.of(node)?;
        let base = self.ty(type_node);
        let declarator = self.ids.declarator.of(node);
        if declarator.is_none() && self.b.facts.types[base.index()] == TypeExpr::Void {
            return None;
        }
        let ty = declarator.map_or(base, |declarator| self.wrapped(base, declarator));
        let name = declarator.and_then(|declarator| self.declarator(declarator).name);
        let name = name.filter(|name| !self.is_abstract(*name));
        let default_node = self.ids.default_value.of(node);
        let default = default_node.map_or(ExprId::UNKNOWN, |default| self.expr(default));
        let mut flags = ParamFlags::default();
        if default_node.is_some() {
            flags.set(ParamFlags::OPTIONAL);
        }
        // `Checked<T...> text` takes one value, of a type with a pack; `T&&... args` takes many.
        let after_type = type_node.end_byte()
            ..default_node.map_or(node.end_byte(), |default| default.start_byte());
        let declared = self.b.source().get(after_type).unwrap_or("");
        if declared.contains("...") {
            flags.set(ParamFlags::VARIADIC);
        }
        let end = name.map_or_else(
            || default_node.map_or(node.end_byte(), |default| default.start_byte()),
            |name| name.start_byte(),
        );
        let ty_text = self.b.source().get(node.start_byte()..end).unwrap_or("");
        let ty_text = self.b.folded(ty_text.trim_end().trim_end_matches('='));
        let default_text = default_node.map_or("", |default| self.b.text(default));
        let default_text = if default_text.len() <= 80 {
            self.b.folded(default_text)
        } else {
            StrId::EMPTY
        };
        let name_id = name.map_or(StrId::EMPTY, |name| self.b.name(name));
        if let Some(name) = name {
            let scope = self.b.declaring_scope();
            let pos = name.start_byte() as u32;
            let ty = self.constant(ty, self.specifiers(node).is_const);
            self.b
                .bind(name_id, scope, pos, Bound::Param(def, index), ty, default);
        }
        Some(Param {
            name: name_id,
            ty,
            default,
            ty_text,
            default_text,
            flags,
        })
    }

    /// Returns true for the end of a declarator without a name.
    fn is_abstract(&self, node: Node) -> bool {
        matches!(
            self.roles.of(node),
            Role::TypePointer
                | Role::TypeReference
                | Role::TypeArray
                | Role::Signature
                | Role::TypeParenthesized
        ) || node.kind_id() == self.ids.ellipsis
    }

    pub(super) fn entry_point(
        &mut self,
        kind: EntryKind,
        def: Option<DefId>,
        verb: StrId,
        node: Node,
    ) {
        let line = node.start_position().row as u32 + 1;
        self.b.entry_point(EntryPoint {
            verb,
            ..EntryPoint::of_language(kind, def, line)
        });
    }

    /// A friend with a body is a function of the enclosing namespace. Other friends are not definitions.
    pub(super) fn friend(&mut self, node: Node<'t>) {
        let mut cursor = node.walk();
        let function = node
            .named_children(&mut cursor)
            .find(|child| self.roles.of(*child) == Role::Function);
        let Some(function) = function else { return };
        let first = self.b.facts.defs.len();
        self.function(function);
        let mut scope = self.b.scope();
        while matches!(
            self.b.facts.scopes[scope.index()].kind,
            ScopeKind::Class | ScopeKind::Block | ScopeKind::Branch
        ) {
            scope = self.b.facts.scopes[scope.index()].parent;
        }
        let def = DefId(first as u32);
        let Some(row) = self.b.facts.defs.get_mut(first) else {
            return;
        };
        if row.role != DefRole::Callable {
            return;
        }
        row.kind = Some(SymbolKind::Function);
        row.scope = scope;
        for binding in self.b.facts.bindings.iter_mut().rev() {
            if binding.what == Bound::Def(def) {
                binding.scope = scope;
                binding.branch = scope;
                break;
            }
        }
    }
}

/// Returns true for names that conventionally belong to members: `m_x`, `x_`, `_x`.
fn looks_like_member(text: &str) -> bool {
    text.starts_with("m_") || text.ends_with('_') || text.starts_with('_')
}
