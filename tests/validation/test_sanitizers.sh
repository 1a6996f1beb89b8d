#!/usr/bin/env bash
# The emulator, the image readers and both tools under AddressSanitizer, LeakSanitizer and UndefinedBehaviorSanitizer.
# SPDX-License-Identifier: Apache-2.0
#
# What the programs compute is held by the same tests without sanitizers. Here a slip of memory is looked for, which one
# case shows as well as its neighbours do: test_sanitized_step() of tests/common/testing.h thins them, NBL_TEST_ALL does not.
# A run takes one of four parts, by NBL_PART: one half of the tests of the emulator and the readers or the other, nbl-fft, or
# nbl-bloom. Only what that part is about is compiled with sanitizers; the rest is the build's. NBL_TEST_ALL takes all four.
set -u
cd "$(dirname "$0")/../.."
. tests/common/parts.sh
part=$(part_of emulator nbl-fft emulator nbl-bloom) half=$((${NBL_PART:-0} / 2 % 2))
sanitized=${BUILD:-build}/sanitize-${part:-all}
fft=$sanitized/nbl-fft bloom=$sanitized/nbl-bloom
takes() { [ -z "$part" ] || [ "$part" = "$1" ]; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
passed=0 failed=0

# What drivers and their compilers keep until the end is not ours.
cat >"$scratch/leaks" <<'END'
leak:libvulkan_lvp.so
leak:libvulkan.so
leak:libLLVM
leak:libVkLayer
END
export LSAN_OPTIONS="suppressions=$scratch/leaks:print_suppressions=0"
export ASAN_OPTIONS="detect_leaks=1:detect_stack_use_after_return=0:allocator_may_return_null=1"
export UBSAN_OPTIONS="print_stacktrace=1"

expect() { # exit code, what, command ...: a tool's where its part is taken
    local wanted=$1 what=$2 status
    shift 2
    case $1 in
    "$fft") takes nbl-fft || return ;;
    "$bloom") takes nbl-bloom || return ;;
    esac
    timeout 600 "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
    status=$?
    if [ $status = "$wanted" ] && ! grep -qE 'ERROR: (Address|Leak)Sanitizer|runtime error:' "$scratch/out" "$scratch/err"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "failed: $what: exit code $status"
        cat "$scratch/out" "$scratch/err" | grep -v "makecontext/swapcontext" | tail -n 25
    fi
}

tests="" number=0
for source in tests/emulator/test_*.c tests/fft/test_bit.c tests/fft/test_sizes.c tests/image/test_image_fuzz.c; do
    case $source in
    */test_divergent.c) continue ;; # a driver's own leak, told of after it is unloaded, has no name
    */test_corpus*.c | */test_order_fuzz.c) continue ;; # hundreds of kernels, no more of the emulator than the others run
    esac
    number=$((number + 1))
    [ -n "${NBL_TEST_ALL:-}" ] || [ $((number % 2)) = $half ] || continue
    tests="$tests $sanitized/${source%.c}"
done
# The same bytes as without sanitizers: making them anew is the compiler's work, not ours. So is what is linked and not run
# here: scans, blurs, the interpreter, diagrams, measurements, accessors of the caller's, arrays of several dimensions,
# convolutions, tickets and the executor, whose kernels take gigabytes. They are taken as they are, without sanitizers.
as_they_are="tools/bench tools/nbl-fft/{bench,peer,timing,tune}*.o host/scan host/blur host/interpreter host/executor
    host/bloom/{execute,low,kernel_low}*.o
    host/fft/{accessors,any_length,convolution,diagram,nd,pass_table}*.o host/gpu/{face,lines,nd,piece,planned,tickets}*.o host/transform"
case $part in
emulator) targets=$tests as_they_are="$as_they_are host/{bloom,fft,gpu,plan,facts,spirv,vulkan}" ;;
nbl-fft) targets=$fft as_they_are="$as_they_are host/bloom" ;;
nbl-bloom) targets=$bloom as_they_are="$as_they_are host/{fft,gpu,plan,facts,spirv,vulkan}" ;;
*) targets="$fft $bloom $tests" ;;
esac
mkdir -p "$sanitized"
(cd "${BUILD:-build}" && cp modules.c peers.txt "$OLDPWD/$sanitized" && eval cp -ru --parents $as_they_are '"$OLDPWD/$sanitized"')
# Of what debuggers need, a report's lines are enough.
if ! make -s SANITIZE=1 BUILD="$sanitized" CFLAGS=-g1 CXXFLAGS=-g1 -o "$sanitized/tools/make_modules" -o "$sanitized/modules.c" \
    -j2 $targets >"$scratch/make.txt" 2>&1; then
    tail -n 20 "$scratch/make.txt"
    echo "0 passed, 1 failed"
    exit 1
fi

