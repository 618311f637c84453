//! Macro calls where a definition is expected, and bodies whose head is a macro call.

use super::declarators::Declarator;
use super::lower::Lowering;
use super::macros::KEYWORDS;
use crate::parse::roles::Role;
use bombe_facts::{
    Base, DefFlags, DefId, DefRole, EntryKind, Expr, ExprId, List, ScopeKind, SiteKind, StrId,
};
use bombe_format::kind::{SymbolKind, Visibility};
use tree_sitter::Node;

impl<'s, 't> Lowering<'s, 't> {
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

    /// `TEST_F(Fixture, name) {…}` and other bodies behind a macro call. The body sees the members of classes named in the
    /// head, unless the macro is the plain `TEST`.
    pub(super) fn macro_body(&mut self, node: Node<'t>, found: &Declarator<'t>) {
        let (Some(name), Some(signature)) = (found.name, found.function) else {
            return;
        };
        let list = self.ids.parameters.of(signature);
        let mut bases = Vec::new();
        if let Some(list) = list.filter(|_| self.b.text(name) != "TEST") {
            let mut cursor = list.walk();
            for param in list.named_children(&mut cursor) {
                let written = self.ids.ty.of(param);
                let plain = written.filter(|_| self.ids.declarator.of(param).is_none());
                if let Some(inner) = plain {
                    bases.push(Base::extends(self.type_of(inner).0));
                }
            }
        }
        let head = MacroHead {
            start: node,
            name,
            end: signature.end_byte(),
        };
        // `BENCHMARK_F(Fixture, name)(State& state) {…}` has parameters of its own.
        let params = self.ids.declarator.of(node);
        let params = params.filter(|outer| outer.id() != signature.id());
        self.body_behind(&head, &bases, params, node, self.ids.body.of(node));
    }

    /// `TEST_IMPL(name) {…}` and `static METHOD(Class, name) {…}`, whose heads the grammar reads as a type. Returns false
    /// for other functions.
    pub(super) fn macro_body_behind_type(
        &mut self,
        node: Node<'t>,
        ty: Node<'t>,
        declarator: Node<'t>,
    ) -> bool {
        let (name, end) = match self.roles.of(declarator) {
            Role::TypeParenthesized => (ty, declarator.end_byte()),
            _ if declarator.byte_range().is_empty() => match self.ids.name.of(ty) {
                Some(name) => (name, ty.end_byte()),
                None => return false,
            },
            _ => return false,
        };
        if !is_upper(self.b.text(name)) {
            return false;
        }
        let head = MacroHead {
            start: node,
            name,
            end,
        };
        self.body_behind(&head, &[], None, node, self.ids.body.of(node));
        true
    }

    /// Returns true for a block outside of all functions: the body behind a macro head, `DEFINE(f, int, x) {`, which
    /// the grammars read as a statement. A block that holds functions comes from a tree with errors instead.
    pub(super) fn is_unnamed_body(&self, block: Node<'t>) -> bool {
        let mut cursor = block.walk();
        let mut children = block.named_children(&mut cursor);
        let is_function = |child: Node| self.roles.of(child) == Role::Function;
        !self.in_function() && self.class_here().is_none() && !children.any(is_function)
    }

    /// Lowers a body whose head is the statement before it, if that is a macro call without a semicolon.
    pub(super) fn unnamed_body(&mut self, block: Node<'t>) {
        let head = self.previous.and_then(|head| {
            let call = head.named_child(0)?;
            let name = self.ids.function.of(call)?;
            let text = self.b.source();
            let is_head = call.end_byte() == head.end_byte()
                && name.kind_id() == self.ids.identifier
                && is_upper(self.b.text(name))
                && text
                    .get(head.end_byte()..block.start_byte())?
                    .trim()
                    .is_empty();
            is_head.then_some((head, name))
        });
        let Some((start, name)) = head else {
            let body = self.b.add_def(DefRole::Lambda, None, block, None);
            let outer = self.b.enter_def(body, ScopeKind::Function, block);
            self.callable_body(body, block, None, Some(block), false);
            self.b.leave_def(outer);
            return;
        };
        let head = MacroHead {
            start,
            name,
            end: start.end_byte(),
        };
        // `TEST_CASE_METHOD(Fixture, "title") {…}`
        let mut bases = Vec::new();
        if let [Some(Argument::Word(fixture)), Some(Argument::Quoted(_))] = self.arguments_of(&head)
        {
            let fixture = self.b.str(fixture);
            bases.push(Base::extends(self.b.name_type(fixture, List::default())));
        }
        self.body_behind(&head, &bases, None, block, Some(block));
    }

