//! A small repository in every language that is resolved, with several versions of each file. They differ in bodies,
//! signatures, names, imports, hierarchies and package settings, and files depend on each other.

/// Paths, each with the versions of the file.
pub(super) const FILES: &[(&str, &[&str])] = &[
    (
        "shop/__init__.py",
        &[
            "from .core import Base, helper\n",
            "from .core import *\n",
            "from .extra import helper\n",
        ],
    ),
    (
        "shop/core.py",
        &[
            "class Base:\n    \"\"\"What is sold.\"\"\"\n\n    def run(self):\n        return self.step()\n\n    def step(self):\n        return 1\n\n\ndef helper():\n    return Base()\n",
            "class Base:\n    \"\"\"What is sold.\"\"\"\n\n    def run(self):\n        x = 1\n        return self.step() + x\n\n    def step(self):\n        return 1\n\n\ndef helper():\n    return Base()\n",
            "def helper(count: int = 1) -> \"Base\":\n    return Base()\n\n\nclass Base:\n    def step(self):\n        return unknown.call()\n\n    def run(self):\n        return self.step()\n\n    def run(self):\n        return 2\n",
            "class Root:\n    def step(self):\n        return 3\n\n\nclass Base(Root):\n    pass\n",
        ],
    ),
    (
        "shop/extra.py",
        &[
            "import os\n\nfrom . import Base\n\n\ndef helper():\n    os.getcwd()\n    return Base().run()\n",
            "from shop.core import Base as B\n\n\nclass Sub(B):\n    def step(self):\n        return super().step()\n\n\ndef helper():\n    return Sub()\n",
        ],
    ),
    // Another function fills a container that starts empty.
    (
        "shop/kept.py",
        &[
            "class One:\n    def step(self):\n        return 1\n\n\nclass Two:\n    def step(self):\n        return 2\n\n\nclass Kept:\n    def __init__(self) -> None:\n        self.items = []\n\n    def add(self) -> None:\n        self.items.append(One())\n\n\ndef pick(n):\n    one = One()\n    return one\n\n\ndef wrap():\n    def inner():\n        return One()\n\n    return inner\n",
            "class One:\n    def step(self):\n        return 1\n\n\nclass Two:\n    def step(self):\n        return 2\n\n\nclass Kept:\n    def __init__(self) -> None:\n        self.items = []\n\n    def add(self) -> None:\n        self.items.append(Two())\n\n\ndef pick(n):\n    one = Two()\n    return one\n\n\ndef wrap():\n    def inner():\n        return Two()\n\n    return inner\n",
        ],
    ),
    (
        "shop/uses.py",
        &[
            "from .kept import Kept, pick, wrap\n\n\ndef go(kept: Kept) -> None:\n    for item in kept.items:\n        item.step()\n    pick(1).step()\n    wrap()().step()\n",
            "from shop.kept import Kept\n\n\ndef go(kept: Kept) -> None:\n    kept.add()\n    kept.items[0].step()\n",
        ],
    ),
    // What is outside is named through imports of other files, fields and declared types.
    (
        "shop/outside.py",
        &[
            "import requests\nfrom requests.sessions import Session\n\n\nclass Client:\n    def __init__(self, session: Session):\n        self.session = session\n\n    def load(self):\n        requests.get(\"a\")\n        return self.session.get(\"a\").json()\n",
            "from httpx import Client as Session, get as requests\n\n\nclass Client:\n    def __init__(self):\n        self.session = Session()\n\n    def load(self):\n        requests(\"a\")\n        return self.session.get(\"a\")\n",
        ],
    ),
    (
        "shop/through.py",
        &[
            "from .outside import Client, Session, requests\n\n\ndef go(client: Client):\n    requests.put(\"a\")\n    client.session.put(\"a\")\n    Session().close()\n",
            "from shop.outside import Client\n\n\ndef go():\n    Client().session.put(\"b\")\n",
        ],
    ),
    // The routes of one file depend on where others mount its router.
    (
        "web/items.py",
        &[
            "from fastapi import APIRouter\n\nrouter = APIRouter(prefix=\"/items\")\n\n\n@router.get(\"/{item}\")\ndef read(item):\n    return item\n",
            "from fastapi import APIRouter\n\nfrom shop.core import helper\n\nrouter = APIRouter()\nrouter.add_api_route(\"/help\", helper)\n",
        ],
    ),
    (
        "web/api.py",
        &[
            "from fastapi import APIRouter\n\nfrom . import items\n\napi = APIRouter()\napi.include_router(items.router)\n",
            "from fastapi import APIRouter\n\nfrom .items import router\n\n\ndef make():\n    api = APIRouter(prefix=\"/made\")\n    api.include_router(router, prefix=\"/deep\")\n    return api\n\n\napi = make()\n",
        ],
    ),
    (
        "web/__init__.py",
        &[
            "from fastapi import FastAPI\n\nfrom .api import api\n\napp = FastAPI()\napp.include_router(api, prefix=\"/v1\")\n",
            "from fastapi import FastAPI\n\nfrom .api import api\n\n\ndef app():\n    made = FastAPI()\n    made.include_router(api, prefix=\"/v2\")\n    return made\n",
        ],
    ),
    (
        "web/views.py",
        &[
            "def register(on):\n    @on.get(\"/passed\")\n    def passed():\n        return 1\n",
            "from fastapi import APIRouter\n\nfrom . import items\n\nviews = APIRouter(prefix=\"/views\")\nregister(views)\nregister(items.router)\n\n\ndef register(on):\n    @on.post(\"/passed\")\n    def passed():\n        return 1\n",
        ],
    ),
    (
        "web/calls.py",
        &[
            "from fastapi import APIRouter\n\nfrom .views import register\n\nrouter = APIRouter(prefix=\"/calls\")\nregister(router)\n",
            "from fastapi import APIRouter\n\nfrom . import views\n\n\ndef make():\n    views.register(APIRouter(prefix=\"/made\"))\n",
        ],
    ),
    (
        "tests/test_shop.py",
        &[
            "from shop import helper\n\n\ndef test_run():\n    assert helper().run() == 1\n",
            "import shop.core\n\n\nclass TestStep:\n    def test_step(self):\n        shop.core.Base().step()\n",
        ],
    ),
    (
        "src/main/java/org/e/Store.java",
        &[
            "package org.e;\n\n/** Keeps. */\npublic interface Store<T> {\n    T load(String id);\n}\n",
            "package org.e;\n\npublic interface Store<T> {\n    T load(String id, int tries);\n    default T find(String id) { return load(id, 1); }\n}\n",
            "package org.e;\n\npublic abstract class Store<T> {\n    public abstract T load(String id);\n}\n",
        ],
    ),
    (
        "src/main/java/org/e/Memory.java",
        &[
            "package org.e;\n\npublic class Memory implements Store<Item> {\n    public Item load(String id) { return new Item(id); }\n}\n",
            "package org.e;\n\nimport java.util.*;\n\npublic class Memory extends Store<Item> {\n    private final Map<String, Item> items = new HashMap<>();\n    public Item load(String id) { return items.get(id).copy(); }\n    Item load() { return load(\"a\"); }\n}\n",
        ],
    ),
    (
        "src/main/java/org/e/Item.java",
        &[
            "package org.e;\n\npublic class Item {\n    public Item(String id) {}\n    Item copy() { return this; }\n}\n",
            "package org.e;\n\npublic record Item(String id) {\n    Item copy() { return new Item(id()); }\n    Item copy(int n) { return copy(); }\n}\n",
        ],
    ),
    (
        "go.mod",
        &[
            "module example.org/m\n\ngo 1.22\n",
            "module example.org/other\n\ngo 1.22\n",
        ],
    ),
    (
        "p/p.go",
        &[
            "package p\n\ntype T struct{ n int }\n\nfunc F() int { return G() }\n",
            "package p\n\n// I runs.\ntype I interface{ Run() int }\n\ntype T struct{ n int }\n\nfunc F(i I) int { return i.Run() + G() }\n",
        ],
    ),
    (
        "p/q.go",
        &[
            "package p\n\nfunc G() int { return 1 }\n\nfunc (t T) Run() int { return t.n }\n",
            "package p\n\nimport \"fmt\"\n\nfunc (t *T) Run() int { fmt.Println(t.n); return G() }\n\nfunc G() int { return 2 }\n",
            "package p\n\nfunc H() int { return 1 }\n",
        ],
    ),
    (
        "main.go",
        &[
            "package main\n\nimport \"example.org/m/p\"\n\nfunc main() { p.F(); p.T{}.Run() }\n",
            "package main\n\nimport \"example.org/other/p\"\n\nfunc main() { p.G() }\n",
        ],
    ),
    (
        "web/a.ts",
        &[
            "import { b, C } from './b';\nexport function a() { return b(); }\nexport class D extends C { m() { return super.m(); } }\n",
            "import * as all from '@/b';\nexport const a = () => all.b().then((c) => c.m());\n",
        ],
    ),
    (
        "web/b.ts",
        &[
            "export function b() { return 1; }\nexport class C { m() { return b(); } }\n",
            "export async function b(): Promise<C> { return new C(); }\nexport class C { m(n?: number) { return this.k(); } k() {} }\n",
            "export * from './c.js';\n",
        ],
    ),
    (
        "web/c.js",
        &[
            "function b() { return require('./d').d(); }\nmodule.exports = { b, C: class { m() { return b(); } } };\n",
            "export class C { m() { return 1; } }\nexport const b = () => new C();\n",
        ],
    ),
    (
        "web/tsconfig.json",
        &[
            "{ \"compilerOptions\": { \"baseUrl\": \".\", \"paths\": { \"@/*\": [\"./*\"] } } }\n",
            "{}\n",
        ],
    ),
    (
        "Cargo.toml",
        &["[package]\nname = \"m\"\nversion = \"0.1.0\"\nedition = \"2024\"\n"],
    ),
    (
        "src/lib.rs",
        &[
            "mod shape;\n\nuse shape::{Area, Square};\n\npub fn total(all: &[Square]) -> u32 {\n    all.iter().map(|one| one.area()).sum()\n}\n",
            "pub mod shape;\npub use shape::*;\n\npub fn total() -> u32 {\n    Square::new(2).area() + shape::side(1)\n}\n",
        ],
    ),
    (
        "src/shape.rs",
        &[
            "pub trait Area {\n    fn area(&self) -> u32;\n}\n\npub struct Square(u32);\n\nimpl Square {\n    pub fn new(side: u32) -> Self {\n        Self(side)\n    }\n}\n\nimpl Area for Square {\n    fn area(&self) -> u32 {\n        self.0 * self.0\n    }\n}\n\npub fn side(n: u32) -> u32 {\n    n\n}\n",
            "pub struct Square {\n    side: u32,\n}\n\nimpl Square {\n    pub fn area(&self) -> u32 {\n        side(self.side)\n    }\n    pub fn new(side: u32) -> Self {\n        Self { side }\n    }\n}\n\nfn side(n: u32) -> u32 {\n    n * n\n}\n\n#[test]\nfn area() {\n    assert_eq!(Square::new(1).area(), 1);\n}\n",
        ],
    ),
    (
        "native/list.h",
        &[
            "#pragma once\n\nstruct list;\nint list_size(const struct list *l);\nvoid list_push(struct list *l, int value);\n",
            "#pragma once\n\nstruct list { int size; };\nint list_size(const struct list *l);\n",
        ],
    ),
    (
        "native/list.c",
        &[
            "#include \"list.h\"\n#include <stdlib.h>\n\nint list_size(const struct list *l) { return 0; }\nvoid list_push(struct list *l, int value) { list_size(l); free(l); }\n",
            "#include \"list.h\"\n\nstatic int grow(struct list *l) { return l->size; }\nint list_size(const struct list *l) { return grow((struct list *)l); }\n",
        ],
    ),
    (
        "native/tree.cpp",
        &[
            "#include \"tree.hpp\"\n\nnamespace n {\nint Tree::depth() const { return left() + 1; }\nint Tree::left() const { return 0; }\n}\n",
            // A brace is missing, so one method is nested in the other and has another qualified name.
            "#include \"tree.hpp\"\n\nnamespace n {\nint Tree::depth() const {\n  return 1;\nint Tree::left() const { return 0; }\n}\n}\n",
            "#include \"tree.hpp\"\n\nint n::Tree::depth() const { return 1; }\n",
        ],
    ),
    (
        "native/tree.hpp",
        &[
            "#pragma once\n\nnamespace n {\nclass Tree {\npublic:\n  int depth() const;\n  int left() const;\n};\n}\n",
            "#pragma once\n\nnamespace n {\nclass Node {\npublic:\n  virtual int depth() const = 0;\n};\nclass Tree : public Node {\npublic:\n  int depth() const override;\n  int left() const { return depth(); }\n};\n}\n",
        ],
    ),
    (
        "README.md",
        &[
            "# Shop\n\n## Run\n\nCall `helper`.\n",
            "# Shop\n\n## Use\n\n### Run\n\nIt runs a step.\n",
        ],
    ),
    ("data.py", &["\0\0", "def broken(:\n    pass\n"]),
    // The default share is too small for a tree of this size.
    (
        "bombe.toml",
        &[
            "name = \"o/shop\"\n[update]\nmerge_share = 1.0\n",
            "name = \"o/shop\"\n[update]\nmerge_share = 1.0\n[discover]\nexclude = [\"native/\"]\n",
        ],
    ),
];

