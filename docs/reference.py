#!/usr/bin/env python3
"""Writes the reference from the headers' comments: one line a function by topic, or a header as Doxygen reads it.
SPDX-License-Identifier: Apache-2.0

reference.py                  Markdown of all public headers, one table a header
reference.py --names          the names alone, one a line, and why one of them has no entry worth reading
reference.py --types          the types that functions take, one a line, and why a reader could not make one
reference.py --draw SEED N    the whole entries of N functions drawn by Python's random.Random(SEED), and the types that they
                              name, to write a call of each from; not of the library's own pass bodies and internals
reference.py --doxygen TO     the headers with their comments as Doxygen wants them, into the folder TO

A header's topic is the first sentence of its head. A comment directly above a declaration belongs to it: the first
sentence says what the declaration is; "name  text" lines are arguments. A function without a comment shares the one above
the function that it follows without a blank line; else its entry is the line of the head that has its name. Names that an
X-include makes of a prefix stand in its head, which Doxygen shows whole. A type's entry is its declaration with its
fields, and the functions that make one: they return it, or write its address.
"""
import os
import random
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "include")
COMMENT = re.compile(r"/\*(?!\*)(.*?)\*/", re.S)
FUNCTION = re.compile(r"((?:[A-Za-z_][\w ]*[ *]+)+)([a-z]\w+)\(([^;{}]*?)\)\s*[;{]", re.S)
NOT_TYPES = {"return", "else", "typedef", "case", "goto"}


def headers(parts=False):
    """Yields the headers that a reader includes, and where asked the parts that they include."""
    for folder, folders, names in sorted(os.walk(os.path.join(ROOT, "nbl"))):
        folders.sort()
        for name in sorted(names):
            path = os.path.relpath(os.path.join(folder, name), ROOT)
            # Dialects of one language, and parts of another header, are no reader's to include.
            if name.endswith(".h") and (parts or not path.startswith("nbl/lang/") and not name.endswith("_scalar.h")):
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
        kind = re.sub(r"NBL_(CONSTEXPR_)?FUNCTION\b", "", found[1]).split()
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
    print("\n## Types\n\nWhat functions take and return, in the order of the headers.")
    for name, entry in type_entries(f"{kind} {arguments}" for path in headers() for _, kind, _, arguments in entries(path)):
        print(f"\n{entry}")


def names():
    for path in headers():
        for comment, _, name, _ in entries(path):
            why = "" if comment and len(first_sentence(comment)) > 8 else "\tno comment"
            print(f"{path}\t{name}{why}")


TYPE = re.compile(r"(?m)^(?:typedef (?:struct|enum|union)(?: \w+)? \{|NBL_STRUCT\((\w+)\) \{|typedef struct \w+ (\w+);|"
                  r"typedef nbl_\w+ (nbl_\w+);|typedef [\w *]+\(\*(\w+)\)\([^;]*\);)")


def types():
    """Yields (name, header, declaration, comment above or "") of each structure, enumeration, second name of a type, and pointer
    to a function."""
    for path in headers(True):
        text = read(path)
        plain = COMMENT.sub(lambda m: " " * len(m[0]), text)
        for found in TYPE.finditer(text):
            end, depth = found.end(), found[0].count("{")
            while depth:
                depth += {"{": 1, "}": -1}.get(plain[end], 0)
                end += 1
            end = end if found[0].endswith(";") else plain.index(";", end) + 1
            declaration = text[found.start():end]
            before = text[:found.start()].rstrip()
            above = before.endswith("*/") and found.start() - len(before) == 1
            comment = words(before[before.rfind("/*") + 2:-2]) if above else ""
            name = next(filter(None, found.groups()), None) or re.search(r"(\w+)\s*;$", declaration)[1]
            yield name, path, declaration, comment


def named_types(declarations):
    """Returns the types that declarations name, and in turn those of their fields, in the order of their first use."""
    known = {name: (path, declaration, comment) for name, path, declaration, comment in types()}
    found, left = {}, list(declarations)
    while left:
        for name in re.findall(r"\bnbl_\w+", left.pop(0)):
            if name in known and name not in found:
                found[name] = known[name]
                left.append(COMMENT.sub("", known[name][1]))
    return found


def makers():
    """Returns for each type what makes one: functions that return one, write the address of one, or fill one in."""
    opaque = {name for name, _, declaration, _ in types() if declaration == f"typedef struct {name} {name};"}
    found = {}
    for path in headers():
        for _, kind, name, arguments in entries(path):
            made = re.findall(r"\b(nbl_\w+)(?: \*)?$", kind) + re.findall(r"\b(nbl_\w+) ?\*\*", arguments)
            made += [what for what in re.findall(r"(?<!const )\b(nbl_\w+) \*\w", arguments) if what not in opaque]
            for what in sorted(set(made) - {"nbl_result_t", "nbl_error_t"}):
                if not name.endswith(("_destroy", "_free")):
                    found.setdefault(what, []).append(name + "()")
    for what, made in found.items():  # what is created is changed by many, and made by those alone
        found[what] = [name for name in made if "_create" in name] or made
    return {name: made[:8] + ["and others"] * (len(made) > 8) for name, made in found.items()}


# Types that each language has in its own way, with what a caller must know of them.
BUILT_IN = (
    (r"nbl_complex_float(16|32|64)_t", "a structure with the fields real and imag; nbl_complex_make_T() makes one (nbl/complex.h)"),
    (r"nbl_u?int(16|32|64)_t[234]|nbl_float(16|32|64)_t[234]", "a vector with the fields x, y, z, w, as many as its name says; "
     "nbl_vector_2() to nbl_vector_4() make one of float32 (nbl/lang.h)"),
)


