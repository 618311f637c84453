//! Template heads and their parameters, and concepts.

use bombe_format::kind::SymbolKind;
use tree_sitter::Node;

use super::lower::{Lowering, Template};
use crate::parse::roles::Role;
use bombe_facts::{DefId, DefRole, ScopeKind};

impl<'t> Lowering<'_, 't> {
    /// A `template <…>` head.
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
    pub(super) fn type_params(&mut self, def: DefId, template: &Template<'t>) {
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
                ids.push(id);
            }
        }
        let ids = self.b.list(&ids);
        self.b.def_mut(def).type_params = ids;
    }

    /// Returns the name and the default of a template parameter.
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

    /// Moves the start of a definition to its `template` head.
    pub(super) fn start_at(&mut self, def: DefId, template: &Template<'t>) {
        if let Some(start) = template.start {
            let row = self.b.def_mut(def);
            row.start = start.start_byte() as u32;
            row.start_line = start.start_position().row as u32 + 1;
        }
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
}
