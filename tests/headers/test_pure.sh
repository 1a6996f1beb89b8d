#!/usr/bin/env bash
# Headers of pure mathematics need no library: in C and C++, by gcc and clang, at every level of optimisation.
# SPDX-License-Identifier: Apache-2.0
#
# tests/headers/pure_headers.py says which these are, so that a header added later is covered. Two faults are looked for:
# a header whose mere include brings a reference along, as gcc's static functions without optimisation once did; and a
# function that calls the emulator if it is called itself, found in the relocations of all functions.
# tests/headers/newer_compilers.sh does the same by other compilers. COMPILERS="gcc g++ ..." chooses them here, too.
#
# Mutations that this finds: `static` without `inline` in NBL_EMULATOR_FUNCTION of nbl/lang/calls.h (gcc, -Og to -O3);
# NBL_COUNT(bits, 1) in nbl_bit_reverse (every compiler); a loop in a function declared NBL_CONSTEXPR_FUNCTION (C++).
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh

compilers=${COMPILERS:-gcc g++ clang clang++}
levels="-O0 -Og -O1 -O2 -O3 -Os"
headers=$(python3 tests/headers/pure_headers.py)
[ "$(wc -w <<<"$headers")" -ge 50 ]
record $? "few headers of pure mathematics: $(wc -w <<<"$headers")"

# The maps of an instance, whose header takes parameters.
{ for header in $headers; do echo "#include \"$header\""; done
  printf '#define NBL_FFT_NAME mixed\n#define NBL_FFT_LENGTH 1000\n#define NBL_FFT_MAPS\n#include "nbl/fft.h"\n'
  printf '#define NBL_FFT_NAME binary\n#define NBL_FFT_LENGTH 256\n#define NBL_FFT_MAPS\n'
  printf '#define NBL_FFT_ALGORITHM NBL_FFT_RADIX2_SHUFFLE\n#include "nbl/fft.h"\n'
  echo 'int main(void) { return 0; }'; } >"$scratch/all.c"
cp "$scratch/all.c" "$scratch/all.cpp"

language_of() { case $1 in *++*) echo .cpp -std=c++17 ;; *) echo .c -std=c11 ;; esac; }
links() { # compiler, level
    local text options object=$scratch/$1$2.o
    read -r text options <<<"$(language_of "$1")"
    "$1" $options "$2" -Iinclude -c -o "$object" "$scratch/all$text" && ! nm "$object" | grep ' U _*nbl_' || return
    [ "$2" != -O2 ] || "$1" -o "$scratch/$1$2" "$object" # weak references may stay without a definition
}
for compiler in $compilers; do
    for level in $levels; do expect "$compiler $level without a library" links "$compiler" "$level"; done
done

# Every function as if it were called, and what it refers to. gcc keeps inline functions on demand. The words of nbl/lang.h for subgroups are themselves calls of the emulator.
refers() { # compiler
    local text options
    read -r text options <<<"$(language_of "$1")"
    "$1" $options -O1 -fkeep-inline-functions -ffunction-sections -Iinclude -c -o "$scratch/kept.o" "$scratch/all$text" || return
    weak=$(nm "$scratch/kept.o" | awk '$1 ~ /^[wV]$/ { print $2 }' | tr '\n' '|')
    objdump -r "$scratch/kept.o" | awk -v weak="^(${weak%|})$" '
        /^RELOCATION RECORDS FOR/ { inside = $4; gsub(/[][:]|\.text\./, "", inside); next }
        inside !~ /nbl_(emulator|subgroup)_/ && $3 ~ /^_?_?nbl_emulator_/ {
            name = $3; sub(/[-+]0x.*/, "", name)
            if (name !~ weak) print inside " refers to " name
        }' >"$scratch/references"
    functions=$(objdump -h "$scratch/kept.o" | grep -c ' \.text\..*nbl_')
    cat "$scratch/references"
    echo "$1: $functions functions of the headers"
    [ "$functions" -ge 400 ] && [ ! -s "$scratch/references" ]
}
for compiler in $compilers; do
    case $compiler in *clang*) continue ;; esac
    expect "$compiler: no function refers to the emulator" refers "$compiler"
