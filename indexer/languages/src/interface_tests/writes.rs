//! The hash covers what a body assigns to members and adds to containers.

use bombe_format::kind::Language;

use super::assert_hashes_differ;

#[test]
fn the_hash_covers_assignments_to_members() {
    assert_hashes_differ(&[
        // An assignment: its owner, member and value, and what a name in the value is bound to, and where.
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
    ]);
}

#[test]
fn the_hash_covers_fields_that_a_body_creates() {
    assert_hashes_differ(&[
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
    ]);
}

#[test]
fn the_hash_covers_the_order_of_assignments_container_writes_and_bases() {
    assert_hashes_differ(&[
        // The order of assignments to members, across functions.
        (
            Language::TypeScript,
            "assign_order.ts",
            "class A {\n  a; b;\n  f(): void { this.g((x) => { this.a = new B(); }); this.b = new C(); }\n}",
            "class A {\n  a; b;\n  f(): void { this.b = new C(); this.g((x) => { this.a = new B(); }); }\n}",
        ),
        // An element of a container that is created outside the body, and a base.
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
    ]);
}
