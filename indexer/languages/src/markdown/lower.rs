//! Lowers a Markdown file: one definition per heading. Sections nest by level; each ends at the next heading of its
//! level or above.

use bombe_format::kind::SymbolKind;
use tree_sitter::Node;

use super::grammar::ids;
use crate::LowerInput;
use crate::build::Builder;
use crate::parse::roles::{Role, Roles};
use crate::paths::stem;
use bombe_facts::{DefId, DefRole, Facts};

/// Lowers the sections of a file.
pub(super) fn lower(input: &LowerInput) -> Facts {
    let module_name = stem(input.path);
    let mut lowering = SectionLowering {
        builder: Builder::new(input.source, module_name),
        roles: input.roles,
        open: Vec::new(),
        front_matter: None,
        first_heading: None,
    };
    lowering.walk(input.tree.root_node());
    lowering.finish()
}

/// A section without its end so far.
struct Open {
    def: DefId,
    level: u8,
    /// First byte after the heading.
    body: usize,
    /// Start of the next heading, if there was one.
    text_end: Option<usize>,
}

struct SectionLowering<'s, 'r> {
    builder: Builder<'s>,
    roles: &'r Roles,
    open: Vec<Open>,
    front_matter: Option<(usize, usize)>,
    first_heading: Option<usize>,
}

impl SectionLowering<'_, '_> {
    /// Visits headings in source order. Headings inside quotes and lists are not sections.
    fn walk(&mut self, node: Node) {
        if !self.builder.descend(node) {
            return;
        }
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            match self.roles.of(child) {
                Role::Block => self.walk(child),
                Role::Section => self.heading(child),
                Role::Annotation => {
                    self.front_matter = Some((child.start_byte(), child.end_byte()));
                }
                _ => {}
            }
        }
        self.builder.ascend();
    }

    fn heading(&mut self, heading: Node) {
        let level = level(heading, self.builder.source());
        let title = plain_title(self.title(heading));
        if title.is_empty() {
            return;
        }
        let start = heading.start_byte();
        self.first_heading.get_or_insert(start);
        if let Some(last) = self.open.last_mut() {
            last.text_end.get_or_insert(start);
        }
        self.close_from(level, start);
        let def = self
            .builder
            .add_def(DefRole::Section, Some(SymbolKind::Section), heading, None);
        let name = self.builder.str(&title);
        let written = self.builder.text(heading).lines().next().unwrap_or("");
        let signature = self.builder.folded(written);
        let parent = self.open.last().map_or(DefId::MODULE, |open| open.def);
        let name_range = ids()
            .heading_content
            .of(heading)
            .unwrap_or(heading)
            .byte_range();
        let row = &mut *self.builder.def_mut(def);
        row.name = name;
        row.signature = signature;
        row.parent = parent;
        row.name_start = name_range.start as u32;
        row.name_end = name_range.end as u32;
        self.open.push(Open {
            def,
            level,
            body: heading.end_byte(),
            text_end: None,
        });
    }

    /// Returns the text of a heading as written.
    fn title(&self, heading: Node) -> &str {
        ids()
            .heading_content
            .of(heading)
            .map_or("", |content| self.builder.text(content))
    }

    /// Ends the open sections of this level and below at byte `at`.
    fn close_from(&mut self, level: u8, at: usize) {
        while let Some(open) = self.open.pop_if(|open| open.level >= level) {
            let source = self.builder.source();
            let end = trimmed_end(source, open.body, at);
            let text = source
                .get(open.body..open.text_end.unwrap_or(at))
                .unwrap_or("");
            let doc = self.builder.doc(text);
            let row = self.builder.def_mut(open.def);
            let whole = source.get(row.start as usize..end).unwrap_or("");
            let newlines = memchr::memchr_iter(b'\n', whole.as_bytes()).count() as u32;
            row.doc = doc;
            row.end = end as u32;
            row.end_line = row.start_line + newlines - u32::from(whole.ends_with('\n'));
            row.body_start = open.body as u32;
            row.body_end = (end.max(open.body)) as u32;
        }
    }

    fn finish(mut self) -> Facts {
        let source = self.builder.source();
        self.close_from(0, source.len());
        let preamble_end = self.first_heading.unwrap_or(source.len());
        let meta = self
            .front_matter
            .and_then(|(start, end)| source.get(start..end))
            .unwrap_or("");
        let meta = meta.trim().trim_matches(['-', '+']).trim();
        let text_start = self
            .front_matter
            .map_or(0, |(_, end)| end)
            .min(preamble_end);
        let text = source.get(text_start..preamble_end).unwrap_or("").trim();
        let doc = match (meta.is_empty(), text.is_empty()) {
            (true, _) => self.builder.doc(text),
            (_, true) => self.builder.doc(meta),
            _ => self.builder.doc(&format!("{meta}\n\n{text}")),
        };
        self.builder.def_mut(DefId::MODULE).doc = doc;
        self.builder.finish()
    }
}

