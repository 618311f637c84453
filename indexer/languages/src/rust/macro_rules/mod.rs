//! Macros by example: what a call of a macro that is defined in the same file expands to.
//!
//! The expansion is text: it is appended to the text of the file and parsed there, on the line of the call. A rule that is
//! not understood, or an expansion that grows too large, leaves the call as it is.

mod matcher;
mod tokens;

use hashbrown::HashMap;
use tree_sitter::Node;

use matcher::{Bindings, Bound, Part};
use tokens::{Kind, Token, group_end};

/// Expansions within expansions that are followed.
const DEPTH_MAX: u32 = 16;

/// Tokens of the expansions of one file, including those that are expanded further.
const TOKENS_MAX: usize = 60_000;

/// Bytes of the expansions of one file for each byte of the file.
const GROWTH_MAX: usize = 4;

/// The expansion of a call.
#[derive(Debug)]
pub(super) struct Expansion {
    /// The call stands in the place of an item, and not in that of an expression or statement.
    pub(super) is_item: bool,
    /// Its bytes in the extended text.
    pub(super) range: std::ops::Range<usize>,
    /// Where tokens in it stand in the file: their bytes in the extended text and in the file; ascending.
    pub(super) origins: Vec<(u32, u32)>,
}

impl Expansion {
    /// Returns where a token of the expansion, at a byte of the extended text, stands in the call with these bytes; `None`
    /// if the call did not give it.
    pub(super) fn origin(&self, at: u32, call: std::ops::Range<usize>) -> Option<u32> {
        let found = self
            .origins
            .binary_search_by_key(&at, |(in_text, _)| *in_text);
        let origin = found.ok().map(|found| self.origins[found].1)?;
        call.contains(&(origin as usize)).then_some(origin)
    }
}

/// The expansions of a file.
#[derive(Default, Debug)]
pub(super) struct Expansions {
    /// The text of the file and of all expansions; empty if there are none.
    pub(super) text: String,
    /// By the first byte of the call.
    pub(super) by_call: HashMap<usize, Expansion>,
}

/// Returns the marks of the repetitions in the body of a rule, which starts at the byte `base`: where each starts, and its
/// length. Blanked out, they leave what is repeated.
pub(super) fn repetition_marks(body: &str, base: usize) -> Vec<(usize, usize)> {
    let mut marks = Vec::new();
    let Some(all) = tokens::tokens(body, base as u32) else {
        return marks;
    };
    for (at, pair) in all.windows(2).enumerate() {
        let (Some(open), true) = (pair[0].at, pair[0].text == "$" && pair[1].text == "(") else {
            continue;
        };
        let end = group_end(&all, at + 1);
        let last = matcher::repetition(&all, end).and_then(|(.., after)| all.get(after - 1));
        let close = all.get(end - 1).and_then(|close| close.at);
        if let (Some(close), Some(last)) = (close, last.and_then(|last| last.at)) {
            marks.push((open as usize, 2));
            marks.push((close as usize, (last - close) as usize + 1));
        }
    }
    marks.sort_unstable();
    marks
}

/// One rule: a pattern, and what it becomes.
struct MacroRule<'s> {
    pattern: Vec<Part<'s>>,
    template: Vec<Token<'s>>,
}

type Macros<'s> = HashMap<&'s str, Vec<MacroRule<'s>>>;

/// Expands the calls in the place of items of macros that the same file defines.
pub(super) fn expansions(root: Node, source: &str) -> Expansions {
    let mut expansions = Expansions::default();
    if memchr::memmem::find(source.as_bytes(), b"macro_rules!").is_none() {
        return expansions;
    }
    let mut macros = Macros::new();
    let mut calls: Vec<(Node, bool)> = Vec::new();
    collect(root, source, &mut macros, &mut calls);
    let mut left = TOKENS_MAX;
    for (call, is_item) in calls {
        let Some(found) = expansion(&macros, call, is_item, source, &mut left) else {
            continue;
        };
        if expansions.text.is_empty() {
            expansions.text.push_str(source);
        }
        let start = expansions.text.len();
        let mut origins = Vec::new();
        if !is_item {
            expansions.text.push('{');
        }
        for token in &found {
            expansions.text.push(' ');
            if token.is_doc {
                push_doc(&mut expansions.text, token.text);
                continue;
            }
            if let Some(at) = token.at {
                origins.push((expansions.text.len() as u32, at));
            }
            expansions.text.push_str(token.text);
        }
        if !is_item {
            expansions.text.push('}');
        }
        if expansions.text.len() > source.len().saturating_mul(GROWTH_MAX) + 16_384 {
            expansions.text.truncate(start);
            break;
        }
        let range = start..expansions.text.len();
        expansions.by_call.insert(
            call.start_byte(),
            Expansion {
                is_item,
                range,
                origins,
            },
        );
    }
    expansions
}

