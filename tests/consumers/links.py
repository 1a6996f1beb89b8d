"""Finds links of the documents, and mentions of documents in the code, that lead nowhere; and links within links.

SPDX-License-Identifier: Apache-2.0

Usage: links.py FILE ...   (paths from the repository's root; prints what leads nowhere, and how many were looked at)
"""
import os
import re
import sys


def anchor(heading):
    """The anchor that GitHub gives a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip().lower())
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def anchors(path):
    text = re.sub(r"(?ms)^```.*?^```", "", open(path, encoding="utf-8").read())
    return {anchor(heading) for heading in re.findall(r"(?m)^#+ (.*)$", text)}


def links(path):
    text = re.sub(r"(?ms)^```.*?^```", "", open(path, encoding="utf-8").read())
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if not re.match(r"[a-z]+:", target):
            file, _, place = target.partition("#")
            yield target, os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path, place


def nested(path):
    """Links whose words hold a link: a git host shows the brackets."""
    text = re.sub(r"(?ms)^```.*?^```", "", open(path, encoding="utf-8").read())
    return re.findall(r"\[[^\[\]]*\[[^\[\]]*\]\([^()]*\)[^\[\]]*\]\([^()]*\)", text)


def mentions(path):
    for target in re.findall(r"(?<![\w/.])docs/[\w/-]+\.md", open(path, encoding="utf-8", errors="replace").read()):
        yield target, target, ""


count = bad = 0
for path in sys.argv[1:]:
    for target, file, place in (links if path.endswith(".md") else mentions)(path):
        count += 1
        if not os.path.exists(file) or (place and file.endswith(".md") and place not in anchors(file)):
            print("%s: %s leads nowhere" % (path, target))
            bad += 1
    for link in nested(path) if path.endswith(".md") else ():
        print("%s: a link in a link: %s" % (path, link))
        bad += 1
print("%d links" % count)
sys.exit(bad > 0)
