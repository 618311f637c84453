//! Blanks text that the grammar cannot read: macros among the words of a declaration, and preprocessor branches that
//! split a construct.
//!
//! The masked text keeps its length and its lines, so all positions stay valid. No macro is known by name.

mod branches;
pub(super) mod chunks;
mod declarations;
mod lexer;
mod statements;
mod templates;
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
    mask.directives();
    mask.templates();
    mask.statements();
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
            ("API A::A(int x) {}", "A::A(int x) {}"),
            ("API n::A<T>::A(int x) {}", "n::A<T>::A(int x) {}"),
            ("UINT A<T>::f(int x) {}", "UINT A<T>::f(int x) {}"),
            (
                "void f(int x LIFE_BOUND, T y LIFE_BOUND);",
                "void f(int x , T y );",
            ),
            (
                "template <class T> VISIBLE(\"x\")\nconstexpr T f();",
                "template <class T> constexpr T f();",
            ),
            (
                "template <class T> class LIB_API A : B<T> { LIB_FN A(int x) : B(x) {} LIB_FN explicit A(T t) {} UINT f() {} };",
                "template <class T> class A : B<T> { A(int x) : B(x) {} explicit A(T t) {} UINT f() {} };",
            ),
            (
                "Status g(int a) REQUIRES(mu_) { h(); }",
                "Status g(int a) { h(); }",
            ),
            ("y = (int) FOO;", "y = (int) FOO;"),
            ("if (x) FOO;", "if (x) FOO;"),
            ("PyAPI_FUNC(int) PyFoo(void);", "int PyFoo(void);"),
            (
                "RESULT_IF((a::B<T, U>),(A&)) operator[](T* x) {}",
                "A& operator[](T* x) {}",
            ),
            ("RESULT_IF((a::B<T>), (int)) f(T* x) {}", "int f(T* x) {}"),
            ("CHECK((a), (b)); f(x);", "CHECK((a), (b)); f(x);"),
            ("TEST((a), (b)) { f(x); }", "TEST((a), (b)) { f(x); }"),
            (
                "struct A {};\nLIB_INLINE(void *) f(size_t n)\n{ g(n); }\nLIB_INLINE(int) h(const T *t)\n{ }",
                "struct A {}; void * f(size_t n) { g(n); } int h(const T *t) { }",
            ),
            (
                "int x;\nLIB_EXTERN(const char *) f(void);\nLIB_EXTERN(T) g(int x);",
                "int x; const char * f(void); T g(int x);",
            ),
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
    fn branches_that_do_not_balance_keep_one() {
        let source = "#ifdef __linux__\nint f(int x) {\n#else\nint f() {\n#endif\n return 1; }\n#ifdef B\nint g();\n#else\nint h();\n#endif\n";
        let text = masked(source).unwrap_or_default();
        assert_eq!(text.lines().count(), source.lines().count());
        assert_eq!(
            text.split_whitespace().collect::<Vec<_>>().join(" "),
            "int f(int x) { return 1; } #ifdef B int g(); #else int h(); #endif"
        );
    }

    #[test]
    fn of_branches_that_cannot_all_stay_the_most_common_one_does() {
        for (source, expected) in [
            (
                "#ifdef __linux__\nvoid f()\n#else\nvoid g()\n#endif\n{ h(); }\n",
                "void f() { h(); }",
            ),
            (
                "#ifdef _WIN32\nvoid f() {\n#else\nvoid g() { {\n#endif\nh(); } }\nint x;\n#if X\nint y;\n#endif",
                "void g() { { h(); } } int x; #if X int y; #endif",
            ),
            (
                "#ifndef X\nA(T t, IF((n::M<T>))) NOEXCEPT\n#else\nA(bool b) NOEXCEPT\n#endif\n: b_(b) { h(); }",
                "A(T t, IF((n::M<T>))) : b_(b) { h(); }",
            ),
            (
                "#if X\nint f() const\n#else\nint f()\n#endif\n{ h(); }",
                "int f() { h(); }",
            ),
            (
                "switch (x) {\n#if X\ncase f()\n#else\ncase g()\n#endif\n: h(); }",
                "switch (x) { #if X case f() #else case g() #endif : h(); }",
            ),
            // Without another branch, the first stays.
            (
                "#ifdef _WIN32\nif (x) {\n#endif\nh();\n#ifdef _WIN32\n}\n#endif",
                "if (x) { h(); }",
            ),
            (
                "template <class T>\n#if X\nint f(T t);\n#else\nint g(T t);\n#endif\nint h();",
                "template <class T> int g(T t); int h();",
            ),
            (
                "template <class T\n#if X\n, class U\n#endif\n> int f(T t);",
                "template <class T , class U > int f(T t);",
            ),
        ] {
            assert_eq!(folded(source), expected);
        }
    }

    #[test]
    fn macros_that_stand_alone_are_blanked_where_no_value_can_stand() {
        for (source, expected) in [
            (
                "namespace a {\nA_NAMESPACE_BEGIN\nnamespace b {\n}\nA_NAMESPACE_END\n}",
                "namespace a { namespace b { } }",
            ),
            (
                "namespace a {\nA_BEGIN\nBad::Bad(int x) {}\nA_END\n}  // a",
                "namespace a { Bad::Bad(int x) {} } // a",
            ),
            (
                "A_BEGIN\n#if X\nint f();\n#endif\nA_END",
                "#if X int f(); #endif",
            ),
            ("}\nTEST_END\nTEST_BEGIN(x) {\n}", "} TEST_BEGIN(x) { }"),
            (
                "PRAGMA_OF(x)\nA_BEGIN\ntemplate <class T> f();",
                "template <class T> f();",
            ),
            ("void f()\nNO_THROW\n{ g(); }", "void f() { g(); }"),
            ("HOT_CALL\nvoid f(int x);", "void f(int x);"),
            // The result of a function.
            ("UINT\nf(int x) {}", "UINT f(int x) {}"),
            ("static DWORD\nf(int x) {}", "static DWORD f(int x) {}"),
            // Enumerators, values, statements, and all that a body has.
            ("enum E {\nA_ONE,\nB_TWO\n};", "enum E { A_ONE, B_TWO };"),
            ("enum E {\nALL_OF_THEM\n};", "enum E { ALL_OF_THEM };"),
            (
                "enum E {\n#define X(a) a,\nALL_OF_THEM\n#undef X\nLAST\n};",
                "enum E { #define X(a) a, ALL_OF_THEM #undef X LAST };",
            ),
            (
                "int x[] = {\nFIRST_ONE\n, 2 };",
                "int x[] = { FIRST_ONE , 2 };",
            ),
            ("f(\nA_VALUE\n);", "f( A_VALUE );"),
            ("x =\nA_VALUE\n;", "x = A_VALUE ;"),
            ("void f() {\nWHOLE_BODY\n}", "void f() { WHOLE_BODY }"),
        ] {
            assert_eq!(folded(source), expected);
        }
    }

    #[test]
    fn macro_calls_lose_arguments_that_no_call_has() {
        for (source, expected) in [
            ("FLAG(const char);\nint f();", "FLAG( ); int f();"),
            ("PRAGMA(diagnostic pop \"a\")\nint f();", "int f();"),
            (
                "SUITE(A, [](P p) { return p.x(); });",
                "SUITE(A, [](P p) { return p.x(); });",
            ),
            ("void f() { if CONSTEXPR (x) {} }", "void f() { if (x) {} }"),
            (
                "void f() { IF_CONSTEXPR (sizeof(x) == 1) { g(); } else { h(); } }",
                "void f() { { g(); } { h(); } }",
            ),
            (
                "void f() { FOR_EACH(x, y) { g(); } if (x) { h(); } else { g(); } }",
                "void f() { FOR_EACH(x, y) { g(); } if (x) { h(); } else { g(); } }",
            ),
            (
                "LIB_API template <class T> class A { LIB_API ~A(); LIB_FN operator bool(); UINT operator+(A a); };",
                "template <class T> class A { ~A(); operator bool(); UINT operator+(A a); };",
            ),
            (
                "#if HAS_INCLUDE(<x.h>)\nint f();\n#endif",
                "#if HAS_INCLUDE( ) int f(); #endif",
            ),
            (
                "#if HAS(clang::x)\nint f();\n#endif",
                "#if HAS( x) int f(); #endif",
            ),
            ("FLAG(int, x, 1, \"\");", "FLAG( x, 1, \"\");"),
            ("FLAG(std::string, x, f(1));", "FLAG(std::string, x, f(1));"),
            ("OP_IMPL(LT, <)\nint f();", "int f();"),
            ("OP_IMPL(LT, <);\nint f();", "OP_IMPL( ); int f();"),
            ("GEN(x, const char *)\nGEN(y, bool)\nint f();", "int f();"),
            ("LIST(a)\nLIST(b)\n", "LIST(a) LIST(b)"),
            ("SUITE(A, B, Values(1, 2));", "SUITE(A, B, Values(1, 2));"),
            ("TEST(int, x) { f(); }", "TEST(int, x) { f(); }"),
            (
                "class A { MOCK(void, f, (int)); };",
                "class A { MOCK(void, f, (int)); };",
            ),
            ("void f() { LOG(int, 1); }", "void f() { LOG(int, 1); }"),
            (
                "enum E { A OLD_ONE(\"b\") = 1, B OLD_ONE };",
                "enum E { A = 1, B };",
            ),
        ] {
            assert_eq!(folded(source), expected);
        }
    }

    #[test]
    fn parts_of_templates_that_the_grammar_does_not_know_are_blanked() {
        for (source, expected) in [
            (
                "template <class T, REQUIRES(T::v > 1)> void f(T t);",
                "template <class T > void f(T t);",
            ),
            (
                "template <class T, class U = REBIND(T)> void f();",
                "template <class T, class U = REBIND(T)> void f();",
            ),
            ("extern template void f<1>(int x);", ""),
            ("extern template class A<int>;", "template class A<int>;"),
            (
                "template <> void f<1>(int x);",
                "template <> void f<1>(int x);",
            ),
            (
                "f(typename T::size_type{0}, typename T::x(1));",
                "f( T::size_type{0}, T::x(1));",
            ),
            (
                "void f(typename T::size_type x);",
                "void f(typename T::size_type x);",
            ),
            (
                "template <> A& A::operator<< <int>(int x);",
                "template <> A& A::operator<< (int x);",
            ),
            ("bool operator<(A a);", "bool operator<(A a);"),
            ("A& operator()(int x);", "A& operator()(int x);"),
        ] {
            assert_eq!(folded(source), expected);
        }
    }

    #[test]
    fn branches_among_the_initializers_of_a_constructor_are_joined() {
        for (source, expected) in [
            (
                "A::A()\n: a(1)\n#if X\n, b(2)\n#endif\n, c{3}\n#ifdef Y\n, d(4)\n#else\n, d(5)\n#endif\n{ f(); }\n",
                "A::A() : a(1) , b(2) , c{3} , d(4) , d(5) { f(); }",
            ),
            (
                "A::A()\n#if 1\n: a(1)\n#else\n: a(2)\n#endif\n{ f(); }\n",
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
