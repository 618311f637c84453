//! The hash covers the definitions, imports and names that other files depend on.

use bombe_format::kind::Language;

use super::assert_hashes_differ;

#[test]
fn the_hash_covers_signatures_imports_and_inner_definitions() {
    assert_hashes_differ(&[
        (
            Language::Python,
            "result.py",
            "def f():\n    return 1\n",
            "def f():\n    return ''\n",
        ),
        (
            Language::Python,
            "member.py",
            "class A:\n    def f(self) -> int:\n        return 1\n",
            "class A:\n    def f(self) -> int:\n        self.x = 1\n        return 1\n",
        ),
        (
            Language::Python,
            "global.py",
            "def f() -> int:\n    return 1\n",
            "def f() -> int:\n    global x\n    x = 1\n    return 1\n",
        ),
        (
            Language::Python,
            "import.py",
            "def f() -> int:\n    return 1\n",
            "def f() -> int:\n    import os\n    return 1\n",
        ),
        (
            Language::Python,
            "imported.py",
            "def f():\n    from a import b, c\n    return b()\n",
            "def f():\n    from a import b, c\n    return c()\n",
        ),
        (
            Language::Python,
            "import_order.py",
            "def f():\n    from a import c as b\n    from b import b\n    return b()\n",
            "def f():\n    from b import b\n    from a import c as b\n    return b()\n",
        ),
        (
            Language::Rust,
            "glob.rs",
            "fn f() -> u32 { use a::b; b() }",
            "fn f() -> u32 { use a::*; b() }",
        ),
        (
            Language::Python,
            "inner.py",
            "def f() -> int:\n    return 1\n",
            "def f() -> int:\n    def g(): pass\n    return 1\n",
        ),
        (
            Language::Java,
            "Signature.java",
            "class A { int f() { return 1; } }",
            "class A { long f() { return 1; } }",
        ),
        (
            Language::Java,
            "Local.java",
            "class A { int f() { return 1; } }",
            "class A { int f() { class B {} return 1; } }",
        ),
        (
            Language::JavaScript,
            "exports.js",
            "function f() { exports.a = 1; }\nmodule.exports = f;",
            "function f() { exports.a = 2; }\nmodule.exports = f;",
        ),
        // A syntax error.
        (
            Language::Cpp,
            "broken.cpp",
            "int f() { return 1; }",
            "int f() { return 1; ",
        ),
    ]);
}

#[test]
fn the_hash_covers_definitions_in_a_body_that_escape_it() {
    assert_hashes_differ(&[
        // A definition in the body: its parameters, its members, its context.
        (
            Language::Python,
            "decorator.py",
            "def f(x):\n    def g(y: A):\n        return x(y)\n    return g\n",
            "def f(x):\n    def g(y: B):\n        return x(y)\n    return g\n",
        ),
        (
            Language::TypeScript,
            "member.ts",
            "export function f(x: A) { const y = { b: x }; return y; }",
            "export function f(x: A) { const y = { b: x, c: x }; return y; }",
        ),
        (
            Language::TypeScript,
            "method.ts",
            "export function f(x: A) { return { b() { const y = x.c; return y.d; } }; }",
            "export function f(x: A) { return { b() { const y = x.d; return y.d; } }; }",
        ),
        (
            Language::TypeScript,
            "spread.ts",
            "export function f(x: A) { return { ...x.a }; }",
            "export function f(x: A) { return { ...x.b }; }",
        ),
        (
            Language::TypeScript,
            "place.ts",
            "class A {\n  f(b: B): void { b.each((x) => { this.b.c = x; }); }\n}",
            "class A {\n  f(b: B): void { b.some((x) => { this.b.c = x; }); }\n}",
        ),
        (
            Language::TypeScript,
            "two_places.ts",
            "class A {\n  f(): void { let b: B; this.b.c = b = (x) => x.d; }\n}",
            "class A {\n  f(): void { let b: B; this.b.c = (x) => x.d; }\n}",
        ),
        // Members that a body adds to a type of the file.
        (
            Language::Rust,
            "impl.rs",
            "struct A; fn f() -> u32 { 1 }",
            "struct A; fn f() -> u32 { impl A { fn g(&self) {} } 1 }",
        ),
    ]);
}

#[test]
fn the_hash_covers_what_names_in_the_head_are_bound_to() {
    assert_hashes_differ(&[
        // A name in the head that is bound in the body.
        (
            Language::TypeScript,
            "head_result.ts",
            "export function f(): A { const A = B; return new A(); }",
            "export function f(): A { const A = C; return new A(); }",
        ),
        (
            Language::TypeScript,
            "head_parameter.ts",
            "export function f(x: A, g: (x: A) => void): void { const A = B; }",
            "export function f(x: A, g: (x: A) => void): void { const A = C; }",
        ),
        (
            Language::TypeScript,
            "head_bound.ts",
            "export function f<T extends A>(x: T): T { const A = B; return x; }",
            "export function f<T extends A>(x: T): T { const A = C; return x; }",
        ),
        (
            Language::TypeScript,
            "head_default.ts",
            "export class A { constructor(public a = g()) { function g() { return new B(); } } }",
            "export class A { constructor(public a = g()) { function g() { return new C(); } } }",
        ),
        (
            Language::JavaScript,
            "head_doc.js",
            "/** @returns {A} */\nfunction f() { const A = require(\"./b\").A; return new A(); }",
            "/** @returns {A} */\nfunction f() { const A = require(\"./b\").B; return new A(); }",
        ),
        (
            Language::Rust,
            "head_use.rs",
            "pub fn f() -> A { use b::A; A }\npub fn g() -> u32 { 1 }",
            "pub fn f() -> A { A }\npub fn g() -> u32 { use b::A; 1 }",
        ),
        // A directive for all names of a namespace, which depends on where it stands.
        (
            Language::Cpp,
            "directive.cpp",
            "namespace a { void f() { using namespace s; } }\nnamespace b { void f() { } }",
            "namespace a { void f() { } }\nnamespace b { void f() { using namespace s; } }",
        ),
    ]);
}

#[test]
fn the_hash_covers_inner_definitions_that_are_called_by_name() {
    assert_hashes_differ(&[
        // A definition that can be called by its name alone: its parameters, and its parent.
        (
            Language::Python,
            "arity.py",
            "def f() -> int:\n    def g(a): pass\n    return 1\n",
            "def f() -> int:\n    def g(a, b): pass\n    return 1\n",
        ),
        (
            Language::Python,
            "default.py",
            "def f() -> int:\n    def g(a, b): pass\n    return 1\n",
            "def f() -> int:\n    def g(a, b=1): pass\n    return 1\n",
        ),
        (
            Language::C,
            "macro.c",
            "int f(int a) {\n#define g(x) 1\n return 1; }",
            "int f(int a) {\n#define g(x, y) 1\n return 1; }",
        ),
        (
            Language::Python,
            "parent.py",
            "def f() -> int:\n    def g():\n        def h(): pass\n    return 1\n",
            "def f() -> int:\n    def g(): pass\n    def h(): pass\n    return 1\n",
        ),
    ]);
}
