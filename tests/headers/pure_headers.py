#!/usr/bin/env python3
"""Prints the headers of pure mathematics: they touch no memory, wait for nobody and call no function of a user's own.
SPDX-License-Identifier: Apache-2.0

A line for each: the header's name under include. The list follows from the texts: a header is pure if neither it nor a header
that it includes, outside nbl/lang, uses a word of nbl/lang.h for memory, invocations, subgroups or barriers, and if it
compiles without parameters. Headers of the host and parts of other headers are left out.
"""
import os
import re

SYNCHRONISING = re.compile(
    r"NBL_(SHARED|BUFFER|COHERENT_BUFFER|IMAGE|IMAGE_OF|SAMPLED_IMAGE|PUSH_CONSTANTS?|PRIVATE|LOAD|STORE|LOAD_MEMBER|"
    r"STORE_MEMBER|IMAGE_LOAD|IMAGE_STORE|SAMPLED_LOAD|REFERENCE\w*|ATOMIC_\w+|MEMORY_FENCE|\w*BARRIER\w*|REQUIRE_CALLBACK)\b"
    r"|\bnbl_(subgroup_\w+|local_invocation_\w+|workgroup_\w+)\(")


def text_of(name):
    with open("include/" + name, encoding="utf-8") as file:
        return file.read()


def closure(name, seen):
    if name in seen or name.startswith("nbl/lang"):
        return seen
    seen.add(name)
    for included in re.findall(r'^#include "(nbl/[^"]+)"', text_of(name), re.M):
        closure(included, seen)
    return seen


def without_comments(text):
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


def main():
    templates = set(re.findall(r"^=== (nbl/\S+)", open("tests/headers/instances.txt", encoding="utf-8").read(), re.M))
    for folder, _, names in sorted(os.walk("include/nbl")):
        for name in sorted(names):
            header = os.path.join(folder, name)[len("include/"):]
            head = text_of(header)[:700]
            if header.startswith(("nbl/host/", "nbl/lang/")) or header in templates or "Host only" in head \
                    or re.search(r"never by itself|^ \* Included by ", head, re.M):
                continue
            if not any(SYNCHRONISING.search(without_comments(text_of(one))) for one in closure(header, set())):
                print(header)


main()