/// Appends the text of a doc comment as a literal that ends on its line.
fn push_doc(text: &mut String, doc: &str) {
    text.push('"');
    for c in doc.chars() {
        match c {
            '"' => text.push_str("\\\""),
            '\\' => text.push_str("\\\\"),
            '\n' | '\r' => text.push(' '),
            c => text.push(c),
        }
    }
    text.push('"');
}

/// Finds the macros of a file, and the calls outside of them, each with whether it stands in the place of an item.
fn collect<'t, 's>(
    root: Node<'t>,
    source: &'s str,
    macros: &mut Macros<'s>,
    calls: &mut Vec<(Node<'t>, bool)>,
) {
    let mut cursor = root.walk();
    // Whether the node around the current one holds items.
    let mut around = vec![true];
    loop {
        let node = cursor.node();
        let holds_items = match node.kind() {
            "source_file" | "declaration_list" => true,
            "expression_statement" => *around.last().unwrap_or(&false),
            _ => false,
        };
        let goes_down = match node.kind() {
            "macro_definition" => {
                define(node, source, macros);
                false
            }
            "macro_invocation" => {
                calls.push((node, *around.last().unwrap_or(&false)));
                false
            }
            _ => node.named_child_count() > 0,
        };
        if goes_down && cursor.goto_first_child() {
            around.push(holds_items);
            continue;
        }
        while !cursor.goto_next_sibling() {
            around.pop();
            if !cursor.goto_parent() {
                return;
            }
        }
    }
}

/// Adds the rules of a macro, if all of them are understood.
fn define<'s>(node: Node, source: &'s str, macros: &mut Macros<'s>) {
    let base = node.start_byte();
    let name = node
        .child_by_field_name("name")
        .and_then(|name| source.get(name.byte_range()));
    let (Some(name), Some(text)) = (name, source.get(node.byte_range())) else {
        return;
    };
    let Some(all) = tokens::tokens(text, base as u32) else {
        return;
    };
    let Some(open) = all.iter().position(|token| token.kind == Kind::Open) else {
        return;
    };
    let end = group_end(&all, open) - 1;
    let mut rules = Vec::new();
    let mut at = open + 1;
    while at < end {
        let pattern_end = group_end(&all, at);
        let template_end = group_end(&all, pattern_end + 1);
        let is_rule = all[at].kind == Kind::Open
            && all.get(pattern_end).is_some_and(|token| token.text == "=>")
            && all
                .get(pattern_end + 1)
                .is_some_and(|token| token.kind == Kind::Open)
            && template_end <= end;
        if !is_rule {
            break;
        }
        let inner = |from: usize, to: usize| all.get(from + 1..to.saturating_sub(1));
        let (Some(pattern), Some(template)) =
            (inner(at, pattern_end), inner(pattern_end + 1, template_end))
        else {
            break;
        };
        // A rule that is not understood may be the one that is meant.
        let Some(pattern) = matcher::pattern(pattern, 0) else {
            break;
        };
        rules.push(MacroRule {
            pattern,
            template: template.to_vec(),
        });
        at = template_end + usize::from(all.get(template_end).is_some_and(|t| t.text == ";"));
    }
    macros.insert(name, rules);
}

