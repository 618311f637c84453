//! The hash covers results whose types are not declared.

use bombe_format::kind::Language;

use super::assert_hashes_differ;

#[test]
fn the_hash_covers_results_whose_types_are_inferred() {
    assert_hashes_differ(&[
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
        // The result of a function literal.
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
    ]);
}
