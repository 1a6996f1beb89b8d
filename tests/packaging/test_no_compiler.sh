#!/usr/bin/env bash
# A build without glslang: the tools compute with the bits of the emulator, and a text of one's own is refused in one line.
# SPDX-License-Identifier: Apache-2.0
#
# What a build without glslang has in common with this one is taken over as it is: only what differs is compiled.
set -u
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
. tests/common/expect.sh
export XDG_CACHE_HOME=$scratch/cache

mkdir -p "$scratch/build"
cp -a "$build"/host "$build"/tools "$build"/bench "$build"/embedded.c "$build"/embedded.o "$scratch/build/"
rm -f "$scratch"/build/host/spirv/glslang.* "$scratch"/build/host/spirv/spirv_tools.*
# An include of the compilers' headers anywhere in what is compiled anew would be met here.
mkdir -p "$scratch/trap/glslang/Public" "$scratch/trap/spirv-tools"
for header in glslang/build_info.h glslang/Public/ShaderLang.h spirv-tools/libspirv.h spirv-tools/optimizer.hpp; do
    echo '#error "this build has no compiler"' >"$scratch/trap/$header"
done
make -s GLSLANG=0 BUILD="$scratch/build" MODULES="$build/modules.c" CPPFLAGS="-I$scratch/trap" \
    "$scratch/build/nbl-fft" "$scratch/build/nbl-bloom" >"$scratch/make" 2>&1
record $? "make GLSLANG=0: $(tail -n 3 "$scratch/make")"
fft=$scratch/build/nbl-fft bloom=$scratch/build/nbl-bloom
[ -x "$fft" ] && [ -x "$bloom" ] || finish
! nm -C "$fft" "$bloom" | grep -q 'glslang::\|spvtools::'
record $? "the tools have a compiler in them"
before=$(stat -c %s "$build/nbl-bloom") after=$(stat -c %s "$bloom")
[ "$after" -lt "$before" ]
record $? "nbl-bloom is no smaller: $after and $before bytes"

make -s GLSLANG=0 BUILD="$scratch/other" MODULES="$scratch/none.c" "$scratch/other/modules.c" >"$scratch/make" 2>&1
[ $? -ne 0 ] && grep -q "none.c: missing: a release archive has it" "$scratch/make"
record $? "without modules: $(head -n 1 "$scratch/make")"

# A text of one's own.
cat >"$scratch/own.c" <<'C'
#include <stdio.h>
#include "nbl/host/compile.h"
int main(void) {
    nbl_compile_desc_t desc = {.file = "own.comp", .text = "void main() {}\n"};
    nbl_spirv_t spirv;
    nbl_error_t error;
    nbl_result_t result = nbl_compile(&desc, &spirv, &error);
    printf("%s\n", error.text);
    nbl_spirv_free(&spirv);
    return result == NBL_ERROR_COMPILE ? 0 : 1;
}
C
${CC:-cc} -std=c11 -Iinclude -o "$scratch/own" "$scratch/own.c" "$scratch/build/libnbl.a" -lm -pthread &&
    "$scratch/own" >"$scratch/out"
record $? "a program that compiles a text: $(cat "$scratch/out")"
expected="own.comp: this library has no compiler (it was built without glslang); compile it where there is one, and load the module"
[ "$(cat "$scratch/out")" = "$expected" ]
record $? "a text of one's own: $(cat "$scratch/out")"

driver=$(ls /usr/share/vulkan/icd.d/lvp_icd.*.json 2>/dev/null | head -n 1)
if [ -z "$driver" ]; then
    echo "SKIPPED: lavapipe is not installed"
    finish
fi
export VK_DRIVER_FILES=$driver VK_ICD_FILENAMES=$driver

# Signals of a length: .npy of complex64 or complex128.
make_signals() { # file, length, scalar
    python3 - "$@" <<'PY'
import struct, sys, random
path, length, scalar = sys.argv[1], int(sys.argv[2]), sys.argv[3]
random.seed(length)
header = ("{'descr': '<c%d', 'fortran_order': False, 'shape': (3, %d)}" % (16 if scalar == 'd' else 8, length)).ljust(117) + "\n"
data = struct.pack('<%d%s' % (6 * length, scalar), *(random.uniform(-1, 1) for _ in range(6 * length)))
open(path, 'wb').write(b'\x93NUMPY\x01\x00v\x00' + header.encode() + data)
PY
}
transform() { # what, length, scalar, options
    local what=$1 length=$2 scalar=$3
    shift 3
    make_signals "$scratch/in.npy" "$length" "$scalar"
    "$fft" transform "$scratch/in.npy" "$scratch/vulkan.npy" --backend vulkan "$@" >"$scratch/out" 2>&1 &&
        "$build/nbl-fft" transform "$scratch/in.npy" "$scratch/emulator.npy" --backend emulator "$@" >"$scratch/out" 2>&1 &&
        cmp -s "$scratch/vulkan.npy" "$scratch/emulator.npy"
    record $? "transform of $length, $what: $(cat "$scratch/out")"
}
transform "float32" 1000 f
transform "float32, inverse" 210 f --inverse
transform "float32, radix-2" 256 f --elements-per-invocation 4 --workgroup-size 64 --subgroup-size 8
transform "float32, no subgroups" 64 f --algorithm radix2-shuffle --subgroup-size 1
transform "float64" 96 d
transform "float16" 48 f --precision fp16
transform "halves in memory" 360 f --precision fp16-storage
for length in 10000 17; do # passes, and a chirp
    make_signals "$scratch/in.npy" $length f
    "$fft" transform "$scratch/in.npy" "$scratch/vulkan.npy" --axes 0,1 --backend vulkan >"$scratch/out" 2>&1 &&
        "$build/nbl-fft" transform "$scratch/in.npy" "$scratch/executor.npy" --axes 0,1 --backend executor >"$scratch/out" 2>&1 &&
        cmp -s "$scratch/vulkan.npy" "$scratch/executor.npy"
    record $? "transform of 3 x $length: $(cat "$scratch/out")"
