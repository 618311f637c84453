//! Reads the sections of a Markdown file: one definition per heading. Sections nest by level; each ends at the next
//! heading of its level or above.

use std::ops::Range;

use bombe_format::kind::SymbolKind;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use crate::build::Builder;
use crate::paths::stem;
use bombe_facts::{DefId, DefRole, Facts};

/// Reads the sections of a file. Takes time in the length of the text.
pub(super) fn read(path: &str, source: &str) -> Facts {
    let text_start = front_matter(source);
    let mut sections = Sections {
        builder: Builder::new(source, stem(path)),
        open: Vec::new(),
        first_heading: None,
        line: 1,
        line_at: 0,
    };
    let text = &source[text_start..];
    let mut containers = 0_u32;
    let mut heading: Option<Heading> = None;
    for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
        let range = text_start + range.start..text_start + range.end;
        match event {
            // Headings inside quotes and lists are not sections.
            Event::Start(Tag::BlockQuote(_) | Tag::List(_)) => containers += 1,
            Event::End(TagEnd::BlockQuote(_) | TagEnd::List(_)) => containers -= 1,
            Event::Start(Tag::Heading { level, .. }) if containers == 0 => {
                heading = Some(Heading {
                    level: level as u8,
                    title: String::new(),
                    content: range.start..range.start,
                    range,
                });
            }
            Event::End(TagEnd::Heading(_)) => {
                if let Some(heading) = heading.take() {
                    sections.add(heading);
                }
            }
            _ => {
                if let Some(heading) = &mut heading {
                    heading.read(&event, range);
                }
            }
        }
    }
    sections.finish(text_start)
}

/// Returns the length of the front matter, with the lines around it; 0 if there is none.
fn front_matter(source: &str) -> usize {
    let mut lines = source.split_inclusive('\n');
    let first = lines.next().unwrap_or("");
    let fence = first.trim_end();
    if !matches!(fence, "---" | "+++") {
        return 0;
    }
    let mut length = first.len();
    for line in lines {
        length += line.len();
        if line.trim_end() == fence {
            return length;
        }
    }
    0
}

/// A heading as far as it is read.
struct Heading {
    /// 1 to 6.
    level: u8,
    /// The text without marks.
    title: String,
    /// The bytes of the text.
    content: Range<usize>,
    /// The bytes of the heading, with its marks and the end of its last line.
    range: Range<usize>,
}

impl Heading {
    fn read(&mut self, event: &Event, range: Range<usize>) {
        match event {
            Event::Text(text) | Event::Code(text) => self.title.push_str(text),
            Event::SoftBreak | Event::HardBreak => self.title.push(' '),
            _ => {}
        }
        if self.content.is_empty() {
            self.content.start = range.start;
        }
        self.content.end = self.content.end.max(range.end);
    }

    /// Returns the text without explicit attributes (`{#id}`), with white space folded.
    fn plain_title(&self) -> String {
        let title = self.title.trim_end();
        let attributes = title
            .rfind('{')
            .filter(|open| is_attributes(&title[*open..]));
        let words = title[..attributes.unwrap_or(title.len())].split_whitespace();
        words.collect::<Vec<_>>().join(" ")
    }
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

/// A section without its end so far.
struct Open {
    def: DefId,
    level: u8,
    /// First byte after the heading.
    body: usize,
    /// Start of the next heading, if there was one.
    text_end: Option<usize>,
}

struct Sections<'s> {
    builder: Builder<'s>,
    open: Vec<Open>,
    first_heading: Option<usize>,
    /// The 1-based line of the byte `line_at`.
    line: u32,
    line_at: usize,
}

