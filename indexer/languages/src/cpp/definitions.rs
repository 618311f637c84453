//! Functions, classes, enums, namespaces, aliases, templates.

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::declarators::Declarator;
use super::lower::{Lowering, Template};
use crate::grammar::Kind;
use crate::parse::roles::Role;
use bombe_facts::{
    BaseKind, Bound, DefFlags, DefId, DefRole, EntryKind, EntryPoint, Expr, ExprId, List, Param,
    ParamFlags, ScopeKind, SiteKind, StrId, TypeExpr, TypeId,
};

impl<'t> Lowering<'_, 't> {
    /// `template <…>` in front of a definition.
    pub(super) fn template(&mut self, node: Node<'t>) {
        let outermost = self.template.start.is_none();
        if outermost {
            self.template.start = Some(node);
        }
        if let Some(params) = self.ids.parameters.of(node) {
            self.template.params.push(params);
        }
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match self.roles.of(child) {
                Role::Template
                | Role::Function
                | Role::Declaration
                | Role::Class
                | Role::Struct
                | Role::Union
                | Role::Alias
                | Role::Trait
                | Role::Decorated => self.visit(child),
                _ => {}
            }
        }
        if outermost {
            self.template = Template::default();
        }
    }

    /// Declares the type parameters of `def`, whose scope is open.
    fn type_params(&mut self, def: DefId, template: &Template<'t>) {
        if template.params.is_empty() {
            return;
        }
        let mut ids = Vec::new();
        for list in &template.params {
            let mut cursor = list.walk();
            for param in list.named_children(&mut cursor) {
                let Some((name, default)) = self.type_param(param) else {
                    continue;
                };
                let id = self.b.add_def(DefRole::TypeParam, None, param, Some(name));
                self.b.bind_def(id);
                if let Some(default) = default {
                    let default = self.ty(default);
                    self.b.def_mut(id).ty = default;
                }
                ids.push(id.0);
            }
        }
        let ids = self.b.list(&ids);
        self.b.def_mut(def).type_params = ids;
    }

    /// Name and default of a template parameter.
    fn type_param(&self, param: Node<'t>) -> Option<(Node<'t>, Option<Node<'t>>)> {
        match self.roles.of(param) {
            Role::TypeParam => {
                let default = self.ids.default_type.of(param);
                let name = self.ids.name.of(param).or_else(|| {
                    let mut cursor = param.walk();
                    param
                        .named_children(&mut cursor)
                        .filter_map(|child| match self.roles.of(child) {
                            Role::TypeName => Some(child),
                            Role::TypeParam => self.type_param(child).map(|(name, _)| name),
                            _ => None,
                        })
                        .last()
                });
                Some((name.unwrap_or(param), default))
            }
            Role::Parameter => {
                let name = self
                    .ids
                    .declarator
                    .of(param)
                    .and_then(|d| self.declarator(d).name);
                Some((name.unwrap_or(param), None))
            }
            _ => None,
        }
    }

    /// Starts a definition at its `template` head.
    fn start_at(&mut self, def: DefId, template: &Template<'t>) {
        if let Some(start) = template.start {
            let row = self.b.def_mut(def);
            row.start = start.start_byte() as u32;
            row.start_line = start.start_position().row as u32 + 1;
        }
    }

    fn signature_text(&mut self, start: usize, end: usize) -> StrId {
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
        let (Some(name), Some(_)) = (found.name, found.function) else {
            self.visit_children(node);
            return;
        };
        let mut type_node = self.ids.ty.of(node);
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

    /// `inline A::operator bool() {`, where the grammar takes `A::operator` for the type: gives its last word, and the
    /// scopes before it to `found`.
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

    /// True if `name (…) {` without a type must be a macro: no constructor, destructor or operator.
    fn is_macro_head(&self, name: Node) -> bool {
        let text = self.b.text(name);
        if name.kind_id() != self.ids.identifier {
            return false;
        }
        if self.is_c {
            return is_upper(text);
        }
        self.class_here().is_none_or(|class| {
            let class = self.b.facts.defs[class.index()].name;
            self.b.facts.str(class) != text
        })
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
            // `= delete` says that there is no such function.
            flags.set(DefFlags::DECLARATION);
        }
        if class.is_some() && specifiers.is_static {
            flags.set(DefFlags::STATIC);
        }
        let mut cursor = signature.walk();
        for child in signature.named_children(&mut cursor) {
            if child.kind_id() == self.ids.virtual_specifier && self.b.text(child) == "override" {
                flags.set(DefFlags::OVERRIDE);
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
        // A constructor is no name of its own.
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
            None if name.kind_id() == self.ids.operator_cast => {
                self.ids.ty.of(name).map_or(TypeId(0), |ty| self.ty(ty))
            }
            None => TypeId(0),
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
        self.callable_body(def, node, initializers, body, ty == TypeId(0));
        self.b.leave_def(outer);
        if kind == SymbolKind::Function && name_text == "main" && !declared {
            self.entry_point(EntryKind::Main, Some(def), StrId(0), node);
        }
    }

    fn callable_body(
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
        // Parameters of the old style are declared between head and body.
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
            self.b.expr_list(&values)
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

    /// `A(x), m_b(y)` in a constructor: bases and the class itself are constructed, members are not.
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

    /// `operator ==` without its blank; `operator bool`, `~A` as they are.
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
            // The type converted to stands up to the parentheses.
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

    /// What `scope::name` defines: a constructor, a function of a namespace known in this file, else a method.
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

    /// `MACRO(args);` where a member or prototype could stand: a use of the macro. False if it is no macro.
    fn macro_member(
        &mut self,
        node: Node<'t>,
        name: Node<'t>,
        class: Option<DefId>,
        found: &Declarator<'t>,
    ) -> bool {
        if name.kind_id() != self.ids.identifier || !found.scopes.is_empty() {
            return false;
        }
        if let Some(class) = class
            && self.b.facts.str(self.b.facts.defs[class.index()].name) == self.b.text(name)
        {
            return false;
        }
        let _ = node;
        let callee = self.b.name_expr(name);
        let site = self.b.site(SiteKind::Call, ExprId(0), name);
        let call = self.b.expr(Expr::Call {
            callee,
            args: List::default(),
            site,
        });
        self.b.set_site_expr(site, call);
        true
    }

    fn child_of_kind(&self, node: Node<'t>, kind: Kind) -> Option<Node<'t>> {
        let mut cursor = node.walk();
        node.named_children(&mut cursor)
            .find(|child| child.kind_id() == kind)
    }

    /// Reads and binds the parameters of a callable or lambda whose scope is open.
    pub(super) fn params(&mut self, def: DefId, signature: Node<'t>) -> Vec<Param> {
        let mut params = Vec::new();
        let Some(list) = self.ids.parameters.of(signature) else {
            return params;
        };
        let mut cursor = list.walk();
        for child in list.children(&mut cursor) {
            if child.kind_id() == self.ids.ellipsis {
                params.push(Param {
                    name: StrId(0),
                    ty: TypeId(0),
                    default: ExprId(0),
                    ty_text: StrId(0),
                    default_text: StrId(0),
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
                // Old style: the type follows below the head.
                Role::Name => {
                    let name = self.b.name(child);
                    params.push(Param {
                        name,
                        ty: TypeId(0),
                        default: ExprId(0),
                        ty_text: StrId(0),
                        default_text: StrId(0),
                        flags: ParamFlags::default(),
                    });
                }
                Role::Error => self.visit_children(child),
                _ => {}
            }
        }
        params
    }

    fn param(&mut self, def: DefId, node: Node<'t>, index: u32) -> Option<Param> {
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
        let default = default_node.map_or(ExprId(0), |default| self.expr(default));
        let mut flags = ParamFlags::default();
        if default_node.is_some() {
            flags.set(ParamFlags::OPTIONAL);
        }
        if self.b.text(node).contains("...") {
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
            StrId(0)
        };
        let name_id = name.map_or(StrId(0), |name| self.b.name(name));
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

    /// True for the end of a declarator that names nothing.
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

    /// `TEST_F(Fixture, name) {…}` and other bodies behind a macro. No symbol: what is called inside belongs to the file.
    /// Members of classes named in the head are in sight, unless the macro is the plain `TEST`.
    fn macro_body(&mut self, node: Node<'t>, found: &Declarator<'t>) {
        let (Some(name), Some(signature)) = (found.name, found.function) else {
            return;
        };
        let template = std::mem::take(&mut self.template);
        self.comment = None;
        let macro_name = self.b.text(name);
        let mut bases = Vec::new();
        let mut title = String::new();
        if let Some(list) = self.ids.parameters.of(signature) {
            let mut cursor = list.walk();
            for param in list.named_children(&mut cursor) {
                let text = self.b.text(param);
                if !title.is_empty() {
                    title.push('.');
                }
                title.push_str(text);
                let inner = self
                    .ids
                    .ty
                    .of(param)
                    .filter(|_| self.ids.declarator.of(param).is_none());
                if let Some(inner) = inner
                    && macro_name != "TEST"
                {
                    let (ty, _) = self.type_of(inner);
                    bases.extend([BaseKind::Extends as u32, ty.0]);
                }
            }
        }
        let callee = self.b.name_expr(name);
        let site = self.b.site(SiteKind::Macro, ExprId(0), name);
        let call = self.b.expr(Expr::Call {
            callee,
            args: List::default(),
            site,
        });
        self.b.set_site_expr(site, call);
        let object = self.b.add_def(DefRole::Object, None, node, None);
        let bases = self.b.list(&bases);
        self.b.def_mut(object).bases = bases;
        if macro_name.contains("TEST") {
            self.b.facts.file.test = true;
            let title = self.b.str(&title);
            self.entry_point(EntryKind::Test, None, title, node);
        }
        let outer = self.b.enter_def(object, ScopeKind::Class, node);
        let body = self.b.add_def(DefRole::Lambda, None, node, None);
        let class = self.b.enter_def(body, ScopeKind::Function, node);
        self.type_params(body, &template);
        if let Some(block) = self.ids.body.of(node) {
            self.callable_body(body, node, None, Some(block), false);
        }
        self.b.leave_def(class);
        self.b.leave_def(outer);
    }

    /// True for a block outside of all functions: the body of one whose head is a macro, `DEFINE(f, int, x) {`, which the grammar
    /// of C takes for a statement. One that holds functions is none, but comes from a tree with errors.
    pub(super) fn is_loose_body(&self, block: Node<'t>) -> bool {
        let mut cursor = block.walk();
        let mut children = block.named_children(&mut cursor);
        let is_function = |child: Node| self.roles.of(child) == Role::Function;
        !self.in_function() && self.class_here().is_none() && !children.any(is_function)
    }

    /// The body of a function whose name only its macro knows: what is declared in it is seen nowhere else.
    pub(super) fn loose_body(&mut self, block: Node<'t>) {
        let body = self.b.add_def(DefRole::Lambda, None, block, None);
        let outer = self.b.enter_def(body, ScopeKind::Function, block);
        self.callable_body(body, block, None, Some(block), false);
        self.b.leave_def(outer);
    }

    fn entry_point(&mut self, kind: EntryKind, def: Option<DefId>, verb: StrId, node: Node) {
        self.b.entry_point(EntryPoint {
            kind,
            def,
            handler: ExprId(0),
            verb,
            route: StrId(0),
            framework: StrId(0),
            line: node.start_position().row as u32 + 1,
        });
    }

    /// `struct`, `class`, `union`, `enum`: a definition if it has a body, else the use of a type.
    pub(super) fn type_specifier(&mut self, node: Node<'t>) -> (TypeId, Option<Node<'t>>) {
        let name = self.ids.name.of(node);
        if self.ids.body.of(node).is_none() {
            return name.map_or((TypeId(0), None), |name| self.type_of(name));
        }
        if self.roles.of(node) == Role::Enum {
            return (self.enumeration(node, node, name), None);
        }
        (self.class(node, node, name), None)
    }

    /// A class with a body. `whole` is its range, `name` may stand outside of `node` (`typedef struct {…} name;`).
    fn class(&mut self, node: Node<'t>, whole: Node<'t>, name: Option<Node<'t>>) -> TypeId {
        let template = std::mem::take(&mut self.template);
        let doc = self.doc_above(template.start.unwrap_or(whole));
        let Some(body) = self.ids.body.of(node) else {
            return TypeId(0);
        };
        let found = name.map(|name| self.declarator(name)).unwrap_or_default();
        let outer_scope = self.b.scope();
        let role = if found.name.is_some() {
            DefRole::Type
        } else {
            DefRole::Object
        };
        let kind = found.name.map(|_| match self.roles.of(node) {
            Role::Class => SymbolKind::Class,
            Role::Union => SymbolKind::Union,
            _ => SymbolKind::Struct,
        });
        let def = self.b.add_def(role, kind, whole, found.name);
        self.start_at(def, &template);
        if self.stub {
            self.keyword_type(def);
        }
        let start = self.b.facts.defs[def.index()].start as usize;
        let signature = self.signature_text(start, body.start_byte());
        let visibility = match self.class_here() {
            Some(_) => self.access,
            None if self.internal => Visibility::Private,
            None => Visibility::Public,
        };
        let row = self.b.def_mut(def);
        row.doc = doc;
        row.signature = signature;
        row.visibility = visibility;
        row.body_start = body.start_byte() as u32;
        row.body_end = body.end_byte() as u32;
        // A specialization is another class than the one that its name names.
        let specialized = name.is_some_and(|name| self.is_specialized(name));
        if found.name.is_some() && found.scopes.is_empty() && !specialized {
            self.b.bind_def(def);
        }
        let outer = self.b.enter_def(def, ScopeKind::Class, whole);
        self.type_params(def, &template);
        let receiver = self.receiver(&found.scopes, outer_scope);
        let specialization = match name {
            Some(name) if specialized && self.roles.of(name) == Role::TypeGeneric => {
                self.type_of(name).0
            }
            _ => TypeId(0),
        };
        let bases = self.bases(node);
        let row = self.b.def_mut(def);
        row.receiver = receiver;
        row.ty = specialization;
        row.bases = bases;
        let default = if self.roles.of(node) == Role::Class {
            Visibility::Private
        } else {
            Visibility::Public
        };
        self.members(body, default);
        self.b.leave_def(outer);
        if role == DefRole::Object {
            return self.b.ty(TypeExpr::Object(def));
        }
        let name = self.b.facts.defs[def.index()].name;
        self.b.name_type(name, List::default())
    }

    /// Stub files cannot declare `int` by its name: they write `__kw_int`.
    fn keyword_type(&mut self, def: DefId) {
        let name = self.b.facts.defs[def.index()].name;
        if let Some(keyword) = self.b.facts.str(name).strip_prefix("__kw_") {
            let keyword = if keyword == "charp" {
                "char*".to_owned()
            } else {
                keyword.to_owned()
            };
            let name = self.b.str(&keyword);
            self.b.def_mut(def).name = name;
        }
    }

    /// True for `name<args>`.
    fn is_specialized(&self, name: Node<'t>) -> bool {
        match self.roles.of(name) {
            Role::TypeGeneric => true,
            Role::Path => self
                .ids
                .name
                .of(name)
                .is_some_and(|name| self.is_specialized(name)),
            _ => false,
        }
    }

    fn bases(&mut self, node: Node<'t>) -> List {
        let Some(clause) = self.child_of_kind(node, self.ids.base_class_clause) else {
            return List::default();
        };
        let mut bases = Vec::new();
        let mut cursor = clause.walk();
        for child in clause.named_children(&mut cursor) {
            if matches!(
                self.roles.of(child),
                Role::TypeName | Role::TypeGeneric | Role::Path
            ) {
                let (ty, _) = self.type_of(child);
                bases.extend([BaseKind::Extends as u32, ty.0]);
            }
        }
        self.b.list(&bases)
    }

    /// The members of a class whose scope is open.
    fn members(&mut self, body: Node<'t>, default: Visibility) {
        let outer_access = std::mem::replace(&mut self.access, default);
        let internal = std::mem::take(&mut self.internal);
        let comment = self.comment.take();
        let mut cursor = body.walk();
        for child in body.named_children(&mut cursor) {
            if child.kind_id() == self.ids.access_specifier {
                self.access = match self.b.text(child) {
                    "public" => Visibility::Public,
                    "protected" => Visibility::Protected,
                    _ => Visibility::Private,
                };
            } else {
                self.visit(child);
            }
        }
        self.comment = comment;
        self.internal = internal;
        self.access = outer_access;
    }

    /// Members of an anonymous struct or union, and enumerators of an anonymous enum, belong to what is around.
    pub(super) fn promoted_members(&mut self, node: Node<'t>) {
        let Some(body) = self.ids.body.of(node) else {
            return;
        };
        if self.roles.of(node) == Role::Enum {
            self.enumerators(body, TypeId(0), None);
        } else if self.class_here().is_some() {
            self.members(body, self.access);
        } else {
            self.class(node, node, None);
        }
    }

    fn enumeration(&mut self, node: Node<'t>, whole: Node<'t>, name: Option<Node<'t>>) -> TypeId {
        let Some(body) = self.ids.body.of(node) else {
            return TypeId(0);
        };
        let found = name.map(|name| self.declarator(name)).unwrap_or_default();
        let Some(name) = found.name else {
            self.enumerators(body, TypeId(0), None);
            return self.b.builtin_type("int", &[]);
        };
        let doc = self.doc_above(whole);
        let def = self
            .b
            .add_def(DefRole::Type, Some(SymbolKind::Enum), whole, Some(name));
        let signature = self.signature_text(whole.start_byte(), body.start_byte());
        let mut cursor = node.walk();
        let scoped = node.children(&mut cursor).any(|child| {
            let kind = child.kind_id();
            kind == self.ids.enum_class || kind == self.ids.enum_struct
        });
        let visibility = match self.class_here() {
            Some(_) => self.access,
            None if self.internal => Visibility::Private,
            None => Visibility::Public,
        };
        let outer_scope = self.b.declaring_scope();
        let receiver = self.receiver(&found.scopes, outer_scope);
        let row = self.b.def_mut(def);
        row.doc = doc;
        row.signature = signature;
        row.visibility = visibility;
        row.receiver = receiver;
        row.body_start = body.start_byte() as u32;
        row.body_end = body.end_byte() as u32;
        if !scoped {
            row.flags.set(DefFlags::TRANSPARENT);
        }
        if found.scopes.is_empty() {
            self.b.bind_def(def);
        }
        let name = self.b.facts.defs[def.index()].name;
        let ty = self.b.name_type(name, List::default());
        let outer = self.b.enter_def(def, ScopeKind::Class, whole);
        self.enumerators(body, ty, (!scoped).then_some(outer_scope));
        self.b.leave_def(outer);
        ty
    }

    fn enumerators(&mut self, body: Node<'t>, ty: TypeId, also_in: Option<bombe_facts::ScopeId>) {
        let comment = self.comment.take();
        let mut cursor = body.walk();
        for child in body.named_children(&mut cursor) {
            match self.roles.of(child) {
                Role::EnumMember => {
                    let Some(name) = self.ids.name.of(child) else {
                        continue;
                    };
                    let doc = self.doc_above(child);
                    let def = self.b.add_def(
                        DefRole::Value,
                        Some(SymbolKind::EnumMember),
                        child,
                        Some(name),
                    );
                    let value = self
                        .ids
                        .value
                        .of(child)
                        .map_or(ExprId(0), |value| self.expr(value));
                    let row = self.b.def_mut(def);
                    row.ty = ty;
                    row.doc = doc;
                    row.value = if ty == TypeId(0) { value } else { ExprId(0) };
                    row.flags.set(DefFlags::READONLY);
                    let name = row.name;
                    self.b.bind_def(def);
                    if let Some(scope) = also_in {
                        self.b
                            .bind(name, scope, 0, Bound::Def(def), TypeId(0), ExprId(0));
                    }
                }
                Role::Branch => self.enumerators(child, ty, also_in),
                _ => self.visit(child),
            }
        }
        self.comment = comment;
    }

    pub(super) fn namespace(&mut self, node: Node<'t>) {
        let Some(body) = self.ids.body.of(node) else {
            return;
        };
        let mut names = Vec::new();
        if let Some(name) = self.ids.name.of(node) {
            self.namespace_names(name, &mut names);
        }
        let doc = self.doc_above(node);
        let internal = self.internal;
        let mut outers = Vec::new();
        // What an anonymous namespace holds is seen in the whole file, and in no other.
        self.internal |= names.is_empty();
        let mut cursor = node.walk();
        let inline = node
            .children(&mut cursor)
            .next()
            .is_some_and(|first| first.kind() == "inline");
        for name in names {
            let def = self.b.add_def(
                DefRole::Namespace,
                Some(SymbolKind::Namespace),
                node,
                Some(name),
            );
            let row = self.b.def_mut(def);
            row.doc = doc;
            row.body_start = body.start_byte() as u32;
            row.body_end = body.end_byte() as u32;
            if inline {
                row.flags.set(DefFlags::TRANSPARENT);
            }
            self.b.bind_def(def);
            outers.push(self.b.enter_def(def, ScopeKind::Namespace, node));
        }
        self.visit_children(body);
        while let Some(outer) = outers.pop() {
            self.b.leave_def(outer);
        }
        self.internal = internal;
    }

    fn namespace_names(&self, node: Node<'t>, names: &mut Vec<Node<'t>>) {
        if node.kind_id() != self.ids.nested_namespace_specifier {
            names.push(node);
            return;
        }
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            self.namespace_names(child, names);
        }
    }

    /// `namespace a = b::c;`
    pub(super) fn namespace_alias(&mut self, node: Node<'t>) {
        let Some(name) = self.ids.name.of(node) else {
            return;
        };
        let mut names = Vec::new();
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if child.id() != name.id() {
                self.namespace_names(child, &mut names);
            }
        }
        let mut ty = TypeId(0);
        for part in names {
            let part = self.b.name(part);
            ty = if ty == TypeId(0) {
                self.b.name_type(part, List::default())
            } else {
                self.b.ty(TypeExpr::Member {
                    base: ty,
                    name: part,
                    args: List::default(),
                })
            };
        }
        let def = self.b.add_def(DefRole::Alias, None, node, Some(name));
        self.b.def_mut(def).ty = ty;
        self.b.bind_def(def);
    }

    /// `typedef T name;`, `using name = T;`.
    pub(super) fn alias(&mut self, node: Node<'t>) {
        let Some(type_node) = self.ids.ty.of(node) else {
            self.visit_children(node);
            return;
        };
        if let Some(name) = self.ids.name.of(node) {
            self.alias_definition(node, name, Some(type_node), None);
            return;
        }
        let mut declarators = Vec::new();
        let mut cursor = node.walk();
        for (index, child) in node.named_children(&mut cursor).enumerate() {
            if node.field_name_for_named_child(index as u32) == Some("declarator") {
                declarators.push(child);
            }
        }
        let has_body = self.ids.body.of(type_node).is_some();
        let named = self.ids.name.of(type_node);
        let plain = declarators
            .iter()
            .find(|d| matches!(self.roles.of(**d), Role::TypeName | Role::Name))
            .copied();
        let mut ty = None;
        if has_body {
            // `typedef struct {…} name;` defines `name`.
            let name = named.or(plain);
            ty = Some(if self.roles.of(type_node) == Role::Enum {
                self.enumeration(type_node, node, name)
            } else {
                self.class(type_node, node, name)
            });
        }
        for declarator in declarators {
            let found = self.declarator(declarator);
            let Some(name) = found.name else { continue };
            let text = self.b.text(name);
            let own = named.or(plain).filter(|_| has_body || named.is_some());
            if own.is_some_and(|own| self.b.text(own) == text) {
                continue;
            }
            let base = match ty {
                Some(ty) => ty,
                None => self.ty(type_node),
            };
            let whole = self.wrapped(base, declarator);
            self.alias_definition(node, name, None, Some(whole));
        }
    }

    fn alias_definition(
        &mut self,
        node: Node<'t>,
        name: Node<'t>,
        type_node: Option<Node<'t>>,
        ty: Option<TypeId>,
    ) {
        let template = std::mem::take(&mut self.template);
        let doc = self.doc_above(template.start.unwrap_or(node));
        let def = self.b.add_def(
            DefRole::Alias,
            Some(SymbolKind::TypeAlias),
            node,
            Some(name),
        );
        self.start_at(def, &template);
        let signature = self.signature_text(node.start_byte(), node.end_byte());
        self.b.bind_def(def);
        let opened = (!template.params.is_empty()).then(|| {
            self.b
                .enter_def(def, ScopeKind::Block, template.start.unwrap_or(node))
        });
        self.type_params(def, &template);
        let ty = match (ty, type_node) {
            (Some(ty), _) => ty,
            (None, Some(node)) => self.ty(node),
            (None, None) => TypeId(0),
        };
        if let Some(outer) = opened {
            self.b.leave_def(outer);
        }
        let visibility = if self.class_here().is_some() {
            self.access
        } else {
            Visibility::Public
        };
        let row = self.b.def_mut(def);
        row.ty = ty;
        row.doc = doc;
        row.signature = signature;
        row.visibility = visibility;
    }

    /// `concept C = …;`
    pub(super) fn concept(&mut self, node: Node<'t>) {
        let template = std::mem::take(&mut self.template);
        let Some(name) = self.ids.name.of(node) else {
            return;
        };
        let doc = self.doc_above(template.start.unwrap_or(node));
        let def = self
            .b
            .add_def(DefRole::Value, Some(SymbolKind::Trait), node, Some(name));
        self.start_at(def, &template);
        let signature = self.signature_text(node.start_byte(), node.end_byte());
        let row = self.b.def_mut(def);
        row.doc = doc;
        row.signature = signature;
        self.b.bind_def(def);
        let outer = self
            .b
            .enter_def(def, ScopeKind::Block, template.start.unwrap_or(node));
        self.type_params(def, &template);
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if child.id() != name.id() {
                self.visit(child);
            }
        }
        self.b.leave_def(outer);
    }

    /// A friend with a body is a function of the namespace around; other friends are no definitions.
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

/// True for names in upper case, digits and underscores: macros by custom.
pub(super) fn is_upper(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_uppercase())
        && !text.bytes().any(|byte| byte.is_ascii_lowercase())
}

/// True for names that only members have by custom: `m_x`, `x_`, `_x`.
fn looks_like_member(text: &str) -> bool {
    text.starts_with("m_") || text.ends_with('_') || text.starts_with('_')
}