done

# What indices need is constexpr.
cat >"$scratch/constant.cpp" <<'END'
#include "nbl/bit.h"
#include "nbl/bit/extended.h"
#include "nbl/fft/columns.h"
#include "nbl/fft/large.h"
#include "nbl/fft/mirror.h"
#include "nbl/fft/plan_counts.h"
#include "nbl/fft/radix2.h"
#include "nbl/fft/real.h"
#include "nbl/fft/tickets.h"
#define NBL_FFT_NAME mixed
#define NBL_FFT_LENGTH 1000
#define NBL_FFT_MAPS
#include "nbl/fft.h"
#define NBL_FFT_NAME binary
#define NBL_FFT_LENGTH 256
#define NBL_FFT_ALGORITHM NBL_FFT_RADIX2_SHUFFLE
#define NBL_FFT_MAPS
#include "nbl/fft.h"

constexpr nbl_fft_nabla_order_t order = nbl_fft_nabla_order(nbl_fft_log2_elements(3u), nbl_fft_log2_workgroup(6u));
constexpr bool each_has_its_place() {
    for (uint32_t i = 0; i < 512u; i++)
        if (nbl_fft_nabla_index(order, nbl_fft_dft_index(order, i)) != i ||
            nbl_fft_half_index(order, nbl_fft_half_output_index(order, i % 256u)) != i % 256u ||
            nbl_fft_mirror_global_info(order, i).mirror_index % 64u != i % 64u)
            return false;
    return true;
}
static_assert(each_has_its_place(), "");
static_assert(nbl_fft_dft_index(order, 64u) == 256u, "Nyquist");
static_assert(nbl_bit_reverse(6u, 4u) == 6u && nbl_bit_count(255u) == 8u && nbl_log2(1000u) == 9u, "");
static_assert(nbl_add_carry(0xffffffffu, 2u).low == 1u, "");
static_assert(nbl_fft_barriers(1u, 8u, 5u) == 5u, "");
static_assert(mixed_fft_length() == 1000u && binary_fft_length() == 256u, "");
static_assert(mixed_frequency(nbl_fft_place(mixed_holder(77u).invocation, mixed_fft_invocations()),
                              mixed_holder(77u).element) == 77u, "");
static_assert(binary_frequency(nbl_fft_place(binary_holder(77u).invocation, binary_fft_invocations()),
                               binary_holder(77u).element) == 77u, "");
static_assert(nbl_fft_plan_stride(mixed_plan(), mixed_plan().passes) == 1000u, "");
static_assert(nbl_fft_real_partner(8u, 3u) == 5u, "");
static_assert(nbl_fft_large_lines(nbl_fft_large_pass(1u, 4u, 8u, 1u)) == 8u, "");
int main() { return 0; }
END
for compiler in $compilers; do
    case $compiler in *++*) expect "$compiler: constant expressions" "$compiler" -std=c++17 -Iinclude -fsyntax-only "$scratch/constant.cpp" ;; esac
done
# Every function of the headers that indices need is of that kind, or says in this list why it cannot be.
not_constant="nbl_fft_real_place nbl_fft_real_place_in_passes nbl_fft_ticket nbl_fft_scale_float32_t nbl_fft_scale_float64_t nbl_fft_scale_float16_t"
found=$(cd include/nbl && grep -hoE '^NBL_FUNCTION [a-z0-9_]+ nbl_[a-z0-9_]+' bit.h bit/field.h bit/extended.h \
    fft/{order,indexing,mirror,radix2,plan,plan_counts,parameters,columns,large,real,tickets}.h | awk '{ print $3 }' |
    grep -vxF "$(tr ' ' '\n' <<<"$not_constant")")
[ -z "$found" ]
record $? "functions of indices that are not constexpr: $found"

finish
