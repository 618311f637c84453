#!/usr/bin/env python3
"""Measures edges against those of compilers, on every gold set below GOLD, and writes the tables of docs/accuracy.md.

Checks out each repository at the gold set's commit, indexes it, exports calls, definitions, inheritance and imports, and scores
them with GOLD/score.py. The reliability table compares the confidence that edges state with the share of them that is right."""
import argparse
import collections
import glob
import importlib.util
import json
import os
import subprocess
import sys
import tempfile

from sources import checkout

EXPORTS = ("calls", "defs", "inherits", "imports")
START, END = "<!-- generated: accuracy -->\n", "<!-- end -->"


def score_module(gold):
    spec = importlib.util.spec_from_file_location("score", os.path.join(gold, "score.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def ten_bins():
    """Returns edges, right ones and the sum of stated confidence, for each tenth of confidence."""
    return [[0, 0, 0.0] for _ in range(10)]


def calibration_error(bins):
    return sum(abs(right - stated) for _, right, stated in bins) / max(1, sum(row[0] for row in bins))


def measure(score, folder, tree, bombe, bins, by_rule):
    """Indexes and scores `tree`, and adds its judged edges to the reliability bins of its language."""
    with tempfile.TemporaryDirectory() as work:
        snapshot = os.path.join(work, "s.bmb")
        subprocess.run([bombe, tree, "-q", "-o", snapshot], check=True)
        paths = {}
        for what in EXPORTS:
            paths[what] = os.path.join(work, what)
            subprocess.run([bombe, "export", snapshot, "--what", what, "-o", paths[what]], check=True)
        result = score.score(folder, paths["calls"], paths["defs"], paths["inherits"], paths["imports"])
        gold = score.Gold(folder)
        for what in ("imports", "inherits"):  # A gold set without any does not judge them.
            if not getattr(gold, what):
                result[what] = {"precision": None, "recall": None}
        language = folder.split(os.sep)[-2]
        for edge in score.judge(gold, score.load_candidate(paths["calls"])):
            if edge["_v"] in ("correct", "dispatch_compatible", "wrong_target", "wrong_external"):
                right = edge["_v"] == "correct"
                row = bins[language][min(9, int(edge["confidence"] * 10))]
                row[0] += 1
                row[1] += right
                row[2] += edge["confidence"]
                rule = by_rule[language, edge["rule"]]
                rule[0] += 1
                rule[1] += right
                rule[2] += edge["confidence"]
        return result


def number(value):
    return "–" if value is None else f"{value:.3f}"


def pair(score):
    return f"{number(score['precision'])} / {number(score['recall'])}"


def table(results, by_language, by_rule):
    bins = [[sum(column) for column in zip(*rows)] for rows in zip(*by_language.values())]
    lines = [
        "| language | repository | call sites, confidence ≥ 0.5 | ≥ 0.9 | function F1 | wrong external | definitions | inheritance | imports |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    functions = []
    for (language, name), result in results.items():
        half, sure = result["at"]["0.5"], result["at"]["0.9"]
        sites = half["call_sites"]
        functions.append(half["functions"]["strict"]["f1"] or 0.0)
        external = sites["wrong_external"] / max(1, sites["judged"])
        lines.append(
            f"| {language} | {name} | {pair(sites['strict'])} | {pair(sure['call_sites']['strict'])} | {number(functions[-1])} "
            f"| {100 * external:.1f} % | {pair(result['definitions'])} | {pair(result['inherits'])} | {pair(result['imports'])} |"
        )
    lines.append(f"\nPairs are precision / recall, strict. Mean function F1: {sum(functions) / max(1, len(functions)):.3f}.\n")
    lines += ["## Reliability\n", "| stated | edges | mean stated | right |", "|---|---|---|---|"]
    total = sum(row[0] for row in bins)
    for index, (count, right, stated) in enumerate(bins):
        if count:
            lines.append(f"| {index / 10:.1f}–{(index + 1) / 10:.1f} | {count} | {stated / count:.3f} | {right / count:.3f} |")
    lines.append(f"\nExpected calibration error: {calibration_error(bins):.4f} over {total} judged edges. By language:\n")
    lines += ["| language | edges | expected calibration error |", "|---|---|---|"]
    for language, rows in by_language.items():
        lines.append(f"| {language} | {sum(row[0] for row in rows)} | {calibration_error(rows):.4f} |")
    lines.append("")
    lines += ["## By rule\n", "| language | rule | edges | mean stated | right |", "|---|---|---|---|---|"]
    for (language, rule), (count, right, stated) in sorted(by_rule.items()):
        lines.append(f"| {language} | {rule} | {count} | {stated / count:.3f} | {right / count:.3f} |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--gold", required=True, help="folder with LANGUAGE/NAME/ and score.py")
    parser.add_argument("--corpora", required=True, help="where repositories are checked out")
    parser.add_argument("--mirrors", default="", help="folder with local clones")
    parser.add_argument("--bombe", required=True, help="the bombe-build program")
    parser.add_argument("--only", action="append", default=[], help="name of a repository; may be repeated")
    parser.add_argument("--write", help="document in which to replace the tables")
    options = parser.parse_args()
    score = score_module(options.gold)
    bombe = os.path.abspath(options.bombe)
    results, bins, by_rule = {}, collections.defaultdict(ten_bins), collections.defaultdict(lambda: [0, 0, 0.0])
    for meta_path in sorted(glob.glob(os.path.join(options.gold, "*", "*", "meta.json"))):
        folder = os.path.dirname(meta_path)
        language, name = folder.split(os.sep)[-2:]
        if options.only and name not in options.only:
            continue
        with open(meta_path, encoding="utf-8") as file:
            meta = json.load(file)
        tree = checkout(meta["repo"], meta["commit"], options.corpora, options.mirrors)
        results[language, name] = measure(score, folder, tree, bombe, bins, by_rule)
        at = results[language, name]["at"]["0.5"]
        print(f"{language}/{name}: {pair(at['call_sites']['strict'])}, F1 {number(at['functions']['strict']['f1'])}", file=sys.stderr, flush=True)
    text = table(results, bins, by_rule)
    if not options.write:
        print(text)
        return
    with open(options.write, encoding="utf-8") as file:
        before, rest = file.read().split(START)
    with open(options.write, "w", encoding="utf-8") as file:
        file.write(before + START + text + END + rest.split(END, 1)[1])


if __name__ == "__main__":
    main()