def lists(declaration):
    """Returns the macros that list a declaration's fields or values, such as what host and shader share, as defined."""
    defined = "".join(found[0] for macro in re.findall(r"\b(NBL_[A-Z_]+)\(\w+", declaration) if macro != "NBL_STRUCT"
                      for path in headers(True)
                      for found in re.finditer(r"(?m)^#define " + macro + r"\(.*\\\n(?:.*\\\n)*.*\n", read(path)))
    return "\n" + defined.rstrip() if defined else ""


def type_entries(declarations):
    """Yields (name, text) of each type that declarations name: its declaration with its fields, and who makes one."""
    declarations = list(declarations)
    made = makers()
    for like, what in BUILT_IN:
        names_ = sorted({found[0] for text in declarations for found in re.finditer(r"\b(?:" + like + r")\b", text)})
        if names_:
            yield names_[0], f"{', '.join(names_)}: {what}."
    for name, (path, declaration, comment) in named_types(declarations).items():
        by = f"made by {', '.join(made[name])}" if name in made else "one of its values" if " enum " in declaration else "set its fields"
        above = "/* " + comment.replace("\n", "\n * ") + " */\n" if comment else ""
        yield name, f"{name} of {path}: {by}.\n\n```c\n{above}{declaration}{lists(declaration)}\n```"


def type_names():
    """Prints each type that functions take. A caller cannot have a type without fields that no function makes: it is left out."""
    made = makers()
    for name, (path, declaration, _) in named_types(arguments for path in headers() for _, _, _, arguments in entries(path)).items():
        lost = declaration == f"typedef struct {name} {name};" and name not in made
        print(f"{path}\t{name}" + ("\tnobody makes one" if lost else ""))


INTERNAL = ("nbl/bloom/", "nbl/blur/", "nbl/tgmath/", "nbl/workgroup/", "nbl/subgroup/")


def included_as(path):
    """The header that a reader includes for a function: a part of another header says in its head which one it is."""
    found = re.search(r"Included by (nbl/[\w/]+\.h)", read(path).split("*/")[0])
    return f"{found[1]} (in {path})" if found else path


def draw(seed, count):
    every = sorted((name, path, comment or "", kind, arguments) for path in headers() if not path.startswith(INTERNAL)
                   for comment, kind, name, arguments in entries(path) if not re.search(r"\bInternal\.", comment or ""))
    print(f"{count} of {len(every)} functions, seed {seed}")
    drawn = sorted(random.Random(seed).sample(every, count))
    for name, path, comment, kind, arguments in drawn:
        print(f"\n{included_as(path)}: {kind} {name}({arguments})\n{comment or 'no comment'}")
    made = makers()
    named = [f"{kind} {arguments} {comment}" for _, _, comment, kind, arguments in drawn]
    making = []
    for _ in range(2):  # the second time functions that make what the first ones take
        by = {name[:-2] for what in named_types(named + making) for name in made.get(what, []) if name.endswith("()")}
        makes = [entry for path in headers() for entry in entries(path) if entry[2] in by]
        making = [f"{kind} {name}({arguments})" for _, kind, name, arguments in makes]
    print("\nTypes that they name, and that the functions take which make those")
    for _, entry in type_entries(named + making):
        print(f"\n{entry}")
    print("\nFunctions that make them")
    for declaration, (comment, *_) in zip(making, makes):
        print(f"\n{declaration}\n{comment or 'no comment'}")


def doxygen(text, made):
    """A header's text whose comments Doxygen reads: the head is the file's, the others the next declaration's.

    made  the functions that make each type, by its name
    """
    def turn(found):
        body = found[1]
        if body.lstrip().startswith("----"):
            return found[0]
        if "SPDX-License-Identifier" in body:
            body = re.sub(r"\n[ \t*]*SPDX-License-Identifier[^\n]*", "", body)
            return "/** \\file\n * \\brief " + body.strip() + " */"
        lines = re.sub(r"(?m)^([ \t]*\*[ \t]+)([a-z]\w*(?:, [a-z]\w*)*)  +(?=\S)", r"\1\\param \2 ", body)
        behind = text[text.rfind("\n", 0, found.start()) + 1:found.start()].strip()  # a field's own line
        return ("/**<" if behind else "/**") + re.sub(r"\bErrors: ", r"\\note Errors: ", lines) + "*/"

    for name in sorted(made):  # who makes a type stands with the type
        note = f"Made by {', '.join(made[name])}."
        declared = re.search(r"(\*/\n)?^(typedef (struct|enum|union)( \w+)? \{[^{}]*\} |typedef struct \w+ |NBL_STRUCT\()" + name + r"\b", text, re.M)
        if declared and declared[1]:
            text = text[:declared.start()].rstrip() + f"\n *\n * {note} " + text[declared.start():]
        elif declared:
            text = text[:declared.start()] + f"/* {note} */\n" + text[declared.start():]
    return COMMENT.sub(turn, text)


def write_for_doxygen(to):
    made = makers()
    for path in headers():
        os.makedirs(os.path.dirname(os.path.join(to, path)), exist_ok=True)
        with open(os.path.join(to, path), "w", encoding="utf-8") as file:
            file.write(doxygen(read(path), made))


if len(sys.argv) == 3 and sys.argv[1] == "--doxygen":
    write_for_doxygen(sys.argv[2])
elif sys.argv[1:] == ["--names"]:
    names()
elif sys.argv[1:] == ["--types"]:
    type_names()
elif len(sys.argv) == 4 and sys.argv[1] == "--draw":
    draw(int(sys.argv[2]), int(sys.argv[3]))
elif len(sys.argv) == 1:
    markdown()
else:
    sys.exit("usage: reference.py [--names | --types | --draw SEED N | --doxygen TO]")
