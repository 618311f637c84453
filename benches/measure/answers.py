#!/usr/bin/env python3
"""Measures what answers cost: their characters, and whether they contain what they must.

    answers.py --snapshots FOLDER --bombe PROGRAM [--base PROGRAM]

FOLDER holds `<repository>.bmb` for each repository of `answers.tsv`, built from the commits of `accuracy.py`. With --base, the
same questions are asked to another program, and the ratio of the characters is printed.
"""

import argparse
import shlex
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

QUESTIONS = Path(__file__).with_name("answers.tsv")


def questions():
    for line in QUESTIONS.read_text().splitlines():
        if line and not line.startswith("#"):
            repository, arguments, facts = line.split("\t")
            yield repository, arguments, facts.split(" | ")


def ask(program, snapshot, arguments):
    command = [program, *shlex.split(arguments), "--snapshot", snapshot]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--snapshots", required=True, type=Path)
    parser.add_argument("--bombe", required=True)
    parser.add_argument("--base")
    options = parser.parse_args()
    sizes = defaultdict(lambda: [0, 0, 0])
    missing = 0
    count = 0
    for repository, arguments, facts in questions():
        snapshot = str(options.snapshots / f"{repository}.bmb")
        answer = ask(options.bombe, snapshot, arguments)
        before = ask(options.base, snapshot, arguments) if options.base else ""
        absent = [fact for fact in facts if fact not in answer]
        lost = [fact for fact in facts if options.base and fact not in before]
        count += 1
        missing += bool(absent)
        for key in (arguments.split()[0], "all"):
            sizes[key][0] += 1
            sizes[key][1] += len(answer)
            sizes[key][2] += len(before)
        ratio = f"{len(answer) / len(before):5.2f}" if before else ""
        note = f"  missing: {', '.join(absent)}" if absent else ""
        note += f"  missing before: {', '.join(lost)}" if lost else ""
        print(f"{len(answer):6} {ratio} {repository} {arguments}{note}")
    print(f"\n{count - missing} of {count} answers contain all facts")
    for key, (number, now, before) in sorted(sizes.items()):
        ratio = f", {now / before:.2f} of {before}" if before else ""
        print(f"{key:12} {number:3} answers, {now} characters{ratio}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
