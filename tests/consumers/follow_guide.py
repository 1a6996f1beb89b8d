#!/usr/bin/env python3
"""Runs the commands of docs/guide, block by block as they stand, in a clone that is built: follow_guide.py [FOLDER].
SPDX-License-Identifier: Apache-2.0

What a page takes as given is made first: arrays named in.npy, signal.npy and signals.npy, the C program above the block that
compiles it, and the shader above the block that runs it. Blocks that time plans are left out, which take minutes without a GPU; so is the one of pkg-config, which
tests/packaging/test_packaging.sh runs where the library is installed.
"""
import os
import re
import struct
import subprocess
import sys

LEFT_OUT = ("nbl-fft bench", "nbl-fft tune", "pkg-config")


def write_array(name, kind, numbers):
    head = "{'descr': '%s', 'fortran_order': False, 'shape': (4, 1024), }" % kind
    with open(name, "wb") as file:
        file.write(b"\x93NUMPY\x01\x00\x76\x00" + head.ljust(117).encode() + b"\n" + struct.pack(f"<{numbers}f", *[0.01] * numbers))


os.chdir(sys.argv[1] if len(sys.argv) > 1 else ".")
write_array("in.npy", "<c8", 8192)
write_array("signal.npy", "<f4", 4096)
write_array("signals.npy", "<f4", 4096)
ran = left = failed = 0
for page in sorted(os.listdir("docs/guide")):
    with open(os.path.join("docs/guide", page), encoding="utf-8") as file:
        text = file.read()
    program = shader = None
    for language, block in re.findall(r"^```(\w*)\n(.*?)^```$", text, re.M | re.S):
        if language == "c" and "int main(" in block:
            program = block
        if language == "glsl":
            shader = block
        if language != "sh":
            continue
        if any(word in block for word in LEFT_OUT):
            left += 1
            continue
        for name in re.findall(r"nbl-emulate (\w+\.comp) ", block):
            with open(name, "w", encoding="utf-8") as file:
                file.write(shader)
        for name in re.findall(r"^cc .* (\w+\.c) ", block, re.M):
            if not os.path.exists(name):
                with open(name, "w", encoding="utf-8") as file:
                    file.write(program)
        # Each command is to succeed; grep -c of no line prints 0 and is no failure.
        done = subprocess.run(["bash", "-e", "-c", f"grep() {{ command grep \"$@\" || [ $? = 1 ]; }}\n{block}"], capture_output=True, text=True)
        said = re.search(r"grep -c .*# (\d+);", block)
        wrong = done.returncode != 0 or (said is not None and said[1] not in done.stdout.split())
        ran += 1
        failed += wrong
        if wrong:
            print(f"{page}: {block}{done.stdout[-500:]}{done.stderr[-500:]}")
print(f"docs/guide: {ran} blocks of commands followed, {left} left out, {failed} failed")
sys.exit(failed != 0 or ran < 14)
