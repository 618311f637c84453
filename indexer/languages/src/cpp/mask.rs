//! What the grammar cannot read is blanked before parsing: macros among the words of a declaration, and preprocessor
//! branches that cut through a construct.
//!
//! The text keeps its length and its lines, so every position stays true. Nothing here knows a macro by name: in C and
//! C++ a declaration has one type and one name, so further words must be macros.

/// Words of a declaration that are neither its type nor its name.
const SPECIFIERS: &[&str] = &[
    "static",
    "inline",
    "extern",
    "const",
    "constexpr",
    "constinit",
    "consteval",
    "virtual",
    "explicit",
    "friend",
    "typedef",
    "volatile",
    "register",
    "mutable",
    "thread_local",
    "_Thread_local",
    "typename",
    "final",
    "restrict",
    "__restrict",
    "__restrict__",
    "__inline",
    "__inline__",
    "public",
    "private",
    "protected",
    "override",
    "noexcept",
    "_Noreturn",
    "__extension__",
    "_Atomic",
    "__volatile__",
    "__const",
    "template",
    "export",
];

/// Words that are types by themselves.
const PRIMITIVES: &[&str] = &[
    "void", "bool", "_Bool", "char", "short", "int", "long", "float", "double", "signed",
    "unsigned", "auto", "wchar_t", "char8_t", "char16_t", "char32_t", "__int128", "__int64",
    "decltype",
];

/// Words before the name of a class.
const TAGS: &[&str] = &["class", "struct", "union", "enum"];

/// Words that end a run of declaration words.
const BREAKERS: &[&str] = &[
    "return",
    "else",
    "new",
    "throw",
    "case",
    "goto",
    "delete",
    "using",
    "namespace",
    "operator",
    "co_return",
    "co_await",
    "co_yield",
    "if",
    "while",
    "for",
    "switch",
    "do",
    "default",
    "sizeof",
    "alignof",
    "and",
    "or",
    "not",
    "xor",
    "bitand",
    "bitor",
    "compl",
    "requires",
    "concept",
    "try",
    "catch",
    "static_assert",
    "_Static_assert",
    "asm",
    "__asm__",
    "__asm",
    "break",
    "continue",
    "this",
    "true",
    "false",
    "nullptr",
    "alignas",
    "_Alignas",
    "typeof",
    "__typeof__",
    "__attribute__",
    "__declspec",
    "defined",
    "import",
    "module",
];

/// Words before a parenthesis that belong to statements.
const CONTROL: &[&str] = &[
    "if",
    "while",
    "for",
    "switch",
    "return",
    "catch",
    "sizeof",
    "alignof",
    "decltype",
    "defined",
    "case",
    "throw",
    "static_assert",
    "_Static_assert",
    "noexcept",
    "typeof",
    "__typeof__",
    "__attribute__",
    "__declspec",
    "asm",
    "__asm__",
    "alignas",
    "new",
    "delete",
    "requires",
    "operator",
    "else",
    "do",
    "co_return",
    "co_await",
    "co_yield",
];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Word,
    Literal,
    Punct(u8),
    /// `::`
    Scope,
    /// `->`, `==`, `&&` and so on.
    Operator,
    /// A preprocessor line.
    If,
    ElseIf,
    EndIf,
    Directive,
}

#[derive(Clone, Copy, Debug)]
struct Token {
    kind: Kind,
    start: usize,
    end: usize,
}

/// The text to parse in place of `source`, if anything must be blanked.
pub(super) fn masked(source: &str) -> Option<String> {
    let tokens = Lexer {
        text: source,
        at: 0,
        tokens: Vec::new(),
    }
    .run();
    let mut mask = Mask {
        source,
        tokens,
        blanks: Vec::new(),
        dropped: Vec::new(),
    };
    mask.dropped = vec![false; mask.tokens.len()];
    mask.branches();
    mask.runs();
    mask.finish()
}

struct Lexer<'s> {
    text: &'s str,
    at: usize,
    tokens: Vec<Token>,
}

