#!/usr/bin/env bash
# Texts of transforms through their vendors' compilers: OpenCL C by Intel's ocloc, HLSL by vkd3d-compiler. By hand, never part
# of a check: docs/systems.md has the last run. Their results are run elsewhere (tests/portable/run.sh vkd3d).
# SPDX-License-Identifier: Apache-2.0
#
#   tests/vendors/texts.sh FOLDER [LENGTH ...]     FOLDER: what tests/vendors/setup.sh has made; BUILD=folder (build)
set -u
folder=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/../.."
build=$(realpath "${BUILD:-build}")
. tests/common/expect.sh
libraries=$folder/sid/usr/lib/x86_64-linux-gnu
of_sid() { # program, arguments: by sid's own loader
    local program=$folder/sid/usr/bin/$1
    shift
    "$libraries/ld-linux-x86-64.so.2" --library-path "$libraries:$libraries/intel-opencl" "$program" "$@"
}
ocloc=$(basename "$(ls "$folder"/sid/usr/bin/ocloc-* | head -n 1)")
[ $# -gt 0 ] || set -- 64 256 360 1000 1024 4096
cd "$scratch"
for length in "$@"; do
    for mode in exact fast; do
        "$build/nbl-fft" compile --target opencl --length "$length" --mode $mode -o fft.cl --json fft.json >/dev/null
        record $? "opencl: $length"
        of_sid "$ocloc" compile -file fft.cl -device dg2 -output fft -out_dir out >said 2>&1 && [ -n "$(ls out 2>/dev/null)" ]
        record $? "ocloc: $length $mode: $(grep -i -m 1 error said)"
        ! grep -i spill said >spills
        record $? "ocloc: $length $mode: $(cat spills)"
        rm -rf out
        "$build/nbl-fft" compile --target hlsl --length "$length" --mode $mode -o fft.hlsl --json fft.json >/dev/null
        of_sid vkd3d-compiler -x hlsl -b dxbc-tpf -p cs_5_0 -e main fft.hlsl -o fft.dxbc >said 2>&1
        record $? "vkd3d-compiler: $length $mode: $(head -n 1 said)"
    done
done
finish
