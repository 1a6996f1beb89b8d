#!/usr/bin/env bash
# What the tools say of a run on the emulator: --check with sound and with broken kernels, --counters as table, JSON and plan.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
. tests/common/expect.sh

run() { # expected status, command ...
    local wanted=$1
    shift
    "$@" >"$scratch/out" 2>"$scratch/err"
    local status=$?
    [ $status = "$wanted" ]; record $? "status $status, not $wanted: $*: $(tail -n 1 "$scratch/err")"
}
has() { grep -qE -- "$2" "$scratch/$1"; record $? "no '$2' in: $(head -c 400 "$scratch/$1")"; }

{ printf '\223NUMPY\1\0v\0%-117s\n' "{'descr': '<c8', 'fortran_order': False, 'shape': (3, 1024)}"
  head -c 24576 /dev/zero; } >"$scratch/in.npy"
"$build/make-demo-inputs" "$scratch/demo" --width 60 --height 41 >/dev/null 2>&1 || { mkdir -p "$scratch/demo"; "$build/make-demo-inputs" "$scratch/demo" --width 60 --height 41 >/dev/null 2>&1; }

# sound kernels: nothing is said
for algorithm in stockham radix2-shuffle; do
    run 0 "$build/nbl-fft" transform "$scratch/in.npy" "$scratch/out.npy" --backend emulator --check --algorithm $algorithm
    [ ! -s "$scratch/err" ]; record $? "--check says: $(head -n 1 "$scratch/err")"
    run 0 "$build/nbl-bloom" "$scratch/demo/scene.exr" "$scratch/demo/heart.exr" -o "$scratch/sound.exr" --backend emulator --check --algorithm $algorithm
    [ ! -s "$scratch/err" ]; record $? "nbl-bloom --check says: $(head -n 1 "$scratch/err")"
done
run 2 "$build/nbl-fft" transform "$scratch/in.npy" "$scratch/out.npy" --backend executor --check
run 2 "$build/nbl-fft" transform "$scratch/in.npy" "$scratch/out.npy" --backend vulkan --counters
run 2 "$build/nbl-bloom" "$scratch/demo/scene.exr" "$scratch/demo/heart.exr" -o "$scratch/sound.exr" --backend executor --check

# the same tools over kernels without barriers: both accesses on the standard error, one line at the end, and no result
printf '#define NBL_EMULATOR_CALLS 0\n#include "nbl/lang.h"\n#undef NBL_WORKGROUP_BARRIER\n#define NBL_WORKGROUP_BARRIER() ((void)0)\n' >"$scratch/bare.h"
flags=$(make -s print-CFLAGS_ALL print-CPPFLAGS_ALL OPTIMIZE=-O0 DEBUG=)
libraries=$(make -s print-QUICK_LINK print-FFTW_LIBS print-LDLIBS_ALL)
compiler=$(make -s print-CC)
break_tool() { # tool, kernel's source
    $compiler $flags -include "$scratch/bare.h" -c -o "$scratch/bare.o" "$2" &&
        $compiler $flags -o "$scratch/$1" "$scratch/bare.o" $(make -s print-$1_OBJECTS BUILD="$build") "$build/libnbl.a" $libraries
}
break_tool nbl-fft host/fft/kernel_float32_stockham.c; record $? "nbl-fft without barriers was not built"
rm -f "$scratch/out.npy"
run 1 "$scratch/nbl-fft" transform "$scratch/in.npy" "$scratch/out.npy" --backend emulator --check
has err '^uninitialised read: element [0-9]+ of shared array "transform_scratch"'
has err '^  read    at include/nbl/workgroup/fft_stockham.h:[0-9]+ in transform_take, index '
has err '^  would order them: '
has err '^    fft_stockham.h:[0-9]+ \| .*NBL_FFT_SHARED_GET\('
tail -n 1 "$scratch/err" | grep -q '^nbl-fft: kernel "fft_transform": '; record $? "last line: $(tail -n 1 "$scratch/err")"
[ ! -e "$scratch/out.npy" ]; record $? "a result was written after a finding"
break_tool nbl-bloom host/bloom/kernel_first_axis_stockham.c; record $? "nbl-bloom without barriers was not built"
run 1 "$scratch/nbl-bloom" "$scratch/demo/scene.exr" "$scratch/demo/heart.exr" -o "$scratch/broken.exr" --backend emulator --check
has err '^  would order them: '
tail -n 1 "$scratch/err" | grep -q '^nbl-bloom: '; record $? "last line: $(tail -n 1 "$scratch/err")"
[ ! -e "$scratch/broken.exr" ]; record $? "a bloom was written after a finding"

# counters
run 0 "$build/nbl-fft" transform "$scratch/in.npy" "$scratch/out.npy" --backend emulator --counters --counters-json "$scratch/c.json" --plan 16x16x4@64*2
has out '^kernel "fft_transform": 2 workgroups, 14 barriers, 0 subgroup operations$'
has out '^ +16384 +65536 +512 +512 +512 +1  store transform_scratch\[.*\] at include/nbl/workgroup/fft_stockham.h:[0-9]+ in transform_put$'
has out '^ +32768 +131072 +1024 +1024 +1024 +1  together$'
python3 -c '
import json, sys
c = json.load(open(sys.argv[1]))
assert c["launches"] == 1 and c["workgroups"] == 2 and c["workgroup_barriers"] == 14, c
assert c["shared"]["accesses"] == 32768 and c["shared"]["cycles"] == c["shared"]["least_cycles"] == 1024, c
assert c["shared"]["accesses"] == sum(l["accesses"] for l in c["lines"] if l.get("memory") == "shared array"), c
assert c["buffers"]["bytes"] == sum(l["bytes"] for l in c["lines"] if l.get("memory") == "buffer") == (4 + 3) * 8192, c
assert sum(l["passed"] for l in c["lines"] if l["kind"] == "barrier") == 14, c
' "$scratch/c.json"; record $? "the counters' JSON"
run 1 "$build/nbl-fft" transform "$scratch/in.npy" "$scratch/out.npy" --backend emulator --counters-json "$scratch/none/c.json"
run 0 "$build/nbl-fft" plan 1000 --counters
has out '^  barriers        7, least 7$'
has out '^  shared dwords   8000, least 8000$'
run 0 "$build/nbl-fft" plan 64 --counters --precision fp64
has out '^  shared dwords   512, least 512$'

finish
