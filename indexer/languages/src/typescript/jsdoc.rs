//! Doc comments: their text, and the types that they declare in JavaScript.

use bombe_facts::{List, TypeExpr, TypeId};

use super::lower::Lowering;

/// Deepest nesting of brackets in a type that is read.
const NESTING_MAX: u32 = 16;

/// The tags of a doc comment that declare types.
#[derive(Default)]
pub(super) struct Tags<'c> {
    params: Vec<(&'c str, &'c str)>,
    /// Type of the result.
    pub(super) returns: Option<&'c str>,
    /// Type of the variable or field below.
    pub(super) ty: Option<&'c str>,
}

impl<'c> Tags<'c> {
    /// Reads a comment with its marks.
    pub(super) fn read(comment: &'c str) -> Self {
        let mut tags = Self::default();
        if !comment.starts_with("/**") {
            return tags;
        }
        for line in comment.lines() {
            let line = line.trim_start_matches([' ', '\t', '*', '/']);
            let Some(rest) = line.strip_prefix('@') else {
                continue;
            };
            let (tag, rest) = rest
                .split_once(|c: char| c.is_whitespace() || c == '{')
                .unwrap_or((rest, ""));
            let offset = tag.len() + 1;
            let body = line.get(offset..).unwrap_or(rest);
            let Some((ty, after)) = braces(body) else {
                continue;
            };
            match tag {
                "param" | "arg" | "argument" => {
                    let name = after
                        .trim_start()
                        .split(char::is_whitespace)
                        .next()
                        .unwrap_or("");
                    let name = name
                        .trim_start_matches('[')
                        .split(['=', ']'])
                        .next()
                        .unwrap_or("");
                    tags.params.push((name, ty));
                }
                "return" | "returns" => tags.returns = Some(ty),
                "type" => tags.ty = Some(ty),
                _ => {}
            }
        }
        tags
    }

    /// Returns the type of a parameter.
    pub(super) fn param(&self, name: &str) -> Option<&'c str> {
        self.params
            .iter()
            .find(|(param, _)| *param == name)
            .map(|(_, ty)| *ty)
    }
}

/// Returns the text between the first `{` and its `}`, and the rest.
fn braces(text: &str) -> Option<(&str, &str)> {
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

impl Lowering<'_> {
    /// Lowers the text of a type in a comment.
    pub(super) fn jsdoc_type(&mut self, text: &str) -> TypeId {
        let mut reader = Reader { text, depth: 0 };
        reader.union(self)
    }
}

/// Reads type texts: names, dots, arguments, arrays, unions, `?`, `!`, `import("x").A`.
struct Reader<'c> {
    text: &'c str,
    depth: u32,
}

impl<'c> Reader<'c> {
    fn skip(&mut self) {
        self.text = self.text.trim_start();
    }

    fn eat(&mut self, token: &str) -> bool {
        self.skip();
        match self.text.strip_prefix(token) {
            Some(rest) => {
                self.text = rest;
                true
            }
            None => false,
        }
    }

    fn word(&mut self) -> &'c str {
        self.skip();
        let end = self
            .text
            .find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '$'))
            .unwrap_or(self.text.len());
        let (word, rest) = self.text.split_at(end);
        self.text = rest;
        word
    }

    fn union(&mut self, lower: &mut Lowering) -> TypeId {
        let mut parts: Vec<TypeId> = Vec::new();
        let mut nullable = false;
        loop {
            match self.postfix(lower) {
                Some(TypeId::UNKNOWN) => {}
                Some(ty) => parts.push(ty),
                None => nullable = true,
            }
            if !self.eat("|") {
                break;
            }
        }
        let ty = match parts.len() {
            0 => return TypeId::UNKNOWN,
            1 => parts[0],
            _ => {
                let list = lower.b.list(&parts);
                lower.b.ty(TypeExpr::Union(list))
            }
        };
        if nullable {
            lower.b.ty(TypeExpr::Nullable(ty))
        } else {
            ty
        }
    }

    /// A type with array brackets after it; `None` for null and undefined.
    fn postfix(&mut self, lower: &mut Lowering) -> Option<TypeId> {
        let variadic = self.eat("...");
        let nullable = self.eat("?");
        if !nullable {
            self.eat("!");
        }
        let mut ty = self.primary(lower)?;
        loop {
            if self.eat("[]") {
                ty = lower.b.builtin_type("Array", &[ty]);
            } else if self.eat("=") || self.eat("?") || self.eat("!") {
            } else {
                break;
            }
        }
        if variadic || !nullable {
            return Some(ty);
        }
        Some(lower.b.ty(TypeExpr::Nullable(ty)))
    }

    fn primary(&mut self, lower: &mut Lowering) -> Option<TypeId> {
        if self.depth >= NESTING_MAX {
            self.text = "";
            return Some(TypeId::UNKNOWN);
        }
        if self.eat("(") {
            self.depth += 1;
            let ty = self.union(lower);
            self.depth -= 1;
            self.eat(")");
            return Some(ty);
        }
        let word = self.word();
        match word {
            "" => {
                self.text = "";
                return Some(TypeId::UNKNOWN);
            }
            "null" | "undefined" => return None,
            "string" | "String" => return Some(lower.b.builtin_type("String", &[])),
            "number" | "Number" => return Some(lower.b.builtin_type("Number", &[])),
            "boolean" | "Boolean" => return Some(lower.b.builtin_type("Boolean", &[])),
            "void" => return Some(lower.b.ty(TypeExpr::Void)),
            "any" | "unknown" | "object" | "never" => return Some(TypeId::UNKNOWN),
            _ => {}
        }
        let mut ty = if word == "import" && self.eat("(") {
            let end = self.text.find(')')?;
            let module = self.text[..end].trim().trim_matches(['"', '\'']);
            self.text = &self.text[end + 1..];
            let module = lower.b.str(module);
            let scope = lower.b.scope();
            let import = lower.b.import(bombe_facts::Import {
                kind: bombe_facts::ImportKind::Module,
                module,
                symbol: bombe_facts::StrId::EMPTY,
                local: bombe_facts::StrId::EMPTY,
                level: 0,
                scope,
                line: 1,
                reexport: false,
                type_only: true,
            });
            let value = lower.b.expr(bombe_facts::Expr::Import(import));
            lower.b.ty(TypeExpr::Of(value))
        } else {
            let name = lower.b.str(word);
            lower.b.name_type(name, List::default())
        };
        loop {
            if self.text.starts_with(".<") || self.text.starts_with('<') {
                self.eat(".");
                self.eat("<");
                let args = self.arguments(lower);
                ty = match lower.b.facts.types[ty.index()] {
                    TypeExpr::Name { name, scope, .. } => {
                        lower.b.ty(TypeExpr::Name { name, scope, args })
                    }
                    TypeExpr::Member { base, name, .. } => {
                        lower.b.ty(TypeExpr::Member { base, name, args })
                    }
                    _ => ty,
                };
                return Some(ty);
            }
            if !self.text.starts_with('.') || !self.eat(".") {
                return Some(ty);
            }
            let member = self.word();
            if member.is_empty() {
                return Some(ty);
            }
            let name = lower.b.str(member);
            ty = lower.b.ty(TypeExpr::Member {
                base: ty,
                name,
                args: List::default(),
            });
        }
    }

    fn arguments(&mut self, lower: &mut Lowering) -> List<TypeId> {
        let mut args: Vec<TypeId> = Vec::new();
        self.depth += 1;
        loop {
            args.push(self.union(lower));
            if !self.eat(",") {
                break;
            }
        }
        self.depth -= 1;
        self.eat(">");
        lower.b.list(&args)
    }
}
