//! Structs, unions and enums: their fields, variants and constructors.

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::attributes::Pending;
use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{
    Base, DefFlags, DefId, DefRole, ExprId, List, Param, ParamFlags, ScopeKind, StrId, TypeExpr,
    TypeId,
};

impl Lowering<'_> {
    pub(super) fn structure(&mut self, node: Node, kind: SymbolKind, pending: &Pending) {
        let (def, effects) = self.add_item(DefRole::Type, kind, node, pending);
        let body = self.ids.body.of(node);
        self.set_signature(
            def,
            node,
            body.filter(|body| body.kind() == "field_declaration_list"),
        );
        self.set_bases(def, &effects.derived);
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

    /// Adds the hidden callable `%new` of a struct, which infers type arguments from field values.
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
                default: ExprId::UNKNOWN,
                ty_text: StrId::EMPTY,
                default_text: StrId::EMPTY,
                flags: ParamFlags::default(),
            })
            .collect();
        self.b.set_params(def, params);
    }

    /// Returns a type applied to its own parameters, named from inside it.
    pub(super) fn own_type(&mut self, def: DefId) -> TypeId {
        let (name, params) = {
            let d = &self.b.facts.defs[def.index()];
            (d.name, d.type_params)
        };
        let params: Vec<DefId> = self.b.facts.list(params).to_vec();
        let mut args = Vec::with_capacity(params.len());
        for param in params {
            let name = self.b.facts.defs[param.index()].name;
            args.push(self.b.name_type(name, List::default()));
        }
        let args = self.b.list(&args);
        self.b.name_type(name, args)
    }

    pub(super) fn set_bases(&mut self, def: DefId, bases: &[Base]) {
        if !bases.is_empty() {
            let bases = self.b.list(bases);
            self.b.def_mut(def).bases = bases;
        }
    }

    /// Lowers the fields of a struct, or of a variant of the enum `owner`. A payload gets a second, hidden field in
    /// `owner`, named after `variant`, through which patterns reach it.
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
                        .map_or(TypeId::UNKNOWN, |ty| self.ty(ty));
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

    /// Adds the field `variant.name` of `owner`, which is not a symbol.
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

    pub(super) fn enumeration(&mut self, node: Node, pending: &Pending) {
        let (def, effects) = self.add_item(DefRole::Type, SymbolKind::Enum, node, pending);
        let body = self.ids.body.of(node);
        self.set_signature(def, node, body);
        self.set_bases(def, &effects.derived);
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
            .map_or(ExprId::UNKNOWN, |value| self.expr(value));
        self.b.def_mut(variant).value = value;
        self.b.bind_def(variant);
        if let Some(body) = self.ids.body.of(node) {
            // Named fields of a variant are children of its symbol. Their scope is that of the enum, whose type
            // parameters they see.
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
}
