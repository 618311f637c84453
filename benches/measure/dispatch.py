"""Measures how many of the methods that a call may run do run, under a test suite (Python 3.11 or later, or Java).

    python benches/measure/dispatch.py trace OUT ROOT -- PYTEST-ARGUMENTS   # runs pytest in ROOT and writes who calls whom
    python benches/measure/dispatch.py read OUT ROOT CALLS BUILD            # the same from what DispatchAgent.java wrote
    python benches/measure/dispatch.py score BUILD ROOT=OUT …               # compares with the snapshot that BUILD makes

A call whose target is overridden may run the target or any method that overrides it: those are offered. Only sites that the
suite runs count. The table says, by the number of overriding methods and whether the target has a body, how often the target and each of the others runs. What a
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


def snapshot_of(build, root, work):
    snapshot = os.path.join(work, "s.bmb")
    subprocess.run([build, root, "-q", "--no-history", "-o", snapshot], check=True)
    return snapshot


def read(out, root, calls, build):
    """Names the methods of an agent's calls by the lines of their names."""
    paths = collections.defaultdict(list)
    for folder, _, names in os.walk(root):
        for name in names:
            if name.endswith(".java"):
                paths[name].append(os.path.relpath(os.path.join(folder, name), root))
    with tempfile.TemporaryDirectory() as work:
        methods = collections.defaultdict(list)
        for row in rows(build, snapshot_of(build, root, work), "defs"):
            methods[row["file"], row["name"]].append(row)

    def path(name, file):
        end = "/".join([*name.split(".")[:-1], file])
        return next((path for path in paths.get(file, ()) if path.endswith(end)), None)

    found = set()
    with open(calls, encoding="utf-8") as lines:
        for line in lines:
            class_name, file, at, callee_class, callee_file, name, first = line.rstrip("\n").split("\t")
            caller, callee = path(class_name, file), path(callee_class, callee_file)
            around = [row for row in methods[callee, name] if row["start_line"] <= int(first) <= row["end_line"]]
            if caller and around:
                line = min(around, key=lambda row: row["end_line"] - row["start_line"])["name_line"]
                found.add((caller, int(at), int(at), callee, name, line, line))
    with open(out, "w", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in sorted(found))


def below(overrides):
    """Returns a function from a method to those that override it, directly or not."""
    direct = collections.defaultdict(set)
    for row in overrides:
        direct[row["overridden_file"], row["overridden_name_line"]].add((row["method_file"], row["method_name_line"]))

    def found(method):
        seen, pending = set(), [method]
        while pending:
            for other in direct.get(pending.pop(), ()):
                if other not in seen:
                    seen.add(other)
                    pending.append(other)
        return seen

    return found


def score(build, root, out, table):
    with tempfile.TemporaryDirectory() as work:
        snapshot = snapshot_of(build, root, work)
        defs, calls, overrides = (rows(build, snapshot, what) for what in ("defs", "calls", "overrides"))
    names = {(row["file"], row["name_line"]): row["name"] for row in defs}
    overriding = below(overrides)
    starts = {(row["file"], row["name_line"]): row for row in defs}

    def has_body(method):
        if not method[0].endswith(".java"):
            return True
        with open(os.path.join(root, method[0]), encoding="utf-8") as file:
            row = starts[method]
            return "{" in "".join(file.readlines()[row["start_line"] - 1 : row["end_line"]])

    ran = collections.defaultdict(list)  # (file, name) of the caller's file and the callee -> (start, end, callee)
    with open(out, encoding="utf-8") as file:
        for line in file:
            # The first line of a function in Python may be that of a decorator.
            caller, start, end, callee, name, first, *last = json.loads(line)
            ran[caller, name].append((start, end, callee, first, last[0] if last else first + 20))
    for call in calls:
        target = (call["callee_file"], call["callee_name_line"])
        name = call["callee_name"]
        caller = (call["caller_file"], call["caller_name_line"])
        # A call of `super().f` from an `f` runs no other `f`.
        if call["kind"] != "calls" or name.startswith("__") or (call["rule"] == "self_member" and names.get(caller) == name):
            continue
        offered = [method for method in overriding(target) if has_body(method)]
        if not offered:
            continue
        site = call["site_line"]
        at_site = [run for run in ran[call["site_file"], name] if run[0] <= site <= run[1]]
        is_run = lambda place: any(file == place[0] and first <= place[1] <= last for _, _, file, first, last in at_site)  # noqa: E731
        if not any(is_run(place) for place in [target, *offered]):
            continue
        number = len(offered)
        size = next(label for label, most in SIZES if number <= most)
        row = table[has_body(target), size]
        row[0] += 1
        row[1] += is_run(target)
        row[2] += number
        row[3] += sum(map(is_run, offered))


SIZES = [("1", 1), ("2", 2), ("3–4", 4), ("5–8", 8), ("9–16", 16), ("17–64", 64), ("65 or more", 10**9)]


def main():
    if sys.argv[1] == "trace":
        at = sys.argv.index("--")
        return trace(os.path.abspath(sys.argv[2]), sys.argv[3], sys.argv[at + 1 :])
    if sys.argv[1] == "read":
        return read(*sys.argv[2:5], os.path.abspath(sys.argv[5]))
    table = collections.defaultdict(lambda: [0] * 4)
    for pair in sys.argv[3:]:
        root, out = pair.rsplit("=", 1)
        score(os.path.abspath(sys.argv[2]), root, out, table)
    print("| called method | overriding methods | sites that ran | it runs | each of the others runs |")
    print("|---|---|---|---|---|")
    for body in (True, False):
        for label, _ in SIZES:
            row = table[body, label]
            if row[0]:
                shares = f"{row[1] / row[0]:.2f} | {row[3] / row[2]:.2f} ({row[3]} of {row[2]})"
                print(f"| {'with a body' if body else 'without'} | {label} | {row[0]} | {shares} |")


if __name__ == "__main__":
    main()
