#!/usr/bin/env python3
"""Names that are for ever: what headers declare is ours by its name, and what the table of Nabla's names promises is there.
SPDX-License-Identifier: Apache-2.0

public_names.py [INCLUDE [TABLE]]   one line for each name that is wrong, and last how many there are: of declarations, of
                                    macros, and in the table of docs/guide/nabla-names.md
"""
import os
import re
import subprocess
import sys

INCLUDE = sys.argv[1] if len(sys.argv) > 1 else "include"
TABLE = sys.argv[2] if len(sys.argv) > 2 else "docs/guide/nabla-names.md"
SCALARS = {"float16_t", "float32_t", "float64_t"}  # of shading languages, which C lacks
VULKANS = {"VkCommandBuffer_T"}  # Vulkan's own tag: nbl/host/fft.h includes no header of Vulkan


def headers():
    for folder, _, names in os.walk(INCLUDE + "/nbl"):
        for name in names:
            yield os.path.join(folder, name)


def guarded(path):
    """A header that C may include by itself: no X-include, no part of another, no other language's dialect."""
    if path.endswith(("lang/glsl.h", "lang/hlsl.h", "lang/no_subgroups.h")):
        return False
    with open(path, encoding="utf-8") as text:
        return re.search(r"^#ifndef NBL_[A-Z0-9_]+_H$", text.read(), re.M) is not None


def preprocessed(*flags):
    text = "".join(f'#include "{os.path.relpath(path, INCLUDE)}"\n' for path in sorted(headers()) if guarded(path))
    command = ["cc", "-std=c11", "-w", "-E", "-DNBL_SILENT_DEPRECATED", *flags, f"-I{INCLUDE}", "-x", "c", "-"]
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True).stdout


def ours(text):
    """The lines of our headers alone."""
    inside = False
    for line in text.split("\n"):
        marker = re.match(r'# \d+ "([^"]*)"', line)
        if marker:
            inside = marker[1].startswith(INCLUDE + "/nbl")
        elif inside:
            yield line


def declared(text):
    """Names at file scope: of functions, types, constants and enumerators."""
    text = re.sub(r'"(\\.|[^"\\])*"', '""', text)
    text = re.sub(r"__attribute__\s*\(\((?:[^()]|\([^()]*\))*\)\)|_Alignas\([^()]*\)", " ", text)
    names = set()
    for body in re.findall(r"\benum\b\s*\w*\s*\{([^}]*)\}", text):
        names.update(re.findall(r"(?:^|,)\s*([A-Za-z_]\w*)", body))
    names.update(re.findall(r"\b(?:struct|union|enum)\s+([A-Za-z_]\w*)", text))
    while re.search(r"\{[^{}]*\}", text):
        text = re.sub(r"\{[^{}]*\}(\s*\w+\s*;)?", lambda body: body[1] or ";", text)
    for statement in text.split(";"):
        pointer = re.search(r"\(\s*\*\s*(\w+)\s*\)\s*\(", statement)
        flat = statement
        while re.search(r"\([^()]*\)", flat):
            flat = re.sub(r"\s*\([^()]*\)", "@", flat)
        function = re.search(r"([A-Za-z_]\w*)@", flat)
        if "typedef" in flat:
            names.add(pointer[1] if pointer else re.findall(r"\w+", flat.replace("@", ""))[-1])
        elif function:
            names.add(function[1])
    return names - {"_Static_assert", "_Alignas", "_Generic"}


def table():
    """The names that rows promise, each as what it may stand for: `_sub` behind `nbl_complex_add` is nbl_complex_sub, or
    nbl_sub; `T` and `<scalar>` are float32_t or uint32_t."""
    rows = open(TABLE, encoding="utf-8").read()
    for row in re.findall(r"^\| .*", rows, re.M):
        cells = row.split(" | ")
        stems = []
        for name in re.findall(r"`([A-Za-z_<][\w<>]*)", cells[1] if len(cells) > 2 else ""):
            if name.startswith("<"):
                stems, choices = [], []
            elif name.startswith(("nbl_", "NBL_")):
                stems = [name[:i] for i in range(len(name) + 1) if name[i:i + 1] in ("", "_")]
                choices = [name]
            else:
                choices = [stem + name for stem in stems] if name.startswith("_") else []
            if choices and not name.endswith("_"):
                yield [re.sub(r"_(T|<scalar>)(?![a-z])", "_" + scalar, one) for one in choices for scalar in ("float32_t", "uint32_t")]


wrong = []
names = declared("\n".join(ours(preprocessed())))
for name in sorted(names):
    if not name.lower().startswith("nbl_") and name not in SCALARS | VULKANS:
        wrong.append(f"declared: {name}")
macros = set()
for line in ours(preprocessed("-dD")):
    macro = re.match(r"#(define|undef) (\w+)", line)
    if macro:
        (macros.add if macro[1] == "define" else macros.discard)(macro[2])
wrong += [f"macro: {name}" for name in sorted(macros) if not name.lower().startswith("nbl_")]
code = "".join(re.sub(r"/\*.*?\*/", " ", open(path, encoding="utf-8").read(), flags=re.S) for path in headers())
there = names | set(re.findall(r"\b(?:nbl|NBL)_\w+", code))
promised = list(table())
wrong += [f"{TABLE} promises {choices[-1]}" for choices in promised if not there & set(choices)]
print("\n".join(wrong + [f"{len(names)} declared, {len(macros)} macros, {len(promised)} promised"]))
sys.exit(bool(wrong))