impl Lexer<'_> {
    fn run(mut self) -> Vec<Token> {
        let bytes = self.text.as_bytes();
        let mut line_start = true;
        while let Some(&byte) = bytes.get(self.at) {
            let start = self.at;
            let next = bytes.get(start + 1).copied();
            match byte {
                b'\n' => {
                    line_start = true;
                    self.at += 1;
                    continue;
                }
                b' ' | b'\t' | b'\r' | b'\\' | 0x0c | 0x0b => {
                    self.at += 1;
                    continue;
                }
                b'/' if next == Some(b'/') => {
                    self.at = line_end(bytes, start);
                    continue;
                }
                b'/' if next == Some(b'*') => {
                    self.at = memchr::memmem::find(&bytes[start + 2..], b"*/")
                        .map_or(bytes.len(), |end| start + end + 4);
                    continue;
                }
                b'#' if line_start => {
                    self.directive();
                    line_start = true;
                    continue;
                }
                b'"' | b'\'' => {
                    self.at = quoted_end(bytes, start);
                    self.push(Kind::Literal, start);
                }
                b'0'..=b'9' => {
                    while bytes.get(self.at).is_some_and(|b| {
                        b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'\'')
                    }) {
                        self.at += 1;
                    }
                    self.push(Kind::Literal, start);
                }
                _ if byte.is_ascii_alphabetic() || byte == b'_' || byte >= 0x80 => self.word(),
                b':' if next == Some(b':') => {
                    self.at += 2;
                    self.push(Kind::Scope, start);
                }
                b'-' if next == Some(b'>') => {
                    self.at += 2;
                    self.push(Kind::Operator, start);
                }
                b'=' | b'!' | b'+' | b'-' | b'/' | b'%' | b'^' | b'|' | b'?' | b'.' => {
                    self.at += 1;
                    let double = next == Some(b'=') || (next == Some(byte) && byte != b'=');
                    if double {
                        self.at += 1;
                    }
                    self.push(
                        if byte == b'=' && !double {
                            Kind::Punct(b'=')
                        } else {
                            Kind::Operator
                        },
                        start,
                    );
                }
                _ => {
                    self.at += 1;
                    self.push(Kind::Punct(byte), start);
                }
            }
            line_start = false;
        }
        self.tokens
    }

    fn push(&mut self, kind: Kind, start: usize) {
        let end = self.at;
        self.tokens.push(Token { kind, start, end });
    }

    fn word(&mut self) {
        let bytes = self.text.as_bytes();
        let start = self.at;
        while bytes
            .get(self.at)
            .is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'_' || *b >= 0x80)
        {
            self.at += 1;
        }
        let quote = bytes.get(self.at).copied();
        if matches!(quote, Some(b'"' | b'\'')) && self.at - start <= 3 {
            let prefix = &self.text[start..self.at];
            if quote == Some(b'"') && matches!(prefix, "R" | "LR" | "uR" | "UR" | "u8R") {
                self.at = raw_end(bytes, self.at);
                return self.push(Kind::Literal, start);
            }
            if matches!(prefix, "L" | "u" | "U" | "u8") {
                self.at = quoted_end(bytes, self.at);
                return self.push(Kind::Literal, start);
            }
        }
        self.push(Kind::Word, start);
    }

    /// A directive up to the end of its line, continued lines included.
    fn directive(&mut self) {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut at = start + 1;
        while matches!(bytes.get(at), Some(b' ' | b'\t')) {
            at += 1;
        }
        let name_start = at;
        while bytes.get(at).is_some_and(u8::is_ascii_alphabetic) {
            at += 1;
        }
        let kind = match &self.text[name_start..at] {
            "if" | "ifdef" | "ifndef" => Kind::If,
            "else" | "elif" | "elifdef" | "elifndef" => Kind::ElseIf,
            "endif" => Kind::EndIf,
            _ => Kind::Directive,
        };
        loop {
            match bytes.get(at) {
                None => break,
                Some(b'\n') => {
                    let mut back = at;
                    while back > start && bytes[back - 1] == b'\r' {
                        back -= 1;
                    }
                    if back > start && bytes[back - 1] == b'\\' {
                        at += 1;
                        continue;
                    }
                    break;
                }
                Some(b'/') if bytes.get(at + 1) == Some(&b'/') => {
                    at = line_end(bytes, at);
                    break;
                }
                Some(b'/') if bytes.get(at + 1) == Some(&b'*') => {
                    at = memchr::memmem::find(&bytes[at + 2..], b"*/")
                        .map_or(bytes.len(), |end| at + end + 4);
                }
                Some(b'"') if !matches!(kind, Kind::Directive) => {
                    at = quoted_end(bytes, at).max(at + 1);
                }
                Some(_) => at += 1,
            }
        }
        self.at = at;
        self.push(kind, start);
    }
}

