#!/bin/sh
# Makes the pictures of docs/blurs.md and docs/artists.md from the demonstration's scene: make pictures.
# SPDX-License-Identifier: Apache-2.0
#
#   BUILD=folder   where the tools were built (build); what is in between is left in $BUILD/pictures
set -eu
build=${BUILD:-build}
work=$build/pictures
out=docs/images
mkdir -p "$work/film"
bloom() { "$build/nbl-bloom" "$@" --backend emulator; }

"$build/make-demo-inputs" "$work" --width 480 --height 270
"$build/nbl-bloom" kernel starburst --blades 6 --f-number 22 -o "$work/starburst.exr"
"$build/nbl-bloom" kernel airy --f-number 32 --size 192 -o "$work/airy.exr"
"$build/nbl-bloom" kernel gaussian --sigma 12 --size 192 -o "$work/gaussian.exr"
"$build/nbl-bloom" kernel anamorphic --f-number 16 --squeeze 16 -o "$work/anamorphic.exr"
"$build/nbl-bloom" kernel glare -o "$work/glare.exr"
"$build/nbl-bloom" kernel gaussian --size 1 -o "$work/dot.exr"

# The three methods, and the scene without.
bloom "$work/scene.exr" "$work/dot.exr" -o "$out/method-none.png"
bloom "$work/scene.exr" "$work/starburst.exr" -o "$out/method-fft.png" --combine mix --intensity 0.15
bloom "$work/scene.exr" -o "$out/method-dual-filter.png" --method dual-filter --combine mix --intensity 0.15
bloom "$work/scene.exr" -o "$out/method-prefix-sum.png" --method prefix-sum --sigma 12 --combine mix --intensity 0.15

# The bloom at low resolution.
for factor in 2 4; do
    bloom "$work/scene.exr" "$work/starburst.exr" -o "$out/low-$factor.png" --combine mix --intensity 0.15 --low-resolution $factor
done

# What an artist turns.
bloom "$work/scene.exr" "$work/dot.exr" -o "$out/tonemap-none.png" --tonemap none
bloom "$work/scene.exr" "$work/dot.exr" -o "$out/tonemap-reinhard.png" --tonemap reinhard
bloom "$work/scene.exr" "$work/starburst.exr" -o "$out/exposure-down.png" --exposure -2 --combine mix --intensity 0.15
bloom "$work/scene.exr" "$work/anamorphic.exr" -o "$out/threshold-add.png" --threshold 20 --combine add --intensity 0.5

bloom "$work/scene.exr" "$work/starburst.exr" -o "$out/intensity-high.png" --combine mix --intensity 0.5
bloom "$work/scene.exr" "$work/gaussian.exr" -o "$out/check-no-core.png"
bloom "$work/scene.exr" "$work/gaussian.exr" -o "$out/check-sharpened.png" --sharpen 0.85

# Masks and channels: the bloom at the left alone, onto the picture and out of it.
python3 - "$out/look-mask.png" <<'EOF'
import struct, sys, zlib
row = b"\0" + bytes(max(0, min(255, 255 * (180 - x) // 20)) for x in range(480))
chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
head = struct.pack(">IIBBBBB", 480, 270, 8, 0, 0, 0, 0)
chunks = chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(row * 270)) + chunk(b"IEND", b"")
open(sys.argv[1], "wb").write(b"\x89PNG\r\n\x1a\n" + chunks)
EOF
look() { bloom "$work/scene.exr" "$work/starburst.exr" -o "$out/look-$1.png" --threshold 20 --combine add --intensity 1 $2; }
look shown "--mask $out/look-mask.png"
look source "--source-mask $out/look-mask.png"
look blue "--channels b"

# A film of three frames, each two stops brighter than the last.
"$build/make-demo-inputs" "$work/film" --width 240 --height 135
for frame in 1 2 3; do
    bloom "$work/film/scene.exr" "$work/dot.exr" -o "$work/film/in.$frame.exr" --exposure $((2 * frame - 4))
done
bloom "$work/film/in.%d.exr" "$work/starburst.exr" -o "$out/film-%d.png" --combine mix --intensity 0.2

# Kernels, by 9 to 14 stops up: their dim parts are what matters.
preview() { bloom "$work/$1.exr" "$work/dot.exr" -o "$out/kernel-$1.png" --exposure "$2" --tonemap none; }
preview starburst 14
preview airy 14
preview gaussian 9
preview anamorphic 12
preview glare 14

# A wide kernel on what is nearly a point of light: exact, and resampled by each interpolation.
"$build/nbl-bloom" kernel gaussian --sigma 24 --size 128 -o "$work/wide.exr"
for kind in linear cubic six-taps b-spline; do
    bloom "$work/glare.exr" "$work/wide.exr" -o "$out/resample-$kind.png" --kernel-mode resample --interpolation $kind \
        --exposure 12 --tonemap none 2>/dev/null
done
bloom "$work/glare.exr" "$work/wide.exr" -o "$out/resample-exact.png" --exposure 12 --tonemap none
