//! Macro calls. Their arguments are parsed a second time, in their most likely form.
//!
//! The grammar leaves a macro's arguments as a tree of tokens. Most macros take expressions or statements, so the text
//! between the delimiters is parsed again in place, with a few bytes around or inside the arguments replaced. The
//! second parse uses the file's own offsets, so every position in the new tree is valid in the file. `m!(a, b)` is
//! parsed as the tuple `(a, b);`, `m![a]` as an array, `m! { … }` as statements, and `matches!(e, P)` as `match e { P
//! => 0 }`. Nested macro calls are parsed when the walk reaches them.

use std::ops::ControlFlow;

use tree_sitter::{Node, ParseOptions, Parser, Point, Range, Tree};

use super::lower::Lowering;
use super::macro_rules::repetition_marks;
use crate::parse::roles::Role;
use bombe_facts::{Expr, ExprId, Lit, SiteKind, TypeExpr};

/// Nesting of macro calls that is followed. Each level parses its text again.
const MACRO_DEPTH_MAX: u32 = 16;

/// Progress reports allowed for one parse, and per byte of it. The parser reports every 100 steps.
const REPORTS_MIN: usize = 10_000;

/// Macros whose arguments are not code.
const OPAQUE: &[&str] = &[
    "stringify",
    "concat",
    "env",
    "option_env",
    "include",
    "include_str",
    "include_bytes",
    "cfg",
    "line",
    "column",
    "file",
    "module_path",
    "compile_error",
    "quote",
    "quote_spanned",
    "parse_quote",
    "parse_quote_spanned",
    "format_ident",
    "asm",
    "global_asm",
    "concat_idents",
    "html",
    "rsx",
    "view",
];

/// Macros of the standard library, which never name a definition of the repository.
const STANDARD: &[&str] = &[
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "print",
    "println",
    "eprint",
    "eprintln",
    "format",
    "format_args",
    "write",
    "writeln",
    "vec",
    "panic",
    "todo",
    "unimplemented",
    "unreachable",
    "matches",
    "dbg",
    "stringify",
    "concat",
    "env",
    "option_env",
    "include",
    "include_str",
    "include_bytes",
    "cfg",
    "line",
    "column",
    "file",
    "module_path",
    "compile_error",
    "thread_local",
    "try",
];

/// Blanks that replace the marks of a repetition.
const BLANK: &str = "                ";

