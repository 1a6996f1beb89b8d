#!/usr/bin/env bash
# Texts of transforms through their vendors' compilers: OpenCL C by Intel's ocloc, HLSL by vkd3d-compiler. By hand, never part
# of a check: docs/systems.md has the last run. Their results are run elsewhere (tests/portable/run.sh vkd3d).
# SPDX-License-Identifier: Apache-2.0
#
#   tests/vendors/texts.sh FOLDER [LENGTH ...]     FOLDER: what tests/vendors/setup.sh has made; BUILD=folder (build)
#   COMPILERS="ocloc vkd3d"   these alone
#   LIMIT=120                 seconds that one text may take
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
    timeout "${LIMIT:-120}" "$libraries/ld-linux-x86-64.so.2" --library-path "$libraries:$libraries/intel-opencl" "$program" "$@"
}
ocloc=$(basename "$(ls "$folder"/sid/usr/bin/ocloc-* | head -n 1)")
[ $# -gt 0 ] || set -- 64 256 360 1000 1024 4096
cd "$scratch"
by_ocloc() { # length, mode
    "$build/nbl-fft" compile --target opencl --length "$1" --mode "$2" -o fft.cl --json fft.json >/dev/null
    record $? "opencl: $1 $2"
    of_sid "$ocloc" compile -file fft.cl -device dg2 -output fft -out_dir out >said 2>&1 && [ -n "$(ls out 2>/dev/null)" ]
    record $? "ocloc: $1 $2: exit $?: $(grep -i -m 1 error said)"
    ! grep -i spill said >spills
    record $? "ocloc: $1 $2: $(cat spills)"
    rm -rf out
}
by_vkd3d() {
    "$build/nbl-fft" compile --target hlsl --length "$1" --mode "$2" -o fft.hlsl --json fft.json >/dev/null
    record $? "hlsl: $1 $2"
    of_sid vkd3d-compiler -x hlsl -b dxbc-tpf -p cs_5_0 -e main fft.hlsl -o fft.dxbc >said 2>&1
    record $? "vkd3d-compiler: $1 $2: exit $?: $(head -n 1 said)"
}
for compiler in ${COMPILERS:-ocloc vkd3d}; do
    for length in "$@"; do
        for mode in exact fast; do "by_$compiler" "$length" $mode; done
    done
done
finish
