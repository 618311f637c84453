"""Measures how many of the methods that a call may run do run, under a test suite (Python 3.11 or later).

    python benches/measure/dispatch.py trace OUT ROOT -- PYTEST-ARGUMENTS   # runs pytest in ROOT and writes who calls whom
    python benches/measure/dispatch.py score BUILD ROOT=OUT …               # compares with the snapshot that BUILD makes

A call whose target is overridden may run the target or any method that overrides it: those are offered. Only sites that the
suite runs count. The table says, by the number of overriding methods, how often the target and each of the others runs. What a
suite does not run may run elsewhere, so the shares are lower bounds.
"""

import collections
import json
import os
import subprocess
import sys
import tempfile
import threading


def trace(out, root, arguments):
    root = os.path.realpath(root) + os.sep
    calls, spans = set(), {}

    def lines(frame):
        code = frame.f_code
        if code not in spans:
            spans[code] = [position[:2] for position in code.co_positions()]
        at = frame.f_lasti // 2
        found = spans[code][at] if 0 <= at < len(spans[code]) else (None, None)
        return found[0] or frame.f_lineno, found[1] or frame.f_lineno

    def profile(frame, event, _):
        if event != "call":
            return
        code, back = frame.f_code, frame.f_back
        if back is None or not code.co_filename.startswith(root) or not back.f_code.co_filename.startswith(root):
            return
        calls.add((back.f_code.co_filename, *lines(back), code.co_filename, code.co_name, code.co_firstlineno))

    import pytest

    os.chdir(root)
    sys.path.insert(0, root)
    threading.setprofile(profile)
    sys.setprofile(profile)
    code = pytest.main(arguments)
    sys.setprofile(None)
    with open(out, "w", encoding="utf-8") as file:
        for caller, start, end, callee, name, line in sorted(calls):
            row = [os.path.relpath(caller, root), start, end, os.path.relpath(callee, root), name, line]
            file.write(json.dumps(row) + "\n")
    print(f"pytest ended with {code}; {len(calls)} calls", file=sys.stderr)


def rows(build, snapshot, what):
    with tempfile.NamedTemporaryFile() as out:
        subprocess.run([build, "export", snapshot, "--what", what, "-o", out.name], check=True)
        with open(out.name, encoding="utf-8") as file:
            return [json.loads(line) for line in file]


def below(edges):
    """Returns for each type those that derive from it, directly or not."""
    direct = collections.defaultdict(set)
    for edge in edges:
        direct[edge["super_file"], edge["super_name_line"]].add((edge["sub_file"], edge["sub_name_line"]))
    found = {}
    for start in list(direct):
        seen, pending = set(), [start]
        while pending:
            for other in direct.get(pending.pop(), ()):
                if other not in seen:
                    seen.add(other)
                    pending.append(other)
        found[start] = seen
    return found


def score(build, root, out, table):
    with tempfile.TemporaryDirectory() as work:
        snapshot = os.path.join(work, "s.bmb")
        subprocess.run([build, root, "-q", "--no-history", "-o", snapshot], check=True)
        defs, calls, inherits = (rows(build, snapshot, what) for what in ("defs", "calls", "inherits"))
    names = {(row["file"], row["name_line"]): row["name"] for row in defs}
    methods = collections.defaultdict(dict)  # type -> name -> line
    types = sorted((row for row in defs if row["kind"] == "class"), key=lambda row: row["start_line"])
    owner = {}
    for row in defs:
        if row["kind"] not in ("method", "constructor"):
            continue
        around = [one for one in types if one["file"] == row["file"] and one["start_line"] < row["start_line"] <= one["end_line"]]
        if around:
            of = around[-1]
            methods[of["file"], of["name_line"]][row["name"]] = row["name_line"]
            owner[row["file"], row["name_line"]] = (of["file"], of["name_line"])
    derived = below(inherits)
    ran = collections.defaultdict(list)  # (file, name) of the caller's file and the callee -> (start, end, callee)
    with open(out, encoding="utf-8") as file:
        for line in file:
            caller, start, end, callee, name, first = json.loads(line)
            ran[caller, name].append((start, end, callee, first))
    for call in calls:
        target = (call["callee_file"], call["callee_name_line"])
        name = call["callee_name"]
        of = owner.get(target)
        caller = (call["caller_file"], call["caller_name_line"])
        # A call of `super().f` from an `f` runs no other `f`.
        if of is None or name.startswith("__") or (call["rule"] == "self_member" and names.get(caller) == name):
            continue
        offered = [(at[0], methods[at][name]) for at in derived.get(of, ()) if name in methods.get(at, {})]
        if not offered:
            continue
        site = call["site_line"]
        at_site = [run for run in ran[call["site_file"], name] if run[0] <= site <= run[1]]
        is_run = lambda place: any(file == place[0] and first <= place[1] <= first + 20 for _, _, file, first in at_site)  # noqa: E731
        if not any(is_run(place) for place in [target, *offered]):
            continue
        number = len(offered)
        size = next(label for label, most in SIZES if number <= most)
        row = table[size]
        row[0] += 1
        row[1] += is_run(target)
        row[2] += number
        row[3] += sum(map(is_run, offered))


SIZES = [("1", 1), ("2", 2), ("3–4", 4), ("5–8", 8), ("9–16", 16), ("17–64", 64), ("65 or more", 10**9)]


def main():
    if sys.argv[1] == "trace":
        at = sys.argv.index("--")
        return trace(os.path.abspath(sys.argv[2]), sys.argv[3], sys.argv[at + 1 :])
    table = collections.defaultdict(lambda: [0] * 4)
    for pair in sys.argv[3:]:
        root, out = pair.rsplit("=", 1)
        score(os.path.abspath(sys.argv[2]), root, out, table)
    print("| overriding methods | sites that ran | the target runs | each of the others runs |")
    print("|---|---|---|---|")
    for label, _ in SIZES:
        row = table[label]
        if row[0]:
            print(f"| {label} | {row[0]} | {row[1] / row[0]:.2f} | {row[3] / row[2]:.2f} ({row[3]} of {row[2]}) |")


if __name__ == "__main__":
    main()
