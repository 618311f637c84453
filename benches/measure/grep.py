#!/usr/bin/env python3
"""Compares `bombe grep` with ripgrep: the lines that both find for a table of patterns, and the time that both take.

    benches/measure/grep.py REPOSITORY… --snapshots FOLDER [--runs 7] [--write docs/grep.md]

Each repository is a folder, which is only read: its snapshot and a copy of its indexed files (hard links where possible)
go to FOLDER. ripgrep searches the copy. A file has the same lines for both if both find the same numbers, or, for patterns
with very many hits, the same number of lines in each file. Times are CPU times of whole processes, medians of runs in turn:
a busy machine changes them little.
"""
import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys

from server import Server

# Pattern, regular expression?, case.
PATTERNS = [
    ("in no line of any file", False, "smart"),
    ("qqzzxxqq", False, "smart"),
    ("TODO", False, "smart"),
    ("todo", False, "smart"),
    ("FIXME", False, "sensitive"),
    ("deprecated", False, "ignore"),
    ("return", False, "smart"),
    ("e", False, "smart"),
    ("==", False, "smart"),
    ("->", False, "smart"),
    ("0x7f", False, "smart"),
    ("...", False, "smart"),
    ("$", False, "smart"),
    ("a.b", False, "smart"),
    ("é", False, "smart"),
    ("É", False, "ignore"),
    ("naïve", False, "smart"),
    ("©", False, "smart"),
    ("日本", False, "smart"),
    ("kelvin", False, "smart"),
    ("^", True, "smart"),
    ("^$", True, "smart"),
    (r"\s$", True, "smart"),
    (r"^\s*(import|#include)\b", True, "smart"),
    (r"\)\s*\{$", True, "smart"),
    (r"^\t+\}", True, "smart"),
    (r"\b(get|set)_?lock\(", True, "smart"),
    (r"[A-Z]{3,}_[A-Z]+_[0-9]+", True, "smart"),
    (r"\bTransaction\w*Manager\b", True, "smart"),
    (r"(?i)copyright.*20[0-9]{2}", True, "smart"),
    (r"[^\x00-\x7f]{3}", True, "smart"),
    (r"\p{Greek}", True, "smart"),
    (r"\p{Lu}\p{Ll}+Exception", True, "smart"),
    (r"lock.*unlock", True, "smart"),
    (r"static\s+\w+\s+\w+_init\(", True, "smart"),
    (r"(foo|bar|baz)\b", True, "smart"),
    (r"\d{10,}", True, "smart"),
    (r"x{4,}", True, "sensitive"),
    (r"a[^b]*c[^d]*e$", True, "smart"),
    (r"(\w+)\.(\w+)\.(\w+)\(\)", True, "smart"),
]

# Literals of some repositories: in few lines, and in some hundreds.
OWN = {
    "spring-framework": ["CGLIB$BOUND", "determineTransactionManager", "AbstractAutowireCapableBeanFactory", "TransactionSynchronizationManager"],
    "linux": ["nf_conntrack_init_start", "tcp_v4_connect", "kmem_cache_alloc_bulk", "rhashtable_walk_start"],
    "fastapi": ["solve_generator", "get_openapi_path", "add_api_route"],
}

# With more hits than this, lines are compared by their number in each file.
HITS_MAX = 5_000


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("repositories", nargs="+")
    parser.add_argument("--snapshots", required=True)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--build", default="bombe-build")
    parser.add_argument("--bombe", default="bombe")
    parser.add_argument("--serve", default="bombe-serve")
    parser.add_argument("--rg", default="rg")
    parser.add_argument("--write", help="document whose generated part is replaced by the tables")
    arguments = parser.parse_args()
    os.makedirs(arguments.snapshots, exist_ok=True)
    text, wrong = "", 0
    for repository in arguments.repositories:
        part, bad = measure(os.path.abspath(repository), arguments)
        text += part
        wrong += bad
    print(text)
    if arguments.write:
        with open(arguments.write) as file:
            document = file.read()
        start, end = "<!-- generated: grep -->\n", "<!-- end -->"
        head, tail = document.index(start) + len(start), document.index(end)
        with open(arguments.write, "w") as file:
            file.write(document[:head] + text + document[tail:])
    sys.exit(1 if wrong else 0)


