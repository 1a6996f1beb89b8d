#!/usr/bin/env bash
# Headers, plans and index mathematics by MSVC's rules: clang in its manner, without a word that is gcc's alone.
# SPDX-License-Identifier: Apache-2.0
#
# No cl can be had here. Clang takes its target, its macros and none of gcc's; attributes, builtins, statement expressions
# and the like are errors, whatever __extension__ says. What a text needs of the C library is declared in
# tests/portable/msvc. A text that accesses memory or synchronises needs the emulator's macros, which are statement
# expressions, and so gcc or clang: the headers whose business that is are left out.
set -u
cd "$(dirname "$0")/../.."
. tests/common/expect.sh
. tests/headers/sections.sh
command -v clang >/dev/null || { echo "SKIPPED: clang: not found"; finish; }
flags="-std=c11 --target=x86_64-pc-windows-msvc -fms-compatibility -fms-extensions -fms-compatibility-version=19.30
    -ffreestanding -fsyntax-only -U__GNUC__ -U__clang__ -U__FLT16_MAX__ -D_MSC_VER=1930 -D__extension__=
    -include tests/portable/msvc/not_gnu.h -Werror -Wall -Wextra -Wgnu -ferror-limit=0 -Wno-unknown-pragmas
    -Itests/portable/msvc -Iinclude -Ihost -I."

compiles() { # name, text
    printf '%s\ntypedef int not_empty;\n' "$2" >"$scratch/$1.c"
    clang $flags "$scratch/$1.c" >"$scratch/$1.log" 2>&1
}

# The first need the emulator's macros, the second Vulkan's headers; the last are parts of other headers.
accesses='nbl/fft.h|nbl/algorithm/bound.h|nbl/(accessors|workgroup|bloom|blur)/.*|nbl/subgroup/(fft|dwords|complex|arithmetic.*).h'
vulkan='nbl/host/(vulkan.*|fft_vulkan|fft_nd_vulkan|fft_tickets|convolution_vulkan|bloom.*|blur|scan).h'
parts='nbl/lang/.*|nbl/complex_exponential_float64.h|nbl/fft/(plans.*|plan_given|unsupported|plan_at_run_time|numbers_at_run_time|instance_maps|callbacks.*|large_(split|half|third|plans)|pass_table|twiddle_line|trade_rows|columns_chosen|twiddle_float16).h|.*[/_]scalar.h|nbl/(vector|matrix)/size.h|nbl/tgmath/device.h'
count=0
for header in $(cd include && find nbl -name '*.h' | sort | grep -vxE "$accesses|$vulkan|$parts"); do
    instances=$(awk -v header="$header" '/^=== / && $2 == header { print $2 ($3 ? "/" $3 : "") }' tests/headers/instances.txt)
    for instance in ${instances:-$header}; do
        [ $instance != nbl/concepts.h/uses ] || continue # it loads and stores
        name=$(echo "$instance" | tr / _)
        compiles "$name" "$(section "$instance")
#include \"$header\""
        record $? "$instance: $(grep error: "$scratch/$name.log" | head -n 3)"
        count=$((count + 1))
    done
done
[ $count -ge 55 ]; record $? "only $count headers"
for source in host/plan/*.c; do
    name=$(echo "$source" | tr / _)
    compiles "$name" "#include \"$source\""
    record $? "$source: $(grep error: "$scratch/$name.log" | head -n 5)"
done

# The check itself: each of these is gcc's alone.
for word in 'static int f(int x) { return __extension__({ x; }); }' '__attribute__((unused)) static int x;' \
    'static int f(int x) { return __builtin_expect(x, 0); }' 'static __thread int x;' 'static __typeof__(1) x;' \
    'static void f(void) { __asm__ volatile(""); }' 'static int f(int x) { return x ?: 1; }'; do
    ! compiles word "$word"; record $? "passes: $word"
done
finish
