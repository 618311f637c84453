//! Macros among the words of a declaration.
//!
//! A run is a sequence of words between other tokens. In C and C++ a declaration has one type and one name, so further
//! words of a run must be macros. Positions are indices into `live`, the tokens that are not blanked.

use super::Mask;
use super::lexer::Kind;
use super::words::{CLASS_KEYS, CONTROL, PRIMITIVES, RUN_ENDS, SPECIFIERS, is_api_like, is_caps};

impl<'s> Mask<'s> {
    /// Processes every run of words.
    pub(super) fn runs(&mut self) {
        let live: Vec<usize> = (0..self.tokens.len())
            .filter(|at| !self.dropped[*at])
            .collect();
        let mut parens: Vec<bool> = Vec::new();
        let mut at = 0;
        while at < live.len() {
            let token = self.tokens[live[at]];
            match token.kind {
                Kind::Word => at = self.run(&live, at),
                Kind::Punct(b'(') => {
                    let head = self.is_head(&live, at);
                    parens.push(head);
                    at += 1;
                }
                Kind::Punct(b')') => {
                    let head = parens.pop().unwrap_or(false);
                    at += 1;
                    if head {
                        at = self.trailing(&live, at);
                    }
                }
                _ => at += 1,
            }
        }
    }

    /// Returns true if the parenthesis at `at` follows the name of a function: a word or an operator's name.
    fn is_head(&self, live: &[usize], at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        if let Some(word) = self.word_at(live, before)
            && !CONTROL.contains(word)
        {
            return !is_caps(word);
        }
        // `(*name)(…)`: a pointer to a function.
        if self.kind_at(live, before) == Some(Kind::Punct(b')')) {
            return true;
        }
        for back in 1..=4 {
            let Some(word) = at.checked_sub(back) else {
                return false;
            };
            match self.kind_at(live, word) {
                Some(Kind::Word) if self.word_at(live, word) == Some("operator") => return true,
                Some(
                    Kind::Word
                    | Kind::Operator
                    | Kind::Punct(
                        b'*' | b'&' | b'<' | b'>' | b'(' | b')' | b'[' | b']' | b'=' | b',',
                    ),
                ) => {}
                _ => return false,
            }
        }
        false
    }

    pub(super) fn kind_at(&self, live: &[usize], at: usize) -> Option<Kind> {
        live.get(at).map(|token| self.tokens[*token].kind)
    }

