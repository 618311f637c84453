//! What the interface hash of a file covers, and what it ignores.

use bombe_format::kind::Language;

use crate::parse::parse_file;
use bombe_facts::Facts;
use bombe_facts::interface::{interface_hash, interface_rows, same_interface, visible_defs};

fn of(language: Language, path: &str, text: &str) -> [u8; 16] {
    let facts = parse_file(language, path, text.as_bytes()).expect("it parses");
    interface_hash(&facts, text)
}

#[track_caller]
fn same(language: Language, path: &str, before: &str, after: &str) -> bool {
    let (before, after) = (of(language, path, before), of(language, path, after));
    before != [0; 16] && before == after
}

#[test]
fn the_hash_ignores_hidden_bodies() {
    let cases = [
        (
            Language::Java,
            "A.java",
            "class A { int f() { return 1; } }",
            "class A { int f() { int x = 2; return g(x); } }",
        ),
        (
            Language::Go,
            "a.go",
            "package a\n\nfunc F() int { return 1 }\n",
            "package a\n\nfunc F() int {\n\tx := G()\n\treturn x\n}\n",
        ),
        (
            Language::Rust,
            "a.rs",
            "fn f() -> u32 { 1 }",
            "fn f() -> u32 { let x = g(); x }",
        ),
        (
            Language::Python,
            "a.py",
            "def f() -> int:\n    return 1\n",
            "def f() -> int:\n    x = g()\n    return x\n",
        ),
        (
            Language::TypeScript,
            "a.ts",
            "export function f(): number { return 1; }",
            "export function f(): number { return [1].map((x) => g(x))[0]; }",
        ),
        (
            Language::Cpp,
            "a.cpp",
            "int f() { return 1; }",
            "int f() { auto x = g(); return x; }",
        ),
        (
            Language::Cpp,
            "test.cpp",
            "TEST(A, B) { f(); }",
            "TEST(A, B) { int x = 1; g(x); }",
        ),
        (
            Language::TypeScript,
            "route.ts",
            "app.get('/', (request) => { f(); });",
            "app.get('/', (request) => { const x = 1; g(x); });",
        ),
        (
            Language::Java,
            "Lambda.java",
            "class A { Runnable r = () -> { f(); }; }",
            "class A { Runnable r = () -> { int x = 1; g(x); }; }",
        ),
        // An assignment to a member is an effect.
        (
            Language::C,
            "given.c",
            "void f(struct a *x, int y) { struct b *z = x->z; z->run = go; }",
            "void f(struct a *x, int y) { int n = 1; g(n); struct b *z = x->z; z->run = go; h(n); }",
        ),
        (
            Language::TypeScript,
            "given.ts",
            "class A {\n  b: B;\n  f(x: C): void { const y = x.make(); this.b = y; }\n}",
            "class A {\n  b: B;\n  f(x: C): void { const n = 1; const y = x.make(); if (n) { g(); } this.b = y; }\n}",
        ),
        (
            Language::Python,
            "given.py",
            "def f(x: A) -> None:\n    x.b = x.c\n",
            "def f(x: A) -> None:\n    g()\n    x.b = x.c\n    h()\n",
        ),
        (
            Language::Python,
            "put.py",
            "XS = []\n\ndef f(x: A) -> None:\n    XS.append(x.y)\n",
            "XS = []\n\ndef f(x: A) -> None:\n    g()\n    XS.append(x.y)\n    ys = []\n    ys.append(x)\n",
        ),
        // So is a field that is created.
        (
            Language::Python,
            "makes.py",
            "class A:\n    def __init__(self, b: B) -> None:\n        self.b, self.c = b, b.c()\n        self.xs: list[B] = []\n",
            "class A:\n    def __init__(self, b: B) -> None:\n        d = g(b)\n        self.b, self.c = b, b.c()\n        if d:\n            h(d)\n        self.xs: list[B] = []\n",
        ),
        (
            Language::JavaScript,
            "makes.js",
            "class A {\n  constructor(b) { this.b = b; this.c = b.c(); }\n  f() {}\n}",
            "class A {\n  constructor(b) { const d = g(b); this.b = b; this.c = b.c(); h(d); }\n  f() {}\n}",
        ),
        // So is a result whose type is not declared.
        (
            Language::Python,
            "result.py",
            "def f(x):\n    y = x.a\n    if y:\n        return y.b\n    yield y\n",
            "def f(x):\n    z = g(x)\n    y = x.a\n    for w in z:\n        h(w)\n    if y:\n        return y.b\n    yield y\n    h(z)\n",
        ),
        (
            Language::TypeScript,
            "result.ts",
            "export function f(x: A) { const y = x.a; return y.b(1); }",
            "export function f(x: A) { const z = 1; const y = x.a; g((a) => a.b); return y.b(1); }",
        ),
        (
            Language::Rust,
            "result.rs",
            "fn f() { g(|x: &A| { x.b() }); }\nconst F: fn() = f;",
            "fn f() { let y = 1; g(|x: &A| { h(y); x.b() }); }\nconst F: fn() = f;",
        ),
        // So is a definition in the body that these refer to.
        (
            Language::Python,
            "decorator.py",
            "def f(x):\n    def g(y):\n        return x(y)\n    return g\n",
            "def f(x):\n    z = 1\n    def g(y):\n        w = h(z)\n        return x(y)\n    return g\n",
        ),
        (
            Language::TypeScript,
            "factory.ts",
            "export function f(x: A) { const y = x.a; return { b: y, c: (z: B) => z.d, e() { return y.g; } }; }",
            "export function f(x: A) { const w = h((v) => v); const y = x.a; return { b: y, c: (z: B) => z.d, e() { h(w); return y.g; } }; }",
        ),
        (
            Language::TypeScript,
            "found.ts",
            "class A {\n  f(x: B): void { const y = this.ys.find((z) => z.n === x.n); y.m = false; }\n}",
            "class A {\n  f(x: B): void { const w = 1; const y = this.ys.find((z) => z.n === x.n); h(w); y.m = false; }\n}",
        ),
        // The context of a function literal determines its type.
        (
            Language::TypeScript,
            "place.ts",
            "class A {\n  f(b: B): void { b.each((x) => { this.b.c = x; }); }\n}",
            "class A {\n  f(b: B): void { b.each((x) => { const y = 1; this.b.c = x; h(y); }); h((z) => z); }\n}",
        ),
        (
            Language::TypeScript,
            "generic.ts",
            "export function f<T>(x: T) { return { a: x }; }",
            "export function f<T>(x: T) { const y = 1; h(y); return { a: x }; }",
        ),
        // An import in a body counts as one of the file.
        (
            Language::Python,
            "import.py",
            "def f():\n    from a import b\n    return b()\n",
            "def f():\n    x = 1\n    from a import b\n    g(x)\n    return b()\n",
        ),
        (
            Language::Rust,
            "import.rs",
            "fn f() -> u32 { use a::b; b() }",
            "fn f() -> u32 { use a::b; let c = 1; b(c) }",
        ),
        // A definition composed of others follows them.
        (
            Language::Rust,
            "tuple.rs",
            "struct A(u32);\n\nfn f() -> u32 { 1 }",
            "struct A(u32);\n\nfn f() -> u32 { let x = g(1); x }",
        ),
        (
            Language::TypeScript,
            "decorated.ts",
            "class A {\n  @Many((b) => b.a)\n  b: number;\n  f(): number { return 1; }\n}",
            "class A {\n  @Many((b) => b.a)\n  b: number;\n  f(): number { return g((x) => x); }\n}",
        ),
    ];
    for (language, path, before, after) in cases {
        assert!(same(language, path, before, after), "{path}");
    }
}

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
            !same(language, path, before, after),
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

