#!/usr/bin/env bash
# Kernels as two trees make them, with the same plans: instructions, times by turns in one process, and bits.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/old_new.sh OLD [FOLDER]   OLD: a tree, such as a git worktree. Of its headers instances of nbl/fft.h are
#                                           made; where it is built, its tools make the library's own kernels, too. FOLDER
#                                           (build/old_new) receives the modules and the program; then the device compares
#                                           bits once, and times in five processes
#   RUN=0                                   without the device: FOLDER goes to one, and runs there as
#                                           FOLDER/old_new FOLDER bits; for i in 1 2 3 4 5; do FOLDER/old_new FOLDER times; done
#   LOG2=n                                  2^n complex elements of the transforms (22), fewer for a software driver
#   BUILD=folder                            where make built
set -eu
cd "$(dirname "$0")/../.."
old=${1:?a tree to compare with} folder=${2:-build/old_new} build=${BUILD:-build} elements=$((1 << ${LOG2:-22}))
mkdir -p "$folder/old" "$folder/new"
# shellcheck disable=SC2046 # many words
$(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -o "$folder/old_new" \
    bench/scripts/old_new.c "$build/libnbl.a" $(make -s print-GLSLANG_LIBS) $(make -s print-STATIC_CXX) -lm -pthread
: >"$folder/list"
job() { # name side workgroups "bytes of a buffer ..." "constant ..."
    local sizes constants
    read -ra sizes <<<"$4"
    read -ra constants <<<"$5"
    echo "$3 ${#sizes[@]} $4 ${#constants[@]} $5" >"$folder/$2/$1.job"
    printf '%s %s: %s instructions\n' "$1" "$2" "$(spirv-dis --no-header --raw-id "$folder/$2/$1.spv" | wc -l)"
    [ "$2" = old ] || echo "$1" >>"$folder/list"
}
instance() { # name invocations signal_length parameter=value ...
    local name=$1 text="$folder/$1.comp" side tree one ffts count=$((elements / ($3 + 1)))
    {
        printf '#version 460\n#define NBL_SUBGROUP_OPERATIONS 0\n#define NBL_FFT_NAME row\n'
        for one in "${@:4}"; do echo "#define NBL_FFT_${one%%=*} ${one#*=}"; done
        cat <<'GLSL'
#include "nbl/fft.h"
layout(local_size_x = row_workgroup_size) in;
layout(set = 0, binding = 0, std430) readonly buffer From { vec2 from[]; };
layout(set = 0, binding = 1, std430) writeonly buffer To { vec2 to[]; };
layout(push_constant) uniform Count { uint count; };
nbl_complex_float32_t row_get(uint fft, uint i) {
    vec2 value = from[fft * (row_signal_length + 1u) + i];
    return nbl_complex_construct(value.x, value.y);
}
void row_set(uint fft, uint i, nbl_complex_float32_t value) {
    to[fft * (row_signal_length + 1u) + i] = vec2(value.real, value.imag);
}
void main() { row_forward(row_place(count)); }
GLSL
    } >"$text"
    for side in old new; do
        tree=.
        [ "$side" = new ] || tree=$old
        glslc -O --target-env=vulkan1.1 -I "$tree/include" "$text" -o "$folder/$side/$name.spv"
        ffts=$(($(spirv-dis "$folder/$side/$name.spv" | awk '/LocalSize/ { print $4 }') / $2))
        job "$name" "$side" $(((count + ffts - 1) / ffts)) "$((8 * elements)) $((8 * elements))" "$count"
    done
}
transform() { # name length options
    local name=$1 count=$((elements / $2)) side tree ffts
    for side in old new; do
        tree=.
        [ "$side" = new ] || tree=$old
        ffts=$("$tree/build/nbl-fft" compile -o "$folder/$side/$name.spv" --length "${@:2}" | sed 's/.*FFTs per workgroup \([0-9]*\).*/\1/')
        job "$name" "$side" $(((count + ffts - 1) / ffts)) "$((16 * elements)) $((16 * elements))" "$count"
    done
}
bloom() { # prefix "pass ..." options: passes are named as their files
    local side tree line pass
    for side in old new; do
        tree=.
        [ "$side" = new ] || tree=$old
        rm -rf "$folder/passes"
        "$tree/build/nbl-bloom" compile -o "$folder/passes" "${@:3}" >"$folder/log"
        for pass in $2; do
            cp "$folder/passes/$pass.spv" "$folder/$side/$1$pass.spv"
            line=$(python3 -c '
import json, sys
bloom = json.load(open(sys.argv[1] + "/bloom.json"))
for one in bloom["passes"]:
    if one["file"] == sys.argv[2] + ".spv":
        print(one["workgroups"], *(bloom["buffers"][b] for b in one["buffers"]), "|", *one["constants"])' "$folder/passes" "$pass")
            job "$1$pass" "$side" "${line%% *}" "$(sed 's/^[0-9]* //; s/ |.*//' <<<"$line")" "${line#*| }"
        done
    done
    rm -rf "$folder/passes" "$folder/log"
}
# Powers of two, and passes whose last butterflies are missing.
instance c60 4 60 LENGTH=60 RADICES=110 "LAYOUT=4, 16, 16, 1, 32768, 0, 76"
instance c96 12 96 LENGTH=96 RADICES=359 "LAYOUT=12, 12, 8, 1, 98306, 65536, 140"
instance c1000 100 1000 LENGTH=1000 RADICES=9513 "LAYOUT=100, 10, 1, 1, 1572912, 1310760, 1054"
instance c4096 256 4096 LENGTH=4096 RADICES=15855 "LAYOUT=256, 16, 1, 2, 1703988, 1835064, 2168"
# Real signals, one and two.
instance r2000 100 1000 LENGTH=2000 REAL=1 RADICES=9513 "LAYOUT=100, 10, 1, 1, 1572912, 1310760, 1054"
instance r8192 256 4096 LENGTH=8192 REAL=1 RADICES=15855 "LAYOUT=256, 16, 1, 2, 1703988, 1835064, 2168"
instance p1000 100 1000 LENGTH=1000 REAL=2 RADICES=9513 "LAYOUT=100, 10, 1, 1, 1572912, 1310760, 1054"
# The radix-2 shuffle.
instance s512 256 512 LENGTH=512 ALGORITHM=NBL_FFT_RADIX2_SHUFFLE
instance s1024 256 1024 LENGTH=1024 ALGORITHM=NBL_FFT_RADIX2_SHUFFLE
instance s4096 256 4096 LENGTH=4096 ALGORITHM=NBL_FFT_RADIX2_SHUFFLE
if [ -x "$old/build/nbl-fft" ] && [ -x "$old/build/nbl-bloom" ]; then
    transform t64 64
    transform t1000 1000
    transform t4096 4096
    transform t4096i 4096 --inverse
    transform t4096f 4096 --mode fast
    transform t1000h 1000 --precision fp16-storage
    transform t1000r 1000 --real
    transform t4096r 4096 --real
    transform t4096ri 4096 --real --inverse
    transform t1000d 1000 --precision fp64
    for one in 1 32; do
        transform "x512_$one" 512 --algorithm radix2-shuffle --subgroup-size $one
        transform "x4096_$one" 4096 --algorithm radix2-shuffle --subgroup-size $one
        transform "x4096r_$one" 4096 --algorithm radix2-shuffle --subgroup-size $one --real
    done
    bloom m_ kernel_arrange 1920x1080 512x512 --padding mirror
    bloom s_ kernel_arrange 1920x1080 512x512 --kernel-mode resample
    bloom x_ "kernel_first_axis kernel_second_axis kernel_arrange first_axis convolve first_axis_inverse" \
        1920x1080 512x512 --algorithm radix2-shuffle
fi
[ "${RUN:-1}" = 1 ] || exit 0
"$folder/old_new" "$folder" bits
for _ in 1 2 3 4 5; do "$folder/old_new" "$folder" times; done
