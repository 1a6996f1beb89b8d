#!/bin/sh
# Builds heFFTe with nbl as a backend, runs heFFTe's own tests and its benchmark beside FFTW's backend, and prints a table.
# SPDX-License-Identifier: Apache-2.0
#
#   packages/heffte/compare.sh HEFFTE FOLDER     HEFFTE: its sources (https://github.com/icl-utk-edu/heffte), FOLDER: for
#                                               what is built. Fetches nothing.
#   RANKS=2, SIZES="128x128x128 ..."             of the benchmark
#   TESTS="np1 np2 np4"                          heFFTe's tests on 1, 2 and 4 processes; "" for none
#
# Written 2026-11-28, for heFFTe at commit 4d8d459. Needs cmake, a C++ compiler, MPI (libopenmpi-dev), FFTW (libfftw3-dev)
# and `make build/libnbl-emulator.a` here. heFFTe's sources are copied, and the copy is changed in four ways: the header of
# the backend, its tags, the lists of cosine transforms, and in tests and benchmarks the stock backend's name.
set -eu
[ $# = 2 ] || { echo "usage: compare.sh HEFFTE FOLDER" >&2; exit 2; }
here=$(cd "$(dirname "$0")/../.." && pwd)
library=${BUILD:-$here/build}/libnbl-emulator.a
[ -f "$1/include/heffte_backends.h" ] || { echo "compare.sh: $1: not heFFTe's sources" >&2; exit 1; }
[ -f "$library" ] || { echo "compare.sh: $library: not there: make build/libnbl-emulator.a" >&2; exit 1; }
mkdir -p "$2"
folder=$(cd "$2" && pwd)
source=$folder/source

rm -rf "$source"
mkdir "$source"
(cd "$1" && tar cf - --exclude=.git .) | (cd "$source" && tar xf -)
cp "$here/packages/heffte/heffte_backend_nbl.h" "$source/include"
sed -i 's|^#include "heffte_backend_mkl.h"|&\n#include "heffte_backend_nbl.h"|' "$source/include/heffte_backends.h"
sed -i 's|^    struct stock{};|&\n    struct nbl{}; struct nbl_cos{}; struct nbl_sin{}; struct nbl_cos1{};|' "$source/include/heffte_common.h"
for name in cos sin cos1; do
    sed -i "s/std::is_same<backend_tag, backend::stock_$name>::value/(& or std::is_same<backend_tag, backend::nbl_$name>::value)/" \
        "$source"/include/heffte_common.h "$source"/include/heffte_plan_logic.h "$source"/include/heffte_fft3d.h \
        "$source"/test/test_cos.cpp
done
for file in "$source"/test/*.cpp "$source"/test/*.h "$source"/benchmarks/*.h; do
    case $file in
    */test_units_stock.cpp) ;; # of the stock backend's vectors
    *) sed -i 's/\(<\|= heffte::\|, \)backend::stock\(_cos1\|_cos\|_sin\|\)\b/\1backend::nbl\2/g; s/"stock\(-cos\|-sin\|\)\( *\)"/"nbl\1\2"/g' "$file" ;;
    esac
done
sed -i 's/(\(std::is_same<backend_tag, backend::nbl\(_[a-z0-9]*\)>::value\) or std::is_same<backend_tag, backend::nbl\2>::value)/\1/' \
    "$source"/test/test_cos.cpp

cmake -S "$source" -B "$folder/build" -DCMAKE_BUILD_TYPE=Release -DHeffte_ENABLE_FFTW=ON -DHeffte_SEQUENTIAL_TESTING=ON \
    -DCMAKE_CXX_FLAGS="-I$here/include" -DCMAKE_CXX_STANDARD_LIBRARIES="$library -lm -lpthread" >"$folder/cmake.log" 2>&1 ||
    { tail -n 5 "$folder/cmake.log" >&2; exit 1; }
tests=${TESTS-np1 np2 np4}
targets="speed3d_c2c speed3d_r2c"
[ -z "$tests" ] || targets=all
# shellcheck disable=SC2086 # words
make -C "$folder/build" -j"${JOBS:-2}" $targets >"$folder/make.log" 2>&1 || { grep -m 5 -E 'error|undefined' "$folder/make.log" >&2; exit 1; }

# Several processes on few processors, as root in containers, and without ssh.
export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 OMPI_MCA_rmaps_base_oversubscribe=1 \
    OMPI_MCA_plm_rsh_agent=true OMPI_MCA_btl_vader_single_copy_mechanism=none OMPI_MCA_mpi_yield_when_idle=1
status=0
if [ -n "$tests" ]; then
    pattern=$(echo "$tests" | sed 's/ /$|/g')\$
    (cd "$folder/build" && ctest -R "$pattern" --timeout 300) >"$folder/ctest.log" 2>&1 || status=1
    grep -E 'Passed|Failed|tests passed|\*\*\*' "$folder/ctest.log" | sed 's/  */ /g'
fi

ranks=${RANKS:-2}
printf '\n%s, heFFTe %s, %s ranks, milliseconds a transform (the least of 3 runs by turns)\n' "$(date +%F)" \
    "$(git -C "$1" rev-parse --short HEAD 2>/dev/null || echo 4d8d459)" "$ranks"
printf '%-24s %10s %10s %6s\n' transform nbl fftw ratio
speed() { # program backend precision sizes
    # shellcheck disable=SC2086 # sizes
    mpirun -n "$ranks" "$folder/build/benchmarks/$1" "$2" "$3" $(echo "$4" | tr x ' ') |
        awk '/Time per run:/ { print 1000 * $4 }'
}
for program in speed3d_c2c speed3d_r2c; do
    for precision in double float; do
        for size in ${SIZES:-128x128x128 120x150x168 127x131x113}; do
            for _ in 1 2 3; do
                echo "$(speed $program nbl $precision "$size") $(speed $program fftw $precision "$size")"
            done | awk -v what="${program#speed3d_} $precision $size" '
                NF == 2 { if (!n || $1 < a) a = $1; if (!n || $2 < b) b = $2; n++ }
                END { if (n == 3) printf "%-24s %10.2f %10.2f %6.2f\n", what, a, b, a / b; else { print what ": no times"; exit 1 } }' || status=1
        done
    done
done
exit $status