#[test]
fn the_hash_covers_what_other_files_depend_on() {
    let cases = [
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
        // What is given: to whom, which member, what; what a name in it is bound to, and where.
        (
            Language::C,
            "owner.c",
            "void f(struct a *x) { struct b *z = x->z; z->run = go; }",
            "void f(struct a *x) { struct c *z = x->z; z->run = go; }",
        ),
        (
            Language::C,
            "name.c",
            "void f(struct a *x) { x->run = go; }",
            "void f(struct a *x) { x->stop = go; }",
        ),
        (
            Language::C,
            "value.c",
            "void f(struct a *x) { x->run = go; }",
            "void f(struct a *x) { x->run = run; }",
        ),
        (
            Language::C,
            "local.c",
            "void f(struct a *x) { x->run = go; }",
            "void f(struct a *x) { void (*go)(void) = g; x->run = go; }",
        ),
        (
            Language::C,
            "more.c",
            "void f(struct a *x) { x->run = go; }",
            "void f(struct a *x) { x->run = go; x->run = go; }",
        ),
        (
            Language::TypeScript,
            "flow.ts",
            "class A {\n  f(x: C): void { let y = x.a; this.b.c = y; y = x.b; }\n}",
            "class A {\n  f(x: C): void { let y = x.a; y = x.b; this.b.c = y; }\n}",
        ),
        (
            Language::TypeScript,
            "branch.ts",
            "class A {\n  f(x: C): void { let y = x.a; if (x) { y = x.b; } this.b.c = y; }\n}",
            "class A {\n  f(x: C): void { let y = x.a; if (x) { y = x.b; this.b.c = y; } }\n}",
        ),
        (
            Language::TypeScript,
            "far.ts",
            "class A {\n  f(x: C): void { let y = x.a; let z = y; this.b.c = z; }\n}",
            "class A {\n  f(x: C): void { let y = x.b; let z = y; this.b.c = z; }\n}",
        ),
        (
            Language::TypeScript,
            "lambda_given.ts",
            "class A {\n  f(x: C): void { this.b.c = () => x.a; }\n}",
            "class A {\n  f(x: C): void { this.b.c = () => x.b; }\n}",
        ),
        (
            Language::Python,
            "narrow.py",
            "def f(x: A) -> None:\n    x.b = x\n",
            "def f(x: A) -> None:\n    if isinstance(x, B):\n        x.b = x\n",
        ),
        (
            Language::Python,
            "given.py",
            "def f(x: A) -> None:\n    x.b = x.c\n",
            "def f(x: A) -> None:\n    x.b = x.d\n",
        ),
        // A field: its name, type, value, owner and position.
        (
            Language::Python,
            "field_name.py",
            "class A:\n    def f(self) -> None:\n        self.a = 1\n",
            "class A:\n    def f(self) -> None:\n        self.b = 1\n",
        ),
        (
            Language::Python,
            "field_type.py",
            "class A:\n    def f(self) -> None:\n        self.a: B\n",
            "class A:\n    def f(self) -> None:\n        self.a: C\n",
        ),
        (
            Language::Python,
            "field_value.py",
            "class A:\n    def f(self, b: B) -> None:\n        c = b.c\n        self.a = c\n",
            "class A:\n    def f(self, b: B) -> None:\n        c = b.d\n        self.a = c\n",
        ),
        (
            Language::Python,
            "field_owner.py",
            "class A:\n    class B:\n        def f(self) -> None:\n            self.a = 1\n",
            "class A:\n    class B:\n        def f(self) -> None:\n            a = 1\n",
        ),
        (
            Language::Python,
            "field_order.py",
            "class A:\n    def f(self, b: B) -> None:\n        self.a = b\n        self.c = b\n",
            "class A:\n    def f(self, b: B) -> None:\n        self.c = b\n        self.a = b\n",
        ),
        (
            Language::Python,
            "field_lambda.py",
            "class A:\n    def f(self, b: B) -> None:\n        self.a = lambda: b.c\n",
            "class A:\n    def f(self, b: B) -> None:\n        self.a = lambda: b.d\n",
        ),
        // A result: how it is returned, and the values that it depends on.
        (
            Language::Python,
            "yield.py",
            "def f(x):\n    return x.a\n",
            "def f(x):\n    yield x.a\n",
        ),
        (
            Language::Python,
            "chain.py",
            "def f(x):\n    if isinstance(x.a, B):\n        return x.a\n",
            "def f(x):\n    if isinstance(x.a, C):\n        return x.a\n",
        ),
        (
            Language::Python,
            "local_result.py",
            "def f(x):\n    y = x.a\n    z = y\n    return z\n",
            "def f(x):\n    y = x.b\n    z = y\n    return z\n",
        ),
        (
            Language::Python,
            "local_put.py",
            "def f(x):\n    xs = []\n    xs.append(x.a)\n    return xs\n",
            "def f(x):\n    xs = []\n    xs.append(x.b)\n    return xs\n",
        ),
        (
            Language::TypeScript,
            "inner_result.ts",
            "export function f(x: A) { function g() { return x.a; } return g(); }",
            "export function f(x: A) { function g() { return x.b; } return g(); }",
        ),
        (
            Language::TypeScript,
            "object.ts",
            "export function f(x: A) { return { a: x.a }; }",
            "export function f(x: A) { return { a: x.b }; }",
        ),
        (
            Language::TypeScript,
            "no_result.ts",
            "export const a = g(() => { h(); });",
            "export const a = g(() => { return h(); });",
        ),
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
        // Which assignment comes first, in whatever function.
        (
            Language::TypeScript,
            "assign_order.ts",
            "class A {\n  a; b;\n  f(): void { this.g((x) => { this.a = new B(); }); this.b = new C(); }\n}",
            "class A {\n  a; b;\n  f(): void { this.b = new C(); this.g((x) => { this.a = new B(); }); }\n}",
        ),
        // An element of a container that starts empty elsewhere; a base.
        (
            Language::Python,
            "field.py",
            "class A:\n    def __init__(self) -> None:\n        self.xs = []\n\n    def f(self) -> None:\n        self.xs.append(B())\n",
            "class A:\n    def __init__(self) -> None:\n        self.xs = []\n\n    def f(self) -> None:\n        self.xs.append(C())\n",
        ),
        (
            Language::Python,
            "variable.py",
            "XS = {}\n\ndef f() -> None:\n    XS[1] = B()\n",
            "XS = {}\n\ndef f() -> None:\n    XS[1] = C()\n",
        ),
        (
            Language::Python,
            "far_local.py",
            "XS = []\n\ndef f() -> None:\n    x = B()\n    XS.append(x)\n",
            "XS = []\n\ndef f() -> None:\n    x = C()\n    XS.append(x)\n",
        ),
        (
            Language::JavaScript,
            "inherits.js",
            "function A() {}\nfunction f() { util.inherits(A, B); }\n",
            "function A() {}\nfunction f() { util.inherits(A, C); }\n",
        ),
        (
            Language::JavaScript,
            "prototype.js",
            "function A() {}\nfunction f() { A.prototype = new B(); }\n",
            "function A() {}\nfunction f() { A.prototype = new C(); }\n",
        ),
        (
            Language::Rust,
            "impl.rs",
            "struct A; fn f() -> u32 { 1 }",
            "struct A; fn f() -> u32 { impl A { fn g(&self) {} } 1 }",
        ),
        (
            Language::Java,
            "Lambda.java",
            "class A { Object o = g(() -> { throw new B(); }); }",
            "class A { Object o = g(() -> { h(); }); }",
        ),
        (
            Language::TypeScript,
            "lambda.ts",
            "export const a = g((x) => { return 1; });",
            "export const a = g((x) => { return ''; });",
        ),
        (
            Language::Cpp,
            "broken.cpp",
            "int f() { return 1; }",
            "int f() { return 1; ",
        ),
    ];
    for (language, path, before, after) in cases {
        assert!(!same(language, path, before, after), "{path}");
    }
}

