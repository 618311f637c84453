#!/usr/bin/env python3
"""Measures get_context on tasks with known changed functions: GOLD/retrieval/*.jsonl, scored by GOLD/score_retrieval.py."""
import argparse
import collections
import json
import os
import subprocess
import sys
import tempfile

from sources import checkout

BUDGET = 8000


def answer(bombe, snapshot, row):
    """Returns the bundle for one task in the scorer's form. Tokens are counted here, not by the tool."""
    command = [bombe, "context", "-", "--snapshot", snapshot, "--budget", str(BUDGET), "--json"]
    done = subprocess.run(command, input=row["query"], capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        sys.exit(f"{row['id']}: {done.stderr}")
    bundle = json.loads(done.stdout)["context_bundle"] if done.returncode == 0 else {"files": []}
    symbols = []
    for file in bundle["files"]:
        for symbol in file["symbols"]:
            start, _, end = symbol["lines"].partition("-")
            place = {"file": file["path"], "name": symbol["name"], "start_line": int(start), "end_line": int(end or start)}
            place["full"] = symbol["included_as"] == "full_source"
            symbols.append((symbol.get("rank") or 10**9, place))
    ranked = [place for _, place in sorted(symbols, key=lambda pair: pair[0])]
    return {
        "id": row["id"],
        "files": list(dict.fromkeys(place["file"] for place in ranked)),
        "functions": ranked,
        "bundle_functions": ranked,
        "tokens_used": round(len(done.stdout) / 3.5),
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gold", required=True, help="folder with retrieval/ and score_retrieval.py")
    parser.add_argument("--set", default="dev_git", help="name of the set below GOLD/retrieval")
    parser.add_argument("--corpora", required=True, help="where repositories are checked out")
    parser.add_argument("--mirrors", default="", help="folder with local clones")
    parser.add_argument("--bombe", required=True, help="the bombe program; bombe-build lies next to it")
    parser.add_argument("--answers", help="where to keep the answers")
    options = parser.parse_args()
    gold = os.path.join(options.gold, "retrieval", f"{options.set}.jsonl")
    with open(gold, encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    by_tree = collections.defaultdict(list)
    for row in rows:
        by_tree[row["repo"], row["commit"]].append(row)
    bombe = os.path.abspath(options.bombe)
    with tempfile.TemporaryDirectory() as work:
        snapshot = os.path.join(work, "s.bmb")
        answers = options.answers or os.path.join(work, "answers.jsonl")
        with open(answers, "w", encoding="utf-8") as out:
            for (repo, commit), tasks in sorted(by_tree.items()):
                tree = checkout(repo, commit, options.corpora, options.mirrors)
                subprocess.run([os.path.join(os.path.dirname(bombe), "bombe-build"), tree, "-q", "-o", snapshot], check=True)
                for row in tasks:
                    out.write(json.dumps(answer(bombe, snapshot, row)) + "\n")
        score = os.path.join(options.gold, "score_retrieval.py")
        subprocess.run([sys.executable, score, gold, answers, "--by", "lang,mentions_symbol"], check=True)


if __name__ == "__main__":
    main()
