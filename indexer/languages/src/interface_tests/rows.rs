//! Where hashes differ, the interface rows decide whether the interface is the same.

use bombe_facts::interface::{same_interface, visible_defs};
use bombe_format::kind::Language;

use super::has_same_hash;
use crate::parse::parse_file;

/// With syntax errors, or if comments differ, the interface rows decide.
#[test]
fn where_hashes_differ_rows_decide() {
    let cases = [
        // (language, path, before, after, the same)
        (
            Language::C,
            "far.c",
            "int f(int a) { return a; }\nint 5 x = = 2;\nint g(int b) { return b; }\n",
            "int f(int a) { int y = 1; return h(y, a); }\nint 5 x = = 2;\nint g(int b) { return b; }\n",
            true,
        ),
        // The grammar reads the head as a statement without an end.
        (
            Language::C,
            "macro.c",
            "DEFINE2(f, int, x)\n{\n\treturn x;\n}\n",
            "DEFINE2(f, int, x)\n{\n\tint y = 1;\n\tg(y);\n}\n",
            true,
        ),
        (
            Language::C,
            "macro_type.c",
            "DEFINE2(f, int, x)\n{\n\treturn x;\n}\n",
            "DEFINE2(f, int, x)\n{\n\tstruct a { int b; } c;\n\treturn x;\n}\n",
            false,
        ),
        (
            Language::C,
            "inside.c",
            "int f(int a) { return a; }\n",
            "int f(int a) { return a +; }\n",
            true,
        ),
        (
            Language::C,
            "both.c",
            "int f(int a) { return a +; }\nint g(void) { return 1; }\n",
            "int f(int a) { return h(a) +; }\nint g(void) { return 2; }\n",
            true,
        ),
        (
            Language::C,
            "signature.c",
            "int f(int a) { return a; }\nint 5 x = = 2;\n",
            "int f(long a) { return a; }\nint 5 x = = 2;\n",
            false,
        ),
        (
            Language::C,
            "swallows.c",
            "int f(int a) { return a; }\nint 5 x = = 2;\nint g(int b) { return b; }\n",
            "int f(int a) { if (a) { return a; }\nint 5 x = = 2;\nint g(int b) { return b; }\n",
            false,
        ),
        (
            Language::Python,
            "body.py",
            "def f() -> int:\n    return 1\n\nx = = 3\ny = f()\n",
            "def f() -> int:\n    z = g()\n    return z\n\nx = = 3\ny = f()\n",
            true,
        ),
        (
            Language::Python,
            "value.py",
            "def f():\n    return 1\n\nx = = 3\n",
            "def f():\n    return ''\n\nx = = 3\n",
            false,
        ),
        (
            Language::TypeScript,
            "outer.ts",
            "const a = [f((x) => x.b)];\nlet 5 = = 6;\nfunction f(): number { return 1; }\n",
            "// A\nconst a = [f((x) => x.b)];\nlet 5 = = 6;\nfunction f(): number { return g(() => 2); }\n",
            true,
        ),
        (
            Language::Java,
            "Comment.java",
            "class A { int f() { return 1; } int x = 1; }",
            "/** Text. */ class A { /* f */ int f() { return 2; } // x\n int x = 1; }",
            true,
        ),
        (
            Language::Java,
            "Value.java",
            "class A { int f() { return 1; } Object x = g(1); }",
            "class A { /* f */ int f() { return 1; } Object x = g(\"\"); }",
            false,
        ),
        (
            Language::Python,
            "order.py",
            "x = 1\ny = x\nx = ''\n",
            "x = 1\nx = ''\ny = x\n",
            false,
        ),
        (
            Language::Python,
            "inner.py",
            "def f() -> int:\n    x = 1\n    return x\n",
            "def f() -> int:\n    def x(): pass\n    return x\n",
            false,
        ),
    ];
    for (language, path, before, after, expected) in cases {
        let facts = parse_file(language, path, before.as_bytes()).expect("it parses");
        let later = parse_file(language, path, after.as_bytes()).expect("it parses");
        assert!(
            !has_same_hash((language, path, before, after)),
            "{path}: the hashes are equal"
        );
        assert_eq!(same_interface(&facts, &later), expected, "{path}");
        if expected {
            assert_eq!(
                visible_defs(&facts).len(),
                visible_defs(&later).len(),
                "{path}"
            );
        }
    }
}