# A slip of each kind is seen: without this, silence means nothing.
cat >"$scratch/slip.c" <<'END'
#include <limits.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    volatile int number = INT_MAX;
    char *volatile memory = malloc(8);
    (void)argv;
    if (argc == 2) memory[argc + 6] = 1;
    if (argc == 3) number += argc;
    if (argc == 4) memory = NULL;
    if (argc != 4) free(memory);
    return 0;
}
END
gcc -g -fsanitize=address,undefined -fno-sanitize-recover=undefined -o "$scratch/slip" "$scratch/slip.c"
expect 0 "no slip" "$scratch/slip"
slip() { # what, arguments
    local what=$1
    shift
    "$scratch/slip" "$@" >"$scratch/out" 2>&1
    if grep -q "$what" "$scratch/out"; then passed=$((passed + 1)); else failed=$((failed + 1)); echo "failed: a slip is not seen: $what"; fi
}
slip "heap-buffer-overflow" 1
slip "signed integer overflow" 1 2
slip "LeakSanitizer: detected memory leaks" 1 2 3

if takes emulator; then
    for test in $tests; do
        expect 0 "$test" "$test"
    done
fi

python3 - "$scratch" <<'END'
import struct, sys
def npy(name, descr, pack, shape, n):
    header = "{'descr': '%s', 'fortran_order': False, 'shape': %s, }" % (descr, shape)
    header = header.ljust(117) + "\n"
    data = b"".join(struct.pack("<" + pack, ((i * 37) % 101 - 50) / 50) for i in range(2 * n))
    open(sys.argv[1] + "/" + name, "wb").write(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header.encode() + data)
npy("c64.npy", "<c8", "f", "(3, 256)", 768)
npy("c128.npy", "<c16", "d", "(64,)", 64)
def hdr(name, width, height):
    texels = bytes(value for i in range(width * height) for value in (i % 251, i * 7 % 251, i * 13 % 251, 128))
    open(sys.argv[1] + "/" + name, "wb").write(b"#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n" % (height, width) + texels)
hdr("image.hdr", 31, 18)
hdr("kernel.hdr", 7, 10)
open(sys.argv[1] + "/cut.hdr", "wb").write(open(sys.argv[1] + "/image.hdr", "rb").read()[:300])
open(sys.argv[1] + "/cut.npy", "wb").write(open(sys.argv[1] + "/c64.npy", "rb").read()[:300])
END
at() { echo "$scratch/$1"; }
emulated="--backend emulator"
expect 0 "nbl-fft --help" $fft --help
expect 0 "nbl-fft index" $fft index --elements-per-invocation 8 --workgroup-size 64
expect 0 "nbl-fft forward" $fft transform "$(at c64.npy)" "$(at out.npy)" $emulated
expect 0 "nbl-fft inverse" $fft transform "$(at c64.npy)" "$(at out.npy)" $emulated --inverse --order native
expect 0 "nbl-fft fp64" $fft transform "$(at c128.npy)" "$(at out.npy)" $emulated --subgroup-size 16
expect 0 "nbl-fft fp16" $fft transform "$(at c64.npy)" "$(at out.npy)" $emulated --precision fp16 --elements-per-invocation 4 --workgroup-size 64
expect 1 "nbl-fft, cut off" $fft transform "$(at cut.npy)" "$(at out.npy)" $emulated
expect 2 "nbl-fft, wrong usage" $fft transform --nonsense
expect 0 "nbl-fft compile" $fft compile --length 64 -o "$(at fft.spv)"
expect 0 "nbl-bloom --help" $bloom --help
expect 0 "nbl-bloom" $bloom "$(at image.hdr)" "$(at kernel.hdr)" -o "$(at out.exr)" $emulated
expect 0 "nbl-bloom, every other choice" $bloom "$(at out.exr)" "$(at kernel.hdr)" -o "$(at out.png)" $emulated --padding mirror --first-axis y \
    --kernel-mode resample --sharpen 0.3 --normalize none --precision fp16 --timings "$(at timings.json)"
expect 1 "nbl-bloom, cut off" $bloom "$(at cut.hdr)" "$(at kernel.hdr)" -o "$(at out.exr)" $emulated
expect 2 "nbl-bloom, wrong usage" $bloom --nonsense
driver=$(ls /usr/share/vulkan/icd.d/lvp_icd.*.json 2>/dev/null | head -n 1)
if [ -n "$driver" ]; then
    export VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver
    # A driver that was closed has no name any more by which its leaks could be told from ours: keep it open.
    echo 'int dlclose(void *handle); int dlclose(void *handle) { (void)handle; return 0; }' >"$scratch/keep.c"
    gcc -shared -fPIC -o "$scratch/keep.so" "$scratch/keep.c"
    export LD_PRELOAD=$scratch/keep.so ASAN_OPTIONS="$ASAN_OPTIONS:verify_asan_link_order=0"
    expect 0 "nbl-fft devices" $fft devices
    expect 0 "nbl-fft on Vulkan" $fft transform "$(at c64.npy)" "$(at out.npy)" --backend vulkan
    expect 0 "nbl-bloom on Vulkan" $bloom "$(at image.hdr)" "$(at kernel.hdr)" -o "$(at out.exr)" --backend vulkan
fi

echo "$passed passed, $failed failed"
[ $failed = 0 ]