fn line_end(bytes: &[u8], mut at: usize) -> usize {
    loop {
        match memchr::memchr(b'\n', &bytes[at..]) {
            None => return bytes.len(),
            Some(found) => {
                let newline = at + found;
                if newline > 0 && bytes[newline - 1] == b'\\' {
                    at = newline + 1;
                    continue;
                }
                return newline;
            }
        }
    }
}

/// The end of a quoted literal that starts at `start`; a line break ends it too.
fn quoted_end(bytes: &[u8], start: usize) -> usize {
    let quote = bytes[start];
    let mut at = start + 1;
    while let Some(&byte) = bytes.get(at) {
        match byte {
            b'\\' => at += 2,
            b'\n' => return at,
            _ if byte == quote => return at + 1,
            _ => at += 1,
        }
    }
    bytes.len()
}

/// The end of a raw string whose `"` stands at `quote`.
fn raw_end(bytes: &[u8], quote: usize) -> usize {
    let Some(open) = memchr::memchr(b'(', &bytes[quote..]).filter(|open| *open <= 17) else {
        return quoted_end(bytes, quote);
    };
    let delimiter = &bytes[quote + 1..quote + open];
    let mut closing = Vec::with_capacity(delimiter.len() + 2);
    closing.push(b')');
    closing.extend_from_slice(delimiter);
    closing.push(b'"');
    let body = quote + open + 1;
    memchr::memmem::find(&bytes[body..], &closing)
        .map_or(bytes.len(), |end| body + end + closing.len())
}

/// A bracket that is open, and what it opens.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Open {
    Paren,
    /// A brace list of values.
    Values,
    /// A block or body.
    Body,
}

/// An `#if` that waits for its `#endif`.
struct Group {
    directives: Vec<usize>,
    /// Brackets open at its start.
    open: Vec<Open>,
    /// Brackets open at the end of the first branch that is kept.
    after_first: Option<Vec<Open>>,
    /// Some branch leaves other brackets open than it found, or it stands inside of an expression.
    cut: bool,
    /// Stands inside a list of values: all branches may stay.
    in_values: bool,
}

struct Mask<'s> {
    source: &'s str,
    tokens: Vec<Token>,
    /// Byte ranges to blank.
    blanks: Vec<(usize, usize)>,
    dropped: Vec<bool>,
}

/// Deepest nesting of brackets that is followed.
const OPEN_MAX: usize = 2_000;

