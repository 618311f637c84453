//! Doc comments: their text, and the tags with which they declare types in JavaScript.
//!
//! The types in the tags are read in `jsdoc_types`, and the types that a comment declares (`@typedef`) in
//! `jsdoc_declarations`.

use tree_sitter::Node;

use super::lower::Lowering;
use bombe_facts::{DefId, DefRole, Expr, ExprId, List, TypeExpr, TypeId};

/// Longest comment whose start is looked for from its end, in bytes.
const COMMENT_BYTES_MAX: usize = 16 * 1024;

/// A name with a type: `{T} name` of `@param` and `@property`. Both are parts of the source.
#[derive(Clone, Copy)]
pub(super) struct TypedName<'c> {
    /// As written: `options.retries` for a part of a parameter.
    pub(super) name: &'c str,
    /// The text of the type; empty if there is none.
    pub(super) ty: &'c str,
    /// The text of the tag, from its `@` to the next tag.
    pub(super) tag: &'c str,
}

/// A type parameter: `@template {Bound} T`.
#[derive(Clone, Copy)]
pub(super) struct Template<'c> {
    pub(super) name: &'c str,
    /// The text of its bound; empty if there is none.
    pub(super) bound: &'c str,
}

/// The tags of a doc comment that declare types of what is below it.
#[derive(Default)]
pub(super) struct Tags<'c> {
    pub(super) params: Vec<TypedName<'c>>,
    pub(super) templates: Vec<Template<'c>>,
    /// Type of the result.
    pub(super) returns: Option<&'c str>,
    /// Type of the variable, field or function below.
    pub(super) ty: Option<&'c str>,
    /// Type of `this`.
    pub(super) this: Option<&'c str>,
    /// Base class with its arguments.
    pub(super) extends: Option<&'c str>,
    pub(super) implements: Vec<&'c str>,
}

impl<'c> Tags<'c> {
    /// Reads a comment with its marks, up to the first tag that declares a type of its own.
    pub(super) fn read(comment: &'c str) -> Self {
        let mut tags = Self::default();
        if !comment.contains('@') {
            return tags;
        }
        for block in Blocks::of(comment) {
            if matches!(block.tag, "typedef" | "callback" | "overload") {
                return Self::default();
            }
            tags.add(&block);
        }
        tags
    }

    /// Adds what one tag says.
    pub(super) fn add(&mut self, block: &Block<'c>) {
        match block.tag {
            "param" | "arg" | "argument" => self.params.extend(block.typed_name()),
            "template" => block.templates(&mut self.templates),
            "return" | "returns" => self.returns = braces(block.body).map(|(ty, _)| ty),
            "type" => self.ty = braces(block.body).map(|(ty, _)| ty),
            "this" => self.this = braces(block.body).map(|(ty, _)| ty),
            "extends" | "augments" => {
                self.extends = Some(braces(block.body).map_or(block.body, |(ty, _)| ty));
            }
            "implements" => self.implements.extend(braces(block.body).map(|(ty, _)| ty)),
            _ => {}
        }
    }

    /// Returns the tag of a parameter by its name.
    pub(super) fn param(&self, name: &str) -> Option<TypedName<'c>> {
        self.params.iter().copied().find(|param| param.name == name)
    }

    /// Returns the tag of parameter number `at` (0-based), whose pattern gives it no name.
    pub(super) fn param_at(&self, at: usize) -> Option<TypedName<'c>> {
        let mut whole = self.params.iter().filter(|param| !param.name.contains('.'));
        whole.nth(at).copied()
    }

    /// Returns the tags of the parts of a parameter: `@param {string} options.name`.
    pub(super) fn parts_of(&self, name: &str) -> Vec<TypedName<'c>> {
        let part = |param: &TypedName<'c>| {
            let rest = param.name.strip_prefix(name)?;
            let rest = rest.strip_prefix("[]").unwrap_or(rest).strip_prefix('.')?;
            (!rest.contains('.')).then_some(TypedName {
                name: rest,
                ..*param
            })
        };
        self.params.iter().filter_map(part).collect()
    }
}