impl Sections<'_> {
    fn add(&mut self, heading: Heading) {
        let title = heading.plain_title();
        if title.is_empty() {
            return;
        }
        let Range { start, end } = heading.range;
        self.first_heading.get_or_insert(start);
        if let Some(last) = self.open.last_mut() {
            last.text_end.get_or_insert(start);
        }
        self.close_from(heading.level, start);
        let line = self.line_of(start);
        let written = self.builder.source()[start..end].lines().next();
        let mut def = self
            .builder
            .blank_def(DefRole::Section, Some(SymbolKind::Section));
        def.name = self.builder.str(&title);
        def.signature = self.builder.folded(written.unwrap_or(""));
        def.parent = self.open.last().map_or(DefId::MODULE, |open| open.def);
        def.start = start as u32;
        def.start_line = line;
        def.name_line = line;
        def.name_start = heading.content.start as u32;
        def.name_end = heading.content.end as u32;
        let def = self.builder.push_def(def);
        self.open.push(Open {
            def,
            level: heading.level,
            body: end,
            text_end: None,
        });
    }

    /// Returns the 1-based line of a byte. Asked in ascending order.
    fn line_of(&mut self, at: usize) -> u32 {
        let between = &self.builder.source().as_bytes()[self.line_at..at];
        self.line += memchr::memchr_iter(b'\n', between).count() as u32;
        self.line_at = at;
        self.line
    }

    /// Ends the open sections of this level and below at byte `at`.
    fn close_from(&mut self, level: u8, at: usize) {
        while let Some(open) = self.open.pop_if(|open| open.level >= level) {
            let source = self.builder.source();
            let end = open.body + source[open.body..at].trim_end().len();
            let text = &source[open.body..open.text_end.unwrap_or(at)];
            let doc = self.builder.doc(text);
            let row = self.builder.def_mut(open.def);
            let whole = &source[row.start as usize..end];
            let newlines = memchr::memchr_iter(b'\n', whole.as_bytes()).count() as u32;
            row.doc = doc;
            row.end = end as u32;
            row.end_line = row.start_line + newlines - u32::from(whole.ends_with('\n'));
            row.body_start = open.body as u32;
            row.body_end = end as u32;
        }
    }

    /// Ends all sections. The text before the first heading is the doc of the file, after its front matter, which ends at
    /// the byte `text_start`.
    fn finish(mut self, text_start: usize) -> Facts {
        let source = self.builder.source();
        self.close_from(0, source.len());
        let meta = source[..text_start].trim().trim_matches(['-', '+']).trim();
        let text = source[text_start..self.first_heading.unwrap_or(source.len())].trim();
        let doc = match (meta.is_empty(), text.is_empty()) {
            (true, _) => self.builder.doc(text),
            (_, true) => self.builder.doc(meta),
            _ => self.builder.doc(&format!("{meta}\n\n{text}")),
        };
        self.builder.def_mut(DefId::MODULE).doc = doc;
        self.builder.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::read;

    /// Returns the names of the sections of a text.
    fn sections(source: &str) -> Vec<String> {
        let facts = read("a.md", source);
        let names = facts.defs.iter().skip(1);
        names.map(|def| facts.str(def.name).to_owned()).collect()
    }

    #[test]
    fn a_title_loses_its_marks_and_keeps_its_words() {
        for (written, expected) in [
            ("Plain", "Plain"),
            ("The `run()` *command* ##", "The run() command"),
            ("[Link](http://x.y/z) and ![img](a.png)", "Link and img"),
            ("[1.2.0] - today\n\n[1.2.0]: http://x.y/z", "1.2.0 - today"),
            ("snake_case and __bold__", "snake_case and bold"),
            ("Title {#anchor}", "Title"),
            ("Title { #anchor }", "Title"),
            ("`run()` {: .note #anchor }", "run()"),
            ("The set {a, b}", "The set {a, b}"),
            ("Go to {}", "Go to {}"),
            ("C#", "C#"),
            ("<a name=\"x\"></a>Tagged", "Tagged"),
            ("a < b &amp; c", "a < b & c"),
            ("Vec\\<T\\>", "Vec<T>"),
        ] {
            assert_eq!(sections(&format!("# {written}\n")), [expected]);
        }
    }

    #[test]
    fn only_headings_of_the_document_itself_are_sections() {
        let text = "---\ntitle: x\n# comment\n---\n# A\n> # quoted\n\n- # in a list\n\n```\n# code\n```\n\n    # code, too\n\n\
                    <!--\n# comment\n-->\n\n#hashtag\n\n#\n\na | b\n--|--\n\nB\n---\n\n---\n\nno heading\n";
        assert_eq!(sections(text), ["A", "B"]);
        assert_eq!(
            sections("---\n# No front matter without an end\n"),
            ["No front matter without an end"]
        );
    }
}