/// Files whose versions have the same interface: they differ in hidden bodies, comments, and positions. The names that are
/// new in a version are names of members in other files.
pub(super) const BODIES: &[(&str, &[&str])] = &[
    (
        "shop/typed.py",
        &[
            "from . import Base, helper\n\n\ndef pick(n: int) -> Base:\n    return helper()\n\n\nclass Typed(Base):\n    def step(self) -> int:\n        return pick(1).step()\n",
            "from . import Base, helper\n\n\ndef pick(n: int) -> Base:\n    area = [helper() for copy in range(n)]\n    area[0].run()\n    return area[0]\n\n\nclass Typed(Base):\n    def step(self) -> int:\n        return 1\n",
            "from . import Base, helper\n\n\ndef pick(n: int) -> Base:\n    return Typed()\n\n\nclass Typed(Base):\n    def step(self) -> int:\n        return self.run() + nothing(pick(2))\n",
        ],
    ),
    (
        "src/main/java/org/e/Shop.java",
        &[
            "package org.e;\n\nclass Shop {\n    private final Memory memory = new Memory();\n    Item first() { return memory.load(\"a\"); }\n    void close() { }\n    static void main(String[] args) { new Shop().first().copy(); }\n}\n",
            "package org.e;\n\nclass Shop {\n    private final Memory memory = new Memory();\n    Item first() {\n        Item depth = memory.load(\"b\");\n        close();\n        return depth.copy();\n    }\n    void close() { memory.load(\"c\"); }\n    static void main(String[] args) { }\n}\n",
        ],
    ),
    (
        "p/body.go",
        &[
            "package p\n\nfunc Body(t T) int { return F() + t.Run() }\n",
            "package p\n\nfunc Body(t T) int {\n\tstep := G()\n\tdefer func() { t.Run() }()\n\treturn step\n}\n",
        ],
    ),
    (
        "web/body.ts",
        &[
            "import { b, C } from './b';\nexport function run(c: C): number { c.m(); return 1; }\nexport class E { m(): void { run(new C()); } }\n",
            "import { b, C } from './b';\nexport function run(c: C): number { const side = [c]; side.forEach((one) => one.m()); b(); return 2; }\nexport class E { m(): void { this.m(); } }\n",
        ],
    ),
    (
        "src/body.rs",
        &[
            "use crate::shape::Square;\n\npub fn body() -> u32 {\n    Square::new(3).area()\n}\n",
            "use crate::shape::Square;\n\npub fn body() -> u32 {\n    let load = |side| Square::new(side);\n    load(2);\n    crate::total_of(4)\n}\n",
        ],
    ),
    (
        "native/body.c",
        &[
            "#include \"list.h\"\n\nint body(struct list *l) { return list_size(l); }\n",
            "#include \"list.h\"\n\nint body(struct list *l) { int step = list_size(l); list_push(l, step); return other(step); }\n",
        ],
    ),
    (
        "native/body.cpp",
        &[
            "#include \"tree.hpp\"\n\nint measure(const n::Tree &t) { return t.depth(); }\n",
            "#include \"tree.hpp\"\n\nint measure(const n::Tree &t) { auto run = t.left(); return run + t.depth(); }\n",
        ],
    ),
    // Syntax errors outside of bodies and in them.
    (
        "native/odd.c",
        &[
            "#include \"list.h\"\n\nint 5 step = = 2;\nint odd(struct list *l) { return list_size(l); }\nint even(struct list *l) { return odd(l); }\n",
            "#include \"list.h\"\n\nint 5 step = = 2;\nint odd(struct list *l) { int load = body(l); return load; }\nint even(struct list *l) { return odd(l) +; }\n",
            "#include \"list.h\"\n\n/* Counts. */\nint 5 step = = 2;\n\nint odd(struct list *l) { list_push(l, 1); return list_size(l); }\n// Too.\nint even(struct list *l) { return even(l) + list_size(l); }\n",
        ],
    ),
    (
        "shop/odd.py",
        &[
            "from .typed import Typed\n\nLIMIT = Typed().step()\n\n\ndef odd(t: Typed) -> int:\n    return t.step()\n",
            "# Text.\nfrom .typed import Typed\n\nLIMIT = Typed().step()  # at most\n\n\ndef odd(t: Typed) -> int:\n    \"\"\"More text.\"\"\"\n    return t.run(\n",
            "from .typed import Typed\n\n\nLIMIT = Typed().step()\n\ndef odd(t: Typed) -> int:\n    copy = t.step(\n    return copy)\n",
        ],
    ),
    // Definitions that the lowering composes of others.
    (
        "src/pair.rs",
        &[
            "use crate::shape::Square;\n\npub struct Pair(Square, Square);\n\nimpl Pair {\n    pub fn side(&self) -> u32 {\n        self.0.area()\n    }\n}\n",
            "use crate::shape::Square;\n\n/// Two.\npub struct Pair(Square, Square);\n\nimpl Pair {\n    pub fn side(&self) -> u32 {\n        let step = Pair(Square::new(1), Square::new(2));\n        step.1.area()\n    }\n}\n",
        ],
    ),
    (
        "web/entity.ts",
        &[
            "import { C } from './b';\nexport class Entity {\n  @Many(() => C, (c) => c.m())\n  all: C[];\n  first(): C { return this.all[0]; }\n}\n",
            "import { C } from './b';\n// All.\nexport class Entity {\n  @Many(() => C, (c) => c.m())\n  all: C[];\n  first(): C { const load = this.all.map((c) => c.m()); this.first().m(); return load[0]; }\n}\n",
        ],
    ),
    (
        "shop/made.py",
        &[
            "from . import Base, helper\n\n\nclass Made:\n    def __init__(self, base: Base):\n        self.base = base\n        self.helped = helper()\n\n    def take(self):\n        return self.base\n\n\ndef wrap(made):\n    def inner(base: Base):\n        return base.run()\n\n    return inner\n\n\nwrap(Made(helper()).take())\n",
            "from . import Base, helper\n\n\nclass Made:\n    def __init__(self, base: Base):\n        area = helper()\n        self.base = base\n        area.run()\n        self.helped = helper()\n\n    def take(self):\n        from .core import helper as area\n        area().run()\n        return self.base\n\n\ndef wrap(made):\n    area = [one for one in made]\n\n    def inner(base: Base):\n        area[0].run()\n        return base.run()\n\n    return inner\n\n\nwrap(Made(helper()).take())\n",
        ],
    ),
    (
        "web/made.ts",
        &[
            "import { b, C } from './b';\nexport function make(c: C) { return { c, run: (one: C) => one.m(), side() { return c; } }; }\nexport const made = make(new C()).side().m();\n",
            "import { b, C } from './b';\nexport function make(c: C) { const area = b(); [c].forEach((one) => one.m()); return { c, run: (one: C) => one.m(), side() { b(); return c; } }; }\nexport const made = make(new C()).side().m();\n",
        ],
    ),
];

/// Paths that files are moved or copied to: before and after all others, in a new folder, and in existing folders.
pub(super) const OTHER_PATHS: &[&str] = &[
    "a_first.py",
    "zz/last.py",
    "shop/middle.py",
    "web/0.ts",
    "p/z_test.go",
    "src/main/java/org/e/Zed.java",
];