/// One tag of a comment.
pub(super) struct Block<'c> {
    /// Its name, without the `@`.
    pub(super) tag: &'c str,
    /// The text after its name, up to the next tag.
    pub(super) body: &'c str,
    /// All of it.
    pub(super) text: &'c str,
}

impl<'c> Block<'c> {
    /// Reads `{T} name`, `{T} [name=default]`, `name {T}`, `name`.
    pub(super) fn typed_name(&self) -> Option<TypedName<'c>> {
        let (ty, rest) = match braces(self.body) {
            Some((ty, rest)) if starts_with_brace(self.body) => (ty, rest),
            Some((ty, _)) => (ty, self.body),
            None => ("", self.body),
        };
        let rest = after_margin(rest);
        let rest = rest.strip_prefix('[').map_or(rest, str::trim_start);
        let ends = |c: char| !(is_name(c) || matches!(c, '.' | '[' | '-'));
        let name = rest.split(ends).next().unwrap_or("");
        (!name.is_empty()).then_some(TypedName {
            name,
            ty,
            tag: self.text,
        })
    }

    /// Reads `T`, `T, U`, `{Bound} T`, `[T=Default]`.
    pub(super) fn templates(&self, into: &mut Vec<Template<'c>>) {
        let (bound, rest) = match braces(self.body) {
            Some((bound, rest)) if starts_with_brace(self.body) => (bound, rest),
            _ => ("", self.body),
        };
        for part in rest.split(',') {
            let part = after_margin(part);
            let part = part.strip_prefix('[').unwrap_or(part).trim_start();
            let part = part.strip_prefix("const ").unwrap_or(part);
            let end = part.find(|c| !is_name(c)).unwrap_or(part.len());
            let (name, after) = part.split_at(end);
            if name.is_empty() {
                return;
            }
            into.push(Template { name, bound });
            // A description follows the last name.
            if !after.trim().is_empty() && !after.starts_with([']', '=']) {
                return;
            }
        }
    }
}

/// The tags of a comment, in their order.
pub(super) struct Blocks<'c> {
    rest: &'c str,
}

impl<'c> Blocks<'c> {
    /// Starts at the first tag of a comment with its marks. There are none unless it is a doc comment.
    pub(super) fn of(comment: &'c str) -> Self {
        let inner = comment
            .strip_prefix("/**")
            .and_then(|rest| rest.strip_suffix("*/"))
            .unwrap_or("");
        let start = next_tag(inner, 0).unwrap_or(inner.len());
        Self {
            rest: inner.get(start..).unwrap_or(""),
        }
    }
}

impl<'c> Iterator for Blocks<'c> {
    type Item = Block<'c>;

    fn next(&mut self) -> Option<Block<'c>> {
        let text = self.rest;
        let name = text.strip_prefix('@')?;
        let end = name.find(|c| !is_name(c)).unwrap_or(name.len());
        let (tag, body) = name.split_at(end);
        let newline = text.find('\n').unwrap_or(text.len());
        let next = next_tag(text, newline).unwrap_or(text.len());
        let body_start = text.len() - body.len();
        self.rest = text.get(next..).unwrap_or("");
        Some(Block {
            tag,
            body: text.get(body_start..next.max(body_start)).unwrap_or(""),
            text: text
                .get(..next)
                .unwrap_or(text)
                .trim_end_matches([' ', '\t', '\r', '\n', '*']),
        })
    }
}

/// Returns the offset of the first `@` that starts a line, from an offset on which a line starts.
fn next_tag(text: &str, from: usize) -> Option<usize> {
    let mut at = from;
    for line in text.get(from..)?.split_inclusive('\n') {
        let content = line.trim_start_matches([' ', '\t', '*']);
        if content.starts_with('@') {
            return Some(at + line.len() - content.len());
        }
        at += line.len();
    }
    None
}

/// Returns true for the characters of names.
pub(super) fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// Returns a text from its first character that is neither space nor the margin of a line (`*`).
pub(super) fn after_margin(text: &str) -> &str {
    let mut text = text;
    loop {
        let rest = text.trim_start();
        let blank = text.get(..text.len() - rest.len()).unwrap_or("");
        if blank.contains('\n')
            && let Some(after) = rest.strip_prefix('*')
        {
            text = after;
            continue;
        }
        return rest;
    }
}

