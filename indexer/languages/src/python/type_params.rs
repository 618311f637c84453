//! Type parameters: declared ones, and type variables that a header mentions.

use tree_sitter::Node;

use super::grammar::first_named;
use super::lower::{Lowering, TypeVarFrame};
use super::types::innermost_name;
use crate::parse::roles::Role;
use bombe_facts::{Base, Bound, DefId, DefRole, ExprId, List, ScopeId, ScopeKind, StrId, TypeId};

impl Lowering<'_, '_> {
    /// Opens the header of a definition that may have type parameters. Returns true if it opened a scope for them.
    pub(super) fn open_type_params(&mut self, def: DefId, node: Node) -> bool {
        let declared = self.ids.type_parameters.of(node);
        self.open_type_header(def, node, declared)
    }

    /// Opens the header of a definition, given its list of type parameters. Returns true if it opened a scope for them.
    pub(super) fn open_type_header(
        &mut self,
        def: DefId,
        node: Node,
        declared: Option<Node>,
    ) -> bool {
        if declared.is_none() && self.type_vars.is_empty() {
            return false;
        }
        let scope = self.b.open_scope(ScopeKind::Block, node);
        self.open_type_vars.push(TypeVarFrame {
            def,
            scope,
            open: true,
            names: Vec::new(),
        });
        if let Some(declared) = declared {
            let mut cursor = declared.walk();
            for child in declared.named_children(&mut cursor) {
                let inner = match self.role(child) {
                    Role::TypeAnnotation => first_named(child).unwrap_or(child),
                    _ => child,
                };
                let (name, bound) = if inner.kind_id() == self.ids.k_constrained_type {
                    let bound =
                        super::grammar::last_named(inner).map(|bound| self.bound_type(bound));
                    (first_named(inner).and_then(innermost_name), bound)
                } else {
                    (innermost_name(inner), None)
                };
                if let Some(name_node) = name {
                    let name = self.b.name(name_node);
                    self.add_type_param(name, bound.unwrap_or_default(), name_node);
                }
            }
        }
        true
    }

    /// Lowers the bound or the constraints of a type parameter: a tuple of types becomes a union.
    pub(super) fn bound_type(&mut self, node: Node) -> TypeId {
        let inner = match self.role(node) {
            Role::TypeAnnotation => first_named(node).unwrap_or(node),
            _ => node,
        };
        if self.role(inner) != Role::Tuple {
            return self.ty(inner);
        }
        let mut cursor = inner.walk();
        let parts = inner
            .named_children(&mut cursor)
            .map(|part| self.ty(part))
            .collect();
        self.union(parts)
    }

    /// Ends the header. The type variables mentioned so far are the definition's type parameters.
    pub(super) fn end_type_header(&mut self, def: DefId) {
        let Some(frame) = self.open_type_vars.last_mut() else {
            return;
        };
        frame.open = false;
        let ids: Vec<DefId> = frame.names.iter().map(|(_, def)| *def).collect();
        let list = self.b.list(&ids);
        self.b.def_mut(def).type_params = list;
    }

    /// Reorders the type parameters of a class as in `Generic[…]`.
    pub(super) fn order_type_params(&mut self, order: &[StrId]) {
        if let Some(frame) = self.open_type_vars.last_mut() {
            frame.names.sort_by_key(|(name, _)| {
                order
                    .iter()
                    .position(|other| other == name)
                    .unwrap_or(usize::MAX)
            });
        }
    }

    /// Closes the scope of [`Lowering::open_type_params`].
    pub(super) fn close_type_params(&mut self) {
        self.open_type_vars.pop();
        self.b.close_scope();
    }

    pub(super) fn mention_type_var(&mut self, name: StrId, bound: TypeId, node: Node) {
        let known = self
            .open_type_vars
            .iter()
            .any(|frame| frame.names.iter().any(|(known, _)| *known == name));
        if !known && self.open_type_vars.last().is_some_and(|frame| frame.open) {
            self.add_type_param(name, bound, node);
        }
    }

    fn add_type_param(&mut self, name: StrId, bound: TypeId, node: Node) {
        let Some(frame) = self.open_type_vars.last() else {
            return;
        };
        let (owner, scope): (DefId, ScopeId) = (frame.def, frame.scope);
        let def = self.b.add_def(DefRole::TypeParam, None, node, Some(node));
        let bases = if bound.is_known() {
            self.b.list(&[Base::extends(bound)])
        } else {
            List::default()
        };
        let d = self.b.def_mut(def);
        d.parent = owner;
        d.scope = scope;
        d.bases = bases;
        self.b.bind(
            name,
            scope,
            0,
            Bound::Def(def),
            TypeId::UNKNOWN,
            ExprId::UNKNOWN,
        );
        if let Some(frame) = self.open_type_vars.last_mut() {
            frame.names.push((name, def));
        }
    }
}
