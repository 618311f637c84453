#!/usr/bin/env python3
"""Compares the history in a snapshot with one that is computed from `git log` alone.

    history.py [--depth N] [--bombe-build PROGRAM] REPOSITORY...

A snapshot is built of a work tree without files that borrows the commits of the REPOSITORY, which stays as it is. Its
commits by file and its co-change pairs are compared with those that this script counts. The script prints the CPU time
and the size of that snapshot, and ends with 1 if anything differs.

The rules, written down a second time:
* Commits are those of `git log --no-merges -n DEPTH`; a shallow clone's last ones, whose parents are missing, do not count.
* A commit changes the files that differ from its parent; submodules are no files.
* A commit moves a file if one that is gone and a new one have the same content (not the empty one), first under the same
  name, then in the order of paths; else if they alone have a name among what is gone and new.
* A commit counts for the file that has its path, or had it before it was moved, as seen from HEAD back.
* Two files change together if at least 3 commits with at most 30 changed files change both.
"""

import argparse
import collections
import itertools
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile

BULK_FILES = 30
TOGETHER_MIN = 3
EMPTY = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"


def git(repository, *arguments):
    command = ["git", "--no-replace-objects", "-C", repository, *arguments]
    return subprocess.run(command, check=True, capture_output=True).stdout


def commits(repository, depth):
    """Yields (id, [(old path or None, path or None, old blob, new blob)]), the newest first."""
    shallow = git(repository, "rev-parse", "--git-path", "shallow").decode().strip()
    shallow = os.path.join(repository, shallow)
    boundary = set(open(shallow).read().split()) if os.path.exists(shallow) else set()
    log = git(repository, "log", "--no-merges", f"-n{depth + len(boundary)}", "--format=%x01%H", "--raw", "-z",
              "--no-abbrev", "--no-renames", "--root", "HEAD")
    counted = 0
    for part in log.split(b"\x01")[1:]:
        head, _, rest = part.partition(b"\0")
        commit = head.decode().strip()
        if commit in boundary:
            continue
        if counted == depth:
            return
        counted += 1
        fields = rest.split(b"\0")
        files = []
        for meta, path in zip(fields[0::2], fields[1::2]):
            meta = meta.decode().strip().lstrip(":").split()
            old_mode, new_mode, old, new, status = meta
            try:
                path = path.decode()
            except UnicodeDecodeError:
                continue
            old = None if old_mode in ("000000", "160000") else old
            new = None if new_mode in ("000000", "160000") else new
            if old != new:
                files.append((path, old, new))
        files.sort(key=lambda file: file[0].encode())
        yield commit, files


def moves(files):
    """Returns {new path: old path}."""
    name = lambda path: path.rsplit("/", 1)[-1]
    gone = [file for file in files if file[2] is None]
    new = [file for file in files if file[1] is None]
    moved = {}
    left = collections.defaultdict(list)
    for path, old, _ in gone:
        if old != EMPTY:
            left[old].append(path)
    for by_name in (True, False):
        for path, _, blob in new:
            if path in moved or not left.get(blob):
                continue
            sources = [old for old in left[blob] if not by_name or name(old) == name(path)]
            if sources:
                moved[path] = sources[0]
                left[blob].remove(sources[0])
    taken = set(moved.values())
    names = collections.defaultdict(lambda: ([], []))
    for path, _, _ in gone:
        if path not in taken:
            names[name(path)][0].append(path)
    for path, _, _ in new:
        if path not in moved:
            names[name(path)][1].append(path)
    for sources, targets in names.values():
        if len(sources) == 1 and len(targets) == 1:
            moved[targets[0]] = sources[0]
    return moved


def expected(repository, depth):
    existing = git(repository, "ls-tree", "-r", "-z", "HEAD").split(b"\0")
    existing = [row.decode(errors="replace") for row in existing if row and not row.startswith(b"160000")]
    file_at = {path: path for path in (row.split("\t", 1)[1] for row in existing)}
    by_file = collections.defaultdict(list)
    pairs = collections.Counter()
    last = {}
    # As in the snapshot: a file is known once a commit changes it under the path that it has now.
    log = list(commits(repository, depth))
    known = {path for _, files in log for path, _, _ in files}
    file_at = {path: file for path, file in file_at.items() if path in known}
    for commit, files in log:
        moved = moves(files)
        sources = set(moved.values())
        paths = [path for path, _, _ in files if path not in sources]
        changed = sorted({file_at[path] for path in paths if path in file_at}, key=str.encode)
        for path in paths:
            if path in moved and path in file_at:
                file_at.setdefault(moved[path], file_at[path])
        for file in changed:
            by_file[file].append(commit)
        if len(paths) <= BULK_FILES:
            for pair in itertools.combinations(changed, 2):
                pairs[pair] += 1
                last.setdefault(pair, commit)
    return dict(by_file), {pair: (count, last[pair]) for pair, count in pairs.items() if count >= TOGETHER_MIN}


def found(program, snapshot):
    rows = lambda what: [
        json.loads(line)
        for line in subprocess.run([program, "export", "--what", what, snapshot], check=True, capture_output=True)
        .stdout.decode().splitlines()
    ]
    by_file = {row["file"]: row["commits"] for row in rows("history")}
    pairs = {(row["file_a"], row["file_b"]): (row["co_changes"], row["last_co_change"]) for row in rows("co-change")}
    return by_file, pairs


def borrowing(repository, folder):
    """Makes a work tree without files that has the commits of a repository checked out."""
    path = lambda name: os.path.join(repository, git(repository, "rev-parse", "--git-path", name).decode().strip())
    git(folder, "init", "-q")
    with open(os.path.join(folder, ".git/objects/info/alternates"), "w") as alternates:
        alternates.write(os.path.abspath(path("objects")) + "\n")
    if os.path.exists(path("shallow")):
        shutil.copy(path("shallow"), os.path.join(folder, ".git/shallow"))
    git(folder, "update-ref", "--no-deref", "HEAD", git(repository, "rev-parse", "HEAD").decode().strip())


def differing(one, other):
    keys = sorted(set(one) | set(other))
    return [key for key in keys if one.get(key) != other.get(key)]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--depth", type=int, default=1000)
    parser.add_argument("--bombe-build", default="bombe-build")
    parser.add_argument("repository", nargs="+")
    arguments = parser.parse_args()
    worst = 0
    for repository in arguments.repository:
        with tempfile.TemporaryDirectory() as folder:
            snapshot = os.path.join(folder, "snapshot.bmb")
            borrowing(repository, folder)
            with open(os.path.join(folder, "bombe.toml"), "w") as settings:
                settings.write(f"[history]\ndepth = {arguments.depth}\n")
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            subprocess.run([arguments.bombe_build, "-q", folder, "-o", snapshot], check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
            size = os.path.getsize(snapshot)
            by_file, pairs = found(arguments.bombe_build, snapshot)
        files, together = expected(repository, arguments.depth)
        wrong = differing(files, by_file), differing(together, pairs)
        counts = sum(map(len, files.values()))
        print(f"{os.path.basename(os.path.normpath(repository))}: {len(files)} files, {counts} changes, {len(together)} pairs, "
              f"{size} bytes, {seconds:.2f} s; {len(wrong[0])} files and {len(wrong[1])} pairs differ")
        for key in (*wrong[0][:5], *wrong[1][:5]):
            print("  ", key, files.get(key) or together.get(key), by_file.get(key) or pairs.get(key), file=sys.stderr)
        worst |= bool(wrong[0] or wrong[1])
    return worst


if __name__ == "__main__":
    sys.exit(main())
