#!/usr/bin/env python3
"""The kernels of the emulator's corpora as SPIR-V under nbl-emulate: the verdicts that the native checker must give.

SPDX-License-Identifier: Apache-2.0

bench/scripts/corpus_both_ways.py [BUILD]   prints each kernel on which the two differ, and counts
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
 "SPINS": "step limit", "NBL_SUCCESS": "nothing"}
HEAD = """#version 460
#extension GL_GOOGLE_include_directive : require
#extension GL_EXT_control_flow_attributes : enable
#define NBL_WORKGROUP_SIZE 64
#define NBL_MEMORY_MODEL 1
#include "nbl/lang.h"
layout(local_size_x = 64) in;
"""
KERNEL = re.compile(r"^(BROKEN|CORRECT)(_\w+)?\(([^{]*?)\) \{(?:\n(.*?)^\}| ([^\n]*) \})\n", re.M | re.S)


def kernels_of(header):
    """Yields (name, expected, least subgroup, workgroups, body) of a header, and what stands between them."""
    text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
    kernels = []
    for kind, suffix, arguments, body, line in KERNEL.findall(text):
        words = [word.strip() for word in arguments.split(",")]
        expected = words.pop(0) if kind == "BROKEN" else "NBL_SUCCESS"
        grouped = suffix == "_GROUPS"
        kernels.append((words[0], expected, 1 if grouped else int(words[1]), int(words[1]) if grouped else 1,
                        int(words[2]) if suffix == "_TO" else 128, body or line))
    between = re.sub(r"^#undef.*$|^static ", "", KERNEL.sub("", text), flags=re.M)
    return kernels, between


def verdict_of(build, folder, shader, least, most, groups):
    size = max(least, min(most, 16))
    (folder / "k.comp").write_text(shader)
    command = [build / "nbl-emulate", folder / "k.comp", "-I", "include", "--groups", str(groups), "--subgroup-size",
               str(size), "--by-subgroups", "--at-once", "4", "--seed", "5", "--no-proof", "--step-limit", "24",
               "--format", "json", "--bind", f"0={folder / 'source.bin'}"]
    for binding in (1, 2, 3):
        command += ["--bind", f"{binding}={folder / 'zeros.bin'}"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode == 1:
        return {"step limit"} if "limit of" in done.stdout + done.stderr else {"refused: " + done.stderr.strip()[:160]}
    if done.returncode == 2:
        return {"refused: " + done.stderr.strip()[:160]}
    return {finding["rule"] for finding in json.loads(done.stdout)["findings"]} or {"nothing"}


def main():
    build = Path(sys.argv[1] if len(sys.argv) > 1 else "build").resolve()
    corpus = Path("tests/emulator/corpus")
    words = re.sub(r"/\*.*?\*/", "", (corpus / "words.h").read_text(), flags=re.S)
    memory = re.findall(r"^NBL_(?:SHARED|BUFFER|COHERENT_BUFFER)\(.*$", (corpus / "corpus.h").read_text(), re.M)
    counts = {"agree": 0, "differ": 0, "refused": 0}
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "source.bin").write_bytes(struct.pack("<256I", *range(256)))
        (folder / "zeros.bin").write_bytes(bytes(1024))
        for header in sorted(corpus.glob("*.h")):
            if header.name in ("corpus.h", "words.h"):
                continue
            kernels, between = kernels_of(header)
            for kernel, expected, least, groups, most, body in kernels:
                lines = [re.sub(r" *//.*| */\*.*", "", line) for line in memory]
                shader = "\n".join([HEAD, words, *lines, between, f"NBL_KERNEL({kernel}) {{", body, "}", ""])
                for word in ("common", "sample", "half", "input", "output", "filter"):  # GLSL's own
                    shader = re.sub(rf"\b{word}\b", word + "_", shader)
                found = verdict_of(build, folder, shader, least, most, groups)
                refused = [each for each in found if each.startswith("refused")]
                wanted = RULES[expected]
                how = "refused" if refused else "agree" if wanted in found else "differ"
                counts[how] += 1
                if how != "agree":
                    print(f"{header.stem}/{kernel}: {wanted}; here {', '.join(sorted(found))}", flush=True)
    print(", ".join(f"{count} {how}" for how, count in counts.items()))


main()
