//! Attributes and doc comments: what stands before an item.

use tree_sitter::Node;

use super::lower::Lowering;
use crate::parse::roles::Role;
use bombe_facts::{
    BaseKind, DefFlags, DefId, EntryKind, EntryPoint, Expr, ExprId, List, ScopeId, StrId, TypeExpr,
};

/// What stands before an item and belongs to it.
#[derive(Default)]
pub(super) struct Pending<'t> {
    /// Attributes, in order.
    pub(super) attributes: Vec<Node<'t>>,
    /// Outer doc comments, in order.
    pub(super) docs: Vec<Node<'t>>,
}

impl Pending<'_> {
    pub(super) fn clear(&mut self) {
        self.attributes.clear();
        self.docs.clear();
    }
}

/// Traits that the standard library's derive macros implement.
const STANDARD_DERIVES: &[&str] = &[
    "Clone",
    "Copy",
    "Debug",
    "Default",
    "Eq",
    "Hash",
    "Ord",
    "PartialEq",
    "PartialOrd",
];

/// What the attributes of an item say about it.
#[derive(Default)]
pub(super) struct Said {
    /// Compiled only for tests (`#[cfg(test)]`).
    pub(super) cfg_test: bool,
    /// `#[macro_export]`.
    pub(super) exported_macro: bool,
    /// `#[path = "…"]`.
    pub(super) path: Option<StrId>,
    /// Traits that are derived: pairs for [`bombe_facts::Def::bases`].
    pub(super) derived: Vec<u32>,
}