/// Returns the tokens that a call expands to.
fn expansion<'s>(
    macros: &Macros<'s>,
    call: Node,
    is_item: bool,
    source: &'s str,
    left: &mut usize,
) -> Option<Vec<Token<'s>>> {
    let name = source.get(call.child_by_field_name("macro")?.byte_range())?;
    let rules = macros.get(name)?;
    let mut cursor = call.walk();
    let arguments = call
        .named_children(&mut cursor)
        .find(|child| child.kind() == "token_tree")?;
    let (start, end) = (
        arguments.start_byte() + 1,
        arguments.end_byte().checked_sub(1)?,
    );
    let arguments = tokens::tokens(source.get(start..end)?, start as u32)?;
    let made = expand(macros, rules, &arguments, 0, left).filter(|_| *left > 0)?;
    // What is called in the arguments must not be lost, if the macro drops it in some builds.
    let is_called = |pair: &&[Token]| pair[0].kind == Kind::Ident && pair[1].text == "(";
    let is_kept = |pair: &[Token]| made.iter().any(|token| token.at == pair[0].at);
    (is_item || arguments.windows(2).filter(is_called).all(is_kept)).then_some(made)
}

/// Returns what the first rule that matches makes of some arguments, with the calls in it expanded, too.
fn expand<'s>(
    macros: &Macros<'s>,
    rules: &[MacroRule<'s>],
    arguments: &[Token<'s>],
    depth: u32,
    left: &mut usize,
) -> Option<Vec<Token<'s>>> {
    if depth > DEPTH_MAX {
        return None;
    }
    let (rule, bindings) = rules.iter().find_map(|rule| {
        take(left, arguments.len().max(1))?;
        Some((rule, matcher::matches(&rule.pattern, arguments)?))
    })?;
    let mut made = Vec::new();
    transcribe(&rule.template, &bindings, &mut made, left)?;
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(token) = made.get(at) {
        let is_call = token.kind == Kind::Ident
            && made.get(at + 1).is_some_and(|next| next.text == "!")
            && made.get(at + 2).is_some_and(|next| next.kind == Kind::Open);
        let rules = macros.get(token.text).filter(|_| is_call);
        if let Some(rules) = rules {
            let end = group_end(&made, at + 2);
            let inner = made.get(at + 3..end - 1)?;
            if let Some(inner) = expand(macros, rules, inner, depth + 1, left) {
                out.extend(inner);
                at = end;
                continue;
            }
        }
        out.push(*token);
        at += 1;
    }
    Some(out)
}

/// Takes tokens from those that are left. If there are too few, none are left for anything else.
fn take(left: &mut usize, tokens: usize) -> Option<()> {
    let rest = left.checked_sub(tokens);
    *left = rest.unwrap_or(0);
    rest.map(|_| ())
}

/// Appends a template with its variables replaced.
fn transcribe<'s>(
    template: &[Token<'s>],
    bindings: &Bindings<'s>,
    made: &mut Vec<Token<'s>>,
    left: &mut usize,
) -> Option<()> {
    let mut at = 0;
    while let Some(token) = template.get(at) {
        take(left, 1)?;
        if token.text != "$" {
            made.push(*token);
            at += 1;
            continue;
        }
        let next = template.get(at + 1)?;
        if next.text == "(" {
            let end = group_end(template, at + 1);
            let inner = template.get(at + 2..end - 1)?;
            let (separator, _, after) = matcher::repetition(template, end)?;
            repeat(inner, separator, bindings, made, left)?;
            at = after;
            continue;
        }
        if next.text == "crate" {
            made.push(*next);
        } else {
            let bound = bindings.iter().find(|(name, _)| *name == next.text);
            let Some((_, Bound::Tokens(found))) = bound else {
                return None;
            };
            take(left, found.len())?;
            made.extend_from_slice(found);
        }
        at += 2;
    }
    Some(())
}

