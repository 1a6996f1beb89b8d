#!/usr/bin/env bash
# EXR files by OpenImageIO and Blender, read by this library and by FFmpeg's decoder, which is not OpenEXR's: the same bits.
# SPDX-License-Identifier: Apache-2.0
#
# Needs oiiotool (Debian: openimageio-tools) and ffmpeg, and minutes: make check reads the committed files alone
# (test_image_exr). FFmpeg 5.1 does not read stored chunks of PIZ and B44 in float, gives the squares of float DWAB, and
# rounds DWA in another way, so that it may differ by 1/500. What it printed last is in docs/log/runs.md.
set -u
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
for tool in oiiotool ffmpeg; do
    if ! command -v "$tool" >/dev/null; then
        echo "NOT HERE: $tool" >&2
        exit 1
    fi
done
there=$(mktemp -d)
trap 'rm -rf "$there"' EXIT
passed=0 failed=0 unread=0
# shellcheck disable=SC2046 # several words each
${CC:-cc} -std=c11 -O1 -D_POSIX_C_SOURCE=200809L -Iinclude -Itools -o "$there/planes" tests/image/planes.c \
    "$build/libio.a" "$build/libnbl.a" $(make -s BUILD="$build" print-LDLIBS_ALL) || exit 1

compare() { # file, tolerance
    local said
    said=$(ffmpeg -nostdin -v error -y -i "$1" -f rawvideo -pix_fmt gbrpf32le "$there/theirs" 2>&1)
    if [ -n "$said" ]; then unread=$((unread + 1)) && return; fi
    "$there/planes" "$1" >"$there/ours" 2>"$there/error"
    if python3 - "$there/ours" "$there/theirs" "$2" <<'END'; then
import array, sys
ours, theirs = (array.array("f", open(path, "rb").read()) for path in sys.argv[1:3])
bound = float(sys.argv[3])
sys.exit(len(ours) == 0 or len(ours) != len(theirs) or any(abs(a - b) > bound * max(abs(a), abs(b), 1) for a, b in zip(ours, theirs)))
END
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $1 ($(cat "$there/error"))"
    fi
}

seed=0
for size in 1x33 3x1 5x97 21x32; do
    for kind in none rle zips zip piz pxr24 b44 b44a dwaa dwab; do
        for type in half float; do
            seed=$((seed + 1))
            [ $kind-$type != dwab-float ] || continue
            oiiotool --pattern "noise:type=uniform:min=0.01:max=9:mono=0:seed=$seed" "$size" 3 -d "$type" \
                --compression "$kind" -o "$there/$size-$kind-$type.exr" || exit 1
            case $kind in dwa*) bound=0.002 ;; *) bound=0 ;; esac
            compare "$there/$size-$kind-$type.exr" "$bound"
        done
    done
done
for file in tests/image/files/*b44*.exr; do compare "$file" 0; done
echo "$unread files that FFmpeg does not read"
[ $((passed + failed + unread)) = 78 ] || failed=$((failed + 1))
[ "$unread" -le 20 ] || failed=$((failed + 1))
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
