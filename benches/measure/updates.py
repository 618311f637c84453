#!/usr/bin/env python3
"""Measures what `bombe-build update` costs after an edit, in turn with `git status` on the same tree, and how soon a running server
answers from the new state.

    benches/measure/updates.py --bombe bombe-build --serve bombe-serve --corpora FOLDER REPOSITORY...

A REPOSITORY is a folder, or owner/name to check out below --corpora. The script builds its snapshot, edits its files and
restores them. Each edit of a kind puts a different number into the text:

    body        a number in the body of a callable, chosen so that only its own file is resolved
    interface   the name of a definition, chosen so that 50 to 200 files are resolved
    nothing     no edit

Wall time is from start to end of the process, and CPU time is that of the process. A ratio is the median over pairs of an update
and the `git status` after it. Visible is the time from the end of the update to the end of the first answer from the new
state. The exit code is 1 if a bound does not hold.
"""

import argparse
import collections
import hashlib
import json
import math
import os
import re
import statistics
import subprocess
import tempfile
import time

from server import Server as AnyServer
from sources import checkout
from unchanged import run

# A number on its own, not in a string or comment as far as the line shows.
NUMBER = re.compile(r"(?<![\w.$#\"'])[1-9]\d*(?![\w.\"'])")
CALLABLES = ("function", "method", "constructor")
# How many files an interface edit should re-resolve.
RESOLVED = (50, 200)
# Edits to try before giving up.
TRIES = 40
VISIBLE_MS = 50
NOTHING_RATIO = 1.5


def body_bound(files):
    """Returns the bound of an update after a body edit in milliseconds, interpolated between the sizes that have one."""
    points = [(1_000, 30), (10_000, 60), (50_000, 200)]
    if files <= points[0][0]:
        return points[0][1]
    for (few, low), (many, high) in zip(points, points[1:]):
        if files <= many:
            return low + (high - low) * (files - few) / (many - few)
    return points[-1][1]


def interface_bound(files):
    """Returns the same bound for an interface edit that re-resolves a hundred files."""
    return 500 if files <= 10_000 else None


class Server(AnyServer):
    """A running server of a tree."""

    def snapshot(self):
        """Returns the snapshot that a small answer names."""
        return self.call("search_symbols", {"query": "update", "limit": 1})["meta"]["snapshot"]

    def files(self):
        """Returns the number of files in the snapshot."""
        return self.call("list_repos", {})["repos"][0]["file_count"]

    def end(self):
        self.process.stdin.close()
        self.process.wait()


class Tree:
    """A work tree with a snapshot, and its edited files."""

    def __init__(self, path, bombe):
        self.path = path
        self.bombe = bombe
        self.originals = {}

    def text(self, file):
        """Returns the original text of a file."""
        if file not in self.originals:
            with open(os.path.join(self.path, file), encoding="utf-8", newline="") as source:
                self.originals[file] = source.read()
        return self.originals[file]

    def write(self, file, text):
        with open(os.path.join(self.path, file), "w", encoding="utf-8", newline="") as target:
            target.write(text)

    def put_back(self):
        for file, text in self.originals.items():
            self.write(file, text)

    def update(self):
        """Runs an update and returns its summary line."""
        command = [self.bombe, "update", "--no-compact", self.path]
        return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

    def timed(self):
        """Runs an update; returns its wall and CPU time."""
        return run([self.bombe, "update", "-q", "--no-compact", self.path])

    def timed_git(self):
        """Runs `git status`; returns its wall and CPU time."""
        return run(["git", "-C", self.path, "status"])

    def export(self, what):
        """Yields the rows of an export."""
        with tempfile.TemporaryFile() as out:
            subprocess.run([self.bombe, "export", self.path, "--what", what], check=True, stdout=out)
            out.seek(0)
            for line in out:
                yield json.loads(line)


def resolved(summary):
    """Returns the number of files that an update resolved, from its summary line; None if it resolved all."""
    match = re.search(r"1 files parsed, only (\d+) resolved", summary)
    return int(match[1]) if match else None


