//! Macro calls where a definition is expected, and bodies whose head is a macro call.

use tree_sitter::Node;

use super::declarators::Declarator;
use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{Base, DefId, DefRole, EntryKind, Expr, ExprId, List, ScopeKind, SiteKind};

impl<'t> Lowering<'_, 't> {
    /// Returns true if `name (…) {` without a type must be a macro call: not a constructor, destructor or operator.
    pub(super) fn is_macro_head(&self, name: Node) -> bool {
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

    /// `MACRO(args);` in place of a member or prototype. Returns false if it is not a macro call.
    pub(super) fn macro_member(
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
        let site = self.b.site(SiteKind::Call, ExprId::UNKNOWN, name);
        let call = self.b.expr(Expr::Call {
            callee,
            args: List::default(),
            site,
        });
        self.b.set_site_expr(site, call);
        true
    }

    /// `TEST_F(Fixture, name) {…}` and other bodies behind a macro call. They define no symbol: calls in the body
    /// belong to the file. The body sees the members of classes named in the head, unless the macro is the plain
    /// `TEST`.
    pub(super) fn macro_body(&mut self, node: Node<'t>, found: &Declarator<'t>) {
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
                    bases.push(Base::extends(ty));
                }
            }
        }
        let callee = self.b.name_expr(name);
        let site = self.b.site(SiteKind::Macro, ExprId::UNKNOWN, name);
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

    /// Returns true for a block outside of all functions: the body behind a macro head, `DEFINE(f, int, x) {`, which
    /// the C grammar reads as a statement. A block that holds functions comes from a tree with errors instead.
    pub(super) fn is_unnamed_body(&self, block: Node<'t>) -> bool {
        let mut cursor = block.walk();
        let mut children = block.named_children(&mut cursor);
        let is_function = |child: Node| self.roles.of(child) == Role::Function;
        !self.in_function() && self.class_here().is_none() && !children.any(is_function)
    }

    /// Lowers the body of a function whose name only its macro knows. Nothing outside sees its declarations.
    pub(super) fn unnamed_body(&mut self, block: Node<'t>) {
        let body = self.b.add_def(DefRole::Lambda, None, block, None);
        let outer = self.b.enter_def(body, ScopeKind::Function, block);
        self.callable_body(body, block, None, Some(block), false);
        self.b.leave_def(outer);
    }
}

/// Returns true for names in upper case, digits and underscores: macros by convention.
pub(super) fn is_upper(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_uppercase())
        && !text.bytes().any(|byte| byte.is_ascii_lowercase())
}
