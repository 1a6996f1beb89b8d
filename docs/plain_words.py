#!/usr/bin/env python3
"""Counts, by folder, words in comments that often stand where a noun should: a sign of riddles, not a goal.
SPDX-License-Identifier: Apache-2.0

plain_words.py [COMMIT ...]   one column for each commit, and one for the working tree
"""
import collections
import re
import subprocess
import sys

MARKS = ("likewise", "those that", "such", "that of", "so many", "of which", "whoever", "nobody")
WORDS = re.compile(r"\b(" + "|".join(mark.replace(" ", r"\s+") for mark in MARKS) + r")\b(?!\s+as\b)", re.I)
STARRED = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)
HASHED = re.compile(r"(?m)^\s*#(?!!)[^\n]*|\s#\s[^\n]*")
KINDS = {"c": STARRED, "h": STARRED, "cpp": STARRED, "comp": STARRED, "js": STARRED, "mjs": STARRED, "py": HASHED, "sh": HASHED,
         "mk": HASHED}


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True, errors="replace").stdout


def texts(commit):
    """Yields path and text of each source file; commit None: of the working tree."""
    listed = run("git", "ls-tree", "-r", "--name-only", commit) if commit else run("git", "ls-files")
    paths = [path for path in listed.splitlines() if path.rsplit(".", 1)[-1] in KINDS]
    if commit is None:
        for path in paths:
            with open(path, encoding="utf-8", errors="replace") as file:
                yield path, file.read()
        return
    asked = "".join(f"{commit}:{path}\n" for path in paths).encode()
    out = subprocess.run(["git", "cat-file", "--batch"], input=asked, check=True, capture_output=True).stdout
    for path in paths:
        head, out = out.split(b"\n", 1)
        size = int(head.split()[2])
        yield path, out[:size].decode(errors="replace")
        out = out[size + 1:]


def folder(path):
    parts = path.split("/")[:-1]
    return "/".join(parts[:3] if parts[:1] == ["include"] else parts[:2]) or "."


def count(commit):
    found = collections.Counter()
    for path, text in texts(commit):
        comments = " ".join(re.sub(r"\s*\n\s*(\*|//|#)?\s*", " ", part) for part in KINDS[path.rsplit(".", 1)[-1]].findall(text))
        found[folder(path)] += len(WORDS.findall(comments))
    return found


columns = [(commit, count(commit)) for commit in sys.argv[1:]] + [("now", count(None))]
print("| folder | " + " | ".join(name for name, _ in columns) + " |\n|---" * 1 + "|---" * len(columns) + "|")
for name in sorted({name for _, found in columns for name in found if found[name]}):
    print(f"| `{name}` | " + " | ".join(str(found[name]) for _, found in columns) + " |")
print("| all | " + " | ".join(str(sum(found.values())) for _, found in columns) + " |")
