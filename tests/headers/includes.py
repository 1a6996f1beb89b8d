#!/usr/bin/env python3
"""Who includes whom: arrows between folders against the map in CONTRIBUTING.md, and circles.
SPDX-License-Identifier: Apache-2.0

includes.py arrows   every arrow from folder to folder, with how many includes it stands for
includes.py check    one line for each arrow upward, each circle, each folder that the map lacks or that is gone
"""
import collections
import os
import re
import subprocess
import sys

ROOTS = ["include", "host", "tools", "."]  # as the Makefile has them, behind the includer's own folder
CODE = (".c", ".h", ".cpp", ".comp", ".S")


def tracked():
    names = subprocess.run(["tools/files.sh"], capture_output=True, text=True, check=True).stdout.split("\n")
    return [name for name in names if name and os.path.exists(name)]


def resolve(includer, name):
    for root in [os.path.dirname(includer)] + ROOTS:
        path = os.path.normpath(os.path.join(root, name))
        if os.path.isfile(path):
            return path
    return None  # a system's


def includes_of(path):
    with open(path, encoding="utf-8", errors="replace") as text:
        found = re.findall(r'^[ \t]*#[ \t]*include[ \t]+"([^"]+)"', text.read(), re.M)
    return [target for target in (resolve(path, name) for name in found) if target]


def layers():
    """The rows of the map, from the bottom up: folders, or single files that stand for themselves."""
    text = open("CONTRIBUTING.md", encoding="utf-8").read().split("## Where things are")[1].split("\n## ")[0]
    return re.findall(r"^\| `([^`]+)` \| ", text, re.M)


def layer_of(path, rows):
    """The longest row that has the file in it; a header beside the folder of its name, such as bit.h, is that folder's."""
    best = max((row for row in rows if row in (path, path.removesuffix(".h")) or path.startswith(row + "/")), key=len, default=None)
    return rows.index(best) if best else None


def graph():
    return {path: includes_of(path) for path in tracked() if path.endswith(CODE)}


def arrows(files, rows):
    counts = collections.Counter()
    for path, targets in files.items():
        for target in targets:
            counts[rows[layer_of(path, rows)], rows[layer_of(target, rows)]] += 1
    return counts


def circles(files):
    """Yields the first way back to itself that each file has."""
    done, way = set(), []

    def visit(path):
        if path in way:
            yield way[way.index(path):] + [path]
        elif path not in done:
            way.append(path)
            for target in files.get(path, []):
                yield from visit(target)
            done.add(way.pop())

    for path in sorted(files):
        yield from visit(path)


def check(files, rows):
    for row in rows:
        if not os.path.exists(row):
            yield f"{row} is in the map and not in the tree"
    lacking = sorted({os.path.dirname(path) for path in files if layer_of(path, rows) is None})
    for folder in lacking:
        yield f"{folder} is not in the map"
    if lacking:
        return
    for path, targets in sorted(files.items()):
        for target in targets:
            if layer_of(target, rows) > layer_of(path, rows):
                yield f"{path} includes {target}, which stands above it"
    for circle in circles(files):
        yield "a circle: " + " -> ".join(circle)


if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) == 2 else ""
    everything, order = graph(), layers()
    if what == "arrows":
        for (source, target), count in sorted(arrows(everything, order).items()):
            if source != target:
                print(f"{source} -> {target}: {count}")
    elif what == "check":
        faults = list(check(everything, order))
        print("\n".join(faults + [f"{len(everything)} files, {sum(map(len, everything.values()))} includes"]))
        sys.exit(bool(faults))
    else:
        sys.exit("includes.py: arrows or check")