fn starts_with_brace(text: &str) -> bool {
    after_margin(text).starts_with('{')
}

/// Returns the text between the first `{` and its `}`, and the rest.
pub(super) fn braces(text: &str) -> Option<(&str, &str)> {
    let open = text.find('{')?;
    let mut depth = 0;
    for (at, c) in text[open..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' => {
                depth -= 1;
                if depth == 0 {
                    return Some((text.get(open + 1..open + at)?, text.get(open + at + 1..)?));
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns the text of a doc comment without its marks; `None` for other comments.
pub(super) fn clean(comment: &str) -> Option<String> {
    let inner = comment.strip_prefix("/**")?.strip_suffix("*/")?;
    let mut text = String::with_capacity(inner.len());
    for line in inner.lines() {
        let line = line.trim();
        let line = line.strip_prefix('*').unwrap_or(line);
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(line.strip_prefix(' ').unwrap_or(line));
    }
    Some(text)
}

impl<'t> Lowering<'t> {
    /// Keeps a doc comment for the definition below, and declares the types that it declares itself. Other comments between
    /// the two do not matter.
    pub(super) fn comment(&mut self, node: Node<'t>) {
        let text = self.b.text(node);
        if !text.starts_with("/**") {
            return;
        }
        let declares = self.js && self.comment_declarations(node, text);
        self.doc = (!declares).then_some(node);
    }

    /// Returns the tags of the doc comment above the current statement or member, in JavaScript.
    pub(super) fn tags(&self) -> Tags<'t> {
        match self.doc {
            Some(doc) if self.js => Tags::read(self.b.text(doc)),
            _ => Tags::default(),
        }
    }

    /// Returns the doc comment that ends right before a node, in JavaScript.
    pub(super) fn comment_before(&self, node: Node<'t>) -> Option<&'t str> {
        if !self.js {
            return None;
        }
        let before = self.b.source().get(..node.start_byte())?.trim_end();
        if !before.ends_with("*/") {
            return None;
        }
        let from = before.len().saturating_sub(COMMENT_BYTES_MAX);
        let mut starts = before.as_bytes().get(from..)?.windows(3).rev();
        let at = starts.position(|window| window == b"/**")?;
        let text = before.get(before.len() - 3 - at..)?;
        // What ends before the last mark is another comment.
        (text.find("*/")? == text.len() - 2).then_some(text)
    }

    /// Returns the type that a comment right before a node declares: `/** @type {T} */ name`.
    pub(super) fn type_before(&mut self, node: Node<'t>) -> TypeId {
        let text = self
            .comment_before(node)
            .and_then(|text| Tags::read(text).ty);
        text.map_or(TypeId::UNKNOWN, |text| self.jsdoc_type(text, node))
    }

    /// Returns the outermost of the parentheses around a value that a comment casts: `/** @type {T} */ (value)`.
    pub(super) fn comment_cast(&self, node: Node<'t>) -> Option<Node<'t>> {
        let mut node = node;
        while self.js && self.role(node) == crate::parse::roles::Role::Parenthesized {
            if self
                .comment_before(node)
                .is_some_and(|text| Tags::read(text).ty.is_some())
            {
                return Some(node);
            }
            node = node.named_child(0)?;
        }
        None
    }

    /// Returns the value of a node, seen as the type to which a comment casts it.
    pub(super) fn as_commented(&mut self, node: Node<'t>, value: ExprId) -> ExprId {
        let Some(cast) = self.comment_cast(node) else {
            return value;
        };
        let ty = self.type_before(cast);
        if ty.is_known() {
            self.b.expr(Expr::Cast { ty, value })
        } else {
            value
        }
    }

    /// Adds the type parameters of a comment to a definition whose scope is open. Returns the list of their definitions.
    pub(super) fn template_parameters(
        &mut self,
        node: Node<'t>,
        templates: &[Template<'t>],
    ) -> List<DefId> {
        let mut ids: Vec<DefId> = Vec::new();
        for template in templates {
            let name = self.b.str(template.name);
            let def = self.new_def(DefRole::TypeParam, None, (node, node), name, None);
            self.b.bind_def(def);
            self.type_params.push(def);
            self.captured = None;
            ids.push(def);
        }
        for (&id, template) in ids.iter().zip(templates) {
            if !template.bound.is_empty() {
                let bound = self.jsdoc_type(template.bound, node);
                let bases = self.b.list(&[bombe_facts::Base::extends(bound)]);
                self.b.def_mut(id).bases = bases;
            }
        }
        self.b.list(&ids)
    }

    /// Returns the type of a parameter or property: an object if the comment names parts of it.
    pub(super) fn typed_name(
        &mut self,
        typed: &TypedName<'t>,
        parts: &[TypedName<'t>],
        node: Node<'t>,
    ) -> TypeId {
        let plain = matches!(
            typed.ty.trim_matches(['[', ']', '=', '?', '!']),
            "" | "object" | "Object"
        );
        if parts.is_empty() || !plain {
            return self.jsdoc_type(typed.ty, node);
        }
        let object = self.object_of_names(parts, node, false);
        if typed.ty.ends_with("[]") {
            self.b.builtin_type("Array", &[object])
        } else {
            object
        }
    }

    /// Returns an object type with these properties.
    pub(super) fn object_of_names(
        &mut self,
        names: &[TypedName<'t>],
        node: Node<'t>,
        symbols: bool,
    ) -> TypeId {
        let def = self.open_object(node);
        for part in names {
            let kind = symbols.then_some(bombe_format::kind::SymbolKind::Property);
            let property = self.def_in_comment(DefRole::Value, kind, node, part.tag, part.name);
            let signature = self.b.folded(part.tag.trim_start_matches('@'));
            let outer = self.b.enter_value(property);
            let ty = self.jsdoc_type(part.ty, node);
            self.b.leave_value(outer);
            let d = self.b.def_mut(property);
            d.ty = ty;
            d.signature = signature;
        }
        self.b.leave_def(def.1);
        self.b.ty(TypeExpr::Object(def.0))
    }

    /// Opens an object type written in a comment at a node. Returns it, and the definition around it, which
    /// [`Builder::leave_def`](crate::build::Builder::leave_def) restores.
    pub(super) fn open_object(&mut self, node: Node<'t>) -> (DefId, DefId) {
        let name = bombe_facts::StrId::EMPTY;
        let def = self.new_def(DefRole::Object, None, (node, node), name, None);
        let captured = self.captured_type_params();
        self.b.def_mut(def).type_params = captured;
        let outer = self.b.enter_def(def, bombe_facts::ScopeKind::Class, node);
        (def, outer)
    }

    /// Adds a definition that is written in a comment: it spans `text` and is named by `name`, both parts of the source. It
    /// belongs to a node near it.
    pub(super) fn def_in_comment(
        &mut self,
        role: DefRole,
        kind: Option<bombe_format::kind::SymbolKind>,
        node: Node<'t>,
        text: &'t str,
        name: &'t str,
    ) -> DefId {
        let name_id = self.b.str(name);
        let def = self.new_def(role, kind, (node, node), name_id, None);
        let source = self.b.source();
        let offset = |part: &str| part.as_ptr() as usize - source.as_ptr() as usize;
        let row = node.start_position().row as u32;
        let start = offset(text);
        let at = node.start_byte();
        let lines = |from: usize, to: usize| {
            source.get(from..to).map_or(0, |text| {
                text.bytes().filter(|b| *b == b'\n').count() as u32
            })
        };
        // The node is the comment, or what follows it.
        let first = if start >= at {
            row + lines(at, start)
        } else {
            row.saturating_sub(lines(start, at))
        };
        let name_at = offset(name);
        let d = self.b.def_mut(def);
        d.start = start as u32;
        d.end = (start + text.len()) as u32;
        d.start_line = first + 1;
        d.end_line = first + 1 + lines(start, start + text.len());
        d.name_line = first + 1 + lines(start, name_at);
        d.name_start = name_at as u32;
        d.name_end = (name_at + name.len()) as u32;
        def
    }
}