def measure(repository, arguments):
    """Returns the table of a repository, and the number of patterns with other hits."""
    name = os.path.basename(repository)
    snapshot = os.path.join(os.path.abspath(arguments.snapshots), f"{name}.bmb")
    if not os.path.exists(snapshot):
        subprocess.run([arguments.build, repository, "-o", snapshot, "-q"], check=True)
    server = Server(arguments.serve, repository, [snapshot, "--tools", "all"])
    files = indexed(server)
    copy = os.path.join(arguments.snapshots, f"{name}.files")
    if not os.path.exists(copy):
        for path in files:
            target = os.path.join(copy, path)
            os.makedirs(os.path.dirname(target), exist_ok=True)
            try:
                os.link(os.path.join(repository, path), target)
            except OSError:
                shutil.copyfile(os.path.join(repository, path), target)
    patterns = PATTERNS + [(literal, False, "sensitive") for literal in OWN.get(name, [])]
    rows, wrong = [], 0
    for pattern, is_regex, case in patterns:
        rg = [arguments.rg, "--no-config", "--no-ignore", "--hidden", "--text", "--crlf", "--color=never", "--no-heading", "--line-number"]
        rg += {"smart": ["-S"], "sensitive": ["-s"], "ignore": ["-i"]}[case]
        rg += ([] if is_regex else ["-F"]) + ["-e", pattern]
        request = {"pattern": pattern, "regex": is_regex, "case": case, "limit": 500}
        theirs = counts(rg, copy)
        hits = sum(theirs.values())
        if hits <= HITS_MAX:
            ours, theirs = lines(server, request), numbered(rg, copy)
        else:
            ours = in_files(server, request)
        if ours != theirs:
            wrong += 1
            differ = sorted(set(ours) ^ set(theirs)) if isinstance(ours, set) else sorted(k for k in {*ours, *theirs} if ours.get(k) != theirs.get(k))
            print(f"{name}: {pattern!r}: {len(ours)} of ours, {len(theirs)} of rg's; first {differ[:3]}", file=sys.stderr)
        command = [arguments.bombe, "-s", snapshot, "grep", f"--case={case}", *(["--regex"] if is_regex else []), "--", pattern]
        mine, other = [], []
        for _ in range(arguments.runs):
            other.append(timed(rg, copy))
            mine.append(timed(command, copy))
        ratio = statistics.median(a / b for a, b in zip(mine, other))
        shown = f"`{pattern}`".replace("|", "\\|")
        times = [f"{statistics.median(values) * 1000:.0f}" for values in (other, mine)]
        rows.append(f"| {shown} | {hits} | {'same' if ours == theirs else 'DIFFERENT'} | {times[0]} | {times[1]} | {ratio:.2f} |")
    server.process.stdin.close()
    total = sum(os.path.getsize(os.path.join(copy, path)) for path in files)
    head = f"\n### {name}\n\n{len(files):,} files, {total / 1e6:.0f} MB; snapshot {os.path.getsize(snapshot) / 1e6:.1f} MB.\n\n"
    head += "| pattern | lines | hits | rg, CPU ms | bombe, CPU ms | ratio |\n|---|---|---|---|---|---|\n"
    return head + "\n".join(rows) + "\n", wrong


def timed(command, folder):
    """Runs a command; returns its CPU time in seconds."""
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0
    return used.ru_utime + used.ru_stime


def pages(server, request):
    """Yields the files of every page."""
    request = dict(request)
    while True:
        answer = server.call("grep", request)
        yield from answer["files"]
        if not answer["meta"].get("next_cursor"):
            return
        request["cursor"] = answer["meta"]["next_cursor"]


def indexed(server):
    """Returns the paths of the indexed files that have a line."""
    return sorted(in_files(server, {"pattern": "^", "regex": True, "limit": 500}))


def lines(server, request):
    """Returns (path, line) of every hit."""
    return {(file["file_path"], line["line"]) for file in pages(server, request) for line in file["lines"]}


def in_files(server, request):
    """Returns the number of hits in each file."""
    return {file["file_path"]: file["count"] for file in pages(server, {**request, "files_only": True})}


def counts(rg, folder):
    """Returns the number of hits in each file, as ripgrep sees it."""
    done = subprocess.run([*rg, "--count", "--null"], cwd=folder, capture_output=True)
    rows = (row.split("\0") for row in done.stdout.decode("utf-8", "surrogateescape").splitlines())
    return {re.sub(r"^\./", "", path): int(count) for path, count in rows}


def numbered(rg, folder):
    """Returns (path, line) of every hit, as ripgrep sees it."""
    done = subprocess.run([*rg, "--null"], cwd=folder, capture_output=True)
    hits = set()
    for row in done.stdout.decode("utf-8", "surrogateescape").split("\n"):
        path, separator, rest = row.partition("\0")
        if separator:
            hits.add((re.sub(r"^\./", "", path), int(rest.split(":", 1)[0])))
    return hits


if __name__ == "__main__":
    main()
