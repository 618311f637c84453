#!/usr/bin/env python3
"""Measures the names of what external calls name, against the external calls of the gold sets below GOLD.

    external.py --gold GOLD --corpora FOLDER --mirrors FOLDER --bombe bombe-build [--only LANGUAGE] [--show N]

A name is `right` if it is the compiler's name. Compilers name the declaration, where code names what leads to it, so these
are told apart: `near`, if the package and the member agree but the class or module between them differs (a receiver's own type
instead of the supertype that declares the member, a re-export), and `wrong` for the rest. Gold sets of Python, TypeScript and
JavaScript name the declaring file, not the class in it; there `right` means that the module agrees with the file. Those of
Rust name implementations by number, so `near` cannot be told from `right`. Those of C and C++ hold the last name alone.
A site without a name is `unknown`; one that is not external to Bombe is left to accuracy.py."""
import argparse
import collections
import glob
import gzip
import json
import os
import random
import re
import subprocess
import tempfile

from sources import checkout

# What one specification of a runtime calls by several names.
RUST_STD = {"core", "alloc", "std"}
# Types of globals: what TypeScript's own library or a test runner declares for all files.
GLOBALS = {"typescript", "@types/jest", "@types/mocha", "vitest", "@types/jasmine"}


def rows(path):
    opened = gzip.open(path, "rt") if path.endswith(".gz") else open(path)
    with opened as lines:
        return [json.loads(line) for line in lines]


def last(name):
    return re.split(r"[.:#/\\]", name)[-1]


def dotted(target):
    """`(*bytes.Buffer).WriteString` as `bytes.Buffer.WriteString`; a constructor as its class."""
    target = re.sub(r"^\(\*?([^)]*)\)", r"\1", target)
    return target.removesuffix(".<init>").replace("$", ".")


def python_module(target):
    module = re.sub(r"(/__init__)?\.pyi?$", "", target).replace("/", ".")
    return module.removesuffix(".__init__")


def npm_package(target):
    parts = target.split("/")
    name = "/".join(parts[:2]) if target.startswith("@") else parts[0]
    if name == "@types/node":
        return "node:" + re.sub(r"\.d\.ts$", "", "/".join(parts[2:]))
    if name in GLOBALS:
        return name
    if name.startswith("@types/"):
        name = name.removeprefix("@types/")
        name = "@" + name.replace("__", "/") if "__" in name else name
    return name


def judge(language, gold, ours):
    """The verdict on a name: right, near or wrong."""
    module, path = ours["module"], ours["path"]
    member = last(path or module)
    target = gold.get("target") or ""
    if language in ("java", "go"):
        truth = dotted(target)
        mine = f"{module}.{path}".strip(".")
        if language == "go":
            mine, truth = mine.replace("/", "."), truth.replace("/", ".")
        if mine == truth:
            return "right"
        same_member = last(truth) == last(mine)
        package = truth.split(".")[0]
        return "near" if same_member and mine.split(".")[0] == package else "wrong"
    if language == "python":
        truth = python_module(target)
        callee = gold["callee_name"]
        if member not in (callee, gold["site_name"]):
            return "wrong"
        # The module with the names of classes behind it.
        if truth == module or f"{module}.{path}".startswith(truth + "."):
            return "right"
        return "near" if truth.split(".")[0].lstrip("_") == module.split(".")[0].lstrip("_") else "wrong"
    if language in ("typescript", "javascript"):
        truth = npm_package(target)
        if member not in (gold["callee_name"], gold["site_name"]) and path:
            return "wrong"
        if truth in GLOBALS:
            package = truth.removeprefix("@types/")
            return "right" if module in ("", "global", "globalThis", package) or module.startswith(("@jest", "node:")) else "near"
        if truth.startswith("node:"):
            name = truth.removeprefix("node:")
            mine = module.removeprefix("node:")
            return "right" if mine == name or mine.split("/")[0] == name.split("/")[0] else "near"
        return "right" if module == truth or module.startswith(truth + "/") else "near"
    if language == "rust":
        crate = target.split("::")[0]
        mine = (module or path).split("::")[0]
        same = crate == mine or {crate, mine} <= RUST_STD
        if last(target) != member and last(target) != gold["site_name"]:
            return "wrong"
        return "right" if same else "near"
    return "right" if member == gold["callee_name"] else "wrong"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--gold", required=True)
    parser.add_argument("--corpora", required=True)
    parser.add_argument("--mirrors", default="")
    parser.add_argument("--bombe", required=True)
    parser.add_argument("--only", help="a language")
    parser.add_argument("--show", type=int, default=0, help="print so many names of each verdict, drawn at random")
    options = parser.parse_args()
    total = collections.defaultdict(collections.Counter)
    print("| language | repository | external in both | named | right | near | wrong |\n|---|---|---|---|---|---|---|")
    for folder in sorted(glob.glob(os.path.join(options.gold, "*", "*", ""))):
        folder = folder.rstrip("/")
        language, name = folder.split(os.sep)[-2:]
        found = glob.glob(os.path.join(folder, "external_calls*"))
        if not found or (options.only and language != options.only):
            continue
        meta = json.load(open(os.path.join(folder, "meta.json")))
        tree = checkout(meta["repo"], meta["commit"], options.corpora, options.mirrors)
        with tempfile.TemporaryDirectory() as work:
            snapshot, export = os.path.join(work, "s.bmb"), os.path.join(work, "external")
            subprocess.run([options.bombe, tree, "-q", "-o", snapshot], check=True)
            subprocess.run([options.bombe, "export", snapshot, "--what", "external", "-o", export], check=True)
            sites = {(row["site_file"], row["site_line"], row["site_col"]): row for row in rows(export)}
        verdicts, shown = collections.Counter(), collections.defaultdict(list)
        for gold in rows(found[0]):
            ours = sites.get((gold["site_file"], gold["site_line"], gold["site_col"]))
            if ours is None:
                continue
            verdict = judge(language, gold, ours) if "module" in ours else "unknown"
            verdicts[verdict] += 1
            shown[verdict].append((gold, ours))
        total[language].update(verdicts)
        line(language, name, verdicts)
        for verdict, pairs in shown.items():
            random.seed(1)
            for gold, ours in random.sample(pairs, min(options.show, len(pairs))):
                place = f"{gold['site_file']}:{gold['site_line']}:{gold['site_col']}"
                mine = f"{ours.get('module')} :: {ours.get('path')}"
                print(f"  {verdict:8}{place} {gold['callee_name']} | {gold.get('target')} | {mine}")
    for language, verdicts in total.items():
        line(language, "all", verdicts)


def line(language, name, verdicts):
    count = sum(verdicts.values())
    named = count - verdicts["unknown"]
    share = lambda part, whole: f"{part / whole:.3f}" if whole else "–"
    print(
        f"| {language} | {name} | {count} | {share(named, count)} | {share(verdicts['right'], named)} "
        f"| {share(verdicts['near'], named)} | {share(verdicts['wrong'], named)} |",
        flush=True,
    )


if __name__ == "__main__":
    main()
