#!/usr/bin/env python3
"""Names of locals and parameters in X-includes that do not end in an underscore, so that they could capture a user's names.
SPDX-License-Identifier: Apache-2.0

locals.py FILE...   one line for each such name; texts behind an include guard have functions alone and capture nothing
"""
import re
import sys

CALL = r"\w+\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)"
TYPE = r"(?:uint32_t|int32_t|float32_t|bool|nbl_[a-z0-9_]+_t\d?|NBL_[A-Z_0-9]*(?:COMPLEX|SCALAR|TYPE)|NBL_(?:CAT|\w*OF_SCALAR)" + CALL[3:] + ")"


def blank(match):
    return re.sub(r"[^\n]", " ", match.group(0))


def outside_brackets(text):
    depth, kept = 0, ""
    for letter in text:
        depth += letter in "([{"
        kept += letter if depth == 0 else " "
        depth -= letter in ")]}"
    return kept


def names(text):
    text = re.sub(r"/\*.*?\*/", blank, text, flags=re.S)
    text = re.sub(r"^#include .*$", blank, text, flags=re.M)
    text = re.sub(r"NBL_STRUCT" + CALL[3:] + r" \{.*?\};", blank, text, flags=re.S)
    found = set(re.findall(r"(?<![\w.])" + TYPE + r"\s+([a-z]\w*)\s*(?=[,)=;\[])", text))
    for declared in re.findall(r"(?:^|[;{(])\s*" + TYPE + r"\s+[a-z]\w*\b([^;{}]*);", text, re.M):
        found |= set(re.findall(r",\s*([a-z]\w*)\s*(?=[=,;\[]|$)", outside_brackets(declared)))
    return sorted(name for name in found if not name.endswith("_"))


for path in sys.argv[1:]:
    with open(path, encoding="utf-8") as source:
        for name in names(source.read()):
            print(f"{path}: {name}")
