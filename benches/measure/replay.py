#!/usr/bin/env python3
"""Replays a repository's last commits as updates. Every few commits, base and overlay must hold what a full build holds; at the end,
they must compact to its bytes.

With --kill N, kills N updates and compactions at a random moment. The snapshot must then still be whole, and the next update must
hold what a full build holds."""
import argparse
import filecmp
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import time

from sources import checkout, git, switch

SNAPSHOT = ".bombe/snapshot.bmb"


def same_as_full_build(bombe, tree, compact=False):
    """Returns True if the snapshot of `tree` holds what a full build holds; with `compact`, if it compacts to the same bytes."""
    with tempfile.TemporaryDirectory() as work:
        full = os.path.join(work, "s.bmb")
        subprocess.run([bombe, "-q", "-o", full], cwd=tree, check=True)
        if compact:
            subprocess.run([bombe, "compact", "-q"], cwd=tree, check=True)
            return filecmp.cmp(os.path.join(tree, SNAPSHOT), full, shallow=False)
        for what in ("defs", "calls", "inherits", "imports", "unresolved"):
            parts = [os.path.join(work, name) for name in ("updated", "full")]
            for snapshot, part in zip((os.path.join(tree, SNAPSHOT), full), parts):
                subprocess.run([bombe, "export", snapshot, "--what", what, "-o", part], check=True)
            if not filecmp.cmp(*parts, shallow=False):
                return False
        return True


def timed(arguments, tree):
    """Runs a program; returns the seconds that it took."""
    start = time.monotonic()
    subprocess.run(arguments, cwd=tree, check=True, stdout=subprocess.DEVNULL)
    return time.monotonic() - start


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repo", required=True, help="owner/name")
    parser.add_argument("--commits", type=int, default=100)
    parser.add_argument("--every", type=int, default=10, help="number of commits between comparisons")
    parser.add_argument("--kill", type=int, default=0, metavar="N", help="number of updates to kill")
    parser.add_argument("--corpora", required=True, help="where repositories are checked out")
    parser.add_argument("--mirrors", default="", help="folder with local clones")
    parser.add_argument("--bombe", required=True, help="the bombe-build program")
    options = parser.parse_args()
    bombe = os.path.abspath(options.bombe)
    tree = checkout(options.repo, None, os.path.join(options.corpora, "replay"), options.mirrors)
    commits = git("rev-list", "--first-parent", f"--max-count={options.commits + 1}", "HEAD", cwd=tree).split()[::-1]
    switch(tree, commits[0])
    first = timed([bombe, "-q"], tree)
    updates, wrong = [], 0
    for number, commit in enumerate(commits[1:], 1):
        switch(tree, commit)
        updates.append(timed([bombe, "update", "-q", "--no-compact"], tree))
        if number % options.every == 0 or number + 1 == len(commits):
            same = same_as_full_build(bombe, tree)
            wrong += not same
            print(f"{number} {commit[:10]} {'the same' if same else 'DIFFERENT'}", flush=True)
    wrong += not same_as_full_build(bombe, tree, compact=True)
    print(
        f"{options.repo}: build {first:.2f} s; {len(updates)} updates, median {statistics.median(updates):.2f} s, "
        f"longest {max(updates):.2f} s; {wrong} comparisons differ"
    )
    chance = random.Random(1)
    torn = 0
    for number in range(options.kill):
        switch(tree, commits[chance.randrange(len(commits))])
        compact = number % 4 == 3
        process = subprocess.Popen([bombe, "compact" if compact else "update", "-q"], cwd=tree, stderr=subprocess.DEVNULL)
        time.sleep(chance.random() * (first if compact else statistics.median(updates)) * 1.2)
        process.send_signal(signal.SIGKILL)
        process.wait()
        torn += subprocess.run([bombe, "verify", SNAPSHOT], cwd=tree, stdout=subprocess.DEVNULL).returncode != 0
        if number % 20 == 19:
            subprocess.run([bombe, "update", "-q", "--no-compact"], cwd=tree, check=True)
            torn += not same_as_full_build(bombe, tree)
    if options.kill:
        print(f"{options.kill} updates and compactions killed: {torn} left a snapshot that was not whole")
    sys.exit(1 if wrong or torn else 0)


main()