/// Appends a repetition: its tokens once for each turn of the variables in it.
fn repeat<'s>(
    inner: &[Token<'s>],
    separator: Option<Token<'s>>,
    bindings: &Bindings<'s>,
    made: &mut Vec<Token<'s>>,
    left: &mut usize,
) -> Option<()> {
    let is_used = |name: &str| {
        inner
            .windows(2)
            .any(|pair| pair[0].text == "$" && pair[1].text == name)
    };
    let turns = bindings.iter().filter_map(|(name, bound)| match bound {
        Bound::Turns(turns) if is_used(name) => Some(turns.len()),
        _ => None,
    });
    let turns = turns.max()?;
    for turn in 0..turns {
        let mut of_turn = Bindings::new();
        for (name, bound) in bindings.iter().filter(|(name, _)| is_used(name)) {
            let bound = match bound {
                Bound::Turns(turns) => turns.get(turn)?.clone(),
                Bound::Tokens(_) => bound.clone(),
            };
            of_turn.push((name, bound));
        }
        if let Some(separator) = separator.filter(|_| turn > 0) {
            made.push(separator);
        }
        transcribe(inner, &of_turn, made, left)?;
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns what the calls in a text expand to, in order.
    fn expanded(source: &str) -> Vec<String> {
        let mut parser = tree_sitter::Parser::new();
        parser
            .set_language(&tree_sitter_rust::LANGUAGE.into())
            .unwrap();
        let tree = parser.parse(source, None).unwrap();
        let found = expansions(tree.root_node(), source);
        let mut calls: Vec<_> = found.by_call.iter().collect();
        calls.sort_by_key(|(at, _)| **at);
        calls
            .into_iter()
            .map(|(_, expansion)| found.text[expansion.range.clone()].trim().to_owned())
            .collect()
    }

    #[test]
    fn repetitions_nest_and_take_their_separators() {
        let source = "macro_rules! m { ($($t:ident: [$($x:expr),*]);+ $(;)?) => { $( const $t: &[u8] = &[$($x),*]; )+ }; }\n\
                      m!(A: [1, f(2, 3)]; B: [];);";
        assert_eq!(
            expanded(source),
            ["const A : & [ u8 ] = & [ 1 , f ( 2 , 3 ) ] ; const B : & [ u8 ] = & [ ] ;"]
        );
    }

    #[test]
    fn fragments_end_where_the_language_ends_them() {
        let source = "macro_rules! m { ($v:vis fn $n:ident($t:ty) -> $r:path, $b:block) => { $v fn $n(_: $t) -> $r $b }; }\n\
                      m!(pub(crate) fn f(Vec<(u8, &'static str)>) -> a::B<C, D>, { g(); });\n\
                      m!(fn h(&[u8]) -> X, {});";
        assert_eq!(
            expanded(source),
            [
                "pub ( crate ) fn f ( _ : Vec < ( u8 , & 'static str ) > ) -> a :: B < C , D > { g ( ) ; }",
                "fn h ( _ : & [ u8 ] ) -> X { }",
            ]
        );
    }

    #[test]
    fn a_rule_may_call_its_macro_and_pass_doc_comments_on() {
        let source = "macro_rules! m { ($n:ident) => { m!(/// It \"says\".\n $n, 1); };\n\
                      ($(#[$m:meta])* $n:ident, $x:literal) => { $(#[$m])* const $n: u8 = $x; }; }\nm!(A);";
        assert_eq!(
            expanded(source),
            [r#"# [ doc = " It \"says\"." ] const A : u8 = 1 ; ;"#]
        );
    }

    #[test]
    fn what_is_not_understood_or_does_not_end_is_left_alone() {
        let endless = "macro_rules! m { ($($t:tt)*) => { m!($($t)* $($t)*); }; }\nm!(a);";
        assert_eq!(expanded(endless), Vec::<String>::new());
        let no_rule_fits = "macro_rules! m { (a) => { struct A; }; }\nm!(b);\nother!(c);";
        assert_eq!(expanded(no_rule_fits), Vec::<String>::new());
        let counted = "macro_rules! m { ($($t:ident)*) => { struct A${count($t)}; }; }\nm!(b);";
        assert_eq!(expanded(counted), Vec::<String>::new());
    }

    #[test]
    fn calls_in_dropped_arguments_of_an_expression_are_not_lost() {
        let source = "macro_rules! m { ($x:expr) => { () }; ($x:expr, $y:expr) => { $y + $x }; }\n\
                      fn f() { m!(g()); m!(g(), 1) }";
        assert_eq!(expanded(source), ["{ 1 + g ( )}"]);
    }
}
