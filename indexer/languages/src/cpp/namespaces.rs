//! Namespaces, aliases of namespaces and aliases of types.

use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{DefFlags, DefRole, List, ScopeKind, TypeExpr, TypeId};

impl<'t> Lowering<'_, 't> {
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
        // The whole file sees the content of an anonymous namespace; no other file does.
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
        let mut ty = TypeId::UNKNOWN;
        for part in names {
            let part = self.b.name(part);
            ty = if ty.is_known() {
                self.b.ty(TypeExpr::Member {
                    base: ty,
                    name: part,
                    args: List::default(),
                })
            } else {
                self.b.name_type(part, List::default())
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
        let mut more = cursor.goto_first_child();
        while more {
            let child = cursor.node();
            if child.is_named() && self.ids.declarator.is(cursor.field_id()) {
                declarators.push(child);
            }
            more = cursor.goto_next_sibling();
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
            (None, None) => TypeId::UNKNOWN,
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
}
