#!/usr/bin/env python3
"""Measures what an update costs when nothing has changed, in turn with `git status` on the same tree.

    benches/measure/unchanged.py --repo REPOSITORY [--runs 11] [--bombe bombe-build]

The repository must have a snapshot. Wall and CPU time are medians. The ratio is the median over pairs, so a machine that changes its speed disturbs little.
"""

import argparse
import os
import statistics
import subprocess
import time


def run(command):
    """Runs a command; returns its wall and CPU time in seconds."""
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    if status != 0:
        raise SystemExit(f"{' '.join(command)}: status {status}")
    return wall, usage.ru_utime + usage.ru_stime


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--repo", required=True)
    parser.add_argument("--runs", type=int, default=11)
    parser.add_argument("--bombe", default="bombe-build")
    arguments = parser.parse_args()
    update = [arguments.bombe, "update", "-q", arguments.repo]
    status = ["git", "-C", arguments.repo, "status"]
    for command in (update, status):
        run(command)
    pairs = [(run(update), run(status)) for _ in range(arguments.runs)]
    for at, what in enumerate(("wall", "cpu")):
        ours = statistics.median(pair[0][at] for pair in pairs)
        git = statistics.median(pair[1][at] for pair in pairs)
        ratio = statistics.median(pair[0][at] / pair[1][at] for pair in pairs)
        print(f"{what}: update {ours * 1000:.0f} ms, git status {git * 1000:.0f} ms, ratio {ratio:.2f}")


if __name__ == "__main__":
    main()
