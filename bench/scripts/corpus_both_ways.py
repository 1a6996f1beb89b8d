#!/usr/bin/env python3
"""The kernels of the emulator's corpora as SPIR-V under nbl-emulate: the verdicts that the native checker must give.

SPDX-License-Identifier: Apache-2.0

bench/scripts/corpus_both_ways.py [BUILD [KERNEL]]   prints each kernel on which the two differ, and counts; of one
                                                     kernel its text and all that is said of it
"""
import json
import re
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

RULES = {"RACE": "race", "FRESH": "undefined", "DIVERGENT": "divergent-barrier", "BOUNDS": "out-of-bounds",
         "LANES": "undefined",  # told where the value that no lane gave decides or leaves
         "SPINS": "step limit", "NBL_SUCCESS": "nothing",
         "DIVERGES": "divergent-barrier", "NO_VALUE": "undefined", "NO_LANE": "undefined", "OUTSIDE": "out-of-bounds",
         "NO_END": "step limit", "ASSERTS": "an assertion", "DIFFERS": "another result"}
HEAD = """#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : enable
#extension GL_EXT_shader_8bit_storage : enable
#extension GL_EXT_shader_explicit_arithmetic_types_int8 : enable
#define NBL_WORKGROUP_SIZE {0}
#define NBL_MEMORY_MODEL 1
#include "nbl/lang.h"
{2}layout(local_size_x = {0}, local_size_y = {1}) in;
"""
OWN = re.compile(r"^(BROKEN|CORRECT)(_\w+)?\(([^{]*?)\) \{(?:\n(.*?)^\}| ([^\n]*) \})\n", re.M | re.S)
OUTSIDE = re.compile(r"^NBL_KERNEL\(\s*(\w+)\) \{(?: *\n(.*?)^\}| ([^\n]*) \}) *\n", re.M | re.S)
ROW = re.compile(r"\{(BROKEN|BROKEN_AT|CORRECT)\(([^()]*)\)([^{}]*)\}", re.S)
CORPORA = Path("tests/emulator")


def without_comments(text):
    return re.sub(r"/\*.*?\*/", "", text, flags=re.S)


class Kernel:
    """One of a corpus: its text, how it runs, and what may be said of it."""

    def __init__(self, name, body, between, **settings):
        self.name, self.body, self.between = name, body, between
        self.expected, self.size, self.invocations, self.width, self.groups, self.at_once = {"nothing"}, 16, 64, 0, 1, 4
        self.binds, self.memory, self.options, self.in_some_order = [], "", [], False
        self.__dict__.update(settings)


def own_kernels(folder):
    memory = "\n".join(re.sub(r" *//.*| */\*.*", "", line) for line in
                       re.findall(r"^NBL_(?:SHARED|BUFFER|COHERENT_BUFFER)\(.*$", (folder / "corpus.h").read_text(), re.M))
    for header in sorted(folder.glob("*.h")):
        if header.name in ("corpus.h", "words.h"):
            continue
        text = without_comments(header.read_text())
        between = re.sub(r"^#undef.*$|^static ", "", OWN.sub("", text), flags=re.M)
        for kind, suffix, arguments, body, line in OWN.findall(text):
            words = [word.strip() for word in arguments.split(",")]
            expected = words.pop(0) if kind == "BROKEN" else "NBL_SUCCESS"
            grouped, least, most = suffix == "_GROUPS", int(words[1]), int(words[2]) if suffix == "_TO" else 128
            yield header.stem, Kernel(words[0], body or line, between, memory=memory, expected={RULES[expected]},
                                      size=16 if grouped else max(least, min(most, 16)),
                                      groups=least if grouped else 1,
                                      binds=["0=source", "1=small", "2=small", "3=small"])


def outside_kernels(folder):
    rows = {}
    for test in sorted(folder.parent.glob("test_corpus_outside*.c")):
        for kind, arguments, options in ROW.findall(without_comments(test.read_text())):
            words = [word.strip() for word in arguments.split(",")]
            sizes = words.pop(0) if kind == "BROKEN_AT" else "1 | 8 | 32 | 128"
            settings = dict(re.findall(r"\.(\w+) = ([^,]+)", options))
            sizes = [int(size) for size in sizes.replace("ALL_SIZES", "1 | 8 | 32 | 128").split("|")]
            told = {RULES[each.strip()] for each in words[2].split("|")} if kind != "CORRECT" else {"nothing"}
            rows[words[0]] = (told, 8 if 8 in sizes else sizes[-1], settings)
    memory = without_comments((folder / "memory.h").read_text())
    memory = "\n".join(line for line in memory.split("\n") if not line.startswith("#"))
    for header in sorted(folder.glob("*.h")):
        if header.name in ("memory.h", "judge.h"):
            continue
        text = expand(without_comments((folder.parent / "corpus/words.h").read_text() + header.read_text()))
        between = OUTSIDE.sub("", text)
        for name, body, line in OUTSIDE.findall(text):
            if name not in rows:
                continue
            told, size, settings = rows[name]
            number = lambda key, default: int(settings.get(key, default))
            options = ["--push", "32000000"]
            if "EQUAL" in settings.get("options", ""):
                options.append("--allow-equal-writes")
            yield header.stem, Kernel(name, body or line, between, memory=memory, expected=told, size=size,
                                      invocations=number("invocations", 64), width=number("width", 0),
                                      groups=number("workgroups", 1), at_once=max(number("at_once", 1), 1),
                                      options=options, in_some_order="in_some_order" in settings,
                                      binds=["0=outside", "1=zeros", "2=zeros", "3=zeros", "4=zeros", "5=64x16",
                                             "6=zeros", "7=@0", "8=zeros"])


