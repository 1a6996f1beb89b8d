#!/usr/bin/env bash
# Instructions of an element beside VkFFT's, by vendors' compilers without their hardware: fast mode, float32.
# SPDX-License-Identifier: Apache-2.0
#
#   bench/scripts/vkfft_instructions.sh FOLDER VKFFT DEVICE [LENGTH ...]
#
#   FOLDER   what tests/vendors/setup.sh has made
#   VKFFT    the folder of vkFFT.h: vkFFT/ of a checkout of github.com/DTolm/VkFFT, or /usr/include
#   DEVICE   rdna3, vega, dg2, m1 or a750 of tests/vendors/device.sh
#   LENGTH   default: all from 48 to 8192 without a prime above 7
#   KEEP=folder  keeps the kernels: nbl/LENGTH.spv, vkfft/LENGTH.spv
#
# A line a length: length, ours, VkFFT's, ours over VkFFT's. VkFFT plans for the same device, with tables of twiddles (useLUT).
# Its compiler counts the instructions (vector instructions on AMD, ALU on Apple, where loads are none; all on Intel
# and Qualcomm) times invocations, over elements. Lengths that VkFFT takes in several dispatches are told and left out. A minute of
# one processor a device, and as long once to compile VkFFT.
set -eu
cd "$(dirname "$0")/../.."
. bench/scripts/program.sh
folder=$1 vkfft=$2 device=$3
shift 3
# shellcheck disable=SC2046 # many words
[ $# -gt 0 ] || set -- $(python3 -c '
def smooth(n):
    for p in (2, 3, 5, 7):
        while n % p == 0: n //= p
    return n == 1
print(*(n for n in range(48, 8193) if smooth(n)))')
kind=any shared=32768
case $device in
rdna[0-9] | vega | polaris) kind=amd ;;
dg2 | skl | tgl | mtl | lnl | bmg) kind=intel shared=65536 ;;
m1) kind=apple ;;
a[0-9]*) kind=qualcomm ;;
esac
keep=${KEEP:-$scratch/kept}
mkdir -p "$keep/nbl" "$keep/vkfft"
# shellcheck disable=SC2046 # many words
$(make -s print-CXX) -std=c++17 -w -O0 -DNBL_HAS_VKFFT=1 -I"$vkfft" -I/usr/include/glslang/Include -Itools \
    $(make -s print-CPPFLAGS_ALL) -c tools/bench/vkfft_plan.cpp -o "$scratch/vkfft_plan.o"
build_program -Itools bench/scripts/vkfft_instructions.c "$scratch/vkfft_plan.o"
tests/vendors/device.sh "$folder" "$device" "$program" "$keep/vkfft" "$@" >"$scratch/theirs" 2>"$scratch/said" ||
    { tail -n 3 "$scratch/said" >&2; exit 1; }
for length in "$@"; do
    "$build/nbl-fft" compile --length "$length" --mode fast --device-kind $kind --max-shared-bytes $shared \
        -o "$keep/nbl/$length.spv" | sed "s/^length \([0-9]*\),.* \([^ @]*@[^ ]*\)$/\1\t\2/" >>"$scratch/ours"
done
folder=$(realpath "$folder") build=$(realpath "$build") root=$PWD
count() { # folder of kernels: what their compiler says
    (cd "$keep/$1" && ls -- *.spv | xargs "$root/tests/vendors/device.sh" "$folder" "$device" \
        "$build/tests/vulkan/statistics" 2>"$scratch/said")
}
count nbl >"$scratch/nbl"
count vkfft >"$scratch/vkfft"
python3 - "$scratch" <<'END'
import re, statistics, sys
scratch = sys.argv[1]
rows = lambda name: [line.rstrip("\n").split("\t") for line in open(f"{scratch}/{name}")]
COUNTS = "VALU", "ALU", "Instructions", "Instruction Count" # of a driver the first that it has
def counted(name):
    figures = {}
    for path, figure, value in rows(name): figures.setdefault(int(path[:-4]), {})[figure] = int(value)
    return {n: next(of[c] for c in COUNTS if c in of) for n, of in figures.items()}
ours, theirs = counted("nbl"), counted("vkfft")
plans = {int(n): plan for n, plan in rows("ours")}
def invocations(length): # of an element
    at, ffts = re.search(r"@(\d+)(?:\*(\d+))?", plans[length]).groups()
    return int(at) / length
ratios = {}
for length, said in rows("theirs"):
    n = int(length)
    try: share = float(said)
    except ValueError:
        print(f"{n:5} VkFFT: {said}")
        continue
    a, b = ours[n] * invocations(n), theirs[n] * share
    ratios[n] = a / b
    print(f"{n:5} {a:6.1f} {b:6.1f} {a / b:.3f} {plans[n]}")
worst = max(ratios, key=ratios.get)
print(f"{len(ratios)} lengths: median {statistics.median(ratios.values()):.3f}, worst {ratios[worst]:.3f} ({worst}), above 1.25:",
      *(n for n in ratios if ratios[n] > 1.25))
END