done

# Kernels by tickets are compiled from text alone: passes take their place.
cat >"$scratch/tickets.c" <<'C'
#include <stdio.h>
#include "nbl/host/vulkan.h"
#include "nbl/host/fft.h"
static float in[2 << 16], out[2 << 16];
int main(void) {
    nbl_vulkan_device_desc_t wanted = nbl_vulkan_device_desc_init();
    nbl_fft_problem_t problem = nbl_fft_problem_init();
    nbl_vulkan_device_t *device = NULL;
    nbl_fft_t *fft = NULL;
    nbl_error_t error;
    problem.rank = 1;
    problem.sizes[0] = 1 << 16;
    problem.route = NBL_FFT_ROUTE_TICKETS;
    in[0] = 1;
    nbl_result_t result = nbl_vulkan_device_create(&wanted, &device, &error);
    if (!result) result = nbl_fft_make_vulkan(device, &problem, &fft, &error);
    if (!result) result = nbl_fft_run(fft, in, out, &error);
    printf("%s%.1f\n", error.text, (double)out[2 << 15]);
    nbl_fft_destroy(fft);
    nbl_vulkan_device_destroy(device);
    return result;
}
C
${CC:-cc} -std=c11 -Iinclude -o "$scratch/tickets" "$scratch/tickets.c" "$scratch/build/libnbl.a" -lm -pthread &&
    "$scratch/tickets" >"$scratch/out" && [ "$(cat "$scratch/out")" = 1.0 ]
record $? "2^16 by tickets: $(cat "$scratch/out")"

"$fft" bench 64 --size 1 --runs 5 >"$scratch/out" 2>&1 && grep -q "64" "$scratch/out"
record $? "bench: $(tail -n 1 "$scratch/out")"

python3 - "$scratch" <<'PY'
import struct, sys
def hdr(path, w, h, value):
    texels = b''.join(struct.pack('4B', *value(x, y)) for y in range(h) for x in range(w))
    open(path, 'wb').write(b'#?RADIANCE\nFORMAT=32-bit_rle_rgbe\n\n-Y %d +X %d\n' % (h, w) + texels)
hdr(sys.argv[1] + '/scene.hdr', 40, 30, lambda x, y: (128 + x, 128 + y, 130, 130 if (x * y) % 17 == 5 else 120))
hdr(sys.argv[1] + '/kernel.hdr', 9, 9, lambda x, y: (128, 128, 128, 129 - abs(x - 4) - abs(y - 4)))
PY
for algorithm in stockham radix2-shuffle; do
    "$bloom" "$scratch/scene.hdr" "$scratch/kernel.hdr" -o "$scratch/vulkan.exr" --device 0 --algorithm $algorithm --backend vulkan >"$scratch/out" 2>&1 &&
        "$build/nbl-bloom" "$scratch/scene.hdr" "$scratch/kernel.hdr" -o "$scratch/emulator.exr" --algorithm $algorithm \
            --backend emulator >"$scratch/out" 2>&1 && cmp -s "$scratch/vulkan.exr" "$scratch/emulator.exr"
    record $? "a bloom, $algorithm: $(cat "$scratch/out")"
done
for method in "--method dual-filter" "--method prefix-sum" "$scratch/kernel.hdr --low-resolution 2"; do
    # shellcheck disable=SC2086 # words
    "$bloom" "$scratch/scene.hdr" $method -o "$scratch/vulkan.exr" --device 0 --backend vulkan >"$scratch/out" 2>&1 &&
        "$build/nbl-bloom" "$scratch/scene.hdr" $method -o "$scratch/emulator.exr" --backend emulator >"$scratch/out" 2>&1 &&
        cmp -s "$scratch/vulkan.exr" "$scratch/emulator.exr"
    record $? "$method: $(cat "$scratch/out")"
done
"$bloom" compile 40x30 --method prefix-sum -o "$scratch/a/modules" >"$scratch/out" 2>&1 && [ -s "$scratch/a/modules/along_y.spv" ]
record $? "a blur's modules: $(cat "$scratch/out")"
[ ! -e "$scratch/cache/nbl" ] || [ -z "$(find "$scratch/cache/nbl" -type f -name '*.spv*')" ]
record $? "modules were put into a cache: $(ls -R "$scratch/cache")"
finish
