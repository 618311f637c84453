//! Items: functions, types, traits, impl blocks, modules, constants, macros.

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::attributes::{Pending, Said};
use super::lower::{Frame, Lowering, Owner};
use crate::parse::roles::Role;
use bombe_facts::{
    BaseKind, Binding, Bound, DefFlags, DefId, DefRole, Expr, ExprId, Import, ImportKind, List,
    Param, ParamFlags, ScopeId, ScopeKind, StrId, TypeExpr, TypeId,
};

/// How many function bounds were known before a definition's type parameters.
#[derive(Clone, Copy)]
pub(super) struct Generics(usize);

impl Lowering<'_> {
    /// Lowers `node` if it is an item; false if it is none. An item for another platform is bound later.
    pub(super) fn built_item<'t>(
        &mut self,
        node: Node<'t>,
        role: Role,
        pending: &Pending<'t>,
    ) -> bool {
        if pending.attributes.is_empty() || !self.is_other_build(pending) {
            return self.item(node, role, pending);
        }
        let (first_binding, first_def) = (self.b.facts.bindings.len(), self.b.facts.defs.len());
        if !self.item(node, role, pending) {
            return false;
        }
        let scope = self.b.declaring_scope();
        let bindings = self.b.facts.bindings.split_off(first_binding);
        let (held, kept): (Vec<_>, Vec<_>) = bindings
            .into_iter()
            .partition(|binding| binding.scope == scope);
        self.b.facts.bindings.extend(kept);
        self.other_builds.extend(held);
        if let Some(def) = self.b.facts.defs.get_mut(first_def) {
            def.flags.set(DefFlags::OTHER_BUILD);
        }
        true
    }

    /// Lowers `node` if it is an item; false if it is none.
    fn item<'t>(&mut self, node: Node<'t>, role: Role, pending: &Pending<'t>) -> bool {
        if self.template && !matches!(role, Role::Use | Role::Import) {
            return self.template_item(node, role);
        }
        match role {
            Role::Function | Role::Signature => self.function(node, pending),
            Role::Struct => self.structure(node, SymbolKind::Struct, pending),
            Role::Union => self.structure(node, SymbolKind::Union, pending),
            Role::Enum => self.enumeration(node, pending),
            Role::Trait => self.trait_item(node, pending),
            Role::Impl => self.impl_item(node),
            Role::Namespace => self.module(node, pending),
            Role::Constant => self.constant(node, SymbolKind::Constant, pending),
            Role::Variable => self.constant(node, SymbolKind::Variable, pending),
            Role::Alias => self.alias(node, pending),
            Role::Macro => self.macro_definition(node, pending),
            Role::Declaration => {
                if let Some(body) = self.ids.body.of(node) {
                    self.statements(body);
                }
            }
            Role::Use => self.use_declaration(node),
            Role::Import => self.extern_crate(node),
            _ => return false,
        }
        true
    }

    /// An item in the body of a macro definition defines nothing here; what it calls is read.
    fn template_item(&mut self, node: Node, role: Role) -> bool {
        match role {
            Role::Function | Role::Trait | Role::Impl | Role::Namespace => {
                if let Some(body) = self.ids.body.of(node) {
                    self.block(body);
                }
            }
            Role::Constant | Role::Variable => {
                if let Some(value) = self.ids.value.of(node) {
                    self.expr(value);
                }
            }
            Role::Struct
            | Role::Union
            | Role::Enum
            | Role::Alias
            | Role::Macro
            | Role::Signature
            | Role::Declaration => {}
            _ => return false,
        }
        true
    }

    /// Adds a definition for an item with everything that all items have.
    fn add_item(
        &mut self,
        role: DefRole,
        kind: SymbolKind,
        node: Node,
        pending: &Pending,
    ) -> (DefId, Said) {
        let name = self.ids.name.of(node);
        let def = self.b.add_def(role, Some(kind), node, name);
        let said = self.attributes(def, pending);
        let visibility = self.visibility(node);
        let tests = self.in_tests;
        let current = self.b.current_def();
        let owner = self
            .owners
            .last()
            .is_some_and(|owner| owner.def == current && (owner.is_trait || owner.of_trait));
        let d = self.b.def_mut(def);
        d.visibility = if owner {
            Visibility::Public
        } else {
            visibility
        };
        if d.visibility == Visibility::Public {
            d.flags.set(DefFlags::EXPORTED);
        }
        if tests && role == DefRole::Type {
            d.flags.set(DefFlags::TEST);
        }
        (def, said)
    }

    fn visibility(&self, node: Node) -> Visibility {
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            if child.kind() == "visibility_modifier" {
                return if self.text(child) == "pub" {
                    Visibility::Public
                } else {
                    Visibility::Package
                };
            }
            if self.role(child) == Role::Name || child.kind() == "type_identifier" {
                break;
            }
        }
        Visibility::Private
    }

    /// The signature is the text from the item's first token up to its body.
    fn set_signature(&mut self, def: DefId, node: Node, body: Option<Node>) {
        let end = body.map_or(node.end_byte(), |body| body.start_byte());
        let text = self.b.source().get(node.start_byte()..end).unwrap_or("");
        let signature = self
            .b
            .folded(text.trim_end().trim_end_matches([';', '=', ',']));
        let d = self.b.def_mut(def);
        d.signature = signature;
        if let Some(body) = body {
            d.body_start = body.start_byte() as u32;
            d.body_end = body.end_byte() as u32;
        }
    }

    fn function(&mut self, node: Node, pending: &Pending) {
        let owner = self.owners.last().map(|owner| (owner.def, owner.is_trait));
        let owner = owner.filter(|(def, _)| *def == self.b.current_def());
        let kind = if owner.is_some() {
            SymbolKind::Method
        } else {
            SymbolKind::Function
        };
        let (def, _) = self.add_item(DefRole::Callable, kind, node, pending);
        let body = self.ids.body.of(node);
        self.set_signature(def, node, body);
        if self.has_modifier(node, "async") {
            self.b.def_mut(def).flags.set(DefFlags::ASYNC);
        }
        match (owner, body) {
            (Some((_, true)), Some(_)) => self.b.def_mut(def).flags.set(DefFlags::DEFAULT),
            (_, None) => self.b.def_mut(def).flags.set(DefFlags::ABSTRACT),
            _ => {}
        }
        self.b.bind_def(def);

        let outer = self.b.enter_def(def, ScopeKind::Function, node);
        self.frames.push(Frame::default());
        let generics = self.generics(node, def);
        let has_self = self.parameters(node, def);
        if owner.is_some() && !has_self {
            self.b.def_mut(def).flags.set(DefFlags::STATIC);
        }
        let ty = match self.ids.return_type.of(node) {
            Some(ty) => self.ty(ty),
            None => self.b.ty(TypeExpr::Void),
        };
        self.b.def_mut(def).ty = ty;
        if let Some(body) = body {
            self.bodies += 1;
            self.statements(body);
            self.bodies -= 1;
        }
        self.end_generics(generics);
        let frame = self.frames.pop().unwrap_or_default();
        self.b.def_mut(def).complexity = 1 + frame.branches;
        self.b.leave_def(outer);
    }

    fn has_modifier(&self, node: Node, word: &str) -> bool {
        let mut cursor = node.walk();
        let mut found = false;
        for child in node.named_children(&mut cursor) {
            match child.kind() {
                "function_modifiers" => {
                    found = self.text(child).split_whitespace().any(|w| w == word);
                }
                "visibility_modifier" => {}
                _ => break,
            }
        }
        found
    }

    /// Lowers parameters into `def`. True if there is a receiver.
    fn parameters(&mut self, node: Node, def: DefId) -> bool {
        let Some(list) = self.ids.parameters.of(node) else {
            return false;
        };
        let mut params = Vec::new();
        let mut has_self = false;
        let mut cursor = list.walk();
        for child in list.named_children(&mut cursor) {
            match self.role(child) {
                Role::Parameter => {
                    let pattern = self.ids.pattern.of(child);
                    if pattern.is_some_and(|pattern| self.role(pattern) == Role::This) {
                        has_self = true;
                        continue;
                    }
                    params.push(self.parameter(
                        def,
                        params.len() as u32,
                        pattern,
                        self.ids.r#type.of(child),
                    ));
                }
                Role::Comment | Role::Decorator => {}
                _ if child.kind() == "self_parameter" => has_self = true,
                _ if child.kind() == "variadic_parameter" => params.push(Param {
                    name: StrId(0),
                    ty: TypeId(0),
                    default: ExprId(0),
                    ty_text: StrId(0),
                    default_text: StrId(0),
                    flags: ParamFlags::VARIADIC,
                }),
                // A parameter of a trait method without a name: its type alone.
                _ => params.push(self.parameter(def, params.len() as u32, None, Some(child))),
            }
        }
        self.b.set_params(def, params);
        has_self
    }

    /// A parameter with its bindings.
    pub(super) fn parameter(
        &mut self,
        def: DefId,
        index: u32,
        pattern: Option<Node>,
        ty: Option<Node>,
    ) -> Param {
        let ty_text = ty.map_or(StrId(0), |ty| {
            let text = self.text(ty);
            self.b.folded(text)
        });
        let ty = ty.map_or(TypeId(0), |ty| self.param_type(ty));
        let mut name = StrId(0);
        if let Some(pattern) = pattern {
            if self.role(pattern) == Role::Name {
                name = self.b.name(pattern);
                let scope = self.b.declaring_scope();
                self.b
                    .bind(name, scope, 0, Bound::Param(def, index), ty, ExprId(0));
            } else {
                // A pattern takes a nameless parameter apart: `#0` cannot be written in a program.
                let hidden = self.b.str(&format!("#{index}"));
                let scope = self.b.declaring_scope();
                self.b
                    .bind(hidden, scope, 0, Bound::Param(def, index), ty, ExprId(0));
                let whole = self.b.name_expr_at(hidden, pattern.end_byte() as u32);
                self.pattern(pattern, whole, 0, true);
            }
        }
        Param {
            name,
            ty,
            default: ExprId(0),
            ty_text,
            default_text: StrId(0),
            flags: ParamFlags::default(),
        }
    }

    /// The type of a parameter: a type parameter bounded by a function trait is that function type.
    fn param_type(&mut self, node: Node) -> TypeId {
        if self.role(node) == Role::TypeName && !self.fn_bounds.is_empty() {
            let name = self.b.name(node);
            if let Some((_, ty)) = self
                .fn_bounds
                .iter()
                .rev()
                .find(|(bound, _)| *bound == name)
            {
                return *ty;
            }
        }
        self.ty(node)
    }

    /// Lowers the type parameters and the `where` clause of a definition that is current.
    pub(super) fn generics(&mut self, node: Node, def: DefId) -> Generics {
        let mark = Generics(self.fn_bounds.len());
        let mut params: Vec<(StrId, DefId, Vec<u32>)> = Vec::new();
        if let Some(list) = self.ids.type_parameters.of(node) {
            let mut cursor = list.walk();
            for child in list.named_children(&mut cursor) {
                if self.role(child) == Role::TypeParam {
                    let name = self.ids.name.of(child);
                    let param = self.b.add_def(DefRole::TypeParam, None, child, name);
                    self.b.bind_def(param);
                    params.push((self.b.facts.defs[param.index()].name, param, Vec::new()));
                }
            }
            // Bounds may name parameters that stand later.
            let mut at = 0;
            let mut cursor = list.walk();
            for child in list.named_children(&mut cursor) {
                if self.role(child) == Role::TypeParam {
                    if let Some(bounds) = self.ids.bounds.of(child) {
                        self.bounds(bounds, params[at].0, &mut params[at].2);
                    }
                    if let Some(default) = self.ids.default_type.of(child) {
                        let ty = self.ty(default);
                        self.b.def_mut(params[at].1).ty = ty;
                    }
                    at += 1;
                }
            }
        }
        let mut cursor = node.walk();
        for clause in node.named_children(&mut cursor) {
            if clause.kind() != "where_clause" {
                continue;
            }
            let mut cursor = clause.walk();
            for predicate in clause.named_children(&mut cursor) {
                let (Some(left), Some(bounds)) =
                    (self.ids.left.of(predicate), self.ids.bounds.of(predicate))
                else {
                    continue;
                };
                let name = self.b.name(left);
                if let Some(at) = params.iter().position(|(param, ..)| *param == name) {
                    self.bounds(bounds, name, &mut params[at].2);
                } else {
                    self.bounds(bounds, name, &mut Vec::new());
                }
            }
        }
        for (_, param, bases) in &params {
            if !bases.is_empty() {
                let bases = self.b.list(bases);
                self.b.def_mut(*param).bases = bases;
            }
        }
        let ids: Vec<u32> = params.iter().map(|(_, param, _)| param.0).collect();
        if !ids.is_empty() {
            let ids = self.b.list(&ids);
            self.b.def_mut(def).type_params = ids;
        }
        mark
    }

    /// Forgets the function bounds of a definition that ends.
    pub(super) fn end_generics(&mut self, mark: Generics) {
        self.fn_bounds.truncate(mark.0);
    }

    /// Adds the bounds in a `trait_bounds` node as `Extends` pairs; a function bound is also noted under `name`.
    fn bounds(&mut self, node: Node, name: StrId, bases: &mut Vec<u32>) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if let Some(ty) = self.bound(child) {
                if matches!(self.b.facts.types[ty.index()], TypeExpr::Fn { .. }) {
                    self.fn_bounds.push((name, ty));
                }
                bases.extend([BaseKind::Extends as u32, ty.0]);
            }
        }
    }

    fn structure(&mut self, node: Node, kind: SymbolKind, pending: &Pending) {
        let (def, said) = self.add_item(DefRole::Type, kind, node, pending);
        let body = self.ids.body.of(node);
        self.set_signature(
            def,
            node,
            body.filter(|body| body.kind() == "field_declaration_list"),
        );
        self.set_bases(def, &said.derived);
        self.b.bind_def(def);
        let outer = self.b.enter_def(def, ScopeKind::Class, node);
        let generics = self.generics(node, def);
        if let Some(body) = body {
            let own = self.b.facts.defs[def.index()].name;
            let tuple = body.kind() == "ordered_field_declaration_list";
            let fields = self.fields_of(body, def, own, true);
            if tuple || self.b.facts.defs[def.index()].type_params.len > 0 {
                self.constructor(def, node, fields);
            }
        }
        self.end_generics(generics);
        self.b.leave_def(outer);
    }

    /// The hidden callable `%new` of a struct, which tells type arguments from field values.
    fn constructor(&mut self, owner: DefId, node: Node, fields: Vec<(StrId, TypeId)>) {
        let new = self.b.add_def(DefRole::Callable, None, node, None);
        let name = self.b.str("%new");
        let ty = self.own_type(owner);
        self.set_fields_as_params(new, fields);
        let d = self.b.def_mut(new);
        d.name = name;
        d.ty = ty;
        d.flags.set(DefFlags::SYNTHETIC.with(DefFlags::STATIC));
    }

    fn set_fields_as_params(&mut self, def: DefId, fields: Vec<(StrId, TypeId)>) {
        let params = fields
            .into_iter()
            .map(|(name, ty)| Param {
                name,
                ty,
                default: ExprId(0),
                ty_text: StrId(0),
                default_text: StrId(0),
                flags: ParamFlags::default(),
            })
            .collect();
        self.b.set_params(def, params);
    }

    /// A type applied to its own parameters, named from inside it.
    fn own_type(&mut self, def: DefId) -> TypeId {
        let (name, params) = {
            let d = &self.b.facts.defs[def.index()];
            (d.name, d.type_params)
        };
        let params: Vec<u32> = self.b.facts.list(params).to_vec();
        let mut args = Vec::with_capacity(params.len());
        for param in params {
            let name = self.b.facts.defs[param as usize].name;
            args.push(self.b.name_type(name, List::default()));
        }
        let args = self.b.type_list(&args);
        self.b.name_type(name, args)
    }

    fn set_bases(&mut self, def: DefId, bases: &[u32]) {
        if !bases.is_empty() {
            let bases = self.b.list(bases);
            self.b.def_mut(def).bases = bases;
        }
    }

    /// Fields of a struct, or of a variant of the enum `owner`. Payloads get a second, hidden field in `owner` named after
    /// `variant` by which patterns reach them.
    fn fields_of(
        &mut self,
        body: Node,
        owner: DefId,
        variant: StrId,
        of_struct: bool,
    ) -> Vec<(StrId, TypeId)> {
        let mut fields = Vec::new();
        let mut pending = Pending::default();
        let mut visibility = Visibility::Private;
        let mut cursor = body.walk();
        let named = body.kind() == "field_declaration_list";
        for child in body.named_children(&mut cursor) {
            match self.role(child) {
                Role::Comment => self.note_doc(child, &mut pending),
                Role::Decorator => pending.attributes.push(child),
                Role::Field => {
                    let name = self.ids.name.of(child);
                    let field =
                        self.b
                            .add_def(DefRole::Value, Some(SymbolKind::Field), child, name);
                    let ty = self
                        .ids
                        .r#type
                        .of(child)
                        .map_or(TypeId(0), |ty| self.ty(ty));
                    let visibility = if of_struct {
                        self.visibility(child)
                    } else {
                        Visibility::Public
                    };
                    self.set_signature(field, child, None);
                    let d = self.b.def_mut(field);
                    d.ty = ty;
                    d.visibility = visibility;
                    self.attributes(field, &pending);
                    pending.clear();
                    let name = self.b.facts.defs[field.index()].name;
                    fields.push((name, ty));
                    if !of_struct {
                        self.hidden_field(owner, variant, name, ty, child);
                    }
                }
                _ if child.kind() == "visibility_modifier" => {
                    visibility = if self.text(child) == "pub" {
                        Visibility::Public
                    } else {
                        Visibility::Package
                    };
                }
                _ if !named => {
                    let ty = self.ty(child);
                    let number = self.b.str(&fields.len().to_string());
                    fields.push((number, ty));
                    if of_struct {
                        let field =
                            self.b
                                .add_def(DefRole::Value, Some(SymbolKind::Field), child, None);
                        let signature = self.b.folded(self.b.text(child));
                        let d = self.b.def_mut(field);
                        d.name = number;
                        d.ty = ty;
                        d.signature = signature;
                        d.visibility = visibility;
                        self.attributes(field, &pending);
                    }
                    self.hidden_field(owner, variant, number, ty, child);
                    pending.clear();
                    visibility = Visibility::Private;
                }
                _ => {}
            }
        }
        fields
    }

    /// The field `variant.name` of `owner`, which is no symbol.
    fn hidden_field(&mut self, owner: DefId, variant: StrId, name: StrId, ty: TypeId, node: Node) {
        let name = format!(
            "{}.{}",
            &self.b.facts.strings[variant.index()],
            &self.b.facts.strings[name.index()]
        );
        let name = self.b.str(&name);
        let hidden = self.b.add_def(DefRole::Value, None, node, None);
        let d = self.b.def_mut(hidden);
        d.name = name;
        d.ty = ty;
        d.parent = owner;
        d.flags.set(DefFlags::SYNTHETIC);
    }

    fn enumeration(&mut self, node: Node, pending: &Pending) {
        let (def, said) = self.add_item(DefRole::Type, SymbolKind::Enum, node, pending);
        let body = self.ids.body.of(node);
        self.set_signature(def, node, body);
        self.set_bases(def, &said.derived);
        self.b.bind_def(def);
        let outer = self.b.enter_def(def, ScopeKind::Class, node);
        let generics = self.generics(node, def);
        if let Some(body) = body {
            let mut pending = Pending::default();
            let mut cursor = body.walk();
            for child in body.named_children(&mut cursor) {
                match self.role(child) {
                    Role::Comment => self.note_doc(child, &mut pending),
                    Role::Decorator => pending.attributes.push(child),
                    Role::EnumMember => {
                        self.variant(child, def, &pending);
                        pending.clear();
                    }
                    _ => {}
                }
            }
        }
        self.end_generics(generics);
        self.b.leave_def(outer);
    }

    fn variant(&mut self, node: Node, owner: DefId, pending: &Pending) {
        let name = self.ids.name.of(node);
        let variant = self
            .b
            .add_def(DefRole::Value, Some(SymbolKind::EnumMember), node, name);
        self.set_signature(variant, node, None);
        self.attributes(variant, pending);
        let scope = self.b.scope();
        let ty = self.b.ty(TypeExpr::SelfType(scope));
        let d = self.b.def_mut(variant);
        d.ty = ty;
        d.flags.set(DefFlags::STATIC.with(DefFlags::READONLY));
        let name = d.name;
        let value = self
            .ids
            .value
            .of(node)
            .map_or(ExprId(0), |value| self.expr(value));
        self.b.def_mut(variant).value = value;
        self.b.bind_def(variant);
        if let Some(body) = self.ids.body.of(node) {
            // Named fields of a variant are symbols below it; the scope stays the enum's, whose type parameters they see.
            let first = self.b.facts.defs.len();
            let fields = self.fields_of(body, owner, name, false);
            for field in &mut self.b.facts.defs[first..] {
                if field.kind.is_some() && field.parent == owner {
                    field.parent = variant;
                }
            }
            if body.kind() == "ordered_field_declaration_list" {
                let ty = self.own_type(owner);
                self.set_fields_as_params(variant, fields);
                let d = self.b.def_mut(variant);
                d.role = DefRole::Callable;
                d.ty = ty;
            }
        }
    }

    fn trait_item(&mut self, node: Node, pending: &Pending) {
        let (def, _) = self.add_item(DefRole::Type, SymbolKind::Trait, node, pending);
        let body = self.ids.body.of(node);
        self.set_signature(def, node, body);
        self.b.bind_def(def);
        let outer = self.b.enter_def(def, ScopeKind::Class, node);
        let generics = self.generics(node, def);
        let self_type = self.own_type(def);
        let associated = body.map_or(Vec::new(), |body| self.associated_names(body));
        self.owners.push(Owner {
            def,
            is_trait: true,
            self_type,
            of_trait: false,
            associated,
        });
        if let Some(bounds) = self.ids.bounds.of(node) {
            let mut bases = Vec::new();
            self.bounds(bounds, StrId(0), &mut bases);
            self.set_bases(def, &bases);
        }
        let first = self.b.facts.defs.len();
        if let Some(body) = body {
            self.statements(body);
        }
        self.owners.pop();
        self.add_associated_params(def, first);
        self.end_generics(generics);
        self.b.leave_def(outer);
    }

    /// The names of the associated types that a trait's body declares.
    fn associated_names(&mut self, body: Node) -> Vec<(StrId, TypeId)> {
        let mut names = Vec::new();
        let mut cursor = body.walk();
        for child in body.named_children(&mut cursor) {
            if self.role(child) == Role::Alias
                && let Some(name) = self.ids.name.of(child)
            {
                names.push((self.b.name(name), TypeId(0)));
            }
        }
        names
    }

    /// Associated types among the definitions from `first` on become type parameters of their trait.
    fn add_associated_params(&mut self, owner: DefId, first: usize) {
        let params = self.b.facts.defs[owner.index()].type_params;
        let mut params: Vec<u32> = self.b.facts.list(params).to_vec();
        let before = params.len();
        for (at, def) in self.b.facts.defs.iter().enumerate().skip(first) {
            if def.parent == owner && def.role == DefRole::TypeParam && def.kind.is_some() {
                params.push(at as u32);
            }
        }
        if params.len() > before {
            let params = self.b.list(&params);
            self.b.def_mut(owner).type_params = params;
        }
    }

    fn impl_item(&mut self, node: Node) {
        let Some(of) = self.ids.r#type.of(node) else {
            return;
        };
        let trait_node = self.ids.r#trait.of(node);
        let def = self.b.add_def(DefRole::Impl, None, node, None);
        let outer = self.b.enter_def(def, ScopeKind::Class, node);
        let generics = self.generics(node, def);
        let receiver = self.ty(of);
        let name = self.type_base_name(receiver);
        self.b.def_mut(def).name = name;
        let first = self.b.facts.defs.len();
        self.owners.push(Owner {
            def,
            is_trait: false,
            self_type: receiver,
            of_trait: trait_node.is_some(),
            associated: Vec::new(),
        });
        let implements = trait_node.map_or(TypeId(0), |node| self.ty(node));
        if let Some(body) = self.ids.body.of(node) {
            let d = self.b.def_mut(def);
            d.body_start = body.start_byte() as u32;
            d.body_end = body.end_byte() as u32;
            self.statements(body);
        }
        let associated = self
            .owners
            .pop()
            .map(|owner| owner.associated)
            .unwrap_or_default();
        let implements = self.with_associated(implements, &associated);
        for index in first..self.b.facts.defs.len() {
            let d = &mut self.b.facts.defs[index];
            if d.parent == def && d.role == DefRole::Callable {
                d.receiver = receiver;
                d.implements = implements;
            }
        }
        let d = self.b.def_mut(def);
        d.receiver = receiver;
        d.implements = implements;
        self.end_generics(generics);
        self.b.leave_def(outer);
    }

    /// A trait with the associated types that an `impl` gives behind its other arguments.
    fn with_associated(&mut self, implements: TypeId, associated: &[(StrId, TypeId)]) -> TypeId {
        if associated.is_empty() {
            return implements;
        }
        let mut args = match self.b.facts.types[implements.index()] {
            TypeExpr::Name { args, .. } | TypeExpr::Member { args, .. } => {
                self.b.facts.list(args).to_vec()
            }
            _ => return implements,
        };
        for (name, ty) in associated {
            args.push(
                self.b
                    .ty(TypeExpr::Named {
                        name: *name,
                        ty: *ty,
                    })
                    .0,
            );
        }
        let list = self.b.list(&args);
        let with = match self.b.facts.types[implements.index()] {
            TypeExpr::Name { name, scope, .. } => TypeExpr::Name {
                name,
                scope,
                args: list,
            },
            TypeExpr::Member { base, name, .. } => TypeExpr::Member {
                base,
                name,
                args: list,
            },
            other => other,
        };
        self.b.ty(with)
    }

    /// The last name of a named type; empty for others.
    fn type_base_name(&self, ty: TypeId) -> StrId {
        match self.b.facts.types[ty.index()] {
            TypeExpr::Name { name, .. }
            | TypeExpr::Member { name, .. }
            | TypeExpr::Builtin { name, .. } => name,
            _ => StrId(0),
        }
    }

    fn module(&mut self, node: Node, pending: &Pending) {
        let Some(name) = self.ids.name.of(node) else {
            return;
        };
        let Some(body) = self.ids.body.of(node) else {
            self.child_module(node, name, pending);
            return;
        };
        let (def, said) = self.add_item(DefRole::Namespace, SymbolKind::Namespace, node, pending);
        self.set_signature(def, node, Some(body));
        self.b.bind_def(def);
        let parent = self.b.current_def();
        let outer = self.b.enter_def(def, ScopeKind::Namespace, node);
        let doc = self.inner_doc(body);
        if self.b.facts.defs[def.index()].doc == StrId(0) {
            self.b.def_mut(def).doc = doc;
        }
        let scope = self.b.scope();
        for (word, target) in [("self", def), ("super", parent)] {
            let word = self.b.str(word);
            self.b
                .bind(word, scope, 0, Bound::Def(target), TypeId(0), ExprId(0));
        }
        let tests = self.in_tests;
        self.in_tests |= said.cfg_test;
        if said.cfg_test {
            self.b.def_mut(def).flags.set(DefFlags::TEST);
        }
        self.statements(body);
        self.in_tests = tests;
        self.b.leave_def(outer);
    }

    /// `mod x;`: the file is found by the module's name, or by `#[path]`, kept in `symbol`.
    fn child_module(&mut self, node: Node, name: Node, pending: &Pending) {
        let said = self.attributes_of_nothing(pending);
        let local = self.b.name(name);
        let scope = self.b.scope();
        let import = self.b.import(Import {
            kind: ImportKind::ChildModule,
            module: said.path.unwrap_or(local),
            symbol: StrId(0),
            local,
            level: 0,
            scope,
            line: name.start_position().row as u32 + 1,
            reexport: self.visibility(node) != Visibility::Private,
            type_only: false,
        });
        let scope = self.b.declaring_scope();
        self.b
            .bind(local, scope, 0, Bound::Import(import), TypeId(0), ExprId(0));
    }

    fn constant(&mut self, node: Node, kind: SymbolKind, pending: &Pending) {
        let (def, _) = self.add_item(DefRole::Value, kind, node, pending);
        self.set_signature(def, node, None);
        self.b.bind_def(def);
        let ty = self.ids.r#type.of(node).map_or(TypeId(0), |ty| self.ty(ty));
        let value = self
            .ids
            .value
            .of(node)
            .map_or(ExprId(0), |value| self.expr(value));
        let in_owner = self
            .owners
            .last()
            .is_some_and(|owner| owner.def == self.b.current_def());
        let d = self.b.def_mut(def);
        d.ty = ty;
        d.value = value;
        if kind == SymbolKind::Constant {
            d.flags.set(DefFlags::READONLY);
        }
        if in_owner {
            d.flags.set(DefFlags::STATIC);
        }
    }

    fn alias(&mut self, node: Node, pending: &Pending) {
        let current = self.b.current_def();
        let owner = self.owners.last().map(|owner| (owner.def, owner.is_trait));
        let of_trait = owner == Some((current, true));
        let role = if of_trait {
            DefRole::TypeParam
        } else {
            DefRole::Alias
        };
        let (def, _) = self.add_item(role, SymbolKind::TypeAlias, node, pending);
        self.set_signature(def, node, None);
        if of_trait {
            // Seen as `Self::Name` only, never by its bare name.
            let name = self.b.facts.defs[def.index()].name;
            let hidden = self.associated_name(name);
            let scope = self.b.declaring_scope();
            self.b
                .bind(hidden, scope, 0, Bound::Def(def), TypeId(0), ExprId(0));
        } else {
            self.b.bind_def(def);
        }
        let outer = self.b.enter_def(def, ScopeKind::Class, node);
        let generics = self.generics(node, def);
        let ty = self.ids.r#type.of(node).map_or(TypeId(0), |ty| self.ty(ty));
        if let Some(bounds) = self.ids.bounds.of(node) {
            let mut bases = Vec::new();
            self.bounds(bounds, StrId(0), &mut bases);
            self.set_bases(def, &bases);
        }
        self.end_generics(generics);
        self.b.leave_def(outer);
        let d = self.b.def_mut(def);
        d.ty = ty;
        if ty.0 == 0 {
            d.flags.set(DefFlags::ABSTRACT);
        }
        let name = d.name;
        if let Some(owner) = self.owners.last_mut()
            && owner.def == current
            && !of_trait
        {
            owner.associated.push((name, ty));
        }
    }

    fn macro_definition(&mut self, node: Node, pending: &Pending) {
        let (def, said) = self.add_item(DefRole::Callable, SymbolKind::Macro, node, pending);
        let signature = format!(
            "macro_rules! {}",
            &self.b.facts.strings[self.b.facts.defs[def.index()].name.index()]
        );
        let signature = self.b.str(&signature);
        let bang = self.macro_name(self.b.facts.defs[def.index()].name);
        let exported = said.exported_macro;
        let d = self.b.def_mut(def);
        d.signature = signature;
        d.visibility = if exported {
            Visibility::Public
        } else {
            Visibility::Package
        };
        if exported {
            d.flags.set(DefFlags::EXPORTED);
        }
        let scope = self.b.declaring_scope();
        self.b
            .bind(bang, scope, 0, Bound::Def(def), TypeId(0), ExprId(0));
        if exported {
            let value = self.b.expr(Expr::Name {
                name: bang,
                scope,
                pos: node.end_byte() as u32,
            });
            self.b.export(bang, value);
            // An exported macro belongs to the crate's root module, wherever it stands.
            let branch = ScopeId(0);
            let what = Bound::Def(def);
            if scope != branch {
                self.b.facts.bindings.push(Binding {
                    name: bang,
                    scope: branch,
                    branch,
                    pos: 0,
                    what,
                    ty: TypeId(0),
                    value: ExprId(0),
                });
            }
        }
        let outer = self.b.enter_def(def, ScopeKind::Function, node);
        self.frames.push(Frame::default());
        let template = std::mem::replace(&mut self.template, true);
        let mut cursor = node.walk();
        for rule in node.named_children(&mut cursor) {
            if let Some(body) = self.ids.right.of(rule) {
                self.macro_body(body);
            }
        }
        self.template = template;
        self.frames.pop();
        self.b.leave_def(outer);
    }

    /// The name under which a trait binds an associated type.
    pub(super) fn associated_name(&mut self, name: StrId) -> StrId {
        let hidden = format!("Self::{}", &self.b.facts.strings[name.index()]);
        self.b.str(&hidden)
    }

    /// The name under which a macro is bound.
    pub(super) fn macro_name(&mut self, name: StrId) -> StrId {
        let bang = format!("{}!", &self.b.facts.strings[name.index()]);
        self.b.str(&bang)
    }
}
