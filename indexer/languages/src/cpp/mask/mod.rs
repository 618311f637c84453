//! Blanks text that the grammar cannot read: macros among the words of a declaration, and preprocessor branches that
//! split a construct.
//!
//! The masked text keeps its length and its lines, so all positions stay valid. No macro is known by name.

mod branches;
mod declarations;
mod lexer;
mod words;

use lexer::Token;

/// Returns the text to parse in place of `source`, or `None` if nothing must be blanked.
pub(super) fn masked(source: &str) -> Option<String> {
    let tokens = lexer::tokens(source);
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

struct Mask<'s> {
    source: &'s str,
    tokens: Vec<Token>,
    /// Byte ranges to blank.
    blanks: Vec<(usize, usize)>,
    dropped: Vec<bool>,
}

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

    #[test]
    fn branches_among_the_initializers_of_a_constructor_are_joined() {
        for (source, expected) in [
            (
                "A::A()\n: a(1)\n#if X\n, b(2)\n#endif\n, c{3}\n#ifdef Y\n, d(4)\n#else\n, d(5)\n#endif\n{ f(); }\n",
                "A::A() : a(1) , b(2) , c{3} , d(4) , d(5) { f(); }",
            ),
            (
                "A::A()\n#if X\n: a(1)\n#else\n: a(2)\n#endif\n{ f(); }\n",
                "A::A() : a(1) { f(); }",
            ),
            (
                "A::A() noexcept :\n#if X\na(1),\n#endif\nb(2) {}\n",
                "A::A() noexcept : a(1), b(2) {}",
            ),
            (
                "A::A(int x) : a(1),\n#if X\nb(2),\n#endif\nc(3) {}\n",
                "A::A(int x) : a(1), b(2), c(3) {}",
            ),
            // Not of a constructor: members of a class, and statements.
            (
                "class A { public:\n#if X\nint a;\n#endif\n};\n",
                "class A { public: #if X int a; #endif };",
            ),
            (
                "void f() {\n#if X\ng();\n#endif\n}\n",
                "void f() { #if X g(); #endif }",
            ),
            (
                "switch (x) { case g():\n#if X\nh();\n#endif\n}\n",
                "switch (x) { case g(): #if X h(); #endif }",
            ),
        ] {
            assert_eq!(folded(source), expected);
        }
    }
}
