#!/usr/bin/env python3
"""Writes the reference from the headers' comments: one line a function by topic, or a header as Doxygen reads it.
SPDX-License-Identifier: Apache-2.0

reference.py                  Markdown of all public headers, one table a header
reference.py --names          the names alone, one a line, and why one of them has no entry worth reading
reference.py --draw SEED N    the whole entries of N functions drawn by Python's random.Random(SEED), to write a call of each
                              from; not of the library's own pass bodies and internals
reference.py --doxygen TO     the headers with their comments as Doxygen wants them, into the folder TO

A header's topic is the first sentence of its head. A comment directly above a declaration belongs to it: the first
sentence says what the declaration is; "name  text" lines are arguments. A function without a comment shares the one above
the function that it follows without a blank line; else its entry is the line of the head that has its name. Names that an
X-include makes of a prefix stand in its head, which Doxygen shows whole.
"""
import os
import random
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "include")
COMMENT = re.compile(r"/\*(?!\*)(.*?)\*/", re.S)
FUNCTION = re.compile(r"((?:[A-Za-z_][\w ]*[ *]+)+)([a-z]\w+)\(([^;{}]*?)\)\s*[;{]", re.S)
NOT_TYPES = {"return", "else", "typedef", "case", "goto"}


def headers():
    for folder, folders, names in sorted(os.walk(os.path.join(ROOT, "nbl"))):
        folders.sort()
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), ROOT)
            # Dialects of one language, and parts of another header, are no reader's to include.
            if name.endswith(".h") and not path.startswith("nbl/lang/") and not name.endswith("_scalar.h"):
                yield path


def words(comment):
    """A comment's text without the stars of its lines."""
    return re.sub(r"\n[ \t]*\*[ \t]?", "\n", comment).strip()


def first_sentence(text):
    text = re.sub(r"\s+", " ", text.split("\n\n")[0]).strip()
    sentence = re.match(r".*?[.:](?= [A-Z]|$)", text)
    return (sentence[0] if sentence else text).rstrip(":.")


def declarations(text):
    """Yields (comment or None, whether a blank line is above, return type, name, arguments) of each function at file scope."""
    blank = COMMENT.sub(lambda m: re.sub(r"[^\n]", " ", m[0]), text)
    blank = re.sub(r"(?m)^[ \t]*#(?:.*\\\n)*.*$", lambda m: re.sub(r"[^\n]", " ", m[0]), blank)
    blank = re.sub(r'extern "C" \{', lambda m: " " * len(m[0]), blank)
    depth, at, outside = 0, 0, []
    for i, c in enumerate(blank):  # bodies are no declarations
        if c == "{":
            depth += 1
        outside.append(c if depth == 0 or (c == "{" and depth == 1) else "\n" if c == "\n" else " ")
        if c == "}":
            depth = max(0, depth - 1)
    outside = "".join(outside)
    for found in FUNCTION.finditer(outside):
        kind = found[1].replace("NBL_FUNCTION", "").split()
        if not kind or NOT_TYPES & set(kind) or found[2].isupper():
            continue
        before = text[:found.start()].rstrip()
        comment = None
        if before.endswith("*/"):
            comment = words(before[before.rfind("/*") + 2:-2])
            if comment.startswith("----") or "SPDX-License" in comment:
                comment = None
        apart = re.search(r"\n[ \t]*\n[ \t]*$", text[:found.start()]) is not None
        yield comment, apart, " ".join(kind), found[2], re.sub(r"\s+", " ", found[3]).strip()


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def head_line(path, name):
    """What the head says of a function, in a line such as `nbl_fract(x)   x - floor(x)`; None if it says nothing.

    A name with a scalar's suffix is looked for without it: heads write nbl_limits_infinity_...() or nbl_plus_T.
    """
    head = COMMENT.search(read(path))
    for word in (name, re.sub(r"_(u?int(16|32|64)|float(16|32|64))_t$", "", name)):
        found = head and re.search(r"[ ,]" + re.escape(word) + r"(?:_?[\w<>.]*)(?:\([^)]*\))?(.*)", words(head[1]))
        if found:
            return re.split(r"   +(?=nbl_|NBL_)", re.sub(r"^(?:,? nbl_\w+(?:\([^)]*\))?)+", "", found[1]).strip())[0] or None
    return None


def entries(path):
    """A header's functions with names of ours, and what is said of each."""
    last = None
    for comment, apart, kind, name, arguments in declarations(read(path)):
        last = comment or (None if apart else last)
        if name.startswith("nbl_") and not name.endswith("_"):
            yield last or head_line(path, name), kind, name, arguments


def markdown():
    print("# Reference\n\nOne line a function, by header. The entry's whole text stands above it in the header.\n")
    print("*Written by `docs/reference.py` from the headers' comments.*")
    for path in headers():
        rows = list(entries(path))
        head = COMMENT.search(read(path))
        topic = first_sentence(words(head[1])) if head else ""
        if rows:
            print(f"\n## {path}\n\n{topic}.\n\n| function | |\n|---|---|")
            for comment, kind, name, arguments in rows:
                print(f"| `{kind} {name}({arguments})` | {first_sentence(comment) if comment else ''} |".replace("||", "&#124;&#124;"))


def names():
    for path in headers():
        for comment, _, name, _ in entries(path):
            why = "" if comment and len(first_sentence(comment)) > 8 else "\tno comment"
            print(f"{path}\t{name}{why}")


INTERNAL = ("nbl/bloom/", "nbl/blur/", "nbl/tgmath/", "nbl/workgroup/", "nbl/subgroup/")


def draw(seed, count):
    every = sorted((name, path, comment or "", kind, arguments) for path in headers() if not path.startswith(INTERNAL)
                   for comment, kind, name, arguments in entries(path))
    print(f"{count} of {len(every)} functions, seed {seed}")
    for name, path, comment, kind, arguments in sorted(random.Random(seed).sample(every, count)):
        print(f"\n{path}: {kind} {name}({arguments})\n{comment or 'no comment'}")


def doxygen(text):
    """A header's text whose comments Doxygen reads: the head is the file's, the others the next declaration's."""
    def turn(found):
        body = found[1]
        if body.lstrip().startswith("----"):
            return found[0]
        if "SPDX-License-Identifier" in body:
            body = re.sub(r"\n[ \t*]*SPDX-License-Identifier[^\n]*", "", body)
            return "/** \\file\n * \\brief " + body.strip() + " */"
        lines = re.sub(r"(?m)^([ \t]*\*[ \t]+)([a-z]\w*(?:, [a-z]\w*)*)  +(?=\S)", r"\1\\param \2 ", body)
        return "/**" + re.sub(r"\bErrors: ", r"\\note Errors: ", lines) + "*/"

    return COMMENT.sub(turn, text)


def write_for_doxygen(to):
    for path in headers():
        os.makedirs(os.path.dirname(os.path.join(to, path)), exist_ok=True)
        with open(os.path.join(to, path), "w", encoding="utf-8") as file:
            file.write(doxygen(read(path)))


if len(sys.argv) == 3 and sys.argv[1] == "--doxygen":
    write_for_doxygen(sys.argv[2])
elif sys.argv[1:] == ["--names"]:
    names()
elif len(sys.argv) == 4 and sys.argv[1] == "--draw":
    draw(int(sys.argv[2]), int(sys.argv[3]))
elif len(sys.argv) == 1:
    markdown()
else:
    sys.exit("usage: reference.py [--names | --draw SEED N | --doxygen TO]")