impl Lowering<'_> {
    /// Keeps a comment if it is an outer doc comment.
    pub(super) fn note_doc<'t>(&self, comment: Node<'t>, pending: &mut Pending<'t>) {
        if self.is_outer_doc(comment) {
            pending.docs.push(comment);
        }
    }

    fn is_outer_doc(&self, node: Node) -> bool {
        let text = self.text(node);
        (text.starts_with("///") && !text.starts_with("////"))
            || (text.starts_with("/**") && !text.starts_with("/***") && text.len() > 4)
    }

    /// The inner doc comments (`//!`, `/*! */`) at the top of a file or body.
    pub(super) fn inner_doc(&mut self, node: Node) -> StrId {
        let mut doc = String::new();
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match self.role(child) {
                Role::Comment => {
                    let text = self.text(child);
                    if text.starts_with("//!") || text.starts_with("/*!") {
                        push_doc(&mut doc, text);
                    }
                }
                Role::Decorator => {}
                _ => break,
            }
        }
        self.b.doc(&doc)
    }

    /// Gives `def` its attributes and docs: range, flags, decorators, doc, entry points.
    pub(super) fn attributes(&mut self, def: DefId, pending: &Pending) -> Said {
        let mut said = Said::default();
        if !pending.docs.is_empty() {
            let mut doc = String::new();
            for node in &pending.docs {
                push_doc(&mut doc, self.b.text(*node));
            }
            let doc = self.b.doc(&doc);
            self.b.def_mut(def).doc = doc;
        }
        if let Some(first) = pending.attributes.first() {
            let d = self.b.def_mut(def);
            d.start = first.start_byte() as u32;
            d.start_line = first.start_position().row as u32 + 1;
            let mut decorators = Vec::with_capacity(pending.attributes.len());
            for node in &pending.attributes {
                if let Some(attribute) = node.named_child(0) {
                    decorators.push(self.attribute(def, attribute, &mut said));
                }
            }
            let decorators = self.b.expr_list(&decorators);
            self.b.def_mut(def).decorators = decorators;
        }
        said
    }

    /// Reads what attributes say about something that has no definition of its own (`mod x;`).
    pub(super) fn attributes_of_nothing(&mut self, pending: &Pending) -> Said {
        let mut said = Said::default();
        for node in &pending.attributes {
            if let Some(attribute) = node.named_child(0)
                && let Some(path) = attribute.named_child(0)
            {
                if self.text(path) == "path" {
                    said.path = self.attribute_string(attribute);
                }
                said.cfg_test |= self.is_cfg_test(path, attribute);
            }
        }
        said
    }

    fn attribute(&mut self, def: DefId, attribute: Node, said: &mut Said) -> ExprId {
        let Some(path) = attribute.named_child(0) else {
            return ExprId(0);
        };
        let arguments = self.ids.arguments.of(attribute);
        let text = self.text(path);
        let last = text.rsplit("::").next().unwrap_or(text);
        let line = path.start_position().row as u32 + 1;
        match last {
            "derive" => {
                if let Some(arguments) = arguments {
                    self.derived(arguments, &mut said.derived);
                }
            }
            "deprecated" => self.b.def_mut(def).flags.set(DefFlags::DEPRECATED),
            "macro_export" => said.exported_macro = true,
            "path" => said.path = self.attribute_string(attribute),
            "cfg" => said.cfg_test |= self.is_cfg_test(path, attribute),
            "get" | "post" | "put" | "delete" | "patch" | "head" | "options" | "route"
                if arguments.is_some() =>
            {
                if let Some(route) = self.attribute_string(attribute) {
                    let verb = if last == "route" {
                        StrId(0)
                    } else {
                        self.b.str(&last.to_ascii_uppercase())
                    };
                    self.b.entry_point(EntryPoint {
                        kind: EntryKind::Route,
                        def: Some(def),
                        handler: ExprId(0),
                        verb,
                        route,
                        framework: StrId(0),
                        line,
                    });
                }
            }
            _ if last == "bench"
                || last.ends_with("test")
                || last == "test_case"
                || last == "quickcheck" =>
            {
                self.b.def_mut(def).flags.set(DefFlags::TEST);
                self.b.entry_point(EntryPoint {
                    kind: EntryKind::Test,
                    def: Some(def),
                    handler: ExprId(0),
                    verb: StrId(0),
                    route: StrId(0),
                    framework: StrId(0),
                    line,
                });
            }
            _ => {}
        }
        self.decorator(path, attribute, arguments)
    }

    /// The attribute as an expression: a name or path, called if it has arguments.
    fn decorator(&mut self, path: Node, attribute: Node, arguments: Option<Node>) -> ExprId {
        let callee = self.plain_path(path);
        let mut args = Vec::new();
        if let Some(arguments) = arguments {
            let mut cursor = arguments.walk();
            for child in arguments.named_children(&mut cursor) {
                match self.role(child) {
                    Role::Name => args.push(self.b.name_expr(child)),
                    Role::String => {
                        let text = self.string_text(child);
                        args.push(self.b.expr(Expr::Str(text)));
                    }
                    _ => {}
                }
            }
        } else if let Some(text) = self.attribute_string(attribute) {
            args.push(self.b.expr(Expr::Str(text)));
        } else {
            return callee;
        }
        let args = self.b.expr_list(&args);
        self.b.expr(Expr::Call {
            callee,
            args,
            site: u32::MAX,
        })
    }

    /// A path as an expression without any site.
    fn plain_path(&mut self, node: Node) -> ExprId {
        if let (Some(path), Some(name)) = (self.ids.path.of(node), self.ids.name.of(node)) {
            let base = self.b.name_expr(path);
            let name = self.b.name(name);
            return self.b.expr(Expr::Path { base, name });
        }
        self.b.name_expr(node)
    }

    /// `#[derive(A, b::C)]` implements `A` and `C`.
    fn derived(&mut self, arguments: Node, derived: &mut Vec<u32>) {
        let inner = self
            .text(arguments)
            .trim_matches(|c: char| "()[]{}".contains(c));
        for path in inner.split(',') {
            let name = path.rsplit("::").next().unwrap_or(path).trim();
            if name.is_empty() || !name.bytes().all(|b| b == b'_' || b.is_ascii_alphanumeric()) {
                continue;
            }
            // Seen from the module: the definition itself may bind the same name. The standard ones are macros, so that a
            // type of the repository with such a name is not meant.
            let ty = if STANDARD_DERIVES.contains(&name) {
                self.b.builtin_type(name, &[])
            } else {
                let name = self.b.str(name);
                self.b.ty(TypeExpr::Name {
                    name,
                    scope: ScopeId(0),
                    args: List::default(),
                })
            };
            derived.extend([BaseKind::Implements as u32, ty.0]);
        }
    }

    fn is_cfg_test(&self, path: Node, attribute: Node) -> bool {
        self.text(path) == "cfg"
            && self.ids.arguments.of(attribute).is_some_and(|arguments| {
                let text = self.text(arguments);
                !text.contains("not")
                    && text
                        .split(|c: char| !c.is_alphanumeric() && c != '_')
                        .any(|word| word == "test")
            })
    }

    /// Some `#[cfg(…)]` among the attributes certainly does not hold on the usual platform: 64-bit Linux on `x86_64`.
    pub(super) fn is_other_build(&self, pending: &Pending) -> bool {
        pending.attributes.iter().any(|node| {
            let Some(attribute) = node.named_child(0) else {
                return false;
            };
            let is_cfg = attribute
                .named_child(0)
                .is_some_and(|path| self.text(path) == "cfg");
            is_cfg
                && self
                    .ids
                    .arguments
                    .of(attribute)
                    .and_then(|arguments| cfg_holds(self.text(arguments)))
                    == Some(false)
        })
    }

    /// The first string among the arguments of an attribute, or its value.
    fn attribute_string(&mut self, attribute: Node) -> Option<StrId> {
        let of = match self.ids.value.of(attribute) {
            Some(value) => {
                return (self.role(value) == Role::String).then(|| self.string_text(value));
            }
            None => self.ids.arguments.of(attribute)?,
        };
        let mut cursor = of.walk();
        let found = of
            .named_children(&mut cursor)
            .find(|child| self.roles.of(*child) == Role::String);
        found.map(|node| self.string_text(node))
    }

    /// The text between the quotes of a string literal, escapes as written.
    pub(super) fn string_text(&mut self, node: Node) -> StrId {
        let text = self.text(node);
        let open = text.find('"').map_or(0, |at| at + 1);
        let close = text.rfind('"').unwrap_or(text.len()).max(open);
        self.b.str(&text[open..close])
    }

    /// Adds the entry point of a `fn main` at the top of the file.
    pub(super) fn main_entry(&mut self) {
        let main = self.b.facts.defs.iter().position(|def| {
            def.parent == DefId(0)
                && def.scope == ScopeId(0)
                && def.kind == Some(bombe_format::kind::SymbolKind::Function)
                && &self.b.facts.strings[def.name.index()] == "main"
        });
        if let Some(index) = main {
            let line = self.b.facts.defs[index].name_line;
            self.b.entry_point(EntryPoint {
                kind: EntryKind::Main,
                def: Some(DefId(index as u32)),
                handler: ExprId(0),
                verb: StrId(0),
                route: StrId(0),
                framework: StrId(0),
                line,
            });
        }
    }
}

