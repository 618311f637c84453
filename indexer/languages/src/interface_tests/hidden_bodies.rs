//! The hash ignores what other files cannot see of a body.

use bombe_facts::interface::{interface_hash, interface_rows};
use bombe_format::kind::Language;

use super::has_same_hash;
use crate::parse::parse_file;

#[test]
fn the_hash_ignores_hidden_bodies() {
    let edits = [
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
    for edit in edits {
        assert!(has_same_hash(edit), "{}", edit.1);
    }
}

#[test]
fn which_hidden_body_imports_a_module_is_hidden_too() {
    let text = |first: &str, second: &str| {
        format!(
            "export async function f(): Promise<void> {{ {first} }}\nexport async function g(): Promise<void> {{ {second} }}\n"
        )
    };
    let import = "const { a } = await import('./a');";
    let texts = [text(import, ""), text("", import)];
    let facts = texts
        .each_ref()
        .map(|text| parse_file(Language::TypeScript, "a.ts", text.as_bytes()).expect("it parses"));
    assert_eq!(
        interface_hash(&facts[0], &texts[0]),
        interface_hash(&facts[1], &texts[1])
    );
    let rows = facts.each_ref().map(interface_rows);
    assert!(rows[0].is_some() && rows[0] == rows[1]);
}

#[test]
fn what_a_macro_binds_in_a_hidden_body_is_hidden_too() {
    let before = "macro_rules! with { ($a:ident => $b:expr) => {{ let $a = start(); $b }}; }\npub fn f() -> u32 { with!(x => x.run()); 1 }\n";
    let after = "macro_rules! with { ($a:ident => $b:expr) => {{ let $a = start(); $b }}; }\npub fn f() -> u32 { 1 }\n";
    assert!(has_same_hash((Language::Rust, "a.rs", before, after)));
    let rows = |text: &str| {
        interface_rows(&parse_file(Language::Rust, "a.rs", text.as_bytes()).expect("it parses"))
    };
    assert!(rows(before).is_some());
    assert_eq!(rows(before), rows(after));
}