impl<'s> Mask<'s> {
    fn text(&self, at: usize) -> &'s str {
        let token = self.tokens[at];
        &self.source[token.start..token.end]
    }

    fn blank(&mut self, from: usize, to: usize) {
        for at in from..to {
            if !self.dropped[at] {
                self.dropped[at] = true;
            }
        }
        if from < to {
            let range = (self.tokens[from].start, self.tokens[to - 1].end);
            self.blanks.push(range);
        }
    }

    /// Blanks the directives of `#if` groups whose branches do not balance, and all of their branches but one.
    fn branches(&mut self) {
        let mut groups: Vec<Group> = Vec::new();
        let mut open: Vec<Open> = Vec::new();
        let mut previous: Option<usize> = None;
        for at in 0..self.tokens.len() {
            match self.tokens[at].kind {
                Kind::Punct(b'(' | b'[') => {
                    let room = open.len() < OPEN_MAX;
                    open.extend(room.then_some(Open::Paren));
                }
                Kind::Punct(b'{') => {
                    let values = match previous.map(|p| (self.tokens[p].kind, p)) {
                        Some((Kind::Punct(b'=' | b',' | b'('), _)) => true,
                        Some((Kind::Punct(b'{'), _)) => open.last() == Some(&Open::Values),
                        Some((Kind::Word, p)) => self.text(p) == "return",
                        _ => false,
                    };
                    if open.len() < OPEN_MAX {
                        open.push(if values { Open::Values } else { Open::Body });
                    }
                }
                Kind::Punct(b')' | b']' | b'}') => {
                    open.pop();
                }
                Kind::If => {
                    let in_values = open.last() == Some(&Open::Values);
                    let in_statement = previous.is_some_and(|p| self.is_inside_statement(p));
                    groups.push(Group {
                        directives: vec![at],
                        open: open.clone(),
                        after_first: None,
                        cut: open.last() == Some(&Open::Paren) || in_values || in_statement,
                        in_values,
                    });
                    continue;
                }
                Kind::ElseIf => {
                    if let Some(group) = groups.last_mut() {
                        group.directives.push(at);
                        group.cut |= open != group.open;
                        if group.after_first.is_none() {
                            group.after_first =
                                Some(std::mem::replace(&mut open, group.open.clone()));
                        } else {
                            open.clone_from(&group.open);
                        }
                    }
                    continue;
                }
                Kind::EndIf => {
                    if let Some(mut group) = groups.pop() {
                        group.directives.push(at);
                        group.cut |= open != group.open;
                        if let Some(after) = group.after_first.take() {
                            open = after;
                        }
                        if group.cut {
                            self.cut(&group);
                        }
                    }
                    continue;
                }
                Kind::Directive => continue,
                _ => {}
            }
            previous = Some(at);
        }
    }

    /// True if a statement or declaration goes on behind this token.
    fn is_inside_statement(&self, at: usize) -> bool {
        match self.tokens[at].kind {
            Kind::Punct(b';' | b'{' | b'}' | b':' | b')' | b'>' | b']') => false,
            Kind::Word => {
                let text = self.text(at);
                !is_caps(text) && !matches!(text, "else" | "do")
            }
            Kind::Literal => false,
            _ => true,
        }
    }

    /// Keeps the first branch of a group (all branches among values).
    fn cut(&mut self, group: &Group) {
        for pair in group.directives.windows(2).skip(1) {
            if !group.in_values {
                self.blank(pair[0], pair[1]);
            }
        }
        for directive in &group.directives {
            self.blank(*directive, *directive + 1);
        }
    }

    /// Looks at every run of words.
    fn runs(&mut self) {
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

    /// True if the parenthesis at `at` follows the name of a function: a word or an operator's name.
    fn is_head(&self, live: &[usize], at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        if let Some(word) = self.word_at(live, before)
            && !CONTROL.contains(&word)
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

    fn kind_at(&self, live: &[usize], at: usize) -> Option<Kind> {
        live.get(at).map(|token| self.tokens[*token].kind)
    }

    fn word_at(&self, live: &[usize], at: usize) -> Option<&'s str> {
        let token = *live.get(at)?;
        (self.tokens[token].kind == Kind::Word).then(|| self.text(token))
    }

    /// The position behind the bracket that matches the one at `at`.
    fn matching(&self, live: &[usize], at: usize) -> Option<usize> {
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

    /// The end of a template argument list that starts at `at`.
    fn angle_end(&self, live: &[usize], at: usize) -> Option<usize> {
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

    /// Macros behind a function's parentheses: `void f() NOEXCEPT;`, `int g() REQUIRES(mu) {`.
    fn trailing(&mut self, live: &[usize], mut at: usize) -> usize {
        let start = at;
        loop {
            match self.word_at(live, at) {
                Some("const" | "override" | "final" | "volatile") => at += 1,
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

    /// One run of declaration words that starts at `at`; gives the position behind it.
    fn run(&mut self, live: &[usize], at: usize) -> usize {
        let first = at;
        let mut at = at;
        // (position, end position, what it is)
        let mut words: Vec<(usize, usize)> = Vec::new();
        let mut primitive = false;
        let mut tag = false;
        let mut is_class = false;
        while let Some(word) = self.word_at(live, at) {
            if BREAKERS.contains(&word) {
                if at == first {
                    return at + 1;
                }
                // `Foo operator+(…)`: what stands before it is a type.
                if word == "operator" {
                    break;
                }
                return at;
            }
            if SPECIFIERS.contains(&word) {
                let access = matches!(word, "public" | "private" | "protected");
                if access && self.slots(live, at) {
                    return at + 2;
                }
                if access && self.kind_at(live, at + 1) == Some(Kind::Punct(b':')) {
                    // Words right before `public:` are macros on lines of their own.
                    for (from, to) in std::mem::take(&mut words) {
                        self.blank(live[from], live[to - 1] + 1);
                    }
                    return at + 2;
                }
                at += 1;
                continue;
            }
            if PRIMITIVES.contains(&word) {
                primitive = true;
                at += 1;
                continue;
            }
            if TAGS.contains(&word) {
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
            // A qualified name with its template arguments is one word.
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
                            .is_some_and(|word| BREAKERS.contains(&word))
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
        let needed = match next {
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
        // The last word is the name, unless a pointer follows; `int x GUARDED_BY(mu)` has its macro last.
        while excess > 0 {
            let Some(macro_index) = self.macro_index(&words, live, next, needed) else {
                break;
            };
            let (from, mut to) = words.remove(macro_index);
            // A macro right before its arguments takes them along; a primitive type may stand between.
            if to == at && next == Some(Kind::Punct(b'(')) {
                let Some(end) = self.matching(live, at) else {
                    break;
                };
                to = end;
                at = end;
            }
            self.blank(live[from], live[to - 1] + 1);
            excess -= 1;
        }
        at.max(first + 1)
    }

    /// `int f OF((int x));`: the macro around the parameters is blanked.
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

    /// Which of too many words is a macro.
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
                let call = matches!(next, Some(Kind::Punct(b'(' | b';' | b'=' | b'{')));
                (names_last && call && text(last).is_some_and(is_caps)).then_some(last)
            })
            .or_else(|| pick(&|_| true))
    }

    /// `public slots:` of Qt: the word between is blanked.
    fn slots(&mut self, live: &[usize], at: usize) -> bool {
        let slot = self
            .word_at(live, at + 1)
            .is_some_and(|word| !SPECIFIERS.contains(&word) && !TAGS.contains(&word));
        if slot
            && self.kind_at(live, at + 2) == Some(Kind::Punct(b':'))
            && self.word_at(live, at) == Some("public")
        {
            self.blank(live[at + 1], live[at + 1] + 1);
            return true;
        }
        false
    }

    /// `MACRO(type) name(…)`: the type stays; `class MACRO(x) Name`, `MACRO(x)` on a line of its own: all is blanked.
    /// Gives the position to go on from; `start` itself if the run ends here.
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
        if BREAKERS.contains(&follows) || CONTROL.contains(&self.text(live[start])) {
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
        let after = self.kind_at(live, end + 1);
        let starts = start == first
            && (first == 0
                || matches!(
                    self.kind_at(live, first - 1),
                    Some(
                        Kind::Punct(b';' | b'}' | b'{' | b':')
                            | Kind::Directive
                            | Kind::If
                            | Kind::EndIf
                            | Kind::ElseIf
                    )
                ));
        if !is_caps(follows)
            && !SPECIFIERS.contains(&follows)
            && !TAGS.contains(&follows)
            && !PRIMITIVES.contains(&follows)
            && after == Some(Kind::Punct(b'('))
            && self.same_line(live[end - 1], live[end])
        {
            // `API(int) f(…)`
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

    /// True if what follows can only be a declaration: a specifier, a type keyword, or two words in a row.
    fn is_declaration_after(&self, live: &[usize], at: usize) -> bool {
        let Some(word) = self.word_at(live, at) else {
            return false;
        };
        SPECIFIERS.contains(&word)
            || TAGS.contains(&word)
            || PRIMITIVES.contains(&word)
            || (!is_caps(word) && self.kind_at(live, at + 1) == Some(Kind::Word))
    }

    fn same_line(&self, a: usize, b: usize) -> bool {
        let between = &self.source.as_bytes()[self.tokens[a].end..self.tokens[b].start];
        memchr::memchr(b'\n', between).is_none()
    }

    fn finish(self) -> Option<String> {
        if self.blanks.is_empty() {
            return None;
        }
        let mut bytes = self.source.as_bytes().to_vec();
        for (from, to) in &self.blanks {
            for byte in &mut bytes[*from..*to] {
                if !matches!(*byte, b'\n' | b'\r') {
                    *byte = b' ';
                }
            }
        }
        String::from_utf8(bytes).ok()
    }
}

/// True for `FOO_BAR`: two capitals or more and no small letters.
fn is_caps(word: &str) -> bool {
    word.bytes().filter(u8::is_ascii_uppercase).count() >= 2
        && !word.bytes().any(|byte| byte.is_ascii_lowercase())
}

/// True for names of macros that export or decorate, by custom.
fn is_api_like(word: &str) -> bool {
    [
        "API",
        "EXPORT",
        "EXTERN",
        "INLINE",
        "DLL",
        "DECL",
        "CALL",
        "PUBLIC",
        "NODISCARD",
        "NORETURN",
        "UNUSED",
        "DEPRECATED",
    ]
    .iter()
    .any(|part| word.contains(part))
}

#[cfg(test)]
mod tests {
    use super::masked;

    fn folded(source: &str) -> String {
        let text = masked(source).unwrap_or_else(|| source.to_owned());
        assert_eq!(text.len(), source.len());
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn words_that_are_neither_type_nor_name_are_blanked() {
        for (source, expected) in [
            (
                "class YAML_CPP_API RegEx : public B {",
                "class RegEx : public B {",
            ),
            ("class API Foo;", "class Foo;"),
            ("struct stat st;", "struct stat st;"),
            ("YAML_CPP_API Node Load(int x);", "Node Load(int x);"),
            (
                "int ZEXPORT deflate(z_streamp s) {",
                "int deflate(z_streamp s) {",
            ),
            ("DWORD WINAPI f(int x);", "DWORD f(int x);"),
            ("static UINT x;", "static UINT x;"),
            ("FILE *f;", "FILE *f;"),
            (
                "void f(IN DWORD x, OUT char *y);",
                "void f( DWORD x, char *y);",
            ),
            ("int x GUARDED_BY(mu);", "int x ;"),
            (
                "std::vector<int> x GUARDED_BY(mu_) = {};",
                "std::vector<int> x = {};",
            ),
            ("void f() NOEXCEPT;", "void f() ;"),
            (
                "Status g(int a) REQUIRES(mu_) { h(); }",
                "Status g(int a) { h(); }",
            ),
            ("y = (int) FOO;", "y = (int) FOO;"),
            ("if (x) FOO;", "if (x) FOO;"),
            ("PyAPI_FUNC(int) PyFoo(void);", "int PyFoo(void);"),
            ("TEST(A, B) { f(); }", "TEST(A, B) { f(); }"),
            ("return FOO(x) + bar;", "return FOO(x) + bar;"),
            (
                "template <class T> inline T f(T x);",
                "template <class T> inline T f(T x);",
            ),
            (
                "ZEXTERN int ZEXPORT f OF((z_streamp s, int x));",
                "int f (z_streamp s, int x) ;",
            ),
            ("API void (*g)(int x) ATTR_X;", "void (*g)(int x) ;"),
            ("asmlinkage long sys_f(int x);", "long sys_f(int x);"),
            (
                "class A { Q_OBJECT public: int x; };",
                "class A { public: int x; };",
            ),
            (
                "const char* s = R\"(class A B C {)\";",
                "const char* s = R\"(class A B C {)\";",
            ),
        ] {
            assert_eq!(folded(source), expected);
        }
    }

    #[test]
    fn branches_that_do_not_balance_keep_their_first() {
        let source = "#ifdef A\nint f(int x) {\n#else\nint f() {\n#endif\n return 1; }\n#ifdef B\nint g();\n#else\nint h();\n#endif\n";
        let text = masked(source).unwrap_or_default();
        assert_eq!(text.lines().count(), source.lines().count());
        assert_eq!(
            text.split_whitespace().collect::<Vec<_>>().join(" "),
            "int f(int x) { return 1; } #ifdef B int g(); #else int h(); #endif"
        );
    }
}
