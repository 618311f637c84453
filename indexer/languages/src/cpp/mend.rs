//! Texts whose syntax tree has lost declarations in an error.
//!
//! The parser recovers from most errors within a few tokens. From some it does not: a file of thousands of lines is one error
//! then, and its classes and namespaces are gone. The text is cut into declarations by its brackets, and each is parsed on its
//! own. Those that are errors themselves are blanked, and the rest is parsed again.

use tree_sitter::{Node, Tree};

use super::mask::chunks::{chunks, conditionals};
use crate::Mended;

/// Bytes of an error that holds declarations.
const ERROR_BYTES_MIN: usize = 400;

/// Bytes of the name of a class that is written around each of its members.
const NAME_BYTES_MAX: usize = 200;

/// Returns the tree of a text in which declarations that are errors are blanked, if that finds more of the others. `parse`
/// returns the tree of a text. Declarations that the tree has found need not be parsed on their own. Parses the text four
/// times at most.
pub(super) fn mended(
    source: &str,
    tree: &Tree,
    parse: &mut dyn FnMut(&str) -> Option<Tree>,
) -> Option<Mended> {
    let before = errors_of(tree.root_node());
    if before.largest < ERROR_BYTES_MIN {
        return None;
    }
    // Ranges to blank: declarations that are errors, those that have errors, and the directives of conditions.
    let mut worst = Vec::new();
    let mut others = Vec::new();
    let sound = Sound::of(tree);
    for chunk in chunks(source) {
        if sound.holds(chunk.start, chunk.end) {
            continue;
        }
        let text = source.get(chunk.start..chunk.end)?;
        let class = chunk.class.filter(|(from, to)| to - from <= NAME_BYTES_MAX);
        let found = match class.and_then(|(from, to)| source.get(from..to)) {
            Some(class) => parse(&format!("struct {class} {{\n{text}\n}};"))?,
            None => parse(text)?,
        };
        let errors = errors_of(found.root_node());
        if errors.bytes * 2 > text.len() {
            worst.push((chunk.start, chunk.end));
        } else if errors.bytes > 0 {
            others.push((chunk.start, chunk.end));
        }
    }
    let mut bytes = source.as_bytes().to_vec();
    let mut lost = 0;
    let mut left_out = Vec::new();
    let mut best = None;
    let mut least = before.bytes;
    for (ranges, is_lost) in [(worst, true), (others, true), (conditionals(source), false)] {
        if ranges.is_empty() {
            continue;
        }
        for (start, end) in ranges {
            lost += end - start;
            left_out.extend(is_lost.then_some((start, end)));
            for byte in &mut bytes[start..end] {
                if !matches!(*byte, b'\n' | b'\r') {
                    *byte = b' ';
                }
            }
        }
        let tree = parse(std::str::from_utf8(&bytes).ok()?)?;
        let errors = errors_of(tree.root_node());
        if errors.bytes + lost < least {
            least = errors.bytes + lost;
            let left_out = left_out.clone();
            best = Some(Mended { tree, left_out });
        }
        if errors.largest < ERROR_BYTES_MIN {
            break;
        }
    }
    best
}

/// The errors of a tree.
#[derive(Default)]
struct Errors {
    /// Bytes in errors; one for something missing.
    bytes: usize,
    /// Bytes of the largest.
    largest: usize,
}

/// Visits only subtrees that contain an error.
fn errors_of(root: Node) -> Errors {
    let mut errors = Errors::default();
    let mut open = vec![root];
    while let Some(node) = open.pop() {
        if node.is_error() || node.is_missing() {
            let bytes = (node.end_byte() - node.start_byte()).max(1);
            errors.bytes += bytes;
            errors.largest = errors.largest.max(bytes);
        } else if node.has_error() {
            let mut cursor = node.walk();
            open.extend(node.children(&mut cursor));
        }
    }
    errors
}

/// The outermost nodes of a tree that have no error in them, between errors and inside of them, by their first bytes.
struct Sound(Vec<(usize, usize)>);

impl Sound {
    fn of(tree: &Tree) -> Self {
        let mut found = Vec::new();
        let mut cursor = tree.walk();
        loop {
            let node = cursor.node();
            if node.has_error() {
                if cursor.goto_first_child() {
                    continue;
                }
            } else if node.is_named() {
                found.push((node.start_byte(), node.end_byte()));
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return Self(found);
                }
            }
        }
    }

    /// Returns true if a range of the text is part of such a node.
    fn holds(&self, start: usize, end: usize) -> bool {
        let after = self.0.partition_point(|(from, _)| *from <= start);
        after > 0 && end <= self.0[after - 1].1
    }
}

#[cfg(test)]
mod tests {
    use bombe_format::kind::Language;

    use super::{errors_of, mended};
    use crate::parse::parse_tree;

    fn parse(text: &str) -> Option<tree_sitter::Tree> {
        parse_tree(Language::Cpp, text).ok()
    }

    /// A class of methods, one of which takes all that follow into an error.
    fn damaged(methods: usize) -> String {
        let methods: String = (0..methods)
            .map(|at| format!("  int f{at}() {{ return {at}; }}\n"))
            .collect();
        let odd = "  int g() = ; operator { [ ] } template\n";
        format!(
            "namespace n {{\nclass A {{\n public:\n{methods}{odd}{methods}}};\nint after();\n}}\n"
        )
    }

    #[test]
    fn a_text_without_a_large_error_is_not_parsed_again() {
        for text in ["int f();", "int f( {", &"int x;\n".repeat(200)] {
            let tree = parse(text).unwrap();
            let mut count = 0;
            let better = mended(text, &tree, &mut |text| {
                count += 1;
                parse(text)
            });
            assert!(better.is_none() && count == 0, "{text}");
        }
    }

    #[test]
    fn declarations_after_an_error_are_found() {
        let text = damaged(60);
        let tree = parse(&text).unwrap();
        assert!(errors_of(tree.root_node()).bytes > 1_000);
        let better = mended(&text, &tree, &mut parse).unwrap();
        assert!(errors_of(better.tree.root_node()).bytes < 100);
        assert_eq!(better.tree.root_node().end_byte(), text.len());
        // The last word of the odd line belongs to the method after it.
        assert_eq!(better.left_out.len(), 2);
        assert!(text[better.left_out[0].0..].starts_with("operator {"));
        assert!(text[better.left_out[1].0..].starts_with("template\n"));
    }

    #[test]
    fn declarations_that_the_tree_has_found_are_not_parsed_on_their_own() {
        let texts = |text: &str| {
            let tree = parse(text).unwrap();
            let mut count = 0;
            mended(text, &tree, &mut |text| {
                count += 1;
                parse(text)
            })
            .unwrap();
            count
        };
        let sound = "int sound(int x) { return x; }\n".repeat(200);
        assert_eq!(texts(&(sound + &damaged(60))), texts(&damaged(60)));
    }

    #[test]
    fn the_number_of_parsed_bytes_grows_with_the_text() {
        let text = damaged(600);
        let tree = parse(&text).unwrap();
        let mut bytes = 0;
        mended(&text, &tree, &mut |text| {
            bytes += text.len();
            parse(text)
        })
        .unwrap();
        assert!(bytes < 6 * text.len(), "{bytes} of {}", text.len());
    }
}