    /// Lowers a body whose function only its macro can name. It is a symbol that no code names, called as in the head:
    /// `TEST(Suite, name)` is `Suite.name`, `SYSCALL_DEFINE1(close, …)` is `close`.
    fn body_behind(
        &mut self,
        head: &MacroHead<'t>,
        bases: &[Base],
        params: Option<Node<'t>>,
        node: Node<'t>,
        block: Option<Node<'t>>,
    ) {
        let template = std::mem::take(&mut self.template);
        let start = template.start.unwrap_or(head.start);
        let doc = self.doc_above(start);
        let macro_name = self.b.text(head.name);
        let title = match self.arguments_of(head) {
            _ if !is_upper(macro_name) || self.class_here().is_some() => None,
            [Some(Argument::Quoted(title)), _] => Some(title.to_owned()),
            [
                Some(Argument::Word(first)),
                Some(Argument::Word(second) | Argument::Quoted(second)),
            ] => Some(format!("{first}.{second}")),
            [Some(Argument::Word(first)), None] => Some(first.to_owned()),
            _ => None,
        };
        if head.start.id() == node.id() {
            let callee = self.b.name_expr(head.name);
            let site = self.b.site(SiteKind::Macro, ExprId::UNKNOWN, head.name);
            let call = self.b.expr(Expr::Call {
                callee,
                args: List::default(),
                site,
            });
            self.b.set_site_expr(site, call);
        }
        let outer = (!bases.is_empty()).then(|| {
            let object = self.b.add_def(DefRole::Object, None, node, None);
            let bases = self.b.list(bases);
            self.b.def_mut(object).bases = bases;
            self.b.enter_def(object, ScopeKind::Class, node)
        });
        let body = match &title {
            Some(title) => {
                let kind = Some(SymbolKind::Function);
                let body = self
                    .b
                    .add_def(DefRole::Callable, kind, node, Some(head.name));
                let name = self.b.folded(title);
                let end = block.map_or(node.end_byte(), |block| block.start_byte());
                let signature = self.signature_text(start.start_byte(), end);
                let row = self.b.def_mut(body);
                row.start = start.start_byte() as u32;
                row.start_line = start.start_position().row as u32 + 1;
                row.name = name;
                row.doc = doc;
                row.signature = signature;
                row.visibility = Visibility::Private;
                row.flags.set(DefFlags::BEHIND_MACRO);
                body
            }
            None => self.b.add_def(DefRole::Lambda, None, node, None),
        };
        if macro_name.contains("TEST") || macro_name == "SCENARIO" {
            self.b.facts.file.test = true;
            self.b.def_mut(body).flags.set(DefFlags::TEST);
            let def = title.is_some().then_some(body);
            self.entry_point(EntryKind::Test, def, StrId::EMPTY, head.start);
        }
        let class = self.b.enter_def(body, ScopeKind::Function, node);
        self.type_params(body, &template);
        if let Some(signature) = params {
            let params = self.params(body, signature);
            self.b.set_params(body, params);
        }
        if block.is_some() {
            self.callable_body(body, node, None, block, false);
        }
        self.b.leave_def(class);
        if let Some(outer) = outer {
            self.b.leave_def(outer);
        }
    }

    /// Returns what a head names: its first argument; and its second, if that is a string or there is no third.
    fn arguments_of(&self, head: &MacroHead) -> [Option<Argument<'s>>; 2] {
        let text = self
            .b
            .source()
            .get(head.name.end_byte()..head.end)
            .unwrap_or("");
        let text = text
            .trim()
            .strip_prefix('(')
            .and_then(|text| text.strip_suffix(')'));
        let mut arguments = split_arguments(text.unwrap_or("")).map(argument);
        let first = arguments.next().flatten();
        let second = arguments.next().flatten();
        let is_alone = arguments.next().is_none();
        [
            first,
            second.filter(|it| is_alone || matches!(it, Argument::Quoted(_))),
        ]
    }
}

/// The head of a body that only a macro can define: `TEST_F(Fixture, name)`.
struct MacroHead<'t> {
    /// Where it starts, with the words before it.
    start: Node<'t>,
    /// The name of the macro.
    name: Node<'t>,
    /// One past its last byte, the closing parenthesis.
    end: usize,
}

/// An argument in a head that can be the name of what the macro defines.
#[derive(Clone, Copy)]
enum Argument<'s> {
    /// An identifier, perhaps qualified.
    Word(&'s str),
    /// A string, without its quotes.
    Quoted(&'s str),
}

/// Returns an argument that can be a name.
fn argument(text: &str) -> Option<Argument<'_>> {
    if let Some(text) = text
        .strip_prefix('"')
        .and_then(|text| text.strip_suffix('"'))
    {
        return (!text.trim().is_empty()).then_some(Argument::Quoted(text));
    }
    let is_word = text.starts_with(|first: char| first.is_alphabetic() || first == '_')
        && text
            .bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b':'))
        && !KEYWORDS.contains(&text);
    is_word.then_some(Argument::Word(text))
}

/// Returns the arguments in the parentheses of a macro call, which need not be expressions or types.
fn split_arguments(text: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0_u32;
    let mut quoted = false;
    let mut escaped = false;
    text.split(move |c| {
        if quoted {
            quoted = escaped || c != '"';
            escaped = !escaped && c == '\\';
            return false;
        }
        match c {
            '"' => quoted = true,
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    })
    .map(str::trim)
}

/// Returns true for names in upper case, digits and underscores: macros by convention.
pub(super) fn is_upper(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_uppercase())
        && !text.bytes().any(|byte| byte.is_ascii_lowercase())
}