    pub(super) fn word_at(&self, live: &[usize], at: usize) -> Option<&'s str> {
        let token = *live.get(at)?;
        (self.tokens[token].kind == Kind::Word).then(|| self.text(token))
    }

    /// Returns the position after the parenthesis that matches the one at `at`.
    pub(super) fn matching(&self, live: &[usize], at: usize) -> Option<usize> {
        let mut depth = 0;
        for (offset, token) in live.get(at..)?.iter().enumerate().take(400) {
            match self.tokens[*token].kind {
                Kind::Punct(b'(') => depth += 1,
                Kind::Punct(b')') => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at + offset + 1);
                    }
                }
                Kind::Punct(b';' | b'{' | b'}') => return None,
                _ => {}
            }
        }
        None
    }

    /// Returns the end of the template argument list that starts at `at`.
    pub(super) fn angle_end(&self, live: &[usize], at: usize) -> Option<usize> {
        let mut depth = 0;
        for (offset, token) in live.get(at..)?.iter().enumerate().take(200) {
            match self.tokens[*token].kind {
                Kind::Punct(b'<') => depth += 1,
                Kind::Punct(b'>') => {
                    depth -= 1;
                    if depth == 0 {
                        return Some(at + offset + 1);
                    }
                }
                Kind::Punct(b';' | b'{' | b'}') => return None,
                Kind::Operator if !matches!(self.text(*token), "..." | "..") => return None,
                _ => {}
            }
        }
        None
    }

    /// Blanks macros after the parameters of a function: `void f() NOEXCEPT;`, `int g() REQUIRES(mu) {`.
    fn trailing(&mut self, live: &[usize], mut at: usize) -> usize {
        let start = at;
        loop {
            match self.word_at(live, at) {
                Some("const" | "override" | "final" | "volatile") => at += 1,
                None if self.kind_at(live, at) == Some(Kind::Punct(b'&')) => at += 1,
                Some("noexcept") => {
                    at += 1;
                    if self.kind_at(live, at) == Some(Kind::Punct(b'(')) {
                        let Some(end) = self.matching(live, at) else {
                            return start;
                        };
                        at = end;
                    }
                }
                Some(word) if is_caps(word) => {
                    let mut end = at + 1;
                    if self.kind_at(live, end) == Some(Kind::Punct(b'(')) {
                        let Some(close) = self.matching(live, end) else {
                            return at;
                        };
                        end = close;
                    }
                    let goes_on = match self.kind_at(live, end) {
                        Some(Kind::Punct(b';' | b'{' | b':' | b'=')) => true,
                        Some(Kind::Word) => self.word_at(live, end).is_some_and(|next| {
                            is_caps(next)
                                || matches!(next, "const" | "override" | "final" | "noexcept")
                        }),
                        _ => false,
                    };
                    if !goes_on {
                        return at;
                    }
                    self.blank(live[at], live[end - 1] + 1);
                    at = end;
                }
                _ => return if at > start { at } else { start },
            }
        }
    }

    /// Processes the run that starts at `at`. Returns the position after it.
    fn run(&mut self, live: &[usize], at: usize) -> usize {
        let first = at;
        let mut at = at;
        // Start and end position of each word.
        let mut words: Vec<(usize, usize)> = Vec::new();
        let mut primitive = false;
        let mut tag = false;
        let mut is_class = false;
        while let Some(word) = self.word_at(live, at) {
            if RUN_ENDS.contains(word) {
                if at == first {
                    // `if CONSTEXPR (x)`
                    if word == "if"
                        && self.word_at(live, at + 1).is_some_and(is_caps)
                        && self.kind_at(live, at + 2) == Some(Kind::Punct(b'('))
                    {
                        self.blank(live[at + 1], live[at + 1] + 1);
                        return at + 2;
                    }
                    return at + 1;
                }
                // `Foo operator+(…)`: the words before it are a type.
                if word == "operator" {
                    break;
                }
                return at;
            }
            if SPECIFIERS.contains(word) {
                let access = matches!(word, "public" | "private" | "protected");
                if access && self.slots(live, at) {
                    return at + 2;
                }
                if access && self.kind_at(live, at + 1) == Some(Kind::Punct(b':')) {
                    // Words directly before `public:` are macros on lines of their own.
                    for (from, to) in std::mem::take(&mut words) {
                        self.blank(live[from], live[to - 1] + 1);
                    }
                    return at + 2;
                }
                at += 1;
                continue;
            }
            if PRIMITIVES.contains(word) {
                primitive = true;
                at += 1;
                continue;
            }
            if CLASS_KEYS.contains(word) {
                tag = true;
                is_class |= word == "class";
                at += 1;
                continue;
            }
            let start = at;
            at += 1;
            if self.kind_at(live, at) == Some(Kind::Punct(b'('))
                && let Some(end) = self.wrapped_type(live, start, at, tag, first)
            {
                at = end;
                if end == start {
                    return at + 1;
                }
                continue;
            }
            // A qualified name with its template arguments counts as one word.
            loop {
                match self.kind_at(live, at) {
                    Some(Kind::Punct(b'<')) => {
                        let Some(end) = self.angle_end(live, at) else {
                            break;
                        };
                        let joins = matches!(
                            self.kind_at(live, end),
                            Some(
                                Kind::Word
                                    | Kind::Scope
                                    | Kind::Punct(b'*' | b'&' | b'{' | b':' | b'(' | b';')
                            )
                        );
                        if !joins {
                            break;
                        }
                        at = end;
                    }
                    Some(Kind::Scope) if self.kind_at(live, at + 1) == Some(Kind::Word) => {
                        if self
                            .word_at(live, at + 1)
                            .is_some_and(|word| RUN_ENDS.contains(word))
                        {
                            break;
                        }
                        at += 2;
                    }
                    _ => break,
                }
            }
            words.push((start, at));
        }
        at = self.old_prototype(live, &mut words, at);
        let after_pointer = first > 0
            && matches!(
                self.kind_at(live, first - 1),
                Some(Kind::Punct(b'*' | b'&'))
            );
        let next = self.kind_at(live, at);
        let pointer = matches!(self.kind_at(live, at + 1), Some(Kind::Punct(b'*')));
        // `API A::A(int x)`: a constructor has no type.
        let constructs = next == Some(Kind::Punct(b'('))
            && words
                .last()
                .is_some_and(|(from, to)| self.is_constructor(live, *from, *to));
        let needed = match next {
            _ if constructs => 1,
            // `T (*name)(…)`
            Some(Kind::Punct(b'(')) if pointer && words.len() + usize::from(primitive) > 1 => {
                usize::from(!primitive)
            }
            Some(Kind::Punct(b'{' | b':')) if tag => 1,
            Some(Kind::Punct(b';')) if tag && is_class => 1,
            Some(Kind::Punct(b'(' | b';' | b'=' | b'[' | b',' | b')' | b'{' | b':')) => {
                if primitive || after_pointer { 1 } else { 2 }
            }
            Some(Kind::Punct(b'*' | b'&')) => usize::from(!primitive),
            Some(Kind::Word) => usize::from(!primitive),
            _ => return at.max(first + 1),
        };
        let mut excess = words.len().saturating_sub(needed);
        // The last word is the name, unless a pointer follows. In `int x GUARDED_BY(mu)` the macro is last.
        while excess > 0 {
            let Some(macro_index) = self.macro_index(&words, live, next, needed) else {
                break;
            };
            let (from, mut to) = words.remove(macro_index);
            // A macro directly before its arguments is blanked with them; a primitive type may be in between. Further
            // macros may follow.
            let called = to == at && next == Some(Kind::Punct(b'('));
            if called {
                let Some(end) = self.matching(live, at) else {
                    break;
                };
                to = end;
                at = end;
            }
            self.blank(live[from], live[to - 1] + 1);
            if called {
                at = self.trailing(live, at);
            }
            excess -= 1;
        }
        at.max(first + 1)
    }

    /// Returns true for `A::A` and `A<T>::A`.
    fn is_constructor(&self, live: &[usize], from: usize, to: usize) -> bool {
        let mut depth = 0;
        let mut names = ("", "");
        for at in from..to {
            match self.kind_at(live, at) {
                Some(Kind::Punct(b'<')) => depth += 1,
                Some(Kind::Punct(b'>')) => depth -= 1,
                Some(Kind::Word) if depth == 0 => names = (names.1, self.text(live[at])),
                _ => {}
            }
        }
        !names.0.is_empty() && names.0 == names.1
    }

    /// `int f OF((int x));`: blanks the macro around the parameters.
    fn old_prototype(
        &mut self,
        live: &[usize],
        words: &mut Vec<(usize, usize)>,
        at: usize,
    ) -> usize {
        let doubled = self.kind_at(live, at) == Some(Kind::Punct(b'('))
            && self.kind_at(live, at + 1) == Some(Kind::Punct(b'('));
        let Some((from, to)) = words.last().copied().filter(|_| doubled && words.len() > 1) else {
            return at;
        };
        let (Some(inner), Some(outer)) = (self.matching(live, at + 1), self.matching(live, at))
        else {
            return at;
        };
        if outer != inner + 1 || !is_caps(self.text(live[from])) || to != from + 1 {
            return at;
        }
        words.pop();
        self.blank(live[from], live[at] + 1);
        self.blank(live[outer - 1], live[outer - 1] + 1);
        at + 1
    }

    /// Returns the index of the word that is most likely a macro.
    fn macro_index(
        &self,
        words: &[(usize, usize)],
        live: &[usize],
        next: Option<Kind>,
        needed: usize,
    ) -> Option<usize> {
        let text = |index: usize| {
            let (from, to) = words[index];
            (to == from + 1).then(|| self.text(live[from]))
        };
        let last = words.len() - 1;
        let names_last = needed > 0;
        let inner = 0..if names_last { last } else { words.len() };
        let pick = |test: &dyn Fn(&str) -> bool| {
            inner.clone().find(|index| text(*index).is_some_and(test))
        };
        pick(&|word| is_caps(word) && is_api_like(word))
            .or_else(|| pick(&is_caps))
            .or_else(|| pick(&|word| word.starts_with("__")))
            .or_else(|| {
                // `int x GUARDED_BY(mu);`
                let call = matches!(
                    next,
                    Some(Kind::Punct(b'(' | b';' | b'=' | b'{' | b')' | b','))
                );
                (names_last && call && text(last).is_some_and(is_caps)).then_some(last)
            })
            .or_else(|| pick(&|_| true))
    }

    /// `public slots:` of Qt: blanks the second word.
    fn slots(&mut self, live: &[usize], at: usize) -> bool {
        let slot = self
            .word_at(live, at + 1)
            .is_some_and(|word| !SPECIFIERS.contains(word) && !CLASS_KEYS.contains(word));
        if slot
            && self.kind_at(live, at + 2) == Some(Kind::Punct(b':'))
            && self.word_at(live, at) == Some("public")
        {
            self.blank(live[at + 1], live[at + 1] + 1);
            return true;
        }
        false
    }

    /// `MACRO(type) name(…)` keeps the type. `class MACRO(x) Name`, and `MACRO(x)` on a line of its own, are blanked as
    /// a whole. Returns the position to continue from, or `start` if the run ends here.
    fn wrapped_type(
        &mut self,
        live: &[usize],
        start: usize,
        open: usize,
        tag: bool,
        first: usize,
    ) -> Option<usize> {
        let end = self.matching(live, open)?;
        let follows = self.word_at(live, end)?;
        if start == first
            && is_caps(self.text(live[start]))
            && (follows == "operator" || self.is_function(live, end))
            && let Some((from, to)) = self.listed_type(live, open, end)
        {
            self.blank(live[start], live[from]);
            self.blank(live[to], live[end - 1] + 1);
            return Some(end);
        }
        if RUN_ENDS.contains(follows) || CONTROL.contains(self.text(live[start])) {
            return None;
        }
        if matches!(
            follows,
            "const" | "override" | "final" | "noexcept" | "volatile"
        ) {
            return None;
        }
        if tag {
            self.blank(live[start], live[end - 1] + 1);
            return Some(end);
        }
        let starts = start == first
            && (first == 0
                || matches!(
                    self.kind_at(live, first - 1),
                    Some(
                        Kind::Punct(b';' | b'}' | b'{' | b':' | b'>')
                            | Kind::Directive
                            | Kind::If
                            | Kind::EndIf
                            | Kind::ElseIf
                    )
                ));
        if self.wraps_result(live, end) {
            self.blank(live[start], live[open] + 1);
            self.blank(live[end - 1], live[end - 1] + 1);
            return Some(end);
        }
        if starts && is_caps(self.text(live[start])) && !self.same_line(live[end - 1], live[end]) {
            let closes = self.is_declaration_after(live, end);
            if closes {
                self.blank(live[start], live[end - 1] + 1);
                return Some(end);
            }
        }
        None
    }

    /// Returns true if the name and the parameters of a function start at `at`.
    fn is_function(&self, live: &[usize], at: usize) -> bool {
        let is_name = |word: &str| {
            !is_caps(word)
                && !RUN_ENDS.contains(word)
                && !CONTROL.contains(word)
                && !SPECIFIERS.contains(word)
                && !CLASS_KEYS.contains(word)
                && !PRIMITIVES.contains(word)
        };
        self.word_at(live, at).is_some_and(is_name)
            && self.kind_at(live, at + 1) == Some(Kind::Punct(b'('))
    }

    /// `API(int) f(…)`: returns true if a function follows the parentheses of a macro, which then hold its result.
    pub(super) fn wraps_result(&self, live: &[usize], end: usize) -> bool {
        self.is_function(live, end) && self.same_line(live[end - 1], live[end])
    }

    /// `RESULT_IF((condition), (A&)) f(…)`: returns where the type in the parentheses of a macro's last argument starts and ends, if
    /// the macro has several arguments.
    fn listed_type(&self, live: &[usize], open: usize, end: usize) -> Option<(usize, usize)> {
        let mut depth = 0;
        let mut last = None;
        for at in open..end {
            match self.kind_at(live, at)? {
                Kind::Punct(b'(') => depth += 1,
                Kind::Punct(b')') => depth -= 1,
                Kind::Punct(b',') if depth == 1 => last = Some(at + 1),
                _ => {}
            }
        }
        let from = last?;
        let is_wrapped = self.kind_at(live, from) == Some(Kind::Punct(b'('))
            && self.matching(live, from) == Some(end - 1);
        is_wrapped.then_some((from + 1, end - 2))
    }

    /// Returns true if only a declaration can follow: a specifier, a type keyword, or two words in a row.
    fn is_declaration_after(&self, live: &[usize], at: usize) -> bool {
        let Some(word) = self.word_at(live, at) else {
            return false;
        };
        SPECIFIERS.contains(word)
            || CLASS_KEYS.contains(word)
            || PRIMITIVES.contains(word)
            || (!is_caps(word) && self.kind_at(live, at + 1) == Some(Kind::Word))
    }

    pub(super) fn same_line(&self, a: usize, b: usize) -> bool {
        let between = &self.source.as_bytes()[self.tokens[a].end..self.tokens[b].start];
        memchr::memchr(b'\n', between).is_none()
    }
}
