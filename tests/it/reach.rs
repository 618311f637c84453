//! What an edit that others can see reaches: the files that have looked at it are resolved again, the others are not, and
//! everything is as if built from scratch.

use std::fs;

use crate::edits::{assert_as_from_scratch, assert_merges_as_from_scratch, update};
use crate::support::folder;

/// An edit and what it reaches.
struct Case {
    what: &'static str,
    files: &'static [(&'static str, &'static str)],
    /// The file that is edited or comes, and its new text.
    edit: (&'static str, &'static str),
    /// Number of files that are resolved; none if all are.
    resolved: Option<usize>,
}

const CASES: &[Case] = &[
    Case {
        what: "an inferred result reaches through the file between",
        files: &[
            (
                "made.py",
                "class A:\n    def run(self): pass\n\nclass B:\n    def run(self): pass\n\ndef make():\n    return A()\n",
            ),
            (
                "between.py",
                "from made import make\n\ndef give():\n    return make()\n",
            ),
            (
                "user.py",
                "from between import give\n\ndef use():\n    give().run()\n",
            ),
            ("other.py", "def use():\n    return 1\n"),
        ],
        edit: (
            "made.py",
            "class A:\n    def run(self): pass\n\nclass B:\n    def run(self): pass\n\ndef make():\n    return B()\n",
        ),
        resolved: Some(3),
    },
    Case {
        what: "a declaration that goes to another namespace is found by those who asked for it there",
        files: &[
            (
                "n.hpp",
                "#pragma once\nnamespace a {\nint x();\n}\nnamespace b {\nint y();\n}\n",
            ),
            (
                "use.cpp",
                "#include \"n.hpp\"\nint use() { return b::x(); }\n",
            ),
            ("other.cpp", "int other() { return 1; }\n"),
        ],
        edit: (
            "n.hpp",
            "#pragma once\nnamespace a {\nint y();\n}\nnamespace b {\nint x();\n}\n",
        ),
        resolved: Some(2),
    },
    Case {
        what: "a private function that is private no more is found by those who asked for it",
        files: &[
            ("a.c", "static int go(void) { return 1; }\n"),
            ("b.c", "int use(void) { return go(); }\n"),
            ("c.c", "int other(void) { return 1; }\n"),
        ],
        edit: ("a.c", "int go(void) { return 1; }\n"),
        resolved: Some(2),
    },
    Case {
        what: "a name that was not there is found by those who asked for it",
        files: &[
            ("p/A.java", "package p;\nclass A { }\n"),
            (
                "p/B.java",
                "package p;\nclass B { void f() { new Helper().go(); } }\n",
            ),
            ("p/C.java", "package p;\nclass C { void f() { } }\n"),
            (
                "q/D.java",
                "package q;\nimport p.Helper;\nclass D { Helper h; }\n",
            ),
        ],
        edit: (
            "p/A.java",
            "package p;\nclass A { }\nclass Helper { void go() { } }\n",
        ),
        resolved: Some(3),
    },
    Case {
        what: "a method declared away from its type is seen by users of the type",
        files: &[
            ("go.mod", "module example.org/m\n"),
            ("p/type.go", "package p\n\ntype T struct{}\n"),
            ("p/methods.go", "package p\n\nfunc (T) M() {}\n"),
            (
                "use/use.go",
                "package use\n\nimport \"example.org/m/p\"\n\nfunc F(t p.T) { t.N() }\n",
            ),
            ("other/other.go", "package other\n\nfunc F() {}\n"),
        ],
        edit: (
            "p/methods.go",
            "package p\n\nfunc (T) M() {}\n\nfunc (T) N() {}\n",
        ),
        resolved: Some(3),
    },
    Case {
        what: "a type that satisfies an interface from now on gets its edge",
        files: &[
            ("go.mod", "module example.org/m\n"),
            (
                "p/type.go",
                "package p\n\ntype T struct{}\n\nfunc (T) M() {}\n",
            ),
            ("q/wanted.go", "package q\n\ntype I interface{ N() }\n"),
            ("other/other.go", "package other\n\nfunc F() {}\n"),
        ],
        edit: ("q/wanted.go", "package q\n\ntype I interface{ M() }\n"),
        resolved: Some(2),
    },
    Case {
        what: "a handler named by an expression is an entry point of its own file",
        files: &[
            (
                "handlers.js",
                "exports.list = function list(req, res) {};\nexports.show = function show(req, res) {};\n",
            ),
            (
                "server.js",
                "const express = require('express');\nconst handlers = require('./handlers');\nconst app = express();\napp.get('/all', handlers.list);\n",
            ),
            ("other.js", "function alone() {}\n"),
        ],
        edit: (
            "server.js",
            "const express = require('express');\nconst handlers = require('./handlers');\nconst app = express();\napp.get('/one', handlers.show);\n",
        ),
        resolved: Some(2),
    },
    Case {
        what: "an export reaches those who import it and not those who import another file",
        files: &[
            ("a.ts", "export function a(): number { return 1; }\n"),
            ("b.ts", "export function b(): number { return 1; }\n"),
            (
                "of_a.ts",
                "import { a } from './a';\nexport function f(): number { return a(); }\n",
            ),
            (
                "of_b.ts",
                "import { b } from './b';\nexport function g(): number { return b(); }\n",
            ),
        ],
        edit: (
            "a.ts",
            "export function a(x: string): number { return 1; }\n",
        ),
        resolved: Some(2),
    },
    Case {
        what: "an interface that another file adds to is one type with it",
        files: &[
            ("model.ts", "export interface Model { id: number }\n"),
            (
                "more.ts",
                "import './model';\ndeclare module './model' { interface Model { tell(): void } }\n",
            ),
            (
                "user.ts",
                "import { Model } from './model';\nexport function f(m: Model): void { m.say(); m.tell(); }\n",
            ),
            ("other.ts", "export function g(): void {}\n"),
        ],
        edit: (
            "more.ts",
            "import './model';\ndeclare module './model' { interface Model { say(): void } }\n",
        ),
        resolved: Some(3),
    },
    Case {
        what: "a block of methods elsewhere reaches users of the type",
        files: &[
            ("Cargo.toml", "[package]\nname = \"m\"\n"),
            (
                "src/lib.rs",
                "mod shape;\nmod more;\nmod user;\nmod other;\n",
            ),
            ("src/shape.rs", "pub struct Shape;\n"),
            (
                "src/more.rs",
                "use crate::shape::Shape;\n\nimpl Shape {\n    pub fn area(&self) -> u32 {\n        1\n    }\n}\n",
            ),
            (
                "src/user.rs",
                "use crate::shape::Shape;\n\npub fn f(shape: &Shape) -> u32 {\n    shape.side()\n}\n",
            ),
            ("src/other.rs", "pub fn g() {}\n"),
        ],
        edit: (
            "src/more.rs",
            "use crate::shape::Shape;\n\nimpl Shape {\n    pub fn side(&self) -> u32 {\n        1\n    }\n}\n",
        ),
        resolved: Some(3),
    },
    Case {
        what: "a block of methods for every type reaches everybody",
        files: &[
            ("Cargo.toml", "[package]\nname = \"m\"\n"),
            ("src/lib.rs", "mod every;\nmod other;\n"),
            (
                "src/every.rs",
                "pub trait Say {\n    fn say(&self) {}\n}\n\nimpl<T> Say for T {}\n",
            ),
            ("src/other.rs", "pub fn g() {}\n"),
        ],
        edit: (
            "src/every.rs",
            "pub trait Say {\n    fn tell(&self) {}\n}\n\nimpl<T> Say for T {}\n",
        ),
        resolved: None,
    },
    Case {
        what: "a method of a class defined in a source file",
        files: &[
            (
                "tree.hpp",
                "#pragma once\nclass Tree {\npublic:\n  int depth();\n  int width(int);\n};\n",
            ),
            (
                "tree.cpp",
                "#include \"tree.hpp\"\n\nint Tree::depth() { return 1; }\n",
            ),
            (
                "use.cpp",
                "#include \"tree.hpp\"\n\nint f(Tree t) { return t.depth() + t.width(1); }\n",
            ),
            ("other.cpp", "int other() { return 1; }\n"),
        ],
        edit: (
            "tree.cpp",
            "#include \"tree.hpp\"\n\nint Tree::width(int w) { return w; }\n",
        ),
        resolved: Some(3),
    },
    Case {
        what: "what a file includes decides who sees whom",
        files: &[
            ("a.h", "int one(void);\n"),
            ("b.h", "int two(void);\n"),
            (
                "use.c",
                "#include \"a.h\"\n\nint f(void) { return one() + two(); }\n",
            ),
        ],
        edit: ("a.h", "#include \"b.h\"\nint one(void);\n"),
        resolved: None,
    },
    Case {
        what: "a second callable of a name ends the guess at the first",
        files: &[
            ("one.py", "class A:\n    def very_rare(self): pass\n"),
            ("use.py", "def f(x):\n    x.very_rare()\n"),
            ("more.py", "class B:\n    pass\n"),
            ("other.py", "def g():\n    pass\n"),
        ],
        edit: ("more.py", "class B:\n    def very_rare(self): pass\n"),
        resolved: Some(2),
    },
    Case {
        what: "a base's method reaches what overrides it",
        files: &[
            ("base.py", "class Base:\n    def run(self): pass\n"),
            (
                "mid.py",
                "from base import Base\n\nclass Mid(Base):\n    pass\n",
            ),
            (
                "leaf.py",
                "from mid import Mid\n\nclass Leaf(Mid):\n    def walk(self): pass\n",
            ),
            ("other.py", "def g():\n    pass\n"),
        ],
        edit: ("base.py", "class Base:\n    def walk(self): pass\n"),
        resolved: Some(3),
    },
    Case {
        what: "a module that comes is found by those who import its name",
        files: &[
            (
                "user.py",
                "from made import make\n\ndef use():\n    make()\n",
            ),
            ("other.py", "def use():\n    return 1\n"),
        ],
        edit: ("made.py", "def make(): pass\n"),
        resolved: Some(2),
    },
    Case {
        what: "a file that makes a folder a package may change what any import means",
        files: &[
            ("pack/made.py", "def make(): pass\n"),
            (
                "user.py",
                "from pack.made import make\n\ndef use():\n    make()\n",
            ),
            ("other.py", "def use():\n    return 1\n"),
        ],
        edit: ("pack/__init__.py", "made = 1\n"),
        resolved: None,
    },
    Case {
        what: "a class that comes is found in its package and by imports",
        files: &[
            ("p/A.java", "package p;\nclass A { }\n"),
            (
                "p/B.java",
                "package p;\nclass B { void f() { new Helper().go(); } }\n",
            ),
            (
                "q/C.java",
                "package q;\nclass C { void f() { new Helper().go(); } }\n",
            ),
            (
                "q/D.java",
                "package q;\nimport p.Helper;\nclass D { Helper h; }\n",
            ),
            ("q/E.java", "package q;\nclass E { }\n"),
        ],
        edit: (
            "p/Helper.java",
            "package p;\nclass Helper { void go() { } }\n",
        ),
        resolved: Some(4),
    },
    Case {
        what: "a file that comes with a name of two words",
        files: &[
            (
                "user.ts",
                "import { m } from './a+b';\nexport function f(): void { m(); }\n",
            ),
            ("other.ts", "export function g(): void {}\n"),
        ],
        edit: ("a+b.ts", "export function m(): void {}\n"),
        resolved: Some(2),
    },
    Case {
        what: "methods that come in a file of their own",
        files: &[
            ("go.mod", "module example.org/m\n"),
            ("p/type.go", "package p\n\ntype T struct{}\n"),
            (
                "use/use.go",
                "package use\n\nimport \"example.org/m/p\"\n\nfunc F(t p.T) { t.N() }\n",
            ),
            ("other/other.go", "package other\n\nfunc F() {}\n"),
        ],
        edit: ("p/methods.go", "package p\n\nfunc (T) N() {}\n"),
        resolved: Some(3),
    },
];