/// Returns the end of a section without its trailing blank lines.
fn trimmed_end(source: &str, start: usize, end: usize) -> usize {
    source
        .get(start..end)
        .map_or(end, |text| start + text.trim_end().len())
}

/// Returns the level, 1 to 6: the number of `#`, or 1 and 2 for headings underlined with `=` and `-`.
fn level(heading: Node, source: &str) -> u8 {
    let mut cursor = heading.walk();
    for child in heading.children(&mut cursor) {
        let text = source.get(child.byte_range()).unwrap_or("").trim();
        match text.as_bytes().first() {
            Some(b'#') if text.bytes().all(|byte| byte == b'#') => return text.len().min(6) as u8,
            Some(b'=') if text.bytes().all(|byte| byte == b'=') => return 1,
            Some(b'-') if text.bytes().all(|byte| byte == b'-') => return 2,
            _ => {}
        }
    }
    1
}

/// Returns a heading's text without emphasis, code marks, link targets, tags, closing `#`s and explicit anchors
/// (`{#id}`), with white space folded.
fn plain_title(written: &str) -> String {
    let mut text = written.trim();
    if let Some(open) = text.rfind('{').filter(|open| is_attributes(&text[*open..])) {
        text = text[..open].trim_end();
    }
    let without_closing = text.trim_end_matches('#');
    if without_closing.len() < text.len() && without_closing.ends_with([' ', '\t']) {
        text = without_closing.trim_end();
    }
    let mut title = String::with_capacity(text.len());
    let mut in_code = false;
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let step = first.len_utf8();
        match first {
            '`' => in_code = !in_code,
            _ if in_code => title.push(first),
            '\\' if rest[step..].starts_with(|c: char| c.is_ascii_punctuation()) => {
                title.push_str(&rest[step..=step]);
                rest = &rest[step + 1..];
                continue;
            }
            '*' => {}
            '_' if !(title.ends_with(char::is_alphanumeric)
                && rest[step..].starts_with(char::is_alphanumeric)) => {}
            '!' if rest[step..].starts_with('[') => {}
            '[' => {}
            ']' => {
                if let Some(skip) = link_target(&rest[step..]) {
                    rest = &rest[step + skip..];
                    continue;
                }
            }
            '<' if rest[step..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/') => {
                if let Some(close) = rest.find('>') {
                    rest = &rest[close + 1..];
                    continue;
                }
                title.push(first);
            }
            _ => title.push(first),
        }
        rest = &rest[step..];
    }
    let mut folded = String::with_capacity(title.len());
    for word in title.split_whitespace() {
        if !folded.is_empty() {
            folded.push(' ');
        }
        folded.push_str(word);
    }
    folded
}

/// Returns true for the attributes of a heading: `{#id}`, `{ .class key=value }`, `{: #id }`.
fn is_attributes(text: &str) -> bool {
    text.strip_prefix('{')
        .and_then(|text| text.strip_suffix('}'))
        .map(|inner| inner.strip_prefix(':').unwrap_or(inner).trim_start())
        .is_some_and(|inner| {
            let mut chars = inner.chars();
            matches!(chars.next(), Some('#' | '.'))
                && chars.next().is_some_and(|next| !next.is_whitespace())
        })
}

/// Returns the length of `(…)` or `[…]` at the start of `text`, if there is one.
fn link_target(text: &str) -> Option<usize> {
    let close = match text.as_bytes().first()? {
        b'(' => ')',
        b'[' => ']',
        _ => return None,
    };
    text.find(close).map(|at| at + 1)
}

#[cfg(test)]
mod tests {
    use super::plain_title;

    #[test]
    fn a_title_loses_its_marks_and_keeps_its_words() {
        for (written, expected) in [
            ("Plain", "Plain"),
            ("The `run()` *command* ##", "The run() command"),
            ("[Link](http://x.y/z) and ![img](a.png)", "Link and img"),
            ("snake_case and __bold__", "snake_case and bold"),
            ("Title {#anchor}", "Title"),
            ("Title { #anchor }", "Title"),
            ("`run()` {: .note #anchor }", "run()"),
            ("The set {a, b}", "The set {a, b}"),
            ("Go to {}", "Go to {}"),
            ("C#", "C#"),
            ("<a name=\"x\"></a>Tagged", "Tagged"),
            ("a < b", "a < b"),
            ("Vec\\<T\\>", "Vec<T>"),
        ] {
            assert_eq!(plain_title(written), expected);
        }
    }
}
