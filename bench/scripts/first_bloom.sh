#!/usr/bin/env bash
# Prints how long the first bloom of a process takes with nothing cached, with glslang and without it.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/first_bloom.sh [WIDTHxHEIGHT [KERNEL]]   1280x720 and 256 by default; on the best device
#   BUILD=folder WITHOUT=folder   where make, and make GLSLANG=0, built (build, build-no-glslang)
#
# Wall time of nbl-bloom: reading, device, modules, pipelines, the bloom, writing; the best of five, each with an empty
# cache of modules and an empty one of the driver's where NVIDIA's variables say where that is. And of `nbl-bloom compile`
# alone, which makes all modules of the same bloom and opens no device.
set -eu
cd "$(dirname "$0")/../.."
size=${1:-1280x720} kernel=${2:-256}
build=${BUILD:-build} without=${WITHOUT:-build-no-glslang}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
make -s BUILD="$build" "$build/nbl-bloom" "$build/modules.c" "$build/make-demo-inputs"
make -s GLSLANG=0 BUILD="$without" MODULES="$build/modules.c" "$without/nbl-bloom"
python3 - "$scratch" "${size%x*}" "${size#*x}" "$kernel" <<'PY'
import sys
folder, w, h, k = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
def hdr(path, w, h, texel):
    rows = b''.join(bytes(texel(x, y)) for y in range(h) for x in range(w))
    open(path, 'wb').write(b'#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n' % (h, w) + rows)
hdr(folder + '/scene.hdr', w, h, lambda x, y: (x & 255, y & 255, 130, 128 if (x * y) % 997 == 5 else 120))
hdr(folder + '/kernel.hdr', k, k, lambda x, y: (128, 128, 128, 120 if (x - k // 2) * (y - k // 2) == 0 else 100))
PY
best() { # command ...
    local least="" i begin end
    for i in 1 2 3 4 5; do
        rm -rf "$scratch/cache" "$scratch/out"
        begin=$(date +%s%N)
        XDG_CACHE_HOME=$scratch/cache __GL_SHADER_DISK_CACHE_PATH=$scratch/cache "$@" >/dev/null 2>"$scratch/error" ||
            { cat "$scratch/error" >&2; return 1; }
        end=$(date +%s%N)
        if [ -z "$least" ] || [ $((end - begin)) -lt "$least" ]; then least=$((end - begin)); fi
    done
    awk -v ns="$least" 'BEGIN { printf "%.3f s\n", ns / 1e9 }'
}
for folder in "$build" "$without"; do
    echo "$folder: $(stat -c %s "$folder/nbl-bloom") bytes of nbl-bloom"
    echo "  bloom of $size by ${kernel}x$kernel, cold:  $(best "$folder/nbl-bloom" "$scratch/scene.hdr" "$scratch/kernel.hdr" -o "$scratch/out.hdr" --backend vulkan ${NBL_DEVICE:+--device "$NBL_DEVICE"})"
    echo "  its modules alone:                $(best "$folder/nbl-bloom" compile "$size" "${kernel}x$kernel" -o "$scratch/out")"
done
echo "$build, texts compiled (the way of before): see nbl_compile_desc_t.from_text and bench/scripts/build_times.sh"