/// Appends a doc comment without its marks.
fn push_doc(doc: &mut String, text: &str) {
    if let Some(rest) = text
        .strip_prefix("///")
        .or_else(|| text.strip_prefix("//!"))
    {
        let rest = rest.trim_end_matches(['\r', '\n']);
        doc.push_str(rest.strip_prefix(' ').unwrap_or(rest));
        doc.push('\n');
        return;
    }
    let inner = text
        .trim_start_matches("/**")
        .trim_start_matches("/*!")
        .trim_end_matches("*/");
    for line in inner.lines() {
        let line = line.trim_start();
        let line = line.strip_prefix('*').unwrap_or(line);
        doc.push_str(line.strip_prefix(' ').unwrap_or(line));
        doc.push('\n');
    }
}

/// Whether a condition of `#[cfg]` (with its brackets) holds on 64-bit Linux; `None` if that depends on more.
fn cfg_holds(text: &str) -> Option<bool> {
    let text = text.trim();
    let text = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'))
        .unwrap_or(text)
        .trim();
    let (word, rest) = match text.find(|c: char| !c.is_alphanumeric() && c != '_') {
        Some(at) => (&text[..at], text[at..].trim()),
        None => (text, ""),
    };
    let parts = || top_level_parts(rest).map(cfg_holds);
    match word {
        "not" => cfg_holds(rest).map(|assume_true| !assume_true),
        "all" if parts().any(|part| part == Some(false)) => Some(false),
        "all" if parts().all(|part| part == Some(true)) => Some(true),
        "any" if parts().any(|part| part == Some(true)) => Some(true),
        "any" if parts().all(|part| part == Some(false)) => Some(false),
        "unix" => Some(true),
        "windows" => Some(false),
        "target_os"
        | "target_family"
        | "target_arch"
        | "target_pointer_width"
        | "target_endian" => {
            let value = rest.trim_start_matches('=').trim().trim_matches('"');
            Some(matches!(
                value,
                "linux" | "unix" | "x86_64" | "64" | "little"
            ))
        }
        _ => None,
    }
}

/// The parts of `(a, b(c, d))` between its own commas.
fn top_level_parts(text: &str) -> impl Iterator<Item = &str> {
    let inner = text
        .strip_prefix('(')
        .and_then(|text| text.strip_suffix(')'))
        .unwrap_or(text);
    let mut depth = 0;
    inner
        .split(move |c: char| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            c == ',' && depth == 0
        })
        .filter(|part| !part.trim().is_empty())
}