class Edit:
    """A place in a file that gets a different text each time."""

    def __init__(self, tree, file, start, end, made):
        self.tree, self.file, self.start, self.end, self.made = tree, file, start, end, made

    def apply(self, number):
        text = self.tree.text(self.file)
        self.tree.write(self.file, text[: self.start] + self.made(number) + text[self.end :])

    def undo(self):
        self.tree.write(self.file, self.tree.text(self.file))


def body_edits(tree):
    """Yields edits of a number in the body of a callable, one per file, from files of middle size, in a fixed order."""
    callables = collections.defaultdict(list)
    for row in tree.export("defs"):
        if row["kind"] in CALLABLES and row["end_line"] > row["start_line"] + 2:
            callables[row["file"]].append((row["name_line"] + 1, row["end_line"] - 1))
    files = sorted(callables, key=lambda file: (os.path.getsize(os.path.join(tree.path, file)), file))
    middle = files[len(files) // 4 : len(files) - len(files) // 4]
    for file in sorted(middle, key=lambda file: hashlib.sha256(file.encode()).digest()):
        try:
            lines = tree.text(file).splitlines(keepends=True)
        except UnicodeDecodeError:
            continue
        starts = [0]
        for line in lines:
            starts.append(starts[-1] + len(line))
        for first, last in sorted(callables[file]):
            found = ((line, NUMBER.search(lines[line - 1])) for line in range(first + 1, min(last, len(lines)) + 1))
            line, match = next(((line, match) for line, match in found if match), (None, None))
            if match:
                at = starts[line - 1]
                yield Edit(tree, file, at + match.start(), at + match.end(), str)
                break


def interface_edits(tree):
    """Yields edits of the name of a called definition, one per file. Files that about 100 files call come first."""
    callers = collections.defaultdict(lambda: collections.defaultdict(set))
    for row in tree.export("calls"):
        if row["callee_file"] != row["caller_file"]:
            definition = (row["callee_name_line"], row["callee_name"])
            callers[row["callee_file"]][definition].add(row["caller_file"])
    aim = math.log(math.sqrt(RESOLVED[0] * RESOLVED[1]))
    seen = {file: len(set().union(*definitions.values())) for file, definitions in callers.items()}
    for file in sorted(seen, key=lambda file: (abs(math.log(seen[file]) - aim), file)):
        line, name = max(callers[file], key=lambda at: (len(callers[file][at]), -at[0], at[1]))
        try:
            lines = tree.text(file).splitlines(keepends=True)
        except UnicodeDecodeError:
            continue
        match = re.search(rf"\b{re.escape(name)}\b", lines[line - 1]) if line <= len(lines) else None
        if match:
            at = sum(map(len, lines[: line - 1]))
            yield Edit(tree, file, at + match.start(), at + match.end(), lambda number, name=name: f"{name}{number}")


def first_that(tree, before, edits, fits, numbers):
    """Returns the first edit whose updates fit twice, applied, and the summary line; `before` is the edit that is applied now."""
    for edit, _ in zip(edits, range(TRIES)):
        # Undone together with the new edit: an update of a tree that equals its base does not say how many files it resolved.
        if before:
            before.undo()
        before = edit
        edit.apply(next(numbers))
        tree.update()
        for _ in range(2):
            edit.apply(next(numbers))
            summary = tree.update()
            if not fits(resolved(summary)):
                break
        else:
            return edit, summary
    return None, None


def median_ms(times):
    return statistics.median(times) * 1000


def measure(tree, server, edit, runs, numbers):
    """Returns pairs of (wall, CPU) of update and git status, and the seconds until each update was visible."""
    pairs, visible = [], []
    tree.timed_git()
    for _ in range(runs):
        if edit:
            edit.apply(next(numbers))
        before = server.snapshot()
        ours = tree.timed()
        ended = time.monotonic()
        while edit and server.snapshot() == before:
            if time.monotonic() - ended > 60:
                raise SystemExit(f"{edit.file}: the server still answers from {before}")
        visible.append(time.monotonic() - ended)
        pairs.append((ours, tree.timed_git()))
    return pairs, visible


def row(name, files, what, pairs, visible, bound_ms):
    """Prints a row of the table; returns True if its bounds hold."""
    walls = [pair[0][0] for pair in pairs]
    wall, worst, cpu = median_ms(walls), max(walls) * 1000, median_ms(pair[0][1] for pair in pairs)
    git, git_cpu = (median_ms(pair[1][at] for pair in pairs) for at in (0, 1))
    ratio, cpu_ratio = (statistics.median(pair[0][at] / pair[1][at] for pair in pairs) for at in (0, 1))
    holds = wall < bound_ms if bound_ms else True
    bound = f"{bound_ms:.0f} ms" if bound_ms else "none"
    seen = "–"
    if visible:
        seen = f"{median_ms(visible):.1f} / {max(visible) * 1000:.1f}"
        holds &= median_ms(visible) < VISIBLE_MS
    else:
        bound = f"{NOTHING_RATIO} × git status"
        holds = ratio <= NOTHING_RATIO
    cells = (name, f"{files:,}", what, f"{wall:.0f} / {worst:.0f}", f"{cpu:.0f}", f"{git:.0f}", f"{git_cpu:.0f}")
    cells += (f"{ratio:.2f}", f"{cpu_ratio:.2f}", seen, bound, "yes" if holds else "NO")
    print(f"| {' | '.join(cells)} |", flush=True)
    return holds


HEAD = """\
| repository | files | edit | wall ms, median / worst | CPU ms | git wall ms | git CPU ms | wall ratio | CPU ratio | visible ms, median / worst | bound | holds |
|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|---|"""


def measure_tree(path, options):
    """Prints the rows of one repository; returns True if their bounds hold."""
    name = os.path.basename(path.rstrip("/"))
    tree = Tree(path, options.bombe)
    subprocess.run([options.bombe, "-q", path], check=True)
    server = Server(options.serve, path)
    files = server.files()
    numbers = iter(range(1001, 10_000))
    holds = True
    try:
        edit, _ = first_that(tree, None, body_edits(tree), lambda count: count == 1, numbers)
        if edit:
            pairs, visible = measure(tree, server, edit, options.runs, numbers)
            holds &= row(name, files, f"body of {edit.file}", pairs, visible, body_bound(files))
        else:
            print(f"{name}: none of {TRIES} body edits re-resolves its own file alone", flush=True)
        lowest, highest = RESOLVED
        in_range = lambda count: count is not None and lowest <= count <= highest
        edit, summary = first_that(tree, edit, interface_edits(tree), in_range, numbers)
        if edit:
            pairs, visible = measure(tree, server, edit, options.runs, numbers)
            what = f"interface of {edit.file}, {resolved(summary)} resolved"
            holds &= row(name, files, what, pairs, visible, interface_bound(files))
        else:
            print(f"{name}: none of {TRIES} interface edits re-resolves {lowest} to {highest} files", flush=True)
        pairs, _ = measure(tree, server, None, options.runs, numbers)
        holds &= row(name, files, "nothing", pairs, None, None)
    finally:
        tree.put_back()
        server.end()
    return holds


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("repositories", nargs="+", metavar="REPOSITORY", help="a folder, or owner/name")
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--corpora", default="target/corpora", help="where repositories are checked out")
    parser.add_argument("--mirrors", default="", help="folder with local clones")
    parser.add_argument("--bombe", default="bombe-build", help="the bombe-build program")
    parser.add_argument("--serve", default="bombe-serve", help="the bombe-serve program")
    options = parser.parse_args()
    print(HEAD, flush=True)
    holds = True
    for repository in options.repositories:
        folder = repository
        if not os.path.isdir(folder):
            folder = checkout(repository, None, os.path.join(options.corpora, "updates"), options.mirrors)
        holds &= measure_tree(os.path.abspath(folder), options)
    raise SystemExit(0 if holds else 1)


if __name__ == "__main__":
    main()
