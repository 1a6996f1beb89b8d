#!/usr/bin/env bash
# nbl-fft plan --header, and files that need no include path: every front end takes them, and their bits are the headers'.
# SPDX-License-Identifier: Apache-2.0
set -u
cd "$(dirname "$0")/../.."
build=${BUILD:-build}
export NBL_FFT=$build/nbl-fft
. tests/common/expect.sh
refused() { # what it says, command ...
    local says=$1
    shift
    "$@" >"$scratch/out" 2>"$scratch/error" && return 1
    cat "$scratch/error"
    [ "$(cat "$scratch/error")" = "$says" ] && [ ! -s "$scratch/out" ]
}
single() { packages/single_file.py -o "$@"; }
warnings="-Wall -Wextra -Wpedantic -Werror"

# Two examples of --help as they stand; the third has a text of the reader's.
packages/single_file.py --help | sed -n "s,^  \(packages/.* -o \)\(nbl_fft\),\1$scratch/\2,; s,   .*,,; /^packages/p" >"$scratch/examples"
expect "two examples" [ "$(wc -l <"$scratch/examples")" = 2 ]
expect "the examples of --help" sh -e "$scratch/examples"
expect "what the examples write" [ -s "$scratch/nbl_fft_1024.glsl" -a -s "$scratch/nbl_fft_1024.hlsl" ]

# What stands around an FFT: an engine's own buffers, by their own names.
callbacks() { # language, name
    case $1 in
    glsl) echo "layout(set = 0, binding = 0, std430) readonly buffer In { vec2 signals[]; };
layout(set = 0, binding = 1, std430) writeonly buffer Out { vec2 spectra[]; };
layout(push_constant) uniform Job { uint rows; };
layout(local_size_x = $2_workgroup_size) in;" ;;
    hlsl) echo "[[vk::binding(0, 0)]] RWStructuredBuffer<float2> signals;
[[vk::binding(1, 0)]] RWStructuredBuffer<float2> spectra;
static const uint rows = 3u;" ;;
    esac
    echo "nbl_complex_float32_t $2_get(uint32_t fft, uint32_t i) {
    nbl_float32_t2 z = signals[fft * $2_length + i];
    return nbl_complex_construct(z.x, z.y);
}
void $2_set(uint32_t fft, uint32_t i, nbl_complex_float32_t z) { spectra[fft * $2_length + i] = nbl_float32_t2(z.real, z.imag); }
$([ "$1" = glsl ] && echo 'void main()' || echo "NBL_LOCAL_SIZE($2_workgroup_size)
NBL_KERNEL(transform)") { $2_forward($2_place(rows)); }"
}

version='#version 460
#extension GL_GOOGLE_include_directive : require' # which a module tells of: without it, too, it would be another one

# One text, with the headers and without: the module is the same to the last word.
compile() { # language, text, module, more ...
    local language=$1 text=$2 module=$3
    shift 3
    case $language in
    glslang) glslangValidator -V --target-env vulkan1.1 -S comp -o "$module" "$@" "$text" ;;
    glslc) glslc --target-env=vulkan1.1 -fshader-stage=comp "$text" -o "$module" "$@" ;;
    hlsl) glslangValidator -D -V -e main --target-env vulkan1.1 -S comp -o "$module" "$@" "$text" ;;
    esac
}
for length in 1024 1000; do
    name=fft_$length
    expect "the header of $length" sh -c "'$NBL_FFT' plan $length --header >'$scratch/$name.h'"
    for language in glsl hlsl; do
        expect "$length as $language" single "$scratch/nbl_$name.$language" $length
        expect "$length as $language includes nothing" sh -c "! grep -q '^ *# *include' '$scratch/nbl_$name.$language'"
        head=$([ $language = glsl ] && echo "$version" || echo '#define NBL_HLSL 1')
        { echo "$head"
          cat "$scratch/nbl_$name.$language"
          callbacks $language $name; } >"$scratch/single.$language"
        { echo "$head"
          cat "$scratch/$name.h"
          callbacks $language $name; } >"$scratch/headers.$language"
    done
    for by in $([ $length = 1024 ] && echo glslang glslc hlsl || echo glslang); do
        language=$([ $by = hlsl ] && echo hlsl || echo glsl)
        expect "$length by $by, one file" compile $by "$scratch/single.$language" "$scratch/single.spv"
        expect "$length by $by, headers" compile $by "$scratch/headers.$language" "$scratch/headers.spv" -Iinclude
        expect "$length by $by: the same module" cmp "$scratch/single.spv" "$scratch/headers.spv"
    done
