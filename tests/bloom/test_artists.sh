#!/usr/bin/env bash
# Every command of docs/artists.md works as pasted, in the order of the page, and `check` prints what the page shows; make
# demo's script lists every file that it leaves.
# SPDX-License-Identifier: Apache-2.0
#
# Small pictures stand for the files that the page calls yours. A command without build/ fails here, and an option that the tool
# does not know; so does a file that tools/demo.sh leaves and does not name.
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh
root=$PWD
built=$(realpath "${BUILD:-build}")
mkdir -p "$scratch/clone/build/demo" && ln -s "$built/nbl-bloom" "$built/make-demo-inputs" "$scratch/clone/build/" && cd "$scratch/clone" || exit 1
bloom() { "$built/nbl-bloom" "$@" --backend executor 2>>"$scratch/log"; }

# The demonstration, small: its script gives no size.
printf '#!/bin/sh\nexec %s "$@" --width 96 --height 54\n' "$built/make-demo-inputs" >"$scratch/inputs" && chmod +x "$scratch/inputs"
ln -sf "$scratch/inputs" build/make-demo-inputs
BUILD=build "$root/tools/demo.sh" >"$scratch/demo" 2>&1
expect "make demo's script" [ -s build/demo/scene-starburst.png ]
for file in build/demo/*; do
    expect "make demo says what $(basename "$file") is" grep -Eq "^  $(basename "$file") +[a-z]" "$scratch/demo"
done

scene=build/demo/scene.exr
python3 - <<'PYTHON'
import struct, zlib
def png(name, width, height, texel):
    rows = b"".join(b"\0" + bytes(v for x in range(width) for v in texel(x, y)) for y in range(height))
    part = lambda t, d: struct.pack(">I", len(d)) + t + d + struct.pack(">I", zlib.crc32(t + d))
    open(name, "wb").write(b"\x89PNG\r\n\x1a\n" + part(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)) +
                           part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b""))
png("aperture.png", 128, 128, lambda x, y: (255 * ((x - 64) ** 2 + (y - 64) ** 2 < 64 * 64),) * 3)
png("lamps.png", 96, 54, lambda x, y: (255, 200, 120) if x % 24 < 3 and y % 18 < 3 else (9, 9, 12))
png("white.png", 1, 1, lambda x, y: (255, 255, 255))
# An .exr with a layer: scan lines of floats, not compressed.
def attribute(name, kind, data): return name + b"\0" + kind + b"\0" + struct.pack("<i", len(data)) + data
channels = [c.encode() for c in ("B", "G", "R", "specular.B", "specular.G", "specular.R")]
box, w, h = struct.pack("<4i", 0, 0, 95, 53), 96, 54
head = struct.pack("<2i", 20000630, 2) + attribute(b"channels", b"chlist", b"".join(c + b"\0" + struct.pack("<4i", 2, 0, 1, 1) for c in channels) + b"\0") + \
    attribute(b"compression", b"compression", b"\0") + attribute(b"dataWindow", b"box2i", box) + attribute(b"displayWindow", b"box2i", box) + \
    attribute(b"lineOrder", b"lineOrder", b"\0") + attribute(b"pixelAspectRatio", b"float", struct.pack("<f", 1)) + \
    attribute(b"screenWindowCenter", b"v2f", struct.pack("<2f", 0, 0)) + attribute(b"screenWindowWidth", b"float", struct.pack("<f", 1)) + b"\0"
row = len(channels) * w * 4
open("beauty.exr", "wb").write(head + struct.pack("<%dQ" % h, *(len(head) + 8 * h + y * (8 + row) for y in range(h))) + b"".join(
    struct.pack("<2i", y, row) + struct.pack("<%df" % (row // 4), *(9.0 if x % 50 == 3 else 0.1 for x in range(row // 4))) for y in range(h)))
PYTHON
bloom lamps.png white.png -o photo.jpg
cp $scene photo.exr && cp $scene panorama.exr
for frame in $(seq -f %04g 1 24); do ln -s photo.exr "shot.$frame.exr"; done
bloom photo.exr white.png -o mask.exr --tonemap none && bloom photo.exr white.png -o mask.png
for frame in $(seq -f %04g 1 24); do
    ln -s build/demo/heart.exr "kernel.$frame.exr"
    ln -s mask.exr "matte.$frame.exr"
done

# The page's blocks, a file each, and the commands in its sentences; commands that begin with "$ " print what stands below.
python3 - "$root/docs/artists.md" <<'PYTHON'
import re, sys
page = open(sys.argv[1]).read()
blocks = re.findall(r"^```\n(.*?)^```$", page, re.M | re.S)
sentences = re.findall(r"`(build/nbl-bloom [^`]*)`", re.sub(r"^```.*?^```$", "", page, flags=re.M | re.S))
for i, block in enumerate([s + "\n" for s in sentences] + blocks):
    shown = block.startswith("$ ")
    commands = [l[2:] if shown else l for l in block.splitlines() if l.startswith("$ ") or not shown]
    open("block-%02d" % i, "w").write("\n".join(commands) + "\n")
    if shown: open("shown-%02d" % i, "w").write("".join(l + "\n" for l in block.splitlines() if not l.startswith("$ ")))
PYTHON
for block in block-*; do
    number=${block#block-}
    expect "docs/artists.md, block $number: $(tail -n 1 "$block")" sh -ec "SLURM_ARRAY_TASK_ID=0; . ./$block >said-$number"
    if [ -e "shown-$number" ]; then expect "docs/artists.md, block $number prints what the page shows" cmp "shown-$number" "said-$number"; fi
done
expect "the page has its commands" [ "$(cat block-* | grep -c '^build/nbl-bloom')" -ge 14 ]
finish
