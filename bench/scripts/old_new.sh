#!/usr/bin/env bash
# Instances of nbl/fft.h as two trees make them, with the same plans: instructions, times by turns, and bits.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/old_new.sh OLD [FOLDER]   OLD: a tree, such as a git worktree; it is not built. FOLDER (build/old_new)
#                                           receives the modules and the program; then five processes on the device
#   RUN=0                                   without the device: FOLDER goes to one, and runs there as
#                                           for i in 1 2 3 4 5; do FOLDER/old_new FOLDER; done
#   BUILD=folder                            where make built
set -eu
cd "$(dirname "$0")/../.."
old=${1:?a tree to compare with} folder=${2:-build/old_new} build=${BUILD:-build}
mkdir -p "$folder/old" "$folder/new"
# shellcheck disable=SC2046 # many words
$(make -s print-CC) $(make -s print-CFLAGS_ALL) $(make -s print-CPPFLAGS_ALL) -o "$folder/old_new" \
    bench/scripts/old_new.c "$build/libnbl.a" $(make -s print-GLSLANG_LIBS) $(make -s print-STATIC_CXX) -lm -pthread
: >"$folder/list"
compare() { # name invocations signal_length parameter=value ...
    local name=$1 text="$folder/$1.comp" side tree count one
    echo "$1 $3 $2" >>"$folder/list"
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
        count=$(spirv-dis --no-header --raw-id "$folder/$side/$name.spv" | wc -l)
        printf '%s %s: %s instructions\n' "$name" "$side" "$count"
    done
}
# Powers of two, and passes whose last butterflies are missing.
compare c60 4 60 LENGTH=60 RADICES=110 "LAYOUT=4, 16, 16, 1, 32768, 0, 76"
compare c96 12 96 LENGTH=96 RADICES=359 "LAYOUT=12, 12, 8, 1, 98306, 65536, 140"
compare c1000 100 1000 LENGTH=1000 RADICES=9513 "LAYOUT=100, 10, 1, 1, 1572912, 1310760, 1054"
compare c4096 256 4096 LENGTH=4096 RADICES=15855 "LAYOUT=256, 16, 1, 2, 1703988, 1835064, 2168"
# Real signals, one and two.
compare r2000 100 1000 LENGTH=2000 REAL=1 RADICES=9513 "LAYOUT=100, 10, 1, 1, 1572912, 1310760, 1054"
compare r8192 256 4096 LENGTH=8192 REAL=1 RADICES=15855 "LAYOUT=256, 16, 1, 2, 1703988, 1835064, 2168"
compare p1000 100 1000 LENGTH=1000 REAL=2 RADICES=9513 "LAYOUT=100, 10, 1, 1, 1572912, 1310760, 1054"
# The radix-2 shuffle.
compare s512 256 512 LENGTH=512 ALGORITHM=NBL_FFT_RADIX2_SHUFFLE
compare s1024 256 1024 LENGTH=1024 ALGORITHM=NBL_FFT_RADIX2_SHUFFLE
compare s4096 256 4096 LENGTH=4096 ALGORITHM=NBL_FFT_RADIX2_SHUFFLE
[ "${RUN:-1}" = 1 ] || exit 0
for _ in 1 2 3 4 5; do "$folder/old_new" "$folder"; done
