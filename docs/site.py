#!/usr/bin/env python3
"""Makes of the documents what Doxygen puts into the site, so that each link of a page works there as on a git host.
SPDX-License-Identifier: Apache-2.0

site.py --pages FOLDER  writes the documents for Doxygen: headings have anchors of their own, links lead to the site's pages
site.py --order FOLDER  prints Doxygen's INPUT: these pages in the order in which the guide and README name them, the log last
site.py --files FOLDER  writes the files that documents link to, and that are no page of the site, into FOLDER/files

Doxygen knows neither GitHub's anchors nor files beyond its input. A heading's label is its document's label, two
underscores and GitHub's anchor, so labels differ from page to page. The first heading's label is the document's.
"""
import html
import os
import re
import shutil
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FENCE = re.compile(r"(?ms)^```.*?^```")
PICTURE = r"\.(png|svg)$"
LINK = re.compile(r"\]\(([^)\s]+)\)")


def read(path):
    with open(os.path.join(ROOT, path), encoding="utf-8") as file:
        return file.read()


def anchor(heading):
    """Returns the anchor that GitHub gives a heading."""
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.strip().lower())
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


def documents():
    """Returns the paths of the documents that are pages of the site, in the order of their names."""
    found = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"]
    for top in ("docs", "packages"):
        for folder, _, names in os.walk(os.path.join(ROOT, top)):
            found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names if name.endswith(".md")]
    return sorted(found)


def label(path):
    """Returns the label of a document's page. Doxygen makes the first page of the one that is called mainpage."""
    return "mainpage" if path == "README.md" else re.sub(r"\W", "_", path[:-len(".md")])


def outside(parts, change):
    """Returns a text whose parts outside fenced code have gone through a function."""
    result, at = [], 0
    for fence in FENCE.finditer(parts):
        result += [change(parts[at:fence.start()]), fence[0]]
        at = fence.end()
    return "".join(result) + change(parts[at:])


def on_one_line(part):
    """Returns a text whose links have no line break in their words, which Doxygen would read as a link's end."""
    return re.sub(r"\[[^\[\]`]*\n[^\[\]]*\]\(", lambda found: found[0].replace("\n", " "), part)


def without_code_in_links(part):
    """Returns a text whose links have no code in their words, whose quotes Doxygen would show."""
    return re.sub(r"\[`([^`\]]*)`\]\(", r"[\1](", part)


def target_of(path, link):
    """Returns the file and the anchor that a document's link leads to, or None for a link to another host."""
    if re.match(r"[a-z]+:", link):
        return None
    file, _, place = link.partition("#")
    return (os.path.normpath(os.path.join(os.path.dirname(path), file)) if file else path), place


def is_header_page(file):
    """Returns whether the reference has a page for a file: reference.py's headers, less what Doxyfile excludes."""
    return (file.startswith("include/nbl/") and file.endswith(".h") and not file.startswith("include/nbl/lang/")
            and not file.endswith(("_scalar.h", "/plans_stockham.h", "/unsupported.h")))


def page(path, pages):
    """Returns a document's text for Doxygen. pages: the first anchor of each document by its path."""
    headings = []

    def heading(found):
        same = headings.count(anchor(found[2]))  # a host numbers headings of the same words from the second on
        own = f"{label(path)}__{anchor(found[2])}" + (f"-{same}" if same else "") if headings else label(path)
        headings.append(anchor(found[2]))
        return f"{found[1]} {found[2].strip()} {{#{own}}}"

    def link(found):
        target = target_of(path, found[1])
        if target is None:
            return found[0]
        file, place = target
        if file in pages:
            name = "index" if file == "README.md" and not place else label(file)
            return f"](@ref {name}__{place})" if place and place != pages[file] else f"](@ref {name})"
        if is_header_page(file):
            return f"](@ref {file[len('include/'):]})"
        if re.search(PICTURE, file):
            return f"]({os.path.basename(file)})"
        return f"](files/{file}.html)"

    return outside(read(path), lambda part: LINK.sub(link, without_code_in_links(on_one_line(
        re.sub(r"(?m)^(#+) (.*)$", heading, part)))))


def first_anchor(path):
    found = re.search(r"(?m)^# (.*)$", read(path))
    return anchor(found[1]) if found else ""


def write_pages(to):
    pages = {path: first_anchor(path) for path in documents()}
    for path in pages:
        out = os.path.join(to, path)
        os.makedirs(os.path.dirname(out), exist_ok=True)
        with open(out, "w", encoding="utf-8") as file:
            file.write(page(path, pages))


def order():
    """Returns the pages in the order of reading: README, the guide and what it names, what README names, others, the log."""
    named = ["README.md", "docs/guide/README.md", "reference.md"]
    for path in ("docs/guide/README.md", "README.md"):
        named += [target[0] for target in (target_of(path, link) for link in LINK.findall(read(path))) if target]
    pages = documents() + ["reference.md"]
    return sorted(pages, key=lambda path: (path.startswith("docs/log/"), named.index(path) if path in named else len(named), path))


def linked_files():
    """Returns the files and folders that documents link to and that have no page of their own."""
    pages, found = set(documents()), set()
    for path in pages:
        links = LINK.findall(FENCE.sub("", read(path)))
        for target in filter(None, (target_of(path, link) for link in links)):
            if target[0] not in pages and not is_header_page(target[0]) and not target[0].endswith(".html"):
                found.add(target[0])
    return sorted(found)


def write_files(to):
    for path in linked_files():
        at = os.path.join(ROOT, path)
        if re.search(PICTURE, path):  # Doxygen copies what a page shows, not what it links to
            shutil.copy(at, to)
            continue
        if os.path.isdir(at):
            body = "\n".join(sorted(os.listdir(at)))
        else:
            body = read(path)
        out = os.path.join(to, "files", path + ".html")
        os.makedirs(os.path.dirname(out), exist_ok=True)
        with open(out, "w", encoding="utf-8") as file:
            file.write(f"<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>{path}</title>\n<h1>{path}</h1>\n"
                       f"<pre>{html.escape(body)}</pre>\n")


if len(sys.argv) == 3 and sys.argv[1] == "--pages":
    write_pages(sys.argv[2])
elif len(sys.argv) == 3 and sys.argv[1] == "--order":
    print("INPUT = " + " \\\n    ".join(os.path.join(sys.argv[2], path) for path in order() + ["nbl"]))
elif len(sys.argv) == 3 and sys.argv[1] == "--files":
    write_files(sys.argv[2])
else:
    sys.exit("usage: site.py --pages FOLDER | --order FOLDER | --files FOLDER")
