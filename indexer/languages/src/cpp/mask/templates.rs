//! Parts of templates that the grammar does not know.

use super::Mask;
use super::lexer::Kind;
use super::words::{CLASS_KEYS, is_caps};

/// Tokens of one template head or of the name of an instantiation, at most.
const HEAD_TOKENS_MAX: usize = 400;

impl Mask<'_> {
    /// Blanks macros in template heads, explicit instantiations of functions, arguments after the name of an operator, and
    /// `typename` before a construction.
    pub(super) fn templates(&mut self) {
        let live: Vec<usize> = (0..self.tokens.len())
            .filter(|at| !self.dropped[*at])
            .collect();
        for at in 0..live.len() {
            match self.word_at(&live, at) {
                Some("template") if self.kind_at(&live, at + 1) == Some(Kind::Punct(b'<')) => {
                    self.template_head(&live, at + 1);
                }
                Some("template") => self.instantiation(&live, at),
                Some("typename") => self.construction(&live, at),
                Some("operator") => self.operator_arguments(&live, at),
                _ => {}
            }
        }
    }

    /// `template <class T, REQUIRES(T::value > 1)>`: blanks the macro with the comma before it.
    fn template_head(&mut self, live: &[usize], open: usize) {
        let mut depth = 0;
        let mut at = open;
        while at < live.len().min(open + HEAD_TOKENS_MAX) {
            match self.kind_at(live, at) {
                Some(Kind::Punct(b'<')) => depth += 1,
                Some(Kind::Punct(b'>')) => {
                    depth -= 1;
                    if depth == 0 {
                        return;
                    }
                }
                Some(Kind::Punct(b'(')) => match self.matching(live, at) {
                    Some(end) => {
                        at = end;
                        continue;
                    }
                    None => return,
                },
                Some(Kind::Punct(b',')) if depth == 1 => {
                    let is_macro = self.word_at(live, at + 1).is_some_and(is_caps)
                        && self.kind_at(live, at + 2) == Some(Kind::Punct(b'('));
                    if is_macro && let Some(end) = self.matching(live, at + 2) {
                        if matches!(self.kind_at(live, end), Some(Kind::Punct(b',' | b'>'))) {
                            self.blank(live[at], live[end - 1] + 1);
                        }
                        at = end;
                        continue;
                    }
                }
                Some(Kind::Punct(b';' | b'{' | b'}')) => return,
                _ => {}
            }
            at += 1;
        }
    }

    /// `extern template T f<1>(int);`, which declares nothing new. That of a class stays.
    fn instantiation(&mut self, live: &[usize], template: usize) {
        let first = match template.checked_sub(1) {
            Some(before) if self.word_at(live, before) == Some("extern") => before,
            Some(before)
                if !matches!(
                    self.kind_at(live, before),
                    Some(Kind::Punct(b';' | b'}' | b'{'))
                ) && !self.kind_at(live, before).is_some_and(Kind::is_directive) =>
            {
                return;
            }
            _ => template,
        };
        let is_class = self
            .word_at(live, template + 1)
            .is_none_or(|word| CLASS_KEYS.contains(word));
        if is_class {
            // `extern template class A<int>;`: the grammar knows it without `extern`.
            self.blank(live[first], live[template]);
            return;
        }
        let end = (template + 1..live.len().min(template + HEAD_TOKENS_MAX)).find(|at| {
            matches!(
                self.kind_at(live, *at),
                Some(Kind::Punct(b';' | b'{' | b'}' | b'='))
            )
        });
        if let Some(end) = end
            && self.kind_at(live, end) == Some(Kind::Punct(b';'))
        {
            self.blank(live[first], live[end] + 1);
        }
    }

    /// `typename T::size_type{0}` and `typename T::size_type(0)`: blanks the keyword.
    fn construction(&mut self, live: &[usize], typename: usize) {
        let mut at = typename + 1;
        if self.kind_at(live, at) == Some(Kind::Scope) {
            at += 1;
        }
        let mut parts = 0;
        while self.kind_at(live, at) == Some(Kind::Word) {
            parts += 1;
            at += 1;
            if self.kind_at(live, at) == Some(Kind::Punct(b'<')) {
                let Some(end) = self.angle_end(live, at) else {
                    return;
                };
                at = end;
            }
            if self.kind_at(live, at) != Some(Kind::Scope) {
                break;
            }
            at += 1;
        }
        let before = typename.checked_sub(1);
        let is_value = before.is_some_and(|before| match self.kind_at(live, before) {
            Some(Kind::Punct(b'(' | b',' | b'=') | Kind::Operator) => true,
            Some(Kind::Word) => self.word_at(live, before) == Some("return"),
            _ => false,
        });
        let opens = match self.kind_at(live, at) {
            Some(Kind::Punct(b'{')) => true,
            // `void f(typename T::x (*g)(int))`
            Some(Kind::Punct(b'(')) => self.kind_at(live, at + 1) != Some(Kind::Punct(b'*')),
            _ => false,
        };
        if parts > 1 && is_value && opens {
            self.blank(live[typename], live[typename] + 1);
        }
    }

    /// `A::operator<< <int>(…)`: blanks the arguments between the operator and its parentheses.
    fn operator_arguments(&mut self, live: &[usize], operator: usize) {
        let mut at = operator + 1;
        // The operator's own tokens touch each other.
        while at + 1 < live.len()
            && at < operator + 4
            && matches!(
                self.kind_at(live, at),
                Some(Kind::Punct(b'<' | b'>' | b'*' | b'&' | b'=') | Kind::Operator)
            )
            && self.tokens[live[at]].end == self.tokens[live[at + 1]].start
        {
            at += 1;
        }
        if at == operator + 1 && self.kind_at(live, at) == Some(Kind::Punct(b'(')) {
            return;
        }
        let open = at + 1;
        if self.kind_at(live, open) == Some(Kind::Punct(b'<'))
            && let Some(end) = self.angle_end(live, open)
            && self.kind_at(live, end) == Some(Kind::Punct(b'('))
        {
            self.blank(live[open], live[end - 1] + 1);
        }
    }
}
