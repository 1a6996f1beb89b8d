#!/usr/bin/env bash
# Prints how long the first bloom of a process takes, call by call of the driver and what is ours between them.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/first_bloom.sh [WIDTHxHEIGHT [KERNEL]]   1280x720 and 256 by default; on the best device
#   STARTS=5                      of each kind: cold, with an empty cache of modules and an empty one of the driver's,
#                                 where a variable says where that lies; and warm
#   NBL_DEVICE=name               another device
#   BUILD=folder WITHOUT=folder   where make, and make GLSLANG=0, built (build, build-no-glslang)
#
# Measures the wall time of nbl-bloom from its start to its end, with files read and written. driver_times.c stands in for the
# loader and notes each call. The driver's time is the time in which at least one call was under way; the rest is ours. For the cold
# start of median time it prints the calls in their order. A machine without a compiler needs what make built,
# BUILD/libvulkan.so.1, and the pictures BUILD/scene.hdr and BUILD/kernel.hdr that this script writes.
set -eu
cd "$(dirname "$0")/../.."
size=${1:-1280x720} kernel=${2:-256} starts=${STARTS:-5}
build=${BUILD:-build} without=${WITHOUT:-build-no-glslang}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
if command -v "${CC:-cc}" >/dev/null; then
    make -s BUILD="$build" "$build/nbl-bloom" "$build/modules.c"
    make -s GLSLANG=0 BUILD="$without" MODULES="$build/modules.c" "$without/nbl-bloom"
    "${CC:-cc}" -O2 -shared -fPIC -Wl,-soname,libvulkan.so.1 -o "$build/libvulkan.so.1" bench/scripts/driver_times.c
    python3 - "$build" "${size%x*}" "${size#*x}" "$kernel" <<'PY'
import sys
folder, w, h, k = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4])
def hdr(path, w, h, texel):
    rows = b''.join(bytes(texel(x, y)) for y in range(h) for x in range(w))
    open(path, 'wb').write(b'#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n' % (h, w) + rows)
hdr(folder + '/scene.hdr', w, h, lambda x, y: (x & 255, y & 255, 130, 128 if (x * y) % 997 == 5 else 120))
hdr(folder + '/kernel.hdr', k, k, lambda x, y: (128, 128, 128, 120 if (x - k // 2) * (y - k // 2) == 0 else 100))
PY
fi
export NBL_VULKAN_LOADER=${NBL_VULKAN_LOADER:-$(ldconfig -p | awk '/libvulkan.so.1 / { print $NF; exit }')}
export XDG_CACHE_HOME=$scratch/cache __GL_SHADER_DISK_CACHE_PATH=$scratch/cache MESA_SHADER_CACHE_DIR=$scratch/cache

# The lines of driver_times.c, by when they began -> what ran when.
timeline() { # file, milliseconds in all
    sort -s -k2,2n "$1" | awk -v total="$2" '
        function driver() {
            if (names == 0) return
            printf "  %7.1f %7.1f %7.1f  driver:", from, reach, reach - from
            for (n = 1; n <= names; n++) printf(" %s%s", name[n], (count[name[n]] > 1 ? " x" count[name[n]] : ""))
            print ""
            drivers += reach - from
            names = 0
            delete count
        }
        function ours(to, what) { if (to - reach > 0.3) printf "  %7.1f %7.1f %7.1f  ours%s\n", reach, to, to - reach, what }
        $1 == "(process)" { linked = $3; next }
        $1 == "(exit)" { left = $2; next }
        {
            if (names == 0 || $2 > reach + 0.3) {
                driver()
                ours($2, reach == 0 ? sprintf(", linked at %.1f", linked) : "")
                from = $2
                reach = $3
            }
            if ($2 > reach) drivers -= $2 - reach # too short for a line of its own
            if (count[$1]++ == 0) name[++names] = $1
            if ($3 > reach) reach = $3
        }
        END {
            driver()
            ours(left, ", to the end of main()")
            if (left > reach) reach = left
            ours(total, ", the end of the process")
            printf "  in all %.1f ms: the driver %.1f, ours %.1f\n", total, drivers, total - drivers
        }'
}

start() { # number, tool: one start, its timeline to $scratch/NUMBER
    local begin end
    rm -f "$scratch/calls"
    begin=$(date +%s%N)
    NBL_DRIVER_TIMES=$scratch/calls NBL_DRIVER_TIMES_BEGIN=$begin LD_PRELOAD=$PWD/$build/libvulkan.so.1 \
        "$2" "$build/scene.hdr" "$build/kernel.hdr" -o "$scratch/out.hdr" --backend vulkan \
        ${NBL_DEVICE:+--device "$NBL_DEVICE"} >/dev/null
    end=$(date +%s%N)
    timeline "$scratch/calls" "$(((end - begin) / 1000))e-3" >"$scratch/$1"
}

for folder in "$build" "$without"; do
    echo "$folder/nbl-bloom, $(stat -c %s "$folder/nbl-bloom") bytes: $size by ${kernel}x$kernel"
    for kind in cold warm; do
        for ((i = 0; i < starts; i++)); do
            [ $kind = warm ] || { rm -rf "$scratch/cache" && mkdir "$scratch/cache"; }
            start $i "$folder/nbl-bloom"
        done
        for ((i = 0; i < starts; i++)); do tail -n 1 "$scratch/$i" | sed "s/in all/$kind:/"; done | sort -k2,2n
        [ $kind = warm ] && continue
        for ((i = 0; i < starts; i++)); do echo "$(tail -n 1 "$scratch/$i" | awk '{ print $3 }') $i"; done | sort -n |
            awk -v middle=$((starts / 2)) 'NR == middle + 1 { print $2 }' >"$scratch/middle"
        cat "$scratch/$(cat "$scratch/middle")"
    done
    for i in 1 2 3; do
        begin=$(date +%s%N)
        "$folder/nbl-bloom" compile "$size" "${kernel}x$kernel" -o "$scratch/modules" >/dev/null
        echo "  modules alone, by nbl-bloom compile: $((($(date +%s%N) - begin) / 1000000)) ms"
    done
done