done
expect "unrolled" compile glslang "$scratch/single.glsl" "$scratch/single.spv" -DNBL_UNROLL_LOOPS=1
expect "unrolled, headers" compile glslang "$scratch/headers.glsl" "$scratch/headers.spv" -Iinclude -DNBL_UNROLL_LOOPS=1
expect "unrolled: the same module" cmp "$scratch/single.spv" "$scratch/headers.spv"

# Two files in one shader: each brings its headers, and the guards take them once.
{ echo '#version 460'; cat "$scratch/nbl_fft_1024.glsl" "$scratch/nbl_fft_1000.glsl"; callbacks glsl fft_1000
  echo 'nbl_complex_float32_t fft_1024_get(uint32_t fft, uint32_t i) { return nbl_complex_construct(0.0, 0.0); }
void fft_1024_set(uint32_t fft, uint32_t i, nbl_complex_float32_t z) {}'; } >"$scratch/two.comp"
expect "two files in one shader" compile glslang "$scratch/two.comp" "$scratch/two.spv"

# On the CPU, in C and C++, the same bits: several FFTs in a file, one of real signals, run by the emulator of an installed copy.
cat >"$scratch/main.c" <<'C'
#include TEXT
#include "nbl/host/emulator.h"

#include <stdio.h>
#include <stdlib.h>

NBL_STRUCT(job_t) { uint32_t rows; };
NBL_PUSH_CONSTANTS(job_t, job)
NBL_BUFFER(0, nbl_float32_t2, signals)
NBL_BUFFER(1, nbl_float32_t2, spectra)
NBL_FUNCTION nbl_complex_float32_t row_get(uint32_t fft, uint32_t i) {
    nbl_float32_t2 z = NBL_LOAD(signals, fft * row_length + i);
    nbl_complex_float32_t result = {z.x, z.y};
    return result;
}
NBL_FUNCTION void row_set(uint32_t fft, uint32_t i, nbl_complex_float32_t z) {
    nbl_float32_t2 value = {z.real, z.imag};
    NBL_STORE(spectra, fft * row_length + i, value);
}
NBL_FUNCTION nbl_complex_float32_t column_get(uint32_t fft, uint32_t i) { return row_get(fft, i); }
NBL_FUNCTION void column_set(uint32_t fft, uint32_t i, nbl_complex_float32_t z) { row_set(fft, i, z); }
NBL_LOCAL_SIZE(row_workgroup_size)
NBL_KERNEL(rows) { row_forward(row_place(NBL_PUSH_CONSTANT(job).rows)); }

int main(void) {
    static nbl_float32_t2 in[3 * row_length], out[3 * row_length];
    job_t jobs = {3};
    srand(5);
    for (uint32_t i = 0; i < 3 * row_length; i++) in[i].x = (float)rand() / 1e9f, in[i].y = (float)rand() / 1e9f;
    nbl_emulator_resource_t buffers[] = {{in, sizeof in, 0}, {out, sizeof out, 0}};
    nbl_emulator_launch_t launch = nbl_emulator_launch_init();
    launch.kernel = rows;
    launch.workgroup_size[0] = row_workgroup_size;
    launch.workgroup_count[0] = (3 + row_ffts_per_workgroup - 1) / row_ffts_per_workgroup;
    launch.push_constants = &jobs;
    launch.resources = buffers;
    launch.resource_count = 2;
    nbl_emulator_report_t report;
    if (nbl_emulator_launch(&launch, &report) != NBL_SUCCESS) return fprintf(stderr, "%s\n", report.message), 1;
    return fwrite(out, sizeof out, 1, stdout) != 1;
}
C
expect "two FFTs as C" single "$scratch/nbl_two.h" row=240 column=64
expect "its head says what it is and how it was made" sh -c "
    head -n 2 '$scratch/nbl_two.h' | grep -q 'SPDX-License-Identifier: Apache-2.0' &&
    grep -qx ' \* This file: packages/single_file.py -o nbl_two.h row=240 column=64' '$scratch/nbl_two.h' &&
    grep -q '^/\* column: an FFT of 64 complex numbers in float32_t' '$scratch/nbl_two.h'"
{ "$NBL_FFT" plan 240 --header --name row; "$NBL_FFT" plan 64 --header --name column; } >"$scratch/two_with_headers.h"
for text in nbl_two.h two_with_headers.h; do
    for compiler in gcc clang g++; do
        language="-x c -std=c11" && [ $compiler != g++ ] || language="-x c++ -std=c++17"
        expect "$text, $compiler" $compiler $language $warnings -ffp-contract=off -DNBL_EMULATOR_CALLS=0 -DTEXT="\"$scratch/$text\"" \
            -Iinclude "$scratch/main.c" -x none "$build/libnbl.a" -lm -pthread -o "$scratch/$text.$compiler"
        expect "$text, $compiler, runs" sh -c "'$scratch/$text.$compiler' >'$scratch/$text.$compiler.bin' && [ -s '$scratch/$text.$compiler.bin' ]"
        expect "$text, $compiler: the same bits" cmp "$scratch/$text.$compiler.bin" "$scratch/nbl_two.h.gcc.bin"
    done
done

# Real signals, other precisions, and any text that includes nbl.
expect "real signals" single "$scratch/real.glsl" row=2000 -- --real
{ echo '#version 460'; cat "$scratch/real.glsl"
  echo 'nbl_complex_float32_t row_get(uint32_t fft, uint32_t i) { return nbl_complex_construct(0.0, 0.0); }
void row_set(uint32_t fft, uint32_t i, nbl_complex_float32_t z) {}
layout(local_size_x = row_workgroup_size) in;
void main() { row_forward(row_place(3u)); }'; } >"$scratch/real.comp"
expect "real signals, glslang" compile glslang "$scratch/real.comp" "$scratch/real.spv"
expect "float64" single "$scratch/double.glsl" 96 -- --precision fp64
expect "float64 has its arithmetic" grep -q 'nbl_complex_float64_t fft_96_get' "$scratch/double.glsl"
expect "a kernel of one's own" single "$scratch/window.comp" examples/window.h
{ echo "$version"; cat "$scratch/window.comp"; } >"$scratch/whole.comp"
expect "a kernel of one's own, glslang" compile glslang "$scratch/whole.comp" "$scratch/whole.spv" -DNBL_SUBGROUP_OPERATIONS=0
expect "with headers" compile glslang examples/window.comp "$scratch/headers.spv" -Iinclude
expect "a kernel of one's own: the same module" cmp "$scratch/whole.spv" "$scratch/headers.spv"

# What cannot be is said in one line.
expect "a length that cannot be" refused \
    "single_file.py: nbl-fft: length 17: the length has a prime factor above 13; the nearest supported lengths are 16 and 18" single "$scratch/no.glsl" 17
expect "no file is left" [ ! -e "$scratch/no.glsl" ]
echo '#include "nbl/none.h"' >"$scratch/wrong.h"
expect "a header that is not there" refused 'single_file.py: #include "nbl/none.h": there is no such header' single "$scratch/no.glsl" "$scratch/wrong.h"
printf '#define NBL_FFT_NAME x\n#include "nbl/fft.h"\n' >"$scratch/wrong.h"
expect "a parameter that is missing" refused \
    'single_file.py: nbl/fft/plans.h: "NBL_FFT_LENGTH is missing: how many elements are transformed; or NBL_FFT_PLAN, which says it at run time"' single "$scratch/no.glsl" "$scratch/wrong.h"
expect "--name without --header" refused "nbl-fft: plan --name: is for --header and --constants" "$NBL_FFT" plan 64 --name x
expect "not a name" refused "nbl-fft: plan --name 3x: must be a name of C: letters, digits and _, no digit first" "$NBL_FFT" plan 64 --header --name 3x
expect "an odd real length" refused "nbl-fft: plan --real: the length must be even, 105 is not" "$NBL_FFT" plan 105 --header --real

finish
