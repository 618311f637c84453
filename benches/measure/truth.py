#!/usr/bin/env python3
"""Asks real repositories questions with a known answer: who calls this function? Every answer must be complete and exact."""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

from sources import checkout

# repository, file ending of the callee, callee, its callers (by name, with how many functions of that name)
CASES = [
    ("fastapi/fastapi", "fastapi/dependencies/utils.py", "solve_dependencies", {"app": 2, "_solve_dependencies": 1, "solve_dependencies": 1}),
    (
        "typeorm/typeorm",
        "QueryBuilder.ts",
        "createWhereConditionExpression",
        {"buildWhere": 1, "createWhereClausesExpression": 1, "getWherePredicateCondition": 1, "createWhereConditionExpression": 1},
    ),
    ("etcd-io/etcd", "server.go", "applyEntryNormal", {"apply": 1}),
    ("spring-projects/spring-framework", "AbstractAutowireCapableBeanFactory.java", "doCreateBean", {"createBean": 1}),
]


def callers(bombe, tree, ending, callee, work):
    """Returns the names of the functions that call `callee` of the file `ending`, with the number of functions of each name."""
    snapshot = os.path.join(work, "s.bmb")
    subprocess.run([bombe, tree, "-q", "-o", snapshot], check=True)

    def export(what):
        done = subprocess.run([bombe, "export", snapshot, "--what", what], check=True, capture_output=True, text=True)
        return [json.loads(line) for line in done.stdout.splitlines()]

    names = {(row["file"], row["name_line"]): row["name"] for row in export("defs")}
    found = {
        (row["caller_file"], row["caller_name_line"])
        for row in export("calls")
        if row["callee_name"] == callee and row["callee_file"].endswith(ending) and row["confidence"] >= 0.5
    }
    return collections.Counter(names.get(caller, "<module>") for caller in found)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpora", required=True, help="where repositories are checked out")
    parser.add_argument("--mirrors", default="", help="folder with local clones")
    parser.add_argument("--bombe", required=True, help="the bombe-build program")
    options = parser.parse_args()
    wrong = 0
    for repo, ending, callee, expected in CASES:
        tree = checkout(repo, None, options.corpora, options.mirrors)
        with tempfile.TemporaryDirectory() as work:
            found = dict(callers(os.path.abspath(options.bombe), tree, ending, callee, work))
        print(f"{'right' if found == expected else 'WRONG'}  {repo}  callers of {callee}: {found}" + ("" if found == expected else f", expected {expected}"))
        wrong += found != expected
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
