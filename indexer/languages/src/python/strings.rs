//! String literals and the expressions in f-strings.

use tree_sitter::Node;

use super::lower::Lowering;
use bombe_facts::{Expr, ExprId};

/// Longest string literal whose text is kept, in bytes.
const STRING_BYTES_MAX: usize = 128;

impl Lowering<'_, '_> {
    /// Lowers a string literal with its text, where the text may matter: arguments, keys, subscripts.
    pub(super) fn text_or_expression(&mut self, node: Node) -> ExprId {
        match self.plain_string(node) {
            Some(text) => {
                let text = self.b.str(text);
                self.b.expr(Expr::Str(text))
            }
            None => self.expression(node),
        }
    }

    /// Returns the content of a short string literal without prefix and escapes.
    pub(super) fn plain_string<'t>(&self, node: Node<'t>) -> Option<&'t str>
    where
        Self: 't,
    {
        if node.kind_id() != self.ids.k_string {
            return None;
        }
        let text = self.text(node);
        // Routes of Django are raw strings.
        let raw = text.strip_prefix(['r', 'R']);
        let is_raw = raw.is_some();
        let text = raw.unwrap_or(text);
        let quote = text.bytes().next()?;
        let content = text.get(1..text.len().checked_sub(1)?)?;
        let plain = matches!(quote, b'"' | b'\'')
            && content.len() <= STRING_BYTES_MAX
            && !content
                .bytes()
                .any(|byte| byte == quote || (byte == b'\\' && !is_raw) || byte == b'\n');
        plain.then_some(content)
    }

    /// Returns true for strings that may contain expressions.
    pub(super) fn is_formatted(&self, node: Node) -> bool {
        node.kind_id() != self.ids.k_string
            || self
                .text(node)
                .bytes()
                .take_while(u8::is_ascii_alphabetic)
                .any(|byte| matches!(byte, b'f' | b'F' | b't' | b'T'))
    }

    pub(super) fn interpolations(&mut self, node: Node) {
        let mut cursor = node.walk();
        for child in node.named_children(&mut cursor) {
            if child.kind_id() == self.ids.k_interpolation {
                let mut inner = child.walk();
                for part in child.named_children(&mut inner) {
                    self.expression(part);
                }
            } else if child.kind_id() == self.ids.k_string && self.is_formatted(child) {
                self.interpolations(child);
            }
        }
    }
}
