#!/usr/bin/env bash
# No object of exact mode holds a fused multiply-add, read out of the instructions themselves; fused ones do, and no compiler
# chooses them; and how much code a set of instructions takes.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh
. tests/common/parts.sh
BUILD=${BUILD:-build} objdump=${OBJDUMP:-objdump}

fused() { # object: the fused instructions in it, of x86 and of ARM
    $objdump -d --no-show-raw-insn "$1" | grep -cE '\b(v?fn?m(add|sub)[0-9a-z]*|fml[as]|fn?m(add|sub))\b'
}
has_kernels() { [ "$(bytes "$1")" != 0 ]; }
bytes() { "${objdump%objdump}size" -A "$1" | awk '/^\.text/ { sum += $2 } END { print sum + 0 }'; }
none_in() { [ "$(fused "$1")" = 0 ]; }
some_in() { [ "$(fused "$1")" != 0 ]; }

objects=0
for object in "$BUILD"/host/executor/kernels_*.o; do
    case $object in
    *_plain_fused_*) ;; # the C library's functions, or instructions where every processor has them
    *_fused_*) has_kernels "$object" && expect "$object: some" some_in "$object" ;;
    *) expect "$object: none" none_in "$object" ;;
    esac
    objects=$((objects + 1))
done
expect "an object per set and scalar: $objects" [ "$objects" = "$(ls host/executor/kernels_*_*.c | wc -l)" ]

# Both scalars together; sanitizers' builds are optimised otherwise.
case $BUILD in
*sanitize*) echo "NOT HERE: sizes, under sanitizers" ;;
*windows) echo "NOT HERE: sizes, by -O1 for Windows" ;;
*)
    for set in avx2 avx2_fused avx512vl avx512vl_fused sse2 sse2_fused neon neon_fused; do
        sum=0
        for scalar in float32 float64; do sum=$((sum + $(bytes "$BUILD/host/executor/kernels_${set}_$scalar.o"))); done
        echo "$set: $sum bytes of code"
        expect "$set: $sum bytes, at most 600000" [ "$sum" -le 600000 ]
    done
    ;;
esac

# The same text where contraction is allowed: the search finds it.
flags="-std=c11 -O2 -Iinclude -Ihost -I. -D_POSIX_C_SOURCE=200809L -DNBL_FLOW_HOOKS=0"
case $(${CC:-cc} -dumpmachine) in x86_64*) flags="$flags -mfma" ;; esac
expect "compiles fused" ${CC:-cc} $flags -ffp-contract=fast -c -o "$scratch/fused.o" host/executor/kernels_plain_float64.c
expect "fused: found" some_in "$scratch/fused.o"

# aarch64, where a compiler for it is: to assembly, which needs no library but headers. One scalar a day, and no more optimised than
# what makes fused instructions of what may be contracted: at -O2 both take 40 s.
if command -v aarch64-linux-gnu-gcc >/dev/null; then
    to_assembly() { # kernels, contraction
        aarch64-linux-gnu-gcc -std=c11 -O1 -fexpensive-optimizations "-ffp-contract=$2" -Iinclude -Ihost -I. \
            -D_POSIX_C_SOURCE=200809L -DNBL_FLOW_HOOKS=0 -S -o "$scratch/neon.s" "host/executor/kernels_neon_$1.c"
    }
    for part in 0 1; do
        takes_part $part 2 || continue
        [ $part = 0 ] && scalar=float32 || scalar=float64
        expect "aarch64 $scalar compiles" to_assembly $scalar off
        record "$(grep -cE '\b(fml[as]|fn?m(add|sub))\b' "$scratch/neon.s")" "aarch64 $scalar: fused"
        expect "aarch64 $scalar compiles fused" to_assembly fused_$scalar off
        expect "aarch64 $scalar: some fused" grep -qE '\bfml[as]\b' "$scratch/neon.s"
    done
else
    echo "NOT HERE: aarch64-linux-gnu-gcc"
fi
finish