/// Replaced bytes: their offset and a text of the same length.
type Patch = (usize, &'static str);

impl Lowering<'_> {
    pub(super) fn macro_call(&mut self, node: Node) -> ExprId {
        let Some(macro_node) = self.ids.r#macro.of(node) else {
            return ExprId::UNKNOWN;
        };
        let name_node = self.ids.name.of(macro_node).unwrap_or(macro_node);
        let name = self.text(name_node);
        if !STANDARD.contains(&name) {
            self.macro_site(macro_node, name_node);
        }
        let mut cursor = node.walk();
        let Some(tokens) = node
            .named_children(&mut cursor)
            .find(|child| child.kind() == "token_tree")
        else {
            return ExprId::UNKNOWN;
        };
        let expansion = self.expansions.get(&node.start_byte());
        let expansion = expansion.filter(|_| self.expanded.is_none());
        if let Some(expansion) = expansion.filter(|expansion| !expansion.is_item)
            && let Some(value) = self.expanded_value(node, expansion)
        {
            return value;
        }
        let first = self.b.facts.defs.len();
        let args = if OPAQUE.contains(&name) {
            Vec::new()
        } else {
            self.macro_arguments(tokens, name)
        };
        if let Some(expansion) = expansion.filter(|expansion| expansion.is_item) {
            self.expanded_items(node, expansion, first);
        }
        self.macro_value(name, &args)
    }

    fn macro_site(&mut self, macro_node: Node, name_node: Node) {
        let plain = self.b.name(name_node);
        let bang = self.macro_name(plain);
        let value = match self.ids.path.of(macro_node) {
            Some(path) => {
                let base = self.b.name_expr(path);
                self.b.expr(Expr::Path { base, name: bang })
            }
            None => self.b.name_expr_at(bang, name_node.start_byte() as u32),
        };
        self.b.site(SiteKind::Macro, value, name_node);
    }

    /// Returns the value of a call of a well-known macro.
    fn macro_value(&mut self, name: &str, args: &[ExprId]) -> ExprId {
        let first = args.first().copied().unwrap_or_default();
        match name {
            "vec" => {
                let element = self.type_of(first);
                let ty = self.b.builtin_type("Vec", &[element]);
                let items = self.b.list(args);
                let value = self.b.expr(Expr::Array(items));
                self.b.expr(Expr::Cast { ty, value })
            }
            // Rocket's lists of handlers.
            "routes" | "catchers" => {
                let items = self.b.list(args);
                self.b.expr(Expr::Array(items))
            }
            "format" => self.cast_to("String", &[]),
            "format_args" => self.cast_to("Arguments", &[]),
            "dbg" => first,
            "pin" => {
                let pinned = self.type_of(first);
                self.cast_to("Pin", &[pinned])
            }
            "try" => self.b.expr(Expr::Try(first)),
            "matches" => self.b.expr(Expr::Lit(Lit::Bool)),
            "cfg" => self.b.expr(Expr::Lit(Lit::Bool)),
            "stringify" | "concat" | "env" | "include_str" | "file" | "module_path" => {
                self.b.expr(Expr::Lit(Lit::String))
            }
            "line" | "column" => self.b.expr(Expr::Lit(Lit::Int)),
            "print" | "println" | "eprint" | "eprintln" | "assert" | "assert_eq" | "assert_ne"
            | "debug_assert" | "debug_assert_eq" | "debug_assert_ne" => {
                let ty = self.b.ty(TypeExpr::Void);
                self.b.expr(Expr::Cast {
                    ty,
                    value: ExprId::UNKNOWN,
                })
            }
            "write" | "writeln" => {
                let unit = self.b.ty(TypeExpr::Void);
                let error = self.b.builtin_type("Error", &[]);
                self.cast_to("Result", &[unit, error])
            }
            _ => ExprId::UNKNOWN,
        }
    }

    fn cast_to(&mut self, name: &str, args: &[bombe_facts::TypeId]) -> ExprId {
        let ty = self.b.builtin_type(name, args);
        self.b.expr(Expr::Cast {
            ty,
            value: ExprId::UNKNOWN,
        })
    }

    /// Lowers the arguments of a macro call as values.
    fn macro_arguments(&mut self, tokens: Node, name: &str) -> Vec<ExprId> {
        let source = self.b.source().as_bytes();
        let braces = source.get(tokens.start_byte()) == Some(&b'{');
        // Braces may hold items, even without brackets inside.
        if !braces && self.is_flat(tokens) {
            return self.flat_arguments(tokens);
        }
        if self.macro_depth >= MACRO_DEPTH_MAX {
            return Vec::new();
        }
        let (start, end) = (tokens.start_byte(), tokens.end_byte());
        let tree = if matches!(name, "matches" | "assert_matches" | "debug_assert_matches") {
            self.parse_matches(tokens)
        } else if braces {
            self.parse_again(
                inside(tokens),
                start + 1,
                end.saturating_sub(1),
                "",
                "",
                &[],
            )
        } else {
            self.parse_again(tokens.start_position(), start, end, "", ";", &[])
        };
        let Some(tree) = tree else { return Vec::new() };
        self.macro_depth += 1;
        let root = tree.root_node();
        let args = if braces {
            vec![self.statements(root)]
        } else {
            self.tuple_arguments(root)
        };
        self.macro_depth -= 1;
        args
    }

    /// Lowers the values of `(a, b);` or `[a, b];`. `name = value` is a named argument.
    fn tuple_arguments(&mut self, root: Node) -> Vec<ExprId> {
        let mut cursor = root.walk();
        let mut args = Vec::new();
        for statement in root.named_children(&mut cursor) {
            let list = if self.role(statement) == Role::ExpressionStatement {
                statement.named_child(0).unwrap_or(statement)
            } else {
                statement
            };
            if !list.is_error()
                && !matches!(
                    self.role(list),
                    Role::Tuple | Role::Parenthesized | Role::Array
                )
            {
                args.push(self.expr(list));
                continue;
            }
            let mut cursor = list.walk();
            for child in list.named_children(&mut cursor) {
                match self.role(child) {
                    Role::Comment | Role::Decorator => {}
                    Role::Assignment => {
                        let value = self
                            .ids
                            .right
                            .of(child)
                            .map_or(ExprId::UNKNOWN, |right| self.expr(right));
                        args.push(value);
                    }
                    _ => args.push(self.expr(child)),
                }
            }
        }
        args
    }

    /// Returns true if there are no brackets and no macro calls inside: without calls, a second parse adds only names.
    fn is_flat(&self, tokens: Node) -> bool {
        let text = self.text(tokens);
        let inner = text.get(1..text.len().saturating_sub(1)).unwrap_or("");
        !inner.contains(['(', '[', '{', '|', '!', '*', '?']) || self.only_literal_brackets(tokens)
    }

    /// Returns true if all brackets are inside string literals.
    #[expect(clippy::unused_self, reason = "reads like the other predicates")]
    fn only_literal_brackets(&self, tokens: Node) -> bool {
        let mut cursor = tokens.walk();
        let mut flat = true;
        for child in tokens.children(&mut cursor) {
            flat &= !matches!(child.kind(), "token_tree" | "|" | "||" | "!" | "*" | "?");
        }
        flat
    }

    /// Lowers arguments without brackets inside: names and literals.
    fn flat_arguments(&mut self, tokens: Node) -> Vec<ExprId> {
        let mut args = Vec::new();
        let mut value = ExprId::UNKNOWN;
        let mut single = true;
        let mut before = "";
        let mut cursor = tokens.walk();
        for child in tokens.children(&mut cursor) {
            match self.role(child) {
                Role::Name
                    if !matches!(before, "." | "::") && !self.text(child).starts_with('$') =>
                {
                    let name = self.b.name_expr(child);
                    self.b.site(SiteKind::Read, name, child);
                    single &= !value.is_known();
                    value = name;
                }
                // `routes![users::list]`
                Role::Name if before == "::" && single && value.is_known() => {
                    let name = self.b.name(child);
                    value = self.b.expr(Expr::Path { base: value, name });
                }
                Role::Name => single = false,
                Role::This if self.text(child) == "self" => {
                    let scope = self.b.scope();
                    value = self.b.expr(Expr::This(scope));
                }
                Role::String => value = self.b.expr(Expr::Lit(Lit::String)),
                Role::Integer => value = self.b.expr(Expr::Lit(Lit::Int)),
                Role::Float => value = self.b.expr(Expr::Lit(Lit::Float)),
                Role::Char => value = self.b.expr(Expr::Lit(Lit::Char)),
                Role::Bool => value = self.b.expr(Expr::Lit(Lit::Bool)),
                _ => match child.kind() {
                    "," | ";" => {
                        args.push(if single { value } else { ExprId::UNKNOWN });
                        value = ExprId::UNKNOWN;
                        single = true;
                    }
                    "(" | ")" | "[" | "]" | "{" | "}" | "&" | "mut" | "::" => {}
                    _ => single = false,
                },
            }
            before = child.kind();
        }
        if value.is_known() {
            args.push(if single { value } else { ExprId::UNKNOWN });
        }
        args
    }

    /// Parses `matches!(e, P if c)` as `match e { P if c =>0}`.
    fn parse_matches(&mut self, tokens: Node) -> Option<Tree> {
        let mut commas: Vec<usize> = Vec::new();
        let mut cursor = tokens.walk();
        for child in tokens.children(&mut cursor) {
            if child.kind() == "," {
                commas.push(child.start_byte());
            }
        }
        let first = *commas.first()?;
        let end = tokens.end_byte().checked_sub(1)?;
        let mut patches: Vec<Patch> = vec![(first, "{")];
        if let Some(last) = commas.last()
            && *last != first
            && self
                .b
                .source()
                .get(last + 1..end)
                .is_some_and(|rest| rest.trim().is_empty())
        {
            patches.push((*last, " "));
        }
        self.parse_again(
            inside(tokens),
            tokens.start_byte() + 1,
            end,
            "match ",
            "=>0}",
            &patches,
        )
    }

    /// Lowers the body of a macro rule if it parses as statements. Its calls belong to the macro.
    pub(super) fn macro_body(&mut self, tokens: Node) {
        let (start, end) = (tokens.start_byte() + 1, tokens.end_byte().saturating_sub(1));
        let source = self.b.source();
        let Some(body) = source.get(start..end) else {
            return;
        };
        let mut patches: Vec<Patch> = Vec::new();
        if body.contains("$(") {
            // What is repeated is read once.
            for (mark, len) in repetition_marks(body, start) {
                let Some(blank) = BLANK.get(..len) else {
                    return;
                };
                patches.push((mark, blank));
            }
        }
        let mut at = 0;
        while let Some(found) = body[at..].find("$crate") {
            patches.push((start + at + found, " crate"));
            at += found + "$crate".len();
        }
        patches.sort_unstable();
        // A body may end with an expression; a file may not.
        let Some(tree) = self.parse_again(inside(tokens), start, end, "", ";", &patches) else {
            return;
        };
        if !tree.root_node().has_error() {
            self.macro_depth += 1;
            self.block(tree.root_node());
            self.macro_depth -= 1;
        }
    }

    /// Parses `start..end` of the file again, as if `before` preceded it and `after` followed it, with `patches`
    /// (ascending) applied. `at` is the row and column of `start`.
    pub(super) fn parse_again(
        &mut self,
        at: Point,
        start: usize,
        end: usize,
        before: &'static str,
        after: &'static str,
        patches: &[Patch],
    ) -> Option<Tree> {
        let source = self.b.source();
        if start >= end || end > source.len() {
            return None;
        }
        let first = start.checked_sub(before.len())?;
        let start_point = Point {
            row: at.row,
            column: at.column.checked_sub(before.len())?,
        };
        let range = Range {
            start_byte: first,
            end_byte: end + after.len(),
            start_point,
            end_point: Point {
                row: u32::MAX as usize,
                column: 0,
            },
        };
        if self.parser.is_none() {
            let mut parser = Parser::new();
            parser
                .set_language(&tree_sitter_rust::LANGUAGE.into())
                .ok()?;
            self.parser = Some(parser);
        }
        let parser = self.parser.as_mut()?;
        parser.set_included_ranges(&[range]).ok()?;
        let mut reports = REPORTS_MIN + (end - start);
        let mut progress = |_: &tree_sitter::ParseState| {
            reports = reports.saturating_sub(1);
            if reports == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let mut read = |at: usize, _: Point| -> &[u8] {
            if at < start {
                return at
                    .checked_sub(first)
                    .and_then(|skip| before.as_bytes().get(skip..))
                    .unwrap_or_default();
            }
            if at >= end {
                return after.as_bytes().get(at - end..).unwrap_or_default();
            }
            let mut stop = end;
            for (offset, text) in patches {
                if at < *offset {
                    stop = *offset;
                    break;
                }
                if at < offset + text.len() {
                    return &text.as_bytes()[at - offset..];
                }
            }
            &source.as_bytes()[at..stop]
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let tree = parser.parse_with_options(&mut read, None, Some(options));
        parser.reset();
        tree
    }
}

/// Returns the position after the opening bracket of a token tree.
fn inside(tokens: Node) -> Point {
    let at = tokens.start_position();
    Point {
        row: at.row,
        column: at.column + 1,
    }
}