#[test]
fn an_edit_reaches_those_who_have_looked_at_it() {
    for case in CASES {
        let files: Vec<(&str, &[u8])> = case
            .files
            .iter()
            .map(|(path, text)| (*path, text.as_bytes()))
            .chain([("bombe.toml", &b"[update]\nmerge_share = 8.0\n"[..])])
            .collect();
        let root = folder(&files);
        let root = root.path();
        update(root);
        let (path, text) = case.edit;
        let before = fs::read_to_string(root.join(path)).ok();
        fs::write(root.join(path), text).unwrap();
        let update_and_count = || {
            let said = update(root).out;
            let resolved = said.split("only ").nth(1);
            let resolved = resolved.map(|said| said.split(' ').next().unwrap().parse().unwrap());
            assert_eq!(resolved, case.resolved, "{}: {said}", case.what);
        };
        update_and_count();
        assert_as_from_scratch(root);
        match before {
            Some(before) => fs::write(root.join(path), before).unwrap(),
            None => fs::remove_file(root.join(path)).unwrap(),
        }
        update(root);
        assert_as_from_scratch(root);
        // What was found out of the base is at hand again.
        fs::write(root.join(path), text).unwrap();
        update_and_count();
        assert_as_from_scratch(root);
        assert_merges_as_from_scratch(root);
    }
}
