//! Classes, structs, unions and enums.

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{
    Base, Bound, DefFlags, DefId, DefRole, ExprId, List, ScopeKind, TypeExpr, TypeId,
};

impl<'t> Lowering<'_, 't> {
    /// `struct`, `class`, `union`, `enum`: a definition if there is a body, else the use of a type.
    pub(super) fn type_specifier(&mut self, node: Node<'t>) -> (TypeId, Option<Node<'t>>) {
        let name = self.ids.name.of(node);
        if self.ids.body.of(node).is_none() {
            return name.map_or((TypeId::UNKNOWN, None), |name| self.type_of(name));
        }
        if self.roles.of(node) == Role::Enum {
            return (self.enumeration(node, node, name), None);
        }
        (self.class(node, node, name), None)
    }

    /// A class with a body. `whole` is its range. `name` may be outside of `node` (`typedef struct {…} name;`).
    pub(super) fn class(
        &mut self,
        node: Node<'t>,
        whole: Node<'t>,
        name: Option<Node<'t>>,
    ) -> TypeId {
        let template = std::mem::take(&mut self.template);
        let doc = self.doc_above(template.start.unwrap_or(whole));
        let Some(body) = self.ids.body.of(node) else {
            return TypeId::UNKNOWN;
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
        // A specialization does not define the class of that name.
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
            _ => TypeId::UNKNOWN,
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

    /// Returns true for `name<args>`.
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

    pub(super) fn bases(&mut self, node: Node<'t>) -> List<Base> {
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
                bases.push(Base::extends(ty));
            }
        }
        self.b.list(&bases)
    }

    /// Lowers the members of a class whose scope is open.
    pub(super) fn members(&mut self, body: Node<'t>, default: Visibility) {
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

    /// The members of an anonymous struct or union and the enumerators of an anonymous enum belong to the enclosing
    /// scope.
    pub(super) fn promoted_members(&mut self, node: Node<'t>) {
        let Some(body) = self.ids.body.of(node) else {
            return;
        };
        if self.roles.of(node) == Role::Enum {
            self.enumerators(body, TypeId::UNKNOWN, None);
        } else if self.class_here().is_some() {
            self.members(body, self.access);
        } else {
            self.class(node, node, None);
        }
    }

    pub(super) fn enumeration(
        &mut self,
        node: Node<'t>,
        whole: Node<'t>,
        name: Option<Node<'t>>,
    ) -> TypeId {
        let Some(body) = self.ids.body.of(node) else {
            return TypeId::UNKNOWN;
        };
        let found = name.map(|name| self.declarator(name)).unwrap_or_default();
        let Some(name) = found.name else {
            self.enumerators(body, TypeId::UNKNOWN, None);
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
                        .map_or(ExprId::UNKNOWN, |value| self.expr(value));
                    let row = self.b.def_mut(def);
                    row.ty = ty;
                    row.doc = doc;
                    row.value = if ty.is_known() {
                        ExprId::UNKNOWN
                    } else {
                        value
                    };
                    row.flags.set(DefFlags::READONLY);
                    let name = row.name;
                    self.b.bind_def(def);
                    if let Some(scope) = also_in {
                        self.b.bind(
                            name,
                            scope,
                            0,
                            Bound::Def(def),
                            TypeId::UNKNOWN,
                            ExprId::UNKNOWN,
                        );
                    }
                }
                Role::Branch => self.enumerators(child, ty, also_in),
                _ => self.visit(child),
            }
        }
        self.comment = comment;
    }
}