def expand(text):
    """A text without its own macros; what the library's headers are included with stays."""
    text = re.sub(r'^#include "(?!nbl/)[^\n]*$', "", text, flags=re.M)
    text = re.sub(r"^#(?=include|define NBL_|undef NBL_)", "@@", text, flags=re.M)
    text = subprocess.run(["cpp", "-P", "-undef", "-"], input=text, capture_output=True, text=True, check=True).stdout
    return re.sub(r"^ *@@", "#", text, flags=re.M)


def shader_of(kernel, words):
    """The corpora's own words are expanded: in GLSL an order is two arguments, which macros cannot hand on."""
    text = "\n".join([words, kernel.memory, kernel.between, f"NBL_KERNEL({kernel.name}) {{", kernel.body, "}", ""])
    text = expand(text)
    for word in ("common", "sample", "half", "input", "output", "filter", "shared", "active"):  # GLSL's own
        text = re.sub(rf"\b{word}\b(?![^\n]*\.h\")", word + "_", text)
    width = kernel.width or kernel.invocations
    include = '#include "nbl/subgroup/ballot.h"\n' if "ballot" in text else ""
    return HEAD.format(width, kernel.invocations // width, include) + text


def verdict_of(build, folder, kernel, words, shows, seed="5"):
    (folder / "k.comp").write_text(shader_of(kernel, words))
    command = [build / "nbl-emulate", folder / "k.comp", "-I", "include", "--groups", str(kernel.groups),
               "--subgroup-size", str(kernel.size), "--by-subgroups", "--at-once", str(kernel.at_once), "--seed", seed,
               "--no-proof", "--step-limit", "24", *kernel.options]
    for bind in kernel.binds:
        binding, contents = bind.split("=")
        command += ["--bind", f"{binding}={folder / contents if (folder / contents).exists() else contents}"]
    if shows:
        print((folder / "k.comp").read_text())
        subprocess.run(command, check=False)
    done = subprocess.run(command + ["--format", "json"], capture_output=True, text=True, check=False)
    if done.returncode == 1:
        if re.search("limit of|it spins at", done.stdout + done.stderr):
            return {"step limit"}
        return {"refused: " + done.stderr.strip()[:200]}
    if done.returncode == 2:
        return {"refused: " + done.stderr.strip()[:200]}
    return {finding["rule"] for finding in json.loads(done.stdout)["findings"]} or {"nothing"}


def main():
    build = Path(sys.argv[1] if len(sys.argv) > 1 else "build").resolve()
    words = without_comments((CORPORA / "corpus/words.h").read_text())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "source").write_bytes(struct.pack("<256I", *range(256)))
        (folder / "outside").write_bytes(struct.pack("<1024I", *(i * 37 % 251 for i in range(1024))))
        (folder / "zeros").write_bytes(bytes(4096))
        (folder / "small").write_bytes(bytes(1024))
        for corpus, kernels in ("corpus", own_kernels), ("corpus_outside", outside_kernels):
            counts = {"agree": 0, "differ": 0, "refused": 0}
            for header, kernel in kernels(CORPORA / corpus):
                if len(sys.argv) > 2 and kernel.name != sys.argv[2]:
                    continue
                found = verdict_of(build, folder, kernel, words, len(sys.argv) > 2)
                for seed in range(1, 9):  # what is told in some order only
                    if kernel.in_some_order and not kernel.expected & found:
                        found = verdict_of(build, folder, kernel, words, False, str(seed))
                refused = any(each.startswith("refused") for each in found)
                how = "refused" if refused else "agree" if kernel.expected & found else "differ"
                counts[how] += 1
                if how != "agree":
                    print(f"{header}/{kernel.name}: {' or '.join(sorted(kernel.expected))}; here "
                          f"{', '.join(sorted(found))}", flush=True)
            print(f"{corpus}: " + ", ".join(f"{count} {how}" for how, count in counts.items()), flush=True)


main()
