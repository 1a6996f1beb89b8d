"""Finds links and pictures of a built site that lead nowhere.

SPDX-License-Identifier: Apache-2.0

Usage: site.py FOLDER   (prints each link that leads nowhere, and how many pages, links and pictures were looked at)

A link is judged as a browser follows it: the file is in the folder, and an anchor of a page is an id or a name in it.
Links to other hosts are not followed.
"""
import html.parser
import os
import sys
import urllib.parse


class Page(html.parser.HTMLParser):
    """One page: the anchors that it has, the links and pictures that it asks for."""

    def __init__(self, path):
        super().__init__()
        self.anchors, self.links, self.pictures = set(), [], []
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        given = dict(attributes)
        self.anchors.update(given[key] for key in ("id", "name") if given.get(key))
        if tag in ("a", "link", "area") and given.get("href"):
            self.links.append(given["href"])
        if tag in ("img", "script", "object", "iframe"):
            self.pictures += [given[key] for key in ("src", "data") if given.get(key)]


def wrong(folder, pages, name, target):
    """Returns whether a page's link leads nowhere."""
    parts = urllib.parse.urlsplit(target)
    if parts.scheme or target.startswith("//") or target in ("#", ""):
        return False
    file = os.path.normpath(os.path.join(os.path.dirname(name), urllib.parse.unquote(parts.path))) if parts.path else name
    if file.startswith("..") or not os.path.exists(os.path.join(folder, file)):
        return True
    return bool(parts.fragment) and file in pages and urllib.parse.unquote(parts.fragment) not in pages[file].anchors


def main(folder):
    names = [os.path.relpath(os.path.join(at, name), folder)
             for at, _, files in os.walk(folder) for name in files if name.endswith(".html")]
    pages = {name: Page(os.path.join(folder, name)) for name in sorted(names)}
    links = pictures = bad = 0
    for name, page in pages.items():
        for target in page.links + page.pictures:
            if wrong(folder, pages, name, target):
                print(f"{name}: {target} leads nowhere")
                bad += 1
        links, pictures = links + len(page.links), pictures + len(page.pictures)
    print(f"{len(pages)} pages, {links} links, {pictures} pictures and scripts")
    return bad > 0


sys.exit(main(sys.argv[1]))