/// Deletes, repeats and swaps lines of the fixtures. Where the hash stays, the visible definitions and the interface rows
/// must stay.
#[test]
fn files_with_equal_hashes_have_equal_interface_rows() {
    let mut random = 7_u64;
    let mut next = |below: usize| {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1);
        (random >> 33) as usize % below
    };
    let mut hidden = 0;
    let fixtures = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fixtures");
    for entry in ignore::Walk::new(fixtures).flatten() {
        let path = entry.path().to_string_lossy().into_owned();
        let Some(language) = language_of(&path) else {
            continue;
        };
        let text = std::fs::read_to_string(&path).expect("fixtures are text");
        let before = parse_file(language, &path, text.as_bytes()).expect("it parses");
        let hash = interface_hash(&before, &text);
        let lines: Vec<&str> = text.lines().collect();
        for _ in 0..20 {
            let mut now = lines.clone();
            let (at, other) = (next(now.len()), next(now.len()));
            match next(3) {
                0 => drop(now.remove(at)),
                1 => now.insert(other, lines[at]),
                _ => now.swap(at, other),
            }
            let now = now.join("\n") + "\n";
            let after = parse_file(language, &path, now.as_bytes()).expect("it parses");
            if hash == [0; 16] || interface_hash(&after, &now) != hash {
                continue;
            }
            hidden += 1;
            assert!(
                numbered_defs(&before) == numbered_defs(&after),
                "{path}: this text has other visible definitions:\n{now}"
            );
            if let (Some(was), Some(is)) = (interface_rows(&before), interface_rows(&after)) {
                assert!(
                    was == is,
                    "{path}: this text has other interface rows:\n{now}"
                );
            }
        }
    }
    assert!(hidden > 200, "{hidden}");
}

/// Returns the visible definitions: role, kind, name, and the position of the parent among them.
fn numbered_defs(facts: &Facts) -> Vec<impl PartialEq> {
    let numbers = visible_defs(facts);
    let defs = numbers.iter().map(|id| {
        let def = &facts.defs[id.index()];
        let parent = numbers.iter().position(|other| *other == def.parent);
        let name = facts.str(def.name).to_owned();
        (def.role, def.kind, name, parent)
    });
    defs.collect()
}

fn language_of(path: &str) -> Option<Language> {
    Some(match path.rsplit_once('.')?.1 {
        "py" => Language::Python,
        "ts" => Language::TypeScript,
        "js" => Language::JavaScript,
        "java" => Language::Java,
        "go" => Language::Go,
        "rs" => Language::Rust,
        "c" => Language::C,
        "cpp" => Language::Cpp,
        _ => return None,
    })
}
